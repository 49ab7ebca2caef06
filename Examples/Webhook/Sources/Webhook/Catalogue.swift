import Swiftlet

/// The functions at `/functions/v1/<name>`.
let functions: [any Endpoint] = [paymentWebhook, fulfilOrder]

/// The tables.
let migrations = MigrationSet(name: "webhook", [.payments])
