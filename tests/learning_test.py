#!/usr/bin/env python3
"""Learning, asking and repairing from outside: the same wrapper whatever the order and the threads, questions across
families, and an old wrapper that survives kill -9 at any moment.

    tests/learning_test.py build/gleaner [NAME...]
"""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

GLEANER = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "build/gleaner"
SAMPLES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "samples")
SITES = ["shop", "shop-items", "shop-new", "events"]
KILLS = 7


def run(*args, cwd=SAMPLES, stdin=b""):
    done = subprocess.run([GLEANER, *args], input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd,
                          timeout=60)
    return done.returncode, done.stdout.decode("utf8"), done.stderr.decode("utf8")


def labels(name):
    with open(os.path.join(SAMPLES, name), encoding="utf8") as file:
        return [json.loads(line) for line in file]


class LearningTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def file(self, name):
        return os.path.join(self.path, name)

    def write_labels(self, name, lines):
        with open(self.file(name), "w", encoding="utf8") as file:
            for line in lines:
                file.write(json.dumps(dict(line, page=os.path.join(SAMPLES, line["page"]))) + "\n")
        return self.file(name)

    def learn(self, label_file, name, *more):
        code, _, err = run("learn", label_file, "-o", self.file(name), *more)
        self.assertEqual(code, 0, err)
        with open(self.file(name), encoding="utf8") as file:
            return file.read()

    def test_any_number_of_threads_gives_the_same_bytes(self):
        for site in SITES:
            also = ["--also", *[os.path.join(SAMPLES, line["page"]) for line in labels(site + ".truth.jsonl")[2:8]]]
            for more in ([], also):
                one = self.learn(site + ".labels.jsonl", "one.wrapper", "-j", "1", *more)
                for jobs in ("5",):
                    self.assertEqual(one, self.learn(site + ".labels.jsonl", "many.wrapper", "-j", jobs, *more), site)

    def test_any_order_of_labels_gives_the_same_rules(self):
        def rules(text):  # all but the label file's own hash
            return "".join(line for line in text.splitlines(True) if "hash" not in line)
        for site in SITES:
            lines = labels(site + ".truth.jsonl")[:3]
            wanted = rules(self.learn(self.write_labels("l.jsonl", lines), "a.wrapper"))
            for order in ([2, 0, 1], [1, 2, 0], [2, 1, 0]):
                got = rules(self.learn(self.write_labels("l.jsonl", [lines[i] for i in order]), "b.wrapper"))
                self.assertEqual(wanted, got, site + str(order))

    def test_ask_without_kind_looks_across_families(self):
        page = "<div class=item><h1>%s</h1><p><b class=now>%s</b></p><p><i class=old>%s</i></p></div>"
        for i, (name, now, old) in enumerate([("Cup", "6.90", "6.90"), ("Jug", "12.40", "12.40"),
                                              ("Lid", "1.20", "1.20"), ("Pot", "9.90", "11.50")]):
            with open(self.file(f"p{i}.html"), "w", encoding="utf8") as file:
                file.write(page % (name, now, old))
        with open(self.file("l.jsonl"), "w", encoding="utf8") as file:
            file.write(json.dumps({"page": "p0.html", "complete": True, "records": [{"name": "Cup", "amount": "6.90"}]}) + "\n")
        code, out, err = run("learn", "l.jsonl", "--ask", "p1.html", "p2.html", "p3.html", cwd=self.path)
        self.assertEqual(code, 0, err)
        question = json.loads(out.splitlines()[0])
        self.assertEqual((question["page"], question["field"]), ("p3.html", "amount"))
        self.assertEqual({question["text"], question["rival"]}, {"9.90", "11.50"})
        with open(self.file("p3.html"), encoding="utf8") as file:
            begin, end = question["span"]
            self.assertIn(file.read()[begin:end], ("9.90", "11.50"))
        # The person means the old price: one answer, and all pages are right.
        with open(self.file("all.jsonl"), "w", encoding="utf8") as file:
            for i, (name, price) in enumerate([("Cup", "6.90"), ("Jug", "12.40"), ("Lid", "1.20"), ("Pot", "11.50")]):
                file.write(json.dumps({"page": f"p{i}.html", "complete": True, "records": [{"name": name, "amount": price}]}) + "\n")
        code, out, err = run("learn", "l.jsonl", "--simulate", "all.jsonl", "--json", "-o", "w", cwd=self.path)
        self.assertEqual(code, 0, err)
        details = json.loads(out)["details"]
        self.assertLessEqual(int(details["perfect_after"]), 1)
        self.assertEqual(details["agreed"], "true")

    def test_a_mixed_in_value_far_too_long_is_none(self):
        with open(self.file("w.wrapper"), "w", encoding="utf8") as file:
            file.write("""format = 1
kind = "mixed"
schema = ["name", "note"]
[base]
kind = "selector"
schema = ["name"]
[base.fields]
name = "h1"
[[parts]]
fields = ["note"]
longest = 12
[parts.wrapper]
kind = "selector"
schema = ["note"]
[parts.wrapper.fields]
note = "p"
""")
        for note, wanted in (("short enough", "short enough"), ("far too long to be a note", None)):
            with open(self.file("p.html"), "w", encoding="utf8") as file:
                file.write(f"<h1>Cup</h1><p>{note}</p>")
            code, out, err = run("extract", "w.wrapper", "p.html", cwd=self.path)
            self.assertEqual(code, 0, err)
            self.assertEqual(json.loads(out).get("note"), wanted)

    def killed_leaves_the_old_file(self, target, command):
        """Runs the command again and again, kills it at some moment: the file is the old one or the whole new one."""
        with open(target, "rb") as file:
            old = file.read()
        start = time.monotonic()
        subprocess.run(command, cwd=SAMPLES, check=True, capture_output=True)
        whole = time.monotonic() - start
        with open(target, "rb") as file:
            new = file.read()
        moments = random.Random(7)
        for _ in range(KILLS):
            with open(target, "wb") as file:
                file.write(old)
            process = subprocess.Popen(command, cwd=SAMPLES, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(moments.uniform(0, 1.1 * whole))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
            process.wait()
            with open(target, "rb") as file:
                self.assertIn(file.read(), (old, new))

    def test_kill_while_learning(self):
        target = self.file("shop.wrapper")
        with open(target, "w", encoding="utf8") as file:
            file.write("kind = \"selector\"\n" + "# the old wrapper\n" * 2000)
        self.killed_leaves_the_old_file(target, [GLEANER, "learn", "shop.labels.jsonl", "-o", target])

    def test_kill_while_repairing(self):
        target = self.file("shop.wrapper")
        self.learn("shop.labels.jsonl", "shop.wrapper")
        # The repaired wrapper goes over the one it was made from.
        copy = self.file("copy.wrapper")
        with open(target, "rb") as file, open(copy, "wb") as out:
            out.write(file.read())
        self.killed_leaves_the_old_file(target, [GLEANER, "repair", copy, "shop/list-*.html", "--new",
                                                 "shop-new/*.html", "-o", target])


if __name__ == "__main__":
    unittest.main()
