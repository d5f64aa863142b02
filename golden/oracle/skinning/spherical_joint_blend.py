# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Spherical joint blending without a root: rotates by b unnormalised, divided by b . b."""
from functools import partial

from shared.linear import add
from shared.pose import (about, blended_quaternion, distinct_joints, influences, palette_motions,
                         surface)
from shared.rotation import rotate, turned


def pivot_joint(joints, parents):
    """The first joint that is not the parent of the others."""
    return next(p for p in joints if len(joints) == 1 or any(j != p and parents[j] != p for j in joints))


def answer(question):
    taps, motions = palette_motions(question)
    parents, places = question["parents"], question["bind_positions"]
    quaternions = [q for q, _ in motions]

    def carriers(v):
        pairs = influences(question, v)
        if not pairs:
            return None
        b = blended_quaternion(pairs, quaternions, parents)
        p = pivot_joint(distinct_joints(pairs), parents)
        q_p, t_p = motions[p]
        c = places[p]
        return about(c, add(rotate(q_p, c), t_p), partial(turned, b))

    return surface(question, carriers) | taps
