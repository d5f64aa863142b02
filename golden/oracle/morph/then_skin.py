# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Morphing, then skinning: the morphed mesh is asked of the method's own second reading."""
from morph import dense
from shared.pose import TARGET_WEIGHTS, sampled_tracks
from skinning import dual_quaternion, linear_blend, log_blend, stitching


class Asked:
    """A question with some arrays and options in the place of its own."""

    def __init__(self, question, arrays, options):
        self.question, self.arrays, self.options, self.level = question, arrays, options, question.level

    def __contains__(self, name):
        return name in self.arrays or name in self.question

    def __getitem__(self, name):
        return self.arrays[name] if name in self.arrays else self.question[name]

    def get(self, name, otherwise=None):
        return self[name] if name in self else otherwise


def posed_weights(question):
    """The targets' weights, with what the last track that moves them says in their place."""
    weights = question["target_weights"]
    for _, path, value in sampled_tracks(question):
        if path == TARGET_WEIGHTS:
            weights = value
    return weights


def answer(question):
    weights = {"target_weights": posed_weights(question)}
    morphed = dense.answer(Asked(question, weights, {"normalise": "later"}))
    if question.options["method"] == "stitching":
        rule = {"normal_rule": question.options.get("rigid_normal_rule", "direction")}
        answers = stitching.answer(Asked(question, morphed, question.options | rule))
    elif question.options["method"] == "lbs":
        answers = linear_blend.answer(Asked(question, morphed, {"normal_rule": "direction"} | question.options))
    else:
        motions = dual_quaternion if question.options["method"] == "dqs" else log_blend
        answers = motions.answer(Asked(question, morphed, question.options | {"pivot": "first-influence"}))
    return answers | {"morphed_positions": morphed["positions"]}

