// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are a subject's output file, which is read, judged and, if wrong, explained.
#include <algorithm>

#include "conformance/cases/cases.h"
#include "conformance/judge/verdict_json.h"
#include "conformance/subjects/protocol.h"
#include "reference/io/safetensors.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::answer_fuzzer {
namespace {

using namespace conformance;

/// The smallest input of linear blending from local transforms, so that an output has stages.
const AskedCase& asked() {
  static const AskedCase made = [] {
    const Case* smallest = nullptr;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (const Case& c : built_in_cases()) {
      if (c.algorithm->id != "lbs" || c.level != Level::pose) continue;
      const auto arrays = c.question();
      const std::size_t numbers = arrays ? arrays->find("positions")->reals().size() : least;
      if (numbers < least) smallest = &c, least = numbers;
    }
    require(smallest != nullptr, "no case of linear blending");
    return *asked_case(*smallest);
  }();
  return made;
}

std::string file_of(const ArraySet& arrays) {
  std::vector<Tensor> tensors;
  for (const Array& array : arrays)
    tensors.push_back({array, Storage::float64});
  return text_of(*to_safetensors(tensors, {}));
}

}  // namespace

std::vector<std::string> seeds() {
  ArraySet right = as_answer(asked().expectation).arrays, wrong = right, narrow = right;
  std::get<Array::Reals>(wrong.find("positions")->data).back() += 1;
  narrow.find("positions")->shape = {right.find("positions")->reals().size(), 1};
  return {file_of(right), file_of(wrong), file_of(narrow), file_of({})};
}

void read(std::string_view input) {
  static Explanations explanations;  // all outputs are for one input, so they share explanations
  auto arrays = read_answer_file(std::as_bytes(std::span(input)));
  const Verdict verdict =
      arrays ? judge(asked().question, asked().expectation, {*std::move(arrays), {}, 0}, {}, explanations)
             : judge_error(arrays.error());
  require(arrays || verdict.outcome == Outcome::invalid_output, "a broken file is not invalid output");
  require(std::ranges::none_of(verdict.detail, [](unsigned char c) { return c < ' ' && c != '\n'; }),
          "text that moves a terminal's cursor");
  const auto again = verdict_from_json(json_of(verdict));
  require(again && again->outcome == verdict.outcome && again->detail == verdict.detail,
          "the array changed by writing and reading");
}

BINDPOSE_FUZZER(answer)

}  // namespace bindpose::fuzz::answer_fuzzer
