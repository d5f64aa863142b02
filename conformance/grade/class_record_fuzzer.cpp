// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are grading.json, the record of a class in its folder of grades.
#include "conformance/grade/class_run.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::class_record_fuzzer {

using namespace conformance;

const Rubric& rubric() {
  static const Rubric known{.title = "Skinning", .hash = "0123456789abcdef"};
  return known;
}

std::vector<std::string> seeds() {
  const ClassRecord none{rubric().title, rubric().hash, "seed"};
  ClassRecord some = none;
  some.submissions = {{"ada", {"00", false}}, {"bob \xC3\xA9", {"01", true, "bob.submission"}}};
  return {class_record_text(none), class_record_text(some)};
}

void read(std::string_view input) {
  const auto record = parse_class_record(input, "grading.json", rubric());
  if (!record) return require_printable(record.error());
  const std::string text = class_record_text(*record);
  const auto again = parse_class_record(text, "grading.json", rubric());
  require(again && again->seed == record->seed && again->submissions.size() == record->submissions.size() &&
              class_record_text(*again) == text,
          "the array changed by writing and reading");
}

BINDPOSE_FUZZER(class_record)

}  // namespace bindpose::fuzz::class_record_fuzzer
