// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/googletest.h"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace bindpose::conformance {
namespace {

/// One record as a GoogleTest test.
class RecordTest : public testing::Test {
 public:
  RecordTest(Suite& suite, std::size_t record) : suite_(suite), record_(record) {}

  void TestBody() override {
    const Verdict& verdict = suite_.run(record_);
    RecordProperty("outcome", std::string(to_string(verdict.outcome)));
    RecordProperty("worst_fraction_of_bound", fmt::format("{:.4g}", verdict.worst_fraction));
    if (verdict.outcome == Outcome::not_supported || verdict.outcome == Outcome::skipped)
      GTEST_SKIP() << verdict.detail;
    if (!is_expected(verdict.outcome)) ADD_FAILURE() << to_string(verdict.outcome) << ": " << verdict.detail;
  }

 private:
  Suite& suite_;
  std::size_t record_;
};

/// "skinning.linear_blend" and "cylinder.bend-90..." of both with a dot between.
std::pair<std::string, std::string> suite_and_test(const std::string& name) {
  const std::size_t first = name.find('.');
  const std::size_t split =
      first == std::string::npos ? name.size() : std::min(name.find('.', first + 1), name.size());
  return {name.substr(0, split), name.substr(std::min(split + 1, name.size()))};
}

}  // namespace

std::string googletest_name(const std::string& record_name) {
  const auto [suite, test] = suite_and_test(record_name);
  return suite + "." + test;
}

void register_tests(Suite& suite, const std::vector<bool>& chosen) {
  for (std::size_t i = 0; i < suite.records().size(); ++i) {
    if (!chosen.empty() && !chosen[i]) continue;
    const auto [group, test] = suite_and_test(suite.records()[i].name);
    testing::RegisterTest(group.c_str(), test.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [&suite, i]() -> RecordTest* { return new RecordTest(suite, i); });
  }
}

}  // namespace bindpose::conformance
