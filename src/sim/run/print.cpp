// SPDX-License-Identifier: Apache-2.0
// printf and assert of device code. Formats come from the candidate: every conversion is taken
// apart here, and the host's printf sees only formats that were made here.
#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "base/text.hpp"
#include "sim/exec/base.hpp"
#include "sim/memory/careful.hpp"

namespace assay::sim::base {
namespace {

constexpr std::size_t most_text = 4096;

/// The bytes behind a generic address of one lane, as far as they are in one piece of memory.
const std::uint8_t* bytes_at(Warp& w, int lane, std::uint64_t address, std::uint64_t& left) {
  const Context& x = *w.context;
  if (address - local_window < window_size) {
    const std::uint64_t at = address - local_window;
    left = at < w.local_size ? w.local_size - at : 0;
    return w.local + static_cast<std::size_t>(lane) * w.local_size + at;
  }
  if (address - shared_window < window_size) {
    const std::uint64_t at = address - shared_window - shared_first;
    left = at < w.block->shared_size ? w.block->shared_size - at : 0;
    return w.block->shared + at;
  }
  for (std::uint32_t n = 0; n < x.region_count; ++n) {
    const Region& r = x.regions[n];
    if (address < r.base || address - r.base >= r.size) continue;
    left = r.size - (address - r.base);
    return r.data + (address - r.base);
  }
  left = 0;
  return nullptr;
}

std::string text_at(Warp& w, int lane, std::uint64_t address) {
  std::uint64_t left = 0;
  const auto* p = reinterpret_cast<const char*>(bytes_at(w, lane, address, left));
  if (left == 0) return "(bad address)";
  return {p, strnlen(p, std::min<std::uint64_t>(left, most_text))};
}

/// The arguments that the compiler laid out behind a pointer, each aligned to its size.
struct Arguments {
  Warp& w;
  int lane;
  std::uint64_t base;
  std::uint64_t at = 0;

  std::uint64_t take(std::uint32_t size) {
    at = (at + size - 1) / size * size;
    std::uint64_t left = 0, v = 0;
    const auto* p = bytes_at(w, lane, base + at, left);
    if (left >= size) std::memcpy(&v, p, size);
    at += size;
    return v;
  }
};

/// One conversion: flags, width and precision are kept, the length decides the argument's size.
std::string converted(const std::string& spec, char kind, bool wide, Arguments& args, Warp& w,
                      int lane) {
  // The host's printf refuses a width beyond int and then leaves the buffer as it was.
  char out[most_text] = {};
  const auto print = [&](const std::string& format, auto value) {
    std::snprintf(out, sizeof out, format.c_str(), value);
    return std::string(out);
  };
  switch (kind) {
    case 'd':
    case 'i': {
      const std::uint64_t v = args.take(wide ? 8 : 4);
      return print(spec + "lld", wide ? static_cast<long long>(v)
                                      : static_cast<long long>(static_cast<std::int32_t>(v)));
    }
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return print(spec + "ll" + kind, static_cast<unsigned long long>(args.take(wide ? 8 : 4)));
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return print(spec + kind, std::bit_cast<double>(args.take(8)));
    case 'c':
      return print(spec + 'c', static_cast<int>(args.take(4)));
    case 'p':
      return fmt::format("{:#x}", args.take(8));
    case 's': {
      const std::string text = text_at(w, lane, args.take(8));
      return spec == "%" ? text : print(spec + 's', text.c_str());
    }
    default:
      return std::string("%") + kind;
  }
}

std::string formatted(Warp& w, int lane, const std::string& format, std::uint64_t pointer) {
  Arguments args{w, lane, pointer};
  std::string text;
  for (std::size_t n = 0; n < format.size() && text.size() < most_text; ++n) {
    if (format[n] != '%') {
      text += format[n];
      continue;
    }
    if (n + 1 < format.size() && format[n + 1] == '%') {
      text += format[++n];
      continue;
    }
    std::string spec = "%";
    std::size_t digits = 0;
    for (++n; n < format.size() && std::strchr("-+ #0123456789.*", format[n]) != nullptr; ++n) {
      if (format[n] == '*') {
        // As in C, a negative width is one of a left-aligned field.
        const auto asked = static_cast<std::int32_t>(args.take(4));
        if (spec.size() < 16) spec += std::to_string(std::clamp(asked, -200, 200));
      } else if (++digits <= 6) {  // "%200.99f" and no more
        spec += format[n];
      }
    }
    bool wide = false;
    for (; n < format.size() && std::strchr("hlzjt", format[n]) != nullptr; ++n)
      wide = wide || format[n] != 'h';
    if (n < format.size()) text += converted(spec, format[n], wide, args, w, lane);
  }
  return text;
}

std::uint64_t param64(Warp& w, Row row, int lane) {
  const auto* words = reinterpret_cast<const std::uint32_t*>(w.base[0] + row);
  return words[lane] | std::uint64_t{words[32 + lane]} << 32;
}

}  // namespace

const Inst* print(Warp& w, const Inst* i) {
  Executor& x = Executor::of(w);
  x.note(w, i, "printf");
  const std::size_t limit = x.plan.spec->limits.printf_bytes;
  for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) {
    const int l = std::countr_zero(rest);
    reinterpret_cast<std::uint32_t*>(w.base[0] + i->d)[l] = 0;
    if (x.printed.size() >= limit) continue;
    x.printed += formatted(w, l, text_at(w, l, param64(w, i->a, l)), param64(w, i->b, l));
    if (x.printed.size() > limit) x.printed.resize(limit);
  }
  return i + 1;
}

const Inst* assert_failed(Warp& w, const Inst* i) {
  Executor& x = Executor::of(w);
  const int l = std::countr_zero(w.mask);
  const auto argument = [&](std::uint32_t k) { return w.extra[i->e + k]; };
  const std::string message = text_at(w, l, param64(w, argument(0), l));
  const std::string file = text_at(w, l, param64(w, argument(1), l));
  const std::string function = text_at(w, l, param64(w, argument(3), l));
  const std::uint32_t line = reinterpret_cast<const std::uint32_t*>(w.base[0] + argument(2))[l];
  count_up_to(w, i + 1);
  detach(w, i);
  x.fault(w, i, static_cast<std::uint32_t>(l), "run.fault",
          fmt::format("assertion '{}' failed in {} ({}:{})", escaped(message, 200),
                      escaped(function, 200), escaped(file, 200), line),
          true);
  return halt();
}

}  // namespace assay::sim::base
