// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/error.h"

namespace bindpose {

std::string to_string(const Error& error) {
  return error.code + (error.where.empty() ? "" : " at " + error.where) + ": " + error.message;
}

}  // namespace bindpose
