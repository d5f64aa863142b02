// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_ccd.h"

namespace bindpose::ik {
namespace {

/// Whether joint i turns at all.
template <class T>
bool turns(const std::vector<T>& x, std::size_t i, std::size_t end, const Vec3<double>& goal) {
  const Vec3<T> a = difference<T>(point(x, end), point(x, i));
  const Vec3<T> b = difference<T>(goal.cast<T>(), point(x, i));
  if (!(a.dot(a) > T(0)) || !(b.dot(b) > T(0))) return false;
  // Which side of a right angle matters to nobody, so it is no decision; only behind the joint may v vanish.
  if (!(to_double(T(a.dot(b))) < 0)) return true;
  const Vec3<T> v = a.cross(b);
  return v.dot(v) > T(0);
}

/// R y, R the shortest rotation from a to b.
template <class S>
struct Turn {
  S c;
  Vec3<S> v;

  Turn(const Vec3<S>& a, const Vec3<S>& b) {
    const S lengths = norm_of<S>(a) * norm_of<S>(b);
    c = stored(S(a.dot(b) / lengths));
    v = stored_entries(Vec3<S>(a.cross(b) / lengths));
  }
  Vec3<S> operator()(const Vec3<S>& y) const {
    const S along = v.dot(y) / (S(1) + c);
    return c * y + v.cross(y) + along * v;
  }
};

}  // namespace

template <class T>
Chain<T> ik_ccd(const Chain<double>& rest, const Vec3<double>& goal, int iterations, CcdOrder order) {
  const std::size_t end = rest.size() - 1;
  Stages<T> stages(numbers_of<T>(rest));
  for (int k = 0; k < iterations; ++k)
    for (std::size_t visit = 0; visit < end; ++visit) {
      const std::size_t i = order == CcdOrder::tip_to_root ? end - 1 - visit : visit;
      if (!turns(stages.numbers(), i, end, goal)) continue;
      stages.run([i, end, &goal]<class S>(std::vector<S> x) {
        const Vec3<S> p = point(x, i);
        const Turn<S> R(difference<S>(point(x, end), p), difference<S>(goal.cast<S>(), p));
        for (std::size_t j = i + 1; j <= end; ++j)
          set_point<S>(x, j, p + R(difference<S>(point(x, j), p)));
        return x;
      });
    }
  return chain_of(stages.numbers(), rest.size());
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {{"order",
                                                    {"tip-to-root", "root-to-tip"},  // as in CcdOrder
                                                    OptionSpec::Kind::policy,
                                                    "in which order an iteration visits the joints"}};
  return declared;
}

struct IkCcd {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& arrays, const Options& chosen) const {
    const auto order = choice_index(options(), chosen, "order");
    if (!order) return tl::unexpected(order.error());
    const auto question = IkQuestion::read(arrays);
    if (!question) return tl::unexpected(question.error());
    const auto iterations = read_iterations(arrays);
    if (!iterations) return tl::unexpected(iterations.error());
    return answer_ik<T>(*question, [&](const auto& rest, const auto& goal, std::size_t, const auto&) {
      return Solved<T>{ik_ccd<T>(rest, goal, *iterations, static_cast<CcdOrder>(*order))};
    });
  }
};

}  // namespace

Implementation ik_ccd_implementation() {
  return implement<IkCcd>(options());
}

#define BINDPOSE_INSTANTIATE(T) \
  template Chain<T> ik_ccd<T>(const Chain<double>&, const Vec3<double>&, int, CcdOrder);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::ik
