// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/symptoms.h"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/defects/shared/change.h"
#include "conformance/judge/position_predicates.h"
#include "conformance/testing/given.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::symptoms_test {

const std::string lbs = "skinning.linear_blend.bar.scaled.direction.pose.f32";
const std::string hose = "skinning.linear_blend.hose.slots-8.direction.pose.f32";

/// The sentence of a symptom; "" if it is not among them.
std::string sentence(std::string_view id, const std::vector<GivenAnswer>& answers) {
  const std::vector<Symptom> found = symptoms(answers);
  const auto symptom = std::ranges::find(found, id, &Symptom::id);
  return symptom == found.end() ? "" : symptom->sentence;
}

/// True if the sentence of a symptom begins so.
testing::AssertionResult begins(std::string_view id, const std::vector<GivenAnswer>& answers,
                                std::string_view beginning) {
  const std::string found = sentence(id, answers);
  return about(found.starts_with(beginning), found, beginning);
}

const auto always = [](const Question&, std::size_t) { return true; };

/// An error that differs from row to row.
double odd(std::size_t row) {
  return 0.25 + 0.125 * static_cast<double>(row * 7 % 5);
}

/// Moves each position with is_wrong(question, vertex) along z.
template <class IsWrong>
GivenAnswer wrong_where(const std::string& name, IsWrong is_wrong) {
  const Question question = given_answer(name).question;
  return given_answer(name, "positions", [&](double* row, std::size_t v) {
    if (is_wrong(question, v)) row[2] += odd(v);
  });
}

bool is_blended(const Question& question, std::size_t vertex) {
  return used_slots(question, vertex).size() > 1;
}

TEST(SymptomsTest, blended_vertices_are_a_symptom) {
  EXPECT_TRUE(begins("blended", {wrong_where(lbs, is_blended)}, "only vertices with more than one"));
  EXPECT_EQ(sentence("blended", {wrong_where(lbs, [](const Question& question,
                                                     std::size_t v) { return !is_blended(question, v); })}),
            "");
}

TEST(SymptomsTest, a_second_set_of_influences_is_a_symptom) {
  const Question question = given_answer(hose).question;
  for (const std::size_t first : {4U, 6U}) {
    const auto uses = [first](const Question& asked, std::size_t v) {
      return std::ranges::any_of(used_slots(asked, v), [first](std::size_t slot) { return slot >= first; });
    };
    std::size_t least = 8;
    for (std::size_t v = 0; v < question.arrays.find("joints")->shape[0]; ++v)
      if (uses(question, v)) least = std::min(least, used_slots(question, v).back());
    EXPECT_TRUE(has(sentence("second-set", {wrong_where(hose, uses)}),
                    fmt::format("only vertices that use slot {} or a later one are wrong", least)));
  }
  EXPECT_EQ(sentence("second-set", {wrong_where(hose, always)}), "");
}

/// True if one of these joints moves the vertex.
bool is_moved_by(const std::vector<bool>& chosen, const Question& question, std::size_t v) {
  const Array& joints = *question.arrays.find("joints");
  return std::ranges::any_of(used_slots(question, v), [&](std::size_t slot) {
    return chosen[static_cast<std::size_t>(joints.integers()[v * joints.shape[1] + slot])];
  });
}

TEST(SymptomsTest, mirroring_joints_are_a_symptom) {
  const std::string mirrored = "skinning.linear_blend.bar.mirrored.direction.pose.f32";
  const std::vector<bool> mirrors = surroundings_of(given_answer(mirrored)).mirrors;
  ASSERT_NE(std::ranges::count(mirrors, true), 0);
  ASSERT_NE(std::ranges::count(mirrors, false), 0);
  const auto wrong = [&](const Question& question, std::size_t v) {
    return is_moved_by(mirrors, question, v);
  };
  EXPECT_TRUE(begins("mirrored", {wrong_where(mirrored, wrong)}, "only what a mirroring joint moves"));
  EXPECT_EQ(sentence("mirrored", {wrong_where(lbs, wrong)}), "") << "no joint mirrors";
}

TEST(SymptomsTest, a_single_joint_is_a_symptom) {
  const auto wrong = [](const std::vector<bool>& chosen) {
    return wrong_where(
        lbs, [&](const Question& question, std::size_t v) { return is_moved_by(chosen, question, v); });
  };
  EXPECT_TRUE(begins("one-joint", {wrong({false, false, true})}, "only what depends on joint 2 is wrong"));
  EXPECT_EQ(sentence("one-joint", {wrong({true, false, true})}), "");
}

TEST(SymptomsTest, the_last_joint_is_a_symptom) {
  std::vector<GivenAnswer> answers;
  for (const std::string& name : {lbs, hose})
    answers.push_back(wrong_where(name, [](const Question& question, std::size_t v) {
      std::vector<bool> chosen(question.arrays.find("parents")->shape[0], false);
      chosen.back() = true;
      return is_moved_by(chosen, question, v);
    }));
  EXPECT_TRUE(begins("last-joint", answers, "only what the last joint moves is wrong"));
  answers.push_back(wrong_where(lbs, always));
  EXPECT_EQ(sentence("last-joint", answers), "");
}

