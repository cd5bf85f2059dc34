// SPDX-License-Identifier: Apache-2.0
#include "num/npy.hpp"

#include <array>
#include <cstring>

#include <fmt/format.h>

#include "num/npy_header.hpp"

namespace assay {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
// NumPy aligns the data to this.
constexpr std::size_t alignment = 64;

struct Descr {
  Dtype dtype;
  std::string_view text;
  bool reads;  ///< also what this descr is read as
};

constexpr std::array<Descr, 17> descrs = {{
    {Dtype::f64, "<f8", true},
    {Dtype::f32, "<f4", true},
    {Dtype::tf32, "<f4", false},
    {Dtype::f16, "<f2", true},
    {Dtype::bf16, "<u2", false},
    {Dtype::f8e4m3, "|u1", false},
    {Dtype::f8e5m2, "|u1", false},
    {Dtype::i64, "<i8", true},
    {Dtype::i32, "<i4", true},
    {Dtype::i16, "<i2", true},
    {Dtype::i8, "|i1", true},
    {Dtype::i4, "|u1", false},
    {Dtype::u64, "<u8", true},
    {Dtype::u32, "<u4", true},
    {Dtype::u16, "<u2", true},
    {Dtype::u8, "|u1", true},
    {Dtype::boolean, "|b1", true},
}};

std::string_view descr_of(Dtype dtype) {
  return descrs[static_cast<std::size_t>(dtype)].text;
}

std::optional<Dtype> dtype_of(std::string_view text) {
  // Byte order means nothing for single bytes, and some writers give one.
  const bool single = text.size() == 3 && text[2] == '1' && (text[0] == '<' || text[0] == '>');
  for (const Descr& descr : descrs) {
    if (!descr.reads) continue;
    if (descr.text == text || (single && descr.text.substr(1) == text.substr(1)))
      return descr.dtype;
  }
  return std::nullopt;
}

// i4 is written packed, as the bytes it has.
std::vector<std::int64_t> written_shape(const HostTensor& tensor) {
  std::vector<std::int64_t> shape = tensor.shape;
  if (tensor.dtype == Dtype::i4 && !shape.empty()) shape.back() = (shape.back() + 1) / 2;
  return shape;
}

std::string header_text(const HostTensor& tensor) {
  std::string shape;
  for (const std::int64_t extent : written_shape(tensor)) shape += fmt::format("{}, ", extent);
  // "(3,)" for one extent, "(3, 4)" for more, "()" for none.
  if (!shape.empty()) shape.resize(shape.size() - (tensor.shape.size() == 1 ? 1 : 2));
  return fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                     descr_of(tensor.dtype), shape);
}

void append(Bytes& file, std::string_view text) {
  const ByteView bytes = bytes_of(text);
  file.insert(file.end(), bytes.begin(), bytes.end());
}

std::uint32_t little_endian(ByteView bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    value |= std::to_integer<std::uint32_t>(bytes[i]) << (8 * i);
  }
  return value;
}

tl::unexpected<Error> refused(std::string message, std::string hint = {}) {
  return fail("not a usable .npy file: " + std::move(message), std::move(hint), Blame::usage);
}

// The header's text; `file` is left at the data.
Result<std::string_view> take_header(ByteView& file) {
  if (file.size() < magic.size() + 2 || !text_of(file).starts_with(magic)) {
    return refused("it does not start with the magic bytes of the format");
  }
  const int major = std::to_integer<int>(file[magic.size()]);
  const int minor = std::to_integer<int>(file[magic.size() + 1]);
  file = file.subspan(magic.size() + 2);
  if ((major != 1 && major != 2) || minor != 0) {
    return refused(fmt::format("it has version {}.{}, and 1.0 and 2.0 are read", major, minor));
  }
  const std::size_t width = major == 1 ? 2 : 4;
  if (file.size() < width) return refused("it ends inside its header");
  const std::size_t length = little_endian(file.first(width));
  file = file.subspan(width);
  if (file.size() < length) return refused("it ends inside its header");
  const std::string_view header = text_of(file.first(length));
  file = file.subspan(length);
  return header;
}

}  // namespace

Bytes to_npy(const HostTensor& tensor) {
  std::string header = header_text(tensor);
  const bool is_long = header.size() + 2 * alignment > 65535;
  const std::size_t before = magic.size() + 2 + (is_long ? 4 : 2);
  const std::size_t unpadded = before + header.size() + 1;
  header.append((alignment - unpadded % alignment) % alignment, ' ');
  header += '\n';

  Bytes file;
  file.reserve(before + header.size() + tensor.bytes.size());
  append(file, magic);
  file.push_back(std::byte{is_long ? std::uint8_t{2} : std::uint8_t{1}});
  file.push_back(std::byte{0});
  for (std::size_t i = 0; i < (is_long ? 4U : 2U); ++i) {
    file.push_back(static_cast<std::byte>(header.size() >> (8 * i)));
  }
  append(file, header);
  file.insert(file.end(), tensor.bytes.begin(), tensor.bytes.end());
  return file;
}

Result<HostTensor> from_npy(ByteView file) {
  const Result<std::string_view> text = take_header(file);
  if (!text) return fail(text.error());
  const Result<NpyHeader> header = parse_npy_header(*text);
  if (!header) return refused(header.error().message);
  const std::optional<Dtype> dtype = dtype_of(header->descr);
  if (!dtype) {
    return refused(fmt::format("elements of type '{}' are not read", header->descr),
                   "save it little-endian as f8, f4, f2, i1 … i8, u1 … u8 or b1");
  }
  if (header->fortran_order) {
    return refused("it is in Fortran order", "save numpy.ascontiguousarray(x)");
  }
  const std::optional<std::int64_t> size = size_in_bytes(*dtype, header->shape);
  if (!size) return refused("its shape has more elements than can be counted");
  if (static_cast<std::uint64_t>(*size) != file.size()) {
    return refused(
        fmt::format("its shape needs {} bytes of data and {} follow", *size, file.size()));
  }
  return HostTensor{*dtype, header->shape, Bytes(file.begin(), file.end())};
}

}  // namespace assay
