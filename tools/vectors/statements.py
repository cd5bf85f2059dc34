# SPDX-License-Identifier: Apache-2.0
"""The statements whose results are recorded, by group: PTX from %a, %b, %c to %d, kinds of the
operands, bits of %d. Registers are those of tests/sim/harness.hpp."""

from itertools import product

ROUNDINGS = ["rn", "rz", "rm", "rp"]
INTEGERS = {"s16": 16, "u16": 16, "s32": 32, "u32": 32, "s64": 64, "u64": 64}
COMPARES = [
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "equ",
    "neu",
    "ltu",
    "leu",
    "gtu",
    "geu",
    "num",
    "nan",
]


def select(setp):
    """A predicate as a number."""
    return f"{setp} selp.u32 %d, 1, 0, %p;"


def integer():
    for t, bits in INTEGERS.items():
        b = f"b{bits}"
        for op in ("add", "sub", "mul.lo", "mul.hi", "div", "rem", "min", "max"):
            guard = f"or.b{bits} %b, %b, 1; " if op in ("div", "rem") else ""
            yield f"{guard}{op}.{t} %d, %a, %b;", [b, b], bits
        for op in ("mad.lo", "mad.hi"):
            yield f"{op}.{t} %d, %a, %b, %c;", [b, b, b], bits
        if bits < 64:
            yield f"mul.wide.{t} %d, %a, %b;", [b, b], 2 * bits
            yield f"mad.wide.{t} %d, %a, %b, %c;", [b, b, f"b{2 * bits}"], 2 * bits
        yield f"sad.{t} %d, %a, %b, %c;" if bits < 64 else f"sad.{t} %d, %a, %b, %c;", [b] * 3, bits
        if t[0] == "s":
            for op in ("abs", "neg"):
                yield f"{op}.{t} %d, %a;", [b], bits
        yield f"shr.{t} %d, %a, %b;", [b, "n5"], bits
        for compare in ("eq", "ne", "lt", "le", "gt", "ge"):
            yield select(f"setp.{compare}.{t} %p, %a, %b;"), [b, b], 32
        if bits >= 32:
            yield f"bfe.{t} %d, %a, %b, %c;", [b, "n5", "n5"], bits
            yield f"bfind.{t} %d, %a;", [b], 32
            yield f"bfind.shiftamt.{t} %d, %a;", [b], 32
    for op in ("add", "sub"):
        yield f"{op}.sat.s32 %d, %a, %b;", ["b32", "b32"], 32
    yield "mad.hi.sat.s32 %d, %a, %b, %c;", ["b32"] * 3, 32
    for t in ("s32", "u32"):
        for half in ("lo", "hi"):
            yield f"mul24.{half}.{t} %d, %a, %b;", ["b32", "b32"], 32
            yield f"mad24.{half}.{t} %d, %a, %b, %c;", ["b32"] * 3, 32
    yield "mad24.hi.sat.s32 %d, %a, %b, %c;", ["b32"] * 3, 32
    for a, b in product(("s32", "u32"), repeat=2):
        yield f"dp4a.{a}.{b} %d, %a, %b, %c;", ["b32"] * 3, 32
        yield f"dp2a.lo.{a}.{b} %d, %a, %b, %c;", ["b32"] * 3, 32
        yield f"dp2a.hi.{a}.{b} %d, %a, %b, %c;", ["b32"] * 3, 32
    for t in ("u16x2", "s16x2"):
        for op in ("add", "min", "max"):
            yield f"{op}.{t} %d, %a, %b;", ["b32", "b32"], 32
    for op in ("min", "max"):
        yield f"{op}.relu.s32 %d, %a, %b;", ["b32", "b32"], 32
        yield f"{op}.relu.s16x2 %d, %a, %b;", ["b32", "b32"], 32


