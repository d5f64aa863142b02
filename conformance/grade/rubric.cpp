// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/rubric.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/cases/cases.h"
#include "conformance/cases/own/own_cases.h"
#include "conformance/run/suite.h"
#include "reference/gltf/load.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

constexpr FieldWords words = {.code = "RUBRIC_FIELD", .name_code = "RUBRIC_FIELD"};

/// Checks more of a field than its type.
class Reader : public FieldReader {
 public:
  Reader(const Json& object, const std::string& pointer, std::optional<Error>& error)
      : FieldReader(object, pointer, words, error) {
    if (!object.is_object()) note("", "expected an object");
  }

  void known(const std::vector<std::string_view>& keys) {
    knows(keys, fmt::format("unknown, expected one of {}", fmt::join(keys, ", ")));
  }
  void not_empty(const char* key, std::string& text) {
    const Json* found = find(key);
    if (found != nullptr && (!found->is_string() || found->get_ref<const std::string&>().empty()))
      note(key, "expected a text that is not empty");
    (*this)(key, text);
  }
  std::optional<double> number(const char* key, double least) {
    // Larger values are useless, and their sums and nanoseconds would overflow.
    constexpr double most = 1000000;
    const Json* found = find(key);
    if (found == nullptr) return std::nullopt;
    if (found->is_number() && found->get<double>() >= least && found->get<double>() <= most)
      return found->get<double>();
    note(key, fmt::format("is {}, expected a number from {} to {}", printable_json(*found), least, most));
    return std::nullopt;
  }
  /// A share of the points.
  void share(const char* key, double& value) {
    const auto given = number(key, 0);
    if (!given) return;
    if (*given > 1) note(key, fmt::format("is {}, expected a number from 0 to 1", *given));
    value = *given;
  }
  std::optional<std::size_t> count(const char* key, std::size_t least) {
    constexpr std::size_t most = 1000000;
    const Json* found = find(key);
    if (found == nullptr) return std::nullopt;
    if (found->is_number_unsigned() && found->get<std::size_t>() >= least &&
        found->get<std::size_t>() <= most)
      return found->get<std::size_t>();
    note(key,
         fmt::format("is {}, expected a whole number from {} to {}", printable_json(*found), least, most));
    return std::nullopt;
  }
  std::vector<std::string> texts(const char* key) {
    std::vector<std::string> texts;
    optional(key, texts);
    if (std::find(texts.begin(), texts.end(), "") != texts.end()) note(key, "expected a list of texts");
    return texts;
  }
};

void read_terms(Reader& reader, Rubric& rubric) {
  const std::vector<std::string> accept = reader.texts("accept");
  for (std::size_t i = 0; i < accept.size(); ++i)
    if (const auto added = add_term(rubric.accept, accept[i]); !added)
      reader.note(fmt::format("accept/{}", i), "RUBRIC_ACCEPT",
                  fmt::format("'{}': {}", printable(accept[i]), added.error().message));
  reader.share("class_credit", rubric.class_credit);
  reader.share("policy_credit", rubric.policy_credit);
}

/// All cases that a rubric can choose from: the built-in cases, then its own.
struct Offered {
  std::vector<const Case*> cases;
  const AcceptedDeviations& accept;
};

void add_cases(Reader& reader, const char* key, bool hidden, const Offered& offered, Exercise& exercise) {
  const std::vector<std::string> globs = reader.texts(key);
  const std::vector<NameGlob> of_names(globs.begin(), globs.end());
  std::vector<bool> used(globs.size(), false);
  // If both lists name a case, the case is visible.
  std::set<const Case*> there;
  for (const RubricCase& other : exercise.cases)
    there.insert(other.from);
  if (!globs.empty())
    for (const Case* c : offered.cases) {
      std::vector<std::size_t> matching;
      for (std::size_t g = 0; g < globs.size(); ++g)
        if (of_names[g].matches(c->name)) matching.push_back(g);
      if (matching.empty() || !is_asked(*c, offered.accept)) continue;
      for (const std::size_t g : matching)
        used[g] = true;
      if (there.insert(c).second) exercise.cases.push_back({c, hidden});
    }
  for (std::size_t g = 0; g < globs.size(); ++g)
    if (!used[g])
      reader.note(
          fmt::format("{}/{}", key, g), "RUBRIC_GLOB",
          fmt::format("'{}' matches no built-in case ('bindpose list --cases') and no case of the rubric",
                      printable(globs[g])));
}

bool is_id(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_") ==
             std::string_view::npos;
}

