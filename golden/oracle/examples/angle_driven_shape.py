# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Shapes driven by an angle: the independent linear blending deforms the driven mesh."""
from mpmath import atan, mpf, pi

from shared.linear import add, dot, times
from shared.pose import posed_locals
from shared.question import Asked
from shared.rotation import conjugate, multiply
from skinning import linear_blend


def angle(turn, axis):
    """The angle from the tangent of the half angle; negates a quaternion with a negative scalar part."""
    along, scalar = dot(turn[:3], axis), turn[3]
    if scalar == 0:
        return pi if along > 0 else -pi
    return 2 * atan(along / scalar)


def driven(question):
    if question.level == "palette":
        return question["theta"][0]
    q = posed_locals(question)[1][question["driver"][0]]
    phi = angle(multiply(conjugate(question["driver_rest"]), q), question["driver_axis"])
    low, high = question["angle_range"]
    return min(max((phi - low) / (high - low), mpf(0)), mpf(1))


def answer(question):
    theta = driven(question)

    def towards(rows, shape):
        if shape not in question:
            return rows
        return [add(times(1 - theta, a[:3]), times(theta, b)) + a[3:] for a, b in zip(rows, question[shape])]

    arrays = {name: towards(question[name], f"shape_{name}")
              for name in ("positions", "normals", "tangents") if name in question}
    answers = linear_blend.answer(Asked(question, arrays, question.options))
    return answers | {"theta": [theta], "shaped_positions": arrays["positions"]}
