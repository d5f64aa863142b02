// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Source: Khronos glTF extension KHR_draco_mesh_compression; the Draco Bitstream Specification (ParseHeader, DecodeConnectivityData);
// the library Draco.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "reference/gltf/decompress.h"

#ifdef BINDPOSE_DRACO
#include <draco/attributes/attribute_octahedron_transform.h>
#include <draco/attributes/attribute_quantization_transform.h>
#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
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

bool is_edgebreaker(std::span<const std::byte> packed) {
  constexpr std::size_t method = 8;
  return packed.size() > method && packed[method] == std::byte{1};
}

/// Why a mesh is refused before Draco allocates memory for it; empty if it is accepted.
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
  if (const std::uint32_t method = header.byte(); method > 1)
    return fmt::format("method {} of Draco's format, expected 0 or 1", method);
  header.skip(1);
  if ((header.byte() & with_metadata) != 0) return "metadata in Draco's data are not read";
  if (is_edgebreaker(packed)) header.skip(1);
  std::uint64_t vertices = header.number(), triangles = header.number();
  if (!is_edgebreaker(packed)) std::swap(vertices, triangles);
  if (vertices <= most_vertices && triangles <= most_triangles) return "";
  return fmt::format("{} vertices and {} triangles, expected at most {} and {}", vertices, triangles,
                     most_vertices, most_triangles);
}

draco::DataType type_of(std::int64_t component_type) {
  switch (component_type) {
    case kByte:
      return draco::DT_INT8;
    case kUnsignedByte:
      return draco::DT_UINT8;
    case kShort:
      return draco::DT_INT16;
    case kUnsignedShort:
      return draco::DT_UINT16;
    case kUnsignedInt:
      return draco::DT_UINT32;
    default:
      return draco::DT_FLOAT32;
  }
}

/// Why an attribute does not fit its accessor; empty if it fits. The data of a mesh need not be decoded.
std::string fault_of(const draco::Mesh& mesh, const DracoAccessor& accessor) {
  const draco::PointAttribute* attribute =
      mesh.GetAttributeByUniqueId(static_cast<std::uint32_t>(accessor.id));
  if (attribute == nullptr) return fmt::format("the compressed data have no attribute {}", accessor.id);
  if (accessor.format.count != static_cast<std::int64_t>(mesh.num_points()))
    return fmt::format("{} vertices for {} of attribute {}", mesh.num_points(), accessor.format.count,
                       accessor.id);
  if (attribute->num_components() != component_count(accessor.format.type))
    return fmt::format("{} components for {} of attribute {}", attribute->num_components(),
                       component_count(accessor.format.type), accessor.id);
  if (attribute->data_type() != type_of(accessor.format.component_type))
    return fmt::format("attribute {} has numbers of Draco's type {}, expected {} as in the accessor",
                       accessor.id, static_cast<int>(attribute->data_type()),
                       static_cast<int>(type_of(accessor.format.component_type)));
  return "";
}

/// Bytes that Draco allocates for all attributes: initially 32 bits for each number.
std::uint64_t bytes_of(const draco::Mesh& mesh) {
  std::uint64_t bytes = 0;
  for (std::int32_t i = 0; i < mesh.num_attributes(); ++i) {
    const draco::PointAttribute& each = *mesh.attribute(i);
    const auto size =
        std::max<std::uint64_t>(4, static_cast<std::uint64_t>(draco::DataTypeLength(each.data_type())));
    bytes += size * each.num_components() * mesh.num_points();
  }
  return bytes;
}

struct Limits {
  std::uint64_t most;
  const std::vector<DracoAccessor>& accessors;

  /// Checks a mesh whose attributes are declared.
  tl::expected<void, DracoFault> check(const draco::Mesh& mesh) const {
    for (const DracoAccessor& accessor : accessors)
      if (std::string fault = accessor.id == kNone ? "" : fault_of(mesh, accessor); !fault.empty())
        return tl::unexpected(DracoFault{std::move(fault), accessor.where});
    if (const std::uint64_t bytes = bytes_of(mesh); bytes > most)
      return tl::unexpected(DracoFault{fmt::format("{} attributes of {} bytes in all, expected at most {}",
                                                   mesh.num_attributes(), bytes, most),
                                       std::nullopt, "LIMIT_EXCEEDED"});
    return {};
  }
};

using Decoded = tl::expected<std::unique_ptr<draco::Mesh>, DracoFault>;

/// Base: one of Draco's decoders. Checks attributes before Draco allocates memory for them.
template <class Base>
class CheckedDecoder : public Base {
 public:
  explicit CheckedDecoder(const Limits& limits) : limits_(limits) {}

