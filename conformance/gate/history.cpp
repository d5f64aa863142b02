// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/history.h"

#include <algorithm>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/gate/waivers.h"
#include "conformance/report/diagnosis_json.h"
#include "reference/io/foreign_json.h"
#include "reference/io/lines.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

constexpr int application = 0x62706831;  // "bph1": refuses files of other programs or formats
constexpr int busy_timeout = 60'000;     // milliseconds to wait for other processes that add
constexpr int longest_row = 1'000'000;   // bytes
constexpr std::size_t longest_text = 4'000;

constexpr const char* mark = "PRAGMA application_id = 1651533873";
/// Part of the file format: has_tables() compares this text, so it must not change.
constexpr const char* schema = R"(CREATE TABLE device (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE run (id INTEGER PRIMARY KEY, device INTEGER NOT NULL REFERENCES device, time TEXT NOT NULL,
                  driver TEXT NOT NULL, info TEXT NOT NULL, program TEXT NOT NULL, UNIQUE (device, time));
CREATE TABLE test (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, algorithm TEXT NOT NULL, options TEXT NOT NULL);
CREATE TABLE result (run INTEGER NOT NULL REFERENCES run, test INTEGER NOT NULL REFERENCES test, outcome TEXT NOT NULL,
                     expected INTEGER NOT NULL, error REAL, detail TEXT NOT NULL, PRIMARY KEY (run, test)) WITHOUT ROWID;
)";
static_assert(application == 1651533873);

/// Opens like open(2), but follows no link and waits for no pipe. SQLite itself needs /dev/urandom.
int open_file(const char* name, int flags, int mode) {
  const int file = ::open(name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode);
  struct stat found {};
  const bool is_device = std::string_view(name).starts_with("/dev/");
  if (file < 0 || is_device || ::fstat(file, &found) != 0 || S_ISREG(found.st_mode) || S_ISDIR(found.st_mode))
    return file;
  ::close(file);
  errno = EINVAL;
  return -1;
}

sqlite3_vfs* sqlite_files() {
  static sqlite3_vfs* const files = [] {
    sqlite3_vfs* const all = ::sqlite3_vfs_find("unix");
    all->xSetSystemCall(all, "open", reinterpret_cast<sqlite3_syscall_ptr>(&open_file));
    return all;
  }();
  return files;
}

/// why: may contain text from the file.
tl::unexpected<Error> failed(sqlite3* database, const char* why) {
  const char* const file = ::sqlite3_db_filename(database, "main");
  return fail("HISTORY_FILE", file == nullptr ? "" : file, printable_words(why));
}

Expected<void> check(sqlite3* database, int code) {
  if (code != SQLITE_OK) return failed(database, ::sqlite3_errmsg(database));
  return {};
}

Expected<void> execute(sqlite3* database, const char* text) {
  return check(database, ::sqlite3_exec(database, text, nullptr, nullptr, nullptr));
}

/// A prepared statement, whose values are bound in order.
class Statement {
 public:
  static Expected<Statement> of(sqlite3* database, const char* text) {
    sqlite3_stmt* made = nullptr;
    BINDPOSE_CHECK(check(database, ::sqlite3_prepare_v2(database, text, -1, &made, nullptr)));
    return Statement(database, made);
  }

  Statement& operator<<(std::string_view text) {
    return keep(::sqlite3_bind_text64(made_.get(), ++bound_, text.data(), text.size(), SQLITE_TRANSIENT,
                                      SQLITE_UTF8));
  }
  Statement& operator<<(std::int64_t number) {
    return keep(::sqlite3_bind_int64(made_.get(), ++bound_, number));
  }
  /// A number that is not finite becomes NULL.
  Statement& operator<<(double number) {
    ++bound_;
    return keep(std::isfinite(number) ? ::sqlite3_bind_double(made_.get(), bound_, number)
                                      : ::sqlite3_bind_null(made_.get(), bound_));
  }
  /// Advances; true if there is another row.
  Expected<bool> step() {
    if (code_ != SQLITE_OK) return failed(database_, ::sqlite3_errstr(code_));
    const int code = ::sqlite3_step(made_.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) BINDPOSE_CHECK(check(database_, code));
    return code == SQLITE_ROW;
  }
  /// Runs a statement without rows once, and resets it for further values.
  Expected<void> run() {
    BINDPOSE_CHECK(step());
    bound_ = 0;
    return check(database_, ::sqlite3_reset(made_.get()));
  }
  std::string text(int column) const {
    const auto* const bytes = reinterpret_cast<const char*>(::sqlite3_column_text(made_.get(), column));
    return bytes == nullptr
               ? ""
               : std::string(bytes, static_cast<std::size_t>(::sqlite3_column_bytes(made_.get(), column)));
  }
  std::int64_t number(int column) const { return ::sqlite3_column_int64(made_.get(), column); }

