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
