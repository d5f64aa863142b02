// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a glTF document as in the file: types and ranges are checked, but not references.
//
// An index is kNone if the member is missing or invalid (then an error or a warning is logged), so that later
// checks can continue.
#pragma once

#include "reference/gltf/json_object.h"

namespace bindpose::gltf {

struct BufferEntry {
  std::int64_t byte_length = kNone;
  bool has_uri = false;
  bool is_fallback = false;  ///< only for readers without support for the compression of its views
  std::optional<std::string> uri;
};

/// EXT_meshopt_compression, KHR_meshopt_compression: the position of a view's compressed bytes.
struct PackedView {
  enum class Mode { attributes, triangles, indices, unknown };
  enum class Filter { none, octahedral, quaternion, exponential, colour, unknown };
  const char* extension = "";  ///< its name
  std::int64_t buffer = kNone;
  std::int64_t byte_offset = 0;
  std::int64_t byte_length = kNone;
  std::int64_t byte_stride = kNone;
  std::int64_t count = kNone;
  Mode mode = Mode::attributes;
  Filter filter = Filter::none;
};

struct ViewEntry {
  std::int64_t buffer = kNone;
  std::int64_t byte_offset = 0;
  std::int64_t byte_length = kNone;
  std::int64_t byte_stride = kNone;
  std::int64_t target = kNone;
  std::optional<PackedView> packed = {};  ///< compression of its bytes
  double filter_error = 0;  ///< largest error of a number that the filter of a compressed view allows
};

/// OpenGL's names of number formats.
enum ComponentType : std::int64_t {
  kByte = 5120,
  kUnsignedByte = 5121,
  kShort = 5122,
  kUnsignedShort = 5123,
  kUnsignedInt = 5125,
  kFloat = 5126,
};

enum class ElementType { unknown, scalar, vec2, vec3, vec4, mat2, mat3, mat4 };

struct SparseEntry {
  std::int64_t count = kNone;
  std::int64_t indices_view = kNone;
  std::int64_t indices_offset = 0;
  std::int64_t indices_type = kNone;  ///< a ComponentType
  std::int64_t values_view = kNone;
  std::int64_t values_offset = 0;
};

struct AccessorEntry {
  std::int64_t view = kNone;
  std::int64_t byte_offset = 0;
  std::int64_t component_type = kNone;  ///< a ComponentType
  std::int64_t count = kNone;
  ElementType type = ElementType::unknown;
  bool normalized = false;
  std::optional<std::vector<double>> min;  ///< [#components]
  std::optional<std::vector<double>> max;  ///< [#components]
  std::optional<SparseEntry> sparse;

  /// True if component type, count and type are known, so that the size can be computed.
  bool is_readable() const {
    return component_type != kNone && count != kNone && type != ElementType::unknown;
  }
};

/// Bytes of one component; 0 for an unknown type.
std::int64_t component_size(std::int64_t component_type);

/// Numbers of one element: 3 for VEC3; 0 for an unknown type.
std::int64_t component_count(ElementType type);

/// Bytes from an element's first to its last, columns of matrices padded to 4 bytes.
std::int64_t element_size(const AccessorEntry& accessor);

/// Bytes from one element to the next without a byteStride.
std::int64_t packed_stride(const AccessorEntry& accessor);

/// Byte offset of component c within its element.
std::int64_t component_offset(const AccessorEntry& accessor, std::int64_t c);

/// Semantic ("POSITION") and accessor, in file order.
using Attributes = std::vector<std::pair<std::string, std::int64_t>>;

/// The accessor of a semantic, or kNone.
std::int64_t find_attribute(const Attributes& attributes, std::string_view semantic);

/// KHR_draco_mesh_compression: a view that holds a whole primitive.
struct DracoEntry {
  std::int64_t view = kNone;
  Attributes attributes;  ///< semantic and id in the compressed data
};

struct PrimitiveEntry {
  Attributes attributes;
  std::int64_t indices = kNone;
  std::int64_t material = kNone;
  std::int64_t mode = 4;
  std::vector<Attributes> targets;
  std::int64_t joint_sets = 0;     ///< JOINTS_0 .. JOINTS_(n-1), each with its WEIGHTS
  std::int64_t texcoord_sets = 0;  ///< TEXCOORD_0 .. TEXCOORD_(n-1)
  std::optional<DracoEntry> draco = {};
};

struct MeshEntry {
  std::string name;
  std::vector<PrimitiveEntry> primitives;
  std::optional<std::vector<double>> weights;
  std::vector<std::string> target_names = {};  ///< from extras; empty unless there is one for each target

