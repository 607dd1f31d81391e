#!/usr/bin/env python3
"""Flows and the servers of others, on loopback: PostgreSQL of Debian; spyne (SOAP), zeep (reads our envelopes), moto
(S3) and aiosmtpd (SMTP) of .deps/python (scripts/setup --tests). What is not installed is passed over with a word.

    tests/flow_servers_test.py build/gleaner [NAME...]
"""
import csv
import json
import os
import socket
import sqlite3
import subprocess
import unittest
import urllib.request

from databases_test import Postgres
from flow_world import FlowTest, Hook, ROOT, shop

PYTHON = os.environ.get("FLOW_PYTHON") or os.path.join(ROOT, ".deps", "python", "bin", "python")


def tearDownModule():
    Postgres.stop()


class Databases(FlowTest):
    def test_postgres_upsert(self):
        place = Postgres.start()
        Postgres.psql("drop table if exists offers")
        self.flow(f'[deliver.db]\nfrom = "normal"\nto = "{place}#offers"\nmode = "upsert"\nkey = ["name"]\n')
        self.run_flow("run", "t")
        self.put("page.html", shop([("Cup", "7,90 €"), ("Lid", "1,50 €")]))
        self.run_flow("run", "t")
        self.assertEqual(Postgres.psql("select name, price from offers order by name"),
                         "Cup|7.9\nJug|12.5\nLid|1.5\nPan|24\n")

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
                lines = [json.loads(line)
                         for line in self.run_flow("history", "t", "Cup", "price", "--json").splitlines()]
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
        child = subprocess.Popen([PYTHON, "server.py"], cwd=self.folder, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, text=True)
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
        self.put("x.xml",
                 '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Nothing xmlns="urn:prices"/></s:Body></s:Envelope>')
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
        done = subprocess.run([PYTHON, "-c", code], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True)
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


if __name__ == "__main__":
    unittest.main()
