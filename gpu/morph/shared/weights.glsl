// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// phi_i as the input gives them.

UNIFORM_INPUT(target_weights, any)

float weight_of_slot(int i) { return target_weights[i]; }
