#!/usr/bin/env python3
"""Flows as their users meet them: real servers on loopback, targets that are down, runs that are killed at any moment.

    tests/flow_test.py build/gleaner [NAME...]        KILLS=0 kills at every moment there is (default: at 24 of them)

Servers are the real ones: PostgreSQL of Debian; spyne (SOAP), zeep (reads our envelopes), moto (S3) and aiosmtpd (SMTP) of .deps/python
(scripts/setup --tests). What is not installed is passed over with a word.
"""
import csv
import http.server
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request


GLEANER = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.abspath("build/gleaner")
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PYTHON = os.environ.get("FLOW_PYTHON") or os.path.join(ROOT, ".deps", "python", "bin", "python")
KILLS = int(os.environ.get("KILLS", "24"))
SEED = int(os.environ.get("SEED", "0")) or random.randrange(1 << 30)
sys.path.insert(0, os.path.join(ROOT, "tests"))
from databases_test import Postgres  # noqa: E402  (it takes the program's name from the command line, too)

WRAPPER = """format = 1
kind = "selector"
record = "li"
[fields]
name = "h3"
price = "b"
"""


def tearDownModule():
    Postgres.stop()


def shop(rows):
    return "<meta charset=utf-8><ul>" + "".join(f"<li><h3>{n}</h3><b>{p}</b></li>" for n, p in rows) + "</ul>"


class Hook(http.server.ThreadingHTTPServer):
    """A webhook that keeps what it gets, by idempotency key; `failing` answers are 503, those with the status 422 say what was sent."""

    def __init__(self):
        hook = self
        self.bodies, self.keys, self.headers, self.failing, self.status = {}, [], [], 0, 200

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = hook.status
                if hook.failing:
                    hook.failing, status = hook.failing - 1, 503
                hook.headers.append(dict(self.headers))
                if status == 200:
                    hook.keys.append(self.headers["Idempotency-Key"])
                    hook.bodies[self.headers["Idempotency-Key"]] = body
                said = str(self.headers).encode() if status == 422 else b""
                self.send_response(status)
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            do_PUT = do_POST

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def rows(self):
        return [row for body in self.bodies.values() for row in json.loads(body)["rows"]]


class FlowTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="gleaner-flow")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.put("shop.wrapper", WRAPPER)
        self.put("page.html", shop([("Cup", "6,90 €"), ("Jug", "12,50 €"), ("Pan", "24,00 €")]))

    def put(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def flow(self, more, store="t.sqlite", head=""):
        self.put("t.flow.toml", f'{head}\nstore = "{store}"\n[source.shop]\nwrapper = "shop.wrapper"\npages = "page.html"\n[step.normal]\nfrom = "shop"\n'
                                f'normalise.price = {{ money = "EUR" }}\nkey = ["name"]\n{more}')

    def run_flow(self, *words, exit=0, env=None):
        done = subprocess.run([GLEANER, "flow", *words], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **(env or {})})
        self.assertEqual(done.returncode, exit, done.stdout + done.stderr)
        return done.stdout + done.stderr


