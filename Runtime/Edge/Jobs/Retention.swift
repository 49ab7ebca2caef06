public import FoundationEssentials

/// A kind of history that the job `prune_history` removes after a number of days.
///
/// ```swift
/// let pruneHistory = Job.pruneHistory(kinds: [
///   Retention("old_orders", days: 365) { context, end in
///     var removed = 0
///     while true {
///       let count = try await context.database.execute(
///         "DELETE FROM orders WHERE id IN (SELECT id FROM orders WHERE closed_at < \(end) LIMIT 1000)")
///       removed += count
///       guard count == 1000 else { return removed }
///     }
///   }
/// ])
/// ```
///
/// `[retention]` in `config.toml` changes the number, to 1 to 36,500 days: `old_orders = 90`.
public struct Retention: Sendable {
  /// The kind's name: letters, digits and `_`.
  public let kind: String
  /// The days for which the history is kept, 1 to 36,500, unless the configuration says otherwise. A host does not
  /// start with another number.
  public let days: Int
  /// Removes the history from before an instant.
  let remove: @Sendable (Context<ServiceAccess>, Date) async throws -> Int

  /// Describes a kind of history.
  ///
  /// - Parameter remove: removes the rows from before the instant, and returns their number. Each statement has a time
  ///   limit, and on SQLite holds up all other changes, so it takes a batch of the rows.
  public init(
    _ kind: String, days: Int, _ remove: @escaping @Sendable (Context<ServiceAccess>, _ end: Date) async throws -> Int
  ) {
    self.kind = kind
    self.days = days
    self.remove = remove
  }
}
