// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/capability_report.h"

#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <glad/gl.h>

#include "gpu/capture/stack_test.h"
#include "gpu/capture/sum_order.h"
#include "reference/testing/assert.h"

namespace bindpose::gpu::card_test {

std::vector<ProbeRow> some_rows() {
  std::mt19937 engine(7);
  std::vector<ProbeRow> rows(200);
  for (ProbeRow& row : rows)
    for (float& x : row)
      x = static_cast<float>(static_cast<int>(engine() >> 8) - (1 << 23)) * 0x1p-20F;
  return rows;
}

TEST(SumOrder, every_order_is_identified_by_its_sums) {
  const std::vector<ProbeRow> rows = some_rows();
  std::set<std::string> names;
  for (const SumOrder& order : sum_orders()) {
    std::vector<float> answers;
    for (const ProbeRow& row : rows)
      answers.push_back(order.sum(row, order.products));
    names.insert(order_of(rows, answers));
  }
  // 24 chains: 12 results if rounded, because the first two products commute; 24 if fused, because
  // only the first product is rounded. 3 pairs of pairs.
  EXPECT_EQ(names.size(), 12U + 24U + 3U);
  EXPECT_FALSE(names.contains("no plain order"));
}

TEST(SumOrder, sums_of_no_known_order_are_reported) {
  const std::vector<ProbeRow> rows = some_rows();
  EXPECT_EQ(order_of(rows, std::vector<float>(rows.size(), 1)), "no plain order");
}

/// A device with three defects: shaders divide bytes by 256, byte attributes are signed, and only 16 of the
/// 24 bits of inputs are used.
class Careless : public Backend {
 public:
  explicit Careless(Backend& careful) : careful_(careful) {}

  const DeviceInfo& info() const override { return careful_.info(); }
  Expected<void> compile(const Plan& plan, const RunSettings&) override {
    return careful_.compile(plan, {.edit = &divided_by_256});
  }
  Expected<void> send(Plan& plan, std::size_t rows_before) override {
    for (std::uint32_t& word : plan.data.words)
      if (plan.data.layout.fields.front().numbers > 1) word &= 0xFFFFFF00U;
    if (plan.bits && plan.bits->type == GL_UNSIGNED_BYTE) plan.bits->type = GL_BYTE;
    return careful_.send(plan, rows_before);
  }
  Expected<void> run_part(const Part& part, std::vector<float>& captured) override {
    const RunSettings settings{.edit = &divided_by_256};
    return careful_.run_part({part.plan, settings, part.repeats, part.first, part.count}, captured);
  }
  std::size_t program_count() const override { return careful_.program_count(); }

 private:
  static std::string divided_by_256(std::string text) {
    for (const std::string_view right : {"y = float(k) / 255.0;", "y = unpackUnorm4x8(k).x;"})
      if (const std::size_t at = text.find(right); at != std::string::npos)
        text.replace(at, right.size(), "y = float(k) / 256.0;");
    return text;
  }

