// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are glTF files, or their parts: see file_of_parts(). The fuzzer poses each file that loads, makes its
// cases, and computes the expected output of some.
#include <algorithm>

#include "conformance/cases/asset/asset_cases.h"
#include "reference/gltf/fuzz_files.h"
#include "reference/gltf/load.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::asset_fuzzer {
namespace {

using namespace conformance;

constexpr std::size_t most_cases = 8;  // per input, spread over its cases

/// Evaluates the case in double precision. A refusal must have a code and a message.
void evaluate(const Case& c) {
  const auto arrays = c.question();
  if (!arrays) return require_printable(arrays.error());
  const auto result = c.algorithm->implementation.in_double(*arrays, c.options);
  if (!result) require_printable(result.error());
}

}  // namespace

std::vector<std::string> seeds() {
  return gltf::fuzz_files();
}

void read(std::string_view input) {
  auto asset = gltf::parse(gltf::file_of_parts(input), {}, "");
  if (!asset) return;
  const auto cases = asset_cases(std::make_shared<const gltf::Asset>(*std::move(asset)), "fuzz");
  if (!cases) return require_printable(cases.error());
  const std::size_t step = std::max<std::size_t>(cases->size() / most_cases, 1);
  for (std::size_t i = 0; i < cases->size(); i += step) {
    const Case& c = (*cases)[i];
    require(!c.name.empty() && c.algorithm != nullptr, "a case without a name or an algorithm");
    evaluate(c);
  }
}

BINDPOSE_FUZZER(asset)

}  // namespace bindpose::fuzz::asset_fuzzer
