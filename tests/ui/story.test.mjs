// The five-minute story: from an empty folder to a file for Excel, as somebody does who never opens a terminal.
import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { clickText, closeBrowser, columnsOf, frameOf, labelText, newFolder, openBrowser, openPage, patience, rowsOf, settled, startStudio } from './studio.mjs';

after(closeBrowser);

test('five minutes to a CSV', async () => {
  const folder = newFolder();
  const studio = await startStudio(folder);
  const context = await (await openBrowser()).newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(studio.address);
  assert.equal(new URL(page.url()).searchParams.get('token'), null, 'the token does not stay in the address');
  let clicks = 0;
  const click = async (what) => (clicks++, await page.click(what));

  // a guide begins by itself in an empty project, and goes on with what is done
  await page.getByLabel('First steps').getByText('1. Open a page').waitFor();
  await click('text=Try it on a sample shop');
  await page.getByLabel('First steps').getByText('2. Use the table').waitFor();
  await page.waitForSelector('#use-table');
  await frameOf(page).locator('gleaner-overlay').waitFor({ state: 'attached' });
  assert.match(await page.innerText('.bar h2'), /6 rows/);

  // two columns are named
  await page.fill('[aria-label="Name of the column title"]', 'name');
  await page.fill('[aria-label="Name of the column by"]', 'maker');
  await click('#use-table');
  await page.waitForSelector('[aria-label="Rows of this page"] td');
  await settled(page);
  assert.equal((await rowsOf(page)).length, 6);
  const columns = await columnsOf(page);
  assert.ok(columns.includes('name') && columns.includes('maker') && columns.includes('price'), columns.join());

  // a cell is tied to its place, and says why
  await click('[aria-label="Rows of this page"] tbody tr:nth-child(2) td:nth-child(2) .cell');
  await page.getByText('because:').waitFor();
  assert.match(await page.innerText('.why .text'), /Cappuccino cup/);

  // the other pages are read with the same rules
  await page.waitForFunction(() => [...document.querySelectorAll('.page')].find((one) => one.innerText.includes('list-02.html'))?.title.includes('6 rows'));

  // saved for Excel
  await click('text=Save table …');
  const waiting = page.waitForEvent('download');
  await page.getByRole('dialog').getByText('Excel', { exact: true }).click();
  clicks++;
  const saved = await waiting;
  const text = fs.readFileSync(await saved.path(), 'utf8');
  assert.ok(text.startsWith('\ufeff'));
  assert.equal(text.trim().split('\n').length - 1, 82, "82 articles on 14 pages");
  assert.ok(text.includes('Espresso cup, 1 < 2 cups'));
  assert.ok(fs.existsSync(path.join(folder, 'out/shop.csv')) && fs.existsSync(path.join(folder, 'labels/shop.labels.jsonl')) && fs.existsSync(path.join(folder, 'wrappers/shop.wrapper')));
  assert.ok(clicks <= 8, `${clicks} clicks`);
  console.log(`clicks from nothing to the saved table of all pages: ${clicks} (names typed, not clicked)`);
  assert.deepEqual(errors, []);
  await context.close();
  await studio.end();
});
