#!/usr/bin/env python3
"""Runs of flows that are killed at any moment, and disks that are full: the last run stays whole, and nothing is sent twice.

    tests/flow_kill_test.py build/gleaner [NAME...]        KILLS=0 kills at every moment there is (default: at 24 of them)
"""
import csv
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from flow_world import FlowTest, GLEANER, Hook, ROOT, shop

KILLS = int(os.environ.get("KILLS", "24"))


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
        self.put("catalogue.csv", "article,name\nK1,Cup\nK2,Jug\nK3,Pan\nK4,Lid\n")
        every_kind = ('[source.catalogue]\ntable = "catalogue.csv"\nkey = ["article"]\n'
                      '[step.offers]\nintegrate = ["normal"]\nkey = ["name"]\n[step.dear]\nfrom = "offers"\nderive.double = "price * 2"\n'
                      '[step.most]\nfrom = "dear"\naggregate = { by = ["name"], most = "max(double)" }\n'
                      '[step.matched]\nmatch = ["offers", "catalogue"]\non = ["name"]\nreview = "below 0.99"\nhold = false\n'
                      '[step.listed]\nquery = "select m.article, m.price, d.most from matched m, most d where m.name = d.name order by m.article"\n'
                      '[deliver.listed]\nfrom = "listed"\nto = "listed.jsonl"\n[deliver.xml]\nfrom = "most"\nto = "most.xml"\n')
        self.flow(every_kind + f'[step.cheap]\nfrom = "normal"\nfilter = "price < 20"\nkey = ["name"]\n'
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
            self.undisturbed = self.others(copy)
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

    def others(self, folder):
        texts = []
        for name in ("listed.jsonl", "most.xml"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                texts.append(file.read())
        self.assertIn("15.8", texts[0])  # twice the new price of a cup
        return texts

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
        self.assertEqual(self.others(folder), self.undisturbed)
        # a message may come twice, but under the same key: what the keys leave is each row once for every run
        self.assertEqual(set(self.hook.bodies), {id for delivery, id, _ in outbox if delivery == "hook"})
        self.assertEqual(sorted((row["name"], row["price"]) for row in self.hook.rows()), sorted(self.OLD + self.NEW * (len(runs) - 1)))
        current = self.rows(folder, store, "select row_key, value from flow_history where step = 'normal' and col = 'price' and to_run is null")
        self.assertEqual(current, [("Cup", "7.9"), ("Jug", "12.5"), ("Lid", "1.5")])

    def test_sqlite(self):
        self.kill_everywhere("t.sqlite", KILLS)

    def test_duckdb(self):
        self.kill_everywhere("t.duckdb", KILLS and max(6, KILLS // 2))


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
    unittest.main()
