// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/protocol.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/algorithms.h"
#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

constexpr double least_seconds = 1e-6;

using nlohmann::json;
using nlohmann::ordered_json;

tl::unexpected<Error> violation(std::string where, std::string message) {
  return fail("PROTOCOL", std::move(where), std::move(message));
}

/// The subject's own message, if any.
std::string reason_in(const json& message, std::size_t most) {
  const json words = message.value("message", json());
  const std::string text = words.is_string() ? words.get<std::string>() : std::string();
  return text.empty() ? "it gave no reason" : printable_words(text, most);
}

ordered_json shapes_json(const std::vector<ArrayShape>& arrays) {
  ordered_json shapes = ordered_json::object();
  for (const ArrayShape& array : arrays)
    shapes[array.name] = array.shape;
  return shapes;
}

ordered_json asset_json(const AssetMoment& moment, const std::string& file) {
  ordered_json parts = ordered_json::array();
  for (const AssetPart& part : moment.parts)
    parts.push_back({{"node", part.node},
                     {"mesh", part.mesh},
                     {"primitive", part.primitive},
                     {"vertices", part.vertices}});
  return {{"file", file},
          {"clip", moment.clip ? ordered_json(*moment.clip) : ordered_json()},
          {"time", moment.seconds},
          {"parts", std::move(parts)}};
}

}  // namespace

Expected<Hello> read_hello(const json& message) {
  if (!message.is_object()) return violation("", "expected a JSON object in reply to start");
  if (message.value("ok", json()) == false) {
    return fail("SUBJECT_START", "", reason_in(message, 200));
  }
  if (message.value("protocol", json()) != protocol_version)
    return violation("/protocol", fmt::format("expected {}", protocol_version));
  Hello hello;
  const json implementation = message.value("implementation", json());
  if (!implementation.is_object() || !implementation.value("name", json()).is_string())
    return violation("/implementation/name", "expected the implementation's name");
  for (const char* key : {"name", "version", "language", "homepage"})
    if (const json text = implementation.value(key, json()); text.is_string())
      hello.info[key] = printable(text.get<std::string>());
  BINDPOSE_TRY(static_cast<Declared&>(hello), read_declared(message));
  return hello;
}

Expected<Wanted> wanted(const Question& question) {
  if (!question.answers.empty()) return Wanted{question.answers, question.stages};
  BINDPOSE_TRY(const auto result,
               question.algorithm->implementation.in_double(question.arrays, question.options));
  Wanted list;
  const auto& outputs = question.algorithm->outputs;
  for (const ResultArray<double>& array : result.arrays) {
    const bool judged = std::find(outputs.begin(), outputs.end(), array.name) != outputs.end();
    (judged ? list.answers : list.stages).push_back({array.name, array.shape});
  }
  return list;
}

ordered_json start_message() {
  return {{"cmd", "start"}, {"protocol", protocol_version}, {"judge", "bindpose " BINDPOSE_VERSION}};
}

ordered_json run_message(const Question& question, const Wanted& wanted, std::uint64_t seq,
                         const Paths& paths) {
  ordered_json options = ordered_json::object();
  for (const OptionSpec& spec : question.algorithm->implementation.declaration.options)
    if (spec.kind == OptionSpec::Kind::policy &&
        (!spec.only_declared || question.options.contains(std::string(spec.name))))
      if (const auto value =
              choice(question.algorithm->implementation.declaration.options, question.options, spec.name))
        options[std::string(spec.name)] = *value;
  ordered_json message = {{"cmd", "run"},
                          {"seq", seq},
                          {"algorithm", question.algorithm->path()},
                          {"id", question.algorithm->id},
                          {"level", to_string(question.level)},
                          {"options", std::move(options)}};
  if (question.asset != nullptr)
    message["asset"] = asset_json(*question.asset, paths.asset);
  else
    message["input"] = paths.input;
  message["output"] = paths.output;
  message["answers"] = shapes_json(wanted.answers);
  message["stages"] = shapes_json(wanted.stages);
  return message;
}

Expected<double> read_reply(const json& message, std::uint64_t seq) {
  if (!message.is_object() || !message.value("seq", json()).is_number_integer())
    return violation("/seq", "expected a JSON object with the number of the input");
  if (message["seq"] != seq)
    return violation("/seq",
                     fmt::format("its reply is to input {}, expected {}", message["seq"].dump(), seq));
  const json ok = message.value("ok", json());
  if (!ok.is_boolean()) return violation("/ok", "expected true or false");
  if (!ok.get<bool>()) {
    const bool invalid = message.value("code", json()) == "INVALID_OUTPUT";
    return fail(invalid ? "INVALID_OUTPUT" : "ANSWER_REFUSED", "", reason_in(message, 1000));
  }
  const json seconds = message.value("seconds", json());
  // Skinning takes at least a microsecond; shorter times are ignored.
  const double told = seconds.is_number() ? seconds.get<double>() : 0.0;
  return told >= least_seconds ? told : 0.0;
}

Expected<std::vector<std::byte>> question_file(const Question& question) {
  return to_safetensors(to_tensors(question.arrays, Storage::float32), {});
}

Expected<ArraySet> read_answer_file(std::span<const std::byte> bytes) {
  const auto file = from_safetensors(bytes);
  if (!file)
    return fail("INVALID_OUTPUT", "",
                "the output file is not a safetensors file: " + bindpose::to_string(file.error()));
  return to_array_set(*file);
}

std::size_t largest_answer(const Wanted& wanted) {
  std::size_t bytes = std::size_t{1} << 20;  // the header
  for (const auto* list : {&wanted.answers, &wanted.stages})
    for (const ArrayShape& array : *list)
      bytes += 2 * element_count(array.shape) * sizeof(double);
  return bytes;
}

}  // namespace bindpose::conformance
