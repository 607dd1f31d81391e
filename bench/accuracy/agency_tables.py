"""What a table of agency.py holds: header cells (row, column, row span, column span, text), rows of
(kind, label, indent, values)."""
from report_words import GROUPS, HEADS, ITEMS, PHRASES, PLACES, STUBS, TITLES

MISSING = ["-", "--", "(NA)", "(X)", "(D)", "NA", "*", "(Z)", "...", ""]
NOTES = ["Includes persons not shown separately.", "Less than 0.05 percent.",
         "Data are preliminary and subject to revision when the final reports of the States are received.",
         "Excludes Alaska and Hawaii prior to 1960.",
         "Not seasonally adjusted; see text for an explanation of the methods by which the estimates were made."]


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
    labels = chance.sample(PLACES if chance.random() < 0.25 else ITEMS,
                           2 if shape == "short" else chance.randint(5, 24))
    kinds = [chance.choice(["count", "count", "money", "rate", "percent", "change", "small"])] * n if chance.random() < 0.5 else [chance.choice(["count", "money", "rate", "percent", "change", "range"]) for _ in range(n)]
    columns = [figures(chance, k, len(labels) + 1) for k in kinds]
    if chance.random() < 0.2:
        t.rows.append(("unit", chance.choice(["Percent", "Thousands of persons", "Millions of dollars", "Number", "Percent distribution"]), 0, []))
    total = ("total", chance.choice(["Total", "United States", "All industries", "Total, all items"]),
             chance.choice([0, 0, 2]), [c[-1] for c in columns])
    first = chance.random() < 0.5 and shape != "short"
    if first:
        t.rows.append(total)
    indent = 0
    for i, label in enumerate(labels):
        if shape in ("sections", "centred") and i % 5 == 0:
            t.rows.append(("section" if shape == "sections" else "centred",
                           chance.choice(TITLES + ITEMS[:20]) + chance.choice(["", ":"] if shape == "sections" else [""]), 0, []))
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
            t.headnote = chance.choice(["[In thousands]", "(Dollars in millions)",
                                        "[Numbers in thousands. Persons as of March of the following year. See appendix for definitions]"])
    return t


def texts(chance, number):
    """A matrix of words: who does what, with marks in some columns."""
    n = chance.choice([2, 3, 4])
    t = Stat(n + 1)
    heads = chance.sample(["Agency", "Requirement", "Status", "Action", "Completed", "Frequency", "Coverage", "Office",
                           "Type of data"], n + 1)
    t.header = [(0, i, 1, 1, h) for i, h in enumerate(heads)]
    marks = [chance.random() < 0.3 for _ in range(n)]
    for label in chance.sample(ITEMS, chance.randint(4, 9)):
        t.rows.append(("row", label, 0,
                       [chance.choice(["X", "X", ""]) if m else chance.choice(PHRASES) for m in marks]))
    t.title = f"Table {number}. {chance.choice(TITLES)}"
    t.gaps, t.words = 0, True
    return t
