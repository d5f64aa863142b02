# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""SciPy before the judge: radial basis functions, rotations, keyframes. README.md says what is declared and why."""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "course/python"))
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # the judge counts threads

import numpy as np
import plug
import scipy
from scipy.interpolate import RBFInterpolator, interp1d
from scipy.spatial.transform import Rotation, Slerp

DEGREES = {"none": -1, "added": 0}  # of the polynomial beside the sum: a constant has degree 0


def answer_rbf(arrays, options):
    sigma = arrays["sigma"][0] if "sigma" in arrays else 1
    interpolator = RBFInterpolator(arrays["example_poses"], arrays["example_values"], kernel="gaussian",
                                   epsilon=1 / sigma, degree=DEGREES[options["constant_term"]])
    return {"values": interpolator(arrays["poses"])}


def answer_slerp(arrays, options):
    return {"values": [Slerp([0, 1], Rotation.from_quat(ends))(t).as_quat()
                       for *ends, t in zip(arrays["a"], arrays["b"], arrays["t"])]}


def answer_fk_quaternion(arrays, options):
    parents = arrays["parents"]
    local = Rotation.from_quat(arrays["local_rotations"])
    world = {}

    def of(j):
        if j not in world:
            rotation, translation = local[j], arrays["local_translations"][j]
            if parents[j] >= 0:
                parent_rotation, parent_translation = of(parents[j])
                rotation, translation = parent_rotation * rotation, parent_rotation.apply(translation) + parent_translation
            world[j] = rotation, translation
        return world[j]

    every = [of(j) for j in range(len(parents))]
    return {"world_rotations": [rotation.as_quat() for rotation, _ in every],
            "world_translations": [translation for _, translation in every]}


def answer_track(kind):
    """Beyond the first and the last key a value stays; Slerp takes no such times."""

    def answer(arrays, options):
        times, values, t = arrays["times"], arrays["values"], arrays["t"]
        if len(times) == 1:  # which both want to have two of
            return {"values": [values[0]] * len(t)}
        if kind == "linear" and arrays["is_rotation"][0]:
            return {"values": Slerp(times, Rotation.from_quat(values))(np.clip(t, times[0], times[-1])).as_quat()}
        between = interp1d(times, values, kind, axis=0, bounds_error=False, fill_value=(values[0], values[-1]))
        return {"values": between(t)}

    return answer


# id, options, what answers it
ALGORITHMS = [
    ("rbf", {"metric": ["euclidean"]}, answer_rbf),
    ("interp.slerp", {}, answer_slerp),
    ("fk.quaternion", {"rotations": ["kept-unit"]}, answer_fk_quaternion),
    ("anim.step", {}, answer_track("previous")),
    ("anim.linear", {}, answer_track("linear")),
]


def answer(question):
    functions = {algorithm: function for algorithm, _, function in ALGORITHMS}
    arrays = {name: np.asarray(rows, np.int64 if name in ("parents", "is_rotation") else np.float64)
              for name, rows in question.arrays.items()}
    return {name: np.asarray(rows, np.float64).tolist()
            for name, rows in functions[question.algorithm](arrays, question.options).items()}


plug.serve({"name": "SciPy", "version": scipy.__version__, "language": "Python", "homepage": "https://scipy.org"},
           [{"algorithm": algorithm, "levels": ["pose"], "options": options} for algorithm, options, _ in ALGORITHMS], answer)
