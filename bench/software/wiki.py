"""A wiki of MediaWiki 1.39 in the skin Vector (legacy).

Wanted: the 1,500 articles on species, which have a box of their classification; in wiki-person and wiki-town
those on persons and towns. Alike: genera and families, which have such a box too and count neither as right nor
as wrong; all other articles under the same addresses (/wiki/NAME). Nasty: a large frame, so that even a form is
built much like an article; each article's edits, history, differences, old versions and what links to it;
redirects; special pages without end; links in the running text, which lead anywhere.
"""
import re
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from common import ADJ, FIRST, LAST, NOUN, Reply, Site, dice, esc, para, person, redirect, sent, slug, title, town

LAT1 = ("Acan Bra Cal Den Eury Fus Gymno Hemi Iso Jun Kera Lepto Macro Neo Oligo Pachy Quer"
        " Rhodo Steno Tricho Uro Vari Xantho Zygo Micro Platy").split()
LAT2 = ("thus dactylus cera phora podia stoma gnatha lepis morpha nema pteryx rhyncha soma"
        " theca urus").split()
EPI = ("albus alpinus arvensis borealis communis coronatus elegans fasciatus gracilis"
       " hirsutus insularis japonicus longifolius major maculatus minor montanus niger"
       " nitidus occidentalis officinalis orientalis pallidus palustris pictus pratensis"
       " pulcher punctatus robustus ruber rufus sativus silvestris striatus tenuis"
       " tricolor variegatus viridis vulgaris magnus").split()
COUNTRIES = "Norland Westria Kaldor Merova Suvenia Tarkan Belvia Ostmark Lorania Peruvia".split()


