# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Sphincter muscle: scales the ellipse to a circle of radius 1; directions by numerical differences. On the axis,
where the pull has a corner, the strength counts as constant."""
from mpmath import hypot

from face.shared.pulls import nothing, pulled_mesh
from shared.linear import subtract, times
from shared.rotation import conjugate, rotate


def muscle(question, i):
    c, q = question["muscle_centres"][i], question["muscle_rotations"][i]
    across, up = question["muscle_radii"][i]
    k = question["contractions"][i]

    def strength(p):
        y = rotate(conjugate(q), subtract(p, c))
        return 1 - hypot(y[0] / across, y[1] / up)

    def branch(x):
        if strength(x) <= 0:
            return nothing
        on_axis = strength(x) == 1
        return lambda p: times(-k * (1 if on_axis else strength(p)), subtract(p, c))

    return branch


def answer(question):
    return pulled_mesh(question, [muscle(question, i) for i in range(len(question["contractions"]))])
