// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/files_subject.h"

#include <fmt/format.h>

#include "conformance/judge/json_fields.h"
#include "conformance/subjects/answer_file.h"
#include "reference/io/below.h"
#include "reference/io/safetensors.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* format_name = "bindpose-questions-1";

/// The message for a subject. Keeps the former path, so that the inputs of old exports stay the
/// same.
ordered_json told(const Question& question, const Wanted& list) {
  ordered_json message = run_message(question, list, 1, {});
  message["algorithm"] = former_path(question.algorithm->path());
  return message;
}

/// The identity of an input: the whole message for a subject, and the input's bytes.
std::string fingerprint(const ordered_json& message, const Expected<std::vector<std::byte>>& bytes) {
  std::string text = message.dump();
  if (bytes) text.append(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  return fnv1a64(text);
}

std::string fingerprint(const Question& question, const Wanted& list) {
  return fingerprint(told(question, list),
                     question.asset == nullptr ? question_file(question) : read_file(question.asset->file));
}

struct Exported {
  std::string fingerprint, input, output;
  ordered_json answers, stages;
};

/// True if two inputs have the same arrays, in any order.
bool have_same_arrays(const Question& a, const Question& b) {
  Question in_order = a;
  in_order.arrays = {};
  for (const Array& array : a.arrays)
    if (const Array* same = b.arrays.find(array.name))
      std::visit([&](const auto& values) { in_order.arrays.add(same->name, same->shape, values); },
                 same->data);
  const auto first = question_file(a), second = question_file(in_order);
  return a.arrays.size() == b.arrays.size() && first && second && *first == *second;
}

class FilesSubject : public Subject {
 public:
  FilesSubject(SubjectSpec spec, fs::path folder, std::map<std::string, Exported> questions,
               std::optional<Declared> declared)
      : spec_(std::move(spec)),
        folder_(std::move(folder)),
        questions_(std::move(questions)),
        declared_(std::move(declared)) {}

  std::string name() const override { return name_of(spec_); }
  SubjectInfo info() const override {
    SubjectInfo info = {{"renderer", fmt::format("outputs in {}", folder_.string())}};
    if (declared_) info.merge(notes_on(*declared_));
    return info;
  }
  std::vector<Options> variants(const Algorithm& algorithm, Level level) const override {
    if (declared_ && find_capability(*declared_, algorithm, level) == nullptr) return {};
    return {Options{}};
  }
  /// The policies of the inputs as exported.
  AcceptedDeviations terms(const Algorithm& algorithm, Level level) const override {
    AcceptedDeviations terms;
    if (const Capability* capability = declared_ ? find_capability(*declared_, algorithm, level) : nullptr)
      terms = capability->terms;
    terms.policies.clear();
    terms.every_policy = true;
    return terms;
  }

  Expected<Answer> run(const Question& question, const Options&) override {
    if (declared_) BINDPOSE_CHECK(is_within(*declared_, question));
    BINDPOSE_TRY(const auto list, wanted(question));
    const auto entry = questions_.find(question.name);
    if (entry == questions_.end() || !is_as_exported(question, list, entry->second))
      return fail("MISSING", "", "this input has changed since questions.json was exported: export again");
    const fs::path file = folder_ / entry->second.output;
    std::error_code error;
    if (!fs::exists(fs::symlink_status(file, error)))
      return fail("MISSING", entry->second.output, "expected an output here");
    BINDPOSE_TRY(auto arrays, take_answer(folder_, entry->second.output, list));
    return Answer{std::move(arrays), {}, 0};
  }

 private:
  bool is_as_exported(const Question& question, const Wanted& list, const Exported& exported) const {
    if (exported.fingerprint == fingerprint(question, list)) return true;
    const Features without = terms(*question.algorithm, question.level).without;
    return !without.empty() && is_rest_of(question, list, without, exported);
  }

  /// True if an input equals the exported input without the features that are declared as missing.
  bool is_rest_of(const Question& question, const Wanted& list, const Features& without,
                  const Exported& exported) const {
    ordered_json message = told(question, list);
    message["answers"] = exported.answers;
    message["stages"] = exported.stages;
    const fs::path file =
        question.asset == nullptr ? folder_ / exported.input : fs::path(question.asset->file);
    const auto bytes = read_file(file);
    if (!bytes || fingerprint(message, bytes) != exported.fingerprint) return false;
    if (question.asset != nullptr) return true;
    const auto tensors = from_safetensors(*bytes);
    if (!tensors) return false;
    Question whole = question;
    whole.arrays = to_array_set(*tensors);
    return leave_out(without, whole) && have_same_arrays(question, whole);
  }

  SubjectSpec spec_;
  fs::path folder_;
  std::map<std::string, Exported> questions_;  // by case name
  std::optional<Declared> declared_;           // empty: supports everything
};

/// True for a relative path that does not leave the folder.
bool is_below_folder(const ordered_json& text) {
  if (!text.is_string()) return false;
  const fs::path path = fs::path(text.get<std::string>()).lexically_normal();
  return !path.has_root_path() && !path.empty() && *path.begin() != "..";
}

/// Writes one input and returns its entry of questions.json.
Expected<ordered_json> export_one(const fs::path& folder, const Case& c) {
  BINDPOSE_TRY(auto arrays, c.question());
  const Question question{c.algorithm, c.level, c.options, std::move(arrays), c.asset};
  BINDPOSE_TRY(const auto list, wanted(question));
  BINDPOSE_CHECK(make_folder_below(folder, c.name));
  // An old output file belongs to an earlier export; if it cannot be removed, the export fails.
  BINDPOSE_CHECK(remove_below(folder, fs::path(c.name) / "answer.safetensors"));
  Paths paths{c.name + "/question.safetensors", c.name + "/answer.safetensors", ""};
  if (question.asset != nullptr) {
    paths.asset = fs::path(question.asset->file).lexically_relative(folder).generic_string();
  } else {
    BINDPOSE_TRY(const auto bytes, question_file(question));
    BINDPOSE_CHECK(write_below(folder, paths.input, bytes));
  }
  ordered_json entry = {{"case", c.name}, {"fingerprint", fingerprint(question, list)}};
  const ordered_json message = run_message(question, list, 1, paths);
  for (const auto& [key, value] : message.items())
    if (key != "cmd" && key != "seq") entry[key] = value;
  return entry;
}

}  // namespace

