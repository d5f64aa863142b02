# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Binding to volumes, by the remaining depth in each volume's own measure."""
from mpmath import mpf, sqrt

from binding.shared.bones import alone, bones, distance
from shared.linear import add, dot, length, subtract, times

CYLINDER, CAPSULE, ELLIPSOID, SPHERE = range(4)
KINDS = {"cylinder": CYLINDER, "capsule": CAPSULE, "ellipsoid": ELLIPSOID, "sphere": SPHERE}


def depth(x, kind, a, b, r):
    if kind == CAPSULE:
        return 1 - distance(x, a, b) / r
    y = subtract(x, times(mpf(1) / 2, add(a, b)))
    if kind == SPHERE:
        return 1 - length(y) / r
    axis = subtract(b, a)
    along = dot(y, axis) / length(axis)
    away = sqrt(max(dot(y, y) - along ** 2, mpf(0)))
    parts = abs(along) / (length(axis) / 2), away / r
    return 1 - (max(parts) if kind == CYLINDER else sqrt(parts[0] ** 2 + parts[1] ** 2))


def volumes(question):
    """(joint, kind, a, b, r)"""
    if "volume_joints" in question:
        return list(zip(*(question["volume_" + name] for name in ("joints", "kinds", "starts", "ends", "radii"))))
    share = question["radius_share"][0] if "radius_share" in question else mpf(1) / 4
    kind = KINDS[question.options.get("volume_kind", "capsule")]
    parents, p, found = question["parents"], question["pivots"], []
    for joint, a, b in bones(question, leaves=True):
        if joint in parents:
            r = length(subtract(b, a)) * (mpf(1) / 2 if kind == SPHERE else share)
            found += [(joint, kind, a, b, r)] if r != 0 else []
        elif parents[joint] >= 0 and a != p[parents[joint]]:
            found.append((joint, SPHERE, a, a, share * length(subtract(a, p[parents[joint]]))))
    return found


def answer(question):
    joints, all_volumes = len(question["parents"]), volumes(question)

    def row(x):
        depths = {}
        for joint, *volume in all_volumes:
            depths[joint] = max(depths.get(joint, mpf("-inf")), depth(x, *volume))
        deepest = max(depths.values())
        if deepest <= 0 and question.options.get("outside", "none") == "none":
            return None
        if deepest <= 0 or question.options.get("weighing", "best-fitting") == "best-fitting":
            return alone(next(joint for joint, f in depths.items() if f == deepest), joints)
        whole = sum(f for f in depths.values() if f > 0)
        return [max(depths.get(joint, mpf(0)), mpf(0)) / whole for joint in range(joints)]

    return {"joint_weights": [row(x) for x in question["positions"]]}
