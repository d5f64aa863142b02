// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// JSON of the program and of scripts matches its schema, and the schema accepts neither a missing nor an
// additional field.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/cache/sealed_file.h"
#include "conformance/grade/class_run.h"
#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::written_json_test {

namespace fs = std::filesystem;
using nlohmann::json;
using Pointer = json::json_pointer;

/// Names of objects with arbitrary keys ("" for the document), and of optional fields.
struct Loose {
  std::set<std::string> maps = {}, optional = {};
};

/// The first two elements of each list: enough to show every kind of object.
json shortened(json document) {
  if (document.is_array() && document.size() > 2) document.erase(document.begin() + 2, document.end());
  if (document.is_structured())
    for (json& child : document)
      child = shortened(std::move(child));
  return document;
}

/// Calls look(where, its name, the object) for each object, once per set of fields.
void each_kind_of_object(const json& value, const Pointer& where, const std::string& name,
                         std::set<std::string>& seen,
                         const std::function<void(const Pointer&, const std::string&, const json&)>& look) {
  std::string fields = name;
  for (const auto& [key, child] : value.items())
    fields += value.is_object() ? " " + key : "";
  if (value.is_object() && seen.insert(fields).second) look(where, name, value);
  if (value.is_structured())
    for (const auto& [key, child] : value.items())
      each_kind_of_object(child, value.is_array() ? where / std::stoul(key) : where / key,
                          value.is_array() ? name : key, seen, look);
}

/// The document is valid; it becomes invalid if an object loses a field or gets an unknown one.
void expect_strict(const std::string& schema, const std::string& definition, const json& whole,
                   const Loose& loose = {}) {
  ASSERT_TRUE(obeys(schema, whole, definition)) << schema << " " << definition;
  const json document = shortened(whole);
  std::set<std::string> seen;
  each_kind_of_object(
      document, Pointer(), "", seen, [&](const Pointer& where, const std::string& name, const json& object) {
        if (loose.maps.contains(name)) return;
        json changed = document;
        changed[where]["an unknown field"] = "of nothing";
        EXPECT_FALSE(obeys(schema, changed, definition)) << schema << where << " accepts an unknown field";
        for (const auto& [key, value] : object.items()) {
          if (loose.optional.contains(key)) continue;
          changed = document;
          changed[where].erase(key);
          EXPECT_FALSE(obeys(schema, changed, definition)) << schema << where << " goes without " << key;
        }
      });
  EXPECT_FALSE(seen.empty()) << schema;
}

struct WrittenJson : testing::Test {
  /// A command's standard output.
  json printed(const std::string& arguments, const std::set<int>& codes = {0}) {
    const Ran ran = run_in(folder_, BINDPOSE_PROGRAM " " + arguments + " >printed.json");
    EXPECT_TRUE(codes.contains(ran.exit_code)) << arguments << ": " << ran.exit_code << "\n" << ran.out;
    return json::parse(slurp(folder_ / "printed.json"), nullptr, false);
  }
  void judge(const std::string& arguments, int code) {
    expect_ended(run_in(folder_, BINDPOSE_PROGRAM " test " + arguments), code);
  }
  /// A right and a wrong run of the same tests, which do not detect the first run's defect.
  void judge_twice() {
    const std::string chosen = "--filter 'skinning.linear_blend.bar.posed.direction.*' --subject ";
    judge(chosen + "defect:index-over-255 --name s --out right", 0);
    judge(chosen + "defect:ibm-ignored --name s --out wrong", 1);
  }
  json read(const fs::path& file) const { return json::parse(slurp(folder_ / file), nullptr, false); }

  const TemporaryFolder folder_;
};

json kept(const std::string& file) {
  return json::parse(slurp(fs::path(BINDPOSE_CONFORMANCE) / file), nullptr, false);
}

TEST_F(WrittenJson, lists_obey_their_schema) {
  expect_strict("cli/list.schema.json", "", printed("list --json"),
                {{"options"}, {"beside", "instead_of", "normal_rule"}});
  expect_strict("cli/list.schema.json", "declaration", printed("explain lbs --arrays --json"),
                {{}, {"beside", "instead_of"}});
}

TEST_F(WrittenJson, devices_obey_their_schema) {
  json document = {{"format", "bindpose-devices-1"}, {"missing", {"LIBRARY_MISSING at libcuda.so.1"}}};
  for (const auto& [key, value] : std::initializer_list<std::pair<const char*, json>>{
           {"info", {{"renderer", "toy"}}}, {"error", "LIBRARY_MISSING at libEGL.so.1"}}) {
    document["devices"] = {{{"subject", "gpu"}, {key, value}}};
    expect_strict("gate/devices.schema.json", "", document, {{"info"}, {}});
  }
}

