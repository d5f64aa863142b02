// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Inputs are journals of interrupted runs, which are resumed and reported.

#include "conformance/judge/verdict_json.h"
#include "conformance/testing/told_verdict.h"

namespace bindpose::fuzz::journal_fuzzer {

using namespace conformance;

const std::string run = "0123456789abcdef";

std::vector<std::string> seeds() {
  Verdict pass{.outcome = Outcome::pass};
  pass.precision_class = "half-palette";
  pass.not_asked = {"tangents"};
  Verdict wrong{
      .outcome = Outcome::expected_fail, .judged = Outcome::fail, .detail = "positions[7][1] is \xFF"};
  ArrayVerdict array;
  array.name = "positions";
  array.failing = 3;
  array.worst_fraction = std::numeric_limits<double>::infinity();
  array.got = std::numeric_limits<double>::quiet_NaN();
  wrong.arrays = wrong.stages = {array};
  const std::string head = journal_head(run), first = journal_line("a.b/gpu/-", pass),
                    second = journal_line("a.c/gpu/-", wrong);
  const std::string told = journal_line(told_test(), wrong);
  return {head, head + first, head + first + second, head + second + first.substr(0, 20), head + told};
}

void read(std::string_view input) {
  const auto read = parse_journal(input, "journal.jsonl", run);
  if (!read) return require_printable(read.error());
  require(read->whole_bytes <= input.size(), "more bytes than the input has");
  require(read->whole_bytes == 0 || input[read->whole_bytes - 1] == '\n', "an incomplete line was accepted");
  std::string text = journal_head(run);
  for (const auto& [name, verdict] : read->verdicts)
    text += journal_line(name, verdict);
  const auto again = parse_journal(text, "journal.jsonl", run);
  require(again && again->whole_bytes == text.size(), "the written journal cannot be read");
  std::string twice = journal_head(run);
  for (const auto& [name, verdict] : again->verdicts)
    twice += journal_line(name, verdict);
  require(twice == text, "writing and reading changed the journal");
  if (const auto known = read->verdicts.find(told_test()); known != read->verdicts.end())
    tell_verdict(known->second);
}

BINDPOSE_FUZZER(journal)

}  // namespace bindpose::fuzz::journal_fuzzer
