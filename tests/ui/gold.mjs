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

// Of each row of the table beside a page (page.csv beside page.html) the texts that no other row has, the most telling first: near to a line's
// length, no addresses. Some of these tables were read in a wrong charset: quotes that came out as three letters are left out.
export function telling(file) {
  const gold = csvRows(fs.readFileSync(file.replace(/\.html$/, '.csv'), 'utf8').replace(/\u00e2\u20ac./g, ' '));
  return gold.map((row) => {
    const own = row.filter((cell) => cell.length > 3 && !/^(https?:|\/|www\.)/.test(cell) && gold.filter((other) => other.includes(cell)).length === 1);
    return own.length ? own.sort((a, b) => Math.abs(a.length - 40) - Math.abs(b.length - 40)) : [row[0]];
  });
}

const squeezed = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const wordsOf = (record) => {
  const all = (fields) => fields.flatMap((value) => (value.items ? value.items.flatMap((item) => (item.fields ? all(item.fields) : [item.text])) : value.fields ? all(value.fields) : [value.text]));
  return squeezed(all(record.fields).join(' '));
};

// Which gold rows are found (by a text that only they have), and which rows are none. `missing`: the most telling text of each.
export function judge(records, gold) {
  const rows = records.map(wordsOf);
  const holds = (row, own) => own.some((text) => row.includes(squeezed(text).slice(0, 40)));
  const missing = gold.filter((own) => !rows.some((row) => holds(row, own))).map((own) => own[0]);
  const extra = rows.map((row, i) => (gold.some((own) => holds(row, own)) ? -1 : i)).filter((i) => i >= 0);
  return { missing, extra, perfect: !missing.length && !extra.length && records.length === gold.length };
}
