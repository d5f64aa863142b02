# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Pose correctives: the independent linear blending deforms the corrected mesh."""
from shared.linear import add, subtract, times, total
from shared.pose import posed_locals
from shared.question import Asked
from shared.rotation import rotation_matrix
from skinning import linear_blend


def features(question):
    if question.level == "palette":
        return question["pose_features"]
    rotations, rest, parents = posed_locals(question)[1], question["rest_rotations"], question["parents"]
    rows = [subtract(now, then) for q, r, parent in zip(rotations, rest, parents) if parent >= 0
            for now, then in zip(rotation_matrix(q), rotation_matrix(r))]
    return [number for row in rows for number in row]


def answer(question):
    f = features(question)
    pairs = list(zip(f, question["pose_directions"]))
    pairs += list(zip(question.get("shape_coefficients", []), question.get("shape_directions", [])))
    x = [add(x_0, total(times(c, direction[v]) for c, direction in pairs)) for v, x_0 in enumerate(question["positions"])]
    answers = linear_blend.answer(Asked(question, {"positions": x}, question.options))
    return answers | {"pose_features": f, "corrected_positions": x}
