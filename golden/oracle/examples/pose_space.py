# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Pose space deformation: the displaced mesh, or the displacement carried behind it; directions are linear blending's."""
from mpmath import mpf, sqrt

from examples.shape_by_example import example_palette, has_inverse, taken_back
from shared.basis import between, sigma_of, weights
from shared.linear import add, apply, linear_part, move_point, subtract, times, total, translation, unit
from shared.pose import blended, influences, palette_matrices, with_handedness

NO_DISTANCE = mpf(2) ** -40


def weights_at(question, v, pairs):
    """a_k of a vertex; None where examples coincide for it."""
    if question.level == "palette":
        return question["example_weights"][v]
    metric, examples, asked = question.options["metric"], question["example_poses"], question["pose"]
    shares = [mpf(1)] * len(asked)
    if question.options["pose_distance"] == "by-influence":
        shares = [sum((w for joint, w in pairs if joint == j), mpf(0)) for j in range(len(asked))]

    def distance(p, q):
        return sqrt(sum(share * between(p[j], q[j], metric) ** 2 for j, share in enumerate(shares)))

    distances = [[distance(p, q) for q in examples] for p in examples]
    sigma = sigma_of(question)
    if any(distances[k][l] <= NO_DISTANCE * sigma for k in range(len(examples)) for l in range(k)):
        return None
    return weights(distances, [distance(asked, p) for p in examples], sigma, 0)


def displacement(question, v, k, pairs):
    """d_k; None where it takes an inverse that there is not."""
    palette = example_palette(question, k)
    B, x, x_k = blended(pairs, palette), question["positions"][v], question["example_positions"][k][v]
    if question.options["space"] == "joint":
        linear, apart = linear_part(palette[question["owners"][v]]), subtract(x_k, move_point(B, x))
        return taken_back(linear, apart) if has_inverse(linear) else None
    linear = linear_part(B)
    return subtract(taken_back(linear, subtract(x_k, translation(B))), x) if has_inverse(linear) else None


def answer(question):
    taps, palette = palette_matrices(question)
    answers = {"positions": [], "normals": [], "tangents": [], "example_weights": []}
    for v, x in enumerate(question["positions"]):
        pairs = influences(question, v)
        a = weights_at(question, v, pairs)
        ds = [displacement(question, v, k, pairs) for k in range(len(question["example_positions"]))]
        M = blended(pairs, palette)
        C = linear_part(M)
        answers["example_weights"].append(a)
        if a is None or None in ds:
            for name in ("positions", "normals", "tangents"):
                answers[name].append(None)
            continue
        d = total(times(a_k, d_k) for a_k, d_k in zip(a, ds))
        if question.options["space"] == "joint":
            answers["positions"].append(add(move_point(M, x), apply(linear_part(palette[question["owners"][v]]), d)))
        else:
            answers["positions"].append(move_point(M, add(x, d)))
        if "normals" in question:
            answers["normals"].append(unit(apply(C, question["normals"][v])))
        if "tangents" in question:
            t = question["tangents"][v]
            answers["tangents"].append(with_handedness(unit(apply(C, t[:3])), t))
    return answers | taps
