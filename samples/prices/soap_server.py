#!/usr/bin/env python3
"""A planning system for the demo: takes UpdatePrices by SOAP 1.1, each message once.

    soap_server.py PORT FILE.csv

Prices go to FILE.csv (article, best, day, run). A message whose Idempotency-Key it has seen is answered and not taken again.
"""
import csv
import http.server
import sys
import xml.etree.ElementTree as tree

SPACE = "{urn:example:prices}"
ANSWER = "<?xml version=\"1.0\"?><soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>{}</soap:Body></soap:Envelope>"


class Planning(http.server.BaseHTTPRequestHandler):
    seen = set()
    prices = {}
    file = ""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            update = tree.fromstring(body).find(f".//{SPACE}UpdatePrices")
            rows = [(p.findtext(SPACE + "article"), float(p.findtext(SPACE + "best"))) for p in update.iter(SPACE + "price")]
        except Exception as wrong:  # whatever is wrong with it is the sender's
            return self.answer(500, f"<soap:Fault><faultcode>soap:Client</faultcode><faultstring>{wrong}</faultstring></soap:Fault>")
        if self.headers["Idempotency-Key"] not in self.seen:
            self.seen.add(self.headers["Idempotency-Key"])
            for article, best in rows:
                self.prices[article] = (best, update.findtext(SPACE + "day"), update.findtext(SPACE + "run"))
            with open(self.file, "w", encoding="utf-8", newline="") as file:
                writer = csv.writer(file)
                writer.writerow(["article", "best", "day", "run"])
                writer.writerows([article, *values] for article, values in sorted(self.prices.items()))
        self.answer(200, f"<UpdatePricesResponse xmlns=\"urn:example:prices\"><taken>{len(rows)}</taken></UpdatePricesResponse>")

    def answer(self, status, body):
        text = ANSWER.format(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/xml; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    Planning.file = sys.argv[2]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Planning)
    print(server.server_address[1], flush=True)
    server.serve_forever()
