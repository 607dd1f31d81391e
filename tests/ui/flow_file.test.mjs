// A flow's file edited as text: what is not meant stays as it was written, and what is made can be read by the program.
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { newFolder, program, root } from './studio.mjs';

const require = createRequire(path.join(root, 'ui/package.json'));
const typescript = require('typescript');
const source = fs.readFileSync(path.join(root, 'ui/src/flow_file.ts'), 'utf8');
const flow = await import('data:text/javascript,' + encodeURIComponent(typescript.transpileModule(source, { compilerOptions: { module: 'esnext', target: 'es2022' } }).outputText));

const file = `# What we pay for, every day.
store = "a.sqlite"

# Ours
[source.offers]
table = "offers.csv"   # from the shop

[source.more]
table = 'offers.csv'

# Only what is cheap: see the meeting of May.
[step.cheap]
from = "offers"      # not "more"
filter = "maker != '# none'"

[step.normal]
from = "cheap"
[step.normal.normalise]
price = { money = "EUR" }

[step.all]
integrate = [
  "offers",  # first
  "more",
]

[deliver.file]
from = "cheap"
to = "cheap.csv"
`;

test('parts, their inputs and lines', () => {
  assert.deepEqual(flow.partsOf(file).map((part) => [part.id, part.work, part.inputs, part.note]), [['offers', 'table', [], 'offers.csv'], ['more', 'table', [], 'offers.csv'], ['cheap', 'filter', ['offers'], "maker != '# none'"], ['normal', 'normalise', ['cheap'], ''], ['all', 'integrate', ['offers', 'more'], ''], ['deliver file', 'deliver', ['cheap'], 'cheap.csv']]);
  assert.equal(flow.partAt(file, 14).id, 'cheap');
  assert.equal(flow.partAt(file, 19).id, 'normal');
  assert.equal(flow.partAt(file, 2), undefined);
  assert.deepEqual(flow.partsOf('[step.q]\nquery = "select * from a, b_c"\n[source.a]\ntable="x.csv"\n[source.b_c]\ntable="y.csv"\n[source.b]\ntable="z.csv"\n')[0].inputs, ['a', 'b_c']);
});

// Lines that are in one and not in the other.
const changed = (before, after) => [before.split('\n').filter((line) => !after.split('\n').includes(line)), after.split('\n').filter((line) => !before.split('\n').includes(line))];

test('arrows change one line, comments stay', () => {
  assert.deepEqual(changed(file, flow.connect(file, 'more', 'cheap')), [['from = "offers"      # not "more"'], ['from = "more"  # not "more"']]);
  assert.deepEqual(changed(file, flow.connect(file, 'all', 'deliver file')), [[], ['from = "all"']]);
  assert.deepEqual(flow.partsOf(flow.connect(file, 'cheap', 'all')).find((part) => part.id === 'all').inputs, ['offers', 'more', 'cheap']);
  assert.deepEqual(flow.partsOf(flow.disconnect(file, 'more', 'all')).find((part) => part.id === 'all').inputs, ['offers']);
  assert.deepEqual(changed(file, flow.disconnect(file, 'offers', 'cheap')), [['from = "offers"      # not "more"'], []]);
  for (const [from, to] of [['normal', 'cheap'], ['cheap', 'cheap'], ['deliver file', 'cheap'], ['cheap', 'offers'], ['offers', 'cheap'], ['nothing', 'cheap']]) assert.equal(flow.connect(file, from, to), file, `${from} > ${to}`);
});

test('settings and the schedule', () => {
  const cheap = flow.partsOf(file).find((part) => part.id === 'cheap');
  assert.deepEqual(changed(file, flow.setValue(file, cheap, 'filter', JSON.stringify('price < 5'))), [[`filter = "maker != '# none'"`], ['filter = "price < 5"']]);
  assert.deepEqual(changed(file, flow.setValue(file, null, 'schedule', '"daily 06:30"')), [[], ['schedule = "daily 06:30"']]);
  assert.equal(flow.topValue(flow.setValue('# only words\n\n[source.a]\ntable = "x"\n', null, 'schedule', '"hourly :20"'), 'schedule'), '"hourly :20"');
  assert.equal(flow.setValue(flow.setValue(file, null, 'schedule', '"daily 06:30"'), null, 'schedule', ''), file);
  const normal = flow.partsOf(file).find((part) => part.id === 'normal');
  assert.match(flow.setValue(file, normal, 'weight', '{ unit = "g" }', 'normalise'), /price = \{ money = "EUR" \}\nweight = \{ unit = "g" \}\n/);
  assert.equal(flow.kept('a "b"', '"x"'), '"a \\"b\\""');
  assert.equal(flow.shown("'it''"), "'it''");
  assert.equal(flow.kept('3', '2'), '3');
});

test('every part that can be added, and taken away again', () => {
  const folder = newFolder();
  fs.writeFileSync(path.join(folder, 'offers.csv'), 'id,price,maker\n1,2,x\n');
  const check = (text) => {
    fs.writeFileSync(path.join(folder, 'a.flow.toml'), text);
    return execFileSync(program, ['flow', 'lint', 'a'], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  };
  check(file);
  for (const blueprint of Object.keys(flow.blueprints)) {
    let { text, id } = flow.add(file, blueprint, 'offers');
    if (blueprint === 'match') text = flow.connect(text, 'more', id);
    const part = flow.partsOf(text).find((one) => one.id === id);
    assert.deepEqual(part.inputs, part.kind === 'source' ? [] : blueprint === 'match' ? ['offers', 'more'] : ['offers'], blueprint);
    if (part.kind !== 'source') check(text);
    assert.equal(flow.remove(text, id).replace(/\n+$/, '\n'), file, blueprint);
  }
  const without = flow.remove(file, 'cheap');
  assert.ok(!without.includes('meeting of May') && !without.includes('[step.cheap]'));
  assert.deepEqual(flow.partsOf(without).map((part) => part.inputs), [[], [], [], ['offers', 'more'], []]);
  assert.equal(flow.partsOf(flow.add('', 'pages', '', '', 'shop').text)[0].id, 'shop');
});
