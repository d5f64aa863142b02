# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Your exercises. Replace each `raise todo(...)` with your code. The README of the course explains each exercise.

Vectors are lists [x, y, z] in metres. Quaternions are lists [x, y, z, w]. Matrices [3, 4] are the three rows (C | t) of
x' = C x + t. Conventions: right-handed, column vectors, radians, seconds. You may use print(): it writes to stderr.

    parent_from_joint   a joint's transform in its parent's space (local)
    world_from_joint    in the world (global)
    joint_from_mesh     inverse bind matrix
    mesh_from_mesh      skinning matrix: the palette
"""
from plug import NotWritten
from vectors import add, cross, dot, normalize, scale, subtract  # noqa: F401  (use them freely)

# The subject's name, and the option values that you support. Add values when you implement them.
NAME = "my skinning"
RIGID_NORMAL_RULES = ["direction"]  # later: "inverse-transpose"
NORMAL_RULES = ["direction"]  # later: "inverse-transpose-of-blend", "blend-of-inverse-transposes"
PIVOTS = ["first-influence"]  # later: "largest-weight", "first-slot", "running-sum"
ASSETS = False  # True: your subject reads whole glTF files (exercise 11)


def todo(exercise, title, function):
    return NotWritten(f"exercise {exercise} ({title}): not written yet: exercises.py, function {function}")


# --- 1. Parents and local frames ---


def matrix_from_trs(translation, rotation, scales):
    """T R S as a matrix [3, 4]: first scale along the axes, then rotate by the quaternion, then translate.

    fk.matrix asks:
      translation <- local_translations [J, 3]: translation (parent_from_joint, metres)
      rotation <- local_rotations [J, 4]: rotation (parent_from_joint, unit quaternion (x, y, z, w))
      scales <- local_scales [J, 3]: scale along the joint's axes (parent_from_joint)
    """
    raise todo(1, "local frames", "matrix_from_trs")


def matrix_product(a, b):
    """(C_a | t_a) (C_b | t_b): b is applied first."""
    raise todo(1, "local frames", "matrix_product")


def global_matrices(parents, parent_from_joint):
    """world_from_joint of every joint. A root's parent is -1; parents may be listed after their children.

    fk.matrix asks:
      parents <- parents [J] integers: parent of each joint, -1 for a root, in any order
      parent_from_joint <- local_is_matrix [J] integers: not 0 for a joint given as a matrix
      parent_from_joint <- local_matrices [J, 3, 4]: rows (C | t) of a joint given as a matrix
          (parent_from_joint, metres); optional
      returns -> world [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
    """
    raise todo(1, "local frames", "global_matrices")


# --- 2. Local to global with quaternions ---


def quaternion_product(a, b):
    """Applies the rotation b first, then the rotation a."""
    raise todo(2, "quaternions", "quaternion_product")


def rotate(q, x):
    """Rotates the vector x by the unit quaternion q."""
    raise todo(2, "quaternions", "rotate")


def motion_product(a, b):
    """A motion is a pair (rotation, translation). Applies b first, then a.

    dqs asks:
      a <- world_rotations [J, 4]: rotation (world_from_joint, unit quaternion (x, y, z, w))
      a <- world_translations [J, 3]: translation (world_from_joint, metres)
      b <- inverse_bind_rotations [J, 4]: rotation of the inverse bind transform (joint_from_mesh at bind
          time, unit quaternion (x, y, z, w))
      b <- inverse_bind_translations [J, 3]: translation of the inverse bind transform (joint_from_mesh at
          bind time, metres)
      returns -> palette_rotations [J, 4]: rotation of the skinning transform (mesh_from_mesh, unit quaternion
          (x, y, z, w))
      returns -> palette_translations [J, 3]: translation of the skinning transform (mesh_from_mesh, metres)
    """
    raise todo(2, "quaternions", "motion_product")


def global_motions(parents, parent_from_joint):
    """world_from_joint of every joint, as motions.

    fk.quaternion asks:
      parents <- parents [J] integers: parent of each joint, -1 for a root, in any order
      parent_from_joint <- local_rotations [J, 4]: rotation (parent_from_joint, unit quaternion (x, y, z, w))
      parent_from_joint <- local_translations [J, 3]: translation (parent_from_joint, metres)
      returns -> world_rotations [J, 4]: rotation (world_from_joint, unit quaternion (x, y, z, w))
      returns -> world_translations [J, 3]: translation (world_from_joint, metres)
    """
    raise todo(2, "quaternions", "global_motions")


# --- 3. Bones ---


def bones(parents, world_from_joint):
    """A segment [joint's position, parent's position] for every joint with a parent, in the order of joints.

    skeleton.bones asks:
      parents <- parents [J] integers: parent of each joint, -1 for a root, in any order
      world_from_joint <- world [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
      returns -> bones [B, 2, 3]: the position of each joint with a parent, then its parent's, in the order of
          the joints (world space, metres)
    """
    raise todo(3, "bones", "bones")


# --- 4. Key poses ---


def lerp(a, b, t):
    """Returns a at t = 0 and b at t = 1, for lists of any length.

    interp.lerp asks:
      a <- a [N, w]: values at t = 0; w numbers per row (any)
      b <- b [N, w]: values at t = 1 (as a)
      t <- t [N]: parameter of each row, any number (1)
      returns -> values [N, w]: the interpolated values (as a)
    """
    raise todo(4, "key poses", "lerp")


def slerp(a, b, t):
    """Interpolates unit quaternions along the shorter arc, at constant speed.

    interp.slerp asks:
      a <- a [N, 4]: rotation at t = 0 (unit quaternion (x, y, z, w))
      b <- b [N, 4]: rotation at t = 1 (unit quaternion (x, y, z, w))
      t <- t [N]: parameter of each row (1)
      returns -> values [N, 4]: interpolated rotation, on q_0's half of the sphere (quaternion (x, y, z, w))
    """
    raise todo(4, "key poses", "slerp")


def key_poses(times, period, t, translations, rotations):
    """The pose at time t of a loop. translations[k][j], rotations[k][j]: joint j in key pose k.
    Returns (translations, rotations), one entry of each per joint.

    anim.pose-loop asks:
      times <- times [K]: key times, 0 <= t_k < P (seconds)
      period <- period [1]: period, above 0 (seconds)
      t <- t [1]: requested time (seconds)
      translations <- translations [K, J, 3]: translation of joint j in key pose k (parent_from_joint, metres)
      rotations <- rotations [K, J, 4]: rotation of joint j in key pose k (parent_from_joint, unit quaternion
          (x, y, z, w))
      returns -> translations [J, 3]: translation of joint j (parent_from_joint, metres)
      returns -> rotations [J, 4]: rotation of joint j (parent_from_joint, unit quaternion (x, y, z, w))
    """
    raise todo(4, "key poses", "key_poses")


# --- 5. Rigid weights: every vertex belongs to one joint ---


def rigid_vertex(matrix, position, normal, tangent, normal_rule):
    """(position, normal, tangent) moved by the joint's matrix. If normal or tangent is None, return None for it.

    rigid-parts asks:
      matrix <- palette [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
      matrix <- world [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
      matrix <- joints [V, K] integers: the vertex's only joint
      position <- positions [V, 3]: position at rest (space of the vertex's joint, metres)
      normal <- normals [V, 3]: normal at rest (space of the vertex's joint, unit); optional
      tangent <- tangents [V, 4]: tangent at rest; its fourth number is the handedness, +1 or -1 (space of the
          vertex's joint, unit); optional
      normal_rule <- normal_rule: direction, inverse-transpose
      returns -> positions [V, 3]: deformed position (world space, metres)
      returns -> normals [V, 3]: deformed normal, if the input has normals (world space, unit); optional
      returns -> tangents [V, 4]: deformed tangent and handedness, if the input has tangents (world space,
          unit); optional
    stitching asks:
      matrix <- palette [J, 3, 4]: skinning matrix, rows (C | t) (mesh_from_mesh, metres)
    """
    raise todo(5, "rigid weights", "rigid_vertex")


# --- 6. and 7. From bind time to now ---


def inverse_bind(world_from_joint):
    """The inverse of the joint's matrix [3, 4] at bind time.

    skeleton.inverse-bind asks:
      world_from_joint <- bind [J, 3, 4]: world transform at bind time, rows (C | t) (world_from_joint at bind
          time, metres)
      returns -> inverse_binds [J, 3, 4]: inverse bind matrix, rows (C | t); mesh space is the world at bind
          time (joint_from_mesh at bind time, metres)
    """
    raise todo(6, "inverse bind", "inverse_bind")


def palette(world_from_joint, joint_from_mesh):
    """The skinning matrices, one per joint.

    skeleton.palette asks:
      world_from_joint <- world [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
      joint_from_mesh <- inverse_binds [J, 3, 4]: inverse bind matrix, rows (C | t) (joint_from_mesh at bind
          time, metres)
      returns -> palette [J, 3, 4]: skinning matrix, rows (C | t) (mesh_from_mesh, metres)
    """
    raise todo(7, "the product", "palette")


# --- 8. Linear blend skinning ---


def linear_blend(influences, matrices, position, normal, tangent, normal_rule):
    """(position, normal, tangent) of one vertex. influences: pairs (joint, weight). If a weight is 0, the
    joint's matrix may contain anything. matrices: the palette. If normal or tangent is None, return None for it.

    lbs asks:
      influences <- joints [V, K] integers: joint of each influence slot, also of an unused one
      influences <- weights [V, K]: weight of each influence, used as given; an unused slot has the weight 0;
          default: all weights are 1; optional
      matrices <- palette [J, 3, 4]: skinning matrix, rows (C | t) (mesh_from_mesh, metres)
      position <- positions [V, 3]: position at rest (mesh space, metres)
      normal <- normals [V, 3]: normal at rest (mesh space, unit); optional
      tangent <- tangents [V, 4]: tangent at rest; its fourth number is the handedness, +1 or -1 (mesh space,
          unit); optional
      normal_rule <- normal_rule: direction, inverse-transpose-of-blend, blend-of-inverse-transposes
      returns -> positions [V, 3]: deformed position (mesh space, metres)
      returns -> normals [V, 3]: deformed normal, if the input has normals (mesh space, unit); optional
      returns -> tangents [V, 4]: deformed tangent and handedness, if the input has tangents (mesh space,
          unit); optional
    """
    raise todo(8, "skinning", "linear_blend")


# --- 9. Linear falloff ---


def linear_falloff(distance, half_width):
    """Weight of the lower arm: 0 up to half_width before the elbow (distance = -half_width), 1 from half_width behind
    it, linear in between. `python3 falloff.py` compares your function with the cylinder's weights."""
    raise todo(9, "linear falloff", "linear_falloff")


# --- 10. Pose interpolation ---


def nlerp(a, b, t):
    """lerp along the shorter arc, then normalised.

    interp.nlerp asks:
      a <- a [N, 4]: rotation at t = 0 (unit quaternion (x, y, z, w))
      b <- b [N, 4]: rotation at t = 1 (unit quaternion (x, y, z, w))
      t <- t [N]: parameter of each row (1)
      returns -> values [N, 4]: interpolated rotation, on q_0's half of the sphere (unit quaternion (x, y, z,
          w))
    """
    raise todo(10, "pose interpolation", "nlerp")


def step_track(times, values, t):
    """The value of the last key at or before t; before the first key, the first value.

    anim.step asks:
      times <- times [K]: key times (seconds)
      values <- values [K, w]: value of each key; w numbers per value, 4 for rotations; finite (any, or unit
          quaternion (x, y, z, w))
      t <- t [M]: requested times (seconds)
      returns -> values [M, w]: value at each requested time (any, or unit quaternion (x, y, z, w))
    """
    raise todo(10, "pose interpolation", "step_track")


def linear_track(times, values, is_rotation, t):
    """lerp between two keys, or slerp for rotations. Before the first key its value, after the last key its value.

    anim.linear asks:
      times <- times [K]: key times (seconds)
      values <- values [K, w]: value of each key; w numbers per value, 4 for rotations; finite (any, or unit
          quaternion (x, y, z, w))
      is_rotation <- is_rotation [1] integers: 0: the values are numbers; otherwise rotations
      t <- t [M]: requested times (seconds)
      returns -> values [M, w]: value at each requested time (any, or unit quaternion (x, y, z, w))
    """
    raise todo(10, "pose interpolation", "linear_track")


def cubicspline_track(times, values, is_rotation, t):
    """glTF's Hermite spline. values[k] = [in-tangent, value, out-tangent]. Rotations are normalised.

    anim.cubicspline asks:
      times <- times [K]: key times (seconds)
      values <- values [K, 3, w]: in-tangent, value, out-tangent of each key; w numbers per value, 4 for
          rotations; finite (any, or unit quaternion (x, y, z, w); tangents per second)
      is_rotation <- is_rotation [1] integers: 0: the values are numbers; otherwise rotations
      t <- t [M]: requested times (seconds)
      returns -> values [M, w]: value at each requested time (any, or unit quaternion (x, y, z, w))
    """
    raise todo(10, "pose interpolation", "cubicspline_track")


# --- 11. A real character ---


def apply_tracks(locals_trs, tracks, time):
    """The local transforms at a time. locals_trs[j] = [translation, rotation, scale], changed in place or copied and
    returned. tracks: (joint, path, interpolation, times, values) with path "translation", "rotation" or "scale" and
    interpolation "step", "linear" or "cubicspline".

    lbs asks:
      locals_trs <- local_translations [J, 3]: translation (parent_from_joint, metres)
      locals_trs <- local_rotations [J, 4]: rotation (parent_from_joint, unit quaternion (x, y, z, w))
      locals_trs <- local_scales [J, 3]: scale along the joint's axes (parent_from_joint)
      tracks <- tracks [N, 3] integers: joint; what moves: 0 translation, 1 rotation, 2 scale; interpolation:
          0 step, 1 linear, 2 cubicspline; optional
      tracks <- track_<i>_times [k]: key times of track i (seconds); optional
      tracks <- track_<i>_values [k, w]: values of track i; cubicspline [k, 3, w]: in-tangent, value,
          out-tangent; optional
      time <- time [1]: time of the pose, with tracks (seconds); optional
    """
    raise todo(11, "a real character", "apply_tracks")


def skin_asset(file, clip, time, parts, normal_rule):
    """Optional: poses a glTF file, if you set ASSETS = True. parts: dicts with node, mesh, primitive, vertices. normal_rule: a
    rule that you declare; it also applies to meshes without a skin.
    Returns {"positions": [...], "normals": [...], "tangents": [...]} with the vertices of all parts in order."""
    raise todo(11, "a real character", "skin_asset")


# --- 14. Dual quaternions ---


def dual_quaternion(influences, motions, stretches, position, normal, tangent, pivot):
    """(position, normal, tangent) of one vertex. motions: (rotation, translation) of every joint. stretches: None, or
    for two phases a matrix [3, 3] per joint. pivot: the rule for the signs; start with "first-influence".

    dqs asks:
      influences <- joints [V, K] integers: joint of each influence slot, also of an unused one
      influences <- weights [V, K]: weight of each influence, used as given; an unused slot has the weight 0;
          default: all weights are 1; optional
      motions <- palette_rotations [J, 4]: rotation of the skinning transform (mesh_from_mesh, unit quaternion
          (x, y, z, w))
      motions <- palette_translations [J, 3]: translation of the skinning transform (mesh_from_mesh, metres)
      stretches <- palette_stretches [J, 3, 3]: stretch of the joint, need not be symmetric; never computed
          from matrices (mesh space, before the rotation); optional
      position <- positions [V, 3]: position at rest (mesh space, metres)
      normal <- normals [V, 3]: normal at rest (mesh space, unit); optional
      tangent <- tangents [V, 4]: tangent at rest; its fourth number is the handedness, +1 or -1 (mesh space,
          unit); optional
      pivot <- pivot: first-influence, largest-weight, first-slot, running-sum, running-sum-by-joint
      returns -> positions [V, 3]: deformed position (mesh space, metres)
      returns -> normals [V, 3]: deformed normal, if the input has normals (mesh space, unit); optional
      returns -> tangents [V, 4]: deformed tangent and handedness, if the input has tangents (mesh space,
          unit); optional
    """
    raise todo(14, "dual quaternions", "dual_quaternion")


# --- 15. An improved method; for another method, change ALGORITHMS in subject.py ---


def centre_of_rotation(influences, motions, centre, position, normal, tangent, pivot):
    """(position, normal, tangent) of one vertex that rotates about its centre. If centre is None, blend linearly.

    cor asks:
      influences <- joints [V, K] integers: joint of each influence slot, also of an unused one
      influences <- weights [V, K]: weight of each influence, used as given; an unused slot has the weight 0;
          default: all weights are 1; optional
      motions <- palette_rotations [J, 4]: rotation of the skinning transform (mesh_from_mesh, unit quaternion
          (x, y, z, w))
      motions <- palette_translations [J, 3]: translation of the skinning transform (mesh_from_mesh, metres)
      centre <- has_centre [V] integers: 0 for a vertex without a centre
      centre <- centres [V, 3]: centre of each vertex; default: computed from triangles as cor.centres does
          (mesh space, metres); optional
      position <- positions [V, 3]: position at rest (mesh space, metres)
      normal <- normals [V, 3]: normal at rest (mesh space, unit); optional
      tangent <- tangents [V, 4]: tangent at rest; its fourth number is the handedness, +1 or -1 (mesh space,
          unit); optional
      pivot <- pivot: first-influence, largest-weight, first-slot, running-sum, running-sum-by-joint
      returns -> positions [V, 3]: deformed position (mesh space, metres)
      returns -> normals [V, 3]: deformed normal, if the input has normals (mesh space, unit); optional
      returns -> tangents [V, 4]: deformed tangent and handedness, if the input has tangents (mesh space,
          unit); optional
    """
    raise todo(15, "an improved method", "centre_of_rotation")
