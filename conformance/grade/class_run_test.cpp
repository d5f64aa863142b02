// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/class_run.h"

#include <algorithm>
#include <cctype>
#include <csignal>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/report/text.h"
#include "conformance/run/journal.h"
#include "conformance/subjects/adapter.h"
#include "conformance/testing/fakes.h"
#include "conformance/testing/results.h"
#include "reference/model/rows.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::class_run_test {

namespace fs = std::filesystem;
using nlohmann::json;

struct ClassRunTest : testing::Test {
  /// A right submission, one with a wrong slerp, and one that does not start. All count how often
  /// they are opened.
  std::vector<ClassMember> members() {
    const auto opening = [this](const auto& make) {
      return [this, make]() -> Expected<std::unique_ptr<Subject>> {
        ++opened_;
        return make();
      };
    };
    const auto wrong = [](const Question& question, Answer answer) -> Expected<Answer> {
      if (question.algorithm->id == "interp.slerp") (*reals_of(answer.arrays, "values"))[5] += 1e30;
      return answer;
    };
    return {{"ada", opening([] { return std::make_unique<Fake>(); })},
            {"bob", opening([wrong] { return std::make_unique<Fake>(wrong); })},
            {"cyd \xC3\xA9", opening([] { return fail("CRASH", "", "no such module"); })}};
  }

  const TemporaryFolder folder_;
  const fs::path out_ = folder_ / "out";
  const std::unique_ptr<Grader> grader_ = small_grader();
  std::atomic<int> opened_ = 0;
};

TEST_F(ClassRunTest, every_submission_gets_its_files_and_the_class_its_table) {
  ClassRun run{out_, 2};
  std::size_t told = 0;
  run.progress = [&told](std::size_t, const GradeSheet&) { ++told; };
  BINDPOSE_ASSERT(const auto grades, grade_class(*grader_, members(), run));
  ASSERT_EQ(grades.size(), 3U);
  EXPECT_EQ(grades[0].score, 40);
  EXPECT_EQ(grades[0].cases, grader_->case_count());
  EXPECT_EQ(grades[1].score, 30);
  EXPECT_TRUE(grades[2].broken);
  EXPECT_GT(told, 2 * grader_->case_count());
  for (const char* name : {"ada", "bob", "cyd \xC3\xA9"})
    for (const char* file : {"sheet.json", "feedback.md", "gradescope.json"})
      EXPECT_TRUE(fs::is_regular_file(out_ / name / file)) << name << "/" << file;
  EXPECT_TRUE(fs::is_regular_file(out_ / "class.csv"));
  EXPECT_TRUE(fs::is_regular_file(out_ / "class.html"));
}

TEST_F(ClassRunTest, sheets_come_back_from_their_files_and_obey_their_schema) {
  ClassRun run{out_};
  std::vector<GradeSheet> sheets(members().size());
  run.progress = [&sheets](std::size_t m, const GradeSheet& sheet) { sheets[m] = sheet; };
  ASSERT_TRUE(grade_class(*grader_, members(), run));
  for (const GradeSheet& sheet : sheets) {
    const fs::path file = out_ / sheet.submission / "sheet.json";
    BINDPOSE_ASSERT(const auto back, read_sheet(file));
    EXPECT_EQ(sheet_json(back), slurp(file));
    EXPECT_EQ(sheet_json(back), sheet_json(sheet));
    json document = json::parse(slurp(file));
    EXPECT_TRUE(obeys("grade/formats/sheet.schema.json", document));
    document["surprise"] = 1;
    EXPECT_FALSE(obeys("grade/formats/sheet.schema.json", document));
  }
  EXPECT_EQ(parse_sheet("{}", "here").error().code, "SHEET_FORMAT");
  EXPECT_EQ(parse_sheet("nothing", "here").error().code, "SHEET_FORMAT");
  EXPECT_EQ(read_sheet(folder_ / "none.json").error().code, "FILE_READ");
}

