# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Sparse morph targets: for every vertex, its entries with the weights of their targets."""
from bisect import bisect_right
from collections import defaultdict

from shared.linear import times, total
from shared.targets import morphed_mesh


def answer(question):
    weights, offsets = question["target_weights"], question["target_offsets"]
    naming = defaultdict(list)  # of each vertex
    for e, v in enumerate(question["target_vertices"]):
        target = bisect_right(offsets, e) - 1  # the last target that begins here: earlier ones are empty
        if weights[target] != 0:
            naming[v].append((weights[target], e))

    def changes(attribute, v):
        rows = question.get(f"target_{attribute}")
        return total(times(phi, rows[e]) for phi, e in naming[v]) if rows is not None else total([])

    return morphed_mesh(question, changes)
