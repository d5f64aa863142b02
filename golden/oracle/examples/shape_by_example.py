# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Shape by example: what is to be taken back to rest is solved for, no inverse is made."""
from mpmath import lu_solve, matrix, mpf

from shared.basis import between, sigma_of, weights
from shared.linear import add, apply, determinant, length, linear_part, move_point, subtract, times, transpose, translation, unit
from shared.pose import blended, influences, palette_matrices


def has_inverse(linear):
    box = mpf(1)
    for column in transpose(linear):
        box *= length(column)
    return abs(determinant(linear)) > mpf(2) ** -40 * box


def taken_back(linear, d):
    return list(lu_solve(matrix(linear), matrix(d)))


def example_palette(question, k):
    return [of_joint[k] for of_joint in question["example_palettes"]]


def weights_of(question):
    if question.level == "palette":
        return question["example_weights"]
    metric, examples = question.options["metric"], question["example_poses"]
    distances = [[between(x, y, metric) for y in examples] for x in examples]
    return weights(distances, [between(question["pose"], x, metric) for x in examples], sigma_of(question), 1)


def answer(question):
    taps, palette = palette_matrices(question)
    a = weights_of(question)
    answers = {"positions": [], "rest_positions": [], "normals": []}
    for v in range(len(question["joints"])):
        pairs = influences(question, v)
        blends = [blended(pairs, example_palette(question, k)) for k in range(len(a))]
        if not all(has_inverse(linear_part(B)) for B in blends):
            for rows in answers.values():
                rows.append(None)
            continue
        M, x, n = blended(pairs, palette), [mpf(0)] * 3, [mpf(0)] * 3
        for k, B in enumerate(blends):
            posed = subtract(question["example_positions"][k][v], translation(B))
            x = add(x, times(a[k], taken_back(linear_part(B), posed)))
            if "example_normals" in question:
                n = add(n, times(a[k], taken_back(linear_part(B), question["example_normals"][k][v])))
        answers["rest_positions"].append(x)
        answers["positions"].append(move_point(M, x))
        answers["normals"].append(unit(apply(linear_part(M), n)))
    return answers | taps | {"example_weights": a}