TEST_F(ClassRunTest, a_continued_run_grades_only_unfinished_submissions) {
  ASSERT_TRUE(grade_class(*grader_, members(), {out_}));
  const std::string table = slurp(out_ / "class.csv");
  EXPECT_EQ(opened_, 3);
  // Simulates an interruption while the second submission was graded.
  json half = json::parse(slurp(out_ / "bob" / "sheet.json"));
  half["complete"] = false;
  std::ofstream(out_ / "bob" / "sheet.json") << half;
  fs::remove_all(out_ / "cyd \xC3\xA9");
  EXPECT_EQ((*read_class_record(out_, grader_->rubric()))->seed, "seed");
  ASSERT_TRUE(grade_class(*grader_, members(), {out_}));
  EXPECT_EQ(opened_, 5);
  EXPECT_EQ(slurp(out_ / "class.csv"), table);
  ASSERT_TRUE(grade_class(*grader_, members(), {out_, 2, true}));
  EXPECT_EQ(opened_, 8) << "all submissions, on request";
  EXPECT_EQ(slurp(out_ / "class.csv"), table);
  // Another seed has other fresh cases, so grades would not be comparable.
  EXPECT_EQ(grade_class(*small_grader("other"), members(), {out_}).error().code, "GRADING_SEED");
}

std::function<Expected<std::string>()> hash(const std::string& text) {
  return [text]() -> Expected<std::string> { return text; };
}

/// Lines of the journal without their times.
std::vector<std::string> journal_of(const fs::path& out) {
  std::vector<std::string> lines;
  std::ifstream in(out / "journal.csv");
  for (std::string line; std::getline(in, line);)
    lines.push_back(line.substr(line.find(',') + 1));
  return lines;
}

TEST_F(ClassRunTest, a_class_folder_keeps_grades_and_a_journal) {
  auto all = members();
  for (ClassMember& member : all)
    member.hash = hash("1");
  ASSERT_TRUE(grade_class(*grader_, all, {out_}));
  const std::string ada = slurp(out_ / "ada" / "sheet.json"), bob = slurp(out_ / "bob" / "sheet.json");

  // Only one submission, as with --only: no other grade changes.
  ClassRun one{out_};
  one.handed_in = {"ada", "bob", "cyd \xC3\xA9"};
  ASSERT_TRUE(grade_class(*grader_, {all[1]}, one));
  EXPECT_EQ(opened_, 3);
  EXPECT_EQ(slurp(out_ / "ada" / "sheet.json"), ada);
  EXPECT_TRUE(has(slurp(out_ / "class.csv"), "\"ada\",40"));

  // Bob submits a better version, cyd has withdrawn, dan is late.
  std::vector<ClassMember> later = {all[0], {"bob", all[0].open, hash("2")}, {"dan", all[0].open, hash("1")}};
  ASSERT_TRUE(grade_class(*grader_, later, {out_}));
  EXPECT_EQ(opened_, 5);
  EXPECT_EQ(slurp(out_ / "ada" / "sheet.json"), ada);
  EXPECT_NE(slurp(out_ / "bob" / "sheet.json"), bob);
  const std::string table = slurp(out_ / "class.csv");
  EXPECT_TRUE(has(table, {"\"bob\",40", "\"dan\",40", "\"removed\""}));
  EXPECT_TRUE(fs::exists(out_ / "cyd \xC3\xA9" / "sheet.json"));

  later.push_back(all[2]);
  ASSERT_TRUE(grade_class(*grader_, later, {out_}));
  EXPECT_EQ(opened_, 5) << "a submission that comes back unchanged keeps its grade";
  EXPECT_EQ(journal_of(out_),
            (std::vector<std::string>{"submission,event,before,score", "\"ada\",first,,40",
                                      "\"bob\",first,,30", "\"cyd \xC3\xA9\",first,,0",
                                      "\"cyd \xC3\xA9\",removed,0,0", "\"bob\",changed,30,40",
                                      "\"dan\",first,,40", "\"cyd \xC3\xA9\",returned,0,0"}));
}

