// All pages of a site: states, rows, what is missing, a redesign and its repair; jobs that outlive the server.
import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { closeBrowser, copySamples, newFolder, openPage, openTab, settled, startStudio } from './studio.mjs';

after(closeBrowser);

test('a redesign is seen, repaired, reviewed and accepted', async () => {
  const folder = newFolder();
  copySamples(folder, 'shop', 'shop-new');
  const studio = await startStudio(folder);
  const page = await openTab(studio);
  try {
    await openPage(page, 'shop/list-01.html');
    await page.click('#use-table');
    await page.waitForSelector('[aria-label="Rows of this page"] td');
    await settled(page);
    await page.getByRole('button', { name: 'All pages' }).click();
    await page.waitForFunction(() => !document.body.innerText.includes('Looking through the pages'));
    // rows of all pages, and those without something
    await page.getByText('All rows', { exact: true }).click();
    await page.waitForFunction(() => /^82 rows/.test(document.querySelector('.view p.grow')?.innerText ?? '') || /8\d rows/.test(document.querySelector('.view p.grow')?.innerText ?? ''));
    await page.getByText('Pages', { exact: true }).click();
    for (const [name, use] of [['shop/list-01.html', 'old'], ['shop/list-02.html', 'old'], ['shop/list-03.html', 'old']]) await page.getByLabel(`Use of ${name} for repair`).selectOption(use);
    const fresh = fs.readdirSync(path.join(folder, 'shop-new')).filter((name) => name.startsWith('list')).slice(0, 3);
    for (const name of fresh) await page.getByLabel(`Use of shop-new/${name} for repair`).selectOption('new');
    await page.getByText('Try a repair').click();
    await page.getByRole('region', { name: 'Review of the repair' }).or(page.locator('.review')).first().waitFor();
    const before = fs.readFileSync(path.join(folder, 'wrappers/shop.wrapper'), 'utf8');
    const now = () => fs.readFileSync(path.join(folder, 'wrappers/shop.wrapper'), 'utf8');
    // field by field: what is not taken keeps its rules, and the rows show it before anything is written
    const takes = page.getByRole('checkbox', { name: /^Take the new rule of/ });
    const fields = (await takes.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label').slice(21)))).filter((name) => !name.includes('.'));
    assert.ok(fields.length > 1);
    const [kept, taken] = fields;
    await page.getByLabel(`Take the new rule of ${kept}`, { exact: true }).uncheck();
    await page.getByText(`Accept, with the old rules of ${kept}`).waitFor();
    await settled(page);
    if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, 'repair.png'), fullPage: true });
    assert.equal(now(), before, 'nothing is written before it is accepted');
    await page.getByText(`Accept, with the old rules of ${kept}`).click();
    await page.waitForFunction(() => !document.querySelector('.review'));
    assert.match(now(), new RegExp(`fields = \\["${kept}"\\]`), 'the old rules stand beside the new ones');
    let json;
    do ({ json } = await studio.ask('GET', `/table?name=shop&page=shop-new/${fresh[0]}`));
    while (json.behind);
    const fieldsOf = (record) => record.fields.map((field) => field.name);
    assert.ok(json.records.length > 3);
    for (const record of json.records) assert.ok(!fieldsOf(record).includes(kept) && fieldsOf(record).includes(taken), JSON.stringify(fieldsOf(record)));
    await page.keyboard.press('u');
    await page.getByText('Undone: edited wrappers/shop.wrapper').waitFor();
    assert.equal(now(), before);
    assert.deepEqual(page.errors, []);
  } finally {
    await page.context().close();
    await studio.end();
  }
});

test('jobs are paused, resumed, cancelled, and outlive the server', async () => {
  const silent = http.createServer(() => {}); // never answers
  await new Promise((done) => silent.listen(0, '127.0.0.1', done));
  const folder = newFolder();
  let studio = await startStudio(folder);
  const state = async (id) => (await studio.ask('GET', '/jobs')).json.jobs.find((job) => job.id === id)?.state;
  const until = async (id, wanted) => {
    for (let i = 0; i < 200; ++i) {
      if ((await state(id)) === wanted) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.equal(await state(id), wanted);
  };
  try {
    const { json: job } = await studio.ask('POST', '/jobs', { words: ['fetch', `http://127.0.0.1:${silent.address().port}/x`, '--allow-private', '-o', 'x.warc.gz'] });
    await until(job.id, 'running');
    await studio.ask('POST', '/jobs/control', { id: job.id, what: 'pause' });
    await until(job.id, 'paused');
    await studio.end();
    studio = await startStudio(folder);
    await until(job.id, 'paused');
    await studio.ask('POST', '/jobs/control', { id: job.id, what: 'resume' });
    await until(job.id, 'running');
    assert.equal((await studio.ask('POST', '/jobs/control', { id: job.id, what: 'forget' })).status, 400);
    await studio.ask('POST', '/jobs/control', { id: job.id, what: 'cancel' });
    await until(job.id, 'cancelled');
    const { json: quick } = await studio.ask('POST', '/jobs', { words: ['records', 'nothing.html'] });
    await until(quick.id, 'failed');
    assert.match((await studio.ask('GET', `/jobs?id=${quick.id}`)).json.log, /nothing\.html/);
    assert.equal((await studio.ask('POST', '/jobs/control', { id: quick.id, what: 'forget' })).status, 200);
  } finally {
    await studio.end();
    silent.closeAllConnections();
    silent.close();
  }
});
