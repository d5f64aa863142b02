// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: files in folders that other users can write to. Links are not followed, so a write cannot replace another
// file.
//
// `top` is a folder that the user chose: links on the way to it are followed. `name` is a relative path below it,
// chosen by the program: a link at any of its steps is refused, and so is "..". Every step is opened relative to
// its parent's descriptor, so a folder that becomes a link meanwhile is also refused.
#pragma once

#include <cstdint>
#include <filesystem>

#include "reference/io/process.h"

namespace bindpose {

/// Opens a file or a folder with open(2)'s `flags`; a new file gets the mode 0666 less the umask. Never waits
/// for a pipe's other end. On failure, the descriptor is empty and errno is set: ELOOP for a link, ENOTDIR for
/// a link on the way.
Descriptor open_below(const std::filesystem::path& top, const std::filesystem::path& name, int flags);

/// Opens a file to read, following all links. Never waits for a pipe's other end. On failure, the descriptor is empty and errno is set.
Descriptor open_to_read(const std::filesystem::path& file);

/// The reason why open_below() failed.
std::string reason_below(int error);

/// Makes the folder `top` with its parents, and the folders of `name` in it. Errors FILE_WRITE.
Expected<void> make_folder_below(const std::filesystem::path& top, const std::filesystem::path& name);

/// Reads a file as read_text() does. Errors: FILE_READ, also for a link; FILE_SIZE.
Expected<std::string> read_below(const std::filesystem::path& top, const std::filesystem::path& name,
                                 std::uintmax_t largest);

/// Replaces the file as a whole, as write_file() does. Makes its folder. Error FILE_WRITE.
Expected<void> write_below(const std::filesystem::path& top, const std::filesystem::path& name,
                           std::string_view text);
Expected<void> write_below(const std::filesystem::path& top, const std::filesystem::path& name,
                           std::span<const std::byte> bytes);

/// Opens a file that grows while others read it; O_TRUNC or O_APPEND. Error FILE_WRITE, also for a link, a
/// pipe, a socket and a block device.
Expected<Descriptor> open_in_place(const std::filesystem::path& top, const std::filesystem::path& name,
                                   int flags);

/// Removes a file, or the link that has its name, if it exists. Error FILE_WRITE.
Expected<void> remove_below(const std::filesystem::path& top, const std::filesystem::path& name);

/// Writes the whole text. Returns false and sets errno on failure.
bool write_all(const Descriptor& to, std::string_view text);

}  // namespace bindpose
