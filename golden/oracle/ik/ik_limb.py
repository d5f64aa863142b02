# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Solves the triangle by half-angle formulas, as for two bones. A shortest arc and a twist rotate each bone; the elbow's
rotation is the quotient of the two."""
from mpmath import cos, sin

from ik.ik_two_bone import elbow_angle
from ik.shared.reach import bones
from ik.shared.turns import at_right_angles, part, turned
from shared.linear import add, cross, length, subtract, times, unit
from shared.rotation import conjugate, multiply, rotate


def softened(far, l_1, l_2, sigma):
    full = l_1 + l_2
    hard = (1 - sigma) * full
    if sigma < 1 and far > full - hard:
        alpha = (far - (full - hard)) / hard
        far = full - hard * (3 / (3 + alpha)) ** 4
    return min(max(far, abs(l_1 - l_2)), full)


def limb(rest, goal, pole, hinge, tau, sigma, w):
    u, v = bones(rest)
    l_1, l_2 = length(u), length(v)
    n = unit(subtract(goal, rest[0]))
    side = n and at_right_angles(n, pole)
    upper, lower = times(1 / l_1, u), times(1 / l_2, v)
    if side is None or at_right_angles(upper, hinge) is None or at_right_angles(lower, hinge) is None:
        return None, None, None
    m = add(times(cos(tau), side), times(sin(tau), cross(n, side)))
    d = softened(length(subtract(goal, rest[0])), l_1, l_2, sigma)
    cosine, sine = elbow_angle(l_1, l_2, d)
    elbow = times(l_1, add(times(cosine, n), times(sine, m)))
    normal = cross(n, m)
    root = turned(upper, hinge, unit(elbow), normal)
    below = turned(lower, hinge, unit(subtract(times(d, n), elbow)), normal)
    bend = part(multiply(conjugate(root), below), w)
    root = part(root, w)
    b = add(rest[0], rotate(root, u))
    return [rest[0], b, add(b, rotate(root, rotate(bend, v)))], root, bend


def answer(question):
    names = ("rest", "goals", "pole_directions", "hinges", "twists", "softenings", "correction_weights")
    rows = [limb(*row) for row in zip(*(question[name] for name in names))]
    return dict(zip(("positions", "root_rotations", "elbow_rotations"), map(list, zip(*rows))))
