# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""More that makes, mends, shows and stores weights, from the pages of reference/binding."""
import math
import struct

from formulas.shared import add, clamped, dot, normalize, scale, subtract


def slots(arrays):
    weights = arrays.get("weights") or [[1.0] * len(row) for row in arrays["joints"]]
    return [list(zip(joints, row)) for joints, row in zip(arrays["joints"], weights)]


def weight_rows(arrays):
    """[vertex][joint]"""
    rows = [[0.0] * arrays["joint_count"][0] for _ in arrays["joints"]]
    for row, pairs in zip(rows, slots(arrays)):
        for joint, weight in pairs:
            row[joint] += weight
    return rows


# --- weights.linear-falloff ---


def answer_falloff(question):
    arrays, is_hose = question.arrays, question.options["form"] == "hose"
    pivots, h = arrays["pivots"], arrays.get("falloff", [0.0])[0]
    along = normalize(subtract(pivots[-1], pivots[0]))
    places = [dot(along, subtract(p, pivots[0])) for p in pivots]

    def row(x):
        s, u = dot(along, subtract(x, pivots[0])), []
        for a, b in zip(places, places[1:]):
            u.append(clamped((s - a) / (b - a) if is_hose else (s - b) / (2 * h) + 0.5))
        u = [1.0, *u, 0.0]
        return [before - after for before, after in zip(u, u[1:])]

    return {"joint_weights": [row(x) for x in arrays["positions"]]}


# --- weights.rogue ---


def places_of(positions):
    first = {}
    return [first.setdefault(tuple(x), v) for v, x in enumerate(positions)]


def neighbours_of(place, triangles):
    around = {p: set() for p in place}
    for t in triangles:
        for v in t:
            around[place[v]] |= {place[u] for u in t} - {place[v]}
    return around


def groups_of(held, around):
    """Lists of places that hang together, the one with the first place first."""
    groups, left = [], set(held)
    for start in sorted(held):
        if start in left:
            group, waiting = [], [start]
            left.discard(start)
            while waiting:
                group.append(waiting.pop())
                waiting += around[group[-1]] & left
                left -= around[group[-1]]
            groups.append(group)
    return groups


def rogues_of(held, around, size):
    """The places of a joint's rogue groups."""
    groups = groups_of(held, around)
    largest = max(groups, key=len, default=None)

    def is_rogue(group):
        is_whole_part = all(around[p] <= set(held) for p in group)
        return len(group) <= size and group is not largest and not is_whole_part

    return {p for group in groups if is_rogue(group) for p in group}


def answer_rogue(question):
    arrays, weights = question.arrays, weight_rows(question.arrays)
    size, place = arrays["rogue_size"][0], places_of(arrays["positions"])
    around = neighbours_of(place, arrays["triangles"])
    vertices, joints = range(len(place)), range(arrays["joint_count"][0])
    marks = [[0.0] * len(joints) for _ in vertices]
    for j in joints:
        rogues = rogues_of({place[v] for v in vertices if weights[v][j] > 0}, around, size)
        for v in vertices:
            marks[v][j] = float(weights[v][j] > 0 and place[v] in rogues)
    mended = [[w * (1 - m) for w, m in zip(*rows)] for rows in zip(weights, marks)]
    for v in vertices:
        rest = sum(mended[v])
        if any(marks[v]) and rest > 0:
            mended[v] = [w / rest for w in mended[v]]
    if question.options["emptied"] == "neighbours":
        left = {v for v in vertices if sum(mended[v]) > 0}
        for v in vertices:
            near = [u for u in left if place[u] in around[place[v]]]
            if v not in left and any(marks[v]) and near:
                marks[v] = marks[v][:]
                mended[v] = [sum(mended[u][j] for u in near) / len(near) for j in joints]
    return {"joint_weights": mended, "rogue_marks": marks}


# --- weights.colours ---


def hue(j):
    h, part = 0.0, 0.5
    while j > 0:
        h, part, j = h + part * (j % 2), part / 2, j // 2
    return h


def colour(j, count):
    h = hue(j)
    return [clamped(c) for c in (abs(6 * h - 3) - 1, 2 - abs(6 * h - 2), 2 - abs(6 * h - 4))]


