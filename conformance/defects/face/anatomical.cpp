// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Layered faces that come to rest under other forces.
#include <algorithm>
#include <cmath>

#include "conformance/defects/shared/deformers.h"
#include "reference/face/shared/tissue_question.h"

namespace bindpose::conformance {
namespace {

using FaceQuestion = bindpose::face::TissueQuestion<double>;
using bindpose::face::fascia, bindpose::face::skin;

bool is_layered_face(const Question& question) {
  return question.algorithm->id == "face.anatomical";
}

/// The equilibrium after change(FaceQuestion&).
template <class Change>
Computed settled_after(const Question& question, Change change) {
  if (!is_layered_face(question)) return cannot_be_made();
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    BINDPOSE_TRY(FaceQuestion q, bindpose::face::read_tissue(in));
    const auto prisms = q.tissue.prisms;
    change(q);
    BINDPOSE_CHECK(bindpose::face::settle(q.tissue, q.x));
    q.tissue.prisms = prisms;  // ratios are those of the right volumes at rest
    return bindpose::face::settled_result(q);
  });
}

/// change(Prism<double>&) of each.
template <class Change>
Computed with_other_prisms(const Question& question, Change change) {
  return settled_after(question, [&](FaceQuestion& q) {
    for (auto& prism : q.tissue.prisms)
      change(prism);
  });
}
Computed without_volume(const Question& question) {
  return with_other_prisms(question, [](auto& prism) { prism.kappa = 0; });
}
Computed volume_unscaled(const Question& question) {
  return with_other_prisms(question, [](auto& prism) { prism.kappa *= std::fabs(prism.V_0); });
}
Computed volume_doubled(const Question& question) {
  return with_other_prisms(question, [](auto& prism) { prism.kappa *= 2; });
}
/// A penalty on q - |V|: prisms listed clockwise are turned inside out, or near to it.
Computed volume_of_one_sign(const Question& question) {
  return settled_after(question, [](FaceQuestion& q) {
    std::erase_if(q.tissue.prisms, [](const auto& prism) { return prism.V_0 < 0; });
  });
}

Computed stiffness_by_length(const Question& question) {
  return settled_after(question, [](FaceQuestion& q) {
    for (auto& spring : q.tissue.springs)
      spring.k /= spring.l;
  });
}
Computed lengths_in_the_pose(const Question& question) {
  return settled_after(question, [](FaceQuestion& q) {
    for (auto& spring : q.tissue.springs)
      spring.l = (q.x[spring.i] - q.x[spring.j]).norm();
  });
}

/// One step from where joints take the nodes.
Computed linearised(const Question& question) {
  if (!is_layered_face(question)) return cannot_be_made();
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    BINDPOSE_TRY(FaceQuestion q, bindpose::face::read_tissue(in));
    const auto at = bindpose::face::balance(q.tissue, q.x);
    q.x = bindpose::face::moved(q.tissue, q.x, 1.0, bindpose::face::descent(at));
    return bindpose::face::settled_result(q);
  });
}

