// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <cctype>

#include <fmt/format.h>

#include "conformance/grade/formats/formats.h"
#include "conformance/grade/formats/words.h"
#include "conformance/report/xml.h"

namespace bindpose::conformance {
namespace {

/// What becomes a <testcase>.
struct TestCase {
  std::string classname, name;
  std::string element;  ///< "failure", "error", "skipped"; empty: it passed
  std::string type;     ///< of a failure or an error
  std::string words;
  double seconds = 0;
};

struct TestSuite {
  std::string name;
  std::vector<TestCase> cases;
  std::size_t count(std::string_view element) const {
    std::size_t n = 0;
    for (const TestCase& one : cases)
      n += one.element == element ? 1 : 0;
    return n;
  }
  double seconds() const {
    double sum = 0;
    for (const TestCase& one : cases)
      sum += one.seconds;
    return sum;
  }
};

std::string element_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::not_supported:
    case Outcome::waived:
    case Outcome::expected_fail:
    case Outcome::skipped:
      return "skipped";
    case Outcome::crash:
    case Outcome::timeout:
    case Outcome::missing:
    case Outcome::internal_error:
      return "error";
    default:
      return is_expected(outcome) ? "" : "failure";
  }
}

/// "InvalidOutput"
std::string type_of(Outcome outcome) {
  std::string type;
  bool upper = true;
  for (const char c : to_string(outcome)) {
    if (c != '-') type += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = c == '-';
  }
  return type;
}

TestSuite suite_of(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  TestSuite suite{clean_text(exercise.title), {}};
  const std::string id = clean_text(exercise.id), words = exercise_words(sheet, exercise);
  if (!is_judged(sheet, exercise)) {
    suite.cases.push_back({id, "exercise", "skipped", "", status_words(sheet, exercise) + "\n" + words});
    return suite;
  }
  const std::vector<ShownCase> shown = shown_cases(exercise);
  for (std::size_t c = 0; c < shown.size(); ++c) {
    const Verdict& verdict = exercise.cases[c].verdict;
    const double seconds =
        shown[c].hidden ? 0 : finite(verdict.subject_seconds) + finite(verdict.judge_seconds);
    suite.cases.push_back({id, shown[c].name, element_of(shown[c].outcome), type_of(shown[c].outcome),
                           shown[c].words, seconds});
  }
  if (shown.empty() && exercise.status != ExerciseStatus::passed)
    suite.cases.push_back(
        {id, "exercise", "failure", sheet.broken ? clean_text(sheet.broken->code) : "Fail", words});
  return suite;
}

std::vector<TestSuite> suites_of(const GradeSheet& sheet) {
  std::vector<TestSuite> suites;
  if (const auto& error = sheet.judge_error ? sheet.judge_error : sheet.broken) {
    const std::string type = sheet.judge_error ? "InternalError" : clean_text(error->code);
    suites.push_back({"start", {{"start", "start", "error", type, sheet_words(sheet)}}});
  }
  if (!sheet.judge_error)
    for (const ExerciseGrade& exercise : sheet.exercises)
      suites.push_back(suite_of(sheet, exercise));
  return suites;
}

std::string to_xml(const TestCase& one) {
  std::string xml = "  <testcase" + xml_attribute("classname", one.classname) +
                    xml_attribute("name", one.name) + fmt::format(" time=\"{:.6f}\"", one.seconds);
  if (one.element.empty() && one.words.empty()) return xml + "/>\n";
  xml += ">\n";
  if (one.element.empty())
    xml += "   <system-out>" + xml_text(one.words) + "</system-out>\n";
  else if (one.element == "skipped")
    xml += "   <skipped" + xml_attribute("message", one.words) + "/>\n";
  else
    xml += "   <" + one.element + xml_attribute("message", first_line(one.words)) +
           xml_attribute("type", one.type) + ">" + xml_text(one.words) + "</" + one.element + ">\n";
  return xml + "  </testcase>\n";
}

std::string to_xml(const TestSuite& suite) {
  std::string xml =
      " <testsuite" + xml_attribute("name", suite.name) +
      fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.6f}\">\n",
                  suite.cases.size(), suite.count("failure"), suite.count("error"), suite.count("skipped"),
                  suite.seconds());
  for (const TestCase& one : suite.cases)
    xml += to_xml(one);
  return xml + " </testsuite>\n";
}

}  // namespace

std::string junit_xml(const GradeSheet& sheet) {
  std::string body;
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  for (const TestSuite& suite : suites_of(sheet)) {
    body += to_xml(suite);
    tests += suite.cases.size();
    failures += suite.count("failure");
    errors += suite.count("error");
    skipped += suite.count("skipped");
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + xml_attribute("name", sheet.rubric) +
         fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.6f}\">\n", tests,
                     failures, errors, skipped, finite(sheet.seconds)) +
         body + "</testsuites>\n";
}

}  // namespace bindpose::conformance
