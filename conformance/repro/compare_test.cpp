// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The programs find the same wrong numbers as the judge.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/cases.h"
#include "conformance/judge/compare_array.h"
#include "conformance/report/saved_answers.h"
#include "conformance/repro/gpu_recipe.h"
#include "conformance/repro/programs.h"
#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::compare_test {

constexpr std::size_t rows = 60;
constexpr double bound = 1e-3;

/// Rows that begin with a direction, each number with the same bound; every seventh number has no bound.
ExpectedArray random_array(const std::string& name, std::size_t width, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  ExpectedArray array{name, {rows, width}, {}, {}};
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<double> numbers(width);
    for (double& x : numbers)
      x = normal(random);
    const double length = std::hypot(numbers[0], numbers[1], numbers[2]);
    for (const double x : numbers)
      array.branch.values.push_back(x / length);
  }
  for (std::size_t i = 0; i < array.branch.values.size(); ++i)
    array.branch.bounds.push_back(i % 7 == 0 ? infinity : bound);
  return array;
}

/// Numbers around their bounds. Some are on the other side of an open comparison, some
/// quaternions are negated, and half of the rows are far enough from length 1 to fail.
Array answer_to(const ExpectedArray& array, bool in_float32, std::mt19937_64& random) {
  std::uniform_real_distribution<double> off(-1.3 * bound, 1.3 * bound);
  std::vector<double> numbers;
  const std::size_t width = width_of(array);
  for (std::size_t i = 0; i < array.branch.values.size(); ++i) {
    const bool is_other = !array.other.values.empty() && i / width % 3 == 1;
    const double sign = array.rotations && i / width % 2 == 1 ? -1 : 1;
    const double x = sign * ((is_other ? array.other : array.branch).values[i] + off(random));
    numbers.push_back(in_float32 ? static_cast<float>(x) : x);
  }
  return {array.name, array.shape, numbers};
}

/// Arrays for every rule of the judge.
Expectation random_expectation(std::mt19937_64& random) {
  Expectation right;
  right.arrays = {random_array("positions", 3, random), random_array("normals", 3, random),
                  random_array("tangents", 4, random), random_array("rotations", 4, random),
                  random_array("matrices", 12, random)};
  right.arrays[0].other = random_array("positions", 3, random).branch;
  right.arrays[1].length_bound = right.arrays[2].length_bound = bound / 2;
  right.arrays[3].rotations = true;
  return right;
}

std::size_t failing(const Expectation& right, const Answer& answer) {
  std::size_t count = 0;
  for (const ExpectedArray& array : right.arrays)
    count += compare_array(array, *answer.arrays.find(array.name)).failing;
  return count;
}

Answer answer_to(const Expectation& right, bool in_float32, std::mt19937_64& random) {
  Answer answer;
  for (const ExpectedArray& array : right.arrays)
    answer.arrays.put(answer_to(array, in_float32, random));
  return answer;
}

struct CompareTest : testing::Test {
  void write(const char* name, std::string_view text) const { ASSERT_TRUE(write_file(folder_ / name, text)); }
  template <class Number>
  void write_numbers(const char* name, const std::vector<Number>& numbers) const {
    ASSERT_TRUE(write_file(folder_ / name, std::as_bytes(std::span(numbers))));
  }
  /// Runs the Python program on a recorded output.
  Ran said_in_python(const Expectation& right, const Answer& answer) const {
    const std::string test = "a/b/c";
    const Verdict verdict;
    const Case& from = built_in_cases().front();
    const Question question;
    const auto bytes =
        *to_safetensors(answer_tensors({test, from, question, right, answer, verdict}), {{"test", test}});
    EXPECT_TRUE(write_file(folder_ / "expected.safetensors", std::span<const std::byte>(bytes)));
    const nlohmann::json asked = {
        {"test", test}, {"library", ""}, {"command", nlohmann::json::array()}, {"answered", true}};
    write("test.json", asked.dump());
    write("repro.py", programs::python);
    write("compare.py", programs::compare);
    return run_in(folder_, "python3 repro.py");
  }
  /// Runs the C program on an output of a device that captures the arrays one after the other.
  Ran said_in_c(const Expectation& right, const Answer& answer) const {
    gpu::Recipe recipe;
    recipe.vertex_count = rows;
    for (const ExpectedArray& array : right.arrays) {
      recipe.captures.push_back({array.name, recipe.captured_words, width_of(array), ""});
      recipe.captured_words += width_of(array);
    }
    std::vector<float> words(rows * recipe.captured_words);
    for (const auto& capture : recipe.captures) {
      const Array::Reals& got = answer.arrays.find(capture.name)->reals();
      for (std::size_t i = 0; i < got.size(); ++i)
        words[i / capture.width * recipe.captured_words + capture.at + i % capture.width] =
            static_cast<float>(got[i]);
    }
    const Beside beside = beside_captured(recipe, right);
    write("recipe.h", recipe_header(recipe, beside.captures, "a/b/c", {}));
    write("inputs.h", programs::inputs);
    write_numbers("got.bin", words);
    write_numbers("expected.bin", beside.expected);
    write_numbers("bound.bin", beside.bound);
    write_numbers("other.bin", beside.other);
    write_numbers("other-bound.bin", beside.other_bound);
    write("say.c",
          "#include \"inputs.h\"\nint main(void) { size_t size; return say_wrong(read_file(\"got.bin\", "
          "&size)); }\n");
    return run_in(folder_, "cc -std=c11 -o say say.c -lm && ./say");
  }