class Webhook(FlowTest):
    def setUp(self):
        super().setUp()
        self.hook = Hook()
        self.addCleanup(self.hook.server_close)
        self.addCleanup(self.hook.shutdown)

    def test_rows_arrive_with_key_and_secret(self):
        self.flow(f'[deliver.hook]\nfrom = "normal"\nwebhook = "{self.hook.url}/x"\nsecret = "TOKEN"\nbatch = 2\n')
        self.hook.status = 422
        told = self.run_flow("run", "t", env={"TOKEN": "geheim"}, exit=6)
        self.assertIn("***", told)
        self.hook.status = 200
        told += self.run_flow("redeliver", "t", env={"TOKEN": "geheim"})
        self.assertEqual([r["name"] for r in self.hook.rows()], ["Cup", "Jug", "Pan"])
        self.assertEqual(len(set(self.hook.keys)), 2)
        self.assertEqual({headers["Authorization"] for headers in self.hook.headers}, {"Bearer geheim"})
        self.assertNotIn("geheim", told)
        for name in os.listdir(self.folder):
            if os.path.isfile(os.path.join(self.folder, name)):
                with open(os.path.join(self.folder, name), "rb") as file:
                    self.assertNotIn(b"geheim", file.read())

    def test_a_missing_secret_is_said(self):
        self.flow(f'[deliver.hook]\nfrom = "normal"\nwebhook = "{self.hook.url}/x"\nsecret = "NO_SUCH_TOKEN"\n')
        self.assertIn("NO_SUCH_TOKEN", self.run_flow("run", "t", exit=6))

    def test_a_secret_that_others_may_read_is_refused(self):
        self.flow(f'[deliver.hook]\nfrom = "normal"\nwebhook = "{self.hook.url}/x"\nsecret_file = "token"\nauth = "header X-Token"\n')
        self.put("token", "geheim\n")
        os.chmod(os.path.join(self.folder, "token"), 0o644)
        told = self.run_flow("run", "t", exit=6)
        self.assertIn("others may read this file", told)
        self.assertEqual(self.hook.keys, [])
        os.chmod(os.path.join(self.folder, "token"), 0o600)
        told = self.run_flow("redeliver", "t")
        self.assertEqual(self.hook.headers[-1]["X-Token"], "geheim")
        self.assertNotIn("geheim", told)

    def test_down_for_hours_then_up(self):
        self.flow(f'[deliver.hook]\nfrom = "normal"\nwebhook = "{self.hook.url}/x"\nfirst_pause = 0\n')
        self.hook.failing = 3
        self.run_flow("run", "t", exit=6)
        self.run_flow("deliver", "t", exit=6)
        self.put("page.html", shop([("Cup", "7,90 €")]))
        self.run_flow("run", "t", exit=6)  # a second run: its rows wait behind those of the first
        self.assertEqual(self.hook.bodies, {})
        self.run_flow("deliver", "t")
        runs = [json.loads(body)["run"] for body in self.hook.bodies.values()]
        self.assertEqual(runs, [1, 2])

    def test_refused_is_a_dead_letter(self):
        self.flow(f'[deliver.hook]\nfrom = "normal"\nwebhook = "{self.hook.url}/x"\n')
        self.hook.status = 422
        self.assertIn("dead letter", self.run_flow("run", "t", exit=6))
        self.assertEqual(json.loads(self.run_flow("status", "t", "--json"))["dead"], 1)
        self.hook.status = 200
        self.run_flow("redeliver", "t")
        self.assertEqual(len(self.hook.rows()), 3)

    def test_only_changes(self):
        self.flow(f'[deliver.hook]\nfrom = "normal"\nwebhook = "{self.hook.url}/x"\nkey = ["name"]\nsend = "changes"\n')
        self.run_flow("run", "t")
        self.run_flow("run", "t")
        self.assertEqual(len(self.hook.keys), 1)
        self.put("page.html", shop([("Cup", "6,90 €"), ("Jug", "11,50 €"), ("Pan", "24,00 €")]))
        self.run_flow("run", "t")
        self.assertEqual([r["name"] for r in json.loads(self.hook.bodies[self.hook.keys[-1]])["rows"]], ["Jug"])


class Drift(FlowTest):
    def test_a_broken_source_keeps_its_rows(self):
        self.flow('[deliver.out]\nfrom = "normal"\nto = "out.csv"\n')
        self.run_flow("run", "t")
        before = self.read("out.csv")
        self.put("page.html", "<p>We are closed today.</p>")
        self.assertIn("stale", self.run_flow("run", "t", exit=4))
        self.assertEqual(self.read("out.csv"), before)
        rows = sqlite3.connect(os.path.join(self.folder, "t.sqlite")).execute("select name, _stale_since_run from normal").fetchall()
        self.assertEqual(rows, [("Cup", 1), ("Jug", 1), ("Pan", 1)])
        os.remove(os.path.join(self.folder, "page.html"))  # cannot be read at all
        self.run_flow("run", "t", exit=4)
        rows = sqlite3.connect(os.path.join(self.folder, "t.sqlite")).execute("select count(*), min(_stale_since_run) from normal").fetchall()
        self.assertEqual(rows, [(3, 1)])
        self.put("page.html", shop([("Cup", "6,90 €")]))
        self.run_flow("run", "t")
        self.assertEqual(sqlite3.connect(os.path.join(self.folder, "t.sqlite")).execute("select name, _stale_since_run from normal").fetchall(), [("Cup", None)])

    def test_a_redesign_is_repaired(self):
        words = "red blue green white black round large small deep flat".split()
        pages = [[(f"Cup {w} {10 * k + i}", f"{10 * k + i},{i + 10} €") for i, w in enumerate(words, 1)] for k in range(3)]
        labels = []
        for k, rows in enumerate(pages):
            self.put(f"q{k}.html", shop(rows))
            labels.append(json.dumps({"page": f"q{k}.html", "complete": True, "records": [{"name": {"text": n}, "price": {"text": p}} for n, p in rows]}))
        self.put("l.jsonl", "\n".join(labels))
        subprocess.run([GLEANER, "learn", "l.jsonl", "-o", "shop.wrapper"], cwd=self.folder, check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.flow('[deliver.out]\nfrom = "normal"\nto = "out.csv"\n')
        self.put("t.flow.toml", self.read("t.flow.toml").replace('pages = "page.html"', 'pages = "q*.html"\non_drift = "repair"'))
        self.run_flow("run", "t")
        before = self.read("out.csv")
        for k, rows in enumerate(pages):
            self.put(f"q{k}.html", "<meta charset=utf-8><nav>Start</nav><main>" + "".join(f"<article><header><h2>{n}</h2></header><dl><dt>Preis</dt><dd>{p}</dd></dl></article>" for n, p in rows) + "</main>")
        self.assertIn("repaired", self.run_flow("run", "t"))
        self.assertEqual(self.read("out.csv"), before)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "shop.repaired.wrapper")))
        self.assertIn("fine", self.run_flow("run", "t"))  # the repaired one is used


