// What the tests of Studio share: a server on a folder of its own, a browser, and pointing at texts inside the frame.
// Node's own test runner; the browser is the system's Chromium (CHROMIUM names another one).
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const require = createRequire(path.join(root, 'ui/package.json'));
const { chromium } = require('playwright-core');
export const axeSource = () => fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
export const program = path.resolve(process.env.GLEANER ?? path.join(root, 'build/gleaner')); // also from another folder

export const patience = Number(process.env.PATIENCE) || 240_000; // milliseconds: a limit that only what is broken reaches, also on a machine with much else to do

export function newFolder() {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'gleaner-studio-'));
}

// A running Studio: its address, with the token, and how to end it.
export async function startStudio(folder, more = [], as = {}) {
  const server = spawn(program, ['studio', folder, '--no-browser', ...more], { stdio: ['ignore', 'pipe', 'pipe'], ...as });
  running.add(server);
  server.once('exit', () => running.delete(server));
  let said = '';
  server.stderr.on('data', (data) => (said += data));
  const address = await new Promise((done, fail) => {
    server.stdout.once('data', (data) => done(String(data).trim().split('\n')[0]));
    server.once('exit', (code) => fail(new Error(`studio ended with ${code}: ${said}`)));
  });
  const url = new URL(address);
  const token = url.searchParams.get('token');
  const ended = new Promise((done) => server.once('exit', done));
  return {
    folder,
    address,
    site: url.origin,
    token,
    process: server,
    async end() {
      server.kill('SIGTERM');
      const timer = setTimeout(() => server.kill('SIGKILL'), 8000);
      await ended;
      clearTimeout(timer);
    },
    // The API without a browser.
    async ask(method, where, body, headers = {}) {
      const answer = await fetch(url.origin + '/api/v1' + where, { method, body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body), headers: { 'X-Gleaner-Token': token, ...headers } });
      const text = await answer.text();
      let json = null;
      try {
        json = JSON.parse(text);
      } catch {
        /* not JSON */
      }
      return { status: answer.status, json, text, headers: answer.headers };
    }
  };
}

// Whatever a test leaves open is ended with the process: a failed test must not wait for its server.
const running = new Set();
process.on('exit', () => {
  for (const server of running) server.kill('SIGKILL');
});

let browser = null;
export async function openBrowser() {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  return browser;
}
export async function closeBrowser() {
  await browser?.close();
  browser = null;
  for (const server of running) server.kill('SIGKILL');
}

// A tab on a Studio. Anything that goes wrong in the page's scripts fails the test.
export async function openTab(studio, options = {}) {
  const context = await (await openBrowser()).newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...options });
  await context.addInitScript(() => {
    if (window === window.top) localStorage.setItem('gleaner-toured', 'yes');
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  await page.goto(studio.address);
  await page.waitForSelector('main > *:not([aria-busy])');
  return page;
}

export function frameOf(page) {
  return page.frameLocator('iframe[title^="The page"]');
}
export async function openPage(page, name) {
  await page.locator('.page', { hasText: name }).first().click();
  await page.waitForFunction((wanted) => document.querySelector('iframe[title^="The page"]')?.title.endsWith(wanted), name);
  await frameOf(page).locator('gleaner-overlay').waitFor({ state: 'attached' });
}
// Clicks a text of the page, the n-th of those that are it exactly, and waits until Studio has heard it. The frame is shown
// anew when its styles come, so that a click may meet one that is going: then it is clicked again, as a person would.
export async function clickText(page, text, { nth = 0, ...how } = {}) {
  const heard = () => page.evaluate(() => document.documentElement.dataset.picks);
  const before = await heard();
  for (let tries = 0; tries < 5 && (await heard()) === before; ++tries) {
    const target = frameOf(page).getByText(text, { exact: true }).nth(nth);
    await target.scrollIntoViewIfNeeded();
    await target.click({ force: true, ...how });
    await page.waitForFunction((known) => document.documentElement.dataset.picks !== known, before, { timeout: 5000 }).catch(() => {});
  }
}
// Clicks a value and says which field it is.
export async function labelText(page, text, field, how = {}) {
  await clickText(page, text, how);
  const name = page.getByLabel('Name of a new field');
  await name.waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-label="Name of a new field"]')?.value);
  await name.fill(field);
  await name.press('Enter');
  await settled(page);
}
// Waits until no answer is waited for.
export async function quiet(page) {
  await page.waitForFunction(() => document.documentElement.dataset.waiting === '0');
}
// ... and nothing is being learned any more.
export async function settled(page) {
  await page.waitForFunction(() => document.documentElement.dataset.waiting === '0' && !document.querySelector('.body.old, .refining') && ![...document.querySelectorAll('.status')].some((s) => s.textContent.includes('Learning')) && !document.querySelector('.pop'));
}
export async function rowsOf(page) {
  return page.evaluate(() => [...document.querySelectorAll('[aria-label="Rows of this page"] tbody tr[aria-rowindex]')].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.querySelector('.cell').innerText.replace(/^●\s*/, '').trim())));
}
export async function columnsOf(page) {
  return page.evaluate(() => [...document.querySelectorAll('[aria-label="Rows of this page"] thead .head')].map((head) => head.childNodes[1].textContent.trim()));
}
export function copySamples(folder, ...names) {
  for (const name of names) fs.cpSync(path.join(root, 'samples', name), path.join(folder, name), { recursive: true });
}
