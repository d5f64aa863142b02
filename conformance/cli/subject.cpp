// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// `bindpose subject check`: finds errors of the adapter, not of the maths.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/cases.h"
#include "conformance/cli/case_choice.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/options.h"

namespace bindpose::conformance {
namespace {

struct CheckOptions {
  std::string subject;
  std::vector<std::string> assets;
  Sandbox sandbox;
};

/// Results of the steps, printed at once.
class Findings {
 public:
  void good(const std::string& text) { say(stdout, "  ok     {}\n", text); }
  void note(const std::string& text) { say(stdout, "  note   {}\n", text); }
  void wrong(const std::string& text) {
    fmt::print("  WRONG  {}\n", quoted_text(text));
    ++wrong_;
  }
  int exit_code() const { return wrong_ == 0 ? 0 : 1; }
  std::size_t count() const { return wrong_; }

 private:
  std::size_t wrong_ = 0;
};

bool same_numbers(const Answer& a, const Answer& b) {
  if (a.arrays.size() != b.arrays.size()) return false;
  for (const Array& array : a.arrays) {
    const Array* other = b.arrays.find(array.name);
    if (other == nullptr || other->shape != array.shape || other->data.index() != array.data.index())
      return false;
    for (std::size_t i = 0; array.is_real() && i < array.reals().size(); ++i)
      if (!(array.reals()[i] == other->reals()[i]) && !(array.reals()[i] != array.reals()[i])) return false;
  }
  return true;
}

/// Reports unrequested arrays in the output, and stages with an unexpected shape.
void look_at_stages(const std::string& what, const Question& question, const Answer& answer,
                    Findings& findings) {
  for (const Array& array : answer.arrays) {
    const auto named = [&array](const ArrayShape& each) { return each.name == array.name; };
    if (std::any_of(question.answers.begin(), question.answers.end(), named)) continue;
    const auto stage = std::find_if(question.stages.begin(), question.stages.end(), named);
    if (stage == question.stages.end())
      findings.wrong(fmt::format("{}: its array '{}' was not requested", what, array.name));
    else if (stage->shape != array.shape)
      findings.wrong(fmt::format("{}: its stage '{}' has the shape {}, expected {}", what, array.name,
                                 bindpose::to_string(array.shape), bindpose::to_string(stage->shape)));
  }
}

/// True if the subject runs the case without these arrays.
bool answers_without(Subject& subject, const Case& c, const AcceptedDeviations& terms, const Features& more) {
  Features without = terms.without;
  without.insert(without.end(), more.begin(), more.end());
  const auto asked = asked_case(c, policies_to_ask(c, terms).front(), without);
  return asked && !asked->question.answers.empty() && subject.run(asked->question, {});
}

/// The smallest set of missing arrays with which the subject accepts the case, as text for the
/// declaration; empty if no such set exists.
std::string arrays_to_declare(Subject& subject, const Case& c, const Question& given_up) {
  Features lacks;
  for (const Feature& each : features())
    if (each.arrays.size() == 1 &&
        std::ranges::find(given_up.answers, each.arrays.front(), &ArrayShape::name) != given_up.answers.end())
      lacks.push_back(&each);
  const AcceptedDeviations terms = subject.terms(*c.algorithm, c.level);
  if (lacks.empty() || !answers_without(subject, c, terms, lacks)) return "";
  for (std::size_t i = lacks.size(); i-- > 0 && lacks.size() > 1;) {
    Features fewer = lacks;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (answers_without(subject, c, terms, fewer)) lacks = fewer;
  }
  std::vector<std::string> names;
  for (const Feature* each : lacks)
    names.push_back(fmt::format("\"{}\"", each->name));
  return fmt::format("; if it has none, declare \"without\": [{}]", fmt::join(names, ", "));
}

/// Runs one input twice; true if the subject gave an output.
bool check_case(Subject& subject, const Case& c, Findings& findings) {
  const std::string what = fmt::format("{} at level {}", c.algorithm->id, to_string(c.level));
  const AcceptedDeviations terms = subject.terms(*c.algorithm, c.level);
  if (!is_asked(c, terms)) return false;
  const auto asked = asked_case(c, policies_to_ask(c, terms).front(), terms.without);
  if (!asked) return false;
  const Question& question = asked->question;
  const auto answer = subject.run(question, {});
  if (!answer && answer.error().code == "NOT_SUPPORTED") return false;
  if (!answer && answer.error().code == "ANSWER_REFUSED") {
    findings.note(fmt::format("{}: it gives up: {}{}", what, answer.error().message,
                              arrays_to_declare(subject, c, question)));
    return true;
  }
  if (!answer) {
    findings.wrong(fmt::format("{}: {} {}", what, answer.error().code, answer.error().message));
    return true;
  }
  const Verdict verdict = compare(asked->expectation, *answer);
  if (verdict.outcome == Outcome::invalid_output) {
    findings.wrong(fmt::format("{}: {}", what, verdict.detail));
    return true;
  }
  look_at_stages(what, question, *answer, findings);
  const auto again = subject.run(question, {});
  if (!again)
    findings.wrong(
        fmt::format("{}: a second run with the same input: {}", what, bindpose::to_string(again.error())));
  else if (!same_numbers(*answer, *again))
    findings.wrong(fmt::format("{}: a second run gives other numbers", what));
  else
    findings.good(fmt::format("{}: outputs with the requested arrays", what));
  return true;
}

/// Advice if no file has a case.
const char* no_case_of_files(const std::vector<Case>& cases) {
  const bool any = std::ranges::any_of(cases, [](const Case& c) { return c.level == Level::asset; });
  return any ? "; the named files have none" : "; name a file with --asset";
}

/// Runs the first case of each declared algorithm and level that its limits and options allow.
void check_declared(Subject& subject, const std::vector<Case>& cases, Findings& findings) {
  std::size_t declared = 0;
  for (const Algorithm& algorithm : algorithms())
    for (const Level level : {Level::palette, Level::pose, Level::asset}) {
      if (subject.variants(algorithm, level).empty()) continue;
      ++declared;
      const auto fits = [&](const Case& c) { return c.algorithm == &algorithm && c.level == level; };
      const bool asked = std::any_of(cases.begin(), cases.end(), [&](const Case& c) {
        return fits(c) && check_case(subject, c, findings);
      });
      if (!asked)
        findings.note(fmt::format("{} at level {}: no case here that it accepts{}", algorithm.id,
                                  to_string(level), level == Level::asset ? no_case_of_files(cases) : ""));
    }
  if (declared == 0) findings.wrong("it declares no algorithm of bindpose: every run would be 'nothing ran'");
}

Expected<int> run_check(const CheckOptions& options) {
  BINDPOSE_TRY(const auto spec, parse_subject(options.subject));
  std::vector<Case> cases = built_in_cases();
  std::vector<AssetReport> reports;
  // An invalid asset loses its own cases only; the exit code reports it.
  const int assets = load_assets(options.assets, cases, reports) ? 0 : 1;
  say(stdout, "{}\n", one_line(options.subject));
  Findings findings;
  catch_interrupts();  // an open subject has temporary files
  auto subject = open_any(spec, options.sandbox);
  if (!subject && interrupted()) return tl::unexpected(subject.error());
  if (!subject) {
    findings.wrong(fmt::format("it does not start: {}", bindpose::to_string(subject.error())));
    fmt::print("The adapter does not work yet. conformance/subjects/README.md describes the protocol.\n");
    const std::string& code = subject.error().code;
    return code == "SANDBOX_MISSING" || code == "SANDBOX_ORACLE" ? 2 : 1;
  }
  SubjectInfo info = (*subject)->info();
  for (const auto& [key, value] : info) {
    if (key == "renderer") findings.good("starts and gives its name: " + value);
    if (key == "unknown_algorithms")
      findings.wrong("it declares algorithms that bindpose does not have: " + value);
    if (key == "unmatched_declarations")
      findings.wrong("it declares capabilities that no input matches: " + value);
    if (key == "renamed_algorithms") findings.note("it declares algorithms by former names: " + value);
  }
  check_declared(**subject, cases, findings);
  const std::string& isolation = info["isolation"];
  if (!isolation.empty()) findings.note("isolation: " + isolation);
  if (!info["folder"].empty()) findings.note("folder: " + info["folder"]);
  if (interrupted()) return fail("INTERRUPTED", options.subject, "a signal has interrupted the check");
  fmt::print("{}\n", findings.count() == 0
                         ? "The adapter works. To judge its numbers: bindpose test --subject ..."
                         : "The adapter does not work yet; bindpose did not judge the numbers.");
  return std::max(findings.exit_code(), assets);
}

}  // namespace

void add_subject_command(CLI::App& app, int& exit_code) {
  CLI::App* subject = app.add_subcommand("subject", "Help for authors of a subject");
  subject->require_subcommand(1);
  auto options = std::make_shared<CheckOptions>();
  CLI::App* check = subject->add_subcommand("check", "Find errors in the adapter, not in the maths");
  check->add_option("SUBJECT", options->subject, "lib:PATH, cmd:COMMAND LINE ...")->required();
  check->add_option("--asset", options->assets, "A .gltf or .glb file, for level asset");
  add_sandbox_options(*check, options->sandbox);
  check->footer(
      "Exit code: 0 the adapter works, 1 it does not, or an asset is not valid, 2 error of the judge.\n"
      "Example: bindpose subject check 'cmd:python3 subject.py'");
  check->callback([options, &exit_code] { exit_code = done(run_check(*options)); });
}

}  // namespace bindpose::conformance
