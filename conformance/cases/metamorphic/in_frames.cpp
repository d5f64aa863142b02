// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "conformance/cases/metamorphic/frames.h"
#include "conformance/cases/metamorphic/relations.h"
#include "reference/hierarchy/shared/dof_joint.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace frames {
namespace {

/// An input in other frames, under construction. Numbers are double until they are stored.
class InFrames {
 public:
  InFrames(const Question& question, const ArraySet& arrays, const Frames& g)
      : question_(question),
        declaration_(question.algorithm->implementation.declaration),
        old_(arrays),
        g_(g) {}

  Expected<ChangedQuestion> make() {
    changed_.second = old_;
    for (const ArrayDeclaration& declared : declaration_.inputs)
      if (!declared.is_read_elsewhere && old_.has(declared.name)) change(declared);
    change_dofs();
    change_hinges();
    change_tracks();
    change_drives();
    if (is_same()) return does_not_apply(question_, "none of its arrays has a frame or a unit that changes");
    store();
    const Frames inverse = inverse_of(g_);
    for (const ArrayDeclaration& output : declaration_.outputs)
      if (const auto action = action_of(output, inverse, row_of(output, 0)))
        changed_.back[std::string(output.name)].map = map_of(*action);
    return std::move(changed_);
  }

 private:
  Row row_of(const ArrayDeclaration& array, std::size_t index) const {
    Row row;
    const Array* parents = old_.find("parents");
    if (parents != nullptr && array.shape.starts_with("J") && index < parents->integers().size())
      row.is_of_root = parents->integers()[index] < 0;
    const Array* driver = old_.find("driver");
    if (driver != nullptr && parents != nullptr && array.name.starts_with("driver_"))
      row.is_of_root = parents->integers()[static_cast<std::size_t>(driver->integers()[0])] < 0;
    const Array* is_rotation = old_.find("is_rotation");
    row.is_rotation = is_rotation != nullptr && is_rotation->integers()[0] != 0;
    // Examples of single joints do not belong to a root.
    if (old_.has("example_joints") && array.name == "example_rotations") row.is_of_root = false;
    row.is_direction = array.name == "poles" && asks_for(question_, "pole", "direction");
    return row;
  }

  void change(const ArrayDeclaration& declared) {
    if (is_of_dofs(declared.name)) return;
    if (!declared.is_real) {
      if (declared.name == "triangles" && g_.mirrors()) turn_round();
      return;
    }
    const Array::Reals* rotations = rotations_beside(declared);
    std::array<std::optional<RowMap>, 2> maps;  // for rows below a joint, and for a root's rows
    const auto first = action_of(declared, g_, row_of(declared, 0));
    if (!first) return;
    change_rows(changed_.second, declared.name, static_cast<std::size_t>(first->width),
                [&](double* values, std::size_t r) {
                  Row row =
                      row_of(declared, r * static_cast<std::size_t>(first->width) / row_width(declared));
                  std::optional<RowMap>& map = maps[row.is_of_root ? 1 : 0];
                  if (rotations != nullptr)
                    row.rotation = rotation_matrix(quaternion_at(rotations->data() + 4 * r));
                  if (!map || rotations != nullptr) map = map_of(*action_of(declared, g_, row));
                  apply(*map, values);
                });
  }

  /// Numbers of one entry of the first extent.
  std::size_t row_width(const ArrayDeclaration& declared) const {
    const Array& array = *old_.find(declared.name);
    return std::max<std::size_t>(1, array.shape[0] == 0 ? 1 : element_count(array.shape) / array.shape[0]);
  }

  /// The rotations that belong to an array of translations.
  const Array::Reals* rotations_beside(const ArrayDeclaration& declared) {
    constexpr std::string_view ending = "translations";
    if (!declared.name.ends_with(ending)) return nullptr;
    const std::string_view stem = declared.name.substr(0, declared.name.size() - ending.size());
    return reals_of(old_, std::string(stem) + "rotations");
  }

