# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Areas and cotangents of a mesh; the bones of a skeleton."""
from mpmath import mpf

from binding.shared.bones import bones
from binding.shared.welded_vertices import places
from surface.shared.smoothing import corners, cotangent, faces
from skinning.optimised_centres import area


def shares_of_area(x, triangles):
    """A third of the area of the triangles around each vertex; 1 without triangles."""
    areas = [mpf(0)] * len(x)
    found = [False] * len(x)
    for t in faces(triangles):
        for v in t:
            areas[v] += area(*(x[u] for u in t)) / 3
            found[v] = True
    return [area if has else mpf(1) for area, has in zip(areas, found)]


def halved_cotangents(x, triangles):
    """{(v, u): c_vu / 2}, in both directions."""
    found = {}
    for t in faces(triangles):
        for v, u, p in corners(t):
            c = max(mpf(0), cotangent(x, v, u, p)) / 2
            found[v, u] = found.get((v, u), 0) + c
            found[u, v] = found.get((u, v), 0) + c
    return found


def places_of(question):
    """The first vertex at each vertex's position, and the triangles between these."""
    first = places(question)
    return first, [[first[v] for v in t] for t in question["triangles"]]


def bones_of(question):
    """(from, to) of each joint: to its children, or only to itself."""
    found = [[] for _ in question["pivots"]]
    for joint, a, b in bones(question, leaves=True):
        found[joint].append((a, b))
    return found
