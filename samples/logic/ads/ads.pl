% The logic robot for classified advertisements: follows all links of the index in parallel and keeps what fits the form.
:- use_templates('ads.tpl').

% The predicate the robot asks, with the names of its columns; and what the form offers.
:- robot(advertisement(column, article, description, price, telephone), 'Advertisements').
:- parameter(column, choice([computers, furniture, music, cars, books]), 'Column').
:- parameter(word, text([article, description]), 'Word in article or description').
:- parameter(price, number, 'Price in DM').
:- parameter(telephone, pattern, 'Telephone').

page(Doc) :-
    document('index.html', Index),
    findall(Url, link(Index, _, Url), Urls),
    follow_all(Urls, Doc).

advertisement(Column, Article, Description, Price, Telephone) :-
    page(Doc),
    column(Doc, Column),
    advert(Doc, Article, Description, Price, Telephone).
