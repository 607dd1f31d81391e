#!/usr/bin/env python3
"""What a flow costs beside extraction: bench/flow_overhead.py build/gleaner [PAGES]

The same wrapper on the same pages (copies of the sample shop with other texts, 2,000 by default): extraction into
Parquet, and a flow that extracts, checks for drift, normalises two columns, keeps history and lineage in its store
and delivers Parquet. Both on one thread; CPU seconds of the whole processes, the best of three. The flow's own
report says where its time goes.
"""
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FLOW = """store = "t.duckdb"
keep_pages = {keep}
[source.shop]
wrapper = "shop.wrapper"
pages = "pages/*.html"
[step.normal]
from = "shop"
normalise.price = {{ money = "EUR" }}
{deliver}
"""


def cpu(words, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 4):
        sys.exit(done.stdout + done.stderr)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def main(gleaner, count):
    gleaner = os.path.abspath(gleaner)
    folder = tempfile.mkdtemp(prefix="gleaner-bench")
    try:
        os.mkdir(os.path.join(folder, "pages"))
        shutil.copy(os.path.join(ROOT, "samples", "shop.wrapper"), folder)
        source = os.path.join(ROOT, "samples", "shop")
        names = sorted(n for n in os.listdir(source) if n.startswith("list"))
        for i in range(count):
            with open(os.path.join(source, names[i % len(names)]), encoding="utf-8") as file:
                text = file.read().replace("</title>", f" {i}</title>", 1)
            with open(os.path.join(folder, "pages", f"p{i:05}.html"), "w", encoding="utf-8") as file:
                file.write(text)
        for keep in ("true", "false"):
            best = {}
            for _ in range(3):
                for name, words in {"extract": [gleaner, "extract", "shop.wrapper", "pages/*.html", "-j", "1", "-o",
                                                "x.parquet"],
                                    "flow": [gleaner, "flow", "run", "t", "--json", "--jobs", "1"]}.items():
                    for left in ("t.duckdb", "t.pages", "t.duckdb.wal"):
                        shutil.rmtree(os.path.join(folder, left), ignore_errors=True)
                        if os.path.exists(os.path.join(folder, left)):
                            os.remove(os.path.join(folder, left))
                    with open(os.path.join(folder, "t.flow.toml"), "w", encoding="utf-8") as file:
                        file.write(FLOW.format(keep=keep, deliver='[deliver.out]\nfrom = "normal"\nto = "y.parquet"'))
                    seconds, out = cpu(words, folder)
                    if name == "flow":
                        report = json.loads(out)
                    best[name] = min(best.get(name, 1e9), seconds)
            steps = {step["step"]: step["seconds"] for step in report["steps"]}
            print(f"{count} pages, keep_pages = {keep}: extract {best['extract']:.2f} s CPU, flow {best['flow']:.2f} s ({best['flow'] / best['extract']:.2f}x); "
                  f"of the last flow {report['seconds']:.2f} s wall: "
                  + ", ".join(f"{name} {seconds:.2f}" for name, seconds in steps.items()))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000)
