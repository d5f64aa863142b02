// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the laws that every way of skinning obeys, asked of every row of algorithms.def - a new row is
// included by being there, through its sample questions. Where a law does not hold or has no meaning, the
// table of exceptions says why, and the test insists that the exception is one.
//
// What an array of a question is to a law follows from its shape: [J, ...] a row per joint, [V, K, ...] a row per
// slot; the numbers in "joints" and "parents" name joints.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/numeric/float32.h"
#include "reference/numeric/rigid.h"
#include "reference/testing/skinning_questions.h"

namespace bindpose::test {
namespace laws_test {

constexpr std::size_t sample_size = 37;  ///< no sample has as many joints
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
/// Of numbers of a few metres in double.
constexpr double tolerance = 1e-11;
/// Frames of a rough smoothed mesh turn by up to 10^5 times what moves their corners.
constexpr double tolerance_of_frames = 1e-9;

double tolerance_of(const Algorithm& algorithm) {
  return algorithm.id == "delta-mush" ? tolerance_of_frames : tolerance;
}

/// A law that an algorithm need not obey, and why.
struct Exception {
  std::string_view law;
  std::string_view id;
  std::string_view reason;
};
constexpr Exception exceptions[] = {
    {"whole weights", "volume-preserving", "joints that part change the volume, which is restored"},
    {"rigid motion", "log-blend", "the logarithm depends on the frame: log(g M) is not log(g) + log(M)"},
    {"weight zero", "stitching", "one joint per vertex"},
    {"weight zero", "rigid-parts", "one joint per vertex"},
    {"split slots", "stitching", "one joint per vertex"},
    {"split slots", "rigid-parts", "one joint per vertex"},
    {"whole weights", "mwe", "twelve weights per influence"},
    {"weight zero", "mwe", "twelve weights per influence, tested with the method"},
    {"split slots", "mwe", "twelve weights per influence"},
    {"rigid motion", "mwe", "the weights belong to the axes of mesh space"},
    {"whole weights", "cor.centres", "no pose"},
    {"weight zero", "cor.centres", "no pose"},
    {"split slots", "cor.centres", "no pose; slots of one joint are tested with the method"},
    {"permuted joints", "cor.centres", "no pose"},
    {"rigid motion", "cor.centres", "no pose"},
    {"whole weights", "ddm.omegas", "no pose"},
    {"weight zero", "ddm.omegas", "no pose"},
    {"split slots", "ddm.omegas", "no pose"},
    {"permuted joints", "ddm.omegas", "no pose"},
    {"rigid motion", "ddm.omegas", "no pose"},
    {"weight zero", "ddm", "its omegas take the place of weights"},
    {"split slots", "ddm", "its omegas take the place of weights"},
    {"rigid motion", "ddm", "the omegas are float32 numbers and do not sum to 1 in double"},
    {"whole weights", "delta-mush", "smoothing mixes vertices of different joints"},
    {"whole weights", "ddm", "smoothing mixes vertices of different joints"},
};

const Exception* exception(std::string_view law, std::string_view id) {
  for (const Exception& e : exceptions)
    if (e.law == law && e.id == id) return &e;
  return nullptr;
}

/// A sample question whose quaternions are unit in double.
ArraySet sample(const Algorithm& algorithm) {
  Random random(fmt::format("laws.{}", algorithm.id));
  ArraySet question = algorithm.implementation.sample(sample_size, random);
  if (rigid_palette(question)) {
    auto& q = std::get<Array::Reals>(question.find("palette_rotations")->data);
    for (std::size_t i = 0; i < q.size(); i += 4) {
      const double length = std::hypot(std::hypot(q[i], q[i + 1]), std::hypot(q[i + 2], q[i + 3]));
      for (std::size_t c = i; c < i + 4; ++c)
        q[c] /= length;
    }
  }
  return question;
}

using Answer = Expected<Result<double>>;

Answer ask(const Algorithm& algorithm, const ArraySet& question) {
  return algorithm.implementation.in_double(question, {});
}

/// Largest difference of an algorithm's judged arrays; infinite where one is missing, not a number or of
/// another shape.
double difference(const Algorithm& algorithm, const Answer& a, const Answer& b) {
  if (!a || !b || a->undefined.size() != b->undefined.size()) {
    for (const Answer* answer : {&a, &b})
      if (!*answer) fmt::print("{}\n", to_string(answer->error()));
    return infinity;
  }
  double largest = 0;
  for (const std::string_view name : algorithm.outputs) {
    const ResultArray<double>*x = a->find(name), *y = b->find(name);
    if (x == nullptr && y == nullptr) continue;  // a mesh without tangents
    if (x == nullptr || y == nullptr || y->shape != x->shape) return infinity;
    for (std::size_t i = 0; i < x->values.size(); ++i) {
      const double d = std::fabs(x->values[i] - y->values[i]);
      if (!(d <= largest)) largest = std::isnan(d) ? infinity : d;
    }
  }
  return largest;
}

/// The largest deviation from a law; none where the question has nothing that the law is about.
using Law = std::optional<double> (*)(const Algorithm& algorithm);

/// Weights of 1 are stitching; bones keep to themselves.
std::optional<double> whole_weights(const Algorithm& algorithm) {
  ArraySet question = sample(algorithm);
  if (!has_joints(question)) return std::nullopt;
  for (const char* name : {"stretches", "twists"})
    if (Array* array = question.find(name))
      std::fill_n(std::get<Array::Reals>(array->data).begin(), element_count(array->shape), 0.0);
  ArraySet plain;
  for (const Array& array : question)
    if (array.name != "endpoint_weights" || algorithm.id != "swing-twist") plain.put(array);
  const std::size_t K = slot_count(plain), V = vertex_count(plain);
  ArraySet stitched;
  for (const char* name : {"positions", "normals", "tangents"})
    if (plain.has(name)) stitched.put(*plain.find(name));
  Array::Integers strongest;
  Array* weights = plain.find("weights");
  if (weights != nullptr && weights->shape.size() != 2) return std::nullopt;
  for (std::size_t v = 0; v < V; ++v) {
    std::size_t slot = v * K;
    if (weights != nullptr) {
      auto w = std::get<Array::Reals>(weights->data).begin() + static_cast<std::ptrdiff_t>(slot);
      const auto last = w + static_cast<std::ptrdiff_t>(K), largest = std::max_element(w, last);
      slot += static_cast<std::size_t>(largest - w);
      std::fill(w, last, 0);
      *largest = 1;
    }
    strongest.push_back(plain.find("joints")->integers()[slot]);
  }
  stitched.add("joints", {V, 1}, std::move(strongest));
  if (rigid_palette(plain)) {
    const auto motions = read_rigids<double>(plain, "palette");
    Array::Reals rows;
    for (const Rigid<double>& M : *motions)
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c)
          rows.push_back(rotation_matrix(M.rotation)(r, c));
        rows.push_back(M.translation[r]);
      }
    stitched.add("palette", {motions->size(), 3, 4}, std::move(rows));
  } else {
    stitched.put(*plain.find("palette"));
  }
  const Algorithm& stitching = *find_algorithm("stitching");
  return difference(stitching, ask(stitching, stitched), ask(algorithm, plain));
}

