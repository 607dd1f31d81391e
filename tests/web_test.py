#!/usr/bin/env python3
"""The web against servers on this machine: jobs that are killed and go on, TLS with a certificate of its own,
large sitemaps, archives of others.

    tests/web_test.py GLEANER [--kills N]     N kills at random moments in all (default 15)

What is compared with (warcio, fastwarc) stands in .deps/python (scripts/setup --tests);
without it those tests are skipped.
"""
import argparse
import gzip
import http.server
import json
import os
import random
import re
import shutil
import signal
import socket
import socketserver
import sqlite3
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
        logins = self.logins = set()  # paths that were asked for with one
        lock = threading.Lock()

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # head and body in one go: apart, the second waits 40 ms for the first to be acknowledged
            wbufsize = 1 << 16

            def do_GET(self):
                with lock:
                    counts[self.path] = counts.get(self.path, 0) + 1
                    if self.headers.get("Authorization"):
                        logins.add(self.path)
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
    """Killed at random moments: nothing fetched twice but what was under way, nothing lost, no half
    record, the same in the end."""
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
        command = [GLEANER, "fetch", "@" + list_file, "-o", out, "--allow-private", "--host-connections",
                   str(connections), "--retries", "0"]
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
        check(set(found) == expected,
              f"seed {seed}: {len(expected - set(found))} lost, {len(set(found) - expected)} too many")
        check(all(status == (404 if int(url.rsplit("/", 1)[1]) % 17 == 0 else 200) for url, (status, _) in found.items()), "wrong status")
        # under way at a kill: as many as connections, and what the fetcher holds for the writer
        extra = sum(site.counts.values()) - site.counts.get("/robots.txt", 0) - count
        check(extra <= done * connections * 5, f"seed {seed}: {extra} requests made again after {done} kills")
        site.close()
        rounds += 1
    return f"{kills} kills in {rounds} jobs"


def crawled(path):
    """A site of lists, items and news, 300 pages, with a calendar without end."""
    time.sleep(0.002)
    name, _, number = path.strip("/").partition("-")
    n = int(number) if number.isdigit() else 0
    frame = "<title>%s</title><ul class=menu><li><a href=/list-0>Lists</a><li><a href=/news-0>News</a><li><a href=/day-1>Days</a></ul>%s"
    if path == "/robots.txt":
        return 404, {}, b"none"
    if path == "/" or (name == "list" and n < 10):
        links = "".join(f"<li><a href=/item-{n * 10 + i}>Item</a>" for i in range(10))
        body = f"<h1>List {n}</h1><ul class=items>{links}</ul><a class=next href=/list-{n + 1}>next</a>"
    elif name == "item" and n < 100:
        body = f"<h1>Item {n}</h1><table><tr><th>Price<td>{n}</table><p>Text {n}.<form><input><button>Buy</button></form>" + "<div><b>good</b></div>" * (n % 4)
    elif name == "news" and n < 200:
        body = f"<h2>News {n}</h2><p>Words {n}.<p><a href=/news-{n * 2 + 1}>a</a> <a href=/news-{n * 2 + 2}>b</a>"
    elif name == "day":
        body = f"<h3>Day {n}</h3><ol><li><a href=/day-{n + 1}>on</a><li><a href=/day-{n + 30}>later</a></ol>"
    else:
        return 404, {"Content-Type": "text/html"}, b"<p>none"
    return 200, {"Content-Type": "text/html"}, (frame % (path, body)).encode()


