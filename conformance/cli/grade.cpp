// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>

#include "conformance/cli/commands.h"
#include "conformance/cli/help.h"
#include "conformance/cli/options.h"
#include "conformance/cli/session.h"
#include "conformance/grade/class_run.h"
#include "conformance/grade/formats/words.h"
#include "conformance/grade/gradebook.h"
#include "conformance/report/page_content.h"
#include "conformance/subjects/confine.h"
#include "conformance/subjects/isolation.h"
#include "conformance/subjects/oracle_files.h"
#include "reference/io/lines.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

/// State of a submission for its row on the terminal, unless the points already show it.
std::string_view state_of(const MemberGrade& grade) {
  if (grade.judge_error) return "   not graded: an error of bindpose";
  if (grade.broken) return "   did not start";
  return grade.complete ? "" : "   unfinished";
}

/// The reason why a submission has no grade: the first line of the error and, as it may quote a call stack, the
/// last line with the word error, else the last one. Empty if the submission has a grade.
std::string reason_of(const MemberGrade& grade) {
  const std::optional<Error>& error = grade.judge_error ? grade.judge_error : grade.broken;
  if (!error) return "";
  const std::string text = shown_text(bindpose::to_string(*error));
  const std::vector<std::string_view> lines = lines_of(text);
  std::string reason(trimmed(lines.front()));
  if (lines.size() == 1) return reason;
  const auto telling = std::find_if(lines.rbegin(), lines.rend() - 1,
                                    [](std::string_view line) { return line.find("rror") != line.npos; });
  const std::string_view last = telling == lines.rend() - 1 ? lines.back() : *telling;
  return reason + fmt::format("{} {}", lines.size() > 2 ? " ..." : "", trimmed(last));
}

namespace fs = std::filesystem;

struct GradeOptions {
  std::string rubric, subject, seed, out;
  std::string folder, only;
  std::vector<std::string> commands;
  std::string build;            ///< with --watch: builds the submission
  std::string handed_in, late;  ///< a table of times, and the deductions for lateness
  ColumnMap fill;
  unsigned threads = 1;
  bool resume = false, again = false, watch = false, anonymous = false;
  Sandbox sandbox;
  CacheOptions cache;
  bool time_given = false, memory_given = false;
};

std::string whole(const std::string& path) {
  const fs::path whole = fs::absolute(path).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).string();
}

std::string random_seed() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}", device(), device());
}

Expected<std::unique_ptr<Subject>> open(const std::string& text, const Sandbox& sandbox) {
  BINDPOSE_TRY(const auto spec, parse_subject(text));
  return open_any(spec, sandbox);
}

/// Cached verdicts for untrusted code and files; `test` judges devices. Null without a cache.
Expected<std::shared_ptr<CachedVerdicts>> cached_verdicts(VerdictCache* cache, const std::string& text,
                                                          const Sandbox& sandbox) {
  if (cache == nullptr) return nullptr;
  BINDPOSE_TRY(const auto spec, parse_subject(text));
  return is_device(spec) ? nullptr : cache->of(spec, sandbox);
}

/// The exercise to continue with; null: all offered exercises have passed.
const ExerciseGrade* next_exercise(const GradeSheet& sheet) {
  const auto next = std::ranges::find_if(sheet.exercises, [](const ExerciseGrade& exercise) {
    return exercise.status != ExerciseStatus::passed && exercise.status != ExerciseStatus::skipped;
  });
  return next == sheet.exercises.end() ? nullptr : &*next;
}

void print_next(const GradeSheet& sheet) {
  const ExerciseGrade* const next = next_exercise(sheet);
  if (next == nullptr)
    fmt::print("\nall offered exercises have passed\n");
  else
    fmt::print("\nnext: {}\n", shown_text(next->title));
}

/// The sheet as text; for a submission that did not start, the reason, with quoted output.
std::string shown_words(const GradeSheet& sheet) {
  if (!sheet.broken || sheet.judge_error) return sheet_words(sheet);
  return quoted_text(reason_not_started(sheet)) + "\n" + total_words(sheet);
}

