// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "conformance/cases/cases.h"
#include "conformance/grade/formats/words.h"
#include "conformance/report/html_page.h"

namespace bindpose::conformance {
namespace {

/// The algorithm of "skinning.linear_blend.bar.posed.pose.f32"; null for other names.
const Algorithm* algorithm_of(const std::string& case_name) {
  return find_algorithm(case_name.substr(0, case_name.find('.', case_name.find('.') + 1)));
}

/// The description of a built-in case; otherwise only its name.
PageCase page_case(const std::string& name, const Algorithm& algorithm) {
  PageCase page{name, &algorithm, "", "", {}, name, ""};
  for (const Case& c : built_in_cases())
    if (c.name == name) {
      page.purpose = c.purpose;
      page.options = bindpose::conformance::to_string(c.options);
    }
  return page;
}

/// Leaves out hidden cases, which a student must not see, and repeats no case of two exercises.
void add_tests(PageContent& content, const GradeSheet& sheet) {
  std::map<std::string, bool> known;
  for (const ExerciseGrade& exercise : sheet.exercises)
    for (const CaseGrade& grade : exercise.cases) {
      const Algorithm* algorithm = algorithm_of(grade.name);
      if (grade.hidden || grade.fresh || algorithm == nullptr || !known.emplace(grade.name, true).second)
        continue;
      content.cases.push_back(page_case(grade.name, *algorithm));
      content.tests.push_back(
          {page_test_name(grade.name, sheet.submission), content.cases.size() - 1, 0, &grade.verdict});
    }
  std::ranges::stable_sort(content.tests, {}, &PageTest::name);
}

}  // namespace

std::string report_html(const GradeSheet& sheet) {
  PageContent content;
  content.title = sheet.rubric.empty() ? "bindpose grade" : title_words(sheet);
  content.ending = sheet_words(sheet);
  content.is_as_expected =
      sheet.complete && std::ranges::all_of(sheet.exercises, [](const ExerciseGrade& exercise) {
        return exercise.status == ExerciseStatus::passed;
      });
  content.subjects = {{sheet.submission, sheet.info, "bindpose test --subject SUBMISSION", {}}};
  content.findings = sheet.findings.get();
  for (const ExerciseGrade& exercise : sheet.exercises) {
    content.remarks.push_back(fmt::format("{}: {}, {} of {} points. {}", exercise.title,
                                          status_words(sheet, exercise), points_text(exercise.score),
                                          points_text(exercise.points), hidden_words(exercise)));
  }
  add_tests(content, sheet);
  return html_page(content);
}

}  // namespace bindpose::conformance
