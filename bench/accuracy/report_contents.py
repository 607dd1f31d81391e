"""What a document of reports.py holds: tables of several kinds with their cells, paragraphs, and what
looks like a table and is none."""
from report_words import ABBREVIATIONS, GROUPS, HEADS, ITEMS, NAMES, PHRASES, PLACES, SENTENCES, STUBS, TITLES


class Table:
    """Cells, each (row, column, row span, column span, text); rows of the body as (kind, label, indent, values)."""

    def __init__(self, kind):
        self.kind, self.header, self.rows, self.columns = kind, [], [], 0
        self.caption = self.unit = None
        self.notes = []
        self.stub = ""

    def cells(self):
        out = [cell for cell in self.header if cell[4]]
        row = self.header_rows()
        for kind, label, _, values in self.rows:
            if label:
                out.append((row, 0, 1, self.columns if kind == "centred" else 1, label))
            out += [(row, 1 + i, 1, 1, v) for i, v in enumerate(values) if v]
            row += 1
        return out

    def header_rows(self):
        return 1 + max((r + rs - 1 for r, _, rs, _, _ in self.header), default=-1)


def figure(chance, kind, first):
    if chance.random() < 0.04:
        return chance.choice(["-", "n.a.", "–", "(X)", "NA", "..."])
    if kind == "int":
        return f"{chance.randint(1, 10 ** chance.randint(2, 6)):,}"
    if kind == "dec":
        return f"{chance.uniform(0, 99):.1f}"
    if kind == "small":
        return f"{chance.uniform(0, 1):.3f}".lstrip("0") if chance.random() < 0.5 else f"{chance.uniform(0, 1):.3f}"
    if kind == "pct":
        return f"{chance.uniform(0, 99):.1f}%" if chance.random() < 0.97 else "100%"
    if kind == "change":
        return f"{chance.choice(['', '', '-', '−'])}{chance.uniform(0, 20):.1f}"
    if kind == "paren":
        return f"({chance.randint(1, 9999):,})" if chance.random() < 0.3 else f"{chance.randint(1, 99999):,}"
    if kind == "error":
        return f"{chance.randint(10, 999)} (±{chance.randint(1, 9)})" if chance.random() < 2 else ""
    return ("$" if first else "") + f"{chance.randint(100, 99999):,}"


def statistics(chance):
    t = Table("statistics")
    n = chance.choice([2, 3, 3, 4, 5, 6, 7, 8])
    t.columns = n + 1
    t.stub = chance.choice(STUBS.split("|") + ["", ""])
    heads = chance.sample(HEADS, n) if chance.random() < 0.7 else [str(y) for y in range(1996, 1996 + n)]
    groups = []
    if n >= 4 and chance.random() < 0.55:
        c = n % 2
        while c < n:
            groups.append((c, 2 if n - c != 3 else 3))
            c += groups[-1][1]
        names = chance.sample(GROUPS, len(groups))
        if chance.random() < 0.5:
            pair = chance.sample(HEADS, 3)
            for c, k in groups:
                heads[c:c + k] = pair[:k]
        t.header = [(0, c + 1, 1, k, name) for (c, k), name in zip(groups, names)]
    last = 1 if groups else 0
    t.header.append((last, 0, 1, 1, t.stub))
    t.header += [(last, 1 + i, 1, 1, h) for i, h in enumerate(heads)]
    kinds = [chance.choice(["int", "int", "dec", "pct", "usd", "change", "small", "paren"])] * n
    if chance.random() < 0.5:
        kinds = [chance.choice(["int", "dec", "pct", "usd", "change", "error"]) for _ in range(n)]
    labels = chance.sample(PLACES if chance.random() < 0.3 else ITEMS, chance.randint(5, 20))
    shape = chance.choice(["flat", "flat", "sections", "centred", "indented", "total"])
    rows = []
    for i, label in enumerate(labels):
        if shape in ("sections", "centred") and i % 5 == 0:
            rows.append((shape.rstrip("s") if shape == "sections" else "centred", chance.choice(TITLES + ITEMS[:20]), 0,
                         []))
        indent = 1 if shape == "sections" else chance.choice([0, 1, 1, 2]) if shape == "indented" and i else 0
        rows.append(("row", label, indent, [figure(chance, k, i == 0) for k in kinds]))
    if shape == "total" or chance.random() < 0.3:
        total = ("total", "Total" if chance.random() < 0.7 else "United States", 0,
                 [figure(chance, k, True) for k in kinds])
        rows = [total] + rows if chance.random() < 0.4 else rows + [total]
    t.rows = rows
    return t


