#!/usr/bin/env python3
"""Records three levels deep, learned from whole labelled pages: plays, their scenes, the lines that were found.

    bench/accuracy/plays.py [--gleaner build/gleaner] [--layouts dl,flat] [--labels text,span] [-k 10] [--kind KIND]
        [--bare] [--seed 1] [--keep DIR] [-v]

Pages are made: the answers of a search in plays, the word that was searched for in <b> wherever it stands in a
line. Nine layouts, from nested elements with classes to headings and paragraphs without any nesting. Some plays
have no author, some scenes no place, some scenes no lines (the word stands in their title), some pages one play
with one line. A wrapper is learned from the first k pages and run on all of them and on ten more; a page counts as
exact when its records are the wanted ones, level by level. Labels: by text as a reader sees it, by places, or by
places with the markup as it is written.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

WORDS = ("night day king crown sword heart blood love death ghost storm sea ship wind moon star tongue hand eye truth sleep dream fire rose winter summer grief "
         "honour battle brother sister father mother castle gate letter ring poison garden forest river stone music shadow").split()
LITTLE = "the my thy a this that no some what his her our".split()
VERBS = "keeps breaks knows fears loves hides seeks finds leaves calls bears turns".split()
NAMES = "Orlan Bettine Corvo Drusilla Edmar Fabrice Gisela Hadrian Isolde Jaspar Katrin Lothar Merle Nestor Odile Perrin".split()
PLAYS = ["The Winter Gate", "Corvo", "A Storm of Roses", "The Merchant's Ring", "Lothar the Second",
         "Two Sisters of Verne", "The Silent Crown", "Isolde",
         "Much Grief for Little", "The Garden at Night"]
AUTHORS = ["M. Aldane", "R. Quill", "J. Fairweather", "T. Osmund"]
PLACES = ["A hall in the castle", "The forest", "Before the gate", "On board a ship", "Another part of the garden"]


def line(rng, word):
    """A line with up to three hits; as (text, written)."""
    parts = []
    for _ in range(rng.randint(1, 3)):
        parts += [rng.choice(LITTLE), rng.choice(WORDS), rng.choice(VERBS), rng.choice(LITTLE), rng.choice(WORDS)]
    for at in sorted(rng.sample(range(len(parts)), rng.choice([0, 1, 1, 1, 2, 3]))):
        parts[at] = "\0"
    text = " ".join(parts)
    text = text[0].upper() + text[1:] + rng.choice([".", ",", ";", "!", "?"])
    return text.replace("\0", word), text.replace("\0", f"<b>{word}</b>")


def answers(rng, word, little, bare=False):
    """The plays of one page: nested records of (text, written). Bare: one value a level, and no scene without lines."""
    plays = []
    plain = lambda text: (text, text)
    for title in rng.sample(PLAYS, 1 if little else rng.randint(1, 3)):
        play = {"title": plain(title)}
        if not bare and rng.random() < 0.7:
            play["author"] = plain(rng.choice(AUTHORS))
        play["scenes"] = []
        acts = sorted(rng.sample([(a, s) for a in range(1, 6) for s in range(1, 5)],
                                 1 if little else rng.randint(1, 4)))
        for act, number in acts:
            scene = {"name": plain(f"Act {act}, Scene {number}")}
            if not bare and rng.random() < 0.5:
                place = rng.choice(PLACES)
                scene["place"] = plain(place)
            scene["lines"] = []
            for _ in range(1 if little else rng.choice([int(bare), 1, 1, 2, 3, 5, 8])):
                spoken = {"words": line(rng, word)}
                if not bare:
                    spoken = {"speaker": plain(rng.choice(NAMES).upper()), **spoken}
                if not bare and rng.random() < 0.8:
                    spoken["number"] = plain(str(rng.randint(1, 400)))
                scene["lines"].append(spoken)
            play["scenes"].append(scene)
        plays.append(play)
    return plays


class Page:
    """Text written piece by piece; every value knows where it stands."""
    def __init__(self):
        self.text = ""

    def put(self, *parts):
        for part in parts:
            if isinstance(part, dict):
                begin = len(self.text)
                self.text += part["written"]
                part["span"] = [begin, len(self.text)]
            elif part is not None:
                self.text += part


def value(record, name):
    """The value of a field, as something that Page.put() can write."""
    found = record.get(name)
    if isinstance(found, tuple):
        found = record[name] = {"text": found[0], "written": found[1]}
    return found


def classes(page, plays):
    for play in plays:
        page.put('<section class="play">\n<h2>', value(play, "title"), "</h2>\n")
        if value(play, "author"):
            page.put('<p class="by">by <i>', value(play, "author"), "</i></p>\n")
        for scene in play["scenes"]:
            page.put('<div class="scene"><h3>', value(scene, "name"), "</h3>")
            if value(scene, "place"):
                page.put('<span class="place">', value(scene, "place"), "</span>")
            page.put("\n<ul>\n")
            for spoken in scene["lines"]:
                page.put('<li><em>', value(spoken, "speaker"), '</em> <q>', value(spoken, "words"), "</q>")
                if value(spoken, "number"):
                    page.put(' <small>', value(spoken, "number"), "</small>")
                page.put("</li>\n")
            page.put("</ul></div>\n")
        page.put("</section>\n")


def lists(page, plays):
    """Nested, without a class."""
    page.put("<ol>\n")
    for play in plays:
        page.put("<li><a href=\"/play\">", value(play, "title"), "</a>")
        if value(play, "author"):
            page.put(" (", value(play, "author"), ")")
        page.put("<ol>\n")
        for scene in play["scenes"]:
            page.put("<li><strong>", value(scene, "name"), "</strong>")
            if value(scene, "place"):
                page.put(" <i>", value(scene, "place"), "</i>")
            page.put("<ol>\n")
            for spoken in scene["lines"]:
                page.put("<li>", value(spoken, "speaker"), ": <span>", value(spoken, "words"), "</span>")
                if value(spoken, "number"):
                    page.put(" [", value(spoken, "number"), "]")
                page.put("</li>\n")
            page.put("</ol></li>\n")
        page.put("</ol></li>\n")
    page.put("</ol>\n")


def dl(page, plays):
    """Old markup: definition lists, closing tags left out."""
    page.put("<DL>\n")
    for play in plays:
        page.put("<DT><FONT SIZE=+1>", value(play, "title"), "</FONT>")
        if value(play, "author"):
            page.put(", <I>", value(play, "author"), "</I>")
        page.put("\n<DD><DL>\n")
        for scene in play["scenes"]:
            page.put('<DT><A HREF="scene.html">', value(scene, "name"), "</A>")
            if value(scene, "place"):
                page.put(" <I>", value(scene, "place"), "</I>")
            page.put("\n<DD><UL>\n")
            for spoken in scene["lines"]:
                page.put('<LI><TT>', value(spoken, "speaker"), '</TT> <A HREF="line.html">', value(spoken, "words"),
                         "</A>")
                if value(spoken, "number"):
                    page.put(" <I>", value(spoken, "number"), "</I>")
                page.put("\n")
            page.put("</UL>\n")
        page.put("</DL>\n")
    page.put("</DL>\n")


def flat(page, plays):
    """Headings and paragraphs, all siblings."""
    for play in plays:
        page.put("<h2>", value(play, "title"), "</h2>\n")
        if value(play, "author"):
            page.put("<address>", value(play, "author"), "</address>\n")
        for scene in play["scenes"]:
            page.put("<h3>", value(scene, "name"), "</h3>\n")
            if value(scene, "place"):
                page.put("<i>", value(scene, "place"), "</i>\n")
            for spoken in scene["lines"]:
                page.put("<p><em>", value(spoken, "speaker"), "</em> <q>", value(spoken, "words"), "</q>")
                if value(spoken, "number"):
                    page.put(" <small>", value(spoken, "number"), "</small>")
                page.put("</p>\n")


def table(page, plays):
    """One table: a row for each play, scene and line."""
    page.put("<table>\n")
    for play in plays:
        page.put('<tr class="p"><th colspan="3">', value(play, "title"), "</th><td>", value(play, "author"),
                 "</td></tr>\n")
        for scene in play["scenes"]:
            page.put('<tr class="s"><th colspan="3">', value(scene, "name"), "</th><td>", value(scene, "place"),
                     "</td></tr>\n")
            for spoken in scene["lines"]:
                page.put("<tr><td></td><td>", value(spoken, "speaker"), "</td><td>", value(spoken, "words"),
                         "</td><td>", value(spoken, "number"), "</td></tr>\n")
    page.put("</table>\n")


def quoted(page, plays):
    """A heading, then a block quote of scenes, each with its own block quote of lines that end in <br>."""
    for play in plays:
        page.put("<h3>", value(play, "title"), "</h3>\n")
        if value(play, "author"):
            page.put("<i>", value(play, "author"), "</i>\n")
        page.put("<blockquote>\n")
        for scene in play["scenes"]:
            page.put("<a href=\"s\">", value(scene, "name"), "</a>")
            if value(scene, "place"):
                page.put(" <i>", value(scene, "place"), "</i>")
            page.put("\n<blockquote>\n")
            for spoken in scene["lines"]:
                page.put("<tt>", value(spoken, "speaker"), "</tt> <a name=\"l\">", value(spoken, "words"), "</a>")
                if value(spoken, "number"):
                    page.put(" <small>", value(spoken, "number"), "</small>")
                page.put("<br>\n")
            page.put("</blockquote>\n")
        page.put("</blockquote>\n")


def open_text(page, plays):
    """Lines whose text is no element of its own: the hits are the only markup in it."""
    for play in plays:
        page.put("<div><h2>", value(play, "title"), "</h2>\n")
        if value(play, "author"):
            page.put("<h4>", value(play, "author"), "</h4>\n")
        for scene in play["scenes"]:
            page.put("<div><h3>", value(scene, "name"), "</h3>\n")
            if value(scene, "place"):
                page.put("<h5>", value(scene, "place"), "</h5>\n")
            for spoken in scene["lines"]:
                page.put("<p><i>", value(spoken, "speaker"), "</i> ", value(spoken, "words"))
                if value(spoken, "number"):
                    page.put(" <small>", value(spoken, "number"), "</small>")
                page.put("</p>\n")
            page.put("</div>\n")
        page.put("</div>\n")


def marked(page, plays):
    """Lines that are parts of an element's text, with signs before and behind them."""
    for play in plays:
        page.put("<div><h2>", value(play, "title"), "</h2>\n")
        if value(play, "author"):
            page.put("<h4>", value(play, "author"), "</h4>\n")
        for scene in play["scenes"]:
            page.put("<div><h3>", value(scene, "name"), "</h3>\n")
            if value(scene, "place"):
                page.put("<h5>", value(scene, "place"), "</h5>\n")
            for spoken in scene["lines"]:
                page.put("<p>")
                if value(spoken, "number"):
                    page.put("<small>", value(spoken, "number"), "</small> ")
                if value(spoken, "speaker"):
                    page.put("<i>", value(spoken, "speaker"), "</i> ")
                page.put("&mdash; ", value(spoken, "words"), " (more)</p>\n")
            page.put("</div>\n")
        page.put("</div>\n")