def answer_colours(question):
    arrays, rows = question.arrays, weight_rows(question.arrays)
    if question.options["colours"] == "one-joint":
        shown = arrays["shown_joint"][0]
        return {"colours": [[row[shown]] * 3 for row in rows]}
    count = arrays["joint_count"][0]
    own = arrays.get("joint_colours") or [colour(j, count) for j in range(count)]
    return {"colours": [[dot(row, column) for column in zip(*own)] for row in rows]}


# --- bind.containment ---

CYLINDER, CAPSULE, ELLIPSOID, SPHERE = range(4)


def depth(kind, a, b, r, x):
    middle, along = scale(add(a, b), 0.5), subtract(b, a)
    length = math.sqrt(dot(along, along))
    h, from_middle = length / 2, subtract(x, middle)
    if kind == SPHERE or length == 0:
        return 1 - math.sqrt(dot(from_middle, from_middle)) / r
    axis = scale(along, 1 / length)
    s = dot(from_middle, axis)
    rho = math.dist(from_middle, scale(axis, s))
    if kind == CYLINDER:
        return 1 - max(rho / r, abs(s) / h)
    if kind == CAPSULE:
        return 1 - math.dist(from_middle, scale(axis, clamped(s, -h, h))) / r
    return 1 - math.hypot(s / h, rho / r)


def volumes_of(arrays, kind):
    """(joint, kind, a, b, r)"""
    if "volume_joints" in arrays:
        return list(zip(*(arrays["volume_" + name] for name in ("joints", "kinds", "starts", "ends", "radii"))))
    parents, pivots, share = arrays["parents"], arrays["pivots"], arrays.get("radius_share", [0.25])[0]
    found = []
    for j, p in enumerate(pivots):
        children = [c for c, parent in enumerate(parents) if parent == j]
        for c in children:
            length = math.dist(p, pivots[c])
            found.append((j, kind, p, pivots[c], length / 2 if kind == SPHERE else share * length))
        if not children and parents[j] >= 0:
            found.append((j, SPHERE, p, p, share * math.dist(p, pivots[parents[j]])))
    return [volume for volume in found if volume[4] > 0]


def answer_containment(question):
    arrays, options = question.arrays, question.options
    kinds = ["cylinder", "capsule", "ellipsoid", "sphere"]
    volumes = volumes_of(arrays, kinds.index(options["volume_kind"]))
    joints = range(len(arrays["pivots"]))

    def row(x):
        depths = {}
        for joint, *volume in volumes:
            depths[joint] = max(depths.get(joint, -math.inf), depth(*volume, x))
        best = max(depths, key=depths.get)
        if max(depths.values()) <= 0:
            return [float(j == best and options["outside"] == "nearest") for j in joints]
        if options["weighing"] == "best-fitting":
            return [float(j == best) for j in joints]
        whole = sum(max(f, 0) for f in depths.values())
        return [max(depths.get(j, 0), 0) / whole for j in joints]

    return {"joint_weights": [row(x) for x in arrays["positions"]]}


# --- pack.f16 ---


def half(x):
    return struct.unpack("<H", struct.pack("<e", x))[0]


def steps_of(weights):
    """Whole numbers that sum to 2048, by the largest remainders."""
    whole = sum(weights)
    if whole == 0:
        return [0] * len(weights)
    shares = [2048 * w / whole for w in weights]
    packed = [math.floor(share) for share in shares]
    for i in sorted(range(len(packed)), key=lambda i: packed[i] - shares[i])[: 2048 - sum(packed)]:
        packed[i] += 1
    return packed


def answer_halves(question):
    keeps_sum = question.options["sum"] == "one"
    rows = []
    for pairs in slots(question.arrays):
        weights = [w for _, w in pairs]
        rows.append([half(w) for w in ([k / 2048 for k in steps_of(weights)] if keeps_sum else weights)])
    unpacked = [[struct.unpack("<e", struct.pack("<H", bits))[0] for bits in row] for row in rows]
    return {"halves": rows, "unpacked_weights": unpacked}


ALGORITHMS = {
    "weights.linear-falloff": (answer_falloff, {"form": ["hose", "cylinder"]}),
    "weights.rogue": (answer_rogue, {"emptied": ["neighbours", "none"]}),
    "weights.colours": (answer_colours, {"colours": ["by-joint", "one-joint"]}),
    "bind.containment": (answer_containment, {"weighing": ["best-fitting", "by-depth"], "outside": ["none", "nearest"],
                                              "volume_kind": ["cylinder", "capsule", "ellipsoid", "sphere"]}),
    "pack.f16": (answer_halves, {"sum": ["one", "as-rounded"]}),
}
