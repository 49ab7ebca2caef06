import Database
package import Edge
import FoundationEssentials
import HTTPTypes
package import Host
import Logging

/// Sign-in at `/auth/v1` for a host that stands alone: the part of Supabase Auth that works without mail and without
/// other providers.
///
/// The shapes, statuses and codes are those of supabase/auth. As there, the API key is not read: a route that needs
/// rights needs a token.
package struct AuthHandler: PathHandler {
  package let name = "auth"
  package let answersPreflights = false

  let services: HandlerServices
  let store: AuthStore
  let ends: SessionEnds
  let tokens: SessionTokens
  let passwords = PasswordThreads()
  let limits = AuthLimits()

  /// - Parameter ends: the ended sessions, of which the host's verifier knows too.
  /// - Throws: `ConfigurationProblem` for a secret that can be guessed.
  package init(_ services: HandlerServices, ends: SessionEnds) throws {
    self.services = services
    self.ends = ends
    store = AuthStore(services.database)
    tokens = try SessionTokens(secret: services.configuration.tokens.secret, base: services.base)
  }

  package func respond(to request: PathRequest) async -> Response {
    let version = APIVersion(field: request.request.fields.first(.apiVersion))
    do {
      return try await answer(request).readable()
    } catch {
      return self.error(error, request).response(version).readable()
    }
  }

  package func response(to refusal: FunctionError) -> Response? { AuthError(refusal).response(.initial) }

  private func answer(_ request: PathRequest) async throws -> Response {
    // The first two segments are the handler's prefix.
    let route = try AuthRoute(request.request.method, request.request.pathSegments.dropFirst(2))
    if route.isForAdmins { try await admitAdmin(request) }
    switch route {
    case .signUp: return try await signUp(request)
    case .token: return try await token(request)
    case .signIn: return try await signIn(request)
    case .logout: return try await logout(request)
    case .user: return Response(json: try await caller(of: request).user.json.json)
    case .updateUser: return try await updateUser(request)
    case .listUsers: return try await listUsers(request)
    case .createUser: return try await createUser(request)
    case .readUser(let id):
      guard let user = try await store.user(id) else { throw AuthError.noUser }
      return Response(json: user.json.json)
    case .changeUser(let id): return try await changeUser(id, request)
    case .deleteUser(let id): return try await deleteUser(id)
    case .settings: return Response(json: Self.settings.json)
    case .health:
      let health: JSONObject = ["name": "Swiftlet", "description": "Sign-in of a Swiftlet host that stands alone"]
      return Response(json: health.json)
    // The access tokens are signed with a shared secret, which has no public key.
    case .keySet: return Response(json: JSONObject([("keys", .array([]))]).json)
    case .disabled(let error), .disabledForAdmins(let error): throw error
    }
  }

  /// The error for the client. It logs all errors but ``AuthError`` and cancellation.
  private func error(_ error: any Error, _ request: PathRequest) -> AuthError {
    if let error = error as? AuthError { return error }
    if error is CancellationError { return .unavailable("The host is stopping, try again later") }
    services.logger.error(
      "A sign-in request failed",
      metadata: ["id": "\(request.id)", "function": "\(name)", "error": "\(error)"])
    guard let kind = (error as? DatabaseError)?.code.kind, let message = kind.message else { return .unexpected }
    return .unavailable(message, retryAfter: kind.retryAfter)
  }

  /// Reads the body.
  ///
  /// - Throws: ``AuthError`` 400, 413 or 503.
  func fields(of request: PathRequest) async throws -> UserFields {
    let limit = UserFields.limit
    let body: [UInt8]
    do {
      body = [UInt8](try await request.request.body.collect(upTo: limit).readableBytesView)
    } catch let error as FunctionError {
      throw error.code == .payloadTooLarge ? AuthError.tooLarge(limit: limit) : AuthError(error)
    }
    return try UserFields(json: body)
  }

  /// Hashes a password on one of ``PasswordThreads``, for a client's address; nil for the service role.
  func hash(_ password: String, of client: String?) async throws -> String {
    try await passwords.run(of: client) { try PasswordHash(of: password).text }
  }

  /// The settings that clients can read (`internal/api/settings.go` of supabase/auth).
  private static let settings = JSONObject([
    ("external", .object(["anonymous_users": true, "email": true, "phone": false])), ("disable_signup", .bool(false)),
    ("mailer_autoconfirm", .bool(true)), ("phone_autoconfirm", .bool(false)), ("sms_provider", .string("")),
    ("saml_enabled", .bool(false)),
  ])
}

extension Response {
  /// The response with the list of the fields that pages of other origins may read.
  consuming func readable() -> Response {
    headers[.accessControlExposeHeaders] = "X-Total-Count, Link, X-Supabase-Api-Version, Retry-After"
    return self
  }
}
