// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/subject_choice.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/cli/commands.h"
#include "conformance/report/page_content.h"
#include "conformance/subjects/adapter.h"
#include "conformance/subjects/device_requirement.h"
#include "conformance/subjects/foreign_subject.h"
#include "conformance/subjects/isolation.h"
#include "conformance/subjects/self_test.h"

namespace bindpose::conformance {
namespace {

constexpr int more_attempts = 2;  // to open a subject that crashes, hangs or breaks the protocol

/// A subject, and a function that opens another instance for another worker.
struct Opened {
  std::unique_ptr<Subject> subject;
  OpenSubject another;
  bool keeps_verdicts = true;  ///< false for a broken subject and after a failed self-test
};

/// A substitute for a subject that crashes, hangs or breaks the protocol when it is opened: one
/// result reports the failure.
Opened opened_as_broken(const SubjectSpec& spec, const Error& error) {
  if (is_device(spec))
    fmt::print(stderr, "warning: '{}' crashes or hangs when it is opened: none of its tests run\n",
               clean_line(name_of(spec)));
  else
    fmt::print(stderr, "warning: '{}' did not start: none of its tests run\n", clean_line(to_string(spec)));
  return {broken_subject(spec, error), [spec, error] { return broken_subject(spec, error); }, false};
}

/// Warns of a device that fails its self-test. If the first device passes, the devices of all
/// further workers must pass as well.
Opened opened(const SubjectSpec& spec, const Sandbox& sandbox, std::unique_ptr<Subject> subject) {
  const auto first = self_test_error(subject->info());
  if (first)
    fmt::print(stderr, "warning: '{}' fails its self-test: {}\nwarning: its tests run anyway\n",
               clean_line(subject->name()), clean_line(bindpose::to_string(*first)));
  const auto another = [spec, sandbox,
                        is_faulty = first.has_value()]() -> Expected<std::unique_ptr<Subject>> {
    BINDPOSE_TRY(auto more, open_any(spec, sandbox));
    if (const auto error = self_test_error(more->info()); error && !is_faulty) return tl::unexpected(*error);
    return more;
  };
  return {std::move(subject), another, !first};
}

/// Opens a subject, in a separate process unless it is reference-float or software, and prints the
/// place. Errors: those of open_any() that are not the subject's own fault.
Expected<Opened> open_to_judge(const SubjectSpec& spec, const Sandbox& sandbox) {
  auto subject = open_any(spec, sandbox);
  const auto is_broken = [&] {
    return !subject && (is_foreign(spec) || is_device(spec)) && is_own_fault(subject.error());
  };
  for (int more = 0; more < more_attempts && is_broken(); ++more)
    subject = open_any(spec, sandbox);
  if (is_broken()) return opened_as_broken(spec, subject.error());
  if (!subject) return tl::unexpected(subject.error());
  if (is_foreign(spec))
    fmt::print(stderr, "{} runs in: {}\n", clean_line((*subject)->name()),
               clean_line((*subject)->info()["isolation"]));
  if (const std::string note = is_foreign(spec) ? (*subject)->info()["folder"] : ""; !note.empty())
    fmt::print(stderr, "note: {}\n", clean_line(note));
  return opened(spec, sandbox, std::move(*subject));
}

/// Adds a subject, and the place where its verdicts are cached. Errors: those of open_any() and of
/// the subject's name.
Expected<void> add_subject(Suite& suite, Store& store, const SubjectSpec& spec, const Sandbox& sandbox,
                           VerdictCache* cache) {
  std::shared_ptr<CachedVerdicts> kept;
  if (cache != nullptr && !is_device(spec)) kept = cache->of(spec, sandbox);
  BINDPOSE_TRY(auto opened, open_to_judge(spec, sandbox));
  warn_of_declaration(*opened.subject);
  if (cache != nullptr && is_device(spec)) kept = cache->of(spec, sandbox, opened.subject->info());
  if (kept != nullptr && opened.keeps_verdicts) store.cached[suite.subjects().size()] = std::move(kept);
  suite.add_subject(std::move(opened.subject), std::move(opened.another));
  return {};
}

}  // namespace

Expected<void> check_subjects(const SubjectChoice& choice) {
  if (choice.names.size() > choice.subjects.size())
    return fail("ARGUMENT", choice.names.back(), "more names than subjects");
  if (std::set(choice.names.begin(), choice.names.end()).size() < choice.names.size())
    return fail("ARGUMENT", "--name", "two subjects have the same name");
  return {};
}

void keep_subjects_of(SubjectChoice& choice, const std::vector<std::string>& tests) {
  std::set<std::string_view> words;
  for (const std::string& test : tests)
    words.insert(parts_of(test).subject);
  for (std::size_t s = choice.subjects.size(); s-- > 0;) {
    const auto spec = parse_subject(choice.subjects[s]);
    const bool has_name = s < choice.names.size();
    if (!spec || words.contains(case_word(has_name ? choice.names[s] : name_of(*spec)))) continue;
    choice.subjects.erase(choice.subjects.begin() + static_cast<std::ptrdiff_t>(s));
    if (has_name) choice.names.erase(choice.names.begin() + static_cast<std::ptrdiff_t>(s));
  }
}

bool add_subjects(Suite& suite, Store& store, const SubjectChoice& choice, VerdictCache* cache) {
  for (std::size_t s = 0; s < choice.subjects.size(); ++s) {
    const std::string& name = choice.subjects[s];
    auto spec = parse_subject(name);
    if (spec && s < choice.names.size()) spec->name = choice.names[s];
    const auto added = spec ? add_subject(suite, store, *spec, choice.sandbox, cache)
                            : Expected<void>(tl::unexpected(spec.error()));
    if (added) continue;
    say(stderr, "bindpose: cannot judge '{}': {}\n", one_line(name), bindpose::to_string(added.error()));
    if (spec && is_device(*spec) && !added.error().code.ends_with("_SYNTAX"))
      fmt::print(stderr, "'bindpose doctor' lists the devices that are here, and what is missing.\n");
    return false;
  }
  return true;
}

Expected<bool> has_devices(const Suite& suite, const SubjectChoice& choice) {
  bool any = choice.device.empty();
  for (std::size_t s = 0; s < suite.subjects().size() && !choice.device.empty(); ++s) {
    const auto spec = parse_subject(choice.subjects[s]);  // the user may have renamed it
    if (!spec || !is_device(*spec)) continue;
    const auto& subject = suite.subjects()[s];
    any = true;
    const auto as_asked = require_device(choice.device, subject->info());
    if (as_asked) continue;
    if (as_asked.error().code != "DEVICE_OTHER") return tl::unexpected(as_asked.error());
    say(stderr, "bindpose: '{}' is not the required device: {}\n", clean_line(subject->name()),
        bindpose::to_string(as_asked.error()));
    return false;
  }
  if (!any)
    fmt::print(stderr,
               "bindpose: --require-device needs a subject gpu, vulkan, opencl, cuda, webgl or webgpu\n");
  return any;
}

Expected<void> accept_deviations(Suite& suite, const std::vector<std::string>& accept) {
  BINDPOSE_TRY(AcceptedDeviations terms, accepted_deviations_of(accept));
  suite.accept(std::move(terms));
  return {};
}

namespace {

namespace fs = std::filesystem;

std::string option(const char* name, const std::string& value) {
  return fmt::format(" {} {}", name, shell_word(value));
}

std::string options(const char* name, const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& each : values)
    text += option(name, each);
  return text;
}

template <class Number>
std::string unless_usual(const char* name, Number value, Number usual) {
  return value == usual ? "" : fmt::format(" {} {}", name, value);
}

/// The options of add_sandbox_options().
std::string sandbox_options(const Sandbox& sandbox) {
  const Sandbox usual;
  // --time sets both.
  const bool has_time = sandbox.seconds != usual.seconds || sandbox.device_seconds != usual.device_seconds;
  std::string text = (has_time ? fmt::format(" --time {}", sandbox.seconds) : "") +
                     unless_usual("--memory", sandbox.memory, usual.memory) +
                     unless_usual("--processes", sandbox.processes, usual.processes) +
                     unless_usual("--disk", sandbox.disk, usual.disk);
  if (!sandbox.folder.empty()) text += option("--folder", sandbox.folder);
  text += options("--see", sandbox.see);
  for (const auto& [name, value] : sandbox.env)
    text += option("--env", name + "=" + value);
  if (sandbox.most == SandboxLevel::none) text += " --no-sandbox";
  if (sandbox.least != usual.least) text += " --require-sandbox=" + to_string(sandbox.least);
  return text;
}

std::string whole_path(const std::string& name) {
  std::error_code error;
  const fs::path whole = fs::absolute(name, error).lexically_normal();
  return !name.empty() && fs::exists(whole, error) ? whole.string() : name;
}

/// As split_words() reads it.
std::string command_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    if (word.empty()) line += "''";
    for (const char c : word)
      line += std::string_view(" \t\n'\"\\").find(c) == std::string_view::npos ? std::string(1, c)
                                                                               : std::string("\\") + c;
  }
  return line;
}

std::string whole_subject(const std::string& subject, const Sandbox& sandbox) {
  auto spec = parse_subject(subject);
  if (!spec) return subject;
  if (spec->kind == "cmd") {
    const auto adapter = adapter_of(*spec, sandbox);
    if (adapter) spec->target = command_line(adapter->command);
  } else if (!is_device(*spec)) {
    spec->target = whole_path(spec->target);
  }
  return to_string(*spec);
}

}  // namespace

std::string asking_command(const Asking& asking) {
  std::string command = "bindpose test" + option("--subject", asking.subject);
  if (!asking.name.empty()) command += option("--name", asking.name);
  return command + options("--asset", asking.assets) + options("--accept", asking.accept) +
         sandbox_options(asking.sandbox) + unless_usual<std::size_t>("--times", asking.times, 1);
}

Asking with_whole_paths(Asking asking) {
  asking.subject = whole_subject(asking.subject, asking.sandbox);
  asking.sandbox.folder = whole_path(asking.sandbox.folder);
  for (auto* paths : {&asking.assets, &asking.sandbox.see})
    std::ranges::transform(*paths, paths->begin(), whole_path);
  return asking;
}

}  // namespace bindpose::conformance
