import Cryptography
import Edge
import FoundationEssentials
import HTTPTypes
import Host
import Wire

/// Makes the tokens of sessions.
struct SessionTokens: Sendable {
  /// The validity of an access token, in seconds.
  static let lifetime: TimeInterval = 3600

  private let minter: TokenMinter
  let refreshKey: HMACKey
  private let base: @Sendable () -> String

  /// - Throws: `ConfigurationProblem` for a secret that can be guessed.
  init(secret: String, base: @escaping @Sendable () -> String) throws {
    minter = try TokenMinter(secret: secret)
    refreshKey = RefreshToken.key(secret: secret)
    self.base = base
  }

  /// The response that begins or continues a session.
  func response(_ user: AuthUser, _ session: AuthSession, now: Date) -> Response {
    let expiry = Int64(now.timeIntervalSince1970) + Int64(Self.lifetime)
    let refresh = RefreshToken(session: session.id, turn: session.turn).text(key: refreshKey)
    let body = JSONObject([
      ("access_token", .string(accessToken(user, session, now: now, expiry: expiry))), ("token_type", "bearer"),
      ("expires_in", .integer(Int64(Self.lifetime))), ("expires_at", .integer(expiry)),
      ("refresh_token", .string(refresh)), ("user", .object(user.json)),
    ])
    // RFC 6749, section 5.1.
    return Response(json: body.json, status: .ok, headers: [.cacheControl: "no-store"])
  }

  /// An access token with the claims of Supabase Auth's, in their order (`AccessTokenClaims` of supabase/auth).
  private func accessToken(_ user: AuthUser, _ session: AuthSession, now: Date, expiry: Int64) -> String {
    let reference: JSONObject = [
      "method": .string(session.method.rawValue), "timestamp": .integer(Int64(session.createdAt.timeIntervalSince1970)),
    ]
    return minter.token([
      ("iss", .string("\(base())/auth/v1")), ("sub", .string(user.id.lowercased)), ("aud", "authenticated"),
      ("exp", .integer(expiry)), ("iat", .integer(Int64(now.timeIntervalSince1970))),
      ("email", .string(user.email ?? "")), ("phone", ""), ("app_metadata", .object(user.shownAppMetadata)),
      ("user_metadata", .object(user.userMetadata)), ("role", "authenticated"), ("aal", "aal1"),
      ("amr", .array([.object(reference)])), ("session_id", .string(session.id.lowercased)),
      ("is_anonymous", .bool(user.isAnonymous)),
    ])
  }
}
