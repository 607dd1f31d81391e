#!/usr/bin/env python3
"""Fields of invoices (PDF) from one or two labelled ones: made-up invoices whose parts move,
and what is found on the others.

    bench/accuracy/invoices.py [--gleaner build/gleaner] [-k 1,2] [--kind layout] [--seed 7] [--show]

Each set is one sender's form: where the fields stand, whether labels stand before or above values, in which order
optional lines come. Invoices of a set differ in values, in the number of items (so that totals move), in lines
that are there or not, in the length of addresses. Labels are texts; a value counts as right if it is the text
that was written, or is absent where none was. Prints a line a set: right, missed, wrong of all fields on the
invoices that were not labelled.
"""
import argparse
import importlib.machinery
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))


def load_writer():
    loader = importlib.machinery.SourceFileLoader("make_pdfs", os.path.join(ROOT, "scripts", "make-pdfs"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("make_pdfs", loader))
    loader.exec_module(module)
    return module


MONTHS = ["January", "February", "March", "April", "May", "June", "July"]
TOWNS = ["20457 Hamburg", "24103 Kiel", "50667 Koeln", "04109 Leipzig", "80331 Muenchen"]
GOODS = ["Espresso beans, 1 kg", "Filter papers, no. 4", "Descaler, 1 l", "Cup, 80 ml", "Saucer", "Grinder", "Milk jug",
         "Scale"]
PEOPLE = ["Alder Cafe", "Brook & Sons", "Cove Hotel", "Dunes Bakery", "Elm Tree School", "Fern Rooms"]


def invoice(pdf, form, rng):
    """One invoice of a form; gives the book and the truth."""
    book = pdf.Book("Invoice")
    s = book.sheet()
    number, customer = str(rng.randint(1000, 9999)), "K-%d" % rng.randint(100, 999)
    day = lambda: "%d %s 2024" % (rng.randint(1, 28), rng.choice(MONTHS))
    truth = {"number": number, "date": day(), "customer": customer}
    head = [("Invoice", number), ("Date", truth["date"]), ("Customer", customer)]
    if rng.random() < 0.5:
        head.insert(form["order_at"], ("Order", "P%d" % rng.randint(10, 99)))
    if rng.random() < 0.6:
        truth["due"] = day()
        head.append(("Due", truth["due"]))
    left, right = (380, 545) if form["side"] == "right" else (50, 215)
    other = 50 if form["side"] == "right" else 330
    s.text(other, 60, form["sender"], 20, True)
    y = 62 + rng.choice([0, 6])
    for name, value in head:
        if form["labels"] == "above":
            s.text(left, y, name, 8, True)
            s.text(left, y + 12, value, 10)
            y += 30
        else:
            s.text(left, y, name + form["colon"], 9, True)
            s.text(right if form["far"] else left + 70, y, value, 9, align="right" if form["far"] else "left")
            y += 14
    lines = [rng.choice(PEOPLE)] + (["Att. M. Smith"] if rng.random() < 0.4
                                    else []) + ["Mill Lane %d" % rng.randint(1, 80), rng.choice(TOWNS)]
    truth["receiver"] = lines[0]
    top = 100 if form["side"] == "right" else 110
    s.text(other, top, "Bill to", 8, True)
    for i, line in enumerate(lines):
        s.text(other, top + 16 + 22 * i, line, 10)
    rows, total = [["Item", "Quantity", "Price", "Amount"]], 0
    for good in rng.sample(GOODS, rng.randint(2, 7)):
        n, price = rng.randint(1, 20), rng.randint(100, 4000) / 100
        total += n * price
        rows.append([good, str(n), "%.2f" % price, "%.2f" % (n * price)])
    y = s.table(50, 250, [255, 80, 80, 80], rows, size=10, pitch=18, align={1: "right", 2: "right", 3: "right"},
                rules=form["rules"])
    sums = [("Sum", "%.2f" % total), ("Tax, 7%", "%.2f" % (total * 0.07))]
    if rng.random() < 0.3:
        sums.insert(1, ("Postage", "4.90"))
    truth["total"] = "%.2f" % (total * 1.07 + (4.9 if len(sums) > 2 else 0))
    for name, value in sums + [(form["pay"], truth["total"])]:
        y += 16
        s.text(380, y + 8, name, 10, True)
        s.text(541, y + 8, value, 10, align="right")
    s.paragraph(50, y + 60, 495, "Please pay within ten days and name the number of the invoice.")
    return book, truth


FORMS = [
    {"side": "right", "labels": "before", "far": True, "colon": "", "order_at": 1, "rules": "hv", "pay": "To pay",
     "sender": "Bean Depot"},
    {"side": "left", "labels": "before", "far": False, "colon": ":", "order_at": 0, "rules": "h", "pay": "Total",
     "sender": "North Supplies"},
    {"side": "right", "labels": "above", "far": False, "colon": "", "order_at": 2, "rules": "", "pay": "Amount due",
     "sender": "Office & Co"},
    {"side": "left", "labels": "above", "far": False, "colon": "", "order_at": 1, "rules": "b", "pay": "Total",
     "sender": "Harbour Tools"},
]


def run(gleaner, *arguments, cwd):
    return subprocess.run([gleaner, *arguments], cwd=cwd, capture_output=True, text=True)


def score(pdf, form, k, args, folder, seed):
    rng = random.Random(seed)
    truths = []
    for i in range(args.pages):
        book, truth = invoice(pdf, form, rng)
        with open(os.path.join(folder, f"i{i:02}.pdf"), "wb") as file:
            file.write(book.bytes())
        truths.append(truth)
    order = sorted(range(args.pages), key=lambda i: -len(truths[i]))  # an invoice with all fields is labelled first
    with open(os.path.join(folder, "l.labels.jsonl"), "w", encoding="utf-8") as file:
        for i in order[:k]:
            file.write(json.dumps({"page": f"i{i:02}.pdf", "complete": True, "records": [truths[i]]}) + "\n")
    learned = run(args.gleaner, "learn", "l.labels.jsonl", "-o", "l.wrapper",
                  *(["--kind", args.kind] if args.kind else []), cwd=folder)
    right = missed = wrong = 0
    if learned.returncode:
        return right, missed, wrong, learned.stderr.strip().split("\n")[-1]
    for i in order[k:]:
        out = run(args.gleaner, "extract", "l.wrapper", f"i{i:02}.pdf", "--format", "jsonl", "--no-page",
                  cwd=folder).stdout
        records = [json.loads(line) for line in out.splitlines()]
        got = records[0] if len(records) == 1 else {}
        for field in ("number", "date", "customer", "due", "receiver", "total"):
            value, true = got.get(field), truths[i].get(field)
            value = value["text"] if isinstance(value, dict) else value
            if value == true:
                right += true is not None
            elif value is None:
                missed += 1
            else:
                wrong += 1
            if args.show and value != true:
                print(f"    i{i:02} {field}: {value!r} instead of {true!r}")
    return right, missed, wrong, learned.stderr.split("\n")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--gleaner", default=os.path.join(ROOT, "build", "gleaner"))
    parser.add_argument("-k", default="1,2")
    parser.add_argument("--kind", default="")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--pages", type=int, default=12)
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    args.gleaner = os.path.abspath(args.gleaner)
    pdf = load_writer()
    for k in map(int, args.k.split(",")):
        all_right = all_missed = all_wrong = 0
        for number, form in enumerate(FORMS):
            with tempfile.TemporaryDirectory() as folder:
                right, missed, wrong, said = score(pdf, form, k, args, folder, args.seed * 100 + number)
            print(f"k={k} {form['sender']:<16} right {right:3} missed {missed:3} wrong {wrong:3}   {said}")
            all_right, all_missed, all_wrong = all_right + right, all_missed + missed, all_wrong + wrong
        recall = all_right / max(1, all_right + all_missed + all_wrong)
        print(f"== k={k}{' ' + args.kind if args.kind else ''}: right {recall:.3f}, wrong {all_wrong}, missed {all_missed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