TEST_F(ClassRunTest, submissions_missing_from_a_killed_runs_record_are_graded) {
  ASSERT_TRUE(grade_class(*grader_, members(), {out_}));
  const std::string table = slurp(out_ / "class.csv");
  auto record = *read_class_record(out_, grader_->rubric());
  ASSERT_EQ(record->submissions.size(), 3U) << "the record is complete at the end";
  record->submissions.erase("bob");
  ASSERT_TRUE(write_class_record(out_, *record));
  ASSERT_TRUE(grade_class(*grader_, members(), {out_}));
  EXPECT_EQ(opened_, 4);
  EXPECT_EQ(journal_of(out_).back(), "\"bob\",unfinished,30,30");
  EXPECT_EQ(slurp(out_ / "class.csv"), table);
}

/// All files of a killed run say that it has not ended, and nothing of an earlier grading remains.
TEST_F(ClassRunTest, files_of_an_unfinished_class_claim_no_result) {
  ASSERT_TRUE(grade_class(*grader_, members(), {out_}));
  EXPECT_FALSE(json::parse(slurp(out_ / "grading.json")).contains("state"));
  ClassRun again{out_, 1, true};
  std::size_t looked_at = 0;
  again.progress = [&](std::size_t m, const GradeSheet& sheet) {
    if (m != 0 || sheet.complete) return;
    ++looked_at;
    for (const char* file :
         {"class.csv", "class.html", "ada/feedback.md", "ada/junit.xml", "ada/report.html"})
      EXPECT_FALSE(fs::exists(out_ / file)) << file;
    for (const char* file : {"grading.json", "ada/sheet.json"}) {
      const std::string text = slurp(out_ / file);
      EXPECT_EQ(text.find("\"state\": \"unfinished\""), text.find('"')) << text.substr(0, 80);
    }
    EXPECT_TRUE(obeys("grade/grading.schema.json", json::parse(slurp(out_ / "grading.json"))));
    EXPECT_TRUE(obeys("grade/formats/sheet.schema.json", json::parse(slurp(out_ / "ada" / "sheet.json"))));
  };
  ASSERT_TRUE(grade_class(*grader_, members(), again));
  EXPECT_GT(looked_at, 0U);
  EXPECT_FALSE(json::parse(slurp(out_ / "grading.json")).contains("state"));
  for (const char* file : {"class.csv", "class.html", "ada/feedback.md", "ada/junit.xml"})
    EXPECT_TRUE(fs::exists(out_ / file)) << file;
}

TEST_F(ClassRunTest, a_record_may_have_a_hundred_thousand_submissions) {
  Rubric rubric;
  rubric.hash = "0";
  ClassRecord record{rubric.title, rubric.hash, "seed"};
  for (int i = 0; i < 100000; ++i)
    record.submissions[std::to_string(i)] = {"0123456789abcdef", i % 2 == 0};
  BINDPOSE_ASSERT(const auto back, parse_class_record(class_record_text(record), "grading.json", rubric));
  EXPECT_EQ(back.submissions.size(), 100000U);
  EXPECT_TRUE(back.submissions.at("99998").removed);
}

TEST_F(ClassRunTest, two_graders_in_one_folder_exclude_each_other) {
  const auto lock = FolderLock::take(out_);
  ASSERT_TRUE(lock);
  EXPECT_EQ(grade_class(*grader_, members(), {out_}).error().code, "FOLDER_BUSY");
}

TEST_F(ClassRunTest, a_submission_may_have_any_name) {
  auto all = members();
  const char* const names[] = {"class.csv", "grading.json", "journal.csv"};
  for (std::size_t m = 0; m < all.size(); ++m)
    all[m].name = names[m];
  BINDPOSE_ASSERT(const auto grades, grade_class(*grader_, all, {out_}));
  EXPECT_EQ(grades[0].score, 40);
  EXPECT_EQ(grades[0].submission, "class.csv");
  EXPECT_TRUE(fs::is_regular_file(out_ / "class.csv"));
  EXPECT_TRUE(fs::is_regular_file(out_ / "class.csv.submission" / "sheet.json"));
}

