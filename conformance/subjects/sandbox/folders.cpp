// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/folders.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/own_user.h"
#include "conformance/subjects/sandbox/process_limit.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t page = 4096;
constexpr std::size_t random_letters = 6;  // letters that mkdtemp() appends
constexpr std::size_t names_at_once = 10'000;

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

/// Opens the subfolder of this name, but not through a link; null if it does not exist or may not
/// be read.
Folder open_folder(int parent, const char* name) {
  const int opened = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (opened < 0) return nullptr;
  Folder folder(::fdopendir(opened));
  if (folder == nullptr) ::close(opened);
  return folder;
}

/// Gives its owner all rights to the folder of this name, but not through a link.
void open_up(int parent, const char* name) {
  const int place = ::openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (place < 0) return;
  struct stat status {};
  // A file opened with O_PATH can be changed only by this path.
  if (::fstat(place, &status) == 0 && (status.st_mode & S_IRWXU) != S_IRWXU)
    ::chmod(fmt::format("/proc/self/fd/{}", place).c_str(), (status.st_mode & 07777) | S_IRWXU);
  ::close(place);
}

/// The first `most` entries: a folder that others fill may never end.
std::vector<std::string> names_in(DIR* folder, std::size_t most = std::numeric_limits<std::size_t>::max()) {
  std::vector<std::string> names;
  ::rewinddir(folder);
  for (const dirent* entry = ::readdir(folder); entry != nullptr && names.size() < most;
       entry = ::readdir(folder))
    if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
      names.emplace_back(entry->d_name);
  return names;
}

/// Moves an entry to a free name in `top`.
bool lift(int from, const char* name, int top, std::size_t& lifted) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    const std::string free = fmt::format("lifted-{}", ++lifted);
    if (::renameat(from, name, top, free.c_str()) == 0) return true;
    if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR && errno != EISDIR) return false;
  }
  return false;
}

/// Removes the entry of this name. Moves subfolders to `top` and removes them from there, so that only two folders
/// are open at a time, at any depth. True if the entry, or a part of it, was removed.
bool take_apart(int top, const char* name, std::size_t& lifted) {
  if (::unlinkat(top, name, 0) == 0) return true;
  open_up(top, name);
  const Folder folder = open_folder(top, name);
  if (folder == nullptr) return false;
  bool any = false;
  for (const std::string& each : names_in(folder.get(), names_at_once)) {
    const int in = ::dirfd(folder.get());
    if (::unlinkat(in, each.c_str(), 0) != 0) {
      open_up(in, each.c_str());
      any = lift(in, each.c_str(), top, lifted) || any;
    } else {
      any = true;
    }
  }
  return ::unlinkat(top, name, AT_REMOVEDIR) == 0 || any;
}

/// Gives up after `longest`. True if the folder is empty.
bool empty(DIR* top, std::chrono::duration<double> longest) {
  const auto start = std::chrono::steady_clock::now();
  std::size_t lifted = 0;
  for (bool any = true; any;) {
    any = false;
    for (const std::string& name : names_in(top, names_at_once)) {
      if (std::chrono::steady_clock::now() - start > longest) return false;
      any = take_apart(::dirfd(top), name.c_str(), lifted) || any;
    }
  }
  return names_in(top, 1).empty();
}

/// True for names of make_temporary_folder().
bool is_temporary_name(std::string_view name) {
  return name.starts_with(temporary_prefix) && name.size() == temporary_prefix.size() + random_letters;
}

/// Locks a folder. Empty, with errno EWOULDBLOCK, if another process has the lock.
Descriptor lock_folder(const fs::path& folder) {
  Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (opened.get() < 0 || ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0) return opened;
  const int why = errno;
  opened.close();
  errno = why;
  return opened;
}

/// Kills processes that a killed judge's subject has left; its folders show its user.
void kill_abandoned(const fs::path& scratch) {
  struct stat status {};
  if (::geteuid() == 0 && ::lstat((scratch / "out").c_str(), &status) == 0 &&
      is_lent_by_another(status.st_uid))
    kill_all_of(status.st_uid);
}

