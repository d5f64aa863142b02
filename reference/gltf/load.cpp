// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/load.h"

#include <exception>
#include <system_error>

#include "reference/gltf/asset_builder.h"
#include "reference/gltf/data_checks.h"
#include "reference/gltf/decompress.h"
#include "reference/gltf/link_checks.h"
#include "reference/io/document_limits.h"
#include "reference/io/safetensors.h"

namespace bindpose::gltf {
namespace {

/// Bytes of a file and its buffers, an upper limit of its memory needs.
std::size_t total_size(std::size_t file_size, const std::vector<BufferBytes>& buffers) {
  std::size_t total = file_size;
  for (const BufferBytes& bytes : buffers)
    total += bytes ? bytes->size() : 0;
  return total;
}

/// Every stage needs data that the previous stage has checked; the log tells whether the asset is valid.
Asset read(std::span<const std::byte> bytes, const std::filesystem::path& base, const std::string& name,
           IssueLog& log) {
  Asset asset;
  const Container container = open_container(bytes, name, log);
  if (!container.json) return asset;
  const std::optional<Json> json = parse_json(*container.json, log);
  if (!json) return asset;
  Document document = read_document(*json, log);
  if (!check_counts(document, log)) return asset;
  check_links(document, log);
  std::vector<BufferBytes> buffers = load_buffers(document, container, base, log);
  if (log.has_errors()) return asset;
  const std::size_t given = total_size(bytes.size(), buffers);
  decompress(document, buffers, log);
  if (log.has_errors()) return asset;
  check_shown(document, log);
  if (log.has_errors()) return asset;
  check_limits(document, buffers, given, log);
  if (log.has_errors()) return asset;
  const AccessorStore store(document, std::move(buffers), log);
  if (log.has_errors()) return asset;
  check_accessor_data(store, log);
  check_role_data(store, log);
  check_influence_data(store, log);
  if (log.has_errors()) return asset;
  asset.meshes = build_meshes(store, log);
  asset.nodes = build_nodes(store, log);
  asset.skins = build_skins(store, log);
  asset.clips = build_clips(store, log);
  asset.extensions = document.extensions;
  return asset;
}

tl::unexpected<Refusal> refuse(const std::string& name, const IssueLog& log) {
  return tl::unexpected<Refusal>(Refusal{name, log.all()});
}

tl::unexpected<Refusal> refuse(const std::string& name, const std::string& code, std::string message) {
  IssueLog log;
  log.error_at(code, "", std::move(message));
  return refuse(name, log);
}

}  // namespace

tl::expected<Asset, Refusal> parse(std::span<const std::byte> bytes, const std::filesystem::path& base,
                                   const std::string& name) {
  try {
    IssueLog log;
    Asset asset = read(bytes, base, name, log);
    if (log.has_errors()) return refuse(name, log);
    asset.path = name;
    asset.warnings = log.warnings();
    return asset;
  } catch (const std::bad_alloc&) {
    return refuse(name, "OUT_OF_MEMORY", "the file needs more memory than is available");
  } catch (const std::exception& unexpected) {
    return refuse(name, "INTERNAL_ERROR", unexpected.what());
  }
}

tl::expected<Asset, Refusal> load(const std::filesystem::path& file) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(file, failed))
    return refuse(file.string(), "IO_ERROR",
                  std::filesystem::exists(file, failed) ? "is not a file" : "no such file");
  try {
    const auto bytes = read_file(file, limits::asset.most);
    if (!bytes)
      return refuse(file.string(), bytes.error().code == "FILE_SIZE" ? "LIMIT_EXCEEDED" : "IO_ERROR",
                    bytes.error().message);
    const std::filesystem::path folder = file.parent_path();
    return parse(*bytes, folder.empty() ? std::filesystem::path(".") : folder, file.string());
  } catch (const std::exception& unexpected) {
    return refuse(file.string(), "IO_ERROR", unexpected.what());
  }
}

std::string to_string(const Refusal& refusal) {
  std::string text;
  for (const Issue& issue : refusal.issues) {
    if (!text.empty()) text += '\n';
    text += issue.severity == Issue::Severity::error ? "error " : "warning ";
    text += issue.code + " " + one_line(refusal.file);
    if (!issue.pointer.empty()) text += "#" + issue.pointer;
    text += ": " + issue.message;
  }
  return text;
}

}  // namespace bindpose::gltf
