#!/usr/bin/env python3
"""Navigation scripts, replay, the recorder and extract --browser against the live samples, in a real Chromium.

    tests/browser_test.py build/gleaner [NAME...]

Skipped (exit 77) where there is no Chromium.
"""
import csv
import glob
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SAMPLES = os.path.join(ROOT, "samples", "live")
GLEANER = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(ROOT, "build", "gleaner")
CAMERAS = json.load(open(os.path.join(SAMPLES, "shop", "cameras.json")))


class Server:
    def __init__(self, folder, *more):
        self.process = subprocess.Popen([os.path.join(ROOT, "tests", "serve"), folder, *more], stdout=subprocess.PIPE,
                                        text=True)
        self.url = "http://127.0.0.1:%d" % int(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Dropping:
    """A server that closes connections: before any answer, and in the middle of one."""

    def __enter__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d" % self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()
        return self

    def serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection):
        with connection:
            asked = connection.recv(65536).decode("latin-1").split(" ")
            path = asked[1] if len(asked) > 1 else ""
            if path == "/fine":
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: 8\r\n\r\nall here")
            elif path == "/cut":
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\nhalf")
            elif path == "/robots.txt":
                connection.sendall(b"HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")

    def __exit__(self, *_):
        self.socket.close()


def gleaner(*arguments, cwd, env=None, timeout=90):
    done = subprocess.run([GLEANER, *arguments], cwd=cwd, capture_output=True, text=True, timeout=timeout,
                          stdin=subprocess.DEVNULL,
                          env={**os.environ, **(env or {})})
    return done


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


class Case:
    """A folder with a copy of the live samples, and their server."""

    def __enter__(self):
        self.work = tempfile.mkdtemp(prefix="gleaner-browser-test-")
        self.folder = os.path.join(self.work, "live")
        shutil.copytree(SAMPLES, self.folder)
        self.server = Server(self.folder)
        self.url = self.server.url
        return self

    def __exit__(self, *_):
        self.server.__exit__()
        shutil.rmtree(self.work, ignore_errors=True)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def run(self, *arguments, verb="run", env=None, timeout=90):
        return gleaner(verb, *arguments, "--allow-read", ".", "--allow-net", "127.0.0.1", cwd=self.folder, env=env,
                       timeout=timeout)


def expect(condition, *words):
    if not condition:
        raise AssertionError(" ".join(str(w) for w in words))


def check_cameras(rows):
    expect(len(rows) == len(CAMERAS), "cameras:", len(rows))
    for row, camera in zip(rows, CAMERAS):
        expect(row["name"] == camera["name"], row, camera)
        expect(float(row["price"]) == camera["price"], row, camera)
        expect(row["image"].endswith(camera["image"]), row)


def test_paper_algorithm():
    with Case() as case:
        done = case.run("cart.gln", case.url, "-o", "out.csv")
        expect(done.returncode == 0, done.stderr)
        check_cameras(list(csv.DictReader(open(os.path.join(case.folder, "out.csv")))))


