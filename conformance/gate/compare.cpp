// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/compare.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/defects/defect.h"
#include "conformance/report/diagnosis_json.h"
#include "conformance/report/text.h"
#include "conformance/run/self_test_case.h"
#include "reference/algorithms.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr double drift_factor = 2;
constexpr double too_small = 1e-3;  // a fraction of the bound

bool says_what_it_is(const std::string& key) {
  return key == "renderer" || key == "vendor" || key == "version";
}

/// Compares the description of a subject key by key, and lines of the capability report that both
/// have. Ignores throughput and the like.
void compare_devices(Comparison& comparison, const ordered_json& then, const ordered_json& now) {
  const SubjectInfo before = texts_in(then, "info"), after = texts_in(now, "info");
  SubjectInfo all = before;
  all.insert(after.begin(), after.end());
  for (const auto& [key, value] : all) {
    const bool is_of_both_cards = key.starts_with("card.") && before.contains(key) && after.contains(key);
    if (!says_what_it_is(key) && !is_of_both_cards) continue;
    const std::string was = value_of(before, key), is = value_of(after, key);
    if (was != is) comparison.device_changes.push_back({now["name"].get<std::string>(), key, was, is});
  }
}

/// Compares subjects with the same name.
void compare_devices(Comparison& comparison, const Results& before, const Results& after) {
  for (const ordered_json& now : after.json["subjects"])
    for (const ordered_json& then : before.json["subjects"])
      if (now.contains("name") && now["name"].is_string() &&
          then.value("name", ordered_json()) == now["name"])
        compare_devices(comparison, then, now);
}

/// Returns 1 if the errors are too small or not finite.
double drift(const Verdict& before, const Verdict& after) {
  const double a = before.worst_fraction, b = after.worst_fraction;
  if (!std::isfinite(a) || !std::isfinite(b) || !(std::max(a, b) >= too_small)) return 1;
  return a > 0 ? b / a : std::numeric_limits<double>::infinity();
}

/// Distance of a factor from 1, in either direction.
double size_of(const Change& change) {
  return change.factor >= 1 ? change.factor : 1 / change.factor;
}

/// Returns the new time of the subject over the old one, which counts as at least
/// least_slow_seconds. Returns 0 if the times cannot be compared: verdicts without a run, and short
/// times.
double slowdown(const Verdict& before, const Verdict& after) {
  const double a = before.subject_seconds, b = after.subject_seconds;
  const bool is_timed = a > 0 && std::isfinite(a) && std::isfinite(b) && b >= least_slow_seconds;
  const bool is_cached = before.is_cached.value_or(false) || after.is_cached.value_or(false);
  return is_timed && !is_cached ? b / std::max(a, least_slow_seconds) : 0;
}

/// True if it does not pass, regardless of baselines and waivers.
bool fails(const Verdict& verdict) {
  const Outcome outcome = verdict.judged.value_or(verdict.outcome);
  if (outcome == Outcome::unexpected_improvement || outcome == Outcome::stale_waiver) return false;
  return !is_expected(outcome) || outcome == Outcome::expected_fail || outcome == Outcome::waived;
}

/// True if it passes, regardless of baselines and waivers.
bool passes(const Verdict& verdict) {
  return !fails(verdict) && facts(verdict.judged.value_or(verdict.outcome)).answered;
}

/// As expected, or better.
bool is_fine(const Verdict& verdict) {
  return is_expected(verdict.outcome) || verdict.outcome == Outcome::unexpected_improvement ||
         !fails(verdict);
}

void add(Comparison& comparison, Change change, double slower_than) {
  const Verdict& before = change.before->verdict;
  const Verdict& after = change.after->verdict;
  if (is_fine(before) && !is_fine(after)) return comparison.broken.push_back(change);
  if (fails(before) && passes(after)) return comparison.fixed.push_back(change);
  if (before.outcome != after.outcome || before.judged != after.judged)
    return comparison.other.push_back(change);
  ++comparison.same;
  if (const double factor = slowdown(before, after); slower_than > 0 && factor > slower_than)
    comparison.slower.push_back({change.name, change.before, change.after, factor});
  if (before.outcome != Outcome::pass) return;
  change.factor = drift(before, after);
  if (size_of(change) > drift_factor) comparison.drifted.push_back(change);
}

