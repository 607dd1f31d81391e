% The Prolog half of logic programs: loading (with the sandbox), answering, proofs. Loaded into every process that asks
% something, so it uses built-in predicates only; libraries load by themselves when a program calls them.
:- module(gleaner, []).

% --- a session's module: temporary, since only such a module can be destroyed; no clause may name it before a goal

open_module(Module) :- set_module(Module:class(temporary)).
close_module(Module) :-
    retractall(system:'$load_context_module'(_, Module, _)),
    abolish_module_tables(Module),
    '$destroy_module'(Module).

% --- loading: clause by clause, so that nothing of a program runs that was not looked at

load_program(Module, Text, File, Trusted) :-
    open_string(Text, Stream),
    set_stream(Stream, file_name(File)),
    prepare(Module),
    load_terms(Stream, Module, Trusted, File),
    close(Stream),
    defer_checks(Module, Trusted, File).

% What every program's module holds: the way to call goals that are known only when they run.
prepare(M) :-
    dynamic([M:'$gleaner_defined'/1, M:'$gleaner_clause'/3, M:'$gleaner_parameter'/3, M:'$gleaner_robot'/2]),
    assertz(M:'$gleaner_defined'(follow_all(_, _))),
    assertz(M:(follow_all(Urls, Doc) :- gleaner:'$gleaner_prefetch'(M, Urls), '$member'(Url, Urls), follow(Url, Doc))),
    assertz(M:'$gleaner_defined'(field(_, _, _))),
    assertz(M:(field(Record, Name, Value) :- '$member'(Name = Value, Record))),
    assertz(M:('$gleaner_call'(G) :- gleaner:run(M, G))),
    assertz(M:('$gleaner_call'(G, A) :- gleaner:run(M, G, [A]))),
    assertz(M:('$gleaner_call'(G, A, B) :- gleaner:run(M, G, [A, B]))),
    assertz(M:('$gleaner_call'(G, A, B, C) :- gleaner:run(M, G, [A, B, C]))),
    assertz(M:('$gleaner_call'(G, A, B, C, D) :- gleaner:run(M, G, [A, B, C, D]))),
    assertz(M:('$gleaner_call'(G, A, B, C, D, E) :- gleaner:run(M, G, [A, B, C, D, E]))).

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
    assertz(Module:'$gleaner_clause'(Head, Body, Line)).

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
defer_checks(Module, Trusted, File) :-
    forall(retract(Module:'$gleaner_clause'(Head, Body, Line)),
           (   Trusted == true
           ->  assertz(Module:(Head :- Body))
           ;   catch(safe_body(Body, Module, Safe), unsafe(What), throw(gleaner_error(File, Line, unsafe(What)))),
               assertz(Module:(Head :- Safe))
           )).

directive((A, B), Module, Trusted, File, Line) :- !,
    directive(A, Module, Trusted, File, Line),
    directive(B, Module, Trusted, File, Line).
directive(table(Spec), Module, _, _, _) :- !, each(Spec, One, declare(One, Module)), table(Module:Spec).
directive(dynamic(Spec), Module, _, _, _) :- !, each(Spec, One, declare(One, Module)).
directive(discontiguous(_), _, _, _, _) :- !.
directive(use_module(library(Library)), Module, Trusted, _, _) :- !,
    ( Trusted == true -> true ; memberchk(Library, [lists, apply, aggregate, clpfd, clpb, pairs, ordsets, assoc, solution_sequences, yall, dcg/basics, tabling, ugraphs, rbtrees, option]) ),
    ( Library == tabling -> true ; Module:use_module(library(Library)) ).
directive(use_module(library(Library), _), Module, Trusted, File, Line) :- !,
    directive(use_module(library(Library)), Module, Trusted, File, Line).
directive(set_prolog_flag(double_quotes, Value), Module, _, _, _) :- !,
    memberchk(Value, [codes, atom, string, chars]), Module:set_prolog_flag(double_quotes, Value).
