"""How a document of reports.py becomes a PDF: by Chromium (HTML and CSS), by reportlab's platypus, by LaTeX. A maker
that cannot set a document raises."""
import html
import os
import re
import shutil
import subprocess
import tempfile

from report_words import TITLES

RULES = ["none", "none", "book", "book", "header", "rows", "grid", "frame", "zebra", "spanner", "totals"]


def style_of(chance):
    return {
        "rules": chance.choice(RULES), "size": chance.choice([7, 7.5, 8, 9, 9, 10]),
        "family": chance.choice(["serif", "sans-serif", "Liberation Serif", "Liberation Sans", "Liberation Sans Narrow"]),
        "leaders": chance.random() < 0.2, "align": chance.choice(["right", "right", "center"]),
        "head": chance.choice(["center", "center", "right", "left"]),
        "valign": chance.choice(["top", "top", "bottom", "middle"]),
        "bold": chance.random() < 0.6, "pad": chance.choice([0.5, 1, 1, 2, 3]), "gap": chance.choice([3, 5, 8, 12]),
        "wide": chance.random() < 0.6, "label": chance.choice([90, 120, 150, 190]),
        "hang": chance.random() < 0.3, "text_size": chance.choice([9, 10, 11]), "justify": chance.random() < 0.5,
        "centre_caption": chance.random() < 0.4, "stripes": chance.random() < 0.5,
    }


def dots(label, indent, s):
    """A leader that fits beside the label, as far as one can tell."""
    room = s["label"] - 2 * s["gap"] - 8 * indent - len(label) * s["size"] * 0.52
    count = int(0.8 * room / (s["size"] * 0.28))
    return "." * count if count >= 4 else ""


