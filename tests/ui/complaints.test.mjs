// What people complain about in other tools of this kind, each as a test: by the API, as the browser uses it, and in the browser. Elsewhere: logins
// that are lost between steps (navigate), pause (tools, site), a thousand wrappers and their search (load, tools), a thousand items (load), joined details (onward).
import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import http from 'node:http';
import { closeBrowser, copySamples, newFolder, openBrowser, openPage, openTab, program, quiet, root, startStudio } from './studio.mjs';

after(closeBrowser);

async function withStudio(prepare, act) {
  const folder = newFolder();
  prepare(folder);
  const studio = await startStudio(folder);
  const edit = async (path, body) => {
    const { status, json, text } = await studio.ask('POST', path, { table: 't', ...body });
    assert.equal(status, 200, text);
    for (;;) {  // until all kinds of rules were compared, and the wrapper is written
      const { json: table } = await studio.ask('GET', `/table?name=t&page=${encodeURIComponent(body.page)}&revision=${json.revision}`);
      if (!table.provisional) return table;
    }
  };
  try {
    await act({ studio, folder, edit });
  } finally {
    await studio.end();
  }
}
const textsOf = (table) => table.records.map((record) => Object.fromEntries(record.fields.map((field) => [field.name, field.text])));
const pick = (html, text) => ({ kind: 'span', span: [Buffer.byteLength(html.slice(0, html.indexOf(text))), Buffer.byteLength(html.slice(0, html.indexOf(text) + text.length))] });
const gleaner = (folder, ...words) => spawnSync(program, words, { cwd: folder, encoding: 'utf8' });

// Rows of which some lack a field, in no order of the alphabet.
const shop = (rows) => `<!doctype html><title>x</title><ul>${rows.map(([name, price, note]) => `<li class="item"><h3>${name}</h3>${price ? `<p class="price">${price}</p>` : ''}${note ? `<p class="note">${note}</p>` : ''}</li>`).join('\n')}</ul>`;
const rows = [['Desk', 'EUR 90.00', 'new'], ['Lamp', '', 'old'], ['Bed', 'EUR 300.00', ''], ['Chair', 'EUR 40.00', 'new'], ['Alcove', '', ''], ['Couch', 'EUR 410.00', 'old']];
const page = shop(rows);

test('a missing value stays missing, all rows come, in the order of the page', async () => {
  await withStudio((folder) => fs.writeFileSync(path.join(folder, 'page.html'), page), async ({ edit }) => {
    for (const [field, text] of [['name', 'Desk'], ['price', 'EUR 90.00'], ['name', 'Chair'], ['price', 'EUR 40.00']]) var table = await edit('/label', { page: 'page.html', op: 'value', field, pick: pick(page, text) });
    assert.deepEqual(textsOf(table), rows.map(([name, price]) => (price ? { name, price } : { name })));
  });
});

test('what is shown is what a run gives, on every page', async () => {
  await withStudio((folder) => copySamples(folder, 'shop'), async ({ studio, folder, edit }) => {
    await edit('/accept', { page: 'shop/list-01.html', choice: 0 });
    for (const name of ['shop/list-01.html', 'shop/list-05.html', 'shop/list-14.html', 'shop/item-k1001.html']) {
      const { json } = await studio.ask('GET', `/table?name=t&page=${name}`);
      const run = gleaner(folder, 'extract', 'wrappers/t.wrapper', name, '--no-page', '--readings', 'text').stdout.trim().split('\n').filter(Boolean).map((line) => JSON.parse(line));
      assert.deepEqual(textsOf(json), run, name);
    }
  });
});

