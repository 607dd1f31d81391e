"""Small advertisements, as Osclass and the large national sites write them.

Wanted: the adverts that can still be read. Alike: adverts that are gone and say so in a page of their own
(status 200), adverts to print, dealers, models of cars. Nasty: three of ten adverts are gone, which answer 410,
404, a redirect to their category or that page, and half of those still stand in lists; contact, report and
remember are links of each advert; lists by category, town, price and order multiply each other.
"""
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from common import (
    FIRST, LAST, Reply, SYL1, SYL2, Site, date, dice, esc, longdate, para, person, redirect, sent, slug, title, town
)

CATS = {
    "vehicles": ["cars", "motorbikes", "caravans", "car-parts", "boats"],
    "home-garden": ["furniture", "appliances", "garden", "tools", "decoration"],
    "electronics": ["phones", "computers", "tv-audio", "cameras", "games"],
    "leisure": ["bicycles", "books", "music", "sports", "toys"],
    "property": ["flats-to-rent", "houses-for-sale", "land", "holiday-lets"],
    "jobs": ["full-time", "part-time", "mini-jobs"],
    "pets": ["dogs", "cats", "birds", "horses"],
    "services": ["removals", "crafts", "lessons"]
}
SPEC = {
    "cars": ["Make", "Model", "Mileage", "First registration", "Fuel", "Power", "Gearbox", "Colour", "Doors", "MOT"],
    "motorbikes": ["Make", "Mileage", "Power", "Type"],
    "flats-to-rent": ["Living space", "Rooms", "Floor", "Deposit", "Available from", "Heating costs", "Year built"],
    "houses-for-sale": ["Living space", "Plot", "Rooms", "Year built", "Commission"],
    "phones": ["Brand", "Memory", "Condition"],
    "full-time": ["Working hours", "Salary", "Field"],
    "dogs": ["Breed", "Age", "Vaccinated"]
}