void print_exercise(const GradeSheet& sheet, const ExerciseGrade& exercise, bool with_words) {
  say(stdout, "{}",
      fitted(fmt::format("{:>6} of {:<5} {}: {}\n", points_text(exercise.score), points_text(exercise.points),
                         clean_line(exercise.title), status_words(sheet, exercise)),
             stdout));
  if (exercise.status == ExerciseStatus::passed || !with_words) return;
  const std::string words = exercise_words(sheet, exercise);
  for (const std::string_view line : lines_of(words))
    say(stdout, "{}", fitted(fmt::format("    {}\n", line), stdout));
  if (const std::string hidden = hidden_words(exercise); !hidden.empty()) fmt::print("    {}\n", hidden);
}

void print_sheet(const GradeSheet& sheet) {
  fmt::print("{}\n", clean_line(sheet.rubric));
  for (const ExerciseGrade& exercise : sheet.broken ? std::vector<ExerciseGrade>() : sheet.exercises) {
    fmt::print("\n");
    print_exercise(sheet, exercise, true);
  }
  if (!sheet.broken && sheet.complete) print_next(sheet);
  if (const MemberGrade grade = grade_of(sheet); grade.cached > 0)
    fmt::print("\n{}\n", cached_words(grade.cached, grade.cases, grade.verified));
  say(stdout, "\n{}\nseed {}; {:.2f} s, of which the submission {:.2f} s\n", shown_words(sheet), sheet.seed,
      sheet.seconds, sheet.subject_seconds);
}

/// Prints the changes since the previous sheet, then the exercise to continue with. Exercises that
/// the student has not begun have no feedback.
void print_changes(const GradeSheet& sheet, const GradeSheet& before) {
  if (sheet.broken || sheet.judge_error) {
    say(stdout, "{}\n", shown_words(sheet));
    return;
  }
  const ExerciseGrade* const next = next_exercise(sheet);
  bool any = false;
  for (const ExerciseGrade& exercise : sheet.exercises) {
    const ExerciseGrade* const old = find_exercise(before, exercise.id);
    const bool has_changed = old == nullptr || old->status != exercise.status ||
                             old->score != exercise.score || old->feedback != exercise.feedback;
    const bool is_begun = exercise.status == ExerciseStatus::partial;
    if (has_changed || &exercise == next)
      print_exercise(sheet, exercise, &exercise == next || (has_changed && is_begun));
    any = any || has_changed;
  }
  fmt::print("{}{}", total_words(sheet), any ? "" : "; nothing has changed");
  print_next(sheet);
}

int exit_code_of(const GradeSheet& sheet) {
  if (sheet.judge_error || !sheet.complete) return 2;
  bool all_passed = true, any_ran = false;
  for (const ExerciseGrade& exercise : sheet.exercises) {
    all_passed = all_passed && exercise.status == ExerciseStatus::passed;
    any_ran = any_ran || (exercise.status != ExerciseStatus::skipped && !exercise.cases.empty());
  }
  return !any_ran ? 3 : all_passed ? 0 : 1;
}

/// The hash of the submission's own files; empty if they are many, or not in a folder of their own.
std::string hash_of_one(const GradeOptions& options) {
  constexpr TreeSize small{std::uintmax_t{64} << 20, 2000, 20};
  const auto spec = parse_subject(options.subject);
  if (!spec || !is_foreign(*spec)) return "";
  const auto adapter = adapter_of(*spec, options.sandbox);
  return adapter && !adapter->folder.empty() ? submission_hash(adapter->folder, small).value_or("") : "";
}

