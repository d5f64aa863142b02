// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the exercises' types and functions. There is nothing to write here: exercises.cpp is yours.
//
//   parent_from_joint   a joint's transform in its parent's space (local)
//   world_from_joint    in the world (global)
//   joint_from_mesh     inverse bind matrix
//   mesh_from_mesh      skinning matrix: the palette
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "vectors.h"

namespace course {

struct Quat {
  double x = 0, y = 0, z = 0, w = 1;
};
using Row4 = std::array<double, 4>;
using Mat34 = std::array<Row4, 3>;  ///< rows (C | t) of x' = C x + t
using Mat3 = std::array<Vec3, 3>;   ///< rows

/// First turn, then move.
struct Motion {
  Quat rotation;
  Vec3 translation;
};
struct Trs {
  Vec3 translation;
  Quat rotation;
  Vec3 scale;
};
struct Influence {
  int joint = 0;
  double weight = 0;
};
using Influences = std::vector<Influence>;
/// A mesh without normals or tangents has zeros there.
struct Vertex {
  Vec3 position, normal, tangent;
};

enum class NormalRule {
  direction,
  inverse_transpose,
  inverse_transpose_of_blend,
  blend_of_inverse_transposes
};
enum class Pivot { first_influence, largest_weight, first_slot, running_sum };

using Numbers = std::vector<double>;
/// Keyframes. A cubic spline has three rows per key, values[3 * k]: in-tangent, value, out-tangent.
struct Track {
  std::vector<double> times;  ///< seconds
  std::vector<Numbers> values;
  bool is_rotation = false;
};
struct JointTrack {
  enum class Path { translation, rotation, scale };
  enum class Interpolation { step, linear, cubicspline };
  int joint = 0;
  Path path = Path::translation;
  Interpolation interpolation = Interpolation::linear;
  Track track;
};
struct Pose {
  std::vector<Vec3> translations;
  std::vector<Quat> rotations;
};

// Who is judged, and which values of the options are implemented.
extern const char subject_name[];
extern const char rigid_options[];   ///< of rigid_vertex
extern const char linear_options[];  ///< of linear_blend
extern const char pivot_options[];   ///< of dual_quaternion and centre_of_rotation

// 1. Parents and local frames
Mat34 matrix_from_trs(const Vec3& translation, const Quat& rotation, const Vec3& scale);
Mat34 matrix_product(const Mat34& a, const Mat34& b);
std::vector<Mat34> global_matrices(const std::vector<int>& parents,
                                   const std::vector<Mat34>& parent_from_joint);

// 2. Local to global with quaternions
Quat quaternion_product(const Quat& a, const Quat& b);
Vec3 rotate(const Quat& q, const Vec3& x);
Motion motion_product(const Motion& a, const Motion& b);
std::vector<Motion> global_motions(const std::vector<int>& parents,
                                   const std::vector<Motion>& parent_from_joint);

// 3. Bones
using Bone = std::pair<Vec3, Vec3>;  ///< a joint's position, its parent's
std::vector<Bone> bones(const std::vector<int>& parents, const std::vector<Mat34>& world_from_joint);

// 4. Key poses
double lerp(double a, double b, double t);
Quat slerp(const Quat& a, const Quat& b, double t);
Pose key_poses(const std::vector<double>& times, double period, double t, const std::vector<Pose>& keys);

// 5. Rigid weights
Vertex rigid_vertex(const Mat34& matrix, const Vertex& v, NormalRule rule);

// 6. and 7. From bind time to now
Mat34 inverse_bind(const Mat34& world_from_joint);
std::vector<Mat34> palette(const std::vector<Mat34>& world_from_joint,
                           const std::vector<Mat34>& joint_from_mesh);

// 8. Linear blend skinning
Vertex linear_blend(const Influences& influences, const std::vector<Mat34>& mesh_from_mesh, const Vertex& v,
                    NormalRule rule);

// 9. Linear falloff
double linear_falloff(double distance, double half_width);

// 10. Pose interpolation
Quat nlerp(const Quat& a, const Quat& b, double t);
Numbers step_track(const Track& track, double t);
Numbers linear_track(const Track& track, double t);
Numbers cubicspline_track(const Track& track, double t);

// 11. A real character
std::vector<Trs> apply_tracks(std::vector<Trs> locals, const std::vector<JointTrack>& tracks, double time);

// 14. Dual quaternions
Vertex dual_quaternion(const Influences& influences, const std::vector<Motion>& motions,
                       const std::vector<Mat3>& stretches, const Vertex& v, Pivot pivot);

// 15. An improved method; for another one change the table in plug.cpp
Vertex centre_of_rotation(const Influences& influences, const std::vector<Motion>& motions,
                          const Vec3* centre, const Vertex& v, Pivot pivot);

/// Thrown by an unfinished exercise.
struct NotWritten : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The arguments after the function's name are ignored; they are there so that no compiler calls a parameter unused.
template <class... Ignored>
NotWritten todo(int exercise, const std::string& title, const std::string& function, const Ignored&...) {
  return NotWritten("exercise " + std::to_string(exercise) + " (" + title +
                    "): not written yet: exercises.cpp, function " + function);
}

}  // namespace course
