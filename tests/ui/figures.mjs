// Figures of Studio, measured in a browser on real pages:
//
//   GLEANER_CORPORA=/path/to/corpora node tests/ui/figures.mjs [swde] [lists] [kinds] [paint]
//
// swde:  click to updated marks. On the first two pages of each site every labelled value that stands as a text of its own is clicked and
//        named (SITES=8: on so many sites, evenly spaced); the time runs from the confirmation to the marks drawn in the frame (performance.measure in PageFrame.svelte).
//        Told beside it: what of it the two requests took (label: written down, table: learned and answered), what the browser took, bytes, and the server's processor time.
// lists: clicks from nothing to a perfect table on ten list pages (evenly spaced; PAGES=usatoday: those with this in their names; TRACE=1 tells each
//        step). Perfect: as many rows as the gold table, each holding a text that only its gold row has. A list that holds half of the gold rows is
//        taken; then a value that a row lacks is clicked, a row that is none crossed out, a row that is not there begun with its value. Counted: taking a proposed table (1), choosing another list (1), a value (2: click and
//        confirm), not a row (2: cell and key), answering (1).
// kinds: what one page alone proposes. 60 pages of search results must give lists; of the first page of each SWDE site, which is one thing,
//        is counted how many give one row, and how many of its labelled values are in the proposal.
// paint: first paint of Studio on the sample shop.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { judge, telling } from './gold.mjs';
import { closeBrowser, copySamples, newFolder, openBrowser, openPage, openTab, settled, startStudio } from './studio.mjs';

const corpora = process.env.GLEANER_CORPORA;
const wanted = process.argv.slice(2);
const runs = (name) => !wanted.length || wanted.includes(name);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const clean = (text) => text.replace(/\s+/g, ' ').trim();

// The page's position of a text node that is the value and nothing else, scrolled into view; null if there is none.
async function pointOf(page, text) {
  const frame = page.frames().find((one) => one.url().includes('/frame?'));
  const inside = await frame.evaluate((value) => {
    const walker = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
    const squeeze = (words) => words.replace(/\s+/g, ' ').trim();
    for (let node; (node = walker.nextNode()); ) {
      if (squeeze(node.data) !== value) continue;
      node.parentElement.scrollIntoView({ block: 'center', behavior: 'instant' });
      const range = document.createRange();
      range.selectNodeContents(node);
      const rect = [...range.getClientRects()].find((r) => r.width > 2 && r.height > 2);
      if (!rect || rect.top < 0 || rect.bottom > innerHeight || rect.left < 0 || rect.left > innerWidth) continue;
      const x = rect.left + Math.min(rect.width / 2, 20), y = rect.top + rect.height / 2;
      const top = document.elementFromPoint(x, y);
      if (!top || !(top.contains(node) || node.parentElement.contains(top))) continue;
      return { x, y };
    }
    return null;
  }, clean(text));
  if (!inside) return null;
  const box = await page.locator('iframe[title^="The page"]').boundingBox();
  return { x: box.x + inside.x, y: box.y + inside.y };
}

async function clickValue(studio, page, value, field) {
  const point = await pointOf(page, value);
  if (!point) return null;
  await page.evaluate(() => performance.clearMeasures('click-to-marks'));
  await page.mouse.move(point.x, point.y);
  await page.mouse.click(point.x, point.y);
  const name = page.getByLabel('Name of a new field');
  try {
    await name.waitFor({ timeout: 3000 });
  } catch {
    return null;
  }
  await page.waitForFunction(() => document.querySelector('[aria-label="Name of a new field"]')?.value, { timeout: 3000 });
  await name.fill(field);
  const before = serverTime(studio);
  await page.evaluate(() => performance.clearResourceTimings());
  await name.press('Enter');
  await page.waitForFunction(() => performance.getEntriesByName('click-to-marks').length > 0, { timeout: 30000 });
  const cpu = serverTime(studio) - before;
  await settled(page);
  const parts = await page.evaluate(() => {
    const { startTime, duration } = performance.getEntriesByName('click-to-marks')[0];
    const asked = performance.getEntriesByType('resource').filter((one) => one.startTime >= startTime && one.responseEnd <= startTime + duration);
    const of = (path) => asked.filter((one) => one.name.includes(path)).reduce((sum, one) => sum + one.responseEnd - one.startTime, 0);
    return { wall: duration, label: of('/api/v1/label'), table: of('/api/v1/table'), requests: asked.length, bytes: asked.reduce((sum, one) => sum + one.encodedBodySize, 0) };
  });
  return { ...parts, browser: parts.wall - parts.label - parts.table, field, cpu, all: serverTime(studio) - before };
}