 private:
  Statement(sqlite3* database, sqlite3_stmt* made) : database_(database), made_(made, &::sqlite3_finalize) {}
  Statement& keep(int code) {
    if (code_ == SQLITE_OK) code_ = code;
    return *this;
  }

  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> made_;
  int bound_ = 0, code_ = SQLITE_OK;  ///< error of the first binding that failed
};

Expected<std::int64_t> one_number(sqlite3* database, const char* text) {
  BINDPOSE_TRY(auto statement, Statement::of(database, text));
  BINDPOSE_TRY(const bool found, statement.step());
  return found ? statement.number(0) : 0;
}

/// The statements that created the schema's tables; no views and no generated columns.
constexpr const char* made_by =
    "SELECT sql FROM sqlite_schema WHERE name IN ('device', 'run', 'test', 'result') ORDER BY rowid";

Expected<bool> has_tables(sqlite3* database) {
  BINDPOSE_TRY(auto statement, Statement::of(database, made_by));
  for (std::string made;;) {
    BINDPOSE_TRY(const bool found, statement.step());
    if (!found) return made == schema;
    made += statement.text(0) + ";\n";
  }
}

/// "llvmpipe (LLVM 15.0.6), 4.5 (Core Profile) Mesa 22.3.6"
std::string driver_of(const std::map<std::string, std::string>& info) {
  std::string driver;
  for (const char* key : {"renderer", "version", "driver", "implementation"}) {
    const auto value = info.find(key);
    if (value != info.end() && driver.find(value->second) == std::string::npos)
      driver += (driver.empty() ? "" : ", ") + value->second;
  }
  return driver;
}

/// "<case>/<variant>" of "<case>/<subject>/<variant>"
std::string name_of_test(const std::string& name) {
  return name.substr(0, name.find('/')) + name.substr(std::min(name.rfind('/'), name.size()));
}

/// The subjects of a run, each as a run of a device of the farm, with its info.
struct NewRun {
  std::string subject, device, driver, info;
};
std::vector<NewRun> runs_of(const Results& results, const std::string& device) {
  const auto& subjects = results.json["subjects"];
  std::vector<NewRun> runs;
  for (const auto& each : subjects) {
    const auto info = texts_in(each, "info");
    const std::string name = text_in(each, "name");
    runs.push_back({name, subjects.size() == 1 ? device : device + "/" + name, driver_of(info),
                    nlohmann::json(info).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)});
  }
  return runs;
}

/// Reading takes memory for each test of each change. Error HISTORY_FILE.
Expected<void> check_length(const std::string& text) {
  if (text.size() <= longest_text) return {};
  return fail(
      "HISTORY_FILE", "",
      fmt::format("'{}' has {} bytes, expected at most {}", printable(text, 60), text.size(), longest_text));
}

class Adding {
 public:
  Adding(sqlite3* database, const Results& results) : database_(database), results_(results) {}

  Expected<void> add(const NewRun& run, const std::string& time) {
    for (const std::string& text : {run.device, run.driver})
      BINDPOSE_CHECK(check_length(text));
    BINDPOSE_TRY(auto name, Statement::of(database_, "INSERT OR IGNORE INTO device (name) VALUES (?)"));
    BINDPOSE_CHECK((name << run.device).run());
    BINDPOSE_TRY(auto known, Statement::of(database_,
                                           "SELECT 1 FROM run JOIN device ON device.id = run.device "
                                           "WHERE device.name = ? AND time = ?"));
    BINDPOSE_TRY(const bool is_known, (known << run.device << time).step());
    if (is_known)
      return fail("HISTORY_RUN", printable(run.device),
                  fmt::format("already has results of {}: give another --time", time));
    BINDPOSE_TRY(auto row, Statement::of(database_,
                                         "INSERT INTO run (device, time, driver, info, program) SELECT id, "
                                         "?, ?, ?, ? FROM device WHERE name = ?"));
    BINDPOSE_CHECK(
        (row << time << run.driver << run.info << text_in(results_.json, "version") << run.device).run());
    return add_results(run, ::sqlite3_last_insert_rowid(database_));
  }

