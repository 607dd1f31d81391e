#!/usr/bin/env python3
"""Learning from very many labels: time and memory of `gleaner learn`, and whether all labels come out again.

usage: learn_many.py [--gleaner BIN] [-n 10000]

  one page    N labelled records on one page, texts only; the makers' names stand hundreds of times on it
  many pages  N small pages of one labelled record each; one in a thousand is built a little differently
"""
import argparse, json, os, random, subprocess, tempfile, time

ap = argparse.ArgumentParser()
ap.add_argument('--gleaner', default='build/gleaner')
ap.add_argument('-n', type=int, default=10000)
A = ap.parse_args()
WORDS = 'stone river bright copper silent garden morning bridge window paper engine market'.split()
random.seed(1)
ITEMS = [(' '.join(random.choice(WORDS) for _ in range(3)) + f' {i}', f'{random.randint(100, 9999) / 100:.2f}',
          random.choice(WORDS)) for i in range(A.n)]
record = lambda n, p, m: {'name': {'text': n}, 'price': {'text': p}, 'maker': {'text': m}}


def learn(name, labels, wrapper):
    child = subprocess.Popen([A.gleaner, 'learn', labels, '-o', wrapper], stderr=subprocess.PIPE, text=True)
    begin = time.time()
    said = child.stderr.read().splitlines()
    _, status, used = os.wait4(child.pid, 0)
    print(f'{name}: {time.time() - begin:.1f} s, {used.ru_utime + used.ru_stime:.1f} s of CPU, {used.ru_maxrss // 1024} MB: {said[0] if said else status}', flush=True)


with tempfile.TemporaryDirectory() as folder:
    with open(folder + '/one.html', 'w') as out:
        out.write('<html><body><h1>All</h1><ul>'
                  + ''.join(f'<li><a href="/i{i}">{n}</a> <b>{p}</b> <i>{m}</i></li>\n' for i, (n, p, m) in enumerate(ITEMS)) + '</ul></body></html>')
    with open(folder + '/one.jsonl', 'w') as out:
        out.write(json.dumps({'page': 'one.html', 'complete': True, 'records': [record(*x) for x in ITEMS]}) + '\n')
    learn('one page', folder + '/one.jsonl', folder + '/one.wrapper')
    os.mkdir(folder + '/many')
    with open(folder + '/many.jsonl', 'w') as labels:
        for i, (n, p, m) in enumerate(ITEMS):
            tag = 'div' if i % 1000 == 77 else 'p'
            with open(f'{folder}/many/{i:05}.html', 'w') as out:
                out.write(f'<html><head><title>{n}</title></head><body><h1>{n}</h1><{tag} class="maker">by {m}</{tag}><p class="price">EUR <b>{p}</b></p><ul class=nav><li><a href=/>Home</a></li><li><a href=/new>New</a></li></ul></body></html>')
            labels.write(json.dumps({'page': f'many/{i:05}.html', 'complete': True, 'records': [record(n, p, m)]})
                         + '\n')
    learn('many pages', folder + '/many.jsonl', folder + '/many.wrapper')
