// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <barrier>
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/run/diagnosis.h"
#include "conformance/run/self_test_case.h"
#include "conformance/subjects/foreign_subject.h"
#include "conformance/testing/fakes.h"
#include "gpu/backends/open.h"
#include "reference/model/mapped.h"
#include "reference/model/rare_values.h"
#include "reference/model/rows.h"
#include "reference/renamed.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::suite_test {

/// Answers every input with the same error, or with zeros.
std::unique_ptr<Subject> fixed(const std::string& code) {
  return std::make_unique<Fake>([code](const Question&, Answer answer) -> Expected<Answer> {
    if (!code.empty()) return fail(code, "", "as told");
    for (const char* name : {"positions", "normals", "tangents"})
      if (answer.arrays.has(name)) std::ranges::fill(*reals_of(answer.arrays, name), 0.0);
    return answer;
  });
}

/// Plans some cases for a subject.
void plan(Suite& suite, const std::vector<std::string>& globs, std::unique_ptr<Subject> subject) {
  suite.add_cases(built_in_cases(), globs);
  suite.add_subject(std::move(subject));
  suite.make_records();
}

int exit_code_of(std::unique_ptr<Subject> subject) {
  Suite suite;
  plan(suite, {"skinning.linear_blend.bar.posed.*.palette.f32"}, std::move(subject));
  Executor(suite).run_all();
  return exit_code(suite);
}

TEST(SuiteTest, exit_codes_follow_the_results) {
  EXPECT_EQ(exit_code_of(std::move(*open_subject(*parse_subject("reference-float")))), 0);
  EXPECT_EQ(exit_code_of(fixed("")), 1) << "zeros are wrong";
  EXPECT_EQ(exit_code_of(fixed("CRASH")), 1);
  EXPECT_EQ(exit_code_of(fixed("NOT_SUPPORTED")), 3) << "declined inputs do not pass";
}

TEST(SuiteTest, a_subject_that_does_not_start_has_one_result) {
  for (const auto& [code, outcome] :
       {std::pair("CRASH", Outcome::crash), std::pair("PROTOCOL", Outcome::invalid_output)}) {
    Suite suite;
    plan(suite, {"skinning.linear_blend.bar.*"},
         broken_subject(*parse_subject("cmd:false"), {code, "", "it ended with exit code 1"}));
    Executor executor(suite);
    executor.run_all();
    ASSERT_EQ(suite.records().size(), 1U);
    const Record& record = suite.records()[0];
    EXPECT_EQ(record.from, &start_case());
    EXPECT_EQ(find_self_test(record.name), &start_case());
    EXPECT_EQ(record.verdict.outcome, outcome);
    EXPECT_TRUE(has(record.verdict.detail, "the subject did not start: it ended with exit code 1"));
    EXPECT_TRUE(diagnose(executor, 0).empty()) << "no input can run again";
    EXPECT_EQ(exit_code(suite), 1);
  }
}

TEST(SuiteTest, a_device_that_does_not_start_fails_its_self_test) {
  Suite suite;
  plan(suite, {"skinning.linear_blend.bar.*"},
       broken_subject(*parse_subject("gpu:osmesa"), {"CRASH", "", "Aborted"}));
  ASSERT_EQ(suite.records().size(), 1U);
  EXPECT_EQ(suite.records()[0].name, "device.self_test.known_transform/gpu_osmesa/default")
      << "a baseline may list this name";
}

TEST(SuiteTest, the_reason_why_a_policy_excludes_a_case_is_reported) {
  Suite suite;
  suite.add_cases(built_in_cases(), {"morph.then_skin.*slots-4*pose.f32"});
  suite.add_subject(std::make_unique<Fake>());
  AcceptedDeviations terms;
  terms.policies["method"] = {"stitching"};
  suite.accept(terms);
  suite.make_records();
  Executor(suite).run_all();
  std::size_t told = 0;
  for (const Record& record : suite.records()) {
    if (record.verdict.outcome != Outcome::not_supported) continue;
    ++told;
    EXPECT_TRUE(has(record.verdict.detail, "4 influence slots per vertex, expected 1"));
  }
  EXPECT_GT(told, 0U);
}

