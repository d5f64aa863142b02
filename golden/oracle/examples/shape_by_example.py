# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Shape by example: solves for the vertex at rest, without an inverse."""
from mpmath import lu_solve, matrix, mpf

from shared.basis import between, sigma_of, weights
from shared.linear import add, determinant, length, linear_part, subtract, times, transpose, translation
from shared.pose import blend_of, is_tied
from shared.question import Asked
from skinning import linear_blend


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
    a = weights_of(question)
    x_at_rest, n_at_rest, has_answer = [], [], []
    for v in range(len(question["joints"])):
        x, n = [mpf(0)] * 3, [mpf(0)] * 3
        blends = [blend_of(question, v, example_palette(question, k)) for k in range(len(a))]
        has_answer.append(not is_tied(question, v) and all(has_inverse(linear_part(B)) for B in blends))
        for k, B in enumerate(blends if has_answer[v] else []):
            posed = subtract(question["example_positions"][k][v], translation(B))
            x = add(x, times(a[k], taken_back(linear_part(B), posed)))
            if "example_normals" in question:
                n = add(n, times(a[k], taken_back(linear_part(B), question["example_normals"][k][v])))
        x_at_rest.append(x)
        n_at_rest.append(n)
    arrays = {"positions": x_at_rest}
    if "example_normals" in question:
        arrays["normals"] = n_at_rest
    answers = linear_blend.answer(Asked(question, arrays, question.options))
    answers["rest_positions"] = x_at_rest
    for name in ("positions", "normals", "rest_positions"):
        answers[name] = [row if there else None for row, there in zip(answers[name], has_answer)]
    return answers | {"example_weights": a}