def breaks(page, plays):
    """Lines as texts that end in <br>; names of scenes are in <b>, as the hits are."""
    for play in plays:
        page.put("<H3>", value(play, "title"), "</H3>\n")
        if value(play, "author"):
            page.put("<I>", value(play, "author"), "</I><BR>\n")
        for scene in play["scenes"]:
            page.put('<A HREF="scene"><B>', value(scene, "name"), "</B></A>")
            if value(scene, "place"):
                page.put(" <I>", value(scene, "place"), "</I>")
            page.put("\n<BLOCKQUOTE>\n")
            for spoken in scene["lines"]:
                if value(spoken, "speaker"):
                    page.put("<TT>", value(spoken, "speaker"), "</TT> ")
                page.put(value(spoken, "words"))
                if value(spoken, "number"):
                    page.put(" <SMALL>", value(spoken, "number"), "</SMALL>")
                page.put("<BR>\n")
            page.put("</BLOCKQUOTE>\n")


LAYOUTS = {f.__name__: f for f in (classes, lists, dl, flat, table, quoted, open_text, marked, breaks)}


def make_page(rng, layout, word, little, bare):
    plays = answers(rng, word, little, bare)
    page = Page()
    page.put("<html><head><title>Search</title></head>\n<body>\n<h1>Lines with <b>", word,
             "</b></h1>\n<p>Try <a href=\"/\">another <b>word</b></a>.</p>\n")
    LAYOUTS[layout](page, plays)
    page.put("<hr>\n<p>Ten plays are searched. <a href=\"/about\">About</a></p>\n</body></html>\n")
    return page.text, plays


