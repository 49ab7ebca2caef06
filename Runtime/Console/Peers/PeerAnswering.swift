/// The rules for a host that answers others: which questions are new to it, when it looks for questions by itself, and
/// when it removes rows of others. It neither reads the clock nor does I/O. Instants are durations since any fixed
/// instant.
struct PeerAnswering {
  /// The most hosts whose last rounds are known.
  static let mostAskers = 64
  /// The age from which rows are removed.
  static let oldest = Duration.seconds(60)
  /// The time between two queries without notifications, as behind a pooler, in the minute after a question.
  static let shortestPause = Duration.milliseconds(250)
  /// The time between two queries without notifications otherwise.
  static let longestPause = Duration.seconds(5)

  private var rounds: [String: Int64] = [:]
  /// The instant of the last answer; nil once the rows of that time have been removed.
  private var last: Duration?

  /// Records a round of questions.
  ///
  /// - Returns: whether the round is new, and its questions are to be answered.
  mutating func take(_ round: Int64, of asker: String, at now: Duration) -> Bool {
    guard rounds[asker] != round else { return false }
    if rounds[asker] == nil, rounds.count >= Self.mostAskers { rounds.removeAll() }
    rounds[asker] = round
    last = now
    return true
  }

  /// The time to wait for a notification.
  ///
  /// - Parameter isNotified: whether notifications arrive. If they do, the host does not query for questions without
  ///   one.
  func pause(isNotified: Bool) -> Duration {
    if isNotified { return last == nil ? .seconds(3600) : Self.oldest }
    return last == nil ? Self.longestPause : Self.shortestPause
  }

  /// Whether old rows are to be removed now: no questions have come for a minute.
  mutating func cleans(at now: Duration) -> Bool {
    guard let last, now - last >= Self.oldest else { return false }
    self.last = nil
    return true
  }
}
