// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/include/bindpose/call.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/cases.h"
#include "conformance/defects/together.h"
#include "conformance/include/bindpose/gtest.h"
#include "conformance/judge/judge.h"
#include "conformance/judge/name_failure.h"
#include "conformance/judge/named_defects.h"

namespace bindpose::conformance::call_test {

using call::Arrays;
using call::Inputs;
using call::Result;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Arrays in the types that callers pass, float32 and int32. Owns the numbers.
class Passed {
 public:
  explicit Passed(const ArraySet& arrays) {
    for (const Array& array : arrays) {
      shapes_.push_back(std::make_unique<Shape>(array.shape));
      const auto add = [&](std::int32_t type, const void* data) {
        tensors_.push_back({array.name.c_str(), type, static_cast<std::uint32_t>(array.shape.size()),
                            shapes_.back()->data(), data});
      };
      if (!array.is_real()) {
        add(BINDPOSE_INT32, array.integers().data());
        continue;
      }
      floats_.push_back(std::make_unique<std::vector<float>>(array.reals().begin(), array.reals().end()));
      add(BINDPOSE_FLOAT32, floats_.back()->data());
    }
  }
  const std::vector<bindpose_tensor>& tensors() const { return tensors_; }

 private:
  std::vector<std::unique_ptr<Shape>> shapes_;
  std::vector<std::unique_ptr<std::vector<float>>> floats_;
  std::vector<bindpose_tensor> tensors_;
};

/// An input as a caller passes it.
class PassedQuestion {
 public:
  explicit PassedQuestion(const Question& question)
      : arrays_(question.arrays), path_(question.algorithm->path()) {
    for (const auto& [option, value] : question.options)
      options_.push_back(option + "=" + value);
    list_ = call::with_end(options_);
    inputs_ = {path_.c_str(), list_.data(), arrays_.tensors().size(), arrays_.tensors().data()};
  }
  PassedQuestion(const PassedQuestion&) = delete;
  PassedQuestion& operator=(const PassedQuestion&) = delete;

  const bindpose_inputs* inputs() const { return &inputs_; }

