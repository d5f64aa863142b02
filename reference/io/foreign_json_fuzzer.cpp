// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Inputs are JSON, read with a small limit of values.
#include <algorithm>

#include "reference/io/foreign_json.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::foreign_json_fuzzer {

constexpr std::uint64_t most_values = 8;

struct Extent {
  std::uint64_t values = 1, depth = 0;
};

Extent extent_of(const nlohmann::ordered_json& document) {
  Extent all;
  if (!document.is_structured()) return all;
  for (const auto& value : document) {
    const Extent of_value = extent_of(value);
    all.values += of_value.values;
    all.depth = std::max(all.depth, of_value.depth);
  }
  ++all.depth;
  return all;
}

std::vector<std::string> seeds() {
  const std::string opened(limits::json_depth.most, '['), closed(limits::json_depth.most, ']');
  return {R"({"a": [1, "[,\"", {}], "b": {"c": [[], []]}})",  // objects and arrays at several levels
          R"([1, 2, 3, 4, 5, 6, 7, [], " \\"])", "{\"a\": " + opened + closed + "}", opened + closed,
          "[\"" + opened + "\", null, -1e5, true]"};
}

void read(std::string_view input) {
  const auto limited = foreign_json<nlohmann::ordered_json>(input, most_values);
  const auto told = parse_json(input, "CODE", "a text", most_values);
  require(told.has_value() == !limited.is_discarded(), "two readers of one text disagree");
  if (!told) require_printable(told.error());
  if (!json_excess(input, {.values = 1'000'000}).empty()) return;  // too deep to parse here
  const auto whole = nlohmann::ordered_json::parse(input, nullptr, false);
  if (whole.is_discarded()) return require(limited.is_discarded(), "text that is not JSON was read");
  const Extent extent = extent_of(whole);
  // A repeated key counts twice in the text.
  require(extent.values <= most_values || limited.is_discarded(),
          "more values are read than the limit allows");
  require(extent.depth <= limits::json_depth.most, "the text is nested deeper than the limit");
}

BINDPOSE_FUZZER(foreign_json)

}  // namespace bindpose::fuzz::foreign_json_fuzzer
