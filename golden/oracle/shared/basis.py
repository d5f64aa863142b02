# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Radial basis functions, by the page of rbf: distances of poses, and weights of examples."""
from mpmath import acos, asin, exp, lu_solve, matrix, mpf

from shared.linear import dot, length, subtract, times, unit


def between(x, y, metric):
    """The distance of two poses; small angles by their chord, because the cosine is too imprecise."""
    if metric == "euclidean":
        return length(subtract(x, y))
    x, y = unit(x), unit(y)
    cosine = dot(x, y)
    if metric == "rotation-angle" and cosine < 0:
        y, cosine = times(-1, y), -cosine
    angle = 2 * asin(min(length(subtract(x, y)) / 2, mpf(1))) if cosine > mpf("0.5") else acos(max(cosine, mpf(-1)))
    return 2 * angle if metric == "rotation-angle" else angle


def system(distances, sigma, with_constant):
    """The matrix, by the distances between examples."""
    rows = [[exp(-(d / sigma) ** 2) for d in row] + [mpf(1)] * with_constant for row in distances]
    return rows + [[mpf(1)] * len(distances) + [mpf(0)]] * with_constant


def solution(rows, right):
    """lambda of one function."""
    return list(lu_solve(matrix(rows), matrix(right + [mpf(0)] * (len(rows) - len(right)))))


def weights(distances, asked, sigma, with_constant):
    """a_k of a pose at distances `asked` from the examples: solves the transposed system once for all examples."""
    phi = [exp(-(d / sigma) ** 2) for d in asked] + [mpf(1)] * with_constant
    rows = system(distances, sigma, with_constant)
    return solution([list(column) for column in zip(*rows)], phi)[: len(asked)]


def condition(rows):
    """Largest row sums of the matrix and of its inverse."""
    inverse = matrix(rows) ** -1
    largest = max(sum(abs(x) for x in row) for row in rows)
    return largest * max(sum(abs(inverse[r, c]) for c in range(len(rows))) for r in range(len(rows)))


def sigma_of(question):
    return question["sigma"][0] if "sigma" in question else mpf(1)
