// All by keyboard: keys pressed in Studio, and those that the frame passes on.
import { studio } from './state.svelte';

export const KEYS: { keys: string; what: string; group: string }[] = [
  { keys: 'j k', what: 'next, previous row', group: 'Table' },
  { keys: 'h l', what: 'field to the left, to the right', group: 'Table' },
  { keys: '.', what: 'show the place of the cell in the page', group: 'Table' },
  { keys: 'w', what: 'why this value, or why none', group: 'Table' },
  { keys: 'g', what: 'the cell in the source', group: 'Table' },
  { keys: 'a', what: 'this row has no such value', group: 'Table' },
  { keys: 'x', what: 'this is not the value', group: 'Table' },
  { keys: 'X', what: 'this is not a row', group: 'Table' },
  { keys: 'Enter', what: 'this row is right', group: 'Table' },
  { keys: 'y n s', what: 'answer the question: yes, no, skip', group: 'Question' },
  { keys: '[ ]', what: 'page before, next page', group: 'Pages' },
  { keys: '/', what: 'search pages', group: 'Pages' },
  { keys: 'o', what: 'open an address or file', group: 'Pages' },
  { keys: 't', what: 'another table', group: 'Pages' },
  { keys: 'click', what: 'this is a value', group: 'On the page' },
  { keys: 'Alt click', what: 'this is not a value', group: 'On the page' },
  { keys: 'drag', what: 'choose a part of a text', group: 'On the page' },
  { keys: 'Shift', what: 'more or less than what is under the pointer', group: 'On the page' },
  { keys: 'f', what: 'find a value by its text, and say what it is', group: 'On the page' },
  { keys: '1 … 9', what: 'the field that clicks are for', group: 'On the page' },
  { keys: 'Esc', what: 'close, let go', group: 'Everywhere' },
  { keys: 'u U', what: 'undo, do again (Ctrl Z, Ctrl Shift Z)', group: 'Everywhere' },
  { keys: 'e', what: 'edit the rules', group: 'Everywhere' },
  { keys: 'p', what: 'use the proposed table', group: 'Everywhere' },
  { keys: 'c', what: 'copy as command', group: 'Everywhere' },
  { keys: 'd', what: 'save the table: CSV, Excel, JSON …', group: 'Everywhere' },
  { keys: '?', what: 'all keys', group: 'Everywhere' }
];

function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return !!element?.closest?.('input, textarea, select, [contenteditable], .cm-editor');
}

// The action for a key; nothing where it has none.
export function actionOf(key: string, ctrl: boolean, shift: boolean): (() => void) | undefined {
  const at = studio.selected;
  if (ctrl) {
    if (key.toLowerCase() === 'z') return shift ? () => studio.redo() : () => studio.undo();
    if (key.toLowerCase() === 'y') return () => studio.redo();
    return undefined;
  }
  if (key === '?') return () => (studio.dialog = 'keys');
  if (key === 'Escape')
    return () => {
      if (studio.dialog) studio.closeDialog();
      else if (studio.picked) studio.picked = null;
      else if (studio.field) (studio.field = ''), (studio.into = null);
      else studio.selected = null;
    };
  if (key === 'u') return () => studio.undo();
  if (key === 'U') return () => studio.redo();
  if (key === 'o') return () => (studio.dialog = 'open');
  if (key === 't') return () => (studio.dialog = 'tables');
  if (studio.view !== 'extract') return undefined;
  const open = (panel: typeof studio.panel) => () => {
    studio.panel = panel;
    studio.panelOpen = true;
  };
  if (studio.table?.question && (key === 'y' || key === 'n' || key === 's'))
    return () => (key === 'y' ? studio.answerYes() : key === 'n' ? studio.answerNo() : studio.answer('skip'));
  if (/^[1-9]$/.test(key)) {
    const field = studio.allPaths[Number(key) - 1];
    return field ? () => (studio.field = studio.field === field ? '' : field) : undefined;
  }
  const simple: Record<string, () => void> = {
    j: () => studio.move(1, 0),
    k: () => studio.move(-1, 0),
    h: () => studio.move(0, -1),
    l: () => studio.move(0, 1),
    '[': () => studio.stepPage(-1),
    ']': () => studio.stepPage(1),
    w: open('why'),
    g: open('source'),
    e: open('rules'),
    p: () => studio.takeProposal(),
    d: () => (studio.dialog = studio.table ? 'export' : ''),
    c: () => (studio.dialog = 'command'),
    f: () => (studio.dialog = studio.page ? 'find' : ''),
    '/': () => document.querySelector<HTMLInputElement>('#page-search')?.focus()
  };
  if (simple[key]) return simple[key];
  if (!at) return undefined;
  const onCell: Record<string, () => void> = {
    '.': () => studio.showPlace(at),
    a: () => studio.absent(at.record, at.field),
    X: () => studio.notARow(at.record),
    Enter: () => studio.rowIsRight(at.record),
    x: () => {
      const span = studio.why?.span;
      if (span) studio.notThis(at.field, { kind: 'span', span });
    }
  };
  return onCell[key];
}

export function pressed(event: KeyboardEvent) {
  const ctrl = event.ctrlKey || event.metaKey;
  if (event.altKey || (isTyping(event.target) && event.key !== 'Escape')) return;
  if (event.key === 'Enter' && (event.target as HTMLElement)?.closest?.('button, a, summary')) return;
  const act = actionOf(event.key, ctrl, event.shiftKey);
  if (!act) return;
  event.preventDefault();
  act();
}