/// before: prints only the changes since this sheet, and replaces it; null: prints everything.
Expected<int> grade_one(const Grader& grader, const GradeOptions& options, VerdictCache* cache,
                        std::optional<GradeSheet>* before = nullptr) {
  ProgressLine line;
  SheetWriter writer(options.out);
  BINDPOSE_TRY(const auto kept, cached_verdicts(cache, options.subject, options.sandbox));
  const auto start = std::chrono::steady_clock::now();
  const auto subject = open(options.subject, options.sandbox);
  const std::chrono::duration<double> opening = std::chrono::steady_clock::now() - start;
  if (!subject && (subject.error().code == "SUBJECT_SYNTAX" || subject.error().code == "SUBJECT_UNKNOWN" ||
                   subject.error().code == "SANDBOX_MISSING" || subject.error().code == "SANDBOX_ORACLE"))
    return tl::unexpected(subject.error());
  const auto again = [&options] { return open(options.subject, options.sandbox); };
  if (subject) warn_of_declaration(**subject);
  GradeSheet sheet;
  if (subject)
    sheet = grader.grade({options.subject,
                          subject->get(),
                          opening.count(),
                          again,
                          kept,
                          options.cache.verify,
                          {},
                          hash_of_one(options)},
                         [&](const GradeSheet& so_far) {
                           line.show(grade_of(so_far).cases, grader.case_count(),
                                     points_text(so_far.score) + " points");
                           if (!options.out.empty()) writer.write(so_far);
                         });
  else
    sheet = grader.unopened(options.subject, subject.error());
  line.clear();
  if (cache != nullptr) cache->settle();
  if (!subject && !options.out.empty()) writer.write(sheet);
  if (before != nullptr && !before->has_value()) fmt::print("{}\n", clean_line(sheet.rubric));
  if (before != nullptr)
    print_changes(sheet, before->value_or(GradeSheet()));
  else
    print_sheet(sheet);
  if (before != nullptr) *before = sheet;
  if (!writer.result()) {
    fmt::print("ERROR: the grade could not be written\n");
    std::fflush(stdout);  // the reason follows
  }
  BINDPOSE_CHECK(writer.result());
  if (!options.out.empty()) fmt::print("written to {}\n", clean_line(options.out));
  return exit_code_of(sheet);
}

/// Folder of the submission's own files. Error USAGE for a submission without one.
Expected<fs::path> folder_to_watch(const GradeOptions& options) {
  BINDPOSE_TRY(const auto spec, parse_subject(options.subject));
  if (!is_foreign(spec))
    return fail("USAGE", "--watch", "is for a command or a library, whose files can change");
  BINDPOSE_TRY(const auto adapter, adapter_of(spec, options.sandbox));
  if (adapter.folder.empty())
    return fail("USAGE", "--watch", "the submission has no folder of its own; name it with --folder");
  if (!options.out.empty() && is_below(whole(options.out), adapter.folder))
    return fail("USAGE", "--watch", "--out is in the watched folder, so its files would count as changes");
  return adapter.folder;
}

/// Runs --build in the folder. Returns why the submission cannot be graded; empty if it can.
/// Returns nothing if Ctrl-C ended the build, which std::system() hides from this program.
std::optional<std::string> reason_not_built(const GradeOptions& options, const fs::path& folder) {
  if (!options.build.empty()) {
    const std::string line = fmt::format("cd {} && {}", shell_word(folder.string()), options.build);
    const int status = std::system(line.c_str());
    if (status == 0) return "";
    for (const int signal : {SIGINT, SIGQUIT})
      if ((WIFSIGNALED(status) && WTERMSIG(status) == signal) ||
          (WIFEXITED(status) && WEXITSTATUS(status) == 128 + signal))
        return std::nullopt;
    return fmt::format("'{}' failed", options.build);
  }
  const auto spec = parse_subject(options.subject);
  if (!spec || spec->kind != "lib") return "";
  std::error_code error;
  const fs::path library = fs::weakly_canonical(spec->target, error);
  const auto built = fs::last_write_time(library, error);
  if (error) return "";
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    constexpr std::array sources = {".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".rs", ".zig", ".f90"};
    if (std::ranges::count(sources, entry->path().extension().string()) == 0) continue;
    if (const auto saved = entry->last_write_time(error); !error && saved > built)
      return fmt::format("{} is older than {}: build it, or let --build 'make -s' do so",
                         library.filename().string(), entry->path().filename().string());
  }
  return "";
}

