// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the interface of everything that bindpose judges.
#pragma once

#include "conformance/judge/accepted_deviations.h"
#include "conformance/judge/judge.h"

namespace bindpose::conformance {

/// Facts about the computing device, for reports: {"renderer": "llvmpipe ...", "software": "llvmpipe", ...}.
using SubjectInfo = std::map<std::string, std::string>;

/// Empty: unknown.
inline std::string value_of(const SubjectInfo& info, const std::string& key) {
  const auto entry = info.find(key);
  return entry == info.end() ? "" : entry->second;
}

class Subject {
 public:
  virtual ~Subject() = default;

  /// Name as on the command line: "gpu:surfaceless".
  virtual std::string name() const = 0;
  virtual SubjectInfo info() const = 0;

  /// The combinations in which the subject can compute this kind of input, e.g. {formulation: unrolled, palette:
  /// ssbo}. Empty: the subject does not support such inputs, which is not a failure.
  virtual std::vector<Options> variants(const Algorithm& algorithm, Level level) const = 0;

  /// The variants for most cases: cases alternate between variants, so that each variant runs in
  /// some cases and none in all. They may include variants outside variants(). turn: any number,
  /// for example the case's.
  virtual std::vector<Options> variants_in_turn(const Algorithm& algorithm, Level level, std::size_t) const {
    return variants(algorithm, level);
  }
  /// Number of turns; variants_in_turn() repeats after them.
  virtual std::size_t turns() const { return 1; }

  /// The precision classes and policies that it declares for this kind of input; a subject without declarations
  /// supports every policy.
  virtual AcceptedDeviations terms(const Algorithm&, Level) const { return {.every_policy = true}; }

  /// Errors: NOT_SUPPORTED (names the limit), INVALID_OUTPUT, CRASH, TIMEOUT, or the subject's own text.
  virtual Expected<Answer> run(const Question& question, const Options& variant) = 0;
};

/// The forms of a subject's name, with capitals for the parts that the user fills in: "gpu", "vulkan:N",
/// "lib:PATH" ...
std::span<const std::string_view> subject_forms();

/// "gpu:device:0?palette=ssbo&formulation=unrolled", "cmd:python3 subject.py"
struct SubjectSpec {
  std::string
      kind;  ///< "reference-float", "software", "gpu", "vulkan", "opencl", "cuda", "webgl", "webgpu", "web", "capture", "lib", "cmd", "files", "defect"
  std::string target;  ///< "", "surfaceless", "device:0", "osmesa", "1"; a path or command line, to its end
  Options options;     ///< after the question mark
  std::string name = {};  ///< name from the user; empty: the text on the command line
};

/// A device that computes our own shaders, through OpenGL, Vulkan, OpenCL, CUDA, WebGL or WebGPU.
inline bool is_device(const SubjectSpec& spec) {
  return spec.kind == "gpu" || spec.kind == "vulkan" || spec.kind == "opencl" || spec.kind == "cuda" ||
         spec.kind == "webgl" || spec.kind == "webgpu";
}

/// Untrusted code.
inline bool is_foreign(const SubjectSpec& spec) {
  return spec.kind == "lib" || spec.kind == "cmd" || spec.kind == "web";
}

/// Errors SUBJECT_SYNTAX, SUBJECT_UNKNOWN.
Expected<SubjectSpec> parse_subject(std::string_view text);
/// The text that parse_subject() reads.
std::string to_string(const SubjectSpec& spec);
/// The subject's name in results, baselines and waivers.
std::string name_of(const SubjectSpec& spec);

/// The variants that agree with all pinned keys.
std::vector<Options> matching(std::vector<Options> variants, const Options& pinned);
/// Error SUBJECT_SYNTAX for an option that the subject does not know.
Expected<void> check_keys(const SubjectSpec& spec, const std::vector<std::string_view>& known);
/// Error SUBJECT_SYNTAX for a formulation that no algorithm has.
Expected<void> check_formulation(const SubjectSpec& spec);

/// Opens a subject in this process: reference-float, software, or a GL, Vulkan, OpenCL, CUDA, WebGL
/// or WebGPU device, which then stays open.
Expected<std::unique_ptr<Subject>> open_subject(const SubjectSpec& spec);

}  // namespace bindpose::conformance
