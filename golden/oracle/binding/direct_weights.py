# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Weights from moved vertices as the best of all faces of the simplex, each by a Lagrange multiplier of its sum; the stiffness enters as a term of the
normal equations."""
from itertools import combinations

from mpmath import lu_solve, matrix, mpf

from shared.linear import dot, length, move_point, subtract, total, times


def on_face(columns, b, before, squared, face):
    """Stationary weights of the columns in the face that sum to 1; None where there are none."""
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


def apart(columns, b, w):
    return length(subtract(total([times(w_i, a) for w_i, a in zip(w, columns)], len(b)), b))


def nearest(columns, b, before, squared):
    best, least = None, None
    for size in range(1, len(columns) + 1):
        for face in combinations(range(len(columns)), size):
            w = on_face(columns, b, before, squared, face)
            if w is None or min(w) < 0:
                continue
            change = subtract(w, before)
            cost = apart(columns, b, w) ** 2 + squared * dot(change, change)
            if least is None or cost < least:
                best, least = w, cost
    return best


def answer(question):
    squared = question["stiffness"][0] ** 2 if "stiffness" in question else mpf(0)
    palettes, examples = question["example_palettes"], question["example_positions"]
    weights, residuals = [], []
    for v, p in enumerate(question["positions"]):
        before = question["weights"][v]
        poses = [k for k in range(len(examples)) if "moved" not in question or question["moved"][k][v] != 0]
        columns = [[x for k in poses for x in move_point(palettes[j][k], p)] for j in question["joints"][v]]
        b = [x for k in poses for x in examples[k][v]]
        w = nearest(columns, b, before, squared) if poses else before
        weights.append(w)
        residuals.append([apart(columns, b, w) if poses else mpf(0)])
    return {"slot_weights": weights, "residuals": [row[0] for row in residuals]}
