// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: runs every mutant of a kernel (mutate.py) or a shader (mutate_glsl.py) in every case that
// computes it, and lists the survivors with reasons.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <vector>

#include "reference/model/error.h"

namespace bindpose::conformance {

/// The result of a mutant.
enum class Fate : char {
  unreached,    ///< no case computes the mutant's place
  meaningless,  ///< the change has no meaning for these types, or does not compile
  same,         ///< every output is the same, bit by bit
  within,       ///< outputs change, but no number beyond its bound
  killed        ///< a case fails, or the mutant has no output, crashes or hangs
};

struct Mutant {
  int id = 0, site = 0, line = 0;
  std::string file, function, original, mutant;
  std::string piece = {};          ///< for a shader: the continuous text that the file adds to a program
  std::size_t start = 0, end = 0;  ///< for a shader: the range of the piece's bytes that it replaces
  std::vector<std::string> callers =
      {};  ///< in shared shader code: functions through which a shader function calls the mutant
  Fate fate = Fate::unreached;
  std::string by = {};        ///< the case that kills the mutant
  std::size_t same_rows = 0;  ///< for a survivor without an effect: number of fresh output rows

  /// A name that does not depend on the rest of the file: "file: function: original -> mutant".
  std::string name() const;
};

struct MutantTable {
  std::map<std::string, std::string> hashes;  ///< hash of each kernel header or shader
  std::vector<Mutant> mutants;
  bool of_shaders = false;
};

/// Errors FILE_READ; JSON_SYNTAX for an invalid mutants.json.
Expected<MutantTable> read_mutants(const std::filesystem::path& path);

struct MutantRun {
  unsigned processes = 1;
  std::size_t rows = 0;      ///< fresh output rows for each survivor
  std::size_t seconds = 60;  ///< processor time for all survivors of a kernel, or for one of a shader
  std::function<void(std::size_t)> done = {};
};
/// Decides the fate of each mutant with the built-in cases. Kernels: all formulations, each mutant
/// in its own process. Shaders: the subject gpu:surfaceless, many mutants per process; a process
/// that ends is replaced. Errors: the errors of the cases' inputs; WRONG if the judge fails the
/// unchanged code.
Expected<void> decide_fates(MutantTable& table, const MutantRun& run);

/// Accepted survivors: their names, each with a kind ("equivalent", "bound") and a reason.
struct Triage {
  struct Entry {
    std::string kind, reason;
  };
  std::map<std::string, Entry> entries;
};
/// Lines "kind | file: function: original -> mutant | reason"; # comments. Error TRIAGE_SYNTAX with the line.
Expected<Triage> read_triage(const std::filesystem::path& path);

/// The score of each kernel, and the survivors without a reason.
std::string mutants_text(const MutantTable& table, const Triage& triage);
/// The committed summary: the hash of each kernel, and its number of mutants with each fate.
std::string mutants_json(const MutantTable& table, const Triage& triage);
/// Share of killed mutants among those that are not equivalent, 0 .. 1.
double mutant_score(const MutantTable& table, const Triage& triage);

}  // namespace bindpose::conformance
