# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Rogue weights: finds the connected groups of a joint by merging groups edge by edge."""
from mpmath import mpf

from binding.shared.joint_weights import dense, listed
from binding.shared.welded_vertices import neighbours, places


def groups_of(held, around):
    """The connected sets of the joint's places."""
    group = {place: {place} for place in held}
    for place in held:
        for other in around.get(place, []):
            if other in group and group[other] is not group[place]:
                merged = group[place] | group[other]
                for member in merged:
                    group[member] = merged
    return {min(members): members for members in group.values()}


def answer(question):
    count, joints = len(question["positions"]), range(question["joint_count"][0])
    first = places(question)
    around = neighbours(question, first)
    w = [listed(question, v) for v in range(count)]
    marked = [set() for _ in range(count)]
    for j in joints:
        held = sorted({first[v] for v in range(count) if j in w[v]})
        groups = groups_of(held, around)
        spared = max(groups, key=lambda least: (len(groups[least]), -least), default=None)
        for least, members in groups.items():
            is_part = all(other in members for place in members for other in around.get(place, []))
            if len(members) <= question["rogue_size"][0] and least != spared and not is_part:
                for v in range(count):
                    if first[v] in members and j in w[v]:
                        marked[v].add(j)

    def repaired(v):
        rest = {j: weight for j, weight in w[v].items() if j not in marked[v]}
        whole = sum(rest.values()) if marked[v] else mpf(1)
        return {j: weight / whole for j, weight in rest.items()}

    left = [repaired(v) for v in range(count)]

    def row(v):
        if left[v] or not marked[v] or question.options.get("emptied") == "none":
            return dense(question, left[v])
        near = [left[u] for u in range(count) if first[u] in around.get(first[v], []) and left[u]]
        return dense(question, {j: sum(each.get(j, mpf(0)) for each in near) / len(near) for j in joints} if near else {})

    return {"joint_weights": [row(v) for v in range(count)],
            "rogue_marks": [[mpf(j in marked[v]) for j in joints] for v in range(count)]}
