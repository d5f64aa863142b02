# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Blender before the judge: what is declared, and why in README.md. Started by the command beside it, subject."""
import os
import pathlib
import sys

here = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parents[1] / "course/python")]

import bpy
import numpy as np
from mathutils import Quaternion, Vector

import asset
import plug
import scene

# --- skins ---


def matrices(rows):
    return [scene.matrix(m) for m in rows]


def skin(question, preserve_volume, inverse_binds):
    """A palette that is given, or the pose's."""
    arrays, results = question.arrays, {}
    if "palette" in arrays:
        armature = scene.palette_armature(matrices(arrays["palette"]))
    else:
        armature = scene.posed_armature(arrays, inverse_binds)
    bone_of = scene.skin if "palette" in arrays or inverse_binds is not None else scene.joint
    mesh = scene.skinned_mesh(arrays, armature, bone_of, preserve_volume)
    if "palette" not in arrays:
        count = len(arrays["parents"])
        results["world"] = scene.world_matrices(armature, count)
        bones = armature.evaluated()
        results["palette"] = scene.rows([bones[bone_of(j)].matrix for j in range(count)])
    results["positions"] = scene.deformed(mesh)
    return results


def answer_linear_blend(question):
    if question.asset:
        return asset.answer(question)
    arrays = question.arrays
    return skin(question, False, matrices(arrays["inverse_binds"]) if "inverse_binds" in arrays else None)


def answer_rigid_parts(question):
    """Each part is stored in its joint's space: it is deformed by the joint's own bone."""
    return asset.answer(question) if question.asset else skin(question, False, None)


def motion(rotation, translation):
    made = Quaternion(scene.quaternion(rotation)).to_matrix().to_4x4()
    made.translation = translation
    return made


def answer_dual_quaternion(question):
    """Blender makes dual quaternions of its bones' matrices by itself."""
    arrays = question.arrays
    if "palette_rotations" in arrays:
        palette = map(motion, arrays["palette_rotations"], arrays["palette_translations"])
        armature = scene.palette_armature(list(palette))
    else:
        inverse_binds = map(motion, arrays["inverse_bind_rotations"], arrays["inverse_bind_translations"])
        armature = scene.posed_armature(arrays, list(inverse_binds))
    return {"positions": scene.deformed(scene.skinned_mesh(arrays, armature, scene.skin, True))}


# --- shapes and weights ---


def answer_dense(question):
    arrays = question.arrays
    made = scene.mesh_of(arrays["positions"])
    scene.add_shape_keys(made, arrays)
    return {"positions": scene.deformed(made)}


def painted(arrays, made, work):
    """The weights after operators of the menu Weights, which are those of the mode for weights."""
    count = arrays["joint_count"][0]
    scene.add_groups(made, arrays, {j: scene.joint(j) for j in range(count)})
    bpy.context.view_layer.objects.active = made
    bpy.ops.object.mode_set(mode="WEIGHT_PAINT")
    work()
    bpy.ops.object.mode_set(mode="OBJECT")
    weights = np.zeros((len(made.data.vertices), count))
    for vertex in made.data.vertices:
        for each in vertex.groups:
            weights[vertex.index, each.group] = each.weight
    return {"joint_weights": weights}


def answer_weight_limit(question):
    arrays = question.arrays

    def limit():
        bpy.ops.object.vertex_group_limit_total(group_select_mode="ALL", limit=arrays["influence_count"][0])
        bpy.ops.object.vertex_group_normalize_all(group_select_mode="ALL", lock_active=False)

    return painted(arrays, scene.mesh_of(np.zeros((len(arrays["joints"]), 3))), limit)


def answer_smooth_weights(question):
    arrays = question.arrays
    iterations = arrays["iterations"][0]

    def smooth():
        if iterations > 0:  # the operator takes one at least
            bpy.ops.object.vertex_group_smooth(group_select_mode="ALL", factor=arrays["step"][0], repeat=iterations)

    return painted(arrays, scene.mesh_of(arrays["positions"], arrays["triangles"]), smooth)


# --- the skeleton ---


def answer_fk_matrix(question):
    arrays = question.arrays
    return {"world": scene.world_matrices(scene.posed_armature(arrays), len(arrays["parents"]))}


def answer_bones(question):
    arrays = question.arrays
    armature = scene.posed_armature(arrays)
    bones = armature.evaluated()
    heads = [list(bones[scene.joint(j)].head) for j in range(len(arrays["parents"]))]
    return {"world": scene.world_matrices(armature, len(heads)),
            "bones": [[heads[j], heads[parent]] for j, parent in enumerate(arrays["parents"]) if parent >= 0]}


def answer_inverse_bind(question):
    return {"inverse_binds": scene.rows([m.inverted() for m in matrices(question.arrays["bind"])])}


def answer_palette(question):
    arrays = question.arrays
    pairs = zip(matrices(arrays["world"]), matrices(arrays["inverse_binds"]))
    return {"palette": scene.rows([world @ inverse_bind for world, inverse_bind in pairs])}


# --- time ---


def answer_lerp(question):
    a, b, t = (question.arrays[name].tolist() for name in ("a", "b", "t"))
    return {"values": [list(Vector(x).lerp(Vector(y), u)) for x, y, u in zip(a, b, t)]}