def bits():
    for n in (16, 32, 64):
        b = f"b{n}"
        for op in ("and", "or", "xor"):
            yield f"{op}.b{n} %d, %a, %b;", [b, b], n
        yield f"not.b{n} %d, %a;", [b], n
        yield f"cnot.b{n} %d, %a;", [b], n
        yield f"shl.b{n} %d, %a, %b;", [b, "n5"], n
        if n > 16:
            for op in ("popc", "clz"):
                yield f"{op}.b{n} %d, %a;", [b], 32
            yield f"brev.b{n} %d, %a;", [b], n
            yield f"bfi.b{n} %d, %a, %b, %c, %e;", [b, b, "n5", "n5"], n
        for t in (f"b{n}", f"u{n}", f"s{n}"):
            yield f"setp.lt.s32 %p, %c, 7; selp.{t} %d, %a, %b, %p;", [b, b, "b32"], n
            yield f"slct.{t}.s32 %d, %a, %b, %c;", [b, b, "b32"], n
            yield f"slct.{t}.f32 %d, %a, %b, %c;", [b, b, "f32"], n
    for side, mode in product(("l", "r"), ("clamp", "wrap")):
        yield f"shf.{side}.{mode}.b32 %d, %a, %b, %c;", ["b32", "b32", "n5"], 32
    for lut in (0x00, 0x1E, 0x78, 0x80, 0x96, 0xCA, 0xE8, 0xFE, 0xFF):
        yield f"lop3.b32 %d, %a, %b, %c, {lut};", ["b32"] * 3, 32
    for mode in ("", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"):
        yield f"prmt.b32{mode} %d, %a, %b, %c;", ["b32"] * 3, 32
    yield "fns.b32 %d, %a, %b, %c;", ["b32", "n5", "n5"], 32
    for mode in ("clamp", "wrap"):
        yield f"bmsk.{mode}.b32 %d, %a, %b;", ["n5", "n5"], 32
        for t in ("s32", "u32"):
            yield f"szext.{mode}.{t} %d, %a, %b;", ["b32", "n5"], 32
    for t in ("u32", "s32"):
        yield f"add.cc.{t} %r1, %a, %b; addc.{t} %d, %b, %c;", ["b32"] * 3, 32
        yield f"sub.cc.{t} %r1, %a, %b; subc.{t} %d, %b, %c;", ["b32"] * 3, 32
        yield f"mad.lo.cc.{t} %r1, %a, %b, %c; madc.hi.{t} %d, %a, %b, %c;", ["b32"] * 3, 32
        yield f"add.cc.{t} %r1, %a, %b; addc.cc.{t} %r2, %r1, %c; addc.{t} %d, %r2, 0;", [
            "b32"
        ] * 3, 32
    yield "add.cc.u64 %x1, %a, %b; addc.u64 %d, %b, %c;", ["b64"] * 3, 64
    yield "sub.cc.u64 %x1, %a, %b; subc.u64 %d, %b, %c;", ["b64"] * 3, 64


def f32():
    two, three = ["f32"] * 2, ["f32"] * 3
    for op, r, ftz, sat in product(
        ("add", "sub", "mul", "fma"), ROUNDINGS, ("", ".ftz"), ("", ".sat")
    ):
        operands = "%a, %b, %c" if op == "fma" else "%a, %b"
        yield f"{op}.{r}{ftz}{sat}.f32 %d, {operands};", three if op == "fma" else two, 32
    for r, ftz in product(ROUNDINGS, ("", ".ftz")):
        yield f"div.{r}{ftz}.f32 %d, %a, %b;", two, 32
        yield f"rcp.{r}{ftz}.f32 %d, %a;", ["f32"], 32
        yield f"sqrt.{r}{ftz}.f32 %d, %a;", ["f32"], 32
    for op, ftz in product(("abs", "neg"), ("", ".ftz")):
        yield f"{op}{ftz}.f32 %d, %a;", ["f32"], 32
    for op, mods in product(
        ("min", "max"), ("", ".ftz", ".NaN", ".ftz.NaN", ".xorsign.abs", ".ftz.NaN.xorsign.abs")
    ):
        yield f"{op}{mods}.f32 %d, %a, %b;", two, 32
    yield "copysign.f32 %d, %a, %b;", two, 32
    for test in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
        yield select(f"testp.{test}.f32 %p, %a;"), ["f32"], 32
    for compare, ftz in product(COMPARES, ("", ".ftz")):
        yield select(f"setp.{compare}{ftz}.f32 %p, %a, %b;"), two, 32
    for compare in ("lt", "geu"):
        yield f"set.{compare}.f32.f32 %d, %a, %b;", two, 32
        yield f"set.{compare}.u32.f32 %d, %a, %b;", two, 32
        yield f"set.{compare}.s32.f32 %d, %a, %b;", two, 32
        positive = "setp.gt.f32 %q, %c, 0f00000000;"
        yield f"{positive} set.{compare}.and.u32.f32 %d, %a, %b, %q;", three, 32
    yield "slct.f32.s32 %d, %a, %b, %c;", ["f32", "f32", "b32"], 32
    yield "slct.ftz.f32.f32 %d, %a, %b, %c;", three, 32


def approximate():
    for op, ftz in product(("rcp", "sqrt", "rsqrt", "lg2", "ex2"), ("", ".ftz")):
        yield f"{op}.approx{ftz}.f32 %d, %a;", ["f32"], 32
    for op, ftz in product(("sin", "cos", "ex2", "tanh"), ("", ".ftz")):
        if op != "tanh" or not ftz:
            yield f"{op}.approx{ftz}.f32 %d, %a;", ["f32small"], 32
    yield "tanh.approx.f32 %d, %a;", ["f32"], 32
    for form, ftz in product(("approx", "full"), ("", ".ftz")):
        yield f"div.{form}{ftz}.f32 %d, %a, %b;", ["f32", "f32"], 32
    yield "rcp.approx.ftz.f64 %d, %a;", ["f64"], 64
    yield "rsqrt.approx.f64 %d, %a;", ["f64"], 64
    yield "rsqrt.approx.ftz.f64 %d, %a;", ["f64"], 64
    for t in ("f16", "f16x2", "bf16", "bf16x2"):
        yield f"tanh.approx.{t} %d, %a;", [t], 32 if t.endswith("x2") else 16
        ftz = ".ftz" if t.startswith("b") else ""
        yield f"ex2.approx{ftz}.{t} %d, %a;", [t], 32 if t.endswith("x2") else 16


def f64():
    two, three = ["f64"] * 2, ["f64"] * 3
    for op, r in product(("add", "sub", "mul", "fma"), ROUNDINGS):
        yield f"{op}.{r}.f64 %d, {'%a, %b, %c' if op == 'fma' else '%a, %b'};", (
            three if op == "fma" else two
        ), 64
    for r in ROUNDINGS:
        yield f"div.{r}.f64 %d, %a, %b;", two, 64
        yield f"rcp.{r}.f64 %d, %a;", ["f64"], 64
        yield f"sqrt.{r}.f64 %d, %a;", ["f64"], 64
    for op in ("abs", "neg"):
        yield f"{op}.f64 %d, %a;", ["f64"], 64
    for op in ("min", "max", "copysign"):
        yield f"{op}.f64 %d, %a, %b;", two, 64
    for test in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
        yield select(f"testp.{test}.f64 %p, %a;"), ["f64"], 32
    for compare in COMPARES:
        yield select(f"setp.{compare}.f64 %p, %a, %b;"), two, 32
    yield "set.lt.u32.f64 %d, %a, %b;", two, 32


def payloads():
    """What becomes of a NaN's payload, and of two."""
    for t, kind, bits in (
        ("f64", "nan64", 64),
        ("f32", "nan32", 32),
        ("f16", "nan16", 16),
        ("bf16", "nanb16", 16),
    ):
        for op in ("add", "sub", "mul") + (("div.rn",) if bits > 16 else ()) + ("min", "max"):
            yield f"{op}.{t} %d, %a, %b;", [kind, kind], bits
        if bits < 64:
            for op in ("min", "max"):
                yield f"{op}.NaN.{t} %d, %a, %b;", [kind, kind], bits
        yield f"fma.rn.{t} %d, %a, %b, %c;", [kind] * 3, bits
        for op in ("abs", "neg") + (("rcp.rn", "sqrt.rn") if bits > 16 else ()):
            yield f"{op}.{t} %d, %a;", [kind], bits
    yield "copysign.f64 %d, %a, %b;", ["nan64", "nan64"], 64
    yield "copysign.f32 %d, %a, %b;", ["nan32", "nan32"], 32
    for r in ("rn", "rz"):
        for to, bits in (("f32", 32), ("f16", 16), ("bf16", 16)):
            yield f"cvt.{r}.{to}.f64 %d, %a;", ["nan64"], bits
        for to, bits in (("f16", 16), ("bf16", 16), ("tf32", 32)):
            yield f"cvt.{r}.{to}.f32 %d, %a;", ["nan32"], bits
        yield f"cvt.{r}.bf16.f16 %d, %a;", ["nan16"], 16
    yield "cvt.rna.tf32.f32 %d, %a;", ["nan32"], 32
    for text, kind, bits in (
        ("f64.f32", "nan32", 64),
        ("ftz.f64.f32", "nan32", 64),
        ("f32.f16", "nan16", 32),
        ("ftz.f32.f16", "nan16", 32),
        ("f64.f16", "nan16", 64),
        ("f32.bf16", "nanb16", 32),
        ("f64.bf16", "nanb16", 64),
        ("rn.f16.bf16", "nanb16", 16),
        ("rni.f64.f64", "nan64", 64),
        ("rni.f32.f32", "nan32", 32),
        ("rni.f16.f16", "nan16", 16),
        ("sat.f32.f32", "nan32", 32),
        ("ftz.f32.f32", "nan32", 32),
    ):
        yield f"cvt.{text} %d, %a;", [kind], bits
    yield "rcp.approx.ftz.f64 %d, %a;", ["nan64"], 64
    yield "rsqrt.approx.f64 %d, %a;", ["nan64"], 64


def halves():
    for t in ("f16", "f16x2", "bf16", "bf16x2"):
        bits = 32 if t.endswith("x2") else 16
        half = t.startswith("f")
        for op in ("add", "sub", "mul"):
            for mods in ("", ".rn") + ((".ftz", ".sat", ".rn.ftz.sat") if half else ()):
                yield f"{op}{mods}.{t} %d, %a, %b;", [t, t], bits
        for mods in ("", ".relu") + ((".ftz", ".sat", ".ftz.sat", ".ftz.relu") if half else ()):
            yield f"fma.rn{mods}.{t} %d, %a, %b, %c;", [t] * 3, bits
        for op in ("neg", "abs"):
            yield f"{op}.{t} %d, %a;", [t], bits
            if half:
                yield f"{op}.ftz.{t} %d, %a;", [t], bits
        for op, mods in product(("min", "max"), ("", ".NaN", ".xorsign.abs", ".NaN.xorsign.abs")):
            yield f"{op}{mods}.{t} %d, %a, %b;", [t, t], bits
            if half:
                yield f"{op}.ftz{mods}.{t} %d, %a, %b;", [t, t], bits
        for compare in COMPARES:
            if t.endswith("x2"):
                yield (
                    f"setp.{compare}.{t} %p|%q, %a, %b; selp.u32 %d, 1, 0, %p;"
                    " selp.u32 %r1, 2, 0, %q;"
                    " or.b32 %d, %d, %r1;"
                ), [t, t], 32
            else:
                yield select(f"setp.{compare}.{t} %p, %a, %b;"), [t, t], 32
        yield f"set.lt.{t}.{t} %d, %a, %b;", [t, t], bits
        if not t.endswith("x2"):
            yield f"set.ge.u32.{t} %d, %a, %b;", [t, t], 32


def conversions():
    sizes = {"s8": 16, "u8": 16, **INTEGERS}

    def holds_all(to, source):
        """.sat is refused where nothing can be beyond the range."""
        spare = int(to[1:]) - int(source[1:])
        return spare > 0 and (to[0] == "s" or source[0] == "u") or to == source

    for to, source in product(sizes, sizes):
        for sat in ("", ".sat"):
            if not sat or not holds_all(to, source):
                yield f"cvt{sat}.{to}.{source} %d, %a;", [f"b{sizes[source]}"], sizes[to]
    floats = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}
    pairs = [(i, f) for i, f in product(sizes, floats) if f != "bf16" or i not in ("s8", "u8")]
    for to, source in pairs:
        for r in ROUNDINGS:
            ftz = ("", ".ftz") if source == "f32" else ("",)
            for f in ftz:
                yield f"cvt.{r}i{f}.{to}.{source} %d, %a;", [source], sizes[to]
        if source != "bf16":
            yield f"cvt.rni.sat.{to}.{source} %d, %a;", [source], sizes[to]
    for source, to in pairs:
        for r in ROUNDINGS:
            yield f"cvt.{r}.{to}.{source} %d, %a;", [f"b{sizes[source]}"], floats[to]
        if to != "bf16":
            yield f"cvt.rn.sat.{to}.{source} %d, %a;", [f"b{sizes[source]}"], floats[to]
    for source in ("f32", "f64", "f16"):
        for r in ROUNDINGS:
            yield f"cvt.{r}i.{source}.{source} %d, %a;", [source], floats[source]
        yield f"cvt.rni.sat.{source}.{source} %d, %a;", [source], floats[source]
    for to, source in (
        ("f16", "f32"),
        ("f16", "f64"),
        ("f32", "f64"),
        ("bf16", "f32"),
        ("bf16", "f64"),
        ("bf16", "f16"),
    ):
        for r in ROUNDINGS:
            yield f"cvt.{r}.{to}.{source} %d, %a;", [source], floats[to]
    for text, source, bits in (
        ("cvt.f32.f16", "f16", 32),
        ("cvt.ftz.f32.f16", "f16", 32),
        ("cvt.sat.f32.f16", "f16", 32),
        ("cvt.f64.f16", "f16", 64),
        ("cvt.f64.f32", "f32", 64),
        ("cvt.ftz.f64.f32", "f32", 64),
        ("cvt.f32.bf16", "bf16", 32),
        ("cvt.f64.bf16", "bf16", 64),
        ("cvt.rn.f16.bf16", "bf16", 16),
        ("cvt.sat.f32.f32", "f32", 32),
        ("cvt.ftz.f32.f32", "f32", 32),
        ("cvt.sat.f64.f64", "f64", 64),
        ("cvt.rn.ftz.f32.f64", "f64", 32),
        ("cvt.rn.sat.f32.f64", "f64", 32),
        ("cvt.rn.sat.f16.f32", "f32", 16),
        ("cvt.rn.ftz.f16.f32", "f32", 16),
        ("cvt.rn.relu.f16.f32", "f32", 16),
        ("cvt.rz.relu.f16.f32", "f32", 16),
        ("cvt.rn.satfinite.f16.f32", "f32", 16),
        ("cvt.rn.relu.bf16.f32", "f32", 16),
        ("cvt.rz.relu.bf16.f32", "f32", 16),
        ("cvt.rn.satfinite.bf16.f32", "f32", 16),
        ("cvt.rna.tf32.f32", "f32", 32),
        ("cvt.rn.tf32.f32", "f32", 32),
        ("cvt.rz.tf32.f32", "f32", 32),
        ("cvt.rn.relu.tf32.f32", "f32", 32),
        ("cvt.rna.satfinite.tf32.f32", "f32", 32),
    ):
        yield f"{text} %d, %a;", [source], bits
    for to in ("f16x2", "bf16x2"):
        for mods in ("rn", "rz", "rn.relu", "rz.relu", "rn.satfinite"):
            yield f"cvt.{mods}.{to}.f32 %d, %a, %b;", ["f32", "f32"], 32
    for to in ("e4m3x2", "e5m2x2"):
        for relu in ("", ".relu"):
            yield f"cvt.rn.satfinite{relu}.{to}.f32 %d, %a, %b;", ["f32", "f32"], 16
            yield f"cvt.rn.satfinite{relu}.{to}.f16x2 %d, %a;", ["f16x2"], 16
            yield f"cvt.rn{relu}.f16x2.{to} %d, %a;", ["b16"], 32
    for to in ("s16", "u16"):
        yield f"cvt.pack.sat.{to}.s32 %d, %a, %b;", ["b32", "b32"], 32
    for to in ("s8", "u8", "s4", "u4", "s2", "u2"):
        yield f"cvt.pack.sat.{to}.s32.b32 %d, %a, %b, %c;", ["b32"] * 3, 32


