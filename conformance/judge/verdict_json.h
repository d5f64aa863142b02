// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the JSON fields of a verdict in results.json, journals and grade sheets.
#pragma once

#include "conformance/judge/json_fields.h"
#include "conformance/judge/verdict.h"

namespace bindpose::conformance {

inline bool from_name(std::string_view word, Outcome& outcome) {
  const auto found = parse_outcome(word);
  outcome = found.value_or(Outcome::internal_error);
  return found.has_value();
}

/// Numbers that must not be negative: errors, bounds, times.
inline void require_at_least_0(FieldReader& each, std::string_view key, double number) {
  if (!(number >= 0)) each.note(key, "expected a number of at least 0");
}

void fields(auto& each, MaybeConst<ArrayVerdict> auto& array) {
  each("name", array.name);
  each("width", array.width);
  each("judged", array.judged);
  each("undecided", array.undecided);
  each.optional("undefined", array.undefined);
  each("failing", array.failing);
  each("other_branch", array.other_branch);
  each.inside("worst", [&array](auto& worst) {
    worst("fraction", Extended{array.worst_fraction});
    worst("row", array.row);
    worst("component", array.component);
    worst("expected", Extended{array.expected});
    worst("got", Extended{array.got});
    worst("bound", Extended{array.bound});
  });
  if constexpr (requires { each.note("", std::string()); }) {
    // A number from a file is checked before it is used as an index.
    if (array.component > array.width)
      each.note("worst/component", fmt::format("expected at most {}, the width", array.width));
    require_at_least_0(each, "worst/fraction", array.worst_fraction);
    if (!(array.bound >= 0 && std::isfinite(array.bound)))
      each.note("worst/bound", "expected a finite number of at least 0");
  }
}

/// The name of a field, or the former name if the file has only this.
const char* field_name(auto& each, const char* name, const char* former) {
  if constexpr (requires { each.find(name); })
    if (each.find(name) == nullptr && each.find(former) != nullptr) return former;
  return name;
}

void fields(auto& each, MaybeConst<Verdict> auto& verdict) {
  each("outcome", verdict.outcome);
  each("detail", verdict.detail);
  each("worst_fraction", Extended{verdict.worst_fraction});
  each("subject_seconds", verdict.subject_seconds);
  each("judge_seconds", verdict.judge_seconds);
  each("arrays", verdict.arrays);
  each("stages", verdict.stages);
  each("first_wrong_stage", verdict.first_wrong_stage);
  each(field_name(each, "defect", "mistake"), verdict.defect);
  each.optional(field_name(each, "defect_way", "mistake_way"), verdict.defect_way);
  each.optional("error", verdict.error);
  each.optional("class", verdict.precision_class);
  each.optional("policy", verdict.policy);
  each.optional("not_asked", verdict.not_asked);
  each.optional("judged", verdict.judged);
  each.optional("bits", verdict.bits);
  each.optional("is_repeatable", verdict.is_repeatable);
  each.optional("is_cached", verdict.is_cached);
  if constexpr (requires { each.note("", std::string()); }) {
    require_at_least_0(each, "worst_fraction", verdict.worst_fraction);
    require_at_least_0(each, "subject_seconds", verdict.subject_seconds);
    require_at_least_0(each, "judge_seconds", verdict.judge_seconds);
  }
}

/// Reads an object with a verdict's fields. Error VERDICT_FORMAT at a field that is missing or of the wrong kind.
inline Expected<Verdict> verdict_from_json(const nlohmann::ordered_json& object) {
  return read_fields<Verdict>(object, "", {"VERDICT_FORMAT", "VERDICT_FORMAT"});
}

}  // namespace bindpose::conformance
