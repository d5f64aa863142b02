# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Bones blending along the great arc: q_i exp(w log(q_i* q_j)) is the point at w on the arc between the directions
of q_i and q_j, with the length of q_i: R is not normalised. An input's quaternions are only approximately unit."""
from functools import partial

from shared.linear import add, length, times, unit
from shared.pose import about, distinct_joints, influences, palette_motions, surface
from shared.rotation import rotate, slerp


def answer(question):
    taps, motions = palette_motions(question)
    parents, places = question["parents"], question["bind_positions"]

    def carriers(v):
        pairs = influences(question, v)
        if not pairs:
            return None
        joints = distinct_joints(pairs)
        child = next((joint for joint in joints if parents[joint] in joints), joints[0])
        q_j, t_j = motions[child]
        r = q_j
        if len(joints) == 2:
            q_i, _ = motions[parents[child]]
            w = sum(weight for joint, weight in pairs if joint == child)
            r = times(length(q_i), slerp(unit(q_i), unit(q_j), w))
        c = places[child]
        return about(c, add(rotate(q_j, c), t_j), partial(rotate, r))

    return surface(question, carriers) | taps