  Decoded decode(std::span<const std::byte> packed, const draco::DecoderOptions& options) {
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(packed.data()), packed.size());
    auto mesh = std::make_unique<draco::Mesh>();
    const draco::Status status = Base::Decode(options, &buffer, mesh.get());
    if (!checked_) return tl::unexpected(checked_.error());
    if (!status.ok()) return tl::unexpected(DracoFault{std::string("Draco: ") + status.error_msg()});
    return mesh;
  }

 protected:
  bool DecodeAllAttributes() override {
    checked_ = limits_.check(*this->mesh());
    return checked_ && Base::DecodeAllAttributes();
  }

 private:
  const Limits& limits_;
  tl::expected<void, DracoFault> checked_;
};

Decoded decoded_mesh(std::span<const std::byte> packed, const Limits& limits, bool as_stored) {
  draco::DecoderOptions options;
  for (int type = 0; as_stored && type < draco::GeometryAttribute::NAMED_ATTRIBUTES_COUNT; ++type)
    options.SetAttributeBool(static_cast<draco::GeometryAttribute::Type>(type), "skip_attribute_transform",
                             true);
  if (is_edgebreaker(packed))
    return CheckedDecoder<draco::MeshEdgebreakerDecoder>(limits).decode(packed, options);
  return CheckedDecoder<draco::MeshSequentialDecoder>(limits).decode(packed, options);
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

/// Half a step of a quantized attribute; for directions on an octahedron see octahedral_error() of meshopt.
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

std::string fill_indices(const draco::Mesh& mesh, DracoAccessor& accessor) {
  for (draco::FaceIndex f(0); f < mesh.num_faces(); ++f)
    for (const draco::PointIndex& corner : mesh.face(f))
      if (corner.value() >= mesh.num_points())
        return fmt::format("triangle {} has vertex {} of {}", f.value(), corner.value(), mesh.num_points());
  if (accessor.format.count != 3 * static_cast<std::int64_t>(mesh.num_faces()))
    return fmt::format("{} triangles for {} indices", mesh.num_faces(), accessor.format.count);
  if (accessor.format.component_type == kUnsignedInt)
    copy_faces<std::uint32_t>(mesh, accessor.decoded.bytes);
  else if (accessor.format.component_type == kUnsignedShort && mesh.num_points() <= 1U << 16U)
    copy_faces<std::uint16_t>(mesh, accessor.decoded.bytes);
  else if (accessor.format.component_type == kUnsignedByte && mesh.num_points() <= 1U << 8U)
    copy_faces<std::uint8_t>(mesh, accessor.decoded.bytes);
  else
    return "an index does not fit into the type of the indices";
  return "";
}

/// Copies each point of an attribute that fits its accessor.
std::string fill_attribute(const draco::Mesh& mesh, const draco::Mesh& as_stored, DracoAccessor& accessor) {
  const auto id = static_cast<std::uint32_t>(accessor.id);
  const draco::PointAttribute& attribute = *mesh.GetAttributeByUniqueId(id);
  const auto size = static_cast<std::size_t>(element_size(accessor.format));
  if (attribute.byte_stride() != static_cast<std::int64_t>(size) ||
      attribute.buffer()->data_size() < attribute.size() * size)
    return fmt::format("attribute {} is not packed", accessor.id);
  for (draco::PointIndex i(0); i < mesh.num_points(); ++i) {
    const draco::AttributeValueIndex value = attribute.mapped_index(i);
    if (value.value() >= attribute.size())
      return fmt::format("attribute {} lacks vertex {}", accessor.id, i.value());
    const auto* first = reinterpret_cast<const std::byte*>(attribute.GetAddress(value));
    accessor.decoded.bytes.insert(accessor.decoded.bytes.end(), first, first + size);
  }
  if (const draco::PointAttribute* stored = as_stored.GetAttributeByUniqueId(id))
    accessor.decoded.filter_error = error_of(*stored);
  return "";
}

}  // namespace

tl::expected<void, DracoFault> decode_draco(std::span<const std::byte> packed, std::uint64_t most,
                                            std::vector<DracoAccessor>& accessors) {
  if (std::string refusal = refusal_of(packed, accessors); !refusal.empty())
    return tl::unexpected(DracoFault{std::move(refusal)});
  const Limits limits{most, accessors};
  const Decoded mesh = decoded_mesh(packed, limits, false), as_stored = decoded_mesh(packed, limits, true);
  for (const Decoded* each : {&mesh, &as_stored})
    if (!*each) return tl::unexpected(each->error());
  for (DracoAccessor& accessor : accessors) {
    std::string fault =
        accessor.id == kNone ? fill_indices(**mesh, accessor) : fill_attribute(**mesh, **as_stored, accessor);
    if (!fault.empty()) return tl::unexpected(DracoFault{std::move(fault), accessor.where});
  }
  return {};
}
#else
tl::expected<void, DracoFault> decode_draco(std::span<const std::byte>, std::uint64_t,
                                            std::vector<DracoAccessor>&) {
  return tl::unexpected(DracoFault{"the program was built without Draco"});
}
#endif

}  // namespace bindpose::gltf
