# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Surfaces through a map of space: directions by its Jacobian, which is found numerically, from the map alone."""
from mpmath import mpf

from shared.linear import add, apply, cofactors, identity, subtract, times, transpose, unit
from shared.rotation import conjugate, rotate

STEP = mpf(2) ** -60  # central differences of the fourth order are off by its fourth power; 200 bits leave 140 for them


def jacobian(move, x):
    """Columns are derivatives of move along the axes."""
    columns = []
    for c in range(3):
        def at(n):
            moved = list(x)
            moved[c] += n * STEP
            return move(moved)

        near, far = subtract(at(1), at(-1)), subtract(at(2), at(-2))
        columns.append(times(1 / (12 * STEP), subtract(times(mpf(8), near), far)))
    return transpose(columns)


class MeshSpace:
    """Where maps are those of the mesh itself."""

    def into(self, x):
        return list(x)

    out_of = turned = turned_back = into


class DeformerSpace:
    """That of a deformer: its quaternion turns directions, too, as it is, unit or not."""

    def __init__(self, question):
        self.o, self.q = question["deformer_origin"], question["deformer_rotation"]

    def turned(self, d):
        return rotate(self.q, d)

    def turned_back(self, d):
        return rotate(conjugate(self.q), d)

    def into(self, x):
        return self.turned_back(subtract(x, self.o))

    def out_of(self, y):
        return add(self.o, self.turned(y))


def deformed_mesh(question, map_at, space=MeshSpace()):
    """map_at(y): the map of the space that holds around y, as a function of its points, or None where all stays."""
    answers, jacobians = {"positions": []}, []
    for x in question["positions"]:
        y = space.into(x)
        move = map_at(y)
        answers["positions"].append(space.out_of(move(y) if move else y))
        jacobians.append(jacobian(move, y) if move else identity())

    def direction(matrix, d):
        """None where nothing is left of it but what the differences leave."""
        moved = apply(matrix, space.turned_back(d))
        return unit(space.turned(moved)) if max(abs(x) for x in moved) > mpf(2) ** -80 else None

    if "normals" in question:
        answers["normals"] = [direction(cofactors(J), n) for J, n in zip(jacobians, question["normals"])]
    if "tangents" in question:
        directions = [direction(J, t[:3]) for J, t in zip(jacobians, question["tangents"])]
        answers["tangents"] = [d and d + [t[3]] for d, t in zip(directions, question["tangents"])]
    return answers
