# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Evaluates numbers and rotations with the code of all inputs at level pose: slerp with the half angle, or nlerp."""
from shared.pose import LINEAR, sample
from shared.rotation import nlerp, slerp


def answer(question):
    by = nlerp if question.options.get("rotation_interpolation") == "nlerp" else slerp
    is_rotation = question["is_rotation"][0] != 0
    keys = question["times"], question["values"]
    return {"values": [sample(*keys, t, LINEAR, is_rotation, by) for t in question["t"]]}
