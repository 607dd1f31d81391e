#!/usr/bin/env python3
"""Leave one vertical out: are the pattern family's weights fitted to these sites, or to the problem?

usage: leave_out.py [--fit build/bench/pattern_fit] [--corpora DIR] [--rounds 1] [--json OUT]          Python standard library only

The weights (src/pattern/weights.h) are chosen anew, by coordinate search from a start that knows nothing (all
conditions alike, all penalties one half), with the sites of one vertical (auto, book, ...) left out, and scored on
exactly those; so for each vertical in turn. Printed beside the score with the weights as they ship. Chosen on k=1 and
k=3, pages 0 and 8 on; every setting is run once and shared by all searches.
"""
import argparse, json, os, re, subprocess, tempfile
ap = argparse.ArgumentParser(); ap.add_argument('--fit', default='build/bench/pattern_fit'); ap.add_argument('--corpora', default=os.path.join(os.path.dirname(__file__), '../../../shared/corpora'))
ap.add_argument('--rounds', type=int, default=1); ap.add_argument('-k', default='1,3'); ap.add_argument('--starts', default='0,8'); ap.add_argument('--json'); A = ap.parse_args()
# Start, and the values tried. kBest is the unit.
SHARES, PENALTIES = (.2, .4, .8), (.1, .25, 1.)
SEARCH = {'kGood': (.6, SHARES), 'kFair': (.6, SHARES), 'kWeak': (.6, SHARES), 'kUnknown': (.6, SHARES),
          'kTrap': (.6, (.05, .15, .3)), 'kNamesField': (1., (3., 8.)), 'kPartial': (.5, PENALTIES),
          'kAlike': (0., (.5, 1.)), 'kAbsent': (.2, (.05, .1, .35)), 'kTie': (.9, (.8, .95, .99)),
          'kTemplate': (.5, PENALTIES), 'kSeenLabel': (.5, PENALTIES), 'kOtherKind': (.5, PENALTIES),
          'kOtherLabel': (.5, PENALTIES)}
GAIN = .001  # a change must bring this much: less is noise
runs = {}
def sites(weights):
    """{(k, vertical, site): mean F1}; weights None: as they ship."""
    key = None if weights is None else tuple(sorted(weights.items()))
    if key not in runs:
        with tempfile.NamedTemporaryFile('w', suffix='.weights') as f:
            env = dict(os.environ)
            if weights is not None: f.write(''.join(f'{n} {v}\n' for n, v in weights.items())); f.flush(); env['GLEANER_FIT_WEIGHTS'] = f.name
            out = subprocess.run([A.fit, '-k', A.k, '--starts', A.starts, '--sites', A.corpora + '/swde'], env=env,
                                 capture_output=True, check=True).stdout.decode()
        all_ = {}
        for k, site, x in re.findall(r'^k=(\d+) start +\d+ (\S+) +F1 ([\d.]+)', out,
                                     re.M): all_.setdefault((int(k), site.split('-')[0], site), []).append(float(x))
        runs[key] = {s: sum(v) / len(v) for s, v in all_.items()}
    return runs[key]
def mean(scores, keep): v = [x for s, x in scores.items() if keep(s)]; return sum(v) / len(v)
def fit(keep):
    w = {n: start for n, (start, _) in SEARCH.items()}; best = mean(sites(w), keep)
    for _ in range(A.rounds):
        for n, (start, values) in SEARCH.items():
            for v in values:
                x = mean(sites({**w, n: v}), keep)
                if x > best + GAIN: best, w = x, {**w, n: v}
    return w
ks = [int(k) for k in A.k.split(',')]; ship = sites(None); verticals = sorted({v for _, v, _ in ship}); left = {}; chosen = {}
none = {n: s for n, (s, _) in SEARCH.items()}
print('the start, all sites: ' + ', '.join(f'k={k} {mean(sites(none), lambda s: s[0] == k):.4f}' for k in ks),
      flush=True)
for v in verticals:
    chosen[v] = w = fit(lambda s: s[1] != v); got = sites(w); left[v] = {k: mean(got, lambda s: s[:2] == (k, v)) for k in ks}
    print(v, {n: x for n, x in w.items() if x != SEARCH[n][0]}, f'({len(runs)} settings run)', flush=True)
print('| | ' + ' | '.join(verticals) + ' | all sites |\n|' + '---|' * (len(verticals) + 2))
for k in ks:
    n = {v: sum(s[:2] == (k, v) for s in ship) for v in verticals}
    print(f'| k={k}, as shipped | ' + ' | '.join(f'{mean(ship, lambda s: s[:2] == (k, v)):.3f}' for v in verticals)
          + f' | {mean(ship, lambda s: s[0] == k):.4f} |')
    print(f'| k={k}, left out | ' + ' | '.join(f'{left[v][k]:.3f}' for v in verticals)
          + f' | {sum(left[v][k] * n[v] for v in verticals) / sum(n.values()):.4f} |')
if A.json: json.dump({'left': left, 'chosen': chosen}, open(A.json, 'w'))
