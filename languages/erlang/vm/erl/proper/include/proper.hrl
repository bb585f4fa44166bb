%% SPDX-License-Identifier: Apache-2.0
%% Stands in for PropEr's header: properties become functions of what they quantify over (cuttle_proper.erl).
-compile({parse_transform, cuttle_proper}).
-define(FORALL(X, Generator, Property), cuttle_proper:forall(Generator, fun(X) -> Property end)).
-define(LET(X, Generator, Made), cuttle_proper:made(Generator, fun(X) -> Made end)).
-define(SUCHTHAT(X, Generator, Condition), cuttle_proper:such_that(Generator, fun(X) -> Condition end)).
-define(SUCHTHATMAYBE(X, Generator, Condition), Generator).
-define(IMPLIES(Condition, Property), case Condition of true -> Property; false -> true end).
-define(WHENFAIL(Action, Property), Property).
-define(TRAPEXIT(Property), Property).
-define(TIMEOUT(Limit, Property), Property).
-define(SETUP(Setup, Property), Property).
-define(FORALL_TARGETED(X, Generator, Property), ?FORALL(X, Generator, Property)).
-define(SHRINK(Generator, Alternatives), Generator).
-define(LAZY(Generator), Generator).
-define(DELAY(Generator), Generator).
