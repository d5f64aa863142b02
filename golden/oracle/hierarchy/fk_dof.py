# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Rotations are quaternions of half the angle, as in the page's second formulation."""
from mpmath import cos, mpf, sin

from shared.linear import affine, compose, times, total, unit
from shared.pose import down_the_chain
from shared.rotation import multiply, rotation_matrix

SLIDES_AND_TURNS = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (3, 3))  # by joint type


def motions(question):
    """(R | T) of every joint."""
    values, limits, axes = question["dof_values"], question["dof_limits"], question["dof_axes"]
    # With `reject`, every value is already within its limits.
    dofs = [(min(max(value, lower), upper), unit(a)) for value, (lower, upper), a in zip(values, limits, axes)]
    following = iter(dofs)
    for joint_type in question["joint_types"]:
        slides, turns = SLIDES_AND_TURNS[joint_type]
        moved = total([times(phi, a) for phi, a in [next(following) for _ in range(slides)]])
        q = [mpf(0), mpf(0), mpf(0), mpf(1)]
        for phi, a in [next(following) for _ in range(turns)]:
            q = multiply(q, times(sin(phi / 2), a) + [cos(phi / 2)])
        yield affine(rotation_matrix(q), moved)


def answer(question):
    locals_ = [compose(offset, motion) for offset, motion in zip(question["offsets"], motions(question))]
    world = down_the_chain(question["parents"],
                           lambda parent, j: locals_[j] if parent is None else compose(parent, locals_[j]))
    return {"locals": locals_, "world": world}
