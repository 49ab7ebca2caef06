# shellcheck shell=bash
# Sourced: the stages of Swift tests, and the Postgres server that they use.

# How many tests run at a time. Swift Testing starts all of a stage at once otherwise, and a slow machine then reaches limits of
# time that no test reaches alone. `--num-workers` says nothing to it; a test checks that this does.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-$((2 * $(nproc)))}

# start_postgres FOLDER: starts a server that ends with this script, and tells the tests.
start_postgres() {
  SWIFTLET_TEST_POSTGRES=$(Scripts/postgres.sh start "$1" --with-pid $$ -c max_connections=500)
  export SWIFTLET_TEST_POSTGRES
}

# swift_stage NAME: runs a stage of the tests that are built.
# Apart, since both are about time: what waits for a server, and what waits for a disk, must not wait for the other.
swift_stage() {
  case $1 in
    tests) swift_tests --skip '^(PushTests|DeliveryTests|DatabaseTests)\.' ;;
    sender) swift_tests --filter '^(PushTests|DeliveryTests)\.' ;;
    databases) swift_tests --filter '^DatabaseTests\.' ;;
    postgres)
      SWIFTLET_TEST_DATABASE=$SWIFTLET_TEST_POSTGRES \
        swift_tests --filter '^(FunctionsTests|CronTests|JobsTests|CommandLineTests)\.'
      ;;
  esac
}

swift_tests() { swift test --skip-build "$@"; }
