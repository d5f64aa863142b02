// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ steps-lost.cpp -lassimp -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if a channel with STEP and one with LINEAR interpolation are still equal after loading.
#include <cstdio>
#include <string>

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

/// A file with one node that moves by two keys.
std::string file(const char* interpolation) {
  return std::string(
             R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)") +
         R"("meshes":[{"primitives":[{"attributes":{"POSITION":1},"mode":0}]}],)"
         R"("animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],)"
         R"("samplers":[{"input":0,"output":1,"interpolation":")" +
         interpolation +
         R"("}]}],)"
         R"("accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},)"
         R"({"bufferView":1,"componentType":5126,"count":2,"type":"VEC3","min":[0,0,0],"max":[1,0,0]}],)"
         R"("bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24}],)"
         R"("buffers":[{"byteLength":32,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA="}]})";
}

int main() {
  int channels = 0;
  for (const char* interpolation : {"STEP", "LINEAR"}) {
    Assimp::Importer importer;
    const std::string text = file(interpolation);
    const aiScene* scene = importer.ReadFileFromMemory(text.data(), text.size(), 0, "gltf");
    if (scene == nullptr || scene->mNumAnimations != 1) return std::puts(importer.GetErrorString()), 1;
    const aiNodeAnim& channel = *scene->mAnimations[0]->mChannels[0];
    std::printf("%s: %u keys, from %g to %g ms, and nothing says how to go from one to the other\n",
                interpolation, channel.mNumPositionKeys, channel.mPositionKeys[0].mTime,
                channel.mPositionKeys[1].mTime);
    channels += channel.mNumPositionKeys == 2;
  }
  return channels == 2 ? 0 : 1;
}
