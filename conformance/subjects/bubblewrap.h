// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the command line of bubblewrap for a program that sees the system's files and chosen files.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <sys/types.h>

namespace bindpose::conformance {

class Bubblewrap {
 public:
  struct Kind {
    uid_t user = 0;                  ///< the program's user; 0: the judge's, in its own user namespace
    bool nested_namespaces = false;  ///< allows nested namespaces, which an old bubblewrap cannot forbid
  };
  explicit Bubblewrap(const Kind& kind);

  /// Shows the file or folder read-only under the name `place`.
  void show(const std::string& place, const std::string& name) { bind("--ro-bind", place, name); }
  /// Shows a folder that the program may write to.
  void give(const std::string& place, const std::string& name) { bind("--bind", place, name); }
  /// Shows an empty file or folder at this place.
  void hide(const std::string& name, bool is_folder);

  /// Starts in the folder; the program's input and output are descriptors 4 and 5, the filter of system calls is
  /// 6, and bubblewrap writes to 7 when the program's process exists.
  std::vector<std::string> command(const std::string& folder, const std::vector<std::string>& program) const;
  /// A trial command, which succeeds if bubblewrap works.
  std::vector<std::string> trial() const;

 private:
  void bind(const std::string& how, const std::string& place, const std::string& name);
  void add(std::initializer_list<std::string> words) { words_.insert(words_.end(), words); }
  std::vector<std::string> become_user() const;
  std::vector<std::string> with(const std::vector<std::string>& settings,
                                const std::vector<std::string>& program) const;

  Kind kind_;
  std::vector<std::string> words_;
  std::set<std::string> folders_;  ///< parent folders that were created
};

}  // namespace bindpose::conformance
