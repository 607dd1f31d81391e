% The templates of the classified-advertisements robot (paper, figure 7).
use basic.

template price(P) := (word("VB") ; word("FP"))?, word("DM"), (int(P) ; float(P)).

template telephone(T) := word("Tel"), punct?, T = (int, punct("/"), int).

template column(Doc, Column) := any*?, html(h1), Column = not(html_end)+, html_end(h1).

template advert(Doc, Article, Description, Price, Telephone) :=
    any*?, html(img), html(b), Article = not(html_end)+, html_end(b),
    Description = not(html)*?, punct(","), price(Price), punct(","), telephone(Telephone), html(br).
extract advert.
