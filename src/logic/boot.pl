% The Prolog half of logic programs: loading, answering, proofs. What an untrusted program may do is in sandbox.pl, which
% follows this file in the same module. Loaded into every process that asks something, so it uses built-in predicates only;
% libraries load by themselves when a program calls them.
:- module(gleaner, []).

% --- a session's module: temporary, since only such a module can be destroyed; no clause may name it before a goal

open_module(Module) :- set_module(Module:class(temporary)).
close_module(Module) :-
    retractall(system:'$load_context_module'(_, Module, _)),
    abolish_module_tables(Module),
    '$destroy_module'(Module).

% --- loading: clause by clause, so that nothing of a program runs that was not looked at

load_program(Module, Text, File, Trusted) :-
    open_text(Text, Stream),
    set_stream(Stream, file_name(File)),
    prepare(Module),
    load_terms(Stream, Module, Trusted, File),
    close(Stream),
    defer_checks(Module, Trusted, File).

% Text to be read: Prolog's reader has no stack for very deep terms (depth.h).
open_text(Text, Stream) :- readable(Text), open_string(Text, Stream).
readable(Text) :- ( '$gleaner_shallow_text'(Text) -> true ; throw(error(syntax_error(nested_too_deeply), _)) ).
writable(Term) :- ( '$gleaner_shallow'(Term) -> true ; throw(error(representation_error(nested_too_deeply), _)) ).

% What every program's module holds: the way to call goals that are known only when they run.
prepare(M) :-
    dynamic([M:'$gleaner_defined'/1, M:'$gleaner_source'/1, M:'$gleaner_clause'/3, M:'$gleaner_parameter'/3, M:'$gleaner_robot'/2]),
    assertz(M:'$gleaner_defined'(follow_all(_, _))),
    assertz(M:(follow_all(Urls, Doc) :- gleaner:'$gleaner_prefetch'(M, Urls), '$member'(Url, Urls), follow(Url, Doc))),
    assertz(M:'$gleaner_defined'(submit(_, _, _))),
    assertz(M:(submit(Form, Fields, Page) :- gleaner:form_text(Fields, Given), submit_form(Form, Given, Page))),
    assertz(M:'$gleaner_defined'(field(_, _, _))),
    assertz(M:(field(Record, Name, Value) :- '$member'(Name = Value, Record))),
    assertz(M:('$gleaner_call'(G) :- gleaner:run(M, G))),
    assertz(M:('$gleaner_call'(G, A) :- gleaner:run(M, G, [A]))),
    assertz(M:('$gleaner_call'(G, A, B) :- gleaner:run(M, G, [A, B]))),
    assertz(M:('$gleaner_call'(G, A, B, C) :- gleaner:run(M, G, [A, B, C]))),
    assertz(M:('$gleaner_call'(G, A, B, C, D) :- gleaner:run(M, G, [A, B, C, D]))),
    assertz(M:('$gleaner_call'(G, A, B, C, D, E) :- gleaner:run(M, G, [A, B, C, D, E]))).

% [Name = Value, ...] as one text: each word behind its length in characters of UTF-8.
form_text(Fields, Text) :- form_words(Fields, Words), atomic_list_concat(Words, Text).
form_words([], []).
form_words([Name = Value|Rest], [A, B|More]) :- atomic(Name), atomic(Value), form_word(Name, A), form_word(Value, B), form_words(Rest, More).
form_word(Word, Text) :- atom_length(Word, _), atom_to_utf8_length(Word, Length), atomic_list_concat([Length, ':', Word], Text).
atom_to_utf8_length(Word, Length) :- atom_codes(Word, Codes), utf8_length(Codes, 0, Length).
utf8_length([], N, N).
utf8_length([C|Cs], N0, N) :- ( C < 0x80 -> B = 1 ; C < 0x800 -> B = 2 ; C < 0x10000 -> B = 3 ; B = 4 ), N1 is N0 + B, utf8_length(Cs, N1, N).

