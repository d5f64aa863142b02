// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/declaration.h"

#include <gtest/gtest.h>

#include "reference/model/common_arrays.h"

namespace bindpose::declaration_test {

/// "CODE where"; empty if the input passes.
std::string error_of(const ArrayList& inputs, const ArraySet& question, const Options& options = {}) {
  const auto checked = check(Declaration{inputs, {}, {}, {}}, question, options);
  return checked ? "" : checked.error().code + " " + checked.error().where;
}

/// An input with the one array `values`.
std::string error_of(const ArrayDeclaration& declared, Shape shape, Array::Reals values) {
  return error_of(ArrayList{declared}, ArraySet{}.add("values", std::move(shape), std::move(values)));
}

TEST(declaration, error_places_have_indices_of_rows_but_not_of_columns) {
  const Array::Reals six = {0, 0, 0, 0, NAN, 0};
  EXPECT_EQ(error_of(real("values", "", "V 3").finite(), {2, 3}, six), "NOT_FINITE values[1]");
  EXPECT_EQ(error_of(real("values", "", "N w").finite(), {2, 3}, six), "NOT_FINITE values[1]");
  EXPECT_EQ(error_of(real("values", "", "V K").finite(), {2, 3}, six), "NOT_FINITE values[1][1]");
  EXPECT_EQ(error_of(real("values", "", "V K 1").finite(), {2, 3, 1}, six), "NOT_FINITE values[1][1]");
  EXPECT_EQ(error_of(real("values", "", "N").finite(), {1}, {NAN}), "NOT_FINITE values[0]");
}

TEST(declaration, a_single_number_is_named_without_an_index) {
  EXPECT_EQ(error_of(real("values", "", "1").finite(), {1}, {NAN}), "NOT_FINITE values");
  EXPECT_EQ(error_of(real("values", "", "1").within(0, 1), {1}, {2}), "PARAMETER_RANGE values");
  EXPECT_EQ(error_of(real("values", "", "N").within(0, 1), {1}, {2}), "PARAMETER_RANGE values[0]");
}

TEST(declaration, a_number_may_define_an_extent) {
  const ArrayList declared = {integer("count", "J", "1").within(0, 8).counts("J"),
                              integer("indices", "", "N").index_into("J")};
  const auto code = [&](std::int32_t count) {
    ArraySet question;
    question.add("count", {1}, Array::Integers{count}).add("indices", {2}, Array::Integers{0, 3});
    return error_of(declared, question);
  };
  EXPECT_EQ(code(4), "");
  EXPECT_EQ(code(3), "INDEX_RANGE indices[1]");
  EXPECT_EQ(code(-1), "PARAMETER_RANGE count");
}

TEST(declaration, numbers_must_be_above_the_lower_limit) {
  EXPECT_EQ(error_of(real("values", "", "1").above(0), {1}, {0}), "PARAMETER_RANGE values");
  EXPECT_EQ(error_of(real("values", "", "N").above(0), {2}, {0.5, NAN}), "PARAMETER_RANGE values[1]");
  EXPECT_EQ(error_of(real("values", "", "1").above(0), {1}, {0x1p-100}), "");
}

TEST(declaration, numbers_must_be_at_most_the_upper_limit) {
  const ArrayDeclaration declared = real("values", "", "1").above(0).at_most(1);
  EXPECT_EQ(error_of(declared, {1}, {1}), "");
  EXPECT_EQ(error_of(declared, {1}, {1.5}), "PARAMETER_RANGE values");
  EXPECT_EQ(error_of(real("values", "", "1").at_most(1), {1}, {-1e300}), "");
  EXPECT_EQ(error_of(real("values", "", "1").at_most(1), {1}, {NAN}), "PARAMETER_RANGE values");
  EXPECT_EQ(to_string(declared.rules[0]) + ", " + to_string(declared.rules[1]), "above 0, at most 1");
}

TEST(declaration, empty_arrays_are_refused) {
  const ArrayDeclaration declared = real("values", "", "K").not_empty();
  EXPECT_EQ(error_of(declared, {0}, {}), "COUNT_MISMATCH values");
  EXPECT_EQ(error_of(declared, {1}, {5}), "");
}

TEST(declaration, numbers_must_increase) {
  const ArrayDeclaration declared = real("values", "", "K").increasing();
  EXPECT_EQ(error_of(declared, {3}, {-1, 0, 2}), "");
  EXPECT_EQ(error_of(declared, {0}, {}), "");
  EXPECT_EQ(error_of(declared, {3}, {-1, 0, 0}), "TIME_ORDER values[2]");
  EXPECT_EQ(error_of(declared, {3}, {-1, -2, 0}), "TIME_ORDER values[1]");
  EXPECT_EQ(error_of(declared, {2}, {-1, NAN}), "TIME_ORDER values[1]");
}

TEST(declaration, rows_with_a_factor_of_0_may_hold_anything) {
  const ArrayList declaration = {integer("has", "", "V"), real("centres", "", "V 3").finite().where("has")};
  ArraySet question;
  question.add("has", {2}, Array::Integers{1, 0}).add("centres", {2, 3}, Array::Reals{0, 0, 0, 0, NAN, 0});
  EXPECT_EQ(error_of(declaration, question), "");
  question.put({"has", {2}, Array::Integers{0, 1}});
  EXPECT_EQ(error_of(declaration, question), "NOT_FINITE centres[1]");
}

TEST(declaration, slots_of_weight_0_may_hold_anything) {
  const ArrayList declaration = {real("weights", "", "V K").optional(),
                                 real("shares", "", "V K").finite().where("weights")};
  ArraySet question;
  question.add("shares", {2, 2}, Array::Reals{0, NAN, NAN, 0});
  EXPECT_EQ(error_of(declaration, question), "NOT_FINITE shares[0][1]") << "missing weights are 1";
  question.add("weights", {2, 2}, Array::Reals{1, 0, 0.5, 1});
  EXPECT_EQ(error_of(declaration, question), "NOT_FINITE shares[1][0]");
}

TEST(declaration, joints_without_influence_may_hold_anything) {
  const ArrayList declaration = {integer("joints", "", "V K"), real("weights", "", "V K").optional().finite(),
                                 real("rotations", "", "J 4").unit_quaternions().where_used()};
  ArraySet question;
  question.add("joints", {1, 2}, Array::Integers{0, 1}).add("weights", {1, 2}, Array::Reals{1, 0});
  question.add("rotations", {2, 4}, Array::Reals{0, 0, 0, 1, NAN, 0, 0, 1});
  EXPECT_EQ(error_of(declaration, question), "");
  question.put({"weights", {1, 2}, Array::Reals{0, 1}});
  EXPECT_EQ(error_of(declaration, question), "NOT_FINITE rotations[1]");
  question.put({"rotations", {2, 4}, Array::Reals{0, 0, 0, 1, 0, 0, 0, 2}});
  EXPECT_EQ(error_of(declaration, question), "NOT_UNIT rotations[1]");
}

TEST(declaration, joints_that_receive_missing_weight_are_used) {
  const ArrayList declaration = {integer("joints", "", "V K"), real("weights", "", "V K").optional().finite(),
                                 real("rotations", "", "J 4").unit_quaternions().where_used(),
                                 real("shares", "", "V K").finite().where("weights")};
  ArraySet question;
  question.add("joints", {2, 2}, Array::Integers{1, 0, 0, 1})
      .add("weights", {2, 2}, Array::Reals{0, 0, 1, 0});
  question.add("rotations", {2, 4}, Array::Reals{0, 0, 0, 1, NAN, 0, 0, 1});
  question.add("shares", {2, 2}, Array::Reals{0, NAN, 0, NAN});
  EXPECT_EQ(error_of(declaration, question, {{"zero_sum", "rest"}}), "");
  EXPECT_EQ(error_of(declaration, question, {{"zero_sum", "first-joint"}}), "NOT_FINITE rotations[1]");
  question.put({"rotations", {2, 4}, Array::Reals{0, 0, 0, 1, 0, 0, 0, 1}});
  EXPECT_EQ(error_of(declaration, question, {{"zero_sum", "first-joint"}}), "");
  question.put({"shares", {2, 2}, Array::Reals{NAN, 0, 0, 0}});
  EXPECT_EQ(error_of(declaration, question, {{"zero_sum", "rest"}}), "");
  EXPECT_EQ(error_of(declaration, question, {{"zero_sum", "first-joint"}}), "NOT_FINITE shares[0][0]");
}

TEST(declaration, one_of_two_arrays_is_required) {
  const ArrayList declaration = {real("centres", "", "V 3").optional(),
                                 integer("has", "", "V").asked_beside("centres"),
                                 integer("triangles", "", "F 3").asked_instead_of("centres")};
  ArraySet question;
  EXPECT_EQ(error_of(declaration, question), "ARRAY_MISSING triangles");
  question.add("triangles", {1, 3}, Array::Integers{0, 0, 0});
  EXPECT_EQ(error_of(declaration, question), "");
  question.add("centres", {1, 3}, Array::Reals{0, 0, 0}).put({"triangles", {1}, Array::Integers{0}});
  EXPECT_EQ(error_of(declaration, question), "ARRAY_MISSING has") << "then triangles are not checked";
}

TEST(declaration, bones_of_chains_must_have_a_length) {
  const ArrayList asked = {real("rest", "", "N J 3").at_least(2, "J").named_by_row().finite().bones()};
  const auto error = [&](const Shape& shape, const Array::Reals& numbers) {
    return error_of(asked, ArraySet{}.add("rest", shape, numbers));
  };
  EXPECT_EQ(error({1, 1, 3}, {0, 0, 0}), "ARRAY_SHAPE rest");
  EXPECT_EQ(error({2, 2, 3}, {0, 0, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0}), "") << "chains may touch";
  EXPECT_EQ(error({2, 2, 3}, {0, 0, 0, 1, 0, 0, 5, 5, 5, 5, 5, 5}), "ZERO_BONE rest[1]");
  EXPECT_EQ(error({2, 2, 3}, {0, 0, 0, 1, 0, 0, 5, 5, 5, 5, NAN, 5}), "NOT_FINITE rest[1]");
  EXPECT_EQ(error({0, 2, 3}, {}), "");
}

TEST(declaration, matrices_must_have_inverses) {
  const ArrayList asked = {real("bind", "", "J 3 4").invertible()};
  Array::Reals maps = {1, 0, 0, 9, 0, 1, 0, 9, 0, 0, 1, 9, 1e-9, 0, 0, 0, 0, 1e-9, 0, 0, 0, 0, 1e-9, 0};
  EXPECT_EQ(error_of(asked, ArraySet{}.add("bind", {2, 3, 4}, maps)), "") << "a small matrix is not singular";
  maps[12] = 0;
  EXPECT_EQ(error_of(asked, ArraySet{}.add("bind", {2, 3, 4}, maps)), "SINGULAR_BIND bind[1]");
}

TEST(declaration, axes_must_be_unit) {
  const ArrayList asked = {real("axes", "", "N 3").unit_axes()};
  const auto error = [&](double x) {
    return error_of(asked, ArraySet{}.add("axes", {2, 3}, Array::Reals{0, 0, 1, x, 0, 0}));
  };
  EXPECT_EQ(error(-1.01), "");
  EXPECT_EQ(error(1.03), "NOT_UNIT axes[1]");
  EXPECT_EQ(error(NAN), "NOT_FINITE axes[1]");
}

TEST(declaration, local_transforms_are_checked_in_the_given_form) {
  ArraySet question;
  question.add("parents", {2}, Array::Integers{-1, 0});
  question.add("local_translations", {2, 3}, Array::Reals(6, 0));
  question.add("local_rotations", {2, 4}, Array::Reals{0, 0, 0, 1, 0, 0, 0, 3});
  question.add("local_scales", {2, 3}, Array::Reals{1, 1, 1, 1, 1, 2});
  const ArrayList any = parent_arrays() + local_arrays(), rigid = parent_arrays() + rigid_local_arrays();
  EXPECT_EQ(error_of(any, question), "NOT_UNIT local_rotations[1]");
  EXPECT_EQ(error_of(parent_arrays() + animated(local_arrays()), question), "") << "tracks may change it";
  question.add("local_is_matrix", {2}, Array::Integers{0, 1});
  EXPECT_EQ(error_of(any, question), "NOT_UNIT local_rotations[1]") << "without matrices the flag is ignored";
  question.add("local_matrices", {2, 3, 4}, Array::Reals(24, NAN));
  EXPECT_EQ(error_of(any, question), "NOT_FINITE local_matrices[1]");
  question.put({"local_matrices", {2, 3, 4}, Array::Reals(24, 0)});
  EXPECT_EQ(error_of(any, question), "");
  EXPECT_EQ(error_of(rigid, question), "MATRIX_LOCAL local_matrices[1]");
  question.put({"local_is_matrix", {2}, Array::Integers{0, 0}});
  question.put({"local_rotations", {2, 4}, Array::Reals{0, 0, 0, 1, 0, 0, 0, 1}});
  EXPECT_EQ(error_of(any, question), "");
  EXPECT_EQ(error_of(rigid, question), "SCALE_NOT_ONE local_scales[1]");
  question.put({"local_is_matrix", {1}, Array::Integers{0}});
  EXPECT_EQ(error_of(any, question), "ARRAY_SHAPE local_is_matrix");
  ArraySet without;
  for (const Array& array : question)
    if (array.name != "local_is_matrix") without.put(array);
  EXPECT_EQ(error_of(any, without), "ARRAY_MISSING local_is_matrix");
}

TEST(declaration, errors_may_name_a_number_within_a_row) {
  const Array::Reals six = {0, 0, 0, 0, NAN, 0};
  EXPECT_EQ(error_of(real("values", "", "V 3").finite(), {2, 3}, six), "NOT_FINITE values[1]");
  EXPECT_EQ(error_of(real("values", "", "V 3").finite().each_number(), {2, 3}, six),
            "NOT_FINITE values[1][1]");
}

TEST(declaration, extents_must_be_in_their_range) {
  const ArrayDeclaration some = real("values", "", "V K").at_least_one("K");
  EXPECT_EQ(error_of(some, {2, 0}, {}), "COUNT_MISMATCH values");
  EXPECT_EQ(error_of(some, {0, 0}, {}), "") << "without rows no slot is missing";
  EXPECT_EQ(error_of(some, {1, 3}, {1, 2, 3}), "");
  const ArrayDeclaration one = real("values", "", "V K").exactly_one("K");
  EXPECT_EQ(error_of(one, {2, 1}, {1, 2}), "");
  EXPECT_EQ(error_of(one, {1, 2}, {1, 2}), "COUNT_MISMATCH values");
  EXPECT_EQ(error_of(one, {2, 0}, {}), "COUNT_MISMATCH values");
}

TEST(declaration, indices_without_an_extent_must_be_at_least_0) {
  ArraySet question;
  const ArrayList declaration = {integer("values", "", "V K").index()};
  question.add("values", {1, 2}, Array::Integers{0, 2147483647});
  EXPECT_EQ(error_of(declaration, question), "");
  question.put({"values", {1, 2}, Array::Integers{0, -1}});
  EXPECT_EQ(error_of(declaration, question), "INDEX_RANGE values[0][1]");
}

}  // namespace bindpose::declaration_test