/// The names in the first column of class.csv.
std::vector<std::string> rows_of(const fs::path& out) {
  std::vector<std::string> names;
  std::ifstream in(out / "class.csv");
  std::string line;
  for (std::getline(in, line); std::getline(in, line);)
    names.push_back(line.substr(1, line.find('"', 1) - 1));
  return names;
}

TEST_F(ClassRunTest, two_submissions_never_share_a_sheet) {
  const auto open = members().front().open;
  const std::string longest(300, 'a');
  const std::vector<std::string> names = {"ADA",
                                          "Ada",
                                          "CLASS.CSV",
                                          longest,
                                          longest + "b",
                                          "ada",
                                          "class.csv",
                                          "class.csv.submission",
                                          "class.csv.submission-2",
                                          "journal.csv"};
  const auto grade_first = [&](std::size_t count) {
    std::vector<ClassMember> some;
    for (std::size_t n = 0; n < count; ++n)
      some.push_back({names[n], open});
    const auto grades = grade_class(*grader_, some, {out_});
    EXPECT_TRUE(grades) << to_string(grades.error());
    EXPECT_EQ(rows_of(out_),
              std::vector<std::string>(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count)));
  };
  const auto folders = [&] {
    std::map<std::string, std::string> found;
    for (const auto& entry : fs::directory_iterator(out_))
      if (entry.is_directory())
        found[read_sheet(entry.path() / "sheet.json")->submission] = entry.path().filename();
    return found;
  };
  grade_first(7);
  const auto first = folders();
  EXPECT_EQ(first.at("ADA"), "ADA");
  EXPECT_EQ(first.at("class.csv"), "class.csv.submission-2") << "CLASS.CSV has class.csv.submission";
  grade_first(names.size());
  EXPECT_EQ(opened_, static_cast<int>(names.size())) << "each submission is graded exactly once";
  auto all = folders();
  EXPECT_EQ(all.size(), names.size());
  for (const auto& [name, folder] : first)
    EXPECT_EQ(all.at(name), folder) << "the folder stays the same in later runs";
  std::set<std::string> lower;
  for (auto& [name, folder] : all) {
    std::ranges::transform(folder, folder.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
    EXPECT_TRUE(lower.insert(folder).second) << folder;
  }
  for (const std::string& line : journal_of(out_))
    EXPECT_FALSE(has(line, ",40,40")) << "no earlier grade of another submission is used";
}

TEST_F(ClassRunTest, a_path_as_the_folder_of_a_record_is_refused) {
  auto all = members();
  all.front().name = "class.csv";
  ASSERT_TRUE(grade_class(*grader_, all, {out_}));
  const std::string text = slurp(out_ / "grading.json");
  EXPECT_TRUE(obeys("grade/grading.schema.json", json::parse(text)));
  for (const char* folder : {"../elsewhere", "..", "", "/tmp"}) {
    json record = json::parse(text);
    record["submissions"]["class.csv"]["folder"] = folder;
    EXPECT_EQ(parse_class_record(record.dump(), "grading.json", grader_->rubric()).error().code,
              "GRADING_FORMAT")
        << folder;
  }
}

TEST_F(ClassRunTest, the_hash_of_a_submission_covers_all_its_files) {
  const auto write = [this](const char* file, const char* text) {
    std::ofstream(folder_ / "s" / file) << text;
  };
  const auto name = [this] { return *submission_hash(folder_ / "s"); };
  fs::create_directories(folder_ / "s" / "__pycache__");
  fs::create_directories(folder_ / "s" / "deep");
  write("a.py", "x");
  const std::string first = name();
  EXPECT_EQ(first.size(), 64U) << "SHA-256";
  write("__pycache__/a.pyc", "what Python runs instead of a.py");
  EXPECT_NE(name(), first);
  write("deep/b.py", "x");
  const std::string second = name();
  write("a.py", "y");
  EXPECT_NE(name(), second);
  write("a.py", "x");
  EXPECT_EQ(name(), second);
  fs::rename(folder_ / "s" / "deep" / "b.py", folder_ / "s" / "deep" / "c.py");
  EXPECT_NE(name(), second);
}

