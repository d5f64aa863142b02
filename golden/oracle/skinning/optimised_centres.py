# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Optimised centres of rotation: the mean place of the surface, each triangle weighted by area and similarity.

As in the paper, over ordered pairs of joints; areas by Gram's determinant of two edges."""
from mpmath import exp, mpf, sqrt

from shared.linear import add, dot, subtract, times, total
from shared.pose import influences

SIGMA = mpf(1) / 10


def by_joint(pairs):
    """Joint -> weight; slots of one joint add up."""
    weights = {}
    for joint, weight in pairs:
        weights[joint] = weights.get(joint, mpf(0)) + weight
    return weights


def similarity(one, other):
    shared = sorted(one.keys() & other.keys())
    return sum((one[j] * one[k] * other[j] * other[k] * exp(-((one[j] * other[k] - one[k] * other[j]) / SIGMA) ** 2)
                for j in shared for k in shared if j != k), mpf(0))


def area(a, b, c):
    e, f = subtract(b, a), subtract(c, a)
    return sqrt(max(dot(e, e) * dot(f, f) - dot(e, f) ** 2, 0)) / 2


def centres(question):
    """p_v of every vertex; None without similar triangles."""
    x = question["positions"]
    weights = [by_joint(influences(question, v)) for v in range(len(x))]
    surface = []  # (W_t, a_t, c_t)
    for corners in question["triangles"]:
        a_t = area(*(x[v] for v in corners))
        if a_t > 0:
            mean = by_joint((joint, weight / 3) for v in corners for joint, weight in weights[v].items())
            surface.append((mean, a_t, times(mpf(1) / 3, total(x[v] for v in corners))))
    found = []
    for own in weights:
        whole, moment = mpf(0), total([])
        for mean, a_t, c_t in surface:
            share = similarity(own, mean) * a_t
            whole, moment = whole + share, add(moment, times(share, c_t))
        found.append(times(1 / whole, moment) if whole > 0 else None)
    return found


def answer(question):
    return {"centres": centres(question)}
