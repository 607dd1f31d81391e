// The flow's graph: arrows drawn and taken away, parts added and changed in forms, the schedule, errors at their node; the file keeps its comments.
import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { closeBrowser, newFolder, openTab, settled, startStudio } from './studio.mjs';

after(closeBrowser);

const flow = `# For the shop window.
store = "cups.sqlite"

[source.offers]
table = "offers.csv"

# Not the dear ones.
[step.cheap]
from = "offers"
filter = "price < 7"  # said in May

[deliver.file]
from = "offers"
to = "out/cheap.csv"
`;

test('a flow is edited in its graph and runs', async () => {
  const folder = newFolder();
  fs.writeFileSync(path.join(folder, 'offers.csv'), 'id,price\n1,5\n2,6\n3,9\n');
  const file = path.join(folder, 'cups.flow.toml');
  fs.writeFileSync(file, flow);
  const studio = await startStudio(folder);
  const page = await openTab(studio);
  const node = (id) => page.locator(`.svelte-flow__node[data-id="${id}"]`);
  const edge = (id) => page.locator(`.svelte-flow__edge[data-id="${id}"]`);
  const now = () => fs.readFileSync(file, 'utf8');
  try {
    await page.evaluate(() => (location.hash = 'view=flow'));
    await node('deliver file').waitFor();
    await settled(page);
    // an arrow from the step to the delivery: it takes from there now
    const [from, to] = [await node('cheap').locator('.source').boundingBox(), await node('deliver file').locator('.target').boundingBox()];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    await page.mouse.up();
    await edge('cheap>deliver file').waitFor({ state: 'attached' });
    await settled(page);
    assert.equal(now(), flow.replace('from = "offers"\nto', 'from = "cheap"\nto'));
    await page.getByText('Run', { exact: true }).click();
    await page.locator('.svelte-flow__node', { hasText: '2 rows' }).first().waitFor();
    assert.equal(fs.readFileSync(path.join(folder, 'out/cheap.csv'), 'utf8'), 'id,price\n1,5\n2,6\n');
    // settings in a form
    await node('cheap').click();
    const form = page.getByRole('form', { name: 'Settings of cheap' });
    await form.getByLabel('filter').fill('price < 6');
    await form.getByLabel('filter').press('Tab');
    await page.waitForFunction(() => document.querySelector('.svelte-flow__node[data-id="cheap"]').innerText.includes('price < 6'));
    await settled(page);
    assert.match(now(), /# Not the dear ones\.\n\[step\.cheap\]\nfrom = "offers"\nfilter = "price < 6"  # said in May\n/);
    // something wrong is said at its node
    await form.getByLabel('filter').fill('price <');
    await form.getByLabel('filter').press('Tab');
    await page.locator('.svelte-flow__node.wrong[data-id="cheap"]').waitFor();
    assert.match(await node('cheap').innerText(), /✗ /);
    if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, 'flow-wrong.png') });
    await settled(page);
    await page.getByLabel('Close the settings').click();
    await page.locator('h2', { hasText: 'Flow' }).click();
    await page.keyboard.press('u');
    await page.waitForFunction(() => document.querySelector('.svelte-flow__node[data-id="cheap"]').innerText.includes('price < 6'));
    await page.waitForFunction(() => !document.querySelector('.svelte-flow__node.wrong'));
    // a step from the menu, behind the chosen one
    await node('cheap').click();
    await page.getByLabel('Add a part').selectOption('aggregate');
    await node('aggregate').waitFor();
    await edge('cheap>aggregate').waitFor({ state: 'attached' });
    await settled(page);
    assert.match(now(), /\[step\.aggregate\]\nfrom = "cheap"\naggregate = /);
    // taken away by its button, an arrow by the keyboard
    await page.getByRole('form', { name: 'Settings of aggregate' }).getByText('Remove').click();
    await node('aggregate').waitFor({ state: 'detached' });
    await settled(page);
    assert.ok(!now().includes('aggregate'));
    await edge('cheap>deliver file').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    await edge('cheap>deliver file').waitFor({ state: 'detached' });
    await page.locator('.svelte-flow__node.wrong[data-id="deliver file"]').waitFor();
    await settled(page);
    // when it runs
    await page.getByLabel('Schedule').fill('daily 06:30 Europe/Berlin');
    await page.getByLabel('Schedule').press('Tab');
    await page.waitForFunction(() => document.querySelector('.cm-content').innerText.includes('schedule'));
    await settled(page);
    assert.match(now(), /^# For the shop window\.\nstore = "cups\.sqlite"\nschedule = "daily 06:30 Europe\/Berlin"\n\n\[source/);
    await page.getByLabel('Schedule').fill('now and then');
    await page.getByLabel('Schedule').press('Tab');
    await page.getByRole('alert').filter({ hasText: 'Line 3' }).waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, 'flow-schedule.png') });
    // somebody else writes the file
    await settled(page);
    fs.writeFileSync(file, flow);
    await edge('offers>deliver file').waitFor({ state: 'attached' });
    assert.deepEqual(page.errors, []);
  } finally {
    await page.context().close();
    await studio.end();
  }
});
