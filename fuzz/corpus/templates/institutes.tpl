template institute(Doc, Name) := any*?, html(h2), "Institute of", Name = not(html_end)+, html_end(h2).
