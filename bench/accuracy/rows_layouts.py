"""Further layouts for rows.py (--set further): what shops, catalogues and boards do beyond one element a field.

A layout gets rows of title, price, author, note and city, and a number for the page's seed; from the third row
on each but the title may be missing. Where a layout shows a price in parts the gold is what a person reads.
Ads and other lists are no rows.
"""
import random

STATES = ["New", "Sale", "Last one", "Used"]
SECTIONS = ["Garden", "Kitchen and home", "Tools", "Books", "Travel"]


def opt(row, field, form):
    return form.replace("%s", row[field]) if field in row else ""


def badges(rows, seed):
    """Cards whose first span may be a badge; the fields behind it are spans as well."""
    r = random.Random(seed)
    out = '<div class="grid">'
    for i, row in enumerate(rows):
        badge = f'<span>{r.choice(STATES)}</span>' if i >= 2 and r.random() < .4 else ""
        out += (f'<div class="card"><a href="/p/{i}"><img src="{i}.jpg" alt=""></a>{badge}<h3>{row["title"]}</h3><div><span>{row["author"]}</span>' if "author" in row else
                f'<div class="card"><a href="/p/{i}"><img src="{i}.jpg" alt=""></a>{badge}<h3>{row["title"]}</h3><div>')
        out += opt(row, "price",
                   "<span>%s</span>") + opt(row, "city",
                                            "<span>%s</span>") + "</div>" + opt(row, "note", "<p>%s</p>") + "</div>\n"
    return out + "</div>"


def terms_each(rows, seed):
    """A dl a record: terms name the fields."""
    out = ""
    for row in rows:
        out += f'<dl><dt>Title</dt><dd>{row["title"]}</dd>'
        for name in ("author", "price", "city", "note"):
            out += opt(row, name, f"<dt>{name.title()}</dt><dd>%s</dd>")
        out += "</dl>\n"
    return f"<section>{out}</section>"


def terms_one(rows, seed):
    """One dl: a term is a title, what it has are descriptions that begin with their name."""
    out = "<dl>"
    for i, row in enumerate(rows):
        out += f'<dt><a href="/{i}">{row["title"]}</a></dt>' + opt(row, "price", "<dd>Price: %s</dd>") + opt(row, "city", "<dd>Where: %s</dd>") + opt(row, "author", "<dd>Seller: %s</dd>") + opt(row, "note", "<dd>%s</dd>") + "\n"
    return out + "</dl>"


def row_groups(rows, seed):
    """A table whose first cell names a group and reaches over its rows."""
    r = random.Random(seed)
    out = "<table><tr><th>Group</th><th>Title</th><th>Price</th><th>Seller</th><th>Place</th><th>Remark</th></tr>\n"
    i = 0
    while i < len(rows):
        n = min(r.randint(1, 4), len(rows) - i)
        for j in range(n):
            row = rows[i + j]
            out += "<tr>" + (f'<td rowspan="{n}">{r.choice(SECTIONS)}</td>' if j == 0 else "")
            out += f'<td>{row["title"]}</td>' + "".join(f"<td>{row.get(f, '')}</td>" for f in ("price", "author", "city", "note")) + "</tr>\n"
        i += n
    return out + "</table>"


def picture_rows(rows, seed):
    """Two rows of a table a record, the picture's cell over both."""
    out = "<table>"
    for i, row in enumerate(rows):
        out += f'<tr><td rowspan="2"><img src="{i}.png"></td><td><a href="/{i}">{row["title"]}</a></td><td>{row.get("price", "")}</td></tr>\n'
        out += f'<tr><td>{row.get("author", "")}</td><td>{row.get("city", "")}</td></tr>\n'
    return out + "</table>"


def grid_cells(rows, seed):
    """Two records a table row, a cell each; the last may be empty."""
    cells = [f'<td><b>{row["title"]}</b><br>' + opt(row, "author", "<i>%s</i><br>")
             + opt(row, "price", "<font color=red>%s</font><br>") + opt(row, "note", "%s") + "</td>" for row in rows]
    if len(cells) % 2:
        cells.append("<td>&nbsp;</td>")
    return "<table>" + "\n".join(f"<tr>{a}{b}</tr>" for a, b in zip(cells[::2], cells[1::2])) + "</table>"


def grid_pairs(rows, seed):
    """Three records a row of a grid: a row of titles, then a row of what they cost and who has them."""
    out = '<div class="rows">'
    for i in range(0, len(rows), 3):
        out += '<div class="row">' + "".join(
            f'<div class="col"><div class="in"><h4>{row["title"]}</h4>' + opt(row, "price", '<strong>%s</strong>')
            + opt(row, "author", '<em>%s</em>') + opt(row, "city", "<small>%s</small>") + "</div></div>"
            for row in rows[i:i + 3]) + "</div>\n"
    return out + "</div>"


