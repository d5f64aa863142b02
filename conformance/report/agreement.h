// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: compares the outputs of several devices, and of one device by several paths: which are bit-identical, and
// which is the outlier.
#pragma once

#include "conformance/run/suite.h"

namespace bindpose::conformance {

/// An output for an input, and its source.
struct Way {
  std::string question;  ///< case, policies, formulation and palette format
  std::string subject;
  Options variant;
  std::string bits;  ///< Verdict::bits; not empty
  bool is_repeatable = true;
  /// Run of the output: a prefix of the subject's name if several runs have the same name.
  std::string run = {};
};

/// The input of a record "<case>/<subject>/<variant>", with everything that changes the arithmetic: policies,
/// formulation, palette format.
std::string question_of(const std::string& record_name, const Options& variant);

/// The comparable outputs of a run.
std::vector<Way> ways_of(const Suite& suite);

struct Agreement {
  std::size_t questions = 0;  ///< inputs with at least two outputs
  std::size_t same = 0;       ///< inputs whose outputs all have the same bits

  /// An outlier: one subject, or one value of a variant's key. Counts inputs with at least three outputs, of which
  /// all others agree to the bit, and all of this subject or value agree, but differ from the others.
  struct Odd {
    std::string who;  ///< "vulkan", "capture=compute"
    std::size_t questions = 0;
    std::string example;  ///< one of these inputs
  };
  std::vector<Odd> odd;  ///< most inputs first

  /// Two subjects on the inputs that both computed: by variants of both, or by all variants if they share none.
  /// With more than most_paired subjects, each is compared with the majority's output: `second` is "most".
  struct Pair {
    std::string first, second;
    std::size_t questions = 0, same = 0;
  };
  std::vector<Pair> pairs;

  std::size_t not_repeatable = 0;  ///< tests with other bits in a second run

  /// A test that fails in some runs on a device, but not in all.
  struct Flaky {
    std::string test;
    std::size_t failed = 0, runs = 0;
  };
  std::vector<Flaky> flaky;  ///< most often first
};

/// The number of pairs grows with the square of the number of devices; more would be too long to read.
inline constexpr std::size_t most_paired = 32;

/// Outputs of any number of devices, added one at a time. Stores shared texts once.
class SideBySide {
 public:
  void add(const Way& way);
  /// Counts a run of a test by its name and its device. A test that fails, then passes in a second run of the same
  /// process, counts as failed.
  void count_run(const std::string& test, const std::string& device, bool failed);
  Agreement agreement() const;

 private:
  using Subject = std::pair<std::string, std::string>;  ///< run and name
  struct KeptWay {
    const Subject* subject;
    const Options* variant;
    const std::string* bits;
  };
  std::map<std::string, std::vector<KeptWay>> questions_;
  std::set<Subject> subjects_;
  std::set<Options> variants_;
  std::set<std::string> bits_;
  std::size_t not_repeatable_ = 0;
  struct Runs {
    std::size_t failed = 0, all = 0;
  };
  std::set<std::string> devices_;
  std::map<std::string, std::map<const std::string*, Runs>> runs_;  ///< by test and device
};
Agreement agree(const std::vector<Way>& ways);

/// A few lines for people; empty if all outputs of each input agree.
std::string agreement_text(const Agreement& agreement);
/// {"format": "bindpose-agreement-1", ...}
std::string agreement_json(const Agreement& agreement);

}  // namespace bindpose::conformance
