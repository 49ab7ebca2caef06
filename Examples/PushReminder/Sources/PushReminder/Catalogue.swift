import Swiftlet

/// What answers at `/functions/v1/<name>`.
let functions: [any Endpoint] = [remindMe, sendReminder]

/// The tables.
let migrations = MigrationSet(name: "push-reminder", [.reminders])
