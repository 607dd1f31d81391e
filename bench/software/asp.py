"""A portal of dealers in used machines, as it was written about 2001: tables and font tags, no classes, no ids.

Wanted: the 1,250 machines (detail.asp?ID=). Alike: what is wanted by buyers, dealers, forms to send a message,
the machine to print, for all are the same tables; only labels tell them apart. Nasty: parameters that make no
difference (cat, ref, dealer) in every link, lists in every order, news that lead from one to the next, labels
missing at random. In aspframes the home page is a set of frames.
"""
from common import (
    CITIES, Plain, SHORT_LAST, WORDS, esc, missing, ok, short_dice, short_name, short_para, short_sent, short_title
)

CAT = [
    "Lathes", "Milling machines", "Drilling machines", "Grinding machines", "Presses", "Saws", "Bending machines",
    "Shears", "Compressors", "Forklifts", "Packaging", "Woodworking", "Printing", "Injection moulding", "Welding",
    "Cranes", "Generators", "Pumps"
]
MAKE = [
    "Gildemeister", "Deckel", "Maho", "Trumpf", "Mazak", "Okuma", "Index", "Traub", "Weiler", "Boehringer", "Heller",
    "Schuler", "Kasto", "Linde", "Jungheinrich", "Arburg", "Engel", "Heidelberg", "Kaeser", "Liebherr"
]
F = '<FONT FACE="Verdana,Arial,Helvetica" SIZE="%s"%s>'


def f(t, size=1, color="", b=0):
    return (F % (size, f' COLOR="{color}"' if color else "") + ("<B>" if b else "") + t +
            ("</B>" if b else "") + "</FONT>")