TEST_F(ClassRunTest, a_submission_that_is_too_large_is_not_read) {
  fs::create_directories(folder_ / "s" / "deep");
  std::ofstream(folder_ / "s" / "deep" / "holes").put('x');
  fs::create_symlink("/usr", folder_ / "s" / "link");
  ASSERT_EQ(::mkfifo((folder_ / "s" / "pipe").c_str(), 0600), 0);
  EXPECT_TRUE(submission_hash(folder_ / "s", {1, 5}))
      << "a folder, a folder in it, a file, a link and a pipe";
  EXPECT_EQ(submission_hash(folder_ / "s", {1, 4}).error().code, "SUBMISSION_SIZE");
  fs::resize_file(folder_ / "s" / "deep" / "holes", std::uintmax_t{1} << 40);
  const auto large = submission_hash(folder_ / "s");
  ASSERT_FALSE(large);
  EXPECT_EQ(
      to_string(large.error()),
      "SUBMISSION_SIZE at deep/holes: it is too large: 1024.00 GiB up to this file, expected at most 1 GiB");
  // Otherwise bindpose would fail when it copies the folders for another user.
  fs::path nested = folder_ / "nested";
  for (int level = 0; level < 64; ++level)
    nested /= "d";
  fs::create_directories(nested);
  const auto deep = submission_hash(folder_ / "nested");
  EXPECT_EQ(deep ? "" : deep.error().code, "SUBMISSION_SIZE");
}

TEST_F(ClassRunTest, files_are_read_late_and_errors_belong_to_their_submission) {
  auto all = members();
  std::vector<std::string> events;
  for (std::size_t m = 0; m < all.size(); ++m)
    all[m].hash = [&events, name = all[m].name, m]() -> Expected<std::string> {
      events.push_back("hash " + name);
      if (m == 1) return fail("SUBMISSION_SIZE", "", "it is too large");
      return name;
    };
  ClassRun run{out_};
  run.reading = [&](std::size_t m) { events.push_back("reading " + all[m].name); };
  run.progress = [&](std::size_t m, const GradeSheet& sheet) {
    if (sheet.complete) events.push_back("graded " + all[m].name);
  };
  std::vector<std::string> expected;
  for (const ClassMember& each : all)
    for (const char* event : {"reading ", "hash ", "graded "})
      expected.push_back(event + each.name);
  BINDPOSE_ASSERT(const auto grades, grade_class(*grader_, all, run));
  EXPECT_EQ(events, expected);
  EXPECT_EQ(grades[0].score, 40);
  ASSERT_TRUE(grades[1].broken);
  EXPECT_EQ(grades[1].broken->code, "SUBMISSION_SIZE");
  EXPECT_EQ(opened_, 2) << "the submission is not started";
  events.clear();
  ASSERT_TRUE(grade_class(*grader_, all, run));
  EXPECT_EQ(opened_, 2);
  EXPECT_EQ(events, expected) << "progress also reports submissions that keep their grade";
}

TEST_F(ClassRunTest, a_crash_shows_in_the_overview) {
  const auto grader =
      *Grader::make(*parse_rubric(R"({"format": "bindpose-rubric-1", "title": "Slerp", "exercises": [
      {"id": "turns", "title": "Slerp", "points": 10, "visible": ["animation.slerp.turn.120.*"]}]})",
                                  "slerp.json"),
                    "seed");
  const auto open = []() -> Expected<std::unique_ptr<Subject>> {
    return std::make_unique<Fake>([asked = 0](const Question&, Answer answer) mutable -> Expected<Answer> {
      if (++asked == 1) return fail("CRASH", "", "it died");
      return answer;
    });
  };
  BINDPOSE_ASSERT(const auto grades, grade_class(*grader, {{"cy", open}}, {out_}));
  EXPECT_TRUE(has(slurp(out_ / "class.html"), "graded, 1 case crashes"));
  EXPECT_TRUE(has(slurp(out_ / "class.csv"), ",\"1 case crashes\","));
}

