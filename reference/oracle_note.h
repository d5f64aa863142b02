// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the ELF note that every program with the reference carries, so that the judge can hide such programs from subjects.
#pragma once

#include <cstdint>

namespace bindpose {

/// Layout of an ELF note: sizes of name and data in bytes, each padded to 4.
struct OracleNote {
  std::uint32_t name_size, data_size, type;
  char name[12];
  char data[8];
};
inline constexpr OracleNote oracle_note{9, 8, 1, "bindpose", "oracle"};

}  // namespace bindpose
