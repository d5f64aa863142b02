# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The moments as in the paper: a sum over all vertices with the rows of B, a mean of random walks."""
from mpmath import mpf

from shared.linear import add, times
from shared.pose import influences
from surface.shared.smoothing import smoothing


def upper(u):
    """The upper triangle of u u^T, row by row."""
    return [u[r] * u[c] for r in range(4) for c in range(r, 4)]


def answer(question):
    moments = [upper(x + [mpf(1)]) for x in question["positions"]]
    omegas = []
    for row in smoothing(question):
        omega = [[mpf(0)] * 10 for _ in range(question["joint_count"][0])]
        for k, b in row.items():
            for joint, weight in influences(question, k):
                omega[joint] = add(omega[joint], times(b * weight, moments[k]))
        omegas.append(omega)
    return {"omegas": omegas}
