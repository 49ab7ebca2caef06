import FoundationEssentials
import Host

/// The tries to sign in of the last minute, by the client's network. At most five of one network are admitted.
struct LoginTries: Sendable {
  static let limit = 5
  static let period: TimeInterval = 60
  /// The most networks that are counted at a time. While there are so many, other networks are refused.
  static let capacity = 4096

  private var tries: [ClientNetwork?: [Date]] = [:]

  /// Counts a try.
  ///
  /// - Parameter network: the client's; nil for the host's own socket and for text that is no address.
  /// - Returns: nil if it is admitted; otherwise the seconds after which the next one is.
  mutating func admit(_ network: ClientNetwork?, at now: Date) -> Int? {
    let start = now.addingTimeInterval(-Self.period)
    if tries[network] == nil, tries.count >= Self.capacity {
      tries = tries.filter { $0.value.last.map { $0 > start } ?? false }
      guard tries.count < Self.capacity else { return Int(Self.period) }
    }
    // Instants of the future are those of a clock that was set back since.
    var recent = (tries[network] ?? []).filter { $0 > start && $0 <= now }
    defer { tries[network] = recent }
    if recent.count >= Self.limit, let first = recent.first {
      return max(1, Int((first.timeIntervalSince(start)).rounded(.up)))
    }
    recent.append(now)
    return nil
  }
}