  void turn_round() {
    Array::Integers& corners = *integers_of(changed_.second, "triangles");
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
      std::swap(corners[i + 1], corners[i + 2]);
  }

  static bool is_of_dofs(std::string_view name) { return name.starts_with("dof_"); }

  /// Slides are lengths along directions. Rotations keep their angle about an axis that a
  /// reflection reverses.
  void change_dofs() {
    const Array* types = old_.find("joint_types");
    if (types == nullptr) return;
    std::size_t k = 0;
    for (const int type : types->integers()) {
      const hierarchy::Freedoms own = hierarchy::freedoms(static_cast<hierarchy::JointType>(type));
      for (std::size_t i = 0; i < own.slides + own.turns; ++i, ++k) {
        const bool slides = i < own.slides;
        const double length = slides ? g_.scale : 1;
        (*reals_of(changed_.second, "dof_values"))[k] *= length;
        for (std::size_t limit = 0; limit < 2; ++limit)
          (*reals_of(changed_.second, "dof_limits"))[2 * k + limit] *= length;
        apply(map_of(vector_action(g_.inner.R, g_.mirrors() && !slides ? -1 : 1)),
              reals_of(changed_.second, "dof_axes")->data() + 3 * k);
      }
    }
  }

  /// Reverses the opening axes of hinges, if the frames are reflected.
  void change_hinges() {
    if (!g_.mirrors()) return;
    change_rows(changed_.second, "hinges", 1, [](double* x, std::size_t) { *x = -*x; });
  }

  /// Keys of a joint's translation and rotation. Tangents are differences, so translations do not
  /// change them.
  void change_tracks() {
    const Array* tracks = old_.find("tracks");
    if (tracks == nullptr) return;
    for (std::size_t i = 0; i < tracks->shape[0]; ++i) {
      const auto joint = static_cast<std::size_t>(tracks->integers()[3 * i]);
      const int path = tracks->integers()[3 * i + 1];
      if (path > 1) continue;
      const ArrayDeclaration& local =
          *declaration_.find_input(path == 0 ? "local_translations" : "local_rotations");
      const auto action = action_of(local, g_, row_of(local, joint));
      if (!action) continue;
      const RowMap map = map_of(*action);
      change_rows(changed_.second, "track_" + std::to_string(i) + "_values", path == 0 ? 3 : 4,
                  [&map](double* row, std::size_t) { apply(map, row); });
    }
  }

  /// Axes of drives are rotation axes, which a reflection reverses. Keyed translations change like
  /// the driven joint's.
  void change_drives() {
    const Array* drives = old_.find("drives");
    if (drives == nullptr) return;
    change_rows(changed_.second, "drive_axes", 3, [this](double* a, std::size_t) {
      apply(map_of(vector_action(g_.inner.R, g_.mirrors() ? -1 : 1)), a);
    });
    const ArrayDeclaration& local = *declaration_.find_input("local_translations");
    Array::Reals& values = *reals_of(changed_.second, "key_values");
    std::size_t key = 0;
    for (std::size_t d = 0; d < drives->shape[0]; ++d) {
      const auto driven = static_cast<std::size_t>(drives->integers()[3 * d + 1]);
      const auto action = action_of(local, g_, row_of(local, driven));
      const RowMap map = action ? map_of(*action) : map_of(vector_action(Mat3<double>::Identity(), 1));
      for (int k = 0; k < old_.find("key_counts")->integers()[d]; ++k, ++key)
        if (drives->integers()[3 * d + 2] == 0) apply(map, &values[3 * key]);
    }
  }

  bool is_same() const {
    for (const Array& array : old_) {
      const Array& now = *changed_.second.find(array.name);
      if (!array.is_real() && array.integers() != now.integers()) return false;
      for (std::size_t i = 0; array.is_real() && i < array.reals().size(); ++i)
        if (array.reals()[i] != now.reals()[i] && !std::isnan(array.reals()[i])) return false;
    }
    return true;
  }

