// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/class_run.h"

#include <atomic>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "conformance/grade/formats/sheet_json.h"
#include "conformance/subjects/isolation.h"
#include "conformance/testing/fakes.h"
#include "conformance/testing/schema.h"
#include "conformance/testing/temporary_folder.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class ClassRunTest : public testing::Test {
 protected:
  /// One that is right, one that is wrong in slerp, one that does not start; they count how often they are
  /// opened.
  std::vector<ClassMember> members() {
    const auto right = [this]() -> Expected<std::unique_ptr<Subject>> {
      ++opened_;
      return std::make_unique<Fake>();
    };
    const auto wrong = [this]() -> Expected<std::unique_ptr<Subject>> {
      ++opened_;
      return std::make_unique<Fake>([](const Question& question, Answer answer) -> Expected<Answer> {
        if (question.algorithm->id == "interp.slerp") (*reals_of(answer.arrays, "values"))[5] += 1e30;
        return answer;
      });
    };
    const auto broken = [this]() -> Expected<std::unique_ptr<Subject>> {
      ++opened_;
      return fail("CRASH", "", "no such module");
    };
    return {{"ada", right}, {"bob", wrong}, {"cyd \xC3\xA9", broken}};
  }

  const TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
  std::atomic<int> opened_ = 0;
};

TEST_F(ClassRunTest, every_submission_gets_its_files_and_the_class_its_table) {
  const auto grader = small_grader();
  ClassRun run{folder_ / "out", 2, false, {}};
  std::size_t told = 0;
  run.progress = [&told](std::size_t, const GradeSheet&) { ++told; };
  const auto sheets = grade_class(*grader, members(), run);
  ASSERT_TRUE(sheets) << to_string(sheets.error());
  ASSERT_EQ(sheets->size(), 3U);
  EXPECT_EQ((*sheets)[0].score, 40);
  EXPECT_EQ((*sheets)[1].score, 30);
  EXPECT_TRUE((*sheets)[2].broken);
  EXPECT_GT(told, 2 * grader->case_count());
  for (const char* name : {"ada", "bob", "cyd \xC3\xA9"})
    for (const char* file : {"sheet.json", "feedback.md", "gradescope.json"})
      EXPECT_TRUE(fs::is_regular_file(folder_ / "out" / name / file)) << name << "/" << file;
  EXPECT_TRUE(fs::is_regular_file(folder_ / "out" / "class.csv"));
  EXPECT_TRUE(fs::is_regular_file(folder_ / "out" / "class.html"));
}

TEST_F(ClassRunTest, sheets_come_back_from_their_files_and_obey_their_schema) {
  const auto grader = small_grader();
  const auto sheets = grade_class(*grader, members(), {folder_ / "out", 1, false, {}});
  ASSERT_TRUE(sheets);
  for (const GradeSheet& sheet : *sheets) {
    const fs::path file = folder_ / "out" / sheet.submission / "sheet.json";
    const auto back = read_sheet(file);
    ASSERT_TRUE(back) << to_string(back.error());
    EXPECT_EQ(sheet_json(*back), text_of(file));
    EXPECT_EQ(sheet_json(*back), sheet_json(sheet));
    json document = json::parse(text_of(file));
    EXPECT_TRUE(obeys("grade/formats/sheet.schema.json", document));
    document["surprise"] = 1;
    EXPECT_FALSE(obeys("grade/formats/sheet.schema.json", document));
  }
  EXPECT_EQ(parse_sheet("{}", "here").error().code, "SHEET_FORMAT");
  EXPECT_EQ(parse_sheet("nothing", "here").error().code, "SHEET_FORMAT");
  EXPECT_EQ(read_sheet(folder_ / "none.json").error().code, "FILE_READ");
}

