// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/formats/formats.h"

#include <utility>

#include "reference/io/below.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

/// Whether this is the folder in which Gradescope looks for results.json.
bool is_gradescope(const fs::path& folder) {
  fs::path path = fs::absolute(folder).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  return path.filename() == "results" && path.parent_path().filename() == "autograder";
}

}  // namespace

Expected<void> write_formats(const fs::path& folder, const GradeSheet& sheet, const fs::path& below) {
  std::vector<std::pair<const char*, std::string>> files = {{"gradescope.json", gradescope_json(sheet)},
                                                            {"classroom.json", classroom_json(sheet)},
                                                            {"classroom.txt", classroom_output(sheet)},
                                                            {"check50.json", check50_json(sheet)},
                                                            {"junit.xml", junit_xml(sheet)},
                                                            {"report.sarif", report_sarif(sheet)},
                                                            {"report.html", report_html(sheet)},
                                                            {"feedback.md", feedback_md(sheet)}};
  // First: it is the one that a killed run is judged by.
  if (is_gradescope(folder / below)) files.insert(files.begin(), {"results.json", files.front().second});
  for (const auto& [name, text] : files)
    BINDPOSE_CHECK(write_below(folder, below / name, std::string_view(text)));
  return {};
}

}  // namespace bindpose::conformance
