// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/judge/json_fields.h"
#include "conformance/report/colour_scale.h"
#include "conformance/report/html_page.h"
#include "conformance/report/mesh_svg.h"
#include "reference/io/base64.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t long_details = 5;  // of a group; the others are cut
constexpr std::size_t cut_detail = 200;  // bytes

/// Texts that stand once, by number.
class Texts {
 public:
  std::size_t at(std::string_view text, std::size_t most = 2000) {
    const auto [entry, is_new] = places_.emplace(page_text(text, most), places_.size());
    if (is_new) all_.push_back(entry->first);
    return entry->second;
  }
  const ordered_json& all() const { return all_; }

 private:
  std::map<std::string, std::size_t> places_;
  ordered_json all_ = ordered_json::array();
};

/// Bytes of numbers, equal ones once.
class Blobs {
 public:
  template <class Number>
  std::size_t at(const std::vector<Number>& numbers) {
    const std::string text = base64(std::as_bytes(std::span(numbers)));
    const auto [entry, is_new] = places_.emplace(text, places_.size());
    if (is_new) all_.push_back(text);
    return entry->second;
  }
  const ordered_json& all() const { return all_; }

 private:
  std::map<std::string, std::size_t> places_;
  ordered_json all_ = ordered_json::array();
};

/// A section of an algorithm's page, without its fence.
std::string section_of(std::string_view page, std::string_view title) {
  const std::string head = fmt::format("\n## {}\n", title);
  const std::size_t begin = page.find(head);
  if (begin == page.npos) return "";
  const std::size_t first = begin + head.size();
  std::string text(page.substr(first, page.find("\n## ", first) - first));
  for (const std::string_view fence : {"```text\n", "```\n", "```"})
    for (std::size_t at = text.find(fence); at != text.npos; at = text.find(fence))
      text.erase(at, fence.size());
  text.erase(0, text.find_first_not_of('\n'));
  text.erase(text.find_last_not_of('\n') + 1);
  return text;
}

ordered_json algorithm_json(const Algorithm& algorithm) {
  return {{"path", algorithm.path()},
          {"id", algorithm.id},
          {"title", algorithm.title},
          {"formula", section_of(algorithm.page, "Formula")},
          {"source", section_of(algorithm.page, "Source")}};
}

template <class T, std::size_t N>
std::vector<T> flat_numbers(const std::vector<std::array<T, N>>& rows) {
  std::vector<T> numbers;
  for (const auto& row : rows)
    numbers.insert(numbers.end(), row.begin(), row.end());
  return numbers;
}

/// Numbers of a row of each column's array.
std::vector<std::size_t> widths_of(const MeshView& view) {
  std::map<std::string, std::size_t> widths;
  for (const auto& [array, component] : view.columns)
    widths[array] = std::max(widths[array], component + 1);
  std::vector<std::size_t> all;
  for (const auto& [array, component] : view.columns)
    all.push_back(widths[array]);
  return all;
}

ordered_json columns_json(const MeshView& view) {
  ordered_json columns = ordered_json::array();
  const std::vector<std::size_t> widths = widths_of(view);
  for (std::size_t c = 0; c < view.columns.size(); ++c)
    columns.push_back({view.columns[c].first, view.columns[c].second, widths[c]});
  return columns;
}

ordered_json limbs_json(const MeshView& view) {
  ordered_json limbs = ordered_json::array();
  for (const Limb& limb : view.limbs)
    limbs.push_back({page_text(limb.joint, 200), limb.vertices, limb.wrong, limb.metres});
  return limbs;
}

void put_numbers(ordered_json& mesh, const MeshView& view, Blobs& blobs) {
  ordered_json numbered = ordered_json::array();
  std::vector<double> judged;
  for (const NumberedVertex& vertex : view.numbered) {
    ordered_json influences = ordered_json::array();
    for (const auto& [joint, weight] : vertex.influences)
      influences.push_back({joint, weight});
    numbered.push_back({vertex.vertex, vertex.drawn, vertex.metres, influences});
    for (const JudgedNumber& number : vertex.numbers)
      judged.insert(judged.end(), {number.got, number.value, number.bound});
  }
  mesh["numbered"] = numbered;
  mesh["judged"] = blobs.at(judged);
}

ordered_json mesh_json(const MeshView& view, Blobs& blobs) {
  const Legend legend = bound_legend(view);
  ordered_json joints = ordered_json::array();
  for (const std::string& name : view.joints)
    joints.push_back(page_text(name, 200));
  ordered_json mesh = {{"array", view.array},
                       {"vertices", view.vertices},
                       {"low", view.low},
                       {"high", view.high},
                       {"expected", blobs.at(view.expected)},
                       {"got", blobs.at(view.got)},
                       {"by_bound", blobs.at(view.by_bound)},
                       {"by_metres", blobs.at(view.by_metres)},
                       {"triangles", blobs.at(flat_numbers(view.triangles))},
                       {"bones", blobs.at(flat_numbers(view.bones))},
                       {"worst_fraction", view.worst_fraction},
                       {"worst_metres", view.worst_metres},
                       {"legend", {legend.low, legend.middle, legend.high}},
                       {"remark", mesh_remark(view)},
                       {"joints", joints},
                       {"limbs", limbs_json(view)},
                       {"columns", columns_json(view)}};
  put_numbers(mesh, view, blobs);
  return mesh;
}

ordered_json array_json(const ArrayVerdict& array, Texts& texts) {
  return {texts.at(array.name),
          array.judged,
          array.failing,
          json_number(array.worst_fraction),
          array.row,
          array.component,
          array.width,
          json_number(array.expected),
          json_number(array.got),
          json_number(array.bound)};
}

