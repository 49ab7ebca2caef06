/// How long a job's key keeps other jobs with the same key out of the queue.
///
/// An unfinished job always does. ``within(_:states:)`` lets one that has ended do so too, for a while.
public struct UniqueKeys: Sendable, Hashable {
  /// For how long after its enqueuing a job that has ended keeps its key; nil: not at all.
  public let period: Duration?
  /// The ends after which it does.
  public let states: Set<JobState>

  /// Only unfinished jobs keep their key.
  public static let whileUnfinished = UniqueKeys(period: nil, states: [])

  /// A job keeps its key for a period from its enqueuing on, and longer while it is unfinished.
  ///
  /// ```swift
  /// .queued(unique: .within(.seconds(86_400))) { "digest \($0.day) \($0.user)" }
  /// ```
  ///
  /// - Parameters:
  ///   - period: the period, up to 366 days.
  ///   - states: the ends after which it keeps the key: of `completed`, `dead`, `cancelled` and `discarded`. Left out is what may be
  ///     enqueued anew at once, such as a job that has failed for good.
  public static func within(_ period: Duration, states: Set<JobState> = [.completed]) -> UniqueKeys {
    UniqueKeys(period: min(max(.zero, period), .seconds(366 * 86_400)), states: states)
  }
}
