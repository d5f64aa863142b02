# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Weights of every joint on a vertex."""
from mpmath import mpf


def listed(question, v):
    """Joint -> weight of vertex v, in the order of first slots; slots of one joint add up; omits joints without weight."""
    joints = question["joints"][v]
    weights = question["weights"][v] if "weights" in question else [mpf(1)] * len(joints)
    by_joint = {}
    for joint, weight in zip(joints, weights):
        if weight != 0:
            by_joint[joint] = by_joint.get(joint, mpf(0)) + weight
    return by_joint


def dense(question, by_joint):
    """A row of the output; None without any weight."""
    if not by_joint:
        return None
    return [by_joint.get(joint, mpf(0)) for joint in range(question["joint_count"][0])]
