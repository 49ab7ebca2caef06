import FoundationEssentials

/// The sessions that were ended on this host before their cookie's expiry. The newest 4096 are known.
struct EndedConsoleSessions: Sendable {
  static let capacity = 4096

  private var expiries: [String: Date] = [:]

  /// Whether a session was ended.
  func contains(_ id: String, at now: Date) -> Bool { expiries[id].map { $0 > now } ?? false }

  mutating func insert(_ session: Session, at now: Date) {
    if expiries.count >= Self.capacity {
      expiries = expiries.filter { $0.value > now }
      if expiries.count >= Self.capacity, let first = expiries.min(by: { $0.value < $1.value })?.key {
        expiries[first] = nil
      }
    }
    expiries[session.id] = session.expiry
  }
}
