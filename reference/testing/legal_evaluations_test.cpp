// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: every conforming float32 evaluation of sums, products, normals and chains stays within
// Tracked's bound. Blends of influences: skinning/linear_blend_bound_test.cpp.
#include "reference/testing/legal_evaluations.h"

#include <gtest/gtest.h>

#include "reference/model/surface.h"
#include "reference/numeric/stored.h"
#include "reference/testing/legal_formulas.h"

namespace bindpose::legal::legal_evaluations_test {

struct SumOfProducts {
  Terms terms;
  std::vector<Tracked> bounds{Tracked(0)};

  void add(double a, double b) {
    terms.push_back({a, b});
    bounds[0] += b == 1 ? Tracked(a) : Tracked(a) * Tracked(b);
  }
  void evaluate(LegalMachine& machine, Numbers& answers) const {
    Terms copy = terms;
    for (LegalMachine::Term& term : copy)
      term = {machine.input(term.a), term.b == 1 ? 1 : machine.input(term.b)};
    answers.push_back(machine.sum(copy));
  }
};

struct Normalisation {
  Vec3<double> v;
  std::vector<Tracked> bounds;

  explicit Normalisation(const Vec3<double>& direction) : v(direction) {
    Vec3<Tracked> d = v.cast<Tracked>();
    if (normalize(d)) append(bounds, d);
  }
  void evaluate(LegalMachine& machine, Numbers& answers) const {
    append(answers, normalized(machine, v, machine.flip()));
  }
};

/// A normal transformed by the cofactor matrix and the sign of the determinant; and the
/// determinant.
struct CofactorNormal {
  Mat3<double> C;
  Vec3<double> n;
  std::vector<Tracked> bounds;

  CofactorNormal(const Mat3<double>& matrix, const Vec3<double>& normal) : C(matrix), n(normal) {
    const Mat3<Tracked> M = C.cast<Tracked>();
    const Tracked det = determinant(M);
    Vec3<Tracked> d = bindpose::cofactor(M) * n.cast<Tracked>();
    if (det < Tracked(0)) d = -d;
    if (!normalize(d)) ++Branches::current().undecided;
    append(bounds, d);
    bounds.push_back(det);
  }
  void evaluate(LegalMachine& machine, Numbers& answers) const {
    const Mat3<double> K = cofactor(machine, C);
    const double det = dot(machine, C.col(0), K.col(0));
    Vec3<double> d = times(machine, K, n);
    if (det < 0) d = -d;
    append(answers, normalized(machine, d, machine.flip()));
    answers.push_back(det);
  }
};

/// A normal transformed by the inverse transpose as a matrix, cof(C) / det(C).
struct InverseTranspose {
  Mat3<double> C;
  Vec3<double> n;
  std::vector<Tracked> bounds;

  InverseTranspose(const Mat3<double>& matrix, const Vec3<double>& normal) : C(matrix), n(normal) {
    const Mat3<Tracked> M = C.cast<Tracked>();
    append(bounds,
           Vec3<Tracked>((Tracked(1) / determinant(M)) * (bindpose::cofactor(M) * n.cast<Tracked>())));
  }
  void evaluate(LegalMachine& machine, Numbers& answers) const {
    Mat3<double> K = cofactor(machine, C);
    const double det = dot(machine, C.col(0), K.col(0));
    for (double& entry : K.reshaped())
      entry = machine.divide(entry, det);
    append(answers, times(machine, K, n));
  }
};

/// World transforms down a chain of joints, each stored; a point transformed by the last.
struct Chain {
  std::vector<Affine<double>> locals;
  Vec3<double> x;
  std::vector<Tracked> bounds;