/// One more slot of weight 0 that names one more joint, whose numbers are none.
std::optional<double> weight_zero(const Algorithm& algorithm) {
  const ArraySet question = sample(algorithm);
  if (!has_slots(question)) return std::nullopt;
  const std::size_t J = joint_count(question), K = slot_count(question);
  ArraySet more = rebuilt(question, by_joint, [&](Array& array) {
    const std::size_t size = row_size(array, 1);
    array.shape[0] += 1;
    if (array.is_real())
      std::get<Array::Reals>(array.data).resize((J + 1) * size, nan);
    else
      std::get<Array::Integers>(array.data).resize((J + 1) * size, -1);
  });
  more = rebuilt(
      more, [&](const ArraySet&, const Array& array) { return by_slot(question, array); },
      [&](Array& array) {
        const std::size_t size = row_size(array, 2);
        array.shape[1] += 1;
        change(array, [&](auto& numbers) {
          using Number = typename std::decay_t<decltype(numbers)>::value_type;
          const double filler = array.name == "weights" ? 0 : array.is_real() ? nan : static_cast<double>(J);
          for (std::size_t v = vertex_count(question); v-- > 0;)
            numbers.insert(numbers.begin() + static_cast<std::ptrdiff_t>((v + 1) * K * size), size,
                           static_cast<Number>(filler));
        });
      });
  return difference(algorithm, ask(algorithm, question), ask(algorithm, more));
}

