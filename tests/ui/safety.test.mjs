// Who may come in, and what a page can do: nothing.
import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { closeBrowser, copySamples, frameOf, labelText, newFolder, openPage, openTab, program, rowsOf, settled, startStudio } from './studio.mjs';

after(closeBrowser);

// A request as any program could send it: with whatever Host and Origin.
function raw(studio, where, { method = 'GET', headers = {}, body } = {}) {
  const { hostname, port } = new URL(studio.site);
  return new Promise((done, fail) => {
    const request = http.request({ hostname, port, path: where, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (data) => (text += data));
      answer.on('end', () => done({ status: answer.statusCode, text, headers: answer.headers }));
    });
    request.on('error', fail);
    request.end(body);
  });
}

test('the API: token, host, origin, paths, versions, errors in words', async () => {
  const folder = newFolder();
  copySamples(folder, 'shop');
  fs.writeFileSync(path.join(folder, '..', 'outside.wrapper'), 'secret');
  const studio = await startStudio(folder);
  try {
    const port = new URL(studio.site).port;
    assert.equal((await raw(studio, '/api/v1/project')).status, 403);
    assert.equal((await raw(studio, '/api/v1/project', { headers: { 'X-Gleaner-Token': 'x'.repeat(32) } })).status, 403);
    assert.equal((await raw(studio, '/api/v1/project', { headers: { 'X-Gleaner-Token': studio.token } })).status, 200);
    assert.equal((await raw(studio, '/', { headers: { Host: 'evil.example:' + port } })).status, 421, 'a name that somebody pointed here');
    assert.equal((await raw(studio, '/api/v1/undo', { method: 'POST', headers: { 'X-Gleaner-Token': studio.token, Origin: 'https://evil.example' } })).status, 403);
    assert.equal((await raw(studio, '/api/v1/project', { headers: { 'X-Gleaner-Token': studio.token, Origin: 'null' } })).status, 403, 'a sandboxed page');
    assert.equal((await raw(studio, '/frame?ticket=wrong&page=shop/list-01.html')).status, 403);
    assert.equal((await raw(studio, '/res/wrong/f/shop/style.css')).status, 404);
    const { json: ticket } = await studio.ask('GET', '/ticket');
    for (const name of ['../outside.wrapper', '/etc/passwd', 'shop/../../outside.wrapper']) {
      assert.equal((await studio.ask('GET', '/file?name=' + encodeURIComponent(name))).status, 404, name);
      assert.equal((await raw(studio, `/frame?ticket=${ticket.ticket}&page=${encodeURIComponent(name)}`)).status, 404, name);
      assert.ok((await studio.ask('PUT', '/file?name=' + encodeURIComponent(name), 'x', { 'If-Match': '"-"' })).status >= 400, name);
    }
    assert.equal(fs.readFileSync(path.join(folder, '..', 'outside.wrapper'), 'utf8'), 'secret');
    assert.equal((await raw(studio, `/res/${ticket.ticket}/f/shop/list-01.html`)).status, 404, 'pages are no resources');
    const index = await raw(studio, '/');
    assert.match(index.headers['content-security-policy'], /default-src 'none'/);
    assert.match(index.headers['content-security-policy'], /frame-ancestors 'none'/);
    assert.match(index.headers['content-security-policy'], /script-src 'self';/);
    const wrong = await studio.ask('GET', '/page?name=nothing.html');
    assert.equal(wrong.status, 404);
    assert.ok(wrong.json.what.includes('nothing.html') && 'hint' in wrong.json && 'where' in wrong.json);
    assert.equal((await studio.ask('POST', '/label', '{broken')).status, 422);
    assert.equal((await studio.ask('POST', '/label', { table: 'a/b', page: 'shop/list-01.html', op: 'value', field: 'x', pick: {} })).status, 400);
    assert.equal((await studio.ask('POST', '/jobs', { words: ['rm', '-rf', '.'] })).status, 400);
    assert.equal((await studio.ask('GET', '/nothing')).status, 404);
    assert.equal((await studio.ask('PUT', '/file?name=wrappers/a.wrapper', 'format = 1\n')).status, 400, 'without If-Match');
    const bad = await studio.ask('PUT', '/file?name=wrappers/a.wrapper', 'format = 1\nkind = "nothing"\n', { 'If-Match': '"-"' });
    assert.equal(bad.status, 422);
    assert.ok(!fs.existsSync(path.join(folder, 'wrappers/a.wrapper')));
  } finally {
    await studio.end();
  }
});

test('beyond this machine a password and a proxy are demanded', () => {
  const refused = spawnSync(program, ['studio', newFolder(), '--listen', '0.0.0.0', '--no-browser'], { encoding: 'utf8' });
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /password/);
});

