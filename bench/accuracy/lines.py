#!/usr/bin/env python3
"""Text by example, scored: label the first lines of a log by their texts, learn, read all the other lines.

    bench/accuracy/lines.py [BUILD] [--k 1,2,3,5] [--empty]   the loghub samples: page = first 60 lines, first k labelled
    bench/accuracy/lines.py [BUILD] --half [--pages 10]       a random half of the columns labelled, on other pages of 60 lines
    bench/accuracy/lines.py [BUILD] --other [--pages 10]      all columns, on other pages of 60 lines
    bench/accuracy/lines.py [BUILD] --formats                 made-up formats that no log of the sample has
    bench/accuracy/lines.py [BUILD] --kinds                   without labels: grouping accuracy and columns
    add --show to see grammars and the first wrong cells, --folder DIR for other logs
    (NAME_2k.log, NAME_2k.log_structured.csv)

A cell is right if its text is, white space apart; a line that is not read counts as all its cells wrong, a record where
there is none as wrong too. --empty names empty columns in the labels ("Address": ""). A log is
right at 99.9 % of its cells.
"""
import argparse
import csv
import glob
import json
import os
import random
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NO_COLUMNS = ("LineId", "EventId", "EventTemplate", "ParameterList")
PAGE = 60
RIGHT = 0.999


def norm(text):
    return " ".join(str(text or "").split())


def load(log):
    with open(log + "_structured.csv", encoding="utf8", errors="replace", newline="") as file:
        rows = list(csv.DictReader(file))
    with open(log, encoding="utf8", errors="replace", newline="") as file:
        lines = [line.rstrip("\r") for line in file.read().split("\n")][:len(rows)]
    return lines, rows, [c for c in rows[0] if c not in NO_COLUMNS]


class Learned:
    """A grammar learned from a page of lines of which some are labelled."""

    def __init__(self, gleaner, folder, page, labelled):
        self.gleaner, self.folder = gleaner, folder
        with open(os.path.join(folder, "page.log"), "w", encoding="utf8") as file:
            file.write("\n".join(page) + "\n")
        with open(os.path.join(folder, "page.labels.jsonl"), "w", encoding="utf8") as file:
            file.write(json.dumps({"page": "page.log", "records": labelled}) + "\n")
        self.path = os.path.join(folder, "page.gln")
        if os.path.exists(self.path):
            os.remove(self.path)
        begin = time.time()
        made = subprocess.run([gleaner, "learn", "--kind", "lines", os.path.join(folder, "page.labels.jsonl"), "-o",
                               self.path],
                              capture_output=True, timeout=120)
        self.seconds = time.time() - begin
        self.ok = made.returncode == 0
        self.said = made.stderr.decode("utf8", "replace")

    def grammar(self):
        return open(self.path, encoding="utf8").read() if self.ok else self.said

    def read(self, lines):
        """By line: the fields, or None."""
        out = [None] * len(lines)
        if not self.ok:
            return out
        path = os.path.join(self.folder, "rest.log")
        starts, at = {}, 0
        for i, line in enumerate(lines):
            starts[at] = i
            at += len(line.encode("utf8")) + 1
        with open(path, "w", encoding="utf8") as file:
            file.write("\n".join(lines) + "\n")
        made = subprocess.run([self.gleaner, "parse", self.path, path, "--spans", "-q", "--format", "jsonl"],
                              capture_output=True, timeout=120)
        order = sorted(starts)
        import bisect
        for text in made.stdout.decode("utf8", "replace").splitlines():
            record = json.loads(text)
            spans = [v["span"] for v in record.values() if isinstance(v, dict) and v.get("span")]
            if not spans:
                continue
            line = starts[order[bisect.bisect_right(order, min(s[0] for s in spans)) - 1]]
            out[line] = {k: v["text"] for k, v in record.items() if isinstance(v, dict)}
        return out


def measure(gleaner, lines, rows, columns, start, k, empty=False, size=PAGE):
    """Share of right cells outside the page; the first wrong ones."""
    page, labelled = lines[start:start + size], []
    for row in rows[start:start + size]:
        if len(labelled) < k and any(row.get(c) for c in columns):
            labelled.append({c: row[c] for c in columns if empty or row.get(c)})
    with tempfile.TemporaryDirectory() as folder:
        learned = Learned(gleaner, folder, page, labelled)
        rest = [i for i in range(len(rows)) if not start <= i < start + size]
        got = learned.read([lines[i] for i in rest])
        cells = right = 0
        wrong = []
        for i, found in zip(rest, got):
            if not any(rows[i].get(c) for c in columns) and found is None:
                continue  # no record, and none was read
            for c in columns:
                cells += 1
                a, b = norm((found or {}).get(c)), norm(rows[i].get(c))
                right += a == b
                if a != b:
                    wrong.append((i, c, b, a))
        return right / max(1, cells), wrong, learned.grammar(), learned.seconds


