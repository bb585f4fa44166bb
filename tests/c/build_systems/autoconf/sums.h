/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
long digit_sum(long n);