def answer_slerp(question):
    arrays, values = question.arrays, []
    for a, b, t in zip(arrays["a"], arrays["b"], arrays["t"].tolist()):
        q = Quaternion(scene.quaternion(a)).slerp(Quaternion(scene.quaternion(b)), t)
        values.append([q.x, q.y, q.z, q.w])
    return {"values": values}


def answer_track(interpolation):
    """F-curves. Blender normalises a rotation where it uses it, so cubic splines of rotations are read as the quaternion
    that the four curves stand for."""

    def answer(question):
        arrays = question.arrays
        action = bpy.data.actions.new("track")
        curves = scene.f_curves(action, "track", arrays["times"].tolist(), arrays["values"].astype(np.float64),
                                interpolation)
        values = [[curve.evaluate(scene.frame_at(t)) for curve in curves] for t in arrays["t"].tolist()]
        if interpolation == "BEZIER" and arrays["is_rotation"][0]:
            values = [list(Quaternion(value).normalized()) for value in values]
        return {"values": values}

    return answer


# --- what is declared ---

IMPORTED_WEIGHTS = {"weight_sum": ["renormalised"], "influences_kept": ["all"]}
WEIGHTS = {**IMPORTED_WEIGHTS, "zero_sum": ["rest"]}
POSE = {"scale_inheritance": ["with-shear"], "rotations": ["kept-unit"]}
# The importer takes a node's matrix apart, and makes keys of a rotation four linear curves.
IMPORTED = {**POSE, "matrix_joints": ["decomposed"], "rotation_interpolation": ["nlerp"]}
WITHOUT = {"without": ["normals", "tangents"]}
WITHOUT_TRACKS = {"without": ["normals", "tangents", "tracks"]}
# Blender takes a stretch out of the bone's matrix; it cannot be given beside a motion.
WITHOUT_STRETCHES = {"without": ["normals", "tangents", "tracks", "scale"]}

MORPHED = {"method": ["lbs"]}

# id, levels, options, what answers it
ALGORITHMS = [
    ("fk.matrix", ["pose"], POSE, answer_fk_matrix),
    ("skeleton.bones", ["pose"], POSE, answer_bones),
    ("skeleton.inverse-bind", ["pose"], {}, answer_inverse_bind),
    ("skeleton.palette", ["pose"], {}, answer_palette),
    ("interp.lerp", ["pose"], {"range": ["any"]}, answer_lerp),
    ("interp.slerp", ["pose"], {}, answer_slerp),
    ("anim.step", ["pose"], {}, answer_track("CONSTANT")),
    ("anim.cubicspline", ["pose"], {}, answer_track("BEZIER")),
    ("lbs", ["palette"], {**WEIGHTS, **WITHOUT}, answer_linear_blend),
    ("lbs", ["pose"], {**WEIGHTS, **POSE, **WITHOUT_TRACKS}, answer_linear_blend),
    ("lbs", ["asset"], {**IMPORTED_WEIGHTS, **IMPORTED, **WITHOUT}, answer_linear_blend),
    ("rigid-parts", ["palette"], WITHOUT, answer_rigid_parts),
    ("rigid-parts", ["pose"], {**POSE, **WITHOUT_TRACKS}, answer_rigid_parts),
    ("rigid-parts", ["asset"], {**IMPORTED, **WITHOUT}, answer_rigid_parts),
    ("morph.dense", ["pose"], WITHOUT, answer_dense),
    ("morph.then-skin", ["palette"], {**MORPHED, **WEIGHTS, **WITHOUT}, answer_linear_blend),
    ("morph.then-skin", ["pose"], {**MORPHED, **WEIGHTS, **POSE, **WITHOUT_TRACKS}, answer_linear_blend),
    ("morph.then-skin", ["asset"], {**IMPORTED_WEIGHTS, **IMPORTED, **WITHOUT, "method": ["lbs", "stitching"]}, answer_linear_blend),
    ("weights.limit", ["pose"], {"tie": ["first-slot"]}, answer_weight_limit),
    ("weights.smooth", ["pose"], {"seams": ["apart"], "laplacian": ["uniform"]}, answer_smooth_weights),
    ("stitching", ["palette"], WITHOUT, answer_linear_blend),
    ("stitching", ["pose"], {**POSE, **WITHOUT_TRACKS}, answer_linear_blend),
    ("dqs", ["palette", "pose"], {"pivot": ["running-sum"], **WEIGHTS, **WITHOUT_STRETCHES}, answer_dual_quaternion),
]


def answer(question):
    functions = {algorithm: function for algorithm, _, _, function in ALGORITHMS}
    if question.asset is None:
        asset.forget()
        scene.clear()
    question.arrays = {name: np.asarray(rows) for name, rows in question.arrays.items()}
    return {name: np.asarray(rows, np.float64).tolist() for name, rows in functions[question.algorithm](question).items()}


# Blender prints on stdout before any script runs, so the command that starts it (subject) has moved stdout to descriptor 3.
sys.stdout = os.fdopen(3, "w")
plug.serve({"name": "Blender", "version": bpy.app.version_string, "language": "Python"},
           [{"algorithm": algorithm, "levels": levels, "options": options}
            for algorithm, levels, options, _ in ALGORITHMS], answer)
