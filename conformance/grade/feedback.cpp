// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/grade/formats/words.h"
#include "conformance/grade/grader.h"
#include "conformance/judge/named_defects.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

std::string words_of(const std::string& name) {
  const std::string_view words = facts_of_stage(name).words;
  return words.empty() ? fmt::format("the stage '{}'", name) : std::string(words);
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

/// "vertex 12", "joint 3", "row 0"
std::string row_of(const ArrayVerdict& array) {
  constexpr std::array by_vertex = {"positions", "normals", "tangents", "centres", "omegas"};
  constexpr std::array by_joint = {"world",   "world_rotations", "world_translations", "inverse_binds",
                                   "palette", "rotations",       "translations"};
  std::string_view word = facts_of_stage(array.name).row;
  if (array.width <= 4 || array.name == "omegas")
    if (std::find(by_vertex.begin(), by_vertex.end(), array.name) != by_vertex.end()) word = "vertex";
  if (std::find(by_joint.begin(), by_joint.end(), array.name) != by_joint.end()) word = "joint";
  if (array.name == "bones") word = "bone";
  return fmt::format("{} {}", word, array.row);
}

std::string component_of(const ArrayVerdict& array) {
  if (array.component == array.width) return ", its length";
  if (array.width == 1) return {};
  if (array.width <= 4) return fmt::format(", {}", "xyzw"[array.component]);
  if (array.width == 12) return fmt::format(", row {} column {}", array.component / 4, array.component % 4);
  return fmt::format(", number {}", array.component);
}

std::string worst_words(const Verdict& verdict) {
  // Takes the array with the largest error, because many times the bound may still be a tiny error.
  const ArrayVerdict* worst = nullptr;
  const auto error = [](const ArrayVerdict& array) { return std::fabs(array.got - array.expected); };
  for (const ArrayVerdict& array : verdict.arrays)
    if (array.failing > 0 && (worst == nullptr || error(array) > error(*worst))) worst = &array;
  if (worst == nullptr) return {};
  return fmt::format("{} of {} numbers of {} are wrong, e.g. {}{}: got {:.6g}, expected {:.6g}.",
                     worst->failing, worst->judged, worst->name, row_of(*worst), component_of(*worst),
                     worst->got, worst->expected);
}

/// The submission's own message in place of an output, without the full stop.
std::string own_words(const Verdict& verdict) {
  const bool is_refusal = verdict.error && verdict.error->code == "ANSWER_REFUSED";
  std::string words = is_refusal ? verdict.error->message : verdict.detail;
  words.erase(words.find_last_not_of(". \n") + 1);
  return words;
}

/// "the world transforms of the joints are right, the skinning matrices are not: look at ..."; empty if no
/// stages came. A named defect replaces the advice.
std::string stage_words(const Verdict& verdict) {
  if (verdict.stages.empty()) return {};
  std::vector<std::string> right;
  for (const ArrayVerdict& stage : verdict.stages) {
    if (stage.name == verdict.first_wrong_stage) break;
    right.push_back(words_of(stage.name));
  }
  const std::string so_far = right.empty() ? "" : fmt::format("{} are right, ", fmt::join(right, ", and "));
  if (verdict.first_wrong_stage.empty()) return so_far + "the output is wrong: look at the steps after that";
  const std::string_view look_at =
      verdict.defect.empty() ? facts_of_stage(verdict.first_wrong_stage).look_at : std::string_view();
  return fmt::format("{}{} are not{}{}{}", so_far, words_of(verdict.first_wrong_stage),
                     right.empty() ? " right" : "", look_at.empty() ? "" : ": look at ", look_at);
}

std::string failure_words(const Verdict& verdict) {
  std::string text = worst_words(verdict);
  if (text.empty()) text = fmt::format("No output: {}.", own_words(verdict));
  if (const Defect* const defect = named_defect(verdict))
    text += fmt::format(" {}.", capitalised(std::string(defect->sentence)));
  if (const std::string where = stage_words(verdict); !where.empty())
    text += fmt::format(" {}.", capitalised(where));
  return text;
}

}  // namespace

