// What can be done, in one place, so that a click, a key and a menu do the same: labels and fields are edited, steps undone, cells pointed at.
import { download, get, post, putFile, Refused } from './api';
import { Marked } from './marks.svelte';
import { leavesOf, valuesAt, type Pick, type Picked, type Selected } from './model';
import type { Found, Learning, Located, PickedText, Question, Step, Value } from './types';

export type AskedStep = 'text' | 'rival' | 'none';

class StudioState extends Marked {
  private picks = 0; // heard so far: a test waits until its click is among them

  // --- edits
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
  // Of a row: where it stood when the person saw it goes along, lest it be said of another one.
  private labelRow(op: 'absent' | 'row' | 'not_row', record: number, field?: string) {
    return this.edit(() => post('/label', { table: this.tableName, page: this.page, op, record, span: this.rows[record]?.span, field }));
  }
  absent(record: number, field: string) {
    return this.labelRow('absent', record, field);
  }
  rowIsRight(record: number) {
    return this.labelRow('row', record);
  }
  notARow(record: number) {
    return this.labelRow('not_row', record);
  }
  setComplete(value: boolean) {
    return this.edit(() => post('/label', { table: this.tableName, page: this.page, op: 'complete', value }));
  }
  answer(answer: string, which = '') {
    const question = this.table?.question;
    if (!question) return;
    return this.edit(() => post('/answer', { table: this.tableName, id: question.id, answer, which }));
  }

  // A question about a value is asked in steps, each with a yes and a no of its own: is it this text, is it the other one, is there none?
  private questionStep = $state({ id: 0, step: 0 });
  private questionSteps = $derived.by<AskedStep[]>(() => {
    const { kind, list, text, rival } = this.table?.question ?? ({} as Partial<Question>);
    if (kind === 'row' || list) return ['text'];
    return text ? ['text', ...(rival ? (['rival'] as const) : []), 'none'] : ['none', ...(rival ? (['rival'] as const) : [])];
  });
  askedAbout = $derived.by<AskedStep>(() => this.questionSteps[this.questionStep.id === this.table?.question?.id ? this.questionStep.step : 0]);
  answerYes() {
    const about = this.askedAbout;
    return this.answer(about === 'none' ? 'absent' : 'yes', about === 'rival' ? 'rival' : '');
  }
  answerNo() {
    const question = this.table?.question;
    if (!question) return;
    if (question.kind === 'row' || question.list) return this.answer('no');
    const step = this.questionSteps.indexOf(this.askedAbout) + 1;
    if (step < this.questionSteps.length) return void (this.questionStep = { id: question.id, step });
    if (question.page === this.page) this.field = question.field!;
    this.say(`Then click the ${question.field} on the page`);
    return this.answer('skip');
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

  move(rows: number, columns: number) {
    const fields = this.columns.map((column) => column.path);
    if (!fields.length || !this.rows.length) return;
    const record = Math.max(0, Math.min(this.rows.length - 1, (this.selected?.record ?? -Math.sign(rows)) + rows));
    const at = Math.max(0, fields.indexOf(this.selected?.field ?? ''));
    this.select(Math.max(0, record), fields[Math.max(0, Math.min(fields.length - 1, at + columns))]);
  }

  async export(format: string, page = '') {
    try {
      const { blob, name, lacks } = await download('/export', this.exportQuery ? { query: this.exportQuery, format } : { table: this.tableName, format, page });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      if (lacks) this.show({ text: `${name} is saved, but it is not whole: ${lacks}`, kind: 'problem' });
      else this.say(`${name} is saved, and stands in out/${name} of the project`);
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