def test_kill_crawl(folder, kills):
    """A crawl that is killed at random moments visits the pages of one that is not, in the same order, and
    asks for few of them twice."""
    seed = random.randrange(1 << 30)
    rng = random.Random(seed)
    like = os.path.join(folder, "item.html")
    with open(like, "wb") as file:
        file.write(crawled("/item-3")[2])

    def visits(job):
        lines = [json.loads(line) for line in run("crawl", "pages", job).stdout.splitlines()]
        return [(re.sub(r"127.0.0.1:\d+", "SITE", line["url"]), line["kind"]) for line in lines]

    site = Site(crawled)  # one for both: patterns and the seed see the same addresses
    command = ["crawl", site.url + "/", "--like", like, "--allow-private", "--visits", "250", "--host-connections", "2",
               "--retries", "0", "-o"]
    whole = os.path.join(folder, "whole.job")
    done = run(*command, whole)
    check(done.returncode == 0, done.stderr)
    expected = visits(whole)
    check(sum(kind == "candidate" for _, kind in expected) == 100,
          f"{sum(kind == 'candidate' for _, kind in expected)} candidates of 100")
    asked = sum(site.counts.values())
    broken = os.path.join(folder, "broken.job")
    for _ in range(kills):
        process = subprocess.Popen([GLEANER, *command, broken], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.005, 0.12))
        process.send_signal(signal.SIGKILL)
        process.wait()
    done = run(*command, broken)
    check(done.returncode == 0, f"seed {seed}: {done.stderr}")
    got = visits(broken)
    check(got == expected, f"seed {seed}: "
          + "; ".join(f"{i}: {a} for {b}" for i, (a, b) in enumerate(zip(got, expected)) if a != b)[:300]
          + f" {len(got)} {len(expected)}")
    extra = sum(site.counts.values()) - 2 * asked
    # two on their way, and robots.txt anew for each process
    check(extra <= kills * 6, f"seed {seed}: {extra} requests made again after {kills} kills")
    verified = run("archive", "verify", broken)
    check(verified.returncode == 0, f"seed {seed}: {verified.stdout}")
    site.close()
    return f"{kills} kills, {len(got)} visits, {extra} requests made again"


