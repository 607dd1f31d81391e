"""What stands between the tables of agency.py, looks like a table and is none: each draws into (x, y,
wide) and gives the y below."""
import math

from agency_setting import FONTS
from report_words import HEADS, ITEMS, NAMES, PHRASES, PLACES, SENTENCES, TITLES


def contents(p, s, chance, x, y, wide):
    font, bold, _ = FONTS[s["face"]]
    page, chapters = 1, chance.random() < 0.2
    for i, title in enumerate(chance.sample(TITLES + ITEMS[:25], chance.randint(7, 14))):
        page += chance.randint(0, 9)
        y += 1.35 * s["body"]
        name = chance.choice([f"Chapter {i + 1}  {title}", title, f"{i + 1}. {title}", f"Table {i + 1}. {title}"])
        p.text(x + 12 * (i % 3 > 0), y, name, bold if i % 3 == 0 else font, s["body"])
        number = f"{i // 4 + 1}-{page}" if chapters else str(page)
        p.text(x + wide, y, number, font, s["body"], "right")
        begin = x + 12 * (i % 3 > 0) + p.width(name, bold, s["body"]) + 4
        dots = int((x + wide - 24 - begin) / p.width(".", font, s["body"]))
        if s["leaders"] and dots > 4:
            p.text(begin, y, "." * dots, font, s["body"])
    return y + 10


def bullets(p, s, chance, x, y, wide):
    font = FONTS[s["face"]][0]
    for i in range(chance.randint(3, 6)):
        lines = p.wrap(chance.choice(SENTENCES + PHRASES), font, s["body"], wide - 16)
        mark = chance.choice(["-", "\u2022"]) if s["hang"] else f"({'abcdefgh'[i]})" if s["wide"] else f"{i + 1}."
        for n, line in enumerate(lines):
            y += 1.2 * s["body"]
            if n == 0:
                p.text(x, y, mark, font, s["body"])
            p.text(x + 16, y, line, font, s["body"])
        y += 3
    return y + 6


def abbreviations(p, s, chance, x, y, wide):
    font, bold, _ = FONTS[s["face"]]
    names = {"CPS": "Current Population Survey", "BLS": "Bureau of Labor Statistics", "DOE": "Department of Energy",
             "EPA": "Environmental Protection Agency", "FY": "fiscal year", "GAO": "Government Accountability Office",
             "HUD": "Department of Housing and Urban Development", "NIH": "National Institutes of Health",
             "OMB": "Office of Management and Budget"}
    p.text(x, y + 14, "Abbreviations", bold, s["body"])
    y += 18
    for name in sorted(chance.sample(sorted(names), 6)):
        y += 1.25 * s["body"]
        p.text(x, y, name, font, s["body"])
        p.text(x + 60, y, names[name], font, s["body"])
    return y + 10


def index(p, s, chance, x, y, wide):
    """Three columns of words with the pages where they stand."""
    font = FONTS[s["face"]][0]
    words = sorted(chance.sample(ITEMS + PLACES, 36))
    for i, word in enumerate(words):
        at = x + i // 12 * wide / 3
        for n, line in enumerate(p.wrap(f"{word}, {chance.randint(1, 99)}" + chance.choice(["", f", {chance.randint(100, 180)}"]), font, 7.5, wide / 3 - 14)[:1]):
            p.text(at, y + 10 + (i % 12) * 9.5, line, font, 7.5)
    return y + 10 + 12 * 9.5 + 6


def form(p, s, chance, x, y, wide):
    """A form: boxes, each with a small title, most of them empty."""
    font = FONTS[s["face"]][0]
    asks = chance.sample(["1. Name of applicant", "2. Street address", "3. City and State", "4. Date of birth",
                          "5. Telephone number", "6. Employer", "7. Position", "8. Signature", "9. Date signed",
                          "10. For office use only"], 8)
    boxed = chance.random() < 0.5
    for i in range(4):
        cut = x + wide * chance.choice([0.4, 0.5, 0.6])
        for at, end, ask in ((x, cut, asks[2 * i]), (cut, x + wide, asks[2 * i + 1])):
            p.text(at + 3, y + 9, ask, font, 7)
            if boxed:
                p.line(at, y, end, y), p.line(at, y + 26, end,
                                              y + 26), p.line(at, y, at, y + 26), p.line(end, y, end, y + 26)
            else:
                p.line(at + 3 + p.width(ask, font, 7) + 4, y + 10, end - 8, y + 10)
        y += 26
    return y + 12


