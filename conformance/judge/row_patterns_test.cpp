// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/row_patterns.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/defects/shared/stages.h"
#include "conformance/testing/given.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::row_patterns_test {

const std::string lbs = "skinning.linear_blend.bar.scaled.direction.pose.f32",
                  chain = "hierarchy.fk_matrix.bar.scaled-middle.pose.f32",
                  track = "animation.linear_track.keys.numbers.pose.f32",
                  rotations = "animation.linear_track.keys.rotations.pose.f32",
                  limit = "binding.weight_limit.hose.four.pose.f32",
                  arm = "ik.ik_two_bone.arm.around.pose.f32";

/// The patterns of all arrays that are wrong, each with its id.
std::string pattern(const GivenAnswer& given) {
  std::string all;
  for (const Symptom& each : patterns_of_rows(std::vector{given}))
    all += each.id + ": " + each.sentence + "\n";
  return all;
}

/// An error that follows no rule.
double odd(std::size_t i) {
  return 0.125 + 0.0625 * static_cast<double>(i * 7 % 5);
}

template <class Change>
std::string pattern_of(const std::string& name, const char* array, Change change) {
  return pattern(given_answer(name, array, change));
}

TEST(RowPatternsTest, irregular_errors_have_no_pattern) {
  EXPECT_EQ(pattern(given_answer(lbs)), "");
  for (const char* array : {"positions", "normals"})
    EXPECT_EQ(pattern_of(lbs, array,
                         [](double* row, std::size_t v) {
                           row[0] += odd(v), row[1] -= odd(v + 1), row[2] += odd(v + 2);
                         }),
              "");
}

TEST(RowPatternsTest, identity_matrices_are_recognised) {
  const auto identity = [](double* row, std::size_t) {
    for (std::size_t n = 0; n < 12; ++n)
      row[n] = n % 5 == 0 ? 1 : 0;
  };
  const std::string binds = "hierarchy.inverse_bind.joints.scaled.pose.f32";
  EXPECT_TRUE(has(pattern_of(binds, "inverse_binds", identity), "rows-identity: "));
}

TEST(RowPatternsTest, weights_outside_0_to_1_are_recognised) {
  const auto leave = [](double* row, std::size_t v) { row[0] -= 1 + odd(v), row[1] += 1 + odd(v); };
  EXPECT_TRUE(has(pattern_of(limit, "joint_weights", leave), "rows-beyond-0-and-1: "));
  EXPECT_FALSE(has(pattern_of(lbs, "positions", [](double* row, std::size_t v) { row[0] -= 9 + odd(v); }),
                   "rows-beyond-0-and-1: "))
      << "right positions also are beyond";
}

TEST(RowPatternsTest, rows_of_zeros_or_of_the_input_are_recognised) {
  EXPECT_TRUE(has(pattern_of(lbs, "normals", [](double* row, std::size_t) { std::fill_n(row, 3, 0); }),
                  "rows-zero: "));
  const GivenAnswer right = given_answer(lbs);
  const auto& rest = right.question.arrays.find("positions")->reals();
  EXPECT_TRUE(has(
      pattern_of(lbs, "positions", [&](double* row, std::size_t v) { std::copy_n(&rest[3 * v], 3, row); }),
      " wrong rows of positions are positions, as in the input"));
  const Array::Reals locals = rows_of(locals_of(given_answer(chain).question));
  std::vector<GivenAnswer> chains(5, given_answer(chain, "world", [&](double* row, std::size_t j) {
                                    std::copy_n(&locals[12 * j], 12, row);
                                  }));
  ASSERT_FALSE(patterns_of_rows(chains).empty());
  EXPECT_TRUE(has(patterns_of_rows(chains)[0].sentence, "are the local transforms"));
}

