// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/fresh/fresh_arrays.h"

#include <algorithm>

#include "reference/model/rows.h"
#include "reference/numeric/portable_angle.h"

namespace bindpose::conformance {
namespace {

/// A fresh input under construction.
class FreshArrays {
 public:
  FreshArrays(const Algorithm& algorithm, const ArraySet& base, const FreshChange& change, Random& random)
      : algorithm_(algorithm), base_(base), arrays_(base), change_(change), random_(random) {}

  ArraySet make() {
    change_mesh();
    change_pose();
    change_matrices();
    change_rigid_palette();
    change_quaternion_rows();
    change_tracks();
    change_chains();
    change_dofs();
    change_targets();
    change_examples();
    change_deformers();
    return std::move(arrays_);
  }

 private:
  double span(double half) { return change_.size * random_.uniform(-half, half); }
  /// A random factor that is never 1.
  double factor() {
    if (change_.exact) return random_.below(2) == 0 ? 0.5 : 2;
    return 1 + change_.size * random_.uniform(0.0625, 0.25);
  }
  /// A factor for numbers that no comparison uses. Such numbers may have any size even if the
  /// others must be exact.
  double amount() {
    if (!change_.exact) return factor();
    const std::size_t sixteenths = 4 + random_.below(25);
    return static_cast<double>(sixteenths == 16 ? 17 : sixteenths) / 16;
  }
  Vec3<double> shift() {
    return change_.exact ? Vec3<double>::Zero() : Vec3<double>(0.25 * change_.size * random_.point(1));
  }

  Quat<double> turn() {
    if (change_.exact) {
      Vec4<double> half_turn = Vec4<double>::Zero();  // w = 1: no rotation
      half_turn[static_cast<Eigen::Index>(random_.below(4))] = 1;
      return Quat<double>(half_turn);
    }
    const Vec3<double> axis = random_.direction();
    const double angle = change_.turned ? change_.size * random_.uniform(0.1, 0.5) : 0;
    return portable_rotation(angle, axis.normalized());
  }

  static void put(double& x, double value) { x = to_float32(value); }
  void put_turned(double* row, const Quat<double>& turn, bool unit = true) const {
    Quat<double> q = turn * quaternion_at(row);
    if (unit && !change_.exact) q.normalize();
    put_quaternion(row, Quat<double>(q.coeffs().unaryExpr(&to_float32).eval()));
  }
  static void put_vector(double* row, const Vec3<double>& v) {
    for (int c = 0; c < 3; ++c)
      put(row[c], v[c]);
  }

  void jitter(const char* name) {
    const Array::Reals* values = reals_of(arrays_, name);
    if (values == nullptr || values->empty() || change_.exact) return;
    double extent = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      double low = (*values)[c], high = low;
      for (std::size_t i = c; i < values->size(); i += 3) {
        low = std::min(low, (*values)[i]);
        high = std::max(high, (*values)[i]);
      }
      extent = std::max(extent, high - low);
    }
    if (!(extent > 0)) extent = 1;
    // Vertices at one position stay together, so seams do not open.
    std::map<std::array<double, 3>, Vec3<double>> moved;
    change_rows(arrays_, name, 3, [&](double* row, std::size_t) {
      if (std::isnan(row[0])) return;  // unread
      const auto [entry, is_new] = moved.try_emplace({row[0], row[1], row[2]}, Vec3<double>::Zero());
      if (is_new) entry->second = change_.size * 0.01 * extent * random_.point(1);
      put_vector(row, Vec3<double>(row[0], row[1], row[2]) + entry->second);
    });
  }

  void change_mesh() {
    // The moments of direct delta mush contain the positions from which they were computed.
    if (!base_.has("omegas")) jitter("positions");
    jitter("key_positions");
    scale("stretches", 3);
    scale("twists", 1);
  }

  void scale(const char* name, std::size_t width, bool keeps_ones = false) {
    change_rows(arrays_, name, width, [&](double* row, std::size_t) {
      if (keeps_ones && std::all_of(row, row + width, [](double x) { return x == 1; })) return;
      const double f = factor();
      for (std::size_t c = 0; c < width; ++c)
        put(row[c], f * row[c]);
    });
  }

  void change_pose() {
    scale("local_translations", 3);
    change_rows(arrays_, "local_rotations", 4, [&](double* row, std::size_t) { put_turned(row, turn()); });
    scale("local_scales", 3, true);
  }

