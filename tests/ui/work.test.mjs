// Work is never lost and never overwritten without a word: the server killed at any moment, several windows, servers and programs on one folder,
// files that cannot be written, pages that vanish, are empty or are of another kind, names of any length. By the API.
import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { copySamples, newFolder, program, startStudio } from './studio.mjs';

const names = ['Desk', 'Lamp', 'Bed', 'Chair', 'Alcove', 'Couch', 'Stool', 'Shelf', 'Rug', 'Clock', 'Mirror', 'Vase'];
const html = `<!doctype html><meta charset="utf-8"><title>x</title><ul>${names.map((name, i) => `<li class="item"><h3>${name}</h3><p class="price">EUR ${i + 1}0.00</p></li>`).join('\n')}</ul>`;
const at = (text) => ({ kind: 'span', span: [html.indexOf(`>${text}<`) + 1, html.indexOf(`>${text}<`) + 1 + text.length] });
const valueOf = (field, text) => ({ table: 't', page: 'page.html', op: 'value', field, pick: at(text) });

function aFolder() {
  const folder = newFolder();
  fs.writeFileSync(path.join(folder, 'page.html'), html);
  return folder;
}
const labelsFile = (folder) => path.join(folder, 'labels/t.labels.jsonl'), wrapperFile = (folder) => path.join(folder, 'wrappers/t.wrapper');
const labelled = (folder) => {
  const [line] = fs.readFileSync(labelsFile(folder), 'utf8').trim().split('\n');
  return JSON.parse(line).records.flatMap((record) => Object.values(record).map((value) => value.text));
};
// What all kinds of rules give, once the wrapper is written.
async function settled(studio, page = 'page.html', table = 't') {
  for (;;) {
    const { json } = await studio.ask('GET', `/table?name=${table}&page=${encodeURIComponent(page)}`);
    if (json && !json.provisional && !json.behind) return json;
    if (!json?.revision) return json;
    await studio.ask('GET', `/table?name=${table}&page=${encodeURIComponent(page)}&revision=${json.revision + (json.behind ? 1 : 0)}`);
  }
}
const fine = async (answer) => {
  const { status, text, json } = await answer;
  assert.equal(status, 200, text);
  return json;
};

test('a server that is killed at any moment: what it said is done is there, and every step can be undone', async () => {
  const folder = aFolder();
  const said = [];
  for (let round = 0; round < 4; ++round) {
    const studio = await startStudio(folder);
    // the kill comes in the middle of one of the edits
    const victim = round * 2 + 1;
    for (let i = said.length; i < names.length; ++i) {
      const edit = studio.ask('POST', '/label', valueOf('name', names[i]));
      if (i >= victim) setTimeout(() => studio.process.kill('SIGKILL'), round);
      const answer = await edit.catch(() => null);
      if (answer?.status === 200) said.push(names[i]);
      else break;
    }
    studio.process.kill('SIGKILL');
    await studio.end();
    const there = fs.existsSync(labelsFile(folder)) ? labelled(folder) : [];
    for (const name of said) assert.ok(there.includes(name), `${name} was said to be labelled`);
    said.splice(0, said.length, ...there);
  }
  const studio = await startStudio(folder);
  try {
    const table = await settled(studio);
    assert.equal(table.by_hand, false, 'rules that Studio learned are its own, also after a kill');
    assert.deepEqual(table.failed, undefined);
    let steps = 0;
    for (;; ++steps) {
      const { status, json } = await studio.ask('POST', '/undo', {});
      if (status === 404) break;
      assert.equal(status, 200, json.what);
    }
    assert.ok(steps >= said.length, `${steps} steps`);
    assert.ok(!fs.existsSync(labelsFile(folder)));
    await settled(studio);
    for (let i = 0; i < steps; ++i) await fine(studio.ask('POST', '/redo', {}));
    for (const name of said) assert.ok(labelled(folder).includes(name), name);
  } finally {
    await studio.end();
  }
});

