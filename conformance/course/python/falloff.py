# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Exercise 9: compares your linear falloff with the course's cylinder, whose elbow is at z = 25 m and whose weight goes
from 0 to 1 over 12.5 m on either side of it.

    python3 falloff.py                        a few places along the axis
    python3 falloff.py CASE.safetensors       all vertices of a case such as
        golden/data/skinning/linear_blend/cylinder.bend-90-small.direction.palette.f32.safetensors
"""
import sys

import exercises
import plug

ELBOW, HALF_WIDTH = 25, 12.5
PLACES = [(0, 0), (12.5, 0), (15.625, 0.125), (18.75, 0.25), (25, 0.5), (31.25, 0.75), (37.5, 1), (50, 1)]


def of_case(path):
    """(z, weight of the lower arm) of every vertex; the weights there are rounded to 16 bits."""
    arrays = plug.read_safetensors(path)
    rows = zip(arrays["input.positions"], arrays["input.joints"], arrays["input.weights"])
    return [(position[2], sum(w for j, w in zip(joints, weights) if j == 1)) for position, joints, weights in rows]


def main():
    wrong = 0
    places = of_case(sys.argv[1]) if len(sys.argv) > 1 else PLACES
    for z, expected in places:
        mine = exercises.linear_falloff(z - ELBOW, HALF_WIDTH)
        if not abs(mine - expected) < 1e-5:
            print(f"z = {z}: {mine}, the cylinder has {expected}")
            wrong += 1
    print(f"{wrong} of {len(places)} places are wrong" if wrong else f"all {len(places)} places are right")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except plug.NotWritten as error:
        sys.exit(str(error))
