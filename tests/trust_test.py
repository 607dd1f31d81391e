#!/usr/bin/env python3
"""What other people's programs, wrappers and pages cannot do: read what nobody allowed, speak to the terminal,
use more than they were given.

    tests/trust_test.py GLEANER
"""
import html.parser
import http.server
import json
import os
import pty
import re
import resource
import select
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

GLEANER = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHOP = os.path.join(ROOT, 'samples', 'shop.wrapper')
SECRET = 'the-secret-first-line'
MEASURED = unittest.skipIf(os.environ.get('GLEANER_SANITIZED'), 'the sanitizers would be measured')


class InFolder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), 'wb') as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return self.path(name)

    def run_gleaner(self, *arguments, timeout=60, **how):
        return subprocess.run([GLEANER, *arguments], capture_output=True, text=True, errors='replace', cwd=self.folder,
                              timeout=timeout, **how)


class Reading(InFolder):
    """The same ways around for everything that reads a file which a stranger's program names."""

    def setUp(self):
        super().setUp()
        self.write('secret.txt', SECRET + '\n')
        self.write('secret.html', '<p>' + SECRET)
        self.write('secret.wrapper', 'format = 1\nkind = "grammar"\nsource = "rule ' + SECRET + '"\n')
        self.write('secret.tpl', SECRET + '\n')
        self.write('here/own.txt', 'own\n')
        self.write('here/own.html', '<p>own')
        for kind in ('txt', 'html', 'wrapper', 'tpl'):
            os.symlink(self.path('secret.' + kind), self.path('here/link.' + kind))
        os.symlink(self.folder, self.path('here/up'))
        os.symlink('loop', self.path('loop'))

    def ways(self, kind):
        secret = 'secret.' + kind
        return ['../' + secret, self.path(secret), 'link.' + kind, 'up/' + secret, './../here/../' + secret,
                'own/../../' + secret]

    def refused(self, done):
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertNotIn(SECRET, done.stdout + done.stderr)

    def test_scripts(self):
        script = self.write('here/read.gln', 'println(read(arguments[0]));')
        for way in self.ways('txt'):
            self.refused(self.run_gleaner('run', script, os.path.join('here', way), '--allow-read', 'here'))
        for root in ('', ' ', 'loop', 'loop/x', 'nowhere', 'x' * 300, 'here/own.txt', 'her', 'here/own.txt/..'):
            self.refused(self.run_gleaner('run', script, 'secret.txt', '--allow-read', root))
        self.refused(self.run_gleaner('run', script, 'secret.txt'))
        for root in ('here', 'here/', './here', self.path('here'), 'here/../here', 'here/up/here', '.', '/'):
            done = self.run_gleaner('run', script, 'here/own.txt', '--allow-read', root)
            self.assertEqual((done.returncode, done.stdout), (0, 'own\n\n'), root + done.stderr)

    @unittest.skipIf(os.geteuid() == 0, 'root may enter every folder')
    def test_a_folder_that_may_not_be_entered_allows_nothing(self):
        script = self.write('read.gln', 'println(read(arguments[0]));')
        os.makedirs(self.path('closed/inner'))
        os.chmod(self.path('closed'), 0)
        self.addCleanup(os.chmod, self.path('closed'), 0o700)
        self.refused(self.run_gleaner('run', script, 'secret.txt', '--allow-read', 'closed/inner'))

    def test_pages_of_logic_programs(self):
        program = self.write('here/p.pl', 'p(X) :- document(X, D), link(D, _, _).\n')
        for way in self.ways('html'):
            self.refused(self.run_gleaner('ask', program, "document('%s', D)" % way))
        self.assertEqual(self.run_gleaner('ask', program, "document('own.html', D)").returncode, 0)

    def test_wrappers_and_templates_of_logic_programs(self):
        for use, kind in (('use_wrapper', 'wrapper'), ('use_templates', 'tpl'), ('use_wrapper', 'tpl')):
            for way in self.ways(kind):
                program = self.write('here/p.pl', ":- %s('%s').\n" % (use, way))
                self.refused(self.run_gleaner('ask', program, 'true'))

    def test_grammars_of_wrappers_and_lexers_of_templates(self):
        for way in self.ways('txt'):
            wrapper = self.write('here/w.wrapper', 'format = 1\nkind = "grammar"\nfile = "%s"\n' % way)
            self.refused(self.run_gleaner('extract', wrapper, 'here/own.html'))
            self.refused(self.run_gleaner('ask', self.write('here/p.pl', ":- use_wrapper('w.wrapper').\n"), 'true'))
            templates = self.write('here/t.tpl', 'lexer "%s".\ntemplate t(D, X) := X = word.\n' % way)
            self.refused(self.run_gleaner('extract', templates, 'here/own.html'))
        self.write('here/g.gln', 'rule r is word = "own" end')
        self.write('here/w.wrapper', 'format = 1\nkind = "grammar"\nfile = "g.gln"\n')
        done = self.run_gleaner('extract', 'here/w.wrapper', 'here/own.txt')  # beside the wrapper, wherever one stands
        self.assertNotIn('may not be read', done.stderr)
        self.assertNotIn('no such file', done.stderr)


    def test_wrappers_that_follow_links(self):
        self.write('here/list.html', '<ul><li><a href="own.html">x</a></ul>')
        for way in self.ways('wrapper'):
            wrapper = self.write('here/w.wrapper',
                                 'format = 1\nkind = "selector"\nrecord = "li"\n[fields]\nlink = { css = "a", attribute = "href" }\n'
                                 '[follow.link]\nwith = "%s"\n' % way)
            self.refused(self.run_gleaner('extract', wrapper, 'here/list.html'))

    def test_links_of_stored_pages(self):
        """A page leads to files of its own site, not to others of this machine."""
        outside = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, outside)
        with open(os.path.join(outside, 'secret.html'), 'w') as file:
            file.write('<ul><li><b>%s</b></ul>' % SECRET)
        os.symlink(os.path.join(outside, 'secret.html'), self.path('here/out.html'))
        self.write('here/more/next.html', '<ul><li><b>own</b></ul>')
        self.write('w.wrapper',
                   'format = 1\nkind = "selector"\nrecord = "li"\n[fields]\nname = "b"\n[next]\ncss = "a"\n')
        up = os.path.relpath(outside, self.path('here')) + '/secret.html'
        for way in ('file://' + outside + '/secret.html', outside + '/secret.html', up, 'out.html',
                    '//' + outside + '/secret.html', '/dev/zero', 'more'):
            page = self.write('here/list.html', '<ul><li><b>first</b></ul><a rel=next href="%s">next</a>' % way)
            for name in (page, 'here/list.html'):
                done = self.run_gleaner('extract', 'w.wrapper', name)
                self.assertIn('first', done.stdout)
                self.assertNotIn(SECRET, done.stdout + done.stderr, way)
        page = self.write('here/list.html', '<ul><li><b>first</b></ul><a rel=next href="more/next.html">next</a>')
        self.assertIn('own', self.run_gleaner('extract', 'w.wrapper', page).stdout)