TEST_F(WrittenJson, comparisons_obey_their_schema) {
  judge_twice();
  const json runs = printed("compare right wrong --json", {1});
  EXPECT_FALSE(runs["broken"].empty());
  expect_strict("gate/comparison.schema.json", "", runs);
  for (const char* text : {"1", "2"})
    std::ofstream(folder_ / (std::string(text) + ".json"))
        << json{{"format", "bindpose-devices-1"},
                {"devices", {{{"subject", "gpu"}, {"info", {{"card.dot", text}}}}}},
                {"missing", json::array()}};
  const json devices = printed("compare 1.json 2.json --json", {1});
  EXPECT_EQ(devices["changes"].size(), 1U);
  expect_strict("gate/comparison.schema.json", "", devices);
}

TEST_F(WrittenJson, agreements_and_journals_obey_their_schemas) {
  judge_twice();
  judge(
      "--filter 'skinning.linear_blend.bar.posed.direction.*' --subject reference-float --name s --out other",
      0);
  const json agreement = printed("agree right wrong other --json", {0, 1});
  EXPECT_FALSE(agreement["pairs"].empty());
  expect_strict("report/agreement.schema.json", "", agreement);
  std::istringstream lines(slurp(folder_ / "wrong/journal.jsonl"));
  std::string line;
  std::getline(lines, line);
  expect_strict("report/results.schema.json", "journal_head", json::parse(line));
  const Loose loose{
      {}, {"class", "policy", "not_asked", "judged", "bits", "is_repeatable", "is_cached", "undefined"}};
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(std::getline(lines, line));
    expect_strict("report/results.schema.json", "journal_line", json::parse(line), loose);
  }
}

TEST_F(WrittenJson, cached_verdicts_obey_their_schema) {
  judge("--filter 'skinning.linear_blend.bar.posed.direction.*' --subject defect:ibm-ignored --cache cache",
        1);
  const Loose loose{{}, {"class", "policy", "not_asked", "bits", "undefined"}};
  std::set<std::string> outcomes;
  for (const auto& file : fs::recursive_directory_iterator(folder_ / "cache")) {
    if (file.path().extension() != ".json") continue;
    const auto text = read_sealed(folder_ / "cache", file.path().lexically_relative(folder_ / "cache"));
    ASSERT_TRUE(text) << file.path();
    const json entry = json::parse(*text);
    expect_strict("report/results.schema.json", "kept_verdict", entry, loose);
    outcomes.insert(entry["verdict"]["outcome"].get<std::string>());
    json crashed = entry;
    crashed["verdict"]["outcome"] = "crash";
    EXPECT_FALSE(obeys("report/results.schema.json", crashed, "kept_verdict")) << "none is kept";
  }
  EXPECT_EQ(outcomes, (std::set<std::string>{"fail", "pass"}));
}

TEST_F(WrittenJson, the_mutation_score_obeys_its_schema) {
  expect_strict("mutation_score/mutation_score.schema.json", "",
                printed("mutation-score --json --filter 'animation.lerp.*'", {0, 1}),
                {{"uniform_errors"}, {}});
}

TEST_F(WrittenJson, a_reproduction_obeys_its_schema) {
  for (const char* subject : {"reference-float", "gpu:surfaceless"}) {
    const std::string out = subject[0] == 'r' ? "of-cpu" : "of-gpu";
    const Ran ran =
        run_in(folder_, BINDPOSE_PROGRAM " repro skinning.linear_blend.bar.posed.direction.palette.f32 " +
                            out + " --subject " + subject);
    ASSERT_EQ(ran.exit_code, 0) << ran.out;
    const json document = read(out + "/test.json");
    expect_strict("repro/test.schema.json", "", document,
                  {{"variant", "subject", "environment", "messages", "options", "answers", "stages"}, {}});
    const char* const definitions[] = {"start", "run"};
    for (std::size_t m = 0; m < 2; ++m)
      EXPECT_TRUE(obeys("subjects/protocol.schema.json", document["messages"][m], definitions[m]));
  }
}

TEST(KeptJson, a_captured_frame_obeys_its_schema) {
  json frame = {{"format", "bindpose-frame-1"}, {"by", "me"}, {"api", "GL"}, {"draws", json::array()}};
  const json draw = {
      {"event", 1}, {"name", "glDrawArrays()"}, {"topology", "triangles"}, {"corners", 3}, {"instances", 1}};
  for (const char* way : {"file", "refused"}) {
    frame["draws"] = {draw};
    frame["draws"][0][way] = "draw-1.safetensors";
    expect_strict("captures/frame.schema.json", "", frame);
  }
}

/// A run in shards, planned for two of them.
Ran planned(const fs::path& folder, const std::string& name, const std::string& command) {
  return run_in(folder, BINDPOSE_CONFORMANCE "/../ci/cluster/shards plan " + name + " 2 -- " + command);
}