def accounts(chance):
    t = Table("accounts")
    n = chance.choice([1, 2, 2, 3])
    t.columns = n + 1
    t.header = [(0, 1 + i, 1, 1, str(2010 - i)) for i in range(n)] if n > 1 or chance.random() < 0.5 else []
    for section in chance.sample(TITLES, 2):
        t.rows.append(("section", section + ":", 0, []))
        for i, label in enumerate(chance.sample(ITEMS, chance.randint(3, 6))):
            t.rows.append(("row", label, 1,
                           [("$ " if i == 0 else "") + f"{chance.randint(100, 999999):,}" for _ in range(n)]))
        t.rows.append(("total", "Total " + section.lower(), 2 if chance.random() < 0.5 else 0,
                       [f"{chance.randint(100, 999999):,}" for _ in range(n)]))
    return t


def texts(chance):
    t = Table("texts")
    n = chance.choice([2, 3, 3, 4])
    t.columns = n + 1
    t.header = [(0, i, 1, 1, h)
                for i, h in enumerate(chance.sample(["Recommendation", "Action taken", "Status", "Responsible office", "Frequency", "Coverage", "Survey", "Requirement", "Remarks"], n + 1))]
    for label in chance.sample(ITEMS, chance.randint(4, 9)):
        t.rows.append(("row", label, 0, [chance.choice(PHRASES) for _ in range(n)]))
    return t


def mixed(chance):
    t = Table("mixed")
    makers = {
        "Date": lambda: f"{chance.choice('January March May June October December'.split())} {chance.randint(1, 28)}, {chance.randint(1998, 2010)}",
        "Contact": lambda: chance.choice(NAMES),
        "Code": lambda: f"{chance.choice('ABCDEF')}{chance.randint(10, 999)}-{chance.randint(1, 9)}",
        "Phone": lambda: f"(202) 555-0{chance.randint(100, 199)}",
        "Yes/No": lambda: chance.choice(["Yes", "No", "Partly"]),
        "Amount": lambda: f"${chance.randint(1, 900):,}.{chance.randint(0, 99):02}",
        "Status": lambda: chance.choice(PHRASES[:6]), "Staff": lambda: str(chance.randint(1, 400)),
        "Unit": lambda: chance.choice(["kg", "1,000 acres", "barrels per day", "percent"]),
        "Agency": lambda: chance.choice(ABBREVIATIONS.split("|")),
        "Range": lambda: f"{chance.randint(1, 40)}–{chance.randint(41, 99)}",
    }
    names = chance.sample(list(makers), chance.choice([2, 3, 4, 5]))
    t.columns = len(names) + 1
    t.header = [(0, 0, 1, 1,
                 chance.choice(["Office", "Project", "Site", "Place"]))] + [(0, 1 + i, 1, 1, h) for i, h in enumerate(names)]
    labels = chance.sample(PLACES + ITEMS[:30], chance.randint(5, 14))
    t.rows = [("row", label, 0, [makers[h]() for h in names]) for label in labels]
    return t


def survey(chance):
    t = Table("survey")
    answers = chance.choice([["Very satisfied", "Somewhat satisfied", "Not satisfied", "No opinion"],
                             ["Yes", "No", "Don't know"], ["Always", "Often", "Sometimes", "Never", "No answer"]])
    t.columns = len(answers) + 1
    t.header = [(0, 0, 1, 1,
                 chance.choice(["Question", "", "Survey item"]))] + [(0, 1 + i, 1, 1, a) for i, a in enumerate(answers)]
    asks = ["How often did you use the service in the last twelve months?", "Were the forms easy to understand?",
            "Was the staff of the office helpful and polite when you called?",
            "Would you recommend the program to other persons in your situation?",
            "Did you receive an answer within the time that was promised to you?",
            "Do you think that the fees are reasonable?",
            "Did you know about the program before you received the letter?"]
    t.rows = [("row", f"{i + 1}. {q}" if chance.random() < 0.5 else q, 0,
               [str(chance.randint(0, 95)) + chance.choice(["%"]) for _ in answers])
              for i, q in enumerate(chance.sample(asks, chance.randint(4, 7)))]
    return t


KINDS = [statistics] * 6 + [accounts, texts, texts, mixed, mixed, survey]


