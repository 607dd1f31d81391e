// Questions in place: yes, no and skip, by keys, of rows and of values; what is said where rules and labels do not agree; where a proposed table stands.
import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { clickText, closeBrowser, copySamples, frameOf, labelText, newFolder, openPage, openTab, rowsOf, settled, startStudio } from './studio.mjs';

after(closeBrowser);

async function withPages(pages, act) {
  const folder = newFolder();
  for (const [name, html] of Object.entries(pages)) fs.writeFileSync(path.join(folder, name), html);
  const studio = await startStudio(folder);
  const page = await openTab(studio);
  const labels = () => Object.fromEntries(fs.readFileSync(path.join(folder, 'labels', fs.readdirSync(path.join(folder, 'labels'))[0]), 'utf8').trim().split('\n').map((line) => JSON.parse(line)).map((label) => [path.basename(label.page), label]));
  try {
    await act({ page, studio, folder, labels });
    assert.deepEqual(page.errors, []);
  } finally {
    await page.context().close();
    await studio.end();
  }
}
const question = (page) => page.getByRole('group', { name: 'A question' });
const press = async (page, key) => {
  await page.locator('.bar .status').first().click(); // out of the frame
  await page.keyboard.press(key);
};

const goods = [['Desk', 'EUR 90.00'], ['Lamp', 'EUR 20.00'], ['Bed', 'EUR 300.00'], ['Chair', 'EUR 40.00']];
const list = { 'page.html': `<!doctype html><title>x</title><ul>${goods.map(([name, price]) => `<li class="item"><h3>${name}</h3><p class="price">${price}</p></li>`).join('\n')}<li class="item"><h3>Sale! Everything must go</h3><p class="ad">until Sunday</p></li></ul>` };

for (const [key, what] of [['y', 'yes: it is a row'], ['n', 'no: it is none'], ['s', 'skip: nothing is said of it']])
  test(`is this a row? ${what}`, async () => {
    await withPages(list, async ({ page, labels }) => {
      await openPage(page, 'page.html');
      await labelText(page, 'Desk', 'name');
      await labelText(page, 'EUR 90.00', 'price');
      await question(page).getByText('Is this a row of your table?').waitFor();
      assert.match(await question(page).innerText(), /It has no price\./);
      assert.match(await question(page).innerText(), /Sale! Everything must go/);
      const before = labels()['page.html'];
      await press(page, key);
      await question(page).waitFor({ state: 'detached' });
      await settled(page);
      const after = labels()['page.html'], rows = (await rowsOf(page)).map((row) => row[0]);
      if (key === 'y') assert.deepEqual(after.records.map((record) => record.name.text), ['Desk', 'Sale! Everything must go']);
      if (key === 'n') assert.deepEqual([after.negative.map((value) => value.text), rows], [['Sale! Everything must go'], goods.map(([name]) => name)]);
      if (key === 's') assert.deepEqual([after, rows.length], [before, 5]);
      if (key === 's') return;
      await press(page, 'u');
      await page.getByText(/^Undone: answered/).waitFor();
      assert.deepEqual(labels()['page.html'], before);
    });
  });

const thing = (name, ...prices) => `<!doctype html><title>${name}</title><h1>${name}</h1><div class="box">${prices.map((price) => `<p>${price}</p>`).join('')}</div><p>Some words on ${name} that nobody reads.</p>`;
const things = { 'a.html': thing('Desk', 'EUR 90.00', 'EUR 99.00'), 'b.html': thing('Lamp', 'EUR 20.00', 'EUR 25.00'), 'c.html': thing('Bed', 'EUR 330.00') };

for (const [keys, what] of [[['y'], 'there is none'], [['n', 'y'], 'no, it is the other one'], [['n', 'n'], 'no, and no: it will be clicked'], [['s'], 'skip']])
  test(`which value? ${what}`, async () => {
    await withPages(things, async ({ page, labels }) => {
      await openPage(page, 'a.html');
      await labelText(page, 'Desk', 'name');
      await labelText(page, 'EUR 90.00', 'price');
      await question(page).getByText('Is there no price on c.html?').waitFor();
      for (const [i, key] of keys.entries()) {
        await press(page, key);
        if (i + 1 < keys.length) {
          await question(page).getByText('Is “EUR 330.00” the price?').waitFor();
          assert.ok(!labels()['c.html'], 'nothing is said of it yet');
        }
      }
      await question(page).waitFor({ state: 'detached' });
      await settled(page);
      const said = labels()['c.html']?.records[0];
      if (what === 'there is none') assert.equal(said.price, null);
      else if (keys.at(-1) === 'y') assert.equal(said.price.text, 'EUR 330.00');
      else assert.equal(said, undefined);
      if (keys.length === 2 && keys[1] === 'n') await page.getByText('Then click the price on the page').waitFor();
    });
  });