TEST(SuiteTest, a_worker_continues_with_its_algorithm) {
  std::barrier<> step(2);
  std::list<std::set<std::string>> asked;
  const auto another = [&]() -> Expected<std::unique_ptr<Subject>> {
    return std::make_unique<Fake>(
        [&step, &own = asked.emplace_back()](const Question& question, Answer answer) {
          own.emplace(question.algorithm->id);
          step.arrive_and_wait();
          return answer;
        });
  };
  Suite suite;
  for (const char* algorithm : {"linear_blend", "dual_quaternion"}) {
    std::vector<Case> cases = built_in_cases();
    std::erase_if(cases, [algorithm](const Case& c) {
      return !c.name.starts_with(fmt::format("skinning.{}.", algorithm)) || c.level != Level::palette;
    });
    ASSERT_GE(cases.size(), 3U);
    cases.resize(3);
    suite.add_cases(std::move(cases), {});
  }
  suite.add_subject(*another(), another);
  suite.make_records();
  ASSERT_EQ(suite.records().size(), 6U);
  Executor executor(suite);
  executor.run_ahead({0, 1, 2, 3, 4, 5}, 2);
  executor.run_all();
  ASSERT_EQ(asked.size(), 2U);
  for (const std::set<std::string>& of_one : asked)
    EXPECT_EQ(of_one.size(), 1U);
}

/// A device's subject; null where OpenGL is not installed.
std::unique_ptr<Subject> device(const std::string& name) {
  auto subject = open_subject(*parse_subject(name));
  EXPECT_TRUE(subject || subject.error().code == "LIBRARY_MISSING") << to_string(subject.error());
  return subject ? std::move(*subject) : nullptr;
}

/// Names of the tests of some cases.
std::set<std::string> tests_of(const std::vector<std::string>& globs, const std::string& subject) {
  Suite suite;
  plan(suite, globs, device(subject));
  std::set<std::string> names;
  for (const Record& record : suite.records())
    names.insert(record.name);
  return names;
}

/// The options of all tests of a device, by algorithm.
using Asked = std::map<std::string, std::vector<Options>>;

Asked asked_of(RunExtent extent) {
  const auto subject = device("gpu:surfaceless");
  Asked asked;
  for (const Case& c : built_in_cases())
    if (c.smoke || extent == RunExtent::whole)
      std::ranges::copy(variants_to_ask(*subject, c, extent),
                        std::back_inserter(asked[std::string(c.algorithm->id)]));
  std::erase_if(asked, [](const auto& entry) { return entry.second.empty(); });
  return asked;
}

/// All pairs of options; a missing option has its first value.
std::set<Options> pairs_of(const std::vector<Options>& all) {
  std::set<Options> pairs;
  for (Options options : all) {
    for (const gpu::VariantKey& key : gpu::variant_keys())
      if (key.name == "vertices" || key.name == "draw" || key.name == "feedback")
        options.try_emplace(std::string(key.name), key.values.front());
    for (const auto& one : options)
      for (const auto& other : options)
        if (one.first < other.first) pairs.insert({one, other});
  }
  return pairs;
}

std::size_t number_of_values(const std::vector<Options>& all, const std::string& key) {
  std::set<std::string> values;
  for (const Options& options : all)
    if (options.contains(key)) values.insert(options.at(key));
  return values.size();
}

TEST(SuiteTest, the_suite_has_every_possible_pair_of_options) {
  if (device("gpu:surfaceless") == nullptr) GTEST_SKIP() << "no OpenGL";
  const Asked asked = asked_of(RunExtent::whole);
  EXPECT_GE(asked.size(), 25U);
  std::vector<Options> all;
  for (const auto& [algorithm, options] : asked) {
    EXPECT_EQ(number_of_values(options, "capture"), 2U) << algorithm;
    if (number_of_values(options, "palette") > 0) {
      EXPECT_GE(number_of_values(options, "palette"), 3U) << algorithm;
    }
    EXPECT_GE(number_of_values(options, "draw"), 2U) << algorithm << ", in addition to the usual value";
    EXPECT_GE(number_of_values(options, "feedback"), 2U) << algorithm << ", in addition to the usual value";
    std::ranges::copy(options, std::back_inserter(all));
  }
  std::vector<gpu::Variant> combinations;
  for (const char* id : {"lbs", "morph.attributes"})
    std::ranges::move(
        gpu::pairwise(gpu::variants(*find_algorithm(id)), {}, [](const gpu::Variant&) { return true; }),
        std::back_inserter(combinations));
  std::vector<Options> wanted;
  for (const gpu::Variant& variant : combinations)
    wanted.push_back(gpu::to_options(variant));
  const std::set<Options> pairs = pairs_of(all);
  for (const Options& pair : pairs_of(wanted))
    EXPECT_TRUE(pair.contains("formulation") || pairs.contains(pair)) << to_string(pair);
}

