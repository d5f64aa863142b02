// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: no sentence of a run contradicts another one, in whichever file it is, for many wrong subjects.
#include <cctype>
#include <ostream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "conformance/defects/defect.h"
#include "conformance/defects/together.h"
#include "conformance/report/page_parts.h"
#include "conformance/run/name_failures.h"
#include "conformance/testing/fakes.h"
#include "conformance/testing/judged_run.h"
#include "conformance/testing/results.h"
#include "reference/io/lines.h"
#include "reference/model/rows.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::sentences_test {

using nlohmann::json;

const Globs slerp = {"animation.slerp.turn.*"}, world = {"hierarchy.fk_matrix.bar.*"},
            skin = {"skinning.linear_blend.bar.posed.*", "skinning.linear_blend.bar.scaled.*",
                    "skinning.linear_blend.hose.slots-4.*"},
            many_skins =
                {"skinning.linear_blend.bar.*pose.f32"},  // some defects are named only at the end of the run
    rigid = {"skinning.dual_quaternion.bar.posed.*"}, bend = {"deform.bend.block.*"},
            dofs = {"hierarchy.fk_dof.limits.*", "hierarchy.fk_dof.balls.*"},
            reach = {"ik.ik_two_bone.arm.*"}, morphs = {"morph.dense.bar.*"},
            tracks = {"animation.linear_track.keys.rotations.*", "animation.linear_track.keys.numbers.*"},
            several = {"animation.slerp.turn.*", "hierarchy.fk_matrix.bar.*",
                       "skinning.linear_blend.bar.posed.*"};

/// A wrong subject: a registered defect, or a change of right outputs.
struct Wrong {
  std::string name;
  Globs globs;
  Fake::Change change = {};
};

/// Makes one defect in linear blending and another one in all other algorithms.
Fake::Change two_defects(const char* of_skins, const char* of_others) {
  return [=](const Question& question, Answer answer) -> Expected<Answer> {
    const char* id = question.algorithm->id == "lbs" ? of_skins : of_others;
    const auto right = question.algorithm->implementation.in_double(question.arrays, question.options);
    const auto wrong = answer_with(*find_defect(id), question, judged_arrays(question, *right));
    if (wrong) answer.arrays = *wrong;
    return answer;
  };
}

/// Changes one array of each output.
template <class Each>
Fake::Change changed(const char* array, std::size_t width, Each each) {
  return [=](const Question&, Answer answer) -> Expected<Answer> {
    change_rows(answer.arrays, array, width, each);
    return answer;
  };
}

std::vector<Wrong> wrong_subjects() {
  std::vector<Wrong> all;
  const auto add = [&all](const Globs& globs, std::initializer_list<const char*> ids) {
    for (const char* id : ids)
      all.push_back({id, globs});
  };
  add(slerp,
      {"slerp-long-path", "slerp-degrees", "slerp-half-angle", "nlerp-instead-of-slerp", "lerp-unnormalised",
       "slerp-close-as-nlerp", "nlerp-no-sign", "interpolation-reversed", "output-wxyz"});
  add(world, {"fk-parent-local", "product-rows-for-columns", "fk-stale-parent", "scale-ignored", "trs-order",
              "fk-child-times-parent", "rotation-ignored", "joint-ancestors-ignored", "scale-uniform-only",
              "output-transposed"});
  add(skin, {"normal-not-renormalised", "normal-not-skinned", "largest-weight", "weights-over-256",
             "palette-transposed", "ibm-ignored", "ibm-wrong-side", "first-influence", "last-slot-ignored",
             "joint-stride", "tangent-is-normal"});
  add(rigid, {"quaternion-product-swapped", "lbs-instead", "quaternion-conjugated"});
  add(bend, {"bend-without-range", "bend-rest-at-end", "bend-radius"});
  add(dofs, {"dof-limits-ignored", "dof-turn-transposed", "dof-degrees"});
  add(reach, {"two-bone-pole-ignored"});
  add(tracks, {"linear-as-step", "key-search"});
  add(morphs, {"morph-normals-ignored", "morph-weight-clamped", "listed-targets-cut-off"});
  all.push_back({"slerp and skins", several, two_defects("ibm-ignored", "slerp-degrees")});
  all.push_back({"many skins", many_skins, two_defects("ibm-ignored", "ibm-ignored")});
  all.push_back({"skins and world", several, two_defects("normal-not-skinned", "fk-parent-local")});
  all.push_back({"positions along x", skin, changed("positions", 3, [](double* row, std::size_t v) {
                   row[0] += 0.1 + 0.01 * static_cast<double>(v * 7 % 5);
                 })});
  all.push_back({"the fifth vertex of eight", skin, changed("positions", 3, [](double* row, std::size_t v) {
                   row[1] += v % 8 == 4 ? 0.3 : 0;
                 })});
  all.push_back({"the vertex before", skin, [](const Question& question, Answer answer) -> Expected<Answer> {
                   if (question.arrays.has("positions")) {
                     Array::Reals& x = *reals_of(answer.arrays, "positions");
                     std::rotate(x.begin(), x.end() - 3, x.end());
                   }
                   return answer;
                 }});
  all.push_back({"normals too long", skin, changed("normals", 3, [](double* row, std::size_t v) {
                   for (int c = 0; c < 3; ++c)
                     row[c] *= 1.005 + 0.1 * static_cast<double>(v % 2);
                 })});
  return all;
}

