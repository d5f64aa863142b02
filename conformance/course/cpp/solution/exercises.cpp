// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Worked solutions. Read them after your own are right: make solution
#include "exercises.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace course {

const char subject_name[] = "worked solutions";
const char rigid_options[] = "normal_rule=direction,inverse-transpose";
const char linear_options[] =
    "normal_rule=direction,inverse-transpose-of-blend,blend-of-inverse-transposes without=tracks";
const char pivot_options[] = "pivot=first-influence,largest-weight,first-slot,running-sum without=tracks";

namespace {

/// An index of the data model, which is never negative, as one of the standard library.
std::size_t index(int joint) {
  return static_cast<std::size_t>(joint);
}

}  // namespace

// --- 1. Parents and local frames ---

/// T R S: the columns of the rotation matrix, each times its axis's scale, and the translation.
Mat34 matrix_from_trs(const Vec3& t, const Quat& q, const Vec3& s) {
  const auto [x, y, z, w] = q;
  return {Row4{(1 - 2 * (y * y + z * z)) * s.x, 2 * (x * y - w * z) * s.y, 2 * (x * z + w * y) * s.z, t.x},
          Row4{2 * (x * y + w * z) * s.x, (1 - 2 * (x * x + z * z)) * s.y, 2 * (y * z - w * x) * s.z, t.y},
          Row4{2 * (x * z - w * y) * s.x, 2 * (y * z + w * x) * s.y, (1 - 2 * (x * x + y * y)) * s.z, t.z}};
}

/// (C_a | t_a) (C_b | t_b) = (C_a C_b | C_a t_b + t_a).
Mat34 matrix_product(const Mat34& a, const Mat34& b) {
  Mat34 product{};
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c)
      product[r][c] = a[r][0] * b[0][c] + a[r][1] * b[1][c] + a[r][2] * b[2][c];
    product[r][3] += a[r][3];
  }
  return product;
}

namespace {

/// Asks its parent first: right in whatever order the joints are listed. From the root on, since of rotations that
/// are not of length 1 (q p)(x) is not q(p(x)).
template <class Transform, class Product>
Transform world(int joint, const std::vector<int>& parents, const std::vector<Transform>& local,
                Product product) {
  const int parent = parents[index(joint)];
  if (parent < 0) return local[index(joint)];
  return product(world(parent, parents, local, product), local[index(joint)]);
}

template <class Transform, class Product>
std::vector<Transform> chain(const std::vector<int>& parents, const std::vector<Transform>& local,
                             Product product) {
  std::vector<Transform> all;
  for (std::size_t j = 0; j < local.size(); ++j)
    all.push_back(world(static_cast<int>(j), parents, local, product));
  return all;
}

}  // namespace

std::vector<Mat34> global_matrices(const std::vector<int>& parents,
                                   const std::vector<Mat34>& parent_from_joint) {
  return chain(parents, parent_from_joint, matrix_product);
}

// --- 2. Local to global with quaternions ---

/// (u, w) (v, s) = (w v + s u + u x v, w s - u . v).
Quat quaternion_product(const Quat& a, const Quat& b) {
  const Vec3 u{a.x, a.y, a.z}, v{b.x, b.y, b.z};
  const Vec3 xyz = a.w * v + b.w * u + cross(u, v);
  return {xyz.x, xyz.y, xyz.z, a.w * b.w - dot(u, v)};
}

/// x + 2 (w (u x x) + u x (u x x)), cheaper than q x q*.
Vec3 rotate(const Quat& q, const Vec3& x) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 once = cross(u, x);
  return x + 2 * (q.w * once + cross(u, once));
}

Motion motion_product(const Motion& a, const Motion& b) {
  return {quaternion_product(a.rotation, b.rotation), rotate(a.rotation, b.translation) + a.translation};
}

std::vector<Motion> global_motions(const std::vector<int>& parents,
                                   const std::vector<Motion>& parent_from_joint) {
  return chain(parents, parent_from_joint, motion_product);
}

