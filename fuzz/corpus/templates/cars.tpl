template car(Doc, Name, Price) := any*?, html(li), html(b), Name = not(html_end)+, html_end(b), int(Price), "dollars".