test('a server that is killed while a job runs: windows hear that it is gone, the next one has the job', async () => {
  const silent = http.createServer(() => {}); // never answers
  await new Promise((done) => silent.listen(0, '127.0.0.1', done));
  const folder = aFolder();
  let studio = await startStudio(folder);
  try {
    // a window, whose connection stays open
    const window = net.connect(Number(new URL(studio.site).port), '127.0.0.1');
    const gone = new Promise((done) => window.once('close', done));
    window.on('error', () => {});
    window.write(`GET /api/v1/events HTTP/1.1\r\nHost: ${new URL(studio.site).host}\r\nX-Gleaner-Token: ${studio.token}\r\n\r\n`);
    await new Promise((done) => window.once('data', done));
    window.resume();
    const { id } = await fine(studio.ask('POST', '/jobs', { words: ['fetch', `http://127.0.0.1:${silent.address().port}/x`, '--allow-private', '-o', 'x.warc.gz'] }));
    studio.process.kill('SIGKILL');
    await gone; // though the job goes on
    await studio.end();
    studio = await startStudio(folder);
    const { jobs } = await fine(studio.ask('GET', '/jobs'));
    assert.equal(jobs.find((job) => job.id === id).state, 'running');
    await fine(studio.ask('POST', '/jobs/control', { id, what: 'cancel' }));
  } finally {
    await studio.end();
    silent.closeAllConnections();
    silent.close();
  }
});

test('windows that edit at the same time: all of it is kept', async () => {
  const folder = aFolder();
  const studio = await startStudio(folder);
  try {
    await Promise.all(names.map((name) => fine(studio.ask('POST', '/label', valueOf('name', name)))));
    assert.deepEqual(labelled(folder).sort(), [...names].sort());
    const { total } = await fine(studio.ask('GET', '/history'));
    assert.equal(total, names.length);
    for (let i = 0; i < names.length; ++i) await fine(studio.ask('POST', '/undo', {}));
    assert.ok(!fs.existsSync(labelsFile(folder)));
  } finally {
    await studio.end();
  }
});

test('two servers on one folder go on with one history', async () => {
  const folder = aFolder();
  const [a, b] = [await startStudio(folder), await startStudio(folder)];
  try {
    await fine(a.ask('POST', '/label', valueOf('name', 'Desk')));
    await fine(b.ask('POST', '/label', valueOf('name', 'Lamp')));
    await fine(a.ask('POST', '/label', valueOf('name', 'Bed')));
    assert.deepEqual(labelled(folder).sort(), ['Bed', 'Desk', 'Lamp']);
    assert.match((await fine(b.ask('POST', '/undo', {}))).what, /Bed/);
    assert.match((await fine(a.ask('POST', '/undo', {}))).what, /Lamp/);
    assert.match((await fine(b.ask('POST', '/redo', {}))).what, /Lamp/);
    assert.deepEqual(labelled(folder).sort(), ['Desk', 'Lamp']);
    assert.equal((await settled(b)).by_hand, false);
  } finally {
    await a.end();
    await b.end();
  }
});

test('files that somebody else writes meanwhile stay as they are', async () => {
  const folder = aFolder();
  const studio = await startStudio(folder);
  const mine = 'format = 1\nkind = "selector"\nrecord = "li.item"\n[fields]\nname = "h3"\n';
  try {
    // the wrapper, written while Studio learns
    await fine(studio.ask('POST', '/label', valueOf('name', 'Desk')));
    await settled(studio);
    const answer = studio.ask('POST', '/label', valueOf('price', 'EUR 10.00'));
    await fine(answer);
    fs.writeFileSync(wrapperFile(folder), mine);
    let table;
    do table = await settled(studio);
    while (!table.by_hand);
    assert.equal(fs.readFileSync(wrapperFile(folder), 'utf8'), mine);
    // labels, written since the last step: undo would lose them
    const outside = fs.readFileSync(labelsFile(folder), 'utf8').replace('"complete": false, ', '').trimEnd() + ' \n';
    fs.writeFileSync(labelsFile(folder), outside);
    const refused = await studio.ask('POST', '/undo', {});
    assert.equal(refused.status, 422, refused.text);
    assert.match(refused.json.what, /labels\/t\.labels\.jsonl was changed outside/);
    assert.match(refused.json.hint, /kept/);
    assert.equal(fs.readFileSync(labelsFile(folder), 'utf8'), outside);
    // rules given up, then written by hand: undoing must not bring the old ones over them
    await fine(studio.ask('POST', '/learn', { table: 't' }));
    assert.equal((await settled(studio)).by_hand, false);
    fs.writeFileSync(wrapperFile(folder), mine + '# mine again\n');
    assert.notEqual((await studio.ask('POST', '/undo', {})).status, 200);
    assert.equal(fs.readFileSync(wrapperFile(folder), 'utf8'), mine + '# mine again\n');
  } finally {
    await studio.end();
  }
});

