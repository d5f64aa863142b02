# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""A chain's reach: its bones and the line from root to goal must form a closed polygon."""
from mpmath import mpf

from shared.linear import add, length, subtract, times, unit


def bones(joints):
    """From each joint to the next."""
    return [subtract(after, before) for before, after in zip(joints, joints[1:])]


def reach(rest, goal):
    """(reachable, nearest, distance of nearest from the root): no side of the polygon is longer than all others together."""
    to_goal = subtract(goal, rest[0])
    far = length(to_goal)
    *others, longest = sorted(length(bone) for bone in bones(rest))
    r = min(max(far, longest - sum(others)), longest + sum(others))
    if r == far:
        return mpf(1), goal, r
    n = unit(to_goal)
    return mpf(0), n and add(rest[0], times(r, n)), r


def answers_of(question, pose):
    """The four output arrays of all solvers; pose(n) returns the joints of chain n, or None."""
    answers = {"positions": [], "residual": [], "reachable": [], "nearest": []}
    for n, (rest, goal) in enumerate(zip(question["rest"], question["goals"])):
        joints = pose(n)
        reachable, nearest, _ = reach(rest, goal)
        answers["positions"].append(joints)
        answers["residual"].append(joints and length(subtract(joints[-1], goal)))
        answers["reachable"].append(reachable)
        answers["nearest"].append(nearest)
    return answers
