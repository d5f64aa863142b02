// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/files_subject.h"

#include <cstring>

#include <gtest/gtest.h>
#include <unistd.h>

#include "conformance/cases/cases.h"
#include "conformance/run/executor.h"
#include "conformance/subjects/protocol.h"
#include "conformance/testing/exported.h"
#include "conformance/testing/schema.h"
#include "reference/renamed.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::files_subject_test {

namespace fs = std::filesystem;
using nlohmann::json;

struct FilesSubjectTest : testing::Test {
  FilesSubjectTest() {
    for (const Case& c : built_in_cases())
      if (matches_glob(c.name, "skinning.linear_blend.bar.posed*.direction.*")) cases_.push_back(c);
    EXPECT_GE(cases_.size(), 2U);
    EXPECT_TRUE(export_questions(folder_, cases_, {}));
  }

  json index() const { return json::parse(std::ifstream(folder_ / "questions.json")); }

  void answer(const json& question) const { answer_exported(folder_, question); }

  Verdict verdict_on(const Case& c) const {
    auto subject = open_files(*parse_subject("files:" + folder_.string()));
    EXPECT_TRUE(subject);
    Question question{c.algorithm, c.level, c.options, *c.question(), c.asset};
    question.name = c.name;
    const auto answer = (*subject)->run(question, {});
    return answer ? judge(question, *expect(question), *answer) : judge_error(answer.error());
  }

  const TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
  std::vector<Case> cases_;
};

TEST_F(FilesSubjectTest, an_index_that_is_too_large_is_not_read) {
  // A list of empty lists needs 39 bytes of memory per byte.
  const auto write = [this](const char* file, std::uintmax_t bytes) {
    std::ofstream(folder_ / file) << "[[]";
    fs::resize_file(folder_ / file, bytes);
  };
  write("questions.json", (std::uintmax_t{16} << 20) + 1);
  EXPECT_EQ(open_files(*parse_subject("files:" + folder_.string())).error().code, "FILE_SIZE");
  EXPECT_TRUE(export_questions(folder_, cases_, {}));
  write("capabilities.json", (std::uintmax_t{1} << 20) + 1);
  EXPECT_EQ(open_files(*parse_subject("files:" + folder_.string())).error().code, "FILE_SIZE");
}

TEST_F(FilesSubjectTest, the_list_obeys_its_schema) {
  json list = index();
  EXPECT_TRUE(obeys("subjects/questions.schema.json", list));
  list["questions"][0].erase("output");
  EXPECT_FALSE(obeys("subjects/questions.schema.json", list));
}

/// The header of a safetensors file.
json header_of(const fs::path& file) {
  const auto bytes = *read_file(file);
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  const auto* text = reinterpret_cast<const char*>(bytes.data()) + sizeof length;
  return json::parse(text, text + length);
}

TEST(QuestionSchemaTest, every_built_in_input_obeys_the_schema) {
  const TemporaryFolder folder;
  ASSERT_TRUE(export_questions(folder.path(), built_in_cases(), {}));
  const json list = json::parse(std::ifstream(folder.path() / "questions.json"));
  EXPECT_TRUE(obeys("subjects/questions.schema.json", list));
  std::set<std::string> seen;
  for (const json& question : list["questions"]) {
    const std::string kind = question["id"].get<std::string>() + ":" + question["level"].get<std::string>();
    // Reading the schema takes longer than checking: takes the first input of each kind and more.
    if (!seen.insert(kind).second && question["fingerprint"].get<std::string>().front() != '0') continue;
    EXPECT_TRUE(obeys("subjects/question_arrays.schema.json",
                      header_of(folder.path() / question["input"].get<std::string>()), kind))
        << question["case"];
  }
  EXPECT_GE(seen.size(), algorithms().size());
}

TEST_F(FilesSubjectTest, an_input_that_is_not_as_declared_violates_the_schema) {
  const auto broken = [this](const char* pointer, json value) {
    json list = index();
    json& question = list["questions"][0];
    question[json::json_pointer(pointer)] = std::move(value);
    return !obeys("subjects/questions.schema.json", list);
  };
  EXPECT_FALSE(broken("/options/normal_rule", "direction"));
  EXPECT_TRUE(broken("/options/normal_rule", "sideways"));
  EXPECT_TRUE(broken("/options", json::object())) << "every policy option has a value";
  EXPECT_TRUE(broken("/options/pivot", "first-slot")) << "an option of another algorithm";
  EXPECT_TRUE(broken("/level", "vertex"));
  EXPECT_TRUE(broken("/id", "lbs2"));
  EXPECT_TRUE(broken("/algorithm", "skinning/dual_quaternion"));
  EXPECT_FALSE(broken("/answers/positions", {7, 3}));
  EXPECT_TRUE(broken("/answers/positions", {7, 4}));
  EXPECT_TRUE(broken("/answers/positions", {21}));
  EXPECT_TRUE(broken("/answers", json::object()));
  EXPECT_TRUE(broken("/answers/bones", {2, 2, 3}));
  EXPECT_TRUE(broken("/stages/bones", {2, 2, 3}));
}

