# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The smoothing of delta mush as one matrix B: row v has the factors of all vertices for vertex v.

By the binomial theorem, ((1 - l) I + l A)^N is a mean of random walks: a binomial number n of the N steps go to a
neighbour."""
from mpmath import binomial, mpf, sqrt

from shared.linear import dot, subtract


def faces(triangles):
    """The triangles of three different vertices."""
    return [list(each) for each in triangles if len(set(each)) == 3]


def corners(triangle):
    """(v, p, q) for each vertex v, in the triangle's winding."""
    a, b, c = triangle
    return [(a, b, c), (b, c, a), (c, a, b)]


def cotangent(x, v, u, p):
    """The cotangent of the angle at p in the triangle (v, u, p), by the law of cosines and Heron's formula."""
    opposite, left, right = (dot(d, d) for d in (subtract(x[v], x[u]), subtract(x[u], x[p]), subtract(x[p], x[v])))
    products = opposite * left + left * right + right * opposite
    four_areas = sqrt(2 * products - opposite**2 - left**2 - right**2)
    return (left + right - opposite) / four_areas


def neighbour_counts(question):
    """c[v][u] = c_vu for the neighbours u of v."""
    x = question["positions"]
    c = [{} for _ in x]
    for triangle in faces(question["triangles"]):
        for v, u, p in corners(triangle):
            if question.options["laplacian"] == "cotangent":
                share = max(mpf(0), cotangent(x, v, u, p))
                c[v][u] = c[v].get(u, 0) + share
                c[u][v] = c[u].get(v, 0) + share
            else:
                c[v][u] = c[u][v] = mpf(1)
    return c


def walk(row, a):
    """One step: row times A."""
    result = {}
    for v, share in row.items():
        for u, probability in a[v].items():
            result[u] = result.get(u, 0) + share * probability
    return result


def smoothing(question):
    """B: for each vertex v {k: B_vk}."""
    steps, l = question["iterations"][0], question["step"][0]
    a = [{u: share / sum(c.values()) for u, share in c.items()} if c else {v: mpf(1)}
         for v, c in enumerate(neighbour_counts(question))]
    often = [binomial(steps, n) * l**n * (1 - l) ** (steps - n) for n in range(steps + 1)]
    rows = []
    for v in range(len(a)):
        row, walker = {}, {v: mpf(1)}
        for n, share in enumerate(often):
            for k, probability in walker.items():
                row[k] = row.get(k, 0) + share * probability
            if n < steps:
                walker = walk(walker, a)
        rows.append(row)
    return rows
