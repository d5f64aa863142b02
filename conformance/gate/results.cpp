// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/results.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/judge/verdict_json.h"
#include "conformance/report/diagnosis_json.h"
#include "conformance/report/run_page.h"
#include "reference/io/safetensors.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr FieldWords results_words = {.code = "RESULTS_FORMAT",
                                      .name_code = "RESULTS_OUTCOME",
                                      .missing = "is missing; it must be ",
                                      .expected = "must be ",
                                      .names = "a list of names"};

Expected<ResultEntry> entry_of(const ordered_json& object, const std::string& place) {
  ResultEntry entry;
  Verdict& verdict = entry.verdict;
  std::optional<Error> error;
  FieldReader each(object, place, results_words, error);
  each("name", entry.name);
  each("algorithm", entry.algorithm);
  each("subject", entry.subject);
  each("outcome", verdict.outcome);
  each.optional("judged", verdict.judged);
  each.optional("bits", verdict.bits);
  each.optional("is_repeatable", verdict.is_repeatable);
  each.optional("is_cached", verdict.is_cached);
  each("detail", verdict.detail);
  each("worst_fraction", Extended{verdict.worst_fraction});
  each("subject_seconds", Extended{verdict.subject_seconds});
  each("judge_seconds", Extended{verdict.judge_seconds});
  if (error) return tl::unexpected(*error);
  if (const auto variant = object.find("variant");
      variant != object.end() && variant->size() > limits::results_options.most)
    return fail(results_words.code, place + "/variant",
                "has more than " + to_string(limits::results_options));
  for (const ordered_json& note : object.value("notes", ordered_json::array()))
    if (note.is_string()) entry.notes.push_back(note.get<std::string>());
  entry.json = object;
  return entry;
}

/// The entries, sorted by name, each name once.
Expected<std::vector<ResultEntry>> entries_of(const ordered_json& list, const std::string& where) {
  std::vector<ResultEntry> entries;
  for (const ordered_json& object : list) {
    BINDPOSE_TRY(auto entry, entry_of(object, fmt::format("{}#/results/{}", where, entries.size())));
    entries.push_back(std::move(entry));
  }
  std::ranges::sort(entries, {}, &ResultEntry::name);
  const auto twice = std::ranges::adjacent_find(entries, {}, &ResultEntry::name);
  if (twice != entries.end())
    return fail("RESULTS_DUPLICATE", where, fmt::format("'{}' is listed twice", printable(twice->name)));
  return entries;
}

/// Checks objects, their number, and unique names.
Expected<void> check_subjects(const ordered_json& subjects, const std::string& where) {
  if (subjects.size() > limits::results_subjects.most)
    return fail(results_words.code, where, "has more than " + to_string(limits::results_subjects));
  std::set<std::string> names;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    if (!subjects[i].is_object())
      return fail(results_words.code, fmt::format("{}/{}", where, i), "must be an object");
    if (std::string name = text_in(subjects[i], "name"); !name.empty() && !names.insert(name).second)
      return fail("RESULTS_DUPLICATE", where, fmt::format("'{}' is listed twice", printable(name)));
  }
  return {};
}

/// Converts former names to current names, and the plan's hash if the file has all names.
void use_current_names(Results& results) {
  std::vector<std::string> before, now;
  const auto rename = [&results](std::string& name) {
    add_note(results.notes, renamed_note(name));
    name = current_name(name);
  };
  for (ResultEntry& entry : results.entries) {
    before.push_back(entry.name);
    rename(entry.name);
    entry.algorithm = current_path(entry.algorithm);
    entry.json["name"] = entry.name;
    entry.json["algorithm"] = entry.algorithm;
    if (entry.json.contains("case")) entry.json["case"] = entry.name.substr(0, entry.name.find('/'));
    for (const auto& [former, name] :
         {std::pair{"mistake", "defect"}, std::pair{"mistake_way", "defect_way"}})
      if (entry.json.contains(former)) {
        if (!entry.json.contains(name)) entry.json[name] = entry.json[former];
        entry.json.erase(former);
      }
    now.push_back(entry.name);
  }
  for (std::string& name : results.missing)
    rename(name);
  if (results.plan) {
    for (std::string& name : results.plan->not_run) {
      before.push_back(name);
      rename(name);
      now.push_back(name);
    }
    std::sort(results.plan->not_run.begin(), results.plan->not_run.end());
    if (hash_of_names(before) == results.plan->names_fnv1a64)
      results.plan->names_fnv1a64 = hash_of_names(now);
  }
  if (const auto left = results.json.find("left"); left != results.json.end())
    for (ordered_json& each : *left) {
      auto name = each.get<std::string>();
      rename(name);
      each = std::move(name);
    }
  std::ranges::sort(results.entries, {}, &ResultEntry::name);
}

}  // namespace

