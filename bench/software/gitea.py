"""A host of code, as Gitea 1.21 writes it.

Wanted: the 1,467 issues of 42 repositories (/OWNER/NAME/issues/N). Alike: pull requests, which are issues with
tabs of commits and files. Nasty: the first two parts of every address vary; issues lie three links deep and no
list has those of all repositories; lists of issues carry nine parameters, most of them empty, and menus of
filters by label, milestone and assignee; the state (open, closed) is a parameter that matters; commits, files,
branches and activity without end. gitea3 has three repositories, giteaplain no menus of filters.
"""
from urllib.parse import quote

from common import (
    Plain, SHORT_FIRST, SHORT_LAST, WORDS, esc, found, missing, number_of, ok, query_of, short_dice, short_name,
    short_para, short_sent, short_title, slug
)


def oct_(n):
    return (f'<svg viewBox="0 0 16 16" class="svg octicon-{n}'
            '" aria-hidden="true" width="16" height="16">'
            '<path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Z"></path></svg>')


LAB = [("bug", "ee0701"), ("enhancement", "84b6eb"), ("docs", "0075ca"), ("question", "cc317c"), ("wontfix", "ffffff"),
       ("good first issue", "7057ff"), ("ui", "aabbcc"), ("backend", "336699")]


class Host(Plain):
    kind = "issue"

    def __init__(self, mode):
        self.mode = mode
        r = short_dice("gitea")
        self.users = sorted({
            slug(r.choice(SHORT_FIRST)) + r.choice(["", str(r.randint(1, 99)), "-" + slug(r.choice(SHORT_LAST))])
            for _ in range(170)
        })
        self.orgs = ["forge", "lumen", "gridworks", "openmaps", "tinytools", "paperplane"]
        self.repos = {}
        self.I = {}
        self.P = {}
        own = self.orgs * 3 + r.sample(self.users, 25)
        while len(self.repos) < (3 if mode == "gitea3" else 42):
            o = r.choice(own)
            n = r.choice(WORDS) + r.choice(["", "-" + r.choice(WORDS), "d", "kit", "-go", "-rs", ".js"])
            if o + "/" + n in self.repos:
                continue
            k = o + "/" + n
            rep = self.repos[k] = dict(o=o, n=n, i=[], p=[], com=[], tags=[], wiki=[], files=[], stars=r.randint(
                0, 900), topics=[slug(x) for x in r.sample(WORDS[:60], r.randint(0, 4))], ms=r.randint(0, 4))
            size = 750 if mode == "gitea3" else r.choice([3, 8, 15, 30, 60, 120, 200])
            for x in range(1, size + 1):
                d = dict(t=short_sent(r, 3, 9)[:-1], by=r.choice(self.users), open=r.random() < 0.4,
                         lab=r.sample(range(len(LAB)), r.choice([0, 0, 1, 1, 2])),
                         nc=max(0, int(r.expovariate(1 / 3.5))), day=r.randint(1, 900))
                if r.random() < 0.64:
                    self.I[f"{k}/{x}"] = d
                    rep["i"].append(x)
                else:
                    self.P[f"{k}/{x}"] = d
                    rep["p"].append(x)
            rep["com"] = ["%040x" % r.getrandbits(160) for _ in range(r.randint(10, 160))]
            rep["tags"] = [f"v{a}.{b}.0" for a in range(r.randint(0, 3)) for b in range(r.randint(1, 6))]
            if r.random() < 0.4:
                rep["wiki"] = ["Home"] + [short_title(r, 1, 2).replace(" ", "-") for _ in range(r.randint(1, 9))]
            dirs = ["src", "docs", "test", "src/" + r.choice(WORDS)]
            rep["dirs"] = dirs
            rep["files"] = ["README.md", "LICENSE", "Makefile"] + [
                r.choice(dirs) + "/" + r.choice(WORDS) + r.choice([".go", ".js", ".c", ".md"])
                for _ in range(r.randint(6, 40))
            ]
        self.truth = set(self.I)

    def address(self, w):
        o, n, i = w.split("/")
        return f"/{o}/{n}/issues/{i}"

    def ident(self, p, qq):
        a = p.strip("/").split("/")
        if p == "/":
            return ("home", p)
        if len(a) >= 2 and "/".join(a[:2]) in self.repos:
            k = "/".join(a[:2])
            if len(a) == 4 and a[2] in ("issues", "pulls") and a[3].isdigit():
                if a[2] == "issues" and k + "/" + a[3] in self.I:
                    return ("issue", k + "/" + a[3])
                if k + "/" + a[3] in self.P:
                    return ("pull", k)
                return ("missing", p)
            if len(a) == 2:
                return ("repo", p)
            t = a[2] + ("/" + a[4] if a[2] == "pulls" and len(a) > 4 else "")
            return (t + ("?" if set(qq) - {"page"} else ""), p)
        return ((a[0] if a[0] in ("explore", "user") else "user/org") + ("?" if set(qq) - {"page"} else ""), p)

    def frame(self, base, p, ttl, main, cls=""):
        return (("<!DOCTYPE html>\n"
                 '<html lang="en-US" data-theme="gitea-auto"><head>'
                 '<meta name="viewport" content="width=device-width, initial-scale=1">'
                 f"<title>{esc(ttl)} - codehost</title>"
                 '<link rel="manifest" href="data:application/json;base64,e30=">'
                 '<meta name="author" content="codehost">'
                 '<meta name="description" content="codehost">'
                 '<meta name="keywords" content="go,git,self-hosted,gitea">'
                 '<meta name="referrer" content="no-referrer">'
                 '<link rel="icon" href="/assets/img/favicon.svg" type="image/svg+xml">'
                 "<script>window.config = {appUrl: '/', csrfToken: 'a', pageData: {}};</script>"
                 f'<meta property="og:title" content="{esc(ttl)}">'
                 f'<meta property="og:url" content="{base}{esc(p)}">'
                 '<link rel="stylesheet" href="/assets/css/index.css?v=1.21"></head>\n'
                 '<body hx-headers=\'{"x-csrf-token": "a"}\' hx-swap="outerHTML">'
                 '<div class="full height"><noscript>This website requires JavaScript.</noscript>\n'
                 '<nav id="navbar" aria-label="Navigation Bar">'
                 '<div class="navbar-left ui secondary menu">'
                 '<a class="item" id="navbar-logo" href="/" aria-label="Home">'
                 '<img width="30" height="30" src="/assets/img/logo.svg" alt="Logo"'
                 ' aria-hidden="true"></a><a class="item" href="/explore/repos">Explore</a>'
                 '<a class="item" target="_blank" rel="noopener noreferrer"'
                 ' href="https://docs.gitea.com">Help</a></div>'
                 '<div class="navbar-right ui secondary menu">'
                 f'<a class="item" href="/user/sign_up">{oct_("person")} Register</a>'
                 '<a class="item" rel="nofollow" href="/user/login?redirect_to='
                 f'{quote(p, "")}">{oct_("sign-in")} Sign In</a></div></nav>\n'
                 f'<div role="main" aria-label="{esc(ttl)}" class="page-content {cls}">{main}</div>'
                 "</div>\n"
                 '<footer class="page-footer" role="group" aria-label="Footer">'
                 '<div class="left-links" role="contentinfo">'
                 '<a target="_blank" rel="noopener noreferrer"'
                 ' href="https://about.gitea.com">Powered by Gitea</a> Version: 1.21.4 Page: '
                 "<strong>12ms</strong> Template: <strong>2ms</strong></div>"
                 '<div class="right-links" role="group">'
                 f'<div class="ui dropdown upward language">{oct_("globe")}<span>English</span>'
                 '<div class="menu language-menu">')
                + "".join(f'<a lang="{l}" data-url="/?lang={l}" class="item">{n}</a>'
                          for l, n in [("id-ID", "Bahasa Indonesia"), ("de-DE", "Deutsch"), ("en-US", "English"),
                                       ("fr-FR", "Français")]) +
                ('</div></div><a href="/assets/licenses.txt">Licenses</a><a href="/api/swagger">API'
                 '</a></div></footer><script src="/assets/js/index.js?v=1.21"></script></body>'
                 "</html>"))

    def repo(self, base, k, p, tab, ttl, main, cls):
        d = self.repos[k]
        o, n = k.split("/")
        tabs = ([("code", "", "Code", ""),
                 ("issue-opened", "/issues", "Issues", sum(self.I[f"{k}/{x}"]["open"] for x in d["i"])),
                 ("git-pull-request", "/pulls", "Pull Requests", sum(self.P[f"{k}/{x}"]["open"] for x in d["p"])),
                 ("project", "/projects", "Projects", "")] +
                ([("tag", "/releases", "Releases", len(d["tags"]))] if d["tags"] else []) +
                ([("book", "/wiki", "Wiki", "")] if d["wiki"] else []) + [("pulse", "/activity", "Activity", "")])
        head = self.repo_head(o, k, n, d, tabs, tab)
        return ok(self.frame(base, p, ttl, head + f'<div class="ui container">{main}</div>', "repository " + cls))

    def repo_head(self, o, k, n, d, tabs, tab):
        return (('<div class="secondary-nav"><div class="ui container"><div class="repo-header">'
                 f'<div class="flex-item gt-ac"><div class="flex-item-leading">{oct_("repo")}</div>'
                 '<div class="flex-item-main"><div class="flex-item-title gt-font-18">'
                 f'<a class="muted gt-font-normal" href="/{o}">{o}</a>/'
                 f'<a class="muted" href="/{k}">{n}</a></div></div><div class="flex-item-trailing">'
                 '</div></div><div class="repo-buttons">'
                 f'<a class="ui compact small basic button" href="/{k}'
                 f'.rss" data-tooltip-content="RSS Feed">{oct_("rss")}</a>'
                 f'<form hx-boost="true" method="post" action="/{k}/action/watch">'
                 '<div class="ui labeled button" data-tooltip-content="Sign in to watch this'
                 ' repository.">'
                 f'<button type="submit" class="ui compact small basic button" disabled>{oct_("eye")}'
                 '<span class="text">Watch</span></button>'
                 f'<a class="ui basic label" href="/{k}/watchers">{d["stars"] // 9}</a></div></form>'
                 f'<form method="post" action="/{k}/action/star"><div class="ui labeled button">'
                 '<button type="submit" class="ui compact small basic button" disabled>'
                 f'{oct_("star")}<span class="text">Star</span></button>'
                 f'<a class="ui basic label" href="/{k}/stars">{d["stars"]}</a></div></form>'
                 '<div class="ui labeled button">'
                 f'<button class="ui compact small basic button" disabled>{oct_("repo-forked")}'
                 '<span class="text">Fork</span></button>'
                 f'<a class="ui basic label" href="/{k}/forks">{d["stars"] // 20}</a></div></div>'
                 '</div></div><div class="ui container">'
                 '<overflow-menu class="ui secondary pointing tabular top attached borderless menu'
                 ' navbar"><div class="overflow-menu-items">')
                + "".join(f'<a class="{"active " if tab == h else ""}item" href="/{k}{h}">{oct_(ic)} {t}'
                          + (f' <span class="ui small label">{c}</span>' if c else "") + "</a>" for ic, h, t, c in tabs)
                + '</div></overflow-menu></div><div class="ui tabs divider"></div></div>')

    def pager(self, here, page, n, keep={}):
        if n < 2:
            return ""
        u = lambda i: esc(here + "?" + query_of(**dict(keep, page=i)))
        return (('<div class="center page buttons"><div class="ui borderless pagination menu">'
                 f'<a class="{"disabled " if page == 1 else ""}item navigation"') +
                (f' href="{u(1)}"' if page > 1 else "") +
                (f'>{oct_("arrow-left")}<span class="navigation_label">First</span></a>'
                 f'<a class="{"disabled " if page == 1 else ""}item navigation"') +
                (f' href="{u(page - 1)}"' if page > 1 else "")
                + f'>{oct_("chevron-left")}<span class="navigation_label">Previous</span></a>' + "".join(
                    (f'<a class="{"active " if i == page else ""}item gt-content-center" href="{u(i)}">'
                     f"{i}</a>") for i in range(max(1, page - 2),
                                                min(n, page + 2) + 1))
                + f'<a class="{"disabled " if page == n else ""}item navigation"' +
                (f' href="{u(page + 1)}"' if page < n else "") +
                (f'><span class="navigation_label">Next</span>{oct_("chevron-right")}</a>'
                 f'<a class="{"disabled " if page == n else ""}item navigation"') +
                (f' href="{u(n)}"' if page < n else "")
                + f'><span class="navigation_label">Last</span>{oct_("arrow-right")}</a></div></div>')

    def md(self, r, k, long=4):
        out = ""
        for _ in range(r.randint(1, long)):
            z = r.random()
            out += (f'<p dir="auto">{short_para(r, 1, 4)}</p>' if z < 0.6 else
                    (('<div class="code-block"><pre><code class="chroma language-go display">'
                      '<span class="kd">func</span> ') + " ".join(r.choice(WORDS) for _ in range(9))
                     + "</code></pre></div>" if z < 0.75 else
                     ('<ul dir="auto">' + "".join(f"<li>{short_sent(r, 3, 8)}</li>"
                                                  for _ in range(r.randint(2, 5))) + "</ul>"
                      if z < 0.9 else f'<h3 id="user-content-{r.choice(WORDS)}" dir="auto">{short_title(r)}</h3>')))
        d = self.repos[k]
        if r.random() < 0.2 and d["i"]:
            x = r.choice(d["i"])
            out += ('<p dir="auto">Related to '
                    f'<a href="/{k}/issues/{x}" class="ref-issue" rel="nofollow">#{x}</a></p>')
        if r.random() < 0.08:
            h = r.choice(d["com"])
            out += (f'<p dir="auto">See <a href="/{k}/commit/{h}" class="commit" rel="nofollow">'
                    f"<code>{h[:10]}</code></a></p>")
        return out

    def comment(self, r, k, kind, n, by, cid, first=0):
        t = ('<relative-time class="time-since" prefix="" tense="past" datetime="2025-0'
             f'{r.randint(1, 9)}-1{r.randint(0, 9)}T10:00:00Z">2025-05-11 10:00</relative-time>')
        rea = ((f'<div class="bottom-reactions" data-action-url="/{k}/issues/{n}/reactions">'
                '<a role="button" class="ui label basic disabled" data-tooltip-content="'
                f'{r.choice(self.users)}"><span class="reaction"><span class="emoji">👍</span></span>'
                f'<span class="reaction-count">{r.randint(1, 9)}</span></a></div>') if r.random() < 0.15 else "")
        att = (('<div class="ui clearing divider"></div><div class="dropzone-attachments">'
                '<div class="ui clearing divider"></div><div class="ui small thumbnails">'
                f'<a target="_blank" rel="noopener noreferrer" href="/attachments/{cid}a-b">'
                f'<img alt="shot.png" src="/attachments/{cid}a-b"></a></div></div>') if r.random() < 0.06 else "")
        return ((f'<div class="timeline-item comment{" first" if first else ""}" id="issue'
                 f'{"" if first else "comment"}-{cid}"><a class="timeline-avatar" href="/{by}">'
                 f'<img loading="lazy" class="ui avatar gt-vm" src="/avatars/{by}?size=80" title="'
                 f'{by}" width="40" height="40"></a><div class="content comment-container">'
                 '<div class="comment-header arrow-top" role="heading" aria-level="3">'
                 '<div class="comment-header-left"><span class="text grey muted-links">'
                 f'<a class="author text black gt-font-semibold muted" href="/{by}">{by}'
                 f'</a> commented <a href="#issue{"" if first else "comment"}-{cid}">{t}</a></span>'
                 '</div><div class="comment-header-right actions">') +
                (('<div class="ui basic label role-label" data-tooltip-content="This user is the'
                  ' owner">Owner</div>') if r.random() < 0.2 else "") +
                ('<div class="ui dropdown action context-menu">'
                 f'<a class="context-menu">{oct_("kebab-horizontal")}</a><div class="menu">'
                 f'<div class="item context" data-clipboard-text-type="url" data-url="/{k}/{kind}/{n}'
                 f'#issuecomment-{cid}">Copy Link</div></div></div></div></div>'
                 '<div class="ui attached segment comment-body" role="article">'
                 f'<div class="render-content markup">{self.md(r, k, 4 if first else 2)}</div>'
                 f'<div id="issuecomment-{cid}-raw" class="raw-content gt-hidden">{short_sent(r)}'
                 "</div>"
                 f'<div class="edit-content-zone gt-hidden" data-update-url="/{k}/comments/{cid}">'
                 f"</div>{att}</div>{rea}</div></div>"))

    def event(self, r, k):
        z = r.randrange(4)
        by = r.choice(self.users)
        t = ('<relative-time class="time-since" datetime="2025-05-11T10:00:00Z">2025-05-11'
             "</relative-time>")
        if z == 0:
            l = r.choice(LAB)
            b = ('added the <span class="labels-list gt-ml-1">'
                 f'<div class="ui label" style="color: #fff !important; background-color: #{l[1]}'
                 f' !important" data-tooltip-content>{l[0]}</div></span> label {t}')
            ic = "tag"
        elif z == 1:
            h = r.choice(self.repos[k]["com"])
            b = (f"referenced this issue from a commit {t}</span>"
                 f'<div class="detail">{oct_("git-commit")}<span class="text grey muted-links">'
                 f'<a href="/{k}/commit/{h}">{short_sent(r, 3, 6)}</a></span></div><span>')
            ic = "bookmark"
        elif z == 2:
            b = f"changed title from <b>{short_title(r)}</b> to <b>{short_title(r)}</b> {t}"
            ic = "pencil"
        else:
            b = f"added this to the <b>{r.randint(1, 3)}.0</b> milestone {t}"
            ic = "milestone"
        return (f'<div class="timeline-item event"><span class="badge">{oct_(ic)}</span>'
                f'<a href="/{by}">'
                f'<img class="ui avatar gt-vm" src="/avatars/{by}" width="20" height="20"></a>'
                f'<span class="text grey muted-links"><a href="/{by}">{by}</a> {b}</span></div>')

    def view(self, base, p, k, n, kind):
        key = f"{k}/{n}"
        d = (self.I if kind == "issues" else self.P)[key]
        r = short_dice(kind, key)
        pull = kind == "pulls"
        cid = abs(number_of(n)) % 1000 * 100 + 7
        op = ('<div class="ui green label issue-state-label">' + oct_("git-pull-request" if pull else "issue-opened")
              + " Open</div>"
              if d["open"] else f'<div class="ui {"purple" if pull else "red"} label issue-state-label">'
              + oct_("git-merge" if pull else "issue-closed") + f' {"Merged" if pull else "Closed"}</div>')
        sub = ((f'<a href="/{d["by"]}">{d["by"]}</a> wants to merge {r.randint(1, 9)} commits from '
                f'<span class="gt-mono"><a href="/{d["by"]}/{k.split("/")[1]}">{r.choice(WORDS)}</a>'
                f'</span> into <span class="gt-mono"><a href="/{k}/src/branch/main">main</a></span>') if pull else
               (f'<a class="gt-font-semibold" href="/{d["by"]}">{d["by"]}</a> opened this issue '
                f'<relative-time>2025-05-11</relative-time> · {d["nc"]} comments'))
        tit = ('<div class="issue-title-header"><div class="issue-title" id="issue-title-wrapper">'
               f'<h1 id="issue-title"><span>{esc(d["t"])}<span class="index">#{n}</span></span>'
               '<div id="edit-title-input" class="ui input gt-f1 gt-hidden">'
               f'<input value="{esc(d["t"])}" maxlength="255" autocomplete="off"></div></h1>'
               f'<div class="issue-title-buttons"></div></div><div class="issue-title-meta">{op}'
               f'<div class="gt-ml-3"><span class="time-desc">{sub}</span></div></div></div>')
        tabs = (('<div class="ui top attached pull tabular menu">'
                 f'<a class="item active" href="/{k}/pulls/{n}">{oct_("comment-discussion")}'
                 f' Conversation <span class="ui small label">{d["nc"]}</span></a>'
                 f'<a class="item" href="/{k}/pulls/{n}/commits">{oct_("git-commit")} Commits '
                 '<span class="ui small label">3</span></a>'
                 f'<a class="item" href="/{k}/pulls/{n}/files">{oct_("diff")} Files Changed '
                 '<span class="ui small label">2</span></a></div>'
                 '<div class="ui bottom attached tab pull segment active">') if pull else "")
        tl = self.comment(r, k, kind, n, d["by"], cid, 1)
        for i in range(d["nc"]):
            tl += self.comment(r, k, kind, n, r.choice(self.users), cid + i + 1) + "".join(
                self.event(r, k) for _ in range(r.choice([0, 0, 1, 2])))
        if pull and d["open"]:
            tl += ('<div class="timeline-item comment merge box">'
                   f'<div class="timeline-avatar text green">{oct_("git-merge")}</div>'
                   '<div class="content"><div class="ui attached merge-section segment">'
                   f'<div class="item item-section"><div class="item-section-left">{oct_("check")}'
                   ' This pull request can be merged automatically.</div></div><div class="divider">'
                   f'</div><div class="item">{oct_("info")}'
                   " You are not authorized to merge this pull request.</div></div></div></div>")
        if not d["open"]:
            tl += ('<div class="timeline-item event">'
                   f'<span class="badge gt-bg-red">{oct_("circle-slash")}</span>'
                   f'<span class="text grey muted-links"><a href="/{d["by"]}">{d["by"]}'
                   f'</a> closed this {"pull request" if pull else "issue"} <relative-time>2025-05-12'
                   "</relative-time></span></div>")
        tl += (('<div class="timeline-item ui warning message"><p>'
                '<a class="muted" href="/user/login?redirect_to=') + quote(p, "")
               + '" rel="nofollow">Sign in</a> to join this conversation.</p></div>')

        def sel(cl, t, inner):
            return (f'<div class="ui {cl} list"><span class="text gt-df gt-ac"><strong>{t}</strong>'
                    f'</span>{inner}</div><div class="divider"></div>')

        parts = sorted({d["by"]} | {r.choice(self.users) for _ in range(min(6, d["nc"]))})
        side = (sel("assignees", "Reviewers",
                    (('<div class="ui assignees list"><span class="no-select item">No reviewers</span>'
                      "</div>") if r.random() < 0.5 else
                     ('<div class="item gt-df gt-ac">'
                      f'<a class="muted sidebar-item-link" href="/{r.choice(self.users)}">x</a></div>')))
                if pull else "")
        side += sel("labels", "Labels",
                    ('<span class="labels-list"><span class="no-select item">No Label</span></span>'
                     if not d["lab"] else '<span class="labels-list">' + "".join(
                         (f'<a class="item" href="/{k}/{kind}?labels={x + 1}">'
                          f'<div class="ui label" style="background-color: #{LAB[x][1]} !important">'
                          f"{LAB[x][0]}</div></a>") for x in d["lab"]) + "</span>"))
        side += sel(
            "select-milestone", "Milestone",
            ('<span class="no-select item">No Milestone</span>' if r.random() < 0.6 or not self.repos[k]["ms"] else
             ('<div class="selected">'
              f'<a class="item muted sidebar-item-link" href="/{k}/milestone/1">'
              f'{oct_("milestone")} 1.0</a></div>')))
        if r.random() < 0.3:
            side += sel("select-project", "Projects", '<span class="no-select item">No project</span>')
        side += sel("assignees", "Assignees",
                    ('<span class="no-select item">No Assignees</span>' if r.random() < 0.6 else
                     ('<div class="selected"><div class="item">'
                      f'<a class="muted sidebar-item-link" href="/{(a := r.choice(self.users))}">'
                      f'<img class="ui avatar" src="/avatars/{a}"> {a}</a></div></div>')))
        side += ((f'<div class="ui participants"><span class="text"><strong>{len(parts)} Participants'
                  '</strong></span><div class="ui list gt-df gt-fw">') + "".join(
                      (f'<a href="/{u}" data-tooltip-content="{u}">'
                       f'<img class="ui avatar gt-vm" src="/avatars/{u}" width="28"></a>')
                      for u in parts) + '</div></div><div class="divider"></div>')
        if r.random() < 0.5:
            side += ('<span class="text"><strong>Notifications</strong></span><div class="gt-mt-3">'
                     '</div><div class="divider"></div>')
        side += ('<span class="text"><strong>Due Date</strong></span>'
                 '<div class="ui form" id="deadline-loader"><p>'
                 "<i>The due date is invalid or out of range.</i></p><p>No due date set.</p></div>"
                 '<div class="divider"></div>')
        dep = self.repos[k]["i"]
        side += (('<div class="ui depending"><span class="text"><strong>Dependencies</strong></span>'
                  "<br>") + ("<p>No dependencies set.</p>" if r.random() < 0.9 or not dep else
                             ('<div class="ui relaxed divided list"><div class="item dependency">'
                              f'<a class="title muted" href="/{k}/issues/{(x := r.choice(dep))}">#{x} '
                              f"{short_sent(r, 3, 5)}</a></div></div>")) +
                 ('</div><div class="divider"></div><div class="ui equal width compact grid">'
                  f'<div class="row gt-ac" data-tooltip-content="{k}#{n}">'
                  f'<span class="text column truncate">Reference: {k}#{n}</span>'
                  f'<button class="ui two wide button column gt-p-3" data-clipboard-text="{k}#{n}">'
                  f'{oct_("copy")}</button></div></div>'))
        main = ((tit + tabs if pull else "") +
                ('<div class="issue-content">'
                 '<div class="issue-content-left comment-list prevent-before-timeline">') + ("" if pull else tit) +
                (f'<div class="ui timeline">{tl}</div></div>'
                 f'<div class="issue-content-right ui segment">{side}</div></div>') + ("</div>" if pull else ""))
        return self.repo(base, k, p, "/" + kind, f'#{n} - {d["t"]} - {k}', main, "view issue " +
                         ("pull" if pull else ""))

    def list_(self, base, p, k, qq, kind):
        D = self.I if kind == "issues" else self.P
        L = [x for x in self.repos[k]["i" if kind == "issues" else "p"][::-1]]
        st = qq.get("state", "open") or "open"
        if st in ("open", "closed"):
            L = [x for x in L if D[f"{k}/{x}"]["open"] == (st == "open")]
        lb = qq.get("labels", "")
        if lb.isdigit() and lb != "0":
            L = [x for x in L if int(lb) - 1 in D[f"{k}/{x}"]["lab"]]
        if qq.get("poster", "").isdigit() and qq["poster"] != "0":
            L = [x for x in L if D[f"{k}/{x}"]["by"] == self.users[int(qq["poster"]) % len(self.users)]]
        if qq.get("q"):
            L = [x for x in L if qq["q"] in D[f"{k}/{x}"]["t"].lower()]
        so = qq.get("sort", "")
        if so == "oldest":
            L.reverse()
        if so == "mostcomment":
            L.sort(key=lambda x: -D[f"{k}/{x}"]["nc"])
        page = int(qq.get("page") or 1)
        n = -(-len(L) // 20)
        base_ = dict(q=qq.get("q", ""), type="all", sort=so or "latest", state=st, labels=lb,
                     milestone=qq.get("milestone",
                                      "0"), project="0", assignee=qq.get("assignee", "0"), poster=qq.get("poster", "0"))

        def u(**x):
            return esc(f"/{k}/{kind}?" + query_of(**dict(base_, **x)))

        def dd(t, items):
            return ((f'<div class="ui dropdown jump item"><span class="text">{t}'
                     f'</span>{oct_("triangle-down")}<div class="menu">')
                    + "".join(f'<a class="item" href="{h}">{l}</a>' for h, l in items) + "</div></div>")

        filt = self.list__filt(dd, u, st, D, k, kind)

        def row(x):
            d = D[f"{k}/{x}"]
            return ('<div class="flex-item"><div class="flex-item-icon">'
                    + oct_("issue-opened" if kind == "issues" else "git-pull-request") +
                    ('</div><div class="flex-item-main"><div class="flex-item-header">'
                     '<div class="flex-item-title">'
                     f'<a class="gt-no-underline issue-title" href="/{k}/{kind}/{x}">{esc(d["t"])}</a>'
                     '<span class="labels-list gt-ml-2">') + "".join(
                         (f'<a href="{u(labels=l + 1)}">'
                          f'<div class="ui label" style="background-color: #{LAB[l][1]} !important">'
                          f"{LAB[l][0]}</div></a>") for l in d["lab"]) + "</span></div>" +
                    (('<div class="flex-item-trailing">'
                      f'<a class="flex-text-inline" href="/{k}/{kind}/{x}">{oct_("comment")}{d["nc"]}</a>'
                      "</div>") if d["nc"] else "") +
                    (f'</div><div class="flex-item-body"><a class="index" href="/{k}/{kind}/{x}">#{x}'
                     "</a> opened <relative-time>2025-05-11</relative-time> by "
                     f'<a href="/{d["by"]}">{d["by"]}</a></div></div></div>'))

        main = (('<div class="list-header">'
                 '<div class="small-menu-items ui compact tiny menu list-header-toggle">'
                 f'<a class="item" href="/{k}/labels">Labels</a>'
                 f'<a class="item" href="/{k}/milestones">Milestones</a></div>'
                 '<form class="list-header-search ui form ignore-dirty">'
                 '<div class="ui small search fluid action input">'
                 '<input type="hidden" name="type" value="all">'
                 f'<input type="hidden" name="state" value="{st}">'
                 '<input type="search" spellcheck="false" name="q" value="" placeholder="Search">'
                 f'<button class="ui small icon button">{oct_("search")}</button></div></form>'
                 f'<a class="ui small primary button" href="/{k}/') +
                ("issues/new/choose" if kind == "issues" else "compare/main...main")
                + f'">New</a></div>{filt}<div id="issue-list" class="flex-list">'
                + "".join(row(x) for x in L[(page - 1) * 20:page * 20]) + "</div>"
                + self.pager(f"/{k}/{kind}", page, n, base_))
        return self.repo(base, k, p, "/" + kind, f"{kind.capitalize()} - {k}", main, "issue-list")

    def list__filt(self, dd, u, st, D, k, kind):
        return (('<div id="issue-filters" class="issue-list-toolbar">'
                 '<div class="issue-list-toolbar-left">'
                 '<div class="small-menu-items ui compact tiny menu">'
                 f'<a class="{"active " if st == "open" else ""}item" href="{u(state="open")}">'
                 f'{oct_("issue-opened")} ')
                + str(sum(D[f"{k}/{x}"]["open"] for x in self.repos[k]["i" if kind == "issues" else "p"])) +
                (" Open</a>"
                 f'<a class="{"active " if st == "closed" else ""}item" href="{u(state="closed")}">'
                 f'{oct_("check")} Closed</a></div></div><div class="issue-list-toolbar-right">'
                 '<div class="ui secondary filter menu labels">') +
                ("" if self.mode == "giteaplain" else
                 dd("Label", [(u(labels=""), "All labels")] + [(u(labels=i + 1), l[0]) for i, l in enumerate(LAB)])
                 + dd("Milestone", [(u(milestone=0), "All")] + [(u(milestone=i + 1), f"{i + 1}.0")
                                                                for i in range(self.repos[k]["ms"])])
                 + dd("Author", [(u(poster=i), self.users[i])
                                 for i in range(1, 8)]) + dd("Assignee", [(u(assignee=i), self.users[i])
                                                                          for i in range(1, 6)])
                 + dd("Sort", [(u(sort=v), v) for v in
                               ("latest", "oldest", "recentupdate", "leastupdate", "mostcomment", "leastcomment")]))
                + "</div></div></div>")

    def repolist(self, L):
        return ('<div class="flex-list">' + "".join(
            (f'<div class="flex-item"><div class="flex-item-leading">{oct_("repo")}</div>'
             '<div class="flex-item-main"><div class="flex-item-header">'
             '<div class="flex-item-title">'
             f'<a class="text primary name" href="/{self.repos[k]["o"]}">{self.repos[k]["o"]}'
             f'</a>/<a class="text primary name" href="/{k}">{self.repos[k]["n"]}</a></div>'
             '<div class="flex-item-trailing">'
             f'<a class="flex-text-inline" href="/{k}/stars">{oct_("star")}'
             f'{self.repos[k]["stars"]}</a>'
             f'<a class="flex-text-inline" href="/{k}/forks">{oct_("git-branch")}3</a></div>'
             f'</div><div class="flex-item-body">{short_sent(short_dice(k))}</div>'
             '<div class="flex-item-body">')
            + "".join(f'<a class="ui label" href="/explore/repos?q={t}&amp;topic=1">{t}</a>'
                      for t in self.repos[k]["topics"]) + "</div></div></div>" for k in L) + "</div>")

    def page(self, p, qq, base):
        a = p.strip("/").split("/")
        r = short_dice("x", p)
        page = int(qq["page"]) if qq.get("page", "").isdigit() else 1
        nf = lambda: missing(
            self.frame(base, p, "Page Not Found", '<div class="ui container center"><h2>404 Not Found</h2></div>'))
        if p == "/robots.txt":
            return (404, "text/plain", "Not Found")
        if p == "/":
            return self.page_home(base, p)
        if a[0] == "explore" and len(a) == 2:
            return self.page_explore(a, base, p, qq, page)
        if a[0] == "user":
            return self.page_user(base, p)
        if len(a) == 1 and (a[0] in self.users or a[0] in self.orgs):
            return self.page_users(a, qq, base, p, r)
        k = "/".join(a[:2])
        if k not in self.repos:
            return nf()
        d = self.repos[k]
        if len(a) == 2 or a[2] == "src" or a[2] == "tree":
            return self.page_src(base, k, p, d, nf, a, r)
        t = a[2]
        if t in ("issues", "pulls") and len(a) == 3:
            return self.list_(base, p, k, qq, t)
        if t in ("issues", "pulls") and len(a) >= 4 and a[3].isdigit():
            return self.page_issues(nf, k, t, a, base, p, r, d)
        if t in ("labels", "milestones", "projects", "activity", "watchers", "stars", "forks", "branches", "tags"):
            return self.page_labels(t, base, k, p, r, d)
        if t == "milestone":
            return self.list_(base, p, k, dict(qq), "issues")
        if t == "commits":
            return self.page_commits(base, k, p, page, d, r)
        if t == "commit" and len(a) == 4 and (a[3] in d["com"]):
            return self.page_commit(base, k, p, r, d, a)
        if t == "releases":
            return self.page_releases(base, k, p, r, d, a)
        if t == "wiki" and d["wiki"]:
            return self.repo(base, k, p, "/wiki", "Wiki",
                             (f'<div class="ui dividing header"><h1>{esc(a[3] if len(a) > 3 else "Home")}</h1>'
                              f'<a class="file-revisions-btn ui basic button" href="/{k}/wiki/'
                              f'{a[3] if len(a) > 3 else "Home"}?action=_revision">3 Commits</a></div>'
                              '<div class="wiki-content-parts">'
                              f'<div class="markup wiki-content-main">{self.md(r, k, 8)}</div>'
                              '<div class="markup wiki-content-sidebar"><ul>')
                             + "".join(f'<li><a href="/{k}/wiki/{x}">{x}</a></li>'
                                       for x in d["wiki"]) + "</ul></div></div>", "wiki")
        if t in ("blame", "compare"):
            return self.repo(base, k, p, "", t, '<div class="ui segment">' + short_para(r) + "</div>", t)
        if t in ("raw", "archive"):
            return (200, "application/octet-stream", b"x" * 100)
        return nf()

    def page_home(self, base, p):
        return ok(
            self.frame(base, p, "codehost",
                       ('<div class="gt-mb-5 gt-px-5"><div class="center">'
                        '<img class="logo" width="220" src="/assets/img/logo.svg" alt="Logo">'
                        '<div class="hero"><h1 class="ui icon header title">codehost</h1>'
                        "<h2>A painless, self-hosted Git service</h2></div></div></div>"
                        '<div class="ui stackable middle very relaxed page grid">'
                        '<div class="eight wide center column">'
                        '<h1 class="hero ui icon header">Easy to install</h1>'
                        '<p class="large">Simply run the binary.</p></div>'
                        '<div class="eight wide center column"><h1 class="hero ui icon header">Lightweight'
                        '</h1><p class="large">Low minimal requirements.</p></div></div>'), "home"))

    def page_explore(self, a, base, p, qq, page):
        nav = (('<div class="ui secondary pointing tabular borderless menu new-menu navbar">'
                '<div class="ui container">') + "".join(f'<a class="item" href="/explore/{h}">{h}</a>'
                                                        for h in ("repos", "users", "organizations")) + "</div></div>")
        sort = (('<div class="ui right floated secondary filter menu">'
                 '<div class="ui dropdown type jump item"><span class="text">Sort</span>'
                 '<div class="menu">')
                + "".join(f'<a class="item" href="{p}?sort={v}&amp;q={esc(qq.get("q", ""))}">{v}</a>'
                          for v in ("newest", "oldest", "alphabetically", "recentupdate", "moststars"))
                + "</div></div></div>")
        if a[1] == "repos":
            L = [k for k in self.repos if qq.get("q", "") in k or qq.get("q") in self.repos[k]["topics"]]
            if qq.get("sort") == "alphabetically":
                L.sort()
            if qq.get("sort") == "moststars":
                L.sort(key=lambda k: -self.repos[k]["stars"])
            return ok(
                self.frame(
                    base, p, "Explore", nav + '<div class="ui container">' + sort
                    + self.repolist(L[(page - 1) * 20:page * 20]) + self.pager(p, page, -(-len(L) // 20), {
                        "sort": qq.get("sort", "recentupdate"),
                        "q": qq.get("q", "")
                    }) + "</div>", "explore repositories"))
        L = self.users if a[1] == "users" else self.orgs
        return ok(
            self.frame(
                base, p, "Explore", nav + '<div class="ui container">' + sort + '<div class="flex-list">' + "".join(
                    ('<div class="flex-item flex-item-center"><div class="flex-item-leading">'
                     f'<img class="ui avatar" src="/avatars/{u}"></div><div class="flex-item-main">'
                     f'<div class="flex-item-title"><a class="text muted" href="/{u}">{u}</a></div>'
                     '<div class="flex-item-body">Joined on 2020-01-01</div></div></div>')
                    for u in L[(page - 1) * 20:page * 20]) + "</div>" + self.pager(p, page, -(-len(L) // 20), {
                        "sort": qq.get("sort", "newest"),
                        "q": ""
                    }) + "</div>", "explore users"))

    def page_user(self, base, p):
        return ok(
            self.frame(base, p, "Sign In",
                       ('<div class="ui middle very relaxed page grid"><div class="column">'
                        '<form class="ui form" action="/user/login" method="post">'
                        '<h4 class="ui top attached header center">Sign In</h4>'
                        '<div class="ui attached segment"><div class="required inline field">'
                        '<label for="user_name">Username</label><input id="user_name" name="user_name">'
                        '</div><div class="required inline field"><label for="password">Password</label>'
                        '<input id="password" name="password" type="password"></div>'
                        '<button class="ui primary button">Sign In</button></div></form></div></div>'), "user signin"))

    def page_users(self, a, qq, base, p, r):
        u = a[0]
        L = [k for k in self.repos if self.repos[k]["o"] == u]
        tab = qq.get("tab", "")
        heat = ('<div id="user-heatmap" class="is-loading"></div><div class="flex-list">' + "".join(
            ('<div class="flex-item"><div class="flex-item-leading">'
             '<img class="ui avatar" src="/a"></div><div class="flex-item-main"><div>'
             f'<a href="/{u}">{u}</a> ')
            + (f'opened issue <a href="/{x.rsplit("/", 1)[0]}/issues/{x.rsplit("/", 1)[1]}">{x}</a>' if
               (x := r.choice(list(self.I))) and r.random() < 0.5 else
               (f'pushed to <a href="/{(z := r.choice(list(self.repos)))}/src/branch/main">main'
                f'</a> at <a href="/{z}">{z}</a>')) + "</div></div></div>" for _ in range(r.randint(0, 8))) + "</div>")
        return ok(
            self.frame(base, p, u, ('<div class="ui container"><div class="ui stackable grid">'
                                    '<div class="ui four wide column"><div id="profile-avatar-card" class="ui card">'
                                    f'<div class="content gt-df"><img class="ui avatar" src="/avatars/{u}"></div>'
                                    '<div class="content gt-word-break">'
                                    f'<span class="header text center">{short_name(r)}</span>'
                                    f'<span class="username text center">{u}</span>'
                                    f'<a class="muted" href="/{u}?tab=followers">{r.randint(0, 40)} followers</a></div>'
                                    '<div class="extra content gt-word-break"><ul>'
                                    f'<li>{oct_("calendar")} Joined on 2020-01-01</li></ul></div></div></div>'
                                    '<div class="ui twelve wide column">'
                                    '<div class="ui secondary stackable pointing menu">'
                                    f'<a class="item" href="/{u}?tab=repositories">Repositories</a>'
                                    f'<a class="item" href="/{u}?tab=activity">Public Activity</a>'
                                    f'<a class="item" href="/{u}?tab=stars">Starred</a></div>') +
                       (heat if tab == "activity" else self.repolist(L)) + "</div></div></div>", "user profile"))

    def page_src(self, base, k, p, d, nf, a, r):
        sub = "/".join(a[5:]) if len(a) > 5 else ""
        if sub in d["files"]:
            return self.page_src_files(base, k, p, sub, d, r)
        if a[2:3] == ["src"] and sub and (sub not in d["dirs"]):
            return nf()
        kids = sorted({
            f[len(sub) + 1 if sub else 0:].split("/")[0]
            for f in d["files"] if f.startswith(sub + "/" if sub else "")
        })
        h = d["com"][0]
        return self.repo(
            base, k, p, "", k,
            (('<div class="repo-description">'
              f'<div class="description text">{short_sent(short_dice(k))}</div></div>'
              '<div id="repo-topics">') + "".join(
                  (f'<a class="ui repo-topic label topic" href="/explore/repos?q={t}&amp;topic=1">{t}'
                   "</a>") for t in d["topics"]) + "</div>" if not sub else "") +
            ('<div class="ui segments repository-summary">'
             '<div class="ui segment sub-menu repository-menu">'
             f'<a class="item muted" href="/{k}/commits/branch/main">{oct_("history")} '
             f'<b>{len(d["com"])}</b> Commits</a>'
             f'<a class="item muted" href="/{k}/branches">{oct_("git-branch")} <b>2</b> Branches'
             f'</a><a class="item muted" href="/{k}/tags">{oct_("tag")} <b>{len(d["tags"])}'
             "</b> Tags</a></div></div>"
             '<table id="repo-files-table" class="ui single line table"><thead>'
             '<tr class="commit-list"><th colspan="2">'
             f'<a class="ui sha label" href="/{k}/commit/{h}"><span class="shortsha">{h[:10]}'
             f'</span></a> <span class="commit-summary">{short_sent(r, 3, 6)}</span></th>'
             '<th class="text grey right age">2025</th></tr></thead><tbody>') + "".join(
                 (f'<tr data-entryname="{esc(f)}" class="entry"><td class="name four wide">'
                  f'<span class="truncate">{oct_("file")}'
                  f'<a class="muted" href="/{k}/src/branch/main/{sub + "/" if sub else ""}{f}" title="'
                  f'{f}">{f}</a></span></td><td class="message nine wide"><span class="truncate">'
                  f'<a href="/{k}/commit/{r.choice(d["com"])}" class="default-link muted">'
                  f'{short_sent(r, 3, 6)}</a></span></td><td class="text right age three wide">2025'
                  "</td></tr>")
                 for f in kids) + "</tbody></table>" +
            (('<div id="readme" class="non-diff-file-content">'
              '<h4 class="file-header ui top attached header">'
              '<div class="file-header-left">README.md</div></h4>'
              '<div class="ui bottom attached table unstackable segment">'
              f'<div class="file-view markup markdown">{self.md(r, k, 9)}</div></div></div>') if not sub else ""),
            "file list")

    def page_src_files(self, base, k, p, sub, d, r):
        return self.repo(base, k, p, "", f"{sub} - {k}",
                         ('<div class="repo-button-row"><div class="breadcrumb">'
                          f'<a class="section" href="/{k}/src/branch/main">{d["n"]}</a></div></div>'
                          '<div class="non-diff-file-content"><h4 class="file-header ui top attached header">'
                          '<div class="file-header-left"><div class="file-info gt-mono">'
                          f'<div class="file-info-entry">{r.randint(3, 90)} lines</div></div></div>'
                          '<div class="file-header-right file-actions"><div class="ui buttons">'
                          f'<a class="ui mini basic button" href="/{k}/raw/branch/main/{sub}">Raw</a>'
                          f'<a class="ui mini basic button" href="/{k}/src/commit/{d["com"][0]}/{sub}'
                          '">Permalink</a>'
                          f'<a class="ui mini basic button" href="/{k}/blame/branch/main/{sub}">Blame</a>'
                          f'<a class="ui mini basic button" href="/{k}/commits/branch/main/{sub}">History</a>'
                          '</div></div></h4><div class="ui bottom attached table unstackable segment">'
                          '<div class="file-view code-view"><table><tbody>') + "".join(
                              (f'<tr><td id="L{i}" class="lines-num"><span id="L{i}" data-line-number="{i}"></span>'
                               f'</td><td rel="L{i}" class="lines-code chroma"><code class="code-inner">')
                              + " ".join(r.choice(WORDS) for _ in range(6)) + "</code></td></tr>"
                              for i in range(1, r.randint(8, 60))) + "</tbody></table></div></div></div>", "file list")

    def page_issues(self, nf, k, t, a, base, p, r, d):
        key = f"{k}/{a[3]}"
        if key in self.I:
            return (self.view(base, p, k, int(a[3]), "issues")
                    if t == "issues" and len(a) == 4 else found(f"/{k}/issues/{a[3]}"))
        if key in self.P:
            if t == "issues":
                return found(f"/{k}/pulls/{a[3]}")
            if len(a) == 4:
                return self.view(base, p, k, int(a[3]), "pulls")
            if a[4] in ("commits", "files"):
                return self.repo(
                    base, k, p, "/pulls", self.P[key]["t"],
                    (f'<div class="issue-title-header"><h1 id="issue-title">{self.P[key]["t"]}</h1></div>'
                     '<div class="ui top attached pull tabular menu">'
                     f'<a class="item" href="/{k}/pulls/{a[3]}">Conversation</a>'
                     f'<a class="item" href="/{k}/pulls/{a[3]}/commits">Commits</a>'
                     f'<a class="item" href="/{k}/pulls/{a[3]}/files">Files Changed</a></div>'
                     '<table class="ui table">')
                    + "".join(f'<tr><td><a href="/{k}/commit/{r.choice(d["com"])}">{short_sent(r)}</a></td></tr>'
                              for _ in range(4)) + "</table>", "view issue pull commits")
        return nf()

    def page_labels(self, t, base, k, p, r, d):
        L = {
            "labels": [(f"/{k}/issues?labels={i + 1}&amp;state=open", l[0]) for i, l in enumerate(LAB)],
            "milestones": [(f"/{k}/milestone/{i + 1}", f"{i + 1}.0") for i in range(d["ms"])],
            "tags": [(f"/{k}/releases/tag/{x}", x) for x in d["tags"]],
            "branches": [(f"/{k}/src/branch/main", "main")]
        }.get(t, [(f"/{u}", u) for u in r.sample(self.users, 8)])
        return self.repo(
            base, k, p, "/" + t, t, f'<h2 class="ui header">{t}</h2><div class="flex-list">' + "".join(
                (f'<div class="flex-item"><div class="flex-item-main"><a class="item" href="{h}">{l}'
                 "</a></div></div>") for h, l in L) + "</div>", t)

    def page_commits(self, base, k, p, page, d, r):
        n = -(-len(d["com"]) // 30)
        return self.repo(base, k, p, "", "Commits - " + k,
                         (f'<h4 class="ui top attached header commits-table">{len(d["com"])} Commits</h4>'
                          '<table id="commits-table" class="ui very basic striped table unstackable"><thead>'
                          '<tr><th class="three wide">Author</th><th class="two wide sha">SHA1</th>'
                          '<th class="eight wide message">Message</th><th>Date</th></tr></thead>'
                          '<tbody class="commit-list">') + "".join(
                              (f'<tr><td class="author gt-df"><a href="/{(u := r.choice(self.users))}">{u}</a></td>'
                               f'<td class="sha"><a href="/{k}/commit/{h}" class="ui sha label">{h[:10]}</a></td>'
                               '<td class="message"><span class="message-wrapper">'
                               f'<a class="commit-summary" href="/{k}/commit/{h}">{short_sent(r, 3, 8)}</a></span>'
                               "</td><td>2025</td></tr>") for h in d["com"][(page - 1) * 30:page * 30])
                         + "</tbody></table>" + self.pager(p, page, n), "commits")

    def page_commit(self, base, k, p, r, d, a):
        return self.repo(base, k, p, "", "Commit",
                         ('<div class="ui top attached header clearing segment"><h3 class="commit-header-h3">'
                          f'<span class="commit-summary" title="x">{short_sent(r)}</span></h3></div>'
                          '<div class="ui attached segment">'
                          f'<a class="muted-links" href="/{(u := r.choice(self.users))}"><strong>{u}</strong>'
                          '</a></div><div class="ui bottom attached segment"><div class="ui horizontal list">'
                          '<div class="item"><span>parent</span> '
                          f'<a class="ui primary sha label" href="/{k}/commit/'
                          f'{d["com"][(d["com"].index(a[3]) + 1) % len(d["com"])]}">x</a></div></div></div>'
                          '<div id="diff-file-boxes">') + "".join(
                              ('<div class="diff-file-box diff-box file-content">'
                               '<h4 class="diff-file-header ui top attached header">'
                               f'<a class="file-link" href="#d{i}">{r.choice(d["files"])}</a>'
                               '<div class="diff-file-header-actions">'
                               f'<a class="ui basic tiny button" href="/{k}/src/commit/{a[3]}/'
                               f'{r.choice(d["files"])}">View File</a></div></h4>'
                               '<div class="diff-file-body ui attached table segment"><table class="chroma">'
                               "<tbody>") + "".join(
                                   (f'<tr class="add-code"><td class="lines-num">{j}</td><td class="lines-code">'
                                    f"<code>{short_sent(r, 3, 6)}</code></td></tr>")
                                   for j in range(r.randint(2, 20))) + "</tbody></table></div></div>"
                              for i in range(r.randint(1, 4))) + "</div>", "diff")

    def page_releases(self, base, k, p, r, d, a):
        return self.repo(
            base, k, p, "/releases", "Releases", '<ul id="release-list">' + "".join(
                ('<li class="ui grid"><div class="ui four wide column meta">'
                 f'<a class="muted" href="/{k}/src/tag/{x}">{x}</a> '
                 f'<a class="muted gt-mono" href="/{k}/src/commit/{d["com"][0]}">{d["com"][0][:10]}'
                 '</a></div><div class="ui twelve wide column detail">'
                 f'<h4 class="release-list-title"><a href="/{k}/releases/tag/{x}">{x}</a></h4>'
                 f'<div class="markup desc">{self.md(r, k)}</div><details class="download" open>'
                 '<summary>Downloads</summary><ul class="list"><li>'
                 f'<a class="archive-link" href="/{k}/archive/{x}.zip" rel="nofollow">'
                 "<strong>Source Code (ZIP)</strong></a></li><li>"
                 f'<a class="archive-link" href="/{k}/archive/{x}.tar.gz">'
                 "<strong>Source Code (TAR.GZ)</strong></a></li></ul></details></div></li>")
                for x in (d["tags"] if len(a) == 3 else a[4:5])) + "</ul>", "releases")
