// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/known_words.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

#include "conformance/cases/asset/weight_properties.h"
#include "conformance/cases/cases.h"
#include "conformance/cli/help.h"
#include "conformance/defects/shaders.h"
#include "conformance/judge/symptoms.h"
#include "conformance/report/codes.h"
#include "conformance/report/page_content.h"
#include "gpu/program/variant.h"
#include "reference/gltf/codes.h"
#include "reference/io/nearest.h"

namespace bindpose::conformance {
namespace {

void add_algorithms(std::vector<KnownWord>& words) {
  for (const Algorithm& algorithm : algorithms())
    words.push_back(
        {std::string(algorithm.id), "algorithm", fmt::format("{} ({})", algorithm.title, algorithm.path())});
}

template <class Table>
void add_defects(std::vector<KnownWord>& words, const Table& table) {
  for (const auto& defect : table)
    words.push_back({std::string(defect.id), "defect", std::string(defect.symptom)});
}

/// The stages and policies of all algorithms, each once.
void add_stages_and_policies(std::vector<KnownWord>& words) {
  for (const Algorithm& algorithm : algorithms()) {
    const Declaration& declaration = algorithm.implementation.declaration;
    for (const ArrayDeclaration& stage : declaration.stages) {
      const std::string_view own = facts_of_stage(stage.name).words;
      words.push_back({std::string(stage.name), "stage", std::string(own.empty() ? stage.meaning : own)});
    }
    for (const OptionSpec& option : declaration.options)
      words.push_back({std::string(option.name), "policy", std::string(option.meaning)});
  }
}

/// Words of policies, formulations and combinations of a GPU.
void add_values(std::vector<KnownWord>& words) {
  for (const Algorithm& algorithm : algorithms())
    for (const OptionSpec& option : algorithm.implementation.declaration.options)
      for (const std::string_view value : option.values)
        words.push_back({std::string(value),
                         option.kind == OptionSpec::Kind::policy ? "value of a policy" : "formulation",
                         std::string(option.meaning)});
  for (const gpu::VariantKey& key : gpu::variant_keys())
    for (const std::string_view value : key.values)
      words.push_back({std::string(value), "GPU combination", std::string(key.meaning)});
}

void add_codes(std::vector<KnownWord>& words) {
  for (const auto& [code, conditions] : codes_of_pages())
    words.push_back({code, "code", conditions.begin()->first});
  for (const CodeFacts& each : codes_with_facts())
    words.push_back({std::string(each.code), "code", std::string(each.sentence)});
}

void add_words_of_reports(std::vector<KnownWord>& words) {
  for (const PrecisionClass& precision : precision_classes())
    words.push_back({std::string(precision.name), "precision class", std::string(precision.sentence)});
  for (const Feature& feature : features())
    words.push_back({std::string(feature.name), "feature", std::string(feature.sentence)});
  for (std::size_t o = 0; o < outcome_count; ++o) {
    const OutcomeFacts& outcome = facts(static_cast<Outcome>(o));
    words.push_back({std::string(outcome.name), "verdict", std::string(outcome.meaning)});
  }
  for (const Term& each : terms())
    words.push_back({std::string(each.word), std::string(each.kind), std::string(each.meaning)});
  for (const WeightProperty& property : weight_properties())
    words.push_back({std::string(property.name), "property", std::string(property.sentence)});
  for (const Relation& relation : relations())
    words.push_back({std::string(relation.name), "relation", std::string(relation.sentence)});
  for (const Symptom& symptom : known_symptoms())
    words.push_back({std::string(symptom.id), "symptom", std::string(symptom.sentence)});
  for (const gltf::CodeFacts& error : gltf::errors_with_facts())
    words.push_back({std::string(error.code), "error", std::string(error.sentence)});
  for (const gltf::CodeFacts& warning : gltf::warnings_with_facts())
    words.push_back({std::string(warning.code), "warning", std::string(warning.sentence)});
}

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small;
}

/// True if a word of the sentence, or a part of a name, begins with it.
bool is_word_of(std::string_view sentence, std::string_view text) {
  for (std::size_t at = sentence.find(text); at != std::string_view::npos; at = sentence.find(text, at + 1))
    if (at == 0 || std::isalnum(static_cast<unsigned char>(sentence[at - 1])) == 0) return true;
  return false;
}

/// In lower case, the words between blanks that have a letter or a digit.
std::vector<std::string> wanted_words(std::string_view text) {
  std::istringstream words(in_small_letters(text));
  std::vector<std::string> wanted;
  for (std::string word; words >> word;)
    if (std::ranges::any_of(word, [](unsigned char c) { return std::isalnum(c) != 0; }))
      wanted.push_back(word);
  return wanted;
}

bool has_each(const std::string& name, const std::vector<std::string>& wanted) {
  return std::ranges::all_of(wanted, [&name](const std::string& word) { return is_word_of(name, word); });
}

/// The names that contain the word anywhere.
std::size_t cases_with(const std::vector<std::string>& wanted) {
  if (wanted.empty()) return 0;
  const auto is_in = [&wanted](const Case& c) {
    return std::ranges::all_of(
        wanted, [&c](const std::string& word) { return c.name.find(word) != std::string::npos; });
  };
  return static_cast<std::size_t>(std::ranges::count_if(built_in_cases(), is_in));
}

/// Between hyphens, dots and other marks, those of four letters or more: shorter ones are similar to
/// everything.
std::vector<std::string> parts_of(const std::vector<std::string>& words) {
  std::vector<std::string> parts;
  for (const std::string& word : words) {
    const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0; };
    for (auto begin = word.begin(); begin != word.end();) {
      const auto end = std::find_if_not(begin, word.end(), is_letter);
      if (end - begin >= 4) parts.emplace_back(begin, end);
      begin = std::find_if(end, word.end(), is_letter);
    }
  }
  return parts;
}

