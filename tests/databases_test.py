#!/usr/bin/env python3
"""Databases and files of tables as the next program in a pipeline meets them: what was there stays, columns come from
the wrapper, what is written reads back, two writers do not mix, a killed run leaves what was there.

    tests/databases_test.py build/gleaner [NAME...]

Readers are the real ones: sqlite3 of Python; duckdb, pandas, pyarrow and polars of .deps/python
(scripts/setup --tests); psql and a PostgreSQL of Debian that this starts in a temporary folder. What is not
installed is passed over with a word.
"""
import glob
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

GLEANER = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "build/gleaner"
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PYTHON = os.path.join(ROOT, ".deps", "python", "bin", "python")
SEED = int(os.environ.get("SEED", "0")) or random.randrange(1 << 30)

WRAPPER = """format = 1
kind = "selector"
record = "li"

[fields]
name = "h3"
price = { css = "b", type = "money" }
added = { css = "time", type = "date" }
stars = { css = "em", type = "rating" }
tags = { css = ".tag", list = true }

[fields.offers]
css = "tr"
list = true
[fields.offers.fields]
seller = "td:nth-child(1)"
cost = { css = "td:nth-child(2)", type = "money" }
"""
CUP = ("<li><h3>Cup</h3><b>EUR 6.90</b><time>June 29, 2010</time><em>4.5 of 5</em><i class=tag>red</i><i class=tag>new</i>"
       "<table><tr><td>Ann</td><td>$7</td></tr><tr><td>Bob</td><td>8 &euro;</td></tr></table></li>")
JUG = "<li><h3>Jug</h3><b>on request</b></li>"
PAN = "<li><h3>Pan</h3><b>EUR 20</b></li>"


def page(*items):
    return "<meta charset=utf-8><ul>" + "".join(items) + "</ul>"


