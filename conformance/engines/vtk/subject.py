# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""VTK before the judge: its filter that skins, its transforms and interpolators. README.md says what is declared and why."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "course/python"))

import numpy as np
import plug
from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkMath, vtkPoints, vtkVersion
from vtkmodules.vtkCommonDataModel import vtkPiecewiseFunction, vtkPolyData
from vtkmodules.vtkCommonMath import vtkMatrix4x4, vtkQuaterniond, vtkQuaternionInterpolator
from vtkmodules.vtkCommonTransforms import vtkTransform
from vtkmodules.vtkFiltersHybrid import vtkWeightedTransformFilter

# --- numbers to VTK's classes and back ---


def matrix(rows):
    """Of rows (C | t)."""
    made = vtkMatrix4x4()
    made.DeepCopy([*np.ravel(rows), 0, 0, 0, 1])
    return made


def rows_of(m):
    return [[m.GetElement(row, column) for column in range(4)] for row in range(3)]


def product(a, b):
    made = vtkMatrix4x4()
    vtkMatrix4x4.Multiply4x4(a, b, made)
    return made


def inverse(m):
    made = vtkMatrix4x4()
    vtkMatrix4x4.Invert(m, made)
    return made


def quaternion(q):
    """VTK's order, (w, x, y, z), of (x, y, z, w)."""
    return [q[3], q[0], q[1], q[2]]


def composed(translation, rotation, scale):
    turn = [[0, 0, 0] for _ in range(3)]
    vtkMath.QuaternionToMatrix3x3(quaternion(rotation), turn)
    transform = vtkTransform()
    transform.Translate(translation)
    transform.Concatenate(matrix([[*row, 0] for row in turn]))
    transform.Scale(scale)
    return transform.GetMatrix()


# --- the skeleton ---


def world_matrices(arrays):
    parents = arrays["parents"]
    is_matrix = arrays.get("local_is_matrix", np.zeros(len(parents)))
    world = {}

    def of(j):
        if j not in world:
            local = matrix(arrays["local_matrices"][j]) if is_matrix[j] else composed(
                arrays["local_translations"][j], arrays["local_rotations"][j], arrays["local_scales"][j])
            world[j] = product(of(parents[j]), local) if parents[j] >= 0 else local
        return world[j]

    return [of(j) for j in range(len(parents))]


def products(world, inverse_binds):
    return [product(m, matrix(inverse_bind)) for m, inverse_bind in zip(world, inverse_binds)]


def answer_fk_matrix(arrays):
    return {"world": [rows_of(m) for m in world_matrices(arrays)]}


def answer_inverse_bind(arrays):
    return {"inverse_binds": [rows_of(inverse(matrix(rows))) for rows in arrays["bind"]]}


def answer_palette(arrays):
    return {"palette": [rows_of(m) for m in products(map(matrix, arrays["world"]), arrays["inverse_binds"])]}


# --- skinning ---


def transform_of(m):
    made = vtkTransform()
    made.SetMatrix(m)
    return made


def skinned(arrays, palette):
    """vtkWeightedTransformFilter with a transform for each joint."""
    joints = arrays["joints"]
    mesh = vtkPolyData()
    points = vtkPoints()
    points.SetData(numpy_to_vtk(arrays["positions"].astype(np.float32), deep=True))
    mesh.SetPoints(points)
    attributes = {"weights": arrays.get("weights", np.ones(joints.shape)).astype(np.float32), "joints": joints.astype(np.uint16)}
    for name, rows in attributes.items():
        added = numpy_to_vtk(rows, deep=True)
        added.SetName(name)
        mesh.GetPointData().AddArray(added)
    if "normals" in arrays:
        mesh.GetPointData().SetNormals(numpy_to_vtk(arrays["normals"].astype(np.float32), deep=True))
    skin = vtkWeightedTransformFilter()
    skin.SetInputData(mesh)
    skin.SetWeightArray("weights")
    skin.SetTransformIndexArray("joints")
    skin.SetNumberOfTransforms(max(len(palette), joints.shape[1]))  # fewer of them than slots, and it crashes
    for j, m in enumerate(palette):
        skin.SetTransform(transform_of(m), j)
    skin.Update()
    moved = skin.GetOutput()
    results = {"positions": vtk_to_numpy(moved.GetPoints().GetData())}
    if "normals" in arrays:
        results["normals"] = vtk_to_numpy(moved.GetPointData().GetNormals())
    return results