TEST(SymptomsTest, joints_from_an_index_on_are_a_symptom) {
  const auto wrong_from = [](std::size_t first) {
    return wrong_where(hose, [first](const Question& question, std::size_t v) {
      std::vector<bool> chosen(question.arrays.find("parents")->shape[0], true);
      std::fill_n(chosen.begin(), first, false);
      return is_moved_by(chosen, question, v);
    });
  };
  const std::size_t joints = given_answer(hose).question.arrays.find("parents")->shape[0];
  EXPECT_TRUE(begins("joints-from", {wrong_from(joints - 2)},
                     fmt::format("only what joints from {} on move is wrong", joints - 2)));
  EXPECT_EQ(sentence("joints-from", {wrong_from(0)}), "") << "all are wrong";
  EXPECT_EQ(sentence("joints-from", {wrong_from(joints - 1)}), "") << "one joint alone";
}

TEST(SymptomsTest, every_nth_vertex_is_a_symptom) {
  const auto wrong_at = [](std::size_t step, std::size_t first) {
    return wrong_where(lbs, [=](const Question&, std::size_t v) { return v % step == first; });
  };
  const auto said = [](const GivenAnswer& given) { return sentence("every-so-many", {given}); };
  EXPECT_EQ(said(wrong_at(2, 1)).find("only vertices with these numbers are wrong: 1, 3, 5 and so on"), 0U);
  EXPECT_EQ(said(wrong_at(8, 3)).find("only vertices with these numbers are wrong: 3, 11, 19 and so on"), 0U)
      << "3, 7, 11 would include right rows";
  EXPECT_EQ(said(wrong_at(5, 2)), "") << "strides and work groups have no such step";
  EXPECT_EQ(said(wrong_at(1, 0)), "") << "all are wrong";
}

TEST(SymptomsTest, the_last_vertex_is_a_symptom) {
  std::vector<GivenAnswer> answers;
  for (const std::string& name : {lbs, hose}) {
    const std::size_t last = given_answer(name).right.arrays[0].shape[0] - 1;
    answers.push_back(wrong_where(name, [last](const Question&, std::size_t v) { return v == last; }));
  }
  EXPECT_EQ(sentence("last-vertex", answers), "only the last vertex is wrong");
  EXPECT_EQ(sentence("every-so-many", answers), "");
  answers.push_back(wrong_where(lbs, [](const Question&, std::size_t v) { return v == 3; }));
  EXPECT_EQ(sentence("last-vertex", answers), "");
}

TEST(SymptomsTest, vertices_from_an_index_on_are_a_symptom) {
  const auto from = [](std::size_t first) {
    return wrong_where(hose, [first](const Question&, std::size_t v) { return v >= first; });
  };
  const std::size_t vertices = given_answer(hose).right.arrays[0].shape[0];
  EXPECT_TRUE(begins("vertices-from", {from(vertices - 40)},
                     fmt::format("only vertices from {} on are wrong, counted from 0", vertices - 40)));
  EXPECT_EQ(sentence("vertices-from", {from(0)}), "") << "all are wrong";
  EXPECT_EQ(sentence("vertices-from",
                     {wrong_where(hose, [](const Question&, std::size_t v) { return v % 3 == 0; })}),
            "");
}

/// As if each child is placed by its parent's local transform.
TEST(SymptomsTest, joints_with_two_ancestors_are_a_symptom) {
  const std::string chain = "hierarchy.fk_matrix.bar.scaled-middle.pose.f32";
  const auto off_from = [&](std::size_t first) {
    return given_answer(chain, "world", [first](double* row, std::size_t j) {
      if (j >= first) row[3] += odd(j);
    });
  };
  const std::vector<GivenAnswer> deep(8, off_from(2)), children(16, off_from(1));
  EXPECT_TRUE(begins("deep-joints", deep, "only joints with at least 2 ancestors"));
  EXPECT_TRUE(begins("deep-joints", children, "only joints that have a parent"));
  const std::vector<GivenAnswer> all(8, off_from(0));
  EXPECT_EQ(sentence("deep-joints", all), "");
}

/// Outputs in which rows are off by an irregular amount in these columns if is_wrong(question, row).
template <class IsWrong>
std::vector<GivenAnswer> off_where(const std::vector<const char*>& names, const char* array,
                                   const std::vector<int>& columns, IsWrong is_wrong) {
  std::vector<GivenAnswer> answers;
  for (const char* name : names) {
    const Question question = given_answer(name).question;
    answers.push_back(given_answer(name, array, [&](double* row, std::size_t r) {
      for (const int c : columns)
        if (is_wrong(question, r)) row[c] += odd(r + static_cast<std::size_t>(c));
    }));
  }
  return answers;
}

std::vector<GivenAnswer> repeated(std::size_t times, const std::vector<GivenAnswer>& answers) {
  std::vector<GivenAnswer> all;
  for (std::size_t n = 0; n < times; ++n)
    all.insert(all.end(), answers.begin(), answers.end());
  return all;
}

/// True if a joint between this one and its root, both included, has a property: has(joint).
template <class Has>
bool any_up(const Question& question, std::size_t joint, Has has) {
  const auto& parents = question.arrays.find("parents")->integers();
  for (int j = static_cast<int>(joint); j >= 0; j = parents[static_cast<std::size_t>(j)])
    if (has(static_cast<std::size_t>(j))) return true;
  return false;
}

