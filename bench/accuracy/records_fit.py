#!/usr/bin/env python3
"""Fit and check the weights of src/records/weights.h, with every site held out.

usage: records_fit.py GLEANER SHARED [--fit] [--dump PAGES.json]
GLEANER is the program, SHARED the folder with corpora/ and score/. Reads all candidates of every page with their
features (`gleaner records --as-records --why`), scores each against the gold (srr exact, records near, wien tuples of
whole records), and reports what the committed weights choose: mean F1 a page, and for srr F1 over all records.

--fit finds weights again. A page's candidates get chances by the softmax of their scores; the fit maximises the F1 to
be expected, each collection and within it each site weighing the same, by gradient steps. What keeps 14 weights from
following single sites of 81: every feature may only count for what it was made to say (its sign), and weights are drawn
(SHRINK) towards those that give each feature the same influence (PULL deviations within a page). Reported on all pages,
with each site held out, and with other settings, to see that they do not matter. Needs lxml and html5lib for the srr
gold, numpy for --fit. More pages: add a folder below corpora/ and a judge here.
"""
import collections, glob, importlib.util, json, os, re, subprocess, sys

PULL = 2.       # influence of every feature that the fit starts from and is drawn to
SHRINK = .004   # how strongly
STEPS = 150


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(gleaner, pages, whole):
    flags = ['--as-records', '--why', '--regions', '1000'] + (['--whole'] if whole else [])
    out = subprocess.run([gleaner, 'records'] + flags + pages, capture_output=True, text=True, check=False).stdout
    return [json.loads(line) for line in out.split('\n') if line]


def f1(hits, got, want):
    return 2 * hits / (got + want) if got + want else 1.


def collect(gleaner, shared):
    """[(collection, site, page, [(features, f1, (hits, found, gold))])]"""
    here = os.path.dirname(os.path.abspath(__file__))
    score = load(shared + '/score/score_records.py', 'score_records')
    more = load(here + '/records_score.py', 'records_score')
    C, toks, flat = collections.Counter, score.toks, score.flat
    pages = []

    def add(collection, site, line, judge):
        by = collections.defaultdict(list)
        for r in line['records']:
            by[r['region']].append(r)
        counts = [judge([r for r in by[k] if toks(r['text'])]) for k in range(len(line['candidates']))]
        rows = [(c['features'], f1(*counts[k]), counts[k]) for k, c in enumerate(line['candidates'])]
        pages.append((collection, site, line['page'], rows))

    folder = shared + '/corpora/srr/yamada'
    gold, _ = score.srr(folder)
    for line in run(gleaner, sorted(glob.glob(folder + '/*.html')), False):
        g = [''.join(sorted(flat(t))) for t in gold[line['page']]]

        def judge(rs, g=g):
            have = C(''.join(sorted(flat(r['text']))) for r in rs)
            return sum((have & C(g)).values()), len(rs), len(g)
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
            return len(more.pairs(table)), len(rs), len(g)
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
                return len(more.pairs(table)), len(rs), len(g)
            add('wien', os.path.basename(site), line, judge)
    return pages


def weights_of(source):
    text = open(source, encoding='utf8').read()
    table = text[text.index('kScore ='):]
    return {name: float(value) for name, value in re.findall(r'\{"(\w+)", (-?[\d.]+),', table)}


def choose(rows, weights):
    return max(rows, key=lambda row: sum(weights[k] * row[0][k] for k in weights), default=(None, 0., (0, 0, 0)))


def means(pages, pick):
    """Mean F1 a page of each collection, and 'all srr': F1 over all its records."""
    by, counts = collections.defaultdict(list), [0, 0, 0]
    for page in pages:
        _, value, parts = pick(page)
        by[page[0]].append(value)
        if page[0] == 'srr':
            counts = [a + b for a, b in zip(counts, parts)]
    return {**{k: sum(v) / len(v) for k, v in by.items()}, 'all srr': f1(*counts)}


