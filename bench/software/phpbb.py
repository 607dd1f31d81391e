"""A board of phpBB 3.2 in the style prosilver.

Wanted: the 1,300 topics (viewtopic.php), one each, however many pages it has. Alike: members' profiles, forums
and lists of found posts, all in the same frame. Nasty: one topic stands under many addresses (f and t, t alone,
p of each of its posts, start of each further page, view=next, view=print); a session is in every link until a
cookie comes back; posting, login and reports are linked everywhere and refused. phpbb33 writes the addresses of
3.3, without f.
"""
import hashlib
import re
from urllib.parse import parse_qsl, urlsplit

from common import (
    ADJ, FIRST, LAST, MON, NOUN, Reply, Site, date, dice, esc, heavy, longdate, para, sent, slug, title, town
)


class Board(Site):
    def __init__(self, seed, v33=False):
        self.v33 = v33
        self.seed = seed
        r = dice("bb", seed)
        self.site = "Workbench Forum"
        self.fcats = ["General", "Workshop", "Machines", "Projects", "Off topic", "Marketplace"]
        self.forums = []
        f = 10
        for c in range(6):
            for _ in range(r.randint(3, 6)):
                self.forums.append(dict(id=f, cat=c, name=title(r, 1, 3), desc=sent(r, 5, 14), sub=None))
                f += 1
        for p in r.sample(range(len(self.forums)), 5):
            self.forums.append(
                dict(id=f, cat=self.forums[p]["cat"], name=title(r, 1, 3), desc=sent(r, 4, 9),
                     sub=self.forums[p]["id"]))
            f += 1
        self.fby = {x["id"]: x for x in self.forums}
        self.users = [
            dict(
                id=2 + i, name=(lambda q: q.choice([
                    q.choice(FIRST),
                    q.choice(FIRST).lower() + str(q.randint(1, 99)),
                    q.choice(ADJ) + "_" + q.choice(NOUN),
                    q.choice(LAST)
                ]))(dice("u", seed, i)) + ("" if i < 40 else str(i)), posts=0,
                joined=date(dice("uj", seed, i), 2008, 2023), loc=dice("ul", seed, i).random() < 0.5,
                sig=dice("us", seed, i).random() < 0.35, av=dice("ua", seed, i).random() < 0.5) for i in range(800)
        ]
        self.topics = {}
        self.order = {}
        self.post = {}
        pid = 100
        for i in range(1300):
            q = dice("t", seed, i)
            fo = q.choice(self.forums)["id"]
            n = 1 + min(heavy(q, 8), 160)
            t = dict(id=200 + i, f=fo,
                     title=q.choice(["", "", "", "Re: ", "Help: ", "WTB: ", "[SOLVED] "]) + title(q, 2, 8), n=n,
                     first=pid, views=q.randint(20, 9000), poll=q.random() < 0.05, sticky=q.random() < 0.02,
                     ann=q.random() < 0.01, locked=q.random() < 0.06, att=q.random() < 0.2)
            t["posts"] = list(range(pid, pid + n))
            pid += n
            t["by"] = [int(min(799, abs(dice("pb", seed, p).gauss(0, 1)) * 260)) for p in t["posts"]]
            for p, u in zip(t["posts"], t["by"]):
                self.post[p] = t
                self.users[u]["posts"] += 1
            self.topics[t["id"]] = t
            self.order.setdefault(fo, []).append(t)
        for f in self.order:
            self.order[f].sort(key=lambda t: (-t["ann"], -t["sticky"], -dice("lo", t["id"]).random()))
        self.wanted = {f"t{t}": f'/viewtopic.php?f={x["f"]}&t={t}' for t, x in self.topics.items()}
        self.nsid = 0

    def when(self, p):
        r = dice("w", p)
        return (f'{["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][p % 7]} '
                f"{MON[r.randrange(12)][:3]} {r.randint(1, 28):02}, {2012 + p * 12 // 12000 % 13} "
                f'{r.randint(1, 12)}:{r.randint(0, 59):02} {r.choice(["am", "pm"])}')

    def user(self, u, cls="username"):
        x = self.users[u]
        return (((f'<a href="./memberlist.php?mode=viewprofile&amp;u={x["id"]}{self.sid}" class="{cls}'
                  '"') + (" style=" + chr(34) + "color: #AA0000;" + chr(34) if u < 4 else "")
                 + f'>{esc(x["name"])}</a>').replace('class="username" style', "style").replace(
                     ';">', ';" class="username-coloured">') if u < 4 else
                (f'<a href="./memberlist.php?mode=viewprofile&amp;u={x["id"]}{self.sid}" class="{cls}'
                 f'">{esc(x["name"])}</a>'))

    def handle(self, path, query, headers, H):
        me = Board.__new__(Board)  # of this request alone: links carry its session
        me.__dict__ = dict(self.__dict__)
        ck = headers.get("Cookie") or ""
        m = re.search("_sid=(\\w+)", ck)
        q = self.q(query)
        hs = []
        if m:
            sid = ""
        else:
            self.nsid += 1
            v = q.get("sid") or hashlib.md5(f"sid{self.nsid}".encode()).hexdigest()
            sid = "&amp;sid=" + v
            hs = [("Set-Cookie", "phpbb3_wb_u=1; path=/; HttpOnly"), ("Set-Cookie", "phpbb3_wb_k=; path=/; HttpOnly"),
                  ("Set-Cookie", f"phpbb3_wb_sid={v}; path=/; HttpOnly")]
        me.sid = sid
        rep = me.page(path, q, H)
        rep.headers += hs
        if sid and isinstance(rep.body, str):
            rep.body = re.sub('(href="\\./\\w+(?:/help/\\w+)?(?:\\.php)?(?:/help/\\w+)?)&amp;sid', "\\1?sid", rep.body)
        if self.v33 and isinstance(rep.body, str):
            rep.body = re.sub("((?:viewtopic|posting)\\.php\\?)((?:mode=(?:reply|quote)&amp;)?)f=\\d+&amp;", "\\1\\2",
                              rep.body)
        if path.startswith("/app.php/") and isinstance(rep.body, str):
            rep.body = rep.body.replace('href="./', 'href="./../../')
        return rep

    def frame(self, H, ttl, section, body, crumbs=(), canon=None, extra=""):
        cr = "".join(('<span class="crumb"  itemtype="http://schema.org/ListItem"'
                      f' itemprop="itemListElement" itemscope data-forum-id="{i}">'
                      f'<a href="{u}" itemtype="https://schema.org/Thing" itemprop="item" accesskey="h"'
                      f' data-navbar-reference="index"><span itemprop="name">{esc(t)}</span></a></span>')
                     for i, (t, u) in enumerate([("Board index", f"./index.php{self.sid}")] + list(crumbs)))
        return Reply(("<!DOCTYPE html>\n"
                      '<html dir="ltr" lang="en-gb">\n'
                      "<head>\n"
                      '<meta charset="utf-8" />\n'
                      '<meta http-equiv="X-UA-Compatible" content="IE=edge">\n'
                      '<meta name="viewport" content="width=device-width, initial-scale=1" />\n\n'
                      f'<title>{esc(ttl)}{"" if section == "index" else ""} - {esc(self.site)}</title>\n\n'
                      f'<link rel="alternate" type="application/atom+xml" title="Feed - {esc(self.site)}'
                      f'" href="{H}/feed.php">\n'
                      '<link rel="alternate" type="application/atom+xml" title="Feed - New Topics" href="'
                      f'{H}/feed.php?mode=topics">\n') +
                     (f'<link rel="canonical" href="{H}/{esc(canon)}">' if canon else "") +
                     ("\n"
                      "<!-- phpBB style name: prosilver, based on subsilver2 -->\n"
                      '<link href="./assets/css/font-awesome.min.css?assets_version=12" rel="stylesheet">\n'
                      '<link href="./styles/prosilver/theme/stylesheet.css?assets_version=12"'
                      ' rel="stylesheet">\n'
                      "</head>\n"
                      f'<body id="phpbb" class="nojs notouch section-{section} ltr ">\n'
                      '<div id="wrap" class="wrap">\n'
                      '\t<a id="top" class="top-anchor" accesskey="t"></a>\n'
                      '\t<div id="page-header">\n'
                      '\t\t<div class="headerbar" role="banner"><div class="inner">\n'
                      '\t\t\t<div id="site-description" class="site-description">\n'
                      f'\t\t\t\t<a id="logo" class="logo" href="./index.php{self.sid}" title="Board index">'
                      '<span class="site_logo"></span></a>\n'
                      f'\t\t\t\t<h1>{esc(self.site)}</h1><p>Tools, wood and metal</p><p class="skiplink">'
                      '<a href="#start_here">Skip to content</a></p>\n'
                      "\t\t\t</div>\n"
                      '\t\t\t<div id="search-box" class="search-box search-header" role="search">'
                      '<form action="./search.php" method="get" id="search"><fieldset>'
                      '<input name="keywords" id="keywords" type="search" maxlength="128" title="Search'
                      ' for keywords" class="inputbox search tiny" size="20" value=""'
                      ' placeholder="Search…" />'
                      '<button class="button button-search" type="submit" title="Search">'
                      '<i class="icon fa-search fa-fw" aria-hidden="true"></i>'
                      f'<span class="sr-only">Search</span></button><a href="./search.php{self.sid}'
                      '" class="button button-search-end" title="Advanced search">'
                      '<i class="icon fa-cog fa-fw" aria-hidden="true"></i>'
                      '<span class="sr-only">Advanced search</span></a></fieldset></form></div>\n'
                      "\t\t</div></div>\n"
                      '\t\t<div class="navbar" role="navigation"><div class="inner">\n'
                      '\t<ul id="nav-main" class="nav-main linklist" role="menubar">\n'
                      '\t\t<li id="quick-links" class="quick-links dropdown-container responsive-menu"'
                      ' data-skip-responsive="true"><a href="#" class="dropdown-trigger">'
                      '<i class="icon fa-bars fa-fw" aria-hidden="true"></i><span>Quick links</span></a>\n'
                      '\t\t\t<div class="dropdown"><div class="pointer"><div class="pointer-inner"></div>'
                      '</div><ul class="dropdown-contents" role="menu">\n'
                      '\t\t\t\t<li class="separator"></li>\n'
                      f'\t\t\t\t<li><a href="./search.php?search_id=unanswered{self.sid}" role="menuitem">'
                      '<i class="icon fa-file-o fa-fw icon-gray" aria-hidden="true"></i>'
                      "<span>Unanswered topics</span></a></li>\n"
                      f'\t\t\t\t<li><a href="./search.php?search_id=active_topics{self.sid}" role="menuitem">'
                      '<i class="icon fa-file-o fa-fw icon-blue" aria-hidden="true"></i>'
                      "<span>Active topics</span></a></li>\n"
                      '\t\t\t\t<li class="separator"></li>\n'
                      f'\t\t\t\t<li><a href="./search.php{self.sid}" role="menuitem">'
                      '<i class="icon fa-search fa-fw" aria-hidden="true"></i><span>Search</span></a>'
                      "</li>\n"
                      '\t\t\t\t<li class="separator"></li>\n'
                      f'\t\t\t\t<li><a href="./memberlist.php{self.sid}" role="menuitem">'
                      '<i class="icon fa-group fa-fw" aria-hidden="true"></i><span>Members</span></a>'
                      "</li>\n"
                      f'\t\t\t\t<li><a href="./memberlist.php?mode=team{self.sid}" role="menuitem">'
                      '<i class="icon fa-shield fa-fw" aria-hidden="true"></i><span>The team</span></a>'
                      "</li>\n"
                      '\t\t\t\t<li class="separator"></li>\n'
                      "\t\t\t</ul></div></li>\n"
                      f'\t\t<li data-skip-responsive="true"><a href="./app.php/help/faq{self.sid}'
                      '" rel="help" title="Frequently Asked Questions" role="menuitem">'
                      '<i class="icon fa-question-circle fa-fw" aria-hidden="true"></i><span>FAQ</span>'
                      "</a></li>\n"
                      '\t\t<li class="rightside"  data-skip-responsive="true">'
                      f'<a href="./ucp.php?mode=login{self.sid}'
                      '" title="Login" accesskey="x" role="menuitem">'
                      '<i class="icon fa-power-off fa-fw" aria-hidden="true"></i><span>Login</span></a>'
                      "</li>\n"
                      '\t\t<li class="rightside" data-skip-responsive="true">'
                      f'<a href="./ucp.php?mode=register{self.sid}" role="menuitem">'
                      '<i class="icon fa-pencil-square-o  fa-fw" aria-hidden="true"></i><span>Register'
                      "</span></a></li>\n"
                      "\t</ul>\n"
                      "\t"
                      '<ul id="nav-breadcrumbs" class="nav-breadcrumbs linklist navlinks" role="menubar">'
                      f'<li class="breadcrumbs" itemscope itemtype="http://schema.org/BreadcrumbList">{cr}'
                      "</li>\n"
                      f'\t\t<li class="rightside responsive-search"><a href="./search.php{self.sid}'
                      '" title="View the advanced search options" role="menuitem">'
                      '<i class="icon fa-search fa-fw" aria-hidden="true"></i>'
                      '<span class="sr-only">Search</span></a></li></ul>\n'
                      "\t</div></div>\n"
                      "\t</div>\n"
                      '\t<a id="start_here" class="anchor"></a>\n'
                      '\t<div id="page-body" class="page-body" role="main">\n'
                      f"{body}\n"
                      "\t</div>\n"
                      '<div id="page-footer" class="page-footer" role="contentinfo">\n'
                      '\t<div class="navbar" role="navigation"><div class="inner">'
                      '<ul id="nav-footer" class="nav-footer linklist" role="menubar">\n'
                      '\t\t<li class="breadcrumbs"><span class="crumb">'
                      f'<a href="./index.php{self.sid}" data-navbar-reference="index">'
                      '<i class="icon fa-home fa-fw" aria-hidden="true"></i><span>Board index</span></a>'
                      "</span></li>\n"
                      '\t\t<li class="rightside">All times are <span title="UTC">UTC</span></li>\n'
                      f'\t\t<li class="rightside"><a href="./ucp.php?mode=delete_cookies{self.sid}'
                      '" data-ajax="true" data-refresh="true" role="menuitem">'
                      '<i class="icon fa-trash fa-fw" aria-hidden="true"></i>'
                      "<span>Delete all board cookies</span></a></li>\n"
                      '\t\t<li class="rightside" data-last-responsive="true">'
                      f'<a href="./memberlist.php{self.sid}'
                      '" title="View complete list of members" role="menuitem">'
                      '<i class="icon fa-group fa-fw" aria-hidden="true"></i><span>Members</span></a>'
                      "</li>\n"
                      '\t\t<li class="rightside" data-last-responsive="true">'
                      f'<a href="./memberlist.php?mode=team{self.sid}" role="menuitem">'
                      '<i class="icon fa-shield fa-fw" aria-hidden="true"></i><span>The team</span></a>'
                      "</li>\n"
                      '\t\t<li class="rightside" data-last-responsive="true">'
                      f'<a href="./memberlist.php?mode=contactadmin{self.sid}" role="menuitem">'
                      '<i class="icon fa-envelope fa-fw" aria-hidden="true"></i><span>Contact us</span>'
                      "</a></li>\n"
                      "\t</ul></div></div>\n"
                      '\t<div class="copyright"><p class="footer-row">'
                      '<span class="footer-copyright">Powered by <a href="https://www.phpbb.com/">phpBB'
                      "</a>&reg; Forum Software &copy; phpBB Limited</span></p>\n"
                      '\t<p class="footer-row">'
                      f'<a class="footer-link" href="./ucp.php?mode=privacy{self.sid}'
                      '" title="Privacy" role="menuitem"><span class="footer-link-text">Privacy</span>'
                      f'</a> | <a class="footer-link" href="./ucp.php?mode=terms{self.sid}'
                      '" title="Terms" role="menuitem"><span class="footer-link-text">Terms</span></a>'
                      "</p></div>\n"
                      '\t<div id="darkenwrapper" class="darkenwrapper" data-ajax-error-title="AJAX error">'
                      '<div id="darken" class="darken">&nbsp;</div></div>\n'
                      "</div>\n"
                      "</div>\n"
                      '<div><a id="bottom" class="anchor" accesskey="z"></a></div>\n'
                      '<script src="./assets/javascript/jquery.min.js?assets_version=12"></script>\n'
                      "</body>\n"
                      "</html>"), ctype="text/html; charset=UTF-8")

    def crumbs(self, f):
        fo = self.fby[f]
        out = [(self.fcats[fo["cat"]], f'./viewforum.php?f={fo["cat"] + 1}{self.sid}')]
        if fo["sub"]:
            out.append((self.fby[fo["sub"]]["name"], f'./viewforum.php?f={fo["sub"]}{self.sid}'))
        return out + [(fo["name"], f"./viewforum.php?f={f}{self.sid}")]

    def pager(self, base, start, total, per, word):
        n = max(1, -(-total // per))
        cur = start // per + 1
        if n == 1:
            return (f'<div class="pagination">{total} {word} &bull; Page <strong>1</strong> of <strong>1'
                    "</strong></div>")

        def u(k):
            return f"./{base}" + (f"&amp;start={(k - 1) * per}" if k > 1 else "") + self.sid

        li = [('<li class="dropdown-container dropdown-button-control dropdown-page-jump'
               ' page-jump">'
               '<a class="button button-icon-only dropdown-trigger" href="#" title="Click to jump'
               ' to page…" role="button">'
               '<i class="icon fa-level-down fa-rotate-270" aria-hidden="true"></i>'
               f'<span class="sr-only">Page <strong>{cur}</strong> of <strong>{n}</strong></span>'
               "</a></li>")]
        if cur > 1:
            li.append('<li class="arrow previous">'
                      f'<a class="button button-icon-only" href="{u(cur - 1)}" rel="prev" role="button">'
                      '<i class="icon fa-chevron-left fa-fw" aria-hidden="true"></i>'
                      '<span class="sr-only">Previous</span></a></li>')
        last = 0
        for k in range(1, n + 1):
            if k in (1, n) or abs(k - cur) <= 2:
                if last and k > last + 1:
                    li.append('<li class="ellipsis" role="separator"><span>…</span></li>')
                last = k
                li.append(f'<li class="active"><span>{k}</span></li>' if k ==
                          cur else f'<li><a class="button" href="{u(k)}" role="button">{k}</a></li>')
        if cur < n:
            li.append('<li class="arrow next">'
                      f'<a class="button button-icon-only" href="{u(cur + 1)}" rel="next" role="button">'
                      '<i class="icon fa-chevron-right fa-fw" aria-hidden="true"></i>'
                      '<span class="sr-only">Next</span></a></li>')
        return f'<div class="pagination">{total} {word} <ul>{"".join(li)}</ul></div>'

    def jump(self, f):
        return (('<div class="action-bar actions-jump"><p class="jumpbox-return">'
                 f'<a href="./viewforum.php?f={f}{self.sid}'
                 '" class="left-box arrow-left" accesskey="r">'
                 '<i class="icon fa-angle-left fa-fw icon-black" aria-hidden="true"></i>'
                 "<span>Return to “") + (esc(self.fby[f]["name"]) if f in self.fby else "") +
                ("”</span></a></p>"
                 '<div class="jumpbox dropdown-container dropdown-container-right dropdown-up'
                 ' dropdown-left dropdown-button-control" id="jumpbox">'
                 '<span title="Jump to" class="button button-secondary dropdown-trigger'
                 ' dropdown-select"><span>Jump to</span></span><div class="dropdown">'
                 '<ul class="dropdown-contents">') + "".join(
                     (f'<li><a href="./viewforum.php?f={c + 1}{self.sid}" class="jumpbox-cat-link"> '
                      f"<span> {n}</span></a></li>") + "".join(
                          (f'<li><a href="./viewforum.php?f={x["id"]}{self.sid}" class="jumpbox-'
                           f'{"sub" if x["sub"] else "forum"}-link"><span class="spacer"></span>'
                           f'<span>&#8627; &nbsp; {esc(x["name"])}</span></a></li>')
                          for x in self.forums if x["cat"] == c)
                     for c, n in enumerate(self.fcats)) + "</ul></div></div></div>")

    def row(self, t, forum=False, i=0):
        u = f'./viewtopic.php?f={t["f"]}&amp;t={t["id"]}{self.sid}'
        lp = t["posts"][-1]
        n = -(-t["n"] // 10)
        pg = ("" if n < 2 else ('<div class="pagination"><span><i class="icon fa-clone fa-fw" aria-hidden="true">'
                                "</i></span><ul>") + "".join(
                                    (f'<li><a class="button" href="./viewtopic.php?f={t["f"]}&amp;t={t["id"]}'
                                     + (f"&amp;start={(k - 1) * 10}" if k > 1 else "")
                                     + f'{self.sid}">{k}</a></li>'
                                     if k else '<li class="ellipsis"><span>…</span></li>')
                                    for k in (range(1, n + 1) if n < 6 else [1, 0, n - 2, n - 1, n])) + "</ul></div>")
        kind = "announce" if t["ann"] else "sticky" if t["sticky"] else "topic"
        return (
            f'<li class="row bg{1 + i % 2} ' + ("announce" if t["ann"] else "sticky" if t["sticky"] else "") +
            (f'"><dl class="row-item {kind}_read{"_locked" if t["locked"] else ""}">'
             '<dt title="No unread posts"><div class="list-inner">\n'
             f'<a href="{u}" class="topictitle">{esc(t["title"])}</a>') +
            ('<i class="icon fa-paperclip fa-fw" aria-hidden="true"></i>' if t["att"] else "") +
            ("<br />\n"
             '<div class="responsive-show" style="display: none;">Last post by '
             f'{self.user(t["by"][-1])} &laquo; '
             f'<a href="./viewtopic.php?f={t["f"]}&amp;t={t["id"]}&amp;p={lp}{self.sid}#p{lp}'
             f'" title="Go to last post">{self.when(lp)}</a></div>\n'
             f'<div class="topic-poster responsive-hide left-box">by {self.user(t["by"][0])}'
             f' &raquo; {self.when(t["first"])}') +
            ((" &raquo; in "
              f'<a href="./viewforum.php?f={t["f"]}{self.sid}">{esc(self.fby[t["f"]]["name"])}</a>') if forum else "") +
            (f"</div>{pg}\n"
             f'</div></dt><dd class="posts">{t["n"] - 1} <dfn>Replies</dfn></dd>'
             f'<dd class="views">{t["views"]} <dfn>Views</dfn></dd><dd class="lastpost"><span>'
             f'<dfn>Last post </dfn>by {self.user(t["by"][-1])} '
             f'<a href="./viewtopic.php?f={t["f"]}&amp;t={t["id"]}&amp;p={lp}{self.sid}#p{lp}'
             '" title="Go to last post">'
             '<i class="icon fa-external-link-square fa-fw icon-lightgray icon-md"'
             f' aria-hidden="true"></i><span class="sr-only"></span></a><br />{self.when(lp)}'
             "</span></dd></dl></li>"))

    def topiclist(self, rows, cls=""):
        return (f'<div class="forumbg {cls}"><div class="inner"><ul class="topiclist">'
                '<li class="header"><dl class="row-item"><dt><div class="list-inner">Topics</div>'
                '</dt><dd class="posts">Replies</dd><dd class="views">Views</dd>'
                '<dd class="lastpost"><span>Last post</span></dd></dl></li></ul>'
                f'<ul class="topiclist topics">{"".join(rows)}</ul></div></div>')

    def forumrow(self, f):
        ts = self.order.get(f["id"], [])
        lp = max((t["posts"][-1] for t in ts), default=None)
        subs = [x for x in self.forums if x["sub"] == f["id"]]
        t = self.post.get(lp)
        return (('<li class="row"><dl class="row-item forum_read"><dt title="No unread posts">'
                 '<div class="list-inner">'
                 f'<a class="feed-icon-forum" title="Feed - {esc(f["name"])}" href="./feed.php?f='
                 f'{f["id"]}{self.sid}">'
                 '<i class="icon fa-rss-square fa-fw icon-orange" aria-hidden="true"></i>'
                 '<span class="sr-only">Feed</span></a>'
                 f'<a href="./viewforum.php?f={f["id"]}{self.sid}" class="forumtitle">'
                 f'{esc(f["name"])}</a><br />{esc(f["desc"])}') + ("<br /><strong>Subforums:</strong> " + ", ".join(
                     (f'<a href="./viewforum.php?f={x["id"]}{self.sid}'
                      '" class="subforum read" title="No unread posts">'
                      '<i class="icon fa-file-o fa-fw icon-blue icon-md" aria-hidden="true">'
                      f'</i>{esc(x["name"])}</a>') for x in subs) if subs else "") +
                (f'</div></dt><dd class="topics">{len(ts)} <dfn>Topics</dfn></dd>'
                 f'<dd class="posts">{sum((t["n"] for t in ts))} <dfn>Posts</dfn></dd>'
                 '<dd class="lastpost"><span>') +
                (("<dfn>Last post</dfn> "
                  f'<a href="./viewtopic.php?f={t["f"]}&amp;p={lp}{self.sid}#p{lp}" title="'
                  f'{esc(t["title"])}" class="lastsubject">{esc(t["title"][:24])}…</a>'
                  f'<br />by {self.user(t["by"][-1])} '
                  f'<a href="./viewtopic.php?f={t["f"]}&amp;p={lp}{self.sid}#p{lp}'
                  '" title="View the latest post">'
                  '<i class="icon fa-external-link-square fa-fw icon-lightgray icon-md"'
                  f' aria-hidden="true"></i></a><br />{self.when(lp)}') if t else "No posts")
                + "</span></dd></dl></li>")

    def forabg(self, name, cid, fs):
        return ('<div class="forabg"><div class="inner"><ul class="topiclist"><li class="header">'
                '<dl class="row-item"><dt><div class="list-inner">'
                f'<a href="./viewforum.php?f={cid}{self.sid}">{esc(name)}</a></div></dt>'
                '<dd class="topics">Topics</dd><dd class="posts">Posts</dd><dd class="lastpost">'
                "<span>Last post</span></dd></dl></li></ul>"
                f'<ul class="topiclist forums">{"".join((self.forumrow(f) for f in fs))}</ul></div>'
                "</div>")

    def body(self, q):
        out = []
        for _ in range(max(1, min(12, int(q.lognormvariate(0.3, 0.8))))):
            x = q.random()
            if x < 0.12:
                out.append(f'<blockquote class="uncited"><div>{sent(q)}</div></blockquote>')
            elif x < 0.16:
                out.append('<div class="codebox"><p>Code: '
                           '<a href="#" onclick="selectCode(this); return false;">Select all</a></p><pre>'
                           f"<code>{sent(q)}</code></pre></div>")
            elif x < 0.2:
                out.append("<ul>" + "".join(f"<li>{sent(q, 2, 6)}</li>" for _ in range(q.randint(2, 5))) + "</ul>")
            elif x < 0.25:
                out.append(f'<a href="https://example.org/{q.choice(NOUN)}'
                           '" class="postlink">https://example.org/…</a><br>')
            elif x < 0.32:
                out.append('<img class="smilies" src="./images/smilies/icon_e_smile.gif" width="15"'
                           ' height="17" alt=":)" title="Smile">')
            else:
                out.append(para(q, 1, 3) + ("<br>\n"
                                            "<br>\n"))
        return "".join(out)

    def topic(self, H, t, start, post=None, q={}):
        if post is not None:
            start = t["posts"].index(post) // 10 * 10
        base = f'viewtopic.php?f={t["f"]}&amp;t={t["id"]}'
        out = []
        for j in range(start, min(t["n"], start + 10)):
            p = t["posts"][j]
            r = dice("body", self.seed, p)
            ui = t["by"][j]
            u = self.users[ui]
            reply = "Re: " if j else ""
            tail = ""
            if r.random() < 0.1:
                tail += (f'<div class="notice">Last edited by {self.user(ui)} on {self.when(p)}, edited '
                         f"{r.randint(1, 4)} times in total.</div>")
            att = ("" if not (t["att"] and r.random() < 0.3) else
                   ('<dl class="attachbox"><dt>Attachments</dt><dd><dl class="thumbnail"><dt>'
                    f'<a href="./download/file.php?id={p}&amp;mode=view{self.sid}">'
                    f'<img src="./download/file.php?id={p}&amp;t=1{self.sid}'
                    '" class="postimage" alt="img.jpg" /></a></dt>'
                    f"<dd> img.jpg (80 KiB) Viewed {r.randint(5, 4000)} times</dd></dl></dd></dl>"))
            if r.random() < 0.3 and j:
                qb = ((f'<blockquote cite="./viewtopic.php?p={t["posts"][j - 1]}{self.sid}#p'
                       f'{t["posts"][j - 1]}"><div><cite><a href="./memberlist.php?mode=viewprofile&amp;u='
                       f'{self.users[t["by"][j - 1]]["id"]}{self.sid}">'
                       f'{esc(self.users[t["by"][j - 1]]["name"])}</a> wrote: '
                       f'<a href="./viewtopic.php?p={t["posts"][j - 1]}{self.sid}#p{t["posts"][j - 1]}'
                       f'" data-post-id="{t["posts"][j - 1]}'
                       '" onclick="if(document.getElementById(hash.substr(1)))href=hash">↑</a>'
                       f'<div class="responsive-hide">{self.when(t["posts"][j - 1])}</div></cite>')
                      + para(dice("body", self.seed, t["posts"][j - 1]), 1, 2) + "</div></blockquote>")
            else:
                qb = ""
            out.append(
                (f'<div id="p{p}" class="post has-profile bg{2 - j % 2}"><div class="inner">\n'
                 f'<dl class="postprofile" id="profile{p}">'
                 f'<dt class="{"has" if u["av"] else "no"}-profile-rank {"has" if u["av"] else "no"}'
                 '-avatar"><div class="avatar-container">')
                + ((f'<a href="./memberlist.php?mode=viewprofile&amp;u={u["id"]}{self.sid}'
                    f'" class="avatar"><img class="avatar" src="./download/file.php?avatar={u["id"]}'
                    '_1.jpg" width="90" height="90" alt="User avatar" /></a>') if u["av"] else "")
                + f"</div>{self.user(ui)}</dt>\n" + ('<dd class="profile-rank">Site Admin</dd>' if ui < 4 else "")
                + ('<dd class="profile-posts"><strong>Posts:</strong> '
                   f'<a href="./search.php?author_id={u["id"]}&amp;sr=posts{self.sid}">{u["posts"]}</a>'
                   f'</dd><dd class="profile-joined"><strong>Joined:</strong> {longdate(u["joined"])}'
                   "</dd>") + (('<dd class="profile-custom-field profile-phpbb_location"><strong>Location:'
                                f'</strong> {town(u["id"])}</dd>') if u["loc"] else "")
                + ("</dl>\n"
                   f'<div class="postbody"><div id="post_content{p}"><h3 ') + ('class="first"' if j == start else "")
                + (f'><a href="#p{p}">{reply}{esc(t["title"])}</a></h3>\n'
                   '<ul class="post-buttons"><li>'
                   f'<a href="./posting.php?mode=quote&amp;f={t["f"]}&amp;p={p}{self.sid}'
                   '" title="Reply with quote" class="button button-icon-only">'
                   '<i class="icon fa-quote-left fa-fw" aria-hidden="true"></i>'
                   '<span class="sr-only">Quote</span></a></li></ul>\n'
                   '<p class="author">'
                   f'<a class="unread" href="./viewtopic.php?p={p}{self.sid}#p{p}" title="Post">'
                   '<i class="icon fa-file fa-fw icon-lightgray icon-md" aria-hidden="true"></i>'
                   '<span class="sr-only">Post</span></a><span class="responsive-hide">by '
                   f"<strong>{self.user(ui)}</strong> &raquo; </span>{self.when(p)}</p>\n"
                   f'<div class="content">{qb}{self.body(r)}</div>{att}{tail}')
                + (f'<div id="sig{p}" class="signature">{sent(dice("sig", u["id"]), 3, 12)}</div>' if u["sig"] else "")
                + ("</div></div>\n"
                   '<div class="back2top"><a href="#top" class="top" title="Top">'
                   '<i class="icon fa-chevron-circle-up fa-fw icon-gray" aria-hidden="true"></i>'
                   '<span class="sr-only">Top</span></a></div></div></div><hr class="divider" />'))
        poll = ""
        if t["poll"] and start == 0:
            poll = ((f'<form method="post" action="./{base}{self.sid}" class="topic_poll">'
                     '<div class="panel"><div class="inner"><div class="content">'
                     f'<h2 class="poll-title">{title(dice("poll", t["id"]))}?</h2>'
                     '<p class="author">You may select <strong>1</strong> option</p>'
                     '<fieldset class="polls">') + "".join(
                         (f'<dl><dt>{title(dice("po", t["id"], k), 1, 2)}</dt><dd style="width: auto;">'
                          f'<input type="radio" name="vote_id[]" value="{k}" /></dd><dd class="resultbar">'
                          f'<div class="pollbar{k}" style="width:20%;">{k}</div></dd>'
                          '<dd class="poll_option_percent">20%</dd></dl>')
                         for k in range(1, 5)) + "</fieldset></div></div></div></form><hr />")

        def bar(top):
            return ((f'<div class="action-bar bar-{"top" if top else "bottom"}">'
                     f'<a href="./posting.php?mode=reply&amp;f={t["f"]}&amp;t={t["id"]}{self.sid}'
                     '" class="button" title="') +
                    ("This topic is locked" if t["locked"] else "Post a reply") + '"><span>' +
                    ("Locked" if t["locked"] else "Post Reply") +
                    ("</span> "
                     f'<i class="icon fa-{"lock" if t["locked"] else "reply"} fa-fw" aria-hidden="true">'
                     '</i></a><div class="dropdown-container dropdown-button-control topic-tools">'
                     '<span title="Topic tools" class="button button-secondary dropdown-trigger'
                     ' dropdown-select"><i class="icon fa-wrench fa-fw" aria-hidden="true"></i></span>'
                     '<div class="dropdown"><ul class="dropdown-contents"><li>'
                     f'<a href="./{base}&amp;start={start}&amp;view=print{self.sid}'
                     '" title="Print view" accesskey="p">'
                     '<i class="icon fa-print fa-fw" aria-hidden="true"></i><span>Print view</span></a>'
                     "</li></ul></div></div>") +
                    (('<div class="search-box" role="search">'
                      '<form method="get" id="topic-search" action="./search.php"><fieldset>'
                      '<input class="inputbox search tiny" type="search" name="keywords"'
                      ' id="search_keywords" size="20" placeholder="Search this topic…" /></fieldset>'
                      "</form></div>") if top else "")
                    + self.pager(base, start, t["n"], 10, "posts" if t["n"] > 1 else "post") + "</div>")

        nav = ('<div class="topic-nav">'
               f'<a href="./{base}&amp;view=previous{self.sid}" class="left-box">Previous topic'
               f'</a> | <a href="./{base}&amp;view=next{self.sid}" class="right-box">Next topic</a>'
               "</div>")
        if q.get("view") == "print":
            return self.topic_print(H, t, start)
        canon = f'viewtopic.php?t={t["id"]}' + (f"&start={start}" if start else "")
        return self.frame(H, t["title"], "viewtopic",
                          (f'<h2 class="topic-title"><a href="./{base}{self.sid}">{esc(t["title"])}</a></h2>'
                           f'<div><span style="display: none">{esc(self.fby[t["f"]]["desc"])}<br /></span>'
                           "</div>") + bar(True) + poll + "".join(out) + bar(False) + nav + self.jump(t["f"])
                          + '<div class="stat-block online-list"><h3><a href="./viewonline.php' + self.sid +
                          ('">Who is online</a></h3>'
                           "<p>Users browsing this forum: No registered users and 1 guest</p></div>"),
                          self.crumbs(t["f"]), canon)

    def topic_print(self, H, t, start):
        return Reply(('<!DOCTYPE html><html dir="ltr" lang="en-gb"><head><meta charset="utf-8" />'
                      '<meta name="robots" content="noindex" />'
                      f'<title>{esc(self.site)} - {esc(t["title"])}</title>'
                      '<link href="./styles/prosilver/theme/print.css" rel="stylesheet"></head>'
                      '<body id="phpbb"><div id="wrap" class="wrap"><a id="top" class="anchor"></a>'
                      f'<div id="page-header"><h1>{esc(self.site)}</h1><p><br /><a href="{H}/">{H}/</a>'
                      f'</p><h2>{esc(t["title"])}</h2><p>'
                      f'<a href="{H}/viewtopic.php?f={t["f"]}&amp;t={t["id"]}">{H}/viewtopic.php?f='
                      f'{t["f"]}&amp;t={t["id"]}</a></p></div><div id="page-body" class="page-body">'
                      '<div class="page-number">Page <strong>1</strong> of <strong>1</strong></div>') + "".join(
                          (f'<div class="post"><h3>{esc(t["title"])}</h3><div class="date">Posted: '
                           f'<strong>{self.when(p)}</strong></div><div class="author">by '
                           f'<strong>{esc(self.users[u]["name"])}</strong></div>'
                           f'<div class="content">{self.body(dice("body", self.seed, p))}</div></div><hr />')
                          for p, u in list(zip(t["posts"], t["by"]))[start:start + 10]) + "</div></div></body></html>")

    def login(self, H, msg=""):
        return self.frame(H, "Login", "ucp",
                          (f'<form action="./ucp.php?mode=login{self.sid}'
                           '" method="post" id="login" data-focus="username"><div class="panel">'
                           f'<div class="inner"><div class="content"><h2 class="login-title">{msg or "Login"}'
                           '</h2><fieldset class="fields1"><dl><dt><label for="username">Username:</label>'
                           "</dt><dd>"
                           '<input type="text" tabindex="1" name="username" id="username" size="25" value=""'
                           ' class="inputbox autowidth" /></dd></dl><dl><dt><label for="password">Password:'
                           "</label></dt><dd>"
                           '<input type="password" tabindex="2" id="password" name="password" size="25"'
                           ' class="inputbox autowidth" /></dd><dd>'
                           f'<a href="./ucp.php?mode=sendpassword{self.sid}">I forgot my password</a></dd></dl>'
                           '</fieldset></div></div></div><div class="panel"><div class="inner">'
                           '<div class="content"><h3>Register</h3><p>In order to login you must be registered.'
                           f'</p><p><strong><a href="./ucp.php?mode=terms{self.sid}">Terms of use</a> | '
                           f'<a href="./ucp.php?mode=privacy{self.sid}">Privacy policy</a></strong></p>'
                           '<hr class="dashed" /><p>'
                           f'<a href="./ucp.php?mode=register{self.sid}" class="button2">Register</a></p></div>'
                           "</div></div></form>"))

    def msg(self, H, t, st=200):
        rep = self.frame(H, "Information", "viewtopic",
                         ('<div class="panel" id="message"><div class="inner">'
                          f'<h2 class="message-title">Information</h2><p>{t}</p></div></div>'))
        rep.status = st
        return rep

    def page(self, path, q, H):
        if path == "/robots.txt":
            return Reply("Not Found", 404, "text/html")
        start = int(q.get("start", 0)) if q.get("start", "0").isdigit() else 0
        if path in ("/", "/index.php"):
            return self.page_index(H)
        if path == "/viewforum.php":
            return self.page_viewforum(H, start, q)
        if path == "/viewtopic.php":
            return self.page_viewtopic(start, H, q)
        if path == "/memberlist.php":
            return self.page_memberlist(start, H, q)
        if path == "/search.php":
            return self.page_search(q, H, start)
        if path == "/posting.php":
            return self.login(H, "You need to login in order to reply to topics within this forum.")
        if path == "/viewonline.php":
            return self.login(H, "The board requires you to be registered and logged in to view the online list.")
        if path == "/ucp.php":
            return self.page_ucp(H, q)
        if path == "/app.php/help/faq":
            return self.frame(
                H, "FAQ", "app", '<h2 class="faq-title">Frequently Asked Questions</h2>' + "".join(
                    (f'<div class="panel bg{1 + i % 2}"><div class="inner"><div class="content">'
                     f'<h2 class="faq-title">{title(dice("fq", i))}</h2>') + "".join(
                         (f'<dl class="faq"><dt id="f{i}r{j}"><strong>{title(dice("fq", i, j))}?</strong></dt>'
                          f'<dd>{para(dice("fa", i, j))}</dd></dl>') for j in range(6)) + "</div></div></div>"
                    for i in range(5)))
        if path == "/feed.php" or path.startswith("/app.php/feed"):
            return Reply('<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"></feed>',
                         ctype="application/atom+xml; charset=UTF-8")
        if path.startswith("/download/"):
            return Reply(b"\xff\xd8", ctype="image/jpeg")
        return Reply(('<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN"><html><head><title>404 Not Found'
                      "</title></head><body><h1>Not Found</h1></body></html>"), 404)

    def page_index(self, H):
        r = dice("idx")
        online = ('<div class="stat-block online-list"><h3><a href="./viewonline.php' + self.sid +
                  ('">Who is online</a></h3><p>In total there are <strong>12</strong> users online'
                   "<br />Registered users: ") + ", ".join(self.user(i) for i in r.sample(range(200), 6)) +
                  ('</p></div><div class="stat-block statistics"><h3>Statistics</h3><p>Total posts '
                   "<strong>") + str(len(self.post))
                  + f"</strong> &bull; Our newest member <strong>{self.user(799)}</strong></p></div>")
        return self.frame(
            H, "Index page", "index",
            '<p class="right responsive-center time">It is currently Tue Dec 10, 2024</p>' + "".join(
                self.forabg(n, c + 1, [f for f in self.forums if f["cat"] == c and (not f["sub"])])
                for c, n in enumerate(self.fcats)) + '<form method="post" action="./ucp.php?mode=login' + self.sid
            + '" class="headerspace"><h3><a href="./ucp.php?mode=login' + self.sid +
            ('">Login</a></h3><fieldset class="quick-login">'
             '<input type="text" name="username" /></fieldset></form>') + online, canon="")

    def page_viewforum(self, H, start, q):
        f = int(q.get("f", 0))
        if 1 <= f <= 6:
            return self.frame(
                H, self.fcats[f - 1], "viewforum",
                ('<h2 class="forum-title">'
                 f'<a href="./viewforum.php?f={f}{self.sid}">{self.fcats[f - 1]}</a></h2>')
                + self.forabg(self.fcats[f - 1], f, [x for x in self.forums if x["cat"] == f - 1 and (not x["sub"])]),
                canon=f"viewforum.php?f={f}")
        if f not in self.fby:
            return self.msg(H, "The forum you selected does not exist.", 404)
        ts = self.order.get(f, [])
        subs = [x for x in self.forums if x["sub"] == f]
        bar = (('<div class="action-bar bar-top">'
                f'<a href="./posting.php?mode=post&amp;f={f}{self.sid}'
                '" class="button" title="Post a new topic"><span>New Topic</span> '
                '<i class="icon fa-pencil fa-fw" aria-hidden="true"></i></a>'
                '<div class="search-box" role="search">'
                '<form method="get" id="forum-search" action="./search.php"><fieldset>'
                '<input class="inputbox search tiny" type="search" name="keywords" size="20"'
                ' placeholder="Search this forum…" /></fieldset></form></div>')
               + self.pager(f"viewforum.php?f={f}", start, len(ts), 25, "topics") + "</div>")
        anns = [t for t in self.topics.values() if t["ann"]][:2] if start == 0 else []
        return self.frame(H, self.fby[f]["name"], "viewforum",
                          ('<h2 class="forum-title">'
                           f'<a href="./viewforum.php?f={f}{self.sid}">{esc(self.fby[f]["name"])}</a></h2><div>'
                           f'<div style="display: none !important;">{esc(self.fby[f]["desc"])}<br /></div>'
                           "</div>") + (self.forabg("Subforums", f, subs) if subs else "") + bar +
                          (self.topiclist([self.row(t, True, i)
                                           for i, t in enumerate(anns)], "announcement") if anns else "")
                          + self.topiclist([self.row(t, False, i)
                                            for i, t in enumerate(ts[start:start + 25])]) + bar + self.jump(f) +
                          ('<div class="stat-block permissions"><h3>Forum permissions</h3><p>You '
                           "<strong>cannot</strong> post new topics in this forum<br />You <strong>cannot"
                           "</strong> reply to topics in this forum<br /></p></div>"), self.crumbs(f),
                          f"viewforum.php?f={f}" + (f"&start={start}" if start else ""))

    def page_viewtopic(self, start, H, q):
        t = post = None
        if q.get("p", "").isdigit():
            post = int(q["p"])
            t = self.post.get(post)
        if t is None:
            post = None
            t = self.topics.get(int(q["t"])) if q.get("t", "").isdigit() else None
        if t and q.get("view") in ("next", "previous"):
            l = self.order[t["f"]]
            i = l.index(t) + (1 if q["view"] == "next" else -1)
            if not 0 <= i < len(l):
                return self.msg(
                    H, "There are no " + ("newer" if q["view"] == "next" else "older") + " topics in this forum.")
            t = l[i]
            start = 0
        if not t or (start >= t["n"] and post is None):
            return self.msg(H, "The requested topic does not exist.", 404)
        return self.topic(H, t, start // 10 * 10, post, q)

    def page_memberlist(self, start, H, q):
        m = q.get("mode")
        if m == "viewprofile":
            return self.page_memberlist_viewprofile(H, q)
        if m == "team":
            return self.frame(H, "The team", "memberlist",
                              ('<h2 class="solo">The team</h2><div class="forumbg forumbg-table">'
                               '<div class="inner"><table class="table1"><thead><tr>'
                               '<th class="name">Administrators</th><th class="info">Forums</th></tr></thead>'
                               "<tbody>") + "".join(f'<tr class="bg1"><td>{self.user(i)}</td><td>-</td></tr>'
                                                    for i in range(4)) + "</tbody></table></div></div>")
        if m == "contactadmin":
            return self.frame(H, "Contact us", "memberlist",
                              ('<h2 class="titlespace">Contact us</h2>'
                               '<form id="postform" method="post" action="./memberlist.php?mode=contactadmin">'
                               '<div class="panel"><fieldset class="fields2"><dl><dt><label>Your email:</label>'
                               '</dt><dd><input name="email" /></dd></dl></fieldset></div></form>'))
        us = list(range(800))
        fc = q.get("first_char")
        sk = q.get("sk", "c")
        if fc:
            us = [i for i in us if self.users[i]["name"].lower().startswith(fc)]
        if sk == "a":
            us.sort(key=lambda i: self.users[i]["name"].lower())
        if sk == "d":
            us.sort(key=lambda i: self.users[i]["posts"])
        if q.get("sd") == "d":
            us.reverse()
        keep = "?" + "&amp;".join(f"{k}={q[k]}" for k in ("first_char", "sk", "sd") if k in q)
        if start >= max(1, len(us)):
            start = 0

        def th(k, t):
            return (f'<a href="./memberlist.php?mode=&amp;sk={k}&amp;sd=' +
                    ("d" if sk == k and q.get("sd") != "d" else "a") + f'{self.sid}">{t}</a>')

        return self.frame(H, "Members", "memberlist",
                          ('<h2 class="solo">Members</h2><div class="action-bar bar-top">'
                           '<div class="member-search panel"><a href="./memberlist.php?mode=searchuser') + self.sid
                          + '" id="member_search">Find a member</a> &bull; <strong>'
                          + " ".join(f'<a href="./memberlist.php?first_char={c}{self.sid}#memberlist">{c.upper()}</a>'
                                     for c in "abcdefghijklmnopqrstuvwxyz") + "</strong></div>"
                          + self.pager("memberlist.php" +
                                       (keep if len(keep) > 1 else "?mode="), start, len(us), 25, "users") +
                          ('</div><div class="forumbg forumbg-table"><div class="inner">'
                           '<table class="table1 memberlist" id="memberlist"><thead><tr>'
                           f'<th class="name">{th("m", "Rank")} {th("a", "Username")}</th>'
                           f'<th class="posts">{th("d", "Posts")}</th><th class="info">Website, Location</th>'
                           f'<th class="joined">{th("c", "Joined")}</th></tr></thead><tbody>') + "".join(
                               (f'<tr class="bg{1 + i % 2}"><td><span class="rank-img"></span>{self.user(i)}</td>'
                                '<td class="posts">'
                                f'<a href="./search.php?author_id={self.users[i]["id"]}&amp;sr=posts{self.sid}'
                                f'" title="Search user’s posts">{self.users[i]["posts"]}</a></td><td class="info">')
                               + (town(i) if self.users[i]["loc"] else "&nbsp;")
                               + f'</td><td>{longdate(self.users[i]["joined"])}</td></tr>'
                               for i in us[start:start + 25]) + "</tbody></table></div></div>")

    def page_memberlist_viewprofile(self, H, q):
        u = next((i for i, x in enumerate(self.users) if str(x["id"]) == q.get("u")), None)
        if u is None:
            return self.msg(H, "The requested user does not exist.", 404)
        x = self.users[u]
        r = dice("prof", u)
        return self.frame(H, f'Viewing profile - {x["name"]}', "memberlist",
                          (f'<h2 class="memberlist-title">Viewing profile - {esc(x["name"])}</h2>'
                           f'<form method="post" action="./memberlist.php?mode=viewprofile&amp;u={x["id"]}'
                           f'{self.sid}" id="viewprofile"><div class="panel bg1"><div class="inner">') +
                          (('<dl class="left-box"><dt class="profile-avatar">'
                            '<img class="avatar" src="./download/file.php?avatar=1.jpg" width="90" height="90"'
                            ' alt="User avatar" /></dt></dl>') if x["av"] else "") +
                          ('<dl class="left-box details profile-details"><dt>Username:</dt><dd>'
                           f'<span class="username">{esc(x["name"])}</span></dd>') +
                          ("<dt>Rank:</dt><dd>Site Admin</dd>" if u < 4 else "") +
                          (f'<dt>Location:</dt> <dd>{town(x["id"])}</dd>' if x["loc"] else "") +
                          ('<dt>Groups:</dt><dd><select name="g">'
                           '<option value="2" selected="selected">Registered users</option></select> '
                           '<input type="submit" name="submit" value="Go" class="button2" /></dd></dl></div>'
                           '</div><div class="panel bg2"><div class="inner"><div class="column1">'
                           f'<h3>Contact {esc(x["name"])}</h3><dl class="details">') +
                          ((f'<dt>PM:</dt><dd><a href="./ucp.php?i=pm&amp;mode=compose&amp;u={x["id"]}{self.sid}'
                            '">Send private message</a></dd>') if r.random() < 0.7 else "") +
                          (("<dt>Website:</dt><dd>"
                            f'<a href="https://{slug(x["name"])}.example">https://{slug(x["name"])}.example</a>'
                            "</dd>") if r.random() < 0.2 else "") +
                          ('</dl></div><div class="column2"><h3>User statistics</h3><dl class="details">'
                           f'<dt>Joined:</dt> <dd>{longdate(x["joined"])}</dd><dt>Last active:</dt> <dd>-</dd>'
                           f'<dt>Total posts:</dt><dd>{x["posts"]} | <strong>'
                           f'<a href="./search.php?author_id={x["id"]}&amp;sr=posts{self.sid}'
                           '">Search user’s posts</a></strong><br />(0.1% of all posts / 0.02 posts per day)'
                           "</dd>") +
                          (("<dt>Most active forum:</dt><dd><strong>"
                            f'<a href="./viewforum.php?f={r.choice(self.forums)["id"]}{self.sid}">'
                            f"{title(r, 1, 2)}</a></strong></dd>") if x["posts"] else "") + "</dl></div></div></div>" +
                          (('<div class="panel bg1"><div class="inner"><h3>Signature</h3><div class="postbody">'
                            f'<div class="signature standalone">{sent(dice("sig", x["id"]), 3, 12)}</div></div>'
                            "</div></div>") if x["sig"] else "") + "</form>")

    def page_search(self, q, H, start):
        if "author_id" in q:
            return self.page_search_author_id(H, q, start)
        if "search_id" in q or "keywords" in q:
            return self.page_search_search_id(H, start, q)
        return self.frame(H, "Search", "search",
                          ('<h2 class="solo">Search</h2>'
                           '<form method="get" action="./search.php" data-focus="keywords"><div class="panel">'
                           '<div class="inner"><h3>Search query</h3><fieldset><dl><dt>'
                           '<label for="keywords">Search for keywords:</label></dt><dd>'
                           '<input type="search" class="inputbox" name="keywords" id="keywords" size="40" />'
                           "</dd></dl></fieldset></div></div></form>"))

    def page_search_author_id(self, H, q, start):
        u = next((i for i, x in enumerate(self.users) if str(x["id"]) == q["author_id"]), 0)
        ps = [(p, t) for p, t in self.post.items() if t["by"][p - t["first"]] == u][::-1]
        body = "".join((f'<div class="search post bg{1 + i % 2}"><div class="inner"><dl class="postprofile">'
                        f'<dt class="author">by {self.user(u)}</dt>'
                        f'<dd class="search-result-date">{self.when(p)}</dd><dd>Forum: '
                        f'<a href="./viewforum.php?f={t["f"]}{self.sid}">{esc(self.fby[t["f"]]["name"])}</a>'
                        "</dd><dd>Topic: "
                        f'<a href="./viewtopic.php?f={t["f"]}&amp;t={t["id"]}{self.sid}">{esc(t["title"])}'
                        f'</a></dd><dd>Replies: <strong>{t["n"] - 1}</strong></dd><dd>Views: '
                        f'<strong>{t["views"]}</strong></dd></dl><div class="postbody"><h3>'
                        f'<a href="./viewtopic.php?f={t["f"]}&amp;t={t["id"]}&amp;p={p}{self.sid}#p{p}">Re: '
                        f'{esc(t["title"])}</a></h3>'
                        f'<div class="content">{sent(dice("body", self.seed, p))} ...</div></div>'
                        '<ul class="searchresults"><li>'
                        f'<a href="./viewtopic.php?f={t["f"]}&amp;t={t["id"]}&amp;p={p}{self.sid}#p{p}'
                        '" class="arrow-right">'
                        '<i class="icon fa-angle-right fa-fw icon-black" aria-hidden="true"></i>'
                        "<span>Jump to post</span></a></li></ul></div></div>")
                       for i, (p, t) in enumerate(ps[start:start + 10]))
        return self.frame(
            H, "Search", "search", (f'<h2 class="searchresults-title">Search found {len(ps)} matches</h2>'
                                    '<p class="advanced-search-link">'
                                    f'<a class="arrow-left" href="./search.php{self.sid}" title="Advanced search">'
                                    '<span>Go to advanced search</span></a></p><div class="action-bar bar-top">')
            + self.pager("search.php?author_id=" + q["author_id"] + "&amp;sr=posts", start, len(ps), 10, "matches")
            + "</div>" + body)

    def page_search_search_id(self, H, start, q):
        ts = [t for t in self.topics.values() if (t["n"] == 1) == (q.get("search_id") == "unanswered")][:300]
        return self.frame(
            H, "Active topics", "search", '<h2 class="searchresults-title">' +
            ("Unanswered" if q.get("search_id") == "unanswered" else "Active")
            + ' topics</h2><div class="action-bar bar-top">'
            + self.pager("search.php?search_id=" + esc(q.get("search_id", "")), start, len(ts), 25, "matches")
            + "</div>" + self.topiclist([self.row(t, True, i) for i, t in enumerate(ts[start:start + 25])]))

    def page_ucp(self, H, q):
        m = q.get("mode")
        if m == "delete_cookies":
            return self.msg(H, "Are you sure?")
        if m in ("terms", "privacy"):
            return self.frame(H, m, "ucp", (f'<div class="content"><h2 class="sitename-title">{self.site}</h2>'
                                            '<div class="panel"><div class="inner"><div class="agreement">')
                              + "".join(para(dice(m, i)) + "<br /><br />"
                                        for i in range(8)) + "</div></div></div></div>")
        if m == "register":
            return self.frame(H, "Register", "ucp",
                              ('<form method="post" action="./ucp.php?mode=register" id="agreement">'
                               '<div class="panel"><div class="inner"><div class="content">'
                               '<h2 class="sitename-title">Registration</h2>') + para(dice("reg")) +
                              ('</div></div></div><div class="panel"><fieldset class="submit-buttons">'
                               '<input type="submit" name="agreed" value="I agree to these terms" class="button1"'
                               " /></fieldset></div></form>"))
        return self.login(H)

    def classify(self, url):
        u = urlsplit(url)
        q = dict(parse_qsl(u.query, keep_blank_values=True))
        q.pop("sid", None)
        p = u.path.strip("/")
        if p == "viewtopic.php":
            t = None
            if q.get("p", "").isdigit():
                t = self.post.get(int(q["p"]))
            if t is None and q.get("t", "").isdigit():
                t = self.topics.get(int(q["t"]))
            if t and q.get("view") in ("next", "previous"):
                l = self.order[t["f"]]
                i = l.index(t) + (1 if q["view"] == "next" else -1)
                t = l[i] if 0 <= i < len(l) else None
            k = ("print" if q.get("view") == "print" else
                 ("view="
                  + q["view"] if "view" in q else "p=" if "p" in q else "start" if q.get("start", "0") != "0" else ""))
            return ("topic " + k, f't{t["id"]}' if t and k != "print" else None)
        k = p.replace(".php", "") or "index"
        if k in ("memberlist", "ucp", "posting"):
            k += " " + q.get("mode", "list" if k == "memberlist" else "")
        if k == "search":
            k += " " + ("author" if "author_id" in q else q.get("search_id", ""))
        if q.get("start", "0") != "0":
            k += " paged"
        return (k, None)