const std::vector<const char*> chains = {"hierarchy.fk_matrix.bar.scaled-middle.pose.f32",
                                         "hierarchy.fk_matrix.forest.any-order.pose.f32",
                                         "hierarchy.fk_matrix.bar.parents-first.pose.f32"};

TEST(SymptomsTest, parts_of_matrices_are_a_symptom) {
  EXPECT_TRUE(begins("matrix-part", off_where(chains, "world", {3, 7, 11}, always),
                     "only the translations in matrices are wrong"));
  EXPECT_EQ(sentence("matrix-part", off_where(chains, "world", {2, 3}, always)), "");
  std::vector<GivenAnswer> one_number = off_where(chains, "world", {1}, always);
  EXPECT_TRUE(has(sentence("local-numbers", one_number), "joints only row 0, column 1 is wrong"));
  EXPECT_EQ(sentence("local-numbers", off_where(chains, "world", {0, 1, 2, 3}, always)), "");
}

TEST(SymptomsTest, joint_order_and_joint_matrices_are_symptoms) {
  const auto is_before = [](const Question& question, std::size_t joint) {
    const auto& parents = question.arrays.find("parents")->integers();
    return any_up(question, joint, [&](std::size_t j) { return parents[j] > static_cast<int>(j); });
  };
  const auto is_matrix = [](const Question& question, std::size_t joint) {
    const Array* const flags = question.arrays.find("local_is_matrix");
    return flags != nullptr &&
           any_up(question, joint, [flags](std::size_t j) { return flags->integers()[j] != 0; });
  };
  const std::vector<const char*> bars = {
      "hierarchy.fk_matrix.bar.scaled-middle.pose.f32", "hierarchy.fk_matrix.chain.matrices.pose.f32",
      "hierarchy.fk_matrix.bar.parents-first.pose.f32", "hierarchy.fk_matrix.bar.child-first.pose.f32"};
  EXPECT_TRUE(begins("listed-before-parent", repeated(6, off_where(bars, "world", {0, 5}, is_before)),
                     "only joints that are listed before an ancestor"));
  EXPECT_EQ(sentence("listed-before-parent", repeated(6, off_where(bars, "world", {0, 5}, always))), "");
  EXPECT_TRUE(begins("below-matrix-joints", repeated(6, off_where(bars, "world", {0, 5}, is_matrix)),
                     "only joints that are given as matrices"));
  EXPECT_EQ(sentence("below-matrix-joints", repeated(6, off_where(bars, "world", {0, 5}, always))), "");
}

TEST(SymptomsTest, quaternions_with_negative_w_are_a_symptom) {
  const auto is_below = [](const Question& question, std::size_t joint) {
    const auto& rotations = question.arrays.find("local_rotations")->reals();
    return any_up(question, joint, [&](std::size_t j) { return rotations[4 * j + 3] < 0; });
  };
  const std::vector<const char*> bars = {"hierarchy.fk_matrix.chain.joints-260.pose.f32",
                                         "hierarchy.fk_matrix.bar.scaled-middle.pose.f32",
                                         "hierarchy.fk_matrix.forest.any-order.pose.f32"};
  const auto several = repeated(3, off_where(bars, "world", {0, 5}, is_below));
  EXPECT_TRUE(begins("negative-w", several, "only joints whose quaternion has w below 0"));
  EXPECT_EQ(sentence("negative-w", off_where(bars, "world", {0, 5}, always)), "");
}

TEST(SymptomsTest, keys_with_a_negative_dot_product_are_a_symptom) {
  const std::string turns = "animation.slerp.turn.";
  const auto off = [&](const std::string& name) {
    return given_answer(turns + name + ".pose.f32", "values",
                        [](double* row, std::size_t r) { row[0] += odd(r); });
  };
  const auto right = [&](const std::string& name) { return given_answer(turns + name + ".pose.f32"); };
  EXPECT_TRUE(begins(
      "opposite-keys",
      {off("30-flipped"), off("half-degree-flipped"), right("0.01"), right("5"), right("12"), right("120")},
      "only times between keys whose quaternions have a negative dot product are wrong"));
  EXPECT_EQ(sentence("opposite-keys", {off("30-flipped"), off("120"), right("5"), right("12")}), "");
}

/// Most wrong computations are right at a key, and between equal keys.
TEST(SymptomsTest, right_rows_at_keys_are_no_evidence) {
  const std::string flipped = "animation.slerp.turn.30-flipped.pose.f32",
                    still = "animation.slerp.turn.5.pose.f32";
  const auto off_between = [](const std::string& name) {
    const Question question = given_answer(name).question;
    const auto& t = question.arrays.find("t")->reals();
    return given_answer(name, "values", [&t](double* row, std::size_t r) {
      if (t[r] != 0 && t[r] != 1) row[0] += odd(r);
    });
  };
  GivenAnswer equal = given_answer(still);
  equal.question.arrays.put(
      {"b", equal.question.arrays.find("a")->shape, equal.question.arrays.find("a")->reals()});
  equal.right = *expect(equal.question);
  equal.answer = as_answer(equal.right);
  const std::vector<GivenAnswer> answers = {off_between(flipped), off_between(flipped), equal, equal, equal};
  EXPECT_EQ(sentence("opposite-keys", answers), "");
  std::vector<GivenAnswer> others = answers;
  others.push_back(given_answer(still));
  others.push_back(given_answer("animation.slerp.turn.120.pose.f32"));
  EXPECT_TRUE(sentence("opposite-keys", others).ends_with(" are wrong: q and -q are one rotation"));
}

