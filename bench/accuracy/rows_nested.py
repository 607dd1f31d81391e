#!/usr/bin/env python3
"""Records with lists in them, learned from one or two labelled records of a page.

    bench/accuracy/rows_nested.py [--gleaner build/gleaner] [--layouts offers_table,flat] [-k 1,2] [--seeds 5]
        [--inner 0] [--from 0] [--keep DIR] [-v]

Pages are made: shops whose products have offers (two levels) and the plays of plays.py (three). Products lack prices
and offers, offers lack sellers' notes, scenes lack lines; fields that no labelled record has are not asked for; sellers
and prices repeat from product to product. A wrapper is learned from k labelled records of the first page (--from: which
is the first; --inner: so many of each inner list are labelled, 0 all) and run on that page and on two more; figures are
exact records of all, and values that were given in the wrong record.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

import plays

SELLERS = ["Amber Goods", "Nordhaus", "Quick & Co", "Laden 24", "Old Mill", "Pier One Store"]
STATES = ["new", "used", "like new", "refurbished"]
NOTES = ["ships today", "pick up only", "last one", "two years warranty"]
THINGS = "Lamp Kettle Chair Radio Clock Mirror Basket Ladder Camera Bottle Blanket Kite".split()
KINDS = "red oak steel small garden travel classic folding".split()


def products(rng, count, whole):
    """`whole`: so many at the beginning have all fields and at least two offers."""
    out = []
    for number in range(count):
        full = number < whole
        item = {"name": f"{rng.choice(KINDS).title()} {rng.choice(THINGS)} {rng.randint(100, 999)}"}
        if full or rng.random() < 0.7:
            item["maker"] = rng.choice(["Halden", "Morita", "Brix", "Osterley"])
        item["offers"] = []
        for _ in range(rng.randint(2, 4) if full else rng.choice([0, 1, 1, 2, 3, 5])):
            offer = {"seller": rng.choice(SELLERS), "price": f"${rng.randint(3, 400)}.{rng.randint(0, 99):02d}"}
            if full or rng.random() < 0.7:
                offer["state"] = rng.choice(STATES)
            if rng.random() < 0.4:
                offer["note"] = rng.choice(NOTES)
            item["offers"].append(offer)
        out.append(item)
    return out


def opt(before, record, name, after):
    return f"{before}{record[name]}{after}" if name in record else ""


def offers_classes(items):
    out = '<div class="list">'
    for p in items:
        out += f'<div class="product"><h3><a href="/p">{p["name"]}</a></h3>' + opt('<p class="maker">', p, "maker", "</p>") + '<ul class="offers">'
        for o in p["offers"]:
            out += f'<li><b>{o["seller"]}</b> <span class="price">{o["price"]}</span>' + opt(' <i>', o, "state", "</i>") + opt(' <small>', o, "note", "</small>") + "</li>"
        out += "</ul></div>\n"
    return out + "</div>"


def offers_table(items):
    """A table of offers in each product; none where there are none."""
    out = "<div>"
    for p in items:
        out += f'<div><h3>{p["name"]}</h3>' + opt("<div>by ", p, "maker", "</div>")
        if p["offers"]:
            out += "<table><tr><th>Seller</th><th>Price</th><th>State</th><th>Note</th></tr>"
            for o in p["offers"]:
                out += f'<tr><td>{o["seller"]}</td><td>{o["price"]}</td><td>{o.get("state", "")}</td><td>{o.get("note", "")}</td></tr>'
            out += "</table>"
        out += "</div>\n"
    return out + "</div>"


def offers_rows(items):
    """One table: a row a product, then a row an offer."""
    out = "<table>"
    for p in items:
        out += f'<tr><td colspan="4"><b>{p["name"]}</b>' + opt(" <i>", p, "maker", "</i>") + "</td></tr>\n"
        for o in p["offers"]:
            out += f'<tr><td>{o["seller"]}</td><td>{o["price"]}</td><td>{o.get("state", "")}</td><td>{o.get("note", "")}</td></tr>\n'
    return out + "</table>"


def offers_flat(items):
    """Headings and paragraphs, all siblings."""
    out = ""
    for p in items:
        out += f'<h3>{p["name"]}</h3>\n' + opt("<address>", p, "maker", "</address>\n")
        for o in p["offers"]:
            out += f'<p><a href="/s">{o["seller"]}</a> <b>{o["price"]}</b>' + opt(" <i>", o, "state", "</i>") + opt(" <small>", o, "note", "</small>") + "</p>\n"
    return out


def offers_spans(items):
    """Offers are spans in a cell, without a class."""
    out = "<table><tr><th>Product</th><th>Maker</th><th>Offers</th></tr>\n"
    for p in items:
        out += f'<tr><td>{p["name"]}</td><td>{p.get("maker", "")}</td><td>'
        for o in p["offers"]:
            out += f'<div><a href="/s">{o["seller"]}</a>: <span>{o["price"]}</span>' + opt(" <i>", o, "state", "</i>") + opt(" <small>", o, "note", "</small>") + "</div>"
        out += "</td></tr>\n"
    return out + "</table>"


def offers_lists(items):
    """Lists in lists, without a class."""
    out = "<ul>"
    for p in items:
        out += f'<li><a href="/p">{p["name"]}</a>' + opt(" <em>", p, "maker", "</em>") + "<ul>"
        for o in p["offers"]:
            out += f'<li>{o["seller"]} <b>{o["price"]}</b>' + opt(" <i>", o, "state", "</i>") + opt(" <small>", o, "note", "</small>") + "</li>"
        out += "</ul></li>\n"
    return out + "</ul>"


def offers_dl(items):
    """A term for each seller, a description for each price."""
    out = '<div class="all">'
    for p in items:
        out += f'<section><h2>{p["name"]}</h2>' + opt("<h4>", p, "maker", "</h4>") + "<dl>"
        for o in p["offers"]:
            out += f'<dt>{o["seller"]}</dt><dd><b>{o["price"]}</b>' + opt(" <i>", o, "state", "</i>") + opt(" <small>", o, "note", "</small>") + "</dd>"
        out += "</dl></section>\n"
    return out + "</div>"


SHOPS = {f.__name__: f for f in (offers_classes, offers_table, offers_rows, offers_flat, offers_spans, offers_lists,
                                 offers_dl)}


def play_list(rng, count, whole):
    out = []
    names = rng.sample(plays.PLAYS, count)
    for number in range(count):
        for play in plays.answers(rng, rng.choice(plays.WORDS), False):
            play["title"] = (names[number], names[number])
            if number < whole:
                play.setdefault("author", (plays.AUTHORS[0],) * 2)
                play = {k: play[k] for k in ("title", "author", "scenes")}
                while len(play["scenes"]) < 2:
                    play["scenes"].append({"name": ("Act 5, Scene 4",) * 2, "lines": []})
                for scene in play["scenes"]:
                    scene.setdefault("place", (rng.choice(plays.PLACES),) * 2)
                    while len(scene["lines"]) < 2:
                        scene["lines"].append({"speaker": ("NESTOR",) * 2, "words": plays.line(rng, "rose"),
                                               "number": ("7",) * 2})
            out.append(play)
            break
    return out


def make(rng, layout, whole):
    if layout in SHOPS:
        items = products(rng, rng.randint(5, 12), whole)
        return SHOPS[layout](items), items
    items = play_list(rng, rng.randint(4, 8), whole)
    page = plays.Page()
    plays.LAYOUTS[layout](page, items)
    return page.text, [plays.texts(item) for item in items]


def thin(record, inner):
    """The first records of each inner list."""
    out = {}
    for name, item in record.items():
        out[name] = [thin(i, inner) for i in (item[:inner] if inner else item)] if isinstance(item, list) else item
    return {n: v for n, v in out.items() if v != []}


def clean(record):
    out = {}
    for name, item in record.items():
        if isinstance(item, list):
            item = [clean(i) for i in item]
            if not item:
                continue
        elif isinstance(item, dict):
            item = item["text"]
        out[name] = " ".join(item.split()) if isinstance(item, str) else item
    return out


def paths(record, above=()):
    """Paths of all fields: what the labels know of."""
    out = set()
    for name, item in record.items():
        out.add((*above, name))
        for inner in item if isinstance(item, list) else []:
            out |= paths(inner, (*above, name))
    return out


def known(record, fields, above=()):
    """The record without fields that no label shows."""
    out = {}
    for name, item in record.items():
        if (*above, name) in fields:
            out[name] = [known(i, fields, (*above, name)) for i in item] if isinstance(item, list) else item
    return out


def leaf_texts(record):
    for item in record.values():
        if isinstance(item, list):
            for inner in item:
                yield from leaf_texts(inner)
        else:
            yield item


def trial(args, layout, k, seed, folder):
    rng = random.Random(f"{seed} {layout}")
    pages = []
    for number in range(3):
        body, items = make(rng, layout, args.first + k if number == 0 else 0)
        name = os.path.join(folder, f"{number}.html")
        open(name, "w",
             encoding="utf8").write("<html><head><title>Search</title></head>\n<body>\n<h1>All there is</h1>\n<p>Try <a href=\"/\">another <b>word</b></a>.</p>\n"
                                               + body
                                    + "<hr>\n<div>Prices may change. <a href=\"/about\">About</a></div>\n</body></html>\n")
        pages.append((name, [clean(i) for i in items]))
    rows = [thin(r, args.inner) for r in pages[0][1][args.first:args.first + k]]
    fields = set().union(*[paths(r) for r in rows])
    pages = [(name, [known(i, fields) for i in items]) for name, items in pages]
    labels = os.path.join(folder, "labels.jsonl")
    open(labels, "w").write(json.dumps({"page": pages[0][0], "records": rows}) + "\n")
    wrapper = os.path.join(folder, "w.wrapper")
    learn = subprocess.run([args.gleaner, "learn", labels, "-o", wrapper,
                            *(["--kind", args.kind] if args.kind else [])], capture_output=True, text=True)
    wanted = sum(len(p[1]) for p in pages)
    if learn.returncode:
        return 0, wanted, 0, learn.stderr.strip().split("\n")
    run = subprocess.run([args.gleaner, "extract", wrapper, "--as-labels", *[p[0] for p in pages]], capture_output=True,
                         text=True)
    got = {json.loads(line)["page"]: [clean(r) for r in json.loads(line)["records"]]
           for line in run.stdout.splitlines()}
    exact = crossed = 0
    notes = learn.stdout.strip().split("\n")
    for name, want in pages:
        have = next((v for p, v in got.items() if os.path.basename(p) == os.path.basename(name)), [])
        left = [json.dumps(h, sort_keys=True) for h in have]
        for item in want:
            text = json.dumps(item, sort_keys=True)
            if text in left:
                left.remove(text)
                exact += 1
            else:
                key = item.get("name", item.get("title"))
                mine = [h for h in have if h.get("name", h.get("title")) == key]
                crossed += sum(1 for h in mine for t in leaf_texts(h) if isinstance(t, str)
                               and t not in list(leaf_texts(item)))
                notes.append(f"wanted {text}\n    given {json.dumps(mine)}")
        if len(have) != len(want):
            notes.append(f"{len(have)} of {len(want)} records")
    return exact, wanted, crossed, notes


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--gleaner", default="build/gleaner")
    parser.add_argument("--layouts", default=",".join([*SHOPS, *plays.LAYOUTS]))
    parser.add_argument("-k", default="1,2")
    parser.add_argument("--kind")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--inner", type=int, default=0, help="so many records of each inner list are labelled; 0: all")
    parser.add_argument("--from", type=int, default=0, dest="first", help="number of the first labelled record")
    parser.add_argument("--keep", help="write the pages there")
    parser.add_argument("-v", action="store_true")
    args = parser.parse_args()
    all_exact = all_wanted = all_crossed = 0
    for layout in args.layouts.split(","):
        for k in (int(k) for k in args.k.split(",")):
            exact = wanted = crossed = 0
            kept = []
            for seed in range(args.seeds):
                with tempfile.TemporaryDirectory() as made:
                    folder = made
                    if args.keep:
                        folder = os.path.join(args.keep, f"{layout}-{k}-{seed}")
                        os.makedirs(folder, exist_ok=True)
                    e, w, c, notes = trial(args, layout, k, seed, folder)
                exact, wanted, crossed = exact + e, wanted + w, crossed + c
                if e < w or c:
                    kept += [f"seed {seed}: {e}/{w}"] + notes
            print(f"{layout:15s} k={k}  exact records {exact}/{wanted}  foreign values {crossed}", flush=True)
            for note in kept if args.v else []:
                print("   ", note[:900])
            all_exact, all_wanted, all_crossed = all_exact + exact, all_wanted + wanted, all_crossed + crossed
    print(f"== {all_exact} of {all_wanted} records exact ({all_exact / all_wanted:.3f}), {all_crossed} values of other records")


if __name__ == "__main__":
    main()
