/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

/* fgetc on any stream, symbolic where the stream is an input. */
int cuttle_next_character(FILE* stream);
int __cuttle_model_ungetc(int c, FILE* stream);
