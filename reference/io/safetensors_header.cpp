// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/safetensors_header.h"

#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reference/io/foreign_json.h"

namespace bindpose {
namespace {

using nlohmann::json;

/// Handles the parser's events, so that it detects repeated keys and keeps only the entries in memory.
class HeaderReader final : public nlohmann::json_sax<json> {
 public:
  SafetensorsHeader header;
  std::optional<Error> error;

  bool null() override { return unexpected("null"); }
  bool boolean(bool) override { return unexpected("true or false"); }
  bool number_integer(json::number_integer_t) override { return unexpected("a negative number"); }
  bool number_float(json::number_float_t, const std::string&) override { return unexpected("a fraction"); }
  bool binary(json::binary_t&) override { return unexpected("binary data"); }
  bool number_unsigned(json::number_unsigned_t value) override;
  bool string(std::string& value) override;
  bool start_object(std::size_t) override;
  bool end_object() override;
  bool key(std::string& name) override;
  bool start_array(std::size_t) override;
  bool end_array() override;
  bool parse_error(std::size_t position, const std::string&, const json::exception&) override {
    return stop("HEADER_SYNTAX", fmt::format("invalid JSON at byte {} of the header", position));
  }

 private:
  bool stop(const char* code, std::string message) {
    if (error) return false;
    error = Error{
        code,
        tensor_.empty() ? "header" : fmt::format("header#/{}/{}", printable(tensor_), printable(field_)),
        std::move(message)};
    return false;
  }
  bool unexpected(const char* found) {
    return stop("HEADER_FIELD", fmt::format("{} is not expected here", found));
  }
  bool in_metadata() const { return tensor_ == "__metadata__"; }
  bool check_tensor();

  int depth_ = 0;           ///< 1 in the header, 2 in a tensor or the metadata, 3 in a tensor's list
  std::string tensor_;      ///< current key of the header
  std::string field_;       ///< key inside it
  std::size_t fields_ = 0;  ///< number of keys in it
  std::set<std::tuple<int, std::string, std::string>> seen_;
  std::vector<std::uint64_t> offsets_;
};

bool HeaderReader::number_unsigned(json::number_unsigned_t value) {
  if (depth_ == 3 && field_ == "shape") {
    Shape& shape = header.tensors.back().shape;
    if (shape.size() == largest_rank)
      return stop("SHAPE_LIMIT", fmt::format("more than {} extents", largest_rank));
    if (value > largest_extent) return stop("SHAPE_LIMIT", fmt::format("an extent of {}", value));
    shape.push_back(value);
    return true;
  }
  if (depth_ != 3 || offsets_.size() == 2) return unexpected("a number");
  offsets_.push_back(value);
  return true;
}

bool HeaderReader::string(std::string& value) {
  if (depth_ != 2 || (!in_metadata() && field_ != "dtype")) return unexpected("a text");
  (in_metadata() ? header.metadata[field_] : header.tensors.back().dtype) = std::move(value);
  return true;
}

bool HeaderReader::start_object(std::size_t) {
  if (depth_ > 1) return unexpected("an object");
  if (++depth_ == 1 || in_metadata()) return true;
  if (header.tensors.size() == largest_tensor_count)
    return stop("HEADER_FIELD", fmt::format("more than {} tensors", largest_tensor_count));
  header.tensors.emplace_back().name = tensor_;
  fields_ = 0;
  offsets_.clear();
  return true;
}

bool HeaderReader::end_object() {
  if (depth_ == 2 && !in_metadata() && !check_tensor()) return false;
  --depth_;
  tensor_.clear();
  return true;
}

bool HeaderReader::check_tensor() {
  field_.clear();
  if (fields_ != 3) return stop("HEADER_FIELD", "expected dtype, shape and data_offsets");
  TensorEntry& entry = header.tensors.back();
  std::uint64_t count = 1;
  for (const std::size_t extent : entry.shape)
    if (__builtin_mul_overflow(count, extent, &count))
      return stop("SHAPE_LIMIT", "the number of elements overflows");
  entry.begin = offsets_[0];
  entry.end = offsets_[1];
  if (entry.end < entry.begin) return stop("DATA_OFFSETS", "the data ends before it begins");
  return true;
}

bool HeaderReader::key(std::string& name) {
  if (depth_ == 1) {
    tensor_ = std::move(name);
    field_.clear();
    if (tensor_.empty()) return stop("HEADER_FIELD", "a tensor without a name");
  } else {
    field_ = std::move(name);
    ++fields_;
    if (!in_metadata() && field_ != "dtype" && field_ != "shape" && field_ != "data_offsets")
      return stop("HEADER_FIELD", "expected dtype, shape or data_offsets");
  }
  return seen_.emplace(depth_, tensor_, field_).second || stop("DUPLICATE_NAME", "this name occurs twice");
}

bool HeaderReader::start_array(std::size_t) {
  if (depth_ != 2 || in_metadata() || field_ == "dtype") return unexpected("a list");
  ++depth_;
  return true;
}

bool HeaderReader::end_array() {
  if (field_ == "data_offsets" && offsets_.size() != 2)
    return stop("HEADER_FIELD", "expected two numbers, begin and end");
  --depth_;
  return true;
}

}  // namespace

Expected<SafetensorsHeader> parse_safetensors_header(std::string_view text) {
  if (text.empty() || text.front() != '{')
    return fail("HEADER_SYNTAX", "header", "expected '{' at the beginning");
  // The parser treats a zero byte as the end and would ignore the rest.
  if (text.find('\0') != std::string_view::npos) return fail("HEADER_SYNTAX", "header", "has a zero byte");
  HeaderReader reader;
  if (!json::sax_parse(text.begin(), text.end(), &reader))
    return tl::unexpected(reader.error.value_or(Error{"HEADER_SYNTAX", "header", "not valid JSON"}));
  return std::move(reader.header);
}

}  // namespace bindpose
