// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Elementary functions that use only float32 operations: GLSL's own sin, cos, atan and exp have at best an
// absolute error. Error at most 4 x 2^-23 of the result (Tracked's limit of a function) plus flushed subnormals,
// if + - * round to nearest and / is within 1 ulp:
//   sine, cosine      |x| <= 4096; beyond, the reduction loses digits
//   arctangent2       finite y, x, not both so small that y / x underflows; 0 for (0, 0); y = -0 counts as 0
//   arccosine         -1 <= x <= 1; beyond, the value at the closer end
//   exponential       -87 <= x <= 88; 0 or infinity beyond the range of float32
// The polynomials are minimax approximations of the relative error (Remez), each good to 0.1 ulp. Reduction after
// W. J. Cody and W. Waite, Software Manual for the Elementary Functions, 1980: pi / 2 and ln 2 in short parts
// whose products with a small integer are exact.

// Keeps a compiler from combining the parts. OpenGL has it from 4.0 on, OpenGL ES 3.1 only by extension.
#if defined(GL_EXT_gpu_shader5) || (!defined(GL_ES) && __VERSION__ >= 400)
#define AS_WRITTEN precise
#else
#define AS_WRITTEN
#endif

// x - n pi / 2, n the nearest integer
float quarter_turns_removed(float x, out int n) {
  float k = floor(x * 0.636619747 + 0.5);
  n = int(k);
  AS_WRITTEN float r = x - k * 1.5703125;
  r = r - k * 0.000483751297;
  r = r - k * 7.54953362e-08;
  r = r - k * 2.56334407e-12;
  return r;
}

// Sine (quarter 0), cosine (1), -sine (2), -cosine (3) of r, |r| <= pi / 4
float sine_of_quarter(float r, int quarter) {
  float z = r * r;
  float s = r + r * (z * (-0.166666538 + z * (0.00833213329 + z * -0.000195114582)));
  float c = 1.0 - (0.5 * z - z * (z * (0.0416666456 + z * (-0.0013887278 + z * 2.44287858e-05))));
  float y = (quarter & 1) == 0 ? s : c;
  return (quarter & 2) == 0 ? y : -y;
}

float sine(float x) {
  int n;
  float r = quarter_turns_removed(x, n);
  return sine_of_quarter(r, n);
}

float cosine(float x) {
  int n;
  float r = quarter_turns_removed(x, n);
  return sine_of_quarter(r, n + 1);
}

float arctangent2(float y, float x) {
  float across = abs(x), up = abs(y);
  float larger = max(across, up), smaller = min(across, up);
  float a = larger == 0.0 ? 0.0 : smaller / larger;
  float z = a * a;
  float p = -0.0311779026 + z * (0.0109146331 + z * -0.00179362716);
  p = -0.0840345472 + z * (0.0579576567 + z * p);
  p = -0.333332986 + z * (0.199985489 + z * (-0.142642424 + z * (0.109521873 + z * p)));
  float angle = a + a * (z * p);
  if (up > across) angle = (1.57079637 - angle) - 4.37113883e-08;
  if (x < 0.0) angle = (3.14159274 - angle) - 8.74227766e-08;
  return y < 0.0 ? -angle : angle;
}

// The angle between (1, 0) and (x, sqrt(1 - x^2)), halved so that neither root cancels.
float arccosine(float x) {
  float c = clamp(x, -1.0, 1.0);
  return 2.0 * arctangent2(sqrt(1.0 - c), sqrt(1.0 + c));
}

// 2^n, -126 <= n <= 127
float power_of_two(int n) { return intBitsToFloat((n + 127) << 23); }

float exponential(float x) {
  float c = clamp(x, -104.0, 89.0);
  float k = floor(c * 1.44269502 + 0.5);
  AS_WRITTEN float r = c - k * 0.693359375;
  r = r - k * -0.000212194440;
  float p = 0.00833350327 + r * (0.00139457395 + r * 0.000197892892);
  p = 0.5 + r * (0.166666657 + r * (0.0416662805 + r * p));
  int n = int(k);
  int half_n = n / 2;  // 2^n itself may exceed float32
  return ((1.0 + (r + r * (r * p))) * power_of_two(half_n)) * power_of_two(n - half_n);
}