struct FailingTest {
  std::string name, case_name, algorithm, defect, precision, policy, detail;
  std::set<std::string> wrong_arrays;
};

/// All files of a run.
struct Artefacts {
  json results, sarif;
  std::string summary, markdown, page;
  std::map<std::string, std::string> junit;  ///< messages of failing tests
  std::size_t junit_failures = 0;
  std::vector<FailingTest> tests;
};

Artefacts artefacts_of(const Wrong& wrong) {
  JudgedRun judged(wrong.globs, wrong.change ? std::make_unique<Fake>(wrong.change)
                                             : subject_named("defect:" + wrong.name));
  Suite& suite = judged.suite;
  RunReport& run = judged.run;
  run.diagnoses = {diagnose_and_name(suite, 0, [&judged] { return diagnose(judged.executor, 0); })};
  judged.findings->regroup(suite);
  const TemporaryFolder folder;
  EXPECT_TRUE(write_reports(folder, suite, run));
  Artefacts all;
  all.results = json::parse(slurp(folder / "results.json"));
  all.sarif = json::parse(slurp(folder / "report.sarif"));
  all.summary = summary(suite, run);
  all.markdown = slurp(folder / "summary.md");
  all.page = slurp(folder / "report.html");
  pugi::xml_document junit;
  EXPECT_TRUE(junit.load_file((folder / "junit.xml").c_str()));
  all.junit_failures = junit.child("testsuites").attribute("failures").as_uint();
  for (const pugi::xml_node& test : junit.child("testsuites").child("testsuite").children("testcase"))
    if (const pugi::xml_node failure = test.child("failure"))
      all.junit[failure.attribute("message").value()] = test.attribute("name").value();
  for (const json& result : all.results["results"]) {
    if (result["outcome"] == "pass" || result["outcome"] == "not-supported") continue;
    FailingTest test{result["name"],  result["case"],   result["algorithm"], result["defect"],
                     result["class"], result["policy"], result["detail"],    {}};
    for (const json& array : result["arrays"])
      if (array["failing"].get<std::size_t>() > 0) test.wrong_arrays.insert(array["name"]);
    all.tests.push_back(std::move(test));
  }
  return all;
}

class WrongSubject : public testing::TestWithParam<Wrong> {};

/// Defects with another id whose sentences are in a text.
std::vector<std::string_view> other_sentences(const std::string& text, const std::string& id) {
  std::vector<std::string_view> found;
  for (const Defect& defect : defects())
    if (defect.id != id && text.find(fmt::format("; {}", defect.sentence)) != std::string::npos)
      found.push_back(defect.id);
  return found;
}

