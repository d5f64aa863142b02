// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/pointer.h"

#include <gtest/gtest.h>

namespace bindpose::gltf::pointer_test {

TEST(pointer, a_pointer_names_members_and_elements) {
  EXPECT_EQ((Pointer() / "skins" / std::size_t{0} / "joints" / std::size_t{3}).str(), "/skins/0/joints/3");
}

TEST(pointer, the_root_is_written_as_by_the_validator) {
  EXPECT_EQ(Pointer().str(), "/");
}

TEST(pointer, tilde_and_slash_are_escaped) {
  EXPECT_EQ((Pointer() / "a/b~c" / "").str(), "/a~1b~0c/");
}

TEST(pointer, a_child_leaves_its_parent_unchanged) {
  const Pointer parent = Pointer() / "nodes";
  const Pointer child = parent / std::size_t{7};
  EXPECT_EQ(parent.str(), "/nodes");
  EXPECT_EQ(child.str(), "/nodes/7");
}

TEST(pointer, a_pointer_stops_at_ten_levels) {
  Pointer deep;
  for (std::size_t i = 0; i < 20; ++i)
    deep = deep / i;
  EXPECT_EQ(deep.str(), "/0/1/2/3/4/5/6/7/8/9");
}

}  // namespace bindpose::gltf::pointer_test
