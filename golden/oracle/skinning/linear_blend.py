# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Linear blend skinning, blended first: the vertex goes through one matrix."""
from shared.linear import (apply, cofactors, determinant, identity, linear_part, matrix_sum, move_point, scaled,
                           unit)
from shared.pose import blend_of, influences, is_tied, palette_matrices, rests, with_handedness


def normal_matrix(rule, pairs, blend, palette):
    """What carries the normals; None where a matrix that it divides by is singular."""
    if rule == "direction":
        return linear_part(blend)
    if rule == "inverse-transpose-of-blend":
        b = linear_part(blend)
        d = determinant(b)
        return None if d == 0 else scaled(1 / d, cofactors(b))
    linear = {joint: linear_part(palette[joint]) for joint, _ in pairs}
    if any(determinant(c) == 0 for c in linear.values()):
        return None
    return matrix_sum(scaled(weight / determinant(linear[joint]), cofactors(linear[joint])) for joint, weight in pairs)


def answer(question):
    taps, palette = palette_matrices(question)
    answers = {"positions": [], "normals": [], "tangents": []}
    for v, x in enumerate(question["positions"]):
        if is_tied(question, v):
            for rows in answers.values():
                rows.append(None)
            continue
        pairs = influences(question, v)
        stays = rests(question, v)
        blend = blend_of(question, v, palette)
        carrier = identity() if stays else normal_matrix(question.options.get("normal_rule", "direction"), pairs, blend, palette)
        answers["positions"].append(move_point(blend, x))
        if "normals" in question:
            answers["normals"].append(carrier and unit(apply(carrier, question["normals"][v])))
        if "tangents" in question:
            t = question["tangents"][v]
            goes = carrier if question.options.get("tangent_rule") == "as-normals" else linear_part(blend)
            answers["tangents"].append(with_handedness(goes and unit(apply(goes, t[:3])), t))
    return answers | taps
