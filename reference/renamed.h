// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: former and current names, made from reference/renamed.def.
//
// A path is "family/stem". Case names begin with it, written with a dot: "family.stem.scene...". Former names are
// understood in all user input; a note gives the current name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bindpose {

/// The current path for a former one, "pose/fk_matrix" or "pose.fk_matrix"; returns other paths unchanged.
std::string current_path(std::string_view path);
/// The former path of a present path; random numbers are seeded with it.
std::string former_path(std::string_view path);

/// The present name for a name that begins with a dotted path: of cases, of records
/// ("<case>/<subject>/<variant>").
std::string current_name(std::string_view name);
std::string former_name(std::string_view name);

/// How a text names tests: a glob of '*', '?' and '[...]', or a regular expression that is searched for.
enum class PatternKind { glob, regex };

/// True if a pattern uses former names: the text before its first wildcard contains a whole family and begins a
/// former path but no current one; in a regular expression, one alternative is enough. True for "pose.*",
/// "skinning.delta_mush*" and "^pose\.fk"; false for "skinning.*", a current family, and for "*".
bool is_former_pattern(std::string_view pattern, PatternKind kind);

/// Beginnings of current names that a glob in former names can mean, "hierarchy.fk_matrix."; empty for other globs.
std::vector<std::string> beginnings_meant(std::string_view glob);

/// "'pose.fk_matrix' is called 'hierarchy.fk_matrix' now", for a name or path. Empty if it is not a former name.
std::string renamed_note(std::string_view name);
/// "'pose.*': the family 'pose' is now hierarchy, animation, ik". Empty if it is not a former name.
std::string renamed_pattern_note(std::string_view pattern, PatternKind kind);

/// Adds a note unless it is empty or there already.
void add_note(std::vector<std::string>& notes, std::string note);

}  // namespace bindpose