/// Grades again whenever a file of the folder has changed, until it is interrupted.
Expected<int> grade_and_watch(const Grader& grader, const GradeOptions& options, VerdictCache* cache) {
  constexpr auto period = std::chrono::milliseconds(300);
  // The first build makes the library.
  if (const auto spec = parse_subject(options.subject); spec && spec->kind == "lib" && !options.build.empty())
    static_cast<void>(reason_not_built(options, fs::absolute(spec->target).parent_path()));
  BINDPOSE_TRY(const fs::path named, folder_to_watch(options));
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(named, error);
  fmt::print("watching {}: save a file to be graded again, Ctrl-C ends\n\n", clean_line(folder.string()));
  std::optional<GradeSheet> before;
  for (int code = 1;;) {
    const auto reason = reason_not_built(options, folder);
    if (!reason) return code;
    const std::string graded = looks_at({folder}).name;
    if (reason->empty()) {
      BINDPOSE_TRY(code, grade_one(grader, options, cache, &before));
    } else {
      say(stdout, "not graded: {}\n", *reason);
    }
    if (interrupted()) return code;
    std::fflush(stdout);
    while (!interrupted() && looks_at({folder}).name == graded)
      std::this_thread::sleep_for(period);
    if (interrupted()) return code;
  }
}

/// Ids in place of the names of submissions.
struct Ids {
  std::map<std::string, std::string> names, of;  ///< by id, and by name

  void add(const std::string& id, const std::string& name) {
    names[id] = name;
    of[name] = id;
  }
  /// Without ids, the name itself.
  std::string shown(const std::string& name) const {
    const auto id = of.find(name);
    return id == of.end() ? name : id->second;
  }
};

std::vector<ClassMember> members_of(const std::vector<fs::path>& folders, const Ids& ids,
                                    const GradeOptions& options, VerdictCache* cache) {
  std::vector<ClassMember> members;
  for (const fs::path& folder : folders) {
    Sandbox sandbox = options.sandbox;
    if (sandbox.folder.empty()) sandbox.folder = folder.string();
    const auto command = fitting_command(options.commands, folder);
    members.push_back({ids.shown(submission_name(folder)),
                       [folder, command, sandbox]() -> Expected<std::unique_ptr<Subject>> {
                         BINDPOSE_CHECK(require_own_folder(folder));
                         BINDPOSE_CHECK(command);
                         return open(*command, sandbox);
                       },
                       [folder] { return submission_hash(folder); },
                       [command, sandbox, cache]() -> std::shared_ptr<CachedVerdicts> {
                         return command ? cached_verdicts(cache, *command, sandbox).value_or(nullptr)
                                        : nullptr;
                       },
                       folder.string()});
  }
  return members;
}

/// "due=2026-11-29T23:59:00Z,per-day=0.1"; every key but `due` may be missing. Error USAGE.
Expected<std::optional<LateRule>> late_rule(std::string_view text) {
  if (text.empty()) return std::nullopt;
  LateRule rule;
  bool has_due = false, has_per_attempt = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view word = trimmed(text.substr(begin, end - begin));
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string_view key = word.substr(0, equals),
                           value = word.substr(std::min(equals + 1, word.size()));
    double share = -1;
    std::uint32_t count = 0;
    const auto read = [value](auto& number) {
      const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      return error == std::errc() && stop == value.data() + value.size();
    };
    const bool is_share = read(share) && share >= 0 && share <= 1, is_count = read(count);
    if (const auto moment = parse_moment(value); key == "due" && moment) {
      rule.due = *moment;
      has_due = true;
    } else if (key == "free-days" && is_count) {
      rule.free_days = count;
    } else if (key == "attempts" && is_count && count > 0) {
      rule.attempts = count;
    } else if (key == "per-day" && is_share) {
      rule.per_day = share;
    } else if (key == "per-attempt" && is_share) {
      rule.per_attempt = share;
      has_per_attempt = true;
    } else {
      return fail("USAGE", "--late",
                  fmt::format("'{}' is not one of due=2026-11-29T23:59:00Z, free-days=2, per-day=0.1, "
                              "attempts=3, per-attempt=0.05",
                              printable(word)));
    }
    begin = end + 1;
  }
  if (!has_due) return fail("USAGE", "--late", "expected due=2026-11-29T23:59:00Z among its parts");
  if (has_per_attempt != (rule.attempts > 0))
    return fail("USAGE", "--late", "attempts and per-attempt must be given together");
  return rule;
}