test('labels that somebody removes leave the rules where they are; labels taken back in Studio take them along', async () => {
  const folder = aFolder();
  let studio = await startStudio(folder);
  const learn = async () => {
    for (const [field, text] of [['name', 'Desk'], ['price', 'EUR 10.00'], ['name', 'Bed']]) await fine(studio.ask('POST', '/label', valueOf(field, text)));
    return settled(studio);
  };
  try {
    await learn();
    for (let i = 0; i < 3; ++i) await fine(studio.ask('POST', '/undo', {}));
    while ((await settled(studio)).fields.length);
    assert.ok(!fs.existsSync(wrapperFile(folder)), 'what the labels taught goes with them');
    await learn();
    const rules = fs.readFileSync(wrapperFile(folder), 'utf8');
    fs.unlinkSync(labelsFile(folder));
    let table;
    do table = await settled(studio);
    while (table.labelled_fields.length || !table.by_hand);
    assert.equal(table.records.length, names.length);
    await studio.end();
    studio = await startStudio(folder);
    assert.equal((await settled(studio)).by_hand, true);
    // a click is a test for them now
    await fine(studio.ask('POST', '/label', valueOf('name', 'Rug')));
    await settled(studio);
    assert.equal(fs.readFileSync(wrapperFile(folder), 'utf8'), rules);
  } finally {
    await studio.end();
  }
});

test('a folder that cannot be written: pages and tables are shown, and what cannot be done is said', { skip: process.getuid() !== 0 && 'needs another user' }, async () => {
  const folder = aFolder();
  const first = await startStudio(folder);
  await fine(first.ask('POST', '/label', valueOf('name', 'Desk')));
  await fine(first.ask('POST', '/label', valueOf('name', 'Bed')));
  await settled(first);
  await first.end();
  const before = fs.readFileSync(labelsFile(folder), 'utf8');
  spawnSync('chmod', ['-R', 'a-w,a+rX', folder]);
  const studio = await startStudio(folder, [], { uid: 65534, gid: 65534 });
  try {
    await fine(studio.ask('GET', '/project'));
    await fine(studio.ask('GET', '/page?name=page.html'));
    assert.equal((await settled(studio)).records.length, names.length);
    for (const [where, body] of [['/label', valueOf('name', 'Rug')], ['/accept', { table: 'u', page: 'page.html', choice: 0 }], ['/undo', {}], ['/field', { table: 't', op: 'rename', field: 'name', to: 'title' }], ['/upload?name=x.html', '<p>x</p>'], ['/jobs', { words: ['records', 'page.html'] }]]) {
      const { status, json, text } = await studio.ask('POST', where, body);
      assert.equal(status, 500, `${where}: ${text}`);
      assert.match(json.what, /cannot be written/, where);
    }
    const saved = await studio.ask('GET', '/export?table=t&format=csv');
    assert.equal(saved.status, 500, saved.text);
    assert.match(saved.json.what, /cannot/);
    assert.equal(fs.readFileSync(labelsFile(folder), 'utf8'), before);
  } finally {
    await studio.end();
    spawnSync('chmod', ['-R', 'u+w', folder]);
  }
});

