# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The control of the adapters in Python: the same shape as theirs, with the course's solution in the place of an engine. What
fails here is the judge's error or that of the plug."""
import os
import pathlib
import sys

COURSE = pathlib.Path(__file__).resolve().parents[2] / "course/python"
sys.path[:0] = [str(COURSE / "solution"), str(COURSE)]
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # the judge counts threads

import asset
import exercises
import numpy as np
import plug
import policies
import subject as course
import weights

course.ex = exercises


class Asked:
    """A question as the course answers it: other arrays, no file."""

    def __init__(self, question, arrays, **options):
        self.arrays, self.options, self.asset = arrays, {**question.options, **options}, None


def answer_by_course(algorithm, change=lambda arrays: arrays):
    """After tracks, weights and what else changes the arrays."""
    _, function, _ = course.ALGORITHMS[algorithm]

    def answer(question):
        arrays = policies.weighted(change(policies.posed(question.arrays, question.options)), question.options)
        return policies.with_rests(arrays, question.options, function(arrays, question.options))

    return answer


def answer_dense(question):
    mesh = policies.morphed(question.arrays)
    return mesh if question.options["normalise"] == "later" else {**mesh, **policies.unit_directions(mesh)}


def answer_then_skin(question):
    mesh = policies.morphed(policies.posed(question.arrays, question.options))
    return {"morphed_positions": mesh["positions"], **answer_by_course("lbs", policies.morphed)(question)}


def answer_linear_track(question):
    arrays, sample = question.arrays, policies.linear_track(question.options)
    return {"values": [sample(arrays["times"], arrays["values"], arrays["is_rotation"][0] != 0, t) for t in arrays["t"]]}


def answer_asset(question):
    """Part by part."""
    results = {name: [] for name in question.answers}
    rigid_rule = question.options.get("rigid_normal_rule", question.options.get("normal_rule"))
    for algorithm, arrays in asset.questions(question):
        rule = {"normal_rule": rigid_rule} if algorithm == "rigid-parts" else {}
        part = answer_by_course(algorithm)(Asked(question, arrays, **rule))
        for name, (_, width) in question.answers.items():
            results[name] += part[name] or [[0] * width] * len(part["positions"])
    return results


def by_numpy(name, compute):
    """What the course does not teach."""

    def answer(question):
        arrays = {key: np.asarray(rows) for key, rows in question.arrays.items()}
        return {name: compute(arrays, question.options).tolist()}

    return answer


# --- what is declared ---

FILE_WEIGHTS = {"weight_sum": ["as-given", "renormalised"], "influences_kept": ["all"]}
WEIGHTS = {**FILE_WEIGHTS, "zero_sum": ["origin", "rest"]}
POSE = {"scale_inheritance": ["with-shear"], "rotations": ["as-given", "kept-unit"], "matrix_joints": ["as-given", "decomposed"]}
KEYS = {"rotation_interpolation": ["slerp", "nlerp"]}
MORPHED = {"method": ["lbs"]}
DUAL = {"pivot": ["first-influence", "running-sum"], "rotations": POSE["rotations"]}

# id, levels, options, what answers it; without it the course does
ALGORITHMS = [
    ("fk.matrix", ["pose"], POSE, None),
    ("fk.quaternion", ["pose"], {"rotations": POSE["rotations"]}, None),
    ("skeleton.bones", ["pose"], POSE, None),
    ("skeleton.inverse-bind", ["pose"], {}, None),
    ("skeleton.palette", ["pose"], {}, None),
    ("interp.lerp", ["pose"], {"range": ["any"]}, None),
    ("interp.nlerp", ["pose"], {}, None),
    ("interp.slerp", ["pose"], {}, None),
    ("anim.step", ["pose"], {}, None),
    ("anim.linear", ["pose"], KEYS, answer_linear_track),
    ("anim.cubicspline", ["pose"], {}, None),
    ("lbs", ["palette", "pose"], {**WEIGHTS, **POSE, **KEYS}, None),
    ("stitching", ["palette", "pose"], {**POSE, **KEYS}, None),
    ("rigid-parts", ["palette", "pose"], {**POSE, **KEYS}, None),
    ("dqs", ["palette", "pose"], {**WEIGHTS, **KEYS, **DUAL}, None),
    ("morph.dense", ["pose"], {}, answer_dense),
    ("morph.then-skin", ["palette", "pose"], {**WEIGHTS, **POSE, **KEYS, **MORPHED}, answer_then_skin),
    ("weights.limit", ["pose"], {"tie": ["first-slot"]}, by_numpy("joint_weights", lambda arrays, options: weights.limited(arrays))),
    ("weights.smooth", ["pose"], {"seams": ["apart"], "laplacian": ["uniform"]},
     by_numpy("joint_weights", lambda arrays, options: weights.smoothed(arrays))),
    ("rbf", ["pose"], {"metric": ["euclidean"]}, by_numpy("values", weights.interpolated)),
    ("lbs", ["asset"], {**FILE_WEIGHTS, **POSE, **KEYS}, answer_asset),
    ("rigid-parts", ["asset"], {**POSE, **KEYS}, answer_asset),
    ("morph.then-skin", ["asset"], {**FILE_WEIGHTS, **POSE, **KEYS, "method": ["lbs", "stitching"]}, answer_asset),
]


def answer(question):
    for algorithm, levels, _, function in ALGORITHMS:
        if algorithm == question.algorithm and question.level in levels:
            return (function or answer_by_course(algorithm))(question)
    raise ValueError(f"{question.algorithm} was not declared")


plug.serve({"name": "control, Python", "version": "1", "language": "Python"},
           [{"algorithm": algorithm, "levels": levels, "options": options} for algorithm, levels, options, _ in ALGORITHMS], answer)
