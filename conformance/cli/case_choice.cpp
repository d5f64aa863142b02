// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/case_choice.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "conformance/cases/cases.h"
#include "conformance/cases/fresh/fresh.h"
#include "conformance/cases/own/own_cases.h"
#include "conformance/cli/commands.h"
#include "conformance/gate/deqp.h"
#include "conformance/gate/must_pass.h"
#include "conformance/report/run_page.h"
#include "reference/io/safetensors.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

/// Returns a label of the asset for case names, unique in the run.
std::string unique_label(const std::filesystem::path& path, std::map<std::string, int>& used) {
  const std::string word = case_word(path.stem().string());
  const int before = used[word]++;
  return before == 0 ? word : fmt::format("{}-{}", word, before + 1);
}

/// The part of each glob before the first '/', which selects cases.
std::vector<std::string> globs_of_cases(std::vector<std::string> globs) {
  for (std::string& glob : globs)
    glob.resize(std::min(glob.find('/'), glob.size()));
  return globs;
}

/// The choice by --filter, --caselist and names; everything without them.
CaseFilter filter_of(const CaseChoice& choice) {
  if (!choice.names.empty())
    return [names = std::set(choice.names.begin(), choice.names.end())](const std::string& name) {
      return names.contains(name);
    };
  return [globs = NameGlobs(globs_of_cases(choice.globs)), list = choice.list](const std::string& name) {
    return globs.choose(name) && (!list || list->may_take(name));
  };
}

/// Chooses cases by name or glob, and adds fresh cases made of them.
std::vector<Case> choose_cases(const CaseChoice& choice, std::vector<Case> chosen) {
  const CaseFilter is_chosen = filter_of(choice);
  std::erase_if(chosen, [&is_chosen](const Case& c) { return !is_chosen(c.name); });
  std::map<const Algorithm*, std::size_t> numbers;
  for (const Case& c : chosen)
    if (choice.fresh_numbers > 0 && c.level != Level::asset) numbers[c.algorithm] += decided_numbers(c);
  const std::size_t count = chosen.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (chosen[i].level == Level::asset) continue;
    const std::size_t known = numbers[chosen[i].algorithm];
    const std::size_t rounds = known == 0 ? 0 : (choice.fresh_numbers + known - 1) / known;
    const auto base = std::make_shared<const Case>(chosen[i]);
    for (std::size_t f = 0; f < std::max(choice.fresh, rounds); ++f)
      chosen.push_back(fresh_case_on_demand(base, choice.seed, f));
  }
  return chosen;
}

/// The cases under the relations that hold for them, if their names are chosen.
std::vector<MetamorphicCase> related_cases(const CaseChoice& choice, const std::vector<Case>& bases) {
  std::vector<MetamorphicCase> related;
  const CaseFilter is_chosen = filter_of(choice);
  for (const Case& base : bases)
    if (auto cases = metamorphic_cases(base, is_chosen))
      std::ranges::move(*cases, std::back_inserter(related));
  return related;
}

/// Calls `each` for every valid file. For other files, and those that `each` refuses, prints the error to
/// stderr, adds it to their reports, and returns false.
template <class Each>
bool load_each(const std::vector<std::string>& files, std::vector<AssetReport>& reports, Each each) {
  std::map<std::string, int> labels;
  bool all_valid = true;
  for (const std::string& path : files) {
    auto loaded = gltf::load(path);
    if (!loaded) {
      const std::string error = gltf::to_string(loaded.error());
      fmt::print(stderr, "{}\n", shown_text(error));
      reports.push_back({path, unique_label(path, labels), 0, {}, {}, error});
      all_valid = false;
      continue;
    }
    const auto asset = std::make_shared<const gltf::Asset>(std::move(*loaded));
    AssetReport entry{path, unique_label(path, labels), 0, asset->warnings, {}};
    if (const Expected<void> made = each(asset, entry); !made) {
      entry.error = bindpose::to_string(made.error());
      fmt::print(stderr, "{}\n", shown_text(entry.error));
      all_valid = false;
    }
    reports.push_back(std::move(entry));
  }
  return all_valid;
}

