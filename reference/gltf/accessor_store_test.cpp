// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/accessor_store.h"

#include <gtest/gtest.h>

#include "reference/gltf/load.h"
#include "reference/gltf/sample_document.h"

namespace bindpose::gltf::accessor_store_test {

/// The numbers of one accessor of a sample.
std::vector<double> numbers_of(const SampleDocument& sample, std::int64_t accessor) {
  IssueLog log;
  Json json = sample.json;
  json["buffers"] = {{{"byteLength", sample.bytes.size()}}};
  const Document document = read_document(json, log);
  const AccessorStore store(document, {BufferBytes(sample.bytes)}, log);
  EXPECT_FALSE(log.has_errors()) << listed(log.all());
  return store.numbers(accessor);
}

TEST(accessor_store, every_component_type_is_read) {
  SampleDocument sample;
  for (const ComponentType type : {kByte, kUnsignedByte, kShort, kUnsignedShort, kUnsignedInt, kFloat}) {
    const bool is_signed = type == kByte || type == kShort || type == kFloat;
    const std::vector<double> numbers = {is_signed ? -3.0 : 3.0, 0, 100};
    const int accessor = sample.add(numbers, {type, "SCALAR", 1, false});
    EXPECT_EQ(numbers_of(sample, accessor), numbers) << type;
  }
}

TEST(accessor_store, integers_are_normalized_in_float32) {
  EXPECT_EQ(normalized(kUnsignedByte, 255), 1.0);
  EXPECT_EQ(normalized(kUnsignedByte, 1), static_cast<double>(1.0f / 255.0f));
  EXPECT_EQ(normalized(kUnsignedShort, 3), static_cast<double>(3.0f / 65535.0f));
  EXPECT_EQ(normalized(kByte, -128), -1.0);
  EXPECT_EQ(normalized(kByte, -127), -1.0);
  EXPECT_EQ(normalized(kShort, -32768), -1.0);
  EXPECT_EQ(normalized(kShort, 1), static_cast<double>(1.0f / 32767.0f));
  EXPECT_EQ(normalized(kFloat, 0.5), 0.5);
}

TEST(accessor_store, normalized_numbers_are_the_nearest_float32) {
  for (int c = 0; c <= 255; ++c) {
    EXPECT_EQ(normalized(kUnsignedByte, c), static_cast<double>(static_cast<float>(c / 255.0)));
  }
  for (int c = 0; c <= 65535; ++c) {
    EXPECT_EQ(normalized(kUnsignedShort, c), static_cast<double>(static_cast<float>(c / 65535.0)));
  }
}

TEST(accessor_store, strides_and_offsets_are_applied) {
  SampleDocument sample;
  const int view = sample.add_view(stored_bytes({1, 2, 3, 4, 5, 6}, kFloat));
  sample.json["bufferViews"][0]["byteStride"] = 12;
  sample.json["accessors"].push_back(
      {{"bufferView", view}, {"byteOffset", 4}, {"componentType", 5126}, {"count", 2}, {"type", "VEC2"}});
  EXPECT_EQ(numbers_of(sample, 0), (std::vector<double>{2, 3, 5, 6}));
}

TEST(accessor_store, the_padding_of_matrix_columns_is_skipped) {
  SampleDocument sample;
  const int view = sample.add_view(stored_bytes({1, 2, 9, 9, 3, 4, 9, 9}, kUnsignedByte));
  sample.json["accessors"].push_back(
      {{"bufferView", view}, {"componentType", 5121}, {"count", 1}, {"type", "MAT2"}});
  EXPECT_EQ(numbers_of(sample, 0), (std::vector<double>{1, 2, 3, 4}));
}

Json sparse_json(int indices, int values, int count) {
  return {{"count", count},
          {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
          {"values", {{"bufferView", values}}}};
}

TEST(accessor_store, sparse_data_replaces_elements_of_a_base) {
  SampleDocument sample;
  const int accessor = sample.add({1, 2, 3, 4}, kScalars);
  const int indices = sample.add_view(stored_bytes({1, 3}, kUnsignedShort));
  const int values = sample.add_view(stored_bytes({20, 40}, kFloat));
  sample.json["accessors"][0]["sparse"] = sparse_json(indices, values, 2);
  EXPECT_EQ(numbers_of(sample, accessor), (std::vector<double>{1, 20, 3, 40}));
}

TEST(accessor_store, sparse_data_replaces_zeros_without_a_base) {
  SampleDocument sample;
  const int indices = sample.add_view(stored_bytes({2}, kUnsignedShort));
  const int values = sample.add_view(stored_bytes({1, 2, 3}, kFloat));
  sample.json["accessors"].push_back(
      {{"componentType", 5126}, {"count", 3}, {"type", "VEC3"}, {"sparse", sparse_json(indices, values, 1)}});
  EXPECT_EQ(numbers_of(sample, 0), (std::vector<double>{0, 0, 0, 0, 0, 0, 1, 2, 3}));
}

TEST(accessor_store, an_accessor_without_data_is_zeros) {
  SampleDocument sample;
  sample.add_view(stored_bytes({1}, kFloat));
  sample.json["accessors"].push_back({{"componentType", 5126}, {"count", 2}, {"type", "VEC2"}});
  EXPECT_EQ(numbers_of(sample, 0), std::vector<double>(4, 0.0));
}

void expect_limit(const SampleDocument& sample, const char* pointer) {
  const std::vector<Issue> issues = issues_of(sample);
  EXPECT_TRUE(has_issue(issues, Issue::Severity::error, "LIMIT_EXCEEDED", pointer)) << listed(issues);
}

TEST(accessor_store, numbers_without_bytes_are_limited) {
  for (const std::int64_t count : {std::int64_t{1} << 20, std::int64_t{1} << 40, kLargestInteger - 1}) {
    SampleDocument sample;
    sample.json["accessors"].push_back({{"componentType", 5126}, {"count", count}, {"type", "MAT4"}});
    expect_limit(sample, "/accessors/0");
  }
}

TEST(accessor_store, zeros_of_placeholders_are_limited) {
  SampleDocument sample;
  const std::int64_t length = std::int64_t{1} << 45;
  sample.json["buffers"] = {{{"byteLength", length}}};
  sample.json["bufferViews"] = {{{"buffer", 0}, {"byteLength", length}}};
  sample.json["accessors"] = {
      {{"bufferView", 0}, {"componentType", 5126}, {"count", std::int64_t{1} << 40}, {"type", "VEC3"}}};
  expect_limit(sample, "/accessors/0");
}

TEST(accessor_store, repeated_reading_of_one_accessor_is_limited) {
  SampleDocument sample;
  sample.add(std::vector<double>(3 * 100'000, 0.0), kVec3);
  for (int i = 0; i < 1000; ++i) {
    sample.json["meshes"].push_back({{"primitives", {{{"attributes", {{"POSITION", 0}}}}}}});
  }
  expect_limit(sample, "/accessors/0");
}

double storage_error_of(const std::vector<double>& numbers, const SampleFormat& format) {
  SampleDocument sample;
  const int accessor = sample.add(numbers, format);
  IssueLog log;
  Json json = sample.json;
  json["buffers"] = {{{"byteLength", sample.bytes.size()}}};
  const Document document = read_document(json, log);
  return AccessorStore(document, {BufferBytes(sample.bytes)}, log).storage_error(accessor);
}

TEST(accessor_store, the_precision_of_stored_numbers_is_reported) {
  EXPECT_EQ(storage_error_of({1, 0.3, -0.7}, kScalars), 0x1p-24);
  EXPECT_EQ(storage_error_of({3, 100}, {kShort, "SCALAR", 1, false}), 0.5);
  EXPECT_FLOAT_EQ(static_cast<float>(storage_error_of({3, 100}, {kUnsignedByte, "SCALAR", 1, true})),
                  0.5F / 255);
  std::vector<double> few_bits, repeated, all_bits;
  for (int i = 1; i < 100; ++i) {
    few_bits.push_back(std::ldexp(2 * i + 1, -12));
    const int q = 80 * i + 7;  // a number of 13 bits
    repeated.push_back((q << 2) | (q >> 11));
    all_bits.push_back(329 * i);
  }
  EXPECT_GT(storage_error_of(few_bits, kScalars), 100 * 0x1p-24);
  EXPECT_NEAR(storage_error_of(repeated, {kShort, "SCALAR", 1, true}), 0.5 / 8191, 1e-7);
  EXPECT_NEAR(storage_error_of(all_bits, {kShort, "SCALAR", 1, true}), 0.5 / 32767, 1e-9);
}

}  // namespace bindpose::gltf::accessor_store_test