// --- 3. Bones ---

namespace {

Vec3 translation_of(const Mat34& m) {
  return {m[0][3], m[1][3], m[2][3]};
}

}  // namespace

std::vector<Bone> bones(const std::vector<int>& parents, const std::vector<Mat34>& world_from_joint) {
  std::vector<Bone> all;
  for (std::size_t j = 0; j < parents.size(); ++j)
    if (parents[j] >= 0)
      all.emplace_back(translation_of(world_from_joint[j]),
                       translation_of(world_from_joint[index(parents[j])]));
  return all;
}

// --- 4. Key poses ---

double lerp(double a, double b, double t) {
  return (1 - t) * a + t * b;
}

namespace {

double dot(const Quat& a, const Quat& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

double length(const Quat& q) {
  return std::sqrt(dot(q, q));
}

/// Numbers of quaternions added and scaled: in general no rotation.
Quat operator+(const Quat& a, const Quat& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

Quat operator*(double s, const Quat& q) {
  return {s * q.x, s * q.y, s * q.z, s * q.w};
}

Quat normalize(const Quat& q) {
  return length(q) > 0 ? (1 / length(q)) * q : q;
}

/// b or -b, the same rotation, whichever is nearer to a.
Quat short_arc(const Quat& a, const Quat& b) {
  return dot(a, b) < 0 ? -1 * b : b;
}

}  // namespace

Quat slerp(const Quat& a, const Quat& far, double t) {
  const Quat b = short_arc(a, far);
  // The difference and the sum are twice the sine and the cosine of half the angle: exact for small angles, where an
  // arccosine is not.
  const double theta = 2 * std::atan2(length(b + -1 * a), length(b + a));
  if (theta == 0) return (1 - t) * a + t * b;
  return (std::sin((1 - t) * theta) / std::sin(theta)) * a + (std::sin(t * theta) / std::sin(theta)) * b;
}

namespace {

/// How many keys are not after t: 0 before the first, and for NaN.
std::size_t keys_until(const std::vector<double>& times, double t) {
  return std::isnan(t)
             ? 0
             : static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), t) - times.begin());
}

/// t mod period, to which std::fmod gives the sign of t.
double modulo(double t, double period) {
  const double rest = std::fmod(t, period);
  return rest < 0 ? rest + period : rest;
}

/// Two keys, and how far between them.
struct Between {
  std::size_t from = 0, to = 0;
  double u = 0;
};

Between keys_around(const std::vector<double>& times, double period, double phase) {
  const std::size_t passed = keys_until(times, phase), last = times.size() - 1;
  if (last == 0) return {};
  if (passed == 0 || passed == times.size())  // over the end of the period, from the last key to the first
    return {last, 0, modulo(phase - times[last], period) / (times[0] + period - times[last])};
  return {passed - 1, passed, (phase - times[passed - 1]) / (times[passed] - times[passed - 1])};
}

}  // namespace

Pose key_poses(const std::vector<double>& times, double period, double t, const std::vector<Pose>& keys) {
  const auto [from, to, u] = keys_around(times, period, modulo(t, period));
  Pose pose;
  for (std::size_t j = 0; j < keys[from].rotations.size(); ++j) {
    const Vec3 &a = keys[from].translations[j], &b = keys[to].translations[j];
    pose.translations.push_back({lerp(a.x, b.x, u), lerp(a.y, b.y, u), lerp(a.z, b.z, u)});
    pose.rotations.push_back(slerp(keys[from].rotations[j], keys[to].rotations[j], u));
  }
  return pose;
}

// --- 5. Rigid weights ---