def as_label(record, how):
    out = {}
    for name, item in record.items():
        if isinstance(item, list):
            out[name] = [as_label(inner, how) for inner in item]
        elif how == "text":
            out[name] = item["text"]
        else:
            out[name] = {"text": item["written"] if how == "raw" else item["text"], "span": item["span"]}
    return out


def texts(record):
    """A record as nested texts, without lists that are empty."""
    out = {}
    for name, item in record.items():
        if isinstance(item, list):
            inner = [texts(i) for i in item]
            if inner:
                out[name] = inner
        else:
            out[name] = " ".join(item["text"].split()) if isinstance(item, dict) else item
    return out


def trial(args, layout, how, folder):
    rng = random.Random(f"{args.seed} {layout}")
    labels = []
    for number in range(args.k + 10):
        word = rng.choice(WORDS)
        page, plays = make_page(rng, layout, word, number % 5 == 3, args.bare)
        name = os.path.join(folder, f"{number:02d}.html")
        open(name, "w", encoding="utf8").write(page)
        labels.append({"page": name, "complete": True, "records": plays})
    train = os.path.join(folder, "labels.jsonl")
    with open(train, "w", encoding="utf8") as out:
        for label in labels[:args.k]:
            out.write(json.dumps(dict(label, records=[as_label(r, how) for r in label["records"]])) + "\n")
    wrapper = os.path.join(folder, "plays.wrapper")
    begin = time.monotonic()
    kind = ["--kind", args.kind] if args.kind else []
    learn = subprocess.run([args.gleaner, "learn", train, *kind, "-o", wrapper], capture_output=True, text=True)
    seconds = time.monotonic() - begin
    values = sum(1 for label in labels[:args.k] for r in label["records"] for _ in leaves(r))
    if learn.returncode:
        return 0, len(labels), seconds, values, learn.stderr.strip().split("\n")
    run = subprocess.run([args.gleaner, "extract", wrapper, "--as-labels", *[label["page"] for label in labels]],
                         capture_output=True, text=True)
    got = {}
    for row in run.stdout.splitlines():
        row = json.loads(row)
        got[os.path.basename(row["page"])] = [texts(r) for r in row["records"]]
    wrong = []
    for label in labels:
        want = [texts(r) for r in label["records"]]
        have = got.get(os.path.basename(label["page"]), [])
        if want != have:
            wrong.append(f"{label['page']}\n   wanted {json.dumps(want)}\n   given  {json.dumps(have)}")
    return len(labels) - len(wrong), len(labels), seconds, values, learn.stdout.strip().split("\n") + wrong


