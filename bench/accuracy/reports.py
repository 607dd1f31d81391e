#!/usr/bin/env python3
"""Made-up reports as offices print them, in many styles and by several programs, against what is read of the PDFs.

    bench/accuracy/reports.py [--gleaner build/gleaner] [--documents 60] [--seed 1] [--makers chromium,platypus,latex] [--keep DIR] [--worst 10]

Each document is two pages of text with tables in it (statistics, accounts, surveys, schedules, descriptions) and with what looks like tables and is none: lists, contents,
references, charts, forms, letterheads, definitions, pages of two columns. Each is set by one maker: Chromium (HTML and CSS), reportlab's platypus, LaTeX. A seed makes the
same documents each time. Scores as in the ICDAR-2013 competition (neighbours as F1, averaged over documents), but tables are matched by their words, so that makers need
not say where they put them: a table is found if half of the words of the two are common. Rules are chosen with the seeds below 100; the others are for figures.
"""
import argparse
import collections
import html
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))

PLACES = ("Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland "
          "Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|"
          "Oregon|Pennsylvania|Rhode Island|South Carolina|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|District of Columbia|Puerto Rico")
PLACES = [p for part in PLACES.split("|") for p in (part.split() if part.startswith("Alabama") else [part])]
ITEMS = """Agriculture, forestry and fishing|Mining and quarrying|Construction|Manufacturing|Durable goods|Nondurable goods|Wholesale trade|Retail trade|Finance and insurance|
Real estate, rental and leasing|Professional and business services|Educational services|Health care and social assistance|Leisure and hospitality|Federal Government|
State and local government|Other services, except public administration|Information|Utilities|Transportation and warehousing|Private households|Self-employed workers|
Persons below the poverty level|Children under 18 years of age|Persons 65 years and over|High school graduate or equivalent|Some college, no degree|Bachelor's degree or higher|
Married-couple families|Female householder, no spouse present|Owner-occupied housing units|Renter-occupied housing units|Vacant units|Median household income in dollars|
Gross rent as a percentage of income|Number of establishments with paid employees|Annual payroll|Value of shipments|Capital expenditures|Research and development|
Natural gas|Crude oil and lease condensate|Coal|Nuclear electric power|Hydroelectric|Wind|Solar and photovoltaic|Geothermal|Biomass and waste|Petroleum products supplied|
Motor gasoline|Distillate fuel oil|Jet fuel|Passenger cars|Light trucks|Motorcycles|Heavy trucks and buses|Aviation|Rail freight|Inland waterways|Public transit|
Grants to States|Administrative expenses|Direct loans outstanding|Guaranteed loans|Trust fund balances|Interest on the public debt|Unobligated balance, end of year|Salaries and benefits|
Travel and transportation of persons|Rent, communications and utilities|Printing and reproduction|Supplies and materials|Equipment|Land and structures|Insurance claims and indemnities|
Violent crime|Property crime|Motor vehicle theft|Larceny|Burglary|Aggravated assault|Wheat|Corn for grain|Soybeans|Upland cotton|Rice|Sorghum|Cattle and calves|Hogs and pigs|Milk|Broilers|
Public elementary schools|Public secondary schools|Private schools|Charter schools|Teachers in full-time equivalents|Pupils enrolled in special education programs|Students eligible for free lunch|
Influenza and pneumonia|Diseases of the heart|Malignant neoplasms|Chronic lower respiratory diseases|Accidents (unintentional injuries)|Diabetes mellitus|Alzheimer's disease""".replace("\n", "").split("|")
HEADS = """Total|Number|Percent|Men|Women|All races|White|Black|Hispanic|Other|Under 18|18 to 64|65 and over|Average annual rate|Percent change|Standard error|Median|Mean|Low|High|Urban|Rural|
Estimate|Margin of error|Budget authority|Outlays|Actual|Enacted|Requested|Full time|Part time|Number of employees|Annual payroll ($1,000)|Value per unit|Share of total|Cumulative|Revenue|Expenses|
Net income|Sample size|Response rate|Production|Imports|Exports|Stocks|Consumption|Yield per acre|Area harvested|Price per bushel|Rate per 100,000|Cases reported|Deaths""".replace("\n", "").split("|")
GROUPS = "1990|1995|2000|2005|2009|2010|All students|Public schools|Private schools|Fiscal year 2009|Fiscal year 2010|United States|Northeast|Midwest|Males|Females|Original estimate|Revised estimate|First quarter|Second quarter|Change from previous year".split("|")
STUBS = "State|Industry|Characteristic|Item|Program|Area and year|Source|Agency|Category|Region|Type of expenditure|Age and sex|Crop|Selected cause"
SENTENCES = """The results of the survey show that a large number of respondents reported changes in their employment during the period under review.|Most of these changes were related to the general condition of
the regional economy rather than to the characteristics of the workers themselves.|Estimates for earlier years have been revised to take account of the benchmark that became available in March.|In addition, the office
reviewed the records of 1,204 cases that were closed before the end of the fiscal year.|Officials told us that they had begun to carry out the recommendations, but that no date had been set for their completion.|Figures may not add
to totals because of rounding, and are subject to sampling error as described in the appendix.|The agency has requested $45.3 million for this purpose, an increase of 4.6 percent over the amount enacted in 2009.|Between 1995 and
2005 the share of households with a telephone rose from 93.9 percent to 97.6 percent, while the number of lines fell.|Respondents were asked how often they had used the service in the last twelve months and whether they were satisfied with it.|
Two of the seven sites that we visited had no written policy on the retention of such records.|The model assumes that prices of energy grow at the rate of general inflation after the third year.|This chapter describes the methods by which the data were collected
and the definitions that are used throughout the report.|As the next section shows, differences between regions are larger than those between years.|Further work is needed before firm conclusions can be drawn about the effects of the program.""".replace("\n", " ").split("|")
TITLES = "Employment and earnings|Findings of the review|Background|Sources and limits of the data|Health of older persons|Energy consumption by sector|Federal spending on education|Results in brief|Scope and methodology|Housing conditions|Recommendations|Outlook".split("|")
PHRASES = """Develop guidance for field offices|Review of existing contracts|Completed in June 2009|In progress; expected by the end of the year|Not applicable to small facilities|Requires approval by the Administrator|Office of Inspector General|
Data are collected once a year by mail and by telephone|Covers all establishments with 20 or more employees|Quarterly report to the Congress|Increase the number of inspections|Train staff in the new procedures|Under review by counsel|Regional directors|
Annual survey of public libraries|Voluntary, no penalty for late filing|Reduce the backlog of applications by one half|Division of Planning|Submit corrected figures within 30 days|No action taken|Weekly|Monthly, by State|Samples are drawn from the register of taxpayers|
Implemented with changes|Bureau of Field Operations|Permits are issued for five years and may be renewed""".replace("\n", "").split("|")
NAMES = "J. Albright|M. Castellano|Ruth Okafor|D. P. Lindqvist|Sam Whitehorse|A. Moreau|Karen Yamada|T. O'Neill|B. Fitzgerald|Lena Novak|G. Ibarra|H. Petersen".split("|")
ABBREVIATIONS = "FY|GAO|DOE|EPA|CPS|BLS|USDA|NCES|HUD|SSA|FAA|NIH"


