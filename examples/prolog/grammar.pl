% SPDX-License-Identifier: Apache-2.0
% A small grammar as a DCG.
% cuttle run grammar.pl --goal 'sentence(Words,[])' --ground 1 --depth 4
sentence --> noun_phrase, verb_phrase.

noun_phrase --> determiner, noun.

verb_phrase --> verb.
verb_phrase --> verb, noun_phrase.

determiner --> [the].
noun --> [cat].
noun --> [dog].
verb --> [sees].
