// The API without a browser: every view and action answers as ui/public/api.json says, no member more or less, and nothing is served that it does not name.
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { copySamples, newFolder, root, startStudio } from './studio.mjs';

const api = JSON.parse(fs.readFileSync(path.join(root, 'ui/public/api.json'), 'utf8'));

function membersOf(kind) {
  const { extends: above, ...own } = kind;
  return above ? { ...membersOf(api.types[above]), ...own } : own;
}
// What is wrong with a value that should be of a kind; nothing: "".
function wrongWith(kind, value, at) {
  if (Array.isArray(kind)) return Array.isArray(value) ? value.map((one, i) => wrongWith(kind[0], one, `${at}[${i}]`)).find(Boolean) ?? '' : `${at} is no list`;
  if (typeof kind === 'object') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${at} is no object`;
    const members = membersOf(kind);
    const known = new Map(Object.entries(members).map(([name, inner]) => [name.replace('?', ''), inner]));
    for (const name of Object.keys(members)) if (!name.endsWith('?') && !(name in value)) return `${at} lacks ${name}`;
    for (const [name, inner] of Object.entries(value)) {
      if (!known.has(name)) return `${at}.${name} is not described`;
      const wrong = wrongWith(known.get(name), inner, `${at}.${name}`);
      if (wrong) return wrong;
    }
    return '';
  }
  if (kind.includes(' | ')) {
    const all = kind.split(' | ').map((one) => wrongWith(one, value, at));
    return all.includes('') ? '' : all.join(', ');
  }
  if (kind === 'unknown') return '';
  if (kind === 'null') return value === null ? '' : `${at} is not null`;
  if (kind.startsWith("'")) return value === kind.slice(1, -1) ? '' : `${at} is ${value}, not ${kind}`;
  if (kind.endsWith('[]')) return wrongWith([kind.slice(0, -2)], value, at);
  if (kind.startsWith('[')) return Array.isArray(value) && value.length === kind.split(',').length && value.every((one) => typeof one === 'number') ? '' : `${at} is no ${kind}`;
  const map = /^Record<string, (.*)>$/.exec(kind);
  if (map) return Object.entries(value).map(([name, one]) => wrongWith(map[1], one, `${at}.${name}`)).find(Boolean) ?? '';
  return api.types[kind] ? wrongWith(api.types[kind], value, at) : typeof value === kind ? '' : `${at} is ${typeof value}, not ${kind}`;
}

test('answers are as described', async () => {
  const folder = newFolder();
  copySamples(folder, 'shop', 'shop-new', 'match', 'pdf');
  fs.writeFileSync(path.join(folder, 'a.log'), '2026-01-12 INFO one\n2026-01-13 WARN two\n2026-01-14 INFO three\n');
  const studio = await startStudio(folder);
  const seen = new Set(), wrong = new Set();
  const ask = async (method, where, body) => {
    const [place] = where.split('?');
    const one = api[method === 'GET' ? 'views' : 'actions'][place];
    assert.ok(one, `${method} ${place} is not described`);
    seen.add(`${method} ${place}`);
    const { status, json, text } = await studio.ask(method, where, body);
    assert.equal(status, 200, `${where}: ${text}`);
    wrong.add(wrongWith(one.answer, json, `${method} ${place}`));
    return json;
  };
  const learned = async (table, page, revision) => {
    for (;;) {
      const view = await ask('GET', `/table?name=${table}&page=${page}&revision=${revision}`);
      if (!view.provisional) return view;
    }
  };
  try {
    await ask('GET', '/project');
    await ask('GET', '/ticket');
    for (const page of ['shop/list-01.html', 'pdf/invoice.pdf', 'a.log']) await ask('GET', `/page?name=${page}`);
    await ask('GET', '/lines?page=shop/list-01.html&from=0&to=20');
    for (const page of ['shop/list-01.html', 'shop/item-k1001.html', 'a.log']) await ask('GET', `/proposal?page=${page}`);
    const list = 'shop/list-01.html', html = fs.readFileSync(path.join(folder, list), 'utf8');
    const span = [html.indexOf('EUR 11.95'), html.indexOf('EUR 11.95') + 9];
    await ask('POST', '/pick', { page: list, pick: { kind: 'span', span } });
    let { revision } = await ask('POST', '/accept', { table: 'shop', page: list, choice: 0 });
    await learned('shop', list, revision);
    ({ revision } = await ask('POST', '/label', { table: 'shop', page: list, op: 'value', field: 'price', pick: { kind: 'span', span } }));
    ({ revision } = await ask('POST', '/field', { table: 'shop', op: 'rename', field: 'by', to: 'maker' }));
    const view = await learned('shop', list, revision);
    if (view.question) await ask('POST', '/answer', { table: 'shop', id: view.question.id, answer: 'skip' });
    await ask('GET', '/rules?table=shop');
    await ask('GET', `/why?table=shop&page=${list}&record=1&field=was`);
    while (!(await ask('GET', '/pages?table=shop')).looked_through);
    await ask('GET', '/rows?table=shop&missing=price');
    await ask('GET', `/find?page=${list}&text=${encodeURIComponent('eur 11.95')}`);
    await ask('GET', '/find?page=a.log&text=WARN');
    ({ revision } = await ask('POST', '/field', { table: 'shop', op: 'next', to: 'on', page: list }));
    await learned('shop', list, revision);
    await ask('GET', `/onward?table=shop&page=${list}`);
    ({ revision } = await ask('POST', '/field', { table: 'shop', op: 'list', field: 'things' }));
    assert.deepEqual((await learned('shop', list, revision)).empty_lists, ['things']);
    const { steps } = await ask('GET', '/history');
    const old = steps.flatMap((step) => step.files).find((file) => file.file === 'wrappers/shop.wrapper' && file.before !== '-');
    await ask('GET', `/compare?table=shop&with=${old.before}&page=${list}`);
    const { content } = await ask('GET', '/file?name=wrappers/shop.wrapper');
    assert.match(content, /^format = 1/);
    await ask('GET', '/config?name=wrappers/shop.wrapper');
    const sides = { table: 'shop', old: [list, 'shop/list-02.html'], new: ['shop-new/list-01.html', 'shop-new/list-02.html'] };
    const repair = await ask('POST', '/repair', sides);
    if (repair.text) await ask('POST', '/repair', { ...sides, repaired: repair.text, keep: ['price'] });
    await ask('POST', '/undo', {});
    await ask('POST', '/redo', {});
    await ask('POST', '/learn', { table: 'shop' });
    await ask('POST', '/query', { query: "select * from 'match/ours.csv' limit 2" });
    await ask('GET', '/export?format=csv&query=' + encodeURIComponent("select * from 'match/ours.csv' limit 2"));
    await ask('POST', '/trace', { grammar: "rule line is day=[0-9-]+ ' ' level=[A-Z]+ ' ' what=[^\\n]+ '\\n' end\n", page: 'a.log' });
    const match = { left: 'match/ours.csv', right: 'match/theirs.csv', labels: 'labels/pairs.csv' };
    const { pairs } = await ask('POST', '/match', { op: 'ask', ...match });
    await ask('POST', '/match', { op: 'decide', ...match, a: pairs[0].left, b: pairs[0].right, same: true });
    await ask('POST', '/run', { words: ['records', list] });
    const job = await ask('POST', '/jobs', { words: ['records', list] });
    while ((await ask('GET', '/jobs')).jobs[0].state === 'running');
    await ask('GET', `/jobs?id=${job.id}`);
    await ask('POST', '/jobs/control', { id: job.id, what: 'forget' });
    await ask('GET', '/record');
    await ask('POST', '/record', { op: 'drop' });
    await ask('POST', '/samples', {});
    await ask('POST', '/open', { address: list });
    await ask('POST', '/upload?name=more.html', '<p>more</p>');
    assert.deepEqual([...wrong].filter(Boolean), []);
    // those that need more: tested elsewhere
    const elsewhere = ['GET /picture', 'GET /events', 'POST /login'];
    const all = [...Object.keys(api.views).map((one) => 'GET ' + one), ...Object.keys(api.actions).map((one) => 'POST ' + one)];
    assert.deepEqual(all.filter((one) => !seen.has(one)), view.question ? elsewhere : all.filter((one) => elsewhere.includes(one) || one === 'POST /answer'));
    // the server serves what is described, and its description
    const served = [...fs.readFileSync(path.join(root, 'apps/studio/server.cc'), 'utf8').matchAll(/"(GET|POST)", "(\/[a-z/]+)"|\{"(\/[a-z/]+)", &Studio::(\w+)\}/g)].map((one) => one[2] ?? one[3]);
    for (const place of served) assert.ok(api.views[place] ?? api.actions[place], `${place} is not described`);
    assert.deepEqual(await (await fetch(studio.site + '/api.json')).json(), api);
  } finally {
    await studio.end();
  }
});

test('what goes wrong is said in words, with what to do', async () => {
  const studio = await startStudio(newFolder());
  try {
    for (const [method, where, body, status] of [['GET', '/page?name=no.html', undefined, 404], ['POST', '/label', '[]', 400], ['POST', '/label', '{', 422], ['POST', '/accept', { table: 't', page: 'no.html' }, 404], ['POST', '/query', { query: '' }, 400], ['POST', '/jobs/control', { id: 'x', what: 'pause' }, 404], ['GET', '/nothing', undefined, 404]]) {
      const answer = await studio.ask(method, where, body);
      assert.equal(answer.status, status, `${where}: ${answer.text}`);
      assert.equal(wrongWith('Problem', answer.json, where), '');
      assert.ok(answer.json.what.length > 5);
    }
  } finally {
    await studio.end();
  }
});