def video():
    kinds = ("u32", "s32")
    for op in ("vadd", "vsub", "vabsdiff", "vmin", "vmax"):
        for d, a, b in product(kinds, repeat=3):
            yield f"{op}.{d}.{a}.{b} %d, %a, %b;", ["b32", "b32"], 32
        yield f"{op}.s32.s32.s32.sat %d, %a.b1, %b.h1;", ["b32", "b32"], 32
        yield f"{op}.u32.s32.u32.sat.add %d, %a.h0, %b.b3, %c;", ["b32"] * 3, 32
        yield f"{op}.s32.u32.s32.max %d, %a.b0, %b.b2, %c;", ["b32"] * 3, 32
        yield f"{op}.u32.u32.u32 %d.b2, %a, %b, %c;", ["b32"] * 3, 32
        yield f"{op}.s32.s32.s32.sat %d.h1, %a, %b, %c;", ["b32"] * 3, 32
    for op, mode in product(("vshl", "vshr"), ("clamp", "wrap")):
        yield f"{op}.u32.u32.u32.{mode} %d, %a, %b;", ["b32", "n5"], 32
        yield f"{op}.s32.s32.u32.{mode}.add %d, %a, %b, %c;", ["b32", "n5", "b32"], 32
    for d, a, b in (("u32", "u32", "u32"), ("s32", "s32", "s32"), ("s32", "u32", "s32")):
        yield f"vmad.{d}.{a}.{b} %d, %a.h0, %b.h1, %c;", ["b32"] * 3, 32
        yield f"vmad.{d}.{a}.{b}.shr7 %d, %a, %b, %c;", ["b32"] * 3, 32
    yield "vmad.u32.u32.u32.po %d, %a.b0, %b.b1, %c;", ["b32"] * 3, 32
    for compare in ("eq", "lt", "ge"):
        yield f"vset.s32.u32.{compare} %d, %a, %b;", ["b32", "b32"], 32
        yield f"vset.u32.u32.{compare}.add %d, %a, %b, %c;", ["b32"] * 3, 32
    for n, ops in (
        ("2", ("vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2")),
        ("4", ("vadd4", "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4")),
    ):
        for op in ops:
            for d, a, b in product(kinds, repeat=3):
                yield f"{op}.{d}.{a}.{b} %d, %a, %b, %c;", ["b32"] * 3, 32
                if not op.startswith("vavrg"):
                    yield f"{op}.{d}.{a}.{b}.sat %d, %a, %b, %c;", ["b32"] * 3, 32
            yield f"{op}.u32.u32.u32.add %d, %a, %b, %c;", ["b32"] * 3, 32
        for compare in ("eq", "lt", "ge"):
            yield f"vset{n}.u32.s32.{compare} %d, %a, %b, %c;", ["b32"] * 3, 32
            yield f"vset{n}.u32.u32.{compare}.add %d, %a, %b, %c;", ["b32"] * 3, 32


