// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/subject_choice.h"

#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "conformance/cli/commands.h"
#include "conformance/subjects/device_requirement.h"
#include "conformance/subjects/foreign_subject.h"
#include "conformance/subjects/self_test.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

constexpr int more_attempts = 2;  // to open a subject that crashes, hangs or breaks the protocol

/// A subject, and what opens one more of it for another worker.
struct Opened {
  std::unique_ptr<Subject> subject;
  OpenSubject another;
  bool keeps_verdicts = true;  ///< false for one that is broken or fails its self-test
};

/// Stands for a subject that crashes, hangs or breaks the protocol when it is opened: its tests fail with the error.
Opened opened_as_broken(const SubjectSpec& spec, const Error& error) {
  if (is_device(spec))
    fmt::print(stderr,
               "warning: '{}' crashes or hangs when it is opened: each of its tests fails with the reason\n",
               shown_text(one_line(name_of(spec))));
  else
    fmt::print(stderr, "'{}' does not start; 'bindpose subject check' says what is wrong with the plug.\n",
               shown_text(one_line(to_string(spec))));
  return {broken_subject(spec, error), [spec, error] { return broken_subject(spec, error); }, false};
}

/// Warns of a device that fails its self-test. One more of a device that passes it has to pass it, too.
Opened opened(const SubjectSpec& spec, const Sandbox& sandbox, std::unique_ptr<Subject> subject) {
  const auto first = self_test_error(subject->info());
  if (first)
    fmt::print(stderr, "warning: '{}' fails its self-test: {}\nwarning: its tests are judged all the same\n",
               shown_text(one_line(subject->name())), shown_text(one_line(bindpose::to_string(*first))));
  const auto another = [spec, sandbox,
                        is_faulty = first.has_value()]() -> Expected<std::unique_ptr<Subject>> {
    BINDPOSE_TRY(auto more, open_any(spec, sandbox));
    if (const auto error = self_test_error(more->info()); error && !is_faulty) return tl::unexpected(*error);
    return more;
  };
  return {std::move(subject), another, !first};
}

/// Opens a subject, in a process of its own unless it is reference-float or software, and prints where it runs. Errors: those
/// of open_any() that are not the subject's own fault.
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
    fmt::print(stderr, "{} runs in: {}\n", shown_text(one_line((*subject)->name())),
               shown_text(one_line((*subject)->info()["isolation"])));
  if (const std::string note = is_foreign(spec) ? (*subject)->info()["folder"] : ""; !note.empty())
    fmt::print(stderr, "note: {}\n", shown_text(one_line(note)));
  return opened(spec, sandbox, std::move(*subject));
}

/// Adds a subject, and the place of its verdicts. Errors: those of open_any() and of the subject's name.
Expected<void> add_subject(Suite& suite, Store& store, const SubjectSpec& spec, const Sandbox& sandbox,
                           VerdictCache* cache) {
  std::shared_ptr<KeptVerdicts> kept;
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
    return fail("ARGUMENT", choice.names.back(), "there are more names than subjects");
  if (std::set(choice.names.begin(), choice.names.end()).size() < choice.names.size())
    return fail("ARGUMENT", "--name", "two subjects have the same name");
  return {};
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
    const auto spec = parse_subject(choice.subjects[s]);  // its name may be another
    if (!spec || !is_device(*spec)) continue;
    const auto& subject = suite.subjects()[s];
    any = true;
    const auto as_asked = require_device(choice.device, subject->info());
    if (as_asked) continue;
    if (as_asked.error().code != "DEVICE_OTHER") return tl::unexpected(as_asked.error());
    say(stderr, "bindpose: '{}' is not the device asked for: {}\n", shown_text(one_line(subject->name())),
        bindpose::to_string(as_asked.error()));
    return false;
  }
  if (!any)
    fmt::print(stderr,
               "bindpose: --require-device, and no subject of this run is a gpu, vulkan, opencl, cuda, webgl "
               "or webgpu\n");
  return any;
}

Expected<void> accept_terms(Suite& suite, const std::vector<std::string>& accept) {
  BINDPOSE_TRY(Terms terms, terms_of(accept));
  suite.accept(std::move(terms));
  return {};
}

}  // namespace bindpose::conformance
