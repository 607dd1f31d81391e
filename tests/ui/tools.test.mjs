// The pages beside the table: queries saved in every format, grammars tried live, pairs decided by keys, jobs held and let go, a thousand tables searched, a flow made from a table.
import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { closeBrowser, copySamples, newFolder, openPage, openTab, quiet, settled, startStudio } from './studio.mjs';

after(closeBrowser);

async function withProject(prepare, act) {
  const folder = newFolder();
  await prepare(folder);
  const studio = await startStudio(folder);
  const page = await openTab(studio);
  const go = (view) => page.evaluate((id) => (location.hash = `view=${id}`), view);
  try {
    await act({ page, studio, folder, go });
    assert.deepEqual(page.errors, []);
  } finally {
    await page.context().close();
    await studio.end();
  }
}

test('a question, its chart, and its answer in every format', async () => {
  await withProject((folder) => fs.writeFileSync(path.join(folder, 'prices.csv'), 'day,price\n2026-01-03,12\n2026-01-01,10\n2026-01-02,11\n'), async ({ page, folder, go }) => {
    await go('query');
    await page.getByLabel('The question').fill("select day, price from 'prices.csv' where price > 10 order by day");
    await page.keyboard.press('Control+Enter');
    await page.getByText('2 rows').waitFor();
    await page.getByText('Chart', { exact: true }).click();
    await page.getByRole('img', { name: 'Chart of price across day, 2 values' }).waitFor();
    for (const [name, ending] of [['Excel', 'csv'], ['TSV', 'tsv'], ['JSON', 'json'], ['JSON lines', 'jsonl'], ['XML', 'xml'], ['SQLite', 'sqlite'], ['CSV', 'csv']]) {
      await page.getByText('Save …', { exact: true }).click();
      const saved = page.waitForEvent('download');
      await page.getByRole('dialog').locator('.format', { has: page.getByText(name, { exact: true }) }).click();
      const file = await (await saved).path();
      assert.ok(fs.statSync(file).size > 10, name);
      assert.deepEqual(fs.readFileSync(file).subarray(name === 'Excel' ? 3 : 0), fs.readFileSync(path.join(folder, `out/answer.${ending}`)), `${name}: what is downloaded is what stands in out/`);
      await quiet(page);
    }
    assert.equal(fs.readFileSync(path.join(folder, 'out/answer.csv'), 'utf8').replaceAll('\r', ''), 'day,price\n2026-01-02,11\n2026-01-03,12\n');
    // what cannot be asked is said
    await page.getByLabel('The question').fill('select from nothing');
    await page.getByText('Ask', { exact: true }).click();
    await page.locator('.toast', { hasText: /./ }).last().waitFor();
  });
});

test('a grammar is tried with every change', async () => {
  await withProject(() => {}, async ({ page, folder, go }) => {
    await go('grammar');
    await page.frameLocator('iframe[title^="The text"]').getByText('WARN', { exact: true }).waitFor();
    await page.getByText('3 records', { exact: true }).waitFor();
    await page.getByLabel('Text to read').fill('2026-01-12 INFO one\n2026-01-13 WARN two\n');
    await page.getByText('2 records', { exact: true }).waitFor();
    await page.getByText('Records', { exact: true }).click();
    await page.getByRole('region', { name: 'Records' }).getByText('WARN').waitFor();
    // an error is said with its line, and nothing is lost by it
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('rule broken is (');
    await page.getByText(/Line \d+ of the rules/).waitFor();
    await page.getByText('Save …', { exact: true }).click();
    await page.getByLabel('In which file?').fill('scripts/mine.gln');
    await page.keyboard.press('Escape');
    assert.ok(!fs.existsSync(path.join(folder, 'scripts')));
  });
});

