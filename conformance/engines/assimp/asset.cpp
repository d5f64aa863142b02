// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Files, as Assimp loads them: its nodes, channels, bones and weights.
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "exchange.h"
#include <assimp/Importer.hpp>
#include <assimp/anim.h>
#include <assimp/scene.h>
#include <nlohmann/json.hpp>

namespace engines {
namespace {

/// A file's JSON: all of a .gltf, the first chunk of a .glb, which begins with its length.
std::string json_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (text.rfind("glTF", 0) != 0) return text;
  std::uint32_t length = 0;
  std::memcpy(&length, &text.at(12), sizeof length);
  return text.substr(20, length);
}

/// Assimp's nodes by their numbers in the file. Names need not be unique there; Assimp keeps the order of children.
using Nodes = std::map<int, const aiNode*>;

void find_below(const std::vector<int>& numbers, const aiNode* const* nodes, std::size_t count,
                const nlohmann::json& file_nodes, Nodes& found) {
  if (numbers.size() != count) throw std::runtime_error("Assimp's scene has other nodes than the file");
  for (std::size_t i = 0; i < count; ++i) {
    found[numbers[i]] = nodes[i];
    const auto children = file_nodes.at(numbers[i]).value("children", std::vector<int>());
    find_below(children, nodes[i]->mChildren, nodes[i]->mNumChildren, file_nodes, found);
  }
}

/// Assimp puts a node of its own above the scene's where they are several.
Nodes nodes_of(const std::string& file, const aiNode* root) {
  const auto json = nlohmann::json::parse(json_of(file));
  const auto roots = json.at("scenes").at(json.value("scene", 0)).at("nodes").get<std::vector<int>>();
  Nodes found;
  if (roots.size() == 1)
    find_below(roots, &root, 1, json.at("nodes"), found);
  else
    find_below(roots, root->mChildren, root->mNumChildren, json.at("nodes"), found);
  return found;
}

/// Between the two keys around a time; before the first and after the last those hold.
template <class Value, class Key>
Value at(const Key* keys, unsigned count, double time, Value without_keys) {
  if (count == 0) return without_keys;
  if (time <= keys[0].mTime) return keys[0].mValue;
  for (unsigned k = 1; k < count; ++k)
    if (time < keys[k].mTime) {
      Value value;
      const double share = (time - keys[k - 1].mTime) / (keys[k].mTime - keys[k - 1].mTime);
      Assimp::Interpolator<Key>()(value, keys[k - 1], keys[k], static_cast<ai_real>(share));
      return value;
    }
  return keys[count - 1].mValue;
}

/// A scene at a time of one of its clips.
class Posed {
 public:
  Posed(const aiScene& scene, int clip, double seconds) : scene_(scene) {
    if (clip < 0) return;
    const aiAnimation& animation = *scene.mAnimations[clip];
    const double time = seconds * animation.mTicksPerSecond;
    for (unsigned c = 0; c < animation.mNumChannels; ++c) {
      const aiNodeAnim& keys = *animation.mChannels[c];
      local_[keys.mNodeName.C_Str()] =
          aiMatrix4x4(at(keys.mScalingKeys, keys.mNumScalingKeys, time, aiVector3D(1)),
                      at(keys.mRotationKeys, keys.mNumRotationKeys, time, aiQuaternion()),
                      at(keys.mPositionKeys, keys.mNumPositionKeys, time, aiVector3D()));
    }
  }

  /// Bones know their nodes by name alone.
  const aiNode& node(const std::string& name) const {
    const aiNode* found = scene_.mRootNode->FindNode(name.c_str());
    if (found == nullptr) throw std::runtime_error("Assimp's scene has no node '" + name + "'");
    return *found;
  }
  aiMatrix4x4 world(const aiNode& node) const {
    const auto moved = local_.find(node.mName.C_Str());
    const aiMatrix4x4& local = moved == local_.end() ? node.mTransformation : moved->second;
    return node.mParent == nullptr ? local : world(*node.mParent) * local;
  }
  const aiMesh& mesh(const aiNode& node, unsigned primitive) const {
    if (primitive >= node.mNumMeshes)
      throw std::runtime_error("Assimp's node '" + std::string(node.mName.C_Str()) + "' lacks a mesh");
    return *scene_.mMeshes[node.mMeshes[primitive]];
  }

  /// What carries each vertex: the weighted sum of its bones, or the node.
  std::vector<aiMatrix4x4> carriers(const aiNode& node, const aiMesh& mesh) const {
    if (!mesh.HasBones()) return std::vector<aiMatrix4x4>(mesh.mNumVertices, world(node));
    std::vector<aiMatrix4x4> sums(mesh.mNumVertices, Library::zero());
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
      const aiBone& bone = *mesh.mBones[b];
      const aiMatrix4x4 moves = world(this->node(bone.mName.C_Str())) * bone.mOffsetMatrix;
      for (unsigned w = 0; w < bone.mNumWeights; ++w) {
        const aiVertexWeight& weight = bone.mWeights[w];
        if (weight.mWeight != 0)
          sums[weight.mVertexId] = Library::add(sums[weight.mVertexId], moves, weight.mWeight);
      }
    }
    return sums;
  }

 private:
  const aiScene& scene_;
  std::map<std::string, aiMatrix4x4> local_;
};

void append(Numbers& to, const aiVector3D& v) {
  to.insert(to.end(), {v.x, v.y, v.z});
}

}  // namespace

void answer_asset(Arrays& arrays) {
  const bindpose_asset& asset = *arrays.asset();
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFile(asset.file, 0);
  if (scene == nullptr) throw std::runtime_error(importer.GetErrorString());
  const Nodes nodes = nodes_of(asset.file, scene->mRootNode);
  const Posed posed(*scene, asset.clip, asset.time);
  Numbers positions, normals;
  for (std::size_t p = 0; p < asset.part_count; ++p) {
    const aiNode& node = *nodes.at(asset.parts[p]->node);
    const aiMesh& mesh = posed.mesh(node, asset.parts[p]->primitive);
    const std::vector<aiMatrix4x4> carriers = posed.carriers(node, mesh);
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
      append(positions, carriers[v] * mesh.mVertices[v]);
      if (!mesh.HasNormals()) continue;
      aiMatrix3x3 turn(carriers[v]);
      if (!mesh.HasBones()) turn.Inverse().Transpose();
      append(normals, (turn * mesh.mNormals[v]).NormalizeSafe());
    }
  }
  arrays.put("positions", positions);
  arrays.put("normals", normals);
}

}  // namespace engines