def axes(p, s, chance, x, y, wide):
    font, bold, _ = FONTS[s["face"]]
    wide = min(wide, 380)
    p.text(x, y + 10, f"{chance.choice(['Figure', 'Chart'])} {chance.randint(1, 9)}. {chance.choice(TITLES)}", bold,
           9) if chance.random() < 0.7 else None
    top, high, left = y + 24, 110, x + 30
    count, step = chance.randint(5, 11), chance.choice([5, 10, 20, 250])
    for i in range(6):
        at = top + high - i * high / 5
        p.text(left - 6, at + 2.5, f"{i * step:,}", font, 7, "right")
        p.line(left - 3, at, left, at, 0.4)
        if s["wide"]:
            p.line(left, at, x + wide, at, 0.3)
    p.line(left, top, left, top + high), p.line(left, top + high, x + wide, top + high)
    each = (x + wide - left) / count
    series = [[chance.uniform(0.1, 0.95) * high for _ in range(count)] for _ in range(chance.choice([1, 2]))]
    kind = chance.choice(["bars", "lines", "lines"])
    for i in range(count):
        p.text(left + (i + 0.5) * each, top + high + 10, str(1990 + i), font, 7, "center")
        if kind == "bars":
            p.fill(left + (i + 0.2) * each, top + high - series[0][i], left + (i + 0.8) * each, top + high, 0.5)
            if s["hang"]:
                p.text(left + (i + 0.5) * each, top + high - series[0][i] - 2, f"{series[0][i]:.1f}", font, 6.5,
                       "center")
    if kind == "lines":
        for values in series:
            for i in range(1, count):
                p.line(left + (i - 0.5) * each, top + high - values[i - 1], left + (i + 0.5) * each,
                       top + high - values[i], 1)
            p.text(left + 0.7 * (x + wide - left), top + high - values[-1] - 4, chance.choice(HEADS), font, 7)
    p.text(x, top + high + 22, "Source: Bureau of the Census.", font, 7)
    return top + high + 32


def lying_bars(p, s, chance, x, y, wide):
    font, bold, _ = FONTS[s["face"]]
    p.text(x, y + 10, chance.choice(TITLES) + ", 2009", bold, 9)
    y += 16
    for label in chance.sample(ITEMS, chance.randint(5, 9)):
        value = chance.uniform(5, 95)
        p.text(x + 150, y + 9, p.wrap(label, font, 7.5, 145)[0], font, 7.5, "right")
        p.fill(x + 156, y + 2, x + 156 + value * 1.4, y + 11, 0.4)
        p.text(x + 160 + value * 1.4, y + 9, f"{value:.1f}", font, 7.5)
        y += 14
    return y + 10


def pie(p, s, chance, x, y, wide):
    font = FONTS[s["face"]][0]
    r, cx, cy = 50, x + 150, y + 66
    angle = 0
    for label in chance.sample(ITEMS, 5):
        part = chance.uniform(40, 90)
        p.c.setFillGray(chance.uniform(0.5, 0.95))
        p.c.wedge(cx - r, p.high - cy - r, cx + r, p.high - cy + r, angle, part, stroke=1, fill=1)
        p.c.setFillGray(0)
        turn = math.radians(angle + part / 2)
        at = cx + 64 * math.cos(turn)
        p.text(at, cy - 64 * math.sin(turn), p.wrap(label, font, 7, 90)[0], font, 7, "left" if at > cx else "right")
        p.text(at, cy - 64 * math.sin(turn) + 8, f"{part / 3.6:.1f}%", font, 7, "left" if at > cx else "right")
        angle += part
    return cy + 80