std::map<std::string, std::string> texts_in(const ordered_json& object, const char* key) {
  std::map<std::string, std::string> texts;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_object()) return texts;
  for (const auto& [name, value] : found->items())
    if (value.is_string()) texts[name] = value.get<std::string>();
  return texts;
}

const ResultEntry* Results::find(const std::string& name) const {
  const auto entry = std::ranges::lower_bound(entries, name, {}, &ResultEntry::name);
  return entry == entries.end() || entry->name != name ? nullptr : &*entry;
}

Expected<Results> parse_results(std::string_view text, const std::string& where) {
  Results results;
  results.place = where;
  BINDPOSE_TRY(results.json, parse_json(text, "JSON_SYNTAX", where, limits::results_values.most));
  ordered_json& document = results.json;
  if (!has_format(document, "bindpose-results-1"))
    return fail(results_words.code, where + "#/format", "must be bindpose-results-1");
  if (document.contains("state"))
    return fail("RESULTS_UNFINISHED", where,
                "the run that writes this file has not ended: it still runs, or it was killed; the same "
                "command with --resume finishes a killed run");
  for (const char* key : {"results", "subjects"})
    if (!document.contains(key) || !document[key].is_array())
      return fail(results_words.code, fmt::format("{}#/{}", where, key), "must be a list");
  BINDPOSE_CHECK(check_subjects(document["subjects"], where + "#/subjects"));
  std::optional<Error> error;
  FieldReader each(document, where + "#", results_words, error);
  each("interrupted", results.interrupted);
  each("seconds", Extended{results.seconds});
  each.optional("suite", results.plan);
  each.optional("missing", results.missing);
  std::vector<std::string> left;  // read from the document after its check
  each.optional("left", left);
  if (error) return tl::unexpected(*error);
  if (const auto& plan = results.plan; plan && plan->shard >= plan->shards)
    return fail(results_words.code, where + "#/suite",
                fmt::format("shard {} of {} does not exist", plan->shard, plan->shards));
  BINDPOSE_TRY(results.entries, entries_of(document["results"], where));
  document.erase("results");
  use_current_names(results);
  return results;
}

Expected<Results> read_results(const std::filesystem::path& path) {
  const std::filesystem::path file = std::filesystem::is_directory(path) ? path / "results.json" : path;
  BINDPOSE_TRY(const auto text, read_text(file, limits::results.most));
  return parse_results(text, file.string());
}

namespace {

/// True for a command as bindpose writes it: words that are quoted or need no quotes.
bool is_own_command(std::string_view command) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@% ";
  bool in_quotes = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (static_cast<unsigned char>(c) < 0x20) return false;
    if (c == '\'')
      in_quotes = !in_quotes;
    else if (!in_quotes && command.substr(i, 2) == "\\'")
      ++i;
    else if (!in_quotes && plain.find(c) == plain.npos)
      return false;
  }
  return command.starts_with("bindpose test --subject ") && !in_quotes;
}

/// True if a diagnosis of the algorithm has the symptom of state kept between inputs.
bool keeps_state(const ordered_json& subject, const std::string& algorithm) {
  static const ordered_json none = ordered_json::array();
  const auto list = [](const ordered_json& object, const char* key) -> const ordered_json& {
    const auto found = object.find(key);
    return found != object.end() && found->is_array() ? *found : none;
  };
  return std::ranges::any_of(list(subject, "diagnoses"), [&](const ordered_json& each) {
    return std::ranges::any_of(
               list(each, "symptoms"),
               [](const ordered_json& one) { return text_in(one, "symptom") == right_alone; }) &&
           std::ranges::any_of(list(each, "algorithms"),
                               [&](const ordered_json& path) { return path == algorithm; });
  });
}

}  // namespace