namespace {

Mat3 linear_part(const Mat34& m) {
  return {Vec3{m[0][0], m[0][1], m[0][2]}, Vec3{m[1][0], m[1][1], m[1][2]}, Vec3{m[2][0], m[2][1], m[2][2]}};
}

/// C x: how a direction moves.
Vec3 operator*(const Mat3& C, const Vec3& x) {
  return {course::dot(C[0], x), course::dot(C[1], x), course::dot(C[2], x)};
}

Mat3 operator*(double s, const Mat3& C) {
  return {s * C[0], s * C[1], s * C[2]};
}

Mat3 operator+(const Mat3& a, const Mat3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

/// cof(C) = det(C) C^-T: its rows are the cross products of the other two, and it exists for every C.
Mat3 cofactors(const Mat3& C) {
  return {cross(C[1], C[2]), cross(C[2], C[0]), cross(C[0], C[1])};
}

double determinant(const Mat3& C) {
  return course::dot(C[0], cross(C[1], C[2]));
}

/// A positive multiple of C^-T: a mirroring C must not turn the normals inside out.
Mat3 normal_matrix(const Mat3& C) {
  return (determinant(C) < 0 ? -1.0 : 1.0) * cofactors(C);
}

/// x' = C x + t, n' = normalize(N n), t' = normalize(C t).
Vertex move(const Mat34& matrix, const Mat3& for_normals, const Vertex& v) {
  const Mat3 C = linear_part(matrix);
  return {C * v.position + translation_of(matrix), course::normalize(for_normals * v.normal),
          course::normalize(C * v.tangent)};
}

}  // namespace

Vertex rigid_vertex(const Mat34& matrix, const Vertex& v, NormalRule rule) {
  const Mat3 C = linear_part(matrix);
  return move(matrix, rule == NormalRule::inverse_transpose ? normal_matrix(C) : C, v);
}

// --- 6. and 7. From bind time to now ---

/// (C^-1 | -C^-1 t) with C^-1 = cof(C)^T / det(C).
Mat34 inverse_bind(const Mat34& world_from_joint) {
  const Mat3 C = linear_part(world_from_joint), cof = cofactors(C);
  const double det = determinant(C);
  const Mat3 inverse = {Vec3{cof[0].x / det, cof[1].x / det, cof[2].x / det},
                        Vec3{cof[0].y / det, cof[1].y / det, cof[2].y / det},
                        Vec3{cof[0].z / det, cof[1].z / det, cof[2].z / det}};
  const Vec3 t = -1 * (inverse * translation_of(world_from_joint));
  return {Row4{inverse[0].x, inverse[0].y, inverse[0].z, t.x},
          Row4{inverse[1].x, inverse[1].y, inverse[1].z, t.y},
          Row4{inverse[2].x, inverse[2].y, inverse[2].z, t.z}};
}

std::vector<Mat34> palette(const std::vector<Mat34>& world_from_joint,
                           const std::vector<Mat34>& joint_from_mesh) {
  std::vector<Mat34> mesh_from_mesh;
  for (std::size_t j = 0; j < world_from_joint.size(); ++j)
    mesh_from_mesh.push_back(matrix_product(world_from_joint[j], joint_from_mesh[j]));
  return mesh_from_mesh;
}

// --- 8. Linear blend skinning ---

namespace {

/// Without weight 0: those slots may name a joint that holds infinities, and 0 times infinity is NaN.
Influences weighted(const Influences& influences) {
  Influences used;
  std::copy_if(influences.begin(), influences.end(), std::back_inserter(used),
               [](const Influence& influence) { return influence.weight != 0; });
  return used;
}

/// sum_i w_i M_i.
Mat34 blend_matrices(const Influences& influences, const std::vector<Mat34>& matrices) {
  Mat34 blend{};
  for (const auto& [joint, weight] : weighted(influences))
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 4; ++c)
        blend[r][c] += weight * matrices[index(joint)][r][c];
  return blend;
}

/// sum_i w_i cof(C_i) / det(C_i); zero, without an output, if a C_i has no inverse.
Mat3 blend_inverse_transposes(const Influences& influences, const std::vector<Mat34>& matrices) {
  Mat3 blend{};
  for (const auto& [joint, weight] : weighted(influences)) {
    const Mat3 C = linear_part(matrices[index(joint)]);
    if (determinant(C) == 0) return {};
    blend = blend + (weight / determinant(C)) * cofactors(C);
  }
  return blend;
}

}  // namespace

