# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Cyclic coordinate descent: the shortest rotation from a to b as two reflections, in the plane perpendicular to a,
then in the plane perpendicular to the bisector of a and b."""
from ik.shared.reach import answers_of
from shared.linear import add, cross, dot, subtract, times, unit


def reflected(y, n):
    """The reflection in the plane perpendicular to the unit vector n."""
    return subtract(y, times(2 * dot(n, y), n))


def visit(joints, i, goal):
    """Rotates all joints after joint i so that the end points at the goal."""
    a, b = subtract(joints[-1], joints[i]), subtract(goal, joints[i])
    if not any(cross(a, b)):  # already there, or exactly behind, or a or b is 0
        return
    first = unit(a)
    bisector = unit(add(first, unit(b)))
    for k in range(i + 1, len(joints)):
        y = subtract(joints[k], joints[i])
        joints[k] = add(joints[i], reflected(reflected(y, first), bisector))


def answer(question):
    def pose(row):
        joints, goal = list(question["rest"][row]), question["goals"][row]
        visits = list(range(len(joints) - 1))
        if question.options["order"] == "tip-to-root":
            visits.reverse()
        for i in visits * question["iterations"][0]:
            visit(joints, i, goal)
        return joints

    return answers_of(question, pose)
