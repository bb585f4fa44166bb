% SPDX-License-Identifier: Apache-2.0
:- use_module(library(assoc)).
:- use_module(library(yall)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(aggregate)).
:- use_module(library(dcg/basics)).
:- use_module(library(dcg/high_order)).
:- use_module(library(solution_sequences)).
:- use_module(library(clpfd)).
:- use_module(library(option)).
:- use_module(library(error)).
:- use_module(library(rbtrees)).
:- use_module(library(ugraphs)).
:- use_module(library(ordsets)).
:- use_module(library(gensym)).
:- use_module(library(terms)).
:- use_module(library(strings)).
:- use_module(library(nb_set)).
:- use_module(library(readutil)).
:- use_module(library(heaps)).
:- use_module(library(varnumbers)).
:- use_module(library(edit)).
:- op(700, xfx, ===>).
:- op(200, xfy, **>).
:- op(9, fx, #).
:- dynamic fact/1, store/2, cnt/1.

%: assoc_count(X,T) list(oneof([a,b,c]))
assoc_count(L, T) :- empty_assoc(E), foldl([K,A0,A]>>( get_assoc(K,A0,N) -> M is N+1, put_assoc(K,A0,M,A) ; put_assoc(K,A0,1,A) ), L, E, A1), assoc_to_values(A1, Vs), ( Vs = [3] -> T = three ; Vs == [1,2] -> T = onetwo ; get_assoc(b, A1, 2) -> T = b2 ; length(Vs, T) ).

%: pushback(X,T) list(oneof([a,b,c]))
pushback(L, T) :- phrase(pb(T0), L), T = T0.
pb(x(N)) --> look(a), !, [_], pb(N).
pb(y) --> look(b), [b].
pb(z), [a] --> [c], pbend.
pb(e) --> [].
pbend --> [].
look(X), [X] --> [X].

%: strcode(X,T) between(-3,6)
strcode(I, T) :- ( string_code(I, "abc", C) -> ( C > 0'a -> T = big ; T = a ) ; T = none ).

%: globals(X,T) between(-4,5)
globals(X, T) :- nb_setval(gl, 0), b_setval(bl, 1), ( X > 2, nb_setval(gl, 1), b_setval(bl, 7), fail ; true ), nb_getval(gl, G), b_getval(bl, B), ( X =:= 1 -> nb_setval(gl, f(B)) ; true ), nb_getval(gl, G2), T = t(G, B, G2).

%: cleanup(X,T) between(-4,5)
cleanup(X, T) :- nb_setval(cl, []), catch(setup_call_cleanup(true, cl_goal(X), ( nb_getval(cl, L), nb_setval(cl, [c|L]) )), E, true), nb_getval(cl, Cs), ( var(E) -> T = ok(Cs) ; T = ex(E, Cs) ).
cl_goal(X) :- X < 0, !, throw(neg).
cl_goal(0).
cl_goal(X) :- member(Y, [1,2,3]), Y =:= X.

%: bagcaret(X,T) list(oneof([a,b,c]))
bagcaret(L, T) :- ( bagof(K, I^nth0(I, L, K), Ks) -> ( setof(I-K, nth0(I, Ks, K), S), length(S, N), ( N > 2, K1 = a, memberchk(_-K1, S) -> T = many_a ; T = n(N) ) ) ; T = none ).

%: bagfree(X,T) list(oneof([a,b]))
bagfree(L, T) :- findall(Is, bagof(I, nth0(I, L, K), Is), T).

%: betw(X,T) between(-6,9)
betw(X, T) :- findall(Y, (between(X, 3, Y), Y mod 2 =:= 0), T).

%: msortit(X,T) list(between(-1,1))
msortit(L, T) :- msort(L, S), ( S == L -> T = sorted ; reverse(L, R), msort(R, R) -> T = rev ; T = neither ).

%: numvars(X,T) oneof([a,b])
numvars(X, T) :- C = f(X, A, B, A), copy_term(C, D), numbervars(D, 0, E), ( X == a -> with_output_to(string(T), print(D)) ; B = 1, T = E ).

%: opterm(X,T) any(2,[a,b,1],['===>'/2,'**>'/2,'#'/1])
opterm((# A) ===> B, T) :- !, ( A == B -> T = same ; T = diff ).
opterm(A **> B **> C, T) :- !, T = chain, A = B, B = C.
opterm(#(#(_)), hh) :- !.
opterm(_, other).

%: modcall(X,T) between(-3,3)
modcall(X, T) :- lists:sum_list([X,2], S), ( catch(nomod:thing(S), error(existence_error(_, PI), _), T = PI) -> true ; T = f ).

%: folds(X,T) list(between(-2,2))
folds(L, T) :- foldl([X,A,B]>>(X > 0 -> B is A*2+X ; B = A), L, 0, S), foldl([X,Y,A,B]>>(B is A+X*Y), L, L, 0, Q), ( S > Q -> T = gt ; S =:= Q -> T = eq ; T = lt ).

%: yallfree(X,T) between(-4,4)
yallfree(X, T) :- F = [Y,Z]>>( Z is X+Y ), maplist(F, [1,2], Zs), G = \A^B^( B is A*X ), call(G, 3, W), ( Zs == [3,4], W =:= 6 -> T = two ; W < 0 -> T = neg ; T = other ).

%: yallshare(X,T) list(oneof([a,b]))
yallshare(L, T) :- maplist(\E^(E = a ; E = b), L), !, ( maplist(/(S, [E]>>(E = S)), L) -> T = same ; T = differ ).

%: asrt(X,T) list(oneof([a,b,c]))
asrt(L, T) :- retractall(store(_,_)), nb_setval(k, 0), forall(member(E, L), ( nb_getval(k, K), K1 is K+1, nb_setval(k, K1), ( E == a -> asserta(store(K, E)) ; E == b -> assertz(store(K, E)) ; ignore(retract(store(_, _))) ) )), findall(E, store(_, E), T).

%: logicalup(X,T) between(0,4)
logicalup(N, T) :- retractall(cnt(_)), assertz(cnt(0)), ( cnt(C), C < N, C1 is C+1, assertz(cnt(C1)), C1 >= 2, fail ; true ), aggregate_all(count, cnt(_), T).

%: tabl(X,T) oneof([a,b,c,d,e])
tabl(X, T) :- findall(Y, tconn(X, Y), Ys), sort(Ys, T).
:- table tconn/2.
tconn(X, Y) :- tconn(X, Z), tedge(Z, Y).
tconn(X, Y) :- tedge(X, Y).
tedge(a, b). tedge(b, c). tedge(c, a). tedge(d, a).

%: tabfib(X,T) between(-2,12)
tabfib(X, T) :- X >= 0, tfib(X, F), ( F mod 2 =:= 0 -> T = even ; F > 50 -> T = large ; T = odd ).
:- table tfib/2.
tfib(0, 0). tfib(1, 1).
tfib(N, F) :- N > 1, A is N-1, B is N-2, tfib(A, X), tfib(B, Y), F is X+Y.

%: strs(X,T) atom
strs(X, T) :- split_string(X, "-", " ", Ps), length(Ps, N), ( N =:= 2, Ps = [P|_], P == "a" -> T = ax ; N =:= 3 -> T = three ; string_upper(X, U), atom_string(X, U) -> T = up ; T = N ).

%: fmt(X,T) between(-12,12)
fmt(X, T) :- format(atom(A), "~t~d~4|", [X]), ( A == '  -3' -> T = m3 ; A == '  12' -> T = twelve ; atom_length(A, 4), T = four ).

%: fmt2(X,T) between(-12,12)
fmt2(X, T) :- format(string(S), "~a-~w-~q-~e", [abc, X, 'A', 1.0]), ( sub_string(S, 4, 2, _, "-7") -> T = m7 ; string_length(S, L), T = L ).

%: fmt3(X,T) between(0,1300)
fmt3(X, T) :- format(atom(A), "~D", [X]), ( A == '1,234' -> T = hit ; atom_length(A, L), T = L ).

%: fmt4(X,T) between(-12,130)
fmt4(X, T) :- format(atom(A), "~2d|~8r|~16R|~c", [X, 64, 255, 65]), ( A == '1.23|100|FF|A' -> T = hit ; sub_atom(A, 0, 1, _, -) -> T = neg ; T = o ).

%: readt(X,T) atom
readt(X, T) :- catch(term_to_atom(Y, X), _, fail), ( integer(Y) -> T = int ; atom(Y) -> T = atom ; var(Y) -> T = var ; compound(Y) -> T = comp ; T = other ).

%: readf(X,T) between(-3,9)
readf(X, T) :- format(atom(A), "f(~w,B,B)", [X]), read_term_from_atom(A, Y, []), Y = f(Z, P, Q), ( P == Q, Z == 7 -> T = seven ; T = o ).

%: clp1(X,T) between(-8,8)
clp1(X, T) :- Y #= X*X, Y #< 30, Z #= Y mod 5, ( Z #= 4 -> T = four ; Z = 1 -> T = one ; T = z(Z) ).

%: clp2(X,T) between(-3,8)
clp2(X, T) :- length(L, 2), L ins 1..5, sum(L, #=, X), ( L = [A,B], A #< B, label(L) -> ( A =:= 2 -> T = two ; T = one ) ; T = none ).

%: clp3(X,T) between(-3,8)
clp3(X, T) :- ( X #> 3 #<==> B ), ( X in 0..2 \/ 5..6 -> T = in(B) ; T = out(B) ).

%: clp4(X,T) list(between(0,3))
clp4(L, T) :- ( all_different(L), sum(L, #=, S), S #> 2 -> ( S =:= 5 -> T = five ; T = many ) ; T = no ).

%: difs(X,T) any(1,[a,b],[f/1,f/2])
difs(X, T) :- dif(Y, f(Z)), Z = a, ( X = Y -> T = free ; T = clash ).
difs(_, second).

%: difs2(X,T) any(1,[a,b],[f/1,g/2])
difs2(X, T) :- dif(g(P,Q), X), P = a, ( Q = b -> T = t1 ; T = t2 ).

%: frz(X,T) between(-4,5)
frz(X, T) :- freeze(Y, ( Y > 1, nb_setval(frz, Y) )), nb_setval(frz, 0), ( Y = X -> nb_getval(frz, V), ( V =:= 3 -> T = three ; T = y ) ; T = n ).

%: whn(X,T) list(oneof([a,b]))
whn(L, T) :- when(ground(P-Q), ( P == Q -> S = eq ; S = ne )), when(( nonvar(P) ; nonvar(Q) ), W = woke), ( L = [P,Q|_] -> true ; L = [P] -> true ; true ), ( var(S), var(W) -> T = none ; var(S) -> T = W ; T = S ).

%: whn2(X,T) any(1,[a,b],[f/1,g/2])
whn2(X, T) :- when(?=(A, X), ( A == X -> T0 = same ; T0 = not )), A = f(B), ( var(T0) -> B = a, T = late(T0) ; T = T0 ).

%: frzwhen(X,T) between(-2,3)
frzwhen(X, T) :- freeze(A, B = A), when(nonvar(B), ( C is B*B )), frozen(A, G), ( A = X, C =:= 4 -> T = four ; G = true -> T = none ; T = o ).

%: cyc(X,T) oneof([a,b,c])
cyc(X, T) :- Y = f(X, Y), ( cyclic_term(Y) -> ( X == a, Y = f(A, f(B, _)) -> T = c(A, B) ; X == b -> Z = f(b, Z), ( Z == Y -> T = eq ; T = ne ) ; T = cyc ) ; T = acyc ).

%: bigs(X,T) between(-5,70)
bigs(X, T) :- Y is 2**X, ( Y =:= 18446744073709551616 -> T = b64 ; Y > 9223372036854775807 -> T = big ; integer(Y) -> T = small ; T = float ).

%: bigs2(X,T) between(-9,9)
bigs2(X, T) :- Y is X * 123456789012345678901234567890, ( Y =:= -370370367037037036703703703670 -> T = hit ; Y mod 7 =:= 3 -> T = m ; T = o ).

%: rats(X,T) between(-6,6)
rats(X, T) :- Y is X rdiv 4, ( rational(Y, N, D), D =:= 2 -> T = half(N) ; integer(Y) -> T = int ; T = q ).

%: rats2(X,T) between(-6,6)
rats2(X, T) :- Y is 1r3 + X, ( Y =:= 7r3 -> T = hit ; Y < 0 -> T = neg ; rationalize(0.25) =:= X rdiv 4 -> T = quarter ; T = pos ).

%: flt(X,T) between(-3,4)
flt(X, T) :- Y is X * 1.0, ( Y =:= inf -> T = inf ; Z is nan, Z =\= Y, Y =:= 2 -> T = two ; catch(W is 1/Y, error(evaluation_error(E), _), W = E), ( W == zero_divisor -> T = zd ; W < 0 -> T = neg ; T = pos ) ).

%: flt2(X,T) between(-3,4)
flt2(X, T) :- Y is -0.0 * X, ( Y == 0.0 -> T = pz ; Y == -0.0 -> T = nz ; T = o ).

%: flt3(X,T) between(-3,4)
flt3(X, T) :- Y is copysign(2, X), Z is nexttoward(X, 10), ( Y < 0 -> T = neg ; Z > 3.0 -> T = up ; T = o(Y) ).

%: flt4(X,T) between(-12,12)
flt4(X, T) :- Y is X / 4, format(atom(A), "~2f", [Y]), ( A == '1.25' -> T = hit ; A == '-0.50' -> T = mh ; T = o ).

%: flt5(X,T) between(-12,12)
flt5(X, T) :- Y is sin(X), ( Y > 0.99 -> T = peak ; Y < 0 -> T = neg ; T = pos ).

%: flt6(X,T) between(0,20)
flt6(X, T) :- Y is sqrt(X), ( Y =:= integer(Y) -> T = sq ; Z is Y**2, Z =\= X -> T = inexact ; T = exact ).

%: agg(X,T) list(between(-2,2))
agg(L, T) :- ( aggregate_all(max(X), member(X, L), M) -> true ; M = none ), aggregate_all(bag(X), ( member(X, L), X > 0 ), B), aggregate_all(count, member(_, L), C), ( M == 2, C > 2 -> T = big ; B == [1,1] -> T = ones ; M == none -> T = empty ; T = o ).

%: aggw(X,T) list(oneof([a,b,c]))
aggw(L, T) :- ( aggregate_all(max(I-K), nth1(I, L, K), max(_-W)) -> T = W ; aggregate_all(max(I,K), nth1(I, L, K), max(_,W)) -> T = w(W) ; T = none ).

%: lim(X,T) between(-1,5)
lim(N, T) :- findall(X, limit(N, member(X, [a,b,c])), T).

%: seqs(X,T) list(oneof([a,b,c]))
seqs(L, T) :- findall(X, distinct(X, member(X, L)), D), findall(X, order_by([desc(X)], member(X, L)), O), ( D == O -> T = same ; T = differ ). %

%: callnth(X,T) between(-1,5)
callnth(N, T) :- ( call_nth(member(X, [a,b,c]), N) -> T = X ; T = none ).

%: softc(X,T) oneof([a,b,c])
softc(X, T) :- findall(Y, ( sc(X, Z) *-> Y = Z ; Y = none ), T).
sc(a, 1). sc(a, 2). sc(b, 1).

%: ssucl(X,T) any(1,[a,b,0],[f/1,g/2])
ssucl(X, T) :- su(X, T).
su(a, R) => R = isa.
su(f(X), R), atom(X) => R = fa.
su(g(X, X), R) => R = same.
su(X, R), integer(X) => R = int.

%: ssufail(X,T) oneof([a,b,c])
ssufail(X, T) :- catch(suf(X, T), error(existence_error(K, _), _), T = K).
suf(a, R) => R = 1.
suf(b, _) => fail.

%: catchre(X,T) between(-3,3)
catchre(X, T) :- catch(catch(ct(X), a, throw(b)), B, ( B = error(E, _) -> functor(E, N, _), T = e(N) ; T = b(B) )), ( var(T) -> T = none ; true ).
ct(0) :- throw(a). ct(1) :- throw(c). ct(2) :- atom_length(_, _). ct(3) :- undefined_pred_x. ct(-1) :- Y is foo+1, Y > 0. ct(-2) :- catch(throw(x), y, true). ct(-3).

%: findn(X,T) between(-1,4)
findn(N, T) :- findall(L, findnsols(N, X, member(X, [a,b,c]), L), T).

%: univ(X,T) any(1,[a,b],[f/1,g/2])
univ(X, T) :- X =.. [F|As], length(As, N), ( N =:= 0 -> T = const ; Y =.. [F,q|As], functor(Y, F, M), T = M ).

%: setarg1(X,T) between(0,4)
setarg1(X, T) :- Y = f(a,b,c), ( setarg(X, Y, z) -> true ; true ), ( Y = f(z,_,_), fail ; true ), arg(2, Y, A), nb_setarg(1, Y, q), T = A.

%: gens(X,T) between(0,3)
gens(X, T) :- reset_gensym, ( X > 1 -> gensym(v, _) ; true ), gensym(v, T).

%: succs(X,T) between(-2,4)
succs(X, T) :- ( succ(Y, X) -> ( Y =:= 2 -> T = two ; T = y ) ; T = none ).

%: charsw(X,T) atom
charsw(X, T) :- atom_chars(X, Cs), ( Cs = [C], char_type(C, to_lower(U)), U \== C -> T = case ; Cs = [A,B], char_type(A, digit(W)), char_type(B, digit(V)), W + V =:= 11 -> T = eleven ; maplist([C]>>char_type(C, alpha), Cs) -> T = alpha ; T = o ).

%: numparse(X,T) atom
numparse(X, T) :- ( atom_number(X, N) -> ( N < 0 -> T = neg ; N > 50 -> T = large ; float(N) -> T = float ; T = num ) ; catch(atom_to_term(X, Y, _), _, fail), var(Y) -> T = var ; T = none ).

%: concats(X,T) atom
concats(X, T) :- findall(A-B, atom_concat(A, B, X), L), length(L, N), ( member(A-A, L), A \== '' -> T = double ; N < 3 -> T = N ; T = long ).

%: subs(X,T) atom
subs(X, T) :- ( sub_atom(X, B, 1, A, x), A > B -> T = early ; sub_atom(X, _, 1, 0, X) -> T = one ; aggregate_all(count, sub_atom(X, _, _, _, _), N), N < 4 -> T = N ; T = long ).

%: dcgint(X,T) list(oneof([a,b,c]))
dcgint(L, T) :- ( phrase(sequence(dcgx, [a], Ys), L) -> T = Ys ; T = no ).
dcgx(1) --> [b].
dcgx(2) --> [c].

%: dcgcall(X,T) list(oneof([a,b,c]))
dcgcall(L, T) :- ( phrase(( string_without([a], S), remainder(R) ), L) -> length(S, N), length(R, M), T = N-M ; T = no ).

%: rb(X,T) list(oneof([a,b,c]))
rb(L, T) :- rb_new(T0), foldl([K,A,B]>>( rb_insert_new(A, K, v, B) -> true ; B = A ), L, T0, T1), rb_keys(T1, Ks), ( Ks = [b] -> T = b ; rb_lookup(c, _, T1) -> T = c ; length(Ks, T) ).

%: heap(X,T) list(between(0,3))
heap(L, T) :- findall(P-x, member(P, L), Ps), list_to_heap(Ps, H), ( get_from_heap(H, P, _, G) -> ( P =:= 2 -> T = two ; min_of_heap(G, Q, _), Q =:= P -> T = tie ; T = p ) ; T = empty ).

%: ugr(X,T) list(oneof([a,b,c]))
ugr(L, T) :- ( L = [A,B,C] -> vertices_edges_to_ugraph([], [A-B,B-C], G), ( top_sort(G, S) -> T = S ; T = cyclic ) ; T = short ).

%: opts(X,T) any(2,[a,size,true],[size/1,'='/2,'[|]'/2])
opts(L, T) :- is_list(L), option(size(S), L, none), T = S.

%: dicts(X,T) between(-2,3)
dicts(X, T) :- D = _{a:1, b:X}, ( get_dict(K, D, 2) -> T = K ; D.b > 2 -> T = big ; E = D.put(c, X), dict_pairs(E, _, Ps), length(Ps, T) ).

%: negs(X,T) list(oneof([a,b]))
negs(L, T) :- ( \+ member(a, L), \+ \+ member(b, L) -> T = onlyb ; not(member(_, L)) -> T = empty ; T = o ).

%: subsume(X,T) any(2,[a,b],[f/1,g/2])
subsume(X, T) :- ( subsumes_term(g(Y,Y), X) -> T = gg ; subsumes_term(f(_), X) -> T = f ; X =@= a -> T = a ; T = o ), var(Y).

%: termops(X,T) any(2,[a,b],[f/1,g/2])
termops(X, T) :- ( term_size(X, _) -> true ; true ), ( sub_term(a, X) -> ( occurrences_of_term(a, X, N) -> T = N ; T = q ) ; T = no ).

%: hashes(X,T) oneof([a,b,c])
hashes(X, T) :- term_hash(X, H), term_hash(b, H2), ( H =:= H2 -> T = b ; T = other ).

%: variant(X,T) any(1,[a,b],[f/1,g/2])
variant(X, T) :- copy_term(X-Y, Z-W), ( Z =@= X -> T = v ; T = n ), ( W == Y -> true ; true ).

%: strcmp(X,T) string
strcmp(X, T) :- ( X @< "b" -> ( string_concat("a", R, X) -> string_length(R, T) ; T = less ) ; sub_string(X, 1, 1, _, "z") -> T = z ; T = more ).

%: textcat(X,T) string
textcat(X, T) :- text_concat(X, Y, "ab"), ( Y == "" -> T = all ; Y == "b" -> T = b ; T = ab ).

%: normsp(X,T) string
normsp(X, T) :- normalize_space(atom(A), X), ( A == x -> T = x ; A == '' -> T = empty ; T = o ).

%: atl(X,T) list(oneof([a,b,'']))
atl(L, T) :- atomic_list_concat(L, A), atomic_list_concat(L, '-', B), atom_length(B, N), ( A == ab -> T = N ; A == '' -> T = e(N) ; T = o ).

%: listops(X,T) list(between(0,2))
listops(L, T) :- sumlist(L, S), ( max_list(L, M) -> true ; M = none ), list_to_set(L, Set), exclude([X]>>(X =:= 0), L, NZ), ( S =:= 3, M == 2 -> T = s32 ; Set == L, L \== [] -> T = set ; NZ == [] -> T = zeros ; T = o ).

%: pairsk(X,T) list(oneof([a,b,c]))
pairsk(L, T) :- findall(K-I, nth1(I, L, K), P), keysort(P, S), pairs_values(S, V), ( msort(V, V) -> T = sorted ; transpose_pairs(P, TP), length(TP, N), T = N ).

%: predso(X,T) list(between(-1,2))
predso(L, T) :- predsort([O,A,B]>>( X is A mod 2, Y is B mod 2, compare(O, X, Y) ), L, S), length(S, T).

%: sort4(X,T) list(between(-1,1))
sort4(L, T) :- sort(0, @>=, L, D), sort(0, @=<, L, A), reverse(D, A0), ( A0 == A, D = [H|_], H =:= 1 -> T = top ; T = o ).

%: compar(X,T) any(1,[a,b,1,2.0,"s"],[f/1,g/2])
compar(X, T) :- compare(O, X, f(a)), ( O = (<) -> ( atomic(X) -> T = atomic_less ; T = less ) ; T = O ).

%: recdb(X,T) oneof([a,b,c])
recdb(X, T) :- forall(recorded(kk, _, Ref), erase(Ref)), recordz(kk, X), recordz(kk, b), findall(Y, recorded(kk, Y), L), ( L = [Z,Z] -> T = dup ; L = [c|_] -> T = c ; T = o ).

%: halting(X,T) between(-1,1)
halting(X, T) :- ( X > 5 -> halt ; T = fine ).

%: strm(X,T) atom
strm(X, T) :- atom_string(X, S), open_string(S, St), read_string(St, 1, A), ( A == "q" -> T = q ; T = o ).

%: strm2(X,T) atom
strm2(X, T) :- atom_codes(X, Cs), open_codes_x(Cs, L), T = L.
open_codes_x([0'(|_], open) :- !.
open_codes_x([C|_], upper) :- code_type(C, upper(_)), !.
open_codes_x(_, no).

%: mapch(X,T) list(oneof([a,b,c]))
mapch(L, T) :- maplist([X,Y]>>( X == a -> Y = 1 ; X == b, Y = 2 ), L, Ys) -> sum_list(Ys, T) ; T = none.

%: gcdl(X,T) between(1,40)
gcdl(X, T) :- G is gcd(X, 36), L is lcm(X, 4), ( G =:= 12, L =:= 12 -> T = twelve ; L =:= X -> T = mult ; G =:= 1 -> T = coprime ; T = o ).

%: bitsx(X,T) between(-9,20)
bitsx(X, T) :- ( X > 0, msb(X) =:= 3, popcount(X) =:= 2, 0 is X /\ 1 -> T = hit ; Y is \ X, Y =:= 4 -> T = inv ; Z is X >> 1, Z << 1 =:= X -> T = even ; T = odd ).

%: powm(X,T) between(0,12)
powm(X, T) :- Y is powm(X, 3, 13), ( Y =:= 5 -> T = five ; T = o ).

%: truncs(X,T) between(-9,9)
truncs(X, T) :- A is X // 2, B is X div 2, C is X rem 3, D is X mod 3, ( A =\= B -> ( D =:= 2 -> T = ab2 ; T = ab ) ; C =\= D -> T = cd ; T = o ).

%: cot(X,T) between(-2,2)
cot(X, T) :- catch(Y is max(X, 1.0), _, true), ( Y == 1.0 -> T = f ; Y == 1 -> T = i ; T = o ).

%: cmpflags(X,T) between(-2,2)
cmpflags(X, T) :- Y is cmpflags_helper, T = Y, X > 3.
cmpflags(X, T) :- ( X == 1 -> T = one ; 1.0 =:= X -> T = never ; T = o ).

%: ifint(X,T) any(1,[a,1],[f/1,'+'/2])
ifint(X, T) :- catch(( Y is X, ( Y > 3 -> T = big ; T = small ) ), error(type_error(K, _), _), T = K).

%: blk(X,T) list(oneof([a,b,c]))
blk(L, T) :- append(Pre, [b|Post], L), !, ( append(_, [a], Pre) -> T = ab ; Post = [c|_] -> T = bc ; T = b ).
blk(L, T) :- last(L, X), ( X == c -> T = lastc ; T = last ).

%: nested(X,T) list(oneof([a,b]))
nested(L, T) :- forall(member(X, L), ( X == a -> true ; X == b, memberchk(a, L) )), !, T = ok.
nested(_, bad).

%: inferl(X,T) between(0,3)
inferl(X, T) :- call_with_inference_limit(loopn(X), 5000, R), ( R == inference_limit_exceeded -> T = lim ; T = done ).
loopn(2) :- !, loopn(2).
loopn(_).

%: depthl(X,T) between(0,6)
depthl(X, T) :- call_with_depth_limit(deepn(X), 4, R), ( R == depth_limit_exceeded -> T = exceeded ; T = done ).
deepn(0) :- !.
deepn(N) :- M is N-1, deepn(M), true.

%: delim(X,T) between(-1,2)
delim(X, T) :- reset(shf(X), B, Cont), ( Cont == 0 -> T = none ; B = ball(Y), call(Cont), T = b(Y) ).
shf(X) :- ( X > 0 -> shift(ball(X)) ; true ).

%: tnots(X,T) oneof([a,b,c])
tnots(X, T) :- ( wins(X) -> T = win ; T = lose ).
:- table wins/1.
wins(X) :- mv(X, Y), tnot(wins(Y)).
mv(a, b). mv(b, c).

%: tabmode(X,T) oneof([a,b,c])
tabmode(X, T) :- ( tpath(X, c, N) -> T = N ; T = none ).
:- table tpath(_,_,min).
tpath(X, Y, 1) :- mv(X, Y).
tpath(X, Y, N) :- mv(X, Z), tpath(Z, Y, M), N is M+1.

%: strfmt(X,T) atom
strfmt(X, T) :- format(atom(A), "~w~a", [X, X]), ( A == abab -> T = ab ; A == aa -> T = a ; format(atom(B), "~q", [X]), B \== X -> T = quoted ; T = plain ).

%: upper(X,T) atom
upper(X, T) :- upcase_atom(X, U), downcase_atom(X, D), ( U == D -> T = nocase ; U == X -> T = upper ; D == X -> T = lower ; T = mixed ).

%: mustb(X,T) any(1,[a,1,-1],[f/1,'[|]'/2])
mustb(X, T) :- catch(( must_be(positive_integer, X), T = pos ), error(E, _), ( functor(E, T, _) )).

%: mustb2(X,T) any(2,[a,1],['[|]'/2])
mustb2(X, T) :- catch(( must_be(list(integer), X), length(X, T) ), error(E, _), ( functor(E, T, _) )).

%: istyp(X,T) any(2,[a,1,"s",x],['[|]'/2,'-'/2])
istyp(X, T) :- ( is_of_type(list_of(integer), X) -> T = li ; is_of_type(pair, X) -> T = pair ; is_of_type(boolean, X) -> T = bool ; is_of_type(text, X) -> T = text ; T = o ).

%: copyattr(X,T) between(0,4)
copyattr(X, T) :- put_attr(V, myattr, X), copy_term(V, W), ( get_attr(W, myattr, Y), Y > 2 -> T = big ; copy_term(V, _, Gs), length(Gs, N), T = N ).

%: lists2(X,T) list(oneof([a,b,c]))
lists2(L, T) :- ( sumlist([1], _), nextto(a, b, L) -> T = ab ; permutation(L, P), P = [c,_] -> T = c ; flatten([L,[L]], F), length(F, N), N > 4 -> T = long ; last(L, X) -> ( X == b -> T = b ; T = a ) ; T = e ).

%: strsub(X,T) between(0,20)
strsub(X, T) :- number_codes(X, Cs), atom_codes(A, Cs), atom_concat(A, '0', B), atom_number(B, N), ( N =:= 150 -> T = hit ; sub_atom(B, 0, 1, _, '1') -> T = one ; T = o ).

%: cputest(X,T) between(0,3)
cputest(X, T) :- statistics(runtime, [R|_]), ( R >= 0, X > 1 -> T = y ; T = n ).

%: findallt(X,T) list(oneof([a,b]))
findallt(L, T) :- findall(X-Y, ( member(X, L), Y = _ ), Ps, [end]), length(Ps, N), ( N > 3 -> T = full ; T = N ).

%: forallv(X,T) list(between(-1,1))
forallv(L, T) :- ( forall(( nth0(I, L, X), J is I+1, nth0(J, L, Y) ), X =< Y) -> T = asc ; forall(nextto(X, Y, L), X >= Y) -> T = desc ; T = no ).

%: foreachx(X,T) list(between(-1,1))
foreachx(L, T) :- ( foreach(member(X, L), dif(X, Y)), Y = 1 -> T = no1 ; T = has1 ).

%: strconvert(X,T) any(1,[a,1,"s",[]],[f/1])
strconvert(X, T) :- ( catch(atom_string(A, X), _, fail) -> ( A == a -> T = a ; A == '1' -> T = one ; A == '[]' -> T = nil ; T = o ) ; T = no ).

%: nilatom(X,T) any(1,[[],'[]',a],['[|]'/2])
nilatom(X, T) :- ( X == [] -> T = nil ; X == '[]' -> T = atom ; atom(X) -> T = otheratom ; T = o ).

%: termvars(X,T) any(1,[a,b],[f/1,g/2])
termvars(X, T) :- term_variables(h(X, A, B), Vs), ( ground(X) -> length(Vs, T) ; T = ng ), A = B.

%: tostr(X,T) any(1,[a,'A',1,"s"],[f/1,'-'/2])
tostr(X, T) :- term_to_atom(X, A), ( A == 'f(a)' -> T = fa ; A == '''A''' -> T = quoted ; A == 'a-1' -> T = m ; A == '"s"' -> T = s ; T = o ).

%: sformatq(X,T) any(1,[a,'A',1,"s"],[f/1,'-'/2])
sformatq(X, T) :- with_output_to(string(S), ( write(X), nl, print(X) )), ( S == "A\n'A'" -> T = qa ; S == "s\n\"s\"" -> T = ss ; S == "f(1)\nf(1)" -> T = f1 ; T = o ).

%: unifocc(X,T) any(1,[a,b],[f/1,g/2])
unifocc(X, T) :- ( unify_with_occurs_check(g(A, f(A)), g(X, Y)), Y = f(a) -> T = a ; T = o ).

%: argenum(X,T) any(1,[a,b],[f/1,g/2])
argenum(X, T) :- ( compound(X) -> findall(N-A, arg(N, X, A), L), ( L = [1-a,2-b] -> T = ab ; length(L, T) ) ; catch(arg(1, X, _), error(E, _), functor(E, T, _)) ).

%: functr(X,T) between(-1,3)
functr(N, T) :- functor(F, foo, N), ( atom(F) -> T = atom ; compound(F), F =.. L, length(L, M), T = M ).

%: cnames(X,T) any(1,[a,b],[f/1,g/2])
cnames(X, T) :- ( compound_name_arity(X, g, N) -> T = N ; catch(compound_name_arguments(X, f, [Y]), error(E, _), ( functor(E, Y, _) )) -> ( Y == b -> T = b ; T = y ) ; T = o ).

%: lastcase(X,T) atom
lastcase(X, T) :- sub_atom_icasechk(X, _, b), !, T = hasb.
lastcase(X, T) :- char_code(X, C), !, ( C > 0'z -> T = beyond ; T = one ).
lastcase(_, other).

%: parts(X,T) any(1,[a,0],[point/2,line/1])
parts(X, T) :- functor(X, point, 2), arg(1, X, A), ( A == 0 -> T = origin ; T = point ).
parts(X, T) :- X =.. [line|As], As = [B], ( B == a -> T = line_a ; T = line ).

%: kinds(X,T) any(1,[a,0],[circle/1,square/1,rect/2])
kinds(X, T) :- functor(X, N, A), kind(N/A, T).
kind(circle/1, round).
kind(square/1, edgy).
kind(rect/2, edges).

%: names(X,T) any(1,[a,b],[add/2,neg/1])
names(X, T) :- compound(X), compound_name_arguments(X, N, As), ( N == add, length(As, 2), As = [Y,Y] -> T = twice ; N = neg -> T = neg ; T = o ).

%: quoted(X,T) oneof(['it''s','A b',[],5,-2,9])
quoted(X, T) :- ( X == 'it\'s' -> T = its ; integer(X), X > 7 -> T = nine ; X == [] -> T = nil ; integer(X) -> ( X < 0 -> T = neg ; X =:= 5 -> T = five ; T = never ) ; T = text ).

%: difflist(X,T) list(oneof([a,b]))
difflist(L, T) :- format(codes(C, Tail), "~w", [x]), Tail = L, ( C = [0'x,a|R] -> length(R, T) ; C == [0'x] -> T = x ; T = o ).

%: sinks(X,T) between(0,120)
sinks(X, T) :- with_output_to(codes(C, [0'z]), write(X)), ( C = [0'4,0'2,0'z] -> T = hit ; length(C, T) ).

%: foldsub(X,T) any(1,[a,1],[f/1,g/2])
foldsub(X, T) :- mapargs([A,B]>>( A == 1 -> B = one ; B = A ), g(X,1), Y), ( Y = g(one,_) -> T = both ; T = last ).

%: sstr(X,T) string
sstr(X, T) :- sub_string(X, B, 1, 0, "z"), !, ( B =:= 0 -> T = only ; T = last ).
sstr(X, T) :- string_code(1, X, C), ( C =:= 0'q -> T = q ; C < 0'a -> T = low ; T = o ).
sstr("", empty).

%: catsum(X,T) between(-20,40)
catsum(X, T) :- catch(( X < 0 -> throw(neg(X)) ; X > 30 -> Y is X/0, T = Y ; X mod 7 =:= 3 -> T = three ; T = o ), E, ( E = neg(N), N < -10 -> T = deep ; E = neg(_) -> T = neg ; T = div )).
