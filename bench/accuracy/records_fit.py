#!/usr/bin/env python3
"""Fit and check the weights of src/records/weights.h, cross-validated by site.

usage: records_fit.py GLEANER SHARED [--fit] [--out TABLE.md]
GLEANER is the program, SHARED the folder with corpora/ and score/. Reads the candidates of every page with their features
(`gleaner records --as-records --why`), scores each candidate against the gold (srr exact F1, records near F1, wien tuples of
whole records), and reports what the committed weights choose. --fit searches weights by coordinate ascent on mean page F1
(each collection weighing the same), starting from the committed ones: on all pages, and in 10 folds by site, where a page is
scored with weights fitted without its site. Needs lxml and html5lib for the srr gold. More pages: add a folder below corpora/.
"""
import collections, glob, importlib.util, json, math, os, random, re, subprocess, sys

FOLDS = 10
NOISE = .003  # of the goal: a step that gains less than half a page of one collection is not taken


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(gleaner, pages, whole):
    flags = ['--as-records', '--why', '--regions', '40'] + (['--whole'] if whole else [])
    out = subprocess.run([gleaner, 'records'] + flags + pages, capture_output=True, text=True, check=False).stdout
    return [json.loads(line) for line in out.split('\n') if line]


def f1(hits, got, want):
    return 2 * hits / (got + want) if got + want else 1.


def collect(gleaner, shared):
    """[(collection, site, page, [(features, f1)])]"""
    here = os.path.dirname(os.path.abspath(__file__))
    score = load(shared + '/score/score_records.py', 'score_records')
    more = load(here + '/records_score.py', 'records_score')
    C, toks, flat = collections.Counter, score.toks, score.flat
    pages = []

    def add(collection, site, line, judge):
        by = collections.defaultdict(list)
        for r in line['records']:
            by[r['region']].append(r)
        rows = [(c['features'], judge([r for r in by[k] if toks(r['text'])])) for k, c in enumerate(line['candidates'])]
        pages.append((collection, site, line['page'], rows))

    folder = shared + '/corpora/srr/yamada'
    gold, _ = score.srr(folder)
    for line in run(gleaner, sorted(glob.glob(folder + '/*.html')), False):
        g = [''.join(sorted(flat(t))) for t in gold[line['page']]]

        def judge(rs, g=g):
            have = C(''.join(sorted(flat(r['text']))) for r in rs)
            return f1(sum((have & C(g)).values()), len(rs), len(g))
        add('srr', line['page'], line, judge)

    folder = shared + '/corpora/records'
    gold = score.rows(folder)
    for line in run(gleaner, sorted(glob.glob(folder + '/*.html')), False):
        g = [C(toks(' '.join(t))) for t in gold[line['page']]]

        def judge(rs, g=g):
            table = []
            for i, r in enumerate(rs):
                p = C(toks(r['text']))
                for j, x in enumerate(g):
                    both = sum((p & x).values())
                    if both >= .8 * sum(x.values()) and both >= .5 * sum(p.values()):
                        table.append((both / sum(x.values()) + both / sum(p.values()), i, j))
            return f1(len(more.pairs(table)), len(rs), len(g))
        add('records', re.sub(r'-\d+-[^-]*(-[^-]*)*-keyword.html', '', line['page'])[:18], line, judge)

    for labels in sorted(glob.glob(shared + '/corpora/wien/*/labels.jsonl')):
        site = os.path.dirname(labels)
        gold = {j['page']: j for j in map(json.loads, open(labels, encoding='utf8'))}
        for line in run(gleaner, sorted(glob.glob(site + '/*.html')), True):
            if line['page'] not in gold:
                continue
            source = open(site + '/' + line['page'], 'rb').read()
            g = [C(toks(' '.join(more.texts(r, source)))) for r in gold[line['page']]['records']]

            def judge(rs, g=[x for x in g if x]):
                table = []
                for i, r in enumerate(rs):
                    p = C(toks(r['text']))
                    for j, x in enumerate(g):
                        both = sum((p & x).values())
                        if both >= .8 * sum(x.values()):
                            table.append((both / sum(x.values()) + both / sum(p.values()), i, j))
                return f1(len(more.pairs(table)), len(rs), len(g))
            add('wien', os.path.basename(site), line, judge)
    return pages


def weights_of(source):
    text = open(source, encoding='utf8').read()
    table = text[text.index('kScore ='):]
    return {name: float(value) for name, value in re.findall(r'\{"(\w+)", (-?[\d.]+),', table)}


def choose(rows, weights):
    best, value = 0., -1e9
    for features, score in rows:
        v = sum(weights[k] * features[k] for k in weights)
        if v > value:
            best, value = score, v
    return best


def means(pages, weights):
    by = collections.defaultdict(list)
    for collection, _, _, rows in pages:
        by[collection].append(choose(rows, weights))
    return {k: sum(v) / len(v) for k, v in by.items()}


def goal(pages, weights):
    m = means(pages, weights)
    return sum(m.values()) / len(m) - 1e-5 * sum(abs(w) for w in weights.values())


def fit(pages, start, rounds=2):
    weights, best = dict(start), goal(pages, start)
    for _ in range(rounds):
        before = best
        for name in weights:
            for factor in (0, .5, .7, .85, 1.15, 1.4, 2):
                trial = dict(weights)
                trial[name] = round(start[name] * factor if weights[name] == 0 else weights[name] * factor, 3)
                value = goal(pages, trial)
                if value > best + NOISE:
                    best, weights = value, trial
        if best - before < NOISE:
            break
    return weights


def main():
    args = [a for a in sys.argv[1:] if not a.startswith('--')]
    if len(args) < 2:
        sys.exit(__doc__)
    here = os.path.dirname(os.path.abspath(__file__))
    weights = weights_of(here + '/../../src/records/weights.h')
    pages = collect(args[0], args[1])
    lines = ['| weights | srr exact page F1 | records near page F1 | wien tuple page F1 |', '|---|---|---|---|']

    def row(name, m):
        lines.append(f"| {name} | {m['srr']:.3f} | {m['records']:.3f} | {m['wien']:.3f} |")
        print(lines[-1], flush=True)
    row('committed', means(pages, weights))
    oracle = collections.defaultdict(list)
    for collection, _, _, rows in pages:
        oracle[collection].append(max((s for _, s in rows), default=0.))
    row('best candidate by an oracle', {k: sum(v) / len(v) for k, v in oracle.items()})
    for name in weights:
        row('without ' + name, means(pages, {k: v for k, v in weights.items() if k != name}))
    if '--fit' in sys.argv:
        print(fit(pages, weights))
        sites = sorted(set((c, s) for c, s, _, _ in pages))
        random.Random(1).shuffle(sites)
        by = collections.defaultdict(list)
        for k in range(FOLDS):
            held = set(sites[k::FOLDS])
            w = fit([p for p in pages if (p[0], p[1]) not in held], weights)
            for c, s, _, rows in pages:
                if (c, s) in held:
                    by[c].append(choose(rows, w))
        row('refitted, each site held out', {k: sum(v) / len(v) for k, v in by.items()})
    if '--dump' in sys.argv:
        json.dump(pages, open(args[2], 'w'))


if __name__ == '__main__':
    main()