 private:
  Expected<void> add_results(const NewRun& run, std::int64_t row) {
    BINDPOSE_TRY(
        auto test,
        Statement::of(database_, "INSERT OR IGNORE INTO test (name, algorithm, options) VALUES (?, ?, ?)"));
    BINDPOSE_TRY(auto result, Statement::of(database_,
                                            "INSERT INTO result SELECT ?, id, ?, ?, ?, ? FROM test "
                                            "WHERE name = ?"));
    for (const ResultEntry& entry : results_.entries) {
      if (entry.subject != run.subject) continue;
      const Verdict& verdict = entry.verdict;
      const std::string name = name_of_test(entry.name);
      const std::string options = nlohmann::json(texts_in(entry.json, "variant")).dump();
      for (const std::string& text : {name, entry.algorithm, options})
        BINDPOSE_CHECK(check_length(text));
      BINDPOSE_CHECK((test << name << entry.algorithm << options).run());
      const bool is_as_expected = is_expected(verdict.outcome);
      result << row << to_string(verdict.outcome) << std::int64_t{is_as_expected} << verdict.worst_fraction
             << (is_as_expected
                     ? ""
                     : printable(fmt::format("{}", fmt::join(lines_of(verdict.detail), "; ")), 300))
             << name;
      BINDPOSE_CHECK(result.run());
    }
    return {};
  }

  sqlite3* database_;
  const Results& results_;
};

}  // namespace

Expected<void> check_time(const std::string& time) {
  constexpr std::string_view form = "T00:00:00Z";
  const std::string_view behind = std::string_view(time).substr(std::min<std::size_t>(time.size(), 10));
  const bool is_time = behind.size() == form.size() && std::ranges::equal(behind, form, [](char c, char as) {
                         return as == '0' ? c >= '0' && c <= '9' : c == as;
                       });
  if (!parse_date(time.substr(0, 10)) || !(behind.empty() || is_time))
    return fail("HISTORY_RUN", printable(time), "is not a time: expected 2026-11-29 or 2026-11-29T12:30:00Z");
  return {};
}

bool Farm::is_sound() const {
  return std::ranges::none_of(devices, [](const FarmDevice& device) {
    return std::ranges::any_of(device.algorithms,
                               [](const auto& cell) { return cell.second.unexpected > 0; });
  });
}

/// SQLite's files for one database. Others that can write to its folder could leave a journal there: a journal of
/// several databases names a file of their choice, which SQLite then deletes, and a write-ahead log is shared
/// memory.
struct History::Files : sqlite3_vfs {
  explicit Files(std::string database)
      : sqlite3_vfs(*sqlite_files()),
        journal(std::move(database) + "-journal"),
        name(fmt::format("{}", fmt::ptr(this))) {
    zName = name.c_str();
    xOpen = [](sqlite3_vfs* self, const char* file, sqlite3_file* opened, int flags, int* got) {
      if ((flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_SUPER_JOURNAL)) == 0)
        return sqlite_files()->xOpen(self, file, opened, flags, got);
      opened->pMethods = nullptr;
      return SQLITE_CANTOPEN;
    };
    xAccess = [](sqlite3_vfs* self, const char* file, int flags, int* found) {
      *found = 0;
      return static_cast<Files*>(self)->journal == file ? sqlite_files()->xAccess(self, file, flags, found)
                                                        : SQLITE_OK;
    };
    ::sqlite3_vfs_register(this, 0);
  }
  ~Files() { ::sqlite3_vfs_unregister(this); }
  Files(const Files&) = delete;

  const std::string journal, name;
};

void History::Close::operator()(sqlite3* database) const {
  ::sqlite3_close_v2(database);
}

History::History(std::unique_ptr<Files> files) : files_(std::move(files)) {}
History::History(History&&) noexcept = default;
History::~History() = default;

