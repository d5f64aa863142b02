# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Surfaces through a map of space: directions by its Jacobian, which is found numerically, from the map alone."""
from mpmath import mpf

from shared.linear import add, apply, cofactors, identity, subtract, times, transpose
from shared.pose import mesh
from shared.rotation import conjugate, rotate

STEP = mpf(2) ** -60  # the error of central differences of the fourth order is the fourth power of the step; of 200 bits, 140 remain


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
    """The space of the mesh itself."""

    def into(self, x):
        return list(x)

    out_of = turned = turned_back = into


class DeformerSpace:
    """The space of a deformer: its quaternion also rotates directions, unnormalised."""

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
    """map_at(y): the map around y as a function of points, or None if nothing moves."""

    def direction(matrix, d):
        """None if the result is only the error of the differences."""
        moved = apply(matrix, space.turned_back(d))
        return space.turned(moved) if max(abs(x) for x in moved) > mpf(2) ** -80 else None

    def carriers(v):
        y = space.into(question["positions"][v])
        move = map_at(y)
        J = jacobian(move, y) if move else identity()
        return (lambda _: space.out_of(move(y) if move else y), lambda n: direction(cofactors(J), n),
                lambda t: direction(J, t))

    return mesh(question, carriers)
