# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Anatomical face: forces by element; volumes from triangles of the prism's surface, the mean of both diagonals of
its sides. Finds the equilibrium in double by Newton's method with a stiffness from differences of forces, halving the
step while forces grow; then refines it to 200 bits with that stiffness."""
import numpy as np
from mpmath import acos, cos, mpf, nstr, pi

from shared.linear import add, cross, dot, length, subtract, unit
from shared.rotation import rotate

SKULL, FASCIA = 0, 1
SIDES = [(0, 2, 1, 2), (3, 4, 5, 2)] + [
    (*corners, 1) for a, b in ((0, 1), (1, 2), (2, 0))
    for corners in ((a, b, b + 3), (a, b + 3, a + 3), (a, b, a + 3), (b, b + 3, a + 3))]
ENOUGH = mpf(2) ** -150


def link(slope):
    """Slopes of an energy of the distance of two points; slope(distance, *constants)."""

    def slopes(x, constants):
        d = x[0] - x[1]
        q = (d @ d) ** 0.5
        f = slope(q, *constants) / q
        return [f * d, -f * d]

    return slopes


def barrier(q, r, h, beta):
    d = q - r
    return -beta * (3 * (h - d) ** 2 * d + (h - d) ** 3) / d**2 if d < h else 0 * q


spring = link(lambda q, k, l: k * (q - l))
fibre = link(lambda q, f: f)
contact = link(barrier)


def volume(x):
    return sum(share * (x[a] @ cross(x[b], x[c])) for a, b, c, share in SIDES) / 12


def prism(x, constants):
    kappa, at_rest = constants
    slopes = [0] * 6
    for a, b, c, share in SIDES:
        for p, q, r in ((a, b, c), (b, c, a), (c, a, b)):
            slopes[p] = slopes[p] + share * np.array(cross(x[q] - x[p], x[r] - x[p])) / 12
    f = kappa * (volume(x) - at_rest) / abs(at_rest)
    return [f * slope for slope in slopes]


def pull(question, m, x):
    """Waters' fall-off."""
    (a, b), rest = question["muscle_nodes"][m], question["positions"]
    w = subtract(x, rest[a])
    distance, start, end = length(w), question["muscle_falloff_starts"][m], question["muscle_falloff_ends"][m]
    if distance == 0 or distance > end:
        return mpf(0)
    mu = acos(min(dot(unit(subtract(rest[b], rest[a])), unit(w)), mpf(1)))
    if mu > question["muscle_zone_angles"][m]:
        return mpf(0)
    beta = 1 - distance / start if distance < start else (distance - start) / (end - start)
    return question["muscle_contractions"][m] * cos(mu / 2) * cos(beta * pi / 2)


def elements_of(question, rest):
    """(slopes, points, constants) of every element with an energy."""
    layers = question["layers"]
    for (i, j), k in zip(question["springs"], question["spring_stiffness"]):
        yield spring, (i, j), (k, length(rest[i] - rest[j]))
    for m, (a, _) in enumerate(question["muscle_nodes"]):
        for v, layer in enumerate(layers):
            if layer == FASCIA:
                yield fibre, (v, a), (pull(question, m, rest[v]),)
    for v, layer in enumerate(layers):
        for s, r in enumerate(question["skull_radii"]):
            if layer != SKULL:
                yield contact, (v, len(layers) + s), (r, question["clearance"][0], question["contact_stiffness"][0])
    for nodes, kappa in zip(question["prisms"], question["prism_stiffness"]):
        yield prism, tuple(nodes), (kappa, volume([rest[v] for v in nodes]))


def forces(elements, x, free):
    total = {v: 0 for v in free}
    for slopes, points, constants in elements:
        for v, f in zip(points, slopes([x[p] for p in points], constants)):
            if v in total:
                total[v] = total[v] + f
    return np.concatenate([np.zeros(0), *(total[v] for v in free)])


def stiffness(elements, x, free, h=1e-6):
    """In double, by differences, element by element."""
    place = {v: 3 * k for k, v in enumerate(free)}
    rows = np.zeros((3 * len(free), 3 * len(free)))
    for slopes, points, constants in elements:
        for moved in place.keys() & set(points):
            for c in range(3):
                step = h * np.eye(3)[c]
                plus, less = (slopes([x[p] + sign * step * (p == moved) for p in points],
                                     constants) for sign in (1, -1))
                for v, a, b in zip(points, plus, less):
                    if v in place:
                        rows[place[v] : place[v] + 3, place[moved] + c] += (a - b) / (2 * h)
    return rows


def stepped(x, free, p):
    y = list(x)
    for k, v in enumerate(free):
        y[v] = x[v] + p[3 * k : 3 * k + 3]
    return y


def outside(elements, x):
    return all((x[i] - x[j]) @ (x[i] - x[j]) > constants[0] ** 2
               for slopes, (i, j, *_), constants in elements if slopes is contact)


def in_double(elements, x, free):
    """A point near the equilibrium, and the inverse of the stiffness there."""
    x = [p.astype(float) for p in x]
    elements = [(slopes, points, tuple(float(c) for c in constants)) for slopes, points, constants in elements]
    for _ in range(100):
        g = forces(elements, x, free)
        inverse = np.linalg.inv(stiffness(elements, x, free))
        if g @ g < 1e-24:
            return x, inverse
        p, s = -inverse @ g, 1.0
        while s > 1e-9:
            y = stepped(x, free, s * p)
            after = forces(elements, y, free)
            if outside(elements, y) and after @ after < g @ g:
                break
            s /= 2
        x = y
    raise ValueError("no equilibrium")


def answer(question):
    rest = [np.array(x) for x in question["positions"] + question["skull_centres"]]
    joints = question["node_joints"] + question["skull_joints"]
    q, t = question["palette_rotations"], question["palette_translations"]
    x = [np.array(add(rotate(q[j], list(X)), t[j])) for X, j in zip(rest, joints)]
    elements = list(elements_of(question, rest))
    free = [v for v, layer in enumerate(question["layers"]) if layer != SKULL]
    near, inverse = in_double(elements, x, free)
    for v in free:
        x[v] = np.array([mpf(c) for c in near[v]])
    for _ in range(60):
        g = forces(elements, x, free)
        if max((abs(c) for c in g), default=0) < ENOUGH:
            break
        x = stepped(x, free, -inverse.astype(object) @ g)
    else:
        raise ValueError(f"forces do not balance: {nstr(max(abs(c) for c in g), 5)}")
    ratios = [volume([x[v] for v in nodes]) / volume([rest[v] for v in nodes]) for nodes in question["prisms"]]
    return {"positions": [list(p) for p in x[: len(question["layers"])]], "volume_ratios": ratios}
