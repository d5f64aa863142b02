// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ integers-as-floats.cpp -lassimp -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if a weight of 255 / 255 and a rotation of 127 / 127 are still loaded as floats of the same bits.
#include <cmath>
#include <cstdio>
#include <string>

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

/// One vertex, one joint, one key. The bytes: a position; joints 0; weights (255, 0, 0, 0); the identity; a time; (0, 0, 0, 127).
const std::string file =
    R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],"nodes":[{"name":"joint"},{"mesh":0,"skin":0}],)"
    R"("skins":[{"joints":[0],"inverseBindMatrices":3}],)"
    R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2},"mode":0}]}],)"
    R"("animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}],"samplers":[{"input":4,"output":5}]}],)"
    R"("accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3","min":[0,0,0],"max":[0,0,0]},)"
    R"({"bufferView":1,"componentType":5121,"count":1,"type":"VEC4"},)"
    R"({"bufferView":2,"componentType":5121,"normalized":true,"count":1,"type":"VEC4"},)"
    R"({"bufferView":3,"componentType":5126,"count":1,"type":"MAT4"},)"
    R"({"bufferView":4,"componentType":5126,"count":1,"type":"SCALAR","min":[0],"max":[0]},)"
    R"({"bufferView":5,"componentType":5120,"normalized":true,"count":1,"type":"VEC4"}],)"
    R"("bufferViews":[{"buffer":0,"byteLength":12},{"buffer":0,"byteOffset":12,"byteLength":4},)"
    R"({"buffer":0,"byteOffset":16,"byteLength":4},{"buffer":0,"byteOffset":20,"byteLength":64},)"
    R"({"buffer":0,"byteOffset":84,"byteLength":4},{"buffer":0,"byteOffset":88,"byteLength":4}],)"
    R"("buffers":[{"byteLength":92,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAP8AAAAAAIA/AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIA/AAAAAAAAAH8="}]})";

int main() {
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFileFromMemory(file.data(), file.size(), 0, "gltf");
  if (scene == nullptr || !scene->mMeshes[0]->HasBones() || !scene->HasAnimations())
    return std::puts(importer.GetErrorString()), 1;
  const float weight = scene->mMeshes[0]->mBones[0]->mWeights[0].mWeight;
  const float x = scene->mAnimations[0]->mChannels[0]->mRotationKeys[0].mValue.x;
  std::printf("the weight is %g, 1 is wanted; the rotation's x is %g, 0 is wanted\n", weight, x);
  return std::fabs(weight - 1) > 0.1F && !(std::fabs(x) < 0.1F) ? 0 : 1;
}
