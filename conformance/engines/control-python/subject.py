# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The control of the adapters in Python: the same shape as theirs, with a right implementation in the place of an engine. What
fails here is the judge's mistake or that of the plug."""
import os
import pathlib
import sys

here = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parents[1] / "course/python")]
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # the judge counts threads

import asset
import maths
import numpy as np
import plug
import pose
import skin
import weights

# --- skins ---


def posed_palette(arrays, options):
    """World matrices and, where the mesh was bound, skinning matrices, of a pose that is given."""
    world = pose.world_matrices(pose.moved(arrays, options), options)
    if "inverse_binds" not in arrays:
        return {"world": world}, world
    palette = np.reshape([maths.product(*pair) for pair in zip(world, arrays["inverse_binds"])], (-1, 3, 4))
    return {"world": world, "palette": palette}, palette


def answer_skin(move):
    """By matrices: move(arrays, palette, options)."""

    def answer(arrays, options):
        stages, palette = ({}, arrays["palette"]) if "palette" in arrays else posed_palette(arrays, options)
        return {**stages, **move(arrays, palette, options)}

    return answer


def answer_then_skin(arrays, options):
    mesh = skin.morphed(pose.moved(arrays, options))
    results = answer_skin(skin.linear_blend)(mesh, options)
    return {"morphed_positions": mesh["positions"], **results}


def answer_dual_quaternion(arrays, options):
    if "palette_rotations" in arrays:
        return skin.dual_quaternion(arrays, arrays["palette_rotations"], arrays["palette_translations"], options)
    bound = zip(arrays["inverse_bind_rotations"], arrays["inverse_bind_translations"])
    motions = pose.world_motions(pose.moved(arrays, options), options)
    rotations, translations = map(np.array, zip(*(pose.joined_motions(*pair) for pair in zip(motions, bound))))
    return skin.dual_quaternion(arrays, rotations, translations, options)


def answer_dense(arrays, options):
    mesh = skin.morphed(arrays)
    return mesh if options["normalise"] == "later" else skin.answered(mesh, *3 * [lambda rows: rows])


# --- the skeleton ---


def answer_fk_matrix(arrays, options):
    return {"world": pose.world_matrices(arrays, options)}


def answer_fk_quaternion(arrays, options):
    motions = pose.world_motions(arrays, options)
    return {"world_rotations": [q for q, _ in motions], "world_translations": [t for _, t in motions]}


def answer_bones(arrays, options):
    world = pose.world_matrices(arrays, options)
    return {"world": world, "bones": [[world[j][:, 3], world[parent][:, 3]] for j, parent in enumerate(arrays["parents"]) if parent >= 0]}


def answer_inverse_bind(arrays, options):
    return {"inverse_binds": [maths.inverse(m) for m in arrays["bind"]]}


def answer_palette(arrays, options):
    return {"palette": [maths.product(*pair) for pair in zip(arrays["world"], arrays["inverse_binds"])]}


# --- between values ---


def answer_between(between):
    return lambda arrays, options: {"values": [between(*row) for row in zip(arrays["a"], arrays["b"], arrays["t"])]}


def answer_track(kind):
    def answer(arrays, options):
        nlerped = options.get("rotation_interpolation") == "nlerp"
        return {"values": [pose.sampled(arrays["times"], arrays["values"], kind, arrays["is_rotation"][0], nlerped, t) for t in arrays["t"]]}

    return answer


# --- what is declared ---

FILE_WEIGHTS = {"weight_sum": ["as-given", "renormalised"], "influences_kept": ["all"]}
WEIGHTS = {**FILE_WEIGHTS, "zero_sum": ["origin", "rest"]}
POSE = {"scale_inheritance": ["with-shear"], "rotations": ["as-given", "kept-unit"], "matrix_joints": ["as-given", "decomposed"]}
KEYS = {"rotation_interpolation": ["slerp", "nlerp"]}
MORPHED = {"method": ["lbs"]}
DUAL = {"pivot": ["first-influence", "running-sum"], "rotations": POSE["rotations"]}

# id, levels, options, what answers it
ALGORITHMS = [
    ("fk.matrix", ["pose"], POSE, answer_fk_matrix),
    ("fk.quaternion", ["pose"], {"rotations": POSE["rotations"]}, answer_fk_quaternion),
    ("skeleton.bones", ["pose"], POSE, answer_bones),
    ("skeleton.inverse-bind", ["pose"], {}, answer_inverse_bind),
    ("skeleton.palette", ["pose"], {}, answer_palette),
    ("interp.lerp", ["pose"], {"range": ["any"]}, answer_between(maths.lerp)),
    ("interp.nlerp", ["pose"], {}, answer_between(maths.nlerp)),
    ("interp.slerp", ["pose"], {}, answer_between(maths.slerp)),
    ("anim.step", ["pose"], {}, answer_track(pose.STEP)),
    ("anim.linear", ["pose"], KEYS, answer_track(pose.LINEAR)),
    ("anim.cubicspline", ["pose"], {}, answer_track(pose.CUBIC)),
    ("lbs", ["palette", "pose"], {**WEIGHTS, **POSE, **KEYS}, answer_skin(skin.linear_blend)),
    ("stitching", ["palette", "pose"], {**POSE, **KEYS}, answer_skin(skin.stitched)),
    ("rigid-parts", ["palette", "pose"], {**POSE, **KEYS}, answer_skin(skin.stitched)),
    ("dqs", ["palette", "pose"], {**WEIGHTS, **KEYS, **DUAL}, answer_dual_quaternion),
    ("morph.dense", ["pose"], {}, answer_dense),
    ("morph.then-skin", ["palette", "pose"], {**WEIGHTS, **POSE, **KEYS, **MORPHED}, answer_then_skin),
    ("weights.limit", ["pose"], {"tie": ["first-slot"]}, lambda arrays, options: {"joint_weights": weights.limited(arrays)}),
    ("weights.smooth", ["pose"], {"seams": ["apart"], "laplacian": ["uniform"]}, lambda arrays, options: {"joint_weights": weights.smoothed(arrays)}),
    ("rbf", ["pose"], {"metric": ["euclidean"]}, lambda arrays, options: {"values": weights.interpolated(arrays, options)}),
    ("lbs", ["asset"], {**FILE_WEIGHTS, **POSE, **KEYS}, None),
    ("rigid-parts", ["asset"], {**POSE, **KEYS}, None),
    ("morph.then-skin", ["asset"], {**FILE_WEIGHTS, **POSE, **KEYS, "method": ["lbs", "stitching"]}, None),
]


def array_of(rows):
    """Integers stay what they are; all else is computed in double."""
    found = np.asarray(rows)
    return found if found.dtype.kind == "i" else found.astype(np.float64)


def answer(question):
    if question.asset is not None:
        results = asset.answer(question)
    else:
        functions = {algorithm: function for algorithm, _, _, function in ALGORITHMS if function}
        arrays = {name: array_of(rows) for name, rows in question.arrays.items()}
        results = functions[question.algorithm](arrays, question.options)
    return {name: np.asarray(rows, np.float64).tolist() for name, rows in results.items()}


plug.serve({"name": "control, Python", "version": "1", "language": "Python"},
           [{"algorithm": algorithm, "levels": levels, "options": options} for algorithm, levels, options, _ in ALGORITHMS], answer)
