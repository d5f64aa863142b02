# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The shortest arc in the world's axes, seen from the parent."""
from ik.shared.constraint import arc, rotated
from shared.linear import subtract, unit
from shared.rotation import conjugate, multiply, rotate


def target(parent, p, g, a, r):
    way, at_rest = unit(subtract(g, p)), multiply(parent, r)
    turn = None if way is None else arc(rotate(at_rest, a), way)
    return None if turn is None else multiply(multiply(conjugate(parent), turn), at_rest)


def answer(question):
    return rotated(question, ("parent_rotations", "joint_translations", "goals", "forwards"), target)