void expect_same_name_everywhere(const Artefacts& all) {
  std::set<std::string> rules;
  for (const json& result : all.sarif["runs"][0]["results"])
    rules.insert(result["ruleId"]);
  for (const FailingTest& test : all.tests) {
    EXPECT_EQ(other_sentences(test.detail, test.defect), std::vector<std::string_view>()) << test.name;
    EXPECT_TRUE(all.junit.contains("fail: " + test.detail)) << test.name << ": " << test.detail;
    if (test.defect.empty()) continue;
    EXPECT_TRUE(has(test.detail, find_defect(test.defect)->sentence));
    EXPECT_TRUE(rules.contains("defect/" + test.defect)) << test.defect;
    EXPECT_TRUE(has(all.markdown, fmt::format("| {} | ", test.defect)));
    EXPECT_TRUE(has(all.page, test.defect + ": ")) << test.defect;
  }
}

void expect_same_counts(const Artefacts& all) {
  const json& counts = all.results["subjects"][0]["counts"];
  const std::size_t failed = all.tests.size(), passed = counts["pass"];
  EXPECT_EQ(counts["fail"].get<std::size_t>() + counts["invalid-output"].get<std::size_t>(), failed);
  EXPECT_EQ(all.junit_failures, failed);
  const std::string ending = fmt::format("FAIL: {} passed, {} failed", passed, failed);
  EXPECT_NE(all.summary.find(ending), std::string::npos) << all.summary;
  EXPECT_NE(all.markdown.find(ending), std::string::npos) << all.markdown;
  EXPECT_NE(all.page.find(fmt::format("{} failed, {} passed", failed, passed)), std::string::npos);
  std::size_t in_sarif = 0;
  for (const json& result : all.sarif["runs"][0]["results"])
    in_sarif += std::stoul(result["message"]["text"].get<std::string>());
  EXPECT_EQ(in_sarif, failed);
}

/// SARIF and summary.md show the same test of each cause, and the terminal takes the worst place
/// from a message.
void expect_same_examples(const Artefacts& all) {
  for (const json& result : all.sarif["runs"][0]["results"]) {
    const std::string text = result["message"]["text"];
    const auto shown = std::ranges::find_if(all.tests, [&text](const FailingTest& test) {
      return text.ends_with(fmt::format(", the worst {}: {}", test.name, test.detail));
    });
    ASSERT_NE(shown, all.tests.end()) << text;
    EXPECT_NE(all.markdown.find(fmt::format(": {}\n", shown->name)), std::string::npos) << shown->name;
  }
  std::string_view name;
  for (std::string_view line : lines_of(all.summary)) {
    if (line.starts_with("  fail ")) name = line.substr(line.rfind(' ') + 1);
    if (!line.starts_with("    where ")) continue;
    const std::size_t begin = line.find_first_not_of(' ', 9);
    const std::string where(line.substr(begin, line.find(';') - begin));
    EXPECT_TRUE(std::ranges::any_of(all.tests,
                                    [&](const FailingTest& test) {
                                      return test.case_name == name &&
                                             test.detail.find(where) != std::string::npos;
                                    }))
        << name << ": " << where;
  }
}

/// A page that names a defect also says which stage it makes wrong first.
void expect_first_wrong_stages(const Artefacts& all) {
  for (std::size_t at = 0; (at = all.page.find("<details class=\"cause", at)) != std::string::npos; ++at) {
    const std::string cause = all.page.substr(at, all.page.find("class=\"command\"", at) - at);
    if (cause.find("class=\"defect\"") != std::string::npos) {
      EXPECT_EQ(cause.find("no stages to compare"), std::string::npos) << cause;
    }
  }
}

/// The likeliest defect of a diagnosis, if it explains half.
std::string named_by(const json& diagnosis) {
  if (diagnosis["suspects"].empty() || diagnosis.contains("pair")) return "";
  const json& first = diagnosis["suspects"][0];
  return first["explained"].get<std::size_t>() >= first["against"].get<std::size_t>() ? first["defect"]
                                                                                      : json("");
}