% Another file of the program, in its folder: its clauses join the program's. Each is read once.
load_file(Path, Module, Trusted, File, Line) :-
    (   Module:'$gleaner_source'(Path)
    ->  true
    ;   assertz(Module:'$gleaner_source'(Path)),
        '$gleaner_text'(Module, Path, Name, Text),
        open_text(Text, Stream),
        set_stream(Stream, file_name(Name)),
        nonvar(File), integer(Line),
        call_cleanup(load_terms(Stream, Module, Trusted, Name), close(Stream))
    ).
file_named(Spec, Path) :- ( atom(Spec) ; string(Spec) ), !, atom_string(Path, Spec).

load_terms(Stream, Module, Trusted, File) :-
    repeat,
    read_term(Stream, Term, [module(Module), term_position(Position), syntax_errors(error), variable_names(Names)]),
    (   Term == end_of_file
    ->  !
    ;   stream_position_data(line_count, Position, Line),
        load_term(Term, Module, Trusted, File, Line, Names),
        fail
    ).

load_term((:- Directive), Module, Trusted, File, Line, _) :- !,
    (   directive(Directive, Module, Trusted, File, Line)
    ->  true
    ;   throw(gleaner_error(File, Line, directive(Directive)))
    ).
load_term((?- Directive), Module, Trusted, File, Line, Names) :- !,
    load_term((:- Directive), Module, Trusted, File, Line, Names).
load_term(Rule, Module, Trusted, File, Line, Names) :-
    Rule = (_ --> _), !,
    dcg_translate_rule(Rule, Clause),
    load_term(Clause, Module, Trusted, File, Line, Names).
load_term(Clause, Module, _, File, Line, _) :-
    ( Clause = (Head :- Body) -> true ; Head = Clause, Body = true ),
    ( callable(Head) -> true ; throw(gleaner_error(File, Line, head(Head))) ),
    ( Head = _:_ -> throw(gleaner_error(File, Line, unsafe(Head))) ; true ),
    functor(Head, Name, Arity),
    define(Module, Name, Arity, File, Line),
    assertz(Module:'$gleaner_clause'(Head, Body, File:Line)).

define(Module, Name, Arity, File, Line) :-
    functor(Head, Name, Arity),
    (   Module:'$gleaner_defined'(Head)
    ->  true
    ;   ( forbidden_head(Module, Head) -> throw(gleaner_error(File, Line, redefine(Name/Arity))) ; true ),
        dynamic(Module:Name/Arity),
        assertz(Module:'$gleaner_defined'(Head))
    ).
forbidden_head(_, Head) :- predicate_property(system:Head, defined), !.
forbidden_head(Module, Head) :- predicate_property(Module:Head, foreign), !.
forbidden_head(_, Head) :- functor(Head, Name, _), sub_atom(Name, 0, _, _, '$').

% Bodies are checked when all of the program is known: its own predicates are safe by induction.
defer_checks(Module, Trusted, _) :-
    forall(retract(Module:'$gleaner_clause'(Head, Body, File:Line)),
           (   Trusted == true
           ->  assertz(Module:(Head :- Body))
           ;   catch(safe_body(Body, Module, Safe), unsafe(What), throw(gleaner_error(File, Line, unsafe(What)))),
               assertz(Module:(Head :- Safe))
           )).

directive((A, B), Module, Trusted, File, Line) :- !,
    directive(A, Module, Trusted, File, Line),
    directive(B, Module, Trusted, File, Line).
directive(table(Spec), Module, Trusted, _, _) :- !,
    ( Trusted == true -> true ; each(Spec, One, safe_table(One)) ),
    each(Spec, One, declare(One, Module)), each(Spec, One, table_in(Module, One)).
directive(dynamic(Spec), Module, _, _, _) :- !, each(Spec, One, declare(One, Module)).
directive(discontiguous(_), _, _, _, _) :- !.
directive(use_module(library(Library)), Module, Trusted, _, _) :- !,
    ( Trusted == true -> true ; safe_import(Library) ),
    ( Library == tabling -> true ; Module:use_module(library(Library)) ).
