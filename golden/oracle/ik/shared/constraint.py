# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Helpers of the oracles of constraints."""
from shared.linear import cross, dot, unit
from shared.rotation import slerp


def arc(x, y):
    """The shortest rotation of x to y, both unit; None if they are opposite."""
    return unit(cross(x, y) + [1 + dot(x, y)])


def rotated(question, names, target):
    """slerp(rest, target, weight) of each row."""
    rotations = []
    for row in zip(*(question[name] for name in names + ("rest_rotations", "correction_weights"))):
        to = target(*row[:-1])
        rotations.append(None if to is None else slerp(row[-2], to, row[-1]))
    return {"rotations": rotations}
