# SPDX-License-Identifier: Apache-2.0
"""Operands of the recorded vectors: edge values of a kind, then random ones, always the same."""

import random

ROWS = 64

F32 = [
    0x00000000,
    0x80000000,
    0x3F800000,
    0xBF800000,
    0x7F800000,
    0xFF800000,
    0x7FC00000,
    0x7F800001,
    0xFFFFFFFF,
    0x00000001,
    0x80000001,
    0x007FFFFF,
    0x00800000,
    0x80800000,
    0x7F7FFFFF,
    0xFF7FFFFF,
    0x3F000000,
    0x3FC00000,
    0x40200000,
    0xC0200000,
    0x3F7FFFFF,
    0x3F800001,
    0x4B000000,
    0x4B7FFFFF,
    0x4F000000,
    0xCF000000,
    0x4F800000,
    0x5F000000,
    0x33800000,
    0x34000000,
    0x40490FDB,
    0x47FFE000,
    0x477FE000,
    0x477FF000,
    0x387FC000,
    0x33000000,
    0x43E00000,
    0x43E80000,
    0x3C800000,
    0x7F000000,
]
F64 = [
    0x0000000000000000,
    0x8000000000000000,
    0x3FF0000000000000,
    0xBFF0000000000000,
    0x7FF0000000000000,
    0xFFF0000000000000,
    0x7FF8000000000000,
    0x7FF0000000000001,
    0xFFFFFFFFFFFFFFFF,
    0x0000000000000001,
    0x000FFFFFFFFFFFFF,
    0x0010000000000000,
    0x7FEFFFFFFFFFFFFF,
    0x3FE0000000000000,
    0x3FF8000000000000,
    0x4004000000000000,
    0xC004000000000000,
    0x3FEFFFFFFFFFFFFF,
    0x3FF0000000000001,
    0x41DFFFFFFFC00000,
    0x41E0000000000000,
    0xC1E0000000000000,
    0x43E0000000000000,
    0xC3E0000000000000,
    0x43F0000000000000,
    0x4330000000000000,
    0x47EFFFFFE0000000,
    0x47EFFFFFF0000000,
    0x36A0000000000000,
    0x3690000000000000,
    0x3810000000000000,
    0x400921FB54442D18,
]
F16 = [
    0x0000,
    0x8000,
    0x3C00,
    0xBC00,
    0x7C00,
    0xFC00,
    0x7E00,
    0x7C01,
    0xFFFF,
    0x0001,
    0x8001,
    0x03FF,
    0x0400,
    0x8400,
    0x7BFF,
    0xFBFF,
    0x3800,
    0x3E00,
    0x4100,
    0xC100,
    0x3BFF,
    0x3C01,
    0x6400,
    0x67FF,
    0x5F00,
    0x5F80,
    0x1400,
    0x4248,
]
BF16 = [
    0x0000,
    0x8000,
    0x3F80,
    0xBF80,
    0x7F80,
    0xFF80,
    0x7FC0,
    0x7F81,
    0xFFFF,
    0x0001,
    0x8001,
    0x007F,
    0x0080,
    0x8080,
    0x7F7F,
    0xFF7F,
    0x3F00,
    0x3FC0,
    0x4020,
    0xC020,
    0x3F7F,
    0x3F81,
    0x4300,
    0x437F,
    0x43E0,
    0x43E8,
    0x3B80,
    0x4049,
]


def integers(bits):
    top = 1 << (bits - 1)
    mask = (1 << bits) - 1
    return [
        0,
        1,
        mask,
        top,
        top - 1,
        top + 1,
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
        mask - 1,
        mask // 3,
        mask // 5,
        0x80 & mask,
        0x7F,
        0xFF,
        0x8000 & mask,
        0x7FFF & mask,
    ]


