#!/usr/bin/env python3
"""Matching, scored: Abt-Buy whole and with fewer records on both sides, and made-up sets of other kinds.

    bench/accuracy/match.py [BUILD] [--corpus ../shared/corpora/matching/Abt-Buy] [--labels N]
        [--refuse N] [--only NAME...]

No labels are given. --labels N: so many are, those that --ask would choose: of train.txt for Abt-Buy, of all pairs for
the lists; scored on the rest, beside the same rest without labels. --refuse N: only Abt-Buy, of which N pairs that were
said to match are refused, right ones and then wrong ones, and nothing else is labelled: the other matches should stay.
Abt-Buy is scored on ditto's pairs: a pair counts if it is labelled, one that was no candidate has probability 0; how
many pairs were said to match that nobody labelled is printed beside, since they could all be wrong. 70 / 50 / 30 %: a
random part of both sides, the mean of three draws. The made-up sets know their truth, so every pair that is said
counts. bib: papers, some of which appear again in another year; soft: versions, editions and upgrades of one program,
listed several times by one side; shop: a small and a large shop, article numbers that are missing or written otherwise,
several offers of one article; people: names and addresses with typing errors, in two tables and twice in one; programs,
articles, papers: lists as shops and robots make them (match_lists.py), the mean of three seeds.
"""
import argparse
import csv
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import match_lists

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


# ---------------------------------------------------------------- sets: columns, left rows, right rows (None: one table), labelled pairs
def abt_buy(folder):
    left, right, pairs = {}, {}, []

    def parse(text):
        parts = re.split(r"\s*COL (\S+) VAL(?:\s|$)", " " + text.strip())
        return {parts[i]: parts[i + 1].strip() for i in range(1, len(parts) - 1, 2)}

    for part in ("train", "valid", "test"):
        with open(os.path.join(folder, part + ".txt"), encoding="utf-8") as file:
            for line in file:
                a, b, match = line.rstrip("\n").split("\t")
                pairs.append((left.setdefault(a.strip(), f"a{len(left)}"),
                              right.setdefault(b.strip(), f"b{len(right)}"), match == "1", part))
    rows = [{i: parse(text) for text, i in side.items()} for side in (left, right)]
    return ["name", "description", "price"], rows[0], rows[1], pairs


def thinned(whole, share, seed):
    columns, left, right, pairs = whole
    draw = random.Random(1000 * share + seed)
    kept = [{i: row for i, row in side.items() if draw.random() < share / 100} for side in (left, right)]
    return columns, kept[0], kept[1], [p for p in pairs if p[0] in kept[0] and p[1] in kept[1]]


class Words:
    """Made-up words, few of them frequent."""

    def __init__(self, draw):
        self.draw, shapes = draw, [("bcdfglmnprst", "aeiou", "lmnrst", "aeiou"),
                                   ("st", "r", "aeiou", "mnpl", "aeiou", "ntrs"),
                                   ("bcdfglmnprst", "aeiou", "lmnrst", "aeiou", "bdgnrst"),
                                   ("bcdfglmnprst", "aeiou", "lnrst")]
        self.all = sorted({"".join(draw.choice(letters) for letters in draw.choice(shapes)) for _ in range(4000)})
        draw.shuffle(self.all)

    def title(self, count):
        return " ".join(self.all[min(int(self.draw.paretovariate(0.6)) - 1, len(self.all) - 1)] for _ in range(count))

    def typo(self, word):
        if len(word) < 4:
            return word
        i = self.draw.randrange(len(word) - 1)
        return word[:i] + word[i + 1] + word[i] + word[i + 2:] if self.draw.random() < 0.5 else word[:i] + word[i + 1:]


