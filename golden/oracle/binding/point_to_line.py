# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Binding to the nearest bone, by sorting squared distances."""
from mpmath import mpf

from binding.shared.bones import alone, bones, squared_distance


def answer(question):
    joints = len(question["parents"])
    segments = bones(question, question.options.get("leaf_joints") == "point")
    q = question["exponent"][0] if "exponent" in question else 1

    def row(x):
        squares = {}
        for joint, a, b in segments:
            squares[joint] = min(squares.get(joint, mpf("inf")), squared_distance(x, a, b))
        nearest = min(squares.values())
        if question.options.get("weighing", "nearest") == "nearest":
            return alone(min(joint for joint in squares if squares[joint] == nearest), joints)
        if nearest == 0:
            pulls = {joint: mpf(square == 0) for joint, square in squares.items()}
        else:
            pulls = {joint: (nearest / square) ** (mpf(q) / 2) for joint, square in squares.items()}
        return [pulls.get(joint, mpf(0)) / sum(pulls.values()) for joint in range(joints)]

    return {"joint_weights": [row(x) for x in question["positions"]]}
