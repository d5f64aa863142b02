// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the output file of an untrusted subject.
#pragma once

#include <filesystem>

#include "conformance/subjects/protocol.h"

namespace bindpose::conformance {

/// Reads the output, a plain file of this name in the folder, up to the size limit. Follows no link
/// in the folder. Errors: INVALID_OUTPUT.
Expected<ArraySet> take_answer(const std::filesystem::path& folder, const std::filesystem::path& name,
                               const Wanted& wanted);

}  // namespace bindpose::conformance
