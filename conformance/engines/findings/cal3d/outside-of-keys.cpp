// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ outside-of-keys.cpp -lcal3d -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if a track still extrapolates before its first key and after its last.
#include <cstdio>

#include <cal3d/cal3d.h>
#include <cal3d/corekeyframe.h>
#include <cal3d/coretrack.h>

int main() {
  CalCoreTrack track;
  for (const float time : {1.F, 2.F}) {
    auto* key = new CalCoreKeyframe;
    key->setTime(time);
    key->setTranslation(CalVector(10 * time, 0, 0));
    track.addCoreKeyframe(key);
  }
  CalVector before, after;
  CalQuaternion rotation;
  track.getState(0, before, rotation);
  track.getState(3, after, rotation);
  track.destroy();
  std::printf("before the key 10 at 1 s x is %g, 10 is wanted; after the key 20 at 2 s %g, 20 is wanted\n",
              before.x, after.x);
  return before.x == 0 && after.x == 30 ? 0 : 1;
}
