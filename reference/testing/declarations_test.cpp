// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: wrong declarations are detected, for every row of algorithms.def whose algorithm declares its arrays.
// Its sample input follows only this declaration: if an array is declared with another name, type, shape or
// constraint, the check fails. Its output has exactly the declared arrays.
#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/model/rows.h"
#include "reference/scenes/bar.h"

namespace bindpose::test::declarations_test {

/// An input of an algorithm, and its declaration.
struct Asked {
  std::string id;
  Declaration declaration;
  ArraySet question;
  Result<double> answer;
};

std::vector<Asked> all_asked() {
  std::vector<Asked> all;
  const auto ask = [&](const Algorithm& algorithm, const ArraySet& question) {
    const auto answer = algorithm.implementation.in_double(question, {});
    EXPECT_TRUE(answer) << algorithm.id << ": " << to_string(answer.error());
    if (answer)
      all.push_back({std::string(algorithm.id), algorithm.implementation.declaration, question, *answer});
  };
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.implementation.declaration.inputs.empty()) continue;
    Random random("declarations");
    ask(algorithm, algorithm.implementation.sample(11, random));
  }
  ask(*find_algorithm("lbs"), *scenes::pose_question(scenes::bar()));
  ask(*find_algorithm("rigid-parts"), *scenes::parts_pose_question(scenes::bar()));
  return all;
}

std::vector<std::string> words(std::string_view shape) {
  std::istringstream stream{std::string(shape)};
  return {std::istream_iterator<std::string>(stream), {}};
}
bool is_number(const std::string& extent) {
  return extent.find_first_not_of("0123456789") == std::string::npos;
}

/// "CODE where"; empty if the input passes.
std::string error_of(const Declaration& declaration, const ArraySet& question) {
  const auto extents = check(declaration, question);
  return extents ? std::string() : extents.error().code + " " + extents.error().where;
}
std::string code_of(const Declaration& declaration, const ArraySet& question) {
  const std::string error = error_of(declaration, question);
  return error.substr(0, error.find(' '));
}

/// Calls f(index in inputs) for every array that the input must have.
void each_required(const Asked& asked, const std::function<void(std::size_t)>& f) {
  const bool palette = level_of(asked.declaration, asked.question) == Level::palette;
  for (std::size_t i = 0; i < asked.declaration.inputs.size(); ++i) {
    const ArrayDeclaration& a = asked.declaration.inputs[i];
    if (a.is_optional || a.is_read_elsewhere || !asked.question.has(a.name)) continue;
    if (palette ? !a.only_pose : !a.only_palette) f(i);
  }
}

/// The fault of an output for an input that passed the check; empty if the output is right.
std::string wrong_with(const Result<double>& answer, const Declaration& declaration,
                       const ArraySet& question) {
  const Extents given = *check(declaration, question);
  Extents extents = given;
  const bool palette = level_of(declaration, question) == Level::palette;
  std::vector<std::string> expected;
  for (const ArrayDeclaration& declared : declaration.stages + declaration.outputs) {
    const std::string name(declared.name);
    if (palette ? declared.only_pose : declared.only_palette) continue;
    if (declared.is_optional && !question.has(name)) continue;
    if (!declared.beside.empty() && !question.has(declared.beside)) continue;
    expected.push_back(name);
    const ResultArray<double>* array = answer.find(name);
    if (array == nullptr) return "missing " + name;
    if (array->rotations != declared.are_rotations) return "rotations " + name;
    const std::vector<std::string> symbols = words(declared.shape);
    if (symbols.size() != array->shape.size()) return "shape " + name;
    for (std::size_t d = 0; d < symbols.size(); ++d) {
      const std::size_t extent = is_number(symbols[d])
                                     ? std::stoul(symbols[d])
                                     : extents.emplace(symbols[d], array->shape[d]).first->second;
      if (array->shape[d] != extent) return "shape " + name;
    }
    if (array->values.size() != element_count(array->shape)) return "size " + name;
  }
  std::vector<std::string> found;
  for (const auto& array : answer.arrays)
    found.push_back(array.name);
  if (found.size() > expected.size()) return "more than is declared";
  return found == expected ? "" : "another order";
}

TEST(Declarations, sample_inputs_follow_their_declarations) {
  for (const Asked& asked : all_asked())
    EXPECT_EQ(error_of(asked.declaration, asked.question), "") << asked.id;
}

