import Swiftlet

/// The functions at `/functions/v1/<name>`.
let functions: [any Endpoint] = [remindMe, sendReminder]

/// The tables.
let migrations = MigrationSet(name: "push-reminder", [.reminders])
