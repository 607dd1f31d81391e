#!/usr/bin/env python3
"""The command line from outside: verbs, formats, exit codes, and every kind of bad input.

    tests/cli_test.py build/gleaner [NAME...]
"""
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

GLEANER = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "build/gleaner"

WRAPPER = '''format = 1
kind = "selector"
record = "li.product"

[fields]
name = "h3"
price = { css = "b", type = "money" }
tags = { css = ".tag", list = true }

[fields.offers]
css = "tr"
list = true
[fields.offers.fields]
seller = "td:nth-child(1)"
cost = "td:nth-child(2)"
'''
PAGE = ('<meta charset=utf-8><ul><li class=product><h3>Cup &amp; saucer</h3><b>EUR 6.90</b><i class=tag>red</i><i class=tag>new</i>'
        '<table><tr><td>A</td><td>7</td></tr><tr><td>B</td><td>8</td></tr></table></li>'
        '<li class=product><h3>Caf\u00e9</h3></li></ul>')


def run(*args, stdin=b"", cwd=None, stdout=subprocess.PIPE):
    done = subprocess.run([GLEANER, *args], input=stdin, stdout=stdout, stderr=subprocess.PIPE, cwd=cwd, timeout=60)
    return done.returncode, (done.stdout or b"").decode("utf8"), done.stderr.decode("utf8")