Vertex linear_blend(const Influences& influences, const std::vector<Mat34>& mesh_from_mesh, const Vertex& v,
                    NormalRule rule) {
  const Mat34 blend = blend_matrices(influences, mesh_from_mesh);
  Mat3 for_normals = linear_part(blend);
  if (rule == NormalRule::inverse_transpose_of_blend) for_normals = normal_matrix(for_normals);
  if (rule == NormalRule::blend_of_inverse_transposes)
    for_normals = blend_inverse_transposes(influences, mesh_from_mesh);
  return move(blend, for_normals, v);
}

// --- 9. Linear falloff ---

double linear_falloff(double distance, double half_width) {
  return std::clamp((distance + half_width) / (2 * half_width), 0.0, 1.0);
}

// --- 10. Pose interpolation ---

Quat nlerp(const Quat& a, const Quat& b, double t) {
  return normalize((1 - t) * a + t * short_arc(a, b));
}

namespace {

Quat as_quaternion(const Numbers& n) {
  return {n[0], n[1], n[2], n[3]};
}

Numbers as_numbers(const Quat& q) {
  return {q.x, q.y, q.z, q.w};
}

}  // namespace

Numbers step_track(const Track& track, double t) {
  const std::size_t passed = keys_until(track.times, t);
  return track.values[passed == 0 ? 0 : passed - 1];
}

Numbers linear_track(const Track& track, double t) {
  const std::size_t next = keys_until(track.times, t);
  if (next == 0 || next == track.times.size()) return step_track(track, t);
  const double u = (t - track.times[next - 1]) / (track.times[next] - track.times[next - 1]);
  const Numbers &a = track.values[next - 1], &b = track.values[next];
  if (track.is_rotation) return as_numbers(slerp(as_quaternion(a), as_quaternion(b), u));
  Numbers value;
  for (std::size_t c = 0; c < a.size(); ++c)
    value.push_back(lerp(a[c], b[c], u));
  return value;
}

Numbers cubicspline_track(const Track& track, double t) {
  const std::size_t next = keys_until(track.times, t), key = next == 0 ? 0 : next - 1;
  const Numbers* rows =
      &track.values[3 * key];  // in-tangent, value, out-tangent, and the same of the next key
  Numbers value = rows[1];
  if (next > 0 && next < track.times.size()) {
    const double d = track.times[next] - track.times[key], u = (t - track.times[key]) / d;
    for (std::size_t c = 0; c < value.size(); ++c)
      value[c] = (1 + 2 * u) * (1 - u) * (1 - u) * rows[1][c] + d * u * (1 - u) * (1 - u) * rows[2][c] +
                 u * u * (3 - 2 * u) * rows[4][c] + d * u * u * (u - 1) * rows[3][c];
  }
  return track.is_rotation ? as_numbers(normalize(as_quaternion(value))) : value;
}

// --- 11. A real character ---

std::vector<Trs> apply_tracks(std::vector<Trs> locals, const std::vector<JointTrack>& tracks, double time) {
  Numbers (*const samplers[])(const Track&, double) = {step_track, linear_track, cubicspline_track};
  for (const auto& [joint, path, interpolation, track] : tracks) {
    const Numbers value = samplers[static_cast<std::size_t>(interpolation)](track, time);
    Trs& local = locals[index(joint)];
    if (path == JointTrack::Path::translation) local.translation = {value[0], value[1], value[2]};
    if (path == JointTrack::Path::rotation) local.rotation = as_quaternion(value);
    if (path == JointTrack::Path::scale) local.scale = {value[0], value[1], value[2]};
  }
  return locals;
}

