#!/usr/bin/env python3
"""Redesigns made from real sites: does `gleaner check` notice, does `gleaner repair` cure?

usage: redesign.py [--gleaner BIN] [--corpora DIR] [--sites N] [--first I] [--seed S] [--kinds a,b] [--apart] [--no-repair] [--json OUT]      needs lxml (a virtual environment outside the project)

A site's pages are parsed and written again (the "old" site), then changed by each kind of redesign (the "new" site). A
wrapper is learned from the first 3 pages with the next 7 as unlabelled ones. Pages 10 to 19 are judged:
  false alarms   untouched pages that come out as labelled and that check does not call fine
  detection      pages whose values came out wrong after the redesign and right before, and that check does not call fine
  repair         F1 on the new pages with the old wrapper, and with the one that repair writes from pages 0 to 14 old (--apart: 0 to 4) and 5 to 14 new
--seed takes the pages in another order and other random places; --first begins with the site of that number.
"""
import argparse, copy, glob, hashlib, html, json, os, random, re, subprocess, sys, tempfile
import lxml.html
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from common import CORPORA, leaves, norm

ap = argparse.ArgumentParser()
ap.add_argument('--gleaner', default='build/gleaner'); ap.add_argument('--corpora', default=CORPORA)
ap.add_argument('--sites', type=int, default=16); ap.add_argument('--first', type=int, default=0); ap.add_argument('--seed', type=int, default=0); ap.add_argument('--no-repair', action='store_true'); ap.add_argument('--kinds'); ap.add_argument('--apart', action='store_true', help='no new page is one of the old ones'); ap.add_argument('--json'); ap.add_argument('-v', action='store_true')
A = ap.parse_args()
short = lambda s: 'x' + hashlib.md5(s.encode()).hexdigest()[:6]
els = lambda t: [e for e in t.iter() if isinstance(e.tag, str)]

def holders(t, gold, field=None):
    """Innermost elements whose text is a value of the field (any field)."""
    want = {v for f, vs in gold.items() if field in (None, f) for v in vs}
    return [e for e in els(t) if norm(e.text_content()) in want and not any(norm(c.text_content()) in want for c in e)
            and e.tag not in ('title', 'option', 'script')]

# Each takes (tree, gold {field: [values]}, random) and changes them in place.
def rename_classes(t, g, r):
    for e in els(t):
        if e.get('class'): e.set('class', ' '.join(short(w) for w in e.get('class').split()))
def hash_ids(t, g, r):
    for e in els(t):
        if e.get('id'): e.set('id', short(e.get('id')))
def wrap(t, g, r):
    for e in els(t):
        if e.tag in ('table', 'ul', 'dl', 'h1', 'form') and e.getparent() is not None:
            p = e.getparent(); i = p.index(e); tail = e.tail; e.tail = None; d = lxml.html.Element('div'); d.set('class', 'box'); p.remove(e); d.append(e); d.tail = tail; p.insert(i, d)
def unwrap(t, g, r):
    for e in els(t):
        if e.tag in ('font', 'center', 'b', 'strong', 'i', 'em') and e.getparent() is not None: e.drop_tag()
def change_tags(t, g, r):
    m = {'b': 'strong', 'strong': 'b', 'i': 'em', 'h1': 'h2', 'h2': 'h3', 'h3': 'h4', 'ul': 'ol', 'div': 'section',
         'span': 'em', 'dl': 'ul', 'dt': 'li', 'dd': 'li'}
    for e in els(t): e.tag = m.get(e.tag, e.tag)
def tables_to_divs(t, g, r):
    for e in els(t):
        if e.tag in ('table', 'tbody', 'tr', 'td', 'th', 'thead'): e.set('class', e.tag + ' ' + (e.get('class') or '')); e.tag = 'div'
