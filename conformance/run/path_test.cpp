// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The page of this folder lists the calls from main to the comparison of one number. The sources make these calls.
#include <fstream>
#include <regex>
#include <vector>

#include <gtest/gtest.h>

#include "reference/testing/text.h"

namespace bindpose::conformance::path_test {

struct Step {
  std::string function, file;
};

std::vector<std::string> lines_of_file(const std::string& file) {
  std::vector<std::string> lines;
  std::ifstream in(BINDPOSE_CONFORMANCE "/" + file);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

std::vector<Step> steps_of_page() {
  const std::regex item(R"(\d+\. `([\w:]+)` in `([\w/.]+)`.*)");
  std::vector<Step> steps;
  std::smatch found;
  for (const std::string& line : lines_of_file("run/README.md"))
    if (std::regex_match(line, found, item)) steps.push_back({found[1], found[2]});
  return steps;
}

/// Returns the texts of a function's definitions, overloads one after the other.
std::string body_of(const Step& step) {
  std::string text;
  bool is_inside = false;
  const std::regex begins("\\w.* " + step.function + "\\(.*");
  for (const std::string& line : lines_of_file(step.file)) {
    is_inside = (is_inside || std::regex_match(line, begins)) && line != "}";
    if (is_inside) text += line + "\n";
  }
  return text;
}

TEST(PathTest, at_most_nine_calls_lead_from_main_to_a_comparison) {
  const std::vector<Step> steps = steps_of_page();
  ASSERT_GT(steps.size(), 5U);
  EXPECT_LE(steps.size() - 1, 9U);
  EXPECT_EQ(steps.front().function, "main");
  EXPECT_TRUE(has(body_of(steps.back()), "<= bound"));
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const std::string name = steps[i].function.substr(steps[i].function.rfind(':') + 1);
    EXPECT_TRUE(std::regex_search(body_of(steps[i - 1]), std::regex("\\b" + name + "\\b")))
        << steps[i - 1].function << " does not call " << name;
  }
}

}  // namespace bindpose::conformance::path_test
