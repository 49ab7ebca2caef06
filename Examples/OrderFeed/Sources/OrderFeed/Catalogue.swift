import Swiftlet

/// The functions at `/functions/v1/<name>`.
let functions: [any Endpoint] = [placeOrder, reportStep, orderEvents]

/// The tables.
let migrations = MigrationSet(name: "order-feed", [.orders])
