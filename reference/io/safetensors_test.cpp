// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/safetensors.h"

#include <cstring>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "reference/io/safetensors_header.h"
#include "reference/numeric/float32.h"
#include "reference/numeric/random.h"
#include "reference/testing/assert.h"
#include "reference/testing/printable_line.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::safetensors_test {

using Bytes = std::vector<std::byte>;

const std::vector<Tensor>& example() {
  static const std::vector<Tensor> tensors = {
      {{"weights", {3, 1}, Array::Reals{0.25, -0.0, 1}}, Storage::float32},
      {{"expected", {2}, Array::Reals{0.1, 1e300}}, Storage::float64},
      {{"joints", {1, 2}, Array::Integers{-1, 7}}, Storage::int32},
      {{"nothing", {0, 3}, Array::Reals{}}, Storage::float32}};
  return tensors;
}

/// A file with this header, followed by `data` zero bytes.
Bytes with_header(std::string_view header, std::size_t data) {
  Bytes bytes(8 + header.size() + data);
  const std::uint64_t length = header.size();
  std::memcpy(bytes.data(), &length, 8);
  std::memcpy(bytes.data() + 8, header.data(), header.size());
  return bytes;
}

std::string code_of(const Bytes& bytes) {
  const auto file = from_safetensors(bytes);
  return file ? "accepted" : file.error().code;
}

std::string code_of(std::string_view header, std::size_t data) {
  return code_of(with_header(header, data));
}

std::string write_code(const Tensor& tensor) {
  const auto bytes = to_safetensors(std::span(&tensor, 1), {});
  return bytes ? "accepted" : bytes.error().code + " " + bytes.error().where;
}

TEST(safetensors, arrays_survive_a_round_trip) {
  BINDPOSE_ASSERT(const auto bytes,
                  to_safetensors(example(), {{"case", "a.b"}, {"purpose", "umlaut \xc3\xa4"}}));
  BINDPOSE_ASSERT(const auto file, from_safetensors(bytes));
  ASSERT_EQ(file.tensors.size(), example().size());
  for (std::size_t i = 0; i < example().size(); ++i) {
    EXPECT_EQ(file.tensors[i].array.name, example()[i].array.name);
    EXPECT_EQ(file.tensors[i].array.shape, example()[i].array.shape);
    EXPECT_EQ(file.tensors[i].array.data, example()[i].array.data);
    EXPECT_EQ(file.tensors[i].storage, example()[i].storage);
  }
  EXPECT_TRUE(std::signbit(file.find("weights")->array.reals()[1]));
  EXPECT_EQ(file.metadata.at("purpose"), "umlaut \xc3\xa4");
  EXPECT_EQ(file.find("absent"), nullptr);
}

TEST(safetensors, the_layout_is_aligned_and_fixed) {
  BINDPOSE_ASSERT(const auto bytes, to_safetensors(example(), {{"b", "2"}, {"a", "1"}}));
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  EXPECT_EQ(length % 8, 0U);
  const std::string header(reinterpret_cast<const char*>(bytes.data()) + 8, length);
  EXPECT_EQ(header.substr(0, header.find_last_not_of(' ') + 1),
            R"({"__metadata__":{"a":"1","b":"2"},)"
            R"("weights":{"dtype":"F32","shape":[3,1],"data_offsets":[16,28]},)"
            R"("expected":{"dtype":"F64","shape":[2],"data_offsets":[0,16]},)"
            R"("joints":{"dtype":"I32","shape":[1,2],"data_offsets":[28,36]},)"
            R"("nothing":{"dtype":"F32","shape":[0,3],"data_offsets":[36,36]}})");
  EXPECT_EQ(bytes.size(), 8 + length + 36);
  EXPECT_EQ(*to_safetensors(example(), {{"a", "1"}, {"b", "2"}}), bytes);
}

TEST(safetensors, every_float32_bit_pattern_survives) {
  const Tensor tensor{
      {"x", {5}, Array::Reals{0x1p-149, -0x1.fffffep127, infinity, -infinity, -std::nan("1")}}};
  BINDPOSE_ASSERT(const auto bytes, to_safetensors(std::span(&tensor, 1), {}));
  BINDPOSE_ASSERT(const auto file, from_safetensors(bytes));
  const Array::Reals& values = file.tensors[0].array.reals();
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(values[i], tensor.array.reals()[i]);
  EXPECT_TRUE(std::isnan(values[4]) && !std::signbit(values[4])) << "NaN has one form";
}

