# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Bones of a skeleton, and distances from them."""
from mpmath import mpf, sqrt

from shared.linear import add, dot, subtract, times


def bones(question, leaves=False):
    """(joint, a, b) of each bone, in the order of joints. leaves: also a point for each joint without a child."""
    p, found = question["pivots"], []
    for joint in range(len(p)):
        children = [c for c, parent in enumerate(question["parents"]) if parent == joint]
        found += [(joint, p[joint], p[c]) for c in children]
        if leaves and not children:
            found.append((joint, p[joint], p[joint]))
    return found


def squared_distance(x, a, b):
    """Distance from the segment: the perpendicular by Pythagoras if it meets the segment, else the distance from the nearer end."""
    d, from_a, from_b = subtract(b, a), subtract(x, a), subtract(x, b)
    along, whole = dot(from_a, d), dot(d, d)
    if along <= 0:
        return dot(from_a, from_a)
    if along >= whole:
        return dot(from_b, from_b)
    foot = add(a, times(along / whole, d))
    return dot(subtract(x, foot), subtract(x, foot))


def distance(x, a, b):
    return sqrt(squared_distance(x, a, b))


def alone(joint, joints):
    return [mpf(j == joint) for j in range(joints)]