TEST(Declarations, missing_arrays_are_named_in_the_error) {
  for (const Asked& asked : all_asked())
    each_required(asked, [&](std::size_t i) {
      const std::string name(asked.declaration.inputs[i].name);
      ArraySet rest;
      for (const Array& array : asked.question)
        if (array.name != name) rest.put(array);
      EXPECT_EQ(code_of(asked.declaration, rest), "ARRAY_MISSING") << asked.id << " " << name;
      // Without its palette, an input is at level pose, and all its arrays are missing.
      if (level_of(asked.declaration, rest) == level_of(asked.declaration, asked.question)) {
        EXPECT_EQ(error_of(asked.declaration, rest), "ARRAY_MISSING " + name) << asked.id;
      }
    });
}

TEST(Declarations, arrays_of_wrong_type_or_shape_are_named_in_the_error) {
  for (const Asked& asked : all_asked())
    each_required(asked, [&](std::size_t i) {
      const ArrayDeclaration& declared = asked.declaration.inputs[i];
      const std::string name(declared.name);
      Array array = *asked.question.find(name);
      const std::size_t size = element_count(array.shape);
      const auto with = [&](Array changed) {
        ArraySet question = asked.question;
        question.put(std::move(changed));
        return error_of(asked.declaration, question);
      };
      if (array.is_real())
        EXPECT_EQ(with({name, array.shape, Array::Integers(size)}), "ARRAY_TYPE " + name) << asked.id;
      else
        EXPECT_EQ(with({name, array.shape, Array::Reals(size)}), "ARRAY_TYPE " + name) << asked.id;

      array.shape.push_back(1);
      EXPECT_EQ(with(array), "ARRAY_SHAPE " + name) << asked.id;
      array.shape.pop_back();
      const std::vector<std::string> symbols = words(declared.shape);
      for (std::size_t d = 0; d < symbols.size(); ++d) {
        const auto shares = [&](const ArrayDeclaration& other) {
          const auto theirs = words(other.shape);
          return other.name != declared.name && asked.question.has(other.name) &&
                 std::find(theirs.begin(), theirs.end(), symbols[d]) != theirs.end();
        };
        const auto& inputs = asked.declaration.inputs;
        if (!is_number(symbols[d]) && std::none_of(inputs.begin(), inputs.end(), shares)) continue;
        Array longer = array;
        ++longer.shape[d];
        const std::size_t more = element_count(longer.shape);
        std::visit([&](auto& numbers) { numbers.resize(more); }, longer.data);
        const std::string error = with(longer);
        EXPECT_TRUE(error.starts_with("ARRAY_SHAPE") || error.starts_with("COUNT_MISMATCH"))
            << asked.id << " " << name << "[.., " << symbols[d] << "]: '" << error << "'";
      }
    });
}

TEST(Declarations, wrong_declarations_of_inputs_are_detected) {
  for (const Asked& asked : all_asked())
    each_required(asked, [&](std::size_t i) {
      const ArrayDeclaration& declared = asked.declaration.inputs[i];
      const auto code_with = [&](const ArrayDeclaration& lie) {
        Declaration declaration = asked.declaration;
        declaration.inputs[i] = lie;
        return code_of(declaration, asked.question);
      };
      const std::string where = asked.id + " " + std::string(declared.name);
      ArrayDeclaration lie = declared;
      lie.name = "no_such_array";
      EXPECT_EQ(code_with(lie), "ARRAY_MISSING") << where;
      lie = declared;
      lie.is_real = !lie.is_real;
      EXPECT_EQ(code_with(lie), "ARRAY_TYPE") << where;
      lie = declared;
      const std::string deeper = std::string(declared.shape) + " 1";
      lie.shape = deeper;
      EXPECT_EQ(code_with(lie), "ARRAY_SHAPE") << where;
      std::string longer;
      for (const std::string& extent : words(declared.shape))
        longer += (longer.empty() ? "" : " ") +
                  (is_number(extent) ? std::to_string(std::stoul(extent) + 1) : extent);
      lie.shape = longer;
      if (longer != declared.shape) {
        EXPECT_EQ(code_with(lie), "ARRAY_SHAPE") << where;
      }
      if (element_count(asked.question.find(declared.name)->shape) > 0) {
        lie = declared.within(1e30, 1e31);
        lie.is_checked_later = false;
        EXPECT_EQ(code_with(lie), "PARAMETER_RANGE") << where;
      }
    });
}

