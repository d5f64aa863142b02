// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: writes the golden data, or computes it again and compares it with the files, byte for byte.
//
// A case "family.stem.rest" is the file family/stem/rest.safetensors; family/stem/cases.json lists the cases of an
// algorithm. The same cases give the same bytes with every compiler and processor.
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
  std::string worst_where;  ///< its case and array
};

struct Difference {
  enum class Kind { missing, superfluous, differs };
  Kind kind;
  std::string file;  ///< relative to the folder
  std::string what;  ///< for `differs`: the first differing element or byte
};

struct GoldenSummary {
  std::size_t cases = 0;
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
  std::vector<AlgorithmSummary> algorithms;  ///< in the order of algorithms.def
  std::vector<Difference> differences;       ///< verify: sorted by file; empty: no differences
  std::vector<std::string> removed;          ///< write: files of cases that no longer exist
};

/// Called before each case is evaluated; done: number of cases evaluated so far.
using Progress = std::function<void(std::string_view name, std::size_t done, std::size_t total)>;

/// Writes the golden cases and an index for every algorithm, and replaces existing files. Computes everything
/// first; replaces each file as a whole, the indexes last. Errors: those of make_case_file, with the case's name
/// as position; CASE_NAME (does not follow its algorithm, cannot be a file name, or occurs twice), SIZE_LIMIT
/// (more than `limit` bytes), FILE_WRITE.
Expected<GoldenSummary> write(const std::filesystem::path& folder, const std::vector<Case>& cases,
                              const Progress& progress = {}, std::uintmax_t limit = largest_total_bytes);

/// Compares every file of the folder. Error FILE_READ if the folder does not exist.
Expected<GoldenSummary> verify(const std::filesystem::path& folder, const std::vector<Case>& cases,
                               const Progress& progress = {});

}  // namespace bindpose::golden
