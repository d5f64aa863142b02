// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/below.h"

#include <cstring>
#include <iterator>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reference/io/new_file.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose {
namespace {

namespace fs = std::filesystem;

constexpr int folder_only = O_PATH | O_DIRECTORY | O_CLOEXEC;
constexpr mode_t for_all = 0666, folder_for_all = 0777;  // before the umask

Descriptor open_top(const fs::path& top, int flags) {
  return Descriptor(::open(top.empty() ? "." : top.c_str(), flags));
}

/// Moves one step down; keeps errno.
void step_down(Descriptor& place, const fs::path& step, int flags) {
  Descriptor next(::openat(place.get(), step.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, for_all));
  const int why = errno;
  place = std::move(next);
  errno = why;
}

/// True if a name without "." and "a/.." stays below `top`.
bool is_below(const fs::path& name) {
  return name.empty() || (!name.is_absolute() && *name.begin() != "..");
}

}  // namespace

Descriptor open_below(const fs::path& top, const fs::path& name, int flags) {
  const fs::path below = name.lexically_normal();
  if (!is_below(below)) {
    errno = EPERM;
    return {};
  }
  if (below.empty() || below == ".") return open_top(top, flags | O_CLOEXEC);
  Descriptor place = open_top(top, folder_only);
  for (auto step = below.begin(); place.get() >= 0 && step != below.end(); ++step)
    step_down(place, *step, std::next(step) == below.end() ? flags | O_NONBLOCK | O_NOCTTY : folder_only);
  return place;
}

Descriptor open_to_read(const fs::path& file) {
  return Descriptor(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

std::string reason_below(int error) {
  if (error == ELOOP) return "is a symbolic link, which is not followed here: remove it";
  if (error == ENOTDIR) return "a folder on the way to it is a symbolic link, or is not a folder";
  if (error == ENXIO) return "is not a regular file: remove it";
  return std::strerror(error);
}

Expected<void> make_folder_below(const fs::path& top, const fs::path& name) {
  if (!top.empty()) BINDPOSE_CHECK(make_folder(top));
  const fs::path below = name.lexically_normal();
  if (!is_below(below)) return fail("FILE_WRITE", (top / name).string(), std::strerror(EPERM));
  Descriptor place = open_top(top, folder_only);
  for (auto step = below.begin(); place.get() >= 0 && step != below.end(); ++step) {
    ::mkdirat(place.get(), step->c_str(), folder_for_all);  // openat() reports the error
    step_down(place, *step, folder_only);
  }
  if (place.get() < 0) return fail("FILE_WRITE", (top / name).string(), reason_below(errno));
  return {};
}

Expected<void> write_below(const fs::path& top, const fs::path& name, std::string_view text) {
  BINDPOSE_CHECK(make_folder_below(top, name.parent_path()));
  return NewFile::write(top, name, text);
}

Expected<void> write_below(const fs::path& top, const fs::path& name, std::span<const std::byte> bytes) {
  return write_below(top, name, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

Expected<Descriptor> open_in_place(const fs::path& top, const fs::path& name, int flags) {
  Descriptor file = open_below(top, name, O_WRONLY | O_CREAT | flags);
  struct stat looks {};
  if (file.get() < 0 || ::fstat(file.get(), &looks) != 0)
    return fail("FILE_WRITE", (top / name).string(), reason_below(errno));
  if (!S_ISREG(looks.st_mode) && !S_ISCHR(looks.st_mode))
    return fail("FILE_WRITE", (top / name).string(), reason_below(ENXIO));
  return file;
}

Expected<void> remove_below(const fs::path& top, const fs::path& name) {
  const Descriptor folder = open_below(top, name.parent_path(), folder_only);
  if (folder.get() >= 0 && ::unlinkat(folder.get(), name.filename().c_str(), 0) == 0) return {};
  if (errno == ENOENT) return {};
  return fail("FILE_WRITE", (top / name).string(), reason_below(errno));
}

bool write_all(const Descriptor& to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(to.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace bindpose
