// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the plan of a run: a test for each case, subject and variant; and the results. Also: the list of tests of
// a whole run, with which a merge of shards detects a missing test.
#pragma once

#include <atomic>
#include <deque>

#include "conformance/cases/metamorphic/metamorphic.h"
#include "conformance/judge/json_fields.h"
#include "conformance/subjects/subject.h"
#include "reference/io/glob.h"
#include "reference/io/process.h"

namespace bindpose::conformance {

/// One of `count` shards of a run, counted from 0.
struct Shard {
  std::size_t index = 0, count = 1;
};

struct BindingCase;
struct Character;

/// One test: a case for a subject in one of its variants.
struct Record {
  std::string name;  ///< "<case>/<subject>/<variant>", made of letters, digits and . - _ /
  const Case* from = nullptr;
  const Relation* relation =
      nullptr;  ///< compares two outputs of the subject; null: compares the output with the expected one
  std::size_t subject = 0;  ///< index of the suite's subject
  Options variant;
  Options policies;  ///< instead of the case's own policies
  Verdict verdict;
  bool ran = false;  ///< also true if skipped by an option; false if a shard or a filter excludes it
  int tries = 0;     ///< number of times that the subject ran it
  const Character* character = nullptr;  ///< bound again, judged by properties of weights
  bool verified = false;                 ///< its cached verdict was confirmed by running the subject

  /// True if it compares numbers with expected ones.
  bool is_of_numbers() const { return relation == nullptr && character == nullptr; }
};

class Suite;

/// Functions that change verdicts, such as a baseline. Called on one thread.
struct Hooks {
  std::function<bool(const std::string& record_name)> skip;  ///< at registration: outcome `skipped`
  std::function<bool(const Record&)> again;                  ///< after an unexpected verdict: run again?
  std::function<void(Record&, const Suite&)> amend;  ///< changes the verdict, for example by a baseline
};

/// A glob of the names of cases and records, also with former names (reference/renamed.h).
class NameGlob {
 public:
  explicit NameGlob(std::string_view glob);
  bool matches(const std::string& name) const;

 private:
  Glob glob_;
  std::vector<std::string> beginnings_now_;  ///< for a glob with a former name
};

/// Globs of names, each compiled once.
class NameGlobs {
 public:
  NameGlobs() = default;
  explicit NameGlobs(const std::vector<std::string>& globs) : globs_(globs.begin(), globs.end()) {}
  /// True if one of the patterns matches.
  bool match(const std::string& name) const;
  /// True if a glob matches, or without globs.
  bool choose(const std::string& name) const { return globs_.empty() || match(name); }

 private:
  std::vector<NameGlob> globs_;
};

/// A run of all cases, or only of the smoke cases, most of which run in one variant.
enum class RunExtent { whole, smoke };

/// The variants in which a subject gets a case. They depend only on the name of the case, so other cases and
/// filters do not change them. In a smoke run of a device, only the first smoke cases of an algorithm and level
/// get more than the first variant.
std::vector<Options> variants_to_ask(const Subject& subject, const Case& c, RunExtent extent);

/// Opens another instance of a subject, for another worker.
using OpenSubject = std::function<Expected<std::unique_ptr<Subject>>()>;

class Suite {
 public:
  Suite() = default;
  Suite(const Suite&) = delete;
  Suite& operator=(const Suite&) = delete;

