// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a file that is written piece by piece, of any length.
#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

#include "reference/model/error.h"

namespace bindpose {

/// A temporary file beside `path` (".partial"), of a name that no other thread, process or machine chooses, that takes its place as a whole once it is
/// complete. What is never finished leaves nothing.
class NewFile {
 public:
  explicit NewFile(std::filesystem::path path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  void add(std::string_view text);
  /// All that was added to another one so far.
  void add(NewFile& other);
  /// Errors: FILE_WRITE, also of what went wrong before.
  Expected<void> finish();

 private:
  std::filesystem::path path_, partial_;  ///< the second is empty once it has become the first
  std::ofstream out_;
  int error_ = 0;  ///< errno of the first thing that went wrong
  void note_error();
};

}  // namespace bindpose
