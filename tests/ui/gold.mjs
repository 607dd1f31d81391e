// Real list pages come with the table they should give: is what was found that table?
import fs from 'node:fs';

const clean = (text) => text.replace(/\s+/g, ' ').trim();

function csvRows(text) {
  const rows = [];
  let row = [], cell = '', quoted = false;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') cell += text[++i];
      else if (c === '"') quoted = false;
      else cell += c;
    } else if (c === '"') quoted = true;
    else if (c === ',') row.push(cell), (cell = '');
    else if (c === '\n') row.push(cell), rows.push(row), (row = []), (cell = '');
    else if (c !== '\r') cell += c;
  }
  if (cell || row.length) row.push(cell), rows.push(row);
  return rows.map((one) => one.map(clean).filter(Boolean)).filter((one) => one.length);
}

// Of each row of the table beside a page (page.csv beside page.html) the text that no other row has, the longest of a readable length.
export function telling(file) {
  const gold = csvRows(fs.readFileSync(file.replace(/\.html$/, '.csv'), 'utf8'));
  return gold.map((row) => {
    const own = row.filter((cell) => !/^(https?:|\/|www\.)/.test(cell) && gold.filter((other) => other.includes(cell)).length === 1);
    return own.sort((a, b) => Math.abs(a.length - 40) - Math.abs(b.length - 40))[0] ?? row[0];
  });
}

const squeezed = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const wordsOf = (record) => {
  const all = (fields) => fields.flatMap((value) => (value.items ? value.items.flatMap((item) => (item.fields ? all(item.fields) : [item.text])) : value.fields ? all(value.fields) : [value.text]));
  return squeezed(all(record.fields).join(' '));
};

// Which gold rows are found, and which rows are none.
export function judge(records, texts) {
  const rows = records.map(wordsOf);
  const missing = texts.filter((text) => !rows.some((row) => row.includes(squeezed(text).slice(0, 40))));
  const extra = records.map((record, i) => i).filter((i) => !texts.some((text) => rows[i].includes(squeezed(text).slice(0, 40))));
  return { missing, extra, perfect: !missing.length && !extra.length && records.length === texts.length };
}
