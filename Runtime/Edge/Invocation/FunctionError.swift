public import HTTPTypes

/// An error response of a function.
///
/// Its body is `{"error":{"code","message","details"}}`, or another shape that the app documents
/// (``message(_:status:)``).
public struct FunctionError: Error, Sendable {
  /// The error's name for programs, in capitals: `SESSION_NOT_FOUND`.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name, as it is sent.
    public let rawValue: String
    /// Any name of your own.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Any name of your own.
    public init(stringLiteral value: String) { rawValue = value }

    /// The input is not acceptable: 400.
    public static let validation: Code = "VALIDATION_ERROR"
    /// A user is needed: 401.
    public static let authRequired: Code = "AUTH_REQUIRED"
    /// The caller may not do this: 403.
    public static let permissionDenied: Code = "PERMISSION_DENIED"
    /// The request conflicts with the current state: 409.
    public static let conflict: Code = "CONFLICT"
    /// The body is larger than the function's limit: 413.
    public static let payloadTooLarge: Code = "PAYLOAD_TOO_LARGE"
    /// A service that the function needs is unavailable: 503.
    public static let notConnected: Code = "NOT_CONNECTED"
    /// An internal error: 500.
    public static let server: Code = "SERVER_ERROR"
  }

  /// The form of the body.
  public enum Shape: Sendable {
    /// `{"error":{"code","message","details"}}`.
    case envelope
    /// `{"error":"message"}`.
    case message
  }

  /// The status of the response.
  public var status: HTTPResponse.Status
  /// A name for programs.
  public var code: Code
  /// A sentence for people.
  public var message: String
  /// More information for the client; nil if there is none.
  public var details: JSONValue?
  /// Header fields of the response, such as `Retry-After`.
  public var headers: HTTPFields = [:]
  /// The form of the body.
  public var shape: Shape = .envelope

  /// An error with all of its parts.
  public init(status: HTTPResponse.Status, code: Code, message: String, details: JSONValue? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.details = details
  }

  /// 400 `VALIDATION_ERROR`: the input is not acceptable.
  public static func validation(_ message: String, details: JSONValue? = nil) -> FunctionError {
    FunctionError(status: .badRequest, code: .validation, message: message, details: details)
  }

  /// 401 `AUTH_REQUIRED`: a user is needed.
  public static let authRequired = FunctionError(
    status: .unauthorized, code: .authRequired, message: "Authentication required")

  /// 403 `PERMISSION_DENIED`: the caller may not do this.
  public static func permissionDenied(_ message: String = "Insufficient permissions") -> FunctionError {
    FunctionError(status: .forbidden, code: .permissionDenied, message: message)
  }

  /// 404 with a code that names what is missing: `SESSION_NOT_FOUND`.
  public static func notFound(_ code: Code, _ message: String) -> FunctionError {
    FunctionError(status: .notFound, code: code, message: message)
  }

  /// 409 `CONFLICT`: the request conflicts with the current state.
  public static func conflict(_ message: String) -> FunctionError {
    FunctionError(status: .conflict, code: .conflict, message: message)
  }

  /// 413 `PAYLOAD_TOO_LARGE`: the body is larger than the function's limit in bytes, which the message names.
  public static func payloadTooLarge(limit: Int) -> FunctionError {
    FunctionError(
      status: .contentTooLarge, code: .payloadTooLarge, message: "The body is larger than the limit of \(limit) bytes")
  }

  /// 503 `NOT_CONNECTED`, with `Retry-After` in seconds: a service that the function needs is unavailable.
  public static func notConnected(_ message: String, retryAfter seconds: Int = 1) -> FunctionError {
    var error = FunctionError(status: .serviceUnavailable, code: .notConnected, message: message)
    error.headers[.retryAfter] = String(seconds)
    return error
  }

  /// `{"error":"message"}` with a status, for apps that document that shape.
  public static func message(_ message: String, status: HTTPResponse.Status) -> FunctionError {
    var error = FunctionError(status: status, code: .server, message: message)
    error.shape = .message
    return error
  }
}
