// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are waivers, as XML or JSON.

#include "conformance/gate/waivers.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::waivers_fuzzer {

using namespace conformance;

std::vector<std::string> seeds() {
  return {
      R"(<?xml version="1.0" encoding="UTF-8"?>
<waiver_list>
  <!-- noted -->
  <waiver vendor="Mesa*" url="https://example.org/1">
    <description>Half &amp; &#65;</description>
    <renderer_list><r>llvm*</r><r>softpipe</r></renderer_list>
    <t>skinning.linear_blend.*</t>
    <t>pose.[f]k?matrix</t>
  </waiver>
</waiver_list>
)",
      R"(<waiver_list><waiver url="u" owner="ann" expires="2027-01-31" max_error="2.5"><t>pose.*</t></waiver></waiver_list>)",
      R"({"format": "bindpose-waivers-1", "waivers": []})",
      R"({"format": "bindpose-waivers-1", "waivers": [{"cases": ["pose.*"], "subjects": ["gpu*"], "reason": "late",
 "owner": "ann", "url": "https://example.org", "expires": "2027-01-31", "max_error": 3},
 {"cases": ["a.b/gpu/-"], "reason": "x"}]})",
      R"({"format": "bindpose-waivers-1", "waivers": [{"cases": ["*[a-z]*[!.]*", "[[:alpha:]"], "reason": "x"}]})",
      R"({"format": "bindpose-waivers-1", "waivers": [{"reason": "x", "cases": [")" +
          std::string(limits::waiver_glob.most + 1, '*') + "\"]}]}"};
}

void read(std::string_view input) {
  const auto waivers = Waivers::parse(input, "waivers");
  if (!waivers) return require_printable(waivers.error());
  const Date day{std::chrono::year(2027), std::chrono::January, std::chrono::day(31)};
  for (const Waiver& waiver : waivers->list()) {
    require(!waiver.cases.empty() && !(waiver.reason.empty() && waiver.url.empty()),
            "a waiver without a reason");
    require(
        !waiver.expires || (waiver.expires->ok() && parse_date(to_string(*waiver.expires)) == waiver.expires),
        "its expiry date is impossible");
    require(!waiver.max_error || (std::isfinite(*waiver.max_error) && *waiver.max_error >= 1),
            "its largest error is impossible");
    Verdict wrong{.outcome = Outcome::fail};
    wrong.worst_fraction = INFINITY;
    require(!waiver.max_error || under_waiver(wrong, waiver, day).outcome == Outcome::fail,
            "an infinite error is within a limit");
  }
  for (const std::string& note : waivers->notes())
    require_printable({"NOTE", "", note});
  static_cast<void>(
      waivers->find("hierarchy.fk_matrix.bar/gpu:0/-", "gpu:0", {{"renderer", "llvmpipe"}}, day));
}

BINDPOSE_FUZZER(waivers)

}  // namespace bindpose::fuzz::waivers_fuzzer