class Terminal(InFolder):
    """Control characters of a page are shown on a terminal, and passed on as they are to the next program."""
    HOSTILE = '\x1b]0;title\x07\x1b[2J\x9b5n\x7f\u202e\x08'

    def on_terminal(self, *arguments, said=''):
        outer, inner = pty.openpty()
        process = subprocess.Popen([GLEANER, *arguments], stdin=subprocess.PIPE, stdout=inner, stderr=inner,
                                   cwd=self.folder)
        process.stdin.write(said.encode())
        process.stdin.close()
        os.close(inner)
        text = b''
        while select.select([outer], [], [], 60)[0]:
            try:
                piece = os.read(outer, 65536)
            except OSError:
                break
            if not piece:
                break
            text += piece
        os.close(outer)
        process.wait()
        return text.decode(errors='replace').replace('\r\n', '\n').replace('\r\x1b[K', '')

    def safe(self, *arguments, shows=True, said=''):
        self.tried.add(arguments[0])
        text = self.on_terminal(*arguments, said=said)
        self.assertTrue(text, arguments)
        for bad in self.HOSTILE:
            if bad not in 'title52Jn]0;[':
                self.assertFalse(bad in text, (bad, arguments, text[-500:]))
        if shows:
            self.assertTrue('\\x1b' in text or '\\u001b' in text, arguments)

    def verbs(self, *form):
        """The verbs (of one verb: the forms) that its help lists."""
        text = subprocess.run([GLEANER, *form, '--help'], capture_output=True, text=True).stdout
        found = re.search(r'\n(?:Verbs|Forms):\n((?:  .*\n)+)', text)
        return re.findall(r'^  (\S+) ', found.group(1), re.M) if found else []

    def setUp(self):
        super().setUp()
        self.tried = set()

    def test_errors_of_every_verb(self):
        verbs = self.verbs()
        self.assertGreater(len(verbs), 25)
        for verb in verbs:
            for form in [[verb], *([verb, form] for form in self.verbs(verb))]:
                self.safe(*form, '--no' + self.HOSTILE)
                if verb not in ('studio', 'shell', 'robot'):  # these wait for somebody
                    self.safe(*form, 'gone' + self.HOSTILE, shows=False)

    def test_everything_that_prints(self):
        self.print_pages()
        self.print_tables()
        self.print_flows()
        self.print_webs()
        # A new verb needs a case here: what it prints of pages and files.
        self.assertEqual(set(self.verbs()) - self.tried, set())

    def print_tables(self):
        a = self.write('a.csv', 'id,name,city\n'
                       + ''.join(f'{i},thing {i} {self.HOSTILE},Berlin{self.HOSTILE}\n' for i in range(20)))
        b = self.write('b.csv', 'id,name,city\n'
                       + ''.join(f'{i},thing {i} {self.HOSTILE},Berlin{self.HOSTILE}\n' for i in range(20)))
        self.safe('match', a, b, '--format', 'table', shows=False)
        self.safe('match', a, b, '--explain', '3', '3')
        self.safe('match', a, b, '--explain', self.HOSTILE, '3')
        self.safe('match', a, b, '--ask', '3', shows=False)
        self.safe('convert', a, '--to', 'csv')
        self.safe('convert', a, '--to', 'jsonl')
        self.safe('query', "select * from 'a.csv'", '--format', 'table')
        self.safe('shell', said='println("\\u{1b}[2J"); throw "\\u{1b}]0;";\n"\\u{1b}[2J";\n')
        grammar = self.write('g.gln', 'rule w is name=[^ ]+ " " end\nrule s is (words += w())+ end\n')
        text = self.write('a.txt', (self.HOSTILE + ' ') * 3)
        self.safe('parse', grammar, text, '--rule', 's')
        self.safe('parse', grammar, self.write('b.txt', 'x ' + self.HOSTILE), '--rule', 's', '--format', 'table',
                  shows=False)
        navigation = self.write('n.gln', 'println("\\u{1b}[2J"); throw "\\u{1b}]0;\\u{7}";')
        self.safe('replay', navigation)
        self.safe('record', 'nowhere' + self.HOSTILE)
        self.safe('record', 'file:///' + self.HOSTILE)
        self.safe('studio', 'gone' + self.HOSTILE + '.html')
        self.safe('robot', self.write('r.pl', "p('\\e]0;title\\a'.\n"), '--port', '0', shows=False)
        self.safe('completion', self.HOSTILE)
        self.safe('version', self.HOSTILE)

    def print_flows(self):
        shutil.copy(SHOP, self.path('shop.wrapper'))
        self.write('hostile.flow.toml',
                   'store = "s.sqlite"\n[source.shop]\nwrapper = "shop.wrapper"\npages = "p.html"\n'
                   '[step.normal]\nfrom = "shop"\nnormalise.name = { number = true }\n[deliver.out]\nfrom = "normal"\nto = "-"\nformat = "csv"\n')
        bad = self.write('bad.flow.toml', 'store = "\\u001b[2J"\n[source."x\\u001b]0;"]\nwrapper = "\\u001b[2J\\u0007"\npages = "p\\u009b5n"\n[step."\\u001b"]\nfrom = "\\u001b[2J"\n')
        self.safe('flow', 'lint', bad)
        self.safe('flow', 'run', bad, shows=False)
        self.safe('flow', 'run', 'hostile', '-v', shows=False)
        for form in (['show'], ['status'], ['history'], ['problems'], ['explain', '1', 'name'], ['replay', '1'],
                     ['review'], ['deliver'], ['redeliver'], ['report']):
            self.safe('flow', form[0], 'hostile', *form[1:], shows=False)

    def print_webs(self):
        hostile = self.HOSTILE
        page = f'<html><title>{hostile}</title><h1>{hostile}</h1>' + ''.join(f'<p><a href="/x{i}{hostile}">x{hostile}</a>' for i in range(4))

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200 if 'x3' not in self.path else 404, hostile.replace('\x07', ''))
                self.send_header('Content-Type', 'text/html; charset=utf-8')
                self.send_header('X-Odd', hostile)
                self.end_headers()
                self.wfile.write(page.encode())

            def send_response_only(self, code, message=None):
                self._headers_buffer = [b'HTTP/1.0 %d %s\r\n' % (code, (message or '').encode())]

            def send_header(self, name, value):
                self._headers_buffer.append(f'{name}: {value}\r\n'.encode())

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        site = f'http://127.0.0.1:{server.server_address[1]}/'
        manners = ('--allow-private', '--delay', '0', '--retries', '0')
        self.safe('fetch', site + 'x3' + hostile, site, '-o', 'g.warc.gz', '-v', *manners, shows=False)
        self.safe('crawl', site, '--visits', '5', '-o', 'c.job', '-v', *manners, shows=False)
        self.safe('crawl', 'pages', 'c.job', '--format', 'table', shows=False)
        self.safe('crawl', 'why', 'c.job', site + 'x1' + hostile, shows=False)
        self.safe('crawl', 'why', 'c.job', site + 'none' + hostile)
        self.safe('crawl', 'report', 'c.job', shows=False)
        self.safe('discover', self.write('phrases.txt', f'x{hostile}\nx\n'), '--local',
                  self.write('pages/p%s.html' % hostile.replace('/', ''), page), '-v', shows=False)
        self.safe('discover', self.path('phrases.txt'), '--search',
                  self.write('engine.toml', 'url = "\\u001b[2J{query}"\nwrapper = "\\u001b[2J"\n'))

    def print_pages(self):
        with open(os.path.join(ROOT, 'samples', 'shop', 'list-01.html'), encoding='utf-8') as file:
            text = file.read()
        page = self.write('p.html',
                          text.replace('<h3><a',
                                       '<h3><a title="%s"' % self.HOSTILE).replace('</a></h3>', self.HOSTILE + '</a></h3>'))
        self.safe('explain', SHOP, page)
        self.safe('extract', SHOP, page, '--format', 'table')
        self.safe('extract', SHOP, page, '--format', 'csv')
        self.safe('records', page)
        self.safe('debug', 'dom', page)
        self.safe('debug', 'tokens', page)
        script = self.write('s.gln', 'println(read("p.html")); throw read("p.html");')
        self.safe('run', script, '--allow-read', '.')
        self.safe('links', page, '--only', 'other')
        self.safe('links', page, '--json')
        row = '<tr><td>%s<td>1' % self.HOSTILE
        table = self.write('t.html', '<table><tr><th>%s<th>b' % self.HOSTILE + row * 4 + '</table>')
        self.safe('tables', table)
        self.safe('tables', table, '--json')
        data = self.write('d.html', '<script type="application/ld+json">{"@type": "Product", "name": "\\u001b]0;title\\u0007\\u009b5n"}</script>')
        self.safe('data', data)
        body = 'HTTP/1.1 200 OK\r\nContent-Type: text/%s\r\n\r\n<p>%s' % (self.HOSTILE, self.HOSTILE)
        self.write('a.warc',
                   'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://x.example/%s\r\nWARC-Date: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n' % (
            self.HOSTILE, self.HOSTILE, len(body.encode()), body))
        self.safe('archive', 'list', 'a.warc')
        self.safe('archive', 'verify', 'a.warc', shows=False)
        self.safe('archive', 'get', 'a.warc', 'http://x.example/' + self.HOSTILE)
        self.safe('archive', 'get', 'a.warc', 'http://y.example/' + self.HOSTILE)
        self.safe('fetch', 'http://127.0.0.1:1/' + self.HOSTILE, '-o', 'f.warc.gz', '--retries', '0', shows=False)
        odd = self.write('odd' + self.HOSTILE.replace('/', '') + '.html', '<p>x')
        self.safe('extract', SHOP, odd)
        self.safe('extract', SHOP, odd + 'gone')
        self.safe('extract', 'gone\x1b[2J.wrapper', page)
        self.safe('query', "select * from 'gone\x1b[2J.csv'")
        program = self.write('p.pl', "p('\\e]0;title\\a').\n")
        self.safe('ask', program, 'p(X), atom_codes(X, L), atom_codes(Y, L), throw(Y)', shows=False)
        self.safe('ask', program, 'p(X)', '--format', 'csv')
        labels = '{"page": "p.html", "records": [{"name\\u001b[2J": "gone\\u001b[2J\\u0007"}]}\n'
        self.safe('learn', self.write('l.labels.jsonl', labels), '-o', 'l.wrapper')
        self.safe('debug', 'labels', self.path('l.labels.jsonl'), shows=False)
        self.safe('check', self.learned(), page, shows=False)
        self.safe('repair', self.learned(), page, '--new', odd, '-o', 'r.wrapper', shows=False)
        self.safe('label', page, '--recognisers',
                  self.write('r.toml', "[name]\nregex = '<a title=\"([^\"]*)'\n[\"\\u001b[2J\"]\nregex = '('\n"),
                  shows=False)

    def learned(self):
        """A wrapper with a profile, so that a changed page is told of."""
        self.write('q.html', '<ul>' + ''.join(f'<li><b>name {i}</b><i>{i}.90</i>' for i in range(5)) + '</ul>')
        self.write('q.labels.jsonl', '{"page": "q.html", "complete": true, "records": [%s]}\n'
                   % ', '.join('{"name": "name %d"}' % i for i in range(5)))
        self.run_gleaner('learn', 'q.labels.jsonl', '-o', 'q.wrapper')
        return self.path('q.wrapper')

    def test_pipes_get_it_as_it_is(self):
        script = self.write('s.gln', 'print("a\\u{1b}[2Jb");')
        self.assertEqual(self.run_gleaner('run', script).stdout, 'a\x1b[2Jb')



