// What the window shows: project, page, table and rows, as the server knows them, kept up by the events that it sends.
import { get, listen, post, Refused, upload } from './api';
import { Words } from './words.svelte';
import { tableName, type Carried, type Column, type Panel, type Picked, type Selected, type View } from './model';
import type { Jobs, Located, Onward, PageInfo, PageName, Pages, Problem, Project, Proposal, Row, Span, Started, Steps, TableView, Why, WhyCell } from './types';

// Beside each other there is no room: lists and panels lie over the page then.
const narrow = matchMedia('(max-width: 1080px)');
export function isNarrow() {
  return narrow.matches;
}

const sameSpan = (a?: Span, b?: Span) => !!a && !!b && a[0] === b[0] && a[1] === b[1];

export class Shown extends Words {
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
  noProposal = $state<Problem | null>(null); // why there is none
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
  tour = $state(-1);
  filesChanged = $state(0);
  jobsChanged = $state(0);
  frameVersion = $state(0); // the page's styles and pictures came
  flashed = $state.raw<{ targets: Located[]; serial: number } | null>(null);
  clickedAt = 0; // for measuring: when the label was set whose marks are waited for
  private filesWait = false; // they changed while something was learned: the marks come first
  private asking: AbortController | null = null;
  // The latest that the server told of learning; while an answer is waited for it says whether that is old when it comes.
  private told = { table: '', revision: 0, provisional: true, asked: false };

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
    if (!this.tableName) this.tableName = await this.lastTable();
    await this.fromAddress();
    window.addEventListener('hashchange', () => this.fromAddress());
    narrow.addEventListener('change', () => (this.sideOpen = this.panelOpen = !isNarrow())); // nothing covers the page
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

  // The one of several tables that was worked on last; nothing was done yet: the first.
  private async lastTable(): Promise<string> {
    const tables = this.project?.tables ?? [];
    if (!tables.length) return '';
    const { steps } = await get<Steps>('/history', { to: 100 }).catch(() => ({ steps: [] }));
    return steps.find((step) => tables.some((table) => table.name === step.table))?.table ?? tables[0].name;
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
  protected toAddress() {
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
      if (this.learning) this.filesWait = true;
      else this.loadFiles();
    }
    if (kind === 'jobs') {
      this.jobsChanged++;
      if (this.fetching) this.whenFetched();
    }
    if (kind === 'resources' && data.page === this.page) this.frameVersion++;
    if (kind !== 'table' || data.table !== this.tableName) return;
    if (data.what === 'pages') this.loadPages();
    this.told = { table: this.tableName, revision: Number(data.revision), provisional: !!data.provisional, asked: this.told.asked || data.what === 'question' };
    if (data.what !== 'pages' && !this.learning && this.isBehind()) this.loadTable();
  }
  // Something newer was told of than what is shown: rows that others learned, the word of all kinds of rules, a question.
  private isBehind(): boolean {
    const { table, revision, provisional, asked } = this.told, shown = this.table?.revision ?? 0;
    return table === this.tableName && (asked || revision > shown || (revision === shown && !!this.table?.provisional && !provisional));
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
    if (name !== this.page) this.choice = 0; // which list is said of one page
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

  // One that is no page does not keep the others away.
  async addFiles(files: Iterable<File>) {
    let first = '';
    for (const file of files) {
      try {
        const { page } = await upload(file);
        first ||= page;
      } catch (error) {
        this.complain(error);
      }
    }
    if (!first) return;
    await this.loadProject().catch((error) => this.complain(error));
    await this.openPage(first);
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
    this.told.asked = false;
    const asking = (this.asking = new AbortController());
    this.learning = revision !== undefined;
    try {
      const table = await get<TableView>('/table', { name: this.tableName, page: this.page, revision }, asking.signal);
      if (asking !== this.asking) return;
      this.showTable(table);
      if (!table.fields.length && !table.labelled_fields.length) await this.loadProposal();
      else this.proposal = null;
    } catch (error) {
      if (asking === this.asking) this.learning = false;
      if (this.filesWait) this.loadFiles();
      return this.complain(error);
    }
    if (asking !== this.asking) return;
    this.learning = false;
    if (this.filesWait) this.loadFiles();
    if (this.isBehind()) await this.loadTable(); // told of while this was under way
  }
  private loadFiles() {
    this.filesWait = false;
    this.loadProject().catch(() => {});
    this.loadPages();
  }
  private showTable(table: TableView) {
    const rows: Row[] = table.records ?? [];
    rows.length = table.total ?? rows.length;
    const leadsOn = table.goes_on || table.joined.length > 0;
    const chosen = this.selected && this.rows[this.selected.record];
    this.table = table;
    this.rows = rows;
    this.joinedRows.clear();
    if (!leadsOn) this.onward = null;
    if (this.selected && chosen && !chosen.page) {
      // the same row, wherever it stands now: what is said of it must not fall on its neighbour
      const at = rows.findIndex((row) => row && sameSpan(row.span, chosen.span));
      this.selected = at < 0 ? null : { ...this.selected, record: at };
      if (this.selected) this.loadWhy();
    } else if (!leadsOn) this.selected = null;
    if (leadsOn) this.loadOnward(0);
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
      this.noProposal = null;
      this.proposalNames = Object.fromEntries(proposal.fields.map((field) => [field.name, field.name]));
    } catch (error) {
      this.proposal = null;
      this.noProposal = error instanceof Refused ? error.problem : null;
    }
  }

  // Another kind of page is another table.
  async newTable() {
    const stem = this.page.split('/').pop()!.replace(/\.[a-z.]+$/i, '').replace(/[-_]?[\da-f]*\d[\da-f]*$/i, '').replaceAll('.', '-');
    const name = (this.tableName = this.freshName(stem));
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
    return this.freshName((folder && folder !== 'pages' ? folder : stem).replaceAll('.', '-'));
  }
  // Of no table that is there: what it has stays apart.
  private freshName(wanted: string): string {
    const taken = new Set(this.project?.tables.map((table) => table.name));
    const first = tableName(wanted) || 'table';
    let name = first;
    for (let i = 2; taken.has(name); ++i) name = `${first}-${i}`;
    return name;
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
}