# ---- what a document holds

class Table:
    """Cells, each (row, column, row span, column span, text); rows of the body as (kind, label, indent, values)."""

    def __init__(self, kind):
        self.kind, self.header, self.rows, self.columns = kind, [], [], 0
        self.caption = self.unit = None
        self.notes = []
        self.stub = ""

    def cells(self):
        out = [cell for cell in self.header if cell[4]]
        row = self.header_rows()
        for kind, label, _, values in self.rows:
            if label:
                out.append((row, 0, 1, self.columns if kind == "centred" else 1, label))
            out += [(row, 1 + i, 1, 1, v) for i, v in enumerate(values) if v]
            row += 1
        return out

    def header_rows(self):
        return 1 + max((r + rs - 1 for r, _, rs, _, _ in self.header), default=-1)


def figure(chance, kind, first):
    if chance.random() < 0.04:
        return chance.choice(["-", "n.a.", "–", "(X)", "NA", "..."])
    if kind == "int":
        return f"{chance.randint(1, 10 ** chance.randint(2, 6)):,}"
    if kind == "dec":
        return f"{chance.uniform(0, 99):.1f}"
    if kind == "small":
        return f"{chance.uniform(0, 1):.3f}".lstrip("0") if chance.random() < 0.5 else f"{chance.uniform(0, 1):.3f}"
    if kind == "pct":
        return f"{chance.uniform(0, 99):.1f}%" if chance.random() < 0.97 else "100%"
    if kind == "change":
        return f"{chance.choice(['', '', '-', '−'])}{chance.uniform(0, 20):.1f}"
    if kind == "paren":
        return f"({chance.randint(1, 9999):,})" if chance.random() < 0.3 else f"{chance.randint(1, 99999):,}"
    if kind == "error":
        return f"{chance.randint(10, 999)} (±{chance.randint(1, 9)})" if chance.random() < 2 else ""
    return ("$" if first else "") + f"{chance.randint(100, 99999):,}"