class Fitter:
    """Expected F1 under the softmax of scores, see above. Features are measured in deviations within a page."""

    def __init__(self, pages, start):
        import numpy
        self.np, self.names = numpy, list(start)
        self.sign = numpy.sign([start[k] for k in self.names])
        self.all = [p for p in pages if any(row[1] > 0 for row in p[3])]
        self.deviation = numpy.sqrt(numpy.mean([self.table(p).var(0) for p in self.all], 0)) + 1e-9

    def table(self, page):
        return self.np.array([[row[0][k] for k in self.names] for row in page[3]])

    def fit(self, without=None, pull=PULL, shrink=SHRINK):
        np = self.np
        pages = [p for p in self.all if (p[0], p[1]) != without]
        tables = [self.table(p) for p in pages]
        x = np.concatenate([(t - t.mean(0)) / self.deviation for t in tables])
        first = np.concatenate([[0], np.cumsum([len(t) for t in tables])[:-1]])
        page_of = np.repeat(np.arange(len(pages)), [len(t) for t in tables])
        gain = np.array([row[1] for p in pages for row in p[3]])
        gain = (gain / np.maximum.reduceat(gain, first)[page_of]) ** 2
        in_site = collections.Counter((p[0], p[1]) for p in pages)
        sites = collections.Counter(collection for collection, _ in in_site)
        worth = np.array([1 / in_site[p[0], p[1]] / sites[p[0]] for p in pages])
        worth = (worth / worth.sum())[page_of]
        w, mean, square = pull * self.sign, 0, 0
        for step in range(1, STEPS + 1):  # Adam, the steps growing smaller
            s = x @ w
            e = np.exp(s - np.maximum.reduceat(s, first)[page_of])
            chance = e / np.add.reduceat(e, first)[page_of]
            expected = np.add.reduceat(chance * gain, first)[page_of]
            slope = x.T @ (worth * chance * (expected - gain)) + 2 * shrink * (w - pull * self.sign)
            mean, square = .9 * mean + .1 * slope, .99 * square + .01 * slope * slope
            pace = .05 * (1 - .95 * step / STEPS)
            w = w - pace * (mean / (1 - .9 ** step)) / (np.sqrt(square / (1 - .99 ** step)) + 1e-8)
            w = np.where(self.sign * w < 0, 0, w)
        return dict(zip(self.names, (w / self.deviation).tolist()))

    def held_out(self, pages, **how):
        known = {}

        def pick(page):
            site = (page[0], page[1])
            if site not in known:
                known[site] = self.fit(site, **how)
            return choose(page[3], known[site])
        return means(pages, pick)

    def as_spread(self, weights, like):
        """The weights at the scale of `like`: thresholds on scores keep their meaning."""
        def spread(w):
            v = self.np.array([w[k] for k in self.names])
            return self.np.mean([(self.table(p) @ v).std() for p in self.all])
        by = spread(like) / spread(weights)
        return {k: round(float(v * by), 2) for k, v in weights.items()}


def main():
    args = [a for a in sys.argv[1:] if not a.startswith('--')]
    if len(args) < 2:
        sys.exit(__doc__)
    here = os.path.dirname(os.path.abspath(__file__))
    weights = weights_of(here + '/../../src/records/weights.h')
    pages = collect(args[0], args[1])
    if '--dump' in sys.argv:
        json.dump(pages, open(args[2], 'w'))

    def row(name, m):
        print(f"| {name} | {m['srr']:.3f} | {m['all srr']:.3f} | {m['records']:.3f} | {m['wien']:.3f} |", flush=True)
    print('| weights | srr exact a page | srr exact, all records | records near a page | wien tuples a page |\n|---|---|---|---|---|')
    row('committed', means(pages, lambda p: choose(p[3], weights)))
    if '--fit' in sys.argv:
        fitter = Fitter(pages, weights)
        found = fitter.as_spread(fitter.fit(), weights)
        row('fitted on all sites', means(pages, lambda p: choose(p[3], found)))
        row('fitted, each site held out', fitter.held_out(pages))
        for pull, shrink in ((1, .004), (1.5, .004), (3, .004), (2, 0), (2, .001), (2, .002), (2, .007), (2, .012),
                             (2, .02)):
            row(f'... pull {pull}, shrink {shrink}', fitter.held_out(pages, pull=pull, shrink=shrink))
        even = {k: float(s / d) for k, s, d in zip(fitter.names, fitter.sign, fitter.deviation)}
        row('the same influence for all, no fit', means(pages, lambda p: choose(p[3], even)))
    row('best candidate by an oracle',
        means(pages, lambda p: max(p[3], key=lambda r: r[1], default=(None, 0., (0, 0, 0)))))
    for name in weights:
        row('without ' + name, means(pages, lambda p: choose(p[3], {k: v for k, v in weights.items() if k != name})))
    if '--fit' in sys.argv:
        print(found)


if __name__ == '__main__':
    main()
