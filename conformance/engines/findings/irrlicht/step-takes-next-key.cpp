// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ step-takes-next-key.cpp -isystem /usr/include/irrlicht -lIrrlicht -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if step interpolation still takes the value of the next key.
#include <cstdio>
#include <initializer_list>

#include <irrlicht.h>

int main() {
  irr::SIrrlichtCreationParameters parameters;
  parameters.DriverType = irr::video::EDT_NULL;
  parameters.LoggingLevel = irr::ELL_NONE;
  irr::scene::ISkinnedMesh* mesh = irr::createDeviceEx(parameters)->getSceneManager()->createSkinnedMesh();
  irr::scene::ISkinnedMesh::SJoint* joint = mesh->addJoint();
  for (const float frame : {0.F, 1.F, 2.F})
    joint->PositionKeys.push_back({frame, irr::core::vector3df(10 * frame, 0, 0)});
  mesh->setInterpolationMode(irr::scene::EIM_CONSTANT);
  mesh->finalize();
  mesh->animateMesh(0.5F, 1);
  std::printf("between the keys 0 at frame 0 and 10 at frame 1 x is %g, 0 is wanted\n",
              joint->Animatedposition.X);
  return joint->Animatedposition.X == 10 ? 0 : 1;
}
