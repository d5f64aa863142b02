// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/new_file.h"

#include <cstddef>
#include <filesystem>
#include <iterator>

#include <gtest/gtest.h>

#include "reference/io/safetensors.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose {
namespace new_file_test {

namespace fs = std::filesystem;

class NewFileTest : public testing::Test {
 protected:
  std::ptrdiff_t entries() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  const TemporaryFolder temporary_;
  const fs::path& folder_ = temporary_.path();
};

TEST_F(NewFileTest, is_seen_when_it_is_complete) {
  ASSERT_TRUE(write_file(folder_ / "a", "before"));
  {
    NewFile file(folder_ / "a"), rest(folder_ / "rest"), nothing(folder_ / "nothing");
    file.add("one ");
    rest.add("two");
    EXPECT_EQ(*read_text(folder_ / "a"), "before");
    file.add(nothing);
    file.add(rest);
    ASSERT_TRUE(file.finish());
  }
  EXPECT_EQ(*read_text(folder_ / "a"), "one two");
  EXPECT_EQ(entries(), 1) << "what is not finished leaves nothing";
}

TEST_F(NewFileTest, what_goes_wrong_is_told_at_the_end) {
  NewFile nowhere(folder_ / "none" / "a");
  nowhere.add("text");
  EXPECT_EQ(nowhere.finish().error().code, "FILE_WRITE");
  NewFile full("/dev/full/a");
  EXPECT_EQ(full.finish().error().code, "FILE_WRITE");
  NewFile file(folder_ / "a");
  file.add(nowhere);
  EXPECT_EQ(file.finish().error().code, "FILE_WRITE") << "a piece of it is missing";
  fs::create_directories(folder_ / "taken" / "inside");
  NewFile taken(folder_ / "taken");
  EXPECT_EQ(taken.finish().error().code, "FILE_WRITE");
}

}  // namespace new_file_test
}  // namespace bindpose