TEST(safetensors, writing_rejects_invalid_arrays) {
  EXPECT_EQ(write_code({{"x", {2}, Array::Reals{1, 0.1}}}), "NOT_FLOAT32 x[1]");
  EXPECT_EQ(write_code({{"x", {1}, Array::Reals{1e39}}}), "NOT_FLOAT32 x[0]");
  EXPECT_EQ(write_code({{"x", {1}, Array::Reals{0x1p-150}}}), "NOT_FLOAT32 x[0]");
  EXPECT_EQ(write_code({{"x", {1}, Array::Reals{0x1.8p-149}}}), "NOT_FLOAT32 x[0]");
  EXPECT_EQ(write_code({{"x", {1}, Array::Reals{1 + 0x1p-24}}}), "NOT_FLOAT32 x[0]");
  EXPECT_EQ(write_code({{"x", {2}, Array::Reals{1 + 0x1p-23, 0x1.8p-148}}}), "accepted");
  EXPECT_EQ(write_code({{"x", {3}, Array::Reals{1, 2}}}), "ARRAY_SHAPE x");
  EXPECT_EQ(write_code({{"x", {std::size_t{1} << 62, 0}, Array::Reals{}}}), "ARRAY_SHAPE x");
  EXPECT_EQ(write_code({{"x", {1}, Array::Integers{1}}, Storage::float64}), "ARRAY_TYPE x");
  EXPECT_EQ(write_code({{"x", {1}, Array::Reals{1}}, Storage::int32}), "ARRAY_TYPE x");
  EXPECT_EQ(write_code({{"", {1}, Array::Reals{1}}}), "ARRAY_NAME tensor");
  EXPECT_EQ(write_code({{"__metadata__", {1}, Array::Reals{1}}}), "ARRAY_NAME tensor");
  EXPECT_EQ(write_code({{"\xff", {1}, Array::Reals{1}}}), "ARRAY_NAME tensor");
  const Tensor twice[] = {{{"x", {1}, Array::Reals{1}}}, {{"x", {1}, Array::Reals{1}}}};
  EXPECT_EQ(to_safetensors(twice, {}).error().code, "DUPLICATE_NAME");
  EXPECT_TRUE(to_safetensors({}, {{"text", "\xff"}})) << "no exception for metadata that is not UTF-8";
}

TEST(safetensors, reading_rejects_wrong_lengths) {
  EXPECT_EQ(code_of(Bytes{}), "TRUNCATED");
  EXPECT_EQ(code_of(Bytes(7)), "TRUNCATED");
  EXPECT_EQ(code_of(Bytes(8)), "HEADER_SYNTAX");
  EXPECT_EQ(code_of("{}", 0), "accepted");
  EXPECT_EQ(code_of("{}   ", 0), "accepted");
  Bytes bytes = with_header("{}", 0);
  bytes[0] = std::byte{3};
  EXPECT_EQ(code_of(bytes), "TRUNCATED");
  for (std::size_t i = 0; i < 8; ++i)
    bytes[i] = std::byte{0xff};
  EXPECT_EQ(code_of(bytes), "HEADER_LENGTH");
  EXPECT_EQ(code_of(std::string(largest_header_bytes + 1, ' '), 0), "HEADER_LENGTH");
}

