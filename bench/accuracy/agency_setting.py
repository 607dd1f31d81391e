"""How a table of agency.py is set, line by line: fonts, rules, leaders, wrapped labels, turned sheets."""

FONTS = {"serif": ("Times-Roman", "Times-Bold", "Times-Italic"),
         "sans": ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique"),
         "typewriter": ("Courier", "Courier-Bold", "Courier-Oblique")}
RULES = ["none", "none", "head", "three", "three", "double", "columns", "boxhead", "spanners", "totals", "shaded",
         "grid", "frame"]


def style_of(chance):
    return {"rules": chance.choice(RULES), "face": chance.choice(["serif", "serif", "sans", "sans", "typewriter"]),
            "size": chance.choice([6.5, 7, 7.5, 8, 8.5, 9]), "lead": chance.choice([1.08, 1.15, 1.2, 1.3, 1.45]),
            "leaders": chance.choice([None, None, "....", ". . . ."]), "sign": chance.choice(["tight", "own", "none"]),
            "align": chance.choice(["right", "right", "right", "center"]),
            "head": chance.choice(["center", "center", "center", "right", "left"]),
            "gutter": chance.choice([4, 6, 8, 12, 20]), "stub": chance.choice([90, 120, 150, 180]),
            "bold_head": chance.random() < 0.35,
            "bold_total": chance.random() < 0.4, "hang": chance.choice([0, 6, 10]), "first_line": chance.random() < 0.3,
            "wide": chance.random() < 0.6, "centre": chance.random() < 0.5, "body": chance.choice([9, 10, 11]),
            "stub_head": chance.choice(["left", "center"]), "pad": chance.choice([0, 0, 1, 2])}


class Paper:
    """A PDF page by page; y grows downwards."""

    def __init__(self, path, landscape):
        from reportlab.pdfgen import canvas
        self.wide, self.high = (792, 612) if landscape else (612, 792)
        self.c = canvas.Canvas(path, pagesize=(self.wide, self.high), invariant=1)

    def turn(self):
        """The rest of this page is set upwards."""
        self.c.rotate(90)
        self.c.translate(0, -self.wide)
        self.wide, self.high = self.high, self.wide

    def next(self):
        self.c.showPage()
        self.wide, self.high = self.c._pagesize

    def width(self, text, font, size):
        return self.c.stringWidth(text, font, size)

    def text(self, x, y, text, font, size, align="left"):
        x -= {"left": 0, "center": 0.5, "right": 1}[align] * self.width(text, font, size)
        self.c.setFont(font, size)
        self.c.drawString(x, self.high - y, text)

    def line(self, x0, y0, x1, y1, width=0.5):
        self.c.setLineWidth(width)
        self.c.line(x0, self.high - y0, x1, self.high - y1)

    def fill(self, x0, y0, x1, y1, grey):
        self.c.setFillGray(grey)
        self.c.rect(x0, self.high - y1, x1 - x0, y1 - y0, stroke=0, fill=1)
        self.c.setFillGray(0)

    def wrap(self, text, font, size, wide, hang=0):
        lines, line = [], ""
        for word in text.split():
            both = f"{line} {word}".strip()
            if line and self.width(both, font, size) > wide - (hang if lines else 0):
                lines.append(line)
                both = word
            line = both
        return lines + [line]


