# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Run: blender --background --factory-startup --python-exit-code 1 --python one-bind-pose.py
# Exits with 0 if the first of two skins still gets the bind pose of the second.
import base64
import json
import pathlib
import struct
import tempfile

import bpy
import numpy

numpy.bool = bool  # Debian's Blender importer needs it, but Debian's numpy lacks it


def moved(x):
    """The columns of a translation."""
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1]


floats = [0, 0, 0, 0.5, 0.5, 0, 0, *moved(0), *moved(-1), *moved(0), *moved(-3)]  # a vertex, its weights, two skins' inverse binds
data = base64.b64encode(struct.pack(f"<{len(floats)}f", *floats) + bytes([0, 1, 0, 0])).decode()


def accessor(offset, count, kind, component=5126, **more):
    return {"bufferView": 0, "byteOffset": offset, "componentType": component, "count": count, "type": kind, **more}


half = 0.5**0.5
text = json.dumps({
    "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 2, 3]}],
    "nodes": [{"children": [1]}, {"translation": [1, 0, 0], "rotation": [0, 0, half, half]},
              {"mesh": 0, "skin": 0, "name": "first"}, {"mesh": 0, "skin": 1, "name": "second"}],
    "skins": [{"joints": [0, 1], "inverseBindMatrices": 2}, {"joints": [0, 1], "inverseBindMatrices": 3}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "WEIGHTS_0": 1, "JOINTS_0": 4}, "mode": 0}]}],
    "accessors": [accessor(0, 1, "VEC3", min=[0, 0, 0], max=[0, 0, 0]), accessor(12, 1, "VEC4"), accessor(28, 2, "MAT4"),
                  accessor(156, 2, "MAT4"), accessor(284, 1, "VEC4", 5121)],
    "bufferViews": [{"buffer": 0, "byteLength": 288}],
    "buffers": [{"byteLength": 288, "uri": f"data:application/octet-stream;base64,{data}"}]})
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "skins.gltf"
    file.write_text(text)
    bpy.ops.import_scene.gltf(filepath=str(file))


def vertex(name):
    """In the file's axes: Blender's z is up."""
    shown = bpy.data.objects[name].evaluated_get(bpy.context.evaluated_depsgraph_get())
    x, y, z = shown.matrix_world @ shown.data.vertices[0].co
    return numpy.array([x, z, -y])


# Half of the vertex stays at 0; half moves to -1 or -3 along x, rotates by a quarter turn about z, and moves by 1 in x.
wrong = 0
for name, wanted in (("first", (0.5, -0.5, 0)), ("second", (0.5, -1.5, 0))):
    found = vertex(name)
    print(f"the {name} skin's vertex is {found.round(4).tolist()}, {list(wanted)} is wanted")
    wrong += abs(found - wanted).max() > 1e-3
if not wrong:
    raise SystemExit("both are right")