std::string case_feedback(const CaseGrade& grade) {
  const Verdict& verdict = grade.verdict;
  std::string words(facts(verdict.outcome).feedback);
  if (is_on_terms(verdict))
    return verdict.precision_class.empty() ? "Right, by an accepted convention."
                                           : "Right, with less than float32's precision, which is accepted.";
  if (grade.hidden || grade.fresh) return words;
  if (!verdict.precision_class.empty())
    return fmt::format("Nearly right, but with less than float32's precision: {}. ({})",
                       verdict.precision_class, verdict.detail);
  if (!verdict.policy.empty())
    return fmt::format("Right by another convention than the requested one: {}. ({})", verdict.policy,
                       verdict.detail);
  if (verdict.outcome == Outcome::fail) return failure_words(verdict);
  if (verdict.detail.empty() || verdict.outcome == Outcome::pass) return words;
  return fmt::format("{} ({})", words, verdict.detail);
}

std::string without_folder(std::string text, const std::string& folder) {
  if (folder.size() < 2) return text;
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at)) {
    const bool has_more = text.compare(at + folder.size(), 1, "/") == 0;
    text.replace(at, folder.size() + (has_more ? 1 : 0), has_more ? "" : ".");
  }
  return text;
}

namespace {

/// Visible wrong cases with one cause: a defect, a policy, a class, or the first wrong stage.
struct Kind {
  std::string key;
  const CaseGrade* worst = nullptr;
  std::size_t count = 0;
};

/// True for a crash, a timeout or an output that has no numbers to compare.
bool is_without_numbers(const Verdict& verdict) {
  return verdict.error || verdict.outcome == Outcome::crash || verdict.outcome == Outcome::timeout ||
         verdict.outcome == Outcome::invalid_output;
}

/// Kinds without numbers come first, then the kind with the largest error.
std::vector<Kind> kinds_of(const ExerciseGrade& grade) {
  std::vector<Kind> kinds;
  for (const CaseGrade& c : grade.cases) {
    if (c.hidden || c.fresh || c.credit == 1) continue;
    const Verdict& verdict = c.verdict;
    const bool has_numbers = !is_without_numbers(verdict);
    const std::string ending =
        verdict.outcome == Outcome::fail && has_numbers
            ? fmt::format("{}/{}/{}", verdict.policy, verdict.precision_class, verdict.first_wrong_stage)
            : without_numbers(in_one_line(case_feedback(c)));
    const std::string key = verdict.defect.empty() || !has_numbers
                                ? fmt::format("{}/{}", to_string(verdict.outcome), ending)
                                : verdict.defect;
    auto kind = std::ranges::find(kinds, key, &Kind::key);
    if (kind == kinds.end()) kind = kinds.insert(kinds.end(), Kind{key});
    if (kind->count++ == 0 || verdict.worst_fraction > kind->worst->verdict.worst_fraction) kind->worst = &c;
  }
  std::ranges::stable_sort(kinds, std::ranges::greater{}, [](const Kind& kind) {
    const Verdict& worst = kind.worst->verdict;
    return std::pair(is_without_numbers(worst), worst.worst_fraction);
  });
  return kinds;
}

/// A line of the feedback. If there are too many, those with the lowest worth are removed first.
struct Line {
  std::string text;  ///< the last output of a program may have several lines
  int worth = 9;
};

/// At most ten lines with the exercise's title and points, unless a program's last output has more.
std::string joined(std::vector<Line> lines) {
  constexpr std::size_t most_lines = 8;
  std::erase_if(lines, [](const Line& line) { return line.text.empty(); });
  while (lines.size() > most_lines)
    lines.erase(std::ranges::min_element(lines, {}, &Line::worth));
  std::string text;
  for (const Line& line : lines)
    text += (text.empty() ? "" : "\n") + line.text;
  return text;
}

/// A line for each of the first kinds: "Worst: NAME and 4 more: words".
void add_kinds(std::vector<Line>& lines, const std::vector<Kind>& kinds) {
  constexpr std::size_t most_kinds = 3;
  for (std::size_t k = 0; k < std::min(kinds.size(), most_kinds); ++k) {
    const std::string words = case_feedback(*kinds[k].worst);
    lines.push_back({fmt::format("{}: {}{}: {}", k == 0 ? "Worst" : "Also", kinds[k].worst->name,
                                 kinds[k].count == 1 ? "" : fmt::format(" and {} more", kinds[k].count - 1),
                                 k == 0 ? words : in_one_line(words)),
                     k == 0 ? 9 : 4 - static_cast<int>(k)});
  }
  if (kinds.size() > most_kinds)
    lines.push_back({fmt::format("And {} other kind{} of wrong output.", kinds.size() - most_kinds,
                                 kinds.size() - most_kinds == 1 ? "" : "s"),
                     1});
}

/// "2 of 9 visible cases are right.", and the number of cases with partial credit; empty without
/// visible cases.
std::string count_words(const ExerciseGrade& grade) {
  std::size_t visible = 0, right = 0, in_part = 0;
  for (const CaseGrade& c : grade.cases) {
    if (c.hidden || c.fresh) continue;
    ++visible;
    right += c.credit == 1 ? 1 : 0;
    in_part += c.credit > 0 && c.credit < 1 ? 1 : 0;
  }
  if (visible == 0) return "";
  if (right == visible) return fmt::format("All {} visible cases are right.", visible);
  return fmt::format("{} of {} visible cases are right.", right, visible) +
         (in_part == 0 ? ""
                       : fmt::format(" {} wrong case{} part of the points: the first stages are right.",
                                     in_part, in_part == 1 ? " earns" : "s earn"));
}

}  // namespace

