// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a separate user for each foreign program if the judge runs as root, so that its signals and the
// kernel's limits per user do not affect the judge or other programs.
#pragma once

#include <utility>

#include <sys/types.h>

namespace bindpose::conformance {

/// A user number that no other process has while this object lives; none if the judge cannot change users, or all numbers are in use.
class OwnUser {
 public:
  static OwnUser lend();
  OwnUser() = default;
  OwnUser(OwnUser&& other) noexcept : slot_(other.slot_), id_(std::exchange(other.id_, 0)) {}
  OwnUser& operator=(OwnUser&& other) noexcept;
  ~OwnUser() { give_back(); }

  uid_t id() const { return id_; }  ///< 0: none

 private:
  void give_back();
  uid_t slot_ = 0;
  uid_t id_ = 0;
};

/// True if this process may become other users: it is root, and they exist in its namespace.
bool can_become_others();
/// False if unknown, because this process cannot start another one.
bool are_others_tried();

/// True if another judge uses this number, or used it before it was killed. False in a small namespace, where
/// judges share numbers.
bool is_lent_by_another(uid_t id);

/// Changes the user permanently, without other groups. If it returns false, start nothing.
bool become_user(uid_t id);

}  // namespace bindpose::conformance
