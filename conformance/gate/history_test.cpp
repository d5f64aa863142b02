// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/history.h"

#include <numeric>

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "conformance/testing/results.h"
#include "conformance/testing/terminal.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::history_test {

using Verdicts = std::map<std::string, std::string>;  // outcomes of variants such as "ubo"

/// A run of one case; its variants are named after their palette.
nlohmann::json run_of(const Verdicts& verdicts, const std::string& driver = "toy 1") {
  std::vector<Test> tests;
  for (const auto& [palette, outcome] : verdicts)
    tests.push_back({"skinning.linear_blend.bar.f32/gpu/" + palette, outcome});
  nlohmann::json document = results_json_of(tests);
  for (auto& entry : document["results"]) {
    const std::string name = entry["name"];
    entry["variant"] = {{"palette", name.substr(name.rfind('/') + 1)}};
  }
  document["subjects"][0]["info"] = {{"renderer", driver}};
  return document;
}

const Verdicts sound = {{"ssbo", "pass"}, {"texture", "pass"}, {"ubo", "pass"}};
const Verdicts broken = {{"ssbo", "pass"}, {"texture", "pass"}, {"ubo", "fail"}};

struct HistoryTest : testing::Test {
  Expected<std::size_t> add(const nlohmann::json& run, const std::string& device, const std::string& time) {
    auto history = History::open(folder_ / "farm.db", true);
    if (!history) return tl::unexpected(history.error());
    return history->add(results_of(run), {device, time});
  }
  Farm farm() const {
    const auto history = History::open(folder_ / "farm.db", false);
    const auto found = history ? history->farm() : tl::unexpected(history.error());
    EXPECT_TRUE(found) << to_string(found.error());
    return found ? *found : Farm();
  }
  const TemporaryFolder folder_;
};

TEST_F(HistoryTest, a_regression_has_a_time_a_device_a_driver_and_a_variant) {
  ASSERT_TRUE(add(run_of(sound), "shelf-1", "2026-11-01"));
  ASSERT_TRUE(add(run_of(sound), "shelf-2", "2026-11-01"));
  // A day's results may come late.
  ASSERT_TRUE(add(run_of(broken, "toy 2"), "shelf-2", "2026-11-03"));
  ASSERT_TRUE(add(run_of(sound), "shelf-2", "2026-11-02"));
  ASSERT_TRUE(add(run_of(sound), "shelf-1", "2026-11-03"));
  const Farm now = farm();
  ASSERT_EQ(now.events.size(), 1U);
  const FarmEvent& event = now.events.front();
  EXPECT_TRUE(event.is_broken);
  EXPECT_EQ(event.device, "shelf-2");
  EXPECT_EQ(event.time, "2026-11-03");
  EXPECT_EQ(event.time_before, "2026-11-02");
  EXPECT_EQ(event.driver_before, "toy 1");
  EXPECT_EQ(event.driver, "toy 2");
  EXPECT_EQ(event.variants, std::vector<std::string>{"palette=ubo"});
  EXPECT_EQ(event.tests, std::vector<std::string>{"skinning.linear_blend.bar.f32/ubo"});
  EXPECT_FALSE(now.is_sound());
  const std::string text = farm_text(now);
  EXPECT_TRUE(has(text, {"1 of 2 devices fail now; 5 runs, 1 change",
                         "2026-11-03  shelf-2: 1 test broke (only palette=ubo); as expected until 2026-11-02",
                         "driver before: toy 1; now: toy 2", "told so"}))
      << text;
  const auto json = nlohmann::json::parse(farm_json(now));
  EXPECT_EQ(json["events"][0]["only"], nlohmann::json{"palette=ubo"});
  EXPECT_EQ(json["events"][0]["time_before"], "2026-11-02");
  EXPECT_EQ(json["devices"][1]["algorithms"]["skinning/linear_blend"]["since"], "2026-11-03");
  const std::string page = farm_page(now, "farm.db");
  EXPECT_TRUE(has(page, {"1 of 3 fail <small>since 2026-11-03</small>", "3 right", "only palette=ubo",
                         "<summary><bdi>fail: told so"}))
      << page;
}

TEST_F(HistoryTest, a_detail_of_several_lines_is_one_line) {
  auto run = run_of(broken);
  for (auto& entry : run["results"])
    entry["detail"] = "positions[0].x is nan\nvertex 0";
  ASSERT_TRUE(add(run_of(sound), "shelf-1", "2026-11-01"));
  ASSERT_TRUE(add(run, "shelf-1", "2026-11-02"));
  const Farm now = farm();
  ASSERT_EQ(now.events.size(), 1U);
  EXPECT_EQ(now.events[0].detail, "positions[0].x is nan; vertex 0");
}

