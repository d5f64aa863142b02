// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Examples taken back to rest by something else than the inverse of their blended matrix, or weighed otherwise.
#include <algorithm>
#include <numeric>

#include "conformance/defects/shared/example_meshes.h"
#include "conformance/defects/shared/stages.h"
#include "reference/examples/shared/example_meshes.h"
#include "reference/model/surface.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

bool is_by_example(const Question& question) {
  return question.algorithm->id == "sbe";
}

/// back(PosedVertex) -> Affine takes an example to rest.
template <class Back>
Changed taken_back_by(const Question& question, Back back) {
  if (!is_by_example(question)) return std::nullopt;
  Changed posed =
      with_posed(question, [&back](const PosedVertex& vertex, const Vec3<double>& x, bool is_direction) {
        const Affine<double> A = back(vertex);
        return is_direction ? Vec3<double>(A.linear * x) : Vec3<double>(A * x);
      });
  // Weights need not sum to 1: the identity as sum_i w_i.
  if (!posed) return std::nullopt;
  Array::Reals* weights = reals_of(posed->arrays, "weights");
  if (weights == nullptr) return std::nullopt;
  const std::size_t slots = posed->arrays.find("weights")->shape[1];
  for (std::size_t i = 0; i < weights->size(); i += slots)
    if (std::accumulate(&(*weights)[i], &(*weights)[i] + slots, 0.0) != 1) return std::nullopt;
  return with_examples_at_rest(*std::move(posed));
}

Changed example_not_taken_back(const Question& question) {
  return taken_back_by(question, [](const PosedVertex&) { return Affine<double>{}; });
}
Changed example_not_inverted(const Question& question) {
  return taken_back_by(question,
                       [](const PosedVertex& vertex) { return examples::blended(vertex.rest, vertex.M); });
}
Changed example_each_inverted(const Question& question) {
  return taken_back_by(question, [](const PosedVertex& vertex) {
    std::vector<Affine<double>> inverses;
    for (const Affine<double>& M : vertex.M)
      inverses.push_back(inverse_of(M));
    return examples::blended(vertex.rest, inverses);
  });
}
Changed example_transposed(const Question& question) {
  return taken_back_by(question, [](const PosedVertex& vertex) {
    const Affine<double> B = examples::blended(vertex.rest, vertex.M);
    return Affine<double>{B.linear.transpose(), -(B.linear.transpose() * B.translation)};
  });
}
Changed example_translation_kept(const Question& question) {
  return taken_back_by(question, [](const PosedVertex& vertex) {
    return Affine<double>{inverse_of(examples::blended(vertex.rest, vertex.M)).linear, Vec3<double>::Zero()};
  });
}
Changed example_by_strongest_joint(const Question& question) {
  return taken_back_by(question, [](const PosedVertex& vertex) {
    const auto& influences = vertex.rest.influences;
    const auto strongest = std::max_element(influences.begin(), influences.end(),
                                            [](const auto& a, const auto& b) { return a.w < b.w; });
    return strongest == influences.end() ? Affine<double>{} : inverse_of(vertex.M[strongest->j]);
  });
}

/// [examples, joints] read from what is [joints, examples].
Changed palettes_by_example(const Question& question) {
  const Array* palettes = question.arrays.find("example_palettes");
  if (palettes == nullptr) return std::nullopt;
  const std::size_t J = palettes->shape[0], P = palettes->shape[1];
  const Array::Reals given = palettes->reals();
  return with_rows(question, {"example_palettes"}, 12, [&](double* row, std::size_t i) {
    const std::size_t j = i / P, k = i % P;
    std::copy_n(given.begin() + static_cast<std::ptrdiff_t>(12 * (k * J + j)), 12, row);
  });
}

/// The same question at palette level with other weights of examples.
template <class Change>
Changed with_example_weights(const Question& question, Change change) {
  Changed given = question.arrays.has("example_weights") ? Changed(question)
                                                         : with_palette(question, palette_of(question));
  const Array* weights = given ? given->arrays.find("example_weights") : nullptr;
  if (weights == nullptr) return std::nullopt;
  const std::size_t P = weights->shape.back();
  change_rows(given->arrays, "example_weights", P, [&](double* row, std::size_t) { change(row, P); });
  return given;
}

