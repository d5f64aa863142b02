// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Deliberate damage to the shader of linear blend skinning: every mistake is caught by a built-in case, as
// what it is, with numbers in the message.
#include <regex>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/run/suite.h"
#include "gpu/backends/open.h"
#include "gpu/capture/skinner.h"
#include "gpu/program/embedded.h"

namespace bindpose::conformance {
namespace linear_blend_damage_test {

/// One piece of the shader replaced, and what the judge has to say.
struct Damage {
  const char* name;
  const char* piece;
  const char* by;
  const char* before;   ///< text put before the body
  Outcome outcome;      ///< on at least one case
  const char* message;  ///< regular expression that the detail of such a verdict matches
};

void PrintTo(const Damage& damage, std::ostream* out) {
  *out << damage.name;
}

/// Inverse bind on the wrong side, from the palette alone: M = W A becomes A M A^-1 = A W, with the bar's own
/// A.
std::string wrong_side_helper() {
  const Array& inverse_binds = *[] {
    for (const Case& c : built_in_cases())
      if (c.name == "skinning.linear_blend.bar.posed.direction.pose.f32") {
        static const ArraySet question = *c.question();
        return question.find("inverse_binds");
      }
    return static_cast<const Array*>(nullptr);
  }();
  std::string text = "Affine wrong_side(uint j) {\n  Affine M = palette_transform(j);\n  mat3 A; vec3 a;\n";
  for (std::size_t j = 0; j < inverse_binds.shape[0]; ++j) {
    const double* r = &inverse_binds.reals()[12 * j];
    text += fmt::format(
        "  if (j == {}u) {{ A = mat3({:.9e},{:.9e},{:.9e},{:.9e},{:.9e},{:.9e},{:.9e},{:.9e},{:.9e}); "
        "a = vec3({:.9e},{:.9e},{:.9e}); }}\n",
        j, r[0], r[4], r[8], r[1], r[5], r[9], r[2], r[6], r[10], r[3], r[7], r[11]);
  }
  return text +
         "  mat3 B = inverse(A);\n"
         "  return Affine(A * M.C * B, A * (M.C * (-(B * a)) + M.t) + a);\n}\n";
}

constexpr const char* half_helper =
    "float half_of(float x) { return unpackHalf2x16(packHalf2x16(vec2(x))).x; }\n"
    "vec3 half_of(vec3 v) { return vec3(half_of(v.x), half_of(v.y), half_of(v.z)); }\n"
    "Affine half_transform(uint j) {\n"
    "  Affine M = palette_transform(j);\n"
    "  return Affine(mat3(half_of(M.C[0]), half_of(M.C[1]), half_of(M.C[2])), half_of(M.t));\n"
    "}\n";

constexpr const char* outside = R"(\d+ of \d+ numbers outside the bound; worst \w+\[\d+\]\.[xyzw] is )";

const Damage damages[] = {
    {"transposed_palette", "Affine M = palette_transform(j);",
     "Affine M = palette_transform(j); M.C = transpose(M.C);", "", Outcome::fail, outside},
    {"inverse_bind_on_the_wrong_side", "palette_transform(j)", "wrong_side(j)", "wrong side", Outcome::fail,
     outside},
    {"unnormalised_normal", "normalize(sum.n)", "sum.n", "", Outcome::fail, "worst the length of normals"},
    {"last_weight_dropped", "i < INFLUENCES;", "i < INFLUENCES - 1;", "", Outcome::fail, outside},
    {"joint_off_by_one", "palette_transform(j)", "palette_transform(j > 0u ? j - 1u : j)", "", Outcome::fail,
     outside},
    {"half_palette", "palette_transform(j)", "half_transform(j)", half_helper, Outcome::fail,
     "only as precise as half-palette"},
};

class LinearBlendDamageTest : public testing::TestWithParam<Damage> {
 protected:
  void SetUp() override {
    auto device = gpu::open_backend(*gpu::parse_device("surfaceless"));
    if (!device && device.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(device.error());
    ASSERT_TRUE(device) << to_string(device.error());
    device_ = std::move(*device);
    skinner_ = std::make_unique<gpu::Skinner>(*device_.backend);
  }

  /// The first formulation's body with the damage done.
  static std::string damaged_body(const Damage& damage) {
    std::string body;
    for (const gpu::EmbeddedBody& embedded : gpu::embedded_bodies())
      if (embedded.path == "skinning/linear_blend") body = embedded.text;
    const std::string piece = damage.piece, by = damage.by;
    std::size_t count = 0;
    for (std::size_t at = body.find(piece); at != std::string::npos;
         at = body.find(piece, at + by.size()), ++count)
      body.replace(at, piece.size(), by);
    EXPECT_GT(count, 0U) << "the shader has no '" << piece << "'";
    return (damage.before == std::string("wrong side") ? wrong_side_helper() : damage.before) + body;
  }

  /// Verdicts on the palette-level cases of the bar and of one crowd.
  std::vector<std::pair<std::string, Verdict>> judge_all() {
    std::vector<std::pair<std::string, Verdict>> verdicts;
    for (const Case& c : built_in_cases()) {
      const bool chosen = matches_glob(c.name, "skinning.linear_blend.bar.*.palette.f32") ||
                          matches_glob(c.name, "skinning.linear_blend.crowd.influences-4.*");
      if (!chosen) continue;
      const Question question{c.algorithm, c.level, c.options, *c.question()};
      const auto answer = skinner_->run(*c.algorithm, question.arrays, question.options, {});
      Verdict verdict =
          answer ? judge(question, *expect(question), Answer{*answer, {}, 0}) : judge_error(answer.error());
      verdicts.emplace_back(c.name, std::move(verdict));
    }
    return verdicts;
  }

  gpu::OpenDevice device_;
  std::unique_ptr<gpu::Skinner> skinner_;
};

TEST_P(LinearBlendDamageTest, is_caught) {
  const Damage& damage = GetParam();
  for (const auto& [name, verdict] : judge_all())
    ASSERT_EQ(verdict.outcome, Outcome::pass) << "undamaged: " << name << ": " << verdict.detail;

  skinner_->settings.bodies["linear_blend"] = damaged_body(damage);
  std::size_t caught = 0;
  for (const auto& [name, verdict] : judge_all()) {
    if (verdict.outcome == Outcome::pass || !verdict.policy.empty()) continue;
    // A vertex left without any weight has no normal: invalid_output.
    EXPECT_TRUE(verdict.outcome == Outcome::fail || verdict.outcome == Outcome::invalid_output)
        << name << ": " << verdict.detail;
    if (verdict.outcome != damage.outcome || !std::regex_search(verdict.detail, std::regex(damage.message)))
      continue;
    if (++caught == 1) fmt::print("  {}: {}: {}\n", name, to_string(verdict.outcome), verdict.detail);
  }
  EXPECT_GT(caught, 0U);
}

INSTANTIATE_TEST_SUITE_P(Shader, LinearBlendDamageTest, testing::ValuesIn(damages),
                         [](const auto& damage) { return std::string(damage.param.name); });

/// OpenGL ES's mediump: Mesa computes it in half precision. Accepted, it passes where half precision decides every
/// number; where it does not (the sign of a small determinant) its bound explains nothing, and it fails.
TEST(LinearBlendMediumpTest, passes_where_it_is_accepted_and_decides) {
  const auto device = gpu::open_backend(*gpu::parse_device("surfaceless", "gles"));
  if (!device && device.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(device.error());
  ASSERT_TRUE(device) << to_string(device.error());
  gpu::Skinner skinner(*device->backend);
  skinner.settings.precision = "mediump";
  std::size_t lowered = 0;
  for (const Case& c : built_in_cases()) {
    if (!matches_glob(c.name, "skinning.linear_blend.bar.*.palette.f32")) continue;
    const Question question{c.algorithm, c.level, c.options, *c.question()};
    const auto answer = skinner.run(*c.algorithm, question.arrays, question.options, {});
    ASSERT_TRUE(answer) << to_string(answer.error());
    const Expectation expectation = *expect(question);
    const Verdict unasked = judge(question, expectation, Answer{*answer, {}, 0});
    const Verdict verdict =
        judge(question, expectation, Answer{*answer, {}, 0}, {*find_precision_class("mediump")});
    const bool vanishes =
        c.name.find(".bar.tiny.") != std::string::npos;  // squares of a thousandth do in binary16
    EXPECT_TRUE(verdict.outcome == Outcome::pass || vanishes || c.options.at("normal_rule") != "direction")
        << c.name << ": " << verdict.detail;
    if (!is_on_terms(verdict)) continue;
    EXPECT_EQ(unasked.outcome, Outcome::fail) << c.name;
    EXPECT_FALSE(unasked.precision_class.empty()) << c.name << ": " << unasked.detail;
    if (++lowered == 1) fmt::print("  {}: {}\n", c.name, verdict.detail);
  }
  if (device->backend->info().software_name == "llvmpipe") {
    EXPECT_GT(lowered, 0U) << "llvmpipe lowers mediump to half precision";
  }
}

}  // namespace linear_blend_damage_test
}  // namespace bindpose::conformance
