# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Run: blender --background --factory-startup --python-exit-code 1 --python weights-above-one.py
# Exits with 0 if a weight above 1 is still clamped to 1.
import bpy

mesh = bpy.data.meshes.new("mesh")
mesh.from_pydata([(0, 0, 0)], [], [])
thing = bpy.data.objects.new("thing", mesh)
group = thing.vertex_groups.new(name="bone")
group.add([0], 1.75, "REPLACE")
print(f"the weight 1.75 is kept as {group.weight(0)}")
if group.weight(0) != 1:
    raise SystemExit("it is not cut off")
