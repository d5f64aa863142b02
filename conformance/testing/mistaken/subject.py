# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The course's worked solution with one mistake in it, or two, answering in float32: what a student who makes them hands in.

    python3 subject.py MISTAKE[+MISTAKE]        of those that --list names
    python3 subject.py right:MODULE             the module of formulas without any

Mistakes of algorithms that the course does not have are made in a module of formulas whose text is changed (changed.py), which
answers alone. All are those of conformance/defects by name.
"""
import array
import math
import pathlib
import sys

course = pathlib.Path(__file__).resolve().parents[2] / "course" / "python"
sys.path[:0] = [str(course / "solution"), str(course)]
import changed  # noqa: E402
import exercises as ex  # noqa: E402
import plug  # noqa: E402
import second  # noqa: E402
import subject as s  # noqa: E402
from vectors import add, dot, normalize, scale  # noqa: E402

IDENTITY = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]
AT_REST = ([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0])
MISTAKES = {}


def mistake(function):
    """Registers what changes the solution: its name is the mistake's."""
    MISTAKES[function.__name__.replace("_", "-")] = function
    return function


def replace(module, name, change):
    """module.name becomes change(what it was)."""
    setattr(module, name, change(getattr(module, name)))


def transposed(matrix):
    return [[matrix[c][r] for c in range(3)] + [matrix[r][3]] for r in range(3)]


def change_binds(of_matrix, of_motion):
    """What is done to the inverse bind matrices, in either form, before they are used."""
    replace(ex, "palette", lambda right: lambda world, binds: right(world, [of_matrix(a) for a in binds]))
    replace(s, "motions", lambda right: lambda arrays, name: [
        of_motion(m) if name == "inverse_bind" else m for m in right(arrays, name)])


def change_influences(change):
    replace(s, "influences", lambda right: lambda arrays: [change(list(pairs)) for pairs in right(arrays)])


def change_rotations(change):
    """Of all that is read as rotations."""
    replace(ex, "rotation_matrix", lambda right: lambda q: right(change(q)))
    replace(s, "motions", lambda right: lambda arrays, name: [(change(list(q)), t) for q, t in right(arrays, name)])


def change_chain(step):
    """world = step(world of the parent, local, product)."""

    def chain(parents, local, product):
        world = [None] * len(parents)

        def of(j):
            if world[j] is None:
                world[j] = local[j] if parents[j] < 0 else step(of(parents[j]), local[j], product)
            return world[j]

        return [of(j) for j in range(len(parents))]

    ex.chain = chain


# --- bind matrices ---


@mistake
def ibm_ignored():
    change_binds(lambda _: IDENTITY, lambda _: AT_REST)


@mistake
def ibm_wrong_side():
    ex.palette = lambda world, binds: [ex.matrix_product(a, w) for w, a in zip(world, binds)]

    def motions_of(arrays, results):
        if "palette_rotations" in arrays:
            return s.motions(arrays, "palette")
        world = ex.global_motions(arrays["parents"], s.motions(arrays, "local"))
        return [ex.motion_product(a, w) for w, a in zip(world, s.motions(arrays, "inverse_bind"))]

    s.motions_of = motions_of


@mistake
def ibm_not_inverted():
    def inverse(motion):
        q = [-motion[0][0], -motion[0][1], -motion[0][2], motion[0][3]]
        return q, scale(ex.rotate(q, motion[1]), -1)

    change_binds(ex.inverse_bind, inverse)


@mistake
def ibm_rot_transposed():
    change_binds(transposed, lambda m: ([-m[0][0], -m[0][1], -m[0][2], m[0][3]], m[1]))


@mistake
def ibm_order_mismatch():
    replace(ex, "palette", lambda right: lambda world, binds: right(world, binds[::-1]))
    replace(s, "motions", lambda right: lambda arrays, name: right(arrays, name)[:: -1 if name == "inverse_bind" else 1])


# --- the chain ---


@mistake
def fk_child_times_parent():
    change_chain(lambda parent, local, product: product(local, parent))


@mistake
def fk_local_as_global():
    change_chain(lambda parent, local, product: local)


@mistake
def fk_offset_not_turned():
    def step(parent, local, product):
        right = product(parent, local)
        if len(right) == 2:
            return right[0], add(parent[1], local[1])
        return [row[:3] + [parent[r][3] + local[r][3]] for r, row in enumerate(right)]

    change_chain(step)


@mistake
def fk_stale_parent():
    def chain(parents, local, product):
        world = list(local)
        for j, parent in enumerate(parents):
            if 0 <= parent < j:
                world[j] = product(world[parent], local[j])
        return world

    ex.chain = chain


