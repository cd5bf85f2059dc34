// SPDX-License-Identifier: Apache-2.0
// Decoding of a kernel with all it calls: which functions, which shared variables, which
// parameters.
#include <cstdlib>
#include <new>

#include "sim/decode/decoder.hpp"

namespace assay::sim {

namespace {

void visit_symbols(const ptx::Operand& o, const auto& seen) {
  if (!o.symbol.empty()) seen(o.symbol);
  for (const auto& element : o.elements) visit_symbols(element, seen);
}

/// Functions reachable by name, the kernel first.
std::vector<const ptx::Function*> reachable(const ptx::Module& module,
                                            const ptx::Function& kernel) {
  std::vector<const ptx::Function*> found{&kernel};
  std::map<std::string_view, bool> known{{kernel.name, true}};
  for (std::size_t n = 0; n < found.size(); ++n) {
    for (const auto& i : found[n]->body) {
      if (i.op != ptx::Op::call) continue;
      for (const auto& o : i.operands) {
        if (o.kind != ptx::Operand::Kind::symbol || known.contains(o.symbol)) continue;
        const ptx::Function* f = module.find_function(o.symbol);
        if (f == nullptr || f->is_extern || f->is_entry || f->body.empty()) continue;
        known.emplace(f->name, true);
        found.push_back(f);
      }
    }
  }
  return found;
}

/// Shared variables, in the order of declaration: those of the module that are mentioned, and those
/// of functions.
void place_shared(Surroundings& around, const std::vector<const ptx::Function*>& functions) {
  std::map<std::string_view, bool> mentioned;
  for (const auto* f : functions) {
    for (const auto& i : f->body) {
      for (const auto& o : i.operands)
        visit_symbols(o, [&](const std::string& s) { mentioned.emplace(s, true); });
    }
  }
  std::uint64_t end = shared_first;
  std::vector<std::string> dynamic;
  std::uint64_t dynamic_align = 16;
  const auto place = [&](const ptx::Variable& v) {
    if (!ptx::is_shared(v.space)) return;
    if (v.size == 0) {
      dynamic.push_back(v.name);
      dynamic_align =
          std::max<std::uint64_t>(dynamic_align, std::min<std::uint32_t>(v.align, 1024));
      return;
    }
    const std::uint64_t align = std::max<std::uint32_t>(v.align, 1);
    end = (end + align - 1) / align * align;
    around.shared[v.name] =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(end, ~std::uint32_t{0}));
    end += std::min<std::uint64_t>(v.size, std::uint64_t{1} << 31);
  };
  for (const auto& v : around.module.variables) {
    if (mentioned.contains(v.name)) place(v);
  }
  for (const auto* f : functions) {
    for (const auto& v : f->variables) place(v);
  }
  if (!dynamic.empty()) end = (end + dynamic_align - 1) / dynamic_align * dynamic_align;
  for (const auto& name : dynamic) around.shared[name] = static_cast<std::uint32_t>(end);
  around.program.static_shared =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(end - shared_first, 1U << 31));
}

void place_entry_params(Surroundings& around, const ptx::Function& kernel) {
  std::uint64_t end = 0;
  for (const auto& v : kernel.parameters) {
    const std::uint64_t align = std::max<std::uint32_t>(v.align, 1),
                        size = std::min<std::uint64_t>(v.size, 1U << 16);
    end = (end + align - 1) / align * align;
    around.entry_params[v.name] = static_cast<std::uint32_t>(end);
    around.program.param_offsets.push_back(static_cast<std::uint32_t>(end));
    around.program.param_sizes.push_back(static_cast<std::uint32_t>(size));
    end = std::min<std::uint64_t>(end + size, 1U << 20);
  }
  around.program.param_bytes = static_cast<std::uint32_t>(end);
}

}  // namespace

void Rows::Free::operator()(std::uint8_t* p) const {
  std::free(p);
}

void Rows::resize(std::size_t bytes) {
  const std::size_t rounded = (bytes + 63) / 64 * 64;
  if (rounded > capacity_) {
    auto* p = static_cast<std::uint8_t*>(std::aligned_alloc(64, rounded));
    if (p == nullptr) throw std::bad_alloc();
    data_.reset(p);
    capacity_ = rounded;
  }
  size_ = bytes;
}

Program decode(const ptx::Module& module, const ptx::Function& kernel, const Addresses& addresses) {
  Program program;
  Surroundings around{module, addresses, program, {}, {}, {}};
  const auto functions = reachable(module, kernel);
  for (std::size_t n = 0; n < functions.size(); ++n) {
    if (n != 0) around.functions[functions[n]->name] = static_cast<std::uint32_t>(n);
    program.functions.push_back(std::make_unique<Code>());
    program.functions.back()->source = functions[n];
  }
  place_shared(around, functions);
  place_entry_params(around, kernel);
  for (std::size_t n = 0; n < functions.size(); ++n) {
    program.first_instruction.push_back(program.instruction_count);
    Decoder(around, *functions[n], *program.functions[n], n == 0).decode();
    program.instruction_count += static_cast<std::uint32_t>(program.functions[n]->insts.size());
  }
  return program;
}

}  // namespace assay::sim