test('a value, its rival, none: each has a yes and a no of its own', async () => {
  await withPages(things, async ({ page }) => {
    const sent = [];
    let id = 0;
    await page.route('**/api/v1/answer', async (route) => {
      sent.push(route.request().postDataJSON());
      await route.fulfill({ status: 409, json: { what: 'this question is answered already', where: { file: '', line: 0, column: 0 }, hint: '', code: 'drift' } });
    });
    await page.route('**/api/v1/table?**', async (route) => {
      const answer = await route.fetch();
      const json = await answer.json();
      await route.fulfill({ response: answer, json: json.provisional ? json : { ...json, question: { id, page: 'a.html', open: 1, kind: 'value', field: 'price', text: 'EUR 90.00', rival: 'EUR 99.00', list: false } } });
    });
    await openPage(page, 'a.html');
    await labelText(page, 'Desk', 'name');
    const steps = ['Is “EUR 90.00” the price?', 'Is “EUR 99.00” the price?', 'Is there no price on this page?'];
    for (const [yes, wanted] of [[0, { answer: 'yes', which: '' }], [1, { answer: 'yes', which: 'rival' }], [2, { answer: 'absent', which: '' }], [3, { answer: 'skip', which: '' }]]) {
      ++id; // a new question, asked from its beginning
      await page.reload();
      await question(page).waitFor();
      for (let step = 0; step < Math.min(yes, 3); ++step) {
        await question(page).getByText(steps[step]).waitFor();
        await press(page, 'n');
      }
      if (yes < 3) {
        await question(page).getByText(steps[yes]).waitFor();
        await press(page, 'y');
      }
      await page.getByText('this question is answered already').first().waitFor();
      const { answer, which } = sent.at(-1);
      assert.deepEqual({ answer, which }, wanted);
      assert.equal(sent.length, yes + 1);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test('a proposed table that stands below the window comes into view; one in view moves nothing', async () => {
  const rows = list['page.html'].replace(/^.*?<ul>/s, '<ul>');
  await withPages({ 'far.html': `<!doctype html><title>x</title><div style="height:3000px">A long way down</div>${rows}<div style="height:2000px"></div>`, 'near.html': `<!doctype html><title>x</title>${rows}<div style="height:3000px"></div>` }, async ({ page }) => {
    const scrolled = async (name) => {
      await openPage(page, name);
      await page.waitForSelector('#use-table');
      const frame = page.frames().find((one) => one.url().includes('/frame?') && one.url().includes(name));
      await frame.waitForFunction(() => CSS.highlights.size > 0);
      return frame.evaluate(() => [scrollY, document.querySelector('.item h3').getBoundingClientRect().top < innerHeight]);
    };
    const far = await scrolled('far.html');
    assert.ok(far[0] > 2000 && far[1], String(far));
    assert.deepEqual(await scrolled('near.html'), [0, true]);
  });
});

test('what is labelled and not found is said and marked; nobody is told to learn where nothing is labelled', async () => {
  await withPages(list, async ({ page, folder, labels }) => {
    fs.mkdirSync(path.join(folder, 'wrappers'));
    fs.writeFileSync(path.join(folder, 'wrappers/shop.wrapper'), 'format = 1\nkind = "selector"\nrecord = "li.item"\n[fields]\nname = "h3"\n');
    await page.reload();
    await openPage(page, 'page.html');
    await page.getByText('rules without labels').waitFor();
    assert.equal(await page.getByText('Learn from the labels').count(), 0);
    await labelText(page, 'Desk', 'name');
    await page.getByText('rules by hand').waitFor();
    assert.equal(await page.getByText(/not found/).count(), 0);
    await labelText(page, 'EUR 90.00', 'price');
    await page.getByRole('button', { name: '1 labelled value is not found' }).waitFor();
    const frame = page.frames().find((one) => one.url().includes('/frame?'));
    await frame.waitForFunction(() => [...CSS.highlights.keys()].some((name) => name.endsWith('-missed')));
    await clickText(page, 'EUR 90.00');
    await page.getByText('the rules do not find it').waitFor();
    await page.getByRole('button', { name: 'Take the label back' }).click();
    await page.getByRole('button', { name: /not found/ }).waitFor({ state: 'detached' });
    assert.deepEqual(Object.keys(labels()['page.html'].records[0]), ['name']);
  });
});

test('a row of a taken table that is none goes as a whole; a row that was not in it is added', async () => {
  const odd = list['page.html'].replace('</ul>', '</ul><div class="more"><p>And one more:</p><p><b>Rug</b></p></div>');
  await withPages({ 'page.html': odd }, async ({ page, labels }) => {
    await openPage(page, 'page.html');
    await page.click('#use-table');
    await page.waitForSelector('[aria-label="Rows of this page"] td');
    await settled(page);
    const at = (await rowsOf(page)).findIndex((row) => row.join().includes('Sale!'));
    assert.ok(at >= 0);
    await page.locator('[aria-label="Rows of this page"] tbody tr[aria-rowindex]').nth(at).locator('.cell').first().click();
    await page.keyboard.press('X');
    await page.waitForFunction(() => ![...document.querySelectorAll('[aria-label="Rows of this page"] td')].some((cell) => cell.textContent.includes('Sale!')));
    await settled(page);
    const { records } = labels()['page.html'];
    assert.ok(!JSON.stringify(records).includes('until Sunday'), 'no half of it stays labelled');
    assert.equal(labels()['page.html'].complete, true);
    await labelText(page, 'Rug', Object.keys(records[0])[0]);
    assert.equal(labels()['page.html'].records.length, records.length + 1);
    assert.ok(!labels()['page.html'].complete, 'there was a row that was not labelled: nobody says any more that all are');
  });
});

test('an invoice: its items as rows, its head as one row, both right on the next one', async () => {
  const folder = newFolder();
  copySamples(folder, 'pdf');
  const studio = await startStudio(folder);
  const rowsOn = async (table, page, revision) => {
    for (;;) {
      const { json } = await studio.ask('GET', `/table?name=${table}&page=${page}&revision=${revision}`);
      if (!json.provisional) return json.records.map((record) => Object.fromEntries(record.fields.map((field) => [field.name, field.text])));
    }
  };
  try {
    const propose = async (choice) => (await studio.ask('GET', `/proposal?page=pdf/invoice.pdf&choice=${choice}`)).json;
    const items = await propose(0), head = await propose(1);
    assert.deepEqual(items.fields.map((field) => field.name), ['Item', 'Quantity', 'Price', 'Amount']);
    assert.match(items.command, /gleaner tables pdf\/invoice\.pdf --table 1/);
    assert.equal(head.kind, 'detail');
    const { json: taken } = await studio.ask('POST', '/accept', { table: 'items', page: 'pdf/invoice.pdf', choice: 0 });
    assert.deepEqual((await rowsOn('items', 'pdf/invoice.pdf', taken.revision))[0], { Item: 'Espresso beans, 1 kg', Quantity: '12', Price: '18.50', Amount: '222.00' });
    assert.equal((await rowsOn('items', 'pdf/invoice-2.pdf', taken.revision)).length, 9);
    const { json: other } = await studio.ask('POST', '/accept', { table: 'invoices', page: 'pdf/invoice.pdf', choice: 1 });
    const [one] = await rowsOn('invoices', 'pdf/invoice.pdf', other.revision), [two] = await rowsOn('invoices', 'pdf/invoice-2.pdf', other.revision);
    for (const [row, wanted] of [[one, { invoice: '2031', date: '3 March 2024', customer: 'K-118', to_pay: '341.76' }], [two, { invoice: '2044', date: '9 April 2024', customer: 'K-204', to_pay: '477.11' }]])
      for (const [field, text] of Object.entries(wanted)) assert.equal(row[field], text, JSON.stringify(row));
    // headings with dots are names, too
    const prices = (await studio.ask('GET', '/proposal?page=pdf/pricelist.pdf')).json;
    assert.ok(prices.fields.some((field) => field.name === 'No'), JSON.stringify(prices.fields.map((field) => field.name)));
    assert.equal((await studio.ask('POST', '/accept', { table: 'prices', page: 'pdf/pricelist.pdf', choice: 0, names: {} })).status, 200);
  } finally {
    await studio.end();
  }
});
