// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <ostream>
#include <regex>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/defects/defect.h"
#include "conformance/defects/together.h"
#include "conformance/judge/judge.h"
#include "conformance/run/binding.h"
#include "gpu/backends/open.h"
#include "gpu/capture/skinner.h"
#include "reference/io/glob.h"
#include "reference/model/rare_values.h"
#include "reference/testing/assert.h"

namespace bindpose::conformance::seen_test {

/// Mesa computes OpenGL ES's mediump in half precision. If accepted, it passes where half precision
/// decides every number. Elsewhere (the sign of a small determinant) its bound explains nothing,
/// and it fails.
TEST(MediumpTest, accepted_mediump_passes_if_it_decides_the_numbers) {
  const auto device = gpu::open_backend(*gpu::parse_device("surfaceless", "gles"));
  if (!device && device.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(device.error());
  ASSERT_TRUE(device) << to_string(device.error());
  gpu::Skinner skinner(*device->backend);
  skinner.settings.precision = "mediump";
  std::size_t lowered = 0;
  for (const Case& c : built_in_cases()) {
    if (!matches_glob(c.name, "skinning.linear_blend.bar.*.palette.f32")) continue;
    const Question question{c.algorithm, c.level, c.options, *c.question()};
    if (std::ranges::any_of(c.options, [](const auto& option) { return is_rare_value(option.second); }))
      continue;
    BINDPOSE_ASSERT(const auto answer, skinner.run(*c.algorithm, question.arrays, question.options, {}));
    const Expectation expectation = *expect(question);
    const Verdict unasked = judge(question, expectation, Answer{answer, {}, 0});
    const Verdict verdict =
        judge(question, expectation, Answer{answer, {}, 0}, {*find_precision_class("mediump")});
    const bool vanishes =
        c.name.find(".bar.tiny.") != std::string::npos;  // squares of 0.001 vanish in binary16
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

// properties_seen.txt lists the defects that the properties of right weights detect.
/// The result for a defect that applies to some character's weights.
struct Seen {
  bool moves_a_weight = false;
  std::string first = {};  ///< character that shows it, and the properties that do not hold; empty: none does
};

/// The properties that a wrong output breaks, in the order of weight_properties().
std::string broken_words(const BindingCase& each, const AskedBinding& binding, const BoundWeights& weights) {
  std::string words;
  for (const PropertyFinding& finding :
       judge_weights(*each.character, each.c.algorithm->id, binding.right, weights, binding.ties))
    if (!finding.holds) words += fmt::format(" {}", finding.property);
  return words;
}

/// Adds the defects that no earlier case has shown.
void add_case(const BindingCase& each, std::map<std::string_view, Seen>& seen) {
  BINDPOSE_ASSERT(const auto binding, asked_binding(each.c, *each.character));
  const Question& question = binding.asked.question;
  BINDPOSE_ASSERT(const auto result,
                  question.algorithm->implementation.in_double(question.arrays, question.options));
  const ArraySet right = judged_arrays(question, result);
  for (const Defect& defect : defects()) {
    if (defect.folder != "binding" || (seen.contains(defect.id) && !seen[defect.id].first.empty())) continue;
    const auto wrong = answer_with(defect, question, right);
    if (!wrong) continue;
    const auto weights = weights_in(*wrong, question, each.character->pivots.size());
    ASSERT_TRUE(weights) << defect.id;
    Seen& of = seen[defect.id];
    of.moves_a_weight = of.moves_a_weight || weights->w != binding.right.w;
    const std::string words = broken_words(each, binding, *weights);
    if (!words.empty()) of.first = fmt::format("{}:{}", each.character->name, words);
  }
}

std::string words_of(const Seen& seen) {
  if (!seen.first.empty()) return seen.first;
  return seen.moves_a_weight ? "-" : "(no weight changes)";
}

/// The lines that are not comments.
std::string kept_table() {
  std::ifstream file(BINDPOSE_CONFORMANCE "/run/properties_seen.txt");
  std::string table;
  for (std::string line; std::getline(file, line);)
    if (!line.starts_with('#')) table += line + "\n";
  return table;
}

TEST(PropertiesSeenTest, the_table_lists_detected_defects) {
  BINDPOSE_ASSERT(auto cases, built_in_binding_cases());
  std::ranges::stable_sort(cases, {},
                           [](const BindingCase& each) { return each.character->mesh.vertex_count(); });
  std::map<std::string_view, Seen> seen;
  for (const BindingCase& each : cases)
    add_case(each, seen);
  std::string table;
  for (const auto& [id, of] : seen)
    table += fmt::format("{:<28} {}\n", id, words_of(of));
  EXPECT_EQ(table, kept_table()) << "the table now:\n" << table;
}

// Drivers that read, draw or capture vertices wrongly: each fault makes built-in cases fail in its
// variant.
using gpu::PathFault;

struct Damage {
  const char* name;
  PathFault fault;
  std::string vertices, draw, feedback;
};

void PrintTo(const Damage& damage, std::ostream* out) {
  *out << damage.name;
}

const Damage damages[] = {
    {"first_buffer_for_all", PathFault::first_buffer_for_all, "deinterleaved", "arrays", "interleaved"},
    {"stride_ignored", PathFault::stride_ignored, "odd-strides", "arrays", "interleaved"},
    {"offset_ignored", PathFault::offset_ignored, "odd-strides", "arrays", "interleaved"},
    {"width_misread", PathFault::width_misread, "narrow", "arrays", "interleaved"},
    {"sign_misread", PathFault::sign_misread, "normalized", "arrays", "interleaved"},
    {"first_ignored", PathFault::first_ignored, "interleaved", "first", "interleaved"},
    {"indices_ignored", PathFault::indices_ignored, "interleaved", "indexed", "interleaved"},
    {"base_vertex_ignored", PathFault::base_vertex_ignored, "interleaved", "base-vertex", "interleaved"},
    {"base_instance_ignored", PathFault::base_instance_ignored, "interleaved", "instanced", "interleaved"},
    {"divisor_ignored", PathFault::divisor_ignored, "interleaved", "instanced", "interleaved"},
    {"slots_swapped", PathFault::slots_swapped, "interleaved", "arrays", "separate"},
    {"pause_ignored", PathFault::pause_ignored, "interleaved", "arrays", "paused"},
    {"resumed_at_start", PathFault::resumed_at_start, "interleaved", "arrays", "paused"},
    {"objects_confused", PathFault::objects_confused, "interleaved", "arrays", "alternating"},
    {"room_ignored", PathFault::room_ignored, "interleaved", "arrays", "overflowing"},
    {"captured_stale", PathFault::captured_stale, "interleaved", "arrays", "drawn-again"},
    {"gaps_closed", PathFault::gaps_closed, "interleaved", "arrays", "gaps"},
    {"order_ignored", PathFault::order_ignored, "interleaved", "arrays", "reordered"},
    {"constant_lost", PathFault::constant_lost, "interleaved", "arrays", "reordered"},
};

/// Cases with sizes around those of work groups; for variants that decode weights, cases with
/// packed weights.
std::vector<const Case*> small_crowds(const gpu::Variant& variant) {
  const bool decodes = gpu::decodes_weights(gpu::path_of(variant).vertices);
  std::vector<const Case*> chosen;
  const Glob wanted(decodes ? "skinning.linear_blend.crowd.packed-u*"
                            : "skinning.linear_blend.crowd.vertices-6?.*");
  for (const Case& c : built_in_cases())
    if (wanted.matches(c.name)) chosen.push_back(&c);
  return chosen;
}

/// Expects that each of these cases passes, or fails.
void expect_passes(gpu::Skinner& skinner, const gpu::Variant& variant, bool passes) {
  ASSERT_GE(small_crowds(variant).size(), 3U);
  for (const Case* c : small_crowds(variant)) {
    const Question question{c->algorithm, c->level, c->options, *c->question()};
    const Expectation expectation = *expect(question);
    const auto answer = skinner.run(*c->algorithm, question.arrays, question.options, variant);
    const Verdict verdict =
        answer ? judge(question, expectation, Answer{*answer, {}, 0}) : judge_error(answer.error());
    EXPECT_EQ(verdict.outcome == Outcome::pass, passes) << c->name << ": " << verdict.detail;
    EXPECT_NE(verdict.outcome, Outcome::not_supported) << c->name << ": " << verdict.detail;
  }
}

/// Expects that the cases pass without the fault and fail with it.
void expect_caught(gpu::Skinner& skinner, const Damage& damage) {
  gpu::Variant variant;
  variant.vertices = damage.vertices;
  variant.draw = damage.draw;
  variant.feedback = damage.feedback;
  for (const PathFault fault : {PathFault::none, damage.fault}) {
    skinner.settings.faults.path = fault;
    expect_passes(skinner, variant, fault == PathFault::none);
  }
}

class VertexPipelineDamageTest : public testing::TestWithParam<Damage> {};

TEST_P(VertexPipelineDamageTest, the_fault_is_detected) {
  const auto device = gpu::open_backend(*gpu::parse_device("surfaceless"));
  if (!device && device.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(device.error());
  ASSERT_TRUE(device) << to_string(device.error());
  gpu::Skinner skinner(*device->backend);
  expect_caught(skinner, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Driver, VertexPipelineDamageTest, testing::ValuesIn(damages),
                         [](const auto& damage) { return std::string(damage.param.name); });

TEST(VulkanDamageTest, misread_storage_is_detected) {
  const auto device = gpu::open_backend({.api = gpu::Api::vulkan});
  if (!device) GTEST_SKIP() << "no Vulkan device";
  gpu::Skinner skinner(*device->backend);
  for (const Damage& damage : damages)
    if (damage.vertices != "interleaved") expect_caught(skinner, damage);
}

TEST(VulkanDamageTest, bytes_wrongly_unpacked_by_a_compute_shader_are_detected) {
  const auto device = gpu::open_backend({.api = gpu::Api::vulkan});
  if (!device) GTEST_SKIP() << "no Vulkan device";
  gpu::Skinner skinner(*device->backend);
  const gpu::Variant narrow{.formulation = "", .palette = "ubo", .capture = "compute", .vertices = "narrow"};
  expect_passes(skinner, narrow, true);
  skinner.settings.edit = [](const std::string& text) {
    return std::regex_replace(text, std::regex("& 255u"), "& 254u");
  };
  expect_passes(skinner, narrow, false);
}

}  // namespace bindpose::conformance::seen_test
