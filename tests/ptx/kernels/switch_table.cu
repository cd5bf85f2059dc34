// SPDX-License-Identifier: Apache-2.0
// A switch, of which nvcc makes a tree of comparisons.
// nvcc -ptx -arch=sm_90 -lineinfo -include math.h; the .ptx beside it is what comes of it.
extern "C" __global__ void switch_table(int* p, int n) {
  switch (p[n]) {
    case 0:
      p[1] = 3;
      break;
    case 1:
      p[2] += 4;
      break;
    case 2:
      p[3] *= 5;
      break;
    case 3:
      p[4] -= n;
      break;
    case 4:
      p[5] ^= n;
      break;
    case 5:
      p[6] = p[n + 1];
      break;
    case 6:
      p[7] /= n;
      break;
    case 7:
      p[8] %= n;
      break;
    case 8:
      p[9] |= 1;
      break;
    case 9:
      p[10] = n * n;
      break;
    case 10:
      p[11] = -n;
      break;
    case 11:
      p[12] <<= n;
      break;
    default:
      p[0] = n;
  }
}
