// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are questions.json of an export.
#include <fstream>
#include <sstream>

#include "conformance/cases/cases.h"
#include "conformance/subjects/files_subject.h"
#include "reference/testing/fuzz.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::fuzz::questions_fuzzer {
namespace {

using namespace conformance;

std::string exported(const std::vector<Case>& cases) {
  const TemporaryFolder folder;
  static_cast<void>(export_questions(folder.path(), cases, {"assets/0/arm.glb"}));
  std::ostringstream text;
  text << std::ifstream(folder.path() / "questions.json").rdbuf();
  return text.str();
}

/// True if any part of a path leads above its start.
bool leaves(const std::filesystem::path& path) {
  int depth = 0;
  for (const auto& step : path.lexically_normal())
    if ((depth += step == ".." ? -1 : 1) < 0) return true;
  return path.is_absolute();
}

}  // namespace

std::vector<std::string> seeds() {
  const auto& cases = built_in_cases();
  return {exported({}), exported({cases.front()}), exported({cases.front(), cases.back()})};
}

void read(std::string_view input) {
  const auto index = parse_export(input, "folder");
  if (!index) return require_printable(index.error());
  require(index->fingerprints.size() == index->cases.size() && index->outputs.size() == index->cases.size(),
          "not every input has a fingerprint and a place for its output");
  for (const std::string& output : index->outputs)
    require(!leaves(output), "an output outside the folder");
  for (const std::string& asset : index->assets)
    require(asset.starts_with("folder") && !leaves(asset), "an asset outside the folder");
}

BINDPOSE_FUZZER(questions)

}  // namespace bindpose::fuzz::questions_fuzzer