class Setter:
    """Sets one table into a strip of the page; sizes first, so that what does not fit is refused."""

    def __init__(self, paper, t, s, wide):
        self.p, self.t, self.s, self.size, self.pitch = paper, t, s, s["size"], s["size"] * s["lead"]
        self.font, self.bold, _ = FONTS[s["face"]]
        self.words = getattr(t, "words", False)
        if self.words:
            self.widths = [wide / t.columns] * t.columns
        else:
            self.widths = self.natural(wide)
        if sum(self.widths) > wide + 0.1:
            raise ValueError("too wide")
        self.lay_out()

    def natural(self, wide):
        s, t = self.s, self.t
        stub = min(s["stub"], wide * 0.45)
        out = [stub]
        for c in range(1, t.columns):
            values = [v + "0" * ((i, c) in t.marks) + ("$ " if s["sign"] != "none" else "")
                      for i, row in enumerate(t.rows) for v in row[3][c - 1:c]]
            heads = [max(x[4].split() or [""], key=len) for x in t.header if x[1] == c and x[3] == 1]
            out.append(s["gutter"] + max(self.p.width(x, self.bold, self.size) for x in values + heads + [""]))
        for _, c, _, k, text in t.header:
            if k > 1:
                missing = max(self.p.width(w, self.bold, self.size)
                              for w in text.split()) + s["gutter"] - sum(out[c:c + k])
                if missing > 0:
                    out[c:c + k] = [x + missing / k for x in out[c:c + k]]
        room = wide - sum(out)
        if s["wide"] and room > 0:
            each = min(room / (t.columns - 1), 45)
            out = [out[0]] + [x + each for x in out[1:]]
        return out

    def lay_out(self):
        t, s, p = self.t, self.s, self.p
        self.lefts = [sum(self.widths[:c]) for c in range(t.columns + 1)]
        self.header_lines = {}
        heights = [1] * t.header_rows()
        for r, c, rs, k, text in t.header:
            font = self.bold if s["bold_head"] else self.font
            lines = p.wrap(text, font, self.size,
                           sum(self.widths[c:c + k]) - s["gutter"] * (0.8 if c else 0.2)) if text else []
            self.header_lines[r, c] = lines
            if rs == 1:
                heights[r] = max(heights[r], len(lines))
        self.header_heights = [h * self.pitch + (3 if s["rules"] in ("spanners", "boxhead", "grid") else 1) + s["pad"]
                               for h in heights]
        self.body = []
        for i, (kind, label, indent, values) in enumerate(t.rows):
            font = self.bold if kind == "total" and s["bold_total"] else self.font
            room = self.lefts[-1] if kind in ("centred", "section",
                                              "unit") else self.widths[0] - 8 * indent - (s["gutter"] if self.words else 8)
            cells = {0: p.wrap(label, font, self.size, room, s["hang"])}
            if self.words:
                cells.update({1 + c: p.wrap(v, font, self.size, self.widths[1 + c] - s["gutter"]) for c, v in enumerate(values)})
            self.body.append((font, cells,
                              max(map(len, cells.values())) * self.pitch + s["pad"] + (0.3 * self.pitch if self.words else 0)))
        self.height = sum(self.header_heights) + sum(h for _, _, h in self.body) + 12 + (len(t.rows) // t.gaps * 0.6 * self.pitch if t.gaps else 0) + self.around()

    def around(self):
        lines = 0
        for text in [self.t.title, self.t.headnote] + self.t.notes:
            lines += len(self.p.wrap(text, self.bold, self.size, self.lefts[-1])) if text else 0
        return lines * 1.2 * self.size + 14

    def rule(self, y, c0=0, c1=None, width=0.5):
        inset = 2 if c0 else 0
        self.p.line(self.x + self.lefts[c0] + inset, y, self.x + self.lefts[self.t.columns if c1 is None else c1], y,
                    width)

    def set(self, x, y):
        self.x = x
        y = self.set_lines([self.t.title, self.t.headnote], y, self.bold, 1) + 3
        top = y
        rules = self.s["rules"]
        if rules in ("three", "double", "columns", "boxhead", "spanners", "grid", "frame"):
            self.rule(y)
        if rules == "double":
            self.rule(y + 1.8)
        y = head = self.set_header(y + 1)
        if rules in ("head", "three", "double", "columns", "boxhead", "spanners", "grid",
                     "frame") and self.header_lines:
            self.rule(y)
        y += 2
        row_tops = []
        for i in range(len(self.t.rows)):
            row_tops.append(y)
            y = self.set_row(i, y)
            if self.t.gaps and i % self.t.gaps == self.t.gaps - 1:
                y += 0.6 * self.pitch
        y += 3
        if rules in ("three", "double", "columns", "boxhead", "spanners", "grid", "frame"):
            self.rule(y)
        if rules == "grid":
            for at in row_tops[1:]:
                self.rule(at + 1)
        ends = {"columns": (top, y), "boxhead": (top, head), "grid": (top, y)}.get(rules)
        if ends:
            spanned = {(r, c + i) for r, c, _, k, _ in self.t.header for i in range(1, k)}
            for c in range(1, self.t.columns):
                begin = top + 1 + sum(self.header_heights[:max((r + 1 for r, at in spanned if at == c), default=0)])
                self.p.line(self.x + self.lefts[c] + 1, max(ends[0], begin if begin > top + 1 else top),
                            self.x + self.lefts[c] + 1, ends[1], 0.4)
        if rules in ("grid", "frame"):
            for at in (self.x - 2, self.x + self.lefts[-1] + 2):
                self.p.line(at, top, at, y)
            self.p.line(self.x - 2, top, self.x, top), self.p.line(self.x - 2, y, self.x, y)
            self.p.line(self.x + self.lefts[-1], top, self.x + self.lefts[-1] + 2,
                        top), self.p.line(self.x + self.lefts[-1], y, self.x + self.lefts[-1] + 2, y)
        return self.set_lines(self.t.notes, y + 2, self.font, 0.88) + 10

    def set_lines(self, texts, y, font, scale):
        for text in texts:
            if not text:
                continue
            size = self.size * scale
            for line in self.p.wrap(text, font, size, self.lefts[-1] + 1):
                y += 1.2 * size
                centred = self.s["centre"] and scale == 1
                self.p.text(self.x + (self.lefts[-1] / 2 if centred else 0), y, line, font, size,
                            "center" if centred else "left")
        return y

    def set_header(self, y):
        s, t = self.s, self.t
        font = self.bold if s["bold_head"] else self.font
        tops = [y + sum(self.header_heights[:r]) for r in range(len(self.header_heights) + 1)]
        if s["rules"] == "shaded" and t.header:
            self.p.fill(self.x, y - 1, self.x + self.lefts[-1], tops[-1] + 1, 0.85)
        for r, c, rs, k, text in t.header:
            lines = self.header_lines[r, c]
            left, right = self.x + self.lefts[c] + (s["gutter"] if c else 0), self.x + self.lefts[c + k]
            align = "center" if k > 1 else (s["stub_head"] if not self.words
                                            else "left") if c == 0 else "left" if self.words else s["head"]
            if self.words and c:
                left -= s["gutter"]
            at = {"left": left, "center": (left + right) / 2, "right": right}[align]
            base = tops[r + rs] - 3 - (len(lines) - 1) * self.pitch
            for i, line in enumerate(lines):
                self.p.text(at, base + i * self.pitch, line, font, self.size, align)
            if k > 1 and s["rules"] in ("spanners", "boxhead", "grid", "columns"):
                self.rule(tops[r + 1] - 0.5, c, c + k)
        return tops[-1] + 1

    def set_row(self, i, y):
        s, t = self.s, self.t
        kind, label, indent, values = t.rows[i]
        font, cells, height = self.body[i]
        first = y + self.size * 0.85 + s["pad"] / 2
        if kind == "centred":
            self.p.text(self.x + self.lefts[-1] / 2, first, label, font, self.size, "center")
            return y + height
        if kind == "unit":
            self.p.text(self.x + (self.lefts[1] + s["gutter"] + self.lefts[-1]) / 2, first, label, font, self.size,
                        "center")
            return y + height
        lines = cells[0]
        last = first + (len(lines) - 1) * self.pitch
        end = 0
        for n, line in enumerate(lines):
            at = self.x + 8 * indent + (s["hang"] if n else 0)
            self.p.text(at, first + n * self.pitch, line, font, self.size)
            end = at + self.p.width(line, font, self.size)
        end = self.mark(i, 0, end, last)
        if self.words:
            for c, _ in enumerate(values):
                for n, line in enumerate(cells[1 + c]):
                    self.p.text(self.x + self.lefts[1 + c], first + n * self.pitch, line, font, self.size)
            return y + height
        base = first if s["first_line"] and not s["leaders"] else last
        if s["leaders"] and values:
            self.leader(end + 2, self.x + self.lefts[1] - 2, last)
        for c, value in enumerate(values):
            self.figure(i, 1 + c, value, base, font, kind == "total" or not any(row[0] == "row" for row in t.rows[:i]))
        if kind == "total" and s["rules"] == "totals":
            for c in range(1, t.columns):
                self.p.line(self.x + self.lefts[c] + s["gutter"], y + 0.3, self.x + self.lefts[c + 1], y + 0.3, 0.4)
        return y + height

    def leader(self, x0, x1, base):
        unit = ". " if " " in self.s["leaders"] else "."
        count = int((x1 - x0) / self.p.width(unit, self.font, self.size))
        if count >= 4:
            self.p.text(x1, base, (unit * count).strip(), self.font, self.size, "right")

    def figure(self, i, c, value, base, font, signed):
        if not value:
            return
        s = self.s
        left, right = self.x + self.lefts[c] + s["gutter"], self.x + self.lefts[c + 1]
        money = s["sign"] != "none" and signed and value[0] in "(0123456789" and "," in value and "%" not in value
        if s["align"] == "center":
            self.p.text((left + right) / 2, base, value, font, self.size, "center")
            self.mark(i, c, (left + right) / 2 + self.p.width(value, font, self.size) / 2, base)
            return
        right -= self.p.width(")", font, self.size) if value[-1] != ")" else 0
        right -= 0.55 * self.size if any(at == c for _, at in self.t.marks) else 0
        self.p.text(right, base, value, font, self.size, "right")
        self.mark(i, c, right, base)
        if money and (i, c) not in self.t.marks:
            self.t.marks[i, c] = ""
            self.t.rows[i][3][c - 1] = "$" + value
            width = self.p.width(value, font, self.size)
            self.p.text(right - width if s["sign"] == "tight" else left, base, "$", font, self.size,
                        "right" if s["sign"] == "tight" else "left")

    def mark(self, i, c, x, base):
        mark = self.t.marks.get((i, c), "")
        if mark:
            self.p.text(x, base - 0.35 * self.size, mark, self.font, 0.62 * self.size)
        return x + self.p.width(mark, self.font, 0.62 * self.size)
