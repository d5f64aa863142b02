// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/testing/exported.h"
#include "conformance/testing/results.h"
#include "reference/gltf/load.h"
#include "reference/gltf/mesh_writer.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::files_test {

// Messages of a run's shards have the file names from the command line, whatever folders they use.
namespace fs = std::filesystem;

/// Replaces bindpose: prints its arguments and writes a result into the folder that was named last.
constexpr const char* stand_in = R"sh(#!/bin/sh
for folder; do :; done
mkdir -p "$folder"
echo '{}' > "$folder/results.json"
echo '{}' > "$folder/grading.json"
echo "told: $*"
echo "warning: $folder" >&2
exit 1
)sh";

struct ShardsTest : testing::Test {
  ShardsTest() {
    std::ofstream(folder_ / "bindpose") << stand_in;
    fs::permissions(folder_ / "bindpose", fs::perms::owner_all);
    fs::create_directories(folder_ / "class/ann");
  }
  Ran shards(const std::string& words) const {
    return run_in(folder_, BINDPOSE_CONFORMANCE "/../ci/cluster/shards " + words);
  }

  TemporaryFolder folder_;
};

TEST_F(ShardsTest, shards_of_tests_say_where_their_results_are) {
  ASSERT_EQ(shards("plan run 2 -- ./bindpose test").exit_code, 0);
  expect_ended(shards("run run 1"), 0, {"told: test --out run/shards/1\n", "warning: run/shards/1\n"});
  EXPECT_TRUE(fs::exists(folder_ / "run/shards/1/results.json"));
}

TEST_F(ShardsTest, shards_of_a_class_say_which_shard_was_graded) {
  ASSERT_EQ(shards("plan run 1 -- ./bindpose grade --class class --seed 1").exit_code, 0);
  expect_ended(shards("run run 0"), 0, {"told: grade --class class --seed 1 --out run/shards/0\n"});
}

TEST_F(ShardsTest, tests_without_a_result_are_named) {
  std::ofstream(folder_ / "bindpose") << "#!/bin/sh\necho gives up\nexit 2\n";
  ASSERT_EQ(shards("plan run 1 -- ./bindpose test").exit_code, 0);
  expect_ended(shards("run run 0"), 2, {"gives up\n", "shard 0 has no result"});
}

// Inputs that were on another machine come back unchanged, or the judge reports the change.
using nlohmann::json;

struct ExportTest : testing::Test {
  ExportTest() {
    said_ = run("export inputs --record kept --filter 'animation.lerp.*'");
    expect_ended(said_, 0);
    fs::copy(folder_ / "inputs", folder_ / "exported", fs::copy_options::recursive);
    const json list = index();
    for (const json& question : list["questions"])
      answer_exported(folder_ / "inputs", question);
  }
  Ran run(const std::string& command) const { return run_in(folder_, BINDPOSE_PROGRAM " " + command); }
  json index() const { return json::parse(slurp(folder_ / "inputs/questions.json")); }
  std::string fingerprint() const {
    const std::string text = slurp(folder_ / "kept");
    return text.substr(0, text.find('\n'));
  }
  void take_away_all_but_one() const {
    json list = index();
    list["questions"] = json::array({list["questions"].back()});
    std::ofstream(folder_ / "inputs/questions.json") << list.dump();
  }

  const TemporaryFolder folder_;
  Ran said_;
};

TEST_F(ExportTest, judging_against_the_export_takes_a_folder_a_file_or_a_fingerprint) {
  EXPECT_TRUE(has(said_.out, "fingerprint " + fingerprint()));
  for (const std::string& exported : {std::string("exported"), std::string("kept"), fingerprint()}) {
    expect_ended(run("judge inputs --against " + exported), 0,
                 {std::to_string(index()["questions"].size()) + " inputs: as exported"});
  }
  EXPECT_EQ(run("judge inputs --against nothing").exit_code, 2);
}

TEST_F(ExportTest, inputs_that_the_recipient_removed_are_detected) {
  take_away_all_but_one();
  for (const std::string& exported : {std::string("exported"), std::string("kept"), fingerprint()}) {
    expect_ended(run("judge inputs --against " + exported), 2, {"EXPORT_CHANGED"});
  }
}

