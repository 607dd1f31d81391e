#!/usr/bin/env python3
"""The logic robot over HTTP: the form, streamed answers, JSON, the marked source, hostile parameters; the same
in a browser when there is one.

    tests/robot_test.py GLEANER
"""
import csv
import io
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

GLEANER = sys.argv.pop(1)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ADS = os.path.join(ROOT, 'samples', 'logic', 'ads')


class Robot(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.process = subprocess.Popen([GLEANER, 'robot', os.path.join(ADS, 'ads.pl'), '--port', '0'],
                                       stderr=subprocess.PIPE, text=True)
        cls.url = re.search(r'http://\S+', cls.process.stderr.readline()).group(0)
        cls.token = re.search(r'token=(\S+)', cls.process.stderr.readline()).group(1)

    @classmethod
    def tearDownClass(cls):
        cls.process.terminate()
        cls.process.wait()
        cls.process.stderr.close()

    def get(self, path='', **parameters):
        query = '?' + urllib.parse.urlencode(parameters) if parameters else ''
        with urllib.request.urlopen(self.url + path + query) as answer:
            return answer.read().decode()

    def lines(self, **parameters):
        return [json.loads(line) for line in self.get('search.json', token=self.token, **parameters).splitlines()]

    def status(self, path, **headers):
        connection = http.client.HTTPConnection(urllib.parse.urlparse(self.url).netloc)
        connection.putrequest('GET', path, skip_host='Host' in headers)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status

    def test_form_is_made_from_the_parameters(self):
        page = self.get()
        for piece in ('<select id="f-column"', '<option value="music">', 'id="f-word"', 'name="price.op"',
                      'id="f-telephone"', 'Search</button>'):
            self.assertIn(piece, page)
        self.assertNotIn('<script', page)
        self.assertNotIn('id=results', page)

    def test_all_advertisements(self):
        self.assertEqual(len(self.lines()), 1000)  # the default limit
        self.assertEqual(len(self.lines(column='music')),
                         sum(1 for a in self.everything() if a['column']['text'] == 'music'))

    def everything(self):
        out = []
        for column in ('computers', 'furniture', 'music', 'cars', 'books'):
            out += self.lines(column=column)
        self.assertEqual(len(out), 1090)
        return out

    def test_filters(self):
        everything = self.everything()
        cheap = self.lines(column='cars', price='100', **{'price.op': 'less'})
        self.assertEqual(cheap, [a for a in everything if a['column']['text'] == 'cars' and a['price']['number'] < 100])
        dear = self.lines(column='cars', price='4000', **{'price.op': 'greater'})
        self.assertEqual(dear, [a for a in everything if a['column']['text'] == 'cars' and a['price']['number'] > 4000])
        area = self.lines(column='books', telephone='0261*')
        self.assertEqual(area, [a for a in everything if a['column']['text'] == 'books' and a['telephone']['text'].startswith('0261')])
        word = self.lines(column='music', word='GUITAR')
        self.assertTrue(word and all('guitar' in a['article']['text'].lower() + a['description']['text'].lower() for a in word))

    def test_sorting_headings_and_downloads(self):
        everything = self.lines(column='cars')
        prices = [a['price']['number'] for a in self.lines(column='cars', sort='price')]
        self.assertEqual(prices, sorted(a['price']['number'] for a in everything))
        prices = [a['price']['number'] for a in self.lines(column='cars', sort='price', order='desc')]
        self.assertEqual(prices, sorted((a['price']['number'] for a in everything), reverse=True))
        page = self.get(search=1, column='cars', sort='price')
        self.assertIn('>Price in DM</a></th>', page)
        self.assertIn('<th aria-sort=ascending><a href="/?search=1&amp;column=cars&amp;sort=price&amp;order=desc">', page)
        self.assertIn('>Article</a></th>', page)
        link = re.search(r'href="/(search.csv[^"]*)"', page).group(1).replace('&amp;', '&')
        rows = list(csv.reader(io.StringIO(self.get(link))))
        self.assertEqual(rows[0], ['column', 'article', 'description', 'price', 'telephone'])
        self.assertEqual(len(rows) - 1, len(everything))
        self.assertEqual([float(row[3]) for row in rows[1:]], sorted(a['price']['number'] for a in everything))
        self.assertEqual(self.status('/search.csv'), 403)

    def test_unknown_comparisons_and_columns_are_named(self):
        page = self.get(search=1, price='5', **{'price.op': 'about'})
        self.assertIn('there is no comparison about; known: less, greater, equal', page)
        self.assertIn('there is no column size to sort by', self.get(search=1, sort='size'))
        self.assertEqual(self.status(f'/search.json?token={self.token}&price=5&price.op=about'), 400)

    def test_values_stand_where_the_spans_say(self):
        for answer in self.lines(column='computers')[:50]:
            for name in ('article', 'telephone', 'price'):
                value = answer[name]
                with open(os.path.join(ADS, value['page']), 'rb') as file:
                    source = file.read()[value['span'][0]:value['span'][1]].decode()
                if name == 'price':
                    self.assertEqual(float(source), value['number'])
                else:
                    self.assertEqual(source, value['text'])

    def test_result_page_links_to_the_marked_source(self):
        page = self.get(search=1, word='Atlas')
        self.assertRegex(page, r'<p id=summary>\d+ answers in ')
        link = re.search(r'href="(/source[^"#]*)#value">Atlas', page).group(1).replace('&amp;', '&')
        self.assertIn('<mark id=value>Atlas</mark>', self.get(link[1:]))

    def test_answers_stream(self):
        connection = http.client.HTTPConnection(urllib.parse.urlparse(self.url).netloc)
        connection.request('GET', '/?search=1')
        answer = connection.getresponse()
        self.assertEqual(answer.getheader('Transfer-Encoding'), 'chunked')
        self.assertTrue(answer.read(200))
        connection.close()  # a visitor who leaves
        self.assertEqual(len(self.lines(column='music', word='piano', price='1', **{'price.op': 'less'})), 0)

    def test_hostile_parameters(self):
        for text in ("'", '"', "'), shell('touch /tmp/x'), p('", 'X = Y', '\\', '%', '<script>alert(1)</script>',
                     '$(ls)', 'a' * 1_000_000, '\0', 'é€😀'):
            body = urllib.parse.urlencode({'word': text, 'search': 1, 'token': self.token}).encode()
            if len(body) > 8000:  # more than a form may hold is refused
                with self.assertRaises(urllib.error.HTTPError) as failed:
                    urllib.request.urlopen(self.url, data=body)
                self.assertEqual(failed.exception.code, 413)
                failed.exception.close()
                continue
            with urllib.request.urlopen(self.url, data=body) as answer:
                page = answer.read().decode()
            self.assertIn('id=summary', page)
            self.assertNotIn('<script', page)
            with urllib.request.urlopen(self.url + 'search.json', data=body) as answer:
                for line in answer.read().decode().splitlines():
                    found = json.loads(line)
                    self.assertIn(text, found['article']['text'] + found['description']['text'])
        for parameters in ({'column': "music'"}, {'price': 'abc'}, {'column': 'x), halt, (y'}):
            with self.assertRaises(urllib.error.HTTPError) as failed:
                self.get('search.json', token=self.token, **parameters)
            self.assertEqual(failed.exception.code, 400)
            self.assertIn('error', json.loads(failed.exception.read()))
            failed.exception.close()
        for page in ('../../../README.md', '/etc/passwd', 'nowhere.html', ''):
            with self.assertRaises(urllib.error.HTTPError) as failed:
                self.get('source', page=page, token=self.token, **{'from': 0, 'to': 1})
            self.assertEqual(failed.exception.code, 404)
            failed.exception.close()
        with self.assertRaises(urllib.error.HTTPError) as failed:
            self.get('source', page='page001.html', token=self.token, **{'from': 0, 'to': 10 ** 9})
        failed.exception.close()

    def test_only_pages_that_an_answer_came_from_are_shown(self):
        page = self.lines(column='cars')[0]['price']['page']
        shown = dict(page=page, token=self.token, **{'from': 0, 'to': 1})
        self.assertIn('<mark', self.get('source', **shown))
        for other in ('ads.pl', 'ads.tpl', './' + page, 'x/../' + page, os.path.join(ADS, page)):
            with self.assertRaises(urllib.error.HTTPError) as failed:
                self.get('source', **{**shown, 'page': other})
            self.assertEqual(failed.exception.code, 404)
            failed.exception.close()

    def test_nothing_but_the_form_without_the_token(self):
        for token in ('', 'x', self.token[:-1], self.token + 'x'):
            self.assertEqual(self.status('/search.json?column=cars&token=' + token), 403)
            self.assertEqual(self.status('/source?page=page001.html&from=0&to=1&token=' + token), 404)
        self.assertEqual(self.status('/'), 200)

    def test_called_by_a_name_of_its_own_only(self):
        port = str(urllib.parse.urlparse(self.url).port)
        for host in ('evil.example', 'evil.example:' + port, '127.0.0.1.evil.example', 'localhost.evil.example:' + port,
                     '', '10.0.0.1', '[::2]', '127.evil.example'):
            self.assertEqual(self.status('/', Host=host), 421, host)
        for host in ('localhost', 'LOCALHOST:' + port, '127.0.0.1:' + port, '[::1]:' + port, '127.0.0.2'):
            self.assertEqual(self.status('/', Host=host), 200, host)

    def test_asked_by_its_own_pages_only(self):
        own = 'http://' + urllib.parse.urlparse(self.url).netloc
        self.assertEqual(self.status('/?search=1&column=music', Origin=own), 200)
        for origin in ('http://evil.example', 'null', own + '.evil.example', own + '0', 'https://127.0.0.1'):
            self.assertEqual(self.status('/?search=1', Origin=origin), 403, origin)

    def test_slow_visitors_hold_up_nobody(self):
        address = urllib.parse.urlparse(self.url)
        slow = []
        for _ in range(60):
            one = socket.create_connection((address.hostname, address.port))
            one.sendall(b'GET / HTTP/1.1\r\nHost: 127')
            slow.append(one)
        try:
            begin = time.monotonic()
            self.assertIn('Search</button>', self.get())
            self.assertLess(time.monotonic() - begin, 3)
        finally:
            for one in slow:
                one.close()

    @unittest.skipUnless(shutil.which('chromium'), 'needs chromium')
    def test_in_a_browser(self):
        def dom(url):
            with tempfile.TemporaryDirectory() as profile:
                return subprocess.run(['chromium', '--headless=new', '--no-sandbox', '--disable-gpu',
                                       '--user-data-dir=' + profile, '--dump-dom', url],
                                      capture_output=True, text=True, timeout=120).stdout
        page = dom(self.url + '?search=1&column=music&word=piano')
        if not page:
            self.skipTest('the browser does not start here')
        self.assertIn('id="results"', page)
        self.assertIn('id="summary"', page)
        self.assertIn('>Piano</a>', page)
        self.assertIn('<option value="music" selected="">', page)
        link = re.search(r'href="(/source[^"]*)">Piano', page).group(1).replace('&amp;', '&')
        self.assertIn('<mark id="value">Piano</mark>', dom(self.url + link[1:]))


class OtherRobots(unittest.TestCase):
    def start(self, *arguments, **environment):
        process = subprocess.Popen([GLEANER, 'robot', *arguments, '--port', '0'], stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, **environment})
        url = re.search(r'http://\S+', process.stderr.readline()).group(0)
        process.stderr.readline()

        def end():
            process.terminate()
            process.wait()
            process.stderr.close()
        self.addCleanup(end)
        return url

    def test_trusted_programs_show_no_other_files_either(self):
        url = self.start(os.path.join(ADS, 'ads.pl'), '--trusted', '--token', 'secret')
        with urllib.request.urlopen(url + 'search.json?token=secret&column=cars') as answer:
            self.assertTrue(answer.read())
        for page in ('/etc/passwd', '../cars/cars.pl', 'ads.pl'):
            with self.assertRaises(urllib.error.HTTPError) as failed:
                urllib.request.urlopen(url + 'source?'
                                       + urllib.parse.urlencode({'page': page, 'from': 0, 'to': 0, 'token': 'secret'}))
            self.assertEqual(failed.exception.code, 404)
            failed.exception.close()

    def test_a_search_that_cannot_be_stopped_ends_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, 'slow.pl')
            with open(program, 'w') as file:
                file.write(":- robot(find(kind, size), 'Slow').\n:- parameter(kind, choice([quick, slow, large]), 'Kind').\n"
                           'find(quick, 1).\nfind(slow, N) :- X is 7**300000000, N is X mod 7.\n'
                           "find(large, N) :- format(atom(A), '~*c', [2000000000, 0'x]), atom_length(A, N).\n")
            url = self.start(program, '--token', 't', '--max-seconds', '1', '--max-megabytes', '200')

            def quick():
                for _ in range(200):  # while it starts again nobody answers
                    try:
                        with urllib.request.urlopen(url + 'search.json?token=t&kind=quick') as answer:
                            return answer.read().decode()
                    except (ConnectionError, urllib.error.URLError, http.client.HTTPException):
                        time.sleep(0.05)
            self.assertIn('"quick"', quick())
            for kind in ('slow', 'large', 'slow'):
                begin = time.monotonic()
                try:
                    with urllib.request.urlopen(url + 'search.json?token=t&kind=' + kind, timeout=30) as answer:
                        self.assertNotIn('"%s"' % kind, answer.read().decode())
                except (ConnectionError, urllib.error.URLError, http.client.HTTPException):
                    pass
                self.assertLess(time.monotonic() - begin, 15)
                self.assertIn('"quick"', quick())

    def test_a_name_of_its_own(self):
        url = self.start(os.path.join(ADS, 'ads.pl'), '--name', 'Ads.Example')
        request = urllib.request.Request(url, headers={'Host': 'ads.example'})
        with urllib.request.urlopen(request) as answer:
            self.assertEqual(answer.status, 200)

    def test_numbers_have_a_point_in_every_language(self):
        names = subprocess.run(['locale', '-a'], capture_output=True, text=True).stdout.split()
        comma = [name for name in names if name.startswith(('de_', 'fr_', 'es_'))]
        for language in ['C'] + comma[:1]:
            url = self.start(os.path.join(ADS, 'ads.pl'), '--token', 't', LC_ALL=language)
            for number in ('99.5', '99,5', '+99.5'):
                query = urllib.parse.urlencode({'token': 't', 'column': 'cars', 'price': number, 'price.op': 'less'})
                with urllib.request.urlopen(url + 'search.json?' + query) as answer:
                    found = [json.loads(line) for line in answer.read().decode().splitlines()]
                self.assertTrue(all(one['price']['number'] < 99.5 for one in found))


if __name__ == '__main__':
    unittest.main(argv=[sys.argv[0]])
