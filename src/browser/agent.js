// The part of the browser module that works inside pages. It runs in a world of its own in every frame: it sees the page's
// elements and none of the page's scripts see it. It numbers elements, writes the tree down as HTML, and finds targets.
(() => {
  if (globalThis.gleaner) return;

  // --- elements and their numbers. A number leads back to the live element as long as that is there.
  const numbers = new WeakMap(), elements = new Map();
  let last = 0;
  const number = (e) => {
    let n = numbers.get(e);
    if (!n) {
      numbers.set(e, (n = ++last));
      elements.set(n, new WeakRef(e));
    }
    return n;
  };
  const element = (n) => elements.get(n)?.deref() ?? null;

  let changes = 0;
  const watched = new WeakSet();
  const watch = (root) => {
    if (watched.has(root)) return;
    watched.add(root);
    new MutationObserver((list) => { changes += list.length; })
        .observe(root, {subtree: true, childList: true, attributes: true, characterData: true});
  };
  watch(document);
  const state = () => ({changes, ready: document.readyState, url: location.href,
                        height: document.documentElement?.scrollHeight ?? 0});

  // --- texts and visibility as a person has them
  const plain = (s) => (s ?? '').replace(/[\s\u00a0]+/g, ' ').trim();
  const shown = (e) => {
    if (!e.isConnected || !e.checkVisibility({visibilityProperty: true, checkVisibilityCSS: true})) return false;
    const r = e.getBoundingClientRect();
    return r.width > 0 && r.height > 0 || e.getClientRects().length > 0 && [...e.children].some(shown);
  };
  const parentOf = (e) => e.parentElement ?? (e.getRootNode() instanceof ShadowRoot ? e.getRootNode().host : null);
  const inside = (root, e) => {
    for (let at = e; at; at = parentOf(at)) if (at === root) return true;
    return false;
  };
  const roots = () => {
    const all = [document];
    for (let i = 0; i < all.length; ++i)
      for (const e of all[i].querySelectorAll('*'))
        if (e.shadowRoot) {
          watch(e.shadowRoot);
          all.push(e.shadowRoot);
        }
    return all;
  };
  const queryAll = (css, from) => {
    const out = [];
    for (const root of from ? [from] : roots())
      for (const e of root.querySelectorAll(css)) out.push(e);
    if (from) {
      const deep = [from, ...from.querySelectorAll('*')].filter((e) => e.shadowRoot);
      for (let i = 0; i < deep.length; ++i)
        for (const e of deep[i].shadowRoot.querySelectorAll('*')) {
          if (e.matches(css)) out.push(e);
          if (e.shadowRoot) deep.push(e);
        }
    }
    return out;
  };

  // --- what elements are and are called
  const buttons = 'button, input[type=submit], input[type=button], input[type=reset], input[type=image], [role=button], summary, [role=tab], [role=menuitem]';
  const links = 'a[href], area[href], [role=link]';
  const fields = 'input:not([type=submit]):not([type=button]):not([type=reset]):not([type=image]):not([type=hidden]), select, textarea, ' +
      '[contenteditable=""], [contenteditable=true], [role=textbox], [role=searchbox], [role=combobox], [role=checkbox], [role=radio], [role=switch], [role=listbox], [role=slider]';
  const others = 'a, label, option, [role=option], [role=menuitemcheckbox], [role=menuitemradio], [role=treeitem], [onclick], [tabindex]:not([tabindex="-1"])';
  const active = [buttons, links, fields, others].join(', ');
  const textOf = (e) => {
    // Words of neighbours that are blocks do not run together; what is hidden is not read.
    let out = '';
    const walk = (n) => {
      for (const c of n.childNodes) {
        if (c.nodeType === 3) out += c.data;
        else if (c.nodeType === 1) {
          if (c.matches('script, style, template, noscript')) continue;
          if (c.matches('br, div, p, li, td, th, tr, dt, dd, h1, h2, h3, h4, h5, h6')) out += ' ';
          if (c.matches('img[alt]') && !out.trim()) out += c.alt;
          walk(c.shadowRoot ?? c);
          if (c.matches('div, p, li, td, th, tr, dt, dd, h1, h2, h3, h4, h5, h6')) out += ' ';
          if (out.length > 4000) return;
        }
      }
    };
    walk(e.shadowRoot ?? e);
    return plain(out);
  };
  const byIds = (e, list) => plain(list.split(/\s+/).map((i) => {
    const at = e.getRootNode().getElementById?.(i);
    return at ? textOf(at) : '';
  }).join(' '));
  // A label that only stands beside its field: the last text before it in its row, cell or block.
  const labelBefore = (e) => {
    let at = e;
    for (let up = 0; up < 4 && at; ++up, at = parentOf(at)) {
      for (let s = at.previousSibling; s; s = s.previousSibling) {
        if (s.nodeType === 1 && (s.matches(fields) || s.querySelector(fields))) return '';
        const t = s.nodeType === 3 ? plain(s.data) : s.nodeType === 1 && shown(s) ? textOf(s) : '';
        if (t) return t.length <= 60 ? t : '';
      }
      if (at.matches('form, body, fieldset, table')) break;
    }
    return '';
  };
  const labelsOf = (e) => {
    const out = [];
    if (e.getAttribute('aria-labelledby')) out.push(byIds(e, e.getAttribute('aria-labelledby')));
    if (e.getAttribute('aria-label')) out.push(plain(e.getAttribute('aria-label')));
    for (const l of e.labels ?? []) {
      let t = '';
      for (const c of l.childNodes) if (c.nodeType === 3 || c.nodeType === 1 && !c.matches(fields)) t += ' ' + (c.nodeType === 3 ? c.data : textOf(c));
      out.push(plain(t));
    }
    if (e.placeholder) out.push(plain(e.placeholder));
    if (e.title) out.push(plain(e.title));
    return out.filter((t) => t);
  };
  const isField = (e) => e.matches(fields);
  const nameOf = (e) => {
    if (e.matches('input[type=submit], input[type=button], input[type=reset]')) return plain(e.value || (e.type === 'submit' ? 'Submit' : ''));
    if (e.matches('input[type=image], img, area') && e.alt) return plain(e.alt);
    if (isField(e)) return labelsOf(e)[0] ?? labelBefore(e);
    const said = labelsOf(e);
    const text = textOf(e);
    return text || said[0] || plain(e.querySelector('img[alt]')?.alt) || plain(e.querySelector('svg title')?.textContent) || '';
  };
  const namesOf = (e) => {
    const all = [nameOf(e), ...labelsOf(e)];
    if (isField(e)) all.push(labelBefore(e));
    return all.filter((t) => t);
  };
  const roleOf = (e) => {
    const said = e.getAttribute('role');
    if (said) return said;
    if (e.matches(buttons)) return 'button';
    if (e.matches(links)) return 'link';
    if (e.matches('input[type=checkbox]')) return 'checkbox';
    if (e.matches('input[type=radio]')) return 'radio';
    if (e.matches('select')) return 'select';
    if (isField(e)) return 'field';
    return e.localName;
  };

  // --- finding targets
  const bare = (t) => t.replace(/[\s:*›»…\u00a0]+$/u, '').replace(/^[\s*‹«]+/u, '');
  const tiersOf = (wanted) => {
    const low = bare(wanted).toLowerCase();
    return [(t) => t === wanted, (t) => bare(t).toLowerCase() === low];
  };
  const holds = (t, wanted) => {
    const a = t.toLowerCase(), b = bare(wanted).toLowerCase(), at = a.indexOf(b);
    if (at < 0 || !b) return false;
    const letter = /[\p{L}\p{N}]/u;
    return !(at > 0 && letter.test(a[at - 1]) && letter.test(b[0])) &&
        !(at + b.length < a.length && letter.test(a[at + b.length]) && letter.test(b[b.length - 1]));
  };
  const deepest = (list) => list.filter((e) => !list.some((o) => o !== e && inside(e, o)));
  const shortest = (list, wanted) => {
    const length = (e) => Math.min(...namesOf(e).filter((t) => holds(t, wanted)).map((t) => t.length), 1e9);
    const least = Math.min(...list.map(length));
    return list.filter((e) => length(e) === least);
  };
  // Elements that are no controls, by the text they show.
  const textElements = (root, test) => {
    const out = new Set();
    for (const from of root ? [root] : roots().map((r) => r.body ?? r)) {
      const walker = document.createTreeWalker(from, NodeFilter.SHOW_TEXT);
      for (let n = walker.nextNode(); n; n = walker.nextNode()) {
        if (!n.data.trim()) continue;
        let e = n.parentElement;
        if (!e || e.matches('script, style, template, noscript')) continue;
        for (let up = 0; e && up < 4 && e !== from.parentElement; ++up, e = e.parentElement) {
          const t = plain(e.textContent);
          if (t.length > 200) break;
          if (test(t)) {
            out.add(e);
            break;
          }
        }
      }
    }
    return deepest([...out]);
  };
  const first = (...makers) => {
    for (const make of makers) {
      const list = make();
      if (list.length) return list;
    }
    return [];
  };
  const controls = (css, root, kind) => queryAll(css, root).filter((e) => shown(e) && (!kind || e.matches(kind)));
  const byName = (list, wanted, whole = false) => first(
      ...tiersOf(wanted).map((test) => () => list.filter((e) => namesOf(e).some(test))),
      () => whole ? [] : shortest(list.filter((e) => namesOf(e).some((t) => holds(t, wanted))), wanted));
  const byText = (wanted, root) => {
    const list = controls(active, root);
    const [exact, folded] = tiersOf(wanted);
    const named = (test) => deepest(list.filter((e) => namesOf(e).some(test)));
    return first(() => named(exact), () => textElements(root, exact).filter(shown), () => named(folded),
                 () => textElements(root, folded).filter(shown),
                 () => deepest(shortest(list.filter((e) => namesOf(e).some((t) => holds(t, wanted))), wanted)),
                 () => textElements(root, (t) => holds(t, wanted)).filter(shown));
  };
  const byXpath = (path, root) => {
    const got = document.evaluate(path, root ?? document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    const out = [];
    for (let i = 0; i < got.snapshotLength; ++i) {
      const n = got.snapshotItem(i);
      out.push(n.nodeType === 1 ? n : n.nodeType === 2 ? n.ownerElement : n.parentElement);
    }
    return out.filter((e) => e && (!root || inside(root, e)));
  };
  const preferShown = (list) => {
    const seen = list.filter(shown);
    return seen.length ? seen : list;
  };
  const boxOf = (e) => {
    const r = e.getBoundingClientRect();
    return [Math.round(r.left + scrollX), Math.round(r.top + scrollY), Math.round(r.width), Math.round(r.height)];
  };
  const distance = (a, b) => {
    const [ax, ay, aw, ah] = boxOf(a), [bx, by, bw, bh] = boxOf(b);
    const dx = Math.max(0, bx - ax - aw, ax - bx - bw), dy = Math.max(0, by - ay - ah, ay - by - bh);
    return Math.hypot(dx, dy);
  };
  const inOrder = (list) => [...new Set(list)].sort((a, b) => a === b ? 0 : a.compareDocumentPosition(b) & 4 ? -1 : 1);
  const findOne = (alt) => {
    const root = alt.in ? element(alt.in) : null;
    if (alt.in && !root) return [];
    const wanted = plain(alt.text);
    let list;
    switch (alt.kind) {
      case 'css': list = preferShown([...(root && root.matches(alt.text) ? [root] : []), ...queryAll(alt.text, root)]); break;
      case 'xpath': list = preferShown(byXpath(alt.text, root)); break;
      case 'button': list = first(() => byName(controls(buttons, root), wanted), () => byName(controls(active, root), wanted, true)); break;
      case 'link': list = first(() => byName(controls(links, root), wanted), () => byName(controls(active, root), wanted, true)); break;
      case 'field': list = first(() => byName(controls(fields, root), wanted),
                                 () => queryAll(fields, root).filter((e) => e.name === alt.text || e.id === alt.text)); break;
      case 'file': list = queryAll('input[type=file]', root); break;
      case 'node': list = element(alt.node) ? [element(alt.node)] : []; break;
      default: list = byText(wanted, root);
    }
    list = inOrder(list);
    if (alt.near && list.length > 1) {
      const places = resolve(alt.near).flatMap((l) => l.slice(0, 1));
      if (places.length) {
        const least = Math.min(...list.map((e) => Math.min(...places.map((p) => distance(e, p)))));
        list = list.filter((e) => Math.min(...places.map((p) => distance(e, p))) <= least + 1);
        if (list.length > 1) list = list.slice(0, 1);
      }
    }
    if (alt.nth) list = list[alt.nth < 0 ? list.length + alt.nth : alt.nth - 1] ? [list[alt.nth < 0 ? list.length + alt.nth : alt.nth - 1]] : [];
    return list;
  };
  const resolve = (alts) => alts.map(findOne);
  const pathOf = (e) => {
    const parts = [];
    for (let at = e; at && at !== document.documentElement; at = parentOf(at)) {
      let n = 1;
      for (let s = at.previousElementSibling; s; s = s.previousElementSibling) if (s.localName === at.localName) ++n;
      parts.unshift(`${at.localName}:nth-of-type(${n})`);
    }
    return parts.join(' > ');
  };
  const describe = (e) => ({
    id: number(e), tag: e.localName, role: roleOf(e), name: nameOf(e).slice(0, 120), box: boxOf(e), shown: shown(e),
    disabled: !!e.disabled || e.getAttribute('aria-disabled') === 'true',
    attributes: [...e.attributes].filter((a) => a.value.length < 200 && !/^on|^style$/.test(a.name)).slice(0, 20).map((a) => [a.name, a.value]),
    path: pathOf(e)});
  // Every alternative's elements as numbers, and the elements themselves described once.
  const find = (alts, most) => {
    const seen = new Map();
    const found = resolve(alts).map((list) => [...new Set(list.map((e) => alts.some((a) => a.kind === 'node') ? e : control(e)))].slice(0, most).map((e) => {
      if (!seen.has(e)) seen.set(e, describe(e));
      return number(e);
    }));
    return {found, elements: [...seen.values()]};
  };
  // What is like the text that was looked for, best first, with what keeps it from being it.
  const pairs = (t) => {
    const s = new Set(), low = ' ' + t.toLowerCase() + ' ';
    for (let i = 0; i + 1 < low.length; ++i) s.add(low.slice(i, i + 2));
    return s;
  };
  const likeness = (a, b) => {
    const x = pairs(a), y = pairs(b);
    let common = 0;
    for (const p of x) if (y.has(p)) ++common;
    return 2 * common / (x.size + y.size);
  };
  const nearest = (wanted, most) => queryAll(active).slice(0, 3000)
      .map((e) => ({e, score: Math.max(0, ...namesOf(e).map((t) => likeness(t.slice(0, 80), wanted)))}))
      .filter((c) => c.score > 0.25).sort((a, b) => b.score - a.score).slice(0, most)
      .map((c) => ({...describe(c.e), score: c.score}));

  // --- ways to name an element, for recorders and repairs: each names it alone at present. `names` are the page's own names (ids,
  // classes, ...) that it stands on: the caller drops those that look made by a machine.
  const control = (e) => e.closest('a[href], button, [role=button], [role=link], [role=tab], [role=option], summary') ?? e;
  const quoted = (t) => '"' + t.replace(/["\\]/g, '\\$&') + '"';
  const xquoted = (t) => t.includes("'") ? (t.includes('"') ? null : `"${t}"`) : `'${t}'`;
  const headingOf = (e) => {
    for (let at = e, up = 0; at && up < 8; at = parentOf(at), ++up)
      for (let s = at.previousElementSibling, n = 0; s && n < 6; s = s.previousElementSibling, ++n) {
        const h = s.matches('h1, h2, h3, h4, h5, h6, legend, caption, th, dt, label') ? s : s.querySelector('h1, h2, h3, h4, h5, h6, legend');
        const t = h && textOf(h);
        if (t && t.length <= 60) return t;
      }
    return '';
  };
  // In a list: what tells its member from the others, a text that stands nowhere else.
  const titleOf = (e, name) => {
    for (let at = parentOf(e), up = 0; at && at !== document.body && up < 5; at = parentOf(at), ++up) {
      for (const t of at.querySelectorAll('h1, h2, h3, h4, h5, h6, b, strong, a, dt, th, td, p, span')) {
        const text = textOf(t);
        if (t === e || text === name || text.length < 3 || text.length > 60 || !shown(t)) continue;
        if (byText(text, null).length === 1) return text;
      }
    }
    return '';
  };
  const waysTo = (n) => {
    const e = element(n), out = [];
    if (!e) return out;
    const meant = control(e);
    const alone = (alt) => {
      try {
        const list = findOne(alt);
        return list.length === 1 && control(list[0]) === meant;
      } catch { return false; }
    };
    const add = (nature, alt, names = []) => { if (alone(alt)) out.push({nature, names, ...alt}); };
    const name = nameOf(e), role = roleOf(e);
    const kind = e.matches(buttons) ? 'button' : e.matches(links) ? 'link' : isField(e) ? 'field' : '';
    // what it says
    const texts = [...new Set([name, ...namesOf(e)])].filter((t) => t && t.length <= 60);
    for (const t of texts) add('text', {kind, text: t});
    if (!out.length) for (const t of texts) {
      const all = findOne({kind, text: t}), at = all.findIndex((o) => control(o) === meant);
      if (at >= 0) add('text', {kind, text: t, nth: at + 1});
    }
    // what its author calls it
    const own = (a) => e.getAttribute(a);
    const tag = e.localName;
    for (const a of ['data-testid', 'data-test', 'data-qa', 'data-cy', 'name', 'id', 'aria-label', 'placeholder', 'autocomplete', 'title', 'alt', 'value', 'type'])
      if (own(a) && own(a).length <= 60) {
        add('attribute', {kind: 'css', text: a === 'id' ? '#' + CSS.escape(own(a)) : `[${a}=${quoted(own(a))}]`}, [own(a)]);
        if (a === 'type' || a === 'value') add('attribute', {kind: 'css', text: `${tag}[${a}=${quoted(own(a))}]`}, [own(a)]);
      }
    for (const a of e.attributes)
      if (/^data-/.test(a.name) && a.value && a.value.length <= 40) add('attribute', {kind: 'css', text: `[${a.name}=${quoted(a.value)}]`}, [a.value]);
    if (tag === 'a' && own('href') && own('href').length <= 160) {
      const to = `[href=${quoted(own('href'))}]`, picture = e.querySelector('img');
      add('address', {kind: 'css', text: to}, []);
      if (picture) add('address', {kind: 'css', text: to + ':has(img)'}, []);
      else add('address', {kind: 'css', text: to + ':not(:has(img))'}, []);
      const all = findOne({kind: 'css', text: to}), at = all.findIndex((o) => control(o) === meant);
      if (at >= 0 && !out.some((w) => w.nature === 'address')) add('address', {kind: 'css', text: to, nth: at + 1}, []);
    }
    const picture = e.querySelector('img[src]')?.getAttribute('src').split('/').pop();
    if (picture && picture.length <= 80) add('picture', {kind: 'css', text: `${tag}:has(img[src$=${quoted(picture)}])`}, []);
    const form = e.form ?? e.closest('form');
    if (form) for (const a of ['name', 'id', 'action', 'role', 'aria-label'])
      if (form.getAttribute(a)) {
        const of = `form[${a}=${quoted(form.getAttribute(a))}]`;
        for (const inner of [own('name') && `[name=${quoted(own('name'))}]`, own('type') && `${tag}[type=${quoted(own('type'))}]`, tag].filter((t) => t))
          add('form', {kind: 'css', text: `${of} ${inner}`}, a === 'id' || a === 'name' ? [form.getAttribute(a)] : []);
      }
    // what stands by it
    const heading = headingOf(e);
    if (heading && heading !== name) {
      for (const k of kind && texts.length ? [kind] : [])
        for (const t of texts.slice(0, 1)) add('near', {kind: k, text: t, near: [{kind: '', text: heading}]});
      add('near', {kind: 'css', text: kind === 'button' ? 'button, input[type=submit], [role=button]' : kind === 'field' && own('type') ? `input[type=${quoted(own('type'))}]` : tag, near: [{kind: '', text: heading}]});
    }
    const title = titleOf(e, name);
    if (title) {
      if (kind && texts.length) add('near', {kind, text: texts[0], near: [{kind: '', text: title}]});
      add('near', {kind: 'css', text: tag, near: [{kind: '', text: title}]});
    }
    const before = isField(e) ? labelBefore(e) || labelsOf(e)[0] : '';
    if (before) add('near', {kind: 'css', text: 'input, select, textarea', near: [{kind: '', text: before}]});
    // where it stands
    const step = (at) => {
      const classes = [...at.classList].filter((c) => c.length <= 40).slice(0, 2);
      return {text: at.localName + classes.map((c) => '.' + CSS.escape(c)).join(''), names: classes};
    };
    let path = step(e), names = [...path.names], text = path.text;
    for (let at = parentOf(e), up = 0; up < 6; at = parentOf(at), ++up) {
      const before = out.length;
      add('structure', {kind: 'css', text}, [...names]);
      if (out.length > before || !at || at === document.body) break;
      const more = at.id ? {text: '#' + CSS.escape(at.id), names: [at.id]} : step(at);
      text = more.text + ' ' + text;
      names = [...names, ...more.names];
    }
    // Only where nothing else tells it apart: by number, from the nearest element that has a name.
    if (!out.some((w) => w.nature === 'structure')) {
      const anchor = e.closest('[id]') === e ? e.parentElement?.closest('[id]') : e.closest('[id]');
      if (anchor) {
        const whole = pathOf(e), above = pathOf(anchor);
        if (whole.startsWith(above)) add('structure', {kind: 'css', text: '#' + CSS.escape(anchor.id) + whole.slice(above.length)}, [anchor.id]);
      }
    }
    add('path', {kind: 'css', text: pathOf(e)}, []);
    return out;
  };

  // --- acting on an element
  // Where to press: scrolled into view, and what stands above it there, if that is something else.
  const ready = (n) => {
    const e = element(n);
    if (!e || !e.isConnected) return {gone: true};
    if (e.disabled) return {disabled: true};
    e.scrollIntoView({block: 'center', inline: 'nearest', behavior: 'instant'});
    const r = [...e.getClientRects()].find((c) => c.width > 0 && c.height > 0) ?? e.getBoundingClientRect();
    if (!r.width || !r.height) return {hidden: true};
    const x = r.left + r.width / 2, y = r.top + r.height / 2;
    let over = (e.getRootNode().elementFromPoint ? e.getRootNode() : document).elementFromPoint(x, y);
    const fine = over && (inside(e, over) || inside(over, e) || over.closest?.('label')?.control === e || e.closest?.('label') === over.closest?.('label') && over.closest?.('label'));
    return {x, y, covered: over && !fine ? describe(over) : null, left: r.left, top: r.top, width: r.width, height: r.height};
  };
  const typing = (n) => {
    const e = element(n);
    e.focus();
    if (e.select) e.select();
    else if (e.isContentEditable) getSelection().selectAllChildren(e);
    return {secret: e.type === 'password', typed: /^(date|time|month|week|datetime-local|color|range)$/.test(e.type ?? '')};
  };
  const fire = (e, ...names) => names.forEach((n) => e.dispatchEvent(new Event(n, {bubbles: true, composed: true})));
  const setValue = (n, value) => {
    const e = element(n);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(e), 'value')?.set?.call(e, value);
    fire(e, 'input', 'change');
    return e.value;
  };
  const choose = (n, option) => {
    const e = element(n);
    if (!(e instanceof HTMLSelectElement)) return {custom: true};
    const all = [...e.options], texts = all.map((o) => plain(o.label || o.text)), [exact, folded] = tiersOf(plain(option));
    let at = texts.findIndex(exact);
    if (at < 0) at = all.findIndex((o) => o.value === option);
    if (at < 0) at = texts.findIndex(folded);
    if (at < 0) at = texts.findIndex((t) => holds(t, option));
    if (at < 0) return {options: texts.slice(0, 20)};
    e.selectedIndex = at;
    fire(e, 'input', 'change');
    return {chosen: texts[at]};
  };
  const checked = (n) => {
    const e = element(n);
    const box = e.matches('input, [role]') ? e : e.control ?? e.querySelector('input[type=checkbox], input[type=radio], [role=checkbox], [role=switch]') ?? e;
    return {id: number(box), checked: box.matches('input') ? box.checked : box.getAttribute('aria-checked') === 'true'};
  };
  const formOf = (n) => {
    const e = n ? element(n) : document.activeElement;
    const form = e?.form ?? e?.closest?.('form') ?? (n ? e?.querySelector('form') : null) ?? (document.forms.length === 1 ? document.forms[0] : null);
    if (!form) return {none: true};
    const button = [...form.elements].find((b) => b.matches('button:not([type]), button[type=submit], input[type=submit], input[type=image]') && shown(b));
    if (button) return {button: number(button)};
    form.requestSubmit();
    return {};
  };
  const scrollEnd = () => {
    // Pages scroll as a whole, or in the largest part of them that can.
    let best = document.scrollingElement ?? document.documentElement;
    if (best.scrollHeight <= best.clientHeight + 4)
      for (const e of document.querySelectorAll('*'))
        if (e.scrollHeight > e.clientHeight + 40 && e.clientHeight > 200 && /auto|scroll/.test(getComputedStyle(e).overflowY) &&
            e.clientHeight * e.clientWidth > best.clientHeight * best.clientWidth * 0.3) best = e;
    best.scrollTo({top: best.scrollHeight, behavior: 'instant'});
    return {height: best.scrollHeight, links: document.links.length, elements: document.getElementsByTagName('*').length};
  };
  // A frame around an element, for pictures; drawn over the page, not in it.
  let marker = null;
  const mark = (n, on) => {
    marker?.remove();
    const e = element(n);
    if (!on || !e) return;
    e.scrollIntoView({block: 'center', behavior: 'instant'});
    const r = e.getBoundingClientRect();
    marker = document.createElement('div');
    marker.style.cssText = `all:initial;position:fixed;left:${r.left - 4}px;top:${r.top - 4}px;width:${r.width + 8}px;height:${r.height + 8}px;` +
        'box-sizing:border-box;border:3px solid #d6006c;border-radius:4px;z-index:2147483647;pointer-events:none';
    document.documentElement.append(marker);
  };
  const sketch = (n) => {
    const e = element(n);
    return e ? {...describe(e), text: textOf(e).slice(0, 200)} : null;
  };
  // The page's storage, kept over a restart of the browser.
  const storage = () => {
    const all = (s) => { try { return Object.entries(s); } catch { return []; } };
    try { return {origin: location.origin, local: all(localStorage), session: all(sessionStorage)}; } catch { return null; }
  };

  // --- the tree as HTML. A NUL stands before every start tag: the reader counts elements by them.
  const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
  const raw = new Set('script style xmp noembed noframes plaintext noscript'.split(' '));
  const unseen = new Set('head script style title meta link base template noscript option optgroup source track param area datalist'.split(' '));
  const escapes = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;', '\0': ''};
  const escapeText = (s) => /[&<>\u00a0\0]/.test(s) ? s.replace(/[&<>\u00a0\0]/g, (c) => escapes[c]) : s;
  const escapeValue = (s) => /[&"\u00a0\0]/.test(s) ? s.replace(/[&"\u00a0\0]/g, (c) => escapes[c]) : s;
  // Elements whose text stands together, for boxes in the text: blocks without blocks in them; where such a block only holds parts with wide gaps
  // between them (cells of a row that is no table), those. Each with how it looks: texts that look alike say alike.
  const kWideGap = 0.8;  // em
  const inline = (display) => display === 'contents' || display.startsWith('inline') || display.startsWith('ruby');
  const partsOf = (e) => [...(e.localName === 'slot' && e.getRootNode() instanceof ShadowRoot && e.assignedNodes().length ? e.assignedNodes() : (e.shadowRoot ?? e).childNodes)];
  const textBlocks = () => {
    const out = new Map();
    const looks = (e) => {
      const style = getComputedStyle(e);
      let ground = e, colour = style.backgroundColor;
      while (/^rgba\(.*, 0\)$|^transparent$/.test(colour) && (ground = parentOf(ground))) colour = getComputedStyle(ground).backgroundColor;
      return [style.fontWeight, style.fontSize, style.fontStyle, style.color, ground ? colour : ''].join(' ').replaceAll(', ', ',');
    };
    const holdsBlock = (e) => partsOf(e).some((c) => c.nodeType === 1 && !unseen.has(c.localName) &&
        (!inline(getComputedStyle(c).display) && getComputedStyle(c).display !== 'none' || holdsBlock(c)));
    const edges = (e) => {
      const range = document.createRange();
      range.selectNodeContents(e);
      const all = [...range.getClientRects()].filter((r) => r.width > 0);
      return all.length ? {left: Math.min(...all.map((r) => r.left)), right: Math.max(...all.map((r) => r.right)), top: all[0].top, bottom: all.at(-1).bottom} : null;
    };
    const parted = (e, inner) => {
      const wide = kWideGap * parseFloat(getComputedStyle(e).fontSize), all = inner.map(edges).filter((r) => r);
      return all.some((r, i) => i && r.top < all[i - 1].bottom && r.left - all[i - 1].right > wide);
    };
    const walk = (e) => {
      if (unseen.has(e.localName) || e.namespaceURI !== 'http://www.w3.org/1999/xhtml' || !plain(e.textContent) && !e.shadowRoot) return;
      if (!e.checkVisibility({visibilityProperty: true}) && getComputedStyle(e).display !== 'contents') return;
      const parts = partsOf(e), inner = parts.filter((c) => c.nodeType === 1 && !unseen.has(c.localName));
      const text = parts.some((c) => c.nodeType === 3 && c.data.trim());
      const blocks = inner.some((c) => {
        const display = getComputedStyle(c).display;
        return display !== 'none' && (!inline(display) || !text && display.startsWith('inline-') || holdsBlock(c));
      });
      if (blocks || !text && inner.length > 1 && parted(e, inner)) return inner.forEach(walk);
      const r = e.getBoundingClientRect();
      if (r.width > 0 && r.height > 0 && plain(textOf(e))) out.set(e, looks(e));
    };
    if (document.body) walk(document.body);
    return out;
  };
  // `marked`: the boxes also in the text, as data-box of the elements whose text stands together (B: the reader writes the box).
  const snapshot = (withBoxes, marked) => {
    const out = [], ids = [], boxes = [], frames = [];
    const blocks = marked ? textBlocks() : new Map();
    const boxMarks = (e) => (blocks.has(e) ? ` data-box="\0B" data-look="${blocks.get(e)}"` : '') +
        (marked && e === document.body && window === window.top ? ` data-size="${document.documentElement.scrollWidth} ${document.documentElement.scrollHeight}"` : '');
    const hiddenRoot = (e) => {
      if (e.checkVisibility({visibilityProperty: true})) return false;
      if (unseen.has(e.localName)) return false;
      const style = getComputedStyle(e);
      if (style.display === 'none') return true;
      if (style.visibility === 'visible') return false;
      return ![...e.querySelectorAll('*')].some((c) => c.checkVisibility({visibilityProperty: true}));
    };
    const attributes = (e, hidden, more) => {
      const own = e.localName;
      let text = '';
      for (const a of e.attributes) {
        if (marked && /^data-(box|look|size)$/.test(a.name)) continue;
        if (a.name === 'hidden' && e.namespaceURI === 'http://www.w3.org/1999/xhtml') continue;
        if ((own === 'input' && (a.name === 'value' || a.name === 'checked')) || (own === 'option' && a.name === 'selected')) continue;
        text += ` ${a.name}="${escapeValue(a.value)}"`;
      }
      if (own === 'input') {
        if (e.type !== 'password' && e.type !== 'file' && (e.value || e.hasAttribute('value'))) text += ` value="${escapeValue(e.value)}"`;
        if (e.checked) text += ' checked=""';
      }
      if (own === 'option' && e.selected) text += ' selected=""';
      if (hidden) text += ' hidden=""';
      return text + more;
    };
    const children = (e, seen) => {
      const root = e.shadowRoot;
      if (root) {
        watch(root);
        for (const c of root.childNodes) node(c, seen);
        return;
      }
      if (e.localName === 'slot' && e.getRootNode() instanceof ShadowRoot) {
        const given = e.assignedNodes();
        for (const c of given.length ? given : e.childNodes) node(c, seen);
        return;
      }
      for (const c of e.childNodes) node(c, seen);
    };
    const begin = (e, name, text) => {
      out.push('\0<', name, text, '>');
      ids.push(number(e));
      if (!withBoxes) return;
      const r = e.getBoundingClientRect();
      boxes.push(Math.round(r.left + scrollX), Math.round(r.top + scrollY), Math.round(r.width), Math.round(r.height));
    };
    const node = (n, seen) => {
      if (n.nodeType === 3) {
        const parent = n.parentNode.localName;
        out.push(raw.has(parent) && n.parentNode.namespaceURI === 'http://www.w3.org/1999/xhtml' ? n.data.replaceAll('\0', '') : escapeText(n.data));
        return;
      }
      if (n.nodeType === 8) {
        if (!/--|>$|^>|^->|\0/.test(n.data)) out.push('<!--', n.data, '-->');
        return;
      }
      if (n.nodeType === 10) {
        out.push('<!DOCTYPE html>\n');
        return;
      }
      if (n.nodeType !== 1) return;
      const html = n.namespaceURI === 'http://www.w3.org/1999/xhtml', name = html ? n.localName : n.nodeName;
      const hidden = seen && html && hiddenRoot(n);
      const more = (n.shadowRoot ? ' data-gleaner-shadow="open"' : '') + boxMarks(n);
      if (html && (name === 'iframe' || name === 'frame')) {
        begin(n, 'div', attributes(n, hidden, ` data-gleaner-frame="${escapeValue(n.src)}"`));
        frames.push(number(n));
        out.push(`\0F</div>`);
        return;
      }
      begin(n, name, attributes(n, hidden, more));
      if (html && voids.has(name)) return;
      if (name === 'textarea' && html) out.push('\n', escapeText(n.value));
      else if (name === 'template' && html) out.push(n.innerHTML.replaceAll('\0', ''));
      else {
        if ((name === 'pre' || name === 'listing') && n.firstChild?.nodeType === 3 && n.firstChild.data[0] === '\n') out.push('\n');
        children(n, seen && !hidden);
      }
      out.push('</', name, '>');
    };
    for (const c of document.childNodes) node(c, true);
    return {html: out.join(''), ids, boxes, frames, url: location.href, title: document.title,
            width: document.documentElement?.scrollWidth ?? 0, height: document.documentElement?.scrollHeight ?? 0};
  };

  globalThis.gleaner = {waysTo, headingOf, control, number, element, state, find, nearest, ready, typing, setValue, choose, checked, formOf, scrollEnd, sketch, mark,
                        storage, snapshot, describe, namesOf, nameOf, roleOf, shown, inside, parentOf, findOne, queryAll, textOf, active,
                        buttons, links, fields, labelsOf, boxOf, plain, pathOf, isField};
})();
