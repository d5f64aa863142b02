// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the arrays and options of an algorithm's input and output, declared once.
//
// A declaration lists arrays and options. They define the checks of an input, the tables of arrays in the pages,
// `bindpose explain ID --arrays`, and the check that the GLSL body reads only declared arrays.
//
//   Declaration{
//       .inputs = mesh_arrays() + ArrayList{real("bone_heads", "a_j", "J 3", Kind::point(Space::mesh),
//                                                "where joint j's bone begins").finite().where_used()},
//       .outputs = ..., .options = {normal_rule_choice.spec()}}
//
// A shape is written in extents: numbers, and symbols (V vertices, K influence slots per vertex, J joints ...)
// that stand for the same number wherever they occur in one input. The first array with a symbol defines its size.
// A symbol in lower case is the width of a row (w numbers per value), not a count of rows: messages name the row.
#pragma once

#include <algorithm>
#include <limits>
#include <map>

#include "reference/model/arrays.h"
#include "reference/model/kind.h"

namespace bindpose {

/// Entry level of a subject: `palette` gets skinning matrices, `pose` local transforms or keyframes, `asset`
/// a file and a time.
enum class Level { palette, pose, asset };
std::string_view to_string(Level level);

/// Chosen variant of an algorithm, e.g. {"normal_rule": "direction"}; absent keys mean the first value
/// declared.
using Options = std::map<std::string, std::string>;

/// A rule for the numbers of an array.
struct Rule {
  enum class Kind {
    finite,        ///< NOT_FINITE
    unit,          ///< each row a quaternion or an axis of length 1 within 0.02: NOT_FINITE, NOT_UNIT
    non_negative,  ///< NEGATIVE_WEIGHT
    index,         ///< 0 .. (extent `of`) - 1; without `of`, at least 0: INDEX_RANGE
    forest,        ///< -1 or a parent, no cycle: INDEX_RANGE, CYCLE
    within,        ///< low .. high; without low, at most high: PARAMETER_RANGE
    counts,        ///< its only number, at least 0, is the extent `of`; not checked
    above,         ///< more than low: PARAMETER_RANGE
    not_empty,     ///< at least one row: COUNT_MISMATCH
    increasing,    ///< each number is above the previous one: TIME_ORDER
    extent,        ///< if there is a row, the extent `of` is low .. high: COUNT_MISMATCH
    exactly,       ///< at least low: the code `of`
    none,          ///< no rows: the code `of`
    invertible,    ///< each (C | t) has an inverse: SINGULAR_BIND
    bones,         ///< consecutive points of a chain are further apart than 2^-60 metres: ZERO_BONE
  };
  Kind kind = Kind::finite;
  std::string_view of = {};
  double low = 0, high = 0;
};
/// In words, such as "at least 0".
std::string to_string(const Rule& rule);

/// One array of an input or an output.
struct ArrayDeclaration {
  std::string_view name;          ///< "bone_heads"
  std::string_view symbol;        ///< symbol in the page's formula: "a_j"; empty: none
  bool is_real = true;            ///< false: integers
  std::string_view shape;         ///< "J 3"
  Kind kind = {};                 ///< a point in mesh space, a rotation ...
  std::string_view meaning = {};  ///< one phrase
  bool is_optional = false;
  bool only_palette = false;  ///< exists at level palette only
  bool only_pose = false;     ///< exists at level pose only
  bool is_rows_of =
      false;  ///< its first extent is a count of its own: COUNT_MISMATCH if it differs from the symbol's
  bool only_where_used = false;      ///< rows of joints without an influence of weight above 0 are free
  std::string_view only_where = {};  ///< rows are free if this array is 0 there
  std::string_view beside = {};      ///< required if the input has this array
  std::string_view instead_of = {};  ///< required if the input does not have this array
  std::string_view except_rows_beside = {};  ///< rows are free if this array is not 0 there
  std::string_view least_of = {};            ///< an extent with a minimum ...
  std::size_t least = 0;                     ///< ... of this size: ARRAY_SHAPE
  bool is_named_by_row = false;              ///< errors name only its first index
  bool is_checked_later = false;  ///< the code that uses it, or the result of its tracks, checks its rules
  bool is_read_elsewhere =
      false;  ///< one of several with numbered names; the code that uses them reads and checks them
  bool are_rotations = false;  ///< rows are unit quaternions: q and -q are the same output
  bool names_numbers = false;  ///< an error names the number, not its row
  std::vector<Rule> rules = {};

