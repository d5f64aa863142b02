# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""By the law of cosines: cos theta = 2 a . b / (a . a + b . b) also gives the page's half angle if a and b are not
exactly unit, and q = a cos(t theta) + (b - a cos theta) sin(t theta) / sin(theta) is a rotation in the plane of both."""
from mpmath import acos, cos, sin

from shared.linear import add, dot, subtract, times
from shared.rotation import near


def slerp(a, b, t):
    b = near(b, a)
    cosine = 2 * dot(a, b) / (dot(a, a) + dot(b, b))
    theta = acos(cosine)
    if theta == 0:
        return a
    return add(times(cos(t * theta), a), times(sin(t * theta) / sin(theta), subtract(b, times(cosine, a))))


def answer(question):
    return {"values": [slerp(a, b, t) for a, b, t in zip(question["a"], question["b"], question["t"])]}
