// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are replies of a page about its draw calls.
#include "conformance/subjects/page_answer.h"
#include "reference/io/foreign_json.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::page_answer_fuzzer {

std::vector<std::string> seeds() {
  return {
      R"({"seq": 1, "ok": true, "arrays": {"positions": "AAAAAAAAgD8AAABA", "normals": "AACA/wAAwH8AAMB/"}})",
      R"({"arrays": {"positions": "AAAA", "normals": 1}})", R"({"arrays": ["AAAAAAAAgD8AAABA"]})"};
}

void read(std::string_view input) {
  using namespace conformance;
  const Wanted list{{{"positions", {1, 3}}, {"normals", {1, 3}}}, {}};
  const auto answer = read_page_answer(foreign_json(input), list);
  if (!answer) return require_printable(answer.error());
  require(answer->size() == list.answers.size(), "an array that was not requested, or is missing");
  for (const ArrayShape& array : list.answers)
    require(answer->find(array.name)->reals().size() == 3, "an array of another size");
}

BINDPOSE_FUZZER(page_answer)

}  // namespace bindpose::fuzz::page_answer_fuzzer