def reorder_blocks(t, g, r):
    b = t.find('body')
    if b is None: return
    while len(b) == 1: b = b[0]
    k = [c for c in b if isinstance(c.tag, str)]; k = k[len(k) // 2:] + k[:len(k) // 2]
    for c in k: b.remove(c)
    for c in k: b.append(c)
def move_field(t, g, r):
    f = sorted(g)[0]; h = holders(t, g, f); b = t.find('body')
    if not h or b is None: return
    d = lxml.html.Element('div'); d.set('class', 'moved'); b.append(d)
    for e in h:
        if e.getparent() is not None and e.tag not in ('body', 'td', 'tr'): p = e.getparent(); tail = e.tail; e.tail = None; d.append(e)
def change_labels(t, g, r):
    vals = {v for vs in g.values() for v in vs}
    for e in els(t):
        for a in ('text', 'tail'):
            s = getattr(e, a)
            if s and re.search(r'[A-Za-z]\s*:\s*$',
                               s) and len(s.strip()) < 30 and norm(s) not in vals: setattr(e, a, s.replace(s.strip(), 'The ' + s.strip().lower()))
def number_format(t, g, r):
    def fix(s): return re.sub(r'\$\s?(\d[\d,]*(?:\.\d\d)?)', lambda m: m.group(1).replace(',', ' ') + ' USD', s)
    for e in els(t):
        if e.tag in ('script', 'style'): continue
        if e.text: e.text = fix(e.text)
        if e.tail: e.tail = fix(e.tail)
    for f in g: g[f] = [norm(fix(v)) for v in g[f]]
def gone(t, g, f):
    """Takes a field off the page; where its text still stands elsewhere, it may be taken from there or not."""
    for e in holders(t, g, f):
        if e.getparent() is not None and e.tag != 'body': e.drop_tree()
    if not any(v in norm(t.text_content()) for v in g[f]): del g[f]
    else: g.setdefault('', []).append(f)                       # free: see scored()
def remove(i):
    def k(t, g, r):
        if len(g) > 1: gone(t, g, sorted(g)[i % len(g)])
    k.__name__ = f'remove_field_{i + 1}'; return k
def remove_and_rebuild(t, g, r):
    for f in (remove(1), rename_classes, hash_ids, change_tags): f(t, g, r)
def struck(text):
    n = re.search(r'\d[\d,]*(\.\d\d)?', text); return text if not n else text[:n.start()] + '%.2f' % (float(n.group().replace(',', '')) * 1.25) + text[n.end():]
def is_price(g): return next((f for f in sorted(g) if f and g[f] and re.search(r'[$\u20ac\u00a3]\s?\d', g[f][0])), None)
def sale(t, g, r):
    """A struck-through price before the price."""
    f = is_price(g)
    for e in holders(t, g, f) if f else []:
        s = lxml.html.Element('s'); s.text = struck(norm(e.text_content())); s.tail = ' '; e.addprevious(s)
def sold_out(t, g, r):
    """The struck-through price alone is left."""
    f = is_price(g)
    for e in holders(t, g, f) if f else []:
        s = lxml.html.Element('s'); s.text = struck(norm(e.text_content())); s.tail = e.tail; e.tail = None; p = e.getparent(); p.replace(e, s)
    if f and not any(v in norm(t.text_content()) for v in g[f]): del g[f]
def insert_ads(t, g, r):
    for e in els(t):
        if e.tag in ('p', 'table', 'ul', 'h1', 'h2', 'h3', 'dl') and r.random() < .3 and e.getparent() is not None:
            d = lxml.html.fromstring('<div class="ad"><a href="/ad">Advertisement: buy now</a> <b>$9.99</b></div>'); p = e.getparent(); p.insert(p.index(e), d)
def everything(t, g, r):
    for f in (rename_classes, hash_ids, change_tags, wrap, insert_ads): f(t, g, r)
KINDS = [rename_classes, hash_ids, wrap, unwrap, change_tags, tables_to_divs, reorder_blocks, move_field, change_labels,
         number_format, insert_ads, everything, remove(0), remove(1), remove(2), remove(3), remove_and_rebuild, sale,
         sold_out]
if A.kinds: KINDS = [k for k in KINDS if k.__name__ in A.kinds.split(',')]

def run(*a):
    p = subprocess.run([A.gleaner, *a], capture_output=True, timeout=300); return p.returncode, p.stdout.decode('utf8', 'replace'), p.stderr.decode('utf8', 'replace')
def extract(w, pages):
    rc, out, err = run('extract', w, '--as-labels', *pages); got = {}
    for l in out.splitlines():
        o = json.loads(l); got[o['page']] = set(x for r in o['records'] for x in leaves(r))
    return [got.get(p, set()) for p in pages]
def f1(gold, got):
    tp = sum(len(a & b) for a, b in zip(gold, got)); n = sum(map(len, gold)) + sum(map(len, got)); return 2 * tp / n if n else 1.0
def verdicts(w, pages):
    rc, out, err = run('check', w, '--json', *pages); v = {}
    for l in out.splitlines(): o = json.loads(l); v[o['page']] = o
    return [v.get(p, {'verdict': 'broken'}) for p in pages]
flat = lambda g: {(f, v) for f, vs in g.items() if f for v in vs}
removes = lambda k: 'remove' in k.__name__ or k is sold_out
free = lambda g: set(g.get('', []))
scored = lambda values, fields: {(f, v) for f, v in values if f not in fields}

folders = sorted(os.path.dirname(p) for p in glob.glob(A.corpora + '/swde/**/labels.jsonl', recursive=True))
step = max(1, len(folders) // A.sites); folders = folders[A.first::step][:A.sites]
S = dict(alarms=0, clean=0,
         kinds={k.__name__: dict(broken=0, noticed=0, pages=0, flagged=0, before=[], after=[], repaired=[], worse=0) for k in KINDS})
for folder in folders:
    lab = [json.loads(l) for l in open(folder + '/labels.jsonl', encoding='utf8')][:20]; name = os.path.relpath(folder, A.corpora + '/swde')
    if A.seed: random.Random(A.seed).shuffle(lab)
    with tempfile.TemporaryDirectory() as d:
        trees = []; golds = []; os.mkdir(d + '/old'); old = []
        for i, l in enumerate(lab):
            b = open(os.path.join(folder, l['page']), 'rb').read(); g = {}
            for r in l['records']:
                for f, v in leaves(r): g.setdefault(f, []).append(v)
            t = lxml.html.document_fromstring(b.decode('utf8', 'replace').encode('utf8'), parser=lxml.html.HTMLParser(encoding='utf8')); trees.append(t); golds.append(g)
            p = f'{d}/old/{i:02}.html'; open(p, 'wb').write(lxml.html.tostring(t, encoding='utf8', doctype='<!doctype html>')); old.append(p)
        with open(d + '/l.jsonl', 'w') as o:
            for p, l in list(zip(old, lab))[:3]: o.write(json.dumps({'page': p, 'complete': True, 'records': l['records']}) + '\n')
        w = d + '/a.wrapper'; rc, out, err = run('learn', d + '/l.jsonl', '--also', *old[3:10], '-o', w)
        if rc: print(name, 'cannot learn', err[-200:]); continue
        gold = [flat(g) for g in golds]; base = extract(w, old); fb = f1(gold[10:], base[10:])
        v = [x for x, a, b in zip(verdicts(w, old[10:]), base[10:], gold[10:]) if a == b]; S['clean'] += len(v); bad = [x for x in v if x['verdict'] != 'fine']; S['alarms'] += len(bad)
        print(f'{name}: F1 {fb:.3f}, false alarms {len(bad)}/{len(v)}', flush=True)
        if A.v:
            for x in bad: print('   alarm', x)
        for k in KINDS:
            os.makedirs(f'{d}/{k.__name__}'); new = []; ng = []; no = []
            for i, t in enumerate(trees):
                t2 = copy.deepcopy(t); g2 = copy.deepcopy(golds[i])
                try: k(t2, g2, random.Random(i + 100 * A.seed))
                except Exception as e: pass
                p = f'{d}/{k.__name__}/{i:02}.html'; open(p, 'wb').write(lxml.html.tostring(t2, encoding='utf8', doctype='<!doctype html>')); new.append(p); no.append(free(g2)); ng.append(scored(flat(g2), free(g2)))
            # a removed field may stay away, or be found where else the page keeps its true value (an attribute)
            lost = [a - b if removes(k) else set() for a, b in zip(gold, ng)]
            look = lambda w: [scored(x, n) - l for x, n, l in zip(extract(w, new), no, lost)]
            got = look(w); K = S['kinds'][k.__name__]; fa = f1(ng[10:], got[10:]); v = verdicts(w, new[10:])
            for i in range(10, len(new)):
                broke = got[i] != ng[i] and len(got[i] & ng[i]) < len(scored(base[i] & gold[i], no[i])); flag = v[i - 10]['verdict'] != 'fine'
                if removes(k): broke = got[i] != ng[i] and base[i] == gold[i] or not no[i] and ng[i] != gold[i]
                K['pages'] += 1; K['broken'] += broke; K['noticed'] += broke and flag; K['flagged'] += flag
                if A.v and broke and not flag: print('   missed', k.__name__, i, sorted(ng[i] ^ got[i])[:4], v[i - 10])
            w2 = f'{d}/{k.__name__}.wrapper'; rc, out, err = (1, '', '') if A.no_repair else run('repair', w, *old[:5 if A.apart else 15], '--new', *new[5:15], '-o', w2)
            fr = f1(ng[10:], look(w2)[10:]) if rc == 0 and os.path.exists(w2) else fa
            K['before'].append(fb); K['after'].append(fa); K['repaired'].append(fr); K['worse'] += fr < fa - .005
            print(f'   {k.__name__:16s} F1 {fb:.3f} -> {fa:.3f} -> repaired {fr:.3f}  flagged {sum(x["verdict"] != "fine" for x in v)}/{len(v)}', flush=True)
print(f"\nfalse alarms {S['alarms']}/{S['clean']} = {S['alarms'] / max(1, S['clean']):.3f}")
print('| redesign | pages broken | noticed | F1 before | after | repaired | sites within 0.02 | made worse |\n|---|---|---|---|---|---|---|---|')
TB = TN = W = N = 0
for k, K in S['kinds'].items():
    n = len(K['before'])
    if not n: continue
    within = sum(r >= b - .02 for r, b in zip(K['repaired'], K['before'])); TB += K['broken']; TN += K['noticed']; W += within; N += n; m = lambda x: sum(x) / len(x)
    print(f"| {k} | {K['broken']}/{K['pages']} | {K['noticed'] / K['broken'] if K['broken'] else 1:.2f} | {m(K['before']):.3f} | {m(K['after']):.3f} | {m(K['repaired']):.3f} | {within}/{n} | {K['worse']} |")
print(f'detection {TN}/{TB} = {TN / max(1, TB):.3f}; repaired to within 0.02: {W}/{N} = {W / max(1, N):.3f}')
if A.json: json.dump(S, open(A.json, 'w'))
