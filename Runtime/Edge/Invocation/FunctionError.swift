public import HTTPTypes

/// An error that a function answers on purpose.
///
/// It travels as `{"error":{"code","message","details"}}`, unless the app documents another shape (``message(_:status:)``).
public struct FunctionError: Error, Sendable {
  /// A name for programs, in capitals: `SESSION_NOT_FOUND`.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name.
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
    /// What is asked for collides with what is there: 409.
    public static let conflict: Code = "CONFLICT"
    /// The body is larger than the function takes: 413.
    public static let payloadTooLarge: Code = "PAYLOAD_TOO_LARGE"
    /// Something that the function needs is away: 503.
    public static let notConnected: Code = "NOT_CONNECTED"
    /// Our mistake: 500.
    public static let server: Code = "SERVER_ERROR"
  }

  /// How the error is written.
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
  /// What else helps, if anything.
  public var details: JSONValue?
  /// Header fields to send along, such as `Retry-After`.
  public var headers: HTTPFields = [:]
  /// How the error is written.
  public var shape: Shape = .envelope

  /// An error with every part chosen.
  public init(status: HTTPResponse.Status, code: Code, message: String, details: JSONValue? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.details = details
  }

  /// 400 `VALIDATION_ERROR`.
  public static func validation(_ message: String, details: JSONValue? = nil) -> FunctionError {
    FunctionError(status: .badRequest, code: .validation, message: message, details: details)
  }

  /// 401 `AUTH_REQUIRED`.
  public static let authRequired = FunctionError(
    status: .unauthorized, code: .authRequired, message: "Authentication required")

  /// 403 `PERMISSION_DENIED`.
  public static func permissionDenied(_ message: String = "Insufficient permissions") -> FunctionError {
    FunctionError(status: .forbidden, code: .permissionDenied, message: message)
  }

  /// 404 with a code that says what is missing: `SESSION_NOT_FOUND`.
  public static func notFound(_ code: Code, _ message: String) -> FunctionError {
    FunctionError(status: .notFound, code: code, message: message)
  }

  /// 409 `CONFLICT`.
  public static func conflict(_ message: String) -> FunctionError {
    FunctionError(status: .conflict, code: .conflict, message: message)
  }

  /// 413 `PAYLOAD_TOO_LARGE`.
  public static func payloadTooLarge(limit: Int) -> FunctionError {
    FunctionError(
      status: .contentTooLarge, code: .payloadTooLarge, message: "The body is larger than the limit of \(limit) bytes")
  }

  /// 503 `NOT_CONNECTED`, to be tried again.
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

  /// The response that carries the error.
  public var response: Response {
    var body: JSONObject
    switch shape {
    case .message: body = ["error": .string(message)]
    case .envelope:
      var error: JSONObject = ["code": .string(code.rawValue), "message": .string(message)]
      error["details"] = details
      body = ["error": .object(error)]
    }
    return Response(json: body.json, status: status, headers: headers)
  }
}
