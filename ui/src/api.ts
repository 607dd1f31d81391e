// Requests to the server. The token comes with the address that Studio printed; it is kept for this tab and taken out of the address.
import type { Etag, PageName, Problem, Token } from './types';

const KEY = 'gleaner-token';

function findToken(): string {
  const address = new URL(location.href);
  const given = address.searchParams.get('token');
  if (given) {
    sessionStorage.setItem(KEY, given);
    address.searchParams.delete('token');
    history.replaceState(null, '', address.pathname + address.search + address.hash);
  }
  return given ?? sessionStorage.getItem(KEY) ?? '';
}

let token = findToken();

export function setToken(fresh: string) {
  token = fresh;
  sessionStorage.setItem(KEY, fresh);
}

// What went wrong, in words: what, where, what to do.
export class Refused extends Error {
  constructor(
    public problem: Problem,
    public status: number
  ) {
    super(problem.what);
  }
}

async function refusal(answer: Response): Promise<Refused> {
  try {
    return new Refused(await answer.json(), answer.status);
  } catch {
    return new Refused({ what: `the server answered ${answer.status}`, code: 'io', where: { file: '', line: 0, column: 0 }, hint: '' }, answer.status);
  }
}

// How many answers are waited for stands in the page, for whoever has to know when nothing happens any more.
let waiting = 0;
async function send<T>(path: string, options: RequestInit, read: (answer: Response) => Promise<T>): Promise<T> {
  const root = document.documentElement.dataset;
  root.waiting = String(++waiting);
  try {
    return await read(await ask(path, options));
  } finally {
    setTimeout(() => (root.waiting = String(--waiting))); // after what the answer leads to
  }
}
const json = (answer: Response) => answer.json();

async function ask(path: string, options: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch('/api/v1' + path, { ...options, headers: { 'X-Gleaner-Token': token, ...(options.headers ?? {}) } });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new Refused({ what: 'Studio does not answer', code: 'io', where: { file: '', line: 0, column: 0 }, hint: 'is gleaner studio still running? Start it again and reload' }, 0);
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

export function query(parameters: Record<string, string | number | boolean | undefined>): string {
  const all = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  return all.length ? '?' + all.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&') : '';
}

export async function get<T>(path: string, parameters: Record<string, string | number | boolean | undefined> = {}, signal?: AbortSignal): Promise<T> {
  return send(path + query(parameters), { signal }, json);
}

// Looks again and again: not counted among what is waited for.
export async function peek<T>(path: string, parameters: Record<string, string | number | boolean | undefined> = {}): Promise<T> {
  return json(await ask(path + query(parameters)));
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return send(path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }, json);
}

export async function upload(file: File): Promise<PageName> {
  return send('/upload' + query({ name: file.name }), { method: 'POST', body: await file.arrayBuffer(), headers: { 'Content-Type': 'application/octet-stream' } }, json);
}

export async function putFile(name: string, content: string, etag: string): Promise<Etag> {
  return send('/file' + query({ name }), { method: 'PUT', body: content, headers: { 'If-Match': `"${etag}"`, 'Content-Type': 'text/plain' } }, json);
}

// `lacks`: why it is not the whole.
export async function download(path: string, parameters: Record<string, string | undefined>): Promise<{ blob: Blob; name: string; lacks: string }> {
  return send(path + query(parameters), {}, async (answer) => {
    const name = decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? 'table');
    return { blob: await answer.blob(), name, lacks: decodeURIComponent(answer.headers.get('X-Gleaner-Lacks') ?? '') };
  });
}

export async function logIn(password: string): Promise<void> {
  setToken((await post<Token>('/login', { password })).token);
}

// Server-sent events, by fetch because they need the token. Comes back by itself when the connection breaks.
export function listen(tell: (kind: string, data: Record<string, unknown>) => void, state: (connected: boolean) => void) {
  let stopped = false;
  const run = async () => {
    while (!stopped) {
      try {
        const answer = await ask('/events');
        state(true);
        const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
        for (let waiting = ''; ; ) {
          const { done, value } = await reader.read();
          if (done) break;
          waiting += value;
          for (let end; (end = waiting.indexOf('\n\n')) >= 0; waiting = waiting.slice(end + 2)) {
            const event = waiting.slice(0, end);
            const kind = /^event: (.*)$/m.exec(event)?.[1];
            const data = /^data: (.*)$/m.exec(event)?.[1];
            if (kind) tell(kind, JSON.parse(data ?? '{}'));
          }
        }
      } catch {
        /* said below */
      }
      state(false);
      await new Promise((done) => setTimeout(done, 1000));
    }
  };
  run();
  return () => (stopped = true);
}
