// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Offsets of examples taken to rest otherwise than they are carried from there, given to other vertices, or weighed by something
// else than the bone's axis.
#include "reference/examples/spherical_joint_by_example.h"

#include <algorithm>

#include "conformance/defects/shared/example_weights.h"
#include "conformance/defects/shared/stages.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using examples::JointTurn, examples::Metric;

/// One example of a vertex.
struct ExampleOfVertex {
  double a = 0;
  RigidRest posed;         ///< x_k, n_k
  JointTurn<double> turn;  ///< q_k, c, c_k'
  const Motions* M = nullptr;
};
using ExamplesOfVertex = std::vector<ExampleOfVertex>;

using Support = bool (*)(const skinning::JointList& joints, std::size_t j, const std::vector<int>& parents);

/// The arrays of examples, read.
class ExamplesOfJoints {
 public:
  explicit ExamplesOfJoints(const Question& question, Array::Reals weights)
      : arrays_(question.arrays),
        counts_(arrays_.find("example_counts")->integers()),
        weights_(std::move(weights)) {
    for (std::size_t j = 0; j < counts_.size(); ++j)
      motions_.push_back(motions_of_examples(question, j));
  }

  /// Of all joints with examples in whose support, by this rule, the vertex lies.
  ExamplesOfVertex at(const RigidRest& rest, const skinning::JointPlaces& places, Support support) const {
    ExamplesOfVertex all;
    const std::size_t P = weights_.size() / counts_.size();
    for (std::size_t j = 0; j < counts_.size(); ++j) {
      if (counts_[j] == 0 || !support(skinning::joints_of(rest.influences), j, places.parents)) continue;
      for (std::size_t k = 0; k < motions_[j].size(); ++k) {
        const auto turn = examples::joint_turn(rest, motions_[j][k], places);
        if (turn) all.push_back({weights_[j * P + k], posed(k, rest), *turn, &motions_[j][k]});
      }
    }
    return all;
  }

 private:
  RigidRest posed(std::size_t k, const RigidRest& rest) const {
    const Array& positions = *arrays_.find("example_positions");
    const Array* normals = arrays_.find("example_normals");
    const std::size_t row = k * positions.shape[1] + rest.v;
    RigidRest example{rest.v, read_row<double, 3>(positions, row)};
    if (normals != nullptr) example.n = read_row<double, 3>(*normals, row);
    return example;
  }

  const ArraySet& arrays_;
  const Array::Integers& counts_;
  Array::Reals weights_;
  std::vector<std::vector<Motions>> motions_;
};

/// Offsets are sums over these: kernel(rest, examples, turn) -> RigidMoved.
template <class Kernel>
Computed deformed_by_examples(const Question& question, Kernel kernel,
                              Support support = &examples::is_in_support) {
  if (question.algorithm->id != "sjbbe") return cannot_be_made();
  Array::Reals weights;
  if (question.level == Level::palette) {
    weights = question.arrays.find("example_weights")->reals();
  } else {
    BINDPOSE_TRY(const auto right,
                 question.algorithm->implementation.in_double(question.arrays, question.options));
    weights = right.find("example_weights")->values;
  }
  const ExamplesOfJoints all(question, std::move(weights));
  return deformed_rigidly(question, [&](const Inputs<double>& in) {
    return [&, places = skinning::joint_places(in)](const RigidRest& rest, const Motions& M) {
      const auto turn = examples::joint_turn(rest, M, places);
      if (!turn) return skinning::no_answer<double>("ZERO_BLEND");
      return kernel(rest, all.at(rest, places, support), *turn);
    };
  });
}

