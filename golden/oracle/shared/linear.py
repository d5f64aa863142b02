# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Vectors and matrices as lists of mpmath numbers. An affine map is three rows (C | t) of four numbers."""
from mpmath import mpf, sqrt


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def subtract(a, b):
    return [x - y for x, y in zip(a, b)]


def times(s, a):
    return [s * x for x in a]


def dot(a, b):
    return sum((x * y for x, y in zip(a, b)), mpf(0))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def length(a):
    return sqrt(dot(a, a))


def unit(a):
    """The direction of a; None if a is 0: the row has no output."""
    size = length(a)
    return [x / size for x in a] if size > 0 else None


def total(vectors, width=3):
    """The sum of vectors; 0 without vectors."""
    result = [mpf(0)] * width
    for each in vectors:
        result = add(result, each)
    return result


def apply(matrix, x):
    """Matrix times column."""
    return [dot(row, x) for row in matrix]


def product(a, b):
    columns = list(zip(*b))
    return [[dot(row, column) for column in columns] for row in a]


def transpose(matrix):
    return [list(column) for column in zip(*matrix)]


def identity(n=3):
    return [[mpf(int(r == c)) for c in range(n)] for r in range(n)]


def matrix_sum(matrices, rows=3, columns=3):
    """The sum of matrices; 0 without matrices."""
    result = [[mpf(0)] * columns for _ in range(rows)]
    for each in matrices:
        result = [add(a, b) for a, b in zip(result, each)]
    return result


def scaled(s, matrix):
    return [times(s, row) for row in matrix]


def determinant(c):
    return dot(c[0], cross(c[1], c[2]))


def cofactors(c):
    """cof(C) = det(C) C^-T: its rows are the cross products of C's rows."""
    return [cross(c[1], c[2]), cross(c[2], c[0]), cross(c[0], c[1])]


def linear_part(affine):
    return [row[:3] for row in affine]


def translation(affine):
    return [row[3] for row in affine]


def affine(linear, moved):
    return [list(row) + [t] for row, t in zip(linear, moved)]


def move_point(map_, x):
    return apply(map_, list(x) + [mpf(1)])


def move_direction(map_, d):
    return apply(map_, list(d) + [mpf(0)])


def compose(a, b):
    """First b, then a."""
    return affine(product(linear_part(a), linear_part(b)), move_point(a, translation(b)))


def inverse(map_):
    """The inverse of an invertible affine map."""
    c = linear_part(map_)
    back = scaled(1 / determinant(c), transpose(cofactors(c)))
    return affine(back, times(-1, apply(back, translation(map_))))
