// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/many_keys.h"

#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance {

std::vector<double> many_times(std::size_t count) {
  std::vector<double> times;
  for (std::size_t k = 0; k < count; ++k)
    times.push_back(0.5 + 0.25 * static_cast<double>(k) + static_cast<double>(k * k % 5) / 64);
  return times;
}

std::vector<double> many_numbers(std::size_t count) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i)
    numbers.push_back((static_cast<double>(i * 15 % 41) - 20) / 4);
  return numbers;
}

std::vector<Vec4<double>> many_rotations(std::size_t count) {
  std::vector<Vec4<double>> rotations;
  for (std::size_t k = 0; k < count; ++k) {
    const auto i = static_cast<double>(k);
    rotations.push_back(rotation({1, 2 - i, 3}, 20 + std::fmod(35 * i, 330)));
  }
  return rotations;
}

double moment_behind(const std::vector<double>& times, std::size_t key) {
  return to_float32(times.at(key) + 0.375 * (times.at(key + 1) - times.at(key)));
}

namespace {

void ask_at_moments(ArraySet& question, const std::vector<double>& times) {
  std::vector<double> moments;
  for (const std::size_t k :
       {0U, 1U, 3U, 4U, 6U, 7U, 8U, 12U, 16U, 18U, 32U, 64U, 128U, 254U, 255U, 256U, 290U, 298U})
    if (k + 1 < times.size()) moments.push_back(moment_behind(times, k));
  moments.push_back(times[times.size() - 2]);
  moments.push_back(times.back() + 1);
  question.put({"t", {moments.size()}, moments});
}

}  // namespace

ArraySet many_keys(Interpolation interpolation, std::size_t count) {
  const std::vector<double> times = many_times(count);
  const std::size_t parts = interpolation == Interpolation::cubicspline ? 3 : 1;
  ArraySet question = numbers_question(interpolation, times, many_numbers(parts * count));
  ask_at_moments(question, times);
  return question;
}

ArraySet many_turns(Interpolation interpolation, std::size_t count) {
  const std::vector<double> times = many_times(count);
  ArraySet question = rotations_question_at(interpolation, times, many_rotations(count));
  ask_at_moments(question, times);
  return question;
}

}  // namespace bindpose::conformance
