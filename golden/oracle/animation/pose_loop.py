# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Unrolls the loop: keys repeated one period earlier and later make a linear track around t, without a phase. With
before_first_key = holds, the first pose is also a key at phase 0."""
from mpmath import floor, mpf

from animation.slerp import slerp
from shared.pose import LINEAR, sample


def answer(question):
    times, (t,), (period,) = list(question["times"]), question["t"], question["period"]
    poses = {"translations": list(question["translations"]), "rotations": list(question["rotations"])}
    if question.options.get("before_first_key") == "holds" and times[0] > 0:
        times.insert(0, mpf(0))
        for keys in poses.values():
            keys.insert(0, keys[0])
    passed = floor(t / period)
    unrolled = [key + (passed + again) * period for again in (-1, 0, 1) for key in times]

    def of_all_joints(keys, is_rotation):
        return [sample(unrolled, 3 * list(track), t, LINEAR, is_rotation, slerp) for track in zip(*keys)]

    return {"translations": of_all_joints(poses["translations"], False),
            "rotations": of_all_joints(poses["rotations"], True)}