constexpr std::string_view of_summary = "word of the summary", of_judge = "term of the judge",
                           of_same = "word of 'bindpose same'", of_losses = "finding of 'bindpose same'";

constexpr Term all_terms[] = {
    {"accepted", of_summary,
     "passing tests that need a precision class or a policy which the subject declares or the run accepts "
     "(--accept); without it they would fail; the fields 'class' and 'policy' of results.json name it"},
    {"same bits", of_summary,
     "inputs for which every device and path of the run gave the same output, bit by bit; their number does "
     "not decide the verdict"},
    {"tightest", of_summary,
     "the passing test that came nearest to its bound; 0.5 means that its largest error is half of what is "
     "allowed"},
    {"undecided", of_summary,
     "numbers that are not compared, because correct float32 arithmetic may give either of several values, "
     "as for the direction of a vector that is nearly zero"},
    {"did not start", of_summary,
     "the subject ended, hung or broke the protocol before it described itself, so none of its tests ran; "
     "'bindpose subject check' finds the reason"},
    {"subject", of_judge,
     "an implementation under test: a program, a library, a web page or a device ('bindpose help subjects')"},
    {"case", of_judge,
     "one input with the reference's output; 'bindpose list --cases' prints the names, 'bindpose explain "
     "CASE' the purpose of one. A test is a case for one subject in one variant"},
    {"level", of_judge,
     "which input a subject gets: palette (skinning matrices), pose (transforms of joints) or asset (a glTF "
     "file and a time). A subject declares its levels for each algorithm"},
    {"stage", of_judge,
     "an intermediate result, such as world transforms or skinning matrices. A failure names the first wrong "
     "one; 'bindpose explain palette' says what to check there"},
    {"policy", of_judge,
     "a convention about which right implementations differ, such as how normals are transformed. A subject "
     "declares its values, or a run accepts them (--accept); 'bindpose explain normal_rule' lists values"},
    {"variant", of_judge,
     "one way in which a subject runs a case, such as 'compute.ssbo' on a device; the last part of a test's "
     "name. 'default': the subject has only one"},
    {"bound", of_judge,
     "the largest allowed difference between a number and the reference, derived from the formula and the "
     "rounding of float32. 'times the bound' above 1 is wrong; no correct implementation exceeds it"},
    {"baseline", of_judge,
     "a file with the expected verdicts of a subject's tests (--baseline). Tests that fail there do not fail "
     "the run; --update-baseline writes it"},
    {"waiver", of_judge, "an expected failure with a reason and a date until which it holds (--waivers)"},
    {"largest", of_same, "the largest displacement of a vertex between the two files, in the world"},
    {"rms", of_same, "the root mean square of all displacements of vertices, in the world"},
    {"object", of_same,
     "the largest displacement after morphing and before skinning. If it is small and 'largest' is not, "
     "joints or weights differ"},
    {"normals", of_same, "the largest angle between the normals of a vertex in the two files"},
    {"cause", of_same,
     "the part of the rewriting that explains the largest displacement: none, quantization, resampling or "
     "other"},
    {"where", of_same, "the vertex, the joint and the time with the largest displacement"},
    {"paired", of_same,
     "vertices that both files have: with the same position at bind time, influences and normal. Order, "
     "welds "
     "and splits do not matter"},
    {"moments", of_same,
     "the times and morph targets at which both files are posed: rest, all keys, halfway between keys, "
     "before "
     "and after each clip, each target alone"},
    {"quantization", of_same,
     "a cause: the displacement is within the rounding of stored numbers, propagated through the joints; "
     "more "
     "bits make it smaller"},
    {"resampling", of_same,
     "a cause: other keys of an animation explain the displacement, with the rounding of stored numbers; "
     "more "
     "keys make it smaller"},
    {"other", of_same,
     "a cause: neither rounding nor other keys explain the displacement, so the meaning of the file changed; "
     "the findings below the table say what differs"},
    {"vertices-lost", of_losses, "vertices of the original file without a partner in the rewritten one"},
    {"vertices-added", of_losses, "vertices of the rewritten file without a partner in the original one"},
    {"triangles-lost", of_losses, "triangles of the original file that the rewritten one lacks"},
    {"triangles-added", of_losses, "triangles of the rewritten file that the original one lacks"},
    {"winding-flipped", of_losses,
     "triangles whose vertices are in reversed order, so they face the other way"},
    {"clip-lost", of_losses, "an animation that the rewritten file lacks"},
    {"clip-renamed", of_losses, "an animation with another name"},
    {"clip-added", of_losses, "an animation that the original file lacks"},
    {"target-lost", of_losses, "a morph target that the rewritten file lacks"},
    {"target-renamed", of_losses, "a morph target with another name"},
    {"skins-lost", of_losses, "the rewritten file has fewer skins: they were merged or dropped"},
    {"skins-added", of_losses, "the rewritten file has more skins"},
    {"joint-lost", of_losses, "a joint without a corresponding node in the rewritten file"},
    {"joint-moved", of_losses, "a joint whose translation at rest differs"},
    {"joint-turned", of_losses, "a joint whose rotation or scale at rest differs"},
    {"joint-replaced", of_losses, "vertices that follow another joint than before"},
    {"joints-swapped", of_losses, "the vertices of two joints follow each other's joint"},
    {"nodes-lost", of_losses, "nodes that are not joints and that the rewritten file lacks"},
    {"nodes-renamed", of_losses, "nodes or joints that lost their names, by which a program may find them"},
    {"node-moved", of_losses, "a node whose translation at rest differs"},
    {"node-turned", of_losses, "a node whose rotation or scale at rest differs"},
    {"inverse-bind-changed", of_losses, "an inverse bind matrix that moves what follows its joint"},
    {"normals-lost", of_losses, "vertices that have no normal in the rewritten file"},
    {"normals-flipped", of_losses, "vertices whose normal points the other way"},
    {"weights-normalized", of_losses, "weights that sum to 1 only in the rewritten file"},
    {"weights-not-normalized", of_losses, "weights that do not sum to 1 in the rewritten file"},
    {"channels-changed", of_losses, "animation channels that differ at the original's own keys"},
    {"channels-resampled", of_losses,
     "animation channels that equal the original at its own keys, and differ between them"},
    {"keys-shifted", of_losses, "animation channels whose keys are earlier or later"},
    {"meshes", of_losses, "the files have different numbers of meshes"},
    {"primitives", of_losses, "the files have different numbers of primitives"},
    {"extension-lost", of_losses, "a glTF extension that the rewritten file does not use"},
    {"extension-added", of_losses, "a glTF extension that the original file does not use"},
};

}  // namespace