TEST(RowPatternsTest, rows_of_another_vertex_or_array_are_recognised) {
  const GivenAnswer right = given_answer(lbs);
  const auto values = [&](const char* name) {
    return std::ranges::find(right.right.arrays, name, &ExpectedArray::name)->branch.values;
  };
  const RowNumbers positions = values("positions"), tangents = values("tangents");
  EXPECT_TRUE(has(pattern_of(lbs, "positions",
                             [&](double* row, std::size_t v) {
                               if (v > 0) std::copy_n(&positions[3 * v - 3], 3, row);
                             }),
                  "rows of positions are the right ones of the row before their own"));
  EXPECT_TRUE(has(
      pattern_of(lbs, "normals", [&](double* row, std::size_t v) { std::copy_n(&tangents[4 * v], 3, row); }),
      "rows of normals are what tangents should be"));
}

TEST(RowPatternsTest, one_number_is_no_row_of_another_array) {
  const GivenAnswer right = given_answer(arm);
  const RowNumbers positions =
      std::ranges::find(right.right.arrays, "positions", &ExpectedArray::name)->branch.values;
  EXPECT_FALSE(
      has(pattern_of(arm, "residual", [&](double* row, std::size_t n) { row[0] = positions[9 * n]; }),
          "what positions should be"));
}

TEST(RowPatternsTest, reordered_and_scaled_numbers_are_recognised) {
  EXPECT_TRUE(has(pattern_of(lbs, "positions",
                             [](double* row, std::size_t) {
                               std::swap(row[1], row[2]);
                               row[1] = -row[1];
                             }),
                  "rows of positions hold x, -z, y of the right ones"));
  const auto times = [](auto factor) {
    return [factor](double* row, std::size_t v) {
      for (int c = 0; c < 3; ++c)
        row[c] *= factor(v);
    };
  };
  EXPECT_TRUE(has(pattern_of(lbs, "positions", times([](std::size_t) { return 0.01; })),
                  "are the right ones times 0.01: only their length is wrong"));
  EXPECT_TRUE(has(pattern_of(lbs, "positions", times([](std::size_t) { return 1.0002; })),
                  "are the right ones times 1 + 0.0002: only their length is wrong"));
  EXPECT_TRUE(has(pattern_of(lbs, "normals", times([](std::size_t v) { return 1 + odd(v); })),
                  "are the right ones times a number that differs from row to row"));
}

TEST(RowPatternsTest, a_wrong_sign_and_reciprocals_are_recognised) {
  EXPECT_TRUE(has(pattern_of(lbs, "positions", [](double* row, std::size_t) { row[2] = -row[2]; }),
                  "rows of positions hold x, y, -z of the right ones"));
  const std::vector<GivenAnswer> reciprocals(
      5,
      given_answer("animation.pose_difference.figure.poses.pose.f32", "scales", [](double* row, std::size_t) {
        for (int c = 0; c < 3; ++c)
          row[c] = 1 / row[c];
      }));
  const auto found = patterns_of_rows(reciprocals);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "rows-reciprocal");
}

TEST(RowPatternsTest, a_large_mesh_does_not_decide_alone) {
  const auto zero = [](double* row, std::size_t) { std::fill_n(row, 3, 0); };
  std::vector<GivenAnswer> all(13, given_answer(lbs, "normals", zero));
  const std::size_t few = 13 * given_answer(lbs).question.arrays.find("normals")->shape[0];
  all.push_back(given_answer("skinning.linear_blend.crowd.influences-2.direction.palette.f32", "normals",
                             [](double* row, std::size_t v) {
                               for (std::size_t c = 0; c < 3; ++c)
                                 row[c] = odd(v + c) - 0.25;
                             }));
  ASSERT_GT(all.back().question.arrays.find("normals")->shape[0], few);
  const auto found = patterns_of_rows(all);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "rows-zero");
}

