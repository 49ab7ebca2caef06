# shellcheck shell=bash
# To be sourced: the stages of Swift tests, and the Postgres server that they use.

# The number of tests that run at a time. By default Swift Testing starts all tests of a stage at once, and on a slow machine
# they then exceed time limits. It ignores `--num-workers`; a test checks that this variable works.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-$((2 * $(nproc)))}

# start_postgres FOLDER: starts a server that ends with this script, and exports its URL for the tests.
start_postgres() {
  SWIFTLET_TEST_POSTGRES=$(Scripts/postgres.sh start "$1" --with-pid $$ -c max_connections=500)
  export SWIFTLET_TEST_POSTGRES
}

# swift_stage NAME: runs a stage of the built tests.
# The sender's and the databases' tests are stages of their own: they measure time, and must not delay each other.
swift_stage() {
  case $1 in
    tests) swift_tests --skip '^(PushTests|APNsTests|DeliveryTests|DatabaseTests|EnginesTests)\.' ;;
    sender) swift_tests --filter '^(PushTests|APNsTests|DeliveryTests)\.' ;;
    databases) swift_tests --filter '^(DatabaseTests|EnginesTests)\.' ;;
    postgres)
      SWIFTLET_TEST_DATABASE=$SWIFTLET_TEST_POSTGRES \
        swift_tests --filter '^(FunctionsTests|CronTests|JobsTests|CommandLineTests)\.|^HostTests\.Idempotent'
      ;;
  esac
}

swift_tests() { swift test --skip-build "$@"; }
