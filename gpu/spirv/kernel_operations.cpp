// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/spirv/kernel_operations.h"

#include <algorithm>
#include <span>

#include <glslang/SPIRV/GLSL.std.450.h>

namespace bindpose::gpu {
namespace {

constexpr bool each = true, whole = false;

constexpr KernelOperation operations[] = {
    {spv::OpIAdd, "{0} + {1}"},
    {spv::OpISub, "{0} - {1}"},
    {spv::OpIMul, "{0} * {1}"},
    {spv::OpSDiv, "{0} / {1}"},
    {spv::OpUDiv, "{0} / {1}"},
    {spv::OpUMod, "{0} % {1}"},
    // GLSL does not define % of negative numbers; SPIR-V's and C's differ.
    {spv::OpSMod, "{0} % {1}"},
    {spv::OpSNegate, "-{0}"},
    {spv::OpShiftLeftLogical, "{0} << {1}", each, "{0} << u32({1})"},
    {spv::OpShiftRightLogical, "{0} >> {1}", each, "{0} >> u32({1})"},
    {spv::OpShiftRightArithmetic, "{0} >> {1}", each, "{0} >> u32({1})"},
    {spv::OpBitwiseAnd, "{0} & {1}"},
    {spv::OpBitwiseOr, "{0} | {1}"},
    {spv::OpFAdd, "{0} + {1}"},
    {spv::OpFSub, "{0} - {1}"},
    {spv::OpFMul, "{0} * {1}"},
    {spv::OpFDiv, "{0} / {1}"},
    {spv::OpFNegate, "-{0}"},
    {spv::OpVectorTimesScalar, "{0} * {1}"},
    {spv::OpMatrixTimesScalar, "times_{4}_{5}({0}, {1})", whole, "{0} * {1}"},
    {spv::OpMatrixTimesVector, "times_{4}_{5}({0}, {1})", whole, "{0} * {1}"},
    {spv::OpVectorTimesMatrix, "times_{4}_{5}({0}, {1})", whole, "{0} * {1}"},
    {spv::OpMatrixTimesMatrix, "times_{4}_{5}({0}, {1})", whole, "{0} * {1}"},
    {spv::OpOuterProduct, "outer_product_{4}({0}, {1})"},
    {spv::OpTranspose, "transpose_{4}({0})", whole, "transpose({0})"},
    {spv::OpDot, "dot_{4}({0}, {1})", whole, "dot({0}, {1})"},
    {spv::OpAny, "any_{4}({0})", whole, "any({0})"},
    {spv::OpAll, "all_{4}({0})", whole, "all({0})"},
    {spv::OpLogicalAnd, "{0} && {1}", each},
    {spv::OpLogicalOr, "{0} || {1}", each},
    {spv::OpLogicalNot, "!{0}", each},
    {spv::OpLogicalEqual, "{0} == {1}", each},
    {spv::OpLogicalNotEqual, "{0} != {1}", each},
    {spv::OpSelect, "{0} ? {1} : {2}", each, "select({2}, {1}, {0})"},
    {spv::OpIEqual, "{0} == {1}", each},
    {spv::OpINotEqual, "{0} != {1}", each},
    {spv::OpSLessThan, "{0} < {1}", each},
    {spv::OpSLessThanEqual, "{0} <= {1}", each},
    {spv::OpSGreaterThan, "{0} > {1}", each},
    {spv::OpSGreaterThanEqual, "{0} >= {1}", each},
    {spv::OpULessThan, "{0} < {1}", each},
    {spv::OpULessThanEqual, "{0} <= {1}", each},
    {spv::OpUGreaterThan, "{0} > {1}", each},
    {spv::OpUGreaterThanEqual, "{0} >= {1}", each},
    {spv::OpFOrdEqual, "{0} == {1}", each},
    {spv::OpFUnordNotEqual, "{0} != {1}", each},
    {spv::OpFOrdLessThan, "{0} < {1}", each},
    {spv::OpFOrdLessThanEqual, "{0} <= {1}", each},
    {spv::OpFOrdGreaterThan, "{0} > {1}", each},
    {spv::OpFOrdGreaterThanEqual, "{0} >= {1}", each},
    {spv::OpIsNan, "isnan({0})", each, "(bitcast<u32>({0}) & 0x7fffffffu) > 0x7f800000u"},
    {spv::OpConvertFToS, "(int){0}", each, "i32({0})"},
    {spv::OpConvertFToU, "(uint){0}", each, "u32({0})"},
    {spv::OpConvertSToF, "(float){0}", each, "f32({0})"},
    {spv::OpConvertUToF, "(float){0}", each, "f32({0})"},
    {spv::OpBitcast, "as_{3}({0})", each, "bitcast<{3}>({0})"},
};

constexpr KernelOperation functions[] = {
    {GLSLstd450FAbs, "fabs({0})", each, "abs({0})"},
    {GLSLstd450Floor, "floor({0})", each},
    {GLSLstd450Sqrt, "sqrt({0})", each},
    {GLSLstd450InverseSqrt, "rsqrt({0})", each, "inverseSqrt({0})"},
    {GLSLstd450Sin, "sin({0})", each},
    {GLSLstd450Cos, "cos({0})", each},
    {GLSLstd450Asin, "asin({0})", each},
    {GLSLstd450Acos, "acos({0})", each},
    {GLSLstd450Atan2, "atan2({0}, {1})", each},
    {GLSLstd450Exp, "exp({0})", each},
    {GLSLstd450Log, "log({0})", each},
    {GLSLstd450Pow, "pow({0}, {1})", each},
    {GLSLstd450FMin, "fmin({0}, {1})", each, "min({0}, {1})"},
    {GLSLstd450FMax, "fmax({0}, {1})", each, "max({0}, {1})"},
    {GLSLstd450FClamp, "fmin(fmax({0}, {1}), {2})", each, "min(max({0}, {1}), {2})"},
    {GLSLstd450SMin, "min({0}, {1})", each},
    {GLSLstd450SMax, "max({0}, {1})", each},
    {GLSLstd450UMin, "min({0}, {1})", each},
    {GLSLstd450UMax, "max({0}, {1})", each},
    {GLSLstd450Fma, "fma({0}, {1}, {2})", each},
    {GLSLstd450Length, "length_{4}({0})", whole, "length({0})"},
    {GLSLstd450Cross, "cross_{4}({0}, {1})", whole, "cross({0}, {1})"},
    {GLSLstd450UnpackUnorm4x8, "unpack_unorm_4x8({0})", whole, "unpack4x8unorm({0})"},
    {GLSLstd450UnpackUnorm2x16, "unpack_unorm_2x16({0})", whole, "unpack2x16unorm({0})"},
    {GLSLstd450UnpackHalf2x16, "unpack_half_2x16({0})", whole, "unpack2x16float({0})"},
    {GLSLstd450Normalize, "normalize_{4}({0})", whole, "normalize({0})"},
};

const KernelOperation* find(std::span<const KernelOperation> table, std::size_t number) {
  const auto found = std::ranges::find(table, number, &KernelOperation::number);
  return found == table.end() ? nullptr : &*found;
}

}  // namespace

const KernelOperation* find_operation(spv::Op op) {
  return find(operations, op);
}

const KernelOperation* find_function(std::uint32_t number) {
  return find(functions, number);
}

}  // namespace bindpose::gpu
