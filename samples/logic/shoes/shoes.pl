% Deductive web database: articles of two suppliers, joined with the addresses of their producers.
:- use_templates('shoes.tpl').

web_page('ABC Shoes', 'abc.html').
web_page('Schuhland', 'schuhland.html').

article(Supplier, Article, Price) :-
    web_page(Supplier, Page), document(Page, Doc),
    price_list(Doc, Article, Price, _).

% New facts from several pages: who makes it, and where.
product(Supplier, Article, Price, Producer, Address) :-
    web_page(Supplier, Page), document(Page, Doc),
    price_list(Doc, Article, Price, Url),
    follow(Url, ProducerDoc),
    address(ProducerDoc, Producer, Address, _).

% Offered by at least two suppliers.
compared(Article, A, PriceA, B, PriceB) :-
    article(A, Article, PriceA),
    article(B, Article, PriceB),
    A @< B.

cheapest(Article, Supplier, Price) :-
    article(Supplier, Article, Price),
    \+ ( article(_, Article, Less), Less < Price ).
