# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Linear falloff: the weight beyond each joint as a function interpolated between knots."""
from mpmath import mpf

from shared.linear import dot, length, subtract


def between(s, low, high):
    """0 up to low, 1 from high on."""
    return mpf(0) if s <= low else mpf(1) if s >= high else (s - low) / (high - low)


def answer(question):
    p = question["pivots"]
    if len(p) == 1:
        return {"joint_weights": [[mpf(1)] for _ in question["positions"]]}
    along = subtract(p[-1], p[0])
    whole = length(along)
    places = [dot(along, subtract(pivot, p[0])) / whole for pivot in p]
    if question.options.get("form") == "cylinder":
        h = question["falloff"][0]
        knots = [(s - h, s + h) for s in places[1:]]
    else:
        knots = list(zip(places, places[1:]))

    def row(x):
        s = dot(along, subtract(x, p[0])) / whole
        beyond = [mpf(1)] + [between(s, *knot) for knot in knots] + [mpf(0)]
        return [here - further for here, further in zip(beyond, beyond[1:])]

    return {"joint_weights": [row(x) for x in question["positions"]]}
