// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/schema.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace bindpose {

std::string schema_violations(const nlohmann::json& schema, const nlohmann::json& document) {
  valijson::Schema parsed;
  valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(schema), parsed);
  valijson::ValidationResults results;
  if (valijson::Validator().validate(parsed, valijson::adapters::NlohmannJsonAdapter(document), &results))
    return "";
  std::string lines;
  for (const auto& error : results) {
    for (const std::string& step : error.context)
      lines += step;
    lines += ": " + error.description + "\n";
  }
  return lines.empty() ? "it is not valid\n" : lines;
}

}  // namespace bindpose
