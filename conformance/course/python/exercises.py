# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Your exercises. Replace a `raise todo(...)` by your code; the course's README says what each one is about.

Vectors are lists [x, y, z] in metres, quaternions [x, y, z, w], matrices [3, 4] three rows (C | t) of x' = C x + t.
Everything is right-handed, column vectors, radians, seconds. print() is safe: it goes to stderr.

    parent_from_joint   a joint's transform in its parent's space (local)
    world_from_joint    in the world (global)
    joint_from_mesh     inverse bind matrix
    world_from_mesh     skinning matrix: the palette
"""
from plug import NotWritten
from vectors import add, cross, dot, normalize, scale, subtract  # noqa: F401  (help yourself)

# Who is judged, and which values of the options are asked for: take out those that you leave alone.
NAME = "my skinning"
RIGID_NORMAL_RULES = ["direction", "inverse-transpose"]
NORMAL_RULES = ["direction", "inverse-transpose-of-blend", "blend-of-inverse-transposes"]
PIVOTS = ["first-influence", "largest-weight", "first-slot", "running-sum"]
ASSETS = False  # True: you read whole glTF files, exercise 11


def todo(exercise, title, function):
    return NotWritten(f"exercise {exercise} ({title}): not written yet: exercises.py, function {function}")


# --- 1. Parents and local frames ---


def matrix_from_trs(translation, rotation, scales):
    """T R S as a matrix [3, 4]: first scale along the axes, then turn by the quaternion, then move."""
    raise todo(1, "local frames", "matrix_from_trs")


def matrix_product(a, b):
    """(C_a | t_a) (C_b | t_b): b is applied first."""
    raise todo(1, "local frames", "matrix_product")


def global_matrices(parents, parent_from_joint):
    """world_from_joint of every joint. A root's parent is -1; parents may be listed after their children."""
    raise todo(1, "local frames", "global_matrices")


# --- 2. Local to global with quaternions ---


def quaternion_product(a, b):
    """The rotation b, then the rotation a."""
    raise todo(2, "quaternions", "quaternion_product")


def rotate(q, x):
    """The vector x turned by the unit quaternion q."""
    raise todo(2, "quaternions", "rotate")


def motion_product(a, b):
    """A motion is a pair (rotation, translation): first b, then a."""
    raise todo(2, "quaternions", "motion_product")


def global_motions(parents, parent_from_joint):
    """world_from_joint of every joint, as motions."""
    raise todo(2, "quaternions", "global_motions")


# --- 3. Bones ---


def bones(parents, world_from_joint):
    """A segment [joint's position, its parent's] for every joint that has a parent, in the joints' order."""
    raise todo(3, "bones", "bones")


# --- 4. Key poses ---


def lerp(a, b, t):
    """a at t = 0, b at t = 1, for lists of any length."""
    raise todo(4, "key poses", "lerp")


def slerp(a, b, t):
    """The same for unit quaternions: along the short arc, at constant speed."""
    raise todo(4, "key poses", "slerp")


def key_poses(times, period, t, translations, rotations):
    """The pose at time t of a loop. translations[k][j], rotations[k][j]: joint j in key pose k.
    Returns (translations, rotations), one of each a joint."""
    raise todo(4, "key poses", "key_poses")


# --- 5. Rigid weights: every vertex belongs to one joint ---


def rigid_vertex(matrix, position, normal, tangent, normal_rule):
    """(position, normal, tangent) moved by the joint's matrix. normal and tangent may be None: return None."""
    raise todo(5, "rigid weights", "rigid_vertex")


# --- 6. and 7. From bind time to now ---


def inverse_bind(world_from_joint):
    """The inverse of the joint's matrix [3, 4] at bind time."""
    raise todo(6, "inverse bind", "inverse_bind")


def palette(world_from_joint, joint_from_mesh):
    """The skinning matrices, one a joint."""
    raise todo(7, "the product", "palette")


# --- 8. Linear blend skinning ---


def linear_blend(influences, matrices, position, normal, tangent, normal_rule):
    """(position, normal, tangent) of one vertex. influences: pairs (joint, weight), some with weight 0, whose joint's
    matrix may hold anything; matrices: the palette. normal and tangent may be None: return None."""
    raise todo(8, "skinning", "linear_blend")


# --- 9. Linear falloff ---


def linear_falloff(distance, half_width):
    """Weight of the lower arm: 0 up to half_width before the elbow (distance = -half_width), 1 from half_width behind
    it, linear in between. `python3 falloff.py` compares it with the cylinder's weights."""
    raise todo(9, "linear falloff", "linear_falloff")


# --- 10. Pose interpolation ---


def nlerp(a, b, t):
    """lerp on the short arc, made a unit quaternion again."""
    raise todo(10, "pose interpolation", "nlerp")


def step_track(times, values, t):
    """The value of the last key that is not after t; before the first key the first."""
    raise todo(10, "pose interpolation", "step_track")


def linear_track(times, values, is_rotation, t):
    """Between two keys lerp, or slerp for rotations; before the first key and after the last their values."""
    raise todo(10, "pose interpolation", "linear_track")


def cubicspline_track(times, values, is_rotation, t):
    """glTF's Hermite spline. values[k] = [in-tangent, value, out-tangent]; a rotation is normalised."""
    raise todo(10, "pose interpolation", "cubicspline_track")


# --- 11. A real character ---


def apply_tracks(locals_trs, tracks, time):
    """The local transforms at a time. locals_trs[j] = [translation, rotation, scale], changed in place or copied and
    returned; tracks: (joint, path, interpolation, times, values) with path "translation", "rotation" or "scale" and
    interpolation "step", "linear" or "cubicspline"."""
    raise todo(11, "a real character", "apply_tracks")


def skin_asset(file, clip, time, parts):
    """Optional, set ASSETS = True: poses a glTF file. parts: dicts with node, mesh, primitive, vertices.
    Returns {"positions": [...], "normals": [...], "tangents": [...]}, the parts' vertices one after the other."""
    raise todo(11, "a real character", "skin_asset")


# --- 14. Dual quaternions ---


def dual_quaternion(influences, motions, stretches, position, normal, tangent, pivot):
    """(position, normal, tangent) of one vertex. motions: (rotation, translation) of every joint; stretches: None, or
    for two phases a matrix [3, 3] a joint; pivot: the rule for the signs, start with "first-influence"."""
    raise todo(14, "dual quaternions", "dual_quaternion")


# --- 15. An improved method; for another one than this change ALGORITHMS in subject.py ---


def centre_of_rotation(influences, motions, centre, position, normal, tangent, pivot):
    """(position, normal, tangent) of one vertex that turns about its centre; centre None: blended linearly."""
    raise todo(15, "an improved method", "centre_of_rotation")
