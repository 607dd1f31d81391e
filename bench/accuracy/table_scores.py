"""How near tables that were read of PDFs come to those that were made: scores as in the ICDAR-2013 competition,
tables matched by their words."""
import argparse
import collections
import json
import os
import re
import subprocess
import unicodedata

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))


def norm(text):
    return re.sub(r"[\s\u00ad\u200b]+", "",
                  unicodedata.normalize("NFKC", text or "")).replace("−", "-").replace("–", "-").replace("...", "")


def relations(cells):
    """As in the competition: each cell that is not empty with the next such cell to the right and below."""
    cells = [(r, c, rs, cs, norm(t)) for r, c, rs, cs, t in cells if norm(t)]
    grid = {}
    for i, (r, c, rs, cs, _) in enumerate(cells):
        for y in range(r, r + rs):
            for x in range(c, c + cs):
                grid.setdefault((y, x), i)
    pairs = set()
    for direction in "HV":
        lines = collections.defaultdict(list)
        for (y, x), i in grid.items():
            lines[y if direction == "H" else x].append((x if direction == "H" else y, i))
        for line in lines.values():
            line.sort()
            pairs |= {(a, b, direction) for (_, a), (_, b) in zip(line, line[1:]) if a != b}
    return collections.Counter((cells[a][4], cells[b][4], d) for a, b, d in pairs)


def words_of(cells):
    return collections.Counter(w for cell in cells
                               for w in re.findall(r"[\w.,]+", norm(cell[4]) if len(cell) > 4 else ""))


def score(gold, found):
    """-> hits of relations, of gold, of found; matched pairs (gold index, found index, common part of words)"""
    gw, fw = [words_of(t) for t in gold], [words_of(t) for t in found]
    pairs = sorted(((sum((a & b).values()) / max(1, sum((a | b).values())), i, j) for i, a in enumerate(gw) for j, b in enumerate(fw)), reverse=True)
    used_g, used_f, matched = set(), set(), []
    for part, i, j in pairs:
        if part > 0 and i not in used_g and j not in used_f:
            used_g.add(i), used_f.add(j)
            matched.append((i, j, part))
    gr, fr = [relations(t) for t in gold], [relations(t) for t in found]
    right = sum(sum((gr[i] & fr[j]).values()) for i, j, _ in matched)
    return right, sum(sum(r.values()) for r in gr), sum(sum(r.values()) for r in fr), matched, gr, fr


def print_scores(gold, paths, args):
    """Reads the documents at `paths` (names as in gold, ".pdf" behind them) and prints how near the tables come, by the
    styles that names end in, and the worst."""
    out = subprocess.run([*([args.reader] if args.reader else [args.gleaner, "tables", "--as-tables"]),
                          *(b + ".pdf" for b in paths)], capture_output=True, text=True).stdout
    got = {json.loads(line)["doc"]: [[(c["row"], c["col"], c.get("rowspan", 1), c.get("colspan", 1), c["text"]) for c in t["cells"]] for t in json.loads(line)["tables"]] for line in out.splitlines()}
    sums, every = collections.defaultdict(list), []
    hits = of_gold = of_found = found_right = found_gold = found_got = 0
    for name in gold:
        found = [t for t in got.get(name, []) if relations(t)]
        right, want, have, matched, gr, fr = score(gold[name], found)
        f1 = 2 * right / max(1, want + have)
        good = [(i, j) for i, j, part in matched if part >= 0.5]
        hits, of_gold, of_found = hits + len(good), of_gold + len(gold[name]), of_found + len(found)
        found_right += sum(sum((gr[i] & fr[j]).values()) for i, j in good)
        found_gold += sum(sum(gr[i].values()) for i, _ in good)
        found_got += sum(sum(fr[j].values()) for _, j in good)
        every.append((f1, name, len(gold[name]), len(found), len(good)))
        for key in name.split("-")[2:]:
            sums[key].append(f1)
    for key in sorted(sums):
        print(f"{key:10} {sum(sums[key]) / len(sums[key]):.3f}  of {len(sums[key])}")
    print(f"all        {sum(e[0] for e in every) / len(every):.3f}  of {len(every)} documents; structure of found tables {2 * found_right / max(1, found_gold + found_got):.3f}; "
          f"detection {2 * hits / max(1, of_gold + of_found):.3f} ({hits} of {of_gold} found, {of_found} given)")
    for f1, name, want, have, good in sorted(every)[:args.worst]:
        print(f"  {f1:.3f} {name} (tables {want}, given {have}, right {good})")


def options(text):
    parser = argparse.ArgumentParser(description=text.split("\n")[0])
    parser.add_argument("--gleaner", default=os.path.join(ROOT, "build", "gleaner"))
    parser.add_argument("--reader",
                        help="another program that prints tables as `gleaner tables --as-tables` does (build/bench/pdf_tables)")
    parser.add_argument("--documents", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="print into this folder; what is there already is not printed again")
    parser.add_argument("--worst", type=int, default=10)
    return parser