/// Every slot twice, with half the weight.
std::optional<double> split_slots(const Algorithm& algorithm) {
  const ArraySet question = sample(algorithm);
  if (!has_slots(question)) return std::nullopt;
  std::vector<std::size_t> twice;
  for (std::size_t i = 0; i < vertex_count(question) * slot_count(question); ++i)
    twice.insert(twice.end(), 2, i);
  ArraySet split = rebuilt(question, by_slot, [&](Array& array) {
    gather(array, twice, row_size(array, 2));
    array.shape[1] *= 2;
  });
  for (double& w : std::get<Array::Reals>(split.find("weights")->data))
    w /= 2;
  return difference(algorithm, ask(algorithm, question), ask(algorithm, split));
}

/// Joints listed backwards, and called what they are called then.
std::optional<double> permuted_joints(const Algorithm& algorithm) {
  const ArraySet question = sample(algorithm);
  if (!has_joints(question)) return std::nullopt;
  const std::size_t J = joint_count(question);
  std::vector<std::size_t> backwards(J);
  std::iota(backwards.rbegin(), backwards.rend(), std::size_t{0});
  ArraySet permuted =
      rebuilt(question, by_joint, [&](Array& array) { gather(array, backwards, row_size(array, 1)); });
  for (const char* name : {"joints", "parents"})
    if (Array* array = permuted.find(name))
      for (std::int32_t& joint : std::get<Array::Integers>(array->data))
        if (joint >= 0) joint = static_cast<std::int32_t>(J) - 1 - joint;
  return difference(algorithm, ask(algorithm, question), ask(algorithm, permuted));
}

const Rigid<double> motion{Quat<double>(0.5, 0.5, -0.5, 0.5), {3, -1, 7}};

/// A rigid motion of all joints moves the result rigidly.
std::optional<double> rigid_motion(const Algorithm& algorithm) {
  const ArraySet question = sample(algorithm);
  if (!has_joints(question)) return std::nullopt;
  Answer expected = ask(algorithm, question);
  if (!expected) return difference(algorithm, expected, expected);
  std::erase_if(expected->arrays, [](const ResultArray<double>& array) {  // stages before the surface
    return array.name != "positions" && array.name != "normals" && array.name != "tangents";
  });
  for (ResultArray<double>& array : expected->arrays) {
    const std::size_t width = array.shape[1];
    const auto has_answer = [&](std::size_t row) {
      return std::none_of(expected->undefined.begin(), expected->undefined.end(),
                          [&](const Undefined& u) { return u.array == array.name && u.row == row; });
    };
    for (std::size_t i = 0; i < array.values.size(); i += width) {
      if (!has_answer(i / width)) continue;
      const Vec3<double> y(array.values[i], array.values[i + 1], array.values[i + 2]);
      const Vec3<double> shift = array.name == "positions" ? motion.translation : Vec3<double>(0, 0, 0);
      const Vec3<double> z = bindpose::rotate<double>(motion.rotation, y) + shift;
      std::copy(z.begin(), z.end(), array.values.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return difference(algorithm, expected, ask(algorithm, moved(motion, question)));
}

void expect_law(std::string_view name, Law law) {
  std::size_t asked = 0;
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != "skinning") continue;
    SCOPED_TRACE(fmt::format("{} of {}", name, algorithm.id));
    const std::optional<double> deviation = law(algorithm);
    if (const Exception* e = exception(name, algorithm.id)) {
      EXPECT_TRUE(!deviation || *deviation > tolerance_of(algorithm)) << "obeys after all: " << e->reason;
      continue;
    }
    ASSERT_TRUE(deviation) << "the law has no meaning here: name it among the exceptions, with the reason";
    EXPECT_LE(*deviation, tolerance_of(algorithm));
    ++asked;
  }
  EXPECT_GE(asked, 2U);
}

TEST(SkinningLaws, weights_of_one_are_stitching) {
  expect_law("whole weights", &whole_weights);
}
TEST(SkinningLaws, a_weight_of_zero_contributes_nothing_beside_a_joint_that_is_not_a_number) {
  expect_law("weight zero", &weight_zero);
}
TEST(SkinningLaws, two_halves_of_an_influence_are_the_influence) {
  expect_law("split slots", &split_slots);
}
TEST(SkinningLaws, joints_have_no_order) {
  expect_law("permuted joints", &permuted_joints);
}
TEST(SkinningLaws, rigid_motion_moves_the_result_rigidly) {
  expect_law("rigid motion", &rigid_motion);
}

}  // namespace laws_test
}  // namespace bindpose::test
