% Conceptual reasoning (paper, section 4.3): a keyword stands for its sub-concepts too.
:- use_templates('offers.tpl').

isa(notebook, computer).
isa(desktop, computer).
isa('Toshiba', notebook).
isa('Thinkpad', notebook).
isa('IBM', notebook).
isa('Compaq', notebook).
isa('Pentium', desktop).

:- table relevant/2.
relevant(Concept, Concept).
relevant(Concept, Sub) :- isa(Sub, Above), relevant(Concept, Above).

found(Concept, Text, Price) :-
    document('offers.html', Doc),
    offer(Doc, Keyword, Text, Price),
    relevant(Concept, Keyword).