std::string command_of(const ResultEntry& entry, const ordered_json& document) {
  if (is_of_gate(entry.verdict.outcome)) return "";
  const std::string name =
      text_in(entry.json, "name");  // results_of_subject() shortens the name in the entry
  std::string command, asset;
  bool is_stateful = false;
  const auto each_of = [&document](const char* key, const auto& look) {
    if (const auto list = document.find(key); list != document.end() && list->is_array())
      for (const ordered_json& each : *list)
        look(each);
  };
  each_of("subjects", [&](const ordered_json& each) {
    if (text_in(each, "name") != entry.subject) return;
    command = text_in(each, "command");
    is_stateful = keeps_state(each, entry.algorithm);
  });
  each_of("assets", [&](const ordered_json& each) {
    if (name.starts_with(fmt::format("asset.{}.", text_in(each, "label"))))
      asset = " --asset " + shell_word(text_in(each, "path"));
  });
  return is_own_command(command) ? command_of(name, command, asset, is_stateful) : "";
}

namespace {

/// The subject in "<case>/<subject>/<variant>"; none in other names.
std::optional<std::string> subject_in(const std::string& name) {
  const std::size_t first = name.find('/'), last = name.rfind('/');
  if (first == last) return std::nullopt;
  return name.substr(first + 1, last - first - 1);
}

std::string subject_of(const ResultEntry& entry) {
  return subject_in(entry.name).value_or(entry.subject);
}

}  // namespace

std::set<std::string> subjects_in(const Results& results) {
  std::set<std::string> names;
  for (const ResultEntry& entry : results.entries)
    names.insert(subject_of(entry));
  return names;
}

Expected<Results> results_of_subject(Results results, const std::string& subject) {
  const std::set<std::string> all = subjects_in(results);
  std::erase_if(results.entries, [&subject](const ResultEntry& entry) {
    return entry.subject != subject && subject_of(entry) != subject;
  });
  if (results.entries.empty())
    return fail("SUBJECT_UNKNOWN", printable(subject),
                fmt::format("is not in {}, which has {}", results.place, fmt::join(all, ", ")));
  const std::set<std::string> kept = subjects_in(results);
  const auto shorten = [](std::string& name) {
    if (const auto named = subject_in(name)) name.erase(name.find('/'), named->size() + 1);
  };
  // Keeps the tests of this subject, under the names of its entries.
  const auto shorten_all = [&](std::vector<std::string>& names) {
    std::erase_if(names,
                  [&kept](const std::string& name) { return !kept.contains(subject_in(name).value_or("")); });
    std::ranges::for_each(names, shorten);
    std::ranges::sort(names);
  };
  for (ResultEntry& entry : results.entries)
    shorten(entry.name);
  std::ranges::sort(results.entries, {}, &ResultEntry::name);
  if (results.plan) shorten_all(results.plan->not_run);
  if (const auto left = results.json.find("left"); left != results.json.end()) {
    auto names = left->get<std::vector<std::string>>();
    shorten_all(names);
    *left = names;
  }
  return results;
}

std::vector<std::size_t> dealt_by_cost(const std::vector<double>& seconds, std::size_t shards) {
  std::vector<std::size_t> longest_first(seconds.size());
  std::iota(longest_first.begin(), longest_first.end(), std::size_t{0});
  std::ranges::stable_sort(longest_first, std::ranges::greater{}, [&](std::size_t i) { return seconds[i]; });
  using Load = std::pair<double, std::size_t>;
  std::priority_queue<Load, std::vector<Load>, std::greater<>> least_to_do;
  for (std::size_t shard = 0; shard < shards; ++shard)
    least_to_do.emplace(0, shard);
  std::vector<std::size_t> shard_of(seconds.size());
  for (const std::size_t i : longest_first) {
    const auto [load, shard] = least_to_do.top();
    least_to_do.pop();
    shard_of[i] = shard;
    least_to_do.emplace(load + seconds[i], shard);
  }
  return shard_of;
}

std::vector<double> seconds_of_tests(const std::vector<std::string>& names, const Results& earlier) {
  // The file may contain an impossible time.
  const auto took = [](const ResultEntry& entry) {
    const double sum = entry.verdict.subject_seconds + entry.verdict.judge_seconds;
    return std::isfinite(sum) ? std::max(sum, 0.0) : 0.0;
  };
  double sum = 0;
  for (const ResultEntry& entry : earlier.entries)
    sum += took(entry);
  const double mean = earlier.entries.empty() ? 1 : sum / static_cast<double>(earlier.entries.size());
  std::vector<double> seconds;
  for (const std::string& name : names) {
    const ResultEntry* known = earlier.find(name);
    seconds.push_back(known != nullptr ? took(*known) : mean);
  }
  return seconds;
}

}  // namespace bindpose::conformance
