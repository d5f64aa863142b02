// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "conformance/grade/formats/words.h"
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

using Format = std::pair<const char*, std::string (*)(const GradeSheet&)>;

/// Names of the files in this folder, and what writes each.
std::vector<Format> formats_of(const fs::path& folder) {
  std::vector<Format> formats = {{"gradescope.json", gradescope_json},
                                 {"classroom.json", classroom_json},
                                 {"classroom.txt", classroom_output},
                                 {"check50.json", check50_json},
                                 {"junit.xml", junit_xml},
                                 {"report.sarif", report_sarif},
                                 {"report.html", report_html},
                                 {"feedback.md", feedback_md}};
  // First: it is the one that a killed run is judged by.
  if (is_gradescope(folder)) formats.insert(formats.begin(), {"results.json", gradescope_json});
  return formats;
}

}  // namespace

Expected<void> write_formats(const fs::path& folder, const GradeSheet& sheet, const fs::path& below) {
  for (const auto& [name, text] : formats_of(folder / below))
    BINDPOSE_CHECK(write_below(folder, below / name, std::string_view(text(sheet))));
  return {};
}

Expected<void> remove_formats(const fs::path& folder, const fs::path& below) {
  for (const auto& [name, text] : formats_of(folder / below))
    BINDPOSE_CHECK(remove_below(folder, below / name));
  return {};
}

}  // namespace bindpose::conformance
