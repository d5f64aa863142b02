# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Log-matrix blending with 4 x 4 matrices, as Alexa defines it: the exponential is the power series of a matrix. A
logarithm is the twist of a screw motion (Chasles): a rotation about an axis and a translation along it."""
from functools import lru_cache

from mpmath import atan2, expm, matrix, mpf

from shared.linear import add, cross, dot, length, subtract, times, total
from shared.pose import by_map, influences, palette_motions, surface
from shared.rotation import near

NO_ROTATION = [mpf(0), mpf(0), mpf(0), mpf(1)]


def twist(motion):
    """(omega, nu): the screw's rotation, and its motion of the origin, per unit of time."""
    q, t = motion
    q = near(q, NO_ROTATION)
    v, c = q[:3], q[3]
    size = length(v)
    if size == 0:
        return [mpf(0)] * 3 + t
    n = times(1 / size, v)
    omega = times(2 * atan2(size, c), n)
    advance = times(dot(n, t), n)
    across = subtract(t, advance)
    point = times(mpf(1) / 2, add(across, times(c / size, cross(n, across))))  # on the axis: across = point - R point
    return omega + add(advance, cross(point, omega))


def exponential(omega_nu):
    """The affine map of a twist."""
    (x, y, z), nu = omega_nu[:3], omega_nu[3:]
    moving = expm(matrix([[0, -z, y, nu[0]], [z, 0, -x, nu[1]], [-y, x, 0, nu[2]], [0, 0, 0, 0]]))
    return [[moving[r, c] for c in range(4)] for r in range(3)]


def answer(question):
    taps, motions = palette_motions(question)

    @lru_cache(maxsize=None)
    def blended(pairs):
        return exponential(total((times(weight, twist(motions[joint])) for joint, weight in pairs), 6))

    def carriers(v):
        pairs = influences(question, v)
        return by_map(blended(tuple(pairs))) if pairs else None

    return surface(question, carriers) | taps