TEST(SuiteTest, smoke_cases_have_every_formulation_and_form_of_an_algorithm) {
  if (device("gpu:surfaceless") == nullptr) GTEST_SKIP() << "no OpenGL";
  const Asked whole = asked_of(RunExtent::whole), smoke = asked_of(RunExtent::smoke);
  std::vector<Options> all;
  for (const auto& [algorithm, options] : smoke) {
    for (const char* key : {"formulation", "form"})
      EXPECT_EQ(number_of_values(options, key), number_of_values(whole.at(algorithm), key))
          << algorithm << " " << key;
    std::ranges::copy(options, std::back_inserter(all));
  }
  EXPECT_EQ(number_of_values(all, "capture"), 2U);
  EXPECT_EQ(number_of_values(all, "palette"), gpu::palette_binding_names.size());
  EXPECT_EQ(number_of_values(all, "frames"), 3U);
  EXPECT_LE(all.size(), 450U) << "each needs at most one program";
}

/// True if the limits of llvmpipe allow one of the combinations of a case.
TEST(SuiteTest, every_case_has_a_combination_that_the_device_allows) {
  const auto opened = gpu::open_backend(*gpu::parse_device("surfaceless"));
  if (!opened && opened.error().code == "LIBRARY_MISSING") GTEST_SKIP() << "no OpenGL";
  ASSERT_TRUE(opened) << to_string(opened.error());
  const auto subject = device("gpu:surfaceless");
  for (const Case& c : built_in_cases()) {
    // No shader offers the values of policies that few engines have.
    if (std::ranges::any_of(c.options, [](const auto& option) { return is_rare_value(option.second); }))
      continue;
    const auto asked = variants_to_ask(*subject, c, c.smoke ? RunExtent::smoke : RunExtent::whole);
    const auto arrays = asked.empty() ? tl::unexpected(Error{}) : c.question();
    if (!arrays) continue;
    EXPECT_TRUE(std::ranges::any_of(asked, [&](const Options& options) {
      const auto variant = gpu::variant_from_options(*c.algorithm, options);
      return gpu::checked_plan(opened->backend->info(), {}, *c.algorithm, *arrays, c.options, *variant)
          .has_value();
    })) << c.name;
  }
}

/// Each search takes the time of many verdicts.
TEST(SuiteTest, few_failures_per_algorithm_and_level_are_searched) {
  Suite suite;
  plan(suite, {"skinning.linear_blend.*"}, fixed(""));
  Executor executor(suite);
  executor.run_all();
  std::map<Level, std::size_t> named, failed;
  for (const Record& record : suite.records()) {
    failed[record.from->level] += record.verdict.outcome == Outcome::fail ? 1 : 0;
    named[record.from->level] += record.verdict.defect.empty() ? 0 : 1;
  }
  for (const auto& [level, count] : failed) {
    EXPECT_GT(count, 30U);
    EXPECT_GT(named[level], 4U) << "of 8 searches";
    EXPECT_LE(named[level], 8U);
  }
}

TEST(SuiteTest, variants_of_a_case_do_not_depend_on_other_cases) {
  if (device("gpu:surfaceless") == nullptr) GTEST_SKIP() << "no OpenGL";
  const auto all = tests_of({}, "gpu:surfaceless");
  const auto some = tests_of({"*.bar.posed.*"}, "gpu:surfaceless");
  EXPECT_FALSE(some.empty());
  EXPECT_TRUE(std::ranges::includes(all, some));
}

