// All tests of Studio, file by file, several at a time: node tests/ui/run.mjs [NAME...]. Each file has a browser and servers of its own, so that
// one failure cannot carry into the next; a file that fails is run once more, alone, and that is told. JOBS=1: one after the other.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const longest = ['load', 'label', 'views', 'tools', 'navigate', 'story', 'site']; // first, so that none is left to run alone at the end
const rank = (file) => (longest.includes(file.split('.')[0]) ? longest.indexOf(file.split('.')[0]) : longest.length);
const files = fs.readdirSync(here).filter((name) => name.endsWith('.test.mjs') && (!wanted.length || wanted.includes(name.split('.')[0]))).sort((a, b) => rank(a) - rank(b));
const jobs = Math.min(files.length, Number(process.env.JOBS) || Math.max(2, os.availableParallelism()));
const limit = 15 * 60_000; // milliseconds of a file: only what hangs reaches it

// What it said is told when it has ended, in one piece.
function passes(file) {
  return new Promise((done) => {
    const begin = Date.now();
    const child = spawn(process.execPath, ['--test', '--test-reporter=spec', path.join(here, file)], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (data) => (said += data));
    child.stderr.on('data', (data) => (said += data));
    const hangs = setTimeout(() => child.kill('SIGKILL'), limit);
    child.once('close', (code) => {
      clearTimeout(hangs);
      process.stdout.write(`${said.trimEnd()}\n${file}: ${code === 0 ? 'passed' : 'failed'} in ${((Date.now() - begin) / 1000).toFixed(0)} s\n`);
      done(code === 0);
    });
  });
}

const begin = Date.now();
const waiting = [...files], failed = [];
await Promise.all(
  Array.from({ length: jobs }, async () => {
    for (let file; (file = waiting.shift()); ) if (!(await passes(file))) failed.push(file);
  })
);
const twice = [];
for (const file of failed) {
  console.log(`${file} failed: once more`);
  if (!(await passes(file))) twice.push(file);
}
const again = failed.filter((file) => !twice.includes(file));
if (again.length) console.log(`only the second time: ${again.join(', ')}`);
console.log(twice.length ? `failed twice: ${twice.join(', ')}` : `studio: ${files.length} files of tests passed in ${((Date.now() - begin) / 1000).toFixed(0)} s`);
process.exit(twice.length ? 1 : 0);