def change_roots(change):
    replace(ex, "chain", lambda right: lambda parents, local, product: right(
        parents, [change(each, product) if parents[j] < 0 else each for j, each in enumerate(local)], product))


@mistake
def joint_ancestors_ignored():
    change_roots(lambda local, product: AT_REST if len(local) == 2 else IDENTITY)


@mistake
def skin_root_applied_twice():
    change_roots(lambda local, product: product(local, local))


# --- local transforms ---


@mistake
def trs_order():
    def matrix_from_trs(translation, rotation, scales):
        return [[x * k for x in row] + [t] for row, k, t in zip(ex.rotation_matrix(rotation), scales, translation)]

    ex.matrix_from_trs = matrix_from_trs


@mistake
def scale_ignored():
    replace(ex, "matrix_from_trs", lambda right: lambda t, q, k: right(t, q, [1.0, 1.0, 1.0]))


@mistake
def scale_uniform_only():
    replace(ex, "matrix_from_trs", lambda right: lambda t, q, k: right(t, q, [k[0]] * 3))


@mistake
def translation_ignored():
    replace(ex, "matrix_from_trs", lambda right: lambda t, q, k: right([0.0] * 3, q, k))
    replace(s, "motions", lambda right: lambda arrays, name: [
        (q, [0.0] * 3 if name != "inverse_bind" else t) for q, t in right(arrays, name)])


@mistake
def rotation_ignored():
    change_rotations(lambda q: [0.0, 0.0, 0.0, 1.0])


@mistake
def quat_wxyz():
    change_rotations(lambda q: [q[1], q[2], q[3], q[0]])


@mistake
def quaternion_conjugated():
    change_rotations(lambda q: [-q[0], -q[1], -q[2], q[3]])


# --- palettes and vertices ---


@mistake
def palette_transposed():
    replace(s, "palette_of", lambda right: lambda arrays, results: [transposed(m) for m in right(arrays, results)])


@mistake
def bind_pose_returned():
    s.skin = lambda arrays, _: {name: arrays[name] for name in ("positions", "normals", "tangents") if name in arrays}


@mistake
def all_zeros():
    replace(s, "skin", lambda right: lambda arrays, skin_vertex: {
        name: [[0.0] * len(row) for row in rows] for name, rows in right(arrays, skin_vertex).items()})


def change_vertices(change):
    """change((x, n, t) of the answer, (x, n, t) of the question)."""
    replace(s, "skin", lambda right: lambda arrays, skin_vertex: right(
        arrays, lambda v, x, n, t: change(skin_vertex(v, x, n, t), (x, n, t))))


@mistake
def normal_not_skinned():
    change_vertices(lambda moved, rest: (moved[0], rest[1], rest[2]))


@mistake
def normal_not_written():
    change_vertices(lambda moved, rest: (moved[0], rest[1] and [0.0] * 3, rest[2] and [0.0] * 3))


@mistake
def normal_not_renormalised():
    ex.normalize = lambda a: list(a)


@mistake
def normal_by_M():
    for name in ("rigid_vertex", "linear_blend"):
        replace(ex, name, lambda right: lambda *given: right(*given[:-1], "direction"))


@mistake
def normal_cofactor_sign():
    ex.normal_matrix = ex.cofactors


@mistake
def normal_determinant_left_out():
    def blend_of_inverse_transposes(influences, matrices):
        blend = [[0.0] * 3 for _ in range(3)]
        for j, w in ex.weighted(influences):
            cofactors = ex.cofactors(matrices[j])
            if dot(matrices[j][0][:3], cofactors[0]) < 0:
                w = -w
            blend = [add(into, scale(row, w)) for into, row in zip(blend, cofactors)]
        return blend

    ex.blend_of_inverse_transposes = blend_of_inverse_transposes


@mistake
def tangent_made_orthogonal():
    def orthogonal(n, t):
        return normalize(add(t, scale(n, -dot(n, t)))) if n and t else t

    change_vertices(lambda moved, rest: (moved[0], moved[1], orthogonal(moved[1], moved[2])))


@mistake
def handedness_positive():
    def change(right):
        def skin(arrays, skin_vertex):
            results = right(arrays, skin_vertex)
            if results.get("tangents"):
                results["tangents"] = [[*t[:3], abs(t[3])] for t in results["tangents"]]
            return results
        return skin

    replace(s, "skin", change)


# --- weights ---


@mistake
def first_influence():
    change_influences(lambda pairs: [(pairs[0][0], 1.0)])


@mistake
def largest_weight():
    change_influences(lambda pairs: [(max(pairs, key=lambda pair: pair[1])[0], 1.0)])


