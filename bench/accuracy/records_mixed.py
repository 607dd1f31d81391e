#!/usr/bin/env python3
"""Folders are not clean: are pages still taken for what they are when others stand among them?

usage: records_mixed.py GLEANER CORPORA [SITE-PATTERN] [--verbose]
Every list site (records, wien) and detail site (swde, recipes) of CORPORA is given to `gleaner records --as-labels`
alone, then together with pages that do not belong: of another site, an error page, an item page among lists, a list
among items. The last three are made from the site's own pages: texts that not all pages have are taken out with what
stands between them, other content is put in their place. A mix is right if the site's pages give the cells that they
give alone (F1 of texts at least 0.98) and the added pages give nothing.
"""
import collections, glob, json, os, random, re, subprocess, sys, tempfile
C = collections.Counter


def cells(value):
    if isinstance(value, dict) and isinstance(value.get('text'), str):
        yield value['text']
    elif isinstance(value, dict):
        for v in value.values():
            yield from cells(v)
    elif isinstance(value, list):
        for v in value:
            yield from cells(v)


def labels(gleaner, pages):
    """Texts of each page that gave records."""
    out = subprocess.run([gleaner, 'records', '--as-labels'] + pages, capture_output=True, check=False).stdout
    found = {}
    for line in out.decode('utf8', 'replace').split('\n'):
        if line:
            j = json.loads(line)
            if j['records']:
                found[j['page']] = C(cells(j['records']))
    return found


WORDS = 'amber birch copper delta ember flint grove hazel iron juniper kelp linen maple nickel ochre pearl quartz river slate teak'.split()


def words(r, n):
    return ' '.join(r.choice(WORDS) for _ in range(n))


def item(r):
    rows = ''.join(f'<tr><th>{k}</th><td>{words(r, 1)} {r.randint(1, 900)}</td></tr>'
                   for k in ('Weight', 'Width', 'Colour', 'Maker', 'Made in'))
    return (f'<div class="item"><h1>{words(r, 3)}</h1><p class="cost">EUR {r.randint(1, 99)}.50</p><table>{rows}</table>'
            f'<p>{words(r, 40)}.</p><p>{words(r, 25)}.</p></div>')


def listing(r):
    return '<ul class="hits">' + ''.join(f'<li><h3><a href="/x{r.randint(1, 10**6)}">{words(r, 3)}</a></h3><p>{words(r, 12)}</p>'
                                         f'<b>EUR {r.randint(1, 99)}.90</b></li>' for _ in range(10)) + '</ul>'


def error(r):
    return f'<h1>Not found</h1><p>We have no such page. Look for {words(r, 1)} instead?</p>'


def frame(page, others, content):
    """The page without the texts that not all others have; `content` where most of them stood."""
    text = open(page, encoding='latin-1').read()
    parts = re.split(r'(<(?:script|style)\b.*?</(?:script|style)>|<!--.*?-->|<[^>]*>)', text, flags=re.S | re.I)
    common = [set(re.split(r'<[^>]*>', open(o, encoding='latin-1').read())) for o in others if o != page]
    sizes, removed = [], 0
    for i in range(0, len(parts), 2):
        if parts[i].strip() and not all(parts[i] in c for c in common):
            sizes.append((i, len(parts[i].strip())))
            removed += len(parts[i].strip())
    at, sum_, first, last = None, 0, None, None
    for i, size in sizes:
        first = i if first is None and sum_ * 20 >= removed else first
        sum_ += size
        at = i if at is None and sum_ * 2 >= removed else at
        last = i if sum_ * 20 <= removed * 19 else last
        parts[i] = ' '
    if at is None:
        return None
    for i in range(first or at, last or at, 2):  # labels go with what they were labels of
        parts[i] = ' '
    # outside of links, headings and rows
    while at > 1 and not re.match(r'<(div|td|body|p|section|main|article|center|blockquote)\b', parts[at - 1], re.I):
        at -= 2
    parts[at] = content
    return ''.join(parts)


def sites(corpora):
    out = []
    names = sorted(set(re.sub(r'-\d-[a-z0-9-]*-keyword.html$', '', os.path.basename(p)) for p in glob.glob(corpora + '/records/*.html')))
    for n in names:
        out.append(('list', n, sorted(glob.glob(f'{corpora}/records/{n}-*.html'))))
    for kind, folder in (('list', 'wien/*/'), ('detail', 'swde/*/*/'), ('detail', 'recipes/*/')):
        for s in sorted(glob.glob(f'{corpora}/{folder}')):
            out.append((kind, os.path.basename(s[:-1]), sorted(glob.glob(s + '*.htm*'))[:6]))
    return [(k, n, p) for k, n, p in out if len(p) > 2]


def mixes(kind, name, pages, all_sites, folder):
    r = random.Random(name)
    other = lambda k: r.choice(r.choice([p for kk, n, p in all_sites if kk == k and n != name]))

    def made(what, n):
        out = []
        for i in range(n):
            text = frame(pages[i], pages, what(r))
            if text is None:
                return None
            out.append(os.path.join(folder, f'{name}-{what.__name__}-{i}.html'))
            open(out[-1], 'w', encoding='latin-1').write(text)
        return out
    few = max(1, len(pages) // 2)
    yield 'a list page of another site', pages, [other('list')]
    yield 'an item page of another site', pages, [other('detail')]
    yield 'an error page', pages, made(error, 1)
    yield 'as many error pages', pages[:few], made(error, few)
    if kind == 'list':
        yield 'an item page', pages, made(item, 1)
        yield 'fewer item pages', pages, made(item, 2)
        yield 'one list page, one item page', pages[:1], made(item, 1)
        yield 'one list page, one error page', pages[:1], made(error, 1)
        yield 'one list page, a foreign item page', pages[:1], [other('detail')]
    else:
        yield 'a list page', pages, made(listing, 1)
        yield 'fewer list pages', pages, made(listing, 2)


def main():
    names = [a for a in sys.argv[1:] if not a.startswith('--')]
    gleaner, corpora = names[:2]
    all_sites = sites(corpora)
    count = collections.defaultdict(lambda: [0, 0, 0, 0.])
    with tempfile.TemporaryDirectory() as folder:
        for kind, name, pages in all_sites:
            if len(names) > 2 and not re.search(names[2], name):
                continue
            alone = {}
            for mix, own, added in mixes(kind, name, pages, all_sites, folder):
                if not added:
                    continue
                key = tuple(own)
                if key not in alone:
                    alone[key] = labels(gleaner, own)
                want, got = alone[key], labels(gleaner, own + added)
                if not want:
                    continue
                hits = sum(sum((got.get(p, C()) & want[p]).values()) for p in want)
                both = sum(sum(c.values()) for c in want.values()) + sum(sum(got[p].values()) for p in own if p in got)
                f1, extra = 2 * hits / both if both else 1., sum(p in got for p in added)
                row = count[kind, mix]
                row[0] += 1
                row[1] += f1 >= .98 and not extra
                row[2] += extra
                row[3] += f1
                if '--verbose' in sys.argv and (f1 < .98 or extra):
                    print(f'{kind} {name} + {mix}: F1 {f1:.2f}, {extra} of {len(added)} added pages give records',
                          flush=True)
    print('| pages | with | sites | right | F1 of cells | added pages that give records |\n|---|---|---|---|---|---|')
    for (kind, mix), (n, right, extra, f1) in count.items():
        print(f'| {kind} | {mix} | {n} | {right} | {f1 / n:.3f} | {extra} |')


if __name__ == '__main__':
    main()
