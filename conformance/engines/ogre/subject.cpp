// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// OGRE before the judge: what is declared, and why in README.md.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <string_view>
#include <vector>

#include "exchange.h"
#include <OgreDefaultHardwareBufferManager.h>

namespace engines {
namespace {

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

struct Answer {
  bindpose_capability capability;
  void (*answer)(Exchange&);
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

const Answer answers[] = {
#ifndef WITHOUT_NORMALS
    {{sizeof(bindpose_capability), "fk.matrix", "pose", JOINTS "without=matrix-joints"}, answer_fk_matrix},
    {{sizeof(bindpose_capability), "fk.quaternion", "pose", "rotations=kept-unit"}, answer_fk_quaternion},
    {{sizeof(bindpose_capability), "skeleton.bones", "pose", JOINTS "without=matrix-joints"}, answer_bones},
    {{sizeof(bindpose_capability), "skeleton.inverse-bind", "pose", nullptr}, answer_inverse_bind},
    {{sizeof(bindpose_capability), "skeleton.palette", "pose", nullptr}, answer_palette},
    {{sizeof(bindpose_capability), "interp.lerp", "pose", "range=any"}, answer_lerp},
    {{sizeof(bindpose_capability), "interp.slerp", "pose", nullptr}, answer_slerp},
    {{sizeof(bindpose_capability), "interp.nlerp", "pose", nullptr}, answer_nlerp},
    {{sizeof(bindpose_capability), "anim.linear", "pose", nullptr}, answer_linear_track},
    {{sizeof(bindpose_capability), "anim.pose-loop", "pose", "before_first_key=holds"}, answer_key_poses},
    {{sizeof(bindpose_capability), "anim.vertex", "pose", nullptr}, answer_vertex_track},
#endif
    {{sizeof(bindpose_capability), "rigid-parts", "palette", DIRECTION WITHOUT}, answer_rigid_parts},
    {{sizeof(bindpose_capability), "rigid-parts", "pose",
      DIRECTION JOINTS WITHOUT ",matrix-joints,cubic-splines"},
     answer_rigid_parts},
    {{sizeof(bindpose_capability), "stitching", "palette", DIRECTION WITHOUT}, answer_linear_blend},
    {{sizeof(bindpose_capability), "stitching", "pose",
      DIRECTION JOINTS WITHOUT ",matrix-joints,cubic-splines"},
     answer_linear_blend},
    {{sizeof(bindpose_capability), "lbs", "palette", DIRECTION WEIGHTS WITHOUT}, answer_linear_blend},
    {{sizeof(bindpose_capability), "lbs", "pose",
      DIRECTION WEIGHTS JOINTS WITHOUT ",matrix-joints,cubic-splines"},
     answer_linear_blend},
};

/// No exception may leave the library.
std::int32_t run(const bindpose_question* question, bindpose_answer* answer) {
  const auto say = [&](const char* message) {
    std::snprintf(answer->message, answer->message_capacity, "%s", message);
  };
  try {
    static const Engine engine;
    for (const Answer& one : answers)
      if (std::string_view(one.capability.algorithm) == question->id) {
        Exchange exchange(*question, *answer);
        one.answer(exchange);
        return BINDPOSE_OK;
      }
    say("an algorithm that was not declared");
  } catch (const std::exception& error) {
    say(error.what());
  }
  return BINDPOSE_ERROR;
}

}  // namespace
}  // namespace engines

const bindpose_subject* bindpose_subject_entry(void) {
  static const std::vector<const bindpose_capability*> list = [] {
    std::vector<const bindpose_capability*> all;
    for (const engines::Answer& one : engines::answers)
      all.push_back(&one.capability);
    return all;
  }();
  static const bindpose_subject subject = {sizeof(bindpose_subject),
                                           BINDPOSE_PROTOCOL,
                                           SUBJECT_NAME,
                                           OGRE_ENGINE_VERSION,
                                           "C++",
                                           list.size(),
                                           list.data(),
                                           0,
                                           OGRE_MAX_NUM_BONES,
                                           0,
                                           engines::run};
  return &subject;
}