constexpr ChangeKind all_kinds[] = {
    {"broken", "broken", &Comparison::broken, true},
    {"new_bad", "new, and not as expected", &Comparison::new_bad, true},
    {"gone", "gone", &Comparison::gone, true},
    {"not_run", "not run", &Comparison::not_run, true},
    {"slower", "slower", &Comparison::slower, true},
    {"fixed", "fixed", &Comparison::fixed, false},
    {"other", "another verdict", &Comparison::other, false},
    {"drifted", "error changed by more than x2", &Comparison::drifted, false},
    {"added", "new", &Comparison::added, false},
};

ordered_json side(const ResultEntry* entry) {
  if (entry == nullptr) return nullptr;
  return {{"outcome", to_string(entry->verdict.outcome)},
          {"worst_fraction", json_number(entry->verdict.worst_fraction)},
          {"subject_seconds", json_number(entry->verdict.subject_seconds)},
          {"detail", entry->verdict.detail}};
}

/// The same for a table's cell: the text cannot end the cell, open a tag, or mention anyone.
std::string cell(std::string_view text) {
  std::string safe;
  for (const char c : shown_line(text)) {
    if (c == '|' || c == '<' || c == '`' || c == '*' || c == '[' || c == '\\') safe += '\\';
    safe += c;
    if (c == '@' || c == '#') safe += "<!-- -->";
  }
  return safe;
}

/// A name as code in a table's cell.
std::string code_cell(std::string_view name) {
  std::string safe = "`";
  for (const char c : shown_line(name))
    safe += c == '`' ? std::string("'") : c == '|' ? std::string("\\|") : std::string(1, c);
  return safe + "`";
}

/// "ibm-ignored: 12 tests of gpu, skinning.linear_blend"
std::string words_of(const ChangeGroup& group) {
  return fmt::format("{}: {} of {}, {}", group.cause, counted(group.tests.size(), "test"), group.subject,
                     group.about);
}

/// The meaning of a change, below its line; empty if the line is clear.
std::string meaning_below(const DeviceChange& change) {
  const std::string words = shown_line(meaning(change));
  return words.empty() ? "" : fmt::format("    {}\n", words);
}

}  // namespace

