"""Made-up lists that look like those of real shops: programs, articles, papers. Used by match.py.

Each gives columns, left rows, right rows and the pairs that are the same thing. They hold what makes real lists
hard, each with a share of its own that the seed moves: families of things that differ in one word or number
(edition, upgrade, seats, capacity, colour), makers that stand in the title on one side and in a column on the
other, words that mean nothing and come and go ("retail", "cd-rom", "w/"), abbreviations, titles cut short, prices
that are missing, zero or of another day, things listed several times by one side, gold that is sometimes wrong.
Nothing here is copied from a corpus.
"""
import random

MAKERS = ("adora aldine altavia anvil arcsoft ascendo avanti bluemoon borealis brightstar calyx cinder corvid crestline dataviz delphine eastgate encora "
          "fabrica fireside foliant gamma graphix halden heritage ignis individual intera jetstream kestrel knowledge-works lanyard lumina magix mavern "
          "merit-studios microvista nebula nordic-systems novadev oakwood omnigraph paragon pegasys pinecone quantel quicken-hill redpath riverdeep sable "
          "scanpoint simply-media smithmicro softline sonata sunburst symtec tantalus topics ulead-view valley verdant vianet westwood xenon zephyr").split()
NOUNS = ("accounting antivirus architect atlas backup bookkeeper burner calendar capture chess chemistry chinese collection commander composer contact "
         "converter cookbook creator desktop diary dictionary director drive editor encyclopedia english estate explorer family fax finance firewall fonts "
         "french garden genealogy german golf graphics greeting home instant internet italian kitchen landscape language law ledger letters math manager media "
         "money movie music network notes office organizer paint partition password payroll phonics photo piano planner player poker port printshop privacy "
         "project publisher puzzle reader reading recorder recovery remote resume scan school science scrapbook secure server slideshow spanish speed sudoku "
         "suite tax translator trivia tutor typing utilities video vocabulary voice web will wizard words workshop writer").split()
BRANDED = ("acrona bento cadence cobalt crosstalk dazzler dreamscape easyfit edgeline flashback flexor glyphix hyperion iris jasmine keystone lexicon "
           "maestro mindscape neato nimbus onyx opera palette pinball pioneer prism quartz rapido rosetta sidekick snapfire stratos tempo toaster turbo "
           "vector vegas velvet visio-pro vista wavelab winrunner wordstar xpress zenith zoomer").split()
PLATFORMS = {"win": ["windows", "win", "pc", "for windows", "win 2000/xp", "windows xp/vista", "(pc)"],
             "mac": ["mac", "macintosh", "for mac", "mac os x", "(mac)"],
             "both": ["win/mac", "windows/mac", "hybrid", "mac/win", ""]}
FORMATS = ["", "", "", "cd-rom", "(cd-rom)", "dvd", "dvd-rom", "jewel case", "box", "retail", "(retail box)",
           "complete package", "full version", "software", "mini box"]
EDITIONS = {"standard": ["standard", "std", "standard edition", ""],
            "professional": ["professional", "pro", "professional edition", "prof"],
            "deluxe": ["deluxe", "dlx", "deluxe edition"], "home": ["home", "home edition"],
            "premier": ["premier", "premier edition"],
            "small business": ["small business", "sb", "small business edition"],
            "enterprise": ["enterprise", "ent", "enterprise edition"],
            "student": ["student and teacher", "academic", "student edition", "acad", "edu"], "": [""]}
PRICE_OF = {"standard": 1, "professional": 2.2, "deluxe": 1.3, "home": 0.8, "premier": 1.6, "small business": 1.9,
            "enterprise": 4, "student": 0.45, "": 1}


def _filled(parts):
    return " ".join(" ".join(filter(None, parts)).split())


