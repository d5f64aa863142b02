# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Driven joints: the twist about the axis is the rotation left after a perpendicular direction has been rotated
back; its angle is the angle of a complex number."""
from mpmath import arg, mpc

from shared.linear import add, dot, times, unit
from shared.pose import world_matrices
from shared.question import Asked


def angle_about(a, q):
    twist = mpc(q[3], dot(unit(a), q[:3]))
    return arg(twist * twist) if twist.real != 0 else 2 * arg(twist)


def keyed(angles, values, theta):
    before = [k for k, angle in enumerate(angles) if angle <= theta]
    if not before or before[-1] == len(angles) - 1:
        return values[before[-1] if before else 0]
    k = before[-1]
    a, b = angles[k : k + 2]
    return times(1 / (b - a), add(times(b - theta, values[k]), times(theta - a, values[k + 1])))


def answer(question):
    changed = {name: [list(row) for row in question[name]]
               for name in ("local_translations", "local_scales")}
    angles, values, first = [], [], 0
    for (joint, other, what), axis, count in zip(question["drives"], question["drive_axes"], question["key_counts"]):
        keys = slice(first, first + count)
        first += count
        angles.append(angle_about(axis, question["local_rotations"][joint]))
        values.append(keyed(question["key_angles"][keys], question["key_values"][keys], angles[-1]))
        changed["local_scales" if what else "local_translations"][other] = values[-1]
    world = world_matrices(Asked(question, changed, question.options))
    return {"drive_angles": angles, "drive_values": values, "world": world}