TEST(RowPatternsTest, negated_matrices_are_recognised) {
  const std::vector<GivenAnswer> turned(5, given_answer(chain, "world", [](double* row, std::size_t) {
                                          for (int c = 0; c < 12; ++c)
                                            row[c] = -row[c];
                                        }));
  const std::vector<Symptom> found = patterns_of_rows(turned);
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(has(found[0].sentence, "are right except the sign of every number"));
}

TEST(RowPatternsTest, signs_of_matrices_and_repeated_numbers_are_recognised) {
  const std::vector<GivenAnswer> mirrored(5, given_answer(chain, "world", [](double* row, std::size_t) {
                                            for (const int c : {2, 6, 8, 9, 11})
                                              row[c] = -row[c];
                                          }));
  ASSERT_FALSE(patterns_of_rows(mirrored).empty());
  EXPECT_EQ(patterns_of_rows(mirrored)[0].id, "rows-signs");
  EXPECT_TRUE(has(pattern_of(lbs, "positions",
                             [](double* row, std::size_t) { std::fill_n(row, 3, row[0] + row[1] + row[2]); }),
                  "rows of positions hold one number three times"));
  // Not a pattern if right rows also have three equal numbers.
  GivenAnswer given = given_answer(lbs);
  auto& meant = std::ranges::find(given.right.arrays, "positions", &ExpectedArray::name)->branch.values;
  for (std::size_t i = 0; i < meant.size(); ++i)
    meant[i] = 1 + odd(i / 3);
  change_rows(given.answer.arrays, "positions", 3,
              [](double* row, std::size_t v) { std::fill_n(row, 3, 3 + odd(v)); });
  EXPECT_TRUE(has(pattern(given), "rows of positions are the right ones times a number"));
}

TEST(RowPatternsTest, a_property_of_six_in_ten_rows_is_not_a_pattern) {
  EXPECT_EQ(pattern_of(lbs, "positions",
                       [](double* row, std::size_t v) {
                         for (std::size_t c = 0; c < 3; ++c)
                           row[c] = v % 10 < 6 ? 2 * row[c] : row[c] + odd(v + c);
                       }),
            "");
}

TEST(RowPatternsTest, vertices_that_move_too_far_are_recognised) {
  const GivenAnswer right = given_answer(lbs);
  const auto& rest = right.question.arrays.find("positions")->reals();
  EXPECT_TRUE(has(pattern_of(lbs, "positions",
                             [&](double* row, std::size_t v) {
                               for (std::size_t c = 0; c < 3; ++c)
                                 row[c] += 0.5 * (row[c] - rest[3 * v + c]);
                             }),
                  "are moved in the right direction, 1.5 times as far"));
}

TEST(RowPatternsTest, wrong_sums_and_errors_of_1_are_recognised) {
  const auto scaled = [](double* row, std::size_t v) { row[v % 3] += 0.25; };
  EXPECT_TRUE(has(pattern_of(limit, "joint_weights", scaled), "do not sum to 1"));
  EXPECT_TRUE(has(pattern_of("binding.pack_u8.four.stored.pose.f32", "bytes",
                             [](double* row, std::size_t) { row[0] += 1, row[1] -= 1; }),
                  "are off by 1 at most"));
}

TEST(RowPatternsTest, rows_that_equal_a_key_are_recognised) {
  const GivenAnswer right = given_answer(track);
  const auto& values = right.question.arrays.find("values")->reals();
  const std::size_t width = right.question.arrays.find("values")->shape[1];
  EXPECT_TRUE(has(
      pattern_of(track, "values", [&](double* row, std::size_t) { std::copy_n(values.begin(), width, row); }),
      "are the first key"));
  const auto& turns = given_answer(rotations).question.arrays.find("values")->reals();
  EXPECT_EQ(
      pattern_of(rotations, "values", [&](double* row, std::size_t r) { row[r % 4] += odd(r) + turns[0]; }),
      "");
}