directive(use_module(library(Library), _), Module, Trusted, File, Line) :- !,
    directive(use_module(library(Library)), Module, Trusted, File, Line).
directive(use_module(Spec), Module, Trusted, File, Line) :- file_named(Spec, Path), !, load_file(Path, Module, Trusted, File, Line).
directive(use_module(Spec, _), Module, Trusted, File, Line) :- !, directive(use_module(Spec), Module, Trusted, File, Line).
directive(include(Spec), Module, Trusted, File, Line) :- file_named(Spec, Path), !, load_file(Path, Module, Trusted, File, Line).
directive(ensure_loaded(Spec), Module, Trusted, File, Line) :- file_named(Spec, Path), !, load_file(Path, Module, Trusted, File, Line).
directive(module(Name, _), _, _, _, _) :- atom(Name), !.   % a module of the program is a part of it
directive(set_prolog_flag(double_quotes, Value), Module, _, _, _) :- !,
    memberchk(Value, [codes, atom, string, chars]), Module:set_prolog_flag(double_quotes, Value).
directive(use_templates(Path), Module, _, _, _) :- !, '$gleaner_use'(Module, templates, Path).
directive(use_wrapper(Path), Module, _, _, _) :- !, '$gleaner_use'(Module, wrapper, Path).
directive(use_table(Path), Module, _, _, _) :- !, '$gleaner_use'(Module, table, Path).
directive(use_table(Path, Name), Module, _, _, _) :- !,
    atom(Name), atomic_list_concat([Path, Name], '\n', Both), '$gleaner_use'(Module, table, Both).
directive(parameter(Name, Kind), Module, Trusted, File, Line) :- !, directive(parameter(Name, Kind, Name), Module, Trusted, File, Line).
directive(parameter(Name, Kind, Title), Module, _, _, _) :- !,
    atom(Name), assertz(Module:'$gleaner_parameter'(Name, Kind, Title)).
directive(robot(Goal, Title), Module, _, _, _) :- !, assertz(Module:'$gleaner_robot'(Goal, Title)).
directive(initialization(_), _, Trusted, _, _) :- !, Trusted == true.
directive(Goal, Module, true, _, _) :- call(Module:Goal).

each((A, B), X, Goal) :- nonvar(A), nonvar(B), !, each(A, X, Goal), each(B, X, Goal).
each([], _, _) :- !.
each([A|B], X, Goal) :- nonvar(A), nonvar(B), !, each(A, X, Goal), each(B, X, Goal).
each(One, X, Goal) :- copy_term(X-Goal, One-G), call(G).

table_in(Module, Spec) :- table(Module:Spec).
declare(Spec, Module) :-
    (   Spec = Name/Arity, atom(Name), integer(Arity)
    ->  functor(Head, Name, Arity)
    ;   Spec = Name//Length, atom(Name), integer(Length)
    ->  Arity is Length + 2, functor(Head, Name, Arity)
    ;   callable(Spec), Spec \= _:_, functor(Spec, Name, Arity), functor(Head, Name, Arity)
    ),
    ( Module:'$gleaner_defined'(Head) -> true
    ; forbidden_head(Module, Head) -> fail
    ; dynamic(Module:Name/Arity), assertz(Module:'$gleaner_defined'(Head)) ).

% --- answering

parse_goal(Module, Text, Goal, Names, Trusted) :-
    term_string_in(Module, Text, Goal0, Names),
    ( Trusted == true -> Goal = Module:Goal0 ; checked(Goal0, Module, Safe), Goal = Module:Safe ).
term_string_in(Module, Text, Goal, Names) :-
    open_text(Text, Stream),
    call_cleanup(( read_term(Stream, Goal, [module(Module), variable_names(Names), syntax_errors(error)]),
                   ( Goal == end_of_file -> throw(error(syntax_error(no_goal), _)) ; true ),
                   read_term(Stream, Rest, [module(Module)]),
                   ( Rest == end_of_file -> true ; throw(error(syntax_error(one_goal_only), _)) ) ), close(Stream)).

