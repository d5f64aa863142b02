// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/diagnosis.h"

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/subjects/open.h"

namespace bindpose::conformance {
namespace diagnosis_test {

/// Of a subject that has been judged on these cases.
Diagnosis diagnosis_of(const std::string& subject, const std::vector<std::string>& globs) {
  Suite suite;
  suite.add_cases(built_in_cases(), globs);
  suite.add_subject(*open_any(*parse_subject(subject)));
  suite.make_records();
  for (std::size_t i = 0; i < suite.records().size(); ++i)
    suite.run(i);
  return diagnose(suite, 0);
}

class MadeDefect : public testing::TestWithParam<const char*> {};

TEST_P(MadeDefect, is_named_from_all_its_answers) {
  const std::string id = GetParam();
  const Diagnosis found = diagnosis_of("defect:" + id, {"skinning.*.bar.*", "hierarchy.*", "animation.*"});
  ASSERT_FALSE(found.suspects.empty());
  EXPECT_EQ(found.suspects.front().defect->id, id);
  EXPECT_GT(found.suspects.front().evidence.share(), 0.9);
  EXPECT_GT(found.tests, 0U);
  EXPECT_NE(diagnosis_text(found).find(id), std::string::npos) << diagnosis_text(found);
}

INSTANTIATE_TEST_SUITE_P(mistakes, MadeDefect,
                         testing::Values("ibm-ignored", "quat-wxyz", "weights-ignored",
                                         "fk-child-times-parent", "normal-not-skinned",
                                         "nlerp-instead-of-slerp"));

TEST(DiagnosisTest, who_is_right_has_none) {
  const Diagnosis found = diagnosis_of("reference-float", {"skinning.linear_blend.bar.*"});
  EXPECT_EQ(found.tests, 0U);
  EXPECT_EQ(diagnosis_text(found), "");
}

}  // namespace diagnosis_test
}  // namespace bindpose::conformance
