// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/face_patches.h"

#include <algorithm>
#include <initializer_list>

#include "reference/model/numbers_of.h"
#include "reference/model/question.h"
#include "reference/numeric/portable_angle.h"
#include "reference/scenes/scene.h"

namespace bindpose::samples {
namespace {

/// A patch under construction.
class Patch {
 public:
  explicit Patch(const FacePatch& patch) : patch_(patch) {
    for (const PatchLayer layer : layers)
      for (std::size_t a = 0; a < patch.rows; ++a)
        for (std::size_t b = 0; b < patch.columns; ++b)
          add_node(layer, a, b);
    for (std::size_t a = 0; a < patch.rows; ++a)
      for (std::size_t b = 0; b < patch.columns; ++b) {
        add_springs(a, b);
        if (a + 1 < patch.rows && b + 1 < patch.columns) add_prisms(a, b);
      }
  }

  ArraySet question() const {
    ArraySet question;
    question.add("positions", {layers_.size(), 3}, numbers_of(positions_));
    question.add("layers", {layers_.size()}, layers_).add("node_joints", {joints_.size()}, joints_);
    question.add("springs", {springs_.size() / 2, 2}, springs_);
    question.add("spring_stiffness", {stiffness_.size()}, stiffness_);
    question.add("prisms", {prisms_.size() / 6, 6}, prisms_);
    question.add("prism_stiffness", {prisms_.size() / 6}, Array::Reals(prisms_.size() / 6, patch_.kappa));
    return question;
  }

 private:
  static constexpr std::initializer_list<PatchLayer> layers = {PatchLayer::skull, PatchLayer::fascia,
                                                               PatchLayer::skin};

  void add_node(PatchLayer layer, std::size_t a, std::size_t b) {
    const double up = patch_.apart * (static_cast<double>(patch_.rows - 1) / 2 - static_cast<double>(a));
    const double right =
        patch_.apart * (static_cast<double>(b) - static_cast<double>(patch_.columns - 1) / 2);
    const double radius = 1 + 0.25 * static_cast<double>(layer);
    positions_.push_back(scenes::to_float32(
        Vec3<double>(radius * Vec3<double>(portable_sin(right) * portable_cos(up), portable_sin(up),
                                           portable_cos(right) * portable_cos(up)))));
    layers_.push_back(static_cast<std::int32_t>(layer));
    joints_.push_back(a + patch_.jaw_rows < patch_.rows ? 0 : 1);
  }

  std::int32_t node(PatchLayer layer, std::size_t a, std::size_t b) const {
    return static_cast<std::int32_t>(node_of(patch_, layer, {a, b}));
  }

  void add_spring(std::int32_t i, std::int32_t j, double k) {
    springs_.insert(springs_.end(), {i, j});
    stiffness_.push_back(k);
  }

  /// Springs to the neighbours on the right, below and diagonally, and to the layer under it.
  void add_springs(std::size_t a, std::size_t b) {
    const bool has_right = b + 1 < patch_.columns, has_below = a + 1 < patch_.rows;
    for (const PatchLayer layer : {PatchLayer::fascia, PatchLayer::skin}) {
      const double k = layer == PatchLayer::skin ? patch_.skin : patch_.fascia;
      const PatchLayer under = layer == PatchLayer::skin ? PatchLayer::fascia : PatchLayer::skull;
      if (has_right) add_spring(node(layer, a, b), node(layer, a, b + 1), k);
      if (has_below) add_spring(node(layer, a, b), node(layer, a + 1, b), k);
      if (has_right && has_below) {
        add_spring(node(layer, a, b), node(layer, a + 1, b + 1), k);
        add_spring(node(layer, a + 1, b), node(layer, a, b + 1), k);
      }
      add_spring(node(layer, a, b), node(under, a, b), patch_.between);
      if (has_right) add_spring(node(layer, a, b), node(under, a, b + 1), patch_.between);
      if (b > 0) add_spring(node(layer, a, b), node(under, a, b - 1), patch_.between);
      if (has_below) add_spring(node(layer, a, b), node(under, a + 1, b), patch_.between);
      if (a > 0) add_spring(node(layer, a, b), node(under, a - 1, b), patch_.between);
    }
  }

  void add_prisms(std::size_t a, std::size_t b) {
    PatchPlace corners[2][3] = {{{a, b}, {a + 1, b}, {a + 1, b + 1}}, {{a, b}, {a + 1, b + 1}, {a, b + 1}}};
    for (auto& triangle : corners) {
      if (patch_.is_clockwise) std::swap(triangle[1], triangle[2]);
      for (const PatchLayer layer : {PatchLayer::fascia, PatchLayer::skin})
        for (const PatchPlace& place : triangle)
          prisms_.push_back(node(layer, place.row, place.column));
    }
  }

