# SPDX-License-Identifier: Apache-2.0
"""Records what a GPU gives for each statement of statements.py.

python3 record.py FOLDER [GROUP...], on a machine with NVIDIA's driver; no toolkit is needed. One
file a group; tests/sim/vectors/README.md has the format. What the driver's assembler turns away is
listed, not recorded."""

import ctypes
import pathlib
import struct
import sys

from operands import ROWS, bits_of, operands
from statements import GROUPS

HEADER = ".version 9.0\n.target sm_90\n.address_size 64\n"
REGISTERS = """.reg .pred %p, %q; .reg .b32 %r<10>, %i, %t;
.reg .b16 %h<10>; .reg .b64 %x<10>, %from, %to, %w;
.reg .f32 %f<10>; .reg .f64 %g<10>;
mov.u32 %i, %ctaid.x; mov.u32 %t, %tid.x; mad.lo.u32 %i, %i, 64, %t;
ld.param.u64 %from, [in]; ld.param.u64 %to, [out];
mul.wide.u32 %w, %i, 32; add.u64 %from, %from, %w; mul.wide.u32 %w, %i, 8; add.u64 %to, %to, %w;
"""


def kernel(text, kinds, bits):
    names = ["%a", "%b", "%c", "%e"]
    body = ".visible .entry k(.param .u64 in, .param .u64 out) {\n"
    body += "".join(f".reg .b{bits_of(kind)} {name};\n" for kind, name in zip(kinds, names))
    body += f".reg .b{bits} %d;\n" + REGISTERS
    body += "".join(
        f"ld.global.b{bits_of(kind)} {name}, [%from+{8 * n}];\n"
        for n, (kind, name) in enumerate(zip(kinds, names))
    )
    return HEADER + body + f"{text}\nst.global.b{bits} [%to], %d;\nret;\n}}\n"


class Gpu:
    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        name, driver = ctypes.create_string_buffer(100), ctypes.c_int()
        self.call("cuDeviceGetName", name, 100, device)
        self.call("cuDriverGetVersion", ctypes.byref(driver))
        version = f"{driver.value // 1000}.{driver.value % 1000 // 10}"
        self.name = f"{name.value.decode()}, driver for CUDA {version}"
        self.source, self.target = self.allocate(32 * ROWS), self.allocate(8 * ROWS)

    def call(self, function, *arguments):
        status = getattr(self.cuda, function)(*arguments)
        if status:
            raise RuntimeError(f"{function} gives {status}")

    def allocate(self, size):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer

    def results(self, ptx, rows):
        """None where the assembler turns the text away."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        if self.cuda.cuModuleLoadData(ctypes.byref(module), ptx.encode()):
            return None
        self.call("cuModuleGetFunction", ctypes.byref(function), module, b"k")
        words = b"".join(struct.pack("<4Q", *(list(row) + [0] * 4)[:4]) for row in rows)
        self.call("cuMemcpyHtoD_v2", self.source, words, ctypes.c_size_t(len(words)))
        self.call("cuMemsetD8_v2", self.target, 0, ctypes.c_size_t(8 * ROWS))
        pointers = (ctypes.c_void_p * 2)(
            *(ctypes.cast(ctypes.byref(p), ctypes.c_void_p) for p in (self.source, self.target))
        )
        self.call("cuLaunchKernel", function, ROWS // 64, 1, 1, 64, 1, 1, 0, None, pointers, None)
        out = ctypes.create_string_buffer(8 * ROWS)
        self.call("cuMemcpyDtoH_v2", out, self.target, ctypes.c_size_t(8 * ROWS))
        self.call("cuModuleUnload", module)
        return struct.unpack(f"<{ROWS}Q", out.raw)


def lines(values, bits):
    width = bits // 4
    texts = [f"{value & (1 << bits) - 1:0{width}x}" for value in values]
    a_line = 96 // (width + 1)
    return "".join(" ".join(texts[n : n + a_line]) + "\n" for n in range(0, len(texts), a_line))


def record(gpu, group, folder):
    statements = list(GROUPS[group]())
    text = f"# Recorded on an {gpu.name}. README.md says how to read and make it.\n"
    known, refused = set(), []
    for statement, kinds, bits in statements:
        rows = operands(kinds) if kinds else [()] * ROWS
        values = gpu.results(kernel(statement, kinds, bits), rows)
        if values is None:
            refused.append(statement)
            continue
        if kinds and tuple(kinds) not in known:
            known.add(tuple(kinds))
            text += f"operands {' '.join(kinds)}\n"
            for place, kind in enumerate(kinds):
                text += lines([row[place] for row in rows], bits_of(kind))
        text += f"statement {bits} {' '.join(kinds)} : {statement}\n" + lines(values, bits)
    (folder / f"{group}.txt").write_text(text)
    print(f"{group}: {len(statements) - len(refused)} recorded, {len(refused)} refused")
    for statement in refused:
        print(f"  refused: {statement}")


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    the_gpu = Gpu()
    for each in sys.argv[2:] or GROUPS:
        record(the_gpu, each, target)