TEST_F(ClassRunTest, resuming_keeps_what_is_complete_and_ends_the_same) {
  const auto grader = small_grader();
  const fs::path out = folder_ / "out";
  ASSERT_TRUE(grade_class(*grader, members(), {out, 1, false, {}}));
  const std::string table = text_of(out / "class.csv");
  EXPECT_EQ(opened_, 3);
  // As if it had been interrupted while the second was graded.
  json half = json::parse(text_of(out / "bob" / "sheet.json"));
  half["complete"] = false;
  std::ofstream(out / "bob" / "sheet.json") << half;
  fs::remove_all(out / "cyd \xC3\xA9");
  EXPECT_EQ(*recorded_seed(out, grader->rubric()), "seed");
  ASSERT_TRUE(grade_class(*grader, members(), {out, 1, true, {}}));
  EXPECT_EQ(opened_, 5);
  EXPECT_EQ(text_of(out / "class.csv"), table);
  // Another seed has other fresh cases: nothing can stay.
  ASSERT_TRUE(grade_class(*small_grader("other"), members(), {out, 1, true, {}}));
  EXPECT_EQ(opened_, 8);
}

TEST_F(ClassRunTest, another_rubric_cannot_go_on) {
  const auto grader = small_grader();
  const fs::path out = folder_ / "out";
  EXPECT_EQ(recorded_seed(out, grader->rubric()).error().code, "FILE_READ");
  ASSERT_TRUE(grade_class(*grader, {}, {out, 1, false, {}}));
  Rubric other = grader->rubric();
  other.hash = "0";
  EXPECT_EQ(recorded_seed(out, other).error().code, "GRADING_RUBRIC");
  std::ofstream(out / "grading.json") << "[1]";
  EXPECT_EQ(recorded_seed(out, other).error().code, "GRADING_FORMAT");
}

TEST_F(ClassRunTest, sheets_on_the_way_are_readable) {
  const auto grader = small_grader();
  SheetWriter writer(folder_ / "one");
  Fake fake;
  std::size_t incomplete = 0;
  grader->grade({"one", &fake}, [&](const GradeSheet& sheet) {
    writer.write(sheet);
    const auto back = read_sheet(folder_ / "one" / "sheet.json");
    ASSERT_TRUE(back) << to_string(back.error());
    incomplete += back->complete ? 0 : 1;
  });
  EXPECT_GT(incomplete, 0U);
  EXPECT_TRUE(read_sheet(folder_ / "one" / "sheet.json")->complete);
  EXPECT_TRUE(writer.result());
}

TEST_F(ClassRunTest, a_folder_that_cannot_be_written_is_an_error) {
  std::ofstream(folder_ / "file") << "in the way";
  EXPECT_EQ(grade_class(*small_grader(), members(), {folder_ / "file", 1, false, {}}).error().code,
            "FILE_WRITE");
}

TEST_F(ClassRunTest, submissions_are_the_folders_that_match) {
  for (const char* name : {"b", "a", ".git", "z old"})
    fs::create_directory(folder_ / name);
  std::ofstream(folder_ / "notes.txt") << "no submission";
  const auto all = submissions_in(folder_, "");
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 3U);
  EXPECT_EQ((*all)[0].filename(), "a");
  EXPECT_EQ((*all)[2].filename(), "z old");
  EXPECT_EQ(submissions_in(folder_, "z*")->size(), 1U);
  EXPECT_EQ(submissions_in(folder_ / "none", "").error().code, "FILE_READ");
}

TEST_F(ClassRunTest, a_link_is_no_submission) {
  fs::create_directory(folder_ / "a");
  fs::create_directory_symlink(folder_ / "a", folder_ / "b");
  EXPECT_EQ(submissions_in(folder_, "")->size(), 2U) << "it is listed, and told why it gets no points";
  EXPECT_TRUE(require_own_folder(folder_ / "a"));
  EXPECT_EQ(require_own_folder(folder_ / "b").error().code, "SUBMISSION_LINK");
}

TEST(CommandForTest, keeps_a_path_one_word) {
  for (const char* path : {"/class/a", "/class/a b", "/class/o'neil", "/class/\"q\"", "/class/back\\slash"})
    for (const char* command :
         {"python3 {}/subject.py", "python3 '{}/subject.py'", "python3 \"{}/subject.py\""}) {
      const std::string text = command_for(std::string("cmd:") + command, path);
      const auto words = split_words(std::string_view(text).substr(4));
      ASSERT_TRUE(words) << text;
      ASSERT_EQ(words->size(), 2U) << text;
      EXPECT_EQ((*words)[1], std::string(path) + "/subject.py") << text;
    }
  EXPECT_EQ(command_for("lib:{}/subject.so", "/class/a b"), "lib:/class/a b/subject.so");
}

}  // namespace
}  // namespace bindpose::conformance
