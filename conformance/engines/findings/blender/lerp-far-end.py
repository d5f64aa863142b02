# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Run: blender --background --factory-startup --python-exit-code 1 --python lerp-far-end.py
# Exits with 0 if linear interpolation still computes the weight of the far end as 1 - (1 - t).
from mathutils import Vector

t = 1e-9  # near 0, rounding loses most of t
found = Vector((0, 0, 0)).lerp(Vector((1, 0, 0)), t).x
print(f"a billionth of the way it is {found!r}, {t!r} is wanted")
if found != 0:
    raise SystemExit("it is")
