// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/shard.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "conformance/run/self_test_case.h"
#include "conformance/run/suite.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

std::size_t number_from(const char* variable, std::size_t otherwise) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return otherwise;
  const std::string_view word(text);
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size() ? number : otherwise;
}

}  // namespace

std::string hash_of_names(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names)
    text += name + "\n";
  return fnv1a64(text);
}

Shard shard_from_environment() {
  const std::size_t count = std::max<std::size_t>(number_from("GTEST_TOTAL_SHARDS", 1), 1);
  return {count > 1 ? number_from("GTEST_SHARD_INDEX", 0) : 0, count};
}

ShardManifest manifest_of(const Suite& suite) {
  ShardManifest manifest;
  std::vector<std::string> names;
  for (const Record& record : suite.records()) {
    if (is_self_test(record.name)) continue;
    names.push_back(record.name);
    if (!is_reported(record)) manifest.not_run.push_back(record.name);
  }
  std::sort(manifest.not_run.begin(), manifest.not_run.end());
  manifest.tests = names.size();
  manifest.names_fnv1a64 = hash_of_names(std::move(names));
  const Shard shard = suite.shard().value_or(shard_from_environment());
  manifest.shards = shard.count;
  manifest.shard = shard.index;
  return manifest;
}

}  // namespace bindpose::conformance