def statistics(chance):
    t = Table("statistics")
    n = chance.choice([2, 3, 3, 4, 5, 6, 7, 8])
    t.columns = n + 1
    t.stub = chance.choice(STUBS.split("|") + ["", ""])
    heads = chance.sample(HEADS, n) if chance.random() < 0.7 else [str(y) for y in range(1996, 1996 + n)]
    groups = []
    if n >= 4 and chance.random() < 0.55:
        c = n % 2
        while c < n:
            groups.append((c, 2 if n - c != 3 else 3))
            c += groups[-1][1]
        names = chance.sample(GROUPS, len(groups))
        if chance.random() < 0.5:
            pair = chance.sample(HEADS, 3)
            for c, k in groups:
                heads[c:c + k] = pair[:k]
        t.header = [(0, c + 1, 1, k, name) for (c, k), name in zip(groups, names)]
    last = 1 if groups else 0
    t.header.append((last, 0, 1, 1, t.stub))
    t.header += [(last, 1 + i, 1, 1, h) for i, h in enumerate(heads)]
    kinds = [chance.choice(["int", "int", "dec", "pct", "usd", "change", "small", "paren"])] * n
    if chance.random() < 0.5:
        kinds = [chance.choice(["int", "dec", "pct", "usd", "change", "error"]) for _ in range(n)]
    labels = chance.sample(PLACES if chance.random() < 0.3 else ITEMS, chance.randint(5, 20))
    shape = chance.choice(["flat", "flat", "sections", "centred", "indented", "total"])
    rows = []
    for i, label in enumerate(labels):
        if shape in ("sections", "centred") and i % 5 == 0:
            rows.append((shape.rstrip("s") if shape == "sections" else "centred", chance.choice(TITLES + ITEMS[:20]), 0, []))
        indent = 1 if shape == "sections" else chance.choice([0, 1, 1, 2]) if shape == "indented" and i else 0
        rows.append(("row", label, indent, [figure(chance, k, i == 0) for k in kinds]))
    if shape == "total" or chance.random() < 0.3:
        total = ("total", "Total" if chance.random() < 0.7 else "United States", 0, [figure(chance, k, True) for k in kinds])
        rows = [total] + rows if chance.random() < 0.4 else rows + [total]
    t.rows = rows
    return t


def accounts(chance):
    t = Table("accounts")
    n = chance.choice([1, 2, 2, 3])
    t.columns = n + 1
    t.header = [(0, 1 + i, 1, 1, str(2010 - i)) for i in range(n)] if n > 1 or chance.random() < 0.5 else []
    for section in chance.sample(TITLES, 2):
        t.rows.append(("section", section + ":", 0, []))
        for i, label in enumerate(chance.sample(ITEMS, chance.randint(3, 6))):
            t.rows.append(("row", label, 1, [("$ " if i == 0 else "") + f"{chance.randint(100, 999999):,}" for _ in range(n)]))
        t.rows.append(("total", "Total " + section.lower(), 2 if chance.random() < 0.5 else 0, [f"{chance.randint(100, 999999):,}" for _ in range(n)]))
    return t


def texts(chance):
    t = Table("texts")
    n = chance.choice([2, 3, 3, 4])
    t.columns = n + 1
    t.header = [(0, i, 1, 1, h) for i, h in enumerate(chance.sample(["Recommendation", "Action taken", "Status", "Responsible office", "Frequency", "Coverage", "Survey", "Requirement", "Remarks"], n + 1))]
    for label in chance.sample(ITEMS, chance.randint(4, 9)):
        t.rows.append(("row", label, 0, [chance.choice(PHRASES) for _ in range(n)]))
    return t


def mixed(chance):
    t = Table("mixed")
    makers = {
        "Date": lambda: f"{chance.choice('January March May June October December'.split())} {chance.randint(1, 28)}, {chance.randint(1998, 2010)}",
        "Contact": lambda: chance.choice(NAMES), "Code": lambda: f"{chance.choice('ABCDEF')}{chance.randint(10, 999)}-{chance.randint(1, 9)}",
        "Phone": lambda: f"(202) 555-0{chance.randint(100, 199)}", "Yes/No": lambda: chance.choice(["Yes", "No", "Partly"]), "Amount": lambda: f"${chance.randint(1, 900):,}.{chance.randint(0, 99):02}",
        "Status": lambda: chance.choice(PHRASES[:6]), "Staff": lambda: str(chance.randint(1, 400)), "Unit": lambda: chance.choice(["kg", "1,000 acres", "barrels per day", "percent"]),
        "Agency": lambda: chance.choice(ABBREVIATIONS.split("|")), "Range": lambda: f"{chance.randint(1, 40)}–{chance.randint(41, 99)}",
    }
    names = chance.sample(list(makers), chance.choice([2, 3, 4, 5]))
    t.columns = len(names) + 1
    t.header = [(0, 0, 1, 1, chance.choice(["Office", "Project", "Site", "Place"]))] + [(0, 1 + i, 1, 1, h) for i, h in enumerate(names)]
    labels = chance.sample(PLACES + ITEMS[:30], chance.randint(5, 14))
    t.rows = [("row", label, 0, [makers[h]() for h in names]) for label in labels]
    return t