TEST(SuiteTest, a_chosen_palette_binding_is_used_everywhere) {
  if (device("gpu:surfaceless") == nullptr) GTEST_SKIP() << "no OpenGL";
  for (const std::string& name : tests_of({"skinning.stitching.*"}, "gpu:surfaceless?palette=texture"))
    EXPECT_TRUE(has(name, "texture"));
  for (const std::string& name : tests_of({"skinning.stitching.*"}, "gpu:surfaceless?upload=exact"))
    EXPECT_TRUE(has(name, ".exact")) << name;
  EXPECT_EQ(
      tests_of({"skinning.stitching.bar.posed.direction.palette.f32"}, "gpu:surfaceless?palette=texture")
          .size(),
      2U)
      << "the usual combination, and another one";
  EXPECT_EQ(
      tests_of({"skinning.stitching.bar.posed.direction.palette.f32"}, "gpu:surfaceless?variants=all").size(),
      12U + gpu::other_path_count);
}

/// The algorithms of each way to read, draw and capture vertices.
std::map<std::string, std::set<std::string>> algorithms_by_path(const char* subject) {
  Suite suite;
  plan(suite, {}, device(subject));
  std::map<std::string, std::set<std::string>> asked;
  for (const Record& record : suite.records())
    for (const char* key : {"vertices", "draw", "feedback"})
      if (const auto way = record.variant.find(key); way != record.variant.end())
        asked[fmt::format("{}={}", key, way->second)].insert(std::string(record.from->algorithm->id));
  return asked;
}

TEST(SuiteTest, the_suite_covers_every_vertex_layout_draw_and_capture) {
  if (device("gpu:surfaceless") == nullptr) GTEST_SKIP() << "no OpenGL";
  const auto asked = algorithms_by_path("gpu:surfaceless");
  EXPECT_EQ(asked.size(), gpu::other_path_count + gpu::decoding_storages);
  std::set<std::string> only_of_packed_weights;
  for (std::size_t i = 0; i < gpu::vertex_storage_names.size(); ++i)
    if (gpu::decodes_weights(static_cast<gpu::VertexStorage>(i)))
      only_of_packed_weights.insert(fmt::format("vertices={}", gpu::vertex_storage_names[i]));
  EXPECT_EQ(only_of_packed_weights.size(), gpu::decoding_storages);
  for (const auto& [way, algorithms] : asked) {
    EXPECT_GE(algorithms.size(), only_of_packed_weights.contains(way) ? 1U : 5U) << way;
  }
}

TEST(SuiteTest, a_chosen_draw_call_is_used_for_all_draws) {
  if (device("gpu:surfaceless") == nullptr) GTEST_SKIP() << "no OpenGL";
  const auto tests = tests_of({"skinning.stitching.*"}, "gpu:surfaceless?draw=indexed");
  EXPECT_FALSE(tests.empty());
  for (const std::string& name : tests) {
    EXPECT_TRUE(has(name, "transform-feedback.indexed"));
    EXPECT_FALSE(has(name, "compute"));
  }
}

TEST(SuiteTest, unknown_values_of_vertex_options_are_refused) {
  for (const char* wrong : {"draw=sideways", "vertices=paper", "feedback=none"}) {
    const auto subject = open_subject(*parse_subject(fmt::format("gpu:surfaceless?{}", wrong)));
    ASSERT_FALSE(subject) << wrong;
    EXPECT_EQ(subject.error().code, "SUBJECT_SYNTAX");
  }
}

TEST(SuiteTest, a_run_without_chosen_tests_does_not_pass) {
  Suite suite;
  plan(suite, {"no.such.case"}, fixed(""));
  EXPECT_EQ(suite.case_count(), 0U);
  EXPECT_EQ(exit_code(suite), 3);
}

TEST(SuiteTest, globs_with_a_slash_choose_tests_and_others_choose_cases) {
  const auto chosen = [](const std::vector<std::string>& globs) {
    Suite suite;
    suite.add_cases(built_in_cases(), {"skinning.linear_blend.bar.posed.direction.*"});
    for (const char* name : {"one", "two"}) {
      auto subject = std::make_unique<Fake>();
      subject->called = name;
      suite.add_subject(std::move(subject));
    }
    suite.choose_tests(globs);
    suite.make_records();
    return mapped<std::string>(suite.records(), &Record::name);
  };
  const std::vector<std::string> all = chosen({});
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(chosen({"skinning.*"}), all);
  EXPECT_EQ(chosen({all[1]}), std::vector<std::string>{all[1]});
  EXPECT_EQ(chosen({"*/two/*"}).size(), 2U);
  EXPECT_EQ(chosen({"*/two/*", "*.palette.f32"}).size(), 3U);
  EXPECT_TRUE(chosen({"*/three/*"}).empty());
}

