/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A process that loads this library reads and writes subnormal numbers as 0, as GPUs may.
 */
#include <xmmintrin.h>

__attribute__((constructor)) static void flush_subnormals(void) {
  _mm_setcsr(_mm_getcsr() | 0x8040); /* flush to zero, and denormals are zero */
}
