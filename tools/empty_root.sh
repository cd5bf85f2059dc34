#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts bundle/assay in a root that holds glibc and nothing else, as on a node it was copied to.
# Prints a line a trial and 'N passed, N failed, N skipped'; exit 1 when one failed.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"

[ -x bundle/assay/bin/assay ] || die "there is no bundle/assay" "run ./dev bundle"
if ! unshare --mount --map-root-user true 2>/dev/null; then
  echo "skipped empty_root unshare is not permitted here, so no root of its own can be made"
  echo "0 passed, 0 failed, 1 skipped"
  exit
fi

empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
mkdir -p "$empty"/{lib64,lib/x86_64-linux-gnu,proc,dev,tmp,home}
cp -L /lib64/ld-linux-x86-64.so.2 "$empty/lib64/"
cp -L /lib/x86_64-linux-gnu/{libc,libm}.so.6 "$empty/lib/x86_64-linux-gnu/"
cp -r bundle/assay "$empty/assay"

# inside COMMAND...: runs it in the empty root.
inside() {
  # shellcheck disable=SC2016  # the inner shell expands them
  unshare --mount --map-root-user bash -c '
    root=$1; shift
    mount --rbind /proc "$root/proc" && mount --rbind /dev "$root/dev"
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/home TMPDIR=/tmp chroot "$root" "$@"
  ' - "$empty" "$@" </dev/null
}

passed=0 failed=0
# trial NAME CODES PATTERN COMMAND...: the exit code is one of CODES and the output holds PATTERN.
trial() {
  local name=$1 codes=$2 pattern=$3 code=0
  shift 3
  inside "$@" >"$empty/output" 2>&1 || code=$?
  if [[ " $codes " == *" $code "* ]] && grep -qiE -- "$pattern" "$empty/output"; then
    echo "ok      empty_root.$name"
    passed=$((passed + 1))
  else
    echo "failed  empty_root.$name: exit code $code (expected $codes), no '$pattern' in:"
    sed 's/^/    /' "$empty/output" | tail -n 30
    failed=$((failed + 1))
  fi
}

trial version 0 '^assay [0-9]' /assay/bin/assay --version
trial doctor "0 3" 'nvrtc' /assay/bin/assay doctor
trial judge_says_what_is_missing 3 'nvrtc' /assay/bin/assay judge /assay/tasks/softmax
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
