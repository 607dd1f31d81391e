% What an untrusted program may do. Follows boot.pl in its module.
%
% A body is safe if every goal in it is the program's own, a relation, or named below; goals that are known only when they
% run are looked at then. Nothing is safe because of what it is not: libraries are lists of predicates, formats and modes of
% tables lists of letters and words. sandbox_test.cc asks safe_body/3 about every predicate that Prolog and its libraries
% have and compares with sandbox_allowed.txt, so that whoever allows one more has to say so there too.

% --- directives that name predicates or libraries

% `:- table`: modes that call nothing. po/1 and lattice/1 would call any predicate there is.
safe_table(Spec) :- nonvar(Spec), ( Spec = _/_ ; Spec = _//_ ), !.
safe_table(Spec) :- compound(Spec), Spec \= _:_, Spec =.. [_|Modes], safe_modes(Modes).
safe_modes([]).
safe_modes([Mode|Modes]) :- ( var(Mode) -> true ; safe_mode(Mode) ), safe_modes(Modes).
safe_mode(index). safe_mode(-). safe_mode(first). safe_mode(last). safe_mode(min). safe_mode(max). safe_mode(sum).

safe_import(Library) :-
    ground(Library),
    '$member'(Library, [lists, apply, aggregate, clpfd, clpb, pairs, ordsets, assoc, solution_sequences, yall, dcg/basics,
                        tabling, ugraphs, rbtrees, option, clpr, clpq]), !.

% --- bodies

safe_body(G, _, '$gleaner_call'(G)) :- var(G), !.
safe_body((A, B), M, (SA, SB)) :- !, safe_body(A, M, SA), safe_body(B, M, SB).
safe_body((A ; B), M, (SA ; SB)) :- !, safe_body(A, M, SA), safe_body(B, M, SB).
safe_body((A -> B), M, (SA -> SB)) :- !, safe_body(A, M, SA), safe_body(B, M, SB).
safe_body((A *-> B), M, (SA *-> SB)) :- !, safe_body(A, M, SA), safe_body(B, M, SB).
safe_body(\+ A, M, \+ SA) :- !, safe_body(A, M, SA).
safe_body(G, _, _) :- \+ callable(G), !, throw(unsafe(G)).
safe_body(Q:G, _, _) :- !, throw(unsafe(Q:G)).
safe_body(G, M, G) :- M:'$gleaner_defined'(G), !.
safe_body(G, M, G) :- '$gleaner_is_relation'(M, G), !.
safe_body(G, M, S) :- meta(G, S0), !, safe_meta(G, S0, M, S).
safe_body(catch(G, C, R), M, gleaner:safe_catch(SG, C, SR)) :- !, safe_body(G, M, SG0), safe_body(R, M, SR0), SG = M:SG0, SR = M:SR0.
safe_body(assert(C), M, gleaner:safe_assert(M, z, C)) :- !.
safe_body(assertz(C), M, gleaner:safe_assert(M, z, C)) :- !.
safe_body(asserta(C), M, gleaner:safe_assert(M, a, C)) :- !.
safe_body(retract(C), M, gleaner:safe_retract(M, C)) :- !.
safe_body(retractall(C), M, gleaner:safe_retractall(M, C)) :- !.
safe_body(format(Sink, F, A), M, gleaner:safe_format(Sink, F, A)) :- !, nonvar(M).
safe_body(term_to_atom(T, A), _, gleaner:safe_term_to_atom(T, A)) :- !.
safe_body(term_string(S, T), _, gleaner:safe_term_string(S, T)) :- !.
safe_body(atom_to_term(A, T, B), _, gleaner:safe_atom_to_term(A, T, B)) :- !.
safe_body(G, _, G) :- safe_primitive(G), !.
safe_body(G, M, G) :- functor(G, Name, Arity), of_library(M, G, Name, Arity, Library), in_library(Library, Name, Arity), !.
safe_body(G, M, G) :-   % nobody has it: fails with an existence error when called
    \+ G = _:_, functor(G, Name, Arity),
    \+ catch(predicate_property(M:G, defined), _, fail),
    \+ '$in_library'(Name, Arity, _), !.
safe_body(G, _, _) :- throw(unsafe(G)).

% The library that a goal would run: the one it is imported from, else the one that it would be loaded from.
of_library(M, G, _, _, Library) :- predicate_property(M:G, imported_from(Module)), !, module_of(Library, Module).
of_library(M, G, Name, Arity, Library) :-
    \+ predicate_property(M:G, defined), '$in_library'(Name, Arity, Path), file_base_name(Path, Library).
module_of(option, swi_option) :- !.
module_of(backcomp, backward_compatibility) :- !.
module_of(Library, Library).
in_library(Library, Name, Arity) :- library_allows(Library, All), '$member'(Name/Arity, All), !.

library_allows(lists, [append/2, append/3, clumped/2, delete/3, flatten/2, intersection/3, is_set/1, last/2, list_to_set/2,
    max_list/2, max_member/2, member/2, memberchk/2, min_list/2, min_member/2, nextto/3, nth0/3, nth0/4, nth1/3, nth1/4,
    numlist/3, permutation/2, prefix/2, proper_length/2, reverse/2, same_length/2, select/3, select/4, selectchk/3,
    selectchk/4, subset/2, subtract/3, sum_list/2, sumlist/2, union/3]).
library_allows(backcomp, [sumlist/2]).
library_allows(pairs, [group_pairs_by_key/2, pairs_keys/2, pairs_keys_values/3, pairs_values/2, transpose_pairs/2]).
library_allows(ordsets, [is_ordset/1, list_to_ord_set/2, ord_add_element/3, ord_del_element/3, ord_disjoint/2, ord_empty/1,
    ord_intersect/2, ord_intersect/3, ord_intersection/2, ord_intersection/3, ord_intersection/4, ord_memberchk/2,
    ord_selectchk/3, ord_seteq/2, ord_subset/2, ord_subtract/3, ord_symdiff/3, ord_union/2, ord_union/3, ord_union/4]).
library_allows(assoc, [assoc_to_keys/2, assoc_to_list/2, assoc_to_values/2, del_assoc/4, del_max_assoc/4, del_min_assoc/4,
    empty_assoc/1, gen_assoc/3, get_assoc/3, is_assoc/1, list_to_assoc/2, max_assoc/3, min_assoc/3, ord_list_to_assoc/2,
    put_assoc/4]).
library_allows(clpfd, [(#/\)/2, (#<)/2, (#<==)/2, (#<==>)/2, (#=)/2, (#=<)/2, (#==>)/2, (#>)/2, (#>=)/2, (#\)/1, (#\)/2,
    (#\/)/2, (#\=)/2, all_different/1, all_distinct/1, automaton/3, automaton/8, chain/2, circuit/1, cumulative/1,
    cumulative/2, disjoint2/1, element/3, fd_degree/2, fd_dom/2, fd_inf/2, fd_size/2, fd_sup/2, fd_var/1,
    global_cardinality/2, global_cardinality/3, (in)/2, indomain/1, (ins)/2, label/1, labeling/2, lex_chain/1,
    scalar_product/4, serialized/2, sum/3, transpose/2, tuples_in/2, zcompare/3]).
library_allows(clpb, [labeling/1, random_labeling/2, sat/1, sat_count/2, taut/2, weighted_maximum/3]).
% Constraints are data: numbers, variables and signs, never goals.
library_allows(nf_r, [{}/1, entailed/1]).
library_allows(nf_q, [{}/1, entailed/1]).
library_allows(bv_r, [inf/2, sup/2, minimize/1, maximize/1]).
library_allows(bv_q, [inf/2, sup/2, minimize/1, maximize/1]).
library_allows(bb_r, [bb_inf/3, bb_inf/5]).
library_allows(bb_q, [bb_inf/3, bb_inf/4]).
library_allows(ugraphs, [add_edges/3, add_vertices/3, complement/2, compose/3, connect_ugraph/3, del_edges/3,
    del_vertices/3, edges/2, neighbors/3, neighbours/3, reachable/3, top_sort/2, transitive_closure/2, transpose_ugraph/2,
    ugraph_union/3, vertices/2, vertices_edges_to_ugraph/3]).
library_allows(rbtrees, [is_rbtree/1, list_to_rbtree/2, ord_list_to_rbtree/2, rb_del_max/4, rb_del_min/4, rb_delete/3,
    rb_delete/4, rb_empty/1, rb_in/3, rb_insert/4, rb_insert_new/4, rb_keys/2, rb_lookup/3, rb_max/3, rb_min/3, rb_new/1,
    rb_next/4, rb_previous/4, rb_size/2, rb_update/4, rb_update/5, rb_visit/2]).
library_allows(option, [option/2, option/3, select_option/3, select_option/4, merge_options/3]).
library_allows(dcg_basics, [white/2, whites/2, nonblank/3, nonblanks/3, blank/2, blanks/2, blanks_to_nl/2, string/3,
    string_without/4, alpha_to_lower/3, digits/3, digit/3, integer/3, float/3, number/3, xinteger/3, xdigit/3, xdigits/3,
    eol/2, eos/2, remainder/3, prolog_var_name/3, atom/3]).

% Which arguments of a goal are goals: 0, closures with N more arguments: N, goals with ^: ^, others: -
meta(findall(_,_,_), f(-,0,-)).       meta(findall(_,_,_,_), f(-,0,-,-)).
meta(forall(_,_), f(0,0)).            meta(aggregate_all(_,_,_), f(-,^,-)).
meta(aggregate_all(_,_,_,_), f(-,-,^,-)).
meta(setof(_,_,_), f(-,^,-)).         meta(bagof(_,_,_), f(-,^,-)).
meta(once(_), f(0)).                  meta(ignore(_), f(0)).
meta(not(_), f(0)).
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

% Texts are made by format/3 with directives that call nothing: not ~p, ~@ and ~W, which run goals, and no more than
% format_count/1 columns or copies.
safe_format(Sink, Format, Arguments) :-
    (   nonvar(Sink), safe_sink(Sink)
    ->  true
    ;   throw(error(permission_error(write, stream, Sink), _))
    ),
    (   format_codes(Format, Codes), safe_directives(Codes, Arguments)
    ->  writable(Arguments), format(Sink, Format, Arguments)
    ;   throw(error(permission_error(call, sandboxed, format(Sink, Format, Arguments)), _))
    ).
% Terms as text and back, as deep as can be read and written.
safe_term_to_atom(Term, Atom) :- ( nonvar(Atom) -> readable(Atom) ; writable(Term) ), term_to_atom(Term, Atom).
safe_term_string(String, Term) :- ( nonvar(String) -> readable(String) ; writable(Term) ), term_string(String, Term).
safe_atom_to_term(Atom, Term, Bindings) :- readable(Atom), atom_to_term(Atom, Term, Bindings).
safe_sink(atom(_)). safe_sink(string(_)). safe_sink(codes(_)).
format_codes(Format, Codes) :- is_list(Format), !, catch(string_codes(Text, Format), _, fail), string_codes(Text, Codes).
format_codes(Format, Codes) :- atomic(Format), string_codes(Format, Codes).

safe_directives(Codes, Arguments) :- is_list(Arguments), !, directives(Codes, Arguments).
safe_directives(Codes, Argument) :- directives(Codes, [Argument]).
directives([], _).
directives([0'~|Codes], Arguments) :- !,
    count(Codes, Arguments, [Letter|Rest], Left),
    char_code(Char, Letter),
    ( format_letter(Char, Taken) -> true ; fail ),
    drop(Taken, Left, After),
    directives(Rest, After).
directives([_|Codes], Arguments) :- directives(Codes, Arguments).

count([0'*|Codes], [N|Left], Codes, Left) :- !, integer(N), small_count(N).
count([0'`, _|Codes], Left, Codes, Left) :- !.
count(Codes, Left, Rest, Left) :- digits(Codes, 0, N, Rest), small_count(N).
digits([D|Codes], N0, N, Rest) :- D >= 0'0, D =< 0'9, !, N1 is N0 * 10 + D - 0'0, digits(Codes, N1, N, Rest).
digits(Codes, N, N, Codes).
small_count(N) :- format_count(Most), N =< Most.
format_count(10000).
drop(0, L, L) :- !.
drop(1, [_|L], L) :- !.
drop(_, [], []).  % too few: format/3 says so

% Letter, arguments taken.
format_letter(w, 1). format_letter(q, 1). format_letter(a, 1). format_letter(d, 1). format_letter('D', 1).
format_letter(s, 1). format_letter(e, 1). format_letter(f, 1). format_letter(g, 1). format_letter(c, 1).
format_letter(r, 1). format_letter('R', 1). format_letter(i, 1). format_letter(n, 0). format_letter(t, 0).
format_letter('|', 0). format_letter(+, 0). format_letter(~, 0).

checked(Body, M, Safe) :-
    ( acyclic_term(Body) -> true ; throw(error(representation_error(cyclic_term), _)) ),
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

% Predicates of Prolog itself that neither call what they are given nor reach out of the program.
safe_primitive(G) :- functor(G, Name, Arity), safe(Name, Arity), !.
safe(true, 0). safe(fail, 0). safe(false, 0). safe(!, 0). safe(repeat, 0). safe(throw, 1). safe(undefined, 0).
safe(=, 2). safe(\=, 2). safe(==, 2). safe(\==, 2). safe(@<, 2). safe(@>, 2). safe(@=<, 2). safe(@>=, 2). safe(=@=, 2).
safe(\=@=, 2). safe(?=, 2). safe(compare, 3). safe(unify_with_occurs_check, 2). safe(dif, 2).
safe(is, 2). safe(=:=, 2). safe(=\=, 2). safe(<, 2). safe(>, 2). safe(=<, 2). safe(>=, 2). safe(succ, 2). safe(plus, 3).
safe(between, 3). safe(get_time, 1). safe(stamp_date_time, 3).
safe(var, 1). safe(nonvar, 1). safe(atom, 1). safe(atomic, 1). safe(number, 1). safe(integer, 1). safe(float, 1).
safe(rational, 1). safe(compound, 1). safe(callable, 1). safe(is_list, 1). safe(string, 1). safe(ground, 1).
safe(is_assoc, 1). safe(is_dict, 1).
safe(functor, 3). safe(arg, 3). safe(=.., 2). safe(copy_term, 2). safe(term_variables, 2). safe(term_hash, 2).
safe(compound_name_arguments, 3). safe(compound_name_arity, 3). safe(numbervars, 3). safe(acyclic_term, 1).
safe(length, 2). safe(msort, 2). safe(sort, 2). safe(sort, 4). safe(keysort, 2).
safe(atom_codes, 2). safe(atom_chars, 2). safe(char_code, 2). safe(atom_length, 2). safe(atom_concat, 3). safe(sub_atom, 5).
safe(atom_number, 2). safe(number_codes, 2). safe(atom_string, 2). safe(number_string, 2). safe(upcase_atom, 2).
safe(downcase_atom, 2). safe(char_type, 2). safe(code_type, 2). 
safe(atomic_list_concat, 2). safe(atomic_list_concat, 3). safe(split_string, 4).
safe(string_concat, 3). safe(string_length, 2). safe(string_chars, 2). safe(string_codes, 2). safe(string_to_atom, 2).
safe(string_code, 3). safe(sub_string, 5). safe(string_lower, 2). safe(string_upper, 2).
safe(text_to_string, 2). safe(memberchk, 2). safe(abolish_all_tables, 0).
