# shellcheck shell=bash
# To be sourced: `step "title" command…` runs the command, and prints the title and the time.
# The first failure ends the script.

step() {
  local what=$1 start=$SECONDS
  shift
  printf '\n── %s\n' "$what"
  if ! "$@"; then
    printf '── failed after %d s: %s\n' $((SECONDS - start)) "$what" >&2
    exit 1
  fi
  printf '── done in %d s: %s\n' $((SECONDS - start)) "$what"
}

# The process groups of the commands that run beside the steps, and the files with their output, by name.
declare -A beside_groups=() beside_logs=()

# begin NAME command…: runs a command, which may be a function of steps, beside the following steps. It has the time of the
# processor that they leave. Its output is printed by `finish NAME`, so that it stays in one piece.
begin() {
  local name=$1
  shift
  beside_logs[$name]=$(mktemp)
  printf '\n── begun beside the next steps: %s\n' "$name"
  # A process group of its own, so that all of it can be ended.
  set -m
  (
    # The priority of `renice` is absolute, and its option --relative is newer than Debian 12.
    renice -n $(($(nice) + 10)) "$BASHPID" > /dev/null
    "$@"
  ) > "${beside_logs[$name]}" 2>&1 < /dev/null &
  beside_groups[$name]=$!
  set +m
}

# finish NAME: waits for what `begin` began, and prints its output.
finish() {
  local name=$1 code=0
  wait "${beside_groups[$name]}" || code=$?
  unset "beside_groups[$name]"
  cat "${beside_logs[$name]}"
  rm -f "${beside_logs[$name]}"
  unset "beside_logs[$name]"
  [ $code -eq 0 ] || exit 1
}

# To be called when the script ends: ends what still runs beside it.
end_begun() {
  local name
  for name in "${!beside_groups[@]}"; do
    kill -- "-${beside_groups[$name]}" 2> /dev/null || true
    wait "${beside_groups[$name]}" 2> /dev/null || true
  done
  for name in "${!beside_logs[@]}"; do rm -f "${beside_logs[$name]}"; done
}