def map_of(p, s, chance, x, y, wide):
    font = FONTS[s["face"]][0]
    for row in range(4):
        for column in range(6):
            cx, cy = x + 40 + column * 55 + chance.uniform(-8, 8), y + 24 + row * 34 + chance.uniform(-5, 5)
            points = [(cx + 24 * math.cos(a) * chance.uniform(0.8, 1.1),
                       cy + 15 * math.sin(a) * chance.uniform(0.8, 1.1)) for a in (k * math.pi / 4 for k in range(8))]
            for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
                p.line(x0, y0, x1, y1, 0.4)
            p.text(cx, cy - 1, chance.choice(PLACES)[:4] + ".", font, 6, "center")
            p.text(cx, cy + 6, f"{chance.uniform(1, 30):.1f}", font, 6, "center")
    return y + 4 * 34 + 24


def chart_of_offices(p, s, chance, x, y, wide):
    font = FONTS[s["face"]][0]
    boxes = [(x + wide / 2 - 50, y + 8)] + [(x + 4 + i * wide / 4, y + 60) for i in range(4)]
    for i, (bx, by) in enumerate(boxes):
        p.c.rect(bx, p.high - by - 28, 100 if i == 0 else wide / 4 - 10, 28, fill=0)
        for n, line in enumerate(p.wrap(chance.choice(["Office of the Administrator", "Division of Planning", "Field Operations", "General Counsel", "Budget and Finance"]), font, 7, wide / 4 - 14)[:3]):
            p.text(bx + (50 if i == 0 else (wide / 4 - 10) / 2), by + 10 + 8 * n, line, font, 7, "center")
        if i:
            p.line(bx + 40, by, bx + 40, by - 12, 0.4)
    p.line(boxes[1][0] + 40, y + 48, boxes[4][0] + 40, y + 48, 0.4)
    p.line(x + wide / 2, y + 36, x + wide / 2, y + 48, 0.4)
    return y + 100


def box_of_text(p, s, chance, x, y, wide):
    font, bold, _ = FONTS[s["face"]]
    lines = p.wrap(" ".join(chance.sample(SENTENCES, 3)), font, s["body"] - 1, wide - 24)
    bottom = y + 22 + 1.2 * s["body"] * len(lines) + 8
    if s["wide"]:
        p.fill(x, y + 2, x + wide, bottom, 0.9)
    else:
        p.c.rect(x, p.high - bottom, wide, bottom - y - 2, fill=0)
    p.text(x + 12, y + 16, chance.choice(TITLES), bold, s["body"])
    for i, line in enumerate(lines):
        p.text(x + 12, y + 16 + 1.2 * s["body"] * (i + 1), line, font, s["body"] - 1)
    return bottom + 10


def letter(p, s, chance, x, y, wide):
    font = FONTS[s["face"]][0]
    for left, right in [("Office of the Director", "March 4, 2010"), ("Room 2115", "File 22-417"),
                        ("Washington, DC 20212", "Attn: " + chance.choice(NAMES))]:
        y += 1.25 * s["body"]
        p.text(x, y, left, font, s["body"])
        p.text(x + 0.6 * wide, y, right, font, s["body"])
    return y + 14


def references(p, s, chance, x, y, wide):
    font = FONTS[s["face"]][0]
    for _ in range(4):
        text = f"{chance.choice(NAMES)}, {chance.randint(1980, 2009)}. {chance.choice(TITLES)}. Monthly Review {chance.randint(1, 90)}({chance.randint(1, 12)}), pp. {chance.randint(1, 99)}-{chance.randint(100, 200)}."
        for n, line in enumerate(p.wrap(text, font, s["body"], wide, 18)):
            y += 1.2 * s["body"]
            p.text(x + (18 if n else 0), y, line, font, s["body"])
    return y + 10


NARROW = [contents, bullets, bullets, abbreviations, axes, box_of_text, references]
DECOYS = NARROW + [contents, axes, index, form, lying_bars, pie, map_of, chart_of_offices, letter]
