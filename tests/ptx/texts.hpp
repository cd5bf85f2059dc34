// SPDX-License-Identifier: Apache-2.0
// Small PTX texts for the tests: a module around a body, and what comes of it.
#pragma once

#include <string>
#include <string_view>

#include "ptx/module.hpp"
#include "ptx/parse.hpp"

namespace assay::ptx::testing {

/// `.version 9.0 …` and then the text.
[[nodiscard]] std::string module_text(std::string_view rest);
/// A kernel `k` with parameters p0 (u64) and p1 (u32), registers %p<16>, %r<64>, %rd<64>, %f<64>,
/// %fd<16>, %h<16>, %b<4> (b128) and the given body, which starts on line 14.
[[nodiscard]] std::string kernel_text(std::string_view body);

/// A failed parse fails the test and gives an empty module.
[[nodiscard]] Module parsed(const std::string& text);
[[nodiscard]] Function kernel(std::string_view body);
/// The only instruction of a body.
[[nodiscard]] Instruction instruction(std::string_view statement);
/// "line:column: message" of a text that must not parse, "" (and a failure) if it does.
[[nodiscard]] std::string mistake(const std::string& text);
[[nodiscard]] std::string body_mistake(std::string_view body);

inline constexpr std::uint32_t first_body_line = 14;

}  // namespace assay::ptx::testing
