// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a subject's declared capabilities, in its reply to start or in a file next to its outputs.
#pragma once

#include <nlohmann/json.hpp>

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// Capabilities for one algorithm.
struct Capability {
  const Algorithm* algorithm = nullptr;
  std::string former_path;  ///< former path, if declared so; run messages then use it
  std::vector<Level> levels;
  AcceptedDeviations terms;  ///< precision classes; supported values of policies, absent: all
  std::map<std::string, std::size_t> limits = {};  ///< override the subject's limits
};

struct Declared {
  std::vector<Capability> capabilities;
  std::map<std::string, std::size_t> limits;  ///< vertices, joints, influences
  std::vector<std::string> unknown;           ///< algorithms that this judge does not know
  std::vector<std::string> unmatched;         ///< levels, options and values that an algorithm lacks, as text
  std::vector<std::string> renamed;           ///< notes on algorithms that are declared by a former path
};

/// Reads a message's capabilities and limits. Error PROTOCOL: a field that is missing or wrong; the place is its JSON
/// pointer.
Expected<Declared> read_declared(const nlohmann::json& message);

/// Notes on a declaration: unknown_algorithms, unmatched_declarations, renamed_algorithms, limit.vertices ...
SubjectInfo notes_on(const Declared& declared);

/// The reason why a subject does not get an input although it declares the algorithm at this level: NOT_SUPPORTED
/// with the declared limit or option that excludes the input.
Expected<void> is_within(const Declared& declared, const Question& question);
const Capability* find_capability(const Declared& declared, const Algorithm& algorithm, Level level);

}  // namespace bindpose::conformance
