// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: inputs exported to a folder, and output files next to them as a subject.
#pragma once

#include <filesystem>

#include <nlohmann/json.hpp>

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// The exported files.
struct ExportSummary {
  std::size_t questions = 0;
  std::uintmax_t bytes = 0;
};

/// Writes DIR/questions.json and DIR/<case>/question.safetensors for every case; cases of level
/// asset refer to their file, which must be below DIR. Writes questions.json last, with at most 16
/// MiB: a folder without it is not an export. assets: paths below DIR of the cases' files. Errors:
/// from the inputs, FILE_WRITE, SIZE_LIMIT.
Expected<ExportSummary> export_questions(const std::filesystem::path& folder, const std::vector<Case>& cases,
                                         const std::vector<std::string>& assets);

/// The source of an export.
struct ExportIndex {
  std::vector<std::string> cases;         ///< names of the cases, in order
  std::vector<std::string> fingerprints;  ///< hashes of their inputs
  std::vector<std::string> inputs;        ///< paths of their arrays below the folder, or empty
  std::vector<std::string> outputs;       ///< paths for their outputs below the folder
  /// The outputs and stages that the input lists, in this order.
  std::vector<nlohmann::ordered_json> answers, stages;
  std::vector<std::string> assets;  ///< paths of assets, including the folder
};
/// Reads the text of questions.json. Error EXPORT_FORMAT.
Expected<ExportIndex> parse_export(std::string_view text, const std::filesystem::path& folder);
/// Reads the index of a folder; also FILE_READ, FILE_SIZE (more than 16 MiB).
Expected<ExportIndex> read_export(const std::filesystem::path& folder);

/// Returns the outputs in the folder. Error MISSING if an input has no output, or was exported with other numbers
/// by another version. capabilities.json in the folder, if it exists, declares capabilities like a subject's reply
/// to start, in at most 1 MiB. Errors: FILE_READ, FILE_SIZE, EXPORT_FORMAT, PROTOCOL.
Expected<std::unique_ptr<Subject>> open_files(const SubjectSpec& spec);

}  // namespace bindpose::conformance