test('a page that is gone, an empty one, one of another kind', async () => {
  const folder = aFolder();
  fs.writeFileSync(path.join(folder, 'gone.html'), html);
  fs.writeFileSync(path.join(folder, 'empty.html'), '');
  fs.writeFileSync(path.join(folder, 'blank.html'), ' \n');
  fs.writeFileSync(path.join(folder, 'empty.log'), '');
  fs.writeFileSync(path.join(folder, 'other.html'), '<!doctype html><title>About</title><h1>About us</h1><p>We sell things.</p>');
  const studio = await startStudio(folder);
  try {
    for (const page of ['page.html', 'gone.html']) for (const [field, text] of [['name', 'Desk'], ['price', 'EUR 10.00'], ['name', 'Bed'], ['price', 'EUR 30.00']]) await fine(studio.ask('POST', '/label', { ...valueOf(field, text), page }));
    await settled(studio);
    for (const page of ['empty.html', 'blank.html', 'empty.log', 'other.html']) {
      await fine(studio.ask('GET', `/page?name=${page}`));
      assert.equal((await settled(studio, page)).records.length, 0, page);
      const { status, json } = await studio.ask('GET', `/proposal?page=${page}`);
      assert.equal(status, page === 'other.html' ? 404 : 422, page);
      assert.match(json.what, page === 'other.html' ? /repeats|one thing/ : /no text/, page);
      assert.ok(json.hint, page);
    }
    fs.unlinkSync(path.join(folder, 'gone.html'));
    const gone = await studio.ask('GET', '/page?name=gone.html');
    assert.equal(gone.status, 404);
    assert.match(gone.json.what, /gone\.html/);
    // what was labelled on it is still in the file, the others go on
    await fine(studio.ask('POST', '/label', valueOf('name', 'Chair')));
    const table = await settled(studio);
    assert.equal(table.records.length, names.length);
    assert.ok(table.problems.some((problem) => problem.what.includes('gone.html')), JSON.stringify(table.problems));
    assert.equal(fs.readFileSync(labelsFile(folder), 'utf8').trim().split('\n').length, 2);
    const rows = spawnSync(program, ['extract', 'wrappers/t.wrapper', 'page.html', '--no-page'], { cwd: folder, encoding: 'utf8' }).stdout.trim().split('\n');
    assert.equal(rows.length, names.length);
  } finally {
    await studio.end();
  }
});

test('names of any length and any letters', async () => {
  const folder = newFolder();
  const studio = await startStudio(folder);
  try {
    for (const name of ['x'.repeat(300) + '.html', 'é'.repeat(150) + '.html', '日'.repeat(80), 'a b & c?.html', '../../up.html', '-o.html']) {
      const { page } = await fine(studio.ask('POST', `/upload?name=${encodeURIComponent(name)}`, html));
      assert.ok(fs.existsSync(path.join(folder, page)), page);
      assert.ok(!page.includes('\ufffd'), page);
      const { revision } = await fine(studio.ask('POST', '/accept', { table: 't', page, choice: 0 }));
      await fine(studio.ask('GET', `/table?name=t&page=${encodeURIComponent(page)}&revision=${revision}`));
      const saved = await studio.ask('GET', `/export?table=t&format=csv&page=${encodeURIComponent(page)}`);
      assert.equal(saved.status, 200, saved.text);
      assert.equal(saved.text.trim().split('\n').length, names.length + 1);
    }
    const page = 'pages/o.html';
    const long = await studio.ask('POST', '/label', { table: 'x'.repeat(200), page, op: 'value', field: 'name', pick: at('Desk') });
    assert.equal(long.status, 400);
    assert.match(long.json.hint, /100/);
    // a field of any name is a column of the file
    const fields = ['n'.repeat(300), 'Preis (€), "neu"', 'x y'];
    for (const [i, field] of fields.entries()) await fine(studio.ask('POST', '/label', { table: 'u', page, op: 'value', field, pick: at(names[0]), also: i > 0 }));
    await settled(studio, page, 'u');
    const saved = await studio.ask('GET', `/export?table=u&format=csv&page=${page}`);
    assert.equal(saved.status, 200, saved.text);
  } finally {
    await studio.end();
  }
});