  void store() {
    for (const Array& array : old_) {
      Array& now = *changed_.second.find(array.name);
      if (!now.is_real()) continue;
      Array::Reals& values = std::get<Array::Reals>(now.data);
      Array::Reals lost(values.size(), 0.0);
      bool any = false;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const double meant = values[i];
        values[i] = to_float32(meant);
        if (std::isfinite(meant)) lost[i] = std::fabs(values[i] - meant);
        any = any || lost[i] != 0;
      }
      now.uncertainty = any ? lost : Array::Reals{};
    }
  }

  const Question& question_;
  const Declaration& declaration_;
  ArraySet old_;
  Frames g_;
  ChangedQuestion changed_;
};

/// The arrays with exact unit quaternions: a float32 quaternion is not exactly unit, so a rigid
/// motion cannot use it. The matrix of a quaternion that is not even nearly unit is not a rotation
/// and does not rotate with the frames.
Expected<ArraySet> with_unit_quaternions(const Question& question) {
  constexpr double nearly = 0x1p-20, at_all = 0x1p-5;
  ArraySet arrays = question.arrays;
  double worst = 0;
  for (const ArrayDeclaration& declared : question.algorithm->implementation.declaration.inputs)
    for (const Rule& rule : declared.rules) {
      if (rule.kind != Rule::Kind::unit || !rule.of.empty()) continue;
      change_rows(arrays, declared.name, 4, [&worst](double* row, std::size_t) {
        const Quat<double> q = quaternion_at(row);
        const double off = std::fabs(q.norm() - 1);
        if (!(off <= at_all)) return;  // the row has no effect
        worst = std::max(worst, off);
        put_quaternion(row, q.normalized());
      });
    }
  if (worst > nearly) return does_not_apply(question, "its quaternions are not unit");
  return arrays;
}

/// True if keyframes move a root, or rotate any joint: their numbers are exact, and transformed
/// numbers would be rounded.
bool has_moving_keys(const Question& question) {
  const Array* tracks = question.arrays.find("tracks");
  const Array* parents = question.arrays.find("parents");
  for (std::size_t i = 0; tracks != nullptr && i < tracks->shape[0]; ++i) {
    const auto joint = static_cast<std::size_t>(tracks->integers()[3 * i]);
    const int path = tracks->integers()[3 * i + 1];
    if (path == 1 || (path == 0 && parents->integers()[joint] < 0)) return true;
  }
  return false;
}

/// True if a drive depends on the rotation of a root: a motion of the whole character also rotates
/// the root.
bool has_driving_roots(const Question& question) {
  const Array* drives = question.arrays.find("drives");
  const Array* parents = question.arrays.find("parents");
  for (std::size_t d = 0; drives != nullptr && d < drives->shape[0]; ++d)
    if (parents->integers()[static_cast<std::size_t>(drives->integers()[3 * d])] < 0) return true;
  return false;
}

/// True if bounds assume that some of the points (chains, pivots, cotangents, tetrahedra, centres)
/// are exact, so that they must not be rounded.
bool has_exact_points(const Question& question) {
  const auto& arrays = question.arrays;
  const auto declares = [](const ArrayList& list) {
    return std::ranges::find(list, "centres", &ArrayDeclaration::name) != list.end();
  };
  const Declaration& declaration = question.algorithm->implementation.declaration;
  return arrays.has("goals") || arrays.has("bind_positions") ||
         asks_for(question, "laplacian", "cotangent") || (arrays.has("pivots") && arrays.has("triangles")) ||
         question.algorithm->id == "bind.delaunay" || declares(declaration.outputs) ||
         (declares(declaration.inputs) && !arrays.has("centres"));
}

