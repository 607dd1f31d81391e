use basic.
template price(P) := word("VB")?, word("DM"), (int(P) ; float(P)).
template advert(Article, Price) :=
    any*?, html(b), Article = not(html_end)+, html_end(b), not(html)*?, price(Price).
template cheap(Article, Price) :=
    any*?, html(b), Article = not(html_end)+, html_end(b), not(html)*?, price(Price), {Price < 400}.
extract advert, cheap.
