// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/test_choice.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/cases.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/help.h"
#include "conformance/cli/options.h"
#include "conformance/cli/subject_choice.h"
#include "conformance/subjects/foreign_subject.h"
#include "reference/io/nearest.h"
#include "reference/io/safetensors.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_suggested = 100'000;  // at most so many names are searched for suggestions

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
  load_assets(options.assets, cases, reports, {Keys::all}, [&](const std::string& each) {
    if (names.size() < most_suggested) names.push_back(each);
    return each == name;
  });
  const auto found = std::ranges::find(cases, name, &Case::name);
  if (found != cases.end()) return std::move(*found);
  if (name.starts_with("asset.") && options.assets.empty())
    return fail("TEST_UNKNOWN", "'" + printable(name) + "'",
                "is a case of a glTF file: name the file with --asset");
  const std::string nearest = nearest_word(name, names);
  return fail("TEST_UNKNOWN", "'" + printable(name) + "'",
              nearest.empty() ? "no case has this name; 'bindpose list --cases' lists them"
                              : fmt::format("no case has this name; did you mean '{}'?", nearest));
}

/// The first test with the requested variant. Error NOT_ASKED.
Expected<std::size_t> find_record(const Suite& suite, const std::string& test) {
  const std::string variant = variant_of(test);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < suite.records().size(); ++i) {
    names.push_back(variant_of(suite.records()[i].name));
    if (variant.empty() || names.back() == variant) return i;
  }
  return fail("NOT_ASKED", "'" + printable(test) + "'",
              names.empty()
                  ? fmt::format("{} does not get such cases; name another --subject, such as reference-float",
                                clean_line(suite.subjects().front()->name()))
                  : fmt::format("the subject runs it as {}", names.front()));
}

/// Also opens a subject that does not start, if the run reports such a failure.
Expected<std::unique_ptr<Subject>> open_to_ask(const SubjectSpec& spec, const Sandbox& sandbox,
                                               WithoutAnswer without) {
  catch_interrupts();  // an open subject has temporary files
  auto subject = open_any(spec, sandbox);
  if (!subject && without == WithoutAnswer::shown && is_foreign(spec) && is_own_fault(subject.error()))
    return broken_subject(spec, subject.error(), Broken::each_test);
  return subject;
}

/// True if the subject causes a missing output; an input beyond a reported limit has not run.
bool is_of_the_subject(Outcome outcome) {
  return outcome == Outcome::crash || outcome == Outcome::timeout || outcome == Outcome::invalid_output ||
         outcome == Outcome::fail;
}

/// The input, with the expected output.
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
  app.add_option("--subject", options.subject, "The subject, as in 'bindpose test'; default: gpu");
  app.add_option("--asset", options.assets, "The .gltf or .glb file of the case");
  app.add_option("--accept", options.accept, "A precision class, or POLICY=VALUE, as in 'bindpose test'");
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
  BINDPOSE_CHECK(accept_deviations(suite, options.accept));
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

namespace {

using nlohmann::ordered_json;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The parts of a text between colons.
std::vector<Glob> globs_of(std::string_view text) {
  std::vector<Glob> globs;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(':'), text.size());
    if (end > 0) globs.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return globs;
}

/// "A*:B*-C*": names that match one of the globs before the minus sign, and none after it.
class GtestFilter {
 public:
  explicit GtestFilter(std::string_view filter) {
    const std::size_t minus = std::min(filter.find('-'), filter.size());
    taken_ = globs_of(minus == 0 ? "*" : filter.substr(0, minus));
    left_out_ = globs_of(filter.substr(std::min(minus + 1, filter.size())));
  }
  bool takes(const std::string& name) const {
    const auto matches = [&name](const Glob& glob) { return glob.matches(name); };
    return std::ranges::any_of(taken_, matches) && std::ranges::none_of(left_out_, matches);
  }

 private:
  std::vector<Glob> taken_, left_out_;
};

/// The length of the prefix of a record's name, such as "skinning.linear_blend".
std::size_t group_length(const std::string& name) {
  const std::size_t first = name.find('.');
  return first == std::string::npos ? name.size() : std::min(name.find('.', first + 1), name.size());
}