/// Reads OUT/ids.csv and adds a random id for each new name, so that an id does not lead to its name.
Expected<Ids> ids_of(const GradeOptions& options, const std::vector<fs::path>& folders, bool is_graded) {
  Ids ids;
  const fs::path file = fs::path(options.out) / "ids.csv";
  if (std::error_code error; is_graded || fs::exists(file, error)) {
    BINDPOSE_TRY(const auto text, read_text(file, std::size_t{64} << 20));
    BINDPOSE_TRY(const auto rows, parse_csv(text, file.string()));
    for (const CsvRow& row : rows)
      if (row.size() == 2 && row.front() != "id") ids.add(row[0], unguarded_name(row[1]));
  }
  std::random_device device;
  for (const fs::path& folder : folders) {
    const std::string name = submission_name(folder);
    std::string id;
    while (!ids.of.contains(name) && (id.empty() || ids.names.contains(id)))
      id = fmt::format("{:08x}{:08x}", device(), device()).substr(0, 10);
    if (!id.empty()) ids.add(id, name);
  }
  std::vector<CsvRow> rows = {{"id", "submission"}};
  for (const auto& [id, name] : ids.names)
    rows.push_back({id, guarded_name(name)});
  BINDPOSE_CHECK(make_folder(options.out));
  BINDPOSE_CHECK(write_file(file, csv_text(rows)));
  return ids;
}

/// True if every submission is broken: then the command may be wrong.
bool none_started(const std::vector<MemberGrade>& grades) {
  return std::ranges::all_of(grades, [](const MemberGrade& grade) { return grade.broken.has_value(); });
}

int class_exit_code(const std::vector<MemberGrade>& grades, std::size_t members) {
  if (members == 0) return 3;
  bool wrong = interrupted() || grades.size() < members;
  for (const MemberGrade& grade : grades)
    wrong = wrong || grade.judge_error || !grade.complete;
  return wrong ? 2 : none_started(grades) ? 3 : 0;
}