def warp():
    full = "0xffffffff"
    for mode in ("up", "down", "bfly", "idx"):
        for clamp in (0, 0x1F, 0x181F, 0x1C1F, 0x100F):
            yield (
                f"shfl.sync.{mode}.b32 %d|%p, %a, %b, {clamp}, {full};"
                " @%p xor.b32 %d, %d, 0x55555555;",
                ["b32", "n5"],
                32,
            )
    for mode in ("all", "any", "uni"):
        vote = f"setp.lt.s32 %q, %a, 0; vote.sync.{mode}.pred %p, %q, {full};"
        yield f"{vote} selp.u32 %d, 1, 0, %p;", ["b32"], 32
    yield f"setp.lt.s32 %q, %a, 0; vote.sync.ballot.b32 %d, %q, {full};", ["b32"], 32
    yield f"and.b32 %r1, %a, 3; match.any.sync.b32 %d, %r1, {full};", ["b32"], 32
    yield f"and.b64 %x1, %a, 3; match.any.sync.b64 %d, %x1, {full};", ["b64"], 32
    yield f"and.b32 %r1, %a, 0; match.all.sync.b32 %d|%p, %r1, {full}; @%p add.u32 %d, %d, 1;", [
        "b32"
    ], 32
    for op, t in (
        *product(("add", "min", "max"), ("u32", "s32")),
        *product(("and", "or", "xor"), ("b32",)),
    ):
        yield f"redux.sync.{op}.{t} %d, %a, {full};", ["b32"], 32
    yield "activemask.b32 %d;", [], 32
    for name in (
        "laneid",
        "lanemask_eq",
        "lanemask_le",
        "lanemask_lt",
        "lanemask_ge",
        "lanemask_gt",
    ):
        yield f"mov.u32 %d, %{name};", [], 32


GROUPS = {
    "integer": integer,
    "bits": bits,
    "f32": f32,
    "f64": f64,
    "halves": halves,
    "payloads": payloads,
    "conversions": conversions,
    "video": video,
    "warp": warp,
    "approximate": approximate,
}