class Postgres:
    """A server of its own, on a socket in a temporary folder; started once, when the first test asks."""
    address = None
    process = None

    @classmethod
    def start(cls):
        if cls.address:
            return cls.address
        found = shutil.which("initdb") or (sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb")) or [None])[-1]
        if not found:
            raise unittest.SkipTest("no PostgreSQL here (scripts/setup --tests installs it)")
        bin_folder = os.path.dirname(os.path.realpath(found))
        cls.folder = tempfile.mkdtemp(prefix="gleaner-pg")
        user = {}
        if os.geteuid() == 0:  # the server refuses to run as root
            import pwd
            nobody = next(pwd.getpwnam(n) for n in ("postgres", "nobody") if n in {p.pw_name for p in pwd.getpwall()})
            os.chown(cls.folder, nobody.pw_uid, nobody.pw_gid)
            user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        data = os.path.join(cls.folder, "data")
        subprocess.run([os.path.join(bin_folder, "initdb"), "-D", data, "-A", "trust", "-U", "postgres", "--no-sync",
                        "-E", "UTF8"],
                       check=True, stdout=subprocess.DEVNULL, cwd=cls.folder, **user)
        cls.process = subprocess.Popen(
            [os.path.join(bin_folder, "postgres"), "-D", data, "-k", cls.folder, "-c", "listen_addresses=", "-c",
             "fsync=off"],
            stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd=cls.folder, **user)
        cls.address = f"postgresql://postgres@/postgres?host={cls.folder}"
        while subprocess.run([os.path.join(bin_folder, "pg_isready"), "-q", "-h", cls.folder]).returncode:
            if cls.process.poll() is not None:
                raise RuntimeError("PostgreSQL did not start")
            time.sleep(0.05)
        return cls.address

    @classmethod
    def stop(cls):
        if cls.process:
            cls.process.send_signal(signal.SIGQUIT)
            cls.process.wait()
            shutil.rmtree(cls.folder, ignore_errors=True)

    @classmethod
    def psql(cls, sql):
        done = subprocess.run(["psql", "-XAtq", "-F", "|", "-c", sql, cls.start()], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout


def tearDownModule():
    Postgres.stop()


def reader(code):
    """Runs Python with the packages of .deps/python; what it prints as JSON."""
    if not os.path.exists(PYTHON):
        raise unittest.SkipTest("no .deps/python here (scripts/setup --tests makes it)")
    done = subprocess.run([PYTHON, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class DatabasesTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name
        self.write("w.wrapper", WRAPPER)
        self.write("a.html", page(CUP, JUG))
        self.write("b.html", page(PAN))
        self.write("none.html", page())

    def tearDown(self):
        left = [f for f in os.listdir(self.path) if f.endswith(".part") or f.endswith(".tmp")]
        self.folder.cleanup()
        self.assertEqual(left, [])

    def write(self, name, text):
        with open(os.path.join(self.path, name), "w", encoding="utf8") as file:
            file.write(text)

    def at(self, name):
        return os.path.join(self.path, name)

    def gleaner(self, code, *args, says=(), wait=True):
        done = subprocess.run([GLEANER, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.path,
                              timeout=120)
        err = done.stderr.decode()
        self.assertEqual(done.returncode, code, err)
        for words in says:
            self.assertIn(words, err)
        return done.stdout.decode()

    def lines(self, name):
        with open(self.at(name)) as file:
            return file.readlines()

    def query(self, text):
        done = subprocess.run([GLEANER, "query", text, "--format", "jsonl"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, cwd=self.path)
        self.assertIn(done.returncode, (0, 1), done.stderr.decode())
        return [json.loads(line) for line in done.stdout.decode().splitlines()]

    def names(self, place, column="name"):
        return [row[column] for row in self.query(f"select * from '{place}'")]


class Places(DatabasesTest):
    """The same story in every database."""

    def places(self):
        yield "sqlite", "x.sqlite"
        if os.path.exists(os.path.join(ROOT, ".deps", "duckdb", "duckdb.h")):
            yield "duckdb", "x.duckdb"
        try:
            yield "postgresql", Postgres.start()
        except unittest.SkipTest as why:
            print("passed over:", why, file=sys.stderr)

    def test_a_table_of_somebody_else(self):
        """One of other columns is replaced only where that is written out; one of an older wrapper is."""
        self.write("note.wrapper",
                   'format = 1\nkind = "selector"\nrecord = "li"\n[fields]\nnote = "h3"\nwho = "b"\nwhen = "i"\n')
        for kind, place in self.places():
            with self.subTest(kind):
                table = f"{place}#notes"
                self.gleaner(0, "extract", "note.wrapper", "a.html", "-o", table, "--no-page")
                self.gleaner(2, "extract", "w.wrapper", "a.html", "-o", table,
                             says=["has other columns", "--mode replace"])
                self.assertEqual(self.names(table, "note"), ["Cup", "Jug"])
                self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", table, "--mode", "replace",
                             says=["instead of the 2 rows"])
                self.assertEqual(self.names(table), ["Cup", "Jug"])

    def test_a_table_is_read_by_every_verb(self):
        """Flows and match read tables where extract writes them."""
        for kind, place in self.places():
            with self.subTest(kind):
                table = f"{place}#read"
                self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", table)
                self.write("read.flow.toml", f'store = "read-{kind}.sqlite"\n[source.s]\ntable = "{table}"\n'
                                             '[deliver.d]\nfrom = "s"\nto = "read.jsonl"\n')
                self.gleaner(0, "flow", "run", "read", says=["deliver d: 2 rows"])
                self.assertIn("Jug,Jug,", self.gleaner(0, "match", table, table, "--id", "name", "--format", "csv"))

    def test_a_column_without_values_has_no_type(self):
        """Rows that have nothing in a column fit a table that has numbers there."""
        self.write("plain.wrapper",
                   'format = 1\nkind = "selector"\nrecord = "li"\n[fields]\nname = "h3"\nprice = "u"\n')
        for kind, place in self.places():
            with self.subTest(kind):
                table = f"{place}#without"
                self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", table)
                self.gleaner(0, "extract", "plain.wrapper", "b.html", "-o", table, "--mode", "append")
                self.assertEqual(self.names(table, "price")[2:], [None] * (len(self.names(table)) - 2))

    def test_modes(self):
        for kind, place in self.places():
            with self.subTest(kind):
                table = f"{place}#shop"
                self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", table, "--mode", "create")
                self.assertEqual(self.names(table), ["Cup", "Jug"])
                self.gleaner(2, "extract", "w.wrapper", "a.html", "-o", table, "--mode", "create",
                             says=["is there already", "--mode append"])
                self.gleaner(0, "extract", "w.wrapper", "b.html", "-o", table, "--mode", "append",
                             says=["added to the 2 rows of the table shop"])
                self.assertEqual(self.names(table), ["Cup", "Jug", "Pan"])
                self.write("c.html",
                           page("<li><h3>Pan</h3><b>EUR 21</b><i class=tag>hot</i></li>", "<li><h3>Pot</h3></li>"))
                self.gleaner(0, "extract", "w.wrapper", "c.html", "-o", table, "--mode", "upsert", "--key", "name",
                             says=["1 replaced of the 3 rows"])
                self.assertEqual(self.names(table), ["Cup", "Jug", "Pan", "Pot"])
                self.assertEqual(self.query(f"select name, price from '{table}' where name == 'Pan'"),
                                 [{"name": "Pan", "price": 21}])
                self.gleaner(0, "extract", "w.wrapper", "b.html", "-o", table,
                             says=["instead of the 4 rows of the table shop"])
                self.assertEqual(self.names(table), ["Pan"])
                self.gleaner(2, "extract", "w.wrapper", "b.html", "-o", table, "--mode", "upsert", says=["--key"])
                self.gleaner(2, "extract", "w.wrapper", "b.html", "-o", table, "--mode", "upsert", "--key", "nam",
                             says=["no column nam", "columns: page, name"])
                self.gleaner(3, "extract", "w.wrapper", "a.html", "-o", table, "--mode", "upsert", "--key", "added",
                             says=["no value for the key", "nothing was written"])
                self.assertEqual(self.names(table), ["Pan"])

    def test_lists_in_tables_follow_their_records(self):
        for kind, place in self.places():
            with self.subTest(kind):
                table = f"{place}#lists"
                for mode in (["--mode", "create"], ["--mode", "append"], ["--mode", "upsert", "--key", "page,name"]):
                    self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", table, "--flat", *mode)
                rows = self.query(f"select r.name as name, o.seller as seller, o.cost as cost from r in '{table}', o in '{table}.offers' where o._parent == r._id")
                self.assertEqual(rows, [{"name": "Cup", "seller": "Ann", "cost": 7},
                                        {"name": "Cup", "seller": "Bob", "cost": 8}])
                self.assertEqual(len(self.names(f"{table}.tags", "tags")), 2)

    def test_columns_are_added(self):
        for kind, place in self.places():
            with self.subTest(kind):
                table = f"{place}#grown"
                self.write("small.wrapper", 'format = 1\nkind = "selector"\nrecord = "li"\n[fields]\nname = "h3"\n')
                self.gleaner(0, "extract", "small.wrapper", "a.html", "-o", table)
                self.gleaner(0, "extract", "w.wrapper", "b.html", "-o", table, "--mode", "append")
                self.assertEqual(self.query(f"select name, price from '{table}'"),
                                 [{"name": "Cup", "price": None}, {"name": "Jug", "price": None},
                                  {"name": "Pan", "price": 20}])
                # fewer columns than the table has
                self.gleaner(0, "extract", "small.wrapper", "a.html", "-o", table, "--mode", "append")
                # a column of another type is told, and nothing changes
                self.write("text.wrapper", 'format = 1\nkind = "selector"\nrecord = "li"\n[fields]\nprice = "h3"\n')
                self.gleaner(2, "extract", "text.wrapper", "a.html", "-o", table, "--mode", "append",
                             says=["the column price"])
                self.assertEqual(len(self.names(table)), 5)

    def test_an_empty_result_has_the_columns(self):
        for kind, place in self.places():
            with self.subTest(kind):
                table = f"{place}#hollow"
                self.gleaner(1, "extract", "w.wrapper", "none.html", "-o", table, says=["0 records"])
                self.assertEqual(self.query(f"select name, price, price_currency, price_text, added, stars_best from '{table}'"), [])
                self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", table, "--mode", "append")
                self.assertEqual(self.query(f"select price, price_currency, price_text, added, stars, stars_best from '{table}'"),
                                 [{"price": 6.9, "price_currency": "EUR", "price_text": "EUR 6.90", "added": "2010-06-29", "stars": 4.5, "stars_best": 5},
                                  {"price": None, "price_currency": None, "price_text": "on request", "added": None, "stars": None, "stars_best": None}])

    def test_readings(self):
        for kind, place in self.places():
            with self.subTest(kind):
                self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", f"{place}#plain", "--readings", "text")
                self.assertEqual(self.names(f"{place}#plain", "price"), ["EUR 6.90", "on request"])
                self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", f"{place}#deep", "--readings", "struct",
                             "--spans")
                row = self.query(f"select * from '{place}#deep'")[0]
                price = row["price"] if kind != "sqlite" else {k[6:]: v for k, v in row.items() if k.startswith("price.")}
                self.assertEqual((price["text"], price["value"], price["currency"]), ("EUR 6.90", 6.9, "EUR"))
                with open(self.at("a.html"), "rb") as file:
                    self.assertEqual(file.read()[price["begin"]:price["end"]], b"EUR 6.90")
                self.gleaner(2, "extract", "w.wrapper", "a.html", "-o", f"{place}#no", "--readings", "colums",
                             says=["readings: columns, struct, text"])

    def test_names_of_tables_and_columns(self):
        for kind, place in self.places():
            with self.subTest(kind):
                odd = 'it\'s "odd"; drop table x --'
                self.write("odd.wrapper",
                           'format = 1\nkind = "selector"\nrecord = "li"\n[fields]\n"sel\'ect \\"x\\"" = "h3"\nPage = "b"\nprice_text = "i"\nprice = { css = "b", type = "money" }\n')
                self.gleaner(0, "extract", "odd.wrapper", "a.html", "-o", f"{place}#{odd}")
                if kind == "sqlite":
                    rows = sqlite3.connect(self.at(place)).execute('select "sel\'ect ""x""", price_text, price_text_2 from "it\'s ""odd""; drop table x --"').fetchall()
                    self.assertEqual(rows, [("Cup", "red", "EUR 6.90"), ("Jug", None, "on request")])

    def test_property_what_is_written_reads_back(self):
        print("seed", SEED, file=sys.stderr)
        chance = random.Random(SEED)
        texts = ["Caf\u00e9 \u2603 \U0001f600", "a 'b' \"c\"", "x;y,z", "tab\there", "0", "007", "12,40", "NULL",
                 "true", "{}", "[1]", "\\N", "back\\slash", "A | B", "=1+1", "%s", "-", "\ufffd"]
        dates = ["2010-06-29", "29. Juni 2010", "05/06/2010", "2024-02-29", "no date"]
        monies = ["EUR 6.90", "$1,299.00", "-\u00a33.50", "199 kr", "free"]

        def item():
            def some(tag, pool, most):
                return "".join(f"<{tag}>{chance.choice(pool).replace('&', '&amp;').replace('<', '&lt;')}</{tag.split()[0]}>" for _ in range(chance.randint(0, most)))
            rows = "".join(f"<tr><td>{chance.choice(texts)}</td><td>{chance.choice(monies)}</td></tr>"
                           for _ in range(chance.randint(0, 3)))
            return f"<li>{some('h3', texts, 1)}{some('b', monies, 1)}{some('time', dates, 1)}{some('i class=tag', texts, 3)}<table>{rows}</table></li>"

        for n in range(4):
            self.write(f"r{n}.html", page(*(item() for _ in range(chance.randint(0, 6)))))
        pages = [f"r{n}.html" for n in range(4)]
        said = [json.loads(line) for line in self.gleaner(0, "extract", "w.wrapper", *pages).splitlines()]
        self.assertTrue(said)
        columns = [json.loads(line)
                   for line in self.gleaner(0, "extract", "w.wrapper", *pages, "--readings", "columns").splitlines()]
        for one, other in zip(said, columns):  # the two forms of jsonl say the same
            price = one.get("price")
            self.assertEqual((price or {}).get("text"), other.get("price_text"))
            self.assertEqual((price or {}).get("value"), other.get("price"))
        for kind, place in [*self.places(), ("parquet", "x.parquet")]:
            with self.subTest(kind):
                if kind == "parquet" and not os.path.exists(os.path.join(ROOT, ".deps", "duckdb", "duckdb.h")):
                    continue
                table = place if kind == "parquet" else f"{place}#back"
                self.gleaner(0, "extract", "w.wrapper", *pages, "-o", table)
                rows = self.query(f"select * from '{table}'")
                self.assertEqual(len(rows), len(columns))
                offers = {}
                if kind == "sqlite":
                    for row in self.query(f"select * from '{table}.offers'"):
                        offers.setdefault(row["_parent"], []).append(row)
                    tags = {}
                    for row in self.query(f"select * from '{table}.tags'"):
                        tags.setdefault(row["_parent"], []).append(row["tags"])
                for row, want in zip(rows, columns):
                    for name in ("page", "name", "price", "price_currency", "price_text", "added", "added_text"):
                        self.assertEqual(row[name], want.get(name), name)
                    got = offers.get(row["_id"], []) if kind == "sqlite" else row["offers"] or []
                    self.assertEqual([(o["seller"], o["cost"], o["cost_currency"], o["cost_text"]) for o in got],
                                     [(o.get("seller"), o.get("cost"), o.get("cost_currency"), o.get("cost_text")) for o in want.get("offers", [])])
                    self.assertEqual(tags.get(row["_id"], []) if kind == "sqlite" else row["tags"] or [],
                                     want.get("tags", []))

    def test_property_flat_records_in_every_format(self):
        # Names that need care, numbers beyond what a double holds, absent values, texts that look like something else.
        print("seed", SEED, file=sys.stderr)
        chance = random.Random(SEED)
        self.write("flat.wrapper",
                   'format = 1\nkind = "selector"\nrecord = "li"\n[fields]\n"na me" = "h3"\n"sel\'ect" = "i"\n"\u00e9t\u00e9" = "u"\n'
                   'count = { css = "b", type = "number" }\ncode = "s"\nlive = { css = "em", type = "bool" }\nat = { css = "time", type = "date" }\n')
        texts = ["plain", "a,b;c", 'say "x"', "it's", "tab\there", "0012", "1e5", "null", "NaN", "-", "\u2603 \U0001f600", "a|b", "=1+1", "two  blanks", "&amp; <b>"]
        numbers = ["7", "-3.25", "1,299", "9007199254740993", "123456789012345678901234567890", "0.1", "none"]
        dates = ["2010-06-29", "June 29, 2010 14:05", "soon"]

        def some(tag, pool):
            text = chance.choice(pool).replace("&", "&amp;").replace("<", "&lt;")
            return f"<{tag}>{text}</{tag}>" if chance.random() < 0.7 else ""

        def item():
            return f"<li><h3>n{chance.randrange(10**6)}</h3>" + some("i", texts) + some("u", texts) + some("b", numbers) + some("s", texts) + some("em", ["yes", "no"]) + some("time", dates) + "</li>"
        self.write("f.html", page(*(item() for _ in range(40))))
        command = ("extract", "flat.wrapper", "f.html", "--readings", "columns")
        said = [json.loads(line) for line in self.gleaner(0, *command).splitlines()]
        self.assertEqual(len(said), 40)

        def same(got, want, where):
            if isinstance(want, bool):
                want = str(want).lower()
                got = str(bool(got)).lower() if not isinstance(got, str) else got
            elif isinstance(want, (int, float)):
                got, want = float(got), float(want)
            self.assertEqual(got if got not in ("", None) else None, want, where)
        places = [*self.places(), *((ending, f"f.{ending}") for ending in ("csv", "tsv", "jsonl", "json", "parquet"))]
        for kind, place in places:
            with self.subTest(kind):
                if kind == "parquet" and not os.path.exists(os.path.join(ROOT, ".deps", "duckdb", "duckdb.h")):
                    continue
                table = f"{place}#flat" if kind in ("sqlite", "duckdb", "postgresql") else place
                self.gleaner(0, *command, "-o", table)
                rows = self.query(f"select * from '{table}'")
                self.assertEqual(len(rows), len(said))
                for row, want in zip(rows, said):
                    for name in want:
                        same(row[name], want[name], (kind, name, SEED))
                    for name in set(row) - set(want) - {"_id"}:
                        self.assertIn(row[name], (None, ""), (kind, name, SEED))
        self.gleaner(0, "extract", "flat.wrapper", "f.html", "-o", "f.xml")
        records = list(xml.etree.ElementTree.parse(self.at("f.xml")).getroot())
        shown = [json.loads(line)
                 for line in self.gleaner(0, "extract", "flat.wrapper", "f.html", "--readings", "text").splitlines()]
        self.assertEqual([[value.text for value in one] for one in records],
                         [[text for name, text in want.items() if name != "page"] for want in shown])
        self.assertEqual(len(records), len(said))

    def test_killed(self):
        # Whenever it ends, the table is the old one or the new one, and the next run works.
        for n in range(20):
            self.write(f"k{n}.html", page(*(CUP.replace("Cup", f"Cup {n} {i}") for i in range(40))))
        pages = [f"k{n}.html" for n in range(20)]
        chance = random.Random(SEED)
        for kind, place in [*self.places(), ("parquet", "k.parquet"),
                            *((e, f"k.{e}") for e in ("csv", "tsv", "jsonl", "json", "xml"))]:
            with self.subTest(kind):
                if kind == "parquet" and not os.path.exists(os.path.join(ROOT, ".deps", "duckdb", "duckdb.h")):
                    continue
                table = f"{place}#killed" if kind in ("sqlite", "duckdb", "postgresql") else place
                command = [GLEANER, "extract", "w.wrapper", "-o", table]
                began = time.monotonic()
                subprocess.run([*command, *pages], cwd=self.path, check=True, stderr=subprocess.DEVNULL)
                whole = time.monotonic() - began
                count = (lambda: len(self.names(table))) if kind not in ("xml",) else (lambda: int(subprocess.run(["grep", "-o", "<name", self.at("k.xml")], stdout=subprocess.PIPE).stdout.count(b"<name")))
                full = count()
                subprocess.run([*command, "a.html"], cwd=self.path, check=True, stderr=subprocess.DEVNULL)
                before = count()
                for _ in range(5):
                    process = subprocess.Popen([*command, *pages], cwd=self.path, stderr=subprocess.DEVNULL)
                    time.sleep(chance.random() * whole)
                    process.kill()
                    process.wait()
                    after = count()
                    self.assertIn(after, (before, full))
                    if after == full:
                        subprocess.run([*command, "a.html"], cwd=self.path, check=True, stderr=subprocess.DEVNULL)
                subprocess.run([*command, *pages], cwd=self.path, check=True, stderr=subprocess.DEVNULL)
                self.assertEqual(count(), full)
        for file in os.listdir(self.path):  # what killed runs left
            if ".part" in file:
                os.unlink(self.at(file))


class Sqlite(DatabasesTest):
    def test_what_is_there_stays(self):
        there = sqlite3.connect(self.at("x.sqlite"))
        there.executescript("create table mine(a, b); insert into mine values (1, 'x'); create view v as select a from mine; create index i on mine(a)")
        there.close()
        self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", "x.sqlite")
        self.gleaner(0, "extract", "w.wrapper", "b.html", "-o", "x.sqlite#offers2")
        there = sqlite3.connect(self.at("x.sqlite"))
        self.assertEqual(there.execute("select * from mine").fetchall(), [(1, "x")])
        self.assertEqual(there.execute("select count(*) from records").fetchone(), (2,))
        self.assertEqual(there.execute("select name from offers2").fetchall(), [("Pan",)])
        self.assertEqual(there.execute("pragma integrity_check").fetchone(), ("ok",))
        types = {row[1]: row[2] for row in there.execute("pragma table_info(records)")}
        self.assertEqual(types, {"_id": "INTEGER", "page": "TEXT", "name": "TEXT", "price": "REAL",
                                 "price_currency": "TEXT", "price_text": "TEXT",
                                 "added": "DATE", "added_text": "TEXT", "stars": "REAL", "stars_best": "REAL",
                                 "stars_text": "TEXT"})
        self.gleaner(2, "extract", "w.wrapper", "a.html", "-o", "x.sqlite#v", says=["is a view"])

    def test_a_table_of_another_is_not_taken_for_a_list(self):
        there = sqlite3.connect(self.at("x.sqlite"))
        there.executescript("create table offers(mine); insert into offers values (1); create table records(name); insert into records values ('old')")
        there.close()
        self.gleaner(2, "extract", "w.wrapper", "a.html", "-o", "x.sqlite",
                     says=["the table offers is there already", "#NAME"])
        there = sqlite3.connect(self.at("x.sqlite"))
        self.assertEqual(there.execute("select * from offers").fetchall(), [(1,)])
        self.assertEqual(there.execute("select * from records").fetchall(), [("old",)])

    def test_replacing_keeps_what_hangs_on_the_table(self):
        self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", "x.sqlite")
        there = sqlite3.connect(self.at("x.sqlite"))
        there.executescript("create index mine on records(name); create view v as select name from records")
        there.close()
        self.gleaner(0, "extract", "w.wrapper", "b.html", "-o", "x.sqlite")
        there = sqlite3.connect(self.at("x.sqlite"))
        self.assertEqual(there.execute("select * from v").fetchall(), [("Pan",)])
        self.assertEqual(there.execute("select count(*) from sqlite_master where name = 'mine'").fetchone(), (1,))

    def test_writers_wait_or_are_told(self):
        self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", "x.sqlite")
        there = sqlite3.connect(self.at("x.sqlite"), isolation_level=None)
        there.execute("begin immediate")
        self.gleaner(3, "extract", "w.wrapper", "b.html", "-o", "x.sqlite", "--wait", "0.01",
                     says=["another program is writing", "nothing was written"])
        waits = subprocess.Popen([GLEANER, "extract", "w.wrapper", "b.html", "-o", "x.sqlite", "--mode", "append"],
                                 cwd=self.path, stderr=subprocess.PIPE)
        while waits.poll() is None and not glob.glob(self.at("*.stage.part")):
            time.sleep(0.01)
        self.assertIsNone(waits.poll())
        there.execute("commit")
        self.assertEqual(waits.wait(), 0)
        waits.stderr.close()
        self.assertEqual(self.names("x.sqlite"), ["Cup", "Jug", "Pan"])

    def test_many_writers(self):
        run = [subprocess.Popen([GLEANER, "extract", "w.wrapper", "a.html", "-o", "x.sqlite", "--mode", "append"],
                                cwd=self.path, stderr=subprocess.DEVNULL) for _ in range(6)]
        self.assertEqual([p.wait() for p in run], [0] * 6)
        self.assertEqual(len(self.names("x.sqlite")), 12)
        self.assertEqual(len(self.query("select o.seller from r in 'x.sqlite', o in 'x.sqlite#offers' where o._parent == r._id and r.name == 'Cup'")), 12)


class Duck(DatabasesTest):
    def test_what_is_there_stays(self):
        reader(f"import duckdb; c = duckdb.connect({self.at('x.duckdb')!r}); c.execute('create table mine as select 1 as a'); c.execute('create view v as from mine'); print('[]')")
        self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", "x.duckdb#shop")
        self.gleaner(2, "extract", "w.wrapper", "a.html", "-o", "x.duckdb#v", says=["is a view"])
        got = reader(f"import duckdb, json; c = duckdb.connect({self.at('x.duckdb')!r}); "
                     "print(json.dumps([c.execute('from mine').fetchall(), c.execute('from v').fetchall(), c.execute('describe shop').fetchall()]))")
        self.assertEqual(got[:2], [[[1]], [[1]]])
        types = {row[0]: row[1] for row in got[2]}
        self.assertEqual(types["price"], "DOUBLE")
        self.assertEqual(types["added"], "DATE")
        self.assertEqual(types["tags"], "VARCHAR[]")
        self.assertEqual(types["offers"],
                         "STRUCT(seller VARCHAR, \"cost\" DOUBLE, cost_currency VARCHAR, cost_text VARCHAR)[]")

    def test_two_batches_are_read_together(self):
        # One full, one without any price or list, one without records: the same columns.
        for name, source in (("a", "a.html"), ("b", "b.html"), ("n", "none.html")):
            self.gleaner(1 if name == "n" else 0, "extract", "w.wrapper", source, "-o", f"{name}.parquet")
        files = [self.at(f"{name}.parquet") for name in "abn"]
        got = reader(f"""
import duckdb, json, pandas, polars, pyarrow.parquet
files = {files!r}
frames = [pandas.read_parquet(f) for f in files]
print(json.dumps({{
  'duckdb': duckdb.sql(f'select name, price from read_parquet({{files}}) order by name').fetchall(),
  'total': duckdb.sql(f'select sum(price) from read_parquet({{files}})').fetchone(),
  'polars': polars.read_parquet(files)['name'].to_list(),
  'pandas': pandas.concat(frames)['name'].tolist(),
  'columns': [list(f.columns) for f in frames],
  'arrow': [str(pyarrow.parquet.read_schema(f).remove_metadata()) for f in files],
  'date': str(duckdb.sql(f'select max(added) from read_parquet({{files}})').fetchone()[0]),
}}))""")
        self.assertEqual(got["duckdb"], [["Cup", 6.9], ["Jug", None], ["Pan", 20]])
        self.assertEqual(got["polars"], ["Cup", "Jug", "Pan"])
        self.assertEqual(got["pandas"], ["Cup", "Jug", "Pan"])
        self.assertEqual(len({tuple(c) for c in got["columns"]}), 1)
        self.assertEqual(len(set(got["arrow"])), 1)
        self.assertEqual(got["date"], "2010-06-29")
        self.gleaner(2, "extract", "w.wrapper", "a.html", "-o", "a.parquet", "--mode", "append", says=["read_parquet"])

    def test_a_database_that_another_has_opened(self):
        if not os.path.exists(PYTHON):
            self.skipTest("no .deps/python here")
        self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", "x.duckdb")
        holder = subprocess.Popen([PYTHON, "-c",
                                   f"import duckdb, sys; c = duckdb.connect({self.at('x.duckdb')!r}); print('open', flush=True); sys.stdin.read()"],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        holder.stdout.readline()
        self.gleaner(3, "extract", "w.wrapper", "b.html", "-o", "x.duckdb", "--wait", "0.01",
                     says=["another program has opened"])
        waits = subprocess.Popen([GLEANER, "extract", "w.wrapper", "b.html", "-o", "x.duckdb"], cwd=self.path,
                                 stderr=subprocess.DEVNULL)
        while waits.poll() is None and not glob.glob(self.at("*.stage.part")):
            time.sleep(0.01)
        holder.communicate()
        self.assertEqual(waits.wait(), 0)
        self.assertEqual(self.names("x.duckdb"), ["Pan"])


class Lines(DatabasesTest):
    def test_records_without_a_schema(self):
        """Answers of queries: columns are found in them, numbers of 64 bits stay exact, odd ones become JSON."""
        self.write("x.jsonl",
                   '{"n": 1, "big": 9007199254740993, "f": 1.5, "yes": true, "tags": [], "mix": 1, "odd": {"a": 1}, "who": {"name": "A"}, "rows": [{"p": 1}]}\n'
                   '{"n": 2, "big": -9007199254740993, "f": 2, "yes": null, "tags": ["a", null], "mix": "x", "odd": 3, "who": null, "rows": []}\n')
        for name in ("x.sqlite", "x.duckdb", "x.parquet"):
            with self.subTest(name):
                self.gleaner(0, "query", "select n from 'x.jsonl'", "-o", name, says=["2 rows -> " + name])
                self.gleaner(0, "convert", "x.jsonl", "-o", name, "--mode", "replace", says=["2 records -> " + name])
                first, second = self.query(f"select * from '{name}'")
                self.assertEqual([first[k] for k in ("n", "f", "yes", "mix", "odd")], [1, 1.5, True, "1", '{"a": 1}'])
                self.assertEqual([second[k] for k in ("n", "f", "yes", "mix", "odd")], [2, 2, None, "x", "3"])
                self.assertEqual(str(first["big"]), "9007199254740993")
                if name != "x.sqlite":
                    self.assertEqual((first["tags"], second["tags"], first["rows"], second["rows"]),
                                     ([], ["a", None], [{"p": 1}], []))
                    self.assertEqual((first["who"], second["who"]), ({"name": "A"}, None))


    def test_names_that_databases_do_not_take(self):
        """Names that differ in case only, are empty or hold a NUL: other columns, with a note, whatever the verb."""
        self.write("t.html", "<table><tr><th>Name<th>name<th><th>b" + "<tr><td>1<td>2<td>3<td>4" * 4 + "</table>")
        self.write("d.html",
                   '<script type="application/ld+json">{"@type": "P", "a": 1, "A": 2, "": 3, "x\\u0000y": 4, "n": {"b": 5, "B": 6}}</script>')
        self.write("g.gln", "rule row is Name=[a-z]+ '\\t' name=[0-9]+ '\\n' end\nrule all is (rows += row())+ end\n")
        self.write("g.txt", "ab\t1\ncd\t2\n")
        self.write("q.jsonl", '{"a": 1, "A": 2, "": 3, "x\\u0000y": 4}\n')
        for kind in ("sqlite", "duckdb", "parquet"):
            for name, verb, values in (("t", ("tables", "t.html"), ["1", "2", "3", "4"]),
                                       ("d", ("data", "d.html"), [1, 2, 3, 4]),
                                       ("g", ("parse", "g.gln", "g.txt"), ["ab", "1"]),
                                       ("q", ("query", "select * from 'q.jsonl'"), [1, 2, 3, 4])):
                with self.subTest(kind=kind, verb=verb[0]):
                    self.gleaner(0, *verb, "-o", f"{name}.{kind}",
                                 says=["note: columns of a database", '"'] if name != "t" else ["note: columns"])
                    row = self.query(f"select * from '{name}.{kind}'")[0]
                    got = list(row.values())
                    for value in values:
                        self.assertIn(value, got)
                    self.assertEqual(len({column.lower() for column in row}), len(row))

    @unittest.skipUnless(os.path.exists(PYTHON), "needs .deps/python")
    def test_an_old_wal_does_not_come_back(self):
        subprocess.run([PYTHON, "-c",
                        "import duckdb, shutil; c = duckdb.connect('old.duckdb'); c.execute(\"set checkpoint_threshold='1TB'\"); "
                        "c.execute('create table records(a int)'); c.execute('create table ghost(a int)'); shutil.copy('old.duckdb.wal', 'x.duckdb.wal')"],
                       cwd=self.path, check=True)
        self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", "x.duckdb")
        tables = subprocess.run([PYTHON, "-c",
                                 "import duckdb; print(duckdb.connect('x.duckdb').execute('show tables').fetchall())"],
                                cwd=self.path, check=True, capture_output=True, text=True).stdout
        self.assertNotIn("ghost", tables)
        self.assertEqual(self.names("x.duckdb"), ["Cup", "Jug"])

    def test_whole_numbers_of_64_bits_of_pages(self):
        """An identifier of a page is the same in every format, there and back."""
        self.write("ids.wrapper",
                   'format = 1\nkind = "selector"\nrecord = "li"\n[fields]\nid = { css = "b", type = "integer" }\n')
        self.write("ids.html",
                   "<ul><li><b>9007199254740993</b><li><b>no. 9,223,372,036,854,775,807</b><li><b>-9007199254740993</b><li><b>18446744073709551615</b>")
        wanted = ["9007199254740993", "9223372036854775807", "-9007199254740993", "18446744073709551615"]
        for name in ("x.jsonl", "x.json", "x.xml", "x.csv", "x.sqlite", "x.duckdb"):
            with self.subTest(name):
                self.gleaner(0, "extract", "ids.wrapper", "ids.html", "-o", name, "--no-page")
                if name.endswith(("jsonl", "json", "xml", "csv")):
                    self.gleaner(0, "convert", name, "-o", "back.jsonl")
                    got = [str(r["id"] if not isinstance(r["id"], dict) else r["id"]["value"])
                           for r in map(json.loads, self.lines("back.jsonl"))]
                else:
                    got = [str(r["id"]) for r in self.query(f"select id as id from '{name}'")]
                self.assertEqual(got[:3], wanted[:3])
                # whose columns have 64 bits with a sign: the text beside says it
                if not name.endswith(("duckdb", "sqlite")):
                    self.assertEqual(got[3], wanted[3])

    def test_whole_numbers_of_64_bits(self):
        """Identifiers that differ in their last digit stay apart, whatever stores them and whatever is asked."""
        ids = [9007199254740992, 9007199254740993, -9007199254740993, 9223372036854775807, -9223372036854775808, 7]
        self.write("x.jsonl", "".join(f'{{"id": {n}, "who": "w{n}"}}\n' for n in ids))
        self.write("x.csv", "id,who\n" + "".join(f"{n},w{n}\n" for n in ids))
        places = ["x.jsonl", "x.csv", "x.sqlite", "x.duckdb", "x.parquet", Postgres.start() + "#whole"]
        for place in places[2:]:
            self.gleaner(0, "convert", "x.jsonl", "-o", place)
        for place in places:
            with self.subTest(place):
                def ask(query, form="jsonl"):
                    done = subprocess.run([GLEANER, "query", query.replace("T", f"'{place}'"), "--format", form],
                                          cwd=self.path, capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    return done.stdout
                written = [str(n) for n in ids]
                self.assertEqual([line.strip('"') for line in ask("select id from T").split()], written)
                self.assertEqual(ask("select id as id from T", "csv").split()[1:], written)
                self.assertEqual(json.loads(ask("select id as id, number(id) as n from T", "json"))[1]["n"], ids[1])
                self.assertEqual([line.strip('"') for line in ask("select id from T order by id").split()],
                                 [str(n) for n in sorted(ids)])
                self.assertEqual(ask("select who from T where id = 9007199254740993").split(), ['"w9007199254740993"'])
                self.assertEqual(len(ask("select who from T where id < 9007199254740993").split()), 4)
                self.assertEqual(len(ask("select id, count(*) as n from T group by id").splitlines()), len(ids))
                self.assertEqual(ask("select a.who from a in T, b in T where a.id == b.id").count("w"), len(ids))
                self.assertEqual(ask("select sum(number(id)) as n from T where id in [9007199254740993, 7]").split(),
                                 ['{"n":', "9007199254741000}"])
                self.gleaner(0, "query", f"select id as id from '{place}'", "-o", "again.sqlite")
                self.assertEqual([row[0] if isinstance(row[0], int) else int(row[0]) for row in
                                  sqlite3.connect(self.at("again.sqlite")).execute("select id from records order by _id")], ids)


class Psql(DatabasesTest):
    def test_psql_reads_typed_columns(self):
        Postgres.psql("create table kept(a int); insert into kept values (1)")
        self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", Postgres.start() + "#Shop")
        self.assertEqual(Postgres.psql('select name, price, price_currency, added, tags, offers from "Shop" order by 1').splitlines(),
                         ['Cup|6.9|EUR|2010-06-29|{red,new}|[{"cost": 7, "seller": "Ann", "cost_text": "$7", "cost_currency": "USD"}, '
                          '{"cost": 8, "seller": "Bob", "cost_text": "8 \u20ac", "cost_currency": "EUR"}]', "Jug|||||"])
        types = dict(line.split("|")
                     for line in Postgres.psql("select column_name, data_type from information_schema.columns where table_name = 'Shop'").splitlines())
        self.assertEqual((types["price"], types["added"], types["tags"], types["offers"]),
                         ("double precision", "date", "ARRAY", "jsonb"))
        self.assertEqual(Postgres.psql("select * from kept"), "1\n")
        # a view on the table survives a run with the same columns
        Postgres.psql('create view seen as select name from "Shop"')
        self.gleaner(0, "extract", "w.wrapper", "b.html", "-o", Postgres.start() + "#Shop")
        self.assertEqual(Postgres.psql("select * from seen"), "Pan\n")

    def test_a_server_that_is_not_there_is_told_before_the_work(self):
        self.gleaner(3, "extract", "w.wrapper", "a.html", "-o", f"postgresql://x@/y?host={self.path}",
                     says=["cannot reach the database"])

    def test_many_writers(self):
        Postgres.start()
        run = [subprocess.Popen([GLEANER, "extract", "w.wrapper", "a.html", "-o", Postgres.address + "#many", "--mode", "append"], cwd=self.path, stderr=subprocess.DEVNULL) for _ in range(4)]
        self.assertEqual([p.wait() for p in run], [0] * 4)
        self.assertEqual(Postgres.psql("select count(*) from many"), "8\n")


class Refusals(DatabasesTest):
    def test_files_that_are_something_else(self):
        self.write("x.sqlite", "some words of mine, more than a hundred bytes of them " * 4)
        self.write("x.duckdb", "some words of mine " * 4)
        self.write("x.parquet", "some words of mine " * 4)
        for name in ("x.sqlite", "x.duckdb", "x.parquet"):
            self.gleaner(3, "extract", "w.wrapper", "a.html", "-o", name,
                         says=["is there already", "write to another name"])
            with open(self.at(name)) as file:
                self.assertIn("words of mine", file.read())
        labels = '{"page": "a.html", "records": [{"name": "Cup"}]}\n'
        self.write("shop.labels.jsonl", labels)
        self.write("l.jsonl", labels)
        self.gleaner(2, "learn", "shop.labels.jsonl", "-o", "shop.labels.jsonl", says=["label file"])
        self.gleaner(2, "learn", "shop.labels.jsonl", "-o", "a.html", says=["no wrapper"])
        self.gleaner(2, "extract", "w.wrapper", "a.html", "-o", "l.jsonl", says=["label file"])
        self.gleaner(2, "extract", "w.wrapper", "b.html", "-o", "a.html", "--format", "csv",
                     says=["nothing that this command has written"])
        self.gleaner(2, "extract", "w.wrapper", "a.html", "-o", "a.html", "--format", "csv", says=["would be lost"])
        self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", "a.csv")
        self.gleaner(2, "convert", "a.csv", "-o", "a.csv", says=["is read and would be written"])
        self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", "a.csv")
        self.gleaner(2, "extract", "w.wrapper", "a.html", "-o", "a.csv", "--mode", "append",
                     says=["--mode append is for tables of a database"])
        self.gleaner(2, "extract", "w.wrapper", "a.html", "-o", "x.db#", says=["which table?"])
        self.gleaner(2, "extract", "w.wrapper", "a.html", "-o", "new.parquet#x", says=["is one table"])

    def test_labels_are_the_work_of_a_person(self):
        # Replaced only when told, whoever writes them.
        labels = '{"page": "a.html", "records": [{"name": "Cup"}]}\n'
        self.write("shop.labels.jsonl", labels)
        self.write("codes.toml", "[name]\nregex = '<h3>(\\w+)</h3>'\n")
        for command in (["extract", "w.wrapper", "a.html", "--as-labels"],
                        ["records", "a.html", "--as-labels", "--pages-are", "list"],
                        ["label", "a.html", "--recognisers", "codes.toml"],
                        ["data", "a.html", "--as-labels"], ["convert", "l.jsonl", "--format", "labels"]):
            self.write("l.jsonl", labels)
            self.gleaner(2, *command, "-o", "shop.labels.jsonl", says=["a label file", "--mode replace"])
        for command in (["links", "a.html"], ["explain", "w.wrapper", "a.html", "--html"],
                        ["repair", "w.wrapper", "a.html", "--new", "b.html"], ["learn", "l.jsonl"]):
            self.gleaner(2, *command, *([] if command[-1] == "--html" else ["-o"]), "shop.labels.jsonl",
                         says=["a label file"])
        with open(self.at("shop.labels.jsonl")) as file:
            self.assertEqual(file.read(), labels)
        self.gleaner(2, "explain", "w.wrapper", "a.html", "--html", "w.wrapper", says=["a wrapper"])
        self.gleaner(2, "extract", "w.wrapper", "a.html", "-o", "w.wrapper", "--format", "csv", says=["would be lost"])
        self.gleaner(0, "extract", "w.wrapper", "a.html", "--as-labels", "-o", "shop.labels.jsonl", "--mode", "replace")
        self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", "n.csv", "--mode", "create")
        self.gleaner(2, "extract", "w.wrapper", "a.html", "-o", "n.csv", "--mode", "create", says=["--mode create"])

    def test_what_is_read_is_not_written(self):
        self.write("t.html", "<table><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td>4</table>")
        self.write("g.gln", "rule line is (w = [a-z]+) end")
        self.write("t.txt", "word\n")
        for name, command in (("t.html", ["tables", "t.html"]), ("t.html", ["records", "t.html"]),
                              ("t.html", ["data", "t.html"]), ("t.html", ["links", "t.html"]),
                              ("t.txt", ["parse", "g.gln", "t.txt"])):
            with open(self.at(name)) as file:
                before = file.read()
            self.gleaner(2, *command, "-o", name, *([] if command[0] == "links" else ["--format", "csv"]),
                         says=["is read and would be written"])
            with open(self.at(name)) as file:
                self.assertEqual(file.read(), before)
        for name in ("q.csv", "q.sqlite"):
            self.gleaner(0, "extract", "w.wrapper", "a.html", "-o", name)
            self.gleaner(2, "query", f"select name from '{name}'", "-o", name, says=["is read and would be written"])
            self.assertEqual(self.names(name), ["Cup", "Jug"] if name == "q.sqlite" else ["Cup", "Cup", "Jug"])
        self.gleaner(0, "query", "select name, price from 'q.sqlite'", "-o", "q.sqlite#names")
        self.assertEqual(self.names("q.sqlite#names"), ["Cup", "Jug"])

    def test_csv_has_the_same_columns(self):
        for source, code in (("a.html", 0), ("none.html", 1)):
            self.gleaner(code, "extract", "w.wrapper", source, "-o", "x.csv")
            with open(self.at("x.csv")) as file:
                self.assertEqual(file.readline().strip(),
                                 "page,name,price,price_currency,price_text,added,added_text,stars,stars_best,stars_text,"
                                 "tags,offers.seller,offers.cost,offers.cost_currency,offers.cost_text")


if __name__ == "__main__":
    unittest.main()