  const FacePatch& patch_;
  std::vector<Vec3<double>> positions_;
  Array::Integers layers_, joints_, springs_, prisms_;
  Array::Reals stiffness_;
};

void add_muscles(ArraySet& question, const FacePatch& patch) {
  Array::Integers nodes;
  Array::Reals zones, starts, ends, contractions;
  for (const PatchMuscle& muscle : patch.muscles) {
    nodes.push_back(static_cast<std::int32_t>(node_of(patch, PatchLayer::skull, muscle.attachment)));
    nodes.push_back(static_cast<std::int32_t>(node_of(patch, PatchLayer::fascia, muscle.insertion)));
    zones.push_back(to_float32(muscle.zone));
    starts.push_back(to_float32(muscle.start));
    ends.push_back(to_float32(muscle.end));
    contractions.push_back(to_float32(muscle.K));
  }
  const std::size_t count = patch.muscles.size();
  question.add("muscle_nodes", {count, 2}, std::move(nodes));
  question.add("muscle_zone_angles", {count}, std::move(zones));
  question.add("muscle_falloff_starts", {count}, std::move(starts));
  question.add("muscle_falloff_ends", {count}, std::move(ends));
  question.add("muscle_contractions", {count}, std::move(contractions));
}

/// The head, and the jaw, which opens about an axis behind the patch.
void add_joints(ArraySet& question, const FacePatch& patch) {
  const Quat<double> open = scenes::rotation_about({1, 0, 0}, scenes::degrees(patch.jaw));
  const Vec3<double> pivot(0, -0.125, -0.25);
  const Rigid<double> jaw = patch.head * Rigid<double>{open, pivot - rotate(open, pivot)};
  Array::Reals rotations, translations;
  for (const Rigid<double>& motion : {patch.head, jaw}) {
    const Quat<double> q = scenes::to_float32(motion.rotation);
    const Vec3<double> t = scenes::to_float32(motion.translation);
    rotations.insert(rotations.end(), {q.x(), q.y(), q.z(), q.w()});
    translations.insert(translations.end(), t.begin(), t.end());
  }
  question.add("palette_rotations", {2, 4}, std::move(rotations));
  question.add("palette_translations", {2, 3}, std::move(translations));
}

/// A sphere under the whole patch, and a sphere of the jaw under its last rows.
void add_skull(ArraySet& question, const FacePatch& patch) {
  question.add("skull_centres", {2, 3}, Array::Reals{0, 0, 0, 0, -0.1875, 0.5625});
  question.add("skull_radii", {2}, Array::Reals{1, 0.5});
  question.add("skull_joints", {2}, Array::Integers{0, 1});
  question.add("clearance", {1}, Array::Reals{patch.clearance});
  question.add("contact_stiffness", {1}, Array::Reals{patch.contact});
}

}  // namespace

std::size_t node_of(const FacePatch& patch, PatchLayer layer, const PatchPlace& place) {
  return (static_cast<std::size_t>(layer) * patch.rows + place.row) * patch.columns + place.column;
}

ArraySet face_question(const FacePatch& patch) {
  ArraySet question = Patch(patch).question();
  add_joints(question, patch);
  add_muscles(question, patch);
  add_skull(question, patch);
  return question;
}

FacePatch sample_face_patch(std::size_t size, Random& random) {
  FacePatch patch;
  patch.rows = size < 16 ? 2 : 3;
  patch.columns = size < 24 ? 2 : size < 32 ? 3 : 4;
  patch.apart = random.uniform(0.375, 0.5);
  patch.jaw = random.uniform(0, 10);
  patch.head.rotation = random.rotation();
  patch.head.translation = random.point(0.5);
  patch.skin = random.uniform(0.75, 1.5);
  patch.fascia = random.uniform(0.75, 1.5);
  patch.between = random.uniform(4, 5);
  patch.kappa = random.uniform(1, 6);
  const std::size_t count = 1 + random.below(3);
  for (std::size_t m = 0; m < count; ++m) {
    PatchMuscle muscle;
    muscle.attachment = {0, static_cast<std::size_t>(random.below(patch.columns))};
    muscle.insertion = {patch.rows - 1, static_cast<std::size_t>(random.below(patch.columns))};
    muscle.K = random.uniform(0.0625, 0.1875);
    muscle.zone = random.uniform(0.5, 1.25);
    muscle.start = random.uniform(0.5, 0.875);
    muscle.end = random.uniform(1, 1.75);
    patch.muscles.push_back(muscle);
  }
  return patch;
}

}  // namespace bindpose::samples
