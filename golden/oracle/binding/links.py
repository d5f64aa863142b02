# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Links: takes swing and twist from the quaternion's part along the bone, moves joints after their parents, and takes the
weights along a pair from the two links around s."""
from mpmath import atan2, ceil, cos, floor, mpf, pi, sin

from binding.shared.joint_weights import listed
from shared.linear import affine, apply, compose, dot, move_point, subtract, times, total, unit
from shared.rotation import conjugate, multiply, rotation_matrix, slerp

NO_TURN = [mpf(0)] * 3 + [mpf(1)]


def turn(q, c):
    r = rotation_matrix(q)
    return affine(r, subtract(c, apply(r, c)))


def swings(range_):
    return max(1, int(ceil(range_ / (pi / 3) - mpf(2) ** -16)))


class Rows:
    def __init__(self, question):
        self.parents = question["parents"]
        self.n = [1 if p < 0 else swings(r) for p, r in zip(self.parents, question["ranges"])]
        self.k = [0 if p < 0 else k for p, k in zip(self.parents, question["twist_joints"])]
        self.first, self.size = [], len(self.parents)
        for n, k in zip(self.n, self.k):
            self.first.append(self.size)
            self.size += n + k - 1

    def twist(self, j, i):
        return self.parents[j] if i == 0 else self.first[j] + i - 1

    def swing(self, j, l):
        return self.parents[j] if l == 0 else j if l == self.n[j] else self.first[j] + self.k[j] + l - 1


def palette(question, rows):
    c, rotations = question["pivots"], question["rotations"]
    motions = [None] * rows.size
    waiting = list(range(len(c)))
    while waiting:
        j = next(j for j in waiting if rows.parents[j] < 0 or motions[rows.parents[j]] is not None)
        waiting.remove(j)
        q, p = rotations[j], rows.parents[j]
        if p < 0:
            motions[j] = turn(q, c[j])
            continue
        if q[3] < 0:
            q = times(-1, q)
        twist = NO_TURN
        if rows.k[j]:
            d = unit(subtract(c[j], c[p]))
            half = atan2(dot(d, q[:3]), q[3])
            for i in range(1, rows.k[j] + 1):
                twist = times(sin(half * i / rows.k[j]), d) + [cos(half * i / rows.k[j])]
                motions[rows.twist(j, i)] = compose(motions[p], turn(twist, c[j]))
        swing = multiply(q, conjugate(twist))
        for l in range(1, rows.n[j]):
            partial = multiply(slerp(NO_TURN, swing, mpf(l) / rows.n[j]), twist)
            motions[rows.swing(j, l)] = compose(motions[p], turn(partial, c[j]))
        motions[j] = compose(motions[p], turn(q, c[j]))
    return motions


def give(weights, row_of, where, what):
    """The weights of the two links around `where`."""
    low = int(floor(where))
    weights[row_of(low)] += what * (low + 1 - where)
    if where != low:
        weights[row_of(low + 1)] += what * (where - low)


def spread(question, rows, v):
    parents, c = rows.parents, question["pivots"]
    w = [mpf(0)] * len(parents)
    for joint, weight in listed(question, v).items():
        w[joint] += weight
    beside = {x: [] for x in range(len(w))}
    for j, p in enumerate(parents):
        if p >= 0 and w[p] != 0 and w[j] != 0:
            beside[p].append((j, rows.n[j] > 1))
            beside[j].append((p, rows.n[j] > 1))
    sums = {x: sum((w[y] for y, _ in own), mpf(0)) for x, own in beside.items()}
    result = [mpf(0)] * rows.size
    for x, own in beside.items():
        result[x] = w[x] - sum((w[x] * w[y] / sums[x] for y, linked in own if linked), mpf(0))
    for j, p in enumerate(parents):
        if p >= 0 and w[p] != 0 and w[j] != 0 and rows.n[j] > 1:
            from_parent, from_child = w[p] * w[j] / sums[p], w[p] * w[j] / sums[j]
            share = from_child / (from_parent + from_child)
            give(result, lambda l, j=j: rows.swing(j, l), rows.n[j] * share, from_parent + from_child)
    for j, p in enumerate(parents):
        if rows.k[j]:
            bone, to = subtract(c[j], c[p]), subtract(question["positions"][v], c[p])
            tau = min(mpf(1), max(mpf(0), dot(to, bone) / dot(bone, bone)))
            whole, result[p] = result[p], mpf(0)
            give(result, lambda i, j=j: rows.twist(j, i), rows.k[j] * tau, whole)
    return result


def answer(question):
    rows = Rows(question)
    motions = palette(question, rows)
    weights = [spread(question, rows, v) for v in range(len(question["positions"]))]
    positions = [total([times(w_l, move_point(m, x)) for w_l, m in zip(w, motions) if w_l != 0])
                 for x, w in zip(question["positions"], weights)]
    return {"link_palette": motions, "link_weights": weights, "positions": positions}