def show_wrong(lines, wrong, grammar):
    print("      " + grammar.replace("\n", "\n      "))
    for i, column, wanted, got in wrong[:4]:
        print(f"      {column}: wanted {wanted[:60]!r}, got {got[:60]!r} in {lines[i][:110]!r}")


def report(words, scores, times):
    right = sum(s >= RIGHT for s in scores)
    print(f"{words}: {right} of {len(scores)} right, macro {sum(scores) / len(scores):.4f}, "
          f"learning {sum(times) / len(times):.3f} s, at most {max(times):.3f} s", flush=True)


def whole(options, logs):
    for k in options.k:
        scores, times = [], []
        for log in logs:
            lines, rows, columns = load(log)
            share, wrong, grammar, seconds = measure(options.gleaner, lines, rows, columns, 0, k, options.empty)
            scores.append(share)
            times.append(seconds)
            if options.show and share < RIGHT:
                print(f"   k={k} {os.path.basename(log)} {share:.4f}")
                show_wrong(lines, wrong, grammar)
        report(f"k={k}{', empty columns named' if options.empty else ''}", scores, times)


def other_pages(options, logs):
    for k in options.k:
        rnd, all_scores, times = random.Random(7), [], []
        for log in logs:
            lines, rows, columns = load(log)
            scores = []
            for _ in range(options.pages):
                start = rnd.randrange(0, len(rows) - PAGE)
                some = [c for c in columns if rnd.random() < .5] or columns[:1] if options.half else columns
                share, wrong, grammar, seconds = measure(options.gleaner, lines, rows, some, start, k, options.empty)
                scores.append(share)
                times.append(seconds)
                if options.show and share < RIGHT:
                    print(f"   k={k} {os.path.basename(log)} from line {start} {share:.4f} {some}")
                    show_wrong(lines, wrong, grammar)
            print(f"  {os.path.basename(log)[:-7]:12} {sum(scores) / len(scores):.4f}, {sum(s >= RIGHT for s in scores)} of {len(scores)}")
            all_scores += scores
        report(f"k={k}, {'half the columns, ' if options.half else ''}{options.pages} pages a log", all_scores, times)