def test_resume_after_kill():
    with Case() as case:
        command = [GLEANER, "run", "cart.gln", case.url, "--allow-read", ".", "--allow-net", "127.0.0.1", "-o",
                   "out.csv", "--job", "cart.job"]
        run = subprocess.Popen(command, cwd=case.folder, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        state = os.path.join(case.folder, "cart.job", "navigation.sqlite")
        import sqlite3
        for _ in range(600):
            try:
                count = sqlite3.connect(f"file:{state}?mode=ro",
                                        uri=True).execute("select count(*) from emitted").fetchone()[0]
            except sqlite3.Error:
                count = 0
            if count >= 4:
                break
            time.sleep(0.05)
        run.kill()
        run.wait()
        expect(4 <= count < len(CAMERAS), "killed too late:", count)
        done = subprocess.run(command, cwd=case.folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              timeout=90)
        expect(done.returncode == 0, done.stderr)
        expect("going on" in done.stderr, done.stderr)
        check_cameras(list(csv.DictReader(open(os.path.join(case.folder, "out.csv")))))
        steps = int(re.search(r"(\d+) steps", done.stderr).group(1))
        again = subprocess.run(command, cwd=case.folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                               timeout=90)
        expect(again.returncode == 0 and "done" in again.stderr, again.stderr)
        check_cameras(list(csv.DictReader(open(os.path.join(case.folder, "out.csv")))))
        return f"{steps} steps after the kill"


def test_variables_of_a_run_that_goes_on():
    with Case() as case:
        case.write("sum.gln", """
            load arguments[0] + "/shop/index.html"
            total = 0; seen = [];
            function note(what) seen.add(what); end
            for g in [1, 2] do
              part = 0;
              for n in [1, 2, 3] do
                total += 10 * g + n; part += n; note("" + g + n);
                if g == 2 and n == 2 and arguments[1] == "stop" then throw "stopped"; end
              end
              emit {group: g, part: part};
            end
            emit {total: total, seen: seen.join(" ")};
            """)
        stopped = case.run("sum.gln", case.url, "stop", "--job", "sum.job", "-o", "out.jsonl")
        expect(stopped.returncode != 0 and "stopped" in stopped.stderr, stopped.stderr)
        done = case.run("sum.gln", case.url, "go", "--job", "sum.job", "-o", "out.jsonl")
        expect(done.returncode == 0, done.stderr)
        got = lines(open(os.path.join(case.folder, "out.jsonl")).read())
        expect(got == [{"group": 1, "part": 6}, {"group": 2, "part": 6}, {"total": 102, "seen": "11 12 13 21 22 23"}],
               got)


def test_variables_behind_an_item_that_is_done_anew():
    with Case() as case:
        case.write("late.gln", """
            load arguments[0] + "/shop/index.html"
            total = 0;
            on error skip
            for n in [1, 2, 3] do
              if n == 1 and arguments[1] == "stop" then throw "not yet"; end
              total += n;
            end
            if arguments[1] == "stop" then on error stop; throw "stopped"; end
            """)
        case.run("late.gln", case.url, "stop", "--job", "late.job")
        done = case.run("late.gln", case.url, "go", "--job", "late.job")
        expect("stand behind new ones" in done.stderr, done.stderr)


def test_login_and_secrets():
    with Case() as case:
        done = case.run("login.gln", case.url, env={"SHOP_USER": "ada", "SHOP_PASSWORD": "analytical"})
        expect([o["number"] for o in lines(done.stdout)] == ["A-1", "A-2", "A-3"], done.stdout, done.stderr)
        missing = case.run("login.gln", case.url)
        expect(missing.returncode != 0 and "SHOP_USER" in missing.stderr, missing.stderr)
        report = case.run("login.gln", case.url, "--html", "r.html", "--job", "l.job", verb="replay",
                          env={"SHOP_USER": "ada", "SHOP_PASSWORD": "analytical"})
        expect(report.returncode == 0, report.stderr)
        for path in [os.path.join(case.folder,
                                  "r.html")] + glob.glob(os.path.join(case.folder, "l.job", "navigation*")):
            expect(b"analytical" not in open(path, "rb").read(), path, "holds the password")


def test_tables_of_queries():
    with Case() as case:
        done = case.run("search.gln", case.url)
        got = [(r["asked"], r["name"]) for r in lines(done.stdout)]
        expect(got == [("daisy", "Daisy"), ("thyme", "Thyme"), ("thyme", "Wild thyme")], got, done.stderr)


def test_scrolling_frames_and_shadow_trees():
    with Case() as case:
        done = case.run("scroll.gln", case.url)
        places = [r["place"] for r in lines(done.stdout)]
        expect(places == ["field %d" % (i + 1) for i in range(120)], len(places), done.stderr)
        done = case.run("frames.gln", case.url)
        expect([r["text"] for r in lines(done.stdout)] == ["Harbour opens", "Bridge closed", "Ferry late", "Market busy", "Lamp lit"], done.stdout, done.stderr)


def test_statements():
    with Case() as case:
        case.write("all.gln", """
load arguments[0] + "/shop/index.html"
wait for "20 cameras"
choose "Lumen" in field "Maker"
wait until count(css "#cameras > li") == 5
println(count(button "Add to cart"));
choose "all" in field "Maker"
type "at" into field "Search"
wait until exists("1 cameras")
println(extract("camera.wrapper").first.name);
type "" into css "[name=q]"
check "only in stock"
wait for "16 cameras" for 5 s
uncheck "only in stock"
hover link "Cart"
click link "Terms"
println(url());
download link "Price list" as "list.csv"
tab close
println(url());
scroll by 100
click 2nd button "Add to cart"
wait for "Your cart"
click "Empty the cart"
wait for "Your cart is empty."
screenshot to "shots/cart.png"
screenshot css "h1" to "shots/h1.png"
tab new
load arguments[0] + "/search/index.html"
load arguments[0] + "/frames/index.html"
back
forward
frame css "iframe"
click "Late news"
frame top
click button "More news"
tab 1
println(page().css("h1").first.text);
""")
        done = case.run("all.gln", case.url, "--files", "files")
        expect(done.returncode == 0, done.stderr)
        base = case.url
        expect(done.stdout.splitlines() == ["5", "Norbert Atlas", base + "/shop/terms.html", base + "/shop/index.html",
                                            "Your cart"], done.stdout, done.stderr)
        expect(open(os.path.join(case.folder, "files", "list.csv")).read().startswith("name,price"), "download")
        for name in ("cart", "h1"):
            expect(open(os.path.join(case.folder, "files", "shots", name + ".png"), "rb").read(4) == b"\x89PNG", name)


def test_errors_name_step_line_and_candidates():
    with Case() as case:
        case.write("bad.gln",
                   'load arguments[0] + "/shop/index.html"\nwait for "20 cameras"\nclick button "Ad to cartt" in page().css("#cameras > li").first\n')
        done = case.run("bad.gln", case.url, "--files", "f", "--step-seconds", "0.5")
        expect(done.returncode != 0, "it must fail")
        for word in ("bad.gln:3", "step 3", "Add to cart", "step-3-failed.png"):
            expect(word in done.stderr, word, "in", done.stderr)
        expect(os.path.exists(os.path.join(case.folder, "f", "step-3-failed.png")), "no picture")
        case.write("wait.gln", 'load arguments[0] + "/shop/index.html"\nwait until exists("99 cameras") for 0.3 s\n')
        done = case.run("wait.gln", case.url)
        expect('exists("99 cameras")' in done.stderr, done.stderr)
        case.write("host.gln", 'load "http://localhost:1/"\n')
        done = case.run("host.gln")
        expect("--allow-net localhost" in done.stderr, done.stderr)


def test_targets_by_patterns():
    with Case() as case:
        case.write("pattern.gln", """
load arguments[0] + "/shop/index.html"
wait for "20 cameras"
click pattern 'text is "#next"'
wait until exists(pattern 'text is "#where"')
println(exists(pattern 'text is "#nowhere"'));
click pattern 'text is "#nowhere"' or button "Previous"
println("there");
""")
        done = case.run("pattern.gln", case.url)
        expect(done.returncode == 0 and done.stdout.splitlines() == ["false", "there"], done.stdout, done.stderr)
        case.write("bad.gln", """load arguments[0] + "/shop/index.html"
click pattern 'text sideways "x"'
""")
        done = case.run("bad.gln", case.url)
        expect(done.returncode != 0 and "is no rule of patterns" in done.stderr, done.stderr)


def test_robots_hold_for_scripts():
    with Case() as case:
        case.write("robots.txt", "User-agent: *\nDisallow: /search/\n")
        case.write("robots.gln", 'load arguments[0] + "/search/index.html"\nprintln(page().css("h1").first.text);\n')
        done = case.run("robots.gln", case.url)
        expect(done.returncode != 0 and "robots.txt asks programs not to fetch it" in done.stderr, done.stderr)
        done = case.run("robots.gln", case.url, "--ignore-robots")
        expect(done.returncode == 0 and done.stdout.strip(), done.stdout, done.stderr)


def test_banners_are_closed_when_asked():
    with Case() as case:
        case.write("banner.html", """<!DOCTYPE html><title>b</title><h1>Shop</h1><button onclick="this.textContent='bought'">Buy</button>
<div id="onetrust-banner-sdk" style="position:fixed;inset:0;background:#fff"><p>We value your privacy</p>
<button id="onetrust-reject-all-handler" onclick="document.getElementById('onetrust-banner-sdk').remove()">Reject all</button></div>
<div class="own" style="position:fixed;inset:0;background:#fff;display:none"><button class="no" onclick="this.parentNode.remove()">No</button></div>""")
        case.write("banner.gln",
                   'load arguments[0] + "/banner.html"\nclick button "Buy"\nprintln(count(css "#onetrust-banner-sdk"));\n')
        covered = case.run("banner.gln", case.url, "--step-seconds", "1")
        expect(covered.returncode != 0, "a button under a banner was clicked:", covered.stdout)
        done = case.run("banner.gln", case.url, "--banners")
        expect(done.returncode == 0 and done.stdout.strip() == "0", done.stdout, done.stderr)


def test_a_network_that_drops():
    with Case() as case, Dropping() as dropping:
        case.write("drop.gln", """on error skip
for each path in ["/fine", "/cut", "/nothing", "/fine"] do
  load arguments[0] + path
  emit {path: path, text: page().css("body").first.text};
end
""")
        done = case.run("drop.gln", dropping.url)
        rows = lines(done.stdout)
        expect([row["path"] for row in rows if row["text"].strip() == "all here"] == ["/fine", "/fine"], done.stdout,
               done.stderr)
        expect(done.returncode == 6, done.returncode, done.stderr)


def test_on_error():
    with Case() as case:
        case.write("skip.gln", """
on error skip
for name in ["index.html", "nothing.html", "cart.html"] do
  load arguments[0] + "/shop/" + name
  emit {page: name};
end
""")
        done = case.run("skip.gln", case.url)
        expect([r["page"] for r in lines(done.stdout)] == ["index.html", "cart.html"] and done.returncode == 6,
               done.stdout, done.stderr)
        case.write("do.gln", """
on error do println("then: " + error); end
load arguments[0] + "/shop/nothing.html"
println("on");
""")
        done = case.run("do.gln", case.url)
        expect("404" in done.stdout and done.stdout.endswith("on\n"), done.stdout, done.stderr)
        case.write("retry.gln",
                   'on error retry 1 then skip\nload arguments[0] + "/shop/nothing.html"\nprintln("after");\n')
        done = case.run("retry.gln", case.url)
        expect(done.stdout == "after\n" and "tried again" in done.stderr, done.stdout, done.stderr)


def browser_children(pid):
    out = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            text = open(path).read()
        except OSError:
            continue
        child, parent = int(text.split(" ", 1)[0]), int(text.rsplit(") ", 1)[1].split()[1])
        if parent == pid and "chrom" in text:
            out.append(child)
    return out


def run_with_killed_browser(case):
    """What a script gave whose browser was killed after the third record, what it said, and how it ended."""
    run = subprocess.Popen([GLEANER, "run", "cart.gln", case.url, "--allow-read", ".", "--allow-net", "127.0.0.1"],
                           cwd=case.folder, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
    got = [run.stdout.readline() for _ in range(3)]
    for child in browser_children(run.pid):
        os.kill(child, signal.SIGKILL)
    rest = run.stdout.read()  # not by communicate(), which does not know what readline() has taken
    problems = run.stderr.read()
    run.wait(timeout=90)
    return [r["name"] for r in lines("".join(got) + rest)], problems, run.returncode


def test_a_browser_that_is_killed_is_started_again():
    with Case() as case:
        names, problems, code = run_with_killed_browser(case)
        # The page of the list that was in work is loaded again at its beginning, and the step under way
        # done once more; nothing is lost.
        expect(code == 0 and set(names) == {c["name"] for c in CAMERAS}, code, len(names), problems)
        expect("started again" in problems, problems)


WEB = ("--allow-private", "--delay", "0")


def test_extract_through_a_browser():
    with Case() as case:
        page = case.url + "/shop/index.html"
        plain = gleaner("extract", "camera.wrapper", page, *WEB, cwd=case.folder)
        expect(plain.returncode == 1, plain.stdout, plain.stderr)
        never = gleaner("extract", "camera.wrapper", page, "--browser", "never", *WEB, cwd=case.folder)
        expect(never.returncode == 1, never.stderr)
        auto = gleaner("extract", "camera.wrapper", page, "--browser", "auto", "--job", "x.job", *WEB, cwd=case.folder)
        expect(len(lines(auto.stdout)) == 6, auto.stdout, auto.stderr)
        expect("[browser]" in open(os.path.join(case.folder, "camera.wrapper")).read(), "not kept in the wrapper")
        known = gleaner("extract", "camera.wrapper", page, *WEB, cwd=case.folder)
        expect(len(lines(known.stdout)) == 6, "the wrapper knows the site:", known.stderr)
        kept = gleaner("extract", "camera.wrapper", page, "--job", "x.job", "--cached", cwd=case.folder)
        expect(kept.stdout == auto.stdout, "the archive has the snapshot:", kept.stdout, kept.stderr)
        static = gleaner("extract", "order.wrapper", case.url + "/search/queries.csv", "--browser", "auto", *WEB,
                         cwd=case.folder)
        expect(static.returncode == 1, static.stderr)


def test_tables_that_are_only_shown():
    """Tables made of divs, of a file and of a site; the page that is kept gives the same; the
    family layout reads such pages."""
    with Case() as case:
        shutil.copy(os.path.join(ROOT, "samples", "tables", "ferries.html"), case.folder)
        plain = gleaner("tables", "ferries.html", cwd=case.folder)
        expect(plain.returncode == 1 and "--browser" in plain.stderr, plain.stderr)
        shown = gleaner("tables", "ferries.html", "--browser", "--json", "--save-page", "shown.html", cwd=case.folder)
        tables = json.loads(shown.stdout or "[]")
        expect([t["names"] for t in tables] == [["Line", "Person", "Bicycle", "Car"], ["Ship", "Built", "Cars"],
                                                ["Region", "Port", "Berths"]],
               shown.stdout, shown.stderr)
        served = gleaner("tables", case.url + "/ferries.html", "--browser", *WEB, "--format", "jsonl", cwd=case.folder)
        kept = gleaner("tables", "shown.html", "--format", "jsonl", cwd=case.folder)
        without = [{k: v for k, v in line.items() if k != "url"} for line in lines(served.stdout)]
        expect(kept.returncode == 0 and without == lines(kept.stdout) and len(without) == 12, served.stdout,
               kept.stdout)
        regions = [line["Region"] for line in without if "Region" in line]
        expect(regions == ["North", "North", "South", "South", "South"], "a label beside several rows:", regions)
        with open(os.path.join(case.folder, "port.labels.jsonl"), "w") as file:
            file.write(json.dumps({"page": "shown.html", "complete": True, "records": [{"title": "Ferries of the coast", "cars": "82"}]}) + "\n")
        learned = gleaner("learn", "port.labels.jsonl", "--kind", "layout", "-o", "port.wrapper", cwd=case.folder)
        expect(learned.returncode == 0, learned.stderr)
        got = gleaner("extract", "port.wrapper", "ferries.html", "--browser", "always", "--no-page", "--format",
                      "jsonl", cwd=case.folder)
        expect(lines(got.stdout) == [{"title": "Ferries of the coast", "cars": "82"}], got.stdout, got.stderr)


def test_record_writes_a_script():
    """What is recorded, from real events, is tested in src/script/navigation_test.cc; here the verb itself."""
    with Case() as case:
        done = gleaner("record", case.url + "/shop/index.html", "--headless", "--max-seconds", "1", "-o", "got.gln",
                       cwd=case.folder)
        expect(done.returncode == 0, done.stderr)
        expect(open(os.path.join(case.folder, "got.gln")).read() == f'load "{case.url}/shop/index.html"\n', "script")
        again = gleaner("record", case.url + "/shop/index.html", "--headless", "--max-seconds", "1", "-o", "got.gln",
                        cwd=case.folder)
        expect(again.returncode == 2 and "--force" in again.stderr, again.stderr)
        replay = case.run("got.gln", "--json", verb="replay")
        expect(lines(replay.stdout)[0]["statement"].startswith("load"), replay.stdout, replay.stderr)


def test_drift_is_told_and_repaired():
    with Case() as case:
        case.write("old.gln",
                   'load arguments[0] + "/login/index.html"\ntype "ada" into field "User" or css "[name=user]"\n'
                              'click button "Sign in" or css "form button" or css "#enter"\n')
        done = case.run("old.gln", case.url, "--check", "--repair", "new.gln", verb="replay")
        expect(done.returncode == 4 and "drifted" in done.stderr and "#enter" in done.stderr, done.returncode,
               done.stderr)
        new = open(os.path.join(case.folder, "new.gln")).read()
        expect("#enter" not in new and 'button "Sign in"' in new, new)
        done = case.run("new.gln", case.url, "--check", verb="replay")
        expect(done.returncode == 0, done.stderr)


def test_files_are_pages():
    """A PDF instead of a page is read as one, where PDFium is here."""
    pdfs = sorted(glob.glob(os.path.join(ROOT, "samples", "pdf", "*.pdf")))
    if not pdfs or not os.path.exists(os.path.join(ROOT, ".deps", "pdfium", "libpdfium.so")):
        return "no PDFium: left out"
    with Case() as case:
        shutil.copy(pdfs[0], os.path.join(case.folder, "sheet.pdf"))
        case.write("pdf.gln",
                   'load arguments[0] + "/sheet.pdf"\nprintln(count(page().css("section, p, table")) > 0);\nload arguments[0] + "/shop/index.html"\nwait for "20 cameras"\n')
        done = case.run("pdf.gln", case.url)
        expect(done.returncode == 0 and done.stdout == "true\n", done.stdout, done.stderr)


RECORDED = """
load arguments[0] + "/login/index.html"
type "ada" into field "User"
    or css "[name=\\"user\\"]" or css "[autocomplete=\\"username\\"]" or css "input" near "Sign in"
type "analytical" into field "Password"
    or css "[name=\\"password\\"]" or css "[type=\\"password\\"]"
click button "Sign in"
    or css "[type=\\"submit\\"]" or css "#f button"
wait for "Orders"
for o in extract("order.wrapper") do emit o; end
"""


def test_redesigned_sites():
    """A recorded script on the login after redesigns of its page: names, texts, places, elements."""
    page = "login/index.html"
    redesigns = {
        "names": [("f.user", "f.elements.u"), ('name="user"', 'name="u"'), ('id="f"', 'id="f" class="css-8ha2"')],
        "texts": [("User <input", "E-mail or user <input"), ("Sign in</button>", "Enter</button>"),
                  ("<h1>Sign in", "<h1>Welcome")],
        "places": [('<p><button type="submit">Sign in</button></p></form>', '</form><footer><div><div><button type="submit" form="f">Sign in</button></div></div></footer>')],
        "elements": [('<button type="submit">Sign in</button>', '<input type="submit" value="Sign in">'),
                     ("<p><label>", "<div><label>"), ("<h1>Sign in</h1>", "<div class=big>Sign in</div>")],
        "more of the same": [('<h1>Sign in</h1>', '<nav><a href="#">Sign in</a> <form action="/find"><input name="q" placeholder="Search"></form></nav><h1>Sign in</h1>')],
    }
    found = []
    for name, changes in redesigns.items():
        with Case() as case:
            path = os.path.join(case.folder, page)
            text = open(path).read()
            for old, new in changes:
                expect(old in text, "the sample has changed:", old)
                text = text.replace(old, new)
            open(path, "w").write(text)
            case.write("recorded.gln", RECORDED)
            done = case.run("recorded.gln", case.url, "--step-seconds", "2")
            if len(lines(done.stdout)) == 3:
                found.append(name)
            else:
                print(done.stderr)
    expect(len(found) == len(redesigns), "survived:", found)


def main():
    if not any(shutil.which(n) for n in ("chromium", "chromium-browser", "google-chrome")):
        print("no Chromium here")
        return 77
    wanted = sys.argv[2:]
    failed = 0
    for name, test in sorted(globals().items()):
        if not name.startswith("test_") or (wanted and not any(w in name for w in wanted)):
            continue
        begun = time.time()
        try:
            said = test()
            print(f"ok    {name} ({time.time() - begun:.1f} s){': ' + said if said else ''}", flush=True)
        except (AssertionError, subprocess.TimeoutExpired, Exception) as why:
            failed += 1
            print(f"FAIL  {name} ({time.time() - begun:.1f} s): {why}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
