import Edge
import Foundation

/// The rate limit of invite codes: a user's last wrong codes, at most ten in any 60 seconds.
///
/// The last ten misses are in ten slots of `invite_code_misses`, so a user has at most ten rows, however many codes are
/// tried. While the limit is reached no code is looked up, also not a right one, whose answer would reveal it to a
/// guesser.
struct InviteGuesses {
  static let limit = 10
  static let window: TimeInterval = 60

  /// A wrong code that the user tried.
  struct Miss {
    let slot: Int
    let at: Date
  }

  private let misses: [Miss]
  private let now: Date

  /// - Parameters:
  ///   - misses: the user's slots.
  ///   - now: the instant of the guess.
  init(_ misses: [Miss], at now: Date) {
    self.misses = misses
    self.now = now
  }

  init(_ rows: [Row], at now: Date) throws(DatabaseError) {
    var misses: [Miss] = []
    for row in rows { misses.append(Miss(slot: try row.get("slot"), at: try row.get("missed_at"))) }
    self.init(misses, at: now)
  }

  /// The misses within the window. A miss in the future, of a host whose clock is ahead, counts as one of now.
  private var recent: [Date] { misses.map { min($0.at, now) }.filter { $0 > now - Self.window } }

  /// The user's standing before the guess.
  var standing: RateLimit { Self.standing(recent) }

  /// The user's standing after one more miss.
  var standingAfterMiss: RateLimit { Self.standing(recent + [now]) }

  private static func standing(_ recent: [Date]) -> RateLimit {
    let isReached = recent.count >= limit
    return RateLimit(
      limit: limit, remaining: max(0, limit - recent.count),
      retryAt: isReached ? recent.min().map { $0 + window } : nil)
  }

  /// The slot for the next miss: a free one, or that of the oldest miss.
  var nextSlot: Int {
    let taken = Set(misses.map(\.slot))
    return (0..<Self.limit).first { !taken.contains($0) } ?? misses.min { $0.at < $1.at }?.slot ?? 0
  }
}

extension SQL {
  /// Selects a user's misses, at most ten rows.
  static func inviteMisses(of userID: UUID) -> SQL {
    "SELECT slot, missed_at FROM invite_code_misses WHERE user_id = \(userID)"
  }

  static func recordInviteMiss(of userID: UUID, slot: Int, at now: Date) -> SQL {
    """
    INSERT INTO invite_code_misses (user_id, slot, missed_at) VALUES (\(userID), \(slot), \(now))
    ON CONFLICT (user_id, slot) DO UPDATE SET missed_at = excluded.missed_at
    """
  }
}
