/// How long a job keeps its unique key, so that no other job with that key is enqueued.
///
/// An unfinished job always keeps its key. With ``within(_:states:)`` a job that has ended keeps it too, for a period.
public struct UniqueKeys: Sendable, Hashable {
  /// How long, from its enqueuing, a job that has ended keeps its key; nil if it loses the key at its end.
  public let period: Duration?
  /// The final states in which a job keeps its key.
  public let states: Set<JobState>

  /// Only unfinished jobs keep their key.
  public static let whileUnfinished = UniqueKeys(period: nil, states: [])

  /// A job keeps its key for a period from its enqueuing, and longer while it is unfinished.
  ///
  /// ```swift
  /// .queued(unique: .within(.seconds(86_400))) { "digest \($0.day) \($0.user)" }
  /// ```
  ///
  /// - Parameters:
  ///   - period: the period, clamped to 0 to 366 days.
  ///   - states: the final states in which a job keeps its key, of `completed`, `dead`, `cancelled` and `discarded`.
  ///     After any other end the key can be used again at once.
  public static func within(_ period: Duration, states: Set<JobState> = [.completed]) -> UniqueKeys {
    UniqueKeys(period: min(max(.zero, period), .seconds(366 * 86_400)), states: states)
  }
}
