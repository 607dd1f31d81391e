"""What the sites of bench/software share: text that looks like text, pages as answers, a server on this machine.

Everything is drawn from seeds, so that a site is the same in every run. There are two vocabularies, the long one of
woo, phpbb, wiki, drupal and ads and the short one (SHORT_..., short_...) of the others: a crawl depends on how
many words pages have by chance in common, so that both stay as they are.
"""
import hashlib
import html
import random
import re
import threading
import traceback
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlencode, urlsplit

NOUN = """
    time year people way day thing world life hand part place case week company system program question work
    government number night point home water room area money story fact month lot right study book eye job word
    business issue side kind head house service friend father power hour game line end member law car city community
    name team minute idea body information back parent face level office door health person art war history party
    result change morning reason research moment air teacher force education foot boy age policy process music
    market sense nation plan college interest death course experience effect class control field development role
    effort rate heart drug show leader light voice wife police mind price report decision son view relationship town
    road arm difference value building action model season society tax director position player record paper space
    ground form event official matter center couple site project base activity star table need court oil situation
    cost industry figure street image phone data picture practice piece land product doctor wall worker news test
    movie north love step trip engine valve filter battery garden wood steel river mountain forest bird stone glass
""".split()
ADJ = """
    good new first last long great little own other old right big high different small large next early young
    important few public bad same able clear white recent local national real simple common strong whole free better
    true special hard left best current low final main general medical difficult available private past foreign fine
    poor natural significant similar hot dead central happy serious ready cold short single possible heavy fair blue
    green red dark rich quiet steady
""".split()
VERB = """
    is has makes takes goes sees comes finds gives tells works seems leaves calls keeps begins helps shows runs
    moves lives holds brings writes provides sits stands loses pays meets includes continues sets learns changes
    leads understands watches follows stops creates speaks reads allows adds grows opens walks wins offers remembers
    considers appears buys waits serves sends expects builds stays falls cuts reaches kills remains
""".split()
FUNC = """
    the a of to in for on with at by from about into over after under between through during without
""".split()
FIRST = """
    Anna Bernd Clara David Eva Frank Greta Hans Ines Jonas Karin Lukas Marta Nils Olga Paul Rita Simon Tanja Ulf
    Vera Walter Xenia Yusuf Zoe Alice Bruno Carla Dennis Elena Felix Gina Hugo Irma Jakob Katja Leon Mona Noah Paula
    Ralf Sofia Tim Ute Victor Wanda Mia Ben Laura Peter Susan James Linda Robert Mary John Emma Oliver Grace Henry
    Ruth
""".split()
LAST = """
    Adler Baker Cooper Dreyer Ebert Fischer Gruber Hansen Irwin Jensen Keller Lehmann Meyer Novak Olsen Petrov Quinn
    Rossi Schmidt Taylor Ullmann Vogel Weber Young Ziegler Brown Clark Davis Evans Ford Garcia Hill Ivanov Jones
    King Lopez Moore Nelson Ortiz Price Reed Scott Turner Vance Walker Wright Berger Costa Dubois Engel Frei Gross
    Huber Imhof Jung Kraus Lang Maier Neumann Otto Pohl Richter Sauer Thiel Urban Voss Winter Zeller
""".split()
SYL1 = """
    Al Ber Cas Dor El Fal Gar Hol In Kal Lin Mar Nor Ost Per Quel Ros Sal Tor Ul Ver Wal Zel Bra Cro Dun Fri Gre Hel
""".split()
SYL2 = """
    ton berg ford field ham burg bach dorf stadt mouth ville worth hagen feld brook wick ley by stead wald
""".split()
WORDS = """
    time year people way day man thing woman life child world school state family student group country problem hand
    part place case week company system program question work government number night point home water room mother
    area money story fact month lot right study book eye job word business issue side kind head house service friend
    father power hour game line end member law car city community name president team minute idea body information
    back parent face others level office door health person art war history party result change morning reason
    research girl guy moment air teacher force education simple clean bright heavy light dark early late strong weak
    narrow broad quick slow fresh quiet loud warm cold sharp soft rough smooth garden river mountain forest harbour
    bridge tower market station corner window kitchen table chair lamp basket bottle paper metal wood stone glass
    cotton wool leather silk copper iron silver gold amber maple cedar willow walnut birch olive lemon ginger pepper
    salt honey butter coffee tea bread cheese apple cherry plum pear grape barley rice noodle onion garlic
""".split()
SHORT_VERBS = """
    makes takes gives keeps holds finds brings shows turns moves opens follows carries leaves meets serves joins
    covers needs runs
""".split()
SHORT_FIRST = """
    Anna Ben Clara David Elena Felix Greta Henry Irene Jonas Karin Leon Maria Nils Olga Paul Rosa Simon Tara Viktor
    Wanda Yusuf Zoe Aiko Bruno Chen Dmitri Esra Fatima Goran
""".split()
SHORT_LAST = """
    Albrecht Baker Costa Dietrich Evans Fischer Gruber Hansen Ivanov Jensen Keller Lopez Moreau Novak Olsen Petrov
    Quinn Rossi Schmidt Tanaka Ueda Vogel Weber Xu Young Zimmer Ahmed Brown Clarke Duval
""".split()
CITIES = """
    Aldenburg Bramford Castelnor Dunmere Eastwick Falkenau Grimsby Harlow Irmstadt Jorvik Kessel Lindau Marbach
    Norden Oakham Penrith Quedlin Ravensholm Stade Tiverton Ulmen Varel Wexford Yarmouth Zell Ansbach Bilton Corby
    Detmold Elmshorn Frome Goslar Husum Ilford Jever Kempen Lemgo Minden Neuss Olpe Plau Rees Soest Telgte Unna
    Verden Wesel Xanten Zeven Alford Bourne Calne Deal Ely Filey Goole Hythe Ilkley Keswick Leek
""".split()
MON = "January February March April May June July August September October November December".split()


