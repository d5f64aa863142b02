# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Making weights and mending them, from the pages of reference/binding."""
import math

from vectors import add, cross, dot, scale, subtract

# --- bind.point-to-line ---


def share_along(a, b, x):
    """Where x is along a bone, 0 at a and before it, 1 at b and beyond."""
    along = subtract(b, a)
    whole = dot(along, along)
    return min(max(dot(subtract(x, a), along) / whole, 0.0), 1.0) if whole > 0 else 0.0


def nearest_point(a, b, x):
    return add(a, scale(subtract(b, a), share_along(a, b, x)))


def bone_distance(a, b, x):
    return math.dist(nearest_point(a, b, x), x)


def bones(parents, pivots, leaves):
    """(joint, a, b), joint after joint."""
    found = []
    for joint, pivot in enumerate(pivots):
        children = [c for c, parent in enumerate(parents) if parent == joint]
        found += [(joint, pivot, pivots[c]) for c in children]
        if leaves and not children:
            found.append((joint, pivot, pivot))
    return found


def answer_point_to_line(question):
    arrays = question.arrays
    all_bones = bones(arrays["parents"], arrays["pivots"], question.options["leaf_joints"] == "point")
    exponent = arrays.get("exponent", [1])[0]

    def row(x):
        distances = {}
        for joint, a, b in all_bones:
            distances[joint] = min(distances.get(joint, math.inf), bone_distance(a, b, x))
        least = min(distances.values())
        if question.options["weighing"] == "nearest":
            pulls = {min(joint for joint, d in distances.items() if d == least): 1.0}
        elif least == 0:
            pulls = {joint: 1.0 for joint, d in distances.items() if d == 0}
        else:
            pulls = {joint: (least / d) ** exponent for joint, d in distances.items()}
        whole = sum(pulls.values())
        return [pulls.get(joint, 0.0) / whole for joint in range(len(arrays["pivots"]))]

    return {"joint_weights": [row(x) for x in arrays["positions"]]}


# --- weights.limit ---


def slots(arrays):
    """[(joint, weight)] of every vertex."""
    weights = arrays.get("weights") or [[1.0] * len(row) for row in arrays["joints"]]
    return [list(zip(joints, row)) for joints, row in zip(arrays["joints"], weights)]


def joint_weights(pairs):
    """joint -> weight, in the order of first slots."""
    found = {}
    for joint, weight in pairs:
        if weight != 0:
            found[joint] = found.get(joint, 0.0) + weight
    return found


def kept(pairs, count, by_slot):
    weights = joint_weights(pairs)
    order = list(weights) if by_slot else sorted(weights)
    return {joint: weights[joint] for joint in sorted(order, key=lambda joint: -weights[joint])[:count]}


def normalised(weights):
    whole = sum(weights.values())
    return {joint: weight / whole for joint, weight in weights.items()} if whole > 0 else weights


def answer_limit(question):
    arrays, by_slot = question.arrays, question.options["tie"] == "first-slot"
    rows = [normalised(kept(pairs, arrays["influence_count"][0], by_slot)) for pairs in slots(arrays)]
    return {"joint_weights": [[row.get(joint, 0.0) for joint in range(arrays["joint_count"][0])] for row in rows]}


# --- pack.u8 ---


def bytes_of(weights):
    """Whole numbers that sum to 255, by the largest remainders."""
    whole = sum(weights)
    if whole == 0:
        return [0] * len(weights)
    shares = [255 * weight / whole for weight in weights]
    packed = [math.floor(share) for share in shares]
    for i in sorted(range(len(packed)), key=lambda i: packed[i] - shares[i])[: 255 - sum(packed)]:
        packed[i] += 1
    return packed


def answer_pack(question):
    rows, unpacked = [], []
    for pairs in slots(question.arrays):
        packed = bytes_of([weight for _, weight in pairs])
        stored = packed[:-1] if question.options["last_weight"] == "implicit" else packed
        rows.append([joint for joint, _ in pairs] + stored)
        unpacked.append([k / 255 for k in packed])
    return {"bytes": rows, "unpacked_weights": unpacked}


# --- weights.smooth ---


def places(positions):
    """The first vertex at the position of each vertex."""
    first = {}
    return [first.setdefault(tuple(x), v) for v, x in enumerate(positions)]


def cotangent(p, v, u):
    a, b = subtract(v, p), subtract(u, p)
    return max(0.0, dot(a, b) / math.hypot(*cross(a, b)))


def edges(x, triangles, by_angles):
    """{v: {u: how much u counts}}"""
    found = {}
    for t in triangles:
        for i in range(3) if len(set(t)) == 3 else []:
            p, v, u = t[i], t[(i + 1) % 3], t[(i + 2) % 3]
            c = cotangent(x[p], x[v], x[u]) if by_angles else 0.0
            for one, other in ((v, u), (u, v)):
                around = found.setdefault(one, {})
                around[other] = around.get(other, 0.0) + c if by_angles else 1.0
    return found


