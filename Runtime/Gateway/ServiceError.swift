import Edge
import HTTPTypes
import Host

/// An error of the gateway, which its response has in the form of a service's own errors.
struct ServiceError: Error, Hashable {
  let status: HTTPResponse.Status
  /// The code, in the spelling of the host's codes: `BAD_GATEWAY`.
  let code: String
  let message: String
  var hint: String?
  /// The value of `Retry-After`, in seconds.
  var retryAfter: Int?
  /// The value of `Sec-WebSocket-Version`, with 426.
  var webSocketVersion: String?
  /// The reason, for the log line alone.
  var fault: String?

  func response(of service: GatewayService) -> Response {
    var response = Response(json: body(of: service).json, status: status)
    response.headers.mark(errorCode: code, isRelayError: service == .functions && status.code >= 500)
    response.fault = fault
    if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
    if let webSocketVersion { response.headers[.secWebSocketVersion] = webSocketVersion }
    return response
  }

  private func body(of service: GatewayService) -> JSONObject {
    switch service {
    case .rest:
      [
        "code": .string(code), "message": .string(message), "details": .null,
        "hint": hint.map { .string($0) } ?? .null,
      ]
    case .auth:
      ["code": .integer(Int64(status.code)), "error_code": .string(code.lowercased()), "msg": .string(text)]
    case .storage:
      ["statusCode": .string("\(status.code)"), "error": .string(camelCode), "message": .string(text)]
    case .graphql, .realtime, .functions, .other:
      ["code": .string(code), "message": .string(text)]
    }
  }

  private var text: String { hint.map { "\(message). \($0)" } ?? message }

  /// The code as Storage spells its errors: `BadGateway`.
  private var camelCode: String {
    code.split(separator: "_").map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined()
  }
}

extension ServiceError {
  /// The host's refusal of a request.
  init(_ refusal: FunctionError) {
    self.init(status: refusal.status, code: refusal.code.rawValue, message: refusal.message)
  }

  static func badRequest(_ message: String) -> ServiceError {
    ServiceError(status: .badRequest, code: "BAD_REQUEST", message: message)
  }

  static func notImplemented(_ message: String) -> ServiceError {
    ServiceError(status: .notImplemented, code: "NOT_IMPLEMENTED", message: message)
  }

  static let forbidden = ServiceError(
    status: .forbidden, code: "PERMISSION_DENIED", message: "This path is not for clients")

  /// PostgREST's error for an unknown database function.
  static func unknownProcedure(_ name: Substring, hint: String) -> ServiceError {
    ServiceError(
      status: .notFound, code: "PGRST202",
      message: "Could not find the function public.\(name.prefix(64)) in the schema cache", hint: hint)
  }

  /// The error of a request to a table that the host serves: 400 for a fault that PostgREST refuses too, else 501 with
  /// the settings of PostgREST.
  init(_ refusal: TableRefusal, advice: String) {
    if case .count = refusal.cause {
      self = ServiceError(status: .badRequest, code: "PGRST100", message: refusal.message)
    } else {
      self = .notImplemented(refusal.message)
      hint = "Answered are: \(refusal.answered). \(advice)"
    }
  }

  static func loop(_ setting: String) -> ServiceError {
    ServiceError(
      status: .loopDetected, code: "LOOP_DETECTED",
      message: "\(setting) leads back to this host. Set it to the address of the server that stands behind the host")
  }

  /// The gateway has as many requests in hand as it may.
  static let overloaded = ServiceError(
    status: .serviceUnavailable, code: "OVERLOADED", message: "The host is at its limit, try again later", retryAfter: 1
  )

  /// The failure of a request to a server, by the setting with its address, without details of the network.
  init(_ error: HTTPClientError, setting: String) {
    func unreachable(_ what: String) -> ServiceError {
      ServiceError(
        status: .badGateway, code: "BAD_GATEWAY", message: "The server at \(setting) \(what)", retryAfter: 5)
    }
    self =
      switch error.code {
      case .couldNotResolve: unreachable("has a name without an address")
      case .couldNotConnect: unreachable("cannot be reached")
      case .tls: unreachable("has no certificate that this host trusts")
      case .protocolError: unreachable("does not answer in valid HTTP")
      case .responseTooLarge: unreachable("sends headers or a body beyond the limit")
      case .timedOut:
        ServiceError(
          status: .gatewayTimeout, code: "GATEWAY_TIMEOUT", message: "The server at \(setting) did not answer in time",
          retryAfter: 5)
      case .invalidURL, .invalidRequest: .badRequest("The request cannot be passed on")
      case .failed: unreachable("could not be called")
      case .shutdown: .overloaded
      default: unreachable("closed the connection before its response was complete")
      }
    fault = "\(error)"
  }
}

extension HTTPResponse.Status {
  /// 508 (RFC 5842, section 7.2).
  fileprivate static let loopDetected = HTTPResponse.Status(code: 508, reasonPhrase: "Loop Detected")
}
