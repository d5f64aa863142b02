# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Smooth skinning decomposition by other methods: weights from the best face of the simplex, rotations from the
largest eigenvector of Davenport's matrix (mpmath, by QR)."""
from mpmath import eigsy, matrix, mpf, sqrt

from shared.linear import add, dot, identity, move_point, subtract, times
from shared.rotation import rotation_matrix
from shared.simplex import blend, nearest

LIGHT, FLAT, POINT = mpf(2) ** -10, mpf(2) ** -12, mpf(2) ** -20


def kept(columns, w, count):
    """The bones with the largest effects; among equal ones, the first."""
    effects = [w_j**2 * dot(a, a) for w_j, a in zip(w, columns)]
    return sorted(sorted(range(len(w)), key=lambda j: (-effects[j], j))[:count])


def davenport(a):
    """The rotation with the largest trace(R^T A), and s_2 + s_3."""
    k = matrix(4, 4)  # of (w, x, y, z)
    trace = a[0][0] + a[1][1] + a[2][2]
    axis = [a[2][1] - a[1][2], a[0][2] - a[2][0], a[1][0] - a[0][1]]
    k[0, 0] = trace
    for i in range(3):
        k[0, i + 1] = k[i + 1, 0] = axis[i]
        for j in range(3):
            k[i + 1, j + 1] = a[i][j] + a[j][i] - (trace if i == j else 0)
    values, vectors = eigsy(k)
    order = sorted(range(4), key=lambda i: values[i])
    w, *xyz = (vectors[i, order[3]] for i in range(4))
    return rotation_matrix([*xyz, w]), (values[order[3]] - values[order[2]]) / 2


def rigid(rest, w, q, before):
    """The bone that takes w_v p_v nearest to q_v."""
    s = sum(w_v * w_v for w_v in w)
    if s < LIGHT:
        return before
    p_mean, q_mean = [mpf(0)] * 3, [mpf(0)] * 3
    for p, w_v, q_v in zip(rest, w, q):
        p_mean = add(p_mean, times(w_v * w_v / s, p))
        q_mean = add(q_mean, times(w_v / s, q_v))
    # sum w q p^T - s q* p*^T: the products without the centres' part
    a = [[sum(w_v * q_v[r] * p[c] for p, w_v, q_v in zip(rest, w, q)) - s * q_mean[r] * p_mean[c] for c in range(3)] for r in range(3)]
    rotation, spread = davenport(a)
    size = sqrt(sum(x * x for row in a for x in row))
    rounding = s * sum(abs(x) for x in p_mean) * sum(abs(x) for x in q_mean)
    if not spread > FLAT * size + POINT * rounding:
        rotation = [row[:3] for row in before]
    return [row + [q_mean[r] - dot(row, p_mean)] for r, row in enumerate(rotation)]


def answer(question):
    rest, examples = question["positions"], question["example_positions"]
    bones, rounds = question["bone_count"][0], question["round_count"][0]
    w = [[mpf(int(j == c)) for j in range(bones)] for c in question["clusters"]]
    palettes = [[[row + [mpf(0)] for row in identity()] for _ in range(bones)] for _ in examples]
    for n in range(rounds + 1):
        for v, p in enumerate(rest if n > 0 else []):
            columns = [[x for own in palettes for x in move_point(own[j], p)] for j in range(bones)]
            b = [x for example in examples for x in example[v]]
            first = nearest(columns, b, range(bones))
            w[v] = nearest(columns, b, kept(columns, first, question["influence_count"][0]))
        for j in range(bones):
            for k, example in enumerate(examples):
                others = [w_v[:j] + [mpf(0)] + w_v[j + 1 :] for w_v in w]
                q = [subtract(y, blend([move_point(M, p) for M in palettes[k]], w_v))
                     for p, y, w_v in zip(rest, example, others)]
                palettes[k][j] = rigid(rest, [w_v[j] for w_v in w], q, palettes[k][j])
    fitted = [[blend([move_point(M, p) for M in own], w_v) for p, w_v in zip(rest, w)]
              for own in palettes]
    squares = sum(dot(d, d) for xs, ys in zip(fitted, examples) for d in map(subtract, xs, ys))
    residual = sqrt(squares / (len(rest) * len(examples)))
    return {"bone_weights": w, "example_palettes": [[own[j] for own in palettes] for j in range(bones)], "fitted_positions": fitted,
            "residual": [residual]}
