#!/usr/bin/env python3
"""Flows as their users meet them: sources that break, runs by the clock, clusters, daemons, targets that are down.

    tests/flow_test.py build/gleaner [NAME...]
"""
import base64
import csv
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
import unittest
import urllib.error
import urllib.request

from flow_world import FlowTest, GLEANER, Hook, SEED, ROOT, shop

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
        rows = sqlite3.connect(os.path.join(self.folder,
                                            "t.sqlite")).execute("select name, _stale_since_run from normal").fetchall()
        self.assertEqual(rows, [("Cup", 1), ("Jug", 1), ("Pan", 1)])
        os.remove(os.path.join(self.folder, "page.html"))  # cannot be read at all
        self.run_flow("run", "t", exit=4)
        rows = sqlite3.connect(os.path.join(self.folder,
                                            "t.sqlite")).execute("select count(*), min(_stale_since_run) from normal").fetchall()
        self.assertEqual(rows, [(3, 1)])
        self.put("page.html", shop([("Cup", "6,90 €")]))
        self.run_flow("run", "t")
        self.assertEqual(sqlite3.connect(os.path.join(self.folder, "t.sqlite")).execute("select name, _stale_since_run from normal").fetchall(), [("Cup", None)])

    def test_a_redesign_is_repaired(self):
        words = "red blue green white black round large small deep flat".split()
        pages = [[(f"Cup {w} {10 * k + i}", f"{10 * k + i},{i + 10} €") for i, w in enumerate(words, 1)]
                 for k in range(3)]
        labels = []
        for k, rows in enumerate(pages):
            self.put(f"q{k}.html", shop(rows))
            labels.append(json.dumps({"page": f"q{k}.html", "complete": True, "records": [{"name": {"text": n}, "price": {"text": p}} for n, p in rows]}))
        self.put("l.jsonl", "\n".join(labels))
        subprocess.run([GLEANER, "learn", "l.jsonl", "-o", "shop.wrapper"], cwd=self.folder, check=True,
                       stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.flow('[deliver.out]\nfrom = "normal"\nto = "out.csv"\n')
        self.put("t.flow.toml",
                 self.read("t.flow.toml").replace('pages = "page.html"', 'pages = "q*.html"\non_drift = "repair"'))
        self.run_flow("run", "t")
        before = self.read("out.csv")
        for k, rows in enumerate(pages):
            self.put(f"q{k}.html", "<meta charset=utf-8><nav>Start</nav><main>"
                     + "".join(f"<article><header><h2>{n}</h2></header><dl><dt>Preis</dt><dd>{p}</dd></dl></article>" for n, p in rows) + "</main>")
        self.assertIn("repaired", self.run_flow("run", "t"))
        self.assertEqual(self.read("out.csv"), before)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "shop.repaired.wrapper")))
        self.assertIn("fine", self.run_flow("run", "t"))  # the repaired one is used


