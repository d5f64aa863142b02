// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/test_choice.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "conformance/cases/cases.h"
#include "conformance/cli/case_choice.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/help.h"
#include "conformance/cli/sandbox_options.h"
#include "conformance/cli/subject_choice.h"
#include "conformance/run/executor.h"
#include "conformance/subjects/foreign_subject.h"
#include "reference/io/foreign_json.h"
#include "reference/io/nearest.h"
#include "reference/model/try.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_suggested = 100'000;  // names among which a mistyped one is looked up

std::string case_of(const std::string& test) {
  return current_name(test.substr(0, test.find('/')));
}

/// "compute.ssbo" of "<case>/<subject>/compute.ssbo"; empty: any.
std::string variant_of(const std::string& test) {
  const std::size_t last = test.rfind('/');
  return last == std::string::npos ? "" : test.substr(last + 1);
}

Expected<Case> find_case(const OneTest& options) {
  std::vector<Case> cases = built_in_cases();
  std::vector<AssetReport> reports;
  const std::string name = case_of(options.test);
  std::vector<std::string> names;
  std::ranges::transform(cases, std::back_inserter(names), &Case::name);
  load_assets(options.assets, cases, reports, Keys::all, [&](const std::string& each) {
    if (names.size() < most_suggested) names.push_back(each);
    return each == name;
  });
  const auto found = std::ranges::find(cases, name, &Case::name);
  if (found != cases.end()) return std::move(*found);
  if (name.starts_with("asset.") && options.assets.empty())
    return fail("TEST_UNKNOWN", "'" + printable(name) + "'",
                "is a case of a glTF file: name that by --asset");
  const std::string nearest = nearest_word(name, names);
  return fail("TEST_UNKNOWN", "'" + printable(name) + "'",
              nearest.empty() ? "no case has this name; 'bindpose list --cases' lists them"
                              : fmt::format("no case has this name; did you mean '{}'?", nearest));
}

/// The first test whose variant is meant. Error NOT_ASKED.
Expected<std::size_t> find_record(const Suite& suite, const std::string& test) {
  const std::string variant = variant_of(test);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < suite.records().size(); ++i) {
    names.push_back(variant_of(suite.records()[i].name));
    if (variant.empty() || names.back() == variant) return i;
  }
  return fail("NOT_ASKED", "'" + printable(test) + "'",
              names.empty() ? "the subject is not asked such a case"
                            : fmt::format("the subject runs it as {}", names.front()));
}

/// One that does not start, too, where that is to be shown.
Expected<std::unique_ptr<Subject>> open_to_ask(const SubjectSpec& spec, const Sandbox& sandbox,
                                               WithoutAnswer without) {
  catch_interrupts();  // an open subject has temporary files
  auto subject = open_any(spec, sandbox);
  if (!subject && without == WithoutAnswer::shown && is_foreign(spec) && is_own_fault(subject.error()))
    return broken_subject(spec, subject.error());
  return subject;
}

/// Whether having no answer is the subject's own doing; a limit that it reports is not one, and then it was not asked.
bool is_of_the_subject(Outcome outcome) {
  return outcome == Outcome::crash || outcome == Outcome::timeout || outcome == Outcome::invalid_output ||
         outcome == Outcome::fail;
}

/// The question, with the expected answer.
Expected<void> show_unanswered(const Suite& suite, const Record& record, const Verdict& verdict,
                               const std::function<Expected<void>(const LookAtTest&)>& look) {
  const Subject& subject = *suite.subjects()[record.subject];
  const Features without = subject.terms(*record.from->algorithm, record.from->level).without;
  BINDPOSE_TRY(const auto asked, asked_case(*record.from, record.policies, without));
  const Answer none;
  const JudgedAnswer judged = {record.name, *record.from, asked.question, asked.expectation, none, verdict};
  return look({subject, record.variant, judged, false});
}

}  // namespace

void add_one_test(CLI::App& app, OneTest& options) {
  app.add_option("TEST", options.test, "A test as a report names it, or a case: its first test")->required();
  app.add_option("--subject", options.subject, "The subject, as of 'bindpose test'; default: gpu");
  app.add_option("--asset", options.assets, "The .gltf or .glb file that the case is of");
  app.add_option("--accept", options.accept, "A class of precision, or POLICY=VALUE, as of 'bindpose test'");
  add_sandbox_options(app, options.sandbox);
  add_help_all(app);
}

Expected<Verdict> judge_one(const OneTest& options,
                            const std::function<Expected<void>(const LookAtTest&)>& look,
                            WithoutAnswer without) {
  if (const std::string note = renamed_note(options.test); !note.empty()) print_notes({note});
  BINDPOSE_TRY(Case chosen, find_case(options));
  BINDPOSE_TRY(const auto spec, parse_subject(options.subject));
  BINDPOSE_TRY(auto subject, open_to_ask(spec, options.sandbox, without));
  Suite suite;
  suite.add_cases({std::move(chosen)});
  suite.add_subject(std::move(subject));
  BINDPOSE_CHECK(accept_terms(suite, options.accept));
  std::optional<Expected<void>> seen;
  Executor executor(suite);
  executor.on_answer(
      [&](const Record& record, const AskedCase& asked, const Answer& answer, const Verdict& verdict) {
        const JudgedAnswer judged = {record.name,       *record.from, asked.question,
                                     asked.expectation, answer,       verdict};
        seen = look({*suite.subjects()[record.subject], record.variant, judged});
      });
  suite.make_records();
  BINDPOSE_TRY(const std::size_t record, find_record(suite, options.test));
  const Verdict verdict = executor.run(record);
  if (!seen && without == WithoutAnswer::shown && is_of_the_subject(verdict.outcome))
    seen = show_unanswered(suite, suite.records()[record], verdict, look);
  if (!seen)
    return fail("NO_ANSWER", suite.records()[record].name,
                fmt::format("{}: {}", to_string(verdict.outcome), verdict.detail));
  BINDPOSE_CHECK(*seen);
  return verdict;
}

}  // namespace bindpose::conformance