TEST(SuiteTest, a_metamorphic_case_compares_two_outputs_of_the_subject) {
  const auto outcomes_of = [](const char* subject) {
    Suite suite;
    std::vector<MetamorphicCase> cases;
    for (const Case& c : built_in_cases())
      if (c.name == "skinning.linear_blend.bar.posed.direction.palette.f32")
        cases = *metamorphic_cases(c, [](const std::string&) { return true; });
    suite.add_cases(std::move(cases));
    suite.add_subject(std::move(*open_any(*parse_subject(subject))));
    suite.make_records();
    std::map<std::string, Outcome> outcomes;
    Executor executor(suite);
    for (std::size_t i = 0; i < suite.records().size(); ++i) {
      const Verdict& verdict = executor.run(i);
      outcomes[std::string(suite.records()[i].relation->name)] = verdict.outcome;
      EXPECT_EQ(verdict.outcome == Outcome::pass, verdict.detail.empty()) << verdict.detail;
    }
    return outcomes;
  };
  for (const auto& [relation, outcome] : outcomes_of("reference-float"))
    EXPECT_EQ(outcome, Outcome::pass) << relation;
  auto wrong = outcomes_of("defect:first-influence");
  EXPECT_EQ(wrong.at("influence-order"), Outcome::fail);
  EXPECT_EQ(wrong.at("unit-change"), Outcome::pass) << "the defect does not depend on the unit";
}

TEST(SuiteTest, a_subject_gets_inputs_by_its_declaration) {
  Case c;
  c.algorithm = find_algorithm("dqs");
  const auto asked = [&c](const AcceptedDeviations& terms) {
    return mapped<std::string>(policies_to_ask(c, terms),
                               [](const Options& policies) { return to_string(policies); });
  };
  using Texts = std::vector<std::string>;
  const auto& options = c.algorithm->implementation.declaration.options;
  const auto policy = std::find_if(options.begin(), options.end(), [](const OptionSpec& spec) {
    return spec.kind == OptionSpec::Kind::policy && !spec.only_pose;
  });
  ASSERT_NE(policy, options.end());
  ASSERT_GE(policy->values.size(), 2U);
  const std::string name(policy->name), usual(policy->values[0]), other(policy->values[1]);
  EXPECT_EQ(asked({}), Texts{""}) << "the policies of the case";
  EXPECT_EQ(asked({{}, {{name, {usual}}}}), Texts{""});
  EXPECT_EQ(asked({{}, {{name, {other}}}}), Texts{name + "=" + other});
  EXPECT_EQ(asked({{}, {{name, {other, usual}}}}), (Texts{"", name + "=" + other}));
  EXPECT_EQ(asked({{}, {{name, {"no-such-value"}}}}), Texts{""});
  c.options[name] = usual;
  EXPECT_EQ(asked({{}, {{name, {other}}}}), Texts{name + "=" + other}) << "the case may name the usual value";
  c.options[name] = other;
  EXPECT_EQ(asked({{}, {{name, {usual}}}}), Texts{""}) << "the case tests this value";
}

/// Judges the subject and accepts a policy that is not the default: every verdict has this outcome and
/// policy.
void expect_asked_by_policy(std::unique_ptr<Subject> subject, Outcome outcome, const std::string& policy) {
  Suite suite;
  suite.accept(*accepted_deviations_of({"pivot=running-sum"}));
  plan(suite, {"skinning.dual_quaternion.bar.posed.first-influence.palette.f32"}, std::move(subject));
  ASSERT_FALSE(suite.records().empty());
  Executor(suite).run_all();
  for (const Record& record : suite.records()) {
    EXPECT_EQ(record.verdict.outcome, outcome) << record.verdict.detail;
    EXPECT_EQ(record.verdict.policy, policy);
    EXPECT_TRUE(has(record.name, "running-sum")) << "the requested policy";
  }
}

TEST(SuiteTest, an_accepted_policy_is_requested_and_named) {
  expect_asked_by_policy(std::make_unique<Fake>(), Outcome::pass, "pivot=running-sum");
  EXPECT_EQ(accepted_deviations_of({"pivot=no-such-value"}).error().code, "POLICY_UNKNOWN");
  EXPECT_EQ(accepted_deviations_of({"no-such-policy=x"}).error().code, "POLICY_UNKNOWN");
  EXPECT_TRUE(accepted_deviations_of({"weight_sun=as-given"}).error().message.ends_with("'weight_sum'?"));
  EXPECT_EQ(accepted_deviations_of({"half"}).error().code, "CLASS_UNKNOWN");
}

