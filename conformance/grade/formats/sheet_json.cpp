// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "conformance/grade/formats/sheet.h"
#include "conformance/judge/verdict_json.h"
#include "conformance/report/unfinished.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {

constexpr const char* format_name = "bindpose-sheet-1";
constexpr FieldWords sheet_words_of = {.code = "SHEET_FORMAT", .name_code = "SHEET_FORMAT"};

// Argument-dependent lookup must find these, so they are not in an unnamed namespace.
static bool from_name(std::string_view word, ExerciseStatus& status) {
  const auto* name = std::find(std::begin(status_names), std::end(status_names), word);
  if (name == std::end(status_names)) return false;
  status = static_cast<ExerciseStatus>(name - std::begin(status_names));
  return true;
}

void fields(auto& each, MaybeConst<CaseGrade> auto& grade) {
  each("name", grade.name);
  each("hidden", grade.hidden);
  each("fresh", grade.fresh);
  each("credit", grade.credit);
  each("feedback", grade.feedback);
  each("verdict", grade.verdict);
  each.optional("belongs_to", grade.belongs_to);
}

void fields(auto& each, MaybeConst<ExerciseGrade> auto& grade) {
  each("id", grade.id);
  each("title", grade.title);
  each("points", grade.points);
  each("score", grade.score);
  each("status", grade.status);
  each("needs", grade.needs);
  each("blocked_by", grade.blocked_by);
  each("source", grade.source);
  each("feedback", grade.feedback);
  each("cases", grade.cases);
  each.optional("only_visible_right", grade.only_visible_right);
}

void fields(auto& each, MaybeConst<GradeSheet> auto& sheet) {
  each("rubric", sheet.rubric);
  each("submission", sheet.submission);
  each("seed", sheet.seed);
  each.optional("time", sheet.time);
  each.optional("hash", sheet.hash);
  each("info", sheet.info);
  each("complete", sheet.complete);
  each("score", sheet.score);
  each("points", sheet.points);
  each("seconds", sheet.seconds);
  each("subject_seconds", sheet.subject_seconds);
  each("broken", sheet.broken);
  each("judge_error", sheet.judge_error);
  each("exercises", sheet.exercises);
}

std::string sheet_json(const GradeSheet& sheet) {
  nlohmann::ordered_json document = nlohmann::ordered_json::object();
  if (!sheet.complete) document["state"] = unfinished_state;
  document.update({{"format", format_name}, {"version", BINDPOSE_VERSION}});
  document.update(json_of(sheet));
  return json_text(document);
}

Expected<GradeSheet> parse_sheet(std::string_view text, const std::string& where) {
  BINDPOSE_TRY(const auto document, parse_json(text, sheet_words_of.code, where));
  if (!has_format(document, format_name))
    return fail(sheet_words_of.code, where, "expected bindpose-sheet-1");
  return read_fields<GradeSheet>(document, where + "#", sheet_words_of);
}

Expected<GradeSheet> read_sheet(const std::filesystem::path& file) {
  BINDPOSE_TRY(const auto text, read_text(file, limits::sheet.most));
  return parse_sheet(text, file.string());
}

}  // namespace bindpose::conformance