  TemporaryFolder folder_;
};

TEST_F(CompareTest, python_finds_as_many_wrong_numbers_as_the_judge) {
  std::mt19937_64 random(1);
  for (const bool in_float32 : {true, false}) {
    const Expectation right = random_expectation(random);
    const Answer answer = answer_to(right, in_float32, random);
    const std::size_t count = failing(right, answer);
    ASSERT_GT(count, 100U);
    const Ran ran = said_in_python(right, answer);
    EXPECT_EQ(ran.exit_code, 1);
    EXPECT_TRUE(has(ran.out, "\n" + std::to_string(count) + " numbers are wrong")) << count;
  }
}

TEST_F(CompareTest, c_finds_as_many_wrong_numbers_as_the_judge) {
  std::mt19937_64 random(2);
  const Expectation right = random_expectation(random);
  const Answer answer = answer_to(right, true, random);
  const std::size_t count = failing(right, answer);
  ASSERT_GT(count, 100U);
  const Ran ran = said_in_c(right, answer);
  expect_ended(ran, 1);
  EXPECT_TRUE(has(ran.out, "\n" + std::to_string(count) + " numbers are wrong")) << count;
}

/// The right output, modified by `change`.
template <class Change>
Answer right_but(const Expectation& right, Change change) {
  Answer answer;
  for (const ExpectedArray& array : right.arrays) {
    std::vector<double> numbers = array.branch.values;
    change(array.name, numbers);
    for (double& x : numbers)
      x = static_cast<float>(x);
    answer.arrays.put({array.name, array.shape, numbers});
  }
  return answer;
}

TEST_F(CompareTest, a_negated_quaternion_passes_and_a_long_normal_is_named) {
  std::mt19937_64 random(3);
  const Expectation right = random_expectation(random);
  const Answer negated = right_but(right, [](const std::string& name, std::vector<double>& numbers) {
    for (double& x : numbers)
      x *= name == "rotations" ? -1 : 1;
  });
  const Answer stretched = right_but(right, [](const std::string& name, std::vector<double>& numbers) {
    for (std::size_t i = 9; name == "normals" && i < 12; ++i)
      numbers[i] *= 1 + 0.9 * bound;
  });
  ASSERT_EQ(failing(right, negated), 0U);
  ASSERT_EQ(failing(right, stretched), 3U);
  for (const auto say : {&CompareTest::said_in_python, &CompareTest::said_in_c}) {
    expect_ended((this->*say)(right, negated), 0);
    expect_ended((this->*say)(right, stretched), 1,
                 {"the length of normals[3]: got 1.0009", "\n3 numbers are wrong"});
  }
}

TEST_F(CompareTest, a_missing_or_short_array_is_not_a_right_output) {
  std::mt19937_64 random(4);
  const Expectation right = random_expectation(random);
  Answer answer = right_but(right, [](const std::string&, std::vector<double>&) {});
  EXPECT_EQ(said_in_python(right, answer).exit_code, 0);
  answer.arrays.put({"normals", {1, 3}, Array::Reals{0, 0, 1}});
  answer.arrays.remove("positions");
  expect_ended(said_in_python(right, answer), 1,
               {"positions is missing", "normals has the shape [1, 3] and 3 numbers, expected [60, 3]"});
}

}  // namespace bindpose::conformance::compare_test
