# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Pose differences by the vector and real parts of q and q_0: the dot product of q and q_0 is the real part of both
differences; their cross products are opposite."""
from shared.linear import add, cross, dot, subtract, times


def turned(question, q, q_0):
    across = cross(q[:3], q_0[:3])
    if question.options["delta_axes"] == "parent":
        across = times(-1, across)
    along = subtract(times(q_0[3], q[:3]), times(q[3], q_0[:3]))
    return add(along, across) + [dot(q, q_0)]


def scaled(question, s, s_0):
    if question.options["delta_scales"] == "difference":
        return subtract(s, s_0)
    return None if 0 in s_0 else [a / b for a, b in zip(s, s_0)]


def answer(question):
    def joints(of, name):
        return [of(*each) for each in zip(question[name], question["reference_" + name])]

    return {"translations": joints(subtract, "translations"),
            "rotations": joints(lambda q, q_0: turned(question, q, q_0), "rotations"),
            "scales": joints(lambda s, s_0: scaled(question, s, s_0), "scales")}
