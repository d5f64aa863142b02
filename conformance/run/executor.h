// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: runs the tests of a suite: each subject computes, the judge compares, the store keeps the verdicts.
#pragma once

#include <condition_variable>
#include <list>
#include <thread>
#include <tuple>

#include "conformance/judge/given_answer.h"
#include "conformance/run/binding.h"
#include "conformance/run/store.h"

namespace bindpose::conformance {

/// Receives every output for an input of numbers, with the right one and the verdict. Several threads may call it.
using OnAnswer = std::function<void(const Record& record, const AskedCase& asked, const Answer& answer,
                                    const Verdict& verdict)>;

/// An input in one variant, with its expectation and explanations. Each part is created on demand.
struct Prepared {
  std::string name;  ///< name of the case, without the relation
  Options policies;
  Features without;
  std::optional<std::string> content = {};  ///< question_content(); empty: unknown
  std::vector<std::string> left_out = {};   ///< set with `content`
  std::optional<Expected<AskedCase>> asked = {};
  const Case* related_to = nullptr;  ///< case of `related`
  Expected<RelatedCase> related = RelatedCase{};
  std::shared_ptr<const AskedBinding> binding = {};  ///< for a character that is bound again
  std::unique_ptr<Explanations> explanations = std::make_unique<Explanations>();  ///< for wrong outputs
};

/// A judging thread: its own subjects, and data of the current case.
struct Worker {
  std::vector<std::unique_ptr<Subject>> subjects =
      {};  ///< the worker's own subjects; the first worker has none and uses the suite's
  std::list<Prepared> prepared = {};
  const Algorithm* at = nullptr;  ///< algorithm of its last case
};

class Executor {
 public:
  /// times: number of runs of each subject for each input. The suite must outlive the executor.
  explicit Executor(Suite& suite, Store store = {}, std::size_t times = 1)
      : suite_(suite), store_(std::move(store)), times_(times) {}
  /// Waits for the workers.
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  void on_answer(OnAnswer tell) { on_answer_ = std::move(tell); }
  const Suite& suite() const { return suite_; }

  /// Starts this number of workers on the records, ahead of run(). Each has its own subjects.
  void run_ahead(std::vector<std::size_t> records, unsigned workers);
  /// Ends the workers of run_ahead(), each after its current test. The remaining tests do not run.
  void stop();
  /// Judges one record, or waits for the worker that judges it.
  const Verdict& run(std::size_t record);
  /// Judges all records.
  void run_all();
  /// Runs the record's test again and returns the output with the expected one. Call after all records have run.
  /// Errors: the subject's; INVALID_OUTPUT if an array is missing or has another shape.
  Expected<GivenAnswer> answer_again(std::size_t record);
  /// The same by a subject that is opened only for this test. Error NOT_SUPPORTED if no second one can be opened.
  Expected<GivenAnswer> answer_alone(std::size_t record);
  /// Judges `count` records with cached verdicts again, chosen at random. A verdict that differs is removed from
  /// the cache; the record's becomes an error of bindpose, CACHE_DIFFERS. Call after all records have run.
  void verify_cached(std::size_t count);

 private:
  /// A search in vain takes the time of many verdicts. diagnose() examines all failures together.
  static constexpr std::size_t vain_searches_of_a_kind = 8;
  enum class Cache { used, ignored };
  Verdict judge_record(Worker& worker, const Record& record, Cache cache);
  Prepared& prepare(Worker& worker, const Record& record) const;
  void prepare_answers(Prepared& prepared, const Record& record) const;
  /// True if fewer searches for a policy or class that explains failures of a record's subject, algorithm and
  /// level were in vain than vain_searches_of_a_kind.
  bool is_searched(const Record& record);
  void count_vain_search(const Record& record);
  PrecisionClasses likely_classes(const Record& record);
  void note_likely_classes(const Record& record, const PrecisionClasses& classes);
  Verdict on_terms(const Record& record, Verdict verdict) const;
  std::string kept_name(Prepared& prepared, const Record& record) const;
  Expected<Subject*> subject(Worker& worker, std::size_t index);
  Expected<GivenAnswer> answer_of(Subject& subject, const Record& record);
  void work(Worker& worker);
  std::vector<std::size_t> take(Worker& worker);

  Suite& suite_;
  const Store store_;
  const std::size_t times_;
  OnAnswer on_answer_;
  std::vector<Worker> workers_ = std::vector<Worker>(1);
  Worker spare_;  ///< runs subjects again while the workers are busy

  std::mutex mutex_;  ///< guards the members below
  std::condition_variable reached_;
  std::list<std::vector<std::size_t>> ahead_;  ///< records of one case each
  std::map<std::size_t, std::optional<Verdict>>
      verdicts_;  ///< for records that run ahead; empty: not yet judged
  std::map<std::tuple<std::size_t, const Algorithm*, Level>, std::size_t> searched_;
  std::map<std::tuple<std::size_t, const Algorithm*, Level>, PrecisionClasses>
      likely_classes_;  ///< of the last failure
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace bindpose::conformance
