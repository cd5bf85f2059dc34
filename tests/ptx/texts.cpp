// SPDX-License-Identifier: Apache-2.0
// See texts.hpp.
#include "ptx/texts.hpp"

#include <gtest/gtest.h>

namespace assay::ptx::testing {

std::string module_text(std::string_view rest) {
  return ".version 9.0\n.target sm_90a\n.address_size 64\n" + std::string(rest);
}

std::string kernel_text(std::string_view body) {
  return module_text(
             ".visible .entry k(.param .u64 p0, .param .u32 p1)\n"
             "{\n"
             ".reg .pred %p<16>;\n"
             ".reg .b32 %r<64>;\n"
             ".reg .b64 %rd<64>;\n"
             ".reg .f32 %f<64>;\n"
             ".reg .f64 %fd<16>;\n"
             ".reg .b16 %h<16>;\n"
             ".reg .b128 %b<4>;\n"
             "\n") +
         std::string(body) + "\n}\n";
}

Module parsed(const std::string& text) {
  auto module = parse(text);
  if (!module) {
    ADD_FAILURE() << to_text(module.error()) << "\nin:\n" << text;
    return {};
  }
  return std::move(*module);
}

Function kernel(std::string_view body) {
  Module module = parsed(kernel_text(body));
  return module.functions.empty() ? Function{} : std::move(module.functions.front());
}

Instruction instruction(std::string_view statement) {
  Function function = kernel(statement);
  if (function.body.size() != 1) {
    ADD_FAILURE() << function.body.size() << " instructions in: " << statement;
    return {};
  }
  return std::move(function.body.front());
}

std::string mistake(const std::string& text) {
  const auto module = parse(text);
  if (!module) return to_text(module.error());
  ADD_FAILURE() << "this parses:\n" << text;
  return {};
}

std::string body_mistake(std::string_view body) {
  return mistake(kernel_text(body));
}

}  // namespace assay::ptx::testing