constexpr std::string_view no_hidden_right_words =
    "No hidden case is right, although they test the same with other numbers. Therefore the visible cases "
    "earn no more points than the hidden ones. Compute each result from its input.";
constexpr std::string_view some_visible_right_words =
    "No hidden case is right. Therefore the visible cases earn no more points than the hidden ones.";

std::string exercise_feedback(const Exercise& exercise, const ExerciseGrade& grade, bool no_hidden_right) {
  bool hidden_wrong = false;
  std::map<std::string, std::size_t> defects;
  std::size_t wrong = 0;
  std::vector<std::string> right_names;
  for (const CaseGrade& c : grade.cases) {
    const bool hidden = c.hidden || c.fresh;
    if (c.credit == 1) {
      if (!hidden) right_names.push_back(c.name);
    } else if (hidden) {
      hidden_wrong = true;
    } else {
      ++wrong;
      if (const Defect* const defect = named_defect(c.verdict)) ++defects[std::string(defect->sentence)];
    }
  }
  std::vector<Line> lines = {{count_words(grade)}};
  add_kinds(lines, kinds_of(grade));
  if (wrong > 0 && !right_names.empty()) {
    constexpr std::size_t most = 3;
    const std::size_t more = right_names.size() - std::min(right_names.size(), most);
    right_names.resize(right_names.size() - more);
    lines.push_back({fmt::format("Right: {}{}", fmt::join(right_names, ", "),
                                 more == 0 ? "" : fmt::format(" and {} more", more)),
                     0});
  }
  if (wrong == 0 && hidden_wrong && !no_hidden_right)
    lines.front().text += fmt::format(
        "{}At least one hidden case is not right. Hidden cases have other poses, levels or numbers.",
        lines.front().text.empty() ? "" : " ");
  if (exercise.partial == PartialCredit::none && grade.status == ExerciseStatus::partial)
    lines.push_back({"One wrong case takes all points of this exercise."});
  std::set<std::string> others;
  bool is_own = false;
  for (const CaseGrade& c : grade.cases)
    if (c.credit < 1) {
      is_own = is_own || c.belongs_to.empty();
      if (!c.belongs_to.empty()) others.insert(c.belongs_to);
    }
  if (!others.empty())
    lines.push_back(
        {fmt::format("{} the first error belongs to: {}.", is_own ? "In some cases" : "Wherever it is wrong,",
                     fmt::join(others, ", "))});
  const auto likeliest = std::ranges::max_element(defects, {}, [](const auto& each) { return each.second; });
  if (wrong > 1 && likeliest != defects.end())
    lines.push_back({fmt::format("Diagnosis: {} of {} wrong cases look like this: {}.", likeliest->second,
                                 wrong, likeliest->first)});
  if (no_hidden_right)
    lines.push_back({std::string(wrong == 0 ? no_hidden_right_words : some_visible_right_words)});
  // A hint only concerns this exercise's own part.
  if (is_own && grade.status != ExerciseStatus::passed && !exercise.hint.empty())
    lines.push_back({exercise.hint});
  return joined(std::move(lines));
}

