# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Run: blender --background --factory-startup --python-exit-code 1 --python offsets-rounded.py
# Exits with 0 if a vertex that a bone moves to nearly 0 is still rounded to the spacing of float32 at its rest position.
import bpy

armature = bpy.data.objects.new("armature", bpy.data.armatures.new("armature"))
bpy.context.collection.objects.link(armature)
bpy.context.view_layer.objects.active = armature
bpy.ops.object.mode_set(mode="EDIT")
armature.data.edit_bones.new("bone").tail = (0, 1, 0)
bpy.ops.object.mode_set(mode="OBJECT")
mesh = bpy.data.meshes.new("mesh")
mesh.from_pydata([(1, 0, 0)], [], [])
thing = bpy.data.objects.new("thing", mesh)
bpy.context.collection.objects.link(thing)
thing.vertex_groups.new(name="bone").add([0], 1, "REPLACE")
thing.modifiers.new("skin", "ARMATURE").object = armature
tiny = 1e-9
armature.pose.bones["bone"].scale = (tiny, 1, 1)
found = thing.evaluated_get(bpy.context.evaluated_depsgraph_get()).data.vertices[0].co.x
print(f"x = 1, scaled by {tiny}, is {found}")
if abs(found / tiny - 1) < 1e-5:
    raise SystemExit("it is right")