def headed_sections(rows, seed):
    """Sections of their own element and class, each with a heading, a word about it and one to five records."""
    r, out, i, s = random.Random(seed), "", 0, 0
    while i < len(rows):
        n = r.randint(2, 5) if i == 0 else r.randint(1, 5)
        out += f'<div class="sec s{s}"><h2>{SECTIONS[s % 5]}</h2><p>All about {SECTIONS[s % 5].lower()}.</p><ul>'
        for row in rows[i:i + n]:
            out += f'<li><a href="/x">{row["title"]}</a>' + opt(row, "price", " <b>%s</b>") + opt(row, "author", " <span>%s</span>") + opt(row, "note", "<p>%s</p>") + "</li>\n"
        out += "</ul></div>\n"
        i, s = i + n, s + 1
    return out


def rows_in_sections(rows, seed):
    """One table, a row over all columns before each section."""
    r = random.Random(seed)
    out = "<table><thead><tr><th>Title</th><th>Seller</th><th>Price</th><th>City</th></tr></thead><tbody>\n"
    for i, row in enumerate(rows):
        if i == 0 or (i > 2 and r.random() < .3):
            out += f'<tr><td colspan="4"><b>{r.choice(SECTIONS)}</b></td></tr>\n'
        out += f'<tr><td>{row["title"]}</td>' + "".join(f"<td>{row.get(f, '-')}</td>" for f in ("author", "price", "city")) + "</tr>\n"
    return out + "</tbody></table>"


def flat_paragraphs(rows, seed):
    """Headings and paragraphs, all siblings; an advertisement between some."""
    r, out = random.Random(seed), ""
    for i, row in enumerate(rows):
        out += f'<h4>{row["title"]}</h4>\n' + opt(row, "author",
                                                  "<p>From %s</p>\n") + opt(row, "price", "<p><b>%s</b></p>\n") + opt(row, "note", "<p>%s</p>\n")
        if i >= 2 and r.random() < .2:
            out += '<div class="ad"><a href="/ad">Cheap flights</a> <span>Book now and save</span></div>\n'
    return f"<div>{out}</div>"


def split_price(rows, seed):
    """$<b>11</b><sup>.99</sup>: one price for who reads it."""
    out = "<ul>"
    for i, row in enumerate(rows):
        out += f'<li><a href="/{i}">{row["title"]}</a>'
        if "price" in row:
            whole, part = row["price"][1:].split(".")
            out += f' <span>$<b>{whole}</b><sup>.{part}</sup></span>'
        out += opt(row, "author", " <i>%s</i>") + opt(row, "note", "<p>%s</p>") + "</li>\n"
    return out + "</ul>"


def split_price_spans(rows, seed):
    """The same in spans of their own, with an old price struck through beside some."""
    r, out = random.Random(seed), '<div class="items">'
    for i, row in enumerate(rows):
        out += f'<div class="item"><div class="name">{row["title"]}</div>'
        if "price" in row:
            whole, part = row["price"][1:].split(".")
            old = f'<del class="was">${int(whole) + 20}.00</del> ' if i >= 2 and r.random() < .4 else ""
            out += f'<div class="cost">{old}<span class="now"><span class="cur">$</span><span class="int">{whole}</span><span class="dec">.{part}</span></span></div>'
        out += opt(row, "author",
                   '<div class="by">%s</div>') + opt(row, "city", '<div class="at">%s</div>') + "</div>\n"
    return out + "</div>"


def ads_between(rows, seed):
    """Advertisements of the same tag stand among the records."""
    r, out = random.Random(seed), '<ol class="list">'
    for i, row in enumerate(rows):
        if i == 1 or (i > 2 and r.random() < .2):
            out += '<li class="promo"><div>Sponsored</div><a href="/go"><img src="ad.png"> Try our new app</a></li>\n'
        out += f'<li><a href="/{i}">{row["title"]}</a>' + opt(row, "price", "<div>%s</div>") + opt(row, "author", "<div>by <a href=/u>%s</a></div>") + opt(row, "note", "<p>%s</p>") + "</li>\n"
    return out + "</ol>"


