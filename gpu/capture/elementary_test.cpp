// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The elementary functions against double, on the device, for many arguments.
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/capture/stack_test.h"
#include "reference/numeric/tracked.h"

namespace bindpose::gpu::elementary_test {

using Pairs = std::vector<std::pair<double, double>>;

class ElementaryTest : public StackTest {
 protected:
  /// Worst error of a GLSL expression in x and y, in 2^-23 of the result, over the arguments and both
  /// captures.
  double worst_ulp(const std::string& expression, const Pairs& arguments, double (*exact)(double, double)) {
    settings().bodies["stitching"] =
        "Surface skin(Surface rest) {\n  float x = rest.x.x, y = rest.x.y;\n  return Surface(vec3(" +
        expression + "), rest.n, rest.t);\n}\n";
    Array::Reals positions;
    for (const auto& [x, y] : arguments)
      positions.insert(positions.end(), {x, y, 0});
    ArraySet question;
    question.add("positions", {arguments.size(), 3}, std::move(positions));
    double worst = 0;
    for (const char* capture : {"transform-feedback", "compute"}) {
      const ArraySet answer = run(stitching(), question, {}, {"", "", capture});
      if (!answer.has("positions")) return INFINITY;
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        const double right = exact(arguments[i].first, arguments[i].second);
        const double wrong = std::fabs(answer.find("positions")->reals()[3 * i] - right) - 0x1p-126;
        const double ulp = wrong / (0x1p-23 * std::fabs(right));
        if (wrong > 0 && !(ulp <= worst)) worst = ulp;
        if (std::isnan(wrong)) return wrong;
      }
    }
    RecordProperty(expression.substr(0, expression.find('(')), std::to_string(worst));
    return worst;
  }
};

constexpr double pi = 3.14159265358979323846;

/// Numbers of both signs: spaced evenly in the logarithm down to 2^-40, and evenly in the value.
std::vector<double> spread(double most) {
  std::mt19937_64 engine(11);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<double> all = {0};
  for (int i = 0; i < 3000; ++i)
    for (const double sign : {-1.0, 1.0}) {
      all.push_back(to_float32(sign * most * std::exp2(-40 * unit(engine))));
      all.push_back(to_float32(sign * most * unit(engine)));
    }
  return all;
}

Pairs alone(const std::vector<double>& xs) {
  Pairs all;
  for (const double x : xs)
    all.emplace_back(x, 0);
  return all;
}

TEST_P(ElementaryTest, sine_and_cosine_are_accurate_near_their_zeros) {
  std::vector<double> angles = spread(4096);
  for (const double x : spread(8))
    angles.push_back(x);
  for (int k = -2600; k <= 2600; ++k) {  // the float32 numbers nearest to the zeros
    const auto nearest = static_cast<float>(k * pi / 2);
    for (const float x : {nearest, std::nextafterf(nearest, 5000), std::nextafterf(nearest, -5000)})
      angles.push_back(static_cast<double>(x));
  }
  EXPECT_LE(worst_ulp("sine(x)", alone(angles), [](double x, double) { return std::sin(x); }),
            Tracked::transcendental_ulp);
  EXPECT_LE(worst_ulp("cosine(x)", alone(angles), [](double x, double) { return std::cos(x); }),
            Tracked::transcendental_ulp);
}

TEST_P(ElementaryTest, arctangent2_is_accurate_in_every_quadrant) {
  Pairs points;
  const std::vector<double> numbers = spread(100);
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i)
    points.emplace_back(numbers[i], numbers[(i * 7919) % numbers.size()]);
  for (const double x : {-2.0, -0.0, 0.0, 2.0})
    for (const double y : {-2.0, 0.0, 2.0})
      points.emplace_back(x, y);
  EXPECT_LE(worst_ulp("arctangent2(y, x)", points,
                      [](double x, double y) { return x == 0 && y == 0 ? 0 : std::atan2(y, x); }),
            Tracked::transcendental_ulp);
}

TEST_P(ElementaryTest, arccosine_is_accurate_near_minus_1_and_1) {
  std::vector<double> cosines = spread(1);
  for (const double x : spread(1))
    cosines.push_back(to_float32(x < 0 ? -1 - x : 1 - x));
  EXPECT_LE(worst_ulp("arccosine(x)", alone(cosines), [](double x, double) { return std::acos(x); }),
            Tracked::transcendental_ulp);
  EXPECT_LE(worst_ulp("arccosine(x)", alone({-1.5, -1.0}), [](double, double) { return pi; }), 1);
  EXPECT_EQ(worst_ulp("arccosine(x)", alone({1.5, 1.0}), [](double, double) { return 0.0; }), 0);
}

TEST_P(ElementaryTest, exponential_is_right_from_underflow_to_overflow) {
  EXPECT_LE(worst_ulp("exponential(x)", alone(spread(87)), [](double x, double) { return std::exp(x); }),
            Tracked::transcendental_ulp);
  EXPECT_LE(worst_ulp("exponential(x) > 3.0e38 ? 1.0 : 0.0", alone({89, 200, 1e30}),
                      [](double, double) { return 1.0; }),
            0);
  EXPECT_EQ(worst_ulp("exponential(x)", alone({-110, -1e30}), [](double, double) { return 0.0; }), 0);
}

TEST_P(ElementaryTest, mediump_is_allowed_to_be_coarser) {
  const ArraySet question = random_question({});
  settings().precision = "mediump";
  EXPECT_LT(difference(run(lbs(), question), plain_answer(question)), 0.1);
}

BINDPOSE_TEST_STACKS(ElementaryTest, drawing_and_computing);

}  // namespace bindpose::gpu::elementary_test
