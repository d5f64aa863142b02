// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: descriptors and signals that a process inherits, and trials in a child process.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>

namespace bindpose::conformance {

/// Closes every descriptor except these, which must ascend.
void close_all_but(std::initializer_list<int> kept);

/// Call at the program's start. The caller's descriptors above 2 are closed in processes that this
/// one starts. Signals that the caller ignored or blocked take effect again, except those by which
/// a terminal or a shell ends or stops a job. No file that is opened later becomes input, output or
/// stderr if the caller has closed these.
void forget_caller();

/// Enables and unblocks every signal.
void reset_all_signals();

/// True if the check holds in a child process; none if it cannot be started or waited for.
std::optional<bool> holds_in_a_child(const std::function<bool()>& check);

/// The text that `make` returns in a child process; none if the child crashes, does not end within `seconds`, or
/// is interrupted. For drivers, which may crash or hang when they are loaded. The child's output is dropped.
std::optional<std::string> text_of_a_child(const std::function<std::string()>& make, double seconds);

}  // namespace bindpose::conformance
