// SPDX-License-Identifier: Apache-2.0
// The tables of handlers of one instruction set: nullptr where a combination doesn't exist.
#pragma once

#include "sim/core/access.hpp"
#include "sim/core/inst.hpp"
#include "sim/core/key.hpp"

#ifndef ASSAY_ISA
#define ASSAY_ISA isa_base
#endif

namespace assay::sim::ASSAY_ISA {

Handler select_integer(const IntKey& key);
Handler select_bits(const IntKey& key);   ///< called by select_integer
Handler select_carry(const IntKey& key);  ///< called by select_integer
Handler select_float(const FloatKey& key);
Handler select_float_narrow(const FloatKey& key);   ///< f16, bf16 and their pairs
Handler select_compare(const CompareKey& key);      ///< setp
Handler select_compare_set(const CompareKey& key);  ///< set
Handler select_test(Kind kind);
Handler select_choice(bool wide, bool by_value);  ///< selp, slct
Handler select_convert(const ConvertKey& key);
Handler select_tf32(const ConvertKey& key);
Handler select_access(const Form& form);  ///< ld, st
Handler select_param(const Form& form);   ///< ld.param at a fixed offset

}  // namespace assay::sim::ASSAY_ISA
