import Database

extension Migration {
  /// The idempotency keys of requests, each with the answer of its first request, for a day.
  ///
  /// `id` is a digest of the caller, the function and the key, `payload` one of the request. The numbers grow with
  /// time, so the expired rows are the first ones.
  static let idempotencyKeys = Migration(
    version: 5, name: "idempotency keys",
    sqlite: """
      CREATE TABLE swiftlet_idempotency_keys (
        number INTEGER PRIMARY KEY,
        id BLOB NOT NULL UNIQUE,
        payload BLOB NOT NULL,
        status INTEGER NOT NULL,
        fields TEXT,
        body BLOB NOT NULL,
        expires_at TEXT NOT NULL
      ) STRICT;
      """,
    postgres: """
      CREATE TABLE swiftlet.idempotency_keys (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id BYTEA NOT NULL CONSTRAINT idempotency_keys_id UNIQUE,
        payload BYTEA NOT NULL,
        status SMALLINT NOT NULL,
        fields TEXT,
        body BYTEA NOT NULL,
        expires_at TIMESTAMPTZ NOT NULL
      );
      """)
}
