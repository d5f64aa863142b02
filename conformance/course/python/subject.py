# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""A subject for the judge: takes each input apart, calls your exercises, puts the output together.

    python3 subject.py                          with exercises.py
    python3 subject.py --exercises solution     with solution/exercises.py

Look here to see which exercises an input needs. The results may also have stages (world, palette): if the output
is wrong, the judge reads them and names the first wrong stage.
"""
import importlib
import pathlib
import sys

import plug

ex = None  # the exercises module: main() loads it

PATHS = ["translation", "rotation", "scale"]
INTERPOLATIONS = ["step", "linear", "cubicspline"]

# --- the skeleton ---


def local_trs(arrays):
    """Translation, rotation and scale of every joint, at the time of the pose where there are keyframes."""
    trs = [list(joint) for joint in
           zip(arrays["local_translations"], arrays["local_rotations"], arrays["local_scales"])]
    if "tracks" in arrays:
        trs = ex.apply_tracks(trs, read_tracks(arrays), arrays["time"][0])
    return trs


def local_matrices(arrays):
    """parent_from_joint of every joint: from translation, rotation and scale, or the matrix that is given."""
    trs = local_trs(arrays)
    is_matrix = arrays.get("local_is_matrix", [0] * len(trs))
    return [arrays["local_matrices"][j] if is_matrix[j] else ex.matrix_from_trs(*trs[j]) for j in range(len(trs))]


def read_tracks(arrays):
    return [(joint, PATHS[path], INTERPOLATIONS[interpolation], arrays[f"track_{i}_times"], arrays[f"track_{i}_values"])
            for i, (joint, path, interpolation) in enumerate(arrays["tracks"])]


def world_matrices(arrays):
    return ex.global_matrices(arrays["parents"], local_matrices(arrays))


def motions(arrays, name):
    return list(zip(arrays[name + "_rotations"], arrays[name + "_translations"]))


def as_arrays(name, moved):
    """Motions as the two arrays that hold them."""
    return {name + "_rotations": [q for q, t in moved], name + "_translations": [t for q, t in moved]}


def answer_fk_matrix(arrays, options):
    return {"world": world_matrices(arrays)}


def answer_fk_quaternion(arrays, options):
    return as_arrays("world", ex.global_motions(arrays["parents"], motions(arrays, "local")))


def answer_bones(arrays, options):
    world = world_matrices(arrays)
    return {"world": world, "bones": ex.bones(arrays["parents"], world)}


def answer_inverse_bind(arrays, options):
    return {"inverse_binds": [ex.inverse_bind(matrix) for matrix in arrays["bind"]]}


def answer_palette(arrays, options):
    return {"palette": ex.palette(arrays["world"], arrays["inverse_binds"])}


# --- time ---


def answer_interpolation(name):
    def answer(arrays, options):
        interpolate = getattr(ex, name)
        return {"values": [interpolate(a, b, t) for a, b, t in zip(arrays["a"], arrays["b"], arrays["t"])]}

    return answer


def answer_key_poses(arrays, options):
    poses = ex.key_poses(arrays["times"], arrays["period"][0], arrays["t"][0], arrays["translations"], arrays["rotations"])
    return dict(zip(("translations", "rotations"), poses))


def answer_track(name):
    def answer(arrays, options):
        keys = [arrays["times"], arrays["values"]]
        if name != "step_track":
            keys.append(arrays["is_rotation"][0] != 0)
        return {"values": [getattr(ex, name)(*keys, t) for t in arrays["t"]]}

    return answer


# --- skins ---


def skin(arrays, skin_vertex, stages):
    """Calls skin_vertex(v, position, normal, tangent) for every vertex. The tangent's fourth number, the handedness,
    passes through."""
    positions, normals, tangents = (arrays.get(name) for name in ("positions", "normals", "tangents"))
    results = {"positions": [], "normals": [], "tangents": [], **stages}
    for v, position in enumerate(positions):
        x, n, t = skin_vertex(v, position, normals and normals[v], tangents and tangents[v][:3])
        results["positions"].append(x)
        if normals:
            results["normals"].append(n)
        if tangents:
            results["tangents"].append([*t, tangents[v][3]])
    return results


def influences(arrays):
    """A list of pairs (joint, weight) for every vertex."""
    weights = arrays.get("weights") or [[1.0] * len(row) for row in arrays["joints"]]
    return [list(zip(joints, row)) for joints, row in zip(arrays["joints"], weights)]


def palette_of(arrays):
    """The skinning matrices: given, or computed from the pose; then the stages are results, too."""
    if "palette" in arrays:
        return arrays["palette"], {}
    world = world_matrices(arrays)
    palette = ex.palette(world, arrays["inverse_binds"])
    return palette, {"world": world, "palette": palette}


def motions_of(arrays):
    """The same where joints only turn and move."""
    if "palette_rotations" in arrays:
        return motions(arrays, "palette"), {}
    local = [(rotation, translation) for translation, rotation, _ in local_trs(arrays)]
    world = ex.global_motions(arrays["parents"], local)
    moved = [ex.motion_product(w, a) for w, a in zip(world, motions(arrays, "inverse_bind"))]
    return moved, {**as_arrays("world", world), **as_arrays("palette", moved)}


def skin_rigidly(arrays, options, matrices, stages):
    rule = options["normal_rule"]
    return skin(arrays, lambda v, x, n, t: ex.rigid_vertex(matrices[arrays["joints"][v][0]], x, n, t, rule), stages)


def answer_rigid_parts(arrays, options):
    """Each part is stored in its joint's space, so the matrices are world_from_joint."""
    if "palette" in arrays:
        return skin_rigidly(arrays, options, arrays["palette"], {})
    world = world_matrices(arrays)
    return skin_rigidly(arrays, options, world, {"world": world})


