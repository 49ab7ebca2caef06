import FoundationEssentials
import HTTPTypes
import Wire

/// The route of a request below `/auth/v1`, as `internal/api/api.go` of supabase/auth lists them.
enum AuthRoute: Hashable, Sendable {
  case signUp, token, user, updateUser, logout
  /// Sign-in by email and password, without a `grant_type`.
  case signIn
  case settings, health, keySet
  case listUsers, createUser, readUser(UUID), changeUser(UUID), deleteUser(UUID)
  /// A part of sign-in that this host does not have.
  case disabled(AuthError)
  /// As ``disabled(_:)``, for a route of the service role: other callers get 403 instead.
  case disabledForAdmins(AuthError)

  /// Finds the route.
  ///
  /// - Parameter path: the decoded segments after `/auth/v1`.
  /// - Throws: ``AuthError`` 404 for a malformed id of a user, 405 for a method that the route does not have.
  init(_ method: HTTPRequest.Method, _ path: ArraySlice<String>) throws(AuthError) {
    let rest = path.dropFirst()
    switch path.first ?? "" {
    // Supabase has neither `signup/email`, `signin/…` nor `signout`; documents of apps name them.
    case "signup": self = try Self.only(.post, .signUp, method, rest.elementsEqual(["email"]) ? [] : rest)
    case "signin" where rest.elementsEqual(["email"]): self = try Self.only(.post, .signIn, method, [])
    case "signin" where rest.elementsEqual(["apple"]): self = .disabled(.noIDToken)
    case "token": self = try Self.only(.post, .token, method, rest)
    case "logout", "signout": self = try Self.only(.post, .logout, method, rest)
    case "settings": self = try Self.only(.get, .settings, method, rest)
    case "health": self = try Self.only(.get, .health, method, rest)
    case ".well-known": self = rest.elementsEqual(["jwks.json"]) ? .keySet : .disabled(.noFeature)
    case "user" where rest.isEmpty: self = try Self.one(of: [(.get, .user), (.put, .updateUser)], method)
    case "user": self = .disabled(rest.first == "identities" ? .noLinking : .noFeature)
    case "admin": self = try Self.admin(method, rest)
    case "invite": self = .disabledForAdmins(.noMail)
    case "recover", "magiclink", "resend", "reauthenticate": self = .disabled(.noMail)
    case "otp", "verify": self = .disabled(.noOneTimePassword)
    case "authorize", "callback": self = .disabled(.noProvider)
    case "sso": self = .disabled(.noSAML)
    case "factors": self = .disabled(.noFactors)
    case "passkeys": self = .disabled(.noPasskeys)
    default: self = .disabled(.noFeature)
    }
  }

  private static func admin(
    _ method: HTTPRequest.Method, _ path: ArraySlice<String>
  ) throws(AuthError) -> AuthRoute {
    let rest = path.dropFirst()
    switch path.first ?? "" {
    case "users" where rest.isEmpty: return try one(of: [(.get, .listUsers), (.post, .createUser)], method)
    case "users" where rest.count == 1:
      guard let id = rest.first.flatMap({ UUID(wire: $0) }) else { return .disabledForAdmins(.malformedUserID) }
      return try one(of: [(.get, .readUser(id)), (.put, .changeUser(id)), (.delete, .deleteUser(id))], method)
    case "generate_link": return .disabledForAdmins(.noMail)
    case "sso": return .disabledForAdmins(.noSAML)
    default: return .disabledForAdmins(.noFeature)
    }
  }

  private static func only(
    _ method: HTTPRequest.Method, _ route: AuthRoute, _ asked: HTTPRequest.Method, _ rest: ArraySlice<String>
  ) throws(AuthError) -> AuthRoute {
    rest.isEmpty ? try one(of: [(method, route)], asked) : .disabled(.noFeature)
  }

  private static func one(
    of routes: [(HTTPRequest.Method, AuthRoute)], _ asked: HTTPRequest.Method
  ) throws(AuthError) -> AuthRoute {
    for (method, route) in routes where method == asked { return route }
    throw .methodNotAllowed(routes.map(\.0.rawValue).joined(separator: ", "))
  }

  /// Whether only the service role may call the route.
  var isForAdmins: Bool {
    switch self {
    case .listUsers, .createUser, .readUser, .changeUser, .deleteUser, .disabledForAdmins: true
    default: false
    }
  }
}
