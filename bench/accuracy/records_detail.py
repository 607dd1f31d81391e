#!/usr/bin/env python3
"""How much of a detail site is proposed without a label, and are lists and detail sites told apart.

usage: records_detail.py GLEANER CORPORA [SITE-PATTERN]
Every site of CORPORA/swde (one entity a page) is given to `gleaner records` as a whole. A gold value is proposed if a cell of
its page has the same text (white space and case aside); it is in its column if that cell's column is the one that holds most of
the gold field's values on the site. Then the sites of records, wien (lists) and swde, recipes (details) are asked for their kind.
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
    gleaner, corpora = sys.argv[1:3]
    pattern = sys.argv[3] if len(sys.argv) > 3 else ''
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
    if pattern:
        return
    print('\n| sites | are | found to be list | detail | none | wrong |\n|---|---|---|---|---|---|')
    names = sorted(set(re.sub(r'-\d-[a-z0-9-]*-keyword.html$', '', os.path.basename(p)) for p in glob.glob(corpora + '/records/*.html')))
    sites = [('list', 'records', n, sorted(glob.glob(f'{corpora}/records/{n}-*.html'))) for n in names]
    for kind, folder, depth in (('list', 'wien', '*'), ('detail', 'swde', '*/*'), ('detail', 'recipes', '*')):
        for s in sorted(glob.glob(f'{corpora}/{folder}/{depth}/')):
            sites.append((kind, folder, os.path.basename(s[:-1]), sorted(glob.glob(s + '*.htm*'))))
    count, wrong = collections.defaultdict(C), collections.defaultdict(list)
    for kind, folder, name, pages in sites:
        if not pages:
            continue
        report = lines([gleaner, 'records', '--json'] + pages)
        got = report[0]['kind'] if report else 'none'
        count[folder, kind][got] += 1
        if got != kind:
            wrong[folder, kind].append(name)
    for (folder, kind), c in count.items():
        print(f"| {folder} | {kind} | {c['list']} | {c['detail']} | {c['none']} | {', '.join(wrong[folder, kind])} |")


if __name__ == '__main__':
    main()
