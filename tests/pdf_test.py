#!/usr/bin/env python3
"""PDFs with known content against what is read of them: words and boxes, tables, order, damage, passwords.

    tests/pdf_test.py GLEANER
"""
import csv
import difflib
import hashlib
import importlib.machinery
import importlib.util
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GLEANER = os.path.abspath(sys.argv.pop(1))
loader = importlib.machinery.SourceFileLoader("make_pdfs", os.path.join(ROOT, "scripts", "make-pdfs"))
spec = importlib.util.spec_from_loader("make_pdfs", loader)
make_pdfs = importlib.util.module_from_spec(spec)
loader.exec_module(make_pdfs)
NAMESPACE = "{http://www.w3.org/1999/xhtml}"


def run(*arguments, data=None):
    done = subprocess.run([GLEANER, *arguments], input=data, capture_output=True, timeout=120)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, content):
        path = os.path.join(self.folder.name, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    def rows(self, path, *more):
        exit, out, err = run("tables", path, "--format", "csv", "--readings", "text", *more)
        self.assertEqual(exit, 0, err)
        return list(csv.reader(io.StringIO(out)))


class Words(Folder):
    def check_words(self, book):
        path = self.write("a.pdf", book.bytes())
        exit, out, err = run("debug", "boxes", path)
        self.assertEqual(exit, 0, err)
        source = run("debug", "text", "--source", path)[1].encode()
        got = []
        for line in out.splitlines():
            place = json.loads(line)
            begin, end = place["span"]
            self.assertEqual(source[begin:end].decode().replace("&amp;", "&").replace("&lt;", "<"),
                             place["text"].replace("&amp;", "&").replace("&lt;", "<"))
            x0, y0, x1, y1 = place["box"]
            got.append((place["page"], place["text"], round(x0, 1), round(x1, 1),
                        round(y1 - 0.2 * (y1 - y0) / 0.94, 1)))
        want = [(number, word, round(x0, 1), round(x1, 1), round(y, 1))
                for number, sheet in enumerate(book.sheets, 1) for word, x0, x1, y, size in sheet.words]
        self.assertEqual(len(got), len(want))
        for a, b in zip(sorted(got), sorted(want)):
            self.assertEqual(a[:2], b[:2])
            for i in (2, 3, 4):
                self.assertAlmostEqual(a[i], b[i], delta=0.21, msg=str((a, b)))

    def test_samples(self):
        for name in ("pricelist", "invoice"):
            self.check_words(make_pdfs.SAMPLES[name]())

    def test_sizes_and_places(self):
        book = make_pdfs.Book("Sizes")
        sheet = book.sheet(700, 500)
        for i, size in enumerate((6, 8, 9.5, 12, 24)):
            sheet.text(40 + 3 * i, 60 + 45 * i, "Word at its place (exactly)", size, i % 2 == 1)
        self.check_words(book)

    def test_rotated_sheet(self):
        """A sheet that is displayed turned gives the same words, in the coordinates of the display."""
        book = make_pdfs.Book()
        sheet = book.sheet(600, 800, rotate=90)
        for i in range(6):
            sheet.text(100 + 20 * i, 700, f"upwards {i}", 10, up=True)
        path = self.write("a.pdf", book.bytes())
        exit, out, err = run("debug", "boxes", path)
        self.assertEqual(exit, 0, err)
        words = [json.loads(line)["text"] for line in out.splitlines()]
        self.assertEqual(words, [w for i in range(6) for w in ("upwards", str(i))])

    def test_samples_are_fresh(self):
        for name, make in make_pdfs.SAMPLES.items():
            with open(os.path.join(ROOT, "samples", "pdf", name + ".pdf"), "rb") as file:
                self.assertEqual(file.read(), make().bytes(), "run scripts/make-pdfs")


class Pages(Folder):
    def test_xhtml_is_xml(self):
        for name, make in make_pdfs.SAMPLES.items():
            path = self.write(name + ".pdf", make().bytes())
            source = run("debug", "text", "--source", path)[1]
            tree = ET.fromstring(source)
            self.assertEqual(len(tree.findall(f".//{NAMESPACE}section")), len(make().sheets))
            # ... and an HTML parser reads the same tree
            dom = re.findall(r"^ *([a-z][a-z0-9]*)(?= |$)", run("debug", "dom", path)[1], flags=re.M)
            self.assertEqual(dom, [element.tag.replace(NAMESPACE, "") for element in tree.iter()])

    def test_two_columns_in_order(self):
        path = self.write("report.pdf", make_pdfs.report().bytes())
        tree = ET.fromstring(run("debug", "text", "--source", path)[1])
        first = tree.find(f".//{NAMESPACE}section")
        texts = [(e.tag.replace(NAMESPACE, ""), " ".join("".join(e.itertext()).split())) for e in first]
        tags = [tag for tag, _ in texts]
        whole = " ".join(text for _, text in texts)
        self.assertEqual(texts[1], ("h1", "A count of harbours"))
        self.assertLess(whole.index("What was counted"), whole.index("Berths for a night"))
        self.assertLess(whole.index("Berths for a night"), whole.index("Numbers The harbours"))
        self.assertLess(whole.index("Numbers The harbours"), whole.index("Alder Bay"))
        self.assertIn("header", tags)
        self.assertIn("footer", tags)
        self.assertEqual(tags.count("table"), 1)
        self.assertEqual([e.tag for e in first.find(f"{NAMESPACE}ul")], [NAMESPACE + "li"] * 3)
        self.assertEqual(first.find(f"{NAMESPACE}p[@class='note']").text, "1 Counted on the first of May.")

    @unittest.skipUnless(shutil.which("pdftotext"), "pdftotext is not installed")
    def test_text_against_pdftotext(self):
        """The same words; where both read line by line, in the same order."""
        for name in make_pdfs.SAMPLES:
            path = os.path.join(ROOT, "samples", "pdf", name + ".pdf")
            theirs = subprocess.run(["pdftotext", path, "-"], capture_output=True, text=True, check=True).stdout
            a, b = (re.findall(r"\w+", text) for text in (run("debug", "text", path)[1], theirs))
            self.assertEqual(sorted(a), sorted(b), name)
            self.assertGreater(difflib.SequenceMatcher(None, a, b, autojunk=False).ratio(), 0.75, name)

    def test_link(self):
        path = self.write("invoice.pdf", make_pdfs.first_invoice().bytes())
        tree = ET.fromstring(run("debug", "text", "--source", path)[1])
        link = tree.find(f".//{NAMESPACE}a")
        self.assertEqual((link.get("href"), link.text), ("https://example.org/help", "our help page"))

    def test_hyphens_are_joined(self):
        book = make_pdfs.Book()
        sheet = book.sheet()
        for i, line in enumerate(["A long text that is broken at the end of a line by a hy-",
                                  "phen goes on, and a twenty-", "First stays."]):
            sheet.text(50, 100 + 13 * i, line)
        text = run("debug", "text", self.write("a.pdf", book.bytes()))[1]
        self.assertIn("by a hyphen goes on", text)
        self.assertIn("twenty- First", text)


class Tables(Folder):
    def test_price_list_over_two_sheets(self):
        rows = self.rows(self.write("p.pdf", make_pdfs.price_list().bytes()))
        self.assertEqual(rows[0][-5:], ["Article", "No.", "Unit", "Price", "From 10"])
        articles = [row[-5:] for row in rows[1:]]
        self.assertIn(["Saucer", "1020", "piece", "2.10", "1.89"], articles)
        self.assertIn(["Brush for grinders", "4010", "piece", "3.10", "2.79"], articles)
        self.assertEqual(sum(row[0] == "Article" for row in articles), 0)

    def test_invoice(self):
        rows = self.rows(self.write("i.pdf", make_pdfs.first_invoice().bytes()))
        self.assertEqual(rows[:4],
                         [["Item", "Quantity", "Price", "Amount"], ["Espresso beans, 1 kg", "12", "18.50", "222.00"],
                                    ["Filter papers, no. 4", "20", "4.35", "87.00"],
                          ["Descaler, 1 l", "2", "5.20", "10.40"]])

    def test_rules_or_not(self):
        """The same table, whatever rulings it has."""
        chance = random.Random(3)
        rows = [["Town", "Area", "People", "Share"]] + [
            [name, f"{chance.uniform(1, 99):.1f}", f"{chance.randrange(100, 99999):,}", f"{chance.uniform(0, 50):.1f}%"]
            for name in ("Ashford", "Birch Hill", "Cedar Grove", "Dale", "Elm Park", "Fern", "Great Oak")]
        for rules in ("", "b", "h", "v", "hv", "f", "fb"):
            book = make_pdfs.Book()
            sheet = book.sheet()
            sheet.paragraph(50, 80, 490,
                            "The towns of the valley are listed below with what is known of them from the last count. " * 3)
            sheet.table(50, 150, [120, 70, 90, 70], rows, align={1: "right", 2: "right", 3: "right"}, rules=rules)
            self.assertEqual(self.rows(self.write("t.pdf", book.bytes())), rows, f"rules {rules!r}")

    def test_side_by_side(self):
        book = make_pdfs.Book()
        sheet = book.sheet()
        left = [["Name", "Goals"]] + [[n, str(g)]
                                      for n, g in zip(("Ann", "Bo", "Cy", "Di", "Ed", "Flo"), (3, 1, 7, 0, 2, 5))]
        right = [["Name", "Goals"]] + [[n, str(g)]
                                       for n, g in zip(("Gus", "Hal", "Ida", "Jo", "Kim"), (11, 4, 6, 8, 9))]
        for x, rows in ((50, left), (330, right)):
            sheet.table(x, 100, [50, 40], rows, align={1: "right"})
        exit, out, err = run("tables", self.write("s.pdf", book.bytes()), "--json")
        self.assertEqual(exit, 0, err)
        self.assertEqual([(t["rows"], t["names"]) for t in json.loads(out)],
                         [(7, ["Name", "Goals"]), (6, ["Name", "Goals"])])

    def test_spanning_heading(self):
        book = make_pdfs.Book()
        sheet = book.sheet()
        rows = [["", ("Men", 2), ("Women", 2)], ["Year", "Number", "Share", "Number", "Share"]] + [
            [str(1990 + i), str(100 + 7 * i * i), f"{40 + i}.5", str(90 + 9 * i), f"{59 - i}.5"] for i in range(6)]
        sheet.table(50, 100, [80, 70, 70, 70, 70], rows, align={i: "right" for i in (1, 2, 3, 4)}, bold_rows=(0, 1),
                    rules="b")
        self.assertEqual(self.rows(self.write("s.pdf", book.bytes()))[0],
                         ["Year", "Men / Number", "Men / Share", "Women / Number", "Women / Share"])

    TOWNS = ("Ashford", "Birch Hill", "Cedar Grove", "Dale", "Elm Park", "Fern", "Great Oak")

    def count(self, path):
        exit, out, err = run("tables", path, "--as-tables")
        self.assertEqual(exit, 0, err)
        return [(1 + max(c["row"] for c in t["cells"]), 1 + max(c["col"] for c in t["cells"]))
                for t in json.loads(out)["tables"]]

    def test_printed_ground_or_rulings_of_the_header_end_no_table(self):
        """Sections stand between the rows; nothing but the header is marked: by a grey ground, or
        by rulings on all its sides."""
        rows = [["Town", "Area", "People"]]
        for i, name in enumerate(self.TOWNS):
            rows += [["North:" if i == 0 else "South:", "", ""]] if i % 4 == 0 else []
            rows.append([name, f"{7 * i + 3}.5", f"{1000 + 311 * i:,}"])
        for boxed in (False, True):
            book = make_pdfs.Book()
            sheet = book.sheet()
            if boxed:
                for y in (100, 114):
                    sheet.line(50, y, 330, y)
                for x in (50, 170, 240, 330):
                    sheet.line(x, 100, x, 114)
            else:
                sheet.area(50, 100, 330, 114)
            sheet.table(50, 100, [120, 70, 90], rows, align={1: "right", 2: "right"})
            self.assertEqual(self.count(self.write("h.pdf", book.bytes())), [(len(rows), 3)], f"boxed {boxed}")

    def test_tables_beside_each_other_below_their_captions(self):
        """They keep to no common lines, and the first is the longer one."""
        book = make_pdfs.Book()
        sheet = book.sheet()
        for x, number, pitch, names in ((50, 1, 14, self.TOWNS), (320, 2, 17, self.TOWNS[:5])):
            sheet.text(x + 4, 100, f"Table {number}. Towns", 9, True)
            sheet.table(x, 110, [110, 60, 60], [["Town", "Area", "Share"]]
                        + [[n, str(13 + 7 * len(n)), f"{len(n)}.5%"] for n in names], pitch=pitch,
                        align={1: "right", 2: "right"})
        self.assertEqual(self.count(self.write("b.pdf", book.bytes())), [(8, 3), (6, 3)])

    def test_contents_and_indexes_are_no_tables(self):
        book = make_pdfs.Book()
        sheet = book.sheet()
        for i, title in enumerate(("Summary", "Background", "Results of the survey", "What follows", "Methods",
                                   "Sources", "Terms")):
            sheet.text(60, 80 + 15 * i, title)
            sheet.text(520, 80 + 15 * i, str(3 + 4 * i), align="right")
        sheet = book.sheet()
        for i in range(36):
            sheet.text(60 + i // 12 * 160, 80 + 12 * (i % 12),
                       f"{self.TOWNS[i % 7]} {'abcdef'[i // 6]}, {i + 3}" + (f", {i + 40}" if i % 2 else ""), 9)
        exit, out, err = run("tables", self.write("c.pdf", book.bytes()))
        self.assertEqual((exit, out), (1, ""), err)

    def test_last_row_wrapped(self):
        """Cells of the last row have as many lines as others; a sum may stand alone below."""
        book = make_pdfs.Book()
        sheet = book.sheet()
        columns = (60, 160, 300, 420)
        rows = [["Risk"], ["Cause"], ["Measure"], ["Owner"]], \
            [["Delay of steel"], ["Only one supplier", "in the region"], ["Second supplier", "by June"], ["Purchasing"]], \
            [["Loss of staff"], ["Low wages"], ["Review of wages,", "flats for apprentices"], ["Personnel"]], \
            [["Flooding"], ["Late works", "on the dyke"], ["Pumps on site; insurance", "extended to the", "whole of the works"],
             ["Site manager"]]
        y = 100
        for row in rows:
            for x, cell in zip(columns, row):
                for k, line in enumerate(cell):
                    sheet.text(x, y + 12 * k, line)
            y += 12 * max(map(len, row)) + 10
        self.assertEqual(self.rows(self.write("w.pdf", book.bytes())), [[" ".join(cell) for cell in row] for row in rows])

    def test_heading_in_the_middle_of_its_row(self):
        """Half a line above the others, and half a line below."""
        book = make_pdfs.Book()
        sheet = book.sheet()
        sheet.text(60, 94, "Item"), sheet.text(60, 106, "number")
        sheet.text(140, 100, "Name"), sheet.text(300, 100, "Price")
        for i, town in enumerate(self.TOWNS[:5]):
            sheet.text(60, 124 + 16 * i, str(1001 + i)), sheet.text(140, 124 + 16 * i, town)
            sheet.text(300, 124 + 16 * i, f"{len(town)}.90")
        self.assertEqual(self.rows(self.write("h.pdf", book.bytes()))[:2],
                         [["Item number", "Name", "Price"], ["1001", self.TOWNS[0], f"{len(self.TOWNS[0])}.90"]])

    def test_statement(self):
        """Numbers of the account stand above the header, apart from it: they are no headings."""
        book = make_pdfs.Book()
        sheet = book.sheet()
        sheet.text(60, 100, "Account number 0044"), sheet.text(180, 100, "Sort code 10-20-30")
        sheet.text(60, 120, "Statement 3, March 2026")
        for x, text in zip((60, 110, 330, 400), ("Date", "Description", "Paid out", "Balance")):
            sheet.text(x, 144, text)
        for i, town in enumerate(self.TOWNS):
            sheet.text(60, 162 + 17 * i, f"0{i + 1} Mar"), sheet.text(110, 162 + 17 * i, f"Card payment {town}")
            sheet.text(360, 162 + 17 * i, f"{i + 3}.20", align="right"), sheet.text(435, 162 + 17 * i, f"{900 - i}.10", align="right")
        self.assertEqual(self.rows(self.write("s.pdf", book.bytes()))[:2],
                         [["Date", "Description", "Paid out", "Balance"], ["01 Mar", f"Card payment {self.TOWNS[0]}", "3.20", "900.10"]])

    def test_wide_space_between_tables(self):
        """Rows of two tables stand side by side at the same heights."""
        book = make_pdfs.Book()
        sheet = book.sheet()
        rows = [["Club", "Won", "Points", "Scorer", "Goals", "Place"]]
        rows += [[town, str(i + 3), str(40 - i), name, str(19 - i), str(i + 1)] for i, (town, name) in
                 enumerate(zip(self.TOWNS, ("Quill", "Marlow", "Finch", "Okafor", "Stone", "Bree", "Hale")))]
        for r, row in enumerate(rows):
            for x, text in zip((60, 120, 150, 280, 330, 370), row):
                sheet.text(x, 100 + 15 * r, text)
        exit, out, err = run("tables", self.write("s.pdf", book.bytes()), "--as-tables")
        tables = json.loads(out)["tables"]
        self.assertEqual([[c["text"] for c in t["cells"] if c["row"] == 0] for t in tables], [rows[0][:3], rows[0][3:]])

    def test_vertical_rulings(self):
        """And one below the header: three rows, the last of them wrapped, dates for figures."""
        book = make_pdfs.Book()
        sheet = book.sheet()
        columns = (62, 252, 332, 412, 492)
        rows = [["Task", "Owner", "Start", "End", "Status"],
                ["Survey of the pier", "Marlow", "2026-03-02", "2026-03-20", "done"],
                ["Tender", "Quill", "2026-03-23", "2026-05-15", "running"],
                ["Demolition of the warehouse and", "Okafor", "2026-06-01", "2026-07-10", "open"]]
        for r, row in enumerate(rows):
            for x, text in zip(columns, row):
                sheet.text(x, 100 + 22 * r + (6 if r == 3 and x > 62 else 0), text, bold=r == 0)
        sheet.text(62, 178, "levelling")
        sheet.line(60, 107, 540, 107)
        for x in columns[1:]:
            sheet.line(x - 3, 88, x - 3, 186)
        rows[3][0] += " levelling"
        self.assertEqual(self.rows(self.write("v.pdf", book.bytes())), rows)

    def test_footer_below_much_white(self):
        """A ruling above the foot of a letter is as long as that below a header: they make no table."""
        book = make_pdfs.Book()
        sheet = book.sheet()
        rows = [["#", "Item", "Qty", "Price", "Sum"]] + [[str(i + 1), f"Rope of {town}", str(i + 2), f"{i}.50", f"{i * (i + 2)}.00"]
                                                         for i, town in enumerate(self.TOWNS[:4])]
        sheet.table(60, 180, [20, 200, 60, 60, 60], rows, align={2: "right", 3: "right", 4: "right"}, bold_rows=(0,))
        sheet.line(60, 184, 460, 184), sheet.line(60, 420, 460, 420)
        sheet.text(60, 290, "Thank you. Please pay within fourteen days.")
        for x, a, b in ((60, "Rope Ltd", "Reg. no. 11223"), (200, "Harbour Bank", "XX12 3456"), (330, "01 22 33 44", "rope.example")):
            sheet.text(x, 432, a, 7), sheet.text(x, 441, b, 7)
        exit, out, err = run("tables", self.write("f.pdf", book.bytes()), "--as-tables")
        cells = json.loads(out)["tables"][0]["cells"]
        self.assertEqual(max(c["row"] for c in cells), 4)
        self.assertEqual([c["text"] for c in cells if c["row"] == 1], rows[1])

    def test_title_and_running_head(self):
        """They stand above the header at the pitch of the rows."""
        book = make_pdfs.Book()
        sheet = book.sheet()
        sheet.text(60, 70, "Price list 2026"), sheet.text(330, 70, "Rope & Co")
        sheet.text(60, 88, "Prices", 14)
        rows = [["Code", "Item", "Unit", "Price"]] + [[f"A{i:02}", f"Rope of {t}", "m", f"{i + 3}.20"] for i, t in enumerate(self.TOWNS)]
        for r, row in enumerate(rows):
            for x, text in zip((60, 110, 250, 330), row):
                sheet.text(x, 106 + 18 * r, text)
        self.assertEqual(self.rows(self.write("h.pdf", book.bytes())), rows)

    def test_legend(self):
        """What the marks of a timetable mean stands below it, and is no row."""
        book = make_pdfs.Book()
        sheet = book.sheet()
        rows = [["Train", "Mill", "Ferry", "Harbour"]]
        rows += [[f"10{i}" + " ab"[i % 3], f"{6 + i}.0{9 - i}", f"{6 + i}.1{i * i % 7}", f"{6 + i}.40"] for i in range(6)]
        for r, row in enumerate(rows):
            for x, text in zip((60, 120, 200, 280), row):
                sheet.text(x, 100 + 13 * r, text)
        sheet.text(60, 196, "a: on school days only"), sheet.text(200, 196, "b: from 1 May to 30 September")
        self.assertEqual(self.rows(self.write("t.pdf", book.bytes())), [[" ".join(x.split()) for x in row] for row in rows])

    def test_typewriter(self):
        """A space is as wide as a letter there: only two of them part columns."""
        lines = ["Town of the valley      Low to high    People", "Ashford on the hill     29.9 to 47.3    34,940",
                 "Birch Hill and lakes    27.5 to 40.4     3,500", "Dale                     0.7 to 59.4     8,022",
                 "Elm Park, new town      15.0 to 40.9    23,291"]
        book = make_pdfs.Book()
        font = book.font("C", lambda add: add("<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>"))
        sheet = book.sheet()
        for i, line in enumerate(lines):
            sheet.codes(60, 100 + 12 * i, line.encode(), font, 9)
        self.assertEqual(self.rows(self.write("t.pdf", book.bytes()))[:2],
                         [["Town of the valley", "Low to high", "People"],
                          ["Ashford on the hill", "29.9 to 47.3", "34,940"]])

    def test_units_and_numbers_of_columns_below_the_header(self):
        rows = [["Town", "1998", "1999", "2000"], ["", "(1)", "(2)", "(3)"],
                ["", ("Thousands of persons", 3)]] + [[n, f"{len(n)}.5", f"{2 * len(n)}.1", f"{3 * len(n)}.0"] for n in self.TOWNS]
        book = make_pdfs.Book()
        book.sheet().table(50, 100, [120, 70, 70, 70], rows, align={1: "right", 2: "right", 3: "right"}, bold_rows=())
        exit, out, err = run("tables", self.write("u.pdf", book.bytes()), "--as-tables")
        cells = {(c["row"], c["col"]): (c["text"], c.get("colspan", 1)) for c in json.loads(out)["tables"][0]["cells"]}
        self.assertEqual([cells[0, 1], cells[1, 1], cells[2, 1], cells[3, 0]],
                         [("1998", 1), ("(1)", 1), ("Thousands of persons", 3), ("Ashford", 1)])


HEBREW = {65 + i: c for i, c in enumerate("אבגדהוזחטיכלמנסעפצקרשתםןףךץ")}


def write_leftward(sheet, right, y, text, size=10):
    """Hebrew and numbers as they are set: from the right end on."""
    codes = {c: code for code, c in HEBREW.items()}
    for word in text.split(" "):
        hebrew = bytes(codes[c] for c in reversed(word)) if word[0] in codes else None
        long = make_pdfs.width(hebrew.decode() if hebrew else word, size)
        if hebrew:
            sheet.codes(right - long, y, hebrew, "H", size)
        else:
            sheet.text(right - long, y, word, size)
        right -= long + make_pdfs.width(" ", size)


class Scripts(Folder):
    """Fonts and directions that are not those of a plain report."""

    def test_right_to_left(self):
        book = make_pdfs.Book()
        book.font("H", make_pdfs.script_font(HEBREW))
        sheet = book.sheet()
        lines = ["המסמך הזה נכתב מימין לשמאל והוא מכיל 42 שורות", "של טקסט רגיל שאין בו דבר מיוחד"]
        for i, line in enumerate(lines):
            write_leftward(sheet, 500, 120 + 14 * i, line)
        rows = [["שם", "מחיר", "כמות"], ["תפוח", "4.50", "12"], ["בננה", "7.20", "8"], ["אגס", "3.10", "40"]]
        for r, row in enumerate(rows):
            for c, text in enumerate(row):
                write_leftward(sheet, 500 - 130 * c, 220 + 16 * r, text)
        path = self.write("h.pdf", book.bytes())
        self.assertIn(" ".join(lines), run("debug", "text", path)[1])
        self.assertEqual(self.rows(path), rows)

    def test_figures_in_the_leftmost_column(self):
        """Read from the right they come last: they number nothing."""
        book = make_pdfs.Book()
        book.font("H", make_pdfs.script_font(HEBREW))
        sheet = book.sheet()
        rows = [["שם", "מחיר", "כמות"], ["תפוח", "120", "4.50"], ["בננה", "70", "21.20"], ["אגס", "31", "3.1"]]
        for r, row in enumerate(rows):
            for c, text in enumerate(row):
                write_leftward(sheet, 500 - 130 * c, 220 + 16 * r, text)
        self.assertEqual(self.rows(self.write("h.pdf", book.bytes())), rows)

    def test_letters_of_one_sign(self):
        """Lam and alef are drawn as one sign, whose meaning is both letters or the sign."""
        for sign in ("لأ", "\ufef7"):
            signs = {65: "ا", 66: sign, 67: "خ", 68: "ض", 69: "ر"}
            book = make_pdfs.Book()
            book.font("A", make_pdfs.script_font(signs))
            book.sheet().codes(60, 90, bytes(reversed(signs)), "A")
            self.assertEqual(run("debug", "text", self.write("a.pdf", book.bytes()))[1].strip(), "الأخضر")

    def test_columns_of_characters(self):
        """Japanese, set from top to bottom, the columns from right to left."""
        book = make_pdfs.Book()
        book.font("V", make_pdfs.column_font)
        sheet = book.sheet()
        columns = ["これは縦書きの文書です。", "右から左へ行が並ぶ。", "これは三行目である。"]
        for i, text in enumerate(columns):
            sheet.codes(500 - 20 * i, 80, text.encode("utf-16-be"), "V", 12)
        text = run("debug", "text", self.write("v.pdf", book.bytes()))[1]
        self.assertEqual("".join(text.split()), "".join(columns))

    def test_drawn_letters(self):
        """Type 3: with a map of meanings they are letters, without one that is said."""
        for mapped in (True, False):
            book = make_pdfs.Book()
            book.font("T", make_pdfs.drawn_font("ABCDEFGH", mapped))
            book.sheet().codes(60, 90, b"ABBA", "T")
            exit, out, err = run("debug", "text", self.write("t.pdf", book.bytes()))
            self.assertEqual(exit, 0, err)
            if mapped:
                self.assertEqual(out.strip(), "ABBA")
                self.assertEqual(err, "")
            else:
                self.assertIn("4 of 4 characters have no known meaning: the fonts lack a ToUnicode map", err)

    def test_turned_headings(self):
        """Headings of narrow columns that are written upwards are headings of their columns."""
        book = make_pdfs.Book()
        sheet = book.sheet()
        names, rows = ["Berths", "Ferries",
                       "Opened"], [["Alder Bay", "120", "4", "1911"], ["Brook", "35", "2", "1950"],
                                   ["Cove", "35", "1", "1962"]]
        edges = [50, 160, 190, 220, 250]
        for y in (90, 140, 156, 172, 188):
            sheet.line(50, y, 250, y)
        for x in edges:
            sheet.line(x, 90, x, 188)
        sheet.text(54, 136, "Harbour")
        for x, name in zip(edges[1:], names):
            sheet.text(x + 18, 136, name, up=True)
        for r, row in enumerate(rows):
            for x, text in zip(edges, row):
                sheet.text(x + 4, 152 + 16 * r, text)
        self.assertEqual(self.rows(self.write("u.pdf", book.bytes())), [["Harbour", *names], *rows])

    def test_many_sheets(self):
        """Sheets are read one after the other: hundreds of them in seconds, and the last one is there."""
        book = make_pdfs.Book()
        for n in range(400):
            sheet = book.sheet()
            sheet.text(50, 60, f"Sheet number {n}", 14, True)
            for i in range(30):
                sheet.text(50, 90 + 14 * i,
                           "A line of text as there are many in a long report, with nothing in it that counts.")
        exit, out, err = run("debug", "text", self.write("long.pdf", book.bytes()))
        self.assertEqual(exit, 0, err)
        self.assertIn("Sheet number 399", out)

    def test_file_of_boxes(self):
        """What `debug boxes` prints is a page again, with the same table where no ruling is needed to see it."""
        book = make_pdfs.Book()
        rows = [["Town", "Area", "People"], ["Ashford", "12.5", "1,204"], ["Birch Hill", "7.0", "911"],
                ["Dale", "33.1", "20,410"]]
        book.sheet().table(50, 150, [120, 70, 90], rows, align={1: "right", 2: "right"})
        path = self.write("i.pdf", book.bytes())
        words = run("debug", "boxes", path)[1].encode()
        boxes = self.write("i.boxes.jsonl", words)
        self.assertEqual(self.rows(boxes), rows)
        seen = self.write("seen.html", b"")
        self.assertEqual(run("tables", boxes, "--debug", seen)[0], 0)
        with open(seen, encoding="utf-8") as file:
            drawn = file.read()
        self.assertIn(">Ashford</text>", drawn)
        self.assertIn("row 2, column 1: Ashford", drawn)
        exit, _, err = run("tables", self.write("bad.jsonl", words + b'{"page": 1, "text": "x"}\n'))
        self.assertEqual(exit, 3)
        self.assertIn("bad.jsonl:14", err)


def rc4(key, data):
    s, j, out = list(range(256)), 0, bytearray()
    for i in range(256):
        j = (j + s[i] + key[i % len(key)]) % 256
        s[i], s[j] = s[j], s[i]
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + s[i]) % 256
        s[i], s[j] = s[j], s[i]
        out.append(byte ^ s[(s[i] + s[j]) % 256])
    return bytes(out)


