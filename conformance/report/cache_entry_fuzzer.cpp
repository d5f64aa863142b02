// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Inputs are entries of a folder of verdicts without their seals, because every user with write access can make
// valid seals.
#include "conformance/testing/told_verdict.h"

namespace bindpose::fuzz::cache_entry_fuzzer {

using namespace conformance;

const std::string name(64, 'a');

std::vector<std::string> seeds() {
  Verdict pass;
  pass.outcome = Outcome::pass;
  pass.precision_class = "half-palette";
  pass.not_asked = {"tangents"};
  Verdict declined, wrong;
  declined.outcome = Outcome::not_supported;
  declined.detail = "NOT_SUPPORTED: no \x1b[31m normals";
  wrong.outcome = Outcome::fail;
  wrong.detail = "positions[7][1] is \xFF";
  ArrayVerdict array;
  array.name = "positions";
  array.width = 3;
  array.component = 2;
  array.failing = 3;
  wrong.arrays = wrong.stages = {array};
  return {entry_text(name, pass), entry_text(name, declined), entry_text(name, wrong)};
}

void read(std::string_view input) {
  const auto verdict = parse_entry(input, name);
  if (!verdict) return;
  require(can_be_kept(*verdict), "a verdict that must not be cached");
  const auto again = parse_entry(entry_text(name, *verdict), name);
  require(again && entry_text(name, *again) == entry_text(name, *verdict),
          "writing and reading changed the entry");
  tell_verdict(*verdict);
}

BINDPOSE_FUZZER(cache_entry)

}  // namespace bindpose::fuzz::cache_entry_fuzzer
