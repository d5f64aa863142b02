// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/own/own_cases.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/judge/compare_array.h"
#include "conformance/judge/json_fields.h"
#include "reference/algorithms.h"
#include "reference/io/nearest.h"
#include "reference/io/safetensors.h"
#include "reference/model/asked_arrays.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

constexpr FieldWords words = {.code = "CASE_FIELD", .name_code = "CASE_FIELD"};
constexpr std::string_view golden_prefix = "input.";

Expected<const ArrayDeclaration*> require_input(const Algorithm& algorithm, const std::string& name,
                                                const std::string& place) {
  if (const ArrayDeclaration* input = algorithm.implementation.declaration.find_input(name)) return input;
  std::vector<std::string> known;
  for (const ArrayDeclaration& input : algorithm.implementation.declaration.inputs)
    known.emplace_back(input.name);
  const std::string nearest = nearest_word(name, known);
  return fail("CASE_ARRAY", place,
              fmt::format("{} has no such array; {}", algorithm.id,
                          nearest.empty() ? "expected some of " + fmt::format("{}", fmt::join(known, ", "))
                                          : fmt::format("did you mean '{}'?", nearest)));
}

/// Reads nested lists of equal length. False for any other value.
bool read_numbers(const json& value, std::size_t depth, Shape& shape, std::vector<double>& numbers) {
  if (value.is_number()) {
    numbers.push_back(value.get<double>());
    return depth == shape.size() && std::isfinite(numbers.back());
  }
  if (!value.is_array()) return false;
  if (depth == shape.size() && numbers.empty()) shape.push_back(value.size());
  if (depth >= shape.size() || shape[depth] != value.size()) return false;
  return std::ranges::all_of(value,
                             [&](const json& each) { return read_numbers(each, depth + 1, shape, numbers); });
}

Expected<void> add_array(ArraySet& arrays, const ArrayDeclaration& input, const std::string& name,
                         const json& value, const std::string& place) {
  Shape shape;
  std::vector<double> numbers;
  if (!read_numbers(value, 0, shape, numbers) || shape.empty())
    return fail("CASE_ARRAY", place,
                fmt::format("expected a list of numbers of the shape [{}]", input.shape));
  const auto extents = static_cast<std::size_t>(std::ranges::count(input.shape, ' ')) + 1;
  if (!input.shape.empty() && shape.size() != extents)
    return fail("CASE_ARRAY", place,
                fmt::format("has the shape {}, expected [{}]", bindpose::to_string(shape), input.shape));
  if (input.is_real) {
    for (double& x : numbers)
      x = to_float32(x);
    arrays.add(name, std::move(shape), std::move(numbers));
    return {};
  }
  Array::Integers integers;
  for (const double x : numbers) {
    if (x != std::floor(x) || std::fabs(x) > std::numeric_limits<std::int32_t>::max())
      return fail("CASE_ARRAY", place, fmt::format("is {}, expected whole numbers", x));
    integers.push_back(static_cast<std::int32_t>(x));
  }
  arrays.add(name, std::move(shape), std::move(integers));
  return {};
}

Expected<ArraySet> arrays_in_file(const fs::path& file, const Algorithm& algorithm,
                                  const std::string& place) {
  BINDPOSE_TRY(const auto bytes, read_file(file, limits::own_case.most));
  BINDPOSE_TRY(const TensorFile tensors, from_safetensors(bytes));
  const bool is_golden = std::ranges::any_of(
      tensors.tensors, [](const Tensor& each) { return each.array.name.starts_with(golden_prefix); });
  ArraySet arrays;
  for (const Tensor& tensor : tensors.tensors) {
    Array array = tensor.array;
    if (is_golden && !array.name.starts_with(golden_prefix)) continue;  // the case's output
    if (is_golden) array.name = array.name.substr(golden_prefix.size());
    BINDPOSE_TRY(const auto* input, require_input(algorithm, array.name, place + "/" + array.name));
    if (input->is_real != array.is_real())
      return fail("CASE_ARRAY", place + "/" + array.name,
                  fmt::format("expected {}", input->is_real ? "F32" : "I32"));
    if (array.is_real())
      for (double& x : std::get<Array::Reals>(array.data))
        x = to_float32(x);
    arrays.put(std::move(array));
  }
  return arrays;
}

Expected<ArraySet> read_arrays(const json& value, const Algorithm& algorithm, const std::string& place,
                               const fs::path& folder) {
  if (value.is_string()) return arrays_in_file(folder / value.get<std::string>(), algorithm, place);
  if (!value.is_object())
    return fail("CASE_FIELD", place, "expected arrays by name, or the path of a .safetensors file");
  ArraySet arrays;
  for (const auto& [name, numbers] : value.items()) {
    const std::string at = fmt::format("{}/{}", place, printable(name));
    BINDPOSE_TRY(const auto* input, require_input(algorithm, name, at));
    BINDPOSE_CHECK(add_array(arrays, *input, name, numbers, at));
  }
  return arrays;
}

std::optional<Level> level_of(const Algorithm& algorithm, const std::string& word) {
  for (const Level level : {Level::palette, Level::pose})
    if (word == to_string(level) && std::ranges::count(algorithm.levels, level) > 0) return level;
  return std::nullopt;
}

/// Skinning matrices are either given or follow from a pose.
Expected<void> check_level(const Algorithm& algorithm, Level level, const ArraySet& arrays,
                           const std::string& place) {
  for (const Array& array : arrays) {
    const ArrayDeclaration* input = algorithm.implementation.declaration.find_input(array.name);
    if (input != nullptr && (level == Level::pose ? input->only_palette : input->only_pose))
      return fail("CASE_ARRAY", place + "/" + array.name,
                  fmt::format("does not exist at level {}", to_string(level)));
  }
  return {};
}

