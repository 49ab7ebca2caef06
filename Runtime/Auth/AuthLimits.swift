import Edge
import FoundationEssentials
import Host

/// The limits on tries by the client's network.
struct AuthLimits: Sendable {
  /// Sign-ups and sign-ins: ten a minute.
  private let credentials = CallLimiter<ClientNetwork?>(.perMinute(10))
  /// Refreshes: two a second, and at once as many as thirty apps behind one address make when they start together.
  private let refreshes = CallLimiter<ClientNetwork?>(.perMinute(120))

  /// The kind of a try.
  enum Kind: Sendable {
    case credentials, refresh
  }

  /// Counts a try.
  ///
  /// - Parameter client: the client's address; nil on the host's own socket, which has no limit. Texts that are no
  ///   address, as some proxies send them, count as one network.
  /// - Throws: ``AuthError`` 429 with the seconds after which the next try is admitted.
  func admit(_ kind: Kind, of client: String?, at now: Date) throws(AuthError) {
    guard let client else { return }
    let limiter = kind == .credentials ? credentials : refreshes
    let verdict = limiter.admit(ClientNetwork(client), at: now)
    guard verdict.isAdmitted else { throw .tooManyRequests(retryAfter: verdict.retryAfter) }
  }
}
