// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/capability_report.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "gpu/capture/sum_order.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr std::size_t samples = 1024;

/// Numbers of either sign between 2^-3 and 2^5, in every component.
std::vector<ProbeRow> random_rows(std::size_t count) {
  std::mt19937 engine(2026);
  std::vector<ProbeRow> rows(count);
  for (ProbeRow& row : rows)
    for (float& x : row) {
      const auto bits = static_cast<std::uint32_t>(engine());
      const float mantissa = 1 + static_cast<float>(bits >> 9) * 0x1p-23F;
      x = std::ldexp((bits & 1U) != 0 ? -mantissa : mantissa, static_cast<int>(bits >> 1 & 7U) - 3);
    }
  return rows;
}

/// Marks which of two results each output has, if the two differ.
std::string either(const std::vector<float>& answers, const std::vector<float>& first,
                   const std::vector<float>& second, const char* first_name, const char* second_name) {
  std::size_t as_first = 0, as_second = 0, differing = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (is_same(first[i], second[i])) continue;
    ++differing;
    as_first += is_same(answers[i], first[i]) ? 1 : 0;
    as_second += is_same(answers[i], second[i]) ? 1 : 0;
  }
  if (as_first == differing) return first_name;
  return as_second == differing ? second_name : "neither, or sometimes one and sometimes the other";
}

std::vector<float> each(const std::vector<ProbeRow>& rows, float (*of)(const ProbeRow&)) {
  std::vector<float> values;
  std::ranges::transform(rows, std::back_inserter(values), of);
  return values;
}

/// An expression of a row, and its exact value.
struct Function {
  const char* name;
  const char* glsl;
  double (*exact)(const ProbeRow& row);
  bool in_ulps;  ///< relative to the exact value; absolute if the language allows an absolute error
};

double a(const ProbeRow& row, std::size_t i) {
  return static_cast<double>(row[i]);
}
double length3(const ProbeRow& row) {
  return std::sqrt(a(row, 0) * a(row, 0) + a(row, 1) * a(row, 1) + a(row, 2) * a(row, 2));
}

constexpr Function functions[] = {
    {"division", "y = a.x / b.x;", [](const ProbeRow& row) { return a(row, 0) / a(row, 4); }, true},
    {"sqrt", "y = sqrt(abs(a.x));", [](const ProbeRow& row) { return std::sqrt(std::fabs(a(row, 0))); },
     true},
    {"inversesqrt", "y = inversesqrt(abs(a.x));",
     [](const ProbeRow& row) { return 1 / std::sqrt(std::fabs(a(row, 0))); }, true},
    {"length", "y = length(a.xyz);", length3, true},
    {"normalize", "y = normalize(a.xyz).x;", [](const ProbeRow& row) { return a(row, 0) / length3(row); },
     true},
    {"exp", "y = exp(a.x);", [](const ProbeRow& row) { return std::exp(a(row, 0)); }, true},
    {"log", "y = log(abs(a.x) + 2.0);",
     [](const ProbeRow& row) { return std::log(static_cast<double>(std::fabs(row[0]) + 2.0F)); }, true},
    {"pow", "y = pow(abs(a.x), b.x * 0.125);",
     [](const ProbeRow& row) { return std::pow(std::fabs(a(row, 0)), a(row, 4) * 0.125); }, true},
    {"sin", "y = sin(a.x);", [](const ProbeRow& row) { return std::sin(a(row, 0)); }, false},
    {"cos", "y = cos(a.x);", [](const ProbeRow& row) { return std::cos(a(row, 0)); }, false},
    {"acos", "y = acos(a.x * 0.03125);", [](const ProbeRow& row) { return std::acos(a(row, 0) * 0.03125); },
     false},
    {"asin", "y = asin(a.x * 0.03125);", [](const ProbeRow& row) { return std::asin(a(row, 0) * 0.03125); },
     false},
    {"atan", "y = atan(a.x, b.x);", [](const ProbeRow& row) { return std::atan2(a(row, 0), a(row, 4)); },
     false},
};

/// The distance of float32 numbers at x.
double ulp_of(double x) {
  return std::ldexp(1.0, std::max(std::ilogb(x), -126) - 23);
}

std::string worst_error(const Function& function, const std::vector<ProbeRow>& rows,
                        const std::vector<float>& answers) {
  double worst = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double exact = function.exact(rows[i]), error = std::fabs(static_cast<double>(answers[i]) - exact);
    worst = std::fmax(worst, function.in_ulps ? error / ulp_of(exact) : error);
    if (std::isnan(answers[i])) return "NaN";
  }
  return fmt::format("{:.2g}{}", worst, function.in_ulps ? " ulp" : "");
}

/// Like shader functions that move a vertex: a is the first row of a rigid motion, b the vertex.
constexpr const char* rigid_motion = "y = (mat3(vec3(a.x), vec3(a.y), vec3(a.z)) * b.xyz + vec3(a.w)).x;";

