// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are the arguments of bindpose_judge() as JSON: {"algorithm", "options", "inputs":
// [{"name", "type", "shape", "data"}], "outputs", "accept"}. As callers must ensure, data have as
// many elements as the shape; data are NULL for large shapes.
#include <deque>

#include "conformance/include/bindpose/call.h"
#include "reference/io/foreign_json.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::call_fuzzer {
namespace {

using nlohmann::json;
using Result = std::unique_ptr<bindpose_result, decltype(&bindpose_free)>;

constexpr std::size_t most_elements = 2048;

/// Arrays as a caller passes them. Their addresses never change.
class Tensors {
 public:
  explicit Tensors(const json& list) {
    if (list.is_array())
      for (const json& each : list)
        add(each);
  }
  const std::vector<bindpose_tensor>& list() const { return list_; }

 private:
  template <class Number>
  const void* keep(std::deque<std::vector<Number>>& kept, const json& data, std::size_t count) {
    std::vector<Number>& numbers = kept.emplace_back();
    if (data.is_array())
      for (const json& number : data)
        numbers.push_back(
            static_cast<Number>(get_or<std::conditional_t<std::is_integral_v<Number>, Number, double>>(
                number, std::is_integral_v<Number> ? Number() : NAN)));
    numbers.resize(count);
    return numbers.data();
  }
  void add(const json& each) {
    bindpose_tensor tensor{};
    names_.push_back(member_or<std::string>(each, "name"));
    if (each.is_object() && each.contains("name")) tensor.name = names_.back().c_str();
    tensor.type = member_or<std::int32_t>(each, "type");
    const auto shape = member_or<json>(each, "shape");
    std::vector<std::size_t>& extents = shapes_.emplace_back();
    std::size_t count = 1;
    for (const json& extent : shape) {
      extents.push_back(get_or<std::size_t>(extent));
      count = extents.back() > most_elements ? most_elements + 1
                                             : std::min(count * extents.back(), most_elements + 1);
    }
    tensor.rank = static_cast<std::uint32_t>(extents.size());
    tensor.shape = extents.data();
    const auto data = member_or<json>(each, "data");
    if (count <= most_elements)
      tensor.data = tensor.type == BINDPOSE_INT32     ? keep(integers_, data, count)
                    : tensor.type == BINDPOSE_FLOAT64 ? keep(doubles_, data, count)
                                                      : keep(floats_, data, count);
    list_.push_back(tensor);
  }

  std::deque<std::string> names_;
  std::deque<std::vector<std::size_t>> shapes_;
  std::deque<std::vector<float>> floats_;
  std::deque<std::vector<double>> doubles_;
  std::deque<std::vector<std::int32_t>> integers_;
  std::vector<bindpose_tensor> list_;
};

/// A list of texts that ends with NULL.
struct Texts {
  explicit Texts(const json& list) : texts(get_or<std::vector<std::string>>(list)) {
    for (const std::string& text : texts)
      pointers.push_back(text.c_str());
    pointers.push_back(nullptr);
  }
  std::vector<std::string> texts;
  std::vector<const char*> pointers;
};

json tensor_json(const bindpose_tensor& tensor) {
  json data = json::array();
  const std::vector<std::size_t> shape(tensor.shape, tensor.shape + tensor.rank);
  std::size_t count = 1;
  for (const std::size_t extent : shape)
    count *= extent;
  for (std::size_t i = 0; i < count; ++i)
    if (tensor.type == BINDPOSE_INT32)
      data.push_back(static_cast<const std::int32_t*>(tensor.data)[i]);
    else
      data.push_back(static_cast<const float*>(tensor.data)[i]);
  return {{"name", tensor.name}, {"type", tensor.type}, {"shape", shape}, {"data", data}};
}

/// A sample of the algorithm, with its expected outputs moved by `wrong`.
std::string seed(const char* algorithm, double wrong) {
  json call = {{"algorithm", algorithm}, {"inputs", json::array()}, {"outputs", json::array()}};
  const Result sample(bindpose_sample(algorithm, 2, 1), bindpose_free);
  std::vector<bindpose_tensor> tensors;
  for (std::size_t i = 0; i < sample->tensor_count; ++i)
    tensors.push_back(*sample->tensors[i]);
  for (const bindpose_tensor& tensor : tensors)
    call["inputs"].push_back(tensor_json(tensor));
  const bindpose_inputs asked{algorithm, nullptr, tensors.size(), tensors.data()};
  const Result right(bindpose_evaluate(&asked), bindpose_free);
  for (std::size_t i = 0; i < right->expected_count; ++i) {
    const bindpose_expected& each = *right->expected[i];
    std::vector<double> values(each.values, each.values + each.element_count);
    for (double& value : values)
      value += wrong;
    call["outputs"].push_back({{"name", each.name},
                               {"type", BINDPOSE_FLOAT64},
                               {"shape", std::vector<std::size_t>(each.shape, each.shape + each.rank)},
                               {"data", values}});
  }
  return call.dump();
}

void require_printable(const bindpose_error& error) {
  fuzz::require_printable({error.code, error.where, error.message});
  require(std::string_view(error.code) != "INTERNAL_ERROR", error.message);
}

}  // namespace

std::vector<std::string> seeds() {
  json palette = json::parse(seed("lbs", 0));
  palette["options"] = {"normal_rule=direction"};
  palette["accept"] = {"half-palette", "normal_rule=direction"};
  std::vector<std::string> texts = {palette.dump()};
  for (const char* algorithm : {"lbs", "dqs", "interp.lerp", "fk", "morph"})
    if (const Result known(bindpose_sample(algorithm, 2, 1), bindpose_free); known->error == nullptr)
      texts.push_back(seed(algorithm, 0.5));
  return texts;
}

void read(std::string_view input) {
  const json call = foreign_json(input);
  if (!call.is_object()) return;
  const auto algorithm = member_or<std::string>(call, "algorithm");
  const Texts options(member_or<json>(call, "options")), accept(member_or<json>(call, "accept"));
  const Tensors arrays(member_or<json>(call, "inputs")), outputs(member_or<json>(call, "outputs"));
  const bindpose_inputs inputs{algorithm.c_str(), options.pointers.data(), arrays.list().size(),
                               arrays.list().data()};
  const Result right(bindpose_evaluate(&inputs), bindpose_free);
  if (right->error != nullptr) require_printable(*right->error);
  for (std::size_t i = 0; i < right->expected_count; ++i) {
    const bindpose_expected& each = *right->expected[i];
    for (std::size_t k = 0; k < each.element_count; ++k)
      require(each.bounds[k] >= 0, "a bound is negative or NaN");
  }
  const Result judged(
      bindpose_judge(&inputs, outputs.list().data(), outputs.list().size(), accept.pointers.data()),
      bindpose_free);
  if (judged->error != nullptr) return require_printable(*judged->error);
  require(right->error == nullptr, "inputs that cannot be evaluated are judged");
  require(judged->verdict->outcome == BINDPOSE_PASS || *judged->verdict->detail != 0,
          "a failure has no reason");
}

BINDPOSE_FUZZER(call)

}  // namespace bindpose::fuzz::call_fuzzer
