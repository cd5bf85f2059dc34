// SPDX-License-Identifier: Apache-2.0
#include "binary/cubin.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "binary/elf.hpp"
#include "binary/info.hpp"
#include "binary/note.hpp"
#include "binary/spill.hpp"
#include "binary/storage.hpp"

namespace assay::binary {
namespace {

constexpr std::uint16_t cuda_machine = 190;
constexpr std::uint8_t entry_flag = 0x10;       // st_other of a __global__ function
constexpr std::int64_t reserved_shared = 1024;  // of each block, by the system, from sm_90 on

std::string joined(std::string_view prefix, std::string_view name) {
  return std::string(prefix).append(name);
}

/// From ABI 8 (CUDA 13) on the number stands in the second byte of the flags, before in the first.
std::int64_t sm_number(const Elf& elf) {
  constexpr std::uint8_t cuda_13 = 8;
  return elf.abi_version >= cuda_13 ? elf.flags >> 8 & 0xff : elf.flags & 0xff;
}

/// Values of the module-wide .nv.info by symbol index.
struct SymbolFacts {
  std::map<std::uint32_t, std::int64_t> registers, frame, stack;
};

void collect(const InfoRecord& record, std::map<std::uint32_t, std::int64_t>& into) {
  const auto symbol = integer_at<std::uint32_t>(record.payload, 0);
  const auto value = integer_at<std::uint32_t>(record.payload, 4);
  if (symbol && value) into[*symbol] = *value;
}

Result<SymbolFacts> read_symbol_facts(const Elf& elf) {
  SymbolFacts facts;
  const auto* section = elf.find(".nv.info");
  if (section == nullptr) return facts;
  const auto records = read_info(section->content);
  if (!records) return fail(records.error());
  for (const auto& record : *records) {
    if (record.attribute == Attribute::register_count) collect(record, facts.registers);
    if (record.attribute == Attribute::frame_size) collect(record, facts.frame);
    if (record.attribute == Attribute::min_stack_size) collect(record, facts.stack);
  }
  return facts;
}

std::int64_t value_or_zero(const std::map<std::uint32_t, std::int64_t>& values,
                           std::uint32_t symbol) {
  const auto found = values.find(symbol);
  return found == values.end() ? 0 : found->second;
}

std::array<std::int64_t, 3> triple(const InfoRecord& record) {
  std::array<std::int64_t, 3> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = integer_at<std::uint32_t>(record.payload, 4 * i).value_or(0);
  }
  return values;
}

using Parameters = std::map<std::uint16_t, Parameter>;  // by ordinal

void read_parameter(const InfoRecord& record, Parameters& parameters) {
  const auto ordinal = integer_at<std::uint16_t>(record.payload, 4);
  const auto offset = integer_at<std::uint16_t>(record.payload, 6);
  const auto packed = integer_at<std::uint32_t>(record.payload, 8);
  if (!packed) return;
  const bool wide = record.attribute == Attribute::parameter_v2;
  parameters[*ordinal] = {*offset, wide ? *packed & 0xffff : *packed >> 18};
}

void apply(const InfoRecord& record, Kernel& kernel, Parameters& parameters) {
  switch (record.attribute) {
    case Attribute::max_threads:
      kernel.max_threads = triple(record);
      break;
    case Attribute::required_threads:
      kernel.required_threads = triple(record);
      break;
    case Attribute::cluster:
      kernel.cluster = triple(record);
      break;
    case Attribute::parameter_bytes:
      kernel.parameter_bytes = record.value;
      break;
    case Attribute::barriers:
      kernel.barriers = record.value & 0xff;
      break;
    case Attribute::parameter:
    case Attribute::parameter_v2:
      read_parameter(record, parameters);
      break;
    default:
      break;
  }
}

Result<void> read_kernel_info(const Elf& elf, ByteView code, Kernel& kernel) {
  const auto* section = elf.find(joined(".nv.info.", kernel.name));
  if (section == nullptr) return {};
  const auto records = read_info(section->content);
  if (!records) return fail(records.error());
  Parameters parameters;
  for (const auto& record : *records) apply(record, kernel, parameters);
  for (const auto& [ordinal, parameter] : parameters) kernel.parameters.push_back(parameter);
  kernel.spill_bytes = spill_bytes(code, *records);
  return {};
}

std::int64_t static_shared(const Elf& elf, const Kernel& kernel) {
  constexpr std::int64_t first_that_reserves = 90;
  constexpr std::uint64_t most = std::uint64_t{1} << 32;
  const auto* section = elf.find(joined(".nv.shared.", kernel.name));
  if (section == nullptr) return 0;
  const auto size = static_cast<std::int64_t>(std::min(section->size, most));
  return sm_number(elf) >= first_that_reserves ? std::max<std::int64_t>(size - reserved_shared, 0)
                                               : size;
}

Result<Kernel> read_kernel(const Elf& elf, const SymbolFacts& facts, std::uint32_t index) {
  Kernel kernel;
  kernel.name = elf.symbols[index].name;
  const auto* text = elf.find(joined(".text.", kernel.name));
  if (text == nullptr) {
    return fail("damaged cubin: kernel '" + kernel.name + "' has no code", "build the file again",
                Blame::usage);
  }
  kernel.code_bytes = static_cast<std::int64_t>(text->content.size());
  kernel.registers = value_or_zero(facts.registers, index);
  if (kernel.registers == 0)
    kernel.registers = text->info >> 24;  // where compilers before 12 note it
  kernel.frame_bytes = value_or_zero(facts.frame, index);
  kernel.stack_bytes = value_or_zero(facts.stack, index);
  kernel.shared_bytes = static_shared(elf, kernel);
  if (auto read = read_kernel_info(elf, text->content, kernel); !read) return fail(read.error());
  return kernel;
}

bool is_entry(const ElfSymbol& symbol) {
  return symbol.type == ElfSymbol::function && symbol.section != 0 &&
         (symbol.other & entry_flag) != 0;
}

/// Symbol indices of the entries, by name.
std::map<std::string_view, std::uint32_t> find_entries(const Elf& elf) {
  std::map<std::string_view, std::uint32_t> entries;
  for (std::uint32_t i = 0; i < elf.symbols.size(); ++i) {
    if (is_entry(elf.symbols[i])) entries.emplace(elf.symbols[i].name, i);
  }
  return entries;
}

Result<std::vector<Kernel>> read_kernels(const Elf& elf) {
  const auto facts = read_symbol_facts(elf);
  if (!facts) return fail(facts.error());
  std::vector<Kernel> kernels;
  for (const auto& [name, index] : find_entries(elf)) {
    auto kernel = read_kernel(elf, *facts, index);
    if (!kernel) return fail(kernel.error());
    kernels.push_back(std::move(*kernel));
  }
  return kernels;
}

/// Names that start with ".nv." are the system's (".nv.reservedSmem.offset0").
std::vector<std::string> undefined_names(const Elf& elf) {
  std::vector<std::string> names;
  for (const auto& symbol : elf.symbols) {
    if (symbol.section != 0 || symbol.name.empty() || symbol.name.starts_with(".nv.")) continue;
    names.emplace_back(symbol.name);
  }
  std::ranges::sort(names);
  const auto repeated = std::ranges::unique(names);
  names.erase(repeated.begin(), repeated.end());
  return names;
}

/// The number is in the header, the letter ("90a") only in the assembler's options.
std::string arch_of(const Elf& elf, const ToolNote& note) {
  const auto number = std::to_string(sm_number(elf));
  const auto noted = arch_in(note.options);
  const bool agrees = noted.starts_with(number) && noted.size() <= number.size() + 1;
  return agrees ? std::string(noted) : number;
}

}  // namespace

Result<Cubin> read_cubin(ByteView bytes) {
  const auto elf = read_elf(bytes);
  if (!elf) return fail(elf.error());
  if (elf->machine != cuda_machine) {
    return fail("not a cubin: the ELF file is for machine " + std::to_string(elf->machine) +
                    ", NVIDIA's is " + std::to_string(cuda_machine),
                "a cubin is what `nvcc -cubin` writes", Blame::usage);
  }
  Cubin cubin;
  const auto* noted = elf->find(".note.nv.tkinfo");
  const auto note = noted != nullptr ? read_tool_note(noted->content) : ToolNote{};
  cubin.compiler = note.compiler;
  cubin.options = note.options;
  cubin.arch = arch_of(*elf, note);
  cubin.undefined = undefined_names(*elf);
  auto kernels = read_kernels(*elf);
  if (!kernels) return fail(kernels.error());
  cubin.kernels = std::move(*kernels);
  auto storage = read_storage(*elf);
  if (!storage) return fail(storage.error());
  cubin.storage = std::move(*storage);
  return cubin;
}

}  // namespace assay::binary
