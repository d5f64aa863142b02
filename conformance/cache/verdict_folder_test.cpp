// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/verdict_folder.h"

#include <gtest/gtest.h>

#include "conformance/cache/sealed_file.h"
#include "conformance/cache/sha256.h"
#include "reference/io/safetensors.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::verdict_folder_test {

namespace fs = std::filesystem;

Verdict verdict_of(Outcome outcome) {
  Verdict verdict;
  verdict.outcome = outcome;
  verdict.detail = "some words";
  verdict.bits = "0123456789abcdef";
  return verdict;
}

struct VerdictFolderTest : testing::Test {
  const TemporaryFolder temporary_;
  const VerdictFolder folder_{temporary_.path()};
  const std::string name_ = sha256_of("a name"), other_ = sha256_of("another");
};

TEST_F(VerdictFolderTest, only_verdicts_about_the_subject_are_kept) {
  for (std::size_t i = 0; i < outcome_count; ++i) {
    const auto outcome = static_cast<Outcome>(i);
    const bool is_kept = outcome == Outcome::pass || outcome == Outcome::fail ||
                         outcome == Outcome::not_supported || outcome == Outcome::invalid_output;
    EXPECT_EQ(can_be_kept(verdict_of(outcome)), is_kept) << to_string(outcome);
    ASSERT_TRUE(folder_.put(name_, verdict_of(outcome)));
    EXPECT_EQ(folder_.find(name_).has_value(), is_kept)
        << "also if another program put it there: " << to_string(outcome);
  }
}

TEST_F(VerdictFolderTest, a_stored_verdict_is_found) {
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

TEST_F(VerdictFolderTest, a_wrong_or_torn_entry_is_ignored) {
  ASSERT_TRUE(folder_.put(name_, verdict_of(Outcome::pass)));
  const fs::path entry = temporary_.path() / VerdictFolder::file_of(name_);
  const fs::path other = temporary_.path() / VerdictFolder::file_of(other_);
  const std::string whole = read_text(entry).value();
  ASSERT_TRUE(write_file(entry, whole.substr(0, whole.size() - 5)));
  EXPECT_FALSE(folder_.find(name_)) << "torn";
  ASSERT_TRUE(folder_.put(name_, verdict_of(Outcome::pass)));
  fs::create_directories(other.parent_path());
  fs::copy(entry, other);
  EXPECT_FALSE(folder_.find(other_)) << "another's entry";
  for (const char* text : {"", "{}", "[1]", "{\"format\": \"bindpose-verdict-1\"}"}) {
    ASSERT_TRUE(write_sealed(temporary_.path(), VerdictFolder::file_of(name_), text));
    EXPECT_FALSE(folder_.find(name_)) << text;
  }
}

TEST_F(VerdictFolderTest, an_unwritable_folder_is_reported_when_opened) {
  EXPECT_TRUE(VerdictFolder::open(temporary_.path() / "new"));
  ASSERT_TRUE(write_file(temporary_.path() / "file", std::string_view("text")));
  EXPECT_EQ(VerdictFolder::open(temporary_.path() / "file/folder").error().code, "FILE_WRITE");
}

/// Formerly the file was overwritten and removed.
TEST_F(VerdictFolderTest, a_users_file_named_trial_stays_unchanged) {
  ASSERT_TRUE(write_file(temporary_.path() / "trial", std::string_view("mine")));
  EXPECT_TRUE(VerdictFolder::open(temporary_.path()));
  EXPECT_EQ(read_text(temporary_.path() / "trial"), "mine");
  EXPECT_EQ(std::distance(fs::directory_iterator(temporary_.path()), {}), 1) << "nothing else is left";
}

/// Formerly entries were written through the link.
TEST_F(VerdictFolderTest, links_in_the_folder_are_not_followed) {
  const fs::path far = temporary_.path() / "far", entry = VerdictFolder::file_of(name_);
  fs::create_directory(far);
  fs::create_directory_symlink("far", temporary_.path() / entry.parent_path());
  EXPECT_EQ(folder_.put(name_, verdict_of(Outcome::pass)).error().code, "FILE_WRITE");
  EXPECT_TRUE(fs::is_empty(far));
  ASSERT_TRUE(write_sealed(far, entry.filename(), entry_text(name_, verdict_of(Outcome::pass))));
  EXPECT_FALSE(folder_.find(name_)) << "entries behind the link are not read";
  folder_.remove(name_);
  EXPECT_FALSE(fs::is_empty(far)) << "nor removed";
}

TEST_F(VerdictFolderTest, an_entry_with_a_negative_bound_is_ignored) {
  Verdict verdict = verdict_of(Outcome::fail);
  verdict.arrays.emplace_back().bound = -1;
  ASSERT_TRUE(folder_.put(name_, verdict));
  EXPECT_FALSE(folder_.find(name_));
}

/// Formerly the page used this number as an index without a check, and read beyond an array of four
/// letters.
TEST_F(VerdictFolderTest, an_entry_with_an_invalid_component_is_ignored) {
  Verdict verdict = verdict_of(Outcome::fail);
  ArrayVerdict array;
  array.name = "positions";
  array.width = 3;
  array.component = std::size_t{1} << 40;
  verdict.arrays = {array};
  ASSERT_TRUE(folder_.put(name_, verdict));
  EXPECT_FALSE(folder_.find(name_));
}

}  // namespace bindpose::conformance::verdict_folder_test
