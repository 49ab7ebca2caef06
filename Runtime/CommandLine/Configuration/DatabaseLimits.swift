/// A host's limits on its database.
struct DatabaseLimits: Sendable, Hashable {
  /// The most connections to a Postgres server, besides the one that listens.
  var connections = 16
  /// How long a statement may take, in seconds.
  var statementTimeout: Double = 8
}
