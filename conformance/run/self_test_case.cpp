// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/self_test_case.h"

#include <fmt/format.h>

#include "conformance/cases/asset/asset_cases.h"

namespace bindpose::conformance {

namespace {

Algorithm plain_algorithm(const char* family, const char* stem, const char* id, const char* title) {
  Algorithm made;
  made.family = family;
  made.stem = stem;
  made.id = id;
  made.title = title;
  return made;
}

Case plain_case(const Algorithm& algorithm, const char* name, const char* purpose) {
  Case made;
  made.name = name;
  made.algorithm = &algorithm;
  made.purpose = purpose;
  return made;
}

}  // namespace

const Case& self_test_case() {
  static const Algorithm algorithm = plain_algorithm("device", "self_test", "self-test", "Self-test");
  static const Case one = plain_case(
      algorithm, "device.self_test.known_transform",
      "Whether the device starts, and captures a transform of few points that is exact in float32.");
  return one;
}

const Case& start_case() {
  static const Algorithm algorithm = plain_algorithm("subject", "start", "start", "Start of the subject");
  static const Case one =
      plain_case(algorithm, "subject.start.hello",
                 "Whether the subject starts, and describes itself in its first message.");
  return one;
}

std::string self_test_name(const Case& c, const std::string& subject) {
  return fmt::format("{}/{}/default", c.name, case_word(subject));
}

const Case* find_self_test(std::string_view test) {
  for (const Case* each : {&self_test_case(), &start_case()})
    if (test.starts_with(each->name + "/")) return each;
  return nullptr;
}

}  // namespace bindpose::conformance