namespace {

double mean_of_secret(const std::vector<CountedCase>& cases) {
  double credit = 0, count = 0;
  for (const CountedCase& c : cases)
    if (c.is_secret && !c.is_excused) {
      credit += c.credit;
      ++count;
    }
  return count == 0 ? 0 : credit / count;
}

bool are_most_visible_right(const std::vector<CountedCase>& cases) {
  std::size_t visible = 0, right = 0;
  for (const CountedCase& c : cases) {
    if (c.is_secret || c.is_excused) continue;
    ++visible;
    right += c.credit == 1 ? 1 : 0;
  }
  return 2 * right > visible;
}

}  // namespace

bool is_unproven(const std::vector<CountedCase>& cases) {
  bool is_made_of_right = false;
  for (const CountedCase& c : cases) {
    if (!c.is_secret || c.is_excused || !c.has_run) continue;
    if (c.credit == 1) return false;
    is_made_of_right = is_made_of_right || (c.made_of && cases[*c.made_of].credit == 1);
  }
  return is_made_of_right;
}

ExerciseCredit exercise_credit(const std::vector<CountedCase>& cases, std::size_t planned,
                               OnlyVisibleRight rule, std::optional<double> hidden_weight) {
  ExerciseCredit found{.counted = planned, .all_right = cases.size() == planned};
  if (cases.size() == planned && is_unproven(cases)) {
    found.only_visible_right = are_most_visible_right(cases);
    if (rule == OnlyVisibleRight::as_hidden) found.most = mean_of_secret(cases);
  }
  double visible = 0, secret = 0;
  std::size_t secrets = 0;
  for (const CountedCase& c : cases) {
    if (c.is_excused) {
      --found.counted;
      continue;
    }
    secrets += c.is_secret ? 1 : 0;
    secret += c.is_secret ? c.credit : 0;
    visible += c.is_secret ? 0 : std::min(c.credit, found.most);
    found.all_right = found.all_right && c.credit == 1;
  }
  if (found.counted == 0) return found;
  found.share = (visible + secret) / static_cast<double>(found.counted);
  if (hidden_weight && cases.size() == planned && secrets > 0 && secrets < found.counted)
    found.share = *hidden_weight * secret / static_cast<double>(secrets) +
                  (1 - *hidden_weight) * visible / static_cast<double>(found.counted - secrets);
  return found;
}

bool are_accepted(const Options& policies, const AcceptedDeviations& accept) {
  return std::ranges::all_of(
      policies, [&](const auto& each) { return is_accepted(each.first + "=" + each.second, accept); });
}

Options policies_for(const Case& c, const AcceptedDeviations& declared, const AcceptedDeviations& accept,
                     bool or_any) {
  Options asked;
  const OptionList& options = c.algorithm->implementation.declaration.options;
  for (const OptionSpec& spec : options) {
    const std::string option(spec.name);
    const auto known = declared.policies.find(option);
    const auto own = choice(options, c.options, spec.name);
    if (known == declared.policies.end() || !own || (spec.only_pose && c.level == Level::palette)) continue;
    std::vector<std::string> values = known->second;
    if (std::ranges::count(values, *own) > 0) continue;
    std::erase_if(values,
                  [&](const std::string& value) { return std::ranges::count(spec.values, value) == 0; });
    const auto first = std::ranges::find_if(
        values, [&](const std::string& value) { return is_accepted(option + "=" + value, accept); });
    if (first != values.end())
      asked[option] = *first;
    else if (or_any && !values.empty())
      asked[option] = values.front();
  }
  return asked;
}

}  // namespace bindpose::conformance