  // Builder of an array's declaration: real("weights", "w_i", "V K", "...").finite().non_negative()
  ArrayDeclaration optional() const { return set(&ArrayDeclaration::is_optional, true); }
  ArrayDeclaration at_palette() const { return set(&ArrayDeclaration::only_palette, true); }
  ArrayDeclaration at_pose() const { return set(&ArrayDeclaration::only_pose, true); }
  ArrayDeclaration counted() const { return set(&ArrayDeclaration::is_rows_of, true); }
  ArrayDeclaration where_used() const { return set(&ArrayDeclaration::only_where_used, true); }
  ArrayDeclaration where(std::string_view array) const { return set(&ArrayDeclaration::only_where, array); }
  /// Without `array` in the input, all rows count.
  ArrayDeclaration except_where(std::string_view array) const {
    return set(&ArrayDeclaration::except_rows_beside, array);
  }
  ArrayDeclaration at_least(std::size_t count, std::string_view extent) const {
    return set(&ArrayDeclaration::least_of, extent).set(&ArrayDeclaration::least, count);
  }
  ArrayDeclaration named_by_row() const { return set(&ArrayDeclaration::is_named_by_row, true); }
  ArrayDeclaration checked_later() const { return set(&ArrayDeclaration::is_checked_later, true); }
  ArrayDeclaration asked_beside(std::string_view array) const {
    return set(&ArrayDeclaration::beside, array);
  }
  ArrayDeclaration asked_instead_of(std::string_view array) const {
    return set(&ArrayDeclaration::instead_of, array);
  }
  ArrayDeclaration read_elsewhere() const { return set(&ArrayDeclaration::is_read_elsewhere, true); }
  ArrayDeclaration rotations() const { return set(&ArrayDeclaration::are_rotations, true); }
  ArrayDeclaration each_number() const { return set(&ArrayDeclaration::names_numbers, true); }
  ArrayDeclaration finite() const { return rule({Rule::Kind::finite}); }
  ArrayDeclaration unit_quaternions() const { return rule({Rule::Kind::unit}); }
  ArrayDeclaration non_negative() const { return rule({Rule::Kind::non_negative}); }
  ArrayDeclaration index_into(std::string_view extent) const { return rule({Rule::Kind::index, extent}); }
  ArrayDeclaration index() const { return rule({Rule::Kind::index}); }
  ArrayDeclaration at_least_one(std::string_view extent) const {
    return rule({Rule::Kind::extent, extent, 1, std::numeric_limits<double>::infinity()});
  }
  ArrayDeclaration exactly_one(std::string_view extent) const {
    return rule({Rule::Kind::extent, extent, 1, 1});
  }
  ArrayDeclaration forest() const { return rule({Rule::Kind::forest}); }
  ArrayDeclaration within(double low, double high) const { return rule({Rule::Kind::within, {}, low, high}); }
  ArrayDeclaration at_most(double high) const {
    return within(-std::numeric_limits<double>::infinity(), high);
  }
  ArrayDeclaration counts(std::string_view extent) const { return rule({Rule::Kind::counts, extent}); }
  ArrayDeclaration above(double low) const { return rule({Rule::Kind::above, {}, low}); }
  ArrayDeclaration not_empty() const { return rule({Rule::Kind::not_empty}); }
  ArrayDeclaration increasing() const { return rule({Rule::Kind::increasing}); }
  ArrayDeclaration unit_axes() const { return rule({Rule::Kind::unit, "axes"}); }
  ArrayDeclaration exactly(double value, std::string_view code) const {
    return rule({Rule::Kind::exactly, code, value});
  }
  ArrayDeclaration none(std::string_view code) const { return rule({Rule::Kind::none, code}); }
  ArrayDeclaration invertible() const { return rule({Rule::Kind::invertible}); }
  ArrayDeclaration bones() const { return rule({Rule::Kind::bones}); }