answer(Module, Text, Trusted, Limit, Names, Given) :-
    parse_goal(Module, Text, Goal, Names, Trusted),
    give(Given, Names),
    limited(Limit, Goal).
limited(0, Goal) :- !, call(Goal).
limited(Limit, Goal) :-
    call_with_inference_limit(Goal, Limit, Result),
    ( Result == inference_limit_exceeded -> throw(gleaner_limit(inferences)) ; true ).

give([], _).
give([Name = Value|Rest], Names) :- '$member'(Name = Value, Names), !, give(Rest, Names).

% The same with proofs: the program's clauses are interpreted.
prove_answer(Module, Text, Trusted, Limit, Names, Given, Proof) :-
    term_string_in(Module, Text, Goal, Names),
    give(Given, Names),
    ( Trusted == true -> Safe = Goal ; checked(Goal, Module, Safe) ),
    limited(Limit, gleaner:prove_top(Safe, Module, Proof)).
prove_top(G, M, P) :- prolog_current_choice(C), prove(G, M, C, P).

prove(G, _, _, _) :- var(G), !, throw(error(instantiation_error, _)).
prove(true, _, _, true) :- !.
prove(!, _, C, true) :- !, prolog_cut_to(C).
prove((A, B), M, C, and(PA, PB)) :- !, prove(A, M, C, PA), prove(B, M, C, PB).
prove((A -> B ; E), M, C, P) :- !,
    (   prolog_current_choice(K), prove(A, M, K, PA)
    ->  P = and(PA, PB), prove(B, M, C, PB)
    ;   prove(E, M, C, P)
    ).
prove((A *-> B ; E), M, C, P) :- !,
    (   prolog_current_choice(K), prove(A, M, K, PA)
    *-> P = and(PA, PB), prove(B, M, C, PB)
    ;   prove(E, M, C, P)
    ).
prove((A ; B), M, C, P) :- !, ( prove(A, M, C, P) ; prove(B, M, C, P) ).
prove((A -> B), M, C, and(PA, PB)) :- !, ( prolog_current_choice(K), prove(A, M, K, PA) -> prove(B, M, C, PB) ).
prove((A *-> B), M, C, and(PA, PB)) :- !, prolog_current_choice(K), prove(A, M, K, PA), prove(B, M, C, PB).
prove(\+ A, M, _, not(A)) :- !, \+ ( prolog_current_choice(K), prove(A, M, K, _) ).
prove(once(A), M, _, P) :- !, ( prolog_current_choice(K), prove(A, M, K, P) -> true ).
prove(call(A), M, _, P) :- !, prolog_current_choice(K), prove(A, M, K, P).
prove(findall(T, A, L), M, _, collected(findall(T, A, L), Ps)) :- !,
    findall(T-P, ( prolog_current_choice(K), prove(A, M, K, P) ), Pairs), split(Pairs, L, Ps).
prove(forall(A, B), M, _, built_in(forall(A, B))) :- !,
    \+ ( prolog_current_choice(K), prove(A, M, K, _), \+ ( prolog_current_choice(J), prove(B, M, J, _) ) ).
prove(M:G, _, C, P) :- atom(M), M \== gleaner, !, prove(G, M, C, P).
prove('$gleaner_call'(G), M, _, P) :- !, checked(G, M, S), prolog_current_choice(C), prove(S, M, C, P).
prove(G, M, _, fact(G, Id)) :- predicate_property(M:G, foreign), '$gleaner_is_relation'(M, G), !,
    call(M:G), '$gleaner_last_fact'(M, G, Id).
prove(G, M, _, tabled(G)) :- predicate_property(M:G, tabled), !, call(M:G).
prove(G, M, _, rule(G, P)) :- M:'$gleaner_defined'(G), !,
    prolog_current_choice(C), clause(M:G, Body), prove(Body, M, C, P).
prove(G, M, _, built_in(G)) :- call(M:G).

split([], [], []).
split([T-P|R], [T|Ts], [P|Ps]) :- split(R, Ts, Ps).

% --- errors in words