def answer_linear_blend(arrays):
    if "palette" in arrays:
        return skinned(arrays, list(map(matrix, arrays["palette"])))
    world = world_matrices(arrays)
    palette = products(world, arrays["inverse_binds"])
    return {"world": [rows_of(m) for m in world], "palette": [rows_of(m) for m in palette], **skinned(arrays, palette)}


def answer_rigid_parts(arrays):
    """Each part is stored in its joint's space."""
    if "palette" in arrays:
        return skinned(arrays, list(map(matrix, arrays["palette"])))
    world = world_matrices(arrays)
    return {"world": [rows_of(m) for m in world], **skinned(arrays, world)}


# --- between keys ---


def answer_slerp(arrays):
    values = []
    for a, b, t in zip(arrays["a"], arrays["b"], arrays["t"]):
        q = vtkQuaterniond(*quaternion(a)).Slerp(t, vtkQuaterniond(*quaternion(b)))
        values.append([q.GetX(), q.GetY(), q.GetZ(), q.GetW()])
    return {"values": values}


def piecewise(arrays):
    """A vtkPiecewiseFunction for each number of the values."""
    functions = [vtkPiecewiseFunction() for _ in arrays["values"][0]]
    for time, key in zip(arrays["times"], arrays["values"]):
        for function, value in zip(functions, key):
            function.AddPoint(time, value)
    return {"values": [[function.GetValue(t) for function in functions] for t in arrays["t"]]}


def answer_linear_track(arrays):
    values = []
    if arrays["is_rotation"][0]:
        between = vtkQuaternionInterpolator()
        between.SetInterpolationTypeToLinear()
        for time, key in zip(arrays["times"], arrays["values"]):
            between.AddQuaternion(time, quaternion(key))
        for t in arrays["t"]:
            q = [0, 0, 0, 0]
            between.InterpolateQuaternion(t, q)
            values.append([*q[1:], q[0]])
        return {"values": values}
    return piecewise(arrays)


# --- what is declared ---

POSE = {"scale_inheritance": ["with-shear"], "rotations": ["kept-unit"]}
SKIN = {"normal_rule": ["blend-of-inverse-transposes"], "weight_sum": ["as-given"], "zero_sum": ["origin"]}
PARTS = {"normal_rule": ["inverse-transpose"]}
# Normals are blended otherwise, see README.md; by the argument 'positions' all else is judged without them.
positions_alone = sys.argv[1:] == ["positions"]
DIRECTIONS = ["normals", "tangents"] if positions_alone else ["tangents"]
WITHOUT = {"without": DIRECTIONS}
WITHOUT_TRACKS = {"without": [*DIRECTIONS, "tracks"]}

# id, levels, options, what answers it
SKINS = [
    ("lbs", ["palette"], {**SKIN, **WITHOUT}, answer_linear_blend),
    ("lbs", ["pose"], {**SKIN, **POSE, **WITHOUT_TRACKS}, answer_linear_blend),
]
OTHERS = [
    ("stitching", ["palette"], {**PARTS, **WITHOUT}, answer_linear_blend),
    ("stitching", ["pose"], {**PARTS, **POSE, **WITHOUT_TRACKS}, answer_linear_blend),
    ("rigid-parts", ["palette"], {**PARTS, **WITHOUT}, answer_rigid_parts),
    ("rigid-parts", ["pose"], {**PARTS, **POSE, **WITHOUT_TRACKS}, answer_rigid_parts),
    ("fk.matrix", ["pose"], POSE, answer_fk_matrix),
    ("skeleton.inverse-bind", ["pose"], {}, answer_inverse_bind),
    ("skeleton.palette", ["pose"], {}, answer_palette),
    ("interp.slerp", ["pose"], {}, answer_slerp),
    ("anim.linear", ["pose"], {}, answer_linear_track),
]
ALGORITHMS = SKINS if positions_alone else SKINS + OTHERS

INTEGERS = ("parents", "joints", "local_is_matrix", "is_rotation")


def answer(question):
    functions = {algorithm: function for algorithm, _, _, function in ALGORITHMS}
    arrays = {name: np.asarray(rows, np.int64 if name in INTEGERS else np.float64) for name, rows in question.arrays.items()}
    return {name: np.asarray(rows, np.float64).tolist() for name, rows in functions[question.algorithm](arrays).items()}


plug.serve({"name": "VTK, positions" if positions_alone else "VTK", "version": vtkVersion.GetVTKVersion(), "language": "Python", "homepage": "https://vtk.org"},
           [{"algorithm": algorithm, "levels": levels, "options": options} for algorithm, levels, options, _ in ALGORITHMS], answer)