 private:
  Passed arrays_;
  std::string path_;
  std::vector<std::string> options_;
  std::vector<const char*> list_;
  bindpose_inputs inputs_ = {};
};

/// Every `stride`-th golden case that has arrays.
std::vector<const Case*> golden_cases(std::size_t stride = 1) {
  std::vector<const Case*> chosen;
  std::size_t i = 0;
  for (const Case& c : built_in_cases())
    if (c.golden && c.asset == nullptr && i++ % stride == 0) chosen.push_back(&c);
  return chosen;
}

bool has_bits(const double* got, const std::vector<double>& expected) {
  return expected.empty() || std::memcmp(got, expected.data(), expected.size() * sizeof(double)) == 0;
}

void expect_same(const std::string& name, const bindpose_expected& got, const ExpectedArray& expected,
                 bool is_stage) {
  EXPECT_EQ(got.name, expected.name) << name;
  EXPECT_EQ(got.is_stage, is_stage ? 1 : 0) << name;
  EXPECT_EQ(got.are_rotations != 0, expected.rotations) << name;
  EXPECT_EQ(got.length_bound, expected.length_bound) << name;
  ASSERT_EQ(Shape(got.shape, got.shape + got.rank), expected.shape) << name;
  ASSERT_EQ(got.element_count, expected.branch.values.size()) << name;
  EXPECT_TRUE(has_bits(got.values, expected.branch.values)) << name << " " << got.name;
  EXPECT_TRUE(has_bits(got.bounds, expected.branch.bounds)) << name << " " << got.name;
  ASSERT_EQ(got.other_values != nullptr, !expected.other.values.empty()) << name;
  EXPECT_TRUE(has_bits(got.other_values, expected.other.values)) << name << " " << got.name;
  EXPECT_TRUE(has_bits(got.other_bounds, expected.other.bounds)) << name << " " << got.name;
}

TEST(Call, evaluation_equals_the_program_bit_by_bit) {
  std::size_t cases = 0;
  for (const Case* c : golden_cases()) {
    const auto asked = asked_case(*c);
    ASSERT_TRUE(asked) << c->name;
    const PassedQuestion question(asked->question);
    const Result result(bindpose_evaluate(question.inputs()));
    ASSERT_EQ(result->error, nullptr)
        << c->name << ": " << result->error->code << " " << result->error->message;
    const Expectation& expectation = asked->expectation;
    const std::size_t outputs = expectation.arrays.size();
    ASSERT_EQ(result->expected_count, outputs + expectation.stages.size()) << c->name;
    for (std::size_t i = 0; i < result->expected_count; ++i)
      expect_same(c->name, *result->expected[i],
                  i < outputs ? expectation.arrays[i] : expectation.stages[i - outputs], i >= outputs);
    ASSERT_EQ(result->undefined_count, expectation.undefined.size()) << c->name;
    for (std::size_t i = 0; i < result->undefined_count; ++i) {
      EXPECT_EQ(result->undefined[i]->row, expectation.undefined[i].row) << c->name;
      EXPECT_EQ(result->undefined[i]->code, expectation.undefined[i].code) << c->name;
    }
    ++cases;
  }
  EXPECT_GT(cases, 500U);
}

/// The verdicts of the library and of the judge on the same output.
void expect_same_verdict(const std::string& name, const AskedCase& asked, const ArraySet& arrays) {
  const PassedQuestion question(asked.question);
  const Passed outputs(arrays);
  Answer answer;
  for (const Array& array : arrays) {  // rounded as callers pass it
    Array::Reals rounded;
    for (const double x : array.reals())
      rounded.push_back(static_cast<double>(static_cast<float>(x)));
    answer.arrays.add(array.name, array.shape, std::move(rounded));
  }
  Verdict wanted = conformance::judge(asked.question, asked.expectation, answer);
  name_likeliest_defect({asked.question, asked.expectation, answer}, wanted);
  const Result result(
      bindpose_judge(question.inputs(), outputs.tensors().data(), outputs.tensors().size(), nullptr));
  ASSERT_EQ(result->error, nullptr) << name << ": " << result->error->code << " " << result->error->message;
  const bindpose_verdict& got = *result->verdict;
  EXPECT_EQ(got.detail, wanted.detail) << name;
  EXPECT_EQ(got.defect, wanted.defect) << name;
  EXPECT_EQ(got.precision_class, wanted.precision_class) << name;
  EXPECT_EQ(got.policy, wanted.policy) << name;
  EXPECT_EQ(got.first_wrong_stage, wanted.first_wrong_stage) << name;
  EXPECT_EQ(std::bit_cast<std::uint64_t>(got.worst_fraction),
            std::bit_cast<std::uint64_t>(wanted.worst_fraction))
      << name;
  EXPECT_EQ(got.outcome == BINDPOSE_PASS, wanted.outcome == Outcome::pass) << name;
  EXPECT_EQ(got.outcome == BINDPOSE_FAIL, wanted.outcome == Outcome::fail) << name;
  ASSERT_EQ(got.array_count, wanted.arrays.size() + wanted.stages.size()) << name;
  for (std::size_t i = 0; i < got.array_count; ++i) {
    const bindpose_judged& array = *got.arrays[i];
    const ArrayVerdict& of =
        i < wanted.arrays.size() ? wanted.arrays[i] : wanted.stages[i - wanted.arrays.size()];
    EXPECT_EQ(array.failing, of.failing) << name;
    EXPECT_EQ(array.judged, of.judged) << name;
    EXPECT_EQ(array.worst_fraction, of.worst_fraction) << name;
    EXPECT_EQ(array.row, of.row) << name;
  }
}

TEST(Call, verdicts_equal_those_of_the_program) {
  for (const Case* c : golden_cases()) {
    const auto asked = asked_case(*c);
    ASSERT_TRUE(asked) << c->name;
    Answer answer = as_answer(asked->expectation);
    for (const ExpectedArray& stage : asked->expectation.stages)
      answer.arrays.add(stage.name, stage.shape, stage.branch.values);
    expect_same_verdict(c->name, *asked, answer.arrays);
  }
}

/// Changes a right output as a registered defect does; returns nothing if the defect does not
/// apply.
std::optional<ArraySet> damaged(const AskedCase& asked) {
  for (const KnownDefect& defect : known_defects())
    if (concerns(*defect.defect, *asked.question.algorithm))
      if (auto wrong = answer_with(*defect.defect, asked.question, as_answer(asked.expectation).arrays)) {
        bool is_whole = true;
        for (const ExpectedArray& array : asked.expectation.arrays)
          is_whole = is_whole && wrong->has(array.name);
        if (is_whole) return *std::move(wrong);
      }
  return {};
}

TEST(Call, the_library_names_the_same_defects_as_the_program) {
  std::size_t wrong = 0;
  for (const Case* c : golden_cases(23)) {
    const auto asked = asked_case(*c);
    ASSERT_TRUE(asked) << c->name;
    if (const auto arrays = damaged(*asked)) {
      expect_same_verdict(c->name, *asked, *arrays);
      ++wrong;
    }
  }
  EXPECT_GT(wrong, 20U);
}

TEST(Call, the_first_wrong_stage_is_named) {
  const auto cases = golden_cases();
  const auto posed = std::ranges::find_if(
      cases, [](const Case* c) { return c->algorithm->id == "lbs" && c->level == Level::pose; });
  ASSERT_NE(posed, cases.end());
  const auto asked = asked_case(**posed);
  ASSERT_TRUE(asked);
  ArraySet arrays = as_answer(asked->expectation).arrays;
  for (const ExpectedArray& stage : asked->expectation.stages) {
    Array::Reals numbers = stage.branch.values;
    if (stage.name == "palette") numbers[3] += 0.5;
    arrays.add(stage.name, stage.shape, std::move(numbers));
  }
  ASSERT_TRUE(arrays.has("palette"));
  Array::Reals moved = arrays.find("positions")->reals();
  moved[0] += 0.5;
  arrays.put({"positions", Shape(arrays.find("positions")->shape), std::move(moved)});
  const PassedQuestion question(asked->question);
  const Passed outputs(arrays);
  const Result result(
      bindpose_judge(question.inputs(), outputs.tensors().data(), outputs.tensors().size(), nullptr));
  ASSERT_EQ(result->error, nullptr) << result->error->message;
  EXPECT_EQ(result->verdict->outcome, BINDPOSE_FAIL);
  EXPECT_STREQ(result->verdict->first_wrong_stage, "palette");
}

TEST(Call, a_defect_that_explains_too_little_is_not_named) {
  // Seven of ten vertices are at their rest positions, the others elsewhere: bind-pose-returned
  // explains only 70 %.
  const Result sample(bindpose_sample("lbs", 40, 7));
  std::vector<bindpose_tensor> tensors;
  std::vector<float> numbers;
  std::vector<std::size_t> shape;
  for (std::size_t i = 0; i < sample->tensor_count; ++i) {
    tensors.push_back(*sample->tensors[i]);
    if (std::string_view(tensors.back().name) != "positions") continue;
    shape.assign(tensors.back().shape, tensors.back().shape + 2);
    const auto* const rest = static_cast<const float*>(tensors.back().data);
    numbers.assign(rest, rest + shape[0] * 3);
  }
  const bindpose_inputs inputs = {"lbs", nullptr, tensors.size(), tensors.data()};
  const bindpose_tensor output = {"positions", BINDPOSE_FLOAT32, 2, shape.data(), numbers.data()};
  const auto named = [&] {
    const Result result(bindpose_judge(&inputs, &output, 1, nullptr));
    return result->error != nullptr ? "no verdict" : std::string(result->verdict->defect);
  };
  EXPECT_EQ(named(), "bind-pose-returned");
  for (std::size_t v = 0; v < shape[0]; ++v)
    if (v % 10 >= 7)
      for (std::size_t c = 0; c < 3; ++c)
        numbers[3 * v + c] += 3 + static_cast<float>((v * 7 + c * 5) % 11);
  EXPECT_EQ(named(), "");
}

/// One vertex under two joints.
struct Bar {
  std::vector<float> positions = {0.5F, 1, 2}, weights = {0.25F, 0.75F};
  std::vector<std::int32_t> joints = {0, 1};
  std::vector<float> palette = {1, 0,  0, 0, 0, 1, 0, 0, 0, 0, 1, 0,   // at rest
                                0, -1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0};  // a quarter turn, then a metre along x
  std::vector<float> skinned = {0.125F, 0.625F, 2};