Changed first_example_alone(const Question& question) {
  return with_example_weights(question, [](double* a, std::size_t P) {
    std::fill_n(a, P, 0.0);
    a[0] = 1;
  });
}
Changed example_weights_one_off(const Question& question) {
  return with_example_weights(question, [](double* a, std::size_t P) { std::rotate(a, a + 1, a + P); });
}
Changed example_weights_summing_to_1(const Question& question) {
  if (!question.arrays.has("example_weights")) return std::nullopt;
  return with_example_weights(question, [](double* a, std::size_t P) {
    const double sum = std::accumulate(a, a + P, 0.0);
    for (std::size_t k = 0; k < P && sum != 0; ++k)
      a[k] /= sum;
  });
}
Changed example_weights_within_0_and_1(const Question& question) {
  return with_example_weights(question, [](double* a, std::size_t P) {
    for (std::size_t k = 0; k < P; ++k)
      a[k] = std::clamp(a[k], 0.0, 1.0);
  });
}

/// sum_k a_k x_k, as they are posed.
Computed posed_blended(const Question& question) {
  if (!is_by_example(question)) return cannot_be_made();
  const Changed given = with_example_weights(question, [](double*, std::size_t) {});
  if (!given) return cannot_be_made();
  BINDPOSE_TRY(Result<double> result,
               given->algorithm->implementation.in_double(given->arrays, given->options));
  const Array::Reals& a = given->arrays.find("example_weights")->reals();
  for (ResultArray<double>& array : result.arrays) {
    const Array* posed = question.arrays.find("example_" + array.name);
    if (posed == nullptr || array.name == "palette") continue;
    const std::size_t numbers = array.values.size();
    std::fill(array.values.begin(), array.values.end(), 0.0);
    for (std::size_t i = 0; i < posed->reals().size(); ++i)
      array.values[i % numbers] += a[i / numbers] * posed->reals()[i];
    for (std::size_t i = 0; array.name == "normals" && i < numbers; i += 3)
      Eigen::Map<Vec3<double>>(&array.values[i]).normalize();
  }
  return result;
}

}  // namespace

BINDPOSE_DEFECTS(examples, shape_by_example) {
  return {
      {.id = "example-not-taken-back",
       .sentence = "your output equals what one gets when posed examples are skinned as if they were at rest",
       .symptom = "bends are doubled",
       .source = "(derived)",
       .question = &example_not_taken_back},
      {.id = "example-matrix-not-inverted",
       .sentence =
           "your output equals what one gets when the blended matrix takes examples back, not its inverse",
       .symptom = "bends are tripled",
       .source = "(derived)",
       .question = &example_not_inverted},
      {.id = "example-inverses-blended",
       .sentence = "your output equals what one gets when the inverses of the joints' matrices are blended; "
                   "it is the inverse of the "
                   "blend that takes a vertex back",
       .symptom = "examples are not met around the joints",
       .source = "(derived)",
       .question = &example_each_inverted},
      {.id = "example-transposed",
       .sentence = "your output equals what one gets when the transposed matrix is taken for the inverse; a "
                   "blend of rotations is "
                   "none",
       .symptom = "examples are not met around the joints",
       .source = "(derived)",
       .question = &example_transposed},
      {.id = "example-translation-kept",
       .sentence = "your output equals what one gets when examples are turned back and not moved back",
       .symptom = "parts are off by where their joints are",
       .source = "(derived)",
       .question = &example_translation_kept},
      {.id = "example-strongest-joint",
       .sentence = "your output equals what one gets when the strongest joint alone takes a vertex back",
       .symptom = "creases around the joints",
       .source = "(derived)",
       .question = &example_by_strongest_joint},
      {.id = "example-palettes-by-example",
       .sentence = "your output equals what one gets when the matrices of examples are read example by "
                   "example; they stand joint "
                   "by joint",
       .symptom = "examples explode",
       .source = "(derived)",
       .question = &palettes_by_example},
      {.id = "example-first-alone",
       .sentence = "your output equals what one gets of the first example alone",
       .symptom = "the shape does not follow the pose",
       .source = "(derived)",
       .question = &first_example_alone},
      {.id = "example-weights-shifted",
       .sentence = "your output equals what one gets when each example has the weight of the next",
       .symptom = "the wrong shape comes in",
       .source = "(derived)",
       .question = &example_weights_one_off},
      {.id = "example-weights-renormalised",
       .sentence = "your output equals what one gets when the weights of examples that are given are divided "
                   "by their sum",
       .symptom = "right where they sum to 1",
       .source = "(derived)",
       .question = &example_weights_summing_to_1},
      {.id = "example-weights-clamped",
       .sentence = "your output equals what one gets when the weights of examples are taken into 0 .. 1",
       .symptom = "shapes sag between poses",
       .source = "(derived)",
       .question = &example_weights_within_0_and_1},
      {.id = "examples-blended-posed",
       .sentence = "your output equals what one gets when examples are blended as they are posed",
       .symptom = "the limb shrinks between its poses, and does not follow its joints",
       .source = "(derived)",
       .formula = &posed_blended},
  };
}

}  // namespace bindpose::conformance
