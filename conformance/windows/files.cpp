// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: files on Windows, in place of reference/io/below.cpp, new_file.cpp and parts of process.cpp. A link on the way to
// a file is found before the file is opened. On Linux, it is found while the file is opened.
#include <cstring>
#include <random>

#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>
#include <windows.h>

#include "reference/io/below.h"
#include "reference/io/new_file.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view begin_of_names = ".bindpose-", end_of_names = ".partial";
constexpr unsigned at_once = 1U << 20;  // bytes

bool has_attribute(const fs::path& path, DWORD attribute) {
  const DWORD attributes = ::GetFileAttributesW(path.c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & attribute) != 0;
}

Descriptor open_file(const fs::path& file, int flags) {
  if (has_attribute(file, FILE_ATTRIBUTE_DIRECTORY)) {
    errno = EISDIR;
    return {};
  }
  return Descriptor(
      ::_wsopen(file.c_str(), flags | _O_BINARY | _O_NOINHERIT, _SH_DENYNO, _S_IREAD | _S_IWRITE));
}

/// True if a name, without "." and "a/..", stays below `top`.
bool is_below(const fs::path& name) {
  return name.empty() || (!name.has_root_path() && *name.begin() != "..");
}

/// The whole path of a name below `top`; empty, with errno, if it leaves `top` or a step of it is a link.
fs::path path_below(const fs::path& top, const fs::path& name) {
  const fs::path below = name.lexically_normal();
  if (!is_below(below)) {
    errno = EPERM;
    return {};
  }
  fs::path path = top.empty() ? "." : top;
  for (const fs::path& step : below) {
    path /= step;
    if (!has_attribute(path, FILE_ATTRIBUTE_REPARSE_POINT)) continue;
    errno = ELOOP;
    return {};
  }
  return path;
}

tl::unexpected<Error> cannot_write(const fs::path& path) {
  return fail("FILE_WRITE", path.string(), reason_below(errno));
}

}  // namespace

void Descriptor::close() {
  if (number_ >= 0) ::_close(number_);
  number_ = -1;
}

bool interrupted() {
  return false;  // an interruption ends the program
}

Descriptor open_below(const fs::path& top, const fs::path& name, int flags) {
  const fs::path path = path_below(top, name);
  return path.empty() ? Descriptor() : open_file(path, flags);
}

Descriptor open_to_read(const fs::path& file) {
  return open_file(file, _O_RDONLY);
}

std::string reason_below(int error) {
  if (error == ELOOP) return "is a symbolic link, which is not followed here: remove it";
  return std::strerror(error);
}

Expected<void> make_folder_below(const fs::path& top, const fs::path& name) {
  if (!top.empty()) BINDPOSE_CHECK(make_folder(top));
  const fs::path path = path_below(top, name);
  if (path.empty()) return cannot_write(top / name);
  return make_folder(path);
}

Expected<void> write_below(const fs::path& top, const fs::path& name, std::string_view text) {
  BINDPOSE_CHECK(make_folder_below(top, name.parent_path()));
  return NewFile::write(top, name, text);
}

Expected<void> write_below(const fs::path& top, const fs::path& name, std::span<const std::byte> bytes) {
  return write_below(top, name, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

Expected<void> remove_below(const fs::path& top, const fs::path& name) {
  const fs::path folder = path_below(top, name.parent_path());
  if (!folder.empty() && ::_wunlink((folder / name.filename()).c_str()) == 0) return {};
  if (!folder.empty() && errno == ENOENT) return {};
  return cannot_write(top / name);
}

bool write_all(const Descriptor& to, std::string_view text) {
  while (!text.empty()) {
    const int written =
        ::_write(to.get(), text.data(), static_cast<unsigned>(std::min<std::size_t>(text.size(), at_once)));
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool is_unfinished(std::string_view name) {
  return name.starts_with(begin_of_names) && name.ends_with(end_of_names);
}

NewFile::NewFile(const fs::path& top, const fs::path& name) : path_(top / name) {
  std::random_device random;
  partial_ = fmt::format("{}{:08x}{:08x}{:08x}{:08x}{}", begin_of_names, random(), random(), random(),
                         random(), end_of_names);
  file_ = open_below(top, name.parent_path() / partial_, _O_RDWR | _O_CREAT | _O_EXCL);
  if (file_.get() >= 0) return;
  note(reason_below(errno));
  partial_.clear();
}

NewFile::~NewFile() {
  if (partial_.empty()) return;
  file_.close();
  ::_wunlink((path_.parent_path() / partial_).c_str());
}

void NewFile::add(std::string_view text) {
  if (error_.empty() && !write_all(file_, text)) note(std::strerror(errno));
}

Expected<void> NewFile::result() const {
  if (!error_.empty()) return fail("FILE_WRITE", path_.string(), error_);
  return {};
}

void NewFile::put_in_place() {
  if (has_attribute(path_, FILE_ATTRIBUTE_DIRECTORY)) return note("is a folder, expected a file or nothing");
  file_.close();  // an open file cannot be renamed
  std::error_code error;
  fs::rename(path_.parent_path() / partial_, path_, error);
  if (error) return note(error.message());
  partial_.clear();
}

Expected<void> NewFile::finish() {
  if (error_.empty()) put_in_place();
  return result();
}

Expected<void> NewFile::write(const fs::path& top, const fs::path& name, std::string_view text) {
  NewFile file(top, name);
  file.add(text);
  auto done = file.finish();
  if (!done) done.error().message += fmt::format("; {} bytes were to be written", text.size());
  return done;
}

void NewFile::note(std::string_view error) {
  if (error_.empty()) error_ = error;
}

}  // namespace bindpose
