// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are a history of devices, a SQLite file.
#include "conformance/gate/history.h"
#include "conformance/testing/terminal.h"
#include "reference/io/safetensors.h"
#include "reference/testing/fuzz.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::fuzz::history_fuzzer {

using namespace conformance;

std::vector<std::string> seeds() {
  const TemporaryFolder folder;
  auto history = History::open(folder / "farm.db", true);
  for (const auto& [outcome, day] : {std::pair("pass", "2026-11-01"), std::pair("fail", "2026-11-02")}) {
    Results results;
    results.json = {{"version", "1"}, {"subjects", {{{"name", "gpu"}, {"info", {{"renderer", "toy"}}}}}}};
    ResultEntry& entry = results.entries.emplace_back();
    entry.name = "skinning.linear_blend.bar/gpu/ubo";
    entry.algorithm = "skinning/linear_blend";
    entry.subject = "gpu";
    entry.json = {{"variant", {{"palette", "ubo"}}}};
    entry.verdict.outcome = *parse_outcome(outcome);
    require(history && history->add(results, {"shelf", day}), "a history that cannot be written");
  }
  return {read_text(folder / "farm.db").value(), "", "SQLite format 3"};
}

void read(std::string_view input) {
  static const TemporaryFolder folder;
  const auto file = folder / "farm.db";
  require(write_file(file, input).has_value(), "a file that cannot be written");
  const auto history = History::open(file, false);
  if (!history) return require_printable(history.error());
  const auto farm = history->farm();
  if (!farm) return require_printable(farm.error());
  require(moves_terminal(farm_text(*farm)).empty(), "a listing moves a terminal's cursor");
  require(nlohmann::json::accept(farm_json(*farm)) && !farm_page(*farm, "farm.db").empty(),
          "a history without a listing");
}

BINDPOSE_FUZZER(history)

}  // namespace bindpose::fuzz::history_fuzzer
