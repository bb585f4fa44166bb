% SPDX-License-Identifier: Apache-2.0
:- use_module(library(clpfd)).
:- use_module(library(when)).
queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs), labeling([ff], Qs).
safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
no_attack(_, [], _).
no_attack(Q, [Q1|Qs], D) :- Q #\= Q1, abs(Q - Q1) #\= D, D1 is D+1, no_attack(Q, Qs, D1).
%? X #= 3+4
%? 7 #= X+4
%? X #> 3, X #< 5
%? X #> 3, X = 2
%? X in 1..3, indomain(X)
%? X in 1..3, X #\= 2, label([X])
%? [X,Y] ins 0..2, X + Y #= 3, label([X,Y])
%? X #= Y, Y = 4
%? X * X #= 49, X #> 0
%? X // 2 #= 3, X in 0..20, label([X])
%? X mod 3 #= 1, X in 0..7, label([X])
%? X rem 3 #= -1, X in -4..0, label([X])
%? B #<==> (X #> 3), X = 5
%? B #<==> (X #> 3), X = 1
%? X #> 3 #\/ X #< 1, X in 0..4, label([X])
%? #\ (X #= 2), X in 1..3, label([X])
%? X #> 1 #==> Y #= 1, X = 2
%? all_different([X,Y]), X = 1, Y in 1..2
%? all_distinct([X,Y,Z]), [X,Y,Z] ins 1..3, X = 1, label([Y,Z])
%? sum([X,Y],#=,5), [X,Y] ins 1..4, label([X,Y])
%? X in 1..5, fd_inf(X,I), fd_sup(X,S)
%? X in 1..5, fd_dom(X,D)
%? X in 1..10, X #> 4, fd_dom(X,D)
%? queens(4,Q)
%? queens(3,Q)
%? X #= a
%? X #< foo(1)
%? X in a..b
%? label([X])
%? tuples_in([[X,Y]],[[1,2],[2,3]]), X = 1
%? element(2,[a_gone],X)
%? element(I,[3,4,5],4)
%? X #= abs(Y), Y in -2..2, X #= 2, label([Y])
%? X #= max(2,5)
%? X #= min(Y,2), Y = 7
%? X #>= 2, X #=< 2
%? X #\= 3, X = 3
%? X #\= 3, X = 4
%? length(L,2), L ins 0..1, sum(L,#=,1), label(L)
%? zcompare(O,1,2)
%? X in 0..3, X #= 2*Y, label([X,Y])
%? 2 #= X + Y, X #= 1
%? X #= 10 // 3
%? X #= -7 mod 3
%? X #= 2^3
%? 0 #= X * Y, X in 1..2
%? X in 1..3, labeling([down],[X])
%? X in 1..3, labeling([max(X)],[X])
%? dif(X,Y), X = 1, Y = 2
%? dif(X,Y), X = Y
%? dif(X,f(Y)), X = f(1), Y = 2
%? dif([X|T],[a]), X = a, T = [b]
%? dif(A,B), dif(B,C), A = 1, B = 2, C = 1
%? freeze(X,(Y = 1)), freeze(X,(Z = 2)), X = a
%? freeze(X,X > 1), X = 1
%? freeze(X,X > 1), X = 2
%? freeze(X,true), freeze(Y,true), X = Y, X = 1
%? frozen(X,G)
%? when(nonvar(X),Y = 1), X = f(_)
%? when(ground(X),Y = 1), X = f(Z), Z = 2
%? when((nonvar(X);nonvar(Y)),Z = 1), Y = a
%? when((nonvar(X),nonvar(Y)),Z = 1), Y = a
%? when((nonvar(X),nonvar(Y)),Z = 1), Y = a, X = b
%? when(?=(X,Y),Z = 1), X = a, Y = b
%? when(?=(X,Y),Z = 1), X = Y
%? when(X,true)
%? when(foo,true)
%? when(nonvar(a),X = 1)
%? put_attr(X,m,1), get_attr(X,m,V)
%? put_attr(X,m,1), del_attr(X,m), \+ attvar(X)
%? copy_term(X,Y,G)
%? dif(X,a), copy_term(X,Y,G)
%? freeze(X,true), copy_term(X,Y,G)
%? dif(X,a), term_attvars(f(X,Y),V)
%? X in 1..2, copy_term(X,X,G)
% Variables inside of the implementation of dif/2 are among theirs.
%~ call_residue_vars(dif(X,a),V)
%? X #= 1, Y #= X+1, Z #= Y*2
%? X #>= 4, dif(X,a)
%? X #>= 4, dif(X,f(Y)), Y = 1
%? X #>= 4, dif(X,4), X #=< 4
%? freeze(X,throw(woken)), ?=(X,a)
%? freeze(X,fail), dif(X,a)
%? catch((X #>= 4, dif(X,a), X = a),error(E,_),true)
%? dif(X,a), X #>= 4, X = a
