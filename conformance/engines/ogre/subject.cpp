// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// OGRE before the judge: what is declared, and why in README.md.
#include <memory>

#include "exchange.h"
#include <OgreDefaultHardwareBufferManager.h>

namespace ogre {
namespace {

using engines::offers;

/// OGRE without a render system: buffers are plain memory.
class Engine {
 public:
  Engine() {
    // A log manager that is there before the root is used by it; this one writes no file and prints nothing.
    logs_.createLog("", true, false, true);
    root_ = std::make_unique<Ogre::Root>("", "", "");
    buffers_ = std::make_unique<Ogre::DefaultHardwareBufferManager>();
  }

 private:
  Ogre::LogManager logs_;
  std::unique_ptr<Ogre::Root> root_;
  std::unique_ptr<Ogre::HardwareBufferManager> buffers_;
};

/// Normals are normalised by an approximate square root, so that every answer with normals is wrong about them. For what
/// OGRE does to positions there is a second library, built with WITHOUT_NORMALS (CMakeLists.txt).
#ifdef WITHOUT_NORMALS
#define WITHOUT "without=tangents,normals"
#define SUBJECT_NAME "OGRE, positions"
#else
#define WITHOUT "without=tangents"
#define SUBJECT_NAME "OGRE"
#endif
#define WEIGHTS "weight_sum=renormalised zero_sum=first-joint influences_kept=four-largest "
#define JOINTS "scale_inheritance=without-shear rotations=kept-unit "
#define DIRECTION "normal_rule=direction "

/// What maths.h answers.
template <void (*answer)(engines::Arrays&)>
void by_library(Exchange& x) {
  answer(x);
}

constexpr engines::Answer<Exchange> answers[] = {
#ifndef WITHOUT_NORMALS
    offers("fk.matrix", "pose", JOINTS "without=matrix-joints", answer_fk_matrix),
    offers("fk.quaternion", "pose", "rotations=kept-unit", answer_fk_quaternion),
    offers("skeleton.bones", "pose", JOINTS "without=matrix-joints", answer_bones),
    offers("skeleton.inverse-bind", "pose", nullptr, by_library<engines::answer_inverse_bind<Library>>),
    offers("skeleton.palette", "pose", nullptr, by_library<engines::answer_palette<Library>>),
    offers("interp.lerp", "pose", "range=any", by_library<engines::answer_lerp<Library>>),
    offers("interp.slerp", "pose", nullptr, by_library<engines::answer_slerp<Library>>),
    offers("interp.nlerp", "pose", nullptr, answer_nlerp),
    offers("anim.linear", "pose", nullptr, answer_linear_track),
    offers("anim.pose-loop", "pose", "before_first_key=holds", answer_key_poses),
    offers("anim.vertex", "pose", nullptr, answer_vertex_track),
#endif
    offers("rigid-parts", "palette", DIRECTION WITHOUT, answer_rigid_parts),
    offers("rigid-parts", "pose", DIRECTION JOINTS WITHOUT ",matrix-joints,cubic-splines",
           answer_rigid_parts),
    offers("stitching", "palette", DIRECTION WITHOUT, answer_linear_blend),
    offers("stitching", "pose", DIRECTION JOINTS WITHOUT ",matrix-joints,cubic-splines", answer_linear_blend),
    offers("lbs", "palette", DIRECTION WEIGHTS WITHOUT, answer_linear_blend),
    offers("lbs", "pose", DIRECTION WEIGHTS JOINTS WITHOUT ",matrix-joints,cubic-splines",
           answer_linear_blend),
};

/// A question to OGRE, which is started with the first.
struct Asked : Exchange {
  Asked(const bindpose_question& question, bindpose_answer& answer) : Exchange(question, answer) {
    static const Engine engine;
  }
};

}  // namespace
}  // namespace ogre

const bindpose_subject* bindpose_subject_entry(void) {
  using namespace ogre;
  return engines::subject_of<Asked, answers>(SUBJECT_NAME, OGRE_ENGINE_VERSION, OGRE_MAX_NUM_BONES);
}