/// Changes the rows between keys by at(key before the time, fraction of the way to the next key,
/// row).
template <class At>
std::string between_keys_of(const std::string& name, At at) {
  const Question question = given_answer(name).question;
  const auto &times = question.arrays.find("times")->reals(), &t = question.arrays.find("t")->reals();
  return pattern_of(name, "values", [&](double* row, std::size_t r) {
    const auto next = std::ranges::upper_bound(times, t[r]);
    if (next == times.begin() || next == times.end() || *(next - 1) == t[r]) return;
    const auto k = static_cast<std::size_t>(next - times.begin()) - 1;
    at(k, (t[r] - times[k]) / (times[k + 1] - times[k]), row);
  });
}

/// The key's numbers.
RowNumbers key_of(const std::string& name, std::size_t k) {
  const Question question = given_answer(name).question;
  const Array& values = *question.arrays.find("values");
  const auto width = static_cast<std::ptrdiff_t>(values.shape.back());
  const auto begin = values.reals().begin() + static_cast<std::ptrdiff_t>(k) * width;
  return {begin, begin + width};
}

TEST(RowPatternsTest, keys_with_other_weights_are_recognised) {
  const auto with = [](const std::string& name, std::size_t step, double more) {
    return between_keys_of(name, [=](std::size_t k, double u, double* row) {
      const RowNumbers a = key_of(name, k + step), b = key_of(name, k + step + 1);
      for (std::size_t c = 0; c < a.size() && b.size() == a.size(); ++c)
        row[c] = (1 - u - more) * a[c] + (u + more) * b[c];
    });
  };
  EXPECT_TRUE(has(with(track, 0, 0.25), "are on the line between their two keys, at another fraction"));
  EXPECT_TRUE(has(with(rotations, 0, 0.25), "their two keys"));
  // Some rows are on the line between their keys, others are not: both are sums of the two.
  EXPECT_TRUE(has(between_keys_of(rotations,
                                  [](std::size_t k, double u, double* row) {
                                    const RowNumbers a = key_of(rotations, k), b = key_of(rotations, k + 1);
                                    for (std::size_t c = 0; c < 4; ++c)
                                      row[c] = k % 2 == 0 ? (0.5 - u) * a[c] + (0.5 + u) * b[c]
                                                          : (1.5 - u) * a[c] + 2 * u * b[c];
                                  }),
                  "are made of their two keys, with other weights"));
}

/// Sums of a rotation and its negative are multiples of it, so they show nothing about other rows.
TEST(RowPatternsTest, opposite_keys_are_not_reported_as_sums) {
  GivenAnswer given = given_answer(rotations, "values", [](double* row, std::size_t r) {
    for (std::size_t c = 0; c < 4; ++c)
      row[c] = odd(r * r + c * (r + 1)) - 0.25;
  });
  const RowNumbers first = key_of(rotations, 0);
  change_rows(given.question.arrays, "values", 4, [&first](double* row, std::size_t k) {
    for (std::size_t c = 0; c < 4; ++c)
      row[c] = k % 2 == 0 ? first[c] : -first[c];
  });
  EXPECT_FALSE(has(pattern(given), "keys")) << pattern(given);
}

TEST(RowPatternsTest, tangents_of_another_length_are_recognised) {
  const std::string spline = "animation.cubicspline_track.keys.asymmetric.pose.f32";
  const Array::Reals times = given_answer(spline).question.arrays.find("times")->reals();
  const auto with = [&](double more) {
    return between_keys_of(spline, [&, more](std::size_t k, double u, double* row) {
      const double d = times[k + 1] - times[k], w = 1 - u;
      const RowNumbers out = key_of(spline, 3 * k + 2), in = key_of(spline, 3 * k + 3);
      for (std::size_t c = 0; c < out.size(); ++c)
        row[c] += more * static_cast<double>(k + 1) * d * (u * w * w * out[c] - u * u * w * in[c]);
    });
  };
  EXPECT_TRUE(has(with(0.5), "are off by a share of their two tangents' contribution"));
  EXPECT_EQ(with(0), "");
}

