// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ names-not-unique.cpp -lassimp -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if two joints with the same name are still two nodes and two bones of that name.
#include <cstdio>
#include <string>

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

/// One vertex, two joints of one name, the second one moved by 1. The bytes: a position, joints, weights (0, 1, 0, 0), two identities.
const std::string file =
    R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,2]}],)"
    R"("nodes":[{"name":"bone","children":[1]},{"name":"bone","translation":[1,0,0]},{"name":"body","mesh":0,"skin":0}],)"
    R"("skins":[{"joints":[0,1],"inverseBindMatrices":3}],)"
    R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2},"mode":0}]}],)"
    R"("accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3","min":[0,0,0],"max":[0,0,0]},)"
    R"({"bufferView":1,"componentType":5121,"count":1,"type":"VEC4"},)"
    R"({"bufferView":2,"componentType":5126,"count":1,"type":"VEC4"},)"
    R"({"bufferView":3,"componentType":5126,"count":2,"type":"MAT4"}],)"
    R"("bufferViews":[{"buffer":0,"byteLength":12},{"buffer":0,"byteOffset":12,"byteLength":4},)"
    R"({"buffer":0,"byteOffset":16,"byteLength":16},{"buffer":0,"byteOffset":32,"byteLength":128}],)"
    R"("buffers":[{"byteLength":160,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAEAAAAAAAAAAIA/AAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIA/AACAPwAAAAAAAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAACAPw=="}]})";

int main() {
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFileFromMemory(file.data(), file.size(), 0, "gltf");
  if (scene == nullptr || scene->mMeshes[0]->mNumBones != 2) return std::puts(importer.GetErrorString()), 1;
  const aiBone& second = *scene->mMeshes[0]->mBones[1];
  const aiNode* found = scene->mRootNode->FindNode(second.mName);
  const float x = found->mTransformation.a4;
  std::printf("the second joint is the bone '%s', whose node stands at x = %g; 1 is wanted\n",
              second.mName.C_Str(), x);
  return x == 0 && second.mName == scene->mMeshes[0]->mBones[0]->mName ? 0 : 1;
}
