import Swiftlet

extension Migration {
  /// The events that were taken, and the orders that they paid.
  static let payments = Migration(
    version: 1, name: "payments",
    sqlite: """
      CREATE TABLE payment_events (id TEXT PRIMARY KEY, received_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE paid_orders (
        order_id TEXT PRIMARY KEY, amount INTEGER NOT NULL, paid_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      """,
    postgres: """
      CREATE TABLE payment_events (id TEXT PRIMARY KEY, received_at TIMESTAMPTZ NOT NULL);
      CREATE TABLE paid_orders (
        order_id TEXT PRIMARY KEY, amount BIGINT NOT NULL, paid_at TIMESTAMPTZ NOT NULL
      );
      ALTER TABLE payment_events ENABLE ROW LEVEL SECURITY;
      ALTER TABLE paid_orders ENABLE ROW LEVEL SECURITY;
      """)
}
