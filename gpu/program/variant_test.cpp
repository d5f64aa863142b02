// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/variant.h"

#include <set>

#include <gtest/gtest.h>

#include "gpu/capture/stack_test.h"
#include "gpu/program/embedded.h"
#include "gpu/program/palette_binding.h"
#include "gpu/program/shader_function.h"
#include "reference/testing/assert.h"

namespace bindpose::gpu::variant_test {

TEST(Variant, linear_blend_offers_every_formulation_except_software) {
  std::set<std::string> offered;
  for (const Variant& variant : variants(lbs()))
    offered.insert(variant.formulation);
  std::set<std::string> declared;
  for (const OptionSpec& spec : lbs().implementation.declaration.options)
    if (spec.name == "formulation") declared.insert(spec.values.begin(), spec.values.end());
  EXPECT_EQ(declared.erase("software"), 1U);
  EXPECT_EQ(offered, declared);
  EXPECT_EQ(variants(lbs()).size(), 6 * 2 * declared.size()) << "palette bindings, captures, formulations";
}

TEST(Variant, variants_without_formulations_have_an_empty_name) {
  EXPECT_EQ(variants(stitching()).size(), 12U);
  EXPECT_EQ(variants(stitching()).front().formulation, "");
}

TEST(Variant, every_embedded_text_is_a_shader_function) {
  for (const EmbeddedFunction& embedded : embedded_functions()) {
    const auto body = read_shader_function(embedded.text);
    EXPECT_TRUE(body) << embedded.path << ": " << to_string(body.error());
  }
}

TEST(Variant, exactly_the_algorithms_with_glsl_are_embedded) {
  std::size_t rows = 0;
  for (const Algorithm& algorithm : algorithms()) {
    rows += algorithm.has_glsl ? 1 : 0;
    EXPECT_EQ(algorithm.has_glsl, !variants(algorithm).empty()) << algorithm.path();
  }
  EXPECT_EQ(rows, embedded_functions().size());
}

TEST(Variant, a_variant_survives_conversion_to_options) {
  for (const Variant& variant : variants(lbs())) {
    BINDPOSE_ASSERT(const auto back, variant_from_options(lbs(), to_options(variant)));
    EXPECT_EQ(back, variant);
  }
  EXPECT_EQ(variant_from_options(lbs(), {}).value(),
            (Variant{"transform-then-blend", "ubo", "transform-feedback"}));
}

const std::string rigid_body =
    "OFFERS(FORM_ROWS_3X4)\nOFFERS(FORM_DUAL_QUATERNION)  // FORM_QUATERNION_TRANSLATION is not\n"
    "Surface skin(Surface rest, uint j) { return Surface(palette_rigid(j).t, rest.n, rest.t); }";

TEST(Variant, a_shader_function_offers_the_forms_in_its_code) {
  const auto form = [](const Options& options) {
    const auto variant = variant_from_options(stitching(), rigid_body, options);
    return variant ? variant->form : variant.error().code;
  };
  EXPECT_EQ(form({}), "rows-3x4");
  EXPECT_EQ(form({{"form", "dual-quaternion"}}), "dual-quaternion");
  EXPECT_EQ(form({{"form", "quaternion-translation"}}), "NOT_SUPPORTED");
  EXPECT_EQ(form({{"form", "euler"}}), "OPTION_VALUE");
  EXPECT_EQ(variant_from_options(lbs(), {{"form", "dual-quaternion"}}).error().code, "NOT_SUPPORTED");
  EXPECT_EQ(to_options(variants(lbs()).front()).count("form"), 0U) << "no choice, no key";
}

TEST(Variant, without_joints_there_is_no_palette_binding) {
  const auto variant =
      variant_from_options(stitching(), "Surface skin(Surface rest) { return rest; }", {{"palette", "ssbo"}});
  ASSERT_TRUE(variant);
  EXPECT_EQ(to_options(*variant), (Options{{"capture", "transform-feedback"}}));
}

TEST(Variant, frames_have_a_binding_only_if_they_exist) {
  const std::string body = "FRAME_INPUT(keys, 1, 3)\nSurface skin(Surface rest) { return rest; }";
  const auto frames = [&](const Options& options) {
    const auto variant = variant_from_options(stitching(), body, options);
    return variant ? variant->frames : variant.error().code;
  };
  EXPECT_EQ(frames({}), "texture");
  EXPECT_EQ(frames({{"frames", "attributes"}}), "attributes");
  EXPECT_EQ(frames({{"frames", "paper"}}), "OPTION_VALUE");
  EXPECT_EQ(variant_from_options(lbs(), {})->frames, "") << "no frames, no key";
  const Algorithm& morph = *find_algorithm("morph.then-skin");
  std::size_t apart = 0;
  for (const Variant& variant : covering(variants(morph)))
    apart += variant.frames != "texture" ? 1 : 0;
  EXPECT_EQ(apart, 2U) << "each palette binding once";
}

/// Two formulations in two forms, with every palette binding and capture.
std::vector<Variant> all_ways() {
  std::vector<Variant> all;
  for (const char* formulation : {"a", "b"})
    for (const char* form : {"rows-3x4", "dual-quaternion"})
      for (const std::string_view palette : palette_binding_names)
        for (const char* capture : {"transform-feedback", "compute"})
          all.push_back({formulation, std::string(palette), capture, form});
  return all;
}

TEST(Variant, covering_variants_differ_from_the_first_in_one_setting) {
  const std::vector<Variant> expected = {{"a", "ubo", "transform-feedback", "rows-3x4"},
                                         {"a", "ssbo", "compute", "rows-3x4"},
                                         {"a", "uniform-array", "transform-feedback", "rows-3x4"},
                                         {"a", "texture", "compute", "rows-3x4"},
                                         {"a", "buffer-texture", "transform-feedback", "rows-3x4"},
                                         {"a", "instance-base", "compute", "rows-3x4"},
                                         {"a", "ubo", "transform-feedback", "dual-quaternion"},
                                         {"b", "ubo", "transform-feedback", "rows-3x4"}};
  EXPECT_EQ(covering(all_ways()), expected);
}

TEST(Variant, swapped_bindings_use_the_other_capture) {
  const auto capture_of = [](const std::string& palette, bool swapped) {
    for (const Variant& variant : covering(all_ways(), swapped))
      if (variant.palette == palette && variant.formulation == "a" && variant.form == "rows-3x4")
        return variant.capture;
    return std::string("none");
  };
  for (const std::string palette : {"ssbo", "uniform-array", "texture", "buffer-texture", "instance-base"}) {
    EXPECT_NE(capture_of(palette, false), "none") << palette;
    EXPECT_NE(capture_of(palette, true), "none") << palette;
    EXPECT_NE(capture_of(palette, false), capture_of(palette, true)) << palette;
  }
  EXPECT_EQ(capture_of("ubo", true), "transform-feedback") << "the other variants differ from this one";
}

TEST(Variant, other_formulations_keep_the_first_binding_and_capture) {
  const std::vector<Variant> expected = {{"a", "ubo", "transform-feedback", "rows-3x4"},
                                         {"a", "ubo", "transform-feedback", "dual-quaternion"},
                                         {"b", "ubo", "transform-feedback", "rows-3x4"}};
  EXPECT_EQ(by_other_bodies(all_ways()), expected);
  EXPECT_TRUE(by_other_bodies({}).empty());
}

/// Any two options of a variant.
std::set<Options> pairs_of(const std::vector<Variant>& variants) {
  std::set<Options> pairs;
  for (const Variant& variant : variants) {
    Options all = to_options(variant);
    all.try_emplace("vertices", variant.vertices);
    all.try_emplace("draw", variant.draw);
    all.try_emplace("feedback", variant.feedback);
    for (const auto& one : all)
      for (const auto& other : all)
        if (one.first < other.first) pairs.insert({one, other});
  }
  return pairs;
}

bool is_any(const Variant&) {
  return true;
}

TEST(Variant, pairwise_variants_have_every_possible_pair) {
  const std::vector<Variant> some = pairwise(all_ways(), {}, is_any);
  EXPECT_LT(some.size(), 60U);
  EXPECT_EQ(some.front(), all_ways().front());
  std::vector<Variant> every;
  for (const std::string_view palette : palette_binding_names)
    for (const std::string_view vertices : {"interleaved", "deinterleaved", "odd-strides", "narrow"})
      for (const std::string_view draw : draw_call_names)
        for (const std::string_view feedback : feedback_use_names)
          every.push_back({"a", std::string(palette), "transform-feedback", "rows-3x4", "",
                           std::string(vertices), std::string(draw), std::string(feedback)});
  for (const std::string_view palette : palette_binding_names)
    for (const char* vertices : {"interleaved", "narrow"})
      every.push_back({"a", std::string(palette), "compute", "rows-3x4", "", vertices});
  EXPECT_EQ(pairs_of(some), pairs_of(every));
}

TEST(Variant, pairwise_variants_keep_chosen_and_supported_values) {
  std::vector<Variant> indexed = all_ways();
  std::erase_if(indexed, [](const Variant& variant) { return variant.capture == "compute"; });
  for (Variant& variant : indexed)
    variant.draw = "indexed";
  const auto some = pairwise(indexed, {{"draw", "indexed"}},
                             [](const Variant& variant) { return variant.palette != "ssbo"; });
  EXPECT_GE(some.size(), 40U) << "5 palette bindings, 8 uses of feedback";
  for (const Variant& variant : some) {
    EXPECT_EQ(variant.draw, "indexed");
    EXPECT_NE(variant.palette, "ssbo");
  }
  EXPECT_TRUE(pairwise({}, {}, is_any).empty());
}

TEST(Variant, variants_without_joints_are_never_narrow) {
  const std::vector<Variant> all = {{"", "", "transform-feedback"}, {"", "", "compute"}};
  EXPECT_EQ(covering(all), all);
  EXPECT_TRUE(covering({}).empty());
  for (const Variant& variant : pairwise(all, {}, is_any))
    EXPECT_NE(variant.vertices, "narrow");
}

TEST(Variant, other_pipelines_differ_from_the_first_in_one_setting) {
  const Variant first = variants(lbs()).front();
  const std::vector<Variant> others = by_other_paths(first);
  EXPECT_EQ(others.size(), other_path_count);
  EXPECT_EQ(path_of(first), VertexPipeline{});
  std::set<Options> known;
  for (const Variant& variant : others) {
    EXPECT_TRUE(known.insert(to_options(variant)).second);
    EXPECT_EQ(to_options(variant).size(), to_options(first).size() + 1) << "options omit first values";
    BINDPOSE_ASSERT(const auto back, variant_from_options(lbs(), to_options(variant)));
    EXPECT_EQ(back, variant);
    EXPECT_NE(path_of(back), VertexPipeline{});
    EXPECT_FALSE(decodes_weights(path_of(back).vertices)) << "few inputs have such weights";
  }
  const std::vector<Variant> computed = by_other_paths({"", "ubo", "compute"});
  ASSERT_EQ(computed.size(), 1U) << "compute shaders draw nothing";
  EXPECT_EQ(path_of(computed[0]).vertices, VertexStorage::narrow);
  EXPECT_EQ(by_other_paths({"", ""}).size(), other_path_count - 1) << "without joints, no narrow storage";
  EXPECT_EQ(by_other_paths(first, {{"draw", "arrays"}}).size(),
            other_path_count + 1 - draw_call_names.size());
}

TEST(Variant, exact_buffers_need_opengl_and_a_request) {
  const std::vector<Variant> all = variants(stitching());
  BINDPOSE_ASSERT(const auto chosen, by_chosen_path(all, {{"upload", "exact"}}));
  ASSERT_EQ(chosen.size(), all.size());
  for (const Variant& variant : chosen) {
    EXPECT_EQ(to_options(variant).at("upload"), "exact");
    EXPECT_EQ(variant_from_options(stitching(), to_options(variant)).value(), variant);
    EXPECT_TRUE(supports(Api::gl, variant) && supports(Api::gles, variant));
    EXPECT_FALSE(supports(Api::vulkan, variant) || supports(Api::opencl, variant));
  }
  for (const Variant& variant : pairwise(chosen, {}, is_any))
    EXPECT_EQ(variant.upload, "exact");
  EXPECT_EQ(by_chosen_path(all, {{"upload", "padded"}}).value(), all);
  EXPECT_EQ(by_chosen_path(all, {{"upload", "tight"}}).error().code, "OPTION_VALUE");
}

TEST(Variant, a_chosen_pipeline_applies_to_draws) {
  const std::vector<Variant> all = variants(stitching());
  EXPECT_EQ(by_chosen_path(all, {{"palette", "ubo"}}).value(), all);
  BINDPOSE_ASSERT(const auto chosen, by_chosen_path(all, {{"draw", "first"}, {"feedback", "paused"}}));
  EXPECT_EQ(chosen.size(), all.size() / 2);
  for (const Variant& variant : chosen)
    EXPECT_EQ(path_of(variant),
              (VertexPipeline{VertexStorage::interleaved, DrawCall::first, FeedbackUse::paused}));
  EXPECT_EQ(by_chosen_path(all, {{"draw", "arrays"}})->size(), all.size() / 2);
  EXPECT_EQ(by_chosen_path(all, {{"vertices", "narrow"}})->size(), all.size())
      << "compute shaders can unpack";
  EXPECT_EQ(by_chosen_path(all, {{"vertices", "narrow"}, {"draw", "first"}})->size(), all.size() / 2);
  for (const char* decoded : {"integers", "implicit"})
    EXPECT_EQ(by_chosen_path(all, {{"vertices", decoded}})->size(), all.size()) << decoded;
  EXPECT_EQ(by_chosen_path(all, {{"vertices", "normalized"}})->size(), all.size() / 2)
      << "only attributes are normalized";
  EXPECT_EQ(by_chosen_path(all, {{"vertices", "odd-strides"}})->size(), all.size() / 2);
  EXPECT_EQ(by_chosen_path(all, {{"draw", "sideways"}}).error().code, "OPTION_VALUE");
  EXPECT_EQ(variant_from_options(lbs(), {{"capture", "compute"}, {"draw", "first"}}).error().code,
            "NOT_SUPPORTED");
  EXPECT_TRUE(variant_from_options(lbs(), {{"capture", "compute"}, {"vertices", "narrow"}}));
}

TEST(Variant, skinning_runs_at_palette_level) {
  EXPECT_EQ(levels(lbs()), std::vector<Level>{Level::palette});
  EXPECT_TRUE(levels(*find_algorithm("interp.slerp")).empty());
}

TEST(Variant, unknown_values_are_refused) {
  EXPECT_EQ(variant_from_options(lbs(), {{"palette", "paper"}}).error().code, "OPTION_VALUE");
  EXPECT_EQ(variant_from_options(lbs(), {{"capture", "pixels"}}).error().code, "OPTION_VALUE");
  EXPECT_EQ(variant_from_options(lbs(), {{"formulation", "sideways"}}).error().code, "OPTION_VALUE");
  EXPECT_EQ(variant_from_options(lbs(), {{"formulation", "software"}}).error().code, "NOT_SUPPORTED");
}

TEST(OptionMacros, a_macro_spells_the_option_and_its_value) {
  EXPECT_EQ(option_macro("formulation", "rows-3x4"), "FORMULATION_ROWS_3X4");
}

TEST(OptionMacros, a_longer_macro_does_not_count_as_a_shorter_one) {
  BINDPOSE_ASSERT(const auto macros, option_macros(stitching(), "#if defined(NORMAL_RULE_DIRECTION_2)", {}));
  EXPECT_TRUE(macros.empty());
}

TEST(OptionMacros, values_without_glsl_or_a_declaration_are_refused) {
  const char* body = "#if defined(NORMAL_RULE_DIRECTION)";
  const auto code = [&](const Options& options) {
    return option_macros(stitching(), body, options).error().code;
  };
  EXPECT_TRUE(option_macros(stitching(), body, {}));
  EXPECT_EQ(code({{"normal_rule", "inverse-transpose"}}), "NOT_SUPPORTED");
  EXPECT_EQ(code({{"normal_rule", "upwards"}}), "OPTION_VALUE");
  EXPECT_EQ(code({{"colour", "red"}}), "OPTION_UNKNOWN");
}

}  // namespace bindpose::gpu::variant_test
