// Labelling: a list and detail pages by clicks, parts of texts, nested lists, questions, undo, reload, two tabs.
import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { clickText, closeBrowser, columnsOf, copySamples, frameOf, labelText, newFolder, openPage, openTab, root, rowsOf, settled, startStudio } from './studio.mjs';

after(closeBrowser);

const truth = (file) => new Map(fs.readFileSync(path.join(root, 'samples', file), 'utf8').trim().split('\n').map((line) => JSON.parse(line)).map((label) => [label.page, label.records]));
const textOf = (value) => (value === undefined || value === null ? '–' : typeof value === 'string' ? value : value.text);

async function withStudio(samples, act, more = []) {
  const folder = newFolder();
  copySamples(folder, ...samples);
  const studio = await startStudio(folder, more);
  const page = await openTab(studio);
  try {
    await act(page, studio, folder);
    assert.deepEqual(page.errors, []);
  } finally {
    await page.context().close();
    await studio.end();
  }
}

test('a list by a few clicks', async () => {
  await withStudio(['shop'], async (page) => {
    await openPage(page, 'list-01.html');
    await labelText(page, 'Espresso cup, 1 < 2 cups', 'name');
    await labelText(page, 'EUR 11.95', 'price');
    await labelText(page, 'Cappuccino cup, with lid', 'name');
    await labelText(page, 'EUR 16.95', 'price');
    const wanted = truth('shop.truth.jsonl').get('shop/list-01.html').map((record) => [textOf(record.name), textOf(record.price)]);
    assert.deepEqual(await columnsOf(page), ['name', 'price']);
    // what looks like a row and is none (an advertisement) is told apart by one key
    const odd = (await rowsOf(page)).findIndex((row) => row[0] === '–');
    if (odd >= 0) {
      await page.locator('[aria-label="Rows of this page"] tbody tr[aria-rowindex]').nth(odd).locator('.cell').nth(1).click();
      await page.keyboard.press('X');
      await page.waitForFunction((n) => document.querySelectorAll('[aria-label="Rows of this page"] tbody tr[aria-rowindex]').length < n, (await rowsOf(page)).length);
      await settled(page);
    }
    assert.deepEqual(await rowsOf(page), wanted);
    await openPage(page, 'list-03.html');
    await settled(page);
    assert.deepEqual(await rowsOf(page), truth('shop.truth.jsonl').get('shop/list-03.html').map((record) => [textOf(record.name), textOf(record.price)]));
  });
});

test('detail pages, one record each', async () => {
  await withStudio(['shop'], async (page, studio) => {
    await openPage(page, 'item-k1001.html');
    await labelText(page, 'Espresso cup, 1 < 2 cups', 'name', { nth: 0 });
    await labelText(page, 'EUR 11.95', 'price');
    await openPage(page, 'item-k1008.html');
    await settled(page);
    const view = await studio.ask('GET', '/table?name=shop&page=shop/item-k1008.html');
    assert.equal(view.json.records.length, 1);
    assert.equal(view.json.records[0].fields.find((field) => field.name === 'name').text, 'Cappuccino cup, with lid');
  });
});

