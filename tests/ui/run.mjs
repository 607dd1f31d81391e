// All tests of Studio, file by file: node tests/ui/run.mjs [NAME...]. Each file has a browser of its own, so that a machine at its limits
// cannot carry one failure into the next; a file that fails is run once more, and that is told.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const wanted = process.argv.slice(2);
const files = fs.readdirSync(here).filter((name) => name.endsWith('.test.mjs') && (!wanted.length || wanted.includes(name.split('.')[0])));
const passes = (file) => spawnSync(process.execPath, ['--test', '--test-reporter=spec', '--test-timeout=900000', path.join(here, file)], { stdio: 'inherit' }).status === 0;
const again = [], failed = [];
for (const file of files) {
  if (passes(file)) continue;
  console.log(`${file} failed: once more`);
  (passes(file) ? again : failed).push(file);
}
if (again.length) console.log(`only the second time: ${again.join(', ')}`);
console.log(failed.length ? `failed twice: ${failed.join(', ')}` : `studio: ${files.length} files of tests passed`);
process.exit(failed.length ? 1 : 0);
