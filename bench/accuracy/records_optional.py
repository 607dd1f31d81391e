#!/usr/bin/env python3
"""Are rows lost where parts of a record are optional? Made-up pages with known records.

usage: records_optional.py GLEANER [PAGES-A-LAYOUT (default 40)] [--keep FOLDER] [--per-page]
A page is a list of 4 to 30 records in one of the layouts below among a menu, a sidebar, a pager and a footer. A record
has one to three parts that always stand and two to six that stand with a chance of 0.25 to 0.75 each (a badge, an old
price, a rating, a list of offers, a picture, ...), in markup drawn a page; advertisements and section titles stand
between records. Everything is drawn from the number of the page: the same pages every time. Each record holds a word of
its own. Recall: records whose word stands in a record found, alone; precision: records found that hold exactly one such
word. A page is whole if both are 1.
"""
import collections, json, os, random, re, shutil, subprocess, sys, tempfile

WORDS = ('amber basin cedar delta ember fjord grove haven inlet jetty knoll larch meadow north ocean pebble quarry ridge slate '
         'tundra umber valley willow yarrow zephyr bright calm deep early fair green high light mild new open quick red soft '
         'tall warm young').split()
LAYOUTS = ['ul', 'div', 'article', 'rows', 'cells', 'wrapped', 'sections', 'dl', 'pairs', 'breaks', 'grid', 'flat']


class Page:
    def __init__(self, layout, number):
        self.random = random.Random(f'{layout} {number}')
        self.layout = layout
        self.count = self.random.choice([4, 5, 6, 8, 10, 12, 15, 20, 30])
        self.nested = self.random.random() < .3
        self.classes = self.random.random() < .6

    def words(self, least, most):
        return ' '.join(self.random.choice(WORDS) for _ in range(self.random.randint(least, most)))

    def cls(self, name):
        return f' class="{name}"' if self.classes else ''

    def parts(self):
        """[(chance, maker)]: what a record of this page is made of"""
        r = self.random
        inline = self.layout in ('breaks', 'dl', 'rows', 'cells')
        block = 'span' if inline else r.choice(['div', 'p', 'span'])
        title = r.choice(['<a href="/i/{k}">{t}</a>'] if inline else
                         ['<h3><a href="/i/{k}">{t}</a></h3>', '<a href="/i/{k}"><b>{t}</b></a>', '<h4>{t}</h4>',
                          '<a href="/i/{k}">{t}</a>'])
        price = r.choice(['<b>{p}</b>', '<span class="price">{p}</span>', '{p}'])
        always = [lambda k: title.format(k=k, t=f'uniq{k}x {self.words(1, 4)}'),
                  lambda k: f'<{block}{self.cls("text")}>{self.words(4, 15)}</{block}>',
                  lambda k: f'<{block}{self.cls("cost")}>{price.format(p=f"EUR {r.randint(1, 99)}.90")}</{block}>']
        maybe = [lambda k: f'<em{self.cls("badge")}>{r.choice(["New", "Sale", "Last one"])}</em>',
                 lambda k: f'<{block}><del>EUR {r.randint(100, 200)}.00</del></{block}>',
                 lambda k: f'<{block}{self.cls("stars")}>{r.randint(10, 50) / 10} of 5 <a href="/r/{k}">({r.randint(1, 400)})</a></{block}>',
                 lambda k: f'<{block}><i>by</i> <a href="/m/{r.randint(1, 9)}">{self.words(1, 2)}</a></{block}>',
                 lambda k: f'<{block}{self.cls("note")}><small>{self.words(2, 6)}</small></{block}>',
                 lambda k: f'<a href="/buy?{k}"><img src="/{k}.png" alt=""></a>',
                 lambda k: f'<{block}{self.cls("more")}><u>{r.randint(2, 9)} left</u></{block}>']
        if self.nested and not inline:
            maybe.append(lambda k: '<ul>'
                         + ''.join(f'<li><a href="/o/{k}/{j}">{self.words(1, 1)}</a> <b>{r.randint(5, 80)}.50</b></li>'
                                                    for j in range(r.randint(1, 4))) + '</ul>')
        needed = always[:r.randint(1, 3)]
        r.shuffle(maybe)
        optional = [(r.uniform(.25, .75), part) for part in maybe[:r.randint(2, 6)]]
        return [(1., part) for part in needed] + optional

    def record(self, parts, k):
        return [part(k) for chance, part in parts if self.random.random() < chance]

    def advert(self):
        return f'<b>Advertisement</b> {self.words(3, 8)}' if self.random.random() < .5 else f'<a href="/ad/{self.random.randint(1, 99)}"><img src="/ad.png"></a><i>Sponsored</i>'

    def body(self):
        parts, out, r = self.parts(), [], self.random
        records = [self.record(parts, k) for k in range(self.count)]
        adverts = r.random() < .3
        item = {'ul': 'li', 'div': 'div', 'article': 'article', 'flat': 'div'}.get(self.layout)
        if item:
            for made in records:
                if adverts and r.random() < .15:
                    out.append(f'<{item}{self.cls("ad")}>{self.advert()}</{item}>')
                out.append(f'<{item}{self.cls("item")}>' + ''.join(made) + f'</{item}>')
            text = '\n'.join(out)
            if self.layout == 'flat':
                return '<h2>Results</h2>' + text + '<p>End of results</p>'
            return f'<ul id="r">{text}</ul>' if item == 'li' else f'<div id="r">{text}</div>'
        if self.layout == 'rows':
            return '<table>' + '\n'.join('<tr>' + f'<td>{k + 1}.</td><td>' + '<br>'.join(made) + '</td></tr>'
                                         for k, made in enumerate(records)) + '</table>'
        if self.layout == 'cells':  # a part has its cell, which may be empty
            rows = []
            for k in range(self.count):
                rows.append('<tr>' + ''.join(f'<td>{part(k) if r.random() < chance else ""}</td>' for chance, part in parts) + '</tr>')
            return '<table>' + '\n'.join(rows) + '</table>'
        if self.layout == 'wrapped':
            return '<div>' + '\n'.join('<div><div class="in">' + ''.join(made) + '</div></div>'
                                       for made in records) + '</div>'
        if self.layout == 'sections':
            for k, made in enumerate(records):
                if k % 4 == 0:
                    out.append(('</div>' if k else '') + f'<h2>{self.words(1, 2)}</h2><div>')
                out.append('<div>' + ''.join(made) + '</div>')
            return '<div>' + '\n'.join(out) + '</div></div>'
        if self.layout == 'dl':
            return '<dl>' + '\n'.join(f'<dt>{made[0]}</dt>'
                                      + ('<dd>' + ' '.join(made[1:]) + '</dd>' if made[1:] else '<dd>-</dd>')
                                      for made in records) + '</dl>'
        if self.layout == 'pairs':
            return '<table>' + '\n'.join(f'<tr><td colspan=2>{made[0]}</td></tr><tr><td>&nbsp;</td><td>{" ".join(made[1:]) or "nothing more"}</td></tr>' for made in records) + '</table>'
        if self.layout == 'breaks':
            return '<p>' + '\n'.join(made[0] + ' - ' + self.words(2, 6) + '<br>'
                                     + ''.join(m + '<br>' for m in made[1:]) for made in records) + '</p>'
        rows = [records[i:i + 3] for i in range(0, len(records), 3)]  # grid
        return '<table>' + '\n'.join('<tr>' + ''.join('<td>' + ''.join(made) + '</td>' for made in row) + '</tr>'
                                     for row in rows) + '</table>'

    def html(self):
        menu = ''.join(f'<li><a href="/c{i}">{self.words(1, 2)}</a></li>' for i in range(self.random.randint(4, 9)))
        side = ''.join(f'<p><a href="/n{i}">{self.words(3, 7)}</a></p>' for i in range(self.random.randint(3, 6)))
        pager = ' '.join(f'<a href="?p={i}">{i}</a>' for i in range(2, 8))
        return (f'<!DOCTYPE html><html><head><title>x</title></head><body><ul>{menu}</ul><div>{side}</div>\n<div id="main">'
                f'{self.body()}\n<div>{pager}</div></div><div>Contact, terms, help</div></body></html>')