/// Subjects that ignore every policy, on a case with an explicit one.
TEST(SuiteTest, a_failure_that_is_right_by_an_accepted_policy_passes) {
  const auto ignoring = [](const Question& question, Answer) -> Expected<Answer> {
    return as_answer(*question.algorithm->implementation.in_float(question.arrays, {}));
  };
  const auto passed = [&](const std::vector<std::string>& accepted, const char* name) {
    Suite suite;
    suite.accept(*accepted_deviations_of(accepted));
    plan(suite, {name}, std::make_unique<Fake>(ignoring));
    Executor(suite).run_all();
    EXPECT_FALSE(suite.records().empty()) << name;
    return std::ranges::all_of(suite.records(), [](const Record& record) {
      return record.verdict.outcome == Outcome::pass && record.verdict.policy == "pivot=first-influence";
    });
  };
  const char* const other = "skinning.dual_quaternion.trident.largest-weight.palette.f32";
  EXPECT_FALSE(passed({}, other));
  EXPECT_TRUE(passed({"pivot=first-influence"}, other));
  const char* const usual = "skinning.dual_quaternion.trident.first-influence.palette.f32";
  EXPECT_TRUE(passed({"pivot=running-sum"}, usual)) << "the case's own value";
}

TEST(SuiteTest, a_failure_names_the_policy_of_its_cause_not_the_requested_one) {
  expect_asked_by_policy(fixed(""), Outcome::fail, "");  // zeros follow no policy
}

/// Verdicts by record name, for a subject that declares these deviations, on the matching cases.
std::map<std::string, Verdict> verdicts_of(const AcceptedDeviations& terms, const std::string& glob) {
  auto subject = std::make_unique<Fake>();
  subject->declared = terms;
  Suite suite;
  plan(suite, {glob}, std::move(subject));
  Executor(suite).run_all();
  std::map<std::string, Verdict> verdicts;
  for (const Record& record : suite.records())
    verdicts[record.name] = record.verdict;
  return verdicts;
}

TEST(SuiteTest, every_declared_policy_is_requested_equally_often) {
  const auto count = [](const AcceptedDeviations& terms) {
    std::size_t passed = 0;
    for (const auto& [name, verdict] : verdicts_of(terms, "skinning.dual_quaternion.*.palette.*"))
      passed += verdict.outcome == Outcome::pass ? 1 : 0;
    return passed;
  };
  AcceptedDeviations first, sum;
  first.policies["pivot"] = {"first-influence"};
  sum.policies["pivot"] = {"running-sum"};
  EXPECT_GT(count(first), 15U);
  EXPECT_GE(count(sum) + 2, count(first)) << "except where a rule forbids it";
}

TEST(SuiteTest, no_input_runs_twice) {
  AcceptedDeviations terms;
  terms.policies["normal_rule"] = {"inverse-transpose-of-blend"};
  const auto verdicts = verdicts_of(terms, "skinning.linear_blend.bar.posed.*.pose.f32");
  EXPECT_TRUE(
      verdicts.contains("skinning.linear_blend.bar.posed.inverse-transpose-of-blend.pose.f32/fake/default"));
  EXPECT_FALSE(verdicts.contains(
      "skinning.linear_blend.bar.posed.direction.pose.f32/fake/normal_rule-inverse-transpose-of-blend"));
}

TEST(SuiteTest, only_subjects_that_declare_conventions_get_them) {
  const std::string glob = "skinning.linear_blend.bar.weights-sum-0.98.*.pose.f32";
  EXPECT_EQ(verdicts_of({}, glob).size(), 1U);
  AcceptedDeviations terms;
  terms.policies["weight_sum"] = {"renormalised"};
  const auto verdicts = verdicts_of(terms, glob);
  EXPECT_EQ(verdicts.size(), 2U);
  for (const auto& [name, verdict] : verdicts) {
    EXPECT_EQ(verdict.outcome, Outcome::pass) << name << ": " << verdict.detail;
    EXPECT_EQ(verdict.policy.empty(), name.find("direction") == std::string::npos) << name;
  }
}

