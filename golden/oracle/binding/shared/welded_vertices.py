# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Vertices at the same position form one place, which has the index of the first vertex."""


def places(question):
    """The first vertex at the position of each vertex."""
    first = {}
    return [first.setdefault(tuple(x), v) for v, x in enumerate(question["positions"])]


def neighbours(question, first):
    """place -> places that share an edge of a triangle with it, ascending; only places with an edge."""
    around = {}
    for corners in question["triangles"]:
        t = [first[v] for v in corners]
        if len(set(t)) == 3:
            for v in t:
                around.setdefault(v, set()).update(set(t) - {v})
    return {v: sorted(others) for v, others in around.items()}