/// Records that the filter selects, grouped by the prefix of their names.
std::vector<std::size_t> filtered(const Suite& suite, const GtestOptions& options) {
  const GtestFilter filter(options.filter);
  std::map<std::string_view, std::size_t> place;
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < suite.records().size(); ++i) {
    const std::string& name = suite.records()[i].name;
    const auto [group, is_new] =
        place.try_emplace(std::string_view(name).substr(0, group_length(name)), groups.size());
    if (is_new) groups.emplace_back();
    const bool is_listed = !options.list || options.list->takes(suite, suite.records()[i]);
    if (is_listed && filter.takes(name)) groups[group->second].push_back(i);
  }
  std::vector<std::size_t> all;
  for (const auto& group : groups)
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

/// Tells the test runner that this program supports sharding.
void touch_shard_status_file() {
  if (const std::string file = variable("GTEST_SHARD_STATUS_FILE"); !file.empty()) [[maybe_unused]]
    const auto ignored = write_file(file, std::string_view());
}

std::string json_of_tests(const Suite& suite) {
  ordered_json tests = ordered_json::array();
  std::size_t failures = 0;
  for (const Record& record : suite.records()) {
    if (!record.ran) continue;
    const bool is_failure = !is_expected(record.verdict.outcome);
    failures += is_failure ? 1 : 0;
    const std::size_t group = group_length(record.name);
    ordered_json test = {{"name", record.name.substr(std::min(group + 1, record.name.size()))},
                         {"classname", record.name.substr(0, group)},
                         {"outcome", to_string(record.verdict.outcome)}};
    if (is_failure) test["failures"] = {{{"failure", record.verdict.detail}}};
    tests.push_back(std::move(test));
  }
  return json_text(ordered_json{
      {"name", "bindpose"}, {"tests", tests.size()}, {"failures", failures}, {"testcases", tests}});
}

}  // namespace

Expected<GtestOptions> read_gtest_options(const std::vector<std::string>& words) {
  constexpr std::array without_effect = {"--gtest_color", "--gtest_brief", "--gtest_print_time"};
  GtestOptions options;
  if (const std::string filter = variable("GTEST_FILTER"); !filter.empty()) options.filter = filter;
  options.output = variable("GTEST_OUTPUT");
  for (const std::string& word : words) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string name = word.substr(0, equals), value = word.substr(std::min(equals + 1, word.size()));
    if (name == "--gtest_filter")
      options.filter = value;
    else if (name == "--gtest_output")
      options.output = value;
    else if (name == "--gtest_list_tests")
      options.only_lists = value.empty() || value == "1" || value == "true";
    else if (std::ranges::find(without_effect, name) == without_effect.end())
      return fail("ARGUMENT", name,
                  "is not known; of GoogleTest's options there are --gtest_filter, --gtest_list_tests and "
                  "--gtest_output");
  }
  const bool is_known = options.output.empty() || options.output == "xml" || options.output == "json" ||
                        options.output.starts_with("xml:") || options.output.starts_with("json:");
  if (!is_known) return fail("ARGUMENT", "--gtest_output", "expected xml:FILE or json:FILE");
  return options;
}

std::vector<std::size_t> chosen_tests(const Suite& suite, const GtestOptions& options,
                                      const std::vector<bool>& dealt) {
  std::vector<std::size_t> chosen = filtered(suite, options);
  if (!dealt.empty()) {
    std::erase_if(chosen, [&dealt](std::size_t i) { return !dealt[i]; });
    return chosen;
  }
  const Shard shard = shard_from_environment();
  if (shard.count < 2) return chosen;
  touch_shard_status_file();
  std::vector<std::size_t> ours;
  for (std::size_t i = shard.index; i < chosen.size(); i += shard.count)
    ours.push_back(chosen[i]);
  return ours;
}

std::string listed_tests(const Suite& suite, const GtestOptions& options) {
  std::string text;
  std::string_view last;
  for (const std::size_t i : filtered(suite, options)) {
    const std::string_view name = suite.records()[i].name;
    const std::string_view group = name.substr(0, group_length(suite.records()[i].name));
    if (group != last) text += fmt::format("{}.\n", group);
    text += fmt::format("  {}\n", name.substr(std::min(group.size() + 1, name.size())));
    last = group;
  }
  return text;
}

Expected<void> write_gtest_output(const GtestOptions& options, const Suite& suite, const RunReport& run) {
  if (options.output.empty()) return {};
  const bool is_xml = options.output.starts_with("xml");
  const std::size_t colon = options.output.find(':');
  std::filesystem::path file = colon == std::string::npos ? "" : options.output.substr(colon + 1);
  if (file.empty() || !file.has_filename()) file /= is_xml ? "test_detail.xml" : "test_detail.json";
  return write_file(file, is_xml ? junit_xml(junit_run(suite, run)) : json_of_tests(suite));
}

}  // namespace bindpose::conformance
