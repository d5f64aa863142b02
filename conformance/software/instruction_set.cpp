// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The name of the chosen instruction set, by the same method as for the loops.
//
// Highway includes this file once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "conformance/software/instruction_set.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

#include "conformance/software/software.h"

HWY_BEFORE_NAMESPACE();
namespace bindpose::software {
namespace HWY_NAMESPACE {

const char* target_name() {
  return hwy::TargetName(HWY_TARGET);
}

}  // namespace HWY_NAMESPACE
}  // namespace bindpose::software
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bindpose::software {

HWY_EXPORT(target_name);

std::string instruction_set() {
  return HWY_DYNAMIC_DISPATCH(target_name)();
}

}  // namespace bindpose::software
#endif
