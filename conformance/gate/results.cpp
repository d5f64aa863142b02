// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/results.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "reference/io/safetensors.h"
#include "reference/model/try.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

/// Reads fields of one object; keeps the first error.
class Fields {
 public:
  Fields(const ordered_json& object, std::string place) : object_(object), place_(std::move(place)) {}

  std::string text(const char* key) { return get<std::string>(key, &ordered_json::is_string, "a text"); }
  bool flag(const char* key) { return get<bool>(key, &ordered_json::is_boolean, "true or false"); }
  std::size_t count(const char* key) {
    return get<std::size_t>(key, &ordered_json::is_number_unsigned, "a whole number");
  }
  /// JSON has no infinity: it is written as a text.
  double number(const char* key) {
    if (!object_.is_object() || !object_.contains(key) || !object_[key].is_string())
      return get<double>(key, &ordered_json::is_number, "a number");
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto word = object_[key].get<std::string>();
    if (word == "inf") return infinity;
    if (word == "-inf") return -infinity;
    if (word != "nan") refuse(key, "is to be a number");
    return std::numeric_limits<double>::quiet_NaN();
  }
  Outcome outcome(const char* key) {
    const std::string word = text(key);
    const auto outcome = parse_outcome(word);
    if (!outcome && !error_)
      error_ = Error{"RESULTS_OUTCOME", fmt::format("{}/{}", place_, key),
                     fmt::format("'{}' is no verdict that this bindpose knows", word)};
    return outcome.value_or(Outcome::internal_error);
  }
  bool has(const char* key) const { return object_.is_object() && object_.contains(key); }
  const std::optional<Error>& error() const { return error_; }

 private:
  template <class T>
  T get(const char* key, bool (ordered_json::*is)() const noexcept, const char* kind) {
    if (!has(key)) {
      refuse(key, fmt::format("is missing; it is to be {}", kind));
    } else if (!(object_[key].*is)()) {
      refuse(key, fmt::format("is to be {}", kind));
    } else {
      return object_[key].template get<T>();
    }
    return T();
  }
  void refuse(const char* key, std::string message) {
    if (!error_) error_ = Error{"RESULTS_FORMAT", fmt::format("{}/{}", place_, key), std::move(message)};
  }

  const ordered_json& object_;
  std::string place_;
  std::optional<Error> error_;
};

Expected<ResultEntry> entry_of(const ordered_json& object, const std::string& place) {
  Fields fields(object, place);
  ResultEntry entry;
  entry.name = fields.text("name");
  entry.algorithm = fields.text("algorithm");
  entry.subject = fields.text("subject");
  entry.verdict.outcome = fields.outcome("outcome");
  if (fields.has("judged")) entry.verdict.judged = fields.outcome("judged");
  entry.verdict.detail = fields.text("detail");
  entry.verdict.worst_fraction = fields.number("worst_fraction");
  entry.verdict.subject_seconds = fields.number("subject_seconds");
  entry.verdict.judge_seconds = fields.number("judge_seconds");
  if (fields.error()) return tl::unexpected(*fields.error());
  for (const ordered_json& note : object.value("notes", ordered_json::array()))
    if (note.is_string()) entry.notes.push_back(note.get<std::string>());
  entry.json = object;
  return entry;
}

/// A list of names, empty where there is none.
Expected<std::vector<std::string>> names_of(const ordered_json& object, const char* key,
                                            const std::string& place) {
  std::vector<std::string> names;
  for (const ordered_json& name : object.value(key, ordered_json::array())) {
    if (!name.is_string())
      return fail("RESULTS_FORMAT", fmt::format("{}/{}", place, key), "is to be a list of names");
    names.push_back(name.get<std::string>());
  }
  return names;
}

Expected<Plan> plan_of_json(const ordered_json& object, const std::string& place) {
  Fields fields(object, place);
  Plan plan;
  plan.tests = fields.count("tests");
  plan.names_fnv1a64 = fields.text("names_fnv1a64");
  plan.shard = fields.count("shard");
  plan.shards = fields.count("shards");
  if (fields.error()) return tl::unexpected(*fields.error());
  BINDPOSE_TRY(plan.not_run, names_of(object, "not_run", place));
  if (plan.shard >= plan.shards)
    return fail("RESULTS_FORMAT", place, fmt::format("shard {} of {} cannot be", plan.shard, plan.shards));
  return plan;
}

/// The entries, sorted by name, each name once.
Expected<std::vector<ResultEntry>> entries_of(const ordered_json& list, const std::string& where) {
  std::vector<ResultEntry> entries;
  for (const ordered_json& object : list) {
    BINDPOSE_TRY(auto entry, entry_of(object, fmt::format("{}#/results/{}", where, entries.size())));
    entries.push_back(std::move(entry));
  }
  const auto by_name = [](const ResultEntry& a, const ResultEntry& b) { return a.name < b.name; };
  const auto same = [](const ResultEntry& a, const ResultEntry& b) { return a.name == b.name; };
  std::sort(entries.begin(), entries.end(), by_name);
  const auto twice = std::adjacent_find(entries.begin(), entries.end(), same);
  if (twice != entries.end())
    return fail("RESULTS_DUPLICATE", where, fmt::format("'{}' stands there twice", twice->name));
  return entries;
}

/// Every name of before becomes the one of today, and the plan's hash with them where the file has all its names.
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
  std::sort(results.entries.begin(), results.entries.end(),
            [](const ResultEntry& a, const ResultEntry& b) { return a.name < b.name; });
}

}  // namespace

const ResultEntry* Results::find(const std::string& name) const {
  const auto entry = std::lower_bound(entries.begin(), entries.end(), name,
                                      [](const ResultEntry& a, const std::string& b) { return a.name < b; });
  return entry == entries.end() || entry->name != name ? nullptr : &*entry;
}

Expected<Results> parse_results(std::string_view text, const std::string& where) {
  Results results;
  results.place = where;
  try {
    results.json = ordered_json::parse(text);
  } catch (const ordered_json::exception& error) {
    return fail("JSON_SYNTAX", where, error.what());
  }
  ordered_json& document = results.json;
  if (!document.is_object() || document.value("format", ordered_json()) != "bindpose-results-1")
    return fail("RESULTS_FORMAT", where + "#/format", "is to be bindpose-results-1");
  for (const char* key : {"results", "subjects"})
    if (!document.contains(key) || !document[key].is_array())
      return fail("RESULTS_FORMAT", fmt::format("{}#/{}", where, key), "is to be a list");
  Fields fields(document, where + "#");
  results.interrupted = fields.flag("interrupted");
  results.seconds = fields.number("seconds");
  if (fields.error()) return tl::unexpected(*fields.error());
  if (document.contains("suite")) {
    if (!document["suite"].is_object())
      return fail("RESULTS_FORMAT", where + "#/suite", "is to be an object");
    BINDPOSE_TRY(results.plan, plan_of_json(document["suite"], where + "#/suite"));
  }
  BINDPOSE_TRY(results.missing, names_of(document, "missing", where + "#"));
  BINDPOSE_TRY(results.entries, entries_of(document["results"], where));
  document.erase("results");
  use_current_names(results);
  return results;
}

Expected<Results> read_results(const std::filesystem::path& path) {
  const std::filesystem::path file = std::filesystem::is_directory(path) ? path / "results.json" : path;
  BINDPOSE_TRY(const auto bytes, read_file(file));
  return parse_results({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file.string());
}

}  // namespace bindpose::conformance
