// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/journal.h"

#include <cstring>
#include <system_error>

#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "conformance/judge/verdict_json.h"
#include "reference/io/below.h"
#include "reference/io/new_file.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr const char* format_name = "bindpose-journal-1";

std::string not_written(const std::string& why, std::size_t bytes) {
  return fmt::format("{}; a line of {} bytes was to be written", why, bytes);
}

}  // namespace

Expected<EarlierVerdicts> parse_journal(std::string_view text, const std::string& where,
                                        const std::string& run) {
  EarlierVerdicts earlier;
  std::size_t number = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos;
       end = text.find('\n', earlier.whole_bytes)) {
    const ordered_json line =
        foreign_json<ordered_json>(text.substr(earlier.whole_bytes, end - earlier.whole_bytes));
    earlier.whole_bytes = end + 1;
    const std::string place = fmt::format("{}:{}", where, ++number);
    if (!line.is_object()) return fail("JOURNAL_FORMAT", place, "expected a JSON object");
    if (number == 1) {
      if (!has_format(line, format_name))
        return fail("JOURNAL_FORMAT", place, fmt::format("expected the format {}", format_name));
      if (line.value("run", ordered_json()) != run)
        return fail(
            "JOURNAL_RUN", place,
            "this folder holds another run (other cases, subjects or version): choose another folder, or "
            "run without --resume");
      continue;
    }
    auto verdict = verdict_from_json(line);
    if (!verdict || !line.value("name", ordered_json()).is_string())
      return fail("JOURNAL_FORMAT", place, "expected a name and a verdict");
    earlier.verdicts.insert_or_assign(line["name"].get<std::string>(), std::move(*verdict));
  }
  return earlier;
}

std::string journal_head(const std::string& run) {
  return json_text({{"format", format_name}, {"run", run}}, -1);
}

std::string journal_line(const std::string& name, const Verdict& verdict) {
  ordered_json line = {{"name", name}};
  line.update(json_of(verdict));
  return json_text(line, -1);
}

Expected<std::unique_ptr<Journal>> Journal::open(const std::filesystem::path& file, const std::string& run,
                                                 bool resume) {
  EarlierVerdicts earlier;
  std::string begin;
  if (resume && std::filesystem::exists(file)) {
    BINDPOSE_TRY(begin, read_text(file, limits::journal.most));
    BINDPOSE_TRY(earlier, parse_journal(begin, file.string(), run));
    begin.resize(earlier.whole_bytes);
  }
  if (begin.empty()) begin = journal_head(run);
  // Creates a new file, also to resume, because an existing file of this name may be a link or a pipe.
  NewFile started(file);
  started.add(begin);
  auto descriptor = started.finish_open();
  if (!descriptor) {
    std::error_code ignored;
    const auto earlier_run = std::filesystem::symlink_status(file, ignored);
    if (!resume && std::filesystem::is_regular_file(earlier_run)) std::filesystem::remove(file, ignored);
    return fail(descriptor.error().code, descriptor.error().where,
                not_written(descriptor.error().message, begin.size()));
  }
  std::unique_ptr<Journal> journal(new Journal(*std::move(descriptor), file));
  journal->known_ = std::move(earlier.verdicts);
  journal->whole_bytes_ = static_cast<off_t>(begin.size());
  return journal;
}

void Journal::add(const std::string& name, const Verdict& verdict) {
  write_line(journal_line(name, verdict));
}

void Journal::write_line(const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (error_ != 0) return;
  errno = 0;
  // One write: another process that reads sees all of it or nothing.
  const ssize_t written = ::write(descriptor_.get(), line.data(), line.size());
  if (written == static_cast<ssize_t>(line.size())) {
    whole_bytes_ += written;
    return;
  }
  error_ = errno != 0 ? errno : ENOSPC;  // only a part fits
  wanted_ = line.size();
  [[maybe_unused]] const int ignored = ::ftruncate(descriptor_.get(), whole_bytes_);
}

Expected<void> Journal::result() const {
  const std::lock_guard lock(mutex_);
  if (error_ != 0) return fail("FILE_WRITE", file_.string(), not_written(std::strerror(error_), wanted_));
  return {};
}

Expected<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
  BINDPOSE_CHECK(make_folder(folder));
  BINDPOSE_TRY(Descriptor file, open_in_place(folder, ".lock", 0));
  FolderLock lock(std::move(file));
  if (::flock(lock.file_.get(), LOCK_EX | LOCK_NB) != 0)
    return fail("FOLDER_BUSY", folder.string(), "another run writes its results here");
  return lock;
}

}  // namespace bindpose::conformance
