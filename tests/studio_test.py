#!/usr/bin/env python3
"""Studio under attack, over HTTP: strangers without the key, hosts and sites that are not its own, bodies without
end, passwords tried out, names that lead out of the folder, commands that would run code. What the server may take
of memory meanwhile is asserted.

    tests/studio_test.py GLEANER
"""
import gzip
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

GLEANER = sys.argv.pop(1)
SANITIZED = bool(os.environ.get('GLEANER_SANITIZED'))
PASSWORD = 'a password of some length'
LARGE = 64 << 20


class Studio:
    def __init__(self, folder, *more):
        self.process = subprocess.Popen([GLEANER, 'studio', folder, '--no-browser', '--port', '0', *more],
                                        stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()
        self.port = urllib.parse.urlparse(self.address).port
        found = re.search(r'token=(\w+)', self.address)
        self.token = found.group(1) if found else ''

    def ask(self, method, path, body=None, key=True, **headers):
        """Status and text of the answer; None if the server hung up while it was still being sent to."""
        if key:
            headers.setdefault('X-Gleaner-Token', self.token)
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=60)
        headers = {name.replace('_', '-'): value for name, value in headers.items()}
        try:
            connection.request(method, path, body if body is None or isinstance(body, bytes) else json.dumps(body),
                               headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode('utf8', 'replace')
        except OSError:
            return None, ''
        finally:
            connection.close()

    def raw(self, head, body=b''):
        """All that comes back for bytes as they are."""
        with socket.create_connection(('127.0.0.1', self.port), timeout=60) as link:
            try:
                link.sendall(head.replace('\n', '\r\n').encode() + b'\r\n' + body)
                link.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            out = b''
            try:
                while piece := link.recv(65536):
                    out += piece
            except OSError:
                pass
        return out.decode('utf8', 'replace')

    def peak(self):
        with open(f'/proc/{self.process.pid}/status') as file:
            return int(re.search(r'VmHWM:\s*(\d+)', file.read()).group(1)) / 1024

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


class InProject(unittest.TestCase):
    OPTIONS = ()

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.outside = self.temporary.name
        self.folder = os.path.join(self.outside, 'project')
        os.makedirs(os.path.join(self.folder, 'pages'))
        self.write('pages/p.html', '<ul><li><b>one</b><li><b>two</b></ul>')
        self.write('../secret.html', '<p>SECRET</p>')
        self.write('../secret.wrapper', 'SECRET')
        self.write('../password.txt', PASSWORD)
        os.symlink('../../secret.html', os.path.join(self.folder, 'pages', 'link.html'))
        os.symlink('..', os.path.join(self.folder, 'up'))
        self.studio = Studio(self.folder, *(option.replace('OUTSIDE', self.outside) for option in self.OPTIONS))

    def tearDown(self):
        self.assertIsNone(self.studio.process.poll(), 'the server has ended')
        self.studio.close()
        self.temporary.cleanup()

    def write(self, name, text):
        with open(os.path.join(self.folder, name), 'w') as file:
            file.write(text)


class Strangers(InProject):
    def test_nothing_without_the_key(self):
        for method, path in [('GET', 'project'), ('GET', 'page?name=pages/p.html'), ('GET', 'file?name=pages/p.html'),
                             ('GET', 'events'), ('GET', 'ticket'),
                             ('POST', 'run'), ('POST', 'jobs'), ('POST', 'upload?name=x.html'),
                             ('PUT', 'file?name=a.gln'), ('POST', 'label'), ('POST', 'undo')]:
            for token in ('', 'x' * 32, self.studio.token[:-1], self.studio.token + '0'):
                status, text = self.studio.ask(method, '/api/v1/' + path, {} if method != 'GET' else None, key=False,
                                               X_Gleaner_Token=token)
                self.assertEqual((status, 'key' in text), (403, True), (method, path, token))
        for path in ('/frame?page=pages/p.html', '/frame?page=pages/p.html&ticket=' + 'x' * 32, '/res/x/f/pages/p.html',
                     '/trace?ticket='):
            self.assertIn(self.studio.ask('GET', path, key=False)[0], (403, 404), path)

    def test_other_hosts_and_sites(self):
        for headers in ({'Host': 'evil.example'}, {'Host': 'evil.example:%d' % self.studio.port}, {'Host': ''},
                        {'Origin': 'https://evil.example'}, {'Origin': 'null'},
                        {'Origin': 'http://127.0.0.1:1'}):
            for method in ('GET', 'POST'):
                status, _ = self.studio.ask(method, '/api/v1/project' if method == 'GET' else '/api/v1/undo', **headers)
                self.assertIn(status, (400, 403, 421), (method, headers))

    def test_no_memory_for_strangers(self):
        before = self.studio.peak()
        self.assertIn(self.studio.ask('POST', '/api/v1/upload?name=x.html', b'x' * LARGE, key=False)[0],
                      (None, 403, 413))
        self.assertIn(self.studio.ask('POST', '/api/v1/login', b'x' * LARGE, key=False)[0], (None, 403, 413))
        head = 'POST /api/v1/login HTTP/1.1\nHost: 127.0.0.1\nTransfer-Encoding: chunked\n'
        piece = b'100000\r\n' + b'x' * 0x100000 + b'\r\n'
        self.assertNotIn(' 200 ', self.studio.raw(head, piece * 64 + b'0\r\n\r\n'))
        packed = gzip.compress(b'x' * LARGE)
        answer = self.studio.raw(f'POST /api/v1/login HTTP/1.1\nHost: 127.0.0.1\nContent-Encoding: gzip\nContent-Length: {len(packed)}\n', packed)
        self.assertIn(' 415 ', answer)
        if not SANITIZED:
            self.assertLess(self.studio.peak() - before, 16)

    def test_bodies_are_not_the_next_request(self):
        inner = 'GET /api/v1/project HTTP/1.1\nHost: 127.0.0.1\nX-Gleaner-Token: %s\n\n' % self.studio.token
        for head in ('GET / HTTP/1.1\nHost: 127.0.0.1\nContent-Length: %d\n',
                     'POST /api/v1/undo HTTP/1.1\nHost: evil.example\nContent-Length: %d\n',
                     'POST /api/v1/undo HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 9999999999\nContent-Length: %d\n',
                     'POST /api/v1/undo HTTP/1.1\nHost: 127.0.0.1\nTransfer-Encoding: chunked\nContent-Length: %d\n'):
            answer = self.studio.raw(head % len(inner), inner.encode())
            self.assertIn('Connection: close', answer.split('\r\n\r\n')[0], head)

    def test_heads_of_all_kinds(self):
        for head in ('', 'GET\n', 'GET / HTTP/9\n', 'X' * 100_000,
                     'GET /' + 'a' * 100_000 + ' HTTP/1.1\nHost: 127.0.0.1\n',
                     'GET / HTTP/1.1\nHost: 127.0.0.1\n' + 'A: b\n' * 100_000,
                     'GET /%00%ff..%2f..%2f HTTP/1.1\nHost: 127.0.0.1\n',
                     'GET / HTTP/1.1\nHost: 127.0.0.1\nRange: bytes=' + '0-1,' * 20_000 + '0-1\n',
                     'OPTIONS * HTTP/1.1\nHost: 127.0.0.1\n',
                     'POST /api/v1/login HTTP/1.1\nHost: 127.0.0.1\nContent-Length: -1\n',
                     'POST /api/v1/login HTTP/1.1\nHost: 127.0.0.1\nContent-Type: multipart/form-data; boundary=x\nContent-Length: 5\n'):
            self.studio.raw(head, b'abcde')
        self.assertEqual(self.studio.ask('GET', '/')[0], 200)


class Passwords(InProject):
    OPTIONS = ('--password-file', 'OUTSIDE/password.txt')

    def test_a_few_tries_at_a_time(self):
        self.assertEqual(self.studio.token, '')
        self.assertEqual(self.studio.ask('POST', '/api/v1/login', {'password': PASSWORD}, key=False)[0], 200)
        statuses = [self.studio.ask('POST', '/api/v1/login', {'password': f'guess {i}'}, key=False)[0]
                    for i in range(100)]
        self.assertEqual(set(statuses), {403, 429})
        self.assertGreater(statuses.count(429), 80)


class Names(InProject):
    def test_answers_go_as_they_are(self):
        """Packing them costs more than the click that they answer, and the library packs as slowly as it can."""
        status, text = self.studio.ask('GET', '/api/v1/project', Accept_Encoding='gzip, deflate, br')
        self.assertEqual(status, 200)
        self.assertIn('title', json.loads(text))

    WAYS_OUT = ('../secret.html', '/etc/passwd', 'pages/../../secret.html', 'pages/link.html', 'up/secret.html',
                'pages/./../../secret.html', '..', 'pages/' + 'x' * 5000)

    def test_files(self):
        for name in (*self.WAYS_OUT, '../secret.wrapper', 'up/secret.wrapper'):
            quoted = urllib.parse.quote(name)
            for path in (f'file?name={quoted}', f'page?name={quoted}', f'lines?page={quoted}', f'config?name={quoted}'):
                status, text = self.studio.ask('GET', '/api/v1/' + path)
                self.assertNotEqual(status, 200, (path, text[:200]))
                self.assertNotIn('SECRET', text)
                self.assertNotIn('root:', text)
            ticket = json.loads(self.studio.ask('GET', '/api/v1/ticket')[1])['ticket']
            for path in (f'/frame?page={quoted}&ticket={ticket}', f'/res/{ticket}/f/{name}',
                         f'/res/{ticket}/p/1/{name}', f'/res/{ticket}/k/{name}'):
                status, text = self.studio.ask('GET', urllib.parse.quote(path, safe='/?&=%'))
                self.assertNotEqual(status, 200, path)
                self.assertNotIn('SECRET', text)

    def test_writing(self):
        for name in ('../new.gln', 'up/new.gln', os.path.join(self.outside, 'new.gln'), '.gleaner/x.gln',
                     'pages/p.html'):
            status, _ = self.studio.ask('PUT', '/api/v1/file?name=' + urllib.parse.quote(name), b'x', If_Match='"-"')
            self.assertNotEqual(status, 200, name)
        for name in ('../../new.html', '/tmp/new.html', '..', '\0', 'a/../../new.html'):
            self.studio.ask('POST', '/api/v1/upload?name=' + urllib.parse.quote(name), b'<p>x')
        self.assertEqual(sorted(os.listdir(self.outside)), ['password.txt', 'project', 'secret.html', 'secret.wrapper'])

    def test_commands(self):
        for path in ('run', 'jobs'):
            for words in ([], ['shell'], ['studio'], ['label', '--recognisers', 'x'],
                          ['run', 'x.gln', '--library', 'x.so'], ['run', 'x.gln', '--library=x.so'],
                          ['../gleaner'], ['query; touch x'], [{}], 'run'):
                self.assertEqual(self.studio.ask('POST', '/api/v1/' + path, {'words': words})[0], 400, words)
        for page in ('--library=x', '-o', '../secret.html', '/etc/passwd'):
            self.assertNotEqual(self.studio.ask('POST', '/api/v1/trace',
                                                {'grammar': 'rule a is "x" end', 'page': page})[0], 200)
            self.assertNotEqual(self.studio.ask('POST', '/api/v1/match', {'left': page})[0], 200)
        status, text = self.studio.ask('POST', '/api/v1/jobs', {'words': ['query', "$(touch owned) `touch owned` ; touch owned '; touch owned; '"]})
        self.assertEqual(status, 200, text)
        identity = json.loads(text)['id']
        while any(job['state'] == 'running' for job in json.loads(self.studio.ask('GET', '/api/v1/jobs')[1])['jobs']):
            pass
        self.assertNotIn('owned', os.listdir(self.folder))
        for other in ('../' + identity, identity + '/..', '', '..'):
            self.assertNotEqual(self.studio.ask('POST', '/api/v1/jobs/control', {'id': other, 'what': 'forget'})[0],
                                200)


class Requests(InProject):
    def test_bodies_of_all_kinds(self):
        actions = ('open', 'pick', 'label', 'answer', 'field', 'learn', 'accept', 'repair', 'query', 'trace', 'jobs',
                   'jobs/control', 'match', 'run')
        bodies = [b'', b'{', b'null', b'[]', b'"x"', b'{}', b'\xff\xfe', b'{"a":' * 100_000, b'[' * 1_000_000,
                  b'{"table": 1, "page": [], "words": {}, "id": {}}',
                  json.dumps({'table': '../../x', 'page': '../../secret.html', 'field': '', 'name': '', 'from': -1, 'to': 1e308, 'what': '\0'}).encode(),
                  json.dumps({'table': 't' * 100_000, 'page': 'pages/p.html', 'begin': -1, 'end': 1 << 62, 'span': [9, 1], 'spans': [[-1, 1e300]], 'field': 'f.' * 10_000}).encode()]
        for action in actions:
            for body in bodies:
                status, text = self.studio.ask('POST', '/api/v1/' + action, body)
                self.assertIn(status, (200, 400, 404, 409, 422, 501, 503), (action, body[:60], text[:200]))
        for view in ('pages', 'page', 'lines', 'history', 'table', 'why', 'proposal', 'rows', 'compare', 'jobs',
                     'config', 'export', 'file'):
            for query in ('', '?table=..%2fx&name=%00&from=-1&to=99999999999999999999&row=-1&id=..',
                          '?table=none&page=pages/p.html&from=1e9&row=4294967296&field=' + 'a.' * 2000):
                status, text = self.studio.ask('GET', f'/api/v1/{view}{query}')
                self.assertIn(status, (200, 400, 404, 409, 414, 422), (view, query[:60], text[:200]))


if __name__ == '__main__':
    unittest.main()
