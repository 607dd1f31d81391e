#!/usr/bin/env python3
"""Lists from a few labelled rows, on pages made here and, where given, on a folder of pages.

    bench/accuracy/rows.py [--gleaner build/gleaner] [-k 1,2,5] [--seeds N]      made pages: 11 layouts, optional fields
    bench/accuracy/rows.py --set further [--complete] [--layouts badges,...] [-v] made pages: 21
        further layouts (rows_layouts.py)
    ../shared/score/score_rows.py -k 1,2,5 [--also] ../shared/corpora/records    real pages: rows, cells, mixed, silent

A made list has 14 rows; from the third on each may lack price, author or note. The first k rows are labelled by
their texts; the page itself and a second one of 9 rows are extracted. Exact: rows whose every field is right, as
F1. Wrong: cells that are not those of the row with the same title. --cut spoils one label: the longest value of
the last labelled row ends behind a word. --only labels and wants some fields alone, as somebody begins; rows that
have none of them are not wanted. --complete labels all rows of the page and says so, for each k as many pages.
Python's standard library only.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

import rows_layouts

WORDS = ("amber river stone cloud maple harbor signal velvet copper meadow lantern orbit cedar falcon ember quartz "
         "willow summit").split()


CITIES = "Berlin Oslo Porto Gent Lyon Graz Bergen Malmo".split()


def make_rows(rng, count, whole=2, fields=("title", "price", "author", "note")):
    rows = []
    for i in range(count):
        name = lambda: rng.choice(WORDS).title()
        row = {"title": f"{name()} {name()} {name()} {rng.randint(10, 99)}",
               "price": f"${rng.randint(3, 900)}.{rng.randint(0, 99):02}",
               "author": f"{name()} {name()}", "note": " ".join(rng.choice(WORDS) for _ in range(9)) + "."}
        if "city" in fields:
            row["city"] = rng.choice(CITIES)
        if i >= whole:
            for field, chance in (("price", .35), ("author", .3), ("note", .2), ("city", .25)):
                if field in row and rng.random() < chance:
                    del row[field]
        rows.append({field: row[field] for field in fields if field in row})
    return rows


def opt(row, field, form):
    return form % row[field] if field in row else ""


def join(rows, one):
    return "".join(one(i, r) for i, r in enumerate(rows))


def items(rows):
    return "<ul>" + join(rows, lambda i, r: f'<li><a href="/i{i}">{r["title"]}</a>'
                         + opt(r, "author", " <span>%s</span>") +
                         opt(r, "price", " <b>%s</b>") + opt(r, "note", "<p>%s</p>") + "</li>") + "</ul>"


LAYOUTS = {
    "items": items,
    "spans": lambda rows: "<div>"
    + join(rows, lambda i, r: f'<div><a href="/i{i}">{r["title"]}</a>' + opt(r, "price", "<span>%s</span>") +
                                         opt(r, "author", "<span>%s</span>") + opt(r, "note", "<span>%s</span>") + "</div>") + "</div>",
    "labels": lambda rows: "<div>"
    + join(rows, lambda i, r: f'<div><h3>{r["title"]}</h3>' + opt(r, "price", "<div>Price: %s</div>") +
                                          opt(r, "author", "<div>Author: %s</div>") + opt(r, "note", "<div>%s</div>") + "</div>") + "</div>",
    "table": lambda rows: "<table><tr><th>T</th><th>P</th><th>A</th><th>N</th></tr>" + join(
        rows, lambda i, r: f'<tr><td><a href=/{i}>{r["title"]}</a></td><td>{r.get("price", "&nbsp;")}</td><td>{r.get("author", "")}</td>'
                           f'<td>{r.get("note", "")}</td></tr>') + "</table>",
    "links": lambda rows: "<table><tr><th>T</th><th>P</th><th>A</th></tr>" + join(
        rows, lambda i, r: "<tr><td>" + (f'<a href=/{i}>{r["title"]}</a>' if i % 3 < 2 else r["title"]) +
                           f'</td><td>{r.get("price", "")}</td><td>{r.get("author", "")}</td><td>{r.get("note", "")}</td></tr>') + "</table>",
    "terms": lambda rows: "<dl>"
    + join(rows, lambda i, r: f'<dt><a href=/{i}>{r["title"]}</a></dt>' + opt(r, "author", "<dd>by %s</dd>") +
                                        opt(r, "price", "<dd>%s</dd>") + opt(r, "note", "<dd>%s</dd>")) + "</dl>",
    "two rows": lambda rows: "<table>" + join(
        rows, lambda i, r: f'<tr><td colspan=2><a href=/{i}>{r["title"]}</a></td></tr><tr><td>{r.get("price", "")}</td>'
                           f'<td>{r.get("author", "")}</td><td>{r.get("note", "")}</td></tr>') + "</table>",
    "lines": lambda rows: "<p>"
    + join(rows, lambda i, r: f'<a href=/{i}>{r["title"]}</a>' + opt(r, "author", " by <i>%s</i>") +
                                       opt(r, "price", " <b>%s</b>") + opt(r, "note", " %s") + "<br>") + "</p>",
    "sections": lambda rows: "".join(f"<h2>{WORDS[j % 18]}</h2>" + items(rows[j:j + 4]) for j in range(0, len(rows), 4)),
    "cards": lambda rows: "<div class=grid>" + join(
        rows, lambda i, r: f'<div class="card n{i}"><div class=body><h4 class=t>{r["title"]}</h4>' + opt(r, "price", "<span class=price>%s</span>") +
                           opt(r, "author", "<span class=who>by %s</span>") + opt(r, "note", "<p class=d>%s</p>") + "</div></div>") + "</div>",
    "headings": lambda rows: "<div>" + join(rows, lambda i, r: f'<h3>{r["title"]}</h3>' + opt(r, "price", "<p>%s</p>") +
                                            opt(r, "author", "<p><i>%s</i></p>") + opt(r, "note", "<p>%s</p>"))
                                            + "</div>",
}
PAGE = ("<html><head><title>x</title></head><body><div id=nav><a href=/a>Home</a> <a href=/b>About us</a> <a href=/c>Help</a></div>"
        "<h1>Results for %s</h1>%s<div id=foot><a href=/p>Privacy</a> <a href=/t>Terms</a></div></body></html>")


def call(*args):
    done = subprocess.run(args, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def cut(rng, row):
    """The row with its longest value cut behind a word, as somebody labels who copies what a narrow column shows."""
    field = max(row, key=lambda name: len(row[name]))
    words = row[field].split()
    return {**row, field: " ".join(words[:rng.randint(max(1, len(words) // 2), max(1, len(words) - 1))])}


def trial(options, layout, fields, k, seed, folder):
    """(exact rows, given rows, wanted rows, wrong cells, given cells), notes"""
    rng = random.Random(seed)
    taught = k if options.complete else 1
    pages = [make_rows(rng, 14 if n < taught else 9, fields=fields) for n in range(taught + 1)]
    for n, rows in enumerate(pages):
        with open(f"{folder}/{n}.html", "w", encoding="utf-8") as file:
            file.write(PAGE % (WORDS[n], layout(rows, 100 * seed + n)))
    if options.only:
        pages = [[part for row in rows if (part := {field: row[field] for field in options.only.split(",") if field in row})] for rows in pages]
    labelled = [rows if options.complete else rows[:k] for rows in pages[:taught]]
    if options.cut:
        labelled = [[cut(rng, row) if i + 1 == len(rows) else row for i, row in enumerate(rows)] for rows in labelled]
    with open(f"{folder}/l.labels.jsonl", "w", encoding="utf-8") as file:
        for n in range(taught):
            file.write(json.dumps({"page": f"{n}.html", "records": labelled[n],
                                   **({"complete": True} if options.complete else {})}) + "\n")
    code, _, said = call(options.gleaner, "learn", f"{folder}/l.labels.jsonl", "-o", f"{folder}/x.wrapper")
    total, notes = [0] * 5, [] if code == 0 else [said.strip()]
    for n, rows in enumerate(pages):
        given = []
        if code == 0:
            given = [json.loads(line)
                     for line in call(options.gleaner, "extract", f"{folder}/x.wrapper", "--no-page",
                                      f"{folder}/{n}.html")[1].splitlines()]
        by_title = {row["title"]: row for row in rows if "title" in row}
        total[0] += sum(row in rows for row in given)
        total[1] += len(given)
        total[2] += len(rows)
        notes += [f"page {n} lost {row}" for row in rows
                  if row not in given] + [f"page {n} given {row}" for row in given if row not in rows]
        for row in given:
            right = by_title.get(row.get("title"), {})
            total[3] += sum(right.get(field) != value for field, value in row.items())
            total[4] += len(row)
    return total, notes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gleaner", default="build/gleaner")
    parser.add_argument("-k", default="1,2,5")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--set", choices=["first", "further"], default="first")
    parser.add_argument("--layouts", help="only these")
    parser.add_argument("--complete", action="store_true")
    parser.add_argument("--cut", action="store_true",
                        help="the longest value of the last labelled row is cut behind a word")
    parser.add_argument("--only", help="fields that are labelled and wanted: title,price")
    parser.add_argument("-v", action="store_true")
    parser.add_argument("--keep", help="write the pages there")
    options = parser.parse_args()
    options.gleaner = os.path.abspath(options.gleaner)
    if options.set == "first":
        layouts = {name: (lambda rows, _, layout=layout: layout(rows), ("title", "price", "author", "note"))
                   for name, layout in LAYOUTS.items()}
    else:
        layouts = {layout.__name__: (layout, tuple(fields.split())) for layout, fields in rows_layouts.FURTHER.items()}
    bad = False
    for name, (layout, fields) in layouts.items():
        if options.layouts and name not in options.layouts.split(","):
            continue
        line, notes = [], []
        for k in map(int, options.k.split(",")):
            total = [0] * 5
            with tempfile.TemporaryDirectory() as folder:
                for seed in range(options.seeds):
                    if options.keep:
                        folder = os.path.join(options.keep, f"{name}-{k}-{seed}")
                        os.makedirs(folder, exist_ok=True)
                    more, said = trial(options, layout, fields, k, seed, folder)
                    total = [a + b for a, b in zip(total, more)]
                    notes += [f"k={k} seed {seed}: {note}" for note in said]
            exact = 2 * total[0] / max(1, total[1] + total[2])
            bad |= exact < 1
            line.append(f"k={k} exact {exact:.3f} wrong {total[3] / max(1, total[4]):.3f}")
        print(f"{name:18s} " + "   ".join(line), flush=True)
        for note in notes if options.v else []:
            print("   ", note[:600])
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
