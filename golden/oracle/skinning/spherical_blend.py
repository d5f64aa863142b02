# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Spherical blend skinning as the paper solves it, by the singular values of the stacked D instead of the eigenvalues
of their normal equations; rotates by b unnormalised, divided by b . b."""
from functools import partial
from itertools import combinations

from mpmath import matrix, mpf, svd_r

from shared.linear import add, subtract, times, total
from shared.pose import (about, blended_quaternion, distinct_joints, influences, palette_motions,
                         surface)
from shared.rotation import rotate, rotation_matrix, turned

LEAST_SIGMA = mpf(2) ** -8
LEAST_RATIO = mpf(1) / 64


def centre(joints, motions, m):
    """r: m, moved by the pseudo-inverse along the directions that count."""
    rows, right = [], []
    for i, j in combinations(joints, 2):
        rows += [subtract(a, b) for a, b in zip(rotation_matrix(motions[i][0]), rotation_matrix(motions[j][0]))]
        right += subtract(moved(motions[j], m), moved(motions[i], m))
    if not rows:
        return m
    u, sigma, v = svd_r(matrix(rows))  # rows = u diag(sigma) v
    r = m
    for k in range(3):
        if sigma[0] >= LEAST_SIGMA and sigma[k] >= LEAST_RATIO * sigma[0]:
            along = sum(u[row, k] * x for row, x in enumerate(right)) / sigma[k]
            r = add(r, times(along, [v[k, c] for c in range(3)]))
    return r


def moved(motion, x):
    q, t = motion
    return add(rotate(q, x), t)


def answer(question):
    taps, motions = palette_motions(question)
    parents, places = question["parents"], question["bind_positions"]
    quaternions = [q for q, _ in motions]

    def carriers(v):
        pairs = influences(question, v)
        if not pairs:
            return None
        b = blended_quaternion(pairs, quaternions, parents)
        joints = distinct_joints(pairs)
        r = centre(joints, motions, times(mpf(1) / len(joints), total(places[joint] for joint in joints)))
        goes_to = total(times(weight, moved(motions[joint], r)) for joint, weight in pairs)
        return about(r, goes_to, partial(turned, b))

    return surface(question, carriers) | taps
