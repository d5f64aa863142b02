# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Run: blender --background --factory-startup --python-exit-code 1 --python slerp-near.py
# Exits with 0 if slerp of rotations one degree apart is still not of length 1.
import math
from mathutils import Quaternion

a, b = Quaternion(), Quaternion((0, 0, 1), math.radians(1))
length = a.slerp(b, 0.5).magnitude
print(f"half way the rotation has the length {length!r}, 1 is wanted")
if abs(length - 1) < 1e-6:
    raise SystemExit("it has")
