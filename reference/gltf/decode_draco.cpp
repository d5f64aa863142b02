// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Source: Khronos glTF extension KHR_draco_mesh_compression; the Draco Bitstream Specification (ParseHeader, DecodeConnectivityData);
// the library Draco.
#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "reference/gltf/decompress.h"

#ifdef BINDPOSE_DRACO
#include <draco/attributes/attribute_octahedron_transform.h>
#include <draco/attributes/attribute_quantization_transform.h>
#include <draco/compression/decode.h>
#endif

namespace bindpose::gltf {

#ifdef BINDPOSE_DRACO
namespace {

/// Reads the numbers of a header; 0 beyond the end.
class Header {
 public:
  explicit Header(std::span<const std::byte> bytes) : rest_(bytes) {}
  std::uint32_t byte() {
    if (rest_.empty()) return 0;
    const auto first = std::to_integer<std::uint32_t>(rest_.front());
    rest_ = rest_.subspan(1);
    return first;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      const std::uint32_t next = byte();
      value |= std::uint64_t{next & 0x7fU} << shift;
      if (next < 0x80U) break;
    }
    return value;
  }
  void skip(std::size_t count) { rest_ = rest_.subspan(std::min(count, rest_.size())); }

 private:
  std::span<const std::byte> rest_;
};

/// A reason to refuse a mesh before Draco takes memory for it; empty: none.
std::string refusal_of(std::span<const std::byte> packed, const std::vector<DracoAccessor>& accessors) {
  constexpr std::uint32_t with_metadata = 0x80;
  std::uint64_t most_vertices = 0, most_triangles = 0;
  for (const DracoAccessor& accessor : accessors) {
    const auto count = static_cast<std::uint64_t>(std::max<std::int64_t>(accessor.format.count, 0));
    if (accessor.id == kNone)
      most_triangles = count / 3;
    else
      most_vertices = std::max(most_vertices, count);
  }
  if (most_triangles == 0) most_triangles = most_vertices;  // without indices
  Header header(packed);
  header.skip(5);  // "DRACO"
  const std::uint32_t major = header.byte(), minor = header.byte();
  if (major != 2 || minor != 2)
    return fmt::format("version {}.{} of Draco's format, expected 2.2", major, minor);
  header.skip(1);
  const bool is_edgebreaker = header.byte() == 1;
  header.skip(1);
  if ((header.byte() & with_metadata) != 0) return "metadata in Draco's data are not read";
  if (is_edgebreaker) header.skip(1);
  std::uint64_t vertices = header.number(), triangles = header.number();
  if (!is_edgebreaker) std::swap(vertices, triangles);
  if (vertices <= most_vertices && triangles <= most_triangles) return "";
  return fmt::format("{} vertices and {} triangles, expected at most {} and {}", vertices, triangles,
                     most_vertices, most_triangles);
}

/// Each point of an attribute, as numbers of the accessor's type.
template <class T>
bool copy_as(const draco::Mesh& mesh, const draco::PointAttribute& attribute, std::size_t components,
             std::vector<std::byte>& bytes) {
  T values[4] = {};
  for (draco::PointIndex i(0); i < mesh.num_points(); ++i) {
    if (!attribute.ConvertValue<T>(attribute.mapped_index(i), static_cast<std::int8_t>(components), values))
      return false;
    const auto* first = reinterpret_cast<const std::byte*>(values);
    bytes.insert(bytes.end(), first, first + components * sizeof(T));
  }
  return true;
}

bool copy_attribute(const draco::Mesh& mesh, const draco::PointAttribute& attribute,
                    DracoAccessor& accessor) {
  const auto components = static_cast<std::size_t>(component_count(accessor.format.type));
  std::vector<std::byte>& bytes = accessor.decoded.bytes;
  switch (accessor.format.component_type) {
    case kByte:
      return copy_as<std::int8_t>(mesh, attribute, components, bytes);
    case kUnsignedByte:
      return copy_as<std::uint8_t>(mesh, attribute, components, bytes);
    case kShort:
      return copy_as<std::int16_t>(mesh, attribute, components, bytes);
    case kUnsignedShort:
      return copy_as<std::uint16_t>(mesh, attribute, components, bytes);
    case kUnsignedInt:
      return copy_as<std::uint32_t>(mesh, attribute, components, bytes);
    default:
      return copy_as<float>(mesh, attribute, components, bytes);
  }
}

template <class T>
void copy_faces(const draco::Mesh& mesh, std::vector<std::byte>& bytes) {
  for (draco::FaceIndex f(0); f < mesh.num_faces(); ++f)
    for (const draco::PointIndex& corner : mesh.face(f)) {
      const auto index = static_cast<T>(corner.value());
      const auto* first = reinterpret_cast<const std::byte*>(&index);
      bytes.insert(bytes.end(), first, first + sizeof(T));
    }
}

/// Half a step of a quantized attribute; of directions on an octahedron as octahedral_error() of meshopt.
double error_of(const draco::PointAttribute& stored) {
  draco::AttributeQuantizationTransform quantization;
  draco::AttributeOctahedronTransform octahedron;
  const draco::AttributeTransformData* data = stored.GetAttributeTransformData();
  if (data == nullptr) return 0;
  if (data->transform_type() == draco::ATTRIBUTE_QUANTIZATION_TRANSFORM &&
      quantization.InitFromAttribute(stored))
    return 0.5 * static_cast<double>(quantization.range()) /
           (std::exp2(quantization.quantization_bits()) - 1);
  if (data->transform_type() == draco::ATTRIBUTE_OCTAHEDRON_TRANSFORM && octahedron.InitFromAttribute(stored))
    return std::sqrt(1.5) / (std::exp2(octahedron.quantization_bits() - 1) - 1);
  return 0;
}

using Decoded = draco::StatusOr<std::unique_ptr<draco::Mesh>>;

Decoded decoded_mesh(std::span<const std::byte> packed, bool as_stored) {
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(packed.data()), packed.size());
  draco::Decoder decoder;
  if (as_stored)
    for (const auto type : {draco::GeometryAttribute::POSITION, draco::GeometryAttribute::NORMAL,
                            draco::GeometryAttribute::GENERIC})
      decoder.SetSkipAttributeTransform(type);
  return decoder.DecodeMeshFromBuffer(&buffer);
}

