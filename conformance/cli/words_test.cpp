// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// `bindpose explain` knows every word that a report prints.
#include <algorithm>
#include <regex>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/asset/weight_properties.h"
#include "conformance/cli/commands.h"
#include "conformance/judge/position_predicates.h"
#include "conformance/judge/symptoms.h"
#include "conformance/same/same_rows.h"
#include "conformance/testing/results.h"
#include "reference/algorithms.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::words_test {

Ran program(const std::string& words) {
  static const TemporaryFolder folder;
  return run_in(folder, BINDPOSE_PROGRAM " " + words);
}

/// The explanation of a word; empty if the word is only a part of others. Starts no process,
/// because the tests explain a thousand words.
std::string explained(std::string_view word) {
  static std::map<std::string, std::string, std::less<>> known;  // many algorithms have the same stages
  const auto entry = known.find(word);
  if (entry != known.end()) return entry->second;
  CLI::App app;
  int exit_code = -1;
  add_explain_command(app, exit_code);
  ::setenv("COLUMNS", "200", 1);
  testing::internal::CaptureStdout();
  app.parse(std::vector<std::string>{std::string(word), "explain"});  // CLI11 reads from the end
  const std::string said = testing::internal::GetCapturedStdout();
  ::unsetenv("COLUMNS");
  return known[std::string(word)] =
             exit_code == 0 && said.find("' could mean\n") == std::string::npos ? said : "";
}

void expect_known(std::string_view word, std::string_view piece = "") {
  const std::string said = explained(word);
  EXPECT_NE(said, "") << word;
  EXPECT_TRUE(has(said, piece));
}

TEST(WordsTest, an_explained_option_names_the_subjects_that_get_its_values) {
  expect_known("anim.pose-loop",
               "Option before_first_key (set by the case, default wraps; other values run only for subjects "
               "that declare them)");
  expect_known("muscle.linear", "Option together (set by the case)");
}

TEST(WordsTest, an_explanation_of_a_defect_lists_its_cases) {
  const std::string said = program("explain ibm-ignored").out;
  EXPECT_LE(std::ranges::count(said, '\n'), 15) << said;
  EXPECT_TRUE(has(said, {"  shows in   ", "  caught by  ", " more (--all)\n"}));
  const std::string all = program("explain ibm-ignored --all").out;
  EXPECT_TRUE(has(all, "  shows in   lbs at level pose: "));
  EXPECT_FALSE(has(all, " more (--all)"));
}

TEST(WordsTest, verdicts_relations_symptoms_and_stages_are_explained) {
  for (std::size_t o = 0; o < outcome_count; ++o) {
    EXPECT_FALSE(facts(static_cast<Outcome>(o)).meaning.empty());
    expect_known(to_string(static_cast<Outcome>(o)), facts(static_cast<Outcome>(o)).meaning);
  }
  for (const Relation& relation : relations())
    expect_known(relation.name, relation.sentence);
  for (const WeightProperty& property : weight_properties())
    expect_known(property.name, property.sentence);
  for (const Property& property : properties())
    expect_known(property.id, "only ");
  for (const Symptom& symptom : known_symptoms()) {
    expect_known(symptom.id, symptom.sentence);
    EXPECT_FALSE(advice_on(symptom.id).empty()) << symptom.id;
    EXPECT_TRUE(lacks(symptom.sentence, {"...", "  ", ", ,"})) << symptom.sentence;
  }
  expect_known("one-array", "what to do  Check the code and the buffer of this array alone");
  for (const StageFacts& stage : stages_with_facts())
    expect_known(stage.name, stage.words);
  for (const Algorithm& algorithm : algorithms())
    for (const ArrayDeclaration& stage : algorithm.implementation.declaration.stages)
      expect_known(stage.name, algorithm.id);
}

TEST(WordsTest, precision_classes_and_input_features_are_explained) {
  for (const PrecisionClass& precision : precision_classes())
    expect_known(precision.name, precision.sentence);
  for (const Feature& feature : features())
    expect_known(feature.name, feature.sentence);
  const std::string both = explained("half-palette+unorm8-weights");
  EXPECT_TRUE(has(both, {"half-palette: ", "unorm8-weights: "}));
}

