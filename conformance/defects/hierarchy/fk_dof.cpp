// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Degrees of freedom misread, clamped wrongly, or turned and moved in the wrong order.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {
namespace {

/// Slides and turns of a joint of each type.
constexpr std::array<std::size_t, 6> slides = {0, 0, 0, 0, 1, 3}, turns = {0, 1, 2, 3, 0, 3};

struct Dofs {
  std::size_t type, first_slide, first_turn, end;
};

/// The degrees of freedom of each joint; none of another algorithm's question.
std::vector<Dofs> dofs_of(const Question& question) {
  std::vector<Dofs> all;
  if (question.algorithm->id != "fk.dof") return all;
  std::size_t next = 0;
  for (const std::int32_t type : question.arrays.find("joint_types")->integers()) {
    const auto k = static_cast<std::size_t>(type);
    all.push_back({k, next, next + slides[k], next + slides[k] + turns[k]});
    next = all.back().end;
  }
  return all;
}

/// change(value, limits, axis) of every degree of freedom.
template <class Change>
Changed with_dofs(const Question& question, Change change) {
  if (question.algorithm->id != "fk.dof") return std::nullopt;
  Question changed = question;
  Array::Reals &values = *reals_of(changed.arrays, "dof_values"),
               &limits = *reals_of(changed.arrays, "dof_limits");
  for (std::size_t k = 0; k < values.size(); ++k)
    change(values[k], &limits[2 * k]);
  return changed;
}

/// The question with each joint's local transform made of its offset and its motion (R | T) by another rule.
Changed with_motions(const Question& question,
                     Affine<double> (*rule)(const Affine<double>& offset, const Affine<double>& motion)) {
  if (question.algorithm->id != "fk.dof") return std::nullopt;
  const Affines offsets = affines_of(question.arrays.find("offsets")->reals());
  Affines locals = locals_of(question);
  for (std::size_t j = 0; j < locals.size(); ++j)
    locals[j] = rule(offsets[j], inverse_of(offsets[j]) * locals[j]);
  return with_locals(question, locals);
}

/// Swaps two degrees of freedom with all that belongs to them.
void swap_dofs(Question& question, std::size_t a, std::size_t b) {
  for (const auto& [name, width] :
       {std::pair{"dof_values", 1U}, std::pair{"dof_limits", 2U}, std::pair{"dof_axes", 3U}}) {
    double* rows = reals_of(question.arrays, name)->data();
    std::swap_ranges(rows + a * width, rows + (a + 1) * width, rows + b * width);
  }
}

Changed order_reversed(const Question& question) {
  if (question.algorithm->id != "fk.dof") return std::nullopt;
  Question changed = question;
  for (const Dofs& dofs : dofs_of(question))
    if (dofs.end > dofs.first_turn + 1) swap_dofs(changed, dofs.first_turn, dofs.end - 1);
  return changed;
}

/// A free joint's numbers, read as turns and then slides.
Changed packing(const Question& question) {
  if (question.algorithm->id != "fk.dof") return std::nullopt;
  Question changed = question;
  Array::Reals& values = *reals_of(changed.arrays, "dof_values");
  for (const Dofs& dofs : dofs_of(question))
    for (std::size_t k = dofs.first_slide; dofs.type == 5 && k < dofs.first_turn; ++k)
      std::swap(values[k], values[k + 3]);
  return changed;
}

Changed axes_by_name(const Question& question) {
  if (question.algorithm->id != "fk.dof") return std::nullopt;
  Question changed = question;
  Array::Reals& axes = *reals_of(changed.arrays, "dof_axes");
  for (const Dofs& dofs : dofs_of(question))
    for (std::size_t k = dofs.first_turn; k < dofs.end; ++k)
      for (std::size_t c = 0; c < 3; ++c)
        axes[3 * k + c] = c == k - dofs.first_turn ? 1 : 0;
  return changed;
}

/// The opposite axis makes the transposed matrix, turn by turn: their order stays.
Changed turns_transposed(const Question& question) {
  if (question.algorithm->id != "fk.dof") return std::nullopt;
  Question changed = question;
  Array::Reals& axes = *reals_of(changed.arrays, "dof_axes");
  for (const Dofs& dofs : dofs_of(question))
    for (std::size_t c = 3 * dofs.first_turn; c < 3 * dofs.end; ++c)
      axes[c] = -axes[c];
  return changed;
}

Changed degrees(const Question& question) {
  if (question.algorithm->id != "fk.dof") return std::nullopt;
  Question changed = question;
  for (const Dofs& dofs : dofs_of(question))
    for (std::size_t k = dofs.first_turn; k < dofs.end; ++k) {
      (*reals_of(changed.arrays, "dof_values"))[k] *= std::numbers::pi / 180;
      (*reals_of(changed.arrays, "dof_limits"))[2 * k] *= std::numbers::pi / 180;
      (*reals_of(changed.arrays, "dof_limits"))[2 * k + 1] *= std::numbers::pi / 180;
    }
  return changed;
}

/// The slides of a joint as long as the axes are, the turns by quaternions (a sin(phi / 2), cos(phi / 2)).
Changed axis_not_normalised(const Question& question) {
  const ArraySet& arrays = question.arrays;
  const std::vector<Dofs> all = dofs_of(question);
  Affines locals;
  for (std::size_t j = 0; j < all.size(); ++j) {
    Affine<double> motion;
    for (std::size_t k = all[j].first_slide; k < all[j].end; ++k) {
      const double* limits = arrays.find("dof_limits")->reals().data() + 2 * k;
      const double phi = std::clamp(arrays.find("dof_values")->reals()[k], limits[0], limits[1]);
      const Eigen::Map<const Vec3<double>> axis(arrays.find("dof_axes")->reals().data() + 3 * k);
      Quat<double> q(std::cos(phi / 2), 0, 0, 0);
      q.vec() = std::sin(phi / 2) * axis;
      if (k < all[j].first_turn)
        motion.translation += phi * axis;
      else
        motion.linear = motion.linear * rotation_matrix(q);
    }
    locals.push_back(affine_at(arrays.find("offsets")->reals().data() + 12 * j) * motion);
  }
  return with_locals(question, locals);
}

/// A ball whose second turn is 90 degrees loses its third, as in a conversion that fears the lock.
Changed lock_as_special(const Question& question) {
  if (question.algorithm->id != "fk.dof") return std::nullopt;
  Question changed = question;
  Array::Reals& values = *reals_of(changed.arrays, "dof_values");
  for (const Dofs& dofs : dofs_of(question))
    if (dofs.type == 3 && std::fabs(std::fabs(values[dofs.first_turn + 1]) - std::numbers::pi / 2) < 1e-3)
      values[dofs.first_turn + 2] = 0;
  return changed;
}

/// An implementation that takes a number on a limit for one beyond it.
Computed limits_exclusive(const Question& question) {
  bool is_on_limit = false;
  with_dofs(question, [&](const double& value, const double* limits) {
    is_on_limit = is_on_limit || value == limits[0] || value == limits[1];
  });
  if (is_on_limit) return fail("REFUSED", "dof_values", "on its limit");
  return cannot_be_made();
}

}  // namespace