/// Lists entries in the folder of the class that are not graded, so that no work is omitted silently.
void note_other_entries(const std::string& folder) {
  constexpr std::size_t most_named = 5;
  std::vector<std::string> names = other_entries_in(folder);
  if (names.empty()) return;
  const std::size_t more = names.size() - std::min(names.size(), most_named);
  names.resize(std::min(names.size(), most_named));
  for (std::string& name : names)
    name = clean_line(name);
  fmt::print(stderr,
             "warning: not graded, since each submission is a folder with a name that does not begin with a "
             "dot: {}{}\n",
             fmt::join(names, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

/// Warns of rows in the staff's tables that match no submission, so that no deduction or point is lost silently.
Expected<void> note_unknown_names(const Gradebook& book, const Grader& grader, const GradeOptions& options,
                                  const Ids& ids) {
  BINDPOSE_TRY(const auto record, read_class_record(options.out, grader.rubric()));
  std::set<std::string> known;
  if (record)
    for (const auto& [name, entry] : record->submissions)
      known.insert(name);
  for (const auto& [id, name] : ids.names)
    known.insert({id, name});
  BINDPOSE_TRY(const auto folders, submissions_in(options.folder, ""));
  for (const fs::path& folder : folders)
    known.insert(submission_name(folder));
  for (const auto& [file, name] : book.unknown_names(known))
    say(stderr, "warning: {} has a row for {}, which is not a submission\n", one_line(file), one_line(name));
  return {};
}

Expected<int> grade_folder(const Grader& grader, const GradeOptions& options, VerdictCache* cache) {
  BINDPOSE_TRY(const auto folders, submissions_in(options.folder, options.only));
  if (folders.empty() && !options.only.empty())
    fmt::print(stderr, "warning: --only '{}' matches no submission in {}\n", clean_line(options.only),
               clean_line(options.folder));
  if (folders.empty() && options.only.empty())
    fmt::print(stderr, "warning: no submission is in {}: each is a folder in this folder\n",
               clean_line(options.folder));
  note_other_entries(options.folder);
  BINDPOSE_TRY(const auto rule, late_rule(options.late));
  std::set<std::string> exercises;
  for (const ExerciseGrade& exercise : grader.empty_sheet("").exercises)
    exercises.insert(exercise.id);
  BINDPOSE_TRY(const Gradebook book,
               Gradebook::read(options.handed_in, fs::path(options.out) / "manual.csv", rule, exercises));
  std::vector<std::string> not_in_table;
  if (!options.fill.table.empty()) BINDPOSE_CHECK(filled_table(options.fill, {}, not_in_table));
  BINDPOSE_TRY(const auto all, submissions_in(options.folder, ""));
  Ids ids;
  if (options.anonymous) {
    BINDPOSE_TRY(const auto record, read_class_record(options.out, grader.rubric()));
    BINDPOSE_TRY(ids, ids_of(options, all, record && !record->submissions.empty()));
  }
  const std::vector<ClassMember> members = members_of(folders, ids, options, cache);
  ProgressLine line;
  ClassRun run{options.out, options.threads, options.again};
  run.cache = cache;
  run.verify = options.cache.verify;
  for (const fs::path& each : all)
    run.handed_in.push_back(ids.shown(submission_name(each)));
  run.names = ids.names;
  run.is_anonymous = options.anonymous;
  run.command = own_command();
  run.book = &book;
  run.not_in_table = &not_in_table;
  if (!options.fill.table.empty()) run.fill = options.fill;
  std::size_t complete = 0;
  run.progress = [&](std::size_t m, const GradeSheet& sheet) {
    complete += sheet.complete ? 1 : 0;
    line.show(complete, members.size(),
              fmt::format("{}: {} of {} cases", clean_line(members[m].name), grade_of(sheet).cases,
                          grader.case_count()));
  };
  run.reading = [&](std::size_t m) {
    line.show(complete, members.size(), clean_line(members[m].name) + ": reading its files");
  };
  BINDPOSE_TRY(const auto grades, grade_class(grader, members, run));
  line.clear();
  double judge = 0, subject = 0;
  std::size_t cached = 0, verified = 0, cases = 0;
  for (const MemberGrade& grade : grades) {
    fmt::print("{:>7} of {:<7} {}{}\n", points_text(grade.score), points_text(grade.points),
               clean_line(grade.submission), state_of(grade));
    if (const std::string reason = reason_of(grade); !reason.empty())
      say(stdout, "{}", fitted(fmt::format("{:19} {}\n", "", reason), stdout));
    if (!grade.mark.empty()) fmt::print("{:19} for staff: {}\n", "", shown_text(grade.mark));
    cached += grade.cached;
    verified += grade.verified;
    cases += grade.cases;
    judge += grade.seconds - grade.subject_seconds;
    subject += grade.subject_seconds;
  }
  const auto graded = std::ranges::count_if(grades, &MemberGrade::complete);
  if (interrupted())
    fmt::print("INTERRUPTED: {} of {} submissions are graded; the same command continues\n", graded,
               members.size());
  fmt::print(
      "{} of {} submissions graded; {:.2f} s of submissions, {:.2f} s of the judge; seed {}\nwritten to {}\n",
      graded, members.size(), subject, judge, grader.seed(), clean_line(options.out));
  if (cached > 0) fmt::print("{}\n", cached_words(cached, cases, verified));
  BINDPOSE_CHECK(note_unknown_names(book, grader, options, ids));
  for (const std::string& name : not_in_table)
    say(stderr, "warning: {} has no row for {}\n", one_line(options.fill.table), one_line(name));
  if (!grades.empty() && none_started(grades))
    say(stderr, "warning: no submission started; is '{}' the right command?\n",
        one_line(options.commands.front()));
  return class_exit_code(grades, members.size());
}

/// Checks the program that would run every submission. Errors: those of require_program().
Expected<void> require_class_program(const GradeOptions& options) {
  for (const std::string& command : options.commands) {
    BINDPOSE_TRY(const auto spec, parse_subject(command));
    if (spec.kind != "cmd") continue;
    if (auto found = require_program(spec.target, options.sandbox); !found) {
      found.error().message += "; no submission was graded";
      return found;
    }
  }
  return {};
}

Expected<bool> runs_foreign_code(const GradeOptions& options) {
  std::vector<std::string> all = options.commands;
  if (!options.subject.empty()) all = {options.subject};
  for (const std::string& each : all) {
    BINDPOSE_TRY(const auto spec, parse_subject(each));
    if (is_foreign(spec)) return true;
  }
  return false;
}

Expected<int> grade_as_asked(GradeOptions options) {
  if (options.folder.empty() == options.subject.empty())
    return fail("USAGE", "grade", "expected either --subject, or --class with --command and --out");
  const bool is_class = !options.folder.empty();
  if (!is_class) {
    const std::pair<const char*, bool> of_a_class[] = {{"--anonymous", options.anonymous},
                                                       {"--handed-in", !options.handed_in.empty()},
                                                       {"--late", !options.late.empty()},
                                                       {"--fill", !options.fill.table.empty()}};
    for (const auto& [name, is_given] : of_a_class)
      if (is_given) return fail("USAGE", name, "is for a class, not for one submission");
  }
  if (is_class && options.watch) return fail("USAGE", "--watch", "is for one submission, not for a class");
  if (!options.build.empty() && !options.watch)
    return fail("USAGE", "--build", "is for --watch; compile the submissions of a class before");
  if (options.fill.table.empty() != (options.fill.key.empty() && options.fill.column.empty()) ||
      options.fill.key.empty() != options.fill.column.empty())
    return fail("USAGE", "--fill", "needs --key and --column, names of columns of the table");
  if (options.handed_in.empty() != options.late.empty())
    return fail("USAGE", "--late", "and --handed-in must be given together");
  const auto has_mark = [](const std::string& command) { return command.find("{}") != std::string::npos; };
  if (is_class &&
      (options.commands.empty() || !std::ranges::all_of(options.commands, has_mark) || options.out.empty()))
    return fail("USAGE", "grade", "--class needs --out, and --command with {} for the submission's folder");
  if (is_class && is_below(whole(options.out), whole(options.folder)))
    return fail("USAGE", "--out",
                "is in the folder of the class, so it would count as a submission; name a folder elsewhere");
  BINDPOSE_TRY(auto rubric, read_rubric(options.rubric));
  print_notes(rubric.notes);
  if (rubric.seconds && !options.time_given) options.sandbox.seconds = *rubric.seconds;
  if (rubric.memory && !options.memory_given) options.sandbox.memory = *rubric.memory;
  BINDPOSE_TRY(const bool runs_code, runs_foreign_code(options));
  if (is_class) BINDPOSE_CHECK(require_class_program(options));
  Sandbox& sandbox = options.sandbox;
  if (runs_code) {
    if (sandbox.most != SandboxLevel::none) sandbox.least = std::max(sandbox.least, SandboxLevel::landlock);
    if (const auto enough = require_sandbox(sandbox); !enough)
      return fail(enough.error().code, enough.error().where,
                  enough.error().message + "; --no-sandbox grades without");
    if (sandbox.least != SandboxLevel::none) BINDPOSE_CHECK(require_complete_search(sandbox));
    fmt::print(
        stderr, "{}",
        fitted(fmt::format("submissions run in: {}\n", shown_text(isolation(sandbox.most).description)),
               stderr));
  }
  if (is_class) {
    BINDPOSE_TRY(const auto record, read_class_record(options.out, rubric));
    if (options.resume && !record)
      return fail("FILE_READ", (fs::path(options.out) / "grading.json").string(), "no class was graded here");
    if (record && record->is_anonymous != options.anonymous)
      return fail("USAGE", "--anonymous",
                  fmt::format("the class was graded {} it: grade into another folder",
                              record->is_anonymous ? "with" : "without"));
    if (record && !options.seed.empty() && options.seed != record->seed)
      return fail("GRADING_SEED", options.out,
                  fmt::format("the class was graded with the seed {}", record->seed));
    if (record) options.seed = record->seed;
  }
  if (options.seed.empty()) options.seed = random_seed();
  catch_interrupts();
  BINDPOSE_TRY(const auto cache, open_cache(options.cache));
  BINDPOSE_TRY(const auto grader, Grader::make(std::move(rubric), options.seed));
  if (is_class) return grade_folder(*grader, options, cache.get());
  return options.watch ? grade_and_watch(*grader, options, cache.get())
                       : grade_one(*grader, options, cache.get());
}

/// After an error, removes the sheet of an earlier submission. The results of a class stay.
Expected<int> grade(const GradeOptions& options) {
  auto code = grade_as_asked(options);
  if (!code && options.folder.empty() && !options.out.empty())
    static_cast<void>(remove_formats(options.out, {}));
  return code;
}

}  // namespace

void add_grade_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<GradeOptions>();
  CLI::App* verb = app.add_subcommand("grade", "Grade one submission, or a class");
  verb->add_option("--rubric", options->rubric, "Exercises, cases and points: grade/rubric.schema.json")
      ->required();
  verb->add_option("--subject", options->subject,
                   "One submission: cmd:..., lib:..., files:..., reference-float");
  verb->add_flag("--watch", options->watch,
                 "With --subject: grade again whenever a file of its folder is saved, until interrupted");
  verb->add_option("--build", options->build,
                   "With --watch: builds the submission first, in its folder: 'make -s'");
  verb->add_option("--class", options->folder, "A folder with one sub-folder per submission");
  verb->add_option("--command", options->commands,
                   "With --class: the subject, with {} for the submission's folder: 'cmd:python3 "
                   "{}/subject.py'; with several, each submission gets the first whose file it has");
  verb->add_option("--only", options->only, "With --class: only submissions whose names match this glob");
  verb->add_option("-j", options->threads, "With --class: submissions graded at once")
      ->check(CLI::Range(1U, 256U));
  verb->add_flag(
      "--resume", options->resume,
      "With --class: --out must have an earlier grading to continue; graded submissions stay in any case");
  verb->add_flag("--again", options->again, "With --class: also grade submissions that have not changed");
  verb->add_option("--seed", options->seed, "Seed of the fresh cases; default: a new one, printed and kept");
  verb->add_option("--out", options->out, "Folder for the results");
  add_sandbox_options(*verb, options->sandbox);
  add_help_all(*verb);
  add_cache_options(*verb, options->cache);
  verb->option_defaults()->group("Class");
  verb->add_flag("--anonymous", options->anonymous,
                 "Ids in place of the names of submissions; OUT/ids.csv has both");
  verb->add_option("--handed-in", options->handed_in,
                   "A table of times (CSV): columns submission and time, a row per attempt");
  verb->add_option(
      "--late", options->late,
      "With --handed-in: due=2026-11-29T23:59:00Z, free-days=2, per-day=0.1, attempts=3, per-attempt=0.05; "
      "deductions are shares of the points");
  verb->add_option("--fill", options->fill.table,
                   "A table that a platform has exported; OUT/filled.csv is the same with points");
  verb->add_option("--key", options->fill.key, "With --fill: its column with the names of submissions");
  verb->add_option("--column", options->fill.column, "With --fill: its column for the points");
  verb->option_defaults()->group("Options");
  verb->footer(
      "Writes sheet.json (everything, for staff), feedback.md, gradescope.json, classroom.json, "
      "check50.json, "
      "junit.xml, report.sarif, report.html (where on the mesh it is wrong); of a class also class.csv and "
      "class.html.\n"
      "Exit code: 0 all exercises passed, or the class is graded; 1 some have not passed; 2 the judge's own "
      "error, a --command whose program is missing, or an interruption; 3 nothing ran: no submission "
      "started.\n"
      "Example: bindpose grade --rubric rubric.json --class submissions \\\n"
      "           --command 'cmd:python3 {}/subject.py' -j 4 --out grades");
  verb->callback([options, verb, &exit_code] {
    options->time_given = verb->get_option("--time")->count() > 0;
    options->memory_given = verb->get_option("--memory")->count() > 0;
    exit_code = done(grade(*options));
  });
}

}  // namespace bindpose::conformance
