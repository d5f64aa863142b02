# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Smoothed weights: each step multiplies the rows of a matrix by the weights of a joint."""
from mpmath import mpf

from binding.shared.joint_weights import listed
from binding.shared.welded_vertices import neighbours, places
from binding.shared.surface import halved_cotangents


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
    triangles = [[first[v] for v in t] for t in question["triangles"]]
    cots = None
    if question.options.get("laplacian") == "cotangent":
        cots = halved_cotangents(question["positions"], triangles)
    step = question["step"][0]
    for _ in range(question["iterations"][0]):
        before, w = w, dict(w)
        for v, others in around.items():
            c = {u: cots[v, u] if cots else mpf(1) for u in others}
            whole = sum(c.values())
            w[v] = [(1 - step) * before[v][j] + sum(step * c[u] / whole * before[u][j] for u in others) for j in joints]
    return {"joint_weights": [w[first[v]] for v in range(count)]}
