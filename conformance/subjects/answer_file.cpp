// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/answer_file.h"

#include <algorithm>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reference/io/below.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_at_once = std::size_t{1} << 30;  // bytes: one read() returns less than 2 GB

tl::unexpected<Error> invalid(std::string message) {
  return fail("INVALID_OUTPUT", "", std::move(message));
}

}  // namespace

Expected<ArraySet> take_answer(const fs::path& folder, const fs::path& name, const Wanted& wanted) {
  const Descriptor opened = open_below(folder, name, O_RDONLY);
  const int file = opened.get(), why = errno;
  if (file < 0 && why == ENOENT) return invalid("it wrote no output file");
  if (file < 0 && why == ELOOP) return invalid("its output file is a symbolic link, expected a plain file");
  if (file < 0 && why == ENOTDIR)
    return invalid(
        "a folder on the way to its output file is a symbolic link or not a folder, expected a folder");
  std::error_code error;
  if (file < 0 && why == EACCES && fs::is_directory(fs::symlink_status(folder / name, error)))
    return invalid("its output file is not a regular file with one name");
  if (file < 0 && is_shortage(why))
    return fail("JUDGE_RESOURCES", (folder / name).string(), std::strerror(why));
  if (file < 0) return invalid(fmt::format("its output file cannot be read: {}", std::strerror(why)));
  struct stat status {};
  ::fstat(file, &status);
  const std::size_t most = largest_answer(wanted);
  std::string problem;
  if (!S_ISREG(status.st_mode) || status.st_nlink != 1)
    problem = "its output file is not a regular file with one name";
  else if (static_cast<std::uint64_t>(status.st_size) > most)
    problem = fmt::format("its output file has {} bytes, an output has at most {}", status.st_size, most);
  std::vector<std::byte> bytes(problem.empty() ? static_cast<std::size_t>(status.st_size) : 0);
  std::size_t read = 0;
  while (read < bytes.size()) {
    const auto got = ::read(file, bytes.data() + read, std::min(bytes.size() - read, most_at_once));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    read += static_cast<std::size_t>(got);
  }
  if (!problem.empty()) return invalid(problem);
  bytes.resize(read);
  return read_answer_file(bytes);
}

}  // namespace bindpose::conformance
