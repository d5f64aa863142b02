// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: for tests, outputs for exported inputs, computed only from the folder.
#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "reference/algorithms.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {

/// Computes the float32 output for an input of folder/questions.json.
inline void answer_exported(const std::filesystem::path& folder, const nlohmann::json& question) {
  const auto bytes = read_file(folder / question["input"].get<std::string>());
  const ArraySet arrays = to_array_set(*from_safetensors(*bytes));
  const Algorithm* algorithm = find_algorithm(question["algorithm"].get<std::string>());
  const auto result = algorithm->implementation.in_float(arrays, question["options"].get<Options>());
  ArraySet answers;
  for (const auto& array : result->arrays)
    if (question["answers"].contains(array.name))
      answers.add(array.name, array.shape, Array::Reals(array.values.begin(), array.values.end()));
  ASSERT_TRUE(
      write_file(folder / question["output"].get<std::string>(), *to_safetensors(to_tensors(answers), {})));
}

}  // namespace bindpose::conformance
