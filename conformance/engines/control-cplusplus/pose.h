// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Keyframes and skeletons.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "library.h"

namespace control {

using engines::Numbers;

/// A question's arrays and conventions.
class Question : public engines::Arrays {
 public:
  Question(const bindpose_question& question, bindpose_answer& answer)
      : Arrays(question, answer), question_(question) {}

  /// Whether it wants this convention; one that it does not name is the usual one.
  bool asks(std::string_view option, std::string_view value) const {
    for (std::size_t i = 0; i < question_.option_count; ++i)
      if (option == question_.options[i]->name) return value == question_.options[i]->value;
    return false;
  }

 private:
  const bindpose_question& question_;
};

enum Interpolation { step, linear, cubic };
enum Path { translation, rotation, scale };

struct Track {
  int joint, path, interpolation;
  Numbers times, values;
};

/// A track's numbers at a time; outside of its keys the nearest one's.
std::vector<double> sampled(const Track& track, double time);

struct Joint {
  int parent;
  Vector t;
  Quaternion q;
  Vector s;
  std::optional<Matrix> matrix;
};
using Pose = std::vector<Joint>;

void move(Pose& pose, const Track& track, double time);
/// The question's, as its tracks move it.
Pose pose_of(const Question& question);
/// Rotations as the question wants them.
Pose kept(Pose pose, const Question& question);
/// Scales and rotations each carried down for itself.
std::vector<Joint> world_joints(const Pose& pose);
std::vector<Matrix> world_matrices(const Pose& pose, const Question& question);

}  // namespace control