  explicit Chain(Random& random) : x(vector(random, -2, 2)) {
    const std::size_t depth = 1 + random.below(8);
    for (std::size_t j = 0; j < depth; ++j) {
      locals.push_back(affine(random, 2));
      locals.back().translation = locals.back().translation.unaryExpr(&to_float32);
    }
    Affine<Tracked> W = locals[0].cast<Tracked>();
    for (std::size_t j = 1; j < depth; ++j)
      W = bindpose::stored_entries<Tracked>(W * locals[j].cast<Tracked>());
    append(bounds, Vec3<Tracked>(W * Vec3<Tracked>(x.cast<Tracked>())));
  }
  void evaluate(LegalMachine& machine, Numbers& answers) const {
    Affine<double> W = locals[0];
    for (std::size_t j = 1; j < locals.size(); ++j)
      W = product(machine, W, locals[j]);
    append(answers, transform(machine, W, x));
  }
};

Mat3<double> matrix(Random& random) {
  Mat3<double> C = affine(random, 0).linear;
  // One in four is nearly singular: its third column almost the sum of the others.
  if (random.below(4) == 0) C.col(2) = (C.col(0) + C.col(1) + vector(random, -24, -3)).unaryExpr(&to_float32);
  return C;
}

TEST(TrackedEvaluations, sums_stay_within_the_bound) {
  expect_within_bound("sums", 0.9, [](Random& random) {
    SumOfProducts question;
    const std::size_t count = 2 + random.below(63);
    const int spread = 1 + static_cast<int>(random.below(30));
    for (std::size_t i = 0; i < count; ++i)
      question.add(number(random, -spread, 1), 1);
    if (random.below(4) == 0) question.add(-to_float32(question.bounds[0].value()), 1);  // cancels the rest
    return question;
  });
}

TEST(TrackedEvaluations, sums_of_one_sign_stay_within_the_bound) {
  expect_within_bound("sums of one sign", 0.9, [](Random& random) {
    SumOfProducts question;
    const std::size_t count = 2 + random.below(random.below(16) == 0 ? 500 : 15);
    const int spread = 1 + static_cast<int>(random.below(40));
    question.add(1, 1);
    for (std::size_t i = 1; i < count; ++i)
      question.add(std::fabs(number(random, -spread, 0)), 1);
    return question;
  });
}

TEST(TrackedEvaluations, dot_products_stay_within_the_bound) {
  expect_within_bound("dot products", 0.5, [](Random& random) {
    SumOfProducts question;
    const std::size_t count = 1 + random.below(16);
    for (std::size_t i = 0; i < count; ++i)
      question.add(number(random, -4, 4), number(random, -4, 4));
    return question;
  });
}

TEST(TrackedEvaluations, dot_products_of_subnormals_stay_within_the_bound) {
  expect_within_bound("dot products of subnormals", 0.5, [](Random& random) {
    SumOfProducts question;
    const std::size_t count = 1 + random.below(6);
    for (std::size_t i = 0; i < count; ++i) {
      const int a = static_cast<int>(random.below(120));
      question.add(number(random, -a - 4, -a), number(random, a - 132, a - 122));
      if (random.below(2) == 0) question.add(number(random, -132, -122), 1);
    }
    return question;
  });
}

TEST(TrackedEvaluations, dot_products_in_mediump_stay_within_the_bound) {
  const Tracked::Scope scope(Precision::mediump());
  expect_within_bound("dot products in mediump", 0.5,
                      [](Random& random) {
                        SumOfProducts question;
                        const std::size_t count = 1 + random.below(8);
                        for (std::size_t i = 0; i < count; ++i)
                          question.add(number(random, -9, 4), number(random, -9, 4));
                        return question;
                      },
                      {11, -14});
}

TEST(TrackedEvaluations, normalised_vectors_stay_within_the_bound) {
  expect_within_bound("normalisation", 0.3, [](Random& random) {
    const int size = static_cast<int>(random.below(100)) - 50;
    return Normalisation(vector(random, size - 3, size));
  });
}

TEST(TrackedEvaluations, normals_by_cofactors_stay_within_the_bound) {
  expect_within_bound("cofactor normals", 0.2,
                      [](Random& random) { return CofactorNormal(matrix(random), random.direction()); });
}

TEST(TrackedEvaluations, normals_by_inverse_transposes_stay_within_the_bound) {
  expect_within_bound("inverse transposes", 0.2,
                      [](Random& random) { return InverseTranspose(matrix(random), random.direction()); });
}

TEST(TrackedEvaluations, chains_of_matrices_stay_within_the_bound) {
  expect_within_bound("chains of matrices", 0.2, [](Random& random) { return Chain(random); });
}

}  // namespace bindpose::legal::legal_evaluations_test
