// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a grade sheet in the formats of the tools that courses already use.
//
// All but the hidden tests of Gradescope are for the student: there a hidden case has
// no name and no numbers, and the seed of the fresh cases is omitted. Every text goes through shown_text().
#pragma once

#include <filesystem>
#include <string>

#include "conformance/grade/formats/sheet.h"

namespace bindpose::conformance {

/// Gradescope's results.json. A test per exercise; a row with the total; hidden tests for staff. A mistake of the
/// judge's gives no score and no tests: Gradescope then says that the autograder failed, and nobody loses points.
std::string gradescope_json(const GradeSheet& sheet);

/// What a GitHub Classroom grader hands to the reporter, before base64. A mistake of the judge's: max_score 0,
/// with which the reporter reports no points.
std::string classroom_json(const GradeSheet& sheet);
/// "result=<base64 of classroom_json()>\n", to append to the file that $GITHUB_OUTPUT names.
std::string classroom_output(const GradeSheet& sheet);

/// As check50 prints it with --output json; its error form if the submission did not start or the judge is
/// wrong. check50's page takes causes for HTML: they are escaped here.
std::string check50_json(const GradeSheet& sheet);

/// JUnit: a suite per exercise, a testcase per case.
std::string junit_xml(const GradeSheet& sheet);

/// SARIF 2.1.0: a rule for whatever can go wrong in an exercise, fired or not; one result per mistake.
std::string report_sarif(const GradeSheet& sheet);

/// The page that people look at (report/html_page.h), of the cases that the student may see.
std::string report_html(const GradeSheet& sheet);

/// Plain words for the student, as Markdown.
std::string feedback_md(const GradeSheet& sheet);

/// Writes gradescope.json, classroom.json, classroom.txt, check50.json, junit.xml, report.sarif, report.html, feedback.md into
/// the folder, which is made if need be; each file whole or not at all. A folder ".../autograder/results" is where
/// Gradescope looks: it gets results.json, too. Meant to be called on the way, too: what is not judged yet has no
/// points yet. Error FILE_WRITE.
/// below: a folder in `folder` (reference/io/below.h) that gets them instead.
Expected<void> write_formats(const std::filesystem::path& folder, const GradeSheet& sheet,
                             const std::filesystem::path& below = {});
/// Removes the files that write_formats() writes there. Error FILE_WRITE.
Expected<void> remove_formats(const std::filesystem::path& folder, const std::filesystem::path& below = {});
}  // namespace bindpose::conformance
