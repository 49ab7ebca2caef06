package import FoundationEssentials
package import Push
internal import Synchronization

/// The source of the provider token that all senders with the same credentials share.
package final class ProviderTokenSource: Sendable {
  private let credentials: PushCredentials
  private let state = Mutex(ProviderTokenState())
  private let now: @Sendable () -> ContinuousClock.Instant
  private let date: @Sendable () -> Date

  /// Creates a source; nothing is signed yet. Ages are measured on the clock `now`, which must not step; `date` is the
  /// time of day, for `iat`.
  package init(
    credentials: PushCredentials, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    date: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.credentials = credentials
    self.now = now
    self.date = date
  }

  /// The current token. Signs a new one if there is none or it is too old.
  ///
  /// - Throws: ``PushError/Code/invalidCredentials`` if the key does not sign.
  package func token() throws(PushError) -> ProviderToken {
    try state.withLock { state throws(PushError) in
      let date = date()
      return try state.token(at: now(), date: date) { () throws(PushError) in
        try credentials.providerToken(issuedAt: date)
      }
    }
  }

  /// The age of the token in use; nil before the first one.
  package var age: Duration? { state.withLock(\.inUse)?.signedAt.duration(to: now()) }

  /// Records the answer `ExpiredProviderToken` to a request with this token. A new token is signed only if this one is
  /// in use and 20 minutes old, or if the system clock was set since it was signed; otherwise the token in use is tried
  /// again.
  package func expired(_ token: ProviderToken) { state.withLock { $0.expired(token) } }

  /// Records the answer `TooManyProviderTokenUpdates` to a request with this token. The previous token is used again
  /// while it is valid.
  package func updatesRefused(_ token: ProviderToken) { state.withLock { $0.updatesRefused(token) } }
}