TEST(WordsTest, codes_of_pages_and_of_gltf_files_are_explained) {
  expect_known("ZERO_NORMAL", "a code of");
  expect_known("NOT_FINITE", "more)");
  const std::regex written(R"_("([A-Z]+(_[A-Z0-9]+)+)")_"), attribute("[A-Z]+_[0-9]");
  const std::regex warned(R"_(warning(_at)?\(\s*"([A-Z_0-9]+)")_");
  const auto folder = std::filesystem::path(BINDPOSE_CONFORMANCE).parent_path() / "reference/gltf";
  std::set<std::string> codes, warnings;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string stem = file.path().stem();
    if (file.path().extension() != ".cpp" || stem == "codes" || stem.ends_with("_test") ||
        stem.ends_with("_fuzzer") || stem == "sample_document")
      continue;
    const std::string text = slurp(file.path());
    for (std::sregex_iterator each(text.begin(), text.end(), written), end; each != end; ++each)
      if (!std::regex_match((*each)[1].str(), attribute)) codes.insert((*each)[1]);
    codes.erase("FILE_SIZE");  // from reference/io: load.cpp turns it into LIMIT_EXCEEDED
    for (std::sregex_iterator each(text.begin(), text.end(), warned), end; each != end; ++each)
      warnings.insert((*each)[2]);
  }
  for (const std::string& code : codes)
    expect_known(code, code + (warnings.contains(code) ? ": a" : ": an error about a glTF file"));
  for (const std::string& code : warnings)
    expect_known(code, "a warning about a glTF file");
  EXPECT_GT(warnings.size(), 10U);
  EXPECT_GT(codes.size(), 100U);
}

/// Every error code in the sources, except the Khronos validator's codes for glTF files.
std::set<std::string> codes_of_sources() {
  const std::regex failed(R"_((?:fail\(|Error\{|\bcode = )\s*"([A-Z][A-Z0-9_]+)")_");
  const auto root = std::filesystem::path(BINDPOSE_CONFORMANCE).parent_path();
  std::set<std::string> codes;
  for (const char* tree : {"reference", "gpu", "golden", "conformance"})
    for (const auto& file : std::filesystem::recursive_directory_iterator(root / tree)) {
      const std::string path = file.path().string(), stem = file.path().stem().string();
      const bool is_left_out = stem.ends_with("_test") || stem.ends_with("_fuzzer") ||
                               path.find("/reference/gltf/") != std::string::npos ||
                               path.find("/testing/") != std::string::npos;
      if (is_left_out || (file.path().extension() != ".cpp" && file.path().extension() != ".h")) continue;
      const std::string text = slurp(file.path());
      for (std::sregex_iterator each(text.begin(), text.end(), failed), end; each != end; ++each)
        codes.insert((*each)[1].str());
    }
  return codes;
}

TEST(WordsTest, every_error_code_is_explained) {
  const std::set<std::string> raised = codes_of_sources();
  EXPECT_GT(raised.size(), 100U);
  for (const std::string& code : raised)
    expect_known(code, code + ": a code of");
  expect_known("NOT_SUPPORTED", "a limit that it reports");
  expect_known("DEVICE_LOST");
  expect_known("ILL_CONDITIONED", "bind.heat");
}

TEST(WordsTest, labels_of_the_summary_are_explained) {
  expect_known("accepted", "accepted: a word of the summary: ");
  expect_known("same bits", "the same output, bit by bit");
  expect_known("tightest", "nearest to its bound");
  expect_known("undecided", "numbers that are not compared");
}

TEST(WordsTest, policies_formulations_and_gpu_combinations_are_explained) {
  expect_known("inverse-transpose", "a value of the policy normal_rule");
  expect_known("transform-feedback", "capture=transform-feedback");
  expect_known("feedback", "drawn-again");
  const std::string way = explained("compute.ssbo");
  EXPECT_TRUE(has(way, {"capture=compute", "palette=ssbo"}));
  for (const Algorithm& algorithm : algorithms())
    for (const OptionSpec& option : algorithm.implementation.declaration.options)
      for (const std::string_view value : option.values)
        EXPECT_NE(explained(value), "") << option.name << "=" << value;
}

TEST(WordsTest, an_explained_policy_value_has_meaning_default_and_engines) {
  expect_known("renormalised", "each weight of a vertex is divided by their sum");
  expect_known("renormalised", "  default    as-given\n");
  expect_known("weight_sum", "as-given (default): ");
  expect_known("ZERO_NORMAL", "  what to do  ");
}

TEST(WordsTest, a_policy_with_several_defaults_lists_them_by_algorithm) {
  const std::string pivot = explained("pivot");
  EXPECT_TRUE(has(pivot, {"; default first-influence in dqs", "; default lead in interp.quaternion-blend"}))
      << pivot;
  EXPECT_EQ(pivot.find("  default "), std::string::npos) << "not a default for all algorithms: " << pivot;
  EXPECT_TRUE(has(pivot, {"\nlargest-weight: ", "\nfirst-slot: ", "\nlead: "})) << pivot;
}

