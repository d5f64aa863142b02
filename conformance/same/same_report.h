// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the differences of two glTF files as text for a terminal, JSON, JUnit, Markdown and a page.
#pragma once

#include "conformance/same/difference.h"

namespace bindpose::conformance::same {

/// The terminal text, with at most 24 lines.
std::string same_text(const Differences& differences);

/// JSON in the format of same.schema.json.
std::string same_json(const Differences& differences);

/// A test for the rest pose, each clip, each target, and each loss.
std::string same_junit(const Differences& differences);

std::string same_markdown(const Differences& differences);

/// A self-contained page: the tables, displacements over time, and both meshes in 3D.
std::string same_page(const Differences& differences);

}  // namespace bindpose::conformance::same
