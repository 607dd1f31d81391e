// Much of everything stays smooth: a page of a hundred thousand rows, a page of five megabytes, a thousand tables.
import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { closeBrowser, newFolder, openPage, openTab, settled, startStudio } from './studio.mjs';

after(closeBrowser);

// The longest time between two frames while a list is scrolled through.
async function scrolling(page, selector) {
  return page.evaluate(async (where) => {
    const area = document.querySelector(where);
    const times = [], idle = [];
    let last = performance.now();
    for (let i = 0; i < 20; ++i) {  // what the machine gives without any work
      await new Promise((done) => requestAnimationFrame(done));
      idle.push(performance.now() - last);
      last = performance.now();
    }
    idle.sort((a, b) => a - b);
    for (let i = 0; i < 40; ++i) {
      area.scrollTop = (area.scrollHeight * i) / 40;
      await new Promise((done) => requestAnimationFrame(done));
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    times.sort((a, b) => a - b);
    return { median: times[20], worst: times[39], idle: idle[10] };
  }, selector);
}

// Times mean something on an idle machine only: GLEANER_FIGURES=1 asks for them.
const figures = process.env.GLEANER_FIGURES;

test('a hundred thousand rows scroll', async () => {
  const folder = newFolder();
  fs.writeFileSync(path.join(folder, 'big.log'), Array.from({ length: 100_000 }, (_, i) => `2026-01-12 10:00:00 INFO request ${i} took ${i % 977} ms`).join('\n') + '\n');
  fs.mkdirSync(path.join(folder, 'wrappers'));
  const studio = await startStudio(folder);
  const page = await openTab(studio);
  try {
    await page.waitForSelector('#use-table');
    await page.click('#use-table');
    await page.waitForSelector('[aria-label="Rows of this page"] td');
    await settled(page);
    const count = await page.locator('[aria-label="Rows of this page"] table').getAttribute('aria-rowcount');
    assert.equal(count, '100000');
    const { median, worst, idle } = await scrolling(page, '[aria-label="Rows of this page"]');
    console.log(`rows: frame median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms, without work ${idle.toFixed(1)} ms`);
    if (figures) assert.ok(median < Math.max(50, 2.5 * idle), `${median} ms a frame, ${idle} ms without work`);
  } finally {
    await page.context().close();
    await studio.end();
  }
});

test('a page of five megabytes is shown and labelled', async () => {
  const folder = newFolder();
  const row = (i) => `<li class="item"><h3><a href="/p/${i}">Thing number ${i}</a></h3><p class="price">EUR ${i % 90}.95</p><p>${'words about it '.repeat(8)}</p></li>`;
  fs.writeFileSync(path.join(folder, 'big.html'), `<!doctype html><title>big</title><h1>Things</h1><ul>${Array.from({ length: 24_000 }, (_, i) => row(i)).join('')}</ul>`);
  assert.ok(fs.statSync(path.join(folder, 'big.html')).size > 5e6);
  const studio = await startStudio(folder);
  const page = await openTab(studio);
  try {
    await page.waitForSelector('#use-table');
    await page.click('#use-table');
    await page.waitForSelector('[aria-label="Rows of this page"] td');
    await settled(page);
    const { median, worst, idle } = await scrolling(page, '[aria-label="Rows of this page"]');
    console.log(`5 MB page: frame median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms, without work ${idle.toFixed(1)} ms`);
    if (figures) assert.ok(median < Math.max(50, 2.5 * idle), `${median} ms a frame, ${idle} ms without work`);
  } finally {
    await page.context().close();
    await studio.end();
  }
});

test('a thousand tables are listed in less than a second', async () => {
  const folder = newFolder();
  fs.mkdirSync(path.join(folder, 'wrappers'));
  for (let i = 0; i < 1000; ++i) fs.writeFileSync(path.join(folder, `wrappers/site-${i}.wrapper`), 'format = 1\nkind = "selector"\nrecord = "li"\n[fields]\nname = "b"\n');
  const studio = await startStudio(folder);
  try {
    await studio.ask('GET', '/project');
    const begin = performance.now();
    const { json } = await studio.ask('GET', '/project');
    const time = performance.now() - begin;
    assert.equal(json.tables.length, 1000);
    console.log(`1000 tables: ${time.toFixed(0)} ms`);
    if (figures) assert.ok(time < 1000);
  } finally {
    await studio.end();
  }
});
