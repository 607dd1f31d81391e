% Source descriptions (paper, section 4.2): a clause says what a page can hold, so a query that contradicts it never fetches it.
:- use_templates('cars.tpl').

% source(Page, Country, Least, Most)
source('german.html',   german,   20000, 40000).
source('american.html', american, 40000, 100000).
source('japanese.html', japanese, 20000, 40000).

% Ask with the constraints as arguments: offer(Name, Price, Country, AtLeast, AtMost).
offer(Name, Price, Country, AtLeast, AtMost) :-
    source(Page, Country, Least, Most),
    Least =< AtMost, Most >= AtLeast,
    document(Page, Doc),
    car(Doc, Name, Price),
    Price >= AtLeast, Price =< AtMost.
