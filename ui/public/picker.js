// The picker: the one script in the frame that shows a page. It tells Studio what the person points at, and marks what Studio names.
//
// The page's own nodes are never changed: texts are marked by the CSS Custom Highlight API, boxes are drawn in a closed shadow tree.
// A page can name its elements like properties of document ("clobbering"), so all of the DOM that is used is taken from prototypes.
(() => {
  'use strict';
  const script = document.currentScript;
  const secret = script.dataset.secret || '';
  const bySpans = script.dataset.mode === 'spans';
  const studio = window.parent;
  const post = (message) => studio.postMessage({ secret, ...message }, '*');
  const get = (proto, name) => Function.prototype.call.bind(Object.getOwnPropertyDescriptor(proto, name).get);
  const method = (proto, name) => Function.prototype.call.bind(proto[name]);
  const childNodes = get(Node.prototype, 'childNodes');
  const parentNode = get(Node.prototype, 'parentNode');
  const textContent = get(Node.prototype, 'textContent');
  const attribute = method(Element.prototype, 'getAttribute');
  const tagName = get(Element.prototype, 'tagName');
  const createRange = method(Document.prototype, 'createRange');
  const createElement = method(Document.prototype, 'createElement');
  const all = method(Document.prototype, 'querySelectorAll');
  const elementFromPoint = method(Document.prototype, 'elementFromPoint');
  const caretAt = Document.prototype.caretPositionFromPoint
    ? (x, y) => { const p = Document.prototype.caretPositionFromPoint.call(document, x, y); return p && { node: p.offsetNode, offset: p.offset }; }
    : (x, y) => { const r = Document.prototype.caretRangeFromPoint.call(document, x, y); return r && { node: r.startContainer, offset: r.startOffset }; };
  const root = get(Document.prototype, 'documentElement');
  const selection = () => window.getSelection();

  // --- numbers of elements
  let byNumber = new Map();
  let words = []; // of a PDF: {from, to, node}, in order
  const index = () => {
    byNumber = new Map();
    for (const element of all(document, '[data-n]')) byNumber.set(Number(attribute(element, 'data-n')), element);
    if (bySpans)
      words = [...all(document, '[data-b]')].map((node) => ({ from: Number(attribute(node, 'data-b')), to: Number(attribute(node, 'data-e')), node })).sort((a, b) => a.from - b.from);
  };
  const numberOf = (element) => (element && element.nodeType === 1 && attribute(element, 'data-n') !== null ? Number(attribute(element, 'data-n')) : -1);
  const placeOf = (node, offset) => {
    const parent = parentNode(node);
    if (numberOf(parent) < 0) return null;
    let k = Array.prototype.indexOf.call(childNodes(parent), node);
    if (tagName(parent) === 'HEAD') k -= 1; // after this script
    return [numberOf(parent), k, offset];
  };
  const textAt = (element, child, to) => {
    const node = byNumber.get(element);
    if (!node) return null;
    const exact = childNodes(node)[child];
    if (exact && exact.nodeType === 3 && exact.length >= to) return exact;
    for (const other of childNodes(node)) if (other.nodeType === 3 && other.length >= to) return other; // the browser moved it
    return null;
  };
  const rangesOf = (mark) => {
    if (bySpans) {
      if (!mark.span) return [];
      return words.filter((w) => w.from < mark.span[1] && w.to > mark.span[0]).map((w) => { const r = createRange(document); r.selectNodeContents(w.node); return r; });
    }
    const out = [];
    for (const [element, child, from, to] of mark.places || []) {
      const node = textAt(element, child, to);
      if (!node) continue;
      const range = createRange(document);
      range.setStart(node, from);
      range.setEnd(node, to);
      out.push(range);
    }
    return out;
  };

  // --- drawing
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const host = createElement(document, 'gleaner-overlay');
  host.style.cssText = 'all:initial!important;position:absolute!important;left:0!important;top:0!important;width:0!important;height:0!important;z-index:2147483647!important;pointer-events:none!important;display:block!important';
  const shadow = Element.prototype.attachShadow.call(host, { mode: 'closed' });
  shadow.innerHTML = `<style>
    .box{position:absolute;box-sizing:border-box;border-radius:3px;pointer-events:none}
    .hover{outline:2px solid #1f6f54;background:#1f6f5422}
    .tip{position:absolute;font:12px/1.4 system-ui,sans-serif;background:#12211b;color:#fff;padding:2px 8px;border-radius:4px;max-width:420px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
    .flash{outline:3px solid #e8a400;background:#ffd16655;border-radius:4px;animation:fade 1.6s ease-out forwards}
    @keyframes fade{0%{opacity:0;transform:scale(1.15)}15%{opacity:1;transform:none}70%{opacity:1}100%{opacity:0}}
    @media (prefers-reduced-motion:reduce){.flash{animation:none}}
  </style><div id="marks"></div><div id="hover"></div><div id="flash"></div>`;
  const layer = { marks: shadow.getElementById('marks'), hover: shadow.getElementById('hover'), flash: shadow.getElementById('flash') };
  const at = (rect) => ({ left: rect.left + scrollX, top: rect.top + scrollY, width: rect.width, height: rect.height });
  const box = (rect, name, style = '') => {
    const r = at(rect);
    return `<div class="box ${name}" style="left:${r.left}px;top:${r.top}px;width:${r.width}px;height:${r.height}px;${style}"></div>`;
  };

  let marks = [];
  let drawn = []; // {mark, ranges, element}
  const colours = (mark) => ({ background: `${mark.colour}${mark.state === 'found' ? '33' : mark.state === 'proposed' ? '26' : '55'}`, line: mark.colour });
  const draw = () => {
    CSS.highlights.clear();
    const groups = new Map();
    let boxes = '';
    drawn = [];
    for (const mark of marks) {
      const ranges = rangesOf(mark);
      let element = null;
      if (!ranges.length && mark.attribute) {
        element = byNumber.get(mark.attribute.element) || null;
        if (element) {
          const c = colours(mark);
          boxes += box(element.getBoundingClientRect(), 'attr', `outline:2px ${mark.state === 'labelled' ? 'solid' : 'dashed'} ${c.line};outline-offset:1px`);
        }
      }
      drawn.push({ mark, ranges, element });
      if (!ranges.length) continue;
      const name = `gl-${mark.style}-${mark.state}`;
      if (!groups.has(name)) groups.set(name, { mark, ranges: [] });
      groups.get(name).ranges.push(...ranges);
    }
    let css = '::highlight(gl-hover){background-color:#1f6f5444;text-decoration:underline 2px #1f6f54}';
    for (const [name, { mark, ranges }] of groups) {
      const c = colours(mark);
      const line = mark.state === 'not' ? `line-through 2px ${c.line}` : mark.state === 'labelled' ? `underline 3px ${c.line}` : mark.state === 'doubt' ? `underline wavy 2px #d98200` : mark.state === 'missed' ? `underline wavy 2px ${c.line}` : `underline ${mark.pattern} 2px ${c.line}`;
      css += `::highlight(${name}){background-color:${mark.state === 'not' ? 'transparent' : c.background};text-decoration:${line};text-underline-offset:2px}`;
      CSS.highlights.set(name, new Highlight(...ranges));
    }
    sheet.replaceSync(css);
    layer.marks.innerHTML = boxes;
  };
  let drawing = 0;
  const redraw = () => { cancelAnimationFrame(drawing); drawing = requestAnimationFrame(draw); };

  const rectOf = (ranges, element) => {
    if (element) return element.getBoundingClientRect();
    const rects = ranges.flatMap((range) => [...range.getClientRects()]).filter((r) => r.width > 0 && r.height > 0);
    if (!rects.length) return null;
    const left = Math.min(...rects.map((r) => r.left)), top = Math.min(...rects.map((r) => r.top));
    return new DOMRect(left, top, Math.max(...rects.map((r) => r.right)) - left, Math.max(...rects.map((r) => r.bottom)) - top);
  };
  // Marks that nobody sees say nothing: the first comes into view, unless one is there.
  const reveal = () => {
    const seen = drawn.map((one) => rectOf(one.ranges, one.element)).filter((rect) => rect && rect.width > 0);
    if (!seen.length || seen.some((rect) => rect.bottom > 0 && rect.top < innerHeight)) return;
    scrollTo({ top: Math.max(0, scrollY + seen[0].top - innerHeight / 4), behavior: 'instant' });
  };
  const flash = (targets) => {
    let rect = null;
    layer.flash.innerHTML = '';
    for (const target of targets) {
      const ranges = rangesOf(target);
      const element = target.attribute ? byNumber.get(target.attribute.element) : target.element !== undefined ? byNumber.get(target.element) : null;
      const here = rectOf(ranges, ranges.length ? null : element);
      if (!here) continue;
      if (!rect) {
        rect = here;
        if (here.top < 60 || here.bottom > innerHeight - 60) scrollTo({ top: Math.max(0, scrollY + here.top - innerHeight / 2), behavior: 'instant' });
        if (here.left < 0 || here.right > innerWidth) scrollTo({ left: Math.max(0, scrollX + here.left - 40), top: scrollY, behavior: 'instant' });
      }
      const now = rectOf(ranges, ranges.length ? null : element);
      layer.flash.insertAdjacentHTML('beforeend', box(new DOMRect(now.left - 4, now.top - 3, now.width + 8, now.height + 6), 'flash'));
    }
  };

  // --- what stands at the pointer, smallest first
  const clean = (text) => text.replace(/\s+/g, ' ').trim();
  const names = { href: 'link address', src: 'picture address', alt: 'picture text', title: 'tooltip', datetime: 'date', content: 'content', value: 'value', 'aria-label': 'label' };
  const words_of_tags = { LI: 'entry', A: 'link text', TR: 'row', TD: 'cell', TH: 'cell', P: 'paragraph', UL: 'list', OL: 'list', TABLE: 'table', TBODY: 'table', DL: 'list', SPAN: 'phrase', B: 'phrase', I: 'phrase', EM: 'phrase', STRONG: 'phrase' };
  const wordOf = (tag) => words_of_tags[tag] || (/^H[1-6]$/.test(tag) ? 'heading' : 'block');
  const attributesOf = (element) => {
    const out = [];
    for (let up = element, n = 0; up && n < 3; up = parentNode(up), ++n) {
      if (up.nodeType !== 1 || numberOf(up) < 0) break;
      const tag = tagName(up);
      for (const name of tag === 'IMG' ? ['src', 'alt', 'title'] : ['href', 'datetime', 'title', 'aria-label', 'value']) {
        if (attribute(up, name) === null || out.some((o) => o.pick.name === name)) continue;
        if (name === 'value' && tag !== 'INPUT' && tag !== 'DATA') continue;
        out.push({ pick: { kind: 'attribute', element: numberOf(up), name }, label: names[name] || name, text: name === 'href' || name === 'src' ? '' : attribute(up, name), element: up });
      }
    }
    return out;
  };
  const levelsAt = (x, y) => {
    const levels = [];
    const element = elementFromPoint(document, x, y);
    if (!element) return levels;
    if (bySpans) {
      if (attribute(element, 'data-b') === null) return levels;
      levels.push({ pick: { kind: 'span', span: [Number(attribute(element, 'data-b')), Number(attribute(element, 'data-e'))] }, label: 'word', text: clean(textContent(element)), element });
      const top = attribute(element, 'style').match(/top:([\d.]+)/)[1];
      const line = words.filter((w) => parentNode(w.node) === parentNode(element) && Math.abs(Number(attribute(w.node, 'style').match(/top:([\d.]+)/)[1]) - Number(top)) < 3);
      if (line.length > 1) levels.push({ pick: { kind: 'span', span: [Math.min(...line.map((w) => w.from)), Math.max(...line.map((w) => w.to))] }, label: 'line', text: line.map((w) => clean(textContent(w.node))).join(' '), element });
      return levels;
    }
    const caret = caretAt(x, y);
    let inner = element;
    if (caret && caret.node && caret.node.nodeType === 3 && clean(caret.node.data)) {
      const range = createRange(document);
      range.selectNodeContents(caret.node);
      const hit = [...range.getClientRects()].some((r) => x >= r.left - 2 && x <= r.right + 2 && y >= r.top - 2 && y <= r.bottom + 2);
      const place = placeOf(caret.node, 0);
      if (hit && place) {
        levels.push({ pick: { kind: 'text', element: place[0], child: place[1] }, label: 'text', text: clean(caret.node.data), range });
        inner = parentNode(caret.node);
      }
    }
    let last = levels.length ? levels[0].text : '';
    for (let up = inner, n = 0; up && up.nodeType === 1 && n < 5 && tagName(up) !== 'BODY'; up = parentNode(up)) {
      if (numberOf(up) < 0) continue;
      const text = clean(up.innerText || '');
      if (!text || text === last || text.length > 2000) continue;
      levels.push({ pick: { kind: 'element', element: numberOf(up) }, label: n === 0 && !levels.length ? 'text' : wordOf(tagName(up)), text, element: up });
      last = text;
      ++n;
    }
    const attributes = attributesOf(inner);
    return levels.length && tagName(inner) !== 'IMG' ? [...levels, ...attributes] : [...attributes, ...levels];
  };

  let levels = [], level = 0, pointer = null;
  const showHover = () => {
    CSS.highlights.delete('gl-hover');
    layer.hover.innerHTML = '';
    const now = levels[level];
    if (!now) return;
    let rect;
    if (now.range) {
      CSS.highlights.set('gl-hover', new Highlight(now.range));
      rect = rectOf([now.range]);
    } else {
      rect = now.element.getBoundingClientRect();
      layer.hover.innerHTML = box(rect, 'hover');
    }
    if (!rect || (now.label === 'text' && levels.length < 2)) return;
    const tip = createElement(document, 'div');
    tip.className = 'tip';
    tip.textContent = now.label === 'text' ? '' : now.label + (now.text ? ': ' + now.text.slice(0, 60) : '');
    if (!tip.textContent) return;
    tip.style.left = Math.max(4, rect.left + scrollX) + 'px';
    tip.style.top = Math.max(0, rect.top + scrollY - 24) + 'px';
    layer.hover.append(tip);
  };
  const hover = (event) => {
    pointer = [event.clientX, event.clientY];
    if (event.buttons) return;
    const found = levelsAt(event.clientX, event.clientY);
    const same = found.length === levels.length && found.every((l, i) => JSON.stringify(l.pick) === JSON.stringify(levels[i].pick));
    if (same) return;
    levels = found;
    level = 0;
    showHover();
  };
  // A click beside the text, in the element whose whole text is marked, means that mark.
  const markOf = (chosen) => {
    if (!chosen || !chosen.element || chosen.pick.kind !== 'element') return null;
    for (const { mark, ranges } of drawn)
      if (ranges.length && ranges.every((r) => chosen.element.contains(r.startContainer)) && clean(ranges.map((r) => r.toString()).join(' ')) === chosen.text) return mark.id;
    return null;
  };
  const markAt = (x, y) => {
    for (const { mark, ranges, element } of drawn) {
      const rects = element ? [element.getBoundingClientRect()] : ranges.flatMap((r) => [...r.getClientRects()]);
      if (rects.some((r) => x >= r.left && x <= r.right && y >= r.top && y <= r.bottom)) return mark.id;
    }
    return null;
  };
  const plain = (list) => list.map(({ pick, label, text }) => ({ pick, label, text: text.slice(0, 300) }));
  const rectMessage = (r) => (r ? { left: r.left, top: r.top, width: r.width, height: r.height } : null);

  const on = (name, act) => window.addEventListener(name, act, { capture: true, passive: false });
  on('mousemove', hover);
  on('mouseleave', () => { levels = []; showHover(); });
  on('wheel', (event) => {
    if (!event.shiftKey || !levels.length) return;
    event.preventDefault();
    level = Math.max(0, Math.min(levels.length - 1, level + (event.deltaY + event.deltaX < 0 ? 1 : -1)));
    showHover();
  });
  for (const name of ['click', 'auxclick', 'dblclick', 'submit', 'dragstart', 'contextmenu']) on(name, (event) => { event.preventDefault(); event.stopImmediatePropagation(); });
  // Pressed on a value and pulled out of the frame, it is carried: Studio shows it at the pointer and takes it where it is let go. Outside of the
  // frame one browser tells the moves to us, another one to Studio, which therefore knows what was pressed.
  let pressed = null, carrying = false;
  const outside = (event) => event.clientX < 0 || event.clientY < 0 || event.clientX > innerWidth || event.clientY > innerHeight;
  on('mousedown', (event) => {
    pressed = event.button === 0 && levels.length ? { levels: plain(levels).slice(level) } : null;
    carrying = false;
    post({ type: 'press', levels: pressed ? pressed.levels : [] });
  });
  on('mousemove', (event) => {
    if (!pressed || !(event.buttons & 1)) return;
    if (outside(event)) carrying = true;
    if (carrying) post({ type: 'carry', levels: pressed.levels, x: event.clientX, y: event.clientY });
  });
  on('mouseup', (event) => {
    if (event.button !== 0) return;
    if (carrying) {
      post({ type: 'carry', levels: pressed.levels, x: event.clientX, y: event.clientY, dropped: true });
      pressed = null;
      carrying = false;
      selection()?.removeAllRanges();
      return;
    }
    pressed = null;
    post({ type: 'press', levels: [] });
    const chosen = selection();
    if (chosen && !chosen.isCollapsed && clean(chosen.toString())) {
      const range = chosen.getRangeAt(0);
      const rect = rectMessage(rectOf([range]));
      if (bySpans) {
        const hit = words.filter((w) => range.intersectsNode(w.node));
        if (hit.length) post({ type: 'pick', levels: [{ pick: { kind: 'span', span: [hit[0].from, hit[hit.length - 1].to] }, label: 'selection', text: clean(chosen.toString()) }], level: 0, rect, alt: event.altKey });
      } else {
        const edge = (node, offset, forward) => {
          if (node.nodeType === 3) return placeOf(node, offset);
          const walker = document.createTreeWalker(root(document), NodeFilter.SHOW_TEXT);
          walker.currentNode = childNodes(node)[Math.min(offset, childNodes(node).length - 1)] || node;
          const text = walker.currentNode.nodeType === 3 ? walker.currentNode : forward ? walker.nextNode() : walker.previousNode();
          return text && placeOf(text, forward ? 0 : text.length);
        };
        const from = edge(range.startContainer, range.startOffset, true), to = edge(range.endContainer, range.endOffset, false);
        if (from && to) post({ type: 'pick', levels: [{ pick: { kind: 'range', from, to }, label: 'selection', text: clean(chosen.toString()) }], level: 0, rect, alt: event.altKey });
      }
      chosen.removeAllRanges();
      return;
    }
    const fresh = levelsAt(event.clientX, event.clientY);
    if (JSON.stringify(plain(fresh)) !== JSON.stringify(plain(levels))) { levels = fresh; level = 0; }
    const now = levels[level];
    post({ type: 'pick', levels: plain(levels), level, alt: event.altKey, mark: markAt(event.clientX, event.clientY) ?? markOf(now),
      rect: now ? rectMessage(now.range ? rectOf([now.range]) : now.element.getBoundingClientRect()) : null });
  });
  on('keydown', (event) => {
    if (event.key === 'Shift' && !event.repeat && levels.length && pointer) {
      level = (level + 1) % levels.length;
      showHover();
    }
    if (event.ctrlKey || event.metaKey) { if (!['z', 'Z', 'y', 'Y'].includes(event.key)) return; }
    if (event.key === 'Tab') return;
    const moves = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' '].includes(event.key);
    if (!moves) event.preventDefault();
    post({ type: 'key', key: event.key, alt: event.altKey, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey });
  });
  window.addEventListener('resize', redraw);
  let viewing = 0;
  window.addEventListener('scroll', () => {
    clearTimeout(viewing);
    viewing = setTimeout(() => post({ type: 'view', top: scrollY }), 80);
  }, { passive: true, capture: true });

  window.addEventListener('message', ({ source, data }) => {
    if (source !== studio || !data || data.secret !== secret) return;
    if (data.type === 'marks') { marks = data.marks; draw(); if (data.reveal) reveal(); post({ type: 'drawn', serial: data.serial, count: drawn.filter((d) => d.ranges.length || d.element).length }); }
    if (data.type === 'flash') flash(data.targets);
    if (data.type === 'scroll') scrollTo(0, data.top);
    if (data.type === 'find') { const el = byNumber.get(data.element); if (el) flash([{ element: data.element }]); }
  });
  const start = () => {
    root(document).append(host);
    index();
    post({ type: 'ready', elements: byNumber.size });
  };
  if (document.readyState === 'loading') window.addEventListener('DOMContentLoaded', start);
  else start();
  window.addEventListener('load', redraw);
})();