class Dealers(Plain):
    kind = "machine"

    def __init__(self, mode):
        self.frames = mode == "aspframes"
        r = short_dice("asp")
        self.M = {}
        self.D = {}
        self.N = {}
        self.W = {}
        i = 100
        for _ in range(240):
            i += r.randint(1, 3)
            self.D[str(i)] = dict(
                n=f"{r.choice(SHORT_LAST)} "
                + str(r.choice(["Machinery", "Maschinenhandel", "Tools Ltd.", "Industrial", "& Sons"])),
                city=r.choice(CITIES), M=[])
        i = 1000
        D = list(self.D)
        for _ in range(1250):
            i += r.randint(1, 9)
            c = r.randrange(len(CAT))
            d = r.choice(D)
            self.M[str(i)] = dict(c=c, mk=r.choice(MAKE), md=r.choice("ABCDEFKMVX") + str(r.randint(10, 999)),
                                  y=r.randint(1968, 2004), p=r.randint(5, 900) * 100, d=d)
            self.D[d]["M"].append(str(i))
        i = 10
        for _ in range(330):
            i += r.randint(1, 2)
            self.N[str(i)] = short_title(r, 4, 7)
        i = 500
        for _ in range(280):
            i += r.randint(1, 4)
            self.W[str(i)] = dict(c=r.randrange(len(CAT)), mk=r.choice(MAKE))
        self.truth = set(self.M)

    def address(self, w):
        return "/detail.asp?ID=" + w

    def ident(self, p, qq):
        a = p.strip("/").lower()
        l = {k.lower(): v for k, v in qq.items()}
        if a == "detail.asp":
            return ("machine", l["id"]) if l.get("id") in self.M else ("missing", p)
        if a == "list.asp":
            return ("list" + (":sorted" if "sort" in l else ""), p)
        return (a or "home", p)

    def frame(self, main, ttl="Machines"):
        left = "".join(('<TR><TD BGCOLOR="#D8E0EC">'
                        '<IMG SRC="/img/arrow.gif" WIDTH="9" HEIGHT="9" BORDER="0"> '
                        f'<A HREF="list.asp?cat={i}">{f(c, 1, "#003366")}</A></TD></TR>') for i, c in enumerate(CAT))
        top = " | ".join(f'<A HREF="{h}">{f(t, 1, "#FFFFFF", 1)}</A>'
                         for h, t in [("default.asp", "Home"), ("list.asp", "Machines"), (
                             "wantlist.asp",
                             "Wanted"), ("dealers.asp",
                                         "Dealers"), ("newslist.asp",
                                                      "News"), ("search.asp",
                                                                "Search"), ("login.asp",
                                                                            "Login"), ("contact.asp", "Contact")])
        return (('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN">\n'
                 f"<HTML><HEAD><TITLE>{ttl}</TITLE>"
                 '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=utf-8">'
                 '<META NAME="GENERATOR" CONTENT="Microsoft FrontPage 4.0">\n'
                 '<SCRIPT LANGUAGE="JavaScript"><!--\n'
                 'function popup(u){window.open(u,"p","width=500,height=400");}\n'
                 "//--></SCRIPT></HEAD>\n"
                 '<BODY BGCOLOR="#FFFFFF" TEXT="#000000" LINK="#003366" VLINK="#663366"'
                 ' TOPMARGIN="0" LEFTMARGIN="0" MARGINWIDTH="0" MARGINHEIGHT="0">\n'
                 '<TABLE WIDTH="760" BORDER="0" CELLSPACING="0" CELLPADDING="0"><TR>'
                 '<TD BGCOLOR="#003366">'
                 '<IMG SRC="/img/logo.gif" WIDTH="200" HEIGHT="50" ALT="MachineMarket"></TD>'
                 '<TD BGCOLOR="#003366" ALIGN="RIGHT">'
                 '<IMG SRC="/img/banner.gif" WIDTH="468" HEIGHT="60"></TD></TR><TR>'
                 f'<TD COLSPAN="2" BGCOLOR="#6688AA">{top}</TD></TR></TABLE>\n'
                 '<TABLE WIDTH="760" BORDER="0" CELLSPACING="0" CELLPADDING="4"><TR>'
                 '<TD WIDTH="150" VALIGN="TOP" BGCOLOR="#EEEEEE">'
                 f'<TABLE WIDTH="150" BORDER="0" CELLSPACING="1" CELLPADDING="2">{left}</TABLE><BR>'
                 '<FORM ACTION="search.asp" METHOD="GET"><INPUT TYPE="TEXT" NAME="q" SIZE="12">'
                 '<INPUT TYPE="SUBMIT" VALUE="Go"></FORM></TD><TD WIDTH="10">'
                 '<IMG SRC="/img/spacer.gif" WIDTH="10" HEIGHT="1"></TD>'
                 f'<TD VALIGN="TOP" WIDTH="600">{main}</TD></TR></TABLE>\n'
                 '<TABLE WIDTH="760" BORDER="0" CELLSPACING="0" CELLPADDING="2"><TR>'
                 '<TD BGCOLOR="#6688AA" ALIGN="CENTER">') + f("&copy; 1999-2004 MachineMarket", 1, "#FFFFFF") +
                (f' <A HREF="agb.asp">{f("Terms", 1, "#FFFFFF")}</A> '
                 f'<A HREF="imprint.asp">{f("Imprint", 1, "#FFFFFF")}</A></TD></TR></TABLE>\n'
                 "</BODY></HTML>"))

    def head(self, t):
        return ('<TABLE WIDTH="600" BORDER="0" CELLSPACING="0" CELLPADDING="3"><TR>'
                f'<TD BGCOLOR="#003366">{f(t, 2, "#FFFFFF", 1)}</TD></TR></TABLE><BR>')

    def rows(self, L):
        return ('<TABLE WIDTH="600" BORDER="0" CELLSPACING="1" CELLPADDING="3">' + "".join(
            (f'<TR><TD WIDTH="160" BGCOLOR="#D8E0EC" VALIGN="TOP">{f(a, 1, "", 1)}</TD>'
             f'<TD BGCOLOR="#F4F6FA">{f(b)}</TD></TR>') for a, b in L if b) + "</TABLE>")

    def tab(self, heads, L, sort=None):
        def hd(h, k):
            return f'<A HREF="{esc(sort(k))}">{f(h, 1, "#FFFFFF", 1)}</A>' if sort and k else f(h, 1, "#FFFFFF", 1)

        return ('<TABLE WIDTH="600" BORDER="0" CELLSPACING="1" CELLPADDING="2"><TR>'
                + "".join(f'<TD BGCOLOR="#6688AA">{hd(h, k)}</TD>' for h, k in heads) + "</TR>"
                + "".join("<TR>" + "".join(f'<TD BGCOLOR="{"#FFFFFF" if i % 2 else "#EEEEEE"}">{f(c)}</TD>'
                                           for c in row) + "</TR>" for i, row in enumerate(L)) + "</TABLE>")

    def pager(self, u, n, page):
        lo = (page - 1) // 10 * 10 + 1
        return ("<BR><CENTER>" + f("Page: " + (f'<A HREF="{esc(u(lo - 1))}">&lt;&lt;</A> ' if lo > 1 else "")
                                   + " ".join(f"<B>{i}</B>" if i == page else f'<A HREF="{esc(u(i))}">{i}</A>'
                                              for i in range(lo,
                                                             min(n, lo + 9) + 1))
                                   + (f' <A HREF="{esc(u(lo + 10))}">&gt;&gt;</A>' if lo + 10 <= n else ""))
                + "</CENTER>" if n > 1 else "")

    def mname(self, i):
        m = self.M[i]
        return f'{m["mk"]} {m["md"]}'

    def page(self, p, qq, base):
        a = p.strip("/").lower()
        l = {k.lower(): v for k, v in qq.items()}
        i = l.get("id", "")
        r = short_dice("asp", a, i)
        if a in ("", "default.asp", "main.asp"):
            return self.page_default(a, r)
        if a == "top.asp":
            return ok('<HTML><BODY BGCOLOR="#003366"><IMG SRC="/img/logo.gif"></BODY></HTML>')
        if a == "menu.asp":
            return ok("<HTML><BODY>" + "".join(f'<A HREF="list.asp?cat={k}" TARGET="main">{f(c)}</A><BR>'
                                               for k, c in enumerate(CAT))
                      + ('<A HREF="dealers.asp" TARGET="main">Dealers</A><BR>'
                         '<A HREF="newslist.asp" TARGET="main">News</A><BR>'
                         '<A HREF="wantlist.asp" TARGET="main">Wanted</A></BODY></HTML>'))
        if a == "detail.asp" and i in self.M:
            return self.page_detail(i)
        if a == "print.asp" and i in self.M:
            m = self.M[i]
            return ok((f"<HTML><HEAD><TITLE>{self.mname(i)}</TITLE></HEAD>"
                       f'<BODY onload="print()">{self.head(self.mname(i))}')
                      + self.rows([("Make", m["mk"]), ("Model", m["md"]), ("Year", str(m["y"])),
                                   ("Price", f"EUR {m[chr(112)]}")])
                      + f'<BR>{f(short_para(short_dice("m", i)))}</BODY></HTML>')
        if a == "pic.asp" and i in self.M:
            return ok('<HTML><BODY BGCOLOR="#FFFFFF"><CENTER>'
                      f'<IMG SRC="/pics/{i}_{esc(l.get("n", ""))}.jpg"><BR>'
                      '<A HREF="javascript:window.close()">Close</A></CENTER></BODY></HTML>')
        if a in ("mail.asp", "tell.asp") and i in self.M:
            return ok(
                self.frame(
                    self.head("Inquiry: " + self.mname(i))
                    + f'<FORM ACTION="send.asp" METHOD="POST"><INPUT TYPE="HIDDEN" NAME="ID" VALUE="{i}">'
                    + self.rows([(x, f'<INPUT TYPE="TEXT" NAME="{x}" SIZE="30">')
                                 for x in ["Name", "Company", "Email", "Phone"]])
                    + ('<TEXTAREA NAME="t" ROWS="6" COLS="40"></TEXTAREA><BR><INPUT TYPE="SUBMIT"></FORM>'
                       f'<A HREF="detail.asp?ID={i}">{f("Back")}</A>')))
        if a == "list.asp":
            return self.page_list(l)
        if a == "dealers.asp":
            return self.page_dealers(l)
        if a == "dealer.asp" and i in self.D:
            return self.page_dealer(i)
        if a == "dmail.asp" and i in self.D:
            return ok(
                self.frame(
                    self.head("Message to " + self.D[i]["n"])
                    + ('<FORM ACTION="send.asp" METHOD="POST"><TEXTAREA NAME="t" ROWS="6" COLS="40">'
                       '</TEXTAREA><BR><INPUT TYPE="SUBMIT"></FORM>')))
        if a == "wantlist.asp":
            return self.page_wantlist(l)
        if a == "want.asp" and i in self.W:
            return self.page_want(i)
        if a == "wmail.asp":
            return ok(
                self.frame(
                    self.head("Offer") + ('<FORM ACTION="send.asp" METHOD="POST"><TEXTAREA NAME="t" ROWS="6" COLS="40">'
                                          '</TEXTAREA><BR><INPUT TYPE="SUBMIT"></FORM>')))
        if a == "newslist.asp":
            return self.page_newslist(l)
        if a == "news.asp" and i in self.N:
            return self.page_news(i)
        if a in ("search.asp", "login.asp", "contact.asp", "agb.asp", "imprint.asp"):
            return ok(
                self.frame(
                    self.head(a[:-4].capitalize()) + f(short_para(r)) + '<FORM ACTION="search.asp">'
                    + "".join(f'<SELECT NAME="{n}"><OPTION>1<OPTION>2</SELECT>'
                              for n in "abc") + '<INPUT TYPE="SUBMIT"></FORM>'))
        return missing("<HTML><HEAD><TITLE>The page cannot be found</TITLE></HEAD><BODY>"
                       "<H1>The page cannot be found</H1>HTTP 404</BODY></HTML>")

    def page_default(self, a, r):
        if a == "" and self.frames:
            return ok('<HTML><HEAD><TITLE>MachineMarket</TITLE></HEAD><FRAMESET ROWS="60,*" BORDER="0">'
                      '<FRAME SRC="top.asp" NAME="top" SCROLLING="NO"><FRAMESET COLS="160,*">'
                      '<FRAME SRC="menu.asp" NAME="menu"><FRAME SRC="main.asp" NAME="main"></FRAMESET>'
                      "<NOFRAMES><BODY>Your browser cannot show frames.</BODY></NOFRAMES></FRAMESET>"
                      "</HTML>")
        L = list(self.M)[-10:]
        N = list(self.N)[-5:]
        return ok(
            self.frame(
                self.head("Welcome to MachineMarket") + f(short_para(r)) + "<BR><BR>" + self.head("Newest machines")
                + self.tab(
                    [("Machine", ""), ("Year", ""), ("Price", "")],
                    [[f'<A HREF="detail.asp?ID={x}">{self.mname(x)}</A>',
                      str(self.M[x]["y"]), f'EUR {self.M[x]["p"]}'] for x in L]) + "<BR>" + self.head("News")
                + "".join(f'<A HREF="news.asp?ID={x}">{f(self.N[x])}</A><BR>'
                          for x in N) + "<BR>" + self.head("Dealer of the month")
                + f'<A HREF="dealer.asp?ID={list(self.D)[5]}">{f(self.D[list(self.D)[5]]["n"])}</A>', "MachineMarket"))

    def page_detail(self, i):
        m = self.M[i]
        r = short_dice("m", i)
        d = self.D[m["d"]]
        n = r.choice([0, 1, 1, 2, 3, 4])
        L = self.page_detail_L(m, d, r)
        desc = ("" if r.random() < 0.15 else self.head("Description")
                + f("<BR>".join(short_sent(r) for _ in range(r.randint(1, 8)))) + "<BR><BR>")
        if r.random() < 0.3:
            desc += (self.head("Accessories") + "<UL>" + "".join(f"<LI>{f(short_sent(r, 3, 5))}"
                                                                 for _ in range(r.randint(2, 7))) + "</UL>")
        pics = ('<TABLE BORDER="0"><TR>' + "".join(
            (f'<TD><A HREF="pic.asp?ID={i}&n={k}" TARGET="_blank">'
             f'<IMG SRC="/pics/{i}_{k}s.jpg" WIDTH="120" HEIGHT="90" BORDER="1"></A></TD>')
            for k in range(1, n + 1)) + "</TR></TABLE><BR>" if n else "")
        same = [x for x in self.M if self.M[x]["c"] == m["c"] and self.M[x]["mk"] == m["mk"] and (x != i)][:5]
        sim = (self.head("Similar machines") + self.tab([
            ("Machine", ""), ("Year", ""), ("Price", "")
        ], [[f'<A HREF="detail.asp?ID={x}&ref=sim">{self.mname(x)}</A>',
             str(self.M[x]["y"]), f'EUR {self.M[x]["p"]}'] for x in same]) if same else "")
        main = (self.head(f'{m["mk"]} {m["md"]} (No. {i})') + pics + self.rows(L) + "<BR>" + desc
                + self.head("Offered by")
                + self.rows([("Company", f'<A HREF="dealer.asp?ID={m["d"]}">{esc(d["n"])}</A>'), ("City", d["city"]),
                             ("Phone", f"0{r.randint(200, 999)} / {r.randint(10000, 99999)}")]) +
                (f'<BR><A HREF="mail.asp?ID={i}">{f("Ask for an offer")}</A> | '
                 f'<A HREF="print.asp?ID={i}" TARGET="_blank">{f("Print")}</A> | '
                 f'<A HREF="tell.asp?ID={i}">{f("Tell a friend")}</A> | '
                 f'<A HREF="list.asp?cat={m["c"]}">{f("Back to list")}</A><BR><BR>') + sim)
        return ok(self.frame(main, self.mname(i)))

    def page_detail_L(self, m, d, r):
        return [
            ("Machine", CAT[m["c"]][:-1]), ("Make", m["mk"]), ("Model", m["md"]),
            ("Year", str(m["y"]) if r.random() < 0.9 else ""),
            ("Control",
             r.choice(["Siemens 810", "Heidenhain TNC 426", "Fanuc 0T", "conventional"]) if r.random() < 0.5 else ""),
            ("Hours", str(r.randint(100, 40000)) if r.random() < 0.4 else ""),
            ("Weight", f"{r.randint(2, 300) * 100} kg" if r.random() < 0.6 else ""),
            ("Power", f"{r.randint(2, 90)} kW" if r.random() < 0.6 else ""),
            ("Dimensions",
             f"{r.randint(10, 60) * 100} x {r.randint(8, 30) * 100} x 2000 mm" if r.random() < 0.5 else ""),
            ("Condition", r.choice(["good", "very good", "fair", "overhauled", ""])), ("Location", d["city"]),
            ("Price", f'<B>EUR {m["p"]}</B>' if r.random() < 0.7 else "<B>on request</B>"),
            ("Status", "available" if r.random() < 0.9 else '<FONT COLOR="#CC0000">SOLD</FONT>')
        ]

    def page_list(self, l):
        c = l.get("cat", "")
        L = [x for x in self.M if not c or self.M[x]["c"] == int(c)] if c.isdigit() or not c else []
        so = l.get("sort", "")
        if so in ("y", "p", "mk"):
            L.sort(key=lambda x: self.M[x][so], reverse=l.get("dir") == "desc")
        page = int(l.get("page") or 1)
        n = max(1, -(-len(L) // 15))

        def u(pg):
            return "list.asp?" + "&".join(
                f"{k}={v}" for k, v in dict(([("cat", c)] if c else []) + [("page", pg)]
                                            + ([("sort", so), ("dir", l.get("dir", "asc"))] if so else [])).items())

        def sort(k):
            return f"list.asp?cat={c}&page={page}&sort={k}&dir=" + ("desc"
                                                                    if so == k and l.get("dir") != "desc" else "asc")

        R_ = [[(f'<A HREF="detail.asp?ID={x}{"&cat=" + c if c else ""}">'
                f'<IMG SRC="/pics/{x}_1s.jpg" WIDTH="40" BORDER="0"></A>'),
               f'<A HREF="detail.asp?ID={x}{"&cat=" + c if c else ""}">{self.mname(x)}</A>',
               str(self.M[x]["y"]), self.D[self.M[x]["d"]]["city"], f'EUR {self.M[x]["p"]}']
              for x in L[(page - 1) * 15:page * 15]]
        return ok(
            self.frame(
                self.head((CAT[int(c)] if c else "All machines") + f" ({len(L)})")
                + self.tab([("", ""), ("Machine", "mk"), ("Year", "y"), ("City", ""), ("Price", "p")], R_, sort)
                + self.pager(u, n, page)))

    def page_dealers(self, l):
        L = list(self.D)
        ini = l.get("ini", "")
        L = [x for x in L if not ini or self.D[x]["n"].startswith(ini)]
        page = int(l.get("page") or 1)
        az = " ".join(f'<A HREF="dealers.asp?ini={c}">{c}</A>' for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return ok(
            self.frame(
                self.head("Dealers") + f(az) + self.tab([("Company", ""), ("City", ""), ("Machines", "")], [[
                    f'<A HREF="dealer.asp?ID={x}">{esc(self.D[x]["n"])}</A>', self.D[x]["city"],
                    str(len(self.D[x]["M"]))
                ] for x in L[(page - 1) * 20:page * 20]])
                + self.pager(lambda g: f"dealers.asp?page={g}" +
                             (f"&ini={ini}" if ini else ""), -(-len(L) // 20), page)))

    def page_dealer(self, i):
        d = self.D[i]
        r = short_dice("d", i)
        L = [("Company", esc(d["n"])), ("Contact", short_name(r)),
             ("Street", f"{r.choice(WORDS).capitalize()} Road {r.randint(1, 90)}"), ("City", d["city"]),
             ("Country", "Germany"), ("Phone", f"0{r.randint(200, 999)} / {r.randint(10000, 99999)}"),
             ("Fax", f"0{r.randint(200, 999)} / {r.randint(10000, 99999)}" if r.random() < 0.8 else ""),
             ("Email", '<A HREF="mailto:x@example.com">x@example.com</A>' if r.random() < 0.7 else ""),
             ("Internet", "www.example.com" if r.random() < 0.4 else ""),
             ("Founded", str(r.randint(1900, 1999)) if r.random() < 0.5 else ""),
             ("Member since", str(r.randint(1999, 2004)))]
        desc = ("" if r.random() < 0.3 else self.head("Profile")
                + f("<BR>".join(short_sent(r) for _ in range(r.randint(1, 6)))) + "<BR><BR>")
        pic = (('<TABLE BORDER="0"><TR><TD>'
                f'<IMG SRC="/logos/{i}.gif" WIDTH="120" HEIGHT="60" BORDER="1"></TD></TR></TABLE>'
                "<BR>") if r.random() < 0.5 else "")
        return ok(
            self.frame(
                self.head(esc(d["n"]) + f" (No. {i})") + pic + self.rows(L) + "<BR>" + desc +
                (self.head("Machines of this dealer") + self.tab([("Machine", ""), ("Year", ""), ("Price", "")], [[
                    f'<A HREF="detail.asp?ID={x}&dealer={i}">{self.mname(x)}</A>',
                    str(self.M[x]["y"]), f'EUR {self.M[x]["p"]}'
                ] for x in d["M"]]) if d["M"] else "") + (f'<BR><A HREF="dmail.asp?ID={i}">{f("Send a message")}</A> | '
                                                          f'<A HREF="dealers.asp">{f("Back to list")}</A>'),
                esc(d["n"])))

    def page_wantlist(self, l):
        L = list(self.W)
        page = int(l.get("page") or 1)
        return ok(
            self.frame(
                self.head("Wanted machines")
                + self.tab([("Machine", ""),
                            ("Make", "")], [[f'<A HREF="want.asp?ID={x}">{CAT[self.W[x]["c"]]}</A>', self.W[x]["mk"]]
                                            for x in L[(page - 1) * 15:page * 15]])
                + self.pager(lambda g: f"wantlist.asp?page={g}", -(-len(L) // 15), page)))

    def page_want(self, i):
        w = self.W[i]
        r = short_dice("w", i)
        return ok(
            self.frame(
                self.head(f'Wanted: {w["mk"]} (No. {i})')
                + self.rows([("Machine", CAT[w["c"]][:-1]), ("Make", w["mk"]),
                             ("Year from", str(r.randint(1970, 2000)) if r.random() < 0.6 else ""),
                             ("Max. price", f"EUR {r.randint(5, 300) * 100}" if r.random() < 0.6 else ""),
                             ("Country", "Germany"),
                             ("Date", f"{r.randint(1, 28)}.{r.randint(1, 12)}.2004")]) + "<BR>" +
                (self.head("Description") + f("<BR>".join(short_sent(r) for _ in range(r.randint(1, 3))))
                 + "<BR><BR>" if r.random() < 0.7 else "") + self.head("Wanted by")
                + self.rows([("Contact", short_name(r)), ("City", r.choice(CITIES)),
                             ("Phone", f"0{r.randint(200, 999)} / {r.randint(10000, 99999)}")]) +
                (f'<BR><A HREF="wmail.asp?ID={i}">{f("Make an offer")}</A> | '
                 f'<A HREF="wantlist.asp">{f("Back to list")}</A>'), "Wanted"))

    def page_newslist(self, l):
        L = list(self.N)[::-1]
        page = int(l.get("page") or 1)
        return ok(
            self.frame(
                self.head("News") + self.tab([("Date", ""), ("Title", "")], [[
                    f"{short_dice(x).randint(1, 28)}.{short_dice(x).randint(1, 12)}.2004",
                    f'<A HREF="news.asp?ID={x}">{self.N[x]}</A>'
                ] for x in L[(page - 1) * 20:page * 20]])
                + self.pager(lambda g: f"newslist.asp?page={g}", -(-len(L) // 20), page)))

    def page_news(self, i):
        r = short_dice("n", i)
        L = list(self.N)
        k = L.index(i)
        x = r.choice(list(self.M))
        return ok(
            self.frame(
                self.head(self.N[i]) + f(f"{r.randint(1, 28)}.{r.randint(1, 12)}.2004", 1, "#666666") + "<BR><BR>" +
                (f'<IMG SRC="/news/{i}.jpg" ALIGN="RIGHT" WIDTH="150">' if r.random() < 0.4 else "")
                + f("<BR><BR>".join(short_para(r) for _ in range(r.randint(1, 5)))) +
                (f'<BR><BR>See <A HREF="Detail.asp?id={x}">{self.mname(x)}</A>' if r.random() < 0.3 else "") +
                (self.head("Facts") + self.rows([(short_sent(r, 1, 1)[:-1], short_sent(r, 2, 4))
                                                 for _ in range(r.randint(2, 5))]) if r.random() < 0.3 else "")
                + f'<BR><BR><A HREF="newslist.asp">{f("Back to list")}</A>' +
                (f' | <A HREF="news.asp?ID={L[k - 1]}">{f("Previous")}</A>' if k else ""), self.N[i]))
