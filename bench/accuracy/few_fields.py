#!/usr/bin/env python3
"""Where people begin: one or two fields of the first rows of a list, or one fact of a page about one thing.

    bench/accuracy/few_fields.py [--gleaner build/gleaner] [--corpora ../shared/corpora] [-v] lists [-k 1,2]
        [--columns 1,2] bench/accuracy/few_fields.py ... details [--every N] [--from M]

lists: of each site of `records` the columns that tell its rows best, their texts in the first k rows of page 1 labelled
and nothing else; all pages of the site are extracted. details: of each site of `swde` every field in turn, its text on
the first page labelled, not marked complete; the next eight pages are extracted. Score: F1 of the values, the same ones
counted as often as they stand there; the mean over sites, or fields. Lists: how many of the facts came out as lists
(over one and a half values a page). Texts are compared by letters and digits. Python's standard library only.
"""
import argparse, collections, csv, glob, html, json, os, re, subprocess, tempfile, unicodedata
from common import CORPORA


def flat(text):
    return "".join(re.findall(r"[^\W_]", unicodedata.normalize("NFKC", text or "").lower()))


def text_of(value):
    value = value[0] if isinstance(value, list) and value else value
    return value["text"] if isinstance(value, dict) else value if isinstance(value, str) else ""


def values(options, page, records, pages):
    """field -> page -> letters of the values that come out when `records` of `page` are labelled."""
    out = collections.defaultdict(lambda: collections.defaultdict(collections.Counter))
    with tempfile.TemporaryDirectory() as folder:
        labels, wrapper = folder + "/l.labels.jsonl", folder + "/l.wrapper"
        with open(labels, "w", encoding="utf-8") as file:
            file.write(json.dumps({"page": os.path.abspath(page), "records": records}) + "\n")
        if subprocess.run([options.gleaner, "learn", labels, "-o", wrapper], capture_output=True).returncode:
            return out
        for one in pages:
            said = subprocess.run([options.gleaner, "extract", wrapper, "--no-page", one], capture_output=True,
                                  text=True).stdout
            for line in said.splitlines():
                for field, value in json.loads(line).items():
                    if flat(text_of(value)):
                        out[field][one][flat(text_of(value))] += 1
    return out


def f1(hits, given, wanted):
    return 2 * hits / (given + wanted) if given + wanted else 0.0


def gold_of(page):
    with open(page[:-5] + ".csv", encoding="utf-8", errors="replace") as file:
        return [[html.unescape(cell).strip() for cell in row] for row in csv.reader(file)
                if any(cell.strip() for cell in row)]


def best_columns(page, rows, k, count):
    """Columns that differ most from row to row and whose first k texts stand on the page."""
    with open(page, encoding="utf-8", errors="replace") as file:
        source = re.sub(r"(?is)<(script|style)\b.*?</\1>", " ", html.unescape(file.read()))
    shown, found = flat(re.sub(r"<[^>]*>", " ", source)), []
    for column in range(max(map(len, rows))):
        texts = [flat(row[column]) if column < len(row) else "" for row in rows]
        if all(text and text in shown for text in texts[:k]) and max(map(len, texts)) > 3:
            found.append((-len({text for text in texts if text and text in shown}), column))
    if not found or -min(found)[0] < len(rows) / 2:
        return []
    return sorted(column for _, column in sorted(found)[:count])


def lists(options):
    sites = collections.defaultdict(list)
    for page in sorted(glob.glob(options.corpora + "/records/*.html")):
        sites[re.match(r"(\d+-.*?-\d+-[^-]+(?:-[^-]+)*?)-\d+-", os.path.basename(page)).group(1)].append(page)
    for count in map(int, options.columns.split(",")):
        for k in map(int, options.k.split(",")):
            scores = []
            for site, pages in sorted(sites.items()):
                rows = gold_of(pages[0])
                columns = best_columns(pages[0], rows, k, count)
                if not columns:
                    continue
                given = values(options, pages[0], [{f"c{c + 1}": row[c] for c in columns} for row in rows[:k]], pages)
                total = [0, 0, 0]
                for page in pages:
                    for c in columns:
                        want = collections.Counter(flat(row[c]) for row in gold_of(page) if c < len(row) and flat(row[c]))
                        have = given[f"c{c + 1}"][page]
                        total = [a + b for a, b in zip(total, (sum((want & have).values()), sum(have.values()), sum(want.values())))]
                scores.append(f1(*total))
                if options.v:
                    print(f"  {site:44s} columns {columns} {total[0]}/{total[1]}/{total[2]} {scores[-1]:.3f}")
            print(f"lists: {count} labelled column{'s' * (count > 1)} of {k} row{'s' * (k > 1)}, {len(scores)} sites: {sum(scores) / len(scores):.3f}", flush=True)


def details(options):
    sites = collections.defaultdict(list)
    for labels in glob.glob(options.corpora + "/swde/**/labels.jsonl", recursive=True):
        with open(labels, encoding="utf-8") as file:
            for page in map(json.loads, file):
                path = os.path.join(os.path.dirname(labels), page["page"])
                sites[os.path.dirname(path)].append((path, page["records"][0] if page["records"] else {}))
    scores, as_lists = [], 0
    for site in sorted(sites)[options.first::options.every]:
        (page, record), others = sites[site][0], sites[site][1:9]
        for field, value in record.items():
            if not flat(text_of(value)):
                continue
            given = values(options, page, [{field: text_of(value)}], [path for path, _ in others])[field]
            hits = sum(flat(text_of(gold.get(field))) in given[path] for path, gold in others
                       if flat(text_of(gold.get(field))))
            count = sum(sum(given[path].values()) for path, _ in others)
            scores.append(f1(hits, count, sum(bool(flat(text_of(gold.get(field)))) for _, gold in others)))
            as_lists += count > 1.5 * len(others)
            if options.v:
                print(f"  {os.path.basename(site):28s} {field:18s} {scores[-1]:.3f} ({count} values)")
    print(f"details: one labelled fact, {len(scores)} fields: {sum(scores) / len(scores):.3f}, {as_lists} came out as lists")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gleaner", default="build/gleaner")
    parser.add_argument("--corpora", default=CORPORA)
    parser.add_argument("-v", action="store_true")
    parts = parser.add_subparsers(required=True)
    one = parts.add_parser("lists")
    one.add_argument("-k", default="1,2")
    one.add_argument("--columns", default="1,2")
    one.set_defaults(run=lists)
    one = parts.add_parser("details")
    one.add_argument("--every", type=int, default=1, help="every N-th site")
    one.add_argument("--from", type=int, default=0, dest="first")
    one.set_defaults(run=details)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