class Alerts(FlowTest):
    def setUp(self):
        super().setUp()
        self.hook = Hook()
        self.addCleanup(self.hook.server_close)
        self.addCleanup(self.hook.shutdown)

    def alerts(self):
        return [row["alert"] for row in self.hook.rows()]

    def flow_with_alert(self, more="", head=""):
        self.flow(f'[deliver.people]\nwebhook = "{self.hook.url}/x"\nfirst_pause = 0\n' + more,
                  head='alert = "people"\n' + head)

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
        return subprocess.run([GLEANER, "flow", "deliver", "t", "--now", now], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode

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
        self.put("page.html", "<meta charset=utf-8><ul>"
                 + "".join(f"<li><h4>{n}</h4><b>{p}</b></li>" for n, p in [("Cup", "6,90 €"), ("Jug", "12,50 €")])
                 + "</ul>")
        told = self.run_flow("run", "t", exit=4)
        self.assertIn("name: 0 of 2 found (the run before: 3 of 3)", told)
        self.assertEqual(self.read("out.csv"), before)
        self.assertIn("shop name", self.run_flow("problems", "t"))

    def test_a_repair_that_loses_a_field_says_so(self):
        for name in ("shop.wrapper", "shop", "shop-new"):
            (shutil.copytree if os.path.isdir(os.path.join(ROOT, "samples", name))
             else shutil.copy)(os.path.join(ROOT, "samples", name), os.path.join(self.folder, name))
        self.put("t.flow.toml",
                 'store = "t.sqlite"\n[source.shop]\nwrapper = "shop.wrapper"\npages = "shop/list*.html"\non_drift = "repair"\n[deliver.out]\nfrom = "shop"\nto = "out.csv"\n')
        self.run_flow("run", "t")
        columns = self.read("out.csv").splitlines()[0]
        # repaired, and used again
        for words in (["--pages", "shop=shop-new/list*.html"], ["--pages", "shop=shop-new/list*.html"]):
            told = self.run_flow("run", "t", *words)
            self.assertEqual(self.read("out.csv").splitlines()[0], columns)
            rows = list(csv.DictReader(self.read("out.csv").splitlines()))
            empty = {name for name in rows[0] if not any(row[name] for row in rows)}
            problems = self.run_flow("problems", "t") if empty else ""
            for name in empty - {name + "_currency" for name in empty} - {"offers"}:
                self.assertIn(f"shop {name}", problems, told)

    def test_rows_without_a_key_and_with_the_same(self):
        self.put("page.html",
                 "<meta charset=utf-8><ul><li><h3>Cup</h3><b>1 €</b></li><li><h3>Cup</h3><b>2 €</b></li><li><b>3 €</b></li><li><b>4 €</b></li></ul>")
        self.flow('[step.all]\nintegrate = ["normal"]\nkey = ["name"]\n[deliver.out]\nfrom = "normal"\nto = "out.csv"\n'
                  '[deliver.now]\nfrom = "normal"\nto = "now.sqlite"\nmode = "upsert"\nkey = ["name"]\n')
        told = self.run_flow("run", "t", exit=6)
        self.assertEqual(self.read("out.csv").count("\n"), 5)
        self.assertIn("1 row had the key of another (1 with other values)", told)
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
    ROWS = ["1,Greta Lindqvist,Hamngatan 12,Lund,046-551203", "2,Per Aspelin,Storgatan 7,Malmo,040-118822",
            "3,Lindqvist Greta,Hamngatan 12,Lund,",
            "4,Olof Brandt,Kyrkogatan 31,Ystad,0411-72310", "5,Sara Nyman,Fiskaregatan 3,Lomma,040-413377",
            "6,Per Aspelin,Storgatan 7 B,Malmoe,040-118822",
            "7,Ingrid Falk,Parkvagen 19,Eslov,0413-55120", "8,Karin Ekdahl,Sodra vagen 44,Kivik,0414-70011"]

    def clusters(self, rows):
        self.put("people.csv", self.HEAD + "\n".join(rows) + "\n")
        self.run_flow("run", "t")
        rows = sqlite3.connect(os.path.join(self.folder,
                                            "t.sqlite")).execute("select id, cluster from things").fetchall()
        return {f"{id:g}": cluster for id, cluster in rows}

    def test_new_rows_join_and_old_ones_stay(self):
        self.put("t.flow.toml",
                 'store = "t.sqlite"\n[source.people]\ntable = "people.csv"\nkey = ["id"]\n[step.things]\nmatch = ["people"]\non = ["name", "street", "city", "phone"]\nkey = ["id"]\n')
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
        self.assertIn("no row 77",
                      self.run_flow("review", "t", "--decide", "accept", "--left", "1", "--right", "77", exit=3))


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

    def test_the_page_asks_for_its_secret(self):
        self.flow("", head='schedule = "daily 06:30"')
        self.put("word", "geheim\n")
        os.chmod(os.path.join(self.folder, "word"), 0o600)
        self.assertIn("needs a secret", self.run_flow("daemon", "t", "--host", "0.0.0.0", exit=2))
        child = subprocess.Popen([GLEANER, "flow", "daemon", "t", "--secret-file", "word"], cwd=self.folder,
                                 stderr=subprocess.PIPE, text=True)
        self.addCleanup(child.stderr.close)
        self.addCleanup(child.wait)
        self.addCleanup(child.terminate)
        url = child.stderr.readline().split()[-1]

        def asked(path, said=None):
            request = urllib.request.Request(url + path, headers={"Authorization": said} if said else {})
            try:
                return urllib.request.urlopen(request).status
            except urllib.error.HTTPError as why:
                with why:
                    self.assertNotIn(b"<td>", why.read())
                return why.code

        basic = lambda text: "Basic " + base64.b64encode(text.encode()).decode()
        for path in ("", "metrics"):
            self.assertEqual([asked(path, said) for said in (None, "Bearer wrong", basic("ann:wrong"), "Basic ???")],
                             [401] * 4)
            self.assertEqual([asked(path, said) for said in ("Bearer geheim", basic("ann:geheim"))], [200] * 2)

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


if __name__ == "__main__":
    unittest.main()
