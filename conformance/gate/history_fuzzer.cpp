// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are a history of devices as a SQLite file, or its rows as JSON, which the mutator changes without
// breaking the file: {"device": [[1, "shelf"]], ...}.
#include <sqlite3.h>

#include "conformance/gate/history.h"
#include "conformance/testing/terminal.h"
#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"
#include "reference/testing/fuzz.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::fuzz::history_fuzzer {
namespace {

using namespace conformance;
using nlohmann::json;
using Database = std::unique_ptr<sqlite3, int (*)(sqlite3*)>;
using Statement = std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)>;

Database opened(const std::filesystem::path& file) {
  sqlite3* database = nullptr;
  require(::sqlite3_open(file.c_str(), &database) == SQLITE_OK, "a database that cannot be opened");
  return {database, &::sqlite3_close};
}

/// The bytes of a database with small pages, so that most bytes are rows.
std::string packed(const std::filesystem::path& file) {
  const int done =
      ::sqlite3_exec(opened(file).get(), "PRAGMA page_size = 512; VACUUM", nullptr, nullptr, nullptr);
  require(done == SQLITE_OK, "a database that cannot be packed");
  return *read_text(file);
}

/// A history without rows.
const std::string& empty_history() {
  static const std::string bytes = [] {
    const TemporaryFolder folder;
    require(History::open(folder / "farm.db", true).has_value(), "a history that cannot be made");
    return packed(folder / "farm.db");
  }();
  return bytes;
}

void bind(sqlite3_stmt* statement, int at, const json& value) {
  if (value.is_number_integer())
    ::sqlite3_bind_int64(statement, at, get_or<std::int64_t>(value));
  else if (value.is_number())
    ::sqlite3_bind_double(statement, at, value.get<double>());
  else if (value.is_string())
    ::sqlite3_bind_text64(statement, at, value.get_ref<const std::string&>().data(),
                          value.get_ref<const std::string&>().size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  else if (value.is_structured())
    ::sqlite3_bind_zeroblob(statement, at, static_cast<int>(value.size()));
}

/// Adds the rows that the constraints of the tables allow.
void add_rows(const json& rows, const std::filesystem::path& file) {
  const Database database = opened(file);
  ::sqlite3_exec(database.get(), "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN", nullptr,
                 nullptr, nullptr);
  for (const auto& [table, columns] :
       {std::pair("device", "?, ?"), std::pair("run", "?, ?, ?, ?, ?, ?"), std::pair("test", "?, ?, ?, ?"),
        std::pair("result", "?, ?, ?, ?, ?, ?")}) {
    sqlite3_stmt* made = nullptr;
    const std::string text = std::string("INSERT OR IGNORE INTO ") + table + " VALUES (" + columns + ")";
    require(::sqlite3_prepare_v2(database.get(), text.c_str(), -1, &made, nullptr) == SQLITE_OK,
            "no such table");
    const Statement statement(made, &::sqlite3_finalize);
    for (const json& row : member_or<json>(rows, table)) {
      int at = 0;
      for (const json& value : row)
        bind(made, ++at, value);
      ::sqlite3_step(made);
      ::sqlite3_reset(made);
      ::sqlite3_clear_bindings(made);
    }
  }
  ::sqlite3_exec(database.get(), "COMMIT", nullptr, nullptr, nullptr);
}

}  // namespace

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
  return {packed(folder / "farm.db"), "", "SQLite format 3",
          R"json({"device": [[1, "shelf"], [2, "desk"]], "run": [[1, 1, "2026-11-01", "toy", "{}", "1"],
 [2, 1, "2026-11-02T12:30:00Z", "toy 2", "{}", "1"], [3, 2, "2026-11-02", "toy", "{}", "1"]],
 "test": [[1, "skinning.linear_blend.bar/ubo", "skinning/linear_blend", "{\"palette\": \"ubo\"}"],
 [2, "skinning.linear_blend.bar/ssbo", "skinning/linear_blend", "{\"palette\": \"ssbo\"}"]],
 "result": [[1, 1, "pass", 1, 0.25, ""], [1, 2, "pass", 1, null, ""], [2, 1, "fail", 0, 8.5, "positions[3].y"],
 [2, 2, "pass", 1, 0.5, ""], [3, 1, "crash", 0, null, "DEVICE_LOST"]]})json"};
}

void read(std::string_view input) {
  static const TemporaryFolder folder;
  const auto file = folder / "farm.db";
  const json rows = foreign_json(input);
  require(write_file(file, rows.is_object() ? std::string_view(empty_history()) : input).has_value(),
          "a file that cannot be written");
  if (rows.is_object()) add_rows(rows, file);
  const auto history = History::open(file, false);
  if (!history) return require_printable(history.error());
  const auto farm = history->farm();
  if (!farm) return require_printable(farm.error());
  require(moves_terminal(farm_text(*farm)).empty(), "a listing moves a terminal's cursor");
  require(json::accept(farm_json(*farm)) && !farm_page(*farm, "farm.db").empty(),
          "a history without a listing");
}

BINDPOSE_FUZZER(history)

}  // namespace bindpose::fuzz::history_fuzzer