const std::string& name_of(const Case& c) {
  return c.name;
}
/// The name of a metamorphic case or of a binding case.
const std::string& name_of(const auto& each) {
  return each.c.name;
}

/// Built-in characters and skins of assets, each with every method that binds.
/// Errors: the errors of the built-in figure.
Expected<std::vector<BindingCase>> chosen_binding_cases(const CaseChoice& choice,
                                                        std::vector<AssetReport>& reports) {
  BINDPOSE_TRY(std::vector<BindingCase> cases, built_in_binding_cases());
  load_each(choice.assets, reports,
            [&](const std::shared_ptr<const gltf::Asset>& asset, AssetReport& entry) -> Expected<void> {
              std::vector<BindingCase> more = binding_cases_of(asset, entry.label, entry.notes);
              entry.cases = more.size();
              std::ranges::move(more, std::back_inserter(cases));
              return {};
            });
  const CaseFilter is_chosen = filter_of(choice);
  std::erase_if(cases, [&is_chosen](const BindingCase& each) { return !is_chosen(each.c.name); });
  return cases;
}

/// Checks that each name of an export has a case. Error QUESTION_UNKNOWN. Cases of files depend on the files.
Expected<void> require_known(const std::vector<std::string>& asked, const std::vector<std::string>& names) {
  const std::set<std::string_view> known(names.begin(), names.end());
  for (const std::string& name : asked)
    if (!name.starts_with("asset.") && !known.contains(name))
      return fail("QUESTION_UNKNOWN", printable(name),
                  "this version has no such case; export the inputs again with this version");
  return {};
}

/// The cases to choose from. smoke removes only built-in cases, never cases of a named file.
Expected<std::vector<Case>> offered_cases(const CaseChoice& choice, std::vector<AssetReport>& reports) {
  std::vector<Case> cases = choice.cases.empty() ? built_in_cases() : choice.cases;
  std::erase_if(cases, [&choice](const Case& c) { return choice.smoke && !c.smoke; });
  // A relation's cases have their own names, which the filter selects.
  const CaseFilter wanted = choice.metamorphic ? any_case : filter_of(choice);
  load_assets(choice.assets, cases, reports, choice.moments, wanted);
  BINDPOSE_TRY(auto own, read_own_cases({choice.own_cases.begin(), choice.own_cases.end()}));
  std::ranges::move(own, std::back_inserter(cases));
  return cases;
}

}  // namespace

namespace {

constexpr const char* usual_ending = ".usual";  // follows a case's name, with '.' for '/'

/// True if the record is in the subject's first combination.
bool is_usual(const Suite& suite, const Record& record) {
  const Case& c = *record.from;
  const auto all = suite.subjects()[record.subject]->variants(*c.algorithm, c.level);
  return !all.empty() && record.variant == all.front();
}

}  // namespace

Expected<TestList> TestList::read(const std::string& file) {
  const std::string path = file == must_pass_name ? must_pass_file().string() : file;
  BINDPOSE_TRY(const auto text, read_text(path, limits::case_list.most));
  BINDPOSE_TRY(const auto names, parse_case_list(text, path));
  return of({names.begin(), names.end()});
}

TestList TestList::of(const std::vector<std::string>& names) {
  TestList list;
  for (const std::string& name : names) {
    list.names_.insert(deqp_name(current_name(name)));
    list.bases_.insert(filter_of(deqp_name(current_name(name))));
  }
  return list;
}

bool TestList::may_take(const std::string& case_name) const {
  const auto test = bases_.lower_bound(case_name + ".");
  return bases_.contains(case_name) || (test != bases_.end() && test->starts_with(case_name + "."));
}

bool TestList::takes(const Suite& suite, const Record& record) const {
  return names_.contains(record.from->name) || names_.contains(deqp_name(record.name)) ||
         (names_.contains(record.from->name + usual_ending) && is_usual(suite, record));
}

