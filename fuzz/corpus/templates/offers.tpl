use basic.
template offer(Doc, Keyword, Text, Price) :=
    any*?, html(li), Text = (word(Keyword), not(html)*), html(b), (int(Price) ; float(Price)), "DM".
