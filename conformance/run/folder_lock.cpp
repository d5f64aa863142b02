// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/folder_lock.h"

#include <utility>

#include <sys/file.h>

#include "reference/io/below.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {

Expected<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
  BINDPOSE_CHECK(make_folder(folder));
  BINDPOSE_TRY(Descriptor file, open_in_place(folder, ".lock", 0));
  FolderLock lock(std::move(file));
  if (::flock(lock.file_.get(), LOCK_EX | LOCK_NB) != 0)
    return fail("FOLDER_BUSY", folder.string(), "another run writes its results here");
  return lock;
}

}  // namespace bindpose::conformance
