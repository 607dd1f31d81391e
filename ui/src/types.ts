// What the server answers. Written by scripts/api from ui/public/api.json.
export type Span = [number, number];
export type Place = [number, number, number, number];
export interface Located {
  span?: Span;
  places?: Place[];
  attribute?: { element: number; name: string };
}
export interface Value extends Located {
  name?: string;
  text?: string;
  reading?: string;
  labelled?: boolean;
  page?: string;
  items?: Value[];
  fields?: Value[];
}
export interface Row {
  index: number;
  page?: string;
  span?: Span;
  places?: Place[];
  partial?: boolean;
  fields: Value[];
}
export interface Field {
  name: string;
  type: string;
  list: boolean;
  fields: Field[];
}
export interface Joined {
  field: string;
  as: string;
  file: string;
  fields: Field[];
}
export interface Onward {
  revision: number;
  total: number;
  own: number;
  pages: number;
  rows: Row[];
  notes: Problem[];
  missing_total: number;
  missing: string[];
  missing_next: string;
  more: boolean;
  words?: string[];
  command?: string;
  then?: string;
}
export interface Found {
  total: number;
  found: { text: string; before: string; span: Span; places?: Place[]; part?: Span }[];
}
export interface Where {
  file: string;
  line: number;
  column: number;
}
export interface Problem {
  what: string;
  code: string;
  where: Where;
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
export interface Lines {
  lines: { number: number; begin: number; text: string }[];
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
export interface Rules {
  rules: Rule[];
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
  goes_on: boolean;
  joined: Joined[];
  empty_lists: string[];
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
  page?: string;
  span?: Span;
  near_miss?: Located;
}
export interface Why {
  cells: WhyCell[];
  command: string;
}
export interface SiteRow {
  page: string;
  record: Row;
}
export interface Rows {
  rows: SiteRow[];
  total: number;
  looked_through: boolean;
}
export interface Compared {
  rules: { field: string; before: string; after: string }[];
  rows_before?: number;
  rows_after?: number;
  cells?: { record: number; field: string; before: string; after: string }[];
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
export interface Steps {
  total: number;
  steps: Step[];
}
export interface File {
  name: string;
  content: string;
  etag: string;
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
export interface Jobs {
  jobs: Job[];
}
export interface Log {
  log: string;
}
export interface Recording {
  state: 'none' | 'running' | 'ended';
  ended: string;
  url: string;
  steps: string[];
  script: string;
  picture: number;
  jpeg: string;
}
export interface Ticket {
  ticket: string;
}
export interface PageName {
  page: string;
}
export interface Learning {
  table: string;
  revision: number;
  what?: string;
  record?: number;
}
export interface PickedText extends Located {
  text: string;
  name: string;
}
export interface FieldRepair {
  field: string;
  before: string;
  after: string;
  found: number;
  records: number;
  known_same: number;
  known: number;
  confidence: number;
  gone: boolean;
}
export interface Repair {
  better?: boolean;
  rules_hold?: boolean;
  advice?: string;
  old_score?: number;
  new_score?: number;
  fields?: FieldRepair[];
  text?: string;
  pages?: { page: string; before: Row[]; after: Row[] }[];
  command: string;
}
export interface Rowset {
  rows: Record<string, unknown>[];
  total: number;
  command: string;
}
export interface Trace {
  exit: number;
  report: string;
  trace: string;
  records: Record<string, unknown>[];
  total: number;
}
export interface Pair {
  left: string;
  right: string;
  probability: number;
  match: boolean | null;
  log_odds: number;
  label: string;
  candidate: boolean;
  piece?: string;
  common?: string[];
  left_only?: string[];
  right_only?: string[];
  left_record: Record<string, unknown>;
  right_record: Record<string, unknown>;
  reasons?: { adds: number; why: string }[];
}
export interface Pairs {
  pairs: Pair[];
  total: number;
  report: string;
  command: string;
}
export interface Ran {
  exit: number;
  out: string;
  err: string;
}
export interface Started {
  id: string;
  command: string;
}
export interface Etag {
  etag: string;
}
export interface Token {
  token: string;
}
export interface Nothing {
}
export interface Named {
  name?: string;
}
