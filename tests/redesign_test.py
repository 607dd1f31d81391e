#!/usr/bin/env python3
"""A made-up site is redesigned in many ways, fields are removed and struck through: `check` must notice what hurts, and
`repair` must never make it worse.

    tests/redesign_test.py GLEANER

The wrapper is learned from three pages; repair sees old and new versions of pages 0 to 9; judged on
pages 10 to 15, which nobody has seen. Each redesign is a template of its own, so a field may move, lose
its label or stand in other tags.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

GLEANER = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/gleaner"
WORDS = "stone river copper garden bridge paper engine market violet harbor lantern valley cotton orchard mirror basket".split()
MAKERS = ["Alder & Sons", "Brook Works", "Cobalt", "Dunmore", "Eastgate"]
PAGES = 16


def items():
    r = random.Random(4)
    return [{"name": f"{r.choice(WORDS).title()} {r.choice(WORDS)} {i}", "maker": r.choice(MAKERS),
             "price": f"${r.randint(5, 90)}.{r.randint(10, 99)}", "weight": f"{r.randint(100, 990)} g"}
            for i in range(PAGES)]


def more(i):
    """What else stands on a page: other items with prices, a menu, a footer."""
    r = random.Random(1000 + i)
    others = "".join(f'<li><a href="/{k}">{r.choice(WORDS).title()} {r.choice(WORDS)}</a> ${r.randint(5, 90)}.{r.randint(10, 99)}</li>'
                     for k in range(3))
    return f"<ul class=also>{others}</ul><p class=foot>Free delivery from $50.00. Box of 250 g.</p>"


def line(cls, label, value, tag="p"):
    return f'<{tag} class="{cls}">{label} <b>{value}</b></{tag}>' if value else ""


def old(x, i):
    return (f'<div id=top><a href=/>Home</a></div><h1 class="title">{x.get("name", "")}</h1>'
            + line("maker", "Maker:", x.get("maker"))
            + line("price", "Price:", x.get("price")) + line("weight", "Weight:", x.get("weight")) + more(i))


def renamed(x, i):
    return re.sub(r'class="(\w+)"', lambda m: f'class="c{len(m[1])}{m[1][0]}"', old(x, i))


def retagged(x, i):
    return old(x, i).replace("<h1", "<h2").replace("</h1", "</h2").replace("<p", "<div").replace("</p", "</div").replace("<b>", "<em>").replace("</b>", "</em>")


def table(x, i):
    rows = "".join(f"<tr><td>{f.title()}</td><td>{x[f]}</td></tr>" for f in ("maker", "price", "weight") if f in x)
    return f'<h1>{x.get("name", "")}</h1><table class=facts>{rows}</table>{more(i)}'


def reordered(x, i):
    return more(i) + line("weight", "Weight:", x.get("weight")) + line("price", "Price:", x.get("price")) + \
        line("maker", "Maker:", x.get("maker")) + f'<h1 class="title">{x.get("name", "")}</h1>'


def relabelled(x, i):
    return old(x, i).replace("Maker:", "Made by").replace("Price:", "You pay").replace("Weight:", "Shipping weight")


def wrapped(x, i):
    return f'<main><section><div class=box>{old(x, i)}</div></section></main>'


def sale(x, i):
    return old(x, i).replace("Price:", f'Price: <s>${i + 95}.00</s>')


def sold_out(x, i):
    y = dict(x)
    y.pop("price")
    return old(y, i) + f'<p class="price">Price: <s><b>{x["price"]}</b></s> sold out</p>'


def without(field, template):
    return lambda x, i: template({k: v for k, v in x.items() if k != field}, i)


REDESIGNS = {f.__name__: (f, None) for f in (renamed, retagged, table, reordered, relabelled, wrapped, sale)}
REDESIGNS["sold_out"] = (sold_out, "price")
for gone in ("name", "maker", "price", "weight"):
    REDESIGNS[f"without_{gone}"] = (without(gone, old), gone)
for gone in ("maker", "price", "weight"):
    REDESIGNS[f"table_without_{gone}"] = (without(gone, table), gone)
    REDESIGNS[f"renamed_without_{gone}"] = (without(gone, renamed), gone)


def write(folder, template, data):
    os.makedirs(folder)
    paths = []
    for i, x in enumerate(data):
        path = f"{folder}/{i:02}.html"
        with open(path, "w", encoding="utf8") as out:
            out.write(f"<!doctype html><html><head><title>Shop</title></head><body>{template(x, i)}</body></html>\n")
        paths.append(path)
    return paths


def run(*args):
    return subprocess.run([GLEANER, *args], capture_output=True, text=True, timeout=120, check=False)


def values(wrapper, pages):
    out = []
    for row in run("extract", wrapper, "--as-labels", *pages).stdout.splitlines():
        record = (json.loads(row)["records"] or [{}])[0]
        out.append({(f, v["text"]) for f, v in record.items() if isinstance(v, dict)})
    return out


def f1(want, got):
    both = sum(len(a & b) for a, b in zip(want, got))
    return 2 * both / max(1, sum(map(len, want)) + sum(map(len, got)))


def main():
    data, failures, noticed, hurt = items(), [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        before = write(folder + "/old", old, data)
        with open(folder + "/l.jsonl", "w", encoding="utf8") as out:
            for page, x in list(zip(before, data))[:3]:
                out.write(json.dumps({"page": page, "complete": True, "records": [x]}) + "\n")
        wrapper = folder + "/old.wrapper"
        learned = run("learn", folder + "/l.jsonl", "--also", *before[3:8], "-o", wrapper)
        if learned.returncode:
            sys.exit(learned.stderr)
        truth = [set(x.items()) for x in data]
        if values(wrapper, before) != truth:
            sys.exit("the wrapper does not even read the old pages")
        if run("check", wrapper, *before[8:]).returncode:
            failures.append("untouched pages are not fine")
        for name, (template, gone) in REDESIGNS.items():
            pages = write(f"{folder}/{name}", template, data)
            want = [{(f, v) for f, v in x.items() if f != gone} for x in data]
            got = values(wrapper, pages)
            if got[10:] != want[10:] or gone:
                hurt += 1
                noticed += run("check", wrapper, *pages[10:]).returncode == 4
            fixed = f"{folder}/{name}.wrapper"
            run("repair", wrapper, *before[:10], "--new", *pages[:10], "-o", fixed)
            after = values(fixed, pages) if os.path.exists(fixed) else got
            then, now = f1(want[10:], got[10:]), f1(want[10:], after[10:])
            print(f"{name:24} {then:.3f} -> {now:.3f}")
            if now < then - 1e-9:
                failures.append(f"{name}: made worse, {then:.3f} -> {now:.3f}")
            if gone and any(f == gone for row in after[10:]
                            for f, _ in row) and not any(f == gone for row in got[10:] for f, _ in row):
                failures.append(f"{name}: another text was taken for {gone}")
    print(f"noticed {noticed} of {hurt} that hurt")
    if noticed < 0.95 * hurt:
        failures.append("check did not notice enough")
    if failures:
        sys.exit("\n".join(failures))


main()
