#!/usr/bin/env python3
"""Lists of an old kind from their first rows: sites on which nothing of `rows` was chosen.

    bench/accuracy/rows_wien.py [--gleaner build/gleaner] [--corpora ../shared/corpora] [-k 1,2] [--fields N] [-v]

The first k records of a site's first page are labelled by their texts, parts of tags included (--fields: the first N
fields alone); the first five pages are extracted. A row is right if at least half of its values are those of one
labelled record, each taken once; a cell if it is that record's value of the field. Mixed: values of another record.
Compared by letters and digits. Python's standard library only.
"""
import argparse, collections, glob, html, json, os, re, subprocess, tempfile
from common import CORPORA

ap = argparse.ArgumentParser()
ap.add_argument('--gleaner', default='build/gleaner'); ap.add_argument('--corpora', default=CORPORA); ap.add_argument('-k', default='1,2'); ap.add_argument('--fields', type=int, default=99); ap.add_argument('-v', action='store_true')
A = ap.parse_args()
shown = lambda text: html.unescape(re.sub(r'<[^>]*>', ' ', text))
flat = lambda text: ''.join(re.findall(r'[^\W_]', shown(text).lower()))
texts = lambda record: {field: value['text'] for field, value in list(record.items())[:A.fields]
                        if isinstance(value, dict) and flat(value['text'])}


def extracted(wrapper, page):
    said = subprocess.run([A.gleaner, 'extract', wrapper, page, '--no-page'], capture_output=True, text=True).stdout
    return [{f: flat(v) for f, v in json.loads(line).items() if isinstance(v, str) and flat(v)}
            for line in said.split('\n') if line]


def judge(rows, gold, count):
    free = set(range(len(gold)))
    for row in rows:
        same = lambda j: sum(gold[j].get(f) == v for f, v in row.items())
        best = max(free, key=same, default=None)
        if best is None or 2 * same(best) < len(row): continue
        free.remove(best)
        count['hit'] += 1; count['right'] += same(best)
        count['mixed'] += sum(v not in gold[best].values() and any(v in g.values() for g in gold) for v in row.values())
    count['out'] += len(rows); count['gold'] += len(gold); count['given'] += sum(map(len, rows)); count['want'] += sum(map(len, gold))


for k in map(int, A.k.split(',')):
    scores, mixed, cells = [], 0, 0
    for folder in sorted(glob.glob(A.corpora + '/wien/*/')):
        labels = [json.loads(line) for line in open(folder + 'labels.jsonl', encoding='utf8')]
        if len(labels[0]['records']) <= k: continue
        count = collections.Counter()
        with tempfile.TemporaryDirectory() as temp:
            rows = [{f: shown(t).strip() for f, t in texts(r).items()} for r in labels[0]['records'][:k]]
            with open(temp + '/l.jsonl', 'w',
                      encoding='utf8') as out: out.write(json.dumps({'page': os.path.abspath(folder + labels[0]['page']), 'records': rows}) + '\n')
            learned = subprocess.run([A.gleaner, 'learn', temp + '/l.jsonl', '-o', temp + '/w'],
                                     capture_output=True).returncode == 0
            for label in labels[:5]:
                gold = [{f: flat(t) for f, t in texts(r).items()} for r in label['records']]
                judge(extracted(temp + '/w', folder + label['page']) if learned else [], gold, count)
        f1 = lambda hit, a, b: 2 * count[hit] / max(1, count[a] + count[b])
        scores.append((f1('hit', 'out', 'gold'), f1('right', 'given', 'want')))
        mixed += count['mixed']; cells += count['given']
        if A.v: print(f"k={k} {os.path.basename(folder[:-1]):5} rows {scores[-1][0]:.3f} cells {scores[-1][1]:.3f} mixed {count['mixed']}")
    mean = lambda i: sum(s[i] for s in scores) / max(1, len(scores))
    print(f'k={k}: {len(scores)} sites, rows {mean(0):.3f} cells {mean(1):.3f}, mixed {mixed / max(1, cells):.4f} of cells')
