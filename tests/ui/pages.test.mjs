// What pages show without a click: one thing is proposed as one row, not the menu that repeats on it; archives give styles and pictures. The API, without a browser.
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import crypto from 'node:crypto';
import http from 'node:http';
import { copySamples, newFolder, startStudio } from './studio.mjs';

const links = (...words) => `<ul>${words.map((word) => `<li><a href="/${word.toLowerCase()}">${word}</a></li>`).join('')}</ul>`;
const around = (body) => `<!doctype html><title>x</title><nav>${links('Home', 'Books', 'Films', 'Music', 'Games')}</nav>${body}<footer>${links('About', 'Terms', 'Privacy', 'Jobs', 'Press', 'Contact')}<p>Phone: 0123 456</p></footer>`;
const pages = {
  'product.html': around('<main><h1>Oak desk</h1><p>A desk of oiled oak that is made to be used every day, with room for two screens and a cup.</p><dl><dt>Width</dt><dd>160 cm</dd><dt>Depth</dt><dd>80 cm</dd><dt>Wood</dt><dd>Oak</dd></dl><p class="cost">EUR 412.00</p></main>'),
  'person.html': around('<h1>Ada Byron</h1><table><tr><th>Born</th><td>10 December 1815</td></tr><tr><th>Died</th><td>27 November 1852</td></tr><tr><th>Field</th><td>Mathematics</td></tr></table><p>She wrote the notes on the engine that made her name, and much of what is said of them was said by her first.</p>'),
  'recipe.html': around('<article><h1>Plum cake</h1><p>Serves: 8</p><p><b>Oven:</b> 180 degrees</p><p>Time: 50 minutes</p><p>Stir the butter and the sugar, add the eggs one after the other, then flour and plums. Bake until it is brown and the plums are soft.</p></article>'),
  'film.html': around('<div itemscope><h1 itemprop="name">The Mill</h1><span itemprop="director">R. Weaver</span><div><span itemprop="duration">94 min</span></div><div itemprop="genre">Drama</div><p>Two brothers run a mill until the river is dammed above it, and go to see who did it and why.</p></div>')
};
const wanted = {
  'product.html': { title: 'Oak desk', width: '160 cm', depth: '80 cm', wood: 'Oak', price: 'EUR 412.00' },
  'person.html': { title: 'Ada Byron', born: '10 December 1815', died: '27 November 1852', field: 'Mathematics' },
  'recipe.html': { title: 'Plum cake', serves: '8', oven: '180 degrees', time: '50 minutes' },
  'film.html': { name: 'The Mill', director: 'R. Weaver', duration: '94 min', genre: 'Drama' }
};
const row = (proposal) => Object.fromEntries(proposal.records[0].fields.map((field) => [field.name, field.text]));
const ask = async (studio, page, choice = 0) => (await studio.ask('GET', `/proposal?page=${encodeURIComponent(page)}&choice=${choice}`)).json;

test('one page alone: its heading and its labelled values', async () => {
  for (const [name, html] of Object.entries(pages)) {
    const folder = newFolder();
    fs.writeFileSync(path.join(folder, name), html);
    const studio = await startStudio(folder);
    try {
      const proposal = await ask(studio, name);
      assert.equal(proposal.kind, 'detail', `${name}: ${JSON.stringify(proposal).slice(0, 400)}`);
      assert.deepEqual(row(proposal), wanted[name]);
      assert.match(proposal.command, /--pages-are detail/);
      const lists = proposal.choices.length;
      if (lists > 1) assert.equal((await ask(studio, name, 1)).kind, 'list'); // the lists on it can be had too
      const { status } = await studio.ask('POST', '/accept', { table: 'things', page: name, choice: 0, names: {} });
      assert.equal(status, 200);
      assert.equal(JSON.parse(fs.readFileSync(path.join(folder, 'labels/things.labels.jsonl'), 'utf8')).records.length, 1);
    } finally {
      await studio.end();
    }
  }
});

test('with others like it, and where nothing is labelled', async () => {
  const folder = newFolder();
  copySamples(folder, 'shop');
  fs.mkdirSync(path.join(folder, 'news'));
  fs.writeFileSync(path.join(folder, 'news/only.html'), around(`<h1>Rain</h1>${'<p>It rained on the town for the third day, and the river rose to the steps of the hall while people stood and watched it.</p>'.repeat(1)}`));
  const studio = await startStudio(folder);
  try {
    const item = await ask(studio, 'shop/item-k1001.html');
    assert.equal(item.kind, 'detail', JSON.stringify(item).slice(0, 400));
    assert.equal(item.total, 1);
    assert.ok(item.fields.length >= 3);
    const list = await ask(studio, 'shop/list-02.html');
    assert.equal(list.kind, 'list');
    assert.equal(list.total, 6);
    // one thing or a list: whatever is proposed first, the other can be had
    const shop = await ask(studio, 'shop/item-k1001.html', 1);
    assert.equal(shop.kind, 'list');
    const news = await ask(studio, 'news/only.html');
    if (news.what) assert.match(news.hint, /click the values you want/);
  } finally {
    await studio.end();
  }
});

