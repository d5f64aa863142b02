// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: losses, additions, renames and other changes in a rewritten glTF file, even if no vertex
// moves.
#pragma once

#include "conformance/same/channels.h"
#include "conformance/same/difference.h"

namespace bindpose::conformance::same {

struct ComparedFiles {
  const PosedFile &before, &after;
  const FilePose &rest_before, &rest_after;
  const Pairing &nodes, &clips;
  const VertexPairs& vertices;
  const std::vector<std::vector<ChannelDifference>>& channels;           ///< [#clips before]
  const std::map<std::size_t, std::map<std::size_t, Pairing>>& targets;  ///< drawable before, drawable after
};

/// Losses first, then by kind and size.
std::vector<Finding> findings_of(const ComparedFiles& files);

/// "walk", or "clip 3".
std::string clip_name(const gltf::Asset& asset, std::size_t clip);
/// "body", or "mesh 3".
std::string mesh_name(const gltf::Asset& asset, std::size_t mesh);

}  // namespace bindpose::conformance::same
