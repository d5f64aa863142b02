// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cases times subjects times variants, each a test, and what came of them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "conformance/cases/metamorphic/metamorphic.h"
#include "conformance/judge/suspects.h"
#include "conformance/judge/terms.h"
#include "conformance/run/plan.h"
#include "conformance/subjects/subject.h"
#include "reference/io/glob.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

struct AskedBinding;
struct BindingCase;
struct Character;

/// One test: a case put to a subject in one of its variants.
struct Record {
  std::string name;  ///< "<case>/<subject>/<variant>", made of letters, digits and . - _ /
  const Case* from = nullptr;
  const Relation* relation =
      nullptr;              ///< asked twice and compared with itself; null: compared with what is right
  std::size_t subject = 0;  ///< which of the suite's
  Options variant;
  Options policies;  ///< asked in place of the case's own
  Verdict verdict;
  bool ran = false;  ///< or was skipped on request; what a shard or a filter leaves out has not
  int tries = 0;     ///< how often the subject was asked
  const Character* character = nullptr;  ///< bound anew, and judged by what makes weights right
  bool verified = false;  ///< its verdict was found, the subject was asked all the same, and it is the same

  /// Whether its numbers are judged, each by what is right.
  bool is_of_numbers() const { return relation == nullptr && character == nullptr; }
};

class KeptVerdicts;
class Suite;

/// What decides around a verdict, e.g. a baseline. Called on one thread.
struct Hooks {
  std::function<bool(const std::string& record_name)> skip;  ///< at registration: outcome `skipped`
  std::function<bool(const Record&)> again;                  ///< after an unexpected verdict: ask once more?
  std::function<void(Record&, const Suite&)> amend;          ///< what the verdict amounts to
};

/// What a subject achieves on a crowd of 20,000 vertices with 4 influences, linear blending, after a warm-up.
struct Throughput {
  double vertices_per_second = 0;
  Verdict verdict;  ///< on the very answer that was timed
};

/// Opens one more of a subject, for another lane.
using OpenSubject = std::function<Expected<std::unique_ptr<Subject>>()>;
/// Told of every verdict as it is reached, by record name; on any thread, one at a time.
using OnVerdict = std::function<void(const Record& record, const Verdict& verdict)>;

/// Told of every answer that was judged, with what is right; on any thread, several at a time.
using OnAnswer = std::function<void(const Record& record, const AskedCase& asked, const Answer& answer,
                                    const Verdict& verdict)>;

class Suite {
 public:
  Suite() = default;
  ~Suite();
  Suite(const Suite&) = delete;
  Suite& operator=(const Suite&) = delete;

  /// another: how to open one more, where the suite may run in several lanes.
  void add_subject(std::unique_ptr<Subject> subject, OpenSubject another = {});
  /// Keeps the cases whose names match one of the globs ('*', '?' and '[...]'); without globs all.
  void add_cases(std::vector<Case> cases, const std::vector<std::string>& globs);
  void add_cases(std::vector<MetamorphicCase> cases);
  void add_cases(std::vector<BindingCase> cases);
  void set_hooks(Hooks hooks) { hooks_ = std::move(hooks); }
  void on_verdict(OnVerdict tell) { on_verdict_ = std::move(tell); }
  /// Not of answers that are compared with each other, or judged by what makes weights right.
  void on_answer(OnAnswer tell) { on_answer_ = std::move(tell); }
  /// Of every subject, beside what each declares. Call before make_records().
  void accept(Terms terms) { accepted_ = std::move(terms); }
  /// How often each subject is asked each question, one time after the other.
  void ask_times(std::size_t times) { times_ = times; }

  /// Verdicts on a subject are looked for there before it is asked, and kept there; not those on fresh questions. Call before it is asked.
  void keep_verdicts(std::size_t subject, std::shared_ptr<KeptVerdicts> kept) {
    kept_[subject] = std::move(kept);
  }

  /// Which part of the tests is run, where it is not GoogleTest that deals them out.
  void run_part(Part part) { part_ = part; }
  const std::optional<Part>& part() const { return part_; }
  /// Verdicts of an earlier, interrupted run by record name: these are not asked again.
  void resume(std::map<std::string, Verdict> known) { known_ = std::move(known); }

  /// Call once, after all subjects and cases are there.
  void make_records();

  const std::vector<Record>& records() const { return records_; }
  const std::vector<std::unique_ptr<Subject>>& subjects() const { return lanes_.front().subjects; }
  std::size_t case_count() const { return cases_.size(); }
  /// How many questions the reference has answered so far: each once, for all subjects, variants and lanes together, again for each set
  /// of policies and features that it is asked with, and for each answer_again().
  std::size_t expectation_count() const { return expectations_; }