TEST_F(FilesSubjectTest, arrays_that_are_not_as_declared_violate_the_schema) {
  const auto question = index()["questions"][0];
  const json header = header_of(folder_ / question["input"].get<std::string>());
  const auto broken = [&](const json& patch) {
    json changed = header;
    changed.merge_patch(patch);
    return !obeys("subjects/question_arrays.schema.json", changed,
                  "lbs:" + question["level"].get<std::string>());
  };
  EXPECT_FALSE(broken(json::object()));
  EXPECT_TRUE(broken({{"positions", {{"dtype", "F64"}}}}));
  EXPECT_TRUE(broken({{"joints", {{"dtype", "F32"}}}}));
  EXPECT_TRUE(broken({{"positions", {{"shape", {36, 4}}}}}));
  EXPECT_TRUE(broken({{"positions", nullptr}})) << "it is gone";
  EXPECT_FALSE(broken({{"normals", nullptr}})) << "the array is optional";
  EXPECT_TRUE(broken({{"centres", {{"dtype", "F32"}, {"shape", {36, 3}}}}}));
}

TEST_F(FilesSubjectTest, inputs_contain_no_expected_outputs) {
  EXPECT_EQ(index()["questions"].size(), cases_.size());
  EXPECT_EQ(read_export(folder_)->cases.front(), cases_.front().name);
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    if (entry.path().extension() != ".safetensors") continue;
    const auto file = from_safetensors(*read_file(entry.path()));
    for (const Tensor& tensor : file->tensors)
      EXPECT_EQ(tensor.array.name.find("expected"), std::string::npos);
  }
}

TEST_F(FilesSubjectTest, outputs_are_judged_and_missing_outputs_are_reported) {
  answer(index()["questions"][0]);
  EXPECT_EQ(verdict_on(cases_[0]).outcome, Outcome::pass);
  const Verdict missing = verdict_on(cases_[1]);
  EXPECT_EQ(missing.outcome, Outcome::missing);
  EXPECT_NE(missing.detail.find("answer.safetensors"), std::string::npos) << missing.detail;
}

TEST_F(FilesSubjectTest, exports_under_former_names_are_the_same_inputs) {
  cases_.clear();
  for (const Case& c : built_in_cases())
    if (matches_glob(c.name, "animation.lerp.*")) cases_.push_back(c);
  ASSERT_TRUE(export_questions(folder_, cases_, {}));
  json list = index();
  for (json& question : list["questions"]) {
    answer(question);
    question["case"] = former_name(question["case"].get<std::string>());
  }
  std::ofstream(folder_ / "questions.json") << list;
  EXPECT_EQ(read_export(folder_)->cases.front(), cases_.front().name);
  for (const Case& c : cases_)
    EXPECT_EQ(verdict_on(c).outcome, Outcome::pass) << c.name;
}

TEST_F(FilesSubjectTest, a_link_or_garbage_is_not_an_output) {
  const fs::path output = folder_ / index()["questions"][0]["output"].get<std::string>();
  fs::create_symlink("/etc/passwd", output);
  EXPECT_EQ(verdict_on(cases_[0]).outcome, Outcome::invalid_output);
  fs::remove(output);
  std::ofstream(output) << "no tensors";
  EXPECT_EQ(verdict_on(cases_[0]).outcome, Outcome::invalid_output);
}

TEST_F(FilesSubjectTest, a_right_output_behind_a_link_is_not_accepted) {
  answer(index()["questions"][0]);
  const fs::path output = folder_ / index()["questions"][0]["output"].get<std::string>();
  const fs::path place = output.parent_path(), neighbour = folder_ / "neighbour";
  ASSERT_NE(place, folder_);
  EXPECT_EQ(verdict_on(cases_[0]).outcome, Outcome::pass);
  fs::rename(place, neighbour);
  fs::create_directory_symlink(neighbour, place);
  EXPECT_EQ(verdict_on(cases_[0]).outcome, Outcome::invalid_output);
}

TEST_F(FilesSubjectTest, a_changed_input_has_no_output) {
  answer(index()["questions"][0]);
  json changed = index();
  changed["questions"][0]["fingerprint"] = "0";
  std::ofstream(folder_ / "questions.json") << changed;
  EXPECT_NE(verdict_on(cases_[0]).detail.find("export again"), std::string::npos);
}

TEST_F(FilesSubjectTest, a_new_export_removes_old_outputs) {
  answer(index()["questions"][0]);
  ASSERT_TRUE(export_questions(folder_, cases_, {}));
  EXPECT_EQ(verdict_on(cases_[0]).outcome, Outcome::missing);
}

