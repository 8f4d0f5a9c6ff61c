# Read by the scripts beside it: where the checkout and its build are, and how to speak.
# shellcheck shell=bash
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# SwiftPM reads the same variable.
# shellcheck disable=SC2034
build=${SWIFTPM_BUILD_DIR:-$root/.build}
me=${0##*/}

say() { printf '%s: %s\n' "$me" "$*" >&2; }

die() {
  say "$@"
  exit 1
}

has_display() { [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} ]]; }

in_ci() { [[ ${CI:-} == true ]]; }

# swift_build ARGUMENT...: builds this package; the log goes to standard error, so that the
# standard output of what runs afterwards can be piped.
swift_build() { swift build --package-path "$root" "$@" >&2; }

# For swift test. Else every test is begun before the first one ends, and what waits for something,
# with servers and windows of its own, waits behind all the others.
# shellcheck disable=SC2034
some_at_once=(--experimental-maximum-parallelization-width 6)
