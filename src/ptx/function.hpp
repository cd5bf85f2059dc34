// SPDX-License-Identifier: Apache-2.0
// Functions and kernels: header, launch bounds, body.
#pragma once

#include <optional>

#include "ptx/cursor.hpp"
#include "ptx/declaration.hpp"
#include "ptx/location.hpp"
#include "ptx/operand.hpp"

namespace assay::ptx {

class FunctionParser {
 public:
  FunctionParser(Cursor& cursor, Module& module, ModuleNames& names, const ReservedNames& reserved,
                 Locations& locations)
      : cursor_(cursor),
        module_(module),
        names_(names),
        reserved_(reserved),
        locations_(locations) {}

  /// At .entry or .func. Adds to the module, or fills in what was only declared before.
  [[nodiscard]] bool parse(const Linkage& linkage);

 private:
  struct Header;
  [[nodiscard]] bool parse_header(Header& header);
  [[nodiscard]] bool parse_attribute();
  [[nodiscard]] bool parse_directives(Function& function);
  [[nodiscard]] bool parse_directive(Function& function);
  [[nodiscard]] bool parse_counts(std::uint32_t (&counts)[3]);
  [[nodiscard]] bool parse_count(std::uint32_t& count);
  [[nodiscard]] bool enter(const Lexeme& name, Function& function);

  Cursor& cursor_;
  Module& module_;
  ModuleNames& names_;
  const ReservedNames& reserved_;
  Locations& locations_;
};

}  // namespace assay::ptx
