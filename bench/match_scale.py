#!/usr/bin/env python3
"""Time and memory of `gleaner match` on large tables, made from a corpus by perturbation.

    bench/match_scale.py [BUILD] [--records 100000] [--jobs 2] [--new 0] [--corpus ../shared/corpora/matching/Abt-Buy]

Each record is one of the corpus with its codes replaced by new ones, some words exchanged for others of the corpus
(rare ones too: the vocabulary grows as in real tables), and another price; the right table writes 70 % of them once
more, with words dropped and moved, codes with or without dashes, prices changed, and as many that the left one has not.
Prints the answer's quality first (F1 over all pairs), then seconds, peak memory and what a million by a million would
take if it grew with the records. --new N: the last N rows of the right table come a day later; what they cost with the
clusters of the day before (--known), and how many of their pairs are said as when all is judged.
"""
import argparse
import csv
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MILLION = 1_000_000


def corpus_rows(folder):
    rows = set()
    for name in ("train", "valid", "test"):
        with open(os.path.join(folder, name + ".txt"), encoding="utf-8") as file:
            for line in file:
                for side in line.split("\t")[:2]:
                    found = dict(re.findall(r"COL (\S+) VAL (.*?)(?= COL \S+ VAL|$)", side.strip()))
                    rows.add((found.get("name", "").strip(), found.get("description", "").strip()))
    return sorted(rows)


def new_code(draw, like):
    swap = {str.isdigit: "0123456789", str.isalpha: "abcdefghijklmnopqrstuvwxyz"}
    return "".join(next((draw.choice(letters) for kind, letters in swap.items() if kind(c)), c) for c in like)


def is_code(word):
    return len(word) >= 4 and any(c.isdigit() for c in word) and any(c.isalpha() for c in word)


def made(draw, base, vocabulary):
    name, text = base
    codes, words = {}, []
    for word in name.split():
        if is_code(word):
            word = codes.setdefault(word, new_code(draw, word))
        elif draw.random() < 0.15:
            word = draw.choice(vocabulary) + ("" if draw.random() < 0.7 else draw.choice("aeiou") + draw.choice("nrstl"))
        words.append(word)
    if not codes:
        words.append(new_code(draw, "ab1234"))
    details = [codes.get(word, word) for word in text.split() if draw.random() < 0.9]
    return words, details, round(draw.lognormvariate(4, 1), 2)


def again(draw, words, details, price):
    words = [word for word in words if is_code(word) or draw.random() < 0.85]
    words = [re.sub(r"(?<=[a-z])(?=\d)", "-", w, count=1) if is_code(w) and draw.random() < 0.3 else w for w in words]
    if draw.random() < 0.3:
        words.append(words.pop(0))
    details = [word for word in details if draw.random() < 0.5] if draw.random() < 0.6 else []
    return words, details, round(price * draw.uniform(0.8, 1.2), 2)


def write_tables(folder, count, rows, seed):
    draw = random.Random(seed)
    vocabulary = sorted({word for name, text in rows for word in (name + " " + text).split() if word.isalpha()})
    paths = [os.path.join(folder, name) for name in ("left.csv", "right.csv")]
    with open(paths[0], "w", newline="",
              encoding="utf-8") as left, open(paths[1], "w", newline="", encoding="utf-8") as right:
        out = [csv.writer(left), csv.writer(right)]
        for writer in out:
            writer.writerow(["id", "name", "description", "price"])
        for number in range(count):
            record = made(draw, draw.choice(rows), vocabulary)
            out[0].writerow([number, " ".join(record[0]), " ".join(record[1]), record[2]])
            shared = draw.random() < 0.7
            other = again(draw, *(record if shared else made(draw, draw.choice(rows), vocabulary)))
            out[1].writerow([number if shared else number + count, " ".join(other[0]), " ".join(other[1]), other[2]])
    return paths


def later(gleaner, left, right, new, jobs, whole):
    """The right table without its last `new` rows, then with them and the clusters of before."""
    with open(right, encoding="utf-8") as file:
        lines = file.readlines()
    before, clusters, pairs = right + ".before.csv", right + ".clusters.csv", right + ".pairs.csv"
    with open(before, "w", encoding="utf-8") as file:
        file.writelines(lines[:-new])
    fresh = {line.split(",", 1)[0] for line in lines[-new:]}
    subprocess.run([gleaner, "match", left, before, "-o", pairs, "--clusters", clusters, "-j", str(jobs)], check=True,
                   stderr=subprocess.DEVNULL)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([gleaner, "match", left, right, "-o", pairs, "--clusters", clusters + ".csv", "--known", clusters,
                    "-j", str(jobs)], check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(pairs) as file:
        said = {(row["left"], row["right"]) for row in csv.DictReader(file)}
    now, then = {p for p in said if p[1] in fresh}, {p for p in whole if p[1] in fresh}
    print(f"{new:,} rows later: {after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime:.1f} s of CPU; of their pairs {len(now & then)} "
          f"as when all is judged, {len(now - then)} more, {len(then - now)} fewer")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=os.path.join(ROOT, "build"))
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--new", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", default=os.path.join(ROOT, "..", "shared", "corpora", "matching", "Abt-Buy"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        left, right = write_tables(folder, options.records, corpus_rows(options.corpus), options.seed)
        with open(left) as a, open(right) as b:
            truth = {row["id"] for row in csv.DictReader(a)} & {row["id"] for row in csv.DictReader(b)}
        pairs = os.path.join(folder, "pairs.csv")
        before = time.time()
        done = subprocess.run([os.path.join(options.build, "gleaner"), "match", left, right, "-o", pairs, "-j",
                               str(options.jobs)],
                              stderr=subprocess.PIPE, text=True)
        seconds = time.time() - before
        if done.returncode:
            sys.exit(done.stderr)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(pairs) as file:
            said = [(row["left"], row["right"]) for row in csv.DictReader(file)]
        if options.new:
            later(os.path.join(options.build, "gleaner"), left, right, options.new, options.jobs, said)
    right_ones = sum(a == b for a, b in said)
    scale = MILLION / options.records
    print(done.stderr.strip())
    print(f"F1 {2 * right_ones / (len(said) + len(truth)):.3f} over all pairs ({len(said)} said, {len(truth)} true)")
    print(f"{options.records:,} x {options.records:,}: {seconds:.1f} s, {used.ru_utime + used.ru_stime:.1f} s of CPU, "
          f"{used.ru_maxrss / 1024:.0f} MB")
    print(f"a million: {seconds * scale:.0f} s, {(used.ru_utime + used.ru_stime) * scale:.0f} s of CPU, "
          f"{used.ru_maxrss * scale / 1024 / 1024:.1f} GB, if all of it grows with the records")


if __name__ == "__main__":
    main()