/// Fibres made anew: to nodes of a layer, by the fall-off where these stand.
template <class Points>
void pull_anew(FaceQuestion& q, bindpose::face::Layer layer, const Points& at) {
  q.tissue.fibres.clear();
  bindpose::face::tissue_question::add_fibres(q, layer, at);
}
Computed skin_pulled(const Question& question) {
  return settled_after(question, [](FaceQuestion& q) { pull_anew(q, skin, q.X); });
}
Computed falloff_in_the_pose(const Question& question) {
  return settled_after(question, [&](FaceQuestion& q) {
    const Array::Integers& nodes = question.arrays.find("muscle_nodes")->integers();
    for (std::size_t m = 0; m < q.muscles.size(); ++m) {
      q.muscles[m].v_1 = q.x[q.attachments[m]];
      q.muscles[m].a = (q.x[static_cast<std::size_t>(nodes[2 * m + 1])] - q.muscles[m].v_1).normalized();
    }
    pull_anew(q, fascia, q.x);
  });
}
Computed pull_without_falloff(const Question& question) {
  return settled_after(question, [](FaceQuestion& q) {
    for (auto& fibre : q.tissue.fibres)
      for (std::size_t m = 0; m < q.muscles.size(); ++m)
        if (q.attachments[m] == fibre.j) fibre.f = q.muscles[m].K;
  });
}
Computed insertion_alone(const Question& question) {
  return settled_after(question, [&](FaceQuestion& q) {
    const Array::Integers& nodes = question.arrays.find("muscle_nodes")->integers();
    std::erase_if(q.tissue.fibres, [&](const auto& fibre) {
      for (std::size_t m = 0; m < q.muscles.size(); ++m)
        if (q.attachments[m] == fibre.j && static_cast<std::size_t>(nodes[2 * m + 1]) == fibre.i)
          return false;
      return true;
    });
  });
}
Computed muscles_as_springs(const Question& question) {
  return settled_after(question, [](FaceQuestion& q) {
    for (const auto& [i, j, f] : q.tissue.fibres)
      q.tissue.springs.push_back({i, j, f, 0});
    q.tissue.fibres.clear();
  });
}
Computed muscles_push(const Question& question) {
  return settled_after(question, [](FaceQuestion& q) {
    for (auto& fibre : q.tissue.fibres)
      fibre.f = -fibre.f;
  });
}
/// Towards where the attachment is at rest.
Computed attachments_unmoved(const Question& question) {
  return settled_after(question, [](FaceQuestion& q) {
    for (auto& fibre : q.tissue.fibres) {
      const Vec3<double> at_rest = q.X[fibre.j];
      fibre.j = q.x.size();
      q.x.push_back(at_rest);
      q.tissue.place.push_back(-1);
    }
  });
}

Computed without_contact(const Question& question) {
  return settled_after(question, [](FaceQuestion& q) { q.tissue.contacts.clear(); });
}
Computed spheres_unmoved(const Question& question) {
  return settled_after(question, [](FaceQuestion& q) {
    std::copy(q.X.begin() + static_cast<std::ptrdiff_t>(q.layers.size()), q.X.end(),
              q.x.begin() + static_cast<std::ptrdiff_t>(q.layers.size()));
  });
}

Changed jaw_ignored(const Question& question) {
  Question changed = question;
  Array::Integers* joints = integers_of(changed.arrays, "node_joints");
  if (!is_layered_face(question) || joints == nullptr) return std::nullopt;
  std::fill(joints->begin(), joints->end(), 0);
  return changed;
}

Damaged ratios_inverted(const Question& question, const ArraySet& right) {
  if (!is_layered_face(question)) return std::nullopt;
  return with_answer_rows(right, {"volume_ratios"}, 1,
                          [](double* ratio, std::size_t) { *ratio = 1 / *ratio; });
}

}  // namespace

