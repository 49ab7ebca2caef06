import Edge
import FoundationEssentials
import Host

extension AuthHandler {
  /// `POST /signup`: a new user and a session. Without an address the user is anonymous.
  func signUp(_ request: PathRequest) async throws -> Response {
    let now = request.date
    try limits.admit(.credentials, of: request.client, at: now)
    let fields = try await fields(of: request)
    var user = AuthUser(at: now)
    user.lastSignInAt = now
    if let address = try fields.address() {
      guard let password = try fields.newPassword() else {
        throw AuthError.badRequest("Signup requires a valid password")
      }
      guard try await store.user(at: address) == nil else { throw AuthError.userExists }
      user.setEmail(address, at: now)
      user.password = try await hash(password, of: request.client)
    }
    try user.merge(user: fields.data, app: nil)
    let session = AuthSession(
      id: UUID(), user: user.id, method: user.isAnonymous ? .anonymous : .password, createdAt: now)
    try await store.add(user, session)
    return tokens.response(user, session, now: now)
  }

  /// `POST /token`: a session by password, or the continuation of one by its refresh token.
  func token(_ request: PathRequest) async throws -> Response {
    switch request.request.query("grant_type") {
    case "password": return try await signIn(request)
    case "refresh_token": return try await refresh(request)
    case "id_token": throw AuthError.noIDToken
    case "pkce": throw AuthError.noProvider
    case "web3": throw AuthError.noWeb3
    default: throw AuthError(.badRequest, "invalid_credentials", "unsupported_grant_type")
    }
  }

  /// A session by email and password.
  func signIn(_ request: PathRequest) async throws -> Response {
    let now = request.date
    try limits.admit(.credentials, of: request.client, at: now)
    let fields = try await fields(of: request)
    guard (fields.phone ?? "").isEmpty else { throw AuthError.noPhone }
    guard let email = fields.email, !email.isEmpty else { throw AuthError.badRequest("missing email or phone") }
    let password = fields.password ?? ""
    // A password that is too long was never set: a short one is hashed in its place, which takes as long and fails.
    let isPossible = password.utf8.count <= PasswordRules.length.upperBound
    // An unknown address and a malformed one take as long as a wrong password.
    let address = try? EmailAddress(email)
    var user: AuthUser?
    if let address { user = try await store.user(at: address) }
    let stored = user?.password
    let isRight = try await passwords.run(of: request.client) {
      try PasswordHash.isPassword(isPossible ? password : "", of: isPossible ? stored : nil)
    }
    guard isRight, var user, let stored else { throw AuthError.invalidCredentials }
    let session = AuthSession(id: UUID(), user: user.id, method: .password, createdAt: now)
    guard try await store.begin(session, password: stored) else { throw AuthError.invalidCredentials }
    user.lastSignInAt = now
    return tokens.response(user, session, now: now)
  }

  private func refresh(_ request: PathRequest) async throws -> Response {
    let now = request.date
    try limits.admit(.refresh, of: request.client, at: now)
    let fields = try await fields(of: request)
    let token = try RefreshToken(fields.refreshToken ?? "", key: tokens.refreshKey)
    switch try await store.refresh(token, now: now) {
    case .refreshed(let user, let session): return tokens.response(user, session, now: now)
    case .unknown: throw AuthError.noRefreshToken
    case .expired: throw AuthError.expiredSession
    case .ended(let id):
      await ends.end([id], now: now, logger: services.logger)
      services.logger.warning(
        "A refresh token was used again, so its session has ended", metadata: ["session": "\(id)"])
      throw AuthError.usedRefreshToken
    }
  }
}
