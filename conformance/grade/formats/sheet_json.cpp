// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/formats/sheet_json.h"

#include <stdexcept>

#include "conformance/judge/verdict_json.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr ExerciseStatus statuses[] = {ExerciseStatus::passed, ExerciseStatus::partial,
                                       ExerciseStatus::failed, ExerciseStatus::blocked,
                                       ExerciseStatus::skipped};

ordered_json to_json(const std::optional<Error>& error) {
  if (!error) return nullptr;
  return {{"code", error->code}, {"where", error->where}, {"message", error->message}};
}

ordered_json to_json(const CaseGrade& grade) {
  return {{"name", grade.name},     {"hidden", grade.hidden},     {"fresh", grade.fresh},
          {"credit", grade.credit}, {"feedback", grade.feedback}, {"verdict", to_json(grade.verdict)}};
}

ordered_json to_json(const ExerciseGrade& grade) {
  ordered_json cases = ordered_json::array();
  for (const CaseGrade& each : grade.cases)
    cases.push_back(to_json(each));
  return {{"id", grade.id},
          {"title", grade.title},
          {"points", grade.points},
          {"score", grade.score},
          {"status", to_string(grade.status)},
          {"needs", grade.needs},
          {"blocked_by", grade.blocked_by},
          {"source", grade.source},
          {"feedback", grade.feedback},
          {"cases", cases}};
}

std::optional<Error> error_from(const json& value) {
  if (value.is_null()) return std::nullopt;
  return Error{value.at("code"), value.at("where"), value.at("message")};
}

CaseGrade case_from(const json& value) {
  CaseGrade grade;
  value.at("name").get_to(grade.name);
  value.at("hidden").get_to(grade.hidden);
  value.at("fresh").get_to(grade.fresh);
  value.at("credit").get_to(grade.credit);
  value.at("feedback").get_to(grade.feedback);
  auto verdict = verdict_from_json(value.at("verdict"));
  if (!verdict) throw std::invalid_argument(to_string(verdict.error()));
  grade.verdict = std::move(*verdict);
  return grade;
}

ExerciseGrade exercise_from(const json& value) {
  ExerciseGrade grade;
  value.at("id").get_to(grade.id);
  value.at("title").get_to(grade.title);
  value.at("points").get_to(grade.points);
  value.at("score").get_to(grade.score);
  value.at("needs").get_to(grade.needs);
  value.at("blocked_by").get_to(grade.blocked_by);
  value.at("source").get_to(grade.source);
  value.at("feedback").get_to(grade.feedback);
  const std::string status = value.at("status");
  bool known = false;
  for (const ExerciseStatus each : statuses)
    if (to_string(each) == status) {
      grade.status = each;
      known = true;
    }
  if (!known) throw std::invalid_argument("no such status: " + status);
  for (const json& each : value.at("cases"))
    grade.cases.push_back(case_from(each));
  return grade;
}

GradeSheet sheet_from(const json& value) {
  if (value.at("format") != "bindpose-sheet-1") throw std::invalid_argument("expected bindpose-sheet-1");
  GradeSheet sheet;
  value.at("rubric").get_to(sheet.rubric);
  value.at("submission").get_to(sheet.submission);
  value.at("seed").get_to(sheet.seed);
  value.at("info").get_to(sheet.info);
  value.at("score").get_to(sheet.score);
  value.at("points").get_to(sheet.points);
  value.at("seconds").get_to(sheet.seconds);
  value.at("subject_seconds").get_to(sheet.subject_seconds);
  value.at("complete").get_to(sheet.complete);
  sheet.broken = error_from(value.at("broken"));
  sheet.judge_error = error_from(value.at("judge_error"));
  for (const json& each : value.at("exercises"))
    sheet.exercises.push_back(exercise_from(each));
  return sheet;
}

}  // namespace

std::string sheet_json(const GradeSheet& sheet) {
  ordered_json exercises = ordered_json::array();
  for (const ExerciseGrade& each : sheet.exercises)
    exercises.push_back(to_json(each));
  const ordered_json document = {{"format", "bindpose-sheet-1"},
                                 {"version", BINDPOSE_VERSION},
                                 {"rubric", sheet.rubric},
                                 {"submission", sheet.submission},
                                 {"seed", sheet.seed},
                                 {"info", sheet.info},
                                 {"complete", sheet.complete},
                                 {"score", sheet.score},
                                 {"points", sheet.points},
                                 {"seconds", sheet.seconds},
                                 {"subject_seconds", sheet.subject_seconds},
                                 {"broken", to_json(sheet.broken)},
                                 {"judge_error", to_json(sheet.judge_error)},
                                 {"exercises", exercises}};
  return document.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Expected<GradeSheet> parse_sheet(std::string_view text, const std::string& where) {
  try {
    return sheet_from(json::parse(text));
  } catch (const std::exception& error) {
    return fail("SHEET_FORMAT", where, error.what());
  }
}

Expected<GradeSheet> read_sheet(const std::filesystem::path& file) {
  BINDPOSE_TRY(const auto bytes, read_file(file, std::uintmax_t{1} << 28));
  return parse_sheet({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file.string());
}

}  // namespace bindpose::conformance
