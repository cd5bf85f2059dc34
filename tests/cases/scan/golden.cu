/* assay
[[launch]]
kernel = "scan_golden"
grid   = [1]
block  = [1]
args   = ["x", "y", "n"]
*/
extern "C" __global__ void scan_golden(const int* x, int* y, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) y[i] = sum += x[i];
}
