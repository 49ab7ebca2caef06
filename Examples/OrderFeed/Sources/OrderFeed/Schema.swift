import Swiftlet

extension Migration {
  /// Orders, and the steps of their way.
  static let orders = Migration(
    version: 1, name: "orders",
    sqlite: """
      CREATE TABLE orders (id TEXT PRIMARY KEY, user_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE order_steps (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        order_id TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
        state TEXT NOT NULL
      ) STRICT;
      CREATE INDEX order_steps_of_order ON order_steps (order_id, id);
      """,
    postgres: """
      CREATE TABLE orders (id UUID PRIMARY KEY, user_id UUID NOT NULL);
      CREATE TABLE order_steps (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        order_id UUID NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
        state TEXT NOT NULL
      );
      CREATE INDEX order_steps_of_order ON order_steps (order_id, id);
      ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
      ALTER TABLE order_steps ENABLE ROW LEVEL SECURITY;
      """)
}