std::vector<std::string> TestList::unknown(const Suite& suite, const std::set<std::string>& also) const {
  std::set<std::string> left = names_, asked;
  for (const Record& record : suite.records()) {
    const std::string& name = record.from->name;
    const std::string usual = name + usual_ending;
    asked.insert(name);
    left.erase(name);
    // A filter may have excluded only the usual combination.
    if (left.contains(usual) && (also.contains(name) || is_usual(suite, record))) left.erase(usual);
    left.erase(deqp_name(record.name));
  }
  const auto is_left_out = [&](const std::string& test) {
    for (std::size_t end = test.size(); end != std::string::npos && end > 0; end = test.rfind('.', end - 1))
      if (const std::string name = test.substr(0, end); also.contains(name)) return !asked.contains(name);
    return false;
  };
  std::erase_if(left, is_left_out);
  return {left.begin(), left.end()};
}

void require_support(Suite& suite, TestList list) {
  Hooks hooks = suite.hooks();
  hooks.amend = [list = std::move(list), then = hooks.amend](Record& record, const Suite& judged) {
    Verdict& verdict = record.verdict;
    if (record.ran && verdict.outcome == Outcome::not_supported && list.takes(judged, record)) {
      verdict.outcome = Outcome::fail;
      verdict.detail = "the must-pass list requires it, but it is not supported: " + verdict.detail;
    }
    if (then) then(record, judged);
  };
  suite.set_hooks(std::move(hooks));
}

Expected<void> check_cases(const CaseChoice& choice) {
  if (choice.metamorphic && choice.makes_fresh())
    return fail("ARGUMENT", "--metamorphic", "is for built-in cases and assets, not for fresh cases");
  if (choice.moments.is_limited() && (choice.assets.empty() || choice.moments.keys == Keys::all))
    return fail("ARGUMENT", choice.moments.most > 0 ? "--moments" : "--budget",
                "is for clips of --asset, and excludes --every-key");
  if (choice.properties && (choice.makes_fresh() || choice.metamorphic || choice.smoke))
    return fail("ARGUMENT", "--properties", "is only for characters that are bound");
  return {};
}

Expected<void> add_cases(Suite& suite, const CaseChoice& choice, std::vector<AssetReport>& reports) {
  if (choice.smoke) suite.limit_to(RunExtent::smoke);
  std::vector<std::string> names;
  const auto add = [&](auto cases) {
    for (const auto& each : cases)
      names.push_back(name_of(each));
    suite.add_cases(std::move(cases));
  };
  if (choice.properties) {
    BINDPOSE_TRY(auto cases, chosen_binding_cases(choice, reports));
    add(std::move(cases));
  } else {
    BINDPOSE_TRY(auto offered, offered_cases(choice, reports));
    if (choice.metamorphic)
      add(related_cases(choice, offered));
    else
      add(choose_cases(choice, std::move(offered)));
  }
  warn_of_idle_globs("--filter", globs_of_cases(choice.globs), names);
  suite.choose_tests(choice.globs);
  return require_known(choice.names, names);
}

bool load_assets(const std::vector<std::string>& files, std::vector<Case>& cases,
                 std::vector<AssetReport>& reports, const MomentChoice& moments, const CaseFilter& wanted) {
  return load_each(
      files, reports,
      [&](const std::shared_ptr<const gltf::Asset>& asset, AssetReport& entry) -> Expected<void> {
        const auto counted = [&](const std::string& name) {
          ++entry.cases;
          return wanted(name);
        };
        BINDPOSE_TRY(std::vector<Case> chosen, asset_cases(asset, entry.label, moments, counted));
        for (Case& c : chosen) {
          for (const std::string& note : c.notes)
            add_note(entry.notes, note);
          cases.push_back(std::move(c));
        }
        return {};
      });
}

}  // namespace bindpose::conformance
