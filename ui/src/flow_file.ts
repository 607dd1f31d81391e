// A flow's file edited as text: parts are connected, added, changed and taken away by changing their lines alone, so that the comments,
// the order and the manner of writing of whoever wrote it stay. Reads the TOML that flows are written in (docs/flow.md): tables
// [source.NAME], [step.NAME], [deliver.NAME] with tables below them; values on one line, or lists over several.

export type Kind = 'source' | 'step' | 'deliver';
export interface Part {
  id: string; // unique: deliveries begin with "deliver "
  name: string;
  kind: Kind;
  work: string; // what it does: wrapper, table, filter, query, ...
  note: string;
  inputs: string[];
  line: number; // of its header, from 1
  settings: Setting[];
}
export interface Setting {
  key: string;
  value: string; // as written
  table: string; // "": the part's own; "normalise": [step.x.normalise]
  from: number; // lines [from, to)
  to: number;
}

const header = /^\s*\[\s*([\w-]+)(?:\s*\.\s*("[^"]*"|[\w-]+))?((?:\s*\.\s*(?:"[^"]*"|[\w-]+))*)\s*\]/;
const assignment = /^\s*((?:"[^"]*"|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|[\w-]+))*)\s*=\s*(.*)$/;
const works = ['wrapper', 'table', 'script', 'integrate', 'normalise', 'filter', 'derive', 'aggregate', 'query', 'match'];
const bare = (name: string) => name.replace(/^"|"$/g, '');
const written = (name: string) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));