test('a line ends with the letter that it ends with', async () => {
  const folder = newFolder();
  fs.writeFileSync(path.join(folder, 'a.txt'), 'Café\nkühl ü\n日本\n');
  const studio = await startStudio(folder);
  try {
    const { lines } = await fine(studio.ask('GET', '/lines?page=a.txt'));
    assert.deepEqual(lines.slice(0, 3).map((line) => line.text), ['Café', 'kühl ü', '日本']);
  } finally {
    await studio.end();
  }
});

test('a table is saved in every format, whatever stands in it', async () => {
  const folder = newFolder();
  const texts = ['Desk "A", oak', 'Lämp; <b> & co', '=1+1', "O'Neill", 'Bed', '-5'];
  const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  fs.writeFileSync(path.join(folder, 'page.html'), `<!doctype html><meta charset="utf-8"><title>x</title><ul>${texts.map((text, i) => `<li class="item"><h3>${escaped(text)}</h3><p class="price">EUR ${i}9.00</p>${i % 2 ? `<p class="note">note ${i}</p>` : ''}</li>`).join('\n')}</ul>`);
  const studio = await startStudio(folder);
  try {
    await fine(studio.ask('POST', '/accept', { table: 't', page: 'page.html', choice: 0, names: { title: 'name' } }));
    await settled(studio);
    const wanted = texts.map((name, i) => [name, `EUR ${i}9.00`, i % 2 ? `note ${i}` : null]);
    for (const [format, ending] of [['csv', 'csv'], ['tsv', 'tsv'], ['json', 'json'], ['jsonl', 'jsonl'], ['parquet', 'parquet'], ['duckdb', 'duckdb'], ['sqlite', 'sqlite']]) {
      const saved = await studio.ask('GET', `/export?table=t&format=${format}`);
      assert.equal(saved.status, 200, `${format}: ${saved.text}`);
      assert.match(saved.headers.get('content-disposition'), new RegExp(`t\\.${ending}$`));
      // read back by the program that others use
      const { stdout, stderr } = spawnSync(program, ['query', `select name, price, note from 'out/t.${ending}'`, '--allow-read', '.'], { cwd: folder, encoding: 'utf8' });
      const rows = stdout.trim().split('\n').filter(Boolean).map((line) => JSON.parse(line));
      assert.deepEqual(rows.map((row) => [String(row.name), row.price, row.note || null]), wanted, `${format}: ${stderr}`);
    }
    const xml = await studio.ask('GET', '/export?table=t&format=xml');
    assert.match(xml.text, /<name>Lämp; &lt;b&gt; &amp; co<\/name>/);
    const excel = await studio.ask('GET', '/export?table=t&format=excel');
    assert.match(excel.text, /'=1\+1,/, 'no formula');
    assert.match(excel.text, /^-5,|\n-5,/, 'a number stays one');
    assert.equal((await studio.ask('GET', '/export?table=t&format=xlsx')).status, 400);
  } finally {
    await studio.end();
  }
});

test('a file that is not whole says so, in words', async () => {
  const folder = newFolder();
  copySamples(folder, 'shop', 'shop.wrapper', 'shop-items.wrapper');
  const studio = await startStudio(folder);
  try {
    const list = 'shop/list-01.html', save = () => studio.ask('GET', `/export?table=shop&format=csv&page=${list}`);
    await settled(studio, list, 'shop');
    await fine(studio.ask('POST', '/field', { table: 'shop', op: 'follow', field: 'link', to: 'shop-items', page: list }));
    await settled(studio, list, 'shop');
    const whole = await save();
    assert.equal(whole.status, 200, whole.text);
    assert.equal(whole.headers.get('x-gleaner-lacks'), null);
    // a page behind one of the links is gone: its row stays, and what it lacks is told
    fs.unlinkSync(path.join(folder, 'shop/item-k1008.html'));
    const part = await save();
    assert.equal(part.status, 200, part.text);
    assert.match(decodeURIComponent(part.headers.get('x-gleaner-lacks')), /item-k1008/);
    assert.equal(part.text.trim().split('\n').length, whole.text.trim().split('\n').length);
  } finally {
    await studio.end();
  }
});
