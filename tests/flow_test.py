#!/usr/bin/env python3
"""Flows as their users meet them: real servers on loopback, targets that are down, runs that are killed at any moment.

    tests/flow_test.py build/gleaner [NAME...]        KILLS=100 kills more often (default 25)

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
KILLS = int(os.environ.get("KILLS", "25"))
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
    """kill -9 at any moment: nothing lost, nothing twice."""

    def test_nothing_is_lost_or_doubled(self):
        hook = Hook()
        self.addCleanup(hook.server_close)
        self.addCleanup(hook.shutdown)
        rng = random.Random(SEED)
        print(f"seed {SEED}", file=sys.stderr)
        self.flow(f'[deliver.hook]\nfrom = "normal"\nwebhook = "{hook.url}/x"\nfirst_pause = 0\n[deliver.log]\nfrom = "normal"\nto = "log.sqlite"\nmode = "append"\n')
        begin = time.time()
        self.run_flow("run", "t")
        took = time.time() - begin
        for i in range(KILLS):
            self.put("page.html", shop([(f"Cup {i}", "6,90 €"), ("Jug", f"{i},50 €")]))
            child = subprocess.Popen([GLEANER, "flow", "run", "t"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(rng.uniform(0, took * 1.1))
            child.send_signal(signal.SIGKILL)
            child.wait()
            self.run_flow("run", "t")
        self.run_flow("deliver", "t")
        store = sqlite3.connect(os.path.join(self.folder, "t.sqlite"))
        self.assertEqual(store.execute("select count(*) from flow_outbox where state <> 'done'").fetchone()[0], 0)
        runs = store.execute("select run, count(*) from flow_runs group by run").fetchall()
        self.assertEqual([r for r, n in runs], list(range(1, len(runs) + 1)))
        self.assertTrue(all(n == 1 for _, n in runs))
        # every run's rows are at both targets, once for each key
        expected = store.execute("select sum(row_count) from flow_outbox where delivery = 'log'").fetchone()[0]
        rows = sqlite3.connect(os.path.join(self.folder, "log.sqlite")).execute("select count(*) from records").fetchone()[0]
        self.assertEqual(rows, expected)
        self.assertEqual(set(hook.bodies), {i for (i,) in store.execute("select id from flow_outbox where delivery = 'hook'")})
        self.assertEqual(store.execute("select count(*) from flow_history where step = 'normal' and col = 'price' and to_run is null").fetchone()[0], 2)


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
