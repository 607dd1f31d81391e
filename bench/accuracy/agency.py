#!/usr/bin/env python3
"""Made-up reports of statistical agencies, set line by line as their printers do, against what is read of the PDFs.

    bench/accuracy/agency.py [--gleaner build/gleaner] [--documents 60] [--seed 1] [--keep DIR] [--worst 10]

What reports.py leaves out: stubs with leaders up to the figures, "$" in a place of its own, indents of several levels,
headings over headings over headings, units and column numbers below the header, footnote marks on figures, wrapped
labels with the figures in their last line, groups of five rows, narrow gutters, typewriter tables, vertical rules
alone, rules under headings alone, tables of two rows, tables beside text and beside tables of another pitch, sheets
turned, "(continued)"; and between them contents, indexes, forms, charts with axes, pies, maps, organisation charts,
lists of abbreviations, boxes of text. reportlab draws them. Scores as in reports.py. Rules are chosen with the seeds
below 100; the others are for figures and not looked at.
"""
import json
import os
import random
import sys
import tempfile

from agency_decoys import DECOYS, NARROW
from agency_setting import FONTS, Paper, Setter, style_of
from agency_tables import make_stat, texts
from report_words import SENTENCES, TITLES
from table_scores import options, print_scores


class Document:
    """Pages of one or two columns, filled from the top; what does not fit is left out."""

    def __init__(self, chance, s, path):
        self.chance, self.s = chance, s
        self.landscape = chance.random() < 0.12
        self.two = not self.landscape and chance.random() < 0.25
        self.turned = not self.two and not self.landscape and chance.random() < 0.1
        self.paper = Paper(path, self.landscape)
        self.margin = chance.choice([48, 60, 72])
        self.gold, self.number = [], 1

    def make(self):
        for page in range(self.chance.choice([2, 3])):
            if page:
                self.paper.next()
            if self.turned and page == 1:
                self.paper.turn()
            self.running(page)
            full = self.paper.wide - 2 * self.margin
            if not self.two:
                self.column(self.margin, full, page)
            else:
                half = (full - 20) / 2
                self.column(self.margin, half, page)
                self.column(self.margin + half + 20, half, page)
        self.paper.c.save()

    def running(self, page):
        font = FONTS[self.s["face"]][0]
        self.paper.text(self.margin, 32, "Annual Statistical Report", font, 8)
        self.paper.text(self.paper.wide - self.margin, 32, str(page + 11), font, 8, "right")

    def column(self, x, wide, page):
        y = 52
        chance = self.chance
        parts = [self.prose, self.table]
        for _ in range(chance.choice([1, 2, 3])):
            parts.append(chance.choice([self.table, self.table, self.prose, self.decoy, self.decoy, self.beside if wide > 400 else self.table, self.beside_text if wide > 400 else self.decoy]))
        if chance.random() < 0.3:
            chance.shuffle(parts)
        for part in parts:
            y = part(x, y, wide) or y

    def bottom(self):
        return self.paper.high - 56

    def prose(self, x, y, wide, most=5):
        p, s = self.paper, self.s
        font, bold, _ = FONTS["serif" if s["face"] == "typewriter" and s["wide"] else s["face"]]
        if self.chance.random() < 0.3:
            y += 1.6 * s["body"]
            p.text(x, y, self.chance.choice(TITLES), bold, s["body"] + 2)
        for n, line in enumerate(p.wrap(" ".join(self.chance.sample(SENTENCES, self.chance.randint(2, most))), font,
                                        s["body"], wide)):
            y += 1.22 * s["body"]
            if y > self.bottom():
                break
            p.text(x, y, line, font, s["body"])
        return y + 12

    def decoy(self, x, y, wide):
        if y + 175 < self.bottom():
            return self.chance.choice(DECOYS if wide > 400 else NARROW)(self.paper, self.s, self.chance, x, y, wide)

    def made(self, wide, most):
        """A table that fits into the width, with how it is set."""
        for _ in range(30):
            t = texts(self.chance,
                      self.number) if self.chance.random() < 0.1 and wide > 400 else make_stat(self.chance, self.number, most)
            try:
                return Setter(self.paper, t, self.s, wide)
            except ValueError:
                continue

    def table(self, x, y, wide):
        setter = self.made(wide, 9 if wide > 400 else 3)
        if not setter or y + setter.height > self.bottom():
            return None
        return self.put(setter, x + ((wide - setter.lefts[-1]) / 2 if self.s["centre"] else 0), y)

    def put(self, setter, x, y):
        self.number += 1
        y = setter.set(x, y + 6)
        self.gold.append(setter.t.cells())
        return y

    def beside(self, x, y, wide):
        """Two tables, each with a pitch of its own."""
        half = (wide - self.chance.choice([16, 24, 36])) / 2
        own = dict(self.s)
        left = self.made(half, 3)
        self.s = dict(own, lead=self.chance.choice([own["lead"], 1.15, 1.3, 1.45]))
        right = self.made(half, 3)
        self.s = own
        if not left or not right or y + max(left.height, right.height) > self.bottom():
            return None
        return max(self.put(left, x, y), self.put(right, x + wide - half, y))

    def beside_text(self, x, y, wide):
        half = (wide - self.chance.choice([14, 20, 28])) / 2
        setter = self.made(half, 3)
        if not setter or y + setter.height > self.bottom():
            return None
        at, text = (x, x + wide - half) if self.chance.random() < 0.5 else (x + wide - half, x)
        below = self.put(setter, at, y)
        return max(below, self.prose(text, y, half, 8))


def main():
    args = options(__doc__).parse_args()
    folder = args.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    gold, made = {}, []
    for n in range(args.documents):
        chance = random.Random(args.seed * 100003 + n)
        style = style_of(chance)
        name = f"a{args.seed}-{n:03}-{style['face']}-{style['rules']}"
        base = os.path.join(folder, name)
        document = Document(chance, style, base + ".pdf")
        document.make()
        if not document.gold:
            continue
        gold[name] = document.gold
        made.append(base)
        with open(base + ".json", "w", encoding="utf-8") as file:
            json.dump({"tables": document.gold, "style": style}, file)
    print_scores(gold, made, args)


if __name__ == "__main__":
    sys.exit(main())