def survey(chance):
    t = Table("survey")
    answers = chance.choice([["Very satisfied", "Somewhat satisfied", "Not satisfied", "No opinion"], ["Yes", "No", "Don't know"], ["Always", "Often", "Sometimes", "Never", "No answer"]])
    t.columns = len(answers) + 1
    t.header = [(0, 0, 1, 1, chance.choice(["Question", "", "Survey item"]))] + [(0, 1 + i, 1, 1, a) for i, a in enumerate(answers)]
    asks = ["How often did you use the service in the last twelve months?", "Were the forms easy to understand?", "Was the staff of the office helpful and polite when you called?", "Would you recommend the program to other persons in your situation?",
            "Did you receive an answer within the time that was promised to you?", "Do you think that the fees are reasonable?", "Did you know about the program before you received the letter?"]
    t.rows = [("row", f"{i + 1}. {q}" if chance.random() < 0.5 else q, 0, [str(chance.randint(0, 95)) + chance.choice(["%"]) for _ in answers]) for i, q in enumerate(chance.sample(asks, chance.randint(4, 7)))]
    return t


KINDS = [statistics] * 6 + [accounts, texts, texts, mixed, mixed, survey]


def make_table(chance, number):
    t = chance.choice(KINDS)(chance)
    how = chance.random()
    if how < 0.6:
        t.caption = f"Table {number}{chance.choice(['.', ':', '.--', '—'])} {chance.choice(TITLES)}" + chance.choice(["", ": 1990 to 2010", ", by State and type of household, fiscal years 2005 through 2009"])
    elif how < 0.8:
        t.caption = chance.choice(TITLES) + ", " + chance.choice(["2009", "selected years", "by region"])
    if t.caption and chance.random() < 0.3 and t.kind in ("statistics", "accounts"):
        t.unit = chance.choice(["(In thousands)", "[Dollars in millions]", "(Percent of respondents)"])
    if chance.random() < 0.5:
        t.notes.append("Source: " + chance.choice(["U.S. Department of Labor, Bureau of Labor Statistics.", "Bureau of the Census, Current Population Survey.", "GAO analysis of agency data."]))
        if chance.random() < 0.5:
            t.notes.insert(0, "Note: " + chance.choice(SENTENCES[5:6] + SENTENCES[2:3]))
        if chance.random() < 0.3:
            t.notes.insert(0, chance.choice(["1 Includes persons not shown separately.", "* Less than 0.05 percent.", "– Represents zero or rounds to zero."]))
    return t


def decoy(chance):
    kind = chance.choice(["bullets", "bullets", "numbered", "contents", "references", "bars", "lines", "form", "letterhead", "definitions", "quote", "signatures", "footnotes"])
    if kind in ("bullets", "numbered"):
        return kind, [chance.choice(SENTENCES) if chance.random() < 0.5 else chance.choice(PHRASES) for _ in range(chance.randint(3, 6))]
    if kind == "contents":
        page = 1
        out = []
        for i, title in enumerate(chance.sample(TITLES + ITEMS[:20], chance.randint(6, 12))):
            page += chance.randint(1, 9)
            out.append((f"{i // 3 + 1}.{i % 3 + 1}" if chance.random() < 2 else "", title, str(page)))
        return kind, out
    if kind == "references":
        return kind, [f"{chance.choice(NAMES)} and {chance.choice(NAMES)}, {chance.randint(1980, 2010)}. {chance.choice(TITLES)}. Journal of {chance.choice(ITEMS)} {chance.randint(1, 40)}({chance.randint(1, 6)}), pp. {chance.randint(1, 99)}-{chance.randint(100, 300)}." for _ in range(5)]
    if kind in ("bars", "lines"):
        return kind, [(str(1996 + i), chance.randint(10, 95)) for i in range(chance.randint(5, 9))]
    if kind == "form":
        return kind, [f"{x}:" for x in chance.sample(["Name of applicant", "Street address", "City and State", "Date of birth", "Telephone", "Signature", "Employer"], 5)]
    if kind == "letterhead":
        return kind, [("Office of the Director", "March 4, 2010"), ("Room 2115", "File 22-417"), ("Washington, DC 20212", "Attn: " + chance.choice(NAMES))]
    if kind == "definitions":
        return kind, [(chance.choice(ITEMS), chance.choice(SENTENCES)) for _ in range(4)]
    if kind == "signatures":
        return kind, [(chance.choice(NAMES), chance.choice(NAMES)), ("Director", "Assistant Secretary"), ("Office of Planning", "Bureau of Field Operations")]
    return kind, [" ".join(chance.sample(SENTENCES, 2))]


