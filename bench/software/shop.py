"""A shop as Shopify's theme Dawn writes it.

Wanted: the 1,400 products. Alike: pages of text, shops and makers, which share the frame, large menus included;
a few products have another template. Nasty: one product below each of its collections
(/collections/NAME/products/NAME) and with ?variant= of each of its makes, one canonical address; filters upon
filters and orders, which robots.txt forbids in part; hundreds of posts of blogs by tags. shoppr ends its
related products' links with parameters that differ each time (?pr_rec_id=), shopmap names a sitemap.
"""
from common import (
    CITIES, Plain, WORDS, esc, missing, ok, query_of, short_dice, short_name, short_para, short_sent, short_title,
    slug
)

TYPES = ("Teapots Kettles Grinders Cups Mugs Plates Bowls Trays Lamps Baskets Candles"
         " Blankets Cushions Vases Aprons Knives Boards Jars Coasters Pans Soaps Clocks"
         " Mirrors Hooks").split()
VEND = [
    "Nordlys", "Hasami & Co", "Brook Street", "Fellmark", "Old Mill", "Tessera", "Kiln Club", "Verdant", "Bramble",
    "Sato Works", "Oru", "Lumen House", "Port & Pine", "Marlowe"
]
ICON = ('<svg aria-hidden="true" focusable="false" class="icon icon-%s" viewBox="0 0 10 6">'
        '<path fill-rule="evenodd" clip-rule="evenodd" d="M9.354.646a.5.5 0 00-.708 0L5'
        ' 4.293 1.354.646a.5.5 0 00-.708.708l4 4a.5.5 0 00.708 0l4-4a.5.5 0 000-.708z"'
        ' fill="currentColor"></path></svg>')


def icon(n):
    return ICON % n


