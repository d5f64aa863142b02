// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the laws that every way of skinning obeys, asked of every row of algorithms.def - a new row is
// included by being there, through its sample questions. Where a law does not hold or has no meaning, the
// table of exceptions says why, and the test insists that the exception is one.
//
// What an array of a question is to a law follows from its shape: [J, ...] a row a joint, [V, K, ...] a row a
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
#include "reference/pose/rigid.h"
#include "reference/skinning/rigid_palette.h"

namespace bindpose::skinning {
namespace {

constexpr std::size_t sample_size = 37;  ///< no sample has as many joints
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
/// Of numbers of a few metres in double; thin smoothed tubes have conditions up to 10^6.
constexpr double tolerance = 1e-9;

/// A law that an algorithm need not obey, and why.
struct Exception {
  std::string_view law;
  std::string_view id;
  std::string_view reason;
};
constexpr Exception exceptions[] = {
    {"weight zero", "ddm", "omegas belong to a vertex's slots, tested with the method"},
    {"split slots", "ddm", "omegas belong to a vertex's slots, tested with the method"},
    {"rigid motion", "ddm", "omegas are float32: their weights sum to 1 within 2^-24 only"},
    {"rigid motion", "log-blend", "the logarithm depends on the frame: log(g M) is not log(g) + log(M)"},
    {"weight zero", "stitching", "one joint a vertex"},
    {"weight zero", "rigid-parts", "one joint a vertex"},
    {"split slots", "stitching", "one joint a vertex"},
    {"split slots", "rigid-parts", "one joint a vertex"},
    {"permuted joints", "lbs.batched", "the answer names joints"},
    {"permuted joints", "lbs.palette", "the answer names joints"},
    {"whole weights", "mwe", "twelve weights an influence"},
    {"weight zero", "mwe", "twelve weights an influence, tested with the method"},
    {"split slots", "mwe", "twelve weights an influence"},
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
    {"whole weights", "delta-mush", "smoothing mixes vertices of different joints"},
    {"whole weights", "ddm", "smoothing mixes vertices of different joints"},
};

const Exception* exception(std::string_view law, std::string_view id) {
  for (const Exception& e : exceptions)
    if (e.law == law && e.id == id) return &e;
  return nullptr;
}

// --- questions

bool rigid_palette(const ArraySet& question) {
  return question.has("palette_rotations");
}
/// The laws are about joints that move vertices.
bool has_joints(const ArraySet& question) {
  return question.has("joints") && (question.has("palette") || rigid_palette(question));
}
std::size_t joint_count(const ArraySet& question) {
  return question.find(rigid_palette(question) ? "palette_rotations" : "palette")->shape[0];
}
/// As many as asked for, or a few more where the mesh is closed.
std::size_t vertex_count(const ArraySet& question) {
  return question.find("positions")->shape[0];
}
std::size_t slot_count(const ArraySet& question) {
  return question.find("joints")->shape[1];
}
/// More than one: a joint's weight means something.
bool has_slots(const ArraySet& question) {
  return has_joints(question) && question.has("weights") && slot_count(question) > 1;
}
bool by_joint(const ArraySet& question, const Array& array) {
  return !array.shape.empty() && array.shape[0] == joint_count(question);
}
bool by_slot(const ArraySet& question, const Array& array) {
  return array.shape.size() >= 2 && array.shape[0] == vertex_count(question) &&
         array.shape[1] == slot_count(question) && array.name != "positions" && array.name != "normals" &&
         array.name != "tangents";
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

/// Calls f(array's numbers), whatever their type.
template <class F>
void change(Array& array, F f) {
  std::visit(f, array.data);
}

/// Applies f(Array&) to every array that `which` picks.
template <class Which, class F>
ArraySet rebuilt(const ArraySet& question, Which which, F f) {
  ArraySet result;
  for (Array array : question) {
    if (which(question, array)) f(array);
    result.put(std::move(array));
  }
  return result;
}

/// Numbers of a row: [J, 3] has 3, [V, K] has 1 a slot.
std::size_t row_size(const Array& array, std::size_t leading) {
  return element_count(Shape(array.shape.begin() + static_cast<std::ptrdiff_t>(leading), array.shape.end()));
}

/// Takes row source[i] of each array as row i.
void gather(Array& array, const std::vector<std::size_t>& source, std::size_t size) {
  change(array, [&](auto& numbers) {
    auto result = numbers;
    result.clear();
    for (const std::size_t row : source)
      for (std::size_t c = 0; c < size; ++c)
        result.push_back(numbers[row * size + c]);
    numbers = std::move(result);
  });
}

// --- answers

using Answer = Expected<Result<double>>;

Answer ask(const Algorithm& algorithm, const ArraySet& question) {
  return algorithm.implementation.in_double(question, {});
}

/// Largest difference of two answers; infinite where one is missing, not a number or of another shape.
double difference(const Answer& a, const Answer& b) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!a || !b || a->undefined.size() != b->undefined.size()) {
    for (const Answer* answer : {&a, &b})
      if (!*answer) fmt::print("{}\n", to_string(answer->error()));
    return infinity;
  }
  double largest = 0;
  for (const ResultArray<double>& x : a->arrays) {
    const ResultArray<double>* y = b->find(x.name);
    if (y == nullptr || y->shape != x.shape) return infinity;
    for (std::size_t i = 0; i < x.values.size(); ++i) {
      const double d = std::fabs(x.values[i] - y->values[i]);
      if (!(d <= largest)) largest = std::isnan(d) ? infinity : d;
    }
  }
  return largest;
}

// --- laws

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
  const std::size_t K = slot_count(plain);
  ArraySet stitched;
  Array::Integers first;
  const std::size_t V = vertex_count(plain);
  for (std::size_t v = 0; v < V; ++v)
    first.push_back(plain.find("joints")->integers()[v * K]);
  for (const char* name : {"positions", "normals", "tangents"})
    if (plain.has(name)) stitched.put(*plain.find(name));
  stitched.add("joints", {V, 1}, std::move(first));
  if (Array* weights = plain.find("weights")) {
    if (weights->shape.size() != 2) return std::nullopt;
    auto& w = std::get<Array::Reals>(weights->data);
    for (std::size_t i = 0; i < w.size(); ++i)
      w[i] = i % K == 0 ? 1 : 0;
  }
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
  return difference(ask(*find_algorithm("stitching"), stitched), ask(algorithm, plain));
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
  return difference(ask(algorithm, question), ask(algorithm, more));
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
  return difference(ask(algorithm, question), ask(algorithm, split));
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
  return difference(ask(algorithm, question), ask(algorithm, permuted));
}

