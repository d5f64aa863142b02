// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "conformance/run/journal.h"
#include "reference/io/safetensors.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::files_test {

TEST(FolderLock, only_one_process_holds_a_folder) {
  const TemporaryFolder folder;
  {
    const auto first = FolderLock::take(folder / "made");
    ASSERT_TRUE(first) << to_string(first.error());
    EXPECT_EQ(FolderLock::take(folder / "made").error().code, "FOLDER_BUSY");
    EXPECT_TRUE(FolderLock::take(folder / "other"));
  }
  EXPECT_TRUE(FolderLock::take(folder / "made")) << "free again";
  std::ofstream(folder / "file") << "in the way";
  EXPECT_EQ(FolderLock::take(folder / "file").error().code, "FILE_WRITE");
}

namespace fs = std::filesystem;

const std::string run = "0123456789abcdef";

Verdict passed() {
  Verdict verdict;
  verdict.outcome = Outcome::pass;
  return verdict;
}

struct JournalTest : testing::Test {
  /// A run that reaches one verdict.
  void write(const std::string& name, bool resume) const {
    BINDPOSE_ASSERT(const auto journal, Journal::open(file_, run, resume));
    journal->add(name, passed());
    ASSERT_TRUE(journal->result());
  }
  std::size_t known() const {
    const auto read = parse_journal(read_text(file_).value(), "journal", run);
    return read ? read->verdicts.size() : 0;
  }

  const TemporaryFolder temporary_;
  const fs::path file_ = temporary_ / "journal.jsonl", victim_ = temporary_ / "victim";
};

TEST_F(JournalTest, a_journal_starts_over_or_continues) {
  write("a", false);
  write("b", true);
  EXPECT_EQ(known(), 2U);
  write("c", false);
  EXPECT_EQ(known(), 1U);
}

TEST_F(JournalTest, a_journal_grows_while_others_read) {
  BINDPOSE_ASSERT(const auto journal, Journal::open(file_, run, false));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(known(), i);
    journal->add(std::to_string(i), passed());
  }
}

/// Formerly the journal replaced the content of the linked file.
TEST_F(JournalTest, a_link_is_replaced_and_not_followed) {
  for (const bool resume : {false, true}) {
    fs::remove(file_);
    ASSERT_TRUE(write_file(victim_, journal_head(run)));
    fs::create_symlink(victim_, file_);
    write("a", resume);
    EXPECT_EQ(read_text(victim_), journal_head(run)) << resume;
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(file_)));
    EXPECT_EQ(known(), 1U);
  }
}

TEST_F(JournalTest, a_hard_link_keeps_the_old_content) {
  write("a", false);
  fs::create_hard_link(file_, victim_);
  const std::string before = read_text(victim_).value();
  write("b", true);
  EXPECT_EQ(read_text(victim_), before);
  EXPECT_EQ(known(), 2U);
}

/// Formerly opening the pipe waited for a reader.
TEST_F(JournalTest, a_pipe_is_refused_at_once_and_stays) {
  ASSERT_EQ(::mkfifo(file_.c_str(), 0600), 0);
  EXPECT_EQ(Journal::open(file_, run, false).error().code, "FILE_WRITE");
  EXPECT_EQ(Journal::open(file_, run, true).error().code, "FILE_READ");
  EXPECT_TRUE(fs::is_fifo(fs::symlink_status(file_)));
}

}  // namespace bindpose::conformance::files_test