class Wiki(Site):
    def __init__(self, seed):
        self.seed = seed
        r = dice("wiki", seed)
        self.name = "Naturalis"
        self.fams = []
        self.art = {}
        self.list = []

        def add(t, kind, **kw):
            if t in self.art:
                return None
            a = dict(t=t, kind=kind, id=len(self.list) + 10, r=dice("rev", t).randint(200000, 900000), cats=[], **kw)
            self.art[t] = a
            self.list.append(a)
            return a

        classes = ["Mammalia", "Aves", "Insecta", "Reptilia", "Magnoliopsida", "Actinopterygii"]
        self.people = []
        self.genera = []
        self.species = []
        for i in range(60):
            f = r.choice(LAT1) + r.choice(LAT2) + "idae"
            a = add(f, "family", cls=r.choice(classes), gen=[])
            if a:
                self.fams.append(a)
                a["cats"] = [f'Families of {a["cls"]}']
        for i in range(330):
            f = r.choice(self.fams)
            g = r.choice(LAT1) + r.choice(LAT2)[:r.randint(3, 6)] + r.choice(["a", "us", "ia", "is"])
            a = add(g, "genus", fam=f, sp=[])
            if a:
                self.genera.append(a)
                f["gen"].append(a)
                a["cats"] = [f["t"], f'Genera of {f["cls"]}']
        n = 0
        while n < 1500:
            g = r.choice(self.genera)
            q = dice("sp", seed, n)
            t = g["t"] + " " + q.choice(EPI)
            com = (q.choice(ADJ).capitalize() + " " + q.choice([
                "finch", "beetle", "oak", "lizard", "perch", "lily", "moth", "shrew", "fern", "warbler", "sedge", "bat"
            ]) if q.random() < 0.55 else None)
            a = add(t, "species", g=g, common=com, stub=q.random() < 0.35, img=q.random() < 0.6, status=q.random()
                    < 0.55, map=q.random() < 0.35, syn=q.randint(2, 9) if q.random() < 0.35 else 0,
                    auth=q.choice(LAST) + ", " + str(q.randint(1758, 1990)), secs=q.randint(1, 7))
            if a:
                n += 1
                g["sp"].append(a)
                self.species.append(a)
                a["cats"] = ([g["t"]] + ([f'{g["fam"]["cls"]} of {q.choice(COUNTRIES)}'] if q.random() < 0.7 else []) +
                             ([q.choice(["Least concern biota", "Vulnerable animals", "Endangered species"])]
                              if a["status"] else []) + [f'Species described in {a["auth"][-4:-1]}0s'] +
                             ([f'{g["fam"]["t"]} stubs'] if a["stub"] else []))
        self.towns = []
        for i in range(900):
            q = dice("tn", seed, i)
            t = town(i)
            c = q.choice(COUNTRIES)
            a = add(t, "town", c=c, pop=int(q.lognormvariate(8.5, 1.2)), img=q.random() < 0.7,
                    secs=q.randint(0, 7), stub=q.random() < 0.4) or add(f"{t}, {c}", "town", c=c, pop=int(
                        q.lognormvariate(8.5, 1.2)), img=q.random() < 0.7, secs=q.randint(0, 7), stub=q.random() < 0.4)
            if a:
                self.towns.append(a)
                a["cats"] = [f"Populated places in {c}"] + ([f"{c} geography stubs"] if a["stub"] else [])
        for i in range(700):
            q = dice("pn", seed, i)
            job = q.choice(["botanists", "zoologists", "explorers", "politicians", "painters", "footballers"])
            a = add(person(q), "person", job=job, c=q.choice(COUNTRIES), born=q.randint(1700, 1995), img=q.random()
                    < 0.5, box=q.random() < 0.8, secs=q.randint(0, 6), stub=q.random() < 0.35)
            if a:
                self.people.append(a)
                a["cats"] = [f'{a["c"]} {job}', f'{a["born"]} births'
                             ] + (["Living people"] if a["born"] > 1940 else [f'{a["born"] + 70} deaths'])
        self.general = []
        for i in range(450):
            q = dice("ge", seed, i)
            a = add(title(q, 1, 3), "general", secs=q.randint(1, 8), tab=q.random() < 0.3, stub=q.random() < 0.2)
            if a:
                self.general.append(a)
                a["cats"] = [
                    q.choice([
                        "Ecology", "Anatomy", "Methods", "History of science", "Geology", "Organizations", "Terminology"
                    ]) for _ in range(2)
                ]
        for i, c in enumerate(COUNTRIES):
            a = add(f"List of towns in {c}", "list")
            a["items"] = [x for x in self.towns if x["c"] == c]
            a["cats"] = ["Lists"]
        for c in classes:
            a = add(f"List of {c} families", "list")
            a["items"] = [f for f in self.fams if f["cls"] == c]
            a["cats"] = ["Lists"]
        self.redir = {a["common"]: a for a in self.species if a["common"] and a["common"] not in self.art}
        self.cat = {}
        for a in self.list:
            for c in dict.fromkeys(a["cats"]):
                self.cat.setdefault(c, []).append(a)
        self.subcat = {
            "Contents": [
                "Biota", "Geography", "People", "Lists", "Ecology", "Anatomy", "Methods", "History of science",
                "Geology", "Organizations", "Terminology", "Stubs"
            ],
            "Biota": [f"Families of {c}" for c in classes] + [f"Genera of {c}" for c in classes]
            + ["Species by country", "Species by year", "Conservation"],
            "Geography": [f"Populated places in {c}" for c in COUNTRIES],
            "People": sorted({a["cats"][0]
                              for a in self.people}) + ["Births by year", "Living people"],
            "Births by year": sorted(c for c in self.cat if c.endswith("births")),
            "Species by country": sorted(c for c in self.cat if re.search(" of (" + "|".join(COUNTRIES) + ")$", c)),
            "Species by year": sorted(c for c in self.cat if c.startswith("Species desc")),
            "Conservation": ["Least concern biota", "Vulnerable animals", "Endangered species"],
            "Stubs": sorted(c for c in self.cat if c.endswith("stubs"))
        }
        for f in self.fams:
            self.subcat[f["t"]] = [g["t"] for g in f["gen"] if g["t"] in self.cat]
            self.subcat.setdefault("Families of " + f["cls"], []).append(f["t"])
        self.parent = {}
        for p, cs in self.subcat.items():
            for c in cs:
                self.parent.setdefault(c, []).append(p)
        self.uname = [
            dice("wu", i).choice(FIRST) + dice("wu", i).choice(["", str(i), "bot", " of " + town(i)])
            for i in range(120)
        ]
        self.byid = {str(a["id"]): a for a in self.list}
        self.wanted = {"a:" + a["t"]: self.u(a["t"]) for a in self.species}

    @staticmethod
    def u(t):
        return "/wiki/" + quote(t.replace(" ", "_"), safe="/:,()'!*")

    def a(self, t, text=None, cls=""):
        ok = t in self.art or t in self.redir or ":" in t
        if ok:
            return (f'<a href="{self.u(t)}"' +
                    (" class=" + chr(34) + "mw-redirect" + chr(34) if t in self.redir else "")
                    + f' title="{esc(t)}">{esc(text or t)}</a>')
        return (f'<a href="/w/index.php?title={quote(t.replace(" ", "_"))}'
                f'&amp;action=edit&amp;redlink=1" class="new" title="{esc(t)}'
                f' (page does not exist)">{esc(text or t)}</a>')

    def frame(self, H, t, ns, body, q, cats="", action="view", art=True, rev=0, head=None, robots=None, pid=0, old="",
              talk=True):
        tt = quote(t.replace(" ", "_"), safe="/:,()'!*")
        special = ns == -1
        sub = self.frame_sub(ns, t)
        nstab = self.frame_nstab(sub, q, ns)
        views = self.frame_views(special, tt, t, action)
        tools = self.frame_tools(special, ns, action, tt, rev)

        def port(i, h, items):
            return (f'<nav id="p-{i}" class="mw-portlet mw-portlet-{i}'
                    f' vector-menu vector-menu-portal portal" aria-labelledby="p-{i}'
                    f'-label" role="navigation"><h3 id="p-{i}-label" class="vector-menu-heading">'
                    f'<span class="vector-menu-heading-label">{h}</span></h3>'
                    f'<div class="vector-menu-content"><ul class="vector-menu-content-list">{items}</ul>'
                    "</div></nav>")

        body2 = (('<div id="mw-content-text" class="mw-body-content'
                  f'{" mw-content-ltr" if not special else ""}"') +
                 (" lang=" + chr(34) + "en" + chr(34) + " dir=" + chr(34) + "ltr" + chr(34) if not special else "")
                 + f">{body}</div>")
        return Reply(("<!DOCTYPE html>\n"
                      '<html class="client-nojs" lang="en" dir="ltr">\n'
                      "<head>\n"
                      '<meta charset="UTF-8"/>\n'
                      f"<title>{esc(head or t)} - {self.name}</title>\n"
                      '<script>document.documentElement.className="client-js";RLCONF={"wgPageName":"'
                      f'{esc(t)}","wgNamespaceNumber":{ns},"wgArticleId":{pid}}};</script>\n'
                      '<link rel="stylesheet"'
                      ' href="/w/load.php?lang=en&amp;modules=site.styles&amp;only=styles&amp;skin=vector"/>\n'
                      '<meta name="generator" content="MediaWiki 1.39.5"/>\n'
                      '<meta name="format-detection" content="telephone=no"/>\n')
                     + (f'<meta name="robots" content="{robots}"/>' if robots else "")
                     + ("\n"
                        '<meta name="viewport" content="width=1000"/>\n'
                        '<link rel="alternate" type="application/x-wiki" title="Edit"'
                        f' href="/w/index.php?title={tt}&amp;action=edit"/>\n'
                        '<link rel="icon" href="/favicon.ico"/>\n'
                        '<link rel="search" type="application/opensearchdescription+xml"'
                        f' href="/w/opensearch_desc.php" title="{self.name} (en)"/>\n'
                        f'<link rel="alternate" type="application/atom+xml" title="{self.name}'
                        ' Atom feed" href="/w/index.php?title=Special:RecentChanges&amp;feed=atom"/>\n')
                     + (f'<link rel="canonical" href="{H}{self.u(t)}"/>' if old else "")
                     + ("\n"
                        "</head>\n"
                        f'<body class="mediawiki ltr sitedir-ltr mw-hide-empty-elt ns-{ns} ns-')
                     + ("special" if special else "subject" if ns % 2 == 0 else "talk")
                     + (f" page-{esc(tt)} rootpage-{esc(tt)} skin-vector action-{action}"
                        ' skin-vector-legacy vector-feature-language-in-header-enabled">\n'
                        '<div id="mw-page-base" class="noprint"></div>\n'
                        '<div id="mw-head-base" class="noprint"></div>\n'
                        '<div id="content" class="mw-body" role="main">\n'
                        '\t<a id="top"></a>\n'
                        '\t<div id="siteNotice"></div>\n'
                        '\t<div class="mw-indicators"></div>\n'
                        '\t<h1 id="firstHeading" class="firstHeading mw-first-heading">')
                     + str(head or ("<i>" + esc(t)
                                    + "</i>" if ns == 0 and art == "species" else '<span class="mw-page-title-main">'
                                    + esc(t) + "</span>" if ns == 0 else esc(t)))
                     + ("</h1>\n"
                        '\t<div id="bodyContent" class="vector-body">\n'
                        f'\t\t<div id="siteSub" class="noprint">From {self.name}</div>\n'
                        f'\t\t<div id="contentSub">{old}</div>\n'
                        '\t\t<div id="contentSub2"></div>\n'
                        '\t\t<div id="jump-to-nav"></div>\n'
                        '\t\t<a class="mw-jump-link" href="#mw-head">Jump to navigation</a>\n'
                        '\t\t<a class="mw-jump-link" href="#searchInput">Jump to search</a>\n'
                        f"\t\t{body2}\n"
                        '<div class="printfooter" data-nosnippet="">Retrieved from "'
                        f'<a dir="ltr" href="{H}/w/index.php?title={tt}&amp;oldid={rev}">{H}'
                        f'/w/index.php?title={tt}&amp;oldid={rev}</a>"</div>\n'
                        f"\t\t{cats}\n"
                        "\t</div>\n"
                        "</div>\n"
                        '<div id="mw-navigation">\n'
                        "\t<h2>Navigation menu</h2>\n"
                        '\t<div id="mw-head">\n'
                        '<nav id="p-personal" class="mw-portlet mw-portlet-personal vector-user-menu-legacy'
                        ' vector-menu" aria-labelledby="p-personal-label" role="navigation">'
                        '<h3 id="p-personal-label" class="vector-menu-heading">'
                        '<span class="vector-menu-heading-label">Personal tools</span></h3>'
                        '<div class="vector-menu-content"><ul class="vector-menu-content-list">'
                        '<li id="pt-anonuserpage" class="mw-list-item">'
                        '<span title="The user page for the IP address you are editing as">Not logged in'
                        '</span></li><li id="pt-anontalk" class="mw-list-item">'
                        '<a href="/wiki/Special:MyTalk" title="Discussion about edits from this IP address'
                        ' [n]" accesskey="n"><span>Talk</span></a></li>'
                        '<li id="pt-anoncontribs" class="mw-list-item">'
                        '<a href="/wiki/Special:MyContributions" title="A list of edits made from this IP'
                        ' address [y]" accesskey="y"><span>Contributions</span></a></li>'
                        '<li id="pt-createaccount" class="mw-list-item">'
                        f'<a href="/w/index.php?title=Special:CreateAccount&amp;returnto={tt}'
                        '" title="You are encouraged to create an account and log in"><span>Create account'
                        '</span></a></li><li id="pt-login" class="mw-list-item">'
                        f'<a href="/w/index.php?title=Special:UserLogin&amp;returnto={tt}'
                        '" title="You are encouraged to log in [o]" accesskey="o"><span>Log in</span></a>'
                        "</li></ul></div></nav>\n"
                        f'\t\t<div id="left-navigation">{nstab}</div>\n'
                        f'\t\t<div id="right-navigation">{views}\n'
                        '<div id="p-search" role="search" class="vector-search-box-vue vector-search-box'
                        ' vector-search-box-show-thumbnail"><h3><label for="searchInput">Search</label>'
                        '</h3><form action="/w/index.php" id="searchform" class="vector-search-box-form">'
                        '<div id="simpleSearch" class="vector-search-box-inner"'
                        ' data-search-loc="header-navigation">'
                        '<input class="vector-search-box-input" type="search" name="search"'
                        f' placeholder="Search {self.name}" id="searchInput"/>'
                        '<input type="hidden" name="title" value="Special:Search"/>'
                        '<input id="searchButton" class="searchButton" type="submit" name="go" title="Go"'
                        ' value="Go"/></div></form></div></div>\n'
                        "\t</div>\n"
                        '<div id="mw-panel" class="vector-legacy-sidebar">\n'
                        '\t<div id="p-logo" role="banner">'
                        '<a class="mw-wiki-logo" href="/wiki/Main_Page" title="Visit the main page"></a>'
                        "</div>\n") + str(
                            port(
                                "navigation", "Navigation", "".join(
                                    f'<li id="n-{i}" class="mw-list-item"><a href="/wiki/{l}"><span>{x}</span></a></li>'
                                    for i, l, x in [("mainpage-description", "Main_Page",
                                                     "Main page"), ("contents", "Category:Contents", "Contents"),
                                                    ("recentchanges", "Special:RecentChanges",
                                                     "Recent changes"), ("randompage", "Special:Random", "Random page"),
                                                    ("help-mediawiki", "Help:Contents", "Help")])))
                     + ("\n"
                        f'{port("tb", "Tools", tools)}\n'
                        "</div>\n"
                        "</div>\n"
                        '<footer id="footer" class="mw-footer" role="contentinfo">\n'
                        '\t<ul id="footer-info">')
                     + (('<li id="footer-info-lastmod"> This page was last edited on '
                         f'{dice("lm", t).randint(1, 28)} June 2023, at 10:{dice("lm", t).randint(10, 59)}.'
                         "</li>") if not special else "")
                     + ('<li id="footer-info-copyright">Content is available under CC BY-SA unless'
                        " otherwise noted.</li></ul>\n"
                        '\t<ul id="footer-places"><li id="footer-places-privacy">'
                        f'<a href="/wiki/{self.name}:Privacy_policy">Privacy policy</a></li>'
                        f'<li id="footer-places-about"><a href="/wiki/{self.name}:About">About {self.name}'
                        '</a></li><li id="footer-places-disclaimers">'
                        f'<a href="/wiki/{self.name}:General_disclaimer">Disclaimers</a></li></ul>\n'
                        '\t<ul id="footer-icons" class="noprint"><li id="footer-poweredbyico">'
                        '<a href="https://www.mediawiki.org/">'
                        '<img src="/w/resources/assets/poweredby_mediawiki_88x31.png" alt="Powered by'
                        ' MediaWiki" width="88" height="31" loading="lazy"/></a></li></ul>\n'
                        "</footer>\n"
                        "</body>\n"
                        "</html>"))

    def frame_sub(self, ns, t):
        return {
            0: ("Article", self.u(t), "Talk", self.u("Talk:" + t)),
            1: ("Article", self.u(t.split(":", 1)[-1]), "Talk", self.u(t)),
            2: ("User page", self.u(t), "Talk", self.u(t.replace("User:", "User_talk:"))),
            3: ("User page", self.u(t.replace("User talk:", "User:")), "Talk", self.u(t)),
            6: ("File", self.u(t), "Talk", self.u("File_talk:" + t[5:])),
            14: ("Category", self.u(t), "Talk", self.u("Category_talk:" + t[9:])),
            4: ("Project page", self.u(t), "Talk", self.u("Project_talk:" + t[12:])),
            12: ("Help page", self.u(t), "Talk", self.u("Help_talk:" + t[5:]))
        }.get(ns)

    def frame_nstab(self, sub, q, ns):
        return (('<nav id="p-namespaces" class="mw-portlet mw-portlet-namespaces vector-menu'
                 ' vector-menu-tabs" aria-labelledby="p-namespaces-label" role="navigation">'
                 '<h3 id="p-namespaces-label" class="vector-menu-heading">'
                 '<span class="vector-menu-heading-label">Namespaces</span></h3>'
                 '<div class="vector-menu-content"><ul class="vector-menu-content-list">'
                 f'<li id="ca-nstab-main" class="{"" if ns % 2 else "selected"} mw-list-item">'
                 f'<a href="{sub[1]}" title="View the content page [c]" accesskey="c"><span>{sub[0]}'
                 "</span></a></li>"
                 f'<li id="ca-talk" class="{"selected" if ns % 2 else ""} mw-list-item">'
                 f'<a href="{sub[3]}'
                 '" rel="discussion" title="Discussion about the content page [t]" accesskey="t">'
                 f"<span>{sub[2]}</span></a></li></ul></div></nav>") if sub else
                ('<nav id="p-namespaces" class="mw-portlet mw-portlet-namespaces vector-menu'
                 ' vector-menu-tabs" role="navigation"><h3 class="vector-menu-heading">'
                 '<span class="vector-menu-heading-label">Namespaces</span></h3>'
                 '<div class="vector-menu-content"><ul class="vector-menu-content-list">'
                 '<li id="ca-nstab-special" class="selected mw-list-item">'
                 f'<a href="{esc(q)}" title="This is a special page"><span>Special page</span></a>'
                 "</li></ul></div></nav>"))

    def frame_views(self, special, tt, t, action):
        return ("" if special else ('<nav id="p-views" class="mw-portlet mw-portlet-views vector-menu vector-menu-tabs"'
                                    ' role="navigation"><h3 id="p-views-label" class="vector-menu-heading">'
                                    '<span class="vector-menu-heading-label">Views</span></h3>'
                                    '<div class="vector-menu-content"><ul class="vector-menu-content-list">'
                                    f'<li id="ca-view" class="{"selected" if action == "view" else ""} mw-list-item">'
                                    f'<a href="{self.u(t)}"><span>Read</span></a></li>'
                                    f'<li id="ca-edit" class="{"selected" if action == "edit" else ""} mw-list-item">'
                                    f'<a href="/w/index.php?title={tt}'
                                    '&amp;action=edit" title="Edit the source code of this page [e]" accesskey="e">'
                                    '<span>Edit</span></a></li><li id="ca-history" class="') +
                ("selected" if action == "history" else "") +
                (f' mw-list-item"><a href="/w/index.php?title={tt}'
                 '&amp;action=history" title="Past revisions of this page [h]" accesskey="h">'
                 "<span>View history</span></a></li></ul></div></nav>"))

    def frame_tools(self, special, ns, action, tt, rev):
        return ((('<li id="t-whatlinkshere" class="mw-list-item">'
                  f'<a href="/wiki/Special:WhatLinksHere/{tt}'
                  '" title="A list of all wiki pages that link here [j]" accesskey="j">'
                  "<span>What links here</span></a></li>"
                  '<li id="t-recentchangeslinked" class="mw-list-item">'
                  f'<a href="/wiki/Special:RecentChangesLinked/{tt}'
                  '" rel="nofollow" title="Recent changes in pages linked from this page [k]">'
                  "<span>Related changes</span></a></li>") if not special else "") +
                ('<li id="t-specialpages" class="mw-list-item">'
                 '<a href="/wiki/Special:SpecialPages" title="A list of all special pages [q]"'
                 ' accesskey="q"><span>Special pages</span></a></li>') +
                (('<li id="t-print" class="mw-list-item">'
                  '<a href="javascript:print();" rel="alternate" title="Printable version of this'
                  ' page [p]" accesskey="p"><span>Printable version</span></a></li>'
                  '<li id="t-permalink" class="mw-list-item">'
                  f'<a href="/w/index.php?title={tt}&amp;oldid={rev}'
                  '" title="Permanent link to this revision of this page"><span>Permanent link</span>'
                  f'</a></li><li id="t-info" class="mw-list-item"><a href="/w/index.php?title={tt}'
                  '&amp;action=info" title="More information about this page"><span>Page information'
                  "</span></a></li>") if not special else "") +
                (('<li id="t-cite" class="mw-list-item">'
                  f'<a href="/w/index.php?title=Special:CiteThisPage&amp;page={tt}&amp;id={rev}'
                  '&amp;wpFormIdentifier=titleform" title="Information on how to cite this page">'
                  "<span>Cite this page</span></a></li>") if ns == 0 and action == "view" else ""))

    def catlinks(self, cats):
        if not cats:
            return '<div id="catlinks" class="catlinks catlinks-allhidden" data-mw="interface"></div>'
        cats = list(dict.fromkeys(cats))
        return (('<div id="catlinks" class="catlinks" data-mw="interface">'
                 '<div id="mw-normal-catlinks" class="mw-normal-catlinks">'
                 '<a href="/wiki/Special:Categories" title="Special:Categories">Categor'
                 f'{"ies" if len(cats) > 1 else "y"}</a>: <ul>') + "".join(
                     (f'<li><a href="{self.u("Category:" + c)}" title="Category:{esc(c)}">{esc(c)}</a>'
                      "</li>") for c in cats) + "</ul></div></div>")

    def prose(self, q, t, n=None, refs=None):
        out = []
        for _ in range(n or q.randint(1, 4)):
            p = para(q, 2, 6).split(" ")
            for _ in range(q.choice([0, 1, 1, 2, 3])):
                a = q.choice(q.choice([self.general, self.people, self.towns, self.species, self.genera]))
                x = q.random()
                ln = (self.a(a["t"])
                      if x > 0.15 else self.a(a["common"]) if a.get("common") in self.redir else self.a(title(q, 1, 2)))
                p[q.randrange(len(p))] = ln
            if refs is not None and q.random() < 0.7:
                refs.append(1)
                k = len(refs)
                p.append(f'<sup id="cite_ref-{k}" class="reference"><a href="#cite_note-{k}">&#91;{k}&#93;'
                         "</a></sup>")
            out.append("<p>" + " ".join(p) + ("\n"
                                              "</p>"))
        return "".join(out)

    def sec(self, t, n, h, lv=2):
        tt = quote(t.replace(" ", "_"))
        return (f'<h{lv}><span class="mw-headline" id="{esc(h.replace(" ", "_"))}">{esc(h)}</span>'
                '<span class="mw-editsection"><span class="mw-editsection-bracket">[</span>'
                f'<a href="/w/index.php?title={tt}&amp;action=edit&amp;section={n}'
                f'" title="Edit section: {esc(h)}">edit</a><span class="mw-editsection-bracket">]'
                f"</span></span></h{lv}>")

    def sections(self, t, q, heads, refs, q2=None):
        out = []
        toc = []
        for i, h in enumerate(heads):
            out.append(self.sec(t, i + 1, h) + self.prose(q, t, q.randint(1, 4), refs))
            toc.append(h)
            x = q.random()
            if x < 0.12:
                out.append("<ul>" + "".join(f'<li>{self.a(q.choice(self.list)["t"])} &ndash; {sent(q, 3, 9)}</li>'
                                            for _ in range(q.randint(3, 10))) + "</ul>")
            elif x < 0.2:
                out.append(self.thumb(q))
            elif x < 0.26:
                out.append(('<table class="wikitable sortable"><tbody><tr><th>Name</th><th>Year</th><th>Note'
                            "</th></tr>") + "".join(
                                (f'<tr><td>{self.a(q.choice(self.list)["t"])}</td><td>{q.randint(1800, 2020)}</td>'
                                 f"<td>{sent(q, 2, 5)}</td></tr>")
                                for _ in range(q.randint(3, 12))) + "</tbody></table>")
        foot = ""
        n = len(heads)
        if q.random() < 0.3:
            n += 1
            foot += (self.sec(t, n, "See also") + "<ul>" + "".join(f'<li>{self.a(q.choice(self.general)["t"])}</li>'
                                                                   for _ in range(q.randint(1, 4))) + "</ul>")
            toc.append("See also")
        if refs:
            n += 1
            foot += (self.sec(t, n, "References") + '<div class="mw-references-wrap"><ol class="references">' + "".join(
                (f'<li id="cite_note-{k + 1}"><span class="mw-cite-backlink">'
                 f'<a href="#cite_ref-{k + 1}">&uarr;</a></span> <span class="reference-text">'
                 f'<cite class="citation book">{q.choice(LAST)}, {q.choice(FIRST)[0]}. ('
                 f"{q.randint(1900, 2022)}). <i>{title(q)}</i>. {title(q, 1, 2)}.</cite></span></li>")
                for k in range(len(refs))) + "</ol></div>")
            toc.append("References")
        if q.random() < 0.35:
            n += 1
            foot += (self.sec(t, n, "External links") + "<ul>" + "".join(
                ("<li>"
                 f'<a rel="nofollow" class="external text" href="https://data.example/{k}">{title(q)}'
                 "</a></li>") for k in range(q.randint(1, 4))) + "</ul>")
            toc.append("External links")
        tocs = self.sections_tocs(toc)
        return (tocs, "".join(out) + foot)

    def sections_tocs(self, toc):
        return ("" if len(toc) < 4 else
                ('<div id="toc" class="toc" role="navigation" aria-labelledby="mw-toc-heading">'
                 '<input type="checkbox" role="button" id="toctogglecheckbox"'
                 ' class="toctogglecheckbox" style="display:none" />'
                 '<div class="toctitle" lang="en" dir="ltr"><h2 id="mw-toc-heading">Contents</h2>'
                 '<span class="toctogglespan"><label class="toctogglelabel" for="toctogglecheckbox">'
                 "</label></span></div><ul>") + "".join(
                     (f'<li class="toclevel-1 tocsection-{i + 1}"><a href="#{esc(h.replace(" ", "_"))}">'
                      f'<span class="tocnumber">{i + 1}</span> <span class="toctext">{esc(h)}</span></a>'
                      "</li>") for i, h in enumerate(toc)) + "</ul></div>")

    def thumb(self, q):
        f = f"{q.choice(NOUN).capitalize()}_{q.randint(1, 300)}.jpg"
        return ('<div class="thumb tright"><div class="thumbinner" style="width:222px;">'
                f'<a href="/wiki/File:{f}" class="image"><img alt="" src="/images/thumb/{f}'
                '" decoding="async" width="220" height="165" class="thumbimage" /></a> '
                '<div class="thumbcaption"><div class="magnify">'
                f'<a href="/wiki/File:{f}" class="internal" title="Enlarge"></a>'
                f"</div>{sent(q, 3, 8)}</div></div></div>")

    def stub(self, k):
        return ('<table class="metadata plainlinks stub" role="presentation"'
                ' style="background:transparent"><tbody><tr><td>'
                '<img alt="Stub icon" src="/images/stub.png" width="40" height="30" /></td><td>'
                f'<i>This {k} article is a <a href="/wiki/{self.name}:Stub" title="Stub">stub'
                f"</a>. You can help {self.name} by expanding it.</i></td></tr></tbody></table>")

    def taxobox(self, q, t, ranks, extra="", img=True, name=None):
        f = t.replace(" ", "_") + ".jpg"
        return (('<table class="infobox biota" style="text-align: left; width: 200px; font-size:'
                 ' 100%"><tbody><tr>'
                 '<th colspan="2" style="text-align: center; background-color: rgb(235,235,210)">'
                 f"{esc(name or t)}</th></tr>") +
                (('<tr><td colspan="2" style="text-align: center">'
                  f'<a href="/wiki/File:{f}" class="image">'
                  f'<img alt="" src="/images/thumb/{f}" decoding="async" width="220" height="160" />'
                  "</a></td></tr>") if img else "") + extra +
                ('<tr><th colspan="2" style="min-width:15em; text-align: center; background-color:'
                 ' rgb(235,235,210)">'
                 '<a href="/wiki/Terminology" title="Taxonomy (biology)">Scientific classification'
                 "</a></th></tr>") + "".join(f'<tr class="taxonrow"><td>{k}:</td><td>{v}</td></tr>' for k, v in ranks))

    def article(self, H, a, q0, old=""):
        t = a["t"]
        q = dice("art", self.seed, t)
        refs = []
        if a["kind"] == "species":
            g = a["g"]
            f = g["fam"]
            st = (("<tr>"
                   '<th colspan="2" style="text-align: center; background-color: rgb(235,235,210)">'
                   '<a href="/wiki/Category:Conservation" title="Conservation status">Conservation'
                   ' status</a></th></tr><tr><td colspan="2"><div style="text-align: center">'
                   '<img alt="" src="/images/status.svg" width="220" height="60" /><br />')
                  + q.choice(["Least Concern", "Vulnerable", "Endangered"]) + "</div></td></tr>" if a["status"] else "")
            box = self.taxobox(
                q, t,
                [("Kingdom",
                  ("Plantae" if f["cls"][0] == "M" and f["cls"][1] == "a" and ("opsida" in f["cls"]) else "Animalia")),
                 ("Class", (f'<a href="{self.u("Category:Families of " + f["cls"])}" title="{f["cls"]}">'
                            f'{f["cls"]}</a>')), ("Family", self.a(f["t"])),
                 ("Genus", f'<i>{self.a(g["t"])}</i>')] + ([("Subgenus", title(q, 1, 1))] if q.random() < 0.12 else [])
                + [("Species", (f'<div class="species" style="display:inline"><i><b>{g["t"][0]}.&#160;{t.split()[1]}'
                                "</b></i></div>"))], st, a["img"],
                a["common"] or "<i>" + t + "</i>" if False else a["common"] or t)
            box += ('<tr><th colspan="2" style="text-align: center; background-color:'
                    ' rgb(235,235,210)">Binomial name</th></tr><tr>'
                    f'<td colspan="2" style="text-align: center"><b><span class="binomial"><i>{t}</i>'
                    "</span></b><br />"
                    f'<div style="font-size: 85%;">{self.a(q.choice(self.people)["t"], a["auth"])}</div>'
                    "</td></tr>")
            if a["map"]:
                box += ('<tr><td colspan="2" style="text-align: center">'
                        f'<a href="/wiki/File:Map_{a["id"]}.png" class="image">'
                        '<img alt="" src="/images/map.png" width="220" height="120" /></a>'
                        f"<div>{sent(q, 2, 4)}</div></td></tr>")
            if a["syn"]:
                box += (('<tr><th colspan="2" style="text-align: center; background-color:'
                         ' rgb(235,235,210)">Synonyms</th></tr><tr><td colspan="2" style="text-align: left">'
                         "<ul>") + "".join((f"<li><i>{q.choice(LAT1)}{q.choice(LAT2)} {q.choice(EPI)}</i> "
                                            f"<small>{q.choice(LAST)}, {q.randint(1760, 1950)}</small></li>")
                                           for _ in range(a["syn"])) + "</ul></td></tr>")
            box += "</tbody></table>"
            lead = (f"<p><i><b>{t}</b></i>" + (f', the <b>{esc(a["common"])}</b>,' if a["common"] else "") +
                    (f' is a species of {self.a(f["t"])} in the genus <i>{self.a(g["t"])}'
                     f'</i>. It is found in {self.a(q.choice(self.towns)["t"])}.') +
                    (('<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">&#91;1&#93;</a>'
                      "</sup>") if q.random() < 0.7 and (not refs.append(1)) else "") + ("\n"
                                                                                         "</p>"))
            heads = [] if a["stub"] else sorted(q.sample(range(8), a["secs"]))
            toc, body = self.sections(t, q, [
                "Taxonomy", "Description", "Distribution and habitat", "Behaviour", "Ecology", "Conservation", "Uses",
                "Subspecies"
            ][0:0] + [[
                "Taxonomy", "Description", "Distribution and habitat", "Behaviour", "Ecology", "Conservation", "Uses",
                "Subspecies"
            ][i] for i in heads], refs)
            sib = [x for x in g["sp"] if x is not a]
            nav = ""
            if q.random() < 0.25:
                nav = (('<div role="navigation" class="navbox" aria-labelledby="nb">'
                        '<table class="nowraplinks hlist navbox-inner"><tbody><tr>'
                        '<th scope="col" class="navbox-title" colspan="2"><div id="nb">Species of '
                        f'<i>{self.a(g["t"])}</i></div></th></tr><tr>'
                        '<td class="navbox-list navbox-odd" colspan="2"><div><ul>')
                       + "".join(f'<li><i>{self.a(x["t"])}</i></li>'
                                 for x in sib) + "</ul></div></td></tr></tbody></table></div>")
            if q.random() < 0.5:
                nav += (('<div role="navigation" class="navbox authority-control">'
                         '<table class="nowraplinks hlist navbox-inner"><tbody><tr>'
                         '<th scope="row" class="navbox-group">Taxon identifiers</th>'
                         '<td class="navbox-list navbox-odd"><div><ul>') + "".join(
                             (f"<li>{k}: "
                              f'<a rel="nofollow" class="external text" href="https://{k.lower()}.example/'
                              f'{a["id"]}">{q.randint(10000, 999999)}</a></li>')
                             for k in q.sample(["EoL", "GBIF", "iNaturalist", "ITIS", "NCBI", "CoL", "IUCN"],
                                               q.randint(2, 6))) + "</ul></div></td></tr></tbody></table></div>")
            main = (box + lead + (self.prose(q, t, 1, refs) if q.random() < 0.4 else "") + toc + body +
                    (self.stub(f["t"] + "-related") if a["stub"] else "") + nav)
        elif a["kind"] == "genus":
            f = a["fam"]
            box = (self.taxobox(q, t, [
                ("Kingdom", "Animalia"), ("Class", self.a("Category:Families of " + f["cls"], f["cls"])),
                ("Family", self.a(f["t"])),
                ("Genus", f"<i><b>{t}</b></i><br /><small>{q.choice(LAST)}, {q.randint(1758, 1990)}</small>")
            ], "",
                                q.random() < 0.6) +
                   (('<tr><th colspan="2" style="text-align: center">Type species</th></tr><tr>'
                     f'<td colspan="2"><i>{self.a(a["sp"][0]["t"])}</i></td></tr>')
                    if a["sp"] and q.random() < 0.6 else "") + "</tbody></table>")
            main = (box + (f'<p><i><b>{t}</b></i> is a genus of {self.a(f["t"])} with {len(a["sp"])} species.'
                           "</p>") + self.prose(q, t,
                                                q.randint(0, 2) or 1, refs) + self.sec(t, 1, "Species") + "<ul>"
                    + "".join(f'<li><i>{self.a(x["t"])}</i> <small>{x["auth"]}</small></li>' for x in a["sp"])
                    + "".join(f'<li><i>{self.a(t + " " + q.choice(EPI) + "ellus")}</i></li>'
                              for _ in range(q.randint(0, 3))) + "</ul>" + self.sections(t, q, [], refs)[1])
        elif a["kind"] == "family":
            main = (self.taxobox(q, t, [("Kingdom", "Animalia"), ("Class", a["cls"]), ("Family", f"<b>{t}</b>")], "",
                                 q.random() < 0.7) +
                    ('<tr><th colspan="2">Genera</th></tr><tr><td colspan="2"><p>See text</p></td></tr>'
                     f"</tbody></table><p><b>{t}</b> is a family.</p>") + self.prose(q, t, 2, refs)
                    + self.sec(t, 1, "Genera") + "<ul>" + "".join(f'<li><i>{self.a(g["t"])}</i></li>' for g in a["gen"])
                    + "</ul>" + self.sections(t, q, ["Description"], refs)[1])
        elif a["kind"] == "town":
            rows = [("Country", self.a("List of towns in " + a["c"], a["c"])), ("Population", f'{a["pop"]:,}')] + [
                x for x in [("Area", f"{q.randint(4, 300)}&#160;km<sup>2</sup>"),
                            ("Elevation", f"{q.randint(1, 900)}&#160;m"), ("Mayor", self.a(q.choice(self.people)["t"])),
                            ("Postal code", q.randint(1000, 99999)), ("Time zone", "UTC+1"),
                            ("Website", (f'<a rel="nofollow" class="external text" href="https://{slug(t)}'
                                         '.example">Official website</a>'))] if q.random() < 0.65
            ]
            main = (('<table class="infobox ib-settlement vcard"><tbody><tr>'
                     f'<th colspan="2" class="infobox-above"><div class="fn org">{esc(t)}</div></th></tr>') +
                    (('<tr><td colspan="2" class="infobox-image">'
                      f'<a href="/wiki/File:{slug(t)}.jpg" class="image">'
                      '<img alt="" src="/images/x.jpg" width="250" height="170" /></a>'
                      f'<div class="infobox-caption">{sent(q, 2, 5)}</div></td></tr>') if a["img"] else "") + "".join(
                          (f'<tr class="mergedtoprow"><th scope="row" class="infobox-label">{k}</th>'
                           f'<td class="infobox-data">{v}</td></tr>') for k, v in rows) +
                    (f"</tbody></table><p><b>{esc(t)}"
                     f'</b> is a town in {self.a("List of towns in " + a["c"], a["c"])}.</p>'))
            toc, b = self.sections(t, q, ([] if a["stub"] else [
                "History", "Geography", "Economy", "Demographics", "Culture", "Transport", "Notable people"
            ][:a["secs"]]), refs)
            main += toc + b + (self.stub(a["c"] + " location") if a["stub"] else "")
        elif a["kind"] == "person":
            rows = ([("Born", f'{q.randint(1, 28)} May {a["born"]}<br />{self.a(q.choice(self.towns)["t"])}')] +
                    ([("Died", f'{a["born"] + 70}')] if a["born"] < 1940 else []) + [
                        x
                        for x in [("Nationality", a["c"]), ("Occupation", a["job"][:-1]), ("Known for", sent(q, 2, 4)),
                                  ("Awards", title(q, 2, 3)), ("Alma mater", self.a(q.choice(self.general)["t"]))]
                        if q.random() < 0.6
                    ])
            main = (('<table class="infobox biography vcard"><tbody><tr>'
                     f'<th colspan="2" class="infobox-above"><div class="fn">{esc(t)}</div></th></tr>') +
                    (('<tr><td colspan="2" class="infobox-image">'
                      f'<a href="/wiki/File:{slug(t)}.jpg" class="image">'
                      '<img alt="" src="/images/p.jpg" width="220" height="290" /></a></td></tr>') if a["img"] else "")
                    + "".join((f'<tr><th scope="row" class="infobox-label">{k}</th><td class="infobox-data">{v}'
                               "</td></tr>") for k, v in rows) + "</tbody></table>"
                    if a["box"] else "") + f'<p><b>{esc(t)}</b> (born {a["born"]}) was a {a["c"]} {a["job"][:-1]}.</p>'
            toc, b = self.sections(
                t, q, ([] if a["stub"] else ["Early life", "Career", "Research", "Personal life", "Legacy", "Works"
                                             ][:a["secs"]]), refs)
            main += toc + b + (self.stub("biographical") if a["stub"] else "")
        elif a["kind"] == "list":
            main = (f"<p>This is a <b>{esc(t.lower())}</b>.</p><ul>" + "".join(f'<li>{self.a(x["t"])}</li>'
                                                                               for x in a["items"]) + "</ul>")
        else:
            toc, b = self.sections(t, q, [title(q, 1, 2) for _ in range(a["secs"])], refs)
            main = (f"<p><b>{esc(t)}</b> " + sent(q) + "</p>" + self.prose(q, t, q.randint(1, 3), refs) + toc + b +
                    (self.stub("") if a["stub"] else ""))
        return self.frame(
            H, t, 0, '<div class="mw-parser-output">' + main + ("\n"
                                                                "<!-- \n"
                                                                "NewPP limit report\n"
                                                                "--></div>"), q0, self.catlinks(a["cats"]),
            art=a["kind"], rev=a["r"], pid=a["id"], old=old or " ",
            robots="max-image-preview:standard" if not old.startswith('<div class="mw-rev') else "noindex,nofollow")

    def catpage(self, H, c, q, here):
        mem = sorted(self.cat.get(c, []), key=lambda a: a["t"])
        subs = sorted(self.subcat.get(c, []))
        if not mem and (not subs):
            return self.none(H, "Category:" + c, 14)
        frm = q.get("pagefrom")
        per = 200
        i = 0
        if frm:
            i = next((j for j, a in enumerate(mem) if a["t"] >= frm.replace("_", " ").split("\n")[0]), 0)
        if "pageuntil" in q:
            j = next((j for j, a in enumerate(mem) if a["t"] >= q["pageuntil"]), len(mem))
            i = max(0, j - per)
        cu = self.u("Category:" + c).replace("/wiki/", "/w/index.php?title=")
        pn = ("" if len(mem) <= per else (f"The following {min(per, len(mem) - i)} pages are in this category, out of "
                                          f"{len(mem)} total.</p>(") +
              ((f'<a href="{cu}&amp;pageuntil={quote(mem[i]["t"])}#mw-pages" title="Category:'
                f'{esc(c)}">previous page</a>') if i else "previous page") + ") (" +
              ((f'<a href="{cu}&amp;pagefrom={quote(mem[i + per]["t"])}#mw-pages" title="Category:'
                f'{esc(c)}">next page</a>') if i + per < len(mem) else "next page") + ")<p>")

        def cols(items):
            out = {}
            for t, l in items:
                out.setdefault(t[0].upper(), []).append(l)
            return (('<div lang="en" dir="ltr" class="mw-content-ltr">'
                     '<div class="mw-category mw-category-columns">') + "".join(
                         (f'<div class="mw-category-group"><h3>{k}</h3>\n'
                          "<ul>") + "\n".join(f"<li>{l}</li>" for l in v) + "</ul></div>"
                         for k, v in out.items()) + "</div></div>")

        b = ('<div class="mw-parser-output">' +
             ("<p>" + sent(dice("cat", c)) + "</p>" if dice("cat", c).random() < 0.4 else "") + "</div>")
        if subs:
            b += (('<div class="mw-category-generated" lang="en" dir="ltr"><div id="mw-subcategories">'
                   "<h2>Subcategories</h2>"
                   f"<p>This category has the following {len(subs)} subcategories, out of {len(subs)}"
                   " total.</p>")
                  + cols([(x, ('<div class="CategoryTreeSection"><div class="CategoryTreeItem">'
                               '<span class="CategoryTreeEmptyBullet">►</span> '
                               f'<a href="{self.u("Category:" + x)}" title="Category:{esc(x)}">{esc(x)}</a>&#8206; '
                               f'<span title="Contains {len(self.cat.get(x, []))} pages" dir="ltr">('
                               f"{len(self.cat.get(x, []))} P)</span></div></div>")) for x in subs]) + "</div></div>")
        if mem:
            b += (('<div class="mw-category-generated" lang="en" dir="ltr"><div id="mw-pages">'
                   f'<h2>Pages in category "{esc(c)}"</h2><p>')
                  + str(pn or f"This category contains only the following {len(mem)} pages.") + "</p>"
                  + cols([(a["t"], self.a(a["t"])) for a in mem[i:i + per]]) + "</div></div>")
        return self.frame(H, "Category:" + c, 14, b, here, self.catlinks(self.parent.get(c, [])),
                          rev=dice("c", c).randint(10**5, 10**6))

    def none(self, H, t, ns, action="view"):
        tt = quote(t.replace(" ", "_"))
        rep = self.frame(H, t, ns, ('<div class="noarticletext mw-content-ltr" dir="ltr" lang="en">'
                                    "<p>There is currently no text in this page. You can "
                                    f'<a href="/wiki/Special:Search/{tt}">search for this page title'
                                    '</a> in other pages, or <span class="plainlinks">'
                                    f'<a rel="nofollow" class="external text" href="{H}'
                                    f'/w/index.php?title=Special:Log&amp;page={tt}">search the related logs</a>'
                                    "</span>, but you do not have permission to create this page.</p></div>"), "",
                         robots="noindex,nofollow")
        rep.status = 404
        return rep

    def hist(self, H, a, q):
        r = dice("hist", a["t"])
        tt = quote(a["t"].replace(" ", "_"), safe="/:,()'!*")

        def cur(i):
            return ("cur" if i == 0 else '<a href="/w/index.php?title=%s&amp;diff=%d&amp;oldid=%d">cur</a>' %
                    (tt, a["r"], a["r"] - i * 7))

        li = "".join((f'<li data-mw-revid="{a["r"] - i * 7}"><span class="mw-history-histlinks">'
                      f"<span>{cur(i)}</span><span>"
                      f'<a href="/w/index.php?title={tt}&amp;diff={a["r"] - i * 7}&amp;oldid='
                      f'{a["r"] - i * 7 - 7}">prev</a></span></span> '
                      f'<a href="/w/index.php?title={tt}&amp;oldid={a["r"] - i * 7}'
                      f'" class="mw-changeslist-date">10:{r.randint(10, 59)}, {r.randint(1, 28)} June '
                      f'{2023 - i}</a> <span class="history-user">{self.user(r.randrange(120))}</span> '
                      '<span class="mw-changeslist-separator"></span> '
                      f'<span class="history-size mw-diff-bytes">{r.randint(900, 30000)} bytes</span> '
                      f'<span class="comment">({sent(r, 1, 5)})</span></li>') for i in range(r.randint(2, 12)))
        return self.frame(H, a["t"], 0,
                          ('<div class="mw-history-subtitle">'
                           f'<a href="/w/index.php?title=Special:Log&amp;page={tt}">View logs for this page</a>'
                           '</div><form class="mw-htmlform"><fieldset><legend>Filter revisions</legend>'
                           "</fieldset></form>(newest | oldest) View (newer 50 | older 50) ("
                           f'<a href="/w/index.php?title={tt}'
                           '&amp;action=history&amp;limit=20" class="mw-numlink">20</a> | '
                           f'<a href="/w/index.php?title={tt}'
                           '&amp;action=history&amp;limit=100" class="mw-numlink">100</a>)'
                           '<form action="/w/index.php" id="mw-history-compare"><section id="pagehistory">'
                           f'<ul class="mw-contributions-list">{li}</ul></section></form>'), q, action="history",
                          head=f'{esc(a["t"])}: Revision history', robots="noindex,nofollow")

    def user(self, i):
        n = self.uname[i]
        red = i % 3 == 0
        tt = quote(n.replace(" ", "_"))
        return ((f'<a href="/w/index.php?title=User:{tt}'
                 f'&amp;action=edit&amp;redlink=1" class="new mw-userlink" title="User:{n}'
                 f' (page does not exist)"><bdi>{n}</bdi></a>')
                if red else f'<a href="/wiki/User:{tt}" class="mw-userlink" title="User:{n}"><bdi>{n}</bdi></a>') + (
                    ' <span class="mw-usertoollinks">('
                    f'<a href="/wiki/User_talk:{tt}" class="mw-usertoollinks-talk" title="User talk:{n}'
                    f'">talk</a> | <a href="/wiki/Special:Contributions/{tt}'
                    f'" class="mw-usertoollinks-contribs" title="Special:Contributions/{n}">contribs'
                    "</a>)</span>")

    def edit(self, H, t, ns, q):
        return self.frame(H, t, ns,
                          ('<div id="mw-anon-edit-warning" class="mw-message-box-warning">'
                           "<p>You are not logged in.</p></div>"
                           '<div id="wikiPreview" class="ontop" style="display: none;"></div>'
                           '<form class="mw-editform" id="editform" name="editform" method="post"'
                           f' action="/w/index.php?title={quote(t)}&amp;action=submit">'
                           '<textarea tabindex="1" accesskey="," id="wpTextbox1" cols="80" rows="25"'
                           f' class="mw-editfont-monospace" name="wpTextbox1">{sent(dice("ed", t))}</textarea>'
                           '<div class="editOptions"><span id="wpSummaryLabel">Summary:</span>'
                           '<input name="wpSummary" id="wpSummary" maxlength="500" size="60" />'
                           '<div class="editButtons">'
                           '<input type="submit" value="Save changes" name="wpSave" /> '
                           f'<span class="cancelLink"><a href="{self.u(t)}">Cancel</a></span></div></div>'
                           "</form>"), "", action="edit",
                          head=("Editing" if t in self.art else "Creating") + f" {esc(t)}", robots="noindex,nofollow")

    def special(self, H, t, q, here):
        name, _, arg = t[8:].partition("/")
        arg = arg.replace("_", " ")

        def sp(head, b):
            return self.frame(H, t, -1, b, here, "", head=head, robots="noindex,nofollow", action="view")

        if name == "Random":
            self.nr = getattr(self, "nr", 0) + 1
            return redirect(H + self.u(dice("rand", self.nr).choice(self.list)["t"]), 302)
        if name in ("MyTalk", "MyContributions"):
            return redirect(
                H + "/wiki/" + ("User_talk:127.0.0.1" if name == "MyTalk" else "Special:Contributions/127.0.0.1"), 302)
        if name == "WhatLinksHere":
            return self.special_whatlinkshere(arg, sp)
        if name in ("RecentChanges", "RecentChangesLinked", "NewPages", "Contributions", "Log"):
            return self.special_recentchanges(name, arg, sp, _)
        if name == "AllPages":
            return self.special_allpages(sp, q)
        if name == "Categories":
            return self.special_categories(sp, q)
        if name == "SpecialPages":
            return sp(
                "Special pages", "".join(
                    f'<h2 class="mw-specialpagesgroup">{g}</h2><div class="mw-specialpages-list"><ul>' + "".join(
                        ('<li class="mw-specialpagecached">'
                         f'<a href="/wiki/Special:{x}" title="Special:{x}">{x}</a></li>') for x in l) + "</ul></div>"
                    for g, l in [("Lists of pages", ["AllPages", "Categories", "NewPages", "LongPages", "DeadendPages"]
                                  ), ("Recent changes and logs", ["RecentChanges", "Log"]), (
                                      "Users", ["ListUsers"]), ("Redirecting special pages", ["Random", "Search"])]))
        if name == "ListUsers":
            return sp("User list", "<ul>" + "".join(f"<li>{self.user(i)}</li>" for i in range(50)) + "</ul>")
        if name == "Search":
            return sp("Search results",
                      ('<div class="searchresults">'
                       '<p class="mw-search-nonefound">There were no results matching the query.</p></div>'))
        if name in ("UserLogin", "CreateAccount"):
            return sp("Log in", ('<div class="mw-ui-container"><div id="userloginForm">'
                                 '<form class="mw-htmlform mw-ui-vform" name="userlogin" method="post">'
                                 '<input name="wpName" /><input type="password" name="wpPassword" /><button>Log in'
                                 "</button></form></div></div>"))
        if name == "CiteThisPage":
            return sp("Cite This Page",
                      ('<div class="mw-specialCiteThisPage-bibliographic"><h2>Bibliographic details</h2>'
                       "<ul><li>Page name: ") + esc(q.get("page", ""))
                      + '</li><li>Permanent link: <a rel="nofollow" href="/w/index.php?title='
                      + quote(q.get("page", "")) + "&amp;oldid=" + esc(q.get("id", "")) + '">x</a></li></ul></div>')
        return (sp(name, "<ul>" + "".join(f'<li>{self.a(x["t"])}</li>' for x in dice(name).sample(self.list, 50))
                   + "</ul>") if name in ("LongPages", "DeadendPages") else self.none(H, t, -1))

    def special_whatlinkshere(self, arg, sp):
        r = dice("wlh", arg)
        a = self.art.get(arg)
        ls = ([x for x in a["sp"]] + [a["fam"]] if a and a["kind"] == "genus" else
              [a["g"]] if a and a["kind"] == "species" else []) + r.sample(self.list, r.randint(0, 12))
        return sp(f'Pages that link to "{esc(arg)}"',
                  (f'&larr; {self.a(arg)}<form action="/w/index.php" method="get"><fieldset>'
                   "<legend>What links here</legend></fieldset></form><p>The following pages link to "
                   f"<b>{self.a(arg)}</b>:</p>View (previous 50 | next 50) ("
                   f'<a href="/w/index.php?title=Special:WhatLinksHere/{quote(arg)}'
                   '&amp;limit=20" class="mw-numlink">20</a> | '
                   f'<a href="/w/index.php?title=Special:WhatLinksHere/{quote(arg)}'
                   '&amp;limit=100" class="mw-numlink">100</a>)<ul id="mw-whatlinkshere-list">') + "".join(
                       (f'<li>{self.a(x["t"])} &#8206; <span class="mw-whatlinkshere-tools">('
                        '<a href="/w/index.php?title=Special:WhatLinksHere/'
                        f'{quote(x["t"].replace(" ", "_"))}" title="Special:WhatLinksHere">&larr; links'
                        f'</a> | <a href="/w/index.php?title={quote(x["t"].replace(" ", "_"))}'
                        f'&amp;action=edit" title="{esc(x["t"])}">edit</a>)</span></li>') for x in ls) + "</ul>")

    def special_recentchanges(self, name, arg, sp, _):
        r = dice(name, arg)
        return sp({
            "RecentChanges": "Recent changes",
            "NewPages": "New pages",
            "Contributions": f"User contributions for {esc(arg)}"
        }.get(name, name), '<div class="mw-changeslist"><h4>11 December 2024</h4><ul class="special">' + "".join(
            (lambda x: ('<li class="mw-changeslist-line mw-changeslist-edit">('
                        f'<a href="/w/index.php?title={quote(x["t"].replace(" ", "_"))}&amp;curid={x["id"]}'
                        f'&amp;diff={x["r"]}&amp;oldid={x["r"] - 7}">diff</a> | '
                        f'<a href="/w/index.php?title={quote(x["t"].replace(" ", "_"))}&amp;curid={x["id"]}'
                        f'&amp;action=history">hist</a>) . . <span class="mw-title">{self.a(x["t"])}'
                        f'</span>; <span class="mw-changeslist-date">10:{r.randint(10, 59)}'
                        f'</span> . . {self.user(r.randrange(120))} <span class="comment">({sent(r, 1, 5)})'
                        "</span></li>"))(r.choice(self.list)) for _ in range(r.randint(5, 50))) + "</ul></div>")

    def special_allpages(self, sp, q):
        ts = sorted(self.art)
        f = q.get("from", "")
        i = next((j for j, x in enumerate(ts) if x >= f), 0)
        nav = ('<div class="mw-allpages-nav">' +
               ((f'<a href="/w/index.php?title=Special:AllPages&amp;from={quote(ts[max(0, i - 345)])}'
                 f'">Previous page ({esc(ts[max(0, i - 345)])})</a>') if i else "") +
               ((f' | <a href="/w/index.php?title=Special:AllPages&amp;from={quote(ts[i + 345])}'
                 f'" title="Special:AllPages">Next page ({esc(ts[i + 345])})</a>') if i + 345 < len(ts) else "")
               + "</div>")
        return sp(
            "All pages", '<form action="/w/index.php"><fieldset><legend>All pages</legend></fieldset></form>' + nav
            + '<div class="mw-allpages-body"><ul class="mw-allpages-chunk">'
            + "".join(f"<li>{self.a(x)}</li>" for x in ts[i:i + 345]) + "</ul></div>" + nav)

    def special_categories(self, sp, q):
        cs = sorted(self.cat)
        i = int(q.get("offset", 0) or 0)
        return sp("Categories", ('<div class="mw-spcontent"><p>The following categories exist on the wiki.'
                                 "</p>(first | last) View (previous 50 | "
                                 f'<a href="/w/index.php?title=Special:Categories&amp;offset={i + 50}'
                                 '&amp;limit=50" rel="next">next 50</a>)<ul>') + "".join(
                                     (f'<li><a href="{self.u("Category:" + c)}" title="Category:{esc(c)}">{esc(c)}'
                                      f"</a>&#8206; ({len(self.cat[c])} members)</li>")
                                     for c in cs[i:i + 50]) + "</ul></div>")

    def handle(self, path, query, headers, H):
        q = self.q(query)
        if path == "/":
            return redirect(H + "/wiki/Main_Page")
        here = path + ("?" + query if query else "")
        if path == "/w/index.php":
            t = q.get("title", "Main Page").replace("_", " ")
        elif path.startswith("/wiki/"):
            t = unquote(path[6:]).replace("_", " ")
        elif path == "/robots.txt":
            return Reply("Not found", 404)
        else:
            return Reply("", 404)
        if not t:
            return redirect(H + "/wiki/Main_Page")
        if q.get("feed"):
            return Reply('<?xml version="1.0"?><feed/>', ctype="application/atom+xml")
        if t == "Main Page":
            return self.page_main_page(H, t, here)
        low = t.split(":")[0]
        if low == "Special":
            return self.special(H, t, q, here)
        base = t[5:] if low == "Talk" else t
        act = q.get("action")
        if low == "Category":
            return (self.catpage(H, t[9:], q, here) if act in (None, "view") else
                    self.edit(H, t, 14, here) if act == "edit" else self.hist(H, dict(t=t, r=5000), here))
        if low in ("Talk", "User", "User talk", "File", "Help", self.name, "Category talk", "File talk", "Help talk",
                   "Project talk"):
            return self.page_talk(low, t, act, H, here, base)
        if act == "edit":
            return self.edit(H, t, 0, here)
        a = self.art.get(t)
        if a is None and t in self.redir:
            return self.page_redir(t, H, here, q)
        if a is None:
            return self.none(H, t, 0)
        if act == "history":
            return self.hist(H, a, here)
        if act == "info":
            return self.page_info(H, t, here, a)
        if "diff" in q or ("oldid" in q and q["oldid"] != str(a["r"])):
            return self.page_diff(H, a, here, q, t)
        if "oldid" in q:
            return self.article(H, a, here,
                                ('<div class="mw-revision">'
                                 '<div id="mw-revision-info-current">This is the current revision of this page, as'
                                 f' edited by {self.user(a["id"] % 120)}.</div></div>'))
        return self.article(H, a, here)

    def page_main_page(self, H, t, here):
        r = dice("main")
        return self.frame(H, t, 0, ('<div class="mw-parser-output"><div id="mp-upper"><h2>'
                                    '<span class="mw-headline">Featured article</span></h2>') + self.prose(r, t, 2)
                          + f'<p>{self.a(self.species[5]["t"])} ... <b>more</b></p><h2>Browse</h2><ul>'
                          + "".join(f'<li><a href="{self.u("Category:" + c)}" title="Category:{c}">{c}</a></li>'
                                    for c in self.subcat["Contents"]) + "</ul><h2>Did you know</h2><ul>"
                          + "".join(f'<li>... that {self.a(r.choice(self.list)["t"])} {sent(r, 4, 10)}</li>'
                                    for _ in range(6)) + "</ul></div></div>", here, rev=1)

    def page_talk(self, low, t, act, H, here, base):
        ns = {"Talk": 1, "User": 2, "User talk": 3, "File": 6, "Help": 12, self.name: 4}.get(low, 15)
        r = dice("ns", t)
        if act == "edit":
            return self.edit(H, t, ns, here)
        if act == "history":
            return self.hist(H, dict(t=t, r=7000 + len(t)), here)
        if low == "Talk":
            if base not in self.art or r.random() < 0.35:
                return self.none(H, t, 1)
            b = ('<table class="plainlinks tmbox tmbox-notice"><tbody><tr>'
                 '<td class="mbox-text">This article is within the scope of '
                 f'<b>WikiProject {r.choice(["Biota", "Geography", "Biography"])}'
                 f'</b>. It has been rated {r.choice(["Stub", "Start", "C", "B"])}-class.</td></tr>'
                 "</tbody></table>") + "".join(
                     self.sec(t, i + 1, title(r))
                     + (f"<p>{para(r)} {self.user(r.randrange(120))} 10:11, 3 June 2022 (UTC)</p><dl>"
                        f"<dd>{para(r, 1, 3)}</dd></dl>") for i in range(r.choice([0, 0, 1, 2, 5])))
        elif low == "User":
            if t[5:] not in self.uname or self.uname.index(t[5:]) % 3 == 0:
                return self.none(H, t, 2)
            b = (('<div class="userbox"><table><tbody><tr><td>en</td><td>This user speaks English.'
                  "</td></tr></tbody></table></div>") if r.random() < 0.4 else "") + self.prose(r, t, r.randint(1, 3))
        elif low == "User talk":
            b = "".join(
                self.sec(t, i + 1, title(r)) + f"<p>{para(r)} {self.user(r.randrange(120))}</p>"
                for i in range(r.choice([1, 2, 6])))
        elif low == "File":
            b = (('<ul id="filetoc" role="navigation"><li><a href="#file">File</a></li><li>'
                  '<a href="#filehistory">File history</a></li><li><a href="#filelinks">File usage'
                  '</a></li></ul><div class="fullImageLink" id="file">'
                  f'<a href="/images/{quote(t[5:])}">'
                  f'<img alt="" src="/images/{quote(t[5:])}" width="800" height="600" /></a></div>'
                  '<div class="mw-parser-output"><h2><span class="mw-headline" id="Summary">Summary'
                  '</span></h2><table class="fileinfotpl-type-information"><tbody><tr><td>Description'
                  f"</td><td>{sent(r)}</td></tr><tr><td>Date</td><td>{r.randint(2005, 2022)}</td></tr>"
                  f"<tr><td>Author</td><td>{self.user(r.randrange(120))}</td></tr></tbody></table>"
                  '</div><h2 id="filehistory">File history</h2><table class="wikitable filehistory">'
                  "<tbody><tr><th></th><th>Date/Time</th><th>Dimensions</th><th>User</th></tr><tr>"
                  f"<td>current</td><td>10:11</td><td>800 × 600</td><td>{self.user(r.randrange(120))}"
                  '</td></tr></tbody></table><h2 id="filelinks">File usage</h2>'
                  '<div id="mw-imagepage-section-linkstoimage"><p>The following page uses this file:'
                  '</p><ul class="mw-imagepage-linkstoimage"><li>')
                 + str(self.a(t[5:-4]) if t[5:-4] in self.art else self.a(r.choice(self.list)["t"]))
                 + "</li></ul></div>")
        elif low in ("Help", self.name):
            b = "".join(self.sec(t, i + 1, title(r)) + self.prose(r, t) for i in range(r.randint(2, 6)))
        else:
            return self.none(H, t, ns)
        return self.frame(H, t, ns, b if low == "File" else '<div class="mw-parser-output">' + b + "</div>", here,
                          self.catlinks([]), rev=r.randint(10**5, 10**6))

    def page_redir(self, t, H, here, q):
        a = self.redir[t]
        return (self.article(H, a, here,
                             ('<span class="mw-redirectedfrom">(Redirected from '
                              f'<a href="/w/index.php?title={quote(t.replace(" ", "_"))}'
                              f'&amp;redirect=no" class="mw-redirect" title="{esc(t)}">{esc(t)}</a>)</span>'))
                if q.get("redirect") != "no" else self.frame(
                    H, t, 0, ('<div class="mw-parser-output"><div class="redirectMsg"><p>Redirect to:</p>'
                              f'<ul class="redirectText"><li>{self.a(a["t"])}</li></ul></div></div>'), here))

    def page_info(self, H, t, here, a):
        return self.frame(
            H, t, 0,
            ('<h2 id="mw-pageinfo-header-basic">Basic information</h2>'
             '<table class="wikitable mw-page-info"><tbody>') + "".join(
                 f'<tr><td style="vertical-align: top;">{k}</td><td>{v}</td></tr>'
                 for k, v in [("Display title", esc(t)), ("Page length (in bytes)", a["r"] % 9000),
                              ("Page ID", a["id"]), ("Page content language", "en"), ("Indexing by robots", "Allowed"),
                              ("Number of redirects to this page",
                               f'<a href="/wiki/Special:WhatLinksHere/{quote(t.replace(" ", "_"))}">1</a>')])
            + "</tbody></table>", here, head=f'Information for "{esc(t)}"', action="info", robots="noindex,nofollow")

    def page_diff(self, H, a, here, q, t):
        d = (('<div class="mw-revslider-container"></div>'
              '<table class="diff diff-contentalign-left"><tbody><tr>'
              '<td class="diff-otitle">Revision as of 10:12</td>'
              f'<td class="diff-ntitle">Latest revision</td></tr><tr><td>{sent(dice("d", t))}</td>'
              f'<td>{sent(dice("d2", t))}</td></tr></tbody></table>') if "diff" in q else "")
        rep = self.article(H, a, here,
                           ('<div class="mw-revision mw-content-ltr">'
                            '<div id="mw-revision-info">Revision as of 10:12, 3 June 2022 by '
                            f'{self.user(a["id"] % 120)}</div><div id="mw-revision-nav">('
                            f'<a href="/w/index.php?title={quote(t.replace(" ", "_"))}&amp;diff=prev&amp;oldid='
                            f'{esc(q.get("oldid", ""))}">diff'
                            "</a>) &larr; Older revision | Latest revision (diff) | Newer revision &rarr;"
                            " (diff)</div></div>"))
        if d:
            rep.body = rep.body.replace(
                '<div class="mw-parser-output">', d +
                ('<hr class="diff-hr" />'
                 '<h2 class="diff-currentversion-title">Latest revision as of 10:59</h2>'
                 '<div class="mw-parser-output">'), 1)
        return rep

    def classify(self, url):
        u = urlsplit(url)
        q = dict(parse_qsl(u.query, keep_blank_values=True))
        t = q.get("title", "") if u.path == "/w/index.php" else unquote(u.path[6:])
        t = t.replace("_", " ")
        ns = t.split(":")[0] if ":" in t else ""
        if ns == "Special":
            return ("Special:" + t[8:].split("/")[0], None)
        if ns:
            return (ns + ("?" + "&".join(sorted(k for k in q if k != "title")) if len(q) > 1 else ""), None)
        a = self.art.get(t) or self.redir.get(t)
        act = q.get("action")
        if act in ("edit", "history", "info") or q.get("redirect") == "no":
            return (act or "redirect=no", None)
        k = a["kind"] if a else "main" if t == "Main Page" else "none"
        if k in ("genus", "family"):
            return ("grey " + k + ("?oldid" if "oldid" in q else ""), None)
        if k != "species":
            return (k + ("?diff" if "diff" in q else "?oldid" if "oldid" in q else ""), None)
        return (k + (" redirect" if t in self.redir else "") +
                ("?diff" if "diff" in q else "?oldid" if "oldid" in q else ""), "a:" + a["t"])


class Articles(Wiki):
    """The same wiki, where articles of another kind are wanted."""

    def __init__(self, seed, kind):
        super().__init__(seed)
        self.kind = kind
        self.wanted = {"a:" + a["t"]: self.u(a["t"]) for a in self.list if a["kind"] == kind}

    def classify(self, url):
        kind = super().classify(url)[0].replace("grey ", "")
        parts = urlsplit(url)
        named = parts.path == "/w/index.php"
        text = self.q(parts.query).get("title", "") if named else unquote(parts.path[6:])
        text = text.replace("_", " ")
        return kind, "a:" + text if kind.split("?")[0] == self.kind and text in self.art else None
