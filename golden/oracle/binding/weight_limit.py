# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Limited weights, by sorting a vertex's joints."""
from binding.shared.joint_weights import dense, listed


def answer(question):
    k = question["influence_count"][0]
    by_slot = question.options.get("tie") == "first-slot"

    def row(v):
        weights = listed(question, v)
        joints = list(weights) if by_slot else sorted(weights)
        keep = sorted(joints, key=lambda joint: -weights[joint])[:k]  # among equal ones, the first stays first
        whole = sum(weights[joint] for joint in keep)
        return dense(question, {joint: weights[joint] / whole for joint in keep})

    return {"joint_weights": [row(v) for v in range(len(question["joints"]))]}
