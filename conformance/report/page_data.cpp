// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/report/colour_scale.h"
#include "conformance/report/html_page.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t first_messages = 5;         // tests of a group with long messages
constexpr std::size_t longest_command = 100'000;  // bytes: a shell would run a truncated command
constexpr std::size_t most_stages = 3000;         // limit for all tests together
constexpr std::size_t bytes_per_test = 6;         // digits of a message's number

/// Untrusted texts, by page_text().
struct Texts : PageTexts {
  std::size_t at(std::string_view text, std::size_t most = most_message) {
    return PageTexts::at(page_text(text, most));
  }
};

template <class T, std::size_t N>
std::vector<T> flat_numbers(const std::vector<std::array<T, N>>& rows) {
  std::vector<T> numbers;
  for (const auto& row : rows)
    numbers.insert(numbers.end(), row.begin(), row.end());
  return numbers;
}

/// Numbers of a row of each column's array.
std::map<std::string, std::size_t> widths_of(const MeshView& view) {
  std::map<std::string, std::size_t> widths;
  for (const auto& [array, component] : view.columns)
    widths[array] = std::max(widths[array], component + 1);
  return widths;
}

/// "positions" and ".y": the text before and after a row's number.
ordered_json columns_json(const MeshView& view) {
  ordered_json columns = ordered_json::array();
  const auto widths = widths_of(view);
  for (const auto& [array, component] : view.columns)
    columns.push_back({array, place_in_row(array, component, widths.at(array))});
  return columns;
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

ordered_json mesh_json(const MeshView& view, Blobs& blobs, PageClips& baked_clips) {
  const Legend legend = bound_legend(view);
  ordered_json joints = ordered_json::array();
  for (const std::string& name : view.joints)
    joints.push_back(page_text(name, 200));
  ordered_json mesh = {{"array", page_text(view.array)},
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
                       {"columns", columns_json(view)}};
  put_numbers(mesh, view, blobs);
  baked_clips.put(mesh, view, blobs);
  return mesh;
}

/// Writes an array, or a stage, with its worst number.
ordered_json array_json(const ArrayVerdict& array, Texts& texts) {
  return {texts.at(array.name),
          array.judged,
          array.failing,
          json_number(array.fraction()),
          page_text(place(array.name, array.row, array.component, array.width)),
          json_number(array.expected),
          json_number(array.got),
          json_number(array.bound)};
}

ordered_json arrays_json(const std::vector<ArrayVerdict>& arrays, Texts& texts) {
  ordered_json list = ordered_json::array();
  for (const ArrayVerdict& array : arrays)
    list.push_back(array_json(array, texts));
  return list;
}

ordered_json group_json(const PageContent& content, const PageGroup& group, int mesh) {
  return {{"cause_words", page_text(cause_words(group))},
          {"test", page_text(content.tests[shown_test(content, group)].name)},
          {"tests", group.tests.size()},
          {"first_wrong_words", group.finding ? page_text(words_of(group.finding->first_wrong)) : ""},
          {"mesh", mesh}};
}

/// All algorithms, by number.
class AlgorithmList {
 public:
  std::size_t at(const Algorithm& algorithm) {
    const auto [entry, is_new] = places_.emplace(&algorithm, places_.size());
    if (is_new) all_.push_back(algorithm.path());
    return entry->second;
  }
  const ordered_json& all() const { return all_; }

 private:
  std::map<const Algorithm*, std::size_t> places_;
  ordered_json all_ = ordered_json::array();
};

/// [name, algorithm, purpose, options, notes, filter, asset], without empty ones at the end. The filter is empty
/// if it equals the name.
ordered_json case_json(const PageCase& c, AlgorithmList& algorithms, Texts& texts, bool has_purpose) {
  const std::string filter = shell_word(c.filter);
  ordered_json row = {page_text(c.name),
                      algorithms.at(*c.algorithm),
                      has_purpose ? texts.at(c.purpose) : texts.at(""),
                      texts.at(c.options),
                      texts.at(fmt::format("{}", fmt::join(c.notes, "; "))),
                      filter == "'" + c.name + "'" ? "" : filter,
                      page_text(c.asset, longest_command)};
  while (row.size() > 2 && (row.back() == "" || row.back() == 0))
    row.erase(row.size() - 1);
  return row;
}

/// Every outcome, then a pass by an accepted deviation.
ordered_json outcomes_json() {
  ordered_json outcomes = ordered_json::array();
  Verdict verdict;
  for (std::size_t o = 0; o <= outcome_count; ++o) {
    verdict.outcome = o < outcome_count ? static_cast<Outcome>(o) : Outcome::pass;
    if (o == outcome_count) verdict.policy = "accepted";
    outcomes.push_back({to_string(verdict.outcome), counter_of(verdict)});
  }
  return outcomes;
}

/// Its message is added after the available length is known.
constexpr std::size_t place_of_message = 6;
constexpr std::size_t plain_numbers = 6;  // data of a plain pass

/// Three digits are shown, and sorting needs no more than six.
ordered_json short_number(double x) {
  const ordered_json number = json_number(x);
  return number.is_string() ? number : ordered_json(std::stod(fmt::format("{:.6g}", x)));
}

/// [case, subject, variant, outcome, error / bound, seconds], and except for a plain pass [message, group, first
/// wrong stage, arrays, stages]. without_stages: omits the stages.
ordered_json test_json(const PageTest& test, int group, bool is_plain, bool without_stages, Texts& texts) {
  const Verdict& verdict = *test.verdict;
  const std::string variant = test.name.substr(test.name.rfind('/') + 1);
  const double seconds = verdict.subject_seconds + verdict.judge_seconds;
  ordered_json row = {test.from,
                      test.subject,
                      texts.at(variant),
                      is_on_terms(verdict) ? outcome_count : static_cast<std::size_t>(verdict.outcome),
                      is_plain ? short_number(verdict.worst_fraction) : json_number(verdict.worst_fraction),
                      std::stod(fmt::format("{:.2g}", seconds))};
  if (is_plain) return row;
  for (const ordered_json& more :
       {ordered_json(0), ordered_json(group), ordered_json(texts.at(verdict.first_wrong_stage)),
        arrays_json(verdict.arrays, texts),
        without_stages ? ordered_json() : arrays_json(verdict.stages, texts)})
    row.push_back(more);
  return row;
}

/// Tests with only a verdict in the page: passes without a message, except the tightest of each algorithm and
/// subject and those with a mesh.
std::vector<bool> plain_passes(const PageContent& content, const std::vector<int>& group_of_test) {
  std::vector<bool> is_plain(content.tests.size(), false);
  std::map<std::pair<const Algorithm*, std::size_t>, std::size_t> tightest;
  const auto fraction = [&content](std::size_t t) { return content.tests[t].verdict->worst_fraction; };
  for (std::size_t t = 0; t < content.tests.size(); ++t) {
    const PageTest& test = content.tests[t];
    if (test.verdict->outcome != Outcome::pass || group_of_test[t] >= 0) continue;
    is_plain[t] = test.verdict->detail.empty();
    const auto [entry, is_new] = tightest.try_emplace({content.cases[test.from].algorithm, test.subject}, t);
    if (!is_new && fraction(t) > fraction(entry->second)) entry->second = t;
  }
  for (const auto& [of, t] : tightest)
    is_plain[t] = false;
  return is_plain;
}

/// The tests whose stages are in the page: the shown test of each group, then others while there is space.
std::vector<bool> with_stages(const PageContent& content, const std::vector<PageGroup>& groups) {
  std::vector<bool> with(content.tests.size(), false);
  std::size_t stages = 0;
  const auto take = [&](std::size_t t) {
    const std::size_t more = content.tests[t].verdict->stages.size();
    if (with[t] || stages + more > most_stages) return;
    with[t] = true;
    stages += more;
  };
  for (const PageGroup& group : groups)
    take(shown_test(content, group));
  for (const PageGroup& group : groups)
    std::ranges::for_each(group.tests, take);
  return with;
}

/// Length of messages on the page, in bytes: for the first few tests of a group, and for the others.
struct MessageCut {
  std::size_t first = 0, others = 0;
};
constexpr MessageCut message_cuts[] = {{most_message, 200}, {1000, 100}, {500, 50}, {200, 20}, {100, 0}};

/// The messages of all tests.
class Messages {
 public:
  Messages(const PageContent& content, const std::vector<PageGroup>& groups)
      : content_(content), is_first_(content.tests.size(), true) {
    for (const PageGroup& group : groups)
      for (std::size_t i = first_messages; i < group.tests.size(); ++i)
        is_first_[group.tests[i]] = false;
  }

  /// The longest length with which all messages together fit into this size.
  MessageCut cut_for(std::size_t room) const {
    const auto* found =
        std::ranges::find_if(message_cuts, [&](const MessageCut& cut) { return bytes_with(cut) <= room; });
    return found == std::end(message_cuts) ? message_cuts[std::size(message_cuts) - 1] : *found;
  }
  std::string_view of(std::size_t t) const { return content_.tests[t].verdict->detail; }
  std::size_t most_of(std::size_t t, const MessageCut& cut) const {
    return is_first_[t] ? cut.first : cut.others;
  }

 private:
  std::size_t bytes_with(const MessageCut& cut) const {
    std::set<std::string> texts;
    std::size_t bytes = bytes_per_test * content_.tests.size();
    for (std::size_t t = 0; t < content_.tests.size(); ++t)
      if (const auto [text, is_new] = texts.insert(page_text(of(t), most_of(t, cut))); is_new)
        bytes += data_text(*text).size() + 1;  // plus a comma
    return bytes;
  }

  const PageContent& content_;
  std::vector<bool> is_first_;
};

/// Adds the part of each message that fits.
void put_messages(ordered_json& data, const PageContent& content, const std::vector<PageGroup>& groups,
                  Texts& texts, std::size_t room) {
  const Messages messages(content, groups);
  const std::size_t taken = data_text(data).size();
  const MessageCut cut = messages.cut_for(room > taken ? room - taken : 0);
  for (std::size_t t = 0; t < content.tests.size(); ++t)
    if (data["tests"][t].size() > plain_numbers)
      data["tests"][t][place_of_message] = texts.at(messages.of(t), messages.most_of(t, cut));
  data["texts"] = texts.all();
  if (cut.first < most_message) data["message_cut"] = {cut.first, cut.others};
}

ordered_json page_subjects_json(const PageContent& content) {
  ordered_json subjects = ordered_json::array();
  for (const PageSubject& subject : content.subjects)
    subjects.push_back({{"name", page_text(subject.name)},
                        {"word", case_word(subject.name)},
                        {"command", page_text(subject.command, longest_command)}});
  return subjects;
}

/// The group of each test; -1: none.
std::vector<int> groups_of_tests(const PageContent& content, const std::vector<PageGroup>& groups) {
  std::vector<int> group_of_test(content.tests.size(), -1);
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const std::size_t t : groups[g].tests)
      group_of_test[t] = static_cast<int>(g);
  return group_of_test;
}

}  // namespace