/// Vertices at rest are right in most wrong computations.
TEST(SymptomsTest, right_rows_at_rest_are_no_evidence) {
  GivenAnswer given = wrong_where(lbs, is_blended);
  EXPECT_NE(sentence("blended", {given}), "");
  const Array::Reals& right = given.right.arrays[0].branch.values;
  change_rows(given.question.arrays, "positions", 3, [&](double* row, std::size_t v) {
    if (!is_blended(given.question, v)) std::copy_n(&right[3 * v], 3, row);
  });
  EXPECT_EQ(sentence("blended", {given}), "");
}

TEST(SymptomsTest, blends_with_a_negative_dot_product_are_a_symptom) {
  const std::string blended = "skinning.dual_quaternion.trident.first-influence.palette.f32";
  const auto is_opposite = [](const Question& question, std::size_t v) {
    const auto& q = question.arrays.find("palette_rotations")->reals();
    const Array& joints = *question.arrays.find("joints");
    const auto at = [&](std::size_t slot) {
      return Vec4<double>(&q[4 * static_cast<std::size_t>(joints.integers()[v * joints.shape[1] + slot])]);
    };
    const std::vector<std::size_t> used = used_slots(question, v);
    return std::ranges::any_of(used, [&](std::size_t a) {
      return std::ranges::any_of(used, [&](std::size_t b) { return at(a).dot(at(b)) < 0; });
    });
  };
  std::vector<GivenAnswer> answers = {wrong_where(blended, is_opposite)};
  for (const char* name : {"cylinder.twist-60", "bar.posed"})
    answers.push_back(
        given_answer(fmt::format("skinning.dual_quaternion.{}.first-influence.palette.f32", name)));
  EXPECT_TRUE(begins("opposite-quaternions", answers,
                     "only vertices that blend two quaternions with a negative dot product are wrong"));
  answers.push_back(
      wrong_where("skinning.dual_quaternion.cylinder.twist-60.first-influence.palette.f32", always));
  EXPECT_EQ(sentence("opposite-quaternions", answers), "");
}

TEST(SymptomsTest, joints_below_a_scale_are_a_symptom) {
  const auto is_below = [](const Question& question, std::size_t joint) {
    const auto& scales = question.arrays.find("local_scales")->reals();
    return any_up(question, joint, [&](std::size_t j) {
      return std::any_of(&scales[3 * j], &scales[3 * j] + 3, [](double scale) { return scale != 1; });
    });
  };
  const std::vector<const char*> bars = {
      "hierarchy.fk_matrix.bar.scaled-middle.pose.f32", "hierarchy.fk_matrix.bar.mirrored-middle.pose.f32",
      "hierarchy.fk_matrix.bar.parents-first.pose.f32", "hierarchy.fk_matrix.bar.child-first.pose.f32",
      "hierarchy.fk_matrix.bar.rotations-1.01.pose.f32"};
  const auto several = repeated(3, off_where(bars, "world", {0, 5}, is_below));
  EXPECT_TRUE(begins("scaled-joints", several, "only joints with a scale"));
  EXPECT_EQ(sentence("scaled-joints", off_where(bars, "world", {0}, always)), "");
}

TEST(SymptomsTest, a_common_translation_is_a_symptom) {
  const auto off = [](const std::string& name, bool is_odd) {
    return given_answer(name, "positions", [is_odd](double* row, std::size_t v) {
      row[0] += is_odd ? odd(v) : 0.5;
      row[2] -= 0.25;
    });
  };
  EXPECT_EQ(sentence("same-offset", {off(lbs, false), off(hose, false)}),
            "in 2 of 2 wrong outputs all wrong places are off by the same vector: a translation");
  EXPECT_EQ(sentence("same-offset", {off(lbs, true), off(hose, true)}), "");
}

TEST(SymptomsTest, times_at_keys_are_a_symptom) {
  const std::vector<const char*> steps = {"animation.step_track.keys.numbers.pose.f32",
                                          "animation.step_track.keys.rotations.pose.f32"};
  const auto is_at_a_key = [](const Question& question, std::size_t r) {
    const auto& times = question.arrays.find("times")->reals();
    const double t = question.arrays.find("t")->reals()[r];
    return t <= times.front() || t >= times.back() || std::ranges::find(times, t) != times.end();
  };
  EXPECT_TRUE(begins("at-keys", off_where(steps, "values", {0}, is_at_a_key), "only times at a key"));
  EXPECT_EQ(sentence("at-keys", off_where(steps, "values", {0}, always)), "");
  const auto is_beyond = [](const Question& question, std::size_t r) {
    const auto& times = question.arrays.find("times")->reals();
    const double t = question.arrays.find("t")->reals()[r];
    return t < times.front() || t > times.back();
  };
  EXPECT_TRUE(begins("at-keys", off_where(steps, "values", {0}, is_beyond), "only times beyond all keys"));
}

TEST(SymptomsTest, one_joint_of_each_chain_is_a_symptom) {
  const std::vector<const char*> arms = {"ik.ik_two_bone.arm.around.pose.f32"};
  EXPECT_TRUE(begins("place-in-chain", off_where(arms, "positions", {3, 4}, always),
                     "only joint 1 of each chain is wrong"));
  EXPECT_EQ(sentence("place-in-chain", off_where(arms, "positions", {0, 3, 6}, always)), "");
}