ordered_json stages_json(const std::vector<ArrayVerdict>& stages) {
  ordered_json list = ordered_json::array();
  for (const ArrayVerdict& stage : stages)
    list.push_back({stage.name, json_number(stage.worst_fraction), stage.row, stage.component, stage.width,
                    json_number(stage.expected), json_number(stage.got), json_number(stage.bound),
                    stage.failing});
  return list;
}

ordered_json group_json(const PageContent& content, const PageGroup& group, int mesh) {
  const PageTest& first = content.tests[group.tests.front()];
  std::size_t shown = group.tests.front();
  for (const std::size_t t : group.tests)
    if (group.finding && content.tests[t].name == group.finding->test) shown = t;
  return {{"cause", page_text(group.key.cause)},
          {"cause_words", page_text(cause_words(group.key))},
          {"test", page_text(group.finding ? group.finding->test : first.name)},
          {"tests", group.tests.size()},
          {"first_wrong", group.finding ? group.finding->first_wrong.stage : ""},
          {"first_wrong_words", group.finding ? words_of(group.finding->first_wrong) : ""},
          {"stages", stages_json(content.tests[shown].verdict->stages)},
          {"mesh", mesh}};
}

/// Which algorithms there are, by number.
class AlgorithmList {
 public:
  std::size_t at(const Algorithm& algorithm) {
    const auto [entry, is_new] = places_.emplace(&algorithm, places_.size());
    if (is_new) all_.push_back(algorithm_json(algorithm));
    return entry->second;
  }
  const ordered_json& all() const { return all_; }

 private:
  std::map<const Algorithm*, std::size_t> places_;
  ordered_json all_ = ordered_json::array();
};

ordered_json case_json(const PageCase& c, AlgorithmList& algorithms, Texts& texts) {
  return {{"name", page_text(c.name)},
          {"algorithm", algorithms.at(*c.algorithm)},
          {"purpose", texts.at(c.purpose)},
          {"options", texts.at(c.options)},
          {"notes", texts.at(fmt::format("{}", fmt::join(c.notes, "; ")))},
          {"filter", page_text(c.filter)},
          {"asset", page_text(c.asset)}};
}

ordered_json outcomes_json() {
  ordered_json outcomes = ordered_json::array();
  for (std::size_t o = 0; o < outcome_count; ++o) {
    const auto outcome = static_cast<Outcome>(o);
    outcomes.push_back({{"name", to_string(outcome)}, {"expected", is_expected(outcome)}});
  }
  return outcomes;
}

ordered_json test_json(const PageTest& test, int group, bool is_cut, Texts& texts) {
  const Verdict& verdict = *test.verdict;
  ordered_json arrays = ordered_json::array();
  for (const ArrayVerdict& array : verdict.arrays)
    arrays.push_back(array_json(array, texts));
  const std::string variant = test.name.substr(test.name.rfind('/') + 1);
  const double seconds = verdict.subject_seconds + verdict.judge_seconds;
  return {test.from,
          test.subject,
          texts.at(variant),
          static_cast<std::size_t>(verdict.outcome),
          json_number(verdict.worst_fraction),
          texts.at(verdict.detail, is_cut ? cut_detail : 2000),
          group,
          std::round(seconds * 1e6) / 1e6,
          texts.at(verdict.first_wrong_stage),
          arrays};
}

ordered_json page_subjects_json(const PageContent& content) {
  ordered_json subjects = ordered_json::array();
  for (const PageSubject& subject : content.subjects)
    subjects.push_back({{"name", page_text(subject.name)},
                        {"word", case_word(subject.name)},
                        {"command", page_text(subject.command)}});
  return subjects;
}

}  // namespace

ordered_json page_data(const PageContent& content, const std::vector<PageGroup>& groups) {
  Texts texts;
  Blobs blobs;
  AlgorithmList algorithms;
  std::vector<int> group_of_test(content.tests.size(), -1);
  std::vector<bool> is_cut(content.tests.size(), false);
  const std::vector<int> mesh_of = meshes_that_fit(groups);
  ordered_json meshes = ordered_json::array(), all_groups = ordered_json::array();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::size_t i = 0; i < groups[g].tests.size(); ++i) {
      group_of_test[groups[g].tests[i]] = static_cast<int>(g);
      is_cut[groups[g].tests[i]] = i >= long_details;
    }
    if (mesh_of[g] >= 0) meshes.push_back(mesh_json(*groups[g].finding->mesh, blobs));
    all_groups.push_back(group_json(content, groups[g], mesh_of[g]));
  }
  ordered_json cases = ordered_json::array(), tests = ordered_json::array(), scale = ordered_json::array();
  for (const PageCase& c : content.cases)
    cases.push_back(case_json(c, algorithms, texts));
  for (std::size_t t = 0; t < content.tests.size(); ++t)
    tests.push_back(test_json(content.tests[t], group_of_test[t], is_cut[t], texts));
  for (const Colour& colour : scale_colours())
    scale.push_back(colour);
  return {{"format", "bindpose-page-1"},
          {"subjects", page_subjects_json(content)},
          {"outcomes", outcomes_json()},
          {"algorithms", algorithms.all()},
          {"cases", cases},
          {"tests", tests},
          {"groups", all_groups},
          {"meshes", meshes},
          {"scale", scale},
          {"texts", texts.all()},
          {"blobs", blobs.all()}};
}

}  // namespace bindpose::conformance