/// Of offsets alone: offset(rest, example) -> d_k and dn_k in the place of x_k and n_k.
template <class Offset>
Computed displaced_by_offsets(const Question& question, Offset offset,
                              Support support = &examples::is_in_support) {
  const bool has_normals = question.arrays.has("example_normals");
  return deformed_by_examples(
      question,
      [&](const RigidRest& rest, const ExamplesOfVertex& examples, const JointTurn<double>& turn) {
        std::vector<double> a;
        std::vector<RigidRest> d;
        for (const ExampleOfVertex& example : examples) {
          a.push_back(example.a);
          d.push_back(offset(rest, example));
          if (!has_normals) d.back().n.setZero();
        }
        return spherical_joint_by_example(rest, a, d, turn);
      },
      support);
}

RigidRest right_offset(const RigidRest& rest, const ExampleOfVertex& example) {
  return example_offset(rest, example.posed, example.turn);
}

Computed offsets_ignored(const Question& question) {
  return displaced_by_offsets(question, [](const RigidRest&, const ExampleOfVertex&) { return RigidRest{}; });
}

/// The right offset with another rotation of the example.
template <class Turned>
Computed taken_back_by_turn(const Question& question, Turned turned) {
  return displaced_by_offsets(question, [&](const RigidRest& rest, const ExampleOfVertex& example) {
    JointTurn<double> turn = example.turn;
    turn.q = turned(turn.q);
    return example_offset(rest, example.posed, turn);
  });
}
Computed offsets_not_turned_back(const Question& question) {
  return taken_back_by_turn(question, [](const Quat<double>&) { return Quat<double>::Identity(); });
}
Computed offsets_turned_on(const Question& question) {
  return taken_back_by_turn(question, [](const Quat<double>& q) { return q.conjugate(); });
}

Computed offsets_without_centre(const Question& question) {
  return displaced_by_offsets(question, [](const RigidRest& rest, const ExampleOfVertex& example) {
    JointTurn<double> turn = example.turn;
    turn.c = turn.moved_c = Vec3<double>::Zero();
    return example_offset(rest, example.posed, turn);
  });
}
Computed offsets_from_centre_at_rest(const Question& question) {
  return displaced_by_offsets(question, [](const RigidRest& rest, const ExampleOfVertex& example) {
    JointTurn<double> turn = example.turn;
    turn.moved_c = turn.c;
    return example_offset(rest, example.posed, turn);
  });
}

/// sum_k a_k d_k added to x' and n' as it is.
Computed offsets_after_turning(const Question& question) {
  return deformed_by_examples(
      question, [](const RigidRest& rest, const ExamplesOfVertex& examples, const JointTurn<double>& turn) {
        RigidMoved y = skinning::turned_about(turn.q, turn.c, turn.moved_c, rest);
        for (const ExampleOfVertex& example : examples)
          y.x += example.a * right_offset(rest, example).x;
        const bool has_normals = !examples.empty() && examples.front().posed.n != Vec3<double>::Zero();
        for (const ExampleOfVertex& example : examples)
          if (has_normals) y.n += example.a * right_offset(rest, example).n;
        return y;
      });
}

Computed normal_offsets_forgotten(const Question& question) {
  if (!question.arrays.has("example_normals")) return cannot_be_made();
  return displaced_by_offsets(question, [](const RigidRest& rest, const ExampleOfVertex& example) {
    RigidRest d = right_offset(rest, example);
    d.n.setZero();
    return d;
  });
}
Computed normals_not_turned_back(const Question& question) {
  if (!question.arrays.has("example_normals")) return cannot_be_made();
  return displaced_by_offsets(question, [](const RigidRest& rest, const ExampleOfVertex& example) {
    RigidRest d = right_offset(rest, example);
    d.n = example.posed.n - rest.n;
    return d;
  });
}
/// sum_k a_k q_k^-1(n_k) added to n.
Computed normals_not_differences(const Question& question) {
  if (!question.arrays.has("example_normals")) return cannot_be_made();
  return displaced_by_offsets(question, [](const RigidRest& rest, const ExampleOfVertex& example) {
    RigidRest d = right_offset(rest, example);
    d.n += rest.n;
    return d;
  });
}

