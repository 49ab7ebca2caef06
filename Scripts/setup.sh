#!/usr/bin/env bash
# Installs the packages that Swiftlet needs on a Debian machine with Swift and git. Run again, it does nothing.
#   Scripts/setup.sh            for building and serving
#   Scripts/setup.sh --test     also for the tests
#   Scripts/setup.sh --bench    also for the benchmark
#   Scripts/setup.sh --postgres also a Postgres server
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

purpose=${1:-}
case "$purpose" in
  '' | --test | --bench | --postgres) ;;
  *) echo "setup.sh: unknown option '$purpose' (known: --test, --bench, --postgres)" >&2; exit 64 ;;
esac

# Swift is checked first, before anything is installed.
wanted=6.2
if ! command -v swift > /dev/null; then
  echo "Swiftlet needs a Swift toolchain, $wanted or newer, and 'swift' is not on the PATH." >&2
  echo "Install one from https://swift.org/install and run this again." >&2
  exit 1
fi
found=$(swift --version 2>&1 | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
if [ "$(printf '%s\n' "$wanted" "${found:-0}" | sort -V | head -n 1)" != "$wanted" ]; then
  echo "Swiftlet needs Swift $wanted or newer; this one is ${found:-of an unknown version} ($(command -v swift))." >&2
  echo "Install a newer one from https://swift.org/install and run this again." >&2
  exit 1
fi

# Packages are checked by their headers and programs, so that a library from another source counts too.
missing=()
header() {
  local directory
  for directory in /usr/include /usr/include/*-linux-gnu /usr/local/include; do
    [ -e "$directory/$2" ] && return
  done
  missing+=("$1")
}
tool() { command -v "$2" > /dev/null || missing+=("$1"); }

header libcurl4-openssl-dev curl/curl.h
header libpq-dev postgresql/libpq-fe.h
header libssl-dev openssl/ssl.h
header libnghttp2-dev nghttp2/nghttp2.h
header libsqlite3-dev sqlite3.h
[ -e /etc/ssl/certs/ca-certificates.crt ] || missing+=(ca-certificates)
tool curl curl
tool make make
tool gcc gcc
tool g++ g++
if [ "$purpose" = --test ] || [ "$purpose" = --bench ]; then
  tool python3 python3
  python3 -c 'import ensurepip, venv' 2> /dev/null || missing+=(python3-venv)
fi
if [ -n "$purpose" ] && [ -z "$(Scripts/postgres.sh find)" ]; then
  missing+=(postgresql)
fi
if [ "$purpose" = --test ]; then
  tool strace strace
  # The rate limits' long test gives one host another clock.
  tool faketime faketime
  tool openssl openssl
  # The console is tested in a browser, whose text needs a font.
  tool chromium chromium
  tool chromium-driver chromedriver
  [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] || missing+=(fonts-dejavu-core)
fi
if [ "$purpose" = --bench ]; then
  tool wrk wrk
  tool openssl openssl
  PATH=$PATH:/usr/sbin tool nghttp2-server nghttpd
fi

# These packages are unpacked and not installed, since the installed ones would start servers.
unpacked=()
if [ "$purpose" = --test ] || [ "$purpose" = --bench ]; then
  for server in nginx pgbouncer; do
    PATH=$PATH:/usr/sbin:$PWD/.build-tools/usr/sbin command -v "$server" > /dev/null || unpacked+=("$server")
  done
fi

# The tests check the alerts with its promtool.
if [ "$purpose" = --test ]; then
  PATH=$PATH:$PWD/.build-tools/usr/bin command -v promtool > /dev/null || unpacked+=(prometheus)
fi

needed="${missing[*]} ${unpacked[*]}"
if [ "$needed" != ' ' ]; then
  if ! command -v apt-get > /dev/null; then
    echo "These Debian packages, or their files, are missing: $needed" >&2
    echo "This machine has no apt-get: install them by other means and run this again." >&2
    exit 1
  fi
  root=()
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo > /dev/null; then
      # Packages to unpack need no root: their servers must not be installed.
      if [ ${#missing[@]} -gt 0 ]; then
        echo "Missing: ${missing[*]}" >&2
        echo "There is no sudo: as root, run 'apt-get update && apt-get install -y --no-install-recommends ${missing[*]}'." >&2
        case " ${missing[*]} " in
          *' postgresql '*)
            echo "Write 'create_main_cluster = false' into /etc/postgresql-common/createcluster.d/swiftlet.conf first:" \
              "the package would otherwise start a server for the whole machine." >&2
            ;;
        esac
        exit 1
      fi
    else
      root=(sudo)
    fi
  fi
  if [ "$(id -u)" = 0 ] || [ ${#root[@]} -gt 0 ]; then "${root[@]}" apt-get update -qq; fi
fi
if [ ${#missing[@]} -gt 0 ]; then
  echo "Installing: ${missing[*]}"
  no_cluster=
  case " ${missing[*]} " in
    *' postgresql '*)
      # No cluster: the package would otherwise start a server for the whole machine.
      no_cluster=/etc/postgresql-common/createcluster.d/swiftlet.conf
      "${root[@]}" mkdir -p "${no_cluster%/*}"
      echo 'create_main_cluster = false' | "${root[@]}" tee "$no_cluster" > /dev/null
      trap '"${root[@]}" rm -f "$no_cluster"' EXIT
      ;;
  esac
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
if [ ${#unpacked[@]} -gt 0 ]; then
  echo "Unpacking ${unpacked[*]} into .build-tools"
  case " ${unpacked[*]} " in
    # Its package does not contain two libraries that it needs.
    *' pgbouncer '*)
      mapfile -t -O ${#unpacked[@]} unpacked \
        < <(LC_ALL=C apt-cache depends pgbouncer | sed -n 's/^ *Depends: \(libc-\{0,1\}ares[^ ]*\|libevent-2[^ ]*\)$/\1/p')
      ;;
  esac
  mkdir -p .build-tools
  (
    cd .build-tools
    apt-get download -qq "${unpacked[@]}"
    for package in *.deb; do dpkg-deb -x "$package" .; done
    rm -- *.deb
  )
fi

# Installs the Python packages of the tests or of the benchmark when their list has changed.
python_packages() {
  local list=$1 stamp
  stamp=.build-venv/$(cksum < "$list" | tr ' ' '-')
  [ -e "$stamp" ] && return
  echo "Installing the Python packages of $list"
  [ -x .build-venv/bin/pip ] || python3 -m venv .build-venv
  .build-venv/bin/pip install --quiet --disable-pip-version-check -r "$list"
  touch "$stamp"
}
case "$purpose" in
  --test) python_packages Tests/Clients/requirements.txt ;;
  --bench) python_packages Benchmarks/requirements.txt ;;
esac
