#!/usr/bin/env python3
"""Changes of one record of a list must change no other record's values, whatever the family.

usage: list_changes_test.py GLEANER

Lists of several layouts, labelled by one row, by two, or whole, are learned by the default choice and by every family
by name. Then a page is changed: a field of one record is gone, the fields of one record stand in another order, an
advertisement stands between two records, rows are added, the page is cut, the columns of a table stand in another
order. Every other record must come out as before, in order. The record that lost a field lacks it and nothing else;
families that read a page as a string may leave out more of that one record, never give it a value that is not its own.
A family may refuse to learn, it may not lose or mix records.
"""
import json, os, random, subprocess, sys, tempfile

GLEANER = os.path.abspath(sys.argv[1])
FIELDS = ('title', 'price', 'maker')
WORDS = 'amber river stone cloud maple harbor signal velvet copper meadow lantern orbit cedar falcon ember quartz'.split()


def rows(count, seed):
    pick = random.Random(seed)
    word = lambda: pick.choice(WORDS).capitalize()
    return [dict(title=f'{word()} {word()} {i + 10}', price=f'${pick.randint(3, 900)}.{pick.randint(0, 99):02}',
                 maker=f'{word()} {word()}') for i in range(count)]


# Each layout: one record, given its fields in order; the list around records; an advertisement
# as it would stand between them.
def items(row): return '<li>' + ' '.join(f'<{t}>{row[f]}</{t}>'
                                         for f, t in ((f, dict(title='b', price='i', maker='span')[f]) for f in row)) + '</li>'
def cards(row): return '<div class="card">' + ''.join(f'<p class="{f}">{row[f]}</p>' for f in row) + '</div>'
def named(row): return '<div><h3>' + row['title'] + '</h3>' + ''.join(f'<div>{f.capitalize()}: <b>{row[f]}</b></div>' for f in row if f != 'title') + '</div>'
def turned_table(records):
    order = ('maker', 'title', 'price')
    row = lambda cell, values: '<tr>' + ''.join(f'<{cell}>{v}</{cell}>' for v in values) + '</tr>\n'
    names = dict(title='Name', price='Price', maker='Maker')
    return ('<html><body><h1>Things to buy</h1><table>' + row('th', (names[f] for f in order))
            + ''.join(row('td', (r[f] for f in order)) for r in records) +
            '</table><p>The end</p></body></html>')
def cells(row): return '<tr>' + ''.join(f'<td>{row.get(f, "")}</td>' for f in FIELDS) + '</tr>'
LAYOUTS = {
    'items': (items, '<ul>{}</ul>', '<li>Advertisement <a href="/x">Buy a teapot</a></li>'),
    'cards': (cards, '<div class="all">{}</div>', '<div class="ad"><a href="/x">Buy a teapot</a></div>'),
    'named': (named, '<div>{}</div>', '<p>Advertisement <a href="/x">Buy a teapot</a></p>'),
    'cells': (cells, '<table><tr><th>Name</th><th>Price</th><th>Maker</th></tr>{}</table>',
              '<tr><td colspan="3"><a href="/x">Buy a teapot</a></td></tr>'),
}
# Families that read trees must be exact in the changed record too; the others must not be wrong in it.
EXACT = ['', 'rows', 'pattern', 'byexample']
SOUND = ['lr', 'hlrt', 'oclr', 'hoclrt', 'nlr', 'nhlrt', 'delimiter', 'template', 'lines']
failed = refused = 0


def page(layout, records, ad_before=None):
    one, around, ad = LAYOUTS[layout]
    body = ''.join((ad if i == ad_before else '') + one(r) + '\n' for i, r in enumerate(records))
    return f'<html><head><title>Things</title></head><body><h1>Things to buy</h1>{around.format(body)}<p>The end</p></body></html>'


def extract(folder, wrapper, text):
    with open(folder + '/page.html', 'w') as out: out.write(text)
    said = subprocess.run([GLEANER, 'extract', wrapper, folder + '/page.html', '--no-page'], capture_output=True,
                          text=True).stdout
    # an empty cell shows nothing
    return [{f: v for f, v in json.loads(line).items() if v} for line in said.splitlines()]


def expect(what, got, want):
    global failed
    if got == want: return
    failed += 1
    differ = [(g, w) for g, w in zip(got + [None] * len(want), want + [None] * len(got)) if g != w][:2]
    print(f'FAILED {what}: {len(got)} records, {len(want)} wanted; first differences (got, wanted): {differ}')


def without_extra(got, want, i, exact):
    """The records, the i-th as wanted if it holds nothing but its own values, though not all of them."""
    if exact or len(got) != len(want) or any(want[i].get(f) != v for f, v in got[i].items()) or not got[i]: return got
    return got[:i] + [want[i]] + got[i + 1:]


def check(name, layout, folder, wrapper, seed, exact, by_header):
    records = rows(9, seed + 100)
    expect(f'{name}, as it is', extract(folder, wrapper, page(layout, records)), records)
    for field in ('price', 'maker'):
        for i in (0, 4, 8):
            less = [dict(r) for r in records]
            del less[i][field]
            got = extract(folder, wrapper, page(layout, less))
            expect(f'{name}, without {field} of record {i + 1}', without_extra(got, less, i, exact), less)
    turned = [dict(r) for r in records]
    turned[4] = {f: turned[4][f] for f in ('title', 'maker', 'price')}
    got = extract(folder, wrapper, page(layout, turned))
    expect(f'{name}, fields of record 5 in another order', got[:4] + got[5:], records[:4] + records[5:])
    got = extract(folder, wrapper, page(layout, records, ad_before=4))
    expect(f'{name}, an advertisement before record 5', [r for r in got if r in records], records)
    if layout == 'cells':  # by their headers, or not at all
        got = extract(folder, wrapper, turned_table(records))
        wrong = [r for r in got if not any(all(own.get(f) == v for f, v in r.items()) for own in records)]
        expect(f'{name}, columns in another order', got if by_header else wrong, records if by_header else [])
    more = records + rows(6, seed + 200)
    expect(f'{name}, rows added', extract(folder, wrapper, page(layout, more)), more)
    expect(f'{name}, cut', extract(folder, wrapper, page(layout, records[:3])), records[:3])


with tempfile.TemporaryDirectory() as folder:
    for layout in LAYOUTS:
        for labelled, kinds in ((1, ['']), (2, EXACT + SOUND), (0, EXACT + SOUND)):
            for kind in kinds:
                seed = len(layout) + labelled
                records = rows(8, seed)
                with open(folder + '/list.html', 'w') as out: out.write(page(layout, records))
                label = {'page': 'list.html', 'records': records[:labelled or None]}
                if not labelled: label['complete'] = True
                with open(folder + '/l.jsonl', 'w') as out: out.write(json.dumps(label) + '\n')
                name = f'{layout}, {labelled or "all"} labelled' + (f', {kind}' if kind else '')
                done = subprocess.run([GLEANER, 'learn', folder + '/l.jsonl', '-o', folder + '/w.wrapper',
                                       *(['--kind', kind] if kind else [])], capture_output=True, text=True)
                if done.returncode == 5 and kind in SOUND:
                    refused += 1
                    continue
                if done.returncode:
                    failed += 1
                    print(f'FAILED {name}: {done.stderr}')
                    continue
                check(name, layout, folder, folder + '/w.wrapper', seed, kind in EXACT, kind in ('', 'rows', 'pattern'))
print(f'all records stay as they are; {refused} times a family could not learn and said so' if not failed
      else f'{failed} failed')
sys.exit(failed > 0)
