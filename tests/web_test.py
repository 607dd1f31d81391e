#!/usr/bin/env python3
"""The web against servers on this machine: jobs that are killed and go on, TLS with a certificate of its own, large sitemaps, archives of others.

    tests/web_test.py GLEANER [--kills N]     N kills at random moments in all (default 15)

What is compared with (warcio, fastwarc) stands in .deps/python (scripts/setup --tests); without it those tests are skipped.
"""
import argparse
import gzip
import http.server
import json
import os
import random
import shutil
import signal
import socketserver
import ssl
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PYTHON = os.path.join(ROOT, ".deps", "python", "bin", "python")
GLEANER = None


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        pass  # a client that was killed, or that does not trust the certificate


class Site:
    """Serves answer(path) -> (status, headers, body); counts requests."""

    def __init__(self, answer, context=None):
        counts = self.counts = {}
        lock = threading.Lock()

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                with lock:
                    counts[self.path] = counts.get(self.path, 0) + 1
                status, headers, body = answer(self.path)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                try:
                    self.wfile.write(body)
                except OSError:  # the client was killed
                    self.close_connection = True

            def log_message(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        scheme = "http"
        if context:
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            scheme = "https"
        self.port = self.server.server_address[1]
        self.url = f"{scheme}://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def run(*args, **more):
    return subprocess.run([GLEANER, *args], capture_output=True, text=True, timeout=300, **more)


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def pages(archive):
    """{url: (status, digest)} of the answers, by `archive list`."""
    out = run("archive", "list", archive, "--json")
    check(out.returncode == 0, out.stderr)
    found = {}
    for line in out.stdout.splitlines():
        one = json.loads(line)
        if one["type"] == "response":
            check(one["url"] not in found or found[one["url"]][1] == one["digest"], f"{one['url']} twice, differently")
            found[one["url"]] = (one["status"], one["digest"])
    return found


def numbered(path):
    if path == "/robots.txt":
        return 404, {}, b"no"
    number = int(path.strip("/"))
    if number % 17 == 0:
        return 404, {}, b"none %d" % number
    time.sleep(0.002)
    return 200, {"Content-Type": "text/html"}, (f"<p>{number}</p>" * (1 + number % 400)).encode()


def test_kill(folder, kills):
    """Killed at random moments: nothing fetched twice but what was under way, nothing lost, no half record, the same in the end."""
    count, connections = 200, 4
    left = kills
    seed = random.randrange(1 << 30)
    rng = random.Random(seed)
    rounds = 0
    while left > 0:
        site = Site(numbered)
        list_file = os.path.join(folder, f"urls{rounds}.txt")
        with open(list_file, "w") as file:
            file.writelines(f"{site.url}/{i}\n" for i in range(1, count + 1))
        out = os.path.join(folder, f"k{rounds}.warc.gz")
        command = [GLEANER, "fetch", "@" + list_file, "-o", out, "--allow-private", "--host-connections", str(connections), "--retries", "0"]
        done = 0
        while True:
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if left > 0 and done < 8:
                time.sleep(rng.uniform(0.005, 0.25))
                finished = process.poll() is not None
                process.send_signal(signal.SIGKILL)
                process.wait()
                left -= 1
                done += 1
                if not finished:
                    continue
            code = process.wait()
            if code in (0, 6):
                break
        verified = run("archive", "verify", out)
        check(verified.returncode == 0, f"seed {seed}: {verified.stdout}{verified.stderr}")
        found = pages(out)
        expected = {f"{site.url}/{i}" for i in range(1, count + 1)}
        check(set(found) == expected, f"seed {seed}: {len(expected - set(found))} lost, {len(set(found) - expected)} too many")
        check(all(status == (404 if int(url.rsplit("/", 1)[1]) % 17 == 0 else 200) for url, (status, _) in found.items()), "wrong status")
        # under way at a kill: as many as connections, and what the fetcher holds for the writer
        extra = sum(site.counts.values()) - site.counts.get("/robots.txt", 0) - count
        check(extra <= done * connections * 5, f"seed {seed}: {extra} requests made again after {done} kills")
        site.close()
        rounds += 1
    return f"{kills} kills in {rounds} jobs"


def test_tls(folder, _):
    """A certificate of a CA of one's own is trusted with --ca, and refused without."""
    if not shutil.which("openssl"):
        return "skipped: no openssl"
    key, cert = os.path.join(folder, "key.pem"), os.path.join(folder, "cert.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=127.0.0.1",
                    "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    site = Site(lambda path: (200, {"Content-Type": "text/html"}, b"<a href=/x>Next</a>"), context)
    trusted = run("links", site.url + "/", "--allow-private", "--ca", cert)
    check(trusted.returncode == 0, trusted.stderr)
    refused = run("links", site.url + "/", "--allow-private", "--retries", "0")
    check(refused.returncode != 0 and "no safe connection" in refused.stderr, refused.stderr)
    site.close()
    return "trusted with --ca, refused without"


def test_sitemaps(folder, _):
    """An index of packed sitemaps with 50,000 pages."""
    def answer(path):
        base = site.url
        if path == "/sitemap.xml":
            return 200, {}, "".join(["<sitemapindex>"] + [f"<sitemap><loc>{base}/{i}.xml.gz</loc></sitemap>" for i in range(5)] + ["</sitemapindex>"]).encode()
        if path.endswith(".xml.gz"):
            number = path.strip("/")[0]
            return 200, {}, gzip.compress("".join(["<urlset>"] + [f"<url><loc>{base}/p{number}-{i}?a=1&amp;b=2</loc></url>" for i in range(10_000)]).encode(), 1)
        return (404, {}, b"") if path == "/robots.txt" else (200, {"Content-Type": "text/html"}, path.encode())

    site = Site(answer)
    out = run("fetch", f"sitemap:{site.url}/sitemap.xml", "-o", os.path.join(folder, "map.job"), "--allow-private", "--max-pages", "5", "--json")
    report = json.loads(out.stdout)
    check(report["queued"] == 50_000 and report["fetched"] == 5, out.stdout)
    check("/p0-0?a=1&b=2" in site.counts, "the first page of the map is the first fetched")
    site.close()
    return "50,000 pages queued"


def test_owner(folder, _):
    """A second process on a job is refused."""
    site = Site(lambda path: (404, {}, b"") if path == "/robots.txt" else (time.sleep(3), (200, {}, b"x"))[1])
    job = os.path.join(folder, "one.job")
    first = subprocess.Popen([GLEANER, "fetch", site.url + "/a", "-o", job, "--allow-private"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while "/a" not in site.counts and first.poll() is None:
        time.sleep(0.01)
    second = run("fetch", site.url + "/b", "-o", job, "--allow-private")
    first.kill()
    first.wait()
    check(second.returncode == 2 and "in use by another process" in second.stderr, second.stderr)
    site.close()
    return "refused"


def test_cache(folder, _):
    """--job keeps what is fetched; --cached then touches no network."""
    site = Site(lambda path: (404, {}, b"") if path == "/robots.txt" else (200, {"Content-Type": "text/html"}, b"<a rel=next href=/2>Next</a>"))
    job = os.path.join(folder, "cache.job")
    first = run("links", site.url + "/1", "--job", job, "--allow-private")
    check(first.returncode == 0, first.stderr)
    site.close()
    again = run("links", site.url + "/1", "--job", job, "--cached", "--allow-private")
    check(again.stdout == first.stdout, again.stderr)
    missing = run("links", site.url + "/3", "--job", job, "--cached", "--allow-private")
    check("--cached keeps from fetching it" in missing.stderr, missing.stderr)
    return "read again without a network"


READ_OURS = """
import sys, warcio.archiveiterator, fastwarc.warc as fw
def by_warcio():
    with open(sys.argv[1], 'rb') as f:
        for r in warcio.archiveiterator.ArchiveIterator(f, check_digests=True):
            body = r.content_stream().read()
            if r.rec_type == 'response':
                assert r.digest_checker.passed is not False, r.digest_checker.problems
                yield r.rec_headers.get_header('WARC-Target-URI'), r.http_headers.get_statuscode(), body
def by_fastwarc():
    with open(sys.argv[1], 'rb') as f:
        for r in fw.ArchiveIterator(f, record_types=fw.WarcRecordType.response, parse_http=True):
            yield r.headers['WARC-Target-URI'], str(r.http_headers.status_code), r.reader.read()
a, b = list(by_warcio()), list(by_fastwarc())
assert a == b and len(a) == int(sys.argv[2]), (len(a), len(b))
"""
WRITE_THEIRS = """
import sys, io
from warcio.warcwriter import WARCWriter
from warcio.statusandheaders import StatusAndHeaders
for name, gz, version in (('a.warc.gz', True, '1.0'), ('b.warc', False, '1.1')):
    with open(sys.argv[1] + '/' + name, 'wb') as f:
        w = WARCWriter(f, gzip=gz, warc_version=version)
        w.write_record(w.create_warcinfo_record(name, {'software': 'warcio'}))
        for i in range(3):
            http = StatusAndHeaders('200 OK', [('Content-Type', 'text/html; charset=utf-8')], protocol='HTTP/1.1')
            r = w.create_warc_record('http://a.example/%d' % i, 'response', payload=io.BytesIO(('<p>caf\\u00e9 %d' % i).encode()), http_headers=http)
            w.write_record(r)
"""


def test_others(folder, _):
    """Our archives are read by warcio and fastwarc, theirs by us."""
    if not os.path.exists(PYTHON):
        return "skipped: no .deps/python"
    site = Site(numbered)
    out = os.path.join(folder, "ours.warc.gz")
    fetched = run("fetch", *[f"{site.url}/{i}" for i in range(1, 11)], "-o", out, "--allow-private")
    check(fetched.returncode == 0, fetched.stderr)
    site.close()
    subprocess.run([PYTHON, "-c", READ_OURS, out, "10"], check=True)
    subprocess.run([PYTHON, "-c", WRITE_THEIRS, folder], check=True)
    for name in ("a.warc.gz", "b.warc"):
        path = os.path.join(folder, name)
        check(run("archive", "verify", path).returncode == 0, f"{name} is not whole")
        got = run("archive", "get", path, "http://a.example/2")
        check(got.stdout == "<p>caf\u00e9 2", got.stdout + got.stderr)
    return "both ways"


def main():
    global GLEANER
    parser = argparse.ArgumentParser()
    parser.add_argument("gleaner")
    parser.add_argument("--kills", type=int, default=15)
    options = parser.parse_args()
    GLEANER = os.path.abspath(options.gleaner)
    failed = 0
    for test in (test_kill, test_tls, test_sitemaps, test_owner, test_cache, test_others):
        with tempfile.TemporaryDirectory() as folder:
            start = time.time()
            try:
                said = test(folder, options.kills)
                print(f"{test.__name__[5:]}: {said} ({time.time() - start:.1f} s)")
            except (AssertionError, subprocess.SubprocessError, ValueError) as why:
                failed += 1
                print(f"{test.__name__[5:]}: FAILED: {why}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