test('the columns that a person chose stay, whatever is learned after', async () => {
  await withStudio((folder) => fs.writeFileSync(path.join(folder, 'page.html'), page), async ({ studio, edit }) => {
    const { json: proposal } = await studio.ask('GET', '/proposal?page=page.html');
    const [first, second, ...others] = proposal.fields.map((field) => field.name);
    const table = await edit('/accept', { page: 'page.html', choice: 0, names: { [first]: 'thing', [second]: 'cost', ...Object.fromEntries(others.map((name) => [name, ''])) } });
    assert.deepEqual(table.fields.map((field) => field.name), ['thing', 'cost']);
    const again = await edit('/label', { page: 'page.html', op: 'row', record: 1 });
    assert.deepEqual(again.fields.map((field) => field.name), ['thing', 'cost']);
    assert.deepEqual(textsOf(again), rows.map(([thing, cost]) => (cost ? { thing, cost } : { thing })));
  });
});

test('what is said of a row is never said of the one that took its place', async () => {
  await withStudio((folder) => fs.writeFileSync(path.join(folder, 'page.html'), page), async ({ studio, edit }) => {
    for (const [field, text] of [['name', 'Desk'], ['price', 'EUR 90.00'], ['name', 'Chair']]) var table = await edit('/label', { page: 'page.html', op: 'value', field, pick: pick(page, text) });
    const say = (record, span) => studio.ask('POST', '/label', { table: 't', page: 'page.html', op: 'not_row', record, span });
    const stale = await say(1, table.records[2].span);
    assert.equal(stale.status, 409);
    assert.match(stale.json.what, /another/);
    assert.equal((await say(1, table.records[1].span)).status, 200);
  });
});

test('what is saved holds every page that is there, and no file of somebody else is lost', async () => {
  await withStudio((folder) => fs.writeFileSync(path.join(folder, 'page.html'), page), async ({ studio, folder, edit }) => {
    for (const [field, text] of [['name', 'Desk'], ['price', 'EUR 90.00'], ['name', 'Chair'], ['price', 'EUR 40.00']]) await edit('/label', { page: 'page.html', op: 'value', field, pick: pick(page, text) });
    const save = (format) => studio.ask('GET', `/export?table=t&format=${format}`);
    const names = async () => JSON.parse((await save('json')).text).map((row) => row.name);
    assert.deepEqual(await names(), rows.map(([name]) => name));
    // a page that comes later is in the next file, at once
    const more = shop([['Stool', 'EUR 10.00', ''], ['Shelf', '', 'old'], ['Rug', 'EUR 20.00', 'new']]);
    assert.equal((await studio.ask('POST', '/upload?name=more.html', more)).status, 200);
    assert.deepEqual((await names()).sort(), [...rows.map(([name]) => name), 'Stool', 'Shelf', 'Rug'].sort());
    // a label, and the file, without waiting for what is learned from it
    const { json } = await studio.ask('POST', '/field', { table: 't', op: 'rename', field: 'price', to: 'cost' });
    assert.ok(json.revision);
    assert.match((await save('csv')).text.split('\n')[0], /cost/);
    // the file of somebody else stays
    fs.writeFileSync(path.join(folder, 'out/t.csv'), 'mine\n');
    assert.match(decodeURIComponent((await save('csv')).headers.get('content-disposition')), /t-2\.csv/);
    assert.equal(fs.readFileSync(path.join(folder, 'out/t.csv'), 'utf8'), 'mine\n');
    // a database that was saved before is written anew, also with other columns
    assert.equal((await save('sqlite')).status, 200);
    await edit('/field', { page: 'page.html', op: 'rename', field: 'cost', to: 'amount' });
    await edit('/field', { page: 'page.html', op: 'rename', field: 'name', to: 'thing' });
    assert.equal((await save('sqlite')).status, 200);
  });
});

test('two columns of one name, or none at all, are refused', async () => {
  await withStudio((folder) => fs.writeFileSync(path.join(folder, 'page.html'), page), async ({ studio }) => {
    const { json: proposal } = await studio.ask('GET', '/proposal?page=page.html');
    const fields = proposal.fields.map((field) => field.name);
    for (const names of [Object.fromEntries(fields.map((name) => [name, 'same'])), Object.fromEntries(fields.map((name) => [name, ''])), { [fields[0]]: 'a.b' }]) {
      const { status, json } = await studio.ask('POST', '/accept', { table: 't', page: 'page.html', choice: 0, names });
      assert.equal(status, 400, JSON.stringify(names));
      assert.ok(json.hint);
    }
  });
});