TEST(safetensors, reading_rejects_invalid_headers) {
  for (const char* header :
       {"", " {}", "[]", "{", "{}{}", "nul", R"({"a":)", "{\"\xff\":{}}", "\xef\xbb\xbf{}"})
    EXPECT_EQ(code_of(header, 0), "HEADER_SYNTAX") << header;
  EXPECT_EQ(code_of(std::string_view("{}\0{}", 5), 0), "HEADER_SYNTAX");
  const std::string good = R"("dtype":"F32","shape":[1],"data_offsets":[0,4])";
  EXPECT_EQ(code_of("{\"a\":{" + good + "}}", 4), "accepted");
  EXPECT_EQ(code_of("{\"a\":{" + good + ",\"more\":1}}", 4), "HEADER_FIELD");
  EXPECT_EQ(code_of("{\"\":{" + good + "}}", 4), "HEADER_FIELD");
  EXPECT_EQ(code_of("{\"a\":{" + good + ",\"shape\":[1]}}", 4), "DUPLICATE_NAME");
  EXPECT_EQ(code_of("{\"a\":{" + good + "},\"a\":{" + good + "}}", 4), "DUPLICATE_NAME");
  EXPECT_EQ(code_of(R"({"__metadata__":{"a":"1","a":"2"}})", 0), "DUPLICATE_NAME");
  EXPECT_EQ(code_of(R"({"__metadata__":{},"__metadata__":{}})", 0), "DUPLICATE_NAME");
  for (const char* value : {"1", "null", "true", "[]", "\"x\"", "{}", R"({"dtype":"F32","shape":[1]})",
                            R"({"dtype":7,"shape":[1],"data_offsets":[0,4]})",
                            R"({"dtype":["F32"],"shape":[1],"data_offsets":[0,4]})",
                            R"({"dtype":"F32","shape":1,"data_offsets":[0,4]})",
                            R"({"dtype":"F32","shape":{},"data_offsets":[0,4]})",
                            R"({"dtype":"F32","shape":[[1]],"data_offsets":[0,4]})",
                            R"({"dtype":"F32","shape":[-1],"data_offsets":[0,4]})",
                            R"({"dtype":"F32","shape":[1.0],"data_offsets":[0,4]})",
                            R"({"dtype":"F32","shape":["1"],"data_offsets":[0,4]})",
                            R"({"dtype":"F32","shape":[1],"data_offsets":[0]})",
                            R"({"dtype":"F32","shape":[1],"data_offsets":[0,4,4]})",
                            R"({"dtype":"F32","shape":[1],"data_offsets":[0,18446744073709551616]})"})
    EXPECT_EQ(code_of(fmt::format("{{\"a\":{}}}", value), 4), "HEADER_FIELD") << value;
  EXPECT_EQ(code_of(R"({"__metadata__":{"a":1}})", 0), "HEADER_FIELD");
  EXPECT_EQ(code_of("{\"a\":" + std::string(100000, '['), 0), "HEADER_FIELD");
}

TEST(safetensors, reading_rejects_absurd_sizes) {
  const auto one = [](const char* dtype, const char* shape, const char* offsets) {
    return code_of(
        fmt::format(R"({{"a":{{"dtype":"{}","shape":{},"data_offsets":{}}}}})", dtype, shape, offsets), 8);
  };
  EXPECT_EQ(one("F32", "[2]", "[0,8]"), "accepted");
  EXPECT_EQ(one("F64", "[]", "[0,8]"), "accepted");
  EXPECT_EQ(one("F16", "[4]", "[0,8]"), "DTYPE");
  EXPECT_EQ(one("F32", "[3]", "[0,8]"), "DATA_SIZE");
  EXPECT_EQ(one("F64", "[2]", "[0,8]"), "DATA_SIZE");
  EXPECT_EQ(one("F32", "[2]", "[8,0]"), "DATA_OFFSETS");
  EXPECT_EQ(one("F32", "[1]", "[0,4]"), "DATA_OFFSETS") << "bytes left over";
  EXPECT_EQ(one("F32", "[1]", "[4,8]"), "DATA_OFFSETS") << "a hole at the front";
  EXPECT_EQ(one("F32", "[4]", "[0,16]"), "DATA_OFFSETS") << "beyond the end";
  EXPECT_EQ(one("F32", "[2]", "[18446744073709551608,18446744073709551615]"), "DATA_OFFSETS");
  EXPECT_EQ(one("F32", "[4294967296,4294967296]", "[0,8]"), "SHAPE_LIMIT");
  EXPECT_EQ(one("F32", "[2147483647,2147483647,2147483647]", "[0,8]"), "SHAPE_LIMIT");
  EXPECT_EQ(one("F64", "[2147483647,2147483647]", "[0,8]"), "DATA_SIZE")
      << "elements fit 64 bits, bytes do not";
  EXPECT_EQ(one("F32", "[1,1,1,1,1,1,1,1,2]", "[0,8]"), "SHAPE_LIMIT");
}