TEST(RowPatternsTest, a_wrong_tangent_of_rotations_is_recognised) {
  const std::string spline = "animation.cubicspline_track.rotations.tangents.pose.f32";
  EXPECT_TRUE(has(between_keys_of(spline,
                                  [&](std::size_t k, double u, double* row) {
                                    const RowNumbers in = key_of(spline, 3 * k + 3);
                                    for (std::size_t c = 0; c < 4; ++c)
                                      row[c] += 0.25 * u * in[c];
                                    Eigen::Map<Vec4<double>>(row).normalize();
                                  }),
                  "off by a share of the in-tangent of the key after the time"));
}

TEST(RowPatternsTest, rows_moved_twice_by_their_node_are_recognised) {
  GivenAnswer given = given_answer(lbs);
  AssetMoment moment;
  moment.parts = {{.node = 1, .vertices = given.question.arrays.find("positions")->shape[0]}};
  const Affine<double> node = palette_of(given.question)[1];
  given.question.asset = std::make_shared<const AssetMoment>(moment);
  change_rows(given.answer.arrays, "positions", 3, [&](double* row, std::size_t) {
    const Vec3<double> again = node * Vec3<double>(row);
    std::copy_n(again.data(), 3, row);
  });
  EXPECT_TRUE(has(pattern(given), "rows of positions are moved once more by the node of their mesh"));
}

/// A file of two parts with the same number of vertices.
TEST(RowPatternsTest, rows_of_another_part_are_recognised) {
  GivenAnswer given = given_answer(lbs);
  const std::size_t half = given.question.arrays.find("positions")->shape[0] / 2;
  AssetMoment moment;
  moment.parts = {{.vertices = half}, {.vertices = half}};
  given.question.asset = std::make_shared<const AssetMoment>(moment);
  const Array::Reals right = *reals_of(given.answer.arrays, "positions");
  std::copy_n(right.begin() + static_cast<std::ptrdiff_t>(3 * half), 3 * half,
              reals_of(given.answer.arrays, "positions")->begin());
  EXPECT_TRUE(has(pattern(given), "right in another part of the list: part 0 has those of part 1"));
  given.question.asset = nullptr;
  EXPECT_FALSE(has(pattern(given), "part"));
}

TEST(RowPatternsTest, bones_of_other_lengths_are_recognised) {
  EXPECT_TRUE(has(
      pattern_of(arm, "positions", [](double* row, std::size_t n) { row[3] -= odd(n), row[4] += odd(n); }),
      "have bones of other lengths than at rest"));
}

TEST(RowPatternsTest, a_root_that_does_not_rotate_is_recognised) {
  const Array::Reals rest = given_answer(arm).question.arrays.find("rest")->reals();
  EXPECT_TRUE(has(pattern_of(arm, "positions",
                             [&](double* row, std::size_t n) {
                               std::copy_n(&rest[9 * n], 6, row);
                               row[7] += odd(n);
                             }),
                  "leave the first bone as at rest"));
}

/// Outputs that depend on the joints and on the influences in the input.
template <class Weight>
GivenAnswer blended_by(Weight weight) {
  const Question question = given_answer(lbs).question;
  const Affines palette = palette_of(question);
  const Array &joints = *question.arrays.find("joints"), &weights = *question.arrays.find("weights");
  const auto& rest = question.arrays.find("positions")->reals();
  const std::size_t slots = joints.shape[1];
  return given_answer(lbs, "positions", [&](double* row, std::size_t v) {
    const Vec3<double> x(rest[3 * v], rest[3 * v + 1], rest[3 * v + 2]);
    Vec3<double> sum = Vec3<double>::Zero();
    for (std::size_t k = 0; k < slots; ++k) {
      const std::size_t i = v * slots + k;
      const auto [joint, w] =
          weight(static_cast<std::size_t>(joints.integers()[i]), weights.reals()[i], k, palette.size());
      sum += w * (palette[joint] * x);
    }
    std::copy_n(sum.data(), 3, row);
  });
}

