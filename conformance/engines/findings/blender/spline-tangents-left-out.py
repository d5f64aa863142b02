# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Run: blender --background --factory-startup --python-exit-code 1 --python spline-tangents-left-out.py
# Exits with 0 if the importer still omits the tangents of a cubic spline.
import base64
import json
import pathlib
import struct
import tempfile

import bpy
import numpy

numpy.bool = bool  # Debian's Blender importer needs it, but Debian's numpy lacks it
floats = [0, 4, *[0] * 6, 9, 0, 0, *[0] * 9]  # times 0 and 4 s; all 0 except the first key's out-tangent, x = 9
data = base64.b64encode(struct.pack(f"<{len(floats)}f", *floats)).decode()
vertex = {"bufferView": 1, "componentType": 5126, "count": 1, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}
text = json.dumps({
    "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "name": "thing"}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 2}, "mode": 0}]}],
    "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
                    "samplers": [{"input": 0, "output": 1, "interpolation": "CUBICSPLINE"}]}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [4]},
                  {"bufferView": 1, "componentType": 5126, "count": 6, "type": "VEC3"}, vertex],
    "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 72}],
    "buffers": [{"byteLength": 80, "uri": f"data:application/octet-stream;base64,{data}"}]})
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "spline.gltf"
    file.write_text(text)
    bpy.ops.import_scene.gltf(filepath=str(file))
curve = next(c for c in bpy.data.actions[0].fcurves if c.array_index == 0)
found = curve.evaluate(curve.range()[0] + 2 * bpy.context.scene.render.fps)
print(f"half way x is {found}, 4.5 is wanted: 1/8 of 4 s times the tangent 9")
if abs(found - 4.5) < 1e-3:
    raise SystemExit("it is right")
