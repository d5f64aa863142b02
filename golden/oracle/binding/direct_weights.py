# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Weights from moved vertices; the stiffness enters as a term of the normal equations."""
from mpmath import mpf

from shared.linear import move_point
from shared.simplex import apart, nearest


def answer(question):
    squared = question["stiffness"][0] ** 2 if "stiffness" in question else mpf(0)
    palettes, examples = question["example_palettes"], question["example_positions"]
    weights, residuals = [], []
    for v, p in enumerate(question["positions"]):
        before = question["weights"][v]
        poses = [k for k in range(len(examples)) if "moved" not in question or question["moved"][k][v] != 0]
        columns = [[x for k in poses for x in move_point(palettes[j][k], p)] for j in question["joints"][v]]
        b = [x for k in poses for x in examples[k][v]]
        w = nearest(columns, b, range(len(columns)), before, squared) if poses else before
        weights.append(w)
        residuals.append([apart(columns, b, w) if poses else mpf(0)])
    return {"slot_weights": weights, "residuals": [row[0] for row in residuals]}
