/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifdef __cplusplus
extern "C" {
#endif
unsigned count_words(const char* text);
char shout(char c);
#ifdef __cplusplus
}
#endif
