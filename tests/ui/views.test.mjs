// Every view, in light and dark, wide and narrow: nothing breaks, nothing overflows, axe finds nothing serious. With SHOTS=FOLDER pictures are kept.
import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { axeSource, clickText, closeBrowser, copySamples, frameOf, newFolder, openTab, quiet, settled, startStudio } from './studio.mjs';

after(closeBrowser);
const shots = process.env.SHOTS;

let problems = [];
async function look(page, name) {
  if (shots) await page.screenshot({ path: path.join(shots, name + '.png') });
  if (!(await page.evaluate(() => !!window.axe))) await page.evaluate(axeSource());
  // colours are those of the wide window: looking at them again takes most of the time
  const found = await page.evaluate((colours) => window.axe.run(document, { resultTypes: ['violations'], iframes: false, rules: { 'frame-tested': { enabled: false }, 'color-contrast': { enabled: colours } } }), name.includes('wide'));
  const serious = found.violations.filter((violation) => ['serious', 'critical'].includes(violation.impact)).map((violation) => `${violation.id}: ${violation.nodes.slice(0, 3).map((node) => node.html.slice(0, 120) + ' ' + node.failureSummary.split('\n')[1]).join(' | ')}`);
  problems.push(...serious.map((one) => `${name}: ${one}`));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) problems.push(`${name} is ${wide} pixels too wide`);
}

const looks = [
  { name: 'light-wide', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark-wide', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'light-narrow', colorScheme: 'light', viewport: { width: 420, height: 800 } },
  { name: 'dark-narrow', colorScheme: 'dark', viewport: { width: 420, height: 800 } }
];

for (const { name, ...options } of looks)
  test(`all views, ${name}`, async () => {
    problems = [];
    const folder = newFolder();
    const empty = await startStudio(newFolder());
    copySamples(folder, 'shop', 'match', 'pdf');
    fs.writeFileSync(path.join(folder, 'server.log'), Array.from({ length: 200 }, (_, i) => `2026-01-${String(1 + (i % 28)).padStart(2, '0')} 12:00:${String(i % 60).padStart(2, '0')} ${i % 7 ? 'INFO' : 'WARN'} worker-${i % 4}: page ${i} done in ${i * 3} ms`).join('\n') + '\n');
    fs.mkdirSync(path.join(folder, 'flows'));
    fs.writeFileSync(path.join(folder, 'flows/prices.flow.toml'), '[source.shop]\nwrapper = "../wrappers/shop.wrapper"\npages = ["../shop/list-0*.html"]\n\n[step.cheap]\nfrom = "shop"\nfilter = "price < 20"\n\n[deliver.file]\nfrom = "cheap"\nto = "../out/cheap.csv"\n');
    const studio = await startStudio(folder);
    const page = await openTab(studio, options);
    const narrow = options.viewport.width < 1080;
    try {
      const first = await openTab(empty, options);
      await first.waitForSelector('#address');
      await look(first, `${name}-start`);
      await first.context().close();
      // in a narrow window lists and panels lie over the page, and go when something was chosen
      const show = async (name) => {
        if (narrow) await page.getByLabel('List of pages').first().click();
        await page.waitForSelector('#page-search');
        await page.locator('.page', { hasText: name }).first().click();
        await page.waitForFunction((file) => location.hash.includes(encodeURIComponent(file)), name);
        await quiet(page);
      };
      const panel = async (name) => {
        if (narrow) await page.getByLabel('Fields and explanations').first().click();
        await page.getByRole('tab', { name }).click();
        await quiet(page);
        await look(page, `${look_name(name)}`);
        if (narrow) await page.getByLabel('Close this panel').click();
      };
      const look_name = (part) => `${name}-${part.toLowerCase()}`;
      if (narrow) {
        await page.getByLabel('List of pages').first().click();
        await page.waitForSelector('#page-search');
        await look(page, look_name('pages'));
        await page.getByLabel('List of pages').first().click();
      }
      await show('list-01.html');
      await page.waitForSelector('#use-table');
      await frameOf(page).locator('gleaner-overlay').waitFor({ state: 'attached' });
      await look(page, look_name('proposal'));
      await page.click('#use-table');
      await page.waitForSelector('[aria-label="Rows of this page"] td');
      await settled(page);
      await look(page, look_name('table'));
      await page.locator('[aria-label="Rows of this page"] td .cell').nth(2).click();
      for (const tab of ['Why', 'Fields', 'Rules', 'Source', 'History']) await panel(tab);
      for (const [dialog, key] of [['keys', '?'], ['tables', 't'], ['export', 'd'], ['command', 'c'], ['open', 'o']]) {
        await page.keyboard.press(key);
        await page.getByRole('dialog').waitFor();
        await look(page, look_name(dialog));
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await clickText(page, 'In stock');
      await page.waitForFunction(() => document.querySelector('[aria-label="Name of a new field"]')?.value);
      await look(page, look_name('pick'));
      await page.keyboard.press('Escape');
      await show('server.log');
      await page.waitForSelector('.text .line');
      await look(page, look_name('log'));
      await show('invoice.pdf');
      await frameOf(page).locator('img').first().evaluate((picture) => picture.complete || new Promise((done) => (picture.onload = done)));
      await look(page, look_name('pdf'));
      for (const [view, ready] of [['site', '.counts'], ['query', 'textarea'], ['grammar', '.cm-editor'], ['match', 'form'], ['flow', '.svelte-flow__node'], ['navigate', '.cm-editor'], ['jobs', 'form']]) {
        await page.evaluate((id) => (location.hash = `view=${id}&table=shop&page=shop%2Flist-01.html`), view);
        await page.waitForSelector(ready);
        if (view === 'grammar') await page.waitForSelector('iframe[title^="The text"]');
        if (view === 'match') {
          await page.getByLabel('Our table').selectOption('match/ours.csv');
          await page.getByLabel('Their table').selectOption('match/theirs.csv');
          await page.getByText('Find pairs to look at').click();
          await page.waitForSelector('.pair');
        }
        if (view === 'query') {
          await page.fill('textarea', "select brand, count(*) as n from 'match/ours.csv' group by brand order by n desc");
          await page.getByText('Ask', { exact: true }).click();
          await page.waitForSelector('td');
          await page.getByText('Chart', { exact: true }).click();
          await page.waitForSelector('canvas');
        }
        await quiet(page);
        await look(page, `${name}-${view}`);
        if (view === 'flow') {
          await page.locator('.svelte-flow__node').nth(1).click();
          await page.getByRole('form', { name: /^Settings of/ }).waitFor();
          await look(page, `${name}-flow-part`);
        }
      }
      assert.deepEqual(page.errors, []);
      assert.deepEqual(problems, []);
    } finally {
      await page.context().close();
      await studio.end();
      await empty.end();
    }
  });
