// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Iterations with a step left out, out of order, or with numbers from before.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "conformance/defects/ik/shared/chains.h"
#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

/// The end of the chain is looked at once an iteration.
Points ccd_with_stale_end(const Question& question, Points p, const Vec3<double>& goal) {
  const auto& options = question.algorithm->implementation.declaration.options;
  std::vector<std::size_t> visits(p.size() - 1);
  std::iota(visits.begin(), visits.end(), 0);
  if (choice(options, question.options, "order") == "tip-to-root") std::ranges::reverse(visits);
  for (std::size_t n = 0; n < iterations_of(question); ++n) {
    const Vec3<double> end = p.back();
    for (const std::size_t i : visits) {
      const Vec3<double> a = end - p[i], b = goal - p[i];
      const Vec3<double> normal = a.cross(b);
      if (normal.isZero(0)) continue;
      const Eigen::AngleAxisd turn(std::atan2(normal.norm(), a.dot(b)), normal.normalized());
      for (std::size_t k = i + 1; k < p.size(); ++k)
        p[k] = p[i] + turn * (p[k] - p[i]);
    }
  }
  return p;
}

/// The pass from the end to the root alone.
Points fabrik_without_way_back(const Question& question, Points p, const Vec3<double>& goal) {
  const Points rest = p;
  if ((goal - rest[0]).norm() > reach_of(rest).outer) return p;
  for (std::size_t n = 0; n < iterations_of(question); ++n) {
    p.back() = goal;
    for (std::size_t i = p.size() - 1; i-- > 0;) {
      Vec3<double> direction = p[i] - p[i + 1];
      if (direction.isZero(0)) direction = rest[i] - rest[i + 1];
      p[i] = p[i + 1] + (rest[i + 1] - rest[i]).norm() * direction.normalized();
    }
  }
  return p;
}

/// Each bone is turned by its own joint alone.
Points dls_not_composed(const Question& question, Points p, const Vec3<double>& goal) {
  const double damping = question.arrays.find("damping")->reals()[0];
  for (std::size_t n = 0; n < iterations_of(question); ++n) {
    const Points before = p;
    Mat3<double> A = damping * damping * Mat3<double>::Identity();
    for (std::size_t i = 0; i + 1 < p.size(); ++i) {
      const Vec3<double> r = before.back() - before[i];
      A += r.squaredNorm() * Mat3<double>::Identity() - r * r.transpose();
    }
    const Vec3<double> f = cofactor(A) * (goal - before.back()) / determinant(A);
    for (std::size_t i = 0; i + 1 < p.size(); ++i) {
      const Vec3<double> w = (before.back() - before[i]).cross(f);
      const Vec3<double> bone = before[i + 1] - before[i];
      p[i + 1] =
          p[i] + (w.isZero(0) ? bone : Vec3<double>(Eigen::AngleAxisd(w.norm(), w.normalized()) * bone));
    }
  }
  return p;
}

Computed solved(const Question& question, std::string_view id, Solve solve) {
  return question.algorithm->id == id ? solved_by(question, solve) : cannot_be_made();
}

/// Another value of an option than the one asked for.
Changed with_option(const Question& question, std::string_view id, const char* name, const char* other) {
  const auto& options = question.algorithm->implementation.declaration.options;
  if (question.algorithm->id != id || choice(options, question.options, name) == other) return std::nullopt;
  Question changed = question;
  changed.options[name] = other;
  return changed;
}

Changed with_damping(const Question& question, double (*change)(double)) {
  return with_rows(question, {"damping"}, 1,
                   [change](double* damping, std::size_t) { *damping = change(*damping); });
}

/// No more than that, however many are asked for.
Changed sixteen_iterations(const Question& question) {
  constexpr std::int32_t most = 16;
  const Array* asked = question.arrays.find("iterations");
  if (asked == nullptr || asked->integers()[0] <= most) return std::nullopt;
  Question changed = question;
  changed.arrays.put({"iterations", {1}, Array::Integers{most}});
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(ik, solvers) {
  return {
      {.id = "ik-sixteen-iterations",
       .sentence = "your output equals what one gets with sixteen iterations where more are asked for",
       .symptom = "arms that are nearly stretched stop short of what they reach for",
       .source = "(derived)",
       .question = &sixteen_iterations},
      {.id = "ccd-root-to-tip",
       .sentence = "your output equals what one gets when joints are visited from the root to the tip",
       .symptom = "the root does the work, the tip stays straight",
       .source = "(derived)",
       .question =
           [](const Question& question) { return with_option(question, "ik.ccd", "order", "root-to-tip"); }},
      {.id = "ccd-order-fixed",
       .sentence = "your output equals what one gets when joints are visited from the tip to the root, "
                   "whatever order is "
                   "asked for",
       .symptom = "the tip curls, the root hardly turns",
       .source = "(derived)",
       .question =
           [](const Question& question) { return with_option(question, "ik.ccd", "order", "tip-to-root"); }},
      {.id = "ccd-stale-end",
       .sentence = "your output equals what one gets when the end of the chain is looked at once an "
                   "iteration; every turn "
                   "moves it",
       .symptom = "the chain overshoots and curls up",
       .source = "(derived)",
       .formula = [](const Question& question) { return solved(question, "ik.ccd", ccd_with_stale_end); }},
      {.id = "fabrik-root-drifts",
       .sentence =
           "your output equals what one gets without the way back from the root: the root leaves its place",
       .symptom = "the arm comes off the shoulder",
       .source = "A. Aristidou, J. Lasenby, Graphical Models 73(5), 2011, algorithm 1",
       .formula =
           [](const Question& question) { return solved(question, "ik.fabrik", fabrik_without_way_back); }},
      {.id = "dls-no-damping",
       .sentence = "your output equals what one gets with hardly any damping",
       .symptom = "the chain jerks where it is nearly straight",
       .source = "S. R. Buss, Introduction to inverse kinematics, 2004, section 6",
       .question =
           [](const Question& question) { return with_damping(question, [](double) { return 0x1p-20; }); }},
      {.id = "dls-damping-not-squared",
       .sentence = "your output equals what one gets when the damping is added instead of its square",
       .symptom = "small dampings hold the chain back too much, large ones too little",
       .source = "S. R. Buss, Introduction to inverse kinematics, 2004, equation 11",
       .question =
           [](const Question& question) {
             return with_damping(question, [](double x) { return std::sqrt(x); });
           }},
      {.id = "dls-turns-not-composed",
       .sentence = "your output equals what one gets when a bone is turned by its own joint alone; the "
                   "joints before it "
                   "turn it, too",
       .symptom = "the chain hardly gets nearer to its goal",
       .source = "(derived)",
       .formula = [](const Question& question) { return solved(question, "ik.dls", dls_not_composed); }},
  };
}

}  // namespace bindpose::conformance
