// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads golden cases with only a JSON parser and checks linear blend skinning against them.
//   g++ -std=c++17 -O2 read.cpp -o read && ./read golden/data/skinning/linear_blend
// Exits with 1 if an output is out of bounds, with 2 if the folder cannot be read.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// Numbers of any stored type as double, flat and row-major.
struct Numbers {
  std::vector<std::size_t> shape;
  std::vector<double> data;
};
using Arrays = std::map<std::string, Numbers>;

template <class T>
std::vector<double> convert(const char* from, std::size_t bytes) {
  std::vector<T> numbers(bytes / sizeof(T));
  std::memcpy(numbers.data(), from, bytes);  // little-endian, as on all common machines
  return {numbers.begin(), numbers.end()};
}

Arrays load(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(in), {}};
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof length);
  const auto header = nlohmann::json::parse(file.substr(8, length));
  Arrays arrays;
  for (const auto& [name, tensor] : header.items()) {
    if (name == "__metadata__") continue;
    const std::size_t begin = tensor["data_offsets"][0];
    const std::size_t end = tensor["data_offsets"][1];
    const char* from = file.data() + 8 + length + begin;
    const std::string dtype = tensor["dtype"];
    arrays[name] = {tensor["shape"], dtype == "F64"   ? convert<double>(from, end - begin)
                                     : dtype == "F32" ? convert<float>(from, end - begin)
                                                      : convert<std::int32_t>(from, end - begin)};
  }
  return arrays;
}

/// Rows 0-2 of B times (d, w), appended; directions are normalised.
void append(std::vector<double>& out, const double (&B)[12], const double* d, double w) {
  double y[3];
  for (int r = 0; r < 3; ++r)
    y[r] = B[4 * r] * d[0] + B[4 * r + 1] * d[1] + B[4 * r + 2] * d[2] + B[4 * r + 3] * w;
  const double length = std::hypot(y[0], y[1], y[2]);
  for (const double c : y)
    out.push_back(w == 0 && length > 0 ? c / length : c);
}

/// B = sum_i w_i M_i;  x' = B (x, 1),  n' = normalize(B (n, 0)),  t' = normalize(B (t, 0)).
std::map<std::string, std::vector<double>> linear_blend_skinning(const Arrays& arrays) {
  const Numbers& joints = arrays.at("input.joints");
  const std::vector<double>& weights = arrays.at("input.weights").data;
  const std::vector<double>& palette = arrays.at("input.palette").data;
  std::map<std::string, std::vector<double>> answer;
  const std::size_t slots = joints.shape[1];
  for (std::size_t v = 0; v < joints.shape[0]; ++v) {
    double B[12] = {};
    for (std::size_t i = v * slots; i < (v + 1) * slots; ++i) {
      if (weights[i] == 0) continue;  // a slot without weight may name a joint that holds NaN
      const double* M = &palette[12 * static_cast<std::size_t>(joints.data[i])];
      for (int e = 0; e < 12; ++e)
        B[e] += weights[i] * M[e];
    }
    append(answer["positions"], B, &arrays.at("input.positions").data[3 * v], 1);
    if (arrays.count("input.normals"))
      append(answer["normals"], B, &arrays.at("input.normals").data[3 * v], 0);
    if (!arrays.count("input.tangents")) continue;
    const double* tangent = &arrays.at("input.tangents").data[4 * v];
    append(answer["tangents"], B, tangent, 0);
    answer["tangents"].push_back(tangent[3]);
  }
  return answer;
}

/// Prints one line; true if every number with a bound is within it.
bool check(const std::string& name, const Arrays& arrays) {
  auto answer = linear_blend_skinning(arrays);
  double largest = 0;
  bool good = true;
  for (const auto& [key, expected] : arrays) {
    if (key.rfind("expected.", 0) != 0) continue;
    const std::string array = key.substr(9);
    const std::vector<double>& mine = answer[array];
    const std::vector<double>& bounds = arrays.at("bound." + array).data;
    good = good && mine.size() == expected.data.size();
    for (std::size_t i = 0; good && i < mine.size(); ++i) {
      if (std::isinf(bounds[i])) continue;  // undefined, or not judged
      const double difference = std::fabs(mine[i] - expected.data[i]);
      good = difference <= bounds[i];  // false for NaN
      largest = std::max(largest, difference);
    }
  }
  std::printf("%s: largest difference %.3g, %s\n", name.c_str(), largest,
              good ? "within bounds" : "out of bounds");
  return good;
}

int main(int argc, char** argv) try {
  const std::string folder = argc > 1 ? argv[1] : "golden/data/skinning/linear_blend";
  std::ifstream in(folder + "/cases.json");
  int checked = 0;
  int failed = 0;
  const nlohmann::json index = nlohmann::json::parse(in);
  for (const auto& c : index["cases"]) {
    if (c["level"] != "palette" || c["options"] != nlohmann::json{{"normal_rule", "direction"}}) continue;
    ++checked;
    if (!check(c["name"], load(folder + "/" + c["file"].get<std::string>()))) ++failed;
  }
  if (failed > 0)
    std::printf("%d cases, %d out of bounds\n", checked, failed);
  else
    std::printf("%d cases, all within bounds\n", checked);
  return checked > 0 && failed == 0 ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
