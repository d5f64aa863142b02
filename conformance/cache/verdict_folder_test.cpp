// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/verdict_folder.h"

#include <gtest/gtest.h>

#include "conformance/cache/sealed_file.h"
#include "conformance/cache/sha256.h"
#include "reference/io/safetensors.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace verdict_folder_test {

namespace fs = std::filesystem;

Verdict verdict_of(Outcome outcome) {
  Verdict verdict;
  verdict.outcome = outcome;
  verdict.detail = "some words";
  verdict.bits = "0123456789abcdef";
  return verdict;
}

class VerdictFolderTest : public testing::Test {
 protected:
  const TemporaryFolder temporary_;
  const VerdictFolder folder_{temporary_.path()};
  const std::string name_ = sha256_of("a name"), other_ = sha256_of("another");
};

TEST_F(VerdictFolderTest, keeps_what_says_something_of_the_subject) {
  for (std::size_t i = 0; i < outcome_count; ++i) {
    const auto outcome = static_cast<Outcome>(i);
    const bool is_kept = outcome == Outcome::pass || outcome == Outcome::fail ||
                         outcome == Outcome::not_supported || outcome == Outcome::invalid_output;
    EXPECT_EQ(can_be_kept(verdict_of(outcome)), is_kept) << to_string(outcome);
    ASSERT_TRUE(folder_.put(name_, verdict_of(outcome)));
    EXPECT_EQ(folder_.find(name_).has_value(), is_kept) << "whoever put it there: " << to_string(outcome);
  }
}

TEST_F(VerdictFolderTest, finds_what_was_put_there) {
  ASSERT_TRUE(folder_.put(name_, verdict_of(Outcome::fail)));
  const auto found = folder_.find(name_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->outcome, Outcome::fail);
  EXPECT_EQ(found->detail, "some words");
  EXPECT_EQ(found->bits, "0123456789abcdef");
  EXPECT_FALSE(folder_.find(other_));
  folder_.remove(name_);
  EXPECT_FALSE(folder_.find(name_));
}

TEST_F(VerdictFolderTest, a_wrong_or_torn_entry_is_none) {
  ASSERT_TRUE(folder_.put(name_, verdict_of(Outcome::pass)));
  const std::string whole = read_text(folder_.file_of(name_)).value();
  ASSERT_TRUE(write_file(folder_.file_of(name_), whole.substr(0, whole.size() - 5)));
  EXPECT_FALSE(folder_.find(name_)) << "torn";
  ASSERT_TRUE(folder_.put(name_, verdict_of(Outcome::pass)));
  fs::create_directories(folder_.file_of(other_).parent_path());
  fs::copy(folder_.file_of(name_), folder_.file_of(other_));
  EXPECT_FALSE(folder_.find(other_)) << "another's entry";
  for (const char* text : {"", "{}", "[1]", "{\"format\": \"bindpose-verdict-1\"}"}) {
    ASSERT_TRUE(write_sealed(folder_.file_of(name_), text));
    EXPECT_FALSE(folder_.find(name_)) << text;
  }
}

TEST_F(VerdictFolderTest, is_tried_before_it_is_needed) {
  EXPECT_TRUE(VerdictFolder::open(temporary_.path() / "new"));
  ASSERT_TRUE(write_file(temporary_.path() / "file", std::string_view("text")));
  EXPECT_EQ(VerdictFolder::open(temporary_.path() / "file/folder").error().code, "FILE_WRITE");
}

}  // namespace verdict_folder_test
}  // namespace bindpose::conformance
