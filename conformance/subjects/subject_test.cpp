// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/subject.h"

#include <gtest/gtest.h>

namespace bindpose::conformance::subject_test {

TEST(SubjectSpecTest, a_written_subject_name_is_read_back) {
  for (const char* text :
       {"reference-float", "gpu", "gpu:surfaceless", "gpu:device:1",
        "gpu:osmesa?capture=compute&palette=ssbo", "reference-float?formulation=rows-3x4", "vulkan",
        "vulkan:1?capture=compute", "opencl:0?contraction=on", "cuda", "cuda:1", "webgl",
        "webgl:swiftshader?palette=texture", "webgpu", "webgpu:swiftshader?palette=ssbo"}) {
    const auto spec = parse_subject(text);
    ASSERT_TRUE(spec) << text;
    EXPECT_EQ(to_string(*spec), text);
  }
}

TEST(SubjectSpecTest, suggests_a_similar_subject) {
  for (const auto& [wrong, meant] :
       {std::pair("gpu:surfaceles", "gpu:surfaceless"), std::pair("gpu:osmeza?palette=ubo", "gpu:osmesa"),
        std::pair("webgl:swiftshadr", "webgl:swiftshader")}) {
    const std::string message = open_subject(*parse_subject(wrong)).error().message;
    EXPECT_TRUE(message.ends_with(std::string("; did you mean '") + meant + "'?")) << message;
  }
  for (const auto& [wrong, meant] :
       {std::pair("refernce-float", "reference-float"), std::pair("gup:surfaceless", "gpu")}) {
    const std::string message = parse_subject(wrong).error().message;
    EXPECT_TRUE(message.ends_with(std::string("; did you mean '") + meant + "'?")) << message;
  }
}

TEST(SubjectSpecTest, unknown_subjects_and_options_are_refused) {
  EXPECT_EQ(parse_subject("gqu").error().code, "SUBJECT_UNKNOWN");
  EXPECT_EQ(parse_subject("").error().code, "SUBJECT_UNKNOWN");
  EXPECT_EQ(parse_subject("gpu?palette").error().code, "SUBJECT_SYNTAX");
  EXPECT_EQ(parse_subject("gpu?=ssbo").error().code, "SUBJECT_SYNTAX");
  EXPECT_EQ(open_subject(*parse_subject("reference-float?speed=high")).error().code, "SUBJECT_SYNTAX");
  EXPECT_EQ(open_subject(*parse_subject("reference-float:fast")).error().code, "SUBJECT_SYNTAX");
  EXPECT_EQ(open_subject(*parse_subject("gpu:nowhere")).error().code, "DEVICE_SYNTAX");
  EXPECT_EQ(open_subject(*parse_subject("vulkan:nowhere")).error().code, "DEVICE_SYNTAX");
  for (const char* wrong : {"opencl?api=gles", "opencl?contraction=fast", "opencl?capture=transform-feedback",
                            "opencl?palette=texture", "opencl?frames=texture", "cuda?api=gles"})
    EXPECT_EQ(open_subject(*parse_subject(wrong)).error().code, "SUBJECT_SYNTAX") << wrong;
  EXPECT_EQ(open_subject(*parse_subject("opencl:nowhere")).error().code, "DEVICE_SYNTAX");
  EXPECT_EQ(open_subject(*parse_subject("cuda:nowhere")).error().code, "DEVICE_SYNTAX");
  for (const char* wrong :
       {"webgl?api=gles", "webgl?capture=compute", "webgl?palette=ssbo", "webgl?palette=buffer-texture",
        "webgl?frames=ssbo", "webgl?draw=indexed", "webgl?feedback=paused", "webgl?vertices=square"})
    EXPECT_EQ(open_subject(*parse_subject(wrong)).error().code, "SUBJECT_SYNTAX") << wrong;
  EXPECT_EQ(open_subject(*parse_subject("webgl:0")).error().code, "DEVICE_SYNTAX");
  for (const char* wrong : {"webgpu?api=gles", "webgpu?contraction=on", "webgpu?capture=transform-feedback",
                            "webgpu?palette=texture", "webgpu?frames=texture"})
    EXPECT_EQ(open_subject(*parse_subject(wrong)).error().code, "SUBJECT_SYNTAX") << wrong;
  EXPECT_EQ(open_subject(*parse_subject("webgpu:0")).error().code, "DEVICE_SYNTAX");
  EXPECT_EQ(open_subject(*parse_subject("vulkan?api=gles")).error().code, "SUBJECT_SYNTAX");
  EXPECT_EQ(open_subject(*parse_subject("vulkan?defect=none")).error().code, "SUBJECT_SYNTAX");
}

TEST(SubjectSpecTest, reads_the_former_name_of_a_key) {
  EXPECT_EQ(to_string(*parse_subject("gpu:osmesa?mistake=shader-std140")), "gpu:osmesa?defect=shader-std140");
  EXPECT_EQ(parse_subject("gpu?mistake=a&defect=b").error().code, "SUBJECT_SYNTAX");
}

TEST(SubjectSpecTest, values_that_no_variant_has_are_refused) {
  EXPECT_EQ(parse_subject("gpu?palette=ubo&palette=ssbo").error().code, "SUBJECT_SYNTAX");
  const auto said = [](const std::string& text) {
    const auto subject = open_subject(*parse_subject(text));
    return subject ? "opened" : to_string(subject.error());
  };
  for (const char* device :
       {"gpu:surfaceless", "vulkan", "opencl", "cuda", "webgl:swiftshader", "webgpu:swiftshader"})
    for (const char* pair :
         {"form=bogus", "form=", "frames=bogus", "palette=ubo,ssbo", "palette=", "capture=bogus",
          "formulation=zzz", "vertices=bogus", "variants=none", "variants="}) {
      const std::string text = std::string(device) + "?" + pair;
      EXPECT_TRUE(said(text).starts_with("SUBJECT_SYNTAX")) << text << ": " << said(text);
    }
  EXPECT_NE(said("gpu:surfaceless?form=bogus").find("form is one of rows-3x4, quaternion-translation"),
            std::string::npos);
  EXPECT_TRUE(said("reference-float?formulation=zzz").starts_with("SUBJECT_SYNTAX"));
  EXPECT_EQ(said("reference-float?formulation=transform-then-blend"), "opened");
  EXPECT_EQ(said("gpu:surfaceless?variants=some&formulation=transform-then-blend&form=rows-3x4"), "opened");
}

TEST(SubjectSpecTest, pinned_keys_keep_matching_variants) {
  const std::vector<Options> all = {{{"formulation", "unrolled"}, {"palette", "ubo"}},
                                    {{"formulation", "unrolled"}, {"palette", "ssbo"}}};
  EXPECT_EQ(matching(all, {{"palette", "ssbo"}}).size(), 1U);
  EXPECT_EQ(matching(all, {}).size(), 2U);
  EXPECT_TRUE(matching(all, {{"formulation", "software"}}).empty());
}

}  // namespace bindpose::conformance::subject_test
