#!/usr/bin/env python3
"""Made-up reports of statistical agencies, set line by line as their printers do, against what is read of the PDFs.

    bench/accuracy/agency.py [--gleaner build/gleaner] [--documents 60] [--seed 1] [--keep DIR] [--worst 10]

What reports.py leaves out: stubs with leaders up to the figures, "$" in a place of its own, indents of several levels, headings over headings over headings, units and
column numbers below the header, footnote marks on figures, wrapped labels with the figures in their last line, groups of five rows, narrow gutters, typewriter tables,
vertical rules alone, rules under headings alone, tables of two rows, tables beside text and beside tables of another pitch, sheets turned, "(continued)"; and between
them contents, indexes, forms, charts with axes, pies, maps, organisation charts, lists of abbreviations, boxes of text. reportlab draws them. Scores as in reports.py.
Rules are chosen with the seeds below 100; the others are for figures and not looked at.
"""
import json
import math
import os
import random
import sys
import tempfile

from reports import GROUPS, HEADS, ITEMS, NAMES, PHRASES, PLACES, SENTENCES, STUBS, TITLES, options, print_scores

FONTS = {"serif": ("Times-Roman", "Times-Bold", "Times-Italic"), "sans": ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique"), "typewriter": ("Courier", "Courier-Bold", "Courier-Oblique")}
MISSING = ["-", "--", "(NA)", "(X)", "(D)", "NA", "*", "(Z)", "...", ""]
NOTES = ["Includes persons not shown separately.", "Less than 0.05 percent.", "Data are preliminary and subject to revision when the final reports of the States are received.",
         "Excludes Alaska and Hawaii prior to 1960.", "Not seasonally adjusted; see text for an explanation of the methods by which the estimates were made."]
RULES = ["none", "none", "head", "three", "three", "double", "columns", "boxhead", "spanners", "totals", "shaded", "grid", "frame"]


# ---- what a table holds: header cells (row, column, row span, column span, text), rows of (kind, label, indent, values)

class Stat:
    def __init__(self, columns):
        self.columns, self.header, self.rows = columns, [], []
        self.title = self.headnote = None
        self.notes = []
        self.marks = {}  # (row of the body, column) -> footnote mark

    def header_rows(self):
        return 1 + max((r + rs - 1 for r, _, rs, _, _ in self.header), default=-1)

    def cells(self):
        out = [cell for cell in self.header if cell[4]]
        for i, (kind, label, _, values) in enumerate(self.rows):
            row = self.header_rows() + i
            if kind == "unit":
                out.append((row, 1, 1, self.columns - 1, label))
            elif label:
                out.append((row, 0, 1, self.columns if kind == "centred" else 1, label + self.marks.get((i, 0), "")))
            out += [(row, 1 + c, 1, 1, v + self.marks.get((i, 1 + c), "")) for c, v in enumerate(values) if v]
        return out


def figures(chance, kind, rows):
    """A column: figures of one kind and of about one size."""
    size = 10 ** chance.uniform(1, 6.5)
    out = []
    for _ in range(rows):
        value = size * chance.uniform(0.02, 1)
        if chance.random() < 0.04:
            out.append(chance.choice(MISSING))
        elif kind == "count":
            out.append(f"{value:,.0f}")
        elif kind == "money":
            out.append(f"{value:,.0f}" if chance.random() < 0.9 else f"({value:,.0f})")
        elif kind == "rate":
            out.append(f"{chance.uniform(0, 100):.1f}")
        elif kind == "percent":
            out.append(f"{chance.uniform(0, 100):.1f}%")
        elif kind == "change":
            out.append(f"{chance.choice(['', '', '-', '+'])}{chance.uniform(0, 20):.1f}")
        elif kind == "small":
            out.append(f"{chance.uniform(0, 2):.2f}".lstrip("0"))
        else:
            out.append(f"{chance.uniform(0, 30):.1f} to {chance.uniform(30, 60):.1f}")
    return out


def add_header(chance, t, n):
    stub = chance.choice(STUBS.split("|") + ["", ""])
    years = chance.random() < 0.3
    heads = [str(1994 + i) for i in range(n)] if years else chance.sample(HEADS, n)
    level = 0
    if n >= 4 and chance.random() < 0.5:
        c, groups = n % 2, []
        while c < n:
            groups.append((c, min(chance.choice([2, 2, 3]), n - c)))
            if n - c - groups[-1][1] == 1:
                groups[-1] = (c, groups[-1][1] + 1)
            c += groups[-1][1]
        if len(groups) > 1 and chance.random() < 0.25:
            t.header.append((0, groups[0][0] + 1, 1, n - groups[0][0], chance.choice(TITLES)))
            level = 1
        t.header += [(level, c + 1, 1, k, g) for (c, k), g in zip(groups, chance.sample(GROUPS, len(groups)))]
        if chance.random() < 0.5:
            again = chance.sample(HEADS, max(k for _, k in groups))
            for c, k in groups:
                heads[c:c + k] = again[:k]
        level += 1
    t.header.append((level, 0, 1, 1, stub))
    t.header += [(level, 1 + i, 1, 1, h) for i, h in enumerate(heads)]
    if chance.random() < 0.08:
        t.header += [(level + 1, 1 + i, 1, 1, f"({i + 1})") for i in range(n)]


def add_rows(chance, t, n):
    shape = chance.choice(["flat", "flat", "sections", "sections", "centred", "tree", "tree", "fives", "short"])
    labels = chance.sample(PLACES if chance.random() < 0.25 else ITEMS, 2 if shape == "short" else chance.randint(5, 24))
    kinds = [chance.choice(["count", "count", "money", "rate", "percent", "change", "small"])] * n if chance.random() < 0.5 else [chance.choice(["count", "money", "rate", "percent", "change", "range"]) for _ in range(n)]
    columns = [figures(chance, k, len(labels) + 1) for k in kinds]
    if chance.random() < 0.2:
        t.rows.append(("unit", chance.choice(["Percent", "Thousands of persons", "Millions of dollars", "Number", "Percent distribution"]), 0, []))
    total = ("total", chance.choice(["Total", "United States", "All industries", "Total, all items"]), chance.choice([0, 0, 2]), [c[-1] for c in columns])
    first = chance.random() < 0.5 and shape != "short"
    if first:
        t.rows.append(total)
    indent = 0
    for i, label in enumerate(labels):
        if shape in ("sections", "centred") and i % 5 == 0:
            t.rows.append(("section" if shape == "sections" else "centred", chance.choice(TITLES + ITEMS[:20]) + chance.choice(["", ":"] if shape == "sections" else [""]), 0, []))
        indent = 1 if shape == "sections" else max(0, min(3, indent + chance.choice([-1, 0, 0, 1]))) if shape == "tree" and i else 0
        t.rows.append(("row", label, indent, [c[i] for c in columns]))
    if not first and chance.random() < 0.4 and shape != "short":
        t.rows.append(total)
    t.gaps = {"fives": 5}.get(shape, 0)


def make_stat(chance, number, most):
    n = chance.randint(1, most) if chance.random() < 0.2 else chance.randint(min(3, most), most)
    t = Stat(n + 1)
    add_header(chance, t, n)
    add_rows(chance, t, n)
    if chance.random() < 0.35:
        for mark in range(1, chance.randint(2, 4)):
            i = chance.randrange(len(t.rows))
            c = chance.choice([0, chance.randint(1, n)])
            kind, label, _, values = t.rows[i]
            if kind in ("row", "total") and (c == 0 or values[c - 1]):
                t.marks[i, c] = str(mark)
        t.notes += [f"{i + 1} {x}" for i, x in enumerate(chance.sample(NOTES, 3)[:max(1, len(t.marks))])]
    if chance.random() < 0.5:
        t.notes.append(chance.choice(["Source: Bureau of the Census, Current Population Reports, series P-60.", "Note: Detail may not add to totals because of rounding.", "SOURCE: GAO analysis of data from the Department of Education."]))
    if chance.random() < 0.85:
        t.title = f"Table {number}{chance.choice(['.', '.--', ':', ' '])} {chance.choice(TITLES)}" + chance.choice(["", ": 1990 to 2000", ", by selected characteristics of the householder and region: fiscal years 1996 through 2001", " (continued)"])
        if chance.random() < 0.4:
            t.headnote = chance.choice(["[In thousands]", "(Dollars in millions)", "[Numbers in thousands. Persons as of March of the following year. See appendix for definitions]"])
    return t


def texts(chance, number):
    """A matrix of words: who does what, with marks in some columns."""
    n = chance.choice([2, 3, 4])
    t = Stat(n + 1)
    heads = chance.sample(["Agency", "Requirement", "Status", "Action", "Completed", "Frequency", "Coverage", "Office", "Type of data"], n + 1)
    t.header = [(0, i, 1, 1, h) for i, h in enumerate(heads)]
    marks = [chance.random() < 0.3 for _ in range(n)]
    for label in chance.sample(ITEMS, chance.randint(4, 9)):
        t.rows.append(("row", label, 0, [chance.choice(["X", "X", ""]) if m else chance.choice(PHRASES) for m in marks]))
    t.title = f"Table {number}. {chance.choice(TITLES)}"
    t.gaps, t.words = 0, True
    return t


# ---- how it is set

def style_of(chance):
    return {"rules": chance.choice(RULES), "face": chance.choice(["serif", "serif", "sans", "sans", "typewriter"]), "size": chance.choice([6.5, 7, 7.5, 8, 8.5, 9]), "lead": chance.choice([1.08, 1.15, 1.2, 1.3, 1.45]),
            "leaders": chance.choice([None, None, "....", ". . . ."]), "sign": chance.choice(["tight", "own", "none"]), "align": chance.choice(["right", "right", "right", "center"]),
            "head": chance.choice(["center", "center", "center", "right", "left"]), "gutter": chance.choice([4, 6, 8, 12, 20]), "stub": chance.choice([90, 120, 150, 180]), "bold_head": chance.random() < 0.35,
            "bold_total": chance.random() < 0.4, "hang": chance.choice([0, 6, 10]), "first_line": chance.random() < 0.3, "wide": chance.random() < 0.6, "centre": chance.random() < 0.5, "body": chance.choice([9, 10, 11]),
            "stub_head": chance.choice(["left", "center"]), "pad": chance.choice([0, 0, 1, 2])}


class Paper:
    """A PDF page by page; y grows downwards."""

    def __init__(self, path, landscape):
        from reportlab.pdfgen import canvas
        self.wide, self.high = (792, 612) if landscape else (612, 792)
        self.c = canvas.Canvas(path, pagesize=(self.wide, self.high), invariant=1)

    def turn(self):
        """The rest of this page is set upwards."""
        self.c.rotate(90)
        self.c.translate(0, -self.wide)
        self.wide, self.high = self.high, self.wide

    def next(self):
        self.c.showPage()
        self.wide, self.high = self.c._pagesize

    def width(self, text, font, size):
        return self.c.stringWidth(text, font, size)

    def text(self, x, y, text, font, size, align="left"):
        x -= {"left": 0, "center": 0.5, "right": 1}[align] * self.width(text, font, size)
        self.c.setFont(font, size)
        self.c.drawString(x, self.high - y, text)

    def line(self, x0, y0, x1, y1, width=0.5):
        self.c.setLineWidth(width)
        self.c.line(x0, self.high - y0, x1, self.high - y1)

    def fill(self, x0, y0, x1, y1, grey):
        self.c.setFillGray(grey)
        self.c.rect(x0, self.high - y1, x1 - x0, y1 - y0, stroke=0, fill=1)
        self.c.setFillGray(0)

    def wrap(self, text, font, size, wide, hang=0):
        lines, line = [], ""
        for word in text.split():
            both = f"{line} {word}".strip()
            if line and self.width(both, font, size) > wide - (hang if lines else 0):
                lines.append(line)
                both = word
            line = both
        return lines + [line]


class Setter:
    """Sets one table into a strip of the page; sizes first, so that what does not fit is refused."""

    def __init__(self, paper, t, s, wide):
        self.p, self.t, self.s, self.size, self.pitch = paper, t, s, s["size"], s["size"] * s["lead"]
        self.font, self.bold, _ = FONTS[s["face"]]
        self.words = getattr(t, "words", False)
        if self.words:
            self.widths = [wide / t.columns] * t.columns
        else:
            self.widths = self.natural(wide)
        if sum(self.widths) > wide + 0.1:
            raise ValueError("too wide")
        self.lay_out()

    def natural(self, wide):
        s, t = self.s, self.t
        stub = min(s["stub"], wide * 0.45)
        out = [stub]
        for c in range(1, t.columns):
            values = [v + "0" * ((i, c) in t.marks) + ("$ " if s["sign"] != "none" else "") for i, row in enumerate(t.rows) for v in row[3][c - 1:c]]
            heads = [max(x[4].split() or [""], key=len) for x in t.header if x[1] == c and x[3] == 1]
            out.append(s["gutter"] + max(self.p.width(x, self.bold, self.size) for x in values + heads + [""]))
        for _, c, _, k, text in t.header:
            if k > 1:
                missing = max(self.p.width(w, self.bold, self.size) for w in text.split()) + s["gutter"] - sum(out[c:c + k])
                if missing > 0:
                    out[c:c + k] = [x + missing / k for x in out[c:c + k]]
        room = wide - sum(out)
        if s["wide"] and room > 0:
            each = min(room / (t.columns - 1), 45)
            out = [out[0]] + [x + each for x in out[1:]]
        return out

    def lay_out(self):
        t, s, p = self.t, self.s, self.p
        self.lefts = [sum(self.widths[:c]) for c in range(t.columns + 1)]
        self.header_lines = {}
        heights = [1] * t.header_rows()
        for r, c, rs, k, text in t.header:
            font = self.bold if s["bold_head"] else self.font
            lines = p.wrap(text, font, self.size, sum(self.widths[c:c + k]) - s["gutter"] * (0.8 if c else 0.2)) if text else []
            self.header_lines[r, c] = lines
            if rs == 1:
                heights[r] = max(heights[r], len(lines))
        self.header_heights = [h * self.pitch + (3 if s["rules"] in ("spanners", "boxhead", "grid") else 1) + s["pad"] for h in heights]
        self.body = []
        for i, (kind, label, indent, values) in enumerate(t.rows):
            font = self.bold if kind == "total" and s["bold_total"] else self.font
            room = self.lefts[-1] if kind in ("centred", "section", "unit") else self.widths[0] - 8 * indent - (s["gutter"] if self.words else 8)
            cells = {0: p.wrap(label, font, self.size, room, s["hang"])}
            if self.words:
                cells.update({1 + c: p.wrap(v, font, self.size, self.widths[1 + c] - s["gutter"]) for c, v in enumerate(values)})
            self.body.append((font, cells, max(map(len, cells.values())) * self.pitch + s["pad"] + (0.3 * self.pitch if self.words else 0)))
        self.height = sum(self.header_heights) + sum(h for _, _, h in self.body) + 12 + (len(t.rows) // t.gaps * 0.6 * self.pitch if t.gaps else 0) + self.around()

    def around(self):
        lines = 0
        for text in [self.t.title, self.t.headnote] + self.t.notes:
            lines += len(self.p.wrap(text, self.bold, self.size, self.lefts[-1])) if text else 0
        return lines * 1.2 * self.size + 14

    def rule(self, y, c0=0, c1=None, width=0.5):
        inset = 2 if c0 else 0
        self.p.line(self.x + self.lefts[c0] + inset, y, self.x + self.lefts[self.t.columns if c1 is None else c1], y, width)

    def set(self, x, y):
        self.x = x
        y = self.set_lines([self.t.title, self.t.headnote], y, self.bold, 1) + 3
        top = y
        rules = self.s["rules"]
        if rules in ("three", "double", "columns", "boxhead", "spanners", "grid", "frame"):
            self.rule(y)
        if rules == "double":
            self.rule(y + 1.8)
        y = head = self.set_header(y + 1)
        if rules in ("head", "three", "double", "columns", "boxhead", "spanners", "grid", "frame") and self.header_lines:
            self.rule(y)
        y += 2
        row_tops = []
        for i in range(len(self.t.rows)):
            row_tops.append(y)
            y = self.set_row(i, y)
            if self.t.gaps and i % self.t.gaps == self.t.gaps - 1:
                y += 0.6 * self.pitch
        y += 3
        if rules in ("three", "double", "columns", "boxhead", "spanners", "grid", "frame"):
            self.rule(y)
        if rules == "grid":
            for at in row_tops[1:]:
                self.rule(at + 1)
        ends = {"columns": (top, y), "boxhead": (top, head), "grid": (top, y)}.get(rules)
        if ends:
            spanned = {(r, c + i) for r, c, _, k, _ in self.t.header for i in range(1, k)}
            for c in range(1, self.t.columns):
                begin = top + 1 + sum(self.header_heights[:max((r + 1 for r, at in spanned if at == c), default=0)])
                self.p.line(self.x + self.lefts[c] + 1, max(ends[0], begin if begin > top + 1 else top), self.x + self.lefts[c] + 1, ends[1], 0.4)
        if rules in ("grid", "frame"):
            for at in (self.x - 2, self.x + self.lefts[-1] + 2):
                self.p.line(at, top, at, y)
            self.p.line(self.x - 2, top, self.x, top), self.p.line(self.x - 2, y, self.x, y)
            self.p.line(self.x + self.lefts[-1], top, self.x + self.lefts[-1] + 2, top), self.p.line(self.x + self.lefts[-1], y, self.x + self.lefts[-1] + 2, y)
        return self.set_lines(self.t.notes, y + 2, self.font, 0.88) + 10

    def set_lines(self, texts, y, font, scale):
        for text in texts:
            if not text:
                continue
            size = self.size * scale
            for line in self.p.wrap(text, font, size, self.lefts[-1] + 1):
                y += 1.2 * size
                centred = self.s["centre"] and scale == 1
                self.p.text(self.x + (self.lefts[-1] / 2 if centred else 0), y, line, font, size, "center" if centred else "left")
        return y

    def set_header(self, y):
        s, t = self.s, self.t
        font = self.bold if s["bold_head"] else self.font
        tops = [y + sum(self.header_heights[:r]) for r in range(len(self.header_heights) + 1)]
        if s["rules"] == "shaded" and t.header:
            self.p.fill(self.x, y - 1, self.x + self.lefts[-1], tops[-1] + 1, 0.85)
        for r, c, rs, k, text in t.header:
            lines = self.header_lines[r, c]
            left, right = self.x + self.lefts[c] + (s["gutter"] if c else 0), self.x + self.lefts[c + k]
            align = "center" if k > 1 else (s["stub_head"] if not self.words else "left") if c == 0 else "left" if self.words else s["head"]
            if self.words and c:
                left -= s["gutter"]
            at = {"left": left, "center": (left + right) / 2, "right": right}[align]
            base = tops[r + rs] - 3 - (len(lines) - 1) * self.pitch
            for i, line in enumerate(lines):
                self.p.text(at, base + i * self.pitch, line, font, self.size, align)
            if k > 1 and s["rules"] in ("spanners", "boxhead", "grid", "columns"):
                self.rule(tops[r + 1] - 0.5, c, c + k)
        return tops[-1] + 1

    def set_row(self, i, y):
        s, t = self.s, self.t
        kind, label, indent, values = t.rows[i]
        font, cells, height = self.body[i]
        first = y + self.size * 0.85 + s["pad"] / 2
        if kind == "centred":
            self.p.text(self.x + self.lefts[-1] / 2, first, label, font, self.size, "center")
            return y + height
        if kind == "unit":
            self.p.text(self.x + (self.lefts[1] + s["gutter"] + self.lefts[-1]) / 2, first, label, font, self.size, "center")
            return y + height
        lines = cells[0]
        last = first + (len(lines) - 1) * self.pitch
        end = 0
        for n, line in enumerate(lines):
            at = self.x + 8 * indent + (s["hang"] if n else 0)
            self.p.text(at, first + n * self.pitch, line, font, self.size)
            end = at + self.p.width(line, font, self.size)
        end = self.mark(i, 0, end, last)
        if self.words:
            for c, _ in enumerate(values):
                for n, line in enumerate(cells[1 + c]):
                    self.p.text(self.x + self.lefts[1 + c], first + n * self.pitch, line, font, self.size)
            return y + height
        base = first if s["first_line"] and not s["leaders"] else last
        if s["leaders"] and values:
            self.leader(end + 2, self.x + self.lefts[1] - 2, last)
        for c, value in enumerate(values):
            self.figure(i, 1 + c, value, base, font, kind == "total" or not any(row[0] == "row" for row in t.rows[:i]))
        if kind == "total" and s["rules"] == "totals":
            for c in range(1, t.columns):
                self.p.line(self.x + self.lefts[c] + s["gutter"], y + 0.3, self.x + self.lefts[c + 1], y + 0.3, 0.4)
        return y + height

    def leader(self, x0, x1, base):
        unit = ". " if " " in self.s["leaders"] else "."
        count = int((x1 - x0) / self.p.width(unit, self.font, self.size))
        if count >= 4:
            self.p.text(x1, base, (unit * count).strip(), self.font, self.size, "right")

    def figure(self, i, c, value, base, font, signed):
        if not value:
            return
        s = self.s
        left, right = self.x + self.lefts[c] + s["gutter"], self.x + self.lefts[c + 1]
        money = s["sign"] != "none" and signed and value[0] in "(0123456789" and "," in value and "%" not in value
        if s["align"] == "center":
            self.p.text((left + right) / 2, base, value, font, self.size, "center")
            self.mark(i, c, (left + right) / 2 + self.p.width(value, font, self.size) / 2, base)
            return
        right -= self.p.width(")", font, self.size) if value[-1] != ")" else 0
        right -= 0.55 * self.size if any(at == c for _, at in self.t.marks) else 0
        self.p.text(right, base, value, font, self.size, "right")
        self.mark(i, c, right, base)
        if money and (i, c) not in self.t.marks:
            self.t.marks[i, c] = ""
            self.t.rows[i][3][c - 1] = "$" + value
            width = self.p.width(value, font, self.size)
            self.p.text(right - width if s["sign"] == "tight" else left, base, "$", font, self.size, "right" if s["sign"] == "tight" else "left")

    def mark(self, i, c, x, base):
        mark = self.t.marks.get((i, c), "")
        if mark:
            self.p.text(x, base - 0.35 * self.size, mark, self.font, 0.62 * self.size)
        return x + self.p.width(mark, self.font, 0.62 * self.size)


# ---- what looks like a table and is none: each draws into (x, y, wide) and gives the y below

def contents(p, s, chance, x, y, wide):
    font, bold, _ = FONTS[s["face"]]
    page, chapters = 1, chance.random() < 0.2
    for i, title in enumerate(chance.sample(TITLES + ITEMS[:25], chance.randint(7, 14))):
        page += chance.randint(0, 9)
        y += 1.35 * s["body"]
        name = chance.choice([f"Chapter {i + 1}  {title}", title, f"{i + 1}. {title}", f"Table {i + 1}. {title}"])
        p.text(x + 12 * (i % 3 > 0), y, name, bold if i % 3 == 0 else font, s["body"])
        number = f"{i // 4 + 1}-{page}" if chapters else str(page)
        p.text(x + wide, y, number, font, s["body"], "right")
        begin = x + 12 * (i % 3 > 0) + p.width(name, bold, s["body"]) + 4
        dots = int((x + wide - 24 - begin) / p.width(".", font, s["body"]))
        if s["leaders"] and dots > 4:
            p.text(begin, y, "." * dots, font, s["body"])
    return y + 10


def bullets(p, s, chance, x, y, wide):
    font = FONTS[s["face"]][0]
    for i in range(chance.randint(3, 6)):
        lines = p.wrap(chance.choice(SENTENCES + PHRASES), font, s["body"], wide - 16)
        mark = chance.choice(["-", "\u2022"]) if s["hang"] else f"({'abcdefgh'[i]})" if s["wide"] else f"{i + 1}."
        for n, line in enumerate(lines):
            y += 1.2 * s["body"]
            if n == 0:
                p.text(x, y, mark, font, s["body"])
            p.text(x + 16, y, line, font, s["body"])
        y += 3
    return y + 6


def abbreviations(p, s, chance, x, y, wide):
    font, bold, _ = FONTS[s["face"]]
    names = {"CPS": "Current Population Survey", "BLS": "Bureau of Labor Statistics", "DOE": "Department of Energy", "EPA": "Environmental Protection Agency", "FY": "fiscal year", "GAO": "Government Accountability Office",
             "HUD": "Department of Housing and Urban Development", "NIH": "National Institutes of Health", "OMB": "Office of Management and Budget"}
    p.text(x, y + 14, "Abbreviations", bold, s["body"])
    y += 18
    for name in sorted(chance.sample(sorted(names), 6)):
        y += 1.25 * s["body"]
        p.text(x, y, name, font, s["body"])
        p.text(x + 60, y, names[name], font, s["body"])
    return y + 10


def index(p, s, chance, x, y, wide):
    """Three columns of words with the pages where they stand."""
    font = FONTS[s["face"]][0]
    words = sorted(chance.sample(ITEMS + PLACES, 36))
    for i, word in enumerate(words):
        at = x + i // 12 * wide / 3
        for n, line in enumerate(p.wrap(f"{word}, {chance.randint(1, 99)}" + chance.choice(["", f", {chance.randint(100, 180)}"]), font, 7.5, wide / 3 - 14)[:1]):
            p.text(at, y + 10 + (i % 12) * 9.5, line, font, 7.5)
    return y + 10 + 12 * 9.5 + 6


def form(p, s, chance, x, y, wide):
    """A form: boxes, each with a small title, most of them empty."""
    font = FONTS[s["face"]][0]
    asks = chance.sample(["1. Name of applicant", "2. Street address", "3. City and State", "4. Date of birth", "5. Telephone number", "6. Employer", "7. Position", "8. Signature", "9. Date signed", "10. For office use only"], 8)
    boxed = chance.random() < 0.5
    for i in range(4):
        cut = x + wide * chance.choice([0.4, 0.5, 0.6])
        for at, end, ask in ((x, cut, asks[2 * i]), (cut, x + wide, asks[2 * i + 1])):
            p.text(at + 3, y + 9, ask, font, 7)
            if boxed:
                p.line(at, y, end, y), p.line(at, y + 26, end, y + 26), p.line(at, y, at, y + 26), p.line(end, y, end, y + 26)
            else:
                p.line(at + 3 + p.width(ask, font, 7) + 4, y + 10, end - 8, y + 10)
        y += 26
    return y + 12


def axes(p, s, chance, x, y, wide):
    font, bold, _ = FONTS[s["face"]]
    wide = min(wide, 380)
    p.text(x, y + 10, f"{chance.choice(['Figure', 'Chart'])} {chance.randint(1, 9)}. {chance.choice(TITLES)}", bold, 9) if chance.random() < 0.7 else None
    top, high, left = y + 24, 110, x + 30
    count, step = chance.randint(5, 11), chance.choice([5, 10, 20, 250])
    for i in range(6):
        at = top + high - i * high / 5
        p.text(left - 6, at + 2.5, f"{i * step:,}", font, 7, "right")
        p.line(left - 3, at, left, at, 0.4)
        if s["wide"]:
            p.line(left, at, x + wide, at, 0.3)
    p.line(left, top, left, top + high), p.line(left, top + high, x + wide, top + high)
    each = (x + wide - left) / count
    series = [[chance.uniform(0.1, 0.95) * high for _ in range(count)] for _ in range(chance.choice([1, 2]))]
    kind = chance.choice(["bars", "lines", "lines"])
    for i in range(count):
        p.text(left + (i + 0.5) * each, top + high + 10, str(1990 + i), font, 7, "center")
        if kind == "bars":
            p.fill(left + (i + 0.2) * each, top + high - series[0][i], left + (i + 0.8) * each, top + high, 0.5)
            if s["hang"]:
                p.text(left + (i + 0.5) * each, top + high - series[0][i] - 2, f"{series[0][i]:.1f}", font, 6.5, "center")
    if kind == "lines":
        for values in series:
            for i in range(1, count):
                p.line(left + (i - 0.5) * each, top + high - values[i - 1], left + (i + 0.5) * each, top + high - values[i], 1)
            p.text(left + 0.7 * (x + wide - left), top + high - values[-1] - 4, chance.choice(HEADS), font, 7)
    p.text(x, top + high + 22, "Source: Bureau of the Census.", font, 7)
    return top + high + 32


def lying_bars(p, s, chance, x, y, wide):
    font, bold, _ = FONTS[s["face"]]
    p.text(x, y + 10, chance.choice(TITLES) + ", 2009", bold, 9)
    y += 16
    for label in chance.sample(ITEMS, chance.randint(5, 9)):
        value = chance.uniform(5, 95)
        p.text(x + 150, y + 9, p.wrap(label, font, 7.5, 145)[0], font, 7.5, "right")
        p.fill(x + 156, y + 2, x + 156 + value * 1.4, y + 11, 0.4)
        p.text(x + 160 + value * 1.4, y + 9, f"{value:.1f}", font, 7.5)
        y += 14
    return y + 10


def pie(p, s, chance, x, y, wide):
    font = FONTS[s["face"]][0]
    r, cx, cy = 50, x + 150, y + 66
    angle = 0
    for label in chance.sample(ITEMS, 5):
        part = chance.uniform(40, 90)
        p.c.setFillGray(chance.uniform(0.5, 0.95))
        p.c.wedge(cx - r, p.high - cy - r, cx + r, p.high - cy + r, angle, part, stroke=1, fill=1)
        p.c.setFillGray(0)
        turn = math.radians(angle + part / 2)
        at = cx + 64 * math.cos(turn)
        p.text(at, cy - 64 * math.sin(turn), p.wrap(label, font, 7, 90)[0], font, 7, "left" if at > cx else "right")
        p.text(at, cy - 64 * math.sin(turn) + 8, f"{part / 3.6:.1f}%", font, 7, "left" if at > cx else "right")
        angle += part
    return cy + 80


def map_of(p, s, chance, x, y, wide):
    font = FONTS[s["face"]][0]
    for row in range(4):
        for column in range(6):
            cx, cy = x + 40 + column * 55 + chance.uniform(-8, 8), y + 24 + row * 34 + chance.uniform(-5, 5)
            points = [(cx + 24 * math.cos(a) * chance.uniform(0.8, 1.1), cy + 15 * math.sin(a) * chance.uniform(0.8, 1.1)) for a in (k * math.pi / 4 for k in range(8))]
            for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
                p.line(x0, y0, x1, y1, 0.4)
            p.text(cx, cy - 1, chance.choice(PLACES)[:4] + ".", font, 6, "center")
            p.text(cx, cy + 6, f"{chance.uniform(1, 30):.1f}", font, 6, "center")
    return y + 4 * 34 + 24


def chart_of_offices(p, s, chance, x, y, wide):
    font = FONTS[s["face"]][0]
    boxes = [(x + wide / 2 - 50, y + 8)] + [(x + 4 + i * wide / 4, y + 60) for i in range(4)]
    for i, (bx, by) in enumerate(boxes):
        p.c.rect(bx, p.high - by - 28, 100 if i == 0 else wide / 4 - 10, 28, fill=0)
        for n, line in enumerate(p.wrap(chance.choice(["Office of the Administrator", "Division of Planning", "Field Operations", "General Counsel", "Budget and Finance"]), font, 7, wide / 4 - 14)[:3]):
            p.text(bx + (50 if i == 0 else (wide / 4 - 10) / 2), by + 10 + 8 * n, line, font, 7, "center")
        if i:
            p.line(bx + 40, by, bx + 40, by - 12, 0.4)
    p.line(boxes[1][0] + 40, y + 48, boxes[4][0] + 40, y + 48, 0.4)
    p.line(x + wide / 2, y + 36, x + wide / 2, y + 48, 0.4)
    return y + 100


def box_of_text(p, s, chance, x, y, wide):
    font, bold, _ = FONTS[s["face"]]
    lines = p.wrap(" ".join(chance.sample(SENTENCES, 3)), font, s["body"] - 1, wide - 24)
    bottom = y + 22 + 1.2 * s["body"] * len(lines) + 8
    if s["wide"]:
        p.fill(x, y + 2, x + wide, bottom, 0.9)
    else:
        p.c.rect(x, p.high - bottom, wide, bottom - y - 2, fill=0)
    p.text(x + 12, y + 16, chance.choice(TITLES), bold, s["body"])
    for i, line in enumerate(lines):
        p.text(x + 12, y + 16 + 1.2 * s["body"] * (i + 1), line, font, s["body"] - 1)
    return bottom + 10


def letter(p, s, chance, x, y, wide):
    font = FONTS[s["face"]][0]
    for left, right in [("Office of the Director", "March 4, 2010"), ("Room 2115", "File 22-417"), ("Washington, DC 20212", "Attn: " + chance.choice(NAMES))]:
        y += 1.25 * s["body"]
        p.text(x, y, left, font, s["body"])
        p.text(x + 0.6 * wide, y, right, font, s["body"])
    return y + 14


def references(p, s, chance, x, y, wide):
    font = FONTS[s["face"]][0]
    for _ in range(4):
        text = f"{chance.choice(NAMES)}, {chance.randint(1980, 2009)}. {chance.choice(TITLES)}. Monthly Review {chance.randint(1, 90)}({chance.randint(1, 12)}), pp. {chance.randint(1, 99)}-{chance.randint(100, 200)}."
        for n, line in enumerate(p.wrap(text, font, s["body"], wide, 18)):
            y += 1.2 * s["body"]
            p.text(x + (18 if n else 0), y, line, font, s["body"])
    return y + 10


NARROW = [contents, bullets, bullets, abbreviations, axes, box_of_text, references]
DECOYS = NARROW + [contents, axes, index, form, lying_bars, pie, map_of, chart_of_offices, letter]


# ---- documents

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
        for n, line in enumerate(p.wrap(" ".join(self.chance.sample(SENTENCES, self.chance.randint(2, most))), font, s["body"], wide)):
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
            t = texts(self.chance, self.number) if self.chance.random() < 0.1 and wide > 400 else make_stat(self.chance, self.number, most)
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
