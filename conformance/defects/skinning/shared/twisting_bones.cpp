// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Twists and stretches left out, about the wrong axis, or spread wrongly along a bone.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "conformance/defects/shared/rigid_motions.h"
#include "conformance/defects/shared/stages.h"
#include "reference/numeric/rigid_log.h"
#include "reference/skinning/stretchable_twistable.h"
#include "reference/skinning/swing_twist.h"

namespace bindpose::conformance {
namespace {

using namespace bindpose::skinning;

bool has_stretches(const Question& question) {
  return question.algorithm->id == "stbs";
}
bool is_swing_twist(const Question& question) {
  return question.algorithm->id == "swing-twist";
}

/// The question with every number of an array rewritten.
template <class Change>
Changed with_numbers(const Question& question, std::string_view name, Change change) {
  return with_rows(question, {name}, 1, [&](double* x, std::size_t) { *x = change(*x); });
}

// ---- bones

/// The question with every bone rewritten; change(head, tail, joint).
template <class Change>
Changed with_bones(const Question& question, Change change) {
  Question changed = question;
  Array::Reals *heads = reals_of(changed.arrays, "bone_heads"),
               *tails = reals_of(changed.arrays, "bone_tails");
  if (heads == nullptr || tails == nullptr) return std::nullopt;
  for (std::size_t j = 0; 3 * j < heads->size(); ++j) {
    Eigen::Map<Vec3<double>> head(heads->data() + 3 * j), tail(tails->data() + 3 * j);
    change(head, tail, j);
  }
  return changed;
}

Vec3<double> place_of(const Question& question, const char* name, std::size_t j) {
  return Eigen::Map<const Vec3<double>>(question.arrays.find(name)->reals().data() + 3 * j);
}

Changed posed_axis(const Question& question) {
  const Affines palette = palette_of(question);
  return with_bones(question, [&](auto& head, auto& tail, std::size_t j) {
    if (j < palette.size()) tail = head + palette[j].linear * (tail - head);
  });
}

Changed axis_of_another_bone(const Question& question) {
  return with_bones(question, [&](auto& head, auto& tail, std::size_t j) {
    const std::size_t other = (j == 0 ? question.arrays.find("bone_heads")->shape[0] : j) - 1;
    tail = head + place_of(question, "bone_tails", other) - place_of(question, "bone_heads", other);
  });
}

/// Vertices of a joint and its parent turn about the parent's place.
Changed pivot_of_another_joint(const Question& question) {
  if (!is_swing_twist(question)) return std::nullopt;
  const Array::Integers parents = parents_of(question.arrays);
  return with_bones(question, [&](auto& head, auto& tail, std::size_t j) {
    if (parents[j] < 0) return;
    const Vec3<double> place = place_of(question, "bone_heads", static_cast<std::size_t>(parents[j]));
    tail += place - head;
    head = place;
  });
}

// ---- endpoint weights

Changed endpoint_weights_reversed(const Question& question) {
  return with_numbers(question, "endpoint_weights", [](double e) { return 1 - e; });
}
/// A lone joint's parent takes part with what its weight lacks of 1.
Changed lone_joint_swings_by_weight(const Question& question) {
  const Array *joints = question.arrays.find("joints"), *parents = question.arrays.find("parents");
  if (question.algorithm->id != "swing-twist" || !question.arrays.has("endpoint_weights"))
    return std::nullopt;
  Question changed = question;
  Array::Integers& j = *integers_of(changed.arrays, "joints");
  const std::size_t slots = joints->shape[1];
  const bool any =
      slots > 1 && change_rows(changed.arrays, "weights", slots, [&](double* w, std::size_t v) {
        const auto used = std::find_if(w, w + slots, [](double x) { return x != 0; }) - w;
        if (std::count(w, w + slots, 0.0) + 1 != static_cast<std::ptrdiff_t>(slots) || w[used] >= 1) return;
        const std::size_t first = v * slots, free = used == 0 ? 1 : 0;
        const std::int32_t parent =
            parents->integers()[static_cast<std::size_t>(j[first + static_cast<std::size_t>(used)])];
        if (parent < 0) return;
        j[first + free] = parent;
        w[free] = 1 - w[used];
      });
  return any ? Changed(std::move(changed)) : std::nullopt;
}

Changed endpoint_weights_clamped(const Question& question) {
  return with_numbers(question, "endpoint_weights", [](double e) { return std::clamp(e, 0.0, 1.0); });
}

/// Stretchable, twistable bones with other endpoint weights for the twist, and another stretch of a point at
/// rest; stretch(R, e, s) is what an influence adds to a position.
Computed stretched_by(const Question& question, double (*e_of_twist)(double e),
                      Vec3<double> (*stretch)(const Quat<double>& R, double e, const Vec3<double>& s)) {
  if (!has_stretches(question)) return cannot_be_made();
  return deformed_rigidly(question, [&](const Inputs<double>& in) {
    const auto s = in.rows<3>("stretches");
    const std::vector<Vec3<double>> no_stretch(s.size(), Vec3<double>::Zero());
    const std::vector<double> e = in.numbers("endpoint_weights");
    std::vector<double> twist = e;
    std::transform(e.begin(), e.end(), twist.begin(), e_of_twist);
    return [=, of_joints = bones(in), t = in.numbers("twists"), form = in.chosen(twist_forms)](
               const RigidRest& rest, const Motions& M) {
      RigidMoved y = stretchable_twistable(rest, M, of_joints, no_stretch, t, twist, form);
      for (const auto& i : rest.influences)
        y.x += i.w * stretch(M[i.j].rotation, e[i.slot], s[i.j]);
      return y;
    };
  });
}

double as_given(double e) {
  return e;
}
double whole(double) {
  return 1;
}
Vec3<double> right_stretch(const Quat<double>& R, double e, const Vec3<double>& s) {
  return bindpose::rotate<double>(R, e * s);
}

Computed twist_not_spread(const Question& question) {
  if (is_swing_twist(question)) return answered(with_numbers(question, "endpoint_weights", whole));
  return stretched_by(question, whole, right_stretch);
}

Computed twist_from_the_tail(const Question& question) {
  return stretched_by(
      question, [](double e) { return 1 - e; }, right_stretch);
}

Computed stretch_not_spread(const Question& question) {
  return stretched_by(question, as_given, [](const auto& R, double, const auto& s) {
    return Vec3<double>(bindpose::rotate<double>(R, s));
  });
}

Computed stretch_not_turned(const Question& question) {
  return stretched_by(question, as_given,
                      [](const auto&, double e, const auto& s) { return Vec3<double>(e * s); });
}

/// x - a grows in all directions as the bone does.
Computed section_scaled(const Question& question) {
  if (!has_stretches(question)) return cannot_be_made();
  return deformed_rigidly(question, [](const Inputs<double>& in) {
    return [of_joints = bones(in), s = in.rows<3>("stretches"), t = in.numbers("twists"),
            e = in.numbers("endpoint_weights"),
            form = in.chosen(twist_forms)](const RigidRest& rest, const Motions& M) {
      const std::vector<Vec3<double>> no_stretch(s.size(), Vec3<double>::Zero());
      RigidMoved y;
      for (const auto& i : rest.influences) {
        const Vec3<double>&a = of_joints[i.j].head, bone = of_joints[i.j].tail - a;
        RigidRest one = rest;
        one.influences = {i};
        one.x = a + (bone + s[i.j]).norm() / bone.norm() * (rest.x - a);
        const RigidMoved part = stretchable_twistable(one, M, of_joints, no_stretch, t, e, form);
        y.x += part.x, y.n += part.n, y.t += part.t;
      }
      return y;
    };
  });
}

// ---- swing and twist

/// Q = K S: the swing first, then the twist.
Computed swing_before_twist(const Question& question) {
  if (!is_swing_twist(question)) return cannot_be_made();
  return deformed_rigidly(question, [](const Inputs<double>& in) {
    const auto e = in.has("endpoint_weights") ? in.numbers("endpoint_weights") : std::vector<double>();
    return [&in, e, of_joints = bones(in)](const RigidRest& rest, const Motions& M) {
      const auto bend = *bend_at(rest, in.integers("parents"), e);
      if (bend.i < 0) return carried(M[bend.j], rest);
      const Quat<double>& q_i = M[static_cast<std::size_t>(bend.i)].rotation;
      const Vec3<double> d = direction_of(of_joints[bend.j]), c = of_joints[bend.j].head;
      Quat<double> Q = bindpose::quaternion_product(bindpose::conjugate(q_i), M[bend.j].rotation);
      if (Q.w() < 0) Q.coeffs() = -Q.coeffs();
      const double half = std::atan2(d.dot(Q.vec()), Q.w());
      const Quat<double> back = half_exp<double>(-half * d), K_e = half_exp<double>(bend.e * half * d);
      const Quat<double> S_w = half_exp<double>(bend.w * half_log(bindpose::quaternion_product(back, Q)));
      const Quat<double> q = bindpose::quaternion_product(q_i, bindpose::quaternion_product(K_e, S_w));
      return turned_about(q, c, carried(M[bend.j], c), rest);
    };
  });
}

/// Where a joint and its parent share a vertex.
Computed endpoint_weight_of_parent(const Question& question) {
  if (!is_swing_twist(question) || !question.arrays.has("endpoint_weights")) return cannot_be_made();
  return deformed_rigidly(question, [](const Inputs<double>& in) {
    return [&in, e = in.numbers("endpoint_weights"), of_joints = bones(in)](const RigidRest& rest,
                                                                            const Motions& M) {
      Bend<double> bend = *bend_at(rest, in.integers("parents"), e);
      for (const auto& i : rest.influences)
        if (static_cast<int>(i.j) == bend.i) bend.e = e[i.slot];
      return swing_twist(rest, bend, M, of_joints, animation::AngleForm::half_angle);
    };
  });
}

}  // namespace

BINDPOSE_DEFECTS(skinning, twisting_bones) {
  return {
      {.id = "twist-ignored",
       .sentence = "your output equals what one gets when the bones' twists are left out",
       .symptom = "the hand turns and the forearm does not",
       .source = "A. Jacobson, O. Sorkine, Stretchable and twistable bones for skeletal shape deformation, "
                 "2011",
       .question =
           [](const Question& question) {
             return with_numbers(question, "twists", [](double) { return 0; });
           }},
      {.id = "stretch-ignored",
       .sentence = "your output equals what one gets when the bones' stretches are left out",
       .symptom = "bones keep their length",
       .source = "A. Jacobson, O. Sorkine, Stretchable and twistable bones for skeletal shape deformation, "
                 "2011",
       .question =
           [](const Question& question) {
             return with_numbers(question, "stretches", [](double) { return 0; });
           }},
      {.id = "twist-short-way",
       .sentence = "your output equals what one gets when a twist is taken the short way round before it is "
                   "spread, as slerp does",
       .symptom = "several turns of a bone vanish",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_numbers(question, "twists",
                                 [](double t) { return std::remainder(t, 2 * std::numbers::pi); });
           }},
      {.id = "twist-about-posed-axis",
       .sentence = "your output equals what one gets when a bone twists about the axis it has in the pose, "
                   "before it is posed",
       .symptom = "twisted limbs wobble as soon as they are bent",
       .source = "(derived)",
       .question = &posed_axis},
      {.id = "axis-of-another-bone",
       .sentence =
           "your output equals what one gets when a bone twists about the direction of the one before "
           "it",
       .symptom = "limbs with a crooked rest pose twist askew",
       .source = "(derived)",
       .question = &axis_of_another_bone},
      {.id = "pivot-of-another-joint",
       .sentence = "your output equals what one gets when vertices turn about the parent's place instead of "
                   "the child's",
       .symptom = "elbows come off the arm",
       .source = "(derived)",
       .question = &pivot_of_another_joint},
      {.id = "endpoint-weight-reversed",
       .sentence =
           "your output equals what one gets when endpoint weights count from the tail; they are 0 at "
           "the head",
       .symptom = "the twist is at the elbow instead of the wrist",
       .source = "(derived)",
       .question = &endpoint_weights_reversed},
      {.id = "endpoint-weight-clamped",
       .sentence = "your output equals what one gets when endpoint weights are kept between 0 and 1",
       .symptom = "vertices beyond a bone's ends stop stretching and twisting",
       .source = "(derived)",
       .question = &endpoint_weights_clamped},
      {.id = "lone-joint-swings-by-weight",
       .sentence = "your output equals what one gets when a joint alone swings a vertex as far as its weight "
                   "says; it "
                   "swings it wholly",
       .symptom = "stiff parts lag behind their joint",
       .source = "(derived)",
       .question = &lone_joint_swings_by_weight},
      {.id = "endpoint-weight-of-parent",
       .sentence =
           "your output equals what one gets when the twist is spread by the parent's endpoint weight "
           "instead of the child's",
       .symptom = "the twist jumps at the elbow",
       .source = "(derived)",
       .formula = &endpoint_weight_of_parent},
      {.id = "twist-not-spread",
       .sentence = "your output equals what one gets when every vertex of a bone takes its whole twist",
       .symptom = "the twist collapses into the elbow",
       .source = "A. Jacobson, O. Sorkine, Stretchable and twistable bones for skeletal shape deformation, "
                 "2011",
       .formula = &twist_not_spread},
      {.id = "twist-from-the-tail",
       .sentence = "your output equals what one gets when the twist is whole at a bone's head and fades "
                   "towards its tail",
       .symptom = "the elbow turns and the wrist stays",
       .source = "(derived)",
       .formula = &twist_from_the_tail},
      {.id = "stretch-not-spread",
       .sentence = "your output equals what one gets when every vertex of a bone takes its whole stretch",
       .symptom = "a bone moves instead of growing",
       .source = "A. Jacobson, O. Sorkine, Stretchable and twistable bones for skeletal shape deformation, "
                 "2011",
       .formula = &stretch_not_spread},
      {.id = "stretch-in-posed-frame",
       .sentence = "your output equals what one gets when a stretch is added as it is; it is given at bind "
                   "time and turns with the bone",
       .symptom = "bent limbs grow sideways",
       .source = "(derived)",
       .formula = &stretch_not_turned},
      {.id = "stretch-scales-the-section",
       .sentence = "your output equals what one gets when a bone grows in all directions",
       .symptom = "longer limbs get thicker",
       .source = "A. Jacobson, O. Sorkine, Stretchable and twistable bones for skeletal shape deformation, "
                 "2011",
       .formula = &section_scaled},
      {.id = "swing-twist-order",
       .sentence = "your output equals what one gets when a rotation is taken apart as swing first, then "
                   "twist; the twist comes first",
       .symptom = "twisted and bent limbs lean to one side",
       .source = "(derived)",
       .formula = &swing_before_twist},
  };
}

}  // namespace bindpose::conformance