def two_lists(rows, seed):
    """A second list of the same look beside it, in a column of its own, with fewer fields."""
    r = random.Random(seed)
    main = "".join(f'<div class="item"><h3><a href="/{i}">{row["title"]}</a></h3>'
                   + opt(row, "author", "<div>%s</div>") + opt(row, "price", "<b>%s</b>")
                   + opt(row, "note", "<p>%s</p>") + "</div>\n" for i, row in enumerate(rows))
    side = "".join(f'<div class="item"><h3><a href="/s{i}">Side {r.choice(SECTIONS)} {i}</a></h3><b>${r.randint(1, 99)}.00</b></div>\n' for i in range(5))
    return f'<div id="main">{main}</div><div id="side"><h2>You may also like</h2>{side}</div>'


def labelled_text(rows, seed):
    """Labels in b, values as bare text between bars."""
    out = ""
    for i, row in enumerate(rows):
        parts = [f"<b>{name}:</b> {row[f]}" for name, f in (("Price", "price"), ("Seller", "author"), ("City", "city"))
                 if f in row]
        out += f'<div><a href="/{i}">{row["title"]}</a><br>' + " | ".join(parts) + opt(row, "note", "<br>%s") + "</div>\n"
    return f"<div>{out}</div>"


def lines_in_paragraph(rows, seed):
    """A paragraph a record, lines that begin with the field's name."""
    out = ""
    for row in rows:
        out += f'<p><strong>{row["title"]}</strong>' + opt(row, "price", "<br>Price: %s") + opt(row, "author", "<br>Contact: %s") + opt(row, "city", "<br>City: %s") + "</p>\n"
    return f"<div>{out}</div>"


def table_each(rows, seed):
    """A small table a record: a row a field."""
    out = ""
    for row in rows:
        out += f'<h4>{row["title"]}</h4><table>' + "".join(f"<tr><th>{f.title()}</th><td>{row[f]}</td></tr>" for f in ("author", "price", "city", "note") if f in row) + "</table>\n"
    return f'<div class="all">{out}</div>'


def utility_classes(rows, seed):
    """Deep elements whose classes say how they look, the same for several fields."""
    out = '<main><div class="flex flex-col gap-4">'
    for i, row in enumerate(rows):
        out += f'<article class="rounded p-4"><div class="flex"><div class="grow"><a class="text-lg font-bold" href="/{i}">{row["title"]}</a>'
        out += opt(row, "author",
                   '<div class="text-sm"><span class="text-gray">%s</span></div>') + opt(row, "city", '<div class="text-sm"><span class="text-gray">%s</span></div>') + "</div>"
        out += '<div class="ml-4">' + opt(row, "price",
                                          '<span class="font-bold">%s</span>') + "</div></div>" + opt(row, "note", '<p class="text-sm">%s</p>') + "</article>\n"
    return out + "</div></main>"


def sentence(rows, seed):
    """Values in one line of text."""
    out = "<ul>"
    for row in rows:
        out += f'<li><b>{row["title"]}</b>' + opt(row, "author",
                                                  " by %s") + opt(row, "price", ", %s") + opt(row, "city", " (%s)") + "</li>\n"
    return out + "</ul>"


def row_heads(rows, seed):
    """The title is the row's header cell; cells without a value hold a dash or nothing."""
    out = "<table><tr><td></td><td>Price</td><td>Seller</td><td>City</td></tr>\n"
    for row in rows:
        out += f'<tr><th scope="row">{row["title"]}</th>' + "".join(f"<td>{row.get(f, '&mdash;' if f == 'price' else '')}</td>" for f in ("price", "author", "city")) + "</tr>\n"
    return out + "</table>"


def wrapped_pairs(rows, seed):
    """Two elements of other tags a record, side by side."""
    out = '<div class="board">'
    for i, row in enumerate(rows):
        out += f'<header><a href="/{i}">{row["title"]}</a>' + opt(row, "author", " <span>%s</span>") + "</header>\n"
        out += "<div>" + opt(row, "note",
                             "<p>%s</p>") + opt(row, "price",
                                                "<span>%s</span>") + opt(row, "city", "<span>%s</span>") + "</div>\n"
    return out + "</div>"


# A layout, and the fields that it shows.
FURTHER = {
    badges: "title author price city note", terms_each: "title author price city note",
    terms_one: "title price city author note",
    row_groups: "title price author city note", picture_rows: "title price author city",
    grid_cells: "title author price note",
    grid_pairs: "title price author city", headed_sections: "title price author note",
    rows_in_sections: "title author price city",
    flat_paragraphs: "title author price note", split_price: "title price author note",
    split_price_spans: "title price author city",
    ads_between: "title price author note", two_lists: "title author price note",
    labelled_text: "title price author city note",
    lines_in_paragraph: "title price author city", table_each: "title author price city note",
    utility_classes: "title author city price note",
    sentence: "title author price city", row_heads: "title price author city",
    wrapped_pairs: "title author note price city",
}