directive(use_templates(Path), Module, _, _, _) :- !, '$gleaner_use'(Module, templates, Path).
directive(use_wrapper(Path), Module, _, _, _) :- !, '$gleaner_use'(Module, wrapper, Path).
directive(parameter(Name, Kind), Module, Trusted, File, Line) :- !, directive(parameter(Name, Kind, Name), Module, Trusted, File, Line).
directive(parameter(Name, Kind, Title), Module, _, _, _) :- !,
    atom(Name), assertz(Module:'$gleaner_parameter'(Name, Kind, Title)).
directive(robot(Goal, Title), Module, _, _, _) :- !, assertz(Module:'$gleaner_robot'(Goal, Title)).
directive(initialization(_), _, Trusted, _, _) :- !, Trusted == true.
directive(Goal, Module, true, _, _) :- call(Module:Goal).

each((A, B), X, Goal) :- !, each(A, X, Goal), each(B, X, Goal).
each(One, X, Goal) :- copy_term(X-Goal, One-G), call(G).

declare(Spec, Module) :-
    (   Spec = Name/Arity, atom(Name), integer(Arity)
    ->  functor(Head, Name, Arity)
    ;   callable(Spec), Spec \= _:_, functor(Spec, Name, Arity), functor(Head, Name, Arity)
    ),
    ( Module:'$gleaner_defined'(Head) -> true
    ; forbidden_head(Module, Head) -> fail
    ; dynamic(Module:Name/Arity), assertz(Module:'$gleaner_defined'(Head)) ).

% --- the sandbox: a body is safe if every goal in it is the program's own, a relation, or in the list below; goals that are
% known only when they run are looked at then.

safe_body(G, _, '$gleaner_call'(G)) :- var(G), !.
safe_body((A, B), M, (SA, SB)) :- !, safe_body(A, M, SA), safe_body(B, M, SB).
safe_body((A ; B), M, (SA ; SB)) :- !, safe_body(A, M, SA), safe_body(B, M, SB).
safe_body((A -> B), M, (SA -> SB)) :- !, safe_body(A, M, SA), safe_body(B, M, SB).
safe_body((A *-> B), M, (SA *-> SB)) :- !, safe_body(A, M, SA), safe_body(B, M, SB).
safe_body(\+ A, M, \+ SA) :- !, safe_body(A, M, SA).
safe_body(G, _, _) :- \+ callable(G), !, throw(unsafe(G)).
safe_body(Q:G, _, _) :- !, throw(unsafe(Q:G)).
safe_body(G, M, G) :- M:'$gleaner_defined'(G), !.
safe_body(G, M, G) :- predicate_property(M:G, foreign), \+ predicate_property(M:G, imported_from(_)), !.
safe_body(G, M, S) :- meta(G, S0), !, safe_meta(G, S0, M, S).
safe_body(catch(G, C, R), M, gleaner:safe_catch(SG, C, SR)) :- !, safe_body(G, M, SG0), safe_body(R, M, SR0), SG = M:SG0, SR = M:SR0.
safe_body(assert(C), M, gleaner:safe_assert(M, z, C)) :- !.
safe_body(assertz(C), M, gleaner:safe_assert(M, z, C)) :- !.
safe_body(asserta(C), M, gleaner:safe_assert(M, a, C)) :- !.
safe_body(retract(C), M, gleaner:safe_retract(M, C)) :- !.
safe_body(retractall(C), M, gleaner:safe_retractall(M, C)) :- !.
safe_body(format(Sink, F, A), M, gleaner:safe_format(Sink, F, A)) :- !, ( nonvar(M) -> true ; true ).
safe_body(G, _, G) :- safe_primitive(G), !.
safe_body(G, M, G) :- predicate_property(M:G, imported_from(Library)), safe_library(Library), \+ predicate_property(M:G, meta_predicate(_)), !.
safe_body(G, M, G) :-   % a library predicate that loads by itself
    \+ G = _:_, \+ predicate_property(M:G, defined),
    functor(G, Name, Arity), autoload_safe(Name/Arity), !.
safe_body(G, M, G) :-   % nobody has it: fails with an existence error when called
    \+ G = _:_, functor(G, Name, Arity),
    \+ catch(predicate_property(M:G, defined), _, fail),
    \+ '$in_library'(Name, Arity, _), !.