  /// A small rigid motion after each matrix.
  void change_matrices() {
    for (const char* name : {"palette", "world", "bind", "offsets", "local_matrices", "rest"}) {
      const Array* array = base_.find(name);
      if (array == nullptr || array->shape.size() != 3 || array->shape[2] != 4) continue;
      change_rows(arrays_, name, 12, [&](double* row, std::size_t) {
        const Quat<double> q = turn();
        const Vec3<double> t = shift();
        const Affine<double> motion{q.toRotationMatrix(), t};
        const Affine<double> map = motion * affine_at(row);
        put_affine(row, {map.linear.unaryExpr(&to_float32), map.translation.unaryExpr(&to_float32)});
      });
    }
  }

  /// Joints of a skull move together: the jaw keeps its position in the head.
  void change_rigid_palette() {
    Array::Reals* translations = reals_of(arrays_, "palette_translations");
    if (translations == nullptr) return;
    const bool together = base_.has("skull_joints");
    Quat<double> q = Quat<double>::Identity();
    Vec3<double> moved = Vec3<double>::Zero();
    change_rows(arrays_, "palette_rotations", 4, [&](double* row, std::size_t j) {
      if (j == 0 || !together) q = turn(), moved = shift();
      double* t = translations->data() + 3 * j;
      put_vector(t, q * Vec3<double>(t[0], t[1], t[2]) + moved);
      put_turned(row, q);
    });
  }

  /// Rotates related rotations together, so that the angles between them stay.
  void change_quaternion_rows() {
    if (const Array* rotations = base_.find("rotations")) {
      const Shape& shape = rotations->shape;
      const bool loop = algorithm_.id == "anim.pose-loop";
      std::vector<Quat<double>> turns(shape.size() == 3 && loop ? shape[1] : shape[0]);
      for (Quat<double>& q : turns)
        q = turn();
      const std::size_t together = shape.size() == 3 && !loop ? shape[1] : 1;
      change_rows(arrays_, "rotations", 4, [&](double* row, std::size_t r) {
        put_turned(row, turns[loop ? r % turns.size() : r / together]);
      });
      scale("translations", 3);
    }
    const Array* a = base_.find("a");
    if (a == nullptr || !base_.has("b") || a->shape.size() != 2) return;
    const bool is_rotation = algorithm_.id != "interp.lerp";
    const std::size_t width = a->shape[1];
    Array::Reals& b = *reals_of(arrays_, "b");
    change_rows(arrays_, "a", width, [&](double* row, std::size_t r) {
      const Quat<double> q = turn();
      const double f = factor();
      for (double* x : {row, b.data() + r * width}) {
        if (is_rotation) put_turned(x, q);
        for (std::size_t c = 0; c < width && !is_rotation; ++c)
          put(x[c], f * x[c]);
      }
    });
    move_times("t", {0, 1}, 0);
  }

  /// Moves times strictly between two keys within the interval. Times on a key, next to a key or
  /// outside stay.
  void move_times(const char* name, std::vector<double> keys, double period) {
    Array::Reals* times = reals_of(arrays_, name);
    if (times == nullptr || keys.empty() || change_.exact) return;
    std::sort(keys.begin(), keys.end());
    if (period > 0) keys.push_back(keys.front() + period);
    for (double& t : *times) {
      const double turns = period > 0 ? std::floor((t - keys.front()) / period) * period : 0;
      const double phase = t - turns;
      const auto next = std::upper_bound(keys.begin(), keys.end(), phase);
      if (next == keys.begin() || next == keys.end()) continue;
      const double from = *(next - 1), length = *next - from;
      if (phase - from < 0.01 * length || *next - phase < 0.01 * length) continue;
      put(t, turns + from + length * random_.uniform(0.1, 0.9));
    }
  }

  std::vector<double> numbers(const std::string& name) const {
    const Array* array = base_.find(name);
    return array != nullptr && array->is_real() ? array->reals() : std::vector<double>{};
  }

  void change_values(const std::string& name, bool is_rotation, bool cubic) {
    const Quat<double> q = turn();
    const double f = factor();
    change_rows(arrays_, name, is_rotation ? 4 : 1, [&](double* row, std::size_t r) {
      if (is_rotation)
        put_turned(row, q, !cubic || r % 3 == 1);  // tangents are not rotations, but rotate with them
      else
        put(row[0], f * row[0]);
    });
  }

