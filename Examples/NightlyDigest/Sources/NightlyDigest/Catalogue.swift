import Swiftlet

/// What answers at `/functions/v1/<name>`.
let functions: [any Endpoint] = [completeTask, digests, writeDigest]

/// What runs on a schedule.
let jobs = [nightlyDigest]

/// The tables.
let migrations = MigrationSet(name: "nightly-digest", [.digests])
