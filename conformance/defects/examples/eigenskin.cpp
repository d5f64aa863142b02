// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Displacements of single joints decomposed otherwise, or added otherwise.
#include "reference/examples/eigenskin.h"

#include <algorithm>
#include <numeric>

#include <Eigen/QR>

#include "conformance/defects/shared/eigen_corrections.h"

namespace bindpose::conformance {
namespace {

using Eigen::Index;

// ---- what is added

Computed corrections_ignored(const Question& question) {
  return corrected_by(question, [](const EigenParts*, EigenCorrections& skin) {
    std::fill(skin.a.begin(), skin.a.end(), 0);
    std::fill(skin.c.begin(), skin.c.end(), 0);
    return true;
  });
}

Computed corrections_after_skinning(const Question& question) {
  const auto as_they_are = [](const EigenParts*, EigenCorrections&) { return true; };
  return corrected_by(question, as_they_are,
                      [](const EigenCorrections& skin, const skinning::RestVertex<double>& rest,
                         const std::vector<Affine<double>>& M) {
                        skinning::RestVertex<double> in_place = skin.at(rest);
                        const Vec3<double> d = in_place.x - rest.x;
                        in_place.x = rest.x;
                        skinning::DeformedVertex<double> y = linear_blend(in_place, M);
                        y.x += d;
                        return y;
                      });
}

Computed normals_uncorrected(const Question& question) {
  return corrected_by(question, [](const EigenParts*, EigenCorrections& skin) {
    const bool any = !skin.c.empty();
    skin.c.clear();
    return any;
  });
}
Computed normals_by_displacements(const Question& question) {
  return corrected_by(question, [](const EigenParts* parts, EigenCorrections& skin) {
    if (parts != nullptr || skin.c.empty()) return false;
    std::copy_n(skin.a.begin(), std::min(skin.a.size(), skin.c.size()), skin.c.begin());
    return true;
  });
}
Computed coefficients_clamped(const Question& question) {
  return corrected_by(question, [](const EigenParts* parts, EigenCorrections& skin) {
    for (std::vector<double>* all : {&skin.a, &skin.c})
      for (double& a : *all)
        a = std::clamp(a, 0.0, 1.0);
    return parts == nullptr;
  });
}

// ---- what is kept

/// D_r of a joint by another rule, of displacements and of normals alike.
template <class Keep>
void keep_otherwise(const EigenParts& parts, std::size_t j, EigenCorrections& skin, Keep keep) {
  put_columns(keep(parts.columns(j, parts.all.d), parts.rank(j)), parts.all.of_joint[j], skin.u);
  if (!skin.m.empty())
    put_columns(keep(parts.columns(j, parts.all.dn), parts.rank(j)), parts.all.of_joint[j], skin.m);
}

bool is_cut(const EigenParts& parts, std::size_t j) {
  return parts.rank(j) < parts.all.of_joint[j].size();
}

EigenMatrix about_the_mean(const EigenMatrix& D) {
  return D.colwise() - D.rowwise().mean().eval();
}
/// As principal components are taken of a cloud of points: about their mean, which is added everywhere.
Computed mean_subtracted(const Question& question) {
  return corrected_by_joints(question, [](const EigenParts& parts, std::size_t j, EigenCorrections& skin) {
    const auto add_mean = [&](const EigenMatrix& D, std::vector<double>& a,
                              examples::Displacements<double>& u) {
      const Eigen::VectorXd mean = D.rowwise().mean();
      a.push_back(1);
      u.emplace_back();
      for (Index i = 0; i < mean.size(); i += 3)
        u.back().push_back(mean.segment<3>(i));
    };
    keep_otherwise(parts, j, skin, [](const EigenMatrix& D, std::size_t r) {
      return examples::truncated(about_the_mean(D), r).D_r;
    });
    put_values(parts, j, examples::truncated(about_the_mean(parts.columns(j, parts.all.d)), parts.rank(j)),
               skin);
    add_mean(parts.columns(j, parts.all.d), skin.a, skin.u);
    if (!skin.m.empty()) add_mean(parts.columns(j, parts.all.dn), skin.c, skin.m);
    return true;
  });
}

Computed smallest_kept(const Question& question) {
  return corrected_by_joints(question, [](const EigenParts& parts, std::size_t j, EigenCorrections& skin) {
    if (!is_cut(parts, j)) return false;
    keep_otherwise(parts, j, skin, [](const EigenMatrix& D, std::size_t r) -> EigenMatrix {
      return D - examples::truncated(D, static_cast<std::size_t>(D.cols()) - r).D_r;
    });
    return true;
  });
}
Computed all_kept(const Question& question) {
  return corrected_by_joints(question, [](const EigenParts& parts, std::size_t j, EigenCorrections& skin) {
    if (!is_cut(parts, j)) return false;
    keep_otherwise(parts, j, skin, [](const EigenMatrix& D, std::size_t) { return D; });
    skin.eta[j] = 1;
    return true;
  });
}
/// The span of the first examples, as many as displacements are kept.
Computed first_examples_kept(const Question& question) {
  return corrected_by_joints(question, [](const EigenParts& parts, std::size_t j, EigenCorrections& skin) {
    if (!is_cut(parts, j)) return false;
    keep_otherwise(parts, j, skin, [](const EigenMatrix& D, std::size_t r) -> EigenMatrix {
      const EigenMatrix first = D.leftCols(static_cast<Index>(r));
      return first * first.colPivHouseholderQr().solve(D);
    });
    return true;
  });
}
Computed basis_of_each_vertex(const Question& question) {
  return corrected_by_joints(question, [](const EigenParts& parts, std::size_t j, EigenCorrections& skin) {
    if (!is_cut(parts, j)) return false;
    keep_otherwise(parts, j, skin, [](EigenMatrix D, std::size_t r) {
      for (Index i = 0; i < D.rows(); i += 3)
        D.middleRows(i, 3) = examples::truncated<double>(D.middleRows(i, 3), r).D_r;
      return D;
    });
    return true;
  });
}

/// All joints' examples side by side, as many of their displacements as all joints together keep.
Computed one_basis_for_all(const Question& question) {
  return corrected_by(question, [](const EigenParts* parts, EigenCorrections& skin) {
    if (parts == nullptr) return false;
    const auto together = [&](const examples::Displacements<double>& d, examples::Displacements<double>& u) {
      EigenMatrix D(3 * static_cast<Index>(d[0].size()), static_cast<Index>(d.size()));
      std::size_t rank = 0;
      for (std::size_t j = 0; j < parts->all.of_joint.size(); ++j) {
        const EigenMatrix own = parts->columns(j, d);
        rank += parts->rank(j);
        for (std::size_t k = 0; k < parts->all.of_joint[j].size(); ++k)
          D.col(static_cast<Index>(parts->all.of_joint[j][k])) = own.col(static_cast<Index>(k));
      }
      examples::ExampleList every(d.size());
      std::iota(every.begin(), every.end(), std::size_t{0});
      put_columns(examples::truncated(D, rank).D_r, every, u);
    };
    together(parts->all.d, skin.u);
    if (!skin.m.empty()) together(parts->all.dn, skin.m);
    return std::ranges::count_if(parts->all.of_joint, [](const auto& own) { return !own.empty(); }) > 1;
  });
}

Computed energies_not_squared(const Question& question) {
  return corrected_by_joints(question, [](const EigenParts& parts, std::size_t j, EigenCorrections& skin) {
    double kept = 0, all = 0;
    for (std::size_t k = 0; k < parts.all.of_joint[j].size(); ++k) {
      const double s = skin.s[parts.all.of_joint[j][k]];
      all += s;
      if (k < parts.rank(j)) kept += s;
    }
    skin.eta[j] = kept / all;
    return is_cut(parts, j);
  });
}
Damaged values_squared(const Question& question, const ArraySet& right) {
  if (!is_eigenskin(question)) return std::nullopt;
  return with_answer_rows(right, {"singular_values"}, 1, [](double* s, std::size_t) { *s *= *s; });
}

}  // namespace

BINDPOSE_DEFECTS(examples, eigenskin) {
  return {
      {.id = "eigen-ignored",
       .sentence = "your output equals linear blending, without any displacement",
       .symptom = "the elbow collapses as if nobody had corrected it",
       .source = "(derived)",
       .formula = &corrections_ignored},
      {.id = "eigen-after-skinning",
       .sentence = "your output equals what one gets when displacements, which are taken at rest, are added "
                   "after skinning",
       .symptom = "corrections point elsewhere as the limb turns",
       .source = "(derived)",
       .formula = &corrections_after_skinning},
      {.id = "eigen-normals-ignored",
       .sentence = "your output equals what one gets when normals are not corrected",
       .symptom = "bulges that the light does not show",
       .source = "(derived)",
       .formula = &normals_uncorrected},
      {.id = "eigen-normals-by-displacements",
       .sentence = "your output equals what one gets when normals are corrected by the coefficients of "
                   "displacements; they have their own",
       .symptom = "shading follows another bulge",
       .source = "(derived)",
       .formula = &normals_by_displacements},
      {.id = "eigen-coefficients-clamped",
       .sentence = "your output equals what one gets when coefficients are kept between 0 and 1, as those of "
                   "morph targets",
       .symptom = "bulges stop half way; nothing moves inwards",
       .source = "(derived)",
       .formula = &coefficients_clamped},
      {.id = "eigen-mean-subtracted",
       .sentence = "your output equals what one gets when the mean of the examples is subtracted before they "
                   "are decomposed, and added to every pose",
       .symptom = "the figure at rest is bent out of shape",
       .source = "(derived)",
       .formula = &mean_subtracted},
      {.id = "eigen-smallest-kept",
       .sentence = "your output equals what one gets when the displacements with the smallest singular "
                   "values are kept: eigenvalues are often given in ascending order",
       .symptom = "hardly any bulge, and noise",
       .source = "(derived)",
       .formula = &smallest_kept},
      {.id = "eigen-all-kept",
       .sentence = "your output equals what one gets when all displacements are kept, whatever the rank is",
       .symptom = "none but the memory that they take",
       .source = "(derived)",
       .formula = &all_kept},
      {.id = "eigen-first-examples",
       .sentence = "your output equals what one gets when the first examples span what is kept, not the "
                   "leading singular vectors",
       .symptom = "later examples are missed",
       .source = "(derived)",
       .formula = &first_examples_kept},
      {.id = "eigen-basis-of-vertex",
       .sentence = "your output equals what one gets when every vertex is decomposed by itself, not all of a "
                   "joint together",
       .symptom = "examples are met too well for the rank",
       .source = "(derived)",
       .formula = &basis_of_each_vertex},
      {.id = "eigen-one-basis",
       .sentence = "your output equals what one gets when the examples of all joints are decomposed "
                   "together, not those of each by themselves",
       .symptom = "a small joint loses its bulges to a large one",
       .source = "(derived)",
       .formula = &one_basis_for_all},
      {.id = "eigen-energy-not-squared",
       .sentence = "your energies are shares of singular values; they are shares of their squares",
       .symptom = "none in the mesh",
       .source = "(derived)",
       .formula = &energies_not_squared},
      {.id = "eigen-values-squared",
       .sentence = "your singular values are the eigenvalues of D^T D, their squares",
       .symptom = "none in the mesh",
       .source = "(derived)",
       .answer = &values_squared},
  };
}

}  // namespace bindpose::conformance
