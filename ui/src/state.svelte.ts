// What the window shows, and what can be done: one place for both, so that a click, a key and a menu do the same.
import { download, get, listen, post, putFile, Refused, upload } from './api';
import type { Field, Found, Jobs, Learning, Located, Onward, PageInfo, PageName, Pages, Problem, Project, PickedText, Proposal, Row, Started, Step, TableView, Value, Why, WhyCell } from './types';
import { colourOf, patternOf } from './colours';

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
  state: 'found' | 'labelled' | 'proposed' | 'doubt' | 'not';
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

const MARKED = 1000; // rows whose values are marked wherever the table stands

// Beside each other there is no room: lists and panels lie over the page then.
export function isNarrow() {
  return matchMedia('(max-width: 1080px)').matches;
}

class StudioState {
  project = $state.raw<Project | null>(null);
  view = $state<View>('extract');
  page = $state('');
  pageInfo = $state.raw<PageInfo | null>(null);
  tableName = $state('');
  table = $state.raw<TableView | null>(null);
  rows = $state.raw<Row[]>([]); // of the page; sparse when there are very many
  pages = $state.raw<Pages | null>(null);
  pageFilter = $state('');
  pageSearch = $state('');
  proposal = $state.raw<Proposal | null>(null);
  proposalNames = $state<Record<string, string>>({});
  choice = $state(0);
  noProposal = $state('');
  onward = $state.raw<Onward | null>(null); // pages beyond this one that rows come from
  private joinedRows = new Set<number>(); // those whose links were followed
  fetching = $state(''); // the job that fetches what is beyond the project
  field = $state(''); // that clicks on the page are for; "": asked each time
  into = $state.raw<[number, number] | null>(null); // and the labelled record and item of its list; null: told by the place
  workRecord = $state(0); // the labelled record that got the last value
  carried = $state.raw<Carried | null>(null);
  selected = $state<Selected | null>(null);
  panel = $state<Panel>('fields');
  panelOpen = $state(!isNarrow());
  sideOpen = $state(!isNarrow());
  picked = $state.raw<Picked | null>(null);
  why = $state.raw<WhyCell | null>(null);
  whyCommand = $state('');
  learning = $state(false);
  loading = $state(false);
  connected = $state(true);
  locked = $state(false);
  toasts = $state<Toast[]>([]);
  dialog = $state<'' | 'keys' | 'export' | 'open' | 'command' | 'tables' | 'ask' | 'find'>('');
  exportQuery = $state(''); // what is saved is its answer; "": the table
  asked = $state.raw<{ title: string; what: string; value: string; answer: (text: string) => void } | null>(null);
  tour = $state(-1);
  filesChanged = $state(0);
  jobsChanged = $state(0);
  frameVersion = $state(0); // the page's styles and pictures came
  flashed = $state.raw<{ targets: Located[]; serial: number } | null>(null);
  clickedAt = 0; // for measuring: when the last label was set
  marksDrawnAt = $state(0);
  private picks = 0; // heard so far: a test waits until its click is among them
  private toastNumber = 0;
  private flashNumber = 0;
  private asking: AbortController | null = null;