  Inputs inputs() const {
    Inputs given("lbs");
    given.add("positions", {1, 3}, positions).add("joints", {1, 2}, joints);
    given.add("weights", {1, 2}, weights).add("palette", {2, 3, 4}, palette);
    return given;
  }
};

TEST(Call, a_single_vertex_is_judged) {
  const Bar bar;
  EXPECT_TRUE(call::is_right(bar.inputs(), Arrays().add("positions", {1, 3}, bar.skinned)));
  const auto wrong = call::judge(bar.inputs(), Arrays().add("positions", {1, 3}, bar.positions));
  EXPECT_FALSE(wrong);
  EXPECT_NE(wrong.message.find("lbs: "), std::string::npos) << wrong.message;
  EXPECT_EQ(wrong.message.find("mesh's size"), std::string::npos) << "one vertex has none: " << wrong.message;
  EXPECT_NE(wrong.message.find("positions[0].x is 0.5, expected 0.125 +- "), std::string::npos)
      << wrong.message;
  EXPECT_NE(wrong.message.find("defect: bind-pose-returned"), std::string::npos) << wrong.message;
}

TEST(Call, defects_are_named_without_normals) {
  // A wrong output is compared with every registered defect, even if only some arrays are passed.
  for (const char* id : {"lbs", "dqs", "morph.then-skin", "smpl", "deform.bend", "sbs"}) {
    const Result sample(bindpose_sample(id, 40, 7));
    std::vector<bindpose_tensor> tensors;
    const bindpose_tensor* rest = nullptr;
    bool has_normals = false;
    for (std::size_t i = 0; i < sample->tensor_count; ++i) {
      tensors.push_back(*sample->tensors[i]);
      if (std::string_view(tensors.back().name) == "positions") rest = sample->tensors[i];
      has_normals = has_normals || std::string_view(tensors.back().name) == "normals";
    }
    ASSERT_TRUE(rest != nullptr && has_normals) << id;
    const bindpose_inputs inputs = {id, nullptr, tensors.size(), tensors.data()};
    const Result result(bindpose_judge(&inputs, rest, 1, nullptr));
    ASSERT_EQ(result->error, nullptr) << id << ": " << result->error->message;
    EXPECT_EQ(result->verdict->outcome, BINDPOSE_FAIL) << id;
    EXPECT_EQ(result->verdict->array_count, 1U) << id;
    // Three of the four outputs belong to registered defects; the rest mesh does not.
    const bool is_named = std::string_view(id).size() == 3;
    EXPECT_STREQ(result->verdict->defect, is_named ? "bind-pose-returned" : "")
        << id << ": " << result->verdict->detail;
  }
}

TEST(Call, precision_classes_and_policies_can_be_accepted) {
  Bar bar;
  bar.weights = {0.3F, 0.7F};
  const std::vector<double> bytes = {77.0 / 255, 178.0 / 255};
  const auto skinned = [&](int c) {
    double sum = 0;
    for (std::size_t j = 0; j < 2; ++j)
      for (std::size_t k = 0; k < 4; ++k)
        sum += bytes[j] * static_cast<double>(bar.palette[j * 12 + static_cast<std::size_t>(c) * 4 + k]) *
               (k < 3 ? static_cast<double>(bar.positions[k]) : 1);
    return sum;
  };
  const std::vector<double> coarse = {skinned(0), skinned(1), skinned(2)};
  const Arrays outputs = Arrays().add("positions", {1, 3}, coarse);
  const auto strict = call::judge(bar.inputs(), outputs);
  EXPECT_FALSE(strict);
  EXPECT_STREQ(strict.result->verdict->precision_class, "unorm8-weights") << strict.message;
  const auto lenient = call::judge(bar.inputs(), outputs, {"unorm8-weights", "normal_rule=direction"});
  EXPECT_TRUE(lenient) << lenient.message;
  EXPECT_STREQ(lenient.result->verdict->precision_class, "unorm8-weights");
}

/// "CODE where" of a failed call.
std::string error_of(const bindpose_result* made) {
  const Result result(const_cast<bindpose_result*>(made));
  if (result->error == nullptr) return "none";
  EXPECT_GT(std::strlen(result->error->message), 0U);
  EXPECT_EQ(result->expected_count, 0U);
  EXPECT_EQ(result->verdict, nullptr);
  return std::string(result->error->code) + " " + result->error->where;
}

/// The error of evaluating the bar with one replaced or additional array.
std::string error_with(const bindpose_tensor& changed, std::vector<std::string> options = {}) {
  const Bar bar;
  const Inputs inputs = bar.inputs();
  std::vector<bindpose_tensor> tensors = inputs.arrays().tensors();
  const auto same = std::ranges::find_if(tensors, [&changed](const bindpose_tensor& each) {
    return changed.name != nullptr && std::strcmp(each.name, changed.name) == 0;
  });
  if (same == tensors.end())
    tensors.push_back(changed);
  else
    *same = changed;
  const auto list = call::with_end(options);
  const bindpose_inputs passed = {"lbs", list.data(), tensors.size(), tensors.data()};
  return error_of(bindpose_evaluate(&passed));
}

TEST(Call, wrong_arrays_are_refused_with_their_place) {
  const std::array<std::size_t, 9> ones = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  const std::array<std::size_t, 2> row = {1, 3}, two = {1, 2}, none = {0, 3},
                                   huge = {std::numeric_limits<std::size_t>::max() / 2, 3};
  const std::array<float, 3> x = {1, 2, 3}, infinite = {1, INFINITY, 3};
  const std::array<double, 3> fine = {1, 2, 0.1};
  const std::array<std::int32_t, 2> far = {0, 2};
  EXPECT_EQ(error_with({"positions", BINDPOSE_FLOAT32, 1, row.data() + 1, x.data()}),
            "ARRAY_SHAPE positions");
  EXPECT_EQ(error_with({"positions", BINDPOSE_FLOAT32, 9, ones.data(), x.data()}), "ARRAY_SHAPE positions");
  EXPECT_EQ(error_with({"positions", BINDPOSE_FLOAT32, 2, huge.data(), x.data()}), "ARRAY_SHAPE positions");
  EXPECT_EQ(error_with({"positions", BINDPOSE_FLOAT32, 2, nullptr, x.data()}), "ARRAY_DATA positions");
  EXPECT_EQ(error_with({"positions", BINDPOSE_FLOAT32, 2, row.data(), nullptr}), "ARRAY_DATA positions");
  EXPECT_EQ(error_with({"positions", 7, 2, row.data(), x.data()}), "ARRAY_TYPE positions");
  EXPECT_EQ(error_with({"positions", BINDPOSE_INT32, 2, row.data(), x.data()}), "ARRAY_TYPE positions");
  EXPECT_EQ(error_with({"positions", BINDPOSE_FLOAT32, 2, row.data(), infinite.data()}),
            "NOT_FINITE positions[0]");
  EXPECT_EQ(error_with({"positions", BINDPOSE_FLOAT64, 2, row.data(), fine.data()}),
            "NOT_FLOAT32 positions[0][2]");
  EXPECT_EQ(error_with({"positions", BINDPOSE_FLOAT32, 2, none.data(), nullptr}), "ARRAY_SHAPE joints");
  EXPECT_EQ(error_with({"joints", BINDPOSE_INT32, 2, two.data(), far.data()}), "INDEX_RANGE joints[0][1]");
  EXPECT_EQ(error_with({"position", BINDPOSE_FLOAT32, 2, row.data(), x.data()}), "ARRAY_UNKNOWN position");
  EXPECT_EQ(error_with({nullptr, BINDPOSE_FLOAT32, 2, row.data(), x.data()}), "ARRAY_DATA ");
}

TEST(Call, wrong_names_options_and_outputs_are_refused) {
  const Bar bar;
  const Inputs right = bar.inputs();
  const auto evaluated = [&right](const char* algorithm, const std::vector<std::string>& options) {
    const auto list = call::with_end(options);
    const auto tensors = right.arrays().tensors();
    const bindpose_inputs passed = {algorithm, list.data(), tensors.size(), tensors.data()};
    return error_of(bindpose_evaluate(&passed));
  };
  EXPECT_EQ(evaluated("lbs", {"normal_rule=direction"}), "none");
  EXPECT_EQ(evaluated("lsb", {}), "ALGORITHM_UNKNOWN lsb");
  EXPECT_EQ(evaluated(nullptr, {}), "ALGORITHM_UNKNOWN ");
  EXPECT_EQ(evaluated("lbs", {"normal_rule"}), "OPTION_SYNTAX normal_rule");
  EXPECT_EQ(evaluated("lbs", {"rule=direction"}), "OPTION_UNKNOWN rule");
  EXPECT_EQ(evaluated("lbs", {"normal_rule=left"}), "OPTION_VALUE normal_rule");
  EXPECT_EQ(error_of(bindpose_evaluate(nullptr)), "ARRAY_DATA ");
  auto no_level = right.arrays().tensors();
  std::erase_if(no_level,
                [](const bindpose_tensor& each) { return std::string_view(each.name) == "palette"; });
  const bindpose_inputs of_no_level = {"lbs", nullptr, no_level.size(), no_level.data()};
  EXPECT_EQ(error_of(bindpose_evaluate(&of_no_level)), "ARRAY_MISSING palette");
  const Result refused(bindpose_evaluate(&of_no_level));
  EXPECT_EQ(std::string(refused->error->message).find("local_is_matrix"), std::string::npos)
      << refused->error->message;
  const bindpose_inputs lacking = {"lbs", nullptr, 2, nullptr};
  EXPECT_EQ(error_of(bindpose_evaluate(&lacking)), "ARRAY_DATA ");

  const auto judged = [&](const Arrays& outputs, const std::vector<std::string>& accept = {}) {
    auto made = call::judge(right, outputs, accept);
    return error_of(made.result.release());
  };
  EXPECT_EQ(judged(Arrays()), "OUTPUT_MISSING positions");
  EXPECT_EQ(judged(Arrays().add("palette", {2, 3, 4}, bar.palette)), "ARRAY_UNKNOWN palette");
  EXPECT_EQ(judged(Arrays().add("positions", {1, 3}, bar.skinned).add("positions", {1, 3}, bar.skinned)),
            "DUPLICATE_NAME positions");
  EXPECT_EQ(judged(Arrays().add("positions", {1, 3}, bar.skinned), {"exact"}), "CLASS_UNKNOWN exact");
  EXPECT_EQ(judged(Arrays().add("positions", {1, 3}, bar.skinned), {"rule=left"}), "POLICY_UNKNOWN rule");

  const std::vector<double> not_numbers = {nan, 1, 2};
  const auto invalid = call::judge(right, Arrays().add("positions", {1, 3}, not_numbers));
  EXPECT_EQ(invalid.result->verdict->outcome, BINDPOSE_INVALID_OUTPUT);
  EXPECT_NE(invalid.message.find("positions[0].x is nan"), std::string::npos) << invalid.message;
  const auto misshapen = call::judge(right, Arrays().add("positions", {3, 1}, bar.skinned));
  EXPECT_EQ(misshapen.result->verdict->outcome, BINDPOSE_INVALID_OUTPUT);
}

TEST(Call, invalid_files_are_refused) {
  EXPECT_EQ(error_of(bindpose_pose(nullptr, 4, nullptr, nullptr, 0, nullptr)).substr(0, 5), "INVAL");
  EXPECT_EQ(error_of(bindpose_pose("{}", 2, nullptr, nullptr, nan, nullptr)), "NOT_FINITE seconds");
  EXPECT_NE(error_of(bindpose_pose("{}", 2, nullptr, nullptr, 0, nullptr)), "none");
}

TEST(Call, samples_are_valid_inputs_of_every_algorithm) {
  for (const Algorithm& algorithm : algorithms())
    for (const std::size_t size : {1U, 2U, 9U}) {
      const std::string id(algorithm.id);
      const Result sample(bindpose_sample(id.c_str(), size, size));
      ASSERT_EQ(sample->error, nullptr) << id << " " << sample->error->message;
      std::vector<bindpose_tensor> tensors;
      for (std::size_t i = 0; i < sample->tensor_count; ++i)
        tensors.push_back(*sample->tensors[i]);
      const bindpose_inputs inputs = {id.c_str(), nullptr, tensors.size(), tensors.data()};
      const Result result(bindpose_evaluate(&inputs));
      ASSERT_EQ(result->error, nullptr) << id << " of size " << size << ": " << result->error->code << " "
                                        << result->error->where << " " << result->error->message;
    }
  EXPECT_EQ(error_of(bindpose_sample("lbs", 0, 1)), "SIZE_RANGE size");
  EXPECT_EQ(error_of(bindpose_sample("lbs", 10'000'000, 1)), "SIZE_RANGE size");
  EXPECT_EQ(error_of(bindpose_sample("none", 1, 1)), "ALGORITHM_UNKNOWN none");
}

/// Regression: the judge read past the ends of such arrays when it searched for causes, because it
/// had not checked their shapes.
TEST(Call, unrequested_arrays_are_not_read) {
  const std::size_t shape[] = {1};
  const std::int32_t number = 1'000'000;
  const float real = 1e30F;
  std::size_t tried = 0;
  for (const Algorithm& algorithm : algorithms()) {
    const std::string id(algorithm.id);
    const Result sample(bindpose_sample(id.c_str(), 9, 1));
    std::vector<bindpose_tensor> tensors, outputs;
    for (std::size_t i = 0; i < sample->tensor_count; ++i)
      tensors.push_back(*sample->tensors[i]);
    const bindpose_inputs right = {id.c_str(), nullptr, tensors.size(), tensors.data()};
    const Result expected(bindpose_evaluate(&right));
    std::vector<std::vector<double>> values;
    for (std::size_t i = 0; i < expected->expected_count; ++i) {
      const bindpose_expected& each = *expected->expected[i];
      values.emplace_back(each.values, each.values + each.element_count);
      for (double& value : values.back())
        value += 1;
      if (each.is_stage == 0)
        outputs.push_back({each.name, BINDPOSE_FLOAT64, each.rank, each.shape, values.back().data()});
    }
    const Result verdict(bindpose_judge(&right, outputs.data(), outputs.size(), nullptr));
    const ArrayList& inputs = algorithm.implementation.declaration.inputs;
    const auto is_passed = [&](const ArrayDeclaration& declared) {
      return std::ranges::any_of(tensors, [&](const auto& each) { return each.name == declared.name; });
    };
    if (std::ranges::none_of(inputs, [&](const auto& each) {
          return each.only_palette && !each.is_optional && is_passed(each);
        }))
      continue;
    std::vector<bindpose_tensor> more = tensors;
    std::vector<std::string> names;
    for (const ArrayDeclaration& declared : inputs)
      if (declared.only_pose && !declared.is_read_elsewhere && !is_passed(declared))
        names.emplace_back(declared.name);
    for (const std::string& name : names) {
      const bool is_real = algorithm.implementation.declaration.find_input(name)->is_real;
      more.push_back({name.c_str(), is_real ? BINDPOSE_FLOAT32 : BINDPOSE_INT32, 1, shape,
                      is_real ? static_cast<const void*>(&real) : &number});
    }
    const bindpose_inputs wrong = {id.c_str(), nullptr, more.size(), more.data()};
    const Result found(bindpose_judge(&wrong, outputs.data(), outputs.size(), nullptr));
    ASSERT_EQ(verdict->error == nullptr, found->error == nullptr) << id;
    if (found->error != nullptr) continue;
    EXPECT_STREQ(found->verdict->detail, verdict->verdict->detail) << id;
    ++tried;
  }
  EXPECT_GT(tried, 10U);
}

TEST(Call, every_algorithm_is_listed_and_explained) {
  const Result list(bindpose_list());
  ASSERT_EQ(list->error, nullptr);
  const auto document = nlohmann::json::parse(list->text);
  ASSERT_EQ(document["algorithms"].size(), algorithms().size());
  for (const auto& each : document["algorithms"]) {
    const Result page(bindpose_explain(each["id"].get<std::string>().c_str()));
    ASSERT_EQ(page->error, nullptr) << each["id"];
    for (const auto& array : each["arrays"]["inputs"])
      EXPECT_NE(std::string(page->text).find(array["name"].get<std::string>()), std::string::npos)
          << array["name"];
  }
  for (const char* name : {"ibm-wrong-side", "half-palette", "normal_rule"})
    EXPECT_NE(std::string(Result(bindpose_explain(name))->text).find(name), std::string::npos) << name;
  EXPECT_EQ(error_of(bindpose_explain("ibm-wrong-sid")), "NAME_UNKNOWN ibm-wrong-sid");
  EXPECT_EQ(error_of(bindpose_explain(nullptr)), "NAME_UNKNOWN ");
  bindpose_free(nullptr);
}

/// The library's messages for all these cases, with a first output of zeros.
std::string verdicts(std::span<const Case* const> cases) {
  std::string said;
  for (const Case* c : cases) {
    const auto asked = asked_question(*c);
    if (!asked) continue;
    const PassedQuestion question(asked->question);
    const Result right(bindpose_evaluate(question.inputs()));
    const bindpose_expected& first = *right->expected[0];
    const std::vector<double> zeros(first.element_count, 0.0);
    std::vector<bindpose_tensor> outputs;
    for (std::size_t i = 0; i < right->expected_count; ++i)
      if (const bindpose_expected& each = *right->expected[i]; each.is_stage == 0)
        outputs.push_back(
            {each.name, BINDPOSE_FLOAT64, each.rank, each.shape, i == 0 ? zeros.data() : each.values});
    const Result result(bindpose_judge(question.inputs(), outputs.data(), outputs.size(), nullptr));
    said += c->name + " " + (result->verdict == nullptr ? result->error->message : result->verdict->detail) +
            "\n";
  }
  return said;
}

TEST(Call, eight_threads_get_the_same_verdicts_as_one) {
  const auto cases = golden_cases(97);
  const std::string wanted = verdicts(cases);
  EXPECT_NE(wanted.find("numbers outside the bound"), std::string::npos);
  std::array<std::string, 8> got;
  {
    std::vector<std::jthread> threads;
    for (std::string& said : got)
      threads.emplace_back([&said, &cases] { said = verdicts(cases); });
  }
  for (const std::string& said : got)
    EXPECT_EQ(said, wanted);
}

}  // namespace bindpose::conformance::call_test
