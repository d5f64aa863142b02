# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Run: blender --background --factory-startup --python-exit-code 1 --python spline-root-of-time.py
# Exits with 0 if a cubic spline is still off by more than the rounding of its numbers, because its parameter is a root.
import bpy

FRAMES, VALUES, TANGENTS = (0, 12), (-2, 0.25), (-1, -0.75)  # all are float32 numbers, tangents for the whole span
curve = bpy.data.actions.new("action").fcurves.new("value")
curve.keyframe_points.add(2)
for point, frame, value, tangent in zip(curve.keyframe_points, FRAMES, VALUES, TANGENTS):
    point.co, point.interpolation = (frame, value), "BEZIER"
    point.handle_left_type = point.handle_right_type = "FREE"
    point.handle_left, point.handle_right = (frame - 4, value - tangent / 3), (frame + 4, value + tangent / 3)


def wanted(s):
    """Hermite's cubic at the fraction s of the span."""
    ends = (2 * s**3 - 3 * s**2 + 1) * VALUES[0] + (3 * s**2 - 2 * s**3) * VALUES[1]
    return ends + (s**3 - 2 * s**2 + s) * TANGENTS[0] + (s**3 - s**2) * TANGENTS[1]


worst = max((k / 1024 for k in range(1024)), key=lambda s: abs(curve.evaluate(12 * s) - wanted(s)))
found = curve.evaluate(12 * worst)
print(f"at {12 * worst} frames it is {found!r}, {wanted(worst)!r} is wanted")
if abs(found - wanted(worst)) < 8e-7:
    raise SystemExit("it is")
