// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/self_test_case.h"

#include <fmt/format.h>

#include "conformance/cases/asset/asset_cases.h"

namespace bindpose::conformance {

const Case& self_test_case() {
  static const Algorithm algorithm = [] {
    Algorithm made;
    made.family = "device";
    made.stem = "self_test";
    made.id = "self-test";
    made.title = "Self-test";
    return made;
  }();
  static const Case one = [] {
    Case made;
    made.name = "device.self_test.known_transform";
    made.algorithm = &algorithm;
    made.purpose =
        "Whether the subject starts. For a device also a transform of few points that is exact in float32.";
    return made;
  }();
  return one;
}

std::string self_test_name(const std::string& subject) {
  return fmt::format("{}/{}/default", self_test_case().name, case_word(subject));
}

bool is_self_test(std::string_view test) {
  return test.starts_with(self_test_case().name + "/");
}

}  // namespace bindpose::conformance
