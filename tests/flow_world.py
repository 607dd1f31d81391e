"""What the tests of flows share: a shop's page, a webhook that keeps what it gets, a folder with a flow."""
import http.server
import json
import os
import random
import shutil
import subprocess
import tempfile
import threading
import unittest

import databases_test

GLEANER = os.path.abspath(databases_test.GLEANER)  # which took it from the command line
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SEED = int(os.environ.get("SEED", "0")) or random.randrange(1 << 30)

WRAPPER = """format = 1
kind = "selector"
record = "li"
[fields]
name = "h3"
price = "b"
"""


def shop(rows):
    return "<meta charset=utf-8><ul>" + "".join(f"<li><h3>{n}</h3><b>{p}</b></li>" for n, p in rows) + "</ul>"


class Hook(http.server.ThreadingHTTPServer):
    """A webhook that keeps what it gets, by idempotency key; `failing` answers are 503, those with the
    status 422 say what was sent."""

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
        self.put("t.flow.toml",
                 f'{head}\nstore = "{store}"\n[source.shop]\nwrapper = "shop.wrapper"\npages = "page.html"\n[step.normal]\nfrom = "shop"\n'
                                f'normalise.price = {{ money = "EUR" }}\nkey = ["name"]\n{more}')

    def run_flow(self, *words, exit=0, env=None):
        done = subprocess.run([GLEANER, "flow", *words], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, env={**os.environ, **(env or {})})
        self.assertEqual(done.returncode, exit, done.stdout + done.stderr)
        return done.stdout + done.stderr
