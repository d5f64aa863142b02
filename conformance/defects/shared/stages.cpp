// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/shared/stages.h"

#include "conformance/defects/shared/change.h"
#include "reference/algorithms.h"
#include "reference/morph/shared/posed_targets.h"
#include "reference/skinning/shared/entry.h"

namespace bindpose::conformance {
namespace {

/// Relative float32 error to allow for a stage that is computed in double.
constexpr double stage_error = 0x1p-20;

Affines rigids_of(const Array::Reals& rotations, const Array::Reals& translations) {
  Affines maps;
  for (std::size_t j = 0; 4 * j + 4 <= rotations.size(); ++j) {
    const double* t = translations.data() + 3 * j;
    maps.push_back({quaternion_at(rotations.data() + 4 * j).toRotationMatrix(), {t[0], t[1], t[2]}});
  }
  return maps;
}

/// True for methods that move a mesh by a palette.
bool is_skinning(const Algorithm& algorithm) {
  return algorithm.family == "skinning" || algorithm.family == "surface" ||
         algorithm.id == "morph.then-skin" || (algorithm.family == "examples" && algorithm.id != "rbf");
}

/// Adds the values that follow from a pose and that level palette receives: weights of examples,
/// the drive of a shape.
void add_driven(const Question& question, Question& changed) {
  for (const char* name : {"example_weights", "theta", "pose_features"}) {
    if (question.algorithm->implementation.declaration.find_input(name) == nullptr ||
        question.arrays.has(name))
      continue;
    const auto right = question.algorithm->implementation.in_double(question.arrays, question.options);
    const ResultArray<double>* stage = right ? right->find(name) : nullptr;
    if (stage != nullptr) changed.arrays.put({name, stage->shape, stage->values});
    declare_computed(changed, {name});
  }
}

/// Chooses the sign of each rotation that is closer to the right output, because a matrix has no
/// sign.
void keep_signs(const Question& question, Question& changed) {
  const auto right = question.algorithm->implementation.in_double(question.arrays, question.options);
  if (!right) return;
  const std::vector<double>& rotations = right->find("world_rotations")->values;
  change_rows(changed.arrays, "local_rotations", 4, [&](double* row, std::size_t j) {
    Eigen::Map<Vec4<double>> q(row);
    if (q.dot(Eigen::Map<const Vec4<double>>(rotations.data() + 4 * j)) < 0) q = -q;
  });
}

}  // namespace

void declare_computed(Question& question, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (Array* array = question.arrays.find(name)) {
      array->uncertainty.clear();
      for (const double x : array->reals())
        array->uncertainty.push_back(stage_error * std::fabs(x));
    }
}

Affines affines_of(const Array::Reals& rows) {
  Affines maps;
  for (std::size_t i = 0; i + 12 <= rows.size(); i += 12)
    maps.push_back(affine_at(rows.data() + i));
  return maps;
}

Array::Reals rows_of(const Affines& maps) {
  Array::Reals rows(12 * maps.size());
  for (std::size_t j = 0; j < maps.size(); ++j)
    put_affine(rows.data() + 12 * j, maps[j]);
  return rows;
}

Affine<double> read_by_rows(const Affine<double>& A) {
  return {A.linear.transpose(), Vec3<double>::Zero()};
}

Affine<double> read_by_columns(const Affine<double>& A) {
  const Array::Reals rows = rows_of({A});
  Affine<double> read;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c)
      read.linear(r, c) = rows[static_cast<std::size_t>(3 * c + r)];
    read.translation[r] = rows[static_cast<std::size_t>(9 + r)];
  }
  return read;
}

Affines matrices_of(const ArraySet& arrays, const std::string& matrices, const std::string& rigids) {
  if (const Array* array = arrays.find(matrices)) return affines_of(array->reals());
  const Array* rotations = arrays.find(rigids + "_rotations");
  const Array* translations = arrays.find(rigids + "_translations");
  if (rotations == nullptr || translations == nullptr) return {};
  return rigids_of(rotations->reals(), translations->reals());
}

Array::Integers parents_of(const ArraySet& arrays) {
  const Array* parents = arrays.find("parents");
  return parents == nullptr || parents->is_real() ? Array::Integers{} : parents->integers();
}

