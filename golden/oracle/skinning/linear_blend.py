# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Linear blend skinning, blended first: the vertex goes through one matrix."""
from mpmath import mpf

from shared.linear import (apply, cofactors, determinant, identity, linear_part, matrix_sum, move_point, scaled,
                           unit)
from shared.pose import blended, palette_matrices, with_handedness


def kept(question, v):
    """(joint, weight) of the slots that count, by influences_kept, zero_sum and weight_sum."""
    joints = question["joints"][v]
    weights = list(question["weights"][v]) if "weights" in question else [mpf(1)] * len(joints)
    slots = range(len(joints))
    if question.options.get("influences_kept") == "first-four":
        stay = slots[:4]
    elif question.options.get("influences_kept") == "four-largest":
        stay = sorted(slots, key=lambda k: (-weights[k], k))[:4]
    else:
        stay = slots
    pairs = [(joints[k], weights[k]) for k in slots if k in stay and weights[k] != 0]
    if not pairs and question.options.get("zero_sum") == "first-joint":
        pairs = [(joints[0], mpf(1))]
    if pairs and question.options.get("weight_sum") == "renormalised":
        whole = sum(weight for _, weight in pairs)
        pairs = [(joint, weight / whole) for joint, weight in pairs]
    return pairs


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
        pairs = kept(question, v)
        rests = not pairs and question.options.get("zero_sum") == "rest"
        blend = [row + [mpf(0)] for row in identity()] if rests else blended(pairs, palette)
        carrier = identity() if rests else normal_matrix(question.options["normal_rule"], pairs, blend, palette)
        answers["positions"].append(move_point(blend, x))
        if "normals" in question:
            answers["normals"].append(carrier and unit(apply(carrier, question["normals"][v])))
        if "tangents" in question:
            t = question["tangents"][v]
            goes = carrier if question.options.get("tangent_rule") == "as-normals" else linear_part(blend)
            answers["tangents"].append(with_handedness(goes and unit(apply(goes, t[:3])), t))
    return answers | taps
