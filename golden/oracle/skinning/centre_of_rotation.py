# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Skinning about centres of rotation: one matrix per vertex, which moves the centre like linear blending.

Its rotation is quadratic in b, divided by b . b: without a root."""
from mpmath import isfinite, mpf

from shared.linear import add, affine, apply, dot, identity, length, move_point, subtract, times, total, transpose
from shared.pose import blended, by_map, influences, palette_motions, surface
from shared.rotation import rotation_matrix, turned
from skinning.optimised_centres import centres


def centres_given(question):
    if "centres" not in question:
        return centres(question)
    return [p if has else None for p, has in zip(question["centres"], question["has_centre"])]


def is_rigid(motion):
    q, t = motion
    return all(isfinite(number) for number in q + t) and abs(length(q) - 1) <= mpf("0.02")


def pivot_of(rule, question, v, pairs, palette):
    """The quaternion that decides all signs."""
    if rule == "largest-weight":
        return palette[max(pairs, key=lambda pair: pair[1])[0]][0]  # max returns the first of equal ones
    if rule == "first-slot":
        slot_0 = palette[question["joints"][v][0]]
        return slot_0[0] if is_rigid(slot_0) else [mpf(0), mpf(0), mpf(0), mpf(1)]
    return palette[pairs[0][0]][0]


def blended_quaternion(rule, question, v, pairs, palette):
    """b, with signs by the rule."""
    b = total([], 4)
    a = b if rule == "running-sum" else pivot_of(rule, question, v, pairs, palette)
    for joint, weight in pairs:
        q = palette[joint][0]
        b = add(b, times(-weight if dot(q, a) < 0 else weight, q))
        if rule == "running-sum":
            a = b
    return b


def rotation_of_any(b):
    """The rotation matrix of b / norm(b); None of 0."""
    return transpose([turned(b, axis) for axis in identity()]) if dot(b, b) != 0 else None


def vertex_map(question, v, p, pairs, palette, matrices):
    """Rows (C | t) of the vertex's transform; None without influences."""
    if not pairs:
        return None
    linear = blended(pairs, matrices)
    if p is None:
        return linear
    r = rotation_of_any(blended_quaternion(question.options["pivot"], question, v, pairs, palette))
    return r and affine(r, subtract(move_point(linear, p), apply(r, p)))


def answer(question):
    taps, palette = palette_motions(question)
    matrices = [affine(rotation_matrix(q), t) for q, t in palette]
    centres = centres_given(question)

    def carriers(v):
        pairs = influences(question, v)
        return by_map(vertex_map(question, v, centres[v], pairs, palette, matrices))

    return surface(question, carriers) | taps