def html_table(t, s, inside):
    rules, pad, gap = s["rules"], s["pad"], s["gap"]
    line = "0.7pt solid black"
    head = t.header_rows()
    rows = [[] for _ in range(head)]
    taken = set()
    for r, c, rs, cs, text in sorted(t.header):
        rows[r].append((c, rs, cs, text))
        taken |= {(r + y, c + x) for y in range(rs) for x in range(cs)}
    out = []
    last_row = head + len(t.rows) - 1
    def cell(tag, r, c, rs, cs, inner, css):
        if rules == "grid":
            css += f"border:{line};"
        if rules == "frame":
            css += (f"border-left:{line};" if c == 0
                    else "") + (f"border-right:{line};" if c + cs == t.columns
                                else "") + (f"border-top:{line};" if r == 0 else "") + \
                   (f"border-bottom:{line};" if r + rs - 1 in (head - 1, last_row) else "")
        if rules in ("book", "spanner") and (r == 0):
            css += f"border-top:{line};"
        if rules in ("book", "spanner") and r + rs - 1 in (head - 1, last_row) or rules == "header" and r + rs - 1 == head - 1 or rules == "rows":
            css += f"border-bottom:{line};"
        if rules == "zebra" and r >= head and (r - head) % 2:
            css += "background:#e4e4e4;"
        if rules == "totals" and r >= head and t.rows[r - head][0] == "total" and c > 0:
            css += f"border-top:{line};"
        span = (f" rowspan={rs}" if rs > 1 else "") + (f" colspan={cs}" if cs > 1 else "")
        return f"<{tag}{span} style='padding:{pad}pt {gap}pt;{css}'>{inner}</{tag}>"
    for r, row in enumerate(rows):
        cells = []
        for c in range(t.columns):
            found = next((x for x in row if x[0] == c), None)
            if found:
                _, rs, cs, text = found
                align = "left" if c == 0 else "center" if cs > 1 else s["head"] if t.kind in ("statistics", "accounts", "survey") else "left"
                inner = html.escape(text)
                css = f"text-align:{align};vertical-align:bottom;font-weight:{'bold' if s['bold'] else 'normal'};"
                if cs > 1 and rules in ("spanner", "book") and s["stripes"]:
                    inner = f"<div style='border-bottom:0.5pt solid;margin:0 2pt'>{inner}</div>"
                cells.append(cell("th", r, c, rs, cs, inner, css))
            elif (r, c) not in taken:
                cells.append(cell("th", r, c, 1, 1, "", ""))
        out.append("<tr>" + "".join(cells) + "</tr>")
    for i, (kind, label, indent, values) in enumerate(t.rows):
        r = head + i
        cells = []
        weight = "font-weight:bold;" if kind == "total" and s["bold"] or kind in ("section", "centred") and s["stripes"] else ""
        if kind == "centred":
            cells.append(cell("td", r, 0, 1, t.columns, html.escape(label), f"text-align:center;{weight}"))
        else:
            text = html.escape(label)
            if s["leaders"] and values and t.kind in ("statistics", "accounts"):
                text += dots(label, indent, dict(s, label=min(s["label"], 95) if inside else s["label"]))
            hang = f"text-indent:-8pt;padding-left:{gap + 8 + 8 * indent}pt;" if s["hang"] else f"padding-left:{gap + 8 * indent}pt;"
            width = f"width:{s['label']}pt;" if t.kind in ("statistics", "accounts", "survey") else ""
            cells.append(cell("td", r, 0, 1, 1, text,
                              f"text-align:left;vertical-align:{s['valign']};{weight}{width}{hang}"))
            for c in range(1, t.columns):
                value = values[c - 1] if c - 1 < len(values) else ""
                number = bool(re.match(r"[-−–(±$.\d]", value)) or value in ("NA", "n.a.", "...")
                align = s["align"] if t.kind in ("statistics", "accounts", "survey") or number else "left"
                inner = html.escape(value)
                if value.startswith("$ "):
                    inner = f"<div style='display:flex;justify-content:space-between'><span>$</span><span>{value[2:]}</span></div>" if s["align"] == "right" else inner
                bottom = "bottom" if t.kind in ("statistics", "accounts") and s["valign"] != "middle" else s["valign"]
                cells.append(cell("td", r, c, 1, 1, inner,
                                  f"text-align:{align};vertical-align:{bottom};{weight}" + ("white-space:nowrap;" if number else "")))
        out.append("<tr>" + "".join(cells) + "</tr>")
    width = "width:100%;" if s["wide"] or inside else ""
    caption = ""
    if t.caption:
        caption += f"<div style='font-weight:bold;text-align:{'center' if s['centre_caption'] else 'left'};margin:8pt 0 3pt'>{html.escape(t.caption)}</div>"
    if t.unit:
        caption += f"<div style='text-align:{'center' if s['centre_caption'] else 'left'};margin:0 0 3pt'>{html.escape(t.unit)}</div>"
    notes = "".join(f"<div style='font-size:{s['size'] * 0.9}pt'>{html.escape(n)}</div>" for n in t.notes)
    return (f"<div style='break-inside:avoid;margin:8pt 0 12pt;font-size:{s['size']}pt;line-height:1.2'>{caption}<table style='border-collapse:collapse;{width}'>" + "".join(out) + f"</table>{notes}</div>")


def svg_chart(kind, data):
    w, h = 320, 150
    out = [f"<svg width={w} height={h} style='font:7pt sans-serif;margin:6pt 0;break-inside:avoid'>"]
    for i, v in enumerate(range(0, 101, 20)):
        y = 130 - v * 1.2
        out.append(f"<text x=4 y={y + 3}>{v}</text><path d='M30 {y}H310' stroke='#bbb' stroke-width='.5'/>")
    step = 280 / len(data)
    for i, (label, v) in enumerate(data):
        x = 30 + step * i
        if kind == "bars":
            out.append(f"<rect x={x + step * .2:.1f} y={130 - v * 1.2:.1f} width={step * .6:.1f} height={v * 1.2:.1f} fill='#557'/><text x={x + step * .2:.1f} y={126 - v * 1.2:.1f}>{v}</text>")
        out.append(f"<text x={x + 4:.1f} y=143>{label}</text>")
    if kind == "lines":
        out.append("<path fill=none stroke=black d='M"
                   + "L".join(f"{30 + step * (i + .5):.1f} {130 - v * 1.2:.1f}" for i, (_, v) in enumerate(data))
                   + "'/>")
        out.append("<text x=240 y=20>Total</text><text x=240 y=32>Private</text>")
    return "".join(out) + "</svg>"


