#!/usr/bin/env python3
"""The logic robot over HTTP: the form, streamed answers, JSON, the marked source, hostile parameters; the same in a browser when there is one.

    tests/robot_test.py GLEANER
"""
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
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
        cls.process = subprocess.Popen([GLEANER, 'robot', os.path.join(ADS, 'ads.pl'), '--port', '0'], stderr=subprocess.PIPE, text=True)
        cls.url = re.search(r'http://\S+', cls.process.stderr.readline()).group(0)

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
        return [json.loads(line) for line in self.get('search.json', **parameters).splitlines()]

    def test_form_is_made_from_the_parameters(self):
        page = self.get()
        for piece in ('<select id="f-column"', '<option value="music">', 'id="f-word"', 'name="price.op"', 'id="f-telephone"', 'Search</button>'):
            self.assertIn(piece, page)
        self.assertNotIn('<script', page)
        self.assertNotIn('id=results', page)

    def test_all_advertisements(self):
        self.assertEqual(len(self.lines()), 1000)  # the default limit
        self.assertEqual(len(self.lines(column='music')), sum(1 for a in self.everything() if a['column']['text'] == 'music'))

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
        for text in ("'", '"', "'), shell('touch /tmp/x'), p('", 'X = Y', '\\', '%', '<script>alert(1)</script>', '$(ls)', 'a' * 1_000_000, '\0', 'é€😀'):
            body = urllib.parse.urlencode({'word': text, 'search': 1}).encode()
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
                self.get('search.json', **parameters)
            self.assertEqual(failed.exception.code, 400)
            self.assertIn('error', json.loads(failed.exception.read()))
            failed.exception.close()
        for page in ('../../../README.md', '/etc/passwd', 'nowhere.html', ''):
            with self.assertRaises(urllib.error.HTTPError) as failed:
                self.get('source', page=page, **{'from': 0, 'to': 1})
            self.assertEqual(failed.exception.code, 404)
            failed.exception.close()
        with self.assertRaises(urllib.error.HTTPError) as failed:
            self.get('source', page='page001.html', **{'from': 0, 'to': 10 ** 9})
        failed.exception.close()

    @unittest.skipUnless(shutil.which('chromium'), 'needs chromium')
    def test_in_a_browser(self):
        def dom(url):
            with tempfile.TemporaryDirectory() as profile:
                return subprocess.run(['chromium', '--headless=new', '--no-sandbox', '--disable-gpu', '--user-data-dir=' + profile, '--dump-dom', url],
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


if __name__ == '__main__':
    unittest.main(argv=[sys.argv[0]])
