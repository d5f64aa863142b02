// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are case files as users write them.
#include "conformance/cases/own/own_cases.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::own_case_fuzzer {

std::vector<std::string> seeds() {
  return {
      R"json({"format": "bindpose-case-1", "name": "half", "algorithm": "interp.lerp", "level": "pose", "options": {"range": "clamp"},
 "purpose": "why", "arrays": {"a": [[0, 1]], "b": [[0.1, 3]], "t": [0.5]}})json",
      R"json({"format": "bindpose-case-1", "name": "one", "algorithm": "lbs", "level": "palette", "options": {},
 "arrays": {"positions": [[1, 2, 3]], "joints": [[0]], "weights": [[1]], "palette": [[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]]}})json",
      R"json({"format": "bindpose-case-1", "name": "far", "algorithm": "lbs", "level": "palette", "arrays": "/nowhere/a.safetensors"})json"};
}

void read(std::string_view input) {
  const auto own = conformance::parse_own_case(input, "own.json", "/nowhere");
  if (!own) return require_printable(own.error());
  require(own->question().has_value(), "a case without an input");
}

BINDPOSE_FUZZER(own_case)

}  // namespace bindpose::fuzz::own_case_fuzzer