safe_body(G, _, _) :- throw(unsafe(G)).

safe_library(lists). safe_library(pairs). safe_library(ordsets). safe_library(assoc). safe_library(clpfd).
safe_library(clpb). safe_library(ugraphs). safe_library(rbtrees). safe_library(option).
safe_library(L) :- atom(L), sub_atom(L, 0, _, _, dcg_basics).

autoload_safe(Name/Arity) :- '$in_library'(Name, Arity, Path), file_base_name(Path, Base),
    memberchk(Base, [lists, pairs, ordsets, assoc]).

% Which arguments of a goal are goals: 0, closures with N more arguments: N, goals with ^: ^, others: -
meta(findall(_,_,_), f(-,0,-)).       meta(findall(_,_,_,_), f(-,0,-,-)).
meta(forall(_,_), f(0,0)).            meta(aggregate_all(_,_,_), f(-,^,-)).
meta(aggregate_all(_,_,_,_), f(-,-,^,-)).
meta(setof(_,_,_), f(-,^,-)).         meta(bagof(_,_,_), f(-,^,-)).
meta(once(_), f(0)).                  meta(ignore(_), f(0)).
meta(not(_), f(0)).                   meta(apply(_,_), f(x,-)) :- fail.
meta(call(_), f(0)).                  meta(call(_,_), f(1,-)).
meta(call(_,_,_), f(2,-,-)).          meta(call(_,_,_,_), f(3,-,-,-)).
meta(call(_,_,_,_,_), f(4,-,-,-,-)).  meta(call(_,_,_,_,_,_), f(5,-,-,-,-,-)).
meta(maplist(_,_), f(1,-)).           meta(maplist(_,_,_), f(2,-,-)).
meta(maplist(_,_,_,_), f(3,-,-,-)).   meta(maplist(_,_,_,_,_), f(4,-,-,-,-)).
meta(include(_,_,_), f(1,-,-)).       meta(exclude(_,_,_), f(1,-,-)).
meta(partition(_,_,_,_), f(1,-,-,-)). meta(foldl(_,_,_,_), f(3,-,-,-)).
meta(foldl(_,_,_,_,_), f(4,-,-,-,-)). meta(foldl(_,_,_,_,_,_), f(5,-,-,-,-,-)).
meta(limit(_,_), f(-,0)).             meta(offset(_,_), f(-,0)).
meta(order_by(_,_), f(-,0)).          meta(distinct(_), f(0)).
meta(distinct(_,_), f(-,0)).          meta(freeze(_,_), f(-,0)).
meta(tnot(_), f(0)).                  meta(predsort(_,_,_), f(3,-,-)).

safe_meta(G, Spec, M, Safe) :-
    G =.. [Name|Arguments], Spec =.. [_|Kinds],
    safe_arguments(Kinds, Arguments, M, Done),
    Safe =.. [Name|Done].
safe_arguments([], [], _, []).
safe_arguments([K|Ks], [A|As], M, [S|Ss]) :- safe_argument(K, A, M, S), safe_arguments(Ks, As, M, Ss).
safe_argument(-, A, _, A) :- !.
safe_argument(^, A, M, S) :- nonvar(A), A = V^B, !, S = V^T, safe_argument(^, B, M, T).
safe_argument(^, A, M, S) :- !, safe_body(A, M, S).
safe_argument(0, A, M, S) :- !, safe_body(A, M, S).
safe_argument(_, A, M, M:'$gleaner_call'(A)) :- var(A), !.
safe_argument(N, A, M, M:'$gleaner_call'(A)) :- callable(A), integer(N).

safe_catch(Goal, Catcher, Recovery) :-
    catch(Goal, E, ( limit(E) -> throw(E) ; E = Catcher -> Recovery ; throw(E) )).
limit(E) :- nonvar(E), ( E = gleaner_limit(_) ; E = inference_limit_exceeded(_) ; E = inference_limit_exceeded ; E = error(resource_error(_), _) ), !.

