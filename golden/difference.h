// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: describes the first difference between two golden files.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace bindpose::golden {

/// The first difference between the bytes of a file and the expected bytes: a tensor's
/// element with both numbers if both are safetensors, else the byte. The two must differ.
std::string describe_difference(std::span<const std::byte> found, std::span<const std::byte> wanted);

}  // namespace bindpose::golden