/// A sparse file takes no space, but reading each TiB takes half an hour.
TEST_F(ExportTest, an_asset_that_takes_too_long_to_read_is_refused) {
  fs::create_directories(folder_ / "inputs/assets/0");
  std::ofstream(folder_ / "inputs/assets/0/hero.glb") << "glTF";
  fs::resize_file(folder_ / "inputs/assets/0/hero.glb", std::uintmax_t{1} << 40);
  expect_ended(run("judge inputs --against kept"), 2, {"FILE_SIZE", "hero.glb"});
}

TEST_F(ExportTest, without_the_export_the_judge_cannot_detect_missing_inputs) {
  take_away_all_but_one();
  expect_ended(run("judge inputs"), 0, {"1 input: only the exporter knows"});
  EXPECT_EQ(run("judge inputs --quiet").out, "");
}

TEST_F(ExportTest, an_input_of_an_unknown_case_is_refused) {
  json changed = index();
  changed["questions"][0]["case"] = "hierarchy.no.such.case";
  std::ofstream(folder_ / "inputs/questions.json") << changed.dump();
  expect_ended(run("judge inputs"), 2, {"QUESTION_UNKNOWN at hierarchy.no.such.case"});
}

// Declarations and options without effect give a warning.
const std::string program = BINDPOSE_PROGRAM;

/// Runs the program's verbs with a subject that declares the given capabilities and gives no output.
struct WarningsTest : testing::Test {
  Ran run(const std::string& words) const { return run_in(folder_, program + " " + words); }

  std::string declaring(const std::string& capabilities) const {
    std::ofstream(folder_ / "subject.py") << fmt::format(
        R"(import sys, json
for line in sys.stdin:
    m = json.loads(line)
    if m["cmd"] == "stop": break
    if m["cmd"] == "start": r = {{"protocol": 1, "implementation": {{"name": "c"}}, "capabilities": {}}}
    else: r = {{"seq": m["seq"], "ok": False, "message": "not yet"}}
    print(json.dumps(r), flush=True)
)",
        capabilities);
    return fmt::format("'cmd:python3 {}' ", (folder_ / "subject.py").string());
  }

  const TemporaryFolder folder_;
};

TEST_F(WarningsTest, declarations_that_match_nothing_are_reported) {
  const std::string subject = declaring(
      R"([{"algorithm": "lbs", "levels": ["palette"], "options": {"normal_rules": ["direction"]}}])");
  expect_ended(run("subject check " + subject), 1,
               {"WRONG  it declares capabilities that no input matches: lbs has no option normal_rules"});
  const Ran tested = run("test --filter '*.linear_blend.bar.posed.*.palette.*' --subject " + subject);
  EXPECT_TRUE(has(tested.out, "declares capabilities that no input matches: lbs has no option normal_rules"));
}

TEST_F(WarningsTest, filters_that_match_nothing_are_reported) {
  const std::string lbs = "skinning.linear_blend.bar.posed.direction.palette.f32";
  const Ran exported = run("export out --filter 'nothing.*' --filter " + lbs);
  expect_ended(exported, 0, {"warning: --filter 'nothing.*' matches no case"});
  EXPECT_FALSE(has(exported.out, lbs + "' matches"));
  const std::string idle = "' matches no case; see 'bindpose list --cases'; did you mean '";
  expect_ended(run("test --subject reference-float --filter 'animation.lrep.*' --filter " + lbs + ".f32"), 3,
               {"warning: --filter 'animation.lrep.*" + idle + "animation.lerp.*'?",
                "warning: --filter '" + lbs + ".f32" + idle + lbs + "'?"});
  expect_ended(
      run("test --subject reference-float --filter fk.matrix"), 3,
      {"'fk.matrix' matches no case; see 'bindpose list --cases'; its cases: 'hierarchy.fk_matrix.*'"});
  const Ran early =
      run("test --subject gpu:surfaceless --filter animation.slrep.turn.120.pose.f32 --out filtered");
  expect_ended(
      early, 3,
      {"; did you mean 'animation.slerp.turn.120.pose.f32'?", "\nNOTHING RAN: --filter chooses no case.\n"});
  EXPECT_FALSE(has(early.out, "gpu")) << "no device is opened";
  EXPECT_FALSE(std::filesystem::exists(folder_ / "filtered/results.json"));
  expect_ended(run("deqp --subject reference-float --deqp-case='nothing.*," + lbs + ".*'"), 0,
               {"warning: --deqp-case 'nothing.*' matches no case"});
  for (const char* verb : {"mutation-score", "power"})  // the second is its former name
    expect_ended(run(std::string(verb) + " --filter 'nope*'"), 3,
                 {"warning: --filter 'nope*' matches no case"});
  std::filesystem::create_directories(folder_ / "class/student");
  std::filesystem::create_directories(folder_ / "empty");
  const std::string grade = "grade --rubric " BINDPOSE_CONFORMANCE
                            "/course/rubric.json --command 'cmd:python3 {}/s.py' --no-sandbox ";
  expect_ended(run(grade + "--class class --only 'zzz*' --out grades"), 3,
               {"warning: --only 'zzz*' matches no submission in class"});
  expect_ended(run(grade + "--class empty --out none"), 3,
               {"warning: no submission is in empty: each is a folder"});
}