void expect_tests_agree_with_diagnosis(const Artefacts& all, const json& diagnosis) {
  const std::string named = named_by(diagnosis), algorithm = diagnosis["algorithms"][0];
  std::size_t tests = 0, by_policy = 0, others = 0;
  for (const FailingTest& test : all.tests) {
    if (test.algorithm != algorithm) continue;
    ++tests;
    by_policy += test.policy.empty() ? 0 : 1;
    others += !test.defect.empty() && test.defect != named ? 1 : 0;
    const bool explains_all = !named.empty() && diagnosis["suspects"][0]["against"] == 0;
    EXPECT_FALSE(explains_all && !test.precision.empty())
        << test.name << ": " << named << " explains all, but the test has " << test.precision;
    for (const json& symptom : diagnosis.value("symptoms", json::array()))
      for (const std::string& array : test.wrong_arrays)
        EXPECT_FALSE(symptom["symptom"] == "one-array" &&
                     symptom["sentence"].get<std::string>().find("only " + array) != 0)
            << test.name << ": " << array << " are wrong, but the symptom is " << symptom["sentence"];
  }
  if (by_policy == 0 || by_policy == tests) {
    EXPECT_EQ(diagnosis["failing"], tests) << algorithm;
  }
  EXPECT_LE(diagnosis["tests"], diagnosis["failing"]);
  EXPECT_LE(2 * others, tests) << algorithm << ": most tests have a defect other than '" << named << "'";
}

/// Defects in results.json: of each failing test, and the likeliest of each diagnosis.
std::set<std::string> named_in(const Artefacts& all) {
  std::set<std::string> ids;
  for (const FailingTest& test : all.tests)
    ids.insert(test.defect);
  for (const json& diagnosis : all.results["subjects"][0].value("diagnoses", json::array())) {
    for (const json& suspect : diagnosis["suspects"])
      if (suspect["explained"] == diagnosis["suspects"][0]["explained"]) ids.insert(suspect["defect"]);
    if (diagnosis.contains("pair"))
      for (const json& id : diagnosis["pair"]["defects"])
        ids.insert(id);
    for (const json& of_array : diagnosis.value("arrays", json::array()))
      ids.insert(of_array["defect"]);
  }
  return ids;
}

/// Line breaks and the white space after them become one space.
std::string unwrapped(const std::string& text) {
  std::string line;
  for (const char c : text)
    if (c != '\n' && (c != ' ' || line.empty() || line.back() != ' '))
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  return line;
}

/// "FILE names ID" for each file that has the sentence of a defect that results.json does not name.
std::vector<std::string> other_names(const Artefacts& all) {
  std::string junit, sarif;
  for (const auto& [message, name] : all.junit)
    junit += message + "\n";
  for (const json& result : all.sarif["runs"][0]["results"])
    sarif += result["message"]["text"].get<std::string>() + "\n";
  const std::pair<const char*, std::string> texts[] = {{"terminal", unwrapped(all.summary)},
                                                       {"Markdown", all.markdown},
                                                       {"HTML", all.page},
                                                       {"JUnit", junit},
                                                       {"SARIF", sarif}};
  const std::set<std::string> named = named_in(all);
  const auto has_sentence_of = [&named](const std::string& text, const std::string& sentence) {
    if (text.find(sentence) == std::string::npos) return false;
    return std::ranges::none_of(named, [&sentence](const std::string& id) {
      return !id.empty() && find_defect(id)->sentence.find(sentence) != std::string_view::npos;
    });
  };
  std::vector<std::string> found;
  for (const Defect& defect : defects()) {
    if (named.contains(std::string(defect.id))) continue;
    for (const auto& [file, text] : texts)
      if (has_sentence_of(text, std::string(defect.sentence)) ||
          has_sentence_of(text, html_text(defect.sentence)))
        found.push_back(fmt::format("{} names {}", file, defect.id));
  }
  return found;
}