/// True if the output may depend on the origin: a vertex that is stretched, or whose weights do not
/// sum to exactly 1, moves towards the origin.
bool depends_on_origin(const Question& question) {
  const auto& arrays = question.arrays;
  if (arrays.has("omegas") || arrays.has("palette_stretches")) return true;
  // Effects of bones are measured from the origin.
  if (arrays.has("clusters")) return true;
  // Given weights of examples may also have another sum than 1.
  if (question.algorithm->id == "sbe" && arrays.has("example_weights")) return true;
  if (asks_for(question, "influences_kept", "first-four") ||
      asks_for(question, "influences_kept", "four-largest"))
    return true;
  const Array* joints = arrays.find("joints");
  const Array* weights = arrays.find("weights");
  if (joints == nullptr) return false;
  const std::size_t K = joints->shape[1];
  if (weights == nullptr) return K > 1;
  for (std::size_t i = 0; i < weights->reals().size(); i += K) {
    const auto row = weights->reals().begin() + static_cast<std::ptrdiff_t>(i);
    if (std::accumulate(row, row + static_cast<std::ptrdiff_t>(K), 0.0) != 1) return true;
  }
  return false;
}

/// The motion: a rotation and a translation if the input allows them. For points that must not be
/// rounded, it permutes x, y and z; for keyframes, it is half a turn.
Frames motion_for(const Question& question, Random& random) {
  Frames g;
  const Quat<double> turn = random.rotation().normalized();
  const Vec3<double> shift = random.point(1);
  if (question.arrays.has("is_rotation")) {
    g.outer.R.diagonal() << 1, -1, -1;
  } else if (has_exact_points(question)) {
    g.outer.R << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  } else {
    g.outer.R = turn.toRotationMatrix();
    if (!depends_on_origin(question)) g.outer.t = shift;
  }
  return g;
}

}  // namespace
}  // namespace frames

Expected<ChangedQuestion> move_rigidly(const Question& question, Random& random) {
  if (question.arrays.has("entry_weights") || question.algorithm->id == "mwe.fit")
    return does_not_apply(question, "its weights belong to the axes of mesh space");
  if (question.arrays.has("components"))
    return does_not_apply(question, "its components belong to the axes of the parent");
  if (asks_for(question, "delta_axes", "joint"))
    return does_not_apply(question, "its differences belong to the axes of joints");
  if (frames::has_moving_keys(question))
    return does_not_apply(question, "keyframes move parts that the relation would move");
  if (frames::has_driving_roots(question))
    return does_not_apply(question,
                          "the rotation of a root, which the relation changes, drives other values");
  BINDPOSE_TRY(const ArraySet unit, frames::with_unit_quaternions(question));
  BINDPOSE_TRY(auto changed, frames::InFrames(question, unit, frames::motion_for(question, random)).make());
  changed.first = question.arrays;
  for (const Array& array : question.arrays) {
    const Array& exact = *unit.find(array.name);
    if (!array.is_real() || array.reals() == exact.reals()) continue;
    Array::Reals& uncertainty = changed.first.find(array.name)->uncertainty;
    for (std::size_t i = 0; i < array.reals().size(); ++i) {
      const double off = std::fabs(array.reals()[i] - exact.reals()[i]);
      uncertainty.push_back(std::isfinite(off) ? off : 0);
    }
  }
  return changed;
}

Expected<ChangedQuestion> mirror(const Question& question, Random&) {
  if (question.arrays.has("pose_directions") && question.arrays.has("rest_rotations"))
    return does_not_apply(question, "numbers of mirrored rotations change their signs");
  frames::Frames g;
  g.outer.R(0, 0) = g.inner.R(0, 0) = -1;
  BINDPOSE_TRY(auto changed, frames::InFrames(question, question.arrays, g).make());
  changed.first = question.arrays;
  return changed;
}

Expected<ChangedQuestion> change_unit(const Question& question, Random&) {
  frames::Frames g;
  g.scale = 0x1p-10;
  BINDPOSE_TRY(auto changed, frames::InFrames(question, question.arrays, g).make());
  changed.first = question.arrays;
  return changed;
}

}  // namespace bindpose::conformance