def programs(seed, left_share=0.45, right_share=0.6, twice=0.2, wrong=0.03):
    """title, manufacturer, price. The left side is a catalogue, the right one gathers the offers of many sellers."""
    draw = random.Random(f"programs {seed}")
    left, right, pairs, number = {}, {}, [], 0
    in_title = draw.uniform(0.1, 0.4)  # makers in titles of the left side
    column = draw.uniform(0.05, 0.3)   # makers in the column of the right side
    zero = draw.uniform(0, 0.15)
    for _ in range(420):
        maker = draw.choice(MAKERS)
        kind = draw.random()
        base = [draw.choice(BRANDED)] if kind < 0.25 else [draw.choice(BRANDED), draw.choice(NOUNS)] if kind < 0.6 else draw.sample(NOUNS, draw.randint(2, 3))
        first, price = draw.randint(1, 9), draw.choice([9.99, 14.99, 19.99, 29.99, 39.99, 49.99, 79.99, 99.99, 199, 299, 499])
        style = draw.random()
        versions = [str(2004 + first % 4 + k)
                    for k in range(3)] if style < 0.35 else [f"{first + k}.0" for k in range(3)] if style < 0.6 else \
            [str(first + k) for k in range(3)] if style < 0.75 else ["x" + str(first), "xp"] if style < 0.8 else [""]
        editions = draw.sample(list(EDITIONS), draw.choice([1, 1, 1, 2, 3]))
        for version in draw.sample(versions, min(len(versions), draw.choice([1, 1, 2, 3]))):
            for edition in editions:
                for what in draw.sample(["", "upgrade", "5-user", "mac"],
                                        draw.choice([1, 1, 1, 2])) if price > 30 else [""]:
                    number += 1
                    platform = "mac" if what == "mac" else draw.choice(["win", "win", "win", "both"])
                    own = price * PRICE_OF[edition] * {"upgrade": 0.5, "5-user": 3.5}.get(what, 1)
                    seats = "" if what != "5-user" else "5 user"
                    listed = draw.random() < left_share
                    if listed:
                        extra = what if what == "upgrade" else seats
                        parts = [maker.replace("-", " ") if draw.random() < in_title else "", *base, version,
                                 draw.choice(EDITIONS[edition][:2]), extra,
                                 draw.choice(PLATFORMS[platform]) if platform == "mac" or draw.random() < 0.25 else "",
                                 draw.choice(FORMATS) if draw.random() < 0.4 else ""]
                        left[f"a{number}"] = dict(title=_filled(parts),
                                                  manufacturer=maker.replace("-", " ") + draw.choice(["", "", "", " inc", " software", " usa"]),
                                                  price="0.0" if draw.random() < zero else f"{own:.2f}")
                    count = 0 if draw.random() > right_share else 1 + (draw.random() < twice) + (draw.random() < twice / 2)
                    for k in range(count):
                        words = [w if draw.random() < 0.96 else w[:draw.randint(3, 5)] for w in base]
                        shown = version if draw.random() < 0.9 else ""
                        if shown and draw.random() < 0.25:
                            shown = "v" + shown if draw.random() < 0.5 else shown.removesuffix(".0")
                        extra = draw.choice(["upgrade", "upg", "upgrade version",
                                             "version upgrade"]) if what == "upgrade" else draw.choice(["5 user", "5-users", "5 user license", "5u"]) if seats else ""
                        parts = [maker.replace("-", " ") if draw.random() < 0.75 else "", *words, shown,
                                 draw.choice(EDITIONS[edition]) if draw.random() < 0.9 else "", extra,
                                 draw.choice(PLATFORMS[platform]) if platform == "mac" or draw.random() < 0.5 else "",
                                 draw.choice(FORMATS), str(draw.randint(10**5, 10**8)) if draw.random() < 0.12 else ""]
                        if draw.random() < 0.1:
                            draw.shuffle(parts)
                        title = _filled(parts)
                        right[f"b{number}_{k}"] = dict(title=title if draw.random() < 0.95 else title[:40], manufacturer=maker if draw.random() < column else "",
                                                       price=f"{own * draw.lognormvariate(-0.1, 0.22):.2f}")
                        if listed and draw.random() >= wrong:
                            pairs.append((f"a{number}", f"b{number}_{k}", True, "all"))
    return ["title", "manufacturer", "price"], left, right, pairs


BRANDS = ("acton aerogarde belkora brentwood canova case-mate-x centrios dlinx dynatron epsilon fellowell garmon hamlet hewport iluv-x jensun kensing lexwell "
          "linkway logimax maxell-x memorix mophix netgate nikora olympia otterbay panatone philmore plantro porta radiant sandix samson seagull skullbeat sonora "
          "speckle startec targo tomway toshi tripplite-x tribeca uniden-x verbax vizor westbridge xantrex yamato zagg-y zebra-x").split()
