// Words between Studio and the person: what happened, what went wrong, and what is asked in a dialog.
import { Refused } from './api';
import type { Toast } from './model';
import type { Problem } from './types';

export class Words {
  toasts = $state<Toast[]>([]);
  dialog = $state<'' | 'keys' | 'export' | 'open' | 'command' | 'tables' | 'ask' | 'find'>('');
  exportQuery = $state(''); // what is saved is its answer; "": the table
  asked = $state.raw<{ title: string; what: string; value: string; answer: (text: string) => void } | null>(null);
  locked = $state(false);
  private toastNumber = 0;

  say(text: string, action?: Toast['action']) {
    this.show({ text, kind: 'fine', action });
  }
  complain(error: unknown) {
    if ((error as Error)?.name === 'AbortError') return;
    const problem: Problem | undefined = error instanceof Refused ? error.problem : undefined;
    if (error instanceof Refused && error.status === 403) this.locked = true;
    this.show({ text: problem?.what ?? String(error), hint: problem?.hint, kind: 'problem' });
  }
  protected show(toast: Omit<Toast, 'id'>) {
    const id = ++this.toastNumber;
    // of what went well the latest is enough: its "Undo" undoes the latest step, and no other
    this.toasts = [...this.toasts.filter((t) => t.text !== toast.text && t.kind === 'problem').slice(-2), { ...toast, id }];
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
}