  Backend& careful_;
};

class CapabilityReportTest : public StackTest {
 protected:
  static std::map<std::string, std::string> lines_of(Backend& device) {
    Probe probe(device);
    const auto report = capability_report(probe);
    EXPECT_TRUE(report) << to_string(report.error());
    if (!report) return {};
    EXPECT_EQ(report->front().first, "dot");
    EXPECT_EQ(report->back(), (std::pair<std::string, std::string>{"asked again", "the same"}));
    std::map<std::string, std::string> lines(report->begin(), report->end());
    EXPECT_EQ(lines.size(), report->size()) << "names are unique";
    return lines;
  }
};

constexpr const char* distances[] = {"rigid motion at 1", "rigid motion at 2^10", "rigid motion at 2^20"};

TEST_P(CapabilityReportTest, accurate_numbers_are_reported) {
  std::map<std::string, std::string> lines = lines_of(device());
  for (const auto& [name, value] : lines)
    EXPECT_FALSE(value.empty()) << name;
  const bool is_translated = api() == Api::vulkan || api() == Api::opencl || api() == Api::cuda;
  EXPECT_EQ(lines.contains("precise a b + c"), is_translated || api() == Api::gl);
  // Three products and three sums, each at most 4 times the distance: at most 2 steps of error.
  for (const char* line : distances) {
    EXPECT_GT(std::stod("0" + lines[line]), 0) << line;
    EXPECT_LE(std::stod("0" + lines[line]), 12) << line;
  }
  EXPECT_EQ(lines["packed numbers"], "as near as they have to be");
  EXPECT_EQ(lines["unpackHalf2x16"], "0 ulp");
  const Probe probe(device());
  for (const Decoding& decoding : decodings())
    EXPECT_EQ(lines.contains(decoding.name), probe.has(decoding.name)) << decoding.name;
  for (const StoredForm& form : stored_forms())
    EXPECT_EQ(lines.contains(form.name), draws()) << form.name;
}

TEST_P(CapabilityReportTest, inaccurate_number_forms_are_named) {
  Careless careless(device());
  std::map<std::string, std::string> lines = lines_of(careless);
  for (const char* line : distances)
    EXPECT_GT(std::stod("0" + lines[line]), 64) << line;
  const std::string decoded = Probe(device()).has("unpackUnorm4x8") ? ", unpackUnorm4x8" : "";
  EXPECT_EQ(lines["packed numbers"], std::string("too far: ") + (draws() ? "unorm8 attribute, " : "") +
                                         "unorm8 by division" + decoded);
}

TEST_P(CapabilityReportTest, an_expression_is_compiled_once_for_all_runs) {
  Probe probe(device());
  const std::vector<ProbeRow> rows = some_rows();
  for (const char* glsl : {"y = a.x;", "y = a.y;", "y = a.x;"}) {
    BINDPOSE_ASSERT(const auto y, probe.run(glsl, rows));
    EXPECT_EQ(y[1], rows[1][glsl[6] == 'x' ? 0 : 1]) << glsl;
  }
  EXPECT_EQ(device().program_count(), 2U);
}

TEST_P(CapabilityReportTest, expressions_read_all_inputs) {
  Probe probe(device());
  const ProbeRow row = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  EXPECT_EQ(probe.run("y = a.w + 2.0 * b.x + c.z;", {row, row}), (std::vector<float>{25, 25}));
  EXPECT_EQ(probe.run("y = nothing;", {row}).error().code, "SHADER_COMPILE");
}

class ContractionTest : public StackTest {};

TEST_P(ContractionTest, contraction_is_reported) {
  for (const Contraction contraction : {Contraction::off, Contraction::on}) {
    BINDPOSE_ASSERT(const auto opened, open_backend(GetParam(), contraction));
    Probe probe(*opened.backend);
    BINDPOSE_ASSERT(const auto report, capability_report(probe));
    const std::map<std::string, std::string> lines(report.begin(), report.end());
    EXPECT_EQ(lines.at("a b + c"), contraction == Contraction::on ? "fused" : "rounded twice");
    EXPECT_EQ(lines.at("precise a b + c"), "rounded twice");
  }
}

TEST_P(ContractionTest, every_variant_agrees_with_double_precision) {
  BINDPOSE_ASSERT(const auto opened, open_backend(GetParam(), Contraction::on));
  Skinner contracted(*opened.backend);
  const ArraySet question = random_question({1000, 5, 23, true, true});
  for (const Variant& variant : delivered(lbs())) {
    BINDPOSE_ASSERT(const auto answer, contracted.run(lbs(), question, {}, variant));
    EXPECT_LE(difference(answer, plain_answer(question)), 1e-5) << variant.formulation;
  }
}

constexpr Apis kernels = {Api::opencl, Api::cuda};
BINDPOSE_TEST_STACKS(CapabilityReportTest, every_api);
BINDPOSE_TEST_STACKS(ContractionTest, kernels);

}  // namespace bindpose::gpu::card_test