/// Quaternions of examples are added up with the signs that they have.
Computed example_signs_ignored(const Question& question) {
  return displaced_by_offsets(question, [](const RigidRest& rest, const ExampleOfVertex& example) {
    JointTurn<double> turn = example.turn;
    Vec4<double> b = Vec4<double>::Zero();
    for (const auto& i : rest.influences)
      b += i.w * (*example.M)[i.j].rotation.coeffs();
    turn.q = Quat<double>(b).normalized();
    return example_offset(rest, example.posed, turn);
  });
}

// ---- supports

bool lists(const skinning::JointList& joints, int j) {
  return std::any_of(joints.begin(), joints.end(),
                     [j](std::uint32_t each) { return static_cast<int>(each) == j; });
}
Computed support_reaches_grandparent(const Question& question) {
  return displaced_by_offsets(
      question, &right_offset,
      [](const skinning::JointList& joints, std::size_t j, const std::vector<int>& parents) {
        return parents[j] >= 0 && lists(joints, parents[j]);
      });
}
Computed support_is_own(const Question& question) {
  return displaced_by_offsets(question, &right_offset,
                              [](const skinning::JointList& joints, std::size_t j, const std::vector<int>&) {
                                return lists(joints, static_cast<int>(j));
                              });
}
Computed support_without_parent_alone(const Question& question) {
  return displaced_by_offsets(
      question, &right_offset,
      [](const skinning::JointList& joints, std::size_t j, const std::vector<int>& parents) {
        return examples::is_in_support(joints, j, parents) && lists(joints, static_cast<int>(j));
      });
}

// ---- weights

/// Of the examples alone.
std::vector<double> weights_without_rest(const Basis& basis) {
  Basis other = basis;
  other.between.erase(other.between.begin());
  for (std::vector<double>& row : other.between)
    row.erase(row.begin());
  other.asked.erase(other.asked.begin());
  std::vector<double> a = right_weights(other);
  a.insert(a.begin(), 0);
  return a;
}

BonePoses axes_in_mesh_space(const Question& question, std::size_t j) {
  const Vec3<double> u = read_row<double, 3>(*question.arrays.find("bone_axes"), j);
  const auto axis_in = [&](const Motions& M) -> examples::Pose<double> {
    return bindpose::rotate(M[j].rotation, u);
  };
  BonePoses poses{{examples::Pose<double>(u)}, axis_in(motions_of_pose(question)), Metric::arc_length};
  for (const Motions& M : motions_of_examples(question, j))
    poses.centres.push_back(axis_in(M));
  return poses;
}

/// The whole rotation against the parent, in the place of where it takes the bone's axis.
BonePoses rotations_of_bones(const Question& question, std::size_t j) {
  const auto parent = static_cast<std::size_t>(question.arrays.find("parents")->integers()[j]);
  const auto rotation_in = [&](const Motions& M) -> examples::Pose<double> {
    return (M[parent].rotation.conjugate() * M[j].rotation).coeffs();
  };
  BonePoses poses{{examples::Pose<double>(Vec4<double>(0, 0, 0, 1))},
                  rotation_in(motions_of_pose(question)),
                  Metric::rotation_angle};
  for (const Motions& M : motions_of_examples(question, j))
    poses.centres.push_back(rotation_in(M));
  return poses;
}

}  // namespace