namespace {

/// The causes that a run names. Each begins with the subject's name.
std::vector<std::string> causes_of(const Results& run) {
  std::vector<std::string> causes;
  if (!run.json.is_object()) return causes;
  for (const ordered_json& subject : run.json.value("subjects", ordered_json::array()))
    for (const std::string& words : diagnosis_texts(read_diagnoses(subject)))
      causes.push_back(fmt::format("{}: {}", text_in(subject, "name"), words));
  return causes;
}

/// True for a test that did not run, because of a shard or --max-failures.
bool is_left(const Results& run, const std::string& name) {
  return run.plan && std::ranges::binary_search(run.plan->not_run, name);
}

/// Counts tests that ran in neither run.
void count_left(Comparison& comparison, const Results& before, const Results& after) {
  std::set<std::string> names;
  if (before.plan && after.plan)
    std::ranges::set_intersection(before.plan->not_run, after.plan->not_run,
                                  std::inserter(names, names.end()));
  if (after.json.is_object())
    for (const std::string& name : after.json.value("left", std::vector<std::string>())) {
      comparison.is_incomplete = true;
      if (before.find(name) == nullptr) names.insert(name);
    }
  comparison.in_neither = names.size();
}

/// A name without the values of policies, and the values: from the case's name (".direction.") and
/// after the variant.
struct PolicyFreeName {
  std::string name;
  std::vector<std::string> values;
};

/// The policies of an entry's algorithm.
std::vector<OptionSpec> policies_of(const ResultEntry& entry) {
  const Algorithm* const algorithm = find_algorithm(entry.algorithm);
  std::vector<OptionSpec> policies;
  if (algorithm != nullptr)
    std::ranges::copy_if(algorithm->implementation.declaration.options, std::back_inserter(policies),
                         [](const OptionSpec& option) { return option.kind == OptionSpec::Kind::policy; });
  return policies;
}

PolicyFreeName without_policies(const ResultEntry& entry) {
  PolicyFreeName free;
  const std::size_t end = entry.name.find('/'), last = entry.name.rfind('/');
  if (end == std::string::npos) return {entry.name, {}};
  const std::vector<OptionSpec> policies = policies_of(entry);
  for (std::size_t begin = 0, dot = 0; begin < end; begin = dot + 1) {
    dot = std::min(entry.name.find('.', begin), end);
    const std::string word = entry.name.substr(begin, dot - begin);
    const auto policy = std::ranges::find_if(policies, [&word](const OptionSpec& option) {
      return std::ranges::find(option.values, word) != option.values.end();
    });
    if (policy != policies.end()) free.values.push_back(word);
    free.name += fmt::format("{}.", policy == policies.end() ? word : policy->name);
  }
  std::vector<std::string> words;
  for (const auto& [key, value] : texts_in(entry.json, "variant"))
    words.push_back(case_word(value));
  std::string variant = fmt::format("{}", fmt::join(words, ".")), rest = entry.name.substr(last + 1);
  if (!variant.empty() && rest.starts_with(variant)) rest.erase(0, variant.size() + 1);
  const bool is_of_policies = std::ranges::any_of(policies, [&rest](const OptionSpec& option) {
    return rest.starts_with(fmt::format("{}-", option.name));
  });
  if (!is_of_policies && !rest.empty() && rest != "default") variant += "." + std::exchange(rest, "");
  free.values.push_back(rest.empty() ? "default" : rest);
  free.name += entry.name.substr(end, last - end + 1) + variant;
  return free;
}

/// Entries that only one run has, keyed by their names without policies.
using Unmatched = std::map<std::string, std::vector<const ResultEntry*>>;

Unmatched unmatched(const Results& run, const Results& other) {
  Unmatched all;
  for (const ResultEntry& entry : run.entries)
    if (other.find(entry.name) == nullptr && !is_left(other, entry.name) && !is_self_test(entry.name))
      all[without_policies(entry).name].push_back(&entry);
  return all;
}

/// "normal_rule-direction -> normal_rule-inverse-transpose": only the values that differ.
std::string policy_step(const ResultEntry& before, const ResultEntry& after) {
  std::vector<std::string> was = without_policies(before).values, is = without_policies(after).values;
  for (std::size_t i = std::min(was.size(), is.size()); i-- > 0;)
    if (was[i] == is[i]) {
      was.erase(was.begin() + static_cast<std::ptrdiff_t>(i));
      is.erase(is.begin() + static_cast<std::ptrdiff_t>(i));
    }
  return fmt::format("{} -> {}", fmt::join(was, ", "), fmt::join(is, ", "));
}

/// Pairs of the same test under different declared policies: new by old. A name pairs only if it is
/// unique without policies.
std::map<const ResultEntry*, const ResultEntry*> by_other_policies(const Results& before,
                                                                   const Results& after) {
  std::map<const ResultEntry*, const ResultEntry*> pairs;
  const Unmatched later = unmatched(after, before);
  for (const auto& [name, entries] : later.empty() ? Unmatched() : unmatched(before, after))
    if (const auto now = later.find(name);
        now != later.end() && entries.size() == 1 && now->second.size() == 1)
      pairs.emplace(entries.front(), now->second.front());
  return pairs;
}

}  // namespace

Comparison compare(const Results& before, const Results& after, double slower_than) {
  Comparison comparison;
  compare_devices(comparison, before, after);
  count_left(comparison, before, after);
  const auto partners = by_other_policies(before, after);
  std::set<const ResultEntry*> paired;
  std::map<std::string, std::size_t> steps;
  for (const auto& [then, now] : partners) {
    paired.insert(now);
    ++steps[policy_step(*then, *now)];
  }
  for (const auto& [step, count] : steps)
    comparison.policy_changes.push_back(fmt::format("{}: {}", counted(count, "test"), step));
  for (const ResultEntry& entry : before.entries) {
    const auto partner = partners.find(&entry);
    const ResultEntry* now = partner != partners.end() ? partner->second : after.find(entry.name);
    if (now != nullptr)
      add(comparison, {now->name, &entry, now}, slower_than);
    else if (!is_self_test(entry.name))  // a missing self-test: the device was repaired
      (is_left(after, entry.name) ? comparison.not_run : comparison.gone)
          .push_back({entry.name, &entry, nullptr});
  }
  for (const ResultEntry& entry : after.entries)
    if (before.find(entry.name) == nullptr && !paired.contains(&entry))
      (is_fine(entry.verdict) ? comparison.added : comparison.new_bad)
          .push_back({entry.name, nullptr, &entry});
  std::ranges::stable_sort(comparison.drifted, std::greater(), size_of);
  std::ranges::stable_sort(comparison.slower, std::greater(), size_of);
  comparison.groups = change_groups(comparison, after);
  if (!comparison.groups.empty()) comparison.causes = causes_of(after);
  return comparison;
}

