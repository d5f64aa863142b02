// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/exchange.h"

#include <algorithm>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/folders.h"
#include "conformance/subjects/sandbox/readable_copy.h"
#include "reference/gltf/uri.h"
#include "reference/io/below.h"
#include "reference/io/foreign_json.h"
#include "reference/io/new_file.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Error FILE_SIZE, except for an image: a subject can work without it.
Expected<void> too_large(const ReferredFile& file) {
  if (file.is_image) return {};
  return fail("FILE_SIZE", file.name,
              fmt::format("all buffers of a glTF file may have {}", to_string(limits::asset_buffers)));
}

/// True for the start of a PNG, JPEG, WebP, KTX2 or DDS file.
bool begins_as_image(std::string_view bytes) {
  using namespace std::string_view_literals;
  constexpr std::string_view beginnings[] = {"\x89PNG\r\n\x1A\n"sv, "\xFF\xD8\xFF"sv,
                                             "\xABKTX 20\xBB\r\n\x1A\n"sv, "DDS "sv};
  const bool is_webp = bytes.starts_with("RIFF") && bytes.size() >= 12 && bytes.substr(8, 4) == "WEBP";
  return is_webp || std::ranges::any_of(beginnings, [bytes](auto each) { return bytes.starts_with(each); });
}

bool is_hidden(const fs::path& name) {
  return std::ranges::any_of(name, [](const fs::path& part) { return part.native().starts_with('.'); });
}

/// Copies at most `left` bytes and subtracts them from `left`. Errors: those of copy_asset().
Expected<void> copy_blocks(const Descriptor& from, const ReferredFile& file, NewFile& to,
                           std::uintmax_t& left) {
  std::array<char, 12> head{};
  const ssize_t known = ::pread(from.get(), head.data(), head.size(), 0);
  if (file.is_image && !begins_as_image({head.data(), static_cast<std::size_t>(std::max(known, ssize_t{0}))}))
    return {};
  BINDPOSE_CHECK(read_blocks(from, file.name, [&](std::string_view bytes) -> Expected<void> {
    if (interrupted()) return fail("INTERRUPTED", file.name, "a signal has interrupted the run");
    if (bytes.size() > left) return fail("FILE_SIZE", file.name, "it grows while it is copied");
    left -= bytes.size();
    to.add(bytes);
    return {};
  }));
  return to.finish();
}

/// Copies a file that a .gltf in `folder` names. Errors: those of copy_asset().
Expected<void> copy_referred(const fs::path& folder, const ReferredFile& file, const fs::path& top,
                             const fs::path& below, std::uintmax_t& left) {
  std::error_code error;
  const auto found = gltf::path_inside(folder, file.uri);
  const fs::path root = fs::weakly_canonical(folder, error);
  if (!found || error) return {};
  // Opens no links: another process can replace a file by a link at any time.
  const fs::path name = found->lexically_relative(root);
  const Descriptor from = open_below(root, name, O_RDONLY);
  struct stat status {};
  if (from.get() < 0 || ::fstat(from.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  if (is_hidden(name) || is_hidden(file.name)) {
    if (file.is_image) return {};
    return fail("FILE_READ", file.name,
                "the name of this buffer begins with a dot: hidden files are not copied, rename it");
  }
  if (static_cast<std::uintmax_t>(status.st_size) > left) return too_large(file);
  BINDPOSE_CHECK(make_folder_below(top, (below / file.name).parent_path()));
  NewFile to(top, below / file.name);
  return copy_blocks(from, file, to, left);
}

}  // namespace

std::vector<ReferredFile> referred_files(std::string_view gltf) {
  std::vector<ReferredFile> files;
  std::set<std::string> names;
  const json document = foreign_json(gltf, limits::asset_json_values.most);
  for (const char* list : {"buffers", "images"}) {
    const json entries = document.is_object() ? document.value(list, json()) : json();
    for (const json& entry : entries.is_array() ? entries : json::array()) {
      const json uri = entry.is_object() ? entry.value("uri", json()) : json();
      if (!uri.is_string() || gltf::uri_kind(uri.get_ref<const std::string&>()) != gltf::UriKind::relative)
        continue;
      const std::string name = gltf::percent_decoded(uri.get_ref<const std::string&>());
      const fs::path path = fs::path(name).lexically_normal();
      if (name.find('\0') == std::string::npos && path.is_relative() && path.has_filename() &&
          *path.begin() != ".." && names.insert(path.string()).second)
        files.push_back({path.string(), uri.get<std::string>(), list == std::string_view("images")});
    }
  }
  return files;
}

Expected<void> copy_asset(const fs::path& file, const fs::path& top, const fs::path& below) {
  BINDPOSE_TRY(const std::string text, read_text(file));
  BINDPOSE_CHECK(write_below(top, below / file.filename(), text));
  if (file.extension() != ".gltf") return {};
  std::uintmax_t left = limits::asset_buffers.most;
  for (const ReferredFile& each : referred_files(text))
    BINDPOSE_CHECK(copy_referred(fs::absolute(file).parent_path(), each, top, below, left));
  return {};
}

namespace {

std::string input_name(std::uint64_t seq) {
  return fmt::format("{}.safetensors", seq);
}

/// Errors: those of copy_asset().
Expected<void> keep_copy(ExchangeFolders& folders, const std::string& asset, std::uint64_t seq) {
  if (folders.asset == asset) return {};
  const fs::path in = folders.in;
  if (!folders.asset.empty()) remove_everything(in / folders.asset_copy);
  folders.asset.clear();
  folders.asset_copy = std::to_string(seq);
  const fs::path copy = in / folders.asset_copy;
  if (auto copied = copy_asset(asset, copy); !copied) {
    remove_everything(copy);
    return copied;
  }
  if (folders.user != 0) open_to_all(copy);
  folders.asset = asset;
  return {};
}

}  // namespace

Expected<Paths> put_question(ExchangeFolders& folders, const Question& question, std::uint64_t seq) {
  Paths paths;
  const std::string name = input_name(seq);
  paths.output = fmt::format("{}/{}", folders.seen_out, name);
  if (question.asset != nullptr) {
    const fs::path file = question.asset->file;
    BINDPOSE_CHECK(keep_copy(folders, file.string(), seq));
    paths.asset = fmt::format("{}/{}/{}", folders.seen_in, folders.asset_copy, file.filename().string());
    return paths;
  }
  BINDPOSE_TRY(const auto bytes, question_file(question));
  BINDPOSE_CHECK(write_file(fs::path(folders.in) / name, bytes));
  if (folders.user != 0) open_to_all(fs::path(folders.in) / name);
  paths.input = fmt::format("{}/{}", folders.seen_in, name);
  return paths;
}

Expected<void> require_room(const fs::path& folder, std::uint64_t bytes) {
  struct statvfs disk {};
  // A disk of unknown size does not limit the files.
  if (::statvfs(folder.c_str(), &disk) != 0 || disk.f_blocks == 0) return {};
  const std::uint64_t left = std::uint64_t{disk.f_bavail} * disk.f_frsize;
  if (left >= bytes) return {};
  return fail("JUDGE_RESOURCES", folder.string(),
              fmt::format("its disk has {} bytes left, an output may take {}; make room, or set TMPDIR", left,
                          bytes));
}

bool clear(const ExchangeFolders& folders, std::uint64_t seq, double seconds) {
  remove_everything(fs::path(folders.in) / input_name(seq));
  return empty_folder(folders.out, std::chrono::duration<double>(seconds));
}

}  // namespace bindpose::conformance
