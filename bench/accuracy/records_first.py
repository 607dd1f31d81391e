#!/usr/bin/env python3
"""Is the list that a reader came for the first region? Made-up pages of the kinds on which the choice is hard.

usage: records_first.py GLEANER [PAGES-A-KIND (default 30)] [--keep FOLDER] [--per-page]
turns     a record is two or three nodes in turn (head and body), which are siblings of one tag or of two
menus     three to six rich results beside long menus of short links: categories with counts, archives by year, tags, letters
sections results under headings: each section in an element of its own, with one to six results, or all of them siblings
Everything is drawn from the number of the page: the same pages every time. Each record holds a word of its own at its
beginning and one at its end. A record is found if a record of the first region holds both of its words and no other
record's; a page is whole if all are, and nothing else is given.
"""
import collections, json, os, random, re, subprocess, sys, tempfile
from records_optional import WORDS


class Page:
    def __init__(self, kind, number):
        self.random = random.Random(f'{kind} {number}')
        self.kind = kind
        self.classes = self.random.random() < .5
        self.count = self.random.choice([3, 4, 4, 5, 5,
                                         6]) if kind == 'menus' else self.random.choice([4, 5, 6, 8, 10, 12, 20])

    def words(self, least, most):
        return ' '.join(self.random.choice(WORDS) for _ in range(self.random.randint(least, most)))

    def cls(self, name):
        return f' class="{name}"' if self.classes else ''

    def maker(self):
        """head(k), body(k): the two halves of a record, of markup drawn for the page"""
        r = self.random
        tag = r.choice(['span', 'div', 'p'])
        title = r.choice(['<h3><a href="/i/{k}">{t}</a></h3>', '<a href="/i/{k}"><b>{t}</b></a>', '<b>{t}</b>',
                          '<a href="/i/{k}">{t}</a>'])
        extra = [lambda k: f'<{tag}{self.cls("cost")}><b>EUR {r.randint(1, 99)}.90</b></{tag}>',
                 lambda k: f'<{tag}><i>by</i> <a href="/m/{r.randint(1, 9)}">{self.words(1, 2)}</a></{tag}>',
                 lambda k: f'<{tag}{self.cls("when")}><small>{r.randint(1, 28)}.{r.randint(1, 12)}.2024</small></{tag}>',
                 lambda k: f'<{tag}><u>{r.randint(2, 900)} views</u></{tag}>' if r.random() < .6 else '']
        r.shuffle(extra)
        extra = extra[:r.randint(1, 4)]
        long = r.random() < .7
        head = lambda k: title.format(k=k, t=f'uniq{k}x {self.words(1, 5)}')
        body = lambda k: f'<{tag}{self.cls("text")}>{self.words(*((10, 30) if long else (3, 8)))}</{tag}>' + ''.join(e(k) for e in extra) + f'<{tag}>last{k}x</{tag}>'
        return head, body

    def turns(self):
        r, (head, body) = self.random, self.maker()
        form = r.choice(['rows', 'rows', 'divs', 'divs', 'headings', 'lists', 'three'])
        out = []
        for k in range(self.count):
            if form == 'rows':
                out.append(f'<tr{self.cls("h")}><td colspan=2>{head(k)}</td></tr><tr{self.cls("b")}><td>{k + 1}.</td><td>{body(k)}</td></tr>')
            elif form == 'divs':
                out.append(f'<div{self.cls("h")}>{head(k)}</div><div{self.cls("b")}>{body(k)}</div>')
            elif form == 'headings':
                out.append(f'<h3>{head(k)}</h3><div>{body(k)}</div>')
            elif form == 'lists':
                out.append(f'<li{self.cls("h")}>{head(k)}</li><li{self.cls("b")}>{body(k)}</li>')
            else:
                out.append(f'<div{self.cls("h")}>{head(k)}</div><div{self.cls("m")}><em>{self.words(2, 4)}</em> <i>{r.randint(1, 90)} min</i></div><div{self.cls("b")}>{body(k)}</div>')
        text = '\n'.join(out)
        return {'rows': f'<table>{text}</table>', 'lists': f'<ul>{text}</ul>'}.get(form, f'<div id="r">{text}</div>')

    def menus(self):
        r, (head, body) = self.random, self.maker()
        item = r.choice(['li', 'div', 'article', 'tr'])
        made = [f'{head(k)}{body(k)}' for k in range(self.count)]
        if item == 'tr':
            return '<table>' + '\n'.join(f'<tr><td>{k + 1}.</td><td>{m}</td></tr>'
                                         for k, m in enumerate(made)) + '</table>'
        inner = '\n'.join(f'<{item}{self.cls("item")}>{m}</{item}>' for m in made)
        return f'<ul>{inner}</ul>' if item == 'li' else f'<div>{inner}</div>'

    def sections(self):
        r, (head, body) = self.random, self.maker()
        form = r.choice(['own', 'own', 'flat', 'tables', 'lists'])
        made = [f'{head(k)}{body(k)}' for k in range(self.count)]
        parts, at = [], 0
        while at < len(made):
            n = r.choice([1, 2, 2, 3, 4, 6])
            parts.append(made[at:at + n])
            at += n
        out = []
        for number, part in enumerate(parts):
            title = f'<h2>{self.words(1, 2)}</h2>'
            if form == 'own':
                out.append(f'<div{self.cls("sec")}>{title}'
                           + ''.join(f'<div{self.cls("item")}>{m}</div>' for m in part) + '</div>')
            elif form == 'flat':
                out.append(title + ''.join(f'<div{self.cls("item")}>{m}</div>' for m in part))
            elif form == 'tables':
                out.append(f'{title}<table>'
                           + ''.join(f'<tr><td>{k + 1}</td><td>{m}</td></tr>' for k, m in enumerate(part)) + '</table>')
            else:
                out.append(f'{title}<ul>' + ''.join(f'<li>{m}</li>' for m in part) + '</ul>')
        return '<div id="r">' + '\n'.join(out) + '</div>'

    def menu(self, many):
        r = self.random
        n = r.randint(12, 60) if many else r.randint(4, 9)
        form = r.choice(['counts', 'years', 'tags', 'letters', 'deep', 'cells'])
        link = lambda i: f'<a href="/c{i}">{self.words(1, 3)}</a>'
        if form == 'counts':
            return '<ul>' + ''.join(f'<li>{link(i)} <span>({r.randint(1, 900)})</span></li>'
                                    for i in range(n)) + '</ul>'
        if form == 'years':
            return '<ul>' + ''.join(f'<li><a href="/y{i}">{r.choice(["March", "June", "October"])} {2024 - i}</a></li>'
                                    for i in range(n)) + '</ul>'
        if form == 'tags':
            return '<div>' + ' '.join(f'<span>{link(i)}</span>' for i in range(n)) + '</div>'
        if form == 'letters':
            return '<p>' + ' | '.join(f'<a href="/l{i}">{chr(65 + i % 26)}</a>' for i in range(n)) + '</p>'
        if form == 'deep':
            return '<ul>' + ''.join(f'<li>{link(i)}<ul>'
                                    + ''.join(f'<li>{link(100 * i + j)}</li>' for j in range(r.randint(1, 4)))
                                    + '</ul></li>' for i in range(n // 3 + 2)) + '</ul>'
        return '<table>' + ''.join('<tr>' + ''.join(f'<td>{link(3 * i + j)}</td>' for j in range(3)) + '</tr>'
                                   for i in range(n // 3 + 1)) + '</table>'

    def html(self):
        many = self.kind == 'menus'
        menus = [self.menu(many) for _ in range(self.random.randint(1, 2) if many else 1)]
        pager = ' '.join(f'<a href="?p={i}">{i}</a>' for i in range(2, 8))
        body = getattr(self, self.kind)()
        return (f'<!DOCTYPE html><html><head><title>x</title></head><body>{menus[0]}\n<div id="main">{body}\n<div>{pager}</div></div>'
                f'{"".join(menus[1:])}<div>Contact, terms, help</div></body></html>')


def judge(records, count):
    """hits, found, wanted, in the first region"""
    hits = found = 0
    for r in records:
        if r['region'] != 0:
            continue
        found += 1
        heads, tails = set(re.findall(r'uniq(\d+)x', r['text'])), set(re.findall(r'last(\d+)x', r['text']))
        hits += len(heads) == 1 and heads == tails
    return hits, found, count


def main():
    names = [a for a in sys.argv[1:] if not a.startswith('--')]
    if not names:
        sys.exit(__doc__)
    gleaner, pages = names[0], int(names[1]) if len(names) > 1 else 30
    folder = names[-1] if '--keep' in sys.argv else tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    print('| kind | whole pages | recall | precision |\n|---|---|---|---|')
    for kind in ['turns', 'menus', 'sections']:
        made = {}
        for number in range(pages):
            page = Page(kind, number)
            path = f'{folder}/{kind}-{number}.html'
            open(path, 'w', encoding='utf8').write(page.html())
            made[path] = page.count
        out = subprocess.run([gleaner, 'records', '--as-records', '--whole', '--regions', '1'] + list(made),
                             capture_output=True, text=True, check=False).stdout
        lines = {j['page']: j for j in map(json.loads, out.splitlines())}
        total = collections.Counter()
        for path, count in made.items():
            line = lines.get(path) or lines.get(os.path.basename(path)) or {'records': []}
            hits, got, want = judge(line['records'], count)
            total.update(hits=hits, got=got, want=want, whole=hits == got == want)
            if '--per-page' in sys.argv and not hits == got == want:
                print(f'{os.path.basename(path)}: {hits} of {want} in {got}')
        print(f'| {kind} | {total["whole"]} of {pages} | {total["hits"] / total["want"]:.3f} | {total["hits"] / max(1, total["got"]):.3f} |')


if __name__ == '__main__':
    main()