TEST_F(WarningsTest, moments_without_clips) {
  const std::string error = " clips of --asset, and excludes --every-key";
  expect_ended(run("test --moments 3 --subject reference-float"), 2, {"--moments: is for" + error});
  expect_ended(run("test --budget 3 --every-key --asset a.glb --subject reference-float"), 2,
               {"--budget: is for" + error});
}

TEST_F(WarningsTest, an_invalid_asset_costs_its_own_cases_only) {
  std::ofstream(folder_ / "broken.gltf") << R"({"asset": {"version": "2.0"}, "meshes": 5})";
  expect_ended(run("export out --asset broken.gltf --filter 'skinning.linear_blend.bar.posed.*.palette.*'"),
               1, {"inputs in out", "broken.gltf"});
  EXPECT_FALSE(has(slurp(folder_ / "out/questions.json"), "broken.gltf"));
  expect_ended(run("subject check " + declaring(R"([{"algorithm": "lbs", "levels": ["palette"]}])") +
                   " --asset broken.gltf"),
               1, {"The adapter works"});
}

TEST_F(WarningsTest, invalid_values_of_accept_are_refused) {
  const std::string lbs = "skinning.linear_blend.bar.posed.direction.palette.f32";
  const auto refused = [this](const std::string& words, const std::string& why) {
    expect_ended(run(words), 2, {why});
  };
  const std::string exporting = "export out --filter " + lbs + " --accept ";
  refused(exporting + "half-palette", "changes no input");
  refused(exporting + "space=joint", "not a convention of engines");
  EXPECT_EQ(run(exporting + "weight_sum=renormalised").exit_code, 0);
  refused("judge out --accept normal_rule=direction", "export already chose");
  EXPECT_EQ(run("judge out --accept half-palette").exit_code, 1) << "outputs are missing";
}

TEST_F(WarningsTest, deqp_accepts_what_test_accepts) {
  expect_ended(run("deqp --subject reference-float --accept normal_rule=inverse-transpose-of-blend "
                   "--deqp-case='skinning.linear_blend.cylinder.bend-0.direction.palette.*normal_rule-*'"),
               0, {"CompatibilityWarning"});
  EXPECT_EQ(run("deqp --subject reference-float --accept half").exit_code, 2);
}

/// A triangle on a node that a clip moves by (2, 0, 0) in a second.
std::string moving_triangle() {
  // (0, 0, 0), (1, 0, 0), (0, 1, 0); at 0 and 1 s; by (0, 0, 0) and (2, 0, 0).
  const std::string numbers =
      "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8A"
      "AAAAAAAAAAAAAAAAAABAAAAAAAAAAAA=";
  return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "animations": [{"name": "go", "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
                    "samplers": [{"input": 1, "output": 2}]}],
    "buffers": [{"byteLength": 68, "uri": "data:application/octet-stream;base64,)" +
         numbers + R"("}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 8},
                    {"buffer": 0, "byteOffset": 44, "byteLength": 24}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3, "min": [0, 0, 0], "max": [1, 1, 0]},
                  {"bufferView": 1, "componentType": 5126, "type": "SCALAR", "count": 2, "min": [0], "max": [1]},
                  {"bufferView": 2, "componentType": 5126, "type": "VEC3", "count": 2}]})";
}

