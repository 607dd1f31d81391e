#!/usr/bin/env python3
"""Changes of one record of a list must change no other record's values, whatever the family.

usage: list_changes_test.py GLEANER

Lists of several layouts, labelled by one row, by two, or whole, are learned by the default choice and, from whole pages, by each family that reads records
one by one. Then a page is changed: a field of one record is gone, the fields of one record stand in another order, an advertisement stands between two records,
rows are added, the page is cut. Every other record must come out as before, in order; a record that lost a field lacks it and nothing else.
"""
import json, os, random, subprocess, sys, tempfile

GLEANER = os.path.abspath(sys.argv[1])
FIELDS = ('title', 'price', 'maker')
WORDS = 'amber river stone cloud maple harbor signal velvet copper meadow lantern orbit cedar falcon ember quartz'.split()


def rows(count, seed):
    pick = random.Random(seed)
    word = lambda: pick.choice(WORDS).capitalize()
    return [dict(title=f'{word()} {word()} {i + 10}', price=f'${pick.randint(3, 900)}.{pick.randint(0, 99):02}', maker=f'{word()} {word()}') for i in range(count)]


# Each layout: one record, given its fields in order; the list around records; an advertisement as it would stand between them.
def items(row): return '<li>' + ' '.join(f'<{t}>{row[f]}</{t}>' for f, t in ((f, dict(title='b', price='i', maker='span')[f]) for f in row)) + '</li>'
def cards(row): return '<div class="card">' + ''.join(f'<p class="{f}">{row[f]}</p>' for f in row) + '</div>'
def named(row): return '<div><h3>' + row['title'] + '</h3>' + ''.join(f'<div>{f.capitalize()}: <b>{row[f]}</b></div>' for f in row if f != 'title') + '</div>'
def cells(row): return '<tr>' + ''.join(f'<td>{row.get(f, "")}</td>' for f in FIELDS) + '</tr>'
LAYOUTS = {
    'items': (items, '<ul>{}</ul>', '<li>Advertisement <a href="/x">Buy a teapot</a></li>'),
    'cards': (cards, '<div class="all">{}</div>', '<div class="ad"><a href="/x">Buy a teapot</a></div>'),
    'named': (named, '<div>{}</div>', '<p>Advertisement <a href="/x">Buy a teapot</a></p>'),
    'cells': (cells, '<table><tr><th>Name</th><th>Price</th><th>Maker</th></tr>{}</table>', '<tr><td colspan="3"><a href="/x">Buy a teapot</a></td></tr>'),
}
failed = 0


def page(layout, records, ad_before=None):
    one, around, ad = LAYOUTS[layout]
    body = ''.join((ad if i == ad_before else '') + one(r) + '\n' for i, r in enumerate(records))
    return f'<html><head><title>Things</title></head><body><h1>Things to buy</h1>{around.format(body)}<p>The end</p></body></html>'


def extract(folder, wrapper, text):
    with open(folder + '/page.html', 'w') as out: out.write(text)
    said = subprocess.run([GLEANER, 'extract', wrapper, folder + '/page.html', '--no-page'], capture_output=True, text=True).stdout
    return [json.loads(line) for line in said.splitlines()]


def expect(what, got, want):
    global failed
    if got == want: return
    failed += 1
    differ = [(g, w) for g, w in zip(got + [None] * len(want), want + [None] * len(got)) if g != w][:2]
    print(f'FAILED {what}: {len(got)} records, {len(want)} wanted; first differences (got, wanted): {differ}')


def check(name, layout, folder, wrapper, seed):
    records = rows(9, seed + 100)
    expect(f'{name}, as it is', extract(folder, wrapper, page(layout, records)), records)
    for field in ('price', 'maker'):
        for i in (0, 4, 8):
            less = [dict(r) for r in records]
            del less[i][field]
            expect(f'{name}, without {field} of record {i + 1}', extract(folder, wrapper, page(layout, less)), less)
    turned = [dict(r) for r in records]
    turned[4] = {f: turned[4][f] for f in ('title', 'maker', 'price')}
    got = extract(folder, wrapper, page(layout, turned))
    expect(f'{name}, fields of record 5 in another order', got[:4] + got[5:], records[:4] + records[5:])
    got = extract(folder, wrapper, page(layout, records, ad_before=4))
    expect(f'{name}, an advertisement before record 5', [r for r in got if r in records], records)
    more = records + rows(6, seed + 200)
    expect(f'{name}, rows added', extract(folder, wrapper, page(layout, more)), more)
    expect(f'{name}, cut', extract(folder, wrapper, page(layout, records[:3])), records[:3])


with tempfile.TemporaryDirectory() as folder:
    for layout in LAYOUTS:
        # asked for by name, pattern tells rows of a table by their texts and drops those with an empty cell; the default choice does not take it there
        whole = ['', 'rows'] if layout == 'cells' else ['', 'rows', 'pattern']
        for labelled, kinds in ((1, ['']), (2, ['']), (0, whole)):
            for kind in kinds:
                seed = len(layout) + labelled
                records = rows(8, seed)
                with open(folder + '/list.html', 'w') as out: out.write(page(layout, records))
                label = {'page': 'list.html', 'records': records[:labelled or None]}
                if not labelled: label['complete'] = True
                with open(folder + '/l.jsonl', 'w') as out: out.write(json.dumps(label) + '\n')
                name = f'{layout}, {labelled or "all"} labelled' + (f', {kind}' if kind else '')
                done = subprocess.run([GLEANER, 'learn', folder + '/l.jsonl', '-o', folder + '/w.wrapper', *(['--kind', kind] if kind else [])], capture_output=True, text=True)
                if done.returncode:
                    failed += 1
                    print(f'FAILED {name}: {done.stderr}')
                    continue
                check(name, layout, folder, folder + '/w.wrapper', seed)
print('all records stay as they are' if not failed else f'{failed} failed')
sys.exit(failed > 0)