def answer_stitching(arrays, options):
    """The parts are stored in mesh space, so the matrices are mesh_from_mesh."""
    return skin_rigidly(arrays, options, *palette_of(arrays))


def answer_linear_blend(arrays, options):
    (matrices, stages), per_vertex, rule = palette_of(arrays), influences(arrays), options["normal_rule"]
    return skin(arrays, lambda v, x, n, t: ex.linear_blend(per_vertex[v], matrices, x, n, t, rule), stages)


def answer_dual_quaternion(arrays, options):
    (moved, stages), per_vertex, pivot = motions_of(arrays), influences(arrays), options["pivot"]
    stretches = arrays.get("palette_stretches")
    return skin(arrays, lambda v, x, n, t: ex.dual_quaternion(per_vertex[v], moved, stretches, x, n, t, pivot), stages)


def answer_centre_of_rotation(arrays, options):
    (moved, stages), per_vertex, pivot = motions_of(arrays), influences(arrays), options["pivot"]
    centres = [centre if has else None for centre, has in zip(arrays["centres"], arrays["has_centre"])]
    return skin(arrays, lambda v, x, n, t: ex.centre_of_rotation(per_vertex[v], moved, centres[v], x, n, t, pivot), stages)


# --- what is declared ---

# id -> levels, what answers it, and for the options the name of the list in exercises.py that has their values
ALGORITHMS = {
    "fk.matrix": (["pose"], answer_fk_matrix, {}),
    "fk.quaternion": (["pose"], answer_fk_quaternion, {}),
    "skeleton.bones": (["pose"], answer_bones, {}),
    "interp.lerp": (["pose"], answer_interpolation("lerp"), {}),
    "interp.slerp": (["pose"], answer_interpolation("slerp"), {}),
    "anim.pose-loop": (["pose"], answer_key_poses, {}),
    "rigid-parts": (["palette", "pose"], answer_rigid_parts, {"normal_rule": "RIGID_NORMAL_RULES"}),
    "stitching": (["palette", "pose"], answer_stitching, {"normal_rule": "RIGID_NORMAL_RULES"}),
    "skeleton.inverse-bind": (["pose"], answer_inverse_bind, {}),
    "skeleton.palette": (["pose"], answer_palette, {}),
    "lbs": (["palette", "pose"], answer_linear_blend, {"normal_rule": "NORMAL_RULES"}),
    "interp.nlerp": (["pose"], answer_interpolation("nlerp"), {}),
    "anim.step": (["pose"], answer_track("step_track"), {}),
    "anim.linear": (["pose"], answer_track("linear_track"), {}),
    "anim.cubicspline": (["pose"], answer_track("cubicspline_track"), {}),
    "dqs": (["palette", "pose"], answer_dual_quaternion, {"pivot": "PIVOTS"}),
    "cor": (["palette", "pose"], answer_centre_of_rotation, {"pivot": "PIVOTS"}),
}


LIMITS = {}  # {"vertices": ..., "joints": ..., "influences": ...}: larger inputs do not run


def answer(question):
    if question.asset:
        asset = question.asset
        return ex.skin_asset(asset["file"], asset["clip"], asset["time"], asset["parts"], question.options["normal_rule"])
    return ALGORITHMS[question.algorithm][1](question.arrays, question.options)


def capabilities():
    declared = []
    for algorithm, (levels, _, options) in ALGORITHMS.items():
        one = {"algorithm": algorithm, "levels": list(levels)}
        if ex.ASSETS and algorithm in ("lbs", "rigid-parts"):
            one["levels"].append("asset")
        if options:
            one["options"] = {option: getattr(ex, values) for option, values in options.items()}
        declared.append(one)
    return declared


def main():
    global ex
    if sys.argv[1:2] == ["--exercises"] and len(sys.argv) == 3:
        sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / sys.argv[2]))
    elif len(sys.argv) > 1:
        sys.exit("usage: python3 subject.py [--exercises FOLDER]")
    ex = importlib.import_module("exercises")
    plug.serve({"name": ex.NAME, "version": "1", "language": "Python"}, capabilities(), answer, LIMITS)


if __name__ == "__main__":
    main()
