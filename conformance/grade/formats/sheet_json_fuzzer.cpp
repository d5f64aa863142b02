// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are the sheet.json of a graded submission.
#include <nlohmann/json.hpp>

#include "conformance/testing/sheets.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::sheet_json_fuzzer {

using namespace conformance;

std::vector<std::string> seeds() {
  GradeSheet wrong = passed_sheet(), refused = wrong;
  wrong.exercises[0].cases = {wrong_case("b"), secret_case(false)};
  wrong.exercises[0].status = ExerciseStatus::partial;
  refused.judge_error = Error{"SANDBOX_MISSING", "bwrap", "is not installed"};
  std::vector<std::string> texts;
  for (const GradeSheet& sheet : {GradeSheet(), passed_sheet(), broken_sheet(), wrong, refused})
    texts.push_back(nlohmann::ordered_json::parse(sheet_json(sheet)).dump());  // as compact as possible
  return texts;
}

void read(std::string_view input) {
  const auto sheet = parse_sheet(input, "sheet.json");
  if (!sheet) return require_printable(sheet.error());
  const std::string text = sheet_json(*sheet);
  const auto again = parse_sheet(text, "sheet.json");
  require(again && sheet_json(*again) == text, "the array changed by writing and reading");
}

BINDPOSE_FUZZER(sheet_json)

}  // namespace bindpose::fuzz::sheet_json_fuzzer
