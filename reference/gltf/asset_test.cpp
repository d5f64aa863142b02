// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/asset.h"

#include <gtest/gtest.h>

namespace bindpose::gltf {
namespace asset_test {

TEST(asset, starts_empty_and_without_meaning) {
  const Node node;
  EXPECT_EQ(node.parent, -1);
  EXPECT_FALSE(node.mesh);
  EXPECT_FALSE(node.skin);
  EXPECT_FALSE(node.local.is_matrix);
  const Asset asset;
  EXPECT_TRUE(asset.nodes.empty());
  EXPECT_TRUE(asset.warnings.empty());
  EXPECT_EQ(Issue().severity, Issue::Severity::error);
  EXPECT_EQ(Primitive().influences.width, 0U);
}

}  // namespace asset_test
}  // namespace bindpose::gltf
