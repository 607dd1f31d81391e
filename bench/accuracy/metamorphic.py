#!/usr/bin/env python3
"""Changes of a page that mean nothing must change no extracted value.

    bench/accuracy/metamorphic.py [--gleaner build/gleaner] [--corpora ../shared/corpora] [-k 2] [--kind pattern]
        [--sites N] [-v] [swde|recipes]

A wrapper is learned from the first k pages of a site and run on the others as they are and after each change: a banner
at the top, the whole body in a <div>, a class name more on every element that has classes, the attributes of every tag
in reverse order. Printed: of the values before, how many came out the same; -v lists what changed.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

TAG = re.compile(r"<([a-zA-Z][a-zA-Z0-9:-]*)((?:\s+[^\s=<>\"'/]+(?:\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s<>\"']+))?)+)(\s*/?)>")
ATTRIBUTE = re.compile(r"[^\s=<>\"'/]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s<>\"']+))?")
RAW = re.compile(r"(<script\b.*?</script>|<style\b.*?</style>|<!--.*?-->|<textarea\b.*?</textarea>)", re.S | re.I)


def in_markup(page, change):
    """Applies change to the parts that are no script, style or comment."""
    return "".join(part if i % 2 else change(part) for i, part in enumerate(RAW.split(page)))


def banner(page):
    return re.sub(r"(<body\b[^>]*>)",
                  r'\1<div class="promo-strip"><p>Autumn fair</p><a href="/fair">Have a look</a></div>', page, count=1,
                  flags=re.I)


def wrapped(page):
    page = re.sub(r"(<body\b[^>]*>)", r'\1<div class="page-shell">', page, count=1, flags=re.I)
    return re.sub(r"</body>(?![\s\S]*</body>)", "</div></body>", page, count=1, flags=re.I)


def one_more_class(page):
    return in_markup(page, lambda text: re.sub(r"(<[a-zA-Z][^<>]*\sclass\s*=\s*([\"']))([^\"'<>]*)(\2)",
                                               r"\1\3 is-ready\4", text))


def reordered(page):
    def reverse(match):
        return "<" + match[1] + "".join(" " + a for a in reversed(ATTRIBUTE.findall(match[2]))) + (" /" if "/" in match[3] else "") + ">"
    return in_markup(page, lambda text: TAG.sub(reverse, text))


CHANGES = {"banner": banner, "wrapper": wrapped, "class": one_more_class, "attributes": reordered}


def leaves(value, name=""):
    if isinstance(value, list):
        for item in value:
            yield from leaves(item, name)
    elif isinstance(value, dict) and isinstance(value.get("text"), str):
        yield name, re.sub(r"\s+", " ", value["text"]).strip()
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, key)


def extract(gleaner, wrapper, pages):
    run = subprocess.run([gleaner, "extract", wrapper, "--as-labels", *pages], capture_output=True)
    out = {}
    for line in run.stdout.decode("utf8", "replace").splitlines():
        record = json.loads(line)
        out[os.path.basename(record["page"])] = sorted(leaves(record["records"]))
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("corpus", nargs="?", default="swde", choices=["swde", "recipes"])
    parser.add_argument("--gleaner", default="build/gleaner")
    parser.add_argument("--corpora", default="../shared/corpora")
    parser.add_argument("-k", type=int, default=2)
    parser.add_argument("--kind")
    parser.add_argument("--sites", type=int, default=0)
    parser.add_argument("-v", action="store_true")
    args = parser.parse_args()
    folders = sorted(os.path.dirname(p)
                     for p in glob.glob(f"{args.corpora}/{args.corpus}/**/labels.jsonl", recursive=True))
    kept, total = dict.fromkeys(CHANGES, 0), dict.fromkeys(CHANGES, 0)
    sites = 0
    for folder in folders[: args.sites or None]:
        labels = [json.loads(line) for line in open(folder + "/labels.jsonl", encoding="utf8")]
        for label in labels:
            label["page"] = os.path.abspath(os.path.join(folder, label["page"]))
        with tempfile.TemporaryDirectory() as temp:
            with open(temp + "/l.jsonl", "w", encoding="utf8") as out:
                out.writelines(json.dumps(label, ensure_ascii=False) + "\n" for label in labels[: args.k])
            kind = ["--kind", args.kind] if args.kind else []
            if subprocess.run([args.gleaner, "learn", temp + "/l.jsonl", *kind, "-o", temp + "/w"],
                              capture_output=True).returncode:
                continue
            sites += 1
            pages = [label["page"] for label in labels[args.k:]]
            before = extract(args.gleaner, temp + "/w", pages)
            for name, change in CHANGES.items():
                changed = []
                os.makedirs(f"{temp}/{name}")
                for page in pages:
                    text = open(page, encoding="utf8", errors="surrogateescape", newline="").read()
                    changed.append(f"{temp}/{name}/{os.path.basename(page)}")
                    with open(changed[-1], "w", encoding="utf8", errors="surrogateescape", newline="") as out:
                        out.write(change(text))
                after = extract(args.gleaner, temp + "/w", changed)
                for page, values in before.items():
                    now = after.get(page, [])
                    total[name] += len(values)
                    kept[name] += sum(v in now for v in values)
                    if args.v and now != values:
                        print(os.path.basename(folder), page, name, "lost", [v for v in values if v not in now], "new",
                              [v for v in now if v not in values])
    for name in CHANGES:
        print(f"{args.corpus} k={args.k} {name:10s} {kept[name]} of {total[name]} values the same ({kept[name] / max(1, total[name]):.4f})")
    return 0 if sites else 1


if __name__ == "__main__":
    sys.exit(main())