/// Adds the sizes of a folder's contents, at most `levels` deep; false if the sum exceeds `enough`.
bool add_usage(DIR* folder, int levels, std::uint64_t enough, std::uint64_t& bytes) {
  struct stat own {};
  // A folder keeps disk blocks for names that were deleted.
  if (::fstat(::dirfd(folder), &own) == 0) bytes += static_cast<std::uint64_t>(own.st_blocks) * 512;
  if (bytes > enough) return false;
  for (const std::string& name : names_in(folder)) {
    struct stat status {};
    bytes += page;
    if (::fstatat(::dirfd(folder), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (S_ISREG(status.st_mode)) bytes += static_cast<std::uint64_t>(status.st_blocks) * 512;
    if (S_ISDIR(status.st_mode) && levels == 0) bytes += enough + 1;
    if (bytes > enough) return false;
    if (!S_ISDIR(status.st_mode)) continue;
    const Folder inner = open_folder(::dirfd(folder), name.c_str());
    // An unreadable folder counts as more than enough, but not if it no longer exists.
    if (inner == nullptr && errno == EACCES) bytes += enough + 1;
    if (bytes > enough) return false;
    if (inner != nullptr && !add_usage(inner.get(), levels - 1, enough, bytes)) return false;
  }
  return true;
}

}  // namespace

Expected<LockedFolder> make_temporary_folder(const fs::path& in) {
  std::error_code error;
  const fs::path parent = in.empty() ? fs::temp_directory_path(error) : in;
  if (error) return fail("FILE_WRITE", "TMPDIR", "expected a folder for temporary files: " + error.message());
  remove_abandoned(parent);
  for (;;) {
    std::string path =
        (parent / fmt::format("{}{}", temporary_prefix, std::string(random_letters, 'X'))).string();
    if (::mkdtemp(path.data()) == nullptr) return fail("FILE_WRITE", path, std::strerror(errno));
    Descriptor lock = lock_folder(path);
    // If this process was stopped for a while, another process may have considered the folder
    // abandoned.
    if (lock.get() >= 0 || errno != EWOULDBLOCK) return LockedFolder{std::move(path), std::move(lock)};
  }
}

void remove_abandoned(const fs::path& in) {
  const Folder folder = open_folder(AT_FDCWD, in.c_str());
  if (folder == nullptr) return;
  for (const std::string& name : names_in(folder.get())) {
    struct stat status {};
    if (!is_temporary_name(name) ||
        ::fstatat(::dirfd(folder.get()), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    // A new folder may not be locked yet.
    if (!S_ISDIR(status.st_mode) || status.st_uid != ::geteuid() || ::time(nullptr) - status.st_ctime < 2)
      continue;
    const Descriptor lock = lock_folder(in / name);
    if (lock.get() < 0) continue;
    kill_abandoned(in / name);
    remove_everything(in / name);
  }
}

Expected<ScratchFolder> ScratchFolder::make() {
  BINDPOSE_TRY(auto folder, make_temporary_folder());
  return ScratchFolder(std::move(folder));
}

ScratchFolder::~ScratchFolder() {
  if (!folder_.path.empty()) remove_everything(folder_.path);
}

std::uint64_t disk_usage(const fs::path& folder, std::uint64_t enough) {
  std::uint64_t bytes = 0;
  const Folder top = folder.empty() ? nullptr : open_folder(AT_FDCWD, folder.c_str());
  if (top != nullptr) add_usage(top.get(), deepest, enough, bytes);
  return bytes;
}

bool empty_folder(const fs::path& folder, std::chrono::duration<double> longest) {
  open_up(AT_FDCWD, folder.c_str());
  const Folder top = open_folder(AT_FDCWD, folder.c_str());
  return top != nullptr && empty(top.get(), longest);
}

void remove_everything(const fs::path& folder) {
  empty_folder(folder);
  if (::unlinkat(AT_FDCWD, folder.c_str(), AT_REMOVEDIR) != 0) ::unlinkat(AT_FDCWD, folder.c_str(), 0);
}

}  // namespace bindpose::conformance