def smoothed(w, around, step):
    """One iteration."""
    moved = dict(w)
    for v, own in around.items():
        mean = sum(c * w[u] for u, c in own.items()) / sum(own.values())
        moved[v] = (1 - step) * w[v] + step * mean
    return moved


def answer_smooth(question):
    arrays, options = question.arrays, question.options
    x = arrays["positions"]
    first = places(x) if options["seams"] == "welded" else list(range(len(x)))
    around = edges(x, [[first[v] for v in t] for t in arrays["triangles"]], options["laplacian"] == "cotangent")
    given = [joint_weights(pairs) for pairs in slots(arrays)]
    members = {}
    for v, place in enumerate(first):
        members.setdefault(place, []).append(v)
    columns = []
    for joint in range(arrays["joint_count"][0]):
        w = {place: sum(given[v].get(joint, 0.0) for v in own) / len(own) for place, own in members.items()}
        for _ in range(arrays["iterations"][0]):
            w = smoothed(w, around, arrays["step"][0])
        columns.append([w[place] for place in first])
    return {"joint_weights": [list(row) for row in zip(*columns)]}


# --- bind.heat ---


def volume(p, q, a, b):
    return dot(subtract(q, p), cross(subtract(a, p), subtract(b, p)))


def is_between(p, q, triangle):
    """Whether a triangle meets the segment p q."""
    a, b, c = triangle
    around = [volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)]
    ends = [volume(p, a, b, c), volume(q, a, b, c)]
    return not min(around) < 0 < max(around) and (min(ends) < 0 < max(ends) or (0 in ends and ends != [0, 0]))


def sees(x, triangles, v, q):
    step = scale(subtract(q, x[v]), 2**-10)
    p, end = add(x[v], step), subtract(q, step)
    return not any(v not in t and is_between(p, end, [x[u] for u in t]) for t in triangles)


def heat_at(distance):
    """Of a bone at a distance, but for the factor that is given."""
    return 1 / distance**2


def heats(question, triangles, v):
    """What a vertex has from each joint."""
    arrays = question.arrays
    x, pivots = arrays["positions"], arrays["pivots"]
    least = 2**-10 * math.dist([min(column) for column in zip(*x)], [max(column) for column in zip(*x)])
    nearest = [(math.inf, None)] * len(pivots)
    for joint, a, b in bones(arrays["parents"], pivots, True):
        foot = nearest_point(a, b, x[v])
        nearest[joint] = min(nearest[joint], (math.dist(foot, x[v]), foot))
    limit = (1 + 2**-10) * min(d for d, _ in nearest)
    c = arrays.get("heat", [1.0])[0]
    return [c * heat_at(max(d, least)) if d <= limit and (d < least or sees(x, triangles, v, foot)) else 0.0
            for d, foot in nearest]


def areas_around(x, triangles):
    """A third of the triangles at each vertex that has some."""
    found = {}
    for t in triangles:
        if len(set(t)) == 3:
            twice = math.hypot(*cross(subtract(x[t[1]], x[t[0]]), subtract(x[t[2]], x[t[0]])))
            for v in t:
                found[v] = found.get(v, 0.0) + twice / 6
    return found


def solve(a, b):
    """X with A X = B, A symmetric and positive definite; A and B are used up."""
    for i, pivot in enumerate(a):
        for k in range(i + 1, len(a)):
            if a[k][i] != 0:
                f = a[k][i] / pivot[i]
                a[k] = [x - f * y for x, y in zip(a[k], pivot)]
                b[k] = [x - f * y for x, y in zip(b[k], b[i])]
    for i in reversed(range(len(a))):
        for k in range(i + 1, len(a)):
            b[i] = [x - a[i][k] * y for x, y in zip(b[i], b[k])]
        b[i] = [x / a[i][i] for x in b[i]]
    return b


def answer_heat(question):
    x = question.arrays["positions"]
    first = places(x)
    triangles = [[first[v] for v in t] for t in question.arrays["triangles"]]
    around, areas = edges(x, triangles, True), areas_around(x, triangles)
    a, b = [[0.0] * len(x) for _ in x], []
    for v in range(len(x)):
        own = [areas.get(v, 1.0) * h for h in heats(question, triangles, v)]
        flow = {u: max(c, 2**-10) / 2 for u, c in around.get(v, {}).items()}
        for u, c in flow.items():
            a[v][u] = -c
        a[v][v] = sum(own) + sum(flow.values()) or 1.0  # a copy that no bone warms
        b.append(own)
    rows = solve(a, b)
    return {"joint_weights": [rows[v] for v in first]}


ALGORITHMS = {
    "bind.point-to-line": (answer_point_to_line, {"weighing": ["nearest", "inverse-distance"], "leaf_joints": ["none", "point"]}),
    "bind.heat": (answer_heat, {}),
    "weights.limit": (answer_limit, {"tie": ["lower-joint", "first-slot"]}),
    "pack.u8": (answer_pack, {"last_weight": ["stored", "implicit"]}),
    "weights.smooth": (answer_smooth, {"laplacian": ["uniform", "cotangent"], "seams": ["welded", "apart"]}),
}
