% Two shoe suppliers with the same kind of price list, and the pages of the producers they link to.
use basic.

template price_list(Doc, Article, Price, ProducerUrl) :=
    any*?, html(tr), html(td), Article = not(html, html_end)+, html_end(td),
    html(td), (int(Price) ; float(Price)), html_end(td),
    html(td), html(tag: a, href: ProducerUrl).

template address(Doc, Name, Address, Telephone) :=
    any*?, html(h2), Name = not(html_end)+, html_end(h2),
    once((any*?, "Address:", html(i), Address = not(html_end)+, html_end(i))),
    once((any*?, "Tel:", Telephone = (int, punct("-"), int))).
