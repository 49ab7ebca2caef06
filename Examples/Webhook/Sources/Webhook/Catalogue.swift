import Swiftlet

/// What answers at `/functions/v1/<name>`.
let functions: [any Endpoint] = [paymentWebhook, fulfilOrder]

/// The tables.
let migrations = MigrationSet(name: "webhook", [.payments])