test('not this: alt-click, and a part of a text by dragging', async () => {
  await withStudio(['shop'], async (page, studio, folder) => {
    await openPage(page, 'list-01.html');
    await labelText(page, 'Espresso cup, 1 < 2 cups', 'name');
    await clickText(page, 'EUR 0.00', { modifiers: ['Alt'] });
    await settled(page);
    const label = JSON.parse(fs.readFileSync(path.join(folder, 'labels/shop.labels.jsonl'), 'utf8'));
    assert.equal(label.negative[0].text, 'EUR 0.00');
    // a part: only the maker, without "by"
    const box = await frameOf(page).getByText("by O'Neill & Daughters").first().evaluate((element) => {
      const range = document.createRange();
      const text = element.firstChild;
      range.setStart(text, 3);
      range.setEnd(text, text.length);
      const rect = range.getBoundingClientRect();
      return { left: rect.left, right: rect.right, middle: rect.top + rect.height / 2 };
    });
    const frame = await page.locator('iframe[title^="The page"]').boundingBox();
    await page.mouse.move(frame.x + box.left + 1, frame.y + box.middle);
    await page.mouse.down();
    await page.mouse.move(frame.x + box.right - 1, frame.y + box.middle, { steps: 6 });
    await page.mouse.move(frame.x + box.right + 3, frame.y + box.middle);
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelector('[aria-label="Name of a new field"]')?.value); // else the proposal comes after
    await page.getByLabel('Name of a new field').fill('maker');
    await page.getByLabel('Name of a new field').press('Enter');
    await settled(page);
    const again = JSON.parse(fs.readFileSync(path.join(folder, 'labels/shop.labels.jsonl'), 'utf8'));
    assert.equal(again.records[0].maker.text, "O'Neill & Daughters");
  });
});

test('nested lists are assembled: offers with seller and price', async () => {
  await withStudio(['shop'], async (page, studio, folder) => {
    const all = truth('shop.truth.jsonl').get('shop/list-01.html');
    const rich = all.filter((record) => (record.offers ?? []).length >= 2)[0] ?? all.find((record) => record.offers);
    await openPage(page, 'list-01.html');
    await labelText(page, textOf(rich.name), 'name');
    const html = fs.readFileSync(path.join(root, 'samples/shop/list-01.html'), 'utf8');
    for (const offer of rich.offers) {
      await labelText(page, textOf(offer.seller), 'offers.seller');
      await labelText(page, textOf(offer.price), 'offers.price', { nth: 0 });
    }
    const label = JSON.parse(fs.readFileSync(path.join(folder, 'labels/shop.labels.jsonl'), 'utf8'));
    assert.equal(label.records.length, 1, JSON.stringify(label));
    assert.deepEqual(label.records[0].offers.map((offer) => [offer.seller.text, offer.price.text]), rich.offers.map((offer) => [textOf(offer.seller), textOf(offer.price)]));
    assert.ok(html.length);
  });
});

test('fields are moved into each other, renamed, typed, dropped; each step can be undone', async () => {
  await withStudio(['shop'], async (page, studio, folder) => {
    await openPage(page, 'list-01.html');
    await page.click('#use-table');
    await page.waitForSelector('[aria-label="Rows of this page"] td');
    await settled(page);
    await page.click('[role=tab]:has-text("Fields")');
    const price = page.getByRole('group', { name: 'Field price', exact: true });
    await price.locator('select').selectOption('money');
    await settled(page);
    assert.match(fs.readFileSync(path.join(folder, 'wrappers/shop.wrapper'), 'utf8'), /price: money/);
    // the type stays when something is learned again
    await price.getByLabel('More about price').click();
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByLabel('New name of price').fill('cost');
    await page.getByLabel('New name of price').press('Enter');
    await settled(page);
    assert.ok((await columnsOf(page)).includes('cost'));
    assert.match(fs.readFileSync(path.join(folder, 'wrappers/shop.wrapper'), 'utf8'), /cost: money/);
    await page.getByRole('group', { name: 'Field was', exact: true }).getByLabel('More about was').click();
    await page.getByRole('button', { name: 'Drop', exact: true }).click();
    await settled(page);
    assert.ok(!(await columnsOf(page)).includes('was'));
    await page.keyboard.press('u');
    await page.waitForFunction(() => document.querySelector('[aria-label="Rows of this page"] thead')?.innerText.includes('was'));
    await page.keyboard.press('u');
    await page.waitForFunction(() => document.querySelector('[aria-label="Rows of this page"] thead')?.innerText.includes('price'));
    await page.keyboard.press('U');
    await page.waitForFunction(() => document.querySelector('[aria-label="Rows of this page"] thead')?.innerText.includes('cost'));
  });
});