TEST(SymptomsTest, goals_out_of_reach_are_a_symptom) {
  const std::string far = "ik.ik_two_bone.arm.too-far.pose.f32",
                    around = "ik.ik_two_bone.arm.around.pose.f32";
  const GivenAnswer wrong =
      given_answer(far, "positions", [](double* row, std::size_t n) { row[3] += odd(n); });
  EXPECT_TRUE(begins("out-of-reach", {wrong, wrong, given_answer(around), given_answer(around)},
                     "only chains whose goal is out of reach are wrong"));
  EXPECT_EQ(sentence("out-of-reach", off_where({around.c_str()}, "positions", {3}, always)), "");
}

TEST(SymptomsTest, goals_that_are_too_near_are_a_symptom) {
  const std::string far = "ik.ik_two_bone.arm.too-far.pose.f32",
                    near = "ik.ik_two_bone.arm.too-near.pose.f32",
                    around = "ik.ik_two_bone.arm.around.pose.f32";
  const GivenAnswer wrong =
      given_answer(near, "positions", [](double* row, std::size_t n) { row[3] += odd(n); });
  const std::vector<GivenAnswer> all = {
      wrong, wrong, given_answer(far), given_answer(far), given_answer(around), given_answer(around)};
  EXPECT_EQ(sentence("too-near", all).find("only chains whose goal is nearer to the root"), 0U);
  EXPECT_EQ(sentence("too-near", off_where({far.c_str()}, "positions", {3}, always)), "");
}

TEST(SymptomsTest, joints_with_a_mirroring_matrix_are_a_symptom) {
  const std::string binds = "hierarchy.inverse_bind.joints.";
  const std::vector<bool> mirrors = surroundings_of(given_answer(binds + "mirrored.pose.f32")).mirrors;
  ASSERT_NE(std::ranges::count(mirrors, true), 0);
  const GivenAnswer wrong =
      given_answer(binds + "mirrored.pose.f32", "inverse_binds", [&](double* row, std::size_t j) {
        if (mirrors[j]) row[3] += odd(j);
      });
  EXPECT_NE(sentence("mirrored", {wrong, given_answer(binds + "scaled.pose.f32"),
                                  given_answer(binds + "turned.pose.f32")}),
            "");
}

TEST(SymptomsTest, vertices_with_a_small_weight_are_a_symptom) {
  const auto has_small = [](double most) {
    return [most](const Question& question, std::size_t v) {
      const Array& weights = *question.arrays.find("weights");
      const std::size_t slots = weights.shape[1];
      for (std::size_t slot = 0; slot < slots; ++slot)
        if (const double w = weights.reals()[v * slots + slot]; w != 0 && w <= most) return true;
      return false;
    };
  };
  EXPECT_TRUE(begins("small-weights", {wrong_where(lbs, has_small(0.5))},
                     "only vertices with a weight of 0.5 or less are wrong"));
  EXPECT_EQ(sentence("small-weights", {wrong_where(lbs, has_small(1))}), "");
}

TEST(SymptomsTest, target_weights_below_0_or_above_1_are_a_symptom) {
  const auto wrong = [](const char* name) {
    return given_answer(name, "positions", [](double* row, std::size_t v) { row[0] += odd(v); });
  };
  const char *beyond = "morph.dense.bar.beyond.here.pose.f32", *within = "morph.dense.bar.one.here.pose.f32";
  EXPECT_TRUE(begins("target-weights", {wrong(beyond), given_answer(within)},
                     "only outputs for inputs with a target weight below 0 or above 1 are wrong"));
  EXPECT_EQ(sentence("target-weights", {wrong(within), given_answer(beyond)}), "");
  EXPECT_EQ(sentence("target-weights", {wrong(lbs.c_str()), given_answer(beyond)}), "")
      << "it has no targets";
}

/// Right outputs for the same inputs with other target weights.
template <class Change>
std::vector<GivenAnswer> with_target_weights(Change change) {
  std::vector<GivenAnswer> answers;
  for (const char* name : {"morph.dense.bar.two.here.pose.f32", "morph.dense.bar.beyond.here.pose.f32"}) {
    GivenAnswer given = given_answer(name);
    Question other = given.question;
    change(*reals_of(other.arrays, "target_weights"));
    given.answer = as_answer(*expect(other));
    answers.push_back(std::move(given));
  }
  return answers;
}

TEST(SymptomsTest, other_target_weights_are_a_symptom) {
  const std::string twice = sentence("other-target-weights", with_target_weights([](Array::Reals& weights) {
                                       for (double& w : weights)
                                         w *= 2;
                                     }));
  EXPECT_TRUE(twice.starts_with("2 of 2 wrong outputs are right for other weights of their targets: "))
      << twice;
  const std::string turned =
      sentence("other-target-weights",
               with_target_weights([](Array::Reals& weights) { std::ranges::reverse(weights); }));
  EXPECT_TRUE(has(turned, "the given ones in another order: "));
  std::vector<GivenAnswer> others = with_target_weights([](Array::Reals&) {});
  for (GivenAnswer& given : others)
    change_rows(given.answer.arrays, "positions", 3, [](double* row, std::size_t v) { row[0] += odd(v); });
  EXPECT_EQ(sentence("other-target-weights", others), "") << "no weights give these positions";
}