/// Reads one of a few words; the first word is the default.
template <class Choice, std::size_t N>
void read_choice(Reader& reader, const char* key, const std::array<std::string_view, N>& names,
                 Choice& choice) {
  std::string word;
  reader.optional(key, word);
  const auto* name = std::find(names.begin(), names.end(), word);
  if (name != names.end())
    choice = static_cast<Choice>(name - names.begin());
  else if (!word.empty())
    reader.note(key, fmt::format("is '{}', expected {}", printable(word), fmt::join(names, " or ")));
}

/// Every glob is compared with every case.
Expected<void> check_sizes(const json& exercises, const std::string& where) {
  std::size_t globs = 0;
  for (const json& exercise : exercises)
    for (const char* key : {"visible", "hidden"})
      if (exercise.is_object() && exercise.contains(key)) globs += exercise[key].size();
  const auto expect = [&](std::size_t count, const DocumentLimit& limit) -> Expected<void> {
    if (count <= limit.most) return {};
    return fail("RUBRIC_LIMIT", where + "#/exercises",
                fmt::format("{} {}, expected at most {}", count, limit.unit, limit.most));
  };
  BINDPOSE_CHECK(expect(exercises.size(), limits::rubric_exercises));
  return expect(globs, limits::rubric_globs);
}

Expected<Exercise> read_exercise(const json& object, const std::string& pointer, const Offered& offered) {
  std::optional<Error> error;
  Reader reader(object, pointer, error);
  reader.known({"fresh", "hidden", "hint", "id", "if_needed_fails", "needs", "partial", "points", "source",
                "title", "visible"});
  Exercise exercise;
  reader.not_empty("id", exercise.id);
  if (!error && !is_id(exercise.id)) reader.note("id", "expected letters, digits and . - _ only");
  reader.not_empty("title", exercise.title);
  if (const auto points = reader.number("points", 0))
    exercise.points = *points;
  else
    reader("points", exercise.points);  // reports the missing field
  reader.optional("source", exercise.source);
  reader.optional("hint", exercise.hint);
  add_cases(reader, "visible", false, offered, exercise);
  add_cases(reader, "hidden", true, offered, exercise);
  exercise.fresh = reader.count("fresh", 0).value_or(0);
  exercise.needs = reader.texts("needs");
  read_choice(reader, "partial", std::array<std::string_view, 3>{"stages", "cases", "none"},
              exercise.partial);
  read_choice(reader, "if_needed_fails", std::array<std::string_view, 2>{"skip", "judge"},
              exercise.if_needed_fails);
  if (exercise.cases.empty())
    reader.note("", "RUBRIC_CASES", "expected cases: a list of globs 'visible' or 'hidden'");
  if (error) return tl::unexpected(*error);
  return exercise;
}

/// True if an exercise needs itself through others.
bool in_circle(const std::map<std::string, const Exercise*>& by_id, const std::string& from) {
  std::set<std::string> seen;
  std::vector<std::string> open = by_id.at(from)->needs;
  while (!open.empty()) {
    const std::string id = open.back();
    open.pop_back();
    if (id == from) return true;
    if (!seen.insert(id).second) continue;
    const auto& needs = by_id.at(id)->needs;
    open.insert(open.end(), needs.begin(), needs.end());
  }
  return false;
}

Expected<void> check_needs(const Rubric& rubric, const std::string& where) {
  std::map<std::string, const Exercise*> by_id;
  const auto place = [&where](std::size_t e, std::string_view rest) {
    return fmt::format("{}#/exercises/{}/{}", where, e, rest);
  };
  for (std::size_t e = 0; e < rubric.exercises.size(); ++e)
    if (!by_id.emplace(rubric.exercises[e].id, &rubric.exercises[e]).second)
      return fail("RUBRIC_ID", place(e, "id"),
                  fmt::format("'{}' is also the id of another exercise", printable(rubric.exercises[e].id)));
  for (std::size_t e = 0; e < rubric.exercises.size(); ++e)
    for (std::size_t n = 0; n < rubric.exercises[e].needs.size(); ++n)
      if (by_id.count(rubric.exercises[e].needs[n]) == 0)
        return fail("RUBRIC_NEEDS", place(e, fmt::format("needs/{}", n)),
                    fmt::format("no exercise has the id '{}'", printable(rubric.exercises[e].needs[n])));
  for (std::size_t e = 0; e < rubric.exercises.size(); ++e)
    if (in_circle(by_id, rubric.exercises[e].id))
      return fail("RUBRIC_NEEDS", place(e, "needs"), "the exercise needs itself, directly or through others");
  return {};
}

