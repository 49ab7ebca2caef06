import Swiftlet

/// The functions at `/functions/v1/<name>`.
let functions: [any Endpoint] = [createProfile, sendWelcome]

/// The tables.
let migrations = MigrationSet(name: "welcome-mail", [.profiles])
