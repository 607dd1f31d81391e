#!/usr/bin/env python3
"""Tables of HTML pages, printed to PDF by Chromium in several styles, against what is read of the PDFs.

    bench/accuracy/printed.py FOLDER [--gleaner build/gleaner] [--pages 60] [--seed 3] [--keep DIR] [--worst 10]

FOLDER holds HTML pages whose first table is taken. The truth is what `gleaner tables` reads of the HTML, so this
measures layout alone: rows and columns without rulings, with a few, with all, with striped rows; links are
underlined, cells wrapped, columns right-aligned as it comes. Printed are neighbours (a text, the next one to the
right or below) found and missed, as F1, a line a style, and the worst documents. No page here was looked at when
thresholds were chosen but those of seed 3.
"""
import argparse
import collections
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
STYLES = {
    "none": "td, th { padding: 2px 9px }",
    "book": "table { border-top: 1.5px solid; border-bottom: 1.5px solid } tr:first-child th { border-bottom: 1px solid } td, th { padding: 2px 9px }",
    "rows": "td, th { border-bottom: 1px solid #999; padding: 3px 8px }",
    "grid": "td, th { border: 1px solid #555; padding: 2px 6px }",
    "striped": "tr:nth-child(even) { background: #eee } td, th { padding: 3px 9px }",
}
PROSE = "The figures in this list were taken from the last count and show how the towns of the valley have changed over the years, which the text below tells. "


def read(gleaner, *files):
    out = subprocess.run([gleaner, "tables", "--as-tables", *files], capture_output=True, text=True).stdout
    return {json.loads(line)["doc"]: json.loads(line)["tables"] for line in out.splitlines()}


def neighbours(cells):
    """Of a grid with its spanning cells written out: each text with the next one to the right and below."""
    grid = {}
    for cell in cells:
        for r in range(cell["row"], cell["row"] + cell.get("rowspan", 1)):
            for c in range(cell["col"], cell["col"] + cell.get("colspan", 1)):
                grid[r, c] = re.sub(r"\W+", "", cell["text"]).lower()
    rows, columns = 1 + max((r for r, _ in grid), default=-1), 1 + max((c for _, c in grid), default=-1)
    out = collections.Counter()
    for lines in ([[grid.get((r, c), "") for c in range(columns)] for r in range(rows)],
                  [[grid.get((r, c), "") for r in range(rows)] for c in range(columns)]):
        for line in lines:
            texts = [t for t in line if t]
            out.update((a, b) for a, b in zip(texts, texts[1:]) if a != b)
    return out


def page_of(path, chance):
    with open(path, encoding="utf-8", errors="replace") as file:
        found = re.search(r"<table.*?</table>", file.read(), re.S | re.I)
    if not found or found.group(0).lower().count("<table") > 1:
        return None
    table = re.sub(r"<(style|script|caption|sup)\b.*?</\1>|<img[^>]*>", "", found.group(0), flags=re.S | re.I)
    table = re.sub(r"\s(style|class|width|height|align|valign|bgcolor|border|cellpadding|cellspacing|id)=(\"[^\"]*\"|'[^']*'|[^\s>]+)", "", table)
    plain = re.sub(r"<[^>]+>", "", table)
    if not 4 <= table.lower().count("<tr") <= 34 or len(plain) > 2600 or "display" in table:
        return None
    style = chance.choice(list(STYLES))
    css = (f"@page {{ size: A4; margin: 15mm }} body {{ font: {chance.choice([9, 10, 11])}px {chance.choice(['sans-serif', 'serif'])} }} "
           f"table {{ border-collapse: collapse; margin: 12px {chance.choice(['0', 'auto'])}; width: {chance.choice(['auto', '100%'])} }} {STYLES[style]} "
           f"th {{ text-align: {chance.choice(['left', 'center'])} }} td {{ vertical-align: {chance.choice(['top', 'middle'])} }} "
           + ("td:not(:first-child) { text-align: right }" if chance.random() < 0.4 else ""))
    prose = "<p>" + PROSE * chance.randint(1, 4) + "</p>"
    return style, f"<!doctype html><meta charset=utf-8><style>{css}</style><h2>A list</h2>{prose}{table}{prose}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--gleaner", default=os.path.join(ROOT, "build", "gleaner"))
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--keep", help="print into this folder; what is there already is not printed again")
    parser.add_argument("--worst", type=int, default=10)
    args = parser.parse_args()
    chance = random.Random(args.seed)
    browser = shutil.which("chromium") or sys.exit("chromium is needed")
    files = sorted(glob.glob(os.path.join(args.folder, "*.html")))
    chance.shuffle(files)
    folder = args.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    made = []
    for path in files:
        page = page_of(path, chance)
        if not page or len(made) == args.pages:
            continue
        base = os.path.join(folder, f"s{args.seed}-{len(made):03}-{page[0]}")
        made.append(base)
        if not os.path.exists(base + ".pdf"):
            with open(base + ".html", "w", encoding="utf-8") as file:
                file.write(page[1])
            subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
                            f"--print-to-pdf={base}.pdf", "file://" + base + ".html"],
                           capture_output=True, timeout=120)
    truth, got = read(args.gleaner, *(b + ".html" for b in made)), read(args.gleaner, *(b + ".pdf" for b in made))
    scores = collections.defaultdict(list)
    extra = 0
    for base in map(os.path.basename, made):
        if not truth.get(base):
            continue
        want = neighbours(truth[base][0]["cells"])
        have = [neighbours(table["cells"]) for table in got.get(base, [])]
        best = max(have, key=lambda h: sum((h & want).values()), default=collections.Counter())
        extra += max(0, len(have) - 1)
        f1 = 2 * sum((best & want).values()) / max(1, sum(best.values()) + sum(want.values()))
        scores[base.split("-")[2]].append((f1, base, len(have)))
    every = sorted(sum(scores.values(), []))
    for style, list_ in sorted(scores.items()):
        print(f"{style:8} {sum(f for f, _, _ in list_) / len(list_):.3f}  of {len(list_)}")
    print(f"all      {sum(f for f, _, _ in every) / len(every):.3f}  of {len(every)}, {sum(n > 0 for _, _, n in every)} found, {extra} tables too many")
    for f1, base, tables in every[:args.worst]:
        print(f"  {f1:.3f} {base} ({tables} tables)")


if __name__ == "__main__":
    main()
