# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Rotations as quaternions (x, y, z, w). Those of a question are float32, so unit only nearly: they are used as given."""
from mpmath import atan2, mpf, sin

from shared.linear import add, cross, dot, identity, length, subtract, times, transpose, unit


def multiply(p, q):
    """Hamilton's product: the rotation q, then p."""
    u, v = p[:3], q[:3]
    return add(add(times(p[3], v), times(q[3], u)), cross(u, v)) + [p[3] * q[3] - dot(u, v)]


def conjugate(q):
    return [-q[0], -q[1], -q[2], q[3]]


def rotate(q, x):
    """x + 2 u x (u x x + w x), for every q, unit or not."""
    u = q[:3]
    return add(x, times(2, cross(u, add(cross(u, x), times(q[3], x)))))


def rotation_matrix(q):
    """Its columns are where the axes go."""
    return transpose([rotate(q, axis) for axis in identity()])


def near(q, other):
    """q or -q, whichever lies on the other's half of the sphere."""
    return times(-1, q) if dot(q, other) < 0 else q


def slerp(a, b, t):
    """Along the short arc at constant speed."""
    b = near(b, a)
    theta = 2 * atan2(length(subtract(b, a)), length(add(b, a)))
    if theta == 0:
        return a
    return add(times(sin((1 - t) * theta) / sin(theta), a), times(sin(t * theta) / sin(theta), b))


def nlerp(a, b, t):
    return unit(add(times(1 - t, a), times(mpf(t), near(b, a))))