def html_decoy(kind, data, chance):
    e = html.escape
    if kind == "bullets":
        return "<ul>" + "".join(f"<li>{e(x)}</li>" for x in data) + "</ul>"
    if kind == "numbered":
        return "<ol>" + "".join(f"<li>{e(x)}</li>" for x in data) + "</ol>"
    if kind == "contents":
        return "<div>" + "".join(f"<div style='display:flex'><span style='width:24pt'>{a}</span><span>{e(b)}</span><span>{'.' * max(4, 70 - len(b))}</span><span style='margin-left:auto'>{c}</span></div>" for a, b, c in data) + "</div>"
    if kind == "references":
        return "".join(f"<p style='padding-left:20pt;text-indent:-20pt;margin:2pt 0'>{e(x)}</p>" for x in data)
    if kind in ("bars", "lines"):
        return f"<p style='margin:4pt 0 0'><b>Figure {chance.randint(1, 9)}. {e(chance.choice(TITLES))}</b></p>" + svg_chart(kind, data)
    if kind == "form":
        return "".join(f"<p style='margin:6pt 0'>{e(x)} <span style='display:inline-block;width:140pt;border-bottom:.5pt solid'></span></p>" for x in data)
    if kind in ("letterhead", "signatures"):
        return "<div style='margin:10pt 0'>" + "".join(f"<div style='display:flex'><span style='width:60%'>{e(a)}</span><span>{e(b)}</span></div>" for a, b in data) + "</div>"
    if kind == "definitions":
        return "<dl>" + "".join(f"<div style='display:flex;margin:3pt 0'><b style='width:110pt;flex:none'>{e(a)}</b><span>{e(b)}</span></div>" for a, b in data) + "</dl>"
    if kind == "footnotes":
        return "<hr style='width:80pt;margin:12pt 0 2pt 0'>" + "".join(f"<div style='font-size:7pt'><sup>{i + 1}</sup> {e(x)}</div>" for i, x in enumerate(data))
    return "<blockquote>" + e(data[0]) + "</blockquote>"


def by_chromium(doc, s, chance, base):
    body = []
    for number, parts in enumerate(doc["parts"]):
        out = ["<div style='break-after:page'>"]
        if doc["running"]:
            out.append(f"<div style='display:flex;justify-content:space-between;font-size:8pt;margin-bottom:14pt'><span>Annual report</span><span>{number + 12}</span></div>")
        columns = f"column-count:2;column-gap:{chance.choice([16, 22, 28])}pt;" if doc["columns"] == 2 else ""
        out.append(f"<div style='{columns}'>")
        for kind, what in parts:
            if kind == "heading":
                out.append(f"<h2 style='font-size:13pt;margin:6pt 0'>{html.escape(what)}</h2>")
            elif kind == "text":
                out.append(f"<p style='margin:4pt 0;text-align:{'justify' if s['justify'] else 'left'}'>{html.escape(what)}</p>")
            elif kind == "table":
                out.append(html_table(what, s, doc["columns"] == 2))
            elif kind == "beside":
                out.append("<div style='display:flex;gap:24pt;break-inside:avoid'>" + "".join(f"<div style='flex:1'>{html_table(t, s, True)}</div>" for t in what) + "</div>")
            else:
                out.append(html_decoy(*what, chance))
        body.append("".join(out) + "</div></div>")
    page = (f"<!doctype html><meta charset=utf-8><style>@page {{ size: letter {'landscape' if doc['landscape'] else ''}; margin: {chance.choice([15, 20, 25])}mm }} "
            f"body {{ font: {s['text_size']}pt {s['family']}; margin: 0; line-height: 1.25 }} td, th {{ font-weight: normal }}</style>" + "".join(body))
    with open(base + ".html", "w", encoding="utf-8") as file:
        file.write(page)
    subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
                    f"--print-to-pdf={base}.pdf", "file://" + base + ".html"],
                   capture_output=True, timeout=120)