def bibliography(keep, seed=7):
    draw = random.Random(seed)
    words, left, right, pairs, papers = Words(draw), {}, {}, [], []
    venues = {"SIGMOD Conference": "International Conference on Management of Data", "VLDB": "Very Large Data Bases",
              "VLDB J.": "The VLDB Journal - The International Journal on Very Large Data Bases",
              "SIGMOD Record": "ACM SIGMOD Record"}
    for _ in range(1500):
        title, year = words.title(draw.randint(4, 9)), draw.randint(1994, 2003)
        authors = [f"{draw.choice('ABCDEFGHJKLMPRST')}. {draw.choice(words.all[500:900]).capitalize()}"
                   for _ in range(draw.randint(1, 4))]
        papers.append((title, authors, draw.choice(list(venues)), year))
        if draw.random() < 0.12:
            papers.append((title, authors, "VLDB J.", year + draw.randint(1, 2)))
    for i, (title, authors, venue, year) in enumerate(papers):
        in_left, in_right = draw.random() < keep, draw.random() < keep
        if in_left:
            left[f"a{i}"] = dict(title=title, authors=", ".join(authors), venue=venue, year=year)
        if in_right:
            other = " ".join(words.typo(w) if draw.random() < 0.03 else w for w in title.split())
            right[f"b{i}"] = dict(title=other.title(),
                                  authors=", ".join(a if draw.random() < 0.5 else a.split(". ")[1] for a in authors),
                                  venue=venues[venue], year=year if draw.random() < 0.98 else "")
        if in_left and in_right:
            pairs.append((f"a{i}", f"b{i}", True, "all"))
    return ["title", "authors", "venue", "year"], left, right, pairs


def software(twice, seed=11):
    draw = random.Random(seed)
    words, left, right, pairs, number = Words(draw), {}, {}, [], 0
    for _ in range(500):
        maker, base = draw.choice(words.all[900:960]), words.title(draw.randint(1, 3))
        for version in draw.sample(["2005", "2006", "2007", "3.0", "4", "4.5", "8", "9.0", "xp", ""],
                                   draw.randint(1, 3)):
            for edition in draw.sample(["standard", "professional", "deluxe", "home", ""], draw.randint(1, 2)):
                for upgrade in ["", "upgrade"] if draw.random() < 0.3 else [""]:
                    number += 1
                    platform = draw.choice(["windows", "mac", "win/mac", ""])
                    price = round(draw.choice([19.99, 29.99, 39.99, 49.99, 99, 199, 299.95, 499]) * draw.uniform(0.8, 1.2), 2)
                    in_left = draw.random() < 0.6
                    if in_left:
                        parts = (base, version, edition, upgrade, platform if draw.random() < 0.5 else "")
                        left[f"a{number}"] = dict(title=" ".join(filter(None, parts)), manufacturer=maker, price=price)
                    for k in range(1 + (draw.random() < twice) + (draw.random() < twice / 3) if draw.random() < 0.7
                                   else 0):
                        parts = [maker if draw.random() < 0.8 else "", base,
                                 ("v" if version and draw.random() < 0.2 else "") + version,
                                 edition if draw.random() < 0.85 else "",
                                 upgrade and draw.choice(["upgrade", "upg", "upgrade version"]),
                                 draw.choice([platform, "", "(pc)", "cd-rom"])]
                        if draw.random() < 0.2:
                            draw.shuffle(parts)
                        right[f"b{number}_{k}"] = dict(title=" ".join(filter(None, parts)), manufacturer=maker if draw.random() < 0.15 else "",
                                                       price=round(price * draw.uniform(0.85, 1.02), 2) if draw.random() < 0.9 else "")
                        if in_left:
                            pairs.append((f"a{number}", f"b{number}_{k}", True, "all"))
    return ["title", "manufacturer", "price"], left, right, pairs