class FilesTest(unittest.TestCase):
    """What is written: modes, several files at once, names, what dead processes left."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name
        self.write("shop.wrapper", WRAPPER)
        self.write("a.html", PAGE)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        with open(os.path.join(self.path, name), "w", encoding="utf8") as file:
            file.write(text)

    def names(self):
        return sorted(os.listdir(self.path))

    def test_modes_are_kept(self):
        for name in ("out.csv", "out.sqlite"):
            with self.subTest(name):
                self.assertEqual(run("extract", "shop.wrapper", "a.html", "-o", name, cwd=self.path)[0], 0)
                for mode in (0o600, 0o666, 0o640):
                    os.chmod(os.path.join(self.path, name), mode)
                    run("extract", "shop.wrapper", "a.html", "-o", name, cwd=self.path)
                    self.assertEqual(os.stat(os.path.join(self.path, name)).st_mode & 0o777, mode)

    def test_flat_writes_all_files_or_none(self):
        self.assertEqual(run("extract", "shop.wrapper", "a.html", "--flat", "-o", "o.csv", cwd=self.path)[0], 0)
        others = [n for n in self.names() if n.startswith("o.") and n != "o.csv"]
        self.assertTrue(others)
        before = {n: open(os.path.join(self.path, n), "rb").read() for n in self.names()}
        script = 'trap "" XFSZ; ulimit -f 1; exec "$0" extract shop.wrapper @many.txt --flat -o o.csv'
        self.write("many.txt", "a.html\n" * 400)
        done = subprocess.run(["bash", "-c", script, GLEANER], cwd=self.path, stderr=subprocess.PIPE, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        before["many.txt"] = b"a.html\n" * 400
        self.assertEqual({n: open(os.path.join(self.path, n), "rb").read() for n in self.names()}, before)

    def test_what_dead_processes_left_goes(self):
        dead = subprocess.Popen(["true"])
        dead.wait()
        self.write(f"o.csv.{dead.pid}.part", "x")
        self.write(f"o.csv.{os.getpid()}.part", "alive")
        self.write("o.csv.notes.part", "not ours")
        run("extract", "shop.wrapper", "a.html", "-o", "o.csv", cwd=self.path)
        left = [n for n in self.names() if n.endswith(".part")]
        self.assertEqual(left, sorted([f"o.csv.{os.getpid()}.part", "o.csv.notes.part"]))

    def test_names_that_a_database_cannot_hold(self):
        self.write("case.wrapper", 'format = 1\nkind = "selector"\n[fields]\nname = "h3"\nName = "b"\n')
        for name in ("o.sqlite", "o.duckdb", "o.parquet"):
            code, _, said = run("extract", "case.wrapper", "a.html", "-o", name, cwd=self.path)
            self.assertEqual((code, "case only" in said), (3, True), said)
            self.assertNotIn(name, self.names())
        self.assertEqual(run("extract", "case.wrapper", "a.html", "-o", "o.csv", cwd=self.path)[0], 0)

    def test_learn_writes_only_what_it_can_read(self):
        deep = '"Caf\u00e9"'
        for _ in range(12):
            deep = '{"a": ' + deep + "}"
        for labels in ('{"page": "a.html", "records": [%s]}' % deep,
                       '{"page": "a.html", "records": [{"": "Caf\u00e9"}]}'):
            self.write("l.labels.jsonl", labels + "\n")
            code = run("learn", "l.labels.jsonl", "-o", "l.wrapper", cwd=self.path)[0]
            if code == 0:
                self.assertIn(run("extract", "l.wrapper", "a.html", cwd=self.path)[0], (0, 1))
            else:
                self.assertIn(code, (3, 5))
                self.assertNotIn("l.wrapper", self.names())

    def test_csv_safe(self):
        self.write("f.jsonl", '{"a": "=cmd()", "b": "-3"}\n')
        self.assertEqual(run("convert", "f.jsonl", "--to", "csv", cwd=self.path)[1], "a,b\n=cmd(),-3\n")
        self.assertEqual(run("convert", "f.jsonl", "--to", "csv", "--csv-safe", cwd=self.path)[1], "a,b\n'=cmd(),-3\n")


class CliTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name
        self.write("shop.wrapper", WRAPPER)
        self.write("a.html", PAGE)
        self.write("b.html", "<p>nothing here</p>")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        os.makedirs(os.path.dirname(os.path.join(self.path, name)), exist_ok=True)
        with open(os.path.join(self.path, name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode("utf8"))

    def read(self, name):
        with open(os.path.join(self.path, name), encoding="utf8") as file:
            return file.read()

    def gleaner(self, *args, **more):
        return run(*args, cwd=self.path, **more)

    def expect(self, code, *args, says=(), **more):
        got, out, err = self.gleaner(*args, **more)
        self.assertEqual(got, code, err)
        for part in says:
            self.assertIn(part, err)
        return out, err


class Extract(CliTest):
    def test_jsonl_is_the_default(self):
        out, _ = self.expect(0, "extract", "shop.wrapper", "a.html")
        first, second = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(first["name"], "Cup & saucer")
        self.assertEqual(first["price"], {"text": "EUR 6.90", "value": 6.9, "currency": "EUR"})
        self.assertEqual(first["tags"], ["red", "new"])
        self.assertEqual(first["offers"][1], {"seller": "B", "cost": "8"})
        self.assertEqual(second, {"page": "a.html", "name": "Caf\u00e9"})

    def test_labels_hold_the_bytes_of_the_stored_page(self):
        self.write("latin.html", PAGE.replace("utf-8", "latin1").encode("latin1"))
        out, _ = self.expect(0, "extract", "shop.wrapper", "--as-labels", "a.html", "latin.html", "b.html")
        lines = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([line["page"] for line in lines], ["a.html", "latin.html", "b.html"])
        for line, charset in zip(lines, ["utf8", "latin1"]):
            with open(os.path.join(self.path, line["page"]), "rb") as file:
                stored = file.read()
            leaf = line["records"][1]["name"]
            self.assertEqual(stored[leaf["span"][0]:leaf["span"][1]].decode(charset), leaf["text"])
        self.assertEqual(lines[2]["records"], [])

    def test_formats_by_ending(self):
        for ending in ["jsonl", "json", "csv", "tsv", "xml"]:
            _, err = self.expect(0, "extract", "shop.wrapper", "a.html", "-o", "out." + ending)
            self.assertIn("1 page, 2 records", err)
            self.assertIn("out." + ending, err)
            self.assertIn("saucer", self.read("out." + ending))
        rows = list(csv.DictReader(io.StringIO(self.read("out.csv"))))
        self.assertEqual([row["offers.seller"] for row in rows], ["A", "B", ""])
        self.assertEqual(rows[1]["name"], "Cup & saucer")
        self.assertEqual(len(json.loads(self.read("out.json"))), 2)
        self.assertEqual(os.listdir(self.path).count("out.csv"), 1)
        self.assertFalse([name for name in os.listdir(self.path) if ".part" in name])
        self.expect(2, "extract", "shop.wrapper", "a.html", "-o", "out.xyz", says=["xyz", "--format"])
        self.expect(2, "extract", "shop.wrapper", "a.html", "--format", "excel", says=["excel"])

    def test_inputs(self):
        self.write("pages/1.html", PAGE)
        self.write("pages/2.html", PAGE)
        self.write("list.txt", "pages/2.html\na.html\n")
        names = lambda out: [json.loads(line)["page"] for line in out.splitlines()][::2]
        self.assertEqual(names(self.expect(0, "extract", "shop.wrapper", "pages")[0]), ["pages/1.html", "pages/2.html"])
        self.assertEqual(names(self.expect(0, "extract", "shop.wrapper", "pages/*.html")[0]),
                         ["pages/1.html", "pages/2.html"])
        self.assertEqual(names(self.expect(0, "extract", "shop.wrapper", "@list.txt")[0]), ["pages/2.html", "a.html"])
        self.assertEqual(names(self.expect(0, "extract", "shop.wrapper", "-", stdin=PAGE.encode())[0]), ["-"])

    def test_order_does_not_depend_on_threads(self):
        for i in range(60):
            self.write("many/%02d.html" % i, PAGE * (1 + i % 7 * 20))
        one = self.expect(0, "extract", "shop.wrapper", "many", "--jobs", "1", "--spans")[0]
        for jobs in ["2", "3", "8"]:
            self.assertEqual(self.expect(0, "extract", "shop.wrapper", "many", "-j", jobs, "--spans")[0], one)

    def test_nothing_found(self):
        out, err = self.expect(1, "extract", "shop.wrapper", "b.html")
        self.assertEqual(out, "")
        self.expect(1, "extract", "shop.wrapper", "b.html", "-o", "none.csv")
        self.assertTrue(self.read("none.csv").startswith("page,name"))

    def test_report_as_json(self):
        out, _ = self.expect(0, "extract", "shop.wrapper", "a.html", "b.html", "-o", "x.csv", "--json")
        self.assertEqual(json.loads(out)["records"], 2)
        self.expect(2, "extract", "shop.wrapper", "a.html", "--json", says=["-o"])

    def test_budget_is_partial(self):
        out, err = self.expect(6, "extract", "shop.wrapper", "a.html", "--max-steps", "2", says=["steps"])
        self.assertIn("_partial", out)

    def test_odd_pages(self):
        self.write("empty.html", b"")
        self.write("binary.html", bytes(range(256)) * 50)
        self.write("deep.html", b"<div>" * 200000)
        self.expect(1, "extract", "shop.wrapper", "empty.html", "binary.html", "deep.html")
        self.write("wrong.html", PAGE.encode("utf8"))
        self.expect(0, "extract", "shop.wrapper", "wrong.html", "--charset", "shift_jis")


class BadInput(CliTest):
    def test_pages(self):
        out, err = self.expect(3, "extract", "shop.wrapper", "a.html", "none.html", "b.html", says=["none.html"])
        self.assertEqual(len(out.splitlines()), 2)  # the others are done all the same
        self.expect(3, "extract", "shop.wrapper", "no/*.html", says=["no/*.html"])
        os.mkdir(os.path.join(self.path, "hollow"))
        self.expect(3, "extract", "shop.wrapper", "hollow", says=["hollow"])
        self.expect(3, "extract", "shop.wrapper", "@none.txt", says=["none.txt"])
        if os.geteuid() != 0:
            self.write("secret.html", PAGE)
            os.chmod(os.path.join(self.path, "secret.html"), 0)
            self.expect(3, "extract", "shop.wrapper", "secret.html", says=["secret.html"])

    def test_wrappers(self):
        self.expect(3, "extract", "none.wrapper", "a.html", says=["none.wrapper"])
        self.expect(3, "extract", ".", "a.html", says=["folder"])
        self.expect(3, "extract", "a.html", "a.html", says=["a.html"])
        for text, place, word in [
                ("format = 2\nkind = \"selector\"\n", "1", "format 2"),
                (WRAPPER.replace('"h3"', '"h3'), "6", "TOML"),
                (WRAPPER.replace('"h3"', '"h3 >> ["'), "6", "column"),
                (WRAPPER.replace('name = "h3"', 'name = { xpath = "//h3[" }'), "6", "column"),
                (WRAPPER.replace('"selector"', '"selecter"'), "2", "selecter"),
        ]:
            self.write("bad.wrapper", text)
            self.expect(3, "extract", "bad.wrapper", "a.html", says=["bad.wrapper:" + place, word])

    def test_usage(self):
        self.expect(2, "extract", "shop.wrapper", "a.html", "--spanz", says=["--spans"])
        self.expect(2, "extrat", says=["extract"])
        self.expect(2, "extract", says=["--help", "WRAPPER"])
        self.expect(2, "extract", "shop.wrapper", "a.html", "-j", "-1", says=["threads"])
        self.expect(2, "extract", "shop.wrapper", "a.html", "-o", says=["needs a value"])
        self.expect(2, "extract", "shop.wrapper", "a.html", "--max-seconds", "soon", says=["soon"])
        self.expect(2, "debug", says=["dom"])
        self.expect(2)

    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        with open("/dev/full", "wb") as full:
            code, _, err = self.gleaner("extract", "shop.wrapper", "a.html", stdout=full)
        self.assertEqual(code, 3, err)
        self.assertIn("No space left", err)
        self.expect(3, "extract", "shop.wrapper", "a.html", "-o", "/dev/full", "--format", "csv",
                    says=["/dev/full", "No space"])

    def test_full_disk_leaves_no_half_line(self):
        # A file size limit stands in for a small disk: writes fail in the middle of a line.
        self.write("many.txt", "a.html\n" * 5000)
        script = 'trap "" XFSZ; ulimit -f 100; exec "$0" extract shop.wrapper @many.txt > out.jsonl'
        done = subprocess.run(["bash", "-c", script, GLEANER], cwd=self.path, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, 3, done.stderr)
        text = self.read("out.jsonl")
        self.assertTrue(text.endswith("\n"))
        for line in text.splitlines():
            json.loads(line)

    def test_closed_pipe_is_quiet(self):
        self.write("many.txt", "a.html\n" * 20000)
        script = '"$0" extract shop.wrapper @many.txt 2> err | head -n 1 > out; echo ${PIPESTATUS[0]}'
        done = subprocess.run(["bash", "-c", script, GLEANER], cwd=self.path, stdout=subprocess.PIPE, timeout=60)
        self.assertEqual(done.stdout, b"0\n")
        self.assertEqual(self.read("err"), "")

    def test_output_that_cannot_be_written(self):
        self.expect(3, "extract", "shop.wrapper", "a.html", "-o", "no/such/folder.csv", says=["folder.csv"])
        os.mkdir(os.path.join(self.path, "dir.csv"))
        self.expect(3, "extract", "shop.wrapper", "a.html", "-o", "dir.csv", says=["dir.csv"])
        self.write("old.csv", "precious\n")
        self.expect(3, "extract", "none.wrapper", "a.html", "-o", "old.csv")
        self.assertEqual(self.read("old.csv"), "precious\n")


    def test_many_bad_pages_are_counted(self):
        self.write("list.txt", "".join("none%d.html\n" % i for i in range(50)) + "a.html\n")
        out, err = self.expect(3, "extract", "shop.wrapper", "@list.txt", says=["none9.html", "40 more"])
        self.assertNotIn("none20", err)
        self.assertEqual(len(out.splitlines()), 2)

    def test_links_are_followed_and_interrupts_leave_nothing(self):
        os.symlink("real.csv", os.path.join(self.path, "link.csv"))
        self.write("real.csv", "old")
        self.expect(0, "extract", "shop.wrapper", "a.html", "-o", "link.csv")
        self.assertTrue(os.path.islink(os.path.join(self.path, "link.csv")))
        self.assertTrue(self.read("real.csv").startswith("page"))
        process = subprocess.Popen([GLEANER, "extract", "shop.wrapper", "-", "-o", "x.csv"], cwd=self.path,
                                   stdin=subprocess.PIPE)
        while not [name for name in os.listdir(self.path) if name.endswith(".part")]:
            self.assertIsNone(process.poll())
        process.send_signal(2)
        self.assertEqual(process.wait(), 130)
        process.stdin.close()
        self.assertFalse([name for name in os.listdir(self.path) if "x.csv" in name])


class Convert(CliTest):
    def test_there_and_back(self):
        self.expect(0, "extract", "shop.wrapper", "a.html", "-o", "a.jsonl", "--spans")
        self.expect(0, "convert", "a.jsonl", "-o", "b.xml", "--spans")
        self.expect(0, "convert", "b.xml", "-o", "c.json", "--spans")
        self.expect(0, "convert", "c.json", "-o", "d.jsonl", "--spans")
        self.assertEqual(self.read("d.jsonl"), self.read("a.jsonl"))
        self.expect(0, "convert", "a.jsonl", "-o", "e.labels.jsonl")
        self.assertEqual(self.read("e.labels.jsonl"),
                         self.gleaner("extract", "shop.wrapper", "--as-labels", "a.html")[1])
        out, _ = self.expect(0, "convert", "e.labels.jsonl", "--to", "csv")
        self.assertTrue(out.startswith("page,name"))

    def test_labels(self):
        line = '{"page": "a.html", "url": "http://a.org/", "complete": true, "records": [{"x": {"text": "y"}}], "count": {"z": 2}}\n'
        self.write("l.labels.jsonl", line)
        self.assertEqual(self.expect(0, "convert", "l.labels.jsonl", "--to", "labels")[0], line)
        self.write("r.csv", "page,x\na.html,1\nb.html,2\na.html,3\n")
        out, _ = self.expect(0, "convert", "r.csv", "--to", "labels")
        self.assertEqual([json.loads(l)["page"] for l in out.splitlines()], ["a.html", "b.html"])

    def test_bad_files(self):
        self.write("bad.jsonl", '{"a": 1}\n{"a": \n')
        self.expect(3, "convert", "bad.jsonl", "--to", "csv", says=["bad.jsonl:2"])
        self.write("bad.labels.jsonl", '{"page": "a.html", "records": 3}\n')
        self.expect(3, "convert", "bad.labels.jsonl", "--to", "csv", says=["bad.labels.jsonl:1", "records"])
        self.expect(3, "convert", "none.csv", "--to", "json", says=["none.csv"])
        self.write("what", "?")
        self.expect(2, "convert", "what", "--to", "json", says=["--from"])


class Others(CliTest):
    def test_help_everywhere(self):
        out, _ = self.expect(0, "--help")
        verbs = [line.split()[0] for line in out.split("Verbs:")[1].split("\n\n")[0].splitlines() if line.strip()]
        self.assertIn("extract", verbs)
        for verb in verbs:
            out, _ = self.expect(0, verb, "--help")
            self.assertIn("Examples:", out, verb)
            self.assertIn("gleaner " + verb, out)

    def test_help_as_a_verb(self):
        self.assertEqual(self.expect(0, "help", "extract")[0], self.expect(0, "extract", "--help")[0])
        self.assertEqual(self.expect(0, "help")[0], self.expect(0, "--help")[0])

    def test_what_people_mix_up(self):
        self.expect(3, "extract", "a.html", "shop.wrapper", says=["a page", "the wrapper comes first"])
        self.expect(2, "extract", "shop.wrapper", "http://127.0.0.1:9/x", says=["--allow-private"])

    def test_version(self):
        out, _ = self.expect(0, "version")
        self.assertTrue(out.startswith("gleaner "))
        self.assertIn("selector", json.loads(self.expect(0, "version", "--json")[0])["kinds"])
        self.expect(0, "--version")

    def test_completion(self):
        for shell in ["bash", "zsh", "fish"]:
            out, _ = self.expect(0, "completion", shell)
            self.assertIn("extract", out)
            self.assertIn("as-labels", out)
        self.assertEqual(subprocess.run(["bash", "-n"],
                                        input=self.gleaner("completion", "bash")[1].encode()).returncode, 0)
        self.expect(2, "completion", "tcsh", says=["bash"])

    def test_debug(self):
        self.assertIn("Cup & saucer", self.expect(0, "debug", "text", "a.html")[0])
        self.assertIn("charset", self.expect(0, "debug", "text", "a.html", "--source")[0])
        self.assertIn("li class=\"product\"", self.expect(0, "debug", "dom", "a.html")[0])
        self.assertIn("entity", self.expect(0, "debug", "tokens", "a.html")[0])
        self.assertIn("text of the first of h3", self.expect(0, "debug", "wrapper", "shop.wrapper")[0])
        self.write("l.jsonl", '{"page": "a.html", "records": [{"name": "Cup & saucer"}, {"name": "Teapot"}]}\n')
        out, _ = self.expect(3, "debug", "labels", "l.jsonl", says=["Teapot", "a.html", "name", "l.jsonl:1"])
        self.assertIn("Cup & saucer", out)

    def test_learn_and_types(self):
        page = '<ul><li><b>%s</b> <i>EUR %s</i></li><li><b>%s</b> <i>%s</i></li></ul>'
        self.write("p1.html", page % ("Cup", "6.90", "Pot", "ask"))
        self.write("p2.html", page % ("Lid", "1.20", "Jug", "ask us"))
        self.write("l.jsonl", json.dumps({"page": "p1.html", "complete": True, "records": [
            {"name": "Cup", "price": "EUR 6.90"}, {"name": "Pot", "price": "ask"}]}) + "\n")
        self.expect(0, "learn", "l.jsonl", "--type", "price=money", "-o", "x.wrapper",
                    says=["learned from 1 page, 2 records"])
        self.assertIn("price: money", self.read("x.wrapper"))
        out, _ = self.expect(0, "extract", "x.wrapper", "p2.html")
        self.assertEqual([json.loads(line) for line in out.splitlines()], [
            {"page": "p2.html", "name": "Lid", "price": {"text": "EUR 1.20", "value": 1.2, "currency": "EUR"}},
            {"page": "p2.html", "name": "Jug", "price": {"text": "ask us"}}])
        self.expect(2, "learn", "l.jsonl", "--type", "cost=money", "-o", "y.wrapper", says=["cost"])
        self.expect(2, "learn", "l.jsonl", "--type", "price=colour", "-o", "y.wrapper", says=["colour", "money"])
        self.assertFalse(os.path.exists(os.path.join(self.path, "y.wrapper")))

    def test_learn_errors(self):
        self.expect(3, "learn", "none.jsonl", "-o", "x.wrapper", says=["none.jsonl"])
        self.expect(2, "learn", "l.jsonl", "--kind", "nonsense", says=["nonsense"])
        self.expect(2, "learn", "l.jsonl", "--kind", "selector", says=["by hand"])
        self.expect(2, "learn", "l.jsonl", "--set", "x", says=["NAME=VALUE"])
        self.write("l.jsonl", '{"page": "a.html", "records": [{"name": "Teapot"}]}\n')
        self.expect(5, "learn", "l.jsonl", "-o", "x.wrapper", says=["a.html", "name", "Teapot"])
        self.assertFalse(os.path.exists(os.path.join(self.path, "x.wrapper")))


if __name__ == "__main__":
    unittest.main()
