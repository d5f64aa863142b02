# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Linear blending in palette parts: moves the vertex by every influence, then takes the mean. The parts do not
change the result, and many divisions are right: the file's division is checked by the rules of parts."""
from mpmath import mpf

from shared.linear import apply, linear_part, matrix_sum, move_point, scaled, times, total
from shared.pose import influences, palette_matrices, surface
from skinning.stitching import inverse_transpose_times

UNUSED = -1


def as_given(question):
    """The influences of every vertex."""
    return [influences(question, v) for v in range(len(question["positions"]))]


def carried_normal(rule, pairs, palette, n):
    """N n; None if a matrix that it divides by is singular."""
    linear = [(w, linear_part(palette[j])) for j, w in pairs]
    if rule == "inverse-transpose-of-blend":
        return inverse_transpose_times(matrix_sum(scaled(w, c) for w, c in linear), n)
    by = apply if rule == "direction" else inverse_transpose_times
    each = [(w, by(c, n)) for w, c in linear]
    return None if any(moved is None for _, moved in each) else total(times(w, moved) for w, moved in each)


def blended_answer(question, pairs_of_vertices):
    """Positions, normals, tangents and the taps of a pose, by linear blending of these influences."""
    taps, palette = palette_matrices(question)
    rule = question.options.get("normal_rule", "direction")
    of_tangents = rule if question.options.get("tangent_rule") == "as-normals" else "direction"

    def carriers(v):
        pairs = pairs_of_vertices[v]
        return (lambda x: total(times(w, move_point(palette[j], x)) for j, w in pairs),
                lambda n: carried_normal(rule, pairs, palette, n),
                lambda t: carried_normal(of_tangents, pairs, palette, t))

    return surface(question, carriers) | taps


def lone_vertices(question):
    """The vertices of no triangle, as groups of one."""
    drawn = {v for triangle in question["triangles"] for v in triangle}
    return [[v] for v in range(len(question["positions"])) if v not in drawn]


def joints_needed(question, pairs_of_vertices, group):
    """The joints of the influences of these vertices; without influences, the joint of the first vertex's first slot."""
    joints = {j for v in group for j, _ in pairs_of_vertices[v]}
    return joints or {question["joints"][group[0]][0]}


def joints_of(row):
    return [j for j in row if j != UNUSED]


def wrong_tables(question, given):
    """Errors of the tables."""
    limit = question["matrix_limit"][0]
    for p, row in enumerate(given["part_joints"]):
        joints = joints_of(row)
        if len(row) != limit or row[:len(joints)] != joints:
            yield f"row {p} is not a table and {UNUSED} up to {limit} places: {row}"
        if joints != sorted(set(joints)):
            yield f"table {p} does not ascend: {joints}"


def wrong_parts(question, given, pairs_of_vertices):
    """Errors of the parts that draw the triangles."""
    tables = [set(joints_of(row)) for row in given["part_joints"]]
    points = [joints_needed(question, pairs_of_vertices, group) for group in lone_vertices(question)]
    used = [set() for _ in tables]
    if len(given["part_of_triangle"]) != len(question["triangles"]):
        yield "not one part for every triangle"
        return
    for f, (triangle, part) in enumerate(zip(question["triangles"], given["part_of_triangle"])):
        if part not in range(len(tables)):
            yield f"triangle {f} is in part {part}, which does not exist"
            continue
        needed = joints_needed(question, pairs_of_vertices, triangle)
        used[int(part)] |= needed
        if not needed <= tables[int(part)]:
            yield f"triangle {f} needs joints {sorted(needed)}, its part {part} has {sorted(tables[int(part)])}"
    for needed in points:
        if not any(needed <= table for table in tables):
            yield f"no part can draw a vertex in no triangle, which needs {sorted(needed)}"
    for p, table in enumerate(tables):
        superfluous = table - used[p] - set().union(*points)
        if superfluous or not table:
            yield f"table {p} is empty or has joints that nothing in the part needs: {sorted(superfluous)}"


def choices(influences_of_all):
    """The check of a division; influences_of_all(question) are the influences."""
    return {"part_joints": wrong_tables,
            "part_of_triangle": lambda question, given: list(wrong_parts(question, given, influences_of_all(question)))}


CHOICES = choices(as_given)


def answer(question):
    dropped = {"dropped_weights": [mpf(0) for _ in question["positions"]]}
    return blended_answer(question, as_given(question)) | dropped
