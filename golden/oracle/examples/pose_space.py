# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Pose space deformation: displaces the mesh before or after blending; directions by linear blending."""
from mpmath import mpf, sqrt

from examples.shape_by_example import example_palette, has_inverse, taken_back
from shared.basis import between, condition, sigma_of, system, weights
from shared.linear import add, apply, linear_part, move_point, subtract, times, total, translation
from shared.pose import blend_of, influences, is_tied, palette_matrices
from shared.question import Asked
from skinning import linear_blend

NO_DISTANCE = mpf(2) ** -40
NO_SOLUTION = mpf(2) ** 40


def by_influence(question):
    return question.level == "pose" and question.options["pose_distance"] == "by-influence"


def weights_at(question, v, pairs):
    """a_k of a vertex; None if its examples (nearly) coincide."""
    if question.level == "palette":
        return question["example_weights"][v]
    metric, examples, asked = question.options["metric"], question["example_poses"], question["pose"]
    shares = [mpf(1)] * len(asked)
    if by_influence(question):
        shares = [sum((w for joint, w in pairs if joint == j), mpf(0)) for j in range(len(asked))]

    def distance(p, q):
        return sqrt(sum(share * between(p[j], q[j], metric) ** 2 for j, share in enumerate(shares)))

    distances = [[distance(p, q) for q in examples] for p in examples]
    sigma = sigma_of(question)
    if any(distances[k][l] <= NO_DISTANCE * sigma for k in range(len(examples)) for l in range(k)):
        return None
    if condition(system(distances, sigma, 0)) > NO_SOLUTION:
        return None
    return weights(distances, [distance(asked, p) for p in examples], sigma, 0)


def displacement(question, v, k):
    """d_k; None if the inverse does not exist."""
    palette = example_palette(question, k)
    B, x, x_k = blend_of(question, v, palette), question["positions"][v], question["example_positions"][k][v]
    if question.options["space"] == "joint":
        linear, apart = linear_part(palette[question["owners"][v]]), subtract(x_k, move_point(B, x))
        return taken_back(linear, apart) if has_inverse(linear) else None
    linear = linear_part(B)
    return subtract(taken_back(linear, subtract(x_k, translation(B))), x) if has_inverse(linear) else None


def answer(question):
    _, palette = palette_matrices(question)
    in_rest = question.options["space"] == "pre-skinning"
    a_of, d_of = [], []
    for v in range(len(question["positions"])):
        a = None if is_tied(question, v) and by_influence(question) else weights_at(question, v, influences(question, v))
        ds = [displacement(question, v, k) for k in range(len(question["example_positions"]))]
        a_of.append(a)
        d_of.append(None if a is None or None in ds else total(times(a_k, d_k) for a_k, d_k in zip(a, ds)))
    displaced = [add(x, d) if in_rest and d else x for x, d in zip(question["positions"], d_of)]
    answers = linear_blend.answer(Asked(question, {"positions": displaced}, question.options))
    for v, d in enumerate(d_of):
        if d is None:
            for name in ("positions", "normals", "tangents"):
                if answers[name]:
                    answers[name][v] = None
        elif not in_rest and answers["positions"][v]:
            answers["positions"][v] = add(answers["positions"][v], apply(linear_part(palette[question["owners"][v]]), d))
    return answers | {"example_weights": a_of}
