#!/usr/bin/env python3
"""A join and a grouping over 50 MB of CSV: gleaner query against DuckDB itself, in the same run.

    .deps/python/bin/python bench/query.py build/gleaner [MEGABYTES]

Answers are compared first. Times are of whole processes, the best of three; memory is the most that was resident.
"""
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

QUERIES = [
    ('join, group',
     "select c.country as country, count(*) as n, sum(o.pieces) as pieces from '{o}' o join '{c}' c on o.customer = c.id "
                    "group by c.country order by country"),
    ('filter',
     "select o.id as id, o.note as note from '{o}' o where o.price > 990 and o.note like '%9' order by o.id limit 100"),
    ('sums of decimals', "select o.kind as kind, sum(o.price) as total from '{o}' o group by o.kind order by kind"),
]
PEER = """
import duckdb, json, sys
rows = duckdb.sql(sys.argv[1])
names = [c[0] for c in rows.description]
for row in rows.fetchall():
    print(json.dumps(dict(zip(names, [float(v) if type(v).__name__ == 'Decimal' else v for v in row]))))
"""


def make(folder, megabytes):
    rng = random.Random(1)
    orders, customers = os.path.join(folder, 'orders.csv'), os.path.join(folder, 'customers.csv')
    with open(customers, 'w', encoding='utf-8') as file:
        file.write('id,name,country\n')
        for i in range(20000):
            file.write(f'{i},Customer {i},{rng.choice(["DE", "FR", "IT", "ES", "PL"])}\n')
    with open(orders, 'w', encoding='utf-8') as file:
        file.write('id,customer,kind,price,pieces,note\n')
        i = 0
        while file.tell() < megabytes << 20:
            file.write(''.join(f'{i + k},{rng.randrange(20000)},{rng.choice("abcdef")},{rng.randrange(100000) / 100},{rng.randrange(9)},note {rng.randrange(10**6)}\n'
                               for k in range(5000)))
            i += 5000
    return orders, customers


def timed(command):
    best, out, memory = 1e9, '', 0
    for _ in range(3):
        start = time.time()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            out = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        best, memory = min(best, time.time() - start), max(memory, usage.ru_maxrss // 1024)
    return best, [json.loads(line) for line in out.splitlines()], memory


def near(a, b):
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1)
    return a == b


def main():
    gleaner, megabytes = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 50
    with tempfile.TemporaryDirectory() as folder:
        orders, customers = make(folder, megabytes)
        for name, query in QUERIES:
            text = query.format(o=orders, c=customers)
            peer_time, peer, peer_memory = timed([sys.executable, '-c', PEER, text])
            own_time, own, own_memory = timed([gleaner, 'query', text])
            same = len(own) == len(peer) and all(near(a[k], b[k]) for a, b in zip(own, peer) for k in b)
            print(f'{name}: {"same answer" if same else "ANSWERS DIFFER"}; gleaner {own_time:.2f} s {own_memory} MB, '
                  f'DuckDB {peer_time:.2f} s {peer_memory} MB, ratio {own_time / peer_time:.2f}')
            if not same:
                print(own[:3], peer[:3])
                sys.exit(1)


if __name__ == '__main__':
    main()