TEST(safetensors, reading_rejects_overlapping_data) {
  const auto two = [](const char* a, const char* b) {
    return code_of(fmt::format(R"({{"a":{{"dtype":"F32","shape":[2],"data_offsets":{}}},)"
                               R"("b":{{"dtype":"F32","shape":[2],"data_offsets":{}}}}})",
                               a, b),
                   16);
  };
  EXPECT_EQ(two("[0,8]", "[8,16]"), "accepted");
  EXPECT_EQ(two("[8,16]", "[0,8]"), "accepted");
  EXPECT_EQ(two("[0,8]", "[0,8]"), "DATA_OFFSETS");
  EXPECT_EQ(two("[0,8]", "[4,12]"), "DATA_OFFSETS");
}

// A damaged file gives an error or tensors; sanitizers check that no byte beyond it is read.
TEST(safetensors, damaged_files_give_an_error_or_tensors) {
  BINDPOSE_ASSERT(const auto good, to_safetensors(example(), {{"case", "a.b"}}));
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(code_of(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size))), "accepted");
  Random random("safetensors, damaged_files_are_survived");
  std::size_t rejected = 0;
  for (int i = 0; i < 20000; ++i) {
    Bytes bytes = good;
    for (std::uint64_t hits = 1 + random.below(4); hits > 0; --hits)
      bytes[random.below(bytes.size())] = static_cast<std::byte>(random.below(256));
    rejected += code_of(bytes) != "accepted";
  }
  EXPECT_GT(rejected, 10000U);
}

TEST(safetensors, files_are_written_and_read) {
  const TemporaryFolder temporary;
  const std::filesystem::path folder = temporary.path() / "later";
  EXPECT_EQ(write_file(folder / "a", "text").error().code, "FILE_WRITE");
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(write_file(folder / "a", "text"));
  ASSERT_TRUE(write_file(folder / "a", "other"));
  BINDPOSE_ASSERT(const auto bytes, read_file(folder / "a"));
  EXPECT_EQ(bytes.size(), 5U);
  EXPECT_EQ(read_file(folder / "a", 4).error().code, "FILE_SIZE");
  EXPECT_EQ(read_file(folder / "b").error().code, "FILE_READ");
  EXPECT_EQ(read_file(folder).error().code, "FILE_READ");
  std::filesystem::create_directories(folder / "taken" / "inside");
  EXPECT_EQ(write_file(folder / "taken", "text").error().code, "FILE_WRITE");
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    EXPECT_NE(entry.path().extension(), ".partial") << "left behind";
}

TEST(safetensors, array_sets_survive_a_round_trip) {
  ArraySet arrays;
  arrays.add("positions", {1, 3}, Array::Reals{1, 2, 3}).add("joints", {1}, Array::Integers{4});
  const auto tensors = to_tensors(arrays);
  EXPECT_EQ(tensors[0].storage, Storage::float32);
  EXPECT_EQ(tensors[1].storage, Storage::int32);
  const ArraySet back = to_array_set({tensors, {}});
  EXPECT_EQ(back.find("positions")->reals(), arrays.find("positions")->reals());
  EXPECT_EQ(back.find("joints")->integers(), arrays.find("joints")->integers());
}

TEST(safetensors, names_in_errors_are_printable) {
  const std::string name = nlohmann::json(test::malicious_json_name()).dump();
  for (const std::string& header :
       {"{" + name + ":1}", R"({"a":{)" + name + ":1}}", R"({"__metadata__":{)" + name + ":1}}",
        "{" + name + R"(:{"dtype":"F16","shape":[1],"data_offsets":[0,4]}})",
        R"({"a":{"dtype":)" + name + R"(,"shape":[1],"data_offsets":[0,4]}})",
        "{" + name + R"(:{"dtype":"F64","shape":[1],"data_offsets":[0,4]}})",
        "{" + name + R"(:{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})"}) {
    const auto file = from_safetensors(with_header(header, 4));
    ASSERT_FALSE(file);
    EXPECT_TRUE(test::is_printable_line(file.error())) << file.error().code;
  }
}

}  // namespace bindpose::safetensors_test