test('a reload comes back to the same place; a second tab sees what the first does', async () => {
  await withStudio(['shop'], async (page, studio) => {
    await openPage(page, 'list-02.html');
    await page.click('#use-table');
    await page.waitForSelector('[aria-label="Rows of this page"] td');
    await settled(page);
    const rows = await rowsOf(page);
    await page.reload();
    await page.waitForSelector('[aria-label="Rows of this page"] td');
    await settled(page);
    assert.deepEqual(await rowsOf(page), rows);
    const other = await openTab(studio);
    await openPage(other, 'list-02.html');
    await other.waitForSelector('[aria-label="Rows of this page"] td');
    await page.keyboard.press('u');
    await page.waitForSelector('#use-table');
    await other.waitForFunction(() => !document.querySelector('[aria-label="Rows of this page"] td'));
    await other.context().close();
  });
});

test('a window that is made narrow shows the page: nothing lies over it, and the table bar is one line', async () => {
  await withStudio(['shop'], async (page) => {
    await openPage(page, 'list-02.html');
    await page.click('#use-table');
    await page.waitForSelector('[aria-label="Rows of this page"] td');
    await settled(page);
    for (const width of [1440, 820]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForFunction((narrow) => narrow === !document.querySelector('[aria-label="Search pages"]')?.checkVisibility(), width < 1080);
      const [name, save] = await Promise.all([page.getByLabel('Table shop: choose another or make one').boundingBox(), page.getByText('Save table …').boundingBox()]);
      assert.ok(Math.abs(name.y - save.y) < 8, `${width}: ${name.y}, ${save.y}`);
    }
  });
});

test('a folder of several tables opens with one of them: the first, then the one worked on last', async () => {
  const folder = newFolder();
  copySamples(folder, 'shop', 'events');
  for (const name of ['events', 'shop']) fs.copyFileSync(path.join(root, 'samples', `${name}.labels.jsonl`), path.join(folder, `${name}.labels.jsonl`));
  const labels = fs.readFileSync(path.join(folder, 'events.labels.jsonl'), 'utf8');
  const studio = await startStudio(folder);
  let page = await openTab(studio);
  await settled(page);
  assert.deepEqual((await columnsOf(page)).slice(0, 2), ['date', 'title']);
  await studio.ask('POST', '/field', { table: 'shop', op: 'rename', field: 'maker', to: 'by' });
  await page.context().close();
  page = await openTab(studio);
  await page.getByLabel('Table shop: choose another or make one').waitFor();
  assert.equal(fs.readFileSync(path.join(folder, 'events.labels.jsonl'), 'utf8'), labels);
  assert.deepEqual(page.errors, []);
  await page.context().close();
  await studio.end();
});

test('files changed outside are taken in, and rules written by hand stay', async () => {
  await withStudio(['shop'], async (page, studio, folder) => {
    await openPage(page, 'list-01.html');
    await page.click('#use-table');
    await page.waitForSelector('[aria-label="Rows of this page"] td');
    await settled(page);
    const file = path.join(folder, 'wrappers/shop.wrapper');
    const mine = `format = 1\nkind = "selector"\nrecord = "li.product"\n[fields]\nname = "h3"\n`;
    fs.writeFileSync(file, mine);
    await page.getByText('rules by hand').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('[aria-label="Rows of this page"] thead .head').length === 1); // a file half written is read, too
    await settled(page);
    assert.deepEqual(await columnsOf(page), ['name']);
    // a label is a test now: it does not touch the rules
    await labelText(page, 'EUR 16.50', 'price');
    assert.equal(fs.readFileSync(file, 'utf8'), mine);
    // an edit of a version that is gone is refused
    const old = await studio.ask('PUT', '/file?name=wrappers/shop.wrapper', mine + '\n', { 'If-Match': '"0000"' });
    assert.equal(old.status, 409);
    assert.match(old.json.what, /changed/);
    await page.getByText('Learn from the labels').click();
    await page.waitForFunction(() => document.querySelector('[aria-label="Rows of this page"] thead')?.innerText.includes('price'));
  });
});

