# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""A tool that makes weights and mends them, written from the pages of reference/binding; the mistakes of subject.py that are
about this are made in it."""
import math

from vectors import add, cross, dot, scale, subtract

# --- bind.point-to-line ---


def share_along(a, b, x):
    """Where x is along a bone, 0 at a and before it, 1 at b and beyond."""
    along = subtract(b, a)
    whole = dot(along, along)
    return min(max(dot(subtract(x, a), along) / whole, 0.0), 1.0) if whole > 0 else 0.0


def bone_distance(a, b, x):
    return math.hypot(*subtract(add(a, scale(subtract(b, a), share_along(a, b, x))), x))


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
    x, count = arrays["positions"], len(arrays["positions"])
    first = places(x) if options["seams"] == "welded" else list(range(count))
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


ALGORITHMS = {
    "bind.point-to-line": (answer_point_to_line, {"weighing": ["nearest", "inverse-distance"], "leaf_joints": ["none", "point"]}),
    "weights.limit": (answer_limit, {"tie": ["lower-joint", "first-slot"]}),
    "pack.u8": (answer_pack, {"last_weight": ["stored", "implicit"]}),
    "weights.smooth": (answer_smooth, {"laplacian": ["uniform", "cotangent"], "seams": ["welded", "apart"]}),
}


def capabilities():
    return [{"algorithm": algorithm, "levels": ["pose"], "options": options} for algorithm, (_, options) in ALGORITHMS.items()]
