import FoundationEssentials

/// The rule for refresh tokens, as Supabase Auth has it for its tokens of version 2 (`internal/tokens/service.go`).
///
/// Each refresh hands out the token of the next turn. An earlier token is accepted in two cases, and gets the current
/// one: within the reuse interval after the last refresh, since several tabs or processes of an app may refresh at
/// once; and if it is the one before the current one, since its client may never have received the answer. The use of
/// any other earlier token means that it or the current one was stolen, so the session ends.
enum RefreshRule: Hashable, Sendable {
  /// The token is the current one: the turn after it becomes the current one.
  case next(turn: Int64)
  /// The client gets the current token.
  case current(turn: Int64)
  /// The token was used before: its session ends.
  case reuse
  /// The token was never handed out.
  case unknown
  /// The session was not refreshed for too long.
  case expired

  /// The time after a refresh within which earlier tokens are accepted, in seconds.
  static let reuseInterval: TimeInterval = 10

  /// The time in seconds for which a session can be refreshed, from its last refresh on: 30 days.
  static let lifetime: TimeInterval = 30 * 86_400

  /// Decides about a token of a turn, by the current turn and the last refresh of its session; nil if there was none.
  init(turn: Int64, current: Int64, refreshedAt date: Date?, signedInAt: Date, now: Date) {
    guard now.timeIntervalSince(date ?? signedInAt) <= Self.lifetime else {
      self = .expired
      return
    }
    switch current &- turn {
    case ..<0: self = .unknown
    case 0: self = .next(turn: current + 1)
    case 1: self = .current(turn: current)
    default:
      let isFresh = date.map { abs(now.timeIntervalSince($0)) < Self.reuseInterval } ?? false
      self = isFresh ? .current(turn: current) : .reuse
    }
  }
}
