import Edge
import HTTPTypes

/// An error response of sign-in, in the shape of Supabase Auth (`internal/api/apierrors` of supabase/auth).
struct AuthError: Error, Hashable, Sendable {
  let status: HTTPResponse.Status
  /// The error code, as clients compare it.
  let code: String
  /// The text for the developer. It contains nothing secret.
  let message: String
  /// The reasons why a password is weak.
  var reasons: [String] = []
  /// The seconds after which a new try may succeed.
  var retryAfter: Int?
  /// The methods of the route, for status 405.
  var allowed: String?

  init(_ status: HTTPResponse.Status, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// The response in the shape of a version.
  func response(_ version: APIVersion) -> Response {
    var body: JSONObject =
      switch version {
      case .initial:
        ["code": .integer(Int64(status.code)), "error_code": .string(code), "msg": .string(message)]
      case .v20240101: ["code": .string(code), "message": .string(message)]
      }
    if !reasons.isEmpty { body["weak_password"] = .object(["reasons": .array(reasons.map(JSONValue.string))]) }
    var headers: HTTPFields = [.sbErrorCode: code]
    if version != .initial { headers[.apiVersion] = version.rawValue }
    if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
    if let allowed { headers[.allow] = allowed }
    return Response(json: body.json, status: status, headers: headers)
  }
}

extension AuthError {
  static func badRequest(_ message: String) -> AuthError { AuthError(.badRequest, "validation_failed", message) }

  static func badJSON(_ reason: String) -> AuthError {
    AuthError(.badRequest, "bad_json", "Could not parse request body as JSON: \(reason)")
  }

  static func tooLarge(limit: Int) -> AuthError {
    AuthError(.contentTooLarge, "request_entity_too_large", "Request body too large (max \(limit) bytes)")
  }

  /// A wrong address and a wrong password, which must look the same.
  static let invalidCredentials = AuthError(.badRequest, "invalid_credentials", "Invalid login credentials")
  static let userExists = AuthError(.unprocessableContent, "user_already_exists", "User already registered")
  static let emailExists = AuthError(
    .unprocessableContent, "email_exists", "A user with this email address has already been registered")
  static let idExists = AuthError(
    .unprocessableContent, "user_already_exists", "A user with this id has already been registered")
  static let idIsFixed = AuthError(
    .unprocessableContent, "validation_failed", "The id of a user cannot be changed")
  static let noToken = AuthError(
    .unauthorized, "no_authorization", "This endpoint requires a valid Bearer token")
  static let badToken = AuthError(
    .forbidden, "bad_jwt", "invalid JWT: unable to parse or verify signature, or the token has expired")
  static let tokenWithoutUser = AuthError(.forbidden, "bad_jwt", "invalid claim: missing sub claim")
  static let noUserOfToken = AuthError(
    .forbidden, "user_not_found", "User from sub claim in JWT does not exist")
  static let noSession = AuthError(
    .forbidden, "session_not_found", "Session from session_id claim in JWT does not exist")
  static let notAdmin = AuthError(.forbidden, "not_admin", "User not allowed")
  static let noUser = AuthError(.notFound, "user_not_found", "User not found")
  static let malformedUserID = AuthError(.notFound, "validation_failed", "user_id must be an UUID")
  static let malformedRefreshToken = AuthError.badRequest("Refresh token is not valid")
  static let noRefreshToken = AuthError(
    .badRequest, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
  static let usedRefreshToken = AuthError(
    .badRequest, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
  static let expiredSession = AuthError(
    .badRequest, "session_expired", "Invalid Refresh Token: Session Expired (Inactivity)")
  static let samePassword = AuthError(
    .unprocessableContent, "same_password", "New password should be different from the old password.")
  static let unexpected = AuthError(
    .internalServerError, "unexpected_failure", "Unexpected failure, please check server logs for more information")

  /// The host's refusal of a request.
  init(_ refusal: FunctionError) {
    let isOverLimit = refusal.status == .tooManyRequests
    self.init(
      refusal.status, isOverLimit ? "over_request_rate_limit" : refusal.code.rawValue.lowercased(), refusal.message)
    retryAfter = refusal.headers[.retryAfter].flatMap { Int($0) }
  }

  static func tooManyRequests(retryAfter: Int) -> AuthError {
    var error = AuthError(.tooManyRequests, "over_request_rate_limit", "Request rate limit reached")
    error.retryAfter = retryAfter
    return error
  }

  /// The database or the threads for passwords cannot serve the request now.
  ///
  /// - Parameter retryAfter: in seconds.
  static func unavailable(_ message: String, retryAfter: Int = 1) -> AuthError {
    var error = AuthError(.serviceUnavailable, "unexpected_failure", message)
    error.retryAfter = retryAfter
    return error
  }

  static func methodNotAllowed(_ allowed: String) -> AuthError {
    var error = AuthError(.methodNotAllowed, "validation_failed", "Method not allowed: use \(allowed)")
    error.allowed = allowed
    return error
  }
}