Expected<ExportSummary> export_questions(const fs::path& folder, const std::vector<Case>& cases,
                                         const std::vector<std::string>& assets) {
  BINDPOSE_CHECK(make_folder(folder));
  std::error_code error;
  BINDPOSE_CHECK(remove_below(folder, "questions.json"));
  ordered_json questions = ordered_json::array();
  ExportSummary summary;
  for (const Case& c : cases) {
    auto entry = export_one(folder, c);
    if (!entry)
      return tl::unexpected(
          Error{entry.error().code, c.name + " " + entry.error().where, entry.error().message});
    questions.push_back(std::move(*entry));
    ++summary.questions;
    for (fs::recursive_directory_iterator file(folder / c.name, error), end; !error && file != end;
         file.increment(error))
      if (file->is_regular_file(error)) summary.bytes += file->file_size(error);
  }
  const ordered_json index = {
      {"format", format_name}, {"version", BINDPOSE_VERSION}, {"assets", assets}, {"questions", questions}};
  const std::string text = json_text(index);
  if (text.size() > limits::questions.most)
    return fail("SIZE_LIMIT", (folder / "questions.json").string(),
                fmt::format("{} inputs take {} bytes, expected at most {}; export fewer with --filter",
                            summary.questions, text.size(), limits::questions.most));
  BINDPOSE_CHECK(write_file(folder / "questions.json", text));
  return summary;
}

Expected<ExportIndex> parse_export(std::string_view text, const fs::path& folder) {
  const std::string place = (folder / "questions.json").string();
  const auto index = foreign_json<ordered_json>(text);
  if (!index.is_object() || index.value("format", ordered_json()) != format_name ||
      !index.value("questions", ordered_json()).is_array())
    return fail("EXPORT_FORMAT", place, fmt::format("expected the format {}", format_name));
  ExportIndex list;
  for (const ordered_json& question : index["questions"]) {
    const auto field = [&](const char* key) {
      return question.is_object() ? question.value(key, ordered_json()) : ordered_json();
    };
    const ordered_json name = field("case"), output = field("output"), fingerprint = field("fingerprint");
    const char* wrong = !name.is_string()          ? "case"
                        : !is_below_folder(output) ? "output"
                        : !fingerprint.is_string() ? "fingerprint"
                                                   : nullptr;
    if (wrong != nullptr)
      return fail(
          "EXPORT_FORMAT", fmt::format("{}#/questions/{}/{}", place, list.cases.size(), wrong),
          wrong == std::string_view("output") ? "expected a path below the folder" : "expected a text");
    list.cases.push_back(current_name(name.get<std::string>()));
    list.fingerprints.push_back(fingerprint.get<std::string>());
    list.inputs.push_back(is_below_folder(field("input")) ? field("input").get<std::string>() : "");
    list.outputs.push_back(output.get<std::string>());
    list.answers.push_back(field("answers"));
    list.stages.push_back(field("stages"));
  }
  for (const ordered_json& asset : index.value("assets", ordered_json::array())) {
    if (!is_below_folder(asset))
      return fail("EXPORT_FORMAT", place + "#/assets", "expected paths below the folder");
    list.assets.push_back((folder / asset.get<std::string>()).string());
  }
  return list;
}

Expected<ExportIndex> read_export(const fs::path& folder) {
  BINDPOSE_TRY(const auto text, read_text(folder / "questions.json", limits::questions.most));
  return parse_export(text, folder);
}

namespace {

/// Reads the folder's capabilities.json, if the file exists.
Expected<std::optional<Declared>> declared_in(const fs::path& folder) {
  const fs::path file = folder / "capabilities.json";
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  BINDPOSE_TRY(const auto text, read_text(file, limits::capabilities.most));
  const json message = foreign_json(text);
  auto declared = read_declared(message.is_object() ? message : json::object());
  if (!declared)
    return fail(declared.error().code, file.string() + "#" + declared.error().where,
                declared.error().message);
  return *std::move(declared);
}

}  // namespace

Expected<std::unique_ptr<Subject>> open_files(const SubjectSpec& spec) {
  BINDPOSE_TRY(const auto index, read_export(spec.target));
  BINDPOSE_TRY(auto declared, declared_in(spec.target));
  std::map<std::string, Exported> questions;
  for (std::size_t i = 0; i < index.cases.size(); ++i)
    questions[index.cases[i]] = {index.fingerprints[i], index.inputs[i], index.outputs[i], index.answers[i],
                                 index.stages[i]};
  return std::make_unique<FilesSubject>(spec, spec.target, std::move(questions), std::move(declared));
}

}  // namespace bindpose::conformance
