// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/sample_document.h"

#include <gtest/gtest.h>

#include "reference/gltf/load.h"

namespace bindpose::gltf::sample_document_test {

TEST(sample_document, all_samples_are_valid_as_text_and_as_glb) {
  for (const SampleDocument& sample : {triangle_sample(), skinned_sample(), quantized_sample()}) {
    EXPECT_TRUE(issues_of(sample).empty()) << listed(issues_of(sample));
    const auto asset = parse(sample.glb(), {}, "");
    EXPECT_TRUE(asset) << to_string(asset.error());
  }
}

TEST(sample_document, set_changes_the_bytes) {
  SampleDocument sample = triangle_sample();
  sample.set(0, 4, 2.5);
  EXPECT_TRUE(has_issue(issues_of(sample), Issue::Severity::error, "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND",
                        "/accessors/0/max/1"));
}

}  // namespace bindpose::gltf::sample_document_test
