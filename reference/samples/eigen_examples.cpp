// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/eigen_examples.h"

#include <map>

#include "reference/model/numbers_of.h"
#include "reference/model/question.h"
#include "reference/model/rows.h"
#include "reference/samples/example_poses.h"

namespace bindpose::samples {
namespace {

constexpr double farthest_displaced = 0.25;
using ExamplePoints = std::vector<Vec3<double>>;

ExamplePoints random_points(std::size_t count, Random& random) {
  ExamplePoints points(count);
  for (Vec3<double>& x : points)
    x = random.point(farthest_displaced);
  return points;
}

/// Shapes that the examples of a joint share.
class SharedShapes {
 public:
  SharedShapes(std::size_t vertices, std::vector<double> falloff, Random& random)
      : V_(vertices), falloff_(std::move(falloff)), random_(random) {}

  /// An example with a new random combination of the joint's shapes.
  ExamplePoints mixed(std::size_t joint) {
    std::vector<ExamplePoints>& shapes = shapes_[joint];
    while (shapes.size() < falloff_.size())
      shapes.push_back(random_points(V_, random_));
    ExamplePoints mixed(V_, Vec3<double>::Zero());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const double share = falloff_[i] * random_.uniform(-1, 1);
      for (std::size_t v = 0; v < V_; ++v)
        mixed[v] += share * shapes[i][v];
    }
    return mixed;
  }

 private:
  std::size_t V_;
  std::vector<double> falloff_;
  Random& random_;
  std::map<std::size_t, std::vector<ExamplePoints>> shapes_;
};

/// sum_i w_i M_i of a vertex.
Affine<double> blended_in_example(const Influences& slots, std::size_t v,
                                  const std::vector<Affine<double>>& M) {
  Affine<double> B{Mat3<double>::Zero(), Vec3<double>::Zero()};
  for (std::size_t i = v * slots.width; i < (v + 1) * slots.width; ++i) {
    B.linear += slots.weights[i] * M[slots.joints[i]].linear;
    B.translation += slots.weights[i] * M[slots.joints[i]].translation;
  }
  return B;
}

Expected<std::vector<Affine<double>>> skinning_matrices_of(const scenes::Scene& scene) {
  BINDPOSE_TRY(const ArraySet question, scenes::palette_question(scene));
  return *read_affines<double>(question, "palette");
}

void append_quaternion(Array::Reals& numbers, const Quat<double>& q, double sign) {
  for (const double x : {q.x(), q.y(), q.z(), q.w()})
    numbers.push_back(sign * x);
}

}  // namespace

void turn_joints(scenes::Scene& scene, const std::vector<JointTurnedBy>& turns) {
  for (const JointTurnedBy& turn : turns) {
    Quat<double>& rotation = scene.pose.locals[turn.joint].trs.rotation;
    const Quat<double> by = scenes::rotation_about(turn.axis, scenes::degrees(turn.degrees));
    rotation = scenes::to_float32(Quat<double>(rotation * by));
  }
}

namespace {

/// Examples, one after the other.
struct PosedExamples {
  std::vector<std::vector<Affine<double>>> palettes;
  ExamplePoints positions, normals;
  Array::Reals rotations;
  Array::Integers joints;

  Expected<void> append_example(const scenes::Scene& rest, const JointTurnedBy& turn, const ExamplePoints& d,
                                const ExamplePoints& dn) {
    scenes::Scene example = rest;
    turn_joints(example, {turn});
    BINDPOSE_TRY(const auto M, skinning_matrices_of(example));
    const Mesh& mesh = rest.rig.mesh;
    for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
      const Affine<double> B = blended_in_example(rest.rig.influences, v, M);
      const Vec3<double> x = mesh.positions[v] + d[v], n = B.linear * (mesh.normals[v] + dn[v]);
      positions.push_back(scenes::to_float32(Vec3<double>(B * x)));
      normals.push_back(scenes::to_float32(Vec3<double>(n.normalized())));
    }
    append_quaternion(rotations, example.pose.locals[turn.joint].trs.rotation,
                      joints.size() % 2 == 0 ? 1 : -1);
    joints.push_back(static_cast<std::int32_t>(turn.joint));
    palettes.push_back(M);
    return {};
  }
};

}  // namespace

Expected<ArraySet> eigenskin_from_examples(const SingleJointExamples& asked, const Array::Integers& ranks,
                                           Random& random) {
  scenes::Scene posed = asked.rest;
  turn_joints(posed, asked.pose);
  BINDPOSE_TRY(ArraySet question, scenes::pose_question(posed));
  const std::size_t V = asked.rest.rig.mesh.vertex_count(), P = asked.examples.size(), J = ranks.size();
  SharedShapes displaced(V, asked.falloff, random), turned(V, asked.falloff, random);
  PosedExamples all;
  for (const JointTurnedBy& turn : asked.examples) {
    const ExamplePoints d = displaced.mixed(turn.joint), dn = turned.mixed(turn.joint);
    BINDPOSE_CHECK(all.append_example(asked.rest, turn, d, dn));
  }
  Array::Reals rests;
  std::vector<Affine<double>> by_joint;
  for (std::size_t j = 0; j < J; ++j) {
    append_quaternion(rests, asked.rest.pose.locals[j].trs.rotation, 1);
    for (const std::vector<Affine<double>>& M : all.palettes)
      by_joint.push_back(M[j]);
  }
  question.add("example_joints", {P}, std::move(all.joints));
  question.add("example_positions", {P, V, 3}, numbers_of(all.positions));
  if (question.has("normals")) question.add("example_normals", {P, V, 3}, numbers_of(all.normals));
  add_example_palettes(question, J, by_joint);
  question.add("ranks", {J}, ranks);
  question.add("rest_rotations", {J, 4}, std::move(rests));
  question.add("example_rotations", {P, 4}, std::move(all.rotations));
  question.add("sigma", {1}, Array::Reals{asked.sigma});
  if (asked.threshold >= 0) question.add("threshold", {1}, Array::Reals{asked.threshold});
  return question;
}

}  // namespace bindpose::samples
