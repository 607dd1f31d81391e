#!/usr/bin/env python3
"""Logic programs on the web: pages, links and forms of a server on this machine, with --allow-net and without.

    tests/logic_web_test.py GLEANER
"""
import gzip
import html
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.parse

GLEANER = sys.argv.pop(1)
FORM = ('<form action="/find" method="{method}"><input name="word" value="any"><select name="kind"><option value="a">A'
        '<option value="b" selected>B</select><input type="checkbox" name="all"><textarea name="note">hi there</textarea>'
        '<button name="go" value="1">Go</button></form><a href="next.html">Next</a>')


class Site(http.server.BaseHTTPRequestHandler):
    seen = []

    def answer(self, body):
        page = f'<html><body>{body}</body></html>'.encode()
        self.send_response(200)
        self.send_header('Content-Type', 'text/html; charset=utf-8')
        self.send_header('Content-Length', str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def do_GET(self):
        Site.seen.append(('GET', self.path))
        if self.path == '/robots.txt':
            self.send_error(404)
        elif self.path == '/door':
            self.answer('<form action="/login" method="post"><input name="user"><input type="password" name="password"></form>')
        elif self.path in ('/get.html', '/post.html'):
            self.answer(FORM.format(method=self.path[1:-5]))
        elif self.path.startswith('/find?'):
            self.answer(f'<a href="/got">{html.escape(self.path[6:])}</a>')
        elif self.path == '/inside':
            if 'session=open' not in self.headers.get('Cookie', ''):
                return self.send_error(403)
            self.answer('<a href="/x">welcome</a>')
        elif self.path == '/away':
            self.send_response(302)
            self.send_header('Location', 'http://other.example/')
            self.send_header('Content-Length', '0')
            self.end_headers()
        else:
            self.answer('<a href="/x">last</a>')

    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length'])).decode()
        Site.seen.append(('POST', self.path, self.headers['Content-Type'], body))
        if self.path == '/login':  # as sites do: a cookie, and on to the page behind it
            known = urllib.parse.parse_qs(body) == {'user': ['ann'], 'password': ['secret']}
            self.send_response(302 if known else 403)
            if known:
                self.send_header('Set-Cookie', 'session=open; Max-Age=3600')
                self.send_header('Location', '/inside')
            self.send_header('Content-Length', '0')
            return self.end_headers()
        self.answer(f'<a href="/posted">{html.escape(body)}</a>')

    def log_message(self, *_):
        pass


class Web(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Site)
        cls.url = f'http://127.0.0.1:{cls.server.server_port}'
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.folder = tempfile.TemporaryDirectory()
        cls.program = os.path.join(cls.folder.name, 'p.pl')
        with open(cls.program, 'w', encoding='utf-8') as file:
            file.write(':- use_table(\'prices.csv\').\n:- include(\'part.pl\').\n'
                       'links(Url, T) :- document(Url, D), link(D, T, _).\n'
                       'onward(Url, T) :- document(Url, D), link(D, _, L), follow(L, N), link(N, T, _).\n'
                       'sent(Url, Fields, T) :- document(Url, D), submit(D, Fields, P), link(P, T, _).\n'
                       )
        with open(os.path.join(cls.folder.name, 'part.pl'), 'w', encoding='utf-8') as file:
            file.write(':- module(part, [dear/2]).\ndear(N, P) :- prices(N, P, _), number(P), P > 9.5.\n')
        with open(os.path.join(cls.folder.name, 'prices.csv'), 'w', encoding='utf-8') as file:
            file.write('name,price,key\ncup,6.90,9007199254740993\npot,21.5,2\njug,,3\n')

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()
        cls.folder.cleanup()

    def ask(self, goal, *options):
        done = subprocess.run([GLEANER, 'ask', self.program, goal, *options], capture_output=True, text=True,
                              timeout=60)
        return [json.loads(line) for line in done.stdout.splitlines()], done.stderr, done.returncode

    def texts(self, goal, *options):
        answers, error, _ = self.ask(goal, *options)
        self.assertTrue(answers, error)
        return [answer['t'] for answer in answers]

    def test_pages_and_links(self):
        allow = ('--allow-net', '127.0.0.1')
        self.assertEqual(self.texts(f"links('{self.url}/get.html', T)", *allow), ['Next'])
        self.assertEqual(self.texts(f"onward('{self.url}/get.html', T)", *allow), ['last'])

    def test_hosts_that_were_not_named_are_not_reached(self):
        before = len(Site.seen)
        for options in ((), ('--allow-net', 'other.example')):
            answers, error, code = self.ask(f"links('{self.url}/get.html', T)", *options)
            self.assertEqual(answers, [])
            self.assertNotEqual(code, 0)
            self.assertIn('127.0.0.1', error)
        self.assertEqual(len(Site.seen), before)
        answers, error, _ = self.ask(f"links('{self.url}/away', T)", '--allow-net', '127.0.0.1')
        self.assertEqual(answers, [])

    def test_forms_are_sent_as_a_browser_would(self):
        allow = ('--allow-net', '127.0.0.1')
        got = self.texts(f"sent('{self.url}/get.html', [word = 'tea & cup'], T)", *allow)
        self.assertEqual(urllib.parse.parse_qs(got[0]), {'word': ['tea & cup'], 'kind': ['b'], 'note': ['hi there']})
        got = self.texts(f"sent('{self.url}/post.html', [word = x, go = '1'], T)", *allow)
        self.assertEqual(urllib.parse.parse_qs(got[0]),
                         {'word': ['x'], 'kind': ['b'], 'note': ['hi there'], 'go': ['1']})
        self.assertEqual(Site.seen[-1][:3], ('POST', '/find', 'application/x-www-form-urlencoded'))
        _, error, _ = self.ask(f"sent('{self.url}/get.html', [colour = red], T)", *allow)
        self.assertIn('no form', error)

    def test_a_login_lasts_and_its_job_keeps_what_it_saw(self):
        job = os.path.join(self.folder.name, 'in.job')
        allow = ('--allow-net', '127.0.0.1')
        inside = f"links('{self.url}/inside', T)"
        login = f"sent('{self.url}/door', [user = ann, password = secret], T)"
        answers, error, _ = self.ask(inside, *allow)
        self.assertEqual(answers, [])
        self.assertIn('403', error)
        # in one run: the cookie of the form's answer goes with what is asked for next
        self.assertEqual(self.texts(f"(sent('{self.url}/door', [user = ann, password = secret], _), {inside})", *allow),
                         ['welcome'])
        # in another run of the same job: its cookies are there
        self.assertEqual(self.texts(login, *allow, '--job', job), ['welcome'])
        asked = len(Site.seen)
        self.assertEqual(self.texts(inside, *allow, '--job', job), ['welcome'])
        self.assertGreater(len(Site.seen), asked)
        # and what was seen is seen again without a network, the answer to the form included; the password is nowhere
        asked = len(Site.seen)
        for goal in (login, inside):
            self.assertEqual(self.texts(goal, *allow, '--job', job, '--cached'), ['welcome'])
        self.assertEqual(len(Site.seen), asked)
        for name in os.listdir(job):
            with open(os.path.join(job, name), 'rb') as file:
                text = file.read()
            self.assertNotIn(b'secret', gzip.decompress(text) if name.endswith('.gz') else text)
        answers, error, _ = self.ask(f"sent('{self.url}/door', [user = ann, password = other], T)", *allow, '--job',
                                     job)
        self.assertEqual(answers, [])
        self.assertIn('403', error)

    def test_defaults_of_lists(self):
        answers, error, _ = self.ask(f"document('{self.url}/get.html', D), form(D, _, F), member(kind = K, F)",
                                     '--allow-net', '127.0.0.1')
        self.assertEqual([a['k'] for a in answers], ['b'], error)

    def test_tables_and_files_of_the_program(self):
        answers, error, _ = self.ask('dear(N, P)')
        self.assertEqual([(a['n'], a['p']['value']) for a in answers], [('pot', 21.5)], error)
        answers, error, _ = self.ask('prices(cup, _, K), K =:= 9007199254740992 + 1')
        self.assertEqual(len(answers), 1, error)
        answers, error, _ = self.ask('prices(N, null, _)')
        self.assertEqual([a['n'] for a in answers], ['jug'], error)
        other = os.path.join(self.folder.name, 'q.pl')
        for text in (":- use_table('/etc/passwd').", ":- include('../x.pl').",
                     ":- use_table('postgresql://host/db#t')."):
            with open(other, 'w', encoding='utf-8') as file:
                file.write(text + '\n')
            done = subprocess.run([GLEANER, 'ask', other, 'true'], capture_output=True, text=True, timeout=60)
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, 'own folder|may not reach')


if __name__ == '__main__':
    unittest.main()
