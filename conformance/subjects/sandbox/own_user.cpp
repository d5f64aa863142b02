// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/own_user.h"

#include <array>
#include <mutex>

#include <grp.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/inherited.h"

namespace bindpose::conformance {
namespace {

/// Largest number of simultaneous programs of a judge: twice the limit of -j. Judges share ids if
/// their process numbers differ by a multiple of 2^19.
constexpr uid_t most = 512;
/// User ids that distributions, systemd and containers do not use: 2^28 ids, up to 2^31.
constexpr uid_t first = 0x7000'0000;
/// For a namespace with 2^16 users, which allows fewer judges: ids above those of people and below 65534.
constexpr uid_t first_of_small = 0xE000, count_of_small = 0x1F00;

std::mutex mutex;
std::array<bool, most> lent{};

uid_t id_of(uid_t slot, bool small) {
  const uid_t number = static_cast<uid_t>(::getpid()) * most + slot;
  return small ? first_of_small + number % count_of_small : first + number % first;
}

enum class Range { none, large, small, untried };
Range range() {
  static const Range found = [] {
    if (::geteuid() != 0) return Range::none;
    for (const bool small : {false, true}) {
      // Tries this in a child process, because the change is permanent.
      const auto works = holds_in_a_child([small] { return become_user(id_of(0, small)); });
      if (!works) return Range::untried;
      if (*works) return small ? Range::small : Range::large;
    }
    return Range::none;
  }();
  return found;
}

}  // namespace

OwnUser OwnUser::lend() {
  OwnUser user;
  if (!can_become_others()) return user;
  const std::lock_guard lock(mutex);
  for (uid_t slot = 0; slot < most && user.id_ == 0; ++slot) {
    if (lent[slot]) continue;
    lent[slot] = true;
    user.slot_ = slot;
    user.id_ = id_of(slot, range() == Range::small);
  }
  return user;
}

OwnUser& OwnUser::operator=(OwnUser&& other) noexcept {
  std::swap(slot_, other.slot_);
  std::swap(id_, other.id_);
  other.give_back();
  return *this;
}

void OwnUser::give_back() {
  if (id_ == 0) return;
  const std::lock_guard lock(mutex);
  lent[slot_] = false;
  id_ = 0;
}

bool can_become_others() {
  return range() == Range::large || range() == Range::small;
}

bool are_others_tried() {
  return range() != Range::untried;
}

bool is_lent_by_another(uid_t id) {
  return id >= first && id < 2 * first && id / most != id_of(0, false) / most;
}

bool become_user(uid_t id) {
  return ::setgroups(0, nullptr) == 0 && ::setresgid(id, id, id) == 0 && ::setresuid(id, id, id) == 0;
}

}  // namespace bindpose::conformance
