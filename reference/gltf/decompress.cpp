// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/decompress.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "reference/io/document_limits.h"

namespace bindpose::gltf {
namespace {

constexpr const char* draco_name = "KHR_draco_mesh_compression";
constexpr std::int64_t triangle_list = 4, triangle_strip = 5, largest_id = 0xffff'ffff;

/// Bytes that decoded data may still have.
class DecodedBytes {
 public:
  explicit DecodedBytes(const std::vector<BufferBytes>& buffers) : left_(limits::asset_buffers.most) {
    for (const BufferBytes& bytes : buffers)
      left_ -= std::min(left_, bytes ? std::uint64_t{bytes->size()} : 0);
  }
  /// Error LIMIT_EXCEEDED.
  bool take(std::int64_t count, std::int64_t size, const Pointer& where, IssueLog& log) {
    const auto most = static_cast<std::int64_t>(left_);
    if (count < 0 || size < 0 || (size > 0 && count > most / size)) {
      log.error("LIMIT_EXCEEDED", where,
                fmt::format(
                    "{} elements of {} bytes, but only {} of the {} bytes for all buffers of a file are left",
                    count, size, left_, limits::asset_buffers.most));
      return false;
    }
    left_ -= static_cast<std::uint64_t>(count * size);
    return true;
  }

