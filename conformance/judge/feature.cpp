// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/feature.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/io/foreign_json.h"

namespace bindpose::conformance {
namespace {

/// Tolerance for equal lengths and right angles in float32 after a chain of products.
constexpr double rounding_slack = 0x1p-16;

bool any_integer(const Question& question, std::string_view array, std::size_t column, std::size_t width,
                 int value) {
  const Array* found = question.arrays.find(array);
  if (found == nullptr || found->is_real()) return false;
  const Array::Integers& numbers = found->integers();
  for (std::size_t i = column; i < numbers.size(); i += width)
    if (numbers[i] == value) return true;
  return false;
}

/// True if has() holds for any row of three numbers of the array.
template <class Has>
bool any_row(const Question& question, std::string_view array, Has has) {
  const Array* found = question.arrays.find(array);
  if (found == nullptr || !found->is_real()) return false;
  const Array::Reals& x = found->reals();
  for (std::size_t i = 0; i + 2 < x.size(); i += 3)
    if (has(Vec3<double>(x[i], x[i + 1], x[i + 2]))) return true;
  return false;
}

/// True if has() holds for a matrix of some joint: in the palette, a stretch next to a rigid
/// motion, or a local matrix in place of translation, rotation and scale.
template <class Has>
bool any_matrix(const Question& question, Has has) {
  struct Matrices {
    const char* array;
    std::size_t columns;  ///< 4 for (C | t)
    const char* used;
  };
  for (const auto& [array, columns, used] :
       {Matrices{"palette", 4, nullptr}, Matrices{"palette_stretches", 3, nullptr},
        Matrices{"local_matrices", 4, "local_is_matrix"}}) {
    const Array* found = question.arrays.find(array);
    if (found == nullptr) continue;
    const Array* flags = used == nullptr ? nullptr : question.arrays.find(used);
    const Array::Reals& x = found->reals();
    for (std::size_t j = 0; 3 * columns * (j + 1) <= x.size(); ++j) {
      if (flags != nullptr && flags->integers()[j] == 0) continue;
      Mat3<double> C;
      for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c)
          C(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = x[columns * (3 * j + r) + c];
      if (C.allFinite() && has(C)) return true;
    }
  }
  return false;
}

/// Checks the values of scale tracks row by row, including the tangents of cubic splines.
template <class Has>
bool any_scale(const Question& question, Has has) {
  if (any_row(question, "local_scales", has)) return true;
  const Array* tracks = question.arrays.find("tracks");
  if (tracks == nullptr) return false;
  for (std::size_t i = 0; 3 * (i + 1) <= tracks->integers().size(); ++i) {
    constexpr int scale = 2, cubic = 2;
    if (tracks->integers()[3 * i + 1] != scale) continue;
    if (tracks->integers()[3 * i + 2] == cubic || any_row(question, fmt::format("track_{}_values", i), has))
      return true;
  }
  return false;
}

bool is_stretched(const Mat3<double>& C) {
  const Mat3<double> G = C.transpose() * C;
  const double mean = G.trace() / 3;
  return (G - mean * Mat3<double>::Identity()).cwiseAbs().maxCoeff() > rounding_slack * mean;
}

bool has_non_uniform_scale(const Question& question) {
  return any_scale(question, [](const Vec3<double>& s) { return s[0] != s[1] || s[1] != s[2]; }) ||
         any_matrix(question, is_stretched);
}

bool has_scale(const Question& question) {
  return any_scale(question, [](const Vec3<double>& s) { return s != Vec3<double>::Ones(); }) ||
         any_matrix(question, [](const Mat3<double>& C) {
           return (C.transpose() * C - Mat3<double>::Identity()).cwiseAbs().maxCoeff() > rounding_slack;
         });
}

bool has_reflection(const Question& question) {
  return any_scale(question, [](const Vec3<double>& s) { return s.prod() < 0; }) ||
         any_matrix(question, [](const Mat3<double>& C) { return determinant(C) < 0; });
}

bool says_what_is_in_reach(const Question& question) {
  const ArrayList& outputs = question.algorithm->implementation.declaration.outputs;
  return std::ranges::any_of(outputs,
                             [](const ArrayDeclaration& array) { return array.name == "reachable"; });
}

/// True if the used numbers of the array must be finite.
bool has_finite_rule(const Question& question, const std::string& name) {
  const ArrayDeclaration* const declared = question.algorithm->implementation.declaration.find_input(name);
  return declared != nullptr && std::ranges::any_of(declared->rules, [](const Rule& rule) {
           return rule.kind == Rule::Kind::finite || rule.kind == Rule::Kind::unit ||
                  rule.kind == Rule::Kind::invertible;
         });
}

bool has_number_that_is_not_finite(const Question& question) {
  return std::ranges::any_of(question.arrays, [&question](const Array& array) {
    return array.is_real() &&
           std::ranges::any_of(array.reals(), [](double x) { return !std::isfinite(x); }) &&
           has_finite_rule(question, array.name);
  });
}

/// The array's last number: the end of a clip with these keys.
double last_of(const Array* times) {
  return times == nullptr || times->reals().empty() ? 0 : times->reals().back();
}

/// The requested times of a track, stored next to its keys; null if there are none.
Array* sampled_times(Question& question) {
  return question.arrays.has("times") && question.arrays.has("is_rotation") ? question.arrays.find("t")
                                                                            : nullptr;
}

bool has_time_outside_clip(const Question& question) {
  double end = last_of(question.arrays.find("times"));
  for (std::size_t i = 0; const Array* times = question.arrays.find(fmt::format("track_{}_times", i)); ++i)
    end = std::max(end, last_of(times));
  const bool is_mesh = question.arrays.has("key_times"), is_pose = question.arrays.has("tracks");
  if (is_mesh) end = last_of(question.arrays.find("key_times"));
  const Array* times = question.arrays.find(is_mesh || is_pose ? "time" : "t");
  const bool is_sampled = is_mesh || is_pose || question.arrays.has("is_rotation");
  return is_sampled && times != nullptr &&
         std::ranges::any_of(times->reals(), [end](double t) { return t < 0 || t > end; });
}

bool take_out_times_outside_clip(Question& question) {
  Array* const times = sampled_times(question);
  if (times == nullptr) return false;
  Array::Reals t = times->reals();
  std::erase_if(t, [end = last_of(question.arrays.find("times"))](double x) { return x < 0 || x > end; });
  if (t.empty()) return false;
  question.arrays.put({"t", {t.size()}, t, {}});
  return true;
}

}  // namespace

const std::vector<Feature>& features() {
  static const std::vector<Feature> all = {
      {"normals",
       "vertices have normals",
       [](const Question& q) { return q.arrays.has("normals"); },
       {"normals"}},
      {"tangents",
       "vertices have tangents",
       [](const Question& q) { return q.arrays.has("tangents"); },
       {"tangents"}},
      {"matrix-joints", "a joint's local transform is a matrix",
       [](const Question& q) { return any_integer(q, "local_is_matrix", 0, 1, 1); }},
      {"tracks", "keyframes are sampled", [](const Question& q) { return q.arrays.has("tracks"); }},
      {"cubic-splines", "keyframes are interpolated by cubic splines",
       [](const Question& q) { return any_integer(q, "tracks", 2, 3, 2); }},
      {"scale", "a joint is scaled", &has_scale},
      {"non-uniform-scale", "a joint is scaled by different factors along its axes, or sheared",
       &has_non_uniform_scale},
      {"reflections", "a joint is mirrored: an odd number of negative scales", &has_reflection},
      {"reach",
       "a solver also reports whether goals are in reach, and the distance to them",
       &says_what_is_in_reach,
       {"residual", "reachable", "nearest"}},
      {"residual",
       "a solver also reports how far its end is from the goal",
       &says_what_is_in_reach,
       {"residual"}},
      {"reachable",
       "a solver also reports whether its goal is in reach",
       &says_what_is_in_reach,
       {"reachable"}},
      {"nearest",
       "a solver also reports which point in reach is nearest",
       &says_what_is_in_reach,
       {"nearest"}},
      {"rest", "a file is shown in its rest pose, without a clip",
       [](const Question& q) { return q.asset != nullptr && !q.asset->clip; }},
      {"times-outside-clip",
       "a time is before 0 or after the last key",
       &has_time_outside_clip,
       {},
       &take_out_times_outside_clip},
      {"not-finite", "an array has a NaN or an infinity, which no weight above 0 reads",
       &has_number_that_is_not_finite},
  };
  return all;
}

Expected<const Feature*> find_feature(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Feature& each : features()) {
    if (each.name == name) return &each;
    names.push_back(each.name);
  }
  return fail("FEATURE_UNKNOWN", printable(name),
              fmt::format("no such part of an input, expected one of {}", fmt::join(names, ", ")));
}

Expected<std::vector<std::string>> leave_out(const Features& without, Question& question) {
  std::vector<std::string> left_out;
  for (const Feature* each : without) {
    if (!each->is_in(question)) continue;
    if (each->take_out != nullptr && each->take_out(question)) continue;
    if (each->arrays.empty())
      return fail("NOT_SUPPORTED", std::string(each->name),
                  fmt::format("{}; the subject declares that it lacks this", each->sentence));
    for (const std::string_view array : each->arrays) {
      question.arrays.remove(array);
      left_out.emplace_back(array);
    }
  }
  return left_out;
}

}  // namespace bindpose::conformance
