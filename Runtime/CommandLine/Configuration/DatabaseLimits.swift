/// A host's limits on a Postgres server. An embedded database has none.
struct DatabaseLimits: Sendable, Hashable {
  /// The most connections, besides the one that listens.
  var connections = 16
  /// How long a statement may take, in seconds.
  var statementTimeout: Double = 8
}
