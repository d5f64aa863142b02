// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/entries.h"

#include <gtest/gtest.h>

namespace bindpose::gpu::entries_test {

ShaderFunction sparse_body() {
  ShaderFunction body;
  body.inputs = {{InputKind::uniform, "target_weights", 1, InputDeclaration::any, false},
                 {InputKind::entry, "target_positions", 1, 3, false},
                 {InputKind::entry, "target_normals", 1, 3, true}};
  return body;
}

/// Three vertices; target 0 displaces vertices 0 and 2, target 1 none, target 2 vertex 2.
ArraySet sparse_question() {
  ArraySet question;
  question.add("positions", {3, 3}, Array::Reals(9, 0.0));
  question.add("target_offsets", {3}, Array::Integers{0, 2, 2});
  question.add("target_vertices", {3}, Array::Integers{0, 2, 2});
  question.add("target_positions", {3, 3}, Array::Reals{1, 2, 3, 4, 5, 6, 7, 8, 9});
  return question;
}

std::string error_of(const ArraySet& question) {
  const auto framed = entries_as_frames(question, sparse_body());
  return framed ? "none" : framed.error().code + " " + framed.error().where;
}

void replace(ArraySet& question, const char* name, Array::Integers values) {
  question.remove(name);
  const std::size_t count = values.size();
  question.add(name, {count}, std::move(values));
}

TEST(Entries, entries_are_ordered_by_slot_and_vertex) {
  const auto framed = entries_as_frames(sparse_question(), sparse_body());
  ASSERT_TRUE(framed) << to_string(framed.error());
  const Array &targets = *framed->question.find("entry_targets"),
              &moved = *framed->question.find("target_positions");
  EXPECT_EQ(targets.shape, (Shape{2, 3}));
  EXPECT_EQ(targets.reals(), (Array::Reals{0, -1, 0, -1, -1, 2}));
  EXPECT_EQ(moved.shape, (Shape{2, 3, 3}));
  EXPECT_EQ(moved.reals(), (Array::Reals{1, 2, 3, 0, 0, 0, 4, 5, 6, 0, 0, 0, 0, 0, 0, 7, 8, 9}));
  EXPECT_FALSE(framed->question.has("target_normals"));
  EXPECT_FALSE(framed->body.reads_entries());
  EXPECT_EQ(framed->body.inputs.back(), (InputDeclaration{InputKind::frame, "entry_targets", 1, 1, false}));
}

TEST(Entries, a_mesh_without_entries_has_one_empty_slot) {
  ArraySet question = sparse_question();
  replace(question, "target_offsets", {0});
  replace(question, "target_vertices", {});
  question.remove("target_positions");
  question.add("target_positions", {0, 3}, Array::Reals{});
  const auto framed = entries_as_frames(question, sparse_body());
  ASSERT_TRUE(framed) << to_string(framed.error());
  EXPECT_EQ(framed->question.find("entry_targets")->reals(), (Array::Reals{-1, -1, -1}));
  EXPECT_EQ(framed->question.find("target_positions")->shape, (Shape{1, 3, 3}));
}

TEST(Entries, entries_of_missing_vertices_or_targets_are_refused) {
  ArraySet question = sparse_question();
  replace(question, "target_vertices", {0, 3, 2});
  EXPECT_EQ(error_of(question), "INDEX_RANGE target_vertices[1]");
  replace(question, "target_vertices", {0, -1, 2});
  EXPECT_EQ(error_of(question), "INDEX_RANGE target_vertices[1]");
  question = sparse_question();
  replace(question, "target_offsets", {1, 2, 2});
  EXPECT_EQ(error_of(question), "COUNT_MISMATCH target_offsets");
  replace(question, "target_offsets", {});
  EXPECT_EQ(error_of(question), "COUNT_MISMATCH target_offsets");
  question.remove("target_offsets");
  EXPECT_EQ(error_of(question), "ARRAY_MISSING target_offsets");
}

TEST(Entries, wrong_shapes_and_types_are_refused) {
  ArraySet question = sparse_question();
  question.remove("target_positions");
  question.add("target_positions", {2, 3}, Array::Reals(6, 0.0));
  EXPECT_EQ(error_of(question), "ARRAY_SHAPE target_positions");
  question.remove("target_positions");
  question.add("target_positions", {3, 3}, Array::Integers(9, 0));
  EXPECT_EQ(error_of(question), "ARRAY_TYPE target_positions");
}

}  // namespace bindpose::gpu::entries_test
