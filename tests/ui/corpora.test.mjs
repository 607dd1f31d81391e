// Real pages, given by path (GLEANER_CORPORA, or ../shared/corpora beside the checkout): things of a site and lists, labelled by clicks until
// their records are perfect. Without the pages nothing is tested, and that is said.
import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { judge, telling } from './gold.mjs';
import { closeBrowser, frameOf, labelText, newFolder, openPage, openTab, root, settled, startStudio } from './studio.mjs';

after(closeBrowser);
const corpora = process.env.GLEANER_CORPORA ?? path.join(root, '../shared/corpora');
const skip = fs.existsSync(path.join(corpora, 'swde')) ? false : 'no real pages here';
const list = fs.existsSync(path.join(corpora, 'records')) ? fs.readdirSync(path.join(corpora, 'records')).find((one) => one.endsWith('.html') && one.includes('cnet')) : '';
const clean = (text) => text.replace(/\s+/g, ' ').trim();

test('things of a site: two labelled pages give the others', { skip }, async () => {
  const site = path.join(corpora, 'swde/auto/auto-aol');
  const labels = fs.readFileSync(path.join(site, 'labels.jsonl'), 'utf8').trim().split('\n').slice(0, 6).map((line) => JSON.parse(line));
  const folder = newFolder();
  for (const label of labels) fs.copyFileSync(path.join(site, label.page), path.join(folder, label.page));
  const studio = await startStudio(folder);
  const page = await openTab(studio);
  try {
    const asked = new Set();
    for (const label of labels.slice(0, 2)) {
      await openPage(page, label.page);
      for (const [field, value] of Object.entries(label.records[0])) {
        const text = clean((Array.isArray(value) ? value[0] : value).text);
        if ((await frameOf(page).getByText(text, { exact: true }).count()) === 0) continue; // a part of a longer text
        await labelText(page, text, field);
        asked.add(field);
      }
    }
    assert.ok(asked.size >= 2, [...asked].join());
    let right = 0, wrong = [];
    for (const label of labels.slice(2)) {
      const { json } = await studio.ask('GET', `/table?name=${new URLSearchParams(page.url().split('#')[1]).get('table')}&page=${label.page}`);
      for (const field of asked) {
        const gold = label.records[0][field];
        if (!gold) continue;
        const given = json.records[0]?.fields.find((one) => one.name === field);
        const texts = given ? (given.items ?? [given]).map((one) => clean(one.text)) : [];
        const wanted = (Array.isArray(gold) ? gold : [gold]).map((one) => clean(one.text));
        if (wanted.some((text) => texts.includes(text))) ++right;
        else wrong.push(`${label.page} ${field}: ${texts.join()} for ${wanted.join()}`);
      }
    }
    assert.ok(right >= 4 && wrong.length <= right / 4, wrong.join('; '));
    assert.deepEqual(page.errors, []);
  } finally {
    await page.context().close();
    await studio.end();
  }
});

test('a list: the proposed table has all of its rows and no other', { skip }, async () => {
  const file = path.join(corpora, 'records', list);
  const folder = newFolder();
  fs.copyFileSync(file, path.join(folder, 'page.html'));
  const studio = await startStudio(folder);
  const page = await openTab(studio);
  try {
    await page.waitForSelector('#use-table');
    await page.click('#use-table');
    await page.waitForSelector('[aria-label="Rows of this page"] td');
    await settled(page);
    const { json } = await studio.ask('GET', '/table?name=page&page=page.html');
    const { missing, extra, perfect } = judge(json.records, telling(file));
    assert.ok(perfect, JSON.stringify({ missing, extra }));
    assert.deepEqual(page.errors, []);
  } finally {
    await page.context().close();
    await studio.end();
  }
});