class Installed(InFolder):
    def test_the_line_for_cron_runs_what_it_names(self):
        odd = "a $(touch owned) `touch owned` 50% ;touch owned 'x"
        self.write(f'{odd}/f.flow.toml',
                   'store = "s.sqlite"\nschedule = "daily 06:00"\n[source.t]\ntable = "t.csv"\nkey = ["id"]\n')
        self.write(f'{odd}/t.csv', 'id\n1\n')
        done = self.run_gleaner('flow', 'install', f'{odd}/f.flow.toml')
        self.assertEqual(done.returncode, 0, done.stderr)
        line = done.stdout.split('crontab -e\n')[1].split(' ', 5)[5].strip()
        command = re.sub(r'(?<!\\)%.*', '', line, flags=re.S).replace('\\%', '%')  # as cron reads it
        subprocess.run(['sh', '-c', command], cwd=self.folder, check=True)
        self.assertTrue(os.path.exists(self.path(f'{odd}/s.sqlite')), line)
        self.assertEqual([name for _, folders, files in os.walk(self.folder) for name in folders + files if name == 'owned'], [])
        os.rename(self.path(odd), self.path('a\nb'))
        self.assertEqual(self.run_gleaner('flow', 'install', 'a\nb/f.flow.toml').returncode, 2)