def encrypted(plain, password):
    """The standard's oldest encryption (40 bits), streams only; enough to need a password."""
    pad = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
    secret = (password.encode() + pad)[:32]
    owner = rc4(hashlib.md5(secret).digest()[:5], secret)
    permissions, ident = -4, b"0123456789abcdef"
    key = hashlib.md5(secret + owner + permissions.to_bytes(4, "little", signed=True) + ident).digest()[:5]
    user = rc4(key, pad)

    def stream(found):
        number = int(found.group(1)).to_bytes(3, "little") + b"\0\0"
        body = rc4(hashlib.md5(key + number).digest()[:10], found.group(3))
        return found.group(1) + found.group(2) + b"stream\n" + body + b"\nendstream"

    out = re.sub(rb"(\d+)( 0 obj\n<< /Length \d+ >>\n)stream\n(.*?)\nendstream", stream, plain, flags=re.S)
    entry = b"/Encrypt << /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P %d >> /ID [<%s> <%s>] " % (
        owner.hex().encode(), user.hex().encode(), permissions, ident.hex().encode(), ident.hex().encode())
    return re.sub(rb"/Info \d+ 0 R ", b"", out).replace(b"/Root 1 0 R ", b"/Root 1 0 R " + entry)


class Damage(Folder):
    def test_password(self):
        path = self.write("e.pdf", encrypted(make_pdfs.first_invoice().bytes(), "sesame"))
        exit, _, err = run("tables", path)
        self.assertEqual(exit, 3)
        self.assertIn("encrypted", err)
        self.assertIn("--password", err)
        exit, _, err = run("tables", path, "--password", "wrong")
        self.assertEqual(exit, 3)
        self.assertIn("does not open", err)
        self.assertEqual(self.rows(path, "--password", "sesame")[0], ["Item", "Quantity", "Price", "Amount"])

    def test_not_a_pdf_after_all(self):
        exit, _, err = run("tables", self.write("x.pdf", b"%PDF-1.7\nnothing of the kind\n"))
        self.assertEqual(exit, 3)
        self.assertIn("damaged", err)

    def test_scanned(self):
        book = make_pdfs.Book()
        book.sheet()
        plain = book.bytes()
        picture = (b"9 0 obj\n<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\n"
                   b"stream\n\x80\nendstream\nendobj\n")
        content = b"q 595 0 0 842 0 0 cm /I Do Q"
        plain = plain.replace(b"<< /Length 0 >>\nstream\n\nendstream",
                              b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        plain = plain.replace(b"/Resources <<",
                              b"/Resources << /XObject << /I 9 0 R >>").replace(b"xref\n", picture + b"xref\n", 1)
        path = self.write("scan.pdf", plain)
        for verb in ("tables", "records"):
            exit, _, err = run(verb, path)
            self.assertEqual(exit, 1, err)
            self.assertEqual(err.count("pictures without text"), 1, err)
            self.assertIn("ocrmypdf", err)
            self.assertNotIn("browser", err)

    def test_mutations(self):
        """Damaged files never take the program with them."""
        chance = random.Random(11)
        names = []
        for i in range(40):
            data = bytearray(make_pdfs.SAMPLES[("pricelist", "invoice", "report")[i % 3]]().bytes())
            for _ in range(1 + chance.randrange(30)):
                kind, at = chance.randrange(4), chance.randrange(len(data))
                if kind == 0:
                    data[at] = chance.randrange(256)
                elif kind == 1:
                    del data[at:at + chance.randrange(200)]
                elif kind == 2:
                    data[at:at] = data[chance.randrange(len(data)):][:chance.randrange(200)]
                else:
                    numbers = [m for m in re.finditer(rb"\d+", bytes(data))]
                    m = chance.choice(numbers)
                    data[m.start():m.end()] = chance.choice([b"0", b"-1", b"99999999999", b"1e9", b"4294967295"])
                if len(data) < 50:
                    break
            names.append(self.write(f"m{i}.pdf", bytes(b"%PDF-1.4\n" + data)))
        exit, out, err = run("tables", *names, "--as-tables")
        self.assertIn(exit, (0, 3), err)
        lines = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(len(lines) + err.count("error:"), len(names), err)

    def test_rules_file(self):
        path = self.write("i.pdf", make_pdfs.first_invoice().bytes())
        rules = self.write("my.toml", run("debug", "rules")[1].encode())
        self.assertEqual(self.rows(path, "--rules", rules)[0], ["Item", "Quantity", "Price", "Amount"])
        exit, _, err = run("tables", path, "--rules", self.write("bad.toml", b"chunk_gap = 0.8\nchunk_gab = 1\n"))
        self.assertEqual(exit, 3)
        self.assertIn("bad.toml:2", err)


class Forms(Folder):
    """A form of a text field, a check box and two radio buttons, written by hand."""

    @staticmethod
    def form():
        text = b"BT /F 10 Tf 20 150 Td (Name:) Tj 20 -30 Td (Power) Tj 0 -30 Td (Card) Tj 80 0 Td (Bank) Tj ET"
        states = "<< /N << /%s 11 0 R /Off 11 0 R >> >>"
        objects = [
            b"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R 6 0 R 7 0 R] >> >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F 8 0 R >> >> /Annots [5 0 R 6 0 R 9 0 R 10 0 R 12 0 R] >>",
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text),
            b"<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada & Co) /Rect [80 146 200 160] >>",
            b"<< /Type /Annot /Subtype /Widget /FT /Btn /T (power) /V /On /AS /On /Rect [20 116 32 128] /AP %s >>"
            % (states % "On").encode(),
            b"<< /FT /Btn /Ff 49152 /T (pay) /V /bank /Kids [9 0 R 10 0 R] >>",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            b"<< /Type /Annot /Subtype /Widget /Parent 7 0 R /Rect [20 86 32 98] /AS /Off /AP %s >>"
            % (states % "card").encode(),
            b"<< /Type /Annot /Subtype /Widget /Parent 7 0 R /Rect [100 86 112 98] /AS /bank /AP %s >>"
            % (states % "bank").encode(),
            b"<< /Type /XObject /Subtype /Form /BBox [0 0 12 12] /Length 0 >>\nstream\n\nendstream",
            b"<< /Type /Annot /Subtype /Widget /FT /Tx /T (secret) /V (unseen) /F 2 /Rect [80 20 200 34] >>"]
        return Forms.file_of(objects)

    @staticmethod
    def file_of(objects):
        out, places = b"%PDF-1.7\n", []
        for number, content in enumerate(objects, 1):
            places.append(len(out))
            out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
        xref = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + b"".join(b"%010d 00000 n \n" % at for at in places)
        return out + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, xref)

    def test_fields_stand_beside_their_names(self):
        path = self.write("form.pdf", self.form())
        exit, out, err = run("debug", "text", "--source", path)
        self.assertEqual(exit, 0, err)
        fields = re.findall(r"<label>(.*?)</label> <output class=\"(\w+)\" name=\"(\w+)\"[^>]*>(.*?)</output>", out)
        self.assertEqual(fields, [("Name:", "text", "name", "Ada &amp; Co"), ("Power", "checkbox", "power", "yes"),
                                  ("Card", "radio", "pay", "no"), ("Bank", "radio", "pay", "yes")])
        self.assertNotIn("unseen", out)
        boxes = [json.loads(line) for line in run("debug", "boxes", path)[1].splitlines()]
        self.assertIn([80, 40, 200, 54], [[round(x) for x in b["box"]] for b in boxes if b["text"].startswith("Ada")])

    def test_fields_in_ruled_tables_stand_in_their_cells(self):
        rows = [("Berth", "Guests", "Days"), ("North quay", "", "3"), ("South quay", "", "12"), ("Old mole", "", "5")]
        text = "".join(f"BT /F 10 Tf {x} {150 - 20 * i} Td ({t}) Tj ET\n" for i, row in enumerate(rows)
                       for x, t in zip((24, 124, 224), row))
        text += "".join(f"20 {y} m 280 {y} l S\n"
                        for y in (164, 144, 124, 104,
                                  84)) + "".join(f"{x} 84 m {x} 164 l S\n" for x in (20, 120, 220, 280))
        text = text.encode()
        field = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (%s) /V (%s) /Rect [122 %d 218 %d] >>"
        objects = [
            b"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R 8 0 R] >> >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [6 0 R 7 0 R 8 0 R] >>",
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            (field % ("north", "12 and a dog", 126, 142)).encode(), (field % ("south", "7", 106, 122)).encode(),
            (field % ("old", "", 86, 102)).encode()]
        path = self.write("berths.pdf", self.file_of(objects))
        exit, out, err = run("tables", path, "--format", "csv")
        self.assertEqual((exit, out),
                         (0, "Berth,Guests,Days\nNorth quay,12 and a dog,3\nSouth quay,7,12\nOld mole,,5\n"), err)
        source = run("debug", "text", "--source", path)[1]
        self.assertIn('<output class="text" name="north">12 and a dog</output>', source)
        self.assertEqual(source.count("<label>"), 1, "the empty field alone stands behind the table")


if __name__ == "__main__":
    unittest.main()
