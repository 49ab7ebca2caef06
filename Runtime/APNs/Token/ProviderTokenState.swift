package import FoundationEssentials
package import Push

/// The state machine that chooses the provider token and decides when a new one is signed. Ages are measured on a
/// monotonic clock, so a step of the system clock only shows in the `iat` of the next token. After a step, a token that
/// Apple calls expired is replaced at once, because its `iat` was wrong.
///
/// Apple's rules: a token is valid for 60 minutes and may be renewed at most every 20.
package struct ProviderTokenState: Sendable {
  /// The age at which a token is renewed: before Apple's 60 minutes are over, with time to spare for slow requests.
  package static let renewal = Duration.seconds(50 * 60)

  package static let shortestInterval = Duration.seconds(20 * 60)

  /// A larger change of the system clock against the monotonic one means that the system clock was set.
  static let drift = Duration.seconds(60)

  /// The age up to which the previous token is used again: a minute less than Apple accepts.
  package static let lifetime = Duration.seconds(59 * 60)

  private var newest: ProviderToken?
  private var previous: ProviderToken?
  /// Whether the previous token is in use, because Apple refused the newest as one too many.
  private var usesPrevious = false
  /// Whether Apple said that the newest has expired.
  private var newestExpired = false

  /// The token of the next request, unless it is renewed for it; nil before the first one.
  var inUse: ProviderToken? { usesPrevious ? previous ?? newest : newest }

  package init() {}

  /// The token of a request. A missing or old token is replaced by one that `sign` makes; an error of `sign` changes
  /// nothing.
  package mutating func token(
    at now: ContinuousClock.Instant, date: Date, sign: () throws(PushError) -> String
  ) throws(PushError) -> ProviderToken {
    if usesPrevious, let previous, previous.signedAt.duration(to: now) < Self.lifetime { return previous }
    usesPrevious = false
    guard let newest else { return try renew(at: now, date, sign) }
    let age = newest.signedAt.duration(to: now)
    let isOld = age >= (newestExpired ? Self.shortestInterval : Self.renewal)
    guard isOld || (newestExpired && newest.hasClockStepped(at: now, date)) else { return newest }
    return try renew(at: now, date, sign)
  }

  /// Handles the answer `ExpiredProviderToken` to a request with this token.
  ///
  /// A new token is signed only if this one is in use and 20 minutes old, or if the system clock was set since it was
  /// signed; otherwise the token in use is tried again.
  package mutating func expired(_ token: ProviderToken) {
    if usesPrevious, token.number == previous?.number {
      usesPrevious = false
    } else if token.number == newest?.number {
      newestExpired = true
    }
  }

  /// Handles the answer `TooManyProviderTokenUpdates` to a request with this token. The previous token is used again
  /// while it is valid, and then this one, which Apple accepts by that time.
  package mutating func updatesRefused(_ token: ProviderToken) {
    guard token.number == newest?.number, previous != nil else { return }
    usesPrevious = true
  }

  private mutating func renew(
    at now: ContinuousClock.Instant, _ date: Date, _ sign: () throws(PushError) -> String
  ) throws(PushError) -> ProviderToken {
    let number = newest.map { $0.number + 1 } ?? 0
    let token = ProviderToken(
      number: number, signedAt: now, issuedAt: date, authorization: "bearer \(try sign())")
    previous = newestExpired ? nil : newest
    newest = token
    newestExpired = false
    return token
  }
}

extension ProviderToken {
  /// Whether the system clock was set since the token was signed.
  fileprivate func hasClockStepped(at now: ContinuousClock.Instant, _ date: Date) -> Bool {
    let step = Duration.seconds(date.timeIntervalSince(issuedAt)) - signedAt.duration(to: now)
    return step > ProviderTokenState.drift || step < .zero - ProviderTokenState.drift
  }
}