class Markup(InFolder):
    """Pages of HTML that are written: text of strangers is text in them, and nothing of theirs is loaded or run."""
    HOSTILE = '"\'><img src=x onerror=alert(1)></script></textarea></style><script>alert(2)</script><!--'

    class Reader(html.parser.HTMLParser):
        def __init__(self):
            super().__init__()
            self.wrong, self.scripts, self.policy = [], 0, False

        def handle_starttag(self, tag, attributes):
            self.scripts += tag == 'script'
            # a page, shown: no scripts, and what it is allowed to load is said
            framed = dict(attributes).get('sandbox') if tag == 'iframe' else None
            if tag in ('img', 'iframe', 'object', 'embed', 'base', 'link',
                       'form') and (framed is None or 'scripts' in framed or not self.policy):
                self.wrong.append(tag)
            self.policy |= tag == 'meta' and dict(attributes).get('content', '').startswith("default-src 'none'")
            for name, value in attributes:
                if name.startswith('on') or (name in ('href', 'src', 'action', 'data') and (value or '').strip().lower().startswith(('javascript:', 'vbscript:', 'data:', '//'))):
                    self.wrong.append((tag, name, value))

    def harmless(self, name, *arguments, scripts=1):
        done = self.run_gleaner(*arguments)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        with open(self.path(name), encoding='utf-8') as file:
            text = file.read()
        reader = self.Reader()
        reader.feed(text)
        self.assertEqual(reader.wrong, [], arguments)
        self.assertLessEqual(reader.scripts, scripts, arguments)
        self.assertTrue('&lt;img src=x' in text or 'onerror' not in text, arguments)
        return text

    def test_every_page_that_is_written(self):
        cell = self.HOSTILE.replace('&', '&amp;').replace('<', '&lt;')
        body = '<title>%s</title><ul>' % cell + ''.join(
            '<li><b>%s %d</b><i title="%s">%d</i><a href="javascript:alert(3)">x</a></li>' % (cell, i, cell.replace('"', '&quot;'), i) for i in range(4)) + '</ul>'
        raw = '<ul><li><b>a<img src=x onerror=alert(1)></b><i>1</i><a href=x>x</a></li><li><b>b<script>alert(2)</script></b><i>2</i></li></ul>'
        os.makedirs(self.path('javascript:alert(4)'))
        names = [self.write('"><img src=x onerror=alert(5)>.html', body),
                 self.write('javascript:alert(4)/p.html', body), self.write('raw.html', raw)]
        wrapper = self.write('w.wrapper',
                             'format = 1\nkind = "selector"\nrecord = "li"\n[fields]\n%s = "b"\nlink = { css = "a", attribute = "href" }\n'
                             % json.dumps('<img src=x onerror=alert(6)>'))
        plain = self.write('v.wrapper',
                           'format = 1\nkind = "selector"\nrecord = "li"\n[fields]\nname = "b"\nlink = { css = "a", attribute = "href" }\n')
        for page in names:
            self.harmless('n.html', 'extract', wrapper, os.path.relpath(page, self.folder), '--nested', '-o', 'n.html',
                          scripts=0)
            self.harmless('e.html', 'explain', wrapper, os.path.relpath(page, self.folder), '--html', 'e.html')
            os.remove(self.path('n.html'))
            os.remove(self.path('e.html'))
        for i, page in enumerate(names):
            name = os.path.relpath(page, self.folder)
            text = self.harmless('q%d.html' % i, 'query', 'select * from extract("v.wrapper", "%s")'
                                 % name.replace('"', '\\"'), '--html', 'q%d.html' % i, '--allow-read', '.')
        self.write('t.csv', '%s,b\n"%s",=1+1\n' % ('<img src=x onerror=alert(7)>', self.HOSTILE.replace('"', '""')))
        self.assertIn('&lt;img',
                      self.harmless('t.html', 'query',
                                    "select * from 't.csv' where b != '<img src=x onerror=alert(8)>'", '--html',
                                    't.html'))
        self.run_gleaner('extract', plain, names[0], '--as-labels', '-o', 'l.labels.jsonl')
        self.harmless('l.html', 'label', 'l.labels.jsonl', '--view', 'l.html')