std::span<const ChangeKind> change_kinds() {
  return all_kinds;
}

std::string step_of(const ChangeKind& kind, const Change& change) {
  if (kind.list == &Comparison::drifted)
    return fmt::format("{:.3g} -> {:.3g} of the bound (x{:.3g})", change.before->verdict.worst_fraction,
                       change.after->verdict.worst_fraction, change.factor);
  if (kind.list == &Comparison::slower)
    return fmt::format("{:.3g} s -> {:.3g} s (x{:.3g})", change.before->verdict.subject_seconds,
                       change.after->verdict.subject_seconds, change.factor);
  if (change.before == nullptr || change.after == nullptr)
    return std::string(to_string((change.before == nullptr ? change.after : change.before)->verdict.outcome));
  return fmt::format("{} -> {}", to_string(change.before->verdict.outcome),
                     to_string(change.after->verdict.outcome));
}

std::vector<std::pair<const ChangeKind*, std::size_t>> change_counts(const Comparison& comparison) {
  std::vector<std::pair<const ChangeKind*, std::size_t>> counts;
  for (const ChangeKind& kind : all_kinds)
    if (const std::size_t count = (comparison.*kind.list).size(); count > 0)
      counts.emplace_back(&kind, count);
  return counts;
}

std::string verdict_words(const Comparison& comparison) {
  const bool is_bad = std::ranges::any_of(change_counts(comparison),
                                          [](const auto& counted) { return counted.first->is_bad; });
  std::string text = is_bad ? "Something broke" : "Nothing broke";
  if (comparison.is_incomplete) text += fmt::format(", {} the new run is incomplete", is_bad ? "and" : "but");
  return text;
}

std::string headline(const Comparison& comparison) {
  std::string text = verdict_words(comparison) + ": ";
  for (const auto& [kind, count] : change_counts(comparison))
    text += fmt::format("{} {}, ", count, kind->title);
  text += fmt::format("{} same", comparison.same);
  if (comparison.in_neither > 0) text += fmt::format(", {} ran in neither", comparison.in_neither);
  return text + ".";
}

std::string headline(const DeviceComparison& comparison) {
  if (comparison.changes.empty()) return fmt::format("Nothing changed: {} lines same.", comparison.same);
  return fmt::format("Something changed: {} lines same, {} not.", comparison.same, comparison.changes.size());
}

std::string to_string(const DeviceChange& change) {
  const auto quoted = [](const std::string& word) {
    return ordered_json(word).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  };
  if (change.key.empty())
    return fmt::format("{}: was {}, is {}", change.subject, change.before, change.after);
  return fmt::format("{}: {} was {}, is {}", change.subject, change.key, quoted(change.before),
                     quoted(change.after));
}

std::string comparison_text(const DeviceComparison& comparison) {
  std::string text;
  for (const DeviceChange& change : comparison.changes)
    text += shown_line(to_string(change)) + "\n" + meaning_below(change);
  return text + headline(comparison) + "\n";
}

std::string comparison_markdown(const DeviceComparison& comparison) {
  std::string text = fmt::format("**{}**\n", headline(comparison));
  if (comparison.changes.empty()) return text;
  text += "\n| device | property | before | now | meaning |\n| --- | --- | --- | --- | --- |\n";
  for (const DeviceChange& change : comparison.changes)
    text += fmt::format("| {} | {} | {} | {} | {} |\n", code_cell(change.subject), cell(change.key),
                        cell(change.before), cell(change.after), cell(meaning(change)));
  return text;
}

std::string comparison_json(const DeviceComparison& comparison) {
  ordered_json changes = ordered_json::array();
  for (const DeviceChange& change : comparison.changes)
    changes.push_back({{"subject", change.subject},
                       {"key", change.key},
                       {"before", change.before},
                       {"after", change.after},
                       {"meaning", meaning(change)}});
  return json_text({{"format", "bindpose-device-comparison-1"},
                    {"exit_code", comparison.exit_code()},
                    {"same", comparison.same},
                    {"changes", std::move(changes)}});
}

