// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how skips, flakes, waivers and a baseline change a verdict.
//
// In this order: a test in a skips file does not run. A known flake that fails runs again. A waiver that covers
// the test decides, otherwise the baseline. The judge's own errors are never changed.
#pragma once

#include "conformance/gate/baseline.h"
#include "conformance/gate/waivers.h"

namespace bindpose::conformance {

/// An empty path: the file is not used.
struct GateFiles {
  std::filesystem::path baseline;
  std::filesystem::path skips;
  std::filesystem::path flakes;
  std::filesystem::path waivers;
};

class Gate {
 public:
  Gate(Baseline baseline, PatternList skips, PatternList flakes, Waivers waivers, Date today)
      : baseline_(std::move(baseline)),
        skips_(std::move(skips)),
        flakes_(std::move(flakes)),
        waivers_(std::move(waivers)),
        today_(today) {}
  /// Errors: from the four readers.
  static Expected<std::shared_ptr<Gate>> open(const GateFiles& files, const Date& today);

  bool skips(const std::string& name) const { return skips_.matches(name); }
  /// After an unexpected verdict: a known flake that the baseline does not expect to fail.
  bool asks_again(const std::string& name, Outcome outcome) const;
  /// The final verdict on a test after `tries` runs.
  Verdict decide(Verdict verdict, int tries, const std::string& name, const std::string& subject,
                 const SubjectInfo& info) const;

  /// Failures that the baseline expects of the suite's subjects in tests that the suite lacks.
  std::vector<std::string> lost(const Suite& suite) const;
  /// The first subject of the baseline's failures, if none of their subjects is in the suite. fitting: failures
  /// with the case and the variant of a test of the suite.
  struct OtherSubject {
    std::string name;
    std::size_t failures = 0, fitting = 0;
  };
  std::optional<OtherSubject> baseline_of_others(const Suite& suite) const;
  /// Warnings about former names in its files (reference/renamed.h).
  std::vector<std::string> notes() const;
  /// A verdict for one passing record of each stale waiver: all its tests ran, and none failed.
  /// whole: the suite has all its cases; otherwise only waivers without globs count.
  std::map<std::size_t, Verdict> stale_waivers(const Suite& suite, bool whole) const;
  /// Positions of the waivers that cover no test of the suite.
  std::vector<std::string> idle_waivers(const Suite& suite) const;

 private:
  Baseline baseline_;
  PatternList skips_;
  PatternList flakes_;
  Waivers waivers_;
  Date today_;
};

/// The state of each test for a baseline. Excludes flakes, self-tests, the judge's own errors, and
/// tests that did not run or that a list or a waiver decides.
std::map<std::string, Expectancy> baseline_states(const Suite& suite);

/// The gate as hooks of a suite; set them before the tests are registered.
Hooks hooks_of(const std::shared_ptr<const Gate>& gate, const Suite& suite);

}  // namespace bindpose::conformance
