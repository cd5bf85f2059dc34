// SPDX-License-Identifier: Apache-2.0
// See journal.hpp.
#include "sim/run/journal.hpp"

#include <algorithm>

namespace assay::sim {

Site place_of(const ptx::Module& module, const ptx::Function& function, std::uint32_t body_index) {
  Site site;
  site.kernel = function.name;
  if (function.body.empty()) return site;
  const auto& i = function.body[std::min<std::size_t>(body_index, function.body.size() - 1)];
  site.ptx_line = i.place.line;
  site.instruction = i.text;
  ptx::Loc loc = i.loc;
  // The first file is the candidate's own; anything else was inlined into it, or is a header.
  for (int steps = 0; loc.file != 1 && loc.inlined_at != 0 &&
                      loc.inlined_at <= module.inlines.size() && steps < 64;
       ++steps) {
    loc = module.inlines[loc.inlined_at - 1].at;
  }
  if (loc.line != 0 && loc.file < module.files.size()) {
    site.source_file = module.files[loc.file];
    site.source_line = loc.line;
  }
  return site;
}

Site Sites::site(std::uint32_t function, std::uint32_t inst, std::uint64_t block,
                 std::uint32_t thread) const {
  const Code& code = *program_.functions[function];
  Site s = place_of(module_, *code.source,
                    code.origin[std::min<std::size_t>(inst, code.origin.size() - 1)]);
  s.launch = index_;
  s.kernel = launch_.kernel;
  const auto& grid = launch_.grid;
  const auto& size = launch_.block;
  s.block = {static_cast<std::uint32_t>(block % grid[0]),
             static_cast<std::uint32_t>(block / grid[0] % grid[1]),
             static_cast<std::uint32_t>(block / grid[0] / grid[1])};
  s.thread = {thread % size[0], thread / size[0] % size[1], thread / size[0] / size[1]};
  return s;
}

Site Sites::site_of_number(std::uint32_t number, std::uint64_t block, std::uint32_t thread) const {
  const auto& first = program_.first_instruction;
  const auto after = std::ranges::upper_bound(first, number);
  const auto function = static_cast<std::uint32_t>(after - first.begin() - 1);
  return site(function, number - first[function], block, thread);
}

}  // namespace assay::sim