  // --- words to the person
  say(text: string, action?: Toast['action']) {
    this.show({ text, kind: 'fine', action });
  }
  complain(error: unknown) {
    if ((error as Error)?.name === 'AbortError') return;
    const problem: Problem | undefined = error instanceof Refused ? error.problem : undefined;
    if (error instanceof Refused && error.status === 403) this.locked = true;
    this.show({ text: problem?.what ?? String(error), hint: problem?.hint, kind: 'problem' });
  }
  private show(toast: Omit<Toast, 'id'>) {
    const id = ++this.toastNumber;
    this.toasts = [...this.toasts.filter((t) => t.text !== toast.text).slice(-2), { ...toast, id }];
    setTimeout(() => this.forget(id), toast.kind === 'problem' ? 9000 : 5000);
  }
  forget(id: number) {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  // A name, asked in a dialog; "" where it was closed.
  ask(title: string, what: string, value: string): Promise<string> {
    return new Promise((answer) => {
      this.asked = { title, what, value, answer };
      this.dialog = 'ask';
    });
  }
  closeDialog(answer = '') {
    this.dialog = '';
    this.exportQuery = '';
    this.asked?.answer(answer.trim());
    this.asked = null;
  }

  // --- beginning
  async start() {
    try {
      await this.loadProject();
    } catch (error) {
      this.complain(error);
      return;
    }
    listen(
      (kind, data) => this.hear(kind, data),
      (connected) => {
        if (connected && !this.connected) this.reload();
        this.connected = connected;
      }
    );
    await this.fromAddress();
    window.addEventListener('hashchange', () => this.fromAddress());
    if (!this.page && this.project?.first_page) {
      if (/^https?:/.test(this.project.first_page)) await this.openAddress(this.project.first_page);
      else await this.openPage(this.project.first_page);
    }
  }

  async loadProject() {
    this.project = await get<Project>('/project');
    this.locked = false;
    if (!this.tableName && this.project.tables.length === 1) this.tableName = this.project.tables[0].name;
  }

  // The address says what is shown, so that a reload and a bookmark come back to it.
  private async fromAddress() {
    const at = new URLSearchParams(location.hash.slice(1));
    const view = at.get('view') as View | null;
    if (view) this.view = view;
    const table = at.get('table');
    if (table && table !== this.tableName) this.tableName = table;
    const page = at.get('page');
    if (page && page !== this.page) await this.openPage(page);
  }
  private toAddress() {
    const at = new URLSearchParams();
    if (this.view !== 'extract') at.set('view', this.view);
    if (this.page) at.set('page', this.page);
    if (this.tableName) at.set('table', this.tableName);
    const fresh = '#' + at.toString();
    if (fresh !== location.hash) history.replaceState(null, '', fresh);
  }

  go(view: View) {
    this.view = view;
    this.toAddress();
  }

  private hear(kind: string, data: Record<string, unknown>) {
    if (kind === 'files') {
      this.filesChanged++;
      this.loadProject().catch(() => {});
      this.loadPages();
    }
    if (kind === 'jobs') {
      this.jobsChanged++;
      if (this.fetching) this.whenFetched();
    }
    if (kind === 'resources' && data.page === this.page) this.frameVersion++;
    if (kind !== 'table' || data.table !== this.tableName) return;
    if (data.what === 'pages') this.loadPages();
    const behind = Number(data.revision) > (this.table?.revision ?? 0) || (this.table?.provisional && Number(data.revision) === this.table.revision);
    if (((data.what === 'learned' && behind) || data.what === 'question') && !this.learning) this.loadTable();
  }

  async reload() {
    await this.loadProject().catch((error) => this.complain(error));
    await this.loadTable();
    await this.loadPages();
  }

  // --- pages
  async openPage(name: string) {
    this.picked = null;
    this.why = null;
    this.selected = null;
    this.flashed = null;
    if (isNarrow()) this.sideOpen = false;
    this.loading = true;
    try {
      const info = await get<PageInfo>('/page', { name });
      this.page = name;
      this.pageInfo = info;
      this.proposal = null;
      this.table = this.table && { ...this.table, records: [], total: 0, question: undefined };
      this.rows = [];
      this.toAddress();
      await this.loadTable();
      this.loadPages();
    } catch (error) {
      this.complain(error);
    } finally {
      this.loading = false;
    }
  }

  async openAddress(address: string) {
    this.loading = true;
    try {
      const { page } = await post<PageName>('/open', { address });
      await this.loadProject();
      await this.openPage(page);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    } finally {
      this.loading = false;
    }
  }

  async addFiles(files: Iterable<File>) {
    let first = '';
    try {
      for (const file of files) {
        const { page } = await upload(file);
        first ||= page;
      }
      await this.loadProject();
      if (first) await this.openPage(first);
    } catch (error) {
      this.complain(error);
    }
  }

  async takeSamples() {
    try {
      const { page } = await post<PageName>('/samples');
      await this.loadProject();
      await this.openPage(page);
    } catch (error) {
      this.complain(error);
    }
  }

  async loadPages() {
    if (!this.project) return;
    try {
      this.pages = await get<Pages>('/pages', { table: this.tableName, filter: this.pageFilter, search: this.pageSearch });
    } catch (error) {
      this.complain(error);
    }
  }

  stepPage(by: number) {
    const all = this.pages?.pages ?? [];
    const at = all.findIndex((page) => page.name === this.page);
    const next = all[at + by];
    if (next) this.openPage(next.name);
  }

  // --- tables
  async chooseTable(name: string) {
    this.tableName = name;
    this.field = '';
    this.selected = null;
    this.toAddress();
    await this.loadTable();
    await this.loadPages();
  }

  get hasTable() {
    return !!this.project?.tables.some((table) => table.name === this.tableName) || (this.table?.labelled_fields.length ?? 0) > 0;
  }

  async loadTable(revision?: number) {
    if (!this.page) return;
    if (!this.tableName || (!this.hasTable && revision === undefined)) {
      this.table = null;
      this.rows = [];
      await this.loadProposal();
      return;
    }
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    this.learning = revision !== undefined;
    try {
      const table = await get<TableView>('/table', { name: this.tableName, page: this.page, revision }, asking.signal);
      if (asking !== this.asking) return;
      this.table = table;
      const rows: Row[] = table.records ?? [];
      rows.length = table.total ?? rows.length;
      this.rows = rows;
      this.joinedRows.clear();
      const leadsOn = table.goes_on || table.joined.length > 0;
      if (!leadsOn) this.onward = null;
      if (!this.selected || (this.selected.record >= rows.length && !leadsOn)) this.selected = null;
      if (leadsOn) this.loadOnward(0);
      if (!table.fields.length && !table.labelled_fields.length) await this.loadProposal();
      else this.proposal = null;
    } catch (error) {
      this.complain(error);
    } finally {
      if (asking === this.asking) this.learning = false;
    }
    // All families were done while this was asked for: their word, and their question, are there already.
    if (asking === this.asking && this.table?.provisional) setTimeout(() => asking === this.asking && this.table?.provisional && this.loadTable(), 250);
  }

  // Rows as a run gives them: with what is behind their links, then those of the pages that the list goes on with.
  private async loadOnward(from: number) {
    const page = this.page, name = this.tableName, revision = this.table?.revision;
    for (let i = from; i < from + 100; ++i) this.joinedRows.add(i);
    const onward = await get<Onward>('/onward', { table: name, page, from, to: from + 100 }).catch((error) => (this.complain(error), null));
    if (!onward || page !== this.page || name !== this.tableName || this.table?.revision !== revision) return;
    const rows = this.rows.slice();
    rows.length = onward.total;
    for (const row of onward.rows) rows[row.index] = row;
    this.rows = rows;
    this.onward = onward;
    if (this.selected && this.selected.record >= rows.length) this.selected = null;
  }

  columns = $derived.by<Column[]>(() => [
    ...(this.table?.fields ?? []).map((field) => ({ path: field.name, name: field.name, type: field.type, list: field.list, behind: '' })),
    ...(this.table?.joined ?? []).flatMap((one) => one.fields.map((field) => ({ path: `${one.as}.${field.name}`, name: `${one.as} › ${field.name}`, type: field.type, list: field.list, behind: one.field })))
  ]);

  // What the rows lead to is fetched by a run that keeps the pages; then the same page is shown from there.
  async fetchBeyond() {
    const words = this.onward?.words;
    if (!words) return;
    try {
      const { id } = await post<Started>('/jobs', { words });
      this.fetching = id;
      this.fetchedPage = this.onward!.then ?? '';
      this.whenFetched();
    } catch (error) {
      this.complain(error);
    }
  }
  private fetchedPage = '';
  private async whenFetched() {
    const id = this.fetching;
    const { jobs } = await get<Jobs>('/jobs').catch(() => ({ jobs: [] }));
    const job = jobs.find((one) => one.id === id);
    if (!job || this.fetching !== id || ['running', 'paused', 'waiting'].includes(job.state)) return;
    this.fetching = '';
    if (job.exit === 6) this.say(job.last_line); // some of them are gone
    else if (job.exit !== 0) this.show({ text: job.last_line || 'The pages could not be fetched', hint: 'Jobs has its log', kind: 'problem' });
    await this.loadProject().catch(() => {});
    if (this.fetchedPage) await this.openPage(this.fetchedPage);
  }

  // Rows beyond the first thousand come as they are scrolled to.
  async loadRows(from: number, to: number) {
    if (this.table?.goes_on || this.table?.joined.length) {
      for (let i = from; i < Math.min(to, this.rows.length); ++i)
        if (!this.joinedRows.has(i)) return this.loadOnward(i);
      return;
    }
    let missing = -1;
    for (let i = from; i < Math.min(to, this.rows.length) && missing < 0; ++i) if (!this.rows[i]) missing = i;
    if (missing < 0 || !this.table) return;
    const revision = this.table.revision;
    const more = await get<TableView>('/table', { name: this.tableName, page: this.page, from: missing, to: missing + 500 }).catch(() => null);
    if (!more || more.revision !== revision) return;
    const rows = this.rows.slice();
    for (const row of more.records ?? []) rows[row.index] = row;
    this.rows = rows;
  }

  async loadProposal() {
    const page = this.page;
    try {
      const proposal = await get<Proposal>('/proposal', { page, choice: this.choice });
      if (page !== this.page) return;
      this.proposal = proposal;
      this.noProposal = '';
      this.proposalNames = Object.fromEntries(proposal.fields.map((field) => [field.name, field.name]));
    } catch (error) {
      this.proposal = null;
      this.noProposal = error instanceof Refused ? error.problem.what : '';
    }
  }

  // Another kind of page is another table.
  async newTable() {
    const taken = new Set(this.project?.tables.map((table) => table.name));
    const stem = this.page.split('/').pop()!.replace(/\.[a-z.]+$/i, '').replace(/[-_]?[\da-f]*\d[\da-f]*$/i, '').replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '') || 'table';
    let name = stem;
    for (let i = 2; taken.has(name); ++i) name = `${stem}-${i}`;
    this.tableName = name;
    this.table = null;
    this.rows = [];
    this.choice = 0;
    await this.loadProposal();
    if (!this.proposal) this.say(`Click the first value of the new table ${name} on the page`);
    this.toAddress();
  }

