// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: names for the contents of files and folders.
//
// The name of a folder depends, for everything in it, on the name, type, permissions, target of a link, and bytes
// of files. It does not depend on times and owners. If this process may not read a file, only its size counts: a
// subject of the same user cannot read it. A file of more than 1 GiB is not read: a new modification time counts
// as a change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <vector>

#include "reference/model/error.h"

namespace bindpose::conformance {

/// The name of a file or folder, or of a missing one. each: called for everything that was read.
std::string content_name(const std::filesystem::path& tree, const std::function<void()>& each = {});

/// Size of a tree: the sum of its files' sizes, holes included, the number of its files, folders, links and special
/// files, and the depth of its folders.
struct TreeSize {
  std::uintmax_t bytes = 0;
  std::size_t entries = 0;
  std::size_t levels = std::numeric_limits<std::size_t>::max();
};
/// Checks that a tree does not exceed a limit. Reads no file and stops at the first entry above the limit.
/// Error TREE_SIZE.
Expected<void> require_size(const std::filesystem::path& tree, const TreeSize& most);

/// A name for the metadata of these trees: inodes, sizes, times. No file is read.
struct Looks {
  std::string name;
  bool is_settled = true;  ///< false: a file has just changed, and another change may keep the same time
};
Looks looks_at(const std::vector<std::filesystem::path>& trees);
/// The name from looks_at(); empty if it is not settled.
std::string looks_of(const std::vector<std::filesystem::path>& trees);

/// Reports progress of a long reading; each function may be empty.
struct Reading {
  /// Called before the first file or folder, at intervals, and after the last.
  std::function<void(std::size_t done, std::size_t all)> progress = {};
  /// Called if no note can be stored: the next run reads everything again.
  std::function<void(const Error&)> not_kept = {};
};

/// Large contents that seldom change. A note in a folder stores their name under looks_of(); if this changes, they
/// are read again. Users with write access to the folder can forge a note.
class LargeContent {
 public:
  LargeContent(std::vector<std::filesystem::path> trees, std::filesystem::path notes, Reading reading = {})
      : trees_(std::move(trees)), notes_(std::move(notes)), reading_(std::move(reading)) {}

  std::string name();

 private:
  std::string read_all() const;

  std::vector<std::filesystem::path> trees_;
  std::filesystem::path notes_;  ///< empty: no notes
  Reading reading_;
  std::string read_looks_, read_name_;  ///< results of the last reading, used without a note
};

}  // namespace bindpose::conformance