@MEASURED
class Limits(InFolder):
    """--max-seconds and --max-megabytes hold whatever the engine is doing: the child's own
    time and memory are measured."""
    SLACK = 1.2
    BUSY = 15  # seconds that a child may wait for a busy machine

    def measure(self, *arguments):
        """Exit, output, errors, seconds of the processor, seconds that passed."""
        begin = time.monotonic()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = self.run_gleaner(*arguments, timeout=120)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return done.returncode, done.stdout, done.stderr, used, time.monotonic() - begin

    def holds(self, seconds, *arguments):
        code, output, errors, used, passed = self.measure(*arguments, '--max-seconds', str(seconds))
        self.assertEqual(code, 6, (arguments, output[:200], errors[:400]))
        self.assertTrue('ran out of' in errors or 'limit reached' in errors, errors[:400])
        jobs = int(arguments[arguments.index('-j') + 1]) if '-j' in arguments else 1
        self.assertLess(used, seconds * self.SLACK * jobs + 0.5, arguments)
        self.assertLess(passed, seconds * self.SLACK + self.BUSY, arguments)
        return output

    def fits(self, megabytes, *arguments):
        """In a child of its own, so that its peak can be read."""
        code = ('import resource, subprocess, sys\n'
                'done = subprocess.run(sys.argv[1:], capture_output=True)\n'
                'sys.stderr.buffer.write(done.stderr[-2000:])\n'
                'print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)')
        def peak(*more):
            done = subprocess.run([sys.executable, '-c', code, GLEANER, *more], capture_output=True, text=True,
                                  errors='replace', cwd=self.folder, timeout=120)
            exit_code, used = done.stdout.split()
            return int(exit_code), int(used), done.stderr
        idle = peak(*self.IDLE[arguments[0]])[1]
        exit_code, used, errors = peak(*arguments, '--max-megabytes', str(megabytes), '--max-seconds', '60')
        self.assertEqual(exit_code, 6, (arguments, errors[:400]))
        self.assertLess(used - idle, megabytes * self.SLACK + 8, arguments)

    def setUp(self):
        super().setUp()
        self.write('nothing.gln', 'x = 1;')
        self.write('nothing.csv', 'a\n1\n')
        self.IDLE = {'run': ('run', 'nothing.gln'), 'ask': ('ask', '-', 'true'),
                     'query': ('query', "select a from 'nothing.csv'")}

    def script(self, text):
        return self.write('s.gln', text)

    def test_time_of_scripts(self):
        for text in ('while true do end', 'function f(n) return f(n); end try f(1); catch e while true do end end',
                     'function f(n) x = [1]; for i in range(n) do x = [x, x]; end return x; end println(f(60) == f(60));'):
            self.holds(0.5, 'run', self.script(text))
        connection = sqlite3.connect(self.path('x.sqlite'))
        connection.execute('create table t (a)')
        connection.commit()
        connection.close()
        endless = 'with recursive c(x) as (select 1 union all select x+1 from c) select count(*) from c'
        self.holds(0.5, 'run', self.script('println(sqlite("x.sqlite", "%s"));' % endless), '--allow-read', 'x.sqlite')
        self.holds(0.5, 'run', self.script('parallel for x in range(4) do while true do end end;'), '-j', '4')

    def test_time_of_a_slow_server(self):
        server = socket.create_server(('127.0.0.1', 0))
        self.addCleanup(server.close)
        self.holds(0.5, 'run', self.script('println(read("http://127.0.0.1:%d/"));' % server.getsockname()[1]),
                   '--allow-net', '127.0.0.1')

    def test_time_of_logic_programs(self):
        for goal in ('repeat, fail', 'X is 7**300000000, Y is X mod 7', 'X is 2**300000000, atom_length(X, L)',
                     'numlist(1, 400000, L), permutation(L, M), M = [b|_]'):
            self.holds(0.5, 'ask', '-', goal, '--max-steps', '0')
        program = self.write('p.pl', 'p(1). p(2).\nd(0, a). d(N, f(T, T)) :- N > 0, M is N - 1, d(M, T).\n')
        output = self.holds(0.5, 'ask', program, 'p(X), ( X = 1 ; Y is 3**400000000, atom_length(Y, _) )',
                            '--max-steps', '0')
        self.assertIn('"value": 1', output)  # what was found before is there

    def test_memory_of_scripts(self):
        for text in ('x = range(5e7);', 'l = []; while true do l.add("text " + l.length); end',
                     's = "x"; while true do s = s + s; end',
                     's = "x".repeat(64000000);', 'l = []; while true do l.add({a: [l.length]}); end'):
            self.fits(60, 'run', self.script(text))

    def test_memory_of_logic_programs(self):
        program = self.write('p.pl', ':- dynamic f/2.\n:- table t/1.\nfacts(N) :- assertz(f(N, N)), M is N + 1, facts(M).\nt(X) :- between(1, inf, X).\n'
                                     'grow(L) :- grow([a, b, c|L]).\ntext(A) :- atom_concat(A, A, B), text(B).\n')
        for goal in ('facts(0)', 't(X)', 'grow([])', "text(abcdefgh)", 'X is 2**3000000000', 'length(L, 100000000)',
                     'numlist(1, 100000000, L)'):
            self.fits(100, 'ask', program, goal, '--max-steps', '0')


