# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Swing-twist deformers: the swing without a product, from the part m of Q_xyz perpendicular to the bone.

With h = sqrt(p^2 + Q_w^2), S = ((Q_w m + p d x m) / h, h). Its length is as close to 1 as Q's, so the page's theta,
an arc tangent, is acos(2 S_w / (S . S + 1)). A fraction of the twist is a power of the complex number Q_w + i p."""
from functools import partial

from mpmath import acos, arg, expj, mpc, mpf, sin, sqrt

from shared.linear import add, cross, dot, subtract, times, unit
from shared.pose import about, counted_slots, influences, palette_motions, surface
from shared.rotation import conjugate, multiply, rotate

ONE = [mpf(0), mpf(0), mpf(0), mpf(1)]


def part_of_swing(s, w):
    """S^w: slerp from 1."""
    theta = acos(min(2 * s[3] / (dot(s, s) + 1), mpf(1)))
    if theta == 0:
        return add(times(1 - w, ONE), times(w, s))
    return add(times(sin((1 - w) * theta) / sin(theta), ONE), times(sin(w * theta) / sin(theta), s))


def rotation_between(q_i, q_j, bone, w, e):
    """q of a vertex of parent i and child j; None if the swing is half a turn."""
    between = multiply(conjugate(q_i), q_j)
    between = times(-1, between) if between[3] < 0 else between
    d = unit(bone) if any(between[:3]) else [mpf(0)] * 3  # without a bend, the bone is not used
    p = dot(d, between[:3])
    m = subtract(between[:3], times(p, d))
    h = sqrt(p**2 + between[3] ** 2)
    if h == 0:
        return None
    swing = times(1 / h, add(times(between[3], m), times(p, cross(d, m)))) + [h]
    share = expj(e * arg(mpc(between[3], p)))
    return multiply(multiply(q_i, part_of_swing(swing, w)), times(share.imag, d) + [share.real])


def family_of(question, pairs):
    """(parent, child, w); parent is -1 if the child is alone and no twist is spread."""
    parents, joints = question["parents"], sorted({joint for joint, _ in pairs})
    if len(joints) == 1:
        spread = "endpoint_weights" in question
        return parents[joints[0]] if spread else -1, joints[0], mpf(1)
    child = next(joint for joint in joints if parents[joint] in joints)
    return parents[child], child, sum(weight for joint, weight in pairs if joint == child)


def share_of_twist(question, v, child):
    """e: the number in the child's first slot whose weight is not 0."""
    return next(question["endpoint_weights"][v][slot] for slot, j, _ in counted_slots(question, v) if j == child)


def vertex_motion(question, v, palette):
    """(q, c, the moved c); None if the vertex has none."""
    pairs = influences(question, v)
    if not pairs:
        return None
    parent, child, w = family_of(question, pairs)
    q_j, t_j = palette[child]
    if parent < 0:
        return q_j, [mpf(0)] * 3, t_j
    c = question["bone_heads"][child]
    e = share_of_twist(question, v, child) if "endpoint_weights" in question else w
    q = rotation_between(palette[parent][0], q_j, subtract(question["bone_tails"][child], c), w, e)
    return q and (q, c, add(rotate(q_j, c), t_j))


def answer(question):
    taps, palette = palette_motions(question)

    def carriers(v):
        motion = vertex_motion(question, v, palette)
        return motion and about(motion[1], motion[2], partial(rotate, motion[0]))

    return surface(question, carriers) | taps
