// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/core/scalar.h"

namespace bindpose {

double to_float32(double x) { return static_cast<double>(static_cast<float>(x)); }

}  // namespace bindpose
