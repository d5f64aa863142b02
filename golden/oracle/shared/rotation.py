# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Rotations as quaternions (x, y, z, w). Input quaternions are float32, so only approximately unit: they are used as given."""
from mpmath import atan2, mpf, sin

from shared.linear import (add, cross, determinant, dot, identity, length, linear_part, subtract, times, translation,
                           transpose, unit)


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
    """Its columns are the rotated axes."""
    return transpose([rotate(q, axis) for axis in identity()])


def near(q, other):
    """q or -q, on the other's half of the sphere."""
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


def turned(b, x):
    """x rotated by b / norm(b), without a root; b is not zero."""
    u, w = b[:3], b[3]
    doubled = add(times(2 * dot(u, x), u), times(2 * w, cross(u, x)))
    return times(1 / dot(b, b), add(times(w * w - dot(u, u), x), doubled))


def quaternion_of(r):
    """The quaternion of a rotation: the longest column of 4 q q^T, from sums and differences of R's numbers."""
    xx, yy, zz = r[0][0], r[1][1], r[2][2]
    xy, yz, zx = r[0][1] + r[1][0], r[1][2] + r[2][1], r[2][0] + r[0][2]
    xw, yw, zw = r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]
    columns = [[1 + xx - yy - zz, xy, zx, xw], [xy, 1 - xx + yy - zz, yz, yw],
               [zx, yz, 1 - xx - yy + zz, zw], [xw, yw, zw, 1 + xx + yy + zz]]
    return unit(max(columns, key=length))


def decomposed(matrix):
    """t, q, s of a matrix with orthogonal columns."""
    c = linear_part(matrix)
    s = [length(column) for column in transpose(c)]
    if determinant(c) < 0:
        s[0] = -s[0]
    return translation(matrix), quaternion_of([[x / k for x, k in zip(row, s)] for row in c]), s