def leaves(record):
    for item in record.values():
        if isinstance(item, list):
            for inner in item:
                yield from leaves(inner)
        elif isinstance(item, dict):
            yield item


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--gleaner", default="build/gleaner")
    parser.add_argument("--layouts", default=",".join(LAYOUTS))
    parser.add_argument("--labels", default="text,span")
    parser.add_argument("-k", type=int, default=10)
    parser.add_argument("--kind")
    parser.add_argument("--bare", action="store_true", help="one value a level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="write the pages there")
    parser.add_argument("-v", action="store_true")
    args = parser.parse_args()
    whole = 0
    trials = 0
    for layout in args.layouts.split(","):
        for how in args.labels.split(","):
            with tempfile.TemporaryDirectory() as made:
                folder = made
                if args.keep:
                    folder = os.path.join(args.keep, f"{layout}-{how}")
                    os.makedirs(folder, exist_ok=True)
                exact, pages, seconds, values, notes = trial(args, layout, how, folder)
            print(f"{layout:10s} labels by {how:5s} {values:4d} values  exact pages {exact}/{pages}  learned in {seconds:.2f} s   {notes[0][:110]}", flush=True)
            if args.v:
                for note in notes:
                    print("   ", note[:1500])
            whole += exact == pages
            trials += 1
    print(f"== {whole} of {trials} exact on all pages")
    return 0 if whole == trials else 1


if __name__ == "__main__":
    sys.exit(main())