namespace {

constexpr std::size_t most_causes = 6;    // per kind of change
constexpr std::size_t most_likely = 200;  // bytes of a diagnosis

/// "... and 12 tests with 2 other causes"
std::string other_causes(const std::vector<AlikeChanges>& alike, std::size_t shown) {
  std::size_t left = 0;
  for (std::size_t i = shown; i < alike.size(); ++i)
    left += alike[i].changes.size();
  return fmt::format("... and {} with {}", counted(left, "test"),
                     counted(alike.size() - shown, "other cause"));
}

/// A name that --filter takes, and for times and errors their change.
std::string name_and_step(const ChangeKind& kind, const AlikeChanges& alike, const Change& change) {
  const std::string name = shown_line(glob_of_test(change.name));
  return alike.words.empty() ? fmt::format("{}  {}", name, step_of(kind, change)) : name;
}

/// The cause in at most two lines, then some of its tests.
std::string text_of(const ChangeKind& kind, const AlikeChanges& alike, std::size_t columns) {
  constexpr std::size_t indent = 6;
  const std::size_t width = columns - std::min(columns, indent);
  std::string text;
  std::string label = fmt::format("{:>4}  ", alike.changes.size());
  if (!alike.words.empty())
    for (const std::string& line : wrapped(shown_line(fitting_parts(alike.words, 2 * width - 10)), width))
      text += std::exchange(label, std::string(indent, ' ')) + line + "\n";
  for (std::size_t i = 0; i < std::min(alike.changes.size(), most_alike); ++i)
    for (const std::string& line : wrapped(name_and_step(kind, alike, *alike.changes[i]), width))
      text += std::string(indent, ' ') + line + "\n";
  if (alike.changes.size() > most_alike)
    text += fmt::format("{:{}}and {} more\n", "", indent, alike.changes.size() - most_alike);
  return text;
}

/// True if each new failure is a known defect: then the diagnosis says nothing more.
bool are_all_named(const Comparison& comparison) {
  return std::ranges::all_of(comparison.groups,
                             [](const ChangeGroup& group) { return find_defect(group.cause) != nullptr; });
}

}  // namespace

std::string comparison_text(const Comparison& comparison, std::size_t columns) {
  std::string text;
  for (const DeviceChange& change : comparison.device_changes)
    text += fmt::format("device  {}\n", shown_line(to_string(change))) + meaning_below(change);
  for (const std::string& change : comparison.policy_changes)
    text += fmt::format("another policy  {}\n", shown_line(change));
  text = wrapped_lines(text, columns);
  for (const ChangeKind& kind : all_kinds) {
    const std::vector<Change>& list = comparison.*kind.list;
    if (list.empty()) continue;
    text += fmt::format("{} ({})\n", kind.title, list.size());
    const auto alike = alike_changes(kind, list);
    const std::size_t shown = std::min(alike.size(), most_causes);
    for (std::size_t i = 0; i < shown; ++i)
      text += text_of(kind, alike[i], columns);
    if (shown < alike.size()) text += fmt::format("  {}\n", other_causes(alike, shown));
  }
  std::string ending;
  if (!are_all_named(comparison) && !comparison.causes.empty()) {
    ending +=
        fmt::format("likely cause now  {}\n", shown_line(shortened(comparison.causes.front(), most_likely)));
    if (comparison.causes.size() > 1)
      ending += fmt::format("  and {} more, in the report of the run\n", comparison.causes.size() - 1);
  }
  text += wrapped_lines(ending, columns);
  if (!comparison.groups.empty() && !comparison.groups.front().command.empty()) {
    text += "next\n";
    for (const std::string& line : wrapped_command(comparison.groups.front().command, columns - 2))
      text += fmt::format("  {}\n", shown_line(line));
  }
  return text + wrapped_lines(headline(comparison), columns);
}