TEST(SymptomsTest, small_and_large_rotation_angles_are_symptoms) {
  const auto right = [](const char* turn) {
    return given_answer(fmt::format("animation.slerp.turn.{}.pose.f32", turn));
  };
  const auto wrong = [](const char* turn) {
    const std::string name = fmt::format("animation.slerp.turn.{}.pose.f32", turn);
    return off_where({name.c_str()}, "values", {0, 1, 2, 3}, always).front();
  };
  std::vector<GivenAnswer> small, large;
  for (const char* turn : {"tenth-degree", "3", "30-flipped"})
    small.push_back(wrong(turn)), large.push_back(right(turn));
  for (const char* turn : {"120", "170", "178"})
    small.push_back(right(turn)), large.push_back(wrong(turn));
  EXPECT_TRUE(begins("small-turns", small, "only rotations of 30 degrees and less are wrong"));
  EXPECT_TRUE(begins("large-turns", large, "only rotations of 120 degrees and more are wrong"));
  EXPECT_EQ(sentence("small-turns", large), "");
  EXPECT_EQ(sentence("large-turns", small), "");
}

TEST(SymptomsTest, every_nth_vertex_is_found_in_a_sample) {
  const GivenAnswer whole = wrong_where(hose, [](const Question&, std::size_t v) { return v % 16 == 5; });
  const auto sample = sample_of(whole.question, whole.right, whole.answer,
                                {.fewest_rows = 4, .most_wrong = 8, .most_right = 40});
  ASSERT_TRUE(sample);
  ASSERT_NE(sample->rows.size(), whole.right.arrays[0].shape[0]);
  EXPECT_TRUE(
      begins("every-so-many", {*sample}, "only vertices with these numbers are wrong: 5, 21, 37 and"));
}

/// The vertices that a joint moves.
std::vector<bool> moved_by(const Question& question, std::size_t joint, std::size_t joints) {
  std::vector<bool> chosen(joints, false), moved;
  chosen[joint] = true;
  for (std::size_t v = 0; v < question.arrays.find("joints")->shape[0]; ++v)
    moved.push_back(is_moved_by(chosen, question, v));
  return moved;
}

TEST(SymptomsTest, the_joint_with_the_fewest_right_vertices_is_named) {
  const Question question = given_answer(hose).question;
  const std::size_t joints = question.arrays.find("parents")->shape[0], last = joints - 1;
  const std::vector<bool> by_last = moved_by(question, last, joints);
  const std::vector<bool> by_next = moved_by(question, last - 1, joints);
  std::size_t right_of_last = 0, right_of_next = 0;
  for (std::size_t v = 0; v < by_last.size(); ++v) {
    right_of_last += by_last[v] && !by_next[v] ? 1 : 0;
    right_of_next += by_next[v] && !by_last[v] ? 1 : 0;
  }
  ASSERT_LT(right_of_last, right_of_next);
  GivenAnswer given =
      wrong_where(hose, [&](const Question&, std::size_t v) { return by_last[v] && by_next[v]; });
  given.joint_names.assign(joints, "");
  given.joint_names[last] = "Nozzle";
  const std::vector<Symptom> found = symptoms(std::vector{given});
  EXPECT_EQ(std::ranges::count(found, "one-joint", &Symptom::id), 1);
  EXPECT_TRUE(
      begins("one-joint", {given},
             fmt::format("only what depends on joint Nozzle is wrong (also true of {} of ", right_of_last)));
}

TEST(SymptomsTest, one_axis_and_one_array_are_symptoms) {
  const auto everywhere = wrong_where(lbs, always);
  EXPECT_TRUE(begins("one-axis", {everywhere}, "only z is wrong ("));
  EXPECT_TRUE(begins("one-array", {everywhere}, "only positions are wrong"));
  for (const std::string name : {"normals", "tangents"}) {
    const GivenAnswer off = off_where({lbs.c_str()}, name.c_str(), {0, 1, 2}, always).front();
    EXPECT_EQ(sentence("one-axis", {off}), "");
    EXPECT_TRUE(begins("one-array", {off}, "only " + name + " are wrong"));
    EXPECT_EQ(sentence("one-array", {off, everywhere}), "");
  }
}

TEST(SymptomsTest, one_axis_of_matrices_is_a_symptom) {
  const auto given = given_answer("hierarchy.fk_matrix.bar.scaled-middle.pose.f32", "world",
                                  [](double* row, std::size_t j) { row[6] += odd(j), row[7] -= odd(j); });
  EXPECT_TRUE(begins("one-axis", {given, given, given, given}, "only y is wrong"));
}

TEST(SymptomsTest, outputs_right_only_at_rest_are_a_symptom) {
  const std::string rest = "skinning.linear_blend.bar.rest.direction.pose.f32";
  const auto all_wrong = [](const std::string& name) {
    GivenAnswer given = given_answer(name);
    for (const char* array : {"positions", "normals", "tangents"})
      for (std::size_t i = 0; double& x : *reals_of(given.answer.arrays, array))
        x += odd(i++);
    return given;
  };
  EXPECT_NE(sentence("right-at-rest", {all_wrong(lbs), given_answer(rest)}), "");
  EXPECT_EQ(sentence("right-at-rest", {all_wrong(rest), given_answer(lbs)}), "");
}

