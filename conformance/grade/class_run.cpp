// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/class_run.h"

#include <algorithm>
#include <thread>

#include "conformance/cache/verdict_cache.h"
#include "conformance/grade/formats/class_table.h"
#include "conformance/grade/formats/words.h"
#include "conformance/run/journal.h"
#include "reference/io/below.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double least_interval = 0.1;
// The largest share of the time to spend on writing; higher while an author waits.
constexpr double share_of_class = 1.0 / 250, share_of_one = 1.0 / 50;

double now() {
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

/// The class while it is graded.
class ClassGrading {
 public:
  ClassGrading(const Grader& grader, const std::vector<ClassMember>& members, const ClassRun& run)
      : grader_(grader), members_(members), run_(run), grades_(members.size()) {}

  Expected<std::vector<MemberGrade>> grade() {
    BINDPOSE_TRY(const auto lock, FolderLock::take(run_.out));
    BINDPOSE_TRY(auto known, read_class_record(run_.out, grader_.rubric()));
    record_ = known ? std::move(*known)
                    : ClassRecord{grader_.rubric().title, grader_.rubric().hash, grader_.seed()};
    if (!known) record_.is_anonymous = run_.is_anonymous;
    if (record_.seed != grader_.seed())
      return fail("GRADING_SEED", run_.out.string(), "the class was graded with the seed " + record_.seed);
    record_.is_unfinished = true;
    BINDPOSE_CHECK(note_who_is_there(handed_in()));
    std::vector<std::thread> threads;
    const std::size_t count = std::clamp<std::size_t>(members_.size(), 1, std::max(run_.threads, 1U));
    for (std::size_t t = 0; t < count; ++t)
      threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads)
      thread.join();
    if (run_.cache != nullptr) run_.cache->settle();
    BINDPOSE_CHECK(result_);
    record_.is_unfinished = !std::ranges::all_of(
        grades_, [](const auto& grade) { return grade && (grade->complete || grade->judge_error); });
    BINDPOSE_CHECK(write_class_record(run_.out, record_));
    BINDPOSE_CHECK(write_class_table());
    std::vector<MemberGrade> grades;
    for (auto& grade : grades_)
      if (grade) grades.push_back(std::move(*grade));
    return grades;
  }

 private:
  void work() {
    for (std::size_t m = next_++; m < members_.size(); m = next_++) {
      if (interrupted() || failed()) return;
      MemberGrade grade = grade_of(grade_member(m));
      if (run_.cache != nullptr) run_.cache->settle_now_and_then();
      const std::lock_guard lock(mutex_);
      grades_[m] = std::move(grade);
    }
  }

  bool failed() {
    const std::lock_guard lock(mutex_);
    return !result_.has_value();
  }

  std::set<std::string> handed_in() const {
    std::set<std::string> there(run_.handed_in.begin(), run_.handed_in.end());
    for (const ClassMember& member : members_)
      there.insert(member.name);
    return there;
  }

  /// Records which submissions were removed or came back; chooses the folders of the sheets.
  Expected<void> note_who_is_there(const std::set<std::string>& there) {
    folders_ = sheet_folders(record_, there);
    for (auto& [name, entry] : record_.submissions) {
      entry.folder = recorded_folder(name);
      const bool removed = there.count(name) == 0;
      if (removed == entry.removed) continue;
      entry.removed = removed;
      const std::optional<double> score = score_of(sheet_of(name));
      BINDPOSE_CHECK(note_in_journal(run_.out, name, removed ? "removed" : "returned", score, score));
    }
    return write_class_record(run_.out, record_);
  }

  fs::path folder_of(const std::string& name) const { return run_.out / folders_.at(name); }
  std::string recorded_folder(const std::string& name) const {
    const std::string& folder = folders_.at(name);
    return folder == name ? "" : folder;
  }

  /// The sheet in the submission's folder; empty if it belongs to another submission.
  std::optional<GradeSheet> sheet_of(const std::string& name) const {
    auto sheet = read_sheet(folder_of(name) / "sheet.json");
    return sheet && sheet->submission == name ? std::optional(std::move(*sheet)) : std::nullopt;
  }
  static std::optional<double> score_of(const std::optional<GradeSheet>& sheet) {
    return sheet && sheet->complete && !sheet->judge_error ? std::optional(sheet->score) : std::nullopt;
  }

  /// Every submission that was ever graded, by name.
  Expected<void> write_class_table() const {
    std::set<std::string> names;
    for (const auto& [name, entry] : record_.submissions)
      names.insert(name);
    for (std::size_t m = 0; m < members_.size(); ++m)
      if (grades_[m]) names.insert(members_[m].name);
    const std::map<std::string, std::set<std::string>> by_hash = names_by_hash();
    const bool has_decisions = run_.book != nullptr && run_.book->is_used();
    ClassTable table(run_.out, grader_.empty_sheet(""), has_decisions);
    std::map<std::string, double> points;  ///< points by submission
    for (const std::string& name : names)
      if (auto sheet = sheet_of(name)) {
        const auto entry = record_.submissions.find(name);
        sheet->removed = entry != record_.submissions.end() && entry->second.removed;
        ClassRow row{*sheet, folders_.at(name)};
        if (entry != record_.submissions.end() && !sheet->removed)
          row.identical = others_with(by_hash, entry->second.hash, name);
        const std::string own_name = name_of(name);
        if (has_decisions) row.decision = run_.book->decision_on(*sheet, own_name);
        if (score_of(sheet) && !sheet->removed)
          points[own_name] = row.decision ? row.decision->final_points : sheet->score;
        table.add(row);
      }
    BINDPOSE_CHECK(table.finish(run_.command));
    if (!run_.fill) return {};
    std::vector<std::string> unknown;
    BINDPOSE_TRY(const std::string filled, filled_table(*run_.fill, points, unknown));
    if (run_.not_in_table != nullptr) *run_.not_in_table = unknown;
    return write_file(run_.out / "filled.csv", filled);
  }

  const std::string& name_of(const std::string& id) const {
    const auto name = run_.names.find(id);
    return name == run_.names.end() ? id : name->second;
  }

  /// The names of present submissions, by the hash of their files.
  std::map<std::string, std::set<std::string>> names_by_hash() const {
    constexpr std::size_t length = 64;  // length of a SHA-256; other texts say why the hash is missing
    std::map<std::string, std::set<std::string>> names;
    for (const auto& [name, entry] : record_.submissions)
      if (!entry.removed && entry.hash.size() == length) names[entry.hash].insert(name);
    return names;
  }
  static std::vector<std::string> others_with(const std::map<std::string, std::set<std::string>>& by_hash,
                                              const std::string& hash, const std::string& name) {
    const auto found = by_hash.find(hash);
    if (found == by_hash.end()) return {};
    std::vector<std::string> others(found->second.begin(), found->second.end());
    std::erase(others, name);
    return others;
  }

  /// Removes the table of an earlier run, which is outdated as soon as a submission is graded.
  void remove_class_table() {
    const std::lock_guard lock(mutex_);
    std::error_code ignored;  // finish() reports a folder that cannot be written to
    for (const char* name : {"class.csv", "class.html"})
      if (!has_removed_table_) fs::remove(run_.out / name, ignored);
    has_removed_table_ = true;
  }

  /// The reason to grade a submission now; empty: its grade stays.
  std::string_view reason_to_grade(const ClassMember& member, const std::string& hash,
                                   const std::optional<GradeSheet>& before) {
    const std::lock_guard lock(mutex_);
    const auto entry = record_.submissions.find(member.name);
    if (entry == record_.submissions.end()) return before ? "unfinished" : "first";
    if (!score_of(before)) return "unfinished";
    if (entry->second.hash != hash) return "changed";
    return run_.again ? "again" : "";
  }

  Expected<void> note_grade(const ClassMember& member, const std::string& hash, std::string_view reason,
                            std::optional<double> before, const GradeSheet& sheet) {
    const std::lock_guard lock(mutex_);
    record_.submissions[member.name] = {hash, false, recorded_folder(member.name)};
    Expected<void> written;
    if (record_on_the_way_.is_due())
      record_on_the_way_.write([&] { written = write_class_record(run_.out, record_); });
    BINDPOSE_CHECK(written);
    BINDPOSE_CHECK(note_in_journal(run_.out, member.name, reason, before, score_of(sheet)));
    if (staff_words(sheet).empty()) return {};
    return note_in_journal(run_.out, member.name, "marked", score_of(sheet), score_of(sheet));
  }

  /// Reads the submission's files.
  Expected<std::string> hash_of(std::size_t m) {
    if (!members_[m].hash) return std::string();
    if (run_.reading) {
      const std::lock_guard lock(mutex_);
      run_.reading(m);
    }
    auto hash = members_[m].hash();
    if (interrupted()) return fail("INTERRUPTED", members_[m].name, "a signal has interrupted the run");
    return hash;
  }

  GradeSheet grade_member(std::size_t m) {
    const ClassMember& member = members_[m];
    auto before = sheet_of(member.name);
    const auto read = hash_of(m);
    if (!read && read.error().code == "INTERRUPTED")
      return before ? std::move(*before) : grader_.unopened(member.name, read.error());
    const std::string hash = read ? *read : read.error().code;
    const std::string_view reason = reason_to_grade(member, hash, before);
    if (reason.empty()) {
      tell(m, *before);
      return std::move(*before);
    }
    remove_class_table();
    SheetWriter writer(run_.out, SheetWriter::Formats::at_the_end, folders_.at(member.name));
    const auto kept = read && member.kept ? member.kept() : nullptr;
    const double start = now();
    const auto subject = read ? member.open() : tl::unexpected(read.error());
    GradeSheet sheet;
    if (subject) {
      const std::string known_hash = read ? *read : "";
      sheet = grader_.grade({member.name, subject->get(), now() - start, member.open, kept, run_.verify,
                             member.folder, known_hash},
                            [&](const GradeSheet& so_far) {
                              writer.write(so_far);
                              tell(m, so_far);
                            });
    } else {
      sheet = grader_.unopened(member.name, subject.error(), member.folder);
      if (read) sheet.hash = *read;
      writer.write(sheet);
      tell(m, sheet);
    }
    auto written = writer.result();
    if (written && sheet.complete) written = note_grade(member, hash, reason, score_of(before), sheet);
    if (!written) {
      const std::lock_guard lock(mutex_);
      if (result_) result_ = written;
    }
    return sheet;
  }

  void tell(std::size_t m, const GradeSheet& sheet) {
    if (!run_.progress) return;
    const std::lock_guard lock(mutex_);
    run_.progress(m, sheet);
  }

  const Grader& grader_;
  const std::vector<ClassMember>& members_;
  const ClassRun& run_;
  ClassRecord record_;
  std::map<std::string, std::string> folders_;  ///< folders of sheets, by submission
  NowAndThen record_on_the_way_{share_of_class};
  std::vector<std::optional<MemberGrade>> grades_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  bool has_removed_table_ = false;
  Expected<void> result_ = {};
};

}  // namespace