TEST_F(ClassRunTest, memorised_outputs_are_marked_in_all_staff_reports) {
  const auto grader =
      *Grader::make(*parse_rubric(R"({"format": "bindpose-rubric-1", "title": "Slerp", "exercises": [
      {"id": "turns", "title": "Slerp", "points": 10, "visible": ["animation.slerp.turn.120.*"], "fresh": 2}]})",
                                  "slerp.json"),
                    "seed");
  const auto open = [known =
                         static_cast<int>(grader->case_count()) - 2]() -> Expected<std::unique_ptr<Subject>> {
    return std::make_unique<Fake>(
        [known, asked = 0](const Question&, Answer answer) mutable -> Expected<Answer> {
          if (++asked > known) return fail("KEY_ERROR", "", "not in the table");
          return answer;
        });
  };
  BINDPOSE_ASSERT(const auto grades, grade_class(*grader, {{"table", open}}, {out_}));
  EXPECT_EQ(grades.front().score, 0);
  const std::string words = "the outputs may be memorised (turns)";
  EXPECT_TRUE(has(grades.front().mark, words));
  for (const char* file : {"class.csv", "class.html", "table/gradescope.json"})
    EXPECT_TRUE(has(slurp(out_ / file), words)) << file;
  EXPECT_EQ(json::parse(slurp(out_ / "table/sheet.json"))["exercises"][0]["only_visible_right"], true);
  EXPECT_TRUE(obeys("grade/formats/sheet.schema.json", json::parse(slurp(out_ / "table/sheet.json"))));
  EXPECT_TRUE(
      obeys("grade/formats/gradescope.schema.json", json::parse(slurp(out_ / "table/gradescope.json"))));
  EXPECT_EQ(journal_of(out_).back(), "\"table\",marked,0,0");
  for (const char* file : {"feedback.md", "classroom.json", "check50.json", "junit.xml", "report.html"}) {
    const std::string text = slurp(out_ / "table" / file);
    EXPECT_FALSE(has(text, "memorised")) << file << " is the student's";
  }
  EXPECT_TRUE(has(slurp(out_ / "table/feedback.md"), "earn no more points than the hidden ones"));
}

TEST_F(ClassRunTest, a_class_cannot_continue_with_another_rubric) {
  EXPECT_FALSE(*read_class_record(out_, grader_->rubric())) << "the folder has no record yet";
  ASSERT_TRUE(grade_class(*grader_, {}, {out_}));
  Rubric other = grader_->rubric();
  other.hash = "0";
  EXPECT_EQ(read_class_record(out_, other).error().code, "GRADING_RUBRIC");
  for (const char* text : {"[1]", "nothing", R"({"format": "bindpose-grading-1", "seed": 1})"}) {
    std::ofstream(out_ / "grading.json") << text;
    EXPECT_EQ(read_class_record(out_, grader_->rubric()).error().code, "GRADING_FORMAT");
  }
}

TEST_F(ClassRunTest, sheets_are_readable_during_grading) {
  SheetWriter writer(folder_ / "one");
  Fake fake;
  std::size_t incomplete = 0;
  grader_->grade({"one", &fake}, [&](const GradeSheet& sheet) {
    writer.write(sheet);
    BINDPOSE_ASSERT(const auto back, read_sheet(folder_ / "one" / "sheet.json"));
    incomplete += back.complete ? 0 : 1;
  });
  EXPECT_GT(incomplete, 0U);
  EXPECT_TRUE(read_sheet(folder_ / "one" / "sheet.json")->complete);
  EXPECT_TRUE(writer.result());
}

TEST_F(ClassRunTest, a_folder_that_cannot_be_written_is_an_error) {
  std::ofstream(folder_ / "file") << "in the way";
  EXPECT_EQ(grade_class(*grader_, members(), {folder_ / "file", 1, false, {}}).error().code, "FILE_WRITE");
}

