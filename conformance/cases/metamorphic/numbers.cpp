// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "conformance/cases/metamorphic/relations.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace numbers {

/// Rows of quaternions to negate. Related rows get the same sign.
class Negated {
 public:
  Negated(const Question& question, Random& random)
      : question_(question), arrays_(question.arrays), random_(random) {}

  ArraySet make() {
    all_ = has_half_turn();
    for (const ArrayDeclaration& declared : question_.algorithm->implementation.declaration.inputs)
      for (const Rule& rule : declared.rules)
        if (rule.kind == Rule::Kind::unit && rule.of.empty()) negate(std::string(declared.name), false);
    const Array* is_rotation = arrays_.find("is_rotation");
    // A cubic spline uses the given signs: either all keys with their tangents change sign, or
    // none.
    if (is_rotation != nullptr && is_rotation->integers()[0] != 0)
      negate("values", arrays_.find("values")->shape.size() == 3);
    const Array* tracks = arrays_.find("tracks");
    for (std::size_t i = 0; tracks != nullptr && i < tracks->shape[0]; ++i)
      if (tracks->integers()[3 * i + 1] == 1)
        negate("track_" + std::to_string(i) + "_values", tracks->integers()[3 * i + 2] == 2);
    return std::move(arrays_);
  }
  bool has_any() const { return any_; }

 private:
  /// True if two of the quaternions are exactly orthogonal: then q and -q are equally close, and
  /// the blend depends on the given signs.
  bool has_half_turn() {
    std::vector<Vec4<double>> seen;
    for (const ArrayDeclaration& declared : question_.algorithm->implementation.declaration.inputs)
      for (const Rule& rule : declared.rules)
        if (rule.kind == Rule::Kind::unit && rule.of.empty())
          change_rows(arrays_, declared.name, 4, [&seen](double* row, std::size_t) {
            const Vec4<double> q(row[0], row[1], row[2], row[3]);
            if (q.norm() > 0.5 && std::ranges::find(seen, q) == seen.end()) seen.push_back(q);
          });
    for (std::size_t i = 0; i < seen.size(); ++i)
      for (std::size_t j = i + 1; j < seen.size(); ++j)
        if (seen[i].dot(seen[j]) == 0) return true;
    return false;
  }

  /// Selects every second row, starting with the first or the second; all rows if they belong
  /// together.
  void negate(const std::string& name, bool together) {
    const Array* array = arrays_.find(name);
    const std::size_t first = array == nullptr || array->reals().size() <= 4 ? 0 : random_.below(2);
    change_rows(arrays_, name, 4, [&](double* row, std::size_t r) {
      if (!together && !all_ && r % 2 != first) return;
      for (int c = 0; c < 4; ++c)
        row[c] = -row[c];
      any_ = true;
    });
  }

  const Question& question_;
  ArraySet arrays_;
  Random& random_;
  bool all_ = false, any_ = false;
};

/// Arrays of times: all, or only the requested times.
std::vector<std::string> times_of(const Question& question, bool only_asked) {
  std::vector<std::string> names;
  for (const ArrayDeclaration& declared : question.algorithm->implementation.declaration.inputs)
    if (declared.kind.of == Kind::Of::time && question.arrays.has(declared.name) &&
        (!only_asked || declared.name == "t"))
      names.emplace_back(declared.name);
  const Array* tracks = question.arrays.find("tracks");
  for (std::size_t i = 0; tracks != nullptr && i < tracks->shape[0]; ++i)
    names.push_back("track_" + std::to_string(i) + "_times");
  return names;
}

bool is_exact(const Question& question, const std::vector<std::string>& names, double shift) {
  for (const std::string& name : names)
    for (const double t : question.arrays.find(name)->reals())
      if (std::isfinite(t) && (to_float32(t + shift) != t + shift || t + shift - shift != t)) return false;
  return true;
}

}  // namespace numbers

Expected<ChangedQuestion> negate_quaternions(const Question& question, Random& random) {
  numbers::Negated negated(question, random);
  ArraySet second = negated.make();
  if (!negated.has_any()) return does_not_apply(question, "it has no quaternions");
  return ChangedQuestion{question.arrays, std::move(second), {}};
}

Expected<ChangedQuestion> shift_times(const Question& question, Random&) {
  const Array* period = question.arrays.find("period");
  const double unit = period == nullptr ? 1 : period->reals()[0];
  const auto names = numbers::times_of(question, period != nullptr);
  if (names.empty()) return does_not_apply(question, "it has no times");
  for (const double factor : {1.0, -1.0, 2.0, -2.0, 4.0, 0.5, -0.5, 0.25, -0.25}) {
    if (factor != std::floor(factor) && period != nullptr) continue;
    const double shift = factor * unit;
    if (!numbers::is_exact(question, names, shift)) continue;
    ChangedQuestion changed{question.arrays, question.arrays, {}};
    for (const std::string& name : names)
      change_rows(changed.second, name, 1, [shift](double* t, std::size_t) { *t += shift; });
    return changed;
  }
  return does_not_apply(question, "no shift of its times is exact in float32");
}

}  // namespace bindpose::conformance
