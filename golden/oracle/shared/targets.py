# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Morph targets, by the pages of the family morph: their sum for a row."""
from shared.linear import add, times, total, unit


def added(question, name, v, width=3):
    """sum_i phi_i d_i at vertex v of dense targets; nothing without such an array."""
    if name not in question:
        return total([], width)
    return total((times(phi, d[v]) for phi, d in zip(question["target_weights"], question[name]) if phi != 0), width)


def direction(question, d):
    """The direction by the policy normalise; None if it should be unit but is 0."""
    return unit(d) if question.options["normalise"] == "here" else d


def morphed_mesh(question, changes):
    """changes(attribute, v): the displacement of the position, normal or tangent of vertex v."""
    answers = {"positions": [add(x, changes("positions", v)) for v, x in enumerate(question["positions"])]}
    if "normals" in question:
        answers["normals"] = [direction(question, add(n, changes("normals", v))) for v, n in enumerate(question["normals"])]
    if "tangents" in question:
        answers["tangents"] = []
        for v, t in enumerate(question["tangents"]):
            d = direction(question, add(t[:3], changes("tangents", v)))
            answers["tangents"].append(d and d + [t[3]])
    return answers
