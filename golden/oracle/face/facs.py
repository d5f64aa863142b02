# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Facial action coding: the action units of each emotion, then the sum of displacements."""
from mpmath import mpf

from shared.linear import times, total
from shared.targets import morphed_mesh

# For each emotion, its action units, each after the letter of its intensity.
EMOTIONS = [
    "C2 E4 D5 D6 D9 E10 A14 C15 D16 C17 E20 B22",
    "D1 D4 C6 C9 B10 A12 B14 D15 E17 A18",
    "B2 E4 C6 E9 D10 B14 D15 A16 E17 E20 C26",
    "E1 D2 E5 B18 E26",
    "D1 D4 E5 C6 C9 B10 B14 D15 B16 B17 E20 B22 C26",
    "A1 D6 B10 E12 B14 C16 B20 C26",
]


def scores(question):
    if "emotion" not in question:
        return question["scores"]
    letters = {int(word[1:]): word[0] for word in EMOTIONS[question["emotion"][0]].split()}
    return [" ABCDE".index(letters.get(unit, " ")) for unit in question["action_units"]]


def answer(question):
    phi = [question["strength"][0] * mpf(2 * s) / 10 for s in scores(question)]

    def added(attribute, v):
        name = f"target_{attribute}"
        if name not in question:
            return total([], 3)
        return total((times(p, d[v]) for p, d in zip(phi, question[name]) if p != 0), 3)

    return morphed_mesh(question, added) | {"target_weights": phi}