TEST(SuiteTest, missing_features_of_a_subject_are_not_requested) {
  AcceptedDeviations terms;
  terms.without = {*find_feature("tangents"), *find_feature("non-uniform-scale")};
  std::size_t without_tangents = 0, not_asked = 0;
  for (const auto& [name, verdict] : verdicts_of(terms, "skinning.linear_blend.bar.*.pose.f32")) {
    EXPECT_TRUE(verdict.outcome == Outcome::pass || verdict.outcome == Outcome::not_supported)
        << verdict.detail;
    without_tangents += verdict.not_asked == std::vector<std::string>{"tangents"} ? 1 : 0;
    not_asked += verdict.outcome == Outcome::not_supported ? 1 : 0;
    if (verdict.outcome != Outcome::pass) continue;
    for (const ArrayVerdict& array : verdict.arrays)
      EXPECT_NE(array.name, "tangents") << name;
  }
  EXPECT_GT(without_tangents, 5U);
  EXPECT_GE(not_asked, 3U) << "the scaled bars";
}

TEST(SuiteTest, globs_match_former_names) {
  const auto chosen = [](const std::string& glob) {
    std::set<std::string> stems;
    for (const Case& c : built_in_cases())
      if (NameGlob(glob).matches(c.name)) stems.insert(c.algorithm->path());
    return stems;
  };
  std::set<std::string> of_one_family;
  for (const Algorithm& algorithm : algorithms())
    if (former_path(algorithm.path()).starts_with("pose/")) of_one_family.insert(algorithm.path());
  EXPECT_GT(of_one_family.size(), 3U);
  EXPECT_EQ(chosen("pose.*"), of_one_family);
  EXPECT_EQ(chosen("pose.ik_*"),
            (std::set<std::string>{"ik/ik_ccd", "ik/ik_dls", "ik/ik_fabrik", "ik/ik_two_bone"}));
  EXPECT_EQ(chosen("pose.fk_matrix.bar.*"), std::set<std::string>{"hierarchy/fk_matrix"});
  EXPECT_EQ(chosen("skinning.delta_mush.*"), std::set<std::string>{"surface/delta_mush"});
  EXPECT_EQ(chosen("skinning.*").count("surface/delta_mush"), 0U) << "the present family";
  EXPECT_TRUE(chosen("pose.linear_blend.*").empty()) << "no such algorithm existed";
}

TEST(BuiltInCasesTest, names_are_unique_and_begin_with_the_algorithm) {
  std::set<std::string> names;
  for (const Case& c : built_in_cases()) {
    EXPECT_TRUE(names.insert(c.name).second) << c.name;
    ASSERT_NE(c.algorithm, nullptr) << c.name;
    const std::string stem = std::string(c.algorithm->family) + "." + std::string(c.algorithm->stem) + ".";
    EXPECT_EQ(c.name.rfind(stem, 0), 0U) << c.name << " does not begin with " << stem;
    EXPECT_FALSE(c.purpose.empty()) << c.name;
  }
}

TEST(BuiltInCasesTest, inputs_are_float32) {
  for (const Case& c : built_in_cases()) {
    const auto question = c.question();
    ASSERT_TRUE(question) << c.name << ": " << to_string(question.error());
    for (const Array& array : *question)
      for (std::size_t i = 0; array.is_real() && i < array.reals().size(); ++i) {
        const double x = array.reals()[i];
        ASSERT_TRUE(std::isnan(x) || static_cast<double>(static_cast<float>(x)) == x)
            << c.name << " " << array.name;
      }
  }
}

TEST(SuiteTest, the_fastest_of_several_runs_counts) {
  Suite suite;
  suite.add_cases(built_in_cases(), {"animation.lerp.translation.outside.pose.f32"});
  std::vector<double> seconds = {2, 1, 3};  // taken from the end
  suite.add_subject(std::make_unique<Fake>([&seconds](const Question&, Answer right) -> Expected<Answer> {
    right.seconds = seconds.back();
    seconds.pop_back();
    return right;
  }));
  suite.make_records();
  Executor executor(suite, {}, 3);
  EXPECT_EQ(executor.run(0).subject_seconds, 1);
  EXPECT_TRUE(seconds.empty());
}

}  // namespace bindpose::conformance::suite_test