struct Fields {
  std::string format, name, algorithm, level, purpose;
  Options options;
};

Expected<Fields> read_fields_of(const json& document, const std::string& where) {
  std::optional<Error> error;
  FieldReader each(document, where + "#", words, error);
  if (!document.is_object()) return fail("CASE_FIELD", where + "#", "expected an object");
  each.knows({"$schema", "algorithm", "arrays", "format", "level", "name", "options", "purpose"},
             "unknown, expected one of algorithm, arrays, format, level, name, options, purpose");
  Fields fields;
  each("format", fields.format);
  if (!error && fields.format != "bindpose-case-1")
    each.note("format", "CASE_FORMAT",
              fmt::format("is '{}', expected bindpose-case-1", printable(fields.format)));
  each("name", fields.name);
  const bool is_word =
      !fields.name.empty() &&
      fields.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-_") == std::string::npos;
  if (!error && !is_word) each.note("name", "expected small letters, digits and . - _");
  each("algorithm", fields.algorithm);
  each("level", fields.level);
  each.optional("purpose", fields.purpose);
  const json options = document.value("options", json::object());
  if (!options.is_object()) each.note("options", "expected texts by name");
  for (auto option = options.begin(); options.is_object() && option != options.end(); ++option)
    if (option->is_string())
      fields.options[option.key()] = option->get<std::string>();
    else
      each.note(fmt::format("options/{}", printable(option.key())), "expected a text");
  if (each.find("arrays") == nullptr) each.note("arrays", "is missing, expected arrays by name");
  if (error) return tl::unexpected(*error);
  return fields;
}

bool decides_anything(const Expectation& right) {
  return std::ranges::any_of(right.arrays, [](const ExpectedArray& array) {
    for (std::size_t i = 0; i < array.branch.values.size(); ++i)
      if (is_decided(array, i)) return true;
    return false;
  });
}

/// Refuses a case without a decided number: it would accept every output.
Expected<void> check_answer(const Case& own, const std::string& where) {
  const auto asked = asked_case(own);
  if (!asked)
    return fail("CASE_ANSWER", where,
                "the reference has no output for it: " + bindpose::to_string(asked.error()));
  if (decides_anything(asked->expectation)) return {};
  const auto& undefined = asked->expectation.undefined;
  return fail("CASE_ANSWER", where,
              "judges nothing: float32 decides no number of its output" +
                  (undefined.empty() ? std::string()
                                     : fmt::format("; {}[{}] has none: {}", undefined.front().array,
                                                   undefined.front().row, undefined.front().code)) +
                  (own.algorithm->family == "binding"
                       ? "; 'bindpose test --properties --asset FILE' judges a mesh of any size"
                       : ""));
}

}  // namespace

Expected<Case> parse_own_case(std::string_view text, const std::string& where, const fs::path& folder) {
  BINDPOSE_TRY(const auto document, parse_json(text, "CASE_JSON", where));
  BINDPOSE_TRY(Fields fields, read_fields_of(document, where));
  const Algorithm* algorithm = find_algorithm(fields.algorithm);
  if (algorithm == nullptr)
    return fail("CASE_ALGORITHM", where + "#/algorithm",
                fmt::format("'{}': see 'bindpose list'", printable(fields.algorithm)));
  const auto level = level_of(*algorithm, fields.level);
  if (!level)
    return fail("CASE_ALGORITHM", where + "#/level",
                fmt::format("'{}' is not a level of {}", printable(fields.level), algorithm->id));
  BINDPOSE_TRY(const ArraySet arrays,
               read_arrays(document["arrays"], *algorithm, where + "#/arrays", folder));
  BINDPOSE_CHECK(check_level(*algorithm, *level, arrays, where + "#/arrays"));
  Case own;
  own.name =
      fmt::format("{}.{}.mine.{}.{}.f32", algorithm->family, algorithm->stem, fields.name, to_string(*level));
  own.algorithm = algorithm;
  own.level = *level;
  own.options = std::move(fields.options);
  own.purpose = fields.purpose.empty() ? "A case of your own." : std::move(fields.purpose);
  own.question = [kept = std::make_shared<const ArraySet>(
                      asked_arrays(algorithm->implementation.declaration, arrays))]() -> Expected<ArraySet> {
    return *kept;
  };
  BINDPOSE_CHECK(check_answer(own, where));
  return own;
}

Expected<std::vector<Case>> read_own_cases(const std::vector<fs::path>& paths) {
  std::vector<fs::path> files;
  for (const fs::path& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    std::vector<fs::path> in_folder;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error))
      if (entry->path().extension() == ".json") in_folder.push_back(entry->path());
    if (in_folder.empty())
      return fail("FILE_READ", path.string(), "has no case: expected files that end in .json");
    std::ranges::sort(in_folder);
    files.insert(files.end(), in_folder.begin(), in_folder.end());
  }
  std::vector<Case> cases;
  std::set<std::string> names;
  for (const fs::path& file : files) {
    BINDPOSE_TRY(const std::string text, read_text(file, limits::own_case.most));
    BINDPOSE_TRY(Case own, parse_own_case(text, file.string(), file.parent_path()));
    if (!names.insert(own.name).second)
      return fail("CASE_NAME", file.string(), "another file has a case " + own.name);
    cases.push_back(std::move(own));
  }
  return cases;
}

}  // namespace bindpose::conformance
