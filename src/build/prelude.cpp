// SPDX-License-Identifier: Apache-2.0
#include "build/prelude.hpp"

namespace assay::build {
namespace {

// Integer types and limits agree token by token with those of NVIDIA's headers for NVRTC
// (cuda/std/cstdint, cuda/std/climits), so that a candidate may include both. INFINITY and NAN are
// constant expressions.
constexpr std::string_view prelude = R"(#pragma once
typedef signed char int8_t;
typedef signed short int16_t;
typedef signed int int32_t;
typedef signed long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef signed long long intptr_t;
typedef unsigned long long uintptr_t;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#define INFINITY __builtin_bit_cast(float, 0x7f800000)
#define NAN __builtin_bit_cast(float, 0x7fffffff)
#define CHAR_BIT 8
#define SHRT_MAX 0x7fff
#define INT_MIN (-INT_MAX - 1)
#define INT_MAX 0x7fffffff
#define UINT_MAX 0xffffffff
#define LLONG_MIN (-LLONG_MAX - 1)
#define LLONG_MAX 0x7fffffffffffffffLL
#define ULLONG_MAX 0xffffffffffffffffUL
#ifndef FLT_MAX
#define FLT_MAX 3.40282346638528859811704183484516925e+38F
#define FLT_MIN 1.17549435082228750796873653722224568e-38F
#define FLT_EPSILON 1.19209289550781250000000000000000000e-7F
#define DBL_MAX 1.79769313486231570814527423731704357e+308
#define DBL_MIN 2.22507385850720138309023271733240406e-308
#define DBL_EPSILON 2.22044604925031308084726333618164062e-16
#endif
#define M_E 2.71828182845904523536
#define M_LOG2E 1.44269504088896340736
#define M_LN2 0.69314718055994530942
#define M_PI 3.14159265358979323846
#define M_SQRT2 1.41421356237309504880
)";

// The names of the prelude and of NVRTC itself, once more in std.
constexpr std::string_view integers = R"(#pragma once
namespace std {
using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t; using ::intptr_t;
using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t; using ::uintptr_t;
}
)";
constexpr std::string_view sizes = R"(#pragma once
namespace std {
using size_t = decltype(sizeof(0));
using ptrdiff_t = decltype((char*)0 - (char*)0);
using nullptr_t = decltype(nullptr);
}
)";
constexpr std::string_view mathematics = R"(#pragma once
namespace std {
using ::abs; using ::fabs; using ::sqrt; using ::cbrt; using ::hypot; using ::pow; using ::fma;
using ::exp; using ::exp2; using ::expm1; using ::log; using ::log2; using ::log10; using ::log1p;
using ::sin; using ::cos; using ::tan; using ::asin; using ::acos; using ::atan; using ::atan2;
using ::sinh; using ::cosh; using ::tanh; using ::erf; using ::erfc; using ::tgamma; using ::lgamma;
using ::floor; using ::ceil; using ::round; using ::trunc; using ::rint; using ::nearbyint;
using ::fmod; using ::remainder; using ::fmin; using ::fmax; using ::fdim; using ::copysign;
using ::isnan; using ::isinf; using ::isfinite; using ::signbit; using ::ldexp; using ::frexp;
}
)";

// NVIDIA's cuda/std has no <algorithm> yet; these four are what kernels take from it.
constexpr std::string_view algorithm = R"(#pragma once
namespace std {
using ::min; using ::max;
template <class T> __host__ __device__ constexpr const T& clamp(const T& x, const T& low, const T& high) {
  return x < low ? low : high < x ? high : x;
}
template <class T> __host__ __device__ constexpr void swap(T& a, T& b) { T c = a; a = b; b = c; }
}
)";

// What these headers declare stands in NVIDIA's cuda/std; candidates say std::.
#define ASSAY_FROM_CUDA_STD(name) \
  "#include <cuda/std/" name ">\nnamespace std { using namespace cuda::std; }\n"

constexpr Header headers[] = {
    {prelude_name, prelude},
    {"stdint.h", ""},
    {"cstdint", integers},
    {"stddef.h", ""},
    {"cstddef", sizes},
    {"limits.h", ""},
    {"climits", ""},
    {"float.h", ""},
    {"cfloat", ""},
    {"math.h", ""},
    {"cmath", mathematics},
    {"assert.h", ""},
    {"cassert", ""},
    {"stdio.h", ""},
    {"cstdio", ""},
    {"stdlib.h", ""},
    {"cstdlib", ""},
    {"string.h", ""},
    {"cstring", ""},
    {"algorithm", algorithm},
    {"array", ASSAY_FROM_CUDA_STD("array")},
    {"functional", ASSAY_FROM_CUDA_STD("functional")},
    {"limits", ASSAY_FROM_CUDA_STD("limits")},
    {"numeric", ASSAY_FROM_CUDA_STD("numeric")},
    {"tuple", ASSAY_FROM_CUDA_STD("tuple")},
    {"type_traits", ASSAY_FROM_CUDA_STD("type_traits")},
    {"utility", ASSAY_FROM_CUDA_STD("utility")},
};
#undef ASSAY_FROM_CUDA_STD

}  // namespace

std::span<const Header> prelude_headers() {
  return headers;
}

}  // namespace assay::build
