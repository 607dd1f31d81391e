// Marks in the page: a colour and a pattern for each field, and the places of the rows' values.
import { colourOf, patternOf } from './colours';
import { leavesOf, pathsOf, type Mark } from './model';
import { Shown } from './shown.svelte';
import type { Located, Row, Value } from './types';

const MARKED = 1000; // rows whose values are marked wherever the table stands

export class Marked extends Shown {
  private flashNumber = 0;

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

  // What a person labelled on this page and the rules do not give: never passed over in silence.
  missed = $derived.by<{ path: string; value: Value }[]>(() => {
    const table = this.table;
    if (!table?.fields.length || table.provisional || this.rows.length > MARKED || this.rows.some((row) => !row)) return [];
    const at = ({ path, value }: { path: string; value: Value }) => `${path} ${value.span}`;
    const found = new Set(this.rows.flatMap((row) => (row.page ? [] : leavesOf(row.fields).map(at))));
    return (table.label?.records ?? []).flatMap((row) => leavesOf(row.fields)).filter((leaf) => leaf.value.span && !found.has(at(leaf)));
  });

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
    for (const { path, value } of this.missed) out.push({ id: 'missed/' + path, colour: '#c2410c', pattern: 'wavy', style: 97, state: 'missed', places: value.places, attribute: value.attribute, span: value.span });
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
}