message(gleaner_error(File, Line, What), File, Line, Text) :- !, what(What, Text).
message(gleaner_limit(What), '', 0, Text) :- !, format(string(Text), "limit reached: ~w", [What]).
message(error(syntax_error(What), Context), File, Line, Text) :- !,
    ( nonvar(Context), Context = stream(S, L, _, _) -> Line = L, ( catch(stream_property(S, file_name(F)), _, fail) -> File = F ; File = '' )
    ; nonvar(Context), Context = file(F, L, _, _) -> File = F, Line = L
    ; nonvar(Context), Context = string(Source, At) -> File = '', string_line(Source, At, Line)
    ; File = '', Line = 0 ),
    syntax(What, Text).
message(error(existence_error(procedure, PI0), _), '', 0, Text) :- ( PI0 = _:PI -> true ; PI = PI0 ), PI = Name/Arity, atom(Name), integer(Arity), !,
    format(string(Text), "there is no predicate ~w", [PI]).
message(error(permission_error(call, sandboxed, G), _), '', 0, Text) :- !, what(unsafe(G), Text).
message(error(resource_error(W), _), '', 0, Text) :- !, format(string(Text), "limit reached: ~w", [W]).
message(error(E, _), '', 0, Text) :- nonvar(E), !, shown(E, Text).
message(E, '', 0, Text) :- shown(E, Text).
syntax(operator_expected, "syntax error: an operator, a comma or a full stop is missing") :- !.
syntax(operator_clash, "syntax error: these operators need parentheses") :- !.
syntax(operator_balance, "syntax error: an operator has nothing to work on") :- !.
syntax(cannot_start_term, "syntax error: no term begins like this") :- !.
syntax(illegal_number, "syntax error: this is no number") :- !.
syntax(end_of_clause, "syntax error: the clause ends too early") :- !.
syntax(end_of_clause_expected, "syntax error: a full stop is missing") :- !.
syntax(end_of_file, "syntax error: the text ends inside a clause: a full stop is missing") :- !.
syntax(end_of_file_in_quoted(_), "syntax error: a quotation mark is never closed") :- !.
syntax(undefined_char_escape(C), Text) :- !, format(string(Text), "syntax error: there is no escape \\~w", [C]).
syntax(What, Text) :- format(string(Text), "syntax error: ~w", [What]).
string_line(Source, At, Line) :- sub_string(Source, 0, At, _, Before), split_string(Before, "\n", "", Parts), length(Parts, Line).
what(unsafe(G), Text) :- !,
    ( callable(G), \+ G = _:_ -> functor(G, N, A), format(string(Text), "not allowed in a sandboxed program: ~w/~w", [N, A])
    ; shown(G, Words), format(string(Text), "not allowed in a sandboxed program: ~s", [Words]) ).
what(directive(D), Text) :- !, shown(D, Words), format(string(Text), "directive not allowed or failed: ~s", [Words]).
what(redefine(PI), Text) :- !, format(string(Text), "the program may not redefine ~w", [PI]).
what(head(H), Text) :- !, shown(H, Words), format(string(Text), "this is no clause: ~s", [Words]).
what(W, Text) :- shown(W, Text).

% A term in a message. A large one (a small one that shares its parts can be very large when it is written, one that contains
% itself endless) is only named.
shown(Term, Text) :- few_parts(Term, 1000, _), !,   % variables as A, B and _: their own names change from run to run
    copy_term(Term, Copy, _), numbervars(Copy, 0, _, [singletons(true)]),
    format(string(Text), "~W", [Copy, [quoted(true), numbervars(true)]]).
shown(Term, Text) :- functor(Term, Name, Arity), format(string(Text), "a large term ~q/~w", [Name, Arity]).
few_parts(Term, N0, N) :- N0 > 0, N1 is N0 - 1, ( compound(Term) -> Term =.. [_|Parts], few_of_all(Parts, N1, N) ; N = N1 ).
few_of_all([], N, N).
few_of_all([Part|Parts], N0, N) :- few_parts(Part, N0, N1), few_of_all(Parts, N1, N).
