/// The provider tokens of one connection. They must have one team and one key, and must not be renewed too often.
struct TokenHistory {
  /// The shortest time between two renewals in seconds.
  static let renewalInterval: Int64 = 1200

  /// The tokens seen, the newest last. An earlier token may be used again, because a retry keeps its token.
  private var seen: [ProviderToken] = []
  private var renewedAt: Int64?

  /// Admits a token that passed its own checks.
  ///
  /// The first renewal is always accepted, because the time of the first token's creation is unknown. Another one
  /// within 20 minutes is refused, and the earlier tokens stay valid.
  ///
  /// - Parameter now: seconds since 1970.
  mutating func admit(_ token: ProviderToken, now: Int64) throws(Rejection) {
    guard let first = seen.first else {
      seen = [token]
      return
    }
    if seen.last == token { return }
    guard first.team == token.team else {
      throw Rejection(
        .invalidProviderToken, "this connection is team \(first.team)'s, the token is \(token.team)'s: open another one"
      )
    }
    guard first.keyID == token.keyID else {
      throw Rejection(
        .unrelatedKeyID, "this connection began with key \(first.keyID), the token has \(token.keyID): open another one"
      )
    }
    if seen.contains(token) { return }
    if let renewedAt, now - renewedAt < Self.renewalInterval {
      throw Rejection(
        .tooManyProviderTokenUpdates, "renewed \(now - renewedAt) s ago on this connection, allowed every 1200 s")
    }
    renewedAt = now
    seen.append(token)
    // A token is valid for an hour, so more than these cannot be in use.
    if seen.count > 8 { seen.remove(at: 1) }
  }
}