  /// another: opens a further instance if several workers run the suite.
  void add_subject(std::unique_ptr<Subject> subject, OpenSubject another = {});
  /// Keeps the cases whose names match one of the globs ('*', '?' and '[...]'); all without globs.
  void add_cases(std::vector<Case> cases, const std::vector<std::string>& globs = {});
  void add_cases(std::vector<MetamorphicCase> cases);
  void add_cases(std::vector<BindingCase> cases);
  /// Keeps the tests that a glob matches. A glob with a '/' is compared with the whole name, CASE/SUBJECT/VARIANT,
  /// otherwise with the case's. Keeps all without globs. Call before make_records().
  void choose_tests(const std::vector<std::string>& globs);
  void set_hooks(Hooks hooks) { hooks_ = std::move(hooks); }
  const Hooks& hooks() const { return hooks_; }
  /// Deviations that are accepted for every subject, in addition to its declared ones. Call before make_records().
  void accept(AcceptedDeviations terms) { accepted_ = std::move(terms); }
  /// True if a failure is right by an accepted policy, or by the case's own policy after this run requested an
  /// accepted one.
  bool is_accepted(const Record& record, const Verdict& verdict) const;
  bool accepts_policies() const { return !accepted_.policies.empty(); }
  AcceptedDeviations terms(std::size_t subject, const Algorithm& algorithm, Level level) const;

  /// Shard to run, unless GoogleTest's variables choose one.
  void run_shard(Shard shard) { shard_ = shard; }
  const std::optional<Shard>& shard() const { return shard_; }

  /// Call before make_records().
  void limit_to(RunExtent extent) { extent_ = extent; }
  /// Call once, after all subjects and cases are added.
  void make_records();

  const std::vector<Record>& records() const { return records_; }
  Record& record(std::size_t index) { return records_[index]; }
  const std::vector<std::unique_ptr<Subject>>& subjects() const { return subjects_; }
  const OpenSubject& another(std::size_t subject) const { return another_[subject]; }
  std::size_t case_count() const { return cases_.size(); }
  /// Number of inputs that the reference has evaluated so far. All subjects, variants and workers share an
  /// output; each set of policies and features needs its own, and so does each answer_again().
  std::size_t expectation_count() const { return expectations_; }
  void count_expectation() { ++expectations_; }

 private:
  struct PlannedCase {
    Case c;
    const Relation* relation = nullptr;
    std::shared_ptr<const Character> character = nullptr;
  };
  bool is_chosen(const Record& record) const;
  void add_record(const PlannedCase& from, std::size_t subject, const Options& variant,
                  const Options& policies);

  std::vector<std::unique_ptr<Subject>> subjects_;
  std::vector<OpenSubject> another_;
  std::deque<PlannedCase> cases_;  ///< a deque, so that addresses stay valid
  std::vector<Record> records_;
  Hooks hooks_;
  AcceptedDeviations accepted_;
  RunExtent extent_ = RunExtent::whole;
  std::vector<NameGlob> of_tests_, of_cases_;
  std::optional<Shard> shard_;
  std::atomic<std::size_t> expectations_ = 0;
};

/// True if reports show a record: it ran, or an interruption prevented it.
bool is_reported(const Record& record);

/// 0 as expected, 1 failures, 2 the judge's own error or an interruption, 3 no test of some subject ran.
int exit_code(const Suite& suite);

/// The shard of a run, and the plan of the whole.
struct ShardManifest {
  std::size_t tests = 0;      ///< tests of all shards together
  std::string names_fnv1a64;  ///< hash_of_names() of all tests
  std::size_t shard = 0;      ///< counted from 0
  std::size_t shards = 1;
  std::vector<std::string> not_run;  ///< excluded tests: of other shards, and filtered ones; sorted
};

void fields(auto& each, MaybeConst<ShardManifest> auto& manifest) {
  each("tests", manifest.tests);
  each("names_fnv1a64", manifest.names_fnv1a64);
  each("shard", manifest.shard);
  each("shards", manifest.shards);
  each.optional("not_run", manifest.not_run);
}

/// FNV-1a of the sorted names, each with a line end.
std::string hash_of_names(std::vector<std::string> names);

/// The shard in GoogleTest's environment variables.
Shard shard_from_environment();

/// All registered tests except self-tests of devices (self_test_case.h); the shard from the suite's options, else
/// from shard_from_environment().
ShardManifest manifest_of(const Suite& suite);

}  // namespace bindpose::conformance
