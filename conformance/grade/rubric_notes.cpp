// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include "conformance/grade/rubric.h"
#include "conformance/run/suite.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

using json = nlohmann::ordered_json;

std::vector<std::string> globs_of(const json& exercise, const char* key) {
  return exercise.value(key, std::vector<std::string>());
}

void note_former_names(const json& exercises, std::vector<std::string>& notes) {
  for (const json& exercise : exercises)
    for (const char* key : {"visible", "hidden"})
      for (const std::string& glob : globs_of(exercise, key))
        add_note(notes, renamed_pattern_note(glob, PatternKind::glob));
}

/// The exercise's hidden cases that all students share.
std::set<const Case*> public_cases(const Exercise& exercise, const std::vector<Case>& own) {
  std::set<const Case*> found;
  for (const RubricCase& c : exercise.cases)
    if (c.hidden) found.insert(c.from);
  for (const Case& c : own)
    found.erase(&c);
  return found;
}

void note_public(const Exercise& exercise, std::set<const Case*> known, const std::vector<std::string>& globs,
                 const std::string& place, std::vector<std::string>& notes) {
  for (std::size_t g = 0; g < globs.size() && !known.empty(); ++g) {
    const NameGlob of_names(globs[g]);
    const auto count = std::erase_if(known, [&](const Case* c) { return of_names.matches(c->name); });
    if (count == 0) continue;
    notes.push_back(
        fmt::format("{}/hidden/{}: '{}' takes {} of the built-in cases into exercise '{}', and anyone can "
                    "read their outputs; only 'fresh' cases and cases of your own can be hidden",
                    place, g, printable(globs[g]), count, printable(exercise.id)));
  }
}

/// Compares each case with the first exercise that has it.
void note_shared(const std::vector<Exercise>& exercises, std::vector<std::string>& notes) {
  std::map<const Case*, std::size_t> first;
  for (std::size_t e = 0; e < exercises.size(); ++e) {
    std::map<std::size_t, int> shared;
    for (const RubricCase& c : exercises[e].cases)
      if (const auto there = first.emplace(c.from, e); !there.second) ++shared[there.first->second];
    for (const auto& [other, count] : shared)
      notes.push_back(fmt::format("exercises '{}' and '{}' have {} {} in common; each counts twice",
                                  printable(exercises[other].id), printable(exercises[e].id), count,
                                  count == 1 ? "case" : "cases"));
  }
}

}  // namespace

std::vector<std::string> notes_on(const Rubric& rubric, const json& exercises, const std::string& where) {
  std::vector<std::string> notes;
  note_former_names(exercises, notes);
  for (std::size_t e = 0; e < rubric.exercises.size(); ++e) {
    const Exercise& exercise = rubric.exercises[e];
    note_public(exercise, public_cases(exercise, *rubric.own), globs_of(exercises[e], "hidden"),
                fmt::format("{}#/exercises/{}", printable_words(where), e), notes);
  }
  note_shared(rubric.exercises, notes);
  return notes;
}

}  // namespace bindpose::conformance