class Machine(InFolder):
    """Threads that cannot be had, files that change."""

    @MEASURED
    def test_fewer_threads_than_wanted(self):
        pages = [self.write('p%d.html' % i, '<ul id=results><li class=product><h3><a href=x>n%d</a></h3></ul>' % i)
                 for i in range(100)]
        wanted = self.run_gleaner('extract', SHOP, *pages, '-j', '1')
        few = lambda: resource.setrlimit(resource.RLIMIT_AS, (800 << 20, 800 << 20))
        done = self.run_gleaner('extract', SHOP, *pages, '-j', '300', preexec_fn=few)
        self.assertEqual(done.returncode, 0, done.stderr[-300:])
        self.assertEqual(done.stdout, wanted.stdout)

    @MEASURED
    def test_hardly_any_memory(self):
        """From too little to start to enough: an answer, or a word about what is missing, and never a signal."""
        page = self.write('p.html', '<ul id=results>' + '<li class=product><h3><a href=x>n</a></h3>' * 2000)
        codes = set()
        for megabytes in [*range(20, 120, 4), *range(120, 400, 20)]:
            little = lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
            done = self.run_gleaner('extract', SHOP, page, '-j', '2', preexec_fn=little)
            if done.returncode == 127 or 'error while loading shared libraries' in done.stderr:
                continue  # the system could not start it
            self.assertGreaterEqual(done.returncode, 0, (megabytes, done.stderr[-300:]))
            if done.returncode:
                self.assertTrue(done.stderr, megabytes)
            codes.add(done.returncode)
        self.assertIn(0, codes)

    def test_a_page_that_is_cut_while_it_is_read(self):
        page = self.path('big.html')
        for _ in range(5):
            with open(page, 'w') as file:
                file.write('<ul id=results>' + '<li class=product><h3><a href=x>name</a></h3>' * 100_000)
            process = subprocess.Popen([GLEANER, 'extract', SHOP, page, '-j', '1'], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, cwd=self.folder)
            time.sleep(0.05)
            os.truncate(page, 1000)
            process.communicate(timeout=60)
            self.assertGreaterEqual(process.returncode, 0)

    def test_an_archive_that_is_cut_while_it_is_read(self):
        archive = self.path('a.warc')
        body = b'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<ul id=results>' + b'<li class=product><h3><a href=x>name</a></h3>' * 1000
        record = b'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://x.example/\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n' % (len(body), body)
        for _ in range(3):
            with open(archive, 'wb') as file:
                file.write(record * 400)
            process = subprocess.Popen([GLEANER, 'extract', SHOP, archive, '-j', '1'], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, cwd=self.folder)
            time.sleep(0.1)
            os.truncate(archive, 1000)
            process.communicate(timeout=60)
            self.assertGreaterEqual(process.returncode, 0)

    @MEASURED
    @unittest.skipIf(not shutil.which('cc'), 'needs a C compiler')
    def test_a_page_that_a_library_hangs_on(self):
        """Only that page is given up, with any number of threads, and it is counted once."""
        self.write('hang.c', '#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <string.h>\n'
                   'typedef int (*match)(const void*, const char*, size_t, size_t, unsigned, void*, void*);\n'
                   'int pcre2_match_8(const void* c, const char* s, size_t n, size_t at, unsigned o, void* d, void* m) {\n'
                   '  if (memmem(s, n, "HANG", 4)) for (volatile int x = 0;;) x = 1 - x;\n'
                   '  return ((match)dlsym(RTLD_NEXT, "pcre2_match_8"))(c, s, n, at, o, d, m);\n}\n')
        subprocess.run(['cc', '-shared', '-fPIC', 'hang.c', '-o', 'hang.so', '-ldl'], cwd=self.folder, check=True)
        self.write('w.wrapper',
                   'format = 1\nkind = "selector"\nrecord = "li"\n[fields]\nname = { css = "b", regex = \'^([A-Za-z]+)\' }\n')
        pages = [self.write('%d.html' % i, '<ul><li><b>%s</b></ul>' % ('HANG' if i == 2 else 'name')) for i in range(5)]
        hanging = {**os.environ, 'LD_PRELOAD': self.path('hang.so')}
        for jobs in '1', '2':
            done = self.run_gleaner('extract', 'w.wrapper', *pages, '--max-seconds', '0.3', '-j', jobs, '--no-page',
                                    '-o', 'o%s.csv' % jobs, env=hanging)
            self.assertEqual(done.returncode, 6, done.stderr)
            self.assertIn('2.html: error: ran out of time', done.stderr)
            self.assertIn('5 pages, 4 records, 1 partial', done.stderr)
            self.assertNotIn('not readable', done.stderr)
            with open(self.path('o%s.csv' % jobs)) as file:
                self.assertEqual(file.read(), 'name\n' + 'name\n' * 4)
        for verb in (['check', 'w.wrapper'], ['explain', 'w.wrapper']):  # these end as a whole
            done = self.run_gleaner(*verb, *pages[:3], '--max-seconds', '0.3', env=hanging)
            self.assertIn(done.returncode, (2, 3, 6), done.stderr)

    def test_names_of_many_parts(self):
        table = self.write('t.csv', '.'.join('a' * 20_000) + '\n1\n')
        for kind in ('xml', 'json', 'jsonl', 'csv'):
            self.assertEqual(self.run_gleaner('convert', table, '--to', kind).returncode, 0, kind)

if __name__ == '__main__':
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
