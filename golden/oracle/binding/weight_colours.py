# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Weights as colours: hues from reversed binary digits, colours from the six edges of the colour cube."""
from mpmath import floor, mpf

from binding.shared.joint_weights import listed

CORNERS = [(1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1), (1, 0, 1), (1, 0, 0)]


def colour_of(joint):
    digits = bin(joint)[2:]
    along = 6 * mpf(int(digits[::-1], 2)) / 2 ** len(digits)
    edge = int(floor(along))
    part = along - edge
    return [(1 - part) * a + part * b for a, b in zip(CORNERS[edge], CORNERS[edge + 1])]


def answer(question):
    joints = range(question["joint_count"][0])
    colours = question["joint_colours"] if "joint_colours" in question else [colour_of(joint) for joint in joints]

    def row(v):
        weights = listed(question, v)
        if question.options.get("colours") == "one-joint":
            return [weights.get(question["shown_joint"][0], mpf(0))] * 3
        return [sum((weight * colours[joint][c] for joint, weight in weights.items()), mpf(0)) for c in range(3)]

    return {"colours": [row(v) for v in range(len(question["joints"]))]}