TEST_F(HistoryTest, a_fix_is_an_event_and_not_a_failure) {
  for (const auto& [day, verdicts] :
       {std::pair("2026-11-01", sound), std::pair("2026-11-02", broken), std::pair("2026-11-03", sound)})
    ASSERT_TRUE(add(run_of(verdicts), "shelf-1", day));
  const Farm now = farm();
  ASSERT_EQ(now.events.size(), 2U);
  EXPECT_FALSE(now.events[0].is_broken) << "the latest first";
  EXPECT_EQ(now.events[0].time_before, "2026-11-02");
  EXPECT_TRUE(has(farm_text(now), {"1 test fixed", "; failing until 2026-11-02"})) << farm_text(now);
  EXPECT_TRUE(has(farm_page(now, "farm.db"), "<summary><bdi>failing until 2026-11-02</bdi></summary>"));
  EXPECT_TRUE(now.is_sound());
}

TEST_F(HistoryTest, no_variant_is_named_if_all_tests_break) {
  ASSERT_TRUE(add(run_of({{"ubo", "pass"}}), "shelf-1", "2026-11-01"));
  ASSERT_TRUE(add(run_of({{"ubo", "crash"}}), "shelf-1", "2026-11-02"));
  EXPECT_TRUE(farm().events.front().variants.empty());
  EXPECT_TRUE(has(farm_text(farm()), "every test of these algorithms"));
}

TEST_F(HistoryTest, one_fixed_test_is_not_every_test) {
  const auto verdicts = [](const char* ubo, const char* texture) {
    return run_of({{"ubo", ubo}, {"ssbo", "pass"}, {"texture", texture}});
  };
  ASSERT_TRUE(add(verdicts("fail", "pass"), "shelf-1", "2026-11-01"));
  ASSERT_TRUE(add(verdicts("pass", "pass"), "shelf-1", "2026-11-02"));
  EXPECT_EQ(farm().events.front().unchanged, 2U);
  EXPECT_TRUE(
      has(farm_text(farm()), "1 test fixed (every test of these algorithms that failed); failing until"))
      << farm_text(farm());
  ASSERT_TRUE(add(verdicts("fail", "fail"), "shelf-1", "2026-11-03"));
  ASSERT_TRUE(add(verdicts("pass", "fail"), "shelf-1", "2026-11-04"));
  EXPECT_TRUE(has(farm_text(farm()), "1 test fixed (only palette=ubo)")) << farm_text(farm());
}

TEST_F(HistoryTest, only_tests_with_the_same_outcome_are_unchanged) {
  ASSERT_TRUE(add(run_of({{"ubo", "fail"}, {"ssbo", "pass"}}), "shelf-1", "2026-11-01"));
  ASSERT_TRUE(add(run_of({{"ubo", "pass"}, {"ssbo", "fail"}, {"texture", "pass"}}), "shelf-1", "2026-11-02"));
  const Farm now = farm();
  ASSERT_EQ(now.events.size(), 2U);
  for (const FarmEvent& event : now.events) {
    EXPECT_EQ(event.unchanged, 0U) << "one changed the other way, one is new";
    EXPECT_TRUE(event.is_all);
    EXPECT_TRUE(event.variants.empty());
  }
  EXPECT_TRUE(has(farm_text(now), {"every test of these algorithms that passed",
                                   "every test of these algorithms that failed"}))
      << farm_text(now);
}

TEST_F(HistoryTest, a_failure_stays_until_a_later_run_has_its_test) {
  ASSERT_TRUE(add(run_of(broken), "shelf-1", "2026-11-01"));
  EXPECT_FALSE(farm().is_sound());
  ASSERT_TRUE(add(run_of({{"ssbo", "pass"}}), "shelf-1", "2026-11-02"));
  const Farm partial = farm();
  const FarmCell& cell = partial.devices.front().algorithms.at("skinning/linear_blend");
  EXPECT_EQ(cell.expected, 1U) << "a pass that is not in the run does not count";
  EXPECT_EQ(cell.unexpected, 1U);
  EXPECT_FALSE(partial.is_sound());
  EXPECT_TRUE(has(farm_text(partial), "1 test failing; 1 of them not run since 2026-11-01"))
      << farm_text(partial);
  EXPECT_TRUE(has(farm_page(partial, "farm.db"),
                  "1 of 2 fail <small>since 2026-11-01, 1 not run since 2026-11-01</small>"));
  const auto json = nlohmann::json::parse(farm_json(partial));
  EXPECT_EQ(json["devices"][0]["algorithms"]["skinning/linear_blend"]["not_run"], 1);
  ASSERT_TRUE(add(run_of({{"ubo", "pass"}}), "shelf-1", "2026-11-02T12:00:00Z"));
  EXPECT_TRUE(farm().is_sound()) << farm_text(farm());
  auto other = results_json_of({{"skinning.stitching.bar.f32/gpu/ubo", "pass"}});
  other["results"][0]["algorithm"] = "skinning/stitching";
  ASSERT_TRUE(add(other, "shelf-1", "2026-11-03"));
  EXPECT_EQ(farm().devices.front().algorithms.size(), 2U) << "a run of other algorithms changes nothing";
}