test('pairs are decided by keys, and decisions are undone', async () => {
  await withProject((folder) => copySamples(folder, 'match'), async ({ page, folder, go }) => {
    await go('match');
    await page.getByLabel('Our table').selectOption('match/ours.csv');
    await page.getByLabel('Their table').selectOption('match/theirs.csv');
    await page.getByText('Find pairs to look at').click();
    const pair = page.getByRole('article', { name: 'A pair' });
    await pair.waitFor();
    await pair.getByText('What speaks for and against').click();
    const file = path.join(folder, 'labels/pairs.csv');
    const said = () => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n').slice(1) : []);
    for (const [key, decided] of [['y', '1 decided'], ['s', '1 decided'], ['n', '2 decided']]) {
      const at = await pair.locator('.row').first().innerText();
      await page.keyboard.press(key);
      await page.waitForFunction(([before, words]) => { const now = document.querySelector('.pair .row')?.innerText; return now && now !== before && now.includes(words); }, [at, decided]);
    }
    assert.deepEqual(said().map((line) => line.slice(-1)), ['1', '0']);
    await page.keyboard.press('u');
    await page.getByText(/^Undone/).waitFor();
    assert.equal(said().length, 1);
  });
});

test('a job is held, let go and ended in the window', async () => {
  const silent = http.createServer(() => {});
  await new Promise((done) => silent.listen(0, '127.0.0.1', done));
  await withProject(() => {}, async ({ page, go }) => {
    await go('jobs');
    await page.getByLabel('Command to run as a job').fill(`gleaner fetch http://127.0.0.1:${silent.address().port}/x --allow-private -o x.warc.gz`);
    await page.getByText('Start', { exact: true }).click();
    const job = page.locator('li', { hasText: 'gleaner fetch' });
    for (const [press, then] of [['Pause', 'paused'], ['Go on', 'running'], ['Cancel', 'cancelled']]) {
      await job.getByText(press, { exact: true }).click();
      await job.getByText(then, { exact: true }).waitFor();
    }
    await job.getByText('Forget').click();
    await page.getByText('No jobs yet').waitFor();
  });
  silent.closeAllConnections();
  silent.close();
});

test('a thousand tables: found by a part of the name', async () => {
  const prepare = (folder) => {
    copySamples(folder, 'shop');
    fs.mkdirSync(path.join(folder, 'wrappers'));
    for (let i = 0; i < 1000; ++i) fs.writeFileSync(path.join(folder, `wrappers/site-${i}.wrapper`), `format = 1\nkind = "selector"\nrecord = "li.product"\n[fields]\nname${i} = "h3"\n`);
  };
  await withProject(prepare, async ({ page }) => {
    await openPage(page, 'list-01.html');
    await settled(page);
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1000 of 1000 tables').waitFor();
    await dialog.getByRole('searchbox').fill('ITE-77');
    await dialog.getByText('11 of 1000 tables').waitFor();
    await dialog.getByRole('searchbox').fill('site-777');
    await page.keyboard.press('Enter');
    await page.locator('[aria-label="Rows of this page"] th', { hasText: 'name777' }).waitFor();
  });
});

test('a flow made from a table runs as it is', async () => {
  await withProject((folder) => copySamples(folder, 'shop'), async ({ page, folder, go }) => {
    await openPage(page, 'list-01.html');
    await page.click('#use-table');
    await page.waitForSelector('[aria-label="Rows of this page"] td');
    await settled(page);
    await page.waitForFunction(() => !document.body.innerText.includes('Looking through the pages'));
    await go('flow');
    await page.getByText('Make one').click();
    await page.getByLabel('In which file?').press('Enter');
    await page.locator('.svelte-flow__node').nth(1).waitFor();
    await settled(page);
    assert.match(fs.readFileSync(path.join(folder, 'flows/prices.flow.toml'), 'utf8'), /pages = \["\.\.\/shop\/list-\*\.html"\]/);
    await page.getByText('Run', { exact: true }).click();
    await page.locator('.svelte-flow__node', { hasText: '82 rows' }).first().waitFor();
    assert.equal(fs.readFileSync(path.join(folder, 'out/shop.csv'), 'utf8').trim().split('\n').length, 83);
  });
});
