public import Foundation

/// What a verified token says (RFC 7519 and Supabase's own claims).
public struct Claims: Sendable, Hashable {
  /// Every claim as JSON.
  public let all: JSONObject

  /// Reads the claims of a token whose signature holds.
  public init(_ all: JSONObject) { self.all = all }

  /// `sub`: whom the token is about.
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
  /// `exp`: from then on the token is refused.
  public var expiresAt: Date? { instant("exp") }
  /// `nbf`: before then the token is refused.
  public var notBefore: Date? { instant("nbf") }
  /// `iat`: when it was issued.
  public var issuedAt: Date? { instant("iat") }
  /// `session_id` of Supabase Auth.
  public var sessionID: String? { all["session_id"]?.string }
  /// `is_anonymous`: signed in without an account.
  public var isAnonymous: Bool { all["is_anonymous"]?.bool ?? false }
  /// `app_metadata`, which only the project's servers can change.
  public var appMetadata: JSONObject { all["app_metadata"]?.object ?? [:] }
  /// `user_metadata`, which the user can change.
  public var userMetadata: JSONObject { all["user_metadata"]?.object ?? [:] }
  /// Any other claim.
  public subscript(_ name: String) -> JSONValue? { all[name] }

  private func instant(_ name: String) -> Date? { all[name]?.double.map(Date.init(timeIntervalSince1970:)) }
}

/// The role that a token gives.
public struct Role: RawRepresentable, Hashable, Sendable {
  /// The role's name in the database.
  public let rawValue: String
  /// Any role.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Somebody with the app, not signed in.
  public static let anon = Role(rawValue: "anon")
  /// Somebody signed in.
  public static let authenticated = Role(rawValue: "authenticated")
  /// The project's own servers.
  public static let serviceRole = Role(rawValue: "service_role")
}

/// The holder of a verified token.
public struct Identity: Sendable, Hashable {
  /// The token's role; a token that names none counts as `anon`.
  public let role: Role
  /// The user, if the token's `sub` is a UUID.
  public let userID: UUID?
  /// Everything the token says.
  public let claims: Claims

  /// The identity that a token's claims give.
  public init(_ claims: Claims) {
    role = claims.role ?? .anon
    userID = claims.subject.flatMap { UUID(wire: $0) }
    self.claims = claims
  }

  /// The identity that an API key gives: a role without a user.
  public init(role: Role) {
    self.role = role
    userID = nil
    claims = Claims(["role": .string(role.rawValue)])
  }
}
