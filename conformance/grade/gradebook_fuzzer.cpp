// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are a table of a course platform: names, times, points.
#include "conformance/grade/gradebook.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::gradebook_fuzzer {

using namespace conformance;

std::vector<std::string> seeds() {
  return {
      "\xEF\xBB\xBFsubmission,time\r\nada,2026-11-29T12:30:00Z\r\n\"b\"\"o,b\",2026-11-29 12:30:05.25 UTC",
      "submission,exercise,points,comment\n'=ada,1,-0.5,\"two\nlines\"\n,,\n", "2026-02-28T23:59:60+01:30",
      "\"open"};
}

void read(std::string_view input) {
  const auto rows = parse_csv(input, "times.csv");
  if (!rows) return require_printable(rows.error());
  const auto again = parse_csv(csv_text(*rows), "times.csv");
  require(again && *again == *rows, "the array changed by writing and reading");
  for (const CsvRow& row : *rows)
    for (const std::string& cell : row) {
      require(unguarded_name(guarded_name(cell)) == cell, "guarding changes a name");
      static_cast<void>(parse_moment(cell));
    }
}

BINDPOSE_FUZZER(gradebook)

}  // namespace bindpose::fuzz::gradebook_fuzzer
