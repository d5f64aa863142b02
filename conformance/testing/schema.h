// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests, validates a document by one of this module's schemas.
#pragma once

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "reference/testing/schema.h"

namespace bindpose::conformance {

/// schema: path below conformance/, "report/results.schema.json", or one of its definitions. Reports the place and
/// the reason of a violation.
inline testing::AssertionResult obeys(const std::string& schema_path, const nlohmann::json& document,
                                      const std::string& definition = "") {
  nlohmann::json schema = nlohmann::json::parse(std::ifstream(BINDPOSE_CONFORMANCE "/" + schema_path));
  if (!definition.empty())
    schema = {{"$ref", "#/definitions/" + definition}, {"definitions", schema.at("definitions")}};
  const std::string violations = schema_violations(schema, document);
  if (violations.empty()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << violations;
}

}  // namespace bindpose::conformance