def make_table(chance, number):
    t = chance.choice(KINDS)(chance)
    how = chance.random()
    if how < 0.6:
        t.caption = f"Table {number}{chance.choice(['.', ':', '.--', '—'])} {chance.choice(TITLES)}" + chance.choice(["", ": 1990 to 2010", ", by State and type of household, fiscal years 2005 through 2009"])
    elif how < 0.8:
        t.caption = chance.choice(TITLES) + ", " + chance.choice(["2009", "selected years", "by region"])
    if t.caption and chance.random() < 0.3 and t.kind in ("statistics", "accounts"):
        t.unit = chance.choice(["(In thousands)", "[Dollars in millions]", "(Percent of respondents)"])
    if chance.random() < 0.5:
        t.notes.append("Source: "
                       + chance.choice(["U.S. Department of Labor, Bureau of Labor Statistics.", "Bureau of the Census, Current Population Survey.", "GAO analysis of agency data."]))
        if chance.random() < 0.5:
            t.notes.insert(0, "Note: " + chance.choice(SENTENCES[5:6] + SENTENCES[2:3]))
        if chance.random() < 0.3:
            t.notes.insert(0, chance.choice(["1 Includes persons not shown separately.", "* Less than 0.05 percent.", "– Represents zero or rounds to zero."]))
    return t


def decoy(chance):
    kind = chance.choice(["bullets", "bullets", "numbered", "contents", "references", "bars", "lines", "form",
                          "letterhead", "definitions", "quote", "signatures", "footnotes"])
    if kind in ("bullets", "numbered"):
        return kind, [chance.choice(SENTENCES) if chance.random() < 0.5 else chance.choice(PHRASES)
                      for _ in range(chance.randint(3, 6))]
    if kind == "contents":
        page = 1
        out = []
        for i, title in enumerate(chance.sample(TITLES + ITEMS[:20], chance.randint(6, 12))):
            page += chance.randint(1, 9)
            out.append((f"{i // 3 + 1}.{i % 3 + 1}" if chance.random() < 2 else "", title, str(page)))
        return kind, out
    if kind == "references":
        return kind, [f"{chance.choice(NAMES)} and {chance.choice(NAMES)}, {chance.randint(1980, 2010)}. {chance.choice(TITLES)}. Journal of {chance.choice(ITEMS)} {chance.randint(1, 40)}({chance.randint(1, 6)}), pp. {chance.randint(1, 99)}-{chance.randint(100, 300)}." for _ in range(5)]
    if kind in ("bars", "lines"):
        return kind, [(str(1996 + i), chance.randint(10, 95)) for i in range(chance.randint(5, 9))]
    if kind == "form":
        return kind, [f"{x}:" for x in chance.sample(["Name of applicant", "Street address", "City and State", "Date of birth", "Telephone", "Signature", "Employer"], 5)]
    if kind == "letterhead":
        return kind, [("Office of the Director", "March 4, 2010"), ("Room 2115", "File 22-417"),
                      ("Washington, DC 20212", "Attn: " + chance.choice(NAMES))]
    if kind == "definitions":
        return kind, [(chance.choice(ITEMS), chance.choice(SENTENCES)) for _ in range(4)]
    if kind == "signatures":
        return kind, [(chance.choice(NAMES), chance.choice(NAMES)), ("Director", "Assistant Secretary"),
                      ("Office of Planning", "Bureau of Field Operations")]
    return kind, [" ".join(chance.sample(SENTENCES, 2))]


def paragraph(chance, most=5):
    return "text", " ".join(chance.sample(SENTENCES, chance.randint(2, most)))


def make_document(chance):
    """Parts in order: ("heading", text), ("text", text), ("table", Table), ("beside", [Table, Table]), decoys."""
    doc = {"columns": chance.choice([1, 1, 1, 2]), "landscape": chance.random() < 0.1, "running": chance.random() < 0.6,
           "parts": []}
    number = 1
    for page in range(2):
        parts = [("heading", chance.choice(TITLES)), paragraph(chance)]
        for _ in range(chance.choice([1, 1, 2]) if not doc["landscape"] else 1):
            how = chance.random()
            if how < 0.08 and doc["columns"] == 1:
                pair = []
                for _ in range(2):
                    while True:
                        t = make_table(chance, number)
                        if t.columns <= 4 and t.kind in ("statistics", "accounts") and len(t.rows) < 14:
                            break
                    pair.append(t)
                    number += 1
                parts.append(("beside", pair))
            else:
                t = make_table(chance, number)
                while doc["columns"] == 2 and (t.columns > 4 or t.kind in ("texts", "mixed", "survey")):
                    t = make_table(chance, number)
                parts.append(("table", t))
                number += 1
            if chance.random() < 0.6:
                parts.append(paragraph(chance, 3))
        if chance.random() < 0.7:
            parts.insert(chance.randint(1, len(parts)), ("decoy", decoy(chance)))
        doc["parts"].append(parts)
    return doc
