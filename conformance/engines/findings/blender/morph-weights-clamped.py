# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Run: blender --background --factory-startup --python-exit-code 1 --python morph-weights-clamped.py
# Exits with 0 if a morph target's weight of 2 at the clip's second key still becomes 1.
import base64
import json
import pathlib
import struct
import tempfile

import bpy
import numpy

numpy.bool = bool  # Debian's Blender importer needs it, but Debian's numpy lacks it
floats = [0, 1, 0, 2, 0, 0, 0, 1, 0, 0]  # times 0 and 1 s; weights 0 and 2; a vertex; its displacement by the target
data = base64.b64encode(struct.pack(f"<{len(floats)}f", *floats)).decode()


def accessor(offset, count, kind, low, high):
    return {"bufferView": 0, "byteOffset": offset, "componentType": 5126, "count": count, "type": kind, "min": low, "max": high}


text = json.dumps({
    "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "name": "thing"}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 2}, "targets": [{"POSITION": 3}], "mode": 0}]}],
    "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}],
                    "samplers": [{"input": 0, "output": 1}]}],
    "accessors": [accessor(0, 2, "SCALAR", [0], [1]), accessor(8, 2, "SCALAR", [0], [2]),
                  accessor(16, 1, "VEC3", [0, 0, 0], [0, 0, 0]), accessor(28, 1, "VEC3", [1, 0, 0], [1, 0, 0])],
    "bufferViews": [{"buffer": 0, "byteLength": 40}],
    "buffers": [{"byteLength": 40, "uri": f"data:application/octet-stream;base64,{data}"}]})
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "morph.gltf"
    file.write_text(text)
    bpy.ops.import_scene.gltf(filepath=str(file))
bpy.context.scene.frame_set(bpy.context.scene.render.fps)
found = bpy.data.meshes[-1].shape_keys.key_blocks[-1].value
print(f"at 1 s the weight is {found}, 2 is wanted")
if found != 1:
    raise SystemExit("it is not clamped")