TEST_F(HistoryTest, a_failure_of_the_first_run_is_not_a_change) {
  ASSERT_TRUE(add(run_of(broken), "shelf-1", "2026-11-01"));
  EXPECT_TRUE(farm().events.empty());
  EXPECT_FALSE(farm().is_sound());
}

TEST_F(HistoryTest, a_device_has_one_run_per_valid_time) {
  ASSERT_TRUE(add(run_of(sound), "shelf-1", "2026-11-01"));
  for (const char* time : {"2026-11-01", "2026-11-31", "yesterday", "2026-11-02T1", "2026-11-02 10:00:00"}) {
    const auto added = add(run_of(broken), "shelf-1", time);
    ASSERT_FALSE(added) << time;
    EXPECT_EQ(added.error().code, "HISTORY_RUN");
  }
  ASSERT_TRUE(add(run_of(sound), "shelf-1", "2026-11-01T10:00:00Z"));
  EXPECT_EQ(farm().devices.front().runs, 2U) << "a refused run adds nothing";
}

TEST_F(HistoryTest, a_file_of_another_program_is_refused_and_unchanged) {
  std::ofstream(folder_ / "farm.db") << "no database, and longer than the head of one: "
                                     << std::string(4096, 'x');
  EXPECT_EQ(add(run_of(sound), "shelf-1", "2026-11-01").error().code, "HISTORY_FILE");
  sqlite3* other = nullptr;
  ASSERT_EQ(::sqlite3_open((folder_ / "other.db").c_str(), &other), SQLITE_OK);
  ::sqlite3_exec(other, "CREATE TABLE run (id)", nullptr, nullptr, nullptr);
  ::sqlite3_close(other);
  for (const bool create : {true, false})
    EXPECT_EQ(History::open(folder_ / "other.db", create).error().code, "HISTORY_FILE");
  EXPECT_EQ(History::open(folder_ / "absent.db", false).error().code, "FILE_READ");
}

TEST_F(HistoryTest, a_file_with_a_view_for_a_table_is_refused) {
  ASSERT_TRUE(add(run_of(sound), "shelf-1", "2026-11-01"));
  sqlite3* database = nullptr;
  ASSERT_EQ(::sqlite3_open((folder_ / "farm.db").c_str(), &database), SQLITE_OK);
  EXPECT_EQ(
      ::sqlite3_exec(database, "ALTER TABLE device RENAME TO old; CREATE VIEW device AS SELECT * FROM old",
                     nullptr, nullptr, nullptr),
      SQLITE_OK);
  ::sqlite3_close(database);
  for (const bool create : {true, false})
    EXPECT_EQ(History::open(folder_ / "farm.db", create).error().code, "HISTORY_FILE");
}