test('with a password the address holds no key', async () => {
  const folder = newFolder();
  const secret = path.join(newFolder(), 'secret');
  fs.writeFileSync(secret, 'a long password\n');
  const studio = await startStudio(folder, ['--password-file', secret]);
  try {
    assert.equal(studio.token, null);
    assert.equal((await raw(studio, '/api/v1/login', { method: 'POST', body: '{"password": "wrong"}' })).status, 403);
    const entered = await raw(studio, '/api/v1/login', { method: 'POST', body: '{"password": "a long password"}' });
    const { token } = JSON.parse(entered.text);
    assert.equal((await raw(studio, '/api/v1/project', { headers: { 'X-Gleaner-Token': token } })).status, 200);
  } finally {
    await studio.end();
  }
});

// Scripts, frames, forms, links, styles over everything, names that hide what scripts use: the page is shown and can be worked with.
const hostile = (spy) => `<!doctype html><html><head><base href="${spy}/base/"><meta http-equiv="refresh" content="0;url=${spy}/refresh">
<title>x</title><link rel="stylesheet" href="${spy}/style.css"><script>parent.document.title='owned';fetch('${spy}/fetch');top.location='${spy}/top'</script>
<style>*{cursor:none} body{position:fixed;inset:0;z-index:2147483647} @import "${spy}/import.css"; h3{background:url(${spy}/css.png)} gleaner-overlay{display:none!important} ::highlight(x){color:red}</style></head>
<body onload="fetch('${spy}/onload')"><ul><li data-n="1"><h3>First</h3><b>EUR 1.00</b></li><li data-n="1"><h3>Second</h3><b>EUR 2.00</b></li><li><h3>Third</h3><b>EUR 3.00</b></li></ul><img name="createRange" src="x" onerror="fetch('${spy}/onerror')"><form name="querySelectorAll"><input name="childNodes"><input name="parentNode"></form><img name="adoptedStyleSheets">
<iframe src="${spy}/frame"></iframe><iframe srcdoc="<script>fetch('${spy}/srcdoc')</script>"></iframe><object data="${spy}/object"></object><embed src="${spy}/embed"><svg><script>fetch('${spy}/svg')</script><image href="${spy}/svg.png"/></svg>
<form id="f" action="${spy}/form" target="_top"><button id="b">Send</button></form><a id="j" href="javascript:fetch('${spy}/javascript')">click</a><a id="k" href="${spy}/link" target="_top" ping="${spy}/ping">leave</a>
<script>window.parent.postMessage({secret:'',type:'pick',levels:[]},'*');for(const x of document.querySelectorAll('*'))x.remove()</script></body></html>`;

test('a hostile page cannot touch Studio', async () => {
  const asked = [];
  const spy = http.createServer((request, answer) => {
    asked.push(request.url);
    answer.end('x');
  });
  await new Promise((done) => spy.listen(0, '127.0.0.1', done));
  const where = `http://127.0.0.1:${spy.address().port}`;
  const folder = newFolder();
  fs.writeFileSync(path.join(folder, 'hostile.html'), hostile(where));
  const studio = await startStudio(folder);
  const page = await openTab(studio);
  try {
    await page.goto(studio.address);
    await openPage(page, 'hostile.html');
    // it can be worked with all the same
    await labelText(page, 'First', 'name');
    await labelText(page, 'Second', 'name');
    await settled(page);
    assert.deepEqual((await rowsOf(page)).map((row) => row[0]), ['First', 'Second', 'Third']);
    for (const id of ['b', 'j', 'k']) await frameOf(page).locator('#' + id).click({ force: true, timeout: 3000 }).catch(() => {});
    await page.keyboard.press('Escape');
    const title = await page.title();
    assert.equal(title, 'Gleaner Studio');
    assert.ok(page.url().startsWith(studio.site));
    // what stands in the frame has no origin, no key, and no way out
    const inside = await page.frames()[1].evaluate(async (site) => {
      const out = { origin: self.origin };
      try { out.parent = String(parent.document.title); } catch (error) { out.parent = error.name; }
      try { out.storage = String(localStorage.length); } catch (error) { out.storage = error.name; }
      try { await fetch(site + '/api/v1/project'); out.fetch = 'went through'; } catch (error) { out.fetch = error.name; }
      return out;
    }, studio.site);
    assert.deepEqual(inside, { origin: 'null', parent: 'SecurityError', storage: 'SecurityError', fetch: 'TypeError' });
    assert.deepEqual(asked, [], 'nothing was asked of the network');
    assert.deepEqual(page.errors, []);
  } finally {
    await page.context().close();
    await studio.end();
    spy.close();
  }
});