TEST(RowPatternsTest, missing_or_wrong_influences_are_recognised) {
  using Slot = std::pair<std::size_t, double>;
  EXPECT_TRUE(has(pattern(blended_by([](std::size_t joint, double w, std::size_t k, std::size_t) {
                    return Slot{joint, k == 1 ? 0 : w};
                  })),
                  "come out when some of a vertex's influences are missing"));
  EXPECT_TRUE(has(pattern(blended_by([](std::size_t joint, double w, std::size_t, std::size_t) {
                    return Slot{joint, w * w * (3 - 2 * w)};
                  })),
                  "with other weights"));
  EXPECT_EQ(pattern(blended_by([](std::size_t joint, double w, std::size_t, std::size_t) {
              return Slot{joint, w};
            })),
            "");
}

TEST(RowPatternsTest, shifted_influences_and_reordered_weights_are_recognised) {
  const auto with = [](auto change, const char* scene = "slots-8") {
    const std::string hose = fmt::format("skinning.linear_blend.hose.{}.direction.pose.f32", scene);
    Question asked = given_answer(hose).question;
    change(*integers_of(asked.arrays, "joints"), *reals_of(asked.arrays, "weights"),
           asked.arrays.find("joints")->shape[1]);
    return pattern(given_answer_to(hose, asked));
  };
  EXPECT_TRUE(
      has(with([](Array::Integers& joints, Array::Reals& weights, std::size_t slots) {
            std::rotate(joints.begin(), joints.end() - static_cast<std::ptrdiff_t>(slots), joints.end());
            std::rotate(weights.begin(), weights.end() - static_cast<std::ptrdiff_t>(slots), weights.end());
          }),
          "rows of positions come out with the influences of the vertex before theirs"));
  for (const char* scene : {"slots-8", "every-slot-16"})
    EXPECT_TRUE(has(with(
                        [](Array::Integers&, Array::Reals& weights, std::size_t slots) {
                          for (std::size_t i = 0; i < weights.size(); i += slots)
                            std::reverse(&weights[i], &weights[i] + slots);
                        },
                        scene),
                    "come out with the weights in reverse order"))
        << scene;
}

TEST(RowPatternsTest, reordered_rest_positions_are_recognised) {
  Question asked = given_answer(lbs).question;
  for (const char* name : {"positions", "normals"})
    change_rows(asked.arrays, name, 3, [](double* row, std::size_t) {
      std::swap(row[1], row[2]);
      row[2] = -row[2];
    });
  const std::string found = pattern(given_answer_to(lbs, asked));
  EXPECT_TRUE(has(found, "rows of positions come out when the row at rest is read as x, z, -y"));
  EXPECT_TRUE(has(found, "rows of normals come out when the row at rest is read as x, z, -y"));
}

TEST(RowPatternsTest, rows_moved_by_a_wrong_joint_are_recognised) {
  const std::string stitched = "skinning.stitching.bar.posed.direction.pose.f32";
  const Question question = given_answer(stitched).question;
  const Affines palette = palette_of(question);
  const auto& joints = question.arrays.find("joints")->integers();
  const auto& rest = question.arrays.find("positions")->reals();
  EXPECT_TRUE(has(pattern_of(stitched, "positions",
                             [&](double* row, std::size_t v) {
                               const auto joint = static_cast<std::size_t>(joints[v]);
                               const Vec3<double> x(rest[3 * v], rest[3 * v + 1], rest[3 * v + 2]);
                               const Vec3<double> moved = palette[joint == 0 ? 0 : joint - 1] * x;
                               std::copy_n(moved.data(), 3, row);
                             }),
                  "are moved by only one joint, which is wrong: the one before"));
}

}  // namespace bindpose::conformance::row_patterns_test