test('questions are asked in place and answered by keys', async () => {
  await withStudio(['shop'], async (page, studio, folder) => {
    await openPage(page, 'list-01.html');
    await labelText(page, 'Espresso cup, 1 < 2 cups', 'name');
    await labelText(page, 'Cappuccino cup, with lid', 'name');
    await labelText(page, "by O'Neill & Daughters", 'maker', { nth: 0 });
    for (let i = 0; i < 6 && (await page.getByRole('group', { name: 'A question' }).count()); ++i) {
      const before = fs.readFileSync(path.join(folder, 'labels/shop.labels.jsonl'), 'utf8');
      await page.locator('.bar .status').first().click();
      await page.keyboard.press('y');
      await page.waitForFunction(() => !document.querySelector('.body.old'));
      await settled(page);
      assert.notEqual(fs.readFileSync(path.join(folder, 'labels/shop.labels.jsonl'), 'utf8'), before);
    }
    assert.equal((await rowsOf(page)).length, 6);
  });
});

test('a PDF: a value of several words is taken by dragging over the picture', async () => {
  await withStudio(['pdf'], async (page, studio, folder) => {
    await openPage(page, 'invoice.pdf');
    const picture = frameOf(page).locator('img').first();
    await picture.evaluate((img) => img.complete || new Promise((done) => (img.onload = done)));
    // two words side by side on one line
    const words = await frameOf(page).locator('.sheet').first().evaluate((sheet) => {
      const all = [...sheet.querySelectorAll('span')].map((span) => ({ text: span.textContent, ...span.getBoundingClientRect().toJSON() })).filter((one) => /^\w{3,}$/.test(one.text));
      const at = all.findIndex((one, i) => all[i + 1] && Math.abs(one.top - all[i + 1].top) < 1 && all[i + 1].left - one.right < 8 && all[i + 1].left > one.left && one.top < 500);
      return all.slice(at, at + 2);
    });
    assert.equal(words.length, 2);
    const frame = await page.locator('iframe[title^="The page"]').boundingBox();
    const y = frame.y + (words[0].top + words[0].bottom) / 2;
    await page.mouse.move(frame.x + words[0].left + 2, y);
    await page.mouse.down();
    await page.mouse.move(frame.x + words[1].right - 4, y, { steps: 8 });
    await page.mouse.move(frame.x + words[1].right - 2, y);
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelector('[aria-label="Name of a new field"]')?.value);
    await page.getByLabel('Name of a new field').fill('words');
    await page.getByLabel('Name of a new field').press('Enter');
    await settled(page);
    const [file] = fs.readdirSync(path.join(folder, 'labels'));
    const label = JSON.parse(fs.readFileSync(path.join(folder, 'labels', file), 'utf8'));
    assert.equal(label.records[0].words.text, `${words[0].text} ${words[1].text}`);
  });
});

test('fields are nested by dragging one onto another, and come apart again', async () => {
  await withStudio(['shop'], async (page, studio, folder) => {
    const rich = truth('shop.truth.jsonl').get('shop/list-01.html').find((record) => (record.offers ?? []).length >= 2);
    await openPage(page, 'list-01.html');
    await labelText(page, textOf(rich.name), 'name');
    await labelText(page, textOf(rich.offers[0].seller), 'seller');
    await labelText(page, textOf(rich.offers[0].price), 'cost');
    await page.click('[role=tab]:has-text("Fields")');
    await page.getByRole('group', { name: 'Field cost', exact: true }).dragTo(page.getByRole('group', { name: 'Field seller', exact: true }));
    await page.getByLabel('What is it called?').fill('offers');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Field offers.cost', exact: true }).waitFor();
    await settled(page);
    const label = () => JSON.parse(fs.readFileSync(path.join(folder, 'labels/shop.labels.jsonl'), 'utf8')).records[0];
    assert.deepEqual(label().offers.map((offer) => [offer.seller.text, offer.cost.text]), [[textOf(rich.offers[0].seller), textOf(rich.offers[0].price)]]);
    // values of a second object fall into a second row of the list
    await labelText(page, textOf(rich.offers[1].seller), 'offers.seller');
    await labelText(page, textOf(rich.offers[1].price), 'offers.cost');
    assert.deepEqual(label().offers.map((offer) => [offer.seller.text, offer.cost.text]), rich.offers.slice(0, 2).map((offer) => [textOf(offer.seller), textOf(offer.price)]));
    for (let i = 0; i < 3; ++i) {
      await page.keyboard.press('u');
      await page.getByText(/^Undone/).last().waitFor();
      await settled(page);
    }
    assert.equal(label().offers?.[0]?.cost, undefined);
    assert.equal(label().cost.text, textOf(rich.offers[0].price));
  });
});