/// A hash of the rubric's own cases, independent of their file names, so that grades from different
/// rubrics are not mixed.
std::string hash_of(const std::vector<Case>& cases) {
  std::string text;
  for (const Case& c : cases) {
    const auto arrays = c.question();
    const auto bytes = arrays ? to_safetensors(to_tensors(*arrays), {}) : tl::unexpected(arrays.error());
    text += c.name + to_string(c.options) + (bytes ? fnv1a64(*bytes) : "") + "\n";
  }
  return text;
}

Expected<std::vector<Case>> read_assets(const std::vector<std::string>& files, const std::string& where,
                                        const fs::path& folder) {
  std::vector<Case> cases;
  std::set<std::string> labels;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string place = fmt::format("{}#/assets/{}", where, i);
    const fs::path file = folder / files[i];
    auto loaded = gltf::load(file);
    if (!loaded) return fail("RUBRIC_ASSET", place, gltf::to_string(loaded.error()));
    const std::string label = case_word(file.stem().string());
    if (!labels.insert(label).second)
      return fail("RUBRIC_ASSET", place,
                  fmt::format("the cases of another asset are also named asset.{}", label));
    auto all = asset_cases(std::make_shared<const gltf::Asset>(std::move(*loaded)), label);
    if (!all) return fail("RUBRIC_ASSET", place, bindpose::to_string(all.error()));
    std::ranges::move(*all, std::back_inserter(cases));
  }
  return cases;
}

Expected<std::vector<Case>> read_own(Reader& reader, const std::string& where, const fs::path& folder) {
  std::vector<fs::path> files;
  for (const std::string& each : reader.texts("cases"))
    files.push_back(folder / each);
  BINDPOSE_TRY(auto cases, read_own_cases(files));
  BINDPOSE_TRY(auto shown, read_assets(reader.texts("assets"), where, folder));
  std::ranges::move(shown, std::back_inserter(cases));
  return cases;
}

}  // namespace

Expected<Rubric> parse_rubric(std::string_view text, const std::string& where, const fs::path& folder) {
  BINDPOSE_TRY(const auto document, parse_json(text, "RUBRIC_JSON", where));
  std::optional<Error> error;
  Reader reader(document, where + "#", error);
  reader.known({"$schema", "accept", "assets", "cases", "class_credit", "exercises", "format",
                "hidden_weight", "if_only_visible_right", "memory", "policy_credit", "seconds", "title"});
  std::string format;
  reader.not_empty("format", format);
  if (!error && format != "bindpose-rubric-1")
    reader.note("format", "RUBRIC_FORMAT",
                fmt::format("is '{}', expected bindpose-rubric-1", printable(format)));
  Rubric rubric;
  reader.not_empty("title", rubric.title);
  rubric.seconds = reader.number("seconds", 0.01);
  rubric.memory = reader.count("memory", 8);
  if (document.contains("hidden_weight")) reader.share("hidden_weight", rubric.hidden_weight.emplace(0));
  read_choice(reader, "if_only_visible_right", std::array<std::string_view, 2>{"as-hidden", "as-usual"},
              rubric.if_only_visible_right);
  read_terms(reader, rubric);
  if (error) return tl::unexpected(*error);
  BINDPOSE_TRY(auto own, read_own(reader, where, folder));
  if (error) return tl::unexpected(*error);
  rubric.hash = fnv1a64(std::string(text) + hash_of(own));
  rubric.own = std::make_shared<const std::vector<Case>>(std::move(own));
  Offered offered{{}, rubric.accept};
  for (const std::vector<Case>* some : {&built_in_cases(), rubric.own.get()})
    std::ranges::transform(*some, std::back_inserter(offered.cases), [](const Case& c) { return &c; });
  const auto exercises = document.find("exercises");
  if (exercises == document.end() || !exercises->is_array() || exercises->empty())
    return fail("RUBRIC_FIELD", where + "#/exercises", "expected a list of exercises");
  BINDPOSE_CHECK(check_sizes(*exercises, where));
  for (std::size_t e = 0; e < exercises->size(); ++e) {
    BINDPOSE_TRY(auto exercise,
                 read_exercise((*exercises)[e], fmt::format("{}#/exercises/{}", where, e), offered));
    rubric.exercises.push_back(std::move(exercise));
  }
  BINDPOSE_CHECK(check_needs(rubric, where));
  rubric.notes = notes_on(rubric, *exercises, where);
  return rubric;
}

Expected<Rubric> read_rubric(const std::filesystem::path& file) {
  BINDPOSE_TRY(const auto text, read_text(file, limits::rubric.most));
  return parse_rubric(text, file.string(), file.parent_path());
}

}  // namespace bindpose::conformance
