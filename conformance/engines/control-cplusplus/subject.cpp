// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The control of the adapters in C++: the same shape as theirs, with a right implementation in the place of the engine. What GLM
// and Eigen are asked by maths.h it is asked by maths.h, too. What fails here is the judge's mistake, or that of adapter.h and
// maths.h.
#include <cmath>

#include "file.h"
#include "skin.h"

namespace control {
namespace {

/// What maths.h answers.
template <void (*answer)(engines::Arrays&)>
void by_library(Question& question) {
  answer(question);
}

Mesh mesh_of(const Question& question) {
  Mesh mesh;
  mesh.positions = question.numbers("positions");
  if (question.has("normals")) mesh.normals = question.numbers("normals");
  if (question.has("tangents")) mesh.tangents = question.numbers("tangents");
  mesh.slots = question.extent("joints", 1);
  mesh.joints = question.integers("joints");
  return mesh;
}

void put_mesh(Question& question, const Mesh& mesh, const std::vector<Matrix>& palette) {
  Mesh carried;
  append_carried(carried, mesh, blended(mesh, palette, question),
                 question.asks("normal_rule", "inverse-transpose"));
  question.put("positions", carried.positions);
  question.put("normals", carried.normals);
  question.put("tangents", carried.tangents);
}

/// The palette that is given, or that of a pose; without inverse binds a part is stored in its joint's space.
std::vector<Matrix> palette_of(Question& question) {
  if (question.has("palette")) return engines::matrices<Library>(question, "palette");
  const std::vector<Matrix> world = world_matrices(pose_of(question), question);
  engines::put_matrices<Library>(question, "world", world);
  if (!question.has("inverse_binds")) return world;
  const auto palette =
      engines::products<Library>(world, engines::matrices<Library>(question, "inverse_binds"));
  engines::put_matrices<Library>(question, "palette", palette);
  return palette;
}

void answer_stitching(Question& question) {
  const std::vector<Matrix> palette = palette_of(question);
  put_mesh(question, mesh_of(question), palette);
}

/// By maths.h where it has what is asked: no tracks, the usual conventions.
void answer_linear_blend(Question& question) {
  const bool usual = !question.has("tracks") && !question.asks("influences_kept", "four-largest") &&
                     !question.asks("weight_sum", "renormalised") &&
                     !question.asks("zero_sum", "first-joint") && !question.asks("zero_sum", "rest") &&
                     !question.asks("rotations", "kept-unit") &&
                     !question.asks("scale_inheritance", "without-shear");
  if (usual && question.has("weights")) return engines::answer_linear_blend<Library>(question);
  Mesh mesh = mesh_of(question);
  if (question.has("weights")) mesh.weights = question.numbers("weights");
  put_mesh(question, mesh, palette_of(question));
}

void answer_fk_matrix(Question& question) {
  engines::put_matrices<Library>(question, "world", world_matrices(pose_of(question), question));
}

/// Without a scale it is the chain without shear.
void answer_fk_quaternion(Question& question) {
  const Pose pose = kept(pose_of(question), question);
  Numbers rotations, translations;
  for (const Joint& joint : world_joints(pose)) {
    append(rotations, joint.q);
    append(translations, joint.t);
  }
  question.put("world_rotations", rotations);
  question.put("world_translations", translations);
}

void answer_bones(Question& question) {
  const Pose pose = pose_of(question);
  const std::vector<Matrix> world = world_matrices(pose, question);
  Numbers bones;
  for (std::size_t j = 0; j < pose.size(); ++j)
    if (pose[j].parent >= 0)
      for (const Matrix& end : {world[j], world[pose[j].parent]})
        append(bones, Vector{end[3], end[7], end[11]});
  engines::put_matrices<Library>(question, "world", world);
  question.put("bones", bones);
}

void answer_nlerp(Question& question) {
  const Numbers a = question.numbers("a"), b = question.numbers("b"), t = question.numbers("t");
  Numbers values;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const Quaternion from = row<4>(&a[4 * i]), to = row<4>(&b[4 * i]);
    append(values, unit(mix(from, 1.0 - t[i], to, dot(from, to) < 0 ? -t[i] : t[i])));
  }
  question.put("values", values);
}

template <Interpolation kind>
void answer_track(Question& question) {
  const int path = question.integers("is_rotation").at(0) != 0 ? rotation : translation;
  const Track track{0, path, kind, question.numbers("times"), question.numbers("values")};
  Numbers values;
  for (const double t : question.numbers("t"))
    for (const double x : sampled(track, t))
      values.push_back(static_cast<float>(x));
  question.put("values", values);
}

/// Each vertex has a track of its own.
void answer_vertex_track(Question& question) {
  const double time = question.numbers("time").at(0);
  for (const char* name : {"positions", "normals"}) {
    const std::string keys = std::string("key_") + name;
    if (!question.has(keys)) continue;
    const Numbers values = question.numbers(keys);
    const std::size_t each = 3 * question.extent(keys, 1);
    Numbers found;
    for (std::size_t begin = 0; begin < values.size(); begin += each) {
      const Track track{
          0, translation, linear, question.numbers("key_times"), {&values[begin], &values[begin] + each}};
      const Vector value = row<3>(sampled(track, time).data());
      append(found, keys == "key_normals" ? unit(value) : value);
    }
    question.put(name, found);
  }
}

/// Between which key poses, and how far, a looped sequence is.
struct Between {
  std::size_t from, to;
  double share;
};

Between between_poses(const Question& question) {
  const Numbers times = question.numbers("times");
  const double period = question.numbers("period").at(0), t = question.numbers("t").at(0);
  const double phase = t - period * std::floor(t / period), first = times.front(), last = times.back();
  const bool holds = question.asks("before_first_key", "holds");
  const std::size_t next = std::upper_bound(times.begin(), times.end(), phase) - times.begin();
  if (next == 0 && holds) return {0, 0, 0};
  if (next > 0 && next < times.size())
    return {next - 1, next, (phase - times[next - 1]) / (double(times[next]) - times[next - 1])};
  const double passed = next == 0 ? period - last + phase : phase - last;
  return {times.size() - 1, 0, passed / (period - last + (holds ? 0 : first))};
}

void answer_pose_loop(Question& question) {
  const auto [from, to, share] = between_poses(question);
  const Numbers t = question.numbers("translations"), q = question.numbers("rotations");
  const std::size_t joints = question.extent("translations", 1);
  Numbers translations, rotations;
  for (std::size_t j = 0; j < joints; ++j) {
    const std::size_t a = from * joints + j, b = to * joints + j;
    append(translations, mix(row<3>(&t[3 * a]), 1 - share, row<3>(&t[3 * b]), share));
    append(rotations, slerp(row<4>(&q[4 * a]), row<4>(&q[4 * b]), share));
  }
  question.put("translations", translations);
  question.put("rotations", rotations);
}

#define ROTATIONS "rotations=as-given,kept-unit "
#define JOINTS "scale_inheritance=with-shear,without-shear " ROTATIONS
#define WEIGHTS                                                                    \
  "normal_rule=direction tangent_rule=direction weight_sum=as-given,renormalised " \
  "zero_sum=origin,first-joint,rest "                                              \
  "influences_kept=all,four-largest "
#define PARTS "normal_rule=direction,inverse-transpose tangent_rule=direction "

constexpr engines::Answer<Question> answers[] = {
    engines::offers("fk.matrix", "pose", JOINTS, answer_fk_matrix),
    engines::offers("fk.quaternion", "pose", ROTATIONS, answer_fk_quaternion),
    engines::offers("skeleton.bones", "pose", JOINTS, answer_bones),
    engines::offers("skeleton.inverse-bind", "pose", nullptr,
                    by_library<engines::answer_inverse_bind<Library>>),
    engines::offers("skeleton.palette", "pose", nullptr, by_library<engines::answer_palette<Library>>),
    engines::offers("interp.lerp", "pose", "range=any", by_library<engines::answer_lerp<Library>>),
    engines::offers("interp.nlerp", "pose", nullptr, answer_nlerp),
    engines::offers("interp.slerp", "pose", nullptr, by_library<engines::answer_slerp<Library>>),
    engines::offers("anim.step", "pose", nullptr, answer_track<step>),
    engines::offers("anim.linear", "pose", nullptr, answer_track<linear>),
    engines::offers("anim.cubicspline", "pose", nullptr, answer_track<cubic>),
    engines::offers("anim.pose-loop", "pose", "before_first_key=wraps,holds", answer_pose_loop),
    engines::offers("anim.vertex", "pose", nullptr, answer_vertex_track),
    engines::offers("lbs", "palette", WEIGHTS, answer_linear_blend),
    engines::offers("lbs", "pose", WEIGHTS JOINTS, answer_linear_blend),
    engines::offers("lbs", "asset", "normal_rule=direction tangent_rule=direction", answer_asset),
    engines::offers("stitching", "palette", PARTS, answer_stitching),
    engines::offers("stitching", "pose", PARTS JOINTS, answer_stitching),
    engines::offers("rigid-parts", "palette", PARTS, answer_stitching),
    engines::offers("rigid-parts", "pose", PARTS JOINTS, answer_stitching),
    engines::offers("rigid-parts", "asset", "normal_rule=inverse-transpose tangent_rule=direction",
                    answer_asset),
};

}  // namespace
}  // namespace control

const bindpose_subject* bindpose_subject_entry(void) {
  return engines::subject_of<control::Question, control::answers>("control, C++", ENGINE_VERSION);
}
