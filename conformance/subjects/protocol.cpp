// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/protocol.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/algorithms.h"
#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

constexpr double least_seconds = 1e-6;

using nlohmann::json;
using nlohmann::ordered_json;

tl::unexpected<Error> violation(std::string where, std::string message) {
  return fail("PROTOCOL", std::move(where), std::move(message));
}

/// The subject's own words, if there are any.
std::string reason_in(const json& message, std::size_t most) {
  const json words = message.value("message", json());
  const std::string text = words.is_string() ? words.get<std::string>() : std::string();
  return text.empty() ? "it gave no reason" : printable(text, most);
}

std::optional<Level> level_of(const json& name) {
  for (const Level level : {Level::palette, Level::pose, Level::asset})
    if (name.is_string() && name.get_ref<const std::string&>() == to_string(level)) return level;
  return std::nullopt;
}

bool are_texts(const json& list) {
  return list.is_array() && !list.empty() &&
         std::all_of(list.begin(), list.end(), [](const json& each) { return each.is_string(); });
}

Expected<void> read_classes(const std::vector<std::string>& names, const std::string& where, Terms& terms) {
  for (const std::string& name : names) {
    const auto precision = find_precision_class(name);
    if (!precision)
      return violation(where + "/options/class",
                       fmt::format("'{}': {}", printable(name), precision.error().message));
    terms.classes.push_back(*precision);
  }
  return {};
}

Expected<void> read_features(const std::vector<std::string>& names, const std::string& where, Terms& terms) {
  for (const std::string& name : names) {
    const auto feature = find_feature(name);
    if (!feature)
      return violation(where + "/options/without",
                       fmt::format("'{}': {}", printable(name), feature.error().message));
    terms.without.push_back(*feature);
  }
  return {};
}

Expected<Capability> read_capability(const json& entry, const std::string& where) {
  if (!entry.is_object()) return violation(where, "expected an object");
  const auto name = entry.find("algorithm");
  if (name == entry.end() || !name->is_string())
    return violation(where + "/algorithm", "expected the id or path of an algorithm");
  Capability capability;
  const auto& given = name->get_ref<const std::string&>();
  capability.algorithm = find_algorithm(given);
  if (current_path(given) != given) capability.former_path = given;
  const auto levels = entry.find("levels");
  if (levels == entry.end() || !are_texts(*levels))
    return violation(where + "/levels", "expected a list of palette, pose, asset");
  for (const json& each : *levels) {
    const auto level = level_of(each);
    if (!level)
      return violation(where + "/levels",
                       fmt::format("{} is none of palette, pose, asset", printable_json(each)));
    capability.levels.push_back(*level);
  }
  const json options = entry.value("options", json::object());
  if (!options.is_object()) return violation(where + "/options", "expected an object");
  for (const auto& [option, values] : options.items()) {
    if (!are_texts(values))
      return violation(where + "/options/" + printable(option), "expected a list of values");
    const auto known = values.get<std::vector<std::string>>();
    if (option == "class")
      BINDPOSE_CHECK(read_classes(known, where, capability.terms));
    else if (option == "without")
      BINDPOSE_CHECK(read_features(known, where, capability.terms));
    else
      capability.terms.policies[option] = known;
  }
  return capability;
}

Expected<void> read_limits(const json& limits, Hello& hello) {
  for (const auto& [name, value] : limits.items()) {
    if (name != "vertices" && name != "joints" && name != "influences")
      return violation("/limits/" + printable(name),
                       "no such limit, expected vertices, joints or influences");
    if (!value.is_number_integer() || value < 1)
      return violation("/limits/" + name, "expected a number of at least 1");
    hello.limits[name] = value.get<std::size_t>();
  }
  return {};
}

/// How much of something a question has: {what, how many}.
std::map<std::string, std::size_t> sizes_of(const Question& question) {
  std::map<std::string, std::size_t> sizes;
  const auto note = [&](const char* array, std::size_t extent, const char* what) {
    const Array* found = question.arrays.find(array);
    if (found != nullptr && extent < found->shape.size())
      sizes[what] = std::max(sizes[what], found->shape[extent]);
  };
  note("positions", 0, "vertices");
  note("joints", 1, "influences");
  for (const char* array : {"palette", "palette_rotations", "parents", "world", "bind", "rest"})
    note(array, 0, "joints");
  return sizes;
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
  if (!message.is_object()) return violation("", "expected a JSON object as the answer to start");
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
  const json capabilities = message.value("capabilities", json());
  if (!capabilities.is_array() || capabilities.empty())
    return violation("/capabilities", "expected a list of what it can do, with at least one entry");
  for (std::size_t i = 0; i < capabilities.size(); ++i) {
    BINDPOSE_TRY(auto capability, read_capability(capabilities[i], fmt::format("/capabilities/{}", i)));
    if (capability.algorithm == nullptr)
      hello.unknown.push_back(printable(capabilities[i]["algorithm"].get<std::string>()));
    add_note(hello.renamed, renamed_note(capability.former_path));
    if (capability.algorithm != nullptr) hello.capabilities.push_back(std::move(capability));
  }
  if (const json limits = message.value("limits", json::object()); !limits.is_object())
    return violation("/limits", "expected an object");
  else
    BINDPOSE_CHECK(read_limits(limits, hello));
  return hello;
}

const Capability* find_capability(const Hello& hello, const Algorithm& algorithm, Level level) {
  for (const Capability& each : hello.capabilities)
    if (each.algorithm == &algorithm &&
        std::find(each.levels.begin(), each.levels.end(), level) != each.levels.end())
      return &each;
  return nullptr;
}

Expected<void> is_within(const Hello& hello, const Question& question) {
  const Capability* capability = find_capability(hello, *question.algorithm, question.level);
  if (capability == nullptr) return fail("NOT_SUPPORTED", question.algorithm->path(), "not declared");
  const OptionList& options = question.algorithm->implementation.declaration.options;
  for (const auto& [option, values] : capability->terms.policies) {
    const auto spec = std::find_if(options.begin(), options.end(),
                                   [name = option](const OptionSpec& each) { return each.name == name; });
    if (spec != options.end() && spec->only_pose && question.level == Level::palette) continue;
    const auto asked = choice(options, question.options, option);
    if (asked && std::find(values.begin(), values.end(), *asked) == values.end())
      return fail("NOT_SUPPORTED", option,
                  fmt::format("asks for {}, declared are {}", *asked,
                              printable(fmt::format("{}", fmt::join(values, ", ")))));
  }
  for (const auto& [what, count] : sizes_of(question)) {
    const auto limit = hello.limits.find(what);
    if (limit != hello.limits.end() && count > limit->second)
      return fail("NOT_SUPPORTED", what,
                  fmt::format("{} {}, the declared limit is {}", count, what, limit->second));
  }
  return {};
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
    return violation("/seq", "expected a JSON object with the number of the question");
  if (message["seq"] != seq)
    return violation("/seq",
                     fmt::format("it answers question {} while {} was asked", message["seq"].dump(), seq));
  const json ok = message.value("ok", json());
  if (!ok.is_boolean()) return violation("/ok", "expected true or false");
  if (!ok.get<bool>()) {
    const bool invalid = message.value("code", json()) == "INVALID_OUTPUT";
    return fail(invalid ? "INVALID_OUTPUT" : "ANSWER_REFUSED", "", reason_in(message, 1000));
  }
  const json seconds = message.value("seconds", json());
  // Nobody skins in less than a microsecond, and what is not believed is not measured.
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
                "the output file is no safetensors file: " + bindpose::to_string(file.error()));
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
