#!/usr/bin/env python3
"""Do `gleaner records` and `gleaner tables` say the same where both apply?

    bench/accuracy/agree.py PAGE|FOLDER... [--gleaner build/gleaner] [--worst 10]

Both apply where most texts of the list that `records` finds stand in one table of the page. Then the list should have
the table's rows: as many of them, each with the texts of its row (a list may have more: addresses of links). Prints how
many pages have both, on how many the rows agree, and the others.
"""
import argparse
import collections
import csv
import io
import glob
import json
import os
import re
import subprocess

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
SHARE = 0.6  # of the list's texts stand in the table


def plain(text):
    return re.sub(r"\W+", "", text).lower()


def records_of(gleaner, path):
    out = subprocess.run([gleaner, "records", path, "--format", "csv", "--readings", "text"], capture_output=True,
                         text=True)
    if out.returncode:
        return []
    rows = list(csv.reader(io.StringIO(out.stdout)))[1:]
    return [[plain(value) for value in row if value and not re.match(r"(?!#[0-9A-Fa-f]{6}$)(https?:|/|\.\./|#[A-Za-z])\S*$", value)] for row in rows]


def tables_of(gleaner, path):
    """The rows of each table, as the verb writes them."""
    out = subprocess.run([gleaner, "tables", path, "--as-tables"], capture_output=True, text=True).stdout
    count = len(json.loads(out)["tables"]) if out else 0
    found = []
    for number in range(1, count + 1):
        out = subprocess.run([gleaner, "tables", path, "--table", str(number), "--format", "csv", "--readings", "text"],
                             capture_output=True, text=True).stdout
        found.append([[plain(value) for value in row if value] for row in list(csv.reader(io.StringIO(out)))[1:]])
    return found


def bag(rows):
    return collections.Counter(value for row in rows for value in row if value)


def compare(records, tables):
    """None: not both apply. Else rows of both, and rows whose texts agree."""
    values = bag(records)
    best = max(tables, key=lambda t: sum((bag(t) & values).values()), default=[])
    if len(records) < 2 or sum((bag(best) & values).values()) < SHARE * sum(values.values()):
        return None
    same = sum(not (collections.Counter(filter(None, b)) - collections.Counter(a))
               for a, b in zip(records, best)) if len(records) == len(best) else 0
    return len(records), len(best), same


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", nargs="+")
    parser.add_argument("--gleaner", default=os.path.join(ROOT, "build", "gleaner"))
    parser.add_argument("--worst", type=int, default=10)
    args = parser.parse_args()
    paths = [p for name in args.pages
             for p in (sorted(glob.glob(os.path.join(name, "**", "*.htm*"), recursive=True)) if os.path.isdir(name) else [name])]
    both = rows = texts = 0
    others = []
    for path in paths:
        tables = tables_of(args.gleaner, path)
        found = compare(records_of(args.gleaner, path), tables) if tables else None
        if not found:
            continue
        both += 1
        rows += found[0] == found[1]
        texts += found[0] == found[1] == found[2]
        if not found[0] == found[1] == found[2]:
            others.append((path, *found))
    print(f"{len(paths)} pages, both on {both}: as many rows on {rows}, the same texts in all of them on {texts}")
    for path, records, table, same in others[: args.worst]:
        print(f"  {path}: {records} records, {table} rows, {same} alike")


if __name__ == "__main__":
    main()
