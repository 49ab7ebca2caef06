import Edge
import HTTPTypes

/// Errors at `/rest/v1/rpc`, in PostgREST's shape: `{"code","message","details","hint"}`.
enum ProcedureError {
  static func response(
    status: HTTPResponse.Status, code: String, message: String, details: JSONValue = .null, hint: JSONValue = .null,
    headers: HTTPFields = [:]
  ) -> Response {
    let body = JSONObject([
      ("code", .string(code)), ("message", .string(message)), ("details", details), ("hint", hint),
    ])
    return Response(json: body.json, status: status, headers: headers)
  }

  static func response(_ error: FunctionError) -> Response {
    response(
      status: error.status, code: error.code.rawValue, message: error.message, details: error.details ?? .null,
      headers: error.headers)
  }

  /// The host's own errors keep their code, in the form that the clients' `rpc` reads.
  static func response(_ error: HostError) -> Response {
    var response = response(status: error.status, code: error.code, message: error.message, headers: error.headers)
    response.headers[.errorCode] = error.code
    response.headers[.accessControlExposeHeaders] = "sb-error-code"
    if error.isRelayError { response.headers[.relayError] = "true" }
    return response
  }

  /// PostgREST's response for an unknown name.
  static func unknown(_ name: String) -> Response {
    response(
      status: .notFound, code: "PGRST202",
      message: "Could not find the function public.\(name.prefix(64)) in the schema cache")
  }

  /// PostgREST's response for a method that cannot call functions.
  static func methodNotAllowed(_ allowed: String) -> Response {
    response(
      status: .methodNotAllowed, code: "PGRST101", message: "Only \(allowed) may call this function",
      headers: [.allow: allowed])
  }
}
