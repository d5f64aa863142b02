// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: inputs for mutants, and the rating of their outputs. Internal.
#pragma once

#include <new>

#include <sys/mman.h>

#include "conformance/judge/judge.h"
#include "conformance/mutation_score/mutants/mutants.h"

namespace bindpose::conformance {

/// A built-in case and its input.
struct MutantCase {
  const Case* from = nullptr;
  AskedCase asked = {};
};
/// The chosen cases, small inputs first, because the first inputs detect most mutants. Error
/// QUESTION.
Expected<std::vector<MutantCase>> mutant_cases(const std::function<bool(const Case&)>& wanted,
                                               unsigned threads);

/// True if all numbers are equal bit by bit. NaN equals NaN.
bool is_same(const Answer& a, const Answer& b);

/// Number of rows of the longest array.
std::size_t row_count(const Answer& answer);

/// True if the judge passes the output, with or without accepted deviations.
bool passes(const Expectation& expectation, const Answer& answer);

constexpr std::uint32_t no_ask = ~std::uint32_t{0};

/// The result that a process reports for its mutant. Until it reports, the mutant counts as
/// crashing or hanging.
struct FateReport {
  Fate fate = Fate::killed;
  std::uint32_t ask = no_ask;
  std::size_t same_rows = 0;  ///< Mutant::same_rows
};

/// Values in memory that this process shares with its child processes.
template <class T>
class Shared {
 public:
  explicit Shared(std::size_t count) : bytes_((count + 1) * sizeof(T)) {
    void* const memory = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    values_ = static_cast<T*>(memory);
    std::uninitialized_value_construct_n(values_, count);
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() { ::munmap(values_, bytes_); }

  T& operator[](std::size_t i) { return values_[i]; }

 private:
  std::size_t bytes_;
  T* values_ = nullptr;
};

/// Runs the mutants of kernels or of shaders for decide_fates().
Expected<void> decide_kernel_fates(MutantTable& table, const MutantRun& run);
Expected<void> decide_shader_fates(MutantTable& table, const MutantRun& run);

}  // namespace bindpose::conformance
