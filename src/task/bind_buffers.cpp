// SPDX-License-Identifier: Apache-2.0
// Tensors and scratch of a run: sizes, and what stands in them before it.
#include <fmt/format.h>

#include <algorithm>

#include "base/file.hpp"
#include "base/text.hpp"
#include "num/npy.hpp"
#include "num/random.hpp"
#include "task/binding.hpp"
#include "task/mistakes.hpp"

namespace assay::task {
namespace {

constexpr std::size_t most_file_bytes = std::size_t{1} << 30;

record::Fill noise(const std::string& name, const Seeds& seeds) {
  record::Fill fill;
  fill.kind = record::Fill::Kind::noise;
  fill.seed = derived_seed(seeds.noise, name.c_str());
  return fill;
}

/// Depends on nothing that differs between the golden and a candidate.
std::uint64_t input_seed(const Seeds& seeds, const Case& at, const std::string& tensor,
                         std::size_t family) {
  return derived_seed(derived_seed(seeds.inputs, at.name.c_str()), tensor.c_str(), family);
}

// i4 is none: two of them share a byte, and an .npy file would have another shape.
bool is_raw_form(Dtype stored, Dtype wanted) {
  const bool is_unsigned = stored == Dtype::u8 || stored == Dtype::u16;
  return is_unsigned && wanted != Dtype::i4 && bits_of(stored) == bits_of(wanted);
}

/// NumPy lacks the small floats: they stand in a file as integers of the same width.
std::optional<Bytes> bytes_as(HostTensor tensor, Dtype wanted) {
  if (tensor.dtype == wanted || is_raw_form(tensor.dtype, wanted)) return std::move(tensor.bytes);
  if (tensor.dtype == Dtype::f32 && wanted == Dtype::tf32) return converted(tensor, wanted).bytes;
  return {};
}

// Files come with the task, so whatever is wrong with one is the task's fault.
Result<Bytes> bytes_from_file(const Task& task, const Values& values, const Tensor& tensor,
                              const std::vector<std::int64_t>& shape) {
  const auto file = read_file(task.folder / values.path, most_file_bytes);
  if (!file) return fail(file.error());
  auto stored = from_npy(bytes_of(*file));
  if (!stored) return fail(std::move(stored).error());
  if (stored->shape != shape) {
    return fail(fmt::format("{} has shape [{}], expected [{}]", in_quotes(values.path),
                            fmt::join(stored->shape, ", "), fmt::join(shape, ", ")));
  }
  const auto dtype = stored->dtype;
  auto bytes = bytes_as(std::move(*stored), tensor.dtype);
  if (!bytes) {
    return fail(fmt::format("{} holds {}, expected {}", in_quotes(values.path), name_of(dtype),
                            name_of(tensor.dtype)));
  }
  const bool truths =
      std::all_of(bytes->begin(), bytes->end(), [](std::byte b) { return b <= std::byte{1}; });
  if (tensor.dtype == Dtype::boolean && !truths) {
    return fail(fmt::format("{} holds bytes above 1, expected 0 or 1", in_quotes(values.path)));
  }
  return std::move(*bytes);
}

record::Fill initial(Binding& binding, const Tensor& tensor, const std::vector<std::int64_t>& shape,
                     std::size_t family, const Seeds& seeds) {
  const auto& at = binding.setting().at;
  const auto& spec = family_of(tensor, at, family);
  record::Fill fill;
  fill.kind = record::Fill::Kind::values;
  fill.seed = input_seed(seeds, at, tensor.name, family);
  auto values = spec.bind(binding.names());
  if (!values) {
    binding.task_fault(values.error().message);
    return fill;
  }
  fill.values = std::move(*values);
  if (fill.values.family != Values::Family::file) return fill;
  auto bytes = bytes_from_file(binding.task(), fill.values, tensor, shape);
  if (!bytes) {
    binding.task_fault(bytes.error().message);
    return fill;
  }
  fill.kind = record::Fill::Kind::bytes;
  fill.bytes = std::move(*bytes);
  return fill;
}

bool is_empty(const std::vector<std::int64_t>& shape) {
  return std::find(shape.begin(), shape.end(), 0) != shape.end();
}

// A candidate works on an inout tensor in place; the golden reads it and writes its twin.
record::JobBuffer input_buffer(Binding& binding, const Tensor& tensor,
                               const std::vector<std::int64_t>& shape, std::size_t family,
                               const Seeds& seeds) {
  const bool inout = tensor.role == Role::inout;
  const bool written = inout && !binding.setting().golden;
  return {.name = tensor.name,
          .dtype = tensor.dtype,
          .shape = shape,
          .align = tensor.align,
          .writable = written,
          .initialised = true,
          .fill = initial(binding, tensor, shape, family, seeds),
          .wanted = written};
}

// Uninitialised, so that what no launch writes is seen; `init = "zeros"` is a promise to the
// kernel.
record::JobBuffer output_buffer(const Binding& binding, const Tensor& tensor,
                                const std::vector<std::int64_t>& shape, const Seeds& seeds) {
  const bool golden = binding.setting().golden;
  record::JobBuffer buffer{.name = tensor.role == Role::inout ? tensor.name + ".out" : tensor.name,
                           .dtype = golden && is_float(tensor.dtype) ? Dtype::f64 : tensor.dtype,
                           .shape = shape,
                           .align = tensor.align,
                           .writable = true,
                           .initialised = tensor.init_zeros,
                           .wanted = true};
  buffer.fill = noise(buffer.name, seeds);
  if (tensor.init_zeros) buffer.fill.kind = record::Fill::Kind::zeros;
  return buffer;
}

// Drawn cases were checked against shapes, but not against the golden's wider elements.
void bind_tensor(Binding& binding, const Tensor& tensor, std::size_t family, const Seeds& seeds,
                 BoundBuffers& bound) {
  binding.stand_at(
      fmt::format("tensor '{}' in case {}", tensor.name, in_quotes(binding.setting().at.name)));
  const auto shape = binding.shape_of(tensor.shape, "shape", true);
  if (!shape) return;
  const bool writes = tensor.role == Role::out || tensor.role == Role::inout;
  if (writes && !is_empty(*shape)) bound.outputs_empty = false;
  if (tensor.role != Role::out) {
    bound.buffers.push_back(input_buffer(binding, tensor, *shape, family, seeds));
  }
  if (tensor.role == Role::out || (writes && binding.setting().golden)) {
    bound.buffers.push_back(output_buffer(binding, tensor, *shape, seeds));
  }
  for (const auto& buffer : bound.buffers) {
    if (!size_in_bytes(buffer.dtype, buffer.shape)) {
      binding.task_fault(fmt::format("'{}' has more than 2^63 bytes", buffer.name));
      return;
    }
  }
}

/// Bytes of the buffer; the cap is on all scratch of a candidate, so that none can serve as a
/// cache.
std::int64_t bind_scratch(Binding& binding, const Scratch& scratch, const Seeds& seeds,
                          BoundBuffers& bound) {
  binding.stand_at(fmt::format("[[scratch]] '{}'", scratch.name));
  const auto shape = binding.shape_of(scratch.shape, "shape", false);
  if (!shape) return 0;
  const auto bytes = size_in_bytes(scratch.dtype, *shape);
  bound.buffers.push_back({.name = scratch.name,
                           .dtype = scratch.dtype,
                           .shape = *shape,
                           .writable = true,
                           .initialised = false,
                           .fill = noise(scratch.name, seeds)});
  return bytes ? std::min(*bytes, scratch_cap + 1) : scratch_cap + 1;
}

}  // namespace

const ValuesSpec& family_of(const Tensor& tensor, const Case& at, std::size_t family) {
  const auto own = at.values.find(tensor.name);
  if (own != at.values.end()) return own->second;
  return tensor.values[family % tensor.values.size()];
}

std::size_t family_count(const Task& task, const Case& at) {
  std::size_t count = 1;
  for (const auto& tensor : task.tensors) {
    if (!at.values.contains(tensor.name)) count = std::max(count, tensor.values.size());
  }
  return count;
}

std::string family_label(const Task& task, const Case& at, std::size_t family) {
  std::vector<std::string> names;
  std::vector<std::string> texts;
  for (const auto& tensor : task.tensors) {
    if (tensor.role == Role::out) continue;
    texts.push_back(family_of(tensor, at, family).text);
    names.push_back(tensor.name + " " + texts.back());
  }
  if (texts.empty()) return "no inputs";
  return texts.size() == 1 ? texts.front() : join(names, ", ");
}

BoundBuffers bind_buffers(Binding& binding, std::size_t family, const Seeds& seeds) {
  BoundBuffers bound;
  for (const auto& tensor : binding.task().tensors) {
    bind_tensor(binding, tensor, family, seeds, bound);
  }
  std::int64_t scratch = 0;
  for (const auto& wanted : binding.candidate().scratch) {
    scratch += bind_scratch(binding, wanted, seeds, bound);
    if (scratch <= scratch_cap) continue;
    binding.invalid(fmt::format("more than {} of scratch in all",
                                human_bytes(static_cast<double>(scratch_cap))),
                    "use less, or work in steps");
    break;
  }
  binding.stand_at("");
  return bound;
}

}  // namespace assay::task
