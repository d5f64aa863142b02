// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/call/result.h"

#include <utility>

#include "conformance/defects/defect.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/named_defects.h"

namespace bindpose::conformance {
namespace {

/// Appends to the lists of a result.
template <class T>
void append(std::deque<T>& kept, std::vector<const T*>& list, const T& added, const T* const*& field,
            std::size_t& count) {
  kept.push_back(added);
  list.push_back(&kept.back());
  field = list.data();
  count = list.size();
}

std::int32_t outcome_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return BINDPOSE_PASS;
    case Outcome::not_supported:
      return BINDPOSE_UNDECIDED;
    case Outcome::invalid_output:
      return BINDPOSE_INVALID_OUTPUT;
    default:
      return BINDPOSE_FAIL;
  }
}

}  // namespace

const char* OwnedResult::keep(std::string words) {
  return texts_.emplace_back(std::move(words)).c_str();
}

const std::size_t* OwnedResult::keep(const Shape& shape) {
  return shapes_.emplace_back(shape).data();
}

const double* OwnedResult::keep(std::vector<double> values) {
  return doubles_.emplace_back(std::move(values)).data();
}

void OwnedResult::set_error(const Error& failure) {
  error_ = {keep(failure.code), keep(failure.where), keep(failure.message)};
  error = &error_;
}

void OwnedResult::set_text(std::string words) {
  text = keep(std::move(words));
}

void OwnedResult::add_expected(const ExpectedArray& array, bool is_stage) {
  const bool has_other = !array.other.values.empty();
  const bindpose_expected added = {.name = keep(array.name),
                                   .is_stage = is_stage ? 1 : 0,
                                   .are_rotations = array.rotations ? 1 : 0,
                                   .rank = static_cast<std::uint32_t>(array.shape.size()),
                                   .shape = keep(array.shape),
                                   .element_count = array.branch.values.size(),
                                   .values = keep(array.branch.values),
                                   .bounds = keep(array.branch.bounds),
                                   .other_values = has_other ? keep(array.other.values) : nullptr,
                                   .other_bounds = has_other ? keep(array.other.bounds) : nullptr,
                                   .length_bound = array.length_bound};
  append(expected_, expected_list_, added, expected, expected_count);
}

void OwnedResult::add_undefined(const std::string& array, const Undefined& row) {
  append(undefined_, undefined_list_, {keep(array), row.row, keep(row.code)}, undefined, undefined_count);
}

void OwnedResult::add_tensor(const std::string& name, const Shape& shape, std::int32_t type,
                             const void* data) {
  append(tensors_, tensor_list_,
         {keep(name), type, static_cast<std::uint32_t>(shape.size()), keep(shape), data}, tensors,
         tensor_count);
}

void OwnedResult::add_tensor(const std::string& name, const Shape& shape, std::vector<double> values) {
  add_tensor(name, shape, BINDPOSE_FLOAT64, keep(std::move(values)));
}

void OwnedResult::add_tensor(const std::string& name, const Shape& shape, std::vector<float> values) {
  add_tensor(name, shape, BINDPOSE_FLOAT32, floats_.emplace_back(std::move(values)).data());
}

void OwnedResult::add_tensor(const std::string& name, const Shape& shape, std::vector<std::int32_t> values) {
  add_tensor(name, shape, BINDPOSE_INT32, integers_.emplace_back(std::move(values)).data());
}

void OwnedResult::add_judged(const ArrayVerdict& array, bool is_stage) {
  append(judged_, judged_list_,
         {.name = keep(array.name),
          .is_stage = is_stage ? 1 : 0,
          .judged = array.judged,
          .undecided = array.undecided,
          .failing = array.failing,
          .worst_fraction = array.worst_fraction,
          .place = keep(array.judged == 0 ? "" : place(array.name, array.row, array.component, array.width)),
          .row = array.row,
          .component = array.component,
          .got = array.got,
          .expected = array.expected,
          .bound = array.bound},
         verdict_.arrays, verdict_.array_count);
}

void OwnedResult::set_verdict(const Verdict& said, std::string symptoms) {
  const Defect* const defect = named_defect(said);
  verdict_ = {.outcome = outcome_of(said.outcome),
              .detail = keep(said.detail),
              .defect = keep(said.defect),
              .defect_sentence = keep(std::string(defect == nullptr ? "" : defect->sentence)),
              .symptoms = keep(std::move(symptoms)),
              .precision_class = keep(said.precision_class),
              .policy = keep(said.policy),
              .first_wrong_stage = keep(said.first_wrong_stage),
              .worst_fraction = said.worst_fraction,
              .array_count = 0,
              .arrays = nullptr};
  for (const ArrayVerdict& array : said.arrays)
    add_judged(array, false);
  for (const ArrayVerdict& stage : said.stages)
    add_judged(stage, true);
  verdict = &verdict_;
}

}  // namespace bindpose::conformance