BINDPOSE_DEFECTS(face, anatomical) {
  return {
      {.id = "face-volume-free",
       .sentence = "your output equals what one gets when nothing keeps the volume of prisms",
       .symptom = "the skin caves in where a muscle pulls, and does not bulge beside it",
       .source = "Terzopoulos & Waters 1990",
       .formula = &without_volume},
      {.id = "face-volume-unscaled",
       .sentence = "your output equals what one gets when the penalty of a prism is kappa / 2 (q - V)^2; it "
                   "is to be divided by its "
                   "volume at rest",
       .symptom = "fine meshes lose more volume than coarse ones",
       .source = "Lee, Terzopoulos & Waters 1995, section 3",
       .formula = &volume_unscaled},
      {.id = "face-volume-doubled",
       .sentence = "your output equals what one gets when the penalty of a prism lacks its factor 1 / 2",
       .symptom = "tissue twice as stiff as given",
       .source = "(derived)",
       .formula = &volume_doubled},
      {.id = "face-volume-sign",
       .sentence = "your output equals what one gets when prisms that are listed clockwise count for nothing",
       .symptom = "one half of a mirrored face keeps its volume, the other does not",
       .source = "(derived)",
       .formula = &volume_of_one_sign},
      {.id = "face-volume-ratio-inverse",
       .sentence = "your volume ratios are the volume at rest by the volume",
       .symptom = "none in the mesh",
       .source = "(derived)",
       .answer = &ratios_inverted},
      {.id = "face-stiffness-by-length",
       .sentence =
           "your output equals what one gets when a spring's stiffness is divided by its length at rest",
       .symptom = "short springs are too stiff",
       .source = "(derived)",
       .formula = &stiffness_by_length},
      {.id = "face-rest-lengths-posed",
       .sentence =
           "your output equals what one gets when the length of springs is taken after the jaw has moved",
       .symptom = "lips stay stretched as they are, cheeks do not follow",
       .source = "(derived)",
       .formula = &lengths_in_the_pose},
      {.id = "face-linearised",
       .sentence =
           "your output equals what one gets after one step: the tissue's stiffness at the start is kept",
       .symptom = "swollen where much moves",
       .source = "(derived)",
       .formula = &linearised},
      {.id = "face-skin-pulled",
       .sentence =
           "your output equals what one gets when muscles pull nodes of the skin; they pull the fascia",
       .symptom = "the skin is torn off what is below it",
       .source = "Waters 1987",
       .formula = &skin_pulled},
      {.id = "face-insertion-alone",
       .sentence =
           "your output equals what one gets when a muscle pulls the node alone at which it is inserted",
       .symptom = "a dent where a fold should be",
       .source = "(derived)",
       .formula = &insertion_alone},
      {.id = "face-pull-without-falloff",
       .sentence = "your output equals what one gets when a muscle pulls all nodes of its zone alike",
       .symptom = "the fold ends at once at the side of the zone",
       .source = "(derived)",
       .formula = &pull_without_falloff},
      {.id = "face-falloff-posed",
       .sentence = "your output equals what one gets when a muscle's fall-off is taken where the jaw has "
                   "moved the nodes; it is that at "
                   "rest",
       .symptom = "muscles change with the jaw",
       .source = "(derived)",
       .formula = &falloff_in_the_pose},
      {.id = "face-muscle-unmoved",
       .sentence = "your output equals what one gets when muscles pull to where their attachment is at rest",
       .symptom = "the face is drawn to where the head was",
       .source = "(derived)",
       .formula = &attachments_unmoved},
      {.id = "face-muscle-spring",
       .sentence = "your output equals what one gets when a muscle's pull grows with the distance from its "
                   "attachment",
       .symptom = "far nodes are pulled too hard",
       .source = "(derived)",
       .formula = &muscles_as_springs},
      {.id = "face-muscle-pushes",
       .sentence = "your output equals what one gets when muscles push",
       .symptom = "every expression is the opposite one",
       .source = "(derived)",
       .formula = &muscles_push},
      {.id = "face-contact-missing",
       .sentence = "your output equals what one gets when the skull does not keep nodes out",
       .symptom = "teeth and cheekbones show through",
       .source = "Lee, Terzopoulos & Waters 1995, section 3",
       .formula = &without_contact},
      {.id = "face-contact-at-rest",
       .sentence = "your output equals what one gets when the skull's spheres stay where they are at rest",
       .symptom = "tissue is pushed away by a skull that is elsewhere",
       .source = "(derived)",
       .formula = &spheres_unmoved},
      {.id = "face-jaw-ignored",
       .sentence = "your output equals what one gets when all nodes go with the head",
       .symptom = "the mouth does not open",
       .source = "(derived)",
       .question = &jaw_ignored},
  };
}

}  // namespace bindpose::conformance
