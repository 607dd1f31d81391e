// What the parts of the window speak about: places that are pointed at, marks, cells; and how rows are read.
import type { Field, Located, Value } from './types';

export type View = 'extract' | 'site' | 'query' | 'grammar' | 'flow' | 'match' | 'navigate' | 'jobs';
export type Panel = 'fields' | 'why' | 'rules' | 'source' | 'history';

export type Pick = Record<string, unknown>; // docs/studio-api.md
export interface Level {
  pick: Pick;
  label: string;
  text: string;
}
export interface Mark extends Located {
  id: string;
  colour: string;
  pattern: string;
  style: number;
  state: 'found' | 'labelled' | 'missed' | 'proposed' | 'doubt' | 'not';
}
export interface Picked {
  levels: Level[];
  level: number;
  alt: boolean;
  mark: string | null;
  rect: { left: number; top: number; width: number; height: number } | null;
}
export interface Toast {
  id: number;
  text: string;
  hint?: string;
  kind: 'fine' | 'problem';
  action?: { label: string; run: () => void };
}
// A column of the table: a field, or what stands behind the links of one.
export interface Column {
  path: string;
  name: string;
  type: string;
  list: boolean;
  behind: string; // the field whose links are opened; "": it stands on the page itself
}
// A value that is being dragged out of the page.
export interface Carried {
  levels: Level[];
  x: number;
  y: number;
}
export interface Selected {
  record: number;
  field: string;
}

// A name for a table, which is also that of its files: letters that these should not have are left out, and it has at most 80 bytes.
export function tableName(words: string): string {
  let name = words.trim().replace(/[^\p{L}\p{N}_.-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '');
  while (new TextEncoder().encode(name).length > 80) name = [...name].slice(0, -1).join('');
  return name;
}

// The values of a row below a field path, in order.
export function valuesAt(fields: Value[], path: string): Value[] {
  const [head, ...rest] = path.split('.');
  const found = fields.filter((value) => value.name === head).flatMap((value) => (value.items ? value.items : [value]));
  if (!rest.length) return found;
  return found.flatMap((value) => valuesAt(value.fields ?? [], rest.join('.')));
}

// All texts of a row with their paths.
export function leavesOf(fields: Value[], prefix = ''): { path: string; value: Value }[] {
  return fields.flatMap((value) => {
    const path = value.name === undefined ? prefix : prefix ? `${prefix}.${value.name}` : value.name;
    const below = (one: Value): { path: string; value: Value }[] => (one.fields ? leavesOf(one.fields, path) : one.text !== undefined ? [{ path, value: one }] : []);
    return value.items ? value.items.flatMap(below) : below(value);
  });
}

export function pathsOf(fields: Field[], prefix = ''): string[] {
  return fields.flatMap((field) => {
    const path = prefix ? `${prefix}.${field.name}` : field.name;
    return field.fields.length ? [path, ...pathsOf(field.fields, path)] : [path];
  });
}
