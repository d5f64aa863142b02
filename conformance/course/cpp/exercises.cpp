// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Your exercises. Replace each `throw todo(...)` by your code; the course's README says what each one is about,
// exercises.h has the types. Everything is right-handed, column vectors, metres, radians, seconds. std::cerr is safe:
// the judge shows it where your code crashes.
#include "exercises.h"

namespace course {

// Who is judged, and which values of the options are asked for: take out those that you leave alone.
const char subject_name[] = "my skinning";
const char rigid_options[] = "normal_rule=direction,inverse-transpose";
const char linear_options[] = "normal_rule=direction,inverse-transpose-of-blend,blend-of-inverse-transposes";
const char pivot_options[] = "pivot=first-influence,largest-weight,first-slot,running-sum";

// --- 1. Parents and local frames ---

/// T R S: first scale along the axes, then turn by the quaternion, then move.
Mat34 matrix_from_trs(const Vec3& translation, const Quat& rotation, const Vec3& scale) {
  throw todo(1, "local frames", __func__, translation, rotation, scale);
}

/// (C_a | t_a) (C_b | t_b): b is applied first.
Mat34 matrix_product(const Mat34& a, const Mat34& b) {
  throw todo(1, "local frames", __func__, a, b);
}

/// world_from_joint of every joint. A root's parent is -1; parents may be listed after their children.
std::vector<Mat34> global_matrices(const std::vector<int>& parents,
                                   const std::vector<Mat34>& parent_from_joint) {
  throw todo(1, "local frames", __func__, parents, parent_from_joint);
}

// --- 2. Local to global with quaternions ---

/// The rotation b, then the rotation a.
Quat quaternion_product(const Quat& a, const Quat& b) {
  throw todo(2, "quaternions", __func__, a, b);
}

/// The vector x turned by the unit quaternion q.
Vec3 rotate(const Quat& q, const Vec3& x) {
  throw todo(2, "quaternions", __func__, q, x);
}

/// First the motion b, then a.
Motion motion_product(const Motion& a, const Motion& b) {
  throw todo(2, "quaternions", __func__, a, b);
}

/// world_from_joint of every joint, as motions.
std::vector<Motion> global_motions(const std::vector<int>& parents,
                                   const std::vector<Motion>& parent_from_joint) {
  throw todo(2, "quaternions", __func__, parents, parent_from_joint);
}

// --- 3. Bones ---

/// A segment for every joint that has a parent, in the joints' order.
std::vector<Bone> bones(const std::vector<int>& parents, const std::vector<Mat34>& world_from_joint) {
  throw todo(3, "bones", __func__, parents, world_from_joint);
}

// --- 4. Key poses ---

/// a at t = 0, b at t = 1.
double lerp(double a, double b, double t) {
  throw todo(4, "key poses", __func__, a, b, t);
}

/// The same for unit quaternions: along the short arc, at constant speed.
Quat slerp(const Quat& a, const Quat& b, double t) {
  throw todo(4, "key poses", __func__, a, b, t);
}

/// The pose at time t of a loop of length period.
Pose key_poses(const std::vector<double>& times, double period, double t, const std::vector<Pose>& keys) {
  throw todo(4, "key poses", __func__, times, period, t, keys);
}

// --- 5. Rigid weights: every vertex belongs to one joint ---

/// The vertex moved by its joint's matrix.
Vertex rigid_vertex(const Mat34& matrix, const Vertex& v, NormalRule rule) {
  throw todo(5, "rigid weights", __func__, matrix, v, rule);
}

// --- 6. and 7. From bind time to now ---

/// The inverse of the joint's matrix at bind time.
Mat34 inverse_bind(const Mat34& world_from_joint) {
  throw todo(6, "inverse bind", __func__, world_from_joint);
}

/// The skinning matrices, one a joint.
std::vector<Mat34> palette(const std::vector<Mat34>& world_from_joint,
                           const std::vector<Mat34>& joint_from_mesh) {
  throw todo(7, "the product", __func__, world_from_joint, joint_from_mesh);
}

// --- 8. Linear blend skinning ---

/// Some influences have the weight 0: their joint's matrix may hold anything.
Vertex linear_blend(const Influences& influences, const std::vector<Mat34>& world_from_mesh, const Vertex& v,
                    NormalRule rule) {
  throw todo(8, "skinning", __func__, influences, world_from_mesh, v, rule);
}

// --- 9. Linear falloff ---

/// Weight of the lower arm: 0 up to half_width before the elbow (distance = -half_width), 1 from half_width behind it,
/// linear in between.
double linear_falloff(double distance, double half_width) {
  throw todo(9, "linear falloff", __func__, distance, half_width);
}

// --- 10. Pose interpolation ---

/// lerp on the short arc, made a unit quaternion again.
Quat nlerp(const Quat& a, const Quat& b, double t) {
  throw todo(10, "pose interpolation", __func__, a, b, t);
}

/// The value of the last key that is not after t; before the first key the first.
Numbers step_track(const Track& track, double t) {
  throw todo(10, "pose interpolation", __func__, track, t);
}

/// Between two keys lerp, or slerp for rotations; before the first key and after the last their values.
Numbers linear_track(const Track& track, double t) {
  throw todo(10, "pose interpolation", __func__, track, t);
}

/// glTF's Hermite spline; a rotation is normalised.
Numbers cubicspline_track(const Track& track, double t) {
  throw todo(10, "pose interpolation", __func__, track, t);
}

// --- 11. A real character ---

/// The local transforms, those parts replaced that have keyframes.
std::vector<Trs> apply_tracks(std::vector<Trs> locals, const std::vector<JointTrack>& tracks, double time) {
  throw todo(11, "a real character", __func__, locals, tracks, time);
}

// --- 14. Dual quaternions ---

/// stretches: empty, or for two phases a matrix a joint; pivot: the rule for the signs, start with first_influence.
Vertex dual_quaternion(const Influences& influences, const std::vector<Motion>& motions,
                       const std::vector<Mat3>& stretches, const Vertex& v, Pivot pivot) {
  throw todo(14, "dual quaternions", __func__, influences, motions, stretches, v, pivot);
}

// --- 15. An improved method ---

/// A vertex that turns about its centre; centre null: blended linearly.
Vertex centre_of_rotation(const Influences& influences, const std::vector<Motion>& motions,
                          const Vec3* centre, const Vertex& v, Pivot pivot) {
  throw todo(15, "an improved method", __func__, influences, motions, centre, v, pivot);
}

}  // namespace course
