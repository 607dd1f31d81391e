"""A WooCommerce shop with a blog, as WordPress with the theme Storefront writes it (/product/NAME/).

Wanted: the 900 products, simple, variable, external, with and without reviews. Alike: posts of the blog and
pages, which share the frame; categories, tags and brands, which hold many products in small. Nasty: lists in
every order and filtered by attributes (?orderby=, ?filter_...), carts and comments as links, pages of comments,
archives by date, author and tag, feeds. woo-sitemap names a sitemap.
"""
import json
import re
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from common import (
    ADJ, LAST, MON, NOUN, Reply, Site, date, dice, esc, heavy, iso, longdate, para, person, redirect, sent, slug,
    title
)


class Woo(Site):
    def __init__(self, seed, sitemap=False):
        self.seed, self.sitemap = (seed, sitemap)
        r = dice("woo", seed)
        self.site = "Harbour & Pine"
        self.cats = []  # address, name, index of the one above or None
        tops = "Tools Garden Kitchen Lighting Outdoor Furniture Textiles Storage Office Gifts".split()
        for t in tops:
            self.cats.append((slug(t), t, None))
        for i, t in enumerate(tops):
            for j in range(r.randint(2, 5)):
                n = f"{r.choice(ADJ).capitalize()} {r.choice(NOUN).capitalize()}s"
                self.cats.append((slug(n) + f"-{i}{j}", n, i))
        self.ptags = [slug(w) for w in sorted(set(r.sample(NOUN, 70) + r.sample(ADJ, 30)))]
        self.brands = [
            r.choice(LAST) + " " + r.choice(["& Sons", "Works", "Co.", "Studio", "Design"]) for _ in range(30)
        ]
        self.bslug = [slug(b) + f"-{i}" for i, b in enumerate(self.brands)]
        leaf = [i for i, c in enumerate(self.cats) if c[2] is not None]
        self.prod = {}
        self.plist = []
        for i in range(900):
            q = dice("woo", seed, "p", i)
            n = f"{title(q, 1, 3)} {q.choice(NOUN).capitalize()}"
            sl = slug(n)
            if sl in self.prod:
                sl += "-2"
            if sl in self.prod:
                sl += f"-{i}"
            typ = q.choices(["simple", "variable", "grouped", "external"], [62, 27, 5, 6])[0]
            price = round(q.lognormvariate(3.3, 0.8), 2)
            c = q.choice(leaf)
            p = dict(id=1000 + i * 3, slug=sl, name=n, type=typ, price=price, cats=[c] +
                     ([q.choice(leaf)] if q.random() < 0.15 else []), tags=q.sample(self.ptags,
                                                                                    q.choice([0, 0, 1, 2, 3, 5])),
                     brand=q.randrange(30) if q.random() < 0.8 else None, sale=typ == "simple" and q.random() < 0.2,
                     stock=q.random() > 0.12, reviews=heavy(q, 4) if q.random() < 0.55 else 0,
                     sku=f"HP-{q.randint(1000, 9999)}" if q.random() < 0.8 else None, gallery=q.choice([
                         0, 0, 1, 3, 5, 8
                     ]), attrs=q.random() < 0.5, short=q.random() < 0.85, desc=q.random() < 0.9, down=q.random() < 0.05)
            self.prod[sl] = p
            self.plist.append(p)
        self.bcats = ["News", "How-to", "Makers", "Journal", "Recipes", "Events"]
        self.btags = sorted(set(dice("bt", seed).sample(NOUN, 60)))
        self.auth = [person(dice("au", seed, i)) for i in range(6)]
        self.posts = {}
        self.polist = []
        for i in range(650):
            q = dice("woo", seed, "b", i)
            t = title(q, 3, 7)
            sl = slug(t) if slug(t) not in self.posts else slug(t) + "-2"
            d = (2024 - i // 110, 12 - i % 110 // 10, 28 - i % 10 * 2)
            p = dict(id=5000 + i, slug=sl, title=t, date=d, cat=q.randrange(6), tags=q.sample(
                self.btags, q.randint(0, 5)), author=q.randrange(6), comments=heavy(q, 3) if q.random() < 0.5 else 0,
                     paras=q.randint(3, 14), thumb=q.random() < 0.6, prods=q.random() < 0.15)
            self.posts[sl] = p
            self.polist.append(p)
        self.pages = {
            slug(t): t
            for t in [
                "About us", "Delivery and returns", "Terms and conditions", "Privacy policy", "Contact", "FAQ",
                "Imprint", "Size guide", "Our story", "Press", "Sustainability", "Careers", "Wholesale", "Gift cards",
                "Store locator", "Care instructions"
            ]
        }
        for i in range(30):
            self.pages[f'collection-{slug(title(dice("lp", i), 2, 2))}'] = "Collection: " + title(dice("lp", i), 2, 2)
        self.bycat = {}
        for p in self.plist:
            for c in p["cats"]:
                self.bycat.setdefault(c, []).append(p)
                self.bycat.setdefault(self.cats[c][2], []).append(p)
        self.wanted = {"product/" + k: f"/product/{k}/" for k in self.prod}

    def caturl(self, i):
        c = self.cats[i]
        return f"/product-category/{self.cats[c[2]][0]}/{c[0]}/" if c[2] is not None else f"/product-category/{c[0]}/"

    def frame(self, H, ttl, bodyclass, main, crumbs, sidebar="shop", canon=None, short=None, extra="",
              robots="max-image-preview:large"):
        menu = self.frame_menu(H)
        top = "".join(
            (f'<li id="menu-item-{40 + i}'
             '" class="menu-item menu-item-type-post_type menu-item-object-page menu-item-'
             f'{40 + i}"><a href="{H}{u}">{t}</a></li>')
            for i, (u, t) in enumerate([("/shop/",
                                         "Shop"), ("/blog/",
                                                   "Journal"), ("/about-us/",
                                                                "About us"), ("/contact/",
                                                                              "Contact"), ("/my-account/",
                                                                                           "My account")]))
        if sidebar == "shop":
            r = dice("side", self.seed)
            side = (('<div id="woocommerce_product_search-2" class="widget woocommerce'
                     ' widget_product_search">'
                     '<form role="search" method="get" class="woocommerce-product-search" action="') + H +
                    ('/">'
                     '<label class="screen-reader-text" for="woocommerce-product-search-field-1">Search'
                     " for:</label>"
                     '<input type="search" id="woocommerce-product-search-field-1" class="search-field"'
                     ' placeholder="Search products&hellip;" value="" name="s" />'
                     '<button type="submit" value="Search" class="">Search</button>'
                     '<input type="hidden" name="post_type" value="product" /></form></div>'
                     '<div id="woocommerce_product_categories-2" class="widget woocommerce'
                     ' widget_product_categories"><span class="gamma widget-title">Product categories'
                     '</span><ul class="product-categories">') + "".join(
                         (f'<li class="cat-item cat-item-{i + 10} cat-parent">'
                          f'<a href="{H}{self.caturl(i)}">{esc(c[1])}</a> '
                          f'<span class="count">({len(self.bycat.get(i, []))})</span></li>')
                         for i, c in enumerate(self.cats) if c[2] is None) +
                    ("</ul></div>"
                     '<div id="woocommerce_products-2" class="widget woocommerce widget_products">'
                     '<span class="gamma widget-title">Top rated products</span>'
                     '<ul class="product_list_widget">') + "".join(
                         (f'<li><a href="{H}/product/{p["slug"]}/">'
                          f'<img width="324" height="324" src="{H}/wp-content/uploads/p{p["id"]}'
                          '-324x324.jpg" class="attachment-woocommerce_thumbnail size-woocommerce_thumbnail"'
                          f' alt="" loading="lazy" /><span class="product-title">{esc(p["name"])}</span></a>'
                          '<div class="star-rating" role="img"><span style="width:100%">Rated '
                          f'<strong class="rating">5.00</strong> out of 5</span></div>{self.price(p)}</li>')
                         for p in r.sample(self.plist, 5)) +
                    ('</ul></div><div id="woocommerce_product_tag_cloud-2" class="widget woocommerce'
                     ' widget_product_tag_cloud"><span class="gamma widget-title">Product tags</span>'
                     '<div class="tagcloud">') + "".join(
                         (f'<a href="{H}/product-tag/{t}/" class="tag-cloud-link tag-link-{i + 300}'
                          f' tag-link-position-{i + 1}" style="font-size: {8 + i % 14}pt;" aria-label="{t} ('
                          f'{i % 9 + 1} products)">{t}</a>\n') for i, t in enumerate(self.ptags[:45])) + "</div></div>")
        else:
            months = sorted({p["date"][:2] for p in self.polist}, reverse=True)
            side = (('<div id="search-2" class="widget widget_search">'
                     '<form role="search" method="get" class="search-form" action="') + H +
                    ('/"><label><span class="screen-reader-text">Search for:</span>'
                     '<input type="search" class="search-field" placeholder="Search &hellip;" value=""'
                     ' name="s" /></label><input type="submit" class="search-submit" value="Search" />'
                     '</form></div><div id="recent-posts-2" class="widget widget_recent_entries">'
                     '<span class="gamma widget-title">Recent Posts</span><ul>')
                    + "".join(f'<li><a href="{H}/{p["slug"]}/">{esc(p["title"])}</a></li>' for p in self.polist[:5]) +
                    ('</ul></div><div id="recent-comments-2" class="widget widget_recent_comments">'
                     '<span class="gamma widget-title">Recent Comments</span><ul id="recentcomments">') + "".join(
                         ('<li class="recentcomments">'
                          f'<span class="comment-author-link">{person(dice("rc", i))}</span> on '
                          f'<a href="{H}/{p["slug"]}/#comment-{i + 40}">{esc(p["title"])}</a></li>')
                         for i, p in enumerate(self.polist[7:12])) +
                    ('</ul></div><div id="archives-2" class="widget widget_archive">'
                     '<span class="gamma widget-title">Archives</span><ul>')
                    + "".join(f"<li><a href='{H}/{m[0]}/{m[1]:02}/'>{MON[m[1] - 1]} {m[0]}</a></li>".replace("'", '"')
                              for m in months[:36]) +
                    ('</ul></div><div id="categories-2" class="widget widget_categories">'
                     '<span class="gamma widget-title">Categories</span><ul>')
                    + "".join(f'<li class="cat-item cat-item-{i}"><a href="{H}/category/{slug(c)}/">{c}</a></li>'
                              for i, c in enumerate(self.bcats)) +
                    ('</ul></div><div id="calendar-2" class="widget widget_calendar">'
                     '<div id="calendar_wrap" class="calendar_wrap">'
                     '<table id="wp-calendar" class="wp-calendar-table"><caption>December 2024</caption>'
                     "<thead><tr>")
                    + "".join(f'<th scope="col" title="{d}">{d[0]}</th>'
                              for d in ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
                    + "</tr></thead><tbody>" + "".join("<tr>" + "".join(
                        (f"<td>{w * 7 + d + 1}</td>" if (w * 7 + d + 1) % 4 else
                         (f'<td><a href="{H}/2024/12/{w * 7 + d + 1:02}/" aria-label="Posts published">'
                          f"{w * 7 + d + 1}</a></td>")) for d in range(7)) + "</tr>" for w in range(4)) +
                    ("</tbody></table>"
                     '<nav aria-label="Previous and next months" class="wp-calendar-nav">'
                     f'<span class="wp-calendar-nav-prev"><a href="{H}/2024/11/">&laquo; Nov</a></span>'
                     '</nav></div></div><div id="meta-2" class="widget widget_meta">'
                     '<span class="gamma widget-title">Meta</span><ul><li><a href="') + H
                    + '/wp-login.php">Log in</a></li><li><a href="' + H + '/feed/">Entries feed</a></li><li><a href="'
                    + H + ('/comments/feed/">Comments feed</a></li><li>'
                           '<a href="https://wordpress.org/">WordPress.org</a></li></ul></div>'))
        side = ((f'<div id="secondary" class="widget-area" role="complementary">{side}</div>'
                 "<!-- #secondary -->") if sidebar else "")
        crumb = ""
        if crumbs is not None:
            crumb = (('<div class="storefront-breadcrumb"><div class="col-full">'
                      '<nav class="woocommerce-breadcrumb" aria-label="breadcrumbs"><a href="') + H + '/">Home</a>'
                     + "".join('<span class="breadcrumb-separator"> / </span>'
                               + (f'<a href="{H}{u}">{esc(t)}</a>' if u else esc(t))
                               for t, u in crumbs) + "</nav></div></div>")
        return Reply(("<!doctype html>\n"
                      '<html lang="en-GB">\n'
                      "<head>\n"
                      '<meta charset="UTF-8">\n'
                      '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
                      '<link rel="profile" href="http://gmpg.org/xfn/11">\n'
                      f'<link rel="pingback" href="{H}/xmlrpc.php">\n'
                      f"<title>{esc(ttl)} &#8211; {esc(self.site)}</title>\n"
                      f"<meta name='robots' content='{robots}' />\n"
                      f'<link rel="alternate" type="application/rss+xml" title="{esc(self.site)}'
                      f' &raquo; Feed" href="{H}/feed/" />\n'
                      f'<link rel="alternate" type="application/rss+xml" title="{esc(self.site)}'
                      f' &raquo; Comments Feed" href="{H}/comments/feed/" />\n'
                      f"<link rel='stylesheet' id='wp-block-library-css' href='{H}"
                      "/wp-includes/css/dist/block-library/style.min.css?ver=6.4.2' media='all' />\n"
                      f"<link rel='stylesheet' id='storefront-style-css' href='{H}"
                      "/wp-content/themes/storefront/style.css?ver=4.5.4' media='all' />\n"
                      f'<script src="{H}'
                      '/wp-includes/js/jquery/jquery.min.js?ver=3.7.1" id="jquery-core-js"></script>\n'
                      f'<link rel="https://api.w.org/" href="{H}/wp-json/" />'
                      f'<link rel="EditURI" type="application/rsd+xml" title="RSD" href="{H}'
                      '/xmlrpc.php?rsd" />\n'
                      '<meta name="generator" content="WordPress 6.4.2" />\n')
                     + (f'<link rel="canonical" href="{H}{canon}" />' if canon else "")
                     + (f"<link rel='shortlink' href='{H}/?p={short}' />" if short else "")
                     + ("\n"
                        '<meta name="generator" content="WooCommerce 8.4.0" />\n'
                        f"{extra}</head>\n"
                        f'<body class="{bodyclass}'
                        " wp-embed-responsive theme-storefront woocommerce-no-js storefront-align-wide"
                        ' right-sidebar woocommerce-active">\n'
                        '<div id="page" class="hfeed site">\n'
                        '<header id="masthead" class="site-header" role="banner" style="">\n'
                        '<div class="col-full">'
                        '<a class="skip-link screen-reader-text" href="#site-navigation">Skip to navigation'
                        '</a><a class="skip-link screen-reader-text" href="#content">Skip to content</a>\n'
                        '<div class="site-branding"><div class="beta site-title">'
                        f'<a href="{H}/" rel="home">{esc(self.site)}</a></div>'
                        '<p class="site-description">Good things for the house</p></div>\n'
                        '<nav class="secondary-navigation" role="navigation" aria-label="Secondary'
                        f' Navigation"><div class="menu-top-container"><ul id="menu-top" class="menu">{top}'
                        "</ul></div></nav>\n"
                        '<div class="site-search"><div class="widget woocommerce widget_product_search">'
                        f'<form role="search" method="get" class="woocommerce-product-search" action="{H}/">'
                        '<input type="search" class="search-field" name="s" />'
                        '<button type="submit" value="Search">Search</button>'
                        '<input type="hidden" name="post_type" value="product" /></form></div></div></div>\n'
                        '<div class="storefront-primary-navigation"><div class="col-full">'
                        '<nav id="site-navigation" class="main-navigation" role="navigation"'
                        ' aria-label="Primary Navigation">'
                        '<button id="site-navigation-menu-toggle" class="menu-toggle"'
                        ' aria-controls="site-navigation" aria-expanded="false"><span>Menu</span></button>'
                        f'<div class="primary-navigation"><ul id="menu-main" class="menu">{menu}</ul></div>'
                        "</nav>\n"
                        '<ul id="site-header-cart" class="site-header-cart menu"><li class="">'
                        f'<a class="cart-contents" href="{H}/cart/" title="View your shopping cart">'
                        '<span class="woocommerce-Price-amount amount">'
                        '<span class="woocommerce-Price-currencySymbol">&pound;</span>0.00</span> '
                        '<span class="count">0 items</span></a></li><li>'
                        '<div class="widget woocommerce widget_shopping_cart">'
                        '<div class="widget_shopping_cart_content"></div></div></li></ul></div></div>\n'
                        "</header>\n"
                        f"{crumb}\n"
                        '<div id="content" class="site-content" tabindex="-1"><div class="col-full">'
                        '<div class="woocommerce"></div>\n'
                        '<div id="primary" class="content-area">'
                        '<main id="main" class="site-main" role="main">\n'
                        f"{main}\n"
                        "</main></div>\n"
                        f"{side}\n"
                        "</div></div>\n"
                        '<footer id="colophon" class="site-footer" role="contentinfo">'
                        '<div class="col-full"><div class="footer-widgets row-1 col-3 fix">'
                        '<div class="block footer-widget-1"><div id="text-2" class="widget widget_text">'
                        '<span class="gamma widget-title">Visit us</span><div class="textwidget">'
                        "<p>12 Quay Street<br />Open daily 10&ndash;6</p></div></div></div>\n"
                        '<div class="block footer-widget-2">'
                        '<div id="nav_menu-2" class="widget widget_nav_menu">'
                        '<span class="gamma widget-title">Help</span><div class="menu-help-container">'
                        '<ul id="menu-help" class="menu">') + "".join(
                            ('<li class="menu-item menu-item-type-post_type menu-item-object-page">'
                             f'<a href="{H}/{k}/">{esc(v)}</a></li>') for k, v in list(self.pages.items())[:10])
                     + ("</ul></div></div></div>\n"
                        '<div class="block footer-widget-3">'
                        '<div id="nav_menu-3" class="widget widget_nav_menu">'
                        '<span class="gamma widget-title">Brands</span><ul class="menu">') + "".join(
                            (f'<li class="menu-item"><a href="{H}/brand/{self.bslug[i]}/">{esc(self.brands[i])}'
                             "</a></li>") for i in range(6))
                     + ("</ul></div></div></div>\n"
                        f'<div class="site-info">&copy; {esc(self.site)} 2024<br />'
                        f'<a class="privacy-policy-link" href="{H}'
                        '/privacy-policy/" rel="privacy-policy">Privacy policy</a>'
                        '<span role="separator" aria-hidden="true"></span>'
                        '<a href="https://woocommerce.com" target="_blank" title="WooCommerce"'
                        ' rel="noreferrer nofollow">Built with WooCommerce</a>.</div></div></footer>\n'
                        "</div>\n"
                        f'<script src="{H}'
                        '/wp-content/plugins/woocommerce/assets/js/frontend/woocommerce.min.js?ver=8.4.0"'
                        ' id="woocommerce-js"></script>\n'
                        "</body></html>"))

    def frame_menu(self, H):
        return "".join((f'<li id="menu-item-{100 + i}'
                        '" class="menu-item menu-item-type-taxonomy menu-item-object-product_cat')
                       + (" menu-item-has-children" if True else "")
                       + (f' menu-item-{100 + i}"><a href="{H}{self.caturl(i)}">{esc(c[1])}</a>'
                          '<ul class="sub-menu">') + "".join(
                              (f'<li id="menu-item-{200 + j}'
                               '" class="menu-item menu-item-type-taxonomy menu-item-object-product_cat menu-item-'
                               f'{200 + j}"><a href="{H}{self.caturl(j)}">{esc(d[1])}</a></li>')
                              for j, d in enumerate(self.cats) if d[2] == i) + "</ul></li>"
                       for i, c in enumerate(self.cats) if c[2] is None and i < 6)

    def amt(self, v):
        return ('<span class="woocommerce-Price-amount amount"><bdi>'
                f'<span class="woocommerce-Price-currencySymbol">&pound;</span>{v:,.2f}</bdi></span>')

    def price(self, p):
        if p["sale"]:
            return (f'<del aria-hidden="true">{self.amt(p["price"] * 1.25)}</del> '
                    f'<ins>{self.amt(p["price"])}</ins>')
        if p["type"] in ("variable", "grouped"):
            return f'{self.amt(p["price"])} &ndash; {self.amt(p["price"] * 1.6)}'
        return self.amt(p["price"])

    def pclass(self, p):
        return (f'product type-product post-{p["id"]} status-publish ' + ("instock" if p["stock"] else "outofstock")
                + " " + " ".join("product_cat-" + self.cats[c][0]
                                 for c in p["cats"]) + " " + " ".join("product_tag-" + t for t in p["tags"]) +
                (" has-post-thumbnail" if p["gallery"] else "") +
                (" sale" if p["sale"] else "") + " taxable shipping-taxable purchasable product-type-" + p["type"])

    def loop(self, H, prods, here, cols=3):
        out = []
        for i, p in enumerate(prods):
            u = f'{H}/product/{p["slug"]}/'
            btn = ((f'<a href="{here}{"&amp;" if "?" in here else "?"}add-to-cart={p["id"]}'
                    '" data-quantity="1" class="button product_type_simple add_to_cart_button'
                    f' ajax_add_to_cart" data-product_id="{p["id"]}" data-product_sku="{p["sku"] or ""}'
                    '" aria-label="Add to basket" rel="nofollow">Add to basket</a>') if p["type"] == "simple"
                   and p["stock"] else (f'<a href="{u}" data-quantity="1" class="button product_type_{p["type"]}'
                                        f'" data-product_id="{p["id"]}" data-product_sku="" rel="nofollow">') +
                   ("Select options" if p["stock"] else "Read more") + "</a>")
            out.append(f'<li class="{self.pclass(p)}'
                       + (" first" if i % cols == 0 else " last" if i % cols == cols - 1 else "")
                       + ('">'
                          f'<a href="{u}" class="woocommerce-LoopProduct-link woocommerce-loop-product__link">')
                       + ('<span class="onsale">Sale!</span>' if p["sale"] else "")
                       + (f'<img width="324" height="324" src="{H}/wp-content/uploads/p{p["id"]}'
                          '-324x324.jpg" class="attachment-woocommerce_thumbnail size-woocommerce_thumbnail"'
                          ' alt="" decoding="async" />'
                          f'<h2 class="woocommerce-loop-product__title">{esc(p["name"])}</h2>')
                       + (('<div class="star-rating" role="img" aria-label="Rated 4.50 out of 5">'
                           '<span style="width:90%">Rated <strong class="rating">4.50</strong> out of 5</span>'
                           "</div>") if p["reviews"] else "")
                       + f'<span class="price">{self.price(p)}</span></a>{btn}</li>')
        return f'<ul class="products columns-{cols}">' + "\n".join(out) + "</ul>"

    def pager(self, H, base, page, n, q, cls="woocommerce-pagination"):
        if n < 2:
            return ""

        def u(k):
            return esc(H + base + (f"page/{k}/" if k > 1 else "") + ("?" + urlencode(q) if q else ""))

        li = []
        if page > 1:
            li.append(f'<li><a class="prev page-numbers" href="{u(page - 1)}">&larr;</a></li>')
        last = 0
        for k in range(1, n + 1):
            if k in (1, 2, 3, n, n - 1, n - 2) or abs(k - page) <= 2:
                if last and k > last + 1:
                    li.append('<li><span class="page-numbers dots">&hellip;</span></li>')
                last = k
                li.append(f'<li><span aria-current="page" class="page-numbers current">{k}</span></li>' if k ==
                          page else f'<li><a class="page-numbers" href="{u(k)}">{k}</a></li>')
        if page < n:
            li.append(f'<li><a class="next page-numbers" href="{u(page + 1)}">&rarr;</a></li>')
        return f'<nav class="{cls}"><ul class="page-numbers">{"".join(li)}</ul></nav>'

    def archive(self, H, ttl, base, prods, page, q, cls, crumbs, subs="", desc=""):
        order = q.get("orderby", "menu_order")
        prods = list(prods)
        if "min_price" in q:
            prods = [
                p for p in prods
                if float(q["min_price"] or 0) <= p["price"] <= float(q.get("max_price") or 1000000000.0)
            ]
        if "filter_color" in q:
            prods = [
                p for p in prods
                if dice("fc", p["id"]).choice(["red", "blue", "oak", "black", "white"]) in q["filter_color"].split(",")
            ]
        if order.startswith("price"):
            prods.sort(key=lambda p: p["price"], reverse=order.endswith("desc"))
        elif order == "date":
            prods.sort(key=lambda p: -p["id"])
        elif order == "popularity":
            prods.sort(key=lambda p: dice("pop", p["id"]).random())
        elif order == "rating":
            prods.sort(key=lambda p: -p["reviews"])
        else:
            prods.sort(key=lambda p: p["name"])
        n = max(1, -(-len(prods) // 12))
        if page > n:
            return self.notfound(H)
        keep = {k: q[k] for k in ("orderby", "filter_color", "min_price", "max_price") if k in q}
        here = H + base + (f"page/{page}/" if page > 1 else "") + ("?" + esc(urlencode(keep)) if keep else "")
        sorting = self.archive_sorting(prods, H, base, page, n, keep, order)
        k2 = dict(keep)
        links = (('<div class="widget woocommerce widget_layered_nav woocommerce-widget-layered-nav">'
                  '<span class="gamma widget-title">Filter by colour</span>'
                  '<ul class="woocommerce-widget-layered-nav-list">') + "".join(
                      ('<li class="woocommerce-widget-layered-nav-list__item wc-layered-nav-term">'
                       f'<a rel="nofollow" href="{H}{base}?') + esc(urlencode({
                           **k2, "filter_color": c
                       })) + f'">{c}</a> <span class="count">(3)</span></li>'
                      for c in ["red", "blue", "oak", "black", "white"]) + "</ul></div>")
        links += ('<div class="sort-links">'
                  + " | ".join(f'<a href="{H}{base}?{esc(urlencode({**k2, "orderby": o}))}">{o}</a>'
                               for o in ("popularity", "rating", "date", "price", "price-desc")) + "</div>")
        main = ('<header class="woocommerce-products-header">'
                f'<h1 class="woocommerce-products-header__title page-title">{esc(ttl)}</h1>{desc}'
                '</header><div class="woocommerce-notices-wrapper">'
                f"</div>{subs}{links}{sorting}{self.loop(H, prods[(page - 1) * 12:page * 12], here)}"
                f"{sorting}")
        return self.frame(H, ttl, f"archive tax-product_cat {cls} woocommerce woocommerce-page", main, crumbs)

    def archive_sorting(self, prods, H, base, page, n, keep, order):
        return (('<div class="storefront-sorting"><form class="woocommerce-ordering" method="get">'
                 '<select name="orderby" class="orderby" aria-label="Shop order">')
                + "".join(f'<option value="{o}"{" selected" if o == order else ""}>{t}</option>'
                          for o, t in [("menu_order", "Default sorting"), ("popularity", "Sort by popularity"),
                                       ("rating", "Sort by average rating"), ("date", "Sort by latest"),
                                       ("price",
                                        "Sort by price: low to high"), ("price-desc", "Sort by price: high to low")]) +
                ('</select><input type="hidden" name="paged" value="1" /></form>'
                 f'<p class="woocommerce-result-count">Showing {(page - 1) * 12 + 1}&ndash;'
                 f"{min(page * 12, len(prods))} of {len(prods)} results"
                 f"</p>{self.pager(H, base, page, n, keep)}</div>"))

    def notfound(self, H):
        rep = self.frame(H, "Page not found", "error404",
                         ('<div class="error-404 not-found"><div class="page-content">'
                          '<header class="page-header">'
                          '<h1 class="page-title">Oops! That page can&rsquo;t be found.</h1></header>'
                          "<p>Nothing was found at this location. Try searching, or check out the links"
                          ' below.</p><section aria-label="Popular Products"><h2>Popular Products</h2>')
                         + self.loop(H, self.plist[:4], H + "/x", 4) + "</section></div></div>", [("Error 404", None)],
                         sidebar=None)
        rep.status = 404
        return rep

    def comments(self, H, url, ident, n, page, kind):
        per = 20
        last = max(1, -(-n // per))
        page = page or last
        out = []
        for i in range((page - 1) * per, min(n, page * per)):
            q = dice("com", self.seed, ident, i)
            who = person(q)
            d = date(q)
            if kind == "review":
                st = q.randint(2, 5)
                out.append((f'<li class="review {"even" if i % 2 else "odd"}'
                            f' thread-even depth-1" id="li-comment-{ident}{i}">'
                            f'<div id="comment-{ident}{i}" class="comment_container">'
                            f'<img alt="" src="https://secure.gravatar.com/avatar/{i}'
                            '?s=60" class="avatar avatar-60 photo" height="60" width="60" />'
                            '<div class="comment-text">'
                            f'<div class="star-rating" role="img" aria-label="Rated {st} out of 5">'
                            f'<span style="width:{st * 20}%">Rated <strong class="rating">{st}</strong> out of 5'
                            f'</span></div><p class="meta"><strong class="woocommerce-review__author">{who}'
                            "</strong> ")
                           + ('<em class="woocommerce-review__verified verified">(verified owner)</em> ' if q.random() <
                              0.6 else "")
                           + ('<span class="woocommerce-review__dash">&ndash;</span> '
                              f'<time class="woocommerce-review__published-date" datetime="{iso(d)}">{longdate(d)}'
                              f'</time></p><div class="description"><p>{para(q, 1, 4)}</p></div></div></div></li>'))
            else:
                out.append(f'<li class="comment {"even" if i % 2 else "odd"} thread-even depth-1" id="comment-'
                           f'{ident}{i}"><div class="comment-body"><div class="comment-meta commentmetadata">'
                           '<div class="comment-author vcard">'
                           f'<img alt="" src="https://secure.gravatar.com/avatar/{i}'
                           f'?s=128" class="avatar avatar-128 photo" /><cite class="fn">{who}</cite></div>'
                           f'<a href="{H}{url}#comment-{ident}{i}" class="comment-date">'
                           f'<time datetime="{iso(d)}">{longdate(d)}</time></a></div>'
                           f'<div id="div-comment-{ident}{i}" class="comment-content">'
                           f'<div class="comment-text"><p>{para(q, 1, 3)}</p></div><div class="reply">'
                           f'<a rel="nofollow" class="comment-reply-link" href="{H}{url}?replytocom={ident}{i}'
                           f'#respond" data-commentid="{i}">Reply</a></div></div></div></li>')
        nav = ""
        if last > 1:
            nav = ('<nav class="woocommerce-pagination"><ul class="page-numbers">' + "".join(
                (f'<li><a class="page-numbers" href="{H}{url}comment-page-{k}/#comments">{k}</a></li>' if k !=
                 page else f'<li><span class="page-numbers current">{k}</span></li>')
                for k in range(1, last + 1)) + "</ul></nav>")
        return ('<ol class="' +
                ("commentlist" if kind == "review" else "comment-list") + '">' + "\n".join(out) + "</ol>" + nav)

    def product(self, H, p, cp):
        q = dice("pp", self.seed, p["id"])
        u = f'/product/{p["slug"]}/'
        g = ('<div class="woocommerce-product-gallery woocommerce-product-gallery--with-images'
             ' woocommerce-product-gallery--columns-4 images" data-columns="4">'
             '<figure class="woocommerce-product-gallery__wrapper">')
        for k in range(max(1, p["gallery"] + 1)):
            src = f'{H}/wp-content/uploads/p{p["id"]}-{k}'
            g += ((f'<div data-thumb="{src}'
                   '-100x100.jpg" data-thumb-alt="" class="woocommerce-product-gallery__image">'
                   f'<a href="{src}.jpg"><img width="416" height="416" src="{src}-416x416.jpg" class="'
                   f'{"wp-post-image" if k == 0 else ""}" alt="" loading="lazy" /></a></div>') if p["gallery"] else
                  (f'<div class="woocommerce-product-gallery__image--placeholder"><img src="{H}'
                   '/wp-content/uploads/woocommerce-placeholder-416x416.png" alt="Awaiting product'
                   ' image" class="wp-post-image" /></div>'))
        g += "</figure></div>"
        stock = ("" if p["type"] != "simple" else
                 ('<p class="stock out-of-stock">Out of stock</p>' if not p["stock"] else
                  f'<p class="stock in-stock">{q.randint(1, 40)} in stock</p>' if q.random() < 0.5 else ""))
        if p["type"] == "simple":
            form = ((f'<form class="cart" action="{H}{u}" method="post" enctype="multipart/form-data">'
                     '<div class="quantity">'
                     f'<label class="screen-reader-text" for="quantity_1">{esc(p["name"])} quantity'
                     "</label>"
                     '<input type="number" id="quantity_1" class="input-text qty text" name="quantity"'
                     ' value="1" title="Qty" size="4" min="1" max="" step="1" /></div>'
                     f'<button type="submit" name="add-to-cart" value="{p["id"]}'
                     '" class="single_add_to_cart_button button alt">Add to basket</button></form>')
                    if p["stock"] else "")
        elif p["type"] == "variable":
            rows = "".join((f'<tr><th class="label"><label for="pa_{a}">{a.capitalize()}</label></th>'
                            '<td class="value">'
                            f'<select id="pa_{a}" name="attribute_pa_{a}" data-attribute_name="attribute_pa_{a}'
                            '"><option value="">Choose an option</option>')
                           + "".join(f'<option value="{o}" class="attached enabled">{o}</option>'
                                     for o in q.sample(ADJ, q.randint(2, 6))) + "</select></td></tr>"
                           for a in q.sample(["color", "size", "finish", "wood"], q.randint(1, 3)))
            form = (f'<form class="variations_form cart" action="{H}{u}'
                    f'" method="post" enctype="multipart/form-data" data-product_id="{p["id"]}">'
                    f'<table class="variations" cellspacing="0" role="presentation"><tbody>{rows}'
                    '</tbody></table><div class="single_variation_wrap">'
                    '<div class="woocommerce-variation single_variation"></div>'
                    '<div class="woocommerce-variation-add-to-cart variations_button">'
                    '<div class="quantity">'
                    '<input type="number" class="input-text qty text" name="quantity" value="1" />'
                    "</div>"
                    '<button type="submit" class="single_add_to_cart_button button alt">Add to basket'
                    f'</button><input type="hidden" name="add-to-cart" value="{p["id"]}" /></div></div>'
                    "</form>")
        elif p["type"] == "grouped":
            form = ((f'<form class="cart grouped_form" action="{H}{u}" method="post">'
                     '<table cellspacing="0" class="woocommerce-grouped-product-list group_table">'
                     "<tbody>") + "".join(
                         (f'<tr class="woocommerce-grouped-product-list-item {self.pclass(x)}">'
                          '<td class="woocommerce-grouped-product-list-item__quantity"><div class="quantity">'
                          f'<input type="number" class="input-text qty text" name="quantity[{x["id"]}]" />'
                          '</div></td><td class="woocommerce-grouped-product-list-item__label"><label>'
                          f'<a href="{H}/product/{x["slug"]}/">{esc(x["name"])}</a></label></td>'
                          f'<td class="woocommerce-grouped-product-list-item__price">{self.amt(x["price"])}'
                          "</td></tr>") for x in q.sample(self.plist, q.randint(2, 5))) +
                    ("</tbody></table>"
                     '<button type="submit" class="single_add_to_cart_button button alt">Add to basket'
                     "</button></form>"))
        else:
            form = (f'<form class="cart" action="https://partner.example/{p["slug"]}" method="get">'
                    '<button type="submit" class="single_add_to_cart_button button alt">Buy at partner'
                    "</button></form>")
        c = p["cats"]
        meta = self.product_meta(p, H, c)
        share = (('<div class="sharedaddy sd-sharing-enabled">'
                  '<div class="robots-nocontent sd-block sd-social sd-social-icon-text sd-sharing">'
                  '<h3 class="sd-title">Share this:</h3><div class="sd-content"><ul>') + "".join(
                      (f'<li class="share-{x}">'
                       f'<a rel="nofollow noopener noreferrer" data-shared="sharing-{x}-{p["id"]}'
                       f'" class="share-{x} sd-button share-icon" href="{H}{u}?share={x}'
                       f'" target="_blank" title="Click to share on {x}"><span>{x}</span></a></li>')
                      for x in ("twitter", "facebook", "pinterest")) + "</ul></div></div></div>")
        tabs = []
        if p["desc"]:
            b = "<h2>Description</h2>" + "".join(f"<p>{para(q)}</p>" for _ in range(q.randint(1, 5)))
            if q.random() < 0.3:
                b += "<ul>" + "".join(f"<li>{sent(q, 3, 8)}</li>" for _ in range(q.randint(3, 8))) + "</ul>"
            if q.random() < 0.12:
                b += ("<h3>" + title(q) + "</h3><p>" + para(q) +
                      ('</p><figure class="wp-block-image"><img src="/wp-content/uploads/x.jpg" alt="" />'
                       "</figure>"))
            tabs.append(("description", "Description", b))
        if p["attrs"]:
            tabs.append(
                ("additional_information", "Additional information",
                 ("<h2>Additional information</h2>"
                  '<table class="woocommerce-product-attributes shop_attributes">') + "".join(
                      ('<tr class="woocommerce-product-attributes-item'
                       f' woocommerce-product-attributes-item--{k}">'
                       f'<th class="woocommerce-product-attributes-item__label">{k}</th>'
                       f'<td class="woocommerce-product-attributes-item__value"><p>{sent(q, 1, 3)}</p></td>'
                       "</tr>")
                      for k in q.sample(["Weight", "Dimensions", "Color", "Material", "Size", "Made in", "Care"],
                                        q.randint(1, 6))) + "</table>"))
        n = p["reviews"]
        rev = self.product_rev(n, u, H, cp, p)
        tabs.append(("reviews", f"Reviews ({n})", rev))
        tab = (('<div class="woocommerce-tabs wc-tabs-wrapper">'
                '<ul class="tabs wc-tabs" role="tablist">')
               + "".join(f'<li class="{k}_tab" id="tab-title-{k}" role="tab"><a href="#tab-{k}">{t}</a></li>'
                         for k, t, _ in tabs) + "</ul>" + "".join(
                             (f'<div class="woocommerce-Tabs-panel woocommerce-Tabs-panel--{k}'
                              f' panel entry-content wc-tab" id="tab-{k}" role="tabpanel">{b}</div>')
                             for k, _, b in tabs) + "</div>")
        ups = ('<section class="up-sells upsells products"><h2>You may also like&hellip;</h2>'
               + self.loop(H, q.sample(self.plist, 3), H + u) + "</section>" if q.random() < 0.15 else "")
        same = [x for x in self.bycat[c[0]] if x is not p]
        rel = ('<section class="related products"><h2>Related products</h2>'
               + self.loop(H, q.sample(same, min(3, len(same))), H + u) + "</section>" if same else "")
        i = self.plist.index(p)
        nav = self.product_nav(i, H)
        main = (('<div class="woocommerce-notices-wrapper"></div>'
                 f'<div id="product-{p["id"]}" class="{self.pclass(p)}">') +
                ('<span class="onsale">Sale!</span>' if p["sale"] else "") + g +
                ('<div class="summary entry-summary">'
                 f'<h1 class="product_title entry-title">{esc(p["name"])}</h1>') +
                (('<div class="woocommerce-product-rating"><div class="star-rating" role="img">'
                  '<span style="width:90%">Rated <strong class="rating">4.5'
                  f'</strong> out of 5 based on <span class="rating">{n}</span> customer ratings'
                  '</span></div> <a href="#reviews" class="woocommerce-review-link" rel="nofollow">('
                  f'<span class="count">{n}</span> customer reviews)</a></div>') if n else "")
                + f'<p class="price">{self.price(p)}</p>' +
                ((f'<div class="woocommerce-product-details__short-description"><p>{para(q, 1, 2)}</p>'
                  "</div>") if p["short"] else "") + stock + form + meta + share + f"</div>{tab}{ups}{rel}{nav}</div>")
        top = self.cats[c[0]]
        canon = u if not cp else f"{u}comment-page-{cp}/"
        return self.frame(
            H, p["name"], (f'product-template-default single single-product postid-{p["id"]}'
                           " woocommerce woocommerce-page"), main, [(self.cats[top[2]][1], self.caturl(top[2])),
                                                                    (top[1], self.caturl(c[0])), (p["name"], None)],
            canon=canon, short=p["id"], extra='<script type="application/ld+json">' + json.dumps({
                "@context": "https://schema.org/",
                "@type": "Product",
                "name": p["name"],
                "sku": p["sku"],
                "offers": {
                    "@type": "Offer",
                    "price": p["price"],
                    "priceCurrency": "GBP"
                }
            }) + "</script>")

    def product_meta(self, p, H, c):
        return ('<div class="product_meta">' +
                (f'<span class="sku_wrapper">SKU: <span class="sku">{p["sku"]}</span></span> ' if p["sku"] else "")
                + '<span class="posted_in">' + ("Categories" if len(c) > 1 else "Category") + ": "
                + ", ".join(f'<a href="{H}{self.caturl(x)}" rel="tag">{esc(self.cats[x][1])}</a>'
                            for x in c) + "</span>" +
                (' <span class="tagged_as">Tags: ' + ", ".join(f'<a href="{H}/product-tag/{t}/" rel="tag">{t}</a>'
                                                               for t in p["tags"]) + "</span>" if p["tags"] else "") +
                ((' <span class="posted_in">Brand: '
                  f'<a href="{H}/brand/{self.bslug[p["brand"]]}/" rel="tag">'
                  f'{esc(self.brands[p["brand"]])}</a></span>') if p["brand"] is not None else "") + "</div>")

    def product_rev(self, n, u, H, cp, p):
        return (('<div id="reviews" class="woocommerce-Reviews"><div id="comments">'
                 '<h2 class="woocommerce-Reviews-title">') +
                (f'{n} reviews for <span>{esc(p["name"])}</span></h2>' + self.comments(H, u, p["id"], n, cp, "review")
                 if n else 'Reviews</h2><p class="woocommerce-noreviews">There are no reviews yet.</p>') +
                ('</div><div id="review_form_wrapper"><div id="review_form">'
                 '<div id="respond" class="comment-respond">'
                 '<span id="reply-title" class="comment-reply-title">') +
                ("Add a review" if n else "Be the first to review &ldquo;" + esc(p["name"]) + "&rdquo;") +
                (f' <small><a rel="nofollow" id="cancel-comment-reply-link" href="{u}'
                 f'#respond" style="display:none;">Cancel reply</a></small></span><form action="{H}'
                 '/wp-comments-post.php" method="post" id="commentform" class="comment-form">'
                 '<div class="comment-form-rating"><label for="rating">Your rating</label>'
                 '<select name="rating" id="rating" required><option value="">Rate&hellip;</option>'
                 '<option value="5">Perfect</option><option value="4">Good</option>'
                 '<option value="3">Average</option></select></div><p class="comment-form-comment">'
                 '<label for="comment">Your review</label>'
                 '<textarea id="comment" name="comment" cols="45" rows="8" required></textarea></p>'
                 '<p class="comment-form-author"><label for="author">Name</label>'
                 '<input id="author" name="author" type="text" /></p><p class="comment-form-email">'
                 '<label for="email">Email</label><input id="email" name="email" type="email" /></p>'
                 '<p class="form-submit">'
                 '<input name="submit" type="submit" id="submit" class="submit" value="Submit" />'
                 '</p></form></div></div></div><div class="clear"></div></div>'))

    def product_nav(self, i, H):
        return ('<nav class="storefront-product-pagination" aria-label="More products">' +
                ((f'<a href="{H}/product/{self.plist[i - 1]["slug"]}/" rel="prev">'
                  '<img src="/i.jpg" class="attachment-woocommerce_thumbnail" alt="" />'
                  '<span class="storefront-product-pagination__title">'
                  f'{esc(self.plist[i - 1]["name"])}</span></a>') if i else "") +
                ((f'<a href="{H}/product/{self.plist[i + 1]["slug"]}/" rel="next">'
                  '<img src="/i.jpg" alt="" /><span class="storefront-product-pagination__title">'
                  f'{esc(self.plist[i + 1]["name"])}</span></a>') if i + 1 < len(self.plist) else "") + "</nav>")

    def article(self, H, p, full=True):
        q = dice("po", self.seed, p["id"])
        u = f'{H}/{p["slug"]}/'
        au = self.auth[p["author"]]
        head = self.article_head(full, u, H, au, p)
        body = '<div class="entry-content">' + (
            (f'<img width="1024" height="576" src="{H}/wp-content/uploads/post{p["id"]}'
             '.jpg" class="attachment- size- wp-post-image" alt="" />') if p["thumb"] else "")
        if full:
            for k in range(p["paras"]):
                x = q.random()
                if x < 0.15:
                    body += f'<h2 class="wp-block-heading">{title(q)}</h2>'
                elif x < 0.22:
                    body += "<ul>" + "".join(f"<li>{sent(q, 3, 9)}</li>" for _ in range(q.randint(3, 7))) + "</ul>"
                elif x < 0.3:
                    body += (f'<figure class="wp-block-image size-large"><a href="{H}/{p["slug"]}/img-{k}/">'
                             f'<img src="{H}/wp-content/uploads/{p["id"]}-{k}.jpg" alt="" class="wp-image-{k}" />'
                             f'</a><figcaption class="wp-element-caption">{sent(q, 3, 8)}</figcaption></figure>')
                elif x < 0.33:
                    body += f'<blockquote class="wp-block-quote"><p>{sent(q)}</p></blockquote>'
                body += f"<p>{para(q)}</p>"
            if p["prods"]:
                body += '<div class="woocommerce columns-3">' + self.loop(H, q.sample(self.plist, 3), u) + "</div>"
            body += (('<div class="sharedaddy sd-sharing-enabled">'
                      '<div class="robots-nocontent sd-block sd-social"><h3 class="sd-title">Share this:'
                      '</h3><div class="sd-content"><ul>') + "".join(
                          (f'<li class="share-{x}">'
                           f'<a rel="nofollow noopener noreferrer" class="share-{x} sd-button" href="{u}?share='
                           f'{x}"><span>{x}</span></a></li>')
                          for x in ("twitter", "facebook")) + "</ul></div></div></div>")
        else:
            body += (f"<p>{para(q)} [&hellip;]</p>" if q.random() < 0.6 else "".join(f"<p>{para(q)}</p>"
                                                                                     for _ in range(2))
                     + f' <a href="{u}#more-{p["id"]}" class="more-link">Continue reading</a>')
        body += "</div>"
        tax = (('<aside class="entry-taxonomy"><div class="cat-links">Category: '
                f'<a href="{H}/category/{slug(self.bcats[p["cat"]])}/" rel="category tag">'
                f'{self.bcats[p["cat"]]}</a></div>') +
               ('<div class="tags-links">Tags: ' + ", ".join(f'<a href="{H}/tag/{t}/" rel="tag">{t}</a>'
                                                             for t in p["tags"]) + "</div>" if p["tags"] else "")
               + "</aside>")
        return ((f'<article id="post-{p["id"]}" class="post-{p["id"]}'
                 " post type-post status-publish format-standard") + (" has-post-thumbnail" if p["thumb"] else "") +
                (f' hentry category-{slug(self.bcats[p["cat"]])}">{head}{body}{tax if full else ""}'
                 "</article>"))

    def article_head(self, full, u, H, au, p):
        return (('<header class="entry-header"><span class="posted-on">Posted on '
                 f'<a href="{u}" rel="bookmark">'
                 f'<time class="entry-date published" datetime="{iso(p["date"])}">'
                 f'{longdate(p["date"])}</time></a></span> <span class="post-author">by '
                 f'<a href="{H}/author/{slug(au)}/" rel="author">{au}</a></span>') +
                ((' <span class="post-comments">&mdash; '
                  f'<a href="{u}#comments">{p["comments"]} Comments</a></span>') if p["comments"] else
                 f' <span class="post-comments">&mdash; <a href="{u}#respond">0 Comments</a></span>') +
                (f'<h1 class="entry-title">{esc(p["title"])}</h1>' if full else
                 (f'<h2 class="alpha entry-title"><a href="{u}" rel="bookmark">{esc(p["title"])}</a>'
                  "</h2>")) + "</header>")

    def post(self, H, p, cp=0):
        i = self.polist.index(p)
        u = f'/{p["slug"]}/'
        nav = (('<nav id="post-navigation" class="navigation post-navigation" role="navigation"'
                ' aria-label="Post Navigation"><h2 class="screen-reader-text">Post navigation</h2>'
                '<div class="nav-links">') +
               ((f'<div class="nav-previous"><a href="{H}/{self.polist[i + 1]["slug"]}/" rel="prev">'
                 '<span class="screen-reader-text">Previous post: '
                 f'</span>{esc(self.polist[i + 1]["title"])}</a></div>') if i + 1 < len(self.polist) else "") +
               ((f'<div class="nav-next"><a href="{H}/{self.polist[i - 1]["slug"]}/" rel="next">'
                 f'{esc(self.polist[i - 1]["title"])}</a></div>') if i else "") + "</div></nav>")
        com = ('<section id="comments" class="comments-area" aria-label="Post Comments">' +
               ((f'<h2 class="comments-title">{p["comments"]} responses to &ldquo;'
                 f'<span>{esc(p["title"])}</span>&rdquo;</h2>')
                + self.comments(H, u, p["id"], p["comments"], cp, "comment") if p["comments"] else "") +
               ('<div id="respond" class="comment-respond">'
                '<span id="reply-title" class="gamma comment-reply-title">Leave a Reply</span>'
                f'<form action="{H}'
                '/wp-comments-post.php" method="post" id="commentform" class="comment-form">'
                '<p class="comment-notes">Your email address will not be published.</p>'
                '<p class="comment-form-comment"><textarea id="comment" name="comment"></textarea>'
                '</p><p class="comment-form-author"><input id="author" name="author" type="text" />'
                '</p><p class="form-submit"><input name="submit" type="submit" /></p></form></div>'
                "</section>"))
        return self.frame(H, p["title"],
                          f'post-template-default single single-post postid-{p["id"]} single-format-standard',
                          self.article(H, p) + nav + com,
                          [(self.bcats[p["cat"]], f'/category/{slug(self.bcats[p["cat"]])}/'),
                           (p["title"], None)], sidebar="blog", canon=u, short=p["id"])

    def bloglist(self, H, ttl, base, posts, page, crumb, cls="archive"):
        n = max(1, -(-len(posts) // 10))
        if page > n or not posts:
            return self.notfound(H)
        return self.frame(
            H, ttl, cls, f'<header class="page-header"><h1 class="page-title">{esc(ttl)}</h1></header>'
            + "".join(self.article(H, p, False) for p in posts[(page - 1) * 10:page * 10])
            + self.pager(H, base, page, n, {}, "navigation pagination"), crumb, sidebar="blog")

    def simple(self, H, u, t):
        q = dice("pg", u)
        body = "".join((f"<h2>{title(q)}</h2>" if q.random() < 0.4 else "") + f"<p>{para(q)}</p>"
                       for _ in range(q.randint(2, 12)))
        if u.startswith("collection"):
            body += ('<div class="woocommerce columns-3">' + self.loop(H, q.sample(self.plist, 9), H + "/" + u + "/")
                     + "</div>")
        return self.frame(H, t, "page-template-default page page-id-7",
                          ('<article id="post-7" class="post-7 page type-page status-publish hentry">'
                           f'<header class="entry-header"><h1 class="entry-title">{esc(t)}</h1></header>'
                           f'<div class="entry-content">{body}</div></article>'), [(t, None)], canon=f"/{u}/",
                          sidebar="blog" if not u.startswith("coll") else "shop")

    def handle(self, path, query, headers, H):
        q = self.q(query)
        rep = self.page(path, q, H)
        return rep

    def page(self, path, q, H):
        if path == "/robots.txt":
            return Reply(("User-agent: *\n"
                          "Disallow: /wp-admin/\n"
                          "Allow: /wp-admin/admin-ajax.php\n") +
                         (("\n"
                           f"Sitemap: {H}/wp-sitemap.xml\n") if self.sitemap else ""),
                         ctype="text/plain; charset=utf-8")
        if path.endswith(".xml"):
            return self.maps(path, H)
        if "/feed/" in path:
            return Reply((f'<?xml version="1.0"?><rss version="2.0"><channel><title>{esc(self.site)}</title>'
                          f"<link>{H}</link></channel></rss>"), ctype="application/rss+xml; charset=UTF-8")
        if path == "/":
            return self.page_home(q, H)
        parts = [unquote(x) for x in path.strip("/").split("/")]
        if not path.endswith("/") and "." not in parts[-1]:
            return redirect(H + path + "/")
        page = 1
        if len(parts) > 1 and parts[-2] == "page" and parts[-1].isdigit():
            page = int(parts[-1])
            parts = parts[:-2]
        cp = 0
        if parts[-1].startswith("comment-page-"):
            cp = int(parts[-1][13:])
            parts = parts[:-1]
        k = parts[0] if parts else ""
        if k == "product" and len(parts) == 2 and (parts[1] in self.prod):
            if "share" in q:
                return redirect(f"https://share.example/?u={quote(path)}", 302)
            return self.product(H, self.prod[parts[1]], cp)
        if k == "shop":
            return self.archive(H, "Shop", "/shop/", self.plist, page, q, "post-type-archive-product", [("Shop", None)])
        if k == "product-category":
            for i, c in enumerate(self.cats):
                if c[0] == parts[-1]:
                    subs = ""
                    if c[2] is None and page == 1:
                        subs = ('<ul class="products columns-3">' + "".join(
                            (f'<li class="product-category product"><a href="{H}{self.caturl(j)}">'
                             '<img src="/c.jpg" alt="" />'
                             f'<h2 class="woocommerce-loop-category__title">{esc(d[1])} '
                             f'<mark class="count">({len(self.bycat.get(j, []))})</mark></h2></a></li>')
                            for j, d in enumerate(self.cats) if d[2] == i) + "</ul>")
                    cr = ([(self.cats[c[2]][1], self.caturl(c[2]))] if c[2] is not None else []) + [(c[1], None)]
                    return self.archive(
                        H, c[1], self.caturl(i), self.bycat.get(i, []), page, q, "term-" + c[0], cr, subs,
                        '<div class="term-description"><p>' + para(dice("cd", i)) + "</p></div>" if i % 3 == 0 else "")
        if k == "product-tag" and len(parts) == 2:
            ps = [p for p in self.plist if parts[1] in p["tags"]]
            if ps:
                return self.archive(H, parts[1], f"/product-tag/{parts[1]}/", ps, page, q, "tax-product_tag",
                                    [(f"Products tagged “{parts[1]}”", None)])
        if k == "brand" and len(parts) == 2 and (parts[1] in self.bslug):
            i = self.bslug.index(parts[1])
            return self.archive(H, self.brands[i], f"/brand/{parts[1]}/", [p for p in self.plist if p["brand"] == i],
                                page, q, "tax-product_brand", [(self.brands[i], None)],
                                desc='<div class="term-description"><p>' + para(dice("bd", i)) + "</p></div>")
        if k == "blog":
            return self.bloglist(H, "Journal", "/blog/", self.polist, page, [("Journal", None)], "blog")
        if k == "category" and len(parts) == 2:
            for i, c in enumerate(self.bcats):
                if slug(c) == parts[1]:
                    return self.bloglist(H, "Category: " + c,
                                         path.split("page/")[0], [p for p in self.polist if p["cat"] == i], page,
                                         [(c, None)])
        if k == "tag" and len(parts) == 2:
            return self.bloglist(H, "Tag: " + parts[1], f"/tag/{parts[1]}/",
                                 [p for p in self.polist if parts[1] in p["tags"]], page, [(parts[1], None)])
        if k == "author" and len(parts) == 2:
            return self.bloglist(H, "Author: " + parts[1], f"/author/{parts[1]}/",
                                 [p for p in self.polist if slug(self.auth[p["author"]]) == parts[1]], page,
                                 [(parts[1], None)])
        if k.isdigit() and len(k) == 4:
            d = tuple(int(x) for x in parts if x.isdigit())
            return self.bloglist(H, "Archive: " + "/".join(parts), "/" + "/".join(parts) + "/",
                                 [p for p in self.polist if p["date"][:len(d)] == d], page, [("/".join(parts), None)])
        if k in self.pages and len(parts) == 1:
            return self.simple(H, k, self.pages[k])
        if k in self.posts:
            if len(parts) == 1:
                return self.post(H, self.posts[k], cp)
            if len(parts) == 2 and parts[1].startswith("img-"):
                return self.frame(H, parts[1], "attachment single single-attachment",
                                  ('<article class="attachment type-attachment hentry"><header class="entry-header">'
                                   f'<h1 class="entry-title">{parts[1]}</h1></header><div class="entry-content">'
                                   f'<p class="attachment"><a href="{H}/wp-content/uploads/{parts[1]}.jpg">'
                                   '<img src="/x.jpg" /></a></p></div></article>'), [(self.posts[k]["title"], f"/{k}/"),
                                                                                     (parts[1], None)], sidebar="blog")
        if k == "cart":
            return self.frame(H, "Basket", "page woocommerce-cart woocommerce-page",
                              ('<article class="page"><h1 class="entry-title">Basket</h1><div class="woocommerce">'
                               '<p class="cart-empty woocommerce-info">Your basket is currently empty.</p>'
                               '<p class="return-to-shop"><a class="button wc-backward" href="') + H
                              + '/shop/">Return to shop</a></p></div></article>', [("Basket", None)],
                              robots="noindex, follow")
        if k == "checkout":
            return redirect(H + "/cart/", 302)
        if k == "my-account":
            return self.page_my_account(H)
        if k == "wp-login.php":
            return self.page_wp_login(H)
        if re.search("\\.(jpg|png)$", path):
            return Reply(b"\xff\xd8\xff", ctype="image/jpeg")
        return self.notfound(H)

    def page_home(self, q, H):
        if "p" in q:
            for p in self.plist:
                if str(p["id"]) == q["p"]:
                    return redirect(f'{H}/product/{p["slug"]}/')
            for p in self.polist:
                if str(p["id"]) == q["p"]:
                    return redirect(f'{H}/{p["slug"]}/')
            return self.notfound(H)
        if "s" in q:
            return self.archive(H, "Search results", "/",
                                [p for p in self.plist if q["s"].lower() in p["name"].lower()][:200] or self.plist[:1],
                                1, q, "search", [("Search", None)])
        r = dice("home", self.seed)
        sec = (('<section class="storefront-product-section storefront-product-categories"'
                ' aria-label="Product Categories"><h2 class="section-title">Shop by Category</h2>'
                '<div class="woocommerce columns-3"><ul class="products columns-3">') + "".join(
                    (f'<li class="product-category product"><a href="{H}{self.caturl(i)}">'
                     '<img src="/c.jpg" alt="" width="324" height="324" />'
                     f'<h2 class="woocommerce-loop-category__title">{c[1]} '
                     f'<mark class="count">({len(self.bycat.get(i, []))})</mark></h2></a></li>')
                    for i, c in enumerate(self.cats[:3])) + "</ul></div></section>")
        for t in ["New In", "We Recommend", "Fan Favorites", "On Sale"]:
            sec += (f'<section class="storefront-product-section" aria-label="{t}">'
                    f'<h2 class="section-title">{t}</h2><div class="woocommerce columns-4">'
                    f'{self.loop(H, r.sample(self.plist, 4), H + "/", 4)}</div></section>')
        return self.frame(
            H, "Home", "home page-template page-template-template-homepage",
            '<article class="page type-page"><div class="entry-content"><h1>Welcome</h1><p>' + para(r)
            + "</p></div></article>" + sec, None, sidebar=None, canon="/")

    def page_my_account(self, H):
        return self.frame(H, "My account", "page woocommerce-account woocommerce-page",
                          ('<article class="page"><h1 class="entry-title">My account</h1>'
                           '<div class="woocommerce"><h2>Login</h2>'
                           '<form class="woocommerce-form woocommerce-form-login login" method="post">'
                           '<p class="woocommerce-form-row"><label for="username">Username</label>'
                           '<input type="text" name="username" id="username" /></p><p>'
                           '<label for="password">Password</label><input type="password" name="password" />'
                           '</p><p><button type="submit" name="login">Log in</button></p>'
                           '<p class="woocommerce-LostPassword lost_password"><a href="') + H
                          + '/my-account/lost-password/">Lost your password?</a></p></form></div></article>',
                          [("My account", None)])

    def page_wp_login(self, H):
        return Reply('<!DOCTYPE html><html lang="en-GB"><head>'
                     f"<title>Log In &lsaquo; {esc(self.site)} &#8212; WordPress</title>"
                     '<meta name="robots" content="max-image-preview:large, noindex, noarchive" />'
                     '</head><body class="login no-js login-action-login wp-core-ui"><div id="login">'
                     '<h1><a href="https://wordpress.org/">Powered by WordPress</a></h1>'
                     f'<form name="loginform" id="loginform" action="{H}/wp-login.php" method="post"><p>'
                     '<label for="user_login">Username or Email Address</label>'
                     '<input type="text" name="log" id="user_login" /></p></form><p id="nav">'
                     f'<a href="{H}/wp-login.php?action=lostpassword">Lost your password?</a></p>'
                     f'<p id="backtoblog"><a href="{H}/">&larr; Go to {esc(self.site)}</a></p></div>'
                     "</body></html>")

    def maps(self, path, H):
        if not self.sitemap:
            return self.notfound(H)

        def m(us):
            return Reply(('<?xml version="1.0" encoding="UTF-8"?>'
                          '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
                         + "".join(f"<url><loc>{H}{u}</loc></url>"
                                   for u in us) + "</urlset>", ctype="application/xml; charset=UTF-8")

        if path == "/wp-sitemap.xml":
            return Reply(('<?xml version="1.0" encoding="UTF-8"?>'
                          '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
                         + "".join(f"<sitemap><loc>{H}/wp-sitemap-{k}-1.xml</loc></sitemap>" for k in [
                             "posts-post", "posts-page", "posts-product", "taxonomies-category",
                             "taxonomies-product_cat", "taxonomies-product_tag", "users"
                         ]) + "</sitemapindex>", ctype="application/xml; charset=UTF-8")
        k = path[12:-6]
        if k == "posts-post":
            return m(f'/{p["slug"]}/' for p in self.polist)
        if k == "posts-page":
            return m(["/"] + [f"/{p}/" for p in self.pages])
        if k == "posts-product":
            return m(f'/product/{p["slug"]}/' for p in self.plist)
        if k == "taxonomies-category":
            return m(f"/category/{slug(c)}/" for c in self.bcats)
        if k == "taxonomies-product_cat":
            return m(self.caturl(i) for i in range(len(self.cats)))
        if k == "taxonomies-product_tag":
            return m(f"/product-tag/{t}/" for t in self.ptags)
        if k == "users":
            return m(f"/author/{slug(a)}/" for a in self.auth)
        return self.notfound(H)

    def classify(self, url):
        u = urlsplit(url)
        parts = [unquote(x) for x in u.path.strip("/").split("/")]
        k = parts[0]
        if k == "product":
            return ("product" if len(parts) == 2 and (not u.query) else "product-other-address", "product/" + parts[1])
        pg = "-paged" if "page" in parts[1:] else ""
        if k in ("shop", "product-category", "product-tag", "brand"):
            return (k + pg + ("?" + "&".join(sorted(x for x, _ in parse_qsl(u.query))) if u.query else ""), None)
        if k in ("blog", "category", "tag", "author"):
            return ("blog-" + k + pg, None)
        if k.isdigit() and len(k) == 4:
            return ("blog-date" + pg, None)
        if k in self.posts:
            return ("post" if len(parts) == 1 else "post-" + parts[1][:5], None)
        if k in self.pages:
            return ("page", None)
        if k == "":
            return ("home" if not u.query else "home?", None)
        return (k, None)
