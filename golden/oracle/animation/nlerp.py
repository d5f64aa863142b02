# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Nlerp as an angle on the great circle through both rotations: axes by Gram-Schmidt, the angle by atan2."""
from mpmath import atan2, cos, sin

from shared.linear import add, dot, length, subtract, times, unit
from shared.rotation import near


def nlerp(a, b, t):
    b = near(b, a)
    first = unit(a)
    along = dot(b, first)
    across = subtract(b, times(along, first))
    second = unit(across)
    if second is None:
        return first
    phi = atan2(t * length(across), (1 - t) * length(a) + t * along)
    return add(times(cos(phi), first), times(sin(phi), second))


def answer(question):
    return {"values": [nlerp(a, b, t) for a, b, t in zip(question["a"], question["b"], question["t"])]}
