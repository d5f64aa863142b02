// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Free-form deformation.
//   X = sum_ijk B_i(l, s) B_j(m, t) B_k(n, u) P_ijk
//   n' = normalize(((S . n_0) X_t x X_u + (T . n_0) X_u x X_s + (U . n_0) X_s x X_t) / D), t' = normalize(J t_0)
// Symbols as in reference/deform/free_form.md. A degree is 1 .. 24.

UNIFORM_INPUT(lattice_origin, 3)
UNIFORM_INPUT(lattice_axes, 9)
UNIFORM_INPUT(degrees, 3)
UNIFORM_INPUT(lattice_points, any)

// B_i(l, s); 0 if i is not in 0 .. l
float bernstein(int l, int i, float s) {
#if defined(FORMULATION_POWERS)
  if (i < 0 || i > l) return 0.0;
  int binomial = 1;
  for (int p = 1; p <= i; ++p) binomial = binomial * (l - p + 1) / p;
  float r = 1.0 - s;
  float B = float(binomial);
  for (int p = 0; p < l; ++p) B *= p < i ? s : r;
  return B;
#endif
}

// (B_i(l, s), B'_i(l, s))
vec2 with_slope(int l, int i, float s) {
  return vec2(bernstein(l, i, s), float(l) * (bernstein(l - 1, i - 1, s) - bernstein(l - 1, i, s)));
}

vec3 axis(int i) { return vec3(lattice_axes[3 * i], lattice_axes[3 * i + 1], lattice_axes[3 * i + 2]); }

Surface skin(Surface rest) {
  vec3 S = axis(0), T = axis(1), U = axis(2);
  float D = dot(cross(T, U), S);
  vec3 x = rest.x - lattice_origin;
  vec3 s = vec3(dot(cross(T, U), x) / D, dot(cross(U, S), x) / D, dot(cross(S, T), x) / D);
  vec3 d = vec3(dot(cross(T, U), rest.t) / D, dot(cross(U, S), rest.t) / D, dot(cross(S, T), rest.t) / D);
#if defined(OUTSIDE_UNCHANGED)
  if (any(lessThan(s, vec3(0.0))) || any(greaterThan(s, vec3(1.0))))
    return Surface(rest.x, normalize(rest.n), normalize(rest.t));
#elif defined(OUTSIDE_POLYNOMIAL)
#endif
  int l = int(degrees.x), m = int(degrees.y), n = int(degrees.z);
  vec3 X = vec3(0.0), X_s = vec3(0.0), X_t = vec3(0.0), X_u = vec3(0.0);
  int p = 0;
  for (int i = 0; i <= l; ++i) {
    vec2 a = with_slope(l, i, s.x);
    for (int j = 0; j <= m; ++j) {
      vec2 b = with_slope(m, j, s.y);
      for (int k = 0; k <= n; ++k) {
        vec2 c = with_slope(n, k, s.z);
        vec3 P = vec3(lattice_points[p], lattice_points[p + 1], lattice_points[p + 2]);
        X += a.x * b.x * c.x * P;
        X_s += a.y * b.x * c.x * P;
        X_t += a.x * b.y * c.x * P;
        X_u += a.x * b.x * c.y * P;
        p += 3;
      }
    }
  }
  vec3 normal = (cross(X_t, X_u) * dot(S, rest.n) + cross(X_u, X_s) * dot(T, rest.n) + cross(X_s, X_t) * dot(U, rest.n)) / D;
  return Surface(X, normalize(normal), normalize(X_s * d.x + X_t * d.y + X_u * d.z));
}