BINDPOSE_DEFECTS(examples, spherical_joint_by_example) {
  return {
      {.id = "offset-ignored",
       .sentence = "your output equals spherical joint blending, without the examples' offsets",
       .symptom = "the biceps does not bulge",
       .source = "(derived)",
       .formula = &offsets_ignored},
      {.id = "offset-not-turned-back",
       .sentence =
           "your output equals what one gets when offsets are not turned back by the example's rotation",
       .symptom = "bulges point elsewhere in their own pose",
       .source = "(derived)",
       .formula = &offsets_not_turned_back},
      {.id = "offset-turned-on",
       .sentence = "your output equals what one gets when the example's rotation takes offsets back, not its "
                   "inverse",
       .symptom = "bulges are turned twice as far as the limb",
       .source = "(derived)",
       .formula = &offsets_turned_on},
      {.id = "offset-without-centre",
       .sentence =
           "your output equals what one gets when examples are turned back about the origin, not about "
           "their joint",
       .symptom = "limbs are thrown off, the farther from the origin the farther",
       .source = "(derived)",
       .formula = &offsets_without_centre},
      {.id = "offset-centre-at-rest",
       .sentence =
           "your output equals what one gets when examples are turned back about where the joint is at "
           "rest, not where it is in the example",
       .symptom = "right around the root, off where the joint has moved",
       .source = "(derived)",
       .formula = &offsets_from_centre_at_rest},
      {.id = "offset-after-turning",
       .sentence = "your output equals what one gets when offsets, which are taken at rest, are added after "
                   "turning",
       .symptom = "bulges stay behind as the limb turns",
       .source = "(derived)",
       .formula = &offsets_after_turning},
      {.id = "offset-normal-forgotten",
       .sentence = "your output equals what one gets when normals have no offsets",
       .symptom = "bulges that the light does not show",
       .source = "(derived)",
       .formula = &normal_offsets_forgotten},
      {.id = "offset-normal-not-turned-back",
       .sentence = "your output equals what one gets when normals of examples are not turned back",
       .symptom = "shading turns away as the limb bends",
       .source = "(derived)",
       .formula = &normals_not_turned_back},
      {.id = "offset-normal-not-difference",
       .sentence =
           "your output equals what one gets when the examples' normals are added whole, not what they "
           "differ by",
       .symptom = "shading flattens towards the normal at rest",
       .source = "(derived)",
       .formula = &normals_not_differences},
      {.id = "example-signs-ignored",
       .sentence = "your output equals what one gets when q and -q are not brought to one side before the "
                   "rotations of an example are blended",
       .symptom = "an example folds through its joint",
       .source = "(derived)",
       .formula = &example_signs_ignored},
      {.id = "support-overlaps",
       .sentence =
           "your output equals what one gets when a joint's examples reach all vertices that its parent "
           "influences, also those of the parent's parent",
       .symptom = "offsets of two joints add up where their supports meet",
       .source = "(derived)",
       .formula = &support_reaches_grandparent},
      {.id = "support-of-joint-itself",
       .sentence = "your output equals what one gets when a joint's examples reach the vertices that it "
                   "influences itself",
       .symptom = "the forearm bulges, not the biceps",
       .source = "(derived)",
       .formula = &support_is_own},
      {.id = "support-at-joint-alone",
       .sentence = "your output equals what one gets when a joint's examples reach only vertices that it "
                   "influences together with its parent",
       .symptom = "a step where the joint's influence ends",
       .source = "(derived)",
       .formula = &support_without_parent_alone},
      {.id = "rest-is-no-centre",
       .sentence = "your output equals what one gets when the rest pose is not among the poses that are "
                   "interpolated, with weights of 0",
       .symptom = "the figure at rest is bent out of shape",
       .source = "(derived)",
       .formula =
           [](const Question& question) { return joints_weighed_by(question, &weights_without_rest); }},
      {.id = "bone-axis-in-mesh-space",
       .sentence =
           "your output equals what one gets when a bone's direction is that in the mesh's space, not as "
           "its parent has it",
       .symptom = "muscles flex as the whole figure turns",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return bones_weighed_by(question, &right_weights, &right_distance, &axes_in_mesh_space);
           }},
      {.id = "bone-axis-whole-rotation",
       .sentence =
           "your output equals what one gets when poses are compared by the bone's whole rotation, not by "
           "where its axis points",
       .symptom = "muscles relax as the forearm twists",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return bones_weighed_by(question, &right_weights, &right_distance, &rotations_of_bones);
           }},
  };
}

}  // namespace bindpose::conformance