 private:
  std::uint64_t left_;
};

/// The bytes of a range of a buffer; none after an error, or for a buffer without data.
std::optional<std::span<const std::byte>> bytes_of(std::int64_t buffer, std::int64_t offset,
                                                   std::int64_t length,
                                                   const std::vector<BufferBytes>& buffers,
                                                   const Pointer& where, IssueLog& log) {
  if (buffer < 0 || static_cast<std::size_t>(buffer) >= buffers.size()) {
    log.error("UNRESOLVED_REFERENCE", where / "buffer", "no such buffer");
    return std::nullopt;
  }
  const BufferBytes& bytes = buffers[static_cast<std::size_t>(buffer)];
  if (offset < 0 || length <= 0 || !bytes) {
    log.error("COMPRESSED_DATA_INVALID", where, "no compressed bytes");
    return std::nullopt;
  }
  const auto size = static_cast<std::int64_t>(bytes->size());
  if (offset > size || length > size - offset) {
    log.error("BUFFER_VIEW_TOO_LONG", where / "byteLength",
              fmt::format("{} bytes from byte {}, buffer of {} bytes", length, offset, size));
    return std::nullopt;
  }
  return std::span(*bytes).subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
}

bool has_decoder(std::string_view extension) {
  const auto found = std::ranges::find(decoders(), extension, &Decoder::extension);
  return found != decoders().end() && found->is_built_in;
}

/// Index of the new buffer.
std::int64_t append(std::vector<std::byte> bytes, Document& document, std::vector<BufferBytes>& buffers) {
  BufferEntry entry;
  entry.byte_length = static_cast<std::int64_t>(bytes.size());
  document.buffers.push_back(entry);
  buffers.emplace_back(std::move(bytes));
  return static_cast<std::int64_t>(buffers.size()) - 1;
}

void decompress_view(std::size_t v, Document& document, std::vector<BufferBytes>& buffers,
                     DecodedBytes& budget, IssueLog& log) {
  const PackedView packed = *document.views[v].packed;
  const Pointer where = Pointer() / "bufferViews" / v / "extensions" / packed.extension;
  const auto bytes = bytes_of(packed.buffer, packed.byte_offset, packed.byte_length, buffers, where, log);
  if (!bytes || packed.filter == PackedView::Filter::colour) return;
  if (packed.count == kNone || packed.byte_stride == kNone || packed.mode == PackedView::Mode::unknown ||
      packed.filter == PackedView::Filter::unknown)
    return log.error("COMPRESSED_DATA_INVALID", where,
                     "count, byteStride, mode or filter is missing or unknown");
  if (!budget.take(packed.count, packed.byte_stride, where, log)) return;
  if (packed.count * packed.byte_stride < document.views[v].byte_length)
    return log.error("COMPRESSED_DATA_INVALID", where / "count",
                     fmt::format("{} elements of {} bytes for a view of {} bytes", packed.count,
                                 packed.byte_stride, document.views[v].byte_length));
  auto decoded = decode_meshopt(packed, *bytes);
  if (!decoded) return log.error("COMPRESSED_DATA_INVALID", where, decoded.error());
  const std::int64_t buffer = append(std::move(decoded->bytes), document, buffers);
  ViewEntry& view = document.views[v];
  view.buffer = buffer;
  view.byte_offset = 0;
  view.filter_error = decoded->filter_error;
  if (view.filter_error == 0) return;
  for (AccessorEntry& accessor : document.accessors)
    if (accessor.view == static_cast<std::int64_t>(v))
      accessor.min = accessor.max = std::nullopt;  // format of the numbers before compression
}

/// An accessor of the primitive that can be filled. Error COMPRESSED_DATA_INVALID, LIMIT_EXCEEDED.
bool add_accessor(std::int64_t accessor, std::int64_t id, const Document& document,
                  std::vector<DracoAccessor>& all, DecodedBytes& budget, const Pointer& where,
                  IssueLog& log) {
  const AccessorEntry& format = document.accessors[static_cast<std::size_t>(accessor)];
  if (!format.is_readable() || format.sparse || component_count(format.type) > 4) {
    log.error("COMPRESSED_DATA_INVALID", where,
              fmt::format("accessor {} has a format that compression does not support", accessor));
    return false;
  }
  if (!budget.take(format.count, element_size(format), where, log)) return false;
  all.push_back({id, format, where});
  return true;
}

/// The source of an accessor's data: a buffer view and an attribute in it.
using FilledFrom = std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>>;

void decompress_primitive(const PrimitiveEntry& primitive, const Pointer& at, Document& document,
                          std::vector<BufferBytes>& buffers, DecodedBytes& budget, FilledFrom& filled_from,
                          IssueLog& log) {
  const DracoEntry& draco = *primitive.draco;
  const Pointer where = at / "extensions" / draco_name;
  if (draco.view < 0 || static_cast<std::size_t>(draco.view) >= document.views.size())
    return log.error("UNRESOLVED_REFERENCE", where / "bufferView", "no such buffer view");
  const ViewEntry& view = document.views[static_cast<std::size_t>(draco.view)];
  const auto bytes = bytes_of(view.buffer, view.byte_offset, view.byte_length, buffers, where, log);
  if (!bytes) return;
  if (primitive.mode == triangle_strip)
    return log.error("UNSUPPORTED_EXTENSION", at / "mode",
                     "triangle strips of Draco are not read, only lists of triangles (4)");
  if (primitive.mode != triangle_list)
    return log.error("COMPRESSED_DATA_INVALID", at / "mode",
                     "expected 4 or 5, a list or a strip of triangles");
  if (primitive.indices == kNone)
    return log.error("COMPRESSED_DATA_INVALID", where, "the primitive has no indices");
  std::vector<std::int64_t> targets;
  std::vector<DracoAccessor> accessors;
  std::vector<bool> is_new;
  const auto add = [&](std::int64_t accessor, std::int64_t id, const Pointer& place) {
    const std::pair source(draco.view, id);
    const auto [known, is_first] = filled_from.try_emplace(accessor, source);
    if (known->second != source) {
      log.error("COMPRESSED_DATA_INVALID", place,
                fmt::format("accessor {} already belongs to other compressed data", accessor));
      return false;
    }
    targets.push_back(accessor);
    is_new.push_back(is_first);
    return add_accessor(accessor, id, document, accessors, budget, place, log);
  };
  for (const auto& [semantic, id] : draco.attributes) {
    const Pointer place = where / "attributes" / semantic;
    const std::int64_t accessor = find_attribute(primitive.attributes, semantic);
    if (accessor == kNone)
      return log.error("COMPRESSED_DATA_INVALID", place, "the primitive does not have this attribute");
    if (id < 0 || id > largest_id)
      return log.error("COMPRESSED_DATA_INVALID", place,
                       fmt::format("expected the id of an attribute, 0 to {}", largest_id));
    if (!add(accessor, id, place)) return;
  }
  if (!add(primitive.indices, kNone, at / "indices")) return;
  if (std::ranges::count(is_new, true) == 0) return;  // decoded for an earlier primitive
  // Draco frees its memory before the next mesh.
  const auto decoded = decode_draco(*bytes, limits::asset_buffers.most, accessors);
  if (!decoded)
    return log.error(decoded.error().code, decoded.error().where.value_or(where), decoded.error().reason);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (!is_new[i]) continue;
    ViewEntry filled;
    filled.byte_length = static_cast<std::int64_t>(accessors[i].decoded.bytes.size());
    filled.buffer = append(std::move(accessors[i].decoded.bytes), document, buffers);
    filled.filter_error = accessors[i].decoded.filter_error;
    document.views.push_back(filled);
    AccessorEntry& accessor = document.accessors[static_cast<std::size_t>(targets[i])];
    accessor.view = static_cast<std::int64_t>(document.views.size()) - 1;
    accessor.byte_offset = 0;
    accessor.min = accessor.max = std::nullopt;  // format of the numbers before compression
  }
}

/// Without the library, a primitive that also has uncompressed data stays. Error UNSUPPORTED_EXTENSION.
void require_other_data(const PrimitiveEntry& primitive, const Pointer& where, const Document& document,
                        IssueLog& log) {
  const auto has_none = [&document](std::int64_t accessor) {
    if (accessor < 0 || static_cast<std::size_t>(accessor) >= document.accessors.size()) return false;
    const AccessorEntry& entry = document.accessors[static_cast<std::size_t>(accessor)];
    return entry.view == kNone && !entry.sparse;
  };
  const bool lacks_one = std::ranges::any_of(primitive.draco->attributes, [&](const auto& attribute) {
    return has_none(find_attribute(primitive.attributes, attribute.first));
  });
  if (lacks_one || has_none(primitive.indices))
    log.error("UNSUPPORTED_EXTENSION", where,
              "the primitive has only compressed data, and this program was built without Draco");
}

}  // namespace