def judge(records, count):
    """hits, found, wanted, in the first region"""
    found = [set(re.findall(r'uniq\d+x', r['text'])) for r in records if r['region'] == 0]
    alone = [next(iter(f)) for f in found if len(f) == 1]
    return len(set(alone)), len(found), count


def main():
    names = [a for a in sys.argv[1:] if not a.startswith('--')]
    if not names:
        sys.exit(__doc__)
    gleaner, pages = names[0], int(names[1]) if len(names) > 1 else 40
    folder = names[-1] if '--keep' in sys.argv else tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    total = collections.Counter()
    print('| layout | whole pages | recall | precision |\n|---|---|---|---|')
    for layout in LAYOUTS:
        made = {}
        for number in range(pages):
            page = Page(layout, number)
            path = f'{folder}/{layout}-{number}.html'
            open(path, 'w', encoding='utf8').write(page.html())
            made[path] = page.count
        out = subprocess.run([gleaner, 'records', '--as-records', '--whole', '--regions', '1'] + list(made),
                             capture_output=True, text=True, check=False).stdout
        sum_ = collections.Counter()
        for path, line in zip(made, out.splitlines()):
            hits, got, want = judge(json.loads(line)['records'], made[path])
            sum_.update(hits=hits, got=got, want=want, whole=hits == got == want, pages=1)
            if '--per-page' in sys.argv and not hits == got == want:
                print(f'{os.path.basename(path)}: {hits} of {want} in {got}')
        total.update(sum_)
        print(f"| {layout} | {sum_['whole']} of {sum_['pages']} | {sum_['hits'] / sum_['want']:.3f} | {sum_['hits'] / max(1, sum_['got']):.3f} |", flush=True)
    print(f"| all | {total['whole']} of {total['pages']} | {total['hits'] / total['want']:.3f} | {total['hits'] / total['got']:.3f} |")
    if '--keep' not in sys.argv:
        shutil.rmtree(folder)


if __name__ == '__main__':
    main()