# NaNs of both signs with payloads, quiet and signalling, among numbers.
NAN64 = [
    0x7FF8000000000001,
    0x3FF0000000000000,
    0xFFF8000000000002,
    0x7FF0000000000003,
    0xFFF4000060000004,
    0x7FF8000020000000,
    0x7FFFFFFFFFFFFFFF,
    0xFFF0000000000000,
]
NAN32 = [
    0x7FC00001,
    0x3F800000,
    0xFFC00002,
    0x7F800003,
    0xFFA00004,
    0x7FC02000,
    0x7FFFFFFF,
    0xFF800000,
]
NAN16 = [0x7E01, 0x3C00, 0xFE02, 0x7C03, 0xFD04, 0x7E20, 0x7FFF, 0xFC00]
NANB16 = [0x7FC1, 0x3F80, 0xFFC2, 0x7F83, 0xFFA4, 0x7FE0, 0x7FFF, 0xFF80]

# kind: (bits of a register, edge values, bits of the exponent for random floats)
KINDS = {
    "f32": (32, F32, (8, 23)),
    "f64": (64, F64, (11, 52)),
    "f16": (16, F16, (5, 10)),
    "bf16": (16, BF16, (8, 7)),
    "b16": (16, integers(16), None),
    "b32": (32, integers(32), None),
    "b64": (64, integers(64), None),
    "f16x2": (32, None, "f16"),
    "bf16x2": (32, None, "bf16"),
    "n5": (32, list(range(34)) + [63, 64, 0xFFFFFFFF], 6),  # a shift, a bit position, a lane
    "byte": (32, list(range(0, 256, 5)), 8),
    "nan64": (64, NAN64, "cross"),
    "nan32": (32, NAN32, "cross"),
    "nan16": (16, NAN16, "cross"),
    "nanb16": (16, NANB16, "cross"),
    "f32small": (32, [0, 0x80000000, 0x3F800000, 0x40490FDB, 0x7F800000, 0x7FC00000], (3, 23)),
}


def near(bits, shape, other, chance):
    """A random float; often close to `other` in exponent, so that sums cancel."""
    exponent, fraction = shape
    if chance.random() < 0.6:
        shift = chance.choice([0, 0, 1, -1, 2, -3, fraction, -fraction])
        e = min(max((other >> fraction & (1 << exponent) - 1) + shift, 0), (1 << exponent) - 1)
    elif chance.random() < 0.5:
        e = (1 << exponent - 1) - 1 + chance.randrange(-6, 7) if exponent > 3 else 127
    else:
        e = chance.randrange(1 << exponent)
    return chance.getrandbits(1) << bits - 1 | e << fraction | chance.getrandbits(fraction)


def column(kind, place, chance, first):
    bits, edges, shape = KINDS[kind]
    if shape == "cross":  # every pair of the first two, and a third that differs from both
        turns = [lambda row: row, lambda row: row // 8, lambda row: row + row // 8 + 3]
        return [edges[turns[place](row) % 8] for row in range(ROWS)]
    if edges is None:  # two halves in one register
        low = column(shape, place, chance, first and [v & 0xFFFF for v in first])
        high = column(shape, place + 1, chance, first and [v >> 16 for v in first])
        return [l | h << 16 for l, h in zip(low, high)]
    values = []
    for row in range(ROWS):
        if row < 48 and (place == 0 or row < 3 * len(edges)):
            step = [1, 7, 11, 13][place % 4]
            values.append(edges[(row * step + row // len(edges) * (place + 1)) % len(edges)])
        elif kind == "f32small":
            values.append(near(32, (8, 23), 0x3F800000, chance))
        elif isinstance(shape, tuple):
            values.append(near(bits, shape, first[row] if first else 0, chance))
        else:
            values.append(chance.getrandbits(shape or chance.choice([bits, bits, bits // 2, 5])))
    return values


def operands(kinds):
    """Rows of operands for the kinds of %a, %b, …"""
    chance = random.Random(" ".join(kinds))
    columns = []
    for place, kind in enumerate(kinds):
        same = columns and KINDS[kind][0] == KINDS[kinds[0]][0]
        columns.append(column(kind, place, chance, columns[0] if same else None))
    return list(zip(*columns))


def bits_of(kind):
    return KINDS[kind][0]
