// SPDX-License-Identifier: Apache-2.0
// See harness.hpp.
#include "sim/harness.hpp"

#include <fmt/format.h>

namespace assay::sim::testing {

std::string module_text(std::string_view body) {
  return fmt::format(".version 9.0\n.target sm_90\n.address_size 64\n{}\n", body);
}

Simulator loaded(std::string_view text) {
  auto module = ptx::parse(text);
  if (!module) {
    throw std::runtime_error(fmt::format("{}:{}: {}\n{}", module.error().place.line,
                                         module.error().place.column, module.error().message,
                                         text));
  }
  auto simulator = Simulator::load(std::move(*module));
  if (!simulator) throw std::runtime_error(simulator.error().message);
  return std::move(*simulator);
}

namespace {

constexpr const char* names[] = {"%a", "%b", "%c", "%e"};

std::string kernel_of(const Statement& s) {
  std::string text = ".visible .entry k(.param .u64 in, .param .u64 out, .param .u32 count) {\n";
  for (std::size_t n = 0; n < s.in.size(); ++n)
    text += fmt::format(".reg .b{} {};\n", s.in[n], names[n]);
  text += fmt::format(".reg .b{} %d;\n", s.out);
  text +=
      ".reg .pred %p, %q, %over; .reg .b32 %r<10>, %i, %t, %n; .reg .b16 %h<10>; .reg .b64 %x<10>, "
      "%from, %to, %w;\n"
      ".reg .f32 %f<10>; .reg .f64 %g<10>;\n"
      "mov.u32 %i, %ctaid.x; mov.u32 %t, %tid.x; mad.lo.u32 %i, %i, 64, %t; ld.param.u32 %n, "
      "[count];\n"
      "setp.ge.u32 %over, %i, %n; @%over bra END;\n"
      "ld.param.u64 %from, [in]; ld.param.u64 %to, [out];\n"
      "mul.wide.u32 %w, %i, 32; add.u64 %from, %from, %w; mul.wide.u32 %w, %i, 8; add.u64 %to, "
      "%to, %w;\n";
  for (std::size_t n = 0; n < s.in.size(); ++n) {
    text += fmt::format("ld.global.b{} {}, [%from+{}];\n", s.in[n], names[n], 8 * n);
  }
  return text + s.text + fmt::format("\nst.global.b{} [%to], %d;\nEND: ret;\n}}\n", s.out);
}

Launch::Argument number(std::uint32_t value) {
  Launch::Argument a;
  a.bytes.resize(4);
  std::memcpy(a.bytes.data(), &value, 4);
  return a;
}
Launch::Argument pointer(BufferId id) {
  Launch::Argument a;
  a.buffer = id;
  return a;
}

std::uint64_t next(std::uint64_t& state) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

}  // namespace

std::vector<std::uint64_t> results(const Statement& s, const std::vector<Operands>& rows) {
  Simulator simulator = loaded(module_text(kernel_of(s)));
  for (const auto& u : simulator.unsupported("k"))
    ADD_FAILURE() << "unsupported: " << u.operation << " in " << s.text;
  std::vector<std::uint64_t> in(rows.size() * 4);
  for (std::size_t n = 0; n < rows.size(); ++n)
    std::copy(rows[n].begin(), rows[n].end(), in.begin() + static_cast<std::ptrdiff_t>(4 * n));
  const auto size = static_cast<std::int64_t>(rows.size());
  const auto from = simulator.allocate({"in", size * 32, 16, Access::read_only, true, 8}, 1);
  const auto to = simulator.allocate({"out", size * 8, 16, Access::read_write, true, 8}, 2);
  simulator.write(*from, std::as_bytes(std::span(in)));
  RunSpec spec;
  Launch launch;
  launch.kernel = "k";
  launch.grid = {static_cast<std::uint32_t>((rows.size() + 63) / 64), 1, 1};
  launch.block = {64, 1, 1};
  launch.arguments = {pointer(*from), pointer(*to),
                      number(static_cast<std::uint32_t>(rows.size()))};
  spec.launches.push_back(launch);
  const auto outcome = simulator.run(spec);
  if (!outcome) {
    ADD_FAILURE() << outcome.error().message;
    return {};
  }
  for (const auto& f : outcome->faults)
    ADD_FAILURE() << f.code << ": " << f.message << " in " << s.text;
  std::vector<std::uint64_t> out(rows.size());
  std::memcpy(out.data(), simulator.read(*to).data(), out.size() * 8);
  return out;
}

std::vector<Operands> cases(const std::vector<int>& widths, int count) {
  const std::uint64_t special[] = {0,
                                   1,
                                   2,
                                   3,
                                   5,
                                   7,
                                   8,
                                   15,
                                   16,
                                   31,
                                   32,
                                   33,
                                   63,
                                   64,
                                   127,
                                   128,
                                   255,
                                   0x7fff,
                                   0x8000,
                                   0xffff,
                                   0x7fffffff,
                                   0x80000000,
                                   0xfffffffe,
                                   0xffffffff,
                                   0x7fffffffffffffff,
                                   0x8000000000000000,
                                   0xfffffffffffffffe,
                                   0xffffffffffffffff};
  std::uint64_t state = 0x9e3779b97f4a7c15;
  std::vector<Operands> rows;
  for (int n = 0; n < count; ++n) {
    Operands row;
    for (const int width : widths) {
      std::uint64_t v = next(state);
      if (v % 3 != 0) v = special[(v >> 8) % std::size(special)];
      row.push_back(width == 64 ? v : v & ((std::uint64_t{1} << width) - 1));
    }
    rows.push_back(row);
  }
  return rows;
}

std::vector<Operands> float_cases(const std::vector<int>& widths, int count) {
  const std::uint32_t f32[] = {0,          0x80000000, 0x3f800000, 0xbf800000,
                               1,          0x80000001, 0x007fffff, 0x00800000,
                               0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
                               0x7fc00000, 0x7f800001, 0x3f000000, 0x40490fdb};
  const std::uint16_t f16[] = {0,      0x8000, 0x3c00, 0xbc00, 1,      0x8001, 0x3ff,  0x400,
                               0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 0x3800, 0x4248};
  std::uint64_t state = 0x243f6a8885a308d3;
  std::vector<Operands> rows;
  for (int n = 0; n < count; ++n) {
    Operands row;
    for (const int width : widths) {
      const std::uint64_t v = next(state), pick = v >> 40;
      if (width == 64) {
        const double close =
            (static_cast<double>(v >> 40) / 4096 - 1000) * ((v & 1) != 0 ? 1e-3 : 1);
        std::uint64_t bits = v;
        if (v % 4 == 0)
          bits = std::uint64_t{f32[pick % 16]} << 32;
        else if (v % 4 == 1)
          std::memcpy(&bits, &close, 8);
        row.push_back(bits);
      } else if (width == 32) {
        row.push_back(v % 4 == 0   ? f32[pick % 16]
                      : v % 4 == 1 ? 0x3f000000 + (pick & 0x80ffffff)
                                   : pick * 259 & 0xffffffff);
      } else {
        row.push_back(v % 3 == 0   ? f16[pick % 16]
                      : v % 3 == 1 ? 0x3800 + (pick & 0x8fff)
                                   : pick & 0xffff);
      }
    }
    rows.push_back(row);
  }
  return rows;
}

Done run(const Job& job) {
  Simulator simulator = loaded(module_text(job.text));
  for (const auto& u : simulator.unsupported(job.kernel))
    ADD_FAILURE() << "unsupported: " << u.operation;
  Launch launch;
  launch.kernel = job.kernel;
  launch.grid = job.grid;
  launch.block = job.block;
  launch.dynamic_shared = job.shared;
  launch.cooperative = job.cooperative;
  std::vector<BufferId> ids;
  for (std::size_t n = 0; n < job.buffers.size(); ++n) {
    const bool only_read = n < job.read_only.size() && job.read_only[n];
    const bool blank = n < job.uninitialised.size() && job.uninitialised[n];
    const auto id =
        simulator.allocate({std::string(1, static_cast<char>('a' + n)),
                            static_cast<std::int64_t>(job.buffers[n].size()) * 4, 16,
                            only_read ? Access::read_only : Access::read_write, !blank, 4},
                           n);
    simulator.write(*id, std::as_bytes(std::span(job.buffers[n])));
    ids.push_back(*id);
    launch.arguments.push_back(pointer(*id));
  }
  RunSpec spec = job.spec;
  if (spec.launches.empty()) spec.launches.push_back(launch);
  auto outcome = simulator.run(spec);
  if (!outcome) throw std::runtime_error(outcome.error().message);
  Done done{std::move(*outcome), job.buffers};
  for (std::size_t n = 0; n < ids.size(); ++n) {
    if (!done.buffers[n].empty()) {
      std::memcpy(done.buffers[n].data(), simulator.read(ids[n]).data(),
                  done.buffers[n].size() * 4);
    }
  }
  return done;
}

std::string fingerprint(const Done& done) {
  std::string text = fmt::format("{} {}\n", done.outcome.completed, done.outcome.printed);
  const auto site = [](const Site& s) {
    return fmt::format("{}:{} ({},{},{})/({},{},{}) {}", s.launch, s.ptx_line, s.block[0],
                       s.block[1], s.block[2], s.thread[0], s.thread[1], s.thread[2],
                       s.instruction);
  };
  for (const auto& f : done.outcome.faults) {
    text += fmt::format("{} {} {} {} {}\n", f.code, f.message, f.count, site(f.site),
                        f.other ? site(*f.other) : "");
  }
  for (const auto& n : done.outcome.notes)
    text += fmt::format("{} {} {}\n", n.code, n.count, site(n.site));
  const Counters& c = done.outcome.counters;
  text += fmt::format(
      "{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}\n", c.warp_instructions,
      c.lane_instructions, c.float_operations, c.special_operations, c.divergent_branches,
      c.global_load_requests, c.global_load_sectors, c.global_load_bytes, c.global_store_requests,
      c.global_store_sectors, c.global_store_bytes, c.global_ideal_sectors, c.shared_requests,
      c.shared_wavefronts, c.local_requests, c.barriers, c.atomics, c.fences, c.shuffles, c.steps);
  for (const auto& b : done.buffers) {
    for (const auto v : b) text += fmt::format("{:x} ", v);
  }
  return text;
}

}  // namespace assay::sim::testing