struct PoseTest : testing::Test {
  PoseTest() { EXPECT_TRUE(write_file(file("go.gltf"), std::string_view(moving_triangle()))); }

  std::filesystem::path file(const char* name) const { return folder_ / name; }
  Ran pose(const std::string& words) const { return run_in(folder_, BINDPOSE_PROGRAM " pose " + words); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_.path()),
                                                  std::filesystem::directory_iterator()));
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(PoseTest, warnings_about_the_file_are_printed) {
  std::string text = moving_triangle();
  text.insert(1, R"("extensionsUsed": ["VRMC_springBone"], )");
  EXPECT_TRUE(write_file(file("go.gltf"), std::string_view(text)));
  expect_ended(pose("go.gltf -o posed.ply"), 0,
               {"warning EXTENSION_NOT_APPLIED go.gltf#/extensionsUsed/0: 'VRMC_springBone'"});
}

TEST_F(PoseTest, numbers_are_in_double_precision) {
  expect_ended(pose("go.gltf --clip go --time 0.3 -o posed.safetensors"), 0,
               {"posed.safetensors: 3 vertices, 1 triangles"});
  BINDPOSE_ASSERT(const auto tensors, from_safetensors(*read_file(file("posed.safetensors"))));
  const double moved = 2 * static_cast<double>(0.3F);
  EXPECT_EQ(tensors.find("parts-no-normals.positions")->array.reals(),
            (Array::Reals{moved, 0, 0, 1 + moved, 0, 0, moved, 1, 0}));
  EXPECT_EQ(tensors.find("parts-no-normals.triangles")->array.integers(), (Array::Integers{0, 1, 2}));
  EXPECT_EQ(tensors.metadata.at("clip"), "go");
}

TEST_F(PoseTest, a_glb_is_valid_gltf_and_a_ply_has_the_vertices) {
  ASSERT_EQ(pose("go.gltf --clip 0 --time 1 -o posed.glb").exit_code, 0);
  BINDPOSE_ASSERT(const auto asset, gltf::load(file("posed.glb").string()));
  EXPECT_EQ(asset.meshes[0].primitives[0].mesh.positions[1], Vec3<double>(3, 0, 0));
  ASSERT_EQ(pose("go.gltf -o rest.ply").exit_code, 0);
  EXPECT_EQ(slurp(file("rest.ply")).find("ply\nformat binary_little_endian 1.0\nelement vertex 3\n"), 0U);
}

TEST_F(PoseTest, errors_have_a_code_and_leave_no_file) {
  ASSERT_TRUE(write_file(file("broken.glb"), std::string_view("glTF")));
  const std::size_t before = files() + 1;  // with the message
  for (const auto& [words, said, code] : std::vector<std::tuple<std::string, std::string, int>>{
           {"go.gltf --clip no -o x.glb", "CLIP_UNKNOWN", 2},
           {"go.gltf --clip 1 -o x.glb", "CLIP_UNKNOWN", 2},
           {"go.gltf --clip \"$(printf '\\033[2J')\" -o x.glb", "CLIP_UNKNOWN", 2},
           {"go.gltf --time 1 -o x.glb", "ARGUMENT", 2},
           {"go.gltf --clip go --time nan -o x.glb", "NOT_FINITE", 2},
           {"go.gltf --clip go --time 1e300 -o x.glb", "NOT_FINITE", 2},
           {"go.gltf --method no -o x.glb", "METHOD_UNKNOWN", 2},
           {"go.gltf -o x.obj", "OUT_FORMAT", 2},
           {"go.gltf -o nowhere/x.glb", "FILE_WRITE", 2},
           {"go.gltf", "-o", 2},
           {"none.glb -o x.glb", "none.glb: no such file", 1},
           {". -o x.glb", ".: is not a file", 1},
           {"broken.glb -o x.glb", "GLB_", 1}}) {
    const Ran ran = pose(words);
    expect_ended(ran, code, {said});
    EXPECT_EQ(ran.out.find('\x1b'), std::string::npos) << words;
    EXPECT_EQ(files(), before) << words;
  }
}

}  // namespace bindpose::conformance::files_test
