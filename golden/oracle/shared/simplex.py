# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Weights that are not negative and sum to 1: the best face of the simplex, with a Lagrange multiplier for each
face's sum."""
from itertools import combinations

from mpmath import lu_solve, matrix, mpf

from shared.linear import dot, length, subtract, times, total

NOTHING = mpf(2) ** -150  # for equal costs, the face with fewer columns stays


def on_face(columns, b, before, squared, face):
    """Stationary weights of the columns in the face that sum to 1; None if there are none."""
    n = len(face)
    kkt, side = matrix(n + 1), matrix(n + 1, 1)
    for r, i in enumerate(face):
        for c, j in enumerate(face):
            kkt[r, c] = dot(columns[i], columns[j]) + (squared if i == j else 0)
        kkt[r, n] = kkt[n, r] = 1
        side[r] = dot(columns[i], b) + squared * before[i]
    side[n] = 1
    try:
        found = lu_solve(kkt, side)
    except (ZeroDivisionError, TypeError):  # mpmath finds no pivot
        return None
    w = [mpf(0)] * len(columns)
    for r, i in enumerate(face):
        w[i] = found[r]
    return w


def blend(columns, w):
    return total([times(w_i, a) for w_i, a in zip(w, columns)], len(columns[0]))


def apart(columns, b, w):
    return length(subtract(blend(columns, w), b))


def nearest(columns, b, among, before=None, squared=mpf(0)):
    """The blend of the columns in `among` that is nearest to b; squared: the cost of leaving the previous weights."""
    before = before or [mpf(0)] * len(columns)
    best, least = None, None
    for size in range(1, len(among) + 1):
        for face in combinations(among, size):
            w = on_face(columns, b, before, squared, face)
            if w is None or min(w) < 0:
                continue
            change = subtract(w, before)
            cost = apart(columns, b, w) ** 2 + squared * dot(change, change)
            if least is None or cost < least - NOTHING:
                best, least = w, cost
    return best
