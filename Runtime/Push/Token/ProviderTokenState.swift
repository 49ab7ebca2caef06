/// Which provider token is used, and when a new one is signed. Ages are on a clock that nobody sets, so a step of the system's clock changes
/// nothing here: it only shows in the `iat` of the next token.
///
/// Apple's terms: a token is good for 60 minutes and may be renewed at most every 20.
public struct ProviderTokenState: Sendable {
  /// When a token is renewed: before Apple's 60 minutes are over, with time to spare for a slow way.
  public static let renewal = Duration.seconds(50 * 60)

  /// No token is signed sooner after another.
  public static let shortestInterval = Duration.seconds(20 * 60)

  /// An older token, gone back to, is used no longer than this: a minute less than Apple takes it.
  public static let lifetime = Duration.seconds(59 * 60)

  /// The token signed last.
  private var newest: ProviderToken?
  /// The one before it.
  private var previous: ProviderToken?
  /// Whether the one before it is in use, because Apple refused the newest as one too many.
  private var usesPrevious = false
  /// Whether Apple said that the newest has expired.
  private var newestExpired = false

  /// Starts without a token.
  public init() {}

  /// The token to send now; signs one if none is there or it is time.
  ///
  /// - Parameters:
  ///   - now: The time, on a clock that nobody sets.
  ///   - sign: Makes a token.
  /// - Throws: What `sign` throws. The state is then as before.
  public mutating func token(
    at now: ContinuousClock.Instant, sign: () throws(PushError) -> String
  ) throws(PushError) -> ProviderToken {
    if usesPrevious, let previous, previous.signedAt.duration(to: now) < Self.lifetime { return previous }
    usesPrevious = false
    guard let newest else { return try renew(at: now, sign: sign) }
    let age = newest.signedAt.duration(to: now)
    guard age >= (newestExpired ? Self.shortestInterval : Self.renewal) else { return newest }
    return try renew(at: now, sign: sign)
  }

  /// Apple answered `ExpiredProviderToken` to a request with this token.
  ///
  /// The next token is a new one only if this is the one in use and it is 20 minutes old; otherwise the one in use is right to try again.
  public mutating func expired(_ token: ProviderToken) {
    if usesPrevious, token.number == previous?.number {
      usesPrevious = false
    } else if token.number == newest?.number {
      newestExpired = true
    }
  }

  /// Apple answered `TooManyProviderTokenUpdates` to a request with this token: the one before it is used again while it is valid. Then
  /// comes this one, which Apple takes by that time.
  public mutating func updatesRefused(_ token: ProviderToken) {
    guard token.number == newest?.number, previous != nil else { return }
    usesPrevious = true
  }

  private mutating func renew(
    at now: ContinuousClock.Instant, sign: () throws(PushError) -> String
  ) throws(PushError) -> ProviderToken {
    let number = newest.map { $0.number + 1 } ?? 0
    let token = ProviderToken(number: number, signedAt: now, authorization: "bearer \(try sign())")
    previous = newestExpired ? nil : newest
    newest = token
    newestExpired = false
    return token
  }
}
