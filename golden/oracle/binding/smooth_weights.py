# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Smoothed weights: every step as a matrix's row times a joint's weights; cotangents by lengths and areas."""
from mpmath import mpf

from binding.shared.joint_weights import listed
from binding.shared.places import neighbours, places
from shared.linear import length, subtract
from skinning.optimised_centres import area


def cotangents(question, first):
    """(v, u) -> sum of max(0, cot), by cot = (a^2 + b^2 - c^2) / (4 area)."""
    x, found = question["positions"], {}
    for corners in question["triangles"]:
        t = [first[v] for v in corners]
        if len(set(t)) < 3:
            continue
        for i in range(3):
            p, v, u = t[i], t[(i + 1) % 3], t[(i + 2) % 3]
            a, b, c = (length(subtract(x[one], x[other])) for one, other in ((v, p), (u, p), (v, u)))
            cot = max(mpf(0), (a * a + b * b - c * c) / (4 * area(x[p], x[v], x[u])))
            for edge in ((v, u), (u, v)):
                found[edge] = found.get(edge, mpf(0)) + cot
    return found


def answer(question):
    count, joints = len(question["positions"]), range(question["joint_count"][0])
    first = places(question) if question.options.get("seams", "welded") == "welded" else list(range(count))
    own = [listed(question, v) for v in range(count)]
    members = {}
    for v in range(count):
        members.setdefault(first[v], []).append(v)
    w = {place: [sum(own[v].get(j, mpf(0)) for v in vertices) / len(vertices) for j in joints]
         for place, vertices in members.items()}
    around = neighbours(question, first)
    cots = cotangents(question, first) if question.options.get("laplacian") == "cotangent" else None
    step = question["step"][0]
    for _ in range(question["iterations"][0]):
        before, w = w, dict(w)
        for v, others in around.items():
            c = {u: cots[v, u] if cots else mpf(1) for u in others}
            whole = sum(c.values())
            w[v] = [(1 - step) * before[v][j] + sum(step * c[u] / whole * before[u][j] for u in others) for j in joints]
    return {"joint_weights": [w[first[v]] for v in range(count)]}