// --- 14. Dual quaternions ---

namespace {

/// Sums over the influences, all quaternions on one half of the sphere.
struct MotionBlend {
  Quat real{0, 0, 0, 0};  ///< b_q = sum_i s_i w_i q_i
  Quat dual{0, 0, 0, 0};  ///< 2 b_d = sum_i s_i w_i (t_i, 0) q_i
};

MotionBlend blend_motions(const Influences& influences, const std::vector<Motion>& motions, Pivot pivot) {
  const Influences used = weighted(influences);
  Influence lead = used.front();
  if (pivot == Pivot::first_slot) lead = influences.front();
  if (pivot == Pivot::largest_weight)
    lead = *std::max_element(used.begin(), used.end(),
                             [](const Influence& a, const Influence& b) { return a.weight < b.weight; });
  Quat leader = motions[index(lead.joint)].rotation;
  MotionBlend blend;
  for (const auto& [joint, weight] : used) {
    const auto& [q, t] = motions[index(joint)];
    const double w = dot(q, leader) < 0 ? -weight : weight;
    blend.real = blend.real + w * q;
    blend.dual = blend.dual + w * quaternion_product({t.x, t.y, t.z, 0}, q);
    if (pivot == Pivot::running_sum) leader = blend.real;
  }
  return blend;
}

/// The first phase: scale and shear, blended linearly.
Vertex stretch(const Influences& influences, const std::vector<Mat3>& stretches, const Vertex& v) {
  Mat3 blend{};
  for (const auto& [joint, weight] : weighted(influences))
    blend = blend + weight * stretches[index(joint)];
  return {blend * v.position, normal_matrix(blend) * v.normal, blend * v.tangent};
}

}  // namespace

Vertex dual_quaternion(const Influences& influences, const std::vector<Motion>& motions,
                       const std::vector<Mat3>& stretches, const Vertex& rest, Pivot pivot) {
  if (weighted(influences).empty()) return rest;  // no weight: no output
  const Vertex v = stretches.empty() ? rest : stretch(influences, stretches, rest);
  const MotionBlend blend = blend_motions(influences, motions, pivot);
  if (length(blend.real) == 0) return rest;  // the quaternions cancel: no output
  const double scale = 1 / length(blend.real);
  const Quat r = scale * blend.real;
  const Quat t = quaternion_product(scale * blend.dual, {-r.x, -r.y, -r.z, r.w});
  return {rotate(r, v.position) + Vec3{t.x, t.y, t.z}, course::normalize(rotate(r, v.normal)),
          course::normalize(rotate(r, v.tangent))};
}

// --- 15. Centres of rotation ---

namespace {

/// Linear blending with motions: sum_i w_i (q_i(x) + t_i).
Vertex blend_linearly(const Influences& influences, const std::vector<Motion>& motions, const Vertex& v) {
  Vertex sum;
  for (const auto& [joint, weight] : weighted(influences)) {
    const auto& [q, t] = motions[index(joint)];
    sum.position = sum.position + weight * (rotate(q, v.position) + t);
    sum.normal = sum.normal + weight * rotate(q, v.normal);
    sum.tangent = sum.tangent + weight * rotate(q, v.tangent);
  }
  return {sum.position, course::normalize(sum.normal), course::normalize(sum.tangent)};
}

}  // namespace

Vertex centre_of_rotation(const Influences& influences, const std::vector<Motion>& motions,
                          const Vec3* centre, const Vertex& v, Pivot pivot) {
  if (!centre || weighted(influences).empty()) return blend_linearly(influences, motions, v);
  const Quat q = normalize(blend_motions(influences, motions, pivot).real);
  const Vec3 moved_centre = blend_linearly(influences, motions, {*centre, {}, {}}).position;
  return {rotate(q, v.position - *centre) + moved_centre, course::normalize(rotate(q, v.normal)),
          course::normalize(rotate(q, v.tangent))};
}

}  // namespace course