/// True if two outputs are the same except for NaN in both.
bool is_same(const Result<double>& a, const Result<double>& b) {
  const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  return std::ranges::equal(a.arrays, b.arrays, [&](const auto& x, const auto& y) {
    return x.name == y.name && std::ranges::equal(x.values, y.values, same);
  });
}

/// True if an output has a NaN.
bool is_none(const Result<double>& answer) {
  return std::ranges::any_of(answer.arrays, [](const ResultArray<double>& array) {
    return std::ranges::any_of(array.values, [](double x) { return std::isnan(x); });
  });
}

/// No rule is missing: a NaN is refused with the array's name, makes the output NaN, or is not
/// read. For a track, a time that is NaN is before the first key.
TEST(Declarations, nan_is_refused_or_not_read) {
  std::size_t refused = 0;
  for (const Asked& asked : all_asked())
    for (const Array& array : asked.question) {
      const bool is_track_time = array.name == "t" && asked.question.has("times");
      if (!array.is_real() || array.reals().empty() || is_track_time) continue;
      const std::size_t last = array.reals().size() - 1;
      for (const std::size_t i : {std::size_t{0}, last / 2, last}) {
        ArraySet question = asked.question;
        (*reals_of(question, array.name))[i] = std::numeric_limits<double>::quiet_NaN();
        const auto answer = find_algorithm(asked.id)->implementation.in_double(question, {});
        const std::string where = asked.id + " " + array.name + " " + std::to_string(i);
        if (answer) {
          EXPECT_TRUE(is_none(*answer) || is_same(*answer, asked.answer)) << where;
        } else {
          EXPECT_TRUE(answer.error().where.starts_with(array.name)) << where << to_string(answer.error());
          ++refused;
        }
      }
    }
  EXPECT_GT(refused, 500U);
}

/// The shape of such an array is not checked either. Regression test: an algorithm once read past
/// the end of another array.
TEST(Declarations, arrays_with_a_missing_companion_are_not_read) {
  std::size_t tried = 0;
  for (const Asked& asked : all_asked())
    for (const ArrayDeclaration& declared : asked.declaration.inputs) {
      if (declared.beside.empty() || !asked.question.has(declared.name)) continue;
      ArraySet without, with;
      for (const Array& array : asked.question) {
        if (array.name == declared.beside) continue;
        with.put(array);
        if (array.name != declared.name) without.put(array);
      }
      const auto& evaluate = find_algorithm(asked.id)->implementation.in_double;
      const auto right = evaluate(without, {}), found = evaluate(with, {});
      ASSERT_EQ(right.has_value(), found.has_value()) << asked.id << " " << declared.name;
      EXPECT_TRUE(!right || is_same(*right, *found)) << asked.id << " " << declared.name;
      ++tried;
    }
  EXPECT_GT(tried, 3U);
}

TEST(Declarations, wrong_declarations_of_outputs_are_detected) {
  for (const Asked& asked : all_asked()) {
    EXPECT_EQ(wrong_with(asked.answer, asked.declaration, asked.question), "") << asked.id;
    for (const bool of_stages : {true, false}) {
      const ArrayList& list = of_stages ? asked.declaration.stages : asked.declaration.outputs;
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (asked.answer.find(list[i].name) == nullptr) continue;
        const auto with = [&](const std::function<void(ArrayList&)>& change) {
          Declaration declaration = asked.declaration;
          change(of_stages ? declaration.stages : declaration.outputs);
          return wrong_with(asked.answer, declaration, asked.question);
        };
        const std::string name(list[i].name), deeper = std::string(list[i].shape) + " 1";
        const auto rename = [&](ArrayList& l) { l[i].name = "no_such_array", l[i].is_optional = false; };
        EXPECT_EQ(with(rename), "missing no_such_array") << asked.id;
        EXPECT_EQ(with([&](ArrayList& l) { l[i].shape = deeper; }), "shape " + name) << asked.id;
        EXPECT_EQ(with([&](ArrayList& l) { l[i].are_rotations = !l[i].are_rotations; }), "rotations " + name)
            << asked.id;
        EXPECT_EQ(with([&](ArrayList& l) { l.erase(l.begin() + static_cast<std::ptrdiff_t>(i)); }),
                  "more than is declared")
            << asked.id << " " << name;
      }
    }
  }
}

}  // namespace bindpose::test::declarations_test
