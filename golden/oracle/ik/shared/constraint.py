# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""What the oracles of constraints share. Arrays count as not exactly unit and are normalised first."""
from shared.linear import unit
from shared.rotation import slerp


def rows(question, names, units):
    """The rows of all named arrays; those of `units` have length 1."""
    arrays = [[unit(row) for row in question[name]] if name in units else question[name] for name in names]
    return zip(*arrays)


def rotated(question, names, units, target):
    """slerp(rest, target, weight) of each row, whose last two numbers are the rest rotation and the weight."""
    rotations = []
    for row in rows(question, names + ("rest_rotations", "correction_weights"), units + ("rest_rotations",)):
        to = target(*row[:-1])
        rotations.append(None if to is None else slerp(row[-2], to, row[-1]))
    return {"rotations": rotations}