bool NowAndThen::is_due() const {
  return now() >= next_;
}

void NowAndThen::write(const std::function<void()>& what) {
  const double start = now();
  what();
  const double end = now();
  next_ = end + std::max(least_interval, (end - start) / share_);
}

SheetWriter::SheetWriter(fs::path folder, Formats formats, fs::path below)
    : folder_(std::move(folder)),
      below_(std::move(below)),
      formats_(formats),
      on_the_way_(formats == Formats::always ? share_of_one : share_of_class) {}

void SheetWriter::write(const GradeSheet& sheet) {
  const bool last = sheet.complete || interrupted();
  if (!last && !on_the_way_.is_due()) return;
  on_the_way_.write([&] {
    auto ok = has_begun_ ? Expected<void>() : remove_formats(folder_, below_);
    has_begun_ = true;
    if (ok) ok = write_below(folder_, below_ / "sheet.json", sheet_json(sheet));
    if (ok && (last || formats_ == Formats::always)) ok = write_formats(folder_, sheet, below_);
    if (result_ && !ok) result_ = ok;
    if (!last || ok) return;
    // On a full disk, an old sheet or an incomplete set of files would look like the grade.
    static_cast<void>(remove_formats(folder_, below_));
    static_cast<void>(remove_below(folder_, below_ / "sheet.json"));
  });
}

MemberGrade grade_of(const GradeSheet& sheet) {
  MemberGrade grade{sheet.submission,      sheet.score,    sheet.points, sheet.seconds,
                    sheet.subject_seconds, sheet.complete, sheet.broken, sheet.judge_error};
  for (const ExerciseGrade& exercise : sheet.exercises)
    for (const CaseGrade& each : exercise.cases) {
      ++grade.cases;
      grade.cached += each.verdict.is_cached ? 1 : 0;
    }
  grade.verified = sheet.verified;
  grade.mark = staff_words(sheet);
  return grade;
}

Expected<std::vector<MemberGrade>> grade_class(const Grader& grader, const std::vector<ClassMember>& members,
                                               const ClassRun& run) {
  return ClassGrading(grader, members, run).grade();
}

}  // namespace bindpose::conformance