TEST(KeptJson, a_shard_plan_obeys_its_schema) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "class/ann");
  fs::create_directories(folder / "class/Bj\u00f6rn's <b>");
  for (const char* command : {"bindpose test --fresh 2", "bindpose grade --class class"}) {
    const std::string name = command + 9;
    expect_ended(planned(folder, "'" + name + "'", command), 0);
    const json document = json::parse(slurp(folder / name / "plan.json"));
    EXPECT_EQ(document["command"].size(), 6U) << "the plan adds a seed";
    expect_strict("../ci/cluster/plan.schema.json", "", document);
  }
}

TEST(KeptJson, a_broken_shard_plan_is_refused) {
  const TemporaryFolder folder;
  ASSERT_EQ(planned(folder, "run", "bindpose test").exit_code, 0);
  const json right = json::parse(slurp(folder / "run/plan.json"));
  json shorter = right, dealt = right;
  shorter.erase("command");
  dealt["submissions"] = {{"ann"}};
  for (const auto& [text, words] :
       std::initializer_list<std::pair<std::string, const char*>>{{right.dump().substr(0, 40), "is not JSON"},
                                                                  {"[1]", "is not bindpose-shards-1"},
                                                                  {shorter.dump(), "command is missing"},
                                                                  {dealt.dump(), "not divided into"}}) {
    std::ofstream(folder / "run/plan.json") << text;
    expect_ended(run_in(folder, BINDPOSE_CONFORMANCE "/../ci/cluster/shards run run 0"), 2, {words});
  }
}

TEST(KeptJson, costs_that_are_not_results_are_refused) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "class/ann");
  fs::create_directories(folder / "empty");
  std::ofstream(folder / "torn.json") << "{";
  std::ofstream(folder / "other.json") << R"({"format": "bindpose-grading-1"})";
  for (const auto& [costs, command, words] : std::initializer_list<std::array<const char*, 3>>{
           {"nowhere", "test", "--costs nowhere: nowhere: No such file"},
           {"nowhere", "grade --class class", "--costs nowhere: nowhere/grading.json: No such file"},
           {"empty", "test", "--costs empty: empty/results.json: No such file"},
           {"torn.json", "test", "torn.json is not JSON"},
           {"other.json", "test", "other.json is not bindpose-results-1"}}) {
    expect_ended(
        run_in(folder, std::string(BINDPOSE_CONFORMANCE "/../ci/cluster/shards plan run 2 --costs ") + costs +
                           " -- bindpose " + command),
        2, {words});
    EXPECT_FALSE(fs::exists(folder / "run")) << costs;
  }
}

TEST(KeptJson, a_class_record_obeys_its_schema) {
  const ClassRecord record{
      "Bones", "0123456789abcdef", "7", {{"ann", {"1", false}}, {"b/o\n<b>", {"2", true}}}};
  expect_strict("grade/grading.schema.json", "", json::parse(class_record_text(record)),
                {{"submissions"}, {"removed"}});
}

/// The first two fields of an object.
json first_two(const json& object) {
  json two = json::object();
  for (const auto& [key, value] : object.items())
    if (two.size() < 2) two[key] = value;
  return two;
}

TEST(KeptJson, the_json_of_scripts_obeys_its_schemas) {
  for (const char* kind : {"shaders", "fractions"}) {
    json document = kept(std::string("mutation_score/") + kind + ".json");
    EXPECT_TRUE(obeys("mutation_score/kept.schema.json", document, kind));
    document = first_two(document);
    Loose loose{{""}, {"compute", "transform-feedback"}};
    for (const auto& [key, value] : document.items()) {
      document[key] = first_two(value);
      loose.maps.insert(key);
    }
    expect_strict("mutation_score/kept.schema.json", kind, document, loose);
  }
  for (const char* score : {"mutation_score/mutants/score.json", "mutation_score/mutants/score_glsl.json"})
    expect_strict("mutation_score/kept.schema.json", "mutants", kept(score), {{"kernels"}, {"same_rows"}});
  expect_strict("../bench/capability_reports.schema.json", "", kept("../bench/capability_reports.json"),
                {{"card"}, {}});
}

TEST(KeptJson, engine_results_obey_their_schema) {
  json document = kept("engines/RESULTS.json");
  ASSERT_TRUE(obeys("engines/engines.schema.json", document));
  // Enough for every kind of object: an engine on both paths, and an absent one.
  json one = document["engines"]["three"];
  ASSERT_TRUE(one.is_object());
  json absent = one;
  absent.erase("judge");
  absent.erase("device");
  absent.update({{"state", "not installed"}, {"words", "why"}, {"implementations", json::array()}});
  document["engines"] = {{"absent", absent}, {"three", one}};
  expect_strict(
      "engines/engines.schema.json", "", document,
      {{"assets", "engines", "history", "tested", "cases", "made", "sources", "outcomes", "defects"},
       {"history", "class", "policy", "symptoms", "device"}});
  absent.erase("words");
  document["engines"]["absent"] = absent;
  EXPECT_FALSE(obeys("engines/engines.schema.json", document)) << "the reason is missing";
}

}  // namespace bindpose::conformance::written_json_test
