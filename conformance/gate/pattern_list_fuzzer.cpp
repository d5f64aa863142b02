// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are skips or flakes: a regular expression per line.
#include "conformance/gate/baseline.h"
#include "reference/io/lines.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::pattern_list_fuzzer {

using namespace conformance;

std::vector<std::string> seeds() {
  return {"# known\nskinning\\.linear_blend\\..*\n",
          "^pose\\.fk_matrix|pose\\.(palette|fk_quaternion)\n\n",
          "gpu/[a-z]+=\\d{2,5}$\r\n(?i)HIERARCHY",
          "(a+)+$",
          "x*?|(?P<n>[^\\pL])",
          "\\Q..\\E{3}",
          "((((a{9}){9})))"};
}

void read(std::string_view input) {
  const auto list = PatternList::parse(input, "skips.txt");
  if (!list) return require_printable(list.error());
  require(list->size() == content_lines(input).size(), "a pattern is lost");
  for (const std::string& note : list->notes())
    require_printable({"NOTE", "", note});
  for (const char* name :
       {"hierarchy.fk_matrix.bar.posed/gpu:surfaceless/formulation=unrolled,palette=ssbo", "",
        "skinning.linear_blend.bar.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/x/-"})
    if (list->size() == 0)
      require(!list->matches(name), "an empty list names a test");
    else
      static_cast<void>(list->matches(name));
}

BINDPOSE_FUZZER(pattern_list)

}  // namespace bindpose::fuzz::pattern_list_fuzzer
