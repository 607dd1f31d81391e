#!/usr/bin/env python3
"""`gleaner crawl` over HTTP on made-up sites whose pages are built as widely used software builds them.

    bench/software/measure.py [SITE ...] [--templates 1,3,5] [--seeds 1,2] [--program build/gleaner]
                              [--visits 2000] [--keep DIR]

Each run serves a site on this machine, saves some of its wanted pages as templates, crawls it from the home page and
prints a line: new wanted things among the first 50 and 500 pages; candidates of the wanted kind among the candidates
(one thing under two addresses is of the kind twice); different things among the candidates, of those that there are
and that so many visits can reach; seconds. Of several runs the mean is printed too. Without SITE one of each software
is crawled. --keep leaves the templates, jobs and what the crawls printed in DIR. The port is another one in each run:
pages name it in their links, and nothing else of them depends on it.
"""
import argparse
import contextlib
import csv
import io
import os
import subprocess
import sys
import tempfile
import time
import urllib.request

from ads import Ads
from asp import Dealers
from common import Server
from drupal import Drupal
from gitea import Host
from guide import Guide
from ojs import Journals
from phpbb import Board
from shop import Shop
from wiki import Articles, Wiki
from woo import Woo

SITES = {
    "woo": lambda: Woo(1),
    "woo-sitemap": lambda: Woo(1, sitemap=True),
    "phpbb": lambda: Board(1),
    "phpbb33": lambda: Board(1, v33=True),
    "wiki": lambda: Wiki(1),
    "wiki-person": lambda: Articles(1, "person"),
    "wiki-town": lambda: Articles(1, "town"),
    "drupal": lambda: Drupal(1),
    "drupal-nop0": lambda: Drupal(1, p0=False),
    "drupal-events": lambda: Drupal(1, want="event"),
    "drupal-person": lambda: Drupal(1, want="person"),
    "drupal-news": lambda: Drupal(1, want="news"),
    "drupal-project": lambda: Drupal(1, want="project"),
    "ads": lambda: Ads(1),
    "shop": lambda: Shop("shop"),
    "shoppr": lambda: Shop("shoppr"),
    "shopmap": lambda: Shop("shopmap"),
    "asp": lambda: Dealers("asp"),
    "aspframes": lambda: Dealers("aspframes"),
    "guide": lambda: Guide("guide"),
    "guidefix": lambda: Guide("guidefix"),
    "guidecanon": lambda: Guide("guidecanon"),
    "gitea": lambda: Host("gitea"),
    "gitea3": lambda: Host("gitea3"),
    "giteaplain": lambda: Host("giteaplain"),
    "ojs": lambda: Journals("ojs"),
    "ojsen": lambda: Journals("ojsen"),
    "ojsone": lambda: Journals("ojsone"),
}
MAIN = ["woo", "phpbb", "wiki", "drupal", "ads", "shop", "asp", "guide", "gitea", "ojs"]
COLUMNS = ["at 50", "at 500", "precision", "recall", "seconds"]


def numbers(text):
    return [int(part) for part in text.split(",")]


def options():
    parser = argparse.ArgumentParser(description="the focused crawl on sites that imitate software")
    parser.add_argument("sites", nargs="*", metavar="SITE", help=", ".join(SITES))
    parser.add_argument("--templates", type=numbers, default=[3])
    parser.add_argument("--seeds", type=numbers, default=[1])
    parser.add_argument("--program", default="build/gleaner")
    parser.add_argument("--visits", type=int, default=2000)
    parser.add_argument("--keep", metavar="DIR")
    given = parser.parse_args()
    for name in given.sites:
        if name not in SITES:
            parser.error(f"no site {name}; there are {', '.join(SITES)}")
    if not os.access(given.program, os.X_OK):
        parser.error(f"no program {given.program}: name one with --program")
    return given


def saved_templates(site, base, name, count, seed, folder):
    """The --like options for some wanted pages, which are fetched as a browser would save them."""
    likes = []
    for thing in site.choose(name, count, seed):
        path = os.path.join(folder, f"template{len(likes) // 2 + 1}.html")
        with urllib.request.urlopen(base + site.wanted[thing]) as answer, open(path, "wb") as file:
            file.write(answer.read())
        likes += ["--like", path]
    return likes


def crawl(given, site, name, count, seed, folder):
    """Rows of what was visited, and the seconds it took."""
    job = os.path.join(folder, "site.job")
    with Server(site) as server, open(os.path.join(folder, "printed.txt"), "w", encoding="utf-8") as printed:
        likes = saved_templates(site, server.address, name, count, seed, folder)
        start = time.monotonic()
        done = subprocess.run([given.program, "crawl", server.address + "/", *likes, "--allow-private", "--delay", "0",
                               "--visits", str(given.visits), "-o", job], stdout=printed, stderr=subprocess.STDOUT)
        seconds = time.monotonic() - start
    if done.returncode:
        with open(printed.name, encoding="utf-8") as file:
            sys.exit(f"{name}: the crawl failed: {file.read()}")
    pages = subprocess.run([given.program, "crawl", "pages", job, "--format", "csv"], capture_output=True, text=True,
                           check=True).stdout
    return list(csv.DictReader(io.StringIO(pages))), seconds


def score(site, rows, visits):
    """The figures of a run, but the seconds."""
    wanted = set(site.wanted)
    visited = [row for row in rows if row["visit"] and row["kind"] not in ("skipped", "sitemap")]
    seen, new = set(), []
    for row in sorted(visited, key=lambda row: int(row["visit"])):
        thing = site.classify(row["url"])[1]
        new.append(thing in wanted and thing not in seen and row["kind"] in ("candidate", "page"))
        if new[-1]:
            seen.add(thing)
    kinds = [site.classify(row["url"]) for row in rows if row["kind"] == "candidate"]
    things = [thing for kind, thing in kinds if not kind.startswith("grey")]
    right = [thing for thing in things if thing in wanted]
    return [sum(new[:50]) / 50, sum(new[:500]) / 500, len(right) / max(1, len(things)),
            len(set(right)) / min(len(wanted), visits)]


def line(label, figures):
    return f"{label:28}" + "".join(f"{figure:11.3f}" for figure in figures[:-1]) + f"{figures[-1]:11.1f}"


def main():
    given = options()
    print(f"{'site, templates, seed':28}" + "".join(f"{name:>11}" for name in COLUMNS), flush=True)
    runs = []
    with contextlib.ExitStack() as stack:
        top = given.keep or stack.enter_context(tempfile.TemporaryDirectory())
        for name in given.sites or MAIN:
            for count in given.templates:
                for seed in given.seeds:
                    site = SITES[name]()  # a new one: boards count their visitors
                    folder = os.path.join(top, f"{name}-{count}-{seed}")
                    if os.path.exists(folder):
                        sys.exit(f"{folder} is there already")
                    os.makedirs(folder)
                    rows, seconds = crawl(given, site, name, count, seed, folder)
                    runs.append(score(site, rows, given.visits) + [seconds])
                    print(line(f"{name} {count} {seed}", runs[-1]), flush=True)
    if len(runs) > 1:
        print(line(f"mean of {len(runs)}", [sum(column) / len(runs) for column in zip(*runs)]))


if __name__ == "__main__":
    main()
