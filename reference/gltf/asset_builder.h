// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: builds an Asset from a checked document.
#pragma once

#include "reference/gltf/accessor_store.h"

namespace bindpose::gltf {

// The functions need a document without errors. If a buffer with required numbers has no data, the warning
// ACCESSOR_WITHOUT_DATA names the replacement: zero positions, no normals and tangents, identity inverse bind
// matrices, no channel.

std::vector<MeshAsset> build_meshes(const AccessorStore& store, IssueLog& log);
/// The document's nodes, then the instances of each (EXT_mesh_gpu_instancing) as its children, which show its mesh.
std::vector<Node> build_nodes(const AccessorStore& store, IssueLog& log);
std::vector<Skin> build_skins(const AccessorStore& store, IssueLog& log);
std::vector<Clip> build_clips(const AccessorStore& store, IssueLog& log);

/// First of the instances of each node in build_nodes(), and the number of all nodes [#nodes + 1].
std::vector<std::size_t> instance_starts(const Document& document);

/// Vertex indices of the triangles of a primitive [#triangles]: lists, strips and fans; empty for points and
/// lines. `order`: its indices, or 0 .. #vertices - 1.
std::vector<std::array<std::uint32_t, 3>> triangles_of(std::int64_t mode,
                                                       const std::vector<std::uint32_t>& order);

}  // namespace bindpose::gltf
