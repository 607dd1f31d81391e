// What the server answers (docs/studio-api.md).
export type Span = [number, number];
export type Place = [number, number, number, number]; // element, child, from, to

export interface Located {
  span?: Span;
  places?: Place[];
  attribute?: { element: number; name: string };
}
export interface Value extends Located {
  name: string;
  text?: string;
  reading?: string;
  labelled?: boolean;
  items?: Value[];
  fields?: Value[];
}
export interface Row {
  index: number;
  span?: Span;
  partial?: boolean;
  fields: Value[];
}
export interface Field {
  name: string;
  type: string;
  list: boolean;
  fields: Field[];
}
export interface Problem {
  what: string;
  code: string;
  where: { file: string; line: number; column: number };
  hint: string;
}
export interface TableInfo {
  name: string;
  labels: string;
  wrapper: string;
  changed: number;
}
export interface Project {
  title: string;
  folder: string;
  pages: number;
  first_page: string;
  tables: TableInfo[];
  scripts: string[];
  flows: string[];
  data: string[];
  undo: string;
  redo: string;
}
export interface PageState {
  records: number;
  verdict: string;
  evidence: string;
  labelled: boolean;
  test: string;
  differences: string[];
  missing: Record<string, number>;
}
export interface PageEntry {
  name: string;
  bytes: number;
  state?: PageState;
}
export interface Pages {
  total: number;
  all: number;
  looked_through: boolean;
  counts: Record<string, number>;
  pages: PageEntry[];
}
export interface PageInfo {
  name: string;
  kind: 'html' | 'text' | 'pdf';
  title: string;
  url: string;
  bytes: number;
  charset: string;
  lines: number;
  notes: Problem[];
}
export interface Question extends Located {
  id: number;
  page: string;
  open: number;
  kind: 'row' | 'value';
  lacks?: string[];
  record?: Row;
  field?: string;
  text?: string;
  rival?: string;
  list?: boolean;
}
export interface Rule {
  field: string;
  words: string;
  example: string;
}
export interface Negative extends Located {
  text: string;
  field: string;
}
export interface TableView {
  name: string;
  revision: number;
  behind: boolean;
  provisional: boolean;
  labels_file: string;
  wrapper_file: string;
  labels_etag: string;
  wrapper_etag: string;
  by_hand: boolean;
  seconds: number;
  kind: string;
  labelled_fields: string[];
  fields: Field[];
  rules?: Rule[];
  failed?: Problem;
  problems: Problem[];
  notes: Problem[];
  commands: Record<string, string>;
  page?: string;
  total?: number;
  from?: number;
  records?: Row[];
  page_failed?: Problem;
  page_notes?: Problem[];
  label?: { complete: boolean; records: Row[]; negative: Negative[] };
  question?: Question;
}
export interface Proposal {
  page: string;
  kind: string;
  confidence: number;
  why: string;
  fields: Field[];
  total: number;
  records: Row[];
  choices: { records: number; columns: number; confidence: number; first: string }[];
  command: string;
}
export interface WhyCell {
  field: string;
  absent: boolean;
  text: string;
  why: string;
  voters: string[];
  example: string;
  failed: string;
  line: number;
  source: string;
  span?: Span;
  near_miss?: Located;
}
export interface Step {
  id: number;
  time: number;
  what: string;
  command: string;
  table: string;
  undoes: number;
  redoes: number;
  files: { file: string; before: string; after: string; seen: boolean }[];
}
export interface Job {
  id: string;
  command: string;
  state: string;
  started: number;
  ended: number;
  exit: number;
  last_line: string;
}
export type Pick = Record<string, unknown>;
export interface Level {
  pick: Pick;
  label: string;
  text: string;
}
