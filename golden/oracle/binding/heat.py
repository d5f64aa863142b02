# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Heat equilibrium weights: distances by Pythagoras, visibility by the plane's parameter and barycentric
coordinates, the equilibrium by Gaussian elimination with a right side for every joint."""
from mpmath import lu_solve, matrix, mpf

from binding.shared.surface import bones_of, halved_cotangents, places_of, shares_of_area
from shared.linear import add, cross, dot, length, subtract, times

NEAR, APART, LEAST = 1 + mpf(2) ** -10, mpf(2) ** -10, mpf(2) ** -20
FLOW = mpf(2) ** -11


def foot(x, bone):
    """The nearest point: either end, or the foot of the perpendicular if it is between them."""
    a, b = bone
    d, e = subtract(b, a), subtract(x, a)
    if dot(d, d) == 0 or dot(e, d) <= 0:
        return a
    return b if dot(subtract(x, b), d) >= 0 else add(a, times(dot(e, d) / dot(d, d), d))


def hides(p, q, corners):
    """True if the triangle meets the segment p q."""
    a, b, c = corners
    normal = cross(subtract(b, a), subtract(c, a))
    size = dot(normal, normal)
    ahead = dot(normal, subtract(q, p))
    if size == 0 or ahead == 0:
        return False
    t = dot(normal, subtract(a, p)) / ahead
    if not 0 <= t <= 1:
        return False
    at = add(p, times(t, subtract(q, p)))
    coordinates = [dot(normal, cross(subtract(s, r), subtract(at, r))) for r, s in ((a, b), (b, c), (c, a))]
    return min(coordinates) >= 0


def sees(x, triangles, v, q):
    step = times(APART, subtract(q, x[v]))
    p, q = add(x[v], step), subtract(q, step)
    return not any(v not in t and hides(p, q, [x[u] for u in t]) for t in triangles)


def sources(question):
    x, bones = question["positions"], bones_of(question)
    triangles = places_of(question)[1]
    c = question["heat"][0] if "heat" in question else mpf(1)
    box = [max(p[i] for p in x) - min(p[i] for p in x) for i in range(3)]
    heat = []
    for v, p in enumerate(x):
        feet = [min((foot(p, bone) for bone in own), key=lambda q: length(subtract(q, p))) for own in bones]
        far = [length(subtract(q, p)) for q in feet]
        least = LEAST * dot(box, box)
        heat.append([c / max(d**2, least) if d <= NEAR * min(far) and (d**2 < least or sees(x, triangles, v, q)) else mpf(0)
                     for d, q in zip(far, feet)])
    return heat


def answer(question):
    x, heat = question["positions"], sources(question)
    places, triangles = places_of(question)
    areas = shares_of_area(x, triangles)
    firsts = [v for v, place in enumerate(places) if place == v]  # vertices at the same position have these weights
    row = {v: i for i, v in enumerate(firsts)}
    a = matrix(len(firsts))
    for (v, u), c in halved_cotangents(x, triangles).items():
        a[row[v], row[v]] += max(c, FLOW)
        a[row[v], row[u]] -= max(c, FLOW)
    for v in firsts:
        a[row[v], row[v]] += areas[v] * sum(heat[v])
    columns = []
    for j in range(len(question["pivots"])):
        columns.append(lu_solve(a, matrix([areas[v] * heat[v][j] for v in firsts])))
    return {"joint_weights": [[column[row[v]] for column in columns] for v in places]}