/// Rotations about points far from the origin, of vertices within 1 of these points, like a character that
/// moves there.
std::vector<ProbeRow> rigid_motions(double distance) {
  std::vector<ProbeRow> rows = random_rows(samples);
  for (ProbeRow& row : rows) {
    const double turned = length3(row), away = std::hypot(a(row, 4), a(row, 5), a(row, 6));
    double moved = 0, centre = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double p = distance * a(row, 4 + i) / away;
      row[i] = static_cast<float>(a(row, i) / turned);
      row[4 + i] = static_cast<float>(p + a(row, 8 + i) * 0x1p-5);
      moved += a(row, i) * p;
      if (i == 0) centre = p;
    }
    row[3] = static_cast<float>(centre - moved);
  }
  return rows;
}

/// The largest error of the moved vertices, in units of `step`.
std::string worst_step(const std::vector<ProbeRow>& rows, const std::vector<float>& moved, double step) {
  double worst = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (std::isnan(moved[i])) return "NaN";
    double exact = a(rows[i], 3);
    for (std::size_t k = 0; k < 3; ++k)
      exact += a(rows[i], k) * a(rows[i], 4 + k);
    worst = std::fmax(worst, std::fabs(static_cast<double>(moved[i]) - exact) / step);
  }
  return fmt::format("{:.2g} ulp", worst);
}

/// The unit in the last place of an inexact result; zero if it must be exact.
double rounding_of(double exact, double allowed) {
  return allowed == 0 ? 0 : ulp_of(exact);
}

/// Formats a number in the same way with every C library.
std::string word_of(float x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x < 0 ? "-inf" : "inf";
  return fmt::format("{:.9g}", x);
}

class ReportMaker {
 public:
  explicit ReportMaker(Probe& probe) : probe_(probe), rows_(random_rows(samples)) {}

  Expected<CapabilityReport> made() {
    BINDPOSE_CHECK(sums());
    BINDPOSE_CHECK(rewriting());
    BINDPOSE_CHECK(special_numbers());
    BINDPOSE_CHECK(errors());
    BINDPOSE_CHECK(distances());
    BINDPOSE_CHECK(attributes());
    return std::move(card_);
  }

 private:
  Expected<std::vector<float>> ask(const std::string& glsl) { return probe_.run(glsl, rows_); }

  /// The order in which products are summed.
  Expected<void> sums() {
    BINDPOSE_TRY(const auto dots, ask("y = dot(a, b);"));
    card_.emplace_back("dot", order_of(rows_, dots));
    BINDPOSE_TRY(const auto products, ask("y = (mat4(vec4(a.x), vec4(a.y), vec4(a.z), vec4(a.w)) * b).x;"));
    card_.emplace_back("matrix times vector", order_of(rows_, products));
    BINDPOSE_TRY(const auto rows, ask("y = (b * mat4(a, a, a, a)).x;"));
    card_.emplace_back("vector times matrix", order_of(rows_, rows));
    return {};
  }

  /// A compiler's result for an expression, with and without `precise`.
  Expected<void> rewriting() {
    const auto separate = each(rows_, [](const ProbeRow& row) { return row[0] * row[4] + row[8]; });
    const auto fused = each(rows_, [](const ProbeRow& row) { return std::fma(row[0], row[4], row[8]); });
    BINDPOSE_TRY(const auto plain, ask("y = a.x * b.x + c.x;"));
    card_.emplace_back("a b + c", either(plain, separate, fused, "rounded twice", "fused"));
    const auto twice = each(rows_, [](const ProbeRow& row) { return (row[0] * 1.1F) * 1.3F; });
    const auto folded = each(rows_, [](const ProbeRow& row) { return row[0] * (1.1F * 1.3F); });
    BINDPOSE_TRY(const auto constants, ask("y = (a.x * 1.1) * 1.3;"));
    card_.emplace_back("(a 1.1) 1.3", either(constants, twice, folded, "as written", "constants folded"));
    const auto kept = each(rows_, [](const ProbeRow& row) { return 1.0F - (1.0F - row[0]); });
    const auto cancelled = each(rows_, [](const ProbeRow& row) { return row[0]; });
    BINDPOSE_TRY(const auto difference, ask("y = 1.0 - (1.0 - a.x);"));
    card_.emplace_back("1 - (1 - a)", either(difference, kept, cancelled, "as written", "cancelled"));
    if (probe_.has_precise()) {
      BINDPOSE_TRY(const auto precise, ask("precise float p = a.x * b.x + c.x; y = p;"));
      card_.emplace_back("precise a b + c", either(precise, separate, fused, "rounded twice", "fused"));
      BINDPOSE_TRY(const auto as_one, ask("y = fma(a.x, b.x, c.x);"));
      card_.emplace_back("fma(a, b, c)", either(as_one, fused, separate, "fused", "rounded twice"));
    }
    return {};
  }

