// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ after-last-key.cpp -isystem /usr/include/irrlicht -lIrrlicht -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if a frame after the last key still leaves the joint at its previous frame's position.
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
  mesh->finalize();
  mesh->animateMesh(0.5F, 1);
  mesh->animateMesh(3, 1);
  std::printf("after the last key, 20, x is %g, where frame 0.5 has put it\n", joint->Animatedposition.X);
  return joint->Animatedposition.X == 5 ? 0 : 1;
}
