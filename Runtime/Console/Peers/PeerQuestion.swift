package import FoundationEssentials

/// A question of one host of a database to the others: a read of the data that they have in memory.
package enum PeerQuestion: Codable, Sendable, Hashable {
  case invocations(ListSelection)
  /// One call with its log lines.
  case invocation(UUID)
  case logs(ListSelection)
  case line(RecordPlace)
  /// The figures of all functions, or of one.
  case figures(function: String?)
  case errors
  /// The latest deaths of workers.
  case deaths
  case death(RecordPlace)
  case workers
  /// The connections to Apple and the latest notifications.
  case push(PushQuery)
  case bundles
}
