// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are lists of devices, two of them on either side of a NUL.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "conformance/gate/device_list.h"
#include "conformance/testing/terminal.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::device_list_fuzzer {

using namespace conformance;

std::vector<std::string> seeds() {
  const std::string one =
      R"({"format": "bindpose-devices-1", "devices": [{"subject": "gpu:osmesa", "info": {"renderer": "toy", "card.dot": "((0+1)+2)+3"}},
 {"subject": "vulkan:0", "error": "[DEVICE_UNAVAILABLE] vulkan:0: none"}], "missing": ["[LIBRARY_MISSING] libEGL.so.1"]})";
  const std::string other =
      R"({"format": "bindpose-devices-1", "devices": [{"subject": "gpu:osmesa", "info": {"renderer": "toy 2", "card.dot": "no plain order"}}]})";
  return {one, other, one + std::string(1, '\0') + other};
}

void read(std::string_view input) {
  const std::size_t end = std::min(input.find('\0'), input.size());
  const auto before = parse_device_list(input.substr(0, end), "old");
  const auto after = parse_device_list(end < input.size() ? input.substr(end + 1) : input, "new");
  if (!before) require_printable(before.error());
  if (!after) require_printable(after.error());
  if (!before || !after) return;
  const DeviceComparison comparison = compare(*before, *after);
  require(compare(*before, *before).changes.empty(), "a list differs from itself");
  require(compare(*after, *before).changes.size() == comparison.changes.size(),
          "the reversed comparison differs");
  require(moves_terminal(comparison_text(comparison)).empty(), "a comparison moves a terminal's cursor");
  static_cast<void>(comparison_markdown(comparison));
  require(!nlohmann::json::parse(comparison_json(comparison), nullptr, false).is_discarded(), "no JSON");
}

BINDPOSE_FUZZER(device_list)

}  // namespace bindpose::fuzz::device_list_fuzzer
