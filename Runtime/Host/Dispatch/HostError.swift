import Edge
import HTTPTypes

/// An error response of the host: one row of the contract's table.
struct HostError: Error, Sendable {
  var status: HTTPResponse.Status
  var code: String
  var message: String
  /// Whether the host could not run the function, which clients treat as a fault of the relay.
  var isRelayError = false
  /// Whether the body also has the nested `error` object.
  var isNested = false
  /// More information for the client, in the nested `error` object; nil to leave the member out.
  var details: JSONValue?
  var headers: HTTPFields = [:]

  /// The response. The contract defines its names and texts.
  var response: Response {
    var error: JSONObject = ["code": .string(code), "message": .string(message)]
    var body = error
    error["details"] = details
    if isNested { body["error"] = .object(error) }
    var response = Response(json: body.json, status: status, headers: headers)
    response.headers.mark(errorCode: code, isRelayError: isRelayError)
    return response
  }
}

extension HostError {
  static let noAuthHeader = HostError(
    status: .unauthorized, code: "UNAUTHORIZED_NO_AUTH_HEADER", message: "Missing authorization header")

  static let invalidFormat = HostError(
    status: .unauthorized, code: "UNAUTHORIZED_INVALID_JWT_FORMAT", message: "Invalid JWT")

  static let invalidLegacy = HostError(status: .unauthorized, code: "UNAUTHORIZED_LEGACY_JWT", message: "Invalid JWT")

  static let invalidAsymmetric = HostError(
    status: .unauthorized, code: "UNAUTHORIZED_ASYMMETRIC_JWT", message: "Invalid JWT")

  static func unsupportedAlgorithm(_ name: String) -> HostError {
    HostError(
      status: .unauthorized, code: "UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM",
      message: "Unsupported JWT algorithm \(name.prefix(32))")
  }

  static func keysUnavailable(retryAfter seconds: Int) -> HostError {
    HostError(
      status: .serviceUnavailable, code: "NOT_CONNECTED", message: "The project's signing keys could not be fetched",
      isRelayError: true, headers: [.retryAfter: String(seconds)])
  }

  static let notFound = HostError(
    status: .notFound, code: "NOT_FOUND", message: "Requested function was not found")

  static let malformedPath = HostError(
    status: .badRequest, code: "BAD_REQUEST", message: "The path holds '..', a NUL or a broken escape")

  static let foreignOrigin = HostError(
    refusal: .permissionDenied("The host's own routes answer no web page of another origin"))

  static let foreignHost = HostError(
    refusal: .permissionDenied(
      """
      The Host header is not loopback: call 127.0.0.1, [::1] or localhost, or send the project's service key \
      (one of the development secret does not count)
      """))

  static func badRequest(_ message: String) -> HostError {
    HostError(status: .badRequest, code: "BAD_REQUEST", message: message)
  }

  static func methodNotAllowed(_ allowed: String) -> HostError {
    HostError(
      status: .methodNotAllowed, code: "METHOD_NOT_ALLOWED", message: "Method not allowed: use \(allowed)",
      headers: [.allow: allowed])
  }

  static func payloadTooLarge(limit: Int) -> HostError {
    HostError(
      status: .contentTooLarge, code: "PAYLOAD_TOO_LARGE",
      message: "The body is larger than the limit of \(limit) bytes")
  }

  /// A call over a rate limit. The fields about the limit are added to the response: ``LimitStanding/add(to:at:)``.
  static let rateLimited = HostError(
    status: .tooManyRequests, code: FunctionError.Code.rateLimitExceeded.rawValue,
    message: FunctionError.tooManyRequestsMessage, isNested: true)

  static func headersTooLarge(_ limits: Limits) -> HostError {
    HostError(
      status: .requestHeaderFieldsTooLarge, code: "HEADERS_TOO_LARGE",
      message: "The headers are larger than the limit of \(limits.headerBytes) bytes and \(limits.headerLines) lines")
  }

  static func requestTimeout(_ what: String) -> HostError {
    HostError(status: .requestTimeout, code: "REQUEST_TIMEOUT", message: "The client took too long for its \(what)")
  }

  static func idleTimeout(seconds: Double) -> HostError {
    let limit = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    return HostError(
      status: .gatewayTimeout, code: "IDLE_TIMEOUT", message: "Request idle timeout limit (\(limit)s) reached",
      isRelayError: true)
  }

  /// The host's budget for bodies or connections is used up.
  static let overloaded = HostError(
    status: .serviceUnavailable, code: "OVERLOADED", message: "The host is at its limit, try again later",
    isRelayError: true, headers: [.retryAfter: "1"])

  static let functionError = HostError(
    status: .internalServerError, code: "EDGE_FUNCTION_ERROR", message: "Internal Server Error")

  /// The host's error for a refused caller. `AUTH_REQUIRED` and `PERMISSION_DENIED` also have the nested object.
  init(refusal error: FunctionError, isNested: Bool = true) {
    self.init(
      status: error.status, code: error.code.rawValue, message: error.message, isNested: isNested,
      details: error.details, headers: error.headers)
  }

  /// The error as handlers of paths get it.
  var refusal: FunctionError {
    var error = FunctionError(status: status, code: .init(rawValue: code), message: message, details: details)
    error.headers = headers
    return error
  }

  /// The error with the description of a token's fault in a header field (RFC 6750, section 3). The body does not
  /// change.
  func describing(_ fault: String) -> HostError {
    var copy = self
    let quoted = fault.map { character in
      character.isASCII && character != "\"" && character != "\\" && !character.isNewline ? character : "?"
    }
    copy.headers[.wwwAuthenticate] = #"Bearer error="invalid_token", error_description="\#(String(quoted))""#
    return copy
  }
}