test('a page of an archive has its styles and pictures from there', async () => {
  const folder = newFolder();
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=', 'base64');
  const record = (url, type, body) => {
    const block = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`), Buffer.from(body)]);
    return Buffer.concat([Buffer.from(`WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:${crypto.randomUUID()}>\r\nWARC-Date: 2026-01-31T12:00:00Z\r\nWARC-Target-URI: ${url}\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${block.length}\r\n\r\n`), block, Buffer.from('\r\n\r\n')]);
  };
  const site = 'https://shop.example';
  fs.writeFileSync(path.join(folder, 'crawl.warc'), Buffer.concat([record(`${site}/`, 'text/html', '<link rel=stylesheet href="/look?v=3"><h1>Shop</h1><img src="a.png"><img src="/gone.png"><script src="/evil"></script>'), record(`${site}/look?v=3`, 'text/css; charset=utf-8', 'h1{color:red}'), record(`${site}/a.png`, 'image/png', png), record(`${site}/evil`, 'text/javascript', 'alert(1)')]));
  const studio = await startStudio(folder);
  try {
    const { ticket } = (await studio.ask('GET', '/ticket')).json;
    const get = (where) => fetch(studio.site + where);
    const frame = await (await get(`/frame?ticket=${ticket}&page=${encodeURIComponent(`crawl.warc#${site}/`)}&secret=x`)).text();
    const [style] = /\/res\/[^"']*look[^"']*/.exec(frame);
    const shown = await get(style.replaceAll('&amp;', '&'));
    assert.equal(shown.headers.get('content-type'), 'text/css; charset=utf-8');
    assert.equal(await shown.text(), 'h1{color:red}');
    const [picture] = /\/res\/[^"']*a\.png/.exec(frame);
    assert.deepEqual(Buffer.from(await (await get(picture)).arrayBuffer()), png);
    assert.equal((await get(picture.replace('a.png', 'gone.png'))).status, 404);
    assert.equal((await get(picture.replace('a.png', 'evil'))).status, 404, 'nothing but styles and pictures');
  } finally {
    await studio.end();
  }
});

test('what is brought as a page is one, or is refused with what to do', async () => {
  const studio = await startStudio(newFolder());
  const bring = (name, bytes) => studio.ask('POST', `/upload?name=${name}`, bytes);
  try {
    for (const [name, bytes] of [['prices.csv', 'name,price\nCup,1\n'], ['data.json', '{"a": 1}'], ['picture.png', '\x89PNG\0\0']]) {
      const { status, json } = await bring(name, bytes);
      assert.equal(status, 400, name);
      assert.ok(json.hint, name);
    }
    for (const [name, bytes, page] of [['shop.php', '<!doctype html><p>x', 'pages/shop.php.html'], ['notes', 'one\ntwo\n', 'pages/notes.txt'], ['a.html', '<p>y', 'pages/a.html']]) {
      const { json } = await bring(name, bytes);
      assert.equal(json.page, page);
    }
    const { json } = await studio.ask('GET', '/pages');
    assert.deepEqual(json.pages.map((page) => page.name), ['pages/a.html', 'pages/notes.txt', 'pages/shop.php.html']);
  } finally {
    await studio.end();
  }
});

test('what an address gives is a page, read as its server says, or is refused', async () => {
  const answers = { '/zip': ['text/html', 'PK\x03\x04\x14\0\0\0'], '/picture': ['image/png', '\x89PNG\r\n'], '/bytes': ['text/html', '\0\x01\x02\x03'.repeat(50)], '/shop': ['text/html; charset=windows-1251', '<title>x</title><p>\xc3\xe5'] };
  const server = http.createServer((asked, answer) => {
    const [type, body] = answers[asked.url] ?? [];
    answer.writeHead(body ? 200 : 404, type ? { 'Content-Type': type } : {}).end(Buffer.from(body ?? '', 'latin1'));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const folder = newFolder(), studio = await startStudio(folder);
  const open = (where) => studio.ask('POST', '/open', { address: `http://127.0.0.1:${server.address().port}${where}` });
  try {
    for (const where of ['/zip', '/picture', '/bytes']) {
      const { status, json } = await open(where);
      assert.equal(status, 422, where);
      assert.ok(json.hint, where);
    }
    const { json } = await open('/shop');
    assert.equal(fs.readFileSync(path.join(folder, json.page), 'utf8'), '\ufeff<title>x</title><p>Ге');
    assert.deepEqual((await studio.ask('GET', '/pages')).json.pages.map((page) => page.name), [json.page]);
  } finally {
    await studio.end();
    server.close();
  }
});
