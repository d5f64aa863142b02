# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Anatomical face: forces of one element at a time; volumes from triangles of the prism's surface, its other sides cut along either diagonal and
halved. The equilibrium is found in double by Newton's method with stiffness from differences of forces, the step halved while forces grow; then it is
brought to 200 bits by steps of that stiffness."""
from mpmath import acos, cos, mpf, nstr, pi

from shared.linear import add, dot, length, subtract, unit
from shared.rotation import rotate

SKULL, FASCIA = 0, 1
SIDES = [(0, 2, 1, 2), (3, 4, 5, 2)] + [
    (*corners, 1) for a, b in ((0, 1), (1, 2), (2, 0))
    for corners in ((a, b, b + 3), (a, b + 3, a + 3), (a, b, a + 3), (b, b + 3, a + 3))]
ENOUGH = mpf(2) ** -150


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def along(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def link(slope):
    """Slopes of an energy of the distance of two points; slope(distance, *constants)."""

    def slopes(x, constants):
        d = minus(x[0], x[1])
        q = along(d, d) ** 0.5
        f = slope(q, *constants) / q
        return [tuple(f * c for c in d), tuple(-f * c for c in d)]

    return slopes


def barrier(q, r, h, beta):
    d = q - r
    return -beta * (3 * (h - d) ** 2 * d + (h - d) ** 3) / d**2 if d < h else 0 * q


spring = link(lambda q, k, l: k * (q - l))
fibre = link(lambda q, f: f)
contact = link(barrier)


def volume(x):
    return sum(share * along(x[a], cross(x[b], x[c])) for a, b, c, share in SIDES) / 12


def prism(x, constants):
    kappa, at_rest = constants
    slopes = [(0, 0, 0)] * 6
    for a, b, c, share in SIDES:
        for p, q, r in ((a, b, c), (b, c, a), (c, a, b)):
            area = cross(minus(x[q], x[p]), minus(x[r], x[p]))
            slopes[p] = tuple(s + share * n / 12 for s, n in zip(slopes[p], area))
    f = kappa * (volume(x) - at_rest) / abs(at_rest)
    return [tuple(f * c for c in slope) for slope in slopes]


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
    """(slopes, points, constants) of everything that holds an energy."""
    layers = question["layers"]
    for (i, j), k in zip(question["springs"], question["spring_stiffness"]):
        yield spring, (i, j), (k, length(subtract(rest[i], rest[j])))
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
    total = {v: (0, 0, 0) for v in free}
    for slopes, points, constants in elements:
        for v, f in zip(points, slopes([x[p] for p in points], constants)):
            if v in total:
                total[v] = tuple(a + b for a, b in zip(total[v], f))
    return [c for v in free for c in total[v]]


def stiffness(elements, x, free, h=1e-6):
    """In double, by differences, element by element."""
    place = {v: 3 * k for k, v in enumerate(free)}
    rows = [[0.0] * (3 * len(free)) for _ in range(3 * len(free))]
    for slopes, points, constants in elements:
        own = [x[p] for p in points]
        for j, moved in enumerate(points):
            for c in range(3 if moved in place else 0):
                sides = []
                for step in (h, -h):
                    y = list(own)
                    for same in (k for k, p in enumerate(points) if p == moved):
                        y[same] = tuple(value + (step if r == c else 0) for r, value in enumerate(own[same]))
                    sides.append(slopes(y, constants))
                if moved in points[:j]:
                    continue
                for v, plus, less in zip(points, *sides):
                    for r in range(3 if v in place else 0):
                        rows[place[v] + r][place[moved] + c] += (plus[r] - less[r]) / (2 * h)
    return rows


def factored(rows):
    """Elimination with partial pivoting, kept: (rows, order)."""
    n, order = len(rows), list(range(len(rows)))
    rows = [list(row) for row in rows]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        order[k], order[pivot] = order[pivot], order[k]
        for i in range(k + 1, n):
            f = rows[i][k] = rows[i][k] / rows[k][k]
            if f:
                rows[i][k + 1 :] = [a - f * b for a, b in zip(rows[i][k + 1 :], rows[k][k + 1 :])]
    return rows, order


def solved(factors, b):
    rows, order = factors
    x = [b[i] for i in order]
    for k, row in enumerate(rows):
        x[k] -= sum(row[i] * x[i] for i in range(k))
    for k in reversed(range(len(rows))):
        x[k] = (x[k] - sum(rows[k][i] * x[i] for i in range(k + 1, len(rows)))) / rows[k][k]
    return x


def stepped(x, free, p, s):
    y = list(x)
    for k, v in enumerate(free):
        y[v] = tuple(c + s * d for c, d in zip(x[v], p[3 * k : 3 * k + 3]))
    return y


def outside(elements, x):
    return all(along(minus(x[i], x[j]), minus(x[i], x[j])) > constants[0] ** 2
               for slopes, (i, j, *_), constants in elements if slopes is contact)


def in_double(elements, x, free):
    """Near the equilibrium, and the stiffness there."""
    x = [tuple(float(c) for c in p) for p in x]
    elements = [(slopes, points, tuple(float(c) for c in constants)) for slopes, points, constants in elements]
    for _ in range(100):
        g = forces(elements, x, free)
        size = sum(c * c for c in g)
        factors = factored(stiffness(elements, x, free))
        if size < 1e-24:
            return x, factors
        p, s = solved(factors, [-c for c in g]), 1.0
        while s > 1e-9:
            y = stepped(x, free, p, s)
            if outside(elements, y) and sum(c * c for c in forces(elements, y, free)) < size:
                break
            s /= 2
        x = y
    raise ValueError("no equilibrium")


def answer(question):
    rest = [tuple(x) for x in question["positions"] + question["skull_centres"]]
    joints = question["node_joints"] + question["skull_joints"]
    x = [tuple(add(rotate(question["palette_rotations"][j], list(X)), question["palette_translations"][j])) for X, j in zip(rest, joints)]
    elements = list(elements_of(question, rest))
    free = [v for v, layer in enumerate(question["layers"]) if layer != SKULL]
    near, factors = in_double(elements, x, free)
    for v in free:
        x[v] = tuple(mpf(c) for c in near[v])
    for _ in range(60):
        g = forces(elements, x, free)
        if max((abs(c) for c in g), default=0) < ENOUGH:
            break
        x = stepped(x, free, solved(factors, [-c for c in g]), 1)
    else:
        raise ValueError(f"forces do not balance: {nstr(max(abs(c) for c in g), 5)}")
    ratios = [volume([x[v] for v in nodes]) / volume([rest[v] for v in nodes]) for nodes in question["prisms"]]
    return {"positions": [list(p) for p in x[: len(question["layers"])]], "volume_ratios": ratios}
