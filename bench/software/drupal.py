"""The site of an organisation in English and German, as Drupal 10 writes it.

Wanted: the 800 publications, in either language; in drupal-events, drupal-person, drupal-news and
drupal-project another kind. Alike: all those kinds to each other, with the same fields in the same frame, which
is most of a page. Nasty: lists narrowed by facets upon facets and in every order; a pager whose first link is
?page=0, the page itself (drupal-nop0 is without); a calendar that has a next month for ever; nodes under
/node/N and their names; prints; the other language of everything.
"""
import re
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from common import MON, Reply, Site, date, dice, esc, iso, longdate, para, person, redirect, sent, slug, title, town

DE = {
    "Publications": "Publikationen",
    "Events": "Veranstaltungen",
    "News": "Aktuelles",
    "People": "Personen",
    "Projects": "Projekte",
    "Topics": "Themen",
    "Home": "Startseite",
    "About": "Über uns",
    "Contact": "Kontakt",
    "Read more": "Weiterlesen",
    "Date": "Datum",
    "Location": "Ort",
    "Authors": "Autoren",
    "Topic": "Thema",
    "Download": "Herunterladen",
    "Year": "Jahr",
    "Search": "Suche",
    "Related content": "Verwandte Inhalte",
    "Contact person": "Ansprechpartner",
    "Share": "Teilen",
    "Speakers": "Referenten",
    "Register": "Anmelden",
    "Abstract": "Zusammenfassung",
    "Next page": "Nächste Seite",
    "Previous page": "Vorherige Seite",
    "Last page": "Letzte Seite",
    "First page": "Erste Seite"
}
PATH = {
    "publication": ("publications", "publikationen"),
    "event": ("events", "veranstaltungen"),
    "news": ("news", "aktuelles"),
    "person": ("people", "personen"),
    "project": ("projects", "projekte"),
    "page": ("about", "ueber-uns")
}


