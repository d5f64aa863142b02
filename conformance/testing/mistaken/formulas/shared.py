# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""What the formulas here share: a loop over the vertices, turned directions, 3 x 3 matrices as lists of rows."""
from vectors import add, cross, dot, normalize, scale, subtract

IDENTITY = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]


def turned(q, d):
    once = cross(q[:3], d)
    return add(d, scale(add(scale(once, q[3]), cross(q[:3], once)), 2))


def conjugate(q):
    return [-q[0], -q[1], -q[2], q[3]]


def quaternion_product(a, b):
    u, w, v, s = a[:3], a[3], b[:3], b[3]
    return add(add(scale(v, w), scale(u, s)), cross(u, v)) + [w * s - dot(u, v)]


def multiply(m, x):
    return [dot(row, x) for row in m]


def matrix_sum(a, b):
    return [[x + y for x, y in zip(p, q)] for p, q in zip(a, b)]


def outer(a, b):
    return [[x * y for y in b] for x in a]


def cofactors(m):
    a, b, c = m
    return [cross(b, c), cross(c, a), cross(a, b)]


def clamped(x, least=0.0, most=1.0):
    return min(max(x, least), most)


def surface(arrays, deformed, normalise=normalize):
    """deformed(v, x, n, t) gives a vertex's position, normal and tangent; what there is none of is None."""
    normals, tangents = arrays.get("normals"), arrays.get("tangents")
    results = {"positions": [], "normals": [], "tangents": []}
    for v, x in enumerate(arrays["positions"]):
        x, n, t = deformed(v, x, normals and normals[v], tangents and tangents[v][:3])
        results["positions"].append(x)
        if normals:
            results["normals"].append(normalise(n))
        if tangents:
            results["tangents"].append([*normalise(t), tangents[v][3]])
    return {name: rows for name, rows in results.items() if rows}


def by_jacobian(move):
    """A deformed() of move(v, x), which gives the position and its derivative by x."""

    def deformed(v, x, n, t):
        moved, jacobian = move(v, x)
        return moved, n and multiply(cofactors(jacobian), n), t and multiply(jacobian, t)

    return deformed
