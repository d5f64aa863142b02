// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests - whether a document obeys one of the schemas of this room.
#pragma once

#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace bindpose::conformance {

/// schema: path below conformance/, "report/results.schema.json", or one of its definitions. Says where and why not.
inline testing::AssertionResult obeys(const std::string& schema_path, const nlohmann::json& document,
                                      const std::string& definition = "") {
  nlohmann::json text = nlohmann::json::parse(std::ifstream(BINDPOSE_CONFORMANCE "/" + schema_path));
  if (!definition.empty())
    text = {{"$ref", "#/definitions/" + definition}, {"definitions", text.at("definitions")}};
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema);
  valijson::Validator validator;
  valijson::ValidationResults results;
  if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(document), &results))
    return testing::AssertionSuccess();
  testing::AssertionResult failure = testing::AssertionFailure();
  for (const auto& error : results) {
    for (const std::string& step : error.context)
      failure << step;
    failure << ": " << error.description << "\n";
  }
  return failure;
}

}  // namespace bindpose::conformance
