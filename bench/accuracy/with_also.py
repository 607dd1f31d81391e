#!/usr/bin/env python3
"""Macro F1 on ../shared/corpora/swde when the other pages of the site are given as unlabelled ones.

usage: with_also.py [--gleaner BIN] [--corpora DIR] [-k 1,3] [--kind KIND]         Python standard library only; same scores as ../shared/score/score.py
"""
import argparse, glob, json, os, subprocess, tempfile
from common import CORPORA, first_labelled, leaves, read_labels, write_labels
ap = argparse.ArgumentParser(); ap.add_argument('--gleaner', default='build/gleaner'); ap.add_argument('--corpora', default=CORPORA); ap.add_argument('-k', default='1,3'); ap.add_argument('--kind')
A = ap.parse_args()
for k in map(int, A.k.split(',')):
    total = []
    for f in sorted(glob.glob(A.corpora + '/swde/*/*/labels.jsonl')):
        lab = read_labels(f); train = first_labelled(lab, k); seen = {l['page'] for l in train}; test = [l for l in lab if l['page'] not in seen]
        with tempfile.TemporaryDirectory() as d:
            write_labels(d + '/l.jsonl', train)
            p = subprocess.run([A.gleaner, 'learn', d + '/l.jsonl', '-o', d + '/w',
                                *(['--kind', A.kind] if A.kind else []), '--also', *[t['page'] for t in test]],
                               capture_output=True)
            out = subprocess.run([A.gleaner, 'extract', d + '/w', '--as-labels', *[t['page'] for t in test]],
                                 capture_output=True).stdout.decode() if not p.returncode else ''
        got = {(o := json.loads(l))['page']: set(leaves(o['records'])) for l in out.splitlines()}
        tp = fp = fn = 0
        for t in test:
            g, h = set(leaves(t['records'])), got.get(t['page'], set()); tp += len(g & h); fp += len(h - g); fn += len(g - h)
        F = 2 * tp / (2 * tp + fp + fn) if tp else 0.0; total.append(F)
        if F < .95: print(f'k={k} {os.path.relpath(os.path.dirname(f), A.corpora):40s} {F:.3f}', flush=True)
    print(f'== swde with --also k={k}: macro F1 {sum(total) / len(total):.4f}, perfect {sum(x == 1 for x in total)}/{len(total)}', flush=True)
