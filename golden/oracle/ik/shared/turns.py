# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Rotations from two directions, in two steps: the shortest arc, then a twist about the target direction."""
from mpmath import atan2, cos, mpf, sin

from animation.nlerp import nlerp
from shared.linear import cross, dot, subtract, times, unit
from shared.rotation import multiply, rotate

NONE = [mpf(0), mpf(0), mpf(0), mpf(1)]


def at_right_angles(x, y):
    """The direction of y's part perpendicular to the unit x; None if this part is 0."""
    return unit(subtract(y, times(dot(x, y), x)))


def arc(x, to):
    """For unit vectors. Opposite vectors have no shortest arc: any arc is used, since a twist follows."""
    q = unit(cross(x, to) + [1 + dot(x, to)])
    if q is not None:
        return q
    return cross(x, min(([mpf(int(c == i)) for c in range(3)] for i in range(3)), key=lambda e: abs(dot(e, x)))) + [mpf(0)]


def twist(axis, x, to):
    """Rotates x to `to` about the axis; all are unit, and both are perpendicular to the axis."""
    half = atan2(dot(axis, cross(x, to)), dot(x, to)) / 2
    return times(sin(half), axis) + [cos(half)]


def turned(x, y, x_to, y_to):
    """Rotates x to x_to, and y to the side of y_to."""
    first = unit(arc(x, x_to))
    return multiply(twist(x_to, rotate(first, at_right_angles(x, y)), at_right_angles(x_to, y_to)), first)


def part(q, w):
    return nlerp(NONE, q, w)
