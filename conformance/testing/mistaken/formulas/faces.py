# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Action units and muscles, from the pages of reference/face."""
import math

from formulas.shared import (IDENTITY, add, by_jacobian, cofactors, conjugate, dot, matrix_sum, multiply, normalize, outer, scale,
                             subtract, surface, turned)

# The table of the page: action unit -> a letter for each emotion
LETTERS = {1: "-D-EDA", 2: "C-BD--", 4: "EDE-D-", 5: "D--EE-", 6: "DCC-CD", 9: "DCE-C-", 10: "EBD-BB", 12: "-A---E", 14: "ABB-BB",
           15: "CDD-D-", 16: "D-A-BC", 17: "CEE-B-", 18: "-A-B--", 20: "E-E-EB", 22: "B---B-", 26: "--CECC"}


def scores(arrays):
    if "emotion" not in arrays:
        return arrays["scores"]
    column = arrays["emotion"][0]
    return ["-ABCDE".index(LETTERS.get(unit, "------")[column]) for unit in arrays["action_units"]]


def share(score):
    return score / 5


def answer_facs(question):
    arrays = question.arrays
    weights = [arrays["strength"][0] * share(score) for score in scores(arrays)]

    def morphed(name, v, rest):
        total = rest
        for w, rows in zip(weights, arrays.get(name, [])):
            if w != 0:
                total = add(total, scale(rows[v], w))
        return total

    def deformed(v, x, n, t):
        return (morphed("target_positions", v, x), n and morphed("target_normals", v, n), t and morphed("target_tangents", v, t))

    later = question.options.get("normalise") == "later"
    return {**surface(arrays, deformed, list if later else normalize), "target_weights": weights}


STILL = [0.0] * 3, [[0.0] * 3] * 3


def line_pull(arrays, i, x):
    """The displacement by muscle i, and its derivative."""
    v1, v2 = arrays["muscle_attachments"][i], arrays["muscle_insertions"][i]
    start, end, pull, zone = (arrays[name][i] for name in ("falloff_starts", "falloff_ends", "contractions", "zone_angles"))
    w = subtract(x, v1)
    distance = math.sqrt(dot(w, w))
    if distance == 0 or distance > end:
        return STILL
    e, a = scale(w, 1 / distance), normalize(subtract(v2, v1))
    c = dot(a, e)
    if c < math.cos(zone):
        return STILL
    by_angle, angle_slope = math.sqrt((1 + c) / 2), 0.0
    angle_slope = 1 / (4 * by_angle)
    quarter = math.pi / 2
    if distance < start:
        by_distance, distance_slope = math.cos((1 - distance / start) * quarter), math.sin((1 - distance / start) * quarter) * quarter / start
    else:
        beta = (distance - start) / (end - start)
        by_distance, distance_slope = math.cos(beta * quarter), -math.sin(beta * quarter) * quarter / (end - start)
    force = pull * by_angle * by_distance
    gradient = add(scale(subtract(a, scale(e, c)), pull * by_distance * angle_slope / distance), scale(e, pull * by_angle * distance_slope))
    across = matrix_sum(IDENTITY, outer(scale(e, -1), e))
    towards, toward_slope = e, [scale(row, 1 / distance) for row in across]
    slope = matrix_sum(outer(towards, gradient), [scale(row, force) for row in toward_slope])
    return scale(towards, -force), [scale(row, -1) for row in slope]


def ring_pull(arrays, i, x):
    c, q, (lx, ly), pull = (arrays[name][i] for name in ("muscle_centres", "muscle_rotations", "muscle_radii", "contractions"))
    w = subtract(x, c)
    y = turned(conjugate(q), w)
    N = math.sqrt((ly * y[0]) ** 2 + (lx * y[1]) ** 2)
    f = 1 - N / (lx * ly)
    if f <= 0:
        return STILL
    g = turned(q, [-ly * ly * y[0] / (lx * ly * N), -lx * lx * y[1] / (lx * ly * N), 0.0]) if N > 0 else [0.0] * 3
    slope = matrix_sum(outer(w, g), [scale(row, f) for row in IDENTITY])
    return scale(w, -pull * f), [scale(row, -pull) for row in slope]


def answer_muscles(pull, count):
    def answer(question):
        arrays = question.arrays
        muscles = range(len(arrays[count]))
        is_added = question.options["together"] == "added"

        def added(v, x):
            moved, jacobian = x, IDENTITY
            for i in muscles:
                d, G = pull(arrays, i, x)
                moved, jacobian = add(moved, d), matrix_sum(jacobian, G)
            return moved, jacobian

        def in_turn(v, x, n, t):
            for i in muscles:
                d, G = pull(arrays, i, x)
                J = matrix_sum(IDENTITY, G)
                x, n, t = add(x, d), n and multiply(cofactors(J), n), t and multiply(J, t)
            return x, n, t

        return surface(arrays, by_jacobian(added) if is_added else in_turn)

    return answer


TOGETHER = {"together": ["added", "one-after-another"]}
ALGORITHMS = {
    "facs": (answer_facs, {}),
    "muscle.linear": (answer_muscles(lambda *given: line_pull(*given), "contractions"), TOGETHER),
    "muscle.sphincter": (answer_muscles(lambda *given: ring_pull(*given), "contractions"), TOGETHER),
}
