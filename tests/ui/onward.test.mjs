// Pages beyond the one in view: details joined to their rows, lists over several pages. What Studio shows is what a run gives; what is not in the
// project is named and can be fetched.
import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { closeBrowser, columnsOf, copySamples, newFolder, openPage, openTab, program, root, rowsOf, settled, startStudio } from './studio.mjs';

after(closeBrowser);

const lines = (text) => text.trim().split('\n').filter(Boolean).map((line) => JSON.parse(line));
function extract(folder, ...words) {
  const ran = spawnSync(program, ['extract', ...words, '--no-page', '--readings', 'text'], { cwd: folder, encoding: 'utf8' });
  return lines(ran.stdout);
}
// A row as `extract` writes it.
function plain(fields) {
  const valueOf = (value) => (value.items ? value.items.map(valueOf) : value.fields ? plain(value.fields) : value.text);
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
}
function project(more = '') {
  const folder = newFolder();
  copySamples(folder, 'shop');
  fs.mkdirSync(path.join(folder, 'wrappers'));
  fs.copyFileSync(path.join(root, 'samples/shop-items.wrapper'), path.join(folder, 'wrappers/shop-items.wrapper'));
  fs.writeFileSync(path.join(folder, 'wrappers/shop.wrapper'), fs.readFileSync(path.join(root, 'samples/shop.wrapper'), 'utf8') + more);
  return folder;
}
// All rows, range by range.
async function shown(studio, table, page) {
  const out = [];
  for (;;) {
    const { json, status, text } = await studio.ask('GET', `/onward?table=${table}&page=${encodeURIComponent(page)}&from=${out.length}`);
    assert.equal(status, 200, text);
    out.push(...json.rows);
    if (out.length >= json.total || !json.rows.length) return { ...json, rows: out.map((row) => plain(row.fields)), raw: out };
  }
}

test('details are joined one to one, over all pages of the list, as a run gives them', async () => {
  const folder = project('\n[next]\n\n[follow.link]\nwith = "shop-items.wrapper"\nas = "item"\n');
  const studio = await startStudio(folder);
  try {
    await studio.ask('GET', '/table?name=shop&page=shop/list-01.html&revision=1');
    for (const page of ['shop/list-01.html', 'shop/list-13.html']) {
      const run = extract(folder, 'wrappers/shop.wrapper', page);
      const preview = await shown(studio, 'shop', page);
      assert.deepEqual(preview.rows, run, page);
      assert.equal(preview.missing_next, '');
    }
    const whole = await shown(studio, 'shop', 'shop/list-01.html');
    assert.equal(whole.total, 82);
    assert.equal(whole.pages, 13);
    for (const row of whole.rows) if (row.item) assert.equal(path.basename(row.item.page), path.basename(row.link));
    assert.ok(whole.rows.filter((row) => row.item).length > 5);
    // pages that are not there are named, and have no values
    const gone = whole.rows.filter((row) => !row.item).map((row) => row.link);
    const first = await shown(studio, 'shop', 'shop/list-01.html');
    assert.deepEqual(first.missing.map((name) => path.basename(name)), first.rows.slice(0, first.own).filter((row) => !row.item).map((row) => path.basename(row.link)).slice(0, 5));
    assert.equal(first.words, undefined, 'files without an address cannot be fetched');
    assert.ok(gone.length);
    // why: of a value behind a link, and of a row on another page
    const at = whole.rows.findIndex((row) => row.item);
    const behind = await studio.ask('GET', `/why?table=shop&page=shop/list-01.html&record=${at}&field=item.name`);
    assert.equal(behind.json.cells[0].text, whole.rows[at].item.name);
    assert.equal(behind.json.cells[0].page, whole.rows[at].item.page);
    const later = await studio.ask('GET', '/why?table=shop&page=shop/list-01.html&record=10&field=name');
    assert.equal(later.json.cells[0].text, whole.rows[10].name);
    assert.match(later.json.cells[0].page, /list-02/);
    // all rows of all pages, and the file that is saved, are the same
    const seen = [];
    for (;;) {
      const { json } = await studio.ask('GET', `/rows?table=shop&from=${seen.length}&to=${seen.length + 100}`);
      if (!json.looked_through) continue;
      seen.push(...json.rows.map((row) => plain(row.record.fields)));
      if (seen.length >= json.total) break;
    }
    assert.deepEqual(seen, whole.rows);
    const saved = await studio.ask('GET', '/export?table=shop&format=jsonl&page=shop/list-01.html');
    assert.deepEqual(lines(saved.text).map((row) => row.name), whole.rows.map((row) => row.name));
    const all = await studio.ask('GET', '/export?table=shop&format=jsonl');
    assert.deepEqual(lines(all.text).map((row) => [row.name, row.item?.name]), whole.rows.map((row) => [row.name, row.item?.name]));
  } finally {
    await studio.end();
  }
});

