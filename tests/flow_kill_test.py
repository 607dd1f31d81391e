#!/usr/bin/env python3
"""Runs of flows that are killed at any moment, and disks that are full: the last run stays
whole, and nothing is sent twice.

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

from databases_test import Postgres
from flow_world import FlowTest, GLEANER, Hook, ROOT, shop

KILLS = int(os.environ.get("KILLS", "24"))


def tearDownModule():
    Postgres.stop()


OLD_PAGE = [("Cup", "6,90 €"), ("Jug", "12,50 €"), ("Pan", "24,00 €")]
NEW_PAGE = [("Cup", "7,90 €"), ("Jug", "12,50 €"), ("Lid", "1,50 €")]


class Killing(FlowTest):
    """kill -9 at every moment that leaves something else behind (tests/kill_at.c)."""

    def setUp(self):
        super().setUp()
        self.library = os.path.join(self.folder, "kill_at.so")
        compiler = shutil.which("cc") or shutil.which("gcc")
        if not compiler:
            self.skipTest("no C compiler here")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", self.library, os.path.join(ROOT, "tests", "kill_at.c"),
                        "-ldl"], check=True)

    def gleaner(self, folder, *words, **env):
        return subprocess.run([GLEANER, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, **env})

    @staticmethod
    def moments(calls, kills):
        return range(1, calls
                     + 1) if not kills or kills >= calls else sorted({1 + i * (calls - 1) // (kills - 1) for i in range(kills)})


class Kill(Killing):
    """Runs of flows: no row lost, none twice at the target."""

    def setUp(self):
        super().setUp()
        self.hook = Hook()
        self.addCleanup(self.hook.server_close)
        self.addCleanup(self.hook.shutdown)

    def call(self, folder, *words, **env):
        return subprocess.run([GLEANER, "flow", *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, env={**os.environ, **env})

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
        self.put("page.html", shop(NEW_PAGE))
        counted = os.path.join(self.folder, "calls")
        with tempfile.TemporaryDirectory() as copy:
            shutil.copytree(self.folder, copy, dirs_exist_ok=True)
            done = self.call(copy, "run", "t", "--jobs", "1", LD_PRELOAD=self.library, KILL_COUNT=counted)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.undisturbed = self.others(copy)
        calls = int(self.read("calls"))
        self.assertGreater(calls, 50)
        moments, killed = self.moments(calls, kills), 0
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
        done = subprocess.run([GLEANER, "query", query.replace(f" from {table}", f" from '{store}#{table}'"),
                               "--format", "json"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return sorted(tuple(row.values()) for row in json.loads(done.stdout))

    OLD = [("Cup", 6.9), ("Jug", 12.5), ("Pan", 24.0)]
    NEW = [("Cup", 7.9), ("Jug", 12.5), ("Lid", 1.5)]

    def check_recovery(self, folder, store):
        # one run or the other, whole
        self.assertIn(self.rows(folder, store, "select name, price from normal"), (self.OLD, self.NEW))
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
        self.assertEqual(sorted((row["name"], row["price"]) for row in self.hook.rows()),
                         sorted(self.OLD + self.NEW * (len(runs) - 1)))
        current = self.rows(folder, store,
                            "select row_key, value from flow_history where step = 'normal' and col = 'price' and to_run is null")
        self.assertEqual(current, [("Cup", "7.9"), ("Jug", "12.5"), ("Lid", "1.5")])

    def test_sqlite(self):
        self.kill_everywhere("t.sqlite", KILLS)

    def test_duckdb(self):
        self.kill_everywhere("t.duckdb", KILLS and max(6, KILLS // 2))


class Server(Killing):
    """PostgreSQL as the target: rows that are appended and rows that are upserted, and as the store."""

    def kill_everywhere(self, store, more, check):
        address = Postgres.start()
        killed_at = address.replace("/postgres?", "/killed?")
        self.flow(more.replace("TARGET", killed_at), store=store.replace("TARGET", killed_at))
        self.put("page.html", shop(OLD_PAGE))
        self.renew("template0")
        self.assertEqual(self.gleaner(self.folder, "flow", "run", "t", "--jobs", "1").returncode, 0)
        Postgres.psql("drop database if exists base")
        Postgres.psql("create database base template killed")
        self.put("page.html", shop(NEW_PAGE))
        with tempfile.TemporaryDirectory() as copy:
            shutil.copytree(self.folder, copy, dirs_exist_ok=True)
            self.assertEqual(self.gleaner(copy, "flow", "run", "t", "--jobs", "1", LD_PRELOAD=self.library,
                                          KILL_COUNT="calls").returncode, 0)
            with open(os.path.join(copy, "calls"), encoding="ascii") as file:
                calls = int(file.read())
        moments, killed = self.moments(calls, KILLS), 0
        for moment in moments:
            with self.subTest(store=store, moment=moment), tempfile.TemporaryDirectory() as copy:
                shutil.copytree(self.folder, copy, dirs_exist_ok=True)
                self.renew("base")
                killed += self.gleaner(copy, "flow", "run", "t", "--jobs", "1", LD_PRELOAD=self.library,
                                       KILL_AT=str(moment)).returncode == -signal.SIGKILL
                for words in (["run", "t", "--jobs", "1"], ["deliver", "t"]):
                    done = self.gleaner(copy, "flow", *words)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                check(self.asked)
        self.assertGreater(killed, 0.9 * len(moments))
        print(f"PostgreSQL, {store[:8]}: killed {killed} times, at {len(moments)} of {calls} moments", file=sys.stderr)

    @staticmethod
    def renew(template):
        Postgres.psql("drop database if exists killed with (force)")
        Postgres.psql(f"create database killed template {template}")

    @staticmethod
    def asked(sql):
        address = Postgres.start().replace("/postgres?", "/killed?")
        done = subprocess.run(["psql", "-XAtq", "-F", "|", "-c", sql, address], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    def test_target(self):
        def check(asked):
            self.assertEqual(asked("select name, price from now order by name"),
                             ["Cup|7.9", "Jug|12.5", "Lid|1.5", "Pan|24"])
            log = asked("select name, price, count(*) from log group by name, price order by name, price")
            again = int(log[2].split("|")[2])  # the killed run was committed, so there is one more
            self.assertIn(again, (2, 3))
            self.assertEqual(log, ["Cup|6.9|1", f"Cup|7.9|{again - 1}", f"Jug|12.5|{again}", f"Lid|1.5|{again - 1}",
                                   "Pan|24|1"])
        self.kill_everywhere("t.sqlite",
                             '[deliver.now]\nfrom = "normal"\nto = "TARGET#now"\nmode = "upsert"\nkey = ["name"]\n'
                             '[deliver.log]\nfrom = "normal"\nto = "TARGET#log"\nmode = "append"\n', check)

    def test_store(self):
        def check(asked):
            self.assertEqual(asked("select row_key, value from flow_history where step = 'normal' and col = 'price' and to_run is null order by row_key"),
                             ["Cup|7.9", "Jug|12.5", "Lid|1.5"])
            self.assertEqual(set(asked("select status from flow_runs")), {"done"})
        self.kill_everywhere("TARGET", '[deliver.now]\nfrom = "normal"\nto = "now.csv"\n', check)


class Target(Killing):
    """Somebody's DuckDB database, of which a table of ours is one of many: whenever writing is killed, all
    that was in it is still there."""
    TABLES = 12

    def count(self, folder, table):
        done = self.gleaner(folder, "query", f"select n from 'theirs.duckdb#{table}'", "--format", "json")
        self.assertEqual(done.returncode, 0, f"{table}: {done.stderr}")
        return sum(json.loads(done.stdout))

    def test_a_database_of_the_user(self):
        self.put("rows.jsonl", "".join(f'{{"n": {i}, "text": "{"x" * (i % 50)}"}}\n' for i in range(300)))
        self.put("more.jsonl", "".join(f'{{"n": 1, "text": "{"y" * (i % 70)}"}}\n' for i in range(3000)))
        for table in range(self.TABLES):
            self.assertEqual(self.gleaner(self.folder, "convert", "rows.jsonl", "-o",
                                          f"theirs.duckdb#t{table}").returncode, 0)
        write = ("convert", "more.jsonl", "-o", "theirs.duckdb#t3", "--mode", "append")
        with tempfile.TemporaryDirectory() as copy:
            shutil.copytree(self.folder, copy, dirs_exist_ok=True)
            self.assertEqual(self.gleaner(copy, *write, LD_PRELOAD=self.library, KILL_COUNT="calls").returncode, 0)
            with open(os.path.join(copy, "calls")) as file:
                calls = int(file.read())
            # no log, no copy is left
            self.assertEqual([name for name in os.listdir(copy) if name.startswith("theirs.")], ["theirs.duckdb"])
        before, killed, moments = sum(range(300)), 0, self.moments(calls, KILLS)
        for moment in moments:
            with self.subTest(moment=moment), tempfile.TemporaryDirectory() as copy:
                shutil.copytree(self.folder, copy, dirs_exist_ok=True)
                # a kill ends a write at the end of a page of memory
                killed += self.gleaner(copy, *write, LD_PRELOAD=self.library, KILL_AT=str(moment),
                                       KILL_CUT="4096").returncode == -signal.SIGKILL
                for table in {3, 0, self.TABLES - 1, moment % self.TABLES}:
                    self.assertIn(self.count(copy, f"t{table}"), (before, before + 3000) if table == 3 else (before,))
                was = self.count(copy, "t3")
                self.assertEqual(self.gleaner(copy, *write).returncode, 0)  # and it can be written again
                self.assertEqual(self.count(copy, "t3"), was + 3000)
        self.assertGreater(killed, 0.9 * len(moments))
        print(f"a user's database: killed {killed} times, at {len(moments)} of {calls} moments", file=sys.stderr)


class FullDisk(FlowTest):
    def test_a_full_disk_leaves_the_last_run(self):
        self.flow('[deliver.out]\nfrom = "normal"\nto = "out.csv"\n')
        self.run_flow("run", "t")
        self.put("page.html", shop([(f"Cup {i} " + "x" * 200, f"{i},90 €") for i in range(3000)]))
        done = subprocess.run(["bash", "-c", f"ulimit -f 64; exec {GLEANER} flow run t"], cwd=self.folder,
                              stderr=subprocess.PIPE, stdout=subprocess.PIPE,
                              preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("done", self.run_flow("history", "t"))
        self.assertEqual(sqlite3.connect(os.path.join(self.folder, "t.sqlite")).execute("select count(*) from normal").fetchone()[0], 3)
        self.run_flow("run", "t")
        self.assertEqual(self.read("out.csv").count("\n"), 3001)


if __name__ == "__main__":
    unittest.main()