KINDS = {"toner cartridge": ["cyan", "magenta", "yellow", "black", "high yield black"],
         "memory card": ["2gb", "4gb", "8gb", "16gb", "32gb"],
         "usb flash drive": ["4gb", "8gb", "16gb", "32gb"], "laptop sleeve": ["black", "pink", "blue", "gray"],
         "headphones": ["black", "white", "red"],
         "hdmi cable": ["3 ft", "6 ft", "10 ft", "25 ft"], "hard drive": ["500gb", "1tb", "2tb"],
         "digital camera": ["black", "silver", "red", "blue"],
         "lcd monitor": ['19"', '22"', '24"'], "wireless router": ["", "dual band"], "battery": ["", "2 pack"],
         "car charger": ["", "micro usb"],
         "screen protector": ["", "3 pack"], "case": ["black", "white", "purple"], "keyboard": ["", "wireless"],
         "tv wall mount": ["", "tilting", "full motion"],
         "laser printer": ["", "color"], "netbook": ["black", "blue", "white"], "phone": ["", "cordless"],
         "projector screen": ['84"', '92"', '100"']}
SHELVES = ["electronics - general", "computers accessories", "stationery & office machinery", "cameras photo",
           "tvs & video", "cell phones", "networking", ""]
FILLER = ("with for new genuine original compatible premium slim portable pro series retail packaging pack of 1 high performance ultra compact "
          "black - oem digital home office quality notebook ipod iphone 4 touch screen hd 1080p").split()


def articles(seed, left_share=0.3, right_share=0.75, twice=0.15, wrong=0.03):
    """title, category, brand, modelno, price. A shop with a few thousand articles and a large one: half of
    the first's are in the second."""
    draw = random.Random(f"articles {seed}")
    left, right, pairs, number = {}, {}, [], 0
    told = draw.uniform(0.5, 0.8)  # article numbers that the right side tells
    lines = [w for w in BRANDED]
    for _ in range(1400):
        brand, kind = draw.choice(BRANDS), draw.choice(list(KINDS))
        line = draw.choice(lines) if draw.random() < 0.5 else ""
        stem = "".join(draw.choice("abcdefghklmnprstvwx")
                       for _ in range(draw.randint(1, 4))) + draw.choice(["", "-"]) + str(draw.randint(10, 9999))
        price, words = draw.lognormvariate(3.5, 1), draw.sample(FILLER, draw.randint(1, 4))
        for index, variant in enumerate(draw.sample(KINDS[kind], min(len(KINDS[kind]), draw.choice([1, 2, 3])))):
            number += 1
            model = draw.choice([stem + variant[:1].strip('"'), stem + "-" + variant[:2].strip('"'),
                                 stem + str(index)]) if draw.random() < 0.7 else \
                "".join(draw.choice("abcdefghklmnprstvwx") for _ in range(2)) + str(draw.randint(1000, 99999))
            own = price * (1 + 0.6 * index if variant[:1].isdigit() else draw.uniform(0.97, 1.03))
            listed = draw.random() < left_share
            if listed:
                parts = [brand, line, draw.choice([variant, ""]) if draw.random() < 0.2 else variant, kind, *words[:2],
                         model if draw.random() < 0.25 else ""]
                if draw.random() < 0.3:
                    parts = [brand, line, kind, *words[:1], variant]
                left[f"a{number}"] = dict(title=_filled(parts), category=draw.choice(SHELVES[:-1]),
                                          brand=brand if draw.random() < 0.97 else "",
                                          modelno=model if draw.random() < 0.8 else "", price=f"{own:.2f}")
            for k in range(0 if draw.random() > right_share else 1 + (draw.random() < twice)
                           + (draw.random() < twice / 3)):
                parts = [brand if draw.random() < 0.95 else "", line, model if draw.random() < 0.4 else "", kind,
                         variant if draw.random() < 0.9 else "",
                         *(w for w in words if draw.random() < 0.6), *draw.sample(FILLER, draw.randint(0, 4))]
                if draw.random() < 0.3:
                    draw.shuffle(parts)
                written = model.replace("-", "") if draw.random() < 0.2 else model + draw.choice(["#aba", "-r", "/c"]) if draw.random() < 0.08 else model
                right[f"b{number}_{k}"] = dict(title=_filled(parts),
                                               category=draw.choice([kind + "s", kind, draw.choice(SHELVES)]),
                                               brand=brand if draw.random() < 0.85 else draw.choice(["", "generic", brand + " inc"]),
                                               modelno=written if draw.random() < told else "",
                                               price=f"{own * draw.lognormvariate(-0.05, 0.3):.2f}" if draw.random() < 0.85 else "")
                if listed and draw.random() >= wrong:
                    pairs.append((f"a{number}", f"b{number}_{k}", True, "all"))
    return ["title", "category", "brand", "modelno", "price"], left, right, pairs