  /// Makes the period longer by less than the interval from the last key back to the first. Times between two
  /// keys stay between them; times in this interval or at its end stay there.
  std::vector<double> change_period() {
    Array::Reals* period = reals_of(arrays_, "period");
    if (period == nullptr) return {};
    if (!change_.exact) {
      const double given = period->front(), way_back = given - numbers("times").back();
      const double longer = to_float32(given + change_.size * random_.uniform(0.0625, 0.5) * way_back);
      const auto in_as_many_periods = [&](double t) {
        const double turns = std::floor(t / given), phase = t - turns * given;
        return to_float32(turns * longer + phase);
      };
      for (double& t : *reals_of(arrays_, "t"))
        t = in_as_many_periods(t);
      period->front() = longer;
    }
    return *period;
  }

  void change_tracks() {
    if (const Array* values = base_.find("values")) {
      const Array* flag = base_.find("is_rotation");
      const bool is_rotation = flag != nullptr && flag->integers()[0] != 0;
      change_values("values", is_rotation, values->shape.size() == 3);
    }
    const std::vector<double> period = change_period();
    if (base_.has("times")) move_times("t", numbers("times"), period.empty() ? 0 : period[0]);
    if (base_.has("key_times")) move_times("time", numbers("key_times"), 0);
    const Array* tracks = base_.find("tracks");
    if (tracks == nullptr || tracks->is_real()) return;
    std::vector<double> keys;
    for (std::size_t i = 0; i < tracks->shape[0]; ++i) {
      const std::string name = "track_" + std::to_string(i);
      const std::vector<double> own = numbers(name + "_times");
      keys.insert(keys.end(), own.begin(), own.end());
      change_values(name + "_values", tracks->integers()[3 * i + 1] == 1, tracks->integers()[3 * i + 2] == 2);
    }
    move_times("time", keys, 0);
  }

  /// Inverse kinematics: rotates and scales a chain with its goal and its pole about the origin as
  /// a whole.
  void change_chains() {
    const Array* rest = base_.find("rest");
    if (rest == nullptr || !base_.has("goals") || rest->shape.size() != 3) return;
    for (std::size_t row = 0; row < rest->shape[0]; ++row) {
      const Quat<double> q = turn();
      const double f = factor();
      for (const char* name : {"rest", "goals", "poles"}) {
        Array::Reals* values = reals_of(arrays_, name);
        if (values == nullptr) continue;
        const std::size_t width = values->size() / rest->shape[0];
        for (std::size_t i = row * width; i < (row + 1) * width; i += 3) {
          const Vec3<double> x((*values)[i], (*values)[i + 1], (*values)[i + 2]);
          put_vector(values->data() + i, f * (change_.turned ? Vec3<double>(q * x) : x));
        }
      }
    }
  }

  /// Keeps numbers inside or outside their limits.
  void change_dofs() {
    const std::vector<double> limits = numbers("dof_limits");
    change_rows(arrays_, "dof_values", 1, [&](double* value, std::size_t i) {
      const double low = limits[2 * i], high = limits[2 * i + 1];
      if (!(*value > low && *value < high) || change_.exact) return;
      const double moved = to_float32(*value + span(0.25));
      if (moved > low && moved < high) *value = moved;
    });
  }

  /// Changes the displacements of targets, but not their weights, which decide how many targets
  /// count.
  void change_targets() {
    scale("target_positions", 3);
    scale("colours", 4);
    scale("texture_coordinates", 2);
    scale("wrinkles", 1);
    scale("texels", 4);
  }

  /// Changes the examples, but not their poses: a pose that equals an example's pose stays equal.
  void change_examples() {
    scale("example_values", 1);
    jitter("example_positions");
    scale("eigendisplacements", 3);
    scale("eigennormals", 3);
  }

  /// Changes the strength of deformers, but not their ranges.
  void change_deformers() {
    for (const char* name : {"factors", "angles", "curvature", "contractions", "muscle_contractions"})
      change_rows(arrays_, name, 1, [&](double* row, std::size_t) { put(*row, amount() * *row); });
    scale("lattice_points", 3);
    scale("key_values", 3);
  }

  const Algorithm& algorithm_;
  const ArraySet& base_;
  ArraySet arrays_;
  FreshChange change_;
  Random& random_;
};

}  // namespace

ArraySet changed_arrays(const Algorithm& algorithm, const ArraySet& base, const FreshChange& change,
                        Random& random) {
  return FreshArrays(algorithm, base, change, random).make();
}

}  // namespace bindpose::conformance
