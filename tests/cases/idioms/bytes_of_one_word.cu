/* assay
expect = "race.shared"
[[launch]]
kernel = "k"
grid = ["ceil_div(n, 256)"]
block = [256]
args = ["x", "y", "n"]
*/
// Lanes change bytes of one word one after another, without a barrier.
extern "C" __global__ void k(const int* x, int* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x, l = t & 31;
  __shared__ unsigned w[64]; int v = i < n ? x[i] : 0; 
  for (int q = 0; q < 4; ++q) if ((t & 3) == q) { unsigned m = 0xffu << (8 * q); w[t / 4] = (q ? w[t / 4] & ~m : 0) | (((unsigned)(v & 255) << (8 * q)) & m); }
  __syncthreads(); unsigned b = (w[t / 4] >> (8 * (t & 3))) & 255; if (i < n) y[i] = 2 * ((v & ~255) | b) + 1;
}