const Rigid<double> motion{Quat<double>(0.5, 0.5, -0.5, 0.5), {3, -1, 7}};

/// The palette moved on by `motion`.
ArraySet moved_question(ArraySet question) {
  if (rigid_palette(question)) {
    std::vector<Rigid<double>> motions = *read_rigids<double>(question, "palette");
    Array::Reals rotations, translations;
    for (const Rigid<double>& M : motions) {
      const Rigid<double> y = motion * M;
      rotations.insert(rotations.end(), y.rotation.coeffs().begin(), y.rotation.coeffs().end());
      translations.insert(translations.end(), y.translation.begin(), y.translation.end());
    }
    question.put({"palette_rotations", {motions.size(), 4}, std::move(rotations)});
    question.put({"palette_translations", {motions.size(), 3}, std::move(translations)});
    return question;
  }
  Array::Reals rows;
  const auto palette = *read_affines<double>(question, "palette");
  for (const Affine<double>& M : palette) {
    const Affine<double> y = pose::affine_from_rigid(motion) * M;
    for (int r = 0; r < 3; ++r)
      rows.insert(rows.end(), {y.linear(r, 0), y.linear(r, 1), y.linear(r, 2), y.translation[r]});
  }
  question.put({"palette", {palette.size(), 3, 4}, std::move(rows)});
  return question;
}

/// A rigid motion of all joints moves the result rigidly.
std::optional<double> rigid_motion(const Algorithm& algorithm) {
  const ArraySet question = sample(algorithm);
  if (!has_joints(question)) return std::nullopt;
  Answer expected = ask(algorithm, question);
  if (!expected) return difference(expected, expected);
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
      const Vec3<double> z = pose::rotate<double>(motion.rotation, y) + shift;
      std::copy(z.begin(), z.end(), array.values.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return difference(expected, ask(algorithm, moved_question(question)));
}

void expect_law(std::string_view name, Law law) {
  std::size_t asked = 0;
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != "skinning") continue;
    SCOPED_TRACE(fmt::format("{} of {}", name, algorithm.id));
    const std::optional<double> deviation = law(algorithm);
    if (const Exception* e = exception(name, algorithm.id)) {
      EXPECT_TRUE(!deviation || *deviation > tolerance) << "obeys after all: " << e->reason;
      continue;
    }
    ASSERT_TRUE(deviation) << "the law has no meaning here: name it among the exceptions, with the reason";
    EXPECT_LE(*deviation, tolerance);
    ++asked;
  }
  EXPECT_GE(asked, 2U);
}

}  // namespace

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

}  // namespace bindpose::skinning
