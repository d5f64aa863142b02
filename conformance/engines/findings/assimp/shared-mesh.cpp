// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ shared-mesh.cpp -lassimp -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if two nodes with the same mesh and different skins both still have the second skin's bone.
#include <cstdio>
#include <string>

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

/// One vertex, two nodes that show it, two skins of a joint each. The bytes: a position, joints, weights (1, 0, 0, 0), an identity.
const std::string file =
    R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1,2,3]}],)"
    R"("nodes":[{"name":"a","mesh":0,"skin":0},{"name":"b","mesh":0,"skin":1},{"name":"first"},{"name":"second"}],)"
    R"("skins":[{"joints":[2],"inverseBindMatrices":3},{"joints":[3],"inverseBindMatrices":3}],)"
    R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2},"mode":0}]}],)"
    R"("accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3","min":[0,0,0],"max":[0,0,0]},)"
    R"({"bufferView":1,"componentType":5121,"count":1,"type":"VEC4"},)"
    R"({"bufferView":2,"componentType":5126,"count":1,"type":"VEC4"},)"
    R"({"bufferView":3,"componentType":5126,"count":1,"type":"MAT4"}],)"
    R"("bufferViews":[{"buffer":0,"byteLength":12},{"buffer":0,"byteOffset":12,"byteLength":4},)"
    R"({"buffer":0,"byteOffset":16,"byteLength":16},{"buffer":0,"byteOffset":32,"byteLength":64}],)"
    R"("buffers":[{"byteLength":96,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIA/"}]})";

int main() {
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFileFromMemory(file.data(), file.size(), 0, "gltf");
  if (scene == nullptr) return std::puts(importer.GetErrorString()), 1;
  const aiNode &a = *scene->mRootNode->FindNode("a"), &b = *scene->mRootNode->FindNode("b");
  const std::string bone = scene->mMeshes[a.mMeshes[0]]->mBones[0]->mName.C_Str();
  std::printf("the first node's mesh has the bone '%s'; 'first' is wanted\n", bone.c_str());
  return a.mMeshes[0] == b.mMeshes[0] && bone == "second" ? 0 : 1;
}
