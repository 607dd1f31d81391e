% Which department has which institute: found by following the university's links.
:- use_templates('institutes.tpl').

university('university.html').

department(Name, Doc) :-
    university(Page), document(Page, Home),
    link(Home, Name, Url),
    follow(Url, Doc).

institute_of(Department, Institute) :- department(Department, Doc), institute(Doc, Institute).
