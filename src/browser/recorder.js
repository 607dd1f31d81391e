// What a person does in a page, told to the recorder while it happens: an action goes out before the page can react to it.
(() => {
  if (globalThis.gleanerRecording || !globalThis.gleaner) return;
  globalThis.gleanerRecording = true;
  const g = globalThis.gleaner;
  const tell = (action) => { try { gleanerTell(JSON.stringify({...action, url: location.href, top: window === window.top})); } catch {} };

  // The list that an element stands in: siblings of one form, and which of them.
  const listOf = (e) => {
    for (let at = e, up = 0; at && at !== document.body && up < 8; at = g.parentOf(at), ++up) {
      const like = [...(at.parentElement?.children ?? [])].filter((s) => s.localName === at.localName && s.className === at.className);
      if (like.length < 3 || like.every((s) => g.textOf(s).length < 3)) continue;
      const parent = at.parentElement, own = at.localName + [...at.classList].slice(0, 2).map((c) => '.' + CSS.escape(c)).join('');
      const outer = parent.id ? '#' + CSS.escape(parent.id) : parent.localName + [...parent.classList].slice(0, 2).map((c) => '.' + CSS.escape(c)).join('');
      return {css: `${outer} > ${own}`, index: like.indexOf(at), count: like.length, names: [...at.classList, ...parent.classList, ...(parent.id ? [parent.id] : [])]};
    }
    return null;
  };
  const about = (e) => {
    const n = g.number(e), list = listOf(e);
    return {ways: g.waysTo(n), element: g.describe(e), list, inside: list ? {kind: e.matches(g.buttons) ? 'button' : e.matches(g.links) ? 'link' : '', text: g.nameOf(e).slice(0, 60)} : null};
  };
  const origin = (event) => {
    const e = event.composedPath()[0];
    return e?.nodeType === 1 ? e : e?.parentElement;
  };

  // --- typing: one action for all strokes, told when the field is left, or before what follows
  let dirty = null;
  const typable = (e) => e?.matches?.('textarea, [contenteditable=""], [contenteditable=true], input:not([type=checkbox]):not([type=radio]):not([type=file]):not([type=submit]):not([type=button]):not([type=image]):not([type=reset])');
  const flush = () => {
    if (!dirty) return;
    const {e, info} = dirty;
    dirty = null;
    const value = e.value ?? e.textContent;
    tell({type: 'type', ...info, secret: e.type === 'password', name: e.name || e.id || '', value: e.type === 'password' ? '' : value});
  };
  globalThis.gleanerFlush = flush;
  addEventListener('input', (event) => {
    if (!event.isTrusted) return;
    const e = origin(event);
    if (!typable(e)) return;
    if (dirty?.e !== e) {
      flush();
      dirty = {e, info: about(e)};
    }
  }, true);
  addEventListener('change', (event) => {
    if (!event.isTrusted) return;
    const e = origin(event);
    if (e.matches('select')) tell({type: 'choose', ...about(e), value: g.plain(e.selectedOptions[0]?.label ?? '')});
    else if (e.matches('input[type=checkbox], input[type=radio]')) tell({type: e.checked ? 'check' : 'uncheck', ...about(e)});
    else if (e.matches('input[type=file]')) tell({type: 'upload', ...about(e), value: e.files[0]?.name ?? ''});
    else flush();
  }, true);

  // --- the mouse
  let pressed = null;
  addEventListener('pointerdown', (event) => {
    if (!event.isTrusted || event.button !== 0) return;
    const e = origin(event);
    if (!e) return;
    if (dirty && dirty.e !== e) flush();
    const meant = e.closest(g.active) ?? e;
    pressed = typable(meant) || meant.matches('select, option, input[type=checkbox], input[type=radio], input[type=file]') ||
        meant.localName === 'label' && meant.control ? null : {e: meant, info: about(meant)};
  }, true);
  addEventListener('click', (event) => {
    if (!event.isTrusted || !pressed) return;
    const e = origin(event);
    if (e && (pressed.e === e || g.inside(pressed.e, e) || g.inside(e, pressed.e))) {
      // A click on what does nothing is noise: links, buttons, things that look pressable count.
      const acts = pressed.e.matches(g.active) || getComputedStyle(pressed.e).cursor === 'pointer';
      if (acts) tell({type: 'click', ...pressed.info});
    }
    pressed = null;
  }, true);

  // --- keys that act
  addEventListener('keydown', (event) => {
    if (!event.isTrusted || event.ctrlKey || event.altKey || event.metaKey) return;
    const e = origin(event);
    if (event.key === 'Escape' || event.key === 'Enter' && !e?.matches?.('textarea, button, a, summary, select, [contenteditable=""], [contenteditable=true]')) {
      flush();
      tell({type: 'press', key: event.key});
    } else if (event.key === 'Tab') flush();
  }, true);

  // --- scrolling, where it brought something
  let before = 0, timer = 0;
  addEventListener('scroll', () => {
    if (!timer) before = document.getElementsByTagName('*').length;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = 0;
      const now = document.getElementsByTagName('*').length;
      if (now > before + 2) tell({type: 'scroll', more: now - before});
    }, 400);
  }, true);

  addEventListener('pagehide', flush, true);
  // A page that was only put away while another was shown: none of it runs anew.
  addEventListener('pageshow', (event) => { if (event.persisted) tell({type: 'page', how: 'back_forward'}); });
  const how = performance.getEntriesByType('navigation')[0]?.type;
  tell({type: 'page', how: how ?? '', title: document.title});
})();
