# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Linear muscle: the angle itself, by the arccosine; directions by numerical differences."""
from mpmath import acos, cos, pi

from face.shared.pulls import nothing, pulled_mesh
from shared.linear import dot, length, subtract, times, unit


def muscle(question, i):
    v_1, a = question["muscle_attachments"][i], unit(subtract(question["muscle_insertions"][i], question["muscle_attachments"][i]))
    start, end = question["falloff_starts"][i], question["falloff_ends"][i]
    k = question["contractions"][i]

    def branch(x):
        w = subtract(x, v_1)
        D = length(w)
        if D == 0 or D > end or dot(a, unit(w)) < cos(question["zone_angles"][i]):
            return nothing
        rises = D < start

        def pull(p):
            e = unit(subtract(p, v_1))
            far = length(subtract(p, v_1))
            share = 1 - far / start if rises else (far - start) / (end - start)
            return times(-k * cos(acos(min(dot(a, e), 1)) / 2) * cos(share * pi / 2), e)

        return pull

    return branch


def answer(question):
    return pulled_mesh(question, [muscle(question, i) for i in range(len(question["contractions"]))])