  // A name for the first table: the folder or the host of the page.
  suggestTable(): string {
    const parts = this.page.split('/');
    const folder = parts.length > 1 ? parts[parts.length - 2] : '';
    const stem = parts[parts.length - 1].replace(/\.[a-z]+$/i, '');
    const base = (folder && folder !== 'pages' ? folder : stem).replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '');
    return base || 'table';
  }

  private async edit(send: () => Promise<Learning>) {
    this.picked = null;
    this.learning = true;
    this.clickedAt = performance.now();
    try {
      const { table, revision, what, record } = await send();
      if (record !== undefined) this.workRecord = record;
      const fresh = !this.project?.tables.some((one) => one.name === table);
      this.tableName = table;
      if (what) this.say(what, { label: 'Undo', run: () => this.undo() });
      await this.loadTable(revision);
      this.toAddress();
      if (fresh) await this.loadProject();
      else this.loadProject();
      this.loadPages();
    } catch (error) {
      this.learning = false;
      this.complain(error);
      if (error instanceof Refused && error.status === 409) this.reload();
    }
  }

  takeProposal() {
    if (!this.proposal) return;
    const names = { ...this.proposalNames };
    return this.edit(() => post('/accept', { table: this.tableName || this.suggestTable(), page: this.page, choice: this.choice, names }));
  }

  label(field: string, pick: Pick, also = false, into: [number, number] | null = null) {
    return this.edit(() => post('/label', { table: this.tableName || this.suggestTable(), page: this.page, op: 'value', field, pick, also, into: into ?? undefined }));
  }
  notThis(field: string, pick: Pick) {
    return this.edit(() => post('/label', { table: this.tableName || this.suggestTable(), page: this.page, op: 'not', field, pick }));
  }
  unlabel(field: string, pick: Pick) {
    return this.edit(() => post('/label', { table: this.tableName, page: this.page, op: 'remove', field, pick }));
  }
  absent(record: number, field: string) {
    return this.edit(() => post('/label', { table: this.tableName, page: this.page, op: 'absent', record, field }));
  }
  rowIsRight(record: number) {
    return this.edit(() => post('/label', { table: this.tableName, page: this.page, op: 'row', record }));
  }
  notARow(record: number) {
    return this.edit(() => post('/label', { table: this.tableName, page: this.page, op: 'not_row', record }));
  }
  setComplete(value: boolean) {
    return this.edit(() => post('/label', { table: this.tableName, page: this.page, op: 'complete', value }));
  }
  answer(answer: string, which = '') {
    const question = this.table?.question;
    if (!question) return;
    return this.edit(() => post('/answer', { table: this.tableName, id: question.id, answer, which }));
  }
  changeField(op: 'rename' | 'move' | 'drop' | 'type' | 'list' | 'unlist' | 'follow' | 'next', field: string, to = '') {
    if (this.field === field && (op === 'rename' || op === 'move' || op === 'drop')) this.field = op === 'drop' ? '' : to;
    return this.edit(() => post('/field', { table: this.tableName || this.suggestTable(), op, field, to, page: this.page }));
  }
  // A list in each row, to put fields and values into.
  async newList() {
    const name = await this.ask('A list in each row', 'What is it called?', 'items');
    if (name) await this.changeField('list', name);
    return name;
  }
  // A name for a value that nobody has named.
  async nameFor(pick: Pick): Promise<string> {
    const { name } = await post<PickedText>('/pick', { page: this.page, pick });
    return name;
  }
  // A value was dropped on a field, or on the place for a new one ("offers." in a list, "" in the row).
  async dropValue(pick: Pick, target: string, into: [number, number] | null = null) {
    this.picked = null;
    if (target && !target.endsWith('.')) return this.label(target, pick, false, into);
    try {
      const name = await this.ask(target ? `A new column of ${target.slice(0, -1)}` : 'A new field', 'What is it called?', await this.nameFor(pick));
      if (name) await this.label(target + name, pick, false, into);
    } catch (error) {
      this.complain(error);
    }
  }
  learnAgain() {
    return this.edit(() => post('/learn', { table: this.tableName }));
  }

  async undo() {
    await this.step('/undo', 'Undone');
  }
  async redo() {
    await this.step('/redo', 'Done again');
  }
  private async step(path: string, word: string) {
    try {
      const step = await post<Step>(path);
      this.say(`${word}: ${step.what}`);
      await this.loadProject();
      if (!this.project?.tables.some((table) => table.name === this.tableName)) {
        this.tableName = this.project?.tables[0]?.name ?? '';
        this.table = null;
      }
      if (this.page && this.project?.pages === 0) {
        this.page = '';
        this.pageInfo = null;
      }
      await this.loadTable();
      await this.waitForLearning();
      await this.loadPages();
    } catch (error) {
      this.complain(error);
    }
  }
  // After undo the worker learns again: what is shown follows.
  private async waitForLearning() {
    for (let last = -1; this.table?.behind && this.table.revision > last; ) {
      last = this.table.revision;
      await this.loadTable(last + 1);
    }
  }

  // --- pointing
  allPaths = $derived.by<string[]>(() => {
    if (this.proposal && !this.table?.fields.length) return pathsOf(this.proposal.fields);
    const learned = this.table ? pathsOf(this.table.fields) : [];
    return [...learned, ...(this.table?.labelled_fields ?? []).filter((path) => !learned.includes(path))];
  });
  private indices = $derived(new Map(this.allPaths.map((path, i) => [path, i])));
  fieldIndex(path: string): number {
    return this.indices.get(path) ?? this.indices.size;
  }
  colour(path: string) {
    return colourOf(this.fieldIndex(path));
  }

  private marksOf(row: Row, state: Mark['state']): Mark[] {
    return leavesOf(row.fields)
      .filter(({ value }) => !value.page && (value.places || value.attribute || value.span))
      .map(({ path, value }) => {
        const index = this.fieldIndex(path);
        return { id: `${row.index}/${path}`, colour: colourOf(index), pattern: patternOf(index), style: index, state: value.labelled ? 'labelled' : state, places: value.places, attribute: value.attribute, span: value.span };
      });
  }
  // Of very many rows those at the beginning are marked, and those that the table shows when it rests.
  restingRows = $state.raw<[number, number]>([0, 0]);
  private firstRows = $derived(this.rows.slice(0, MARKED));
  private firstMarks = $derived.by(() => this.firstRows.flatMap((row) => (row ? this.marksOf(row, 'found') : [])));
  private laterMarks = $derived.by(() => (this.rows.length > MARKED ? this.rows.slice(Math.max(MARKED, this.restingRows[0]), this.restingRows[1]).flatMap((row) => (row ? this.marksOf(row, 'found') : [])) : []));

  marks = $derived.by<Mark[]>(() => {
    const add = (rows: Row[], state: Mark['state']) => {
      for (const row of rows) out.push(...this.marksOf(row, state));
    };
    const out: Mark[] = this.proposal && !this.table?.fields.length ? this.proposal.records.flatMap((row) => this.marksOf(row, 'proposed')) : [...this.firstMarks, ...this.laterMarks];
    if (this.table && !this.table.fields.length) add(this.table.label?.records ?? [], 'labelled');
    for (const negative of this.table?.label?.negative ?? [])
      out.push({ id: 'not/' + negative.field, colour: '#8a2222', pattern: 'solid', style: 99, state: 'not', places: negative.places, attribute: negative.attribute, span: negative.span });
    const question = this.table?.question;
    if (question && question.page === this.page && question.kind === 'value')
      out.push({ id: 'question', colour: '#d98200', pattern: 'wavy', style: 98, state: 'doubt', places: question.places, attribute: question.attribute, span: question.span });
    return out;
  });

  flash(targets: Located[]) {
    this.flashed = { targets, serial: ++this.flashNumber };
  }

  takePick(picked: Picked) {
    document.documentElement.dataset.picks = String(++this.picks);
    if (!picked.levels.length) {
      this.picked = null;
      return;
    }
    const { pick } = picked.levels[picked.level];
    const onMark = picked.mark && picked.mark.includes('/') ? picked.mark.slice(picked.mark.indexOf('/') + 1) : '';
    if (picked.alt) {
      this.notThis(onMark || this.field, pick);
      return;
    }
    if (this.field && (!onMark || this.into)) {
      if (this.field.endsWith('.')) this.dropValue(pick, this.field, this.into);
      else this.label(this.field, pick, false, this.into);
      this.into = null;
      return;
    }
    this.picked = picked;
  }

  select(record: number, field: string, show = true) {
    this.selected = { record, field };
    this.picked = null;
    const row = this.rows[record];
    if (!row) return;
    const values = valuesAt(row.fields, field);
    if (row.page || values.some((value) => value.page)) {
      this.loadWhy();
      return;
    }
    const targets = (values.length ? values.flatMap((value) => (value.fields ? leavesOf(value.fields).map((leaf) => leaf.value) : [value])) : leavesOf(row.fields).slice(0, 1).map((leaf) => leaf.value)) as Located[];
    if (show && targets.length) this.flash(targets);
    this.loadWhy();
  }

  // The page that a cell comes from, where it is not this one.
  elsewhere(at: Selected): Value | undefined {
    const row = this.rows[at.record];
    return row && (valuesAt(row.fields, at.field).find((value) => value.page) ?? (row.page ? { page: row.page } : undefined));
  }
  // The cell's place, on whichever page it is.
  async showPlace(at: Selected) {
    const value = this.elsewhere(at);
    if (!value?.page) return this.select(at.record, at.field);
    const joined = this.table?.joined.find((one) => at.field.startsWith(one.as + '.'));
    if (joined && this.project?.tables.some((table) => table.name === joined.as)) {
      this.tableName = joined.as;
      this.table = null;
    }
    await this.openPage(value.page);
    if (!value.span) return;
    const place = await post<PickedText>('/pick', { page: this.page, pick: { kind: 'span', span: value.span } }).catch(() => null);
    if (place) this.flash([place]);
  }

  async find(text: string): Promise<Found> {
    return get<Found>('/find', { page: this.page, text });
  }

  async loadWhy() {
    if (!this.selected || !this.table) return;
    const asked = this.selected;
    try {
      const { cells, command } = await get<Why>('/why', { table: this.tableName, page: this.page, record: asked.record, field: asked.field });
      if (asked !== this.selected) return;
      this.why = cells.find((cell) => cell.field === asked.field) ?? cells[0] ?? null;
      this.whyCommand = command;
    } catch (error) {
      if (asked === this.selected) this.why = { field: asked.field, absent: true, text: '', why: error instanceof Refused ? error.problem.what : '', voters: [], example: '', failed: '', line: 0, source: '' };
    }
  }

  move(rows: number, columns: number) {
    const fields = this.columns.map((column) => column.path);
    if (!fields.length || !this.rows.length) return;
    const record = Math.max(0, Math.min(this.rows.length - 1, (this.selected?.record ?? -Math.sign(rows)) + rows));
    const at = Math.max(0, fields.indexOf(this.selected?.field ?? ''));
    this.select(Math.max(0, record), fields[Math.max(0, Math.min(fields.length - 1, at + columns))]);
  }

  async export(format: string, page = '') {
    try {
      const { blob, name } = await download('/export', this.exportQuery ? { query: this.exportQuery, format } : { table: this.tableName, format, page });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      this.say(`${name} is saved, and stands in out/${name} of the project`);
      this.closeDialog();
    } catch (error) {
      this.complain(error);
    }
  }

  async copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      this.say('Copied: ' + text);
    } catch {
      this.say(text);
    }
  }

  async saveFile(name: string, content: string, etag: string) {
    const saved = await putFile(name, content, etag);
    await this.loadProject();
    await this.loadTable();
    await this.waitForLearning();
    return saved.etag;
  }
}

export const studio = new StudioState();
