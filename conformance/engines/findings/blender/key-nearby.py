# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Run: blender --background --factory-startup --python-exit-code 1 --python key-nearby.py
# Exits with 0 if a time just before a key still counts as the key's time.
import bpy

curve = bpy.data.actions.new("action").fcurves.new("value")
curve.keyframe_points.add(2)
for point, (frame, value) in zip(curve.keyframe_points, [(0, 1), (24, 3)]):
    point.co, point.interpolation = (frame, value), "CONSTANT"
found = curve.evaluate(24 - 0.00005)
print(f"0.00005 frames before the key the value is {found}, 1 is wanted")
if found != 3:
    raise SystemExit("it is")
