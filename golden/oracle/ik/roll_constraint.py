# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The rotation since rest without its swing, which rotates the axis by the shortest arc."""
from ik.shared.constraint import arc, rotated
from shared.rotation import conjugate, multiply, rotate


def target(r_s, q_s, a, r):
    since_rest = multiply(multiply(conjugate(r), q_s), multiply(conjugate(r_s), r))
    back = arc(rotate(since_rest, a), a)
    return None if back is None else multiply(multiply(r, back), since_rest)


def answer(question):
    return rotated(question, ("source_rest_rotations", "source_rotations", "axes"), target)
