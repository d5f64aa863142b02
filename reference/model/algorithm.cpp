// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/algorithm.h"

#include <fmt/format.h>

namespace bindpose {

std::string Algorithm::path() const {
  return fmt::format("{}/{}", family, stem);
}

}  // namespace bindpose