BINDPOSE_DEFECTS(hierarchy, fk_dof) {
  return {
      {.id = "dof-offset-after-motion",
       .sentence = "your output equals what one gets when a joint's offset is multiplied in after its motion",
       .symptom = "joints orbit their parents instead of turning in place",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_motions(question,
                                 [](const auto& offset, const auto& motion) { return motion * offset; });
           }},
      {.id = "dof-turn-transposed",
       .sentence = "your output equals what one gets when the matrix of each turn is transposed: every turn "
                   "goes the other way",
       .symptom = "elbows and knees bend backwards",
       .source = "cglm#1",
       .question = &turns_transposed},
      {.id = "dof-slide-after-turn",
       .sentence =
           "your output equals what one gets when a free joint slides along axes that its turns have moved",
       .symptom = "a root that walks and turns leaves its path",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_motions(question, [](const auto& offset, const auto& motion) {
               return offset * Affine<double>{motion.linear, motion.linear * motion.translation};
             });
           }},
      {.id = "dof-slide-in-parent-axes",
       .sentence =
           "your output equals what one gets when a joint slides along its parent's axes instead of its own",
       .symptom = "a piston moves askew",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_motions(question, [](const auto& offset, const auto& motion) -> Affine<double> {
               return {offset.linear * motion.linear, offset.translation + motion.translation};
             });
           }},
      {.id = "dof-order-reversed",
       .sentence = "your output equals what one gets when the turns of a joint act in the opposite order: "
                   "the last one "
                   "acts first",
       .symptom = "right while one turn is used alone, wrong as soon as two are",
       .source = "ufbx#174, BabylonJS/Exporters#575",
       .question = &order_reversed},
      {.id = "dof-axes-by-name",
       .sentence =
           "your output equals what one gets when the turns are taken to be about x, y and z, whatever their "
           "axes are",
       .symptom = "joints turn about the wrong axes",
       .source = "(derived)",
       .question = &axes_by_name},
      {.id = "dof-packing",
       .sentence = "your output equals what one gets when the numbers of a free joint are read as turns and "
                   "then slides",
       .symptom = "a root that should walk spins",
       .source = "(derived)",
       .question = &packing},
      {.id = "dof-degrees",
       .sentence = "your output equals what one gets when angles are read as degrees; they come in radians",
       .symptom = "hardly anything turns",
       .source = "(derived)",
       .question = &degrees},
      {.id = "dof-axis-not-normalised",
       .sentence = "your output equals what one gets when axes are not brought to length 1",
       .symptom = "parts grow or shrink by a few percent as they turn",
       .source = "(derived)",
       .question = &axis_not_normalised},
      {.id = "dof-limits-ignored",
       .sentence = "your output equals what one gets when limits are left out",
       .symptom = "joints bend further than they can",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_dofs(question, [](double&, double* limits) {
               limits[0] = -std::numeric_limits<double>::infinity();
               limits[1] = std::numeric_limits<double>::infinity();
             });
           }},
      {.id = "dof-limits-by-reflection",
       .sentence = "your output equals what one gets when a number beyond a limit comes back by as much; it "
                   "becomes the "
                   "limit",
       .symptom = "joints bounce off their limits",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_dofs(question, [](double& value, double* limits) {
               if (value > limits[1]) value = 2 * limits[1] - value;
               if (value < limits[0]) value = 2 * limits[0] - value;
             });
           }},
      {.id = "dof-limits-exclusive",
       .sentence = "you refuse a number on its limit; only numbers beyond are out of range",
       .symptom = "no answer for a fully bent elbow",
       .source = "(derived)",
       .formula = &limits_exclusive},
      {.id = "dof-limits-of-one-turn",
       .sentence = "your output equals what one gets when a number without limits is kept within one turn",
       .symptom = "wheels and slides stop",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_dofs(question, [](double& value, double*) {
               value = std::clamp(value, -2 * std::numbers::pi, 2 * std::numbers::pi);
             });
           }},
      {.id = "euler-bake-flip",
       .sentence =
           "your output equals what one gets when the third turn is dropped where the second is 90 degrees",
       .symptom = "a joint snaps as it passes 90 degrees",
       .source = "ufbx#174, BabylonJS/Exporters#575",
       .question = &lock_as_special},
  };
}

}  // namespace bindpose::conformance
