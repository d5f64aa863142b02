# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Fitting of multi-weight enveloping by the eigenvalues of D D^T, one equation for each example: w = D^T z, z in the span of
the eigenvectors with an eigenvalue above the limit. 200 bits suffice for squares."""
from mpmath import eigsy, matrix, mpf, sqrt

from shared.linear import dot

NOTHING = mpf(2) ** -150  # relative to the largest eigenvalue: rounding of the squares


def equations(question, v, r):
    """D, row by row."""
    x = question["positions"][v] + [mpf(1)]
    palettes = question["example_palettes"]
    return [[palettes[joint][k][r][c] * x[c] for joint in question["joints"][v] for c in range(4)]
            for k in range(len(question["example_positions"]))]


def fit(rows, b, fraction):
    """Weights and rank."""
    count = len(rows)
    values, vectors = eigsy(matrix([[dot(p, q) for q in rows] for p in rows]))
    largest = max(values)
    z, rank = [mpf(0)] * count, 0
    for k in range(count):
        if not values[k] > NOTHING * largest or values[k] < fraction**2 * largest:
            continue
        rank += 1
        along = sum(vectors[p, k] * b[p] for p in range(count)) / values[k]
        z = [z_p + along * vectors[p, k] for p, z_p in enumerate(z)]
    return [sum((z_p * row[c] for z_p, row in zip(z, rows)), mpf(0)) for c in range(len(rows[0]))], rank


def answer(question):
    fraction = question["fraction"][0] if "fraction" in question else mpf(1) / 64
    examples = question["example_positions"]
    weights, ranks, residuals = [], [], []
    fitted = [[[mpf(0)] * 3 for _ in question["positions"]] for _ in examples]
    for v, joints in enumerate(question["joints"]):
        own = [[mpf(0)] * 12 for _ in joints]
        ranks.append([])
        residuals.append([])
        for r in range(3):
            rows, b = equations(question, v, r), [example[v][r] for example in examples]
            w, rank = fit(rows, b, fraction)
            for i in range(len(joints)):
                own[i][4 * r : 4 * r + 4] = w[4 * i : 4 * i + 4]
            meets = [dot(row, w) for row in rows]
            for k, x in enumerate(meets):
                fitted[k][v][r] = x
            ranks[v].append(mpf(rank))
            residuals[v].append(sqrt(sum((p - q) ** 2 for p, q in zip(meets, b))))
        weights.append(own)
    return {"entry_weights": weights, "fitted_positions": fitted, "ranks": ranks, "residuals": residuals}
