#!/usr/bin/env python3
"""How many cells of score_rows.py can any learner get right that gives texts as they stand on the page?

usage: rows_bound.py [-v] DIR      DIR: NAME.html with NAME.csv, as for score_rows.py; Python standard library only

A gold cell can be had if an element, a text or up to four neighbours of them read so, by letters and
digits; one that was mangled or cut off when the gold was made cannot. A learner that does what a person
wants gives a value for those cells too.
"""
import argparse, collections, csv, glob, html, os, re, unicodedata
from html.parser import HTMLParser
ap = argparse.ArgumentParser(); ap.add_argument('dir'); ap.add_argument('-v', action='store_true'); A = ap.parse_args()
flat = lambda s: ''.join(re.findall(r'\w', unicodedata.normalize('NFKC', s or '').lower().replace('_', ' ')))
VOID = set('area base br col embed hr img input link meta source track wbr'.split())


class Texts(HTMLParser):
    """All texts that an element, or some neighbours, read as."""
    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.open, self.found, self.hidden = [('', [])], set(), 0
        self.feed(page)
        while len(self.open) > 1: self.leave()

    def leave(self):
        _, parts = self.open.pop()
        for n in [*range(1, 5),
                  len(parts)]: self.found.update(''.join(parts[i:i + n]) for i in range(len(parts) - n + 1))
        self.open[-1][1].append(''.join(parts))

    def handle_starttag(self, tag, attributes):
        self.hidden += tag in ('script', 'style')
        if tag not in VOID: self.open.append((tag, []))

    def handle_endtag(self, tag):
        self.hidden = max(0, self.hidden - (tag in ('script', 'style')))
        if any(name == tag for name, _ in self.open[1:]):
            while self.open[-1][0] != tag: self.leave()
            self.leave()

    def handle_data(self, text):
        if not self.hidden and flat(text): self.open[-1][1].append(flat(text))


sites = {}
for page in sorted(glob.glob(A.dir + '/*.html')):
    if os.path.exists(page[:-5]
                      + '.csv'): sites.setdefault(re.match(r'(\d+-.*?-\d+-[^-]+(?:-[^-]+)*?)-\d+-', os.path.basename(page)).group(1), page)
sums = collections.Counter()
for site, page in sorted(sites.items()):
    source = open(page, encoding='utf8', errors='replace').read(); found = Texts(source).found
    raw = flat(re.sub(r'<[^>]*>', ' ', re.sub(r'(?is)<(script|style)\b.*?</\1>', ' ', html.unescape(source))))
    with open(page[:-5] + '.csv', encoding='utf8',
              errors='replace') as f: rows = [[flat(html.unescape(c)) for c in r] for r in csv.reader(f) if any(c.strip() for c in r)]
    for k in (1, 2, 3, 5):
        fields = {i for r in rows[:k] for i, v in enumerate(r) if v and v in raw}
        cells = [v for r in rows for i, v in enumerate(r) if i in fields and v]
        bound = 2 * sum(v in found for v in cells) / (sum(v in raw for v in cells) + len(cells)); sums[k] += bound
        if A.v and bound < 0.97: print(f'k={k} {site} {bound:.3f}')
for k in sums: print(f'k={k}: cells F1 at most {sums[k] / len(sites):.3f}')