def dice(*key):
    """Chance that depends on the key alone."""
    return random.Random(int.from_bytes(hashlib.md5(repr(key).encode()).digest()[:8], "big"))


def number_of(text):
    """A number that is the same in every run, which hash() is not."""
    return zlib.crc32(str(text).encode())


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def esc(text):
    return html.escape(str(text), quote=True)


def query_of(**parts):
    return urlencode(parts)


# --- the long vocabulary


def a_word(r):
    k = r.random()
    return r.choice(FUNC if k < .35 else NOUN if k < .65 else ADJ if k < .82 else VERB)


def sent(r, lo=6, hi=20):
    text = " ".join(a_word(r) for _ in range(r.randint(lo, hi)))
    return text[0].upper() + text[1:] + r.choice([".", ".", ".", ".", "!", "?"])


def para(r, lo=2, hi=7):
    return " ".join(sent(r) for _ in range(r.randint(lo, hi)))


def title(r, lo=2, hi=6):
    return " ".join(r.choice(ADJ if r.random() < .45 else NOUN).capitalize() for _ in range(r.randint(lo, hi)))


def person(r):
    return r.choice(FIRST) + " " + r.choice(LAST)


def town(i):
    r = dice("town", i)
    return r.choice(SYL1) + r.choice(["", "", r.choice(SYL1).lower()]) + r.choice(SYL2)


def date(r, first=2018, last=2024):
    return r.randint(first, last), r.randint(1, 12), r.randint(1, 28)


def longdate(d):
    return f"{MON[d[1] - 1]} {d[2]}, {d[0]}"


def iso(d, time="09:30:00"):
    return f"{d[0]}-{d[1]:02}-{d[2]:02}T{time}+00:00"


def heavy(r, mean):
    """A count with a long tail."""
    return int(r.lognormvariate(0, 1) * mean * .6)


# --- the short vocabulary


def short_dice(*key):
    return dice(7, *key)


def short_sent(r, lo=6, hi=16):
    words = [r.choice(WORDS) for _ in range(r.randint(lo, hi))]
    words[min(2, len(words) - 1)] = r.choice(SHORT_VERBS)
    return " ".join(words).capitalize() + "."


def short_para(r, lo=2, hi=6):
    return " ".join(short_sent(r) for _ in range(r.randint(lo, hi)))


def short_title(r, lo=2, hi=4):
    return " ".join(r.choice(WORDS).capitalize() for _ in range(r.randint(lo, hi)))


def short_name(r):
    return r.choice(SHORT_FIRST) + " " + r.choice(SHORT_LAST)


# --- sites


class Reply:
    """What a server answers."""

    def __init__(self, body="", status=200, ctype="text/html; charset=UTF-8", headers=()):
        self.body, self.status, self.ctype, self.headers = body, status, ctype, list(headers)

    def data(self):
        return self.body if isinstance(self.body, bytes) else self.body.encode()


def redirect(to, status=301):
    return Reply("", status, headers=[("Location", to)])


class Site:
    """A site: `wanted` has the address of each wanted thing under the thing's name; handle() answers a request;
    classify() says of an address its kind and the name of the thing it shows, None where that is not wanted. Kinds
    that begin with "grey" count neither as right nor as wrong."""
    wanted = {}

    def q(self, query):
        return dict(parse_qsl(query, keep_blank_values=True))

    def handle(self, path, query, headers, host):
        raise NotImplementedError

    def classify(self, url):
        raise NotImplementedError

    def choose(self, name, count, seed):
        """The things that are the templates of a run."""
        things = sorted(self.wanted)
        dice("templates", name, seed).shuffle(things)
        return things[:count]


def ok(body):
    return 200, "text/html", body


def found(to, status=302):
    return status, "text/html", to


def missing(body):
    return 404, "text/html", body


class Plain(Site):
    """A site whose pages depend on the address alone. page() gives status, type and body, or where to go instead;
    ident() kind and name of an address; `truth` has the names of the wanted, which are of `kind`."""
    kind = ""

    def handle(self, path, query, headers, host):
        status, ctype, body = self.page(path, self.q(query), host)
        if status in (301, 302):
            return redirect(body, status)
        return Reply(body, status, ctype + ("; charset=utf-8" if ctype.startswith("text") else ""))

    def classify(self, url):
        parts = urlsplit(url)
        kind, name = self.ident(parts.path or "/", self.q(parts.query))
        return kind, name if kind == self.kind and name in self.truth else None

    def choose(self, name, count, seed):
        return random.Random(f"{name}{seed}").sample(sorted(self.truth), count)

    @property
    def wanted(self):
        return {thing: self.address(thing) for thing in self.truth}


# --- the server


def handler_of(site):

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # head and body in one packet
        disable_nagle_algorithm = True

        def do_GET(self):
            address = urlsplit(self.path)
            try:
                reply = site.handle(address.path, address.query, self.headers, "http://" + self.headers.get("Host", ""))
            except Exception:  # pages of errors are part of no site: say where it went wrong
                traceback.print_exc()
                reply = Reply("<h1>Internal error</h1>", 500)
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.ctype)
            self.send_header("Content-Length", str(len(reply.data())))
            for name, value in reply.headers:
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(reply.data())

        do_HEAD = do_GET

        def log_message(self, *_):
            pass

    return Handler


class Server(ThreadingHTTPServer):
    """Serves a site on a free port of this machine while it is entered."""
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, site):
        super().__init__(("127.0.0.1", 0), handler_of(site))
        self.address = f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()
