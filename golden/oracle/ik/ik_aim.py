# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The aiming point as a root of the quadratic |o + s f|^2 = r^2, the rotation by a shortest arc and a twist."""
from mpmath import mpf, sqrt

from ik.shared.turns import at_right_angles, part, turned
from shared.linear import add, dot, subtract, times, unit
from shared.rotation import conjugate, multiply, rotate


def aim(p, q, goal, pole, f, u, o, w):
    """(rotation, reachable). f counts as exactly unit."""
    back = conjugate(q)
    g, k = rotate(back, subtract(goal, p)), rotate(back, pole)
    half_b, c = dot(o, f), dot(o, o) - dot(g, g)  # s^2 + 2 half_b s + c = 0
    if dot(g, g) == 0 or half_b**2 < c:
        return q, mpf(0)
    axis, to = unit(add(o, times(sqrt(half_b**2 - c) - half_b, f))), unit(g)
    if at_right_angles(axis, u) is None or at_right_angles(to, k) is None:
        return None, mpf(1)
    return multiply(q, part(turned(axis, u, to, k), w)), mpf(1)


def answer(question):
    names = ("joint_translations", "joint_rotations", "goals", "pole_directions", "forwards", "ups", "offsets", "correction_weights")
    rows = [aim(*row) for row in zip(*(question[name] for name in names))]
    return dict(zip(("rotations", "reachable"), map(list, zip(*rows))))
