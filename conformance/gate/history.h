// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: results of many devices over time in one SQLite file, and the regressions by device, time and driver.
// Also: this overview as a page.
// README.md has the tables.
#pragma once

#include "conformance/gate/results.h"

struct sqlite3;

namespace bindpose::conformance {

/// A subject's results in one run, as a device of a farm.
struct FarmRun {
  std::string device;  ///< unique in the farm
  std::string time;    ///< "2026-11-29" or "2026-11-29T12:30:00Z"; orders the runs of a device
};

/// Tests of a device that broke, or were fixed, in the same run.
struct FarmEvent {
  bool is_broken = true;
  std::string device, time;
  std::string driver = {}, driver_before = {};         ///< equal if the driver has not changed
  std::string time_before = {};                        ///< time of the last run before the change
  std::map<std::string, std::size_t> algorithms = {};  ///< number of tests per algorithm
  /// "palette=ubo": variant values that all of these tests have, and no other test of their algorithms.
  std::vector<std::string> variants = {};
  std::size_t unchanged = 0;              ///< tests of these algorithms with the same outcome as before
  bool has_others = false;                ///< the run has other tests of these algorithms
  bool is_all = true;                     ///< true: none of these tests kept its outcome
  std::vector<std::string> tests = {};    ///< "<case>/<variant>", sorted
  std::string outcome = {}, detail = {};  ///< detail of the first test
};

/// Verdicts of a device's last run with the algorithm, and earlier failures of tests that this run lacks.
struct FarmCell {
  std::size_t expected = 0, unexpected = 0;
  std::string since;          ///< the run in which the oldest current failure appeared; empty: none fails
  std::size_t not_run = 0;    ///< unexpected verdicts of tests that the last run lacks
  std::string not_run_since;  ///< the earliest last run of these tests; empty: none
};

struct FarmDevice {
  std::string name, first, last, driver;  ///< time of its first and last run; driver of the last
  std::size_t runs = 0;
  std::map<std::string, FarmCell> algorithms = {};
};

struct Farm {
  std::vector<FarmDevice> devices;  ///< by name
  std::vector<FarmEvent> events;    ///< the latest first
  bool is_sound() const;            ///< no test of a device failed in its last run
};

/// A date, alone or followed by "Thh:mm:ssZ". Error HISTORY_RUN.
Expected<void> check_time(const std::string& time);

class History {
 public:
  /// Creates the file if `create`. SQLite's special names have no effect: ":memory:" is a file.
  /// Errors: HISTORY_FILE (not this program's, or SQLite's reason), FILE_READ.
  static Expected<History> open(const std::filesystem::path& file, bool create);

  /// Adds the results of a subject, or of several subjects as devices "NAME/SUBJECT". Adds all or nothing; other
  /// processes may add at the same time. Errors: HISTORY_RUN (the device has a run of this time, or the time is
  /// malformed), HISTORY_FILE.
  Expected<std::size_t> add(const Results& results, const FarmRun& run);
  /// Errors: HISTORY_FILE.
  Expected<Farm> farm() const;

  History(History&&) noexcept;
  ~History();

 private:
  struct Files;
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit History(std::unique_ptr<Files> files);

  std::unique_ptr<Files> files_;
  std::unique_ptr<sqlite3, Close> database_;
};

/// Plain text: the latest state, one line per device, and at most `most` events.
std::string farm_text(const Farm& farm, std::size_t most = 20);
/// {"format": "bindpose-history-1", ...}
std::string farm_json(const Farm& farm);
/// report.html: devices by algorithms, and a list of events with search, filters and sorting.
std::string farm_page(const Farm& farm, const std::string& place);

}  // namespace bindpose::conformance
