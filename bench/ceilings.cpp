// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Highway includes this file once for each instruction set.
#include "bench/ceilings.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/ceilings.cpp"
#include <cstddef>
#include <functional>
#include <limits>

#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include <benchmark/benchmark.h>

#include "bench/cpu_time.h"
#include "bench/plain_avx512.h"
#include "conformance/software/software.h"

HWY_BEFORE_NAMESPACE();
namespace bindpose::bench {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// More independent sums than a processor computes at once.
constexpr std::size_t chains = 12;

template <class Tag>
HWY_INLINE float multiply_add(Tag tag, std::size_t rounds) {
  const auto a = hn::Set(tag, 0.999F), b = hn::Set(tag, 0.001F);
  hn::Vec<Tag> sums[chains];
  for (std::size_t k = 0; k < chains; ++k)
    sums[k] = hn::Set(tag, static_cast<float>(k));
  for (std::size_t round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < chains; ++k)
      sums[k] = hn::MulAdd(sums[k], a, b);
  for (std::size_t k = 1; k < chains; ++k)
    sums[0] = hn::Add(sums[0], sums[k]);
  return hn::GetLane(sums[0]);
}

float one_at_a_time(std::size_t rounds) {
  return multiply_add(hn::CappedTag<float, 1>(), rounds);
}
float by_registers(std::size_t rounds) {
  return multiply_add(hn::ScalableTag<float>(), rounds);
}
/// The numbers of each round, one at a time and by registers.
std::size_t numbers_a_round() {
  return chains;
}
std::size_t numbers_a_register_round() {
  return chains * hn::Lanes(hn::ScalableTag<float>());
}

/// The fence keeps the compiler from calling memcpy, which may bypass the cache.
void copy_through_cache(const float* from, float* to, std::size_t count) {
  const hn::ScalableTag<float> tag;
  for (std::size_t i = 0; i < count; i += hn::Lanes(tag)) {
    hn::Store(hn::Load(tag, from + i), tag, to + i);
    std::atomic_signal_fence(std::memory_order_acq_rel);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bindpose::bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bindpose::bench {

HWY_EXPORT(one_at_a_time);
HWY_EXPORT(by_registers);
HWY_EXPORT(numbers_a_round);
HWY_EXPORT(numbers_a_register_round);
HWY_EXPORT(copy_through_cache);

namespace {

constexpr int ceiling_turns = 7;
constexpr std::size_t copied_numbers = std::size_t{1} << 23;  // 32 MiB, beyond most caches
constexpr std::size_t multiply_add_rounds = 500'000;

double least_cpu_seconds(const std::function<void()>& f) {
  f();
  double least = std::numeric_limits<double>::infinity();
  for (int turn = 0; turn < ceiling_turns; ++turn)
    least = std::min(least, cpu_seconds(f));
  return least;
}

/// Operations per second of f, which runs rounds of multiplications and additions on this many numbers.
template <class F>
double operations_per_second(F f, std::size_t numbers) {
  const double seconds = least_cpu_seconds([&] {
    const float kept = f(multiply_add_rounds);
    benchmark::DoNotOptimize(kept);
  });
  return 2.0 * static_cast<double>(multiply_add_rounds * numbers) / seconds;
}

Ceilings measure_ceilings() {
  software::AlignedFloats from(copied_numbers), to(copied_numbers);
  constexpr double bytes = 2.0 * sizeof(float) * copied_numbers;
  return {
      bytes / least_cpu_seconds([&] {
        HWY_DYNAMIC_DISPATCH(copy_through_cache)(from.data(), to.data(), copied_numbers);
      }),
      bytes / least_cpu_seconds([&] { copy_past_cache(from.data(), to.data(), copied_numbers); }),
      operations_per_second([](std::size_t rounds) { return HWY_DYNAMIC_DISPATCH(one_at_a_time)(rounds); },
                            HWY_DYNAMIC_DISPATCH(numbers_a_round)()),
      operations_per_second([](std::size_t rounds) { return HWY_DYNAMIC_DISPATCH(by_registers)(rounds); },
                            HWY_DYNAMIC_DISPATCH(numbers_a_register_round)())};
}

}  // namespace

const Ceilings& ceilings() {
  static const Ceilings measured = measure_ceilings();
  return measured;
}

}  // namespace bindpose::bench
#endif