  /// Starts judging these records on as many threads, each with subjects of its own, ahead of run().
  void run_ahead(std::vector<std::size_t> records, unsigned lanes);
  /// Judges one record, or waits for the lane that does.
  const Verdict& run(std::size_t record);
  /// What a subject answers when it is asked once more, with what is right. Call when all records have run. Errors: the subject's;
  /// INVALID_OUTPUT where an array is missing or has another shape.
  Expected<GivenAnswer> answer_again(std::size_t record);
  /// Records whose verdicts were found where verdicts are kept. Call when all records have run.
  std::vector<std::size_t> found() const;
  /// Asks the subject of such a record all the same. Error CACHE_DIFFERS where the verdict is another: what was found is removed.
  Expected<void> verify(std::size_t record);
  /// What a gate makes of a verdict once all are known.
  void set_verdict(std::size_t record, Verdict verdict) { records_[record].verdict = std::move(verdict); }
  /// Nothing for a subject that was not asked in this run, or was not right about, linear blending at palette level, or that died or
  /// hung.
  std::optional<Throughput> measure(std::size_t subject);

 private:
  struct Prepared {
    const Case* from = nullptr;
    std::string name;  ///< without the relation
    Options policies;
    Features without;
    Expected<AskedCase> asked = AskedCase{};
    Expected<RelatedCase> related = RelatedCase{};     ///< under a relation
    std::shared_ptr<const AskedBinding> binding = {};  ///< of a character that is bound anew
    std::unique_ptr<Explanations> explanations =
        std::make_unique<Explanations>();  ///< of wrong answers to it
  };
  /// A question as what is kept of it is named by.
  struct Named {
    const Case* from = nullptr;
    Options policies;
    Features without;
    std::string content;  ///< empty: there is none
    std::vector<std::string> left_out;
  };
  /// What judges one record at a time: a set of subjects, and what is known of the case at hand, however it is asked: what is
  /// expected, and what its verdicts are kept by.
  struct Lane {
    std::vector<std::unique_ptr<Subject>> subjects;
    std::list<Prepared> prepared;
    std::list<Named> named;
    const Algorithm* at = nullptr;  ///< of the case that it took last
  };
  const Prepared& prepare(Lane& lane, const Record& record);
  Prepared prepared_binding(const Record& record) const;
  Verdict judge_answers(const Prepared& prepared, const Record& record, const Expected<Answer>& answer,
                        const Expected<Answer>& second) const;
  Terms terms(std::size_t subject, const Case& c) const;
  Expected<Subject*> subject(Lane& lane, std::size_t index) const;
  void add_record(const Case& c, std::size_t subject, const Options& variant, const Options& policies);
  Verdict judge_record(Lane& lane, const Record& record);
  Verdict judge_anew(Lane& lane, const Record& record);
  /// What a record's verdict is kept by; empty: it is not kept.
  std::string kept_name(Lane& lane, const Record& record) const;
  Verdict ask(Subject& subject, const Prepared& prepared, const Record& record) const;
  Verdict ask_repeatedly(Subject& subject, const Prepared& prepared, const Record& record) const;
  void work(Lane& lane);
  std::vector<std::size_t> take(Lane& lane);
  void tell(const Record& record, const Verdict& verdict);

  std::vector<OpenSubject> open_;
  std::map<std::size_t, std::shared_ptr<KeptVerdicts>> kept_;
  std::vector<std::unique_ptr<Case>> cases_;
  std::map<const Case*, const Relation*> relations_;
  std::map<const Case*, std::shared_ptr<const Character>> characters_;
  std::vector<Record> records_;
  std::vector<Lane> lanes_ = std::vector<Lane>(1);
  Lane spare_;  ///< asks once more while the lanes are at work
  Hooks hooks_;
  Terms accepted_;
  std::size_t times_ = 1;
  std::optional<Part> part_;
  std::atomic<std::size_t> expectations_ = 0;
  OnVerdict on_verdict_;
  OnAnswer on_answer_;
  std::map<std::string, Verdict> known_;

  std::mutex mutex_;  ///< guards what follows
  std::condition_variable reached_;
  std::list<std::vector<std::size_t>> ahead_;  ///< records of one case each
  std::map<std::size_t, Verdict> verdicts_;    ///< reached ahead of run()
  std::vector<bool> planned_;                  ///< records that a lane has taken or will take
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

/// A glob of the names of cases and records, also one that is written in former names (reference/renamed.h).
class NameGlob {
 public:
  explicit NameGlob(std::string_view glob);
  bool matches(const std::string& name) const;

 private:
  Glob glob_;
  std::vector<std::string> beginnings_now_;  ///< of a glob in a former name
};

/// Globs of names, each compiled once.
class NameGlobs {
 public:
  NameGlobs() = default;
  explicit NameGlobs(const std::vector<std::string>& globs) : globs_(globs.begin(), globs.end()) {}
  /// True if one of them matches.
  bool match(const std::string& name) const;
  /// The same; true also without a glob.
  bool choose(const std::string& name) const { return globs_.empty() || match(name); }

 private:
  std::vector<NameGlob> globs_;
};

/// Set by SIGINT, SIGTERM and SIGHUP: tests not yet run become `missing`, reports are still written. A second signal, at least
/// 0.2 s later, ends the process at once.
bool interrupted();
void catch_interrupts();

/// Whether reports speak of a record: it ran, or an interruption kept it from running.
bool is_reported(const Record& record);

/// 0 all as expected, 1 failures, 2 the judge's own error or an interruption, 3 nothing ran for some subject.
int exit_code(const Suite& suite);

}  // namespace bindpose::conformance
