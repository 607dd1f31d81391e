:- use_wrapper('css.wrapper').
:- table part_of/2.
part_of(X, X).
part_of(X, Y) :- isa(X, Z), part_of(Z, Y).
isa('Saw', cutting).
isa('Axe', cutting).
isa(cutting, tool).
isa('Awl', tool).
article(Name) :- document('list.html', Doc), record(Doc, R), field(R, name, Name).
without_price(Name) :- document('list.html', Doc), record(Doc, R), field(R, name, Name), \+ field(R, price, _).