std::string fill_indices(const draco::Mesh& mesh, DracoAccessor& accessor) {
  if (accessor.format.count != 3 * static_cast<std::int64_t>(mesh.num_faces()))
    return fmt::format("{} triangles for {} indices", mesh.num_faces(), accessor.format.count);
  if (accessor.format.component_type == kUnsignedInt)
    copy_faces<std::uint32_t>(mesh, accessor.decoded.bytes);
  else if (accessor.format.component_type == kUnsignedShort && mesh.num_points() <= 1U << 16U)
    copy_faces<std::uint16_t>(mesh, accessor.decoded.bytes);
  else if (accessor.format.component_type == kUnsignedByte && mesh.num_points() <= 1U << 8U)
    copy_faces<std::uint8_t>(mesh, accessor.decoded.bytes);
  else
    return "the type of the indices does not hold them";
  return "";
}

std::string fill_attribute(const draco::Mesh& mesh, const draco::Mesh& as_stored, DracoAccessor& accessor) {
  const auto id = static_cast<std::uint32_t>(accessor.id);
  const draco::PointAttribute* attribute = mesh.GetAttributeByUniqueId(id);
  if (attribute == nullptr) return fmt::format("no attribute {}", accessor.id);
  if (accessor.format.count != static_cast<std::int64_t>(mesh.num_points()))
    return fmt::format("{} vertices for {} of attribute {}", mesh.num_points(), accessor.format.count,
                       accessor.id);
  if (attribute->num_components() != component_count(accessor.format.type))
    return fmt::format("{} components for {} of attribute {}", attribute->num_components(),
                       component_count(accessor.format.type), accessor.id);
  if (!copy_attribute(mesh, *attribute, accessor))
    return fmt::format("attribute {} cannot be converted", accessor.id);
  if (const draco::PointAttribute* stored = as_stored.GetAttributeByUniqueId(id))
    accessor.decoded.filter_error = error_of(*stored);
  return "";
}

}  // namespace

tl::expected<void, std::string> decode_draco(std::span<const std::byte> packed,
                                             std::vector<DracoAccessor>& accessors) {
  if (std::string refusal = refusal_of(packed, accessors); !refusal.empty()) return tl::unexpected(refusal);
  const Decoded mesh = decoded_mesh(packed, false), as_stored = decoded_mesh(packed, true);
  if (!mesh.ok()) return tl::unexpected(std::string("Draco: ") + mesh.status().error_msg());
  if (!as_stored.ok()) return tl::unexpected(std::string("Draco: ") + as_stored.status().error_msg());
  for (DracoAccessor& accessor : accessors) {
    const std::string wrong = accessor.id == kNone
                                  ? fill_indices(*mesh.value(), accessor)
                                  : fill_attribute(*mesh.value(), *as_stored.value(), accessor);
    if (!wrong.empty()) return tl::unexpected(wrong);
  }
  return {};
}
#else
tl::expected<void, std::string> decode_draco(std::span<const std::byte>, std::vector<DracoAccessor>&) {
  return tl::unexpected<std::string>("the program was built without Draco");
}
#endif

}  // namespace bindpose::gltf
