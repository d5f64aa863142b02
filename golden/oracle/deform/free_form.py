# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Free-form deformation: interpolates the points of the net until one is left (de Casteljau); directions by
numerical differences."""
from mpmath import matrix, lu_solve

from shared.jacobian import deformed_mesh
from shared.linear import subtract


def between(points, s):
    """The point on a Bezier curve; control points are numbers or nested lists."""
    while len(points) > 1:
        points = [mixed(a, b, s) for a, b in zip(points, points[1:])]
    return points[0]


def mixed(a, b, s):
    return [mixed(x, y, s) for x, y in zip(a, b)] if isinstance(a, list) else a + s * (b - a)


def net(question):
    """points[i][j][k]"""
    _, m, n = question["degrees"]
    rows = question["lattice_points"]
    lines = [rows[i : i + n + 1] for i in range(0, len(rows), n + 1)]
    return [lines[i : i + m + 1] for i in range(0, len(lines), m + 1)]


def answer(question):
    points = net(question)
    edges = matrix([list(column) for column in zip(*question["lattice_axes"])])

    def coordinates(x):
        return list(lu_solve(edges, matrix(subtract(x, question["lattice_origin"]))))

    def move(x):
        s, t, u = coordinates(x)
        return between(between(between(points, s), t), u)

    def map_at(x):
        inside = all(0 <= s <= 1 for s in coordinates(x))
        return move if inside or question.options["outside"] == "polynomial" else None

    return deformed_mesh(question, map_at)
