# shellcheck shell=bash
# To be sourced: the stages of Swift tests, and the Postgres server that they use.

# The number of tests that run at a time. By default Swift Testing starts all tests of a stage at once, and on a slow machine
# they then exceed time limits. It ignores `--num-workers`; a test checks that this variable works.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-$((2 * $(nproc)))}

# Makes a folder for the tests' Postgres server, and prints it. It is in memory where that has 4 GiB free: a test copies a database of
# 300 files or more, which takes 150 ms of a core on a disk, and 30 ms in memory.
postgres_folder() {
  local free
  free=$(df --output=avail /dev/shm 2> /dev/null | tail -n 1)
  if [ "${free:-0}" -gt $((4 << 20)) ]; then mktemp -d -p /dev/shm swiftlet-XXXXXXXX; else mktemp -d; fi
}

# start_postgres FOLDER: starts a server that ends with this script, and exports its URL for the tests. Its data need not outlive
# the machine, and no test ends the machine, so commits do not wait for the disk.
start_postgres() {
  SWIFTLET_TEST_POSTGRES=$(
    Scripts/postgres.sh start "$1" --with-pid $$ -c max_connections=500 -c fsync=off -c max_wal_size=256MB) || return
  export SWIFTLET_TEST_POSTGRES
}

# The suites that run on Postgres too: all of the apps, of cron and of the jobs, and those others that use a test's database.
on_postgres='^(FunctionsTests|CronTests|JobsTests)\.'
on_postgres+='|^HostTests\.(Idempotent|DirectIdempotent|PlacedCall|KeyStore|ChangeBridge|OutgoingCall)'
on_postgres+='|^ConsoleTests\.(Peers|ResolvedErrorTable|ActionLog|EventPages)'
on_postgres+='|^CommandLineTests\.(AnsweredPush|PostgresCommand|PushControls|TestHost|TestSeed|Upgrade)'

# swift_stage NAME: runs a stage of the built tests.
# The sender's and the databases' tests are stages of their own: they measure time, and must not delay each other.
swift_stage() {
  case $1 in
    tests) swift_tests --skip '^(PushTests|APNsTests|DeliveryTests|DatabaseTests|EnginesTests)\.' ;;
    sender) swift_tests --filter '^(PushTests|APNsTests|DeliveryTests)\.' ;;
    databases) swift_tests --filter '^(DatabaseTests|EnginesTests)\.' ;;
    postgres)
      # With an empty address the tests would run on SQLite, and pass.
      if [ -z "${SWIFTLET_TEST_POSTGRES:-}" ]; then
        echo 'error: there is no Postgres server: SWIFTLET_TEST_POSTGRES is not set'
        return 1
      fi
      SWIFTLET_TEST_DATABASE=$SWIFTLET_TEST_POSTGRES swift_tests --filter "$on_postgres"
      ;;
  esac
}

# The test program writes each line at once. `swift test` keeps them until it ends, so that a test that hangs has no name.
swift_tests() {
  timeout --foreground --verbose --kill-after 10 1500 \
    .build/debug/swiftletPackageTests.xctest --testing-library swift-testing "$@"
}

# reported_stage NAME: runs a stage, keeps its output in .build/tests-NAME.log, and prints its failed tests and its last line.
reported_stage() {
  local log=.build/tests-$1.log code=0
  swift_stage "$1" > "$log" 2>&1 || code=$?
  [ $code -eq 0 ] || printf 'Exit code %d. The whole output is in %s. In short:\n' $code "$log"
  python3 -B Scripts/swift_report.py "$log"
  return $code
}