def by_platypus(doc, s, chance, base):
    from reportlab.lib import colors, pagesizes
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase.pdfmetrics import stringWidth
    from reportlab.platypus import BaseDocTemplate, Frame, KeepTogether, ListFlowable, PageBreak, PageTemplate, Paragraph, Spacer, Table as Grid
    serif = s["family"] in ("serif", "Liberation Serif")
    font, bold = ("Times-Roman", "Times-Bold") if serif else ("Helvetica", "Helvetica-Bold")
    plain = ParagraphStyle("p", fontName=font, fontSize=s["text_size"], leading=s["text_size"] * 1.22,
                           alignment=4 if s["justify"] else 0, spaceAfter=5)
    heading = ParagraphStyle("h", parent=plain, fontName=bold, fontSize=13, leading=16)
    small = ParagraphStyle("s", parent=plain, fontSize=s["size"] * 0.9, leading=s["size"] * 1.1, spaceAfter=1,
                           alignment=0)
    caption = ParagraphStyle("c", parent=plain, fontName=bold, fontSize=s["size"], leading=s["size"] * 1.25,
                             spaceAfter=3, alignment=1 if s["centre_caption"] else 0)
    size = pagesizes.landscape(pagesizes.letter) if doc["landscape"] else pagesizes.letter
    margin = chance.choice([48, 60, 72])
    full = size[0] - 2 * margin
    width = (full - 20) / 2 if doc["columns"] == 2 else full
    def cell_style(align, heavy, indent=0):
        return ParagraphStyle("t", fontName=bold if heavy else font, fontSize=s["size"], leading=s["size"] * 1.18,
                              alignment={"left": 0, "center": 1, "right": 2}[align],
                              leftIndent=8 * indent + (8 if s["hang"] and align == "left" else 0),
                              firstLineIndent=-8 if s["hang"] and align == "left" else 0)
    def grid(t, within):
        head, body = t.header_rows(), [[""] * t.columns for _ in range(t.header_rows() + len(t.rows))]
        look = [("LEFTPADDING", (0, 0), (-1, -1), s["gap"] / 2 + 1),
                ("RIGHTPADDING", (0, 0), (-1, -1), s["gap"] / 2 + 1), ("TOPPADDING", (0, 0), (-1, -1), s["pad"]),
                ("BOTTOMPADDING", (0, 0), (-1, -1), s["pad"]),
                ("VALIGN", (0, 0), (-1, head - 1 if head else 0), "BOTTOM")]
        look.append(("VALIGN", (0, head), (-1, -1),
                     "BOTTOM" if t.kind in ("statistics", "accounts") else s["valign"].upper()))
        line = (0.6, colors.black)
        for r, c, rs, cs, text in t.header:
            align = "left" if c == 0 else "center" if cs > 1 else s["head"] if t.kind in ("statistics", "accounts", "survey") else "left"
            body[r][c] = Paragraph(html.escape(text), cell_style(align, s["bold"])) if text else ""
            if cs > 1 or rs > 1:
                look.append(("SPAN", (c, r), (c + cs - 1, r + rs - 1)))
            if cs > 1 and s["rules"] in ("book", "spanner"):
                look.append(("LINEBELOW", (c, r), (c + cs - 1, r), *line))
        for i, (kind, label, indent, values) in enumerate(t.rows):
            heavy = kind == "total" and s["bold"] or kind in ("section", "centred") and s["stripes"]
            text = html.escape(label)
            if s["leaders"] and values and t.kind in ("statistics", "accounts"):
                text += dots(label, indent, dict(s, label=min(s["label"], within * 0.45)))
            body[head + i][0] = Paragraph(text, cell_style("center" if kind == "centred" else "left", heavy, indent))
            if kind == "centred":
                look.append(("SPAN", (0, head + i), (-1, head + i)))
            for c, value in enumerate(values):
                number = bool(re.match(r"[-−–(±$.\d]", value)) or value in ("NA", "n.a.", "...")
                align = s["align"] if t.kind in ("statistics", "accounts", "survey") or number else "left"
                body[head + i][1 + c] = Paragraph(html.escape(value.replace("−", "-")),
                                                  cell_style(align, heavy)) if value else ""
            if kind == "total" and s["rules"] == "totals":
                look.append(("LINEABOVE", (1, head + i), (-1, head + i), *line))
            if s["rules"] == "zebra" and i % 2:
                look.append(("BACKGROUND", (0, head + i), (-1, head + i), colors.Color(0.9, 0.9, 0.9)))
        rules = s["rules"]
        if rules == "grid":
            look.append(("GRID", (0, 0), (-1, -1), *line))
        if rules == "frame":
            look += [("BOX", (0, 0), (-1, -1), *line)]
        if rules in ("book", "spanner"):
            look += [("LINEABOVE", (0, 0), (-1, 0), *line), ("LINEBELOW", (0, -1), (-1, -1), *line)]
        if rules in ("book", "spanner", "header", "frame") and head:
            look.append(("LINEBELOW", (0, head - 1), (-1, head - 1), *line))
        if rules == "rows":
            look.append(("LINEBELOW", (0, 0), (-1, -1), *line))
        if t.kind in ("statistics", "accounts", "survey"):
            first = min(s["label"], within * 0.45)
            each = min((within - first) / (t.columns - 1), 95 if s["wide"] else 62)
            widths = [first] + [max(each, 34)] * (t.columns - 1)
        else:
            widths = [within / t.columns] * t.columns
        for c in range(t.columns):  # words that would break make their column wider
            texts = [row[3][c - 1] for row in t.rows if c
                     and c - 1 < len(row[3])] + [x[4] for x in t.header if x[1] == c and x[3] == 1]
            solid = [x if re.match(r"[-−–(±$.\d]", x) else max(x.split() or [""], key=len) for x in texts]
            widths[c] = max([widths[c]] + [stringWidth(x, bold, s["size"]) + s["gap"] + 4 for x in solid])
        if sum(widths) > within + 1:
            raise ValueError("too wide")
        made = Grid(body, colWidths=widths, style=look, hAlign="CENTER" if s["centre_caption"] else "LEFT")
        out = [Paragraph(html.escape(t.caption.replace("—", "-")), caption)] if t.caption else []
        if t.unit:
            out.append(Paragraph(t.unit, ParagraphStyle("u", parent=caption, fontName=font)))
        return out + [made] + [Paragraph(html.escape(n), small) for n in t.notes] + [Spacer(1, 10)]
    story = []
    for number, parts in enumerate(doc["parts"]):
        if number:
            story.append(PageBreak())
        for kind, what in parts:
            if kind == "heading":
                story.append(Paragraph(html.escape(what), heading))
            elif kind == "text":
                story.append(Paragraph(html.escape(what), plain))
            elif kind == "table":
                story.append(KeepTogether(grid(what, width)))
            elif kind == "beside":
                half = (width - 24) / 2
                story.append(Grid([[grid(t, half) for t in what]], colWidths=[half + 12, half + 12],
                                  style=[("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0)]))
            else:
                name, data = what
                if name in ("bullets", "numbered"):
                    story.append(ListFlowable([Paragraph(html.escape(x), plain) for x in data],
                                              bulletType="bullet" if name == "bullets" else "1", leftIndent=18,
                                              bulletFontSize=s["text_size"]))
                elif name in ("quote", "references", "footnotes"):
                    story += [Paragraph(html.escape(x),
                                        ParagraphStyle("r", parent=plain, leftIndent=20, firstLineIndent=-20))
                              for x in data]
                elif name == "definitions":
                    story.append(Grid([[Paragraph(html.escape(a), ParagraphStyle("d", parent=plain, fontName=bold, alignment=0)), Paragraph(html.escape(b), plain)] for a, b in data], colWidths=[width * .3, width * .7]))
                elif name == "letterhead":
                    story.append(Grid([[a, b] for a, b in data], colWidths=[width * .6, width * .4],
                                      style=[("FONT", (0, 0), (-1, -1), font, s["text_size"])]))
    frames = [Frame(margin, margin, width,
                    size[1] - 2 * margin)] if doc["columns"] == 1 else [Frame(margin, margin, width, size[1] - 2 * margin), Frame(margin + width + 20, margin, width, size[1] - 2 * margin)]
    def running(canvas, _):
        if doc["running"]:
            canvas.setFont(font, 8)
            canvas.drawString(margin, size[1] - 36, "Annual report")
            canvas.drawRightString(size[0] - margin, 36, f"Page {canvas.getPageNumber()}")
    made = BaseDocTemplate(base + ".pdf", pagesize=size)
    made.addPageTemplates(PageTemplate(frames=frames, onPage=running))
    made.build(story)


def tex(text):
    out = "".join({"$": r"\$", "%": r"\%", "&": r"\&", "#": r"\#", "_": r"\_", "±": r"$\pm$", "–": "--", "−": "$-$",
                   "—": "---", "...": r"\dots"}.get(c, c) for c in text)
    return out


def by_latex(doc, s, chance, base):
    def tabular(t, within):
        head = t.header_rows()
        spec = ("p{%.0fpt}"
                % min(s["label"],
                      within * 0.4)) if t.kind in ("statistics", "accounts",
                                                   "survey") else "p{%.0fpt}" % (within / t.columns - 12)
        if t.kind in ("statistics", "accounts", "survey"):
            spec += {"right": "r", "center": "c"}[s["align"]] * (t.columns - 1)
        else:
            spec += ("p{%.0fpt}" % (within / t.columns - 12)) * (t.columns - 1)
        if s["rules"] == "grid":
            spec = "|" + "|".join(re.findall(r"p\{\d+pt\}|[rlc]", spec)) + "|"
        line = {"book": "\\midrule", "spanner": "\\midrule", "header": "\\hline", "frame": "\\hline",
                "grid": "\\hline"}.get(s["rules"], "")
        top = {"book": "\\toprule", "spanner": "\\toprule", "grid": "\\hline", "rows": "\\hline"}.get(s["rules"], "")
        bottom = {"book": "\\bottomrule", "spanner": "\\bottomrule"}.get(s["rules"], "")
        out = [top]
        for r in range(head):
            cells, c, cm = [], 0, []
            row = {x[1]: x for x in t.header if x[0] == r}
            while c < t.columns:
                if c in row:
                    _, _, _, cs, text = row[c]
                    words = tex(text)
                    if s["bold"]:
                        words = "\\textbf{" + words + "}"
                    bar = "|" if s["rules"] == "grid" else ""
                    cells.append("\\multicolumn{%d}{%sc%s}{%s}" % (cs, bar if c == 0 else "", bar, words) if cs > 1
                                 or c and t.kind == "statistics" else words)
                    if cs > 1:
                        cm.append("\\cmidrule(lr){%d-%d}" % (c + 1, c + cs))
                    c += cs
                else:
                    cells.append("")
                    c += 1
            out.append(" & ".join(cells) + " \\\\"
                       + ("".join(cm) if s["rules"] in ("book", "spanner") else "\\hline" if s["rules"] == "grid" else ""))
        if head:
            out.append("" if s["rules"] == "grid" else line)
        for kind, label, indent, values in t.rows:
            text = tex(label)
            if kind in ("section",) and s["stripes"]:
                text = "\\textbf{" + text + "}"
            bar = "|" if s["rules"] == "grid" else ""
            if kind == "centred":
                row = "\\multicolumn{%d}{%sc%s}{\\textit{%s}}" % (t.columns, bar, bar, text)
            else:
                if indent:
                    text = "\\hspace*{%dpt}" % (8 * indent) + text
                if s["leaders"] and values and t.kind in ("statistics", "accounts"):
                    text += "\\dotfill"
                row = " & ".join([("\\raggedright " if not s["leaders"] else "") + text]
                                 + [("\\raggedright " if t.kind in ("texts", "mixed") and c < t.columns - 2 else "") + tex(v) for c, v in enumerate(values + [""] * (t.columns - 1 - len(values)))])
            out.append(row + " \\\\" + ("\\hline" if s["rules"] in ("grid", "rows") else ""))
        out.append(bottom)
        notes = "".join("\\par{\\footnotesize " + tex(n) + "}" for n in t.notes)
        caption = ""
        if t.caption:
            caption += "{\\textbf{" + tex(t.caption) + "}}\\par\\vspace{3pt}"
        if t.unit:
            caption += tex(t.unit) + "\\par\\vspace{3pt}"
        setup = "\\centering" if s["centre_caption"] else "\\raggedright"
        return ("\\par\\medskip\\noindent\\begin{minipage}{\\linewidth}%s\\fontsize{%.1f}{%.1f}\\selectfont\\renewcommand{\\arraystretch}{%.2f}\\setlength{\\tabcolsep}{%.1fpt}\n" % (setup, s["size"], s["size"] * 1.2, 0.95 + s["pad"] / 8, max(3, s["gap"] * 0.8))
                + caption + "\\begin{tabular}{" + spec + "}\n" + "\n".join(out) + "\n\\end{tabular}" + notes
                + "\\end{minipage}\\par\\vspace{10pt}\n")
    body = []
    width = 468 if doc["columns"] == 1 else 226
    for number, parts in enumerate(doc["parts"]):
        if number:
            body.append("\\newpage")
        for kind, what in parts:
            if kind == "heading":
                body.append("\\section*{" + tex(what) + "}")
            elif kind == "text":
                body.append(tex(what) + "\\par")
            elif kind == "table":
                body.append(tabular(what, width))
            elif kind == "beside":
                body.append("\\noindent\\begin{minipage}[t]{0.48\\linewidth}" + tabular(what[0], width * 0.46)
                            + "\\end{minipage}\\hfill\\begin{minipage}[t]{0.48\\linewidth}"
                            + tabular(what[1], width * 0.46) + "\\end{minipage}\\par")
            else:
                name, data = what
                if name in ("bullets", "numbered"):
                    which = "itemize" if name == "bullets" else "enumerate"
                    body.append(f"\\begin{{{which}}}" + "".join("\\item " + tex(x) for x in data) + f"\\end{{{which}}}")
                elif name in ("quote", "references", "footnotes"):
                    body.append("".join("\\hangindent=20pt " + tex(x) + "\\par " for x in data))
                elif name == "contents":
                    body.append("".join(f"{a}\\hspace{{8pt}}{tex(b)}\\dotfill {c}\\par " for a, b, c in data))
                elif name == "definitions":
                    body.append("\\begin{description}" + "".join(f"\\item[{tex(a)}] {tex(b)}" for a, b in data)
                                + "\\end{description}")
    source = ("\\documentclass[10pt,letterpaper%s]{article}\\usepackage[T1]{fontenc}\\usepackage[utf8]{inputenc}\\usepackage{booktabs}\\usepackage[margin=1in]{geometry}%s\\setlength{\\parindent}{%dpt}\n\\begin{document}\n"
              % (",twocolumn" if doc["columns"] == 2 else "",
                 "\\usepackage{mathptmx}" if s["family"] == "serif" else "\\usepackage[scaled]{helvet}\\renewcommand{\\familydefault}{\\sfdefault}" if "ans" in s["family"] else "\\usepackage{lmodern}", chance.choice([0, 14]))
              + ("\\pagestyle{headings}" if doc["running"] else "\\pagestyle{empty}") + "\n".join(body)
              + "\n\\end{document}\n")
    folder = tempfile.mkdtemp()
    with open(os.path.join(folder, "d.tex"), "w", encoding="utf-8") as file:
        file.write(source)
    log = subprocess.run(["pdflatex", "-interaction=nonstopmode", "d.tex"], cwd=folder, capture_output=True,
                         timeout=120).stdout.decode("utf-8", "replace")
    if max(map(float, re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)), default=0) > 12:
        raise ValueError("too wide")
    if os.path.exists(os.path.join(folder, "d.pdf")):
        shutil.copy(os.path.join(folder, "d.pdf"), base + ".pdf")
    shutil.copy(os.path.join(folder, "d.tex"), base + ".tex")
    shutil.rmtree(folder)


MAKERS = {"chromium": by_chromium, "platypus": by_platypus, "latex": by_latex}