def certificate(folder):
    key, cert = os.path.join(folder, "key.pem"), os.path.join(folder, "cert.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days",
                    "2", "-subj", "/CN=127.0.0.1",
                    "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    return key, cert


def test_http2(folder, _):
    """Pages of a server that speaks HTTP/2 alone; read by us and by others from the archive."""
    server = shutil.which("nghttpd") or shutil.which("nghttpd", path="/usr/sbin")
    if not server or not shutil.which("openssl"):
        return "skipped: no nghttpd or openssl (scripts/setup --tests)"
    key, cert = certificate(folder)
    site = os.path.join(folder, "site")
    os.makedirs(site)
    for i in range(20):
        with open(os.path.join(site, f"{i}.html"), "w") as file:
            file.write(f"<h1>{i}</h1>" + "<p>words</p>" * 1000)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([server, "-a", "127.0.0.1", "-d", site, str(port), key, cert], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        while process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.02)
        check(process.poll() is None, "nghttpd did not start")
        out = os.path.join(folder, "h2.warc.gz")
        got = run("fetch", *(f"https://127.0.0.1:{port}/{i}.html" for i in range(20)), "-o", out, "--allow-private",
                  "--ca", cert, "--delay", "0", "--host-connections", "4")
        check(got.returncode == 0, got.stderr)
        check(len(pages(out)) == 20, "pages are missing")
        check(run("archive", "verify", out).returncode == 0, "the archive is not whole")
        with open(os.path.join(folder, "h.wrapper"), "w") as file:
            file.write('format = 1\nkind = "selector"\nrecord = "html"\n[fields]\nh = "h1"\n')
        rows = run("extract", os.path.join(folder, "h.wrapper"), out, "--no-page").stdout
        check(sorted(json.loads(line)["h"] for line in rows.splitlines()) == sorted(map(str, range(20))), rows)
    finally:
        process.kill()
        process.wait()
    return "20 pages"


LIST = ("<!doctype html><title>Trees</title><ul>"
        + "".join(f"<li><a href='/{n.lower()}'>{n}</a> <b>{i + 11} EUR</b></li>" for i, n in enumerate(("Alder", "Birch", "Cedar", "Damson", "Elm")))
        + "</ul><table><tr><th>Name<th>Size<tr><td>Ash<td>3<tr><td>Elm<td>5</table><script type='application/ld+json'>{\"@type\": \"Thing\", \"name\": \"Trees\"}</script>")


def files_in(folder):
    """Paths of files there; at(name, text) also writes one."""
    def at(name, text=None):
        path = os.path.join(folder, name)
        if text is not None:
            with open(path, "w") as file:
                file.write(text)
        return path
    return at


def test_everywhere(folder, _):
    """Every verb that reads pages takes them from everywhere: a URL, a list, a sitemap, an
    archive, a page of it, a job."""
    def answer(path):
        if path == "/sitemap.xml":
            return 200, {}, f"<urlset><url><loc>{site.url}/list</loc></url></urlset>".encode()
        return (200, {"Content-Type": "text/html; charset=utf-8"}, LIST.encode()) if path == "/list" else (404, {}, b"")

    site = Site(answer)
    url = site.url + "/list"

    at = files_in(folder)
    check(run("fetch", url, "-o", at("s.job"), "--allow-private").returncode == 0, "fetch")
    archive = at("s.job/pages.warc.gz")
    with open(at("s.job/log.txt")) as log:
        check("/list 200 text/html" in log.read(), "no log")
    wrapper = at("t.wrapper",
                 'format = 1\nkind = "selector"\nrecord = "li"\n[fields]\nname = "a"\nlink = { css = "a", attribute = "href", type = "url" }\n')
    labels = at("t.labels.jsonl", json.dumps({"page": url, "records": [{"name": "Alder"}, {"name": "Birch"}]}) + "\n")
    recognisers = at("r.toml", "[name]\nregex = '<a href=./\\w+.>(\\w+)</a>'\n")
    page_sources = (url, "@" + at("urls.txt", url + "\n"), f"sitemap:{site.url}/sitemap.xml", archive,
                    f"{archive}#{url}", at("s.job"))
    verbs = (["extract", wrapper], ["records"], ["tables"], ["data"], ["links"], ["check", wrapper, "--learn"],
             ["label", "--recognisers", recognisers], ["explain", wrapper], ["learn", labels, "--also"],
             ["repair", wrapper, archive, "--new"],
             ["parse", at("g.gln", "rule t is '<title>' (title = [A-Za-z]+) end")])
    for verb in verbs:
        first = None
        for place in page_sources:
            got = run(*verb, place, *(["-o", at("learned.wrapper")] if verb[0] == "learn" else []), "--allow-private",
                      "--delay", "0")
            fine = (0, 5) if verb[0] in ("repair",) else (0,)
            check(got.returncode in fine, f"{' '.join(verb)} {place}: exit {got.returncode} {got.stdout}{got.stderr}")
            said = got.stdout.replace(f"{archive}#", "").replace(place, url)
            check(verb[0] in ("check", "records", "learn", "repair") or first in (None, said),
                  f"{' '.join(verb)} {place}: {said} is not {first}")
            first = said
    rows = [json.loads(line) for line in run("extract", wrapper, archive).stdout.splitlines()]
    check(rows[0]["url"] == url and rows[0]["link"]["value"] == site.url + "/alder", rows[0])
    table = json.loads(run("tables", archive, "--format", "jsonl").stdout.splitlines()[0])
    check(table == {"url": url, "Name": "Ash", "Size": 3}, table)
    site.close()
    return f"{len(verbs)} verbs, {len(page_sources)} places"


def test_ahead(folder, _):
    """Pages are on their way before they are needed, in verbs that load one by one, too; and each is asked for once."""
    busy, most, lock = [0], [0], threading.Lock()

    def answer(path):
        with lock:
            busy[0] += 1
            most[0] = max(most[0], busy[0])
        time.sleep(0.02)
        with lock:
            busy[0] -= 1
        return (404, {}, b"") if path == "/robots.txt" else (200, {"Content-Type": "text/html"}, LIST.encode())

    site = Site(answer)
    for verb in (["links"], ["data"], ["records"], ["tables", "--format", "jsonl"]):
        site.counts.clear()
        most[0] = 0
        got = run(*verb, *(f"{site.url}/{i}" for i in range(30)), "--allow-private", "--delay", "0",
                  "--host-connections", "8", "-o", os.path.join(folder, verb[0] + ".json"))
        check(got.returncode == 0, got.stderr)
        check(set(site.counts.values()) == {1}, f"{verb}: asked twice: {site.counts}")
        check(most[0] > 2, f"{verb}: one after the other")
    site.close()
    return "eight at a time"


def test_pdf(folder, _):
    """A PDF of the web or of an archive is the page that the file is."""
    files = sorted(name for name in os.listdir(os.path.join(ROOT, "samples", "pdf")) if name.endswith(".pdf"))
    if not files or not os.path.exists(os.path.join(ROOT, ".deps", "pdfium", "libpdfium.so")):
        return "skipped: no PDFium"
    path = os.path.join(ROOT, "samples", "pdf", files[0])
    with open(path, "rb") as file:
        bytes_ = file.read()
    site = Site(lambda asked: (200, {"Content-Type": "application/pdf"}, bytes_) if asked.endswith(".pdf")
                else (404, {}, b""))
    url = site.url + "/" + files[0]
    archive = os.path.join(folder, "p.warc.gz")
    check(run("fetch", url, "-o", archive, "--allow-private").returncode == 0, "fetch")
    want = run("debug", "text", path).stdout
    check(want and run("debug", "text", url, "--allow-private").stdout == want, "of the web")
    check(run("debug", "text", f"{archive}#{url}").stdout == want, "of the archive")
    got = subprocess.run([GLEANER, "archive", "get", archive, url], capture_output=True)
    check(got.stdout == bytes_, "archive get gives what was fetched")
    site.close()
    return files[0]


def test_programs(folder, _):
    """Scripts and logic programs reach the hosts that are allowed, keep to robots.txt, and use the cache of a job."""
    site = Site(lambda path: (200, {}, b"User-agent: *\nDisallow: /no\n") if path == "/robots.txt"
                else (200, {"Content-Type": "text/html"}, LIST.encode()))

    at = files_in(folder)
    script = at("s.gln", f"println(count(html('{site.url}/list').css('li')));")
    program = at("p.pl", f"title(T) :- page('{site.url}/list', P), text(P, T).\n")
    job = at("p.job")
    refused = run("run", script)
    check(refused.returncode != 0 and "may not reach 127.0.0.1" in refused.stderr, refused.stderr)
    got = run("run", script, "--allow-net", "127.0.0.1", "--job", job)
    check(got.stdout == "5\n", got.stdout + got.stderr)
    robots = run("run", at("n.gln", f"println(html('{site.url}/no'));"), "--allow-net", "127.0.0.1")
    check("robots.txt" in robots.stderr, robots.stderr)
    site.close()
    again = run("run", script, "--allow-net", "127.0.0.1", "--job", job, "--cached")
    check(again.stdout == "5\n", again.stdout + again.stderr)
    return "allowed hosts, robots.txt, the cache"


def test_tls(folder, _):
    """A certificate of a CA of one's own is trusted with --ca, and refused without."""
    if not shutil.which("openssl"):
        return "skipped: no openssl"
    key, cert = certificate(folder)
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
    """An index of packed sitemaps with 50,000 pages, and one that has all of them."""
    def answer(path):
        base = site.url
        if path in large:
            return large[path]
        if path == "/sitemap.xml":
            return 200, {}, "".join(["<sitemapindex>"]
                                    + [f"<sitemap><loc>{base}/{i}.xml.gz</loc></sitemap>" for i in range(5)]
                                    + ["</sitemapindex>"]).encode()
        if path.endswith(".xml.gz"):
            number = path.strip("/")[0]
            return 200, {}, gzip.compress("".join(["<urlset>"] + [f"<url><loc>{base}/p{number}-{i}?a=1&amp;b=2</loc></url>" for i in range(10_000)]).encode(), 1)
        return (404, {}, b"") if path == "/robots.txt" else (200, {"Content-Type": "text/html"}, path.encode())

    large = {}
    site = Site(answer)
    out = run("fetch", f"sitemap:{site.url}/sitemap.xml", "-o", os.path.join(folder, "map.job"), "--allow-private",
              "--max-pages", "5", "--json")
    report = json.loads(out.stdout)
    check(report["queued"] == 50_000 and report["fetched"] == 5, out.stdout)
    check("/p0-0?a=1&b=2" in site.counts, "the first page of the map is the first fetched")
    # one sitemap of 50,000 pages and 45 MB, plain and packed on its way, never stands in memory whole
    entries = "".join(f"<url><loc>{site.url}/q{i}</loc><!--{'x' * 850}--></url>\n" for i in range(50_000))
    whole = f"<urlset>{entries}</urlset>".encode()
    packed = gzip.compress(whole, 1)
    large["/plain.xml"], large["/packed.xml"] = (200, {}, whole), (200, {"Content-Encoding": "gzip"}, packed)
    large["/file.xml.gz"] = 200, {"Content-Type": "application/gzip"}, packed
    most = 0
    for name in large:
        args = [GLEANER, "fetch", f"sitemap:{site.url}{name}", "-o", os.path.join(folder, name[1:] + ".job"),
                "--allow-private", "--max-pages", "1", "--json"]
        # from a small process of its own: what this one holds would count as the child's
        small = "import resource, subprocess, sys; subprocess.run(sys.argv[1:]); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        report, kilobytes = subprocess.run([sys.executable, "-c", small, *args], stdout=subprocess.PIPE, text=True,
                                           check=True).stdout.rsplit("\n", 2)[:2]
        check(json.loads(report)["queued"] == 50_000, f"{name}: {report}")
        most = max(most, int(kilobytes) // 1024)
    check(most < 45, f"{most} MB for a sitemap of {len(whole) >> 20} MB")
    site.close()
    return f"50,000 pages queued; {len(whole) >> 20} MB of sitemap in {most} MB of memory"


def test_logins(folder, _):
    """A login is for the hosts that a person named: links, lists of a site and redirects take it nowhere else,
    and no archive keeps it."""
    def elsewhere(path):
        return (404, {}, b"") if path == "/robots.txt" else (200, {"Content-Type": "text/html"}, b"<h1>Item</h1>")

    other = Site(elsewhere)

    def answer(path):
        links = f'<ul><li><a href="{other.url}/linked">one</a></ul><a rel=next href="{other.url}/next">Next</a>'
        return {"/list": (200, {"Content-Type": "text/html"}, links.encode()),
                "/sitemap.xml": (200, {"Content-Type": "application/xml"},
                                 f"<urlset><url><loc>{other.url}/mapped</loc></url></urlset>".encode()),
                "/away": (302, {"Location": other.url + "/sent"}, b"")}.get(path, (404, {}, b""))

    site = Site(answer)
    wrappers = {"list": 'record = "li"\n[fields]\nlink = { css = "a", attribute = "href" }\n',
                "item": 'record = "body"\n[fields]\nname = "h1"\n'}
    for name, text in wrappers.items():
        with open(f"{folder}/{name}.wrapper", "w") as file:
            file.write('format = 1\nkind = "selector"\n' + text)
    more = ("--allow-private", "--header", "Authorization: Bearer secret", "--format", "jsonl")
    for args in (("list.wrapper", site.url + "/list", "--follow", "link", "--with", "item.wrapper"),
                 ("list.wrapper", site.url + "/list", "--next"),
                 ("item.wrapper", f"sitemap:{site.url}/sitemap.xml"), ("item.wrapper", site.url + "/away"),
                 ("item.wrapper", site.url + "/list", other.url + "/named")):
        run("extract", *args, *more, cwd=folder)
    asked = set(other.counts) - {"/robots.txt"}
    check(asked == {"/linked", "/next", "/mapped", "/sent", "/named"}, f"asked for {asked}")
    check(site.logins >= {"/list", "/sitemap.xml", "/away"}, f"{site.logins} with the login")
    check(other.logins <= {"/named", "/robots.txt"}, f"the login was sent along to {other.logins}")
    run("fetch", site.url + "/list", *more[:3], "-o", "kept.warc.gz", cwd=folder)
    with gzip.open(f"{folder}/kept.warc.gz") as file:
        check(b"secret" not in file.read(), "the archive keeps the login")
    site.close(), other.close()
    return f"{len(asked)} ways"


def test_errors(folder, _):
    """What can go wrong is named for each page with what to do; the rest is done; a later run of the
    job tries again what may pass."""
    gone = {"/later"}

    def answer(path):
        if path in gone:
            return 503, {"Retry-After": "1000"}, b""
        return {"/robots.txt": (200, {}, b"User-agent: *\nDisallow: /no\n"), "/403": (403, {}, b""),
                "/404": (404, {}, b""), "/429": (429, {"Retry-After": "1000"}, b""),
                "/loop": (302, {"Location": "/loop"}, b""), "/away": (302, {"Location": "file:///etc/passwd"}, b""),
                "/picture": (200, {"Content-Type": "image/png"},
                             b"PNG")}.get(path, (200, {"Content-Type": "text/html"}, b"<h1>here</h1>"))

    site = Site(answer)
    asked = {"/403": "403", "/404": "404", "/429": "429", "/loop": "redirects", "/away": "scheme", "/no": "robots",
             "/later": "503"}
    urls = [site.url + path for path in ["/here", "/picture",
                                         *asked]] + ["http://127.0.0.1:1/", "http://no-such-host.invalid/"]
    job = os.path.join(folder, "all.job")
    out = run("fetch", *urls, "-o", job, "--allow-private", "--retries", "0")
    check(out.returncode == 6, f"exit {out.returncode}: {out.stderr}")
    lines = out.stderr.splitlines()
    for path, kind in [*asked.items(), ("http://127.0.0.1:1/", "connect"), ("no-such-host", "dns")]:
        at = [i for i, line in enumerate(lines) if path in line and line.split()[0] == kind]
        check(len(at) == 1 and (kind == "scheme" or lines[at[0] + 1].startswith("      ")),
              f"{path} is not named as {kind} with what to do: {out.stderr}")
    for wrong in ("ftp://a.example/x", "shop.html"):
        slip = run("fetch", wrong, "-o", os.path.join(folder, "slip.warc.gz"))
        check(slip.returncode == 2 and not any(name.startswith("slip") for name in os.listdir(folder)),
              f"{wrong}: {slip.stderr}")
    gone.clear()
    before = dict(site.counts)
    again = run("fetch", *urls, "-o", job, "--allow-private", "--retries", "0")
    check(again.returncode == 6 and site.counts["/later"] == before["/later"] + 1, again.stderr)
    check(site.counts["/here"] == 1 and site.counts["/404"] == 1,
          "what is there, or gone for good, is not asked for again")
    check("/later" not in again.stderr, again.stderr)
    wrapper = os.path.join(folder, "h.wrapper")
    with open(wrapper, "w") as file:
        file.write('format = 1\nkind = "selector"\nrecord = "html"\n[fields]\nheading = "h1"\n')
    part = run("extract", wrapper, *urls, "--allow-private", "--retries", "0")
    check(part.returncode == 6 and part.stdout.count('"heading": "here"') == 2, part.stdout + part.stderr)
    check("image/png" in part.stderr and "pages are HTML" in part.stderr, part.stderr)
    none = run("extract", wrapper, site.url + "/here")
    check(none.returncode == 2 and "--allow-private" in none.stderr and not none.stdout, none.stderr)
    site.close()
    return f"{len(asked) + 2} kinds"


def test_trap(folder, _):
    """Lists of 100,000 pages end where --max-next says, with a word; an overview and its details in one run; a field
    that leads nowhere loses nothing."""
    def answer(path):
        kind, _, rest = path.strip("/").partition("/")
        number = int(rest or 0) if rest.isdigit() or not rest else -1
        if kind == "trap" and number < 100_000:
            return 200, {"Content-Type": "text/html"}, f"<h1>{number}</h1><a rel=next href=/trap/{number + 1}>Next</a>".encode()
        if kind == "list":
            rows = "".join(f"<li><a href=/item/{number * 3 + i}>Item {number * 3 + i}</a></li>" for i in range(3))
            return 200, {"Content-Type": "text/html"}, (f"<ul>{rows}</ul>" + (f"<a rel=next href=/list/{number + 1}>Next</a>" if number < 3 else "")).encode()
        if kind == "item" and number % 5:
            return 200, {"Content-Type": "text/html"}, f"<h1>Item {number}</h1><b>EUR {number}.90</b>".encode()
        return 404, {}, b""

    site = Site(answer)
    for name, text in {"h": 'record = "html"\n[fields]\nheading = "h1"\n',
                       "item": 'record = "html"\n[fields]\nprice = "b"\n',
                       "list": 'record = "li"\n[fields]\nname = "a"\nlink = { css = "a", attribute = "href" }\n[next]\n[follow.link]\nwith = "item.wrapper"\nas = "item"\n'}.items():
        with open(os.path.join(folder, name + ".wrapper"), "w") as file:
            file.write('format = 1\nkind = "selector"\n' + text)
    out = run("extract", "h.wrapper", site.url + "/trap/0", "--next", "--max-next", "400", "--allow-private",
              "--host-connections", "4", cwd=folder)
    check(out.stdout.count("\n") == 400 and sum(path.startswith("/trap") for path in site.counts) <= 401,
          f"{out.stdout.count(chr(10))} pages: {out.stderr}")
    check("400" in out.stderr, f"it does not say why it ended: {out.stderr}")
    whole = run("extract", "list.wrapper", site.url + "/list/0", "--allow-private", cwd=folder)
    records = [json.loads(line) for line in whole.stdout.splitlines()]
    check(len(records) == 12 and whole.returncode == 6, whole.stderr)
    for i, record in enumerate(records):
        check(record["name"] == f"Item {i}" and bool(record.get("item")) == bool(i % 5), record)
        check(i % 5 == 0 or record["item"]["price"] == f"EUR {i}.90", record)
    check(sum(line.startswith(site.url + "/item/") for line in whole.stderr.splitlines()) == 3, whole.stderr)
    site.close()
    return "400 of 100,000 pages; 12 records of 4 lists with 9 of their details, 3 named as missing"


# What a state may say that is damaged, or was changed by somebody.
DAMAGE = ("update crawl_pages set id = id + 1000",)


def test_damaged(folder, _):
    """A job whose state does not fit together says so, and nothing falls."""
    def answer(path):
        links = "".join(f'<li><a href="/{n}.html">{n}</a>' for n in range(9))
        return 200, {"Content-Type": "text/html"}, f"<h1>{path}</h1><ul>{links}</ul>".encode()

    site = Site(answer)
    crawl = ("crawl", site.url + "/", "--allow-private", "--no-sitemap", "--visits", "6", "-o")
    check(run(*crawl, "whole.job", cwd=folder).returncode == 0, "no job")
    for n, damage in enumerate(DAMAGE):
        job = f"{n}.job"
        shutil.copytree(f"{folder}/whole.job", f"{folder}/{job}")
        with sqlite3.connect(f"{folder}/{job}/state.sqlite") as state:
            state.execute(damage)
        state.close()
        for args in (("crawl", "pages", job), ("crawl", "report", job, "-o", "report.html"),
                     ("crawl", "why", job, site.url + "/3.html")):
            got = run(*args, cwd=folder)
            check(got.returncode in (0, 1, 3), f"{damage}: {args[1]} ended with {got.returncode}")
        got = run("crawl", "pages", job, cwd=folder)
        check("is damaged" in got.stderr and "begin a new job" in got.stderr, f"{damage}: {got.stderr}")
    site.close()
    return f"{len(DAMAGE)} states"


def test_owner(folder, _):
    """A second process on a job is refused."""
    site = Site(lambda path: (404, {}, b"") if path == "/robots.txt" else (time.sleep(3), (200, {}, b"x"))[1])
    job = os.path.join(folder, "one.job")
    first = subprocess.Popen([GLEANER, "fetch", site.url + "/a", "-o", job, "--allow-private"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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
    site = Site(lambda path: (404, {}, b"") if path == "/robots.txt"
                else (200, {"Content-Type": "text/html"}, b"<a rel=next href=/2>Next</a>"))
    job = os.path.join(folder, "cache.job")
    first = run("links", site.url + "/1", "--job", job, "--allow-private")
    check(first.returncode == 0, first.stderr)
    site.close()
    again = run("links", site.url + "/1", "--job", job, "--cached", "--allow-private")
    check(again.stdout == first.stdout, again.stderr)
    # the pages of a job by its folder, also where its archive stands beside it
    site = Site(lambda path: (404, {}, b"") if path == "/robots.txt"
                else (200, {"Content-Type": "text/html"}, b"<a href=/2>Two</a>"))
    beside = os.path.join(folder, "beside")
    check(run("fetch", site.url + "/1", "-o", beside + ".warc.gz", "--allow-private").returncode == 0, "fetch")
    site.close()
    seen = run("links", beside + ".job", "--json")
    check("/2" in seen.stdout, seen.stdout + seen.stderr)
    check("cookies" not in seen.stdout + seen.stderr, seen.stderr)
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
    for test in (test_kill, test_kill_crawl, test_tls, test_http2, test_sitemaps, test_logins, test_errors, test_trap,
                 test_damaged, test_owner, test_cache, test_everywhere, test_ahead, test_pdf, test_programs,
                 test_others):
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