std::string data_text(const ordered_json& data) {
  return script_safe(data.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

ordered_json page_data(const PageContent& content, const std::vector<PageGroup>& groups, std::size_t room) {
  Texts texts;
  Blobs blobs;
  AlgorithmList algorithms;
  const std::vector<int> mesh_of = meshes_that_fit(groups);
  PageClips baked_clips(most_mesh_bytes - bytes_of_meshes(groups, mesh_of));
  ordered_json meshes = ordered_json::array(), all_groups = ordered_json::array();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (mesh_of[g] >= 0) meshes.push_back(mesh_json(*groups[g].finding->mesh, blobs, baked_clips));
    all_groups.push_back(group_json(content, groups[g], mesh_of[g]));
  }
  ordered_json cases = ordered_json::array(), tests = ordered_json::array(), scale = ordered_json::array();
  const std::vector<int> group_of_test = groups_of_tests(content, groups);
  const std::vector<bool> has_stages = with_stages(content, groups),
                          is_plain = plain_passes(content, group_of_test);
  std::vector<bool> has_purpose(content.cases.size(), false);
  for (std::size_t t = 0; t < content.tests.size(); ++t)
    if (!is_plain[t]) has_purpose[content.tests[t].from] = true;
  texts.at("");  // the text of number 0
  for (std::size_t c = 0; c < content.cases.size(); ++c)
    cases.push_back(case_json(content.cases[c], algorithms, texts, has_purpose[c]));
  for (std::size_t t = 0; t < content.tests.size(); ++t)
    tests.push_back(test_json(content.tests[t], group_of_test[t], is_plain[t],
                              !has_stages[t] && !content.tests[t].verdict->stages.empty(), texts));
  for (const Colour& colour : scale_colours())
    scale.push_back(colour);
  ordered_json data = {{"format", "bindpose-page-2"},
                       {"subjects", page_subjects_json(content)},
                       {"outcomes", outcomes_json()},
                       {"algorithms", algorithms.all()},
                       {"cases", cases},
                       {"tests", tests},
                       {"groups", all_groups},
                       {"meshes", meshes},
                       {"baked_clips", baked_clips.all()},
                       {"scale", scale},
                       {"texts", texts.all()},
                       {"blobs", blobs.all()}};
  put_messages(data, content, groups, texts, room);
  return data;
}

}  // namespace bindpose::conformance