def paragraph(chance, most=5):
    return "text", " ".join(chance.sample(SENTENCES, chance.randint(2, most)))


def make_document(chance):
    """Parts in order: ("heading", text), ("text", text), ("table", Table), ("beside", [Table, Table]), decoys."""
    doc = {"columns": chance.choice([1, 1, 1, 2]), "landscape": chance.random() < 0.1, "running": chance.random() < 0.6, "parts": []}
    number = 1
    for page in range(2):
        parts = [("heading", chance.choice(TITLES)), paragraph(chance)]
        for _ in range(chance.choice([1, 1, 2]) if not doc["landscape"] else 1):
            how = chance.random()
            if how < 0.08 and doc["columns"] == 1:
                pair = []
                for _ in range(2):
                    while True:
                        t = make_table(chance, number)
                        if t.columns <= 4 and t.kind in ("statistics", "accounts") and len(t.rows) < 14:
                            break
                    pair.append(t)
                    number += 1
                parts.append(("beside", pair))
            else:
                t = make_table(chance, number)
                while doc["columns"] == 2 and (t.columns > 4 or t.kind in ("texts", "mixed", "survey")):
                    t = make_table(chance, number)
                parts.append(("table", t))
                number += 1
            if chance.random() < 0.6:
                parts.append(paragraph(chance, 3))
        if chance.random() < 0.7:
            parts.insert(chance.randint(1, len(parts)), ("decoy", decoy(chance)))
        doc["parts"].append(parts)
    return doc


# ---- makers

RULES = ["none", "none", "book", "book", "header", "rows", "grid", "frame", "zebra", "spanner", "totals"]


def style_of(chance):
    return {
        "rules": chance.choice(RULES), "size": chance.choice([7, 7.5, 8, 9, 9, 10]), "family": chance.choice(["serif", "sans-serif", "Liberation Serif", "Liberation Sans", "Liberation Sans Narrow"]),
        "leaders": chance.random() < 0.2, "align": chance.choice(["right", "right", "center"]), "head": chance.choice(["center", "center", "right", "left"]), "valign": chance.choice(["top", "top", "bottom", "middle"]),
        "bold": chance.random() < 0.6, "pad": chance.choice([0.5, 1, 1, 2, 3]), "gap": chance.choice([3, 5, 8, 12]), "wide": chance.random() < 0.6, "label": chance.choice([90, 120, 150, 190]),
        "hang": chance.random() < 0.3, "text_size": chance.choice([9, 10, 11]), "justify": chance.random() < 0.5, "centre_caption": chance.random() < 0.4, "stripes": chance.random() < 0.5,
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
            css += (f"border-left:{line};" if c == 0 else "") + (f"border-right:{line};" if c + cs == t.columns else "") + (f"border-top:{line};" if r == 0 else "") + \
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
            cells.append(cell("td", r, 0, 1, 1, text, f"text-align:left;vertical-align:{s['valign']};{weight}{width}{hang}"))
            for c in range(1, t.columns):
                value = values[c - 1] if c - 1 < len(values) else ""
                number = bool(re.match(r"[-−–(±$.\d]", value)) or value in ("NA", "n.a.", "...")
                align = s["align"] if t.kind in ("statistics", "accounts", "survey") or number else "left"
                inner = html.escape(value)
                if value.startswith("$ "):
                    inner = f"<div style='display:flex;justify-content:space-between'><span>$</span><span>{value[2:]}</span></div>" if s["align"] == "right" else inner
                bottom = "bottom" if t.kind in ("statistics", "accounts") and s["valign"] != "middle" else s["valign"]
                cells.append(cell("td", r, c, 1, 1, inner, f"text-align:{align};vertical-align:{bottom};{weight}" + ("white-space:nowrap;" if number else "")))
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
        out.append("<path fill=none stroke=black d='M" + "L".join(f"{30 + step * (i + .5):.1f} {130 - v * 1.2:.1f}" for i, (_, v) in enumerate(data)) + "'/>")
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
    subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={base}.pdf", "file://" + base + ".html"],
                   capture_output=True, timeout=120)