TEST(SymptomsTest, one_key_interval_is_a_symptom) {
  const std::string track = "animation.linear_track.keys.rotations.pose.f32";
  const Question question = given_answer(track).question;
  const auto &keys = question.arrays.find("times")->reals(), &t = question.arrays.find("t")->reals();
  const auto given = given_answer(track, "values", [&](double* row, std::size_t i) {
    if (t[i] >= keys[1] && t[i] < keys[2])
      for (int c = 0; c < 4; ++c)
        row[c] += odd(i + static_cast<std::size_t>(c));
  });
  EXPECT_TRUE(begins("one-key-interval", {given, given, given, given}, "only times between keys 1 and 2"));
}

TEST(SymptomsTest, times_between_keys_are_a_symptom) {
  const std::string track = "animation.linear_track.keys.rotations.pose.f32";
  const Question question = given_answer(track).question;
  const auto &keys = question.arrays.find("times")->reals(), &t = question.arrays.find("t")->reals();
  const auto off_where = [&](auto is_wrong) {
    return given_answer(track, "values", [&](double* row, std::size_t i) {
      for (std::size_t c = 0; c < 4 && is_wrong(t[i]); ++c)
        row[c] += odd(i + c);
    });
  };
  const auto is_between = [&](double at) {
    return at > keys.front() && at < keys.back() && std::ranges::find(keys, at) == keys.end();
  };
  const GivenAnswer between = off_where(is_between), all = off_where([](double) { return true; });
  EXPECT_TRUE(begins("between-keys", {between, between, between}, "only times between keys are wrong"));
  EXPECT_EQ(sentence("between-keys", {all, all, all}), "");
}

/// The shoulder of these loops does not move: its keys are equal, so it is right at every time.
TEST(SymptomsTest, times_between_equal_keys_show_nothing) {
  const std::string family = "animation.pose_loop.elbow.";
  const auto off = [&](const char* name, std::size_t wrong) {
    return given_answer(family + name, "translations", [wrong](double* row, std::size_t joint) {
      if (joint == wrong) row[1] += odd(joint);
    });
  };
  std::vector<GivenAnswer> answers;
  for (int i = 0; i < 6; ++i) {
    answers.push_back(off("even-1250ms.pose.f32", 1));
    answers.push_back(off("even-3500ms.pose.f32", 1));  // on the way from the last key to the first
    answers.push_back(given_answer(family + "even-8000ms.pose.f32"));  // on a key
  }
  EXPECT_TRUE(begins("between-keys", answers, "only times between keys are wrong"));
  answers.push_back(off("even-1250ms.pose.f32", 0));
  EXPECT_EQ(sentence("between-keys", answers), "");
}

TEST(SymptomsTest, negative_times_are_a_symptom) {
  const std::string family = "animation.pose_loop.elbow.";
  const auto wrong = [&](const char* name) {
    return given_answer(family + name, "translations", [](double* row, std::size_t i) { row[1] += odd(i); });
  };
  std::vector<GivenAnswer> answers;
  for (int i = 0; i < 4; ++i) {
    for (const char* name : {"even-1250ms.pose.f32", "even-9250ms.pose.f32", "uneven-250ms.pose.f32"})
      answers.push_back(given_answer(family + name));
    for (const char* name : {"minus-1625ms.pose.f32", "negative-t.pose.f32"})
      answers.push_back(wrong(name));
  }
  EXPECT_TRUE(begins("negative-time", answers, "only times below 0 are wrong"));
  answers.push_back(wrong("uneven-3250ms.pose.f32"));
  EXPECT_EQ(sentence("negative-time", answers), "");
}

/// Every tenth vertex is wrong and has these two weights, for two joints or twice for joint 0.
GivenAnswer wrong_with_weights(double first, double second, bool has_one_joint) {
  GivenAnswer given = wrong_where(lbs, [](const Question&, std::size_t v) { return v % 10 == 0; });
  auto& weights = *reals_of(given.question.arrays, "weights");
  auto& joints = *integers_of(given.question.arrays, "joints");
  const std::size_t slots = given.question.arrays.find("weights")->shape[1];
  for (std::size_t v = 0; v * slots < weights.size(); ++v) {
    const bool is_wrong = v % 10 == 0;
    for (std::size_t k = 0; k < slots; ++k) {
      weights[v * slots + k] = k == 0 ? (is_wrong ? first : 0.25) : k == 1 ? (is_wrong ? second : 0.75) : 0;
      joints[v * slots + k] = static_cast<std::int32_t>(is_wrong && has_one_joint ? 0 : k);
    }
  }
  return given;
}

TEST(SymptomsTest, unusual_weights_and_slots_are_symptoms) {
  const GivenAnswer beyond = wrong_with_weights(1.5, -0.5, false), sum = wrong_with_weights(0.5, 0.25, false),
                    twice = wrong_with_weights(0.5, 0.5, true);
  EXPECT_TRUE(begins("weight-beyond-0-to-1", {beyond}, "only vertices with a weight below 0 or above 1"));
  EXPECT_EQ(sentence("weight-beyond-0-to-1", {sum}), "");
  EXPECT_TRUE(begins("weight-sum", {sum}, "only vertices whose weights do not sum to 1 are wrong"));
  EXPECT_EQ(sentence("weight-sum", {beyond}), "");
  EXPECT_TRUE(begins("joint-twice", {twice}, "only vertices that list a joint in two slots are wrong"));
  EXPECT_EQ(sentence("joint-twice", {sum}), "");
}