class Kill(FlowTest):
    """kill -9 at every moment that leaves something else behind (tests/kill_at.c): no row lost, none twice at the target."""

    def setUp(self):
        super().setUp()
        self.hook = Hook()
        self.addCleanup(self.hook.server_close)
        self.addCleanup(self.hook.shutdown)
        self.library = os.path.join(self.folder, "kill_at.so")
        compiler = shutil.which("cc") or shutil.which("gcc")
        if not compiler:
            self.skipTest("no C compiler here")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", self.library, os.path.join(ROOT, "tests", "kill_at.c"), "-ldl"], check=True)

    def call(self, folder, *words, **env):
        return subprocess.run([GLEANER, "flow", *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, **env})

    def kill_everywhere(self, store, kills):
        self.flow(f'[step.cheap]\nfrom = "normal"\nfilter = "price < 20"\nkey = ["name"]\n'
                  f'[deliver.hook]\nfrom = "normal"\nwebhook = "{self.hook.url}/x"\nfirst_pause = 0\nbatch = 2\n'
                  '[deliver.log]\nfrom = "normal"\nto = "log.sqlite"\nmode = "append"\n'
                  '[deliver.now]\nfrom = "cheap"\nto = "now.sqlite"\nmode = "upsert"\nkey = ["name"]\n'
                  '[deliver.file]\nfrom = "cheap"\nto = "out.csv"\n', store=store)
        self.run_flow("run", "t", "--jobs", "1")
        first = dict(self.hook.bodies)
        self.put("page.html", shop([("Cup", "7,90 €"), ("Jug", "12,50 €"), ("Lid", "1,50 €")]))
        counted = os.path.join(self.folder, "calls")
        with tempfile.TemporaryDirectory() as copy:
            shutil.copytree(self.folder, copy, dirs_exist_ok=True)
            done = self.call(copy, "run", "t", "--jobs", "1", LD_PRELOAD=self.library, KILL_COUNT=counted)
            self.assertEqual(done.returncode, 0, done.stdout)
        calls = int(self.read("calls"))
        self.assertGreater(calls, 50)
        moments = range(1, calls + 1) if not kills or kills >= calls else sorted({1 + i * (calls - 1) // (kills - 1) for i in range(kills)})
        killed = 0
        for moment in moments:
            with self.subTest(store=store, moment=moment), tempfile.TemporaryDirectory() as copy:
                shutil.copytree(self.folder, copy, dirs_exist_ok=True)
                self.hook.bodies = dict(first)
                done = self.call(copy, "run", "t", "--jobs", "1", LD_PRELOAD=self.library, KILL_AT=str(moment))
                killed += done.returncode == -signal.SIGKILL
                self.check_recovery(copy, store)
        self.assertGreater(killed, 0.9 * len(moments))
        print(f"{store}: killed {killed} times, at {len(moments)} of {calls} moments", file=sys.stderr)

    def rows(self, folder, store, query):
        """What others see in the store; through the program, since Python has no DuckDB."""
        if store.endswith(".sqlite"):
            base = sqlite3.connect(os.path.join(folder, store))
            try:
                return sorted(base.execute(query).fetchall())
            finally:
                base.close()
        table = query.split(" from ")[1].split()[0]
        done = subprocess.run([GLEANER, "query", query.replace(f" from {table}", f" from '{store}#{table}'"), "--format", "json"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return sorted(tuple(row.values()) for row in json.loads(done.stdout))

    OLD = [("Cup", 6.9), ("Jug", 12.5), ("Pan", 24.0)]
    NEW = [("Cup", 7.9), ("Jug", 12.5), ("Lid", 1.5)]

    def check_recovery(self, folder, store):
        self.assertIn(self.rows(folder, store, "select name, price from normal"), (self.OLD, self.NEW))  # one run or the other, whole
        for words in (["run", "t", "--jobs", "1"], ["deliver", "t"]):
            done = self.call(folder, *words)
            self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(self.rows(folder, store, "select name, price from normal"), self.NEW)
        runs = self.rows(folder, store, "select run, status from flow_runs")
        self.assertEqual(runs, [(n, "done") for n in range(1, len(runs) + 1)])
        self.assertIn(len(runs), (2, 3))  # killed before its commit, or behind it
        outbox = self.rows(folder, store, "select delivery, id, state from flow_outbox")
        self.assertEqual({state for _, _, state in outbox}, {"done"})
        # appended rows are there once for every run, upserted ones once, the file is that of the last run
        log = sorted(sqlite3.connect(os.path.join(folder, "log.sqlite")).execute("select name, price from records").fetchall())
        self.assertEqual(log, sorted(self.OLD + self.NEW * (len(runs) - 1)))
        now = sorted(sqlite3.connect(os.path.join(folder, "now.sqlite")).execute("select name, price from records").fetchall())
        self.assertEqual(now, self.NEW)
        with open(os.path.join(folder, "out.csv"), encoding="utf-8") as file:
            self.assertEqual([row["name"] for row in csv.DictReader(file)], ["Cup", "Jug", "Lid"])
        # a message may come twice, but under the same key: what the keys leave is each row once for every run
        self.assertEqual(set(self.hook.bodies), {id for delivery, id, _ in outbox if delivery == "hook"})
        self.assertEqual(sorted((row["name"], row["price"]) for row in self.hook.rows()), sorted(self.OLD + self.NEW * (len(runs) - 1)))
        current = self.rows(folder, store, "select row_key, value from flow_history where step = 'normal' and col = 'price' and to_run is null")
        self.assertEqual(current, [("Cup", "7.9"), ("Jug", "12.5"), ("Lid", "1.5")])

    def test_sqlite(self):
        self.kill_everywhere("t.sqlite", KILLS)

    def test_duckdb(self):
        self.kill_everywhere("t.duckdb", KILLS and max(3, KILLS // 4))


class Alerts(FlowTest):
    def setUp(self):
        super().setUp()
        self.hook = Hook()
        self.addCleanup(self.hook.server_close)
        self.addCleanup(self.hook.shutdown)

    def alerts(self):
        return [row["alert"] for row in self.hook.rows()]

    def flow_with_alert(self, more="", head=""):
        self.flow(f'[deliver.people]\nwebhook = "{self.hook.url}/x"\nfirst_pause = 0\n' + more, head='alert = "people"\n' + head)

    def test_a_broken_source_is_told_once_a_run(self):
        self.flow_with_alert()
        self.run_flow("run", "t")
        self.assertEqual(self.alerts(), [])
        self.put("page.html", "<p>We are closed today.</p>")
        self.run_flow("run", "t", exit=4)
        self.assertEqual(len(self.alerts()), 1)
        self.assertIn("shop: broken: no records", self.alerts()[0])
        self.run_flow("deliver", "t")
        self.assertEqual(len(self.alerts()), 1)

    def test_a_failed_run_is_told_also_when_nobody_listened_first(self):
        self.flow_with_alert(head='problems.max = 0\n')
        self.put("page.html", shop([("Cup", "on request")]))
        self.hook.failing = 1
        self.run_flow("run", "t", exit=3)
        self.assertEqual(self.alerts(), [])
        self.run_flow("deliver", "t")
        self.assertEqual(len(self.alerts()), 1)
        self.assertIn("the run failed: 1 problems are more than the flow allows", self.alerts()[0])


class Clock(FlowTest):
    """The clock is the one that is given: no test waits."""

    def setUp(self):
        super().setUp()
        self.hook = Hook()
        self.addCleanup(self.hook.server_close)
        self.addCleanup(self.hook.shutdown)

    def test_a_target_that_is_down_for_hours(self):
        self.flow(f'[deliver.hook]\nfrom = "normal"\nwebhook = "{self.hook.url}/x"\nfirst_pause = 60\ntries = 20\n')
        self.hook.failing = 7
        self.run_flow("run", "t", "--now", "2026-01-12T06:00:00Z", exit=6)
        tried = []
        for minute in range(1, 6 * 60):
            before = self.hook.failing
            self.call_deliver(f"2026-01-12T{6 + minute // 60:02}:{minute % 60:02}:00Z") if minute in {1, 2, 3, 6, 7, 14, 15, 30, 31, 62, 63, 100, 123, 124, 180, 187, 188} else None
            if self.hook.failing < before or self.hook.keys and not tried[-1:] == ["taken"]:
                tried.append("taken" if self.hook.keys else minute)
        self.assertEqual(tried, [1, 3, 7, 15, 31, 63, "taken"])  # after 1, 2, 4, 8, 16, 32, 60 minutes
        self.assertEqual(len(self.hook.keys), 1)

    def call_deliver(self, now):
        return subprocess.run([GLEANER, "flow", "deliver", "t", "--now", now], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode

    def test_a_clock_that_was_years_ahead(self):
        self.flow(f'[deliver.hook]\nfrom = "normal"\nwebhook = "{self.hook.url}/x"\n')
        self.hook.failing = 1
        self.run_flow("run", "t", "--now", "2036-01-12T06:00:00Z", exit=6)
        self.assertEqual(self.call_deliver("2026-01-12T06:00:00Z"), 0)
        self.assertEqual(len(self.hook.rows()), 3)
        self.run_flow("run", "t", "--now", "2026-01-12T06:30:00Z")  # runs stay in their order
        self.assertEqual([line.split()[0] for line in self.run_flow("history", "t").splitlines()], ["2", "1"])


class Lost(FlowTest):
    """Nothing is lost without a word."""

    def test_a_field_that_is_gone_without_a_profile(self):
        self.flow('[deliver.out]\nfrom = "normal"\nto = "out.csv"\n')
        self.run_flow("run", "t")
        before = self.read("out.csv")
        self.put("page.html", "<meta charset=utf-8><ul>" + "".join(f"<li><h4>{n}</h4><b>{p}</b></li>" for n, p in [("Cup", "6,90 €"), ("Jug", "12,50 €")]) + "</ul>")
        told = self.run_flow("run", "t", exit=4)
        self.assertIn("name: 0 of 2 found (the run before: 3 of 3)", told)
        self.assertEqual(self.read("out.csv"), before)
        self.assertIn("shop name", self.run_flow("problems", "t"))

    def test_a_repair_that_loses_a_field_says_so(self):
        for name in ("shop.wrapper", "shop", "shop-new"):
            (shutil.copytree if os.path.isdir(os.path.join(ROOT, "samples", name)) else shutil.copy)(os.path.join(ROOT, "samples", name), os.path.join(self.folder, name))
        self.put("t.flow.toml", 'store = "t.sqlite"\n[source.shop]\nwrapper = "shop.wrapper"\npages = "shop/list*.html"\non_drift = "repair"\n[deliver.out]\nfrom = "shop"\nto = "out.csv"\n')
        self.run_flow("run", "t")
        columns = self.read("out.csv").splitlines()[0]
        for words in (["--pages", "shop=shop-new/list*.html"], ["--pages", "shop=shop-new/list*.html"]):  # repaired, and used again
            told = self.run_flow("run", "t", *words)
            self.assertEqual(self.read("out.csv").splitlines()[0], columns)
            rows = list(csv.DictReader(self.read("out.csv").splitlines()))
            empty = {name for name in rows[0] if not any(row[name] for row in rows)}
            problems = self.run_flow("problems", "t") if empty else ""
            for name in empty - {name + "_currency" for name in empty} - {"offers"}:
                self.assertIn(f"shop {name}", problems, told)

    def test_rows_without_a_key_and_with_the_same(self):
        self.put("page.html", "<meta charset=utf-8><ul><li><h3>Cup</h3><b>1 €</b></li><li><h3>Cup</h3><b>2 €</b></li><li><b>3 €</b></li><li><b>4 €</b></li></ul>")
        self.flow('[step.all]\nintegrate = ["normal"]\nkey = ["name"]\n[deliver.out]\nfrom = "normal"\nto = "out.csv"\n'
                  '[deliver.now]\nfrom = "normal"\nto = "now.sqlite"\nmode = "upsert"\nkey = ["name"]\n')
        told = self.run_flow("run", "t", exit=6)
        self.assertEqual(self.read("out.csv").count("\n"), 5)
        self.assertIn("1 rows had the key of another (1 with other values)", told)
        problems = self.run_flow("problems", "t")
        self.assertIn("another row has the same key", problems)
        self.assertEqual(problems.count("the row has no key"), 4)  # normal and all, two rows each
        self.assertIn("shop", problems.replace("page.html", "shop"))

    def test_lineage_of_what_was_delivered_only(self):
        for lineage in ("all", "delivered only"):
            with self.subTest(lineage):
                for left in ("t.sqlite", "out.csv"):
                    if os.path.exists(os.path.join(self.folder, left)):
                        os.remove(os.path.join(self.folder, left))
                self.flow('[step.cheap]\nfrom = "normal"\nfilter = "price < 7"\n[deliver.out]\nfrom = "cheap"\nto = "out.csv"\n', head=f'lineage = "{lineage}"')
                for _ in range(2):
                    self.run_flow("run", "t")
                self.assertRegex(self.run_flow("explain", "t", "Cup", "price"), r"page\.html, bytes \d+-\d+")
                told = self.run_flow("explain", "t", "Jug", "price", "--step", "normal")
                self.assertEqual("bytes" in told, lineage == "all", told)
                self.assertIn("the same", self.run_flow("replay", "t", "1"))


class Clusters(FlowTest):
    """What stands twice in one table, over several runs."""

    HEAD = "id,name,street,city,phone\n"
    ROWS = ["1,Greta Lindqvist,Hamngatan 12,Lund,046-551203", "2,Per Aspelin,Storgatan 7,Malmo,040-118822", "3,Lindqvist Greta,Hamngatan 12,Lund,",
            "4,Olof Brandt,Kyrkogatan 31,Ystad,0411-72310", "5,Sara Nyman,Fiskaregatan 3,Lomma,040-413377", "6,Per Aspelin,Storgatan 7 B,Malmoe,040-118822",
            "7,Ingrid Falk,Parkvagen 19,Eslov,0413-55120", "8,Karin Ekdahl,Sodra vagen 44,Kivik,0414-70011"]

    def clusters(self, rows):
        self.put("people.csv", self.HEAD + "\n".join(rows) + "\n")
        self.run_flow("run", "t")
        rows = sqlite3.connect(os.path.join(self.folder, "t.sqlite")).execute("select id, cluster from things").fetchall()
        return {f"{id:g}": cluster for id, cluster in rows}

    def test_new_rows_join_and_old_ones_stay(self):
        self.put("t.flow.toml", 'store = "t.sqlite"\n[source.people]\ntable = "people.csv"\nkey = ["id"]\n[step.things]\nmatch = ["people"]\non = ["name", "street", "city", "phone"]\nkey = ["id"]\n')
        first = self.clusters(self.ROWS)
        self.assertEqual(first["1"], first["3"])
        self.assertEqual(len(set(first.values())), 6)
        second = self.clusters(["0,Greta Lindqvist,Hamngatan 12 A,Lund,046-551203"] + self.ROWS)
        self.assertEqual(second["0"], first["1"])
        self.assertEqual({id: second[id] for id in first}, first)
        # fewer rows teach otherwise, but what was together stays together; and the order of rows changes nothing
        third = self.clusters([self.ROWS[2], self.ROWS[0], self.ROWS[6]])
        self.assertEqual(third, {"3": first["3"], "1": first["1"], "7": first["7"]})
        # a person decides otherwise
        self.clusters(self.ROWS)
        self.run_flow("review", "t", "--decide", "reject", "--left", "1", "--right", "3")
        fourth = self.clusters(self.ROWS)
        self.assertNotEqual(fourth["1"], fourth["3"])
        self.assertIn("no row 77", self.run_flow("review", "t", "--decide", "accept", "--left", "1", "--right", "77", exit=3))


class Databases(FlowTest):
    def test_postgres_upsert(self):
        place = Postgres.start()
        Postgres.psql("drop table if exists offers")
        self.flow(f'[deliver.db]\nfrom = "normal"\nto = "{place}#offers"\nmode = "upsert"\nkey = ["name"]\n')
        self.run_flow("run", "t")
        self.put("page.html", shop([("Cup", "7,90 €"), ("Lid", "1,50 €")]))
        self.run_flow("run", "t")
        self.assertEqual(Postgres.psql("select name, price from offers order by name"), "Cup|7.9\nJug|12.5\nLid|1.5\nPan|24\n")

    def test_postgres_append_once(self):
        place = Postgres.start()
        Postgres.psql("drop table if exists log; drop table if exists gleaner_delivered")
        self.flow(f'[deliver.db]\nfrom = "normal"\nto = "{place}#log"\nmode = "append"\n')
        self.run_flow("run", "t")
        # as if the program had been killed between the target's commit and its own
        store = sqlite3.connect(os.path.join(self.folder, "t.sqlite"))
        store.execute("update flow_outbox set state = 'waiting'")
        store.commit()
        store.close()
        self.run_flow("deliver", "t")
        self.assertEqual(Postgres.psql("select count(*) from log"), "3\n")

    def test_the_store_in_each_database(self):
        Postgres.start()
        for store in ("t.duckdb", "t.sqlite", Postgres.address):
            with self.subTest(store):
                self.flow('[deliver.out]\nfrom = "normal"\nto = "out.csv"\nkey = ["name"]\n', store=store)
                self.put("page.html", shop([("Cup", "6,90 €"), ("Jug", "12,50 €")]))
                self.run_flow("run", "t", "--now", "2026-01-12T06:00:00Z")
                self.put("page.html", shop([("Cup", "7,10 €")]))
                self.run_flow("run", "t", "--now", "2026-01-13T06:00:00Z")
                lines = [json.loads(line) for line in self.run_flow("history", "t", "Cup", "price", "--json").splitlines()]
                self.assertEqual([(line["value"], line["to_run"]) for line in lines], [("6.9", 2), ("7.1", None)])
                self.assertIn("Jug", self.run_flow("history", "t", "--as-of", "2026-01-12T23:00:00Z"))
                self.assertNotIn("Jug", self.run_flow("history", "t", "--as-of", "2"))
                self.assertIn("6,90", self.run_flow("explain", "t", "Cup", "price", "--run", "1"))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Servers(FlowTest):
    """Servers that others wrote, in a process of the tests' Python."""

    def serve(self, code, need):
        if not os.path.exists(PYTHON) or subprocess.run([PYTHON, "-c", f"import {need}"], stderr=subprocess.DEVNULL).returncode:
            self.skipTest(f"no {need} here (scripts/setup --tests installs it)")
        self.put("server.py", code)
        child = subprocess.Popen([PYTHON, "server.py"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(child.stdout.close)
        self.addCleanup(child.wait)
        self.addCleanup(child.terminate)
        line = child.stdout.readline().strip()
        self.assertTrue(line, "the server did not start")
        return line

    SOAP = """
import json, logging, sys
from wsgiref.simple_server import make_server, WSGIRequestHandler
from spyne import Application, ComplexModel, Decimal, Integer, Iterable, ServiceBase, Unicode, rpc
from spyne.protocol.soap import Soap{v}
from spyne.server.wsgi import WsgiApplication
logging.disable(logging.CRITICAL)
class Price(ComplexModel):
    __namespace__ = "urn:prices"
    name = Unicode
    price = Decimal
class Prices(ServiceBase):
    @rpc(Integer, Price.customize(max_occurs="unbounded"), _returns=Integer)
    def Update(ctx, run, price):
        with open("got.jsonl", "a") as file:
            file.write(json.dumps([run, [[p.name, float(p.price)] for p in price]]) + "\\n")
        return len(price)
class Quiet(WSGIRequestHandler):
    def log_message(self, *_): pass
app = WsgiApplication(Application([Prices], "urn:prices", in_protocol=Soap{v}(validator="lxml"), out_protocol=Soap{v}()))
server = make_server("127.0.0.1", 0, app, handler_class=Quiet)
print(server.server_port, flush=True)
server.serve_forever()
"""

    def soap(self, version):
        port = self.serve(self.SOAP.replace("{v}", version.replace(".", "")), "spyne")
        url = f"http://127.0.0.1:{port}/"
        self.put("prices.wsdl", urllib.request.urlopen(url + "?wsdl").read().decode())
        self.flow(f'[deliver.sap]\nfrom = "normal"\nsoap = {{ wsdl = "prices.wsdl", operation = "Update", endpoint = "{url}", version = "{version}" }}\n')
        self.run_flow("run", "t")
        self.assertEqual(json.loads(self.read("got.jsonl")), [1, [["Cup", 6.9], ["Jug", 12.5], ["Pan", 24.0]]])

    def test_soap_11_to_spyne(self):
        self.soap("1.1")

    def test_soap_12_to_spyne(self):
        self.soap("1.2")

    def test_a_fault_is_told(self):
        port = self.serve(self.SOAP.replace("{v}", "11"), "spyne")
        self.put("x.xml", '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Nothing xmlns="urn:prices"/></s:Body></s:Envelope>')
        self.flow(f'[deliver.sap]\nfrom = "normal"\nsoap = {{ template = "x.xml", endpoint = "http://127.0.0.1:{port}/" }}\n')
        self.assertIn("refused it", self.run_flow("run", "t", exit=6))

    def test_zeep_reads_our_envelope(self):
        port = self.serve(self.SOAP.replace("{v}", "11"), "spyne, zeep")
        hook = Hook()
        self.addCleanup(hook.server_close)
        self.addCleanup(hook.shutdown)
        self.put("prices.wsdl", urllib.request.urlopen(f"http://127.0.0.1:{port}/?wsdl").read().decode())
        self.flow(f'[deliver.sap]\nfrom = "normal"\nsoap = {{ wsdl = "prices.wsdl", operation = "Update", endpoint = "{hook.url}/" }}\n')
        self.run_flow("run", "t")
        self.put("envelope.xml", hook.bodies[hook.keys[0]].decode())
        code = ("import zeep, json; from lxml import etree; client = zeep.Client('prices.wsdl'); "
                "body = etree.parse('envelope.xml').getroot()[0][0]; "
                "read = client.get_element('{urn:prices}Update').parse(body, client.wsdl.types); "
                "print(json.dumps([read.run, [[p.name, float(p.price)] for p in read.price]]))")
        done = subprocess.run([PYTHON, "-c", code], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout), [1, [["Cup", 6.9], ["Jug", 12.5], ["Pan", 24.0]]])

    def test_s3_to_moto(self):
        port = self.serve("""
import logging
logging.disable(logging.CRITICAL)
import boto3
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
boto3.client("s3", endpoint_url=f"http://127.0.0.1:{port}", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b").create_bucket(Bucket="prices")
print(port, flush=True)
import time
time.sleep(3600)
""", "moto.server, boto3")
        self.flow(f'[deliver.lake]\nfrom = "normal"\ns3 = {{ bucket = "prices", object = "day/{{date}} offers.csv", endpoint = "http://127.0.0.1:{port}", access_key = "AKIA1" }}\nsecret = "S3"\n')
        self.run_flow("run", "t", "--now", "2026-01-12T06:00:00Z", env={"S3": "geheim"})
        code = (f"import boto3; print(boto3.client('s3', endpoint_url='http://127.0.0.1:{port}', region_name='us-east-1', aws_access_key_id='a', aws_secret_access_key='b')"
                ".get_object(Bucket='prices', Key='day/2026-01-12 offers.csv')['Body'].read().decode(), end='')")
        got = subprocess.run([PYTHON, "-c", code], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertEqual(list(csv.reader(got.splitlines()))[1][:2], ["Cup", "6.9"])

    def test_mail_to_aiosmtpd(self):
        port = self.serve("""
import sys, time
from aiosmtpd.controller import Controller
class Box:
    async def handle_DATA(self, server, session, envelope):
        open("mail.eml", "wb").write(envelope.content)
        open("to.txt", "w").write(" ".join(envelope.rcpt_tos))
        return "250 OK"
import socket
s = socket.socket(); s.bind(("127.0.0.1", 0)); port = s.getsockname()[1]; s.close()
controller = Controller(Box(), hostname="127.0.0.1", port=port)
controller.start()
print(port, flush=True)
time.sleep(3600)
""", "aiosmtpd")
        self.flow(f'[deliver.people]\nfrom = "normal"\nmail = {{ to = ["Ann <ann@example.org>", "bob@example.org"], from = "Flüsse <flow@example.org>", server = "smtp://127.0.0.1:{port}", subject = "Preise für {{date}}" }}\n')
        self.run_flow("run", "t", "--now", "2026-01-12T06:00:00Z")
        import email
        import email.policy
        with open(os.path.join(self.folder, "mail.eml"), "rb") as file:
            mail = email.message_from_binary_file(file, policy=email.policy.default)
        self.assertEqual(mail["Subject"], "Preise für 2026-01-12")
        self.assertEqual(self.read("to.txt"), "ann@example.org bob@example.org")
        parts = list(mail.iter_attachments())
        self.assertIn("Cup,6.9", parts[-1].get_content())
        self.assertIn("<td>Cup</td>", mail.get_body(("html",)).get_content())


class Daemon(FlowTest):
    def test_runs_by_schedule_and_stops(self):
        self.flow('[deliver.out]\nfrom = "normal"\nto = "out.csv"\n', head='schedule = "every 1 second"')
        child = subprocess.Popen([GLEANER, "flow", "daemon", "t"], cwd=self.folder, stderr=subprocess.PIPE, text=True)
        self.addCleanup(child.stderr.close)
        url = child.stderr.readline().split()[-1]
        until = time.time() + 30
        metrics = ""
        while time.time() < until and 'gleaner_flow_rows{flow="t",step="normal"} 3' not in metrics:
            metrics = urllib.request.urlopen(url + "metrics").read().decode()
            time.sleep(0.1)
        self.assertIn('gleaner_flow_rows{flow="t",step="normal"} 3', metrics)
        self.assertIn("<td>t</td>", urllib.request.urlopen(url).read().decode())
        child.send_signal(signal.SIGTERM)
        self.assertEqual(child.wait(timeout=20), 0)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "out.csv")))

    def test_a_second_run_is_refused(self):
        hook = socket.socket()  # takes the connection and never answers
        hook.bind(("127.0.0.1", 0))
        hook.listen()
        self.addCleanup(hook.close)
        self.flow(f'[deliver.hook]\nfrom = "normal"\nwebhook = "http://127.0.0.1:{hook.getsockname()[1]}/"\n')
        child = subprocess.Popen([GLEANER, "flow", "run", "t"], cwd=self.folder, stderr=subprocess.DEVNULL)
        connection, _ = hook.accept()
        self.assertIn("running already", self.run_flow("run", "t", exit=2))
        connection.close()
        child.kill()
        child.wait()


class Metamorphic(FlowTest):
    def test_order_and_threads_change_nothing(self):
        rng = random.Random(SEED)
        pages = []
        for i in range(6):
            self.put(f"p{i}.html", shop([(f"Cup {i}-{k}", f"{k},{i}0 €") for k in range(5)]))
            pages.append(f"p{i}.html")
        outputs = set()
        for jobs in (1, 2, 4):
            rng.shuffle(pages)
            self.flow('[step.sorted]\nquery = "select name, price from normal order by name"\n[deliver.out]\nfrom = "sorted"\nto = "out.csv"\n')
            self.put("t.flow.toml", self.read("t.flow.toml").replace('"page.html"', json.dumps(pages)))
            self.run_flow("run", "t", "--jobs", str(jobs))
            outputs.add(self.read("out.csv"))
        self.assertEqual(len(outputs), 1)


class FullDisk(FlowTest):
    def test_a_full_disk_leaves_the_last_run(self):
        self.flow('[deliver.out]\nfrom = "normal"\nto = "out.csv"\n')
        self.run_flow("run", "t")
        self.put("page.html", shop([(f"Cup {i} " + "x" * 200, f"{i},90 €") for i in range(3000)]))
        done = subprocess.run(["bash", "-c", f"ulimit -f 64; exec {GLEANER} flow run t"], cwd=self.folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("done", self.run_flow("history", "t"))
        self.assertEqual(sqlite3.connect(os.path.join(self.folder, "t.sqlite")).execute("select count(*) from normal").fetchone()[0], 3)
        self.run_flow("run", "t")
        self.assertEqual(self.read("out.csv").count("\n"), 3001)


if __name__ == "__main__":
    unittest.main()  # the import above has taken the program from the command line