// A line without its strings and its comment: what is left says whether brackets are open.
const skeleton = (line: string) => line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '""').replace(/#.*$/, '');
const depth = (line: string) => [...skeleton(line)].reduce((sum, c) => sum + ('[{'.includes(c) ? 1 : ']}'.includes(c) ? -1 : 0), 0);
// Where a comment begins behind a value, or the end.
function commentAt(line: string): number {
  const match = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^#"'])*/.exec(line)!;
  return match[0].length;
}
const value = (lines: string[]) =>
  lines
    .map((line, i) => (i ? line : assignment.exec(line)![2]))
    .map((line) => line.slice(0, commentAt(line)).trim())
    .join(' ');

// The texts in a value: "a", or ["a", "b"].
export function texts(value: string): string[] {
  return [...value.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map((match) => match[2] ?? JSON.parse(`"${match[1]}"`));
}
const isText = (value: string) => /^(?:"(?:[^"\\]|\\.)*"|'[^']*')$/.test(value);
// What a person reads and writes in a form: texts without quotes, all else as the file has it.
export const shown = (value: string) => (isText(value) ? texts(value)[0] : value);
export const kept = (text: string, before: string) => (isText(before) || !before ? JSON.stringify(text) : text.trim() || '""');

interface Section {
  kind: string;
  name: string;
  table: string;
  line: number; // of its header; -1: the top
  end: number; // past its last line that is not blank and no comment of the next one
  settings: Setting[];
}
function sections(lines: string[]): Section[] {
  const out: Section[] = [{ kind: '', name: '', table: '', line: -1, end: 0, settings: [] }];
  for (let i = 0; i < lines.length; ++i) {
    const head = header.exec(lines[i]);
    const at = out.at(-1)!;
    if (head && !assignment.test(lines[i])) {
      out.push({ kind: head[1], name: bare(head[2] ?? ''), table: head[3].replace(/^\s*\.\s*/, ''), line: i, end: i + 1, settings: [] });
      continue;
    }
    const found = assignment.exec(lines[i]);
    if (!found) continue;
    const from = i;
    for (let open = depth(found[2]); open > 0 && i + 1 < lines.length; ) open += depth(lines[++i]);
    at.settings.push({ key: found[1], value: value(lines.slice(from, i + 1)), table: at.table, from, to: i + 1 });
    at.end = i + 1;
  }
  return out;
}

export function partsOf(text: string): Part[] {
  const out: Part[] = [];
  for (const section of sections(text.split('\n'))) {
    if (!['source', 'step', 'deliver'].includes(section.kind) || !section.name) continue;
    const kind = section.kind as Kind;
    const id = (kind === 'deliver' ? 'deliver ' : '') + section.name;
    let part = out.find((one) => one.id === id);
    if (!part) out.push((part = { id, name: section.name, kind, work: kind === 'deliver' ? 'deliver' : '', note: '', inputs: [], line: section.line + 1, settings: [] }));
    part.settings.push(...section.settings);
    if (section.table && kind === 'step' && !part.work) part.work = works.find((word) => section.table.split('.')[0].trim() === word) ?? '';
  }
  for (const part of out) {
    const own = (key: string) => part.settings.find((setting) => !setting.table && setting.key === key);
    if (part.kind !== 'deliver') part.work ||= works.find((word) => part.settings.some((setting) => !setting.table && setting.key.split('.')[0].trim() === word)) ?? part.kind;
    const main = own(part.kind === 'deliver' ? 'to' : part.work) ?? own('url');
    part.note = main && isText(main.value) ? shown(main.value) : '';
    part.inputs = part.kind === 'source' ? [] : texts(own('from')?.value ?? '');
    if (part.work === 'integrate' || part.work === 'match') part.inputs.push(...texts(own(part.work)?.value ?? ''));
    if (part.kind === 'step' && part.work === 'query') part.inputs.push(...out.filter((other) => other.kind !== 'deliver' && other !== part && new RegExp(`(^|[^\\w.])${other.name.replace(/[^\w]/g, '\\$&')}($|[^\\w])`).test(part.note)).map((other) => other.id));
  }
  return out;
}
// Which part a line belongs to: for errors that name one.
export function partAt(text: string, line: number): Part | undefined {
  const lines = text.split('\n');
  const section = sections(lines).filter((one) => one.line + 1 <= line).at(-1);
  return section && partsOf(text).find((part) => part.name === section.name && part.kind === section.kind);
}
export const topValue = (text: string, key: string) => sections(text.split('\n'))[0].settings.find((setting) => setting.key === key)?.value ?? '';

function splice(lines: string[], from: number, to: number, ...fresh: string[]) {
  return [...lines.slice(0, from), ...fresh, ...lines.slice(to)].join('\n');
}
const indent = (line: string) => /^\s*/.exec(line)![0];

// The value of a key of a part's own table, or of the top of the file (no part). "" takes it away; a comment behind the value stays.
export function setValue(text: string, part: Part | null, key: string, raw: string, table = ''): string {
  const lines = text.split('\n');
  const all = sections(lines);
  const section = part ? all.find((one) => one.kind === part.kind && one.name === part.name && one.table === table) : all[0];
  if (!section) return raw ? splice(lines, endOf(all, part!), endOf(all, part!), `[${part!.kind}.${written(part!.name)}.${table}]`, `${key} = ${raw}`) : text;
  const old = section.settings.find((setting) => setting.key === key);
  if (old && !raw) return splice(lines, old.from, old.to);
  if (old) {
    const last = lines[old.to - 1];
    const said = old.to - old.from === 1 ? assignment.exec(last)![2] : last;
    const comment = said.slice(commentAt(said)).trim();
    return splice(lines, old.from, old.to, `${indent(lines[old.from])}${key} = ${raw}${comment ? '  ' + comment : ''}`);
  }
  if (!raw) return text;
  if (section.line >= 0) return splice(lines, section.end, section.end, `${key} = ${raw}`);
  // At the top: behind the last value there, else behind the comments that the file begins with.
  if (section.settings.length) return splice(lines, section.end, section.end, `${key} = ${raw}`);
  let at = 0;
  const first = all[1]?.line ?? lines.length;
  while (at < first && lines[at].trim().startsWith('#') && lines.slice(at, first).some((line) => !line.trim())) ++at;
  return splice(lines, at, at, `${key} = ${raw}`, ...(lines[at]?.trim() ? [''] : []));
}
const endOf = (all: Section[], part: Part) => all.filter((one) => one.kind === part.kind && one.name === part.name).at(-1)!.end;

const many = (part: Part) => (part.work === 'integrate' || part.work === 'match' ? part.work : '');
const listed = (names: string[]) => `[${names.map((name) => JSON.stringify(name)).join(', ')}]`;
export function connect(text: string, from: string, to: string): string {
  const parts = partsOf(text);
  const [source, target] = [parts.find((one) => one.id === from), parts.find((one) => one.id === to)];
  if (!source || !target || source === target || source.kind === 'deliver' || target.kind === 'source' || target.inputs.includes(from)) return text;
  if (reaches(parts, to, from)) return text; // no circles
  const key = many(target);
  if (key) return setValue(text, target, key, listed([...texts(target.settings.find((one) => one.key === key && !one.table)?.value ?? ''), source.name]));
  return setValue(text, target, 'from', JSON.stringify(source.name));
}
function reaches(parts: Part[], from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true;
  seen.add(from);
  return parts.some((part) => part.inputs.includes(from) && !seen.has(part.id) && reaches(parts, part.id, to, seen));
}
export function disconnect(text: string, from: string, to: string): string {
  const target = partsOf(text).find((one) => one.id === to);
  if (!target) return text;
  const key = many(target);
  const own = target.settings.find((one) => one.key === key && !one.table);
  if (own && texts(own.value).includes(from)) return setValue(text, target, key, listed(texts(own.value).filter((name) => name !== from)));
  return texts(target.settings.find((one) => one.key === 'from' && !one.table)?.value ?? '').includes(from) ? setValue(text, target, 'from', '') : text;
}

// What can be added, with what it needs at least. FROM stands for the part it comes behind, UP for the way to the project's folder.
export const blueprints: Record<string, { kind: Kind; what: string; lines: string[] }> = {
  pages: { kind: 'source', what: 'Pages, read by a wrapper', lines: ['wrapper = "UPwrappers/NAME.wrapper"', 'pages = "UPpages/*.html"'] },
  table: { kind: 'source', what: 'A table that is there', lines: ['table = "UPdata/NAME.csv"'] },
  integrate: { kind: 'step', what: 'Put rows of several together', lines: ['integrate = [FROM]'] },
  normalise: { kind: 'step', what: 'Bring values to one form', lines: ['from = FROM', 'normalise.price = { money = "EUR" }'] },
  filter: { kind: 'step', what: 'Keep some rows', lines: ['from = FROM', 'filter = "price > 0"'] },
  derive: { kind: 'step', what: 'Compute a column', lines: ['from = FROM', 'derive.total = "price * 1"'] },
  aggregate: { kind: 'step', what: 'Count and sum in groups', lines: ['from = FROM', 'aggregate = { by = ["maker"], best = "min(price)" }'] },
  query: { kind: 'step', what: 'Ask in SQL', lines: ['query = "select * from BARE"'] },
  match: { kind: 'step', what: 'Find what is the same', lines: ['match = [FROM]'] },
  deliver: { kind: 'deliver', what: 'Write a file', lines: ['from = FROM', 'to = "UPout/NAME.csv"'] }
};
// Steps stand before the first delivery, the others at the end of their kind. Gives the new part's id too.
export function add(text: string, blueprint: string, behind: string, up = '', table = ''): { text: string; id: string } {
  const { kind, lines: needed } = blueprints[blueprint];
  const parts = partsOf(text);
  let name = blueprint === 'deliver' ? 'file' : blueprint === 'pages' ? table || 'shop' : blueprint;
  for (let i = 2, first = name; parts.some((part) => part.name === name); ++i) name = first + i;
  const from = parts.find((part) => part.id === behind && part.kind !== 'deliver')?.name ?? '';
  const filled = needed.map((line) => line.replace('FROM', from || line.includes('from') ? JSON.stringify(from) : '').replace('BARE', from || 'NAME').replaceAll('NAME', table || name).replace('UP', up));
  const lines = text.replace(/\n*$/, '').split('\n');
  const all = sections(lines);
  const kin = all.filter((one) => one.kind === kind || (kind === 'step' && one.kind === 'source'));
  const at = kin.length ? kin.at(-1)!.end : kind === 'deliver' ? lines.length : all[0].end;
  const fresh = [...(at && lines[at - 1]?.trim() ? [''] : []), `[${kind}.${written(name)}]`, ...filled];
  return { text: splice(lines, at, at, ...fresh, ...(lines[at]?.trim() ? [''] : [])).replace(/\n*$/, '') + '\n', id: (kind === 'deliver' ? 'deliver ' : '') + name };
}
// With the comment above it, and out of the lists of those that took from it.
export function remove(text: string, id: string): string {
  for (const part of partsOf(text)) if (part.inputs.includes(id)) text = disconnect(text, id, part.id);
  const part = partsOf(text).find((one) => one.id === id);
  if (!part) return text;
  const lines = text.split('\n');
  const gone = new Set<number>();
  const all = sections(lines);
  all.forEach((section, i) => {
    if (section.kind !== part.kind || section.name !== part.name) return;
    let from = section.line;
    while (from > (all[i - 1]?.end ?? 0) && lines[from - 1].trim().startsWith('#')) --from;
    for (let line = from; line < section.end; ++line) gone.add(line);
    if (lines[section.end]?.trim() === '') gone.add(section.end);
  });
  return lines.filter((_, i) => !gone.has(i)).join('\n');
}