def shop(keep_left, keep_right, twice, seed=13):
    draw = random.Random(seed)
    words, left, right, pairs, number = Words(draw), {}, {}, [], 0
    for _ in range(2600):
        brand, kind = draw.choice(words.all[960:1040]), draw.choice(words.all[1040:1120])
        family = "".join(draw.choice("abcdefghklmnprstvwx")
                         for _ in range(draw.randint(1, 3))) + str(draw.randint(10, 9999))
        for suffix in draw.sample(["", "b", "w", "s", "-r", "/k", "x", "2"], draw.randint(1, 3)):
            number += 1
            model, colour = family + suffix, {"b": "black", "w": "white", "s": "silver"}.get(suffix, "")
            size, more, price = draw.choice(["4gb", "8 gb", "15.6 inch", "1tb", "10 ft",
                                             ""]), words.title(draw.randint(1, 4)), draw.lognormvariate(4, 1)
            in_left = draw.random() < keep_left
            if in_left:
                parts = (brand, more, size, colour, kind, model if draw.random() < 0.5 else "")
                left[f"a{number}"] = dict(title=" ".join(filter(None, parts)), category=kind, brand=brand,
                                          modelno=model if draw.random() < 0.85 else "", price=f"{price:.2f}")
            for k in range(1 + (draw.random() < twice) + (draw.random() < twice / 2) if draw.random() < keep_right
                           else 0):
                parts = (brand, model.upper() if draw.random() < 0.5 else "",
                         " ".join(w for w in more.split() if draw.random() < 0.8), kind, size,
                         colour if draw.random() < 0.7 else "")
                written = model if draw.random() < 0.8 else re.sub(r"\W", "", model)
                right[f"b{number}_{k}"] = dict(title=" ".join(filter(None, parts)),
                                               category=draw.choice([kind, "electronics general", ""]),
                                               brand=brand if draw.random() < 0.9 else "",
                                               modelno=written if draw.random() < 0.7 else "",
                                               price=f"{price * draw.lognormvariate(0, 0.2):.2f}" if draw.random() < 0.8 else "")
                if in_left:
                    pairs.append((f"a{number}", f"b{number}_{k}", True, "all"))
    return ["title", "category", "brand", "modelno", "price"], left, right, pairs


def people(one_table, seed=17):
    draw = random.Random(seed)
    words, left, right, pairs = Words(draw), {}, {}, []
    names = [w.capitalize() for w in words.all]

    def dirty(row):
        row = {k: words.typo(v) if (u := draw.random()) < 0.08 else "" if u < 0.14 else v for k, v in row.items()}
        if draw.random() < 0.1:
            row["first_name"] = row["first_name"][:1] + "."
        return row

    for i in range(2000):
        row = dict(first_name=draw.choice(names[:150]), last_name=draw.choice(names[150:700]),
                   city=draw.choice(names[700:760]),
                   street=f"{draw.choice(names[150:700])} St {draw.randint(1, 200)}",
                   zip=str(draw.randint(10000, 10300)),
                   phone=f"{draw.randint(100, 999)}-{draw.randint(1000, 9999)}")
        if one_table:
            own = [f"{i}"]
            left[own[0]] = row
            while draw.random() < 0.12:
                own.append(f"{i}.{len(own)}")
                left[own[-1]] = dirty(row)
            pairs += [(a, b, True, "all") for n, a in enumerate(own) for b in own[n + 1:]]
            continue
        in_left, in_right = draw.random() < 0.6, draw.random() < 0.6
        if in_left:
            left[f"a{i}"] = row
        if in_right:
            right[f"b{i}"] = dirty(row)
        if in_left and in_right:
            pairs.append((f"a{i}", f"b{i}", True, "all"))
    return ["first_name", "last_name", "street", "city", "zip", "phone"], left, None if one_table else right, pairs


# ---------------------------------------------------------------- running and scoring
def write(path, columns, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["id"] + columns)
        writer.writerows([i] + [row.get(c, "") for c in columns] for i, row in rows.items())


def match(gleaner, one, folder, labels=None):
    columns, left, right, _ = one
    tables = [os.path.join(folder, "left.csv")] + ([os.path.join(folder, "right.csv")] if right is not None else [])
    for path, rows in zip(tables, (left, right)):
        write(path, columns, rows)
    pairs = os.path.join(folder, "pairs.csv")
    call = [gleaner, "match", *tables, "--all", "-o", pairs] + (["--labels", labels] if labels else [])
    done = subprocess.run(call, stderr=subprocess.PIPE, text=True)
    if done.returncode > 1:
        sys.exit(done.stderr)
    with open(pairs, encoding="utf-8") as file:
        said = {(row["left"], row["right"]): float(row["probability"]) for row in csv.DictReader(file)}
    return said if right is not None else {tuple(sorted(pair)): p for pair, p in said.items()}