Expected<History> History::open(const std::filesystem::path& file, bool create) {
  std::error_code error;
  if (!create && !std::filesystem::exists(file, error))
    return fail("FILE_READ", file.string(), "No such file or directory");
  // Names such as ":memory:" and "file:..." have a special meaning in SQLite, but no absolute path does.
  const std::filesystem::path folder =
      std::filesystem::canonical(std::filesystem::absolute(file, error).parent_path(), error);
  if (error) return fail("HISTORY_FILE", file.string(), error.message());
  const std::filesystem::path whole = folder / file.filename();
  for (const char* ending : {"", "-journal", "-wal", "-shm"}) {
    const auto status = std::filesystem::symlink_status(whole.string() + ending, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
      return fail("HISTORY_FILE", file.string() + ending, "expected a regular file");
  }
  History history(std::make_unique<Files>(whole.string()));
  sqlite3* database = nullptr;
  const int code = ::sqlite3_open_v2(
      whole.c_str(), &database,
      SQLITE_OPEN_NOFOLLOW | (create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY),
      history.files_->zName);
  history.database_.reset(database);
  if (code != SQLITE_OK) return fail("HISTORY_FILE", file.string(), ::sqlite3_errstr(code));
  BINDPOSE_CHECK(check(database, ::sqlite3_busy_timeout(database, busy_timeout)));
  BINDPOSE_CHECK(check(database, ::sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr)));
  BINDPOSE_CHECK(check(database, ::sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr)));
  ::sqlite3_limit(database, SQLITE_LIMIT_LENGTH, longest_row);
  BINDPOSE_CHECK(execute(database, "PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON"));
  if (create) BINDPOSE_CHECK(execute(database, "BEGIN IMMEDIATE"));
  BINDPOSE_TRY(const auto id, one_number(database, "PRAGMA application_id"));
  BINDPOSE_TRY(const auto tables, one_number(database, "SELECT count(*) FROM sqlite_schema"));
  if (create && id == 0 && tables == 0) {
    BINDPOSE_CHECK(execute(database, mark));
    BINDPOSE_CHECK(execute(database, schema));
  } else if (id != application) {
    return fail("HISTORY_FILE", file.string(), "is not a history of bindpose");
  }
  BINDPOSE_TRY(const bool is_whole, has_tables(database));
  if (!is_whole) return fail("HISTORY_FILE", file.string(), "does not have the tables of a history");
  if (create) BINDPOSE_CHECK(execute(database, "COMMIT"));
  return history;
}

Expected<std::size_t> History::add(const Results& results, const FarmRun& run) {
  sqlite3* const database = database_.get();
  BINDPOSE_CHECK(check_time(run.time));
  const std::vector<NewRun> runs = runs_of(results, run.device);
  BINDPOSE_CHECK(execute(database, "BEGIN IMMEDIATE"));
  Adding adding(database, results);
  for (const NewRun& each : runs)
    if (auto added = adding.add(each, run.time); !added) {
      ::sqlite3_exec(database, "ROLLBACK", nullptr, nullptr, nullptr);
      return tl::unexpected(added.error());
    }
  BINDPOSE_CHECK(execute(database, "COMMIT"));
  return runs.size();
}

namespace {

/// The outcome of a test on a device, in the last run that had the test.
struct LastResult {
  bool is_expected = true;
  std::string since;  ///< time of the first run with this outcome
  std::string time, driver;
};

/// One row of a run.
struct Row {
  std::string test, algorithm, outcome, detail;
  std::map<std::string, std::string> options;
  bool is_expected;
};

struct Run {
  std::string device, time, driver;
  std::vector<Row> rows;
};

/// "palette=ubo", "palette=instance-base or ubo": option values that all of these have, and none of
/// the others; empty without others.
std::vector<std::string> what_is_common(const std::vector<const Row*>& these,
                                        const std::vector<const Row*>& others) {
  constexpr std::size_t most_values = 3;
  std::vector<std::string> common;
  for (const auto& option : these.front()->options) {
    const std::string& key = option.first;
    std::set<std::string> values;
    for (const Row* row : these)
      values.insert(value_of(row->options, key));
    const auto has = [&](const Row* row) { return values.contains(value_of(row->options, key)); };
    if (!others.empty() && !values.contains("") && values.size() <= most_values &&
        std::ranges::none_of(others, has))
      common.push_back(fmt::format("{}={}", key, fmt::join(values, " or ")));
  }
  return common;
}

/// Reads the runs of a device one after the other and finds the changes between them.
class Reader {
 public:
  explicit Reader(Farm& farm) : farm_(farm) {}

  void read(const Run& run) {
    if (farm_.devices.empty() || farm_.devices.back().name != run.device) {
      farm_.devices.push_back({run.device, run.time, run.time, run.driver});
      last_.clear();
      latest_.clear();
    }
    FarmDevice& device = farm_.devices.back();
    device.last = run.time;
    device.driver = run.driver;
    ++device.runs;
    for (const bool broken : {true, false})
      add_event(run, broken);
    for (const Row& row : run.rows) {
      const auto [entry, is_new] = last_.try_emplace(row.test);
      LastResult& last = entry->second;
      if (is_new || last.is_expected != row.is_expected) last.since = run.time;
      last.is_expected = row.is_expected;
      last.time = run.time;
      last.driver = run.driver;
      algorithm_of_[row.test] = row.algorithm;
      latest_[row.algorithm] = run.time;
    }
    count(device);
  }

