#!/usr/bin/env bash
# Starts and stops a private Postgres server: in a folder, on loopback and a random port, with a random password.
#   Scripts/postgres.sh start DIR [--with-pid PID] [--keep] [-c name=value]…   prints its URL; uses the data in DIR, if there are any
#   Scripts/postgres.sh stop DIR [--keep]                                      removes DIR too, without --keep
#   Scripts/postgres.sh find                                                   prints the folder of the server's programs
# With --with-pid the server stops, as by `stop`, once that process has ended. Started again after `stop --keep`,
# it has the same URL and data. Postgres refuses to run as root: under root it runs as `postgres`, or as `nobody`.
set -euo pipefail

usage() { sed -n '2,7s/^# *//p' "$0" >&2; exit 64; }
fail() { echo "postgres.sh: $1" >&2; exit 1; }

# The server that made the data of a folder, Debian's newest one, or that of the PATH.
find_server() {
  local found version
  version=$(cat "${1:-}/data/PG_VERSION" 2> /dev/null || true)
  found=/usr/lib/postgresql/$version/bin/pg_ctl
  [ -n "$version" ] && [ -x "$found" ] || found=$(find /usr/lib/postgresql -path '*/bin/pg_ctl' 2> /dev/null | sort -V | tail -n 1)
  [ -n "$found" ] || found=$(pg_config --bindir 2> /dev/null || true)/pg_ctl
  [ -x "$found" ] && [ -x "${found%/*}/initdb" ] && echo "${found%/*}"
}

action=${1:-}
[ "$action" != find ] || { find_server || true; exit; }
directory=${2:-}
[ -n "$directory" ] && shift 2 || usage
# There is nothing to stop, which needs no programs.
[ "$action" != stop ] || [ -d "$directory" ] || exit 0
bin=$(find_server "$directory") || fail "there is no Postgres server: run Scripts/setup.sh --postgres"
keep=
pid=
own_pid=
settings=()
while [ $# -gt 0 ]; do
  case "$1" in
    --keep) keep=--keep; shift ;;
    --with-pid) pid=${2:-}; [[ $pid =~ ^[1-9][0-9]*$ ]] || usage; shift 2 ;;
    -c) [[ ${2:-} =~ ^[a-z_.]+=[A-Za-z0-9_./-]+$ ]] || usage; settings+=("$2"); shift 2 ;;
    *) usage ;;
  esac
done

# Runs a program as the server's user, with the capability to pass through root's closed folders where it is needed.
as_owner() {
  if [ "$(id -u)" != 0 ]; then
    "$@"
  elif setpriv "${owner[@]}" test -x "$directory" 2> /dev/null; then
    setpriv "${owner[@]}" "$@"
  else
    setpriv "${owner[@]}" --inh-caps=+dac_override --ambient-caps=+dac_override "$@"
  fi
}
owner=()
if [ "$(id -u)" = 0 ]; then
  user=postgres
  id -u "$user" > /dev/null 2>&1 || user=nobody
  owner=("--reuid=$(id -u "$user")" "--regid=$(id -g "$user")" --clear-groups)
fi

# The pid file of a killed server is still there; its id may be that of a zombie or of another program.
is_running() {
  local file=$directory/data/postmaster.pid
  [ -e "$file" ] || return 1
  tr '\0' ' ' 2> /dev/null < "/proc/$(head -n 1 "$file")/cmdline" | grep -qF -- "-D $directory/data " && return
  rm -f "$file"
  return 1
}

# A free port below the range that Linux gives to clients, so that it stays free while the server is down. The hosts of the client
# tests have ports from 20000.
free_port() {
  local port
  for _ in $(seq 100); do
    port=$((RANDOM % 4000 + 16000))
    if ! (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then echo "$port"; return; fi
  done
  fail "no port is free"
}

# Makes the server's data, also after an earlier attempt was interrupted.
initialize() {
  rm -rf "$directory/data"
  (umask 077 && od -An -N18 -tx1 /dev/urandom | tr -d ' \n' > "$directory/password")
  [ ${#owner[@]} = 0 ] || chown "$user:$(id -g "$user")" "$directory" "$directory/password"
  as_owner "$bin/initdb" -D "$directory/data" -U postgres --auth=scram-sha-256 --pwfile="$directory/password" \
    --encoding=UTF8 --locale=C.UTF-8 > "$directory/initdb.log" 2>&1 || { cat "$directory/initdb.log" >&2; exit 1; }
  free_port > "$directory/port"
}

start() {
  local setting options url
  mkdir -p "$directory"
  directory=$(cd "$directory" && pwd -P)
  case "$directory" in *[\'\\]*) fail "the folder's name must not contain ' or \\" ;; esac
  [ -e "$directory/password" ] || [ -z "$(ls -A "$directory")" ] || fail "$directory is not empty and holds no server"
  chmod 700 "$directory"
  [ -e "$directory/port" ] || initialize
  url="postgres://postgres:$(cat "$directory/password")@127.0.0.1"
  if is_running; then
    echo "postgres.sh: the server of $directory runs already" >&2
  else
    for attempt in 1 2 3; do
      options="-c listen_addresses=127.0.0.1 -c port=$(cat "$directory/port") -c unix_socket_directories="
      options+=" -c max_connections=200"
      for setting in ${settings[@]+"${settings[@]}"}; do options+=" -c $setting"; done
      # A failed start prints the end of the server's log.
      as_owner "$bin/pg_ctl" start -s -w -t 60 -D "$directory/data" -l "$directory/server.log" -o "$options" \
        > /dev/null 2>&1 < /dev/null && break
      # If another program has taken the port, another one is tried, unless the URL was printed by an earlier start.
      if [ "$attempt" = 3 ] || [ -e "$directory/started" ] \
        || ! grep -q 'could not bind' "$directory/server.log"; then
        tail -n 20 "$directory/server.log" >&2
        fail "the server did not start"
      fi
      free_port > "$directory/port"
    done
    : > "$directory/started"
    if [ -n "$pid" ]; then
      setsid bash "$0" watch "$directory" --with-pid "$pid" $keep > /dev/null 2>&1 < /dev/null &
      echo $! > "$directory/watcher"
    fi
  fi
  echo "$url:$(cat "$directory/port")/postgres"
}

watch() {
  tail --pid="$pid" -s 0.2 -f /dev/null || true
  own_pid=$$
  stop
}

stop() {
  local watcher
  [ -d "$directory" ] || return 0
  directory=$(cd "$directory" && pwd -P)
  [ -e "$directory/password" ] || fail "$directory holds no server of Scripts/postgres.sh"
  if [ -e "$directory/watcher" ]; then
    watcher=$(cat "$directory/watcher")
    rm -f "$directory/watcher"
    # The id may belong to another program by now.
    if [ "$watcher" != "$own_pid" ] && tr '\0' ' ' < "/proc/$watcher/cmdline" 2> /dev/null | grep -qF "watch $directory "; then
      kill -- "-$watcher" 2> /dev/null || true
    fi
  fi
  if is_running; then
    # Without --keep the data are removed, so no checkpoint is needed.
    [ -n "$keep" ] && as_owner "$bin/pg_ctl" stop -s -m fast -w -t 20 -D "$directory/data" > /dev/null 2>&1 \
      || as_owner "$bin/pg_ctl" stop -s -m immediate -w -t 20 -D "$directory/data" > /dev/null
  fi
  [ -n "$keep" ] || rm -rf "$directory"
}

case "$action" in
  start) start ;;
  stop) stop ;;
  watch) watch ;;
  *) usage ;;
esac