def score(said, pairs, labelled_only):
    truth = {tuple(sorted(p[:2])) if p[:2] not in said and tuple(sorted(p[:2])) in said else p[:2] for p in pairs
             if p[2]}
    found = {pair for pair, p in said.items() if p >= 0.5}
    if labelled_only:
        found &= {p[:2] for p in pairs}
    hit = len(found & truth)
    return 2 * hit / max(1, len(found) + len(truth)), hit / max(1, len(found)), hit / max(1, len(truth))


def shown(name, numbers, more=""):
    print(f"{name:22} F1 {numbers[0]:.3f}  P {numbers[1]:.3f}  R {numbers[2]:.3f}  {more}", flush=True)


def ask(gleaner, whole, count, folder):
    """Labels of train.txt in the order in which the program would ask, a batch at a time; gives the label file."""
    columns, left, right, pairs = whole
    known = {p[:2]: p[2] for p in pairs if p[3] == "train"}
    path = os.path.join(folder, "labels.csv")
    have = {}
    while len(have) < count:
        with open(path, "w") as file:
            file.write("left,right,match\n" + "".join(f"{a},{b},{int(known[a, b])}\n" for a, b in have))
        said = match(gleaner, whole, folder, path)
        tables = [os.path.join(folder, "left.csv"), os.path.join(folder, "right.csv")]
        call = [gleaner, "match", *tables, "--each-alone", "--all", "--format", "csv", "--labels", path]
        alone = {(r["left"], r["right"]): float(r["probability"])
                 for r in csv.DictReader(subprocess.run(call, capture_output=True, text=True).stdout.splitlines())}
        new = sorted((p for p in known if p in said and p not in have),
                     key=lambda p: (abs(alone.get(p, 0) - 0.5), p))[:20]
        if not new:
            break
        have.update((p, True) for p in new[:count - len(have)])
    with open(path, "w") as file:
        file.write("left,right,match\n" + "".join(f"{a},{b},{int(known[a, b])}\n" for a, b in have))
    return path


