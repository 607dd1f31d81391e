#!/usr/bin/env python3
"""False alarms: pages that come out exactly as labelled, and that `gleaner check` does not call fine.

usage: alarms.py [--gleaner BIN] [--corpora DIR] [-k 1,2,3] [-v] [wien swde recipes]          Python standard library only

A wrapper is learned from the first k labelled pages of a site, without unlabelled ones: the profile knows no more than that.
"""
import argparse, glob, json, os, subprocess, tempfile
from common import CORPORA, first_labelled, leaves, read_labels, write_labels
ap = argparse.ArgumentParser(); ap.add_argument('--gleaner', default='build/gleaner'); ap.add_argument('--corpora', default=CORPORA)
ap.add_argument('-k', default='1,2,3'); ap.add_argument('-v', action='store_true'); ap.add_argument('corpus', nargs='*', default=['wien', 'swde', 'recipes']); A = ap.parse_args()
run = lambda *a: subprocess.run([A.gleaner, *a], capture_output=True).stdout.decode('utf8', 'replace').splitlines()
for corpus in A.corpus:
    for k in map(int, A.k.split(',')):
        alarms = right = missed = wrong = 0
        for f in sorted(glob.glob(f'{A.corpora}/{corpus}/**/labels.jsonl', recursive=True)):
            lab = read_labels(f); train = first_labelled(lab, k); seen = {l['page'] for l in train}; test = [l for l in lab if l['page'] not in seen]
            if len(train) < k or not test: continue
            with tempfile.TemporaryDirectory() as d:
                write_labels(d + '/l.jsonl', train); run('learn', d + '/l.jsonl', '-o', d + '/w')
                if not os.path.exists(d + '/w'): continue
                got = {(o := json.loads(l))['page']: set(leaves(o['records'])) for l in run('extract', d + '/w', '--as-labels', *[t['page'] for t in test])}
                said = {(o := json.loads(l))['page']: o for l in run('check', d + '/w', '--json', *[t['page'] for t in test])}
            for t in test:
                fine = said.get(t['page'], {}).get('verdict') == 'fine'
                if got.get(t['page'], set()) == set(leaves(t['records'])):
                    right += 1; alarms += not fine
                    if A.v and not fine: print('  alarm', {x: y for x, y in said[t['page']].items() if y})
                else: wrong += 1; missed += fine
        print(f'{corpus} k={k}: alarms on {alarms} of {right} pages that are right = {alarms / max(1, right):.4f}; of {wrong} that are wrong {missed} pass as fine', flush=True)