 private:
  /// Tests whose outcome differs from their last run. A failure in a device's first run is not a
  /// change.
  void add_event(const Run& run, bool broken) {
    FarmEvent event{.is_broken = broken, .device = run.device, .time = run.time, .driver = run.driver};
    std::vector<const Row*> changed, others;
    const auto is_unchanged = [this](const Row& row) {
      const auto last = last_.find(row.test);
      return last != last_.end() && last->second.is_expected == row.is_expected;
    };
    for (const Row& row : run.rows) {
      if (!last_.contains(row.test) || row.is_expected == broken || is_unchanged(row)) continue;
      changed.push_back(&row);
      event.tests.push_back(row.test);
      ++event.algorithms[row.algorithm];
    }
    if (changed.empty()) return;
    std::size_t tests = 0;
    for (const Row& row : run.rows) {
      if (!event.algorithms.contains(row.algorithm)) continue;
      ++tests;
      event.unchanged += is_unchanged(row) ? 1 : 0;
      if (row.is_expected == broken && is_unchanged(row)) others.push_back(&row);
    }
    const LastResult& before = last_.at(changed.front()->test);
    event.driver_before = before.driver;
    event.time_before = before.time;
    event.has_others = tests > changed.size();
    event.is_all = others.empty();
    event.variants = what_is_common(changed, others);
    event.outcome = changed.front()->outcome;
    event.detail = changed.front()->detail;
    farm_.events.push_back(std::move(event));
  }

  void count(FarmDevice& device) const {
    device.algorithms.clear();
    for (const auto& [test, last] : last_) {
      const std::string& algorithm = algorithm_of_.at(test);
      // A failure stays if a later run of the algorithm lacks the test.
      const bool is_stale = last.time != latest_.at(algorithm);
      if (is_stale && last.is_expected) continue;
      FarmCell& cell = device.algorithms[algorithm];
      ++(last.is_expected ? cell.expected : cell.unexpected);
      cell.not_run += is_stale ? 1 : 0;
      if (is_stale && (cell.not_run_since.empty() || last.time < cell.not_run_since))
        cell.not_run_since = last.time;
      if (!last.is_expected && (cell.since.empty() || last.since < cell.since)) cell.since = last.since;
    }
  }

  Farm& farm_;
  std::map<std::string, LastResult> last_;
  std::map<std::string, std::string> algorithm_of_;
  std::map<std::string, std::string> latest_;  ///< time of the last run with each algorithm
};

}  // namespace

Expected<Farm> History::farm() const {
  BINDPOSE_TRY(
      auto rows,
      Statement::of(database_.get(),
                    "SELECT run.id, device.name, run.time, run.driver, test.name, test.algorithm, "
                    "test.options, outcome, detail, expected FROM run JOIN device ON device.id = run.device "
                    "JOIN result ON result.run = run.id JOIN test ON test.id = result.test "
                    "ORDER BY device.name, run.time, run.id, test.name"));
  Farm farm;
  Reader reader(farm);
  std::optional<std::int64_t> id;
  Run run;
  for (;;) {
    BINDPOSE_TRY(const bool found, rows.step());
    if (id && (!found || rows.number(0) != *id)) reader.read(std::exchange(run, {}));
    if (!found) break;
    for (const int column : {1, 2, 3, 4, 5, 7, 8})
      BINDPOSE_CHECK(check_length(rows.text(column)));
    if (id != rows.number(0)) run = {rows.text(1), rows.text(2), rows.text(3), {}};
    id = rows.number(0);
    const auto options = foreign_json<nlohmann::ordered_json>(rows.text(6));
    // A renamed test continues under its current name.
    run.rows.push_back({current_name(rows.text(4)), current_path(rows.text(5)), rows.text(7), rows.text(8),
                        texts_in(nlohmann::ordered_json{{"options", options}}, "options"),
                        rows.number(9) != 0});
  }
  std::ranges::stable_sort(farm.events, std::ranges::greater{}, &FarmEvent::time);
  return farm;
}

}  // namespace bindpose::conformance
