// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a file that is written piece by piece, of any length.
#pragma once

#include <filesystem>

#include "reference/io/process.h"

namespace bindpose {

/// Writes a new file of a hidden, random name (".bindpose-<32 digits>.partial") next to `name`. It replaces `name`
/// as a whole once it is complete. Existing files are not written to: the random name is new, and a link at `name`
/// is replaced, not followed. It is an error if `name` is a folder, a pipe, a socket, a device, or a link to one.
/// An unfinished file is removed.
class NewFile {
 public:
  explicit NewFile(const std::filesystem::path& path) : NewFile(path.parent_path(), path.filename()) {}
  /// In a folder below `top`, which exists: see reference/io/below.h.
  NewFile(const std::filesystem::path& top, const std::filesystem::path& name);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  void add(std::string_view text);
  /// Appends the current contents of another NewFile.
  void add(const NewFile& other);
  /// Error FILE_WRITE: the first failure so far.
  Expected<void> result() const;
  /// Error FILE_WRITE, also for an earlier write that failed.
  Expected<void> finish();
  /// Like finish(), but returns the open file for further writes.
  Expected<Descriptor> finish_open();

  /// Writes a whole file. The error has the number of bytes to be written.
  static Expected<void> write(const std::filesystem::path& top, const std::filesystem::path& name,
                              std::string_view text);

 private:
  std::filesystem::path path_;
  std::string partial_;  ///< empty after it has become `path_`
  Descriptor folder_, file_;
  std::string error_;  ///< the first error
  void note(std::string_view error);
  void put_in_place();
};

/// True for the name of an unfinished NewFile, which a killed program leaves behind.
bool is_unfinished(std::string_view name);

}  // namespace bindpose
