#!/usr/bin/env python3
"""The two scores of records without labels that need more than record texts.

usage: records_score.py wien CORPUS PRED.jsonl [--per-page]    tuples of several nodes: CORPUS/SITE/labels.jsonl
       records_score.py cells CORPUS PRED.jsonl [--per-page]   cells and columns: CORPUS/NAME.html with NAME.csv
PRED.jsonl is what `gleaner records --as-records --columns` prints (wien: with --whole).
wien:  a tuple is found if one record holds 80 % of its visible words, one to one; page_F1 is the mean F1 a page.
       A word is visible if it does not stand inside a tag.
cells: a record is paired with the gold row it shares most cells with; a gold cell is found if
a field of that record has
       the same letters and digits; it is in its column if that field's column is the one in which most of
       the gold column's cells of the page were found. Shares are over the cells of the rows, a page
       counting as its number of cells.
"""
import collections, csv, glob, html, json, os, re, sys, unicodedata
C = collections.Counter
toks = lambda s: re.findall(r'\w+', unicodedata.normalize('NFKC', s or '').lower().replace('_', ' '))
flat = lambda s: ''.join(toks(s))


def read(path):
    out = {}
    for line in open(path, encoding='utf8'):
        j = json.loads(line)
        out[j['page']] = j
    return out


def visible(source, span):
    """not inside a tag"""
    return source.rfind(b'<', 0, span[0]) <= source.rfind(b'>', 0, span[0])


def texts(value, source):
    if isinstance(value, list):
        for v in value:
            yield from texts(v, source)
    elif isinstance(value, dict) and 'text' in value:
        if 'span' not in value or visible(source, value['span']):
            yield html.unescape(re.sub(r'<[^>]*>', ' ', value['text']))
    elif isinstance(value, dict):
        for v in value.values():
            yield from texts(v, source)


def pairs(table):
    """greedy one-to-one, best first"""
    used_i, used_j, out = set(), set(), []
    for v, i, j in sorted(table, key=lambda t: (-t[0], t[1], t[2])):
        if i not in used_i and j not in used_j:
            used_i.add(i)
            used_j.add(j)
            out.append((i, j))
    return out


def wien(corpus, pred, per_page):
    total, hits, got, want, pages = 0., 0, 0, 0, 0
    by_site = {}
    for labels in sorted(glob.glob(corpus + '/*/labels.jsonl')):
        site = os.path.basename(os.path.dirname(labels))
        f1s = []
        for line in open(labels, encoding='utf8'):
            j = json.loads(line)
            source = open(os.path.join(os.path.dirname(labels), j['page']), 'rb').read()
            gold = [C(toks(' '.join(texts(r, source)))) for r in j['records']]
            gold = [g for g in gold if g]
            mine = pred.get(j['page']) or pred.get(site + '/' + j['page']) or {'records': []}
            found = [C(toks(r['text'])) for r in mine['records'] if r.get('region', 0) == 0]
            table = []
            for i, p in enumerate(found):
                for k, g in enumerate(gold):
                    both = sum((p & g).values())
                    if both >= .8 * sum(g.values()):
                        table.append((both / sum(g.values()) + both / sum(p.values()), i, k))
            n = len(pairs(table))
            f1 = 2 * n / (len(found) + len(gold)) if found or gold else 1.
            f1s.append(f1)
            hits, got, want = hits + n, got + len(found), want + len(gold)
            if per_page and f1 < 1:
                print(f"{site}/{j['page']} {n}/{len(found)}/{len(gold)}")
        by_site[site] = round(sum(f1s) / len(f1s), 3)
        total, pages = total + sum(f1s), pages + len(f1s)
    print(json.dumps({'match': 'tuple', 'P': round(hits / max(1, got), 4), 'R': round(hits / max(1, want), 4),
                      'page_F1': round(total / max(1, pages), 4), 'pages': pages, 'sites': by_site}))


def cells(corpus, pred, per_page):
    total, found, right = 0, 0, 0
    for path in sorted(glob.glob(corpus + '/*.csv')):
        page = os.path.basename(path)[:-4] + '.html'
        rows = [r for r in csv.reader(open(path, encoding='utf8', newline='')) if any(toks(c) for c in r)]
        recs = [r for r in pred.get(page, {'records': []})['records'] if r.get('region', 0) == 0]
        fields = [[(name, flat(text)) for name, text in r.get('columns', [])] for r in recs]
        table = []
        for i, f in enumerate(fields):
            have = C(t for _, t in f if t)
            for k, row in enumerate(rows):
                both = sum((have & C(flat(c) for c in row if flat(c))).values())
                if both:
                    table.append((both, i, k))
        where = collections.defaultdict(C)
        hits = []
        n = sum(1 for row in rows for c in row if flat(c))
        for i, k in pairs(table):
            free = list(fields[i])
            for col, c in enumerate(rows[k]):
                hit = next((f for f in free if f[1] == flat(c)), None) if flat(c) else None
                if hit:
                    free.remove(hit)
                    where[col][hit[0]] += 1
                    hits.append((col, hit[0]))
        best = {col: c.most_common(1)[0][0] for col, c in where.items()}
        ok = sum(best[col] == name for col, name in hits)
        total, found, right = total + n, found + len(hits), right + ok
        if per_page:
            print(f'{page[:60]:60} cells {n} found {len(hits)} right {ok}')
    print(json.dumps({'match': 'cells', 'cells': total, 'found': round(found / max(1, total), 4),
                      'right_column': round(right / max(1, total), 4)}))


def main():
    a = [x for x in sys.argv[1:] if not x.startswith('--')]
    if len(a) != 3 or a[0] not in ('wien', 'cells'):
        sys.exit(__doc__)
    (wien if a[0] == 'wien' else cells)(a[1], read(a[2]), '--per-page' in sys.argv)


if __name__ == '__main__':
    main()