test('a site: what is not in the project is named and fetched, and then all of it is shown', async () => {
  const server = spawn(program, ['debug', 'serve', path.join(root, 'samples/shop')], { stdio: ['ignore', 'pipe', 'pipe'] });
  const site = await new Promise((done) => {
    let said = '';
    const hear = (data) => {
      said += data;
      const found = /http:\/\/[^\s/]+/.exec(said);
      if (found) done(found[0]);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
  });
  const folder = newFolder();
  const studio = await startStudio(folder);
  try {
    const { json: opened } = await studio.ask('POST', '/open', { address: `${site}/list-01.html` });
    fs.mkdirSync(path.join(folder, 'wrappers'));
    for (const name of ['shop.wrapper', 'shop-items.wrapper']) fs.copyFileSync(path.join(root, 'samples', name), path.join(folder, 'wrappers', name));
    const edit = async (body) => {
      const { json, status, text } = await studio.ask('POST', '/field', { table: 'shop', page: opened.page, ...body });
      assert.equal(status, 200, text);
      await studio.ask('GET', `/table?name=shop&page=${opened.page}&revision=${json.revision}`);
    };
    await studio.ask('GET', `/table?name=shop&page=${opened.page}&revision=1`);
    await edit({ op: 'follow', field: 'link', to: 'shop-items' });
    await edit({ op: 'next', to: 'on' });
    assert.match(fs.readFileSync(path.join(folder, 'wrappers/shop.wrapper'), 'utf8'), /# The list pages of the shop, by hand/, 'comments stay');
    const before = await shown(studio, 'shop', opened.page);
    assert.equal(before.rows.length, 6);
    assert.equal(before.missing_total, 6);
    assert.equal(before.missing_next, `${site}/list-02.html`);
    const { json: job } = await studio.ask('POST', '/jobs', { words: before.words });
    for (let state; (state = (await studio.ask('GET', '/jobs')).json.jobs.find((one) => one.id === job.id)), state.state === 'running'; ) await new Promise((done) => setTimeout(done, 50));
    const after = await shown(studio, 'shop', before.then);
    assert.deepEqual(after.rows, extract(folder, 'wrappers/shop.wrapper', before.then));
    assert.equal(after.pages, 13);
    assert.equal(after.rows.length, 82);
    assert.ok(after.rows.filter((row) => row['shop-items']).length > 5);
    assert.equal(after.missing_next, '');
    // taken back: both tables leave the file
    await edit({ op: 'follow', field: 'link', to: '' });
    await edit({ op: 'next', to: '' });
    assert.doesNotMatch(fs.readFileSync(path.join(folder, 'wrappers/shop.wrapper'), 'utf8'), /\[(next|follow)/);
    await studio.ask('POST', '/undo', {});
    assert.match(fs.readFileSync(path.join(folder, 'wrappers/shop.wrapper'), 'utf8'), /\[next\]/);
  } finally {
    await studio.end();
    server.kill('SIGTERM');
  }
});

test('in the browser: an overview and its details, switched on in Fields, kept when something is learned', async () => {
  const folder = newFolder();
  copySamples(folder, 'shop');
  fs.mkdirSync(path.join(folder, 'wrappers'));
  fs.copyFileSync(path.join(root, 'samples/shop-items.wrapper'), path.join(folder, 'wrappers/details.wrapper'));
  const studio = await startStudio(folder);
  const page = await openTab(studio);
  try {
    await page.keyboard.press('t');
    await page.getByRole('dialog').getByRole('searchbox').fill('list');
    await page.getByText('Make a new table list').click();
    await openPage(page, 'list-02.html');
    await page.click('#use-table');
    await page.waitForSelector('[aria-label="Rows of this page"] td');
    await settled(page);
    await page.getByRole('tab', { name: 'Fields' }).click();
    const link = (await columnsOf(page)).find((name) => /link|href|url/.test(name));
    assert.ok(link, (await columnsOf(page)).join());
    await page.getByLabel(`More about ${link}`, { exact: true }).click();
    await page.getByLabel(`The table that reads the pages behind ${link}`).selectOption('details');
    await page.locator('[aria-label="Rows of this page"] th', { hasText: 'details › name' }).waitFor();
    await settled(page);
    const run = extract(folder, 'wrappers/list.wrapper', 'shop/list-02.html');
    const at = (await columnsOf(page)).indexOf('details › name');
    await page.waitForFunction((n) => [...document.querySelectorAll('[aria-label="Rows of this page"] tbody tr[aria-rowindex]')].some((row) => row.querySelectorAll('td')[n]?.innerText.length > 3), at);
    assert.deepEqual((await rowsOf(page)).map((row) => row[at]), run.map((row) => row.details?.name ?? '–'));
    // a cell of another page says where it stands, and leads there
    const has = run.findIndex((row) => row.details);
    await page.locator('[aria-label="Rows of this page"] tbody tr[aria-rowindex]').nth(has).locator('.cell').nth(at).click();
    await page.getByText(`on the page ${run[has].details.page}`).waitFor();
    // the list goes on
    await page.getByRole('tab', { name: 'Fields' }).click();
    await page.getByLabel('the list goes on over several pages').check();
    await page.getByText(/here and on 12 further pages/).waitFor();
    await settled(page);
    assert.match(fs.readFileSync(path.join(folder, 'wrappers/list.wrapper'), 'utf8'), /\[next\]/);
    // both stay when the rules are learned again
    await page.locator('[aria-label="Rows of this page"] tbody tr[aria-rowindex]').first().locator('.cell').first().click();
    await page.keyboard.press('Enter');
    await settled(page);
    assert.match(fs.readFileSync(path.join(folder, 'wrappers/list.wrapper'), 'utf8'), /with = "details\.wrapper"/);
    await page.getByText(/here and on 12 further pages/).waitFor();
    await page.locator('[aria-label="Rows of this page"] tbody tr[aria-rowindex]').nth(has).locator('.cell').nth(at).click();
    await page.getByText('Open it there').click();
    await page.waitForFunction((name) => document.querySelector('iframe[title^="The page"]')?.title.endsWith(name), run[has].details.page);
    // pages that are not there are named
    await page.keyboard.press('t');
    await page.getByRole('dialog').getByRole('searchbox').fill('list');
    await page.keyboard.press('Enter');
    await openPage(page, 'list-03.html');
    await page.getByRole('note').filter({ hasText: '6 pages behind these rows are not in the project' }).waitFor();
    assert.deepEqual(page.errors, []);
  } finally {
    await page.context().close();
    await studio.end();
  }
});