  std::size_t target_count() const { return primitives.empty() ? 0 : primitives.front().targets.size(); }
};

/// EXT_mesh_gpu_instancing: the transforms of the instances, between the node and its mesh.
struct InstancesEntry {
  Attributes attributes;  ///< not empty; the accessors have one count
};

struct NodeEntry {
  std::string name;
  std::optional<std::vector<double>> matrix;       ///< [16], column by column
  std::optional<std::vector<double>> translation;  ///< [3]
  std::optional<std::vector<double>> rotation;     ///< [4], (x, y, z, w)
  std::optional<std::vector<double>> scale;        ///< [3]
  std::optional<std::vector<std::int64_t>> children;
  std::optional<std::vector<double>> weights;
  std::int64_t mesh = kNone;
  std::int64_t skin = kNone;
  std::int64_t camera = kNone;
  std::optional<InstancesEntry> instances = {};
};

struct SkinEntry {
  std::string name;
  std::int64_t inverse_binds = kNone;
  std::int64_t skeleton = kNone;
  std::optional<std::vector<std::int64_t>> joints;
};

struct SceneEntry {
  std::optional<std::vector<std::int64_t>> nodes;
};

struct SamplerEntry {
  std::int64_t input = kNone;
  std::int64_t output = kNone;
  std::string interpolation = "LINEAR";
};

struct ChannelEntry {
  std::int64_t sampler = kNone;
  bool has_target = false;
  std::int64_t node = kNone;
  std::string path;
  // KHR_animation_pointer:
  bool is_pointer = false;
  std::int64_t mesh = kNone;     ///< "/meshes/0/weights" moves the nodes that show mesh 0; `node` is kNone
  std::int64_t element = kNone;  ///< "/nodes/0/weights/2" moves weight 2
};

struct AnimationEntry {
  std::string name;
  std::vector<SamplerEntry> samplers;
  std::vector<ChannelEntry> channels;
};

struct Document {
  std::vector<BufferEntry> buffers;
  std::vector<ViewEntry> views;
  std::vector<AccessorEntry> accessors;
  std::vector<MeshEntry> meshes;
  std::vector<NodeEntry> nodes;
  std::vector<SkinEntry> skins;
  std::vector<SceneEntry> scenes;
  std::vector<AnimationEntry> animations;
  std::vector<std::int64_t> image_views;  ///< buffer views that hold images
  std::int64_t scene = kNone;
  std::size_t camera_count = 0;
  std::vector<std::int64_t>
      material_texcoords;  ///< the last set that a material's textures need, or kNone [#materials]
  bool quantized = false;  ///< KHR_mesh_quantization is in use
  std::vector<std::string> extensions;  ///< extensionsUsed
};

/// Reads a document, and logs errors of its members with the Khronos validator's codes.
Document read_document(const Json& root, IssueLog& log);

/// Instances of a node; 0 without EXT_mesh_gpu_instancing. Links must be checked.
std::size_t instance_count(const NodeEntry& node, const Document& document);

// The parts of read_document(), each in its own file.
BufferEntry read_buffer(const JsonObject& object);
ViewEntry read_view(const JsonObject& object);
AccessorEntry read_accessor_entry(const JsonObject& object);
MeshEntry read_mesh_entry(const JsonObject& object);
NodeEntry read_node_entry(const JsonObject& object);
SkinEntry read_skin_entry(const JsonObject& object);
SceneEntry read_scene_entry(const JsonObject& object);

/// True for each node that the file's default scene shows [#nodes]: the scene that it names, else the first.
/// Without scenes all nodes are shown. Links must be checked.
std::vector<bool> nodes_in_default_scene(const Document& document);
AnimationEntry read_animation_entry(const JsonObject& object);

/// Checks extensionsUsed and extensionsRequired; fills vetting.extensions_used. Errors
/// UNSATISFIED_DEPENDENCY, UNUSED_EXTENSION_REQUIRED, NON_REQUIRED_EXTENSION, and UNSUPPORTED_EXTENSION for every
/// required extension that may change vertices. Warning EXTENSION_NOT_APPLIED for an optional extension that moves
/// vertices.
void read_extensions(const JsonObject& root, Vetting& vetting);

}  // namespace bindpose::gltf
