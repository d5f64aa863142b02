// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: which tests a whole run has, so that shards can be put together without losing one unseen.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/judge/json_fields.h"

namespace bindpose::conformance {

class Suite;

/// One of so many parts of a whole, counted from 0.
struct Shard {
  std::size_t index = 0, count = 1;
};

/// Which part of which whole a run was.
struct ShardManifest {
  std::size_t tests = 0;      ///< of all shards together
  std::string names_fnv1a64;  ///< hash_of_names() of them
  std::size_t shard = 0;      ///< counted from 0
  std::size_t shards = 1;
  std::vector<std::string> not_run;  ///< by this run: other shards' tests, and what a filter left out; sorted
};

void fields(auto& each, MaybeConst<ShardManifest> auto& manifest) {
  each("tests", manifest.tests);
  each("names_fnv1a64", manifest.names_fnv1a64);
  each("shard", manifest.shard);
  each("shards", manifest.shards);
  each.optional("not_run", manifest.not_run);
}

/// FNV-1a of the sorted names, each with a line end.
std::string hash_of_names(std::vector<std::string> names);

/// As GoogleTest's environment variables say.
Shard shard_from_environment();

/// All registered tests except self-tests of devices (self_test_case.h); the shard as the suite was told, else as
/// shard_from_environment().
ShardManifest manifest_of(const Suite& suite);

}  // namespace bindpose::conformance