/// Formerly bindpose read these, or waited for them, without a limit.
TEST_F(HistoryTest, a_malicious_file_gives_only_an_error) {
  const std::string rows =
      "INSERT INTO device VALUES (1, 'd'); INSERT INTO test VALUES (1, 'a.b/c', 'skinning/linear_blend', "
      "'{}');"
      "INSERT INTO run VALUES (1, 1, '2026-11-01', 'toy', '{}', '1'), (2, 1, '2026-11-02', 'toy', '{}', '1');"
      "INSERT INTO result VALUES (1, 1, 'pass', 1, 0, ''), (2, 1, 'fail', 0, 0, 'why');";
  const auto changed = [&](const std::string& statements) {
    std::filesystem::remove(folder_ / "farm.db");
    EXPECT_TRUE(History::open(folder_ / "farm.db", true));
    sqlite3* database = nullptr;
    EXPECT_EQ(::sqlite3_open((folder_ / "farm.db").c_str(), &database), SQLITE_OK);
    EXPECT_EQ(::sqlite3_exec(database, (rows + statements).c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << ::sqlite3_errmsg(database);
    ::sqlite3_close(database);
    const auto history = History::open(folder_ / "farm.db", false);
    const auto farm = history ? history->farm() : tl::unexpected(history.error());
    return farm ? farm_json(*farm) : to_string(farm.error());
  };
  EXPECT_TRUE(has(changed(""), "a.b/c"));
  EXPECT_TRUE(has(changed("UPDATE test SET name = hex(zeroblob(100000));"), "expected at most 4000"));
  EXPECT_TRUE(has(changed("UPDATE device SET name = hex(zeroblob(1000000));"), "too big"));
  EXPECT_TRUE(
      has(changed("DROP TABLE device; CREATE TABLE device (id INTEGER PRIMARY KEY, name TEXT NOT NULL "
                  "UNIQUE, more TEXT AS (hex(zeroblob(400000000))));"),
          "does not have the tables"));
  const std::string deep(100000, '[');
  EXPECT_TRUE(has(changed("UPDATE test SET options = '" + deep + "';"), "a.b/c"));
  EXPECT_TRUE(has(changed("UPDATE device SET name = CAST(x'ff1b5b324a' AS TEXT);"), "a.b/c"));
  // SQLite quotes this text. Formerly the message moved a terminal's cursor.
  const std::string quoted = changed(
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE device (' || char(27) || "
      "'[2J' "
      "WHERE name = 'device';");
  EXPECT_TRUE(has(quoted, "malformed"));
  EXPECT_EQ(moves_terminal(quoted), "");
  // An endless trigger, which must not run.
  changed(
      "CREATE TRIGGER t AFTER INSERT ON device BEGIN INSERT INTO test (name, algorithm, options) WITH "
      "RECURSIVE "
      "c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x, '', '' FROM c; END;");
  ASSERT_TRUE(add(run_of(sound), "shelf-1", "2026-11-01"));
  std::filesystem::remove(folder_ / "farm.db");
  ASSERT_EQ(::mkfifo((folder_ / "farm.db").c_str(), 0600), 0);
  for (const bool create : {true, false})
    EXPECT_EQ(History::open(folder_ / "farm.db", create).error().code, "HISTORY_FILE");
}

/// A journal that ends in the name of a super-journal, which SQLite deletes.
std::string journal_that_names(const std::string& file) {
  const auto number = [](std::size_t value) {
    std::string bytes;
    for (const int shift : {24, 16, 8, 0})
      bytes += static_cast<char>(value >> shift & 0xFFU);
    return bytes;
  };
  const std::string mark = "\xD9\xD5\x05\xF9\x20\xA1\x63\xD7";
  constexpr std::size_t page = 4096, sector = 512, pages = 8;
  std::string text = mark + number(0) + number(1) + number(pages) + number(sector) + number(page);
  text.resize(sector);
  const auto sum = static_cast<std::size_t>(std::accumulate(file.begin(), file.end(), 0));
  return text + number((1U << 30U) / page + 1) + file + number(file.size()) + number(sum) + mark;
}

/// Formerly the first journal deleted the file that it names, and bindpose waited for a pipe.
TEST_F(HistoryTest, foreign_files_next_to_the_database_are_ignored) {
  const auto open = [&](bool create) { return History::open(folder_ / "farm.db", create); };
  ASSERT_TRUE(add(run_of(sound), "shelf-1", "2026-11-01"));
  std::ofstream(folder_ / "victim") << "precious";
  std::ofstream(folder_ / "farm.db-journal") << journal_that_names(folder_ / "victim");
  EXPECT_TRUE(add(run_of(sound), "shelf-1", "2026-11-02")) << "the journal is ignored";
  EXPECT_EQ(slurp(folder_ / "victim"), "precious");
  EXPECT_EQ(farm().devices.front().runs, 2U);
  for (const std::string name : {"farm.db-journal", "farm.db-wal", "farm.db-shm", "farm.db"}) {
    std::filesystem::remove(folder_ / name);
    ASSERT_EQ(::mkfifo((folder_ / name).c_str(), 0600), 0);
    for (const bool create : {true, false})
      EXPECT_EQ(open(create).error().code, "HISTORY_FILE") << name;
    std::filesystem::remove(folder_ / name);
    for (const char* target : {"victim", "absent"}) {
      std::filesystem::create_symlink(target, folder_ / name);
      EXPECT_FALSE(open(true)) << name << " is a link to " << target;
      EXPECT_FALSE(std::filesystem::exists(folder_ / "absent"));
      std::filesystem::remove(folder_ / name);
    }
  }
  EXPECT_EQ(slurp(folder_ / "victim"), "precious");
}

/// Other users may truncate shared memory during a read.
TEST_F(HistoryTest, a_file_with_a_write_ahead_log_is_refused) {
  ASSERT_TRUE(add(run_of(sound), "shelf-1", "2026-11-01"));
  std::fstream file(folder_ / "farm.db", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(18);
  file << "\2\2" << std::flush;
  for (const bool create : {true, false})
    EXPECT_EQ(History::open(folder_ / "farm.db", create).error().code, "HISTORY_FILE");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "farm.db-shm"));
}

TEST_F(HistoryTest, a_value_that_does_not_fit_is_an_error) {
  nlohmann::json run = run_of(sound);
  for (int i = 0; i < 300; ++i)
    run["subjects"][0]["info"]["word " + std::to_string(i)] = std::string(4000, 'x');
  const auto added = add(run, "shelf-1", "2026-11-01");
  ASSERT_FALSE(added);
  EXPECT_TRUE(has(added.error().message, "too big")) << added.error().message;
}

TEST_F(HistoryTest, a_special_name_of_sqlite_is_an_ordinary_file) {
  std::ofstream(folder_ / "results.json") << run_of(sound).dump();
  for (const char* name : {":memory:", "file:farm?mode=memory"}) {
    expect_ended(
        run_in(folder_, std::string(BINDPOSE_PROGRAM " history add '") + name + "' results.json --device d1"),
        0);
    EXPECT_TRUE(std::filesystem::exists(folder_ / name)) << name;
    expect_ended(run_in(folder_, std::string(BINDPOSE_PROGRAM " history show '") + name + "'"), 0, {"1 run"});
  }
  expect_ended(run_in(folder_, BINDPOSE_PROGRAM " history add new.db results.json --device d1 --time x"), 2,
               {"HISTORY_RUN"});
  EXPECT_FALSE(std::filesystem::exists(folder_ / "new.db"));
}

TEST_F(HistoryTest, a_renamed_test_continues_under_its_current_name) {
  const auto run = [](const char* outcome) {
    return results_json_of({{"hierarchy.fk_matrix.bar.f32/gpu/ubo", outcome}});
  };
  ASSERT_TRUE(add(run("pass"), "shelf-1", "2026-11-01"));
  sqlite3* database = nullptr;
  ASSERT_EQ(::sqlite3_open((folder_ / "farm.db").c_str(), &database), SQLITE_OK);
  EXPECT_EQ(::sqlite3_exec(database, "UPDATE test SET name = 'pose.fk_matrix.bar.f32/ubo'", nullptr, nullptr,
                           nullptr),
            SQLITE_OK);
  ::sqlite3_close(database);
  ASSERT_TRUE(add(run("fail"), "shelf-1", "2026-11-02"));
  const Farm now = farm();
  ASSERT_EQ(now.events.size(), 1U) << "a break, not a new test";
  EXPECT_EQ(now.events[0].tests, std::vector<std::string>{"hierarchy.fk_matrix.bar.f32/ubo"});
}

TEST_F(HistoryTest, the_page_has_the_tables) {
  ASSERT_TRUE(add(run_of(sound), "shelf-1", "2026-11-01"));
  sqlite3* database = nullptr;
  ASSERT_EQ(::sqlite3_open((folder_ / "farm.db").c_str(), &database), SQLITE_OK);
  const std::string page = slurp(BINDPOSE_CONFORMANCE "/gate/README.md");
  std::size_t tables = 0;
  sqlite3_stmt* rows = nullptr;
  ::sqlite3_prepare_v2(database, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL", -1, &rows, nullptr);
  for (; ::sqlite3_step(rows) == SQLITE_ROW; ++tables)
    EXPECT_TRUE(has(page, reinterpret_cast<const char*>(::sqlite3_column_text(rows, 0))));
  ::sqlite3_finalize(rows);
  ::sqlite3_close(database);
  EXPECT_EQ(tables, 4U);
}

TEST_F(HistoryTest, the_program_adds_from_several_processes_at_once) {
  std::ofstream(folder_ / "results.json") << run_of(sound).dump();
  const Ran added = run_in(folder_, "for i in 1 2 3 4 5 6; do " BINDPOSE_PROGRAM
                                    " history add farm.db results.json --device d$i & done; wait");
  expect_ended(added, 0);
  expect_ended(run_in(folder_, BINDPOSE_PROGRAM " history show farm.db --out page"), 0, {"6 devices"});
  EXPECT_TRUE(has(slurp(folder_ / "page/report.html"), "d6"));
  expect_ended(run_in(folder_, BINDPOSE_PROGRAM " history add farm.db results.json --device d1 --time x"), 2,
               {"HISTORY_RUN"});
  expect_ended(run_in(folder_, BINDPOSE_PROGRAM " history show absent.db"), 2, {"FILE_READ"});
}

}  // namespace bindpose::conformance::history_test