test('a list is assembled from nothing: made empty, values pulled out of the page, fields dragged in, by keys; each step can be undone', async () => {
  await withStudio(['shop'], async (page, studio, folder) => {
    const rich = truth('shop.truth.jsonl').get('shop/list-01.html').find((record) => (record.offers ?? []).length >= 2);
    const label = () => JSON.parse(fs.readFileSync(path.join(folder, 'labels/shop.labels.jsonl'), 'utf8')).records[0];
    await openPage(page, 'list-01.html');
    await labelText(page, textOf(rich.name), 'name');
    await labelText(page, textOf(rich.price), 'price', { nth: 0 });
    await page.click('[role=tab]:has-text("Fields")');
    await page.getByRole('button', { name: 'New list in each row …' }).click();
    await page.getByLabel('What is it called?').fill('offers');
    await page.keyboard.press('Enter');
    const list = page.getByRole('group', { name: 'Empty list offers', exact: true });
    await list.waitFor();
    await settled(page);
    // it is there after a reload, and can be undone and done again
    await page.reload();
    await list.waitFor();
    await settled(page);
    await page.keyboard.press('u');
    await list.waitFor({ state: 'detached' });
    await settled(page);
    await page.keyboard.press('U');
    await list.waitFor();
    await settled(page);
    // a value is pressed in the page and let go over the empty cell
    const pull = async (text, target) => {
      const value = frameOf(page).getByText(text, { exact: true }).first();
      await frameOf(page).locator('gleaner-overlay').waitFor({ state: 'attached' });
      await value.scrollIntoViewIfNeeded();
      const from = await value.boundingBox(), to = await target.boundingBox();
      await page.mouse.move(from.x + Math.min(20, from.width / 2), from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(from.x + 40, from.y + from.height / 2 + 2, { steps: 3 });
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
      await page.locator('.carry-over').waitFor();
      await page.mouse.up();
    };
    await pull(textOf(rich.offers[0].seller), page.getByRole('button', { name: 'new column of row 1 of offers, empty' }));
    await page.getByLabel('What is it called?').fill('seller');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `seller of row 1 of offers: ${textOf(rich.offers[0].seller)}` }).waitFor();
    await settled(page);
    assert.deepEqual(label().offers.map((offer) => offer.seller.text), [textOf(rich.offers[0].seller)]);
    // the second row, by keys alone: its cell, then the value by its words
    await page.getByRole('button', { name: 'seller of row 2 of offers, empty' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.body, .empty').first().evaluate(() => document.activeElement.blur());
    await page.keyboard.press('f');
    await page.getByLabel('Words of the value').fill(textOf(rich.offers[1].seller));
    await page.locator('#found [role=option]').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `seller of row 2 of offers: ${textOf(rich.offers[1].seller)}` }).waitFor();
    await settled(page);
    assert.deepEqual(label().offers.map((offer) => offer.seller.text), rich.offers.slice(0, 2).map((offer) => textOf(offer.seller)));
    assert.equal(label().name.text, textOf(rich.name), 'the same row');
    for (let i = 0; i < 2; ++i) {
      await page.locator('.bar .status').first().click();
      await page.keyboard.press('u');
      await page.getByText(/^Undone/).last().waitFor();
      await settled(page);
    }
    await list.waitFor();
    assert.equal(label().offers, undefined);
    // a field is dragged into the empty list
    await page.getByRole('group', { name: 'Field price', exact: true }).dragTo(list);
    await page.getByRole('group', { name: 'List offers', exact: true }).waitFor();
    await settled(page);
    assert.deepEqual(label().offers.map((offer) => offer.price.text), [textOf(rich.price)]);
    // and the other way round, by its menu
    await page.getByLabel('More about offers.price').click();
    await page.getByRole('button', { name: 'Move out of offers' }).click();
    await page.getByRole('group', { name: 'Field price', exact: true }).waitFor();
    await settled(page);
    assert.equal(label().price.text, textOf(rich.price));
  });
});