void decompress(Document& document, std::vector<BufferBytes>& buffers, IssueLog& log) {
  DecodedBytes budget(buffers);
  for (std::size_t v = 0; v < document.views.size(); ++v)
    if (document.views[v].packed && has_decoder(document.views[v].packed->extension))
      decompress_view(v, document, buffers, budget, log);
  FilledFrom filled_from;
  for (std::size_t m = 0; m < document.meshes.size(); ++m)
    for (std::size_t p = 0; p < document.meshes[m].primitives.size(); ++p) {
      if (log.has_errors()) return;
      const PrimitiveEntry primitive = document.meshes[m].primitives[p];
      if (!primitive.draco) continue;
      const Pointer at = Pointer() / "meshes" / m / "primitives" / p;
      if (has_decoder(draco_name))
        decompress_primitive(primitive, at, document, buffers, budget, filled_from, log);
      else
        require_other_data(primitive, at / "extensions" / draco_name, document, log);
    }
}

std::span<const Decoder> decoders() {
#ifdef BINDPOSE_MESHOPT
  constexpr bool has_meshopt = true;
#else
  constexpr bool has_meshopt = false;
#endif
#ifdef BINDPOSE_DRACO
  constexpr bool has_draco = true;
#else
  constexpr bool has_draco = false;
#endif
  static constexpr Decoder all[] = {{"EXT_meshopt_compression", "meshoptimizer", has_meshopt},
                                    {"KHR_meshopt_compression", "meshoptimizer", has_meshopt},
                                    {draco_name, "Draco", has_draco}};
  return all;
}

std::optional<PackedView> read_packed_view(const JsonObject& view) {
  for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
    const auto object = view.extension(name);
    if (!object) continue;
    PackedView packed;
    packed.extension = name;
    packed.buffer = object->index("buffer", Presence::required);
    packed.byte_offset = object->integer("byteOffset", {.fallback = 0});
    packed.byte_length = object->integer("byteLength", {.presence = Presence::required, .min = 1});
    packed.byte_stride =
        object->integer("byteStride", {.presence = Presence::required, .min = 1, .max = 256});
    packed.count = object->integer("count", {.presence = Presence::required, .min = 1});
    const std::string mode = object->string("mode", Presence::required).value_or("");
    packed.mode = mode == "ATTRIBUTES"  ? PackedView::Mode::attributes
                  : mode == "TRIANGLES" ? PackedView::Mode::triangles
                  : mode == "INDICES"   ? PackedView::Mode::indices
                                        : PackedView::Mode::unknown;
    const std::string filter = object->string("filter").value_or("NONE");
    packed.filter = filter == "NONE"          ? PackedView::Filter::none
                    : filter == "OCTAHEDRAL"  ? PackedView::Filter::octahedral
                    : filter == "QUATERNION"  ? PackedView::Filter::quaternion
                    : filter == "EXPONENTIAL" ? PackedView::Filter::exponential
                    : filter == "COLOR"       ? PackedView::Filter::colour
                                              : PackedView::Filter::unknown;
    return packed;
  }
  return std::nullopt;
}

std::optional<DracoEntry> read_draco(const JsonObject& primitive) {
  const auto object = primitive.extension(draco_name);
  if (!object) return std::nullopt;
  DracoEntry draco;
  draco.view = object->index("bufferView", Presence::required);
  if (const auto attributes = object->object("attributes", Presence::required))
    for (const auto& [semantic, id] : attributes->json().items())
      draco.attributes.emplace_back(semantic, as_integer(id).value_or(kNone));
  return draco;
}

}  // namespace bindpose::gltf
