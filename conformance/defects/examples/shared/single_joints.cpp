// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Displacements of single joints taken to rest otherwise, given to other vertices, or weighed by other rotations.
#include "conformance/defects/shared/eigen_corrections.h"
#include "conformance/defects/shared/example_meshes.h"

namespace bindpose::conformance {
namespace {

using Eigen::Index;

/// The posed vertex from which the right formula makes the displacement d.
template <class Displace>
Changed displaced_at_rest_by(const Question& question, Displace displace) {
  if (!is_eigenskin(question)) return std::nullopt;
  return with_posed(question, [&](const PosedVertex& vertex, const Vec3<double>& x_k, bool is_normal) {
    if (is_normal) return x_k;
    const Affine<double> B = examples::blended(vertex.rest, vertex.M);
    return Vec3<double>(B * Vec3<double>(vertex.rest.x + displace(vertex, x_k, B)));
  });
}
Changed displaced_in_the_pose(const Question& question) {
  return displaced_at_rest_by(
      question, [](const PosedVertex& vertex, const Vec3<double>& x_k, const Affine<double>& B) {
        return Vec3<double>(x_k - B * vertex.rest.x);
      });
}
Changed displaced_from_the_rest_mesh(const Question& question) {
  return displaced_at_rest_by(question,
                              [](const PosedVertex& vertex, const Vec3<double>& x_k, const Affine<double>&) {
                                return Vec3<double>(x_k - vertex.rest.x);
                              });
}
Changed displaced_by_joint_alone(const Question& question) {
  if (!question.arrays.has("example_joints")) return std::nullopt;
  const Array::Integers& joints = question.arrays.find("example_joints")->integers();
  return displaced_at_rest_by(
      question, [&](const PosedVertex& vertex, const Vec3<double>& x_k, const Affine<double>&) {
        const Affine<double>& M = vertex.M[static_cast<std::size_t>(joints[vertex.k])];
        if (!is_invertible(M.linear)) return Vec3<double>(Vec3<double>::Zero());
        return Vec3<double>(M.linear.inverse() * Vec3<double>(x_k - M.translation) - vertex.rest.x);
      });
}
Changed example_normals_not_taken_back(const Question& question) {
  if (!is_eigenskin(question) || !question.arrays.has("example_normals") || !question.arrays.has("normals"))
    return std::nullopt;
  return with_posed(question, [](const PosedVertex& vertex, const Vec3<double>& n_k, bool is_normal) {
    return is_normal ? Vec3<double>(examples::blended(vertex.rest, vertex.M).linear * n_k) : n_k;
  });
}

// ---- supports and weights

Changed supports_ignored(const Question& question) {
  if (!is_eigenskin(question) || !question.arrays.has("threshold")) return std::nullopt;
  Changed changed = question;
  changed->arrays.remove("threshold");
  return changed;
}
/// Example by example, in the place of vertex by vertex.
Computed supports_of_each_example(const Question& question) {
  if (!question.arrays.has("threshold")) return cannot_be_made();
  return corrected_by_joints(question, [](const EigenParts& parts, std::size_t j, EigenCorrections& skin) {
    EigenMatrix D = parts.columns(j, parts.all.d);
    for (Index k = 0; k < D.cols(); ++k)
      for (Index i = 0; i < D.rows(); i += 3)
        if (!(D.block<3, 1>(i, k).norm() > parts.in.real("threshold"))) D.block<3, 1>(i, k).setZero();
    const auto left = examples::truncated(D, parts.rank(j));
    put_columns(left.D_r, parts.all.of_joint[j], skin.u);
    put_values(parts, j, left, skin);
    return true;
  });
}

BonePoses world_rotations_asked(const EigenParts& parts, std::size_t j) {
  BonePoses poses = rotations_of_joints(parts, j);
  const auto locals = skinning::posed_locals<double>(parts.in.arrays(), parts.all.of_joint.size());
  Quat<double> q = (*locals)[j].trs.rotation;
  for (int p = parts.in.integers("parents")[j]; p >= 0;
       p = parts.in.integers("parents")[static_cast<std::size_t>(p)])
    q = (*locals)[static_cast<std::size_t>(p)].trs.rotation * q;
  poses.asked = q.coeffs();
  return poses;
}
BonePoses rests_as_identity(const EigenParts& parts, std::size_t j) {
  BonePoses poses = rotations_of_joints(parts, j);
  poses.centres[0] = Vec4<double>(0, 0, 0, 1);
  return poses;
}

}  // namespace

BINDPOSE_DEFECTS(examples, single_joints) {
  return {
      {.id = "eigen-not-taken-back",
       .sentence = "your output equals what one gets when displacements are measured in the examples' poses "
                   "and not taken back to rest",
       .symptom = "corrections are turned twice",
       .source = "(derived)",
       .question = &displaced_in_the_pose},
      {.id = "eigen-from-rest",
       .sentence = "your output equals what one gets when displacements are measured from the mesh at rest, "
                   "not from what linear blending gives",
       .symptom = "bends are doubled",
       .source = "(derived)",
       .question = &displaced_from_the_rest_mesh},
      {.id = "eigen-by-joint-alone",
       .sentence = "your output equals what one gets when the joint that is turned takes examples back, not "
                   "the matrix that is blended for each vertex",
       .symptom = "wrong around the joint and above it",
       .source = "(derived)",
       .question = &displaced_by_joint_alone},
      {.id = "eigen-normals-not-taken-back",
       .sentence = "your output equals what one gets when normals of examples are not taken back to rest",
       .symptom = "shading turns away as the limb bends",
       .source = "(derived)",
       .question = &example_normals_not_taken_back},
      {.id = "eigen-support-ignored",
       .sentence = "your output equals what one gets when every vertex lies in the support of every joint",
       .symptom = "small errors of the examples show on far limbs",
       .source = "(derived)",
       .question = &supports_ignored},
      {.id = "eigen-support-by-example",
       .sentence = "your output equals what one gets when small displacements are left out example by "
                   "example, not vertices that all examples displace too little",
       .symptom = "cracks as a displacement grows past the threshold",
       .source = "(derived)",
       .formula = &supports_of_each_example},
      {.id = "eigen-world-rotation",
       .sentence = "your output equals what one gets when examples are weighed by the joint's rotation in "
                   "the world, not against its parent",
       .symptom = "muscles flex as the whole figure turns",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return rotations_weighed_by(question, &right_weights, &right_distance, &world_rotations_asked);
           }},
      {.id = "eigen-rest-as-identity",
       .sentence =
           "your output equals what one gets when the joint's rotation at rest is taken for the identity",
       .symptom = "the figure at rest is bent out of shape",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return rotations_weighed_by(question, &right_weights, &right_distance, &rests_as_identity);
           }},
  };
}

}  // namespace bindpose::conformance