test('Shift widens what is under the pointer; wrapper versions are compared', async () => {
  await withStudio(['shop'], async (page, studio, folder) => {
    await openPage(page, 'list-01.html');
    const name = frameOf(page).getByText('Espresso cup, 1 < 2 cups', { exact: true }).first();
    await name.scrollIntoViewIfNeeded();
    await name.hover({ force: true });
    await frameOf(page).locator('body').evaluate(() => window.focus());
    await name.click({ force: true });
    await page.getByLabel('What is this value?').waitFor();
    const levels = page.getByRole('group', { name: 'How much of it' }).getByRole('button');
    const all = await levels.allInnerTexts();
    assert.ok(all.includes('text') && all.some((word) => word.includes('link')), all.join());
    assert.equal(await levels.nth(0).getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('Escape');
    await name.hover({ force: true });
    await name.press('Shift');
    await name.click({ force: true });
    await page.waitForFunction(() => document.querySelector('[aria-label="How much of it"] button[aria-pressed=true]') !== document.querySelector('[aria-label="How much of it"] button'));
    await page.keyboard.press('Escape');

    await labelText(page, 'Espresso cup, 1 < 2 cups', 'name');
    await labelText(page, 'EUR 11.95', 'price');
    await page.getByRole('tab', { name: 'Rules' }).click();
    const versions = page.getByLabel('Earlier version');
    await versions.waitFor();
    await versions.selectOption({ index: 1 });
    await page.getByText(/Rows of this page: \d+ before, \d+ now/).waitFor();
    // labels are tests: rules of one's own that break them are told apart, and the pages with them can be asked for
    fs.writeFileSync(path.join(folder, 'wrappers/shop.wrapper'), 'format = 1\nkind = "selector"\nrecord = "li.product"\n[fields]\nname = "h3"\nprice = ".stock"\n');
    await page.getByText('rules by hand').waitFor();
    await page.waitForFunction(() => [...document.querySelectorAll('[aria-label="Which pages"] option')].some((one) => one.textContent === 'Label test fails (1)'));
    await page.getByLabel('Which pages').selectOption('failing');
    await page.waitForFunction(() => document.querySelectorAll('.list .page').length === 1);
  });
});

test('every step of the history is a command, too', async () => {
  await withStudio(['shop'], async (page, studio) => {
    await openPage(page, 'list-01.html');
    await page.click('#use-table');
    await page.waitForSelector('[aria-label="Rows of this page"] td');
    await settled(page);
    const table = { table: 'shop' };
    await studio.ask('POST', '/field', { ...table, op: 'rename', field: 'by', to: 'maker' });
    await studio.ask('POST', '/field', { ...table, op: 'type', field: 'price', to: 'money' });
    await studio.ask('POST', '/label', { ...table, page: 'shop/list-01.html', op: 'row', record: 0 });
    await studio.ask('POST', '/undo', {});
    const { json } = await studio.ask('GET', '/history');
    assert.ok(json.steps.length >= 4);
    for (const step of json.steps) assert.ok(step.command || step.undoes, step.what);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: studio.site });
    await page.getByText('Copy as command').first().click();
    await page.getByRole('dialog').getByText('Copy', { exact: true }).first().click();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^gleaner /);
  });
});