// Milliseconds of the processor that the server has used, all its threads.
function serverTime(studio) {
  const fields = fs.readFileSync(`/proc/${studio.process.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function swde() {
  const times = [];
  let sites = 0, skipped = 0;
  const all = fs.readdirSync(path.join(corpora, 'swde')).flatMap((category) => fs.readdirSync(path.join(corpora, 'swde', category)).map((site) => [category, site]));
  const every = Math.max(1, Math.floor(all.length / Number(process.env.SITES ?? all.length)));
  for (const [category, site] of all.filter((_, i) => i % every === 0)) {
    const source = path.join(corpora, 'swde', category, site);
    const labels = fs.readFileSync(path.join(source, 'labels.jsonl'), 'utf8').trim().split('\n').slice(0, 2).map((line) => JSON.parse(line));
    const folder = newFolder();
    for (const label of labels) fs.copyFileSync(path.join(source, label.page), path.join(folder, label.page));
    const studio = await startStudio(folder);
    const page = await openTab(studio);
    const here = [];
    try {
      for (const label of labels) {
        await openPage(page, label.page);
        for (const [field, value] of Object.entries(label.records[0] ?? {})) {
          const text = (Array.isArray(value) ? value[0] : value)?.text;
          const time = text ? await clickValue(studio, page, text, field) : null;
          if (time === null) skipped++;
          else here.push(time);
        }
      }
    } catch (error) {
      console.log(`${site}: ${error.message.split('\n')[0]}`);
    }
    sites++;
    times.push(...here.map((time) => ({ ...time, site })));
    console.log(`${site.padEnd(28)} ${here.map((time) => `${time.wall.toFixed(0)}/${time.cpu}`).join(' ')}`);
    await page.context().close();
    await studio.end();
    fs.rmSync(folder, { recursive: true, force: true });
  }
  const of = (what) => times.map((time) => time[what]);
  for (const what of ['label', 'table', 'browser', 'requests', 'bytes']) console.log(`${what}: median ${median(of(what)).toFixed(0)}, worst ${Math.max(...of(what)).toFixed(0)}${what === 'bytes' || what === 'requests' ? '' : ' ms'}`);
  console.log('the slowest (wall: label + table + browser; processor):');
  for (const t of [...times].sort((a, b) => b.wall - a.wall).slice(0, 8)) console.log(`  ${t.site} ${t.field}: ${t.wall.toFixed(0)}: ${t.label.toFixed(0)} + ${t.table.toFixed(0)} + ${t.browser.toFixed(0)} ms; ${t.cpu} ms`);
  console.log(`click to marks, ${sites} sites, ${times.length} clicks (${skipped} values stand in no text of their own): median ${median(of('wall')).toFixed(0)} ms, worst ${Math.max(...of('wall')).toFixed(0)} ms, under 300 ms ${((100 * of('wall').filter((t) => t < 300).length) / times.length).toFixed(1)} %; load ${os.loadavg()[0].toFixed(1)}`);
  console.log(`the server's CPU time of a click (10 ms steps): until the marks median ${median(of('cpu'))} ms, worst ${Math.max(...of('cpu'))} ms; until all kinds of rules were compared median ${median(of('all'))} ms, worst ${Math.max(...of('all'))} ms`);
}

async function clicksOn(file) {
  const texts = telling(file);
  const folder = newFolder();
  fs.copyFileSync(file, path.join(folder, 'page.html'));
  const studio = await startStudio(folder);
  try {
    // a proposed list that is right as it is?
    const first = await studio.ask('GET', '/proposal?page=page.html');
    let clicks = 0, begun = false;
    for (let choice = 0; choice < Math.min(4, first.json?.choices?.length ?? 0) && !begun; ++choice) {
      const { json } = await studio.ask('GET', `/proposal?page=page.html&choice=${choice}`);
      if (!json?.records) continue;
      const { missing, extra } = judge(json.records, texts);
      if (missing.length + extra.length > texts.length / 2) continue;
      const { json: taken } = await studio.ask('POST', '/accept', { table: 't', page: 'page.html', choice });
      await studio.ask('GET', `/table?name=t&page=page.html&revision=${taken.revision}`);
      clicks += 1 + (choice ? 1 : 0);
      begun = true;
    }
    for (let round = 0; round < 25; ++round) {
      let table;
      do ({ json: table } = await studio.ask('GET', '/table?name=t&page=page.html'));
      while (table?.provisional || table?.behind); // what all kinds of rules give
      const { missing, extra, perfect } = judge(table?.records ?? [], texts);
      if (perfect) return clicks;
      let answer;
      // a row that lacks what the gold has of it is no wrong row: its value is clicked
      let inRow = null;
      for (const text of extra.length ? missing : []) {
        const row = await rowAround(studio, table.records, text);
        if (!inRow && extra.includes(row)) inRow = { text, row };
      }
      if (process.env.TRACE) console.log(`  ${clicks}: ${table?.records?.length} rows, extra ${extra}, missing ${JSON.stringify(missing).slice(0, 200)}${inRow ? `, ${inRow.text} in row ${inRow.row}` : ''}`);
      if (inRow) {
        answer = await studio.ask('POST', '/label', { table: 't', page: 'page.html', op: 'value', field: fieldOfTexts(table, texts), pick: { kind: 'span', span: await spanOf(studio, inRow.text) } });
        clicks += 2;
      } else if (extra.length && begun) {
        answer = await studio.ask('POST', '/label', { table: 't', page: 'page.html', op: 'not_row', record: extra[round % extra.length] });
        clicks += 2;
      } else if (missing.length) {
        const span = await spanOf(studio, missing[round % missing.length]); // another one where the last did not help
        if (!span) return null;
        answer = await studio.ask('POST', '/label', { table: 't', page: 'page.html', op: 'value', field: begun && table?.fields?.length ? fieldOfTexts(table, texts) : 'name', pick: { kind: 'span', span } });
        clicks += 2;
        begun = true;
      } else return null;
      if (!answer.json?.revision) return null;
      await studio.ask('GET', `/table?name=t&page=page.html&revision=${answer.json.revision}`);
    }
    return null;
  } finally {
    await studio.end();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

// The column in which the texts that tell rows apart stand: a person says of such a text that it is that field.
function fieldOfTexts(table, texts) {
  const own = new Set(texts.flat().map((text) => clean(text).toLowerCase()));
  const times = table.fields.map(({ name }) => table.records.filter((record) => record.fields.some((value) => value.name === name && own.has(clean(value.text ?? '').toLowerCase()))).length);
  return table.fields[times.indexOf(Math.max(...times))].name;
}

// The row that a text of the page stands in; -1: none.
async function rowAround(studio, records, text) {
  const span = await spanOf(studio, text);
  return span ? records.findIndex((record) => record.span && record.span[0] <= span[0] && span[1] <= record.span[1]) : -1;
}

// Where a text is shown, as a person finds it.
async function spanOf(studio, text) {
  const { json } = await studio.ask('GET', `/find?page=page.html&text=${encodeURIComponent(text)}`);
  const found = json?.found ?? [];
  return (found.find((one) => clean(one.text) === clean(text)) ?? found[0])?.span ?? null;
}

async function lists() {
  const folder = path.join(corpora, 'records');
  const all = fs.readdirSync(folder).filter((name) => name.endsWith('.html'));
  const chosen = all.filter((name, i) => (process.env.PAGES ? name.includes(process.env.PAGES) : i % Math.floor(all.length / 10) === 0)).slice(0, 10);
  const clicks = [];
  for (const name of chosen) {
    const n = await clicksOn(path.join(folder, name));
    clicks.push(n ?? 99);
    console.log(`${name.padEnd(60)} ${n ?? 'not perfect'}`);
  }
  console.log(`clicks to a perfect table, ten list pages: median ${median(clicks)}`);
}

async function kinds() {
  const folder = newFolder();
  const studio = await startStudio(folder);
  let number = 0;
  const propose = async (file) => {
    const name = `${number++}/page.html`; // alone in its folder: without kin
    fs.mkdirSync(path.join(folder, path.dirname(name)));
    fs.copyFileSync(file, path.join(folder, name));
    return (await studio.ask('GET', `/proposal?page=${name}`)).json;
  };
  const results = fs.readdirSync(path.join(corpora, 'records')).filter((name) => name.endsWith('.html'));
  let lists = 0, things = 0, sites = 0, found = 0, values = 0;
  for (const name of results) lists += (await propose(path.join(corpora, 'records', name))).kind === 'list';
  for (const category of fs.readdirSync(path.join(corpora, 'swde')))
    for (const site of fs.readdirSync(path.join(corpora, 'swde', category))) {
      const source = path.join(corpora, 'swde', category, site);
      const label = JSON.parse(fs.readFileSync(path.join(source, 'labels.jsonl'), 'utf8').split('\n')[0]);
      const proposal = await propose(path.join(source, label.page));
      const texts = new Set((proposal.records ?? []).flatMap((record) => record.fields.map((field) => clean(field.text ?? '').toLowerCase())));
      const gold = Object.values(label.records[0] ?? {}).flatMap((value) => (Array.isArray(value) ? value : [value]));
      sites++, (things += proposal.kind === 'detail'), (values += gold.length), (found += gold.filter((value) => texts.has(clean(value.text).toLowerCase())).length);
    }
  console.log(`one page alone: ${lists} of ${results.length} lists are proposed as lists; ${things} of ${sites} things as one row, with ${found} of ${values} labelled values`);
  await studio.end();
  fs.rmSync(folder, { recursive: true, force: true });
}

async function paint() {
  const folder = newFolder();
  copySamples(folder, 'shop');
  const studio = await startStudio(folder);
  const times = [];
  for (let i = 0; i < 5; ++i) {
    const context = await (await openBrowser()).newContext();
    const page = await context.newPage();
    await page.goto(studio.address);
    await page.waitForSelector('main > *');
    times.push(await page.evaluate(() => new Promise((done) => {
      const seen = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      if (seen()) done(seen());
      else new PerformanceObserver(() => seen() && done(seen())).observe({ type: 'paint', buffered: true });
    })));
    await context.close();
  }
  console.log(`first contentful paint: median ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms`);
  await studio.end();
}

if (runs('paint')) await paint();
if (runs('lists') && corpora) await lists();
if (runs('kinds') && corpora) await kinds();
if (runs('swde') && corpora) await swde();
await closeBrowser();
process.exit(0);
