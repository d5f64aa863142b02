// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/rubric.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/cases.h"
#include "conformance/run/suite.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

using nlohmann::json;

/// Reads the fields of one JSON object. The first thing that is wrong is kept, the rest is ignored.
class Reader {
 public:
  Reader(const json& object, std::string pointer) : object_(object), pointer_(std::move(pointer)) {
    if (!object.is_object()) note("", "RUBRIC_FIELD", "expected an object");
  }

  const std::optional<Error>& error() const { return error_; }
  std::string at(std::string_view key) const {
    return key.empty() ? pointer_ : fmt::format("{}/{}", pointer_, key);
  }

  void known(const std::set<std::string>& keys) {
    if (!object_.is_object()) return;
    for (auto item = object_.begin(); item != object_.end(); ++item)
      if (keys.count(item.key()) == 0)
        note(item.key(), "RUBRIC_FIELD", fmt::format("unknown, expected one of {}", fmt::join(keys, ", ")));
  }
  std::string text(const char* key, bool required) {
    const json* value = find(key, required, "a text");
    if (value == nullptr) return {};
    if (value->is_string() && !(required && value->get<std::string>().empty())) return *value;
    note(key, "RUBRIC_FIELD", required ? "expected a text that is not empty" : "expected a text");
    return {};
  }
  std::optional<double> number(const char* key, bool required, double least) {
    const json* value = find(key, required, "a number");
    if (value == nullptr) return std::nullopt;
    if (value->is_number() && std::isfinite(value->get<double>()) && value->get<double>() >= least)
      return value->get<double>();
    note(key, "RUBRIC_FIELD", fmt::format("is {}, expected a number of at least {}", value->dump(), least));
    return std::nullopt;
  }
  std::optional<std::size_t> count(const char* key, std::size_t least) {
    constexpr std::size_t most = 1000000;
    const json* value = find(key, false, "");
    if (value == nullptr) return std::nullopt;
    if (value->is_number_unsigned() && value->get<std::size_t>() >= least &&
        value->get<std::size_t>() <= most)
      return value->get<std::size_t>();
    note(key, "RUBRIC_FIELD",
         fmt::format("is {}, expected a whole number from {} to {}", value->dump(), least, most));
    return std::nullopt;
  }
  std::vector<std::string> texts(const char* key) {
    const json* value = find(key, false, "");
    if (value == nullptr) return {};
    const bool is_list = value->is_array() && std::all_of(value->begin(), value->end(), [](const json& each) {
                           return each.is_string() && !each.get_ref<const std::string&>().empty();
                         });
    if (is_list) return value->get<std::vector<std::string>>();
    note(key, "RUBRIC_FIELD", "expected a list of texts");
    return {};
  }
  void note(std::string_view key, const char* code, const std::string& message) {
    if (!error_) error_ = Error{code, at(key), message};
  }

 private:
  const json* find(const char* key, bool required, const char* what) {
    if (!object_.is_object()) return nullptr;
    const auto entry = object_.find(key);
    if (entry != object_.end()) return &*entry;
    if (required) note(key, "RUBRIC_FIELD", fmt::format("is missing, expected {}", what));
    return nullptr;
  }

  const json& object_;
  std::string pointer_;
  std::optional<Error> error_;
};

void add_cases(Reader& reader, const char* key, bool hidden, Exercise& exercise) {
  const std::vector<std::string> globs = reader.texts(key);
  std::vector<bool> used(globs.size(), false);
  for (const Case& c : built_in_cases()) {
    bool matches = false;
    for (std::size_t g = 0; g < globs.size(); ++g)
      if (matches_name(c.name, globs[g])) used[g] = matches = true;
    // Visible wins where both name a case.
    const bool there = std::any_of(exercise.cases.begin(), exercise.cases.end(),
                                   [&c](const RubricCase& other) { return other.from == &c; });
    if (matches && !there) exercise.cases.push_back({&c, hidden});
  }
  for (std::size_t g = 0; g < globs.size(); ++g)
    if (!used[g])
      reader.note(fmt::format("{}/{}", key, g), "RUBRIC_GLOB",
                  fmt::format("'{}' matches no built-in case; 'bindpose list --cases' lists them", globs[g]));
}

bool is_id(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_") ==
             std::string_view::npos;
}

