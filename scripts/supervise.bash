# Runs commands in process groups of their own and leaves none of them behind, whether the script
# ends by itself, by Ctrl-C, by a closed terminal or by a signal.
# shellcheck shell=bash

groups=()

# start COMMAND...: runs it beside the script; sets `started` to its process, which leads its group.
start() {
  local guard=()
  # Where the script itself is killed without a chance to clean up, its children are told to end.
  command -v setpriv >/dev/null && guard=(setpriv --pdeathsig TERM --)
  # A signal that comes before the group is known would leave it behind.
  local late=
  trap 'late=129' HUP
  trap 'late=130' INT
  trap 'late=143' TERM
  # Job control gives each command its group, and the terminal's Ctrl-C to the script alone.
  set -m
  "${guard[@]}" "$@" &
  set +m
  started=$!
  groups+=("$started")
  end_on_signals
  [[ -z $late ]] || exit "$late"
}

end_on_signals() {
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

# is_alive GROUP: whether a process of the group still runs. The dead that nobody has buried, as
# where a container's first process does not care for orphans, do not count; `kill -0` counts them.
is_alive() {
  local file line state group
  for file in /proc/[0-9]*/stat; do
    read -r line 2>/dev/null <"$file" || continue
    read -r state _ group _ <<<"${line##*) }"
    # A bare `return` would give the status from before the trap that this may be called in.
    [[ $state != Z && $group == "$1" ]] && return 0
  done
  return 1
}

# stop_all: ends every group, at first politely, and what was started last before what it leans on.
stop_all() {
  local index signal tries
  for ((index = ${#groups[@]} - 1; index >= 0; index--)); do
    for signal in TERM KILL; do
      kill "-$signal" -- "-${groups[index]}" 2>/dev/null || true
      for ((tries = 0; tries < 60; tries++)); do
        is_alive "${groups[index]}" || continue 3
        sleep 0.05
      done
    done
  done
}

# supervise CLEAN_UP: from here on, however the script ends, all is stopped and CLEAN_UP is run.
supervise() {
  # shellcheck disable=SC2064
  trap "trap '' HUP INT TERM; stop_all; $1" EXIT
  end_on_signals
}
