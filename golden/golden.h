// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: writes the golden data, or makes it again in memory and compares it with the files, byte for byte.
//
// A case "family.stem.rest" is the file family/stem/rest.safetensors; family/stem/cases.json lists those of
// an algorithm. The same cases give the same bytes whatever compiler and processor made them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/model/case.h"

namespace bindpose::golden {

/// Size limits of the repository.
inline constexpr std::uintmax_t largest_total_bytes = 26'000'000;

struct AlgorithmSummary {
  std::string path;  ///< "skinning/linear_blend"
  std::size_t cases = 0;
  std::uintmax_t bytes = 0;
  double worst_ulps = 0;    ///< largest |double - golden| in ulps of the array's largest element
  std::string worst_where;  ///< case and array of it
};

struct Difference {
  enum class Kind { missing, superfluous, differs };
  Kind kind;
  std::string file;  ///< relative to the folder
  std::string what;  ///< for `differs`: the first element, or byte
};

struct GoldenSummary {
  std::size_t cases = 0;
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
  std::vector<AlgorithmSummary> algorithms;  ///< in the order of algorithms.def
  std::vector<Difference> differences;       ///< verify: sorted by file; empty is good
  std::vector<std::string> removed;          ///< write: files of cases that are no more
};

/// Called before each case is evaluated; done counts those before it.
using Progress = std::function<void(std::string_view name, std::size_t done, std::size_t total)>;

/// Writes the golden cases and an index for every algorithm, and replaces what is there. Everything
/// is made in memory first; each file is replaced as a whole, the indexes last. Errors: those of
/// make_case_file, with the case's name as position; CASE_NAME (does not follow its algorithm,
/// cannot be a file name, or occurs twice), SIZE_LIMIT (more than `limit` bytes), FILE_WRITE.
Expected<GoldenSummary> write(const std::filesystem::path& folder, const std::vector<Case>& cases,
                              const Progress& progress = {}, std::uintmax_t limit = largest_total_bytes);

/// Compares every file of the folder. A folder that is not there is an error, FILE_READ.
Expected<GoldenSummary> verify(const std::filesystem::path& folder, const std::vector<Case>& cases,
                               const Progress& progress = {});

}  // namespace bindpose::golden