class Drupal(Site):
    def __init__(self, seed, want="publication", p0=True):
        self.p0 = p0
        self.seed, self.want = (seed, want)
        self.site = "Institute for Rivers and Coasts"
        self.topics = [title(dice("top", i), 1, 2) for i in range(24)]
        self.types = ["Report", "Policy brief", "Journal article", "Working paper", "Book chapter", "Annual report"]
        self.etypes = ["Conference", "Workshop", "Lecture", "Webinar", "Exhibition"]
        self.nodes = {}
        self.by = {}
        self.alias = {}
        nid = 10
        for kind, n in [("person", 320), ("project", 160), ("publication", 800), ("event", 600), ("news", 1300),
                        ("page", 60)]:
            for i in range(n):
                q = dice("n", seed, kind, i)
                t = person(q) if kind == "person" else title(q, 3, 10) if kind != "page" else title(q, 1, 3)
                d = (2024 - i * 14 // n, q.randint(1, 12), q.randint(1, 28)) if kind != "page" else date(q)
                nd = dict(
                    id=nid, kind=kind, t=t, d=d, topics=q.sample(range(24), q.randint(0, 3)), de=q.random()
                    < (0.6 if kind != "publication" else 0.4),
                    type=q.randrange(6) if kind == "publication" else q.randrange(5), img=q.random() < {
                        "person": 0.7,
                        "news": 0.7,
                        "event": 0.4,
                        "publication": 0.6,
                        "project": 0.5,
                        "page": 0.3
                    }[kind], paras=q.choice([1, 1, 2, 3, 5, 8]), rel=q.random() < 0.5)
                base = slug(t)[:60].strip("-")
                for li, lg in enumerate(("en", "de")):
                    a = (f"/{lg}/{PATH[kind][li]}/{base}"
                         if kind != "news" else f"/{lg}/{PATH[kind][li]}/{d[0]}/{d[1]:02}/{base}")
                    if lg == "de":
                        a += "-de" if kind == "page" else ""
                    while a in self.alias:
                        a += "-0"
                    if lg == "en" or nd["de"]:
                        self.alias[a] = (nd, lg)
                        nd[lg + "_url"] = a
                self.nodes[nid] = nd
                self.by.setdefault(kind, []).append(nd)
                nid += q.choice([1, 1, 2, 3])
        self.wanted = {f'n{n["id"]}': n["en_url"] for n in self.by[want]}
        self.tslug = [slug(t) for t in self.topics]

    def tr(self, x, lg):
        return DE.get(x, x) if lg == "de" else x

    def frame(self, H, lg, t, main, path, body="", crumbs=(), alt=None, nid=None, canon=None, aside="", q=""):
        L = lambda x: self.tr(x, lg)
        nav = self.frame_nav(lg, L)
        other = alt or {}
        sw = (('<div class="language-switcher-language-url block block-language'
               ' block-language-blocklanguage-interface" role="navigation">'
               '<div class="block__content"><ul class="links">') + "".join(
                   (f'<li hreflang="{g}" data-drupal-link-system-path="{path.strip("/")}" class="{g}'
                    f'{" is-active" if g == lg else ""}"><a href="') + str(other.get(g, f"/{g}"))
                   + (f'" class="language-link{" is-active" if g == lg else ""}" hreflang="{g}">{n}</a>'
                      "</li>") for g, n in (("en", "English"), ("de", "Deutsch"))) + "</ul></div></div>")
        bc = self.frame_bc(crumbs, L, lg)
        up = self.by["event"][:3]
        return Reply(("<!DOCTYPE html>\n"
                      f'<html lang="{lg}" dir="ltr" prefix="og: https://ogp.me/ns#">\n'
                      "  <head>\n"
                      '    <meta charset="utf-8" />\n')
                     + (f'<link rel="canonical" href="{H}{canon}" />' if canon else "") + "\n"
                     + (f'<link rel="shortlink" href="{H}/{lg}/node/{nid}" />' if nid else "") + "\n"
                     + "".join(f'<link rel="alternate" hreflang="{g}" href="{H}{u}" />' for g, u in other.items())
                     + ("\n"
                        '<meta name="Generator" content="Drupal 10 (https://www.drupal.org)" />\n'
                        '<meta name="MobileOptimized" content="width" />\n'
                        '<meta name="HandheldFriendly" content="true" />\n'
                        '<meta name="viewport" content="width=device-width, initial-scale=1.0" />\n'
                        '<link rel="icon" href="/core/themes/olivero/favicon.ico"'
                        ' type="image/vnd.microsoft.icon" />\n'
                        f"    <title>{esc(t)} | {esc(self.site)}</title>\n"
                        '    <link rel="stylesheet" media="all"'
                        f' href="/sites/default/files/css/css_x.css?delta=0&amp;language={lg}'
                        '&amp;theme=irc" />\n'
                        "  </head>\n"
                        f'  <body class="{body}">\n'
                        "    "
                        '<a href="#main-content" class="visually-hidden focusable skip-link">Skip to main'
                        " content</a>\n"
                        '    <div class="dialog-off-canvas-main-canvas" data-off-canvas-main-canvas>\n'
                        '<div id="page-wrapper" class="page-wrapper"><div id="page">\n'
                        '  <header id="header" class="site-header" data-drupal-selector="site-header"'
                        ' role="banner">'
                        '<div class="site-header__fixable" data-drupal-selector="site-header-fixable">'
                        '<div class="site-header__initial">'
                        '<button class="sticky-header-toggle" role="switch" aria-label="Sticky header">'
                        '<span class="sticky-header-toggle__icon"></span></button></div>\n'
                        '    <div id="site-header__inner" class="site-header__inner">'
                        '<div class="container site-header__inner__container">\n'
                        '<div id="block-irc-branding" class="site-branding block block-system'
                        ' block-system-branding-block"><div class="site-branding__inner">'
                        '<div class="site-branding__text"><div class="site-branding__name">'
                        f'<a href="/{lg}" title="{L("Home")}" rel="home">{esc(self.site)}</a></div></div>'
                        "</div></div>\n"
                        '<div class="header-nav-overlay"></div><div class="mobile-buttons">'
                        '<button class="mobile-nav-button" aria-label="Main Menu"></button></div>\n'
                        '<div id="header-nav" class="header-nav">'
                        '<nav id="block-irc-main-menu" class="primary-nav block block-menu navigation'
                        ' menu--main" aria-labelledby="block-irc-main-menu-menu" role="navigation">'
                        '<h2 class="visually-hidden block__title" id="block-irc-main-menu-menu">Main'
                        " navigation</h2>"
                        f'<ul class="menu primary-nav__menu primary-nav__menu--level-1">{nav}</ul></nav>\n'
                        '<div class="search-block-form block block-search-wide" id="block-irc-search">'
                        f'<form action="/{lg}'
                        '/search/node" method="get" id="search-block-form" accept-charset="UTF-8"'
                        ' class="search-form search-block-form">'
                        '<div class="js-form-item form-item form-item-keys form-no-label">'
                        '<input title="Enter the terms you wish to search for." type="search"'
                        ' id="edit-keys" name="keys" value="" size="15" maxlength="128" class="form-search"'
                        ' /></div><div class="form-actions">'
                        '<button class="button--primary search-form__submit button form-submit"'
                        f' type="submit">{L("Search")}</button></div></form></div>\n'
                        '<div class="region region--secondary-menu">'
                        '<nav id="block-irc-account-menu" class="block block-menu navigation menu--account'
                        ' secondary-nav"><ul class="menu secondary-nav__menu secondary-nav__menu--level-1">'
                        '<li class="secondary-nav__menu-item">'
                        f'<a href="/{lg}/user/login?destination={quote(path + q)}'
                        f'" class="secondary-nav__menu-link">Log in</a></li></ul></nav>{sw}</div></div>\n'
                        "    </div></div></div></header>\n"
                        '  <div id="main-wrapper" class="layout-main-wrapper layout-container">'
                        '<div id="main" class="layout-main"><div class="main-content">'
                        '<a id="main-content" tabindex="-1"></a>\n'
                        '    <div class="main-content__container container">'
                        '<div class="region region--highlighted grid-full">'
                        f'<div data-drupal-messages-fallback class="hidden messages-list"></div></div>{bc}\n'
                        '      <div class="') + ("sidebar-grid grid-full" if aside else "")
                     + (f'"><main role="main" class="{"site-main" if aside else ""}">'
                        '<div class="region region--content-above grid-full layout--pass--content-medium">'
                        '<div id="block-irc-page-title" class="block block-core block-page-title-block">'
                        '<h1 class="title page-title">')
                     + ('<span class="field field--name-title field--type-string field--label-hidden">' + esc(t)
                        + "</span>" if nid else esc(t))
                     + ("</h1></div></div>\n"
                        '      <div class="region region--content grid-full layout--pass--content-medium"'
                        ' id="content">'
                        '<div id="block-irc-content" class="block block-system block-system-main-block">'
                        f'<div class="block__content">{main}</div></div></div></main>{aside}</div>\n'
                        "    </div></div></div></div>\n"
                        '  <footer class="site-footer"><div class="site-footer__inner container">'
                        '<div class="region region--footer_top grid-full layout--pass--content-medium'
                        ' region--footer-top"><div class="region--footer_top__inner">'
                        '<div class="views-element-container block block-views'
                        f' block-views-blockevents-block-1"><h2 class="block__title">{L("Events")}</h2>'
                        '<div class="block__content">'
                        '<div class="view view-events view-id-events view-display-id-block_1">'
                        '<div class="view-content"><div class="item-list"><ul>') + "".join(
                            ('<li><div class="views-field views-field-title"><span class="field-content">'
                             f'<a href="{x.get(lg + "_url", x["en_url"])}" hreflang="en">{esc(x["t"])}</a></span>'
                             '</div><div class="views-field views-field-field-date"><div class="field-content">'
                             f'<time datetime="{iso(x["d"])}" class="datetime">{longdate(x["d"])}</time></div>'
                             "</div></li>") for x in up)
                     + ("</ul></div></div></div></div></div></div></div>\n"
                        "    "
                        '<div class="region region--footer-bottom grid-full layout--pass--content-medium">'
                        '<nav class="block block-menu navigation menu--footer">'
                        '<ul class="menu menu--level-1"><li class="menu__item">'
                        f'<a href="/{lg}/contact" class="menu__link">{L("Contact")}</a></li>'
                        '<li class="menu__item"><a href="')
                     + str(self.by["page"][0].get(lg + "_url", self.by["page"][0]["en_url"]))
                     + ('" class="menu__link">Imprint</a></li><li class="menu__item">'
                        f'<a href="/{lg}/rss.xml" class="menu__link">RSS</a></li><li class="menu__item">'
                        f'<a href="/{lg}/sitemap" class="menu__link">Sitemap</a></li></ul></nav></div></div>'
                        "</footer>\n"
                        '  <div class="overlay" data-drupal-selector="overlay"></div></div></div>\n'
                        "    </div>\n"
                        '    <script type="application/json"'
                        ' data-drupal-selector="drupal-settings-json">{"path":{"baseUrl":"\\/","currentPath":"'
                        f'{path.strip("/")}","currentLanguage":"{lg}"}}}}</script>\n'
                        f'    <script src="/sites/default/files/js/js_x.js?scope=footer&amp;language={lg}">'
                        "</script>\n"
                        "  </body>\n"
                        "</html>"))

    def frame_nav(self, lg, L):
        return "".join(
            ('<li class="primary-nav__menu-item primary-nav__menu-item--link'
             " primary-nav__menu-item--level-1") + (" primary-nav__menu-item--has-children" if k == "page" else "")
            + (f'"><a href="/{lg}/{PATH[k][lg == "de"]}'
               '" class="primary-nav__menu-link primary-nav__menu-link--link'
               f' primary-nav__menu-link--level-1" data-drupal-link-system-path="{k}">'
               '<span class="primary-nav__menu-link-inner primary-nav__menu-link-inner--level-1">'
               f"{L(n)}</span></a>") + ('<ul class="primary-nav__menu primary-nav__menu--level-2">' + "".join(
                   ('<li class="primary-nav__menu-item primary-nav__menu-item--level-2">'
                    f'<a href="{p.get(lg + "_url", p["en_url"])}'
                    '" class="primary-nav__menu-link primary-nav__menu-link--level-2">'
                    f'<span>{esc(p["t"])}</span></a></li>')
                   for p in self.by["page"][:9]) + "</ul>" if k == "page" else "") + "</li>"
            for k, n in [("page", "About"), ("project",
                                             "Projects"), ("publication",
                                                           "Publications"), ("event",
                                                                             "Events"), ("news",
                                                                                         "News"), ("person", "People")])

    def frame_bc(self, crumbs, L, lg):
        return ("" if not crumbs else ('<div class="region region--breadcrumb grid-full layout--pass--content-medium"'
                                       ' id="breadcrumb"><div class="block block-system block-system-breadcrumb-block">'
                                       '<div class="block__content">'
                                       '<nav class="breadcrumb" role="navigation" aria-labelledby="system-breadcrumb">'
                                       '<h2 id="system-breadcrumb" class="visually-hidden">Breadcrumb</h2>'
                                       '<div class="breadcrumb__content"><ol class="breadcrumb__list">'
                                       '<li class="breadcrumb__item"><a href="/') + lg + '" class="breadcrumb__link">'
                + L("Home") + "</a></li>" + "".join(
                    ((f'<li class="breadcrumb__item"><a href="{u}" class="breadcrumb__link">{esc(x)}</a>'
                      "</li>") if u else f'<li class="breadcrumb__item">{esc(x)}</li>')
                    for x, u in crumbs) + "</ol></div></nav></div></div></div>")

    def f(self, name, typ, label, items, lg, inline=True):
        lab = ('<div class="field__label' +
               (" field__label--inline" if inline else "") + f'">{self.tr(label, lg)}</div>' if label else "")
        one = len(items) == 1
        if not label and one:
            return (f'<div class="field field--name-{name} field--type-{typ}'
                    f' field--label-hidden field__item">{items[0]}</div>')
        return ((f'<div class="field field--name-{name} field--type-{typ} field--label-'
                 f'{"inline clearfix" if inline else "above"}">{lab}') +
                ("" if one else '<div class="field__items">') + "".join(f'<div class="field__item">{x}</div>'
                                                                        for x in items) +
                ("" if one else "</div>") + "</div>")

    def url(self, n, lg):
        return n.get(lg + "_url", n["en_url"])

    def link(self, n, lg):
        return (f'<a href="{self.url(n, lg)}" hreflang="{lg if lg + "_url" in n else "en"}">'
                f'{esc(n["t"])}</a>')

    def terms(self, n, lg, name="field-topic"):
        return (self.f(name, "entity-reference", "Topic",
                       [(f'<a href="/{lg}/{"topics" if lg == "en" else "themen"}/{self.tslug[i]}'
                         f'" hreflang="en">{esc(self.topics[i])}</a>')
                        for i in n["topics"]], lg) if n["topics"] else "")

    def textbody(self, q, n, lg):
        out = []
        for i in range(n["paras"]):
            x = q.random()
            if x < 0.15:
                out.append(f"<h2>{title(q)}</h2>")
            elif x < 0.25:
                out.append("<ul>" + "".join(f"<li>{sent(q, 3, 9)}</li>" for _ in range(q.randint(3, 7))) + "</ul>")
            elif x < 0.3:
                out.append('<figure role="group" class="caption caption-img align-right">'
                           f'<img src="/sites/default/files/inline-images/{i}.jpg" alt="" />'
                           f"<figcaption>{sent(q, 3, 7)}</figcaption></figure>")
            elif x < 0.33:
                out.append(f"<blockquote><p>{sent(q)}</p></blockquote>")
            out.append(f"<p>{para(q)}</p>")
        return (('<div class="text-content clearfix field field--name-body'
                 ' field--type-text-with-summary field--label-hidden field__item">') + "".join(out) + "</div>")

    def media(self, n, style="wide"):
        return (('<div class="field field--name-field-image field--type-entity-reference'
                 ' field--label-hidden field__item">'
                 f'<article class="media media--type-image media--view-mode-{style}">'
                 '<div class="field field--name-field-media-image field--type-image'
                 ' field--label-visually_hidden"><div class="field__label visually-hidden">Image'
                 '</div><div class="field__item">'
                 f'<img loading="eager" srcset="/sites/default/files/styles/{style}/public/{n["id"]}'
                 f'.jpg 2x" width="1090" height="727" src="/sites/default/files/styles/{style}'
                 f'/public/{n["id"]}.jpg?itok=x" alt="" /></div></div></article></div>') if n["img"] else "")

    def share(self, H, u, lg):
        return (f'<div class="social-media-sharing"><h3>{self.tr("Share", lg)}</h3><ul class="">' + "".join(
            (f'<li><a target="_blank" rel="noopener" class="{x} share" href="https://{x}'
             f'.example/share?url={quote(H + u)}" title="{x}">{x}</a></li>')
            for x in ("facebook", "linkedin", "email")) + "</ul></div>")

    def node(self, H, n, lg, canonpath, q0):
        q = dice("node", self.seed, n["id"])
        k = n["kind"]
        u = self.url(n, lg)
        L = lambda x: self.tr(x, lg)
        B = self.by
        pick = lambda kk, m: q.sample(B[kk], m)
        body = ""
        if k == "publication":
            au = [self.link(x, lg)
                  for x in pick("person", q.randint(0, 3))] + [f"{person(q)}" for _ in range(q.randint(0, 3))]
            body += ('<div class="publication__meta">' + self.media(n, "cover") +
                     (self.f("field-authors", "entity-reference", "Authors", au, lg) if au else "")
                     + self.f("field-date", "datetime", "Year" if q.random() < 2 else "",
                              [f'<time datetime="{iso(n["d"])}" class="datetime">{n["d"][0]}</time>'], lg)
                     + self.f("field-type", "entity-reference", "Type",
                              [(f'<a href="/{lg}/publication-type/{slug(self.types[n["type"]])}">'
                                f'{self.types[n["type"]]}</a>')], lg))
            if n["type"] in (2, 4):
                body += self.f("field-journal", "string", "Journal", [f"<em>{title(q)}</em>"],
                               lg) + (self.f("field-doi", "link", "DOI",
                                             [f'<a href="https://doi.example/10.1000/{n["id"]}">10.1000/{n["id"]}</a>'],
                                             lg) if q.random() < 0.8 else "")
            if q.random() < 0.3:
                body += self.f("field-isbn", "string", "ISBN", [f"978-3-{q.randint(10000, 99999)}"], lg)
            if q.random() < 0.5:
                body += self.f("field-pages", "string", "Pages", [str(q.randint(4, 300))], lg)
            body += "</div>"
            if q.random() < 0.8:
                body += '<h2 class="section-title">' + L("Abstract") + "</h2>" + self.textbody(q, n, lg)
            if q.random() < 0.75:
                body += self.f("field-file", "file", "Download",
                               [('<span class="file file--mime-application-pdf file--application-pdf">'
                                 f'<a href="/sites/default/files/{n["d"][0]}/{slug(n["t"])[:30]}-{i}'
                                 f'.pdf" type="application/pdf">{slug(n["t"])[:30]}.pdf</a></span> '
                                 f"<span>({q.randint(1, 30)} MB)</span>")
                                for i in range(q.choice([1, 1, 1, 2, 4]))], lg, False)
            body += self.terms(n, lg)
            if q.random() < 0.35:
                body += self.f("field-project", "entity-reference", "Project", [self.link(pick("project", 1)[0], lg)],
                               lg)
        elif k == "event":
            body += ('<div class="event__details">' + self.f("field-event-date", "daterange", "Date", [
                f'<time datetime="{iso(n["d"])}" class="datetime">{longdate(n["d"])} - 10:00</time>' +
                (f' to <time datetime="{iso(n["d"])}" class="datetime">18:00</time>' if q.random() < 0.6 else "")
            ], lg) + (self.f("field-location", "string", "Location", [town(q.randint(0, 300)) + ", " + title(q, 1, 2)],
                             lg) if q.random() < 0.85 else "")
                     + self.f("field-event-type", "entity-reference", "Type",
                              [(f'<a href="/{lg}/event-type/{slug(self.etypes[n["type"]])}">{self.etypes[n["type"]]}'
                                "</a>")], lg) +
                     (f'<div class="field--ical"><a href="/{lg}/event/{n["id"]}/ical" rel="nofollow">iCal'
                      "</a></div></div>") + self.media(n) + self.textbody(q, n, lg))
            if q.random() < 0.5:
                body += self.f("field-speakers", "entity-reference", "Speakers",
                               [self.link(x, lg) for x in pick("person", q.randint(1, 5))], lg, False)
            if q.random() < 0.25:
                body += self.f("field-program", "entity-reference-revisions", "Programme",
                               [(f'<div class="paragraph paragraph--type--slot"><span>{9 + i}:00</span> {title(q)}'
                                 "</div>") for i in range(q.randint(3, 10))], lg, False)
            if q.random() < 0.5:
                body += ('<div class="field field--name-field-registration field--type-link'
                         ' field--label-hidden field__item">'
                         f'<a href="https://register.example/{n["id"]}" class="button">{L("Register")}</a>'
                         "</div>")
            if q.random() < 0.4:
                body += self.f("field-contact", "entity-reference", "Contact person",
                               [self.link(pick("person", 1)[0], lg)], lg)
            body += self.terms(n, lg)
        elif k == "news":
            body += (('<div class="node__meta">'
                      f'<time datetime="{iso(n["d"])}" class="datetime">{longdate(n["d"])}</time></div>')
                     + self.media(n) +
                     (('<div class="field field--name-field-lead field--type-string-long'
                       f' field--label-hidden field__item">{sent(q)}</div>') if q.random() < 0.6 else "")
                     + self.textbody(q, n, lg) + self.terms(n, lg, "field-tags"))
            if q.random() < 0.4:
                body += self.f("field-contact", "entity-reference", "Contact person",
                               [self.link(pick("person", 1)[0], lg)], lg)
            if q.random() < 0.2:
                body += self.f("field-publication", "entity-reference", "Publications",
                               [self.link(x, lg) for x in pick("publication", q.randint(1, 2))], lg, False)
            if q.random() < 0.3:
                body += (('<section class="field field--name-comment field--type-comment field--label-above'
                          ' comment-wrapper comments"><h2 class="comments__title">Comments</h2>') + "".join(
                              (f'<article data-comment-user-id="0" id="comment-{i}" class="comment js-comment">'
                               '<div class="comment__text-wrapper"><footer class="comment__meta">'
                               f'<p class="comment__author">{person(q)} (not verified)</p>'
                               f'<p class="comment__time">{longdate(date(q))}</p><p>'
                               f'<a href="/{lg}/comment/{n["id"] * 10 + i}#comment-{n["id"] * 10 + i}'
                               '" hreflang="en">Permalink</a></p></footer><div class="comment__content">'
                               f'<div class="text-content field field--name-comment-body"><p>{para(q, 1, 3)}</p>'
                               '</div><ul class="links comment__links inline"><li class="comment__links-item">'
                               f'<a href="/{lg}/comment/reply/node/{n["id"]}/comment/{n["id"] * 10 + i}">Reply</a>'
                               "</li></ul></div></div></article>") for i in range(q.randint(0, 6))) +
                         ('<div class="add-comment"><h3>Add new comment</h3>'
                          '<form class="comment-comment-form comment-form" method="post">'
                          '<textarea name="comment_body"></textarea></form></div></section>'))
        elif k == "person":
            body += ('<div class="person__card">' + self.media(n, "portrait")
                     + self.f("field-position", "string", "", [title(q, 2, 3)], lg)
                     + self.f("field-email", "email", "Email",
                              [f'<a href="mailto:{slug(n["t"])}@irc.example">{slug(n["t"])}@irc.example</a>'], lg) +
                     (self.f("field-phone", "telephone", "Phone",
                             [(f'<a href="tel:+49{q.randint(10 ** 6, 10 ** 7)}">+49 {q.randint(10 ** 6, 10 ** 7)}'
                               "</a>")], lg) if q.random() < 0.7 else "") + "</div>" +
                     (self.textbody(q, n, lg) if q.random() < 0.5 else ""))
            if q.random() < 0.7:
                body += ((f'<div class="views-element-container"><h2>{L("Publications")}</h2>'
                          '<div class="view view-person-publications"><div class="view-content">') + "".join(
                              ('<div class="views-row"><div class="views-field views-field-title">'
                               f'<span class="field-content">{self.link(x, lg)}</span></div></div>')
                              for x in pick("publication", q.randint(1, 8))) + "</div></div></div>")
            body += self.terms(n, lg)
        elif k == "project":
            body += (self.media(n) + '<div class="project__facts">'
                     + self.f("field-period", "daterange", "Period", [f'{n["d"][0]} - {n["d"][0] + 3}'], lg) +
                     (self.f("field-funding", "string", "Funding", [title(q)], lg) if q.random() < 0.7 else "")
                     + self.f("field-lead", "entity-reference", "Project lead", [self.link(pick("person", 1)[0], lg)],
                              lg) + "</div>" + self.textbody(q, n, lg)
                     + self.f("field-team", "entity-reference", "Team",
                              [self.link(x, lg) for x in pick("person", q.randint(1, 6))], lg, False))
            if q.random() < 0.7:
                body += self.f("field-publications", "entity-reference", "Publications",
                               [self.link(x, lg) for x in pick("publication", q.randint(1, 10))], lg, False)
            body += self.terms(n, lg)
        else:
            body += self.textbody(q, dict(n, paras=n["paras"] + 2), lg)
        if k in ("publication", "news", "event"):
            body += self.share(H, u, lg)
        links = (('<div class="node__links"><ul class="links inline"><li>'
                  f'<a href="/{lg}/print/view/{"pdf" if q.random() < 0.5 else "html"}/node/{n["id"]}'
                  '" rel="nofollow">Print</a></li></ul></div>') if k in ("news", "publication") and n["id"] % 2 else "")
        aside = ""
        if n["rel"]:
            aside = (('<div class="region region--sidebar">'
                      '<div class="views-element-container block block-views'
                      ' block-views-blockrelated-content-block-1">'
                      f'<h2 class="block__title">{L("Related content")}</h2><div class="block__content">'
                      '<div class="view view-related-content"><div class="view-content">') + "".join(
                          ('<div class="views-row">'
                           f'<article class="node node--type-{x["kind"]} node--view-mode-teaser">'
                           f'<h3 class="node__title"><a href="{self.url(x, lg)}" rel="bookmark">'
                           f'<span>{esc(x["t"])}</span></a></h3></article></div>')
                          for x in pick(q.choice(["news", "publication", "event"]), 3))
                     + "</div></div></div></div></div>")
        main = (f'<article data-history-node-id="{n["id"]}" data-nid="{n["id"]}'
                f'" class="node node--type-{k} node--view-mode-full" role="article">'
                f'<div class="node__content">{body}</div>{links}</article>')
        alt = {g: n[g + "_url"] for g in ("en", "de") if g + "_url" in n}
        name = {
            "publication": "Publications",
            "event": "Events",
            "news": "News",
            "person": "People",
            "project": "Projects",
            "page": "About"
        }[k]
        return self.frame(H, lg, n["t"], main, canonpath, f"path-node page-node-type-{k}",
                          [(L(name), f'/{lg}/{PATH[k][lg == "de"]}')] + ([(n["t"], None)] if k != "page" else []), alt,
                          n["id"], u, aside)

    def teaser(self, n, lg):
        q = dice("tz", n["id"])
        u = self.url(n, lg)
        return (
            (f'<div class="views-row"><article class="node node--type-{n["kind"]}'
             f' node--promoted node--view-mode-teaser">{self.media(n, "thumbnail")}'
             f'<h2 class="node__title"><a href="{u}" rel="bookmark">'
             '<span class="field field--name-title field--type-string field--label-hidden">'
             f'{esc(n["t"])}</span></a></h2><div class="node__content">') +
            (f'<time datetime="{iso(n["d"])}">{longdate(n["d"])}</time>' if n["kind"] not in ("person", "page") else "")
            + ((f'<div class="text-content field field--name-body"><p>{sent(q)}</p></div>'
                '<div class="node__links"><ul class="links inline"><li class="node-readmore">'
                f'<a href="{u}" rel="tag" title="{esc(n["t"])}" hreflang="en">'
                f'{self.tr("Read more", lg)}<span class="visually-hidden"> about {esc(n["t"])}'
                "</span></a></li></ul></div>") if n["kind"] != "person" else "") + "</div></article></div>")

    def pager(self, base, q, page, n, lg):
        if n < 2:
            return ""
        keep = {k: v for k, v in q.items() if k != "page"}

        def u(k):
            return ("?" + esc(urlencode({
                **keep, "page": k
            })) if k or self.p0 else base + ("?" + esc(urlencode(keep)) if keep else ""))

        L = lambda x: self.tr(x, lg)
        li = ""
        if page:
            li += ('<li class="pager__item pager__item--control pager__item--first">'
                   f'<a href="{u(0)}" title="Go to first page" class="pager__link">'
                   f'<span class="visually-hidden">{L("First page")}</span></a></li>'
                   '<li class="pager__item pager__item--control pager__item--previous">'
                   f'<a href="{u(page - 1)}'
                   '" title="Go to previous page" rel="prev" class="pager__link">'
                   f'<span class="visually-hidden">{L("Previous page")}</span></a></li>')
        for k in range(max(0, page - 4), min(n, max(0, page - 4) + 9)):
            li += ((f'<li class="pager__item pager__item--active pager__item--number"><a href="{u(k)}'
                    '" title="Current page" class="pager__link is-active" aria-current="page">'
                    f'<span class="visually-hidden">Page </span>{k + 1}</a></li>') if k == page else
                   ('<li class="pager__item pager__item--number">'
                    f'<a href="{u(k)}" title="Go to page {k + 1}" class="pager__link">'
                    f'<span class="visually-hidden">Page </span>{k + 1}</a></li>'))
        if page + 1 < n:
            li += ('<li class="pager__item pager__item--control pager__item--next">'
                   f'<a href="{u(page + 1)}" title="Go to next page" rel="next" class="pager__link">'
                   f'<span class="visually-hidden">{L("Next page")}</span></a></li>'
                   '<li class="pager__item pager__item--control pager__item--last">'
                   f'<a href="{u(n - 1)}" title="Go to last page" class="pager__link">'
                   f'<span class="visually-hidden">{L("Last page")}</span></a></li>')
        return ('<nav class="pager layout--content-medium" role="navigation"'
                ' aria-labelledby="pagination-heading">'
                '<h4 id="pagination-heading" class="visually-hidden">Pagination</h4>'
                f'<ul class="pager__items js-pager__items">{li}</ul></nav>')

    def view(self, H, lg, t, path, nodes, q, kind, per=12, facets=True, desc="", aside=""):
        f = [v for k, v in q.items() if re.match("f\\[\\d+\\]$", k)]
        for x in f:
            a, _, v = x.partition(":")
            if a == "topic" and v.isdigit():
                nodes = [n for n in nodes if int(v) in n["topics"]]
            if a == "year" and v.isdigit():
                nodes = [n for n in nodes if n["d"][0] == int(v)]
            if a == "type" and v.isdigit():
                nodes = [n for n in nodes if n["type"] == int(v)]
        if q.get("sort_by") == "title":
            nodes = sorted(nodes, key=lambda n: n["t"], reverse=q.get("sort_order") == "DESC")
        page = int(q["page"]) if q.get("page", "").isdigit() else 0
        n = max(1, -(-len(nodes) // per))

        def facet(name, vals):
            out = ""
            for v, l in vals:
                on = f"{name}:{v}" in f
                nf = [x for x in f if x != f"{name}:{v}"] if on else f + [f"{name}:{v}"]
                qs = urlencode({f"f[{i}]": x for i, x in enumerate(nf)})
                out += (f'<li class="facet-item"><a href="{path}{"?" + esc(qs) if qs else ""}'
                        f'" rel="nofollow" data-drupal-facet-item-id="{name}-{v}" class="'
                        f'{"is-active" if on else ""}"><span class="facet-item__value">{esc(l)}</span> '
                        '<span class="facet-item__count">(4)</span></a></li>').replace(
                            ' rel="nofollow"', "" if name != "year" else ' rel="nofollow"')
            return (f'<div class="block-facet--links block block-facets block-facet-block{name}">'
                    f'<h2 class="block__title">{name.capitalize()}</h2><div class="block__content">'
                    f'<div class="facets-widget-links"><ul data-drupal-facet-id="{name}'
                    f'" class="facet-inactive js-facets-links item-list__links">{out}</ul></div></div>'
                    "</div>")

        if facets:
            aside = ('<div class="region region--sidebar">' + facet("topic", [(i, x)
                                                                              for i, x in enumerate(self.topics)])
                     + facet("year", [(y, str(y)) for y in range(2024, 2010, -1)]) +
                     (facet("type", list(enumerate(self.types if kind == "publication" else self.etypes)))
                      if kind in ("publication", "event") else "") + "</div>")
        ex = self.view_ex(facets, kind, path)
        rows = "".join(self.teaser(x, lg) for x in nodes[page * per:page * per + per])
        if kind == "person":
            rows = ('<table class="views-table views-view-table cols-3"><thead><tr>' + "".join(
                (f'<th id="view-{c}-table-column" class="views-field views-field-{c}" scope="col">'
                 f'<a href="?order={c}&amp;sort={"asc"}" title="sort by {c}">{c}</a></th>')
                for c in ("title", "field-position", "field-email")) + "</tr></thead><tbody>" + "".join(
                    (f'<tr><td class="views-field views-field-title">{self.link(x, lg)}</td>'
                     f'<td>{title(dice("pos", x["id"]), 2, 3)}</td><td>x</td></tr>')
                    for x in nodes[page * per:page * per + per]) + "</tbody></table>")
        other = {g: f'/{g}/{PATH[kind][g == "de"]}' for g in ("en", "de")} if kind in PATH else None
        return self.frame(H, lg, t,
                          (f'<div class="views-element-container"><div class="view view-{kind}s view-id-{kind}'
                           f's view-display-id-page_1 js-view-dom-id-x">{desc}{ex}'
                           f'<div class="view-content">{rows or "<div class=view-empty>No results</div>"}'
                           f'</div>{self.pager(path, q, page, n, lg)}<div class="feed-icons">'
                           f'<a href="/{lg}/{kind}.xml" class="feed-icon">Subscribe</a></div></div></div>'), path,
                          "path-" + kind, [(t, None)], other, aside=aside, q="?" + urlencode(q) if q else "")

    def view_ex(self, facets, kind, path):
        return (('<div class="view-filters">'
                 f'<form class="views-exposed-form" data-drupal-selector="views-exposed-form-{kind}'
                 f'-page-1" action="{path}" method="get" accept-charset="UTF-8">'
                 '<div class="form--inline clearfix"><div class="js-form-item form-item">'
                 "<label>Keywords</label>"
                 '<input type="text" name="keys" value="" class="form-text" /></div>'
                 '<div class="form-item"><select name="sort_by"><option value="created">Date'
                 '</option><option value="title">Title</option></select></div>'
                 '<div class="form-actions">'
                 '<input type="submit" value="Apply" class="button form-submit" /></div></div>'
                 "</form></div>") if facets else "")

    def handle(self, path, query, headers, H):
        q = self.q(query)
        if path == "/robots.txt":
            return Reply(("User-agent: *\n"
                          "Allow: /core/*.css$\n"
                          "Disallow: /core/\n"
                          "Disallow: /profiles/\n"
                          "Disallow: /README.md\n"
                          "Disallow: /admin/\n"
                          "Disallow: /comment/reply/\n"
                          "Disallow: /filter/tips\n"
                          "Disallow: /node/add/\n"
                          "Disallow: /search/\n"
                          "Disallow: /user/register\n"
                          "Disallow: /user/password\n"
                          "Disallow: /user/login\n"
                          "Disallow: /user/logout\n"
                          "Disallow: /index.php/search/\n"), ctype="text/plain")
        if path == "/":
            return redirect(H + "/en", 302)
        p = path.rstrip("/").split("/")
        lg = p[1] if len(p) > 1 and p[1] in ("en", "de") else None
        if path in self.alias:
            n, lg = self.alias[path]
            return self.node(H, n, lg, f'node/{n["id"]}', q)
        if lg is None:
            if len(p) == 3 and p[1] == "node" and p[2].isdigit() and (int(p[2]) in self.nodes):
                return self.node(H, self.nodes[int(p[2])], "en", f"node/{p[2]}", q)
            return self.nf(H, "en")
        rest = p[2:]
        L = lambda x: self.tr(x, lg)
        if not rest:
            return self.page_rest(H, lg, L)
        for k, (a, b) in PATH.items():
            if rest == [a if lg == "en" else b]:
                nodes = [n for n in self.by[k] if lg + "_url" in n]
                if k == "person":
                    nodes = sorted(nodes, key=lambda n: n["t"])
                extra = ""
                if k == "event":
                    extra = ('<div class="calendar-calendar"><table class="calendar"><tr>'
                             + "".join(f'<td><a href="/{lg}/calendar/2024-{m:02}">{m}</a></td>'
                                       for m in range(1, 13)) + "</tr></table></div>")
                return self.view(
                    H, lg,
                    L({
                        "publication": "Publications",
                        "event": "Events",
                        "news": "News",
                        "person": "People",
                        "project": "Projects",
                        "page": "About"
                    }[k]), path, nodes, q, k, 40 if k == "person" else 12, k in ("publication", "event", "news"), extra)
        if rest[0] in ("topics", "themen") and len(rest) == 2 and (rest[1] in self.tslug):
            return self.page_topics(H, lg, path, q, rest)
        if rest[0] == "publication-type":
            return self.view(
                H, lg, rest[1], path,
                [n for n in self.by["publication"] if slug(self.types[n["type"]]) == rest[1] and lg + "_url" in n], q,
                "taxonomy-term", 10, False)
        if rest[0] == "event-type":
            return self.view(
                H, lg, rest[1], path,
                [n for n in self.by["event"] if slug(self.etypes[n["type"]]) == rest[1] and lg + "_url" in n], q,
                "taxonomy-term", 10, False)
        if rest[0] == "calendar":
            return self.page_calendar(H, lg, path, rest)
        if rest[0] == "node" and len(rest) == 2 and rest[1].isdigit() and (int(rest[1]) in self.nodes):
            return self.node(H, self.nodes[int(rest[1])], lg, f"node/{rest[1]}", q)
        if rest[0] == "print" and rest[-1].isdigit() and (int(rest[-1]) in self.nodes):
            return self.page_print(rest, lg)
        if rest[0] == "comment":
            c = rest[1] if len(rest) > 1 else ""
            if c.isdigit() and int(c) // 10 in self.nodes:
                return self.node(H, self.nodes[int(c) // 10], lg, f"node/{int(c) // 10}", q)
            return self.login(H, lg)
        if rest[0] == "user":
            return self.login(H, lg)
        if rest[0] == "contact":
            return self.frame(H, lg, L("Contact"),
                              ('<form class="contact-message-feedback-form contact-message-form contact-form"'
                               ' method="post"><div class="form-item"><label>Your name</label>'
                               '<input type="text" name="name" /></div><div class="form-item">'
                               '<label>Your email address</label><input type="email" name="mail" /></div>'
                               '<div class="form-item"><textarea name="message"></textarea></div>'
                               '<input type="submit" value="Send message" /></form>'), path, "path-contact")
        if rest[0] == "search":
            return self.frame(H, lg, "Search", ('<form class="search-form"><input type="search" name="keys" /></form>'
                                                "<h2>Your search yielded no results.</h2>"), path, "path-search")
        if rest[0] == "sitemap":
            return self.frame(
                H, lg, "Sitemap",
                '<div class="sitemap"><ul>' + "".join(f'<li><a href="/{lg}/{v[lg == "de"]}">{k}</a></li>'
                                                      for k, v in PATH.items())
                + "".join(f'<li><a href="/{lg}/{"topics" if lg == "en" else "themen"}/{x}">{x}</a></li>'
                          for x in self.tslug) + "</ul></div>", path, "path-sitemap")
        if path.endswith(".xml"):
            return Reply('<?xml version="1.0"?><rss version="2.0"><channel></channel></rss>',
                         ctype="application/rss+xml")
        if rest[0] == "event" and rest[-1] == "ical":
            return Reply(("BEGIN:VCALENDAR\n"
                          "END:VCALENDAR"), ctype="text/calendar")
        return self.nf(H, lg)

    def page_rest(self, H, lg, L):
        out = ""
        for k, n in (("news", "News"), ("event", "Events"), ("publication", "Publications")):
            out += (('<div class="views-element-container block block-views">'
                     f'<h2 class="block__title">{L(n)}</h2><div class="view view-frontpage">'
                     '<div class="view-content">') + "".join(self.teaser(x, lg) for x in self.by[k][:4]) +
                    (f'</div><div class="more-link"><a href="/{lg}/{PATH[k][lg == "de"]}">More</a></div>'
                     "</div></div>"))
        return self.frame(H, lg, self.site, out, "/node", "path-frontpage", alt={"en": "/en", "de": "/de"})

    def page_topics(self, H, lg, path, q, rest):
        i = self.tslug.index(rest[1])
        ns = [
            n for kk in ("news", "publication", "event", "project") for n in self.by[kk]
            if i in n["topics"] and lg + "_url" in n
        ]
        ns.sort(key=lambda n: n["d"], reverse=True)
        return self.view(H, lg, self.topics[i], path, ns, q, "taxonomy-term", 10, False,
                         ('<div class="taxonomy-term vocabulary-topics"><div class="text-content">'
                          f'<p>{para(dice("td", i))}</p></div></div>'))

    def page_calendar(self, H, lg, path, rest):
        m = re.match("(\\d{4})-(\\d\\d)$", rest[-1])
        if not m:
            return self.nf(H, lg)
        y, mo = (int(m[1]), int(m[2]))
        pv, nx = ((y, mo - 1) if mo > 1 else (y - 1, 12), (y, mo + 1) if mo < 12 else (y + 1, 1))
        ev = [n for n in self.by["event"] if n["d"][:2] == (y, mo) and lg + "_url" in n]
        return self.frame(H, lg, f"{MON[mo - 1] if 1 <= mo <= 12 else mo} {y}",
                          ('<div class="view view-calendar"><ul class="calendar-nav"><li>'
                           f'<a href="/{lg}/calendar/{pv[0]}-{pv[1]:02}" rel="nofollow">Prev</a></li><li>'
                           f'<a href="/{lg}/calendar/{nx[0]}-{nx[1]:02}">Next</a></li></ul>'
                           '<table class="calendar-month">')
                          + "".join("<tr>" + "".join(f'<td class="day"><span>{w * 7 + d + 1}</span>'
                                                     + "".join(f'<div class="item">{self.link(x, lg)}</div>'
                                                               for x in ev if x["d"][2] == w * 7 + d + 1) + "</td>"
                                                     for d in range(7)) + "</tr>"
                                    for w in range(4)) + "</table></div>", path, "path-calendar")

    def page_print(self, rest, lg):
        if rest[2] == "pdf":
            return Reply(b"%PDF-1.4", ctype="application/pdf")
        n = self.nodes[int(rest[-1])]
        return Reply(f'<!DOCTYPE html><html lang="{lg}"><head><title>{esc(n["t"])}</title></head><body>'
                     f'<article class="node node--type-{n["kind"]}"><h1>{esc(n["t"])}'
                     f'</h1>{self.textbody(dice("node", self.seed, n["id"]), n, lg)}</article></body>'
                     "</html>")

    def login(self, H, lg):
        return self.frame(H, lg, "Log in",
                          ('<form class="user-login-form" method="post" id="user-login-form">'
                           '<div class="form-item"><label>Username</label><input type="text" name="name" />'
                           '</div><div class="form-item"><label>Password</label>'
                           '<input type="password" name="pass" /></div><input type="submit" value="Log in" />'
                           "</form>"), "/user/login", "path-user")

    def nf(self, H, lg):
        rep = self.frame(H, lg, "Page not found", "The requested page could not be found.", "/404", "path-404")
        rep.status = 404
        return rep

    def classify(self, url):
        u = urlsplit(url)
        q = dict(parse_qsl(u.query))
        path = u.path
        p = path.rstrip("/").split("/")
        lg = p[1] if len(p) > 1 else ""
        n = None
        other = ""
        if path in self.alias:
            n = self.alias[path][0]
        elif len(p) > 2 and p[-2] == "node" and p[-1].isdigit() and ("print" not in p):
            n = self.nodes.get(int(p[-1]))
            other = " node/N"
        if n:
            return (n["kind"] + "-" + lg + other +
                    ("?" if u.query else ""), f'n{n["id"]}' if n["kind"] == self.want else None)
        k = p[2] if len(p) > 2 else "home"
        return (lg + "/" + k + ("?" + "&".join(sorted(set(re.sub("\\[\\d+\\]", "", x) for x in q))) if q else ""), None)