safe_assert(M, Where, Clause) :-
    ( nonvar(Clause), Clause = (Head :- Body) -> true ; Head = Clause, Body = true ),
    ( callable(Head), Head \= _:_ -> true ; throw(error(permission_error(assert, clause, Clause), _)) ),
    functor(Head, Name, Arity),
    ( M:'$gleaner_defined'(Head) -> true
    ; forbidden_head(M, Head) -> throw(error(permission_error(modify, static_procedure, Name/Arity), _))
    ; dynamic(M:Name/Arity), assertz(M:'$gleaner_defined'(Head)) ),
    checked(Body, M, Safe),
    ( Where == z -> assertz(M:(Head :- Safe)) ; asserta(M:(Head :- Safe)) ).
safe_retract(M, Clause) :-
    ( nonvar(Clause), Clause = (Head :- Body) -> true ; Head = Clause, Body = true ),
    ( callable(Head), M:'$gleaner_defined'(Head) -> retract(M:(Head :- Body)) ; fail ).
safe_retractall(M, Head) :-
    ( callable(Head), Head \= _:_ -> true ; throw(error(permission_error(retract, clause, Head), _)) ),
    ( M:'$gleaner_defined'(Head) -> retractall(M:Head) ; true ).
safe_format(Sink, Format, Arguments) :-
    (   nonvar(Sink), ( Sink = atom(_) ; Sink = string(_) ; Sink = codes(_) ), no_calls(Format)
    ->  format(Sink, Format, Arguments)
    ;   throw(error(permission_error(write, stream, Sink), _))
    ).
no_calls(Format) :- format_text(Format, Text), \+ sub_string(Text, _, _, _, "@"), \+ sub_string(Text, _, _, _, "p").
format_text(Format, Text) :- catch(string_concat(Format, "", Text), _, fail), !.
format_text(Format, Text) :- catch(string_codes(Text, Format), _, fail).

checked(Body, M, Safe) :-
    catch(safe_body(Body, M, Safe), unsafe(What), throw(error(permission_error(call, sandboxed, What), _))).

% Goals that are known only at run time.
run(M, Goal) :- checked(Goal, M, Safe), call(M:Safe).
run(M, Closure, Extra) :-
    nonvar(Closure), Closure = (Parameters >> Body), !,
    copy_term(Parameters >> Body, P >> B),
    hand_over(P, Extra, Rest),
    ( Rest == [] -> run(M, B) ; run(M, B, Rest) ).
run(M, Closure, Extra) :-
    (   callable(Closure), Closure \= _:_
    ->  Closure =.. L0, append_list(L0, Extra, L), Goal =.. L, run(M, Goal)
    ;   throw(error(permission_error(call, sandboxed, Closure), _))
    ).
hand_over([], Rest, Rest) :- !.
hand_over([X|Xs], [X|Ys], Rest) :- hand_over(Xs, Ys, Rest).
append_list([], L, L).
append_list([H|T], L, [H|R]) :- append_list(T, L, R).