std::span<const Term> terms() {
  return all_terms;
}

std::vector<KnownWord> known_words() {
  std::vector<KnownWord> all, each_once;
  add_algorithms(all);
  add_stages_and_policies(all);
  add_words_of_reports(all);
  add_values(all);
  add_codes(all);
  add_defects(all, defects());
  add_defects(all, shader_defects());
  std::set<std::pair<std::string, std::string>> known;
  std::ranges::copy_if(all, std::back_inserter(each_once), [&known](const KnownWord& word) {
    return known.emplace(word.kind, word.word).second;
  });
  return each_once;
}

std::vector<KnownWord> words_with(std::string_view text) {
  const std::vector<std::string> wanted = wanted_words(text);
  std::vector<KnownWord> by_name, by_meaning;
  for (KnownWord& word : wanted.empty() ? std::vector<KnownWord>() : known_words()) {
    const std::string name = in_small_letters(word.word), meaning = in_small_letters(word.meaning);
    const auto is_said = [&](const std::string& each) {
      return is_word_of(name, each) || is_word_of(meaning, each);
    };
    if (has_each(name, wanted))
      by_name.push_back(std::move(word));
    else if (std::ranges::all_of(wanted, is_said))
      by_meaning.push_back(std::move(word));
  }
  std::ranges::move(by_meaning, std::back_inserter(by_name));
  return by_name;
}

bool list_meanings(const std::string& text) {
  const std::vector<KnownWord> found = words_with(text);
  const std::vector<std::string> wanted = wanted_words(text);
  const std::size_t cases = cases_with(wanted);
  if (found.empty() && cases == 0) return false;
  constexpr std::size_t column = 30;
  fmt::print("'{}' could mean\n", printable_words(text));
  for (const KnownWord& word : found)
    fmt::print("{}", entry_text(word.word, fmt::format("{}: {}", word.kind, word.meaning), column,
                                terminal_columns(stdout)));
  std::string command = "bindpose list --cases";
  for (const std::string& word : wanted)
    command += " | grep " + shell_word(word);
  if (cases > 0)
    fmt::print("{}", entry_text(fmt::format("{} cases", cases), command, column, terminal_columns(stdout)));
  fmt::print("'bindpose explain WORD' explains each.\n");
  return true;
}

std::vector<std::string> nearest_known_words(const std::string& word) {
  std::vector<std::string> names;
  for (const KnownWord& known : known_words())
    names.push_back(known.word);
  const std::string whole = nearest_word(word, names), part = nearest_word(word, parts_of(names));
  std::vector<std::string> nearest;
  if (!whole.empty()) nearest.push_back(whole);
  if (whole.find(part) == std::string::npos) nearest.push_back(part);
  return nearest;
}

}  // namespace bindpose::conformance