 private:
  template <class X>
  ArrayDeclaration set(X ArrayDeclaration::*member, std::type_identity_t<X> value) const {
    ArrayDeclaration changed = *this;
    changed.*member = std::move(value);
    return changed;
  }
  ArrayDeclaration rule(const Rule& added) const {
    ArrayDeclaration changed = *this;
    changed.rules.push_back(added);
    return changed;
  }
};

/// An array of real numbers; without a kind they are plain.
inline ArrayDeclaration real(std::string_view name, std::string_view symbol, std::string_view shape,
                             const Kind& kind, std::string_view meaning = {}) {
  return {name, symbol, true, shape, kind, meaning};
}
inline ArrayDeclaration real(std::string_view name, std::string_view symbol, std::string_view shape,
                             std::string_view meaning = {}) {
  return real(name, symbol, shape, Kind{}, meaning);
}
inline ArrayDeclaration integer(std::string_view name, std::string_view symbol, std::string_view shape,
                                std::string_view meaning = {}) {
  return {name, symbol, false, shape, {}, meaning};
}

/// The extents of its shape as written: "J", "3", "4".
std::vector<std::string_view> extents_of(const ArrayDeclaration& array);
/// True if it has a row for each vertex or for each joint.
inline bool is_per_vertex(const ArrayDeclaration& array) {
  return extents_of(array).front() == "V";
}
inline bool is_per_joint(const ArrayDeclaration& array) {
  return extents_of(array).front() == "J";
}

using ArrayList = std::vector<ArrayDeclaration>;
ArrayList operator+(ArrayList a, const ArrayList& b);

/// A choice that an algorithm offers to callers.
struct OptionSpec {
  enum class Kind {
    policy,       ///< the values give different results; a case chooses one
    formulation,  ///< the values are formulations of one result; the bound covers all
  };
  std::string_view name;
  std::vector<std::string_view> values;  ///< the first is the default
  Kind kind = Kind::policy;
  std::string_view meaning;
  /// Formulations: how many of the first values round differently. The other values compute the
  /// first formulation with other code.
  std::size_t distinct = 1;
  bool only_pose = false;      ///< makes no difference at level palette
  bool only_declared = false;  ///< only subjects that name a value other than the first get such inputs
  std::vector<std::string_view> beyond_bound = {};  ///< formulations that the float32 bound does not cover
};

/// True if the bound of an output covers the option's value.
inline bool is_bounded(const OptionSpec& spec, std::string_view value) {
  return std::ranges::find(spec.beyond_bound, value) == spec.beyond_bound.end();
}

using OptionList = std::vector<OptionSpec>;
OptionList operator+(OptionList a, const OptionList& b);

/// An option with the enumerator of each value.
template <class E>
struct Choice {
  std::string_view name;
  OptionSpec::Kind kind = OptionSpec::Kind::policy;
  std::vector<std::pair<std::string_view, E>> values;
  std::string_view meaning;
  std::size_t distinct = 1;
  bool only_pose = false;
  bool only_declared = false;
  std::vector<std::string_view> beyond_bound = {};

  OptionSpec spec() const {
    OptionSpec spec{name, {}, kind, meaning, distinct, only_pose, only_declared, beyond_bound};
    for (const auto& value : values)
      spec.values.push_back(value.first);
    return spec;
  }
};

struct Declaration {
  ArrayList inputs;       ///< in the order of the checks
  ArrayList stages = {};  ///< results of earlier stages, part of the output
  ArrayList outputs;      ///< judged arrays
  OptionList options = {};

  const ArrayDeclaration* find_input(std::string_view name) const;
  /// The output array or stage of this name.
  const ArrayDeclaration* find_answer(std::string_view name) const;
};

/// Size of each symbol of the shapes in an input.
using Extents = std::map<std::string, std::size_t, std::less<>>;

/// The level of an input: palette if it has an array of that level only, otherwise pose.
Level level_of(const Declaration& declaration, const ArraySet& question);

/// Checks that every array exists with the declared type and shape, then the rules of its numbers, in the order of
/// the declaration. Ignores undeclared arrays. Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE, COUNT_MISMATCH and
/// those of Rule, with the first offending element: "joints[3][1]". options: as checked below.
Expected<Extents> check(const Declaration& declaration, const ArraySet& question,
                        const Options& options = {});

/// Null if the option is unknown.
const OptionSpec* find_option(const OptionList& declared, std::string_view name);

/// Errors OPTION_UNKNOWN (an undeclared key), OPTION_VALUE (an undeclared value).
Expected<void> check(const OptionList& declared, const Options& options);

/// The value chosen for the option `name`: the one in `options`, else the first declared. Errors as check().
Expected<std::string_view> choice(const OptionList& declared, const Options& options, std::string_view name);

/// The index of the value among the declared ones.
Expected<std::size_t> choice_index(const OptionList& declared, const Options& options, std::string_view name);

}  // namespace bindpose
