// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/exchange.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/folders.h"
#include "conformance/subjects/sandbox/readable_copy.h"
#include "reference/gltf/uri.h"
#include "reference/io/below.h"
#include "reference/io/document_limits.h"
#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

tl::unexpected<Error> invalid(std::string message) {
  return fail("INVALID_OUTPUT", "", std::move(message));
}

}  // namespace

std::vector<std::string> referred_files(std::string_view gltf) {
  std::vector<std::string> names;
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
          *path.begin() != "..")
        names.push_back(path.string());
    }
  }
  return names;
}

Expected<void> copy_asset(const fs::path& file, const fs::path& top, const fs::path& below) {
  BINDPOSE_TRY(const std::string text, read_text(file));
  BINDPOSE_CHECK(write_below(top, below / file.filename(), text));
  if (file.extension() != ".gltf") return {};
  constexpr std::uintmax_t any_size = std::numeric_limits<std::uintmax_t>::max();
  for (const std::string& name : referred_files(text))
    // A file that is missing here is missing in the copy.
    if (const auto referred = read_text(file.parent_path() / name, any_size)) [[maybe_unused]]
      const auto ignored = write_below(top, below / name, *referred);
  return {};
}

Expected<Paths> put_question(const ExchangeFolders& folders, const Question& question, std::uint64_t seq) {
  Paths paths;
  const std::string name = fmt::format("{}.safetensors", seq);
  paths.output = fmt::format("{}/{}", folders.seen_out, name);
  if (question.asset != nullptr) {
    const fs::path file = question.asset->file;
    const fs::path copy = fs::path(folders.in) / std::to_string(seq);
    BINDPOSE_CHECK(copy_asset(file, copy));
    if (folders.user != 0) open_to_all(copy);
    paths.asset = fmt::format("{}/{}/{}", folders.seen_in, seq, file.filename().string());
    return paths;
  }
  BINDPOSE_TRY(const auto bytes, question_file(question));
  BINDPOSE_CHECK(write_file(fs::path(folders.in) / name, bytes));
  if (folders.user != 0) open_to_all(fs::path(folders.in) / name);
  paths.input = fmt::format("{}/{}", folders.seen_in, name);
  return paths;
}

Expected<ArraySet> take_answer(const fs::path& folder, const fs::path& name, const Wanted& wanted) {
  const Descriptor opened = open_below(folder, name, O_RDONLY);
  const int file = opened.get(), why = errno;
  if (file < 0 && why == ENOENT) return invalid("it wrote no output file");
  if (file < 0 && why == ELOOP) return invalid("its output file is a symbolic link, expected a plain file");
  if (file < 0 && why == ENOTDIR)
    return invalid("a folder on the way to its output file is a symbolic link or none, expected a folder");
  std::error_code error;
  if (file < 0 && why == EACCES && fs::is_directory(fs::symlink_status(folder / name, error)))
    return invalid("its output file is not a plain file of its own");
  if (file < 0 && is_shortage(why))
    return fail("JUDGE_RESOURCES", (folder / name).string(), std::strerror(why));
  if (file < 0) return invalid(fmt::format("its output file cannot be read: {}", std::strerror(why)));
  struct stat status {};
  ::fstat(file, &status);
  const std::size_t most = largest_answer(wanted);
  std::string problem;
  if (!S_ISREG(status.st_mode) || status.st_nlink != 1)
    problem = "its output file is not a plain file of its own";
  else if (static_cast<std::uint64_t>(status.st_size) > most)
    problem = fmt::format("its output file has {} bytes, an answer has at most {}", status.st_size, most);
  std::vector<std::byte> bytes(problem.empty() ? static_cast<std::size_t>(status.st_size) : 0);
  std::size_t read = 0;
  while (read < bytes.size()) {
    const ssize_t got = ::read(file, bytes.data() + read, bytes.size() - read);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    read += static_cast<std::size_t>(got);
  }
  if (!problem.empty()) return invalid(problem);
  bytes.resize(read);
  return read_answer_file(bytes);
}

void clear(const ExchangeFolders& folders) {
  for (const std::string& folder : {folders.in, folders.out})
    empty_folder(folder);
}

}  // namespace bindpose::conformance