Affines stage_of(const Question& question, std::string_view name) {
  const auto right = question.algorithm->implementation.in_double(question.arrays, question.options);
  const ResultArray<double>* stage = right ? right->find(name) : nullptr;
  return stage == nullptr ? Affines{} : affines_of(stage->values);
}

Affines locals_of(const Question& question) {
  const ArraySet& arrays = question.arrays;
  if (question.algorithm->id == "fk.dof") return stage_of(question, "locals");
  Affines maps;
  if (question.algorithm->id == "fk.product") {
    maps = affines_of(arrays.find("rest")->reals());
    for (std::size_t j = 0; j < maps.size(); ++j)
      maps[j].linear *= quaternion_at(arrays.find("rotations")->reals().data() + 4 * j).toRotationMatrix();
    return maps;
  }
  const Array* parents = arrays.find("parents");
  if (parents == nullptr || !arrays.has("local_translations")) return {};
  const auto locals = bindpose::skinning::posed_locals<double>(arrays, parents->shape[0]);
  for (std::size_t j = 0; locals && j < locals->size(); ++j)
    maps.push_back(affine_from_local((*locals)[j]));
  return maps;
}

Affine<double> parent_times_child(const Affine<double>& parent, const Affine<double>& local) {
  return parent * local;
}

Affines worlds_of(const Array::Integers& parents, const Affines& locals, Product product) {
  Affines world = locals;
  if (parents.size() != locals.size()) return {};
  for (const std::size_t j : topological_order({parents.begin(), parents.end()}))
    if (parents[j] >= 0) world[j] = product(world[static_cast<std::size_t>(parents[j])], locals[j]);
  return world;
}

Affines worlds_of(const Question& question, Product product) {
  return worlds_of(parents_of(question.arrays), locals_of(question), product);
}

Affines palette_of(const Question& question) {
  Affines palette = matrices_of(question.arrays, "palette", "palette");
  if (!palette.empty()) return palette;
  palette = worlds_of(question);
  if (question.algorithm->id == "rigid-parts") return palette;
  const Affines inverse = inverse_binds_of(question.arrays);
  if (inverse.size() != palette.size()) return {};
  for (std::size_t j = 0; j < palette.size(); ++j)
    palette[j] = palette[j] * inverse[j];
  return palette;
}

Question with_sampled_weights(const Question& question) {
  const auto tracks = read_tracks(question.arrays, parents_of(question.arrays).size());
  if (!tracks || tracks->empty()) return question;
  const double time = question.arrays.find("time")->reals()[0];
  const auto weights = bindpose::morph::sampled_weights<double>(*tracks, time);
  if (!weights) return question;
  std::vector<TrackOfJoint> others = *tracks;
  std::erase_if(others, [](const TrackOfJoint& each) { return each.path == TrackOfJoint::Path::weights; });
  Question changed = question;
  *reals_of(changed.arrays, "target_weights") = *weights;
  changed.arrays = without(changed.arrays, {"track", "time"});
  if (!others.empty()) add_tracks(changed.arrays, others, time);
  declare_computed(changed, {"target_weights"});
  return changed;
}

Changed with_palette(const Question& question, const Affines& palette) {
  if (!is_skinning(*question.algorithm) || palette.empty()) return std::nullopt;
  Question changed = with_sampled_weights(question);
  const bool rigid =
      question.arrays.has("inverse_bind_rotations") || question.arrays.has("palette_rotations");
  changed.level = Level::palette;
  changed.arrays =
      without(changed.arrays, {"local_", "inverse_bind", "track", "time", "palette_rot", "palette_tr"});
  if (rigid) {
    Array::Reals rotations(4 * palette.size()), translations(3 * palette.size());
    for (std::size_t j = 0; j < palette.size(); ++j) {
      put_quaternion(rotations.data() + 4 * j, Quat<double>(palette[j].linear));
      for (std::size_t c = 0; c < 3; ++c)
        translations[3 * j + c] = palette[j].translation[static_cast<int>(c)];
    }
    changed.arrays.add("palette_rotations", {palette.size(), 4}, std::move(rotations));
    changed.arrays.add("palette_translations", {palette.size(), 3}, std::move(translations));
    declare_computed(changed, {"palette_rotations", "palette_translations"});
    add_driven(question, changed);
    return changed;
  }
  changed.arrays.put(Array{"palette", {palette.size(), 3, 4}, rows_of(palette)});
  declare_computed(changed, {"palette"});
  add_driven(question, changed);
  return changed;
}

