# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""FABRIK: places a joint at its bone's length along the unit direction to it, instead of between two points by the
ratio lambda; goals out of reach by partial sums of the bones."""
from itertools import accumulate

from ik.shared.reach import answers_of, bones
from shared.linear import add, length, subtract, times, unit


def pull(rest, joints, q, p):
    """Places joint p at its bone's length from joint q."""
    in_rest = subtract(rest[p], rest[q])
    direction = unit(subtract(joints[p], joints[q])) or unit(in_rest)
    joints[p] = add(joints[q], times(length(in_rest), direction))


def posed(rest, goal, iterations):
    lengths = [length(bone) for bone in bones(rest)]
    to_goal = subtract(goal, rest[0])
    if iterations and length(to_goal) > sum(lengths):
        return [add(rest[0], times(r, unit(to_goal))) for r in accumulate([0] + lengths)]
    joints = list(rest)
    end = len(rest) - 1
    for _ in range(iterations):
        joints[end] = goal
        for i in reversed(range(end)):
            pull(rest, joints, i + 1, i)
        joints[0] = rest[0]
        for i in range(end):
            pull(rest, joints, i, i + 1)
    return joints


def answer(question):
    iterations = question["iterations"][0]
    return answers_of(question, lambda row: posed(question["rest"][row], question["goals"][row], iterations))
