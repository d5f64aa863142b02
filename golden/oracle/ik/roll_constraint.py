# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The twist of a rotation about an axis: its vector part projected on the axis, made unit."""
from ik.shared.constraint import rotated
from shared.linear import dot, times, unit
from shared.rotation import conjugate, multiply


def target(r_s, q_s, a, r):
    d = multiply(conjugate(r), multiply(multiply(q_s, conjugate(r_s)), r))
    twist = unit(times(dot(a, d[:3]), a) + [d[3]])
    return None if twist is None else multiply(r, twist)


def answer(question):
    names = ("source_rest_rotations", "source_rotations", "axes")
    return rotated(question, names, names, target)