TEST(OtherNames, other_names_are_found_in_every_file) {
  Artefacts all = artefacts_of(wrong_subjects().front());
  ASSERT_EQ(other_names(all), std::vector<std::string>{});
  const std::string foreign(find_defect("ibm-ignored")->sentence);
  all.summary += foreign;
  all.markdown += foreign;
  all.page += html_text(foreign);
  all.junit.emplace(foreign, "");
  all.sarif["runs"][0]["results"][0]["message"]["text"] = foreign;
  EXPECT_EQ(other_names(all),
            (std::vector<std::string>{"terminal names ibm-ignored", "Markdown names ibm-ignored",
                                      "HTML names ibm-ignored", "JUnit names ibm-ignored",
                                      "SARIF names ibm-ignored"}));
}

/// The policies that explain all failures of an algorithm are named in every file.
void expect_policies_named(const Artefacts& all, const json& diagnosis) {
  std::string policies;
  for (const json& symptom : diagnosis.value("symptoms", json::array())) {
    if (symptom["symptom"] != other_policy) continue;
    const std::string sentence = symptom["sentence"];
    policies += sentence;
    EXPECT_TRUE(has(unwrapped(all.summary), sentence)) << all.summary;
    EXPECT_TRUE(has(unwrapped(all.markdown), sentence)) << all.markdown;
    EXPECT_TRUE(has(all.page, html_text(sentence)));
  }
  for (const FailingTest& test : all.tests) {
    if (policies.empty() || test.algorithm != diagnosis["algorithms"][0]) continue;
    EXPECT_TRUE(has(policies, test.policy)) << test.name << ": " << policies;
    EXPECT_TRUE(has(test.detail, fmt::format(", found {}: ", test.policy.substr(test.policy.find('=') + 1))));
  }
}

TEST_P(WrongSubject, reports_of_a_wrong_subject_do_not_contradict) {
  const Artefacts all = artefacts_of(GetParam());
  ASSERT_FALSE(all.tests.empty());
  ASSERT_EQ(all.results["subjects"].size(), 1U);
  expect_same_counts(all);
  expect_same_examples(all);
  expect_same_name_everywhere(all);
  EXPECT_EQ(other_names(all), std::vector<std::string>{});
  if (GetParam().globs == skin || GetParam().globs == many_skins) expect_first_wrong_stages(all);
  std::set<std::string> failing, diagnosed;
  for (const FailingTest& test : all.tests)
    failing.insert(test.algorithm);
  for (const json& diagnosis : all.results["subjects"][0].value("diagnoses", json::array())) {
    EXPECT_TRUE(diagnosed.insert(diagnosis["algorithms"][0]).second);
    expect_tests_agree_with_diagnosis(all, diagnosis);
    expect_policies_named(all, diagnosis);
    if (!diagnosis.contains("pair")) continue;
    const Algorithm& algorithm = *find_algorithm(diagnosis["algorithms"][0].get<std::string>());
    for (const json& id : diagnosis["pair"]["defects"])
      EXPECT_TRUE(std::ranges::any_of(defects(), [&](const Defect& defect) {
        return defect.id == id && concerns(defect, algorithm);
      })) << id;
  }
  EXPECT_EQ(failing, diagnosed);
  for (std::string_view line : lines_of(all.summary))
    if (const std::size_t at = line.find("  diagnosis  "); at == 0) {
      line.remove_prefix(std::string_view("  diagnosis  ").size());
      EXPECT_TRUE(has(all.page, html_text(line)));
    }
}

/// Without this function, names of tests in ctest contain addresses.
void PrintTo(const Wrong& wrong, std::ostream* out) {
  *out << wrong.name;
}

std::string name_of_subject(const testing::TestParamInfo<Wrong>& wrong) {
  std::string name = wrong.param.name;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(subjects, WrongSubject, testing::ValuesIn(wrong_subjects()), name_of_subject);

}  // namespace bindpose::conformance::sentences_test