TOPICS = ("adaptive aggregation algebra algorithm analysis answering applications approach approximate architecture association automatic caching clustering "
          "concurrency constraints control cost cubes data database databases declarative dependencies design detection dimensional discovery distributed dynamic "
          "efficient engine estimation evaluation evolution extensible fast federated framework functional global graph heterogeneous high histograms incremental "
          "index indexing inference information integration join joins knowledge language large learning logic maintenance management mapping materialized memory "
          "mining mobile model modeling multi nested network object olap online optimal optimization oriented parallel partial patterns performance physical "
          "processing profiles query querying ranking recovery relational replication retrieval rules sampling scalable schema search security selection "
          "selectivity semantic semistructured sequence server similarity software space spatial storage stream streams structures support system systems "
          "techniques temporal text time transaction transactions tree tuning updates user using versioning views visual warehouse warehouses web wide workflow "
          "workload xml").split()
SURNAMES = ("abiteboul agarwal bernstein carey ceri chaudhuri codd dayal dewitt faloutsos franklin garofalakis gehrke graefe gray gupta haas halevy han "
            "hellerstein ioannidis jagadish kossmann kriegel lakshmanan lehner libkin lohman mattos mehrotra mohan naughton neuhold olken ooi ozsu papadias "
            "pirahesh ramakrishnan rastogi ross salzberg sellis seshadri shasha silberschatz snodgrass stonebraker suciu swami tan theodoridis ullman valduriez "
            "vianu weikum widom wong yu zaniolo zdonik").split()
PLACES = {"SIGMOD Conference": ["international conference on management of data", "sigmod", "proc. acm sigmod"],
          "VLDB": ["very large data bases", "vldb", "proc. of the vldb conf"],
          "ICDE": ["data engineering", "icde", "proceedings of icde"], "VLDB J.": ["the vldb journal", "vldb journal"],
          "SIGMOD Record": ["acm sigmod record", "sigmod rec."],
          "ACM Trans. Database Syst.": ["acm transactions on database systems (tods)", "tods"]}


def papers(seed, messy, left_share=0.85, right_share=0.85):
    """title, authors, venue, year. `messy`: the right side was gathered by a robot: cut authors, missing years
    and venues, several copies."""
    draw = random.Random(f"papers {seed} {messy}")
    left, right, pairs, number = {}, {}, [], 0
    for _ in range(1300):
        title = draw.sample(TOPICS, draw.randint(3, 7))
        title.insert(draw.randint(1, len(title) - 1), draw.choice(["for", "in", "of", "with", "and", "on", "over"]))
        authors = [f"{draw.choice('abcdefghjklmnprstvw')}. {draw.choice(SURNAMES)}"
                   for _ in range(draw.choice([1, 2, 2, 3, 3, 4, 5]))]
        year, again = draw.randint(1994, 2003), draw.random() < 0.08
        for venue, when in [(draw.choice(["SIGMOD Conference", "VLDB", "ICDE", "SIGMOD Record"]),
                             year)] + ([("ACM Trans. Database Syst.", year + 1)] if again else []):
            number += 1
            listed = draw.random() < left_share
            if listed:
                left[f"a{number}"] = dict(title=" ".join(title).capitalize() + ".",
                                          authors=", ".join(a.title() for a in authors), venue=venue, year=when)
            for k in range(0 if draw.random() > right_share else 1 + (messy and draw.random() < 0.35)
                           + (messy and draw.random() < 0.15)):
                words = [w if draw.random() > 0.01 + 0.03 * messy else w[:-1] for w in title]
                if messy and draw.random() < 0.1:
                    words = words[:draw.randint(3, len(words))]
                people = authors if not messy or draw.random() < 0.7 else authors[:draw.randint(1, len(authors))]
                right[f"b{number}_{k}"] = dict(title=" ".join(words),
                                               authors=", ".join(a if not messy or draw.random() < 0.7 else a.split(". ")[1] for a in people),
                                               venue=draw.choice(PLACES[venue]) if not messy or draw.random() < 0.6 else draw.choice(["", "technical report", "submitted"]),
                                               year=when if not messy or draw.random() < 0.55 else draw.choice(["", "", when + 1]))
                if listed:
                    pairs.append((f"a{number}", f"b{number}_{k}", True, "all"))
    return ["title", "authors", "venue", "year"], left, right, pairs
