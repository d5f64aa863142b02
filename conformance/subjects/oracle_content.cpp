// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/oracle_content.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reference/io/process.h"
#include "reference/oracle_note.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t head_size = std::size_t{16} << 10;
constexpr std::size_t cache_size = std::size_t{1} << 20;
constexpr std::size_t most_headers = 64;        // headers of an ELF file; gcc and clang write about 13
constexpr std::size_t most_notes = 64UL << 10;  // bytes of one segment with notes

/// Bytes of a file from an offset; fewer at its end.
std::string bytes_at(const Descriptor& file, std::uint64_t offset, std::size_t size) {
  std::string bytes(size, '\0');
  const ssize_t got = ::pread(file.get(), bytes.data(), size, static_cast<off_t>(offset));
  bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return bytes;
}

/// True for an ELF file with the note of reference/oracle_note.h.
bool has_oracle_note(const Descriptor& file, std::string_view head) {
  Elf64_Ehdr header{};
  if (head.size() < sizeof header) return false;
  std::memcpy(&header, head.data(), sizeof header);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr)) return false;
  const std::string table = bytes_at(
      file, header.e_phoff, std::min<std::size_t>(header.e_phnum, most_headers) * sizeof(Elf64_Phdr));
  const std::string_view note(reinterpret_cast<const char*>(&oracle_note), sizeof oracle_note);
  for (std::size_t at = 0; at + sizeof(Elf64_Phdr) <= table.size(); at += sizeof(Elf64_Phdr)) {
    Elf64_Phdr segment{};
    std::memcpy(&segment, table.data() + at, sizeof segment);
    if (segment.p_type != PT_NOTE) continue;
    const std::string notes =
        bytes_at(file, segment.p_offset, std::min<std::size_t>(segment.p_filesz, most_notes));
    if (notes.find(note) != std::string::npos) return true;
  }
  return false;
}

/// True for the name of a bindpose program that computes outputs, because versions before 0.3 have no note.
bool is_program_name(std::string_view name) {
  return name.starts_with("bindpose") &&
         std::ranges::none_of(
             std::array{"bindpose-host", "bindpose-supervisor", "bindpose-warden", "bindpose-interposer"},
             [name](std::string_view helper) { return name.starts_with(helper); });
}

constexpr const char* package_endings[] = {
    ".deb", ".ddeb",  ".rpm", ".apk", ".snap", ".flatpak", ".AppImage", ".whl",  ".egg", ".conda", ".nupkg",
    ".gem", ".crate", ".jar", ".tgz", ".tbz",  ".tbz2",    ".txz",      ".tzst", ".zip", ".7z",    ".cpio"};

/// True for a package of any packer, including archives and compressed .tar files.
bool is_package_name(std::string_view name) {
  if (!name.starts_with("bindpose") && !name.starts_with("libbindpose")) return false;
  return name.find(".tar") != std::string_view::npos ||
         std::ranges::any_of(package_endings, [name](std::string_view each) { return name.ends_with(each); });
}

bool is_golden_package(std::string_view name) {
  return name.starts_with("bindpose_golden") || name.starts_with("bindpose-golden");
}

/// True for the header of a safetensors file with expected values: golden data, saved outputs, a folder of `bindpose repro`.
bool has_expected_values(std::string_view head) {
  constexpr std::size_t length_size = 8;
  return head.size() > length_size && head.substr(length_size).starts_with(R"({"__metadata__":{)") &&
         head.find(R"("expected.)") != std::string_view::npos;
}

bool is_golden_index(std::string_view head) {
  const std::string_view start = head.substr(0, 200);
  return start.starts_with("{") && (start.find(R"("format": "bindpose-golden-)") != std::string_view::npos ||
                                    start.find(R"("format":"bindpose-golden-)") != std::string_view::npos);
}

/// True for a folder of worked solutions next to the exercises of the course.
bool is_solution(const fs::path& folder) {
  for (const char* ending : {"py", "js", "c", "cpp"}) {
    const fs::path file = folder / (std::string("exercises.") + ending);
    const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (opened.get() >= 0 && bytes_at(opened, 0, 400).find("Worked solutions.") != std::string::npos)
      return true;
  }
  return false;
}

}  // namespace

OracleContent oracle_content(const fs::path& path) {
  const std::string name = path.filename().string();
  if (name.starts_with("libbindpose") || is_package_name(name)) return OracleContent::answers;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0)
    return is_program_name(name) ? OracleContent::answers : OracleContent::none;
  if (!S_ISREG(status.st_mode)) return OracleContent::none;
  if (name == "CMakeCache.txt")
    return bytes_at(file, 0, cache_size).find("\nCMAKE_PROJECT_NAME:STATIC=bindpose\n") != std::string::npos
               ? OracleContent::build_cache
               : OracleContent::none;
  const std::string head = bytes_at(file, 0, head_size);
  if (head.starts_with(ELFMAG))
    return is_program_name(name) || has_oracle_note(file, head) ? OracleContent::answers
                                                                : OracleContent::none;
  if (has_expected_values(head)) return OracleContent::answers;
  return is_golden_index(head) ? OracleContent::golden_index : OracleContent::none;
}

bool may_be_oracle(std::string_view name, bool among_programs) {
  return among_programs || name.starts_with("bindpose") || name.starts_with("libbindpose") ||
         name.ends_with(".safetensors") || name == "cases.json" || name == "CMakeCache.txt";
}

bool is_oracle_folder(const fs::path& parent, std::string_view name) {
  if (is_golden_package(name) || name == "bindpose.git") return true;
  if (name == "solution") return is_solution(parent / name);
  if (name == ".git")
    return oracle_content(parent / "golden/data/skinning/linear_blend/cases.json") ==
           OracleContent::golden_index;
  return std::ranges::any_of(std::array{"reference", "gpu", "golden", "conformance"},
                             [name](std::string_view part) { return name == part; }) &&
         parent.filename() == "bindpose" && parent.parent_path().filename() == "include";
}

}  // namespace bindpose::conformance
