// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/warnings.h"

namespace bindpose::gltf {

std::span<const WarningFacts> warnings_with_facts() {
  static constexpr WarningFacts table[] = {
      {"ACCESSOR_JOINTS_USED_ZERO_WEIGHT",
       "a slot of weight 0 names a joint other than 0, which moves nothing"},
      {"ACCESSOR_WEIGHTS_NON_NORMALIZED",
       "the weights of a vertex do not sum to 1, within what their format can hold; they are used as they "
       "are"},
      {"ACCESSOR_WITHOUT_DATA",
       "an accessor without a buffer view stands for zeros; what cannot be zeros is left out or read as its "
       "default"},
      {"BUFFER_GLB_CHUNK_TOO_BIG", "the BIN chunk is longer than its buffer; the rest is ignored"},
      {"GLB_EXTRA_DATA", "bytes stand behind the length that the file declares; they are ignored"},
      {"GLB_UNKNOWN_CHUNK_TYPE", "a chunk is neither JSON nor BIN; it is skipped"},
      {"MESH_PRIMITIVE_INCOMPATIBLE_MODE",
       "the number of vertices or indices does not suit the primitive's mode"},
      {"MESH_PRIMITIVE_NO_POSITION", "a primitive has no POSITION; there is nothing to show"},
      {"NODE_SKINNED_MESH_WITHOUT_SKIN",
       "a node shows a mesh with joints and has no skin; it hangs on the node"},
      {"NON_RELATIVE_URI", "a URI is absolute; what nothing uses is not read"},
      {"SKIN_NO_COMMON_ROOT", "no node is above all joints of a skin; one scene has them all"},
      {"UNKNOWN_ASSET_MINOR_VERSION", "the file is of a later version 2.x; what is new in it is ignored"},
      {"VALUE_NOT_IN_LIST", "a value is none of those that the format knows"}};
  return table;
}

}  // namespace bindpose::gltf
