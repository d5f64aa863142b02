// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the options that say where verdicts are kept.
#pragma once

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "conformance/cache/verdict_cache.h"

namespace bindpose::conformance {

struct CacheOptions {
  std::string folder;      ///< empty: they are not kept
  std::size_t verify = 0;  ///< so many cached tests run again
};
void add_cache_options(CLI::App& app, CacheOptions& options);

/// Null where none is requested. Errors: ARGUMENT for --verify-cache without it, FILE_WRITE.
Expected<std::unique_ptr<VerdictCache>> open_cache(const CacheOptions& options);

}  // namespace bindpose::conformance
