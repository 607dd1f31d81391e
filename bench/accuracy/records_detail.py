#!/usr/bin/env python3
"""How much of a detail site is proposed without a label, and are lists and detail sites told apart.

usage: records_detail.py GLEANER CORPORA [SITE-PATTERN] [--kinds]
Every site of CORPORA/swde (one entity a page) is given to `gleaner records` as a whole. A gold value is proposed if a
cell of its page has the same text (white space and case aside); it is in its column if that cell's column is the one
that holds most of the gold field's values on the site. Then the sites of records, wien (lists) and swde, recipes
(details) are asked for their kind (--kinds: only that), and the thresholds behind the answer (kListShare and those
after it in weights.h) are swept: sites that would be wrong.
"""
import collections, glob, json, os, re, subprocess, sys
C = collections.Counter


def norm(text):
    return re.sub(r'\s+', ' ', text.replace('\xa0', ' ')).strip().lower()


def texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for v in value:
            yield from texts(v)
    elif isinstance(value, dict) and 'text' in value:
        yield value['text']
    elif isinstance(value, dict):
        for v in value.values():
            yield from texts(v)


def lines(command):
    out = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return [json.loads(line) for line in out.split('\n') if line]


def proposed(gleaner, site):
    pages = sorted(glob.glob(site + '/*.htm'))
    cells = {}
    columns = set()
    for r in lines([gleaner, 'records', '--pages-are', 'detail', '--format', 'jsonl'] + pages):
        have = cells.setdefault(os.path.basename(r.pop('page')), collections.defaultdict(set))
        for name, value in r.items():
            columns.add(name)
            for t in texts(value):
                have[norm(t)].add(name)
    want, hit, by = C(), C(), collections.defaultdict(C)
    for line in open(site + '/labels.jsonl', encoding='utf8'):
        j = json.loads(line)
        for field, value in j['records'][0].items():
            gold = list(texts(value))
            if not gold:
                continue
            got = set().union(*(cells.get(j['page'], {}).get(norm(t), set()) for t in gold))
            want[field] += 1
            hit[field] += bool(got)
            by[field].update(got)
    one = {f: max(by[f].values(), default=0) for f in want}
    return want, hit, one, len(columns)


def main():
    names = [a for a in sys.argv[1:] if not a.startswith('--')]
    gleaner, corpora = names[:2]
    pattern = names[2] if len(names) > 2 else ''
    if '--kinds' not in sys.argv:
        values(gleaner, corpora, pattern)
    if not pattern:
        kinds(gleaner, corpora)


def values(gleaner, corpora, pattern):
    total = C()
    print('| site | columns | gold values | proposed | in one column | fields below 0.8 |\n|---|---|---|---|---|---|')
    for site in sorted(glob.glob(corpora + '/swde/*/*')):
        if not re.search(pattern, site):
            continue
        want, hit, one, columns = proposed(gleaner, site)
        n = sum(want.values())
        low = ', '.join(f'{f} {hit[f] / want[f]:.2f}' for f in want if hit[f] < .8 * want[f])
        print(f'| {os.path.basename(site)} | {columns} | {n} | {sum(hit.values()) / n:.3f} | {sum(one.values()) / n:.3f} | {low} |', flush=True)
        total.update(n=n, hit=sum(hit.values()), one=sum(one.values()), columns=columns, sites=1)
    print(f"| all | {total['columns'] / total['sites']:.1f} | {total['n']} | {total['hit'] / total['n']:.3f} | {total['one'] / total['n']:.3f} | |")


def kinds(gleaner, corpora):
    print('\n| sites | are | found to be list | detail | none | wrong |\n|---|---|---|---|---|---|')
    names = sorted(set(re.sub(r'-\d-[a-z0-9-]*-keyword.html$', '', os.path.basename(p)) for p in glob.glob(corpora + '/records/*.html')))
    sites = [('list', 'records', n, sorted(glob.glob(f'{corpora}/records/{n}-*.html'))) for n in names]
    for kind, folder, depth in (('list', 'wien', '*'), ('detail', 'swde', '*/*'), ('detail', 'recipes', '*')):
        for s in sorted(glob.glob(f'{corpora}/{folder}/{depth}/')):
            sites.append((kind, folder, os.path.basename(s[:-1]), sorted(glob.glob(s + '*.htm*'))))
    count, wrong, seen = collections.defaultdict(C), collections.defaultdict(list), []
    for kind, folder, name, pages in sites:
        if not pages:
            continue
        report = lines([gleaner, 'records', '--json', '--why'] + pages)
        got = report[0]['kind'] if report else 'none'
        if report:
            seen.append((kind, report[0].get('list_share', 1.), report[0].get('list_records', 9.),
                         report[0].get('own_labels', 0.), report[0].get('leading', 1.), name))
        count[folder, kind][got] += 1
        if got != kind:
            wrong[folder, kind].append(name)
    for (folder, kind), c in count.items():
        print(f"| {folder} | {kind} | {c['list']} | {c['detail']} | {c['none']} | {', '.join(wrong[folder, kind])} |")
    print('\n| threshold | ' + ' | '.join(['at, sites wrong'] * 7) + ' |\n|---' * 1 + '|---' * 7 + '|')
    base = {'kListShare': .6, 'kListRecords': 2.5, 'kOwnLabels': .5, 'kLeading': .6, 'kPlainListShare': .95}
    for name, steps in (('kListShare', (.3, .4, .5, .6, .65, .7, .8)), ('kListRecords', (1, 1.5, 2, 2.5, 3, 4, 6)),
                        ('kOwnLabels', (.1, .2, .3, .5, .7, .8, .9)),
                        ('kLeading', (0, .2, .4, .6, .7, .8, .95)),
                        ('kPlainListShare', (.7, .8, .85, .9, .95, .97, 1.))):
        cells = []
        for step in steps:
            at = dict(base, **{name: step})
            is_list = lambda s: (s[1] >= at['kListShare'] and s[2] >= at['kListRecords'] and s[3] <= at['kOwnLabels']
                                 and
                                 (s[4] >= at['kLeading'] or s[1] >= at['kPlainListShare']))
            cells.append(f"{step}: {sum((s[0] == 'list') != is_list(s) for s in seen)}")
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == '__main__':
    main()
