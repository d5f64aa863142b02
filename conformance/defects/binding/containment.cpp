// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Volumes measured otherwise, or the wrong one chosen.
#include "reference/binding/containment.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "conformance/defects/shared/change.h"
#include "reference/binding/shared/volumes.h"

namespace bindpose::conformance {
namespace {

namespace reference = bindpose::binding;
using Volume = reference::Volume<double>;
using reference::VolumeKind;

/// Which step is taken otherwise.
struct VolumeWay {
  bool first = false;          ///< the first volume that contains the vertex, instead of the best
  bool metres = false;         ///< depth in metres, not by the volume's size
  bool open_ends = false;      ///< cylinders that do not end
  bool outside_first = false;  ///< what is outside goes to the first volume
};

bool is_containment(const Question& question) {
  return question.algorithm->id == "bind.containment";
}

bool is_chosen(const Question& question, const char* option, const char* value) {
  return question.options.contains(option) && question.options.at(option) == value;
}

VolumeKind kind_of(const Question& question) {
  return is_chosen(question, "volume_kind", "cylinder")    ? VolumeKind::cylinder
         : is_chosen(question, "volume_kind", "ellipsoid") ? VolumeKind::ellipsoid
         : is_chosen(question, "volume_kind", "sphere")    ? VolumeKind::sphere
                                                           : VolumeKind::capsule;
}

Expected<std::vector<Volume>> volumes_of(const Question& question, const Inputs<double>& in) {
  if (in.has("volume_joints")) return reference::given_volumes(in);
  const double share = in.has("radius_share") ? in.real("radius_share") : 0.25;
  return reference::bone_volumes(in.integers("parents"), in.rows<3>("pivots"), kind_of(question), share);
}

double depth_by(const VolumeWay& way, Volume volume, const Vec3<double>& x) {
  const double scale = way.metres ? volume.r : 1;
  if (!way.open_ends || volume.kind != VolumeKind::cylinder) return scale * reference::depth_in(volume, x);
  const Vec3<double> d = volume.b - volume.a;
  return scale * (1 - d.cross(x - volume.a).norm() / d.norm() / volume.r);
}

void weigh(const Question& question, const VolumeWay& way, const std::vector<Volume>& volumes,
           const Vec3<double>& x, std::span<double> w) {
  std::vector<reference::ListedWeight<double>> f;
  for (const Volume& volume : volumes) {
    const double depth = depth_by(way, volume, x);
    const auto at = std::ranges::find(f, volume.j, &reference::ListedWeight<double>::j);
    if (at == f.end())
      f.push_back({volume.j, depth});
    else
      at->w = std::max(at->w, depth);
  }
  const auto& best = reference::deepest(f);
  const auto first = std::ranges::find_if(f, [](const auto& each) { return each.w > 0; });
  if (!(best.w > 0) && !is_chosen(question, "outside", "nearest")) return;
  if (!(best.w > 0))
    w[way.outside_first ? f.front().j : best.j] = 1;
  else if (is_chosen(question, "weighing", "by-depth"))
    reference::weigh_by_depth(f, w);
  else
    w[way.first ? first->j : best.j] = 1;
}

Computed contained_by(const Question& question, const VolumeWay& way) {
  if (!is_containment(question)) return cannot_be_made();
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    BINDPOSE_TRY(const std::vector<Volume> volumes, volumes_of(question, in));
    const std::vector<Vec3<double>> x = in.rows<3>("positions");
    return reference::weigh_vertices<double>(x.size(), in.extent("J"),
                                             [&](std::size_t v, std::span<double> w) {
                                               weigh(question, way, volumes, x[v], w);
                                               return "";
                                             });
  });
}
Computed first_volume(const Question& question) {
  return contained_by(question, {.first = true});
}
Computed depth_in_metres(const Question& question) {
  return contained_by(question, {.metres = true});
}
Computed open_ends(const Question& question) {
  return contained_by(question, {.open_ends = true});
}
Computed outside_first(const Question& question) {
  return contained_by(question, {.outside_first = true});
}

Changed half_radius(const Question& question) {
  if (!is_containment(question)) return std::nullopt;
  Changed changed =
      with_rows(question, {"volume_radii", "radius_share"}, 1, [](double* r, std::size_t) { *r /= 2; });
  if (changed || kind_of(question) == VolumeKind::sphere) return changed;
  changed = question;
  changed->arrays.add("radius_share", {1}, Array::Reals{0.125});
  return changed;
}

Changed one_joint(const Question& question) {
  if (!is_containment(question)) return std::nullopt;
  Changed changed = question;
  changed->options["weighing"] = "best-fitting";
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(binding, containment) {
  return {
      {.id = "volume-first",
       .sentence = "your output equals what one gets when a vertex hangs on the first volume that contains "
                   "it, not on the best fitting",
       .symptom = "the inner elbow hangs on whichever bone is listed first",
       .source = "Universidad de Huelva, Tema 11 Skinning",
       .formula = &first_volume},
      {.id = "volume-depth-in-metres",
       .sentence = "your output equals what one gets when depth is measured in metres instead of by the "
                   "volume's size",
       .symptom = "thick limbs take over thin ones",
       .source = "(derived)",
       .formula = &depth_in_metres},
      {.id = "volume-open-ends",
       .sentence = "your output equals what one gets when cylinders do not end",
       .symptom = "a finger's vertices hang on the arm that it points along",
       .source = "(derived)",
       .formula = &open_ends},
      {.id = "volume-outside-first",
       .sentence = "your output equals what one gets when vertices outside every volume hang on the first",
       .symptom = "spikes from the surface to the root",
       .source = "(derived)",
       .formula = &outside_first},
      {.id = "volume-half-radius",
       .sentence = "your output equals what one gets when radii are taken for diameters",
       .symptom = "vertices without weights at the surface",
       .source = "(derived)",
       .question = &half_radius},
      {.id = "volume-one-joint",
       .sentence = "your output equals what one gets when the best fitting volume has all the weight",
       .symptom = "cracks and creases at every joint",
       .source = "(derived)",
       .question = &one_joint}};
}

}  // namespace bindpose::conformance
