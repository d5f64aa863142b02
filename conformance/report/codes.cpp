// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/codes.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/algorithms.h"
#include "reference/io/lines.h"
#include "reference/model/mapped.h"

namespace bindpose::conformance {
namespace {

// clang-format off
constexpr CodeFacts facts_of_codes[] = {
    {"ALGORITHM_UNKNOWN", "no algorithm has this name"},
    {"ANSWER_REFUSED", "a subject replied with a message instead of arrays (\"ok\": false), for example after an exception; the message follows"},
    {"ARGUMENT", "an option of the command line has an invalid value, or conflicts with another option"},
    {"ARRAY_DATA", "an array that a library call gets has no name, shape or data"},
    {"ARRAY_MISSING", "an array that the algorithm needs is missing"},
    {"ARRAY_NAME", "a tensor's name cannot be written to a .safetensors file"},
    {"ARRAY_SHAPE", "an array's shape is not the declared one"},
    {"ARRAY_TYPE", "an array's type is not the declared one"},
    {"ARRAY_UNKNOWN", "the algorithm has no array of this name"},
    {"ASSET", "a glTF file is not valid, or has changed since the run began; the place and the reason follow"},
    {"ASSET_TESTS", "a glTF file gives too many tests; choose some of them with --filter"},
    {"BACKEND_MIXED", "one process opened OpenGL contexts in two ways; its libraries support only one"},
    {"BASELINE_DUPLICATE", "a baseline names a test twice"},
    {"BASELINE_STATUS", "a baseline has a status that no test can have"},
    {"BASELINE_SYNTAX", "malformed baseline line, expected 'name,Status'"},
    {"BROWSER_REFUSED", "the browser did not follow a command of its protocol"},
    {"CACHE_CHANGED", "files of a subject changed while it was judged, so bindpose does not cache its verdicts"},
    {"CACHE_DIFFERS", "a subject's new verdict differs from the cached one"},
    {"CAMERA_FORMAT", "a file with a camera's matrix does not have 16 numbers, or the matrix has no inverse"},
    {"CAMERA_OTHER", "a captured frame has another camera than the named one"},
    {"CAMERA_UNKNOWN", "the shader of a captured draw has no matrix of this name"},
    {"CAPTURE_AMBIGUOUS", "several draws of a captured frame could be the requested mesh"},
    {"CAPTURE_DRAW", "no draw of a captured frame is as large as the requested mesh"},
    {"CAPTURE_FORMAT", "a captured frame does not follow its format"},
    {"CAPTURE_ORDER", "a captured draw has its vertices in another order than the file"},
    {"CAPTURE_OUTPUT", "the shader of a captured draw has no output for this array"},
    {"CAPTURE_REFUSED", "RenderDoc could not replay a captured frame"},
    {"CAPTURE_VERTEX", "a requested vertex is in no triangle, so no draw call shows it"},
    {"CASELIST_LIMIT", "a list of cases has too many names, or one is too long; name cases by a pattern"},
    {"CASELIST_SYNTAX", "malformed list of cases in dEQP's form"},
    {"BINDING_SIZE", "a skin is too large to be bound; the limit follows"},
    {"CASE_ALGORITHM", "a case of your own names an unknown algorithm, or a level that the algorithm does not have"},
    {"CASE_ANSWER", "a case of your own has no right output"},
    {"CASE_ARRAY", "an array of a case of your own does not match the algorithm's declaration"},
    {"CASE_DOUBLE", "two tests have the same name in dEQP's form"},
    {"CASE_FIELD", "a field of a case of your own is missing or of the wrong kind"},
    {"CASE_FORMAT", "a file of cases of your own does not name the format"},
    {"CASE_FRACTION", "dEQP's fraction is not of the form 'I,N'"},
    {"CASE_JSON", "a file of your own cases is not JSON"},
    {"CASE_NAME", "a case's name is malformed, or two cases have it"},
    {"CHANNEL_CLOSED", "a subject closed its standard input or output during a test"},
    {"CHANNEL_GARBAGE", "malformed message from a subject's process"},
    {"CLASS_UNKNOWN", "no precision class has this name"},
    {"CLIP_AMBIGUOUS", "several clips of a file have this name: choose by number"},
    {"CLIP_UNKNOWN", "a file has no clip of this name or number"},
    {"CONTEXT_REFUSED", "a device exists, but its driver gives no context, or one that is too old"},
    {"CRASH", "a subject's process died; its last output follows"},
    {"DATA_OFFSETS", "tensors of a .safetensors file overlap, or leave bytes between them"},
    {"DATA_SIZE", "the size of a tensor of a .safetensors file does not match its shape"},
    {"DEVICES_FORMAT", "a list of devices is not in the form that 'bindpose devices --json' writes"},
    {"DEVICE_LOST", "the device was lost during a test; the next test uses another"},
    {"DEVICE_OTHER", "a device is not the one that --require-device requires"},
    {"DEVICE_SYNTAX", "a subject's name does not choose a device"},
    {"DEVICE_UNAVAILABLE", "this machine has no device of the requested kind"},
    {"DTYPE", "a tensor of a .safetensors file has an unsupported type"},
    {"DUPLICATE_NAME", "two tensors of a .safetensors file have the same name"},
    {"EXPORT_CHANGED", "inputs or assets of a folder differ from the exported ones: restore them"},
    {"EXPORT_FORMAT", "a folder of outputs has no questions.json as 'bindpose export' writes it"},
    {"FEATURE_UNKNOWN", "no part of an input has this name"},
    {"FILE_GONE", "a file vanished while it was copied for a sandbox"},
    {"FILE_READ", "a file cannot be read; the system's reason follows"},
    {"FILE_SIZE", "a file is larger than bindpose reads of its kind"},
    {"FILE_WRITE", "a file or folder cannot be written; the system's reason follows"},
    {"FOLDER_BUSY", "another run writes into this folder"},
    {"FOLDER_NOT_EMPTY", "a folder to write to is not empty"},
    {"FRESH_IMPOSSIBLE", "no fresh case can be made of this case"},
    {"GL_ERROR", "OpenGL or WebGL reported an unexpected error"},
    {"GOLDEN_NOT_FINITE", "a number of the golden data is NaN"},
    {"GOLDEN_UNDEFINED", "in double and in 113 bits, different rows of golden data would have no output"},
    {"GOLDEN_VACUOUS", "golden data would have no number that can be judged"},
    {"GRADING_FORMAT", "a folder of gradings has a record that no grading wrote"},
    {"GRADING_RUBRIC", "the rubric has changed since a class was graded into this folder"},
    {"HISTORY_FILE", "a history of devices cannot be read or written, or is another program's file"},
    {"HISTORY_RUN", "a history of devices already has a run at this time, or the time is not in the form 2026-11-29"},
    {"GRADING_SEED", "this folder has grades of a class with another seed"},
    {"HEADER_FIELD", "the header of a .safetensors file lacks a field of a tensor, or has an unknown field, or too many tensors"},
    {"HEADER_LENGTH", "the header of a .safetensors file is longer than bindpose reads"},
    {"HEADER_SYNTAX", "the header of a .safetensors file is not the format's JSON"},
    {"INTERNAL_ERROR", "an error of bindpose itself, not of the subject"},
    {"INTERRUPTED", "a signal has interrupted the run before an output came; run it again, or with --resume"},
    {"INVALID_OUTPUT", "an output has another shape, or a part of it was never written or was overwritten"},
    {"JOINTS", "a mesh has more joints than the sample programs for captures support"},
    {"JOURNAL_FORMAT", "journal.jsonl was not written by a run"},
    {"JOURNAL_RUN", "--resume finds another run in the folder"},
    {"JSON_SYNTAX", "a file is not JSON; the byte of the first error follows"},
    {"JUDGE_RESOURCES",
     "the judge lacks descriptors, processes or memory, or cannot read a file of its own: raise the limit (ulimit -n, "
     "ulimit -u) and run again"},
    {"LIBRARY_MISSING", "a library or program that this needs is missing"},
    {"LINE_LENGTH", "a message of a subject, or of a page's browser, is too long"},
    {"MEMORY", "not enough memory for an array of a library's input or output"},
    {"MERGE_DOUBLE", "two shards have a result of the same test"},
    {"MERGE_MISSING", "planned tests have no result in any shard"},
    {"MERGE_PLAN", "shards belong to different runs, are named twice, or lack their plan"},
    {"MERGE_SUBJECTS", "shards judged other subjects"},
    {"MESH_SIZE", "a mesh is too large for the page, or for a method in it; the limit follows"},
    {"METHOD_UNKNOWN", "no method of this name poses or binds a file"},
    {"MISSING", "a folder of outputs has none for this input"},
    {"NOTED", "a device's calls are recorded, not run"},
    {"NOT_ASKED", "a subject does not get this test, or gets it in another variant"},
    {"NOT_CAPTURED", "RenderDoc wrote no frame"},
    {"NOT_FLOAT32", "a number does not fit into float32"},
    {"NOT_RIGID", "an inverse bind matrix scales or shears, which a method of rotations does not support"},
    {"NOT_SUPPORTED",
     "a device or its API cannot do this, by a limit that it reports or a part that it lacks, or a subject does not "
     "declare it; the test is not-supported"},
    {"NO_AGREEMENT", "results have no input with two outputs to compare"},
    {"NO_ANSWER", "a subject gave no output to show; its verdict follows"},
    {"NAME_UNKNOWN", "no algorithm, defect, class or option has this name"},
    {"NO_MESH", "a file, or an output, has no mesh to show"},
    {"NO_SKIN", "a file has no skin"},
    {"OPENCL_ERROR", "an OpenCL call failed, or the folder for its kernels is not private to this user; the reason follows"},
    {"OPTION_SYNTAX", "an option is not written as NAME=VALUE"},
    {"OPTION_UNKNOWN", "the algorithm has no option of this name"},
    {"OPTION_VALUE", "an option has a value that it cannot have"},
    {"OUTPUT_MISSING", "a library call lacks an output that must be judged"},
    {"OUT_FORMAT", "a file name has an ending that bindpose does not write"},
    {"PATTERN_LIMIT", "a file of skips or flakes has too many patterns; let one pattern name several tests"},
    {"PATTERN_SYNTAX", "a line of a list of tests is not a regular expression"},
    {"PICTURE_WRITE", "a picture could not be drawn"},
    {"POLICY_UNKNOWN", "no policy, or no value of the policy, has this name"},
    {"PROGRAM_MISSING", "the command for a class starts a program that is missing, or invisible to submissions"},
    {"PROTOCOL", "a subject's message is not part of the protocol"},
    {"QUESTION", "a case without a valid input"},
    {"REASON_LINE", "malformed line of reasons, expected a pattern and a reason"},
    {"REFUSED", "a seeded defect refuses an input that the reference accepts"},
    {"REQUEST", "a library got an invalid input"},
    {"REQUIREMENT_SYNTAX", "--require-device has an unknown word"},
    {"RESULTS_DUPLICATE", "results.json has two results of one test, or a subject twice"},
    {"QUESTION_UNKNOWN", "questions.json names a case that this version does not have; export again with this version"},
    {"RESULTS_FORMAT", "results.json lacks a field, or has one of the wrong kind"},
    {"RESULTS_OUTCOME", "results.json has an unknown verdict"},
    {"RESULTS_UNFINISHED",
     "results.json was written before the end of its run: wait for the end, or repeat a killed or interrupted run with "
     "--resume"},
    {"RUBRIC_ACCEPT", "a rubric accepts an unknown class or policy"},
    {"RUBRIC_ASSET", "a glTF file of a rubric is not valid, or named like another"},
    {"RUBRIC_CASES", "an exercise of a rubric has no case"},
    {"RUBRIC_FIELD", "a field of a rubric is missing or of the wrong kind"},
    {"RUBRIC_FORMAT", "a rubric does not name the format"},
    {"RUBRIC_GLOB", "a pattern of a rubric matches no case"},
    {"RUBRIC_ID", "two exercises of a rubric have the same id"},
    {"RUBRIC_JSON", "a rubric is not JSON"},
    {"RUBRIC_NEEDS", "an exercise needs an unknown exercise, or itself"},
    {"SANDBOX_FOLDER", "a file or folder cannot be shown to a subject in its sandbox; the reason follows"},
    {"SANDBOX_MISSING",
     "this machine, or this kind of subject, has no sandbox as strict as --require-sandbox or 'bindpose grade' needs"},
    {"SANDBOX_ORACLE", "golden data or a bindpose program may be visible to a submission: move it away, or show a smaller folder"},
    {"SCRIPT_ERROR", "a page's script ended with an error"},
    {"SELF_TEST", "a device has a wrong output for a known input: do not trust its other results, which bindpose still judges"},
    {"SHADERS", "a table of shaders belongs to another build"},
    {"SHADER_COMPILE", "a shader does not compile or link; the compiler's message follows"},
    {"RUBRIC_LIMIT", "a rubric has too many exercises or globs; let one glob name several cases"},
    {"SHAPE_LIMIT", "a tensor's shape has too many numbers"},
    {"SHARD", "the part of a run is invalid: 'index of count' is missing or wrong"},
    {"SHEET_FORMAT", "a sheet of grades lacks a field, or has one of the wrong kind"},
    {"SIZE_RANGE", "the size of random inputs is outside 1 to 1,000,000"},
    {"SIZE_LIMIT", "the file to write is larger than its limit"},
    {"SUBJECT_START", "a subject did not start, or did not describe itself"},
    {"SUBJECT_SYNTAX", "malformed name of a subject"},
    {"SUBJECT_UNKNOWN", "no subject has this name"},
    {"TABLE_FIELD", "a table lacks a column, or a cell of it is not of the expected form"},
    {"TABLE_SYNTAX", "a file is not a CSV table"},
    {"SUBMISSION_FILE", "the file that --command starts was not submitted; the message names the submitted files"},
    {"SUBMISSION_LINK", "a submission is a symbolic link: put the folder itself into the class's folder"},
    {"SUBMISSION_SIZE", "a submission has too many files or too large ones: remove what the exercises do not need"},
    {"TEST_UNKNOWN", "no case has this name"},
    {"TIMEOUT", "no output within the time limit"},
    {"TREE_SIZE", "a folder has too many files or too large ones: remove what is not needed"},
    {"TRIAGE_SYNTAX", "malformed line of a list of mutants, expected kind, mutant and reason"},
    {"TRUNCATED", "a .safetensors file ends before its header does"},
    {"USAGE", "options of the command line exclude each other"},
    {"VERDICT_FORMAT", "a cached verdict cannot be read"},
    {"VULKAN_ERROR", "a Vulkan call failed; its name and result follow"},
    {"WAIVER_DATE", "a waiver's last day is not a day of the calendar"},
    {"WAIVER_FIELD", "a field of a waiver is missing, not known or of the wrong kind"},
    {"WAIVER_LIMIT", "a file of waivers has too many patterns, or one is too long; let one pattern name several tests"},
    {"WAIVER_PATTERN", "a waiver's pattern is empty, or listed twice"},
    {"WAIVER_SYNTAX", "a file of waivers does not follow its format"},
    {"WEBGL_ERROR", "WebGL failed; its message follows"},
    {"WEBGPU_ERROR", "WebGPU failed; its message follows"},
    {"WORKER_START",
     "a process of the judge's own did not start: raise the limits on files and processes (ulimit -n, ulimit -u)"},
    {"WRONG", "an unchanged kernel or shader fails its own cases"},
};
// clang-format on

bool is_code(std::string_view word) {
  return word.size() > 1 && std::ranges::all_of(word, [](unsigned char c) {
           return std::isupper(c) != 0 || std::isdigit(c) != 0 || c == '_';
         });
}

/// The codes in a line of a table: "`NOT_FINITE`, `NOT_UNIT`".
std::vector<std::string> codes_in(std::string_view line) {
  std::vector<std::string> codes;
  for (std::size_t begin = line.find('`'); begin != line.npos;) {
    const std::size_t end = line.find('`', begin + 1);
    if (end == line.npos) break;
    if (const auto word = line.substr(begin + 1, end - begin - 1); is_code(word)) codes.emplace_back(word);
    begin = line.find('`', end + 1);
  }
  return codes;
}

}  // namespace

std::span<const CodeFacts> codes_with_facts() {
  return facts_of_codes;
}

const std::map<std::string, CodeConditions, std::less<>>& codes_of_pages() {
  static const auto all = [] {
    std::map<std::string, CodeConditions, std::less<>> found;
    for (const Algorithm& algorithm : algorithms())
      for (const std::string_view line : lines_of(algorithm.page))
        if (line.starts_with("| "))
          for (const std::string& code : codes_in(line))
            found[code][std::string(line.substr(2, line.find(" |", 2) - 2))].push_back(algorithm.id);
    return found;
  }();
  return all;
}

std::string words_of_code(const std::string& code) {
  if (const auto facts = std::ranges::find(codes_with_facts(), code, &CodeFacts::code);
      facts != codes_with_facts().end())
    return fmt::format("{}.", facts->sentence);
  const auto on_pages = codes_of_pages().find(code);
  if (on_pages == codes_of_pages().end()) return "";
  auto conditions = mapped<std::string>(on_pages->second, &CodeConditions::value_type::first);
  conditions.resize(std::min<std::size_t>(conditions.size(), 3));
  return fmt::format("Not met: {}.", fmt::join(conditions, "; "));
}

}  // namespace bindpose::conformance
