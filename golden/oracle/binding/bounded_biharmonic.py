# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Bounded biharmonic weights by single pivots: for each joint, one vertex at a time is fixed at its bound or
released until all conditions hold. Every step eliminates the whole energy (Gauss)."""
from mpmath import lu_solve, matrix, mpf

from binding.shared.surface import bones_of, halved_cotangents, places_of, shares_of_area
from shared.linear import add, dot, subtract, times

NEAR = (1 + mpf(2) ** -10) ** 2
NOTHING = mpf(2) ** -120


def handles(question):
    """{v: {joint: share}}"""
    x = question["positions"]
    f = question["reach"][0] if "reach" in question else mpf(1) / 4
    wanted = {}
    for j, own in enumerate(bones_of(question)):
        for a, b in own:
            middle = times(mpf(1) / 2, add(a, b))
            far = [dot(d, d) for d in (subtract(p, middle) for p in x)]
            for v, d in enumerate(far):
                if d <= (1 + f) ** 2 * min(far):
                    wanted.setdefault(v, {})[j] = min(d, wanted.get(v, {}).get(j, d))
    result = {}
    for v, own in wanted.items():
        near = [j for j, d in own.items() if d <= NEAR * min(own.values())]
        result[v] = {j: mpf(1) / len(near) for j in near}
    return result


def energy(x, triangles):
    """Rows of L M^-1 L as {u: number}."""
    l = [{} for _ in x]
    for (v, u), c in halved_cotangents(x, triangles).items():
        l[v][u] = l[v].get(u, 0) - c
        l[v][v] = l[v].get(v, 0) + c
    areas = shares_of_area(x, triangles)
    q = [{} for _ in x]
    for k, row in enumerate(l):
        for v, a in row.items():
            for u, b in row.items():
                q[v][u] = q[v].get(u, 0) + a * b / areas[k]
    return q


def solved(q, fixed):
    """All weights, with these fixed."""
    free = [v for v in range(len(q)) if v not in fixed]
    w = [fixed.get(v, mpf(0)) for v in range(len(q))]
    if free:
        a = matrix([[q[v].get(u, mpf(0)) for u in free] for v in free])
        b = matrix([-sum((q[v].get(u, mpf(0)) * value for u, value in fixed.items()), mpf(0)) for v in free])
        for v, value in zip(free, lu_solve(a, b)):
            w[v] = value
    return w


def bounded(q, given):
    held = {}
    while True:
        w = solved(q, {**given, **held})
        wrong = [v for v in range(len(q)) if v not in given and v not in held and not -NOTHING <= w[v] <= 1 + NOTHING]
        for v, end in held.items():
            gradient = sum((value * w[u] for u, value in q[v].items()), mpf(0))
            if (gradient if end == 0 else -gradient) < -NOTHING:
                wrong.append(v)
        if not wrong:
            return w
        v = max(wrong)
        if v in held:
            del held[v]
        else:
            held[v] = mpf(0) if w[v] < 0 else mpf(1)


def answer(question):
    places, triangles = places_of(question)
    x, given = question["positions"], handles(question)
    q = energy(x, triangles)
    fixed = {v: {} for v in range(len(x)) if places[v] != v} | given  # copies that are not handles are free
    columns = [bounded(q, {v: own.get(j, mpf(0)) for v, own in fixed.items()}) for j in range(len(question["pivots"]))]
    rows = [[column[v] for column in columns] for v in places]
    return {"joint_weights": [[w / sum(row) for w in row] if sum(row) > 0 else None for row in rows]}