@mistake
def weights_ignored():
    def alike(pairs):
        used = [j for j, w in pairs if w != 0]
        return [(j, 1 / len(used)) for j in used] or pairs

    change_influences(alike)


@mistake
def weights_renormalised():
    def divided(pairs):
        whole = sum(w for _, w in pairs)
        return [(j, w / whole) for j, w in pairs] if whole > 0 else pairs

    change_influences(divided)


@mistake
def weights_over_256():
    change_influences(lambda pairs: [(j, w * 255 / 256) for j, w in pairs])


@mistake
def first_vertex_influences():
    replace(s, "influences", lambda right: lambda arrays: (lambda pairs: [pairs[0]] * len(pairs))(right(arrays)))


@mistake
def slots_beyond_four_ignored():
    change_influences(lambda pairs: pairs[:4])


@mistake
def joint_off_by_one():
    change_influences(lambda pairs: [(max(j - 1, 0), w) for j, w in pairs])
    for name in ("answer_rigid_parts", "answer_stitching"):
        def change(right):
            def answer(question):
                if "joints" in question.arrays:
                    question.arrays["joints"] = [[max(j - 1, 0) for j in row] for row in question.arrays["joints"]]
                return right(question)
            return answer
        replace(s, name, change)


@mistake
def second_set_ignored():
    change_influences(lambda pairs: pairs[: (len(pairs) + 1) // 2])


@mistake
def last_weight_implicit():
    change_influences(lambda pairs: pairs[:-1] + [(pairs[-1][0], max(0.0, 1 - sum(w for _, w in pairs[:-1])))]
                      if len(pairs) > 1 else pairs)


@mistake
def index_over_255():
    change_influences(lambda pairs: [(j % 256, w) for j, w in pairs])


@mistake
def nan_times_zero():
    ex.weighted = lambda pairs: pairs


@mistake
def quaternion_product_swapped():
    replace(ex, "quaternion_product", lambda right: lambda a, b: right(b, a))


# --- time ---


@mistake
def lerp_unnormalised():
    ex.slerp = ex.nlerp = lambda a, b, t: ex.lerp(a, ex.short_arc(a, b), t)


@mistake
def nlerp_instead_of_slerp():
    ex.slerp = ex.nlerp


@mistake
def slerp_long_path():
    short_arc = ex.short_arc
    ex.nlerp = lambda a, b, t: normalize(ex.lerp(a, short_arc(a, b), t))
    ex.short_arc = lambda a, b: b


@mistake
def nlerp_no_sign():
    ex.nlerp = lambda a, b, t: normalize(ex.lerp(a, b, t))


@mistake
def linear_as_step():
    ex.linear_track = lambda times, values, is_rotation, t: ex.step_track(times, values, t)

    def key_poses(times, period, t, translations, rotations):
        k = ex.key_before(times, t % period)
        return translations[k], rotations[k]

    ex.key_poses = key_poses


@mistake
def step_as_linear():
    ex.step_track = lambda times, values, t: ex.linear_track(times, values, len(values[0]) == 4, t)


@mistake
def end_returns_start():
    def change(right):
        return lambda times, values, *more: right(times, values, *more[:-1], times[0] if more[-1] >= times[-1] else more[-1])

    for name in ("step_track", "linear_track", "cubicspline_track"):
        replace(ex, name, change)


@mistake
def cubic_layout():
    replace(ex, "cubicspline_track", lambda right: lambda times, values, *more: right(
        times, [[key[2], key[1], key[0]] for key in values], *more))


@mistake
def cubic_quat_not_normalised():
    replace(ex, "cubicspline_track", lambda right: lambda times, values, is_rotation, t: right(times, values, False, t))


@mistake
def cubic_no_dt():
    def change(right):
        def track(times, values, is_rotation, t):
            k = ex.key_before(times, t)
            if k < 0 or k == len(times) - 1:
                return right(times, values, is_rotation, t)
            d = times[k + 1] - times[k]
            ends = [[scale4(key[0], 1 / d), key[1], scale4(key[2], 1 / d)] for key in values]
            return right(times, ends, is_rotation, t)
        return track

    def scale4(row, factor):
        return [x * factor for x in row]

    replace(ex, "cubicspline_track", change)


# --- bones, dual quaternions, centres ---


@mistake
def bone_ends_swapped():
    replace(ex, "bones", lambda right: lambda *given: [bone[::-1] for bone in right(*given)])


@mistake
def antipodal_signs_ignored():
    def blended_rotation(influences, motions, pivot):
        used, whole = ex.weighted(influences), [0.0] * 4
        for j, w in used:
            whole = [x + w * y for x, y in zip(whole, motions[j][0])]
        return used, whole

    ex.blended_rotation = blended_rotation


@mistake
def dqs_scale_dropped():
    replace(ex, "dual_quaternion", lambda right: lambda influences, motions, stretches, *more: right(
        influences, motions, None, *more))


@mistake
def dqs_instead():
    ex.centre_of_rotation = lambda influences, motions, centre, x, n, t, pivot: ex.dual_quaternion(
        influences, motions, None, x, n, t, pivot)


@mistake
def cor_centre_not_moved():
    def centre_of_rotation(influences, motions, centre, position, normal, tangent, pivot):
        used = ex.weighted(influences)
        if centre is None or not used:
            return ex.blend_motions(used, motions, position, normal, tangent)
        q = normalize(ex.blended_rotation(influences, motions, pivot)[1])
        from_centre = [x - c for x, c in zip(position, centre)]
        return (add(ex.rotate(q, from_centre), centre), normal and normalize(ex.rotate(q, normal)),
                tangent and normalize(ex.rotate(q, tangent)))

    ex.centre_of_rotation = centre_of_rotation


def in_float32(value):
    """As float32 arithmetic would leave it: rounded once at the end."""
    if isinstance(value, (list, tuple)):
        return [in_float32(each) for each in value]
    return array.array("f", [value])[0] if isinstance(value, float) and abs(value) < 3e38 else value


def of_module(module):
    """What answers, and what is declared."""
    declared = []
    for algorithm, (_, options, *levels) in module.ALGORITHMS.items():
        declared.append({"algorithm": algorithm, "levels": levels or ["pose"], "options": options})
    return {algorithm: row[0] for algorithm, row in module.ALGORITHMS.items()}, declared


def of_second(table, read, changes):
    """The same of files of the second reading."""
    modules = changed.second_with(table, read, changes)
    declared = [{"algorithm": algorithm, "levels": ["palette", "pose"]} for algorithm in modules]
    return {algorithm: second.answers_of(module) for algorithm, module in modules.items()}, declared


def of_formulas(made):
    """The same of a module of formulas with these mistakes in it; None where they are not of one."""
    known = changed.all_mistakes()
    if made[0].startswith("right:"):
        table = made[0].removeprefix("right:")
        read = dict.fromkeys(file for mistake in known.values() if mistake.module == table for file in mistake.read)
        return of_second(table, list(read), []) if read else of_module(changed.module_with(table, []))
    if not set(made) <= set(known):
        return None
    module, changes = known[made[0]].module, [change for mistake in made for change in known[mistake].changes]
    if known[made[0]].read:
        return of_second(module, known[made[0]].read, changes)
    if module != "course":
        return of_module(changed.module_with(module, changes))
    subject = changed.course_with(changes)
    subject.ex.ASSETS = False
    return {id_: answer for id_, (_, answer, _) in subject.ALGORITHMS.items()}, subject.capabilities()


def of_course(made):
    for mistake in made:
        MISTAKES[mistake]()
    # What is registered by name is looked up anew: some mistakes replace it.
    return {id_: getattr(s, answer.__name__) if hasattr(s, answer.__name__) else answer
            for id_, (_, answer, _) in s.ALGORITHMS.items()}, s.capabilities()


def listed():
    """MISTAKE FILTER..., a line each, and right:MODULE FILTER..."""
    changed.check()
    known = changed.all_mistakes()
    asked = {}  # dicts, which keep the order
    for mistake in known.values():
        if mistake.module != "course":
            asked.setdefault(f"right:{mistake.module}", {}).update(dict.fromkeys(mistake.asked.split()))
    return "\n".join([*MISTAKES, *(f"{name} {mistake.asked}" for name, mistake in known.items()),
                      *(f"{name} {' '.join(filters)}" for name, filters in asked.items())])


def main():
    if sys.argv[1:] == ["--list"]:
        return print(listed())
    made = sys.argv[1].split("+") if len(sys.argv) == 2 else []
    if not made or not (made[0].startswith("right:") or set(made) <= {*MISTAKES, *changed.all_mistakes()}):
        sys.exit("usage: python3 subject.py MISTAKE[+MISTAKE], of those that --list names")
    s.ex, ex.ASSETS = ex, False
    table, declared = of_formulas(made) or of_course(made)

    def answered(question):
        results = table[question.algorithm](question)
        return {name: in_float32(rows) for name, rows in results.items()}

    plug.serve({"name": sys.argv[1], "version": "1", "language": "Python"}, declared, answered)
    return None


if __name__ == "__main__":
    main()