TEST_F(FilesSubjectTest, an_invalid_index_is_refused) {
  const auto code = [this](const std::string& text) {
    std::ofstream(folder_ / "questions.json") << text;
    const auto subject = open_files(*parse_subject("files:" + folder_.string()));
    return subject ? std::string("accepted") : subject.error().code;
  };
  EXPECT_EQ(code("{"), "EXPORT_FORMAT");
  EXPECT_EQ(code(R"({"format": "other", "questions": []})"), "EXPORT_FORMAT");
  EXPECT_EQ(code(R"({"format": "bindpose-questions-1", "questions": [1]})"), "EXPORT_FORMAT");
  EXPECT_EQ(code(R"({"format": "bindpose-questions-1", "questions":
                     [{"case": "a", "fingerprint": "b", "output": "../../etc/passwd"}]})"),
            "EXPORT_FORMAT");
  EXPECT_EQ(open_files(*parse_subject("files:/nowhere")).error().code, "FILE_READ");
}

/// Verdicts of a run over the folder, by case.
std::map<std::string, Verdict> verdicts_of(const fs::path& folder, const std::vector<Case>& cases) {
  auto subject = open_files(*parse_subject("files:" + folder.string()));
  EXPECT_TRUE(subject) << (subject ? "" : to_string(subject.error()));
  std::map<std::string, Verdict> verdicts;
  if (!subject) return verdicts;
  Suite suite;
  suite.add_cases(cases, {});
  suite.add_subject(*std::move(subject));
  suite.make_records();
  Executor executor(suite);
  for (std::size_t i = 0; i < suite.records().size(); ++i)
    verdicts[suite.records()[i].from->name] = executor.run(i);
  return verdicts;
}

TEST_F(FilesSubjectTest, missing_features_are_not_requested) {
  json list = index();
  for (json question : list["questions"]) {
    question["answers"].erase("tangents");
    answer(question);
  }
  for (const auto& [name, verdict] : verdicts_of(folder_, cases_))
    EXPECT_EQ(verdict.outcome, Outcome::invalid_output)
        << "no declaration says that tangents are missing: " << name;
  const auto declare = [this](const json& capabilities) {
    std::ofstream(folder_ / "capabilities.json") << capabilities;
  };
  json lbs = {
      {"algorithm", "lbs"}, {"levels", {"palette", "pose"}}, {"options", {{"without", {"tangents"}}}}};
  declare({{"capabilities", {lbs}}});
  const auto without = verdicts_of(folder_, cases_);
  EXPECT_EQ(without.size(), cases_.size());
  for (const auto& [name, verdict] : without) {
    EXPECT_EQ(verdict.outcome, Outcome::pass) << name << ": " << verdict.detail;
    EXPECT_EQ(verdict.not_asked, std::vector<std::string>{"tangents"});
  }
  std::ofstream(folder_ / list["questions"][0]["input"].get<std::string>(), std::ios::app) << "x";
  EXPECT_EQ(verdicts_of(folder_, cases_).at(list["questions"][0]["case"]).outcome, Outcome::missing)
      << "the input differs from the exported input";
}

TEST_F(FilesSubjectTest, declared_levels_policies_and_limits_apply) {
  const auto declare = [this](const json& options, const json& limits) {
    const json lbs = {{"algorithm", "lbs"}, {"levels", {"palette"}}, {"options", options}};
    std::ofstream(folder_ / "capabilities.json") << json{{"capabilities", {lbs}}, {"limits", limits}};
    return verdicts_of(folder_, cases_);
  };
  for (const auto& [name, verdict] : declare(json::object(), json::object())) {
    EXPECT_EQ(verdict.outcome, Outcome::missing) << "answers are missing";
    EXPECT_NE(name.find(".palette."), std::string::npos) << "level pose is not declared";
  }
  for (const auto& [name, verdict] :
       declare({{"normal_rule", {"inverse-transpose-of-blend"}}}, json::object()))
    EXPECT_EQ(verdict.outcome, Outcome::not_supported)
        << "the input has normal_rule=direction, as it was exported";
  for (const auto& [name, verdict] : declare(json::object(), {{"vertices", 1}}))
    EXPECT_EQ(verdict.outcome, Outcome::not_supported) << name;
}

TEST_F(FilesSubjectTest, an_invalid_declaration_is_refused) {
  const auto refused = [this](const std::string& text) {
    std::ofstream(folder_ / "capabilities.json") << text;
    const auto subject = open_files(*parse_subject("files:" + folder_.string()));
    return subject ? std::string("accepted") : to_string(subject.error());
  };
  EXPECT_NE(refused("[]").find("capabilities.json#/capabilities"), std::string::npos) << refused("[]");
  const std::string level = refused(R"({"capabilities": [{"algorithm": "lbs", "levels": ["vertex"]}]})");
  EXPECT_EQ(level.find("PROTOCOL"), 0U) << level;
  EXPECT_NE(level.find("capabilities.json#/capabilities/0/levels"), std::string::npos) << level;
}

}  // namespace bindpose::conformance::files_subject_test
