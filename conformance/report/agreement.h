// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the outputs of several devices, and of one device by several paths, laid side by side: which are the same to the bit, and which
// one is odd.
#pragma once

#include "conformance/run/suite.h"

namespace bindpose::conformance {

/// An output for an input, and how it came about.
struct Way {
  std::string question;  ///< case, policies asked by, formulation and form of the palette
  std::string subject;
  Options variant;
  std::string bits;  ///< Verdict::bits; not empty
  bool is_repeatable = true;
  /// The run that it is from: a prefix of the subject's name if several runs have the same name.
  std::string run = {};
};

/// Input of the record's name "<case>/<subject>/<variant>": with it stays what changes the arithmetic - policies, formulation, form.
std::string question_of(const std::string& record_name, const Options& variant);

/// The outputs of a run that can be compared.
std::vector<Way> ways_of(const Suite& suite);

struct Agreement {
  std::size_t questions = 0;  ///< answered in at least two ways
  std::size_t same = 0;       ///< with the same bits by all

  /// An outlier: one subject, or one value of a variant's key. Counts inputs with at least three outputs
  /// on which all others agree to the bit, and all with this mark agree, but not with the others.
  struct Odd {
    std::string who;  ///< "vulkan", "capture=compute"
    std::size_t questions = 0;
    std::string example;  ///< one of them
  };
  std::vector<Odd> odd;  ///< most inputs first

  /// Two subjects on the inputs that both answered, by variants that both have, or by all where they share none. Of more
  /// subjects than most_paired each with the output of most of them: `second` is "most".
  struct Pair {
    std::string first, second;
    std::size_t questions = 0, same = 0;
  };
  std::vector<Pair> pairs;

  std::size_t not_repeatable = 0;  ///< tests that were answered otherwise when asked again

  /// A test that fails in some runs, but not in all.
  struct Flaky {
    std::string test;
    std::size_t failed = 0, runs = 0;
  };
  std::vector<Flaky> flaky;  ///< most often first
  std::size_t repeated = 0;  ///< tests that ran in at least two runs
};

/// More would be too long to read: their number grows with the square of the devices'.
inline constexpr std::size_t most_paired = 32;

/// Ways of any number of devices, added one at a time. A few words are kept of each: what many have in common is kept once.
class SideBySide {
 public:
  void add(const Way& way);
  /// Counts a run of a test, by its name; it failed also if a second run in the same process passed.
  void count_run(const std::string& test, bool failed);
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
  std::map<std::string, std::pair<std::size_t, std::size_t>> runs_;  ///< by test: failed, all
};
Agreement agree(const std::vector<Way>& ways);

/// A few lines for people; none if all outputs for each input agree and no input ran twice in vain.
std::string agreement_text(const Agreement& agreement);
/// {"format": "bindpose-agreement-1", ...}
std::string agreement_json(const Agreement& agreement);

}  // namespace bindpose::conformance
