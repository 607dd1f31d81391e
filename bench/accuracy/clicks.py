#!/usr/bin/env python3
"""How many answers until a wrapper is perfect? `gleaner learn --ask --simulate` on ../shared/corpora/swde.

usage: clicks.py [--gleaner BIN] [--corpora DIR] [-k 1] [--kind KIND] [--json OUT]          Python standard library only

Learned from the first k labelled pages of a site; then questions about its other pages are answered from the full
labels, as long as questions are offered. Counted are the answers after which every page of the site comes out exactly
as labelled. A site on which the questions end before that is "not reached": the learner was sure, and wrong somewhere.
"""
import argparse, glob, json, os, statistics, subprocess, tempfile
from common import CORPORA, first_labelled, read_labels, write_labels
ap = argparse.ArgumentParser(); ap.add_argument('--gleaner', default='build/gleaner'); ap.add_argument('--corpora', default=CORPORA)
ap.add_argument('-k', type=int, default=1); ap.add_argument('--kind'); ap.add_argument('--json'); A = ap.parse_args()
rows = []
for f in sorted(glob.glob(A.corpora + '/swde/*/*/labels.jsonl')):
    lab = read_labels(f); train = first_labelled(lab, A.k); name = os.path.basename(os.path.dirname(f))
    with tempfile.TemporaryDirectory() as d:
        write_labels(d + '/some.jsonl', train); write_labels(d + '/all.jsonl', lab)
        p = subprocess.run([A.gleaner, 'learn', d + '/some.jsonl', '--simulate', d + '/all.jsonl', '--json', '-o',
                            d + '/w', *(['--kind', A.kind] if A.kind else [])], capture_output=True)
        if p.returncode: print(name, 'cannot learn', p.stderr.decode()[-200:]); rows.append((name, None, 0)); continue
        o = json.loads(p.stdout); x = o['details']
    n = None if x['perfect_after'] == 'never' else int(x['perfect_after']); rows.append((name, n, int(x['clicks'])))
    print(f"{name:32s} perfect after {x['perfect_after']:>5s}, {x['clicks']} answered in all, {'sure' if x['agreed'] == 'true' else 'in doubt'} at the end  ({o['kind']})", flush=True)
got = sorted(n for _, n, _ in rows if n is not None); missing = len(rows) - len(got)
as_most = sorted(n if n is not None else 10**6 for _, n, _ in rows)
med = statistics.median(as_most)
print(f"== clicks to a perfect wrapper from {A.k} labelled page(s), {len(rows)} sites: median {med if med < 10**6 else 'not reached'}, most {got[-1] if got else '-'}, not reached {missing}; answered in all: median {statistics.median(c for _, _, c in rows)}")
if A.json: json.dump(rows, open(A.json, 'w'))
