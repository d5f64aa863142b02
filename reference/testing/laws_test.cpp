// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the laws of every method that moves vertices by joints, tested for every row of algorithms.def with
// every option. New rows are tested automatically, with their sample inputs. If a law does not hold
// or has no meaning, the table of exceptions has the reason, and the test checks that the exception
// is needed.
//
// conformance/cases/metamorphic tests that the order of joints and slots and split slots do not
// matter.
#include <optional>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "reference/testing/rigid_laws.h"

namespace bindpose::test::laws_test {

constexpr std::size_t sample_size = 37;  ///< no sample has as many joints
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
/// For numbers of a few metres in double.
constexpr double tolerance = 1e-11;
/// For frames of a rough smoothed mesh: they rotate by up to 10^5 times the movement of their
/// corners.
constexpr double tolerance_of_frames = 1e-9;
/// For directions at rest, which are unit in float32.
constexpr double tolerance_of_rest = 1e-6;

/// A law that an algorithm need not obey, and why.
struct Exception {
  std::string_view law;
  std::string_view id;
  std::string_view reason;
};
constexpr Exception exceptions[] = {
    {"whole weights", "volume-preserving", "joints that separate change the volume, which is restored"},
    {"rigid motion", "log-blend", "the logarithm depends on the frame: log(g M) is not log(g) + log(M)"},
    {"weight zero", "stitching", "one joint per vertex"},
    {"weight zero", "rigid-parts", "one joint per vertex"},
    {"whole weights", "mwe", "twelve weights per influence"},
    {"weight zero", "mwe", "twelve weights per influence, tested with the method"},
    {"rest", "mwe", "the weights of an entry need not sum to 1"},
    {"rigid motion", "mwe", "the weights belong to the axes of mesh space"},
    {"weight zero", "ddm", "omegas replace the weights"},
    {"rigid motion", "ddm", "the omegas are float32 numbers and do not sum to 1 in double"},
    {"whole weights", "delta-mush", "smoothing mixes vertices of different joints"},
    {"whole weights", "ddm", "smoothing mixes vertices of different joints"},
};

const Exception* exception(std::string_view law, std::string_view id) {
  for (const Exception& e : exceptions)
    if (e.law == law && e.id == id) return &e;
  return nullptr;
}

/// The defaults, and every other value of every option except "method": a sample fits only the
/// first.
std::vector<Options> choices(const Algorithm& algorithm) {
  std::vector<Options> all{{}};
  for (const OptionSpec& option : algorithm.implementation.declaration.options)
    for (const std::string_view value : option.values)
      if (value != option.values.front() && option.name != "method")
        all.push_back({{std::string(option.name), std::string(value)}});
  return all;
}

bool is_rigid(const ArraySet& question) {
  return question.has("palette_rotations");
}
std::size_t joint_count(const ArraySet& question) {
  return question.find(is_rigid(question) ? "palette_rotations" : "palette")->shape[0];
}
/// True if joints move the vertices, as the laws require.
bool has_joints(const ArraySet& question) {
  return question.has("joints") && (question.has("palette") || is_rigid(question));
}
/// A sample input whose quaternions are unit in double.
ArraySet sample(const Algorithm& algorithm) {
  Random random(fmt::format("laws.{}", algorithm.id));
  ArraySet question = algorithm.implementation.sample(sample_size, random);
  return is_rigid(question) ? with_unit_rotations(question) : question;
}

/// Changes the palette, one motion after the other.
ArraySet with_palette(ArraySet question, const std::function<Rigid<double>(const Rigid<double>&)>& rigid,
                      const std::function<Affine<double>(const Affine<double>&)>& affine) {
  if (!is_rigid(question)) {
    change_rows(question, "palette", 12,
                [&](double* row, std::size_t) { put_affine(row, affine(affine_at(row))); });
    return question;
  }
  std::vector<Rigid<double>> motions = motions_of(question);
  for (Rigid<double>& M : motions)
    M = rigid(M);
  return with_motions(question, motions);
}

Surface<double> ask(const Algorithm& algorithm, const ArraySet& question, const Options& options) {
  return surface_of(algorithm.id, question, options);
}

/// The largest deviation from a law; none if the law does not apply to the input.
using Law = std::optional<double> (*)(const Algorithm& algorithm, const Options& options);

/// Weights of 1 give stitching; bones do not stretch or twist.
std::optional<double> whole_weights(const Algorithm& algorithm, const Options& options) {
  ArraySet question = sample(algorithm);
  for (const char* name : {"stretches", "twists"})
    if (Array::Reals* numbers = reals_of(question, name)) std::ranges::fill(*numbers, 0.0);
  if (algorithm.id == "swing-twist") question.remove("endpoint_weights");
  const std::size_t K = question.find("joints")->shape[1];
  const Array::Integers& joints = question.find("joints")->integers();
  Array::Integers strongest;
  Array::Reals* weights = reals_of(question, "weights");
  if (weights == nullptr && K > 1) return std::nullopt;
  for (std::size_t slot = 0; slot < joints.size(); slot += K) {
    std::size_t largest = 0;
    if (weights != nullptr) {
      const auto w = weights->begin() + static_cast<std::ptrdiff_t>(slot),
                 last = w + static_cast<std::ptrdiff_t>(K);
      largest = static_cast<std::size_t>(std::max_element(w, last) - w);
      std::fill(w, last, 0);
      w[static_cast<std::ptrdiff_t>(largest)] = 1;
    }
    strongest.push_back(joints[slot + largest]);
  }
  ArraySet stitched;
  for (const char* name : {"positions", "normals", "tangents", "palette"})
    if (question.has(name)) stitched.put(*question.find(name));
  stitched.add("joints", {strongest.size(), 1}, strongest);
  if (is_rigid(question)) {
    std::vector<Affine<double>> matrices;
    for (const Rigid<double>& M : motions_of(question))
      matrices.push_back(bindpose::affine_from_rigid(M));
    Array::Reals rows(12 * matrices.size());
    for (std::size_t j = 0; j < matrices.size(); ++j)
      put_affine(&rows[12 * j], matrices[j]);
    stitched.add("palette", {matrices.size(), 3, 4}, std::move(rows));
  }
  const bool inverse =
      !options.empty() && options.begin()->second.find("inverse-transpose") != std::string::npos;
  const Options as_blended = {{"normal_rule", inverse ? "inverse-transpose" : "direction"}};
  return distance(ask(algorithm, question, options), surface_of("stitching", stitched, as_blended));
}

/// Adds `more` numbers after every `count` of them.
template <class Numbers, class Number>
void widen(Numbers& numbers, std::size_t count, std::size_t more, Number filler) {
  for (std::size_t end = numbers.size(); end > 0; end -= count)
    numbers.insert(numbers.begin() + static_cast<std::ptrdiff_t>(end), more,
                   static_cast<typename Numbers::value_type>(filler));
}

/// A further slot of weight 0 names a further joint; its numbers are NaN if only used joints are
/// checked.
std::optional<double> weight_zero(const Algorithm& algorithm, const Options& options) {
  const ArraySet question = sample(algorithm);
  if (!question.has("weights") || question.find("joints")->shape[1] < 2) return std::nullopt;
  ArraySet more;
  for (Array array : question) {
    const ArrayDeclaration& declared = *algorithm.implementation.declaration.find_input(array.name);
    const auto extents = extents_of(declared);
    const std::size_t row = element_count(array.shape) / array.shape[0];
    if (is_per_joint(declared)) {
      const bool is_checked = !declared.only_where_used && !declared.rules.empty();
      std::visit(
          [&](auto& x) {
            widen(x, x.size(), row, array.is_real() ? nan : 0);
            if (is_checked || !array.is_real())
              std::copy_n(x.begin(), row, x.end() - static_cast<std::ptrdiff_t>(row));
          },
          array.data);
      ++array.shape[0];
    } else if (extents.size() > 1 && extents[0] == "V" && extents[1] == "K") {
      const double filler = array.name == "weights" ? 0
                            : array.is_real()       ? nan
                                                    : static_cast<double>(joint_count(question));
      std::visit([&](auto& x) { widen(x, row, row / array.shape[1], filler); }, array.data);
      ++array.shape[1];
    }
    more.put(std::move(array));
  }
  return distance(ask(algorithm, question, options), ask(algorithm, more, options));
}

/// Without a motion nothing moves.
std::optional<double> rest(const Algorithm& algorithm, const Options& options) {
  ArraySet question = with_palette(
      sample(algorithm), [](const auto&) { return Rigid<double>(); },
      [](const auto&) { return Affine<double>(); });
  for (const char* name : {"stretches", "twists"})
    if (Array::Reals* numbers = reals_of(question, name)) std::ranges::fill(*numbers, 0.0);
  const Mesh mesh = *read_mesh(question);
  return distance(ask(algorithm, question, options),
                  Surface<double>{mesh.positions, mesh.normals, mesh.tangents, {}});
}

/// A quaternion and its negative are one rotation.
std::optional<double> signs(const Algorithm& algorithm, const Options& options) {
  const ArraySet question = sample(algorithm);
  bool is_odd = false;
  const auto flip = [&](const Rigid<double>& M) {
    is_odd = !is_odd;
    return is_odd ? Rigid<double>{Quat<double>(-M.rotation.coeffs()), M.translation} : M;
  };
  const ArraySet flipped = with_palette(question, flip, [](const auto& M) { return M; });
  return distance(ask(algorithm, flipped, options), ask(algorithm, question, options));
}

/// A rigid motion of all joints moves the result rigidly.
std::optional<double> rigid_motion(const Algorithm& algorithm, const Options& options) {
  const Rigid<double> motion{Quat<double>(0.5, 0.5, -0.5, 0.5), {3, -1, 7}};
  const Affine<double> matrix = bindpose::affine_from_rigid(motion);
  const ArraySet question = sample(algorithm),
                 away = with_palette(
                     question, [&](const Rigid<double>&M) { return motion * M; },
                     [&](const Affine<double>&M) { return matrix * M; });
  return distance(ask(algorithm, away, options), moved(matrix, ask(algorithm, question, options)));
}

/// True if the last slot's weight is computed instead of read; laws about weights need it to be
/// read.
bool takes_rest(const Options& options) {
  return !options.empty() && options.begin()->second == "last-from-rest";
}

/// only_joints: skips algorithms that change the mesh before joints move it.
void expect_law(std::string_view name, Law law, bool only_joints, double usual_tolerance = tolerance) {
  std::size_t asked = 0;
  for (const Algorithm& algorithm : algorithms()) {
    if (!has_joints(sample(algorithm))) continue;
    if (only_joints && algorithm.family != "skinning" && algorithm.family != "surface") continue;
    const double within = std::max(usual_tolerance, algorithm.id == "delta-mush" ? tolerance_of_frames : 0);
    for (const Options& options : choices(algorithm)) {
      SCOPED_TRACE(
          fmt::format("{} of {} {}", name, algorithm.id, options.empty() ? "" : options.begin()->second));
      const Exception* const e = exception(name, algorithm.id);
      if (e != nullptr && !options.empty()) continue;
      if (takes_rest(options) && (law == &whole_weights || law == &weight_zero)) continue;
      const std::optional<double> deviation = law(algorithm, options);
      if (e != nullptr) {
        EXPECT_TRUE(!deviation || !(*deviation <= within)) << "needless exception: " << e->reason;
        continue;
      }
      ASSERT_TRUE(deviation) << "the law does not apply: add an exception with the reason";
      EXPECT_LE(*deviation, within);
      ++asked;
    }
  }
  EXPECT_GE(asked, 20U);
}

TEST(SkinningLaws, weights_of_one_give_stitching) {
  expect_law("whole weights", &whole_weights, true);
}
TEST(SkinningLaws, a_nan_joint_of_weight_zero_contributes_nothing) {
  expect_law("weight zero", &weight_zero, false);
}
TEST(SkinningLaws, without_motion_nothing_moves) {
  expect_law("rest", &rest, true, tolerance_of_rest);
}
TEST(SkinningLaws, signs_of_quaternions_do_not_matter) {
  expect_law("signs", &signs, false);
}
TEST(SkinningLaws, a_rigid_motion_moves_the_result_rigidly) {
  expect_law("rigid motion", &rigid_motion, false);
}

}  // namespace bindpose::test::laws_test