class Ads(Site):
    def __init__(self, seed):
        self.seed = seed
        self.site = "Marktplatz24"
        self.towns = []
        i = 0
        while len(self.towns) < 50:
            t = town(1000 + i)
            i += 1
            if slug(t) not in [slug(x) for x in self.towns]:
                self.towns.append(t)
        self.tslug = [slug(t) for t in self.towns]
        self.cats = [(a, c) for a in CATS for c in CATS[a]]
        self.cslug = [c for _, c in self.cats]
        self.dealers = [
            dict(
                id=300 + j, name=dice("dl", seed, j).choice(LAST) + " "
                + dice("dl2", j).choice(["Cars", "Trading", "Immobilien", "Motors", "Outlet", "GmbH"]),
                town=dice("dt", j).randrange(50), about=dice("da", j).randint(0, 4),
                cat=dice("dc", j).randrange(len(self.cats)), logo=dice("dlo", j).random() < 0.7) for j in range(160)
        ]
        self.ads = {}
        self.list = []
        for j in range(2500):
            q = dice("ad", seed, j)
            c = q.choices(range(len(self.cats)),
                          [3 if x in ("cars", "furniture", "flats-to-rent", "phones") else 1 for _, x in self.cats])[0]
            t = title(q, 2, 7)
            dead = q.random() < 0.3
            a = dict(id=20010000 + j * 37, t=t, c=c, town=int(q.random()**1.6 * 50),
                     price=q.choice([None, 0]) if q.random() < 0.12 else round(q.lognormvariate(5, 1.4)),
                     neg=q.random() < 0.4, pics=q.choice([0, 1, 1, 3, 5, 8, 14]),
                     dealer=q.randrange(160) if q.random() < 0.25 else None, want=q.random() < 0.06, paras=q.choice(
                         [1, 1, 1, 2, 3, 6]), dead=q.choice(["410", "404", "redirect", "page"]) if dead else None,
                     top=q.random() < 0.05, days=q.randint(0, 60), reserved=q.random() < 0.04)
            self.ads[a["id"]] = a
            self.list.append(a)
            if a["dealer"] is not None:
                self.dealers[a["dealer"]].setdefault("ads", []).append(a)
        self.live = [a for a in self.list if not a["dead"]]
        self.idx = {}
        for a in self.live:
            self.idx.setdefault(a["c"], []).append(a)
        # The index is behind: some adverts that are gone still stand in lists.
        self.stale = [a for a in self.list if a["dead"] and dice("st", a["id"]).random() < 0.5]
        for a in self.stale:
            self.idx.setdefault(a["c"], []).append(a)
        for c in self.idx:
            self.idx[c].sort(key=lambda a: (a["days"], a["id"]))
        self.guides = {}
        for j in range(220):
            t = title(dice("gd", j), 3, 7)
            self.guides[slug(t)] = dict(t=t, j=j, d=date(dice("gdd", j)))
        self.gl = list(self.guides)
        self.models = {}
        for j in range(260):
            m = dice("mk", j).choice(LAST).lower()
            n = (dice("mm", j).choice(SYL1).lower() + dice("mm", j).choice(SYL2)
                 + dice("mm", j).choice(["", " gt", " 2", " xl"]))
            self.models[m, slug(n)] = (m.capitalize() + " " + n.capitalize(), j)
        self.ml = list(self.models)
        self.wanted = {f'ad{a["id"]}': self.u(a) for a in self.live}

    def u(self, a):
        return f'/ad/{self.cslug[a["c"]]}/{slug(a["t"])}/{a["id"]}'

    def frame(self, H, t, main, cls, crumbs=(), canon=None, robots=None, head=""):
        nav = "".join(('<li class="nav-item dropdown">'
                       f'<a class="nav-link dropdown-toggle" href="/c/{k}">{k.replace("-", " ").title()}'
                       '</a><div class="dropdown-menu">')
                      + "".join(f'<a class="dropdown-item" href="/c/{x}">{x.replace("-", " ").title()}</a>'
                                for x in v) + "</div></li>" for k, v in CATS.items())
        bc = (('<nav aria-label="breadcrumb">'
               '<ol class="breadcrumb" itemscope itemtype="https://schema.org/BreadcrumbList">') + "".join(
                   ('<li class="breadcrumb-item" itemprop="itemListElement" itemscope'
                    ' itemtype="https://schema.org/ListItem">')
                   + (f'<a itemprop="item" href="{u}"><span itemprop="name">{esc(x)}</span></a>' if u else
                      f'<span itemprop="name">{esc(x)}</span>') + f'<meta itemprop="position" content="{i + 1}"></li>'
                   for i, (x, u) in enumerate([("Home", "/")] + list(crumbs))) + "</ol></nav>" if crumbs else "")
        return Reply(("<!DOCTYPE html>\n"
                      '<html lang="en">\n'
                      "<head>\n"
                      '<meta charset="utf-8">'
                      '<meta name="viewport" content="width=device-width, initial-scale=1,'
                      ' shrink-to-fit=no">\n'
                      f"<title>{esc(t)} | {self.site}</title>\n")
                     + (f'<link rel="canonical" href="{H}{canon}">' if canon else "")
                     + (f'<meta name="robots" content="{robots}">' if robots else "")
                     + ("\n"
                        '<link rel="stylesheet" href="/static/css/bootstrap.min.css">'
                        '<link rel="stylesheet" href="/static/css/main.css?v=812">\n'
                        f"{head}</head>\n"
                        f'<body class="{cls}">\n'
                        '<header class="site-header">'
                        '<nav class="navbar navbar-expand-lg navbar-light bg-light"><div class="container">'
                        '<a class="navbar-brand" href="/">'
                        f'<img src="/static/logo.svg" alt="{self.site}" width="160" height="32"></a>'
                        '<form class="form-inline search-bar" action="/search" method="get" role="search">'
                        '<input class="form-control" type="search" name="q" placeholder="What are you'
                        ' looking for?"><select class="custom-select" name="cat">'
                        '<option value="">All categories</option>') + "".join(f'<option value="{c}">{c}</option>'
                                                                              for c in CATS)
                     + ('</select><input class="form-control" name="where" placeholder="Town or postcode">'
                        '<button class="btn btn-primary" type="submit">Search</button></form>\n'
                        '<ul class="navbar-nav ml-auto user-nav"><li class="nav-item">'
                        '<a class="nav-link" href="/favourites" rel="nofollow"><i class="icon icon-heart">'
                        '</i> Favourites</a></li><li class="nav-item">'
                        '<a class="nav-link" href="/login?return=%2F">Log in</a></li><li class="nav-item">'
                        '<a class="nav-link" href="/register">Register</a></li><li class="nav-item">'
                        '<a class="btn btn-success" href="/post-ad">Post an ad</a></li></ul></div></nav>\n'
                        f'<div class="category-nav"><div class="container"><ul class="nav">{nav}</ul></div>'
                        "</div></header>\n"
                        f'<div class="container" id="content">{bc}\n'
                        f"{main}\n"
                        "</div>\n"
                        '<footer class="site-footer"><div class="container"><div class="row">'
                        '<div class="col-md-3"><h5>About</h5><ul class="list-unstyled"><li>'
                        '<a href="/info/about">About us</a></li><li><a href="/info/press">Press</a></li>'
                        '<li><a href="/info/jobs">Careers</a></li><li><a href="/guide">Guide</a></li></ul>'
                        '</div><div class="col-md-3"><h5>Help</h5><ul class="list-unstyled"><li>'
                        '<a href="/info/help">Help centre</a></li><li><a href="/info/safety">Safety tips'
                        '</a></li><li><a href="/info/rules">Posting rules</a></li><li>'
                        '<a href="/contact">Contact</a></li></ul></div><div class="col-md-3"><h5>Business'
                        '</h5><ul class="list-unstyled"><li><a href="/dealers">Dealer directory</a></li>'
                        '<li><a href="/info/advertise">Advertise</a></li><li><a href="/models">Car models'
                        '</a></li></ul></div><div class="col-md-3"><h5>Popular towns</h5>'
                        '<ul class="list-unstyled">')
                     + "".join(f'<li><a href="/t/{self.tslug[i]}">{esc(self.towns[i])}</a></li>' for i in range(8))
                     + (f'</ul></div></div><p class="small">&copy; 2024 {self.site} &middot; '
                        '<a href="/info/imprint">Imprint</a> &middot; <a href="/info/privacy">Privacy'
                        '</a> &middot; <a href="/info/terms">Terms</a></p></div></footer>\n'
                        '<script src="/static/js/bundle.js?v=812"></script>\n'
                        "</body></html>"))

    def pr(self, a):
        return ("Wanted" if a["want"] and a["price"] is None else (
            "Price on request" if a["price"] is None else "To give away" if a["price"] == 0 else f'{a["price"]:,} €' +
            (" VB" if a["neg"] else "")))

    def card(self, a, small=False):
        d = self.dealers[a["dealer"]] if a["dealer"] is not None else None
        if small:
            return (f'<div class="col-6 col-md-3"><div class="card similar-ad"><a href="{self.u(a)}">'
                    f'<img class="card-img-top lazy" data-src="/img/{a["id"]}'
                    '_s.jpg" src="/static/px.gif" alt=""><div class="card-body">'
                    f'<h6 class="card-title">{esc(a["t"])}</h6><span class="price">{self.pr(a)}</span>'
                    "</div></a></div></div>")
        return ((f'<li class="ad-listitem{" is-topad" if a["top"] else ""}">'
                 f'<article class="aditem" data-adid="{a["id"]}"><div class="aditem-image">'
                 f'<a href="{self.u(a)}"><div class="imagebox srpimagebox">'
                 f'<img src="/img/{a["id"]}_m.jpg" alt="{esc(a["t"])}">') +
                ((f"<div class=galleryimage--counter>{a[chr(112) + chr(105) + chr(99) + chr(115)]}"
                  "</div>") if a["pics"] > 1 else "") +
                ('</div></a></div><div class="aditem-main"><div class="aditem-main--top">'
                 '<div class="aditem-main--top--left"><i class="icon icon-small icon-pin">'
                 f'</i> {esc(self.towns[a["town"]])}</div><div class="aditem-main--top--right">') +
                ("Today" if a["days"] == 0 else str(a["days"]) + " days ago") +
                ('</div></div><div class="aditem-main--middle"><h2 class="text-module-begin">'
                 f'<a class="ellipsis" href="{self.u(a)}">{esc(a["t"])}</a></h2>'
                 f'<p class="aditem-main--middle--description">{sent(dice("ds", a["id"]))}</p>'
                 f'<p class="aditem-main--middle--price">{self.pr(a)}</p></div>'
                 '<div class="aditem-main--bottom">') +
                (f"<a class=badge-dealer href=/dealer/{d[chr(105) + chr(100)]}-"
                 + slug(d[chr(110) + chr(97) + chr(109) + chr(101)]) + ">"
                 + esc(d[chr(110) + chr(97) + chr(109) + chr(101)]) + "</a>" if d else "") +
                (f'<a class="fav-link" rel="nofollow" href="/favourites/add?id={a["id"]}">'
                 '<i class="icon icon-heart"></i></a></div></div></article></li>'))

    def ad(self, H, a, dead=False):
        q = dice("adp", self.seed, a["id"])
        c = self.cats[a["c"]]
        u = self.u(a)
        d = self.dealers[a["dealer"]] if a["dealer"] is not None else None
        tn = self.towns[a["town"]]
        gal = ('<div id="viewad-image" class="galleryimage-large"><div class="carousel">' + "".join(
            (f'<div class="galleryimage-element{" current" if i == 0 else ""}" data-ix="{i}">'
             f'<img src="/img/{a["id"]}_{i}.jpg" alt="{esc(a["t"])} {i + 1}"></div>')
            for i in range(a["pics"])) + "</div>" +
               ((f'<div class="galleryimage-navigation"><button>‹</button><span>1/{a["pics"]}</span>'
                 "<button>›</button></div>") if a["pics"] > 1 else "")
               + "</div>" if a["pics"] else '<div class="no-image"><i class="icon icon-camera"></i></div>')
        sp = SPEC.get(c[1], ["Condition", "Type", "Colour", "Material"][:q.choice([0, 1, 2, 3, 4])])
        sp = [x for x in sp if q.random() < 0.75]
        det = (('<div id="viewad-details"><div class="splitlinebox l-container-row"><h2>Details'
                '</h2><ul class="addetailslist">') + "".join(
                    (f'<li class="addetailslist--detail">{x}'
                     f'<span class="addetailslist--detail--value">{title(q, 1, 2)}</span></li>')
                    for x in sp) + "</ul></div></div>" if sp else "")
        equip = ('<div id="viewad-configuration"><h2>Equipment</h2><ul class="checktaglist">'
                 + "".join(f'<li class="checktag">{title(q, 1, 2)}</li>' for _ in range(q.randint(3, 12)))
                 + "</ul></div>" if c[0] in ("vehicles", "property") and q.random() < 0.5 else "")
        desc = (('<div class="l-container"><h2 class="articleheader--title">Description</h2>'
                 '<p id="viewad-description-text" class="text-force-linebreak"'
                 ' itemprop="description">') + "<br><br>".join(para(q, 1, 4) for _ in range(a["paras"])) + "</p></div>")
        if d:
            seller = ('<div class="userprofile-vip-box is-commercial">'
                      '<div class="userprofile-vip-avatar">'
                      f'<img src="/img/dealer{d["id"]}.png" alt="logo"></div>'
                      '<span class="userprofile-vip">'
                      f'<a href="/dealer/{d["id"]}-{slug(d["name"])}">{esc(d["name"])}</a></span>'
                      '<span class="userprofile-vip-details-text">Commercial seller</span>'
                      '<ul class="dealer-links"><li>'
                      f'<a href="/dealer/{d["id"]}-{slug(d["name"])}/ads">All ads of the dealer</a></li>'
                      f'<li><a href="/dealer/{d["id"]}-{slug(d["name"])}#imprint">Imprint</a></li></ul>'
                      "</div>")
        else:
            un = q.choice(FIRST)
            uid = q.randint(10000, 10600)
            seller = (('<div class="userprofile-vip-box">'
                       f'<div class="userprofile-vip-avatar badge-initials">{un[0]}</div>'
                       f'<span class="userprofile-vip"><a href="/user/{uid}">{un}</a></span>'
                       '<span class="userprofile-vip-details-text">Private seller</span>') +
                      ((f'<span class="userbadge">{q.choice(["TOP satisfaction", "Friendly", "Reliable"])}'
                        "</span>") if q.random() < 0.4 else "") +
                      (f'<span class="userprofile-vip-details-text">Active since {q.randint(1, 12):02}.'
                       f"{q.randint(2010, 2024)}</span></div>"))
        contact = (('<div id="viewad-contact" class="contactbox">'
                    '<a class="btn btn-primary btn-block" rel="nofollow" href="/contact-seller?ad='
                    f'{a["id"]}">Send message</a>') +
                   ((f'<a class="btn btn-secondary btn-block" href="/phone?ad={a["id"]}'
                     '" rel="nofollow">Show phone number</a>') if q.random() < 0.35 else "") + "</div>")
        tools = ('<ul class="viewad-tools"><li>'
                 f'<a rel="nofollow" href="/favourites/add?id={a["id"]}">Add to favourites</a></li>'
                 f'<li><a href="{u}?print=1">Print</a></li><li>'
                 f'<a href="/report?ad={a["id"]}">Report ad</a></li><li>'
                 f'<a href="/send-to-friend/{a["id"]}">Send to a friend</a></li><li>'
                 f'<a href="https://share.example/?u={quote(H + u)}" rel="noopener">Share</a></li>'
                 "</ul>")
        sim = [x for x in self.idx[a["c"]] if x is not a]
        more = ""
        if sim:
            more += ('<section id="similar-ads" class="similar"><h3>Similar ads</h3><div class="row">'
                     + "".join(self.card(x, True)
                               for x in q.sample(sim, min(len(sim), q.choice([4, 4, 8])))) + "</div></section>")
        if d and d.get("ads"):
            more += ('<section class="more-of-seller"><h3>More ads of this seller</h3><div class="row">'
                     + "".join(self.card(x, True)
                               for x in d["ads"][:4] if x is not a and (not x["dead"])) + "</div></section>")
        if dead:
            main = ('<div class="row"><div class="col-12"><div class="alert alert-warning ad-expired">'
                    "<h1>This ad is no longer available</h1>"
                    f'<p>The ad &ldquo;{esc(a["t"])}&rdquo; has ended.</p>'
                    f'<a href="/c/{c[1]}">Look for others in {c[1]}</a></div>{more}</div></div>')
        else:
            main = (('<article id="viewad-product" class="row" itemscope'
                     f' itemtype="https://schema.org/Product" data-ad="{a["id"]}">'
                     f'<div class="col-lg-8 l-main">{gal}<div class="boxedarticle--flex--container">'
                     '<h1 id="viewad-title" class="boxedarticle--title" itemprop="name">') +
                    ('<span class="badge">Reserved</span> ' if a["reserved"] else "") +
                    (f'{esc(a["t"])}</h1>'
                     f'<h2 class="boxedarticle--price" id="viewad-price" itemprop="offers">{self.pr(a)}'
                     '</h2></div><div class="boxedarticle--details--full"><span id="viewad-locality">'
                     f'<a href="/c/{c[1]}/{self.tslug[a["town"]]}">{q.randint(10000, 99999)} {esc(tn)}'
                     f'</a></span><div id="viewad-extra-info"><span>{q.randint(1, 28):02}.11.2024</span>') +
                    (f'<span class="views">{q.randint(3, 900)} views</span>' if q.random() < 0.6 else "")
                    + f"</div></div>{det}{equip}{desc}" +
                    (f'<div class="legal"><h3>Legal notice</h3><p>{para(q, 1, 3)}</p></div>'
                     if d and q.random() < 0.5 else "") +
                    ('<div id="map" class="map"><img src="/img/map.png" alt="map"></div>' if q.random() < 0.5 else "") +
                    (f'</div><aside class="col-lg-4 l-sidebar">{seller}{contact}{tools}'
                     f'<p class="ad-id">Ad ID: {a["id"]}</p><div class="safety-tips"><h4>Safety tips</h4>'
                     f"<p>{sent(q)}</p></div></aside></article>{more}"))
        return self.frame(H, a["t"], main, "page-viewad", [(c[0].replace("-", " ").title(), "/c/" + c[0]),
                                                           (c[1].replace("-", " ").title(), "/c/" + c[1]),
                                                           (tn, f'/c/{c[1]}/{self.tslug[a["town"]]}'), (a["t"], None)],
                          u, "noindex" if dead else None)

    def listing(self, H, ads, base, ttl, q, page, crumbs, cat=None, tn=None, desc=""):
        ads = list(ads)
        if q.get("sort") == "price":
            ads.sort(key=lambda a: a["price"] or 0)
        if q.get("sort") == "price-desc":
            ads.sort(key=lambda a: -(a["price"] or 0))
        if q.get("seller") in ("private", "commercial"):
            ads = [a for a in ads if (a["dealer"] is None) == (q["seller"] == "private")]
        if q.get("price", "").count("-") == 1:
            lo, hi = q["price"].split("-")
            ads = [a for a in ads if float(lo or 0) <= (a["price"] or 0) <= float(hi or 1000000000.0)]
        if q.get("offer") == "wanted":
            ads = [a for a in ads if a["want"]]
        if q.get("pics"):
            ads = [a for a in ads if a["pics"]]
        n = max(1, -(-len(ads) // 20))
        keep = {k: q[k] for k in ("sort", "seller", "price", "offer", "pics") if k in q}

        def u(**kw):
            x = {**keep, **kw}
            x = {k: v for k, v in x.items() if v}
            return base + ("?" + esc(urlencode(x)) if x else "")

        if page > n:
            return self.nf(H)
        side = '<div class="browsebox">'
        side += ('<section class="browsebox-sect"><h4>Categories</h4><ul class="browsebox-itemlist">' + "".join(
            (f'<li><a href="/c/{c}{"/" + tn if tn else ""}">{c.replace("-", " ").title()}</a> '
             '<span class="browsebox-facet">(')
            + str(len(self.idx.get(self.cslug.index(c), [])) if c in self.cslug else "") + ")</span></li>"
            for c in (CATS.get(cat) or CATS[next(k for k in CATS if cat in CATS[k])] if cat else list(CATS)))
                 + "</ul></section>")
        side += ('<section class="browsebox-sect"><h4>Price</h4><ul class="browsebox-itemlist">'
                 + "".join(f'<li><a href="{u(price=p)}" rel="nofollow">{p} €</a></li>'
                           for p in ("0-50", "50-200", "200-1000", "1000-")) +
                 ('</ul></section><section class="browsebox-sect"><h4>Seller</h4>'
                  '<ul class="browsebox-itemlist">') + "".join(f'<li><a href="{u(seller=p)}">{p.title()}</a></li>'
                                                               for p in ("private", "commercial")) +
                 ('</ul></section><section class="browsebox-sect"><h4>Offer type</h4>'
                  f'<ul class="browsebox-itemlist"><li><a href="{u(offer="wanted")}">Wanted</a></li>'
                  f'<li><a href="{u(pics="1")}">With pictures only</a></li></ul></section>'))
        if cat:
            side += ('<section class="browsebox-sect"><h4>Town</h4><ul class="browsebox-itemlist">'
                     + "".join(f'<li><a href="/c/{cat}/{t}">{esc(self.towns[i])}</a></li>'
                               for i, t in enumerate(self.tslug)) + "</ul></section>")
        side += "</div>"
        pg = ""
        if n > 1:
            pg = (
                '<div class="pagination"><div class="pagination-pages">' + "".join(
                    (f'<span class="pagination-current">{k}</span>' if k ==
                     page else f'<a class="pagination-page" href="{u(page="" if k == 1 else k)}">{k}</a>')
                    for k in range(max(1, page - 4),
                                   min(n, page + 5) + 1)) + "</div>" +
                (('<div class="pagination-nav">'
                  f'<a class="pagination-next" href="{u(page=page + 1)}" title="Next">›</a></div>')
                 if page < n else "")
                + "</div>")
        srt = ('<div class="sortingbox"><span>Sort by:</span>'
               + " ".join(f'<a href="{u(sort=k)}">{l}</a>'
                          for k, l in (("", "newest"), ("price", "price up"), ("price-desc", "price down"))) + "</div>")
        rows = "".join(self.card(a) for a in ads[(page - 1) * 20:page * 20])
        top = [a for a in ads if a["top"]][:2] if page == 1 else []
        main = ((f'<div class="row srp"><aside class="col-lg-3">{side}</aside><div class="col-lg-9">'
                 f'<div class="breadcrump"><h1>{esc(ttl)}</h1>'
                 f'<span class="breadcrump-summary">{(page - 1) * 20 + 1} - '
                 f"{min(page * 20, len(ads))} of {len(ads)} ads</span></div>{srt}"
                 '<ul id="srchrslt-adtable" class="itemlist ad-list it3">'
                 f'{"".join((self.card(a) for a in top))}{rows}</ul>') +
                ("<p class=outcome-empty>Nothing was found.</p>" if not rows else "") + f"{pg}{desc}</div></div>")
        return self.frame(H, ttl, main, "page-srp", crumbs, base if not keep else None)

    def nf(self, H, st=404):
        rep = self.frame(H, "Not found", (f'<div class="error-page"><h1>{"Gone" if st == 410 else "Not found"}</h1>'
                                          '<p>The page is not here.</p><a href="/">Home</a></div>'), "page-error")
        rep.status = st
        return rep

    def handle(self, path, query, headers, H):
        q = self.q(query)
        p = path.strip("/").split("/")
        k = p[0]
        page = int(q["page"]) if q.get("page", "").isdigit() else 1
        if path == "/robots.txt":
            return Reply(("User-agent: *\n"
                          "Disallow: /favourites\n"
                          "Disallow: /contact-seller\n"
                          "Disallow: /phone\n"
                          "Disallow: /post-ad\n"), ctype="text/plain")
        if path == "/":
            return self.page_home(H)
        if k == "ad":
            return self.page_ad(path, H, q, p)
        if k == "c" and len(p) in (2, 3):
            return self.page_c(H, q, page, p, path)
        if k == "t" and len(p) == 2 and (p[1] in self.tslug):
            i = self.tslug.index(p[1])
            return self.listing(H, [a for c in self.idx for a in self.idx[c] if a["town"] == i], path,
                                "Ads in " + self.towns[i], q, page, [(self.towns[i], None)], None, p[1])
        if k == "search":
            return self.listing(H, [a for a in self.live if q.get("q", "").lower() in a["t"].lower()][:200], "/search",
                                "Search", q, page, [("Search", None)])
        if k == "dealers":
            return self.page_dealers(H, page)
        if k == "dealer" and len(p) > 1:
            return self.page_dealer(H, p, q, page)
        if k == "user" and len(p) == 2 and p[1].isdigit():
            return self.page_user(H, p)
        if k == "guide":
            return self.page_guide(H, path, p, page)
        if k == "models":
            return self.page_models(H, p)
        if k == "info":
            return self.frame(
                H, p[-1], f"<h1>{p[-1].title()}</h1>"
                + "".join(f"<h2>{title(dice(p[-1], i))}</h2><p>{para(dice(p[-1], i, 1))}</p>"
                          for i in range(6)), "page-info", [(p[-1].title(), None)])
        if k in ("contact", "contact-dealer", "contact-seller", "report", "send-to-friend", "phone"):
            return self.page_contact(H, k)
        if k in ("login", "register", "post-ad", "favourites"):
            return self.page_login(H, k, path, query)
        return self.nf(H)

    def page_home(self, H):
        r = dice("home", self.seed)
        return self.frame(H, "Classified ads",
                          ('<div class="home"><section class="home-cats"><h1>Free local classified ads</h1>'
                           '<div class="row">') + "".join(
                               (f'<div class="col-md-3"><h3><a href="/c/{a}">{a.replace("-", " ").title()}</a></h3>'
                                "<ul>") + "".join(f'<li><a href="/c/{c}">{c.replace("-", " ").title()}</a></li>'
                                                  for c in v) + "</ul></div>" for a, v in CATS.items())
                          + '</div></section><section class="home-gallery"><h2>Gallery</h2><div class="row">'
                          + "".join(self.card(a, True) for a in r.sample(self.live, 12))
                          + '</div></section><section class="towns"><h2>Towns</h2>'
                          + " ".join(f'<a href="/t/{t}">{esc(self.towns[i])}</a>'
                                     for i, t in enumerate(self.tslug)) + "</section></div>", "page-home", canon="/")

    def page_ad(self, path, H, q, p):
        a = self.ads.get(int(p[-1])) if p[-1].isdigit() else None
        if not a:
            return self.nf(H)
        if a["dead"] in ("404", "410"):
            return self.nf(H, int(a["dead"]))
        if a["dead"] == "redirect":
            return redirect(f'{H}/c/{self.cslug[a["c"]]}?expired={a["id"]}', 302)
        if path != self.u(a):
            return redirect(H + self.u(a))
        if q.get("print"):
            return Reply(f'<!DOCTYPE html><html><head><title>{esc(a["t"])}</title>'
                         f'<meta name="robots" content="noindex"></head><body class="print"><h1>{esc(a["t"])}'
                         f'</h1><p class="price">{self.pr(a)}</p><p>{esc(self.towns[a["town"]])}</p>'
                         f'<p>{para(dice("adp", a["id"]))}</p></body></html>')
        return self.ad(H, a, a["dead"] == "page")

    def page_c(self, H, q, page, p, path):
        cs = [self.cslug.index(x) for x in CATS.get(p[1]) or [p[1]] if x in self.cslug]
        if not cs:
            return self.nf(H)
        ads = [a for c in cs for a in self.idx.get(c, [])]
        tn = None
        if len(cs) > 1:
            ads.sort(key=lambda a: (a["days"], a["id"]))
        if len(p) == 3:
            if p[2] not in self.tslug:
                return self.nf(H)
            tn = p[2]
            ads = [a for a in ads if self.tslug[a["town"]] == tn]
        name = p[1].replace("-", " ").title()
        return self.listing(H, ads, "/" + "/".join(p), name + (" in " + self.towns[self.tslug.index(tn)] if tn else ""),
                            q, page, [(name, "/c/" + p[1] if tn else None)] +
                            ([(self.towns[self.tslug.index(tn)], None)] if tn else []), p[1], tn,
                            f'<div class="seo-text"><p>{para(dice("seo", path))}</p></div>' if not tn else "")

    def page_dealers(self, H, page):
        per = 24
        n = -(-160 // per)
        return self.frame(
            H, "Dealer directory", '<h1>Dealers</h1><div class="dealer-list">' + "".join(
                ('<div class="card dealer-card"><h3>'
                 f'<a href="/dealer/{d["id"]}-{slug(d["name"])}">{esc(d["name"])}</a></h3>'
                 f'<p>{esc(self.towns[d["town"]])}</p></div>')
                for d in self.dealers[(page - 1) * per:page * per]) + '</div><div class="pagination">'
            + "".join(f'<a class="pagination-page" href="/dealers?page={i}">{i}</a>'
                      for i in range(1, n + 1)) + "</div>", "page-dealers", [("Dealers", None)])

    def page_dealer(self, H, p, q, page):
        d = next((d for d in self.dealers if p[1].startswith(str(d["id"]) + "-")), None)
        if not d:
            return self.nf(H)
        ads = [a for a in d.get("ads", []) if not a["dead"]]
        q2 = dice("dp", d["id"])
        b = f'/dealer/{d["id"]}-{slug(d["name"])}'
        if len(p) == 3:
            return self.listing(H, ads, b + "/ads", "Ads of " + d["name"], q, page, [("Dealers", "/dealers"),
                                                                                     (d["name"], b), ("Ads", None)])
        main = (
            ('<article class="row dealer-profile" itemscope'
             ' itemtype="https://schema.org/LocalBusiness"><div class="col-lg-8 l-main">') +
            (f'<div class="dealer-header"><img src="/img/dealer{d["id"]}.png" alt="logo"></div>' if d["logo"] else "") +
            (f'<h1 class="boxedarticle--title" itemprop="name">{esc(d["name"])}</h1>'
             f'<div class="boxedarticle--details--full"><span>{esc(self.towns[d["town"]])}</span>'
             '</div><div class="l-container"><h2 class="articleheader--title">About us</h2>'
             '<p class="text-force-linebreak">') + "<br>".join(para(q2) for _ in range(d["about"] + 1)) + "</p></div>" +
            ('<h2>Opening hours</h2><table class="table opening"><tbody>'
             + "".join(f"<tr><th>{x}</th><td>9-18</td></tr>"
                       for x in ("Mon", "Tue", "Wed", "Thu", "Fri")) + "</tbody></table>" if q2.random() < 0.6 else "")
            + '<section class="more-of-seller"><h3>Current ads</h3><div class="row">'
            + "".join(self.card(a, True) for a in ads[:8]) +
            (f'</div><a href="{b}/ads">All {len(ads)} ads</a></section></div>'
             '<aside class="col-lg-4 l-sidebar"><div class="contactbox">'
             f'<a class="btn btn-primary btn-block" href="/contact-dealer?id={d["id"]}'
             f'">Send message</a></div><div id="imprint"><h4>Imprint</h4><p>{sent(q2)}</p></div>'
             "</aside></article>"))
        return self.frame(H, d["name"], main, "page-dealer", [("Dealers", "/dealers"), (d["name"], None)], b)

    def page_user(self, H, p):
        q2 = dice("us", p[1])
        return self.frame(H, "Profile", (f'<div class="user-profile"><h1>{q2.choice(FIRST)}</h1>'
                                         f'<p>Active since {q2.randint(2010, 2024)}</p><ul class="itemlist ad-list">')
                          + "".join(self.card(a) for a in q2.sample(self.live, q2.randint(1, 6))) + "</ul></div>",
                          "page-user", [("Profile", None)])

    def page_guide(self, H, path, p, page):
        if len(p) == 1:
            n = -(-len(self.gl) // 15)
            return self.frame(
                H, "Guide", "<h1>Guide</h1>" + "".join(
                    (f'<article class="guide-teaser"><h2><a href="/guide/{g}">{esc(self.guides[g]["t"])}'
                     f'</a></h2><p>{sent(dice("gt", g))}</p></article>')
                    for g in self.gl[(page - 1) * 15:page * 15]) + '<div class="pagination">'
                + "".join(f'<a class="pagination-page" href="/guide?page={i}">{i}</a>'
                          for i in range(1, n + 1)) + "</div>", "page-guide", [("Guide", None)])
        g = self.guides.get(p[1])
        if not g:
            return self.nf(H)
        q2 = dice("gp", g["j"])
        c = q2.randrange(len(self.cats))
        return self.frame(H, g["t"], (f'<div class="row"><article class="col-lg-8 guide-article"><h1>{esc(g["t"])}</h1>'
                                      f'<p class="byline">by {person(q2)}, {longdate(g["d"])}</p>') + "".join(
                                          (f"<h2>{title(q2)}</h2>" if q2.random() < 0.4 else "") + f"<p>{para(q2)}</p>"
                                          for _ in range(q2.randint(3, 12)))
                          + '<section class="similar"><h3>Matching ads</h3><div class="row">'
                          + "".join(self.card(a, True) for a in self.idx[c][:4]) +
                          ('</div></section></article><aside class="col-lg-4 l-sidebar"><h4>More articles</h4>'
                           "<ul>") + "".join(f'<li><a href="/guide/{x}">{esc(self.guides[x]["t"])}</a></li>'
                                             for x in q2.sample(self.gl, 5)) + "</ul></aside></div>",
                          "page-guide-article", [("Guide", "/guide"), (g["t"], None)], path)

    def page_models(self, H, p):
        if len(p) == 1:
            return self.frame(
                H, "Car models", '<h1>Car models</h1><ul class="models">'
                + "".join(f'<li><a href="/models/{m}/{n}">{self.models[m, n][0]}</a></li>'
                          for m, n in self.ml) + "</ul>", "page-models", [("Models", None)])
        v = self.models.get(tuple(p[1:3]))
        if not v:
            return self.nf(H)
        q2 = dice("mp", v[1])
        return self.frame(H, v[0], ('<article class="row model"><div class="col-lg-8 l-main">'
                                    f'<div class="galleryimage-large"><img src="/img/m{v[1]}.jpg" alt=""></div>'
                                    f'<div class="boxedarticle--flex--container"><h1 class="boxedarticle--title">{v[0]}'
                                    f'</h1><h2 class="boxedarticle--price">from {q2.randint(8, 60)},000 €</h2></div>'
                                    '<div id="viewad-details"><div class="splitlinebox l-container-row">'
                                    '<h2>Technical data</h2><ul class="addetailslist">') + "".join(
                                        (f'<li class="addetailslist--detail">{x}'
                                         f'<span class="addetailslist--detail--value">{title(q2, 1, 2)}</span></li>')
                                        for x in SPEC["cars"]) +
                          ('</ul></div></div><div class="l-container"><h2 class="articleheader--title">Review'
                           "</h2><p>") + "<br><br>".join(para(q2) for _ in range(q2.randint(1, 4)))
                          + '</p></div></div><aside class="col-lg-4 l-sidebar"><h4>Rivals</h4><ul>'
                          + "".join(f'<li><a href="/models/{m}/{n}">{self.models[m, n][0]}</a></li>'
                                    for m, n in q2.sample(self.ml, 5)) +
                          ('</ul></aside></article><section id="similar-ads" class="similar">'
                           '<h3>Ads for this model</h3><div class="row">')
                          + "".join(self.card(a, True) for a in q2.sample(self.idx[0], 4)) + "</div></section>",
                          "page-model", [("Models", "/models"), (v[0], None)])

    def page_contact(self, H, k):
        return self.frame(H, k, (f'<h1>{k.replace("-", " ").title()}</h1><form method="post"><div class="form-group">'
                                 '<label>Name</label><input class="form-control" name="name"></div>'
                                 '<div class="form-group"><label>Email</label>'
                                 '<input class="form-control" name="email"></div><div class="form-group">'
                                 '<label>Message</label><textarea class="form-control" name="message"></textarea>'
                                 '</div><button class="btn btn-primary">Send</button></form>'), "page-form",
                          [(k, None)], robots="noindex")

    def page_login(self, H, k, path, query):
        if k != "login" and k != "register":
            return redirect(f"{H}/login?return=" + quote(path + ("?" + query if query else ""), safe=""), 302)
        return self.frame(H, "Log in",
                          ('<h1>Log in</h1><form method="post"><div class="form-group"><input name="email">'
                           '</div><div class="form-group"><input type="password" name="password"></div>'
                           '<button class="btn btn-primary">Go</button></form>'), "page-login", robots="noindex")

    def classify(self, url):
        u = urlsplit(url)
        q = dict(parse_qsl(u.query))
        p = u.path.strip("/").split("/")
        k = p[0] or "home"
        if k == "ad":
            a = self.ads.get(int(p[-1])) if p[-1].isdigit() else None
            if not a:
                return ("ad?", None)
            if a["dead"]:
                return ("ad dead " + a["dead"], None)
            return ("ad print", None) if q.get("print") else ("ad", f'ad{a["id"]}')
        if k == "c":
            k = "category" if len(p) == 2 else "category+town"
        if k == "dealer":
            k = "dealer" + (" ads" if len(p) == 3 else "")
        if k in ("models", "guide") and len(p) > 1:
            k += " page"
        return (k + ("?" + "&".join(sorted(q)) if q else ""), None)
