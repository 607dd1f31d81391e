#!/usr/bin/env python3
"""Made-up reports as offices print them, in many styles and by several programs, against what is read of the PDFs.

    bench/accuracy/reports.py [--gleaner build/gleaner] [--documents 60] [--seed 1]
        [--makers chromium,platypus,latex] [--keep DIR] [--worst 10]

Each document is two pages of text with tables in it (statistics, accounts, surveys, schedules, descriptions) and with
what looks like tables and is none: lists, contents, references, charts, forms, letterheads, definitions, pages of two
columns. Each is set by one maker: Chromium (HTML and CSS), reportlab's platypus, LaTeX. A seed makes the same documents
each time. Scores as in the ICDAR-2013 competition (neighbours as F1, averaged over documents), but tables are matched
by their words, so that makers need not say where they put them: a table is found if half of the words of the two are
common. Rules are chosen with the seeds below 100; the others are for figures.
"""
import json
import os
import random
import sys
import tempfile

from report_contents import make_document
from report_makers import MAKERS, style_of
from table_scores import options, print_scores


def main():
    parser = options(__doc__)
    parser.add_argument("--makers", default=",".join(MAKERS))
    args = parser.parse_args()
    folder = args.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    makers = args.makers.split(",")
    gold, made = {}, []
    for n in range(args.documents):
        chance = random.Random(args.seed * 100003 + n)
        maker = makers[n % len(makers)]
        doc, style = make_document(chance), style_of(chance)
        name = f"r{args.seed}-{n:03}-{maker}-{style['rules']}"
        base = os.path.join(folder, name)
        if not os.path.exists(base + ".pdf"):
            try:
                MAKERS[maker](doc, style, chance, base)
            except Exception as error:  # what a maker cannot set (a table too large for its frame) is no document
                print(f"{name}: {type(error).__name__}", file=sys.stderr)
        if not os.path.exists(base + ".pdf"):
            continue
        gold[name] = [t.cells() for parts in doc["parts"] for kind, what in parts
                      for t in ([what] if kind == "table" else what if kind == "beside" else [])]
        made.append(base)
        with open(base + ".json", "w", encoding="utf-8") as file:
            json.dump({"tables": gold[name], "style": style}, file)
    print_scores(gold, made, args)


if __name__ == "__main__":
    main()