  Expected<void> special_numbers() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    struct Asked {
      const char *name, *glsl;
      float a, b;
    };
    const Asked all[] = {
        {"2^-126 / 2", "y = a.x * 0.5;", 0x1p-126F, 0},
        {"2^-130 * 2^24", "y = a.x * 16777216.0;", 0x1p-130F, 0},
        {"min(NaN, 1)", "y = min(a.x, b.x);", nan, 1},
        {"min(1, NaN)", "y = min(a.x, b.x);", 1, nan},
        {"max(NaN, 1)", "y = max(a.x, b.x);", nan, 1},
        {"max(1, NaN)", "y = max(a.x, b.x);", 1, nan},
        {"clamp(NaN, 0, 1)", "y = clamp(a.x, 0.0, 1.0);", nan, 0},
        {"isnan(NaN)", "y = isnan(a.x) ? 1.0 : 0.0;", nan, 0},
        {"NaN == NaN", "y = a.x == a.x ? 1.0 : 0.0;", nan, 0},
        {"0 * NaN", "y = a.x * b.x;", 0, nan},
        {"sqrt(-1)", "y = sqrt(a.x);", -1, 0},
        {"1 / 0", "y = a.x / b.x;", 1, 0},
        {"normalize(0)", "y = normalize(vec3(a.x)).x;", 0, 0},
        {"1 + 2^-24", "y = a.x + b.x;", 1, 0x1p-24F},
        {"(1 + 2^-23) + 2^-24", "y = a.x + b.x;", 1 + 0x1p-23F, 0x1p-24F},
    };
    for (const Asked& asked : all) {
      ProbeRow row{};
      row[0] = asked.a;
      row[4] = asked.b;
      BINDPOSE_TRY(const auto answer, probe_.run(asked.glsl, {row}));
      card_.emplace_back(asked.name, word_of(answer[0]));
    }
    return {};
  }

  Expected<void> errors() {
    for (const Function& function : functions) {
      if (!probe_.has(function.name)) continue;
      BINDPOSE_TRY(const auto answers, ask(function.glsl));
      card_.emplace_back(function.name, worst_error(function, rows_, answers));
    }
    return {};
  }

  /// Precision of a position far from the origin: the first component of a rigid motion, in units of the
  /// float32 spacing there.
  Expected<void> distances() {
    for (const int exponent : {0, 10, 20}) {
      const std::vector<ProbeRow> rows = rigid_motions(std::ldexp(1.0, exponent));
      BINDPOSE_TRY(const auto moved, probe_.run(rigid_motion, rows));
      card_.emplace_back(exponent == 0 ? "rigid motion at 1" : fmt::format("rigid motion at 2^{}", exponent),
                         worst_step(rows, moved, ulp_of(std::ldexp(1.0, exponent))));
    }
    return {};
  }

  /// Vertex attributes of other types than float, and integers that a shader converts to weights; the report says
  /// if all are as accurate as required.
  Expected<void> attributes() {
    for (const StoredForm& form : probe_.forms()) {
      BINDPOSE_TRY(const auto read, probe_.read_attribute(form));
      note(form, read);
    }
    for (const Decoding& way : decodings()) {
      if (!probe_.has(way.name)) continue;
      BINDPOSE_TRY(const auto made, probe_.decode(way));
      note(way, made);
    }
    card_.emplace_back("packed numbers",
                       too_far_.empty() ? "as near as they have to be" : "too far: " + too_far_);
    return {};
  }

  /// form: a StoredForm or a Decoding.
  template <class Form>
  void note(const Form& form, const std::vector<float>& read) {
    double worst = 0;
    bool is_near = true;
    for (std::size_t i = 0; i < read.size(); ++i) {
      const double exact = form.exact(static_cast<std::uint32_t>(i));
      const double off = std::fabs(static_cast<double>(read[i]) - exact);
      worst = std::fmax(worst, exact == 0 ? off * 0x1p23 : off / ulp_of(exact));
      is_near = is_near && off <= form.allowed * std::fabs(exact) + rounding_of(exact, form.allowed);
    }
    card_.emplace_back(form.name, fmt::format("{:.2g} ulp", worst));
    if (!is_near) too_far_ += (too_far_.empty() ? "" : ", ") + std::string(form.name);
  }

  Probe& probe_;
  std::vector<ProbeRow> rows_;
  CapabilityReport card_;
  std::string too_far_;  ///< names of forms
};

}  // namespace

Expected<CapabilityReport> capability_report(Probe& device) {
  BINDPOSE_TRY(CapabilityReport report, ReportMaker(device).made());
  BINDPOSE_TRY(const CapabilityReport again, ReportMaker(device).made());
  report.emplace_back("asked again", report == again ? "the same" : "something else");
  return report;
}

}  // namespace bindpose::gpu
