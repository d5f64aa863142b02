# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The shortest arc in the joint's axes, which is multiplied on the right of the rest rotation."""
from ik.shared.constraint import rotated
from shared.linear import cross, dot, subtract, unit
from shared.rotation import conjugate, multiply, rotate


def target(parent, p, g, a, r):
    way = unit(subtract(g, p))
    if way is None:
        return None
    b = rotate(conjugate(multiply(parent, r)), way)
    arc = unit(cross(a, b) + [1 + dot(a, b)])
    return None if arc is None else multiply(r, arc)


def answer(question):
    names = ("parent_rotations", "joint_translations", "goals", "forwards")
    return rotated(question, names, ("parent_rotations", "forwards"), target)
