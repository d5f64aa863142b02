// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a chain on Tracked that a kernel changes step by step, each step a stage (reference/numeric/stages.h).
// An error that a later step corrects also leaves the bound.
#pragma once

#include "reference/ik/shared/chain.h"
#include "reference/numeric/stages.h"

namespace bindpose::ik {

/// Points as the numbers that go from stage to stage, and back.
template <class S>
std::vector<S> numbers_of(const Chain<S>& chain) {
  std::vector<S> x;
  for (const Vec3<S>& p : chain)
    x.insert(x.end(), {p[0], p[1], p[2]});
  return x;
}
template <class S>
Chain<S> chain_of(const std::vector<S>& x) {
  Chain<S> chain;
  for (std::size_t i = 0; i + 3 <= x.size(); i += 3)
    chain.emplace_back(x[i], x[i + 1], x[i + 2]);
  return chain;
}

class StagedChain {
 public:
  explicit StagedChain(const Chain<double>& points) : stages_(numbers_of(chain_on<Tracked>(points))) {}

  std::size_t size() const { return stages_.numbers().size() / 3; }
  Chain<Tracked> points() const { return chain_of(stages_.numbers()); }

  /// One stage. step: changes a Chain<S>& on any scalar S.
  template <class Step>
  void run(const Step& step) {
    stages_.run([&step]<class S>(const std::vector<S>& x) {
      Chain<S> points = chain_of(x);
      step(points);
      return numbers_of(points);
    });
  }

 private:
  Stages stages_;
};

}  // namespace bindpose::ik