def formats(n=400, seed=3):
    """Formats that the sample does not have: name -> (lines, rows)."""
    R = random.Random(seed)
    pick = R.choice

    def num(a, b): return str(R.randrange(a, b))
    words = 'open close user failed in 3 seconds: retry = [x] (y) "z" - a:b /var/f.txt, done 10.0.0.1:80 id=7 | end'.split()

    def msg(): return " ".join(pick(words) for _ in range(R.randrange(1, 9)))
    def ip(): return ".".join(num(1, 255) for _ in range(4))
    def hms(): return "%02d:%02d:%02d" % (R.randrange(24), R.randrange(60), R.randrange(60))
    def day(): return "2024-%02d-%02d" % (R.randrange(1, 13), R.randrange(1, 29))
    def lev(): return pick(["INFO", "WARN", "ERROR", "DEBUG"])
    def cls(): return pick(["com.acme.Main", "o.s.web.Filter$1", "App", "c.a.db.Pool"])

    def java(): return ("{time} [{thread}] {lev:5} {cls} - {msg}",
                        dict(time=hms() + "." + num(100, 999),
                             thread=pick(["main", "http-nio-8080-exec-1", "pool 2 thread 3"]),
                             lev=lev(), cls=cls(), msg=msg()))

    def trace():
        if R.random() < .3:
            return pick(["    at com.acme.Main.run(Main.java:%s)", "Caused by: java.io.IOException: no [file] - at %s",
                         "",
                         "  ... %s more", "select a, b", "from t where x = %s: y"]).replace("%s", num(1, 99)), {}
        return java()

    def maybe_pid():
        common = dict(mon="May", day=num(1, 31), time=hms(), host="gw")
        if R.random() < .3:
            return "{mon} {day:>2} {time} {host} {app}: {msg}", dict(common, app=pick(["kernel", "dhcpd 1.2"]), msg=msg())
        return ("{mon} {day:>2} {time} {host} {app}[{pid}]: {msg}",
                dict(common, app=pick(["cron", "sshd(pam)"]), pid=num(1, 9999), msg=msg()))
    make = {
        "access": lambda: ('{ip} - {user} [{time}] "{request}" {status} {size} "{ref}" "{agent}"', dict(
            ip=ip(), user=pick(["-", "frank", "a.b"]), time="%s/Oct/2023:%s +0200" % (num(10, 28), hms()),
            request=pick(["GET / HTTP/1.1", "POST /a?b=c HTTP/1.0", "-"]), status=num(200, 505), size=pick(["-", num(0, 9999)]),
            ref=pick(["-", "http://x.org/"]), agent=pick(["Mozilla/4.08 [en] (Win98; I)", "curl/7.1", "-"]))),
        "glog": lambda: ("{lev}{date} {time} {tid} {file}:{line}] {msg}", dict(
            lev=pick("IWEF"), date=num(1001, 1231), time=hms() + "." + num(100000, 999999), tid=num(1, 99999).rjust(7),
            file=pick(["a_b.cc", "main.cpp"]), line=num(1, 999), msg=msg())),
        "python": lambda: ("{time} - {name} - {lev} - {msg}", dict(
            time=day() + " " + hms() + "," + num(100, 999), name=pick(["root", "my-app", "a.b.c"]), lev=lev(), msg=msg())),
        "java": java,
        "logfmt": lambda: ('ts={ts} level={lev} caller={caller} msg="{msg}" took={took}ms', dict(
            ts=day() + "T" + hms() + "Z", lev=lev().lower(), caller=pick(["main.go:12", "db.go:9"]),
            msg=msg().replace('"', ""), took=num(0, 500))),
        "tsv": lambda: ("{id}\t{name}\t{city}\t{price}", dict(
            id=num(1, 9999), name=pick(["Ann Lee", "Bob", "O'Neil, J."]), city=pick(["Ulm", "New York"]),
            price="%.2f" % (R.random() * 100))),
        "fixed": lambda: ("{code:8}{name:20}{qty:>5}  {unit}", dict(
            code=pick(["A1", "BX-200", "C"]), name=pick(["hex nut", "bolt M6", "washer"]), qty=num(1, 9999), unit=pick(["pc", "kg"]))),
        "postgres": lambda: ("{time} UTC [{pid}] {user}@{db} {lev}:  {msg}", dict(
            time=day() + " " + hms() + "." + num(100, 999), pid=num(1, 99999), user=pick(["bob", "etl_1"]),
            db=pick(["shop", "log-db"]), lev=pick(["LOG", "ERROR", "STATEMENT"]), msg=msg())),
        "syslog5424": lambda: ("<{pri}>1 {time} {host} {app} {pid} {mid} {sd} {msg}", dict(
            pri=num(1, 191), time=day() + "T" + hms() + ".003Z", host=pick(["h1.example.com", "box"]), app=pick(["su", "evntslog"]),
            pid=pick(["-", num(1, 9999)]), mid=pick(["ID47", "-"]), sd=pick(["-", '[ex@1 iut="3" src="A b"]']), msg=msg())),
        "nopid": maybe_pid,
        "trace": trace,
        "csv": lambda: ("{id},{name},{city},{price}", dict(
            id=num(1, 9999), name=pick(["Ann Lee", "Bob", '"O\'Neil, J."']), city=pick(["Ulm", '"New York, NY"']),
            price="%.2f" % (R.random() * 100))),
        "keys": lambda: (pick(["user={user} pid={pid} act={act}", "pid={pid} user={user} act={act}", "act={act} user={user} pid={pid}"]),
                         dict(user=pick(["ann", "bob", "root"]), pid=num(1, 9999), act=pick(["open", "close"]))),
        "nginx": lambda: ("{time} [{lev}] {pid}#{tid}: *{cid} {msg}", dict(
            time=day().replace("-", "/") + " " + hms(), lev=lev().lower(), pid=num(1, 9999), tid=num(0, 99), cid=num(1, 99999), msg=msg())),
        "message": lambda: R.random() < .5
        and ("{t} sshd[%s]: {what}" % num(1, 9999), dict(t="May  3 " + hms(), what="")) and
        ("May %2s %s box sshd[%s]: %s" % (num(1, 31), hms(), num(1, 9999), msg()), {}) or
        ("May %2s %s box sshd[%s]: Failed password for {user} from {ip} port {port} ssh2" % (num(1, 31), hms(), num(1, 9999)),
         dict(user=pick(["root", "ann", "invalid user x"]), ip=ip(), port=num(1024, 65000))),
    }
    out = {}
    for name, one in make.items():
        made = [one() for _ in range(n)]
        if name in ("trace", "message"):  # begin with records
            made = sorted(made[:20], key=lambda x: not x[1]) + made[20:]
        columns = max((fields for _, fields in made), key=len)
        out[name] = ([text.format(**fields) if fields else text for text, fields in made],
                     [{c: norm(fields.get(c, "")).strip('"' if name == "csv" else None) for c in columns} for _, fields in made])
    return out


