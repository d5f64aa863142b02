# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The rest chain is multiplied first and inverted as one matrix, by elimination, instead of inverting each rest."""
from functools import reduce

from mpmath import mpf

from hierarchy.shared.chain import from_root
from hierarchy.inverse_bind import eliminated
from shared.linear import affine, compose, unit
from shared.rotation import rotation_matrix


def answer(question):
    rests = question["rest"]
    kept_unit = question.options.get("rotations") == "kept-unit"
    rotations = [rotation_matrix(unit(q) if kept_unit else q) for q in question["rotations"]]
    posed = [compose(rest, affine(rotation, [mpf(0)] * 3)) for rest, rotation in zip(rests, rotations)]
    answers = {"model_from_bone": [], "bone_from_model": [], "palette": []}
    for j in range(len(rests)):
        links = from_root(question["parents"], j)
        out = reduce(compose, [posed[i] for i in links])
        back = eliminated(reduce(compose, [rests[i] for i in links]))
        answers["model_from_bone"].append(out)
        answers["bone_from_model"].append(back)
        answers["palette"].append(compose(out, back))
    return answers
