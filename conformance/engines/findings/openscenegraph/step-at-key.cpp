// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ step-at-key.cpp -losgAnimation -losg -lOpenThreads -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if a step at a key's own time still has the previous key's value.
#include <cstdio>

#include <osgAnimation/Sampler>

int main() {
  osg::ref_ptr<osgAnimation::FloatStepSampler> sampler = new osgAnimation::FloatStepSampler;
  for (const float time : {0.F, 1.F, 2.F})
    sampler->getOrCreateKeyframeContainer()->push_back({time, 10 * time});
  float found = 0;
  sampler->getValueAt(1, found);
  std::printf("at the key 10 at 1 s the value is %g, 10 is wanted\n", found);
  return found == 0 ? 0 : 1;
}
