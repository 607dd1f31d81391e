#!/usr/bin/env python3
"""False alarms: pages that come out exactly as labelled, and that `gleaner check` does not call fine.

usage: alarms.py [--gleaner BIN] [--corpora DIR] [-k 1,2,3] [-v] [wien swde recipes]          Python standard library only

A wrapper is learned from the first k labelled pages of a site, without unlabelled ones: the profile knows no more than
that. Values are compared by their spans where the labels have them: old labels write a character reference or a sign of
windows-1252 otherwise than it is read.
"""
import argparse, glob, json, os, subprocess, tempfile
from common import CORPORA, first_labelled, leaves, read_labels, write_labels
ap = argparse.ArgumentParser(); ap.add_argument('--gleaner', default='build/gleaner'); ap.add_argument('--corpora', default=CORPORA)
ap.add_argument('-k', default='1,2,3'); ap.add_argument('-v', action='store_true'); ap.add_argument('corpus', nargs='*', default=['wien', 'swde', 'recipes']); A = ap.parse_args()
run = lambda *a: subprocess.run([A.gleaner, *a], capture_output=True).stdout.decode('utf8', 'replace').splitlines()
def spans(v, name=''):
    """(field, span) of every value, None where one has no span."""
    if isinstance(v, list):
        for x in v: yield from spans(x, name)
    elif isinstance(v, dict) and 'text' in v and not isinstance(v['text'], (dict, list)): yield (name, *v['span']) if v.get('span') else None
    elif isinstance(v, dict):
        for k, x in v.items(): yield from spans(x, k)
def same(gold, got):
    a, b = set(spans(gold)), set(spans(got))
    return set(leaves(gold)) == set(leaves(got)) if None in a | b else a == b
for corpus in A.corpus:
    for k in map(int, A.k.split(',')):
        alarms = right = missed = wrong = 0
        for f in sorted(glob.glob(f'{A.corpora}/{corpus}/**/labels.jsonl', recursive=True)):
            lab = read_labels(f); train = first_labelled(lab, k); seen = {l['page'] for l in train}; test = [l for l in lab if l['page'] not in seen]
            if len(train) < k or not test: continue
            with tempfile.TemporaryDirectory() as d:
                write_labels(d + '/l.jsonl', train); run('learn', d + '/l.jsonl', '-o', d + '/w')
                if not os.path.exists(d + '/w'): continue
                got = {(o := json.loads(l))['page']: o['records']
                       for l in run('extract', d + '/w', '--as-labels', *[t['page'] for t in test])}
                said = {(o := json.loads(l))['page']: o
                        for l in run('check', d + '/w', '--json', *[t['page'] for t in test])}
            for t in test:
                fine = said.get(t['page'], {}).get('verdict') == 'fine'
                if same(t['records'], got.get(t['page'], [])):
                    right += 1; alarms += not fine
                    if A.v and not fine: print('  alarm', {x: y for x, y in said[t['page']].items() if y})
                else:
                    wrong += 1; missed += fine
                    if A.v and fine: print('  passes as fine', t['page'], 'given alone',
                                           sorted(set(leaves(got.get(t['page'], []))) - set(leaves(t['records'])))[:3],
                                           'labelled alone',
                                           sorted(set(leaves(t['records'])) - set(leaves(got.get(t['page'], []))))[:3])
        print(f'{corpus} k={k}: alarms on {alarms} of {right} pages that are right = {alarms / max(1, right):.4f}; of {wrong} that are wrong {missed} pass as fine', flush=True)