def by_platypus(doc, s, chance, base):
    from reportlab.lib import colors, pagesizes
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase.pdfmetrics import stringWidth
    from reportlab.platypus import BaseDocTemplate, Frame, KeepTogether, ListFlowable, PageBreak, PageTemplate, Paragraph, Spacer, Table as Grid
    serif = s["family"] in ("serif", "Liberation Serif")
    font, bold = ("Times-Roman", "Times-Bold") if serif else ("Helvetica", "Helvetica-Bold")
    plain = ParagraphStyle("p", fontName=font, fontSize=s["text_size"], leading=s["text_size"] * 1.22, alignment=4 if s["justify"] else 0, spaceAfter=5)
    heading = ParagraphStyle("h", parent=plain, fontName=bold, fontSize=13, leading=16)
    small = ParagraphStyle("s", parent=plain, fontSize=s["size"] * 0.9, leading=s["size"] * 1.1, spaceAfter=1, alignment=0)
    caption = ParagraphStyle("c", parent=plain, fontName=bold, fontSize=s["size"], leading=s["size"] * 1.25, spaceAfter=3, alignment=1 if s["centre_caption"] else 0)
    size = pagesizes.landscape(pagesizes.letter) if doc["landscape"] else pagesizes.letter
    margin = chance.choice([48, 60, 72])
    full = size[0] - 2 * margin
    width = (full - 20) / 2 if doc["columns"] == 2 else full
    def cell_style(align, heavy, indent=0):
        return ParagraphStyle("t", fontName=bold if heavy else font, fontSize=s["size"], leading=s["size"] * 1.18, alignment={"left": 0, "center": 1, "right": 2}[align],
                              leftIndent=8 * indent + (8 if s["hang"] and align == "left" else 0), firstLineIndent=-8 if s["hang"] and align == "left" else 0)
    def grid(t, within):
        head, body = t.header_rows(), [[""] * t.columns for _ in range(t.header_rows() + len(t.rows))]
        look = [("LEFTPADDING", (0, 0), (-1, -1), s["gap"] / 2 + 1), ("RIGHTPADDING", (0, 0), (-1, -1), s["gap"] / 2 + 1), ("TOPPADDING", (0, 0), (-1, -1), s["pad"]), ("BOTTOMPADDING", (0, 0), (-1, -1), s["pad"]),
                ("VALIGN", (0, 0), (-1, head - 1 if head else 0), "BOTTOM")]
        look.append(("VALIGN", (0, head), (-1, -1), "BOTTOM" if t.kind in ("statistics", "accounts") else s["valign"].upper()))
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
                body[head + i][1 + c] = Paragraph(html.escape(value.replace("−", "-")), cell_style(align, heavy)) if value else ""
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
            texts = [row[3][c - 1] for row in t.rows if c and c - 1 < len(row[3])] + [x[4] for x in t.header if x[1] == c and x[3] == 1]
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
                story.append(Grid([[grid(t, half) for t in what]], colWidths=[half + 12, half + 12], style=[("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0)]))
            else:
                name, data = what
                if name in ("bullets", "numbered"):
                    story.append(ListFlowable([Paragraph(html.escape(x), plain) for x in data], bulletType="bullet" if name == "bullets" else "1", leftIndent=18, bulletFontSize=s["text_size"]))
                elif name in ("quote", "references", "footnotes"):
                    story += [Paragraph(html.escape(x), ParagraphStyle("r", parent=plain, leftIndent=20, firstLineIndent=-20)) for x in data]
                elif name == "definitions":
                    story.append(Grid([[Paragraph(html.escape(a), ParagraphStyle("d", parent=plain, fontName=bold, alignment=0)), Paragraph(html.escape(b), plain)] for a, b in data], colWidths=[width * .3, width * .7]))
                elif name == "letterhead":
                    story.append(Grid([[a, b] for a, b in data], colWidths=[width * .6, width * .4], style=[("FONT", (0, 0), (-1, -1), font, s["text_size"])]))
    frames = [Frame(margin, margin, width, size[1] - 2 * margin)] if doc["columns"] == 1 else [Frame(margin, margin, width, size[1] - 2 * margin), Frame(margin + width + 20, margin, width, size[1] - 2 * margin)]
    def running(canvas, _):
        if doc["running"]:
            canvas.setFont(font, 8)
            canvas.drawString(margin, size[1] - 36, "Annual report")
            canvas.drawRightString(size[0] - margin, 36, f"Page {canvas.getPageNumber()}")
    made = BaseDocTemplate(base + ".pdf", pagesize=size)
    made.addPageTemplates(PageTemplate(frames=frames, onPage=running))
    made.build(story)


def tex(text):
    out = "".join({"$": r"\$", "%": r"\%", "&": r"\&", "#": r"\#", "_": r"\_", "±": r"$\pm$", "–": "--", "−": "$-$", "—": "---", "...": r"\dots"}.get(c, c) for c in text)
    return out


def by_latex(doc, s, chance, base):
    def tabular(t, within):
        head = t.header_rows()
        spec = ("p{%.0fpt}" % min(s["label"], within * 0.4)) if t.kind in ("statistics", "accounts", "survey") else "p{%.0fpt}" % (within / t.columns - 12)
        if t.kind in ("statistics", "accounts", "survey"):
            spec += {"right": "r", "center": "c"}[s["align"]] * (t.columns - 1)
        else:
            spec += ("p{%.0fpt}" % (within / t.columns - 12)) * (t.columns - 1)
        if s["rules"] == "grid":
            spec = "|" + "|".join(re.findall(r"p\{\d+pt\}|[rlc]", spec)) + "|"
        line = {"book": "\\midrule", "spanner": "\\midrule", "header": "\\hline", "frame": "\\hline", "grid": "\\hline"}.get(s["rules"], "")
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
                    cells.append("\\multicolumn{%d}{%sc%s}{%s}" % (cs, bar if c == 0 else "", bar, words) if cs > 1 or c and t.kind == "statistics" else words)
                    if cs > 1:
                        cm.append("\\cmidrule(lr){%d-%d}" % (c + 1, c + cs))
                    c += cs
                else:
                    cells.append("")
                    c += 1
            out.append(" & ".join(cells) + " \\\\" + ("".join(cm) if s["rules"] in ("book", "spanner") else "\\hline" if s["rules"] == "grid" else ""))
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
                row = " & ".join([("\\raggedright " if not s["leaders"] else "") + text] + [("\\raggedright " if t.kind in ("texts", "mixed") and c < t.columns - 2 else "") + tex(v) for c, v in enumerate(values + [""] * (t.columns - 1 - len(values)))])
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
                + caption + "\\begin{tabular}{" + spec + "}\n" + "\n".join(out) + "\n\\end{tabular}" + notes + "\\end{minipage}\\par\\vspace{10pt}\n")
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
                body.append("\\noindent\\begin{minipage}[t]{0.48\\linewidth}" + tabular(what[0], width * 0.46) + "\\end{minipage}\\hfill\\begin{minipage}[t]{0.48\\linewidth}" + tabular(what[1], width * 0.46) + "\\end{minipage}\\par")
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
                    body.append("\\begin{description}" + "".join(f"\\item[{tex(a)}] {tex(b)}" for a, b in data) + "\\end{description}")
    source = ("\\documentclass[10pt,letterpaper%s]{article}\\usepackage[T1]{fontenc}\\usepackage[utf8]{inputenc}\\usepackage{booktabs}\\usepackage[margin=1in]{geometry}%s\\setlength{\\parindent}{%dpt}\n\\begin{document}\n"
              % (",twocolumn" if doc["columns"] == 2 else "", "\\usepackage{mathptmx}" if s["family"] == "serif" else "\\usepackage[scaled]{helvet}\\renewcommand{\\familydefault}{\\sfdefault}" if "ans" in s["family"] else "\\usepackage{lmodern}", chance.choice([0, 14]))
              + ("\\pagestyle{headings}" if doc["running"] else "\\pagestyle{empty}") + "\n".join(body) + "\n\\end{document}\n")
    folder = tempfile.mkdtemp()
    with open(os.path.join(folder, "d.tex"), "w", encoding="utf-8") as file:
        file.write(source)
    log = subprocess.run(["pdflatex", "-interaction=nonstopmode", "d.tex"], cwd=folder, capture_output=True, timeout=120).stdout.decode("utf-8", "replace")
    if max(map(float, re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)), default=0) > 12:
        raise ValueError("too wide")
    if os.path.exists(os.path.join(folder, "d.pdf")):
        shutil.copy(os.path.join(folder, "d.pdf"), base + ".pdf")
    shutil.copy(os.path.join(folder, "d.tex"), base + ".tex")
    shutil.rmtree(folder)


MAKERS = {"chromium": by_chromium, "platypus": by_platypus, "latex": by_latex}


# ---- scores

def norm(text):
    return re.sub(r"[\s\u00ad\u200b]+", "", unicodedata.normalize("NFKC", text or "")).replace("−", "-").replace("–", "-").replace("...", "")


def relations(cells):
    """As in the competition: each cell that is not empty with the next such cell to the right and below."""
    cells = [(r, c, rs, cs, norm(t)) for r, c, rs, cs, t in cells if norm(t)]
    grid = {}
    for i, (r, c, rs, cs, _) in enumerate(cells):
        for y in range(r, r + rs):
            for x in range(c, c + cs):
                grid.setdefault((y, x), i)
    pairs = set()
    for direction in "HV":
        lines = collections.defaultdict(list)
        for (y, x), i in grid.items():
            lines[y if direction == "H" else x].append((x if direction == "H" else y, i))
        for line in lines.values():
            line.sort()
            pairs |= {(a, b, direction) for (_, a), (_, b) in zip(line, line[1:]) if a != b}
    return collections.Counter((cells[a][4], cells[b][4], d) for a, b, d in pairs)


def words_of(cells):
    return collections.Counter(w for cell in cells for w in re.findall(r"[\w.,]+", norm(cell[4]) if len(cell) > 4 else ""))


def score(gold, found):
    """-> hits of relations, of gold, of found; matched pairs (gold index, found index, common part of words)"""
    gw, fw = [words_of(t) for t in gold], [words_of(t) for t in found]
    pairs = sorted(((sum((a & b).values()) / max(1, sum((a | b).values())), i, j) for i, a in enumerate(gw) for j, b in enumerate(fw)), reverse=True)
    used_g, used_f, matched = set(), set(), []
    for part, i, j in pairs:
        if part > 0 and i not in used_g and j not in used_f:
            used_g.add(i), used_f.add(j)
            matched.append((i, j, part))
    gr, fr = [relations(t) for t in gold], [relations(t) for t in found]
    right = sum(sum((gr[i] & fr[j]).values()) for i, j, _ in matched)
    return right, sum(sum(r.values()) for r in gr), sum(sum(r.values()) for r in fr), matched, gr, fr


def print_scores(gold, paths, args):
    """Reads the documents at `paths` (names as in gold, ".pdf" behind them) and prints how near the tables come, by the styles that names end in, and the worst."""
    out = subprocess.run([*([args.reader] if args.reader else [args.gleaner, "tables", "--as-tables"]), *(b + ".pdf" for b in paths)], capture_output=True, text=True).stdout
    got = {json.loads(line)["doc"]: [[(c["row"], c["col"], c.get("rowspan", 1), c.get("colspan", 1), c["text"]) for c in t["cells"]] for t in json.loads(line)["tables"]] for line in out.splitlines()}
    sums, every = collections.defaultdict(list), []
    hits = of_gold = of_found = found_right = found_gold = found_got = 0
    for name in gold:
        found = [t for t in got.get(name, []) if relations(t)]
        right, want, have, matched, gr, fr = score(gold[name], found)
        f1 = 2 * right / max(1, want + have)
        good = [(i, j) for i, j, part in matched if part >= 0.5]
        hits, of_gold, of_found = hits + len(good), of_gold + len(gold[name]), of_found + len(found)
        found_right += sum(sum((gr[i] & fr[j]).values()) for i, j in good)
        found_gold += sum(sum(gr[i].values()) for i, _ in good)
        found_got += sum(sum(fr[j].values()) for _, j in good)
        every.append((f1, name, len(gold[name]), len(found), len(good)))
        for key in name.split("-")[2:]:
            sums[key].append(f1)
    for key in sorted(sums):
        print(f"{key:10} {sum(sums[key]) / len(sums[key]):.3f}  of {len(sums[key])}")
    print(f"all        {sum(e[0] for e in every) / len(every):.3f}  of {len(every)} documents; structure of found tables {2 * found_right / max(1, found_gold + found_got):.3f}; "
          f"detection {2 * hits / max(1, of_gold + of_found):.3f} ({hits} of {of_gold} found, {of_found} given)")
    for f1, name, want, have, good in sorted(every)[:args.worst]:
        print(f"  {f1:.3f} {name} (tables {want}, given {have}, right {good})")


def options(text):
    parser = argparse.ArgumentParser(description=text.split("\n")[0])
    parser.add_argument("--gleaner", default=os.path.join(ROOT, "build", "gleaner"))
    parser.add_argument("--reader", help="another program that prints tables as `gleaner tables --as-tables` does (build/bench/pdf_tables)")
    parser.add_argument("--documents", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="print into this folder; what is there already is not printed again")
    parser.add_argument("--worst", type=int, default=10)
    return parser


def main():
    parser = options(__doc__)
    parser.add_argument("--makers", default=",".join(MAKERS))
    args = parser.parse_args()
    folder = args.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    makers = args.makers.split(",")
    gold, made = {}, []
    for n in range(args.documents):
        chance = random.Random(args.seed * 100003 + n)
        maker = makers[n % len(makers)]
        doc, style = make_document(chance), style_of(chance)
        name = f"r{args.seed}-{n:03}-{maker}-{style['rules']}"
        base = os.path.join(folder, name)
        if not os.path.exists(base + ".pdf"):
            try:
                MAKERS[maker](doc, style, chance, base)
            except Exception as error:  # what a maker cannot set (a table too large for its frame) is no document
                print(f"{name}: {type(error).__name__}", file=sys.stderr)
        if not os.path.exists(base + ".pdf"):
            continue
        gold[name] = [t.cells() for parts in doc["parts"] for kind, what in parts for t in ([what] if kind == "table" else what if kind == "beside" else [])]
        made.append(base)
        with open(base + ".json", "w", encoding="utf-8") as file:
            json.dump({"tables": gold[name], "style": style}, file)
    print_scores(gold, made, args)


if __name__ == "__main__":
    main()