TEST(SymptomsTest, an_error_that_grows_with_distance_is_a_symptom) {
  const Question question = given_answer(lbs).question;
  const auto& rest = question.arrays.find("positions")->reals();
  const auto growing = [&](double* row, std::size_t v) {
    row[0] += 0.01 * Vec3<double>(rest[3 * v], rest[3 * v + 1], rest[3 * v + 2]).norm();
  };
  EXPECT_TRUE(has(sentence("grows-with-distance", {given_answer(lbs, "positions", growing)}), "the origin"));
  EXPECT_EQ(sentence("grows-with-distance", {wrong_where(lbs, always)}), "");
}

TEST(SymptomsTest, the_first_wrong_stage_is_a_symptom) {
  GivenAnswer given = wrong_where(lbs, is_blended);
  EXPECT_EQ(sentence("first-wrong-stage", {given}), "") << "all stages are right";
  EXPECT_EQ(
      sentence("after-stages", {given}),
      "all stages are right in all 1 wrong outputs that give stages: the defect comes after the skinning "
      "matrices");
  (*reals_of(given.answer.arrays, "palette"))[5] += 1;
  EXPECT_TRUE(
      begins("first-wrong-stage", {given}, "the first wrong stage is the skinning matrices in all 1"));
  GivenAnswer rigid = given_answer("skinning.dual_quaternion.bar.posed.first-influence.pose.f32");
  (*reals_of(rigid.answer.arrays, "positions"))[5] += 1;
  (*reals_of(rigid.answer.arrays, "palette_rotations"))[5] += 1;
  EXPECT_TRUE(has(sentence("first-wrong-stage", {given, rigid}), "in all 2"));
  GivenAnswer other = given;
  (*reals_of(other.answer.arrays, "world"))[5] += 1;
  EXPECT_EQ(sentence("first-wrong-stage", {given, other}), "");
}

TEST(SymptomsTest, a_feature_of_all_wrong_inputs_is_a_symptom) {
  const auto answer = [](const char* name, bool is_wrong) {
    return is_wrong ? wrong_where(name, always) : given_answer(name);
  };
  const std::vector<const char*> scaled = {"skinning.linear_blend.bar.scaled.direction.pose.f32",
                                           "skinning.linear_blend.bar.mirrored.direction.pose.f32"},
                                 posed = {"skinning.linear_blend.bar.posed.direction.pose.f32",
                                          "skinning.linear_blend.bar.rest.direction.pose.f32"};
  const auto said = [&](bool are_scaled_wrong, std::size_t times) {
    std::vector<GivenAnswer> answers;
    for (std::size_t i = 0; i < times; ++i) {
      for (const char* name : scaled)
        answers.push_back(answer(name, are_scaled_wrong));
      for (const char* name : posed)
        answers.push_back(answer(name, !are_scaled_wrong));
    }
    return sentence("question-fact", answers);
  };
  const std::string words = "all wrong outputs, and none of the right ones, belong to inputs in which ";
  EXPECT_EQ(said(true, 4), words + "a joint is scaled");
  EXPECT_EQ(said(false, 4),
            "all wrong outputs, and none of the right ones, belong to inputs without this property: a joint "
            "is scaled");
  for (const std::size_t few : {1U, 2U, 3U})
    EXPECT_EQ(said(true, few), "") << "few outputs may differ by chance";
}

/// Outputs for inputs with 1, 2 ... targets, of which those with more than `right` are wrong.
std::vector<GivenAnswer> answers_by_size(std::size_t sizes, std::size_t right, std::size_t times) {
  const GivenAnswer is_right = given_answer(hose), is_wrong = wrong_where(hose, always);
  std::vector<GivenAnswer> answers;
  for (std::size_t i = 0; i < sizes * times; ++i) {
    const std::size_t targets = i % sizes + 1;
    answers.push_back(targets > right ? is_wrong : is_right);
    answers.back().question.arrays.put({"target_weights", {targets}, Array::Reals(targets, 0.5)});
  }
  return answers;
}

TEST(SymptomsTest, the_size_of_wrong_inputs_is_a_symptom) {
  EXPECT_TRUE(has(sentence("question-fact", answers_by_size(14, 7, 1)), "8 targets or more"));
  EXPECT_EQ(sentence("question-fact", answers_by_size(14, 2, 1)), "") << "too few right outputs";
  EXPECT_EQ(sentence("question-fact", answers_by_size(3, 2, 8)), "") << "too few sizes";
}

/// A few numbers have much in common by chance.
TEST(SymptomsTest, one_wrong_vertex_has_no_symptoms) {
  const auto one = wrong_where(lbs, [](const Question&, std::size_t v) { return v == 5; });
  for (const Symptom& symptom : symptoms(std::vector{one}))
    EXPECT_EQ(symptom.id, "after-stages") << symptom.sentence;
}

TEST(SymptomsTest, right_outputs_have_no_symptoms) {
  EXPECT_TRUE(symptoms(std::vector{given_answer(lbs), given_answer(hose)}).empty());
  EXPECT_TRUE(symptoms({}).empty());
}

}  // namespace bindpose::conformance::symptoms_test
