# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Linear blend skinning, blended first: one matrix moves the vertex."""
from functools import partial

from shared.linear import apply, cofactors, determinant, linear_part, matrix_sum, move_point, scaled
from shared.pose import blended, influences, palette_matrices, surface


def normal_matrix(rule, pairs, blend, palette):
    """The map of normals; None if a matrix that it divides by is singular."""
    if rule == "direction":
        return linear_part(blend)
    if rule == "inverse-transpose-of-blend":
        b = linear_part(blend)
        d = determinant(b)
        return None if d == 0 else scaled(1 / d, cofactors(b))
    linear = {joint: linear_part(palette[joint]) for joint, _ in pairs}
    if any(determinant(c) == 0 for c in linear.values()):
        return None
    return matrix_sum(scaled(weight / determinant(linear[joint]), cofactors(linear[joint])) for joint, weight in pairs)


def carried(question, pairs, blend, palette):
    """The maps of a vertex's position, normal and tangent for these influences."""
    linear = linear_part(blend)
    rule = question.options.get("normal_rule", "direction")
    of_normals = normal_matrix(rule, pairs, blend, palette)
    of_tangents = of_normals if question.options.get("tangent_rule") == "as-normals" else linear
    return (partial(move_point, blend), lambda n: of_normals and apply(of_normals, n),
            lambda t: of_tangents and apply(of_tangents, t))


def answer(question):
    taps, palette = palette_matrices(question)

    def carriers(v):
        pairs = influences(question, v)
        return carried(question, pairs, blended(pairs, palette), palette)

    return surface(question, carriers) | taps