def made_up(options):
    for k in options.k:
        scores, times = [], []
        for name, (lines, rows) in formats().items():
            share, wrong, grammar, seconds = measure(options.gleaner, lines, rows, list(rows[0]), 0, k, options.empty)
            scores.append(share)
            times.append(seconds)
            if share < RIGHT:
                print(f"   k={k} {name} {share:.4f}")
                if options.show:
                    show_wrong(lines, wrong, grammar)
        report(f"k={k}, made-up formats", scores, times)


def grouping_accuracy(found, gold):
    """Share of the lines whose group is exactly the group of the gold."""
    a, b = {}, {}
    for i, (x, y) in enumerate(zip(found, gold)):
        a.setdefault(x, set()).add(i)
        b.setdefault(y, set()).add(i)
    return sum(len(lines) for lines in a.values() if lines == b[gold[min(lines)]]) / len(gold)


def without_labels(options, logs):
    """Kinds and columns of whole logs; a column is right if a column found holds its values on 98 % of the lines."""
    accuracies, right, wanted = [], 0, 0
    for log in logs:
        lines, rows, columns = load(log)
        made = subprocess.run([options.gleaner, "records", log, "--as-records"], capture_output=True, timeout=300)
        found = [json.loads(text) for text in made.stdout.decode("utf8", "replace").splitlines()]
        full = [i for i, line in enumerate(lines) if line.strip()]
        rows = [rows[i] for i in full]
        if len(found) != len(rows):
            print(f"{os.path.basename(log)}: {len(found)} lines of {len(rows)}: {made.stderr.decode()[-200:]}")
            found = (found + [{}] * len(rows))[:len(rows)]
        accuracy = grouping_accuracy([(f.get("region"), f.get("kind")) for f in found], [r["EventId"] for r in rows])
        names = sorted({n for f in found for n in f.get("fields", {})})
        matched = {}
        for c in columns:
            for n in names:
                same = sum(norm(f.get("fields", {}).get(n)) == norm(r[c]) for f, r in zip(found, rows)) / len(rows)
                if same >= .98 and c not in matched:
                    matched[c] = n
        print(f"{os.path.basename(log)[:-7]:12} grouping {accuracy:.3f}; columns {len(matched)} of {len(columns)}: "
              + ", ".join(f"{c}={n}" for c, n in matched.items())
              + "".join(f"; missed {c}" for c in columns if c not in matched), flush=True)
        accuracies.append(accuracy)
        right += len(matched)
        wanted += len(columns)
    print(f"grouping accuracy {sum(accuracies) / len(accuracies):.3f}; columns right {right} of {wanted}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", default=os.path.join(ROOT, "build"))
    parser.add_argument("--k", default="1,2,3", type=lambda s: [int(x) for x in s.split(",")])
    parser.add_argument("--folder")
    parser.add_argument("--pages", type=int, default=10)
    for flag in ("empty", "half", "other", "formats", "kinds", "show"):
        parser.add_argument("--" + flag, action="store_true")
    options = parser.parse_args()
    options.gleaner = os.path.join(options.build, "gleaner")
    if options.formats:
        return made_up(options)
    shared = os.environ.get("GLEANER_SHARED") or os.path.join(ROOT, "..", "shared")
    folder = options.folder or os.path.join(shared, "corpora", "loghub")
    logs = sorted(glob.glob(os.path.join(folder, "*_2k.log")))
    if not logs:
        print("skipped: no logs in", folder)
        return 0
    if options.kinds:
        return without_labels(options, logs)
    if options.half or options.other:
        return other_pages(options, logs)
    return whole(options, logs)


if __name__ == "__main__":
    sys.exit(main())
