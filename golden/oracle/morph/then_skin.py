# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Morphing, then skinning: the independent method deforms the morphed mesh."""
from morph import dense
from shared.pose import TARGET_WEIGHTS, sampled_tracks
from shared.question import Asked
from skinning import (bones_blending, centre_of_rotation, dual_quaternion, linear_blend, log_blend, multi_weight,
                      spherical_blend, spherical_joint_blend, stitching, stretchable_twistable, swing_twist)

METHODS = {"lbs": linear_blend, "dqs": dual_quaternion, "log-blend": log_blend, "stitching": stitching,
           "bones-blending": bones_blending, "sjb": spherical_joint_blend, "sbs": spherical_blend, "mwe": multi_weight,
           "cor": centre_of_rotation, "stbs": stretchable_twistable, "swing-twist": swing_twist}


def posed_weights(question):
    """The targets' weights; the last track that moves them replaces them."""
    weights = question["target_weights"]
    for _, path, value in sampled_tracks(question):
        if path == TARGET_WEIGHTS:
            weights = value
    return weights


def answer(question):
    weights = {"target_weights": posed_weights(question)}
    morphed = dense.answer(Asked(question, weights, {"normalise": "later"}))
    method = question.options["method"]
    options = {"normal_rule": "direction", "pivot": "first-influence"} | question.options
    if method in ("stitching", "mwe"):
        options["normal_rule"] = options.get("rigid_normal_rule", "direction")
    answers = METHODS[method].answer(Asked(question, morphed, options))
    return answers | {"morphed_positions": morphed["positions"]}