class Shop(Plain):
    kind = "product"

    def __init__(self, mode):
        self.map = mode == "shopmap"
        self.pr = mode == "shoppr"
        self.P = {}
        self.C = {}
        self.A = {}
        self.G = {}
        r = short_dice("shop")
        for t in TYPES:
            self.C[slug(t)] = (t, [])
        for v in VEND:
            self.C[slug(v)] = (v, [])
        for c in ["New Arrivals", "Sale", "Best Sellers", "Gifts under 50", "All"]:
            self.C[slug(c)] = (c, [])
        i = 0
        while len(self.P) < 1400:
            t = r.choice(TYPES)
            v = r.choice(VEND)
            n = short_title(r, 1, 3) + " " + t[:-1]
            h = slug(n)
            if r.random() < 0.15:
                h = slug(v + " " + n)
            if h in self.P:
                h += "-" + str(r.randint(1, 9))
            if h in self.P:
                continue
            p = dict(h=h, n=n, t=t, v=v, price=r.randint(6, 240), id=7000000000000 + r.randint(1, 10**9) * 3, i=i)
            p["sale"] = r.random() < 0.2
            p["out"] = r.random() < 0.1
            p["opts"] = r.choice([0, 0, 1, 1, 2])
            p["alt"] = r.random() < 0.07
            self.P[h] = p
            i += 1
            inn = [slug(t)]
            if r.random() < 0.9:
                inn.append(slug(v))
            if p["sale"]:
                inn.append("sale")
            if p["price"] < 50 and r.random() < 0.5:
                inn.append("gifts-under-50")
            if r.random() < 0.1:
                inn.append("new-arrivals")
            if r.random() < 0.06:
                inn.append("best-sellers")
            p["in"] = inn
            for c in inn + ["all"]:
                self.C[c][1].append(h)
        while len(self.A) < 420:
            b = r.choice(["news", "news", "recipes", "journal"])
            n = short_title(r, 3, 6)
            h = slug(n)
            self.A[b, h] = dict(n=n, tags=[slug(x) for x in r.sample(WORDS[:40], r.randint(1, 3))])
        for x in [
                "about-us", "contact", "faq", "shipping", "returns", "wholesale", "size-guide", "sustainability",
                "careers", "press", "gift-cards", "loyalty", "our-stores"
        ]:
            self.G[x] = x.replace("-", " ").capitalize()
        self.stores = ["store-" + slug(c) for c in CITIES[:45]]
        self.guides = ["gift-guide-" + w for w in WORDS[:30]]
        self.makers = ["maker-" + slug(v) for v in VEND]
        for x in self.stores + self.guides + self.makers:
            self.G[x] = x.replace("-", " ").title()
        self.truth = {h for h in self.P}

    def address(self, w):
        return "/products/" + w

    def ident(self, p, qq):
        a = p.strip("/").split("/")
        if "products" in a[:-1]:
            h = a[-1]
            if h in self.P:
                return ("product", h)
            return ("missing", p)
        if p == "/":
            return ("home", p)
        if a[0] == "collections":
            return ("collection" + (":filtered" if set(qq) - {"page"} else ":page" if qq else ""), p)
        if a[0] == "blogs":
            return ("article" if len(a) == 3 else "blog", p)
        return ({"pages": "page"}.get(a[0], a[0]), p)

    def frame(self, base, ttl, canon, body, extra=""):
        def drop(n, items):
            return ((f'<li><header-menu><details id="Details-HeaderMenu-{n}" class="mega-menu">'
                     f'<summary id="HeaderMenu-{slug(n)}'
                     f'" class="header__menu-item list-menu__item link focus-inset"><span>{n}'
                     f'</span>{icon("caret")}</summary><div id="MegaMenu-Content-{n}'
                     '" class="mega-menu__content color-scheme-1 gradient motion-reduce'
                     ' global-settings-popup" tabindex="-1">'
                     '<ul class="mega-menu__list page-width mega-menu__list--condensed" role="list">') + "".join(
                         (f'<li><a id="HeaderMenu-{slug(n)}-{slug(t)}" href="{h}'
                          f'" class="mega-menu__link mega-menu__link--level-2 link">{esc(t)}</a></li>')
                         for h, t in items) + "</ul></div></details></header-menu></li>")

        menu = (drop("Shop", [("/collections/" + slug(t), t) for t in TYPES])
                + drop("Brands", [("/collections/" + slug(v), v) for v in VEND]) + "".join(
                    (f'<li><a id="HeaderMenu-{slug(t)}" href="{h}'
                     f'" class="header__menu-item list-menu__item link link--text focus-inset"><span>{t}'
                     "</span></a></li>")
                    for h, t in [("/collections/new-arrivals", "New in"), ("/collections/sale", "Sale"),
                                 ("/blogs/news", "News"), ("/blogs/recipes", "Recipes"), ("/pages/about-us", "About")]))
        foot = self.frame_foot()
        return ("<!doctype html>\n"
                '<html class="no-js" lang="en"><head><meta charset="utf-8">'
                '<meta http-equiv="X-UA-Compatible" content="IE=edge">'
                '<meta name="viewport" content="width=device-width,initial-scale=1">'
                '<meta name="theme-color" content="">\n'
                f'<link rel="canonical" href="{base}{canon}">'
                '<link rel="preconnect" href="https://cdn.shopify.com" crossorigin>'
                f"<title>{esc(ttl)} &ndash; Hearth &amp; Hollow</title>"
                '<meta property="og:site_name" content="Hearth &amp; Hollow">'
                f'<meta property="og:url" content="{base}{canon}">'
                f'<meta property="og:title" content="{esc(ttl)}">\n'
                '<script src="/cdn/shop/t/4/assets/constants.js?v=58251544750838685771"'
                ' defer="defer"></script>'
                '<script src="/cdn/shop/t/4/assets/global.js?v=136628361274817707361"'
                ' defer="defer"></script><script>window.performance && window.performance.mark &&'
                " window.performance.mark('shopify.content_for_header.start');</script>"
                '<script id="shopify-features"'
                ' type="application/json">{"accessToken":"b0f","betas":["rich-media-storefront-analytics"]}'
                "</script>\n"
                '<link href="/cdn/shop/t/4/assets/base.css?v=1406" rel="stylesheet" type="text/css"'
                ' media="all" /></head>\n'
                '<body class="gradient">'
                '<a class="skip-to-content-link button visually-hidden" href="#MainContent">Skip to'
                " content</a>\n"
                '<script src="/cdn/shop/t/4/assets/cart.js" defer="defer"></script>\n'
                '<div id="shopify-section-announcement-bar" class="shopify-section'
                ' shopify-section-group-header-group announcement-bar-section">'
                '<div class="utility-bar color-scheme-4 gradient">'
                '<div class="announcement-bar" role="region" aria-label="Announcement">'
                '<p class="announcement-bar__message h5"><span>Free shipping over $80</span></p>'
                "</div></div></div>\n"
                '<div id="shopify-section-header" class="shopify-section'
                ' shopify-section-group-header-group section-header">'
                '<sticky-header data-sticky-type="on-scroll-up" class="header-wrapper'
                ' color-scheme-1 gradient header-wrapper--border-bottom">'
                '<header class="header header--middle-left header--mobile-center page-width'
                ' header--has-menu">\n'
                '<header-drawer data-breakpoint="tablet">'
                '<details id="Details-menu-drawer-container" class="menu-drawer-container">'
                '<summary class="header__icon header__icon--menu header__icon--summary link'
                f' focus-inset" aria-label="Menu"><span>{icon("hamburger")}{icon("close")}</span>'
                "</summary></details></header-drawer>\n"
                '<h1 class="header__heading">'
                '<a href="/" class="header__heading-link link link--text focus-inset">'
                '<span class="h2">Hearth &amp; Hollow</span></a></h1>\n'
                '<nav class="header__inline-menu">'
                f'<ul class="list-menu list-menu--inline" role="list">{menu}</ul></nav>\n'
                '<div class="header__icons"><details-modal class="header__search"><details>'
                '<summary class="header__icon header__icon--search header__icon--summary link'
                ' focus-inset modal__toggle" aria-haspopup="dialog" aria-label="Search">'
                f'<span>{icon("search")}</span></summary>'
                '<div class="search-modal modal__content gradient" role="dialog">'
                '<predictive-search class="search-modal__form" data-loading-text="Loading...">'
                '<form action="/search" method="get" role="search" class="search'
                ' search-modal__form"><div class="field">'
                '<input class="search__input field__input" id="Search-In-Modal" type="search"'
                ' name="q" value="" placeholder="Search">'
                '<label class="field__label" for="Search-In-Modal">Search</label>'
                f'<button class="search__button field__button" aria-label="Search">{icon("search")}'
                "</button></div></form></predictive-search></div></details></details-modal>\n"
                '<a href="/account/login" class="header__icon header__icon--account link'
                f' focus-inset small-hide" rel="nofollow">{icon("account")}'
                '<span class="visually-hidden">Log in</span></a>'
                '<a href="/cart" class="header__icon header__icon--cart link focus-inset"'
                f' id="cart-icon-bubble">{icon("cart")}<span class="visually-hidden">Cart</span></a>'
                "</div></header></sticky-header></div>\n"
                '<main id="MainContent" class="content-for-layout focus-none" role="main"'
                f' tabindex="-1">{body}</main>\n'
                '<div id="shopify-section-footer" class="shopify-section'
                ' shopify-section-group-footer-group">'
                '<footer class="footer color-scheme-1 gradient section-footer-padding">'
                '<div class="footer__content-top page-width">'
                '<div class="footer__blocks-wrapper grid grid--1-col grid--2-col'
                f' grid--4-col-tablet">{foot}</div><div class="footer-block--newsletter">'
                '<div class="footer-block__newsletter">'
                '<h2 class="footer-block__heading">Subscribe to our emails</h2>'
                '<form method="post" action="/contact#ContactFooter" id="ContactFooter"'
                ' accept-charset="UTF-8" class="footer__newsletter newsletter-form">'
                '<input type="hidden" name="form_type" value="customer">'
                '<div class="newsletter-form__field-wrapper"><div class="field">'
                '<input id="NewsletterForm--footer" type="email" name="contact[email]"'
                ' class="field__input" placeholder="Email"><label class="field__label">Email'
                '</label><button type="submit" class="newsletter-form__button field__button">'
                f'{icon("arrow")}</button></div></div></form></div>'
                '<ul class="footer__list-social list-unstyled list-social" role="list">'
                '<li class="list-social__item">'
                '<a href="https://facebook.com/shopify" class="link list-social__link">'
                f'{icon("facebook")}<span class="visually-hidden">Facebook</span></a></li>'
                '<li class="list-social__item">'
                '<a href="https://instagram.com/shopify" class="link list-social__link">'
                f'{icon("instagram")}<span class="visually-hidden">Instagram</span></a></li></ul>'
                '</div></div><div class="footer__content-bottom">'
                '<div class="footer__content-bottom-wrapper page-width">'
                '<div class="footer__copyright caption">'
                '<small class="copyright__content">&copy; 2026, '
                '<a href="/" title="">Hearth &amp; Hollow</a></small> '
                '<small class="copyright__content"><a target="_blank" rel="nofollow"'
                ' href="https://www.shopify.com?utm_campaign=poweredby">Powered by Shopify</a>'
                '</small><ul class="policies list-unstyled"><li><small class="copyright__content">'
                '<a href="/policies/refund-policy">Refund policy</a></small></li><li>'
                '<small class="copyright__content">'
                '<a href="/policies/privacy-policy">Privacy policy</a></small></li><li>'
                '<small class="copyright__content">'
                '<a href="/policies/terms-of-service">Terms of service</a></small></li></ul></div>'
                "</div></div></footer></div>\n"
                "<ul hidden>"
                '<li id="a11y-refresh-page-message">Choosing a selection results in a full page'
                " refresh.</li></ul></body></html>")

    def frame_foot(self):
        return "".join(
            ('<div class="footer-block grid__item footer-block--menu scroll-trigger'
             f' animate--slide-in"><h2 class="footer-block__heading inline-richtext">{t}</h2>'
             '<ul class="footer-block__details-content list-unstyled">') + "".join(
                 (f'<li><a href="{h}" class="link link--text list-menu__item list-menu__item--link">'
                  f"{esc(n)}</a></li>") for h, n in L) + "</ul></div>"
            for t, L in [("Help", [("/pages/faq",
                                    "FAQ"), ("/pages/shipping",
                                             "Shipping"), ("/pages/returns",
                                                           "Returns"), ("/pages/contact",
                                                                        "Contact"), ("/pages/size-guide",
                                                                                     "Size guide")]),
                         ("Company",
                          [("/pages/about-us",
                            "About us"), ("/pages/our-stores",
                                          "Our stores"), ("/pages/careers", "Careers"), (
                                              "/pages/press",
                                              "Press"), ("/pages/sustainability",
                                                         "Sustainability"), ("/pages/wholesale",
                                                                             "Wholesale"), ("/blogs/journal",
                                                                                            "Journal")]),
                         ("Shop",
                          [("/collections",
                            "All collections"), ("/collections/all",
                                                 "All products"), ("/collections/best-sellers",
                                                                   "Best sellers"), ("/pages/gift-cards",
                                                                                     "Gift cards"), ("/search",
                                                                                                     "Search")])])

    def price(self, p):
        if p["sale"]:
            x = ('<div class="price__sale">'
                 '<span class="visually-hidden visually-hidden--inline">Regular price</span><span>'
                 f'<s class="price-item price-item--regular">${p["price"] * 5 // 4}.00</s></span>'
                 '<span class="visually-hidden visually-hidden--inline">Sale price</span>'
                 f'<span class="price-item price-item--sale price-item--last">${p["price"]}.00</span>'
                 "</div>")
        else:
            x = ('<div class="price__regular">'
                 '<span class="visually-hidden visually-hidden--inline">Regular price</span>'
                 f'<span class="price-item price-item--regular">{"From " if p["opts"] else ""}$'
                 f'{p["price"]}.00</span></div>')
        return (f'<div class="price {"price--on-sale" if p["sale"] else ""}">'
                f'<div class="price__container">{x}<small class="unit-price caption hidden">'
                '<span class="visually-hidden">Unit price</span>'
                '<span class="price-item price-item--last"><span></span><span aria-hidden="true">/'
                "</span></span></small></div></div>")

    def card(self, p, pre, sec):
        u = esc(pre + "/products/" + p["h"] + ("" if pre else ""))
        badge = ('<span class="badge badge--bottom-left color-scheme-3">Sold out</span>' if p["out"] else
                 '<span class="badge badge--bottom-left color-scheme-5">Sale</span>' if p["sale"] else "")
        rate = (('<div class="rating" role="img" aria-label="4.6 out of 5.0 stars">'
                 '<span aria-hidden="true" class="rating-star" style="--rating: 4; --rating-max:'
                 ' 5.0;"></span></div><p class="rating-text caption">'
                 '<span aria-hidden="true">4.6 / 5.0</span></p><p class="rating-count caption">'
                 f'<span aria-hidden="true">({p["i"] % 40})</span>'
                 f'<span class="visually-hidden">{p["i"] % 40} total reviews</span></p>') if p["i"] % 3 == 0 else "")
        return ('<div class="card-wrapper product-card-wrapper underline-links-hover">'
                '<div class="card card--standard card--media" style="--ratio-percent: 100.0%;">'
                '<div class="card__inner color-scheme-2 gradient ratio" style="--ratio-percent:'
                ' 100.0%;"><div class="card__media">'
                '<div class="media media--transparent media--hover-effect">'
                f'<img srcset="/cdn/shop/files/{p["h"]}'
                f'.jpg?v=1&amp;width=165 165w" src="/cdn/shop/files/{p["h"]}'
                f'.jpg?v=1&amp;width=533" alt="{esc(p["n"])}'
                '" class="motion-reduce" loading="lazy" width="1200" height="1200"></div></div>'
                '<div class="card__content"><div class="card__information">'
                '<h3 class="card__heading">'
                f'<a href="{u}" id="StandardCardNoMediaLink-{sec}-{p["id"]}'
                f'" class="full-unstyled-link">{esc(p["n"])}</a></h3></div>'
                f'<div class="card__badge bottom left">{badge}</div></div></div>'
                '<div class="card__content"><div class="card__information">'
                f'<h3 class="card__heading h5" id="title-{sec}-{p["id"]}">'
                f'<a href="{u}" id="CardLink-{sec}-{p["id"]}" class="full-unstyled-link">'
                f'{esc(p["n"])}</a></h3><div class="card-information">'
                '<span class="visually-hidden">Vendor:</span>'
                f'<div class="caption-with-letter-spacing light">{esc(p["v"])}</div>'
                f'<span class="caption-large light"></span>{rate}{self.price(p)}</div></div>'
                f'<div class="card__badge bottom left">{badge}</div></div></div></div>')

    def pager(self, here, n, page, keep):
        if n < 2:
            return ""

        def u(i):
            return esc(here + "?" + query_of(**dict(keep, page=i)))

        nums = sorted({1, n} | {x for x in range(page - 2, page + 3) if 1 <= x <= n})
        out = ""
        if page > 1:
            out += (f'<li><a href="{u(page - 1)}'
                    '" class="pagination__item pagination__item--next pagination__item-arrow link'
                    f' motion-reduce" aria-label="Previous page">{icon("caret")}</a></li>')
        last = 0
        for x in nums:
            if x > last + 1:
                out += '<li><span class="pagination__item">&hellip;</span></li>'
            out += (('<li><a role="link" aria-disabled="true" class="pagination__item'
                     f' pagination__item--current light" aria-current="page">{x}</a></li>') if x == page else
                    (f'<li><a href="{u(x)}" class="pagination__item link" aria-label="Page {x}">{x}</a>'
                     "</li>"))
            last = x
        if page < n:
            out += (f'<li><a href="{u(page + 1)}'
                    '" class="pagination__item pagination__item--prev pagination__item-arrow link'
                    f' motion-reduce" aria-label="Next page">{icon("caret")}</a></li>')
        return ('<div class="pagination-wrapper">'
                '<nav class="pagination" role="navigation" aria-label="Pagination">'
                f'<ul class="pagination__list list-unstyled" role="list">{out}</ul></nav></div>')

    def product(self, base, p):
        r = short_dice("p", p["h"])
        S = "template--1602__main"
        n = r.randint(1, 8)
        media = self.product_media(S, n, p)
        thumbs = self.product_thumbs(n, S, p)
        opts = ""
        for o, (nm, vals) in enumerate([("Color", ["Sand", "Ink", "Moss", "Clay", "Snow"]),
                                        ("Size", ["S", "M", "L", "XL"])][:p["opts"]]):
            vals = vals[:r.randint(2, len(vals))]
            opts += (('<fieldset class="js product-form__input product-form__input--pill">'
                      f'<legend class="form__label">{nm}</legend>') + "".join(
                          (f'<input type="radio" id="{S}-{o}-{k}" name="{nm}-{o}" value="{v}'
                           f'" form="product-form-{S}"{" checked" if not k else ""}>'
                           f'<label for="{S}-{o}-{k}">{v}'
                           '<span class="visually-hidden label-unavailable">Variant sold out or unavailable'
                           "</span></label>") for k, v in enumerate(vals)) + "</fieldset>")
        if opts:
            opts = (f'<variant-selects id="variant-selects-{S}" class="no-js-hidden" data-section="{S}">'
                    f'{opts}<script type="application/json">[]</script></variant-selects>')
        rating = (('<div class="rating-wrapper">'
                   '<div class="rating" role="img" aria-label="4.6 out of 5.0 stars">'
                   '<span aria-hidden="true" class="rating-star" style="--rating: 4;"></span></div>'
                   '<p class="rating-text caption"><span aria-hidden="true">4.6 / 5.0</span></p>'
                   f'<p class="rating-count caption"><span aria-hidden="true">({p["i"] % 40})</span>'
                   "</p></div>") if p["i"] % 3 == 0 else "")
        k = r.random()
        if k < 0.12:
            desc = ""
        elif k < 0.7:
            desc = "".join(f"<p>{short_para(r, 1, 4)}</p>" for _ in range(r.randint(1, 3)))
        else:
            desc = (f"<p>{short_para(r)}</p><h3>Details</h3><ul>" + "".join(f"<li>{short_sent(r, 3, 7)}</li>"
                                                                            for _ in range(r.randint(3, 8)))
                    + f"</ul><p><strong>Care</strong> {short_sent(r)}</p>" +
                    ("<table><tbody>" + "".join(f"<tr><td>{r.choice(WORDS)}</td><td>{r.randint(2, 90)} cm</td></tr>"
                                                for _ in range(r.randint(2, 6)))
                     + "</tbody></table>" if r.random() < 0.4 else "") +
                    ((f'<p>Goes well with <a href="/products/{r.choice(list(self.P))}">this one'
                      '</a>, see our <a href="/pages/size-guide">size guide</a>.</p>') if r.random() < 0.5 else ""))
        if desc:
            desc = f'<div class="product__description rte quick-add-hidden">{desc}</div>'
        acc = self.product_acc(k, S, r)
        comp = ""
        if r.random() < 0.25:
            comp = ('<product-recommendations class="complementary-products quick-add-hidden'
                    ' no-js-hidden is-accordion complementary-products-contains-quick-add"'
                    ' data-url="/recommendations/products?limit=10&amp;intent=complementary"'
                    f' data-product-id="{p["id"]}"><aside aria-label="Pairs well with">'
                    '<div class="complementary-products__container"></div></aside>'
                    "</product-recommendations>")
        pick = ("" if p["out"] else ('<pickup-availability class="product__pickup-availabilities quick-add-hidden"'
                                     ' data-root-url="/"><template>'
                                     '<pickup-availability-preview class="pickup-availability-preview">'
                                     f'{icon("unavailable")}<div class="pickup-availability-info">'
                                     '<p class="caption-large">Could not load pickup availability</p></div>'
                                     "</pickup-availability-preview></template></pickup-availability>"))
        body = ((f'<section id="shopify-section-{S}" class="shopify-section section">'
                 f'<product-info id="MainProduct-{S}" class="section-{S}'
                 f'-padding gradient color-scheme-1" data-section="{S}" data-product-id="{p["id"]}'
                 f'" data-url="/products/{p["h"]}">'
                 '<link href="/cdn/shop/t/4/assets/section-main-product.css" rel="stylesheet"'
                 ' type="text/css" media="all" /><div class="page-width">'
                 '<div class="product product--large product--left product--stacked'
                 ' product--mobile-hide grid grid--1-col grid--2-col-tablet">'
                 f'<div class="grid__item product__media-wrapper"><media-gallery id="MediaGallery-{S}'
                 '" role="region" class="product__column-sticky" aria-label="Gallery Viewer"'
                 ' data-desktop-layout="stacked">'
                 f'<div id="GalleryStatus-{S}" class="visually-hidden" role="status"></div>'
                 f'<slider-component id="GalleryViewer-{S}" class="slider-mobile-gutter">'
                 '<a class="skip-to-content-link button visually-hidden quick-add-hidden"'
                 f' href="#ProductInfo-{S}">Skip to product information</a><ul id="Slider-Gallery-{S}'
                 '" class="product__media-list contains-media grid grid--peek list-unstyled slider'
                 f' slider--mobile" role="list">{media}</ul>'
                 '<div class="slider-buttons quick-add-hidden">'
                 '<button type="button" class="slider-button slider-button--prev" name="previous"'
                 f' aria-label="Slide left">{icon("caret")}</button>'
                 '<div class="slider-counter caption"><span class="slider-counter--current">1</span>'
                 '<span aria-hidden="true"> / </span><span class="visually-hidden">of</span>'
                 f'<span class="slider-counter--total">{n}</span></div>'
                 '<button type="button" class="slider-button slider-button--next" name="next"'
                 f' aria-label="Slide right">{icon("caret")}</button></div>'
                 f"</slider-component>{thumbs}</media-gallery></div>\n"
                 '<div class="product__info-wrapper grid__item scroll-trigger animate--slide-in">'
                 f'<section id="ProductInfo-{S}'
                 '" class="product__info-container product__column-sticky">'
                 f'<p class="product__text inline-richtext caption-with-letter-spacing">{esc(p["v"])}'
                 f'</p><div class="product__title"><h1>{esc(p["n"])}</h1>'
                 f'<a href="/products/{p["h"]}" class="product__title"><h2 class="h1">{esc(p["n"])}'
                 f'</h2></a></div><div id="price-{S}" role="status">{self.price(p)}</div>'
                 '<div class="product__tax caption rte">Taxes included. '
                 '<a href="/policies/shipping-policy">Shipping</a> calculated at checkout.'
                 f'</div>{rating}{opts}<noscript class="product-form__noscript-wrapper-{S}">'
                 '<div class="product-form__input">'
                 f'<label class="form__label" for="Variants-{S}">Product variants</label>'
                 f'<div class="select"><select name="id" id="Variants-{S}" class="select__select">'
                 f'<option value="{p["id"]}">Default</option></select></div></div></noscript>\n'
                 f'<div id="Quantity-Form-{S}" class="product-form__input product-form__quantity">'
                 f'<label class="quantity__label form__label" for="Quantity-{S}">Quantity</label>'
                 '<div class="price-per-item__container"><quantity-input class="quantity">'
                 f'<button class="quantity__button" name="minus" type="button">{icon("minus")}'
                 "</button>"
                 f'<input class="quantity__input" type="number" name="quantity" id="Quantity-{S}'
                 '" min="1" value="1">'
                 f'<button class="quantity__button" name="plus" type="button">{icon("plus")}</button>'
                 "</quantity-input></div></div>\n"
                 '<div><product-form class="product-form" data-hide-errors="false">'
                 '<div class="product-form__error-message-wrapper" role="alert" hidden>'
                 f'<span class="svg-wrapper">{icon("error")}</span>'
                 '<span class="product-form__error-message"></span></div>'
                 f'<form method="post" action="/cart/add" id="product-form-{S}'
                 '" accept-charset="UTF-8" class="form" enctype="multipart/form-data"'
                 ' novalidate="novalidate" data-type="add-to-cart-form">'
                 '<input type="hidden" name="form_type" value="product" />'
                 f'<input type="hidden" name="id" value="{p["id"]}" class="product-variant-id">'
                 f'<div class="product-form__buttons"><button id="ProductSubmitButton-{S}'
                 '" type="submit" name="add" class="product-form__submit button button--full-width'
                 f' button--secondary"{" disabled" if p["out"] else ""}><span>') +
                ("Sold out" if p["out"] else "Add to cart")
                + f'</span><div class="loading__spinner hidden">{icon("spin")}</div></button>' +
                ("" if p["out"] else ('<div data-shopify="payment-button" class="shopify-payment-button">'
                                      '<shopify-accelerated-checkout recommended="null">'
                                      '<div class="shopify-payment-button__button" role="button">Buy it now</div>'
                                      "</shopify-accelerated-checkout></div>")) +
                (f'</div><input type="hidden" name="product-id" value="{p["id"]}" /></form>'
                 f"</product-form>{pick}</div>{desc}{acc}{comp}"
                 f'<share-button id="Share-{S}" class="share-button quick-add-hidden">'
                 f'<button class="share-button__button hidden">{icon("share")}Share</button>'
                 f'<details id="Details-share-{S}">'
                 f'<summary class="share-button__button">{icon("share")}Share</summary>'
                 '<div class="share-button__fallback motion-reduce"><div class="field">'
                 f'<span id="ShareMessage-{S}" class="share-button__message hidden" role="status">'
                 "</span>"
                 f'<input type="text" class="field__input" id="ShareUrl-{S}" value="{base}/products/'
                 f'{p["h"]}" readonly><label class="field__label">Link</label></div></div></details>'
                 f'</share-button><a href="/products/{p["h"]}'
                 '" class="link product__view-details animate-arrow">View full details'
                 f'{icon("arrow")}</a></section></div></div></div></product-info></section>'))
        if p["alt"]:
            body += "".join((f'<section id="shopify-section-image-with-text-{k}" class="shopify-section section">'
                             '<div class="image-with-text image-with-text--no-overlap page-width">'
                             '<div class="image-with-text__grid grid grid--gapless grid--1-col'
                             ' grid--2-col-tablet"><div class="image-with-text__media-item grid__item">'
                             f'<div class="image-with-text__media media"><img src="/cdn/x{k}.jpg" alt=""></div>'
                             '</div><div class="image-with-text__text-item grid__item">'
                             '<div class="image-with-text__content">'
                             f'<h2 class="image-with-text__heading inline-richtext h1">{short_title(r)}</h2>'
                             f'<div class="image-with-text__text rte body"><p>{short_para(r)}</p></div></div>'
                             "</div></div></div></section>") for k in range(r.randint(2, 4)))
        if p["i"] % 3 == 0:
            body += (('<section id="shopify-section-reviews" class="shopify-section section">'
                      '<div class="page-width">'
                      '<div id="judgeme_product_reviews" class="jdgm-widget jdgm-review-widget">'
                      '<div class="jdgm-rev-widg"><div class="jdgm-rev-widg__header">'
                      '<h2 class="jdgm-rev-widg__title">Customer Reviews</h2>'
                      '<div class="jdgm-rev-widg__summary"><div class="jdgm-rev-widg__summary-stars">'
                      '<span class="jdgm-star jdgm--on"></span></div></div></div>'
                      '<div class="jdgm-rev-widg__body"><div class="jdgm-rev-widg__reviews">') + "".join(
                          ('<div class="jdgm-rev jdgm-divider-top"><div class="jdgm-rev__header">'
                           '<span class="jdgm-rev__rating"><span class="jdgm-star jdgm--on"></span></span>'
                           f'<span class="jdgm-rev__timestamp">2025-0{r.randint(1, 9)}-11</span>'
                           '<div class="jdgm-rev__br"></div><span class="jdgm-rev__author-wrapper">'
                           f'<span class="jdgm-rev__author">{short_name(r)}</span></span></div>'
                           f'<div class="jdgm-rev__content"><b class="jdgm-rev__title">{short_title(r)}</b>'
                           f'<div class="jdgm-rev__body"><p>{short_sent(r)}</p></div></div></div>')
                          for _ in range(p["i"] % 7)) + "</div></div></div></div></div></section>")
        body += ('<section id="shopify-section-related" class="shopify-section section">'
                 '<div class="color-scheme-1 gradient">'
                 '<product-recommendations class="related-products page-width section-padding'
                 f' isolate" data-url="/recommendations/products?limit=4" data-product-id="{p["id"]}'
                 '">')
        if r.random() < 0.6:
            body += (('<h2 class="related-products__heading inline-richtext h2">You may also like</h2>'
                      '<ul class="grid product-grid grid--4-col-desktop grid--2-col-tablet-down"'
                      ' role="list">') + "".join('<li class="grid__item">' + self.related(p, x, r) + "</li>"
                                                 for x in r.sample(self.C[slug(p["t"])][1], 4)) + "</ul>")
        body += "</product-recommendations></div></section>"
        body += ("<script"
                 ' type="application/ld+json">{"@context":"http://schema.org/","@type":"Product","name":"'
                 f'{esc(p["n"])}"}}</script>')
        return self.frame(base, p["n"], "/products/" + p["h"], body)

    def product_media(self, S, n, p):
        return "".join((f'<li id="Slide-{S}-{k}" class="product__media-item grid__item slider__slide'
                        f'{" is-active" if not k else ""}" data-media-id="{S}-{k}">'
                        '<div class="product-media-container media-type-image media-fit-contain'
                        ' global-media-settings gradient"><noscript><div class="product__media media">'
                        f'<img src="/cdn/shop/files/{p["h"]}-{k}.jpg?width=1946" alt=""></div></noscript>'
                        '<modal-opener class="product__modal-opener product__modal-opener--image'
                        f' no-js-hidden" data-modal="#ProductModal-{S}">'
                        '<span class="product__media-icon motion-reduce quick-add-hidden"'
                        f' aria-hidden="true">{icon("plus")}</span>'
                        f'<div class="loading__spinner hidden">{icon("spin")}</div>'
                        '<div class="product__media media media--transparent">'
                        f'<img src="/cdn/shop/files/{p["h"]}-{k}'
                        '.jpg?width=1946" alt="" class="image-magnify-lightbox" width="1946" height="1946">'
                        '</div><button class="product__media-toggle quick-add-hidden'
                        ' product__media-zoom-lightbox" type="button" aria-haspopup="dialog">'
                        f'<span class="visually-hidden">Open media {k + 1} in modal</span></button>'
                        "</modal-opener></div></li>") for k in range(n))

    def product_thumbs(self, n, S, p):
        return ("" if n < 2 else
                (f'<slider-component id="GalleryThumbnails-{S}'
                 '" class="thumbnail-slider slider-mobile-gutter quick-add-hidden small-hide">'
                 f'<ul id="Slider-Thumbnails-{S}'
                 '" class="thumbnail-list list-unstyled slider slider--mobile">') + "".join(
                     (f'<li id="Slide-Thumbnails-{S}-{k}" class="thumbnail-list__item slider__slide">'
                      '<button class="thumbnail global-media-settings global-media-settings--no-shadow"'
                      f' aria-label="Load image {k + 1} in gallery view">'
                      f'<img id="Thumbnail-{S}-{k}" src="/cdn/shop/files/{p["h"]}-{k}'
                      '.jpg?width=416" alt="" height="200" width="200" loading="lazy"></button></li>')
                     for k in range(n)) + "</ul></slider-component>")

    def product_acc(self, k, S, r):
        return "".join(
            ('<div class="product__accordion accordion quick-add-hidden">'
             f'<details id="Details-collapsible_tab_{k}-{S}">'
             f'<summary role="button" aria-expanded="false"><div class="summary__title">{icon(x)}'
             f'<h2 class="h4 accordion__title inline-richtext">{t}</h2></div>{icon("caret")}'
             f'</summary><div class="accordion__content rte" id="ProductAccordion-{k}-{S}">'
             f"<p>{short_sent(r)}</p></div></details></div>")
            for k, (x, t) in enumerate([("leaf", "Materials"), ("truck", "Shipping & Returns"), (
                "ruler", "Dimensions"), ("heart", "Care instructions")][:r.choice([0, 2, 4, 4, 4])]))

    def related(self, p, x, r):
        if not self.pr:
            return self.card(self.P[x], "/collections/" + slug(p["t"]), "related")
        return self.card(self.P[x], "", "related").replace(
            f'/products/{x}"', (f"/products/{x}?pr_prod_strat=e5_desc&amp;pr_rec_id=ab{r.randint(100, 999)}"
                                f'&amp;pr_rec_pid={self.P[x]["id"]}&amp;pr_ref_pid={p["id"]}&amp;pr_seq=uniform"'))

    def collection(self, base, h, qq):
        t, all_ = self.C[h]
        here = "/collections/" + h
        L = list(all_)
        if qq.get("filter.p.vendor"):
            L = [x for x in L if self.P[x]["v"] == qq["filter.p.vendor"]]
        if qq.get("filter.p.product_type"):
            L = [x for x in L if self.P[x]["t"] == qq["filter.p.product_type"]]
        if qq.get("filter.v.availability") == "1":
            L = [x for x in L if not self.P[x]["out"]]
        if "price" in qq.get("sort_by", ""):
            L.sort(key=lambda x: self.P[x]["price"])
        per = 24
        n = max(1, -(-len(L) // per))
        page = int(qq.get("page") or 1) if (qq.get("page") or "1").isdigit() else 1
        keep = {k: v for k, v in qq.items() if k != "page"}
        pre = here if h != "all" else ""
        grid = "".join(('<li class="grid__item scroll-trigger animate--slide-in" data-cascade'
                        f' style="--animation-order: {i};">')
                       + str(self.card(self.P[x], pre, "template--collection__product-grid")) + "</li>"
                       for i, x in enumerate(L[(page - 1) * per:page * per], 1))

        def fu(**k):
            return esc(here + "?" + query_of(**dict(keep, **k)))

        def group(nm, key, vals):
            return ((f'<details id="Details-{key}'
                     '" class="disclosure-has-popup facets__disclosure js-filter" data-index="1">'
                     f'<summary class="facets__summary caption-large focus-offset" aria-label="{nm}">'
                     f'<div><span class="facets__summary-label">{nm}</span>{icon("caret")}</div>'
                     '</summary><div class="facets__display">'
                     '<ul class="facets__list list-unstyled no-js-hidden" role="list">') + "".join(
                         ('<li class="list-menu__item facets__item">'
                          f'<label for="Filter-{key}-{i}" class="facets__label facet-checkbox">'
                          f'<input type="checkbox" name="{key}" value="{esc(v)}" id="Filter-{key}-{i}">'
                          f'<span class="facet-checkbox__text">{esc(l)}</span></label>'
                          f'<a href="{fu(**{key: v})}" class="facet-link visually-hidden">{esc(l)}</a></li>')
                         for i, (v, l) in enumerate(vals)) + "</ul></div></details>")

        fac = (group("Availability", "filter.v.availability", [("1", "In stock"), ("0", "Out of stock")])
               + group("Brand", "filter.p.vendor", [(v, v) for v in VEND]) +
               (group("Product type", "filter.p.product_type", [(v, v) for v in TYPES])
                if h in ("all", "sale", "new-arrivals") or t in VEND else ""))
        sort = self.collection_sort(fu)
        body = ('<section id="shopify-section-template--collection__banner" class="shopify-section'
                ' section"><div class="collection-hero color-scheme-1 gradient">'
                '<div class="collection-hero__inner page-width">'
                '<div class="collection-hero__text-wrapper"><h1 class="collection-hero__title">'
                f'<span class="visually-hidden">Collection: </span>{esc(t)}</h1>'
                f'<div class="collection-hero__description rte"><p>{short_para(short_dice("c", h))}'
                "</p></div></div></div></div></section>"
                '<section id="shopify-section-template--collection__product-grid"'
                ' class="shopify-section section">'
                '<div class="section-template-padding gradient color-scheme-1">'
                '<div class="facets-container scroll-trigger">'
                '<facet-filters-form class="facets small-hide">'
                '<form id="FacetFiltersForm" class="facets__form">'
                '<div id="FacetsWrapperDesktop" class="facets__wrapper">'
                f'<h2 class="facets__heading caption-large text-body">Filter:</h2>{fac}</div>{sort}'
                '<div class="product-count light" role="status">'
                '<h2 class="product-count__text text-body">'
                f'<span id="ProductCountDesktop">{len(L)} products</span></h2></div></form>'
                "</facet-filters-form></div>"
                '<div class="product-grid-container" id="ProductGridContainer">'
                '<div class="collection page-width"><div class="loading-overlay gradient"></div>'
                '<ul id="product-grid" data-id="template--collection" class="grid product-grid'
                f' grid--2-col-tablet-down grid--4-col-desktop">{grid}'
                f"</ul>{self.pager(here, n, page, keep)}</div></div></div></section>")
        return self.frame(base, t, here + (f"?page={page}" if page > 1 else ""), body)

    def collection_sort(self, fu):
        return (('<div class="facet-filters__field">'
                 '<h2 class="facet-filters__label caption-large text-body">'
                 '<label for="SortBy">Sort by:</label></h2><div class="select">'
                 '<select name="sort_by" class="facet-filters__sort select__select caption-large"'
                 ' id="SortBy">')
                + "".join(f'<option value="{v}">{l}</option>'
                          for v, l in [("manual", "Featured"), ("best-selling", "Best selling"),
                                       ("title-ascending", "A-Z"), ("price-ascending", "Price, low to high")]) +
                ('</select></div></div><div class="sort-links">'
                 f'<a href="{fu(sort_by="price-ascending")}">Price</a> '
                 f'<a href="{fu(sort_by="created-descending")}">Newest</a></div>'))

    def page(self, p, qq, base):
        a = p.strip("/").split("/")
        r = short_dice("x", p)
        if p == "/robots.txt":
            return self.page_robots_txt(base)
        if self.map and a[0].startswith("sitemap"):
            return self.page_sitemap(a, base)

        def rich(t, inner, canon=None):
            return ok(
                self.frame(base, t, canon or p,
                           ('<section id="shopify-section-template__main" class="shopify-section section">'
                            '<div class="page-width page-width--narrow section-template-padding">'
                            f'<h1 class="main-page-title page-title h0">{esc(t)}</h1>'
                            f'<div class="rte scroll-trigger animate--slide-in">{inner}</div></div></section>')))

        if p == "/":
            return self.page_home(base)
        if len(a) >= 2 and a[-2] == "products":
            if a[-1] in self.P and (len(a) == 2 or (len(a) == 4 and a[1] in self.C)):
                return ok(self.product(base, self.P[a[-1]]))
        if a[0] == "collections" and len(a) == 1:
            return self.page_collections(base, p)
        if a[0] == "collections" and len(a) == 2 and (a[1] in self.C):
            return ok(self.collection(base, a[1], qq))
        if a[0] == "blogs" and len(a) in (2, 4):
            return self.page_blogs(base, p, a, qq)
        if a[0] == "blogs" and len(a) == 3 and ((a[1], a[2]) in self.A):
            return self.page_blogs_2(r, base, p, a)
        if a[0] == "pages" and len(a) == 2 and (a[1] in self.G):
            return self.page_pages(a, rich, r)
        if p in ("/cart", "/account/login", "/search") or a[0] == "policies":
            return rich(a[-1], (f'<p>{short_para(r)}</p><form action="/account/login" method="post">'
                                '<input name="customer[email]"><input type="password" name="customer[password]">'
                                "</form>"))
        return missing(
            self.frame(base, "404", p, ('<div class="template-404 page-width page-width--narrow center"><p>404</p>'
                                        '<h1 class="title">Page not found</h1>'
                                        '<a href="/collections/all" class="button">Continue shopping</a></div>')))

    def page_robots_txt(self, base):
        return (200, "text/plain", ("# we use Shopify as our ecommerce platform\n"
                                    "User-agent: *\n"
                                    "Disallow: /a/downloads/-/*\n"
                                    "Disallow: /admin\n"
                                    "Disallow: /cart\n"
                                    "Disallow: /orders\n"
                                    "Disallow: /checkouts/\n"
                                    "Disallow: /carts\n"
                                    "Disallow: /account\n"
                                    "Disallow: /collections/*sort_by*\n"
                                    "Disallow: /*/collections/*sort_by*\n"
                                    "Disallow: /collections/*+*\n"
                                    "Disallow: /collections/*%2B*\n"
                                    "Disallow: /collections/*filter*&*filter*\n"
                                    "Disallow: /blogs/*+*\n"
                                    "Disallow: /*?*oseid=*\n"
                                    "Disallow: /*preview_theme_id*\n"
                                    "Disallow: /policies/\n"
                                    "Disallow: /search\n"
                                    "Disallow: /apple-app-site-association\n"
                                    "Disallow: /*?*ls=*&ls=*\n") +
                (f"Sitemap: {base}/sitemap.xml\n" if self.map else ""))

    def page_sitemap(self, a, base):
        X = '<?xml version="1.0" encoding="UTF-8"?>'
        if a[0] == "sitemap.xml":
            return (200, "application/xml", X + '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
                    + "".join(f"<sitemap><loc>{base}/sitemap_{k}_1.xml?from=1&amp;to=99</loc></sitemap>"
                              for k in ["products", "pages", "collections", "blogs"]) + "</sitemapindex>")
        L = {
            "products": ["/"] + ["/products/" + h for h in self.P],
            "pages": ["/pages/" + x for x in self.G],
            "collections": ["/collections/" + x for x in self.C],
            "blogs": ["/blogs/news", "/blogs/recipes", "/blogs/journal"] + [f"/blogs/{b}/{h}" for b, h in self.A]
        }.get(a[0].split("_")[1] if "_" in a[0] else "", [])
        return (200, "application/xml", X + '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' + "".join(
            (f"<url><loc>{base}{u}</loc><lastmod>2026-01-02T10:00:00Z</lastmod><changefreq>daily"
             "</changefreq></url>") for u in L) + "</urlset>")

    def page_home(self, base):
        def feat(h):
            return ((f'<section id="shopify-section-featured-{h}" class="shopify-section section">'
                     '<div class="color-scheme-1 isolate gradient">'
                     '<div class="collection section-padding">'
                     '<div class="collection__title title-wrapper page-width">'
                     f'<h2 class="title inline-richtext h1">{self.C[h][0]}</h2></div>'
                     '<slider-component class="slider-mobile-gutter page-width">'
                     '<ul class="grid product-grid contains-card contains-card--product'
                     ' grid--4-col-desktop grid--2-col-tablet-down" role="list">')
                    + "".join(f'<li class="grid__item">{self.card(self.P[x], "", h)}</li>' for x in self.C[h][1][:8]) +
                    ('</ul></slider-component><div class="center collection__view-all">'
                     f'<a href="/collections/{h}" class="button">View all</a></div></div></div></section>'))

        coll = self.page_home_coll()
        blog = (('<section class="shopify-section section"><div class="blog page-width">'
                 '<h2 class="blog__title">Blog posts</h2>'
                 '<ul class="blog__posts articles-wrapper grid grid--1-col">') + "".join(
                     ('<li class="blog__post grid__item article">'
                      '<div class="article-card-wrapper card-wrapper"><h3 class="card__heading h2">'
                      f'<a href="/blogs/{b}/{h}" class="full-unstyled-link">{esc(self.A[b, h]["n"])}</a>'
                      "</h3></div></li>") for b, h in list(self.A)[:3]) + "</ul></div></section>")
        return ok(
            self.frame(base, "Home", "/",
                       ('<section id="shopify-section-image_banner" class="shopify-section section">'
                        '<div class="banner banner--content-align-center"><div class="banner__media media">'
                        '<img src="/cdn/b.jpg" alt=""></div>'
                        '<div class="banner__content banner__content--bottom-center page-width">'
                        '<div class="banner__box">'
                        '<h2 class="banner__heading inline-richtext h0">Things that last</h2>'
                        '<div class="banner__buttons">'
                        '<a href="/collections/all" class="button button--primary">Shop all</a></div></div>'
                        "</div></div></section>") + feat("new-arrivals") + coll + feat("best-sellers") + blog))

    def page_home_coll(self):
        return (('<section id="shopify-section-collection-list" class="shopify-section section">'
                 '<ul class="collection-list contains-card grid grid--3-col-desktop" role="list">') + "".join(
                     ('<li class="collection-list__item grid__item">'
                      '<div class="card-wrapper animate-arrow collection-card-wrapper">'
                      '<div class="card card--standard card--media"><div class="card__content">'
                      '<div class="card__information"><h3 class="card__heading">'
                      f'<a href="/collections/{slug(t)}" class="full-unstyled-link">{t}{icon("arrow")}</a>'
                      "</h3></div></div></div></div></li>") for t in TYPES[:6]) + "</ul></section>")

    def page_collections(self, base, p):
        return ok(
            self.frame(base, "Collections", p,
                       ('<div class="page-width"><h1 class="title title--primary">Collections</h1>'
                        '<ul class="collection-list grid grid--3-col-desktop" role="list">') + "".join(
                            ('<li class="collection-list__item grid__item">'
                             '<div class="card-wrapper animate-arrow collection-card-wrapper">'
                             '<div class="card card--standard card--media"><div class="card__content">'
                             '<div class="card__information"><h3 class="card__heading">'
                             f'<a href="/collections/{h}" class="full-unstyled-link">{esc(c[0])}{icon("arrow")}'
                             "</a></h3></div></div></div></div></li>") for h, c in self.C.items()) + "</ul></div>"))

    def page_blogs(self, base, p, a, qq):
        L = [(b, h) for b, h in self.A if b == a[1] and (len(a) == 2 or a[3] in self.A[b, h]["tags"])]
        if len(a) == 4 and a[2] != "tagged" or not L:
            return missing(
                self.frame(base, "404", p, ('<div class="template-404 page-width page-width--narrow center"><p>404</p>'
                                            '<h1 class="title">Page not found</h1></div>')))
        page = int(qq.get("page") or 1)
        n = -(-len(L) // 16)
        tags = sorted({t for x in L for t in self.A[x]["tags"]})
        return ok(
            self.frame(base, a[1].capitalize(), p,
                       ('<div class="main-blog page-width section-template-padding">'
                        f'<h1 class="title--primary">{a[1].capitalize()}</h1><ul class="blog-tags">')
                       + "".join(f'<li><a href="/blogs/{a[1]}/tagged/{t}">{t}</a></li>' for t in tags)
                       + '</ul><div class="blog-articles blog-articles--collage">' + "".join(
                           ('<div class="blog-articles__article article">'
                            '<div class="article-card-wrapper card-wrapper underline-links-hover">'
                            '<div class="card article-card card--standard article-card__image--medium'
                            ' card--media"><div class="card__inner ratio">'
                            '<div class="article-card__image-wrapper card__media">'
                            '<div class="article-card__image media media--hover-effect">'
                            f'<img src="/cdn/{h}.jpg" alt="" loading="lazy"></div></div></div>'
                            '<div class="card__content"><div class="card__information">'
                            '<h3 class="card__heading h2">'
                            f'<a href="/blogs/{b}/{h}" class="full-unstyled-link">{esc(self.A[b, h]["n"])}</a>'
                            '</h3><div class="article-card__info caption-with-letter-spacing h5">'
                            '<span class="circle-divider"><time datetime="2025-05-05T10:00:00Z">May 5, 2025'
                            "</time></span></div>"
                            f'<p class="article-card__excerpt rte-width">{short_sent(short_dice(h))}</p></div>'
                            "</div></div></div></div>") for b, h in L[(page - 1) * 16:page * 16]) + "</div>"
                       + self.pager(p, n, page, {}) + "</div>"))

    def page_blogs_2(self, r, base, p, a):
        d = self.A[a[1], a[2]]
        com = r.randint(0, 5)
        body = ('<article class="article-template">' +
                (('<div class="article-template__hero-container">'
                  '<div class="article-template__hero-medium media">'
                  f'<img src="/cdn/{a[2]}.jpg" alt=""></div></div>') if r.random() < 0.7 else "") +
                ('<header class="page-width page-width--narrow">'
                 f'<h1 class="article-template__title">{esc(d["n"])}</h1>'
                 '<span class="circle-divider caption-with-letter-spacing">'
                 '<time datetime="2025-05-05">May 5, 2025</time></span>'
                 f'<span class="caption-with-letter-spacing"><span>{short_name(r)}</span></span>'
                 "</header>"
                 '<div class="article-template__social-sharing page-width page-width--narrow">'
                 '<share-button class="share-button">'
                 f'<button class="share-button__button hidden">{icon("share")}Share</button><details>'
                 f'<summary class="share-button__button">{icon("share")}Share</summary>'
                 '<div class="share-button__fallback motion-reduce"><div class="field">'
                 '<input type="text" class="field__input" value=""><label class="field__label">Link'
                 "</label></div></div></details></share-button></div>"
                 '<div class="article-template__content page-width page-width--narrow rte">')
                + "".join(f"<p>{short_para(r)}" + (
                    (" "
                     f'<a href="/products/{(h := r.choice(list(self.P)))}?variant={self.P[h]["id"] + 1}">'
                     f'{esc(self.P[h]["n"])}</a>') if r.random() < 0.3 else "") + "</p>"
                          + (f"<h2>{short_title(r)}</h2>" if r.random() < 0.3 else "")
                          for _ in range(r.randint(2, 9))) + '</div><div class="article-template__tags">'
                + "".join(f'<a href="/blogs/{a[1]}/tagged/{t}">{t}</a> ' for t in d["tags"]) +
                ('</div><div class="article-template__back element-margin-top center">'
                 f'<a href="/blogs/{a[1]}" class="article-template__link link animate-arrow">'
                 f'<span class="icon-wrap">{icon("arrow")}</span>Back to blog</a></div>'
                 '<div class="article-template__comment-wrapper background-secondary">'
                 '<div id="comments" class="page-width page-width--narrow">') +
                (f'<h2 id="Comments-1">{com} comments</h2><div class="article-template__comments">' + "".join(
                    (f'<article id="c{k}" class="article-template__comments-comment"><p>{short_sent(r)}'
                     '</p><footer class="right">'
                     f'<span class="circle-divider caption-with-letter-spacing">{short_name(r)}</span>'
                     '<span class="caption-with-letter-spacing"><time>May 6, 2025</time></span></footer>'
                     "</article>") for k in range(com)) + "</div>" if com else "") +
                ('<form method="post" action="/comments" id="comment_form" class="comment-form">'
                 '<h2>Leave a comment</h2><div class="field">'
                 '<input class="field__input" type="text" name="comment[author]">'
                 '<label class="field__label">Name</label></div>'
                 '<input type="submit" class="button" value="Post comment"></form></div></div>'
                 "</article>"))
        return ok(self.frame(base, d["n"], p, body))

    def page_pages(self, a, rich, r):
        x = a[1]
        if x == "our-stores":
            return rich(
                "Our stores", "<ul>" + "".join(f'<li><a href="/pages/{y}">{self.G[y]}</a></li>'
                                               for y in self.stores) + "</ul><p>" + short_para(r)
                + "</p><h2>Our makers</h2><ul>" + "".join(f'<li><a href="/pages/{y}">{self.G[y]}</a></li>'
                                                          for y in self.makers) + "</ul>")
        if x == "gift-cards":
            return rich(
                "Gift guides", "<ul>" + "".join(f'<li><a href="/pages/{y}">{self.G[y]}</a></li>'
                                                for y in self.guides) + "</ul>")
        inner = "".join(f"<p>{short_para(r)}</p>" for _ in range(r.randint(2, 6)))
        if x.startswith("gift-guide"):
            inner += ('<ul class="grid product-grid">'
                      + "".join(f'<li class="grid__item">{self.card(self.P[h], "", "guide")}</li>'
                                for h in r.sample(list(self.P), 8)) + "</ul>")
        if x.startswith("store"):
            inner += ("<table><tbody>" + "".join(f"<tr><td>{d}</td><td>10 - 18</td></tr>"
                                                 for d in "Mon Tue Wed Thu Fri".split()) + "</tbody></table>")
        return rich(self.G[x], inner)
