// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <initializer_list>
#include <utility>

#include "conformance/judge/mistake_lists.h"
#include "reference/model/rows.h"
#include "reference/skinning/shared/entry.h"

namespace bindpose::conformance {
namespace {

using Changed = std::optional<Question>;

/// What the float32 evaluation of a stage that was computed in double may have added, of every number.
constexpr double stage_error = 0x1p-20;

/// Declares the arrays as computed.
void declare(Question& question, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (Array* array = question.arrays.find(name)) array->relative_error = stage_error;
}

std::vector<Affine<double>> affines_of(const Array::Reals& rows) {
  std::vector<Affine<double>> maps;
  for (std::size_t i = 0; i + 12 <= rows.size(); i += 12)
    maps.push_back(affine_at(rows.data() + i));
  return maps;
}

std::vector<Affine<double>> rigids_of(const Array::Reals& rotations, const Array::Reals& translations) {
  std::vector<Affine<double>> maps;
  for (std::size_t j = 0; 4 * j + 4 <= rotations.size(); ++j) {
    const double* t = translations.data() + 3 * j;
    maps.push_back({quaternion_at(rotations.data() + 4 * j).toRotationMatrix(), {t[0], t[1], t[2]}});
  }
  return maps;
}

/// Matrices of a question, in whichever form it has them; none if it has none.
std::vector<Affine<double>> matrices_of(const ArraySet& arrays, const std::string& matrices,
                                        const std::string& rigids) {
  if (const Array* array = arrays.find(matrices)) return affines_of(array->reals());
  const Array* rotations = arrays.find(rigids + "_rotations");
  const Array* translations = arrays.find(rigids + "_translations");
  if (rotations == nullptr || translations == nullptr) return {};
  return rigids_of(rotations->reals(), translations->reals());
}

/// A skinning question at palette level with this palette, in the form that its algorithm takes.
Changed with_palette(const Question& question, const std::vector<Affine<double>>& palette) {
  if (question.algorithm->family != "skinning" || palette.empty()) return std::nullopt;
  Question changed = question;
  const bool rigid =
      question.arrays.has("inverse_bind_rotations") || question.arrays.has("palette_rotations");
  changed.level = Level::palette;
  changed.arrays =
      without(question.arrays, {"local_", "inverse_bind", "track", "time", "palette_rot", "palette_tr"});
  if (rigid) {
    Array::Reals rotations(4 * palette.size()), translations(3 * palette.size());
    for (std::size_t j = 0; j < palette.size(); ++j) {
      put_quaternion(rotations.data() + 4 * j, Quat<double>(palette[j].linear));
      for (std::size_t c = 0; c < 3; ++c)
        translations[3 * j + c] = palette[j].translation[static_cast<int>(c)];
    }
    changed.arrays.add("palette_rotations", {palette.size(), 4}, std::move(rotations));
    changed.arrays.add("palette_translations", {palette.size(), 3}, std::move(translations));
    declare(changed, {"palette_rotations", "palette_translations"});
    return changed;
  }
  Array rows{"palette", {palette.size(), 3, 4}, Array::Reals(12 * palette.size())};
  for (std::size_t j = 0; j < palette.size(); ++j)
    put_affine(std::get<Array::Reals>(rows.data).data() + 12 * j, palette[j]);
  changed.arrays.put(std::move(rows));
  declare(changed, {"palette"});
  return changed;
}

Changed bind_pose_returned(const Question& question) {
  std::size_t joints = 0;
  for (const char* name : {"palette", "palette_rotations", "parents"})
    if (const Array* array = question.arrays.find(name)) joints = std::max(joints, array->shape[0]);
  return with_palette(question, std::vector<Affine<double>>(joints));
}

/// The local transforms of a question at pose level as maps; none if it has none.
std::vector<Affine<double>> locals_of(const ArraySet& arrays) {
  const Array* parents = arrays.find("parents");
  if (parents == nullptr || !arrays.has("local_translations")) return {};
  const auto locals = bindpose::skinning::posed_locals<double>(arrays, parents->shape[0]);
  std::vector<Affine<double>> maps;
  for (std::size_t j = 0; locals && j < locals->size(); ++j)
    maps.push_back(affine_from_local((*locals)[j]));
  return maps;
}

using Product = Affine<double> (*)(const Affine<double>& parent, const Affine<double>& local);

/// World transforms by a rule of how a parent's and a local transform go together.
std::vector<Affine<double>> worlds_of(const ArraySet& arrays, Product product) {
  std::vector<Affine<double>> world = locals_of(arrays);
  const std::vector<Affine<double>> local = world;
  const Array* parents = arrays.find("parents");
  if (world.empty() || parents->is_real()) return {};
  std::vector<bool> known(world.size(), false);
  // A joint a round at least, whatever order they are listed in.
  for (std::size_t round = 0; round < world.size(); ++round)
    for (std::size_t j = 0; j < world.size(); ++j) {
      const std::int32_t p = parents->integers()[j];
      if (known[j] || (p >= 0 && !known[static_cast<std::size_t>(p)])) continue;
      if (p >= 0) world[j] = product(world[static_cast<std::size_t>(p)], local[j]);
      known[j] = true;
    }
  return world;
}

Affine<double> parent_times_child(const Affine<double>& parent, const Affine<double>& local) {
  return parent * local;
}
Affine<double> child_times_parent(const Affine<double>& parent, const Affine<double>& local) {
  return local * parent;
}
/// Rotations are passed on, positions only added.
Affine<double> offset_not_turned(const Affine<double>& parent, const Affine<double>& local) {
  return {parent.linear * local.linear, parent.translation + local.translation};
}

/// The same question with its world transforms made by another rule.
Changed with_worlds(const Question& question, Product product) {
  std::vector<Affine<double>> world = worlds_of(question.arrays, product);
  if (world.empty()) return std::nullopt;
  if (question.algorithm->family == "skinning") {
    if (question.algorithm->id != "rigid-parts") {
      const auto inverse = matrices_of(question.arrays, "inverse_binds", "inverse_bind");
      if (inverse.size() != world.size()) return std::nullopt;
      for (std::size_t j = 0; j < world.size(); ++j)
        world[j] = world[j] * inverse[j];
    }
    return with_palette(question, world);
  }
  // Bone segments need the parents.
  if (question.algorithm->id != "fk.matrix" && question.algorithm->id != "fk.quaternion") return std::nullopt;
  Question changed = question;
  Array::Integers* parents = integers_of(changed.arrays, "parents");
  std::fill(parents->begin(), parents->end(), -1);
  if (question.algorithm->id == "fk.quaternion") {
    change_rows(changed.arrays, "local_rotations", 4,
                [&world](double* row, std::size_t j) { put_quaternion(row, Quat<double>(world[j].linear)); });
    change_rows(changed.arrays, "local_translations", 3, [&world](double* row, std::size_t j) {
      for (int c = 0; c < 3; ++c)
        row[c] = world[j].translation[c];
    });
    declare(changed, {"local_rotations", "local_translations"});
    return changed;
  }
  Array matrices{"local_matrices", {world.size(), 3, 4}, Array::Reals(12 * world.size())};
  for (std::size_t j = 0; j < world.size(); ++j)
    put_affine(std::get<Array::Reals>(matrices.data).data() + 12 * j, world[j]);
  changed.arrays.put(std::move(matrices));
  changed.arrays.put({"local_is_matrix", {world.size()}, Array::Integers(world.size(), 1)});
  declare(changed, {"local_matrices"});
  return changed;
}

Changed fk_child_times_parent(const Question& question) {
  return with_worlds(question, child_times_parent);
}
Changed fk_offset_not_turned(const Question& question) {
  return with_worlds(question, offset_not_turned);
}

Changed ibm_wrong_side(const Question& question) {
  if (question.algorithm->id == "skeleton.palette") {
    Question changed = question;
    Array* world = changed.arrays.find("world");
    Array* inverse = changed.arrays.find("inverse_binds");
    if (world == nullptr || inverse == nullptr) return std::nullopt;
    std::swap(world->data, inverse->data);
    return changed;
  }
  const auto inverse = matrices_of(question.arrays, "inverse_binds", "inverse_bind");
  std::vector<Affine<double>> world = worlds_of(question.arrays, parent_times_child);
  if (inverse.empty() || inverse.size() != world.size()) return std::nullopt;
  for (std::size_t j = 0; j < world.size(); ++j)
    world[j] = inverse[j] * world[j];
  return with_palette(question, world);
}

/// Pose level; palette level needs no stages.
Changed palette_transposed(const Question& question) {
  if (question.arrays.has("palette") || question.arrays.has("palette_rotations")) return std::nullopt;
  std::vector<Affine<double>> palette = worlds_of(question.arrays, parent_times_child);
  const auto inverse = matrices_of(question.arrays, "inverse_binds", "inverse_bind");
  for (std::size_t j = 0; j < palette.size(); ++j) {
    if (j < inverse.size()) palette[j] = palette[j] * inverse[j];
    palette[j].linear.transposeInPlace();
  }
  return with_palette(question, palette);
}

Mistake mistake(std::string_view slug, std::string_view sentence, Changed (*transform)(const Question&)) {
  return {slug, sentence, transform, true, nullptr};
}

}  // namespace

std::vector<Mistake> stage_mistakes() {
  return {
      mistake("bind-pose-returned", "your output equals the rest mesh: nothing moves", bind_pose_returned),
      mistake("ibm-wrong-side",
              "your output equals what one gets when the inverse bind matrix stands on the wrong side: world "
              "transform times inverse bind matrix is wanted",
              ibm_wrong_side),
      mistake("fk-child-times-parent",
              "your output equals what one gets when a joint's local transform is multiplied from the wrong "
              "side: parent's world transform times local transform is wanted",
              fk_child_times_parent),
      mistake("fk-offset-not-turned",
              "your output equals what one gets when a joint's translation is added to its parent's position "
              "without being turned by its parent",
              fk_offset_not_turned),
      mistake(
          "palette-transposed",
          "your output equals what one gets when the 3 by 3 parts of the skinning matrices are transposed",
          palette_transposed),
  };
}

const std::vector<Mistake>& known_mistakes() {
  static const std::vector<Mistake> all = [] {
    std::vector<Mistake> mistakes = answer_mistakes();
    for (const auto& more : {stage_mistakes(), input_mistakes(), method_mistakes()})
      mistakes.insert(mistakes.end(), more.begin(), more.end());
    return mistakes;
  }();
  return all;
}

}  // namespace bindpose::conformance
