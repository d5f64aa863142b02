# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The effect of several muscles as one map of space, whose Jacobian gives directions."""
from shared.jacobian import deformed_mesh
from shared.linear import add


def pulled_mesh(question, muscles):
    """muscles: for each, a function of a point; it returns the displacement as a function of points, in the formula's branch at
    that point."""
    after = question.options["together"] == "one-after-another"

    def map_at(x):
        at, branches = list(x), []
        for muscle in muscles:
            branches.append(muscle(at))
            if after:
                at = add(at, branches[-1](at))

        def move(p):
            moved = list(p)
            for branch in branches:
                moved = add(moved, branch(moved if after else p))
            return moved

        return move

    return deformed_mesh(question, map_at)


def nothing(_):
    return [0, 0, 0]
