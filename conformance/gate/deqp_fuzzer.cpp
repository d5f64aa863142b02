// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Each input is a list of cases in a format of dEQP: a trie or lines.
#include "conformance/gate/deqp.h"
#include "reference/io/document_limits.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::deqp_fuzzer {

using namespace conformance;

std::vector<std::string> seeds() {
  return {"{skinning{linear_blend{bar,crowd},stitching{bar}},hierarchy{palette}}\n",
          "TEST: skinning.linear_blend.bar\nGROUP: skinning\r\n# noted\nhierarchy.palette.bar",
          "{a{b{c}}}",
          "0,4",
          "{" + std::string(limits::listed_name.most - 2, 'a') + "{b}}",
          std::string(limits::listed_name.most + 1, 'a')};
}

void read(std::string_view input) {
  DeqpSelection selection;
  if (const auto fraction = parse_case_fraction(input, selection); !fraction)
    require_printable(fraction.error());
  else
    require(selection.fraction < selection.fractions, "an impossible fraction");
  const auto names = parse_case_list(input, "cases.txt");
  if (!names) return require_printable(names.error());
  std::string lines;
  for (const std::string& name : *names)
    lines += "TEST: " + name + "\n";
  const auto again = parse_case_list(lines, "cases.txt");
  require(again && *again == *names, "the array changed by writing and reading");
  std::vector<std::string> unknown;
  selection.names = *names;
  const auto chosen =
      select_cases({"skinning.linear_blend.bar", "hierarchy.palette.bar"}, selection, unknown);
  require(chosen && unknown.size() + 2 * names->size() >= chosen->size(),
          "a case is chosen that does not match");
}

BINDPOSE_FUZZER(deqp)

}  // namespace bindpose::fuzz::deqp_fuzzer
