// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Your exercises. Replace each `throw todo(...)` with your code. The README of the course explains each exercise;
// exercises.h has the types. Conventions: right-handed, column vectors, metres, radians, seconds. You may write to
// std::cerr: the judge shows the text if your code crashes.
#include "exercises.h"

namespace course {

// The subject's name, and the option values that you support. Add values when you implement them.
const char subject_name[] = "my skinning";
const char rigid_options[] = "normal_rule=direction without=tracks";  // later: inverse-transpose
// Later: inverse-transpose-of-blend,blend-of-inverse-transposes
const char linear_options[] = "normal_rule=direction without=tracks";
const char pivot_options[] =
    "pivot=first-influence without=tracks";  // later: largest-weight,first-slot,running-sum

// --- 1. Parents and local frames ---

/// T R S: first scale along the axes, then rotate by the quaternion, then translate.
///
/// fk.matrix asks:
///   translation <- local_translations [J, 3]: translation (parent_from_joint, metres)
///   rotation <- local_rotations [J, 4]: rotation (parent_from_joint, unit quaternion (x, y, z, w))
///   scale <- local_scales [J, 3]: scale along the joint's axes (parent_from_joint)
Mat34 matrix_from_trs(const Vec3& translation, const Quat& rotation, const Vec3& scale) {
  throw todo(1, "local frames", __func__, translation, rotation, scale);
}

/// (C_a | t_a) (C_b | t_b): b is applied first.
Mat34 matrix_product(const Mat34& a, const Mat34& b) {
  throw todo(1, "local frames", __func__, a, b);
}

/// world_from_joint of every joint. A root's parent is -1; parents may be listed after their children.
///
/// fk.matrix asks:
///   parents <- parents [J] integers: parent of each joint, -1 for a root, in any order
///   parent_from_joint <- local_is_matrix [J] integers: not 0 for a joint given as a matrix
///   parent_from_joint <- local_matrices [J, 3, 4]: rows (C | t) of a joint given as a matrix
///       (parent_from_joint, metres); optional
///   returns -> world [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
std::vector<Mat34> global_matrices(const std::vector<int>& parents,
                                   const std::vector<Mat34>& parent_from_joint) {
  throw todo(1, "local frames", __func__, parents, parent_from_joint);
}

// --- 2. Local to global with quaternions ---

/// Applies the rotation b first, then the rotation a.
Quat quaternion_product(const Quat& a, const Quat& b) {
  throw todo(2, "quaternions", __func__, a, b);
}

/// Rotates the vector x by the unit quaternion q.
Vec3 rotate(const Quat& q, const Vec3& x) {
  throw todo(2, "quaternions", __func__, q, x);
}

/// Applies the motion b first, then a.
///
/// dqs asks:
///   a <- world_rotations [J, 4]: rotation (world_from_joint, unit quaternion (x, y, z, w))
///   a <- world_translations [J, 3]: translation (world_from_joint, metres)
///   b <- inverse_bind_rotations [J, 4]: rotation of the inverse bind transform (joint_from_mesh at bind
///       time, unit quaternion (x, y, z, w))
///   b <- inverse_bind_translations [J, 3]: translation of the inverse bind transform (joint_from_mesh at
///       bind time, metres)
///   returns -> palette_rotations [J, 4]: rotation of the skinning transform (mesh_from_mesh, unit quaternion
///       (x, y, z, w))
///   returns -> palette_translations [J, 3]: translation of the skinning transform (mesh_from_mesh, metres)
Motion motion_product(const Motion& a, const Motion& b) {
  throw todo(2, "quaternions", __func__, a, b);
}

/// world_from_joint of every joint, as motions.
///
/// fk.quaternion asks:
///   parents <- parents [J] integers: parent of each joint, -1 for a root, in any order
///   parent_from_joint <- local_rotations [J, 4]: rotation (parent_from_joint, unit quaternion (x, y, z, w))
///   parent_from_joint <- local_translations [J, 3]: translation (parent_from_joint, metres)
///   returns -> world_rotations [J, 4]: rotation (world_from_joint, unit quaternion (x, y, z, w))
///   returns -> world_translations [J, 3]: translation (world_from_joint, metres)
std::vector<Motion> global_motions(const std::vector<int>& parents,
                                   const std::vector<Motion>& parent_from_joint) {
  throw todo(2, "quaternions", __func__, parents, parent_from_joint);
}

// --- 3. Bones ---

/// A segment for every joint with a parent, in the order of joints.
///
/// skeleton.bones asks:
///   parents <- parents [J] integers: parent of each joint, -1 for a root, in any order
///   world_from_joint <- world [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
///   returns -> bones [B, 2, 3]: the position of each joint with a parent, then its parent's, in the order of
///       the joints (world space, metres)
std::vector<Bone> bones(const std::vector<int>& parents, const std::vector<Mat34>& world_from_joint) {
  throw todo(3, "bones", __func__, parents, world_from_joint);
}

// --- 4. Key poses ---

/// Returns a at t = 0 and b at t = 1.
///
/// interp.lerp asks:
///   a <- a [N, w]: values at t = 0; w numbers per row (any)
///   b <- b [N, w]: values at t = 1 (as a)
///   t <- t [N]: parameter of each row, any number (1)
///   returns -> values [N, w]: the interpolated values (as a)
double lerp(double a, double b, double t) {
  throw todo(4, "key poses", __func__, a, b, t);
}

/// Interpolates unit quaternions along the shorter arc, at constant speed.
///
/// interp.slerp asks:
///   a <- a [N, 4]: rotation at t = 0 (unit quaternion (x, y, z, w))
///   b <- b [N, 4]: rotation at t = 1 (unit quaternion (x, y, z, w))
///   t <- t [N]: parameter of each row (1)
///   returns -> values [N, 4]: interpolated rotation, on q_0's half of the sphere (quaternion (x, y, z, w))
Quat slerp(const Quat& a, const Quat& b, double t) {
  throw todo(4, "key poses", __func__, a, b, t);
}

/// The pose at time t of a loop of length period.
///
/// anim.pose-loop asks:
///   times <- times [K]: key times, 0 <= t_k < P (seconds)
///   period <- period [1]: period, above 0 (seconds)
///   t <- t [1]: requested time (seconds)
///   keys <- translations [K, J, 3]: translation of joint j in key pose k (parent_from_joint, metres)
///   keys <- rotations [K, J, 4]: rotation of joint j in key pose k (parent_from_joint, unit quaternion (x,
///       y, z, w))
///   returns -> translations [J, 3]: translation of joint j (parent_from_joint, metres)
///   returns -> rotations [J, 4]: rotation of joint j (parent_from_joint, unit quaternion (x, y, z, w))
Pose key_poses(const std::vector<double>& times, double period, double t, const std::vector<Pose>& keys) {
  throw todo(4, "key poses", __func__, times, period, t, keys);
}

// --- 5. Rigid weights: every vertex belongs to one joint ---

/// The vertex moved by its joint's matrix.
///
/// rigid-parts asks:
///   matrix <- palette [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
///   matrix <- world [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
///   matrix <- joints [V, K] integers: the vertex's only joint
///   v <- positions [V, 3]: position at rest (space of the vertex's joint, metres)
///   v <- normals [V, 3]: normal at rest (space of the vertex's joint, unit); optional
///   v <- tangents [V, 4]: tangent at rest; its fourth number is the handedness, +1 or -1 (space of the
///       vertex's joint, unit); optional
///   rule <- normal_rule: direction, inverse-transpose
///   returns -> positions [V, 3]: deformed position (world space, metres)
///   returns -> normals [V, 3]: deformed normal, if the input has normals (world space, unit); optional
///   returns -> tangents [V, 4]: deformed tangent and handedness, if the input has tangents (world space,
///       unit); optional
/// stitching asks:
///   matrix <- palette [J, 3, 4]: skinning matrix, rows (C | t) (mesh_from_mesh, metres)
Vertex rigid_vertex(const Mat34& matrix, const Vertex& v, NormalRule rule) {
  throw todo(5, "rigid weights", __func__, matrix, v, rule);
}

// --- 6. and 7. From bind time to now ---

/// The inverse of the joint's matrix at bind time.
///
/// skeleton.inverse-bind asks:
///   world_from_joint <- bind [J, 3, 4]: world transform at bind time, rows (C | t) (world_from_joint at bind
///       time, metres)
///   returns -> inverse_binds [J, 3, 4]: inverse bind matrix, rows (C | t); mesh space is the world at bind
///       time (joint_from_mesh at bind time, metres)
Mat34 inverse_bind(const Mat34& world_from_joint) {
  throw todo(6, "inverse bind", __func__, world_from_joint);
}

/// The skinning matrices, one per joint.
///
/// skeleton.palette asks:
///   world_from_joint <- world [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
///   joint_from_mesh <- inverse_binds [J, 3, 4]: inverse bind matrix, rows (C | t) (joint_from_mesh at bind
///       time, metres)
///   returns -> palette [J, 3, 4]: skinning matrix, rows (C | t) (mesh_from_mesh, metres)
std::vector<Mat34> palette(const std::vector<Mat34>& world_from_joint,
                           const std::vector<Mat34>& joint_from_mesh) {
  throw todo(7, "the product", __func__, world_from_joint, joint_from_mesh);
}

// --- 8. Linear blend skinning ---

/// If the weight of an influence is 0, the joint's matrix may contain anything.
///
/// lbs asks:
///   influences <- joints [V, K] integers: joint of each influence slot, also of an unused one
///   influences <- weights [V, K]: weight of each influence, used as given; an unused slot has the weight 0;
///       default: all weights are 1; optional
///   mesh_from_mesh <- palette [J, 3, 4]: skinning matrix, rows (C | t) (mesh_from_mesh, metres)
///   v <- positions [V, 3]: position at rest (mesh space, metres)
///   v <- normals [V, 3]: normal at rest (mesh space, unit); optional
///   v <- tangents [V, 4]: tangent at rest; its fourth number is the handedness, +1 or -1 (mesh space, unit);
///       optional
///   rule <- normal_rule: direction, inverse-transpose-of-blend, blend-of-inverse-transposes
///   returns -> positions [V, 3]: deformed position (mesh space, metres)
///   returns -> normals [V, 3]: deformed normal, if the input has normals (mesh space, unit); optional
///   returns -> tangents [V, 4]: deformed tangent and handedness, if the input has tangents (mesh space,
///       unit); optional
Vertex linear_blend(const Influences& influences, const std::vector<Mat34>& mesh_from_mesh, const Vertex& v,
                    NormalRule rule) {
  throw todo(8, "skinning", __func__, influences, mesh_from_mesh, v, rule);
}

// --- 9. Linear falloff ---

/// Weight of the lower arm: 0 up to half_width before the elbow (distance = -half_width), 1 from half_width behind it,
/// linear in between.
double linear_falloff(double distance, double half_width) {
  throw todo(9, "linear falloff", __func__, distance, half_width);
}

// --- 10. Pose interpolation ---

/// lerp along the shorter arc, then normalised.
///
/// interp.nlerp asks:
///   a <- a [N, 4]: rotation at t = 0 (unit quaternion (x, y, z, w))
///   b <- b [N, 4]: rotation at t = 1 (unit quaternion (x, y, z, w))
///   t <- t [N]: parameter of each row (1)
///   returns -> values [N, 4]: interpolated rotation, on q_0's half of the sphere (unit quaternion (x, y, z,
///       w))
Quat nlerp(const Quat& a, const Quat& b, double t) {
  throw todo(10, "pose interpolation", __func__, a, b, t);
}

/// The value of the last key at or before t; before the first key, the first value.
///
/// anim.step asks:
///   track <- times [K]: key times (seconds)
///   track <- values [K, w]: value of each key; w numbers per value, 4 for rotations; finite (any, or unit
///       quaternion (x, y, z, w))
///   t <- t [M]: requested times (seconds)
///   returns -> values [M, w]: value at each requested time (any, or unit quaternion (x, y, z, w))
Numbers step_track(const Track& track, double t) {
  throw todo(10, "pose interpolation", __func__, track, t);
}

/// lerp between two keys, or slerp for rotations. Before the first key its value, after the last key its value.
///
/// anim.linear asks:
///   track <- times [K]: key times (seconds)
///   track <- values [K, w]: value of each key; w numbers per value, 4 for rotations; finite (any, or unit
///       quaternion (x, y, z, w))
///   track <- is_rotation [1] integers: 0: the values are numbers; otherwise rotations
///   t <- t [M]: requested times (seconds)
///   returns -> values [M, w]: value at each requested time (any, or unit quaternion (x, y, z, w))
Numbers linear_track(const Track& track, double t) {
  throw todo(10, "pose interpolation", __func__, track, t);
}

/// glTF's Hermite spline. Rotations are normalised.
///
/// anim.cubicspline asks:
///   track <- times [K]: key times (seconds)
///   track <- values [K, 3, w]: in-tangent, value, out-tangent of each key; w numbers per value, 4 for
///       rotations; finite (any, or unit quaternion (x, y, z, w); tangents per second)
///   track <- is_rotation [1] integers: 0: the values are numbers; otherwise rotations
///   t <- t [M]: requested times (seconds)
///   returns -> values [M, w]: value at each requested time (any, or unit quaternion (x, y, z, w))
Numbers cubicspline_track(const Track& track, double t) {
  throw todo(10, "pose interpolation", __func__, track, t);
}

// --- 11. A real character ---

/// Replaces keyframed parts of the joints' local transforms with their values at a time.
///
/// lbs asks:
///   locals <- local_translations [J, 3]: translation (parent_from_joint, metres)
///   locals <- local_rotations [J, 4]: rotation (parent_from_joint, unit quaternion (x, y, z, w))
///   locals <- local_scales [J, 3]: scale along the joint's axes (parent_from_joint)
///   tracks <- tracks [N, 3] integers: joint; what moves: 0 translation, 1 rotation, 2 scale; interpolation:
///       0 step, 1 linear, 2 cubicspline; optional
///   tracks <- track_<i>_times [k]: key times of track i (seconds); optional
///   tracks <- track_<i>_values [k, w]: values of track i; cubicspline [k, 3, w]: in-tangent, value,
///       out-tangent; optional
///   time <- time [1]: time of the pose, with tracks (seconds); optional
std::vector<Trs> apply_tracks(std::vector<Trs> locals, const std::vector<JointTrack>& tracks, double time) {
  throw todo(11, "a real character", __func__, locals, tracks, time);
}

// --- 14. Dual quaternions ---

/// stretches: empty, or for two phases a matrix per joint; pivot: the rule for the signs, start with first_influence.
///
/// dqs asks:
///   influences <- joints [V, K] integers: joint of each influence slot, also of an unused one
///   influences <- weights [V, K]: weight of each influence, used as given; an unused slot has the weight 0;
///       default: all weights are 1; optional
///   motions <- palette_rotations [J, 4]: rotation of the skinning transform (mesh_from_mesh, unit quaternion
///       (x, y, z, w))
///   motions <- palette_translations [J, 3]: translation of the skinning transform (mesh_from_mesh, metres)
///   stretches <- palette_stretches [J, 3, 3]: stretch of the joint, need not be symmetric; never computed
///       from matrices (mesh space, before the rotation); optional
///   v <- positions [V, 3]: position at rest (mesh space, metres)
///   v <- normals [V, 3]: normal at rest (mesh space, unit); optional
///   v <- tangents [V, 4]: tangent at rest; its fourth number is the handedness, +1 or -1 (mesh space, unit);
///       optional
///   pivot <- pivot: first-influence, largest-weight, first-slot, running-sum, running-sum-by-joint
///   returns -> positions [V, 3]: deformed position (mesh space, metres)
///   returns -> normals [V, 3]: deformed normal, if the input has normals (mesh space, unit); optional
///   returns -> tangents [V, 4]: deformed tangent and handedness, if the input has tangents (mesh space,
///       unit); optional
Vertex dual_quaternion(const Influences& influences, const std::vector<Motion>& motions,
                       const std::vector<Mat3>& stretches, const Vertex& v, Pivot pivot) {
  throw todo(14, "dual quaternions", __func__, influences, motions, stretches, v, pivot);
}

// --- 15. An improved method ---

/// Rotates a vertex about its centre; if centre is null, blend linearly.
///
/// cor asks:
///   influences <- joints [V, K] integers: joint of each influence slot, also of an unused one
///   influences <- weights [V, K]: weight of each influence, used as given; an unused slot has the weight 0;
///       default: all weights are 1; optional
///   motions <- palette_rotations [J, 4]: rotation of the skinning transform (mesh_from_mesh, unit quaternion
///       (x, y, z, w))
///   motions <- palette_translations [J, 3]: translation of the skinning transform (mesh_from_mesh, metres)
///   centre <- has_centre [V] integers: 0 for a vertex without a centre
///   centre <- centres [V, 3]: centre of each vertex; default: computed from triangles as cor.centres does
///       (mesh space, metres); optional
///   v <- positions [V, 3]: position at rest (mesh space, metres)
///   v <- normals [V, 3]: normal at rest (mesh space, unit); optional
///   v <- tangents [V, 4]: tangent at rest; its fourth number is the handedness, +1 or -1 (mesh space, unit);
///       optional
///   pivot <- pivot: first-influence, largest-weight, first-slot, running-sum, running-sum-by-joint
///   returns -> positions [V, 3]: deformed position (mesh space, metres)
///   returns -> normals [V, 3]: deformed normal, if the input has normals (mesh space, unit); optional
///   returns -> tangents [V, 4]: deformed tangent and handedness, if the input has tangents (mesh space,
///       unit); optional
Vertex centre_of_rotation(const Influences& influences, const std::vector<Motion>& motions,
                          const Vec3* centre, const Vertex& v, Pivot pivot) {
  throw todo(15, "an improved method", __func__, influences, motions, centre, v, pivot);
}

}  // namespace course
