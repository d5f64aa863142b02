# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Delaunay binding by gift wrapping: starting from a face of the hull, finds for each face the point whose sphere with it is empty; points on that sphere make the cell."""
from itertools import combinations

from mpmath import mpf

from shared.linear import add, cross, dot, subtract, times

NOTHING = mpf(2) ** -36  # relative to the squared radius: Qhull's tolerance for one sphere


def sphere(a, b, c, d):
    """Centre and squared radius; None if the four are in one plane."""
    u, v, w = subtract(b, a), subtract(c, a), subtract(d, a)
    volume = 2 * dot(u, cross(v, w))
    if volume == 0:
        return None
    to = times(1 / volume, add(add(times(dot(u, u), cross(v, w)), times(dot(v, v), cross(w, u))), times(dot(w, w), cross(u, v))))
    return add(a, to), dot(to, to)


def side(points, face, p):
    a, b, c = (points[i] for i in face)
    return dot(cross(subtract(b, a), subtract(c, a)), subtract(points[p], a))


def apex(points, face, away_from):
    """The point on the other side of a face whose sphere with it is empty there; None at the hull."""
    best = None
    for p in range(len(points)):
        here = side(points, face, p) if p not in face else 0
        if here == 0 or (away_from is not None and here * side(points, face, away_from) >= 0):
            continue
        if best is None:
            best = p
            continue
        centre, squared = sphere(*(points[i] for i in face), points[best])
        to = subtract(points[p], centre)
        if dot(to, to) < squared:
            best = p
    return best


def first_face(points):
    """Three points of the hull: all others are on one side (by exhaustive search)."""
    for face in combinations(range(len(points)), 3):
        sides = [side(points, face, p) for p in range(len(points)) if p not in face]
        if any(s != 0 for s in sides) and (min(sides) >= 0 or max(sides) <= 0):
            return face
    return None


def cells(points):
    if len(points) < 5:
        return [set(range(len(points)))]
    found, open_faces, done = [], [(first_face(points), None)], set()
    while open_faces:
        face, behind = open_faces.pop()
        if (frozenset(face), behind) in done:
            continue
        done.add((frozenset(face), behind))
        p = apex(points, face, behind)
        if p is None:
            continue
        centre, squared = sphere(*(points[i] for i in face), points[p])
        on = set()
        for i, point in enumerate(points):
            to = subtract(point, centre)
            if abs(dot(to, to) - squared) <= NOTHING * squared:
                on.add(i)
        if on not in found:
            found.append(on)
        tetrahedron = set(face) | {p}
        for away in face:
            rest = tuple(sorted(tetrahedron - {away}))
            open_faces.append((rest, away))
    return found


def answer(question):
    x, pivots = question["positions"], question["pivots"]
    number = {}
    for point in x + pivots:
        number.setdefault(tuple(point), len(number))
    points = [list(point) for point in number]
    joined = {i: set() for i in range(len(points))}
    for cell in cells(points):
        for i in cell:
            joined[i] |= cell - {i}
    edges = {}
    for j, c in enumerate(pivots):
        start = number[tuple(c)]
        far, front = {start: 0}, [start]
        while front:
            front = sorted({b for a in front for b in joined[a] if b not in far})
            step = max(far.values()) + 1
            for b in front:
                far[b] = step
        edges[j] = far
    weights, counts = [], []
    for p in x:
        own = [edges[j][number[tuple(p)]] for j in range(len(pivots))]
        near = [j for j, e in enumerate(own) if e == min(own)]
        far = [dot(d, d) for d in (subtract(p, pivots[j]) for j in near)]
        joint = near[far.index(min(far))]
        weights.append([mpf(int(j == joint)) for j in range(len(pivots))])
        counts.append([mpf(min(own))])
    return {"joint_weights": weights, "edges": [row[0] for row in counts]}