safe_primitive(G) :- functor(G, Name, Arity), safe(Name, Arity), !.
safe(true,0). safe(fail,0). safe(false,0). safe(!,0). safe(repeat,0). safe(=,2). safe(\=,2). safe(==,2). safe(\==,2).
safe(@<,2). safe(@>,2). safe(@=<,2). safe(@>=,2). safe(compare,3). safe(unify_with_occurs_check,2). safe(?=,2).
safe(is,2). safe(=:=,2). safe(=\=,2). safe(<,2). safe(>,2). safe(=<,2). safe(>=,2). safe(succ,2). safe(plus,3). safe(between,3).
safe(var,1). safe(nonvar,1). safe(atom,1). safe(atomic,1). safe(number,1). safe(integer,1). safe(float,1). safe(rational,1).
safe(compound,1). safe(callable,1). safe(is_list,1). safe(string,1). safe(ground,1). safe(is_assoc,1). safe(is_dict,1). safe(text,1).
safe(functor,3). safe(arg,3). safe(=..,2). safe(copy_term,2). safe(term_variables,2). safe(compound_name_arguments,3).
safe(compound_name_arity,3). safe(setarg,3) :- fail. safe(length,2). safe(msort,2). safe(sort,2). safe(sort,4). safe(predsort,3) :- fail.
safe(keysort,2). safe(atom_codes,2). safe(atom_chars,2). safe(char_code,2). safe(atom_length,2). safe(atom_concat,3). safe(sub_atom,5).
safe(atom_number,2). safe(number_codes,2). safe(atom_string,2). safe(number_string,2). safe(string_concat,3). safe(string_length,2).
safe(string_chars,2). safe(string_codes,2). safe(string_to_atom,2). safe(string_code,3). safe(sub_string,5). safe(split_string,4).
safe(string_lower,2). safe(string_upper,2). safe(upcase_atom,2). safe(downcase_atom,2). safe(char_type,2). safe(code_type,2).
safe(term_to_atom,2). safe(term_string,2). safe(atomic_list_concat,2). safe(atomic_list_concat,3). safe(normalize_space,2) :- fail.
safe(atom_to_term,3). safe(sformat,3) :- fail. safe(throw,1). safe(tab,1) :- fail. safe(nb_getval,2) :- fail. safe(dif,2).
safe(text_concat,3). safe(text_to_string,2). safe(nth_clause,3) :- fail. safe(ground,1). safe(term_hash,2). safe(variant_sha1,2) :- fail.
safe(=@=,2). safe(\=@=,2). safe(get_time,1). safe(stamp_date_time,3). safe(format_time,3) :- fail. safe(number_vars,3). safe(numbervars,3).
safe(tab,2) :- fail. safe(abs,1). safe(sumlist,2). safe(sum_list,2). safe(max_list,2). safe(min_list,2). safe(memberchk,2). safe(member,2).
safe(append,3). safe(append,2). safe(reverse,2). safe(nth0,3). safe(nth1,3). safe(last,2). safe(list_to_set,2). safe(sumlist,3).
safe(max_member,2). safe(min_member,2). safe(numlist,3). safe(delete,3). safe(exclude_one,2). safe(subtract,3). safe(intersection,3).
safe(union,3). safe(permutation,2). safe(flatten,2). safe(select,3). safe(selectchk,3). safe(exclude,2) :- fail. safe(pairs_keys_values,3).
safe(pairs_keys,2). safe(pairs_values,2). safe(abolish_all_tables,0). safe(nb_current,2) :- fail. safe(ground_or_var,1).
safe(undefined,0). safe(string,2) :- fail. safe(sumlist,1) :- fail. safe(tnot,1). safe(phrase,2) :- fail. safe(apropos,1) :- fail.

% --- answering

parse_goal(Module, Text, Goal, Names, Trusted) :-
    term_string_in(Module, Text, Goal0, Names),
    ( Trusted == true -> Goal = Module:Goal0 ; checked(Goal0, Module, Safe), Goal = Module:Safe ).
term_string_in(Module, Text, Goal, Names) :-
    open_string(Text, Stream),
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
message(error(existence_error(procedure, PI0), _), '', 0, Text) :- !, ( PI0 = _:PI -> true ; PI = PI0 ), format(string(Text), "there is no predicate ~w", [PI]).
message(error(permission_error(call, sandboxed, G), _), '', 0, Text) :- !, what(unsafe(G), Text).
message(error(resource_error(W), _), '', 0, Text) :- !, format(string(Text), "limit reached: ~w", [W]).
message(error(E, _), '', 0, Text) :- nonvar(E), !, format(string(Text), "~q", [E]).
message(E, '', 0, Text) :- format(string(Text), "~q", [E]).
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
    ; format(string(Text), "not allowed in a sandboxed program: ~q", [G]) ).
what(directive(D), Text) :- !, format(string(Text), "directive not allowed or failed: ~q", [D]).
what(redefine(PI), Text) :- !, format(string(Text), "the program may not redefine ~w", [PI]).
what(head(H), Text) :- !, format(string(Text), "this is no clause: ~q", [H]).
what(W, Text) :- format(string(Text), "~q", [W]).
