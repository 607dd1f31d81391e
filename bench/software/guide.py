"""A guide to restaurants, as an application of Next.js with Tailwind writes it.

Wanted: the 1,150 restaurants (/r/NAME). Alike: bars (/b/NAME) and hotels (/h/NAME), which differ in some labels
and in a block of rooms. Nasty: class names end in a hash of the build that a page was made by, and pages are of
six builds (in guidefix of one); elements are told apart by nothing else than long rows of classes; photos,
reviews and menus hang below each place; users; lists by city, kitchen and page. guidecanon names canonical
addresses.
"""
import hashlib
import re
from urllib.parse import quote

from common import (
    CITIES, Plain, WORDS, esc, missing, ok, query_of, short_dice, short_name, short_para, short_sent, short_title,
    slug
)

CUI = ("Italian Japanese French Thai Indian Greek Spanish Mexican Korean Turkish"
       " Vietnamese Lebanese Peruvian Ethiopian Georgian Chinese Vegan Seafood Steakhouse"
       " Bakery Pizza Burgers Ramen Tapas").split()
MOD = {"r": "restaurant", "b": "bar", "h": "hotel"}


class Guide(Plain):
    kind = "restaurant"

    def __init__(self, mode):
        self.mode = mode
        r = short_dice("guide")
        self.X = {"r": {}, "b": {}, "h": {}}
        self.cities = [slug(c) for c in CITIES[:48]]
        self.cn = dict(zip(self.cities, CITIES))
        self.in_ = {}
        for t, n in (("r", 1150), ("b", 380), ("h", 260)):
            while len(self.X[t]) < n:
                c = r.choice(self.cities[:12] if r.random() < 0.5 else self.cities)
                nm = ({
                    "r": r.choice(["Trattoria", "Osteria", "Café", "Zum", "Chez", "The", "Casa", "Le", "Taverna", ""]),
                    "b": r.choice(["Bar", "The", "Club", "Pub", ""]),
                    "h": r.choice(["Hotel", "Grand Hotel", "Pension", "Park Hotel"])
                }[t] + " " + short_title(r, 1, 2))
                nm = nm.strip()
                h = slug(nm + " " + c)
                if h in self.X[t]:
                    continue
                self.X[t][h] = dict(n=nm, c=c, cu=r.sample(CUI, r.choice([1, 1, 2, 3])), pr=r.randint(1, 4),
                                    rate=r.randint(30, 50) / 10, rev=max(0, int(r.gauss(18, 22))),
                                    ph=r.choice([0, 0, 3, 8, 20]), menu=r.random() < 0.45)
                self.in_.setdefault((t, c), []).append(h)
        self.guides = {}
        while len(self.guides) < 160:
            n = short_title(r, 3, 6)
            self.guides[slug(n)] = n
        self.users = [slug(short_name(r)) + str(r.randint(1, 99)) for _ in range(500)]
        self.truth = set(self.X["r"])

    def address(self, w):
        return "/r/" + w

    def ident(self, p, qq):
        a = p.strip("/").split("/")
        if a[0] in MOD and len(a) > 1:
            if len(a) > 2:
                return (MOD[a[0]] + "/" + a[2], p)
            return (MOD[a[0]], a[1]) if a[1] in self.X[a[0]] else ("missing", p)
        return ({
            "": "home",
            "c": "city" + ("/x" if len(a) > 2 else ""),
            "u": "user"
        }.get(a[0], a[0]) + ("?" if set(qq) - {"page"} else ""), p)

    def svg(self, n):
        return (('<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"'
                 ' fill="none" stroke="currentColor" class="lucide lucide-') + n
                + ' h-4 w-4"><path d="M12 2l3 7h7l-6 4 2 8-6-5-6 5 2-8-6-4h7z"></path></svg>')

    def frame(self, base, p, ttl, main, canon=None):
        b = 1 if self.mode == "guidefix" else short_dice("build", p).randrange(6)

        def hsh(m):
            x = hashlib.md5(f"{b}{m[1]}".encode()).hexdigest()[:5]
            return f"{m[1]}__{x}"

        body = self.frame_body(main, p)
        body = re.sub("\\{\\{(\\w+)\\}\\}", hsh, body)
        return ('<!DOCTYPE html><html lang="en" class="scroll-smooth"><head><meta charSet="utf-8"/>'
                '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
                f"<title>{esc(ttl)} | tablefinder</title>"
                f'<link rel="canonical" href="{base}{esc(canon or p)}"/>'
                f'<meta property="og:title" content="{esc(ttl)}"/>'
                f'<link rel="preload" href="/_next/static/css/{b}a1f.css" as="style"/>'
                f'<link rel="stylesheet" href="/_next/static/css/{b}a1f.css" data-n-g=""/>'
                f'<script defer="" src="/_next/static/chunks/main-{b}c2.js"></script>'
                f'<script src="/_next/static/chunks/pages/_app-{b}.js" defer=""></script></head>'
                f'<body class="__className_d65c78">{body}<script id="__NEXT_DATA__"'
                f' type="application/json">{{"props":{{"pageProps":{{}}}},"page":"/x","buildId":"b{b}"}}'
                "</script></body></html>")

    def frame_body(self, main, p):
        return (('<div id="__next">'
                 '<div class="flex min-h-screen flex-col bg-white font-sans antialiased'
                 ' __variable_d65c78">'
                 '<header class="{{Header_root}} sticky top-0 z-50 w-full border-b bg-white/95'
                 ' backdrop-blur">'
                 '<div class="container mx-auto flex h-16 max-w-7xl items-center justify-between'
                 ' px-4"><a class="flex items-center gap-2" href="/">'
                 '<span class="text-xl font-bold tracking-tight text-rose-600">tablefinder</span>'
                 '</a><nav class="hidden md:flex items-center gap-6 text-sm font-medium">'
                 '<a class="{{Nav_link}} transition-colors hover:text-rose-600"'
                 ' href="/restaurants">Restaurants</a>'
                 '<a class="{{Nav_link}} transition-colors hover:text-rose-600" href="/bars">Bars'
                 '</a><a class="{{Nav_link}} transition-colors hover:text-rose-600"'
                 ' href="/hotels">Hotels</a>'
                 '<a class="{{Nav_link}} transition-colors hover:text-rose-600"'
                 ' href="/cities">Cities</a>'
                 '<a class="{{Nav_link}} transition-colors hover:text-rose-600"'
                 ' href="/guides">Guides</a></nav><div class="flex items-center gap-2">'
                 '<form action="/search" class="relative">'
                 '<input class="h-9 w-56 rounded-full border border-slate-200 px-4 text-sm"'
                 ' placeholder="Search" name="q"/></form>'
                 '<a class="inline-flex h-9 items-center rounded-full bg-rose-600 px-4 text-sm'
                 f' font-medium text-white" href="/login?next={quote(p, "")}">Sign in'
                 f'</a></div></div></header><main class="flex-1">{main}</main>'
                 '<footer class="border-t bg-slate-50">'
                 '<div class="container mx-auto grid max-w-7xl grid-cols-2 gap-8 px-4 py-12'
                 ' md:grid-cols-4"><div><h3 class="mb-3 text-sm font-semibold">Cities</h3>'
                 '<ul class="space-y-2 text-sm text-slate-500">')
                + "".join(f'<li><a class="hover:underline" href="/c/{c}">{self.cn[c]}</a></li>'
                          for c in self.cities[:8]) +
                ('</ul></div><div><h3 class="mb-3 text-sm font-semibold">Cuisines</h3>'
                 '<ul class="space-y-2 text-sm text-slate-500">')
                + "".join(f'<li><a class="hover:underline" href="/cuisine/{slug(c)}">{c}</a></li>' for c in CUI[:8]) +
                ('</ul></div><div><h3 class="mb-3 text-sm font-semibold">Company</h3>'
                 '<ul class="space-y-2 text-sm text-slate-500"><li>'
                 '<a class="hover:underline" href="/about">About</a></li><li>'
                 '<a class="hover:underline" href="/jobs">Jobs</a></li><li>'
                 '<a class="hover:underline" href="/privacy">Privacy</a></li><li>'
                 '<a class="hover:underline" href="/for-owners">For owners</a></li></ul></div></div>'
                 "</footer></div></div>"))

    def stars(self, x):
        return ('<div class="flex items-center gap-1">' + "".join(self.svg("star") for _ in range(5))
                + f'<span class="text-sm font-semibold">{x}</span></div>')

    def card(self, t, h):
        x = self.X[t][h]
        tags = x["cu"] if t == "r" else ["Cocktails", "Wine"][:len(x["cu"])] if t == "b" else []
        img = ((f'<div class="relative aspect-[4/3] overflow-hidden"><img alt="{esc(x["n"])}'
                '" loading="lazy" width="400" height="300" decoding="async" data-nimg="1"'
                ' class="object-cover transition-transform group-hover:scale-105"'
                f' src="/_next/image?url=%2Fi%2F{h}.jpg&amp;w=828&amp;q=75"/></div>')
               if x["ph"] else '<div class="aspect-[4/3] bg-slate-100"></div>')
        return (('<article class="{{Card_root}} group overflow-hidden rounded-2xl border'
                 ' border-slate-200 shadow-sm hover:shadow-md">'
                 f'<a class="block" href="/{t}/{h}">{img}<div class="p-4">'
                 f'<h3 class="{{{{Card_title}}}} truncate text-base font-semibold">{esc(x["n"])}'
                 f'</h3>{self.stars(x["rate"])}'
                 f'<p class="mt-1 text-sm text-slate-500">{"$" * x["pr"]} · {self.cn[x["c"]]}</p>'
                 "</div></a>") + ('<div class="flex flex-wrap gap-1 px-4 pb-4">' + "".join(
                     (f'<a class="rounded-full bg-slate-100 px-2 py-0.5 text-xs" href="/cuisine/{slug(c)}'
                      f'">{c}</a>') for c in tags) + "</div>" if t == "r" else "") + "</article>")

    def grid(self, L):
        return ('<div class="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">'
                + "".join(self.card(t, h) for t, h in L) + "</div>")

    def pager(self, here, page, n, keep={}):
        if n < 2:
            return ""
        u = lambda i: esc(here + "?" + query_of(**dict(keep, page=i)))
        nums = sorted({1, n} | {i for i in range(page - 1, page + 2) if 1 <= i <= n})
        return ('<nav class="mt-10 flex items-center justify-center gap-1" aria-label="Pagination">' +
                (('<a class="inline-flex h-9 items-center rounded-md border px-3 text-sm" rel="prev"'
                  f' href="{u(page - 1)}">Previous</a>') if page > 1 else "")
                + "".join('<a class="inline-flex h-9 w-9 items-center justify-center rounded-md text-sm'
                          + (" bg-rose-600 text-white" if i == page else "") + f'" href="{u(i)}">{i}</a>'
                          for i in nums) +
                (('<a class="inline-flex h-9 items-center rounded-md border px-3 text-sm" rel="next"'
                  f' href="{u(page + 1)}">Next</a>') if page < n else "") + "</nav>")

    def crumbs(self, L):
        return (('<nav class="mb-4 flex items-center text-sm text-slate-500"'
                 ' aria-label="Breadcrumb"><ol class="flex items-center gap-1">') + "".join(
                     ('<li class="inline-flex items-center gap-1">'
                      f'<a class="hover:text-slate-900" href="{h}">{esc(t)}</a>{self.svg("chevron-right")}'
                      "</li>") for h, t in L) + "</ol></nav>")

    def wrap(self, x):
        return f'<div class="container mx-auto max-w-7xl px-4 py-8">{x}</div>'

    def review(self, r, k):
        return ('<article class="{{Review_root}} border-b border-slate-100 py-6">'
                '<div class="flex items-start gap-4">'
                f'<a class="shrink-0" href="/u/{(u := r.choice(self.users))}">'
                f'<img alt="" class="h-10 w-10 rounded-full" src="/a/{u}.jpg"/></a>'
                '<div class="flex-1"><div class="flex items-center justify-between">'
                f'<a class="font-medium hover:underline" href="/u/{u}">{u}</a>'
                f'<time class="text-xs text-slate-400">{r.randint(1, 28)} May 2025</time>'
                f"</div>{self.stars(r.randint(1, 5))}"
                f'<p class="mt-2 text-sm leading-relaxed text-slate-600">{short_para(r, 1, 4)}</p>'
                "</div></div></article>")

    def place(self, base, p, t, h):
        x = self.X[t][h]
        r = short_dice(t, h)
        gal = ('<div class="grid h-80 grid-cols-4 gap-2 overflow-hidden rounded-2xl">' + "".join(
            (f'<a class="relative" href="/{t}/{h}/photos">'
             f'<img alt="" class="h-full w-full object-cover" src="/i/{h}{k}.jpg"/></a>')
            for k in range(min(5, x["ph"]))) + "</div>" if x["ph"] else "")
        chips = ('<div class="mt-3 flex flex-wrap gap-2">' + "".join(
            ('<a class="rounded-full bg-slate-100 px-3 py-1 text-xs font-medium" href="/'
             f'{"cuisine" if t == "r" else "tag"}/{slug(c)}">{c}</a>')
            for c in (x["cu"] if t == "r" else (["Cocktails", "Live music", "Terrace"][:len(x["cu"])] if t ==
                                                "b" else ["Spa", "Breakfast", "Parking"][:len(x["cu"])]))) + "</div>")
        tabs = (('<div class="{{Tabs_root}} mt-6 flex gap-6 border-b text-sm font-medium">'
                 f'<a class="border-b-2 border-rose-600 pb-3" href="/{t}/{h}">Overview</a>') +
                ((f'<a class="pb-3 text-slate-500" href="/{t}/{h}/menu">'
                  f'{"Menu" if t == "r" else "Drinks"}</a>') if x["menu"] and t != "h" else "") +
                (f'<a class="pb-3 text-slate-500" href="/{t}/{h}/photos">Photos ({x["ph"]})</a>' if x["ph"] else "") +
                (f'<a class="pb-3 text-slate-500" href="/{t}/{h}/reviews">Reviews ({x["rev"]})</a>'
                 "</div>"))
        about = ('<section class="mt-8"><h2 class="text-xl font-semibold">About</h2>'
                 + "".join(f'<p class="mt-3 leading-relaxed text-slate-600">{short_para(r)}</p>'
                           for _ in range(r.randint(1, 3))) + "</section>" if r.random() < 0.75 else "")
        menu = ('<section class="mt-8"><h2 class="text-xl font-semibold">' +
                ("Popular dishes" if t == "r" else "Signature drinks")
                + '</h2><ul class="mt-3 divide-y divide-slate-100">' + "".join(
                    (f'<li class="flex justify-between py-2 text-sm"><span>{short_title(r, 1, 3)}</span>'
                     f'<span class="tabular-nums text-slate-500">${r.randint(5, 40)}</span></li>')
                    for _ in range(r.randint(3, 7))) + "</ul></section>" if x["menu"] and t != "h" else "")
        if t == "h":
            menu = (('<section class="mt-8"><h2 class="text-xl font-semibold">Rooms</h2>'
                     '<ul class="mt-3 divide-y divide-slate-100">') + "".join(
                         (f'<li class="flex justify-between py-2 text-sm"><span>{v} room</span>'
                          f'<span class="tabular-nums text-slate-500">${r.randint(60, 400)}</span></li>')
                         for v in ["Single", "Double", "Family", "Suite"][:r.randint(1, 4)]) + "</ul></section>")
        am = self.place_am(t, x, r)
        dl = ('<dl class="mt-4 grid grid-cols-1 gap-4 text-sm">' + "".join(
            (f'<div><dt class="font-medium text-slate-900">{a}</dt>'
             f'<dd class="mt-1 text-slate-500">{b}</dd></div>') for a, b in am if b) + "</dl>")
        hours = ("" if t == "h" or r.random() < 0.15 else
                 ('<div class="mt-6"><h3 class="text-sm font-semibold">Opening hours</h3>'
                  '<table class="mt-2 w-full text-sm"><tbody>')
                 + "".join(f'<tr><td class="py-1 pr-4 text-slate-500">{d}</td><td class="py-1">'
                           + ("closed" if r.random() < 0.1 else "12:00 - 22:00") + "</td></tr>"
                           for d in "Mon Tue Wed Thu Fri Sat Sun".split()) + "</tbody></table></div>")
        side = self.place_side(dl, hours, x, r, t)
        k = min(3, x["rev"])
        revs = (('<section class="mt-10"><div class="flex items-center justify-between">'
                 '<h2 class="text-xl font-semibold">Reviews</h2>'
                 f'<a class="text-sm font-medium text-rose-600" href="/{t}/{h}/reviews">See all '
                 f'{x["rev"]}</a></div>') +
                ("".join(self.review(r, i)
                         for i in range(k)) or '<p class="mt-3 text-sm text-slate-500">No reviews yet.</p>')
                + "</section>")
        near = [y for y in self.in_[t, x["c"]] if y != h]
        r.shuffle(near)
        ob = self.in_.get(("b" if t == "r" else "r", x["c"]), [])[:3]
        more = ('<section class="mt-12"><h2 class="mb-4 text-xl font-semibold">' +
                ("Similar restaurants" if t == "r" else "Similar places")
                + f" nearby</h2>{self.grid([(t, y) for y in near[:4]])}</section>" if near else "")
        if ob and r.random() < 0.5:
            more += ('<section class="mt-12">'
                     f'<h2 class="mb-4 text-xl font-semibold">Also in {self.cn[x["c"]]}'
                     f'</h2>{self.grid([("b" if t == "r" else "r", y) for y in ob])}</section>')
        main = self.wrap(
            self.crumbs([("/", "Home"), (f'/c/{x["c"]}',
                                         self.cn[x["c"]]), (f'/c/{x["c"]}/{MOD[t]}s', MOD[t].capitalize() + "s")]) + gal
            + ('<div class="mt-6 grid grid-cols-1 gap-10 lg:grid-cols-3">'
               '<div class="lg:col-span-2"><div class="flex items-start justify-between"><div>'
               f'<h1 class="{{{{Place_title}}}} text-3xl font-bold tracking-tight">{esc(x["n"])}</h1>'
               f'<div class="mt-2 flex items-center gap-3">{self.stars(x["rate"])}'
               f'<a class="text-sm text-slate-500 underline" href="/{t}/{h}/reviews">{x["rev"]}'
               f' reviews</a><span class="text-sm text-slate-500">{"$" * x["pr"]}</span></div>'
               '</div><div class="flex gap-2">'
               '<button class="inline-flex h-9 w-9 items-center justify-center rounded-full'
               f' border">{self.svg("heart")}</button>'
               '<button class="inline-flex h-9 w-9 items-center justify-center rounded-full'
               f' border">{self.svg("share")}</button></div></div>{chips}{tabs}{about}{menu}{revs}'
               f"</div>{side}</div>{more}"))
        return ok(self.frame(base, p, x["n"], main))

    def place_am(self, t, x, r):
        return {
            "r": [("Cuisine", ", ".join(x["cu"])), ("Price range", "$" * x["pr"]),
                  ("Dress code", "Casual" if r.random() < 0.4 else ""),
                  ("Parking", "Street" if r.random() < 0.4 else ""),
                  ("Executive chef", short_name(r) if r.random() < 0.3 else "")],
            "b": [("Type", "Cocktail bar"), ("Price range", "$" * x["pr"]),
                  ("Happy hour", "5 - 7 pm" if r.random() < 0.5 else ""),
                  ("Parking", "Street" if r.random() < 0.4 else "")],
            "h": [("Stars", "*" * r.randint(2, 5)), ("Price range", "$" * x["pr"]), ("Check-in", "3 pm"),
                  ("Check-out", "11 am" if r.random() < 0.8 else ""), ("Parking", "Garage" if r.random() < 0.4 else "")]
        }[t]

    def place_side(self, dl, hours, x, r, t):
        return (('<aside class="{{Aside_root}} lg:col-span-1">'
                 '<div class="sticky top-24 rounded-2xl border border-slate-200 p-6 shadow-sm">'
                 '<h2 class="text-lg font-semibold">') + ("Make a reservation" if t != "h" else "Check availability") +
                ('</h2><form class="mt-4 space-y-3">'
                 '<select class="w-full rounded-lg border px-3 py-2 text-sm"><option>2 people'
                 "</option></select>"
                 '<input type="date" class="w-full rounded-lg border px-3 py-2 text-sm"/>'
                 '<button class="w-full rounded-lg bg-rose-600 py-2 text-sm font-semibold'
                 f' text-white">Find a table</button></form>{dl}{hours}<div class="mt-6 text-sm">'
                 '<h3 class="font-semibold">Location</h3>'
                 f'<p class="mt-1 text-slate-500">{r.choice(WORDS).capitalize()} Street '
                 f'{r.randint(1, 200)}, <a class="underline" href="/c/{x["c"]}">{self.cn[x["c"]]}</a>'
                 "</p>") + ((f'<p class="mt-1"><a class="underline" href="tel:0{r.randint(10000, 99999)}">0'
                             f"{r.randint(10000, 99999)}</a></p>") if r.random() < 0.8 else "") +
                (('<p class="mt-1">'
                  '<a class="underline" href="https://example.com/" rel="nofollow noopener">Website'
                  "</a></p>") if r.random() < 0.5 else "") + "</div></div></aside>")

    def page(self, p, qq, base):
        a = p.strip("/").split("/")
        r = short_dice("x", p)
        page = int(qq["page"]) if qq.get("page", "").isdigit() else 1
        f = lambda ttl, m: ok(
            self.frame(base, p, ttl, self.wrap(m), p + (f"?page={page}" if page > 1 else "")
                       if self.mode == "guidecanon" else None))
        if p == "/":
            return self.page_home(f)
        if a[0] in MOD and len(a) > 1 and (a[1] in self.X[a[0]]):
            t, h = (a[0], a[1])
            x = self.X[t][h]
            if len(a) == 2:
                return self.place(base, p, t, h)
            head = self.crumbs([
                ("/", "Home"), (f'/c/{x["c"]}', self.cn[x["c"]]), (f"/{t}/{h}", x["n"])
            ]) + (f'<h1 class="{{{{Place_title}}}} text-3xl font-bold tracking-tight">{esc(x["n"])}: '
                  f"{a[2]}</h1>")
            if a[2] == "reviews":
                n = max(1, -(-x["rev"] // 10))
                sort = ('<div class="mt-4 flex gap-3 text-sm">'
                        + "".join(f'<a class="rounded-full border px-3 py-1" href="/{t}/{h}/reviews?sort={v}">{v}</a>'
                                  for v in ["newest", "highest", "lowest"])
                        + "".join((f'<a class="rounded-full border px-3 py-1" href="/{t}/{h}/reviews?rating={v}">{v}'
                                   "</a>") for v in range(1, 6)) + "</div>")
                return f(
                    x["n"] + " reviews", head + self.stars(x["rate"]) + sort + "".join(
                        self.review(short_dice(h, page, i, qq.get("sort")), i)
                        for i in range(min(10, max(0, x["rev"] - page * 10 + 10))))
                    + self.pager(p, page, n, {
                        k: v
                        for k, v in qq.items() if k != "page"
                    }))
            if a[2] == "photos" and x["ph"]:
                return f(
                    x["n"] + " photos", head + '<div class="mt-6 grid grid-cols-2 gap-2 md:grid-cols-4">' + "".join(
                        (f'<a class="block" href="/{t}/{h}/photos?i={k}">'
                         f'<img alt="" class="aspect-square object-cover" src="/i/{h}{k}.jpg"/></a>')
                        for k in range(x["ph"])) + "</div>")
            if a[2] == "menu" and x["menu"]:
                return f(
                    x["n"] + " menu", head + "".join(
                        (f'<section class="mt-8"><h2 class="text-xl font-semibold">{c}</h2>'
                         '<ul class="mt-3 divide-y divide-slate-100">') + "".join(
                             (f'<li class="flex justify-between py-2 text-sm"><span>{short_title(r, 1, 3)}</span>'
                              f'<span class="tabular-nums text-slate-500">${r.randint(5, 40)}</span></li>')
                             for _ in range(r.randint(3, 9))) + "</ul></section>"
                        for c in ["Starters", "Mains", "Desserts"]))

        def listing(ttl, L, intro=""):
            if qq.get("price"):
                L = [y for y in L if self.X[y[0]][y[1]]["pr"] == len(qq["price"])]
            if qq.get("sort") == "rating":
                L = sorted(L, key=lambda y: -self.X[y[0]][y[1]]["rate"])
            keep = {k: v for k, v in qq.items() if k in ("sort", "price")}
            fil = ('<div class="mb-6 flex flex-wrap gap-2">' + "".join(
                '<a class="rounded-full border px-3 py-1 text-xs" href="'
                + esc(p + "?" + query_of(**dict(keep, **{k: v}))) + f'">{l}</a>'
                for k, v, l in [("sort", "rating", "Top rated"), ("sort", "new", "Newest"), ("price", "$", "$"),
                                ("price", "$$", "$$"), ("price", "$$$", "$$$"), ("price", "$$$$", "$$$$")]) + "</div>")
            return f(ttl, (f'<h1 class="{{{{List_title}}}} mb-4 text-3xl font-bold tracking-tight">{ttl}</h1>'
                           f'<p class="mb-6 max-w-2xl text-slate-500">{short_para(r)}</p>') + intro + fil
                     + self.grid(L[(page - 1) * 24:page * 24]) + self.pager(p, page, -(-len(L) // 24), keep))

        if a[0] in ("restaurants", "bars", "hotels"):
            return listing(a[0].capitalize(), [(a[0][0], h) for h in self.X[a[0][0]]][:240])
        if a[0] == "cities":
            return f(
                "Cities", '<div class="grid grid-cols-2 gap-4 md:grid-cols-4">' + "".join(
                    (f'<a class="rounded-xl border p-4 text-sm font-medium" href="/c/{c}">{self.cn[c]}'
                     "</a>") for c in self.cities) + "</div>")
        if a[0] == "c" and len(a) in (2, 3) and (a[1] in self.cn):
            c = a[1]
            sub = ('<div class="mb-6 flex flex-wrap gap-2 text-sm">'
                   + "".join(f'<a class="underline" href="/c/{c}/{t}">{t.capitalize()}</a>'
                             for t in ("restaurants", "bars", "hotels"))
                   + "".join(f'<a class="underline" href="/c/{c}/{slug(t)}">{t}</a>' for t in CUI) + "</div>")
            if len(a) == 2:
                return listing(f"Eat and drink in {self.cn[c]}", [("r", h) for h in self.in_.get(("r", c), [])[:16]]
                               + [("b", h)
                                  for h in self.in_.get(("b", c), [])[:4]] + [("h", h)
                                                                              for h in self.in_.get(("h", c), [])[:4]],
                               sub)
            if a[2] in ("restaurants", "bars", "hotels"):
                return listing(f"{a[2].capitalize()} in {self.cn[c]}", [(a[2][0], h)
                                                                        for h in self.in_.get((a[2][0], c), [])], sub)
            cu = [x for x in CUI if slug(x) == a[2]]
            if cu:
                return listing(f"{cu[0]} in {self.cn[c]}",
                               [("r", h) for h in self.in_.get(("r", c), []) if cu[0] in self.X["r"][h]["cu"]], sub)
        if a[0] == "cuisine" and len(a) == 2:
            cu = [x for x in CUI if slug(x) == a[1]]
            if cu:
                return listing(f"{cu[0]} restaurants", [("r", h) for h in self.X["r"]
                                                        if cu[0] in self.X["r"][h]["cu"]][:96])
        if a[0] == "tag":
            return listing(a[1].title(), [("b", h) for h in self.X["b"]][:60])
        if a[0] == "guides" and len(a) == 1:
            return f(
                "Guides", '<div class="grid gap-6 md:grid-cols-3">' + "".join(
                    (f'<a class="block rounded-2xl border p-4" href="/guides/{h}">'
                     f'<h3 class="text-base font-semibold">{t}</h3></a>')
                    for h, t in list(self.guides.items())[(page - 1) * 20:page * 20]) + "</div>"
                + self.pager(p, page, 8))
        if a[0] == "guides" and len(a) == 2 and (a[1] in self.guides):
            return f(
                self.guides[a[1]],
                ('<article class="prose prose-slate mx-auto">'
                 f'<h1 class="text-4xl font-bold">{self.guides[a[1]]}</h1>'
                 '<p class="text-sm text-slate-500">by '
                 f'<a href="/u/{r.choice(self.users)}">{short_name(r)}</a></p>') + "".join(
                     f"<h2>{short_title(r)}</h2><p>{short_para(r)}</p>" + self.card("r", r.choice(list(self.X["r"])))
                     for _ in range(r.randint(3, 9))) + "</article>")
        if a[0] == "u" and len(a) == 2:
            return self.page_u(f, r, a)
        if a[0] in ("about", "jobs", "privacy", "for-owners", "login", "search"):
            return f(a[0], f'<div class="prose mx-auto"><h1>{a[0]}</h1><p>{short_para(r)}</p></div>')
        return missing(
            self.frame(base, p, "Not found",
                       '<div class="py-32 text-center"><h1 class="text-4xl font-bold">404</h1></div>'))

    def page_home(self, f):
        return f("Find a table",
                 ('<section class="py-16 text-center">'
                  '<h1 class="text-5xl font-extrabold tracking-tight">Find your table</h1></section>'
                  '<section><h2 class="mb-4 text-xl font-semibold">Cities</h2>'
                  '<div class="grid grid-cols-2 gap-4 md:grid-cols-6">') + "".join(
                      (f'<a class="rounded-xl border p-4 text-sm font-medium" href="/c/{c}">{self.cn[c]}'
                       "</a>") for c in self.cities[:12]) + ('</div></section><section class="mt-12">'
                                                             '<h2 class="mb-4 text-xl font-semibold">Trending</h2>')
                 + self.grid([("r", h)
                              for h in list(self.X["r"])[:8]] + [("b", h)
                                                                 for h in list(self.X["b"])[:4]]) + "</section>")

    def page_u(self, f, r, a):
        L = r.sample(list(self.X["r"]), 6)
        return f(a[1], ('<div class="flex items-center gap-4">'
                        '<img alt="" class="h-20 w-20 rounded-full" src="/a.jpg"/><div>'
                        f'<h1 class="text-2xl font-bold">{a[1]}</h1>'
                        '<p class="text-sm text-slate-500">Member since 2021</p></div></div>'
                        '<h2 class="mt-8 text-xl font-semibold">Reviews</h2>') + "".join(
                            ('<div class="border-b py-4">'
                             f'<a class="font-medium" href="/r/{h}">{esc(self.X["r"][h]["n"])}</a>'
                             f'<p class="mt-1 text-sm text-slate-600">{short_sent(r)}</p></div>') for h in L))
