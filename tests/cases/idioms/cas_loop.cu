/* assay
expect = "accepted"
[[launch]]
kernel = "z"
grid = [1]
block = [1]
args = ["f"]
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "f", "n"]
[[scratch]]
name = "f"
dtype = "f64"
shape = [1]
[[launch]]
kernel = "last"
grid = [1]
block = [1]
args = ["y", "f", "n"]
*/
// The CUDA Programming Guide's own atomicAdd of doubles: it begins with a plain read, whose value
// doesn't matter. Counts threads in a shared and in a global cell.
__device__ double add(double* address, double value) {
  unsigned long long* p = (unsigned long long*)address;
  unsigned long long old = *p, assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
extern "C" __global__ void z(double* f) { *f = 0; }
extern "C" __global__ void k(const int* x, int* y, double* f, int n) {
  __shared__ double s;
  int i = blockIdx.x * 256 + threadIdx.x;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  add(&s, 1.0 / 256);
  if (threadIdx.x % 32 == 0) add(f, 0.5);
  __syncthreads();
  if (i < n) y[i] = 2 * x[i] + (int)s;
}
extern "C" __global__ void last(int* y, const double* f, int n) { if (*f != (n + 255) / 256 * 4) y[0] = 0; }
