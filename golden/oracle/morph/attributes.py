# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Morphed attributes, each separately."""
from mpmath import mpf

from shared.linear import add
from shared.targets import added


def clamped(colour):
    return [min(max(x, mpf(0)), mpf(1)) for x in colour]


def answer(question):
    answers = {}
    for name, width in (("colours", 4), ("texture_coordinates", 2)):
        if name in question:
            answers[name] = [add(row, added(question, f"target_{name}", v, width)) for v, row in enumerate(question[name])]
    if "colours" in answers and question.options["colour_range"] == "clamped":
        answers["colours"] = [clamped(colour) for colour in answers["colours"]]
    if "wrinkles" in question:
        pairs = [(phi, d) for phi, d in zip(question["target_weights"], question["target_wrinkles"]) if phi != 0]
        answers["wrinkles"] = [k + sum(phi * d[v] for phi, d in pairs) for v, k in enumerate(question["wrinkles"])]
    return answers
