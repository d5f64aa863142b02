// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/formats/formats.h"

#include <utility>

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

Expected<void> write_formats(const fs::path& folder, const GradeSheet& sheet) {
  BINDPOSE_CHECK(make_folder(folder));
  for (const auto& [name, text] : formats_of(folder))
    BINDPOSE_CHECK(write_file(folder / name, std::string_view(text(sheet))));
  return {};
}

Expected<void> remove_formats(const fs::path& folder) {
  for (const auto& [name, text] : formats_of(folder)) {
    std::error_code error;
    fs::remove(folder / name, error);
    if (error) return fail("FILE_WRITE", (folder / name).string(), error.message());
  }
  return {};
}

}  // namespace bindpose::conformance
