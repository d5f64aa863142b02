# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Stitching, by the definition of a normal: C^T n' = n, so that n' . C d = n . d for every direction d. Solved by
elimination, without cofactors."""
from mpmath import lu_solve, matrix

from shared.linear import apply, determinant, linear_part, move_point, transpose
from shared.pose import palette_matrices, surface


def inverse_transpose_times(c, n):
    """C^-T n; None if C is singular."""
    if determinant(c) == 0:
        return None
    return list(lu_solve(matrix(transpose(c)), matrix(n)))


def carried(rule, c, n):
    """N n; None if the rule has no N."""
    return apply(c, n) if rule == "direction" else inverse_transpose_times(c, n)


def each_by_its_matrix(question, matrices):
    """Positions, normals and tangents, each vertex moved by one of the matrices."""
    rule = question.options.get("normal_rule", "direction")
    tangent_rule = rule if question.options.get("tangent_rule") == "as-normals" else "direction"

    def carriers(v):
        m = matrices[question["joints"][v][0]]
        c = linear_part(m)
        return lambda x: move_point(m, x), lambda n: carried(rule, c, n), lambda t: carried(tangent_rule, c, t)

    return surface(question, carriers)


def answer(question):
    taps, palette = palette_matrices(question)
    return each_by_its_matrix(question, palette) | taps
