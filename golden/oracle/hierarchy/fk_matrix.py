# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""With shear, multiplies no matrices: a joint's origin and axes go through its own local transform and those of its
ancestors in turn. Without shear, a joint's position is a sum over its ancestors, each scaled and rotated by all
ancestors above it."""
from mpmath import mpf

from hierarchy.shared.chain import from_root
from shared.linear import add, affine, identity, move_direction, move_point, transpose, unit
from shared.rotation import decomposed, multiply, rotate


def by_components(a, b):
    return [x * y for x, y in zip(a, b)]


def is_matrix(question, j):
    return "local_is_matrix" in question and question["local_is_matrix"][j] != 0


def local_parts(question, j):
    """t, q, s of joint j."""
    if is_matrix(question, j):
        return decomposed(question["local_matrices"][j])
    q = question["local_rotations"][j]
    kept_unit = question.options.get("rotations") == "kept-unit"
    return question["local_translations"][j], unit(q) if kept_unit else q, question["local_scales"][j]


def carried(question, j, x, is_point):
    """Maps from joint j's space to its parent's space."""
    if is_matrix(question, j):  # also if decomposed: T R S is the same matrix
        return (move_point if is_point else move_direction)(question["local_matrices"][j], x)
    t, q, s = local_parts(question, j)
    turned = rotate(q, by_components(s, x))
    return add(turned, t) if is_point else turned


def with_shear(question, j):
    origin_and_axes = [[mpf(0)] * 3] + identity()
    for link in reversed(from_root(question["parents"], j)):
        origin_and_axes = [carried(question, link, x, i == 0) for i, x in enumerate(origin_and_axes)]
    return affine(transpose(origin_and_axes[1:]), origin_and_axes[0])


def without_shear(question, j):
    t, q, s = [mpf(0)] * 3, [mpf(0)] * 3 + [mpf(1)], [mpf(1)] * 3
    for link in from_root(question["parents"], j):
        t_l, q_l, s_l = local_parts(question, link)
        t = add(t, rotate(q, by_components(s, t_l)))
        q = multiply(q, q_l)
        s = by_components(s, s_l)
    return affine(transpose([rotate(q, by_components(s, axis)) for axis in identity()]), t)


def answer(question):
    world = without_shear if question.options.get("scale_inheritance") == "without-shear" else with_shear
    return {"world": [world(question, j) for j in range(len(question["parents"]))]}
