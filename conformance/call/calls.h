// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the library's calls in C++. Each fills a result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "conformance/call/result.h"
#include "conformance/include/bindpose/call.h"

namespace bindpose::conformance {

// Errors: those in bindpose/call.h.
Expected<void> evaluate(const bindpose_inputs* inputs, OwnedResult& result);
Expected<void> judge(const bindpose_inputs* inputs, const bindpose_tensor* outputs, std::size_t output_count,
                     const char* const* accept, OwnedResult& result);
Expected<void> pose(std::span<const std::byte> file, const char* folder, const char* clip, double seconds,
                    const char* method, OwnedResult& result);
Expected<void> sample(const char* algorithm, std::size_t size, std::uint64_t seed, OwnedResult& result);
std::string list_text();
Expected<std::string> explain_text(const std::string& name);

}  // namespace bindpose::conformance
