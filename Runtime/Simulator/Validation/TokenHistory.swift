/// The provider tokens of one connection: one team, one key, and no renewal too soon.
struct TokenHistory {
  /// Seconds between two renewals.
  static let renewalInterval: Int64 = 1200

  /// The tokens seen, the newest last. What was seen before may come again: a retry carries the token that it was made with.
  private var seen: [ProviderToken] = []
  private var renewedAt: Int64?

  /// Takes a token that is valid by itself.
  ///
  /// The first renewal is always good, as nobody can know when the connection's first token was made. The next one within 20 minutes
  /// is refused, and the tokens before it stay good.
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
    // A token is good for an hour: more than these cannot be.
    if seen.count > 8 { seen.remove(at: 1) }
  }
}
