# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Inverts the 4 x 4 matrix by Gauss-Jordan elimination instead of cofactors."""
from mpmath import mpf

from shared.linear import identity, subtract, times


def eliminated(map_):
    """The inverse of an affine map."""
    rows = [list(row) + one for row, one in zip(list(map_) + [[mpf(0)] * 3 + [mpf(1)]], identity(4))]
    for c in range(4):
        pivot = max(range(c, 4), key=lambda r: abs(rows[r][c]))
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = times(1 / rows[c][c], rows[c])
        for r in range(4):
            if r != c:
                rows[r] = subtract(rows[r], times(rows[r][c], rows[c]))
    return [row[4:] for row in rows[:3]]


def answer(question):
    return {"inverse_binds": [eliminated(b) for b in question["bind"]]}