namespace {

constexpr std::size_t most_comment_words = 300, most_comment_name = 400;  // bytes in a comment
constexpr std::size_t most_comment_groups = 10;

/// A list item: the cause, its worst test with numbers, and the command that runs it again as a block of code.
std::string group_item(const ChangeGroup& group) {
  std::string text =
      fmt::format("- **{}**\n  {}: {}\n", cell(beginning_of(words_of(group), most_comment_name)),
                  code_cell(beginning_of(group.example, most_comment_name)),
                  cell(beginning_of(group.words, most_comment_words)));
  if (!group.command.empty() && group.command.size() <= 4 * most_comment_words)
    text += fmt::format("\n      {}\n\n", shown_line(group.command));
  return text;
}

/// A cause of changes of one kind, with some tests below it.
std::string item_of(const ChangeKind& kind, const AlikeChanges& alike) {
  std::string text = fmt::format(
      "- {}{}\n", counted(alike.changes.size(), "test"),
      alike.words.empty()
          ? ""
          : ": " + cell(beginning_of(fmt::format("{}", fmt::join(alike.words, "; ")), most_comment_words)));
  for (std::size_t i = 0; i < std::min(alike.changes.size(), most_alike); ++i) {
    const Change& change = *alike.changes[i];
    text += fmt::format("  - {}{}\n", code_cell(beginning_of(change.name, most_comment_name)),
                        alike.words.empty() ? " " + cell(step_of(kind, change)) : "");
  }
  if (alike.changes.size() > most_alike)
    text += fmt::format("  - and {} more\n", alike.changes.size() - most_alike);
  return text;
}

/// At most `most` causes of a kind, and `most_groups` of new failures.
std::string markdown_of(const Comparison& comparison, std::size_t most, std::size_t most_groups) {
  std::string text = fmt::format("**{}**\n", headline(comparison));
  if (!comparison.groups.empty()) text += "\n### Causes\n\n";
  for (std::size_t i = 0; i < std::min(comparison.groups.size(), most_groups); ++i)
    text += group_item(comparison.groups[i]);
  if (comparison.groups.size() > most_groups)
    text += fmt::format("- ... and {} more\n", comparison.groups.size() - most_groups);
  for (std::size_t i = 0; i < std::min(comparison.causes.size(), most_groups); ++i)
    text += fmt::format("\nLikely cause now: {}\n",
                        cell(beginning_of(comparison.causes[i], 3 * most_comment_words)));
  for (std::size_t i = 0; i < std::min(comparison.policy_changes.size(), most_groups); ++i)
    text += fmt::format("\nAnother policy: {}\n",
                        cell(beginning_of(comparison.policy_changes[i], most_comment_words)));
  for (std::size_t i = 0; i < std::min(comparison.device_changes.size(), most); ++i) {
    const DeviceChange& change = comparison.device_changes[i];
    const std::string words = meaning(change);
    text += fmt::format("\nDevice: {}{}{}\n", cell(beginning_of(to_string(change), most_comment_words)),
                        words.empty() ? "" : ": ", cell(words));
  }
  for (const ChangeKind& kind : all_kinds) {
    const std::vector<Change>& list = comparison.*kind.list;
    if (list.empty()) continue;
    text += fmt::format("\n<details{}><summary>{} {}</summary>\n\n", kind.is_bad ? " open" : "", list.size(),
                        kind.title);
    const auto alike = alike_changes(kind, list);
    const std::size_t shown = std::min(alike.size(), most);
    for (std::size_t i = 0; i < shown; ++i)
      text += item_of(kind, alike[i]);
    if (shown < alike.size()) text += fmt::format("- {}\n", other_causes(alike, shown));
    text += "\n</details>\n";
  }
  return text;
}

}  // namespace

std::string comparison_markdown(const Comparison& comparison, std::size_t most) {
  std::size_t groups = most_comment_groups;
  std::string text = markdown_of(comparison, most, groups);
  while (text.size() > most_comment_bytes && most + groups > 0) {
    (most > 0 ? most : groups) /= 2;
    text = markdown_of(comparison, most, groups);
  }
  return text;
}

std::string comparison_json(const Comparison& comparison) {
  ordered_json document = {{"format", "bindpose-comparison-1"},
                           {"exit_code", comparison.exit_code()},
                           {"same", comparison.same},
                           {"in_neither", comparison.in_neither},
                           {"policy_changes", comparison.policy_changes},
                           {"device_changes", ordered_json::array()},
                           {"causes", ordered_json::array()}};
  for (const DeviceChange& change : comparison.device_changes)
    document["device_changes"].push_back(to_string(change));
  for (const ChangeGroup& group : comparison.groups)
    document["causes"].push_back({{"subject", group.subject},
                                  {"about", group.about},
                                  {"cause", group.cause},
                                  {"tests", group.tests.size()},
                                  {"example", group.example},
                                  {"detail", group.words},
                                  {"command", group.command}});
  for (const ChangeKind& kind : all_kinds) {
    ordered_json list = ordered_json::array();
    for (const Change& change : comparison.*kind.list)
      list.push_back({{"name", change.name},
                      {"before", side(change.before)},
                      {"after", side(change.after)},
                      {"factor", json_number(change.factor)}});
    document[kind.key] = std::move(list);
  }
  return json_text(document);
}

}  // namespace bindpose::conformance