test('rows of a list and the pages behind them are joined one to one', async () => {
  await withStudio((folder) => copySamples(folder, 'shop', 'shop.wrapper', 'shop-items.wrapper'), async ({ studio }) => {
    const { json } = await studio.ask('POST', '/run', { words: ['extract', 'shop.wrapper', 'shop/list-01.html', 'shop/list-02.html', '--follow', 'link', '--with', 'shop-items.wrapper', '--no-page', '--readings', 'text'] });
    const joined = json.out.trim().split('\n').map((line) => JSON.parse(line));
    assert.equal(joined.length, 12);
    const truth = new Map(fs.readFileSync(path.join(root, 'samples/shop-items.truth.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line)).map((label) => [path.basename(label.page), label.records[0]]));
    const textOf = (value) => (typeof value === 'string' ? value : value?.text);
    for (const row of joined) {
      const behind = truth.get(path.basename(row.link));
      if (behind) assert.equal(row['shop-items'].name, textOf(behind.name), row.link);
    }
    assert.ok(joined.some((row) => truth.has(path.basename(row.link))));
  });
});

test('a page looks inside as it looks outside', async () => {
  // where every element stands, in a window of that size
  const boxes = () => [...document.body.querySelectorAll('*')].filter((one) => !['SCRIPT', 'NOSCRIPT', 'GLEANER-OVERLAY'].includes(one.tagName)).map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const { color, fontFamily, fontSize, display } = getComputedStyle(one);
    return [one.tagName, ...[x, y + scrollY, width, height].map(Math.round), color, fontFamily, fontSize, display].join(' ');
  });
  await withStudio((folder) => {
    copySamples(folder, 'shop');
    fs.writeFileSync(path.join(folder, 'old.html'), '<html><head><style>td{width:30%}</style><body bgcolor=ffffee><center><font size=5>Old <b>page</b></font><table width=80% border=1><tr><td>a<td>b<tr><td height=60>c<td>d</table><ul><li>one<ul><li>two</ul></ul>');
  }, async ({ studio, folder }) => {
    // the pages as their site has them: their styles lie at its root
    const types = { '.html': 'text/html', '.css': 'text/css', '.svg': 'image/svg+xml' };
    const site = http.createServer((request, answer) => {
      const name = decodeURI(request.url.split('?')[0]);
      const file = [path.join(folder, name), path.join(folder, 'shop', name)].find((one) => fs.existsSync(one) && fs.statSync(one).isFile());
      answer.writeHead(file ? 200 : 404, { 'Content-Type': types[path.extname(name)] ?? 'text/plain' }).end(file && fs.readFileSync(file));
    });
    await new Promise((done) => site.listen(0, '127.0.0.1', done));
    const page = await openTab(studio);
    for (const name of ['shop/list-01.html', 'shop/item-k1001.html', 'old.html']) {
      await openPage(page, name);
      await quiet(page);
      const frame = page.frames().find((one) => one.url().includes('/frame?') && one.url().includes(encodeURIComponent(name)));
      await frame.evaluate(() => document.readyState === 'complete' || new Promise((done) => addEventListener('load', done)));
      const inside = await frame.evaluate(boxes);
      const [width, height] = await frame.evaluate(() => [innerWidth, innerHeight]);
      const context = await (await openBrowser()).newContext({ viewport: { width, height }, javaScriptEnabled: false });
      const outside = await context.newPage();
      await outside.goto(`http://127.0.0.1:${site.address().port}/${name}`);
      assert.deepEqual(inside, await outside.evaluate(boxes), name);
      await context.close();
    }
    await page.context().close();
    site.closeAllConnections();
    site.close();
  });
});