Changed with_worlds(const Question& question, const Affines& world) {
  if (world.empty()) return std::nullopt;
  const std::string_view id = question.algorithm->id;
  if (is_skinning(*question.algorithm)) {
    if (id == "rigid-parts") return with_palette(question, world);
    const Affines inverse = inverse_binds_of(question.arrays);
    if (inverse.size() != world.size()) return std::nullopt;
    Affines palette;
    for (std::size_t j = 0; j < world.size(); ++j)
      palette.push_back(world[j] * inverse[j]);
    return with_palette(question, palette);
  }
  if (id == "fk.product") return as_palette(question, world, stage_of(question, "bone_from_model"));
  if (id == "skeleton.bones") {  // needs the parents
    const Array::Integers parents = parents_of(question.arrays);
    Affines locals = world;
    for (std::size_t j = 0; j < locals.size(); ++j)
      if (parents[j] >= 0) locals[j] = inverse_of(world[static_cast<std::size_t>(parents[j])]) * world[j];
    return with_locals(question, locals);
  }
  if (id != "fk.matrix" && id != "fk.quaternion" && id != "fk.dof") return std::nullopt;
  Question changed = question;
  Array::Integers* parents = integers_of(changed.arrays, "parents");
  std::fill(parents->begin(), parents->end(), -1);
  Changed answered = with_locals(changed, world);
  if (id == "fk.quaternion" && answered) keep_signs(question, *answered);
  return answered;
}

Changed with_locals(const Question& question, const Affines& locals) {
  if (locals.empty()) return std::nullopt;
  const std::size_t count = locals.size();
  Question changed = question;
  if (question.algorithm->id == "fk.dof") {  // fixed joints
    changed.arrays.put({"offsets", {count, 3, 4}, rows_of(locals)});
    changed.arrays.put({"joint_types", {count}, Array::Integers(count, 0)});
    changed.arrays.put({"dof_values", {0}, Array::Reals{}});
    changed.arrays.put({"dof_limits", {0, 2}, Array::Reals{}});
    changed.arrays.put({"dof_axes", {0, 3}, Array::Reals{}});
    declare_computed(changed, {"offsets"});
    return changed;
  }
  if (question.algorithm->id == "fk.quaternion") {
    change_rows(changed.arrays, "local_rotations", 4,
                [&](double* row, std::size_t j) { put_quaternion(row, Quat<double>(locals[j].linear)); });
    change_rows(changed.arrays, "local_translations", 3,
                [&](double* row, std::size_t j) { std::copy_n(locals[j].translation.data(), 3, row); });
    declare_computed(changed, {"local_rotations", "local_translations"});
    return changed;
  }
  if (question.algorithm->id == "fk.product" || !question.arrays.has("local_translations"))
    return std::nullopt;
  if (question.arrays.has("tracks"))
    return with_worlds(question, worlds_of(parents_of(question.arrays), locals));
  if (question.arrays.has("inverse_bind_rotations"))
    return with_worlds(question, worlds_of(parents_of(question.arrays), locals));
  changed.arrays.put({"local_matrices", {count, 3, 4}, rows_of(locals)});
  changed.arrays.put({"local_is_matrix", {count}, Array::Integers(count, 1)});
  declare_computed(changed, {"local_matrices"});
  return changed;
}

Changed as_palette(const Question& question, const Affines& world, const Affines& inverse_binds) {
  if (world.empty() || world.size() != inverse_binds.size()) return std::nullopt;
  Question changed = question;
  changed.algorithm = find_algorithm("skeleton.palette");
  changed.options = {};
  changed.arrays = {};
  changed.arrays.add("world", {world.size(), 3, 4}, rows_of(world));
  changed.arrays.add("inverse_binds", {world.size(), 3, 4}, rows_of(inverse_binds));
  declare_computed(changed, {"world", "inverse_binds"});
  return changed;
}

}  // namespace bindpose::conformance