/// A folder of grades that others can write to: their links cannot redirect a sheet or a line of the journal.
TEST_F(ClassRunTest, links_in_the_folder_of_grades_are_not_followed) {
  const fs::path far = folder_ / "far";
  fs::create_directories(far);
  fs::create_directories(out_);
  std::ofstream(folder_ / "victim") << "precious";
  for (const char* name : {"class.csv", "class.html"})
    fs::create_symlink(folder_ / "victim", out_ / name);
  fs::create_directory_symlink(far, out_ / "bob");
  EXPECT_EQ(grade_class(*grader_, members(), {out_}).error().code, "FILE_WRITE");
  fs::remove(out_ / "bob");
  fs::remove(out_ / "journal.csv");
  fs::create_symlink(folder_ / "victim", out_ / "journal.csv");
  EXPECT_EQ(grade_class(*grader_, members(), {out_}).error().code, "FILE_WRITE");
  EXPECT_TRUE(fs::is_empty(far));
  EXPECT_EQ(slurp(folder_ / "victim"), "precious");
}

/// Formerly the part of a line that fits on a full disk stayed, and the next line continued it.
TEST_F(ClassRunTest, the_journal_has_whole_lines_also_on_a_full_disk) {
  fs::create_directories(out_);
  ASSERT_TRUE(note_in_journal(out_, "ada", "graded", {}, 1));
  const std::string before = slurp(out_ / "journal.csv");
  rlimit limit{};
  ::getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit full{before.size() + 9, limit.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &full);
  const auto noted = note_in_journal(out_, "bob", "graded", {}, 1);
  ::setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(noted ? "" : noted.error().code, "FILE_WRITE");
  EXPECT_EQ(slurp(out_ / "journal.csv"), before);
}

TEST_F(ClassRunTest, submissions_are_the_folders_that_match) {
  for (const char* name : {"b", "a", ".git", "z old"})
    fs::create_directory(folder_ / name);
  std::ofstream(folder_ / "notes.txt") << "no submission";
  BINDPOSE_ASSERT(const auto all, submissions_in(folder_, ""));
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].filename(), "a");
  EXPECT_EQ(all[2].filename(), "z old");
  EXPECT_EQ(submissions_in(folder_, "z*")->size(), 1U);
  EXPECT_EQ(submissions_in(folder_ / "none", "").error().code, "FILE_READ");
  EXPECT_EQ(other_entries_in(folder_), (std::vector<std::string>{".git", "notes.txt"}));
}

TEST_F(ClassRunTest, submission_names_are_printable_and_unique) {
  EXPECT_EQ(submission_name("/class/cyd \xC3\xA9"), "cyd \xC3\xA9");
  EXPECT_EQ(submission_name("/class/b\xE9"
                            "a"),
            "b%E9a");
  EXPECT_EQ(submission_name("/class/100 %"), "100 %");
  std::set<std::string> names;
  for (const char* folder : {"\xFF", "%FF", "%25FF", "%2525FF", "\xFF%FF", "\xFF%25FF", "%FF%FF", "%ff", "%",
                             "%2", "\xC3\xA9%FF", "\xC3\xA9%25FF", "\xC3%A9",
                             // Formerly, reports showed some of these in the same way.
                             "a\nb", "a\\nb", "a%0Ab", "a%250Ab", "a\x1b[b", "a[b", "ab", "a\xE2\x80\xAE",
                             "a[U+202E]", "::a", "\\::a", "%3A:a", "##a[b]", "##a\\[b]"}) {
    const std::string name = submission_name(fs::path("/class") / folder);
    EXPECT_TRUE(names.insert(name).second) << folder;
    EXPECT_EQ(clean_line(name), name);
  }
}

TEST_F(ClassRunTest, a_link_is_not_a_submission) {
  fs::create_directory(folder_ / "a");
  fs::create_directory_symlink(folder_ / "a", folder_ / "b");
  EXPECT_EQ(submissions_in(folder_, "")->size(), 2U)
      << "the link is listed, and its sheet says why it gets no points";
  EXPECT_TRUE(require_own_folder(folder_ / "a"));
  EXPECT_EQ(require_own_folder(folder_ / "b").error().code, "SUBMISSION_LINK");
}

TEST(CommandForTest, a_path_stays_one_word_of_the_command) {
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

}  // namespace bindpose::conformance::class_run_test
