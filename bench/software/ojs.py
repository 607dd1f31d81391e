"""Two journals, as OJS 3.4 writes them, in English and German.

Wanted: the 1,071 articles (/index.php/JOURNAL/article/view/N). Alike: issues, authors' pages and found
articles, which are lists of articles; an article's galleys (view/N/M) and versions. Nasty: everything in two
languages under two addresses (/de/, and a link that sets the language and sends back); citations in nine styles
as links; similar articles by pages; the two journals differ in blocks at the side. ojsone has one journal,
ojsen no links to the other language.
"""
from urllib.parse import quote

from common import (
    CITIES, Plain, SHORT_LAST, WORDS, esc, found, missing, ok, query_of, short_dice, short_name, short_para,
    short_sent, short_title
)

T = {
    "en": dict(home="Home", cur="Current", arc="Archives", ann="Announcements", about="About", search="Search",
               authors="Authors", kw="Keywords:", abs="Abstract", ref="References", dl="Downloads", pub="Published",
               issue="Issue", sec="Section", lic="License", cite="How to Cite", more="More Citation Formats",
               dlc="Download Citation", info="Information", read="For Readers", aut="For Authors", lib="For Librarians",
               lang="Language", mks="Make a Submission", bio="Author Biography", stats="Downloads",
               mostread="Most read articles by the same author(s)", sim="Similar Articles", login="Login",
               reg="Register", full="Full Issue", ver="Versions"),
    "de": dict(home="Startseite", cur="Aktuelle Ausgabe", arc="Archiv", ann="Mitteilungen", about="Über uns",
               search="Suchen", authors="Autor/innen", kw="Schlagworte:", abs="Abstract", ref="Literaturhinweise",
               dl="Downloads", pub="Veröffentlicht", issue="Ausgabe", sec="Rubrik", lic="Lizenz",
               cite="Zitationsvorschlag", more="Weitere Zitierformate", dlc="Bibliografische Angaben herunterladen",
               info="Informationen", read="Für Leser/innen", aut="Für Autor/innen", lib="Für Bibliothekar/innen",
               lang="Sprache", mks="Beitrag einreichen", bio="Autor/innen-Biografie", stats="Downloads",
               mostread="Am häufigsten gelesene Artikel dieser/dieses Autor/in", sim="Ähnliche Artikel",
               login="Einloggen", reg="Registrieren", full="Komplette Ausgabe", ver="Versionen")
}
JN = {"jfs": "Journal of Forest Studies", "zmk": "Zeitschrift für Musikkunde"}
SEC = ["Articles", "Articles", "Articles", "Articles", "Research Notes", "Book Reviews", "Editorial"]


