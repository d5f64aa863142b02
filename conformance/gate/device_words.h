// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what it means that a device says something else than before, in words: a card's lines are terse.
#pragma once

#include <string>

#include "conformance/gate/device_list.h"

namespace bindpose::conformance {

/// What the device did before and does now, and what of it answers show: "before: does not contract multiply-adds; now: contracts
/// multiply-adds - sums of products differ ...". Empty where the line says all, as of a name or a version. Words of the lists are in it
/// as they are.
std::string meaning(const DeviceChange& change);

}  // namespace bindpose::conformance
