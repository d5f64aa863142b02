# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Computes root motion with the rotation's angle and matrices: the transposed rotation moves the remaining motion."""
from mpmath import atan2, cos, mpf, sin

from shared.linear import apply, cross, dot, length, subtract, times, transpose
from shared.rotation import conjugate, multiply, rotate, rotation_matrix


def angle(kind, d, a, f):
    """None if the rotation is undefined. A float32 axis is only approximately unit; the sine of the twist keeps its length."""
    if kind == "none":
        return mpf(0)
    if kind == "twist":
        y, x = dot(a, d[:3]) * length(a), d[3]
        return None if y == 0 == x else 2 * atan2(y, x)
    g = rotate(d, f)
    y, x = dot(a, cross(f, g)), dot(f, g) - dot(a, f) * dot(a, g)
    return None if y == 0 == x else atan2(y, x)


def about(axis, theta, heading):
    """For a heading, scales the axis by the sine of the half angle before normalising; otherwise normalises the axis first."""
    v, w = times(sin(theta / 2), axis), cos(theta / 2)
    if not heading:
        v = times(1 / length(axis), v)
    size = length(v + [w])
    return times(1 / size, v + [w])


def key(question, t, q):
    (a,), (f,) = [question["axis"]], [question["forward"]]
    d = multiply(q, conjugate(question["reference_rotation"]))
    kind = question.options["turn"]
    theta = angle(kind, d, a, f)
    if theta is None:
        return None, None, None, None
    r = about(a, theta, kind == "heading")
    m = [c * x for c, x in zip(question["components"], subtract(t, question["reference_translation"]))]
    back = transpose(rotation_matrix(r))
    return m, r, apply(back, subtract(t, m)), multiply(conjugate(r), q)


def answer(question):
    rows = [key(question, t, q) for t, q in zip(question["translations"], question["rotations"])]
    return dict(zip(("motion_translations", "motion_rotations", "translations", "rotations"), map(list, zip(*rows))))
