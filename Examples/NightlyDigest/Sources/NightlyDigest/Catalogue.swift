import Swiftlet

/// The functions at `/functions/v1/<name>`.
let functions: [any Endpoint] = [completeTask, digests, writeDigest]

/// The scheduled jobs.
let jobs = [nightlyDigest]

/// The tables.
let migrations = MigrationSet(name: "nightly-digest", [.digests])