/// The engines that conformance/engines/RESULTS.json judges by a value of a policy.
TEST(WordsTest, engines_that_use_a_policy_are_from_the_results) {
  const auto results =
      nlohmann::json::parse(slurp(std::filesystem::path(BINDPOSE_CONFORMANCE) / "engines/RESULTS.json"));
  std::map<std::string, std::set<std::string>> engines;
  for (const auto& [engine, entry] : results.at("engines").items())
    for (const auto& implementation : entry.at("implementations"))
      for (const auto& row : implementation.at("rows")) {
        const auto policy = row.find("policy");
        if (policy == row.end() || engine.starts_with("control-")) continue;
        const std::string all = policy->is_string() ? policy->get<std::string>() : policy->dump();
        const std::regex one("([a-z_]+=[a-z-]+)");
        for (std::sregex_iterator each(all.begin(), all.end(), one), end; each != end; ++each)
          engines[(*each)[1]].insert(engine);
      }
  ASSERT_GT(engines.size(), 15U);
  for (const auto& [policy, names] : engines) {
    const std::string said = explained(policy);
    const std::string value = policy.substr(policy.find('=') + 1);
    const std::size_t at = said.find("\n" + value + ": ") == std::string::npos
                               ? said.find("\n" + value + " (default): ")
                               : said.find("\n" + value + ": ");
    ASSERT_NE(at, std::string::npos) << policy << "\n" << said;
    const std::size_t used = said.find("  used by    ", at);
    ASSERT_NE(used, std::string::npos) << policy << "\n" << said;
    EXPECT_EQ(said.substr(used + 13, said.find(" (conformance/engines)", used) - used - 13),
              fmt::format("{}", fmt::join(names, ", ")))
        << policy;
  }
}

TEST(WordsTest, terms_of_the_judge_are_explained) {
  for (const char* word :
       {"bound", "stage", "level", "policy", "case", "subject", "variant", "baseline", "waiver"})
    expect_known(word, std::string(word) + ": a term of the judge: ");
}

/// Every kind of finding, and every heading and cause in the table.
TEST(WordsTest, every_word_of_same_is_explained) {
  for (const std::string_view heading : same::table_head())
    if (!heading.empty()) expect_known(heading);
  for (const same::Cause cause : {same::Cause::quantization, same::Cause::resampling, same::Cause::other})
    expect_known(same::name_of(cause), "a word of 'bindpose same': ");
  const std::string source = slurp(BINDPOSE_CONFORMANCE "/same/findings.cpp");
  const std::regex kind("\"([a-z]+(-[a-z]+)+)\"|tell\\(\"([a-z]+)\"");
  std::size_t kinds = 0;
  for (std::sregex_iterator each(source.begin(), source.end(), kind), end; each != end; ++each, ++kinds)
    expect_known((*each)[1].matched ? (*each)[1].str() : (*each)[3].str(), "a finding of 'bindpose same': ");
  EXPECT_GT(kinds, 25U);
  for (const char* thing : {"joint", "node"})
    for (const char* change : {"-moved", "-turned"})
      expect_known(std::string(thing) + change, "a finding of 'bindpose same': ");
}

TEST(WordsTest, a_part_of_words_lists_what_it_could_mean) {
  expect_ended(program("explain Delta"), 0,
               {"'Delta' could mean\n", "  delta-mush  ", "  ddm  ", "algorithm: ", "defect: ", " cases"});
  for (const char* several : {" explain mush DELTA", " explain 'mush DELTA'"}) {
    expect_ended(program(several), 0, {"'mush DELTA' could mean\n", "  delta-mush  "});
  }
  EXPECT_TRUE(has(program("explain smooth weights").out, "  weights.smooth  "));
  EXPECT_EQ(program("explain delta nothingsuch").exit_code, 2);
  expect_ended(program("explain dleta-mush"), 2, {"did you mean 'delta-mush'?"});
  for (const auto& [wrong, right] :
       {std::pair("NOT_SUPORTED", "NOT_SUPPORTED"), std::pair("ILL_CONDITOINED", "ILL_CONDITIONED"),
        std::pair("tranform-feedback", "transform-feedback"), std::pair("wieghts", "weights"),
        std::pair("heta", "theta' or 'heat")}) {
    expect_ended(program("explain " + std::string(wrong)), 2, {std::string("did you mean '") + right + "'?"});
  }
}

TEST(WordsTest, errors_of_mistyped_names_suggest_the_nearest) {
  for (const auto& [words, nearest] :
       {std::pair("explain lsb --arrays", "'lbs'"), std::pair("test --accept half-palet", "'half-palette'"),
        std::pair("test --subject defect:ibm-ignord", "'ibm-ignored'")}) {
    expect_ended(program(words), 2, {std::string("did you mean ") + nearest});
  }
}

TEST(WordsTest, defects_are_listed_by_either_name) {
  const Ran ran = program("list --defects");
  expect_ended(ran, 0, {"ibm-ignored "});
  EXPECT_EQ(ran.out, program("list --mistakes").out);
}

TEST(WordsTest, unknown_words_are_not_explained) {
  for (const char* word : {"", "+", "half-palette+", "nothing", "NOTHING_SUCH", "`"})
    EXPECT_EQ(explained(word), "") << word;
}

}  // namespace bindpose::conformance::words_test