Expected<Exercise> read_exercise(const json& object, const std::string& pointer) {
  Reader reader(object, pointer);
  reader.known({"id", "title", "points", "source", "hint", "visible", "hidden", "fresh", "needs", "partial"});
  Exercise exercise;
  exercise.id = reader.text("id", true);
  if (!reader.error() && !is_id(exercise.id))
    reader.note("id", "RUBRIC_FIELD", "expected letters, digits and . - _ only");
  exercise.title = reader.text("title", true);
  exercise.points = reader.number("points", true, 0).value_or(0);
  exercise.source = reader.text("source", false);
  exercise.hint = reader.text("hint", false);
  add_cases(reader, "visible", false, exercise);
  add_cases(reader, "hidden", true, exercise);
  exercise.fresh = reader.count("fresh", 0).value_or(0);
  exercise.needs = reader.texts("needs");
  const std::string partial = reader.text("partial", false);
  if (partial == "cases")
    exercise.partial = PartialCredit::cases;
  else if (partial == "none")
    exercise.partial = PartialCredit::none;
  else if (!partial.empty() && partial != "stages")
    reader.note("partial", "RUBRIC_FIELD", fmt::format("is '{}', expected stages, cases or none", partial));
  if (exercise.cases.empty())
    reader.note("", "RUBRIC_CASES", "expected cases: a list of globs 'visible' or 'hidden'");
  if (reader.error()) return tl::unexpected(*reader.error());
  return exercise;
}

/// Whether one exercise leads back to itself.
bool in_circle(const std::map<std::string, const Exercise*>& by_id, const std::string& from) {
  std::set<std::string> seen;
  std::vector<std::string> open = by_id.at(from)->needs;
  while (!open.empty()) {
    const std::string id = open.back();
    open.pop_back();
    if (id == from) return true;
    if (!seen.insert(id).second) continue;
    const auto& needs = by_id.at(id)->needs;
    open.insert(open.end(), needs.begin(), needs.end());
  }
  return false;
}

Expected<void> check_needs(const Rubric& rubric, const std::string& where) {
  std::map<std::string, const Exercise*> by_id;
  const auto place = [&where](std::size_t e, std::string_view rest) {
    return fmt::format("{}#/exercises/{}/{}", where, e, rest);
  };
  for (std::size_t e = 0; e < rubric.exercises.size(); ++e)
    if (!by_id.emplace(rubric.exercises[e].id, &rubric.exercises[e]).second)
      return fail("RUBRIC_ID", place(e, "id"),
                  fmt::format("'{}' is another exercise's id, too", rubric.exercises[e].id));
  for (std::size_t e = 0; e < rubric.exercises.size(); ++e)
    for (std::size_t n = 0; n < rubric.exercises[e].needs.size(); ++n)
      if (by_id.count(rubric.exercises[e].needs[n]) == 0)
        return fail("RUBRIC_NEEDS", place(e, fmt::format("needs/{}", n)),
                    fmt::format("no exercise has the id '{}'", rubric.exercises[e].needs[n]));
  for (std::size_t e = 0; e < rubric.exercises.size(); ++e)
    if (in_circle(by_id, rubric.exercises[e].id))
      return fail("RUBRIC_NEEDS", place(e, "needs"), "the exercise needs itself, by way of others or not");
  return {};
}

}  // namespace

Expected<Rubric> parse_rubric(std::string_view text, const std::string& where) {
  json document;
  try {
    document = json::parse(text);
  } catch (const json::exception& error) {
    return fail("RUBRIC_JSON", where, error.what());
  }
  Reader reader(document, where + "#");
  reader.known({"$schema", "format", "title", "exercises", "seconds", "memory"});
  const std::string format = reader.text("format", true);
  if (!reader.error() && format != "bindpose-rubric-1")
    reader.note("format", "RUBRIC_FORMAT", fmt::format("is '{}', expected bindpose-rubric-1", format));
  Rubric rubric;
  rubric.title = reader.text("title", true);
  rubric.seconds = reader.number("seconds", false, 0.01);
  rubric.memory = reader.count("memory", 8);
  rubric.hash = fnv1a64(std::as_bytes(std::span(text.data(), text.size())));
  if (reader.error()) return tl::unexpected(*reader.error());
  const auto exercises = document.find("exercises");
  if (exercises == document.end() || !exercises->is_array() || exercises->empty())
    return fail("RUBRIC_FIELD", where + "#/exercises", "expected a list of exercises");
  for (std::size_t e = 0; e < exercises->size(); ++e) {
    BINDPOSE_TRY(auto exercise, read_exercise((*exercises)[e], fmt::format("{}#/exercises/{}", where, e)));
    rubric.exercises.push_back(std::move(exercise));
  }
  for (const json& exercise : *exercises)
    for (const char* key : {"visible", "hidden"})
      for (const json& glob : exercise.value(key, json::array()))
        add_note(rubric.notes, renamed_pattern_note(glob.get_ref<const std::string&>(), PatternKind::glob));
  BINDPOSE_CHECK(check_needs(rubric, where));
  return rubric;
}

Expected<Rubric> read_rubric(const std::filesystem::path& file) {
  BINDPOSE_TRY(const auto bytes, read_file(file, 1 << 24));
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return parse_rubric(text, file.string());
}

}  // namespace bindpose::conformance
