// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: limits on the size and contents of each kind of untrusted file. reference/io/README.md lists all of them;
// a test compares the two.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace bindpose {

struct DocumentLimit {
  std::string_view of;  ///< name in the table: "rubric"
  std::uint64_t most = 0;
  std::string_view unit;  ///< "bytes", "nodes"
};

namespace limits {

inline constexpr std::uint64_t KiB = std::uint64_t{1} << 10, MiB = std::uint64_t{1} << 20;

// Files that are read whole.
inline constexpr DocumentLimit arrays{"arrays (safetensors)", 1024 * MiB, "bytes"};
inline constexpr DocumentLimit arrays_header{"header of arrays", MiB, "bytes"};
inline constexpr DocumentLimit asset{"glTF file", 1024 * MiB, "bytes"};
inline constexpr DocumentLimit asset_json{"JSON of a glTF file", 256 * MiB, "bytes"};
inline constexpr DocumentLimit asset_buffers{"all buffers of a glTF file", 1024 * MiB, "bytes"};
inline constexpr DocumentLimit baseline{"baseline", 16 * MiB, "bytes"};
inline constexpr DocumentLimit cached_verdict{"entry of the cache", 64 * MiB, "bytes"};
inline constexpr DocumentLimit camera{"camera of a frame", 64 * KiB, "bytes"};
inline constexpr DocumentLimit capabilities{"capabilities.json", MiB, "bytes"};
inline constexpr DocumentLimit case_list{"dEQP case list", 16 * MiB, "bytes"};
inline constexpr DocumentLimit class_record{"grading.json", 64 * MiB, "bytes"};
inline constexpr DocumentLimit device_list{"list of devices", 16 * MiB, "bytes"};
inline constexpr DocumentLimit frame{"frame.json", 64 * MiB, "bytes"};
inline constexpr DocumentLimit journal{"journal.jsonl", 512 * MiB, "bytes"};
inline constexpr DocumentLimit own_case{"own case, and its arrays", 64 * MiB, "bytes"};
inline constexpr DocumentLimit page_file{"file of a web page", 72 * MiB, "bytes"};
inline constexpr DocumentLimit patterns{"skips and flakes", 16 * MiB, "bytes"};
inline constexpr DocumentLimit power_data{"mutation scores", 64 * MiB, "bytes"};
inline constexpr DocumentLimit questions{"questions.json", 16 * MiB, "bytes"};
inline constexpr DocumentLimit results{"results.json", 512 * MiB, "bytes"};
inline constexpr DocumentLimit rubric{"rubric", 16 * MiB, "bytes"};
inline constexpr DocumentLimit sheet{"sheet of grades", 256 * MiB, "bytes"};
inline constexpr DocumentLimit waivers{"waivers", 16 * MiB, "bytes"};

// Limits on the contents.
inline constexpr DocumentLimit json_depth{"nesting of JSON", 64, "levels"};
inline constexpr DocumentLimit json_values{"JSON", 4'194'304, "values"};
inline constexpr DocumentLimit json_steps{"members of JSON objects, squared", 1'000'000'000, "in all"};
inline constexpr DocumentLimit asset_json_values{"JSON of a glTF file", 8'388'608, "values"};
inline constexpr DocumentLimit results_values{"results.json", 20'000'000, "values"};
inline constexpr DocumentLimit results_subjects{"results.json", 1'000, "subjects"};
inline constexpr DocumentLimit results_options{"variant of a test in results.json", 64, "options"};
inline constexpr DocumentLimit nodes{"nodes of a glTF file", 1'000'000, "nodes"};
inline constexpr DocumentLimit scenes{"scenes of a glTF file", 1'000, "scenes"};
inline constexpr DocumentLimit skins{"skins of a glTF file", 100'000, "skins"};
inline constexpr DocumentLimit clips{"clips of a glTF file", 100'000, "clips"};
inline constexpr DocumentLimit accessor_numbers{"numbers of all accessors, as often as they are used",
                                                268'435'456, "numbers"};
inline constexpr DocumentLimit shown_vertices{"vertices that all nodes show, once more for each morph target",
                                              16'777'216, "vertices"};
inline constexpr DocumentLimit shown_influences{"influences of all vertices that nodes show", 67'108'864,
                                                "influences"};
inline constexpr DocumentLimit shown_joints{"joints of all skins and groups of parts that nodes show",
                                            4'194'304, "joints"};
inline constexpr DocumentLimit bound_joints{"joints of a skin that is bound", 10'000, "joints"};
inline constexpr DocumentLimit bound_weights{"weights of a skin that is bound (vertices times joints)",
                                             67'108'864, "weights"};
inline constexpr DocumentLimit bound_nodes{"nodes of all poses of a skin that is bound", 4'194'304, "nodes"};
inline constexpr DocumentLimit loop_joints{"joints of all key poses of a looped clip", 1'048'576, "joints"};
inline constexpr DocumentLimit asset_tests{"tests of a glTF file", 100'000, "tests"};
inline constexpr DocumentLimit asset_names{"tests of a glTF file that a filter chooses from", 10'000'000,
                                           "tests"};
inline constexpr DocumentLimit asset_parts{"parts that all tests of a glTF file name", 16'777'216, "parts"};
inline constexpr DocumentLimit listed_cases{"dEQP case list", 200'000, "names"};
inline constexpr DocumentLimit listed_name{"name in a dEQP case list", 1'000, "bytes"};
inline constexpr DocumentLimit listed_patterns{"skips and flakes", 10'000, "patterns"};
inline constexpr DocumentLimit rubric_exercises{"rubric", 1'000, "exercises"};
inline constexpr DocumentLimit rubric_globs{"all exercises of a rubric", 1'000, "globs"};
inline constexpr DocumentLimit waiver_globs{"waivers", 10'000, "globs"};
inline constexpr DocumentLimit waiver_glob{"glob of a waiver", 1'000, "bytes"};

}  // namespace limits

/// All limits, in the order of the table.
std::span<const DocumentLimit> document_limits();
/// "16 MiB", "1,000,000 nodes"
std::string to_string(const DocumentLimit& limit);

}  // namespace bindpose
