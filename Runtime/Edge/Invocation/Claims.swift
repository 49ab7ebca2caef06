public import FoundationEssentials

/// The claims of a verified token (RFC 7519 and Supabase's own).
public struct Claims: Sendable, Hashable {
  /// Every claim as JSON.
  public let all: JSONObject

  /// Wraps the claims of a token whose signature is verified.
  public init(_ all: JSONObject) { self.all = all }

  /// `sub`: the subject, for a user's token the user's id.
  public var subject: String? { all["sub"]?.string }
  /// `role`: `anon`, `authenticated`, `service_role` or one of the project's own.
  public var role: Role? { all["role"]?.string.map(Role.init(rawValue:)) }
  /// `email`, if the user has one.
  public var email: String? { all["email"]?.string.flatMap { $0.isEmpty ? nil : $0 } }
  /// `aud`: one audience or several.
  public var audience: [String] {
    switch all["aud"] {
    case .string(let one): [one]
    case .array(let several): several.compactMap(\.string)
    default: []
    }
  }
  /// `exp`: the instant from which the token is refused.
  public var expiresAt: Date? { instant("exp") }
  /// `nbf`: the instant before which the token is refused.
  public var notBefore: Date? { instant("nbf") }
  /// `iat`: the instant at which it was issued.
  public var issuedAt: Date? { instant("iat") }
  /// `session_id` of Supabase Auth.
  public var sessionID: String? { all["session_id"]?.string }
  /// `is_anonymous`: whether the user signed in without an account.
  public var isAnonymous: Bool { all["is_anonymous"]?.bool ?? false }
  /// `app_metadata`, which only the project's servers can change.
  public var appMetadata: JSONObject { all["app_metadata"]?.object ?? [:] }
  /// `user_metadata`, which the user can change.
  public var userMetadata: JSONObject { all["user_metadata"]?.object ?? [:] }
  /// Any other claim.
  public subscript(_ name: String) -> JSONValue? { all[name] }

  private func instant(_ name: String) -> Date? { all[name]?.double.map(Date.init(timeIntervalSince1970:)) }
}
