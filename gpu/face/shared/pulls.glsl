// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Several muscles on one vertex. Needs before it: struct Pull {vec3 d; mat3 G;} and Pull pull_of(int i, vec3
// p) of muscle i.

Surface moved_by(Surface v, Pull pull) {
  mat3 J = mat3(1.0) + pull.G;
  return Surface(v.x + pull.d, cofactor(J) * v.n, J * v.t);
}

Surface pulled(Surface rest) {
  Surface v = rest;
#if defined(TOGETHER_ADDED)
  Pull sum = Pull(vec3(0.0), mat3(0.0));
  for (int i = 0; i < CONTRACTIONS_COUNT; ++i) {
    Pull pull = pull_of(i, v.x);
    sum.d += pull.d;
    sum.G += pull.G;
  }
  v = moved_by(v, sum);
#elif defined(TOGETHER_ONE_AFTER_ANOTHER)
  for (int i = 0; i < CONTRACTIONS_COUNT; ++i) v = moved_by(v, pull_of(i, v.x));
#endif
  return Surface(v.x, normalize(v.n), normalize(v.t));
}