def asked(gleaner, one, count, folder):
    """The pairs that --ask would ask for, twenty at a time, answered by the truth; gives the
    label file and the pairs."""
    truth = {p[:2] for p in one[3]}
    path, have = os.path.join(folder, "asked.csv"), []
    while len(have) < count:
        with open(path, "w") as file:
            file.write("left,right,match\n" + "".join(f"{a},{b},{int((a, b) in truth)}\n" for a, b in have))
        call = [gleaner, "match", os.path.join(folder, "left.csv"), os.path.join(folder, "right.csv"), "--labels", path,
                "--ask", str(min(20, count - len(have))), "--json"]
        lines = subprocess.run(call, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout.splitlines()
        have += [(pair["left"], pair["right"]) for pair in map(json.loads, lines)]
        if not lines:
            break
    with open(path, "w") as file:
        file.write("left,right,match\n" + "".join(f"{a},{b},{int((a, b) in truth)}\n" for a, b in have))
    return path, set(have)


def refuse(gleaner, whole, count, folder):
    """A person begins with what looks wrong, and is right or errs: what becomes of all other pairs?"""
    truth, path = {p[:2]: p[2] for p in whole[3]}, os.path.join(folder, "refused.csv")
    said = match(gleaner, whole, folder)
    matches = sorted(pair for pair, p in said.items() if p >= 0.5)
    random.Random(1).shuffle(matches)
    shown("no labels", score(said, whole[3], True), f"{len(matches)} matches")
    for name, right in (("right ones refused", True), ("wrong ones refused", False)):
        chosen = [pair for pair in matches if truth.get(pair) is right][:count]
        with open(path, "w") as file:
            file.write("left,right,match\n" + "".join(f"{a},{b},0\n" for a, b in chosen))
        now = match(gleaner, whole, folder, path)
        shown(f"{len(chosen)} {name}", score(now, whole[3], True), f"{sum(p >= 0.5 for p in now.values())} matches")


def lists(gleaner, count, folder, wanted):
    for name, make in (("programs", match_lists.programs),
                       ("programs, each once", lambda seed: match_lists.programs(seed, twice=0)),
                       ("articles", match_lists.articles),
                       ("papers", lambda seed: match_lists.papers(seed, False)),
                       ("papers of a robot", lambda seed: match_lists.papers(seed, True))):
        if not wanted(name):
            continue
        without, with_labels = [], []
        for seed in (21, 22, 23):
            one = make(seed)
            said, known = match(gleaner, one, folder), set()
            if count:
                path, known = asked(gleaner, one, count, folder)
                answered = match(gleaner, one, folder, path)
                with_labels.append(score({k: p for k, p in answered.items() if k not in known},
                                         [p for p in one[3] if p[:2] not in known], False))
            without.append(score({k: p for k, p in said.items() if k not in known},
                                 [p for p in one[3] if p[:2] not in known], False))
        mean = lambda numbers: [sum(n) / len(numbers) for n in zip(*numbers)]
        shown(name, mean(without), "no labels" + (", on the pairs that were not asked" if count else ""))
        if count:
            shown("", mean(with_labels), f"{count} labels")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=os.path.join(ROOT, "build"))
    parser.add_argument("--corpus", default=os.path.join(ROOT, "..", "shared", "corpora", "matching", "Abt-Buy"))
    parser.add_argument("--labels", type=int, default=0)
    parser.add_argument("--refuse", type=int, default=0)
    parser.add_argument("--only", nargs="*", default=[])
    options = parser.parse_args()
    gleaner = os.path.join(options.build, "gleaner")
    wanted = lambda name: not options.only or any(name.startswith(o) for o in options.only)
    with tempfile.TemporaryDirectory() as folder:
        if options.refuse:
            for share in (100, 30):
                print(f"{share} % of each side")
                refuse(gleaner, thinned(abt_buy(options.corpus), share, 1), options.refuse, folder)
            return
        if os.path.isdir(options.corpus) and wanted("abt"):
            whole = abt_buy(options.corpus)
            labels = ask(gleaner, whole, options.labels, folder) if options.labels else None
            said = match(gleaner, whole, folder, labels)
            known = {p[:2] for p in whole[3]}
            never = sum(p >= 0.5 and pair not in known for pair, p in said.items())
            shown("abt-buy, test", score(said, [p for p in whole[3] if p[3] == "test"], True),
                  f"{options.labels} labels")
            shown("abt-buy, all pairs", score(said, whole[3], True),
                  f"said to match but never labelled: {never} of {sum(p >= 0.5 for p in said.values())}")
            for share in (70, 50, 30) if not options.labels else ():
                numbers, never = [], 0
                for seed in range(3):
                    part = thinned(whole, share, seed)
                    said = match(gleaner, part, folder)
                    numbers.append(score(said, part[3], True))
                    never += sum(p >= 0.5 and pair not in known for pair, p in said.items())
                shown(f"abt-buy, {share} % of each", [sum(n) / 3 for n in zip(*numbers)],
                      f"said to match but never labelled: {never} in 3 draws")
        for name, make in (("bib, 90 % of each", lambda: bibliography(0.9)),
                           ("bib, 50 % of each", lambda: bibliography(0.5)),
                           ("soft, some twice", lambda: software(0.15)), ("soft, each once", lambda: software(0)),
                           ("shop, some twice", lambda: shop(0.25, 0.6, 0.12)),
                           ("shop, each once", lambda: shop(0.8, 0.8, 0)),
                           ("people, two tables", lambda: people(False)), ("people, one table", lambda: people(True))):
            if not options.labels and wanted(name):
                one = make()
                shown(name, score(match(gleaner, one, folder), one[3], False), f"{len(one[3])} matches")
        lists(gleaner, options.labels, folder, wanted)


if __name__ == "__main__":
    main()
