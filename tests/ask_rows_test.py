#!/usr/bin/env python3
"""The questions of `learn --ask` about a list, as a person at a terminal meets them.

usage: ask_rows_test.py GLEANER

Each story is a list, what somebody types, and what must be said and come out: Enter skips, quit says what is open, an
answer can be taken back, the field on which two readings of the labels split is asked for, answers are labels, a node
that was refused may be a record all the same.
"""
import json, os, pty, select, subprocess, sys, tempfile

GLEANER = os.path.abspath(sys.argv[1])
failed = 0


def talk(folder, keys, *options):
    """Runs learn --ask on a terminal, typing the next line at each question; gives what was said."""
    leader, follower = pty.openpty()
    run = subprocess.Popen([GLEANER, 'learn', 'l.labels.jsonl', '--ask', 'list.html', '-o', 'l.wrapper', *options],
                           cwd=folder, stdin=follower, stderr=follower, stdout=subprocess.DEVNULL)
    os.close(follower)
    said, open_question = '', 0
    while True:
        ready, _, _ = select.select([leader], [], [], 20)
        try: more = os.read(leader, 4096) if ready else b''
        except OSError: more = b''
        if not more: break
        said += more.decode('utf8', 'replace').replace('\r\n', '\n')
        if said.endswith(': ') and len(said) > open_question:
            open_question = len(said)
            os.write(leader, ((keys.pop(0) if keys else 'q') + '\n').encode())
    run.wait()
    os.close(leader)
    return said


def rows(folder):
    run = subprocess.run([GLEANER, 'extract', 'l.wrapper', 'list.html', '--no-page', '--format', 'csv'], cwd=folder,
                         capture_output=True, text=True)
    return run.stdout.splitlines()[1:]


def story(name, body, labels, keys, told=(), untold=(), out=None, records=None):
    global failed
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + '/list.html',
                  'w') as page: page.write(f'<html><body><h1>Things</h1><ul>\n{body}\n</ul></body></html>\n')
        with open(folder + '/l.labels.jsonl',
                  'w') as file: file.write(json.dumps({'page': 'list.html', 'records': labels}) + '\n')
        said = talk(folder, list(keys))
        wrong = [f'said nothing of "{t}"' for t in told if t not in said] + [f'said "{t}"' for t in untold if t in said]
        if out is not None and rows(folder) != out: wrong.append(f'gives {rows(folder)}')
        answered = folder + '/l.answered.labels.jsonl'  # beside the labels, which stay as they are
        kept = [json.loads(line) for line in open(answered if os.path.exists(answered) else folder + '/l.labels.jsonl')]
        if records is not None and sum(len(line.get('records', []))
                                       for line in kept) != records: wrong.append(f'labels are {kept}')
        if wrong:
            failed += 1
            print(f'FAILED {name}: ' + '; '.join(wrong) + '\n' + said)


def item(name, *cells): return f'<li><b>{name}</b> ' + ' '.join(cells) + '</li>'
two_prices = '\n'.join(item(n, f'<i>{a}</i>', f'<u>{b}</u>')
                       for n, a, b in (('Cup', '$2.50', '$2.50'), ('Saucer', '$1.50', '$2.00'),
                                       ('Jug', '$12.00', '$12.00'), ('Pot', '$24.00', '$30.00')))
cup = [{'name': 'Cup', 'price': '$2.50'}]
first, second = ['Cup,$2.50', 'Saucer,$1.50', 'Jug,$12.00',
                 'Pot,$24.00'], ['Cup,$2.50', 'Saucer,$2.00', 'Jug,$12.00', 'Pot,$30.00']
story('the field that splits the readings is asked for, and the answer decides', two_prices, cup, ['y', '2'],
      told=['its price: [1] "$1.50", [2] "$2.00"'], out=second, records=2)
story('Enter skips, and what was skipped is open', two_prices, cup, ['', '', '', ''],
      told=['3 records are still in doubt'], out=first, records=1)
story('quit says what is open', two_prices, cup, ['q'], told=['3 records are still in doubt'],
      untold=['all pages agree'], out=first, records=1)
story('an answer is taken back', two_prices, cup, ['y', '2', 'u', 'q'], told=['[u]ndo'], out=first, records=1)
odd = '\n'.join(item(n, f'<i>{p}</i>') for n, p in (('Cup', '$2.50'), ('Saucer', '$1.50'),
                                                    ('Jug', '$12.00'))) + '\n<li class="other"><em>Teapot</em> <strong>$40.00</strong></li>'
story('a refused node may be a record', odd, cup + [{'name': 'Saucer', 'price': '$1.50'}], ['y', 'Teapot', '$40.00'],
      told=['(refused: '], out=['Cup,$2.50', 'Saucer,$1.50', 'Jug,$12.00', 'Teapot,$40.00'], records=3)
print('all stories end as they should' if not failed else f'{failed} failed')
sys.exit(failed > 0)
