// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/declaration.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace bindpose {
namespace {

/// "CODE where" of a question with the one array `values`; empty where it passes.
std::string error_of(const ArrayDeclaration& declared, Shape shape, Array::Reals values) {
  ArraySet question;
  question.add("values", std::move(shape), std::move(values));
  const auto checked = check(Declaration{{declared}, {}, {}, {}}, question);
  return checked ? std::string() : checked.error().code + " " + checked.error().where;
}

}  // namespace

TEST(declaration, a_place_counts_rows_and_leaves_out_widths) {
  const Array::Reals six = {0, 0, 0, 0, NAN, 0};
  EXPECT_EQ(error_of(real("values", "", "V 3").finite(), {2, 3}, six), "NOT_FINITE values[1]");
  EXPECT_EQ(error_of(real("values", "", "N w").finite(), {2, 3}, six), "NOT_FINITE values[1]");
  EXPECT_EQ(error_of(real("values", "", "V K").finite(), {2, 3}, six), "NOT_FINITE values[1, 1]");
  EXPECT_EQ(error_of(real("values", "", "V K 1").finite(), {2, 3, 1}, six), "NOT_FINITE values[1, 1]");
  EXPECT_EQ(error_of(real("values", "", "N").finite(), {1}, {NAN}), "NOT_FINITE values[0]");
}

TEST(declaration, a_single_number_is_named_without_a_place) {
  EXPECT_EQ(error_of(real("values", "", "1").finite(), {1}, {NAN}), "NOT_FINITE values");
  EXPECT_EQ(error_of(real("values", "", "1").within(0, 1), {1}, {2}), "PARAMETER_RANGE values");
  EXPECT_EQ(error_of(real("values", "", "N").within(0, 1), {1}, {2}), "PARAMETER_RANGE values[0]");
}

TEST(declaration, a_number_may_be_an_extent) {
  const Declaration declared{
      {integer("count", "J", "1").within(0, 8).counts("J"), integer("indices", "", "N").index_into("J")},
      {},
      {},
      {}};
  const auto code = [&](std::int32_t count) {
    ArraySet question;
    question.add("count", {1}, Array::Integers{count}).add("indices", {2}, Array::Integers{0, 3});
    const auto checked = check(declared, question);
    return checked ? std::string() : checked.error().code + " " + checked.error().where;
  };
  EXPECT_EQ(code(4), "");
  EXPECT_EQ(code(3), "INDEX_RANGE indices[1]");
  EXPECT_EQ(code(-1), "PARAMETER_RANGE count");
}

TEST(declaration, above) {
  EXPECT_EQ(error_of(real("values", "", "1").above(0), {1}, {0}), "PARAMETER_RANGE values");
  EXPECT_EQ(error_of(real("values", "", "N").above(0), {2}, {0.5, NAN}), "PARAMETER_RANGE values[1]");
  EXPECT_EQ(error_of(real("values", "", "1").above(0), {1}, {0x1p-100}), "");
}

TEST(declaration, not_empty) {
  const ArrayDeclaration declared = real("values", "", "K").not_empty();
  EXPECT_EQ(error_of(declared, {0}, {}), "COUNT_MISMATCH values");
  EXPECT_EQ(error_of(declared, {1}, {5}), "");
}

TEST(declaration, increasing) {
  const ArrayDeclaration declared = real("values", "", "K").increasing();
  EXPECT_EQ(error_of(declared, {3}, {-1, 0, 2}), "");
  EXPECT_EQ(error_of(declared, {0}, {}), "");
  EXPECT_EQ(error_of(declared, {3}, {-1, 0, 0}), "TIME_ORDER values[2]");
  EXPECT_EQ(error_of(declared, {3}, {-1, -2, 0}), "TIME_ORDER values[1]");
  EXPECT_EQ(error_of(declared, {2}, {-1, NAN}), "TIME_ORDER values[1]");
}

namespace {

std::string error_of(const Declaration& declaration, const ArraySet& question) {
  const auto checked = check(declaration, question);
  return checked ? std::string() : checked.error().code + " " + checked.error().where;
}

}  // namespace

TEST(declaration, rows_beside_a_0_may_hold_anything) {
  const Declaration declaration{
      {integer("has", "", "V"), real("centres", "", "V 3").finite().where("has")}, {}, {}, {}};
  ArraySet question;
  question.add("has", {2}, Array::Integers{1, 0}).add("centres", {2, 3}, Array::Reals{0, 0, 0, 0, NAN, 0});
  EXPECT_EQ(error_of(declaration, question), "");
  question.put({"has", {2}, Array::Integers{0, 1}});
  EXPECT_EQ(error_of(declaration, question), "NOT_FINITE centres[1]");
}

TEST(declaration, slots_of_weight_0_may_hold_anything) {
  const Declaration declaration{
      {real("weights", "", "V K").optional(), real("shares", "", "V K").finite().where("weights")},
      {},
      {},
      {}};
  ArraySet question;
  question.add("shares", {2, 2}, Array::Reals{0, NAN, NAN, 0});
  EXPECT_EQ(error_of(declaration, question), "NOT_FINITE shares[0, 1]") << "without weights all are 1";
  question.add("weights", {2, 2}, Array::Reals{1, 0, 0.5, 1});
  EXPECT_EQ(error_of(declaration, question), "NOT_FINITE shares[1, 0]");
}

TEST(declaration, joints_without_influence_may_hold_anything) {
  const Declaration declaration{{integer("joints", "", "V K"), real("weights", "", "V K").optional(),
                                 real("rotations", "", "J 4").unit_quaternions().where_used()},
                                {},
                                {},
                                {}};
  ArraySet question;
  question.add("joints", {1, 2}, Array::Integers{0, 1}).add("weights", {1, 2}, Array::Reals{1, 0});
  question.add("rotations", {2, 4}, Array::Reals{0, 0, 0, 1, NAN, 0, 0, 1});
  EXPECT_EQ(error_of(declaration, question), "");
  question.put({"weights", {1, 2}, Array::Reals{0, 1}});
  EXPECT_EQ(error_of(declaration, question), "NOT_FINITE rotations[1]");
  question.put({"rotations", {2, 4}, Array::Reals{0, 0, 0, 1, 0, 0, 0, 2}});
  EXPECT_EQ(error_of(declaration, question), "NOT_UNIT rotations[1]");
}

TEST(declaration, one_array_or_another) {
  const Declaration declaration{
      {real("centres", "", "V 3").optional(), integer("has", "", "V").asked_beside("centres"),
       integer("triangles", "", "F 3").asked_instead_of("centres")},
      {},
      {},
      {}};
  ArraySet question;
  EXPECT_EQ(error_of(declaration, question), "ARRAY_MISSING triangles");
  question.add("triangles", {1, 3}, Array::Integers{0, 0, 0});
  EXPECT_EQ(error_of(declaration, question), "");
  question.add("centres", {1, 3}, Array::Reals{0, 0, 0}).put({"triangles", {1}, Array::Integers{0}});
  EXPECT_EQ(error_of(declaration, question), "ARRAY_MISSING has") << "triangles are not looked at then";
}

}  // namespace bindpose