class Journals(Plain):
    kind = "article"

    def __init__(self, mode):
        self.journals = dict(JN)
        self.mode = mode
        r = short_dice("ojs")
        self.A = {}
        self.I = {}
        self.N = {}
        self.J = {j: dict(i=[], n=[]) for j in self.journals}
        self.au = [short_name(r) for _ in range(420)]
        n = 100
        ii = 10
        g = 2000
        if mode == "ojsone":
            self.journals.pop("zmk")
        self.J = {j: dict(i=[], n=[]) for j in self.journals}
        for j in self.journals:
            for y in range(2008, 2026):
                for no in range(1, 9 if mode == "ojsone" else 5 if j == "jfs" else 3):
                    ii += r.randint(1, 2)
                    self.I[str(ii)] = dict(j=j, v=y - 2007, no=no, y=y, a=[], g=g if r.random() < 0.5 else 0)
                    g += 1
                    self.J[j]["i"].append(str(ii))
                    for _ in range(r.randint(6, 14)):
                        n += r.randint(1, 4)
                        sec = r.choice(SEC)
                        g += 3
                        self.A[str(n)] = dict(
                            j=j, i=str(ii), sec=sec, t=short_title(r, 4, 9),
                            au=r.sample(self.au,
                                        1 if sec in ("Book Reviews", "Editorial") else r.choice([1, 1, 2, 3, 4])),
                            g=[g + k for k in range(r.choice([1, 1, 1, 2]))
                               ], y=y, kw=r.sample(WORDS, r.randint(3, 6)) if sec.startswith(
                                   ("Art", "Res")) else [], ver=r.random() < 0.08)
                        self.I[str(ii)]["a"].append(str(n))
            for k in range(60):
                self.N[str(len(self.N) + 1)] = dict(j=j, t=short_title(r, 3, 6))
                self.J[j]["n"].append(str(len(self.N)))
        self.truth = set(self.A)

    def address(self, w):
        return f'/index.php/{self.A[w]["j"]}/article/view/{w}'

    def split(self, p):
        a = p.strip("/").split("/")
        if a[0] != "index.php":
            return (None, "en", a)
        a = a[1:]
        j = a[0] if a else None
        a = a[1:]
        l = "en"
        if a and a[0] in ("de", "en"):
            l = a[0]
            a = a[1:]
        return (j, l, a)

    def ident(self, p, qq):
        j, l, a = self.split(p)
        if j is None:
            return ("home" if p == "/" else "x", p)
        if a[:2] == ["article", "view"] and len(a) >= 3 and (a[2] in self.A):
            if len(a) == 3 or (len(a) == 5 and a[3] == "version"):
                return ("article", a[2])
            return ("galley", p)
        if a[:2] == ["user", "setLocale"] and qq.get("source", "").startswith("/index.php/"):
            k, i = self.ident(qq["source"], {})
            return (k if k == "article" else "setLocale>" + k, i)
        k = "/".join(a[:2]) if a else "journal"
        return (k + ("?" if set(qq) else ""), p)

    def u(self, j, l, x):
        return f'/index.php/{j}/{"de/" if l == "de" else ""}{x}'.rstrip("/")

    def frame(self, base, j, l, p, ttl, main, crumbs=None, cls="", head=""):
        t = T[l]
        u = lambda x: self.u(j, l, x)
        lo = "".join((f'<li class="locale_{k}{" current" if k == l else ""}" lang="{k}">'
                      f'<a href="{base}/index.php/{j}/user/setLocale/{k}?source='
                      f'{quote(p, "")}">{v}</a></li>') for k, v in [("en", "English"), ("de", "Deutsch")])
        blocks = self.frame_blocks(base, lo, t, u)
        if self.mode == "ojsen":
            blocks.pop(1)
        if j == "zmk":
            r = short_dice("most")
            L = r.sample([x for x in self.A if self.A[x]["j"] == j], 5)
            blocks += [('<div class="pkp_block block_most_read"><h2 class="title">Most read</h2>'
                        '<ul class="most_read">') + "".join(
                            ('<li class="most_read_article"><div class="most_read_article_title">'
                             f'<a href="{base}{u("article/view/" + x)}">{esc(self.A[x]["t"])}</a></div>'
                             '<div class="most_read_article_journal"><span class="fa fa-eye">'
                             f"</span> {r.randint(99, 999)}</div></li>") for x in L) + "</ul></div>",
                       ('<div class="pkp_block block_keyword_cloud"><h2 class="title">Keywords</h2>'
                        '<div class="content">')
                       + "".join(f'<a href="{base}{u("search")}?subject={w}" class="tag{i % 5}">{w}</a> '
                                 for i, w in enumerate(WORDS[::9])) + "</div></div>",
                       (f'<div class="pkp_block block_web_feed"><h2 class="title">{t["cur"]}</h2>'
                        '<div class="content"><ul><li>'
                        f'<a href="{base}{u("gateway/plugin/WebFeedGatewayPlugin/atom")}">'
                        '<img src="/atom.svg" alt="Atom"></a></li></ul></div></div>')]
        cr = ("" if crumbs is None else
              ('<nav class="cmp_breadcrumbs" role="navigation" aria-label="You are here:"><ol><li>'
               f'<a href="{base}{u("index")}">{t["home"]}</a><span class="separator">/</span></li>')
              + "".join(f'<li><a href="{base}{h}">{esc(x)}</a><span class="separator">/</span></li>' for h, x in crumbs)
              + f'<li class="current"><span aria-current="page">{esc(ttl)}</span></li></ol></nav>')
        return ("<!DOCTYPE html>\n"
                f'<html lang="{l}" xml:lang="{l}"><head><meta charset="utf-8">'
                '<meta name="viewport" content="width=device-width, initial-scale=1.0">'
                f"<title>{esc(ttl)} | {self.journals[j]}</title>"
                f'<meta name="generator" content="Open Journal Systems 3.4.0.4">{head}'
                f'<link rel="stylesheet" href="{base}/index.php/{j}'
                '/$$$call$$$/page/page/css?name=stylesheet" type="text/css" /></head>\n'
                f'<body class="pkp_page_{cls} has_site_logo" dir="ltr">'
                '<div class="pkp_structure_page">'
                '<header class="pkp_structure_head" id="headerNavigationContainer" role="banner">'
                '<nav class="cmp_skip_to_content" aria-label="Jump to content links">'
                '<a href="#pkp_content_main">Skip to main content</a>'
                '<a href="#siteNav">Skip to main navigation menu</a>'
                '<a href="#pkp_content_footer">Skip to site footer</a></nav>'
                '<div class="pkp_head_wrapper"><div class="pkp_site_name_wrapper">'
                '<button class="pkp_site_nav_toggle"><span>Open Menu</span></button>'
                '<div class="pkp_site_name">'
                f'<a href="{base}{u("index")}" class="is_text">{self.journals[j]}</a></div></div>'
                '<nav class="pkp_site_nav_menu" aria-label="Site Navigation"><a id="siteNav"></a>'
                '<div class="pkp_navigation_primary_row">'
                '<div class="pkp_navigation_primary_wrapper">'
                '<ul id="navigationPrimary" class="pkp_navigation_primary pkp_nav_list">'
                f'<li class=""><a href="{base}{u("issue/current")}">{t["cur"]}</a></li><li class="">'
                f'<a href="{base}{u("issue/archive")}">{t["arc"]}</a></li><li class="">'
                f'<a href="{base}{u("announcement")}">{t["ann"]}</a></li><li class="">'
                f'<a href="{base}{u("about")}">{t["about"]}</a><ul><li class="">'
                f'<a href="{base}{u("about")}">{t["about"]}</a></li><li class="">'
                f'<a href="{base}{u("about/submissions")}">Submissions</a></li><li class="">'
                f'<a href="{base}{u("about/editorialTeam")}">Editorial Team</a></li><li class="">'
                f'<a href="{base}{u("search/authors")}">{t["authors"]}</a></li><li class="">'
                f'<a href="{base}{u("search/titles")}">Titles</a></li><li class="">'
                f'<a href="{base}{u("about/contact")}">Contact</a></li></ul></li></ul>'
                '<div class="pkp_navigation_search_wrapper">'
                f'<a href="{base}{u("search")}" class="pkp_search pkp_search_desktop">'
                f'<span class="fa fa-search" aria-hidden="true"></span>{t["search"]}</a></div></div>'
                '</div><div class="pkp_navigation_user_wrapper" id="navigationUserWrapper">'
                '<ul id="navigationUser" class="pkp_navigation_user pkp_nav_list">'
                f'<li class="profile"><a href="{base}{u("user/register")}">{t["reg"]}</a></li>'
                f'<li class="profile"><a href="{base}{u("login")}">{t["login"]}</a></li></ul></div>'
                "</nav></div></header>\n"
                '<div class="pkp_structure_content has_sidebar">'
                '<div class="pkp_structure_main" role="main"><a id="pkp_content_main"></a>'
                f'<div class="page page_{cls}">{cr}{main}</div></div>'
                f'<div class="pkp_structure_sidebar left" role="complementary">{"".join(blocks)}'
                '</div></div><div class="pkp_structure_footer_wrapper" role="contentinfo">'
                '<a id="pkp_content_footer"></a><div class="pkp_structure_footer">'
                '<div class="pkp_footer_content"><p>ISSN 1234-5678</p></div>'
                '<div class="pkp_brand_footer">'
                f'<a href="{base}{u("about/aboutThisPublishingSystem")}">'
                '<img alt="More information about the publishing system"'
                ' src="/templates/images/ojs_brand.png"></a></div></div></div></div></body></html>')

    def frame_blocks(self, base, lo, t, u):
        return [('<div class="pkp_block block_make_submission">'
                 f'<h2 class="pkp_screen_reader">{t["mks"]}</h2><div class="content">'
                 f'<a class="block_make_submission_link" href="{base}{u("about/submissions")}">'
                 f'{t["mks"]}</a></div></div>'),
                (f'<div class="pkp_block block_language"><h2 class="title">{t["lang"]}</h2>'
                 f'<div class="content"><ul>{lo}</ul></div></div>'),
                (f'<div class="pkp_block block_information"><h2 class="title">{t["info"]}</h2>'
                 '<div class="content"><ul><li>'
                 f'<a href="{base}{u("information/readers")}">{t["read"]}</a></li><li>'
                 f'<a href="{base}{u("information/authors")}">{t["aut"]}</a></li><li>'
                 f'<a href="{base}{u("information/librarians")}">{t["lib"]}</a></li></ul></div></div>')]

    def gal(self, base, j, l, x, g, k):
        return (f'<a class="obj_galley_link {"pdf" if not k else "file"}" href="{base}'
                + str(self.u(j, l, f"article/view/{x}/{g}"))
                + f'" aria-labelledby="article-{x}-galley-{g}">{"PDF" if not k else "HTML"}</a>')

    def summary(self, base, j, l, x, h="h3"):
        d = self.A[x]
        return ((f'<div class="obj_article_summary"><{h} class="title">'
                 f'<a id="article-{x}" href="{base}{self.u(j, l, "article/view/" + x)}">{esc(d["t"])}'
                 f'</a></{h}><div class="meta"><div class="authors">{", ".join(d["au"])}</div>'
                 f'<div class="pages">{int(x) % 90}-{int(x) % 90 + 9}</div></div>'
                 '<ul class="galleys_links">') + "".join(f"<li>{self.gal(base, j, l, x, g, k)}</li>"
                                                         for k, g in enumerate(d["g"])) + "</ul></div>")

    def iname(self, i):
        d = self.I[i]
        return f'Vol. {d["v"]} No. {d["no"]} ({d["y"]})'

    def toc(self, base, j, l, i):
        d = self.I[i]
        t = T[l]
        r = short_dice("iss", i)
        secs = {}
        for x in d["a"]:
            secs.setdefault(self.A[x]["sec"], []).append(x)
        return ('<div class="obj_issue_toc"><div class="heading">' +
                ((f'<a class="cover" href="{base}{self.u(j, l, "issue/view/" + i)}">'
                  f'<img src="/cover{i}.jpg" alt=""></a>') if r.random() < 0.7 else "") +
                (f'<div class="description"><p>{short_para(r)}</p></div>' if r.random() < 0.4 else "") +
                (f'<div class="published"><span class="label">{t["pub"]}:</span> '
                 f'<span class="value">{d["y"]}-06-01</span></div></div>') +
                ((f'<div class="galleys"><h2 id="issueTocGalleyLabel">{t["full"]}</h2>'
                  f'<ul class="galleys_links"><li><a class="obj_galley_link pdf" href="{base}')
                 + str(self.u(j, l, f"issue/view/{i}/{d[chr(103)]}")) + '">PDF</a></li></ul></div>' if d["g"] else "")
                + '<div class="sections">'
                + "".join(f'<div class="section"><h2>{k}</h2><ul class="cmp_article_list articles">'
                          + "".join(f"<li>{self.summary(base, j, l, x)}</li>" for x in v) + "</ul></div>"
                          for k, v in secs.items()) + "</div></div>")

    def article(self, base, j, l, p, x, old=0):
        d = self.A[x]
        t = T[l]
        r = short_dice("art", x)
        i = d["i"]
        u = lambda y: base + self.u(j, l, y)
        big = d["sec"].startswith(("Art", "Res"))
        main = self.article_main(t, d, old, r, u, x)
        if r.random() < 0.8:
            main += ('<section class="item doi"><h2 class="label">DOI:</h2><span class="value">'
                     f'<a href="https://doi.org/10.1/{x}">https://doi.org/10.1/{x}</a></span></section>')
        if d["kw"]:
            main += (f'<section class="item keywords"><h2 class="label">{t["kw"]}</h2>'
                     f'<span class="value">{", ".join(d["kw"])}</span></section>')
        if big:
            main += (f'<section class="item abstract"><h2 class="label">{t["abs"]}</h2>'
                     + "".join(f"<p>{short_para(r, 3, 7)}</p>" for _ in range(r.choice([1, 1, 1, 2]))) + "</section>")
        main += (f'<div class="item downloads_chart"><h3 class="label">{t["stats"]}</h3>'
                 '<div class="value">'
                 f'<canvas class="usageStatsGraph" data-object-type="Submission" data-object-id="{x}'
                 '"></canvas><div class="usageStatsUnavailable">Download data is not yet available.'
                 "</div></div></div>")
        if r.random() < 0.2:
            main += (f'<section class="item author_bios"><h2 class="label">{t["bio"]}</h2>'
                     f'<ul class="authors"><li class="sub_item"><div class="label">{d["au"][0]}</div>'
                     f'<div class="value"><p>{short_sent(r)}</p></div></li></ul></section>')
        if big and r.random() < 0.7 or r.random() < 0.15:
            main += ((f'<section class="item references"><h2 class="label">{t["ref"]}</h2>'
                      '<div class="value">')
                     + "".join(f"<p>{r.choice(SHORT_LAST)}, {r.randint(1970, 2020)}. {short_sent(r)}"
                               + (f' <a href="https://doi.org/10.2/{r.randint(1, 999)}">https://doi.org/10.2/x</a>'
                                  if r.random() < 0.3 else "") + "</p>"
                               for _ in range(r.randint(3, 30))) + "</div></section>")
        main += ('</div><div class="entry_details">' +
                 (('<div class="item cover_image"><div class="sub_item">'
                   f'<a href="{u("issue/view/" + i)}"><img src="/cover{i}.jpg" alt=""></a></div></div>') if short_dice(
                       "iss", i).random() < 0.7 else "") +
                 (f'<div class="item galleys"><h2 class="pkp_screen_reader">{t["dl"]}</h2>'
                  '<ul class="value galleys_links">') + "".join(f"<li>{self.gal(base, j, l, x, g, k)}</li>"
                                                                for k, g in enumerate(d["g"])) +
                 ('</ul></div><div class="item published"><section class="sub_item">'
                  f'<h2 class="label">{t["pub"]}</h2><div class="value"><span>{d["y"]}-06-01</span>'
                  "</div></section>") +
                 ((f'<section class="sub_item versions"><h2 class="label">{t["ver"]}</h2>'
                   f'<ul class="value"><li><a href="{u("article/view/" + x)}">2021-01-01 (2)</a></li>'
                   '<li><a href="') + str(u(f"article/view/{x}/version/{int(x) + 7}"))
                  + '">2020-01-01 (1)</a></li></ul></section>' if d["ver"] else "") + "</div>")
        main += (('<div class="item citation"><section class="sub_item citation_display">'
                  f'<h2 class="label">{t["cite"]}</h2><div class="value">'
                  '<div id="citationOutput" role="region" aria-live="polite">'
                  '<div class="csl-bib-body">'
                  f'<div class="csl-entry">{d["au"][0]}. ({d["y"]}). {esc(d["t"])}. '
                  f"<i>{self.journals[j]}</i>. https://doi.org/10.1/{x}</div></div></div>"
                  '<div class="citation_formats">'
                  '<button class="citation_formats_button label" aria-controls="cslCitationFormats">'
                  f'{t["more"]}</button>'
                  '<div id="cslCitationFormats" class="citation_formats_list" aria-hidden="true">'
                  '<ul class="citation_formats_styles">')
                 + "".join('<li><a rel="nofollow" aria-controls="citationOutput" href="'
                           + str(u(f"citationstylelanguage/get/{f}"))
                           + (f"?submissionId={x}&amp;publicationId={x}&amp;issueId={i}"
                              f'" data-load-citation data-json-href="x">{f}</a></li>')
                           for f in ["acm", "acs", "apa", "abnt", "chicago", "harvard", "ieee", "mla", "vancouver"])
                 + f'</ul><div class="label">{t["dlc"]}</div><ul class="citation_formats_styles">'
                 + "".join('<li><a href="' + str(u(f"citationstylelanguage/download/{f}"))
                           + (f'?submissionId={x}&amp;publicationId={x}&amp;issueId={i}">'
                              f'<span class="fa fa-download"></span>{f}</a></li>')
                           for f in ["ris", "bibtex"]) + "</ul></div></div></div></section></div>")
        main += ((f'<div class="item issue"><section class="sub_item"><h2 class="label">{t["issue"]}'
                  '</h2><div class="value">'
                  f'<a class="title" href="{u("issue/view/" + i)}">{self.iname(i)}</a></div></section>'
                  f'<section class="sub_item"><h2 class="label">{t["sec"]}</h2>'
                  f'<div class="value">{d["sec"]}</div></section>') +
                 (('<section class="sub_item"><h2 class="label">Categories</h2><div class="value">'
                   '<ul class="categories"><li>'
                   f'<a href="{u("catalog/category/" + WORDS[int(x) % 12])}">{WORDS[int(x) % 12]}</a>'
                   "</li></ul></div></section>") if r.random() < 0.3 else "") + "</div>")
        main += (f'<div class="item copyright"><h2 class="label">{t["lic"]}</h2>' +
                 (('<a rel="license" href="https://creativecommons.org/licenses/by/4.0/">'
                   '<img alt="Creative Commons License"'
                   ' src="//i.creativecommons.org/l/by/4.0/88x31.png"></a>'
                   "<p>This work is licensed under a Creative Commons Attribution 4.0 International"
                   " License.</p>") if d["y"] > 2012 else f"<p>{short_sent(r)}</p>") + "</div></div></div>")
        by = [y for y in self.by(d["au"][0], j) if y != x][:5]
        if by:
            main += (f'<div id="articlesBySameAuthorList"><h3>{t["mostread"]}</h3><ul>' + "".join(
                (f'<li>{", ".join(self.A[y]["au"])}, '
                 f'<a href="{u("article/view/" + y)}">{esc(self.A[y]["t"])}</a> , '
                 f'<a href="{u("issue/view/" + self.A[y]["i"])}">{self.journals[j]}: '
                 f'{self.iname(self.A[y]["i"])}</a></li>')
                for y in by) + '</ul><div id="articlesBySameAuthorPages"></div></div>')
        if d["kw"]:
            sim = r.sample([y for y in self.A if self.A[y]["j"] == j], 8)
            main += (f'<div id="articlesBySimilarityList"><h3>{t["sim"]}</h3><ul>' + "".join(
                (f'<li>{", ".join(self.A[y]["au"])}, '
                 f'<a href="{u("article/view/" + y)}">{esc(self.A[y]["t"])}</a> , '
                 f'<a href="{u("issue/view/" + self.A[y]["i"])}">{self.journals[j]}: '
                 f'{self.iname(self.A[y]["i"])}</a></li>')
                for y in sim) + (f'</ul><p id="articlesBySimilarityPages"><a href="{u("article/view/" + x)}'
                                 '?articlesBySimilarityPage=2#articlesBySimilarity">2</a>&nbsp;'
                                 f'<a href="{u("article/view/" + x)}'
                                 '?articlesBySimilarityPage=3#articlesBySimilarity">3</a>&nbsp;'
                                 f'<a href="{u("article/view/" + x)}'
                                 '?articlesBySimilarityPage=2#articlesBySimilarity">&gt;</a></p>'
                                 '<p id="articlesBySimilaritySearch">You may also '
                                 f'<a href="{u("search/search")}?query={"+".join(d["kw"])}'
                                 '">start an advanced similarity search</a> for this article.</p></div>'))
        head = (f'<meta name="citation_journal_title" content="{self.journals[j]}">'
                f'<meta name="citation_title" content="{esc(d["t"])}">'
                f'<meta name="citation_abstract_html_url" content="{base}'
                f'{self.u(j, "en", "article/view/" + x)}"><meta name="DC.Identifier" content="{x}">')
        return ok(
            self.frame(base, j, l, p, d["t"], main + "</article>", [(self.u(j, l, "issue/archive"), t["arc"]),
                                                                    (self.u(j, l, "issue/view/" + i), self.iname(i))],
                       "article", head))

    def article_main(self, t, d, old, r, u, x):
        return ('<article class="obj_article_details">' +
                (('<div class="cmp_notification notice">This is an outdated version published on'
                  f' 2020-01-01. Read the <a href="{u("article/view/" + x)}">most recent version</a>.'
                  "</div>") if old else "") + f'<h1 class="page_title">{esc(d["t"])}</h1>' +
                (f'<h2 class="subtitle">{short_title(r)}</h2>' if r.random() < 0.25 else "") +
                ('<div class="row"><div class="main_entry"><section class="item authors">'
                 f'<h2 class="pkp_screen_reader">{t["authors"]}</h2><ul class="authors">')
                + "".join(
                    f'<li><span class="name">{a}</span>'
                    + (f'<span class="affiliation">University of {r.choice(CITIES)}</span>' if r.random() < 0.7 else "")
                    + (('<span class="orcid"><svg class="orcid_icon"><g><path d="M0"/></g></svg>'
                        '<a href="https://orcid.org/0000-0001" target="_blank">https://orcid.org/0000-0001'
                        "</a></span>") if r.random() < 0.2 else "") + "</li>" for a in d["au"]) + "</ul></section>")

    def by(self, a, j):
        if not hasattr(self, "_by"):
            self._by = {}
            for x, d in self.A.items():
                for y in d["au"]:
                    self._by.setdefault((y, d["j"]), []).append(x)
        return self._by.get((a, j), [])

    def page(self, p, qq, base):
        j, l, a = self.split(p)
        r = short_dice("x", p)
        if p == "/robots.txt":
            return (200, "text/plain", ("User-agent: *\n"
                                        "Disallow: /cache/\n"))
        if j is None and p in ("/", "/index.php") or j in ("index", ):
            return self.page_index(base)
        if j not in self.journals:
            return missing("<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body>"
                           "</html>")
        t = T[l]
        J = self.J[j]
        k = "/".join(a[:2])
        u = lambda y: base + self.u(j, l, y)
        F = lambda ttl, m, cr=[], cls="x": ok(self.frame(base, j, l, p, ttl, m, cr, cls))
        if k == "user/setLocale" and len(a) == 3:
            src = qq.get("source", "/")
            jj, ll, b = self.split(src)
            return found(self.u(j, a[2], "/".join(b)))
        if a in ([], ["index"]):
            return self.page_index_2(base, j, l, p, t, u, J)
        if k == "issue/current":
            return found(self.u(j, l, "issue/view/" + J["i"][-1]))
        if k == "issue/archive":
            return self.page_issue_archive(F, J, t, a, u)
        if k == "issue/view" and len(a) >= 3 and (a[2] in self.I) and (self.I[a[2]]["j"] == j):
            return self.page_issue_view(F, a, base, j, l, t, u)
        if k == "article/view" and len(a) >= 3 and (a[2] in self.A) and (self.A[a[2]]["j"] == j):
            if len(a) == 3:
                return self.article(base, j, l, p, a[2])
            if len(a) == 5 and a[3] == "version" and self.A[a[2]]["ver"]:
                return self.article(base, j, l, p, a[2], 1)
            if len(a) == 4 and a[3].isdigit() and (int(a[3]) in self.A[a[2]]["g"]):
                d = self.A[a[2]]
                html_ = d["g"].index(int(a[3])) == 1
                inner = ('<div id="htmlContainer" class="galley_view"><iframe name="htmlFrame" src="'
                         + u(f"article/download/{a[2]}/{a[3]}")
                         + '?inline=1" title="HTML"></iframe></div>' if html_ else
                         ('<div id="pdfCanvasContainer" class="galley_view">'
                          '<iframe src="/plugins/generic/pdfJsViewer/pdf.js/web/viewer.html?file=x"'
                          ' width="100%"></iframe></div>'))
                return ok(f'<!DOCTYPE html><html lang="{l}"><head><meta charset="utf-8">'
                          f'<title>View of {esc(d["t"])}</title></head>'
                          '<body class="pkp_page_article pkp_op_view"><header class="header_view">'
                          f'<a href="{u("article/view/" + a[2])}" class="return">'
                          '<span class="pkp_screen_reader">Return to Article Details</span></a>'
                          f'<a href="{u("article/view/" + a[2])}" class="title">{esc(d["t"])}</a>'
                          f'<a href="{u("article/download/" + a[2] + "/" + a[3])}" class="download" download>'
                          '<span class="label">Download</span><span class="pkp_screen_reader">Download PDF'
                          f"</span></a></header>{inner}</body></html>")
        if k in ("article/download", "issue/download"):
            return (200, "application/pdf", b"%PDF-1.4 x")
        if a[0] == "citationstylelanguage":
            return (200, "text/plain", "x") if "get" in a else (200, "application/x-bibtex", "@a{x}")
        if a[0] == "gateway":
            return (200, "application/atom+xml", "<feed/>")
        if a[0] == "announcement":
            return self.page_announcement(r, F, t, a, j, l, u, J)
        if k == "search/authors":
            return self.page_search_authors(F, j, qq, t, a, u, base, l)
        if a[0] == "search" or a[0] == "catalog":
            return self.page_search(k, F, t, j, a, u, qq, base, l)
        if a[0] in ("about", "information", "login", "user"):
            return F(a[-1], f"<h1>{a[-1]}</h1>" + "".join(f"<p>{short_para(r)}</p>" for _ in range(r.randint(1, 5))),
                     [], a[0])
        return missing(self.frame(base, j, l, p, "404", "<h1>404 Not Found</h1>"))

    def page_index(self, base):
        return ok(('<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Open Journals'
                   '</title></head><body class="pkp_page_index pkp_op_index">'
                   '<div class="pkp_structure_page"><header class="pkp_structure_head">'
                   f'<div class="pkp_site_name"><a href="{base}/index.php/index">Open Journals</a>'
                   '</div></header><div class="pkp_structure_content"><div class="pkp_structure_main">'
                   '<div class="page_index_site"><div class="journals"><h2>Journals</h2><ul>') + "".join(
                       (f'<li class="has_thumb"><div class="thumb"><a href="{base}/index.php/{k}">'
                        '<img src="/t.png" alt=""></a></div><div class="body"><h3>'
                        f'<a href="{base}/index.php/{k}" rel="bookmark">{v}</a></h3>'
                        f'<div class="description"><p>{short_sent(short_dice(k))}</p></div>'
                        f'<ul class="links"><li class="view"><a href="{base}/index.php/{k}">View Journal</a>'
                        '</li><li class="current">'
                        f'<a href="{base}/index.php/{k}/issue/current">Current Issue</a></li></ul></div>'
                        "</li>")
                       for k, v in self.journals.items()) + "</ul></div></div></div></div></div></body></html>")

    def page_index_2(self, base, j, l, p, t, u, J):
        return ok(
            self.frame(
                base, j, l, p, self.journals[j],
                f'<section class="cmp_announcements highlight_first"><h2>{t["ann"]}</h2>' + "".join(
                    ('<article class="obj_announcement_summary"><h3>'
                     f'<a href="{u("announcement/view/" + x)}">{self.N[x]["t"]}</a></h3>'
                     '<div class="date">2025-01-01</div></article>') for x in J["n"][-2:]) +
                (f'</section><section class="current_issue"><h2>{t["cur"]}</h2>'
                 f'<div class="current_issue_title">{self.iname(J["i"][-1])}'
                 f'</div>{self.toc(base, j, l, J["i"][-1])}'
                 f'<a href="{u("issue/archive")}" class="read_more">View All Issues</a></section>'), None,
                "index_journal"))

    def page_issue_archive(self, F, J, t, a, u):
        pg = int(a[2]) if len(a) > 2 and a[2].isdigit() else 1
        L = J["i"][::-1]
        return F(
            t["arc"], f'<h1>{t["arc"]}</h1><ul class="issues_archive">' + "".join(
                (f'<li><div class="obj_issue_summary"><a class="cover" href="{u("issue/view/" + i)}">'
                 f'<img src="/c{i}.jpg" alt=""></a><h2>'
                 f'<a class="title" href="{u("issue/view/" + i)}">{self.iname(i)}</a></h2>'
                 '<div class="description"></div></div></li>')
                for i in L[(pg - 1) * 20:pg * 20]) + '</ul><div class="cmp_pagination" role="navigation">' +
            ('<a class="prev" href="' + str(u(f"issue/archive/{pg - 1}")) + '">Previous</a>' if pg > 1 else "")
            + f'<span class="current">{pg * 20 - 19}-{pg * 20} of {len(L)}</span>' +
            ('<a class="next" href="' + str(u(f"issue/archive/{pg + 1}")) + '">Next</a>' if pg * 20 < len(L) else "")
            + "</div>", [], "issue_archive")

    def page_issue_view(self, F, a, base, j, l, t, u):
        if len(a) == 4:
            return ok(f'<!DOCTYPE html><html lang="{l}"><head><title>View of {self.iname(a[2])}</title>'
                      '</head><body class="pkp_page_issue pkp_op_view"><header class="header_view">'
                      f'<a href="{u("issue/view/" + a[2])}" class="return">'
                      '<span class="pkp_screen_reader">Return to Issue Details</span></a>'
                      f'<a href="{u("issue/view/" + a[2])}" class="title">{self.iname(a[2])}</a>'
                      f'<a href="{u("issue/download/" + a[2] + "/" + a[3])}" class="download" download>'
                      '<span class="label">Download</span></a></header>'
                      '<div id="pdfCanvasContainer" class="galley_view">'
                      '<iframe src="/plugins/generic/pdfJsViewer/pdf.js/web/viewer.html?file=x"'
                      ' width="100%"></iframe></div></body></html>')
        return F(self.iname(a[2]), f"<h1>{self.iname(a[2])}</h1>" + self.toc(base, j, l, a[2]),
                 [(self.u(j, l, "issue/archive"), t["arc"])], "issue")

    def page_announcement(self, r, F, t, a, j, l, u, J):
        if len(a) == 3 and a[2] in self.N:
            r = short_dice("n", a[2])
            return F(self.N[a[2]]["t"], (f'<article class="obj_announcement_full"><h1>{self.N[a[2]]["t"]}</h1>'
                                         '<div class="date">2025-01-01</div><div class="description">')
                     + "".join(f"<p>{short_para(r)}</p>" for _ in range(r.randint(1, 4))) + "</div></article>",
                     [(self.u(j, l, "announcement"), t["ann"])], "announcement")
        return F(
            t["ann"], f'<h1>{t["ann"]}</h1><ul class="cmp_announcements">' + "".join(
                ('<li><article class="obj_announcement_summary"><h2>'
                 f'<a href="{u("announcement/view/" + x)}">{self.N[x]["t"]}</a></h2>'
                 '<div class="date">2025-01-01</div><div class="summary">'
                 f"<p>{short_sent(short_dice(x))}</p>"
                 f'<a href="{u("announcement/view/" + x)}" class="read_more">Read more</a></div>'
                 "</article></li>") for x in J["n"][::-1]) + "</ul>", [], "announcements")

    def page_search_authors(self, F, j, qq, t, a, u, base, l):
        if len(a) == 3 and a[2] == "view":
            L = self.by(qq.get("givenName", "") + " " + qq.get("familyName", ""), j)
            return F(
                "Author Details", "<h1>" + esc(qq.get("givenName", "") + " " + qq.get("familyName", ""))
                + '</h1><ul class="articles">' + "".join(f"<li>{self.summary(base, j, l, x)}</li>"
                                                         for x in L) + "</ul>", [], "search_author")
        ini = qq.get("searchInitial", "")
        pg = int(qq.get("authorsPage") or 1)
        L = sorted({y
                    for y, jj in (self.by("", j), self._by)[1] if jj == j and y.split()[1].startswith(ini)},
                   key=lambda y: (y.split()[1], y))
        return F(
            t["authors"], f'<h1>{t["authors"]}</h1><p>'
            + " ".join(f'<a href="{u("search/authors")}?searchInitial={c}">{c}</a>'
                       for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ") + '</p><div id="authors">' + "".join(
                           (f'<a href="{u("search/authors/view")}?givenName={y.split()[0]}&amp;familyName='
                            f'{y.split()[1]}&amp;authorName={quote(y)}">{y.split()[1]}, '
                            f"{y.split()[0]}</a><br />") for y in L[(pg - 1) * 25:pg * 25]) + "</div>" +
            ((f'<a href="{u("search/authors")}?searchInitial={ini}&amp;authorsPage={pg + 1}">&gt;'
              "</a>") if pg * 25 < len(L) else ""), [], "search_authors")

    def page_search(self, k, F, t, j, a, u, qq, base, l):
        L = [x for x in self.A if self.A[x]["j"] == j]
        pg = int(qq.get("searchPage") or 1)
        if k == "search/titles":
            L.sort(key=lambda x: self.A[x]["t"])
        elif a[0] == "catalog":
            L = [x for x in L if WORDS[int(x) % 12] == a[-1]][:30]
        elif qq.get("subject"):
            L = [x for x in L if qq["subject"] in self.A[x]["kw"]]
        elif qq.get("query"):
            L = [x for x in L if set(qq["query"].split()) & set(self.A[x]["kw"])]
        else:
            L = []
        form = (f'<form class="cmp_form" method="get" action="{u("search/index")}">'
                '<div class="search_input"><label class="pkp_screen_reader">Search</label>'
                '<input type="text" name="query" value="" class="query"></div>'
                '<fieldset class="search_advanced"><legend>Advanced filters</legend>'
                '<select name="dateFromYear"><option>2020</option></select></fieldset>'
                '<div class="submit"><button class="submit" type="submit">Search</button></div>'
                "</form>")
        keep = {x: y for x, y in qq.items() if x != "searchPage"}
        return F(
            t["search"], f'<h1>{t["search"]}</h1>{form}<ul class="search_results">'
            + "".join(f"<li>{self.summary(base, j, l, x)}</li>"
                      for x in L[(pg - 1) * 25:pg * 25]) + '</ul><div class="cmp_pagination">'
            + " ".join(f'<a href="{u("/".join(a))}?' + esc(query_of(**dict(keep, searchPage=i))) + f'">{i}</a>'
                       for i in range(1,
                                      min(12, -(-len(L) // 25)) + 1)) + "</div>", [], "search")
