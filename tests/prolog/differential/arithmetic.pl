% SPDX-License-Identifier: Apache-2.0
fac(0,1) :- !.
fac(N,F) :- M is N-1, fac(M,G), F is N*G.
%? X is 1+2*3
%? X is 7/2
%? X is 8/2
%? X is -7//2
%? X is -7 mod 2
%? X is -7 rem 2
%? X is 7 mod -2
%? X is -7 div 2
%? X is 2**3
%? X is 2** -1
%? X is 2^3
%? X is 2^(-1)
%? X is 1^(-1)
%? X is 2.0**3
%? X is 5 rdiv 10
%? X is max(1,2.0)
%? X is max(1,1.0)
%? X is min(1,1.0)
%? X is abs(-3)
%? X is sign(-2.5)
%? X is gcd(12,18)
%? X is 5 /\ 3
%? X is 5 \/ 3
%? X is 5 xor 3
%? X is \ 5
%? X is 1<<10
%? X is -5>>1
%? X is truncate(2.7)
%? X is round(2.5)
%? X is ceiling(2.1)
%? X is floor(-2.1)
%? X is integer(2.5)
%? X is integer(-2.5)
%? X is sqrt(16)
%? X is sqrt(-1)
%? X is log(0)
%? X is exp(0)
%? X is sin(0)
%? X is atan2(1,1)
%? X is atan(1,2)
%? X is pi
%? X is e
%? X is inf
%? X is cot(1.0)
%? X is 1/0
%? X is 1/0.0
%? X is 1.0/0
%? X is 1 mod 0
%? X is foo+1
%? X is foo(1)+1
%? X is Y+1
%? X is "a"+0
%? X is "ab"+0
%? X is [1]
%? X is a
%? X is [1,2]
%? X is [1|a]
%? X is [1|_]
%? 5 =< [0|0]
%? 1 =:= 1.0
%? 1 =\= 2
%? 2 < 3.0
%? 3 =< a
%? X < 3
%? 2 >= 1+1
%? fac(25,X)
%? X is 123456789012345678901234567890*2
%? X is 9223372036854775807+1
%? X is -9223372036854775808-1
%? X is 4611686018427387904*2
%? X is 1152921504606846975+1
%? X is 10**20
%? X is 7.0//2
%? X is msb(1000)
%? X is cot(0)
%? X is truncate(1.0e20)
%? X is float_integer_part(2.5)
%? X is float_fractional_part(-2.5)
%? X is copysign(2,-0.0)
%? X is 3.0
%? X is 1.0e10
%? X is 1.5e300*1.5e300
%? X is -(3)
%? X is - 3
%? X is +(3)
%? X is cputime*0
%? X is random(1)
%? X is trig(1)
%? 3 is 1+2
%? 4 is 1+2
%? a is 1
%? X is 5.0, Y is 5, X == Y
%? X is 10 mod 3 + 10 rem 3
%? X is 1.0, integer(X)
%? X is numerator(3r6)
%? X is rationalize(0.25)
%? X is rational(0.25)
%? X is 2 + 1r3
%? X is 1r3 * 3
%? X = 1r3, rational(X)
%? succ_or_zero(1)
%? X is cmpflags
%? X is nexttoward(1,2)
%? X is trunc(2.5)
%? X is 5 / 2.0
%? X is 2 ** 3.0
%? X is 2 ** 0.5
%? X is 0 ** 0
%? X is 0.0 / 0
%? X is max(a,1)
%? X is [0'a]
%? X is [a]
%? X is [-1]
%? X is [Y]
%? X is "a"
%? X is 'a'
%? X is cot(2)
%? X is 5 mod 3.0
%? X is 2 ** 100
%? X is -2 ** 2
%? X is 2 ** -2
%? X is 0 ^ -1
%? X is 0.0 ** 0
%? X is 1 << -1
%? X is 1 << 70
%? X is -1 >> 70
%? divmod(7,2,Q,R)
%? divmod(-7,2,Q,R)
%? nth_integer_root_and_remainder(2,10,R,S)
%? X is cmpflags(1)
%? X is truncate(1.0e300)
%? X is 1.0e308*10
%? X is log2(8)
%? X is log(2,8)
%? X is ceiling(1.0e20)
%? X is trig
%? X is round(-2.5)
%? X is max(2,3)*min(1,0)
%? X is tanh(0.0)
%? X is asin(2)
%? X is acos(1)
% The only function of three arguments.
%? X is powm(2,3,5)
%? X is lsb(8)
%? X is popcount(7)
%? X is getbit(5,0)
%? X is trunc(1.5)
%? X is lgamma(1.0)
%? X is erf(0.0)
%? X is nan
%? X is inf-inf
%? X is epsilon
%? X is max_tagged_integer
%? X is random_float*0
%? succ_throw(a)
%? X is 3 rdiv 6 + 1
%? X is 2 rdiv 4
%? X is 1r3+0.5
%? X =:= 1
%? 1 =:= 1r1
%? 1 < 1r2
%? X is 10 // 3 * 3 + 10 mod 3
%? X is -(-(3))
%? X is abs(-1.5)
%? X is sign(0)
%? X is gcd(0,0)
%? X is gcd(2.0,4)
%? X is lcm(4,6)
%? X is msb(0)
%? X is msb(-1)
%? X is \(1.0)
%? X is 1 /\ 2.0
%? X is e**2
%? X is exp(1.0)
%? X is 5 rem 0
%? X is 5 // 0
%? X is 5.0 / 0.0
%? X is 0/0
%? X is 0.0/0.0
%? X is 1.0 mod 2
%? X is integer(1.0e20)
%? X is integer(2.4999)
%? X is float(1)
%? X is float(12345678901234567890123)
%? X is 12345678901234567890 mod 1000
%? X is -12345678901234567890 // 7
%? X is 100**10 mod 7
%? X is 3.0*2
%? X is 2-3.5
%? X is a+b
%? X is f(1)
%? X is 1+a
%? 1+1 =:= 2.0
%? a < 1
%? 1 < a
%? X is Y
%? X is 1+Y
%? plus(1,X,Y)
%? plus(1.5,2,X)
%? succ(X,1)
%? succ(0,X)
%? succ(-1,X)
%? succ(1.5,X)
%? between(1,3,2)
%? between(1,2,a)
%? between(X,2,1)
%? between(1,X,1)
%? between(0,infinite,3)
%? X is cot(a)
%? number_vars(1)
%? X is 1.0Inf
%? X is 1.5NaN
%? X = 1.0Inf, Y is X+1
%? X is 5, integer(X)
%? X is 4/2, integer(X)
%? X is 7/2, float(X)
%? X is 2 ** 3, integer(X)
%? X is 2 ** 3.0, float(X)
%? X is 9007199254740993 + 0.0
%? 9007199254740993 =:= 9007199254740992.0
%? 9007199254740993 < 9007199254740992.0
%? compare(O,9007199254740993,9007199254740992.0)
%? X is tgamma_gone(1)
%? X is cosh(0)
%? X is ceiling(2)
%? X is nexttoward(1.0,2)
%? X is copysign(2.0,-1)
%? X is trunc(-0.5)
%? X is float_integer_part(-2.5)
%? X is float_integer_part(3)
%? X is numerator(2)
%? X is denominator(2r3)
%? X is cmpflags+1
%? bounded_is_false
%? X is mod(5)
%? X is 1 + "a"
%? X is "1"+1
%? set_random(seed(1))
%? X is random(10)*0

%? X is 2.0 ** 0
%? X is 0 ** 0.0
%? X is nan ** 0
%? X is 2.0 ^ 0
%? 9007199254740993 > 9007199254740992.0
%? compare(O,9007199254740993,9007199254740992.0)
%? 1r3 =:= 0.3333333333333333
%? 10**400 > 1.0
%? X is max(9007199254740993,9007199254740992.0)
